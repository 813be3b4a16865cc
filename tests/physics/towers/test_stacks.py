"""Stacks: a die is put on a tower, which stands or falls."""

import math

import pytest
from physics_suite.tables import SHAKY, SIZE, STEADY, board, model_with_tower, tower_at

from riotsim.simulation import perform
from riotsim.table.acts import (
    Drop,
    Stack,
    TowerFell,
)
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die, Model, Token, Tower
from riotsim.table.poses import ORIGIN, Pose

MIDDLE = (305.0, 305.0)


def test_a_tower_begins_flat_beside_its_model() -> None:
    """If a die is the first of a tower, it touches the model on the side asked for, and keeps its number (RD-30)."""
    table = board().with_pieces(Model("m", "x", MIDDLE))
    die = Die("a", pose=Pose((0.0, 0.0, 8.0), die_kind("d6").orientation_showing(5)))
    settled = perform(table, Stack(die, "m", SHAKY, bearing=math.pi / 2), 3)
    assert settled.table.towers["m"] == Tower(("a",), math.pi / 2)
    placed = settled.table.dice["a"]
    assert placed.pose.at == pytest.approx((305.0, 305.0 + 12.5 + 8.0, 8.0))
    assert placed.shows == 5


def test_a_die_is_stacked_on_top() -> None:
    """If a careful hand adds a die, the tower stands, the die keeps its number, and the others stay put (RD-31)."""
    table = model_with_tower(board(), "m", 6, MIDDLE)
    die = Die("top", pose=Pose((0.0, 0.0, 8.0), die_kind("d6").orientation_showing(3, 0.4)))
    settled = perform(table, Stack(die, "m", STEADY), 0)
    assert not settled.facts
    assert settled.table.towers["m"].dice[-1] == "top"
    assert settled.table.dice["top"].shows == 3
    assert settled.table.dice["top"].pose.at[2] == pytest.approx(6.5 * SIZE, abs=0.05)
    for k in range(6):
        assert settled.table.dice[f"m-{k:02d}"] is table.dice[f"m-{k:02d}"]


def test_stacking_on_a_leaning_tower_fells_it() -> None:
    """If a tower leans to its limit and a die is put on farther out, the tower falls (RD-32)."""
    table = tower_at(board(), "t", 5, MIDDLE, lean=(3.0, 0.0))
    settled = perform(table, Stack(Die("top"), "t", STEADY, offset=(7.0, 0.0)), 0)
    assert [fact.tower for fact in settled.facts_of(TowerFell)] == ["t"]
    assert "t" not in settled.table.towers
    assert "top" in settled.table.dice


def test_a_die_put_beside_the_tower_has_fallen_off_it() -> None:
    """If a die misses the top die, it falls, and this counts as the tower's fall (RD-32)."""
    table = tower_at(board(), "t", 4, MIDDLE)
    settled = perform(table, Stack(Die("top"), "t", STEADY, offset=(20.0, 0.0)), 0)
    assert [fact.tower for fact in settled.facts_of(TowerFell)] == ["t"]


def test_a_tower_of_no_model_has_to_exist() -> None:
    """If a die is put on a name that is neither a tower nor a model, the error says that there is no such tower."""
    with pytest.raises(ValueError, match="no tower 'ghost'"):
        perform(board(), Stack(Die("a"), "ghost", STEADY), 0)


def test_a_rebuilt_tower_does_not_creep() -> None:
    """If a token is dropped beside a tower twenty times, the engine simulates the tower each time.

    Its dice keep their exact poses.
    """
    table = now = tower_at(board(), "t", 10, (305.0, 305.0), yaw=0.5)
    act = Drop(Token("gold", ORIGIN), (330.0, 305.0), 2.0, STEADY)
    for _ in range(20):
        settled = perform(now, act, 6, trace_hz=240)
        assert any("t-00" in frame.poses for frame in settled.trace)
        now = settled.table
    assert all(now.dice[die] is table.dice[die] for die in table.towers["t"].dice)


def test_a_tower_may_lean_out_over_the_edge() -> None:
    """If dice of a standing tower have their middle beyond the table's edge, they still belong to the tower."""
    table = tower_at(board(), "t", 3, (600.0, 305.0), lean=(4.0, 0.0))
    settled = perform(table, Stack(Die("top"), "t", STEADY), 0)
    assert not settled.facts
    assert settled.table.dice["top"].pose.at[0] == pytest.approx(608.0, abs=0.2)
    leaning = tower_at(board(), "t", 3, (604.0, 305.0), lean=(3.5, 0.0))
    settled = perform(leaning, Stack(Die("top"), "t", STEADY), 0)
    assert not settled.facts
    assert set(settled.table.towers["t"].dice) == {"t-00", "t-01", "t-02", "top"}
