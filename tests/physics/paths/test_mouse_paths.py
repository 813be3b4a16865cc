"""The path of a hand that follows the mouse, compared with the closed solution of a critically damped spring."""

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest
from physics_suite.tables import STEADY, board

from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.drag_path import UNKNOWN_DURATION, DragPath, add_all_samples, sample_error
from riotsim.physics.acts.hand_path import GroundProfile, ground_profile, hand_path
from riotsim.physics.engine.world import TICK
from riotsim.table.pieces import Box, Terrain
from riotsim.table.poses import Point
from riotsim.table.state import Table

START, END = (50.0, 60.0), (230.0, 300.0)
"""The ends of a line of 300 mm, in the direction (0.6, 0.8)."""

ASIDE = (30.0, 65.0)
"""Place of the second piece that the hand carries."""

HAND = replace(STEADY, tremor=0.5)


def begun(table: Table | None = None, start: Point = START, end: Point = END, also: Point = ASIDE) -> DragPath:
    """Return the path of a drag that has just begun."""
    return DragPath(table or board(), start, end, HAND, HAND.pace("usual"), random_generator(5), also)


def response(ticks: int) -> float:
    """Return the share of a jump of the mouse that a spring with a rate of 25/s has followed after some ticks."""
    kt = 25.0 * ticks / 240.0
    return 1.0 - (1.0 + kt) * math.exp(-kt) if ticks > 0 else 0.0


def followed(goals: Sequence[float], tick: int) -> float:
    """Return the place of a spring that follows one goal a tick: the sum of its responses to all jumps."""
    return sum((b - a) * response(tick - k) for k, (a, b) in enumerate(zip((0.0, *goals), goals, strict=False)))


def test_a_hand_follows_the_mouse_as_a_critically_damped_spring() -> None:
    """If the mouse moves evenly between samples, the hand follows like a critically damped spring.

    Its place is the sum of its responses to the single motions of the mouse.
    """
    path = begun()
    assert [path.distance_at(0), path.position_at(0), path.foot_at(0)] == [0.0, START, (*START, 0.0)]
    for tick, way in ((5, 20.0), (13, 60.0), (20, 46.0), (60, 46.0)):
        path.follow(tick, way)
    goals = [4.0 * k for k in range(1, 6)] + [20.0 + 5.0 * k for k in range(1, 9)]
    goals += [60.0 - 2.0 * k for k in range(1, 8)] + [46.0] * 40
    for tick in range(61):
        way = followed(goals, tick)
        assert path.distance_at(tick) == pytest.approx(way)
        assert path.position_at(tick) == pytest.approx((50.0 + 0.6 * way, 60.0 + 0.8 * way))
    assert path.ticks == UNKNOWN_DURATION
    assert path.length == pytest.approx(300.0)


def test_the_mouse_counts_as_at_the_end_beyond_the_ends_of_the_line() -> None:
    """A sample beyond an end of the line counts as a sample at this end."""
    beyond, at_ends = begun(), begun()
    for tick, way in ((40, 320.0), (100, -7.0), (130, 50.0)):
        beyond.follow(tick, way)
        at_ends.follow(tick, min(max(way, 0.0), 300.0))
    assert [beyond.distance_at(k) for k in range(131)] == [at_ends.distance_at(k) for k in range(131)]


def test_a_hand_that_comes_back_to_the_start_stops_there() -> None:
    """A mouse that jumps back to the start never leads the hand beyond the start."""
    path = begun()
    for tick, way in ((40, 100.0), (44, 0.0), (46, 0.0)):
        path.follow(tick, way)
    tick = 46
    while path.distance_at(tick) > 1e-9 and tick < 400:
        tick += 1
        path.follow(tick, 0.0)
    assert all(path.distance_at(k) >= 0.0 for k in range(tick + 1))


