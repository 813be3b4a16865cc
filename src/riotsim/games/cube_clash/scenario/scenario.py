"""The keys of Cube Clash in scenario files: a position, answers to requests, and the expected result."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import Field

from riotsim.games.cube_clash import events
from riotsim.games.cube_clash.board.squares import is_square, parse_square, square_name
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.rules.game import rules_of
from riotsim.games.cube_clash.scenario.given import Given
from riotsim.games.cube_clash.state import State, layout_of, match_of
from riotsim.games.cube_clash.units.faces import PLACES
from riotsim.games.cube_clash.units.orientations import PLACE_OF
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import PickPoint, Spot
from riotsim.play.rulebook.sections import Fault, faults_below, unknown_name, unknown_names
from riotsim.play.scenarios import document as scenario_file
from riotsim.play.scenarios.document import Entry, Name, Over, ScenarioFile
from riotsim.play.scenarios.expected_events import Failure, ScenarioFailed, event_vocabulary
from riotsim.play.scenarios.runner import SCENARIO_SEED, Reply, Script, run
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session
from riotsim.table.pieces import Mesh, PieceId

EVENTS = event_vocabulary(events)


class ClashEntry(Entry):
    """An answer in a scenario file of Cube Clash, such as `square: e4`.

    Its only key is the purpose of the answered request.
    """

    turn: Name | None = None
    """The choice to move or to pass."""
    die: Name | None = None
    """The die that moves."""
    move: Name | None = None
    """The direction of a step, the rotation (`turn right`, `turn about` or `turn left`), or `nothing`."""
    action: Name | None = None
    """The action: `melee`, `missile`, `maneuver`, `convert` or `nothing`."""
    target: Name | None = None
    """The die that is attacked, converted or moved, or the first die of a blue spell."""
    second: Name | None = None
    """The second die of a blue spell."""
    dead: Name | None = None
    """The dead die that comes to the board."""
    square: Name | None = None
    """The square, such as e4."""
    top: Name | None = None
    """The face that is to be on top, named by its place in the unit's file, such as `east`."""
    north: Name | None = None
    """The face that is to look north, named by its place in the unit's file, such as `east`."""
    spell: Name | None = None
    """The spell: `red`, `return`, `banish`, `swap`, `move`, `turn` or `nothing`."""
    points: int | None = None
    """The points that are spent on a red spell."""
    start: Name | None = None
    """The choice at the start of a turn: `walk`, `return` or `nothing`."""
    revive: Name | None = None
    """The choice after snakefolk have killed a die: `return` to bring back one of your dead, or `nothing`."""
    counter: Name | None = None
    """The die that a Counter hits first."""
    share: Name | None = None
    """The damage of a Counter that one die takes, such as `2 to north.reedling`; `all` for the whole damage."""
    units: tuple[Name, ...] | None = None
    """The dice that a yellow spell turns."""
    banish: tuple[Name, ...] | None = None
    """The dead dice that a black spell removes from the game."""


class Then(scenario_file.Then):
    """The expected state after the last answer of a scenario."""

    dice: dict[Name, Name] = Field(default_factory=dict)
    """The expected place of each named die: `dead`, `gone`, or a square such as `e4`. A square may be followed by the
    top face, such as `e4 north`.
    """
    over: Over | None = None
    """The expected end of the game."""

    def dice_faults(self, known: Collection[str]) -> Iterator[Fault]:
        """Yield an error for each unknown die and each impossible place in the expectations.

        Args:
            known: The names of the dice of both armies.
        """
        for die, where in self.dice.items():
            if die not in known:
                yield ("dice", die), unknown_name(f"no die is called {die!r}", die, known)
            if where not in ("dead", "gone") and not _is_place(where):
                yield ("dice", die), f"a die is on a square, such as e4 or e4 north, or dead or gone, not {where!r:.20}"

    def faults(self, players: Collection[str]) -> Iterator[Fault]:
        """Yield an error for each unknown player, and the errors in expected events (see `event_faults`)."""
        winner = None if self.over is None else self.over.winner
        yield from unknown_names("player", players, {("asks", "player"): self.asked, ("over", "winner"): winner})
        yield from self.event_faults(EVENTS)


