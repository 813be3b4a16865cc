"""The keys of Buskit in scenario files: a position, decisions and dice, and the expected result."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from pydantic import Field

from riotsim.games.buskit import events
from riotsim.games.buskit.fight.game import rules_of
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.scenario.given import Given
from riotsim.games.buskit.state import Fighter, State
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import PickPoint, Request, Spot
from riotsim.play.rulebook.sections import Fault, Section, faults_below, unknown_names
from riotsim.play.scenarios import document as scenario_file
from riotsim.play.scenarios.document import At, Entry, Name, Over, ScenarioFile, TrayDie, millimetres
from riotsim.play.scenarios.expected_events import Failure, ScenarioFailed, event_vocabulary
from riotsim.play.scenarios.runner import SCENARIO_SEED, Reply, Script, run
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session
from riotsim.table.pieces import Mesh, PieceId

EVENTS = event_vocabulary(events)

IMPLIED: Final[Mapping[str, object]] = {
    "attacks": "one attack", "stance": "steady", "blow": "plain blow", "fire": "single shots", "wild dice": "0",
    "second weapon": "one weapon", "under fire": "stay", "interrupt": "wait", "armour": "stop",
    "free strike": "let go", "price": "fail", "faster, worse attack": (), "faster, less damage": (),
}  # fmt: skip
"""The default answer to a request without an entry in the scenario, by the request's purpose."""


class BuskitEntry(Entry):
    """An answer in a scenario file of Buskit, such as `stance: reckless`.

    Its one key stands for the purpose of a request. If key and purpose are different words, `PURPOSES` gives the
    purpose for the key.
    """

    PURPOSES: ClassVar[dict[str, str]] = {
        "set_up": "set up", "faster": "faster, worse attack", "faster_for_damage": "faster, less damage",
        "second_weapon": "second weapon", "free_strike": "free strike", "wild_dice": "wild dice",
        "under_fire": "under fire", "take_cover": "take cover", "help_whom": "whom to help", "trait": "Trait",
        "treat_whom": "whom to treat", "carer": "who cares", "wounds_named": "wounds named",
    }  # fmt: skip

    roll: tuple[TrayDie, ...] | None = None
    """The numbers that the thrown dice show, pool by pool. In a check, the actor's pool comes before the defender's."""
    set_up: dict[Name, At] | None = None
    """The model that is set up, with its place (inches)."""
    faster: tuple[Name, ...] | None = None
    """The fighters who take a penalty on attacks to get one more die for initiative (BK-54)."""
    faster_for_damage: tuple[Name, ...] | None = None
    """The fighters who take a penalty on damage to get one more die for initiative (BK-54)."""
    action: Name | None = None
    """The action: `attack`, `aim`, `run`, `treat`, `help`, `task`, `reload`, `stand up`, `hold`, `move`, `drop prone`
    or `done`.
    """
    move: At | None = None
    """The end of a move (inches)."""
    run: At | None = None
    """The end of a run (inches)."""
    interrupt: Name | None = None
    """The choice of a fighter who holds an action: `wait` or `interrupt`."""
    free_strike: Name | None = None
    """The choice of a fighter when an opponent walks away: `let go` or `strike`."""
    weapon: Name | None = None
    """The weapon."""
    attacks: Name | None = None
    """The number of attacks, such as `two attacks`."""
    target: Name | None = None
    """The target of the next attack."""
    second_weapon: Name | None = None
    """The second weapon (BK-61), or `one weapon` to use no second weapon."""
    stance: Name | None = None
    """The stance: `steady`, `reckless` or `wary`."""
    blow: Name | None = None
    """The kind of attack: `plain blow`, `called shot` or `telling blow`."""
    fire: Name | None = None
    """The way to fire: `single shots`, or the name of a kind of burst, one of `autofire` in the rules."""
    wild_dice: int | None = None
    """Number of wild dice."""
    under_fire: Name | None = None
    """The answer to fire: `stay`, `drop prone` or `dodge`."""
    take_cover: At | None = None
    """The place that a dodging fighter moves to (inches). The nearest allowed place is taken."""
    armour: Name | None = None
    """The choice about dice of armour. If they are spent one by one, it is `stop` or `spend a die`. If they are
    declared before the Might roll, it is their number, such as `2 dice`.
    """
    concession: Name | None = None
    """The next concession that the victim of a hit makes, or `go down` to make no more."""
    complication: Name | None = None
    """The next complication that the attacker names after a telling blow (BK-57)."""
    help_whom: Name | None = None
    """The fighter who is helped."""
    trait: Name | None = None
    """The Trait that the help is for: `fight`, `shoot`, or the Trait of a task."""
    difficulty: Name | None = None
    """The die that is picked as the difficulty, such as `d8`."""
    treat_whom: Name | None = None
    """The patient."""
    task: Name | None = None
    """The task that is tried."""
    price: Name | None = None
    """The next complication that a player takes to make a failed action succeed (BK-35), or `fail` to take none."""
    carer: Name | None = None
    """The fighter who cares for the next patient after the fight."""
    wounds_named: int | None = None
    """The number of Wounds that a patient tries to recover (BK-91)."""


