"""Convex solids: where planes meet, and the moments of sharp and rounded ones."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.table.dice.custom import cuboid, max_rounding, rounded
from riotsim.table.dice.kinds import D6, KINDS, die_kind
from riotsim.table.geometry.solids import moments, rounded_moments, solid_corners

DIRECTIONS = 3000
"""Of a ball's surface, for the check by another way."""


@pytest.mark.parametrize("name", KINDS)
def test_the_planes_of_a_solid_meet_in_its_corners(name: str) -> None:
    """From the way each face looks and its distance, the corners come back."""
    kind = die_kind(name)
    heights = (np.array(kind.normals) @ np.array(kind.corners).T).max(axis=1)
    found = {tuple(corner) for corner in np.round(solid_corners(kind.normals, heights), 9) + 0.0}
    assert found == {tuple(corner) for corner in np.round(np.array(kind.corners), 9) + 0.0}


def test_planes_that_enclose_nothing_are_an_error() -> None:
    """Five planes of a cube leave it open; a sixth one far outside is no face."""
    normals = [face.normal for face in D6.faces]
    with pytest.raises(ValueError, match="enclose"):
        solid_corners(normals[:5], [0.5] * 5)
    with pytest.raises(ValueError, match="enclose"):
        solid_corners([*normals, (math.sqrt(1 / 3),) * 3], [0.5] * 6 + [2.0])


@given(st.floats(0.01, 0.25), st.floats(0.7, 2.5), st.floats(0.7, 2.5))
def test_the_volume_of_a_rounded_cuboid(radius: float, y: float, z: float) -> None:
    """Steiner: a box of a × b × c grown by r has abc + 2r(ab + bc + ca) + πr²(a + b + c) + 4/3 πr³."""
    kind = rounded(cuboid(1.0, y, z), min(radius, 0.2 * min(1.0, y, z)))
    r = kind.rounding
    a, b, c = (side - 2 * r for side in (1.0, y, z))
    volume = a * b * c + 2 * r * (a * b + b * c + c * a) + math.pi * r**2 * (a + b + c) + 4 / 3 * math.pi * r**3
    assert rounded_moments(kind.core, kind.normals, r).volume == pytest.approx(volume, rel=1e-9)


@pytest.mark.parametrize("name", KINDS)
def test_the_moments_of_a_rounded_solid_by_another_way(name: str) -> None:
    """The same solid as the hull of many points on balls about its core's corners, which lies just within it.

    That hull is smaller by about 0.02 %, in its volume and each moment by less than 0.1 %.
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
    """A cube beside the origin has its middle there, and the moments about it are those of a cube: 1/12 each way."""
    moved = np.array(D6.corners) + np.array([0.1, -0.2, 0.05])
    found = moments(moved, D6.normals)
    assert found.centroid == pytest.approx([0.1, -0.2, 0.05])
    assert found.about_centroid() == pytest.approx(np.eye(3) / 12)
    grown = rounded_moments(moved, D6.normals, 0.1)
    assert grown.centroid == pytest.approx([0.1, -0.2, 0.05])
    at_home = rounded_moments(np.array(D6.corners), D6.normals, 0.1)
    assert grown.about_centroid() == pytest.approx(at_home.second)


def spread_over_a_ball(count: int) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """Directions that are spread evenly (a golden spiral)."""
    k = np.arange(count) + 0.5
    height, turn = 1 - 2 * k / count, math.pi * (1 + math.sqrt(5)) * k
    flat = np.sqrt(1 - height**2)
    return np.column_stack((flat * np.cos(turn), flat * np.sin(turn), height))
