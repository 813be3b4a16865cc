"""Rolls: dice come to rest, and the towers and models that they hit fall or move."""

import math
from collections.abc import Generator
from dataclasses import replace
from importlib import import_module
from itertools import islice
from typing import Any

import numpy as np
import pytest
from physics_suite.tables import SHAKY, SIZE, STEADY, board, dice, model_with_tower, throw, tower_at

from riotsim.physics import Diverged
from riotsim.physics.bodies.motion import REST
from riotsim.simulation import frames, perform
from riotsim.table.acts import (
    Cocked,
    CutShort,
    Frame,
    LeftTable,
    ModelMoved,
    Roll,
    Settled,
    Stack,
    TowerFell,
    TowerPushed,
    Turned,
)
from riotsim.table.dice.kinds import KINDS, die_kind
from riotsim.table.pieces import Box, Die, Mesh, Model, Terrain, Tower
from riotsim.table.poses import Point, Pose, heading, rotate
from riotsim.table.state import Table

MIDDLE = (305.0, 305.0)


def pyramid(height: float = 60.0, half: float = 90.0) -> Mesh:
    """Return a square pyramid as a mesh."""
    corners = [(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0), (0.0, 0.0, height)]
    faces = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (0, 2, 1), (0, 3, 2)]
    outline = ((corners[0][:2], corners[1][:2], corners[2][:2], corners[3][:2]),)
    return Mesh("pyramid", "", np.array(corners), np.array(faces, dtype=np.int32), outline)


def lying_flat(settled: Settled, ids: list[str]) -> bool:
    """Return whether dice lie flat on a face."""
    return all(
        d.kind.lowest_face(d.pose.orientation)[1] < REST.max_flat_tilt for d in (settled.table.dice[die] for die in ids)
    )


def test_rolled_dice_lie_loose_on_the_table() -> None:
    """If three dice are thrown, each lies flat on the table, or a fact says that it left or leans (RD-90, RD-91)."""
    for seed in range(20):
        settled = perform(board(), throw(3), seed)
        gone = [fact.piece for fact in settled.facts_of(LeftTable)]
        cocked = [fact.die for fact in settled.facts_of(Cocked)]
        rest = [die for die in ("r00", "r01", "r02") if die not in gone]
        assert sorted(settled.table.dice) == rest
        assert lying_flat(settled, [die for die in rest if die not in cocked])
        assert [fact.die for fact in settled.facts_of(Turned)] == rest
        assert not settled.facts_of(CutShort)


def test_throws_come_to_rest_about_where_they_are_aimed() -> None:
    """If 200 throws have the same aim, the mean place of their dice is within 20 mm of it, in both directions."""
    large, at = board(3000.0, 3000.0), (1500.0, 1500.0)
    places = [
        die.pose.xy
        for seed in range(200)
        for die in perform(large, throw(3, at=at, heading=0.0), seed).table.dice.values()
    ]
    mean = np.mean(places, axis=0)
    assert mean[0] == pytest.approx(at[0], abs=20.0)
    assert mean[1] == pytest.approx(at[1], abs=20.0)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_die_rolls_and_lies_on_a_face(kind: str) -> None:
    """If dice of a kind are thrown, those that aren't cocked lie on a face, at the height of a flat die (RD-94)."""
    ids: list[str] = []
    for seed in range(3):
        settled = perform(board(1500.0, 1500.0), Roll(dice(4, kind), (750.0, 750.0), 1.0, SHAKY), seed)
        assert not settled.facts_of(CutShort)
        cocked = {fact.die for fact in settled.facts_of(Cocked)}
        flat = [die for die in settled.table.dice if die not in cocked]
        ids += flat
        assert lying_flat(settled, flat)
        for die in flat:
            height = settled.table.dice[die].pose.at[2] / SIZE
            assert height == pytest.approx(die_kind(kind).flat_height(), abs=0.05) or height > 0.9
    assert len(ids) >= 10


def test_sixty_dice_are_a_throw_too() -> None:
    """A throw of sixty dice comes to rest, with every die accounted for."""
    settled = perform(board(1500.0, 1500.0), Roll(dice(60), (750.0, 750.0), 0.0, SHAKY), 1)
    gone = {fact.piece for fact in settled.facts_of(LeftTable)}
    assert set(settled.table.dice) | gone == {die.id for die in dice(60)}
    assert not settled.facts_of(CutShort)


