"""Detection of impacts, without any effect on the world.

A body counts as hit if its velocity jumps in one tick. The other body is the one whose contact at the end of the tick
explains the jump. If no contact explains it, the other body is a near body whose direction explains the jump.
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
    """Settings of the detection of impacts. The values are this program's own."""

    velocity_jump: float = 1.5 * GRAVITY * TICK
    """Change of velocity in a tick, gravity excluded, above which a body counts as hit (mm/s).

    For a body at rest on the table the change is 41 mm/s, below this limit.
    """
    closing_speed: float = 50.0
    """Closing speed below which an impact is not reported (mm/s): the speed after a fall of 0.13 mm.

    With a lower limit, a rocking die would be reported for ever. The dice of a tower may reach 41 mm/s when its
    simulation begins.
    """
    repeat_ticks: int = 4
    """Ticks until another impact of the same two bodies is reported. A harder impact is reported at once."""
    normal_share: float = 0.4
    """Least share of a change of velocity that a contact must explain: the share along the contact's normal.

    The rest of the change is due to friction.
    """
    reach: float = 1.0
    """Distance within which the other body is sought if it no longer touches (mm).

    The change of velocity times the length of a tick is added.
    """


IMPACTS: Final = ImpactSettings()
"""The settings of impacts that are in use."""


@dataclass(frozen=True, slots=True)
class _Velocities:
    """Velocity (mm/s) and spin (rad/s) of a body before a tick."""

    velocity: Vector
    spin: Vector


class ImpactDetector:
    """Detection of the impacts in one world. Call `before` and `after` around the step of each tick."""

    def __init__(self, world: World, ground: Mapping[int, Collider]) -> None:
        """Begin the detection.

        Args:
            world: The world.
            ground: The bodies that are not pieces: for each body's number, the table or a wall.
        """
        self._world = world
        self._ground = ground
        self._before: dict[int, _Velocities] = {}
        self._reported: dict[tuple[Collider, Collider], tuple[int, float]] = {}
        """Tick and closing speed (mm/s) of the last reported impact of each pair."""
        self._heard: list[Impact] = []

    def before(self, free: Sequence[Body], held: Sequence[Body]) -> None:
        """Record the velocities of all bodies before a step.

        Args:
            free: Bodies that move by themselves.
            held: Bodies that a hand moves.
        """
        self._before = {body.number: _Velocities(*self._world.velocity(body.number)) for body in (*free, *held)}

    def after(self, tick: int, free: Sequence[Body], all_bodies: Iterable[Body]) -> None:
        """Detect the impacts in the step that has just ended.

        Args:
            tick: The tick at the end of the step.
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
        """Return the impacts that were detected since the last call."""
        heard, self._heard = tuple(self._heard), []
        return heard

    def _note(self, met: dict[tuple[int, int], "_Collision"], touch: ContactPoint, jolts: Mapping[int, Vector]) -> None:
        """Store a contact as the impact of its two bodies, if it is one.

        The bodies must close fast enough (`closing_speed`). The contact must explain a change of velocity
        (`normal_share`). Of several impacts of two bodies, the one with the highest closing speed is kept.

        Args:
            met: The impact of each pair so far. This method updates it.
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
        """Return the first body's velocity minus the second body's, at a contact (mm/s, see `_at`)."""
        a, b = (self._at(number, touch.at) for number in (touch.one, touch.other))
        return (a[0] - b[0], a[1] - b[1], a[2] - b[2])

    def _at(self, number: int, place: Vector) -> Vector:
        """Return the velocity of a body at one of its points (mm/s).

        It is the velocity before the step, plus half of what gravity adds in the tick.

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

        Within `repeat_ticks` of a reported impact of the same two bodies, report only an impact with a higher closing
        speed.

        Args:
            tick: The tick.
            one: Number of one body.
            other: Number of the other body.
            meeting: The impact.
            names: What each body stands for (a piece, the table or a wall), by the body's number.
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
        """Return the speed of a body before the step (mm/s); -1 if the body never moves by itself."""
        motion = self._before.get(number)
        return -1.0 if motion is None or self._world.mass(number) == 0.0 else math.hypot(*motion.velocity)


@dataclass(frozen=True, slots=True)
class _Collision:
    """An impact of two bodies: its place (mm), closing speed (mm/s) and impulse (g·mm/s)."""

    at: Vector
    speed: float
    impulse: float
    share: float
    """Share of the change of velocity that is along the contact's normal."""


def _dot(a: Vector, b: Vector) -> float:
    """Return the scalar product of two vectors."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
