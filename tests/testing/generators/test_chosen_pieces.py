"""Pieces of random tables whose choices are fixed beforehand: where they are put, and when they are left out."""

import math

import pytest
from scripted import SHARP_D6, SIZE_16, STAGE, STRAIGHT, Row, Script, angle, at, ground_of, no, nth, yes

from riotsim.table.dice.kinds import D6
from riotsim.table.geometry.plan import disc
from riotsim.table.pieces import Box, Die, Hull, Model, Round, Terrain, Token, Tower
from riotsim.table.poses import Pose, about_z, multiply
from riotsim.testing.generators import tables
from riotsim.testing.generators.tables import (
    _drift,
    _put_die,
    _put_model,
    _put_terrain,
    _put_tokens,
    _put_tower,
    _stands,
)

CRATE: tuple[Row, ...] = (no(3), (20.0, 200.0, 50.0), (20.0, 200.0, 40.0), (20.0, 150.0, 30.0), nth(0, 5))


def test_scenery_is_tried_at_five_places() -> None:
    """A piece of scenery is tried at up to five places, and turned at each. If it fits at none of them, it is left
    out.
    """
    place = (*at(300.0, 100.0), angle(0.0))
    ground = ground_of()
    _put_terrain(Script(*CRATE, *place * 4, *at(100.0, 120.0), angle(90.0)), ground, "crate")
    crate = Terrain("crate", Box(50.0, 40.0, 30.0), (100.0, 120.0), math.pi / 2)
    assert ground.table.terrain == {"stage": STAGE, "crate": crate}
    before, script = ground.table, Script(*CRATE, *place * 5)
    _put_terrain(script, ground, "other")
    assert (ground.table, script.rows) == (before, [])


def test_on_a_stage_things_may_stand_and_on_a_crate_not() -> None:
    """One piece of scenery in three is a stage, on which things may stand. Things may not stand on a crate."""
    size = ((20.0, 200.0, 50.0), (20.0, 200.0, 40.0))
    place = (*at(100.0, 100.0), angle(0.0))
    ground = ground_of()
    _put_terrain(Script(yes(3), *size, (5.0, 60.0, 30.0), nth(0, 5), *place), ground, "low")
    low = Terrain("low", Box(50.0, 40.0, 30.0), (100.0, 100.0), blocks_moves=False, can_stand_on=True)
    assert ground.table.terrain["low"] == low
    assert ground.free(disc((100.0, 100.0), 10.0), 30.0)
    ground = ground_of()
    _put_terrain(Script(*CRATE, *place), ground, "crate")
    assert not ground.free(disc((100.0, 100.0), 10.0), 30.0)
    assert not ground.free(disc((100.0, 100.0), 10.0), 0.0)


def test_on_a_nasty_table_one_thing_in_four_may_reach_over_the_edge() -> None:
    """On a nasty table, one piece of scenery in four may be placed up to 20 mm beyond the edge."""
    size = ((1.0, 600.0, 50.0), (1.0, 600.0, 40.0), (1.0, 150.0, 30.0))
    ground = ground_of(nasty=True)
    beyond = ((-20.0, 420.0, -15.0), (-20.0, 220.0, 210.0), angle(0.0))
    _put_terrain(Script(no(3), *size, nth(0, 5), yes(4), *beyond), ground, "out")
    _put_terrain(Script(no(3), *size, nth(0, 5), no(4), *at(1.0, 2.0), angle(0.0)), ground, "in")
    assert [piece.at for piece in ground.table.terrain.values()] == [(300.0, 100.0), (-15.0, 210.0), (1.0, 2.0)]


ROUND: tuple[Row, ...] = (no(5), no(4))
"""Choices of a model on a round base without a mesh."""


def test_a_model_stands_anywhere_or_on_a_stage() -> None:
    """If there is a stage, one model in three stands on it, in its middle. The others stand anywhere."""
    base = (20.0, 40.0, 30.0)
    ground = ground_of()
    _put_model(Script(*ROUND, base, no(3), *at(50.0, 60.0), angle(90.0), yes(4)), ground, "a")
    _put_model(Script(*ROUND, base, yes(3), nth(0, 1), angle(180.0), yes(4)), ground, "b")
    assert ground.table.models == {
        "a": Model("a", "player", (50.0, 60.0), Round(30.0), math.pi / 2, fallen=True),
        "b": Model("b", "player", (300.0, 100.0), Round(30.0), math.pi, fallen=True, level=20.0),
    }


