"""Regions point by point: the grid, what is refused and why, the nearest place, and distances that are shortened."""

import math
from dataclasses import replace

import numpy as np
import pytest

from riotsim.table.geometry.plan import Footprint, Part, disc, rectangle
from riotsim.table.geometry.regions import NOT_A_PLACE, OFF_TABLE, TOO_FAR, Clearance, Region
from riotsim.table.geometry.straight import Obstacle, StraightWays
from riotsim.table.poses import Point

DOT = disc((0.0, 0.0), 0.0)

LOPSIDED = Footprint((Part(((-3.0, -2.0), (6.0, -2.0), (6.0, 4.0), (-3.0, 4.0))),))
"""A piece that reaches 3 mm to the left, 2 to the front, 6 to the right and 4 to the back."""


def points(region: Region) -> list[Point]:
    """Return the allowed points of a region."""
    return [(x, y) for x, y in region.allowed_points().tolist()]


def test_the_grid_has_points_every_4_mm_row_by_row() -> None:
    """The grid of a region begins at the table's front left corner. It has points on the edge of the table, but not
    beyond the edge.
    """
    assert points(Region(DOT, 10.0, 7.0)) == [(x, y) for y in (0.0, 4.0) for x in (0.0, 4.0, 8.0)]
    assert points(Region(DOT, 8.0, 4.0)) == [(x, y) for y in (0.0, 4.0) for x in (0.0, 4.0, 8.0)]
    assert points(Region(DOT, 7.9, 3.9)) == [(0.0, 0.0), (4.0, 0.0)]


def test_the_whole_piece_is_on_the_table() -> None:
    """A place is refused if any side of the piece would be off the table, even if the piece reaches further to one side
    than to another.
    """
    region = Region(LOPSIDED, 30.0, 20.0)
    assert points(region) == [(x, y) for y in (4.0, 8.0, 12.0, 16.0) for x in (4.0, 8.0, 12.0, 16.0, 20.0, 24.0)]
    inside = [(3.0, 2.0), (24.0, 2.0), (3.0, 16.0), (24.0, 16.0)]
    outside = [(2.99, 9.0), (24.01, 9.0), (9.0, 1.99), (9.0, 16.01)]
    assert [region.refusal(at) for at in inside] == [None] * 4
    assert [region.refusal(at) for at in outside] == [OFF_TABLE] * 4
    assert region.allowed([*outside, *inside]) == inside


def test_a_distance_from_a_box_on_each_side() -> None:
    """A lopsided piece keeps 5 mm from a box of 20 by 10 mm. A distance of exactly 5 mm is enough."""
    region = Region(LOPSIDED, 200.0, 200.0, (Clearance(rectangle((100.0, 100.0), 20.0, 10.0), 5.0, "too near"),))
    beside = [(79.0, 100.0), (118.0, 100.0), (100.0, 86.0), (100.0, 112.0)]
    closer = [(79.01, 100.0), (117.99, 100.0), (100.0, 86.01), (100.0, 111.99)]
    assert [region.refusal(at) for at in beside] == [None] * 4
    assert [region.refusal(at) for at in closer] == ["too near"] * 4
    assert region.allowed([*closer, *beside]) == beside
    assert region.are_allowed(np.array([*closer, *beside])).tolist() == [False] * 4 + [True] * 4
    far = {(4.0 * x, 4.0 * y) for x in range(51) for y in range(51)}
    assert set(points(region)) == {at for at in far if region.refusal(at) is None}


def test_what_a_piece_has_to_touch() -> None:
    """A piece touches a thing if the gap is at most half a millimetre. If a piece has to touch a thing, the allowed
    points are on a grid of 1 mm, and the middle of the thing is tried first.
    """
    region = Region(disc((0.0, 0.0), 1.0), 100.0, 100.0, must_touch=disc((10.0, 20.0), 2.0))
    lines = [6.5 + step for step in range(8)]
    near = [(x, y + 10.0) for y in lines for x in lines if math.dist((x, y), (10.0, 10.0)) <= 3.5]
    assert points(region) == [(10.0, 20.0), *near]
    assert len(near) == 32
    assert (region.refusal((13.5, 20.0)), region.refusal((13.51, 20.0))) == (None, TOO_FAR)
    assert region.allowed([(13.51, 20.0), (13.5, 20.0), (10.0, 23.5)]) == [(13.5, 20.0), (10.0, 23.5)]
    corner = Region(disc((0.0, 0.0), 1.0), 5.0, 6.0, must_touch=disc((5.0, 6.0), 2.0))
    assert points(corner) == [(3.5, 3.5), (2.5, 4.5), (3.5, 4.5)]  # inside the table, the middle is too near its edge
    at_origin = Region(disc((0.0, 0.0), 1.0), 5.0, 6.0, must_touch=disc((1.0, 1.0), 1.0))
    assert points(at_origin)[:3] == [(1.0, 1.0), (1.0, 1.0), (2.0, 1.0)]


