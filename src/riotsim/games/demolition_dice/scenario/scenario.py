"""The keys of Demolition Dice in scenario files: a position, decisions, and the expected result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Self

from pydantic import Field, model_validator

from riotsim.games.demolition_dice import events
from riotsim.games.demolition_dice.rulebook import Rulebook
from riotsim.games.demolition_dice.rules.game import ROLL_THE_REST, rules_of
from riotsim.games.demolition_dice.rules.knock import LeaveAlone, ThrowAt
from riotsim.games.demolition_dice.scenario.given import Given
from riotsim.games.demolition_dice.state import State
from riotsim.play import house_rules as rolling
from riotsim.play.requests import PickPiece, Request
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Fault, Section, faults_below, unknown_names
from riotsim.play.scenarios import document as scenario_file
from riotsim.play.scenarios.document import Entry, Name, RolledDie, ScenarioFile
from riotsim.play.scenarios.expected_events import Failure, ScenarioFailed, event_vocabulary
from riotsim.play.scenarios.runner import SCENARIO_SEED, Reply, Script, run
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session
from riotsim.table.pieces import Mesh, PieceId

NO_TOWER: Final = "nothing"
"""The word in scenario files for a player's choice not to throw a die at any tower."""

EVENTS = event_vocabulary(events) | event_vocabulary(rolling)


class RolledShort(RolledDie):
    """The result of one rolled die: a number, `cocked` or `off`. The die's place may be left out, because this game
    ignores it.
    """

    @model_validator(mode="before")
    @classmethod
    def _short(cls, value: Any) -> Any:  # whatever stands in the file
        if isinstance(value, int) and not isinstance(value, bool):
            return {"shows": value}
        return {value: True} if value in ("cocked", "off") else value

    @model_validator(mode="after")
    def _says_enough(self) -> Self:
        if self.shows is None and not (self.cocked or self.off):
            raise ValueError("a rolled die is a number, such as 4, or one of the words cocked and off")
        return self


class DemolitionEntry(Entry):
    """An entry of the list `when` in a scenario file of Demolition Dice: an answer to a request, or the towers that
    fall after an answer.
    """

    roll: tuple[RolledShort, ...] | None = Field(default=None, min_length=1)
    """The results of the rolled dice, in order. After a throw at a tower, the result of the thrown die."""
    pick: Count | None = None
    """The die that is stacked: its number among the dice just rolled, from 0."""
    knock: Name | None = None
    """Name of the player whose tower is the target, or `nothing` for no throw."""
    finish: Literal["roll the rest", "stop"] | None = None
    """The choice of a player with dice left when another player's tower has all its dice: to roll the dice left, or to
    stop. If the scenario has no entry for the choice, the dice are rolled.
    """

    def faults(self, given: Given) -> Iterator[Fault]:
        """Yield an error for each unknown player in the entry, and for `topples`, which this game doesn't use."""
        if self.topples is not None:
            yield ("topples",), "is not for this game, where it matters what came up: falls: {Ada: [3, cocked]}"
        yield from unknown_names("player", (*given.players, NO_TOWER), {("knock",): self.knock})
        yield from unknown_names("player", given.players, {("falls", name): name for name in self.falls or {}})


class Over(Section):
    """The expected end of the game."""

    winner: Name | None = None
    """Name of the only winner."""
    draw: tuple[Name, ...] | None = None
    """Names of the players who share a draw."""
    scores: dict[Name, Count] = Field(default_factory=dict)
    """The expected score of each player who is named."""

    @property
    def winners(self) -> tuple[str, ...]:
        """The expected winners; empty if none are given."""
        return self.draw or (() if self.winner is None else (self.winner,))


class DemolitionAsks(scenario_file.Asks):
    """The request that must be waiting after the last answer."""

    purpose: Literal["roll", "pick", "knock", "finish"] | None = Field(default=None, alias="for")
    """The expected purpose of the request; any purpose if it is left out."""


class Then(scenario_file.Then):
    """The expected state after the last answer of a scenario."""

    asks: DemolitionAsks | None = None
    """The request that must be waiting after the last answer."""
    towers: dict[Name, tuple[Count, ...]] = Field(default_factory=dict)
    """The expected upper faces of each named player's tower, from the bottom up."""
    rounds: Count | None = None
    """The expected number of rounds that have begun."""
    over: Over | None = None
    """The expected end of the game."""

    def faults(self, given: Given) -> Iterator[Fault]:
        """Yield an error for each unknown player, event or event field in the expectations."""
        over = self.over or Over()
        for where, names in (("towers", self.towers), ("over", (*over.winners, *over.scores)), ("asks", (self.asked,))):
            for player in names:
                yield from unknown_names("player", given.players, {(where,): player})
        yield from self.event_faults(EVENTS)


