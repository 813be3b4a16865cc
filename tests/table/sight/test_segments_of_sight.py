"""Single lines of sight against solids."""

import itertools
import math

import numpy as np
import pytest
from brute_sight import Block, Faces, Tube, runs_inside
from hypothesis import assume, given
from hypothesis import strategies as st

from riotsim.files.assets.meshes import load_mesh
from riotsim.table.pieces import Box, Terrain
from riotsim.table.poses import Vector
from riotsim.table.sight.bodies import solids_of
from riotsim.table.sight.polyhedra import BOX_TRIANGLES, box, box_corners, polyhedron
from riotsim.table.sight.segments import lines_inside
from riotsim.table.sight.solids import Cylinder, Solid, Solids

CRATE = box(np.array([0.0, 0.0, 0.0]), np.array([40.0, 20.0, 30.0]))
TILTED = Cylinder((20.0, 10.0, 15.0), (0.6, 0.0, 0.8), 30.0, 8.0)


def inside(solid: Solid, start: Vector, end: Vector) -> bool:
    """Return whether a line runs inside a solid."""
    return bool(lines_inside(Solids.of([("it", solid)]), np.array([start]), np.array([end]))[0, 0])


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ((-10.0, 10.0, 15.0), (50.0, 10.0, 15.0), True),  # through
        ((-10.0, 10.0, 15.0), (-1.0, 10.0, 15.0), False),  # before it
        ((41.0, 10.0, 15.0), (50.0, 10.0, 15.0), False),  # behind it
        ((-10.0, 10.0, 31.0), (50.0, 10.0, 31.0), False),  # over it
        ((20.0, 10.0, 90.0), (20.0, 10.0, 15.0), True),  # straight down into it
        ((10.0, 10.0, 10.0), (30.0, 10.0, 10.0), True),  # within it
        ((10.0, 10.0, 10.0), (90.0, 10.0, 10.0), True),  # out of it
        ((-10.0, 10.0, 30.0), (50.0, 10.0, 30.0), False),  # along its top
        ((-10.0, 0.0, 15.0), (50.0, 0.0, 15.0), False),  # along a side
        ((-10.0, 0.0, 30.0), (50.0, 0.0, 30.0), False),  # along an edge
        ((-10.0, -10.0, 15.0), (10.0, 10.0, 15.0), True),  # in through an edge
        ((-10.0, 10.0, 15.0), (10.0, -10.0, 15.0), False),  # past an edge, touching it
        ((0.0, 0.0, 30.0), (-10.0, -10.0, 50.0), False),  # from a corner outward
        ((-10.0, 10.0, 15.0), (0.0, 10.0, 15.0), False),  # up to a side
        ((-40.0, -20.0, -30.0), (80.0, 40.0, 60.0), True),  # through two corners
        ((15.0, 10.0, 90.0), (15.0, 10.0, 30.0), False),  # down to its top
        ((10.0, 10.0, 15.0), (10.0, 10.0, 15.0), False),  # a line without length
    ],
)
def test_a_line_is_inside_a_box_if_it_runs_in_it(start: Vector, end: Vector, expected: bool) -> None:
    """A line is inside a box if it runs within the box for some length. A line that only touches a face, an edge or a
    corner isn't inside (RW-13).
    """
    assert inside(CRATE, start, end) is expected
    assert inside(CRATE, end, start) is expected


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ((-10.0, 0.0, 15.0), (50.0, 0.0, 15.0), True),
        ((-10.0, 8.0, 15.0), (50.0, 8.0, 15.0), False),  # a tangent
        ((-10.0, 7.99, 15.0), (50.0, 7.99, 15.0), True),
        ((-10.0, 0.0, 30.0), (50.0, 0.0, 30.0), False),  # along the top
        ((-10.0, 0.0, 31.0), (50.0, 0.0, 29.0), False),  # down to the level of the top, beyond it
        ((0.0, 0.0, 40.0), (0.0, 0.0, 20.0), True),  # straight down
        ((8.0, 0.0, 40.0), (8.0, 0.0, -10.0), False),  # down along the mantle
        ((9.0, 0.0, 40.0), (9.0, 0.0, -10.0), False),
        ((0.0, 0.0, 10.0), (1.0, 0.0, 10.0), True),  # within it
        ((0.0, 0.0, 29.5), (1.0, 0.0, 30.5), True),  # out through the top
        ((0.0, 0.0, -0.5), (1.0, 0.0, 0.5), True),  # in through the bottom
    ],
)
def test_a_line_is_inside_a_cylinder_if_it_runs_in_it(start: Vector, end: Vector, expected: bool) -> None:
    """A line is inside a cylinder if it runs within the cylinder for some length. A tangent isn't inside (RW-13)."""
    barrel = Cylinder((0.0, 0.0, 15.0), (0.0, 0.0, 1.0), 30.0, 8.0)
    assert inside(barrel, start, end) is expected
    assert inside(barrel, end, start) is expected


