"""Stacking by hand: the player holds a die over a tower and releases it."""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.play.requests import PlaceDie
from riotsim.table.acts import Put
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose
from riotsim.table.towers import yaw_of
from riotsim.viewer.input.gestures.mouse_track import MouseTrack

STILL_SPEED: Final = 25.0
"""Speed below which a hand counts as still at the release (mm/s).

So a hand counts as still even if a click moves the mouse by a pixel or two.
"""

HOVER_HEIGHT: Final = 12.0
"""Gap between the tower and the held die above it (mm)."""


@dataclass(frozen=True, slots=True)
class HeldDie:
    """The state of a die that is held over a tower."""

    at: Point
    """Place of the die seen from above (mm on the table)."""
    offset: Point
    """Offset of the die from the middle of the tower's top die (mm).

    If the tower has no dice, it is the offset from the place for the first die.
    """
    is_over_tower: bool
    """True if the die is close enough to the tower to be released."""
    yaw: float
    """Yaw of the die relative to the top die (rad)."""

    def pose(self, top: Die, shows: int | None = None) -> Pose:
        """Return the pose for drawing the held die above a tower.

        Args:
            top: The top die of the tower. The held die has the same size.
            shows: The number on the upper face of the held die; None for the same number as `top`.
        """
        height = top.pose.at[2] + top.size + HOVER_HEIGHT
        up = top.shows if shows is None else shows
        return Pose((*self.at, height), top.kind.orientation_showing(up, yaw_of(top.pose.orientation) + self.yaw))


class StackGesture:
    """A die held over a tower, until it is released."""

    def __init__(self, request: PlaceDie, top: Point) -> None:
        """Begin to hold a die that will be put on a tower.

        Args:
            request: The request to place the die.
            top: The middle of the tower's top die (mm). If the tower has no dice, the place for its first die.
        """
        self._request, self._top = request, top
        self._motion = MouseTrack()
        self._yaw = 0.0

    def drawn(self, t: float) -> None:
        """Record the time (s) when the window begins to redraw itself (see `MouseTrack.drawn`)."""
        self._motion.drawn(t)

    def move(self, t: float, x: float, y: float) -> HeldDie | None:
        """Move the hand, and return the held die; None if no place of the mouse was valid yet (see `MouseTrack.add`).

        Args:
            t: The time (s).
            x: The mouse's place in the plane of the tower's top (mm).
            y: The mouse's place in the plane of the tower's top (mm).
        """
        self._motion.add(t, x, y)
        return self.held

    def turn(self, angle: float) -> None:
        """Turn the die about the vertical (rad, anticlockwise from above). Ignore an angle that is not finite."""
        if math.isfinite(angle):
            self._yaw = math.remainder(self._yaw + angle, math.tau)

    @property
    def held(self) -> HeldDie | None:
        """The held die; None if no place of the mouse was valid yet (see `MouseTrack.add`)."""
        last = self._motion.last
        if last is None:
            return None
        offset = (last.at[0] - self._top[0], last.at[1] - self._top[1])
        return HeldDie(last.at, offset, math.hypot(*offset) <= self._request.reach, self._yaw)

    def release(self, t: float, x: float, y: float) -> Put | None:
        """Release the die, and return how it is put on the tower.

        If the die is not over the tower, keep it in the hand and return None.

        Args:
            t: The time (s).
            x: The mouse's place in the plane of the tower's top (mm).
            y: The mouse's place in the plane of the tower's top (mm).
        """
        held = self.move(t, x, y)
        if held is None or not held.is_over_tower:
            return None
        velocity = self._motion.velocity()
        speed = math.hypot(*velocity)
        if speed < STILL_SPEED:
            velocity = (0.0, 0.0)
        elif speed > self._request.MAX_SPEED:
            share = 0.999 * self._request.MAX_SPEED / speed
            velocity = (share * velocity[0], share * velocity[1])
        return Put(held.offset, held.yaw, velocity)


def default_offset() -> Point:
    """Return the aim of a player without a gesture, relative to the middle of the tower: exactly this middle.

    The player's standard hand adds its errors to this offset later.
    """
    return (0.0, 0.0)
