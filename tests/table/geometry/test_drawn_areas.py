"""Areas that are drawn on a table: their corners and outlines by hand."""

import math
from itertools import pairwise

import pytest

from riotsim.table.geometry.patches import Patch, board, outlines, polygon, sector, stretch
from riotsim.table.geometry.plan import Footprint, Part, disc, rectangle
from riotsim.table.poses import Point


def flat(*points: Point) -> list[float]:
    """Return the coordinates of points one after the other."""
    return [number for point in points for number in point]


def test_a_stretch_of_a_straight_path() -> None:
    """A stretch of a path has one area for each part of the path. The corners of an area go from right to left at the
    start and at the end of that part.
    """
    (part,) = stretch([(0.0, 5.0), (100.0, 5.0)], 10.0, 60.0, 8.0).parts
    assert flat(*part.points) == pytest.approx(flat((10.0, 1.0), (60.0, 1.0), (60.0, 9.0), (10.0, 9.0)))
    assert part.radius == 0.0
    path = [(0.0, 0.0), (30.0, 0.0), (60.0, 0.0), (90.0, 0.0)]
    bounds = [part.bounds() for part in stretch(path, 10.0, 75.0, 4.0).parts]
    assert flat(*[(left, right) for left, _, right, _ in bounds]) == pytest.approx([10.0, 30.0, 30.0, 60.0, 60.0, 75.0])
    assert len(stretch(path, 30.0, 60.0, 4.0).parts) == 1
    assert stretch(path, -20.0, 500.0, 4.0).bounds() == pytest.approx((0.0, -2.0, 90.0, 2.0))


def test_a_stretch_around_a_bend() -> None:
    """If a path bends by a right angle, the sides of a stretch meet in a mitre. At a sharp bend, the corners are at
    most twice half the width from the path.
    """
    one, two = stretch([(0.0, 0.0), (50.0, 0.0), (50.0, 50.0)], 20.0, 80.0, 8.0).parts
    assert flat(*one.points) == pytest.approx(flat((20.0, -4.0), (54.0, -4.0), (46.0, 4.0), (20.0, 4.0)))
    assert flat(*two.points) == pytest.approx(flat((54.0, -4.0), (54.0, 30.0), (46.0, 30.0), (46.0, 4.0)))
    right, _ = stretch([(0.0, 0.0), (50.0, 0.0), (50.0, -50.0)], 20.0, 80.0, 8.0).parts
    assert flat(*right.points) == pytest.approx(flat((20.0, -4.0), (46.0, -4.0), (54.0, 4.0), (20.0, 4.0)))
    turn = math.radians(170.0)
    bent = (50.0 + 40.0 * math.cos(turn), 40.0 * math.sin(turn))
    sharp, _ = stretch([(0.0, 0.0), (50.0, 0.0), bent], 20.0, 80.0, 8.0).parts
    c, s = 8.0 * math.cos(turn / 2 + math.pi / 2), 8.0 * math.sin(turn / 2 + math.pi / 2)
    assert flat(*sharp.points) == pytest.approx(flat((20.0, -4.0), (50.0 - c, -s), (50.0 + c, s), (20.0, 4.0)))


def test_sectors_are_made_of_parts_of_five_degrees() -> None:
    """A sector is made of parts of five degrees, so a quarter of a circle has 18 parts. The parts of a ring have four
    corners, and a sector below five degrees has one part.
    """
    parts = sector((10.0, 20.0), 0.0, math.pi / 2, 30.0).parts
    assert len(parts) == 18
    s = 30.0 * math.sqrt(0.5)
    first, last = math.radians(-40.0), math.radians(40.0)
    assert flat(*parts[0].points) == pytest.approx(
        flat((10.0 + s, 20.0 - s), (10.0 + 30.0 * math.cos(first), 20.0 + 30.0 * math.sin(first)), (10.0, 20.0))
    )
    assert flat(*parts[-1].points) == pytest.approx(
        flat((10.0 + 30.0 * math.cos(last), 20.0 + 30.0 * math.sin(last)), (10.0 + s, 20.0 + s), (10.0, 20.0))
    )
    (ring,) = sector((10.0, 20.0), math.pi / 2, 0.08, 30.0, 12.0).parts
    c, s = math.cos(0.04), math.sin(0.04)
    assert flat(*ring.points) == pytest.approx(
        flat(
            (10.0 + 30.0 * s, 20.0 + 30.0 * c),
            (10.0 - 30.0 * s, 20.0 + 30.0 * c),
            (10.0 - 12.0 * s, 20.0 + 12.0 * c),
            (10.0 + 12.0 * s, 20.0 + 12.0 * c),
        )
    )
    assert len(sector((0.0, 0.0), 0.0, math.tau, 9.0).parts) == 72
    assert len(sector((0.0, 0.0), 0.0, 0.0, 9.0).parts) == 1


