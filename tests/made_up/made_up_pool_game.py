"""A game that is made up for tests: a model runs while another watches it, and both players throw their dice into one
tray.

The table shows the sectors in which the models look, and the stretches of the way on which the runner is seen. After
the run, the dice of both players are thrown at once. Then the runner may throw dice of armour one by one, while the
other dice lie.
"""

import dataclasses
import math
import sys
from collections.abc import Coroutine, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import starmap
from typing import Literal

import made_up_game
from made_up_board_game import TUMBLE, final_score, status, turn
from made_up_game import HANDS, Result

from riotsim.bots.random import AnswerSampler
from riotsim.play.context import Checkpoint
from riotsim.play.evaluation import ChanceSource, RatedAnswer
from riotsim.play.game import Assets, Game, Seat
from riotsim.play.house_rules import Knocked, Lost, RolledAgain
from riotsim.play.narration import Reason, TurnStart
from riotsim.play.presentation import Presentation
from riotsim.play.requests import Choose, PlayerId, Request
from riotsim.play.rulebook.quantities import Count
from riotsim.play.rulebook.sections import Book
from riotsim.play.session.chance import Stream
from riotsim.play.session.session import Perform, Play, Session, Waiting
from riotsim.play.shared_tray.throws import SharedTray
from riotsim.table.acts import Displacement, Roll, Settled, Shift
from riotsim.table.dice.kinds import die_kind
from riotsim.table.geometry.patches import Patch, sector, stretch
from riotsim.table.pieces import Box, Die, Model, PieceId, Terrain
from riotsim.table.poses import Point, heading
from riotsim.table.sight.bodies import body_of, solids_of
from riotsim.table.sight.path import Stretches, stretches_seen
from riotsim.table.state import Table, Tray

SIDE = 400.0
"""Side of the table (mm)."""

TRAY = Tray(203.0, 203.0, 76.0, (SIDE + 50.0, 40.0), rack=60.0)
"""The tray that both players share."""

ATTACK, DEFENCE, ARMOUR = ("d10", "d8", "d8", "d4"), ("d12", "d6", "d6"), ("d6", "d20")
"""Dice of the watcher, dice of the runner, and dice of the runner's armour."""

PLACES: tuple[Point, ...] = ((60.0, 60.0), (340.0, 60.0), (340.0, 340.0), (60.0, 340.0))
"""Corners of the square around which the models run."""

ARC, ARC_RADIUS = math.radians(90.0), 70.0
"""Angle of a sector in which a model looks (rad), and its radius (mm)."""


class Rules(Book):
    """The rules of the game."""

    turns: Count = 1
    """Number of turns of each player."""
    lying: Literal["stay", "set_aside"] = "stay"
    """What happens to dice that lie in the tray while others are thrown."""
    more: Count = 0
    """Number of further d6 among the watcher's dice."""


@dataclass(frozen=True)
class Rolled:
    """An event: dice of both players were thrown together."""

    player: PlayerId
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    seen: float
    """Length of the way on which the runner was seen (mm)."""


@dataclass(frozen=True)
class Armoured:
    """An event: a die of armour was thrown while the others lay."""

    player: PlayerId
    number: int
    left: int
    """The points that the attack still takes."""


@dataclass
class State:
    """The points of each player."""

    hands: dict[PlayerId, str]
    points: dict[PlayerId, int]
    turns: int = 0
    result: Result | None = None


class House:
    """The house rules: a die that is cocked or off the tray is thrown again."""

    cocked: Literal["reroll", "nearest_face"] = "reroll"
    off_table: Literal["reroll", "lost"] = "reroll"
    least_drop = 40.0
    least_turns = 0.5
    models: Literal["fixed", "free"] = "fixed"


@dataclass
class Fight:
    """A game in progress, with the tray that both players share."""

    play: Play[State]
    rules: Rules
    tray: SharedTray = field(init=False)

    def __post_init__(self) -> None:
        self.tray = SharedTray(self.play, House(), self.throw, self.rules.lying)

    def throw(self, act: Roll) -> Coroutine[Waiting, object, Settled]:
        """Throw dice."""
        return self.play.perform(act, Stream.ROLL)

    async def run_past(self, player: PlayerId, foe: PlayerId) -> float:
        """Show where a player's model is seen on its way, and let it run. Return how far it was seen (mm)."""
        play = self.play
        runner, watcher = (next(m for m in play.table.models.values() if m.owner == name) for name in (player, foe))
        to = PLACES[(PLACES.index(runner.at) + 1) % len(PLACES)]
        seen = seen_on_way(play.table, watcher, runner, to)
        shown = [stretch((runner.at, to), *part, 26.0) for part in seen]
        danger = [Patch(area, foe, "#c0392b", 0.55, name="seen", name_size=14.0) for area in shown]
        play.table = dataclasses.replace(play.table, patches=(*arcs(play.table), *danger))
        await play.ask(Choose(player, "run", ("run",)))
        facing = heading(to, PLACES[(PLACES.index(to) + 1) % len(PLACES)])
        turn = math.remainder(facing - runner.heading, math.tau)
        await play.perform(Shift((Displacement(runner.id, to, turn),)), Stream.SHIFT)
        play.table = dataclasses.replace(play.table, patches=arcs(play.table))
        return sum(end - begin for begin, end in seen)

    async def fight(self, player: PlayerId, foe: PlayerId, seen: float) -> None:
        """Throw the dice of both players at once, then dice of the runner's armour one by one."""
        play, hand = self.play, HANDS[self.play.state.hands[player] or "steady"]
        play.table = play.table.without(*play.table.dice)
        pools = (*pool(foe, (*ATTACK, *["d6"] * self.rules.more)), *pool(player, DEFENCE))
        dice = await self.tray.roll(player, pools, hand)
        attack, defence = ([die.shows for die in dice if die.owner == name] for name in (foe, player))
        play.emit(Rolled(player, tuple(attack), tuple(defence), seen))
        left = max(0, max(attack, default=0) - max(defence, default=0))
        for number, kind in enumerate(ARMOUR):
            if not left or await play.ask(Choose(player, "armour", ("throw", "stop"))) == "stop":
                break
            for die in await self.tray.roll(player, pool(player, (kind,), f"armour{number}"), hand):
                left = max(0, left - die.shows)
                play.emit(Armoured(player, die.shows, left))
        play.state.points[foe] += left
        play.state.points[player] += 1


