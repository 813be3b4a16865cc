"""The path of a hand that carries a piece.

The hand moves along a straight line, with minimum jerk and with a tremor. Its height follows the height of the ground.
"""

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
    """Settings of the path of a hand that carries a piece. We chose the values; they have no source."""

    step_smoothing: float = 20.0
    """If the ground has a step, a hand rises or sinks over this horizontal distance (mm)."""
    tremor_fade: float = 0.15
    """Duration of the tremor's growth at the start of a carry, and of its fading at the end (s).

    The tremor is 0 at the start and at the end, so it doesn't change where a carry begins and ends. In a short carry,
    it grows in the first quarter of the carry, and fades in the last quarter.
    """
    slope_samples: int = 64
    """Minimum number of intervals of a path for sampling the ground's height.

    From the samples, the minimum duration of the carry is computed.
    """
    clearance: float = 0.5
    """A piece within this distance is near a carried piece (mm). The reach of the hand's tremor is added."""
    tremor_reach: float = 2.0
    """The tremor moves a hand off its path by no more than this.

    The unit is the tremor's root mean square on one axis. The tremor is a sine on each axis. So its peak is √2 on each
    axis, and 2 if both axes have their peak at the same time.
    """


HAND_PATH: Final = HandPathSettings()
"""The settings that the simulation uses for a hand's path."""


@dataclass(frozen=True, slots=True)
class GroundProfile:
    """The height of the ground along a straight path, with smoothed steps."""

    start: float
    """Height at the start of the path (mm)."""
    steps: tuple[tuple[float, float], ...] = ()
    """The steps of the ground. Each has its distance along the path and its rise (mm). A step down has a negative rise.
    """
    smoothed: float = HAND_PATH.step_smoothing
    """smoothed: The height changes over this horizontal distance at a step (mm)."""

    def height_at(self, way: float) -> float:
        """Return the height of the ground, with smoothed steps, at a distance along the path (mm)."""
        if not self.steps:
            return self.start
        return self.start + sum(rise * minimum_jerk((way - where) / self.smoothed + 0.5) for where, rise in self.steps)


def ground_profile(
    table: Table, start: Point, end: Point, smoothed: float = HAND_PATH.step_smoothing, ahead: float = 0.0
) -> GroundProfile:
    """Return the height of the ground for models, along a straight path. Steps are smoothed.

    Steps near the start or the end are moved inwards, because the path has to begin and end at the right height.

    Args:
        table: The table.
        start: Start of the path (mm).
        end: End of the path (mm).
        smoothed: The height changes over this horizontal distance at a step (mm).
        ahead: Each change of height is moved this far away from the edge of the step, to the step's lower side (mm).
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
    """The path of a hand that carries a piece along a straight line: its position at each tick."""

    start: Point
    end: Point
    ticks: int
    """Duration of the carry (ticks)."""
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
        """Return the position of the hand at a tick: x and y (mm).

        At the first tick, this is exactly `start`. From the last tick on, it is exactly `end`.
        """
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
        """Return the place of the middle of the carried piece's base at each tick: shape (ticks + 1, 3), in mm.

        Apart from rounding, each row equals the result of `foot_at` for its tick.
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
        """Return the place of the middle of the carried piece's base at a tick: x, y and z (mm)."""
        return (*self.position_at(tick), self.ground.height_at(self.distance_at(tick)))


def hand_path(
    table: Table, start: Point, end: Point, hand: Hand, pace: Pace, chance: np.random.Generator, also: Point
) -> HandPath:
    """Return the path of a hand that carries two pieces as fast as the hand's pace allows.

    The pace limits the horizontal motion of the hand, and also how fast each piece rises or sinks. So the whole carry
    may be slower if the ground has steps.

    Args:
        table: The table.
        start: Start of the path (mm).
        end: End of the path (mm).
        hand: The hand, which gives the path its tremor.
        pace: Peak speed and acceleration of the hand.
        chance: Random generator for the phases of the tremor.
        also: Position (mm) of the second piece, such as the lowest die of a tower. It moves along with the first piece,
            which is carried from `start` to `end`.
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
    """Return the minimum duration (s) of a carry whose hand rises and sinks no faster than its pace allows.

    Args:
        rise: The height of the ground along the path.
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
