"""Towers as cases: random stacks with the margin that statics gives them, overhangs, creep and carrying.

Statics of rigid blocks: a stack stands while, at every level, the centre of mass of all that is above lies over both
dice that meet there. How far it lies inside their edges at the worst level is the stack's margin.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.physics.bodies import Hold
from riotsim.physics.live_towers import LiveTower, nestled
from riotsim.physics.scene import LOOK_EVERY, Scene
from riotsim.physics.world import TICK
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose, about_z, rotate
from riotsim.table.state import Table
from riotsim.testing.bench import SIZE

SURE: Final = 1.0
"""A stack with this margin (mm) or more has to stand."""

LOST: Final = -0.3
"""One with this margin (mm) or less has to fall; between the two, either may be."""

MARGINS: Final = (-2.0, 4.0)
"""Least and greatest margin (mm) of random stacks: the doubtful ones, and some on both sides."""

TALLEST: Final = 13
"""Dice of the tallest random stack."""

WATCHED: Final = 2.0
"""How long a stack is watched (s). One of 13 whose centre is 0.3 mm beyond the edge falls in about a second."""


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of cubes of one size, from the bottom up."""

    at: tuple[Point, ...]
    """Centres in plan (mm)."""
    yaws: tuple[float, ...]
    """How each is turned (rad)."""
    size: float = SIZE
    """mm."""

    @property
    def margin(self) -> float:
        """How far inside the edges that carry it the centre of mass lies at the worst level (mm); below 0: beyond."""
        at = np.array(self.at)
        least = self._inside(at.mean(axis=0), 0)
        for level in range(1, len(at)):
            centre = at[level:].mean(axis=0)
            least = min(least, self._inside(centre, level - 1), self._inside(centre, level))
        return least

    def _inside(self, centre: npt.NDArray[np.float64], die: int) -> float:
        """How far a point in plan lies inside a die's edges (mm)."""
        offset = (float(centre[0] - self.at[die][0]), float(centre[1] - self.at[die][1]), 0.0)
        x, y, _ = rotate(about_z(-self.yaws[die]), offset)
        return self.size / 2 - max(abs(x), abs(y))

    def dice(self) -> tuple[Die, ...]:
        """The dice, standing on the table's top."""
        return tuple(
            Die(f"{k:02d}", size=self.size, pose=Pose((x, y, (k + 0.5) * self.size), about_z(yaw)))
            for k, ((x, y), yaw) in enumerate(zip(self.at, self.yaws, strict=True))
        )

    def stretched(self, by: float) -> "Stack":
        """The same stack, leaning out so many times as far."""
        x0, y0 = self.at[0]
        return replace(self, at=tuple((x0 + (x - x0) * by, y0 + (y - y0) * by) for x, y in self.at))


def random_stack(chance: np.random.Generator, middle: Point = (0.0, 0.0)) -> Stack:
    """Draw a stack of 2 to 13 dice, turned somewhat, whose margin is drawn evenly from `MARGINS`.

    The directions in which the dice lean out are random; how far is then scaled until the margin is what was drawn.
    """
    count = int(chance.integers(2, TALLEST + 1))
    steps = np.concatenate([np.zeros((1, 2)), chance.normal(0.0, 1.0, (count - 1, 2))])
    places = middle + np.cumsum(steps, axis=0)
    turned = chance.normal(0.0, math.radians(4.0), count) + chance.uniform(0.0, math.tau)
    wanted = float(chance.uniform(*MARGINS))
    stack = Stack(tuple((float(x), float(y)) for x, y in places), tuple(float(yaw) for yaw in turned))
    low, high = 0.0, 1.0
    while stack.stretched(high).margin > wanted:
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        half = (low + high) / 2
        low, high = (half, high) if stack.stretched(half).margin > wanted else (low, half)
    return stack.stretched(low)


_HALVINGS: Final = 30
"""Of the interval in which a scale is looked for: far below a thousandth of a millimetre."""


def random_stacks(count: int, seed: int, middle: Point = (0.0, 0.0)) -> Iterator[Stack]:
    """Draw so many stacks, each from a seed of its own."""
    for child in np.random.SeedSequence(seed).spawn(count):
        yield random_stack(np.random.Generator(np.random.PCG64(child)), middle)


