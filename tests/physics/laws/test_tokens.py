"""Tokens slide, spin and weigh as flat discs of acrylic do."""

import math
from collections.abc import Iterator

import pytest
from physics_suite.cases.laws import slide_length

from riotsim.physics.bodies.body import MotionType, add
from riotsim.physics.engine.materials import DICE, TOKEN, table_top
from riotsim.physics.engine.world import TICK, Solver, World
from riotsim.table.pieces import Token
from riotsim.table.poses import Pose, Vector
from riotsim.table.state import FELT
from riotsim.table.units import ACRYLIC_DENSITY

ON_FELT = 0.45
"""Friction of acrylic on felt, for tokens and for dice."""

SEAT = 0.001
"""Depth by which a resting token sinks into the table (mm)."""

THICKNESS, DIAMETER = 3.0, 20.0
"""Thickness and diameter of a usual token (mm)."""


@pytest.fixture
def world() -> Iterator[World]:
    """Yield a world with the solver that drops use, and a table of felt."""
    made = World(Solver.IMPULSES)
    made.add(made.shapes.box(4000.0, 4000.0, 200.0), Pose((0.0, 0.0, -100.0)), table_top(FELT))
    yield made
    made.close()


def token_at(height: float) -> Token:
    """Return a usual token whose centre is `height` mm above the table."""
    token = Token("t", Pose((0.0, 0.0, height)))
    assert (token.thickness, token.diameter) == (THICKNESS, DIAMETER)
    return token


@pytest.mark.parametrize("speed", [300.0, 600.0, 1000.0])
def test_a_token_slides_as_far_as_friction_says(world: World, speed: float) -> None:
    """If a flat token slides at speed v, it stops after v²/(2μg), within 3 %: 113 mm at 1 m/s.

    The friction of acrylic on felt is μ = 0.45.
    """
    number = add(world, token_at(THICKNESS / 2 - SEAT), MotionType.FREE).number
    world.step(24)
    start, _ = world.pose(number)
    world.set_velocity(number, (speed, 0.0, 0.0))
    world.step(round(1.0 / TICK))
    end, _ = world.pose(number)
    assert world.speed_and_spin(number)[0] < 0.1
    assert math.dist(start, end) == pytest.approx(slide_length(speed, ON_FELT), rel=0.03)


def test_tokens_and_dice_are_of_one_material() -> None:
    """Tokens and dice are both acrylic: they have the same density, and the same friction on felt."""
    assert TOKEN.density == DICE.density == ACRYLIC_DENSITY
    assert TOKEN.friction * table_top(FELT).friction == pytest.approx(ON_FELT)
    assert DICE.friction * table_top(FELT).friction == pytest.approx(ON_FELT)


@pytest.mark.parametrize(
    ("axis", "moment"),
    [(0, DIAMETER**2 / 16 + THICKNESS**2 / 12), (1, DIAMETER**2 / 16 + THICKNESS**2 / 12), (2, DIAMETER**2 / 8)],
    ids=["x", "y", "z"],
)
def test_a_torque_spins_a_token_as_a_disc(world: World, axis: int, moment: float) -> None:
    """If a torque M acts on a free token for a time t, the token's spin is M t / I about the torque's axis.

    The moment I is that of a disc: m r² / 2 about its axis, and m (r² / 4 + h² / 12) across it.
    """
    mass = ACRYLIC_DENSITY * math.pi * DIAMETER**2 / 4 * THICKNESS
    number = add(world, token_at(500.0), MotionType.FREE).number
    torque: Vector = (1e5 * (axis == 0), 1e5 * (axis == 1), 1e5 * (axis == 2))
    world.apply_torque(number, torque)
    world.step(1)
    _, spin = world.velocity(number)
    assert spin[axis] == pytest.approx(1e5 * TICK / (mass * moment), rel=1e-3)
    assert math.hypot(*spin) == pytest.approx(spin[axis], rel=1e-6)