def test_a_line_through_a_corner_of_a_mesh_goes_through() -> None:
    """A line exactly through the tip of a pyramid and the middle of its ground enters and leaves the pyramid once."""
    for count in range(3, 9):
        rim = [(math.cos(math.tau * k / count), math.sin(math.tau * k / count), 0.0) for k in range(count)]
        corners = np.array([*rim, (0.0, 0.0, 2.0), (0.0, 0.0, 0.0)]) * 10
        sides = [(k, (k + 1) % count, count) for k in range(count)]
        bottom = [((k + 1) % count, k, count + 1) for k in range(count)]
        pyramid = polyhedron(corners, np.array(sides + bottom))
        assert inside(pyramid, (0.0, 0.0, 50.0), (0.0, 0.0, -5.0))
        assert not inside(pyramid, (0.0, 0.0, 50.0), (0.0, 0.0, 20.0))
        assert not inside(pyramid, (-10.0, 0.0, 20.0), (10.0, 0.0, 20.0))
        lying = polyhedron(corners[:, [2, 0, 1]], np.array(sides + bottom))  # its tip points along x
        assert inside(lying, (50.0, 0.0, 0.0), (-5.0, 0.0, 0.0))
        assert not inside(lying, (50.0, 0.0, 0.0), (20.0, 0.0, 0.0))


def test_a_mesh_of_scenery_stands_on_the_ground() -> None:
    """A line just above the ground meets a barrel, and one just below it doesn't."""
    mesh = load_mesh("barrel.glb")
    barrel = solids_of([Terrain("barrel", mesh, (100.0, 50.0))])
    for height, expected in ((0.1, True), (-0.1, False), (mesh.height - 0.1, True), (mesh.height + 0.1, False)):
        start, end = np.array([[0.0, 50.0, height]]), np.array([[200.0, 50.0, height]])
        assert lines_inside(barrel, start, end).any() == expected, height


def test_the_seam_of_two_boxes_is_open() -> None:
    """If two boxes touch in a plane, a line in this plane is inside neither box (RW-13)."""
    boxes = [Terrain(name, Box(40.0, 20.0, 30.0), (0.0, y)) for name, y in (("left", 10.0), ("right", -10.0))]
    solids = solids_of(boxes)
    assert not lines_inside(solids, np.array([[-50.0, 0.0, 10.0]]), np.array([[50.0, 0.0, 10.0]])).any()
    assert lines_inside(solids, np.array([[-50.0, 1.0, 10.0]]), np.array([[50.0, 0.0, 10.0]])).tolist() == [
        [True, False]
    ]


def test_without_lines_or_solids_there_is_nothing() -> None:
    """If there are no lines or no solids, the answer is an empty array of the right shape."""
    assert lines_inside(Solids.of([]), np.zeros((2, 3)), np.ones((2, 3))).shape == (2, 0)
    assert lines_inside(Solids.of([("it", CRATE)]), np.zeros((0, 3)), np.ones((0, 3))).shape == (0, 1)


lengths = st.integers(-60_000, 60_000).map(lambda micrometres: micrometres / 1000)
places = st.tuples(lengths, lengths, lengths)
whole_places = st.tuples(*(st.integers(-3, 3).map(lambda n: 20.0 * n) for _ in range(3)))


@given(places, places, st.floats(0, math.tau))
def test_boxes_agree_with_brute_force(start: Vector, end: Vector, heading: float) -> None:
    """Any line is inside a box of any heading exactly if brute force says so."""
    piece = Terrain("it", Box(40.0, 25.0, 30.0), (3.0, -4.0), heading)
    found = lines_inside(solids_of([piece]), np.array([start]), np.array([end]))
    assert found[0, 0] == runs_inside(Block(piece), start, end)


@given(whole_places, whole_places)
def test_lines_between_whole_places_agree_with_brute_force(start: Vector, end: Vector) -> None:
    """If a line touches faces, edges or corners of a box, the result is that of brute force, too."""
    piece = Terrain("it", Box(40.0, 80.0, 20.0), (0.0, 0.0))
    found = lines_inside(solids_of([piece]), np.array([start]), np.array([end]))
    assert found[0, 0] == runs_inside(Block(piece), start, end)


@given(places, places, st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.floats(-1, 1)))
def test_cylinders_agree_with_brute_force(start: Vector, end: Vector, tilt: Vector) -> None:
    """Any line is inside a tilted cylinder exactly if brute force says so."""
    size = math.hypot(*tilt)
    assume(size > 0.1)
    x, y, z = tilt
    solid = Cylinder((2.0, 3.0, 20.0), (x / size, y / size, z / size), 50.0, 12.0)
    assert inside(solid, start, end) == runs_inside(Tube(solid), start, end)


@given(places | whole_places, places | whole_places)
def test_dented_meshes_agree_with_brute_force(start: Vector, end: Vector) -> None:
    """A line through the dent in a box's top is outside the box. Any line is inside the box exactly if brute force says
    so.
    """
    corners = np.vstack((box_corners(np.array([-20.0, -20.0, 0.0]), np.array([20.0, 20.0, 40.0])), [[0.0, 0.0, 10.0]]))
    top = [tuple(triangle) for triangle in BOX_TRIANGLES.tolist() if all(corner % 2 for corner in triangle)]
    others = [tuple(triangle) for triangle in BOX_TRIANGLES.tolist() if tuple(triangle) not in top]
    rim = [1, 5, 7, 3]
    dent = [(a, b, 8) for a, b in itertools.pairwise((*rim, rim[0]))]
    triangles = np.array(others + dent)
    assert inside(polyhedron(corners, triangles), start, end) == runs_inside(Faces(corners[triangles]), start, end)
