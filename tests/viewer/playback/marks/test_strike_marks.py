"""The exact marks of attacks and of outcomes of checks, and when they end."""

import math
from dataclasses import replace

import pytest

from riotsim.play.displays import SeenOutcome, ShownCheck, ShownDice, ShownPool, ShownStrike
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.pieces import Die, Hull, Model, Round, Token
from riotsim.table.poses import Pose, about_z
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.input.interactions.interaction import TableOverlay
from riotsim.viewer.playback.display import DisplayState, PlacedStrike
from riotsim.viewer.playback.effects import TableEffects
from riotsim.viewer.playback.kept_dice import LABEL_COLOUR, LIFT, RISE_SECONDS, KeptDice
from riotsim.viewer.playback.outcomes import (
    ACTOR_COLOUR,
    ARROW_HEAD,
    ARROW_WIDTH,
    HEAD_ANGLE,
    TARGET_COLOUR,
    TEXT_HEIGHT,
    NewOutcomes,
    models_of,
    outcome_marks,
)
from riotsim.viewer.playback.strikes import LINE_WIDTH, LUNGE, LUNGE_SECONDS, STRIKE_SECONDS, Strikes
from riotsim.viewer.scene.marks import Label, Mark, Path, Ring
from riotsim.viewer.session.messages import Line

TURNED = about_z(0.7)
ONE = Die("one", D6, 20.0, Pose((50.0, 70.0, 10.0), TURNED))
OTHER = Die("other", D6, 30.0, Pose((80.0, 110.0, 15.0)))
"""Two dice, 30 mm apart along x and 40 mm along y."""

TABLE = Table(300.0, 400.0, dice={"one": ONE, "other": OTHER})
ATTACK, OUTCOME = ShownStrike(("other",), "2 damage", "one"), ShownStrike(("other",), "killed")

LINE = Path(((50.0, 70.0), (80.0, 110.0)), TARGET_COLOUR, LINE_WIDTH)
RING = Ring((80.0, 110.0), 30.0 * 0.85, TARGET_COLOUR)
"""The line of an attack on `OTHER`, and the ring around it: 0.85 of the size of the die."""


def label(text: str) -> Label:
    """Return a label at `OTHER`. It leaves 0.6 of the size of the die free."""
    return Label((80.0, 110.0, 15.0), text, TARGET_COLOUR, radius=18.0)


def drawn(strikes: Strikes) -> tuple[Mark, ...]:
    """Return the marks of the attacks."""
    return strikes.added_to(TableOverlay()).marks


def shown(*strikes: ShownStrike, on: Table = TABLE, table: Table | None = TABLE) -> tuple[Strikes, DisplayState]:
    """Return the strikes on a table which have just begun to be shown, and the displayed state."""
    found, showing = Strikes(), DisplayState(table, strikes=[PlacedStrike(one, on) for one in strikes])
    found.advance(showing, 5.0)
    return found, showing


def test_the_marks_of_an_attack_on_a_die() -> None:
    """An attack adds a line from die to die, and a ring and a label at the target, after other marks. When the
    outcome comes, the label names it too. The attack is taken out of the displayed state.
    """
    strikes, showing = shown(ATTACK)
    assert showing.strikes == []
    assert drawn(strikes) == (LINE, RING, label("2 damage"))
    first = Ring((1.0, 2.0), 3.0, "#123456")
    assert strikes.added_to(TableOverlay(marks=(first,), hint="so")) == TableOverlay(
        marks=(first, LINE, RING, label("2 damage")), hint="so"
    )
    showing.strikes.append(PlacedStrike(OUTCOME, TABLE))
    strikes.advance(showing, 0.5)
    assert drawn(strikes) == (LINE, RING, label("2 damage: killed"))
    strikes.end()
    assert drawn(strikes) == ()
    showing.strikes.append(PlacedStrike(OUTCOME, TABLE))
    strikes.advance(showing, 0.5)
    assert drawn(strikes) == (RING, label("killed"))


