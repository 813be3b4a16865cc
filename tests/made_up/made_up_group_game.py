"""A game that is made up for tests: players pick groups of pieces that stand close together, and signs for them."""

import dataclasses
import sys
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import made_up_game
from made_up_board_game import TUMBLE, State, final_score, rosters, status, turn
from made_up_game import Result

from riotsim.bots.random import AnswerSampler
from riotsim.play.context import Checkpoint
from riotsim.play.evaluation import ChanceSource, RatedAnswer
from riotsim.play.game import Assets, Game, Seat
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.narration import Reason, TurnStart
from riotsim.play.presentation import Presentation
from riotsim.play.requests import PlayerId, Request, Spot
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Book
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Perform, Play, Session, Waiting
from riotsim.table.acts import Displacement, Shift
from riotsim.table.dice.cubes import QUARTER
from riotsim.table.geometry.plan import Footprint, gap
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.pieces import Die, Model, PieceId
from riotsim.table.poses import Pose
from riotsim.table.state import Table

SIDE = 400.0
"""Side of the table (mm)."""

WITHIN = 30.0
"""Greatest gap between two linked pieces of a group (mm)."""

BUDGET = 5
"""Greatest sum of the weights of a group: a model weighs 2, a cube 1."""

SIGNS = {"sun": "light", "star": "light", "owl": "dark", "moon": "dark"}
"""The signs, each with its label."""


class Rules(Book):
    """The rules of the game."""

    turns: Count = 3
    """Number of turns of each player."""


@dataclass(frozen=True)
class Turned:
    """An event: a player turned a group about, and chose signs for it."""

    player: PlayerId
    group: tuple[PieceId, ...]
    signs: tuple[str, ...]


def begin(
    rules: Rules, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[State]:
    """Begin the game with three models and a cube of each player in a row, and a fourth model apart."""
    table = Table(SIDE, SIDE)
    for side, seat in enumerate(seats):
        name, y = "ab"[side], 80.0 + 240.0 * side
        for number, x in enumerate((160.0, 210.0, 260.0, 370.0), 1):
            table = table.with_pieces(Model(f"{name}{number}", seat.name, (x, y)))
        table = table.with_pieces(Die(f"{name}5", size=16.0, pose=Pose((300.0, y, 8.0)), owner=seat.name))
    state = State({seat.name: seat.options.get("hand", "") for seat in seats}, {seat.name: 0 for seat in seats})

    def run(play: Play[State]) -> Coroutine[Waiting, object, None]:
        return play_on(play, rules)

    return Session(run, state, table, seed, perform)


def group_request(table: Table, player: PlayerId) -> PickSome:
    """Return the request for a group of a player's pieces."""
    pieces: list[Model | Die] = [*table.models.values(), *table.dice.values()]
    mine = {piece.id: piece for piece in pieces if piece.owner == player}
    links = [pair for pair in combinations(mine, 2) if gap(*(mine[name].footprint for name in pair)) <= WITHIN]
    weights = tuple(2 if isinstance(piece, Model) else 1 for piece in mine.values())
    return PickSome(player, "group", tuple(mine), 1, None, weights, BUDGET, tuple(links))


def signs_request(player: PlayerId) -> PickSome:
    """Return the request for up to two signs, which must have the same label."""
    return PickSome(player, "signs", tuple(SIGNS), most=2, labels=tuple(SIGNS.values()), are_pieces=False)


def piece_on(table: Table, name: PieceId) -> Model | Die:
    """Return a piece that is on the table."""
    return table.models[name] if name in table.models else table.dice[name]


def plan(piece: Model | Die) -> Footprint:
    """Return the area that a piece covers, moved so that its middle lies at the origin."""
    x, y = piece.at if isinstance(piece, Model) else piece.pose.xy
    return piece.footprint.translated(-x, -y)


def places_request(table: Table, player: PlayerId, group: Sequence[PieceId]) -> PlaceSome:
    """Return the request for the new places of a group, near its first piece and clear of all other pieces."""
    pieces: list[Model | Die] = [*table.models.values(), *table.dice.values()]
    others = [piece for piece in pieces if piece.id not in group]
    clear = tuple(Clearance(piece.footprint, 1.0, f"{piece.id} is in the way") for piece in others)
    regions = tuple((name, Region(plan(piece_on(table, name)), SIDE, SIDE, clear)) for name in group)
    return PlaceSome(player, "places", regions, WITHIN, group[0], 120.0)


def moved(spots: Iterable[Spot]) -> Shift:
    """Return the act in which a group is lifted, turned about and set down at its new places."""
    return Shift(tuple(Displacement(spot.piece, spot.at, QUARTER) for spot in spots), lifted=True)


async def play_on(play: Play[State], rules: Rules) -> None:
    """Let both players turn groups about, in turn. Each piece and each sign counts a point."""
    state = play.state
    players = list(state.points)
    while state.turns < rules.turns * len(players):
        play.begin_turn()
        player = players[state.turns % len(players)]
        group = await play.ask(group_request(play.table, player))
        signs = await play.ask(signs_request(player))
        spots = await play.ask(places_request(play.table, player, group))
        state.turns += 1
        await play.perform(moved(spots), Stream.SHIFT)
        state.points[player] += len(group) + len(signs)
        play.emit(Turned(player, group, signs))
    most = max(state.points.values())
    state.result = Result(tuple(player for player, points in state.points.items() if points == most))


class Formatter(made_up_game.Formatter):
    """A formatter with one line for each turn."""

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the start of a turn for each group that was turned about."""
        return TurnStart(event.player) if isinstance(event, Turned) else None

    def sentence(self, event: object) -> str:
        """Return a sentence on who turned which group about."""
        assert isinstance(event, Turned)
        return f"{event.player} turns {', '.join(event.group)} about under {' and '.join(event.signs) or 'no sign'}"


class Evaluator:
    """A bot's evaluator that likes random answers."""

    def __init__(self, rules: Rules) -> None:
        pass

    def evaluate(self, request: Request[object], session: Session[State], chance: ChanceSource) -> list[RatedAnswer]:
        """Rate two random answers."""
        sampler = AnswerSampler(chance)
        return [(sampler.answer(request), 1.0), (sampler.answer(request), 0.5)]


def reason(rules: Rules, session: Session[State], request: Request[object]) -> Reason:
    """Return a reason for each request."""
    return Reason(f"Pick {request.purpose}", "They hang together.", "MU-01")


def formatter(rules: Rules, begun: Checkpoint[State]) -> Formatter:
    """Return a formatter."""
    return Formatter()


MUSTER: Game = dataclasses.replace(
    TUMBLE,
    name="muster",
    title="Muster",
    motto="Gather.",
    rules=Rules,
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
