"""The flight that follows from a flick: where it starts and ends, its force and spin, and whether dice may leave."""

import math
from dataclasses import replace
from typing import Any

import pytest

from riotsim.play.requests import Aim, AimThrow, Target
from riotsim.table.acts import Mark
from riotsim.table.ballistics import travel_distance
from riotsim.table.dice.tray import TRAY_STRENGTH
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.poses import Point
from riotsim.viewer.input.gestures.target_throw import TargetThrowGesture, default_target_throw
from riotsim.viewer.input.gestures.throw import ThrowGesture, ThrowPreview, default_throw, release_height, spin

ROLL = AimThrow("Ada", "roll", ("d6",), 800.0, 500.0, 50.0)

IN_TRAY = AimThrow("Ada", "roll", ("d6",), 240.0, 180.0, 50.0, in_tray=True)

CORNER: Point = (1000.0, 30.0)
"""The front left corner of the area into which dice are thrown, which isn't that of the table (mm)."""

SLOW, USUAL, FAST = 210.0, 700.0, 1400.0
"""Speeds of the hand, with the strengths 0.3, 1 and 2 (mm/s)."""

F, G, H = (travel_distance(speed, 100.0) for speed in (SLOW, USUAL, FAST))
"""Lengths of flights with these speeds (mm): 54, 212 and 512."""

RIGHT, BACK, LEFT, FRONT, SLANT = 0.0, math.pi / 2, math.pi, -math.pi / 2, math.atan2(0.6, 0.8)


def near(value: object) -> Any:
    """Return a value that is equal to a number or to numbers near the given ones."""
    return pytest.approx(value, abs=1e-6)


def flicked(
    request: AimThrow, hand: Point, way: float, speed: float, corner: Point = CORNER, *, walled: bool = False
) -> ThrowPreview:
    """Return the throw of an even, straight flick of 0.2 s. The place where it ends is measured from the area's corner
    (mm).
    """
    x, y = hand[0] + corner[0], hand[1] + corner[1]
    rows = [
        (k / 100, x - (20 - k) / 100 * speed * math.cos(way), y - (20 - k) / 100 * speed * math.sin(way))
        for k in range(21)
    ]
    gesture = ThrowGesture(request, *rows[0], corner, walled=walled)
    for row in rows[1:]:
        gesture.move(*row)
    return gesture.preview


@pytest.mark.parametrize(
    ("hand", "way", "speed", "start", "end"),
    [
        ((100.0, 90.0), RIGHT, SLOW, (100.0, 90.0), (100.0 + F, 90.0)),
        ((10.0, 10.0), RIGHT, SLOW, (64.0, 60.0), (64.0 + F, 60.0)),
        ((230.0, 170.0), RIGHT, SLOW, (176.0 - F, 120.0), (176.0, 120.0)),
        ((100.0, 90.0), LEFT, SLOW, (64.0 + F, 90.0), (64.0, 90.0)),
        ((230.0, 5.0), LEFT, SLOW, (176.0, 60.0), (176.0 - F, 60.0)),
        ((100.0, 20.0), BACK, SLOW, (100.0, 60.0), (100.0, 60.0 + F)),
        ((100.0, 90.0), BACK, SLOW, (100.0, 120.0 - F), (100.0, 120.0)),
        ((100.0, 150.0), FRONT, SLOW, (100.0, 120.0), (100.0, 120.0 - F)),
        ((100.0, 90.0), RIGHT, FAST, (64.0, 90.0), (176.0, 90.0)),
        ((100.0, 90.0), LEFT, FAST, (176.0, 90.0), (64.0, 90.0)),
        ((100.0, 90.0), BACK, FAST, (100.0, 60.0), (100.0, 120.0)),
        ((100.0, 90.0), SLANT, FAST, (96.0, 60.0), (176.0, 120.0)),
        ((70.0, 90.0), SLANT, FAST, (70.0, 60.0), (150.0, 120.0)),
    ],
)
def test_a_flight_in_a_tray_keeps_away_from_its_walls(
    hand: Point, way: float, speed: float, start: Point, end: Point
) -> None:
    """In a tray of 240 x 180 mm, a flight stays 64 mm away from the short walls. From the long walls it stays a third
    of the tray's depth away. A flight starts as near to the hand as this allows. If it is still too long, it is
    shortened.
    """
    preview = flicked(IN_TRAY, hand, way, speed)
    assert preview.aim.at == near(end)
    assert preview.at == near((end[0] + 1000.0, end[1] + 30.0))
    assert preview.start == near((start[0] + 1000.0, start[1] + 30.0))
    assert preview.hand == near((hand[0] + 1000.0, hand[1] + 30.0))
    assert (preview.spread, preview.may_leave, preview.shaken) == (0.0, False, near(0.0))
    assert (preview.aim.strength, preview.force) == near((0.3, 0.0) if speed == SLOW else (1.2, 1.0))


