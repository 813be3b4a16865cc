"""Outlines of the pieces of RiftWar's maps: edges, what is inside, corners, prisms, and convex parts (RW-10, RW-16)."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from riotsim.games.riftwar.map.outlines import (
    Outline,
    between,
    circle,
    convex_parts,
    crosses_itself,
    signed_area,
    triangles,
)
from riotsim.table.geometry.plan import Footprint, Part, hull
from riotsim.table.poses import Point

Polygon = tuple[Point, ...]

BOX: Polygon = ((2.0, 1.0), (8.0, 1.0), (8.0, 5.0), (2.0, 5.0))
ELL: Polygon = ((1.0, 2.0), (9.0, 2.0), (9.0, 4.0), (3.0, 4.0), (3.0, 8.0), (1.0, 8.0))
U_SHAPE: Polygon = (
    *((10.0, 20.0), (40.0, 20.0), (40.0, 60.0), (32.0, 60.0)),
    *((32.0, 28.0), (15.0, 28.0), (15.0, 60.0), (10.0, 60.0)),
)
"""Two legs from x = 10 to 15 and from x = 32 to 40, and a base from y = 20 to 28 that joins them."""

NOTCHED: Polygon = ((-6.0, -2.0), (6.0, -2.0), (6.0, 3.0), (1.0, 0.0), (-6.0, 3.0))
FLAT_CORNER: Polygon = ((2.0, 1.0), (5.0, 1.0), (8.0, 1.0), (8.0, 5.0), (2.0, 5.0))
"""A box with another corner in the middle of its front."""

COMB: Polygon = (
    *((0.0, 0.0), (18.0, 0.0), (18.0, 9.0), (15.0, 9.0), (15.0, 3.0), (11.0, 3.0)),
    *((11.0, 7.0), (8.0, 7.0), (8.0, 3.0), (3.0, 3.0), (3.0, 10.0), (0.0, 10.0)),
)
SHAPES = {
    "box": (BOX, 24.0),
    "ell": (ELL, 24.0),
    "u": (U_SHAPE, 30.0 * 8 + 5 * 32 + 8 * 32),
    "notched": (NOTCHED, 12 * 5 - 12 * 3 / 2),
    "flat corner": (FLAT_CORNER, 24.0),
    "comb": (COMB, 18 * 3 + 3 * 6 + 3 * 4 + 3 * 7.0),
    "small": (tuple((x / 16, y / 16) for x, y in COMB), (18 * 3 + 3 * 6 + 3 * 4 + 3 * 7.0) / 256),
}
"""Anticlockwise polygons with their areas."""


def turn_of(a: Point, b: Point, c: Point) -> float:
    """Return how far the path from a by b to c turns left: the cross product of its two steps."""
    return (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])


def test_an_outline_is_turned_about_the_origin_and_then_moved() -> None:
    """An outline is turned before it is moved: with cosine 0.8 and sine 0.6, (x, y) goes to (0.8 x - 0.6 y, 0.6 x + 0.8
    y). The radius of a circle stays.
    """
    turn = math.atan2(3.0, 4.0)
    moved = Outline(((5.0, 0.0), (10.0, 5.0), (-5.0, 20.0))).placed((100.0, 200.0), turn)
    expected = ((104.0, 203.0), (105.0, 210.0), (84.0, 213.0))
    for at, wanted in zip(moved.corners, expected, strict=True):
        assert at == pytest.approx(wanted)
    disc = circle(7.0).placed((30.0, 40.0), turn)
    assert disc == Outline(((30.0, 40.0),), 7.0)


def test_the_footprint_of_a_circle_is_a_disc_and_that_of_a_box_its_corners() -> None:
    """A circle's footprint is a single point with a radius. A convex polygon's footprint is one part with the same
    corners.
    """
    assert Outline(((3.0, 4.0),), 5.0).footprint == Footprint((Part(((3.0, 4.0),), 5.0),))
    (part,) = Outline(BOX).footprint.parts
    assert part.radius == 0.0
    assert sorted(part.points) == sorted(BOX)


def test_edges_lead_from_each_corner_to_the_next() -> None:
    """A polygon has as many edges as corners, and the last one leads back to the first corner. A circle has none."""
    assert Outline(((1.0, 2.0), (9.0, 2.0), (9.0, 4.0))).edges.tolist() == [
        [[1.0, 2.0], [9.0, 2.0]],
        [[9.0, 2.0], [9.0, 4.0]],
        [[9.0, 4.0], [1.0, 2.0]],
    ]
    assert Outline(((3.0, 4.0),), 5.0).edges.shape == (0, 2, 2)


@pytest.mark.parametrize(
    ("at", "inside"),
    [
        *(((12.0, 50.0), True), ((36.0, 50.0), True), ((14.9, 40.0), True), ((32.1, 40.0), True)),
        *(((15.1, 40.0), False), ((31.9, 40.0), False), ((24.0, 28.1), False), ((24.0, 59.0), False)),
        *(((24.0, 27.9), True), ((24.0, 20.1), True), ((24.0, 19.9), False)),
        *(((9.9, 40.0), False), ((10.1, 40.0), True), ((39.9, 40.0), True), ((40.1, 40.0), False)),
        *(((12.0, 59.9), True), ((12.0, 60.1), False), ((5.0, 28.0), False), ((5.0, 60.0), False)),
    ],
)
def test_points_are_inside_a_polygon_or_not(at: Point, inside: bool) -> None:
    """Points in the legs and the base of a U are inside. Points between the legs and around the U are not."""
    assert Outline(U_SHAPE).contains(at) is inside


def test_a_slanting_edge_divides_inside_from_outside() -> None:
    """At y = 1.5, points of a notched shape are inside from x = -6 to -2.5, and from x = 3.5 to 6. Between -2.5 and 3.5
    they are in the notch.
    """
    outline = Outline(NOTCHED)
    found = [outline.contains((x, 1.5)) for x in (-6.1, -5.9, -2.6, -2.4, 1.0, 3.4, 3.6, 5.9, 6.1)]
    assert found == [False, True, True, False, False, False, True, True, False]


def test_points_are_inside_a_circle_up_to_its_radius() -> None:
    """A circle of radius 5 about (3, 4) contains what is nearer than 5 mm to its middle."""
    disc = Outline(((3.0, 4.0),), 5.0)
    assert [disc.contains(at) for at in ((3.0, 4.0), (7.9, 4.0), (8.0, 4.0), (3.0, -0.9), (3.0, -1.1))] == [
        *(True, True, False, True, False),
    ]


@pytest.mark.parametrize(
    ("start", "end", "stretches"),
    [
        # across both legs: from x = 0 to 50
        ((0.0, 40.0), (50.0, 40.0), [(0.2, 0.3), (0.64, 0.8)]),
        ((50.0, 40.0), (0.0, 40.0), [(0.2, 0.36), (0.7, 0.8)]),
        # it begins in a leg, and ends in the other one
        ((12.0, 40.0), (37.0, 40.0), [(0.0, 0.12), (0.8, 1.0)]),
        # through the base alone, from y = 10 to 50
        ((24.0, 10.0), (24.0, 50.0), [(0.25, 0.45)]),
        # within one leg, and beside the U
        ((12.0, 30.0), (13.0, 55.0), [(0.0, 1.0)]),
        ((5.0, 10.0), (5.0, 70.0), []),
        ((0.0, 70.0), (50.0, 70.0), []),
        # too short to reach it
        ((0.0, 40.0), (9.0, 40.0), []),
        # through the corner at (10, 20) without getting inside
        ((5.0, 25.0), (15.0, 15.0), []),
        # through the corners of both legs at y = 28, along the top of the base
        ((10.0, 20.0), (10.0, 20.0), []),
        # on a slant: x from 0 to 40 while y goes from 20 to 60; inside from x = 10 to 15, and from 32 to 40
        ((0.0, 20.0), (40.0, 60.0), [(0.25, 0.375), (0.8, 1.0)]),
    ],
)
def test_stretches_of_a_line_inside_a_polygon(start: Point, end: Point, stretches: list[tuple[float, float]]) -> None:
    """A line is inside a U where it crosses a leg or the base. The stretches are fractions of the line, in order."""
    found = Outline(U_SHAPE).inside(start, end)
    assert len(found) == len(stretches)
    for one, wanted in zip(found, stretches, strict=True):
        assert one == pytest.approx(wanted)


def test_a_line_through_an_inner_corner_stays_inside() -> None:
    """If a line passes the inner corner (3, 4) of an L and goes on inside, it has a single stretch inside."""
    found = Outline(ELL).inside((1.0, 6.0), (5.0, 2.0))
    assert len(found) == 1
    assert found[0] == pytest.approx((0.0, 1.0))


def test_a_stretch_shorter_than_a_touch_is_left_out() -> None:
    """A line that cuts a corner of a box by less than 1e-6 mm isn't inside. A line that cuts 1e-3 mm is."""
    outline = Outline(BOX)
    for depth, count in ((1e-7, 0), (1e-3, 1)):
        # it passes the corner (2, 1) from (1, 2 + depth) to (3, depth), and cuts `depth` off both edges
        assert len(outline.inside((1.0, 2.0 + depth), (3.0, depth))) == count


