"""What lines of sight to a body on a straight way may meet at all, and the polynomials of moving cylinders, by hand."""

import math

import numpy as np
import pytest

from riotsim.table.poses import Point
from riotsim.table.sight.bodies import Body
from riotsim.table.sight.moving import MovingCylinders, _one, _product, _sum, _times, _turned
from riotsim.table.sight.shadows import Ways, _distance, _in_reach, _left

Corner = tuple[float, float, float]

ASLANT = Ways.of([
    (Body("a", (10.0, 20.0), 12.5, 30.0, 5.0), Body("b", (100.0, 60.0), 8.0, 24.0, 2.0), (160.0, 140.0)),
    (Body("c", (0.0, 7.0), 12.5, 40.0), Body("d", (30.0, -5.0), 6.0, 10.0), (30.0, -45.0)),
])  # fmt: skip
"""A way of 100 mm that leads from (100, 60) to (160, 140), in a ratio of 3 : 4, and a way of 40 mm straight to the
front.
"""

ACROSS = Ways.of([(Body("a", (0.0, 0.0), 12.5, 30.0), Body("b", (100.0, -50.0), 10.0, 20.0, 5.0), (100.0, 50.0))])
"""A way from (100, -50) to (100, 50) of a body with radius 10. The body is 5 to 25 mm high, and the eye is at 30 mm."""


def test_ways_have_eyes_middles_and_heights() -> None:
    """A way has its eye, the vector from the eye to its middle, its direction, half its length, and the body's size."""
    assert ASLANT.eyes.tolist() == [[10.0, 20.0, 35.0], [0.0, 7.0, 40.0]]
    assert ASLANT.ways.tolist() == [[120.0, 80.0], [30.0, -32.0]]
    assert ASLANT.direction == pytest.approx(np.array([[0.6, 0.8], [0.0, -1.0]]))
    assert ASLANT.reach.tolist() == [50.0, 20.0]
    assert ASLANT.radius.tolist() == [8.0, 6.0]
    assert ASLANT.levels.tolist() == [[2.0, 14.0, 26.0], [0.0, 5.0, 10.0]]
    second = ASLANT.only(np.array([1]))
    assert (second.eyes.tolist(), second.reach.tolist()) == ([[0.0, 7.0, 40.0]], [20.0])
    assert (second.ways.tolist(), second.radius.tolist()) == ([[30.0, -32.0]], [6.0])


