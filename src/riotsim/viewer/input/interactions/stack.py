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

LABEL_HEIGHT = 58.0
"""Height of the label above a tower (mm), so that it hides no die that is held over the tower."""

WHEEL_TURN = 0.12
"""Angle by which one notch of the mouse wheel turns the held die (rad)."""


class StackInteraction:
    """A die that follows the mouse over a tower and is put on it at the release of the button."""

    def __init__(self, request: PlaceDie, table: Table, *, hands: bool) -> None:
        self.request = request
        self._hands = hands
        dice = table.tower_dice(request.tower)
        self._top: Die | None = dice[-1] if dice else None
        self._middle: Point = self._top.pose.xy if self._top is not None else _foot(request, table)
        self._held = hand.StackGesture(request, self._middle)
        self._pressed = False

    @property
    def level(self) -> float:
        """Height of the tower's top (mm); 0 before the first die."""
        return 0.0 if self._top is None else self._top.pose.at[2] + self._top.size / 2

    @property
    def instruction(self) -> str:
        """Instruction for putting a die on a tower. It is empty for the first die, whose place the overlay shows, and
        if gestures are off.
        """
        return "Hold the die over the tower, and release it" if self._hands and self._top is not None else ""

    def moved(self, pointer: Pointer) -> None:
        """Move the die to the pointer."""
        self._held.move(pointer.seconds, *pointer.at)

    def pressed(self, pointer: Pointer) -> object | None:
        """Begin to hold the die if gestures are on. Return None: the answer comes at the release of the button."""
        self.moved(pointer)
        self._pressed = self._hands
        return None

    def released(self, pointer: Pointer) -> object | None:
        """Release the die and return the answer. Return None if the button wasn't pressed before, or if the die is
        beside the tower; it then stays in hand. The first die of a tower has a fixed place, wherever the mouse is.
        """
        if not self._pressed:
            return None
        self._pressed = False
        if self._top is None:
            # The first die has a fixed place, wherever the hand is.
            return (0.0, 0.0)
        return self._held.release(pointer.seconds, *pointer.at)

    def turned(self, notches: float) -> None:
        """Turn the die in hand by a number of notches of the mouse wheel."""
        self._held.turn(notches * WHEEL_TURN)

    def cancel(self) -> bool:
        """Cancel the press, and return whether there was one. The die still follows the mouse."""
        held, self._pressed = self._pressed, False
        return held

    def default_answer(self) -> object | None:
        """Return the middle of the tower as the answer. The player's standard hand adds its errors."""
        return hand.default_offset()

    def overlay(self) -> TableOverlay:
        """Return a label with the number that the die will have in the tower, and the die in hand, whose colour shows
        whether it may be released. For the first die, return a hint in place of the die. If gestures are off, return
        only the label.
        """
        label = Label(
            (*self._middle, self.level + LABEL_HEIGHT), f"die {self.request.height + 1} of the tower", "#ffe6a6"
        )
        if not self._hands:
            return TableOverlay(marks=(label,))
        if self._top is None:
            if self.request.new_tower_at is not None:
                return TableOverlay(
                    marks=(label, Ring(self.request.new_tower_at, RING_RADIUS, ALLOWED)),
                    hint="Click to start the tower there",
                )
            return TableOverlay(marks=(label,), hint="Click to put the first die beside the model")
        held = self._held.held
        if held is None:
            return TableOverlay(marks=(label,), hint=self.instruction)
        die = replace(self._top, id="in-hand")
        ghost = Ghost(die, held.pose(self._top), ALLOWED if held.is_over_tower else REFUSED)
        if self._pressed and not held.is_over_tower:
            return TableOverlay(marks=(label, ghost), hint="not over the tower", refused=True)
        return TableOverlay(marks=(label, ghost))


def _foot(request: PlaceDie, table: Table) -> Point:
    """Return the approximate place of the first die of a new tower (mm)."""
    if request.new_tower_at is not None:
        return request.new_tower_at
    model = table.models.get(request.tower)
    return (0.0, 0.0) if model is None else pose_beside(model, 0.0, 16.0).xy
