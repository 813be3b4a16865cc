"""Throwing a die at a target: the player holds the die with the mouse and flicks it.

The die leaves the hand at the last mouse position that the rules allow.
"""

import math
from typing import Final

from riotsim.play.requests import Aim, AimThrow, Target
from riotsim.table.acts import Mark
from riotsim.table.poses import Point, distance, heading, point_ahead
from riotsim.viewer.input.gestures.mouse_track import REST_SPEED, MouseTrack
from riotsim.viewer.input.gestures.throw import ThrowPreview, release_height, spin

MAX_FLIGHT_TIME_SHARE: Final = 0.999
"""Longest time of flight of a throw, as a fraction of the longest allowed time.

A throw that would take longer is made stronger.
"""

MIN_FLIGHT_DISTANCE: Final = 60.0
"""Least distance of a throw by hand (mm over the table).

The die isn't thrown if the target, or the table's edge in the direction of the throw, is nearer to the hand.
"""

# With slower throws, the hand's speed errors make the die miss.
DEFAULT_FLIGHT_SECONDS: Final = 0.15
"""Desired time of flight of a throw without a gesture (s). The limits of the throw's strength may change this time."""


class TargetThrowGesture:
    """A die in hand that is to be thrown at a target."""

    def __init__(self, request: AimThrow, t: float, x: float, y: float) -> None:
        """Begin to hold the die.

        Args:
            request: The request to throw the die.
            t: The time (s).
            x: The mouse's place on the table (mm).
            y: The mouse's place on the table (mm).

        Raises:
            ValueError: The request has no target, or the hand may not release the die anywhere.
        """
        if request.target is None:
            raise ValueError("there is no target to throw at")
        self._request, self._target = request, request.target
        self._motion = MouseTrack()
        self._hand = _allowed(self._target, (x, y))
        self._heading: float | None = None
        self._see(t, x, y)

    def drawn(self, t: float) -> None:
        """Record the time (s) when the window begins to redraw itself (see `MouseTrack.drawn`)."""
        self._motion.drawn(t)

    def move(self, t: float, x: float, y: float) -> ThrowPreview:
        """Move the hand, and return the throw that a release now gives.

        Args:
            t: The time (s).
            x: The mouse's place on the table (mm).
            y: The mouse's place on the table (mm).
        """
        self._see(t, x, y)
        return self.preview

    def release(self, t: float, x: float, y: float) -> Aim | None:
        """Release the die and return the answer, or None if there is no throw.

        There is no throw if the hand rests, the throw is too short (`MIN_FLIGHT_DISTANCE`), or the rules forbid the
        throw.

        Args:
            t: The time (s).
            x: The mouse's place on the table (mm).
            y: The mouse's place on the table (mm).
        """
        self._see(t, x, y)
        preview = self.preview
        thrown = (
            math.hypot(*self._motion.velocity()) >= REST_SPEED
            and distance(preview.start, preview.at) >= MIN_FLIGHT_DISTANCE
        )
        return preview.aim if thrown and self._request.refusal(preview.aim) is None else None

    @property
    def preview(self) -> ThrowPreview:
        """The throw that a release of the die now gives."""
        velocity = self._motion.velocity()
        least, most = self._request.strengths
        way = heading(self._hand, self._target.at) if self._heading is None else self._heading
        back = self._back(way)
        at = point_ahead(self._hand, way, back)
        strength = _in_time(self._request, math.hypot(*velocity) / self._request.speed, back)
        turn = spin(strength, 0.0, self._motion.turn_rate(), self._request.MAX_SPIN)
        mark = Mark(back, self._target.default_mark.height)
        aim = Aim(at, way, strength, release_height(self._request), turn, by_hand=True, mark=mark)
        return ThrowPreview(self._hand, aim, self._hand, at, (strength - least) / (most - least), 0.0)

    def _see(self, t: float, x: float, y: float) -> None:
        self._motion.add(t, x, y)
        last = self._motion.last
        if last is not None and self._target.release_region.refusal(last.at) is None:
            self._hand = last.at
        velocity = self._motion.velocity()
        if math.hypot(*velocity) >= REST_SPEED:
            self._heading = math.atan2(velocity[1], velocity[0])

    def _back(self, way: float) -> float:
        """Return how far the die flies in a direction (mm).

        This is the shorter of two distances from the hand: to the target, and to the table's edge.

        Args:
            way: Direction of the throw (rad). It may miss the target.
        """
        x, y = self._hand
        far = distance(self._hand, self._target.at)
        width, depth = self._request.width, self._request.depth
        for part, along, size in ((x, math.cos(way), width), (y, math.sin(way), depth)):
            room = size - part if along > 0.0 else part
            if abs(along) * far > room:
                far = room / abs(along)
        return far


def default_target_throw(request: AimThrow, near: Point | None = None) -> Aim:
    """Return the throw of a player who makes no gesture. It goes straight at the target.

    The player's standard hand adds its errors.

    Args:
        request: The request to throw.
        near: Point on the table (mm); by default the middle of the front edge. The die is thrown from the allowed
            place that is nearest to this point.

    Raises:
        ValueError: The hand may not release the die anywhere.
    """
    assert request.target is not None, "there is something to throw at"
    target = request.target
    hand = _allowed(target, (request.width / 2, 0.0) if near is None else near)
    back = distance(hand, target.at)
    strength = _in_time(request, back / DEFAULT_FLIGHT_SECONDS / request.speed, back)
    mark = Mark(back, target.default_mark.height)
    return Aim(target.at, heading(hand, target.at), strength, release_height(request), mark=mark)


def _allowed(target: Target, at: Point) -> Point:
    """Return the point nearest to `at` (mm) where the hand may release the die.

    Raises:
        ValueError: The hand may not release the die anywhere.
    """
    if target.release_region.refusal(at) is None:
        return at
    spot = target.release_region.nearest(at)
    if spot is None:
        raise ValueError(f"there is nowhere to throw at {target.piece} from")
    return spot


def _in_time(request: AimThrow, strength: float, back: float) -> float:
    """Return the strength of a throw, raised if the flight would take too long (see `MAX_FLIGHT_TIME_SHARE`).

    Args:
        request: The request to throw. The result always lies within its `strengths`.
        strength: Strength before it is raised, as a share of the hand's usual speed.
        back: Length of the flight (mm).
    """
    least, most = request.strengths
    return min(max(strength, least, back / (request.speed * request.MAX_FLIGHT_SECONDS * MAX_FLIGHT_TIME_SHARE)), most)
