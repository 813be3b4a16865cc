"""Recent mouse positions on a horizontal plane. The mouse's velocity, turning and shaking are computed from them."""

import itertools
import math
from collections import deque
from dataclasses import dataclass
from typing import Final

from riotsim.table.poses import Point

VELOCITY_WINDOW: Final = 0.08
"""Velocity is averaged over this time (s): longer than a slow frame, shorter than a flick."""

HISTORY_SECONDS: Final = 1.0
"""Positions are kept at least for this time (s), so that shaking can be measured."""

MAX_SAMPLE_DISTANCE: Final = 1e5
"""Largest absolute value of a coordinate in a valid position (mm). Positions near the horizon are not valid."""

LATE_SECONDS: Final = 0.02
"""Time since the window began to redraw itself (s). Later positions have been delayed by the redrawing."""

REST_SPEED: Final = 60.0
"""Speed of the mouse below which a hand counts as resting (mm/s)."""


@dataclass(frozen=True, slots=True)
class MouseSample:
    """A position of the mouse on a plane, and its time."""

    t: float
    """Time of the position (s)."""
    at: Point
    """Position on the plane (mm)."""


class MouseTrack:
    """Recent mouse positions on a plane, in order of time."""

    def __init__(self) -> None:
        self._seen: deque[MouseSample] = deque()
        self._drawn = math.inf
        """Time when the window last began to redraw itself (s); infinite before the first time."""

    def drawn(self, t: float) -> None:
        """Record the time (s) when the window begins to redraw itself.

        Mouse positions during a slow redrawing arrive together when it ends. They would look like one fast movement. So
        `add` gives these positions new times, at equal intervals over the redrawing.
        """
        self._drawn = t

    def add(self, t: float, x: float, y: float) -> None:
        """Add a mouse position.

        An invalid time is replaced by the last valid time, and an invalid place by the last valid place. If there was
        no valid place yet, nothing is added.

        Args:
            t: Time (s). It is invalid if it is earlier than the last time, or not finite.
            x: Place on the plane (mm). It is invalid beyond `MAX_SAMPLE_DISTANCE`.
            y: Place on the plane (mm). It is invalid beyond `MAX_SAMPLE_DISTANCE`.
        """
        last = self.last
        t = t if math.isfinite(t) else (last.t if last else 0.0)
        if last is not None:
            t = max(t, last.t)
        at = (x, y) if abs(x) <= MAX_SAMPLE_DISTANCE and abs(y) <= MAX_SAMPLE_DISTANCE else (last.at if last else None)
        if at is None:
            return
        if last is not None and t == last.t:
            self._seen.pop()
        self._seen.append(MouseSample(t, at))
        if t - self._drawn > LATE_SECONDS:
            self._spread(t)
        while len(self._seen) > 2 and self._seen[1].t < t - HISTORY_SECONDS:
            self._seen.popleft()

    def _spread(self, until: float) -> None:
        """Spread the times of all positions after the start of the last redrawing.

        The new times lie at equal intervals between this start and `until` (s).
        """
        waited: list[Point] = []
        while self._seen and self._seen[-1].t > self._drawn:
            at = self._seen.pop().at
            if not waited or at != waited[-1]:  # the release comes at the place of the last movement
                waited.append(at)
        before = self.last
        if before is None or before.t < self._drawn:
            self._seen.append(MouseSample(self._drawn, waited[-1] if before is None else before.at))
        step = (until - self._drawn) / len(waited)
        for k, at in enumerate(reversed(waited[1:]), 1):
            self._seen.append(MouseSample(self._drawn + k * step, at))
        self._seen.append(MouseSample(until, waited[0]))

    @property
    def last(self) -> MouseSample | None:
        """The latest position, or None before the first."""
        return self._seen[-1] if self._seen else None

    def since(self, t: float) -> tuple[MouseSample, ...]:
        """Return the positions after a time (s), in order."""
        return tuple(one for one in self._seen if one.t > t)

    def position_at(self, t: float) -> Point:
        """Return the position at a time (mm), interpolated between the known positions. At least one must be known.

        For a time before the first known position, return the first. For a time after the last, return the last.
        """
        before = self._seen[0]
        for now in self._seen:
            if now.t >= t:
                if now.t == before.t:
                    return now.at
                share = min(1.0, max(0.0, (t - before.t) / (now.t - before.t)))
                (x, y), (x1, y1) = before.at, now.at
                return (x + share * (x1 - x), y + share * (y1 - y))
            before = now
        return before.at

    def velocity(self, until: float | None = None, over: float = VELOCITY_WINDOW) -> Point:
        """Return the mean velocity of the mouse in a time span (mm/s).

        Before its first position, the mouse counts as at rest.

        Args:
            until: End of the time span (s). The default is the time of the latest position.
            over: Length of the time span (s).
        """
        if len(self._seen) < 2:
            return (0.0, 0.0)
        until = self._seen[-1].t if until is None else until
        since = max(until - over, self._seen[0].t)
        if until - since <= 0.0:
            return (0.0, 0.0)
        # A first movement counts as spread over the whole window, so that a single sample gives no huge speed.
        span = max(until - since, over)
        (x, y), (x1, y1) = self.position_at(since), self.position_at(until)
        return ((x1 - x) / span, (y1 - y) / span)

    def turn_rate(self) -> float:
        """Return the turning rate of the mouse's direction (rad/s, positive to the left); 0 for a mouse at rest."""
        if not self._seen:
            return 0.0
        now = self._seen[-1].t
        before, after = self.velocity(now - VELOCITY_WINDOW), self.velocity(now)
        if min(math.hypot(*before), math.hypot(*after)) < REST_SPEED:
            return 0.0
        cross = before[0] * after[1] - before[1] * after[0]
        return math.atan2(cross, before[0] * after[0] + before[1] * after[1]) / VELOCITY_WINDOW

    def shake_length(self) -> float:
        """Return the length of the path in the last second, minus the distance between the path's ends (mm)."""
        seen = list(self._seen)
        way = sum(math.dist(a.at, b.at) for a, b in itertools.pairwise(seen))
        return way - math.dist(seen[0].at, seen[-1].at) if seen else 0.0
