"""The recent way of the mouse: which positions are kept, and the velocity, turning and shaking that follow."""

import math

import pytest

from riotsim.table.poses import Point
from riotsim.viewer.input.gestures.mouse_track import (
    HISTORY_SECONDS,
    LATE_SECONDS,
    MAX_SAMPLE_DISTANCE,
    REST_SPEED,
    VELOCITY_WINDOW,
    MouseSample,
    MouseTrack,
)

Row = tuple[float, float, float]
"""A time (s) and a place (mm)."""


def track(*rows: Row) -> MouseTrack:
    """Return a track of these positions."""
    out = MouseTrack()
    for row in rows:
        out.add(*row)
    return out


def rows(of: MouseTrack) -> list[Row]:
    """Return the positions of a track."""
    return [(one.t, *one.at) for one in of.since(-math.inf)]


FAR = 1.01 * MAX_SAMPLE_DISTANCE


@pytest.mark.parametrize(
    ("added", "kept"),
    [
        ([(1.0, 2.0, 3.0), (1.5, 4.0, 5.0)], [(1.0, 2.0, 3.0), (1.5, 4.0, 5.0)]),
        ([(1.0, 2.0, 3.0), (1.0, 4.0, 5.0)], [(1.0, 4.0, 5.0)]),
        ([(1.0, 2.0, 3.0), (0.5, 4.0, 5.0)], [(1.0, 4.0, 5.0)]),
        ([(1.0, 2.0, 3.0), (math.nan, 4.0, 5.0)], [(1.0, 4.0, 5.0)]),
        ([(1.0, 2.0, 3.0), (math.inf, 4.0, 5.0)], [(1.0, 4.0, 5.0)]),
        ([(math.inf, 2.0, 3.0)], [(0.0, 2.0, 3.0)]),
        ([(1.0, 2.0, 3.0), (1.2, FAR, 5.0)], [(1.0, 2.0, 3.0), (1.2, 2.0, 3.0)]),
        ([(1.0, 2.0, 3.0), (1.2, 4.0, -FAR)], [(1.0, 2.0, 3.0), (1.2, 2.0, 3.0)]),
        ([(1.0, 2.0, 3.0), (1.2, math.nan, 5.0)], [(1.0, 2.0, 3.0), (1.2, 2.0, 3.0)]),
        ([(1.0, FAR, 3.0)], []),
        ([(1.0, -FAR, 3.0), (1.2, 4.0, 5.0)], [(1.2, 4.0, 5.0)]),
        (
            [(1.0, MAX_SAMPLE_DISTANCE, -MAX_SAMPLE_DISTANCE)],
            [(1.0, MAX_SAMPLE_DISTANCE, -MAX_SAMPLE_DISTANCE)],
        ),
    ],
)
def test_invalid_times_and_places_are_replaced_by_the_last_ones(added: list[Row], kept: list[Row]) -> None:
    """If a time is invalid or earlier than the last, the last time counts. If a place is invalid or too far away, the
    last place counts. Of several positions at one time the last is kept.
    """
    seen = track(*added)
    assert rows(seen) == kept
    assert seen.last == (MouseSample(kept[-1][0], kept[-1][1:]) if kept else None)


def test_positions_are_kept_for_a_second() -> None:
    """All positions of the last second are kept. Of older positions only the last is kept, so that the place a second
    ago can be computed.
    """
    seen = track(*((k / 4, float(k), 0.0) for k in range(10)))
    assert rows(seen) == [(k / 4, float(k), 0.0) for k in range(4, 10)]
    seen.add(2.3, 50.0, 0.0)
    assert rows(seen)[0] == (1.25, 5.0, 0.0)
    seen.add(9.0, 60.0, 0.0)
    assert rows(seen) == [(2.3, 50.0, 0.0), (9.0, 60.0, 0.0)]
    assert HISTORY_SECONDS == 1.0


def test_later_positions_come_in_order() -> None:
    """Only positions after the given time are returned."""
    seen = track((1.0, 2.0, 3.0), (1.2, 4.0, 5.0), (1.4, 6.0, 7.0))
    assert seen.since(1.0) == (MouseSample(1.2, (4.0, 5.0)), MouseSample(1.4, (6.0, 7.0)))
    assert seen.since(1.4) == ()


