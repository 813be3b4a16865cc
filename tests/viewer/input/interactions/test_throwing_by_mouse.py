"""Dice are thrown with the mouse, onto the table or at a target: what is answered, and what is drawn and told."""

import math
from dataclasses import replace
from typing import Any

import pytest

from riotsim.play.requests import Aim, AimThrow, Target
from riotsim.replay.recording import Seat
from riotsim.table.acts import Mark
from riotsim.table.dice.kinds import die_kind
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import OFF_TABLE, Clearance, Region
from riotsim.table.pieces import Model
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table, Tray
from riotsim.testing.tables import empty_table, with_tower
from riotsim.viewer.input.gestures.target_throw import default_target_throw
from riotsim.viewer.input.gestures.throw import ThrowGesture, default_throw
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.target_throw import HAND_AREA_COLOUR, IMPACT_RADIUS, TargetThrowInteraction
from riotsim.viewer.input.interactions.throw import (
    DICE_GAP,
    HAND_HEIGHT,
    HOLD,
    HOLD_IN_TRAY,
    LET_GO,
    MAY_LEAVE,
    TRAY_RING,
    ThrowInteraction,
    dice_in_hand,
    force_colour,
    with_owners_colours,
)
from riotsim.viewer.scene.marks import Area, Ghost, Label, Path, Ring

ROLL = AimThrow("Ada", "roll", ("d6", "d6", "d6"), 800.0, 500.0, 50.0)

TABLE = empty_table(800.0, 500.0)

TRAY = Table(800.0, 500.0, tray=Tray(240.0, 180.0, 60.0, (820.0, 30.0)))

IN_TRAY = AimThrow("Ada", "roll", ("d6", "d6", "d6"), 240.0, 180.0, 50.0, in_tray=True)


def at(t: float, x: float, y: float) -> Pointer:
    """Return a pointer at a time and a place."""
    return Pointer((x, y), None, t)


def near(*numbers: float) -> Any:
    """Return a value that is equal to a tuple of numbers near the given ones."""
    return pytest.approx(numbers)


def test_dice_in_hand_lie_in_a_spiral() -> None:
    """Dice in the hand lie in a spiral: die k is √k gaps from the hand, and 2.4 rad farther round than the die before.
    It shows the number k + 1. Shaking turns the spiral, and each die is also moved by its own offset.
    """
    request = replace(ROLL, dice=("d6", "d8", "d6"), owners=("Ada", "Bea", "Cy"))
    for shaken, offsets in ((0.0, ()), (0.5, ((1.0, 2.0), (3.0, -4.0), (-5.0, 6.0)))):
        ghosts = dice_in_hand(request, (200.0, 100.0), shaken, offsets)
        assert len(ghosts) == 3
        for k, ghost in enumerate(ghosts):
            x, y = offsets[k] if offsets else (0.0, 0.0)
            turn, far = 2.4 * k + 9.0 * shaken, math.sqrt(k) * 22.0
            place = (200.0 + x + far * math.cos(turn), 100.0 + y + far * math.sin(turn))
            assert ghost.pose.at == near(*place, HAND_HEIGHT + 6.0 * math.sin(3.0 * k))
            die: Any = ghost.piece
            assert (die.id, die.kind, die.pose, die.owner) == (
                f"in-hand-{k}",
                die_kind(request.dice[k]),
                ghost.pose,
                request.owners[k],
            )
            assert (die.shows, ghost.colour) == (k + 1, "#ffffff")
    assert DICE_GAP == 22.0


def test_dice_in_hand_begin_their_numbers_anew() -> None:
    """If there are more dice in the hand than sides, the numbers begin again with the lowest. Dice without owners
    belong to the player.
    """
    ghosts = dice_in_hand(replace(ROLL, dice=("d4",) * 6), (0.0, 0.0))
    seen: list[Any] = [ghost.piece for ghost in ghosts]
    assert [(die.shows, die.owner) for die in seen] == [(k, "Ada") for k in (1, 2, 3, 4, 1, 2)]


def test_dice_of_unknown_kinds_are_not_drawn() -> None:
    """If only the rules know a kind of die, dice of this kind aren't drawn in the hand. The other dice keep their
    places.
    """
    some = dice_in_hand(replace(ROLL, dice=("d6", "mystery", "d6")), (50.0, 60.0))
    all_ = dice_in_hand(ROLL, (50.0, 60.0))
    assert some == (all_[0], all_[2])