def test_a_model_is_tried_at_five_places() -> None:
    """A model is tried at five places, and left out if it fits at none of them."""
    base = (20.0, 40.0, 30.0)
    place = (base, no(3), *at(5.0, 60.0), angle(90.0), yes(4))
    ground, script = ground_of(), Script(*ROUND, *place * 5)
    _put_model(script, ground, "a")
    assert (ground.table.models, script.rows) == ({}, [])
    _put_model(Script(*ROUND, *place * 4, base, no(3), *at(15.0, 60.0), angle(90.0), yes(4)), ground, "a")
    assert [*ground.table.models] == ["a"]


def test_one_model_in_five_is_a_vehicle() -> None:
    """One model in five is a vehicle, which has no mesh. Its hull is 10 to 150 mm long and wide."""
    rows = (yes(5), (10.0, 150.0, 60.0), (10.0, 150.0, 40.0), no(3), *at(50.0, 60.0), angle(0.0), yes(4))
    ground = ground_of()
    _put_model(Script(*rows), ground, "a")
    assert ground.table.models == {"a": Model("a", "player", (50.0, 60.0), Hull(60.0, 40.0), fallen=True)}


def test_one_model_in_four_has_a_mesh_and_a_base_that_fits_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """One model in four has a mesh, and its base has the diameter that comes with the figure. If there is no figure,
    the diameter that was chosen stays.
    """
    monkeypatch.setattr(tables, "choose_figure", lambda _: (None, 25.0))
    base = (20.0, 40.0, 30.0)
    ground = ground_of()
    _put_model(Script(no(5), yes(4), base, no(3), *at(50.0, 60.0), angle(0.0), yes(4)), ground, "a")
    assert ground.table.models["a"].base == Round(30.0)
    figure = object()
    monkeypatch.setattr(tables, "choose_figure", lambda _: (figure, 25.0))
    rows = (no(5), yes(4), base, no(3), *at(150.0, 60.0), angle(0.0), yes(4))
    _put_model(Script(*rows), ground, "b")
    assert (ground.table.models["b"].base, ground.table.models["b"].figure) == (Round(25.0), figure)


@pytest.mark.parametrize("towered", [False, True])
def test_three_of_four_standing_models_have_a_tower(towered: bool) -> None:
    """Three of four standing models have a tower beside them. With a base of 30 mm and dice of 16 mm, it is 23 mm from
    the model's middle.
    """
    base = (20.0, 40.0, 30.0)
    tower = (angle(180.0), *SIZE_16, (1, 10, 2), no(8), *STRAIGHT, (1, 6, 1), (1, 6, 1))
    rows = (*ROUND, base, no(3), *at(150.0, 60.0), angle(0.0), no(4), *((no(4), *tower) if towered else (yes(4),)))
    ground, script = ground_of(), Script(*rows)
    _put_model(script, ground, "a")
    assert script.rows == []
    assert ground.table.towers == ({"a": Tower(("a-00", "a-01"), math.pi)} if towered else {})
    dice = {die.id: die.pose.at for die in ground.table.dice.values()}
    there = {"a-00": (127.0, 60.0, 8.0), "a-01": (127.0, 60.0, 24.0)} if towered else {}
    assert dice == {name: pytest.approx(place) for name, place in there.items()}


def test_a_tower_of_its_own_stands_where_it_is_put() -> None:
    """A tower without a model stands at the given place. If it is crooked, the upper die is shifted and turned against
    the lower die. Both dice show the numbers that were chosen.
    """
    crooked = ((0, 2, 1), (-0.375, 0.375, 0.0), (-0.375, 0.375, 0.0), (-1.5, 1.5, 1.0), (-1.5, 1.5, 1.5))
    rows = (angle(40.0), *SIZE_16, angle(90.0), (1, 10, 2), no(8), *crooked)
    turned = (-math.pi / 4, math.pi / 4, math.radians(30.0))
    ground = ground_of()
    _put_tower(Script(*rows, turned, (1, 6, 3), (1, 6, 5)), ground, "t", (300.0, 100.0))
    first, second = ground.table.tower_dice("t")
    assert ground.table.towers == {"t": Tower(("t-00", "t-01"), math.radians(40.0))}
    assert (first.pose.at, second.pose.at) == ((300.0, 100.0, 28.0), (301.0, 101.5, 44.0))
    assert [(die.shows, die.kind, die.size, die.owner) for die in (first, second)] == [
        (3, D6, 16.0, "player"), (5, D6, 16.0, "player"),
    ]  # fmt: skip
    for die, yaw in ((first, 90.0), (second, 120.0)):
        turn = multiply(about_z(math.radians(yaw)), D6.orientation_showing(die.shows))
        assert die.pose.orientation == pytest.approx(turn)


