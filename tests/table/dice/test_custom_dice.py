"""Dice of any convex shape, made from planes."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from law_examples import examples
from scipy.spatial.transform import Rotation

from riotsim.table.dice.custom import ConvexShape, Unnumbered, Unreadable, barrel, convex_die
from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.solids import moments, rounded_moments
from riotsim.table.poses import multiply, rotate

BARREL = barrel("d7", range(1, 8))
CUBE = ConvexShape(np.array(D6.normals), np.full(6, 0.5))
ALL_SIX = {side: face.value for side, face in enumerate(D6.faces)}


def turned_barrel(angle: float, radius: float = 0.0) -> ConvexShape:
    """Return a barrel that is turned in its file's frame, with its middle away from the origin."""
    half = angle / 2
    askew = multiply((math.sin(half), 0.0, 0.0, math.cos(half)), (0.0, math.sin(0.3), 0.0, math.cos(0.3)))
    normals = np.array([rotate(askew, normal) for normal in BARREL.normals])
    heights = (np.array(BARREL.normals) @ np.array(BARREL.corners).T).max(axis=1)
    return ConvexShape(normals, heights + normals @ np.array((0.05, -0.02, 0.1)), radius)


@examples(12, 100)
@given(st.floats(-1.5, 1.5), st.sampled_from([0.0, 0.05, 0.1]))
def test_a_die_is_about_its_centre_of_mass_along_its_principal_axes(angle: float, radius: float) -> None:
    """Whatever frame a file has, a die gets a right-handed frame at its centre of mass (∫ x is 0), along its principal
    axes (∫ x xᵀ is diagonal). Each number is on its side.
    """
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
    """A cube that lacks its 6 can lie so that the 6 would count. The error names the direction of that side."""
    numbers = {side: value for side, value in ALL_SIX.items() if value != 6}
    with pytest.raises(Unnumbered) as told:
        convex_die("cube", CUBE, numbers, read_down=False, size=16.0, digest="x")
    assert told.value.directions == (D6.face(6).normal,)


def test_a_die_without_a_top_is_read_down() -> None:
    """If a barrel with seven sides isn't read down, it is refused, since no side is on top whichever side it lies
    on.
    """
    with pytest.raises(Unreadable) as told:
        convex_die("d7", turned_barrel(0.0), dict.fromkeys(range(7), 1), read_down=False, size=20.0, digest="x")
    assert len(told.value.directions) == 7


def test_kinds_are_told_apart_by_what_they_are_made_of() -> None:
    """Kinds of one name differ if they have other numbers, another size, another shape or another file."""
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


EMPTY = np.zeros((0, 3))

BOX = np.array([0.3, 0.45, 0.7])
"""Half the edges of a box."""


@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("radius", [0.0, 0.1])
def test_a_box_however_it_is_turned_is_put_straight(number: int, radius: float) -> None:
    """A box that is turned in its file gets its edges along the axes, and isn't mirrored. Each number is at its
    distance from the middle.
    """
    turn, shift = Rotation.random(6, random_state=3).as_matrix()[number], np.array([0.1, -0.15, 0.05])
    sides = np.concatenate([np.eye(3), -np.eye(3)])
    normals = sides @ turn.T
    shape = ConvexShape(normals, np.concatenate([BOX, BOX]) + normals @ shift, radius)
    kind = convex_die("box", shape, {side: side + 1 for side in range(6)}, read_down=False, size=21.0, digest="x")
    corners, found = np.array(kind.corners), np.array(kind.normals)
    order = np.abs(found[:3]).argmax(axis=0)  # which edge is along each axis of the kind
    assert np.abs(corners) == pytest.approx(np.tile(BOX[order], (8, 1)))
    assert (found @ corners.T).max(axis=1) == pytest.approx(np.concatenate([BOX, BOX]))
    assert found[3:] == pytest.approx(-found[:3])
    assert np.linalg.det(found[:3]) == pytest.approx(1.0)
    # The axes of the kind are those of the box that are nearest to the axes of the file, in their order.
    assert np.array(turn[0, order[0]] * found[order[0], 0]) > 0.0
    assert abs(turn[0, order[0]]) == np.abs(turn[0]).max()
    assert np.array(kind.core).reshape(-1, 3) == pytest.approx(corners - radius * np.sign(corners) if radius else EMPTY)
    assert [face.value for face in kind.faces] == [1, 2, 3, 4, 5, 6]
    assert (kind.name, kind.read_down, kind.rounding, kind.own_size) == ("box", False, radius, 21.0)
    assert (kind.blank_normals, kind.box) == ((), None)


