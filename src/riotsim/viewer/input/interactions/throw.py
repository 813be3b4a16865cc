"""The interaction of throwing dice: the player grabs, shakes and flicks them, or a key throws them."""

import math
from collections.abc import Sequence
from dataclasses import replace

from riotsim.play.requests import AimThrow
from riotsim.replay.recording import Seat
from riotsim.table.dice.kinds import die_kind
from riotsim.table.impacts import Impact
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND
from riotsim.viewer.input.gestures import throw as hand
from riotsim.viewer.input.gestures.loose_dice import LooseDice
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.scene.marks import Ghost, Label, Mark, Path, Ring

WEAK_COLOUR, STRONG_COLOUR = (127, 208, 138), (255, 107, 87)
"""Colours of the weakest throw and of the strongest throw (sRGB, red, green and blue from 0 to 255)."""

DICE_GAP = 22.0
"""Distance between the first two dice in the hand (mm).

The die with index k, counted from 0, is √k times as far from the first die.
"""

HAND_HEIGHT = 70.0
"""Height of the hand's plane (mm above the table)."""

LET_GO = "Let go while you move: faster throws farther"
"""The hint while dice are in the hand."""

HOLD, HOLD_IN_TRAY = (f"Hold the button over the {place}, and shake. {LET_GO}" for place in ("table", "tray"))
"""The hints before the dice are taken in hand: `HOLD` for throws onto the table, `HOLD_IN_TRAY` for the tray."""

MAY_LEAVE = "Dice may leave the table: throw more gently, or away from its edge"
"""The hint for a throw whose dice may well leave the table."""

TRAY_RING = 40.0
"""Radius of the ring around the end of the dice's flight, in a tray or on a table with walls (mm)."""


class ThrowInteraction:
    """Dice that follow the mouse while the button is pressed.

    The last movement before the release sets the force, the direction and the spin of the throw.
    """

    def __init__(self, request: AimThrow, table: Table, *, hands: bool) -> None:
        self.request = request
        self._hands = hands
        self._corner: Point = table.tray.at if request.in_tray and table.tray is not None else (0.0, 0.0)
        self._walled = table.wall_height > 0.0
        self._held: hand.ThrowGesture | None = None
        self._loose = LooseDice(len(request.dice))
        self._drawn = math.inf
        self._over: Point | None = None
        self._shaken_until = -math.inf
        """The dice have been shaken along with the hand up to this time (s)."""

    @property
    def level(self) -> float:
        """Height of the hand's plane (mm above the table)."""
        return HAND_HEIGHT

    @property
    def instruction(self) -> str:
        """Instruction for throwing dice; empty if mouse gestures are switched off."""
        return (HOLD_IN_TRAY if self.request.in_tray else HOLD) if self._hands else ""

    def drawn(self, t: float) -> None:
        """Record the time (s) when the window begins to redraw itself (see `MouseTrack.drawn`)."""
        self._drawn = t
        if self._held is not None:
            self._held.drawn(t)

    def moved(self, pointer: Pointer) -> None:
        """Move the hand to the pointer. If the dice are held, move the dice too."""
        self._over = pointer.at
        if self._held is not None:
            self._held.move(pointer.seconds, *pointer.at)

    def shake(self) -> list[Impact]:
        """Move the held dice with the hand's movements since the last call, and return the knocks of the dice.

        Call this once in each frame, after the last mouse movement of the frame. Until then, the times of the frame's
        mouse movements may still change (see `MouseTrack.add`).
        """
        knocks: list[Impact] = []
        begun = self._shaken_until
        for seen in () if self._held is None else self._held.since(self._shaken_until):
            later = round((self._shaken_until - begun) * TICKS_PER_SECOND) if math.isfinite(begun) else 0
            new = self._loose.move(seen.t, seen.at, HAND_HEIGHT)
            knocks += [replace(knock, tick=knock.tick + later) for knock in new]
            self._shaken_until = seen.t
        return knocks

    def pressed(self, pointer: Pointer) -> object | None:
        """Grab the dice if mouse gestures are switched on. Return None: `released` returns the answer."""
        self._over = pointer.at
        if self._hands:
            self._held = hand.ThrowGesture(
                self.request, pointer.seconds, *pointer.at, corner=self._corner, walled=self._walled
            )
            self._held.drawn(self._drawn)
            self._loose, self._shaken_until = LooseDice(len(self.request.dice)), -math.inf
        return None

    def released(self, pointer: Pointer) -> object | None:
        """Release the dice and return the throw, which follows the hand's movement. Return None if no dice are held."""
        if self._held is None:
            return None
        held, self._held = self._held, None
        return held.release(pointer.seconds, *pointer.at)

    def cancel(self) -> bool:
        """Put the dice down, and return whether they were held."""
        held, self._held = self._held, None
        return held is not None

    def default_answer(self) -> object | None:
        """Return a throw to the middle of the area that the request names: the table or the tray.

        The throw has the errors of the player's standard hand.
        """
        return hand.default_throw(self.request)

    def throw_at(self, point: Point) -> object:
        """Return a throw to a point on the table (mm), with the errors of the player's standard hand.

        A point outside the area of the request (the table or the tray) is moved to the area's edge.
        """
        x, y = point[0] - self._corner[0], point[1] - self._corner[1]
        inside = (min(max(x, 0.0), self.request.width), min(max(y, 0.0), self.request.depth))
        return replace(hand.default_throw(self.request), at=inside)

    def overlay(self) -> TableOverlay:
        """Return an overlay with the dice in the hand and a hint.

        The overlay is empty if mouse gestures are switched off, or if the mouse has not been over the table yet. While
        the dice are held, it also shows:

        - The expected flight of the dice. It is red if dice may well leave the table.
        - A circle around the end of the flight. On a table without walls, about half of the dice come to rest in it.
        - The force of the throw.
        """
        if not self._hands:
            return TableOverlay()
        if self._held is None:
            dice = () if self._over is None else dice_in_hand(self.request, self._over)
            return TableOverlay(marks=dice, hint=self.instruction if dice else "")
        preview = self._held.preview
        colour = force_colour(1.0 if preview.may_leave else preview.force)
        strength = f"strength {round(100 * preview.force)} %"
        marks: tuple[Mark, ...] = (
            *dice_in_hand(self.request, preview.hand, preview.shaken, self._loose.offsets),
            Path((preview.start, preview.at), colour, 3.0 + 5.0 * preview.force),
            Ring(preview.at, preview.spread or TRAY_RING, colour),
            Label((*preview.at, 20.0), f"{strength}, may leave the table" if preview.may_leave else strength, colour),
        )
        return TableOverlay(marks=marks, hint=MAY_LEAVE if preview.may_leave else LET_GO)