def test_a_hand_comes_to_rest_after_the_person_lets_go() -> None:
    """If the person lets go, the hand comes within 0.1 µm of the mouse and below 10 µm/s.

    A tick later it is exactly there.
    """
    path, rest = begun(), 0
    add_all_samples(path, ((1, 100.0),))
    for tick in range(1, 1000):
        kt = 25.0 * tick / 240.0
        if 100.0 * (1.0 + kt) * math.exp(-kt) <= 1e-4 and 2500.0 * kt * math.exp(-kt) <= 1e-2:
            rest = tick + 1
            break
    assert path.distance_at(rest) == 100.0
    assert path.distance_at(rest - 1) == pytest.approx(100.0, abs=1e-4)
    assert path.distance_at(rest - 1) < 100.0
    on = hand_path(board(), (110.0, 140.0), END, HAND, HAND.pace("usual"), random_generator(5), (90.0, 145.0))
    assert path.ticks == rest + on.ticks


def test_a_hand_goes_back_no_faster_than_forth() -> None:
    """A mouse that jumps from the end to the start leads the hand back at 1500 mm/s, which is 6.25 mm a tick."""
    path = begun()
    for tick, way in ((1, 300.0), (200, 300.0), (201, 0.0), (230, 0.0)):
        path.follow(tick, way)
    steps = [path.distance_at(tick + 1) - path.distance_at(tick) for tick in range(230)]
    assert (max(steps), min(steps)) == pytest.approx((6.25, -6.25))
    assert steps[10:30] == pytest.approx([6.25] * 20)
    assert steps[210:225] == pytest.approx([-6.25] * 15)


