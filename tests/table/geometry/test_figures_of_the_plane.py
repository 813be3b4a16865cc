"""Gaps, rays and sweeps of figures of the plane against another way, and against figures by hand."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from plane_figures import FIGURES, gap_by_directions, line_in

from riotsim.table.geometry.plan import (
    CONTACT_GAP,
    Footprint,
    Part,
    covers,
    crossing,
    disc,
    gap,
    graze,
    hull,
    near,
    rectangle,
    room_inside,
    sweep,
    touch,
)
from riotsim.table.geometry.regions import gaps
from riotsim.table.geometry.straight import Obstacle, StraightWays
from riotsim.table.poses import Point

OFFSETS: tuple[Point, ...] = ((0.0, 0.0), (3.0, -5.0), (40.0, 0.0), (-31.0, 22.0), (8.0, 47.0), (-5.0, -28.0))

WAYS: tuple[Point, ...] = tuple((math.cos(turn), math.sin(turn)) for turn in (0.0, 0.9, 2.5, 3.9, 4.7, 5.6))

BOX = Part(((0.0, 0.0), (6.0, 0.0), (6.0, 4.0), (0.0, 4.0)))


@pytest.mark.parametrize("one", FIGURES)
@pytest.mark.parametrize("other", FIGURES)
def test_a_gap_is_the_widest_strip_between_two_figures(one: str, other: str) -> None:
    """If figures are separate, their gap is their least distance. If they overlap, it is minus the least shift that
    parts them.

    The gaps at many points at once are the same.
    """
    a, b = FIGURES[one], FIGURES[other]
    expected = [gap_by_directions(a.translated(*offset), b) for offset in OFFSETS]
    assert [gap(a.translated(*offset), b) for offset in OFFSETS] == pytest.approx(expected, abs=2e-3)
    assert gaps(a, np.array(OFFSETS), b) == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize("name", FIGURES)
def test_where_a_ray_enters_and_leaves_a_figure(name: str) -> None:
    """A ray that starts outside or inside a figure enters and leaves where another calculation says. Of several parts,
    the one that is entered first counts.
    """
    figure = FIGURES[name]
    for start, way in itertools.product((*OFFSETS, (-60.0, 1.0), (1.0, 50.0), (0.4, -70.0)), WAYS):
        spans = [span for part in figure.parts if (span := line_in(start, way, part)) is not None and span[1] >= 0.0]
        expected = min(((max(0.0, enter), leave) for enter, leave in spans), default=None)
        found = crossing(start, way, figure)
        if expected is None or expected[1] - expected[0] < 0.05:  # a graze may go either way
            assert found is None or found[1] - found[0] < 0.5
        else:
            assert found == pytest.approx(expected, abs=5e-3)


@pytest.mark.parametrize("one", FIGURES)
@pytest.mark.parametrize("other", FIGURES)
def test_how_far_a_figure_moves_until_it_meets_another(one: str, other: str) -> None:
    """A figure moves until its first part meets a part of the other figure. If the figure passes the other one, nothing
    stops it.
    """
    mover, obstacle = FIGURES[one], FIGURES[other]
    for offset, way in itertools.product(OFFSETS[2:], WAYS):
        there = obstacle.translated(*offset)
        if gap_by_directions(mover, there) < 0.01:
            continue
        spans = [line_in((0.0, 0.0), way, q, p) for p in mover.parts for q in there.parts]
        ahead = [span[0] for span in spans if span is not None and span[0] > 0.0]
        if any(span[1] - span[0] < 0.5 for span in spans if span is not None):
            continue  # it only just passes
        found = sweep(mover, way, there)
        assert (found is None) == (not ahead)
        if found is not None:
            assert found == pytest.approx(min(ahead), abs=5e-3)


@pytest.mark.parametrize("name", [name for name in FIGURES if name != "point"])
def test_how_far_a_round_piece_moves_until_it_meets_a_figure(name: str) -> None:
    """On a straight way past things a piece of 7 mm radius stops where its edge meets the thing."""
    thing = Obstacle(FIGURES[name], "it")
    for start, turn in itertools.product(
        ((-60.0, 3.0), (20.0, 70.0), (55.0, -48.0), (-2.0, -66.0)), np.arange(0, 6.2, 0.5)
    ):
        way = (math.cos(turn), math.sin(turn))
        spans = [line_in(start, way, replace(part, radius=part.radius + 7.0)) for part in thing.footprint.parts]
        if any(span[1] - span[0] < 0.5 for span in spans if span is not None):
            continue  # it only just passes
        lengths = [span[0] for span in spans if span is not None and 0.0 < span[0] < 110.0]
        end = StraightWays(start, 7.0, (thing,)).end((start[0] + 110.0 * way[0], start[1] + 110.0 * way[1]))
        assert (end is None) == (not lengths)
        if end is not None:
            assert end.length == pytest.approx(min(lengths), abs=5e-3)
            assert end.share == pytest.approx(min(lengths) / 110.0, abs=1e-4)


@pytest.mark.parametrize(
    ("start", "way", "expected"),
    [
        ((-5.0, 1.0), (1.0, 0.0), (5.0, 11.0)),
        ((2.0, 1.0), (1.0, 0.0), (0.0, 4.0)),
        ((2.0, 1.0), (0.0, -1.0), (0.0, 1.0)),
        ((2.0, 10.0), (0.0, -1.0), (6.0, 10.0)),
        ((2.0, 10.0), (0.0, 1.0), None),
        ((-5.0, 5.0), (1.0, 0.0), None),
        ((9.0, 8.0), (-0.6, -0.8), (5.0, 10.0)),
        ((6.0, 2.0), (1.0, 0.0), (0.0, 0.0)),
    ],
)
def test_a_ray_through_a_box(start: Point, way: Point, expected: tuple[float, float] | None) -> None:
    """Distances along rays through a box of 6 by 4 mm with its front left corner at the origin are as worked out by
    hand.
    """
    found = crossing(start, way, Footprint((BOX,)))
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-9))


@pytest.mark.parametrize(
    ("start", "expected"),
    [
        ((-5.0, 2.0), (4.0, 12.0)),
        ((-5.0, 5.0), (5.0, 11.0)),
        ((-5.0, 4.6), (5.0 - 0.8, 11.0 + 0.8)),
        ((-5.0, -0.8), (5.0 - 0.6, 11.0 + 0.6)),
        ((-5.0, 5.1), None),
    ],
)
def test_a_ray_through_a_box_with_round_corners(start: Point, expected: tuple[float, float] | None) -> None:
    """A box that is grown by 1 mm is 1 mm longer on its sides. At its corners it is longer by only √(1 - y²)."""
    found = crossing(start, (1.0, 0.0), Footprint((Part(BOX.points, 1.0),)))
    assert found == (None if expected is None else pytest.approx(expected, abs=1e-6))


def test_bounds_of_figures() -> None:
    """The bounds of a figure enclose its rounded parts and all parts together. If the figure is moved, its bounds move
    along.
    """
    assert Part(((1.0, 5.0), (-3.0, 9.0)), 2.0).bounds() == (-5.0, 3.0, 3.0, 11.0)
    both = Footprint((BOX, Part(((1.0, 5.0), (-3.0, 9.0)), 2.0)))
    assert both.bounds() == (-5.0, 0.0, 6.0, 11.0)
    assert both.bounds() == (-5.0, 0.0, 6.0, 11.0)
    assert both.translated(10.0, -20.0).bounds() == (5.0, -20.0, 16.0, -9.0)
    assert BOX.translated(1.0, 2.0) == Part(((1.0, 2.0), (7.0, 2.0), (7.0, 6.0), (1.0, 6.0)))
    assert disc((3.0, 4.0), 2.0) == Footprint((Part(((3.0, 4.0),), 2.0),))


def test_the_corners_of_a_turned_rectangle() -> None:
    """The corners of a rectangle are anticlockwise, beginning ahead on the left. Its length is along its heading."""
    (part,) = rectangle((10.0, 20.0), 6.0, 4.0).parts
    assert part == Part(((13.0, 22.0), (7.0, 22.0), (7.0, 18.0), (13.0, 18.0)))
    (turned,) = rectangle((10.0, 20.0), 10.0, 5.0, math.atan2(3.0, 4.0)).parts
    flat = [number for corner in turned.points for number in corner]
    assert flat == pytest.approx([12.5, 25.0, 4.5, 19.0, 7.5, 15.0, 15.5, 21.0])


@pytest.mark.parametrize(
    ("points", "corners"),
    [
        ([], ()),
        ([(2.0, 1.0), (2.0, 1.0)], ((2.0, 1.0),)),
        ([(2.0, 1.0), (0.0, 3.0)], ((0.0, 3.0), (2.0, 1.0))),
        ([(0.0, 0.0), (2.0, 2.0), (1.0, 1.0)], ((0.0, 0.0), (2.0, 2.0))),
        ([(3.0, 0.0), (0.0, 0.0), (0.0, 2.0), (1.0, 0.0), (0.5, 0.5)], ((0.0, 0.0), (3.0, 0.0), (0.0, 2.0))),
        (
            [(0.0, 0.0), (4.0, 1.0), (3.0, 5.0), (-1.0, 3.0), (2.0, 2.0)],
            ((-1.0, 3.0), (0.0, 0.0), (4.0, 1.0), (3.0, 5.0)),
        ),
    ],
)
def test_the_hull_of_points(points: list[Point], corners: tuple[Point, ...]) -> None:
    """The hull of points has its corners anticlockwise from the leftmost corner. Points on an edge of the hull are
    no corners.
    """
    assert hull(points) == corners


@pytest.mark.parametrize(("away", "touches"), [(0.0, True), (CONTACT_GAP, True), (CONTACT_GAP + 1e-4, False)])
def test_figures_touch_up_to_half_a_millimetre_apart(away: float, touches: bool) -> None:
    """Figures that are up to half a millimetre apart touch, on each of the four sides of a box."""
    box = Footprint((BOX,))
    beside = [(6.0 + away + 2.0, 2.0), (-away - 2.0, 2.0), (3.0, 4.0 + away + 2.0), (3.0, -away - 2.0)]
    assert [touch(box, disc(at, 2.0)) for at in beside] == [touches] * 4
    assert [touch(disc(at, 2.0), box) for at in beside] == [touches] * 4
    assert not touch(box, disc((8.4, 6.4), 2.0))  # 0.4 mm farther along both axes than where it would touch a side


@pytest.mark.parametrize(("by", "told"), [(2.9, False), (3.1, True)])
def test_what_may_be_near(by: float, told: bool) -> None:
    """Bounding rectangles that are 3 mm apart on any side may be nearer than 3.1 mm, but not nearer than 2.9 mm."""
    box = Footprint((BOX,))
    for dx, dy in ((9.0, 0.0), (-9.0, 0.0), (0.0, 7.0), (0.0, -7.0), (9.0, 7.0), (9.0, 3.0)):
        assert near(box, box.translated(dx, dy), by) is told
    assert not near(box, box.translated(9.0, 100.0), 3.1)
    assert not near(box, box.translated(100.0, 7.0), 3.1)


def test_a_figure_covers_its_edge() -> None:
    """A figure covers a point on its edge or corner, but not a point a thousandth of a millimetre beyond."""
    box = Footprint((BOX,))
    for at in ((0.0, 0.0), (6.0, 4.0), (3.0, 4.0), (6.0, 1.0), (3.0, 2.0)):
        assert covers(box, at)
    for at in ((-0.001, 0.0), (6.001, 4.0), (3.0, 4.001), (3.0, -0.001)):
        assert not covers(box, at)
    assert (covers(disc((1.0, 2.0), 10.0), (8.0, 9.0)), covers(disc((1.0, 2.0), 10.0), (8.1, 9.1))) == (True, False)


@pytest.mark.parametrize(
    ("way", "room"),
    [
        ((1.0, 0.0), 85.0),
        ((-1.0, 0.0), 25.0),
        ((0.0, 1.0), 54.0),
        ((0.0, -1.0), 34.0),
        ((0.6, 0.8), 67.5),
        ((-0.8, -0.6), 31.25),
        ((-0.6, 0.8), 25.0 / 0.6),
        ((0.0, 0.0), math.inf),
    ],
)
def test_how_far_a_piece_can_move_on_its_table(way: Point, room: float) -> None:
    """The room of a piece is how far the piece can move in a direction until its edge is at the table's edge. For a box
    at (30, 40) on a table of 120 by 100 mm, it is as worked out by hand.
    """
    assert room_inside(rectangle((30.0, 40.0), 10.0, 12.0), way, 120.0, 100.0) == pytest.approx(room)


def test_a_piece_beyond_the_edge_has_no_room() -> None:
    """If a piece is beyond the edge of the table, its room towards that edge is 0 and not negative."""
    assert room_inside(disc((2.0, 50.0), 5.0), (-1.0, 0.0), 100.0, 100.0) == 0.0


@pytest.mark.parametrize(
    ("way", "expected"),
    [((1.0, 0.0), 0.0), ((-1.0, 0.0), None), ((0.0, 1.0), None), ((0.6, 0.8), 0.0), ((-0.6, 0.8), None)],
)
@pytest.mark.parametrize("deep", [0.0, 0.3])
def test_contact_from_the_start(way: Point, expected: float | None, deep: float) -> None:
    """A piece that touches a wall, or overlaps it by 0.3 mm, can't move towards the wall. It can move along the wall or
    away.
    """
    wall = rectangle((20.0 - deep, 0.0), 20.0, 100.0)
    assert sweep(disc((0.0, 0.0), 10.0), way, wall) == expected
    assert sweep(rectangle((0.0, 0.0), 20.0, 6.0), way, wall) == expected


def test_where_a_passing_piece_is_nearest() -> None:
    """If a disc passes another disc at 0.3 mm, it grazes that disc. At 0.6 mm, or beside the start or the end of its
    way, it doesn't.
    """
    mover, way = disc((5.0, 0.0), 10.0), (1.0, 0.0)
    assert graze(mover, way, 100.0, disc((47.0, 20.3), 10.0)) == pytest.approx(42.0)
    assert graze(mover, way, 100.0, disc((47.0, 20.6), 10.0)) is None
    assert graze(mover, way, 42.0, disc((47.0, 20.3), 10.0)) is None
    assert graze(mover, way, 42.1, disc((47.0, 20.3), 10.0)) == pytest.approx(42.0)
    assert graze(mover, way, 100.0, disc((5.0, 20.3), 10.0)) is None
    assert graze(mover, (0.0, 1.0), 100.0, disc((-15.2, 30.0), 10.0)) == pytest.approx(30.0)
    two = Footprint((*disc((47.0, 20.3), 10.0).parts, *disc((27.0, -20.2), 10.0).parts))
    assert graze(mover, way, 100.0, two) == pytest.approx(22.0)


def test_a_passing_box_is_nearest_where_it_first_comes_beside() -> None:
    """If a box passes a thing and the gap stays the same for a while, the first of these places is the nearest. This
    holds beside a box and beside a disc.
    """
    assert graze(
        rectangle((0.0, 0.0), 10.0, 6.0), (1.0, 0.0), 90.0, rectangle((50.0, -8.4), 20.0, 10.0)
    ) == pytest.approx(35.0)
    assert graze(rectangle((0.0, 0.0), 10.0, 6.0), (1.0, 0.0), 90.0, disc((50.0, 8.4), 5.0)) == pytest.approx(45.0)