def test_a_tower_that_does_not_fit_is_left_out() -> None:
    """If the upper die of a tower would be over the table's edge, the tower is left out. If another model is in its
    place, it is left out, too, but not on nasty tables.
    """
    crooked = ((0, 2, 1), (-0.375, 0.375, 0.0), (-0.375, 0.375, 0.0), (-1.5, 1.5, -1.0), (-1.5, 1.5, 0.0))
    turned = (-math.pi / 4, math.pi / 4, 0.0)
    upper = (*crooked, turned, (1, 6, 3), (1, 6, 5))
    for x, there in ((8.9, False), (9.1, True)):
        ground = ground_of()
        _put_tower(Script(angle(0.0), *SIZE_16, angle(0.0), (1, 10, 2), no(8), *upper), ground, "t", (x, 50.0))
        assert [*ground.table.towers] == ["t"] * there
    other = Model("m", "x", (100.0, 50.0), Round(30.0))
    one = (angle(0.0), *SIZE_16, angle(0.0), (1, 10, 1), no(8), *STRAIGHT, (1, 6, 3))
    ground = ground_of(other)
    _put_tower(Script(*one), ground, "t", (110.0, 50.0))
    assert (ground.table.towers, ground.table.dice) == ({}, {})
    nasty = (angle(0.0), (8.0, 30.0, 16.0), angle(0.0), (1, 20, 1), no(8), (0, 2, 0), no(4))
    ground = ground_of(other, nasty=True)
    _put_tower(Script(*nasty, *STRAIGHT[1:], (1, 6, 3)), ground, "t", (110.0, 50.0))
    assert [*ground.table.towers] == ["t"]


def test_a_tower_touches_its_own_model_and_no_other() -> None:
    """A tower touches its own model. If its die isn't more than 1 mm away from another model, the tower is left out."""
    for other, there in (((100.0, 102.2), True), ((100.0, 101.8), False)):
        ground = ground_of(Model("a", "x", (100.0, 60.0), Round(30.0)), Model("b", "x", other, Round(20.0)))
        _put_tower(Script(angle(90.0), *SIZE_16, (1, 10, 1), no(8), *STRAIGHT, (1, 6, 3)), ground, "a", None)
        assert [*ground.table.towers] == ["a"] * there, other


@pytest.mark.parametrize(
    ("offsets", "stands"), [((-1.5, -3.0), True), ((-1.5, -3.0, -4.5), False), ((-1.0, -2.0, -3.0, -4.5), True)]
)
def test_upper_dice_keep_off_the_figure(offsets: tuple[float, ...], stands: bool) -> None:
    """Upper dice keep 1 mm away from the figure's column, which is 11 mm wide on a base of 20 mm. Dice whose underside
    is higher than the model, which is 31 mm high, may be above it.
    """
    steps = [after - before for before, after in zip((0.0, *offsets), offsets, strict=False)]
    drift = [row for step in steps for row in ((-1.5, 1.5, step), (-1.5, 1.5, 0.0), (-math.pi / 4, math.pi / 4, 0.0))]
    count = 1 + len(offsets)
    ground = ground_of(Model("a", "x", (100.0, 60.0), Round(20.0)))
    size = (yes(5), (8.0, 30.0, 8.0))
    lean = ((0, 2, 1), (-0.375, 0.375, 0.0), (-0.375, 0.375, 0.0))
    _put_tower(Script(angle(0.0), *size, (1, 10, count), no(8), *lean, *drift, *[(1, 6, 3)] * count), ground, "a", None)
    assert [*ground.table.towers] == ["a"] * stands


def test_upper_dice_keep_off_a_vehicle() -> None:
    """Upper dice may not lean over the hull of a vehicle at all, but they may lean over a round base."""
    lean = ((0, 2, 2), (-0.375, 0.375, -0.375), (-0.375, 0.375, 0.0))
    rows = (angle(0.0), *SIZE_16, (1, 10, 2), no(8), *lean, (1, 6, 3), (1, 6, 3))
    for base, stands in ((Round(30.0), True), (Hull(30.0, 30.0), False)):
        ground = ground_of(Model("a", "x", (100.0, 60.0), base))
        _put_tower(Script(*rows), ground, "a", None)
        assert [*ground.table.towers] == ["a"] * stands


