"""Plane geometry against what a slow, plain reckoning gives."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.table.geometry import plan
from riotsim.table.geometry.plan import CONTACT_GAP, Footprint, Part, disc, gap, graze, hull, rectangle, sweep

coordinate = st.floats(-300, 300)
size = st.floats(5, 80)
angle = st.floats(0, math.tau)


@st.composite
def shapes(draw: st.DrawFn) -> Footprint:
    """Draw a disc or a turned rectangle at any place."""
    at = (draw(coordinate), draw(coordinate))
    if draw(st.booleans()):
        return disc(at, draw(size))
    return rectangle(at, draw(size), draw(size), draw(angle))


def test_gap_of_discs_is_the_distance_less_the_radii() -> None:
    """Two bases 40 mm apart, of 12.5 and 10 mm radius, leave 17.5 mm between their edges (RD-05)."""
    assert gap(disc((0, 0), 12.5), disc((40, 0), 10)) == pytest.approx(17.5)


def test_gap_to_a_corner_and_to_a_side() -> None:
    """The nearest point of a box may be a corner or a side."""
    box = rectangle((0, 0), 20, 20)
    assert gap(disc((13, 14), 1), box) == pytest.approx(math.hypot(3, 4) - 1)
    assert gap(disc((0, 30), 5), box) == pytest.approx(15)


def test_gap_of_what_overlaps_is_the_depth_below_zero() -> None:
    """If the centre of a disc is 2 mm inside a box, the gap is minus the sum of 2 mm and the disc's radius."""
    assert gap(disc((8, 0), 5), rectangle((0, 0), 20, 20)) == pytest.approx(-7)


def test_a_box_on_itself_overlaps_by_its_width_wherever_it_is() -> None:
    """If a box lies exactly on itself, its gap to itself is minus its width. Corners that differ only by rounding don't
    change the gap.
    """
    left, right = (-6.596544436621759, -20.150060996682985), (32.596544436621755, 28.150060996682985)
    front, back = (-2.473291647845709, -22.978273584140037), (28.47329164784571, 30.978273584140037)
    box = Footprint((Part((front, right, back, left)),))  # one of few in which the rounding told
    for dy in (0.0, 2.0):
        there = box.translated(0.0, dy)
        assert gap(there, there) == pytest.approx(-5.0)


@given(shapes(), shapes())
def test_gap_is_the_same_both_ways(a: Footprint, b: Footprint) -> None:
    """The gap from one figure to another is the same as the gap from the other to the first."""
    assert gap(a, b) == pytest.approx(gap(b, a), abs=1e-7)


@given(shapes(), shapes(), st.floats(-200, 200), st.floats(-200, 200))
def test_gap_does_not_depend_on_where_the_table_is(a: Footprint, b: Footprint, dx: float, dy: float) -> None:
    """If two figures are moved by the same distance, the gap between them stays the same."""
    assert gap(a.translated(dx, dy), b.translated(dx, dy)) == pytest.approx(gap(a, b), abs=1e-6)


@given(shapes(), shapes(), angle)
def test_a_sweep_ends_in_contact_and_not_before(mover: Footprint, obstacle: Footprint, heading: float) -> None:
    """At the end of a sweep the gap is zero, and before it the figures don't overlap. If a sweep meets nothing, they
    never overlap on the way.
    """
    direction = (math.cos(heading), math.sin(heading))
    if gap(mover, obstacle) <= 1e-3:
        return
    met = sweep(mover, direction, obstacle)
    if met is None:
        steps = (k * 2.0 for k in range(500))
        assert all(gap(mover.translated(s * direction[0], s * direction[1]), obstacle) > -1e-3 for s in steps)
        return
    assert gap(mover.translated(met * direction[0], met * direction[1]), obstacle) == pytest.approx(0, abs=1e-5)
    for share in (0.2, 0.5, 0.9, 0.99):
        s = met * share
        assert gap(mover.translated(s * direction[0], s * direction[1]), obstacle) > -1e-6


def test_what_is_touched_stops_only_a_way_into_it() -> None:
    """A piece that touches a wall can move away or along the wall, but not into it."""
    mover, wall = disc((0, 0), 10), rectangle((20, 0), 20, 100)
    assert sweep(mover, (1, 0), wall) == 0
    assert sweep(mover, (-1, 0), wall) is None
    assert sweep(mover, (0, 1), wall) is None


