"""Gestures: whatever the mouse does, the answer is one that the request accepts."""

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.physics import perform
from riotsim.play.requests import AimThrow, PlaceDie, SetPace
from riotsim.table.acts import Drag, Hand, Pace, Put, Roll
from riotsim.table.ballistics import travel_distance
from riotsim.table.dice.tray import TRAY_STRENGTH
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Table, Tray
from riotsim.viewer.input.gestures import carry as carrying
from riotsim.viewer.input.gestures import stack as stacking
from riotsim.viewer.input.gestures import throw as throwing
from riotsim.viewer.input.gestures.carry import CarryGesture
from riotsim.viewer.input.gestures.mouse_track import MouseTrack
from riotsim.viewer.input.gestures.stack import StackGesture
from riotsim.viewer.input.gestures.throw import ThrowGesture, ThrowPreview

Mouse = tuple[float, float, float]

anything = st.floats(width=32)
usual = st.tuples(st.floats(0, 40), st.floats(-300, 900), st.floats(-300, 900))
mice = st.lists(st.tuples(anything, anything, anything) | usual, min_size=1, max_size=30)

THROW = AimThrow("Ann", "roll", ("d6",), 600.0, 500.0, 50.0)
HAND = Hand("steady", 0, 0, 0, 10, 0, 700, 0, 25, (("usual", Pace(300.0, 900.0)),))
PLACE = PlaceDie("Ann", "stack", "a1", 3, 8.0)
CARRY = SetPace("Ann", "carry", "a1", (400.0, 300.0), 5, ("normal", "slow"), 300.0)


def line(speed: float, seconds: float, hz: float = 60.0, start: float = 100.0) -> list[Mouse]:
    """Return the samples of a mouse that moves evenly to the right at y = 250 mm."""
    return [(k / hz, start + speed * k / hz, 250.0) for k in range(round(seconds * hz) + 1)]


def thrown(mouse: Sequence[Mouse], request: AimThrow = THROW) -> ThrowPreview:
    """Return the throw that a mouse with these samples makes."""
    hand = ThrowGesture(request, *mouse[0])
    for seen in mouse:
        hand.move(*seen)
    return hand.preview


@given(mice, st.floats(10, 3000), st.floats(10, 3000), st.floats(0, 300), st.floats(1, 5000), st.booleans())
def test_any_mouse_throws(
    mouse: list[Mouse], width: float, depth: float, drop: float, speed: float, in_tray: bool
) -> None:
    """Whatever samples the mouse gives for a throw, even invalid or out of order, the request accepts the aim."""
    request = AimThrow("Ann", "roll", ("d6",), width, depth, drop, in_tray=in_tray, speed=speed)
    hand = ThrowGesture(request, *mouse[0], corner=(-300.0, 20.0))
    for seen in mouse:
        preview = hand.move(*seen)
        assert request.refusal(preview.aim) is None
        assert 0.0 <= preview.force <= 1.0
        assert 0.0 <= preview.shaken <= 1.0
    aim = hand.release(*mouse[-1])
    assert request.refusal(aim) is None
    assert aim.by_hand
    assert request.refusal(throwing.default_throw(request)) is None


@given(mice, st.floats(0.5, 30), st.lists(anything, max_size=5))
def test_any_mouse_stacks(mouse: list[Mouse], reach: float, turns: list[float]) -> None:
    """Whatever samples the mouse gives, a die is released where the request accepts it, or it stays in the hand."""
    request = PlaceDie("Ann", "stack", "a1", 3, reach)
    hand = StackGesture(request, (100.0, 200.0))
    for turn in turns:
        hand.turn(turn)
    for seen in mouse:
        hand.move(*seen)
    put = hand.release(*mouse[-1])
    assert put is None or request.refusal(put) is None
    assert request.refusal(stacking.default_offset()) is None


@given(mice, st.floats(-900, 900), st.floats(-900, 900))
def test_any_mouse_drags(mouse: list[Mouse], x: float, y: float) -> None:
    """Whatever samples the mouse gives for a drag, the answer has exactly the samples that were sent, and the request
    accepts it.
    """
    request = SetPace("Ann", "carry", "a1", (x, y), 5, ("normal", "slow"), math.dist((0.0, 0.0), (x, y)))
    hand = CarryGesture(request, (0.0, 0.0), *mouse[0])
    sent: list[tuple[int, float]] = []
    for seen in mouse:
        hand.move(*seen)
        sent += hand.take_samples()
    assert hand.release() == Drag(tuple(sent))
    assert request.refusal(hand.release()) is None
    assert 0.0 <= hand.state.distance <= hand.length
    assert request.refusal(carrying.default_pace(request)) is None


