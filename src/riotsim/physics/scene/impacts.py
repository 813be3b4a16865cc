"""Who listens to an act is told what hits what: read from velocities and contacts after each tick, changing nothing."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from riotsim.physics.bodies.body import Body
from riotsim.physics.engine.world import GRAVITY, TICK, Touch, World
from riotsim.table.impacts import Hit, Impact, hit_of
from riotsim.table.poses import Vector, cross

JOLT: Final = 1.5 * GRAVITY * TICK
"""What changes a body's velocity in a tick by more than this, gravity taken off, is a knock (mm/s): what lies still is
borne with 41."""

LEAST: Final = 50.0
"""What closes in more slowly is not told (mm/s): a fall of 0.13 mm. A tower whose dice lie exactly on each other falls
for a tick before they bear (41), and what rocks in its place would never be quiet."""

AGAIN: Final = 4
"""The same two are told of anew after so many ticks, unless they meet harder."""

ALONG: Final = 0.4
"""A touch explains a knock if at least this share of the knock is along its normal: friction has a share too."""

FLY_OFF: Final = 1.0
"""What a body bounced from is looked for so far from it (mm), and as far as it may have gone in the tick."""


@dataclass(frozen=True, slots=True)
class _Motion:
    """How a body moved before a tick."""

    velocity: Vector
    spin: Vector


class Impacts:
    """Listens to a world. A tick is heard by `before` and `after` its step."""

    def __init__(self, world: World, ground: Mapping[int, Hit]) -> None:
        """`ground` names the bodies that are no pieces: the table and its walls."""
        self._world = world
        self._ground = ground
        self._before: dict[int, _Motion] = {}
        self._told: dict[tuple[Hit, Hit], tuple[int, float]] = {}
        """When two were told of last, and how hard they met."""
        self._heard: list[Impact] = []

    def before(self, free: Sequence[Body], held: Sequence[Body]) -> None:
        """Note how all moves before a step."""
        self._before = {body.number: _Motion(*self._world.velocity(body.number)) for body in (*free, *held)}

    def after(self, tick: int, free: Sequence[Body], all_bodies: Iterable[Body]) -> None:
        """Find out what met in the step that brought the clock to `tick`."""
        jolts: dict[int, Vector] = {}
        for body in free:
            if (then := self._before.get(body.number)) is not None:
                (x, y, z), _ = self._world.velocity(body.number)
                u, v, w = then.velocity
                jolt = (x - u, y - v, z - w + GRAVITY * TICK)
                if math.hypot(*jolt) > JOLT:
                    jolts[body.number] = jolt
        if not jolts:
            return
        met: dict[tuple[int, int], _Meeting] = {}
        for touch in self._world.touches():
            if touch.one in jolts or touch.other in jolts:
                self._note(met, touch, jolts)
        explained = {number for pair in met for number in pair}
        for number, jolt in jolts.items():
            if number not in explained:  # what it bounced from is not touched any more at the end of a tick
                room = FLY_OFF + math.hypot(*jolt) * TICK
                near: dict[tuple[int, int], _Meeting] = {}
                for touch in self._world.near(number, room):
                    self._note(near, touch, jolts)
                if near:
                    best = max(near, key=lambda pair: near[pair].share)
                    met.setdefault(best, near[best])
        names = {**self._ground, **{body.number: hit_of(body.piece) for body in all_bodies}} if met else {}
        for (one, other), meeting in met.items():
            if one in names and other in names:
                self._tell(tick, one, other, meeting, names)

    def take(self) -> tuple[Impact, ...]:
        """Give what was heard since this was asked last."""
        heard, self._heard = tuple(self._heard), []
        return heard

    def _note(self, met: dict[tuple[int, int], "_Meeting"], touch: Touch, jolts: Mapping[int, Vector]) -> None:
        """Keep a touch if it explains a knock, and is the hardest of its pair."""
        nx, ny, nz = touch.normal
        closing = -_dot(self._difference(touch), touch.normal)
        if closing < LEAST:
            return
        share, impulse = 0.0, 0.0
        for number, sign in ((touch.one, 1.0), (touch.other, -1.0)):
            if (jolt := jolts.get(number)) is not None:
                along = sign * _dot(jolt, (nx, ny, nz))
                share = max(share, along / math.hypot(*jolt))
                impulse = max(impulse, along * self._world.mass(number))
        if share < ALONG:
            return
        pair = (touch.one, touch.other) if touch.one < touch.other else (touch.other, touch.one)
        if pair not in met or closing > met[pair].speed:
            met[pair] = _Meeting(touch.at, closing, impulse, share)

    def _difference(self, touch: Touch) -> Vector:
        """How fast one moved, seen from the other, where they touch, before the step (mm/s)."""
        a, b = (self._at(number, touch.at) for number in (touch.one, touch.other))
        return (a[0] - b[0], a[1] - b[1], a[2] - b[2])

    def _at(self, number: int, place: Vector) -> Vector:
        """The velocity of a body's part (mm/s) as the step began, and half of what gravity gives it in the step."""
        motion = self._before.get(number)
        if motion is None:
            return (0.0, 0.0, 0.0)
        (x, y, z), _ = self._world.pose(number)
        (u, v, w), _ = self._world.velocity(number)
        step = TICK / self._world.substeps  # contacts are those of where all was before the last of them
        arm = (place[0] - x + u * step, place[1] - y + v * step, place[2] - z + w * step)
        a, b, c = cross(motion.spin, arm)
        u, v, w = motion.velocity
        falls = GRAVITY * TICK / 2 if self._world.mass(number) > 0.0 else 0.0
        return (u + a, v + b, w + c - falls)

    def _tell(self, tick: int, one: int, other: int, meeting: "_Meeting", names: Mapping[int, Hit]) -> None:
        if self._speed(other) > self._speed(one):
            one, other = other, one
        first, second = names[one], names[other]
        key = (first, second) if (first.thing, first.piece) < (second.thing, second.piece) else (second, first)
        told, speed = self._told.get(key, (-AGAIN, 0.0))
        if tick - told < AGAIN and meeting.speed <= speed:
            return
        self._told[key] = (tick, meeting.speed)
        self._heard.append(Impact(tick, first, second, meeting.at, meeting.speed, meeting.impulse))

    def _speed(self, number: int) -> float:
        motion = self._before.get(number)
        return -1.0 if motion is None or self._world.mass(number) == 0.0 else math.hypot(*motion.velocity)


@dataclass(frozen=True, slots=True)
class _Meeting:
    """Two bodies meet."""

    at: Vector
    speed: float
    impulse: float
    share: float
    """Of a knock, along the normal."""


def _dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
