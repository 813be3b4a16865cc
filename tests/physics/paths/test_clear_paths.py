"""How long the way of a carried model and its tower is clear. The expected distances are worked out by hand."""

import math
from dataclasses import replace

import pytest
from physics_suite.tables import board, model_with_tower

from riotsim.physics.acts.clearance import ClearWay
from riotsim.physics.acts.hand_path import GroundProfile, HandPath, ground_profile
from riotsim.physics.statics import STATICS
from riotsim.table.pieces import Box, Die, Model, Terrain, Token, Tower
from riotsim.table.poses import Point, Pose
from riotsim.table.state import Table

START = (100.0, 200.0)

TICKS = 200

TREMOR = 0.75

NEAR = 0.5 + 2.0 * TREMOR
"""If a piece is within this distance of a carried one, it counts as near (mm)."""

DISC = 16.0 * (math.sqrt(0.5) + math.sin(STATICS.max_tilt))
"""Radius of a disc that covers a die at any yaw (mm)."""


def way_to(end: Point, table: Table, ground: GroundProfile | None = None) -> tuple[HandPath, ClearWay]:
    """Return the path of the model `m` to `end`, and what may be in its way."""
    path = HandPath(START, end, TICKS, ground or ground_profile(table, START, end), TREMOR, 9.0)
    return path, ClearWay(table, table.models["m"], path, TREMOR)


def last_before(path: HandPath, way: float) -> int:
    """Return the last tick at which the hand has travelled less than `way` (mm)."""
    return max(tick for tick in range(path.ticks + 1) if path.distance_at(tick) < way)


def with_model(dice: int = 0, bearing: float = math.pi / 2) -> Table:
    """Return a table with the model `m` at the start, and a tower of this many dice beside the model."""
    return model_with_tower(board(), "m", dice, START, bearing) if dice else board().with_pieces(Model("m", "x", START))


@pytest.mark.parametrize("aside", [0.0, 9.0, -17.0])
def test_a_model_is_clear_until_a_token_is_near(aside: float) -> None:
    """If a token lies on the way of a carried model, the way is clear until the model's base is near the token.

    The base has 25 mm and the token 20 mm. Once the model has passed, the rest of the way is clear.
    """
    path, way = way_to((400.0, 200.0), with_model().with_pieces(Token("t", Pose((300.0, 200.0 + aside, 1.5)))))
    reach = math.sqrt((12.5 + 10.0 + NEAR) ** 2 - aside * aside)
    assert way.clear_until(()) == last_before(path, 200.0 - reach)
    assert way.clear_until((), 30) == last_before(path, 200.0 - reach)
    assert way.clear_until((), 116) == -1
    behind = next(tick for tick in range(TICKS) if path.distance_at(tick) > 200.0 + reach)
    assert (way.clear_until((), behind - 1), way.clear_until((), behind)) == (-1, TICKS)
    assert way.clear_until((), held=False) == TICKS


@pytest.mark.parametrize(("aside", "clear"), [(22.5 + NEAR - 0.01, False), (22.5 + NEAR + 0.01, True)])
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_token_beside_the_way_is_not_in_it(aside: float, clear: bool, side: float) -> None:
    """If a token lies beside a slanting way, it hinders the model only if the gap between them is less than `NEAR`."""
    at = (220.0 - 0.8 * side * aside, 360.0 + 0.6 * side * aside)
    path, way = way_to((340.0, 520.0), with_model().with_pieces(Token("t", Pose((*at, 1.5)))))
    assert (way.clear_until(()) == TICKS) is clear
    assert clear or way.clear_until(()) == pytest.approx(last_before(path, 200.0), abs=2)


def test_a_model_is_not_hindered_by_scenery_models_and_loose_dice() -> None:
    """If a model is carried without a tower, only tokens and dice of other towers hinder it, at any height."""
    table = with_model().with_pieces(
        Terrain("wall", Box(20.0, 20.0, 40.0), (300.0, 200.0)),
        Model("o", "y", (250.0, 200.0)),
        Die("loose", pose=Pose((330.0, 200.0, 8.0))),
    )
    assert way_to((400.0, 200.0), table)[1].clear_until(()) == TICKS
    beside = model_with_tower(table, "other", 2, (300.0, 245.0), -math.pi / 2)  # the near side is 16.5 mm from the way
    assert way_to((400.0, 200.0), beside)[1].clear_until(()) == TICKS
    near = model_with_tower(table, "other", 2, (300.0, 232.0), -math.pi / 2)  # here it is 3.5 mm from the way
    path, way = way_to((400.0, 200.0), near)
    assert way.clear_until(()) == last_before(path, 200.0 - 8.0 - math.sqrt((12.5 + NEAR) ** 2 - 3.5**2))


@pytest.mark.parametrize("level", [0, 1, 2])
@pytest.mark.parametrize("held", [True, False])
def test_each_die_of_a_tower_meets_what_is_at_its_height(level: int, held: bool) -> None:
    """If a block is as high as the middle of a carried die, it stops this die, but not the dice above.

    If the block ends less than half a millimetre below the next die, it stops that die too. The lowest die isn't
    checked if `held` is false.
    """
    table = with_model(3)
    dice = table.tower_dice("m")
    bottom = 16.0 * level
    foot = dice[0].pose.at[1]
    edge = Terrain("t", Box(10.0, 30.0, bottom + 8.0), (300.0, foot))
    path, way = way_to((400.0, 200.0), table.with_pieces(edge))
    reach = last_before(path, 195.0 - DISC - NEAR)
    assert way.clear_until(dice[level : level + 1]) == reach
    assert way.clear_until(dice, held=held) == (TICKS if level == 0 and not held else reach)
    above = dice[level + 1 :]
    assert way.clear_until(above) == TICKS
    for high, last in ((bottom + 15.4, TICKS), (bottom + 15.6, reach)):
        way = way_to((400.0, 200.0), table.with_pieces(replace(edge, shape=Box(10.0, 30.0, high))))[1]
        assert above == () or way.clear_until(above) == last


