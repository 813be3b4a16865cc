"""Drags like those of a person's hand, for the tests."""

import math

from riotsim.table.acts import Drag
from riotsim.table.kinematic.motion import PEAK_ACCELERATION
from riotsim.table.units import TICKS_PER_SECOND

Sample = tuple[int, float]


def smooth(length: float, seconds: float, hz: float = 60.0, pixel: float = 0.5) -> tuple[Sample, ...]:
    """Return the samples of a movement of least jerk over a length (mm), `hz` a second, in steps of `pixel` mm."""
    count = max(1, round(seconds * hz))
    shares = (k / count for k in range(count + 1))
    ways = (length * s**3 * (10.0 - 15.0 * s + 6.0 * s * s) for s in shares)
    return tuple(
        (round(k * TICKS_PER_SECOND / hz), min(length, pixel * round(way / pixel))) for k, way in enumerate(ways)
    )


def at_most(length: float, acceleration: float, hz: float = 60.0) -> Drag:
    """Return a drag with least jerk over a length (mm) that peaks at this acceleration (mm/s²)."""
    return Drag(smooth(length, math.sqrt(PEAK_ACCELERATION * length / acceleration), hz))
