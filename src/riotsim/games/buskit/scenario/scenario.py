"""The keys of Buskit in scenario files: a position, decisions and dice, and the expected result."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Self

from pydantic import Field

from riotsim.games.buskit import events
from riotsim.games.buskit.fight.game import rules_of
from riotsim.games.buskit.rulebook import Rulebook
from riotsim.games.buskit.scenario.given import Given
from riotsim.games.buskit.state import Fighter, State
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import PickPoint, PlayerId, Request, Spot
from riotsim.play.rulebook.companies import Company
from riotsim.play.rulebook.sections import Book, Fault, Section, unknown_name
from riotsim.play.scenarios import document as scenario_file
from riotsim.play.scenarios.document import At, Entry, Name, Over, ScenarioFile, TrayDie, millimetres
from riotsim.play.scenarios.expected_events import Failure, ScenarioFailed, event_vocabulary
from riotsim.play.scenarios.runner import Reply, Script, run
from riotsim.play.scenarios.scripted_table import ScriptedTable
from riotsim.play.session.session import Session
from riotsim.table.pieces import Mesh, PieceId

SCENARIO_SEED: Final = 0
"""Seed of a scenario's game. It decides the numbers of the dice if these are drawn, not thrown (`dice.by: stream`)."""

EVENTS = event_vocabulary(events)

IMPLIED: Final[Mapping[str, object]] = {
    "attacks": "one attack", "stance": "steady", "blow": "plain blow", "fire": "single shots", "wild dice": "0",
    "second weapon": "one weapon", "under fire": "stay", "interrupt": "wait", "armour": "stop",
    "free strike": "let go", "price": "fail", "faster, worse attack": (), "faster, less damage": (),
}  # fmt: skip
"""Default answers to requests without an entry, by purpose."""


class BuskitEntry(Entry):
    """An answer to a request of Buskit, as a scenario file gives it. The key is the purpose of the request."""

    PURPOSES: ClassVar[dict[str, str]] = {
        "set_up": "set up", "faster": "faster, worse attack", "faster_for_damage": "faster, less damage",
        "second_weapon": "second weapon", "free_strike": "free strike", "wild_dice": "wild dice",
        "under_fire": "under fire", "take_cover": "take cover", "help_whom": "whom to help", "trait": "Trait",
        "treat_whom": "whom to treat", "carer": "who cares", "wounds_named": "wounds named",
    }  # fmt: skip

    roll: tuple[TrayDie, ...] | None = None
    """The numbers of the dice that are thrown, in the order of the pools: the actor's, then the defender's."""
    set_up: dict[Name, At] | None = None
    """The model that is set up, with its place (inches)."""
    faster: tuple[Name, ...] | None = None
    """The fighters who trade their attack for initiative."""
    faster_for_damage: tuple[Name, ...] | None = None
    """The fighters who trade damage for initiative."""
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
    """The choice of a fighter from whom an opponent walks away: `let go` or `strike`."""
    weapon: Name | None = None
    """The weapon."""
    attacks: Name | None = None
    """The number of attacks, such as `two attacks`."""
    target: Name | None = None
    """The target of the next attack."""
    second_weapon: Name | None = None
    """The other weapon, or `one weapon`."""
    stance: Name | None = None
    """The stance: `steady`, `reckless` or `wary`."""
    blow: Name | None = None
    """The kind of attack: `plain blow`, `called shot` or `telling blow`."""
    fire: Name | None = None
    """The way to fire: `single shots`, or a name of `autofire`."""
    wild_dice: int | None = None
    """Number of wild dice."""
    under_fire: Name | None = None
    """The answer to fire: `stay`, `drop prone` or `dodge`."""
    take_cover: At | None = None
    """The place to which a dodging fighter moves (inches). It is moved to the nearest open place."""
    armour: Name | None = None
    """The choice about a die of armour: `stop` or `spend a die`. If the dice are declared beforehand, it is a number
    such as `2 dice`.
    """
    concession: Name | None = None
    """The next concession of a victim, or `go down`."""
    complication: Name | None = None
    """The next complication that the attacker names."""
    help_whom: Name | None = None
    """The fighter who is helped."""
    trait: Name | None = None
    """The Trait of help: `fight` or `shoot`."""
    difficulty: Name | None = None
    """The die that is picked, such as `d8`."""
    treat_whom: Name | None = None
    """The patient."""
    task: Name | None = None
    """The task that is tried."""
    price: Name | None = None
    """The next complication of an action that has failed, or `fail`."""
    carer: Name | None = None
    """The fighter who cares for the next patient after the fight."""
    wounds_named: int | None = None
    """The number of Wounds that a patient names."""

    @property
    def answer(self) -> object:
        """The answer that the entry gives: the value of its only key."""
        return getattr(self, self.kind)


class ExpectedFighter(Section):
    """The expected state of a fighter. Keys that are left out aren't checked."""

    wounds: int | None = None
    shock: int | None = None
    condition: Name | None = None
    """The expected condition: `up`, `out` or `dead`."""
    prone: bool | None = None
    stance: Name | None = None
    spent: tuple[int, ...] | None = None
    """Number of spent dice of each layer of armour."""
    holding: bool | None = None
    aiming: str | None = None
    at: At | None = None
    """Place of the model (inches), to a tenth of an inch."""