def pool(owner: PlayerId, kinds: Sequence[str], name: str = "") -> tuple[Die, ...]:
    """Return the dice of a player's pool."""
    return tuple(Die(f"{owner}-{name or number}", die_kind(kind), owner=owner) for number, kind in enumerate(kinds))


def arcs(table: Table) -> tuple[Patch, ...]:
    """Return the sectors in which the models look."""
    return tuple(
        Patch(sector(model.at, model.heading, ARC, ARC_RADIUS, 14.0), model.owner, "#d8b45a", 0.45)
        for model in table.models.values()
    )


def seen_on_way(table: Table, watcher: Model, runner: Model, to: Point) -> Stretches:
    """Return the stretches of a way on which a model is seen (mm)."""
    (found,) = stretches_seen([body_of(watcher)], body_of(runner), to, solids_of(table.terrain.values()))
    return found


def begin(
    rules: Rules, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[State]:
    """Begin the game with a model of each player in opposite corners, and a wall between them."""
    table = Table(SIDE, SIDE, tray=TRAY).with_pieces(
        Terrain("wall", Box(170.0, 12.0, 40.0), (150.0, 150.0), 0.6, "wall"),
        *starmap(
            lambda seat, at, facing: Model(seat.name.lower(), seat.name, at, heading=facing),
            zip(seats, (PLACES[0], PLACES[2]), (0.0, math.pi), strict=True),
        ),
    )
    table = dataclasses.replace(table, patches=arcs(table))
    state = State({seat.name: seat.options.get("hand", "") for seat in seats}, {seat.name: 0 for seat in seats})

    def run(play: Play[State]) -> Coroutine[Waiting, object, None]:
        return play_on(play, rules)

    return Session(run, state, table, seed, perform)


async def play_on(play: Play[State], rules: Rules) -> None:
    """Let the players run past each other in turn until each has had all turns."""
    state, fight = play.state, Fight(play, rules)
    players = list(state.points)
    while state.turns < rules.turns * len(players):
        play.begin_turn()
        player, foe = (players[(state.turns + k) % len(players)] for k in range(2))
        seen = await fight.run_past(player, foe)
        await fight.fight(player, foe, seen)
        state.turns += 1
    most = max(state.points.values())
    state.result = Result(tuple(player for player, points in state.points.items() if points == most))


class Formatter(made_up_game.Formatter):
    """A formatter with one line for each event."""

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the start of a turn for each throw of both players' dice."""
        return TurnStart(event.player) if isinstance(event, Rolled) else None

    def pieces(self, event: object) -> Iterable[PieceId]:
        """Return the die that an event is about, if any."""
        return (event.die,) if isinstance(event, Knocked | RolledAgain | Lost) else ()

    def sentence(self, event: object) -> str:
        """Return a sentence on the dice that were thrown, knocked over, thrown again or lost."""
        match event:
            case Rolled(player, attack, defence, seen):
                against = " ".join(map(str, attack))
                return f"{player} throws {' '.join(map(str, defence))} against {against}, seen for {seen:.0f} mm"
            case Armoured(player, number, left):
                return f"{player}'s armour takes {number}; {left} are left"
            case Knocked(player, die, before, after):
                return f"{player}'s {die} is knocked from {before} to {after}"
            case RolledAgain(player, die, why):
                return f"{player}'s {die} is thrown again: {why}"
        assert isinstance(event, Lost)
        return f"{event.player}'s {event.die} is lost"


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
    return Reason(request.purpose.capitalize(), "The highest dice count.", "PO-01")


def formatter(rules: Rules, begun: Checkpoint[State]) -> Formatter:
    """Return a formatter."""
    return Formatter()


POOLS: Game = dataclasses.replace(
    TUMBLE,
    name="pools",
    title="Pools",
    motto="Run.",
    rules=Rules,
    company=None,
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
    ),
)
