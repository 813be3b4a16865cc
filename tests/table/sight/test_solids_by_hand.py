"""Solids that block lines of sight: their planes, edges, boxes and lengths by hand, and what stands for a mesh."""

import math

import numpy as np
import pytest

from riotsim.table.pieces import Box, Die, Hull, Mesh, Model, Piece, Round, Terrain, Token
from riotsim.table.poses import Pose, about_z
from riotsim.table.sight.bodies import Body, body_of, solids_of
from riotsim.table.sight.coarse import sight_mesh
from riotsim.table.sight.lines import LineOfSight, View, lines_shut, view
from riotsim.table.sight.polyhedra import (
    BOX_TRIANGLES,
    TOUCH,
    Array,
    Polyhedron,
    box,
    box_corners,
    lengths_inside,
    polyhedron,
)
from riotsim.table.sight.segments import lines_inside
from riotsim.table.sight.solids import Cylinder, Solids, cylinder_arrays

LOW, HIGH = np.array([1.0, 2.0, 3.0]), np.array([5.0, 9.0, 14.0])

UPRIGHT = Cylinder((10.0, 20.0, 15.0), (0.0, 0.0, 1.0), 30.0, 8.0)

TILTED = Cylinder((10.0, 20.0, 15.0), (0.6, 0.0, 0.8), 30.0, 8.0)


def dented(*, below: bool = False) -> Polyhedron:
    """Return a box of 40 by 40 by 40 mm with a dent of 30 mm depth in its top, or in its bottom."""
    corners = np.vstack((box_corners(np.array([-20.0, -20.0, 0.0]), np.array([20.0, 20.0, 40.0])), [[0.0, 0.0, 10.0]]))
    triangles = [tuple(one) for one in BOX_TRIANGLES.tolist() if not all(corner % 2 for corner in one)]
    triangles += [(a, b, 8) for a, b in ((1, 5), (5, 7), (7, 3), (3, 1))]
    solid = polyhedron(corners, np.array(triangles))
    return solid.placed(np.diag([1.0, -1.0, -1.0]), np.array([0.0, 0.0, 40.0])) if below else solid


def test_a_box_as_a_polyhedron() -> None:
    """A box has 8 corners, 12 triangles, 6 planes, and 18 edges with two triangles each. Its corners are slightly
    further inside.
    """
    solid = box(LOW, HIGH)
    assert (solid.corners.shape, solid.triangles.shape, solid.edges.shape) == ((8, 3), (12, 3), (18, 2))
    assert solid.corners.min(axis=0) == pytest.approx(LOW + TOUCH, abs=1e-9)
    assert solid.corners.max(axis=0) == pytest.approx(HIGH - TOUCH, abs=1e-9)
    assert (solid.beside >= 0).all()
    planes = sorted([round(part, 5) + 0.0 for part in row] for row in solid.planes.tolist())
    across = [(-1.0, 0.0, 0.0, -1.0), (1.0, 0.0, 0.0, 5.0), (0.0, -1.0, 0.0, -2.0), (0.0, 1.0, 0.0, 9.0)]
    assert planes == sorted(list(plane) for plane in (*across, (0.0, 0.0, -1.0, -3.0), (0.0, 0.0, 1.0, 14.0)))
    assert (solid.is_convex, solid.faces_up) == (True, True)
    for edge, (one, other) in enumerate(solid.beside.tolist()):
        assert edge in solid.sides[one]
        assert edge in solid.sides[other]
        assert one != other
    for triangle, sides in enumerate(solid.sides.tolist()):
        for k, edge in enumerate(sides):
            ends = [int(solid.triangles[triangle, k]), int(solid.triangles[triangle, (k + 1) % 3])]
            assert ends == solid.edges[edge].tolist()[:: -1 if solid.backward[triangle, k] else 1]


