"""The correction of the rotation of dice.

If the moments of inertia of a die are unequal, the engine rotates it wrongly.
"""

import math
from dataclasses import dataclass
from typing import Final

from riotsim.physics.bodies.body import Body
from riotsim.physics.bodies.size_and_mass import inertia
from riotsim.physics.engine.world import GRAVITY, TICK, World
from riotsim.table.pieces import Die
from riotsim.table.poses import Quaternion, Vector, cross, multiply


@dataclass(frozen=True, slots=True)
class FreeSpinSettings:
    """Settings for correcting the rotation that the engine computes. We chose the values; they have no source."""

    max_isotropic_ratio: float = 1.001
    """A body's rotation needs no correction up to this ratio of its largest moment of inertia to its smallest."""
    max_rotation: float = 0.35
    """A body turns by no more than this angle in one step of the correction (rad).

    If it turns further in a tick, the correction divides the tick into several steps.
    """
    min_spin: float = 10.0
    """Rate of spin below which the rotation is not corrected (rad/s).

    Below it, friction removes more energy than the engine can add.
    """
    touch_velocity: float = 1.0
    """Limit for the change of a body's velocity in a tick, apart from the change by gravity (mm/s).

    If the change is greater, something must have touched the body in this tick. The engine's list of contacts isn't
    enough to find this out: it has only the contacts of the tick's last step, and a bounce may be over by then.
    """


FREE_SPIN: Final = FreeSpinSettings()
"""The settings that the simulation uses."""


class FreeSpins:
    """An object that corrects the rotation of the dice of one world. To advance the world, call its `step`."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._of: dict[int, FreeSpin] = {}

    def enter(self, body: Body) -> None:
        """Begin to correct the rotation of a free body. If it isn't a die that needs correction, do nothing."""
        if isinstance(body.piece, Die) and not body.piece.kind.is_cube:
            moments = inertia(body.piece.kind, body.piece.size)
            if max(moments) >= FREE_SPIN.max_isotropic_ratio * min(moments):
                self._of[body.number] = FreeSpin(self._world, body.number, moments)

    def leave(self, body: Body) -> None:
        """Stop correcting the rotation of a body."""
        self._of.pop(body.number, None)

    def step(self, ticks: int = 1) -> None:
        """Advance the world by a number of ticks, and correct the rotation of its dice."""
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
    """An object that corrects the rotation of one body, tick by tick.

    If the moments of inertia of a spinning body are unequal, the engine adds energy to the body, until the simulation
    fails. The reason is that the engine integrates the gyroscopic torque explicitly. In 0.3 s of free flight, the
    energy grew as follows:

    - A cuboid of 2.65 × 1 × 1: 4.3-fold at 70 rad/s, and 90-fold at 120 rad/s.
    - A d10: by 6 % at 70 rad/s.

    The correction depends on the body's contacts:

    - In free flight, the angular momentum is conserved. The orientation is computed by the midpoint rule.
    - In contact, the engine computes the rotation. An additional torque makes up for the engine's error. Without this
      torque, a rolling barrel would spin faster and faster.
    """

    def __init__(self, world: World, body: int, inertia: Vector) -> None:
        self._world = world
        self._body = body
        self._inertia = inertia
        a, b, c = inertia
        self._inverse: Vector = (1 / a, 1 / b, 1 / c)
        self._slow = False
        self._known = False
        """True if the stored momentum, orientation and spin are valid.

        They are valid if the body flew freely in the last tick, and spun at `FREE_SPIN.min_spin` or faster.
        """
        self._momentum: Vector = (0.0, 0.0, 0.0)
        self._turn: Quaternion = (0.0, 0.0, 0.0, 1.0)
        self._spin: Vector = (0.0, 0.0, 0.0)
        self._velocity: Vector = (0.0, 0.0, 0.0)

    def before(self) -> None:
        """Compute the body's rotation in the next tick, and apply a torque that makes up for the engine's error.

        If the body spins more slowly than `FREE_SPIN.min_spin`, do neither.
        """
        self._velocity, spin = self._world.velocity(self._body)
        if not self._known:
            self._spin = spin
        rate = math.hypot(*self._spin)
        self._slow = rate < FREE_SPIN.min_spin
        if self._slow:
            self._known = False
            return
        if not self._known:
            _, self._turn = self._world.pose(self._body)
            self._momentum = _times(self._turn, spin, self._inertia)
        first = turn = self._turn
        spin = self._spin
        parts = 1 + int(rate * TICK / FREE_SPIN.max_rotation)
        momentum, inverse = self._momentum, self._inverse
        for _ in range(parts):
            middle = _rotate_by_spin(turn, spin, TICK / parts / 2)
            turn = _rotate_by_spin(turn, _times(middle, momentum, inverse), TICK / parts)
            spin = _times(turn, momentum, inverse)
        (a, b, c), (x, y, z) = self._spin, spin
        wanted = _times(first, ((x - a) / TICK, (y - b) / TICK, (z - c) / TICK), self._inertia)
        explicit = cross(self._spin, self._momentum)
        self._world.apply_torque(
            self._body, (wanted[0] + explicit[0], wanted[1] + explicit[1], wanted[2] + explicit[2])
        )
        self._turn, self._spin = turn, spin

    def after(self) -> None:
        """Set the body's orientation and spin to those that `before` computed.

        If `before` has computed nothing, or if something touched the body in the tick, leave the body as the engine has
        moved it.
        """
        if self._slow:
            return
        velocity, _ = self._world.velocity(self._body)
        x, y, z = self._velocity
        nudged = math.dist(velocity, (x, y, z - GRAVITY * TICK)) > FREE_SPIN.touch_velocity
        self._known = not (nudged or self._world.touched_by(self._body))
        if self._known:
            at, _ = self._world.pose(self._body)
            self._world.set_state(self._body, at, self._turn, velocity, self._spin)


def _times(turn: Quaternion, vector: Vector, own: Vector) -> Vector:
    """Multiply a vector by a matrix that is diagonal in the body's own frame.

    The result is exactly that of `rotate(turn, own * rotate(conjugate(turn), vector))`. The formula is written out for
    speed: each tick of a die needs it several times, and calls of `rotate` would take half of the time.

    Args:
        turn: Orientation of the body.
        vector: The vector, in the table's frame.
        own: The diagonal of the matrix.
    """
    x, y, z, w = turn
    u, v, t = vector
    a, b, c = 2.0 * (z * v - y * t), 2.0 * (x * t - z * u), 2.0 * (y * u - x * v)
    p = (u + w * a - y * c + z * b) * own[0]
    q = (v + w * b - z * a + x * c) * own[1]
    r = (t + w * c - x * b + y * a) * own[2]
    a, b, c = 2.0 * (y * r - z * q), 2.0 * (z * p - x * r), 2.0 * (x * q - y * p)
    return (p + w * a + y * c - z * b, q + w * b + z * a - x * c, r + w * c + x * b - y * a)


def _rotate_by_spin(turn: Quaternion, spin: Vector, time: float) -> Quaternion:
    """Return the orientation of a body after it has rotated with a constant spin for a time.

    Args:
        turn: The orientation before.
        spin: The spin (rad/s), in the table's frame.
        time: The time (s).
    """
    x, y, z = spin
    rate = math.hypot(x, y, z)
    if rate == 0.0:
        return turn
    half = rate * time / 2
    share = math.sin(half) / rate
    return multiply((x * share, y * share, z * share, math.cos(half)), turn)
