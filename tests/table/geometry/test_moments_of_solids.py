"""Solids off the origin and with unequal sides: their faces and corners, and moments by hand and by another way."""

import itertools
import math

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from riotsim.table.geometry.solids import Array, face_corners, moments, rounded_moments, solid_corners

LOW, HIGH = np.array([0.2, -0.5, 0.1]), np.array([0.8, 0.4, 1.3])

SIDES = np.concatenate([np.eye(3), -np.eye(3)])

WEDGE = np.array([(0.1, 0.2, -0.1), (0.9, 0.1, 0.0), (0.3, 0.8, 0.1), (0.2, 0.3, 0.7)])
"""A tetrahedron without any equal edges."""

DIRECTIONS = 4000


def box_corners() -> Array:
    """Return the corners of a box from `LOW` to `HIGH`."""
    return np.array(list(itertools.product(*zip(LOW, HIGH, strict=True))))


def wedge_normals() -> Array:
    """Return the outward normals of the faces of `WEDGE`, each opposite to the corner of its index."""
    found = []
    for k in range(4):
        a, b, c = np.delete(WEDGE, k, axis=0)
        normal = np.cross(b - a, c - a)
        normal /= np.linalg.norm(normal)
        found.append(normal * -math.copysign(1.0, normal @ (WEDGE[k] - a)))
    return np.array(found)


def test_moments_of_a_box_off_the_origin() -> None:
    """The volume of a box is 0.6 · 0.9 · 1.2, and its centre is its middle. Its second moments about the centre are
    those of the formula for a box.
    """
    found = moments(box_corners(), SIDES)
    size, middle = HIGH - LOW, (LOW + HIGH) / 2
    volume = 0.6 * 0.9 * 1.2
    assert found.volume == pytest.approx(volume)
    assert found.first == pytest.approx(volume * middle)
    assert found.centroid == pytest.approx(middle)
    about = np.diag(volume * size**2 / 12)
    assert found.about_centroid() == pytest.approx(about)
    assert found.second == pytest.approx(about + volume * np.outer(middle, middle))


def test_moments_of_a_tetrahedron() -> None:
    """The centre of a tetrahedron is the mean of its corners. Its second moments follow from a formula with sums over
    the corners.
    """
    found = moments(WEDGE, wedge_normals())
    volume = abs(float(np.linalg.det(WEDGE[1:] - WEDGE[0]))) / 6
    total = WEDGE.sum(axis=0)
    assert found.volume == pytest.approx(volume)
    assert found.centroid == pytest.approx(total / 4)
    assert found.second == pytest.approx(volume / 20 * (np.outer(total, total) + WEDGE.T @ WEDGE))


@pytest.mark.parametrize("radius", [0.15, 0.4])
@pytest.mark.parametrize("name", ["wedge", "box"])
def test_moments_of_rounded_solids_by_a_hull_of_points(name: str, radius: float) -> None:
    """The moments of a rounded solid differ by less than a thousandth from those of a hull of many points. The hull is
    slightly smaller.
    """
    core, normals = (WEDGE, wedge_normals()) if name == "wedge" else (box_corners(), SIDES)
    k = np.arange(DIRECTIONS) + 0.5
    z, turn = 1 - 2 * k / DIRECTIONS, math.pi * (1 + math.sqrt(5)) * k
    ball = np.column_stack((np.sqrt(1 - z**2) * np.cos(turn), np.sqrt(1 - z**2) * np.sin(turn), z))
    hull = ConvexHull((core[:, None] + radius * ball).reshape(-1, 3))
    inner = core.mean(axis=0)
    each = np.concatenate([hull.points[hull.simplices], np.broadcast_to(inner, (len(hull.simplices), 1, 3))], axis=1)
    parts = np.abs(np.linalg.det(each[:, :3] - inner)) / 6
    total = each.sum(axis=1)
    pairs = np.einsum("ni,nj->nij", total, total) + np.einsum("nki,nkj->nij", each, each)
    found = rounded_moments(core, normals, radius)
    size = float(parts.sum())
    assert found.volume == pytest.approx(size, rel=1e-3)
    assert found.volume > size
    assert found.first == pytest.approx((parts[:, None] / 4 * total).sum(axis=0), abs=1e-3 * size)
    assert found.second == pytest.approx((parts[:, None, None] / 20 * pairs).sum(axis=0), abs=1e-3 * size)


@pytest.mark.parametrize("name", ["wedge", "box"])
def test_corners_of_faces_are_anticlockwise(name: str) -> None:
    """Seen from outside, the corners of a face are in anticlockwise order, and they are all corners of the solid
    that lie in the face's plane.
    """
    corners, normals = (WEDGE, wedge_normals()) if name == "wedge" else (box_corners(), SIDES)
    for normal, rim in zip(normals, face_corners(corners, normals), strict=True):
        heights = corners @ normal
        assert sorted(rim.tolist()) == np.flatnonzero(heights > heights.max() - 1e-9).tolist()
        points = corners[rim]
        for a, b, c in zip(points, np.roll(points, -1, axis=0), np.roll(points, -2, axis=0), strict=True):
            assert np.cross(b - a, c - b) @ normal > 0.01


def test_where_planes_meet() -> None:
    """The planes of a box's or a tetrahedron's faces meet in each of its corners, and each corner is found once."""
    inside = (LOW + HIGH) / 2
    heights = ((box_corners() - inside) @ SIDES.T).max(axis=0)
    found = solid_corners(SIDES, heights) + inside
    assert sorted(map(tuple, np.round(found, 9).tolist())) == sorted(map(tuple, np.round(box_corners(), 9).tolist()))
    normals, middle = wedge_normals(), WEDGE.mean(axis=0)
    found = solid_corners(normals, ((WEDGE - middle) @ normals.T).max(axis=0)) + middle
    assert sorted(map(tuple, np.round(found, 9).tolist())) == sorted(map(tuple, np.round(WEDGE, 9).tolist()))


@pytest.mark.parametrize(
    ("normals", "heights"),
    [
        (SIDES[:5], [1.0] * 5),
        (SIDES[:2], [1.0] * 2),
        (SIDES, [1.0, 1.0, 1.0, 0.0, 1.0, 1.0]),
        (SIDES, [1.0, 1.0, 1.0, -0.5, 1.0, 1.0]),
        (np.concatenate([SIDES, np.full((1, 3), math.sqrt(1 / 3))]), [1.0] * 6 + [math.sqrt(3.0)]),
        (np.concatenate([SIDES, np.full((1, 3), math.sqrt(1 / 3))]), [1.0] * 6 + [1.8]),
    ],
)
def test_planes_that_enclose_no_solid(normals: Array, heights: list[float]) -> None:
    """Planes are refused if they leave the solid open, or if the origin is on one of them or outside. A plane that only
    touches a corner is refused too.
    """
    with pytest.raises(ValueError, match=r"^the planes don't enclose a solid of which each is a face$"):
        solid_corners(normals, heights)
