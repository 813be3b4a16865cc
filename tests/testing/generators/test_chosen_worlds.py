"""Random acts that are made from choices written down in a test: which ranges are asked for, and what is then done."""

import math
from dataclasses import replace

import pytest
from scripted import SHARP_D6, SIZE_16, Row, Script, angle, no, nth, yes

from riotsim.table.acts import Act, Carry, Drop, Hand, Pace, Roll, Stack
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.pieces import Die, Hull, Model, Token, Tower
from riotsim.table.poses import ORIGIN, Pose
from riotsim.table.state import Table, Tray
from riotsim.testing.generators.choices import HypothesisChooser, SeededChooser, maybe, pick
from riotsim.testing.generators.worlds import (
    MAX_SEED,
    USUAL_HAND,
    Trial,
    _aim,
    _carry,
    _dice,
    _drop,
    _roll,
    _stack,
    choose_act,
    choose_hand,
    choose_trial,
)
from riotsim.testing.tables import STEADY_HAND

TABLE = Table(400.0, 300.0)

FULL = TABLE.with_pieces(
    Model("ann", "x", (100.0, 50.0)),
    Model("bob", "x", (200.0, 60.0)),
    Token("gold", Pose((50.0, 250.0, 1.5))),
    Die("loose", D6, 12.0, Pose((350.0, 250.0, 6.0))),
    Die("t-0", die_kind("d6"), 16.0, Pose((300.0, 100.0, 8.0))),
).with_tower("t", Tower(("t-0",)))
"""A table with two models, a token, a loose die, and a tower of one die."""

STEADY: tuple[Row, ...] = (no(5), nth(1, 2))
"""Choices of the steady hand."""

MIDDLE: tuple[Row, ...] = ((0.0, 400.0, 1.0), (0.0, 300.0, 2.0), (0.0, 400.0, 3.0), nth(0, 2))
"""Choices of places at which an act may be aimed: any place, a place along an edge, and which edge."""


NASTY_HAND: tuple[Row, ...] = (
    (10.0, 3000.0, 10.0), (0.0, 50.0, 0.0), (0.0, math.pi, 0.0), (0.0, 5.0, 0.0), (1.0, 60.0, 1.0), (0.0, 100.0, 0.0),
    (0.0, 3000.0, 0.0), (0.0, 500.0, 0.0), (0.0, 150.0, 0.0), (10.0, 50_000.0, 20.0), (10.0, 10_000.0, 40.0),
)  # fmt: skip
"""Choices of a hand on a nasty table. Its first pace has a speed of 10 mm/s and accelerates by 20 mm/s²."""


def _of(script: Script, value: object) -> object:
    """Return a value after checking that all rows of the script were asked for."""
    assert script.rows == []
    return value


def test_a_usual_hand_is_one_of_two_or_any() -> None:
    """Four usual hands in five are a hand like a person's or the steady hand. The fifth has random small errors and the
    paces of the steady hand.
    """
    assert choose_hand(Script(no(5), nth(0, 2)), nasty=False) == USUAL_HAND
    assert choose_hand(Script(*STEADY), nasty=False) == STEADY_HAND
    rows = (
        yes(5), (10.0, 3000.0, 500.0), (0.0, 3.0, 1.0), (0.0, 0.3, 0.1), (0.0, 0.2, 0.05), (1.0, 12.0, 9.0),
        (0.0, 100.0, 20.0), (0.0, 1500.0, 900.0), (0.0, 200.0, 30.0), (0.0, 60.0, 7.0), (10.0, 10_000.0, 40.0),
    )  # fmt: skip
    hand = Hand("any", 1.0, 0.1, 0.05, 9.0, 20.0, 900.0, 30.0, 7.0, STEADY_HAND.paces, unbraced=40.0)
    script = Script(*rows)
    assert _of(script, choose_hand(script, nasty=False)) == hand


