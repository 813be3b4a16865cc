"""Straight ways of round pieces: what ends them, and where."""

import math

import numpy as np
import pytest

from riotsim.table.geometry.plan import Footprint, disc, rectangle
from riotsim.table.geometry.regions import Region
from riotsim.table.geometry.straight import Obstacle, StraightWays, meeting

RADIUS = 10.0

WALL = Obstacle(rectangle((200.0, 100.0), 20.0, 100.0), "the wall")
WOOD = Obstacle(rectangle((100.0, 200.0), 100.0, 60.0), "the wood", is_border=True)


def ways(*obstacles: Obstacle, start: tuple[float, float] = (100.0, 100.0)) -> StraightWays:
    """Return the straight ways of a piece from its start, past some obstacles."""
    return StraightWays(start, RADIUS, obstacles)


def test_a_wall_ends_a_way_where_the_piece_touches_it() -> None:
    """If a wall is in the way of a piece, the piece moves until it touches the wall, and the end names the wall. A way
    beside the wall is free.
    """
    end = ways(WALL).end((300.0, 100.0))
    assert end is not None
    assert end.length == pytest.approx(190.0 - 100.0 - RADIUS, abs=1e-3)
    assert end.by is WALL
    assert end.text == "the wall is in the way: the move ends after 3.1 in"
    assert ways(WALL).end((100.0, 300.0)) is None
    assert ways(WALL).reached((300.0, 100.0)) == pytest.approx((180.0, 100.0), abs=1e-3)


def test_a_border_ends_a_way_on_both_sides() -> None:
    """If a piece comes to a border from outside, it stops with its edge at the border. If it comes from inside, it
    stops with its centre there.
    """
    outside, inside = ways(WOOD).end((100.0, 300.0)), ways(WOOD, start=(100.0, 200.0)).end((100.0, 100.0))
    assert outside is not None
    assert inside is not None
    assert outside.length == pytest.approx(170.0 - 100.0 - RADIUS, abs=1e-3)
    assert inside.length == pytest.approx(30.0, abs=1e-3)


def test_a_piece_in_contact_is_stuck_one_way_only() -> None:
    """If a piece touches a neighbour, it can't move towards it, but it can move along it or away. If it touches six
    neighbours, it can't move at all.
    """
    beside = Obstacle(disc((120.0, 100.0), RADIUS), "b")
    towards = ways(beside).end((200.0, 100.0))
    assert towards is not None
    assert towards.is_stuck
    assert towards.text == "b is in the way: no move leads there"
    assert ways(beside).end((100.0, 200.0)) is None
    assert ways(beside).end((0.0, 100.0)) is None
    assert not ways(beside).all_shut()
    around = [(100.0 + 20.0 * math.cos(turn), 100.0 + 20.0 * math.sin(turn)) for turn in np.arange(6) * math.pi / 3]
    ring = ways(*(Obstacle(disc(at, RADIUS), "one") for at in around))
    assert ring.all_shut()


def test_a_region_shows_only_points_that_are_reached() -> None:
    """A point behind a wall is allowed, but isn't among the points that a piece reaches. The nearest reached point is
    proposed instead.
    """
    region = Region(disc((0.0, 0.0), RADIUS), 400.0, 400.0, ways=ways(WALL))
    behind = (300.0, 100.0)
    assert region.refusal(behind) is None
    reached = {(x, y) for x, y in region.reached_points().tolist()}
    assert behind not in reached
    assert (100.0, 300.0) in reached
    nearest = region.nearest_reached(behind)
    assert nearest in reached


def test_pieces_that_move_together_meet() -> None:
    """If two pieces of 10 mm radius move towards each other, they meet before halfway. If they move side by side, they
    never meet.
    """
    assert meeting(((0.0, 0.0), (100.0, 0.0)), ((100.0, 0.0), (0.0, 0.0)), 20.0) == pytest.approx(0.4, abs=1e-6)
    assert meeting(((0.0, 0.0), (100.0, 0.0)), ((0.0, 30.0), (100.0, 30.0)), 20.0) is None


def test_a_way_leads_out_of_an_area_of_several_parts() -> None:
    """If an area has two parts that touch, the border between the parts doesn't end a way."""
    parts = (*rectangle((100.0, 100.0), 100.0, 60.0).parts, *rectangle((190.0, 100.0), 100.0, 60.0).parts)
    area = Obstacle(Footprint(parts), "the wood", is_border=True)
    end = ways(area).end((400.0, 100.0))
    assert end is not None
    assert end.length == pytest.approx(140.0, abs=1e-3)


def test_all_paths_of_a_lonely_piece_are_free() -> None:
    """If there are no obstacles, a piece reaches every point, even its own place."""
    alone = ways()
    assert alone.are_free(np.array([(0.0, 0.0), (100.0, 0.0), (-3.0, 7.0)])).all()
    assert alone.end((100.0, 0.0)) is None
    assert not alone.all_shut()
