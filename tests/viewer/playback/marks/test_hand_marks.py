"""What the window adds for a player's hand: knocks in batches, creaks of a tower, coins and released dice."""

import math

import pytest

from riotsim.play.displays import ShownStrike
from riotsim.play.requests import AimThrow, SetPace
from riotsim.replay.recording import seats
from riotsim.replay.timeline import Fall
from riotsim.table.acts import Carry, Hand, Pace, Roll
from riotsim.table.impacts import Collider, Impact
from riotsim.table.pieces import Die, Model, PieceId, Tower
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.input.interactions.carry import CarryInteraction
from riotsim.viewer.input.interactions.interaction import Interaction, Pointer, TableOverlay
from riotsim.viewer.input.interactions.throw import ThrowInteraction, force_colour
from riotsim.viewer.playback.display import NOTICE_SECONDS, DisplayState, Notices, PlacedStrike, placed_strikes
from riotsim.viewer.playback.effects import GameEffects
from riotsim.viewer.playback.hand import (
    BATCH_SECONDS,
    CREAK_IMPULSES,
    CREAK_SPEED,
    CRITICAL,
    FALLEN,
    FAST_CREAK,
    RING_MARGIN,
    SLOW_CREAK,
    UNEASY,
    HandSounds,
    ReleasedDice,
    coins,
    lean,
)
from riotsim.viewer.scene.marks import Ghost, Mark, Ring
from riotsim.viewer.session.messages import (
    SETUP,
    GameOver,
    GameStatus,
    HostFailed,
    LessonStatus,
    LessonStopped,
    Line,
    Question,
)

HAND = Hand("steady", 0, 0, 0, 10, 0, 700, 0, 25, (("usual", Pace(300.0, 900.0)),))
EMPTY = Table(600.0, 400.0)
THROW = AimThrow("Ann", "roll", ("d6", "d6"), 600.0, 400.0, 50.0)
NELL = Model("m", "Ann", (270.0, 200.0))
TOWER = with_tower(EMPTY, 3, name="m", at=(300.0, 200.0)).with_pieces(NELL)
"""Nell, and her tower of three dice of 16 mm. If the upper two are shifted by 8 mm, the tower leans by 1."""


def fist() -> ThrowInteraction:
    """Return a hand with dice over the table."""
    hand = ThrowInteraction(THROW, EMPTY, hands=True)
    hand.moved(Pointer((200.0, 150.0), None, 0.0))
    return hand


def knock(tick: int) -> Impact:
    """Return a knock in the hand."""
    return Impact(tick, Collider("die", "a"), Collider("die", "b"), (1.0, 2.0, 3.0), 400.0, 500.0)


def test_knocks_are_gathered() -> None:
    """Knocks are played together, `BATCH_SECONDS` after the first of them. Later knocks have later ticks (240 a
    second). The next batch begins anew. When the hand has no dice any more, the rest is played at once.
    """
    sounds, showing, hand = HandSounds(), DisplayState(EMPTY), fist()
    heard = []
    for seconds, ticks in (
        (9.0, ()), (9.0, (2,)), (BATCH_SECONDS / 2, (1, 3)), (BATCH_SECONDS / 2, ()),
        (9.0, (4,)), (BATCH_SECONDS / 4, ()), (BATCH_SECONDS / 4, (5,)),
    ):  # fmt: skip
        sounds.advance(showing, hand, seconds, [knock(tick) for tick in ticks])
        heard.append(showing.impacts)
        showing.impacts = []
    first = [knock(2), knock(1 + 6), knock(3 + 6)]
    assert heard == [[], [], [], first, [], [], []]
    sounds.advance(showing, None, 0.0)
    assert showing.impacts == [knock(4), knock(5 + 6)]
    showing.impacts = []
    sounds.advance(showing, None, 9.0, [knock(7)])
    assert showing.impacts == [knock(7)]


