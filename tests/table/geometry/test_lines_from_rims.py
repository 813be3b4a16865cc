"""The lines of fire that are tried: points of rims, lines between them, tangents, and where lines meet shapes."""

import math
from itertools import pairwise

import numpy as np
import pytest
from plane_figures import FIGURES, line_in

from riotsim.table.geometry.lines_of_fire import (
    LINE_SLACK,
    RIM_POINTS,
    TANGENT_OFFSET,
    Array,
    _candidate_lines,
    _connecting_lines,
    _line_interval,
    _lines_through,
    _may_meet,
    _part_interval,
    _rim,
    _tangents,
)
from riotsim.table.geometry.plan import Footprint, Part, disc, rectangle

TRIANGLE = Part(((10.0, 20.0), (40.0, 20.0), (10.0, 60.0)))


def test_points_of_a_round_rim() -> None:
    """The points of a disc's rim are its middle and 48 points all round. If a part has two round corners, each has 24
    points on a circle around it.
    """
    x, y = _rim(disc((30.0, -20.0), 12.5))
    assert (x[0], y[0], len(x)) == (30.0, -20.0, 1 + RIM_POINTS)
    angles = [math.tau * k / 48 for k in range(48)]
    assert x[1:] == pytest.approx(np.array([30.0 + 12.5 * math.cos(angle) for angle in angles]))
    assert y[1:] == pytest.approx(np.array([-20.0 + 12.5 * math.sin(angle) for angle in angles]))
    x, y = _rim(Footprint((Part(((2.0, 3.0), (8.0, -5.0)), 4.0),)))
    assert (x[0], y[0], len(x)) == (5.0, -1.0, 1 + 48)
    turns = [math.tau * k / 24 for k in range(24)]
    around = [(cx + 4.0 * math.cos(turn), cy + 4.0 * math.sin(turn)) for cx, cy in ((2, 3), (8, -5)) for turn in turns]
    assert np.stack([x[1:], y[1:]], axis=1) == pytest.approx(np.array(around))


def test_points_of_a_sharp_rim() -> None:
    """The points of a triangle's rim are its middle and eight points on each edge, evenly from corner to corner. The
    points of further parts follow.
    """
    points = _rim(Footprint((TRIANGLE, *disc((5.0, 6.0), 2.0).parts))).T.tolist()
    assert points[0] == pytest.approx([20.0, 100.0 / 3])
    edges = []
    for (ax, ay), (bx, by) in pairwise((*TRIANGLE.points, TRIANGLE.points[0])):
        edges += [[ax + (bx - ax) * k / 8, ay + (by - ay) * k / 8] for k in range(8)]
    assert points[1:25] == [pytest.approx(point) for point in edges]
    assert points[25] == [5.0, 6.0]
    assert len(points) == 25 + 49
    many = Part(tuple((math.cos(math.tau * k / 20), math.sin(math.tau * k / 20)) for k in range(20)))
    assert _rim(Footprint((many,))).shape == (2, 1 + 20 * 2)  # two points at least on each edge


def test_lines_between_points() -> None:
    """A line is drawn from each point of one rim to each point of another, but not between equal points."""
    here, there = np.array([[1.0, 7.0], [2.0, 2.0]]), np.array([[4.0, 7.0, 1.0], [6.0, 2.0, 0.0]])
    found = _connecting_lines(here, there).T.tolist()
    other = math.sqrt(40.0)
    assert found == [
        pytest.approx(line)
        for line in (
            [1.0, 2.0, 0.6, 0.8],
            [1.0, 2.0, 1.0, 0.0],
            [1.0, 2.0, 0.0, -1.0],
            [7.0, 2.0, -0.6, 0.8],
            [7.0, 2.0, -6.0 / other, -2.0 / other],
        )
    ]


def test_lines_that_may_meet_a_circle() -> None:
    """A line along +x counts as one that may meet a disc if it misses the disc's edge by at most 0.01 mm. It doesn't
    matter whether the disc is ahead or behind.
    """
    line = np.array([[10.0], [20.0], [1.0], [0.0]])
    for x in (-50.0, 60.0):
        for off, met in ((5.009, True), (-5.009, True), (5.011, False), (-5.011, False)):
            far = disc((500.0, 500.0), 3.0)
            assert _may_meet(line, [far, disc((x, 20.0 + off), 5.0)]).tolist() == [met]
    assert _may_meet(line, []).tolist() == [False]
    assert LINE_SLACK == 0.01


def test_tangents_to_round_and_sharp_corners() -> None:
    """For each tangent, two lines are tried, an angle of a millionth to both sides. A round corner has two tangents and
    a sharp corner has one. From inside a round corner, tangents are at right angles to the direction of its middle.
    """
    point = np.array([[10.0], [20.0]])
    lines = _tangents(point, [Part(((110.0, 20.0),), 50.0), Part(((10.0, 70.0), (10.0, 90.0)))])
    assert set(map(tuple, lines[:2].T.tolist())) == {(10.0, 20.0)}
    angles = sorted(math.atan2(y, x) for x, y in lines[2:].T.tolist())
    up, side = math.pi / 2, math.pi / 6
    wanted = [-side, -side, side, side, up, up, up, up]
    assert angles == pytest.approx(wanted, abs=1.5 * TANGENT_OFFSET)
    offsets = [(angle - near) / TANGENT_OFFSET for angle, near in zip(angles, wanted, strict=True)]
    assert offsets == pytest.approx([-1, 1, -1, 1, -1, -1, 1, 1], abs=1e-3)
    inside = _tangents(point, [Part(((11.0, 20.0),), 50.0)])
    assert sorted(math.atan2(y, x) for x, y in inside[2:].T.tolist()) == pytest.approx([-up, -up, up, up], abs=1e-5)
    assert _tangents(np.array([[1.0, 2.0], [3.0, 4.0]]), []).shape == (4, 0)


