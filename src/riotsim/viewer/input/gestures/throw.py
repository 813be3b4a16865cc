"""Throwing by hand: grab the dice, shake, flick. The mouse's movement sets force, direction and spin."""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.play.requests import Aim, AimThrow
from riotsim.table.acts import TRAY_STRENGTH
from riotsim.table.ballistics import travel_distance
from riotsim.table.poses import Point, Vector, point_ahead
from riotsim.viewer.input.gestures.mouse_track import REST_SPEED, MouseTrack

USUAL_RELEASE_HEIGHT: Final = 100.0
"""Height from which dice are released unless the rules want more (mm)."""

FORWARD_SPIN: Final = 0.6
"""Forward spin of an unshaken throw at usual speed, as a share of the usual spin."""

SHAKEN_SPIN: Final = 0.6
"""Forward spin added by shaking well, as a share of the usual spin."""

WELL_SHAKEN: Final = 600.0
"""Back-and-forth movement within a second that counts as well shaken (mm)."""

CURVE_RATE: Final = 12.0
"""Turning rate of a flick that gives the usual vertical spin (rad/s), chosen by feel."""


@dataclass(frozen=True, slots=True)
class ThrowPreview:
    """The throw that releasing would make now."""

    hand: Point
    """Place of the hand (mm)."""
    aim: Aim
    start: Point
    """Place where the dice are released (mm): the hand, or farther back if they would fly off the area."""
    at: Point
    """Place where the dice would come to rest, approximately (mm on the table)."""
    force: float
    """Force from 0, the weakest throw that counts, to 1, the hardest."""
    shaken: float
    """Amount of shaking from 0 to 1."""


class ThrowGesture:
    """Dice in hand, from grabbing to releasing them."""

    def __init__(self, request: AimThrow, t: float, x: float, y: float, corner: Point = (0.0, 0.0)) -> None:
        """Grab the dice.

        Args:
            request: The request to throw them.
            t: The time (s).
            x: The mouse's place on the table (mm).
            y: The mouse's place on the table (mm).
            corner: Front left corner of the area that they are thrown into (mm).
        """
        self._request, self._corner = request, corner
        self._motion = MouseTrack()
        self._heading: float | None = None
        self._motion.add(t, x, y)

    def move(self, t: float, x: float, y: float) -> ThrowPreview:
        """Move the hand (s, mm), and return the throw that releasing would make. Call this in each frame."""
        self._motion.add(t, x, y)
        return self.preview

    def release(self, t: float, x: float, y: float) -> Aim:
        """Release the dice (s, mm), and return the answer."""
        return self.move(t, x, y).aim

    @property
    def preview(self) -> ThrowPreview:
        """The throw that releasing would make now."""
        request, motion = self._request, self._motion
        hand = self._inside(motion.last.at if motion.last is not None else self._middle)
        velocity = motion.velocity()
        speed = math.hypot(*velocity)
        if speed >= REST_SPEED:
            self._heading = math.atan2(velocity[1], velocity[0])
        heading = self._heading
        if heading is None:
            x, y = self._middle
            heading = math.atan2(y - hand[1], x - hand[0])
        least, most = request.STRENGTHS
        strength = min(max(speed / request.speed, least), most)
        drop = release_height(request)
        far = travel_distance(strength * request.speed, drop)
        at = self._towards(hand, heading, far)
        start = self._towards(at, heading + math.pi, far)
        shaken = min(1.0, motion.shake_length() / WELL_SHAKEN)
        turn = spin(strength, shaken, motion.turn_rate(), request.MAX_SPIN)
        aim = Aim(at, heading, strength, drop, turn, by_hand=True)
        x, y = self._corner
        force = (strength - least) / (most - least)
        there, begin = (at[0] + x, at[1] + y), (start[0] + x, start[1] + y)
        return ThrowPreview((hand[0] + x, hand[1] + y), aim, begin, there, force, shaken)

    @property
    def _middle(self) -> Point:
        return (self._request.width / 2, self._request.depth / 2)

    def _inside(self, at: Point) -> Point:
        """Return the nearest point of the area, relative to its corner (mm)."""
        x, y = at[0] - self._corner[0], at[1] - self._corner[1]
        return (min(max(x, 0.0), self._request.width), min(max(y, 0.0), self._request.depth))

    def _towards(self, hand: Point, heading: float, far: float) -> Point:
        """Return the point at a distance from the hand, limited to the area (mm)."""
        for part, way, size in (
            (hand[0], math.cos(heading), self._request.width),
            (hand[1], math.sin(heading), self._request.depth),
        ):
            room = size - part if way > 0.0 else part
            if abs(way) * far > room:
                far = room / abs(way)
        x, y = point_ahead(hand, heading, far)
        return (min(max(x, 0.0), self._request.width), min(max(y, 0.0), self._request.depth))


def default_throw(request: AimThrow) -> Aim:
    """Return the throw that a key makes: to the middle, with errors and spin of the player's standard hand."""
    middle = (request.width / 2, request.depth / 2)
    return Aim(middle, 0.0, TRAY_STRENGTH if request.in_tray else 1.0, release_height(request))


def release_height(request: AimThrow) -> float:
    """Return the height from which dice are released (mm)."""
    return min(max(USUAL_RELEASE_HEIGHT, request.least_drop), request.MAX_HEIGHT)


def spin(strength: float, shaken: float, turning: float, most: float) -> Vector:
    """Return a throw's spin in shares of the usual spin: forward along the flight, vertical as the flick curves."""
    forward = strength * (FORWARD_SPIN + SHAKEN_SPIN * shaken)
    upright = turning / CURVE_RATE
    total = math.hypot(forward, upright)
    down = 1.0 if total <= most else 0.999 * most / total
    return (0.0, forward * down, upright * down)
