"""How pieces lie, and what is between two poses."""

import math

import numpy as np
import pytest

from riotsim.replay.poses import pose_of, slerp
from riotsim.table.pieces import Model, Round
from riotsim.table.poses import about_z, angle_between


def test_a_fallen_model_lies_on_the_table() -> None:
    """Rim and head of a fallen model touch the table, its middle stays over its place."""
    model = Model("a1", "Ada", (100.0, 50.0), Round(25.0), heading=0.7, fallen=True)
    pose = pose_of(model)
    rim = [pose.of((12.5 * math.cos(a), 12.5 * math.sin(a), 0.0))[2] for a in np.linspace(0, math.tau, 73)]
    assert min(rim) == pytest.approx(0.0, abs=0.05)
    x, y, z = pose.of((0.0, 0.0, 28.0))
    assert 0.0 < z < 12.5
    assert math.dist(((pose.at[0] + x) / 2, (pose.at[1] + y) / 2), model.at) < 5.0


def test_the_short_way_round() -> None:
    """Half way between two headings is between them, whatever the signs of their quaternions."""
    a, b = about_z(0.2), about_z(0.8)
    for sign in (1.0, -1.0):
        turned = (b[0] * sign, b[1] * sign, b[2] * sign, b[3] * sign)
        assert angle_between(slerp(a, turned, 0.5), about_z(0.5)) < 1e-6
