"""Carries: a hand moves a model together with its tower."""

import math
from dataclasses import replace

import pytest
from physics_suite.tables import SHAKY, STEADY, board, crowd, model_with_tower, tower_at

from riotsim.simulation import frames, perform
from riotsim.table.acts import (
    Carry,
    Settled,
    TowerFell,
)
from riotsim.table.pieces import Box, Die, Hull, Model, Terrain, Token, Tower, pose_beside
from riotsim.table.poses import Pose, about_z

MIDDLE = (305.0, 305.0)


def test_a_carried_tower_goes_along() -> None:
    """If a hand carries a model with a tower slowly, the model ends exactly at its goal. The tower stands beside it as
    before, and isn't pushed (RD-46).
    """
    table = model_with_tower(board(), "m", 8, (200.0, 200.0), bearing=2.0)
    settled = perform(table, Carry("m", (320.0, 250.0), SHAKY, "slow"), 7)
    assert not settled.facts
    assert settled.table.models["m"].at == (320.0, 250.0)
    for k in range(8):
        before, after = (t.dice[f"m-{k:02d}"].pose.at for t in (table, settled.table))
        assert after[0] - before[0] == pytest.approx(120.0, abs=1.0)
        assert after[1] - before[1] == pytest.approx(50.0, abs=1.0)
    bottom = settled.table.dice["m-00"].pose.at
    assert bottom == pytest.approx(tuple(a + b for a, b in zip(table.dice["m-00"].pose.at, (120, 50, 0), strict=True)))


def test_a_rash_carry_fells_the_tower_and_ends_there() -> None:
    """If a rash carry fells the model's own tower, the model stops on its way, short of its goal (RD-33, RD-46)."""
    table = model_with_tower(board(), "m", 9, (100.0, 300.0), bearing=2.0)
    settled = perform(table, Carry("m", (500.0, 300.0), STEADY, "rash"), 0)
    assert [fact.tower for fact in settled.facts_of(TowerFell)] == ["m"]
    x, y = settled.table.models["m"].at
    assert 100.0 < x < 500.0
    assert y == pytest.approx(300.0)
    assert "m" not in settled.table.towers


def test_a_carry_knocks_over_a_tower_in_its_way() -> None:
    """If another tower stands in a carry's way, it falls, and a fact says so (RD-46, RD-34)."""
    table = board().with_pieces(Model("m", "x", (200.0, 300.0)))
    table = tower_at(table, "other", 8, (300.0, 305.0))
    settled = perform(table, Carry("m", (400.0, 300.0), STEADY, "usual"), 0)
    assert [fact.tower for fact in settled.facts_of(TowerFell)] == ["other"]
    assert settled.table.models["m"].at == (400.0, 300.0)


def test_a_carry_that_meets_nothing_needs_no_engine() -> None:
    """If a model without a tower is carried along a clear way, only its place changes. Frames show it on its way."""
    table = crowd().with_pieces(Model("walker", "x", (250.0, 300.0)))
    under_way = frames(table, Carry("walker", (300.0, 310.0), STEADY, "usual"), 0, every=4)
    seen = [next(under_way).poses["walker"].at[0] for _ in range(10)]
    assert seen == sorted(seen)
    settled = perform(table, Carry("walker", (300.0, 310.0), STEADY, "usual"), 0)
    assert settled.table == table.with_pieces(replace(table.models["walker"], at=(300.0, 310.0)))
    assert settled.ticks > 0


def test_a_carry_of_no_length_changes_nothing() -> None:
    """If a model is carried to its own place, nothing changes, and no error is raised."""
    table = model_with_tower(board(), "m", 5, MIDDLE)
    assert perform(table, Carry("m", MIDDLE, SHAKY, "usual"), 0) == Settled(table)


def test_loose_dice_do_not_hinder_a_carry() -> None:
    """If a loose die lies in a carry's way, the die stays where it is, and the tower isn't disturbed (RD-41)."""
    table = model_with_tower(board(), "m", 3, (200.0, 300.0), bearing=math.pi)
    table = table.with_pieces(Die("lying", pose=Pose((260.0, 300.0, 8.0))))
    settled = perform(table, Carry("m", (330.0, 300.0), STEADY, "usual"), 0)
    assert settled.table.dice["lying"] is table.dice["lying"]
    assert not settled.facts


def test_a_model_is_carried_up_onto_terrain_with_its_tower() -> None:
    """If a model with a tower is carried slowly onto a platform, model and tower stand on its top."""
    table = board().with_pieces(Terrain("stage", Box(200.0, 200.0, 25.0), (400.0, 300.0), can_stand_on=True))
    table = model_with_tower(table, "m", 4, (220.0, 300.0), bearing=math.pi)
    settled = perform(table, Carry("m", (400.0, 300.0), STEADY, "slow"), 0)
    assert not settled.facts
    assert settled.table.models["m"].level == 25.0
    assert settled.table.dice["m-00"].pose.at[2] == pytest.approx(33.0)
    assert settled.table.dice["m-03"].pose.at[2] == pytest.approx(81.0, abs=0.1)


def test_a_carried_vehicle_keeps_its_foot_on_the_ground() -> None:
    """If a vehicle with a tower is carried, and a token lies in its way, all frames show the vehicle's foot on the
    ground.
    """
    model = Model("m", "x", (200.0, 200.0), Hull(60.0, 26.0))
    seat = pose_beside(model, math.pi, 16.0)
    dice = (Die("m-0", pose=seat), Die("m-1", pose=seat.translated((0.0, 0.0, 16.0))))
    table = board().with_pieces(model, *dice, Token("t", Pose((300.0, 200.0, 1.5))))
    table = table.with_tower("m", Tower(("m-0", "m-1"), math.pi))
    heights = [frame.poses["m"].at[2] for frame in frames(table, Carry("m", (400.0, 200.0), STEADY, "usual"), 3)]
    assert heights == pytest.approx([0.0] * len(heights), abs=0.01)


def test_a_pace_that_the_hand_has_not_is_refused() -> None:
    """If a carry has a pace that the hand doesn't have, it is refused. The error names the paces of the hand."""
    table = board().with_pieces(Model("m", "x", MIDDLE))
    with pytest.raises(ValueError, match="usual, slow"):
        perform(table, Carry("m", (320.0, 305.0), SHAKY, "gallop"), 0)


def test_a_pose_that_is_turned_keeps_its_turn() -> None:
    """A carried model keeps its heading."""
    table = board().with_pieces(Model("m", "x", MIDDLE, heading=1.2))
    frame = next(frames(table, Carry("m", (330.0, 305.0), STEADY, "usual"), 0))
    assert frame.poses["m"].orientation == about_z(1.2)
