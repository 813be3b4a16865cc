"""The pieces of RiftWar's maps as rules files describe them, and the faults of maps (RW-10 to RW-12, RW-19)."""

import math
from collections.abc import Sequence
from typing import Any

import pytest

from riotsim.games.riftwar.map.game_map import GameMap
from riotsim.games.riftwar.map.map_figures import MapFigures, MapPiece, game_map, map_faults
from riotsim.games.riftwar.map.outlines import Outline
from riotsim.table.pieces import Box, Terrain
from riotsim.table.sight.solids import Cylinder
from riotsim.table.units import inches

BASES = {"light": inches(1), "medium": inches(2), "heavy": inches(2.5)}

KINDS = {
    name: MapPiece.model_validate(figures)
    for name, figures in {
        "house": {"size": ["4in", "3in"], "height": "5in"},
        "wall": {"size": ["4in", "0.5in"], "height": "1in", "sight": False, "crossable": True},
        "screen": {"size": ["2in", "1in"], "height": "3in", "cover": False},
        "well": {"round": "2in", "mesh": "well.glb"},
        "pond": {"area": True, "round": "6in"},
        "wedge": {"area": True, "outline": [["0in", "0in"], ["1in", "4in"], ["3in", "1in"]], "fill": "#112233"},
    }.items()
}


def figures(
    *pieces: tuple[str, float, float] | tuple[str, float, float, float], closed: Sequence[Sequence[str]] = ()
) -> MapFigures:
    """Return a map with pieces: kind, place in inches, and turn in degrees."""
    placed = [
        {"piece": kind, "at": [f"{x}in", f"{y}in"], "turn": f"{turn[0] if turn else 0}deg"}
        for kind, x, y, *turn in pieces
    ]
    return MapFigures.model_validate({"pieces": placed, "closed": closed})


def laid(*pieces: tuple[str, float, float] | tuple[str, float, float, float]) -> GameMap:
    """Return a table of 36 by 30 in with pieces."""
    return game_map(inches(36), inches(30), KINDS, figures(*pieces), {})


def test_outlines_of_pieces() -> None:
    """A rectangle lies about its middle. A round structure is a circle, and a round area a polygon of 36 corners. An
    outline's corners go round anticlockwise, whatever their order in the file.
    """
    x, y = inches(2), inches(1.5)
    assert KINDS["house"].shape == Outline(((-x, -y), (x, -y), (x, y), (-x, y)))
    assert KINDS["well"].shape == Outline(((0.0, 0.0),), inches(1))
    pond = KINDS["pond"].shape
    assert (len(pond.corners), pond.radius) == (36, 0.0)
    assert all(math.hypot(*at) == pytest.approx(inches(3)) for at in pond.corners)
    found = KINDS["wedge"].shape.corners
    assert found == ((inches(3), inches(1)), (inches(1), inches(4)), (0.0, 0.0))
    turned = MapPiece.model_validate({"area": True, "outline": [["3in", "1in"], ["1in", "4in"], ["0in", "0in"]]})
    assert turned.shape.corners == found


def test_outlines_that_are_refused() -> None:
    """An outline is refused if it has fewer than three corners, a corner twice, or all corners on one line."""
    told = "an outline has at least three corners, all different, and its edges don't meet elsewhere"
    for corners in ([(0, 0), (1, 0)], [(0, 0), (2, 0), (2, 2), (0, 0)], [(0, 0), (1, 0), (2, 0)]):
        outline = [[f"{x}in", f"{y}in"] for x, y in corners]
        with pytest.raises(ValueError, match=told):
            MapPiece.model_validate({"area": True, "outline": outline})
    small = MapPiece.model_validate({"area": True, "outline": [["0in", "0in"], ["0.02in", "0in"], ["0in", "0.02in"]]})
    assert len(small.shape.corners) == 3


def test_pieces_of_one_kind_have_numbers() -> None:
    """If a map has several pieces of one kind, they are numbered from 1 in the order of the map. A single piece has the
    kind's name.
    """
    found = figures(("wall", 5, 5), ("house", 15, 5), ("wall", 5, 15), ("wall", 5, 25)).names()
    assert found == ("wall_1", "house", "wall_2", "wall_3")


def test_structures_of_a_map() -> None:
    """A structure has its place and turn from the map, and its flags, size and height from its kind. Its shape is a
    box.
    """
    found = laid(("house", 10, 20, 90), ("wall", 20, 8), ("screen", 30, 20, 30))
    assert (found.width, found.depth, found.areas) == (inches(36), inches(30), ())
    assert [(one.name, one.sight, one.cover, one.crossable) for one in found.structures] == [
        *(("house", True, True, False), ("wall", False, True, True), ("screen", True, False, False)),
    ]
    house, wall, screen = found.structures
    assert house.piece == Terrain(
        "house", Box(inches(4), inches(3), inches(5)), (inches(10), inches(20)), math.radians(90), "house"
    )
    assert wall.piece.shape == Box(inches(4), inches(0.5), inches(1))
    assert house.outline.footprint.bounds() == pytest.approx(tuple(map(inches, (8.5, 18, 11.5, 22))))
    assert wall.outline.footprint.bounds() == pytest.approx(tuple(map(inches, (18, 7.75, 22, 8.25))))
    assert {corner.structure for corner in found.corners} == {"house", "screen"}
    assert len(found.corners) == 8
    assert found.structure["screen"] is screen


