import math
from dataclasses import replace

import numpy as np
import pytest
from boards import SHAKY, SIZE, STEADY, board, crowd, dice, model_with_tower, throw, tower_at

from riotsim.physics import frames, perform
from riotsim.physics.rest import FLAT
from riotsim.table.acts import (
    Carry,
    Cocked,
    CutShort,
    Drop,
    LeftTable,
    ModelMoved,
    Roll,
    Settled,
    Stack,
    TowerFell,
    TowerPushed,
    Turned,
)
from riotsim.table.dice import KINDS, die_kind
from riotsim.table.pieces import Box, Die, Mesh, Model, Terrain, Token, Tower
from riotsim.table.poses import ORIGIN, Point, Pose, about_z
from riotsim.table.state import Table

MIDDLE = (305.0, 305.0)


def pyramid(height: float = 60.0, half: float = 90.0) -> Mesh:
    """A square pyramid as a mesh."""
    corners = [(-half, -half, 0.0), (half, -half, 0.0), (half, half, 0.0), (-half, half, 0.0), (0.0, 0.0, height)]
    faces = [(0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (0, 2, 1), (0, 3, 2)]
    outline = ((corners[0][:2], corners[1][:2], corners[2][:2], corners[3][:2]),)
    return Mesh("pyramid", "", np.array(corners), np.array(faces, dtype=np.int32), outline)


def lying_flat(settled: Settled, ids: list[str]) -> bool:
    """Whether dice lie flat on a face."""
    return all(d.kind.resting(d.pose.turn)[1] < FLAT for d in (settled.table.dice[die] for die in ids))


def test_rolled_dice_lie_loose_on_the_table() -> None:
    """A throw of three: each lies flat on the table or is said to have left it or to be cocked (RD-90, RD-91)."""
    for seed in range(20):
        settled = perform(board(), throw(3), seed)
        gone = [fact.piece for fact in settled.of(LeftTable)]
        cocked = [fact.die for fact in settled.of(Cocked)]
        rest = [die for die in ("r00", "r01", "r02") if die not in gone]
        assert sorted(settled.table.dice) == rest
        assert lying_flat(settled, [die for die in rest if die not in cocked])
        assert [fact.die for fact in settled.of(Turned)] == rest
        assert not settled.of(CutShort)


def test_throws_come_to_rest_about_where_they_are_aimed() -> None:
    """The mean of 200 throws is within 20 mm of where they were aimed, along the throw and across it."""
    large, at = board(3000.0, 3000.0), (1500.0, 1500.0)
    places = [
        die.pose.plan
        for seed in range(200)
        for die in perform(large, throw(3, at=at, heading=0.0), seed).table.dice.values()
    ]
    mean = np.mean(places, axis=0)
    assert mean[0] == pytest.approx(at[0], abs=20.0)
    assert mean[1] == pytest.approx(at[1], abs=20.0)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_die_rolls_and_lies_on_a_face(kind: str) -> None:
    """Twelve dice of a kind lie flat on a face, at the height of a die that does (RD-94)."""
    ids: list[str] = []
    for seed in range(3):
        settled = perform(board(1500.0, 1500.0), Roll(dice(4, kind), (750.0, 750.0), 1.0, SHAKY), seed)
        assert not settled.of(CutShort)
        cocked = {fact.die for fact in settled.of(Cocked)}
        flat = [die for die in settled.table.dice if die not in cocked]
        ids += flat
        assert lying_flat(settled, flat)
        for die in flat:
            height = settled.table.dice[die].pose.at[2] / SIZE
            assert height == pytest.approx(die_kind(kind).flat_height(), abs=0.05) or height > 0.9
    assert len(ids) >= 10


def test_sixty_dice_are_a_throw_too() -> None:
    """The most that two hands hold come to rest, all accounted for."""
    settled = perform(board(1500.0, 1500.0), Roll(dice(60), (750.0, 750.0), 0.0, SHAKY), 1)
    gone = {fact.piece for fact in settled.of(LeftTable)}
    assert set(settled.table.dice) | gone == {die.id for die in dice(60)}
    assert not settled.of(CutShort)


def test_a_die_that_leaves_the_table_is_said_to_have() -> None:
    """A throw aimed at the edge: who left is not on the table, and crossed its edge (RD-91)."""
    table, left = board(), 0
    for seed in range(8):
        settled = perform(table, throw(3, at=(590.0, 305.0), heading=0.0), seed)
        for fact in settled.of(LeftTable):
            left += 1
            assert fact.piece not in settled.table.dice
            x, y = fact.at
            assert x == pytest.approx(610.0) or y in (pytest.approx(0.0), pytest.approx(610.0)) or x == 0.0
        for die in settled.table.dice.values():
            assert 0.0 <= die.pose.at[0] <= 610.0
    assert left > 0


def test_a_rerolled_die_leaves_the_others_lying_still() -> None:
    """A die that is rolled again alone bumps into the others and moves none (RD-90)."""
    table = board().put(*(Die(f"x{k}", pose=Pose((240.0 + 22.0 * k, 305.0, 8.0))) for k in range(6)))
    again = Roll((Die("x3"),), MIDDLE, 0.0, STEADY)
    settled = perform(table, again, 4)
    for k in (0, 1, 2, 4, 5):
        assert settled.table.dice[f"x{k}"] is table.dice[f"x{k}"]
    assert settled.table.dice["x3"].pose != table.dice["x3"].pose


def test_a_die_in_a_tower_cannot_be_rolled() -> None:
    """The error names the die."""
    table = tower_at(board(), "t", 2, MIDDLE)
    with pytest.raises(ValueError, match="t-01"):
        perform(table, Roll((Die("t-01"),), MIDDLE, 0.0, STEADY), 0)


def lean_against_a_wall() -> Settled:
    """Dice thrown into the corner of two walls come to rest cocked now and then."""
    table = board().put(
        Terrain("one", Box(300.0, 20.0, 60.0), (305.0, 350.0)), Terrain("two", Box(20.0, 300.0, 60.0), (350.0, 305.0))
    )
    for seed in range(60):
        settled = perform(table, throw(8, at=(345.0, 345.0), heading=math.pi / 4, hand=STEADY), seed)
        if settled.of(Cocked):
            return settled
    raise AssertionError("no die was cocked")


def test_a_die_that_leans_is_cocked() -> None:
    """A cocked die has no face flat down (RD-90)."""
    settled = lean_against_a_wall()
    for fact in settled.of(Cocked):
        die = settled.table.dice[fact.die]
        assert die.kind.resting(die.pose.turn)[1] > FLAT


def hit(table: Table, at: Point, seed: int = 0, heading: float = 0.0) -> Settled:
    """A hard throw of six dice at a place."""
    hand = replace(STEADY, speed=1200.0)
    return perform(table, Roll(dice(6), at, heading, hand, drop=60.0), seed)


def test_a_tower_that_is_hit_falls() -> None:
    """Dice thrown at a leaning tower fell it: all its dice lie loose, and the model beside stands (RD-32, RD-35)."""
    table = tower_at(board(), "t", 8, (350.0, 305.0), lean=(1.8, 0.0))
    table = table.put(Model("m", "x", (400.0, 305.0)))
    fell = 0
    for seed in range(6):
        settled = hit(table, (420.0, 305.0), seed)
        if settled.of(TowerFell):
            fell += 1
            assert settled.table.towers == {}
            gone = {fact.piece for fact in settled.of(LeftTable)}
            assert {f"t-{k:02d}" for k in range(8)} <= set(settled.table.dice) | gone
            assert settled.table.models["m"] is table.models["m"]
    assert fell >= 2


def test_a_falling_tower_fells_the_next() -> None:
    """One tower brings down another: the facts tell both, in the order in which it happened (RD-36)."""
    table = tower_at(board(), "second", 12, (305.0, 305.0), lean=(0.5, 0.0))
    # the first cannot stand, and falls towards the second
    table = tower_at(table, "first", 12, (200.0, 305.0), lean=(1.9, 0.0))
    settled = perform(table, Stack(Die("last"), "first", STEADY), 0)
    falls = settled.of(TowerFell)
    assert [fact.tower for fact in falls] == ["first", "second"]
    assert falls[0].tick < falls[1].tick
    assert settled.table.towers == {}
    assert "last" in settled.table.dice


def test_a_tower_that_is_nudged_and_stands_is_said_to_be_pushed() -> None:
    """A single die knocked along the table stays a tower, elsewhere (RD-32)."""
    table = tower_at(board(), "t", 1, (380.0, 305.0))
    for seed in range(20):
        settled = hit(table, (450.0, 305.0), seed)
        if settled.of(TowerPushed):
            assert settled.table.dice["t-00"].pose != table.dice["t-00"].pose
            assert "t" in settled.table.towers
            return
    raise AssertionError("nothing met the tower")


def test_models_stand_fast_against_dice() -> None:
    """Dice do not move a model (RD-93)."""
    table = board().put(Model("m", "x", (380.0, 305.0)))
    for seed in range(5):
        assert hit(table, (400.0, 305.0), seed).table.models["m"] is table.models["m"]


def test_models_that_may_be_pushed_are() -> None:
    """With `free`, a model that is hit stands elsewhere, upright (RD-93)."""
    table = board().put(Model("m", "x", (380.0, 305.0)))
    act = Roll(dice(8), (440.0, 305.0), 0.0, replace(STEADY, speed=1200.0), drop=60.0, free_models=True)
    moved = 0
    for seed in range(6):
        settled = perform(table, act, seed)
        for fact in settled.of(ModelMoved):
            moved += 1
            assert fact.model == "m"
            assert settled.table.models["m"].at != table.models["m"].at or fact.knocked_flat
    assert moved > 0


def test_dice_roll_off_a_mesh_and_none_sinks_in() -> None:
    """No die or token ends below the surface of a mesh, and none falls through it."""
    table = board().put(Terrain("hill", pyramid(), MIDDLE))
    for seed in range(6):
        settled = perform(table, Roll(dice(3), MIDDLE, 0.7, SHAKY, drop=250.0), seed)
        for die in settled.table.dice.values():
            x, y = (abs(part - 305.0) for part in die.pose.plan)
            ground = max(0.0, 60.0 * (1 - max(x, y) / 90.0))
            assert die.pose.at[2] > min(ground, 60.0) + SIZE / 2 - 0.2


def test_a_fast_die_does_not_tunnel_through_a_mesh() -> None:
    """Dice that fall 2 m, at 6 m/s, onto a mesh stay above it."""
    table = board().put(Terrain("hill", pyramid(height=30.0), MIDDLE))
    act = Roll(dice(2), MIDDLE, 0.0, replace(STEADY, speed=1.0), drop=2000.0)
    for seed in range(6):
        for die in perform(table, act, seed).table.dice.values():
            x, y = (abs(part - 305.0) for part in die.pose.plan)
            assert die.pose.at[2] > max(0.0, 30.0 * (1 - max(x, y) / 90.0)) + SIZE / 2 - 0.2


def test_tokens_drop_bounce_and_lie_flat() -> None:
    """A token that falls 12 in comes to rest flat on the table, somewhere about; one in hundreds on its rim (RD-10)."""
    places, flat = [], 0
    for seed in range(12):
        settled = perform(board(), Drop(Token("t", ORIGIN), MIDDLE, 304.8, SHAKY), seed)
        assert not settled.of(CutShort)
        token = settled.table.tokens["t"]
        flat += token.pose.at[2] == pytest.approx(1.5, abs=0.1)
        places.append(token.pose.plan)
    assert flat >= 11
    assert max(math.dist(place, MIDDLE) for place in places) > 30.0


def test_a_token_may_rest_on_terrain() -> None:
    """What falls on a crate may stay there (RD-10)."""
    table = board().put(Terrain("crate", Box(150.0, 150.0, 40.0), MIDDLE))
    heights = [
        perform(table, Drop(Token("t", ORIGIN), MIDDLE, 304.8, STEADY), seed).table.tokens["t"].pose.at[2]
        for seed in range(8)
    ]
    assert any(height == pytest.approx(41.5, abs=0.1) for height in heights)


def test_a_token_that_leaves_is_said_to_have() -> None:
    """Dropped beside the table, it is gone (RD-14)."""
    settled = perform(board(), Drop(Token("t", ORIGIN), (625.0, 305.0), 300.0, STEADY), 0)
    assert settled.of(LeftTable)
    assert not settled.table.tokens


def test_a_tower_begins_flat_beside_its_model() -> None:
    """The first die touches the model on the side that was asked for, and shows what it showed (RD-30)."""
    table = board().put(Model("m", "x", MIDDLE))
    die = Die("a", pose=Pose((0.0, 0.0, 8.0), die_kind("d6").showing(5)))
    settled = perform(table, Stack(die, "m", SHAKY, bearing=math.pi / 2), 3)
    assert settled.table.towers["m"] == Tower(("a",), math.pi / 2)
    placed = settled.table.dice["a"]
    assert placed.pose.at == pytest.approx((305.0, 305.0 + 12.5 + 8.0, 8.0))
    assert placed.shows == 5


def test_a_die_is_stacked_on_top() -> None:
    """A careful hand adds a die: the tower stands, the face stays up, the others keep their very poses (RD-31)."""
    table = model_with_tower(board(), "m", 6, MIDDLE)
    die = Die("top", pose=Pose((0.0, 0.0, 8.0), die_kind("d6").showing(3, 0.4)))
    settled = perform(table, Stack(die, "m", STEADY), 0)
    assert not settled.facts
    assert settled.table.towers["m"].dice[-1] == "top"
    assert settled.table.dice["top"].shows == 3
    assert settled.table.dice["top"].pose.at[2] == pytest.approx(6.5 * SIZE, abs=0.05)
    for k in range(6):
        assert settled.table.dice[f"m-{k:02d}"] is table.dice[f"m-{k:02d}"]


def test_stacking_on_a_leaning_tower_fells_it() -> None:
    """A tower at its limit does not bear another die off its side (RD-32)."""
    table = tower_at(board(), "t", 5, MIDDLE, lean=(3.0, 0.0))
    settled = perform(table, Stack(Die("top"), "t", STEADY, offset=(7.0, 0.0)), 0)
    assert [fact.tower for fact in settled.of(TowerFell)] == ["t"]
    assert "t" not in settled.table.towers
    assert "top" in settled.table.dice


def test_a_die_put_beside_the_tower_has_fallen_off_it() -> None:
    """What misses the top die falls: that counts as the tower's fall (RD-32)."""
    table = tower_at(board(), "t", 4, MIDDLE)
    settled = perform(table, Stack(Die("top"), "t", STEADY, offset=(20.0, 0.0)), 0)
    assert [fact.tower for fact in settled.of(TowerFell)] == ["t"]


def test_a_tower_of_no_model_has_to_exist() -> None:
    """The error says that there is neither tower nor model."""
    with pytest.raises(ValueError, match="no tower 'ghost'"):
        perform(board(), Stack(Die("a"), "ghost", STEADY), 0)


def test_a_carried_tower_goes_along() -> None:
    """A slow carry ends exactly there, the tower beside the model as before, and it is not pushed (RD-46)."""
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
    """The model stands where it was when its tower fell, short of its goal, on the way (RD-33, RD-46)."""
    table = model_with_tower(board(), "m", 9, (100.0, 300.0), bearing=2.0)
    settled = perform(table, Carry("m", (500.0, 300.0), STEADY, "rash"), 0)
    assert [fact.tower for fact in settled.of(TowerFell)] == ["m"]
    x, y = settled.table.models["m"].at
    assert 100.0 < x < 500.0
    assert y == pytest.approx(300.0)
    assert "m" not in settled.table.towers


def test_a_carry_knocks_over_a_tower_in_its_way() -> None:
    """Another tower in the way falls, and that is told (RD-46, RD-34)."""
    table = board().put(Model("m", "x", (200.0, 300.0)))
    table = tower_at(table, "other", 8, (300.0, 305.0))
    settled = perform(table, Carry("m", (400.0, 300.0), STEADY, "usual"), 0)
    assert [fact.tower for fact in settled.of(TowerFell)] == ["other"]
    assert settled.table.models["m"].at == (400.0, 300.0)


def test_a_carry_that_meets_nothing_needs_no_engine() -> None:
    """A model without a tower just goes there; frames show it on its way."""
    table = crowd().put(Model("walker", "x", (250.0, 300.0)))
    under_way = frames(table, Carry("walker", (300.0, 310.0), STEADY, "usual"), 0, every=4)
    seen = [next(under_way).poses["walker"].at[0] for _ in range(10)]
    assert seen == sorted(seen)
    settled = perform(table, Carry("walker", (300.0, 310.0), STEADY, "usual"), 0)
    assert settled.table == table.put(replace(table.models["walker"], at=(300.0, 310.0)))
    assert settled.ticks > 0


def test_a_carry_of_no_length_changes_nothing() -> None:
    """It is no error to go nowhere."""
    table = model_with_tower(board(), "m", 5, MIDDLE)
    assert perform(table, Carry("m", MIDDLE, SHAKY, "usual"), 0) == Settled(table)


def test_loose_dice_do_not_hinder_a_carry() -> None:
    """Dice lying about are left alone (RD-41)."""
    table = model_with_tower(board(), "m", 3, (200.0, 300.0), bearing=math.pi)
    table = table.put(Die("lying", pose=Pose((260.0, 300.0, 8.0))))
    settled = perform(table, Carry("m", (330.0, 300.0), STEADY, "usual"), 0)
    assert settled.table.dice["lying"] is table.dice["lying"]
    assert not settled.facts


def test_a_model_is_carried_up_onto_terrain_with_its_tower() -> None:
    """On a platform the model and its tower stand on its top, and a slow hand brings them there."""
    table = board().put(Terrain("stage", Box(200.0, 200.0, 25.0), (400.0, 300.0), stand_on=True))
    table = model_with_tower(table, "m", 4, (220.0, 300.0), bearing=math.pi)
    settled = perform(table, Carry("m", (400.0, 300.0), STEADY, "slow"), 0)
    assert not settled.facts
    assert settled.table.models["m"].level == 25.0
    assert settled.table.dice["m-00"].pose.at[2] == pytest.approx(33.0)
    assert settled.table.dice["m-03"].pose.at[2] == pytest.approx(81.0, abs=0.1)


def test_a_pace_that_the_hand_has_not_is_refused() -> None:
    """The error names those it has."""
    table = board().put(Model("m", "x", MIDDLE))
    with pytest.raises(ValueError, match="usual, slow"):
        perform(table, Carry("m", (320.0, 305.0), SHAKY, "gallop"), 0)


def test_a_rebuilt_tower_does_not_creep() -> None:
    """A tower that a token is dropped beside twenty times enters each time, and keeps its very poses."""
    table = now = tower_at(board(), "t", 10, (305.0, 305.0), yaw=0.5)
    act = Drop(Token("gold", ORIGIN), (330.0, 305.0), 2.0, STEADY)
    for _ in range(20):
        settled = perform(now, act, 6, trace_hz=240)
        assert any("t-00" in frame.poses for frame in settled.trace)
        now = settled.table
    assert all(now.dice[die] is table.dice[die] for die in table.towers["t"].dice)


def test_frames_show_the_way_there() -> None:
    """Frames come every so many ticks, with the moving pieces; the trace of `perform` holds the same."""
    under_way = frames(board(), throw(3), 0, every=8)
    shown = list(under_way)
    assert [frame.tick for frame in shown[:3]] == [8, 16, 24]
    assert set(shown[0].poses) == {"r00", "r01", "r02"}
    assert list(perform(board(), throw(3), 0, trace_hz=30).trace) == shown


def test_a_pose_that_is_turned_keeps_its_turn() -> None:
    """A carried model keeps looking where it looked."""
    table = board().put(Model("m", "x", MIDDLE, heading=1.2))
    frame = next(frames(table, Carry("m", (330.0, 305.0), STEADY, "usual"), 0))
    assert frame.poses["m"].turn == about_z(1.2)


def test_a_tower_may_lean_out_over_the_edge() -> None:
    """Dice of a standing tower whose middle is beyond the table's edge have not left it."""
    table = tower_at(board(), "t", 3, (600.0, 305.0), lean=(4.0, 0.0))
    settled = perform(table, Stack(Die("top"), "t", STEADY), 0)
    assert not settled.facts
    assert settled.table.dice["top"].pose.at[0] == pytest.approx(608.0, abs=0.2)
    leaning = tower_at(board(), "t", 3, (604.0, 305.0), lean=(3.5, 0.0))
    settled = perform(leaning, Stack(Die("top"), "t", STEADY), 0)
    assert not settled.facts
    assert set(settled.table.towers["t"].dice) == {"t-00", "t-01", "t-02", "top"}


def test_a_hard_knock_wakes_a_sleeping_tower_and_the_next() -> None:
    """A falling tower that strikes another makes it fall too: sleep ends at a touch (RD-36)."""
    table = tower_at(board(), "a", 8, (360.0, 305.0), lean=(1.8, 0.0))
    table = tower_at(table, "b", 8, (395.0, 305.0), lean=(1.5, 0.0))
    both = 0
    for seed in range(10):
        falls = [fact.tower for fact in hit(table, (420.0, 305.0), seed).of(TowerFell)]
        both += falls == ["a", "b"]
    assert both >= 1


def test_a_die_that_rocks_in_its_place_is_at_rest() -> None:
    """Rest is not to go anywhere: a die that leans on a base rocks by 0.1 mm without an end; its act does end.

    Of 200 throws among nine models 10 once lasted until their eight seconds were up.
    """
    table = board().put(*(Model(f"m{k}", "owner", (260.0 + 45.0 * (k % 3), 260.0 + 45.0 * (k // 3))) for k in range(9)))
    cut = sum(bool(perform(table, throw(3, MIDDLE), seed).of(CutShort)) for seed in range(100))
    assert cut == 0