class ExpectedFighter(Section):
    """The expected state of a fighter. Keys that are left out aren't checked."""

    wounds: int | None = None
    shock: int | None = None
    condition: Name | None = None
    """The expected condition: `up`, `out` or `dead`."""
    prone: bool | None = None
    stance: Name | None = None
    spent: tuple[int, ...] | None = None
    """Number of spent dice in each layer of armour."""
    holding: bool | None = None
    aiming: str | None = None
    at: At | None = None
    """Place of the model (inches). It is compared to a tenth of an inch."""


class Then(scenario_file.Then):
    """The expected state after the last answer of a scenario."""

    fighters: dict[Name, ExpectedFighter] = Field(default_factory=dict)
    """The expected state of fighters."""
    over: Over | None = None
    """The expected end of the game."""

    def faults(self, players: Collection[str], fighters: Collection[str]) -> Iterator[Fault]:
        """Yield an error for each unknown name in the expectations.

        These are names of players, of fighters, of events, and of the fields of events.
        """
        winner = None if self.over is None else self.over.winner
        yield from unknown_names("player", players, {("asks", "player"): self.asked, ("over", "winner"): winner})
        yield from unknown_names("fighter", fighters, {("fighters", name): name for name in self.fighters})
        yield from self.event_faults(EVENTS)


class Scenario(ScenarioFile):
    """A scenario of Buskit."""

    given: Given
    when: tuple[BuskitEntry, ...] = ()
    then: Then

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the position in turn order."""
        return self.given.players

    def faults(self, rules: Rulebook, meshes: Mapping[str, Mesh]) -> Iterator[Fault]:
        """Check the position, the answers and the expectations against the rules, and yield the errors."""
        yield from faults_below(("given",), self.given.faults(rules))
        yield from self.fall_faults()
        yield from faults_below(("then",), self.then.faults(self.given.players, self.given.fighters))

    def run(self, rules: Rulebook, meshes: Mapping[str, Mesh]) -> tuple[Failure, ...]:
        """Play the scenario by the rules, and return the expectations that fail.

        If the scenario holds, there are none.
        """
        return run(_Script(self, rules))


@dataclass(frozen=True)
class _Script(Script[State]):
    """A scenario and its rules, for the scenario runner."""

    scenario: Scenario
    rules: Rulebook

    def begin(self, table: ScriptedTable) -> Session[State]:
        """Return a session that begins at the scenario's position."""
        given, rules = self.scenario.given, self.rules
        return Session(rules_of(rules), given.state(rules), given.lay(rules), SCENARIO_SEED, table)

    def implied_answer(self, request: Request[object], session: Session[State]) -> object:
        """Return the default answer to a request (see `IMPLIED`), or None if the scenario needs an entry for it."""
        return IMPLIED.get(request.purpose)

    def reply(self, path: str, entry: Entry, session: Session[State], rolled: Sequence[PieceId]) -> Reply:
        """Return the reply that an entry stands for.

        If the request offers a list of places, the place in the entry stands for the nearest open place of this list.

        Raises:
            ScenarioFailed: The request offers a list of places, and none of them is open.
        """
        assert isinstance(entry, BuskitEntry), "these are this game's entries"
        request, answer = session.pending[0], entry.answer
        if isinstance(request, PickPoint):
            piece, region = request.regions[0]
            if isinstance(answer, dict):
                ((piece, at),) = answer.items()
                return Reply({request.player: Spot(piece, millimetres(at))})
            assert isinstance(answer, tuple), "the document says that it is a place"
            at = millimetres((answer[0], answer[1]))
            near = at if region.places is None else region.nearest(at)
            if near is None:
                raise ScenarioFailed(path, "a place that is open", "none is")
            return Reply({request.player: Spot(piece, near)})
        if isinstance(request, PickSome):
            assert isinstance(answer, tuple), "the document says that it is a list"
            return Reply({request.player: request.in_order(answer)})
        return Reply({request.player: str(answer)})

    def check(self, session: Session[State]) -> Iterator[Failure]:
        """Compare the fighters and the end of the game with the expectations.

        Yield a failure for each difference.
        """
        for name, expected in self.scenario.then.fighters.items():
            fighter = session.state.fighters[name]
            for key in sorted(expected.model_fields_set - {"at"}):
                if (wanted := getattr(expected, key)) != (found := getattr(fighter, key)):
                    yield Failure(f"then.fighters.{name}.{key}", str(wanted), str(found))
            yield from _place(name, expected, fighter, session)
        if self.scenario.then.over is not None:
            yield from self.scenario.then.over.failures(session.state.result)


def _place(name: str, expected: ExpectedFighter, fighter: Fighter, session: Session[State]) -> Iterator[Failure]:
    if expected.at is None:
        return
    x, y = session.table.models[fighter.id].at
    found = (round(x / millimetres((1.0, 1.0))[0], 1), round(y / millimetres((1.0, 1.0))[1], 1))
    if found != (round(expected.at[0], 1), round(expected.at[1], 1)):
        yield Failure(f"then.fighters.{name}.at", str(expected.at), str(found))
