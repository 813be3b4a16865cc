"""Carrying by hand: the player drags a model along the straight line to its goal. The tower beside it comes along."""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.play.requests import SetPace
from riotsim.table.acts import Drag
from riotsim.table.poses import Point
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.input.gestures.mouse_track import MouseTrack

DISTANCE_DECIMALS: Final = 2
"""Number of decimals to which distances in mm are rounded."""

UNLIMITED_SECONDS: Final = 1e6
"""Time longer than any drag (s). Samples from then on get the tick `LATE_TICK`."""

LATE_TICK: Final = 10**9
"""Tick of a sample later than `UNLIMITED_SECONDS`. It is beyond the limit of every drag, so the sample is dropped."""


@dataclass(frozen=True, slots=True)
class DragState:
    """The progress of a drag."""

    distance: float
    """Distance of the hand from the model's start, along the line (mm)."""
    length: float
    """Length of the line along which the model is dragged (mm)."""
    at: Point
    """Position of the hand on the line (mm on the table)."""


class CarryGesture:
    """A drag of a model with the mouse, from grabbing the model to releasing it. `move` returns the samples of the
    drag.
    """

    def __init__(self, request: SetPace, start: Point, t: float, x: float, y: float) -> None:
        """Grab a model. From then on, the hand moves by as much as the mouse moves along the line to the goal. So the
        model doesn't jump to the mouse.

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
        """Length of the line along which the model is dragged (mm)."""
        far = math.dist(start, request.to)
        self._along = ((x1 - x0) / far, (y1 - y0) / far) if far > 0.0 else (1.0, 0.0)
        self._motion = MouseTrack()
        self._motion.add(t, x, y)
        self._began = self._motion.last
        self._samples: list[tuple[int, float]] = []
        self._way = 0.0

    def move(self, t: float, x: float, y: float) -> tuple[int, float] | None:
        """Move the hand. Call this in each frame, even if the mouse rests, because time passes.

        Args:
            t: The time (s).
            x: The mouse's place on the table (mm).
            y: The mouse's place on the table (mm).

        Returns:
            The new sample: time since the grab (ticks) and distance along the line (mm). None if the tick is the same
            as before, if the drag is full, or if the mouse has not been at a valid place yet.
        """
        self._motion.add(t, x, y)
        last = self._motion.last
        if last is None:
            return None
        if self._began is None:
            self._began = last
        (x0, y0), (x1, y1) = self._began.at, last.at
        way = (x1 - x0) * self._along[0] + (y1 - y0) * self._along[1]
        self._way = min(max(round(way, DISTANCE_DECIMALS), 0.0), self.length)
        tick = (
            round((last.t - self._began.t) * TICKS_PER_SECOND)
            if last.t - self._began.t < UNLIMITED_SECONDS
            else LATE_TICK
        )
        before = self._samples[-1][0] if self._samples else -1
        if not before < tick <= self._request.MAX_TICKS or len(self._samples) >= self._request.MAX_SAMPLES:
            return None
        self._samples.append((tick, self._way))
        return self._samples[-1]

    @property
    def is_full(self) -> bool:
        """True if the drag accepts no more samples. The caller then releases the model."""
        return (
            len(self._samples) >= self._request.MAX_SAMPLES
            or self.seconds >= self._request.MAX_TICKS / TICKS_PER_SECOND
        )

    @property
    def seconds(self) -> float:
        """Time from the grab to the latest mouse position (s); 0 before the first."""
        last = self._motion.last
        return 0.0 if last is None or self._began is None else last.t - self._began.t

    @property
    def state(self) -> DragState:
        """The progress of the drag."""
        (x, y), (dx, dy) = self._start, self._along
        return DragState(self._way, self.length, (x + self._way * dx, y + self._way * dy))

    def release(self) -> Drag:
        """Release the model, and return the answer. If the model is not at its goal yet, the player's standard hand
        carries it the rest of the way.
        """
        return Drag(tuple(self._samples))


def default_pace(request: SetPace) -> str:
    """Return the answer without a drag: the usual pace of the player's standard hand."""
    return request.paces[0]