def test_a_structure_without_its_mesh_is_a_box() -> None:
    """If the mesh of a round structure is missing, the structure's shape is a box around its outline, 2 in high."""
    (well,) = laid(("well", 10, 20)).structures
    assert well.piece.shape == Box(inches(2), inches(2), inches(2))
    (solid,) = well.solids(plan=True)
    assert isinstance(solid, Cylinder)
    assert solid.radius == inches(1)
    x, y, z = solid.middle
    assert (x, y, solid.axis) == (inches(10), inches(20), (0.0, 0.0, 1.0))
    low, high = z - solid.length / 2, z + solid.length / 2
    assert low <= 0.0
    assert high >= inches(10)


def test_areas_of_a_map() -> None:
    """An area has the colour and name of its kind. Every point of the map has a set of areas in which it lies, which
    may be empty.
    """
    found = laid(("pond", 10, 10), ("wedge", 20, 20, 90), ("pond", 30, 10))
    assert [(one.name, one.patch.fill, one.patch.name, one.scenery) for one in found.areas] == [
        *(("pond_1", "#4f6b3a", "pond", ()), ("wedge", "#112233", "wedge", ()), ("pond_2", "#4f6b3a", "pond", ())),
    ]
    assert (len(found.structures), len(found.corners)) == (0, 0)
    assert found.areas_at((inches(12), inches(11))) == {"pond_1"}
    assert found.areas_at((inches(20) - inches(2), inches(20) + inches(1.5))) == {"wedge"}
    assert found.areas_at((inches(21), inches(21))) == frozenset()
    both = laid(("pond", 10, 10), ("pond", 12, 10))
    assert both.areas_at((inches(11), inches(10))) == {"pond_1", "pond_2"}


def faults(
    *pieces: tuple[str, float, float] | tuple[str, float, float, float], closed: Sequence[Sequence[str]] = ()
) -> list[Any]:
    """Return the faults of a map on a table of 36 by 30 in."""
    return list(map_faults("mine", (inches(36), inches(30)), BASES, KINDS, figures(*pieces, closed=closed)))


@pytest.mark.parametrize(
    ("x", "y", "over"),
    [
        *((2, 15, False), (1.999, 15, True), (34, 15, False), (34.001, 15, True)),
        *((18, 1.5, False), (18, 1.499, True), (18, 28.5, False), (18, 28.501, True), (1.9998, 15, False)),
    ],
)
def test_pieces_over_the_edges(x: float, y: float, over: bool) -> None:
    """RW-10: a piece may touch each of the four edges. It may reach over one by a hundredth of a millimetre."""
    told = [(("maps", "mine", "pieces", 0, "at"), "house reaches over the edge of the table")]
    assert faults(("house", x, y)) == (told if over else [])


def test_areas_over_the_edge_and_unknown_names() -> None:
    """Each area over the edge is one fault, and so is each name under `closed` that no structure has. The names of the
    edges are allowed there.
    """
    found = faults(
        ("house", 10, 10), ("pond", 2, 15), ("house", 20, 10), ("pond", 30, 28),
        closed=[["house_1", "left"], ["shed", "front"], ["right", "back"], ["house_2", "pond_1"]],
    )  # fmt: skip
    assert found == [
        (("maps", "mine", "pieces", 1, "at"), "pond_1 reaches over the edge of the table"),
        (("maps", "mine", "pieces", 3, "at"), "pond_2 reaches over the edge of the table"),
        (("maps", "mine", "closed", 1), "no structure of this map is called 'shed'"),
        (("maps", "mine", "closed", 3), "no structure of this map is called 'pond_1'"),
    ]
    unknown = figures(("house", 1, 1), ("castle", 10, 10))
    assert list(map_faults("mine", (inches(36), inches(30)), BASES, KINDS, unknown)) == []


def test_gaps_that_are_too_narrow() -> None:
    """RW-19: if a gap between structures or to an edge lets nobody pass, this is an error. A gap that the map lists
    under `closed` is no error.
    """
    wide = "0.75 in between house_1 and house_2 lets nobody pass"
    need = "leave at least 1 in, let them touch, or list [house_1, house_2] under closed (RW-19)"
    told = (("maps", "mine", "pieces", 1, "at"), f"{wide}; {need}")
    pieces: Any = (("pond", 30, 5), ("house", 10, 10), ("house", 14.75, 10))
    assert faults(*pieces) == [told]
    assert faults(*pieces, closed=[["house_2", "house_1"]]) == []
    (found,) = faults(("house", 2.5, 15))
    assert found == (
        ("maps", "mine", "pieces", 0, "at"),
        "0.50 in between house and left lets nobody pass; leave at least 1 in, let them touch, or list [house, left] "
        "under closed (RW-19)",
    )
