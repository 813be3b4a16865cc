"""The interaction of carrying a model along the straight line to its goal, by a drag or by the standard hand."""

import math

from riotsim.play.requests import SetPace
from riotsim.table.acts import Drag
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.table.units import in_inches
from riotsim.viewer.input.gestures import carry as hand
from riotsim.viewer.input.interactions.choose import HOVER
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.scene.marks import Label, Path, Ring

GRAB_DISTANCE = 45.0
"""A press grabs the model up to this distance from it (mm)."""


class CarryInteraction:
    """The interaction for dragging a model along a line, with the mouse button pressed.

    The caller sends the drag to the host, sample by sample. A sample is a time and the hand's distance along the line.
    """

    level = 0.0

    instruction = ""

    def __init__(self, request: SetPace, table: Table, *, hands: bool) -> None:
        self.request = request
        self._hands = hands
        self._start: Point = table.models[request.model].at
        self._held: hand.CarryGesture | None = None
        self._new: tuple[tuple[int, float], ...] = ()
        """The last samples of a drag that has ended, until the caller takes them (`samples`)."""
        self._drawn = math.inf
        self.began = False
        """True once the model has been grabbed. It stays True after the release."""

    def drawn(self, t: float) -> None:
        """Record the time (s) when the window begins to redraw itself (see `MouseTrack.drawn`)."""
        self._drawn = t
        if self._held is not None:
            self._held.drawn(t)

    def moved(self, pointer: Pointer) -> None:
        """Move the hand that holds the model. Call this in each frame of a drag, even if the mouse rests."""
        if self._held is not None:
            self._held.move(pointer.seconds, *pointer.at)

    def pressed(self, pointer: Pointer) -> object | None:
        """Grab the model if mouse gestures are switched on, and the press is near the model.

        Do nothing if the model is already at its goal. Return None: `released` returns the answer later.
        """
        if _near(self.request.to, self._start, 1e-6):
            return None  # already at its destination
        near = pointer.piece == self.request.model or _near(pointer.at, self._start)
        if self._hands and near:
            self._held = hand.CarryGesture(self.request, self._start, pointer.seconds, *pointer.at)
            self._held.drawn(self._drawn)
            self.began = True
        return None

    def released(self, pointer: Pointer) -> object | None:
        """Move the hand to the pointer, release the model and return the drag. Return None if the model wasn't held."""
        if self._held is None:
            return None
        self.moved(pointer)
        return self.finish()

    @property
    def held(self) -> bool:
        """True if the hand is holding the model."""
        return self._held is not None

    def samples(self) -> tuple[tuple[int, float], ...]:
        """Return the samples of the drag since the last call, see `CarryGesture.take_samples`."""
        if self._held is not None:
            return self._held.take_samples()
        new, self._new = self._new, ()
        return new

    @property
    def is_full(self) -> bool:
        """True if the model is held and the drag accepts no more samples."""
        return self._held is not None and self._held.is_full

    def finish(self) -> Drag | None:
        """Release the model where it is, and return the drag. Return None if the model wasn't held."""
        held, self._held = self._held, None
        if held is None:
            return None
        self._new = held.take_samples()
        return held.release()

    def cancel(self) -> bool:
        """Return False, because a drag can't be taken back."""
        return False

    def default_answer(self) -> object | None:
        """Return the answer of a player who doesn't drag the model: the standard hand's usual pace."""
        return hand.default_pace(self.request)

    def overlay(self) -> TableOverlay:
        """Return the line of the carried model. During a drag, add the hand's place on this line."""
        line = Path((self._start, self.request.to), HOVER, 3.0)
        end = Ring(self.request.to, 14.0, HOVER)
        if self._held is None:
            hint = "Drag the model along its line, gently: it carries its tower" if self._hands else ""
            if _near(self.request.to, self._start, 1e-6):
                hint = "It is already there: choose a pace"
            return TableOverlay({self.request.model: "chosen"}, (line, end), hint)
        dragged = self._held.state
        label = Label(
            (*dragged.at, 60.0), f"{in_inches(dragged.distance):.1f} of {in_inches(dragged.length):.1f} in", HOVER
        )
        return TableOverlay({self.request.model: "chosen"}, (line, end, label))


def _near(at: Point, start: Point, reach: float = GRAB_DISTANCE) -> bool:
    return (at[0] - start[0]) ** 2 + (at[1] - start[1]) ** 2 <= reach**2
