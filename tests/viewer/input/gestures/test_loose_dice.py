"""Dice in a hand that shakes them: each moves and knocks in a round hollow with a wall 5 mm from its middle."""

import itertools
import math
from typing import Any

import pytest

from riotsim.table.impacts import Collider, Impact
from riotsim.table.poses import Point
from riotsim.viewer.input.gestures.loose_dice import (
    BOUNCE,
    DIE_MASS,
    GRIP_SECONDS,
    MAX_HAND_SPEED,
    MAX_STEP,
    MIN_STEP,
    QUIET_SPEED,
    ROOM,
    LooseDice,
    _Loose,
    _moved,
    _time_to_wall,
)


def near(value: object) -> Any:
    """Return a value that is equal to a number or to numbers near the given ones."""
    return pytest.approx(value)


def test_dice_begin_apart_in_the_hand() -> None:
    """A single die is in the middle of the hand. Several dice are 3 mm from the middle, each 2.4 rad farther round than
    the one before.
    """
    assert LooseDice(0).offsets == ()
    assert LooseDice(1).offsets == ((0.0, 0.0),)
    for k, (x, y) in enumerate(LooseDice(4).offsets):
        assert (x, y) == (near(3.0 * math.cos(2.4 * k)), near(3.0 * math.sin(2.4 * k)))


@pytest.mark.parametrize(
    ("x", "y", "u", "v", "seconds"),
    [
        (0.0, 0.0, 100.0, 0.0, 0.05),
        (0.0, 0.0, -60.0, 80.0, 0.05),
        (3.0, 0.0, 100.0, 0.0, 0.02),
        (3.0, 0.0, -100.0, 0.0, 0.08),
        (3.0, 0.0, 0.0, 100.0, 0.04),
        (0.0, -4.0, 50.0, 0.0, 0.06),
        (0.0, 5.0, 0.0, 70.0, 0.0),
        (0.0, 5.0, 0.0, -100.0, 0.1),
        (0.0, 6.0, 10.0, 0.0, 0.0),
        (1.0, 2.0, 0.0, 0.0, math.inf),
        (1.0, 2.0, 1e-5, 2e-5, math.inf),
    ],
)
def test_the_time_to_the_wall_is_that_of_a_straight_way(x: float, y: float, u: float, v: float, seconds: float) -> None:
    """A die moves straight to the wall of its hollow. A die at rest never meets the wall, and a die outside the wall
    meets it at once.
    """
    assert _time_to_wall(x, y, u, v) == near(seconds)


def test_a_die_in_a_hand_that_starts_stays_behind_and_knocks() -> None:
    """If the hand moves right at 200 mm/s, a die at rest meets its left wall after 25 ms. The die bounces back with 45
    % of its speed for the other 15 ms. Afterwards the grip of the hand slows it down.
    """
    die = _Loose(0.0, 0.0)
    assert _moved(die, (200.0, 0.0), 0.04) == [(near(0.025), near(200.0))]
    assert (die.x, die.y) == (near(-5.0 + 0.015 * 90.0), 0.0)
    held = math.exp(-0.04 / 0.12)
    assert (die.across, die.along) == (near(200.0 + 90.0 * held), 0.0)


def test_a_slanting_knock_keeps_the_speed_along_the_wall() -> None:
    """If a die meets the wall at a slant, at (3, 4) mm, only its speed towards the wall is reversed and reduced. This
    is 80 mm/s of its 100 mm/s.
    """
    die = _Loose(3.0, 0.0, across=10.0, along=120.0)
    assert _moved(die, (10.0, 20.0), 0.05) == [(near(0.04), near(80.0))]
    u, v = -1.45 * 80.0 * 0.6, 100.0 - 1.45 * 80.0 * 0.8
    assert (die.x, die.y) == (near(3.0 + 0.01 * u), near(4.0 + 0.01 * v))
    held = math.exp(-0.05 / GRIP_SECONDS)
    assert (die.across, die.along) == (near(10.0 + u * held), near(20.0 + v * held))
    assert (ROOM, BOUNCE) == (5.0, 0.45)


def test_a_die_that_meets_no_wall_moves_on() -> None:
    """If a die meets no wall, it moves straight, and its speed comes nearer to that of the hand."""
    die = _Loose(1.0, -2.0, across=30.0, along=40.0)
    assert _moved(die, (20.0, 60.0), 0.05) == []
    held = math.exp(-0.05 / GRIP_SECONDS)
    assert (die.x, die.y) == (near(1.5), near(-3.0))
    assert (die.across, die.along) == (near(20.0 + 10.0 * held), near(60.0 - 20.0 * held))


def test_a_die_that_knocks_often_stays_in_its_hollow() -> None:
    """If a die knocks several times in one movement, each knock is slower than the one before by the same share. After
    the fourth knock the die is inside its hollow.
    """
    die = _Loose(0.0, 0.0, across=2000.0)
    found = _moved(die, (0.0, 0.0), 0.1)
    assert [speed for _, speed in found] == near([2000.0, 900.0, 405.0, 182.25])
    gaps = [5.0 / 2000.0, 10.0 / 900.0, 10.0 / 405.0, 10.0 / 182.25]
    assert [t for t, _ in found] == near(list(itertools.accumulate(gaps)))
    assert die.x == near(-5.0 + (0.1 - sum(gaps)) * 182.25 * 0.45)
    assert die.y == 0.0


