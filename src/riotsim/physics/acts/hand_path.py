"""The path of a carrying hand: a straight line with minimum jerk and tremor. The hand follows the ground's height."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.physics.engine.world import TICK
from riotsim.table.acts import Hand, Pace
from riotsim.table.geometry.plan import crossing
from riotsim.table.kinematic.motion import PEAK_ACCELERATION, PEAK_SPEED, minimum_jerk
from riotsim.table.pieces import Box
from riotsim.table.poses import Point, Vector
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class HandPathSettings:
    """Settings of the path of a hand that carries a piece. The values are this program's own."""

    step_smoothing: float = 20.0
    """Horizontal distance over which a hand spreads a step of the ground (mm)."""
    tremor_fade: float = 0.15
    """Time in which the tremor grows from nothing at the start of a carry, and fades to nothing at the end (s).

    In a short carry, each takes a quarter of the carry. So the tremor doesn't move the start or the end.
    """
    slope_samples: int = 64
    """Minimum number of points along a path at which the ground's height is sampled.

    The samples give the duration of the carry.
    """
    clearance: float = 0.5
    """Distance within which another piece counts as near a carried piece (mm). The reach of the tremor is added."""
    tremor_reach: float = 2.0
    """Largest distance of a trembling hand from its path, as a multiple of the tremor's root mean square on one axis.

    The tremor is a sine on each axis. So its peak is √2 along x, √2 along y, and 2 in all.
    """


HAND_PATH: Final = HandPathSettings()
"""The settings of a hand's path that are in use."""


@dataclass(frozen=True, slots=True)
class GroundProfile:
    """The height of the ground along a straight path, with smoothed steps."""

    start: float
    """Height at the start of the path (mm)."""
    steps: tuple[tuple[float, float], ...] = ()
    """Steps of the ground: for each, its distance along the path and its rise (mm); a negative rise is a step down."""
    smoothed: float = HAND_PATH.step_smoothing
    """Horizontal distance over which the hand spreads a step (mm)."""

    def height_at(self, way: float) -> float:
        """Return the height of the ground, with smoothed steps, at a distance along the path (mm)."""
        if not self.steps:
            return self.start
        return self.start + sum(rise * minimum_jerk((way - where) / self.smoothed + 0.5) for where, rise in self.steps)


def ground_profile(
    table: Table, start: Point, end: Point, smoothed: float = HAND_PATH.step_smoothing, ahead: float = 0.0
) -> GroundProfile:
    """Return the height of the ground on which models stand, along a straight path, with smoothed steps.

    Args:
        table: The table.
        start: Start of the path (mm).
        end: End of the path (mm).
        smoothed: Horizontal distance over which the height changes at a step (mm).
        ahead: Distance by which the change of height is moved to the lower side of the step (mm).
    """
    length = math.dist(start, end)
    level = table.level_at(start)
    if length == 0.0:
        return GroundProfile(level)
    direction = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    edges: list[float] = []
    for piece in table.terrain.values():
        if piece.can_stand_on and isinstance(piece.shape, Box):
            met = crossing(start, direction, piece.footprint)
            if met is not None:
                edges += [where for where in met if 0.0 < where < length]
    edges.sort()
    steps = []
    heights = [level]
    for k, where in enumerate(edges):
        following = edges[k + 1] if k + 1 < len(edges) else length
        middle = (where + following) / 2
        height = table.level_at((start[0] + middle * direction[0], start[1] + middle * direction[1]))
        if height != heights[-1]:
            steps.append((where, height - heights[-1]))
            heights.append(height)
    # A step near either end is moved inwards: the hand has to begin and end at the right height.
    inner = min(smoothed, length) / 2
    steps = [(where - math.copysign(ahead, rise), rise) for where, rise in steps]
    return GroundProfile(
        level, tuple((min(max(where, inner), length - inner), rise) for where, rise in steps), smoothed
    )


