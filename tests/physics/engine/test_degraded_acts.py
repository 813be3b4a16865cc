"""Degraded mode: acts that would cost the engine too much go on with less care, and come out the same each time."""

import hashlib
import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from physics_suite.tables import board, throw, tower_at

from benchmarks.worst import scenes
from benchmarks.worst.scenes import SORTS
from benchmarks.worst.scenes import scene as worst_scene
from riotsim.physics.bodies.body import MotionType, add
from riotsim.physics.bodies.motion import LOOK_INTERVAL, REST
from riotsim.physics.bodies.substeps import max_step_length, max_step_length_by_speed
from riotsim.physics.budget import BUDGETS, CostBudget, DegradedMode, _simplify_shapes
from riotsim.physics.engine.world import Solver, World
from riotsim.physics.rest import _half_extent, contact_counts, islands, overlapping_boxes
from riotsim.physics.scene import scene
from riotsim.physics.scene.broad_phase import LooseDice
from riotsim.simulation import perform
from riotsim.table.acts import Act, CutShort, Settled, TowerFell
from riotsim.table.dice.custom import rounded
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die, Model, Token
from riotsim.table.poses import IDENTITY, ORIGIN, Pose, about_z
from riotsim.table.state import Table
from riotsim.testing.tables import empty_table, with_tower

SUNK = 1.0
"""Greatest depth to which a die may sink into the table in degraded mode (mm)."""

STANDS = 0.01
"""Greatest movement of the dice of a sleeping tower (mm)."""


@pytest.fixture
def efforts(monkeypatch: pytest.MonkeyPatch) -> list[CostBudget]:
    """Collect the cost budgets of a test's acts."""
    seen: list[CostBudget] = []

    class Seen(CostBudget):
        def __init__(self, world: World, *, sleeping: bool) -> None:
            super().__init__(world, sleeping=sleeping)
            seen.append(self)

    monkeypatch.setattr(scene, "CostBudget", Seen)
    return seen


def digest(settled: Settled) -> str:
    """Return a digest of all bits of an outcome."""
    return hashlib.sha256(repr((settled.table, settled.facts, settled.ticks)).encode()).hexdigest()


@pytest.mark.parametrize("sort", [pytest.param("full forest", marks=pytest.mark.proof), "rounded", "forest"])
def test_a_throw_among_thirty_towers(efforts: list[CostBudget], sort: str) -> None:
    """If dice are thrown among thirty towers, the act runs in degraded mode and comes to rest in time. The same act
    gives the same outcome after another act.
    """
    trial = worst_scene(sort, 2)
    settled = perform(trial.table, trial.act, trial.seed)
    assert efforts[-1].degraded is not None
    assert not settled.facts_of(CutShort)
    assert settled.facts_of(TowerFell)
    perform(board(), throw(14), 1)
    again = perform(trial.table, trial.act, trial.seed)
    assert digest(again) == digest(settled)


def test_dice_lie_on_the_table_afterwards(efforts: list[CostBudget]) -> None:
    """After an act in degraded mode, no die hangs in the air or lies beneath the table."""
    trial = worst_scene("full forest", 1)
    settled = perform(trial.table, trial.act, trial.seed)
    assert efforts[-1].degraded is not None
    dice = list(settled.table.loose_dice())
    tops = np.array([die.pose.at for die in settled.table.dice.values()])
    for die in dice:
        x, y, z = die.pose.at
        lowest = z - die.kind.circumradius * die.size
        near = np.hypot(tops[:, 0] - x, tops[:, 1] - y) < 2 * die.kind.circumradius * die.size
        below = tops[near & (tops[:, 2] < z - 1.0), 2]
        held_up = lowest <= 0.0 or (len(below) and lowest <= below.max() + die.kind.circumradius * die.size)
        at_a_model = any(np.hypot(m.at[0] - x, m.at[1] - y) < 30.0 for m in settled.table.models.values())
        assert held_up or at_a_model, die.id
        assert z > die.size / 2 - SUNK, die.id


@pytest.mark.parametrize("dice", [1, 3, 6, 12])
def test_ordinary_throws_go_on_as_they_began(efforts: list[CostBudget], dice: int) -> None:
    """If dice are thrown onto two towers, the act isn't degraded."""
    table = tower_at(tower_at(board(), "t", 8, (305.0, 305.0)), "u", 7, (345.0, 305.0))
    for seed in range(4):
        perform(table, throw(dice), seed)
        assert efforts[-1].degraded is None