def test_squares_of_a_board() -> None:
    """The squares of a board come row by row from the front left. A square looks like the dark or the light patch, but
    has its own place and no name.
    """
    dark = Patch(disc((0.0, 0.0), 1.0), "Ada", "#111111", 0.5, False, "dark")
    light = Patch(disc((0.0, 0.0), 1.0), "Bea", "#eeeeee", 0.7, True, "light")
    found = board((10.0, 20.0), 30.0, 3, 2, dark, light)
    assert [(one.owner, one.fill, one.opacity, one.is_outlined, one.name) for one in found] == [
        ("Ada", "#111111", 0.5, False, ""),
        ("Bea", "#eeeeee", 0.7, True, ""),
    ] * 3
    middles = [(x, y) for y in (35.0, 65.0) for x in (25.0, 55.0, 85.0)]
    assert [one.footprint for one in found] == [rectangle(at, 30.0, 30.0) for at in middles]
    assert [one.footprint for one in board((10.0, 20.0), 30.0, 3, 2, dark)] == [one.footprint for one in found[::2]]


def test_where_the_name_of_a_patch_is() -> None:
    """The name of a patch is in the middle of its bounding rectangle, unless a place is given for the name."""
    area = Footprint((*disc((10.0, 20.0), 5.0).parts, *disc((40.0, 80.0), 15.0).parts))
    assert Patch(area, name="x").name_place == (30.0, 55.0)
    assert Patch(area, name="x", name_at=(1.0, 2.0)).name_place == (1.0, 2.0)


def test_corners_of_round_parts() -> None:
    """As a polygon, a circle has 72 corners. The round corners of a rectangle are quarters of a circle, and the ends of
    a round line are halves.
    """
    box = rectangle((10.0, 20.0), 8.0, 6.0).parts[0]
    assert polygon(box) is box.points
    circle = polygon(Part(((10.0, 20.0),), 5.0))
    turns = [math.tau * k / 72 for k in range(72)]
    assert flat(*circle) == pytest.approx(flat(*[(10.0 + 5.0 * math.cos(t), 20.0 + 5.0 * math.sin(t)) for t in turns]))
    quarter = [math.pi / 2 * k / 18 for k in range(19)]
    expected = [
        (x + 2.0 * math.cos(begin + t), y + 2.0 * math.sin(begin + t))
        for (x, y), begin in zip(box.points, (0.0, math.pi / 2, math.pi, -math.pi / 2), strict=True)
        for t in quarter
    ]
    assert flat(*polygon(Part(box.points, 2.0))) == pytest.approx(flat(*expected))
    half = [math.pi * k / 36 for k in range(37)]
    ends = (((1.0, 2.0), math.pi / 2), ((9.0, 2.0), -math.pi / 2))
    line = [(x + 3.0 * math.cos(begin + t), y + 3.0 * math.sin(begin + t)) for (x, y), begin in ends for t in half]
    assert flat(*polygon(Part(((1.0, 2.0), (9.0, 2.0)), 3.0))) == pytest.approx(flat(*line))


def test_the_outline_of_two_boxes() -> None:
    """The outline of two boxes has each box's lines, except for what is inside the other box. A line that is
    interrupted continues as another line.
    """
    area = Footprint((*rectangle((5.0, 2.0), 10.0, 4.0).parts, *rectangle((13.0, 2.0), 14.0, 2.0).parts))
    expected = [
        [(10.0, 4.0), (0.0, 4.0), (0.0, 0.0), (10.0, 0.0), (10.0, 1.0)],
        [(10.0, 3.0), (10.0, 4.0)],
        [(20.0, 3.0), (10.0, 3.0)],
        [(10.0, 1.0), (20.0, 1.0), (20.0, 3.0)],
    ]
    found = outlines(area)
    assert [len(line) for line in found] == [len(line) for line in expected]
    for line, those in zip(found, expected, strict=True):
        assert flat(*line) == pytest.approx(flat(*those), abs=2e-4)
    (alone,) = outlines(rectangle((5.0, 2.0), 10.0, 4.0))
    assert alone == ((10.0, 4.0), (0.0, 4.0), (0.0, 0.0), (10.0, 0.0), (10.0, 4.0))
    inside = Footprint((*rectangle((5.0, 2.0), 10.0, 4.0).parts, *rectangle((5.0, 2.0), 4.0, 2.0).parts))
    assert outlines(inside) == [alone]


def test_an_edge_that_other_parts_cover_in_pieces() -> None:
    """If two parts of an area cover pieces of another part's edge, the outline has the three pieces of this edge that
    are left.
    """
    bar = rectangle((50.0, 5.0), 100.0, 10.0).parts[0]
    posts = [rectangle((20.0, 10.0), 10.0, 6.0).parts[0], rectangle((60.0, 10.0), 20.0, 6.0).parts[0]]
    lines = outlines(Footprint((bar, *posts)))
    pieces = [(a, b) for line in lines for a, b in pairwise(line) if a[1] == b[1] == 10.0]
    top = sorted((max(a[0], b[0]), min(a[0], b[0])) for a, b in pieces)
    assert flat(*top) == pytest.approx([15.0, 0.0, 50.0, 25.0, 100.0, 70.0], abs=2e-4)