@dataclass(frozen=True, slots=True)
class HandPath:
    """The place of a hand at each tick of a straight carry."""

    start: Point
    end: Point
    ticks: int
    """Duration (ticks)."""
    ground: GroundProfile
    """The ground under the carried model."""
    tremor: float = 0.0
    """Root mean square of the tremor on each axis (mm)."""
    tremor_hz: float = 0.0
    """Frequency of the tremor (Hz)."""
    phases: tuple[float, float] = (0.0, 0.0)
    """Phases of the tremor along x and y (rad)."""

    def distance_at(self, tick: int) -> float:
        """Return the distance of the hand along the path at a tick (mm), without tremor."""
        share = 1.0 if tick >= self.ticks else tick / self.ticks
        return math.dist(self.start, self.end) * minimum_jerk(share)

    def position_at(self, tick: int) -> Point:
        """Return the place of the hand at a tick (mm). It is exact at the start and at the end."""
        if tick >= self.ticks:
            return self.end
        share = minimum_jerk(tick / self.ticks)
        x = self.start[0] + share * (self.end[0] - self.start[0])
        y = self.start[1] + share * (self.end[1] - self.start[1])
        if self.tremor == 0.0:
            return (x, y)
        fade = max(1.0, min(HAND_PATH.tremor_fade / TICK, self.ticks / 4))
        swell = math.sqrt(2) * self.tremor * minimum_jerk(tick / fade) * minimum_jerk((self.ticks - tick) / fade)
        turn = math.tau * self.tremor_hz * tick * TICK
        return (x + swell * math.sin(turn + self.phases[0]), y + swell * math.sin(turn + self.phases[1]))

    def feet(self) -> npt.NDArray[np.float64]:
        """Return the place of the carried piece's foot at each tick, as an array (ticks + 1, 3) in mm.

        The rows equal the results of `foot_at`, apart from rounding.
        """
        ticks = np.arange(self.ticks + 1)
        share = _minimum_jerk_shares(ticks / self.ticks)
        feet = np.empty((self.ticks + 1, 3))
        fade = max(1.0, min(HAND_PATH.tremor_fade / TICK, self.ticks / 4))
        swell = (
            math.sqrt(2)
            * self.tremor
            * _minimum_jerk_shares(ticks / fade)
            * _minimum_jerk_shares((self.ticks - ticks) / fade)
        )
        turn = math.tau * self.tremor_hz * TICK * ticks
        for k in range(2):
            feet[:, k] = self.start[k] + share * (self.end[k] - self.start[k]) + swell * np.sin(turn + self.phases[k])
        way = math.dist(self.start, self.end) * share
        feet[:, 2] = self.ground.start
        for where, rise in self.ground.steps:
            feet[:, 2] += rise * _minimum_jerk_shares((way - where) / HAND_PATH.step_smoothing + 0.5)
        return feet

    def foot_at(self, tick: int) -> Vector:
        """Return the place of the carried piece's foot at a tick (mm)."""
        return (*self.position_at(tick), self.ground.height_at(self.distance_at(tick)))


def hand_path(
    table: Table, start: Point, end: Point, hand: Hand, pace: Pace, chance: np.random.Generator, also: Point
) -> HandPath:
    """Return the path of a carrying hand that moves as fast as its pace allows.

    The hand is slower if it would otherwise rise or sink too fast under one of the two carried pieces.

    Args:
        table: The table.
        start: Start of the path (mm).
        end: End of the path (mm).
        hand: The hand, for its tremor.
        pace: Peak speed and acceleration of the hand.
        chance: Random generator for the phases of the tremor.
        also: Place (mm) of a second piece that moves along, such as the lowest die of a tower.
    """
    length = math.dist(start, end)
    under = ground_profile(table, start, end)
    shift = (end[0] - start[0], end[1] - start[1])
    beside = ground_profile(table, also, (also[0] + shift[0], also[1] + shift[1]))
    duration = max(PEAK_SPEED * length / pace.speed, math.sqrt(PEAK_ACCELERATION * length / pace.acceleration))
    for rise in (under, beside):
        if rise.steps:
            duration = max(duration, _min_lift_duration(rise, length, pace))
    phases = (float(chance.uniform(0.0, math.tau)), float(chance.uniform(0.0, math.tau)))
    return HandPath(start, end, math.ceil(duration / TICK), under, hand.tremor, hand.tremor_hz, phases)


def _min_lift_duration(rise: GroundProfile, length: float, pace: Pace) -> float:
    """Return the minimum duration (s) of a carry in which the hand rises and sinks no faster than its pace allows.

    Args:
        rise: The ground along the path.
        length: Length of the path (mm).
        pace: Peak speed and acceleration of the hand.
    """
    # In units of the duration, and fine enough to sample each step several times.
    fine = max(HAND_PATH.slope_samples, round(length / HAND_PATH.step_smoothing * HAND_PATH.slope_samples))
    heights = np.array([rise.height_at(length * minimum_jerk(k / fine)) for k in range(fine + 1)])
    speed = float(np.abs(np.diff(heights)).max()) * fine
    acceleration = float(np.abs(np.diff(heights, 2)).max()) * fine * fine
    return max(speed / pace.speed, math.sqrt(acceleration / pace.acceleration))


def _minimum_jerk_shares(shares: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return `minimum_jerk` of each element of an array."""
    within = np.clip(shares, 0.0, 1.0)
    eased: npt.NDArray[np.float64] = within**3 * (10.0 - 15.0 * within + 6.0 * within * within)
    return eased
