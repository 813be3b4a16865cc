"""A game that is made up for tests: two bosses throw dice in turn, and the boss with the higher sum wins.

No module of riotsim knows this game. If it works, riotsim reaches games through the registry alone.
"""

import sys
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from riotsim.play.context import Checkpoint
from riotsim.play.displays import GameStatus, Row
from riotsim.play.evaluation import ChanceSource, RatedAnswer
from riotsim.play.game import Assets, DiceRules, Game, Seat, SeatOption, SeatOptionChoices, Seats
from riotsim.play.narration import (
    ACTION_INDENT,
    SCORE_GROUP,
    EventFormatter,
    FinalScore,
    Reason,
    Turn,
    TurnHeader,
    TurnStart,
)
from riotsim.play.presentation import Presentation
from riotsim.play.requests import Aim, AimThrow, PlayerId, Request
from riotsim.play.rulebook.dice import Dice
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Book, Fault
from riotsim.play.scenarios.document import Given, ScenarioFile, Then
from riotsim.play.scenarios.expected_events import Failure
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Perform, Play, Session, Waiting
from riotsim.table.acts import Roll
from riotsim.table.pieces import Die, Mesh, PieceId
from riotsim.table.state import Table, Tray
from riotsim.testing.tables import STEADY_HAND

SIDE = 400.0
"""Side of the table (mm)."""

HANDS = {"steady": STEADY_HAND, "wild": replace(STEADY_HAND, name="wild", aim_sigma=60.0)}


class Rules(Book):
    """The rules of the game."""

    throws: Count = 1
    """Number of throws of each boss."""


class Start(Given):
    """The start of a scenario. It has no keys, as each game begins alike."""

    def faults(self, rules: Rules) -> Iterator[Fault]:
        """Yield nothing: no start is wrong."""
        yield from ()


class Scenario(ScenarioFile):
    """A scenario without keys of its own."""

    given: Start = Start()
    then: Then = Then()

    def faults(self, rules: Book, meshes: Mapping[str, Mesh]) -> Iterator[Fault]:
        """Yield nothing: no scenario is wrong."""
        yield from ()

    def run(self, rules: Book, meshes: Mapping[str, Mesh]) -> tuple[Failure, ...]:
        """Return no failure, without playing anything."""
        return ()


@dataclass(frozen=True)
class Thrown:
    """An event: a boss has thrown a number; 0 if the die is off the table."""

    boss: PlayerId
    number: int


@dataclass(frozen=True)
class Result:
    """The result of a game."""

    winners: tuple[PlayerId, ...]


@dataclass
class State:
    """The numbers that each boss has thrown."""

    hands: dict[PlayerId, str]
    points: dict[PlayerId, int]
    throws: int = 0
    result: Result | None = None