def test_reasons_come_in_their_order() -> None:
    """If a place is refused for several reasons, the first in this order is given: not one of the places, off the
    table, too far, a hard distance, a soft distance.
    """
    at = (98.0, 50.0)
    thing = disc(at, 5.0)
    clear = (Clearance(thing, 3.0, "soft", soft=True), Clearance(thing, 3.0, "hard"))
    all_wrong = Region(disc((0.0, 0.0), 5.0), 100.0, 100.0, clear, disc((10.0, 50.0), 5.0), places=((97.9, 50.0),))
    off = replace(all_wrong, places=(at,))
    far = replace(off, width=200.0)
    near = replace(far, must_touch=None)
    nearly = replace(near, clearances=clear[:1])
    found = [region.refusal(at) for region in (all_wrong, off, far, near, nearly)]
    assert found == [NOT_A_PLACE, OFF_TABLE, TOO_FAR, "hard", "soft"]
    assert replace(nearly, shortfall=13.0).refusal(at) is None
    assert replace(near, shortfall=13.0).refusal(at) == "hard"


@pytest.mark.parametrize(("shortfall", "least"), [(0.0, 63.0), (2.0, 61.0)])
def test_only_soft_distances_are_shortened(shortfall: float, least: float) -> None:
    """If soft distances may be shortened by 2 mm, one of 3 mm becomes 1 mm for single points, many points and the grid.
    A hard distance stays as it is.
    """
    soft = Clearance(disc((50.0, 50.0), 5.0), 3.0, "soft", soft=True)
    region = Region(disc((0.0, 0.0), 5.0), 100.0, 100.0, (soft,), shortfall=shortfall)
    hard = replace(region, clearances=(replace(soft, soft=False),))
    tries = [(50.0 + away, 50.0) for away in (10.99, 11.0, 12.99, 13.0)]
    for one, its_least in ((region, least), (hard, 63.0)):
        assert [at for at in tries if one.refusal(at) is None] == [at for at in tries if at[0] >= its_least]
        assert one.allowed(tries) == [at for at in tries if at[0] >= its_least]
        expected = [
            (4.0 * x, 4.0 * y)
            for y in range(2, 24)
            for x in range(2, 24)
            if math.dist((4.0 * x, 4.0 * y), (50.0, 50.0)) >= its_least - 50.0
        ]
        assert points(one) == expected


def test_distances_are_shortened_just_enough() -> None:
    """If no point is allowed, soft distances are shortened just enough to allow the farthest point. Hard distances are
    never shortened.
    """
    soft = Clearance(disc((4.0, 4.0), 0.0), 100.0, "soft", soft=True)
    nearer = Clearance(disc((0.0, 4.0), 0.0), 90.0, "soft", soft=True)
    hard = Clearance(disc((44.0, 4.0), 0.0), 5.0, "hard")
    corridor = Region(disc((0.0, 0.0), 4.0), 48.0, 8.0)
    for clear, shortfall, at in (
        ((soft,), 64.0, (44.0, 4.0)),
        ((nearer,), 50.0, (44.0, 4.0)),
        ((soft, nearer), 64.0, (44.0, 4.0)),
        ((soft, hard), 76.0, (32.0, 4.0)),
    ):
        region = replace(corridor, clearances=clear)
        assert points(region) == []
        relaxed = region.relaxed()
        assert relaxed.shortfall == pytest.approx(shortfall)
        assert replace(relaxed, shortfall=0.0) == region
        assert points(relaxed) == [at]
    further = replace(corridor, clearances=(soft,), shortfall=10.0)
    assert further.relaxed().shortfall == pytest.approx(64.0)  # in all, not 64 mm more
    full = replace(corridor, clearances=(soft, replace(hard, distance=100.0)))
    assert full.relaxed() is full


