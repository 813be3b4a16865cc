"""A game that is made up for tests: cubes are tipped and moved about on a board, and the faces that come up count.

Its acts are exact, except for players who have chosen a hand.
"""

import dataclasses
import sys
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

import made_up_game
from made_up_game import FLING, HANDS, Result
from pydantic import Field

from riotsim.play.displays import GameStatus, Roster, RosterUnit, Row
from riotsim.play.evaluation import ChanceSource, RatedAnswer
from riotsim.play.game import Assets, Game, Seat, SeatOption, SeatOptionChoices, brought_companies
from riotsim.play.narration import SCORE_GROUP, FinalScore, Reason, Turn, TurnStart
from riotsim.play.presentation import Presentation
from riotsim.play.requests import Choose, PlayerId, Request
from riotsim.play.rulebook.companies import CompanySchema
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Book, Fault
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Checkpoint, Perform, Play, Session, Waiting
from riotsim.table.acts import Displacement, Shift, Tip
from riotsim.table.dice.cubes import QUARTER
from riotsim.table.dice.custom import with_signs
from riotsim.table.dice.icons import DRAWINGS
from riotsim.table.dice.kinds import D6
from riotsim.table.dice.signs import Sign
from riotsim.table.geometry.patches import Patch, board
from riotsim.table.geometry.plan import disc, rectangle
from riotsim.table.pieces import Die, PieceId
from riotsim.table.poses import Point, Pose
from riotsim.table.state import FELT, Surface, Table

SQUARE, ROWS = 40.0, 4
"""Side of a square (mm), and the number of rows and columns."""

WALKERS = tuple(
    with_signs(
        D6,
        f"walker{k + 1}",
        {value: Sign(tuple(DRAWINGS)[(6 * k + value) % len(DRAWINGS)], value % 4) for value in range(1, 7)},
    )
    for k in range(3)
)
"""The kinds of the cubes. Together they have all icons."""

STEPS: Mapping[str, tuple[int, int]] = {"east": (1, 0), "north": (0, 1), "west": (-1, 0), "south": (0, -1)}
"""For each step, the columns and rows by which a cube moves on. The steps are in the order of their headings."""


class Rules(Book):
    """The rules of the game."""

    turns: Count = 6
    """Number of turns of each player."""
    greets: bool = False
    """True if the other player is asked for a greeting after each act."""


class Squad(Book):
    """A company: the cubes of a player."""

    cubes: dict[str, Annotated[float, Field(ge=8.0, le=30.0)]]
    """Sides of the cubes by their names (mm)."""


def squad_faults(data: Mapping[str, object]) -> Iterator[Fault]:
    """Yield an error for a squad that isn't of two cubes."""
    cubes = data.get("cubes")
    if isinstance(cubes, Mapping) and len(cubes) != 2:
        yield ("cubes",), f"a squad has two cubes, not {len(cubes)}"


def squads(rules: Rules) -> CompanySchema[Squad]:
    """Return what the file of a squad may say."""
    return CompanySchema("tumble", Squad, squad_faults)


@dataclass(frozen=True)
class Tipped:
    """An event: a cube was tipped, and shows a number."""

    player: PlayerId
    die: PieceId
    step: str
    number: int
    face: str
    """The sign that the cube shows, in words."""


@dataclass(frozen=True)
class Shifted:
    """An event: cubes were moved without a tip."""

    player: PlayerId
    how: str
    number: int
    """Sum of the numbers that the moved cubes show."""


@dataclass
class State:
    """The points of each player."""

    hands: dict[PlayerId, str]
    points: dict[PlayerId, int]
    turns: int = 0
    result: Result | None = None
    squads: dict[PlayerId, str] = field(default_factory=dict)
    """Names of the squads."""


def middle(square: tuple[int, int]) -> Point:
    """Return the middle of a square (mm)."""
    return ((square[0] + 0.5) * SQUARE, (square[1] + 0.5) * SQUARE)


