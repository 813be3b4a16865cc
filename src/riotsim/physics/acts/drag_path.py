"""The path of a piece that a person drags along a straight line, computed from samples of the mouse.

The hand follows the mouse like a critically damped spring. So the hand moves smoothly, although the mouse jumps from
pixel to pixel.

The hand's position at the tick of a sample depends only on the samples up to that tick. So a drag can be simulated
while the person is still dragging. A later simulation of the same samples gives exactly the same result.
"""

import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from riotsim.physics.acts.hand_path import GroundProfile, HandPath, ground_profile, hand_path
from riotsim.physics.engine.world import TICK
from riotsim.table.acts import Hand, Pace
from riotsim.table.poses import Point, Vector
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class DragSettings:
    """Settings of drags: a person moves a piece with the mouse. We chose the values; they have no source."""

    follow_rate: float = 25.0
    """Rate of the hand's approach to the mouse (1/s). The hand lags 2/25 s behind a mouse that moves at constant speed.

    If the mouse jumps by a pixel of 0.6 mm, the hand accelerates by 375 mm/s² for a moment. A tower of 13 dice tips
    only at a lasting acceleration of 820 mm/s².
    """
    top_speed: float = 1500.0
    """Maximum speed of a dragging hand on level ground (mm/s). Pieces that the hand pushes may become faster."""
    step_smoothing: float = 60.0
    """If the ground has a step, a dragging hand rises or sinks over this horizontal distance (mm).

    The distance is long because a person who drags the mouse doesn't slow down at steps. A tower of 8 dice survives a
    step of 25 mm at 0.47 m/s, and a step of 50 mm at 0.28 m/s.
    """
    climb_distance: float = 35.0
    """Distance between a step of the ground and the hand's rise or fall there (mm).

    The point is on the lower side of the step. So the carried dice don't touch the step's edge.
    """
    slope_distance: float = 0.5
    """The slope of the ground is measured over this distance on each side of a point (mm)."""
    end_distance: float = 0.5
    """Tolerance at the end of the line (mm).

    If the person lets go within this distance of the end, the mouse is taken to be at the end.
    """
    rest_limits: tuple[float, float] = (1e-4, 1e-2)
    """The hand counts as at rest up to this distance from its goal (mm) and up to this speed (mm/s)."""
    rounding: float = 1e-6
    """A sample may lie beyond the ends of the line by this distance, because of rounding (mm)."""


DRAG: Final = DragSettings()
"""The settings that the simulation uses for drags."""


UNKNOWN_DURATION: Final = sys.maxsize
"""Duration of a drag that has not ended (ticks): more than any real duration."""