def test_corners_that_stick_out_lead_outward_on_their_bisectors() -> None:
    """Only corners that stick out have a direction: five of the six corners of an L. At a right angle the direction is
    a diagonal.
    """
    d = math.sqrt(0.5)
    expected = [
        *(((1.0, 2.0), (-d, -d)), ((9.0, 2.0), (d, -d)), ((9.0, 4.0), (d, d))),
        *(((3.0, 8.0), (d, d)), ((1.0, 8.0), (-d, d))),
    ]
    found = Outline(ELL).convex_corners()
    assert [at for at, _ in found] == [at for at, _ in expected]
    for (_, out), (_, wanted) in zip(found, expected, strict=True):
        assert out == pytest.approx(wanted)


def test_the_bisector_of_a_sharp_corner() -> None:
    """In a triangle with sides 3, 4 and 5, the direction of each corner leads straight away from the middle of the
    inscribed circle.
    """
    corners = ((10.0, 20.0), (14.0, 20.0), (10.0, 23.0))
    found = Outline(corners).convex_corners()
    assert [at for at, _ in found] == [*corners]
    for at, out in found:
        away = (at[0] - 11.0, at[1] - 21.0)  # the circle has radius 1
        assert out == pytest.approx((away[0] / math.hypot(*away), away[1] / math.hypot(*away)))