def test_a_die_that_leaves_the_table_is_said_to_have() -> None:
    """If dice leave the table, facts say where each crossed the edge, and the table no longer has them (RD-91)."""
    table, left = board(), 0
    for seed in range(8):
        settled = perform(table, throw(3, at=(590.0, 305.0), heading=0.0), seed)
        for fact in settled.facts_of(LeftTable):
            left += 1
            assert fact.piece not in settled.table.dice
            x, y = fact.at
            assert x == pytest.approx(610.0) or y in (pytest.approx(0.0), pytest.approx(610.0)) or x == 0.0
        for die in settled.table.dice.values():
            assert 0.0 <= die.pose.at[0] <= 610.0
    assert left > 0


def test_a_rerolled_die_leaves_the_others_lying_still() -> None:
    """If one die is rolled again among others, it bumps into them, and moves none (RD-90)."""
    table = board().with_pieces(*(Die(f"x{k}", pose=Pose((240.0 + 22.0 * k, 305.0, 8.0))) for k in range(6)))
    again = Roll((Die("x3"),), MIDDLE, 0.0, STEADY)
    settled = perform(table, again, 4)
    for k in (0, 1, 2, 4, 5):
        assert settled.table.dice[f"x{k}"] is table.dice[f"x{k}"]
    assert settled.table.dice["x3"].pose != table.dice["x3"].pose


def test_a_die_in_a_tower_cannot_be_rolled() -> None:
    """If a roll asks for a die of a tower, the error names the die."""
    table = tower_at(board(), "t", 2, MIDDLE)
    with pytest.raises(ValueError, match="t-01"):
        perform(table, Roll((Die("t-01"),), MIDDLE, 0.0, STEADY), 0)


def lean_against_a_wall() -> Settled:
    """Throw dice into the corner of two walls until a die comes to rest cocked, and return the outcome."""
    table = board().with_pieces(
        Terrain("one", Box(300.0, 20.0, 60.0), (305.0, 350.0)), Terrain("two", Box(20.0, 300.0, 60.0), (350.0, 305.0))
    )
    for seed in range(60):
        settled = perform(table, throw(8, at=(345.0, 345.0), heading=math.pi / 4, hand=STEADY), seed)
        if settled.facts_of(Cocked):
            return settled
    raise AssertionError("no die was cocked")


def test_a_die_that_leans_is_cocked() -> None:
    """If a die is reported as cocked, none of its faces lies flat (RD-90)."""
    settled = lean_against_a_wall()
    for fact in settled.facts_of(Cocked):
        die = settled.table.dice[fact.die]
        assert die.kind.lowest_face(die.pose.orientation)[1] > REST.max_flat_tilt


def hit(table: Table, at: Point, seed: int = 0, heading: float = 0.0) -> Settled:
    """Return the outcome of a hard throw of six dice at a place."""
    hand = replace(STEADY, speed=1200.0)
    return perform(table, Roll(dice(6), at, heading, hand, drop=60.0), seed)


def test_a_tower_that_is_hit_falls() -> None:
    """If thrown dice fell a leaning tower, all its dice lie loose, and the model beside still stands (RD-32, RD-35)."""
    table = tower_at(board(), "t", 8, (350.0, 305.0), lean=(1.8, 0.0))
    table = table.with_pieces(Model("m", "x", (400.0, 305.0)))
    fell = 0
    for seed in range(6):
        settled = hit(table, (420.0, 305.0), seed)
        if settled.facts_of(TowerFell):
            fell += 1
            assert settled.table.towers == {}
            gone = {fact.piece for fact in settled.facts_of(LeftTable)}
            assert {f"t-{k:02d}" for k in range(8)} <= set(settled.table.dice) | gone
            assert settled.table.models["m"] is table.models["m"]
    assert fell >= 2


