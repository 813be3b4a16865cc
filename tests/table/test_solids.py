"""Convex solids: where planes meet, and the moments of sharp and rounded ones."""

import itertools
import math

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.table.dice.custom import cuboid, max_rounding, rounded
from riotsim.table.dice.kinds import D6, KINDS, die_kind
from riotsim.table.geometry.solids import moments, rounded_moments, solid_corners

Array = npt.NDArray[np.float64]

DIRECTIONS = 3000
"""Number of directions over a ball's surface, for checking moments in another way."""


@pytest.mark.parametrize("name", KINDS)
def test_the_planes_of_a_solid_meet_in_its_corners(name: str) -> None:
    """If the planes of a die's faces are given by normals and distances, they meet in the die's corners."""
    kind = die_kind(name)
    heights = (np.array(kind.normals) @ np.array(kind.corners).T).max(axis=1)
    found = {tuple(corner) for corner in np.round(solid_corners(kind.normals, heights), 9) + 0.0}
    assert found == {tuple(corner) for corner in np.round(np.array(kind.corners), 9) + 0.0}


def test_planes_that_enclose_nothing_are_an_error() -> None:
    """Planes that leave a solid open are an error, such as five planes of a cube. A plane far outside the solid is an
    error, too.
    """
    normals = [face.normal for face in D6.faces]
    with pytest.raises(ValueError, match="enclose"):
        solid_corners(normals[:5], [0.5] * 5)
    with pytest.raises(ValueError, match="enclose"):
        solid_corners([*normals, (math.sqrt(1 / 3),) * 3], [0.5] * 6 + [2.0])


@given(st.floats(0.01, 0.25), st.floats(0.7, 2.5), st.floats(0.7, 2.5))
def test_the_volume_of_a_rounded_cuboid(radius: float, y: float, z: float) -> None:
    """The volume of a rounded cuboid follows Steiner's formula. A box of a × b × c grown by r has abc + 2r(ab + bc +
    ca) + πr²(a + b + c) + 4/3 πr³.
    """
    kind = rounded(cuboid(1.0, y, z), min(radius, 0.2 * min(1.0, y, z)))
    r = kind.rounding
    a, b, c = (side - 2 * r for side in (1.0, y, z))
    volume = a * b * c + 2 * r * (a * b + b * c + c * a) + math.pi * r**2 * (a + b + c) + 4 / 3 * math.pi * r**3
    assert rounded_moments(kind.core, kind.normals, r).volume == pytest.approx(volume, rel=1e-9)


@pytest.mark.parametrize("name", KINDS)
def test_the_moments_of_a_rounded_solid_by_another_way(name: str) -> None:
    """The moments of a rounded solid differ by less than 0.1 % from those of a hull of many points.

    The points are on balls about the corners of the solid's core. Their hull lies just within the solid, and is smaller
    by about 0.02 %.
    """
    from scipy.spatial import ConvexHull

    kind = rounded(die_kind(name), 0.6 * max_rounding(die_kind(name)))
    balls = np.array(kind.core)[:, None] + kind.rounding * spread_over_a_ball(DIRECTIONS)
    hull = ConvexHull(balls.reshape(-1, 3))
    corners = hull.points[hull.simplices]
    parts = np.abs(np.linalg.det(corners)) / 6
    total = corners.sum(axis=1)
    pairs = np.einsum("ni,nj->nij", total, total) + np.einsum("nki,nkj->nij", corners, corners)
    second = (parts[:, None, None] / 20 * pairs).sum(axis=0)
    found = rounded_moments(kind.core, kind.normals, kind.rounding)
    assert found.volume == pytest.approx(parts.sum(), rel=1e-3)
    assert found.volume > parts.sum()
    assert np.diag(found.second) == pytest.approx(np.diag(second), rel=1e-3)
    assert found.first == pytest.approx(np.zeros(3), abs=1e-12)
    assert found.second - np.diag(np.diag(found.second)) == pytest.approx(np.zeros((3, 3)), abs=1e-12)