@pytest.mark.parametrize("part", [0.0, 0.2, 0.5, 0.75, 1.0])
def test_how_far_an_attacker_jerks(part: float) -> None:
    """The attacker moves `LUNGE` mm towards its target and back, like half a sine wave. The target is 30 mm away along
    x and 40 mm along y, so the move has 3/5 along x and 4/5 along y. Height and rotation stay.
    """
    strikes, showing = shown(ATTACK)
    strikes.advance(showing, part * LUNGE_SECONDS)
    far = LUNGE * math.sin(math.pi * part)
    poses = strikes.poses(TABLE)
    if part == 1.0:
        assert poses == {}
        return
    assert poses.keys() == {"one"}
    assert poses["one"].at == pytest.approx((50.0 + 0.6 * far, 70.0 + 0.8 * far, 10.0))
    assert poses["one"].orientation == TURNED


def test_a_piece_jerks_only_from_its_place_to_its_targets_place() -> None:
    """An attacker doesn't jerk if it or its target has moved or is gone, or if it stands exactly above its target."""
    strikes, showing = shown(ATTACK)
    strikes.advance(showing, LUNGE_SECONDS / 2)
    away = Pose((51.0, 70.0, 10.0))
    tables = [TABLE.with_pieces(one.moved_to(away)) for one in (ONE, OTHER)]
    assert [strikes.poses(table) for table in (*tables, TABLE.without("one"), TABLE.without("other"))] == [{}] * 4
    fall = ShownStrike(("other",), "hit")
    hit = ShownStrike(("third",), "hit", "one")
    table = TABLE.with_pieces(Die("third", D6, 20.0, Pose((50.0, 170.0, 10.0))))
    strikes, showing = shown(fall, hit, on=table, table=table)
    strikes.advance(showing, LUNGE_SECONDS / 2)
    assert strikes.poses(table)["one"].at == pytest.approx((50.0, 70.0 + LUNGE, 10.0))
    above = OTHER.moved_to(Pose((50.0, 70.0, 35.0)))
    table = TABLE.with_pieces(above)
    strikes, showing = shown(ATTACK, on=table, table=table)
    strikes.advance(showing, LUNGE_SECONDS / 2)
    assert strikes.poses(table) == {}


def test_how_long_an_attack_is_shown() -> None:
    """An outcome is shown for `STRIKE_SECONDS` from the moment when it is told, however old its attack is. The same
    time holds for an outcome without a known attacker.
    """
    strikes, showing = shown(ATTACK)
    strikes.advance(showing, 7.0)
    showing.strikes.append(PlacedStrike(OUTCOME, TABLE))
    strikes.advance(showing, 2.0)
    assert drawn(strikes) == (LINE, RING, label("2 damage: killed"))
    for seconds, left in ((STRIKE_SECONDS - 0.25, 3), (0.25, 0)):
        strikes.advance(showing, seconds)
        assert len(drawn(strikes)) == left
    strikes, showing = shown(OUTCOME)
    for seconds, left in ((STRIKE_SECONDS - 0.25, 2), (0.25, 0)):
        strikes.advance(showing, seconds)
        assert len(drawn(strikes)) == left


@pytest.mark.parametrize(
    ("moved", "stays"), [((0.5, 0.8, 0.0), True), ((0.0, 1.0, 0.0), False), ((0.0, 0.0, -0.9), True), (None, False)]
)
def test_a_target_that_rests_keeps_its_outcome(moved: tuple[float, float, float] | None, *, stays: bool) -> None:
    """An outcome's marks stay while its target is less than 1 mm from its place. If the target leaves, they end."""
    strikes, showing = shown(OUTCOME)
    if moved is None:
        showing.table = TABLE.without("other")
    else:
        showing.poses = {"other": OTHER.pose.translated(moved)}
    strikes.advance(showing, 0.1)
    assert bool(drawn(strikes)) is stays


def test_a_target_that_was_gone_is_marked_until_it_appears() -> None:
    """If the target is not on the displayed table when its outcome is told, the marks stand where the target was. The
    marks end when the target appears on the table.
    """
    strikes, showing = shown(OUTCOME, table=TABLE.without("other"))
    strikes.advance(showing, 0.1)
    assert drawn(strikes) == (RING, label("killed"))
    showing.table = TABLE
    strikes.advance(showing, 0.1)
    assert drawn(strikes) == ()
    strikes, showing = shown(OUTCOME, table=None)
    strikes.advance(showing, 0.1)
    assert drawn(strikes) == (RING, label("killed"))