def test_corners_in_one_place_are_one() -> None:
    """If the triangles of a box have corners of their own, corners in the same place count as one. A triangle without
    an area is left out.
    """
    own = box_corners(LOW, HIGH)[BOX_TRIANGLES].reshape(-1, 3)
    triangles = np.arange(len(own)).reshape(-1, 3)
    solid = polyhedron(np.vstack((own, [[0.0, 0.0, 0.0]])), np.vstack((triangles, [[0, 1, 1]])))
    assert (solid.corners.shape, solid.triangles.shape, solid.edges.shape) == ((8, 3), (12, 3), (18, 2))
    assert (solid.beside >= 0).all()
    sheet = polyhedron(box_corners(LOW, HIGH), BOX_TRIANGLES[:2])
    assert (sheet.beside >= 0).sum(axis=0).tolist() == [1, 1]
    assert len(sheet.edges) == 5
    assert sheet.beside.min() == -1


def test_shapes_of_polyhedra() -> None:
    """A box with a dent in its top isn't convex. It faces up, since all that faces down lies in its bottom plane. With
    a dent in its bottom, it doesn't face up.
    """
    assert [dented().is_convex, dented().faces_up] == [False, True]
    assert [dented(below=True).is_convex, dented(below=True).faces_up] == [False, False]


def test_a_polyhedron_is_turned_and_moved() -> None:
    """If a polyhedron is placed, it is first turned, here by a quarter about the vertical, and then moved."""
    quarter = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    solid = box(LOW, HIGH).placed(quarter, np.array([100.0, 50.0, 10.0]))
    assert solid.corners.min(axis=0) == pytest.approx([91.0, 51.0, 13.0], abs=1e-5)
    assert solid.corners.max(axis=0) == pytest.approx([98.0, 55.0, 24.0], abs=1e-5)


def test_lengths_inside_polyhedra() -> None:
    """The length of a line inside a box is as worked out by hand. Lines go through, into, within, out of, past and
    before the box, and through a dent.
    """
    lines = [
        ((-10.0, 5.0, 7.0), (20.0, 5.0, 7.0), 4.0),
        ((20.0, 5.0, 7.0), (-10.0, 5.0, 7.0), 4.0),
        ((3.0, 5.0, 7.0), (20.0, 5.0, 7.0), 2.0),
        ((3.0, -5.0, 7.0), (3.0, 5.0, 7.0), 3.0),
        ((2.0, 5.0, 7.0), (3.0, 5.0, 7.0), 1.0),
        ((-10.0, 5.0, 7.0), (0.0, 5.0, 7.0), 0.0),
        ((10.0, 5.0, 7.0), (20.0, 5.0, 7.0), 0.0),
        ((-10.0, 10.0, 7.0), (20.0, 10.0, 7.0), 0.0),
        ((3.0, 5.0, 30.0), (3.0, 5.0, -30.0), 11.0),
        ((-2.0, 3.0, 7.0), (8.0, 10.5, 7.0), 5.0),
    ]
    starts, ends, lengths = (np.array([line[k] for line in lines]) for k in range(3))
    assert lengths_inside(box(LOW, HIGH), starts, ends) == pytest.approx(lengths, abs=1e-5)
    # At height z, the dent reaches 2 (z - 10) / 3 mm to each side.
    through = [((-50.0, 1.0, 25.0), (50.0, 1.0, 25.0), 20.0), ((0.0, 0.5, 25.0), (50.0, 0.5, 25.0), 10.0)]
    through += [((-50.0, 0.5, 5.0), (50.0, 0.5, 5.0), 40.0), ((-15.0, 0.5, 25.0), (15.0, 0.5, 25.0), 10.0)]
    starts, ends, lengths = (np.array([line[k] for line in through]) for k in range(3))
    assert lengths_inside(dented(), starts, ends) == pytest.approx(lengths, abs=1e-4)