def test_a_corner_on_a_straight_edge_and_a_circle_have_no_direction() -> None:
    """A corner in the middle of a straight edge has no direction, and a circle has none at all."""
    assert [at for at, _ in Outline(FLAT_CORNER).convex_corners()] == [*BOX]
    assert Outline(((3.0, 4.0),), 5.0).convex_corners() == []


@pytest.mark.parametrize("name", SHAPES)
def test_a_prism_is_a_closed_solid_over_the_outline(name: str) -> None:
    """A prism goes from -10 to 1000 mm, and its volume is its outline's area by its height. Each edge of a face belongs
    to one other face, in the opposite direction.
    """
    polygon, area = SHAPES[name]
    prism = Outline(polygon).prism()
    corners = prism.corners[prism.triangles]
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    assert volume == pytest.approx(area * 1010.0, rel=1e-4)
    assert sorted({round(z) for z in prism.corners[:, 2].tolist()}) == [-10, 1000]
    assert len(prism.corners) == 2 * len(polygon)
    ways = Counter((a, b) for face in prism.triangles.tolist() for a, b in pairwise((*face, face[0])))
    assert set(ways.values()) == {1}
    assert {(b, a) for a, b in ways} == set(ways)


def test_a_point_between_two_others() -> None:
    """A quarter of the way from (2, 10) to (10, 30) is (4, 15)."""
    assert between((2.0, 10.0), (10.0, 30.0), 0.25) == (4.0, 15.0)
    assert (between((2.0, 10.0), (10.0, 30.0), 0.0), between((2.0, 10.0), (10.0, 30.0), 1.0)) == (
        *((2.0, 10.0), (10.0, 30.0)),
    )


def test_a_circle_may_become_a_regular_polygon() -> None:
    """If a circle is made with four corners, these lie on the axes, anticlockwise. Without a number of corners, the
    circle stays a circle.
    """
    assert circle(6.0) == Outline(((0.0, 0.0),), 6.0)
    square = circle(6.0, 4)
    assert square.radius == 0.0
    for at, wanted in zip(square.corners, ((6, 0), (0, 6), (-6, 0), (0, -6)), strict=True):
        assert at == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("name", SHAPES)
def test_the_area_is_positive_anticlockwise(name: str) -> None:
    """If the corners of a polygon go round anticlockwise, its area is positive. If they go round clockwise, it is
    negative.
    """
    polygon, area = SHAPES[name]
    assert signed_area(polygon) == pytest.approx(area)
    assert signed_area(polygon[::-1]) == pytest.approx(-area)