def test_dice_have_their_owners_colours() -> None:
    """The ghosts of dice get the colours of their owners' seats. Other ghosts and marks keep their own."""
    dice = dice_in_hand(replace(ROLL, owners=("Ada", "Bea", "Cy")), (0.0, 0.0))
    model = Ghost(Model("a1", "Ada", (0.0, 0.0)), Pose((0.0, 0.0, 0.0)), "#123456")
    ring = Ring((0.0, 0.0), 5.0, "#654321")
    seats = (Seat("Ada", "#aa0000", "A"), Seat("Bea", "#00bb00", "B"))
    overlay = with_owners_colours(TableOverlay({"a1": "hover"}, (*dice, model, ring), "hint"), seats)
    wanted = (*(replace(die, colour=c) for die, c in zip(dice, ("#aa0000", "#00bb00", "#ffffff"), strict=True)),)
    assert overlay == TableOverlay({"a1": "hover"}, (*wanted, model, ring), "hint")
    plain = TableOverlay(marks=(model, ring))
    assert with_owners_colours(plain, seats) is plain


@pytest.mark.parametrize(("share", "colour"), [(0.0, "#7fd08a"), (1.0, "#ff6b57"), (0.5, "#bf9e70"), (0.25, "#9fb77d")])
def test_hard_throws_are_red(share: float, colour: str) -> None:
    """The colour of a throw changes evenly with its strength, from green for the weakest to red for the hardest."""
    assert force_colour(share) == colour


@pytest.mark.parametrize(("request_", "table", "hint"), [(ROLL, TABLE, HOLD), (IN_TRAY, TRAY, HOLD_IN_TRAY)])
def test_the_dice_follow_the_pointer_before_they_are_taken(request_: AimThrow, table: Table, hint: str) -> None:
    """Until the mouse is over the table, no dice are drawn. Then they are at the mouse, with a hint."""
    throws = ThrowInteraction(request_, table, hands=True)
    assert throws.overlay() == TableOverlay()
    assert (throws.instruction, throws.level) == (hint, 70.0)
    throws.moved(at(0.0, 300.0, 200.0))
    assert throws.overlay() == TableOverlay(marks=dice_in_hand(request_, (300.0, 200.0)), hint=hint)
    throws.pressed(at(0.1, 310.0, 210.0))
    assert throws.cancel()
    assert not throws.cancel()
    assert throws.overlay() == TableOverlay(marks=dice_in_hand(request_, (310.0, 210.0)), hint=hint)
    assert throws.released(at(0.2, 310.0, 210.0)) is None
    mystery = ThrowInteraction(replace(request_, dice=("mystery",)), table, hands=True)
    mystery.moved(at(0.0, 300.0, 200.0))
    assert mystery.overlay() == TableOverlay()


def test_without_gestures_the_mouse_throws_nothing() -> None:
    """If gestures are off, no dice are drawn and a press grabs none."""
    throws = ThrowInteraction(ROLL, TABLE, hands=False)
    throws.moved(at(0.0, 300.0, 200.0))
    assert throws.pressed(at(0.1, 300.0, 200.0)) is None
    throws.moved(at(0.2, 340.0, 200.0))
    assert throws.overlay() == TableOverlay()
    assert (throws.instruction, throws.cancel()) == ("", False)
    assert throws.shake() == []


@pytest.mark.parametrize(
    ("request_", "table", "corner", "walled"),
    [
        (ROLL, TABLE, (0.0, 0.0), False),
        (ROLL, replace(TABLE, wall_height=40.0), (0.0, 0.0), True),
        (ROLL, TRAY, (0.0, 0.0), False),
        (IN_TRAY, TRAY, (820.0, 30.0), False),
    ],
)
@pytest.mark.parametrize("step", [6.0, 30.0])
def test_held_dice_show_the_throw_of_the_gesture(
    request_: AimThrow, table: Table, corner: Point, step: float, *, walled: bool
) -> None:
    """While dice are held, their flight is drawn with its strength. A ring shows their spread, and has a fixed radius
    in the tray or within walls. If dice may leave the table, the marks are red and a hint warns. The release throws the
    dice.
    """
    gesture = ThrowGesture(request_, 0.0, 500.0, 200.0, corner, walled=walled)
    throws = ThrowInteraction(request_, table, hands=True)
    assert throws.pressed(at(0.0, 500.0, 200.0)) is None
    for k in range(1, 7):
        gesture.move(k / 60, 500.0 + step * k, 200.0 + k)
        throws.moved(at(k / 60, 500.0 + step * k, 200.0 + k))
        throws.shake()
    preview = gesture.preview
    assert preview.may_leave == (step == 30.0 and table.wall_height == 0.0 and not request_.in_tray)
    colour = force_colour(1.0 if preview.may_leave else preview.force)
    *dice, flight, ring, label = throws.overlay().marks
    assert tuple(dice) == dice_in_hand(request_, preview.hand, preview.shaken, throws._loose.offsets)
    assert flight == Path((preview.start, preview.at), colour, 3.0 + 5.0 * preview.force)
    assert ring == Ring(preview.at, TRAY_RING if request_.in_tray or walled else preview.spread, colour)
    strength = f"strength {round(100.0 * preview.force)} %" + (", may leave the table" if preview.may_leave else "")
    assert label == Label((*preview.at, 20.0), strength, colour)
    assert throws.overlay().hint == (MAY_LEAVE if preview.may_leave else LET_GO)
    assert throws.released(at(0.1, 500.0 + 6 * step, 206.0)) == gesture.release(0.1, 500.0 + 6 * step, 206.0)
    assert throws.released(at(0.2, 500.0, 200.0)) is None