def test_a_falling_tower_fells_the_next() -> None:
    """If one tower brings down another, the facts report both falls, in the order in which they happened (RD-36)."""
    table = tower_at(board(), "second", 12, (305.0, 305.0), lean=(0.5, 0.0))
    # the first cannot stand, and falls towards the second
    table = tower_at(table, "first", 12, (200.0, 305.0), lean=(1.9, 0.0))
    settled = perform(table, Stack(Die("last"), "first", STEADY), 0)
    falls = settled.facts_of(TowerFell)
    assert [fact.tower for fact in falls] == ["first", "second"]
    assert falls[0].tick < falls[1].tick
    assert settled.table.towers == {}
    assert "last" in settled.table.dice


def test_a_tower_that_is_nudged_and_stands_is_said_to_be_pushed() -> None:
    """If thrown dice push a tower of a single die, it stays a tower in its new place, and a fact says so (RD-32)."""
    table = tower_at(board(), "t", 1, (380.0, 305.0))
    for seed in range(20):
        settled = hit(table, (450.0, 305.0), seed)
        if settled.facts_of(TowerPushed):
            assert settled.table.dice["t-00"].pose != table.dice["t-00"].pose
            assert "t" in settled.table.towers
            return
    raise AssertionError("nothing met the tower")


def test_a_pushed_tower_that_leans_is_where_its_lowest_die_is() -> None:
    """If dice push a tower, its bearing is the direction from its model to the lowest die, even if it leans."""
    table = model_with_tower(board(), "m", 2, (400.0, 305.0), bearing=math.pi)
    upper = table.dice["m-01"]
    table = table.with_pieces(upper.moved_to(upper.pose.translated((0.0, 5.0, 0.0))))
    for seed in range(20):
        after = hit(table, (420.0, 305.0), seed).table
        if "m" in after.towers and after.towers["m"].bearing != math.pi:
            low, high = (heading((400.0, 305.0), die.pose.xy) for die in after.tower_dice("m"))
            assert after.towers["m"].bearing == low != high
            return
    raise AssertionError("nothing has pushed the tower")


@pytest.mark.parametrize("kind", ["d4", "d8"])
def test_dice_that_are_no_boxes_hardly_sink_into_the_table(kind: str) -> None:
    """No corner of a thrown d4 or d8 is more than 1 mm below the table in any tick."""
    die = Die("r", die_kind(kind))
    act = Roll((die,), MIDDLE, 0.3, replace(STEADY, speed=600.0), drop=60.0)
    for seed in range(5):
        for frame in frames(board(), act, seed):
            pose = frame.poses["r"]
            low = min(rotate(pose.orientation, corner)[2] for corner in die.kind.corners) * die.size
            assert pose.at[2] + low > -1.0


def test_models_stand_fast_against_dice() -> None:
    """If dice hit a model that isn't free, the model doesn't move (RD-93)."""
    table = board().with_pieces(Model("m", "x", (380.0, 305.0)))
    for seed in range(5):
        assert hit(table, (400.0, 305.0), seed).table.models["m"] is table.models["m"]


def test_models_that_may_be_pushed_are() -> None:
    """If dice push a model with `free`, a fact says so, and it stands elsewhere or was knocked over (RD-93)."""
    table = board().with_pieces(Model("m", "x", (380.0, 305.0)))
    act = Roll(dice(8), (440.0, 305.0), 0.0, replace(STEADY, speed=1200.0), drop=60.0, free_models=True)
    moved = 0
    for seed in range(6):
        settled = perform(table, act, seed)
        for fact in settled.facts_of(ModelMoved):
            moved += 1
            assert fact.model == "m"
            assert settled.table.models["m"].at != table.models["m"].at or fact.knocked_flat
    assert moved > 0


def test_dice_roll_off_a_mesh_and_none_sinks_in() -> None:
    """If dice are thrown onto a mesh, none ends below its surface, and most stay on the table."""
    table, lie = board().with_pieces(Terrain("hill", pyramid(), MIDDLE)), 0
    for seed in range(6):
        settled = perform(table, Roll(dice(3), MIDDLE, 0.7, SHAKY, drop=250.0), seed)
        for die in settled.table.dice.values():
            x, y = (abs(part - 305.0) for part in die.pose.xy)
            ground = max(0.0, 60.0 * (1 - max(x, y) / 90.0))
            assert die.pose.at[2] > min(ground, 60.0) + SIZE / 2 - 0.2
        lie += len(settled.table.dice)
    assert lie > 9, "most dice stay on the table"