def leaning(share: float) -> dict[PieceId, Pose]:
    """Return the poses of Nell's tower, whose lower die has been carried by (50, 20), if it leans by a share."""
    lower, *above = TOWER.tower_dice("m")
    return {
        lower.id: lower.pose.translated((50.0, 20.0, 0.0)),
        **{die.id: die.pose.translated((50.0, 20.0 - 8.0 * share, 0.0)) for die in above},
    }


MIDDLE = (UNEASY + CRITICAL) / 2
SOFT, LOUD = CREAK_IMPULSES


@pytest.mark.parametrize(
    ("share", "gap", "impulse", "near"),
    [
        (UNEASY + 1e-9, SLOW_CREAK, SOFT, 0.0),
        (MIDDLE + 1e-6, math.sqrt(SLOW_CREAK * FAST_CREAK), (SOFT + LOUD) / 2, 0.500001),
        (CRITICAL, FAST_CREAK, LOUD, 1.0),
        (1.2, FAST_CREAK, LOUD, 1.0),
    ],
)
def test_when_and_how_a_tower_creaks(share: float, gap: float, impulse: float, near: float) -> None:
    """If the lean grows by equal steps, the time between creaks shrinks by equal factors, from `SLOW_CREAK` to
    `FAST_CREAK`, and the impulse grows by equal steps. The uppermost die creaks. A ring goes around the lowest die.
    """
    sounds, showing = HandSounds(), DisplayState(TOWER, act=Carry("m", (400.0, 200.0), HAND, "usual"))
    showing.poses = leaning(share)
    _, below, upper = TOWER.tower_dice("m")
    for _ in range(2):
        sounds.advance(showing, None, gap * 0.99)
        assert showing.impacts == []
        sounds.advance(showing, None, gap * 0.0101)
        (creak,) = showing.impacts
        assert (creak.one, creak.other) == (Collider("die", upper.id), Collider("die", below.id))
        assert (creak.tick, creak.at, creak.speed) == (0, showing.poses[upper.id].at, CREAK_SPEED)
        assert creak.impulse == pytest.approx(impulse, abs=0.01)
        showing.impacts = []
    first = Ring((1.0, 2.0), 3.0, "#123456")
    overlay = sounds.added_to(TableOverlay(marks=(first,)), showing)
    ring = Ring((350.0, 220.0, 8.0), 16.0 + RING_MARGIN, force_colour(near))
    assert overlay == TableOverlay(marks=(first, ring))
    showing.poses = {}
    assert sounds.added_to(TableOverlay(), showing).marks == (Ring((300.0, 200.0, 8.0), ring.radius, ring.colour),)
    showing.table = None
    assert sounds.added_to(TableOverlay(), showing) == TableOverlay()


def test_when_a_tower_is_silent() -> None:
    """A tower that leans less than `UNEASY`, that nobody carries or that is shown from near doesn't creak and has no
    ring. Time passes meanwhile: as soon as a carried tower leans more, the ring is there.
    """
    carry = Carry("m", (400.0, 200.0), HAND, "usual")
    other = Roll((), (0.0, 0.0), 0.0, HAND)
    close_up = Fall("m", (300.0, 200.0), 32.0, 100.0)
    for state in (
        DisplayState(TOWER, leaning(UNEASY - 1e-9), carry),
        DisplayState(TOWER, leaning(1.0), other),
        DisplayState(TOWER, leaning(1.0)),
        DisplayState(TOWER, leaning(1.0), carry, close_up=close_up),
        DisplayState(None, leaning(1.0), carry),
    ):
        sounds = HandSounds()
        sounds.advance(state, None, 5.0)
        assert state.impacts == []
        assert sounds.added_to(TableOverlay(), state) == TableOverlay()
        sounds.advance(DisplayState(TOWER, leaning(1.0), carry), None, 0.0)
        state.table = TOWER
        assert len(sounds.added_to(TableOverlay(), state).marks) == 1