@pytest.mark.parametrize(
    ("t", "at"),
    [
        (0.5, (10.0, 20.0)),
        (1.0, (10.0, 20.0)),
        (1.1, (15.0, 16.0)),
        (1.2, (20.0, 12.0)),
        (1.35, (23.0, 18.0)),
        (1.4, (24.0, 20.0)),
        (2.0, (24.0, 20.0)),
    ],
)
def test_the_place_is_known_at_any_time(t: float, at: Point) -> None:
    """Between two positions the place is interpolated, and outside all of them it is the nearest one."""
    assert track((1.0, 10.0, 20.0), (1.2, 20.0, 12.0), (1.4, 24.0, 20.0)).position_at(t) == pytest.approx(at)


@pytest.mark.parametrize(
    ("added", "until", "over", "velocity"),
    [
        ([], None, 0.08, (0.0, 0.0)),
        ([(1.0, 10.0, 20.0)], None, 0.08, (0.0, 0.0)),
        ([(1.0, 10.0, 20.0), (1.5, 60.0, -5.0)], None, 0.08, (100.0, -50.0)),
        ([(1.0, 10.0, 20.0), (1.04, 14.0, 18.0)], None, 0.08, (50.0, -25.0)),  # counts as spread over 0.08 s
        ([(1.0, 10.0, 20.0), (1.5, 60.0, 20.0), (1.54, 66.0, 20.0)], None, 0.08, (125.0, 0.0)),
        ([(1.0, 10.0, 20.0), (1.5, 60.0, 20.0), (1.54, 66.0, 20.0)], None, 0.04, (150.0, 0.0)),
        ([(1.0, 10.0, 20.0), (1.5, 60.0, 20.0), (1.6, 60.0, 60.0)], 1.5, 0.1, (100.0, 0.0)),
        ([(1.0, 10.0, 20.0), (1.5, 60.0, 20.0)], 1.0, 0.1, (0.0, 0.0)),
        ([(1.0, 10.0, 20.0), (1.5, 60.0, 20.0)], 0.9, 0.1, (0.0, 0.0)),
        ([(1.0, 10.0, 20.0), (1.5, 60.0, 20.0)], 1.05, 0.1, (50.0, 0.0)),
    ],
)
def test_velocity_is_the_mean_over_a_short_time(
    added: list[Row], until: float | None, over: float, velocity: Point
) -> None:
    """The velocity is the change of place in the time span, divided by the length of the span. Before its first
    position the mouse counts as at rest.
    """
    assert track(*added).velocity(until, over) == pytest.approx(velocity)
    if over == VELOCITY_WINDOW:
        assert track(*added).velocity(until) == pytest.approx(velocity)


@pytest.mark.parametrize("angle", [0.0, 0.5, -0.5, 2.0, -3.0])
@pytest.mark.parametrize("way", [0.3, -2.0])
def test_the_turn_rate_is_the_angle_between_two_movements(angle: float, way: float) -> None:
    """The mouse moves at 100 mm/s, and turns by an angle between two time spans as long as that of the velocity. Its
    turn rate is this angle divided by the length of the span.
    """
    window, step = VELOCITY_WINDOW, 100.0 * VELOCITY_WINDOW
    one = (step * math.cos(way), step * math.sin(way))
    other = (one[0] + step * math.cos(way + angle), one[1] + step * math.sin(way + angle))
    seen = track((1.0, 5.0, 7.0))
    for k, (x, y) in enumerate((one, other), 1):
        seen.add(1.0 + k * window, 5.0 + x, 7.0 + y)
    assert seen.turn_rate() == pytest.approx(angle / window)


@pytest.mark.parametrize(
    ("before", "after", "turns"),
    [(0.99, 2.0, False), (2.0, 0.99, False), (1.01, 2.0, True), (2.0, 1.01, True), (0.0, 2.0, False)],
)
def test_a_slow_mouse_does_not_turn(before: float, after: float, *, turns: bool) -> None:
    """If the mouse is at rest or was so just before, its turn rate is 0."""
    step = REST_SPEED * VELOCITY_WINDOW
    x, y = before * step, after * step
    seen = track((1.0, 0.0, 0.0), (1.0 + VELOCITY_WINDOW, x, 0.0), (1.0 + 2 * VELOCITY_WINDOW, x, y))
    assert seen.turn_rate() == pytest.approx(math.pi / 2 / VELOCITY_WINDOW if turns else 0.0)


