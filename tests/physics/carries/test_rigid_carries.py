"""Carries that statics decides: if statics says that a tower keeps its shape on the way, it keeps its shape in the
engine too.
"""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.physics.acts.carried_tower import RigidMotion
from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.hand_path import hand_path
from riotsim.physics.bodies.motion import LOOK_INTERVAL
from riotsim.physics.engine.world import World
from riotsim.physics.statics import accelerations, first_unstable_tick, is_regular
from riotsim.simulation import perform
from riotsim.table.acts import Carry, Settled, TowerFell
from riotsim.table.geometry.plan import gap
from riotsim.table.pieces import Box, Die, Model, Terrain, Token, Tower, pose_beside
from riotsim.table.poses import Pose, angle_between, rotate
from riotsim.table.state import Table
from riotsim.testing.plugin import Size
from riotsim.testing.tables import empty_table

HANDS = load_rules("riot_dice", Rulebook).hands

ASTRAY = 0.05
"""Greatest distance of a die from where it was carried to (mm)."""

TILTED = math.radians(0.05)
"""Greatest angle of a die to its orientation before the carry (rad)."""

JUMP = 1.0
"""Greatest distance that tremor and rocking add to a way of four ticks (mm)."""


def trial(seed: int) -> tuple[Table, Carry]:
    """Return a model with a crooked tower of 2 to 13 dice in the middle of a table, carried anywhere by any hand."""
    chance = np.random.default_rng(seed)
    table, model = empty_table(), Model("m", "boss", (305.0, 305.0))
    seat = pose_beside(model, float(chance.uniform(0.0, math.tau)), 16.0)
    spread, count = float(chance.choice([0.2, 0.5, 0.8, 1.2])), int(chance.integers(2, 14))
    places = np.cumsum(np.vstack([np.zeros((1, 2)), chance.normal(0.0, spread, (count - 1, 2))]), axis=0)
    dice = [Die(f"m-{k:02d}", pose=seat.translated((float(x), float(y), 16.0 * k))) for k, (x, y) in enumerate(places)]
    table = table.with_pieces(model, *dice).with_tower("m", Tower(tuple(die.id for die in dice)))
    hand = HANDS[str(chance.choice(["steady", "average", "drunk"]))].hand
    pace = hand.paces[int(chance.integers(0, len(hand.paces)))][0]
    way, where = float(chance.uniform(5.0, 230.0)), float(chance.uniform(0.0, math.tau))
    return table, Carry("m", (305.0 + way * math.cos(where), 305.0 + way * math.sin(where)), hand, pace)


def without_doubt(table: Table, act: Carry, seed: int) -> bool:
    """Return True if statics alone decides a carry."""
    dice = table.tower_dice("m")
    at = table.models["m"].at
    path = hand_path(table, at, act.to, act.hand, act.hand.pace(act.pace), random_generator(seed), dice[0].pose.xy)
    return is_regular(dice) and first_unstable_tick(dice, accelerations(path.feet())) is None


def engine_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have statics doubt every tick, so that the engine simulates the whole carry."""
    monkeypatch.setattr(RigidMotion, "rigid_until", lambda _, dice, tick=0, margin=0.0, *, held=True: tick)


@pytest.mark.takes(minutes=2)
@pytest.mark.parametrize("piece", range(10))
def test_the_engine_agrees(size: Size, piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If statics says that a tower stands on the whole way, it stands in the engine too. Each die ends where it was
    carried to. The long size has 1,000 carries.
    """
    count = size(3, 100)
    seed, tried = piece * 10_000, 0
    engine_alone(monkeypatch)
    while tried < count:
        seed += 1
        table, act = trial(seed)
        if not without_doubt(table, act, seed):
            continue
        tried += 1
        settled = perform(table, act, seed)
        assert not settled.facts_of(TowerFell), f"trial({seed})"
        model = table.models["m"]
        by = (act.to[0] - model.at[0], act.to[1] - model.at[1], 0.0)
        for die in table.tower_dice("m"):
            there = settled.table.dice[die.id].pose
            assert math.dist(there.at, die.pose.translated(by).at) <= ASTRAY, f"trial({seed})"
            assert angle_between(there.orientation, die.pose.orientation) <= TILTED, f"trial({seed})"


