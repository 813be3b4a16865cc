"""Vectors, quaternions and poses against figures by hand and against scipy."""

import math
from itertools import pairwise

import pytest
from scipy.spatial.transform import Rotation, Slerp

from riotsim.table.poses import (
    IDENTITY,
    ORIGIN,
    Pose,
    Quaternion,
    Vector,
    about_z,
    angle_between,
    conjugate,
    cross,
    distance,
    heading,
    heading_of,
    local_up,
    multiply,
    point_ahead,
    rotate,
    shortest_rotation,
    slerp,
)

HALF = math.sqrt(0.5)

X, Y, Z = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0)
"""Half turns about the axes."""

TILTED = (0.1, 0.5, -0.7, 0.5)
"""A rotation that isn't about an axis of the table. Its length is 1, as 0.01 + 0.25 + 0.49 + 0.25 = 1."""

DIRECTIONS: tuple[Vector, ...] = ((1.0, 0.0, 0.0), (0.0, 0.6, 0.8), (-0.48, 0.6, 0.64), (14 / 15, 1 / 3, 2 / 15))


ROTATIONS: list[Quaternion] = [(x, y, z, w) for x, y, z, w in Rotation.random(12, random_state=5).as_quat().tolist()]


def test_half_turns_multiply_as_in_the_table_of_hamilton() -> None:
    """Half turns i, j and k about x, y and z give ij = k, jk = i and ki = j. Reversed products are negative, and
    squares are -1.
    """
    found = [[multiply(a, b) for b in (IDENTITY, X, Y, Z)] for a in (IDENTITY, X, Y, Z)]

    def less(q: Quaternion) -> Quaternion:
        return (-q[0], -q[1], -q[2], -q[3])

    assert found == [
        [IDENTITY, X, Y, Z],
        [X, less(IDENTITY), Z, less(Y)],
        [Y, less(Z), less(IDENTITY), X],
        [Z, Y, less(X), less(IDENTITY)],
    ]
    assert multiply((1.0, 2.0, 3.0, 4.0), (5.0, 6.0, 7.0, 8.0)) == (24.0, 48.0, 48.0, -6.0)


@pytest.mark.parametrize(("a", "b"), list(pairwise(ROTATIONS)))
def test_rotations_are_those_of_scipy(a: Quaternion, b: Quaternion) -> None:
    """Rotated vectors, products, the inverse and the angle between two rotations are those of scipy."""
    one, two = Rotation.from_quat(a), Rotation.from_quat(b)
    for way in (*DIRECTIONS, (2.0, -3.0, 5.0)):
        assert rotate(a, way) == pytest.approx(one.apply(way), abs=1e-12)
        assert rotate(multiply(a, b), way) == pytest.approx((one * two).apply(way), abs=1e-12)
        assert rotate(conjugate(a), way) == pytest.approx(one.inv().apply(way), abs=1e-12)
    assert local_up(a) == pytest.approx(one.inv().apply((0.0, 0.0, 1.0)), abs=1e-12)
    assert angle_between(a, b) == pytest.approx((one.inv() * two).magnitude())
    forward = one.apply((1.0, 0.0, 0.0))
    assert heading_of(a) == pytest.approx(math.atan2(forward[1], forward[0]), abs=1e-9)


@pytest.mark.parametrize(("a", "b"), list(pairwise(ROTATIONS)))
@pytest.mark.parametrize("share", [0.0, 0.3, 0.8, 1.0])
@pytest.mark.parametrize("turned", [1.0, 0.3, 0.02])
def test_an_orientation_between_two_is_that_of_scipy(a: Quaternion, b: Quaternion, share: float, turned: float) -> None:
    """The orientation is a share of the shorter rotation, whether it is small or large. The sign of the second
    quaternion doesn't matter.
    """
    near = Slerp([0.0, 1.0], Rotation.from_quat([a, b]))(turned).as_quat()
    for sign in (1.0, -1.0):
        x, y, z, w = (sign * near).tolist()
        found = slerp(a, (x, y, z, w), share)
        expected = Slerp([0.0, 1.0], Rotation.from_quat([a, near]))(share)
        assert (Rotation.from_quat(found).inv() * expected).magnitude() == pytest.approx(0.0, abs=2e-6)
        assert math.hypot(*found) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize(("angle", "share"), [(0.5, 0.25), (2.0, 0.75), (0.06, 0.2), (3.0, 0.5), (5.0, 0.5)])