@pytest.mark.parametrize(
    ("hand", "way", "speed", "start", "end"),
    [
        ((400.0, 250.0), SLANT, USUAL, (400.0, 250.0), (400.0 + 0.8 * G, 250.0 + 0.6 * G)),
        ((790.0, 250.0), RIGHT, USUAL, (800.0 - G, 250.0), (800.0, 250.0)),
        ((10.0, 250.0), LEFT, USUAL, (G, 250.0), (0.0, 250.0)),
        ((400.0, 490.0), BACK, USUAL, (400.0, 500.0 - G), (400.0, 500.0)),
        ((400.0, 10.0), FRONT, USUAL, (400.0, G), (400.0, 0.0)),
        ((750.0, 250.0), SLANT, USUAL, (800.0 - 0.8 * G, 287.5 - 0.6 * G), (800.0, 287.5)),
        ((300.0, 470.0), SLANT, USUAL, (340.0 - 0.8 * G, 500.0 - 0.6 * G), (340.0, 500.0)),
        ((400.0, 250.0), RIGHT, FAST, (800.0 - H, 250.0), (800.0, 250.0)),
        ((400.0, 250.0), BACK, FAST, (400.0, 0.0), (400.0, 500.0)),
    ],
)
def test_a_flight_over_a_table_ends_at_its_edge(
    hand: Point, way: float, speed: float, start: Point, end: Point
) -> None:
    """A flight starts at the hand. If it would end beyond the edge of the table, it starts farther back and ends at the
    edge.
    """
    preview = flicked(ROLL, hand, way, speed)
    strength = speed / 700.0
    assert preview.hand == near((hand[0] + 1000.0, hand[1] + 30.0))
    assert preview.start == near((start[0] + 1000.0, start[1] + 30.0))
    assert preview.at == near((end[0] + 1000.0, end[1] + 30.0))
    assert preview.force == near((strength - 0.3) / 1.7)
    assert preview.spread == near(65.0 + 0.28 * (G if speed == USUAL else H))
    aim, turn = preview.aim, preview.aim.spin
    assert aim == Aim(aim.at, aim.heading, aim.strength, 100.0, turn, by_hand=True)
    assert (*aim.at, aim.heading, aim.strength) == near((*end, way, strength))
    assert turn == near((0.0, 0.6 * strength, 0.0))


@pytest.mark.parametrize(
    ("hand", "inside", "way"),
    [
        ((900.0, 250.0), (800.0, 250.0), LEFT),
        ((-50.0, 600.0), (0.0, 500.0), math.atan2(-250.0, 400.0)),
        ((100.0, -1.0), (100.0, 0.0), math.atan2(250.0, 300.0)),
        ((400.0, 100.0), (400.0, 100.0), BACK),
    ],
)
def test_a_hand_that_has_not_moved_throws_to_the_middle(hand: Point, inside: Point, way: float) -> None:
    """If a hand hasn't moved, dice are thrown to the middle of the area. If the hand is outside the area, the nearest
    point of the area counts. If its place is unknown, the middle counts.
    """
    gesture = ThrowGesture(ROLL, 0.0, hand[0] + 1000.0, hand[1] + 30.0, CORNER)
    assert gesture.preview.hand == near((inside[0] + 1000.0, inside[1] + 30.0))
    assert gesture.preview.aim.heading == near(way)
    nowhere = ThrowGesture(ROLL, 0.0, math.inf, 0.0, CORNER)
    assert nowhere.preview.hand == near((1400.0, 280.0))


