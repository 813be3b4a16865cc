"""Moving by hand: drag the model along its line, live, its tower sliding with it."""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.play.requests import SetPace
from riotsim.table.acts import Drag
from riotsim.table.poses import Point
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.input.gestures.mouse_track import MouseTrack

DIGITS: Final = 2
"""Of a distance in mm: a pixel is no finer."""

FOREVER: Final = 1e6
"""Nobody drags for so long (s)."""

LATE: Final = 10**9
"""The tick of what comes later still."""


@dataclass(frozen=True, slots=True)
class DragState:
    """How far the hand has come."""

    way: float
    """mm, from where the model stood."""
    length: float
    """Of the whole line (mm)."""
    at: Point
    """Where the hand is on the line (mm); the model follows close behind."""

    @property
    def there(self) -> bool:
        """Whether it has come to the end of the line."""
        return self.way >= self.length


class CarryGesture:
    """A model in a hand, from the grab until it is let go. The samples are to be sent on as they come."""

    def __init__(self, request: SetPace, start: Point, t: float, x: float, y: float) -> None:
        """Grab the model that stands at `start` (s, mm); it doesn't jump to the mouse."""
        self._request, self._start = request, start
        (x0, y0), (x1, y1) = start, request.to
        self.length = min(math.dist(start, request.to), request.length)
        """Of the line (mm)."""
        far = math.dist(start, request.to)
        self._along = ((x1 - x0) / far, (y1 - y0) / far) if far > 0.0 else (1.0, 0.0)
        self._motion = MouseTrack()
        self._motion.see(t, x, y)
        self._began = self._motion.last
        self._samples: list[tuple[int, float]] = []
        self._way = 0.0

    def move(self, t: float, x: float, y: float) -> tuple[int, float] | None:
        """Move the hand (s, mm); gives the sample that comes of it (ticks, mm along the line).

        None for one that is none: it came in the same tick as the last, or after the longest drag there may be. To be
        called in each frame, mouse at rest or not: time goes on.
        """
        self._motion.see(t, x, y)
        last = self._motion.last
        if last is None:
            return None
        if self._began is None:
            self._began = last
        (x0, y0), (x1, y1) = self._began.at, last.at
        way = (x1 - x0) * self._along[0] + (y1 - y0) * self._along[1]
        self._way = min(max(round(way, DIGITS), 0.0), self.length)
        tick = round((last.t - self._began.t) * TICKS_PER_SECOND) if last.t - self._began.t < FOREVER else LATE
        before = self._samples[-1][0] if self._samples else -1
        if not before < tick <= self._request.LONGEST or len(self._samples) >= self._request.MOST_SAMPLES:
            return None
        self._samples.append((tick, self._way))
        return self._samples[-1]

    @property
    def full(self) -> bool:
        """Whether no more samples are taken; it is to be let go then."""
        return len(self._samples) >= self._request.MOST_SAMPLES or self.took >= self._request.LONGEST / TICKS_PER_SECOND

    @property
    def took(self) -> float:
        """For how long it has been dragged (s)."""
        last = self._motion.last
        return 0.0 if last is None or self._began is None else last.t - self._began.t

    @property
    def dragged(self) -> DragState:
        """How far the hand has come."""
        (x, y), (dx, dy) = self._start, self._along
        return DragState(self._way, self.length, (x + self._way * dx, y + self._way * dy))

    def let_go(self) -> Drag:
        """Let go: gives the answer. What is left of the way, the boss's hand carries the model."""
        return Drag(tuple(self._samples))


def default_pace(request: SetPace) -> str:
    """Give the answer that a key makes: the boss's hand carries at its usual pace."""
    return request.paces[0]
