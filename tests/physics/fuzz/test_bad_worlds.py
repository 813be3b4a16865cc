import math
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest
from physics_suite.tables import STEADY, board, dice, model_with_tower, throw, tower_at

from riotsim.physics import Diverged
from riotsim.physics.bodies.body import MotionType
from riotsim.physics.scene.scene import Scene
from riotsim.simulation import perform
from riotsim.table.acts import Act, Carry, CutShort, Drop, LeftTable, ModelMoved, Roll, Settled, Stack
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Box, Die, Mesh, Model, Terrain, Token, Tower
from riotsim.table.poses import ORIGIN, Pose
from riotsim.table.state import Surface, Table
from riotsim.testing.plugin import Record

MIDDLE = (305.0, 305.0)
LIMIT = 8 * 240


def finite(settled: Settled) -> bool:
    """Return True if all dice and tokens have finite places and orientations."""
    table = settled.table
    poses = [die.pose for die in table.dice.values()] + [token.pose for token in table.tokens.values()]
    return all(math.isfinite(part) for pose in poses for part in (*pose.at, *pose.orientation))


def tell(record: Record, world: str, settled: Iterable[Settled], wrong: int) -> None:
    """Record in how many acts of such a world something went wrong, and require 0. An act went wrong if it is counted
    in `wrong`, or if a pose isn't finite.
    """
    ends = list(settled)
    record(
        "bad worlds",
        f"{world}: acts that ended badly",
        found=wrong + sum(not finite(one) for one in ends),
        expected=0.0,
        at_most=0.0,
        unit=f"of {len(ends)}",
        source="all ends somewhere, and where it can be",
    ).must_hold()


def test_an_act_that_never_comes_to_rest_is_cut_short() -> None:
    """If dice bounce on for ever, as on a table that gives back all speed, the act is cut short after eight seconds,
    and a fact says so.
    """
    table = Table(610.0, 610.0, Surface("trampoline", 0.0, 1.6))
    settled = perform(table, Roll(dice(1), MIDDLE, 0.0, replace(STEADY, speed=0.0, spin=0.0)), 0)
    assert settled.facts_of(CutShort) == [CutShort(LIMIT)]
    assert settled.ticks == LIMIT


@pytest.mark.parametrize("overlap", [2.0, 8.0, 15.9])
def test_dice_that_overlap_at_the_start_settle(record: Record, overlap: float) -> None:
    """If the dice of a tower overlap at the start, they come to rest before the act is cut short."""
    stack = tuple(Die(f"t{k}", pose=Pose((*MIDDLE, 8.0 + k * (16.0 - overlap)))) for k in range(4))
    table = board().with_pieces(*stack).with_tower("t", Tower(tuple(die.id for die in stack)))
    settled = perform(table, Stack(Die("top"), "t", STEADY), 0)
    tell(record, f"a tower whose dice overlap by {overlap:g} mm", [settled], wrong=len(settled.facts_of(CutShort)))


def test_a_body_that_is_nowhere_is_an_error() -> None:
    """If a die's velocity is not a number, the act fails with an error that names the die."""
    with Scene(board()) as scene:
        die = scene.registry.enter(Die("lost", pose=Pose((*MIDDLE, 50.0))), MotionType.FREE)
        scene.world.set_velocity(die.number, (math.nan, 0.0, 0.0))
        with pytest.raises(Diverged, match="lost"):
            list(scene.run(100, 0))


def test_tokens_in_one_place_settle(record: Record) -> None:
    """If a token is dropped on five tokens in the same place, all end at finite places."""
    table = board().with_pieces(*(Token(f"t{k}", ORIGIN.translated((*MIDDLE, 1.5))) for k in range(5)))
    settled = perform(table, Drop(Token("new", ORIGIN), MIDDLE, 300.0, STEADY), 0)
    tell(record, "five tokens in one place", [settled], wrong=0)


def test_a_very_fast_die_settles_or_leaves(record: Record) -> None:
    """If dice are thrown at 20 m/s at terrain, each either ends on the table or leaves it. None is lost."""
    table = board().with_pieces(Terrain("crate", Box(100.0, 100.0, 40.0), (450.0, 305.0)))
    act = Roll(dice(3), (580.0, 305.0), 0.0, replace(STEADY, speed=20000.0), drop=20.0, strength=1.0)
    ends = [perform(table, act, seed) for seed in range(4)]
    there = [{*settled.table.dice, *(fact.piece for fact in settled.facts_of(LeftTable))} for settled in ends]
    tell(record, "dice at 20 m/s", ends, wrong=sum(names != {"r00", "r01", "r02"} for names in there))


def test_a_mesh_with_a_hole_is_no_trap(record: Record) -> None:
    """If dice are thrown on a mesh that lacks a triangle, none comes to rest below the table's top."""
    corners = np.array([(-80.0, -80.0, 30.0), (80.0, -80.0, 30.0), (80.0, 80.0, 30.0), (-80.0, 80.0, 30.0)])
    outline = (((-80.0, -80.0), (80.0, -80.0), (80.0, 80.0), (-80.0, 80.0)),)
    half = Mesh("half", "", corners, np.array([(0, 1, 2)], dtype=np.int32), outline)
    table = board().with_pieces(Terrain("hill", half, MIDDLE))
    ends = [perform(table, throw(3, hand=replace(STEADY, speed=300.0)), seed) for seed in range(4)]
    below = [settled for settled in ends if any(die.pose.at[2] <= 7.0 for die in settled.table.dice.values())]
    tell(record, "a mesh with a hole", ends, wrong=len(below))