@pytest.mark.parametrize("hz", [8.0, 15.0, 30.0, 60.0, 240.0])
@pytest.mark.parametrize("speed", [300.0, 700.0, 1200.0])
def test_a_flick_sets_force_and_direction(speed: float, hz: float) -> None:
    """The strength and direction of a throw are those of the mouse, at any frame rate."""
    mouse = line(speed, 0.25, hz, start=100.0)
    preview = thrown(mouse)
    assert preview.aim.strength == pytest.approx(speed / THROW.speed)
    assert preview.aim.heading == 0.0
    assert preview.at[0] == pytest.approx(min(600.0, mouse[-1][1] + travel_distance(speed, 100.0)))
    assert preview.at[1] == 250.0
    assert preview.start[0] == pytest.approx(preview.at[0] - travel_distance(speed, 100.0))


def test_who_pauses_throws_gently() -> None:
    """If the hand pauses before the release, the throw is gentle and goes in the direction of the last movement."""
    mouse = line(1200.0, 0.2)
    still = (mouse[-1][0] + 0.2, *mouse[-1][1:])
    preview = thrown([*mouse, still])
    assert preview.aim.strength == THROW.STRENGTHS[0]
    assert preview.force == 0.0
    assert preview.aim.heading == 0.0


def test_one_sample_is_no_flick() -> None:
    """If dice are grabbed and released at once, they are thrown gently towards the middle."""
    assert thrown([(0.0, 300.0, 0.0)]).aim.heading == pytest.approx(math.pi / 2)
    assert thrown([(0.0, 300.0, 0.0)]).aim.strength == THROW.STRENGTHS[0]
    assert thrown([(0.0, 0.0, 250.0), (0.0, 590.0, 250.0)]).aim.strength == THROW.STRENGTHS[0]


def test_a_jump_within_a_frame_is_no_faster_than_one_in_the_last_moment() -> None:
    """If the mouse jumps 10 mm within 1 ms, the throw isn't much stronger than the gentlest one."""
    assert thrown([(0.0, 100.0, 250.0), (0.001, 110.0, 250.0)]).aim.strength < 0.31


def test_a_throw_beyond_the_edge_ends_at_it() -> None:
    """If the mouse moves beyond the edge of the area, the hand stays at the edge. The throw ends at the edge too."""
    preview = thrown(line(1400.0, 0.5, start=100.0))
    assert preview.hand == (600.0, 250.0)
    assert preview.aim.at == (600.0, 250.0)
    assert preview.aim.strength == pytest.approx(2.0)
    assert preview.start == pytest.approx((600.0 - travel_distance(1400.0, 100.0), 250.0))


