"""Sounds of hands: dice knock in the fist, a carried tower creaks before it falls, coins ring at the end."""

import math
from collections.abc import Sequence
from itertools import pairwise

import pytest

from riotsim.play.requests import AimThrow
from riotsim.table.acts import Carry, Hand, Pace
from riotsim.table.impacts import Impact
from riotsim.table.pieces import Model, PieceId, Round
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.input.gestures.loose_dice import ROOM, LooseDice
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.input.interactions.throw import ThrowInteraction, dice_in_hand
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.hand import COINS, HandSounds, lean
from riotsim.viewer.scene.marks import Ring
from riotsim.viewer.session.messages import GameOver

TABLE = Table(600.0, 600.0)
HAND = Hand("steady", 0, 0, 0, 10, 0, 700, 0, 25, (("usual", Pace(300.0, 900.0)),))
TICK = 1 / 60


def shaken(count: int, amplitude: float, hertz: float = 4.0, seconds: float = 1.0) -> list[Impact]:
    """Return the knocks of dice in a hand that moves back and forth (mm)."""
    dice, found = LooseDice(count), []
    for k in range(round(seconds / TICK)):
        found += dice.move(k * TICK, (300.0 + amplitude * math.sin(2 * math.pi * hertz * k * TICK), 300.0), 70.0)
        assert all(math.hypot(*offset) <= ROOM + 1e-6 for offset in dice.offsets), "dice stay in the hand"
    return found


def test_dice_knock_while_they_are_shaken() -> None:
    """Dice in a hand that is shaken more widely knock harder. A hand at rest or with a single die is silent."""
    gentle, wild = shaken(3, 25.0), shaken(3, 80.0)
    assert gentle
    assert max(one.impulse for one in wild) > 1.5 * max(one.impulse for one in gentle)
    assert len(wild) >= 8, "each turn of the hand is heard"
    assert shaken(3, 0.0) == []
    assert shaken(1, 80.0) == []


@pytest.mark.parametrize("mouse", [(math.nan, 0.0, 0.0), (math.inf, 1.0, 1.0), (-5.0, 0.0, 0.0), (0.0, math.inf, 0.0)])
def test_any_mouse_shakes(mouse: tuple[float, float, float]) -> None:
    """If a mouse event has no valid place or time, or is out of order, the dice stay within the hand."""
    dice = LooseDice(2)
    for seconds, x, y in ((0.0, 0.0, 0.0), mouse, (0.1, 90.0, 0.0), (0.2, -90.0, 0.0)):
        dice.move(seconds, (x, y), 70.0)
    assert all(math.hypot(*offset) <= ROOM + 1e-6 for offset in dice.offsets)


def test_a_shaken_fist_is_heard_through_the_window() -> None:
    """If a fist with dice is shaken, the knocks become impacts of the displayed state, in few batches. The drawn dice
    move in the fist.
    """
    request = AimThrow("Ann", "roll", ("d6", "d6", "d6"), 600.0, 600.0, 50.0)
    fist, sounds, showing = ThrowInteraction(request, TABLE, hands=True), HandSounds(), DisplayState(TABLE)
    batches, places = [], set()
    fist.pressed(Pointer((300.0, 300.0), None, 0.0))
    for k in range(60):
        fist.moved(Pointer((300.0 + 70.0 * math.sin(0.4 * k), 300.0), None, k * TICK))
        sounds.advance(showing, fist, TICK, fist.shake())
        if showing.impacts:
            batches.append(showing.impacts)
            showing.impacts = []
        ghost = fist.overlay().marks[0]
        places.add(round(ghost.pose.at[0] - 300.0 - 70.0 * math.sin(0.4 * k), 3))  # type: ignore[union-attr]
    assert 3 <= len(batches) <= 20
    assert all(one.tick <= other.tick + 60 for batch in batches for one, other in pairwise(batch))
    assert len(places) > 5


def test_dice_are_drawn_where_they_have_moved_in_the_hand() -> None:
    """If a die has moved in the hand, it is drawn at its place at rest plus this movement."""
    request, moved = AimThrow("Ann", "roll", ("d6", "d6"), 600.0, 600.0, 50.0), [(5.0, -3.0), (-4.0, 2.0)]
    still, shifted = dice_in_hand(request, (300.0, 200.0)), dice_in_hand(request, (300.0, 200.0), offsets=moved)
    for before, after, (x, y) in zip(still, shifted, moved, strict=True):
        assert after.pose.xy == pytest.approx((before.pose.xy[0] + x, before.pose.xy[1] + y))