def test_nine_points_of_a_body() -> None:
    """The nine points of a body are at its left, in its middle and at its right, as the eye sees it. Each of the three
    has a point at foot, middle and top.
    """
    lines = np.arange(9)
    found = ASLANT.points(np.zeros(9, dtype=int), lines, np.full(9, 10.0))
    centre = np.array([136.0, 108.0])  # 10 mm behind the middle of the way, at (130, 100)
    left = np.array([-88.0, 126.0]) / math.hypot(126.0, 88.0)
    for line in range(9):
        side, height = (8.0, 0.0, -8.0)[line % 3], (2.0, 14.0, 26.0)[line // 3]
        assert found[line] == pytest.approx([*(centre + side * left), height])


def test_vectors_to_the_left_and_distances_of_segments() -> None:
    """For a vector without length, the direction +y counts as its left. A segment is nearest to the origin at an end or
    between its ends.
    """
    assert _left(np.array([[3.0, 4.0], [0.0, 0.0], [0.0, -2.0]])) == pytest.approx(
        np.array([[-0.8, 0.6], [0.0, 1.0], [1.0, 0.0]])
    )
    a = np.array([[3.0, 4.0], [-10.0, 5.0], [4.0, 3.0], [-10.0, 3.0], [0.0, 10.0]])
    b = np.array([[3.0, 4.0], [10.0, 5.0], [10.0, 3.0], [-4.0, 3.0], [10.0, 0.0]])
    assert _distance(a, b).tolist() == pytest.approx([5.0, 5.0, 5.0, 5.0, math.sqrt(50.0)])


def test_the_area_of_all_lines_to_a_way() -> None:
    """All lines to a way lie between two coordinates in each of four directions: along the way, across it, and across
    the lines to both of its ends. The limits come from the eye and from the body at both ends.
    """
    hulls = [(axis[0], float(least[0]), float(most[0])) for axis, least, most in ASLANT.hulls()]
    # The eye is at 22 along the way and at 4 across it. The body is at 108 and 208 along it, and at -44 across it.
    (along, *first), (across, *second), (start, *third), (end, *fourth) = hulls
    assert along == pytest.approx([0.6, 0.8])
    assert first == pytest.approx([22.0, 216.001])
    assert across == pytest.approx([-0.8, 0.6])
    assert second == pytest.approx([4.0 - 48.0 - 8.001, 4.0])
    to_start, to_end = math.hypot(90.0, 40.0), math.hypot(150.0, 120.0)
    here = (-40.0 * 10.0 + 90.0 * 20.0) / to_start
    assert start == pytest.approx([-40.0 / to_start, 90.0 / to_start])
    assert third == pytest.approx([here - 8.001, here + (-40.0 * 150.0 + 90.0 * 120.0) / to_start + 8.001])
    here = (-120.0 * 10.0 + 150.0 * 20.0) / to_end
    assert end == pytest.approx([-120.0 / to_end, 150.0 / to_end])
    assert fourth == pytest.approx([here + (-120.0 * 90.0 + 150.0 * 40.0) / to_end - 8.001, here + 8.001])


def ahead(far: float, aside: float = 0.0) -> Point:
    """Return a point at a distance from the eye, on the line to the end of `ACROSS` or to the left of this line."""
    length = math.hypot(100.0, 50.0)
    return (far * 100.0 - aside * 50.0) / length, (far * 50.0 + aside * 100.0) / length


def beside(aside: float) -> Point:
    """Return a point to the left of the line to the end of `ACROSS`, 56 mm from the eye."""
    return ahead(56.0, aside)


def off_the_side(far: float, half: Point) -> tuple[Corner, Corner]:
    """Return a box at a distance to the left of the line from the eye to the end of `ACROSS`. Half its length and width
    are given.
    """
    x, y = beside(far)
    return (x - half[0], y - half[1], 0.0), (x + half[0], y + half[1], 20.0)


ALONG_SIDE = (5.0 * 50.0 + 3.0 * 100.0) / math.hypot(100.0, 50.0)
"""How far a box of 10 by 6 mm extends across the line to the end of `ACROSS`."""


@pytest.mark.parametrize(
    ("low", "high", "met"),
    [
        ((50.0, 0.0, 0.0), (60.0, 5.0, 10.0), True),
        ((110.0, 0.0, 0.0), (120.0, 5.0, 10.0), True),
        ((110.002, 0.0, 0.0), (120.0, 5.0, 10.0), False),
        ((-10.0, -5.0, 0.0), (0.0, 5.0, 10.0), True),
        ((-10.0, -5.0, 0.0), (-0.01, 5.0, 10.0), False),
        ((95.0, 60.0, 0.0), (105.0, 70.0, 10.0), True),
        ((95.0, 60.002, 0.0), (105.0, 70.0, 10.0), False),
        ((95.0, -70.0, 0.0), (105.0, -60.0, 10.0), True),
        ((95.0, -70.0, 0.0), (105.0, -60.002, 10.0), False),
        ((50.0, 0.0, 30.0), (60.0, 5.0, 40.0), True),
        ((50.0, 0.0, 30.002), (60.0, 5.0, 40.0), False),
        ((50.0, 0.0, 0.0), (60.0, 5.0, 5.0), True),
        ((50.0, 0.0, 0.0), (60.0, 5.0, 4.998), False),
        (*off_the_side(10.0, (0.0, 0.0)), True),
        (*off_the_side(10.002, (0.0, 0.0)), False),
        (*off_the_side(10.0 + ALONG_SIDE, (5.0, 3.0)), True),
        (*off_the_side(10.002 + ALONG_SIDE, (5.0, 3.0)), False),
    ],
)
def test_boxes_that_lines_may_meet(low: Corner, high: Corner, met: bool) -> None:
    """A line to the body may meet a box that is between the eye and the body, or within a thousandth of a millimetre of
    that area. The same holds if all is mirrored at the x axis.
    """
    assert ACROSS.reaches(np.array([low]), np.array([high])).tolist() == [[met]]
    mirrored = np.array([[low[0], -high[1], low[2]]]), np.array([[high[0], -low[1], high[2]]])
    assert ACROSS.reaches(*mirrored).tolist() == [[met]]


def test_heights_of_lines_from_a_low_eye() -> None:
    """If the eye is lower than the body, the lines rise from the eye to the top of the body. A box above or below them
    isn't met.
    """
    low = Ways.of([(Body("a", (0.0, 0.0), 12.5, 3.0), Body("b", (100.0, -50.0), 10.0, 20.0, 5.0), (100.0, 50.0))])
    for bottom, top, met in ((25.0, 30.0, True), (25.002, 30.0, False), (0.0, 3.0, True), (0.0, 2.998, False)):
        box = np.array([[50.0, 0.0, bottom]]), np.array([[60.0, 5.0, top]])
        assert low.reaches(*box).tolist() == [[met]]


@pytest.mark.parametrize(
    ("low", "high", "met"),
    [
        ((110.0, 0.0, 5.0), (120.0, 5.0, 10.0), True),
        ((110.002, 0.0, 5.0), (120.0, 5.0, 10.0), False),
        ((80.0, 0.0, 5.0), (90.0, 5.0, 10.0), True),
        ((80.0, 0.0, 5.0), (89.998, 5.0, 10.0), False),
        ((95.0, 60.0, 5.0), (105.0, 70.0, 10.0), True),
        ((95.0, 60.002, 5.0), (105.0, 70.0, 10.0), False),
        ((95.0, -70.0, 5.0), (105.0, -60.0, 10.0), True),
        ((95.0, -70.0, 5.0), (105.0, -60.002, 10.0), False),
        ((95.0, 0.0, 25.0), (105.0, 5.0, 30.0), True),
        ((95.0, 0.0, 25.002), (105.0, 5.0, 30.0), False),
        ((95.0, 0.0, 0.0), (105.0, 5.0, 5.0), True),
        ((95.0, 0.0, 0.0), (105.0, 5.0, 4.998), False),
    ],
)
def test_boxes_over_which_a_body_may_sweep(low: Corner, high: Corner, met: bool) -> None:
    """A body may sweep over a box that is at most the body's radius from its way, and neither below its foot nor above
    its top.
    """
    assert ACROSS.sweeps(np.array([0]), np.array([low]), np.array([high])).tolist() == [met]


@pytest.mark.parametrize(("aside", "met"), [(8.0, True), (8.002, False), (-8.0, True), (-8.002, False)])
def test_boxes_beside_a_slanting_way(aside: float, met: bool) -> None:
    """If a way slants, the distance of a box from the way is measured at right angles to the way, to the box's nearest
    corner.
    """
    extent = 5.0 * 0.8 + 3.0 * 0.6
    for half, far in (((0.0, 0.0), aside), ((5.0, 3.0), aside + math.copysign(extent, aside))):
        x, y = 130.0 - 0.8 * far + 0.6 * 10.0, 100.0 + 0.6 * far + 0.8 * 10.0
        low, high = np.array([[x - half[0], y - half[1], 0.0]]), np.array([[x + half[0], y + half[1], 10.0]])
        assert ASLANT.sweeps(np.array([0]), low, high).tolist() == [met]


@pytest.mark.parametrize(
    ("bottom", "top", "rows"),
    [
        (0.0, 17.49, []),
        (0.0, 17.5, [0]),
        (0.0, 22.49, [0]),
        (0.0, 22.5, [0, 1]),
        (0.0, 27.49, [0, 1]),
        (0.0, 27.5, [0, 1, 2]),
        (18.8, 40.0, [0, 1, 2]),
        (18.9, 40.0, [1, 2]),
        (23.3, 40.0, [1, 2]),
        (23.4, 40.0, [2]),
        (27.7, 40.0, [2]),
        (27.8, 40.0, []),
    ],
)
def test_rows_of_lines_that_may_meet_an_upright_edge(bottom: float, top: float, rows: list[int]) -> None:
    """An upright edge may be met by rows of lines that are at its height there.

    The edge is 50 mm from the eye. A line of 100 mm meets it after half its length, and a line to the body's far end
    after 44.5 %. The lines fall from 30 mm to 5, 15 and 25 mm.
    """
    low, high = np.array([[50.0, 0.0, bottom]]), np.array([[50.0, 0.0, top]])
    wanted = np.array([[0], [0]])
    for asked in ([True] * 3, [False, True, True], [True, False, False]):
        for ends in ((low, high), (high, low)):
            watcher, edge, row = _in_reach(ACROSS, *ends, wanted, np.array(asked))
            assert row.tolist() == [one for one in rows if asked[one]]
            assert watcher.tolist() == edge.tolist() == [0] * len(row)


@pytest.mark.parametrize(
    ("one", "other", "radius", "met"),
    [
        (beside(10.0), beside(20.0), 0.0, True),
        (beside(10.01), beside(20.0), 0.0, False),
        (beside(14.0), beside(20.0), 4.0, True),
        (beside(14.01), beside(20.0), 4.0, False),
        (ahead(112.3), ahead(120.0), 0.0, True),  # the side of the body is 112.25 mm from the eye
        (ahead(112.5), ahead(120.0), 0.0, False),
        (ahead(116.3), ahead(120.0), 4.0, True),
        (ahead(116.5), ahead(120.0), 4.0, False),
        ((100.0, -60.01), (100.0, -80.0), 0.0, False),
        ((110.01, 0.0), (120.0, 0.0), 0.0, False),
        ((109.9, 0.0), (120.0, 0.0), 0.0, True),
        ((-0.01, 5.0), (-9.0, -5.0), 0.0, False),
        ((60.0, -80.0), (60.0, 80.0), 0.0, True),
        ((20.0, 80.0), (60.0, 80.0), 0.0, False),
    ],
)
def test_edges_that_lines_may_meet(one: Point, other: Point, radius: float, met: bool) -> None:
    """Seen from above, lines may meet an edge if a part of it, grown by the radius, is between the eye and the body.
    The order of the edge's ends doesn't matter.
    """
    for a, b in ((one, other), (other, one)):
        low, high = np.array([[*a, 0.0]]), np.array([[*b, 40.0]])
        found = _in_reach(ACROSS, low, high, np.array([[0], [0]]), np.array([True] * 3), radius)
        assert bool(len(found[0])) is met


def test_polynomials() -> None:
    """Sums and products of polynomials have their coefficients in ascending order, beginning with the constant."""
    a, b = np.array([[1.0, 2.0], [3.0, -1.0]]), np.array([[5.0, 0.0], [7.0, 4.0], [-2.0, 3.0]])
    assert _times(a, b).tolist() == [[5.0, 0.0], [22.0, 8.0], [19.0, 2.0], [-6.0, -3.0]]
    assert _sum(a, b).tolist() == _sum(b, a).tolist() == [[6.0, 2.0], [10.0, 3.0], [-2.0, 3.0]]
    assert _one(2).tolist() == [[1.0, 1.0], [0.0, 0.0], [0.0, 0.0]]
    assert _turned(np.array([[3.0, 4.0]])).tolist() == [[4.0, -3.0]]
    at, step, to, rise = (np.array([one]) for one in ([1.0, 2.0], [3.0, 5.0], [7.0, -4.0], [-2.0, 6.0]))
    # (1 + 3s)(7 - 2s) + (2 + 5s)(-4 + 6s) = -1 + 11s + 24s²
    assert _product(at, step, to, rise).tolist() == [[-1.0], [11.0], [24.0]]


@pytest.mark.parametrize(
    ("at", "shut"),
    [
        (-50.0, False),
        (-10.1, False),
        (-9.9, True),
        (0.0, True),
        (9.9, True),
        (10.1, False),
        (50.0, False),
    ],
)
def test_a_line_is_shut_while_a_cylinder_passes(at: float, shut: bool) -> None:
    """If a cylinder with radius 6 crosses a line of sight, it shuts the line while it covers it, for 20 mm of the way.
    If it is ignored or lower than the line, it doesn't shut the line.
    """
    ways, ends = ACROSS.only(np.array([0, 0])), np.array([[100.0, 0.0, 15.0]] * 2)
    begin, end = np.array([[[50.0, -30.0]]] * 2), np.array([[[50.0, 30.0]]] * 2)
    for height, high in ((40.0, True), (22.6, True), (15.0, False)):
        cylinders = MovingCylinders(begin, end, np.array([6.0]), np.array([height]), np.array([[False], [True]]))
        found = cylinders.shut(ways, np.array([0, 1]), np.array([at, at]), ends)
        assert found.tolist() == [shut and high, False]
    nothing = MovingCylinders.none(2)
    assert nothing.shut(ways, np.array([0, 1]), np.array([at, at]), ends).tolist() == [False, False]
    assert (nothing.begin.shape, nothing.ignored.shape, [*nothing.crossings(ways, (0, 1, 2))]) == (
        (2, 0, 2),
        (2, 0),
        [],
    )