@pytest.mark.parametrize("before_the_grab", [True, False])
def test_a_flick_that_waited_for_a_picture_is_spread(*, before_the_grab: bool) -> None:
    """If movements arrive together after a slow picture, they are spread over the time of its drawing. A movement of 84
    mm in 120 ms is therefore a throw with the usual speed of 700 mm/s. This holds for throws onto the table and at a
    target.
    """
    target = TargetThrowInteraction(AT_TOWER, TOWER, hands=True)
    for throws in (ThrowInteraction(ROLL, TABLE, hands=True), target):
        if before_the_grab:
            throws.drawn(1.0)
        throws.pressed(at(1.0, 300.0, 60.0))
        if not before_the_grab:
            throws.drawn(1.0)
        throws.moved(at(1.119, 300.0, 102.0))
        answer = throws.released(at(1.12, 300.0, 144.0))
        assert isinstance(answer, Aim)
        assert answer.strength == pytest.approx(1.0)
        assert answer.heading == pytest.approx(math.pi / 2)


def test_shaken_dice_knock_and_move_in_the_hand() -> None:
    """Each movement of the hand shakes the dice once, and they knock. The ticks of knocks count from the last call. If
    dice are grabbed anew, they begin at rest.
    """
    throws = ThrowInteraction(ROLL, TABLE, hands=True)
    throws.pressed(at(1.0, 300.0, 200.0))
    still = throws._loose.offsets
    assert (throws.shake(), throws._loose.offsets) == ([], still)
    throws.moved(at(1.05, 360.0, 200.0))
    first = throws.shake()
    assert {knock.one.piece for knock in first} == {"in-hand-0", "in-hand-1", "in-hand-2"}
    assert all(0 <= knock.tick <= 12 and knock.at == (360.0, 200.0, 70.0) for knock in first)
    assert throws._loose.offsets != still
    assert throws.shake() == []
    throws.moved(at(1.1, 300.0, 200.0))
    throws.moved(at(1.2, 400.0, 200.0))
    second = throws.shake()
    assert any(0 <= knock.tick <= 12 and knock.at[0] == 300.0 for knock in second)
    assert any(12 <= knock.tick <= 36 and knock.at[0] == 400.0 for knock in second)
    throws.released(at(1.3, 400.0, 200.0))
    assert throws.shake() == []
    throws.pressed(at(2.0, 300.0, 200.0))
    assert throws._loose.offsets == still
    assert throws.shake() == []


@pytest.mark.parametrize(
    ("point", "inside"),
    [((900.0, 50.0), (80.0, 20.0)), ((100.0, 300.0), (0.0, 180.0)), ((2000.0, -40.0), (240.0, 0.0))],
)
def test_a_throw_to_a_point_stays_in_the_tray(point: Point, inside: Point) -> None:
    """If dice are thrown to a point, it is measured from the tray's corner. A point outside the tray is moved to its
    edge.
    """
    throws = ThrowInteraction(IN_TRAY, TRAY, hands=True)
    assert throws.throw_at(point) == replace(default_throw(IN_TRAY), at=inside)
    assert throws.default_answer() == default_throw(IN_TRAY)
    assert ThrowInteraction(ROLL, TRAY, hands=True).throw_at((120.0, 600.0)) == replace(
        default_throw(ROLL), at=(120.0, 500.0)
    )


AT: Point = (300.0, 380.0)

HANDS = Region(disc((0.0, 0.0), 14.0), 600.0, 500.0, (Clearance(disc(AT, 11.0), 150.0, "too near"),))

AT_TOWER = AimThrow(
    "Ada", "knock", ("d6",), 600.0, 500.0, 50.0, target=Target("b1", AT, Mark(200.0, 40.0), HANDS), owners=("Cy",)
)

TOWER = with_tower(empty_table(600.0, 500.0), 2, name="b1", at=AT)

ROOM = Area(HANDS, HAND_AREA_COLOUR)