@pytest.mark.parametrize("height", [3, 8])
def test_a_tower_sleeps_alike_in_a_new_world_and_a_used_one(height: int) -> None:
    """If a throw that a tower enters asleep is repeated, it has the same outcome each time, whatever its client did
    before.
    """
    table = with_tower(empty_table(), height, lean=(0.2, 0.1))
    act = throw(14)
    first = digest(perform(table, act, 3))
    assert all(digest(perform(table, act, 3)) == first for _ in range(2))


@pytest.mark.parametrize("height", [5, 9, 14])
def test_what_dozes_off_stays_in_its_place(height: int) -> None:
    """If a tower enters in degraded mode, its dice stay in place. Towers of nine dice or more would creep if they were
    awake for a step.
    """
    table = with_tower(empty_table(), height, lean=(0.2, 0.1))
    with scene.Scene(table, Solver.IMPULSES, loose=LooseDice.STILL) as one:
        one.world.mark_unusable()
        one._budget.degraded = DegradedMode(one.world, one.registry.free, 0)
        beside = one.registry.enter(
            Die("x", pose=table.dice["tower-00"].pose.translated((40.0, 0.0, 0.0))), MotionType.FREE
        )
        one.registry.activate_pieces(one.registry.dormant.take([beside], 1000.0))
        before = [one.world.pose(body.number)[0] for body in one.registry.towers["tower"].dice]
        one.world.step(60)
        after = [one.world.pose(body.number)[0] for body in one.registry.towers["tower"].dice]
    assert np.abs(np.array(after) - np.array(before)).max() < STANDS


def test_a_heap_is_foreseen(efforts: list[CostBudget]) -> None:
    """If a token falls on a heap beside towers, the act is degraded before its cost has used up the exact solver's
    budget.
    """
    trial = worst_scene("token on heap", 26)
    perform(trial.table, trial.act, trial.seed)
    assert efforts[-1].degraded is not None
    assert efforts[-1]._spent < BUDGETS[Solver.DANTZIG]  # a look under the exact solver is counted as four times that


@pytest.mark.parametrize(("height", "hasty"), [(13, False), (40, True)])
def test_what_towers_are_borne(efforts: list[CostBudget], height: int, hasty: bool) -> None:
    """If a tower of 13 dice is awake, the act isn't degraded. With a tower of 40 it is."""
    straight = with_tower(empty_table(), height)
    with scene.Scene(straight, sleeping=False) as one:
        one.registry.enter(Die("x", pose=straight.dice["tower-00"].pose.translated((17.0, 0.0, 0.0))), MotionType.FREE)
        one.registry.activate(LOOK_INTERVAL)
        assert efforts[-1].degraded is None
        for tick in range(LOOK_INTERVAL, 40 * LOOK_INTERVAL, LOOK_INTERVAL):
            one.tick = tick if hasty else 100 * tick  # as if it had lasted so long
            one.world.step(LOOK_INTERVAL if hasty else 1)
            one.look()
        assert (efforts[-1].degraded is not None) is hasty


def test_a_tower_beside_a_hand_is_awake() -> None:
    """While no hand is near, a tower sleeps. If a hand comes near, the tower wakes and can be hit. Once the hand has
    gone, the tower may sleep again.
    """
    table = with_tower(empty_table(), 4)
    at = table.dice["tower-00"].pose.at
    hand = Model("hand", "owner", (at[0] - 120.0, at[1]))
    with scene.Scene(table.with_pieces(hand), skip=("hand",), loose=LooseDice.ABSENT) as one:
        one._hand_at_work = True
        held = one.registry.enter(hand, MotionType.HELD)
        one.registry.activate_pieces(one.registry.dormant.take([held], 1000.0))
        tower = one.registry.towers["tower"]

        def go_on(where: float, ticks: int) -> float:
            for _ in range(ticks):
                held.at = (at[0] + where, at[1], 0.0)
                one.world.set_state(held.number, held.at, held.orientation, (0.0, 0.0, 0.0))
                one.world.step()
                one.tick += 1
                if one.tick % LOOK_INTERVAL == 0:
                    one.look()
            return tower.dice[0].at[0]

        go_on(-120.0, 40)
        assert tower.rest.ticks >= REST.rest_ticks
        go_on(-22.0, 2 * LOOK_INTERVAL)
        assert tower.near_hand
        assert tower.rest.ticks == 0
        assert go_on(-18.0, 16) > at[0] + 1.0
        assert not tower.fell
        go_on(-120.0, 60)
        assert tower.rest.ticks >= REST.rest_ticks