@pytest.mark.parametrize(
    ("added", "length"),
    [
        ([], 0.0),
        ([(1.0, 5.0, 5.0)], 0.0),
        ([(1.0, 5.0, 5.0), (1.2, 35.0, 45.0)], 0.0),
        ([(1.0, 5.0, 5.0), (1.2, 35.0, 45.0), (1.4, 5.0, 5.0)], 100.0),
        ([(1.0, 5.0, 5.0), (1.2, 35.0, 45.0), (1.4, 35.0, 5.0)], 60.0),
    ],
)
def test_shaking_is_the_way_that_leads_nowhere(added: list[Row], length: float) -> None:
    """The length of shaking is the length of the whole way, less the distance between its ends."""
    assert track(*added).shake_length() == pytest.approx(length)


LATE = LATE_SECONDS


@pytest.mark.parametrize(
    ("before", "drawn", "waited", "kept"),
    [
        # At rest from 0.9 s on, two movements wait for a picture from 1.0 s to 1.2 s.
        ([(0.9, 5.0, 5.0)], 1.0, [(1.19, 15.0, 5.0), (1.2, 25.0, 6.0)],
         [(0.9, 5.0, 5.0), (1.0, 5.0, 5.0), (1.1, 15.0, 5.0), (1.2, 25.0, 6.0)]),
        # A position at the very beginning of the picture stays.
        ([(0.9, 5.0, 5.0), (1.0, 6.0, 5.0)], 1.0, [(1.2, 15.0, 5.0)],
         [(0.9, 5.0, 5.0), (1.0, 6.0, 5.0), (1.2, 15.0, 5.0)]),
        # Three movements are a third of the time apart.
        ([(1.0, 5.0, 5.0)], 1.0, [(1.28, 15.0, 5.0), (1.29, 15.0, 9.0), (1.3, 25.0, 5.0)],
         [(1.0, 5.0, 5.0), (1.1, 15.0, 5.0), (1.2, 15.0, 9.0), (1.3, 25.0, 5.0)]),
        # The release at the place of the last movement is no movement of its own.
        ([(1.0, 5.0, 5.0)], 1.0, [(1.19, 15.0, 5.0), (1.2, 15.0, 5.0)],
         [(1.0, 5.0, 5.0), (1.2, 15.0, 5.0)]),
        # Without a position before, the first movement counts as made at the beginning.
        ([], 1.0, [(1.2, 15.0, 5.0)], [(1.0, 15.0, 5.0), (1.2, 15.0, 5.0)]),
        # A picture that was drawn in time spreads nothing.
        ([(0.9, 5.0, 5.0)], 1.0, [(1.0 + 0.9 * LATE, 15.0, 5.0)], [(0.9, 5.0, 5.0), (1.0 + 0.9 * LATE, 15.0, 5.0)]),
        ([(0.9, 5.0, 5.0)], 1.0, [(1.0 + 1.1 * LATE, 15.0, 5.0)],
         [(0.9, 5.0, 5.0), (1.0, 5.0, 5.0), (1.0 + 1.1 * LATE, 15.0, 5.0)]),
    ],
)  # fmt: skip
def test_movements_that_waited_for_a_picture_are_spread_over_its_drawing(
    before: list[Row], drawn: float, waited: list[Row], kept: list[Row]
) -> None:
    """If a slow picture delays movements of the mouse, they arrive together at its end. They then count as spread
    evenly over the time in which the picture was drawn.
    """
    seen = track(*before)
    seen.drawn(drawn)
    for row in waited:
        seen.add(*row)
    found = rows(seen)
    assert len(found) == len(kept)
    assert [value for row in found for value in row] == pytest.approx([value for row in kept for value in row])


def test_a_position_after_the_spread_ones_spreads_all_of_them_anew() -> None:
    """If another movement of the same frame arrives, all movements of this frame are spread again, in equal steps."""
    seen = track((1.0, 0.0, 0.0))
    seen.drawn(1.0)
    for k in range(1, 4):
        seen.add(1.2 + k / 1000, 10.0 * k, 0.0)
    assert [t for t, _, _ in rows(seen)] == pytest.approx([1.0, 1.0 + 0.203 / 3, 1.0 + 0.406 / 3, 1.203])