def test_a_graze_of_a_moving_base_does_not_stop_it() -> None:
    """If a disc passes another disc just touching it, it isn't stopped. If it passes 0.1 mm nearer, it is stopped."""
    assert sweep(disc((0, 0), 10), (1, 0), disc((50, 20), 10)) is None
    assert sweep(disc((0, 0), 10), (1, 0), disc((50, 19.9), 10)) is not None


def test_room_inside_keeps_the_whole_base_on_the_table() -> None:
    """A 25 mm base in the middle of a 600 mm table can go 287.5 mm to any side (RD-45)."""
    assert plan.room_inside(disc((300, 300), 12.5), (1, 0), 600, 600) == pytest.approx(287.5)
    assert plan.room_inside(disc((300, 300), 12.5), (0, -1), 600, 600) == pytest.approx(287.5)


def test_hull_drops_points_inside() -> None:
    """The hull of points has only their corners, anticlockwise. Points inside or on an edge are left out."""
    corners = plan.hull([(0, 0), (4, 0), (4, 4), (0, 4), (2, 2), (2, 0)])
    assert corners == ((0, 0), (4, 0), (4, 4), (0, 4))


def test_an_outline_of_two_parts_is_open_between_them() -> None:
    """If a figure has two parts, such as a ruin of two walls, it doesn't cover the place between them."""
    ruin = Footprint((*rectangle((0, 50), 10, 100).parts, *rectangle((50, 0), 100, 10).parts))
    assert not plan.covers(ruin, (50, 50))
    assert plan.covers(ruin, (0, 50))
    assert gap(disc((50, 50), 10), ruin) == pytest.approx(35)


@given(shapes(), shapes(), angle, st.floats(1, 300), st.floats(0.0, 1.0))
def test_a_graze_is_where_a_passing_thing_is_nearest(
    mover: Footprint, other: Footprint, way: float, reach: float, passes_at: float
) -> None:
    """If a thing is beside the way of a figure at a known gap, the graze is where the gap is least. No place on the way
    is nearer.
    """
    direction = (math.cos(way), math.sin(way))
    swept = Footprint(
        (
            plan.Part(
                plan.hull([*mover.parts[0].points, *mover.translated(*(reach * d for d in direction)).parts[0].points]),
                mover.parts[0].radius,
            ),
        )
    )
    side = (-direction[1], direction[0])
    low, high = 0.0, 2000.0  # how far sideways: gaps grow with it beyond the middle
    for _ in range(60):
        middle = (low + high) / 2
        off = gap(swept, other.translated(*(middle * s for s in side)))
        low, high = (middle, high) if off < passes_at else (low, middle)
    beside = other.translated(*(high * s for s in side))
    places = [reach * k / 400 for k in range(401)]
    gaps = [gap(mover.translated(direction[0] * p, direction[1] * p), beside) for p in places]
    found = graze(mover, direction, reach, beside)
    if found is None:
        assert min(gaps) > CONTACT_GAP or min(gaps[0], gaps[-1]) <= min(gaps) + 1e-5
    else:
        there = gap(mover.translated(direction[0] * found, direction[1] * found), beside)
        assert there <= min(min(gaps) + 1e-5, CONTACT_GAP)
        assert 0 < found < reach


def test_a_hull_that_passes_along_another_stops_where_they_first_touch() -> None:
    """If the gap stays the same along a flat side, the graze is at the first place with this gap."""
    there = rectangle((100, 20.3), 40, 20)
    assert graze(rectangle((0, 0), 40, 20), (1.0, 0.0), 300.0, there) == pytest.approx(60.0)
    assert graze(rectangle((0, 0), 40, 20), (1.0, 0.0), 300.0, there.translated(0.0, 0.3)) is None


def test_a_hull_without_an_area() -> None:
    """If the points of a hull are equal but for rounding, the hull has no area. The gap to it is that to a point."""
    at = [(4.0 + dx, 4.0 + dy) for dx, dy in ((0.0, 0.0), (1e-13, 0.0), (1e-13, 2e-13), (0.0, 2e-13))]
    speck = Footprint((Part(hull(at), 1.0),))
    assert gap(speck, disc((7.0, 8.0), 2.0)) == pytest.approx(2.0)
