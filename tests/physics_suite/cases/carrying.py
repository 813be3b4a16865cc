"""Carrying as a case: the lasting acceleration under which a tower gives way, and whether it slides or topples."""

import math
from dataclasses import dataclass
from typing import Final

from physics_suite.cases.blocks import SIZE, Bench, pair
from riotsim.physics.bodies.size_and_mass import BODY
from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.table.poses import IDENTITY, Vector, angle_between

SUSTAINED: Final = 0.7
"""Time that the acceleration lasts (s).

A tower just over its limit takes long to fall: in 0.35 s a tower of 12 dice falls at 1.19 times its limit, in 0.7 s at
1.01 times.
"""

SLID: Final = 3.0
"""If a die is this far from where the hand would have it, it has slid (mm)."""

TILTED: Final = math.radians(5.0)
"""If the top die has turned by this much, the tower topples (rad)."""

_FIRST: Final = 300.0
"""Acceleration at which the search for the limit begins (mm/s²)."""

_LAST: Final = 9000.0
"""Acceleration at which the search for the limit ends (mm/s²)."""

_PRECISION: Final = 1.03
"""The limit is found up to this factor."""


def limit(count: float, friction: float) -> float:
    """Return min(μ, 1/(N−1))·g (mm/s²): short towers slide on their lowest die, tall ones topple over its edge."""
    return min(friction, 1 / (count - 1)) * GRAVITY


@dataclass(frozen=True, slots=True)
class Carried:
    """The first failure of a tower that was accelerated."""

    slid: bool
    toppled: bool

    @property
    def stands(self) -> bool:
        """True if the tower came along with the hand."""
        return not (self.slid or self.toppled)


def accelerate(count: int, friction: float, acceleration: float) -> Carried:
    """Carry a tower by its lowest die with a lasting acceleration (mm/s²); `friction` is that of a pair of dice."""
    stuff = pair(friction)
    with Bench() as bench:
        foot = bench.block(stuff, (0.0, 0.0, SIZE / 2), fixed=True)
        upper = [bench.block(stuff, (0.0, 0.0, (k + 0.5) * SIZE - k * BODY.tower_overlap)) for k in range(1, count)]
        bench.wait(8 * TICK)
        for tick in range(round(SUSTAINED / TICK)):
            here, there = (acceleration * ((tick + k) * TICK) ** 2 / 2 for k in range(2))
            at: Vector = (here, 0.0, SIZE / 2)
            bench.world.set_state(foot.number, at, IDENTITY, ((there - here) / TICK, 0.0, 0.0))
            bench.wait(TICK)
            if angle_between(IDENTITY, bench.pose(upper[-1]).orientation) > TILTED:
                return Carried(slid=False, toppled=True)
            if abs(bench.pose(upper[0]).at[0] - there) > SLID:
                return Carried(slid=True, toppled=False)
    return Carried(slid=False, toppled=False)


def gives_way(count: int, friction: float) -> float:
    """Measure the lasting acceleration (mm/s²) under which a tower of this many dice slides or topples."""
    low, high = _FIRST, _LAST
    while high / low > _PRECISION:
        tried = math.sqrt(low * high)
        low, high = (tried, high) if accelerate(count, friction, tried).stands else (low, tried)
    return math.sqrt(low * high)