def test_solids_in_arrays() -> None:
    """In the arrays of solids, polyhedra come before cylinders. Each has the box around it and the name of its
    piece.
    """
    solids = Solids.of([("tube", TILTED), ("box", box(LOW, HIGH)), ("post", UPRIGHT), ("dent", dented())])
    assert solids.names == ("box", "dent", "tube", "post")
    # The tilted cylinder reaches 15 · 0.6 + 8 · 0.8 along x, 8 along y and 15 · 0.8 + 8 · 0.6 along z.
    lows = [[1.0, 2.0, 3.0], [-20.0, -20.0, 0.0], [-5.4, 12.0, -1.8], [2.0, 12.0, 0.0]]
    highs = [[5.0, 9.0, 14.0], [20.0, 20.0, 40.0], [25.4, 28.0, 31.8], [18.0, 28.0, 30.0]]
    assert solids.lows == pytest.approx(np.array(lows), abs=1e-5)
    assert solids.highs == pytest.approx(np.array(highs), abs=1e-5)
    assert solids.convex.tolist() == [True, False, True, True]
    assert solids.upright(0.0).tolist() == [False, True, False, True]
    assert solids.upright(3.0).tolist() == [True, True, False, True]
    assert solids.upright(-0.1).tolist() == [False] * 4
    own = solids.own([("tube", "box"), ("x", "post"), ("dent", "dent"), ("x", "y")])
    assert own.astype(int).tolist() == [[1, 0, 1, 0], [0, 0, 0, 1], [0, 1, 0, 0], [0, 0, 0, 0]]
    assert solids.planes.shape == (2, 6, 4)
    assert solids.planes[1].tolist() == [[0.0, 0.0, 0.0, 1.0]] * 6
    some = solids.only(np.array([1, 3]))
    assert some.names == ("dent", "post")
    assert (some.polyhedra, some.cylinders) == (solids.polyhedra[1:], solids.cylinders[1:])
    assert some.lows.tolist() == solids.lows[[1, 3]].tolist()
    assert some.highs.tolist() == solids.highs[[1, 3]].tolist()
    more = some.with_cylinders([("new", TILTED)])
    assert more.names == ("dent", "post", "new")
    assert more.lows[2] == pytest.approx(lows[2], abs=1e-5)
    assert more.planes is some.planes
    middles, axes, halves, radii = cylinder_arrays([TILTED, UPRIGHT], np.array([1, 0, 1]))
    assert (middles.tolist(), axes[1].tolist()) == ([[10.0, 20.0, 15.0]] * 3, [0.6, 0.0, 0.8])
    assert (halves.tolist(), radii.tolist()) == ([15.0] * 3, [8.0] * 3)


def test_solids_of_pieces() -> None:
    """The solid of a piece is turned and placed like the piece. If a height is given for a model, its solid has that
    height.
    """
    c, s = math.cos(0.5), math.sin(0.5)
    lying = (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5))
    pieces: list[Piece] = [
        Terrain("wall", Box(40.0, 20.0, 30.0), (100.0, 50.0), 0.5),
        Model("truck", "", (100.0, 50.0), Hull(40.0, 20.0), 0.5, level=7.0),
        Die("die", size=16.0, pose=Pose((100.0, 50.0, 8.0), about_z(0.5))),
        Token("coin", Pose((100.0, 50.0, 10.0), lying), 20.0, 4.0),
        Model("m", "", (100.0, 50.0), Round(30.0), level=7.0),
        Model("n", "", (100.0, 50.0), Round(30.0), level=7.0),
    ]
    solids = solids_of(pieces, {"n": 50.0, "truck": 25.0})
    assert solids.names == ("wall", "truck", "die", "coin", "m", "n")
    wide, deep, half = 20.0 * c + 10.0 * s, 20.0 * s + 10.0 * c, 8.0 * (c + s)
    reach = [(wide, deep), (wide, deep), (half, half), (2.0, 10.0), (15.0, 15.0), (15.0, 15.0)]
    heights = [(0.0, 30.0), (7.0, 32.0), (0.0, 16.0), (0.0, 20.0), (7.0, 38.0), (7.0, 57.0)]
    lows = [(100.0 - x, 50.0 - y, low) for (x, y), (low, _) in zip(reach, heights, strict=True)]
    highs = [(100.0 + x, 50.0 + y, high) for (x, y), (_, high) in zip(reach, heights, strict=True)]
    assert solids.lows == pytest.approx(np.array(lows), abs=1e-5)
    assert solids.highs == pytest.approx(np.array(highs), abs=1e-5)
    truck, model = pieces[1], pieces[4]
    assert isinstance(truck, Model)
    assert isinstance(model, Model)
    assert body_of(truck) == Body("truck", (100.0, 50.0), 10.0, 31.0, 7.0)
    assert body_of(model, 22.0) == Body("m", (100.0, 50.0), 15.0, 22.0, 7.0)
    assert body_of(model, 22.0).eye == (100.0, 50.0, 29.0)