def leaning_box(lean: float) -> ConvexShape:
    """Return a box of 1 by 1 by 3 that leans right by `lean` per unit of height: its ends, front, back and sides."""
    slant = np.array([1.0, 0.0, -lean]) / math.hypot(1.0, lean)
    normals = np.array([(0, 0, -1), (0, 0, 1), (0, -1, 0), (0, 1, 0), -slant, slant])
    return ConvexShape(normals, np.array([1.5, 1.5, 0.5, 0.5, *[0.5 / math.hypot(1.0, lean)] * 2]))


def test_a_die_rests_where_its_centre_of_mass_is_above_a_side() -> None:
    """A box of height 3 can stand on an end of width 1 only if the box leans by less than 1/3. Only then do its ends
    need numbers.
    """
    numbers = {2: 1, 3: 2, 4: 3, 5: 4}
    with pytest.raises(Unnumbered) as told:
        convex_die("box", leaning_box(0.33), numbers, read_down=True, size=16.0, digest="x")
    assert told.value.directions == ((0.0, 0.0, -1.0), (0.0, 0.0, 1.0))
    for lean in (0.34, -0.34):
        kind = convex_die("box", leaning_box(lean), numbers, read_down=True, size=16.0, digest="x")
        assert [face.value for face in kind.faces] == [1, 2, 3, 4]
        assert len(kind.blank_normals) == 2
    with pytest.raises(Unnumbered) as told:
        convex_die("box", leaning_box(0.34), {2: 1, 4: 3}, read_down=False, size=16.0, digest="x")
    shape = leaning_box(0.34)
    assert told.value.directions == tuple(tuple(normal) for normal in (shape.normals[[3, 5]] + 0.0).tolist())


@pytest.mark.parametrize(("tilt", "readable"), [(0.0, True), (1.1, True), (1.2, False), (-1.2, False)])
def test_a_top_side_may_be_tilted_by_a_degree(tilt: float, readable: bool) -> None:
    """A cube whose lower and upper sides are askew by 1.1 degrees shows a number on top. If they are askew by 1.2, it
    doesn't.
    """
    normals = CUBE.normals.copy()
    angle = math.radians(tilt)
    normals[4] = (math.sin(angle), 0.0, math.cos(angle))
    shape = ConvexShape(normals, CUBE.heights)
    if readable:
        kind = convex_die("cube", shape, ALL_SIX, read_down=False, size=16.0, digest="x")
        assert kind.values == D6.values
    else:
        with pytest.raises(Unreadable) as told:
            convex_die("cube", shape, ALL_SIX, read_down=False, size=16.0, digest="x")
        assert [side for direction in told.value.directions for side in direction] == pytest.approx(
            [*normals[4], *normals[5]]
        )


def test_a_short_prism_has_a_top_only_on_its_ends() -> None:
    """A short prism can lie on three sides with an edge on top. The error names these three sides, and not the two
    ends.
    """
    ways = [(math.cos(turn), math.sin(turn), 0.0) for turn in (0.0, math.tau / 3, 2 * math.tau / 3)]
    shape = ConvexShape(np.array([*ways, (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)]), np.full(5, 0.4))
    with pytest.raises(Unreadable) as told:
        convex_die("prism", shape, {side: side + 1 for side in range(5)}, read_down=False, size=16.0, digest="x")
    assert told.value.directions == tuple(ways)
    kind = convex_die("prism", shape, {side: side + 1 for side in range(5)}, read_down=True, size=16.0, digest="x")
    assert kind.values == (1, 2, 3, 4, 5)
    assert kind.flat_height(4) == pytest.approx(0.4)