def dice_in_hand(request: AimThrow, at: Point, shaken: float = 0.0, offsets: Sequence[Point] = ()) -> tuple[Ghost, ...]:
    """Return the ghosts of the dice of a throw, arranged in a spiral around the hand's place.

    Dice whose kind is defined by the rules of the game are left out, because their shape is not known here.

    Args:
        request: The request to throw the dice.
        at: Place of the hand (mm).
        shaken: Amount of shaking from 0 to 1. Shaking turns the spiral.
        offsets: For each die, its distance from its usual place, along x and along y (mm). Empty if the dice lie still.
    """
    ghosts = []
    for k, name in enumerate(request.dice):
        try:
            kind = die_kind(name)
        except (KeyError, ValueError):
            continue  # a kind defined by the rules has no shape here: nothing is drawn
        ring, turn = math.sqrt(k), 2.4 * k + 9.0 * shaken
        x, y = offsets[k] if offsets else (0.0, 0.0)
        place = (at[0] + x + DICE_GAP * ring * math.cos(turn), at[1] + y + DICE_GAP * ring * math.sin(turn))
        pose = Pose(
            (*place, HAND_HEIGHT + 6.0 * math.sin(3.0 * k)), kind.orientation_showing(kind.values[k % kind.sides], turn)
        )
        owner = request.owners[k] if request.owners else request.player
        ghosts.append(Ghost(Die(f"in-hand-{k}", kind, pose=pose, owner=owner), pose, "#ffffff"))
    return tuple(ghosts)


def with_owners_colours(overlay: TableOverlay, seats: Sequence[Seat]) -> TableOverlay:
    """Return `overlay` with the dice in the hand in their owners' colours, which are the colours of the `seats`."""
    colours = {seat.name: seat.colour for seat in seats}
    marks = tuple(
        replace(mark, colour=colours.get(mark.piece.owner, mark.colour))
        if isinstance(mark, Ghost) and isinstance(mark.piece, Die)
        else mark
        for mark in overlay.marks
    )
    return overlay if marks == overlay.marks else replace(overlay, marks=marks)


def force_colour(share: float) -> str:
    """Return the colour (#rrggbb) for the force of a throw: 0 for the weakest throw, 1 for the strongest."""
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(WEAK_COLOUR, STRONG_COLOUR, strict=True))