def test_a_nasty_hand_is_violent() -> None:
    """A nasty hand is always random. In one second its first pace gains at least its own top speed."""
    rows = (
        (10.0, 3000.0, 500.0), (0.0, 50.0, 40.0), (0.0, math.pi, 3.0), (0.0, 5.0, 4.0), (1.0, 60.0, 50.0),
        (0.0, 100.0, 20.0), (0.0, 3000.0, 2900.0), (0.0, 500.0, 400.0), (0.0, 150.0, 140.0),
        (500.0, 50_000.0, 600.0), (10.0, 10_000.0, 40.0),
    )  # fmt: skip
    paces = (("any", Pace(500.0, 600.0)), *STEADY_HAND.paces)
    hand = Hand("any", 40.0, 3.0, 4.0, 50.0, 20.0, 2900.0, 400.0, 140.0, paces, unbraced=40.0)
    script = Script(*rows)
    assert _of(script, choose_hand(script, nasty=True)) == hand


def test_an_act_is_aimed_at_one_of_several_places() -> None:
    """An act is aimed at the middle, at any place, at a tower, at a model, or at the front or the back edge. On a nasty
    table it may be aimed beyond the edges.
    """
    rows = ((0.0, 400.0, 1.0), (0.0, 300.0, 2.0), (0.0, 400.0, 3.0))
    spots = [(200.0, 150.0), (1.0, 2.0), (300.0, 100.0), (100.0, 50.0), (200.0, 60.0), (3.0, 0.0)]
    assert [_aim(Script(*rows, nth(0, 2), nth(k, 6)), FULL, nasty=False) for k in range(6)] == spots
    assert _aim(Script(*rows, nth(1, 2), nth(5, 6)), FULL, nasty=False) == (3.0, 300.0)
    beyond = ((-100.0, 500.0, -50.0), (-100.0, 400.0, 350.0))
    assert _aim(Script(*rows, nth(0, 2), *beyond, nth(6, 7)), FULL, nasty=True) == (-50.0, 350.0)


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ([(1, 6, 2), no(4)], 2),
        ([(1, 6, 2), yes(4), no(4), (1, 20, 3)], 3),
        ([(1, 6, 2), yes(4), yes(4), (1, 60, 4)], 4),
    ],
)
def test_a_throw_has_a_few_dice_and_sometimes_many(rows: list[Row], count: int) -> None:
    """Three of four throws have up to 6 dice, three of sixteen up to 20, and the others up to 60. All dice are of one
    kind and size.
    """
    script = Script(*rows, no(3), nth(8, 12), no(6), no(5), *SIZE_16)
    assert _of(script, _dice(script, TABLE, nasty=False)) == tuple(
        Die(f"thrown-{k:02d}", die_kind("d8"), 16.0) for k in range(count)
    )


def test_one_throw_in_three_is_of_mixed_dice() -> None:
    """In one throw in three, each die has its own kind and size."""
    d8, d20 = (nth(8, 12), no(6), no(5), no(5), nth(1, 2)), (nth(11, 12), no(6), no(5), *SIZE_16)
    script = Script((1, 6, 2), no(4), yes(3), *SHARP_D6, *SIZE_16, *d8, *d20)
    assert _of(script, _dice(script, TABLE, nasty=False)) == (
        Die("thrown-00", die_kind("d8"), 12.0), Die("thrown-01", die_kind("d20"), 16.0),
    )  # fmt: skip


def test_one_throw_in_three_takes_up_a_die_that_lies_loose() -> None:
    """In one throw in three, a loose die from the table takes the place of the first die. Dice of towers stay where
    they are.
    """
    rows = ((1, 6, 2), no(4), no(3), *SHARP_D6, *SIZE_16)
    script = Script(*rows, yes(3), nth(0, 1))
    assert _of(script, _dice(script, FULL, nasty=False)) == (FULL.dice["loose"], Die("thrown-01", D6, 16.0))
    script = Script(*rows, no(3))
    assert _of(script, _dice(script, FULL, nasty=False)) == (Die("thrown-00", D6, 16.0), Die("thrown-01", D6, 16.0))


ONE_DIE: tuple[Row, ...] = ((1, 6, 1), no(4), no(3), *SHARP_D6, *SIZE_16)
"""Choices of a throw of one d6."""


def test_a_roll_has_a_height_a_strength_and_a_direction() -> None:
    """A usual roll is released 30 to 200 mm up, with 0.3 to 1.5 of the usual strength. One in four may push models."""
    dice = (Die("thrown-00", D6, 16.0),)
    rows = (*MIDDLE, nth(0, 3), *ONE_DIE, angle(90.0), *STEADY, (30.0, 200.0, 40.0), (0.3, 1.5, 0.5))
    for row, free in ((yes(4), True), (no(4), False)):
        script = Script(*rows, row)
        assert _of(script, _roll(script, TABLE, nasty=False)) == Roll(
            dice, (200.0, 150.0), math.pi / 2, STEADY_HAND, 40.0, 0.5, free_models=free
        )