def watched(table: Table, act: Carry, seed: int) -> tuple[Settled, int]:
    """Return the outcome of a carry, and the number of ticks that the engine simulated."""
    ticks = [0]
    step = World.step

    def counted(world: World, more: int = 1) -> None:
        ticks[0] += more
        step(world, more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(World, "step", counted)
        return perform(table, act, seed), ticks[0]


@pytest.mark.takes(minutes=10)
@pytest.mark.parametrize("piece", range(2))
def test_the_engine_may_rest_while_there_is_no_doubt(size: Size, piece: int) -> None:
    """If the engine simulates only the ticks that statics doubts, a tower falls as it does with the whole carry
    simulated.

    The long size has 1,000 such carries, of which a third fall. A tower that rocks near its limits may come out either
    way, so 4 in 100 carries may come out otherwise, in each direction.

    In the quick size, one of five carries may come out otherwise. If all falls were missed, eight of ten runs with two
    times five carries would find it (by the binomial distribution).
    """
    count = size(5, 500)
    seed, tried, spared = 100_000 * (piece + 1), 0, 0
    lost = found = 0
    while tried < count:
        seed += 1
        table, act = trial(seed)
        if without_doubt(table, act, seed):
            continue
        settled, ticks = watched(table, act, seed)
        with pytest.MonkeyPatch.context() as patch:
            engine_alone(patch)
            truth, whole = watched(table, act, seed)
        if ticks >= whole:
            continue
        tried += 1
        spared += whole - ticks
        lost += len(truth.facts_of(TowerFell)) > len(settled.facts_of(TowerFell))
        found += len(truth.facts_of(TowerFell)) < len(settled.facts_of(TowerFell))
    assert spared > count * LOOK_INTERVAL
    assert max(lost, found) <= max(1, count // 25)


def test_frames_go_on_where_the_engine_rests() -> None:
    """If the engine simulates only a part of a carry, frames come as often as asked for all the same. No piece jumps
    between two frames.
    """
    seen, enough = 0, 5
    for seed in range(60):
        if seen == enough:
            break
        table, act = trial(seed)
        settled, ticks = watched(table, act, seed)
        if not 0 < ticks < settled.ticks or settled.facts:
            continue
        seen += 1
        trace = perform(table, act, seed, trace_hz=60).trace
        assert [frame.tick for frame in trace] == list(range(4, settled.ticks + 1, 4))
        furthest = act.hand.pace(act.pace).speed * 4 / 240 + JUMP
        for one, other in itertools.pairwise(trace):
            assert one.poses.keys() == other.poses.keys()
            for name, pose in one.poses.items():
                assert math.dist(pose.at, other.poses[name].at) < furthest, f"trial({seed}), tick {other.tick}, {name}"
        for die in table.tower_dice("m"):
            assert math.dist(trace[-1].poses[die.id].at, settled.table.dice[die.id].pose.at) < ASTRAY
    assert seen == enough


def in_the_way(table: Table, act: Carry, seed: int) -> Table:
    """Return the table with a crate, two models, one of them with a tower, and two tokens, placed beside the tower's
    way or on it.
    """
    chance = np.random.default_rng(seed)
    foot, start = table.tower_dice("m")[0].pose.xy, table.models["m"].at
    along = (act.to[0] - start[0], act.to[1] - start[1])
    length = math.hypot(*along)

    def spot() -> tuple[float, float]:
        share, aside = float(chance.uniform(0.0, 1.2)), float(chance.uniform(15.0, 60.0) * chance.choice([-1, 1]))
        x = foot[0] + share * along[0] - aside * along[1] / length
        return (x, foot[1] + share * along[1] + aside * along[0] / length)

    pieces: list[Terrain | Model | Token] = [
        Terrain("crate", Box(30.0, 20.0, float(chance.uniform(5.0, 60.0))), spot(), float(chance.uniform(0.0, 3.0))),
        Model("n", "boss", spot()),
        Model("o", "boss", spot()),
    ]
    pieces += [Token(f"t{k}", Pose((*spot(), 1.5)), 20.0) for k in range(2)]
    own = [table.models["m"].footprint, *(die.footprint for die in table.tower_dice("m"))]
    free = [
        one
        for k, one in enumerate(pieces)
        if all(gap(one.footprint, other) > 3.0 for other in own + [other.footprint for other in pieces[:k]])
    ]
    table = table.with_pieces(*free)
    if "o" in table.models:
        seat = pose_beside(table.models["o"], float(chance.uniform(0.0, math.tau)), 16.0)
        dice = [Die(f"o-{k}", pose=seat.translated((0.0, 0.0, 16.0 * k))) for k in range(int(chance.integers(1, 7)))]
        if all(gap(dice[0].footprint, one.footprint) > 3.0 for one in free if one.id != "o") and all(
            gap(dice[0].footprint, one) > 3.0 for one in own
        ):
            table = table.with_pieces(*dice).with_tower("o", Tower(tuple(die.id for die in dice)))
    return table


@pytest.mark.takes(minutes=2)
def test_nothing_in_the_way_is_missed(size: Size) -> None:
    """If a carry past crates, models and tokens needs no engine, no tower falls and no token moves in the engine
    either.

    If it needs the engine for a while, towers fall and tokens are pushed alike. A piece that grazes a tower may fell it
    or not, so 4 in 100 carries may come out otherwise.
    """
    count = size(8, 600)
    seed = tried = spared = differ = 0
    while tried < count:
        seed += 1
        table, act = trial(seed)
        if not without_doubt(table, act, seed):
            continue
        tried += 1
        table = in_the_way(table, act, seed)
        settled, ticks = watched(table, act, seed)
        with pytest.MonkeyPatch.context() as patch:
            engine_alone(patch)
            truth, _ = watched(table, act, seed)
        if ticks == 0:
            spared += 1
            assert not happens(table, truth), f"in_the_way(*trial({seed}), {seed})"
        differ += happens(table, settled) != happens(table, truth)
    assert spared > count // 4
    assert differ <= max(1, count // 25)


def happens(table: Table, settled: Settled) -> bool:
    """Return True if a tower has fallen, or a token was moved by more than a millimetre."""
    return bool(settled.facts_of(TowerFell)) or any(
        name not in settled.table.tokens or math.dist(settled.table.tokens[name].pose.at, token.pose.at) > 1.0
        for name, token in table.tokens.items()
    )


def test_as_the_engine_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """If statics decides a carry, its ticks, facts, models and tower are the same as in the engine. Poses in frames
    agree within 0.05 mm.
    """
    seed = next(seed for seed in range(100) if without_doubt(*trial(seed), seed))
    table, act = trial(seed)
    settled = perform(table, act, seed, trace_hz=60)
    engine_alone(monkeypatch)
    engine = perform(table, act, seed, trace_hz=60)
    assert (settled.facts, settled.ticks) == (engine.facts, engine.ticks)
    assert settled.table.models == engine.table.models
    assert settled.table.towers == engine.table.towers
    assert [frame.tick for frame in settled.trace] == [frame.tick for frame in engine.trace]
    for one, other in zip(settled.trace, engine.trace, strict=True):
        assert one.poses.keys() == other.poses.keys()
        for name, pose in one.poses.items():
            assert math.dist(pose.at, other.poses[name].at) <= ASTRAY


def tilted(table: Table) -> Table:
    """Return the table with the topmost die of the tower tilted by a degree."""
    die = table.tower_dice("m")[-1]
    half = math.radians(0.5)
    return table.with_pieces(replace(die, pose=Pose(die.pose.at, (math.sin(half), 0.0, 0.0, math.cos(half)))))


@pytest.mark.parametrize("what", ["tilted", "token", "leaning", "rash"])
def test_doubtful_ones_are_left_to_the_engine(what: str) -> None:
    """If a tower leans, has a tilted die, or is jerked, statics doubts the carry. If a token lies on the way, the
    engine pushes it.
    """
    seed = next(seed for seed in range(100) if without_doubt(*trial(seed), seed))
    table, act = trial(seed)
    dice = table.tower_dice("m")
    if what == "token":
        foot = dice[0].pose.xy
        ahead = (foot[0] + (act.to[0] - 305.0) / 2, foot[1] + (act.to[1] - 305.0) / 2)
        table = table.with_pieces(Token("t", Pose((*ahead, 1.5), (0.0, 0.0, 0.0, 1.0)), 20.0))
        settled = perform(table, act, seed)
        assert settled.table.tokens["t"] != table.tokens["t"]
        return
    if what == "tilted":
        table = tilted(table)
    elif what == "leaning":
        across = rotate(dice[-1].pose.orientation, (9.0, 0.0, 0.0))
        table = table.with_pieces(
            replace(dice[-1], pose=Pose(dice[-2].pose.translated(across).at, dice[-1].pose.orientation))
        )
    else:
        act = replace(
            act,
            hand=replace(act.hand, paces=(("rash", replace(act.hand.paces[0][1], acceleration=2e4, speed=2e3)),)),
            pace="rash",
        )
    assert not without_doubt(table, act, seed)