def test_moments_follow_a_solid_that_is_moved() -> None:
    """If a cube is moved away from the origin, its centre moves along. Its moments about the centre stay those of a
    cube, 1/12 each way.
    """
    moved = np.array(D6.corners) + np.array([0.1, -0.2, 0.05])
    found = moments(moved, D6.normals)
    assert found.centroid == pytest.approx([0.1, -0.2, 0.05])
    assert found.about_centroid() == pytest.approx(np.eye(3) / 12)
    grown = rounded_moments(moved, D6.normals, 0.1)
    assert grown.centroid == pytest.approx([0.1, -0.2, 0.05])
    at_home = rounded_moments(np.array(D6.corners), D6.normals, 0.1)
    assert grown.about_centroid() == pytest.approx(at_home.second)


def spread_over_a_ball(count: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """Return directions that are spread evenly over a ball, in a golden spiral."""
    k = np.arange(count) + 0.5
    height, turn = 1 - 2 * k / count, math.pi * (1 + math.sqrt(5)) * k
    flat = np.sqrt(1 - height**2)
    return np.column_stack((flat * np.cos(turn), flat * np.sin(turn), height))


def test_where_the_middle_of_a_lopsided_rounded_solid_is() -> None:
    """The volume, centroid and second moments of a rounded tetrahedron with unequal sides are those of a grid of
    points.

    In a symmetrical solid, errors of the first moments of edges and corners would cancel.
    """
    corners = np.array([(0, 0, 0), (3, 0, 0), (0, 2, 0), (0, 0, 1)], dtype=float)
    slant = np.cross(corners[2] - corners[1], corners[3] - corners[1])
    normals = np.array([(-1, 0, 0), (0, -1, 0), (0, 0, -1), slant / np.linalg.norm(slant)])
    radius, step = 0.5, 0.04
    found = rounded_moments(corners, normals, radius)
    axes = [np.arange(-radius + step / 2, side + radius, step) for side in (3.0, 2.0, 1.0)]
    points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, 3)
    inside = points[distance_from_tetrahedron(points, corners) <= radius]
    assert found.volume == pytest.approx(len(inside) * step**3, rel=0.01)
    assert found.centroid == pytest.approx(inside.mean(axis=0), abs=0.01)
    assert found.second / found.volume == pytest.approx(inside.T @ inside / len(inside), abs=0.02)


def distance_from_tetrahedron(
    points: npt.NDArray[np.float64], corners: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Return the distance of points from a tetrahedron; 0 inside."""
    inside = (points >= 0).all(axis=1) & ((points / np.array([3.0, 2.0, 1.0])).sum(axis=1) <= 1.0)
    faces = [corners[list(face)] for face in itertools.combinations(range(4), 3)]
    away = np.min([distance_from_triangle(points, face) for face in faces], axis=0)
    return np.where(inside, 0.0, away)


def distance_from_triangle(points: Array, face: Array) -> Array:
    """Return the distance of points from a triangle: to its plane above it, and to its sides elsewhere."""
    sides = [distance_from_segment(points, face[k], face[k - 1]) for k in range(3)]
    normal = np.cross(face[1] - face[0], face[2] - face[0])
    within = np.all([np.cross(face[k] - face[k - 1], points - face[k - 1]) @ normal >= 0.0 for k in range(3)], axis=0)
    plane = np.abs((points - face[0]) @ normal) / np.linalg.norm(normal)
    away: Array = np.where(within, plane, np.min(sides, axis=0))
    return away


def distance_from_segment(points: Array, a: Array, b: Array) -> Array:
    """Return the distance of points from a line segment."""
    share = np.clip((points - a) @ (b - a) / ((b - a) @ (b - a)), 0.0, 1.0)
    away: Array = np.linalg.norm(points - (a + share[:, None] * (b - a)), axis=1)
    return away