def mesh(*boxes: tuple[tuple[float, float, float], tuple[float, float, float]]) -> Mesh:
    """Return a mesh of boxes, each from its least to its greatest coordinates."""
    corners = np.vstack([box_corners(np.array(low), np.array(high)) for low, high in boxes])
    triangles = np.vstack([BOX_TRIANGLES + 8 * k for k in range(len(boxes))])
    return Mesh("mesh", "", corners, triangles.astype(np.int32), ())


def spans(parts: tuple[Polyhedron, ...]) -> list[list[float]]:
    """Return the boxes around parts: least and greatest coordinates."""
    ends = [(*part.corners.min(axis=0).tolist(), *part.corners.max(axis=0).tolist()) for part in parts]
    return [[round(number, 4) for number in one] for one in ends]


HOUSE, SHED = ((0.0, 0.0, 0.0), (40.0, 30.0, 20.0)), ((100.0, 0.0, 0.0), (140.0, 30.0, 50.0))


def test_what_stands_for_a_mesh() -> None:
    """For sight, a mesh is split into its connected parts, in their order. A thin plate on a larger part is left out. A
    thick plate, or one by itself, stays.
    """
    plain = [[*low, *high] for low, high in (HOUSE, SHED)]
    assert spans(sight_mesh(mesh(HOUSE, SHED))) == plain
    assert spans(sight_mesh(mesh(SHED, HOUSE))) == plain[::-1]
    plate = ((40.0, 5.0, 5.0), (41.5, 15.0, 15.0))
    assert spans(sight_mesh(mesh(plate, HOUSE, SHED))) == plain
    assert spans(sight_mesh(mesh(HOUSE, plate, SHED))) == plain
    for kept in (
        ((40.0, 5.0, 5.0), (47.0, 15.0, 15.0)),
        ((60.0, 5.0, 5.0), (61.5, 15.0, 15.0)),
        ((40.0, 5.0, 5.0), (44.0, 15.0, 15.0)),
    ):
        assert spans(sight_mesh(mesh(HOUSE, kept, SHED))) == [plain[0], [*kept[0], *kept[1]], plain[1]]


def test_a_mesh_that_fills_its_box_up_to_small_steps() -> None:
    """Two neighbouring boxes of a mesh whose tops differ by 1.5 mm become one box. If they differ by 5 mm and have a
    small gap, they stay two.
    """
    (one,) = sight_mesh(mesh(((0.0, 0.0, 0.0), (30.0, 30.0, 20.0)), ((30.0, 0.0, 0.0), (60.0, 30.0, 21.5))))
    assert spans((one,)) == [[0.0, 0.0, 0.0, 60.0, 30.0, 21.5]]
    two = sight_mesh(mesh(((0.0, 0.0, 0.0), (30.0, 30.0, 20.0)), ((30.5, 0.0, 0.0), (60.0, 30.0, 25.0))))
    assert spans(two) == [[0.0, 0.0, 0.0, 30.0, 30.0, 20.0], [30.5, 0.0, 0.0, 60.0, 30.0, 25.0]]