def test_the_target_glows_and_the_hand_area_is_shown() -> None:
    """If a tower is the target, all its dice glow. Any other target glows itself. Where the hand is allowed, the die is
    at the mouse. Elsewhere a hint says why the die can't be thrown there.
    """
    throws = TargetThrowInteraction(AT_TOWER, TOWER, hands=True)
    assert TargetThrowInteraction(AT_TOWER, empty_table(), hands=True).overlay().glow == {"b1": "reached"}
    tower = TargetThrowInteraction(AT_TOWER, TOWER, hands=False).overlay()
    assert tower == TableOverlay({"b1-00": "reached", "b1-01": "reached"})
    assert throws.overlay() == replace(tower, marks=(ROOM,))
    throws.moved(at(0.0, 200.0, 100.0))
    dice = dice_in_hand(AT_TOWER, (200.0, 100.0))
    hint = "Hold the button, and flick the die at the tower"
    assert throws.overlay() == replace(tower, marks=(ROOM, *dice), hint=hint)
    for x, y, why in ((5.0, 100.0, OFF_TABLE), (300.0, 300.0, "too near")):
        throws.moved(at(0.1, x, y))
        assert throws.overlay() == replace(tower, marks=(ROOM,), hint=why, refused=True)
    assert throws.level == 70.0
    assert throws.instruction == "Hold the mouse button on the glowing area, and flick the die at the tower"
    assert TargetThrowInteraction(AT_TOWER, TOWER, hands=False).instruction == ""


def test_a_flick_at_a_target_is_drawn_and_thrown() -> None:
    """While the button is pressed, the die, its flight to the target and its strength are drawn."""
    throws = TargetThrowInteraction(AT_TOWER, TOWER, hands=True)
    assert throws.pressed(at(0.0, 300.0, 50.0)) is None
    for k in range(1, 11):
        throws.moved(at(k / 50, 300.0, 50.0 + 14.0 * k))
    # The hand moves at 700 mm/s from (300, 190) straight to the tower, 190 mm ahead.
    *dice, flight, ring, label = throws.overlay().marks
    assert tuple(dice) == dice_in_hand(AT_TOWER, (300.0, 190.0))
    force = (1.0 - 0.3) / (4.0 - 0.3)
    colour = force_colour(force)
    assert isinstance(flight, Path)
    assert flight.colour == colour
    assert flight.width == pytest.approx(2.0 + 4.0 * force)
    assert tuple(flight.points[0]) == (300.0, 190.0)
    assert tuple(flight.points[1]) == near(*AT)
    assert isinstance(ring, Ring)
    assert (tuple(ring.at), ring.radius, ring.colour) == (near(*AT), IMPACT_RADIUS, colour)
    assert isinstance(label, Label)
    assert (label.at, label.text, label.colour) == (near(*AT, 20.0), "strength 19 %", colour)
    assert (throws.overlay().hint, throws.overlay().refused) == ("", False)
    aim = throws.released(at(0.2, 300.0, 190.0))
    assert isinstance(aim, Aim)
    assert (aim.strength, aim.heading) == near(1.0, math.pi / 2)
    assert aim.at == near(*AT)
    assert throws.released(at(0.3, 300.0, 190.0)) is None


def test_a_hand_that_rests_keeps_the_die() -> None:
    """If a die is released at rest, nothing is thrown. A hint says how to throw, until the mouse moves. If the hand
    isn't allowed there, the hint says so instead.
    """
    rest = "flick the die: release the button while the mouse is moving"
    throws = TargetThrowInteraction(AT_TOWER, TOWER, hands=True)
    throws.pressed(at(0.0, 200.0, 100.0))
    assert throws.released(at(1.0, 200.0, 100.0)) is None
    tower = replace(throws.overlay(), marks=(ROOM,))
    assert throws.overlay() == tower
    assert (tower.hint, tower.refused) == (rest, True)
    throws.moved(at(1.1, 200.0, 101.0))
    assert throws.overlay().hint == "Hold the button, and flick the die at the tower"
    throws.pressed(at(2.0, 300.0, 300.0))
    throws.released(at(3.0, 300.0, 300.0))
    assert throws.overlay().hint == "too near"
    throws.pressed(at(4.0, 200.0, 100.0))
    assert (throws.cancel(), throws.cancel()) == (True, False)
    assert throws.overlay().hint == "Hold the button, and flick the die at the tower"
    off = TargetThrowInteraction(AT_TOWER, TOWER, hands=False)
    off.pressed(at(0.0, 200.0, 100.0))
    assert off.released(at(0.1, 250.0, 100.0)) is None


def test_a_key_throws_at_the_target() -> None:
    """If a key throws at the target, the die starts at the middle of the front edge. If a point is given, the die
    starts at the allowed place nearest to it.
    """
    throws = TargetThrowInteraction(AT_TOWER, TOWER, hands=True)
    assert throws.default_answer() == default_target_throw(AT_TOWER)
    assert throws.throw_at((50.0, 200.0)) == default_target_throw(AT_TOWER, (50.0, 200.0))
