"""Straight ways of round pieces: where they end by hand, in words, and pieces that move together."""

import math
from dataclasses import replace

import numpy as np
import pytest

from riotsim.table.geometry.plan import Footprint, disc, rectangle
from riotsim.table.geometry.straight import LEAST_MOVE, Obstacle, StraightWays, WayEnd, meeting
from riotsim.table.poses import Point, point_ahead

WALL = Obstacle(rectangle((200.0, 100.0), 20.0, 100.0), "the wall")

WOOD = Obstacle(rectangle((100.0, 200.0), 100.0, 60.0), "the wood", is_border=True)

SHUT = replace(WOOD, name="the marsh", is_shut=True)


def ways(*obstacles: Obstacle, start: Point = (100.0, 100.0), radius: float = 10.0) -> StraightWays:
    """Return the straight ways of a piece of this radius from its start, past some obstacles."""
    return StraightWays(start, radius, obstacles)


def length(way: StraightWays, to: Point) -> float | None:
    """Return how far a piece comes on the way to a point (mm); None if the way is free."""
    end = way.end(to)
    return None if end is None else end.length


@pytest.mark.parametrize(
    ("by", "free", "piece", "is_stuck", "text"),
    [
        (WALL, 25.4, "", False, "the wall is in the way: the move ends after 1.0 in"),
        (WALL, 25.4, "Bob", False, "Bob meets the wall: the move ends after 1.0 in"),
        (WOOD, 63.5, "", False, "Edge of the wood: the move ends after 2.5 in"),
        (WOOD, 63.5, "Bob", False, "Bob meets the edge of the wood: the move ends after 2.5 in"),
        (WALL, 2.53, "", True, "the wall is in the way: no move leads there"),
        (WALL, 2.54, "", False, "the wall is in the way: the move ends after 0.1 in"),
        (WOOD, 2.53, "", False, "Edge of the wood: the move ends at once"),
        (SHUT, 2.53, "", True, "Edge of the marsh: no move leads there"),
        (SHUT, 0.0, "Bob", True, "Bob meets the edge of the marsh: no move leads there"),
        (SHUT, 2.55, "", False, "Edge of the marsh: the move ends after 0.1 in"),
    ],
)
def test_an_end_in_words(by: Obstacle, free: float, piece: str, is_stuck: bool, text: str) -> None:
    """A piece that can't move a tenth of an inch is stuck, unless the piece ends at a border that can be crossed. The
    text names what ends the move, and after how many inches.
    """
    assert LEAST_MOVE == 2.54
    end = WayEnd(0.5, free, by, piece)
    assert (end.is_stuck, end.text) == (is_stuck, text)


@pytest.mark.parametrize(
    ("obstacle", "start", "to", "expected"),
    [
        (WALL, (100.0, 100.0), (300.0, 100.0), 80.0),
        (WALL, (300.0, 100.0), (100.0, 100.0), 80.0),
        (WALL, (200.0, 300.0), (200.0, 0.0), 140.0),
        (WALL, (100.0, 100.0), (180.0, 100.0), None),  # it ends beside the wall
        (WALL, (100.0, 100.0), (181.0, 100.0), 80.0),
        (WALL, (100.0, 161.0), (300.0, 161.0), None),
        (WALL, (100.0, 159.0), (300.0, 159.0), 90.0 - math.sqrt(100.0 - 81.0)),
        (WALL, (100.0, 41.0), (300.0, 41.0), 90.0 - math.sqrt(100.0 - 81.0)),
        (WALL, (100.0, 100.0), (100.0, 100.0), None),
        (WALL, (100.0, 100.0), (-50.0, 100.0), None),
        (WALL, (60.0, 40.0), (300.0, 220.0), 150.0),
        (WOOD, (100.0, 100.0), (100.0, 300.0), 60.0),  # to the border, with its edge
        (WOOD, (100.0, 200.0), (100.0, 100.0), 30.0),  # out of the border, with its centre
        (WOOD, (60.0, 190.0), (60.0, 400.0), 40.0),
        (WOOD, (100.0, 165.0), (100.0, 300.0), 5.0),  # its edge is over the border already
        (WOOD, (100.0, 165.0), (100.0, 100.0), None),
        (SHUT, (100.0, 100.0), (100.0, 300.0), 60.0),
        (SHUT, (100.0, 165.0), (100.0, 300.0), 0.0),
        (SHUT, (100.0, 165.0), (100.0, 169.0), None),
        (SHUT, (100.0, 165.0), (100.0, 171.0), 0.0),
        (SHUT, (100.0, 165.0), (200.0, 165.0), None),
        (SHUT, (100.0, 200.0), (100.0, 100.0), 30.0),
    ],
)
def test_where_a_way_ends(obstacle: Obstacle, start: Point, to: Point, expected: float | None) -> None:
    """A piece of 10 mm radius stops where it touches a thing. It stops at a border with its edge if it comes from
    outside, and with its centre otherwise.
    """
    way = ways(obstacle, start=start)
    end = way.end(to)
    if expected is None:
        assert end is None
        assert way.reached(to) == to
    else:
        assert end is not None
        share = expected / math.dist(start, to)
        assert end.length == pytest.approx(expected, abs=1e-4)
        assert end.share == pytest.approx(share, abs=1e-6)
        assert (end.by, end.piece) == (obstacle, "")
        reached = (start[0] + (to[0] - start[0]) * share, start[1] + (to[1] - start[1]) * share)
        assert way.reached(to) == pytest.approx(reached, abs=1e-4)
    free = expected is None or expected >= math.dist(start, to) - 1.0
    assert way.are_free(np.array([to])).tolist() == [free]