@pytest.mark.parametrize(
    ("corners", "crosses"),
    [
        (BOX, False),
        (ELL, False),
        (COMB, False),
        (FLAT_CORNER, False),
        (((0, 0), (4, 0), (1, 3)), False),
        (((0, 0), (4, 4), (4, 0), (0, 4)), True),  # like an hourglass
        (((0, 0), (4, 0), (4, 3), (2, 3), (2, 0), (0, 3)), True),  # a corner on another edge
        (((0, 0), (8, 0), (8, 3), (4, -1), (0, 3)), True),  # a corner beyond another edge
        (((0, 0), (8, 0), (8, 3), (4, 1), (0, 3)), False),
        (((0, 0), (8, 0), (5, 0), (5, 4)), True),  # the second edge runs back along the first one
        (((5, 0), (5, 4), (0, 0), (8, 0)), True),  # the last edge runs back along the one before
        (((8, 0), (5, 0), (5, 4), (0, 0)), True),  # the first edge runs back along the last one
        (((0, 0), (3, 0), (8, 0), (8, 4)), False),  # straight on is no way back
        (((3, 0), (8, 0), (8, 4), (0, 0)), False),  # straight on from the last edge to the first one
        (((0, 0), (6, 0), (6, 6), (2, 6), (2, 2), (8, 2), (8, 8), (0, 8)), True),
        (
            ((0, 0), (9, 0), (9, 2), (5, 2), (5, 4), (9, 4), (9, 6), (0, 6)),
            False,
        ),  # two edges on one line, one beside the other
        (((0, 0), (9, 0), (9, 6), (5, 6), (5, 0), (3, 0), (3, 6), (0, 6)), True),  # two that overlap
    ],
)
def test_polygons_that_cross_themselves(corners: Polygon, crosses: bool) -> None:
    """A polygon crosses itself if edges meet other than at a common corner, or if an edge runs back. The first corner,
    direction, place and size don't matter.
    """
    for c, s, dx, dy in ((1, 0, 0, 0), (3, 4, 70, -50), (-4, 3, 90, 80), (0.0, -0.125, -2.0, 3.0)):
        there = [(c * x - s * y + dx, s * x + c * y + dy) for x, y in corners]
        for first in range(len(corners)):
            turned = (*there[first:], *there[:first])
            assert crosses_itself(turned) is crosses
            assert crosses_itself(turned[::-1]) is crosses


@pytest.mark.parametrize("name", SHAPES)
def test_triangles_make_up_a_polygon(name: str) -> None:
    """A polygon is cut into triangles, as many as its corners less two, or fewer. All are anticlockwise, and none
    has a further corner inside. Only a straight corner may lie on an edge.
    """
    polygon, area = SHAPES[name]
    for first in range(len(polygon)):
        found = triangles((*polygon[first:], *polygon[:first]))
        assert sum(map(signed_area, found)) == pytest.approx(area)
        assert all(signed_area(one) > 0.0 for one in found)
        assert len(found) <= len(polygon) - 2
        for a, b, c in found:
            within = [
                at
                for at in polygon
                if at not in (a, b, c) and min(turn_of(a, b, at), turn_of(b, c, at), turn_of(c, a, at)) >= 0.0
            ]
            assert within in ([], [(5.0, 1.0)])  # the straight corner may lie on an edge


@pytest.mark.parametrize(
    ("name", "least"), [("box", 1), ("ell", 2), ("u", 3), ("notched", 2), ("flat corner", 1), ("comb", 4), ("small", 4)]
)
def test_convex_parts_are_convex_and_few(name: str, least: int) -> None:
    """A shape is cut into convex parts. There are as many as it needs, or more, up to twice its inner corners plus one.
    No two parts together are convex. All parts together have the shape's area.
    """
    polygon, area = SHAPES[name]
    for first in range(len(polygon)):
        turned = (*polygon[first:], *polygon[:first])
        parts = convex_parts(turned)
        assert sum(map(signed_area, parts)) == pytest.approx(area)
        count = len(turned)
        inner = sum(turn_of(turned[k - 1], turned[k], turned[(k + 1) % count]) < 0.0 for k in range(count))
        assert least <= len(parts) <= 2 * inner + 1
        for part in parts:
            size = len(part)
            assert len(set(part)) == size
            assert all(turn_of(part[k - 1], part[k], part[(k + 1) % size]) >= 0.0 for k in range(size))
        for one, other in ((one, other) for one in parts for other in parts if one is not other):
            middle = (sum(x for x, _ in one) / len(one), sum(y for _, y in one) / len(one))
            assert not Outline(other).contains(middle)
            assert signed_area(hull((*one, *other))) > signed_area(one) + signed_area(other) + 1e-9