def test_a_tower_that_is_dragged_creaks_while_it_is_held() -> None:
    """If a person drags a model, its leaning tower creaks once the mouse button is pressed, and not before."""
    request = SetPace("Ann", "carry", "m", (400.0, 200.0), 2, ("usual",), 130.0)
    hand = CarryInteraction(request, TOWER, hands=True)
    showing, sounds = DisplayState(TOWER, leaning(1.0)), HandSounds()
    sounds.advance(showing, hand, 1.0)
    assert showing.impacts == []
    hand.pressed(Pointer((270.0, 200.0), "m", 0.0))
    sounds.advance(showing, hand, 1.0)
    (creak,) = showing.impacts
    assert creak.at == showing.poses["m-02"].at
    showing.poses, showing.impacts = {"m-00": leaning(1.0)["m-00"].translated((-50.0, -28.0, 0.0))}, []
    sounds.advance(showing, hand, 1.0)
    (creak,) = showing.impacts
    assert creak.at == (300.0, 200.0, 40.0), "the upper die lies where the table has it"


def test_coins_fall_around_the_middle_of_the_table() -> None:
    """When the game is over, nine coins ring, each against the next coin. The gaps between the rings shrink by 2 ticks
    each, from 17 down to 5. The coins ring left of the middle, at the middle and right of the middle in turn.
    """
    found = coins(EMPTY)
    assert [one.tick for one in found] == [0, 17, 32, 45, 56, 65, 72, 77, 82]
    assert [(one.one.piece, one.other.piece) for one in found] == [(f"coin-{k}", f"coin-{k + 1}") for k in range(9)]
    assert {kind for one in found for kind in (one.one.kind, one.other.kind)} == {"token"}
    assert [one.at for one in found] == [(260.0, 200.0, 10.0), (300.0, 200.0, 10.0), (340.0, 200.0, 10.0)] * 3
    sounds, showing = HandSounds(), DisplayState(EMPTY)
    for over in (None, GameOver(()), GameOver(())):
        showing.game_over = over
        sounds.advance(showing, None, 1.0)
    assert showing.impacts == found


def tower_of(*places: tuple[float, float], sizes: tuple[float, ...] = (24.0, 16.0, 20.0)) -> Table:
    """Return a table with a tower of dice of given sizes (mm), at given places from the bottom up."""
    dice, level = [], 0.0
    for k, ((x, y), size) in enumerate(zip(places, sizes, strict=False)):
        dice.append(Die(f"d{k}", size=size, pose=Pose((x, y, level + size / 2))))
        level += size
    return EMPTY.with_pieces(*dice).with_tower("t", Tower(tuple(die.id for die in dice)))


@pytest.mark.parametrize(
    ("places", "leans"),
    [
        (((100.0, 50.0),), 0.0),
        (((100.0, 50.0), (103.0, 54.0)), 5.0 / 12.0),
        (((100.0, 50.0), (94.0, 50.0), (94.0, 50.0)), 6.0 / 12.0),
        # Above the lowest die, the weights are 16³ = 4096 and 20³ = 8000: the centre is 8000/12096 of the way to 6 mm.
        (((100.0, 50.0), (100.0, 50.0), (100.0, 56.0)), 6.0 / 8.0),
        (((100.0, 50.0), (109.0, 50.0), (109.0, 51.0)), math.hypot(9.0, 8000 / 12096) / 12.0),
        (((100.0, 50.0), (100.0, 37.5), (100.0, 41.5)), (12.5 - 4.0 * 8000 / 12096) / 12.0),
        (((100.0, 50.0), (100.0 + 12 * FALLEN - 0.01, 50.0)), FALLEN),
        (((100.0, 50.0), (100.0 + 12 * FALLEN + 0.01, 50.0)), 0.0),
    ],
)  # fmt: skip
def test_how_far_a_tower_leans(places: tuple[tuple[float, float], ...], leans: float) -> None:
    """At each die, take the distance from its centre to the centre of mass of the dice above it, as a share of half
    the die's size. The tower's lean is the greatest share. A tower that leans by `FALLEN` counts as fallen.
    """
    table = tower_of(*places)
    assert lean(table, {}, "t") == pytest.approx(leans, abs=1e-3)
    shifted = {die.id: die.pose.translated((30.0, -20.0, 5.0)) for die in table.tower_dice("t")}
    assert lean(table, shifted, "t") == pytest.approx(leans, abs=1e-3)