ANGLES = [0.05 + math.tau * k / 40 for k in range(40)]


@pytest.mark.parametrize(
    "name", [name for name, one in FIGURES.items() if len(one.parts) == 1 and name not in ("point", "line")]
)
def test_where_a_line_enters_and_leaves(name: str) -> None:
    """A line enters and leaves a convex figure where another calculation says. If the figure is behind the line's
    start, the line doesn't meet it.
    """
    (part,) = FIGURES[name].parts
    for start in ((-31.0, 17.0), (1.5, 0.5), (60.0, -4.0)):
        lines = np.array([[*start, math.cos(angle), math.sin(angle)] for angle in ANGLES]).T
        enter, leave = _part_interval(lines, part)
        first, last = _line_interval(lines, FIGURES[name])
        through = _lines_through(FIGURES[name], lines)
        met = []
        for k, angle in enumerate(ANGLES):
            expected = line_in(start, (math.cos(angle), math.sin(angle)), part)
            if expected is None:
                continue
            if expected[1] - expected[0] > 0.1:
                assert (enter[k], leave[k]) == pytest.approx(expected, abs=0.02)
                if expected[1] > 0.0:
                    met.append(k)
                    assert (first[k], last[k]) == (enter[k], leave[k])
                else:
                    assert (first[k], last[k]) == (math.inf, -math.inf)
        rows = set(map(tuple, through.T.tolist()))
        assert {tuple(lines[:, k].tolist()) for k in met} <= rows


def test_of_several_parts_the_first_counts() -> None:
    """If a line meets several parts of a figure, the part that it enters first counts. Parts behind its start don't
    count.
    """
    parts = (*rectangle((50.0, 0.0), 10.0, 20.0).parts, *rectangle((30.0, 0.0), 6.0, 20.0).parts)
    shape = Footprint((*parts, *rectangle((-30.0, 0.0), 8.0, 20.0).parts))
    for start, way, expected in (
        (0.0, 1.0, (27.0, 33.0)),
        (0.0, -1.0, (26.0, 34.0)),
        (40.0, 1.0, (5.0, 15.0)),
        (30.0, 1.0, (-3.0, 3.0)),
        (60.0, 1.0, (math.inf, -math.inf)),
    ):
        enter, leave = _line_interval(np.array([[start], [1.0], [way], [0.0]]), shape)
        assert (float(enter[0]), float(leave[0])) == pytest.approx(expected)


def misses(lines: Array, shape: Footprint) -> float:
    """Return by how much the line that is farthest from a disc misses this disc (mm)."""
    ((cx, cy),), radius = shape.parts[0].points, shape.parts[0].radius
    x, y, way_x, way_y = lines
    return float((np.abs((cx - x) * way_y - (cy - y) * way_x) - radius).max())


def test_the_lines_that_are_tried() -> None:
    """All lines that are tried start at the base and pass through the target. They include tangents to both sides of
    things, also from points of the target. If certain things are sought, all lines pass near these.
    """
    base, target = disc((10.0, 20.0), 12.0), disc((210.0, 20.0), 8.0)
    things = {"post": disc((110.0, 27.0), 4.0), "far": disc((110.0, 300.0), 4.0)}
    lines = _candidate_lines(base, target, things)
    plain = _candidate_lines(base, target, {})
    assert plain.shape == (4, 49 * 49)
    assert lines.shape[1] > plain.shape[1]
    assert misses(lines, base) < 1e-3
    assert misses(lines, target) < 1e-3
    assert ((210.0 - lines[0]) * lines[2] + (20.0 - lines[1]) * lines[3] > 0.0).all()
    starts = np.hypot(lines[0] - 10.0, lines[1] - 20.0)
    assert starts.max() == pytest.approx(12.0, abs=1e-6)
    tangents = lines[:, plain.shape[1] :]
    off = np.abs((110.0 - tangents[0]) * tangents[3] - (27.0 - tangents[1]) * tangents[2]) - 4.0
    assert np.abs(off).max() < 1e-3
    assert {round(float(side)) for side in np.sign(off)} == {-1, 1}
    from_target = np.abs(np.hypot(tangents[0] - 10.0, tangents[1] - 20.0) - 12.0) < 1e-6
    assert from_target.any()
    sought = _candidate_lines(base, target, things, [things["post"]])
    assert 0 < sought.shape[1] < lines.shape[1]
    assert misses(sought, things["post"]) <= (math.sqrt(2.0) - 1.0) * 4.0 + LINE_SLACK
    assert _candidate_lines(base, target, things, [things["far"]]).shape == (4, 0)
