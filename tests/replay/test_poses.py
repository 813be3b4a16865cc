"""Poses for drawing: those of fallen models, and poses between two others, one at a time or many at once."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.replay.poses import PoseArray, interpolate, pose_of
from riotsim.table.pieces import Model, Round
from riotsim.table.poses import Pose, about_z, angle_between, slerp


def test_a_fallen_model_lies_on_the_table() -> None:
    """A fallen model lies with the rim of its base on the table and its head low. The model's middle stays over its
    place.
    """
    model = Model("a1", "Ada", (100.0, 50.0), Round(25.0), heading=0.7, fallen=True)
    pose = pose_of(model)
    rim = [pose.transform((12.5 * math.cos(a), 12.5 * math.sin(a), 0.0))[2] for a in np.linspace(0, math.tau, 73)]
    assert min(rim) == pytest.approx(0.0, abs=0.05)
    x, y, z = pose.transform((0.0, 0.0, 28.0))
    assert 0.0 < z < 12.5
    assert math.dist(((pose.at[0] + x) / 2, (pose.at[1] + y) / 2), model.at) < 5.0


def test_the_short_way_round() -> None:
    """Halfway between two headings lies their mean, even if one of the quaternions has the opposite sign."""
    a, b = about_z(0.2), about_z(0.8)
    for sign in (1.0, -1.0):
        turned = (b[0] * sign, b[1] * sign, b[2] * sign, b[3] * sign)
        assert angle_between(slerp(a, turned, 0.5), about_z(0.5)) < 1e-6


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.6, -0.48, 0.64)])
@pytest.mark.parametrize("angle", [0.001, 0.05, 1.0])
def test_an_orientation_in_between_has_unit_length(axis: tuple[float, float, float], angle: float) -> None:
    """A quaternion halfway between two others has length 1 and the mean angle, even if the two are very close."""

    def turned(by: float) -> tuple[float, float, float, float]:
        x, y, z = (part * math.sin(by / 2) for part in axis)
        return (x, y, z, math.cos(by / 2))

    between = slerp(turned(2.0), turned(2.0 + angle), 0.5)
    assert math.hypot(*between) == pytest.approx(1.0, abs=1e-14)
    assert between == pytest.approx(turned(2.0 + angle / 2), abs=1e-9)


NUMBERS = st.floats(-1.0, 1.0)


@st.composite
def poses(draw: st.DrawFn) -> Pose:
    """Draw a pose with any place near a table and any orientation."""
    at = (draw(st.floats(-500, 500)), draw(st.floats(-500, 500)), draw(st.floats(-500, 500)))
    turn = draw(st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS).filter(lambda q: math.hypot(*q) > 0.1))
    x, y, z, w = (part / math.hypot(*turn) for part in turn)
    return Pose(at, (x, y, z, w))


def same(one: Pose, other: Pose) -> bool:
    """Return whether two poses are the same within rounding."""
    return math.dist(one.at, other.at) < 1e-9 and angle_between(one.orientation, other.orientation) < 1e-6


@given(st.lists(st.tuples(poses(), poses()), max_size=5), st.floats(0.0, 1.0))
def test_all_go_as_each_would(pairs: list[tuple[Pose, Pose]], share: float) -> None:
    """If many poses are interpolated at once, the results are the same as for each pose alone."""
    start = PoseArray.from_poses({f"d{n}": one for n, (one, _) in enumerate(pairs)})
    end = PoseArray.from_poses({f"d{n}": other for n, (_, other) in enumerate(pairs)})
    seen = start.interpolated(end, share)
    assert [*seen] == [f"d{n}" for n in range(len(pairs))]
    for n, (one, other) in enumerate(pairs):
        wanted = interpolate(one, other, share)
        assert math.isclose(sum(part * part for part in seen[f"d{n}"].orientation), 1.0, abs_tol=1e-12)
        near = abs(sum(a * b for a, b in zip(one.orientation, other.orientation, strict=True))) > 1e-6
        assert same(seen[f"d{n}"], wanted) or not near, "half a turn goes either way round"


def test_what_is_posed_reads_like_a_mapping() -> None:
    """An array of poses can be indexed and iterated like a mapping."""
    there = {"a": Pose((1.0, 2.0, 3.0), (0.0, 0.6, 0.0, 0.8)), "b": Pose((4.0, 5.0, 6.0))}
    posed = PoseArray.from_poses(there)
    assert posed == there
    assert posed.get("c") is None
    assert PoseArray.from_poses(posed) is posed
    assert len(PoseArray.from_poses({})) == 0
    with pytest.raises(KeyError):
        posed["c"]