def test_a_nasty_roll_may_be_from_any_height() -> None:
    """A nasty roll is released up to 600 mm up, with at most twice the usual strength."""
    one = ((1, 6, 1), no(4), no(3), *SHARP_D6, (8.0, 30.0, 20.0))
    beyond = ((-100.0, 500.0, -50.0), (-100.0, 400.0, 350.0))
    tail = ((0.0, 600.0, 550.0), (0.0, 2.0, 1.75), no(4))
    script = Script(*MIDDLE, *beyond, nth(3, 4), *one, angle(0.0), *NASTY_HAND, *tail)
    roll = _roll(script, TABLE, nasty=True)
    assert isinstance(roll, Roll)
    assert script.rows == []
    assert (roll.at, roll.drop, roll.strength, roll.dice[0].size) == ((-50.0, 350.0), 550.0, 1.75, 20.0)
    assert roll.hand.paces[0] == ("any", Pace(10.0, 20.0))


@pytest.mark.parametrize(
    ("rows", "in_tray", "to_middle"),
    [([no(2)], False, False), ([yes(2), no(2)], True, False), ([yes(2), yes(2)], True, True)],
)
def test_half_of_the_rolls_beside_a_tray_go_into_it(rows: list[Row], in_tray: bool, to_middle: bool) -> None:
    """Half of the rolls beside a tray go into it, and half of these aim at its middle."""
    table = replace(TABLE, tray=Tray(200.0, 100.0, 30.0, (425.0, 50.0)))
    rest = (*ONE_DIE, angle(0.0), *STEADY, (30.0, 200.0, 40.0), (0.3, 1.5, 0.5), no(4))
    script = Script(rows[0], *MIDDLE, nth(1, 3), *rows[1:], *rest)
    roll = _of(script, _roll(script, table, nasty=False))
    assert isinstance(roll, Roll)
    assert (roll.in_tray, roll.at) == (in_tray, (525.0, 100.0) if to_middle else (1.0, 2.0))


def test_a_token_is_dropped_that_is_new_or_lies_there() -> None:
    """A new token that is dropped has a diameter of 15 to 40 mm. One token in four is taken from the table instead. A
    token falls 10 to 400 mm, and up to 1200 mm on a nasty table.
    """
    rest = ((10.0, 400.0, 70.0), *MIDDLE, nth(0, 3), *STEADY)
    script = Script((15.0, 40.0, 30.0), *rest)
    assert _of(script, _drop(script, TABLE, nasty=False)) == Drop(
        Token("dropped", ORIGIN, 30.0), (200.0, 150.0), 70.0, STEADY_HAND
    )
    for row, token in ((yes(4), FULL.tokens["gold"]), (no(4), Token("dropped", ORIGIN, 30.0))):
        taken = [nth(0, 1)] if row == yes(4) else []
        script = Script((15.0, 40.0, 30.0), row, *taken, *rest[:1], *MIDDLE, nth(0, 6), *STEADY)
        drop = _of(script, _drop(script, FULL, nasty=False))
        assert isinstance(drop, Drop)
        assert drop.token == token
    script = Script((15.0, 40.0, 30.0), (0.0, 1200.0, 1100.0))
    with pytest.raises(AssertionError, match="nothing is written down"):
        _drop(script, TABLE, nasty=True)


def test_a_die_is_stacked_on_a_tower_or_beside_a_model() -> None:
    """A die that is put on a tower has the size and kind of its top die. One die in three is put up to a quarter of its
    size off the middle.
    """
    flat = Pose((0.0, 0.0, 0.0), D6.orientation_showing(4))
    head = (nth(2, 3), (1, 6, 4), no(3))
    die = Die("put", FULL.dice["t-0"].kind, 16.0, flat)
    script = Script(*head, no(3), *STEADY, angle(90.0))
    assert _of(script, _stack(script, FULL, nasty=False)) == Stack(die, "t", STEADY_HAND, math.pi / 2)
    script = Script(*head, yes(3), (-4.0, 4.0, 3.0), (-4.0, 4.0, -2.0), *STEADY, angle(90.0))
    assert _of(script, _stack(script, FULL, nasty=False)) == Stack(die, "t", STEADY_HAND, math.pi / 2, (3.0, -2.0))
    script = Script(nth(0, 3), no(5), nth(1, 2), no(8), (1, 6, 4), no(3), no(3), *STEADY, angle(0.0))
    assert _of(script, _stack(script, FULL, nasty=False)) == Stack(Die("put", D6, 12.0, flat), "ann", STEADY_HAND)