SPREAD = 65.0 + 0.28 * F
"""Radius in which half the dice of a slow throw come to rest (mm): 80."""


@pytest.mark.parametrize(
    ("end", "may_leave"),
    [
        ((400.0, 250.0), False),
        ((SPREAD + 0.1, 250.0), False),
        ((SPREAD - 0.1, 250.0), True),
        ((800.0 - SPREAD - 0.1, 250.0), False),
        ((800.0 - SPREAD + 0.1, 250.0), True),
        ((400.0, SPREAD + 0.1), False),
        ((400.0, SPREAD - 0.1), True),
        ((400.0, 500.0 - SPREAD - 0.1), False),
        ((400.0, 500.0 - SPREAD + 0.1), True),
        ((1.2 * SPREAD, 1.61 * SPREAD), False),  # 1.2² + 1.6² = 2²
        ((1.2 * SPREAD, 1.59 * SPREAD), True),
        ((800.0 - 1.6 * SPREAD, 500.0 - 1.19 * SPREAD), True),
        ((800.0 - 1.6 * SPREAD, 500.0 - 1.21 * SPREAD), False),
    ],
)
def test_dice_may_leave_over_an_edge_or_a_corner(end: Point, *, may_leave: bool) -> None:
    """A circle shows where half the dice come to rest. Dice may leave the table if the circle crosses an edge, or if
    its middle is less than two radii from a corner. On a table with walls dice can't leave.
    """
    hand = (end[0] - 0.8 * F, end[1] - 0.6 * F)
    preview = flicked(ROLL, hand, SLANT, SLOW)
    assert preview.aim.at == near(end)
    assert (preview.may_leave, preview.spread) == (may_leave, near(SPREAD))
    walled = flicked(ROLL, hand, SLANT, SLOW, walled=True)
    assert (walled.may_leave, walled.spread) == (False, 0.0)


def test_shaking_is_a_share_of_good_shaking() -> None:
    """A hand that moves 600 mm to and fro before a throw has shaken the dice well. At 300 mm the dice count as half
    shaken. More than 600 mm has no further effect.
    """
    for turns, shaken in ((1, 0.5), (2, 1.0), (3, 1.0)):
        gesture = ThrowGesture(ROLL, 0.0, 200.0, 200.0)
        for k in range(2 * turns):
            gesture.move(0.1 * (k + 1), 200.0, 350.0 if k % 2 == 0 else 200.0)
        for k in range(1, 17):
            gesture.move(0.2 * turns + 0.01 * k, 200.0, 200.0 + 7.0 * k)
        assert gesture.preview.shaken == near(shaken)
        assert gesture.preview.aim.spin == near((0.0, 0.6 + 0.6 * shaken, 0.0))


def test_a_flick_at_just_the_speed_of_rest_sets_the_direction() -> None:
    """If the hand moves at less than 60 mm/s, the throw keeps its earlier direction. At more than 60 mm/s it takes the
    new one.
    """
    for speed, way in ((60.001, BACK), (59.9, RIGHT)):
        gesture = ThrowGesture(ROLL, 0.0, 300.0, 250.0)
        gesture.move(0.1, 400.0, 250.0)
        gesture.move(1.0, 400.0, 250.0)
        gesture.move(1.08, 400.0, 250.0 + 0.08 * speed)
        assert gesture.preview.aim.heading == near(way)


