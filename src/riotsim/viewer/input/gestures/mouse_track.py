"""How a mouse moved over a plane: its momentum when it let go, and how it turned and shook on the way."""

import itertools
import math
from collections import deque
from dataclasses import dataclass
from typing import Final

from riotsim.table.poses import Point

MOMENTUM: Final = 0.08
"""A hand's momentum is that of its last so many seconds: longer than a slow frame, and shorter than a flick."""

KEPT: Final = 1.0
"""For so long what the mouse did is remembered (s): a shake is seen in it."""

FAR: Final = 1e5
"""Nothing is pointed at that is farther from the table's corner (mm): near the horizon a ray meets its plane there."""

SLOW: Final = 60.0
"""A hand that is slower than this (mm/s) goes nowhere."""


@dataclass(frozen=True, slots=True)
class MouseSample:
    """Where the mouse was seen."""

    t: float
    """s."""
    at: Point
    """mm."""


class MouseTrack:
    """What the mouse did lately. What is seen late, twice, out of order or nowhere does no harm."""

    def __init__(self) -> None:
        self._seen: deque[MouseSample] = deque()

    def see(self, t: float, x: float, y: float) -> None:
        """Note where the mouse is (s, mm). What is no place, or no time, counts as the one before."""
        last = self.last
        t = t if math.isfinite(t) else (last.t if last else 0.0)
        if last is not None:
            t = max(t, last.t)
        at = (x, y) if abs(x) <= FAR and abs(y) <= FAR else (last.at if last else None)
        if at is None:
            return
        if last is not None and t == last.t:
            self._seen.pop()
        self._seen.append(MouseSample(t, at))
        while len(self._seen) > 2 and self._seen[1].t < t - KEPT:
            self._seen.popleft()

    @property
    def last(self) -> MouseSample | None:
        """Where it was seen last."""
        return self._seen[-1] if self._seen else None

    def at(self, t: float) -> Point:
        """Give where it was at a time (mm), evenly between two times at which it was seen."""
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

    def velocity(self, until: float | None = None, over: float = MOMENTUM) -> Point:
        """Give its mean velocity in the time before `until` (mm/s), by default before it was seen last."""
        if len(self._seen) < 2:
            return (0.0, 0.0)
        until = self._seen[-1].t if until is None else until
        since = max(until - over, self._seen[0].t)
        if until - since <= 0.0:
            return (0.0, 0.0)
        # What was seen for the first time only just now is no faster than if it had taken the whole time.
        span = max(until - since, over)
        (x, y), (x1, y1) = self.at(since), self.at(until)
        return ((x1 - x) / span, (y1 - y) / span)

    def turning(self) -> float:
        """Give how fast its course has turned lately, to the left (rad/s); 0 where it hardly moved."""
        if not self._seen:
            return 0.0
        now = self._seen[-1].t
        before, after = self.velocity(now - MOMENTUM), self.velocity(now)
        if min(math.hypot(*before), math.hypot(*after)) < SLOW:
            return 0.0
        cross = before[0] * after[1] - before[1] * after[0]
        return math.atan2(cross, before[0] * after[0] + before[1] * after[1]) / MOMENTUM

    def shaken(self) -> float:
        """Give how much it was shaken in the last second: how far it went there and back for nothing (mm)."""
        seen = list(self._seen)
        way = sum(math.dist(a.at, b.at) for a, b in itertools.pairwise(seen))
        return way - math.dist(seen[0].at, seen[-1].at) if seen else 0.0
