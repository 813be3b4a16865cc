"""The interaction of stacking a die: the die follows the pointer over the tower, and lands where it is released."""

from dataclasses import replace

from riotsim.play.requests import PlaceDie
from riotsim.table.pieces import Die, pose_beside
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.gestures import stack as hand
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.place import ALLOWED, REFUSED
from riotsim.viewer.scene.marks import Ghost, Label, Ring

RING_RADIUS = 16.0
"""Radius of the ring drawn around the place of a new tower (mm)."""

LABEL_DISTANCE, LABEL_HEIGHT = 30.0, 58.0
"""Distances of the label (mm).

- `LABEL_DISTANCE`: to the side, for a label beside a tower's top.
- `LABEL_HEIGHT`: upwards from a tower's top, for a label above it. If the tower has no die yet, upwards from the table.
"""

TARGET_SHARE = 0.62
"""Radius of the ring around a tower's top, as a share of the die's size."""

CLICK_OVER_TOWER = "Bring the die over the tower, and click to let go. Shift and the wheel turn it"
"""The instruction for putting a die on a tower."""

BESIDE = "Beside the tower: click when the die is over its top"
"""The message after a release of the die beside the tower."""

WHEEL_TURN = 0.12
"""One notch of the mouse wheel turns the held die by this angle (rad)."""


class StackInteraction:
    """A die that follows the mouse. When the player releases the button over the tower, the die is put on the tower."""

    def __init__(self, request: PlaceDie, table: Table, *, hands: bool) -> None:
        self.request = request
        self._hands = hands
        dice = table.tower_dice(request.tower)
        self._top: Die | None = dice[-1] if dice else None
        self._middle: Point = self._top.pose.xy if self._top is not None else _foot(request, table)
        self._held = hand.StackGesture(request, self._middle)
        self._pressed = self._missed = False
        foot = None if (model := table.models.get(request.tower)) is None else model.at
        self._side = -1.0 if foot is not None and foot[0] > self._middle[0] else 1.0

    @property
    def level(self) -> float:
        """Height of the tower's top (mm). It is 0 if the tower has no die yet."""
        return 0.0 if self._top is None else self._top.pose.at[2] + self._top.size / 2

    @property
    def instruction(self) -> str:
        """Instruction for putting a die on a tower.

        It is empty if mouse gestures are switched off, or if the tower has no die yet.
        """
        return CLICK_OVER_TOWER if self._hands and self._top is not None else ""

    def drawn(self, t: float) -> None:
        """Record the time (s) when the window begins to redraw itself (see `MouseTrack.drawn`)."""
        self._held.drawn(t)

    def moved(self, pointer: Pointer) -> None:
        """Move the die to the pointer."""
        last = self._held.held
        self._missed = self._missed and last is not None and last.at == pointer.at
        self._held.move(pointer.seconds, *pointer.at)

    def pressed(self, pointer: Pointer) -> object | None:
        """Begin to hold the die if mouse gestures are switched on. Return None: `released` returns the answer."""
        self.moved(pointer)
        self._pressed = self._hands
        return None

    def released(self, pointer: Pointer) -> object | None:
        """Release the die and return the answer.

        - The first die of a tower lands at its fixed place, wherever the mouse is.
        - Any other die lands if it is over the tower. If the die is beside the tower, it stays in the hand, and the
          result is None.

        If the button wasn't pressed before, do nothing and return None.
        """
        if not self._pressed:
            return None
        self._pressed = False
        if self._top is None:
            # The first die has a fixed place, wherever the hand is.
            return (0.0, 0.0)
        answer = self._held.release(pointer.seconds, *pointer.at)
        self._missed = answer is None
        return answer

    def turned(self, notches: float) -> None:
        """Turn the die in hand by a number of notches of the mouse wheel."""
        self._held.turn(notches * WHEEL_TURN)

    def cancel(self) -> bool:
        """Forget the press of the button. Its release then does nothing. Return whether the button was pressed.

        The die still follows the mouse.
        """
        held, self._pressed = self._pressed, False
        return held

    def default_answer(self) -> object | None:
        """Return the answer of a player who makes no gesture: a die aimed at the middle of the tower.

        The die is put there with the errors of the player's standard hand.
        """
        return hand.default_offset()

    def overlay(self) -> TableOverlay:
        """Return a label (see `_label`) and, if mouse gestures are switched on, the marks for putting the die down.

        - For the first die of a tower: a hint, and a ring at the tower's place if the tower has no model.
        - For any other die: a hint, a ring around the tower's top, and the die in hand. The die's colour shows whether
          it may be released.
        """
        label = self._label()
        if not self._hands:
            return TableOverlay(marks=(label,))
        if self._top is None:
            if self.request.new_tower_at is not None:
                return TableOverlay(
                    marks=(label, Ring(self.request.new_tower_at, RING_RADIUS, ALLOWED)),
                    hint="Click to start the tower there",
                )
            return TableOverlay(marks=(label,), hint="Click to put the first die beside the model")
        held, ring = self._held.held, Ring((*self._middle, self.level), TARGET_SHARE * self._top.size, ALLOWED)
        if held is None:
            return TableOverlay(marks=(label, ring), hint=self.instruction)
        die = replace(self._top, id="in-hand")
        ghost = Ghost(die, held.pose(self._top, self.request.shows), ALLOWED if held.is_over_tower else REFUSED)
        if (self._pressed or self._missed) and not held.is_over_tower:
            return TableOverlay(marks=(label, ring, ghost), hint=BESIDE, refused=True)
        return TableOverlay(marks=(label, ring, ghost), hint=self.instruction)

    def _label(self) -> Label:
        """Return the label with the number of the die in the tower, counted from 1 at the bottom.

        The label is beside the tower's top, on the side away from the tower's model. If the tower has no die yet, the
        label is above the place of the first die.
        """
        (x, y), text = self._middle, f"die no. {self.request.height + 1} of the tower"
        above = (x, y, self.level + LABEL_HEIGHT)
        if self._top is None:
            return Label(above, text, "#ffe6a6")
        z, away = self.level - self._top.size / 2, self._side * LABEL_DISTANCE
        return Label((x + away, y, z), text, "#ffe6a6", elsewhere=((x - away, y, z), above))


def _foot(request: PlaceDie, table: Table) -> Point:
    """Return the place of the first die of a new tower (mm).

    If this is beside a model, the place is only about right, because the die's size is not known here.
    """
    if request.new_tower_at is not None:
        return request.new_tower_at
    model = table.models.get(request.tower)
    return (0.0, 0.0) if model is None else pose_beside(model, 0.0, 16.0).xy
