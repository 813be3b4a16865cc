"""Throwing by hand: the player grabs the dice, shakes them and flicks.

Force, direction and spin of the throw follow from the mouse's movement.
"""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.play.requests import Aim, AimThrow
from riotsim.table.ballistics import travel_distance
from riotsim.table.dice.tray import TRAY_STRENGTH
from riotsim.table.poses import Point, Vector, point_ahead
from riotsim.viewer.input.gestures.mouse_track import REST_SPEED, MouseSample, MouseTrack

USUAL_RELEASE_HEIGHT: Final = 100.0
"""Height of released dice (mm). If the rules forbid this height, the nearest allowed height is used."""

FORWARD_SPIN: Final = 0.6
"""Forward spin of an unshaken throw at the hand's usual speed, as a share of the hand's usual spin. Our choice."""

SHAKEN_SPIN: Final = 0.6
"""Forward spin that good shaking adds at the hand's usual speed, as a share of the hand's usual spin. Our choice."""

LEAST_SPIN: Final = 0.6
"""Least forward spin of a throw, as a share of the hand's usual spin. Our choice.

With this spin, dice turn over even if the hand is at rest. Dice that don't turn over would have to be thrown again.
"""

WELL_SHAKEN: Final = 600.0
"""From this value of `MouseTrack.shake_length` on, dice count as well shaken (mm). Our choice."""

TRAY_MARGIN: Final = 64.0
"""Least distance from a tray's walls to the start and to the end of a flight (mm).

In a small tray, the least distance is a third of the tray's side. Dice thrown along a wall within this distance fly
over another wall.
"""

MAX_TRAY_STRENGTH: Final = 1.2
"""Greatest strength of a throw into a tray, as a share of the hand's usual speed. Harder throws fly over the wall."""

LEAST_SPREAD, SPREAD_SHARE = 65.0, 0.28
"""Radius of the circle that holds half the dice of a throw at the end.

- `LEAST_SPREAD`: the radius for a flight of length 0 (mm).
- `SPREAD_SHARE`: how much the radius grows for each mm of flight (mm).

Both are fitted to throws of 1, 3 and 8 d6 on felt with six strengths.
"""

CORNER_SPREADS: Final = 2.0
"""Distance from a corner below which dice may well leave the table, as a multiple of `ThrowPreview.spread`.

Of 180 dice, thrown gently so that `ThrowPreview.at` was 1.8 times the spread from a corner, 45 left the table. Of 180
dice, thrown so that this point was 1.2 times the spread from an edge, 21 did.
"""

CURVE_RATE: Final = 12.0
"""Turning rate of a flick that gives the hand's usual spin about the vertical (rad/s). Chosen by feel."""


@dataclass(frozen=True, slots=True)
class ThrowPreview:
    """The throw that a release of the dice now would give. It may be a throw of one die at a target."""

    hand: Point
    """Place of the hand (mm on the table)."""
    aim: Aim
    start: Point
    """Place where the dice are released (mm on the table). It may differ from `hand`, to keep the dice in the area."""
    at: Point
    """Place where the dice would come to rest, or a single die's aim (mm on the table)."""
    force: float
    """Force of the throw: 0 for the weakest allowed throw, 1 for the hardest."""
    shaken: float
    """Amount of shaking, from 0 for none to 1 for well shaken dice."""
    spread: float = 0.0
    """Radius of a circle around `at` that holds about half the dice at the end (mm); 0 if it is not known."""
    may_leave: bool = False
    """True if dice may well leave the table, because `at` is near an edge or a corner without a wall."""


