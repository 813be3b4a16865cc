"""Dice of any convex shape, made from planes."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.table.dice.custom import ConvexShape, Unnumbered, Unreadable, barrel, convex_die
from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.solids import moments, rounded_moments
from riotsim.table.poses import multiply, rotate

BARREL = barrel("d7", range(1, 8))
CUBE = ConvexShape(np.array(D6.normals), np.full(6, 0.5))
ALL_SIX = {side: face.value for side, face in enumerate(D6.faces)}


def turned_barrel(angle: float, radius: float = 0.0) -> ConvexShape:
    """A barrel that stands askew in its file, with its middle elsewhere."""
    half = angle / 2
    askew = multiply((math.sin(half), 0.0, 0.0, math.cos(half)), (0.0, math.sin(0.3), 0.0, math.cos(0.3)))
    normals = np.array([rotate(askew, normal) for normal in BARREL.normals])
    heights = (np.array(BARREL.normals) @ np.array(BARREL.corners).T).max(axis=1)
    return ConvexShape(normals, heights + normals @ np.array((0.05, -0.02, 0.1)), radius)


@given(st.floats(-1.5, 1.5), st.sampled_from([0.0, 0.05, 0.1]))
def test_a_die_is_about_its_centre_of_mass_along_its_principal_axes(angle: float, radius: float) -> None:
    """However the file has it: ∫ x is 0, ∫ x xᵀ diagonal, the frame right-handed, and each number on its side."""
    lump = turned_barrel(angle, radius)
    kind = convex_die("d7", lump, {side: side + 1 for side in range(7)}, read_down=True, size=20.0, digest="x")
    found = rounded_moments(kind.core, kind.normals, radius) if radius else moments(kind.corners, kind.normals)
    assert found.centroid == pytest.approx(np.zeros(3), abs=1e-9)
    assert found.second - np.diag(np.diag(found.second)) == pytest.approx(np.zeros((3, 3)), abs=1e-6)
    first, second = (kind.face(value).normal for value in (1, 2))
    before = np.cross(lump.normals[0], lump.normals[1])
    ahead = np.array(kind.blank_normals[0]) @ np.cross(first, second)
    assert ahead == pytest.approx(lump.normals[7] @ before, abs=1e-9), "not mirrored"
    assert (kind.values, kind.own_size, kind.rounding) == (tuple(range(1, 8)), 20.0, radius)


def test_axes_that_are_principal_are_kept() -> None:
    """A cube keeps the frame of its file, and is the d6 that its numbers say."""
    kind = convex_die("cube", CUBE, ALL_SIX, read_down=False, size=16.0, digest="x")
    assert kind.normals == D6.normals
    assert [kind.read(D6.orientation_showing(value)) for value in D6.values] == list(D6.values)


def test_a_side_without_a_number_is_told() -> None:
    """A cube that lacks its 6 can lie so that the 6 would count: that side is named, the way it looks."""
    numbers = {side: value for side, value in ALL_SIX.items() if value != 6}
    with pytest.raises(Unnumbered) as told:
        convex_die("cube", CUBE, numbers, read_down=False, size=16.0, digest="x")
    assert told.value.directions == (D6.face(6).normal,)


def test_a_die_without_a_top_is_read_down() -> None:
    """A barrel with seven sides has none on top, whichever it lies on."""
    with pytest.raises(Unreadable) as told:
        convex_die("d7", turned_barrel(0.0), dict.fromkeys(range(7), 1), read_down=False, size=20.0, digest="x")
    assert len(told.value.directions) == 7


def test_kinds_are_told_apart_by_what_they_are_made_of() -> None:
    """Other numbers, another size or another file make another kind of the same name."""
    one = convex_die("cube", CUBE, ALL_SIX, read_down=False, size=16.0, digest="x")
    others = [
        convex_die("cube", CUBE, ALL_SIX, read_down=False, size=17.0, digest="x"),
        convex_die("cube", CUBE, ALL_SIX, read_down=False, size=16.0, digest="y"),
        convex_die("cube", CUBE, dict.fromkeys(range(6), 1), read_down=False, size=16.0, digest="x"),
        convex_die(
            "cube", ConvexShape(CUBE.normals, CUBE.heights, 0.1), ALL_SIX, read_down=False, size=16.0, digest="x"
        ),
    ]
    assert one not in others
    assert one == convex_die("cube", CUBE, ALL_SIX, read_down=False, size=16.0, digest="x")