def test_the_first_of_several_things_ends_a_way() -> None:
    """Of several things on a way, the first ends the way, in whatever order the things are given. If many points are
    asked about, each has its own answer.
    """
    near = Obstacle(disc((150.0, 110.0), 5.0), "the post")
    goal = replace(WALL, is_goal=True)
    for things in ((WALL, near), (near, WALL)):
        end = ways(*things).end((300.0, 100.0))
        assert end is not None
        assert end.by is near
        assert end.length == pytest.approx(50.0 - math.sqrt(225.0 - 100.0), abs=1e-4)
    points = np.array([(300.0, 100.0), (300.0, 130.0), (130.0, 100.0), (100.0, 100.0), (0.0, 0.0), (180.9, 100.0)])
    assert ways(WALL, near).are_free(points).tolist() == [False, False, True, True, True, False]
    assert ways(WALL).are_free(points).tolist() == [False, False, True, True, True, True]
    assert ways(goal, near).are_free(points).tolist() == [False, False, True, True, True, False]
    assert ways(near, goal).are_free(points - (0.0, 60.0)).tolist() == [True] * 6


def test_a_way_past_a_thing_in_contact() -> None:
    """A piece that touches a thing can move away from it or along it, but not even slightly towards it."""
    beside = ways(Obstacle(rectangle((120.0, 100.0), 20.0, 80.0), "b"))
    assert length(beside, (100.0, 200.0)) is None
    assert length(beside, (50.0, 110.0)) is None
    assert length(beside, (101.0, 200.0)) == pytest.approx(0.0, abs=1e-3)
    assert length(beside, (150.0, 100.0)) == pytest.approx(0.0, abs=1e-5)


def test_a_piece_that_is_shut_in() -> None:
    """If six neighbours leave a piece less than a tenth of an inch to move, the piece is shut in. Three or four
    neighbours never shut a piece in.

    Borders don't count as neighbours. A border beside six neighbours changes nothing.
    """

    def ring(away: float, count: int = 6) -> list[Obstacle]:
        turns = [k * math.pi / 3 for k in range(count)]
        return [Obstacle(disc(point_ahead((100.0, 100.0), turn, away), 10.0), "one") for turn in turns]

    assert ways(*ring(20.0)).all_shut()
    assert ways(*ring(21.0)).all_shut()
    assert not ways(*ring(23.0)).all_shut()
    assert not ways(*ring(20.0, count=4)).all_shut()
    assert not ways(*ring(20.0, count=3)).all_shut()
    assert not ways(*[replace(one, is_border=True) for one in ring(20.0)]).all_shut()
    border = replace(SHUT, footprint=disc((85.0, 100.0), 3.0))
    assert ways(*ring(20.0), border).all_shut()
    assert ways(border, *ring(20.0)).all_shut()
    assert not ways(*ring(20.0, count=3), border).all_shut()


def test_a_way_out_of_an_area_of_three_parts() -> None:
    """If parts of an area touch, a piece leaves the area where the last of these parts ends, in whatever order they are
    given. A part behind a gap doesn't count.
    """
    boxes = [rectangle((x, 100.0), 40.0, 30.0).parts[0] for x in (100.0, 138.0, 176.0, 240.0)]
    for order in ((0, 1, 2, 3), (3, 2, 1, 0), (1, 3, 0, 2)):
        area = Obstacle(Footprint(tuple(boxes[k] for k in order)), "the wood", is_border=True)
        assert length(ways(area), (400.0, 100.0)) == pytest.approx(96.0)
        assert length(ways(area), (100.0, 300.0)) == pytest.approx(15.0)


@pytest.mark.parametrize(
    ("one", "other", "apart", "expected"),
    [
        (((0.0, 0.0), (100.0, 0.0)), ((100.0, 0.0), (0.0, 0.0)), 20.0, 0.4),
        (((0.0, 0.0), (100.0, 0.0)), ((60.0, 0.0), (60.0, 0.0)), 10.0, 0.5),
        (((0.0, 0.0), (0.0, 0.0)), ((0.0, 80.0), (0.0, 0.0)), 30.0, 0.625),
        (((10.0, 20.0), (110.0, 20.0)), ((60.0, -30.0), (60.0, 70.0)), 10.0, 0.5 - 0.05 * math.sqrt(2.0)),
        (
            ((10.0, 20.0), (70.0, 100.0)),
            ((80.0, 20.0), (20.0, 100.0)),
            10.0,
            0.5,
        ),
        (((0.0, 0.0), (100.0, 0.0)), ((50.0, 6.0), (50.0, 6.0)), 10.0, 0.42),
        (((0.0, 0.0), (100.0, 0.0)), ((50.0, 11.0), (50.0, 11.0)), 10.0, None),
        (((0.0, 0.0), (100.0, 0.0)), ((0.0, 30.0), (100.0, 30.0)), 40.0, None),
        (((0.0, 0.0), (-100.0, 0.0)), ((50.0, 0.0), (50.0, 0.0)), 10.0, None),
        (((0.0, 0.0), (100.0, 0.0)), ((111.0, 0.0), (111.0, 0.0)), 10.0, None),
        (((0.0, 0.0), (100.0, 0.0)), ((109.0, 0.0), (109.0, 0.0)), 10.0, 0.99),
    ],
)
def test_when_two_that_move_together_meet(
    one: tuple[Point, Point], other: tuple[Point, Point], apart: float, expected: float | None
) -> None:
    """If two pieces move at the same time, they meet after the share of both ways at which their centres are the given
    distance apart. The order of the pieces doesn't matter.
    """
    found = [meeting(one, other, apart), meeting(other, one, apart)]
    assert found == [None, None] if expected is None else found == pytest.approx([expected] * 2, abs=1e-6)
