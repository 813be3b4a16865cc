"""Lines of fire against geometry done by hand."""

import math

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from riotsim.table.geometry import lines_of_fire as lines
from riotsim.table.geometry.lines_of_fire import first_hits, first_on_line, line_meeting
from riotsim.table.geometry.plan import Footprint, disc, gap, rectangle
from riotsim.table.geometry.views import bounding_circle

BASE = disc((100, 100), 12.5)
DIE = rectangle((300, 100), 16, 16)
FAR = 1000.0


def test_a_line_may_leave_from_anywhere_on_the_base() -> None:
    """If a thing can only be met by a slanting line from the edge of the base, the shot can hit it or miss it
    (RD-53).
    """
    things = {"b1": disc((200, 121), 12.5)}
    assert first_hits(BASE, DIE, things, FAR) == ("b1", None)
    assert first_on_line(BASE, (100, 100), (300, 100), things, FAR) is None


def test_a_graze_is_in() -> None:
    """If a thing reaches 0.05 mm over the outermost line, it can be hit. If it is 2 mm beyond the line, it can't
    (RD-05).
    """
    # the outermost line to that side runs from the top of the base over the die's near corner
    edge = _height_of_tangent(200)
    reach = 12.5 / math.cos(math.atan2(108 - 112.5, 192 - 100))
    assert "b1" in first_hits(BASE, DIE, {"b1": disc((200, edge + reach - 0.05), 12.5)}, FAR)
    assert first_hits(BASE, DIE, {"b1": disc((200, edge + reach + 2.0), 12.5)}, FAR) == (None,)


def test_the_first_thing_shields_what_is_behind() -> None:
    """If a wall is across all lines, the wall is hit, and never what is behind it (RD-52)."""
    things = {"wall": rectangle((180, 100), 10, 200), "b1": disc((220, 100), 12.5)}
    assert first_hits(BASE, DIE, things, FAR) == ("wall",)


def test_a_bullet_flies_past_its_die() -> None:
    """If a thing is behind the die at which the shot is aimed, it can be hit if it is within range (RD-51)."""
    things = {"b1": disc((400, 100), 12.5)}
    assert first_hits(BASE, DIE, things, 275.1)[0] == "b1"
    assert first_hits(BASE, DIE, things, 274.0) == (None,)


def test_range_runs_from_the_edge_of_the_base() -> None:
    """The range counts from the edge of the base to the edge of the thing. Here, 75.01 mm reach the thing, and 74.99 mm
    don't (RD-51).
    """
    things = {"b1": disc((200, 100), 12.5)}
    assert first_on_line(BASE, (100, 100), (300, 100), things, 75.01) == "b1"
    assert first_on_line(BASE, (100, 100), (300, 100), things, 74.99) is None


def test_what_touches_the_shooter_behind_its_back_is_not_hit() -> None:
    """If a thing touches the shooter's base on the side away from the target, it isn't hit."""
    assert first_hits(BASE, DIE, {"a2": disc((75, 100), 12.5)}, FAR) == (None,)


def test_what_touches_the_shooter_in_front_is_hit() -> None:
    """If a thing touches the shooter's base on the side towards the target, it is hit."""
    assert first_on_line(BASE, (100, 100), (300, 100), {"b1": disc((125, 100), 12.5)}, FAR) == "b1"


things_at = st.tuples(st.floats(0, 600), st.floats(0, 600), st.floats(6, 30))


@settings(max_examples=40)
@given(st.lists(things_at, min_size=1, max_size=5), st.floats(0, math.tau))
def test_whatever_one_straight_line_hits_is_among_the_choices(
    things_drawn: list[tuple[float, float, float]], heading: float
) -> None:
    """What the line between the middles of base and die hits is among the hits that the boss may choose from."""
    base, centre = disc((300, 300), 12.5), (300.0, 300.0)
    towards = (300 + 150 * math.cos(heading), 300 + 150 * math.sin(heading))
    things: dict[str, Footprint] = {}
    for k, (x, y, r) in enumerate(things_drawn):
        if math.dist((x, y), centre) > r + 12.5:
            things[f"t{k}"] = disc((x, y), r)
    hit = first_on_line(base, centre, towards, things, FAR)
    assert hit in first_hits(base, rectangle(towards, 16, 16, heading), things, FAR)


def _height_of_tangent(x: float) -> float:
    """Return the y at x of the line from the top of the base (100, 112.5) to the die's near upper corner (292, 108)."""
    return 112.5 + (108 - 112.5) / (292 - 100) * (x - 100)