class Scenario(ScenarioFile):
    """A scenario of Demolition Dice."""

    given: Given
    when: tuple[DemolitionEntry, ...] = ()
    then: Then

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the position in turn order."""
        return tuple(self.given.players)

    def faults(self, rules: Rulebook, meshes: Mapping[str, Mesh]) -> Iterator[Fault]:
        """Yield the errors in the position, the answers and the expectations.

        An entry with `topples` is always an error, because this game doesn't use that key. If the first entry says that
        towers fall, that is an error too: no answer comes before it.
        """
        yield from faults_below(("given",), self.given.faults(rules))
        for k, entry in enumerate(self.when):
            yield from faults_below(("when", k), entry.faults(self.given))
            if entry.fallen and k == 0:
                yield ("when", k), "stands after the answer that made them fall"
        yield from faults_below(("then",), self.then.faults(self.given))

    def run(self, rules: Rulebook, meshes: Mapping[str, Mesh]) -> tuple[Failure, ...]:
        """Play the scenario by the rules. Return the expectations that fail; none if the scenario holds."""
        return run(_Script(self, rules))


@dataclass(frozen=True)
class _Script(Script[State]):
    """A scenario and its rules, in the form that the scenario runner needs."""

    scenario: Scenario
    rules: Rulebook

    def begin(self, table: ScriptedTable) -> Session[State]:
        """Return a session that begins at the scenario's position on a scripted table."""
        given, rules = self.scenario.given, self.rules
        return Session(rules_of(rules), given.state(rules), given.lay(rules), SCENARIO_SEED, table)

    def reply(self, path: str, entry: Entry, session: Session[State], rolled: Sequence[PieceId]) -> Reply:
        """Return the answer that an entry of `when` gives to the waiting request, as a `Reply`.

        Raises:
            ScenarioFailed: The entry picks a die that was not rolled.
        """
        request = session.pending[0]
        match entry:
            case DemolitionEntry(knock=str(name)):
                answer: object = LeaveAlone() if name == NO_TOWER else ThrowAt(name)
            case DemolitionEntry(finish=str(word)):
                answer = word
            case DemolitionEntry(pick=int(number)):
                assert isinstance(request, PickPiece), "a die is picked"
                if number >= len(request.pieces):
                    raise ScenarioFailed(path, f"one of the dice 0 to {len(request.pieces) - 1}", f"die {number}")
                answer = request.pieces[number]
            case _:
                raise AssertionError("these are this game's entries")
        return Reply({request.player: answer})

    def implied_answer(self, request: Request[object], session: Session[State]) -> object:
        """Return the answer to a request if the file may leave out an entry for it; None if the file needs an entry."""
        return ROLL_THE_REST if request.purpose == "finish" else None

    def check(self, session: Session[State]) -> Iterator[Failure]:
        """Yield a failure for each expectation of `then` that isn't met."""
        then = self.scenario.then
        for player, shows in then.towers.items():
            found = tuple(die.shows for die in session.table.tower_dice(player))
            if found != shows:
                yield Failure(f"then.towers.{player}", _format_faces(shows), _format_faces(found))
        if then.rounds is not None and session.state.rounds != then.rounds:
            yield Failure("then.rounds", str(then.rounds), str(session.state.rounds))
        if then.over is not None:
            yield from _over(then.over, session)


def _over(expected: Over, session: Session[State]) -> Iterator[Failure]:
    result = session.state.result
    if result is None:
        yield Failure("then.over", "the end of the game", "that it goes on")
        return
    if expected.winners and set(result.winners) != set(expected.winners):
        yield Failure("then.over", f"won by {' and '.join(expected.winners)}", f"won by {' and '.join(result.winners)}")
    found: Mapping[str, int] = dict(result.scores)
    for player, score in expected.scores.items():
        if found[player] != score:
            yield Failure(f"then.over.scores.{player}", str(score), str(found[player]))


def _format_faces(shows: Sequence[int]) -> str:
    return f"[{', '.join(map(str, shows))}]"
