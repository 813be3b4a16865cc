"""Stacking by hand: hold the die over the tower and let go. Where it is let go is where it lands."""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.play.requests import PlaceDie
from riotsim.table.acts import Put
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, Pose
from riotsim.table.towers import yaw_of
from riotsim.viewer.input.gestures.mouse_track import MouseTrack

CALM: Final = 25.0
"""A hand that is slower than this (mm/s) holds still: a click moves the mouse by a pixel or two."""

HELD: Final = 12.0
"""How high above the tower the die is held (mm)."""


@dataclass(frozen=True, slots=True)
class HeldDie:
    """The die in the hand."""

    at: Point
    """Where it is held (mm)."""
    offset: Point
    """From the middle of the top die (mm)."""
    over: bool
    """Whether it may be let go there."""
    yaw: float
    """How far it is turned from the die on top (rad)."""

    def pose(self, top: Die) -> Pose:
        """Give where the die is shown that is as large as the one on top."""
        height = top.pose.at[2] + top.size + HELD
        return Pose((*self.at, height), top.kind.showing(top.shows, yaw_of(top.pose.turn) + self.yaw))


class StackGesture:
    """A die in a hand over a tower, until it is let go."""

    def __init__(self, request: PlaceDie, top: Point) -> None:
        """Take a die for a tower; `top` is the middle of the die on top, or where its first die will be (mm)."""
        self._request, self._top = request, top
        self._motion = MouseTrack()
        self._yaw = 0.0

    def move(self, t: float, x: float, y: float) -> HeldDie | None:
        """Move the hand (s, mm at the height of the tower's top); None until it has pointed at any place."""
        self._motion.see(t, x, y)
        return self.held

    def turn(self, angle: float) -> None:
        """Turn the die about the vertical (rad)."""
        if math.isfinite(angle):
            self._yaw = math.remainder(self._yaw + angle, math.tau)

    @property
    def held(self) -> HeldDie | None:
        """Where the die is."""
        last = self._motion.last
        if last is None:
            return None
        offset = (last.at[0] - self._top[0], last.at[1] - self._top[1])
        return HeldDie(last.at, offset, math.hypot(*offset) <= self._request.reach, self._yaw)

    def let_go(self, t: float, x: float, y: float) -> Put | None:
        """Let go (s, mm): gives the answer; None if the die is not over the tower, and so stays in the hand."""
        held = self.move(t, x, y)
        if held is None or not held.over:
            return None
        velocity = self._motion.velocity()
        speed = math.hypot(*velocity)
        if speed < CALM:
            velocity = (0.0, 0.0)
        elif speed > self._request.FASTEST:
            share = 0.999 * self._request.FASTEST / speed
            velocity = (share * velocity[0], share * velocity[1])
        return Put(held.offset, held.yaw, velocity)


def default_offset() -> Point:
    """Give the answer that a key makes: in the middle, as the boss's hand aims, with its errors."""
    return (0.0, 0.0)
