"""Detection of impacts. It observes the world, and changes nothing in it.

A body counts as hit if its velocity jumps in one tick. A contact at the end of the tick explains the jump if enough of
the jump is along the contact's normal. In that case, the body was hit by the other body of this contact. If no contact
explains the jump, the two bodies may be apart again. In that case, the nearest points of other bodies are examined like
contacts.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from riotsim.physics.bodies.body import Body
from riotsim.physics.engine.world import GRAVITY, TICK, ContactPoint, World
from riotsim.table.impacts import Collider, Impact, collider_of
from riotsim.table.poses import Vector, cross


@dataclass(frozen=True, slots=True)
class ImpactSettings:
    """Settings of the detection of impacts. We chose the values; they have no source."""

    velocity_jump: float = 1.5 * GRAVITY * TICK
    """Limit for the change of a body's velocity in a tick (mm/s). A body counts as hit if the change is larger.

    The change doesn't include the effect of gravity. For a body at rest on the table it is 41 mm/s.
    """
    closing_speed: float = 50.0
    """Closing speed below which an impact is not reported (mm/s). A body has this speed after a fall of 0.13 mm.

    The closing speed is the speed of the two bodies' approach at the point of contact. With a lower limit, impacts of a
    rocking die would be reported without end. When the simulation of a tower begins, its dice may approach each other
    at 41 mm/s without a real impact.
    """
    repeat_ticks: int = 4
    """After a reported impact, impacts of the same two bodies are not reported for this number of ticks.

    An impact whose closing speed is higher than that of the reported impact is reported all the same.
    """
    normal_share: float = 0.4
    """Minimum share of a velocity change along a contact's normal for the contact to explain the change.

    The rest of the change is due to friction.
    """
    reach: float = 1.0
    """If the two bodies of an impact no longer touch, the other body is sought within this distance (mm).

    The search adds the distance that the first body covers in a tick at a speed equal to its change of velocity.
    """


IMPACTS: Final = ImpactSettings()
"""The settings of impacts that are in use."""


@dataclass(frozen=True, slots=True)
class _Velocities:
    """Velocity (mm/s) and spin (rad/s) of a body before a tick."""

    velocity: Vector
    spin: Vector


class ImpactDetector:
    """A detector of the impacts in one world. Call `before` before each tick, and `after` after each tick."""

    def __init__(self, world: World, ground: Mapping[int, Collider]) -> None:
        """Begin the detection.

        Args:
            world: The world.
            ground: The collider (the table or a wall) of each body that is not a piece, by the body's number.
        """
        self._world = world
        self._ground = ground
        self._before: dict[int, _Velocities] = {}
        self._reported: dict[tuple[Collider, Collider], tuple[int, float]] = {}
        """Tick and closing speed (mm/s) of the last reported impact of every two colliders."""
        self._heard: list[Impact] = []

    def before(self, free: Sequence[Body], held: Sequence[Body]) -> None:
        """Record the velocities of all bodies before a tick.

        Args:
            free: Bodies that move by themselves.
            held: Bodies that a hand moves.
        """
        self._before = {body.number: _Velocities(*self._world.velocity(body.number)) for body in (*free, *held)}

    def after(self, tick: int, free: Sequence[Body], all_bodies: Iterable[Body]) -> None:
        """Detect the impacts in the tick that has just ended.

        Args:
            tick: The act's clock at the end of this tick.
            free: Bodies that move by themselves.
            all_bodies: All bodies of pieces.
        """
        jolts: dict[int, Vector] = {}
        for body in free:
            if (then := self._before.get(body.number)) is not None:
                (x, y, z), _ = self._world.velocity(body.number)
                u, v, w = then.velocity
                jolt = (x - u, y - v, z - w + GRAVITY * TICK)
                if math.hypot(*jolt) > IMPACTS.velocity_jump:
                    jolts[body.number] = jolt
        if not jolts:
            return
        met: dict[tuple[int, int], _Collision] = {}
        for touch in self._world.contact_points():
            if touch.one in jolts or touch.other in jolts:
                self._note(met, touch, jolts)
        explained = {number for pair in met for number in pair}
        for number, jolt in jolts.items():
            if number not in explained:  # the body that it bounced off is no longer in contact at the end of the tick
                room = IMPACTS.reach + math.hypot(*jolt) * TICK
                near: dict[tuple[int, int], _Collision] = {}
                for touch in self._world.nearest_points(number, room):
                    self._note(near, touch, jolts)
                if near:
                    best = max(near, key=lambda pair: near[pair].share)
                    met.setdefault(best, near[best])
        names = {**self._ground, **{body.number: collider_of(body.piece) for body in all_bodies}} if met else {}
        for (one, other), meeting in met.items():
            if one in names and other in names:
                self._report(tick, one, other, meeting, names)

    def take(self) -> tuple[Impact, ...]:
        """Return the impacts detected since the last call."""
        heard, self._heard = tuple(self._heard), []
        return heard

    def _note(self, met: dict[tuple[int, int], "_Collision"], touch: ContactPoint, jolts: Mapping[int, Vector]) -> None:
        """Decide whether a contact is an impact, and if so, store it as the impact of its two bodies.

        A contact is an impact if its bodies approach each other fast enough (`closing_speed`), and if it explains the
        change of velocity of one of them (`normal_share`). Of several impacts of the same two bodies, only the one with
        the highest closing speed is kept.

        Args:
            met: The impacts found so far, by the numbers of their two bodies. This method updates the mapping.
            touch: The contact.
            jolts: The change of velocity of each body that was hit, gravity excluded (mm/s).
        """
        nx, ny, nz = touch.normal
        closing = -_dot(self._difference(touch), touch.normal)
        if closing < IMPACTS.closing_speed:
            return
        share, impulse = 0.0, 0.0
        for number, sign in ((touch.one, 1.0), (touch.other, -1.0)):
            if (jolt := jolts.get(number)) is not None:
                along = sign * _dot(jolt, (nx, ny, nz))
                share = max(share, along / math.hypot(*jolt))
                impulse = max(impulse, along * self._world.mass(number))
        if share < IMPACTS.normal_share:
            return
        pair = (touch.one, touch.other) if touch.one < touch.other else (touch.other, touch.one)
        if pair not in met or closing > met[pair].speed:
            met[pair] = _Collision(touch.at, closing, impulse, share)

    def _difference(self, touch: ContactPoint) -> Vector:
        """Return the velocity of the first body at a contact, minus that of the second body there (mm/s, see `_at`)."""
        a, b = (self._at(number, touch.at) for number in (touch.one, touch.other))
        return (a[0] - b[0], a[1] - b[1], a[2] - b[2])

    def _at(self, number: int, place: Vector) -> Vector:
        """Return the velocity of a body at one of its points (mm/s).

        It is the velocity before the tick, plus half of gravity's change of it in the tick.

        Args:
            number: Number of the body.
            place: The point (mm).
        """
        motion = self._before.get(number)
        if motion is None:
            return (0.0, 0.0, 0.0)
        (x, y, z), _ = self._world.pose(number)
        (u, v, w), _ = self._world.velocity(number)
        step = TICK / self._world.substeps  # contacts belong to the poses before the last step
        arm = (place[0] - x + u * step, place[1] - y + v * step, place[2] - z + w * step)
        a, b, c = cross(motion.spin, arm)
        u, v, w = motion.velocity
        falls = GRAVITY * TICK / 2 if self._world.mass(number) > 0.0 else 0.0
        return (u + a, v + b, w + c - falls)

    def _report(self, tick: int, one: int, other: int, meeting: "_Collision", names: Mapping[int, Collider]) -> None:
        """Report an impact, with the faster body first.

        If an impact of the same two bodies was reported less than `repeat_ticks` ticks ago, report the new impact only
        if its closing speed is higher.

        Args:
            tick: The tick.
            one: Number of one body.
            other: Number of the other body.
            meeting: The impact.
            names: The collider (a piece, the table or a wall) of each body, by the body's number.
        """
        if self._speed(other) > self._speed(one):
            one, other = other, one
        first, second = names[one], names[other]
        key = (first, second) if (first.kind, first.piece) < (second.kind, second.piece) else (second, first)
        reported, speed = self._reported.get(key, (-IMPACTS.repeat_ticks, 0.0))
        if tick - reported < IMPACTS.repeat_ticks and meeting.speed <= speed:
            return
        self._reported[key] = (tick, meeting.speed)
        self._heard.append(Impact(tick, first, second, meeting.at, meeting.speed, meeting.impulse))

    def _speed(self, number: int) -> float:
        """Return the speed of a body before the tick (mm/s); -1 if the body never moves by itself."""
        motion = self._before.get(number)
        return -1.0 if motion is None or self._world.mass(number) == 0.0 else math.hypot(*motion.velocity)


@dataclass(frozen=True, slots=True)
class _Collision:
    """An impact of two bodies: its place (mm), closing speed (mm/s) and impulse (g·mm/s)."""

    at: Vector
    speed: float
    impulse: float
    share: float
    """Share of a body's velocity change along the contact's normal."""


def _dot(a: Vector, b: Vector) -> float:
    """Return the scalar product of two vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