class Then(scenario_file.Then):
    """The expected state after the last answer of a scenario."""

    fighters: dict[Name, ExpectedFighter] = Field(default_factory=dict)
    """The expected state of fighters."""
    over: Over | None = None
    """The expected end of the game."""

    def faults(self, players: Collection[str], fighters: Collection[str]) -> Iterator[Fault]:
        """Yield an error for each unknown player, fighter, event and field of an event in the expectations."""
        asked = None if self.asks is None else self.asks.player
        winner = None if self.over is None else self.over.winner
        for where, player in ((("asks", "player"), asked), (("over", "winner"), winner)):
            if player is not None and player not in players:
                yield where, unknown_name(f"no player is called {player!r}", player, players)
        for name in self.fighters:
            if name not in fighters:
                yield ("fighters", name), unknown_name(f"no fighter is called {name!r}", name, fighters)
        yield from self.event_faults(EVENTS)


class Scenario(ScenarioFile):
    """A scenario of Buskit."""

    given: Given
    """The position that the scenario begins with."""
    when: tuple[BuskitEntry, ...] = ()
    """The answers to the requests of the game, in order, and the dice that are thrown."""
    then: Then
    """The expectations after the last answer."""

    def with_companies(self, brought: Mapping[PlayerId, Company[Any]]) -> Self:
        """Return the scenario with the sides that were read from the files that it names."""
        given = self.given.with_sides({player: company.content for player, company in brought.items()})
        return super().with_companies(brought).model_copy(update={"given": given})

    @property
    def players(self) -> tuple[str, ...]:
        """The players of the position in turn order."""
        return self.given.players

    @property
    def has_script(self) -> bool:
        """True if the scenario has answers or expectations besides its position."""
        return bool(self.when) or bool(self.then.model_fields_set)

    def faults(self, rules: Book, meshes: Mapping[str, Mesh]) -> Iterator[Fault]:
        """Check the position, the answers and the expectations against the rules, and yield the errors."""
        assert isinstance(rules, Rulebook), "the registry gives a scenario its own rules"
        for where, sentence in self.given.faults(rules):
            yield ("given", *where), sentence
        for k, entry in enumerate(self.when):
            if entry.fallen:
                yield ("when", k), "is not for this game, which has no towers"
        for where, sentence in self.then.faults(self.given.players, self.given.fighters):
            yield ("then", *where), sentence

    def run(self, rules: Book, meshes: Mapping[str, Mesh]) -> tuple[Failure, ...]:
        """Play the scenario by the rules. Return the expectations that fail; none if the scenario holds."""
        assert isinstance(rules, Rulebook), "the registry gives a scenario its own rules"
        return run(_Script(self, rules))


class _Script(Script[State]):
    """A scenario and its rules, in the form that the scenario runner needs."""

    def __init__(self, scenario: Scenario, rules: Rulebook) -> None:
        self._scenario = scenario
        self._rules = rules

    @property
    def entries(self) -> Sequence[BuskitEntry]:
        """The entries under the scenario's key `when`, in order."""
        return self._scenario.when

    @property
    def then(self) -> Then:
        """The expectations after the last answer."""
        return self._scenario.then

    def begin(self, table: ScriptedTable) -> Session[State]:
        """Return a session that begins at the scenario's position."""
        given = self._scenario.given
        return Session(rules_of(self._rules), given.state(self._rules), given.lay(self._rules), SCENARIO_SEED, table)

    def implied_answer(self, request: Request[object]) -> object:
        """Return the default answer to a request (see `IMPLIED`); None if the scenario must have an entry for the
        request.
        """
        return IMPLIED.get(request.purpose)

    def reply(self, path: str, entry: Entry, session: Session[State], rolled: Sequence[PieceId]) -> Reply:
        """Return the reply that an entry stands for.

        Raises:
            ScenarioFailed: The entry is not the kind of answer that the request needs.
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
        """Yield a failure for each difference from the expected fighters and from the expected end of the game."""
        for name, expected in self.then.fighters.items():
            fighter = session.state.fighters[name]
            for key in sorted(expected.model_fields_set - {"at"}):
                if (wanted := getattr(expected, key)) != (found := getattr(fighter, key)):
                    yield Failure(f"then.fighters.{name}.{key}", str(wanted), str(found))
            yield from _place(name, expected, fighter, session)
        if (over := self.then.over) is not None:
            result = session.state.result
            yield from over.failures(result.winners if result else None, result.ending if result else "")


def _place(name: str, expected: ExpectedFighter, fighter: Fighter, session: Session[State]) -> Iterator[Failure]:
    if expected.at is None:
        return
    x, y = session.table.models[fighter.id].at
    found = (round(x / millimetres((1.0, 1.0))[0], 1), round(y / millimetres((1.0, 1.0))[1], 1))
    if found != (round(expected.at[0], 1), round(expected.at[1], 1)):
        yield Failure(f"then.fighters.{name}.at", str(expected.at), str(found))
