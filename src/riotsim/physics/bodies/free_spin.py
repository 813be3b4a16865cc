"""Long and flat dice in the air turn as free bodies do, which the engine by itself gets wrong."""

import math
from typing import Final

from riotsim.physics.bodies.body import Body
from riotsim.physics.engine.inertia import inertia
from riotsim.physics.engine.world import GRAVITY, TICK, World
from riotsim.table.pieces import Die
from riotsim.table.poses import Quaternion, Vector, cross, multiply, rotate

ALIKE: Final = 1.001
"""A body whose moments of inertia differ by less than this factor is as good as a ball: the engine turns it rightly."""

WIDEST: Final = 0.35
"""A tick in which a body turns by more (rad) is divided."""

SLOW: Final = 10.0
"""What spins more slowly (rad/s) is left to the engine: friction takes more from it than it can gain."""


NUDGE: Final = 1.0
"""What changes a body's velocity by this more than gravity does (mm/s) has touched it: the engine tells the contacts
of a tick's last step alone, and a bounce may be over by then."""


class FreeSpins:
    """Steps a world, and turns those of its dice rightly that aren't round."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._of: dict[int, FreeSpin] = {}

    def enter(self, body: Body) -> None:
        """Heed a body that moves freely, if it is a die and not round."""
        if isinstance(body.piece, Die) and not body.piece.kind.is_cube:
            moments = inertia(body.piece.kind, body.piece.size)
            if max(moments) >= ALIKE * min(moments):
                self._of[body.number] = FreeSpin(self._world, body.number, moments)

    def leave(self, body: Body) -> None:
        """Forget a body that is no more in the world."""
        self._of.pop(body.number, None)

    def step(self, ticks: int = 1) -> None:
        """Go on by so many ticks."""
        if not self._of:
            self._world.step(ticks)
            return
        for _ in range(ticks):
            for spin in self._of.values():
                spin.before()
            self._world.step()
            for spin in self._of.values():
                spin.after()


class FreeSpin:
    """Turns one body from tick to tick.

    The engine adds the gyroscopic torque explicitly, which feeds energy to whatever isn't round until the act breaks
    down. Measured, of a free flight of 0.3 s: a cuboid of 2.65 × 1 × 1 that spins at 70 rad/s had 4.3 times its energy
    in the end, at 120 rad/s 90 times; a d10 at 70 rad/s 1.06 times. Here the angular momentum stays as it is, and the
    orientation follows from it by the midpoint rule. What something touches is left to the engine, with a torque that
    makes up for the difference: else a barrel that rolls would spin up too.
    """

    def __init__(self, world: World, body: int, inertia: Vector) -> None:
        self._world = world
        self._body = body
        self._inertia = inertia
        self._slow = False
        self._known = False
        """Whether it flew freely in the last tick, so that the three below are right."""
        self._momentum: Vector = (0.0, 0.0, 0.0)
        self._turn: Quaternion = (0.0, 0.0, 0.0, 1.0)
        self._spin: Vector = (0.0, 0.0, 0.0)
        self._velocity: Vector = (0.0, 0.0, 0.0)

    def before(self) -> None:
        """Find out how the body would turn in the next tick, and correct what the engine will do."""
        self._velocity, spin = self._world.velocity(self._body)
        if not self._known:
            _, self._turn = self._world.pose(self._body)
            self._spin = spin
            self._momentum = self._times(self._turn, self._spin, self._inertia)
        rate = math.hypot(*self._spin)
        self._slow = rate < SLOW
        if self._slow:
            self._known = False
            return
        first = turn = self._turn
        spin = self._spin
        parts = 1 + int(rate * TICK / WIDEST)
        for _ in range(parts):
            middle = _turned(turn, spin, TICK / parts / 2)
            turn = _turned(turn, self._spin_at(middle), TICK / parts)
            spin = self._spin_at(turn)
        x, y, z = (b - a for a, b in zip(self._spin, spin, strict=True))
        wanted = self._times(first, (x / TICK, y / TICK, z / TICK), self._inertia)
        explicit = cross(self._spin, self._momentum)
        self._world.twist(self._body, (wanted[0] + explicit[0], wanted[1] + explicit[1], wanted[2] + explicit[2]))
        self._turn, self._spin = turn, spin

    def after(self) -> None:
        """Turn the body as it should have in that tick, if it flew freely."""
        velocity, _ = self._world.velocity(self._body)
        x, y, z = self._velocity
        nudged = math.dist(velocity, (x, y, z - GRAVITY * TICK)) > NUDGE
        self._known = not (self._slow or nudged or self._world.touched(self._body))
        if self._known:
            at, _ = self._world.pose(self._body)
            self._world.hold(self._body, at, self._turn, velocity, self._spin)

    def _spin_at(self, turn: Quaternion) -> Vector:
        """The spin (rad/s) of the body with its momentum, turned so."""
        a, b, c = self._inertia
        return self._times(turn, self._momentum, (1 / a, 1 / b, 1 / c))

    @staticmethod
    def _times(turn: Quaternion, vector: Vector, own: Vector) -> Vector:
        """A vector times a matrix that is diagonal in the frame of a body that is turned so."""
        x, y, z, w = turn
        p, q, r = rotate((-x, -y, -z, w), vector)
        return rotate(turn, (p * own[0], q * own[1], r * own[2]))


def _turned(turn: Quaternion, spin: Vector, time: float) -> Quaternion:
    """An orientation after some time of a steady spin."""
    x, y, z = spin
    rate = math.hypot(x, y, z)
    if rate == 0.0:
        return turn
    half = rate * time / 2
    share = math.sin(half) / rate
    return multiply((x * share, y * share, z * share, math.cos(half)), turn)
