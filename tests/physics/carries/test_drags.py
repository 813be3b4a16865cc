"""Drags: a person moves a model along a line with the mouse, and its tower slides along or falls."""

import math
from dataclasses import replace

import numpy as np
import pytest
from physics_suite.cases.carrying import limit
from physics_suite.cases.squeezed import squeeze
from physics_suite.drags import at_most, smooth
from physics_suite.invariants.any_world import PROMISES, broken
from physics_suite.invariants.observation import watch
from physics_suite.invariants.usual_world import no_gain
from physics_suite.tables import SHAKY, STEADY, board, model_with_tower

from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.drag_path import DRAG, DragPath, add_all_samples
from riotsim.physics.engine.world import TICK
from riotsim.simulation import perform
from riotsim.table.acts import Carry, Drag, Settled, TowerFell
from riotsim.table.pieces import Box, Model, Terrain
from riotsim.table.state import Table
from riotsim.testing.generators.worlds import Trial
from riotsim.testing.plugin import Size

START, END = (100.0, 300.0), (400.0, 300.0)
LENGTH = 300.0
DICE = 0.25
"""Coefficient of friction between two dice."""


def dragged(dice: int, drag: Drag, seed: int = 1) -> Settled:
    """Return the outcome of dragging a tower of so many dice."""
    table = model_with_tower(board(), "m", dice, START, bearing=2.0)
    return perform(table, Carry("m", END, SHAKY, "usual", drag), seed)


def drawn(samples: tuple[tuple[int, float], ...], table: Table | None = None) -> DragPath:
    """Return the path of a hand that follows samples over 300 mm."""
    path = DragPath(table or board(), START, END, STEADY, STEADY.pace("usual"), random_generator(1), START)
    add_all_samples(path, samples)
    return path


@pytest.mark.parametrize("dice", [2, 4, 6, 8, 10, 13])
def test_a_tower_stands_below_the_limit_of_a_rigid_block_and_falls_far_above(dice: int) -> None:
    """If a tower is dragged with a peak acceleration of 0.8 min(μ, 1/(N − 1)) g, it stands. If it is dragged 4 times as
    hard, it falls.

    The factor is 0.8 because the peak of a smooth motion is brief. The limit is that of `physics_suite.cases.carrying`.
    """
    bound = limit(dice, DICE)
    settled = dragged(dice, at_most(LENGTH, 0.8 * bound))
    assert not settled.facts
    assert settled.table.models["m"].at == END
    for k in range(dice):
        moved = settled.table.dice[f"m-{k:02d}"].pose.at[0] - (START[0] + 20.5 * math.cos(2.0))
        assert moved == pytest.approx(LENGTH, abs=1.0)
    jerked = dragged(dice, at_most(LENGTH, 4.0 * bound))
    assert [fact.tower for fact in jerked.facts_of(TowerFell)] == ["m"]
    assert START[0] < jerked.table.models["m"].at[0] < END[0]
    assert "m" not in jerked.table.towers


def test_a_jump_of_the_mouse_fells_a_tower_of_three() -> None:
    """If the mouse jumps over half of the way in one tick, the tower of three dice falls."""
    assert dragged(3, Drag(((0, 0.0), (60, 0.0), (61, 150.0)))).facts_of(TowerFell)


@pytest.mark.parametrize("hz", [10.0, 24.0, 60.0, 144.0])
def test_a_slow_window_and_coarse_pixels_fell_no_tower(hz: float) -> None:
    """If a tower of ten is dragged over 300 mm in two seconds, it stands, however often the window reads the mouse."""
    assert not dragged(10, Drag(smooth(LENGTH, 2.0, hz, pixel=1.0))).facts


def test_a_tall_tower_is_dragged_for_long_without_haste() -> None:
    """If a tower of 16 is dragged for six seconds, half of the longest drag, it stands. Such a drag costs the engine
    more than any other act may.
    """
    assert not dragged(16, Drag(smooth(LENGTH, 6.0))).facts