def harmonic(count: int, share: float = 1.0, size: float = SIZE) -> Stack:
    """Give the stack that leans out the farthest that statics allows, 1/2, 1/4, 1/6 … of an edge from the top down.

    Each offset is taken times `share`.
    """
    x, places = 0.0, []
    for k in range(count):
        places.append((x, 0.0))
        x += size / (2 * (count - 1 - k)) * share if k < count - 1 else 0.0
    return Stack(tuple(places), (0.0,) * count, size)


def overhang(count: int) -> float:
    """Give by how many edges the top of a harmonic stack of so many dice leans out: the sum of 1/(2k)."""
    return math.fsum(1 / (2 * k) for k in range(1, count))


def critical_lean(count: int, precision: float = 0.002, stand: Callable[[Stack], bool] | None = None) -> float:
    """Measure at which share of a harmonic stack's offsets a stack of so many dice falls: 1, says statics.

    `stand` says whether one does; it is our engine unless told otherwise.
    """
    stand = stand or stands
    low, high = 0.9, 1.1
    while high - low > precision:
        half = (low + high) / 2
        low, high = (half, high) if stand(harmonic(count, half)) else (low, half)
    return (low + high) / 2


_BOARD: Final = Table(610.0, 610.0)
"""Where stacks stand: 24 × 24 in of felt."""


def stands(stack: Stack, seconds: float = WATCHED, *, as_acts_do: bool = False) -> bool:
    """Whether a stack of live dice stands after so many seconds.

    With `as_acts_do` it is watched as an act watches it: what has been still for 16 ticks is at rest.
    """
    with _standing(stack, lull=as_acts_do) as (scene, tower):
        ticks = round(seconds / TICK)
        if as_acts_do:
            for _ in scene.run(ticks, 0):
                pass
        else:
            for _ in _ticks(scene, ticks):
                if tower.fell:
                    return False
        return tower.stands()


def creep(count: int, seconds: float, every: float = 1.0) -> tuple[list[float], list[float]]:
    """Let a straight tower of live dice stand, none asleep; gives times (s) and how far its top has moved by then (mm).

    The top's first place is where it was put, so that what it sags by counts too.
    """
    straight = Stack(((0.0, 0.0),) * count, (0.3,) * count)
    times, moved = [], []
    with _standing(straight, lull=False) as (scene, tower):
        top = tower.dice[-1]
        first = straight.dice()[-1].pose.moved((*_BOARD.middle, 0.0))
        for tick in _ticks(scene, round(seconds / TICK)):
            if tick % round(every / TICK) == 0:
                times.append(tick * TICK)
                moved.append(math.dist(scene.world.pose(top.number)[0], first.at))
    return times, moved


@contextmanager
def _standing(stack: Stack, *, lull: bool) -> Iterator[tuple[Scene, LiveTower]]:
    """A stack whose dice are all live, in the middle of a board."""
    dice = tuple(replace(die, pose=die.pose.moved((*_BOARD.middle, 0.0))) for die in stack.dice())
    with Scene(_BOARD, lull=lull) as scene:
        for die in nestled(_BOARD, dice):
            scene.enter(die, Hold.FREE)
        yield scene, scene.stand("tower", tuple(die.id for die in dice))


def _ticks(scene: Scene, count: int) -> Iterator[int]:
    """Let time pass as an act does, but without an end when all is at rest."""
    for _ in range(count):
        scene.world.step()
        scene.tick += 1
        if scene.tick % LOOK_EVERY == 0:
            scene.look()
        yield scene.tick


@dataclass(frozen=True, slots=True)
class Verdicts:
    """How stacks fared against statics."""

    margins: tuple[float, ...]
    """mm."""
    stood: tuple[bool, ...]

    def count(self, low: float, high: float, stood: bool) -> int:
        """Count the stacks with a margin from `low` up to `high` (mm) that stood, or fell."""
        return sum(low <= margin < high and s is stood for margin, s in zip(self.margins, self.stood, strict=True))

    @property
    def false_falls(self) -> int:
        """Those that fell though they had to stand."""
        return self.count(SURE, math.inf, False)

    @property
    def false_stands(self) -> int:
        """Those that stood though they had to fall."""
        return self.count(-math.inf, math.nextafter(LOST, 0.0), True)


def judge(stacks: Iterable[Stack], stand: Callable[[Stack], bool] = stands) -> Verdicts:
    """Try stacks, with `stand` to say whether one does."""
    margins, stood = [], []
    for stack in stacks:
        margins.append(stack.margin)
        stood.append(stand(stack))
    return Verdicts(tuple(margins), tuple(stood))