def square_of(die: Die) -> tuple[int, int]:
    """Return the square on which a cube stands."""
    x, y = die.pose.xy
    return (int(x // SQUARE), int(y // SQUARE))


def drawn_board(players: Sequence[PlayerId]) -> Table:
    """Return a wooden board of squares, with the home of each player and a pond."""
    side = ROWS * SQUARE
    anywhere = disc((0.0, 0.0), 1.0)
    dark = Patch(anywhere, fill="#4f2f1a", opacity=0.86, is_outlined=False)
    light = Patch(anywhere, fill="#ecd3a2", opacity=0.8, is_outlined=False)
    homes = [
        Patch(rectangle((side / 2, (row + 0.5) * SQUARE), side, SQUARE), player, name=f"{player}'s home")
        for row, player in zip((0, ROWS - 1), players, strict=True)
    ]
    pond = Patch(disc((side / 2, side / 2), 30.0), fill="#3f86c6", opacity=0.4, name="pond", name_size=16.0)
    wood = Surface("wood", FELT.friction, FELT.restitution)
    return Table(side, side, wood, patches=(*board((0.0, 0.0), SQUARE, ROWS, ROWS, dark, light), *homes, pond))


def begin(
    rules: Rules, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[State]:
    """Begin the game with two cubes of each player, on opposite rows."""
    dice = []
    brought = brought_companies(seats)
    for row, seat in zip((0, ROWS - 1), seats, strict=True):
        squad = brought.get(seat.name)
        cubes = {"1": 16.0, "2": 19.0} if squad is None else squad.content.cubes
        for column, (name, size) in enumerate(cubes.items(), 1):
            pose = Pose((*middle((column, row)), size / 2))
            dice.append(Die(f"{seat.name[0].lower()}{name}", WALKERS[(column + (row > 0)) % 3], size, pose, seat.name))
    squads = {seat.name: brought[seat.name].name if seat.name in brought else "Plain cubes" for seat in seats}
    state = State(
        {seat.name: seat.options.get("hand", "") for seat in seats}, {seat.name: 0 for seat in seats}, squads=squads
    )

    def run(play: Play[State]) -> Coroutine[Waiting, object, None]:
        return play_on(play, rules)

    return Session(run, state, drawn_board([seat.name for seat in seats]).with_pieces(*dice), seed, perform)


def options(table: Table, player: PlayerId) -> tuple[str, ...]:
    """Return all answers that a player may give: steps of single cubes onto empty squares, turns of single cubes, an
    exchange of both, and a march of both.
    """
    taken = {square_of(die) for die in table.dice.values()}
    found = []
    for die in table.dice.values():
        column, row = square_of(die)
        for step, (x, y) in STEPS.items():
            to = (column + x, row + y)
            if die.owner == player and to not in taken and 0 <= to[0] < ROWS and 0 <= to[1] < ROWS:
                found.append(f"{die.id} {step}")
        if die.owner == player:
            found.append(f"{die.id} turn")
    mine = [die for die in table.dice.values() if die.owner == player]
    ahead = {(column, (row + 1) % ROWS) for column, row in map(square_of, mine)}
    free = not ahead & (taken - {square_of(die) for die in mine})
    return (*found, "swap", "march") if free and all(row > 0 for _, row in ahead) else (*found, "swap")


def shift_of(table: Table, player: PlayerId, answer: str) -> Shift:
    """Return the act for an answer that isn't a step: a turn, a march by one row, or an exchange through the air."""
    mine = [die for die in table.dice.values() if die.owner == player]
    if answer == "swap":
        ends = [mine[1].pose.xy, mine[0].pose.xy]
        moves = (Displacement(die.id, end) for die, end in zip(mine, ends, strict=True))
        return Shift(tuple(moves), lifted=True)
    if answer == "march":
        squares = [(die.id, square_of(die)) for die in mine]
        return Shift(tuple(Displacement(name, middle((column, row + 1))) for name, (column, row) in squares))
    die = table.dice[answer.split()[0]]
    return Shift((Displacement(die.id, middle(square_of(die)), QUARTER),))


async def play_on(play: Play[State], rules: Rules) -> None:
    """Let both players act in turn until each has had all turns."""
    state = play.state
    players = list(state.points)
    while state.turns < rules.turns * len(players):
        play.begin_turn()
        player = players[state.turns % len(players)]
        answer = await play.ask(Choose(player, "step", options(play.table, player)))
        if rules.greets:
            await play.ask(Choose(players[1 - players.index(player)], "greet", ("bow", "nod")))
        state.turns += 1
        name, step = answer.split() if " " in answer else ("", answer)
        if step not in STEPS:
            shift = shift_of(play.table, player, answer)
            settled = await play.perform(shift, Stream.SHIFT)
            number = sum(settled.table.dice[move.piece].shows for move in shift.moves)
            state.points[player] += number
            play.emit(Shifted(player, answer, number))
            continue
        (column, row), (x, y) = square_of(play.table.dice[name]), STEPS[step]
        act = Tip(
            name, list(STEPS).index(step) * QUARTER, middle((column + x, row + y)), HANDS.get(state.hands[player])
        )
        settled = await play.perform(act, Stream.TIP)
        number = settled.table.dice[name].shows
        state.points[player] += number
        play.emit(Tipped(player, name, step, number, str(settled.table.dice[name].face)))
    most = max(state.points.values())
    state.result = Result(tuple(player for player, points in state.points.items() if points == most))


class Formatter(made_up_game.Formatter):
    """A formatter with one line for each act."""

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the start of a turn for each act."""
        return TurnStart(event.player) if isinstance(event, Tipped | Shifted) else None

    def sentence(self, event: object) -> str:
        """Return a sentence on who tipped or moved which cube."""
        if isinstance(event, Shifted):
            return f"{event.player} moves, {event.how}: {event.number}"
        assert isinstance(event, Tipped)
        return f"{event.player} tips {event.die} {event.step}: {event.face}"


class Evaluator:
    """A bot's evaluator that likes all options equally."""

    def __init__(self, rules: Rules) -> None:
        pass

    def evaluate(self, request: Request[object], session: Session[State], chance: ChanceSource) -> list[RatedAnswer]:
        """Rate all options the same."""
        assert isinstance(request, Choose)
        return [(option, 1.0) for option in request.options]


def turn(state: State) -> Turn:
    """Return the number of the turn, and the player whose turn it is."""
    players = list(state.points)
    return Turn(state.turns + 1, players[state.turns % len(players)])


def final_score(state: State) -> FinalScore | None:
    """Return the final points, or None if the game isn't over."""
    if state.result is None:
        return None
    return FinalScore(state.result.winners, "points", tuple(state.points.items()), turns=state.turns)


def reason(rules: Rules, session: Session[State], request: Request[object]) -> Reason:
    """Return the same reason for every request."""
    return Reason("Step", "The face that comes up counts.", "TU-01")


def status(rules: Rules, session: Session[State], now: float) -> GameStatus:
    """Return a row of points for each player."""
    return GameStatus(
        tuple(Row(SCORE_GROUP, player, str(points), points, player) for player, points in session.state.points.items())
    )


def rosters(rules: Rules, state: State, table: Table) -> dict[PlayerId, Roster]:
    """Return the squad of each player, each cube with its square."""
    return {
        player: Roster(
            squad,
            tuple(
                RosterUnit(die.id, die.id, "cube", "{},{}".format(*square_of(die)), sign=die.kind.face(die.shows).sign)
                for die in table.dice.values()
                if die.owner == player
            ),
        )
        for player, squad in state.squads.items()
    }


def formatter(rules: Rules, begun: Checkpoint[State]) -> Formatter:
    """Return a formatter."""
    return Formatter()


TUMBLE: Game = dataclasses.replace(
    FLING,
    name="tumble",
    title="Tumble",
    motto="Tip it.",
    rules=Rules,
    seat_options=(
        SeatOption("hand", "Who tips.", lambda _rules: SeatOptionChoices({name: name for name in HANDS}), False),
    ),
    company=squads,
    begin=begin,
    answer_evaluator=Evaluator,
    events=lambda: sys.modules[__name__],
    presentation=lambda: Presentation(
        turn=turn,
        final_score=final_score,
        formatter=formatter,
        reason=reason,
        scores=lambda state, _table: state.points,
        status=status,
        rosters=rosters,
    ),
)
