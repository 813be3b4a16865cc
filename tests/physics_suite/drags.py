"""Drags as a person's hand makes them, for the tests."""

import math

from riotsim.table.acts import Drag
from riotsim.table.kinematic.motion import PEAK_ACCELERATION
from riotsim.table.units import TICKS_PER_SECOND

Sample = tuple[int, float]


def smooth(length: float, seconds: float, hz: float = 60.0, pixel: float = 0.5) -> tuple[Sample, ...]:
    """A movement of least jerk over a length (mm), seen so often and in whole pixels of so many mm."""
    count = max(1, round(seconds * hz))
    shares = (k / count for k in range(count + 1))
    ways = (length * s**3 * (10.0 - 15.0 * s + 6.0 * s * s) for s in shares)
    return tuple(
        (round(k * TICKS_PER_SECOND / hz), min(length, pixel * round(way / pixel))) for k, way in enumerate(ways)
    )


def at_most(length: float, acceleration: float, hz: float = 60.0) -> Drag:
    """A movement of least jerk that peaks at this acceleration (mm/s²)."""
    return Drag(smooth(length, math.sqrt(PEAK_ACCELERATION * length / acceleration), hz))
