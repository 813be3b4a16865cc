"""MuJoCo, the other engine, by itself: whether its settings make its results count."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from physics_suite.second_opinion.falls_and_slides import rebound, slide, speed_after
from physics_suite.second_opinion.other_world import Block, OtherWorld, bouncing, hard
from physics_suite.second_opinion.settings import FIRM, FIRM_STEP
from physics_suite.tables import SIZE

from riotsim.table.poses import about_z, rotate

GRAVITY = 9810.0
"""Gravity (mm/s²)."""

NO_FRICTION = hard(0.0, FIRM)


@pytest.mark.parametrize("height", [50.0, 300.0])
def test_it_falls_as_galileo_says(height: float) -> None:
    """If a die falls from a height h on MuJoCo, its speed is √(2gh), to a thousandth: 2.426 m/s after 0.30 m."""
    assert speed_after(height, SIZE) == pytest.approx(math.sqrt(2 * GRAVITY * height), rel=1e-3)


@pytest.mark.parametrize("friction", [0.15, 0.45, 0.8])
def test_it_slides_as_coulomb_says(friction: float) -> None:
    """If a die slides at 1 m/s on MuJoCo, it stops after v²/(2μg), to a hundredth."""
    assert slide(1000.0, friction, SIZE)[0] == pytest.approx(1000.0**2 / (2 * friction * GRAVITY), rel=0.01)


@pytest.mark.parametrize("restitution", [0.3, 0.5, 0.65, 0.9])
def test_a_restitution_can_be_asked_for(restitution: float) -> None:
    """If MuJoCo gets the spring and damper for a restitution e, a die bounces to h₁/h₀ = e², with e right to 0.06."""
    for height in (20.0, 100.0, 500.0):
        assert math.sqrt(rebound(height, restitution, SIZE)) == pytest.approx(restitution, abs=0.06)


@given(restitution=st.floats(0.14, 0.98), contact=st.floats(1e-4, 1e-2))
def test_a_contact_lasts_as_long_as_asked(restitution: float, contact: float) -> None:
    """If a spring and damper are made for a restitution e and a time, the contact ends after that time at −e times the
    speed. The contact obeys a + b v + k r = 0, from r = 0. At its end the acceleration a is 0.
    """
    touch = bouncing(0.3, restitution, contact)
    half, rate = touch.damping / 2, math.sqrt(touch.stiffness - touch.damping**2 / 4)
    turn, left = rate * contact, math.exp(-half * contact)
    speed = left * (math.cos(turn) - half / rate * math.sin(turn))
    depth = left * math.sin(turn) / rate
    assert speed == pytest.approx(-restitution, abs=1e-6)
    assert touch.damping * speed + touch.stiffness * depth == pytest.approx(0.0, abs=1e-6 * rate)


@pytest.mark.parametrize("restitution", [0.1, 1.0])
def test_a_restitution_that_no_spring_has_is_refused(restitution: float) -> None:
    """If a restitution is below exp(−2), or is 1, it is refused.

    Below exp(−2) a spring and damper don't swing; at 1 they don't damp.
    """
    with pytest.raises(ValueError, match=r"from 0\.135 to 1"):
        bouncing(0.3, restitution, 1e-3)


@settings(max_examples=20)
@given(yaw=st.floats(-3.0, 3.0), spin=st.tuples(*[st.floats(-40.0, 40.0)] * 3))
def test_spin_goes_in_as_the_table_sees_it(yaw: float, spin: tuple[float, float, float]) -> None:
    """If a cube with any yaw starts with a spin ω on MuJoCo, it has turned by ω t about ω after t = 0.01 s."""
    start = about_z(yaw)
    block = Block((SIZE, SIZE, SIZE), (0.0, 0.0, 500.0), start, spin=spin)
    world = OtherWorld([block], NO_FRICTION, NO_FRICTION, FIRM_STEP)
    world.run(0.01)
    rate = math.hypot(*spin)
    if rate < 1.0:
        return
    axis = (spin[0] / rate, spin[1] / rate, spin[2] / rate)
    angle = rate * 0.01
    for corner in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        begun = rotate(start, corner)
        half = math.sin(angle / 2)
        meant = rotate((axis[0] * half, axis[1] * half, axis[2] * half, math.cos(angle / 2)), begun)
        assert rotate(world.pose(0).orientation, corner) == pytest.approx(meant, abs=1e-6)