class ThrowGesture:
    """Dice in hand, from grabbing them to releasing them."""

    def __init__(
        self, request: AimThrow, t: float, x: float, y: float, corner: Point = (0.0, 0.0), *, walled: bool = False
    ) -> None:
        """Grab the dice.

        Args:
            request: The request to throw the dice.
            t: The time (s).
            x: The mouse's place on the table (mm).
            y: The mouse's place on the table (mm).
            corner: Front left corner of the area for the dice (mm).
            walled: Whether the table has walls, which keep dice on it.
        """
        self._request, self._corner = request, corner
        self._is_open = not (walled or request.in_tray)
        self._motion = MouseTrack()
        self._heading: float | None = None
        self._motion.add(t, x, y)

    def drawn(self, t: float) -> None:
        """Record the time (s) when the window begins to redraw itself (see `MouseTrack.drawn`)."""
        self._motion.drawn(t)

    def move(self, t: float, x: float, y: float) -> ThrowPreview:
        """Move the hand, and return the throw that results from a release now. Call this in each frame.

        Args:
            t: The time (s).
            x: The mouse's place on the table (mm).
            y: The mouse's place on the table (mm).
        """
        self._motion.add(t, x, y)
        return self.preview

    def release(self, t: float, x: float, y: float) -> Aim:
        """Release the dice, and return the answer.

        Args:
            t: The time (s).
            x: The mouse's place on the table (mm).
            y: The mouse's place on the table (mm).
        """
        return self.move(t, x, y).aim

    def since(self, t: float) -> tuple[MouseSample, ...]:
        """Return the positions of the mouse after a time (s), in order."""
        return self._motion.since(t)

    @property
    def preview(self) -> ThrowPreview:
        """The throw that a release of the dice now gives."""
        request, motion = self._request, self._motion
        hand = self._middle if motion.last is None else self._inside(motion.last.at)
        velocity = motion.velocity()
        speed = math.hypot(*velocity)
        if speed >= REST_SPEED:
            self._heading = math.atan2(velocity[1], velocity[0])
        heading = self._heading
        if heading is None:
            x, y = self._middle
            heading = math.atan2(y - hand[1], x - hand[0])
        least, most = (request.STRENGTHS[0], MAX_TRAY_STRENGTH) if request.in_tray else request.STRENGTHS
        strength = min(max(speed / request.speed, least), most)
        force = (strength - least) / (most - least)
        drop = release_height(request)
        far = travel_distance(strength * request.speed, drop)
        spread = LEAST_SPREAD + SPREAD_SHARE * far if self._is_open else 0.0
        if request.in_tray:
            start, at = self._across_tray(hand, heading, far)
        else:
            at = self._towards(hand, heading, far)
            start = self._towards(at, heading + math.pi, far)
        shaken = min(1.0, motion.shake_length() / WELL_SHAKEN)
        turn = spin(strength, shaken, motion.turn_rate(), request.MAX_SPIN)
        aim = Aim(at, heading, strength, drop, turn, by_hand=True)
        x, y = self._corner
        there, begin = (at[0] + x, at[1] + y), (start[0] + x, start[1] + y)
        may_leave = self._is_open and self._is_risky(at, spread)
        return ThrowPreview((hand[0] + x, hand[1] + y), aim, begin, there, force, shaken, spread, may_leave)

    @property
    def _middle(self) -> Point:
        return (self._request.width / 2, self._request.depth / 2)

    def _inside(self, at: Point) -> Point:
        """Return the point of the area that is nearest to `at`, relative to the area's front left corner (mm).

        Args:
            at: Point on the table, relative to the table's front left corner (mm).
        """
        return self._clamped((at[0] - self._corner[0], at[1] - self._corner[1]))

    def _clamped(self, at: Point) -> Point:
        return (min(max(at[0], 0.0), self._request.width), min(max(at[1], 0.0), self._request.depth))

    def _is_risky(self, at: Point, spread: float) -> bool:
        """Return whether dice may well leave the table, because `at` is too near to an edge or a corner.

        Args:
            at: Middle of the circle for half the dice, relative to the area's front left corner (mm).
            spread: Radius of this circle (mm).
        """
        # Near a corner, dice may leave the table on two sides.
        to_side = min(at[0], self._request.width - at[0])
        to_end = min(at[1], self._request.depth - at[1])
        return min(to_side, to_end) < spread or math.hypot(to_side, to_end) < CORNER_SPREADS * spread

    def _across_tray(self, hand: Point, heading: float, far: float) -> tuple[Point, Point]:
        """Return the start and the end of a flight in a tray, relative to the tray's front left corner (mm).

        The flight starts as near to the hand as the walls allow.

        Args:
            hand: Place of the hand, relative to the tray's front left corner (mm).
            heading: Direction of the flight (rad from +x, anticlockwise).
            far: Flight of the dice if no wall is in the way (mm). In a short tray, the flight is shorter.
        """
        ways = (math.cos(heading), math.sin(heading))
        sizes = (self._request.width, self._request.depth)
        margins = [min(TRAY_MARGIN, size / 3) for size in sizes]
        rooms = [(size - 2 * margin) for size, margin in zip(sizes, margins, strict=True)]
        far = min([far, *(room / abs(way) for room, way in zip(rooms, ways, strict=True) if way)])
        begin = [
            min(max(place, margin - min(way * far, 0.0)), size - margin - max(way * far, 0.0))
            for place, way, size, margin in zip(hand, ways, sizes, margins, strict=True)
        ]
        return (begin[0], begin[1]), (begin[0] + ways[0] * far, begin[1] + ways[1] * far)

    def _towards(self, hand: Point, heading: float, far: float) -> Point:
        """Return the end of a straight line from the hand (mm). The line stops at the area's edge.

        Args:
            hand: Place of the hand, relative to the area's front left corner (mm). So is the result.
            heading: Direction of the line (rad from +x, anticlockwise).
            far: Length of the line if the edge is farther away (mm).
        """
        for part, way, size in (
            (hand[0], math.cos(heading), self._request.width),
            (hand[1], math.sin(heading), self._request.depth),
        ):
            room = size - part if way > 0.0 else part
            if abs(way) * far > room:
                far = room / abs(way)
        return self._clamped(point_ahead(hand, heading, far))


def default_throw(request: AimThrow) -> Aim:
    """Return the throw of a player who makes no gesture, to the middle of the area. The standard hand adds errors."""
    middle = (request.width / 2, request.depth / 2)
    return Aim(middle, 0.0, TRAY_STRENGTH if request.in_tray else 1.0, release_height(request))


def release_height(request: AimThrow) -> float:
    """Return the height of the hand when it releases the dice of a request (mm)."""
    return min(max(USUAL_RELEASE_HEIGHT, request.least_drop), request.MAX_HEIGHT)


def spin(strength: float, shaken: float, turning: float, most: float) -> Vector:
    """Return a throw's spin about three axes: along the throw, to its left, and up.

    Each of the three numbers is a share of the hand's usual spin.

    Args:
        strength: Speed of the throw, as a share of the hand's usual speed.
        shaken: Amount of shaking from 0 to 1.
        turning: Turning rate of the flick (rad/s, positive to the left).
        most: Greatest total spin, as a share of the hand's usual spin.
    """
    forward = max(strength * (FORWARD_SPIN + SHAKEN_SPIN * shaken), LEAST_SPIN)
    upright = turning / CURVE_RATE
    total = math.hypot(forward, upright)
    down = 1.0 if total <= most else 0.999 * most / total
    return (0.0, forward * down, upright * down)