@pytest.mark.parametrize("uneven", [False, True])
def test_a_hand_that_is_let_go_on_the_way_carries_on_from_rest(uneven: bool) -> None:
    """If the person lets go on the way, the hand comes to rest at the last place of the mouse.

    From there the hand carries the piece to the end by itself, with its tremor.
    """
    chance = random_generator(2)
    boxes = [
        Terrain(f"{k}", Box(40.0, 50.0, 20.0 + 9.0 * k), (x, y), 0.3 * k, can_stand_on=True)
        for k, (x, y) in enumerate(chance.uniform((100.0, 150.0), (260.0, 340.0), (6, 2)).tolist())
    ]
    table = board().with_pieces(*boxes) if uneven else board()
    path = begun(table, also=ASIDE)
    shift = (ASIDE[0] + 180.0, ASIDE[1] + 240.0)
    assert path.ground == ground_profile(table, START, END, 60.0, 35.0)
    assert path.beside == ground_profile(table, ASIDE, shift, 60.0, 35.0)
    assert bool(path.ground.steps) is bool(path.beside.steps) is uneven
    add_all_samples(path, ((60, 20.0), (120, 60.0), (240, 100.0)))
    rest = next(tick for tick in range(241, path.ticks) if path.distance_at(tick) == 100.0)
    on = hand_path(table, (110.0, 140.0), END, HAND, HAND.pace("usual"), random_generator(5), (90.0, 145.0))
    assert path.ticks == rest + on.ticks
    assert not path.cut_off
    assert path.distance_at(rest - 1) == pytest.approx(100.0, abs=1e-4)
    assert (path.distance_at(rest), path.position_at(rest)) == (100.0, (110.0, 140.0))
    for tick in (1, 30, on.ticks // 2, on.ticks - 1):
        assert path.distance_at(rest + tick) == pytest.approx(100.0 + on.distance_at(tick))
        assert path.position_at(rest + tick) == pytest.approx(on.position_at(tick))
        assert path.position_at(rest + tick) != pytest.approx(replace(on, tremor=0.0).position_at(tick), abs=1e-4)
    for tick in (path.ticks, path.ticks + 1, path.ticks + 99):
        assert path.distance_at(tick) == pytest.approx(300.0)
        assert path.position_at(tick) == END


@pytest.mark.parametrize(("short", "ends"), [(0.0, True), (0.49, True), (0.51, False)])
def test_a_hand_that_is_let_go_near_the_end_goes_to_the_end(short: float, ends: bool) -> None:
    """If the person lets go within half a millimetre of the end, the drag ends when the hand has come to rest there."""
    path = begun()
    way = 150.0
    add_all_samples(path, ((1, way), (2, way), (60, 300.0 - short), (120, 300.0 - short)))
    slow = next(k for k in range(121, path.ticks + 1) if path.distance_at(k) in (path.length, 300.0 - short))
    assert (path.ticks == slow) is ends
    assert path.position_at(path.ticks) == END
    assert path.distance_at(slow) == pytest.approx(300.0 if ends else 300.0 - short)


def rises(way: float, where: float, rise: float) -> float:
    """Return the slope of a step that is spread over 60 mm by minimum jerk."""
    share = min(max((way - where) / 60.0 + 0.5, 0.0), 1.0)
    return 30.0 * share**2 * (1.0 - share) ** 2 * abs(rise) / 60.0


@pytest.mark.parametrize("also", [(100.0, 200.0), (100.0, 330.0)], ids=["die at 200", "die at 330"])
@pytest.mark.parametrize("start", [(100.0, 200.0), (100.0, 330.0)], ids=["model at 200", "model at 330"])
def test_a_hand_is_slower_where_the_ground_rises(start: Point, also: Point) -> None:
    """If the ground rises, the hand's highest speed is 1500 mm/s divided by 1 + s.

    Here s is the steepest slope under one of the two pieces.
    """
    box = Terrain("t", Box(120.0, 40.0, 50.0), (300.0, 200.0), can_stand_on=True)
    path = begun(board().with_pieces(box), start, (600.0, start[1]), also)
    climbs = start[1] == 200.0
    # A dragging hand rises 35 mm before a step, and sinks 35 mm behind one.
    steps = ((105.0, 50.0), (295.0, -50.0))
    assert path.ground == (GroundProfile(0.0, steps, 60.0) if climbs else GroundProfile(0.0, (), 60.0))
    assert path.beside == (GroundProfile(0.0, steps, 60.0) if also[1] == 200.0 else GroundProfile(0.0, (), 60.0))
    path.follow(1, 500.0)
    path.follow(90, 500.0)
    fast = 0
    for tick in range(90):
        way, following = path.distance_at(tick), path.distance_at(tick + 1)
        steepest = max(rises(way, *step) for step in steps) if climbs or also[1] == 200.0 else 0.0
        most = 1500.0 / (1.0 + steepest)
        assert (following - way) / TICK <= 1.002 * most
        if 60.0 < way < 104.0 or 240.0 < way < 294.0:  # where the slope doesn't decrease
            assert (following - way) / TICK == pytest.approx(most, rel=2e-3)
            fast += 1
        assert path.foot_at(tick)[2] == path.ground.height_at(way)
    assert fast > 10


@pytest.mark.parametrize(
    ("tick", "way", "before", "error"),
    [
        (0, 0.0, -1, None),
        (7, 300, 6, None),
        (7, 300.0000009, 6, None),
        (7, -0.0000009, 6, None),
        (7, 300.0000011, 6, "a drag stays on its line of 300 mm, and has no place at 300.0000011"),
        (7, -0.0000011, 6, "a drag stays on its line of 300 mm, and has no place at -1.1e-06"),
        (7, "here", 6, "a drag stays on its line of 300 mm, and has no place at here"),
        (7, math.nan, 6, "a drag stays on its line of 300 mm, and has no place at nan"),
        (7, 5.0, 7, "a drag needs whole ticks that go up, not 7 after 7"),
        (6, 5.0, 7, "a drag needs whole ticks that go up, not 6 after 7"),
        (7.5, 5.0, 6, "a drag needs whole ticks that go up, not 7.5 after 6"),
        (-1, 5.0, -1, "a drag needs whole ticks that go up, not -1 after -1"),
    ],
)
def test_samples_of_a_drag_are_judged(tick: object, way: object, before: int, error: str | None) -> None:
    """If a sample's tick isn't a whole number after the last, or its place is off the line, the sample is refused.

    Rounding errors of places are allowed.
    """
    assert sample_error(tick, way, before, 300.0) == error