def test_after_four_knocks_a_die_stops_at_the_wall() -> None:
    """If a die would meet the wall a fifth time in one movement, it is put at the wall in the direction of its way."""
    die = _Loose(0.0, 0.0, across=3600.0, along=4800.0)
    assert len(_moved(die, (0.0, 0.0), 0.1)) == 4
    assert (die.x, die.y) == (near(3.0), near(4.0))


def test_each_die_knocks_against_the_next() -> None:
    """Each knock is counted as one against the next die, and that of the last die as one against the first."""
    hand = LooseDice(3)
    found = knocks(hand, (1.0, (0.0, 0.0)), (1.05, (100.0, 0.0)))[1]
    assert [(knock.one.piece, knock.other.piece) for knock in found] == [
        ("in-hand-0", "in-hand-1"),
        ("in-hand-1", "in-hand-2"),
        ("in-hand-2", "in-hand-0"),
    ]


def knocks(hand: LooseDice, *rows: tuple[float, Point]) -> list[list[Impact]]:
    """Move a hand 70 mm above the table to places, and return the knocks of each movement."""
    return [hand.move(seconds, at, 70.0) for seconds, at in rows]


def test_the_first_movement_only_tells_where_the_hand_is() -> None:
    """Dice move only once two positions of the hand are known. Invalid positions are ignored. If time goes back, the
    next position counts as the first.
    """
    hand = LooseDice(2)
    still = hand.offsets
    rows: list[tuple[float, Point]] = [
        (math.nan, (0.0, 0.0)),
        (0.0, (math.inf, 0.0)),
        (1.0, (0.0, 0.0)),
        (1.05, (0.0, math.nan)),
        (1.0 + 0.9 * MIN_STEP, (500.0, 0.0)),
        (0.5, (50.0, 0.0)),
    ]
    assert knocks(hand, *rows) == [[]] * len(rows)
    assert hand.offsets == still
    assert hand.move(0.55, (100.0, 0.0), 70.0) != []


def test_the_hardest_knock_of_each_die_is_heard() -> None:
    """If a hand moves right at 1 m/s, its dice knock against its left wall. The first die, at (3, 0) mm, meets it after
    8 ms or 2 ticks. The second die, at (-2.21, 2.03) mm, meets the wall 2.36 mm farther left.
    """
    hand = LooseDice(2)
    first, second = knocks(hand, (1.0, (200.0, 100.0)), (1.05, (250.0, 100.0)))[1]
    one, two = Collider("die", "in-hand-0"), Collider("die", "in-hand-1")
    assert first == Impact(2, one, two, (250.0, 100.0, 70.0), near(1000.0), near(5000.0))
    x, y = 3.0 * math.cos(2.4), 3.0 * math.sin(2.4)
    wall = math.sqrt(25.0 - y * y)
    speed = near(1000.0 * wall / 5.0)
    assert second == Impact(round(240.0 * (wall + x) / 1000.0), two, one, first.at, speed, near(1000.0 * wall))
    assert DIE_MASS == 5.0


def test_a_single_die_and_a_slow_hand_are_silent() -> None:
    """A single die makes no sound, because it has no other die to knock against. A knock that is too slow makes no
    sound either.
    """
    assert knocks(LooseDice(1), (1.0, (0.0, 0.0)), (1.05, (50.0, 0.0))) == [[], []]
    for speed, heard in ((0.99 * QUIET_SPEED, 0), (1.01 * QUIET_SPEED, 1)):
        # In 0.1 s the first die crosses its hollow. The second one meets the wall at a slant, and more slowly.
        assert [len(some) for some in knocks(LooseDice(2), (1.0, (0.0, 0.0)), (1.1, (speed / 10, 0.0)))] == [0, heard]


@pytest.mark.parametrize("way", [(1.0, 0.0), (0.6, -0.8)])
def test_a_hand_that_jumps_is_no_faster_than_the_fastest(way: Point) -> None:
    """If the hand jumps, it counts as moving in the direction of the jump at the greatest speed. A long pause counts as
    0.1 s.
    """
    step = 1.5 * MIN_STEP
    found = []
    for far, seconds in ((MAX_HAND_SPEED * step, step), (90.0, step), (90.0, 0.5 * step + 0.0005)):
        hand = LooseDice(3)
        hand.move(1.0, (0.0, 0.0), 0.0)
        hand.move(1.0 + seconds, (far * way[0], far * way[1]), 0.0)
        found.append(hand.offsets)
    assert [value for at in found[1] for value in at] == near([value for at in found[0] for value in at])
    assert found[2] != found[0]
    slow = []
    for seconds in (MAX_STEP, 3.0):
        hand = LooseDice(3)
        hand.move(1.0, (0.0, 0.0), 0.0)
        slow.append([one.speed for one in hand.move(1.0 + seconds, (40.0 * way[0], 40.0 * way[1]), 0.0)])
    assert slow[0] == near(slow[1])
    assert slow[0]


def test_movements_go_on_from_the_last_one() -> None:
    """If the hand moves back, both dice knock again. Their places change, and stay in their hollows."""
    hand = LooseDice(2)
    knocks(hand, (1.0, (0.0, 0.0)), (1.05, (50.0, 0.0)))
    moved = hand.offsets
    back = hand.move(1.1, (0.0, 0.0), 70.0)
    assert {knock.one.piece for knock in back} == {"in-hand-0", "in-hand-1"}
    assert moved != hand.offsets
    assert all(math.hypot(*offset) <= ROOM + 1e-9 for offset in hand.offsets)