class DragPath:
    """The path of a dragging hand: its position at each tick. The path grows with each sample until the drag ends."""

    def __init__(
        self, table: Table, start: Point, end: Point, hand: Hand, pace: Pace, chance: np.random.Generator, also: Point
    ) -> None:
        """Begin a drag.

        Args:
            table: The table.
            start: Start of the straight line of the drag (mm).
            end: End of this line (mm).
            hand: The simulated hand that carries the piece on to the end of the line after the person has let go.
            pace: The pace of `hand`.
            chance: Random generator for the phases of the tremor of `hand`.
            also: Position (mm) of a second piece that moves with the dragged piece, such as the lowest die of a tower.
        """
        self.start, self.end = start, end
        self.length = math.dist(start, end)
        self.ground = ground_profile(table, start, end, DRAG.step_smoothing, DRAG.climb_distance)
        shift = (end[0] - start[0], end[1] - start[1])
        self.beside = ground_profile(
            table, also, (also[0] + shift[0], also[1] + shift[1]), DRAG.step_smoothing, DRAG.climb_distance
        )
        """The heights of the ground along the path of the second piece (see `also`)."""
        self._table, self._hand, self._pace, self._chance, self._also = table, hand, pace, chance, also
        self.ticks = UNKNOWN_DURATION
        """Duration of the whole motion (ticks); `UNKNOWN_DURATION` until the drag ends."""
        self.cut_off = False
        """True if the hand stopped because the tower fell."""
        self._ways = [0.0]
        """Distance of the hand along the line at each tick so far (mm)."""
        self._speed = 0.0
        self._goal = 0.0
        """Distance of the mouse along the line at the latest tick of `_ways` (mm)."""
        self._rest: HandPath | None = None
        """The path of the simulated hand from the last position of the mouse to the end of the line.

        It is None until the person lets go. If the mouse is at the end of the line then, it stays None.
        """
        self._rest_from = UNKNOWN_DURATION
        """The tick when the hand came to rest after the person had let go. The path `_rest` begins at this tick.

        It is `UNKNOWN_DURATION` until the person lets go.
        """

    def follow(self, tick: int, way: float) -> None:
        """Add a sample of the mouse. Between two samples, the mouse is assumed to move at a constant speed.

        Args:
            tick: The tick of the sample.
            way: Distance of the mouse from the start of the line, along the line (mm).
        """
        way = min(max(way, 0.0), self.length)
        first, before = len(self._ways) - 1, self._goal
        for k in range(first + 1, tick + 1):
            self._goal = before + (way - before) * ((k - first) / (tick - first))
            self._step(self._goal)
        self._goal = way

    def release(self) -> None:
        """End the drag, because the person has let go.

        The hand comes to rest at the last position of the mouse. If this isn't the end of the line, the simulated hand
        then carries the piece on to the end. A mouse within `DRAG.end_distance` of the end is taken to be at the end.
        """
        goal = self.length if self.length - self._goal <= DRAG.end_distance else self._goal
        near, slow = DRAG.rest_limits
        while abs(goal - self._ways[-1]) > near or abs(self._speed) > slow:
            self._step(goal)
        self._ways.append(goal)  # a tick later: the place at the last tick may have been read
        self._rest_from = len(self._ways) - 1
        left = self.length - goal
        if left <= 0.0:
            self.ticks = self._rest_from
            return
        here = self._between(goal)
        aside = (here[0] - self.start[0] + self._also[0], here[1] - self.start[1] + self._also[1])
        self._rest = hand_path(self._table, here, self.end, self._hand, self._pace, self._chance, aside)
        self.ticks = self._rest_from + self._rest.ticks

    def distance_at(self, tick: int) -> float:
        """Return the distance of the hand along the line at a tick (mm), without tremor."""
        if tick >= self.ticks:
            return self.length
        if tick <= self._rest_from or self._rest is None:
            return self._ways[tick]
        return self._ways[self._rest_from] + self._rest.distance_at(tick - self._rest_from)

    def position_at(self, tick: int) -> Point:
        """Return the position of the hand at a tick: x and y (mm). From the last tick on, this is exactly `end`."""
        if tick >= self.ticks:
            return self.end
        if tick <= self._rest_from or self._rest is None:
            return self._between(self._ways[tick])
        return self._rest.position_at(tick - self._rest_from)

    def foot_at(self, tick: int) -> Vector:
        """Return the place of the middle of the dragged piece's base at a tick: x, y and z (mm)."""
        return (*self.position_at(tick), self.ground.height_at(self.distance_at(tick)))

    def _between(self, way: float) -> Point:
        """Return the point of the line that is at the distance `way` from the start of the line (mm)."""
        share = way / self.length
        (x, y), (x1, y1) = self.start, self.end
        return (x + share * (x1 - x), y + share * (y1 - y))

    def _step(self, goal: float) -> None:
        """Advance the hand by one tick towards the mouse.

        Args:
            goal: Distance of the mouse along the line (mm).
        """
        at = self._ways[-1]
        off, fades = at - goal, math.exp(-DRAG.follow_rate * TICK)
        push = (self._speed + DRAG.follow_rate * off) * TICK
        there = goal + (off + push) * fades
        speed = (self._speed - DRAG.follow_rate * push) * fades
        most = self._fastest(at)
        if abs(there - at) > most * TICK:
            speed = math.copysign(most, there - at)
            there = at + speed * TICK
        if not 0.0 <= there <= self.length:
            there, speed = min(max(there, 0.0), self.length), 0.0
        self._ways.append(there)
        self._speed = speed

    def _fastest(self, way: float) -> float:
        """Return the highest speed that the hand may have at a distance along the line (mm/s).

        This speed is lower where the ground rises or falls.
        """
        steepest = max(_slope(self.ground, way), _slope(self.beside, way))
        return DRAG.top_speed / (1.0 + steepest)


def _slope(ground: GroundProfile, way: float) -> float:
    """Return how steep the ground is at a distance along a path: the absolute slope, rise divided by run.

    Args:
        ground: The ground along the path.
        way: The distance along the path (mm).
    """
    if not ground.steps:
        return 0.0
    return abs(ground.height_at(way + DRAG.slope_distance) - ground.height_at(way - DRAG.slope_distance)) / (
        2 * DRAG.slope_distance
    )


def sample_error(tick: object, way: object, before: int, length: float) -> str | None:
    """Return an error message for an invalid sample of a drag, or None for a valid sample.

    Args:
        tick: The tick of the sample.
        way: Distance of the mouse along the line (mm).
        before: The tick of the previous sample; -1 for the first sample.
        length: Length of the line (mm).
    """
    if not isinstance(tick, int) or tick <= before:
        return f"a drag needs whole ticks that go up, not {tick} after {before}"
    if not isinstance(way, int | float) or not -DRAG.rounding <= way <= length + DRAG.rounding:
        return f"a drag stays on its line of {length:.0f} mm, and has no place at {way}"
    return None


def add_all_samples(path: DragPath, samples: Sequence[tuple[int, float]]) -> None:
    """Add the samples of a finished drag to its path, and end the drag.

    Args:
        path: The path. No sample has been added to it before.
        samples: Tick and distance along the line (mm) of each sample, in order of time.
    """
    for tick, way in samples:
        path.follow(tick, way)
    path.release()