def test_a_tower_has_fallen_if_a_die_is_not_above_the_next() -> None:
    """If a die of a tower is shown no higher than the die that was below it, the lean is 0."""
    table = tower_of((100.0, 50.0), (103.0, 50.0))
    upper = table.dice["d1"].pose
    for z, leans in ((12.0, 0.0), (11.0, 0.0), (12.1, 0.25)):
        assert lean(table, {"d1": Pose((*upper.xy, z))}, "t") == pytest.approx(leans)


def ghosts(overlay: TableOverlay) -> list[Mark]:
    """Return the dice in the hand that an overlay shows."""
    return [mark for mark in overlay.marks if isinstance(mark, Ghost)]


def released() -> tuple[ReleasedDice, list[Mark]]:
    """Return dice that have just been released, and the marks that showed them in the hand."""
    dice, hand = ReleasedDice(), fist()
    hand.pressed(Pointer((210.0, 150.0), None, 0.1))
    dice.advance(DisplayState(EMPTY), hand)
    assert not dice.are_awaited
    assert dice.added_to(TableOverlay()) == TableOverlay()
    marks = ghosts(hand.overlay())
    assert len(marks) == 2 < len(hand.overlay().marks)
    dice.advance(DisplayState(EMPTY), None)
    return dice, marks


def test_released_dice_stay_visible() -> None:
    """After a person releases dice, they are still drawn as in the hand, after all other marks. The preview of their
    flight isn't drawn any more.
    """
    dice, marks = released()
    first = Ring((1.0, 2.0), 3.0, "#123456")
    for _ in range(2):
        assert dice.are_awaited
        assert dice.added_to(TableOverlay(marks=(first,))) == TableOverlay(marks=(first, *marks))
        dice.advance(DisplayState(EMPTY), None)
    assert not ReleasedDice().are_awaited


ROLL = Roll((Die("a"), Die("b")), (0.0, 0.0), 0.0, HAND)
AT = Pose((1.0, 2.0, 3.0))
QUESTION = Question((), (), SETUP, can_undo=False, can_redo=False)


@pytest.mark.parametrize(
    ("showing", "awaited"),
    [
        (DisplayState(EMPTY), True),
        (DisplayState(EMPTY, act=ROLL), True),
        (DisplayState(EMPTY, {"a": AT, "b": AT}, ROLL), False),
        (DisplayState(EMPTY, {"a": AT}, ROLL), True),
        (DisplayState(EMPTY, {"a": AT, "b": AT, "c": AT}, ROLL), False),
        (DisplayState(EMPTY, {"a": AT, "b": AT}), True),
        (DisplayState(EMPTY, question=QUESTION), False),
        (DisplayState(EMPTY, game_over=GameOver(())), False),
        (DisplayState(EMPTY, failure=HostFailed("so")), False),
        (DisplayState(EMPTY, lesson_stopped=LessonStopped(can_undo=True)), False),
    ],
    ids=[
        "nothing",
        "in the hand of the act",
        "only they fly",
        "one flies",
        "both fly",
        "both move in no act",
        "a question",
        "the end",
        "a failure",
        "a stopped lesson",
    ],
)
def test_until_when_released_dice_are_drawn(showing: DisplayState, *, awaited: bool) -> None:
    """Released dice are drawn in the hand until all of them fly, or until the display shows that the throw is over or
    was refused. After that they stay away.
    """
    dice, _ = released()
    dice.advance(showing, None)
    assert dice.are_awaited is awaited
    dice.advance(DisplayState(EMPTY), None)
    assert dice.are_awaited is awaited


