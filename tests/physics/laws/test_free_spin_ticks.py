"""The correction of a die's rotation, tick by tick, in a made-up world that rotates bodies with the engine's error."""

import math
from dataclasses import dataclass, field
from typing import cast

import numpy as np
import pytest

from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.free_spin import FreeSpin, FreeSpins
from riotsim.physics.engine.world import TICK, World
from riotsim.table.dice.custom import barrel, cuboid, rounded
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.pieces import Die, Piece, Token
from riotsim.table.poses import IDENTITY, ORIGIN, Quaternion, Vector, multiply, rotate

MOMENTS = (400.0, 900.0, 1100.0)
"""Moments of inertia of the die (g·mm²)."""

TURN: Quaternion = (0.1, -0.5, 0.7, 0.5)
"""A unit quaternion."""


def times(turn: Quaternion, vector: Vector, own: Vector) -> Vector:
    """Return the product of a vector and a matrix that is diagonal (`own`) in the frame of a body."""
    x, y, z, w = turn
    inner = rotate((-x, -y, -z, w), vector)
    return rotate(turn, (inner[0] * own[0], inner[1] * own[1], inner[2] * own[2]))


def rolled(turn: Quaternion, spin: Vector, time: float) -> Quaternion:
    """Return an orientation after a rotation with a constant spin."""
    rate = math.hypot(*spin)
    share = math.sin(rate * time / 2) / rate
    return multiply((spin[0] * share, spin[1] * share, spin[2] * share, math.cos(rate * time / 2)), turn)


def exact(turn: Quaternion, spin: Vector, time: float) -> tuple[Quaternion, Vector]:
    """Return orientation and spin of a free body after a time, computed in 2000 steps."""
    momentum, inverse = times(turn, spin, MOMENTS), (1 / MOMENTS[0], 1 / MOMENTS[1], 1 / MOMENTS[2])
    for _ in range(2000):
        turn = rolled(turn, times(turn, momentum, inverse), time / 2000)
    return turn, times(turn, momentum, inverse)


@dataclass
class Flight:
    """A world with one body, to which a tick adds the explicit gyroscopic torque, as the engine does."""

    spin: Vector
    turn: Quaternion = TURN
    at: Vector = (1.0, 2.0, 300.0)
    velocity_now: Vector = (50.0, -60.0, 70.0)
    push: Vector = (0.0, 0.0, 0.0)
    """Change of velocity in the next tick, apart from gravity (mm/s)."""
    touched: set[int] = field(default_factory=set)
    torques: list[Vector] = field(default_factory=list)
    states: list[tuple[int, Vector, Quaternion, Vector, Vector]] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)

    def velocity(self, body: int) -> tuple[Vector, Vector]:
        """Return the velocity and the spin."""
        return self.velocity_now, self.spin

    def pose(self, body: int) -> tuple[Vector, Quaternion]:
        """Return the place and the orientation."""
        return self.at, self.turn

    def apply_torque(self, body: int, torque: Vector) -> None:
        """Note a torque for the next tick."""
        self.torques.append(torque)

    def touched_by(self, body: int) -> set[int]:
        """Return what touches the body."""
        return self.touched

    def set_state(self, body: int, at: Vector, turn: Quaternion, velocity: Vector, spin: Vector) -> None:
        """Set the orientation and the spin, and note the whole state that was asked for."""
        self.states.append((body, at, turn, velocity, spin))
        self.turn, self.spin = turn, spin

    def step(self, ticks: int = 1) -> None:
        """Advance by a tick: ω grows by I⁻¹ (τ - ω × Iω) dt."""
        self.steps.append(ticks)
        torque = np.sum(self.torques[-1:] or [(0.0, 0.0, 0.0)], axis=0)
        gyro = np.cross(self.spin, times(self.turn, self.spin, MOMENTS))
        inverse = (1 / MOMENTS[0], 1 / MOMENTS[1], 1 / MOMENTS[2])
        a, b, c = (float(part) for part in torque - gyro)
        gained = times(self.turn, (a, b, c), inverse)
        before = self.spin
        self.spin = (before[0] + gained[0] * TICK, before[1] + gained[1] * TICK, before[2] + gained[2] * TICK)
        self.turn = rolled(self.turn, self.spin, TICK)
        x, y, z = self.velocity_now
        self.velocity_now = (x + self.push[0], y + self.push[1], z + self.push[2] - 9810.0 * TICK)


def correction(world: Flight) -> FreeSpin:
    """Return the correction of the body with number 7."""
    return FreeSpin(cast(World, world), 7, MOMENTS)