@pytest.mark.parametrize(
    ("strength", "shaken", "turning", "most", "spins"),
    [
        (1.0, 0.0, 0.0, 2.0, (0.6, 0.0)),
        (1.0, 1.0, 0.0, 2.0, (1.2, 0.0)),
        (2.0, 0.5, 0.0, 2.0, (1.8, 0.0)),
        (0.3, 1.0, 0.0, 2.0, (0.6, 0.0)),
        (1.0, 0.0, 12.0, 2.0, (0.6, 1.0)),
        (1.0, 0.0, -6.0, 2.0, (0.6, -0.5)),
        (1.0, 1.0, 19.2, 2.0, (1.2, 1.6)),
        (2.0, 1.0, 0.0, 2.0, (1.998, 0.0)),
        (1.0, 1.0, -19.2, 1.0, (0.5994, -0.7992)),
    ],
)
def test_spin_grows_with_strength_shaking_and_turning(
    strength: float, shaken: float, turning: float, most: float, spins: Point
) -> None:
    """Spin grows with strength, shaking and turning. Forward spin has a least value. If the spin is too fast, the spins
    about all axes are reduced by the same share.
    """
    assert spin(strength, shaken, turning, most) == near((0.0, *spins))


@pytest.mark.parametrize(("least", "height"), [(50.0, 100.0), (100.0, 100.0), (120.0, 120.0), (400.0, 300.0)])
def test_dice_are_released_100_mm_up_or_as_the_rules_say(least: float, height: float) -> None:
    """Dice are released 100 mm above the table, as by a usual hand. If the rules require more, the height is as
    required, up to 300 mm.
    """
    request = replace(ROLL, least_drop=least)
    assert release_height(request) == height
    assert default_throw(request) == Aim((400.0, 250.0), 0.0, 1.0, height)
    assert default_throw(replace(IN_TRAY, least_drop=least)) == Aim((120.0, 90.0), 0.0, TRAY_STRENGTH, height)


AT: Point = (300.0, 300.0)

HANDS = Region(disc((0.0, 0.0), 10.0), 500.0, 400.0, (Clearance(disc(AT, 10.0), 80.0, "too near"),))
"""The hand must be 100 mm from the middle of the target, and 10 mm from the edge of the table."""

KNOCK = AimThrow("Ada", "knock", ("d6",), 500.0, 400.0, 50.0, target=Target("b1", AT, Mark(200.0, 45.0), HANDS))


def thrown(hand: Point, way: float, speed: float, request: AimThrow = KNOCK) -> tuple[ThrowPreview, Aim | None]:
    """Return the throw and the answer of an even, straight flick for 0.2 s that ends at a place."""
    rows = [
        (k / 100, hand[0] - (20 - k) / 100 * speed * math.cos(way), hand[1] - (20 - k) / 100 * speed * math.sin(way))
        for k in range(21)
    ]
    gesture = TargetThrowGesture(request, *rows[0])
    for row in rows[1:]:
        gesture.move(*row)
    return gesture.preview, gesture.release(*rows[-1])


@pytest.mark.parametrize(
    ("hand", "way", "speed", "end", "strength"),
    [
        ((300.0, 100.0), BACK, 1400.0, AT, 2.0),
        ((100.0, 300.0), RIGHT, 700.0, AT, 1.0),
        ((100.0, 300.0), RIGHT, 7000.0, AT, 4.0),
        # A flight of 200 mm may take at most 0.6 s, which needs 334 mm/s.
        ((100.0, 300.0), RIGHT, 210.0, AT, 200.0 / 0.6 / 0.999 / 700.0),
        ((300.0, 150.0), RIGHT, 700.0, (450.0, 150.0), 1.0),
        ((400.0, 150.0), RIGHT, 700.0, (500.0, 150.0), 1.0),
        ((100.0, 300.0), LEFT, 700.0, (0.0, 300.0), 1.0),
        ((100.0, 300.0), BACK, 700.0, (100.0, 400.0), 1.0),
        ((300.0, 100.0), FRONT, 700.0, (300.0, 0.0), 1.0),
        ((380.0, 100.0), SLANT, 700.0, (500.0, 190.0), 1.0),
    ],
)
def test_a_die_is_aimed_at_the_distance_of_the_target(
    hand: Point, way: float, speed: float, end: Point, strength: float
) -> None:
    """A die is aimed in the direction of the flick, as far away as the target or only to the edge of the table. If the
    flick is slow, the die gets the least speed that reaches this place in time. A die gets at most four times the usual
    speed.
    """
    preview, aim = thrown(hand, way, speed)
    assert aim == preview.aim
    mark = preview.aim.mark
    assert mark is not None
    assert (*preview.at, *preview.start, *preview.hand) == near((*end, *hand, *hand))
    assert (mark.back, mark.height) == near((math.dist(hand, end), 45.0))
    assert (preview.aim.heading, preview.aim.strength) == near((way, strength))
    assert preview.force == near((strength - 0.3) / 3.7)
    assert preview.aim.spin == near((0.0, min(max(0.6 * strength, 0.6), 1.998), 0.0))
    assert (preview.aim.drop, preview.aim.by_hand, preview.shaken) == (100.0, True, 0.0)