def test_another_decision_has_no_dice_in_the_hand() -> None:
    """If a person begins to carry a model, or to throw while gestures are off, no dice are drawn in the hand. Nor do
    any appear at the end.
    """
    request = SetPace("Ann", "carry", "m", (400.0, 200.0), 2, ("usual",), 130.0)
    without = ThrowInteraction(THROW, EMPTY, hands=False)
    for other in (CarryInteraction(request, TOWER, hands=True), without):
        dice, _ = released()
        interaction: Interaction = other
        dice.advance(DisplayState(TOWER), interaction)
        assert not dice.are_awaited
        dice.advance(DisplayState(TOWER), None)
        assert not dice.are_awaited


def test_a_hand_is_heard_and_its_dice_stay_in_a_game() -> None:
    """In a game, the dice in a hand that is shaken knock. After their release they are drawn in the colour of their
    owner's seat, until they fly.
    """
    effects, showing, hand = GameEffects(), DisplayState(EMPTY), fist()
    hand.pressed(Pointer((300.0, 200.0), None, 0.0))
    for k in range(60):
        hand.moved(Pointer((300.0 + 80.0 * math.sin(0.4 * k), 200.0), None, k / 60))
        effects.advance_hands(showing, hand, 1 / 60)
    assert showing.impacts != []
    showing.impacts = []
    effects.advance_hands(showing, None, 1 / 60)
    drawn = effects.with_hands(TableOverlay(), showing, seats({"Bob": "", "Ann": ""}))
    assert ghosts(drawn) == list(drawn.marks)
    assert {mark.colour for mark in drawn.marks if isinstance(mark, Ghost)} == {seats({"Bob": "", "Ann": ""})[1].colour}
    assert len(drawn.marks) == 2
    showing.question = QUESTION
    effects.advance_hands(showing, None, 1 / 60)
    assert effects.with_hands(TableOverlay(), showing, ()) == TableOverlay()


def test_the_lesson_of_the_displayed_state() -> None:
    """The displayed lesson comes from the game's status. Before the first status there is no lesson."""
    lesson = LessonStatus(1, 4, "Throw the dice.")
    assert DisplayState().lesson is None
    assert DisplayState(status=GameStatus(lesson=lesson)).lesson == lesson
    assert DisplayState(status=GameStatus()).lesson is None


def test_the_attacks_that_lines_tell() -> None:
    """Each log line with an attack gives this attack, placed on the given table. Other lines give no attack."""
    one, two = (ShownStrike((name,), "hit") for name in ("a", "b"))
    lines = [Line("one", strike=one), Line("so"), Line("two", strike=two)]
    assert placed_strikes(lines, TOWER) == [PlacedStrike(one, TOWER), PlacedStrike(two, TOWER)]


def test_how_long_notices_are_shown() -> None:
    """A notice is shown at once, for 9 s. If another notice waits, it replaces the first after more than a third of
    this time. A notice that has been shown no longer waits.
    """
    notices, waiting = Notices(), ["one", "two", "three"]
    assert notices.current == ""
    seen = []
    for seconds in (0.0, NOTICE_SECONDS / 3, 0.1, NOTICE_SECONDS / 3, 0.1, NOTICE_SECONDS, 0.1, 0.1):
        notices.advance(waiting, seconds)
        seen.append((notices.current, len(waiting)))
    assert seen == [
        ("one", 2), ("one", 2), ("two", 1), ("two", 1), ("three", 0), ("three", 0), ("", 0), ("", 0),
    ]  # fmt: skip
    notices.advance(waiting, 0.0)
    waiting.append("four")
    notices.advance(waiting, 0.0)
    assert (notices.current, waiting) == ("four", [])
    waiting.append("five")
    notices.advance(waiting, 0.1)
    assert (notices.current, waiting) == ("four", ["five"])