def test_the_nearest_place_is_found_on_a_grid_of_a_quarter_millimetre() -> None:
    """If the wanted place isn't allowed, the nearest place is sought on a grid of 0.25 mm. This grid reaches up to 4 mm
    around the nearest allowed point of the usual grid.
    """
    region = Region(disc((0.0, 0.0), 5.0), 100.0, 100.0, (Clearance(disc((50.0, 50.0), 10.0)),))
    wanted = (52.0, 50.0)
    # Of the points of the usual grid at least 15 mm from (50, 50), (64, 44) and (64, 56) are nearest to (52, 50).
    fine = [(60.0 + x / 4, 40.0 + y / 4) for x in range(33) for y in range(33)]
    best = min((at for at in fine if math.dist(at, (50.0, 50.0)) >= 15.0), key=lambda at: math.dist(at, wanted))
    assert best == (64.75, 47.25)
    assert region.nearest(wanted) == best
    assert region.nearest((-7.0, 23.0)) == (5.0, 23.0)
    assert region.nearest((300.0, 99.1)) == (95.0, 95.0)
    assert region.nearest((20.3, 30.7)) == (20.3, 30.7)
    assert replace(region, clearances=(Clearance(disc((50.0, 50.0), 100.0)),)).nearest(wanted) is None


def test_points_that_are_reached() -> None:
    """A point is reached if it is allowed and the straight way to it is free but for the last millimetre. The region
    gives all reached points, and the one nearest to a point.
    """
    wall = Obstacle(rectangle((40.0, 30.0), 4.0, 30.0), "wall")
    region = Region(disc((0.0, 0.0), 5.0), 80.0, 60.0, ways=StraightWays((20.0, 30.0), 5.0, (wall,)))
    ways = region.ways
    assert ways is not None
    expected = [
        at for at in points(region) if (end := ways.end(at)) is None or end.length >= math.dist(at, (20.0, 30.0)) - 1.0
    ]
    assert [(x, y) for x, y in region.reached_points().tolist()] == expected
    assert 0 < len(expected) < len(points(region))
    for to in ((70.0, 33.0), (41.0, 31.0), (10.0, 12.0)):
        assert region.nearest_reached(to) == min((math.dist(at, to), at) for at in expected)[1]
    free = replace(region, ways=None)
    assert free.reached_points().tolist() == region.allowed_points().tolist()
    assert free.nearest_reached((33.3, 22.2)) == (33.3, 22.2)
    nowhere = replace(region, clearances=(Clearance(disc((40.0, 30.0), 100.0)),))
    assert nowhere.nearest_reached((1.0, 1.0)) is None
    assert len(nowhere.reached_points()) == 0


def test_a_lopsided_piece_that_has_to_touch_something() -> None:
    """If a lopsided piece has to touch a thing, the grid of points reaches beyond the thing by the piece's greatest
    reach and half a millimetre.
    """
    region = Region(LOPSIDED, 60.0, 70.0, must_touch=disc((30.0, 40.0), 4.0))
    lines = [[middle - 4.0 - 6.5 + step for step in range(23)] for middle in (30.0, 40.0)]
    touching = [(x, y) for y in lines[1] for x in lines[0] if region.refusal((x, y)) is None]
    assert points(region) == [(30.0, 40.0), *touching]
    assert {round(max(x for x, _ in touching), 1), round(min(y for _, y in touching), 1)} == {37.5, 31.5}


def test_distances_are_shortened_where_the_piece_touches_what_it_has_to() -> None:
    """If a piece has to touch a thing but a soft distance forbids all such points, the distance is shortened. Only the
    touching points farthest from its centre are allowed then.
    """
    soft = Clearance(disc((10.0, 20.0), 0.0), 50.0, "soft", soft=True)
    region = Region(disc((0.0, 0.0), 1.0), 100.0, 100.0, (soft,), disc((10.0, 20.0), 2.0))
    away = sorted({math.dist((x, y), (10.0, 20.0)) for x, y in points(replace(region, clearances=()))})
    relaxed = region.relaxed()
    assert relaxed.shortfall == pytest.approx(50.0 - (away[-1] - 1.0))
    assert {round(math.dist(at, (10.0, 20.0)), 6) for at in points(relaxed)} == {round(away[-1], 6)}


def test_whether_there_is_room_for_a_piece() -> None:
    """A region has room for a piece even if only a few points of the grid are allowed. If only certain places may be
    used, those without room are left out.
    """
    pocket = tuple(Clearance(disc((x, y), 15.0)) for x in (10.0, 50.0) for y in (10.0, 50.0))
    assert [Region(disc((0.0, 0.0), r), 60.0, 60.0, pocket).has_room() for r in (10.0, 11.0)] == [True, False]
    assert Region(DOT, 60.0, 60.0, (Clearance(rectangle((29.0, 30.0), 58.0, 60.0)),)).has_room()
    places = ((10.0, 10.0), (30.0, 30.0))
    region = Region(disc((0.0, 0.0), 5.0), 60.0, 60.0, pocket, places=places)
    assert points(region) == [(30.0, 30.0)]
    assert region.nearest((9.0, 9.0)) == (30.0, 30.0)
    assert region.are_allowed(np.array(places)).tolist() == [False, True]