def test_a_share_of_a_turn_about_the_vertical(angle: float, share: float) -> None:
    """A share of a turn about the vertical is a turn by that share of the angle. If the turn is more than half a turn,
    the shorter way round is taken.
    """
    shorter = math.remainder(angle, math.tau)
    x, y, z, w = slerp(about_z(0.3), about_z(0.3 + angle), share)
    assert (x, y, z, w) == pytest.approx(about_z(0.3 + share * shorter), abs=1e-6)


def test_a_turn_about_the_vertical() -> None:
    """A turn about the vertical is anticlockwise from above. Its quaternion has half the angle."""
    assert about_z(math.pi / 2) == pytest.approx((0.0, 0.0, HALF, HALF))
    assert about_z(math.pi) == pytest.approx((0.0, 0.0, 1.0, 0.0))
    assert rotate(about_z(math.pi / 2), (3.0, 2.0, 7.0)) == pytest.approx((-2.0, 3.0, 7.0))
    for angle in (-3.0, -0.4, 0.0, 1.0, 3.1):
        assert heading_of(about_z(angle)) == pytest.approx(angle)
        assert angle_between(about_z(0.2), about_z(0.2 + angle)) == pytest.approx(abs(angle))
    assert angle_between(TILTED, (-0.1, -0.5, 0.7, -0.5)) == 0.0


@pytest.mark.parametrize("a", DIRECTIONS)
@pytest.mark.parametrize("b", DIRECTIONS)
def test_the_shortest_rotation_is_by_the_angle_between_the_vectors(a: Vector, b: Vector) -> None:
    """The shortest rotation between two vectors takes the first to the second, about an axis at right angles to both.
    The vectors may be opposite.
    """
    for aim in (b, (-b[0], -b[1], -b[2])):
        found = shortest_rotation(a, aim)
        assert math.hypot(*found) == pytest.approx(1.0)
        assert rotate(found, a) == pytest.approx(aim, abs=1e-9)
        angle = math.acos(max(-1.0, min(1.0, sum(p * q for p, q in zip(a, aim, strict=True)))))
        assert 2.0 * math.acos(min(1.0, found[3])) == pytest.approx(angle, abs=1e-6)
        assert sum(p * q for p, q in zip(found, a, strict=False)) == pytest.approx(0.0, abs=1e-9)


def test_a_point_of_a_body_in_the_frame_of_the_table() -> None:
    """A body is turned about its own origin and then put at its place. If it is moved, its orientation stays."""
    pose = Pose((10.0, 20.0, 30.0), about_z(math.pi / 2))
    assert pose.xy == (10.0, 20.0)
    assert pose.transform((1.0, 2.0, 3.0)) == pytest.approx((8.0, 21.0, 33.0))
    assert pose.translated((1.0, -2.0, 4.0)) == Pose((11.0, 18.0, 34.0), pose.orientation)
    assert ORIGIN.transform((1.0, 2.0, 3.0)) == (1.0, 2.0, 3.0)


def test_points_seen_from_above() -> None:
    """Headings seen from above are anticlockwise from +x. A point ahead is at the given distance in the given
    heading.
    """
    assert heading((1.0, 2.0), (1.0, 7.0)) == math.pi / 2
    assert heading((1.0, 2.0), (-4.0, 2.0)) == math.pi
    assert heading((1.0, 2.0), (4.0, -1.0)) == -math.pi / 4
    assert distance((1.0, 2.0), (4.0, 6.0)) == 5.0
    assert distance((-1.0, 12.0), (4.0, 0.0)) == 13.0
    assert point_ahead((1.0, 2.0), math.pi / 2, 3.0) == pytest.approx((1.0, 5.0))
    assert point_ahead((1.0, 2.0), math.atan2(3.0, 4.0), 10.0) == pytest.approx((9.0, 8.0))


def test_the_cross_product() -> None:
    """The cross product follows the right hand: x × y = z, and (2, 3, 5) × (7, 11, 13) = (-16, 9, 1)."""
    assert cross((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)) == (0.0, 0.0, 1.0)
    assert cross((2.0, 3.0, 5.0), (7.0, 11.0, 13.0)) == (-16.0, 9.0, 1.0)