def test_a_tower_beside_a_model_on_a_stage_stands_on_the_stage_or_not_at_all() -> None:
    """If a model stands on a stage, its tower is left out if it would hang over the stage's edge. On a nasty table, the
    tower hangs there.
    """
    one = (*SIZE_16, (1, 10, 1), no(8), *STRAIGHT, (1, 6, 3))
    for x, there in ((300.0, True), (330.0, False)):
        ground = ground_of(Model("a", "x", (x, 100.0), Round(30.0), level=20.0))
        _put_tower(Script(angle(0.0), *one), ground, "a", None)
        assert [*ground.table.towers] == ["a"] * there
    nasty = (angle(0.0), (8.0, 30.0, 16.0), (1, 20, 1), no(8), (0, 2, 0), no(4), *STRAIGHT[1:], (1, 6, 3))
    ground = ground_of(Model("a", "x", (330.0, 100.0), Round(30.0), level=20.0), nasty=True)
    _put_tower(Script(*nasty), ground, "a", None)
    assert ground.table.dice["a-00"].pose.at == pytest.approx((353.0, 100.0, 28.0))


def test_a_tower_drifts_in_one_of_three_ways() -> None:
    """A tower is straight, crooked or leaning. In a crooked tower, each die is shifted against the die below it, and
    turned. In a leaning tower, all dice are shifted by the same step.
    """
    lean = ((-0.375, 0.375, 0.25), (-0.375, 0.375, -0.125))
    step = ((-1.5, 1.5, 1.0), (-1.5, 1.5, -0.5), (-math.pi / 4, math.pi / 4, 0.5))
    straight = _drift(Script((0, 2, 0), *lean), 3, 16.0, nasty=False)
    assert straight == [(0.0, 0.0, 0.0)] * 3
    crooked = _drift(Script((0, 2, 1), *lean, *step, *step), 3, 16.0, nasty=False)
    assert crooked == [(0.0, 0.0, 0.0), (1.0, -0.5, 0.5), (2.0, -1.0, 0.5)]
    leaning = _drift(Script((0, 2, 2), *lean), 3, 16.0, nasty=False)
    assert leaning == [(0.0, 0.0, 0.0), (0.25, -0.125, 0.0), (0.5, -0.25, 0.0)]


def test_a_nasty_tower_may_fall() -> None:
    """On nasty tables, one tower in four leans by up to an eighth of a face's flat part from die to die, so it may
    fall. The others lean like usual towers. A usual tower loses its upper dice until it stands: with steps of 0.375 mm,
    37 dice remain.
    """
    wild = ((0, 2, 2), yes(4), (-2.0, 2.0, 2.0), (-2.0, 2.0, 0.0))
    assert _drift(Script(*wild), 9, 16.0, nasty=True)[-1] == (16.0, 0.0, 0.0)
    tame = ((0, 2, 2), no(4), (-0.375, 0.375, 0.375), (-0.375, 0.375, 0.0))
    assert _drift(Script(*tame), 50, 16.0, nasty=True)[-1] == (49 * 0.375, 0.0, 0.0)
    usual = ((0, 2, 2), (-0.375, 0.375, 0.375), (-0.375, 0.375, 0.0))
    assert len(_drift(Script(*usual), 50, 16.0, nasty=False)) == 37


@pytest.mark.parametrize(("off", "stands"), [(6.9, True), (7.0, True), (7.1, False), (-7.1, False)])
def test_a_tower_is_sure_to_stand_if_its_load_is_a_millimetre_inside(off: float, stands: bool) -> None:
    """A tower is sure to stand if the load on each cube is at least a millimetre inside the cube's flat part. If this
    part is 16 mm wide, the load may be 7 mm from the middle.
    """
    assert _stands([(0.0, 0.0, 0.0), (off, 0.0, 0.4)], 16.0) is stands
    assert _stands([(5.0, 3.0, 0.0), (5.0, 3.0 + off, 0.4), (5.0, 3.0 + off, 0.0)], 16.0) is stands
    assert _stands([(5.0, 3.0, 0.0)], 16.0)