@pytest.mark.parametrize(("rate", "error"), [(12.0, 2e-6), (60.0, 2e-4), (150.0, 1e-3)])
def test_a_free_die_turns_as_euler_says(rate: float, error: float) -> None:
    """If nothing touches a die, a tick gives it the exact motion's orientation and spin, and keeps its momentum."""
    spin = (0.6 * rate, -0.48 * rate, 0.64 * rate)
    world = Flight(spin)
    free = correction(world)
    turn, momentum = TURN, times(TURN, spin, MOMENTS)
    for tick in range(3):
        free.before()
        world.step()
        reached, velocity = world.spin, world.velocity_now
        free.after()
        turn, spin = exact(turn, spin, TICK)
        assert world.states[tick][:2] == (7, (1.0, 2.0, 300.0))
        assert world.states[tick][2] == pytest.approx(turn, abs=(tick + 1) * error)
        assert world.states[tick][3] == velocity
        assert world.states[tick][4] == pytest.approx(spin, abs=(tick + 1) * error * rate)
        # The torque takes the engine's own step to the same spin.
        assert reached == pytest.approx(world.spin)
        assert times(world.turn, world.spin, MOMENTS) == pytest.approx(momentum)


@pytest.mark.parametrize(
    ("push", "touched", "set_"),
    [
        ((0.0, 0.0, 0.0), False, True),
        ((0.54, 0.0, 0.72), False, True),
        ((0.66, 0.0, 0.88), False, False),
        ((0.0, -1.1, 0.0), False, False),
        ((0.0, 0.0, 0.0), True, False),
    ],
)
def test_a_touched_die_turns_as_the_engine_has_it(push: Vector, touched: bool, set_: bool) -> None:
    """If a contact or a push changes a die's motion in a tick, the correction leaves the engine's rotation.

    A push counts if it changes the velocity by more than 1 mm/s apart from gravity. The next tick begins from there.
    """
    world = Flight((30.0, 40.0, -20.0), push=push, touched={3} if touched else set())
    free = correction(world)
    free.before()
    world.step()
    free.after()
    assert len(world.states) == int(set_)
    world.push, world.touched, world.turn, world.spin = (0.0, 0.0, 0.0), set(), TURN, (-25.0, 10.0, 35.0)
    free.before()
    world.step()
    free.after()
    turn, spin = exact(TURN, (-25.0, 10.0, 35.0), TICK)
    found = world.states[-1]
    assert (found[2] == pytest.approx(turn, abs=1e-4)) is not set_
    assert (found[4] == pytest.approx(spin, abs=1e-2)) is not set_


@pytest.mark.parametrize(("rate", "corrected"), [(9.9, False), (10.1, True), (0.5, False)])
def test_a_slow_die_is_left_alone(rate: float, corrected: bool) -> None:
    """Below 10 rad/s, no torque is applied and no state is set. Once the die is faster, its rotation is corrected."""
    world = Flight((0.6 * rate, 0.0, -0.8 * rate))
    free = correction(world)
    free.before()
    world.step()
    free.after()
    assert (len(world.torques), len(world.states)) == (int(corrected), int(corrected))
    if not corrected:
        world.turn, world.spin = TURN, (20.0, 0.0, 30.0)
        free.before()
        world.step()
        free.after()
        turn, spin = exact(TURN, (20.0, 0.0, 30.0), TICK)
        assert world.turn == pytest.approx(turn, abs=1e-4)
        assert world.spin == pytest.approx(spin, abs=1e-2)
        assert (len(world.torques), len(world.states)) == (1, 1)


@pytest.mark.parametrize(
    ("piece", "corrected"),
    [
        (Die("a"), False),
        (Die("a", rounded(D6, 0.1)), False),
        (Die("a", die_kind("d8")), False),
        (Die("a", die_kind("d10")), True),
        (Die("a", barrel("d7", range(1, 8))), True),
        (Die("a", cuboid(2.0, 1.0, 1.0)), True),
        (Die("a", cuboid(math.sqrt(2 / 1.0009 - 1), 1.0, 1.0)), False),
        (Die("a", cuboid(math.sqrt(2 / 1.0011 - 1), 1.0, 1.0)), True),
        (Token("t", ORIGIN), False),
    ],
)
def test_dice_with_unequal_moments_are_corrected(piece: Piece, corrected: bool) -> None:
    """The largest and the smallest moment of inertia must differ by a thousandth. Without such dice, all ticks are one
    step of the world.
    """
    world = Flight((30.0, 40.0, -20.0))
    spins = FreeSpins(cast(World, world))
    body = Body(piece, 5, MotionType.FREE, ORIGIN.at, ORIGIN.at, ORIGIN.at, IDENTITY)
    spins.step(3)
    assert world.steps == [3]
    spins.enter(body)
    spins.step(4)
    assert world.steps == ([3, 1, 1, 1, 1] if corrected else [3, 4])
    assert [state[0] for state in world.states] == ([5] * 4 if corrected else [])
    assert len(world.torques) == (4 if corrected else 0)
    spins.leave(body)
    spins.leave(body)
    spins.step()
    spins.step(2)
    assert world.steps[-2:] == [1, 2]
