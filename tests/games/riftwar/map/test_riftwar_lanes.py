"""Lanes between the pieces of RiftWar's maps, and who passes them (RW-19)."""

import math

import pytest
from riftwar_shapes import rectangle, structure

from riotsim.games.riftwar.map.game_map import GameMap
from riotsim.games.riftwar.map.lanes import Lane, lanes, nearest_points
from riotsim.games.riftwar.map.outlines import Outline
from riotsim.table.geometry.plan import Footprint, Part
from riotsim.table.poses import Point

BASES = {"heavy": 60.0, "light": 25.0, "medium": 50.0}


def found_on(*outlines: Outline, closed: frozenset[frozenset[str]] = frozenset()) -> list[Lane]:
    """Return the lanes of a table of 1000 by 800 mm with structures a, b, c and so on."""
    pieces = tuple(structure(name, outline) for name, outline in zip("abcd", outlines, strict=False))
    return [
        Lane(one.one, one.other, round(one.width, 6), one.size, one.marked)
        for one in lanes(GameMap(1000.0, 800.0, pieces, closed=closed), BASES)
    ]


def test_the_lanes_of_two_structures() -> None:
    """If there are two structures, the lane between them comes first. The lanes from each to the left, front, right and
    back edge follow, except where the other structure is between.
    """
    found = found_on(rectangle(30.0, 200.0, 100.0, 300.0), rectangle(155.0, 240.0, 400.0, 790.0))
    assert found == [
        Lane("a", "b", 55.0, "medium"),
        Lane("a", "left", 30.0, "light"),
        Lane("a", "front", 200.0, "heavy"),
        Lane("a", "back", 500.0, "heavy"),
        Lane("b", "front", 240.0, "heavy"),
        Lane("b", "right", 600.0, "heavy"),
        Lane("b", "back", 10.0, None),
    ]


@pytest.mark.parametrize(
    ("width", "size"),
    [
        *((0.6, None), (24.9, None), (25.0, "light"), (49.9, "light"), (50.0, "medium"), (59.9, "medium")),
        *((60.0, "heavy"), (300.0, "heavy"), (25.0 - 1e-7, "light"), (25.0 - 1e-5, None)),
    ],
)
def test_the_largest_class_that_passes(width: float, size: str | None) -> None:
    """A class passes a lane if its base fits, to within a millionth of a millimetre."""
    found = found_on(rectangle(100.0, 200.0, 200.0, 300.0), rectangle(200.0 + width, 200.0, 600.0, 300.0))
    assert found[0].one + found[0].other == "ab"
    assert found[0].size == size


def test_what_touches_has_no_lane() -> None:
    """If two structures are 0.4 mm apart, they touch, and there is no lane. The same holds for a structure 0.4 mm from
    the edge of the table.
    """
    found = found_on(rectangle(0.4, 200.0, 200.0, 300.0), rectangle(200.4, 0.3, 999.7, 799.6))
    assert [(lane.one, lane.other) for lane in found] == [("a", "front"), ("a", "back")]
    found = found_on(rectangle(0.6, 200.0, 200.0, 300.0), rectangle(200.6, 0.7, 999.3, 799.4))
    assert [(lane.one, lane.other) for lane in found] == [
        *(("a", "b"), ("a", "left"), ("a", "front"), ("a", "back")),
        *(("b", "front"), ("b", "right"), ("b", "back")),
    ]


def test_marked_lanes() -> None:
    """If the map closes a gap between structures or to an edge, the lane there is marked. The order of the two names
    doesn't matter.
    """
    closed = frozenset((frozenset(("b", "a")), frozenset(("left", "b")), frozenset(("a", "back"))))
    found = found_on(rectangle(100.0, 100.0, 200.0, 200.0), rectangle(100.0, 230.0, 200.0, 700.0), closed=closed)
    assert [(lane.one, lane.other) for lane in found if lane.marked] == [("a", "b"), ("b", "left")]


@pytest.mark.parametrize(("front", "names"), [(299.0, ["ac", "bc"]), (301.0, ["ab", "ac", "bc"])])
def test_a_structure_in_a_gap(front: float, names: list[str]) -> None:
    """There is no lane between a and b if c reaches into the line between their nearest points."""
    found = found_on(
        Outline(((100.0, 100.0), (300.0, 300.0), (100.0, 500.0))),
        Outline(((700.0, 100.0), (700.0, 500.0), (500.0, 300.0))),
        rectangle(380.0, front, 420.0, 600.0),
    )
    assert [lane.one + lane.other for lane in found if lane.other in "abc"] == names
    assert found[0].width == pytest.approx(200.0 if names[0] == "ab" else found[0].width)