@pytest.mark.parametrize(
    ("hand", "way", "speed", "is_thrown"),
    [
        ((300.0, 100.0), BACK, 61.0, True),
        ((300.0, 100.0), BACK, 59.0, False),
        ((439.0, 150.0), RIGHT, 700.0, True),
        ((441.0, 150.0), RIGHT, 700.0, False),
    ],
)
def test_a_throw_needs_a_moving_hand_and_60_mm(hand: Point, way: float, speed: float, *, is_thrown: bool) -> None:
    """If the hand moves at less than 60 mm/s, or if the die would fly less than 60 mm, nothing is thrown."""
    assert (thrown(hand, way, speed)[1] is not None) == is_thrown


def test_a_die_leaves_the_hand_at_its_last_allowed_place() -> None:
    """If the hand moves too near to the target, the die is released at the last allowed place."""
    gesture = TargetThrowGesture(KNOCK, 0.0, 300.0, 290.0)
    assert gesture.preview.hand == near((300.0, 200.0)), "the nearest allowed place"
    assert gesture.preview.aim.heading == near(BACK)
    gesture.move(0.1, 150.0, 300.0)
    preview = gesture.move(0.2, 250.0, 300.0)
    assert (preview.hand, preview.start) == ((150.0, 300.0), (150.0, 300.0))
    assert preview.at == near(AT)
    aim = gesture.release(0.2, 250.0, 300.0)
    assert aim is not None
    assert aim.at == near(AT)


def test_there_must_be_a_target_and_a_place_to_throw_from() -> None:
    """A throw at a target is refused if there is no target, or no place to throw from."""
    with pytest.raises(ValueError, match="there is no target to throw at"):
        TargetThrowGesture(ROLL, 0.0, 100.0, 100.0)
    assert KNOCK.target is not None
    shut = replace(KNOCK, target=replace(KNOCK.target, release_region=replace(HANDS, places=())))
    with pytest.raises(ValueError, match="there is nowhere to throw at b1 from"):
        default_target_throw(shut)


@pytest.mark.parametrize(
    ("near_to", "hand"),
    [(None, (250.0, 10.0)), ((120.0, 300.0), (120.0, 300.0)), ((600.0, 200.0), (490.0, 200.0))],
)
def test_a_key_throws_straight_at_the_target(near_to: Point | None, hand: Point) -> None:
    """If a key throws, the die starts at the allowed place nearest to the pointer, and flies 0.15 s straight to the
    target. Without a pointer it starts at the middle of the front edge.
    """
    aim = default_target_throw(KNOCK, near_to)
    back, way = math.dist(hand, AT), math.atan2(AT[1] - hand[1], AT[0] - hand[0])
    assert aim == Aim(AT, aim.heading, aim.strength, 100.0, mark=aim.mark)
    assert aim.mark is not None
    assert (aim.heading, aim.strength) == near((way, back / 0.15 / 700.0))
    assert (aim.mark.back, aim.mark.height) == near((back, 45.0))