def begin(
    rules: Rules, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[State]:
    """Begin the game on an empty table."""
    state = State({seat.name: seat.options.get("hand", "steady") for seat in seats}, {seat.name: 0 for seat in seats})

    def run(play: Play[State]) -> Coroutine[Waiting, object, None]:
        return play_on(play, rules)

    return Session(run, state, Table(SIDE, SIDE), seed, perform)


async def play_on(play: Play[State], rules: Rules) -> None:
    """Let the bosses throw in turn until each has had all throws."""
    state = play.state
    bosses = list(state.points)
    while state.throws < rules.throws * len(bosses):
        play.begin_turn()
        boss = bosses[state.throws % len(bosses)]
        hand = HANDS[state.hands[boss]]
        aim = await play.ask(AimThrow(boss, "fling", ("d6",), SIDE, SIDE, 40.0, speed=hand.speed))
        die = Die(f"d{state.throws}", owner=boss)
        throw = Roll((die,), aim.at, aim.heading, hand, aim.drop, aim.strength, spin=aim.spin, by_hand=aim.by_hand)
        settled = await play.perform(throw, Stream.ROLL)
        number = settled.table.dice[die.id].shows if die.id in settled.table.dice else 0
        state.points[boss] += number or 0
        state.throws += 1
        play.emit(Thrown(boss, number or 0))
    most = max(state.points.values())
    state.result = Result(tuple(boss for boss, points in state.points.items() if points == most))


class Formatter(EventFormatter[State]):
    """A formatter with one line for each throw."""

    def opening_line(self, state: State) -> str:
        """Return no text: players own nothing at the start."""
        return ""

    def turn_header(self, state: State, table: Table) -> TurnHeader:
        """Return the points of each boss."""
        return TurnHeader(tuple(f"{boss} {points}" for boss, points in state.points.items()))

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the start of a turn for each throw."""
        return TurnStart(event.boss) if isinstance(event, Thrown) else None

    def pieces(self, event: object) -> Iterable[PieceId]:
        """Return no pieces."""
        return ()

    def format(self, event: object) -> Iterable[str]:
        """Return a line for each event."""
        return (ACTION_INDENT + self.sentence(event),)

    def sentence(self, event: object) -> str:
        """Return a sentence on who threw which number."""
        assert isinstance(event, Thrown)
        return f"{event.boss} flings a {event.number}"


class Evaluator:
    """A bot's evaluator that likes the middle of the table."""

    def __init__(self, rules: Rules) -> None:
        pass

    def evaluate(self, request: Request[object], session: Session[State], chance: ChanceSource) -> list[RatedAnswer]:
        """Return a single answer: a throw at the middle of the table."""
        return [(Aim((SIDE / 2, SIDE / 2), 0.5, 0.6, 80.0), 1.0)]


def turn(state: State) -> Turn:
    """Return the number of the turn, and the boss whose turn it is."""
    bosses = list(state.points)
    return Turn(state.throws + 1, bosses[state.throws % len(bosses)])


def final_score(state: State) -> FinalScore | None:
    """Return the final points, or None if the game isn't over."""
    if state.result is None:
        return None
    return FinalScore(state.result.winners, "points", tuple(state.points.items()), turns=state.throws)


def reason(rules: Rules, session: Session[State], request: Request[object]) -> Reason:
    """Return the same reason for every request."""
    return Reason("Fling", "The higher number wins.", "FL-01")


def status(rules: Rules, session: Session[State], now: float) -> GameStatus:
    """Return a row of points for each boss."""
    return GameStatus(
        tuple(Row(SCORE_GROUP, boss, str(points), points, boss) for boss, points in session.state.points.items())
    )


def dice_rules(rules: Rules) -> DiceRules:
    """Return the rules for free throws: the dice, the hands and the table."""
    tray = Tray(200.0, 200.0, 60.0, (SIDE + 50.0, 0.0))
    return DiceRules(Dice(), HANDS, "steady", Table(SIDE, SIDE, tray=tray))


def formatter(rules: Rules, begun: Checkpoint[State]) -> Formatter:
    """Return a formatter."""
    return Formatter()


FLING = Game(
    name="fling",
    title="Fling",
    motto="Fling it.",
    credit="Nobody's.",
    rules=Rules,
    scenario=lambda: Scenario,
    seats=lambda _rules: Seats(2, 2, 2),
    seat_options=(
        SeatOption(
            "hand", "Who throws.", lambda _rules: SeatOptionChoices({name: name for name in HANDS}, "steady"), False
        ),
        SeatOption(
            "crowd", "Who watches.", lambda _rules: SeatOptionChoices({"elves": "Elves"}), phrase="a crowd of {}"
        ),
    ),
    begin=begin,
    answer_evaluator=Evaluator,
    dice_rules=dice_rules,
    events=lambda: sys.modules[__name__],
    presentation=lambda: Presentation(
        turn=turn,
        final_score=final_score,
        formatter=formatter,
        reason=reason,
        scores=lambda state, _table: state.points,
        status=status,
    ),
    score_name="points",
)