def test_a_fast_die_does_not_tunnel_through_a_mesh() -> None:
    """If dice fall 2 m, at 6 m/s, onto a mesh, they meet it, and stay above it at every tick."""
    table = board().with_pieces(Terrain("hill", pyramid(height=30.0), MIDDLE))
    act = Roll(dice(2), MIDDLE, 0.0, replace(STEADY, speed=1.0), drop=2000.0)
    for seed in range(6):
        above = []
        for frame in perform(table, act, seed, trace_hz=240).trace:
            for pose in frame.poses.values():
                aside = max(abs(part - 305.0) for part in pose.xy)
                if aside < 90.0:
                    above.append(pose.at[2] - 30.0 * (1 - aside / 90.0))
        assert SIZE / 2 - 0.2 < min(above) < SIZE, "they meet the mesh, and don't sink in"


def test_frames_show_the_way_there() -> None:
    """If frames are asked for every few ticks, they show the moving pieces.

    The trace of `perform` holds the same frames.
    """
    under_way = frames(board(), throw(3), 0, every=8)
    shown = list(under_way)
    assert [frame.tick for frame in shown[:3]] == [8, 16, 24]
    assert set(shown[0].poses) == {"r00", "r01", "r02"}
    assert list(perform(board(), throw(3), 0, trace_hz=30).trace) == shown


def test_a_trace_holds_only_the_simulation_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the exact solver fails and the act begins again, the trace has no frames of the first try."""
    module = import_module("riotsim.physics.perform")
    simulate = module._simulate

    def fails_once(*args: Any, exact: bool, listen: bool) -> Generator[Frame, None, Settled]:
        under_way = simulate(*args, exact=exact, listen=listen)
        if exact:
            yield from islice(under_way, 5)
            raise Diverged("the physics lost a die")
        settled: Settled = yield from under_way
        return settled

    monkeypatch.setattr(module, "_simulate", fails_once)
    ticks = [frame.tick for frame in perform(board(), throw(3), 0, trace_hz=30).trace]
    assert len(ticks) > 5
    assert ticks == sorted(set(ticks))


def test_a_hard_knock_wakes_a_sleeping_tower_and_the_next() -> None:
    """If a falling tower strikes another, the other falls too, because a touch wakes its sleeping dice (RD-36)."""
    table = tower_at(board(), "a", 8, (360.0, 305.0), lean=(1.8, 0.0))
    table = tower_at(table, "b", 8, (395.0, 305.0), lean=(1.5, 0.0))
    both = 0
    for seed in range(10):
        falls = [fact.tower for fact in hit(table, (420.0, 305.0), seed).facts_of(TowerFell)]
        both += falls == ["a", "b"]
    assert both >= 1


def test_a_die_that_rocks_in_its_place_is_at_rest() -> None:
    """If a die leans on a base and rocks by 0.1 mm for ever, the act ends all the same.

    Of 200 throws among nine models, 10 once lasted until their time limit of eight seconds.
    """
    table = board().with_pieces(
        *(Model(f"m{k}", "owner", (260.0 + 45.0 * (k % 3), 260.0 + 45.0 * (k // 3))) for k in range(9))
    )
    cut = sum(bool(perform(table, throw(3, MIDDLE), seed).facts_of(CutShort)) for seed in range(100))
    assert cut == 0


def test_a_tower_whose_foot_is_half_beyond_a_stages_edge_stands() -> None:
    """If a tower's lowest die has its middle beyond a stage's edge, the tower stands while its weight is over the
    stage. Dice that pass near wake its dice.
    """
    stage = Terrain("stage", Box(200.0, 200.0, 12.0), (300.0, 300.0), blocks_moves=False, can_stand_on=True)
    stack = [Die(f"t-{k}", pose=Pose((401.0 if k == 0 else 396.0, 300.0, 20.0 + SIZE * k))) for k in range(4)]
    table = board().with_pieces(stage, *stack).with_tower("t", Tower(tuple(die.id for die in stack)))
    past = throw(1, at=(430.0, 300.0), heading=math.pi / 2, hand=STEADY)
    settled = perform(table, past, 0, trace_hz=60)
    assert any("t-0" in frame.poses for frame in settled.trace)
    assert not settled.facts_of(TowerFell)
    assert settled.table.dice["t-0"] == stack[0]