def test_what_stands_beside_a_gap_does_not_close_it() -> None:
    """A gap stays a lane if another structure only touches its side or keeps off its shortest line. If a slanting edge
    reaches into the gap, there is no lane.
    """
    beside = rectangle(20.0, 300.0, 60.0, 400.0)
    found = found_on(rectangle(100.0, 200.0, 200.0, 300.0), beside)
    assert ("a", "left") in [(lane.one, lane.other) for lane in found]
    slanting = Outline(((0.0, 230.0), (90.0, 320.0), (0.0, 320.0)))
    found = found_on(Outline(((100.0, 200.0), (200.0, 200.0), (200.0, 240.0), (100.0, 240.0))), slanting)
    assert ("a", "left") not in [(lane.one, lane.other) for lane in found]
    found = found_on(rectangle(100.0, 100.0, 200.0, 200.0), Outline(((0.0, 190.0), (110.0, 300.0), (0.0, 300.0))))
    assert ("a", "left") not in [(lane.one, lane.other) for lane in found]
    # the nearest points of a and b are (200, 200) and (300, 300); c keeps off the line between them by 10 / sqrt(2)
    corner = Outline(((260.0, 250.0), (400.0, 150.0), (400.0, 250.0)))
    found = found_on(rectangle(100.0, 100.0, 200.0, 200.0), rectangle(300.0, 300.0, 400.0, 400.0), corner)
    assert found[0] == Lane("a", "b", round(100 * math.sqrt(2), 6), "heavy")


def test_lanes_of_round_structures() -> None:
    """A round structure's gaps are measured from its rim: to another one, to a box, and to the edges."""
    found = found_on(
        Outline(((200.0, 300.0),), 50.0), Outline(((350.0, 500.0),), 70.0), rectangle(500.0, 300.0, 600.0, 320.0)
    )
    wide = {(lane.one, lane.other): lane.width for lane in found}
    assert wide == {
        ("a", "b"): 130.0,
        ("a", "c"): 250.0,
        ("b", "c"): pytest.approx(math.hypot(150.0, 180.0) - 70.0, abs=1e-5),
        ("a", "left"): 150.0, ("a", "front"): 250.0, ("a", "back"): 450.0,
        ("b", "left"): 280.0, ("b", "front"): 430.0, ("b", "right"): 580.0, ("b", "back"): 230.0,
        ("c", "front"): 300.0, ("c", "right"): 400.0, ("c", "back"): 480.0,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "points"),
    [
        (rectangle(10, 20, 30, 60), rectangle(50, 70, 90, 80), ((30, 60), (50, 70))),
        (rectangle(50, 70, 90, 80), rectangle(10, 20, 30, 60), ((50, 70), (30, 60))),
        (Outline(((10, 10), (40, 50), (10, 90))), rectangle(60, 20, 80, 200), ((40, 50), (60, 50))),
        (rectangle(60, 20, 80, 200), Outline(((10, 10), (40, 50), (10, 90))), ((60, 50), (40, 50))),
        # a corner opposite a slanting edge: (80, 30) is nearest to (50, 70) on the edge from (10, 40) to (90, 100)
        (Outline(((10, 40), (90, 100), (10, 100))), Outline(((80, 30), (200, 20), (200, 40))), ((50, 70), (80, 30))),
        (Outline(((10, 20),), 5), Outline(((70, 100),), 25), ((13, 24), (55, 80))),
        (Outline(((10, 20),), 5), rectangle(70, 10, 80, 90), ((15, 20), (70, 20))),
        (rectangle(70, 10, 80, 90), Outline(((10, 20),), 5), ((70, 20), (15, 20))),
        (rectangle(40, 60, 80, 90), Outline(((10, 20),), 5), ((40, 60), (13, 24))),
    ],
)
def test_the_nearest_points_of_two_areas(one: Outline, other: Outline, points: tuple[Point, Point]) -> None:
    """The nearest points are given as the first area's and then the second's. A point may be a corner, or lie on an
    edge or a rim.
    """
    mine, its = nearest_points(one.footprint, other.footprint)
    assert (*mine, *its) == pytest.approx((*points[0], *points[1]))


def test_the_nearest_points_of_areas_of_several_parts() -> None:
    """If an area has several parts, its nearest point is that of the nearest part."""
    far, near = rectangle(500, 500, 600, 600).footprint, rectangle(10, 10, 20, 30).footprint
    both = Footprint((*far.parts, *near.parts))
    other = rectangle(50, 30, 90, 90).footprint
    assert nearest_points(both, other) == ((20, 30), (50, 30))
    assert nearest_points(other, both) == ((50, 30), (20, 30))
    discs = Footprint((Part(((100.0, 50.0),), 10.0), Part(((120.0, 50.0),), 40.0)))  # the larger one is nearer
    assert nearest_points(Footprint((Part(((30.0, 50.0),), 5.0),)), discs) == ((35.0, 50.0), (80.0, 50.0))
    assert nearest_points(discs, Footprint((Part(((30.0, 50.0),), 5.0),))) == ((80.0, 50.0), (35.0, 50.0))
