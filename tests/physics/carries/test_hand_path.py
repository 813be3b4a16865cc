import itertools
import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from physics_suite.tables import SHAKY, STEADY, board

from riotsim.physics.acts.hand_path import HandPath, hand_path
from riotsim.physics.engine.world import TICK
from riotsim.table.acts import Hand, Pace
from riotsim.table.ballistics import travel_distance
from riotsim.table.kinematic.motion import PEAK_ACCELERATION
from riotsim.table.pieces import Box, Terrain
from riotsim.table.poses import Point
from riotsim.table.state import Table


def path_to(end: Point, hand: Hand = STEADY, pace: str = "usual", table: Table | None = None) -> HandPath:
    """Return the path of a carry from (100, 100), for a model without a tower."""
    start = (100.0, 100.0)
    chance = np.random.default_rng(1)
    return hand_path(table or board(), start, end, hand, hand.pace(pace), chance, start)


@settings(max_examples=60, deadline=None)
@given(
    way=st.floats(0.5, 450.0),
    speed=st.floats(50.0, 800.0),
    acceleration=st.floats(100.0, 5000.0),
)
def test_a_hand_keeps_to_its_pace(way: float, speed: float, acceleration: float) -> None:
    """A hand's path is never faster than its pace allows, and never accelerates harder. No path takes a tick more than
    it needs.
    """
    hand = replace(STEADY, paces=(("only", Pace(speed, acceleration)),))
    path = path_to((100.0 + way, 100.0), hand, "only")
    xs = np.array([path.position_at(tick)[0] for tick in range(path.ticks + 1)])
    assert np.abs(np.diff(xs)).max() <= speed * TICK * 1.001
    if path.ticks > 20:  # finely enough for differences to show it
        assert np.abs(np.diff(xs, 2)).max() <= acceleration * TICK * TICK * 1.01
    least = max(1.875 * way / speed, math.sqrt(PEAK_ACCELERATION * way / acceleration))
    assert path.ticks - 1.001 < least / TICK < path.ticks + 0.001  # rounding aside


def test_a_trembling_hand_begins_and_ends_exactly() -> None:
    """If a hand trembles, its path has no tremor at the beginning and the end. In between, the tremor has its root mean
    square.
    """
    hand = replace(SHAKY, tremor=0.3, tremor_hz=10.0)
    path = path_to((400.0, 100.0), hand, "slow")
    assert path.position_at(0) == (100.0, 100.0)
    assert path.position_at(path.ticks) == (400.0, 100.0)
    middle = [path.position_at(tick)[1] - 100.0 for tick in range(path.ticks // 4, 3 * path.ticks // 4)]
    assert math.sqrt(sum(y * y for y in middle) / len(middle)) == pytest.approx(0.3, rel=0.1)


@pytest.mark.parametrize("pace", [name for name, _ in SHAKY.paces])
def test_the_whole_way_is_that_of_its_ticks(pace: str) -> None:
    """If the places of the model's foot are computed for all ticks at once, they equal those of each tick, up to
    rounding. The path has a tremor and leads over a step.
    """
    table = board().with_pieces(Terrain("stage", Box(100.0, 100.0, 30.0), (250.0, 100.0), can_stand_on=True))
    path = path_to((400.0, 130.0), replace(SHAKY, tremor=0.3, tremor_hz=10.0), pace, table)
    assert path.ground.steps
    assert path.feet() == pytest.approx(np.array([path.foot_at(tick) for tick in range(path.ticks + 1)]), abs=1e-9)


def test_the_hand_rises_with_the_ground() -> None:
    """If a path leads over a platform, the model's foot is at its top there, and rises and sinks without a jump. Such a
    path takes more ticks.
    """
    table = board().with_pieces(Terrain("stage", Box(100.0, 100.0, 30.0), (250.0, 100.0), can_stand_on=True))
    path = path_to((400.0, 100.0), table=table)
    feet = [path.foot_at(tick) for tick in range(path.ticks + 1)]
    assert feet[0][2] == feet[-1][2] == 0.0
    assert all(z == pytest.approx(30.0) for x, _, z in feet if 215.0 < x < 285.0)
    assert all(z == pytest.approx(0.0) for x, _, z in feet if x < 185.0 or x > 315.0)
    heights = [z for _, _, z in feet]
    rise = max(abs(b - a) for a, b in itertools.pairwise(heights))
    assert rise <= STEADY.pace("usual").speed * TICK * 1.01
    flat = path_to((400.0, 100.0))
    assert path.ticks > flat.ticks  # lifting takes its time


def test_terrain_that_nobody_stands_on_does_not_lift_the_hand() -> None:
    """If a path leads through terrain on which no model can stand, the hand doesn't rise."""
    table = board().with_pieces(Terrain("wall", Box(100.0, 100.0, 30.0), (250.0, 100.0)))
    path = path_to((400.0, 100.0), table=table)
    assert {path.foot_at(tick)[2] for tick in range(path.ticks + 1)} == {0.0}


@given(st.floats(0.0, 2000.0), st.floats(0.0, 400.0))
def test_faster_and_higher_throws_lead_by_more(speed: float, drop: float) -> None:
    """The distance by which a hand lets go ahead of the mark grows with speed and with height, from zero."""
    assert travel_distance(0.0, drop) == 0.0
    assert travel_distance(speed + 1.0, drop) > travel_distance(speed, drop)
    assert travel_distance(speed, drop + 1.0) >= travel_distance(speed, drop)