def test_tokens_lie_flat_or_in_a_heap_or_lean() -> None:
    """One time in four, tokens are a heap of 2 to 6, each up to 1.5 mm off the place. Otherwise there is one token,
    which leans in one of five cases and lies flat in the others.
    """
    size, place = (15.0, 40.0, 20.0), at(50.0, 60.0)
    ground = ground_of()
    _put_tokens(Script(size, no(4), no(5), *place), ground, "one")
    assert ground.table.tokens == {"one-0": Token("one-0", Pose((50.0, 60.0, 1.5)), 20.0)}
    ground = ground_of()
    off = ((-1.5, 1.5, 1.0), (-1.5, 1.5, -0.5), (-1.5, 1.5, -1.0), (-1.5, 1.5, 0.25))
    _put_tokens(Script(size, yes(4), (2, 6, 3), *at(300.0, 100.0), *off), ground, "heap")
    assert [(name, one.pose.at) for name, one in ground.table.tokens.items()] == [
        ("heap-0", (300.0, 100.0, 21.5)), ("heap-1", (301.0, 99.5, 24.5)), ("heap-2", (299.0, 100.25, 27.5)),
    ]  # fmt: skip
    ground = ground_of()
    _put_tokens(Script(size, no(4), yes(5), (0.05, math.pi / 2, math.pi / 6), *place), ground, "tilted")
    half = math.pi / 12
    lean = Pose((50.0, 60.0, 5.0 + 1.5 * math.cos(math.pi / 6)), (math.sin(half), 0.0, 0.0, math.cos(half)))
    pose = ground.table.tokens["tilted-0"].pose
    assert (*pose.at, *pose.orientation) == pytest.approx((*lean.at, *lean.orientation))


def test_a_heap_of_tokens_is_tried_at_five_places() -> None:
    """Tokens are tried at five places. They need room for themselves and for the 1.5 mm by which they may be off."""
    size = ((15.0, 40.0, 20.0), no(4), no(5))
    for x, there in ((11.4, False), (11.6, True)):
        ground, script = ground_of(), Script(*size, *at(x, 60.0) * 5)
        _put_tokens(script, ground, "one")
        assert [*ground.table.tokens] == ["one-0"] * there
        assert len(script.rows) == 8 * there
    ground = ground_of(nasty=True)
    _put_tokens(Script((5.0, 60.0, 50.0), no(4), no(5), no(4), *at(0.0, 0.0)), ground, "one")
    assert ground.table.tokens["one-0"].diameter == 50.0


def test_a_die_lies_flat_on_the_ground() -> None:
    """A die lies flat on the ground or on a stage, turned by some angle, and shows the number that was chosen."""
    ground = ground_of()
    _put_die(Script(*SHARP_D6, *SIZE_16, *at(300.0, 100.0), nth(3, 6), angle(45.0)), ground, "die")
    value = D6.faces[3].value
    turn = D6.orientation_showing(value, math.pi / 4)
    die = ground.table.dice["die"]
    assert (die, die.shows) == (Die("die", D6, 16.0, Pose(die.pose.at, turn)), value)
    assert die.pose.at == pytest.approx((300.0, 100.0, 28.0))
    _put_die(Script(nth(11, 12), no(6), no(5), *SIZE_16, *at(30.0, 100.0), nth(19, 20), angle(45.0)), ground, "d20")
    assert ground.table.dice["d20"].pose.at == pytest.approx((30.0, 100.0, 8.0))


def test_a_die_on_a_nasty_table_may_stand_on_a_corner() -> None:
    """On a nasty table, one die in three is turned at random, and touches the ground with a corner or an edge."""
    ground = ground_of(nasty=True)
    flat = (no(4), *at(300.0, 100.0), nth(0, 6), angle(0.0))
    eighth = ((0.0, 1.0, math.cos(math.pi / 8) ** 2), (0.0, 1.0, 0.25), (0.0, 1.0, 0.0))
    sizes = (8.0, 30.0, 10.0)
    _put_die(Script(*SHARP_D6, sizes, *flat, no(3)), ground, "flat")
    _put_die(Script(*SHARP_D6, sizes, *flat, yes(3), *eighth), ground, "turned")
    assert ground.table.dice["flat"].pose.at == (300.0, 100.0, 25.0)
    eighth_turn = ground.table.dice["turned"].pose
    assert eighth_turn.orientation == pytest.approx((math.sin(math.pi / 8), 0.0, 0.0, math.cos(math.pi / 8)))
    assert eighth_turn.at == pytest.approx((300.0, 100.0, 20.0 + 5.0 * math.sqrt(2.0)))


def test_a_die_is_tried_at_five_places() -> None:
    """A die is tried at five places, and left out if it fits at none of them."""
    place = (*at(5.0, 60.0), nth(0, 6), angle(0.0))
    ground, script = ground_of(), Script(*SHARP_D6, *SIZE_16, *place * 5)
    _put_die(script, ground, "die")
    assert (ground.table.dice, script.rows) == ({}, [])