def test_an_undo_ends_all_attacks() -> None:
    """If the log becomes shorter, the marks of all attacks end. If it keeps its length or grows, they stay."""
    strikes, showing = shown(ATTACK)
    for count, left in ((2, 3), (2, 3), (3, 3), (2, 0)):
        showing.lines = [Line("so")] * count
        strikes.advance(showing, 0.1)
        assert len(drawn(strikes)) == left


def test_only_the_last_attack_is_awaited() -> None:
    """If no outcome comes, an attack's marks end after `STRIKE_SECONDS`. The last attack's marks stay longer."""
    back = ShownStrike(("one",), "counter", "other")
    strikes, showing = shown(ATTACK, back)
    strikes.advance(showing, STRIKE_SECONDS - 0.1)
    texts = [mark.text for mark in drawn(strikes) if isinstance(mark, Label)]
    assert texts == ["2 damage", "counter"]
    strikes.advance(showing, 0.2)
    texts = [mark.text for mark in drawn(strikes) if isinstance(mark, Label)]
    assert texts == ["counter"]


def test_an_attack_on_several_pieces() -> None:
    """If an attack has several targets, each has its own line, ring and label. A target that isn't on the table has no
    marks. If the attacker isn't on the table, there is no line.
    """
    coin = Token("coin", Pose((200.0, 100.0, 4.0)), 24.0)
    table = TABLE.with_pieces(coin)
    strikes, _ = shown(ShownStrike(("coin", "nobody", "other"), "hit", "one"), on=table, table=table)
    radius = 24.0 / 2 + 3.0
    assert drawn(strikes) == (
        Path(((50.0, 70.0), (200.0, 100.0)), TARGET_COLOUR, LINE_WIDTH),
        Ring((200.0, 100.0), radius, TARGET_COLOUR),
        Label((200.0, 100.0, 4.0), "hit", TARGET_COLOUR, radius=radius),
        LINE,
        RING,
        label("hit"),
    )
    strikes, _ = shown(ShownStrike(("other",), "hit", "nobody"))
    assert drawn(strikes) == (RING, label("hit"))


def test_the_ring_of_a_vehicle_goes_around_its_longer_side() -> None:
    """A target's ring has half the longer side of its base as radius, plus 3 mm. The label is at the model's level."""
    for base, radius in ((Hull(60.0, 24.0), 33.0), (Hull(24.0, 60.0), 33.0), (Round(32.0), 19.0)):
        model = Model("other", "Ann", (120.0, 90.0), base, level=7.0)
        table = Table(300.0, 400.0).with_pieces(model)
        strikes, _ = shown(OUTCOME, on=table, table=table)
        ring, at = drawn(strikes)
        assert isinstance(ring, Ring)
        assert isinstance(at, Label)
        assert (ring.at, at.at) == ((120.0, 90.0), (120.0, 90.0, 7.0))
        assert (ring.radius, at.radius) == pytest.approx((radius, radius))


def test_the_fall_of_a_tower_is_shown_for_its_time() -> None:
    """The foot of a fallen tower has a label, and a ring of the size of its lowest die. Both end after
    `STRIKE_SECONDS`.
    """
    table = with_tower(Table(300.0, 400.0), 3, name="Ada", at=(50.0, 60.0), size=20.0)
    fall = ShownStrike(("Ada",), "Ada's tower falls")
    strikes, showing = shown(fall, on=table, table=Table(300.0, 400.0))
    ring = Ring((50.0, 60.0), 17.0, TARGET_COLOUR)
    assert drawn(strikes) == (ring, Label((50.0, 60.0, 10.0), "Ada's tower falls", TARGET_COLOUR, radius=12.0))
    strikes.advance(showing, STRIKE_SECONDS - 0.1)
    assert len(drawn(strikes)) == 2
    strikes.advance(showing, 0.1)
    assert drawn(strikes) == ()


# Outcomes of checks.

NELL = Model("nell", "Ann", (100.0, 50.0), Round(26.0))
CART = Model("cart", "Bob", (100.0, 200.0), Hull(60.0, 30.0), level=12.0)
FIELD = Table(300.0, 400.0).with_pieces(NELL, CART)
SEEN = SeenOutcome(3, "nell", "cart", "missed")


