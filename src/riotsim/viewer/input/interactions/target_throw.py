"""The interaction of throwing a die at a target.

The player flicks the die from the allowed area, or a key throws it.
"""

import math

from riotsim.play.requests import AimThrow
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.gestures import target_throw as hand
from riotsim.viewer.input.gestures.throw import ThrowPreview
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.throw import HAND_HEIGHT, dice_in_hand, force_colour
from riotsim.viewer.scene.marks import Area, Label, Mark, Path, Ring
from riotsim.viewer.scene.scene import Glow

HAND_AREA_COLOUR = "#4f86a8"
"""Colour of the allowed area for the hand (#rrggbb, sRGB). It is dim, because the area covers most of the table."""

IMPACT_RADIUS = 16.0
"""Radius of the ring around the die's aim (mm)."""


class TargetThrowInteraction:
    """A die that follows the mouse while the button is pressed.

    When the button is released, the die flies in the direction of the last movement. Its flight begins at the last
    allowed place of the hand.
    """

    def __init__(self, request: AimThrow, table: Table, *, hands: bool) -> None:
        assert request.target is not None, "there is something to throw at"
        self.request = request
        self._target = request.target
        self._hands = hands
        self._glow = tuple(die.id for die in table.tower_dice(self._target.piece)) or (self._target.piece,)
        self._held: hand.TargetThrowGesture | None = None
        self._drawn = math.inf
        self._over: Point | None = None
        self._rested = False
        self._was_misplaced = False
        """True if the mouse was outside the allowed area when the button was last pressed."""

    @property
    def level(self) -> float:
        """Height of the hand's plane (mm above the table)."""
        return HAND_HEIGHT

    @property
    def instruction(self) -> str:
        """Instruction for throwing the die at its target; empty if mouse gestures are switched off."""
        return "Hold the mouse button on the glowing area, and flick the die at the tower" if self._hands else ""

    def drawn(self, t: float) -> None:
        """Record the time (s) when the window begins to redraw itself (see `MouseTrack.drawn`)."""
        self._drawn = t
        if self._held is not None:
            self._held.drawn(t)

    def moved(self, pointer: Pointer) -> None:
        """Move the hand to the pointer. If the die is held, move the die too."""
        self._over, self._rested = pointer.at, False
        if self._held is not None:
            self._held.move(pointer.seconds, *pointer.at)

    def pressed(self, pointer: Pointer) -> object | None:
        """Take the die in hand if mouse gestures are switched on. Return None: `released` returns the answer."""
        self.moved(pointer)
        if self._hands:
            self._was_misplaced = self._target.release_region.refusal(pointer.at) is not None
            self._held = hand.TargetThrowGesture(self.request, pointer.seconds, *pointer.at)
            self._held.drawn(self._drawn)
        return None

    def released(self, pointer: Pointer) -> object | None:
        """Release the die and return the throw.

        Return None if no die is held, the hand rests, or the throw is too short or forbidden.
        """
        if self._held is None:
            return None
        held, self._held = self._held, None
        aim = held.release(pointer.seconds, *pointer.at)
        self._rested = aim is None
        return aim

    def cancel(self) -> bool:
        """Put the die down, and return whether it was held."""
        held, self._held = self._held, None
        return held is not None

    def default_answer(self) -> object | None:
        """Return a throw straight at the target, with the errors of the player's standard hand.

        The die is thrown from the allowed place that is nearest to the middle of the table's front edge.
        """
        return hand.default_target_throw(self.request)

    def throw_at(self, point: Point) -> object:
        """Return a throw straight at the target, from the allowed place that is nearest to `point` (mm).

        The throw has the errors of the player's standard hand. Its target is that of the request, and not `point`.
        """
        return hand.default_target_throw(self.request, point)

    def overlay(self) -> TableOverlay:
        """Return the glow of the target and, if mouse gestures are switched on, the marks for throwing the die.

        - While the button is pressed: the die and its expected flight.
        - While the button isn't pressed: the allowed area for the release of the die, and the die at the pointer.

        In two cases, a hint is shown instead of the die at the pointer:

        - The hand may not release the die at the pointer. The hint says why.
        - The button was pressed in the area, but its release threw no die, and the mouse has not moved since. The hint
          tells the player to flick the die.
        """
        glow: dict[PieceId, Glow] = dict.fromkeys(self._glow, "reached")
        if not self._hands:
            return TableOverlay(glow)
        if self._held is not None:
            return TableOverlay(glow, self._flight(self._held.preview))
        room: tuple[Mark, ...] = (Area(self._target.release_region, HAND_AREA_COLOUR),)
        if self._rested and not self._was_misplaced:
            return TableOverlay(glow, room, "flick the die: release the button while the mouse is moving", refused=True)
        if self._over is None:
            return TableOverlay(glow, room)
        if (why_not := self._target.release_region.refusal(self._over)) is not None:
            return TableOverlay(glow, room, why_not, refused=True)
        return TableOverlay(
            glow, (*room, *dice_in_hand(self.request, self._over)), "Hold the button, and flick the die at the tower"
        )

    def _flight(self, preview: ThrowPreview) -> tuple[Mark, ...]:
        colour = force_colour(preview.force)
        return (
            *dice_in_hand(self.request, preview.hand),
            Path((preview.start, preview.at), colour, 2.0 + 4.0 * preview.force),
            Ring(preview.at, IMPACT_RADIUS, colour),
            Label((*preview.at, 20.0), f"strength {round(100 * preview.force)} %", colour),
        )