def test_lines_are_asked_of_some_solids_only() -> None:
    """If a pair of bodies doesn't ask for a solid, the solid shuts no line of that pair."""
    solids = Solids.of([("tube", UPRIGHT), ("box", box(LOW, HIGH)), ("dent", dented())])
    starts, ends = np.array([[-50.0, 20.0, 5.0], [-50.0, 5.0, 5.0]]), np.array([[50.0, 20.0, 5.0], [50.0, 5.0, 5.0]])
    assert lines_inside(solids, starts, ends).astype(int).tolist() == [[0, 0, 1], [1, 1, 0]]
    among = np.array([[True, True, False], [False, True, True]])
    assert lines_inside(solids, starts, ends, among).astype(int).tolist() == [[0, 0, 0], [0, 1, 0]]
    pairs = [(Body("a", (-60.0, 5.0), 2.0, 10.0), Body("b", (60.0, 5.0), 2.0, 10.0))]
    assert lines_shut(pairs, solids)[0].all(axis=0).tolist() == [True, True, False]
    assert lines_shut(pairs, solids, np.array([[True, False, True]]))[0].any(axis=0).tolist() == [True, False, False]


def test_a_view_lists_its_lines() -> None:
    """A view lists its lines from foot to top, and from left to right in each row. Each line has the names of what
    shuts it, in alphabetical order and each once.
    """
    post = [Terrain(name, Box(4.0, 4.0, height), (50.0, y)) for name, y, height in (("z", 5.0, 60.0), ("b", 5.0, 11.0))]
    found = view(Body("a", (0.0, 0.0), 5.0, 20.0), Body("t", (100.0, 0.0), 10.0, 20.0), solids_of([*post, post[0]]))
    shut = {("foot", "left"): ("b", "z"), ("middle", "left"): ("z",), ("top", "left"): ("z",)}
    ends = [(row, column) for row in ("foot", "middle", "top") for column in ("left", "middle", "right")]
    assert found == View(tuple(LineOfSight(*end, shut.get(end, ())) for end in ends))
    assert (found.is_open, found.shut(), found.shut("b"), found.shut("b", "z"), found.shut("q")) == (True, 3, 1, 3, 0)
    assert not View((LineOfSight("foot", "left", ("z",)),)).is_open


def points(*rows: tuple[float, float, float]) -> Array:
    """Return points as an array."""
    return np.array(rows)


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ((-30.0, 20.0, 15.0), (60.0, 20.0, 15.0), True),
        ((-30.0, 27.9, 15.0), (60.0, 27.9, 15.0), True),
        ((-30.0, 28.1, 15.0), (60.0, 28.1, 15.0), False),
        ((-2.0, 20.0, -1.0), (22.0, 20.0, 31.0), True),  # along the axis
        ((-11.0, 20.0, -13.0), (0.9, 20.0, 2.9), False),  # up to the lower end: it is 15 mm before the middle
        ((-11.0, 20.0, -13.0), (1.1, 20.0, 3.2), True),
        ((19.1, 20.0, 27.2), (31.0, 20.0, 43.0), False),
        ((18.9, 20.0, 26.8), (31.0, 20.0, 43.0), True),
        ((3.7, 20.0, 7.9), (16.5, 20.0, -1.7), True),  # across, at 5 mm before the middle
        ((10.0, 20.0, 15.0), (10.0, 20.1, 15.0), True),
    ],
)
def test_lines_in_a_tilted_cylinder(
    start: tuple[float, float, float], end: tuple[float, float, float], expected: bool
) -> None:
    """A line along, across, beside or up to the ends of a tilted cylinder is inside as worked out by hand. The line's
    direction doesn't matter.
    """
    solids = Solids.of([("tube", TILTED)])
    assert lines_inside(solids, points(start), points(end)).tolist() == [[expected]]
    assert lines_inside(solids, points(end), points(start)).tolist() == [[expected]]
