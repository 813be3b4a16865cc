"""Areas that a game draws on its table: squares, sectors, stretches of a path, and their outlines."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from law_examples import examples

from riotsim.table.geometry.patches import Patch, board, outlines, polygon, sector, stretch
from riotsim.table.geometry.plan import Footprint, Part, covers, disc, rectangle
from riotsim.table.poses import Point, point_ahead

LENGTHS = st.floats(5.0, 300.0)

TURNS = st.floats(-math.pi, math.pi)


def area(footprint: Footprint) -> float:
    """Return the sum of the areas of the parts (mm²)."""
    total = 0.0
    for part in footprint.parts:
        corners = polygon(part)
        for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
            total += (ax * by - bx * ay) / 2
    return total


def length(lines: list[tuple[Point, ...]]) -> float:
    """Return the length of lines (mm)."""
    return sum(math.dist(a, b) for line in lines for a, b in pairwise(line))


def test_a_board_is_chequered() -> None:
    """A board has a dark square at the front left and light squares beside it. The squares cover the whole board."""
    like = {"dark": Patch(disc((0.0, 0.0), 1.0), fill="#332211"), "light": Patch(disc((0.0, 0.0), 1.0), fill="#eeddcc")}
    squares = board((10.0, 20.0), 40.0, 8, 8, like["dark"], like["light"])
    fills = ["#332211", "#eeddcc"]
    assert [patch.fill for patch in squares] == [fills[(row + column) % 2] for row in range(8) for column in range(8)]
    assert squares[0].footprint.bounds() == (10.0, 20.0, 50.0, 60.0)
    assert squares[-1].footprint.bounds() == (290.0, 300.0, 330.0, 340.0)
    assert len(board((0.0, 0.0), 40.0, 8, 8, like["dark"])) == 32


@given(heading=TURNS, angle=st.floats(0.1, math.tau), radius=LENGTHS, share=st.floats(0.0, 0.9))
def test_a_sector_covers_its_part_of_a_ring(heading: float, angle: float, radius: float, share: float) -> None:
    """The area of a sector is that of the part of a ring, less a few thousandths. The sector is around its heading."""
    inner = radius * share if share > 0.1 else 0.0
    found = sector((7.0, -3.0), heading, angle, radius, inner)
    exact = angle / 2 * (radius**2 - inner**2)
    assert area(found) == pytest.approx(exact, rel=2e-3)
    assert covers(found, point_ahead((7.0, -3.0), heading, (radius * 0.99 + inner) / 2))


@examples(12, 100)
@given(heading=TURNS, angle=st.floats(0.2, 5.0), radius=LENGTHS)
def test_an_outline_has_no_lines_inside(heading: float, angle: float, radius: float) -> None:
    """The outline of a sector is as long as its arc and its two sides, however many parts it has."""
    lines = outlines(sector((0.0, 0.0), heading, angle, radius))
    assert length(lines) == pytest.approx(radius * (angle + 2), rel=2e-3)


@given(first=LENGTHS, second=LENGTHS, bend=st.floats(-1.2, 1.2), width=st.floats(1.0, 5.0))
def test_a_stretch_follows_its_path(first: float, second: float, bend: float, width: float) -> None:
    """A stretch around a bend is as long as asked. It covers the path on this length, and nothing of the path before or
    after.
    """
    corner = (first, 0.0)
    path = [(0.0, 0.0), corner, point_ahead(corner, bend, second)]
    start, end = first * 0.25, first + second * 0.5
    found = stretch(path, start, end, width)
    assert area(found) == pytest.approx((end - start) * width, rel=1e-6)
    assert covers(found, (first * 0.26, 0.0))
    assert covers(found, point_ahead(corner, bend, second * 0.49))
    assert not covers(found, (first * 0.24, 0.0))
    assert not covers(found, point_ahead(corner, bend, second * 0.51))


def test_a_stretch_needs_a_length() -> None:
    """A stretch beyond the end of its path is refused."""
    with pytest.raises(ValueError, match="no stretch from 20 to 30 mm"):
        stretch([(0.0, 0.0), (10.0, 0.0)], 20.0, 30.0, 4.0)


@given(radius=LENGTHS, corner=st.floats(0.5, 5.0))
def test_round_parts_are_drawn_round(radius: float, corner: float) -> None:
    """A disc is a closed circle, and a rectangle with round corners has an outline all round."""
    (circle,) = outlines(disc((3.0, 4.0), radius))
    assert circle[0] == circle[-1]
    assert length([circle]) == pytest.approx(math.tau * radius, rel=2e-3)
    (part,) = rectangle((0.0, 0.0), 40.0, 20.0).parts
    lines = outlines(Footprint((Part(part.points, corner),)))
    assert length(lines) == pytest.approx(120.0 + math.tau * corner, rel=2e-3)