def leaning(heights: int, shift: float) -> tuple[Table, dict[PieceId, Pose]]:
    """Return a table with a tower, and the poses of its dice if each is shifted over the one below (mm)."""
    table = with_tower(TABLE, heights, name="m", at=(300.0, 300.0))
    dice = table.tower_dice("m")
    return table, {die.id: die.pose.translated((shift * k, 0.0, 0.0)) for k, die in enumerate(dice)}


def test_a_tower_leans_as_its_dice_hang_over() -> None:
    """A straight tower has a lean of about 0. A lean of 1 means that the dice above a die are balanced on its edge."""
    table, straight = leaning(6, 0.0)
    assert lean(table, straight, "m") == pytest.approx(0.0, abs=0.15)
    _, two = leaning(2, 0.0)
    edge = table.tower_dice("m")[0].size / 2
    table, two = leaning(2, edge)
    assert lean(table, two, "m") == pytest.approx(1.0, abs=0.1)
    near, far = (lean(*leaning(6, shift), "m") for shift in (1.0, 2.0))
    assert 0.2 < near < far
    fallen = {name: Pose((*pose.xy, 8.0)) for name, pose in two.items()}
    assert lean(table, fallen, "m") == 0.0
    assert lean(table, {}, "nobody") == 0.0


def creaks(shifts: Sequence[float]) -> tuple[list[int], list[TableOverlay]]:
    """Return the frames in which a carried tower creaks, and the overlays, for a shift of its dice in each frame."""
    sounds, heard, drawn = HandSounds(), [], []
    table, _ = leaning(6, 0.0)
    table = table.with_pieces(Model("m", "Ann", (300.0, 300.0), Round(25.0)))
    showing = DisplayState(table, act=Carry("m", (400.0, 300.0), HAND, "usual"))
    for k, shift in enumerate(shifts):
        showing.poses = leaning(6, shift)[1]
        sounds.advance(showing, None, TICK)
        heard += [k] * len(showing.impacts)
        showing.impacts = []
        drawn.append(sounds.added_to(TableOverlay(), showing))
    return heard, drawn


def test_a_carried_tower_creaks_before_it_falls() -> None:
    """A straight tower is silent. The more a carried tower leans, the faster it creaks, and the redder its ring is."""
    assert creaks([0.0] * 120) == ([], [TableOverlay()] * 120)
    little, marks = creaks([1.2] * 120)
    much, more = creaks([2.2] * 120)
    assert 0 < len(little) < len(much)
    (ring,), (redder,) = marks[-1].marks, more[-1].marks
    assert isinstance(ring, Ring)
    assert isinstance(redder, Ring)
    assert int(redder.colour[1:3], 16) > int(ring.colour[1:3], 16)


def test_coins_ring_once_at_the_end() -> None:
    """The coins ring when the result of a game is shown. They ring again only if an undo has hidden the result."""
    sounds, showing = HandSounds(), DisplayState(TABLE)
    counts = []
    for over in (None, GameOver(()), GameOver(()), None, GameOver(())):
        showing.game_over = over
        sounds.advance(showing, None, TICK)
        counts.append(len(showing.impacts))
        showing.impacts = []
    assert counts == [0, COINS, 0, 0, COINS]


@pytest.mark.parametrize("way", [(1.0, 0.0), (0.0, 1.0), (-0.6, -0.8)])
def test_a_hand_that_stops_takes_its_dice_along(way: tuple[float, float]) -> None:
    """Whichever way a hand has moved, the dice in it come to rest soon after the hand stops."""
    dice = LooseDice(2)
    for k in range(30):
        dice.move(k * TICK, (20.0 * k * way[0], 20.0 * k * way[1]), 70.0)
    places = []
    for k in range(30, 90):
        dice.move(k * TICK, (580.0 * way[0], 580.0 * way[1]), 70.0)
        places.append(dice.offsets)
    for before, after in zip(places[-2], places[-1], strict=True):
        assert math.dist(before, after) < 0.2