def test_the_hand_goes_on_where_the_person_lets_go() -> None:
    """If a person lets go on the way, the hand comes to rest. Then it carries the model the rest of the way at its
    usual pace (RD-42).
    """
    path = drawn(((60, 100.0),))
    ways = np.array([path.distance_at(tick) for tick in range(path.ticks + 1)])
    speeds = np.diff(ways) / TICK
    rests = np.flatnonzero(speeds < 0.1)
    assert any(ways[k] == pytest.approx(100.0, abs=1e-3) for k in rests)
    assert ways[-1] == LENGTH
    assert path.position_at(path.ticks) == END
    later = speeds[np.flatnonzero(ways > 100.1)[0] :]
    assert later.max() == pytest.approx(min(300.0, 1.875 * 200.0 / math.sqrt(10 / math.sqrt(3) * 200 / 900)), rel=0.01)


def test_a_hand_that_never_moves_is_an_ordinary_carry_without_rest() -> None:
    """If a drag has no samples, it is a carry at the hand's usual pace."""
    table = model_with_tower(board(), "m", 4, START, bearing=2.0)
    by_hand = perform(table, Carry("m", END, STEADY, "usual", Drag(())), 1)
    as_usual = perform(table, Carry("m", END, STEADY, "usual"), 1)
    assert not by_hand.facts
    assert by_hand.table.models == as_usual.table.models


def test_a_person_may_go_back_on_the_line() -> None:
    """If a person drags a tower gently forth, back, and on to the end, it stands."""
    first, back = smooth(150.0, 1.2), smooth(100.0, 1.2)
    turned = tuple((tick + 300, 150.0 - way) for tick, way in back)
    on = tuple((tick + 600, 50.0 + way) for tick, way in smooth(250.0, 1.5))
    assert not dragged(5, Drag((*first, *turned, *on))).facts


def test_the_hand_accelerates_no_harder_than_the_mouse() -> None:
    """A dragging hand averages the motion of the mouse. Its speed and acceleration are at most those of the mouse, and
    it never goes backwards.
    """
    seconds = 0.8
    path = drawn(smooth(LENGTH, seconds, 240.0, pixel=1e-6))
    ways = np.array([path.distance_at(tick) for tick in range(path.ticks + 1)])
    assert np.abs(np.diff(ways, 2)).max() / TICK**2 <= 10 / math.sqrt(3) * LENGTH / seconds**2
    assert np.diff(ways).max() / TICK <= 1.875 * LENGTH / seconds
    assert np.diff(ways).min() >= -1e-9
    assert ways[0] == 0.0
    assert ways[-1] == LENGTH


def test_no_hand_drags_faster_than_it_can() -> None:
    """If the mouse covers the whole line in one tick, the hand moves at 1.5 m/s at most. Where it also rises, it is at
    most 1.2 times as fast.
    """
    path = drawn(((1, LENGTH),))
    assert max(np.diff([path.distance_at(k) for k in range(path.ticks + 1)])) / TICK <= DRAG.top_speed + 1e-6
    stage = board().with_pieces(Terrain("stage", Box(200.0, 200.0, 50.0), (300.0, 300.0), can_stand_on=True))
    path = drawn(((1, LENGTH),), stage)
    feet = np.array([path.foot_at(k) for k in range(path.ticks + 1)])
    assert np.linalg.norm(np.diff(feet, axis=0), axis=1).max() / TICK <= 1.2 * DRAG.top_speed


def test_a_drag_goes_up_onto_scenery() -> None:
    """If a model with a tower is dragged slowly onto scenery, model and tower stand on its top."""
    table = board().with_pieces(Terrain("stage", Box(200.0, 200.0, 25.0), (400.0, 300.0), can_stand_on=True))
    table = model_with_tower(table, "m", 4, START, bearing=math.pi)
    settled = perform(table, Carry("m", END, STEADY, "usual", Drag(smooth(LENGTH, 3.0))), 1)
    assert not settled.facts
    assert settled.table.models["m"].level == 25.0
    assert settled.table.dice["m-00"].pose.at[2] == pytest.approx(33.0)