@settings(max_examples=60)
@given(st.lists(things_at, min_size=1, max_size=6), st.floats(0, math.tau), st.floats(20, 250), st.floats(50, 400))
@example(things_drawn=[(260.0, 286.0, 30.0)], heading=0.0, far=20.0, reach=50.0)  # nothing at all to meet
def test_sorting_out_what_is_far_from_the_lines_changes_nothing(
    things_drawn: list[tuple[float, float, float]], heading: float, far: float, reach: float
) -> None:
    """If many things are around a shot, the possible hits are the same as those found by trying each line."""
    base = disc((300, 300), 12.5)
    target = rectangle((300 + far * math.cos(heading), 300 + far * math.sin(heading)), 16, 16, heading)
    things: dict[str, Footprint] = {}
    for k, (x, y, r) in enumerate(things_drawn):
        if math.dist((x, y), (300, 300)) > r + 12.5:
            things[f"t{k}"] = disc((x, y), r)
    drawn = lines._candidate_lines(base, target, things)
    every = {name for name in lines._first_things(base, drawn, things, reach) if name is not None}
    assert {hit for hit in first_hits(base, target, things, reach) if hit is not None} == every


walls_at = st.tuples(st.floats(0, 600), st.floats(0, 600), st.floats(10, 200), st.floats(6, 60), st.floats(0, math.tau))


@settings(max_examples=120)
@given(
    st.lists(things_at, max_size=3),
    st.lists(walls_at, min_size=1, max_size=4),
    st.floats(0, math.tau),
    st.floats(10, 250),
    st.floats(50, 400),
)
def test_what_is_passed_over_is_what_no_line_meets_first(
    discs_drawn: list[tuple[float, float, float]],
    walls_drawn: list[tuple[float, float, float, float, float]],
    heading: float,
    far: float,
    reach: float,
) -> None:
    """If walls stand before and behind each other, the possible hits are exactly what the single lines meet first."""
    base = disc((300, 300), 12.5)
    target = rectangle((300 + far * math.cos(heading), 300 + far * math.sin(heading)), 16, 16, 2 * heading)
    drawn = [disc((x, y), r) for x, y, r in discs_drawn]
    drawn += [rectangle((x, y), length, width, turn) for x, y, length, width, turn in walls_drawn]
    things = {f"t{k}": thing for k, thing in enumerate(drawn) if gap(base, thing) > 0}
    fan = {name: thing for name, thing in things.items() if lines._in_the_fan(base, target, thing, reach)}
    every = lines._first_things(base, lines._candidate_lines(base, target, fan), things, reach) if fan else {None}
    assert set(first_hits(base, target, things, reach)) == every


@given(st.floats(0.0, math.tau), st.sampled_from([-1.0, 1.0]), st.floats(150.0, 250.0))
def test_the_shown_line_passes_an_obstacle_on_its_near_side(turned: float, side: float, along: float) -> None:
    """If an obstacle covers the line between the centres, the line shown passes it on the shorter of both ways round.
    The direction of the shot doesn't matter (RD-53).
    """

    def at(x: float, y: float) -> tuple[float, float]:
        return (500 + x * math.cos(turned) - y * math.sin(turned), 500 + x * math.sin(turned) + y * math.cos(turned))

    base, die, wall = disc(at(0, 0), 12.5), disc(at(300, 0), 30.0), disc(at(along, 3 * side), 6.0)
    (x, y), (to_x, to_y) = line_meeting(base, die, {"wall": wall}, {None}, FAR)
    away = math.hypot(to_x - x, to_y - y)
    wall_x, wall_y = at(along, 3 * side)
    beside = ((to_x - x) * (wall_y - y) - (to_y - y) * (wall_x - x)) / away
    assert beside * side > 6.0 - 1e-6  # the wall stays on its own side of the line
    assert beside * side < 12.0


@given(st.floats(0, 600), st.floats(0, 600), st.floats(5, 60))
def test_the_circle_around_a_round_base_is_its_edge(x: float, y: float, radius: float) -> None:
    """The bounding circle of a disc is its edge. The bounding circle of a square goes through its corners."""
    assert bounding_circle(disc((x, y), radius)) == pytest.approx((x, y, radius))
    assert bounding_circle(rectangle((x, y), radius, radius)) == pytest.approx((x, y, radius / math.sqrt(2)))