def test_dice_are_looked_at_where_they_are_at_a_tick() -> None:
    """If the way is checked from a later tick on, the dice are given where they are at that tick.

    Behind the block, the rest of the way is clear.
    """
    table = with_model(2)
    dice = table.tower_dice("m")
    block = Terrain("t", Box(10.0, 30.0, 40.0), (300.0, dice[0].pose.at[1]))
    loose = Die("loose", pose=Pose((200.0, dice[0].pose.at[1], 8.0)))  # a loose die is pushed aside
    path, way = way_to((400.0, 200.0), table.with_pieces(block, loose))
    reach = last_before(path, 195.0 - DISC - NEAR)
    behind = next(tick for tick in range(TICKS) if path.distance_at(tick) > 205.0 + DISC + NEAR)
    for tick, last in ((50, reach), (reach, reach), (reach + 1, -1), (behind - 1, -1), (behind, TICKS)):
        (x, y), (x0, y0) = path.position_at(tick), START
        there = [replace(die, pose=die.pose.translated((x - x0, y - y0, 0.0))) for die in dice]
        assert way.clear_until(there, tick) == last


@pytest.mark.parametrize("gap", [0.05, -0.05])
@pytest.mark.parametrize("side", range(4))
def test_a_tower_is_carried_within_the_edges_of_the_table(gap: float, side: int) -> None:
    """A carried die is clear of an edge of the table if it keeps `NEAR` away.

    If it comes nearer anywhere, only the first tick is clear.
    """
    beyond = DISC + NEAR + gap
    edge = [(beyond, 300.0), (610.0 - beyond, 300.0), (300.0, beyond), (300.0, 610.0 - beyond)][side]
    table = model_with_tower(board(), "m", 2, START, math.pi / 2)
    dice = table.tower_dice("m")
    x, y = dice[0].pose.xy
    path, way = way_to((START[0] + edge[0] - x, START[1] + edge[1] - y), table)
    assert way.clear_until(dice) == (TICKS if gap > 0 else 0)
    assert path.end != START
    out = [replace(die, pose=die.pose.translated((edge[0] - x, edge[1] - y, 0.0))) for die in dice]
    assert way.clear_until(out, TICKS) == (TICKS if gap > 0 else -1)


def test_a_tower_over_uneven_ground_is_never_clear() -> None:
    """If the ground has a step under the model or under its lowest die, a tower's way is not clear.

    Without a tower, the model's way stays clear.
    """
    table = with_model(1)
    dice = table.tower_dice("m")
    there = dice[0].pose.at[1]
    for x, y, last in ((250.0, 200.0, -1), (250.0, there, -1), (250.0, 160.0, TICKS), (446.0, there, TICKS)):
        low = Terrain("t", Box(60.0, 4.0, 3.0), (x, y), can_stand_on=True)
        way = way_to((400.0, 200.0), table.with_pieces(low))[1]
        assert (way.clear_until(()), way.clear_until(dice)) == (TICKS, last)


def test_a_carry_of_no_length_is_clear_where_it_stands() -> None:
    """If a carry has no length, it is clear of a token farther away than `NEAR`, but not of a nearer one."""
    for away, last in ((22.5 + NEAR + 0.01, TICKS), (22.5 + NEAR - 0.01, -1)):
        table = with_model().with_pieces(Token("t", Pose((START[0] + away, START[1], 1.5))))
        assert way_to(START, table)[1].clear_until(()) == last


def test_the_first_of_several_pieces_on_the_way_ends_it() -> None:
    """If two tokens lie on the way, it is clear until the model is near the first of them, whatever their names."""
    tokens = [Token(name, Pose((x, 200.0, 1.5))) for name, x in (("a", 350.0), ("b", 250.0))]
    path, way = way_to((400.0, 200.0), with_model().with_pieces(*tokens))
    assert way.clear_until(()) == last_before(path, 150.0 - 22.5 - NEAR)


@pytest.mark.parametrize(("gap", "hinders"), [(0.05, False), (-0.05, True)])
def test_a_die_passes_below_what_hangs_high_enough(gap: float, hinders: bool) -> None:
    """If the sphere around another tower's die is half a millimetre above a carried die, the carried die can pass."""
    table, sphere = with_model(1), 8.0 * math.sqrt(3.0)
    dice = table.tower_dice("m")
    high = Die("high", pose=Pose((300.0, dice[0].pose.at[1] + 6.0, 16.0 + 0.5 + sphere + gap)))
    path, way = way_to((400.0, 200.0), table.with_pieces(high).with_tower("other", Tower(("high",))))
    reach = math.sqrt((DISC + NEAR + sphere) ** 2 - 36.0)
    assert way.clear_until(dice) == (last_before(path, 200.0 - reach) if hinders else TICKS)