def test_a_token_that_a_carry_squeezes_against_a_wall_stays_finite(record: Record) -> None:
    """If a carried model squeezes a token against a wall, the token ends at a finite place, less than 300 mm away."""
    table = board().with_pieces(
        Model("m", "x", (200.0, 305.0)),
        Terrain("wall", Box(20.0, 200.0, 40.0), (320.0, 305.0)),
        Token("gold", ORIGIN.translated((290.0, 305.0, 1.5))),
    )
    settled = perform(table, Carry("m", (290.0, 305.0), STEADY, "usual"), 0)
    far = math.dist(settled.table.tokens["gold"].pose.xy, (290.0, 305.0)) >= 300.0
    tell(record, "a token squeezed between a base and a wall", [settled], wrong=int(far))


def test_a_model_that_is_pushed_off_the_table_comes_back_to_its_edge() -> None:
    """If models are free and dice knock one off the table, it ends at the edge, knocked flat (RD-93)."""
    table = board().with_pieces(Model("m", "x", (603.0, 305.0)))
    act = Roll(dice(9), (600.0, 305.0), 0.0, replace(STEADY, speed=1500.0), drop=30.0, free_models=True)
    for seed in range(30):
        settled = perform(table, act, seed)
        if not settled.facts_of(ModelMoved):
            continue
        x, y = settled.table.models["m"].at
        assert 12.5 <= x <= 597.5
        assert 12.5 <= y <= 597.5
        if any(fact.knocked_flat for fact in settled.facts_of(ModelMoved)) and x == pytest.approx(597.5):
            return
    raise AssertionError("the model was never pushed off")


NOWHERE = (math.nan, 305.0)


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (Roll((), MIDDLE, 0.0, STEADY), "at least one die"),
        (Roll((Die("a"), Die("a")), MIDDLE, 0.0, STEADY), "a name of its own"),
        (Roll((Die("a"),), NOWHERE, 0.0, STEADY), "finite number as at_x, not nan"),
        (Roll((Die("a"),), MIDDLE, 0.0, STEADY, drop=-5.0), "drop of at least 0"),
        (Roll((Die("a"),), MIDDLE, 0.0, replace(STEADY, spin=-1.0)), "the hand 'steady' needs a spin"),
        (Drop(Token("t", ORIGIN), MIDDLE, math.inf, STEADY), "finite number as height"),
        (Stack(Die("a", die_kind("d8")), "t", STEADY), "a is a d8"),
        (Stack(Die("t-01"), "t", STEADY), "stands in the tower 't' already"),
        (Stack(Die("a"), "ghost", STEADY), "no tower 'ghost'"),
        (Carry("ghost", MIDDLE, STEADY, "usual"), "no model 'ghost'"),
        (Carry("m", NOWHERE, STEADY, "usual"), "finite number as to_x"),
        (Carry("m", MIDDLE, STEADY, "gallop"), "no pace 'gallop'; it has usual, slow, rash"),
    ],
)
def test_an_act_that_cannot_be_is_refused(act: Act, said: str) -> None:
    """If an act is impossible, it is refused with a message that says what is wrong."""
    table = model_with_tower(tower_at(board(), "t", 3, MIDDLE), "m", 2, (100.0, 100.0))
    with pytest.raises(ValueError, match=said):
        perform(table, act, 0)


def test_a_seed_below_zero_is_refused() -> None:
    """If the seed of an act is below 0, it is refused."""
    with pytest.raises(ValueError, match="seed"):
        perform(board(), throw(1), -1)


def test_only_cubes_are_stacked() -> None:
    """If a die that is no cube is to be stacked, the act is refused. The message speaks of dice, not of the rules of
    one game.
    """
    table = board().with_pieces(Model("m", "x", MIDDLE))
    with pytest.raises(ValueError, match=r"^only cubes can be stacked, and r is a d8; a d6 would do$"):
        perform(table, Stack(Die("r", die_kind("d8")), "m", STEADY), 0)


@pytest.mark.parametrize("height", [0.0, -5.0, math.nan])
def test_a_hand_is_unbraced_from_some_height(height: float) -> None:
    """If a hand's unbraced height is 0, negative or not a number, the act is refused. An infinite height is allowed:
    such a hand never wavers.
    """
    table = model_with_tower(board(), "m", 2, MIDDLE)
    assert perform(table, Stack(Die("r"), "m", replace(STEADY, unbraced=math.inf)), 0).table.towers["m"].dice[2] == "r"
    with pytest.raises(ValueError, match="'steady' needs an unbraced height above 0"):
        perform(table, Stack(Die("r"), "m", replace(STEADY, unbraced=height)), 0)
