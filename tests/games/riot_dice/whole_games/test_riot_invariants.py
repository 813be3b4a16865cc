"""The checks made at every turn of a game find each fault, and report nothing else."""

from dataclasses import replace

import pytest
from lucky_table import LuckyTable, begin, rules

from riotsim.games.riot_dice.invariants import find_violations
from riotsim.games.riot_dice.state import State
from riotsim.table.pieces import Box, Die, Model, Terrain, Token, Tower
from riotsim.table.poses import Pose
from riotsim.table.state import Table

HEIGHTS = (8.0, 24.0, 40.0)


def beside_a_stage(lift: float) -> tuple[State, Table]:
    """Return a position with a model at the foot of a stage of 12 mm. A tower of three dice, `lift` mm up, is beside
    it.
    """
    state = begin(LuckyTable()).state
    stage = Terrain("stage", Box(100.0, 100.0, 12.0), (300.0, 300.0), blocks_moves=False, can_stand_on=True)
    model = Model("a1", "Ann", (300.0, 237.4))
    dice = [Die(f"d{k}", pose=Pose((300.0, 257.9, height + lift))) for k, height in enumerate(HEIGHTS)]
    tokens = [Token(f"t{k}", Pose((20.0 + 25.0 * k, 20.0, 1.5))) for k in range(13)]
    table = Table(609.6, 609.6).with_pieces(stage, model, *dice, *tokens)
    return state, table.with_tower("a1", Tower(("d0", "d1", "d2"), 1.57))


def test_a_tower_may_stand_on_the_stage_beside_its_model() -> None:
    """RD-30: a model on the table may have its tower on the stage beside it. This is not reported as a fault."""
    state, table = beside_a_stage(12.0)
    assert find_violations(rules(), state, table) == []


@pytest.mark.parametrize("lift", [0.0, 20.0])
def test_a_tower_in_the_stage_or_in_the_air_is_found(lift: float) -> None:
    """RD-32: if a tower hangs in the air or its foot is inside the stage, this is reported as a fault."""
    state, table = beside_a_stage(lift)
    assert find_violations(rules(), state, table) == ["the tower of a1 is no single stack"]


def test_lost_loot_and_overlapping_bases_are_found() -> None:
    """RD-47: if a token is neither on the table nor in a stash, this is reported. So are two bases that overlap."""
    state, table = beside_a_stage(12.0)
    assert any("make 12, not 13" in one for one in find_violations(rules(), state, table.without("t3")))
    crowded = table.with_pieces(replace(table.models["a1"], id="b1", owner="Bob", at=(310.0, 225.0)))
    assert any("overlaps" in one for one in find_violations(rules(), state, crowded))
