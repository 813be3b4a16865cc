"""Throwing a die at a tower by hand: whatever the mouse does, the answer is one that the request accepts."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.play.requests import Aim, AimThrow, Target
from riotsim.simulation import perform
from riotsim.table.acts import Mark, Roll, TowerFell
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.pieces import Die
from riotsim.table.poses import Point, heading, point_ahead
from riotsim.testing.tables import STEADY_HAND, empty_table, with_tower
from riotsim.viewer.input.gestures.target_throw import TargetThrowGesture, default_target_throw
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.target_throw import TargetThrowInteraction

SIDE = 600.0
TOWER = (300.0, 380.0)
FAR = 150.0
"""Distance from the tower within which the hand isn't allowed (mm)."""

Mouse = tuple[float, float, float]

anything = st.floats(width=32)
usual = st.tuples(st.floats(0, 40), st.floats(-300, 900), st.floats(-300, 900))
mice = st.lists(st.tuples(anything, anything, anything) | usual, min_size=1, max_size=30)


def request(at: Point = TOWER, speed: float = 700.0) -> AimThrow:
    """Return a request to throw a die at a tower."""
    hand = Region(disc((0.0, 0.0), 14.0), SIDE, SIDE, (Clearance(disc(at, 11.0), FAR, "too near"),))
    return AimThrow(
        "Ann", "roll", ("d6",), SIDE, SIDE, 50.0, speed=speed, target=Target("Bob", at, Mark(200.0, 40.0), hand)
    )


REQUEST = request()


def thrown(mouse: Sequence[Mouse], asked: AimThrow = REQUEST) -> Aim | None:
    """Return the answer of a mouse with these samples."""
    hand = TargetThrowGesture(asked, *mouse[0])
    for seen in mouse:
        hand.move(*seen)
    return hand.release(*mouse[-1])


def flick(begin: Point, end: Point, seconds: float = 0.25, hz: float = 60.0) -> list[Mouse]:
    """Return the samples of a mouse that moves evenly from one point to another."""
    steps = round(seconds * hz)
    return [
        (k / hz, begin[0] + (end[0] - begin[0]) * k / steps, begin[1] + (end[1] - begin[1]) * k / steps)
        for k in range(steps + 1)
    ]


@given(mice, st.floats(40, 560), st.floats(40, 560), st.floats(150, 3000))
def test_any_mouse_throws_or_keeps_the_die(mouse: list[Mouse], x: float, y: float, speed: float) -> None:
    """Whatever samples the mouse gives, even invalid or out of order, the request accepts the aim, or nothing is
    thrown.
    """
    asked = request((x, y), speed)
    hand = TargetThrowGesture(asked, *mouse[0])
    for seen in mouse:
        assert 0.0 <= hand.move(*seen).force <= 1.0
    aim = hand.release(*mouse[-1])
    if aim is not None:
        assert asked.refusal(aim) is None
        assert aim.by_hand


@given(st.none() | st.tuples(st.floats(-100, 700), st.floats(-100, 700)))
def test_a_key_throws_from_anywhere(near: Point | None) -> None:
    """If a key throws, the request accepts the throw wherever the pointer is. The throw has the errors of the standard
    hand.
    """
    aim = default_target_throw(REQUEST, near)
    assert REQUEST.refusal(aim) is None
    assert not aim.by_hand


def test_the_die_flies_as_the_hand_moved() -> None:
    """A die that is flicked has the direction and speed of the hand, and starts where the hand released it."""
    aim = thrown(flick((300.0, 60.0), (240.0, 180.0)))
    assert aim is not None
    assert aim.mark is not None
    assert aim.heading == pytest.approx(math.atan2(120.0, -60.0))
    assert aim.strength * REQUEST.speed == pytest.approx(math.hypot(60.0, 120.0) / 0.25, rel=0.05)
    assert point_ahead(aim.at, aim.heading, -aim.mark.back) == pytest.approx((240.0, 180.0))


def test_a_hand_lets_go_where_it_last_may_be() -> None:
    """If a flick ends too near to the tower, the die is released before, where this is still allowed."""
    aim = thrown(flick((300.0, 60.0), TOWER))
    assert aim is not None
    assert aim.mark is not None
    x, y = point_ahead(aim.at, aim.heading, -aim.mark.back)
    assert x == pytest.approx(300.0)
    assert 180.0 < y < TOWER[1] - FAR


@pytest.mark.parametrize("mouse", [[(0.0, 300.0, 100.0)], [(0.1 * k, 300.0, 100.0) for k in range(9)]])
def test_a_hand_that_rests_throws_nothing(mouse: list[Mouse]) -> None:
    """If the mouse is pressed and released without a movement, nothing is thrown."""
    assert thrown(mouse) is None


def test_a_throw_from_a_wrong_place_says_what_is_wrong_with_it() -> None:
    """If a die is released at rest too near to the tower, the hint says that it is too near. In an allowed place the
    hint says that the mouse must move.
    """
    table = with_tower(empty_table(SIDE, SIDE), 3, name="Bob", at=TOWER)
    for at, hint in (
        (TOWER, "too near"),
        ((300.0, 60.0), "flick the die: release the button while the mouse is moving"),
    ):
        thrower = TargetThrowInteraction(REQUEST, table, hands=True)
        for act in (thrower.moved, thrower.pressed, thrower.released):
            act(Pointer(at, None, 0.0))
        shown = thrower.overlay()
        assert (shown.hint, shown.refused) == (hint, True)


def test_a_flick_that_ends_at_rest_near_the_tower_says_what_was_wrong() -> None:
    """If a die is grabbed at an allowed place and the hand then rests near the tower, nothing is thrown. The hint says
    that the mouse must move, and not that the place is wrong.
    """
    table = with_tower(empty_table(SIDE, SIDE), 3, name="Bob", at=TOWER)
    thrower = TargetThrowInteraction(REQUEST, table, hands=True)
    thrower.pressed(Pointer((300.0, 60.0), None, 0.0))
    thrower.moved(Pointer(TOWER, None, 0.1))
    assert thrower.released(Pointer(TOWER, None, 1.0)) is None
    assert thrower.overlay().hint == "flick the die: release the button while the mouse is moving"


def test_what_is_flicked_off_the_table_stays_in_the_hand() -> None:
    """If a die is flicked towards the nearby edge of the table, nothing is thrown."""
    assert thrown(flick((300.0, 100.0), (300.0, 20.0))) is None


def test_a_good_flick_fells_a_tower() -> None:
    """A quick flick at a tower of eight dice makes it fall."""
    table = with_tower(empty_table(SIDE, SIDE), 8, name="Bob", at=TOWER)
    aim = thrown(flick((300.0, 40.0), (300.0, 340.0), seconds=0.2))
    assert aim is not None
    assert aim.heading == pytest.approx(heading((300.0, 40.0), TOWER))
    act = Roll(
        (Die("d"),),
        aim.at,
        aim.heading,
        STEADY_HAND,
        aim.drop,
        aim.strength,
        spin=aim.spin,
        by_hand=True,
        mark=aim.mark,
    )
    assert [fact.tower for fact in perform(table, act, 3).facts_of(TowerFell)] == ["Bob"]
