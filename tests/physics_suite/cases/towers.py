"""Towers as cases: random stacks with the margin that statics gives them, overhangs and creep."""

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from physics_suite.cases.blocks import SIZE
from riotsim.measuring.standing import WATCH_SECONDS, released_tower, simulate_ticks
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.engine.world import TICK
from riotsim.physics.scene.scene import Scene
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.table.statics import CubeStack

SURE: Final = 1.0
"""A stack with this margin (mm) or more has to stand."""

LOST: Final = -0.3
"""A stack with this margin (mm) or less has to fall. Between `LOST` and `SURE` a stack may do either."""

MARGINS: Final = (-2.0, 4.0)
"""Least and greatest margin (mm) of random stacks: some have to stand, some have to fall, and some may do either."""

TALLEST: Final = 13
"""Number of dice of the tallest random stack."""


def random_stack(chance: np.random.Generator, middle: Point = (0.0, 0.0)) -> CubeStack:
    """Draw a stack of 2 to 13 dice, turned somewhat, whose margin is drawn evenly from `MARGINS`.

    The dice lean out in random directions. Their distances are then scaled until the margin is the drawn one.
    """
    count = int(chance.integers(2, TALLEST + 1))
    steps = np.concatenate([np.zeros((1, 2)), chance.normal(0.0, 1.0, (count - 1, 2))])
    places = middle + np.cumsum(steps, axis=0)
    turned = chance.normal(0.0, math.radians(4.0), count) + chance.uniform(0.0, math.tau)
    wanted = float(chance.uniform(*MARGINS))
    stack = CubeStack(tuple((float(x), float(y)) for x, y in places), tuple(float(yaw) for yaw in turned))
    low, high = 0.0, 1.0
    while _with_lean_scaled(stack, high).margin > wanted:
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        half = (low + high) / 2
        low, high = (half, high) if _with_lean_scaled(stack, half).margin > wanted else (low, half)
    return _with_lean_scaled(stack, low)


def _with_lean_scaled(stack: CubeStack, by: float) -> CubeStack:
    """Return a stack in which each die's horizontal distance from the lowest die is multiplied by a factor."""
    x0, y0 = stack.at[0]
    return replace(stack, at=tuple((x0 + (x - x0) * by, y0 + (y - y0) * by) for x, y in stack.at))


_HALVINGS: Final = 30
"""Number of times that the interval for a scale is halved, to far below a thousandth of a millimetre."""


def random_stacks(count: int, seed: int, middle: Point = (0.0, 0.0)) -> Iterator[CubeStack]:
    """Draw this many stacks, each from its own seed."""
    for child in np.random.SeedSequence(seed).spawn(count):
        yield random_stack(np.random.Generator(np.random.PCG64(child)), middle)


def harmonic(count: int, share: float = 1.0, size: float = SIZE) -> CubeStack:
    """Return the stack that leans out the farthest that statics allows, 1/2, 1/4, 1/6 … of an edge from the top down.

    Each offset is multiplied by `share`.
    """
    x, places = 0.0, []
    for k in range(count):
        places.append((x, 0.0))
        x += size / (2 * (count - 1 - k)) * share if k < count - 1 else 0.0
    return CubeStack(tuple(places), (0.0,) * count, size)


def overhang(count: int) -> float:
    """Return by how many edges the top of a harmonic stack of this many dice leans out: the sum of 1/(2k)."""
    return math.fsum(1 / (2 * k) for k in range(1, count))


def critical_lean(count: int, precision: float = 0.002, stand: Callable[[CubeStack], bool] | None = None) -> float:
    """Measure the share of a harmonic stack's offsets at which a stack of this many dice falls; by statics it is 1.

    `stand` says whether a stack stands. Without it, our engine does.
    """
    stand = stand or stands
    low, high = 0.9, 1.1
    while high - low > precision:
        half = (low + high) / 2
        low, high = (half, high) if stand(harmonic(count, half)) else (low, half)
    return (low + high) / 2


_BOARD: Final = Table(610.0, 610.0)
"""Table that stacks stand on: 24 × 24 in of felt."""


def stands(stack: CubeStack, seconds: float = WATCH_SECONDS, *, as_acts_do: bool = False) -> bool:
    """Return whether a stack of live dice still stands after some seconds.

    With `as_acts_do` it is watched as an act watches it: what has been still for 16 ticks is at rest.
    """
    with _standing(stack, sleeping=as_acts_do) as (scene, tower):
        count = round(seconds / TICK)
        if as_acts_do:
            for _ in scene.run(count, 0):
                pass
        else:
            for _ in simulate_ticks(scene, count):
                if tower.fell:
                    return False
        return tower.stands()


def creep(count: int, seconds: float, every: float = 1.0) -> tuple[list[float], list[float]]:
    """Simulate a straight tower without sleep, and return times (s) and how far its top has moved by then (mm).

    The top's way is measured from where it was put, so that the sag of the tower counts, too.
    """
    straight = CubeStack(((0.0, 0.0),) * count, (0.3,) * count)
    times, moved = [], []
    with _standing(straight, sleeping=False) as (scene, tower):
        top = tower.dice[-1]
        first = straight.dice()[-1].pose.translated((*_BOARD.middle, 0.0))
        for tick in simulate_ticks(scene, round(seconds / TICK)):
            if tick % round(every / TICK) == 0:
                times.append(tick * TICK)
                moved.append(math.dist(scene.world.pose(top.number)[0], first.at))
    return times, moved


@contextmanager
def _standing(stack: CubeStack, *, sleeping: bool) -> Iterator[tuple[Scene, LiveTower]]:
    """Yield a scene with a stack in the middle of a board, all of whose dice are live, and the tower."""
    dice = tuple(replace(die, pose=die.pose.translated((*_BOARD.middle, 0.0))) for die in stack.dice())
    with released_tower(_BOARD, "tower", dice, sleeping=sleeping) as (scene, tower):
        yield scene, tower


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Stacks with their margins by statics, and whether the engine let each stand."""

    margins: tuple[float, ...]
    """Margin of each stack by statics (mm)."""
    stood: tuple[bool, ...]

    def count(self, low: float, high: float, stood: bool) -> int:
        """Count the stacks with a margin from `low` up to `high` (mm) that stood, or fell."""
        return sum(low <= margin < high and s is stood for margin, s in zip(self.margins, self.stood, strict=True))

    @property
    def false_falls(self) -> int:
        """Number of stacks that fell though they had to stand."""
        return self.count(SURE, math.inf, False)

    @property
    def false_stands(self) -> int:
        """Number of stacks that stood though they had to fall."""
        return self.count(-math.inf, math.nextafter(LOST, 0.0), True)


def judge(stacks: Iterable[CubeStack], stand: Callable[[CubeStack], bool] = stands) -> Verdicts:
    """Return the margins of stacks, and whether each stands according to `stand`."""
    margins, stood = [], []
    for stack in stacks:
        margins.append(stack.margin)
        stood.append(stand(stack))
    return Verdicts(tuple(margins), tuple(stood))
