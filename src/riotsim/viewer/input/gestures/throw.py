"""Throwing by hand: grab the dice, shake, flick. The mouse's momentum sets force, direction and spin."""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.play.requests import Aim, AimThrow
from riotsim.table.acts import INTO_TRAY
from riotsim.table.ballistics import travel
from riotsim.table.poses import Point, Vector, ahead
from riotsim.viewer.input.gestures.mouse_track import SLOW, MouseTrack

USUAL_DROP: Final = 100.0
"""From where dice are let go (mm), unless the rules want it higher."""

ROLLS: Final = 0.6
"""The share of its usual spin that a hand gives dice forward at its usual speed, unshaken ..."""

SHAKES: Final = 0.6
"""... and so much more when they were well shaken, which ..."""

WELL: Final = 600.0
"""... is so far there and back in a second (mm)."""

CURVES: Final = 12.0
"""A flick whose course turns so fast (rad/s) gives its usual spin about the vertical. All ours, by feel."""


@dataclass(frozen=True, slots=True)
class ThrowPreview:
    """A throw as it would be if the hand let go now."""

    hand: Point
    """Where the hand is (mm)."""
    aim: Aim
    start: Point
    """Where the dice are let go (mm): where the hand is, but farther back where they would fly off the area."""
    at: Point
    """Where the dice would come to rest, about (mm on the table; of a tray too)."""
    force: float
    """From 0, the weakest throw that counts, to 1, the hardest there is."""
    shaken: float
    """From 0 to 1, well shaken."""


class ThrowGesture:
    """The dice in a hand, from the grab until it lets go."""

    def __init__(self, request: AimThrow, t: float, x: float, y: float, corner: Point = (0.0, 0.0)) -> None:
        """Grab them (s, mm on the table). `corner` is the front left one of the area that they are thrown into."""
        self._request, self._corner = request, corner
        self._motion = MouseTrack()
        self._heading: float | None = None
        self._motion.see(t, x, y)

    def move(self, t: float, x: float, y: float) -> ThrowPreview:
        """Move the hand (s, mm); gives the throw that it would be. To be called in each frame, mouse at rest or not."""
        self._motion.see(t, x, y)
        return self.pull

    def let_go(self, t: float, x: float, y: float) -> Aim:
        """Let go (s, mm): gives the answer."""
        return self.move(t, x, y).aim

    @property
    def pull(self) -> ThrowPreview:
        """The throw as it would be now."""
        request, motion = self._request, self._motion
        hand = self._inside(motion.last.at if motion.last is not None else self._middle)
        velocity = motion.velocity()
        speed = math.hypot(*velocity)
        if speed >= SLOW:
            self._heading = math.atan2(velocity[1], velocity[0])
        heading = self._heading
        if heading is None:
            x, y = self._middle
            heading = math.atan2(y - hand[1], x - hand[0])
        least, most = request.STRENGTHS
        strength = min(max(speed / request.speed, least), most)
        drop = release_height(request)
        far = travel(strength * request.speed, drop)
        at = self._towards(hand, heading, far)
        start = self._towards(at, heading + math.pi, far)
        shaken = min(1.0, motion.shaken() / WELL)
        turn = spin(strength, shaken, motion.turning(), request.FASTEST_SPIN)
        aim = Aim(at, heading, strength, drop, turn, by_hand=True)
        x, y = self._corner
        force = (strength - least) / (most - least)
        there, begin = (at[0] + x, at[1] + y), (start[0] + x, start[1] + y)
        return ThrowPreview((hand[0] + x, hand[1] + y), aim, begin, there, force, shaken)

    @property
    def _middle(self) -> Point:
        return (self._request.width / 2, self._request.depth / 2)

    def _inside(self, at: Point) -> Point:
        """The nearest point of the area, measured from its corner (mm): where the hand is when it is beyond an edge."""
        x, y = at[0] - self._corner[0], at[1] - self._corner[1]
        return (min(max(x, 0.0), self._request.width), min(max(y, 0.0), self._request.depth))

    def _towards(self, hand: Point, heading: float, far: float) -> Point:
        """Where dice come to rest that fly so far, no farther than the edge of the area (mm)."""
        for part, way, size in (
            (hand[0], math.cos(heading), self._request.width),
            (hand[1], math.sin(heading), self._request.depth),
        ):
            room = size - part if way > 0.0 else part
            if abs(way) * far > room:
                far = room / abs(way)
        x, y = ahead(hand, heading, far)
        return (min(max(x, 0.0), self._request.width), min(max(y, 0.0), self._request.depth))


def default_throw(request: AimThrow) -> Aim:
    """Give the throw that a key makes: to the middle, as the boss's hand throws, with its errors and its spin."""
    middle = (request.width / 2, request.depth / 2)
    return Aim(middle, 0.0, INTO_TRAY if request.in_tray else 1.0, release_height(request))


def release_height(request: AimThrow) -> float:
    """Give from how high dice are let go (mm)."""
    return min(max(USUAL_DROP, request.least_drop), request.HIGHEST)


def spin(strength: float, shaken: float, turning: float, most: float) -> Vector:
    """Give a hand's spin: forward as dice fly, and about the vertical as the flick curves, in shares of the usual."""
    forward = strength * (ROLLS + SHAKES * shaken)
    upright = turning / CURVES
    total = math.hypot(forward, upright)
    down = 1.0 if total <= most else 0.999 * most / total
    return (0.0, forward * down, upright * down)