def test_spin_comes_from_flick_curve_and_shake() -> None:
    """A straight flick gives dice forward spin, and more of it after shaking. A curved flick adds vertical spin, with a
    sign that depends on the side of the curve.
    """
    straight = thrown(line(700.0, 0.3)).aim.spin
    assert straight == pytest.approx((0.0, 0.6, 0.0), abs=0.01)
    circle = [(k / 60, 300.0 + 60.0 * math.cos(k / 5), 250.0 + 60.0 * math.sin(k / 5)) for k in range(30)]
    left, right = thrown(circle).aim.spin, thrown([(t, x, 500.0 - y) for t, x, y in circle]).aim.spin
    assert left is not None
    assert right is not None
    assert left[2] == pytest.approx(1.0, rel=0.1)
    assert right[2] == pytest.approx(-left[2])
    shake = [(k / 60, 300.0 + 40.0 * (-1) ** (k // 3), 250.0) for k in range(40)]
    shaken = thrown([*shake, *((40 / 60 + t, x + 240.0, y) for t, x, y in line(700.0, 0.1))])
    assert shaken.shaken > 0.8
    assert shaken.aim.spin is not None
    assert straight is not None
    assert shaken.aim.spin[1] > 1.5 * straight[1]


@pytest.mark.parametrize("hand", [(-300.0, 100.0), (120.0, -200.0), (-200.0, -200.0), (500.0, 400.0)])
@pytest.mark.parametrize("heading", [0.0, math.pi / 4, math.pi / 2, math.pi, -math.pi / 2])
def test_a_hard_flick_beside_a_tray_ends_in_it(hand: tuple[float, float], heading: float) -> None:
    """If dice are thrown into a tray, they stay in it, wherever the hand is and in whichever direction it flicks."""
    tray = Tray(254.0, 203.2, 76.2, (500.0, 200.0))
    table = Table(450.0, 450.0, tray=tray)
    request = AimThrow("Ann", "roll", ("d6", "d6"), tray.width, tray.depth, 50.0, in_tray=True)
    corner = tray.at
    across, along = 3000.0 * math.cos(heading), 3000.0 * math.sin(heading)
    x, y = corner[0] + hand[0], corner[1] + hand[1]
    gesture = ThrowGesture(request, 0.0, x, y, corner)
    for k in range(1, 7):
        gesture.move(k / 100, x + across * k / 100, y + along * k / 100)
    aim = gesture.preview.aim
    assert aim.strength == throwing.MAX_TRAY_STRENGTH
    dice = (Die("d1"), Die("d2"))
    at = (corner[0] + aim.at[0], corner[1] + aim.at[1])
    roll = Roll(dice, at, aim.heading, HAND, aim.drop, aim.strength, in_tray=True, spin=aim.spin, by_hand=True)
    lying = perform(table, roll, 1).table.dice
    assert len(lying) == 2
    assert all(tray.contains(die.pose.xy) for die in lying.values())


def test_a_key_rolls_plainly() -> None:
    """If a key throws, dice go to the middle with the errors of the standard hand. Into a tray they get the usual
    strength for trays.
    """
    aim = throwing.default_throw(THROW)
    assert not aim.by_hand
    assert aim.spin is None
    assert aim.at == (300.0, 250.0)
    assert (
        throwing.default_throw(AimThrow("Ann", "roll", ("d6",), 1.0, 1.0, 120.0, in_tray=True)).strength
        == TRAY_STRENGTH
    )


def test_a_die_lands_where_it_is_let_go() -> None:
    """A die that is put on a tower lands where it is released, with its turn. If the hand hardly moved, the die has no
    velocity.
    """
    hand = StackGesture(PLACE, (100.0, 200.0))
    hand.move(0.0, 60.0, 200.0)
    assert hand.held is not None
    assert not hand.held.is_over_tower
    hand.move(0.5, 103.0, 202.0)
    hand.turn(0.25)
    assert hand.release(1.0, 103.5, 202.0) == Put((3.5, 2.0), 0.25)
    held = hand.held.pose(Die("top", pose=Pose((100.0, 200.0, 40.0))))
    assert held.at == (103.5, 202.0, 68.0)


def test_a_die_let_go_in_motion_keeps_it() -> None:
    """If the hand moves when it releases a die over the tower, the die keeps this velocity. If the hand is beside the
    tower, the die stays in it.
    """
    hand = StackGesture(PLACE, (100.0, 250.0))
    for seen in line(300.0, 0.3, start=13.0):
        hand.move(*seen)
    put = hand.release(0.3, 103.0, 250.0)
    assert put is not None
    assert put.velocity == pytest.approx((300.0, 0.0))
    assert hand.release(0.4, 133.0, 250.0) is None


def test_a_drag_follows_the_mouse_along_the_line() -> None:
    """A dragged model follows the mouse along its line. It keeps the distance from the mouse that it had when it was
    grabbed, and stays between the ends.
    """
    hand = CarryGesture(CARRY, (100.0, 300.0), 5.0, 107.0, 311.0)

    def moved(t: float, x: float, y: float) -> tuple[tuple[int, float], ...]:
        hand.move(t, x, y)
        return hand.take_samples()

    assert moved(5.0, 107.0, 311.0) == ((0, 0.0),)
    assert moved(5.1, 157.004, 350.0) == ((24, 50.0),)
    assert moved(5.1, 158.0, 350.0) == ()
    assert hand.state.at == (151.0, 300.0)
    assert moved(5.2, 50.0, 311.0) == ((48, 0.0),)
    assert moved(5.3, 907.0, 311.0) == ((72, 300.0),)
    assert hand.state.distance == hand.state.length
    assert hand.release().samples[-1] == (72, 300.0)


def test_the_longest_drag_is_let_go() -> None:
    """After 30 s a drag takes no more samples, and its answer is still accepted."""
    hand = CarryGesture(CARRY, (100.0, 300.0), 0.0, 100.0, 300.0)
    for k in range(40):
        hand.move(float(k), 100.0 + k, 300.0)
        hand.take_samples()
    assert hand.is_full
    assert hand.release().samples[-1][0] == CARRY.MAX_TICKS
    assert CARRY.refusal(hand.release()) is None


def test_a_motion_without_a_place_is_none() -> None:
    """Without valid samples the mouse has no speed, no turning and no shaking."""
    motion = MouseTrack()
    motion.add(0.0, math.inf, 0.0)
    assert motion.last is None
    assert (motion.velocity(), motion.turn_rate(), motion.shake_length()) == ((0.0, 0.0), 0.0, 0.0)


def test_a_click_throws_dice_that_turn_over() -> None:
    """If dice are released from a hand at rest, they get enough spin to turn over."""
    aim = thrown([(0.0, 300.0, 250.0), (0.05, 300.0, 250.0)]).aim
    assert aim.strength == THROW.STRENGTHS[0]
    assert aim.spin is not None
    assert math.hypot(*aim.spin) >= throwing.LEAST_SPIN
