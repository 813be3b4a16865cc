"""Carrying by hand: the player drags a model, with its tower, along the straight line to its goal."""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.play.requests import SetPace
from riotsim.table.acts import Drag
from riotsim.table.poses import Point
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.input.gestures.mouse_track import MouseTrack

DISTANCE_DECIMALS: Final = 2
"""Number of decimals of distances in mm."""

UNLIMITED_SECONDS: Final = 1e6
"""Time since the grab that is longer than any drag (s). Samples after this time get the tick `LATE_TICK`."""

LATE_TICK: Final = 10**9
"""Tick later than the limit of any drag. Samples with this tick are dropped."""


@dataclass(frozen=True, slots=True)
class DragState:
    """The progress of a drag."""

    distance: float
    """Distance of the hand from the model's start, along the line (mm)."""
    length: float
    """Length of the line of the drag (mm)."""
    at: Point
    """Position of the hand on the line (mm on the table)."""


class CarryGesture:
    """A drag of a model with the mouse, from grabbing the model to releasing it."""

    def __init__(self, request: SetPace, start: Point, t: float, x: float, y: float) -> None:
        """Grab a model. The hand begins at the model, even if the mouse is beside it.

        Args:
            request: The request to carry the model.
            start: The model's place (mm).
            t: The time (s).
            x: The mouse's place on the table (mm).
            y: The mouse's place on the table (mm).
        """
        self._request, self._start = request, start
        (x0, y0), (x1, y1) = start, request.to
        self.length = min(math.dist(start, request.to), request.length)
        """Length of the line of the drag (mm)."""
        far = math.dist(start, request.to)
        self._along = ((x1 - x0) / far, (y1 - y0) / far) if far > 0.0 else (1.0, 0.0)
        self._motion = MouseTrack()
        self._motion.add(t, x, y)
        self._began = self._motion.last
        self._samples: list[tuple[int, float]] = []
        self._taken = -math.inf
        """Time of the last mouse position that `take_samples` has handled (s); -inf before the first."""

    def drawn(self, t: float) -> None:
        """Record the time (s) when the window begins to redraw itself (see `MouseTrack.drawn`)."""
        self._motion.drawn(t)

    def move(self, t: float, x: float, y: float) -> None:
        """Move the hand. Call this in each frame, even if the mouse rests, because time passes.

        Args:
            t: The time (s).
            x: The mouse's place on the table (mm).
            y: The mouse's place on the table (mm).
        """
        self._motion.add(t, x, y)
        if self._began is None:
            self._began = self._motion.last

    def take_samples(self) -> tuple[tuple[int, float], ...]:
        """Return the samples of the drag since the last call.

        Each sample consists of the time since the grab (ticks), and the hand's distance from the model's start, along
        the line (mm).

        Call this once in each frame, after all movements of the frame. Samples beyond the request's limits
        (`MAX_TICKS`, `MAX_SAMPLES`) are dropped.
        """
        known = len(self._samples)
        if self._began is not None:
            for seen in self._motion.since(self._taken):
                self._taken = seen.t
                passed = seen.t - self._began.t
                tick = round(passed * TICKS_PER_SECOND) if passed < UNLIMITED_SECONDS else LATE_TICK
                before = self._samples[-1][0] if self._samples else -1
                if before < tick <= self._request.MAX_TICKS and len(self._samples) < self._request.MAX_SAMPLES:
                    self._samples.append((tick, self._way_to(seen.at)))
        return tuple(self._samples[known:])

    def _way_to(self, at: Point) -> float:
        """Return the hand's distance from the start of the line (mm) for the mouse's place `at` (mm)."""
        assert self._began is not None, "the mouse has been at a valid place"
        (x0, y0), (x1, y1) = self._began.at, at
        way = (x1 - x0) * self._along[0] + (y1 - y0) * self._along[1]
        return min(max(round(way, DISTANCE_DECIMALS), 0.0), self.length)

    @property
    def is_full(self) -> bool:
        """True if the drag accepts no more samples. The caller then releases the model."""
        return (
            len(self._samples) >= self._request.MAX_SAMPLES
            or self.seconds >= self._request.MAX_TICKS / TICKS_PER_SECOND
        )

    @property
    def seconds(self) -> float:
        """Time from the grab to the latest mouse position (s); 0 before the first mouse position."""
        last = self._motion.last
        return 0.0 if last is None or self._began is None else last.t - self._began.t

    @property
    def state(self) -> DragState:
        """The progress of the drag."""
        last, (x, y), (dx, dy) = self._motion.last, self._start, self._along
        way = 0.0 if last is None or self._began is None else self._way_to(last.at)
        return DragState(way, self.length, (x + way * dx, y + way * dy))

    def release(self) -> Drag:
        """Release the model, and return the answer, with all samples.

        The player's standard hand carries the model the rest of the way.
        """
        self.take_samples()
        return Drag(tuple(self._samples))


def default_pace(request: SetPace) -> str:
    """Return the pace for a player who presses a button instead of dragging the model."""
    return request.paces[0]