def test_a_model_without_a_tower_is_dragged() -> None:
    """If a model without a tower is dragged, it ends exactly at the end of its line."""
    table = board().with_pieces(Model("m", "x", START))
    settled = perform(table, Carry("m", END, STEADY, "usual", Drag(smooth(LENGTH, 1.0))), 0)
    assert settled.table == table.with_pieces(replace(table.models["m"], at=END))
    assert perform(table, Carry("m", START, STEADY, "usual", Drag(((1, 0.0),))), 0).table == table


@pytest.mark.parametrize(
    ("samples", "why"),
    [
        (((5, 1.0), (5, 2.0)), "go up"),
        (((-1, 1.0),), "go up"),
        (((1, 301.0),), "stays on its line"),
        (((1, -1.0),), "stays on its line"),
        (((1, math.nan),), "stays on its line"),
    ],
)
def test_drags_that_cannot_be_are_refused(samples: tuple[tuple[int, float], ...], why: str) -> None:
    """If the samples of a drag go back in time, or leave the line, the drag is refused with a message."""
    with pytest.raises(ValueError, match=why):
        dragged(2, Drag(samples))


def wild(seed: int) -> Trial:
    """Return a trial in which a model is jerked about beside towers and a wall."""
    chance = np.random.default_rng(seed)
    table = board().with_pieces(Terrain("wall", Box(200.0, 30.0, 60.0), (300.0, 345.0)))
    table = model_with_tower(table, "m", int(chance.integers(0, 9)) or 1, START, bearing=2.5)
    table = model_with_tower(table, "other", int(chance.integers(1, 9)), (250.0, 290.0), bearing=float(chance.random()))
    ticks = np.cumsum(chance.integers(1, 30, 40)).tolist()
    ways = (LENGTH * chance.random(40)).tolist()
    return Trial(table, Carry("m", END, SHAKY, "usual", Drag(tuple(zip(ticks, ways, strict=True)))), seed, nasty=False)


@pytest.mark.takes(minutes=1)
def test_whatever_a_person_does_all_promises_are_kept(size: Size) -> None:
    """If models are jerked about at random, past a wall and another tower, every promise of the physics is kept."""
    for seed in range(size(5, 300)):
        watched = watch(wild(seed))
        assert not broken(watched, (*PROMISES, no_gain)), f"wild({seed})"


def pushed_into(seed: int) -> Trial:
    """Return a trial in which a token or a tower is pushed into a wall. The mouse jumps there, moves to and fro, or
    moves evenly.
    """
    trial = squeeze(seed, "usual")
    assert isinstance(trial.act, Carry)
    length, chance = math.dist(trial.table.models["m"].at, trial.act.to), np.random.default_rng(seed)
    jumps = ((2, length),)
    about = tuple(
        zip(np.cumsum(chance.integers(1, 20, 30)).tolist(), (length * chance.random(30)).tolist(), strict=True)
    )
    evenly = tuple((4 * k, length * k / 39) for k in range(1, 40))
    return replace(trial, act=replace(trial.act, drag=Drag((jumps, about, evenly)[seed % 3])))


@pytest.mark.takes(minutes=1)
def test_what_a_person_pushes_into_a_wall_keeps_all_promises(size: Size) -> None:
    """If a dragging hand presses pieces against a wall, every promise of the physics is kept."""
    for seed in range(size(7, 400)):
        watched = watch(pushed_into(seed))
        assert not broken(watched, (*PROMISES, no_gain)), f"pushed_into({seed})"


def test_the_rest_of_a_drag_takes_longer_where_the_tower_climbs() -> None:
    """If a box lies in the way of the tower alone, the hand takes longer for the rest of the way after a person lets
    go.
    """
    box = Terrain("t", Box(40.0, 40.0, 80.0), (260.0, 200.0), can_stand_on=True)
    took = []
    for table in (board(), board().with_pieces(box)):
        path = DragPath(table, START, END, STEADY, STEADY.pace("usual"), random_generator(1), (100.0, 200.0))
        add_all_samples(path, ((0, 0.0), (240, 100.0)))
        took.append(path.ticks)
    assert took[1] > took[0] + 20