def test_the_marks_of_an_outcome() -> None:
    """Both models have a ring 3 mm outside the base: 16 mm around Nell, 33 mm around the cart. An arrow goes along y
    from ring to ring, from (100, 66) to (100, 167). The sides of its head go back from the end. The text stands above
    the target.
    """
    begin, end = (100.0, 66.0), (100.0, 167.0)
    across, back = ARROW_HEAD * math.sin(HEAD_ANGLE), ARROW_HEAD * math.cos(HEAD_ANGLE)
    actor, target, *arrow, text = outcome_marks(FIELD, DisplayState(FIELD, outcome=SEEN))
    assert (actor, target) == (Ring((100.0, 50.0), 16.0, ACTOR_COLOUR), Ring((100.0, 200.0), 33.0, TARGET_COLOUR))
    assert text == Label((100.0, 200.0, 12.0 + TEXT_HEIGHT), "missed", TARGET_COLOUR, radius=33.0)
    lines = [(begin, end), (end, (100.0 + across, 167.0 - back)), (end, (100.0 - across, 167.0 - back))]
    for mark, line in zip(arrow, lines, strict=True):
        assert isinstance(mark, Path)
        assert (mark.colour, mark.width) == (TARGET_COLOUR, ARROW_WIDTH)
        for point, expected in zip(mark.points, line, strict=True):
            assert point == pytest.approx(expected)


def test_outcomes_without_an_arrow_or_without_marks() -> None:
    """A model that acts on itself has no arrow. If one of the models is not on the table, nothing is marked."""
    showing = DisplayState(FIELD, outcome=replace(SEEN, target="nell"))
    kinds = [type(mark) for mark in outcome_marks(FIELD, showing)]
    assert kinds == [Ring, Ring, Label]
    showing.outcome = SEEN
    for table in (None, FIELD.without("nell"), FIELD.without("cart")):
        assert list(outcome_marks(table, showing)) == []
    assert models_of(FIELD, SEEN) == (NELL, CART)
    showing.outcome = None
    assert list(outcome_marks(FIELD, showing)) == []


def test_each_outcome_is_new_once() -> None:
    """The first status of an opened game brings no new outcome. Later, each different outcome waits once to be shown.
    A status without an outcome doesn't remove it. The first outcome after an undo doesn't wait.
    """
    one, two, three = (replace(SEEN, number=number) for number in (1, 2, 3))
    outcomes = NewOutcomes()
    assert outcomes.waiting is None
    outcomes.add(one)
    assert outcomes.waiting is None
    outcomes.add(one)
    assert outcomes.waiting is None
    outcomes.add(two)
    assert outcomes.waiting == two
    outcomes.waiting = None
    outcomes.add(two)
    assert outcomes.waiting is None
    outcomes.add(three)
    outcomes.add(None)
    assert outcomes.waiting == three
    outcomes.waiting = None
    outcomes.expect(old=True)
    outcomes.add(one)
    assert outcomes.waiting is None
    outcomes.add(one)
    assert outcomes.waiting is None
    outcomes.add(three)
    assert outcomes.waiting == three
    outcomes = NewOutcomes()
    outcomes.add(None)
    outcomes.add(one)
    assert outcomes.waiting == one
    outcomes = NewOutcomes()
    outcomes.expect(old=False)
    outcomes.add(one)
    assert outcomes.waiting == one


# Dice that count.

TEN = Die("ten", die_kind("d10"), 20.0, Pose((40.0, 30.0, 9.0), TURNED))
FAR = Die("far", die_kind("d8"), 10.0, Pose((90.0, 80.0, 5.0)))
TRAY = Table(300.0, 200.0, dice={"ten": TEN, "far": FAR})


def check(*dice: tuple[str, str, int]) -> ShownCheck:
    """Return a check with a pool for each die: its name, its reason and its result."""
    pools = (
        ShownPool("Ines", "Ada", (ShownDice(10, 1, why, values=(value,), kept=0, piece=name),), value)
        for name, why, value in dice
    )
    return ShownCheck("An attack", tuple(pools))