def test_any_die_may_be_put_anywhere_on_a_nasty_tower() -> None:
    """A die that is put on a nasty tower may have another size than the top die, and be off by its whole size."""
    rows = (nth(2, 3), (8.0, 30.0, 20.0), no(8), (1, 6, 4), no(3), yes(3), (-20.0, 20.0, 19.0), (-20.0, 20.0, -19.0))
    script = Script(*rows, *NASTY_HAND, angle(0.0))
    stack = _of(script, _stack(script, FULL, nasty=True))
    assert isinstance(stack, Stack)
    assert (stack.die.size, stack.offset) == (20.0, (19.0, -19.0))


def test_a_loose_cube_is_stacked_in_one_of_three_cases() -> None:
    """One die in three that is stacked is a loose cube from the table. The cube keeps its size, even if the tower has
    dice of another size. Loose dice of other kinds aren't stacked.
    """
    table = FULL.with_pieces(Die("a-d8", die_kind("d8"), 16.0, Pose((380.0, 280.0, 8.0))))
    script = Script(nth(2, 3), (1, 6, 4), yes(3), nth(0, 1), no(3), *STEADY, angle(0.0))
    assert _of(script, _stack(script, table, nasty=False)) == Stack(FULL.dice["loose"], "t", STEADY_HAND)


CARRIED: tuple[Row, ...] = (nth(0, 2), *STEADY, nth(1, 3))
"""Choices that let the steady hand carry Ann slowly."""


@pytest.mark.parametrize(
    ("dx", "dy", "to"),
    [
        (100.0, 70.0, (200.0, 120.0)),
        (-100.0, -70.0, (12.5, 12.5)),
        (-87.0, -37.0, (13.0, 13.0)),
        (150.0, 150.0, (250.0, 200.0)),
    ],
)
def test_a_model_is_carried_up_to_150_mm_along_each_axis(dx: float, dy: float, to: tuple[float, float]) -> None:
    """A model is carried up to 150 mm along each axis, and its base stays on the table."""
    script = Script(*CARRIED, no(6), (-150.0, 150.0, dx), (-150.0, 150.0, dy))
    assert _of(script, _carry(script, FULL, nasty=False)) == Carry("ann", to, STEADY_HAND, "slow")


def test_a_carry_ends_within_the_far_edges_too() -> None:
    """One carry in six goes to any place on the table, as far as the whole base stays on it. The middle of a base of 60
    × 40 mm stays at least 30 mm and 20 mm from the edges.
    """
    table = TABLE.with_pieces(Model("van", "x", (100.0, 50.0), Hull(60.0, 40.0)))
    script = Script(nth(0, 1), *STEADY, nth(2, 3), yes(6), (0.0, 400.0, 390.0), (0.0, 300.0, 290.0))
    assert _of(script, _carry(script, table, nasty=False)) == Carry("van", (370.0, 280.0), STEADY_HAND, "rash")
    script = Script(nth(0, 1), *STEADY, nth(2, 3), yes(6), (0.0, 400.0, 10.0), (0.0, 300.0, 10.0))
    assert _of(script, _carry(script, table, nasty=False)) == Carry("van", (30.0, 20.0), STEADY_HAND, "rash")


def test_a_nasty_carry_may_end_beyond_the_edge() -> None:
    """A nasty carry may end up to 50 mm beyond the edge."""
    script = Script(nth(0, 2), *NASTY_HAND, nth(0, 4), yes(6), (-50.0, 450.0, -40.0), (-50.0, 350.0, 340.0))
    carry = _of(script, _carry(script, FULL, nasty=True))
    assert isinstance(carry, Carry)
    assert (carry.to, carry.pace) == ((-40.0, 340.0), "any")