def test_what_is_thin_and_still_shortens_no_steps_in_haste() -> None:
    """In degraded mode, a token at rest doesn't shorten the steps for a fast die beside it. A fast token does."""
    with World() as world:
        die = add(world, Die("d"), MotionType.FREE)
        token = add(world, Token("t", ORIGIN, 20.0), MotionType.FREE)
        die.speed, token.speed = 1500.0, 0.0
        assert max_step_length([die, token]) == pytest.approx(token.half_thickness)
        assert max_step_length_by_speed([die, token], 1500.0) == pytest.approx(die.half_thickness)
        token.speed = 1500.0
        assert max_step_length_by_speed([die, token], 1500.0) == pytest.approx(token.half_thickness)


@settings(max_examples=40)
@given(st.tuples(*[st.floats(-1.0, 1.0)] * 4).filter(lambda turn: math.hypot(*turn) > 0.1))
def test_the_box_around_a_turned_cube_is_the_smallest(turn: tuple[float, float, float, float]) -> None:
    """The box around a turned cube reaches exactly as far along each axis as the cube's farthest corner."""
    length = math.hypot(*turn)
    x, y, z, w = (part / length for part in turn)
    die = Die("d", pose=Pose((0.0, 0.0, 0.0), (x, y, z, w)))
    corners = [die.pose.transform((i * 8.0, j * 8.0, k * 8.0)) for i, j, k in itertools.product((-1, 1), repeat=3)]
    with World() as world:
        found = _half_extent(add(world, die, MotionType.FREE))
    assert found == pytest.approx(np.max(corners, axis=0))


def test_what_hangs_together() -> None:
    """Cubes belong to one island if the boxes around them overlap, however they are turned. A contact counts for one
    cube only.
    """
    quarter = about_z(math.radians(45.0))
    with World() as world:
        row = [
            add(world, Die(f"d{k}", pose=Pose((x, 0.0, 8.0), turn)), MotionType.FREE)
            for k, (x, turn) in enumerate([(0.0, IDENTITY), (16.1, IDENTITY), (35.6, quarter), (60.0, quarter)])
        ]
    numbers = [body.number for body in row]
    assert overlapping_boxes(row) == [(numbers[0], numbers[1]), (numbers[1], numbers[2])]
    assert [len(those) for those in islands(row, overlapping_boxes(row))] == [3, 1]
    assert contact_counts(row, [(numbers[0], numbers[1]), (-1, numbers[1]), (-1, -2)]) == dict(
        zip(numbers, (1, 1, 0, 0), strict=True)
    )


@pytest.mark.parametrize("sort", SORTS)
def test_scenes_are_the_same_for_the_same_seed(sort: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a scene is made again with the same sort and seed, it is the same."""
    known: dict[str, Settled] = {}

    def once(table: Table, act: Act, seed: int) -> Settled:
        asked = repr((table, act, seed))
        if asked not in known:
            known[asked] = perform(table, act, seed)
        return known[asked]

    monkeypatch.setattr(scenes, "perform", once)
    assert worst_scene(sort, 5) == worst_scene(sort, 5)


def test_a_die_of_a_tower_keeps_its_motion_when_its_shape_is_made_simpler() -> None:
    """If a falling die of a tower gets a simpler shape, it keeps its speed and spin."""
    with World(Solver.DANTZIG) as world:
        body = add(world, Die("a", rounded(die_kind("d6"), 0.05), pose=Pose((0.0, 0.0, 100.0))), MotionType.FREE)
        assert body.has_tower_shape
        world.set_velocity(body.number, (30.0, -20.0, -400.0), (1.0, 2.0, 3.0))
        _simplify_shapes(world, [body])
        assert not body.has_tower_shape
        velocity, spin = world.velocity(body.number)
        assert velocity == pytest.approx((30.0, -20.0, -400.0), rel=1e-6)
        assert spin == pytest.approx((1.0, 2.0, 3.0), rel=1e-6)


def test_the_box_of_a_model_that_may_fall_has_room_for_it_lying() -> None:
    """If a model is free to fall, its box reaches as far to each side as the model is high. A fixed model has a
    narrower box.
    """
    with World(Solver.DANTZIG) as world:
        model = Model("m", "Ada", (0.0, 0.0))
        free, fixed = (add(world, model, motion) for motion in (MotionType.FREE, MotionType.FIXED))
        assert min(free.high) >= fixed.high[2]
        assert fixed.high[0] < fixed.high[2]