def test_how_dice_that_count_rise() -> None:
    """A die whose number counts rises by `LIFT` in `RISE_SECONDS`, and stays there. After a quarter of this time it
    has risen by 5/32 of `LIFT`, and after half of this time by half. Each die rises from the moment when its number
    counts. A die that is not on the table is left out.
    """
    kept, showing = KeptDice(), DisplayState(TRAY, checks=(check(("ten", "Fight", 9), ("gone", "Luck", 2)),))
    for seconds, share in ((0.25, 5 / 32), (0.25, 0.5), (0.25, 27 / 32), (2.0, 1.0)):
        kept.advance(showing, seconds * RISE_SECONDS)
        assert kept.pieces == ("ten",)
        pose = kept.poses(TRAY)["ten"]
        assert pose.at == pytest.approx((40.0, 30.0, 9.0 + share * LIFT))
        assert pose.orientation == TURNED
    showing.checks = (*showing.checks, check(("far", "Aim", 4)))
    kept.advance(showing, RISE_SECONDS / 2)
    assert {name: pose.at[2] for name, pose in kept.poses(TRAY).items()} == pytest.approx(
        {"ten": 9.0 + LIFT, "far": 5.0 + LIFT / 2}
    )
    assert kept.poses(TRAY.without("ten")).keys() == {"far"}
    showing.table = None
    kept.advance(showing, RISE_SECONDS)
    assert kept.pieces == ()


def test_the_marks_of_dice_that_count() -> None:
    """Each raised die glows as chosen, and has a label with its result and its reason at its raised place. Other glows
    and marks stay.
    """
    kept, showing = KeptDice(), DisplayState(TRAY, checks=(check(("ten", "Fight", 9), ("far", "Aim", 4)),))
    first = Ring((1.0, 2.0), 3.0, "#123456")
    overlay = TableOverlay(glow={"far": "legal", "nell": "legal"}, marks=(first,))
    assert kept.added_to(overlay, TRAY) is overlay
    kept.advance(showing, RISE_SECONDS)
    assert kept.added_to(overlay, None) is overlay
    assert kept.added_to(overlay, TRAY) == TableOverlay(
        glow={"far": "chosen", "nell": "legal", "ten": "chosen"},
        marks=(
            first,
            Label((40.0, 30.0, 9.0 + LIFT), "9 Fight", LABEL_COLOUR, radius=12.0, piece="ten"),
            Label((90.0, 80.0, 5.0 + LIFT), "4 Aim", LABEL_COLOUR, radius=6.0, piece="far"),
        ),
    )


def test_checks_after_the_raised_dice_wait() -> None:
    """The checks up to the last check with a raised die are shown. The checks after it are hidden. If no die is
    raised, all checks are shown.
    """
    attack, damage, counter = check(("ten", "Fight", 9)), check(("far", "Aim", 4)), check(("gone", "Luck", 2))
    showing = DisplayState(TRAY, checks=(attack, damage, counter))
    kept = KeptDice()
    assert kept.checks(showing) == (attack, damage, counter)
    for table, count in ((TRAY, 2), (TRAY.without("far"), 1), (TRAY.without("ten"), 2), (Table(9.0, 9.0), 3)):
        showing.table = table
        kept.advance(showing, 1.0)
        assert kept.checks(showing) == (attack, damage, counter)[:count]


def test_effects_advance_in_their_own_times() -> None:
    """Dice rise in real time, and attacks advance in game time. A jerk and a raised die are shown together. The marks
    of dice come first, then those of attacks, then those of outcomes.
    """
    table = TRAY.with_pieces(ONE, OTHER, NELL, CART)
    effects = TableEffects()
    showing = DisplayState(table, checks=(check(("ten", "Fight", 9)),), strikes=[PlacedStrike(ATTACK, table)])
    effects.advance(showing, RISE_SECONDS, 0.0)
    effects.advance(showing, 0.0, LUNGE_SECONDS / 2)
    poses = effects.poses(table)
    assert poses.keys() == {"ten", "one"}
    assert poses["ten"].at == pytest.approx((40.0, 30.0, 9.0 + LIFT))
    assert poses["one"].at == pytest.approx((50.0 + 0.6 * LUNGE, 70.0 + 0.8 * LUNGE, 10.0))
    showing.outcome = SEEN
    marks = effects.added_to(TableOverlay(hint="so"), showing)
    texts = [mark.text for mark in marks.marks if isinstance(mark, Label)]
    assert (marks.hint, texts) == ("so", ["9 Fight", "2 damage", "missed"])
    showing.outcome = None
    marks = effects.added_to(TableOverlay(hint="so"), showing)
    assert [type(mark) for mark in marks.marks] == [Label, Path, Ring, Label]