class Scenario(ScenarioFile):
    """A scenario of Cube Clash."""

    given: Given
    when: tuple[ClashEntry, ...] = ()
    then: Then

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the position: South, then North."""
        return self.given.players

    def faults(self, rules: Rulebook, meshes: Mapping[str, Mesh]) -> Iterator[Fault]:
        """Yield the errors in the position, the answers and the expectations.

        - An answer about rolled dice or fallen towers is an error, as this game has neither.
        - The dice in the expectations are checked only if the position has no errors.
        """
        wrong = [*self.given.faults(rules)]
        yield from faults_below(("given",), wrong)
        for k, entry in enumerate(self.when):
            if entry.fallen or entry.roll is not None:
                yield ("when", k), "is not for this game, in which nothing is rolled and nothing falls"
        yield from faults_below(("then",), self.then.faults(self.given.players))
        if not wrong:
            known = match_of(rules, self.given.state(rules)).dice
            yield from faults_below(("then",), self.then.dice_faults(known))

    def run(self, rules: Rulebook, meshes: Mapping[str, Mesh]) -> tuple[Failure, ...]:
        """Play the scenario by the rules, and return a failure for each unmet expectation."""
        return run(_Script(self, rules))


@dataclass(frozen=True)
class _Script(Script[State]):
    """A scenario and its rules, in the form that the scenario runner needs."""

    scenario: Scenario
    rules: Rulebook

    def begin(self, table: ScriptedTable) -> Session[State]:
        """Return a session that begins at the scenario's position."""
        given, rules = self.scenario.given, self.rules
        return Session(rules_of(rules), given.state(rules), given.lay(rules), SCENARIO_SEED, table)

    def reply(self, path: str, entry: Entry, session: Session[State], rolled: Sequence[PieceId]) -> Reply:
        """Return the reply for an entry.

        Raises:
            ScenarioFailed: The request asks for a square, but the entry names no square.
        """
        assert isinstance(entry, ClashEntry), "these are this game's entries"
        request, answer = session.pending[0], entry.answer
        if isinstance(request, PickPoint):
            try:
                at = parse_square(str(answer))
            except ValueError as error:
                raise ScenarioFailed(path, "a square such as e4", str(error)) from error
            answer = Spot(request.regions[0][0], layout_of(self.rules, session.state).middle(at))
        elif isinstance(request, PickSome):
            answer = request.in_order(answer if isinstance(answer, tuple) else (str(answer),))
        else:
            answer = str(answer)
        return Reply({request.player: answer})

    def check(self, session: Session[State]) -> Iterator[Failure]:
        """Yield a failure for each unmet expectation about dice or about the end of the game."""
        for die, expected in self.scenario.then.dice.items():
            found = self._where(session.state, die)
            if found not in (expected, *((found,) if found.split()[0] == expected else ())):
                yield Failure(f"then.dice.{die}", expected, found)
        if self.scenario.then.over is not None:
            yield from self.scenario.then.over.failures(session.state.result)

    def _where(self, state: State, die: str) -> str:
        """Return the place of a die for messages: `dead`, `gone`, or its square and top face, such as `e4 north`.

        A face is called by its key in the unit's file.
        """
        stands = state.position.find(die)
        if stands is not None:
            return f"{square_name(stands.at)} {PLACE_OF[stands.lies.top]}"
        if die in state.position.dead:
            return "dead"
        return "gone"


def _is_place(text: str) -> bool:
    """Return whether a text is a square, such as `e4`, or a square and a face, such as `e4 north`.

    A face is called by its key in the unit's file.
    """
    square, _, face = text.partition(" ")
    return is_square(square) and face in ("", *PLACES)