WITH_TOWER = TABLE.with_pieces(FULL.dice["t-0"]).with_tower("t", Tower(("t-0",)))

WITH_MODEL = TABLE.with_pieces(FULL.models["ann"])


@pytest.mark.parametrize(
    ("table", "sorts"),
    [
        (TABLE, [Roll, Roll, Drop]),
        (WITH_TOWER, [Roll, Roll, Drop, Stack]),
        (WITH_MODEL, [Roll, Roll, Drop, Stack, Carry]),
        (FULL, [Roll, Roll, Drop, Stack, Carry]),
    ],
)
def test_an_act_is_one_that_the_table_allows(table: Table, sorts: list[type[Act]]) -> None:
    """An act is chosen from two rolls and a drop, in this order. If the table has a tower or a model, a stack comes
    next. If it has a model, a carry comes last.
    """
    found = []
    for number in range(len(sorts)):
        chooser = SeededChooser(1, nasty=False)
        script = Script(nth(number, len(sorts)))
        chooser_integer = chooser.integer

        def integer(low: int, high: int, script: Script = script, own: object = chooser_integer) -> int:
            if script.rows:
                return script.integer(low, high)
            assert callable(own)
            return int(own(low, high))

        chooser.integer = integer  # type: ignore[method-assign]  # only the first choice is written down
        found.append(type(choose_act(chooser, table, nasty=False)))
    assert found == sorts


def test_a_trial_has_a_seed_of_32_bits() -> None:
    """A trial has a seed of 32 bits, which is chosen after the table and the act."""
    table = (no(6), no(4), no(5), nth(0, 3), (400.0, 1300.0, 400.0), (400.0, 1300.0, 500.0), no(4))
    nothing = ((0, 3, 0), (0, 5, 0), (0, 2, 0), (0, 3, 0), no(4), (0, 6, 0))
    aim = ((0.0, 400.0, 1.0), (0.0, 500.0, 2.0), (0.0, 400.0, 3.0), nth(0, 2), nth(0, 3))
    drop = (nth(2, 3), (15.0, 40.0, 30.0), (10.0, 400.0, 70.0), *aim, *STEADY)
    script = Script(*table, *nothing, *drop, (0, 4294967295, 4294967295))
    act = Drop(Token("dropped", ORIGIN, 30.0), (200.0, 250.0), 70.0, STEADY_HAND)
    assert _of(script, choose_trial(script, nasty=False)) == Trial(Table(400.0, 500.0), act, MAX_SEED, False)


def test_maybe_is_true_once_in_so_many_cases() -> None:
    """For a chance of one in four `maybe` is true only for the greatest of four numbers, so that Hypothesis shrinks
    towards false. With `pick`, the number is the position of the thing that is taken.
    """
    assert [maybe(Script((0, 3, number)), 4) for number in range(4)] == [False, False, False, True]
    assert [pick(Script((0, 2, number)), ("a", "b", "c")) for number in range(3)] == ["a", "b", "c"]


def test_a_seed_draws_whole_numbers_up_to_both_ends() -> None:
    """Whole numbers drawn from 2 to 4 include both ends. Other numbers come from the whole range between their ends. A
    nasty world draws other numbers than a usual one of the same seed.
    """
    chooser = SeededChooser(3, nasty=False)
    assert {chooser.integer(2, 4) for _ in range(60)} == {2, 3, 4}
    drawn = [chooser.number(2.0, 4.0) for _ in range(200)]
    assert 2.0 <= min(drawn) < 2.1 < 3.9 < max(drawn) <= 4.0
    assert SeededChooser(3, nasty=True).number(0.0, 1.0) != SeededChooser(3, nasty=False).number(0.0, 1.0)


def test_hypothesis_chooses_numbers_in_steps() -> None:
    """Hypothesis chooses a number from 0 to 10,000 that divides the range into even steps: 2,500 is a quarter of the
    way from the low end.
    """
    asked = []

    def draw(strategy: object) -> int:
        asked.append(str(strategy))
        return 2500

    assert HypothesisChooser(draw).number(10.0, 30.0) == 15.0  # type: ignore[arg-type]  # it draws whole numbers only
    assert asked == ["integers(min_value=0, max_value=10000)"]
