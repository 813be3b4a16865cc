"""The places of a carrying hand at each tick, and the ground under it, worked out by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest
from physics_suite.tables import STEADY, board

from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.hand_path import GroundProfile, HandPath, ground_profile, hand_path
from riotsim.physics.engine.world import TICK
from riotsim.table.acts import Pace
from riotsim.table.kinematic.motion import PEAK_ACCELERATION
from riotsim.table.pieces import Box, Terrain
from riotsim.table.poses import Point
from riotsim.table.state import Table

AHEAD = math.atan2(0.8, 0.6)
"""A heading of which the cosine is 0.6 and the sine 0.8."""

QUARTER_WAY = 0.103515625
"""Share of the way that a movement of minimum jerk covers in the first quarter of its time: (10 - 15/4 + 6/16) / 64."""


def stage(name: str, x: float, length: float, height: float, *, y: float = 200.0, stands: bool = True) -> Terrain:
    """Return a box, 60 mm wide, that begins at `x` and runs along the x axis."""
    return Terrain(name, Box(length, 60.0, height), (x + length / 2, y), can_stand_on=stands)


GROUNDS: tuple[tuple[str, tuple[Terrain, ...], GroundProfile], ...] = (
    ("flat", (), GroundProfile(0.0)),
    ("platform", (stage("a", 250.0, 100.0, 30.0),), GroundProfile(0.0, ((150.0, 30.0), (250.0, -30.0)))),
    ("nobody stands there", (stage("a", 250.0, 100.0, 30.0, stands=False),), GroundProfile(0.0)),
    ("beside the path", (stage("a", 250.0, 100.0, 30.0, y=231.0),), GroundProfile(0.0)),
    (
        "a taller box on a part of a lower one",
        (stage("a", 200.0, 120.0, 30.0), stage("b", 240.0, 40.0, 50.0)),
        GroundProfile(0.0, ((100.0, 30.0), (140.0, 20.0), (180.0, -20.0), (220.0, -30.0))),
    ),
    (
        "two boxes of one height, side by side",
        (stage("a", 200.0, 50.0, 30.0), stage("b", 250.0, 70.0, 30.0)),
        GroundProfile(0.0, ((100.0, 30.0), (220.0, -30.0))),
    ),
    ("starts on a box", (stage("a", 50.0, 100.0, 25.0),), GroundProfile(25.0, ((50.0, -25.0),))),
    ("ends on a box", (stage("a", 450.0, 100.0, 25.0),), GroundProfile(0.0, ((350.0, 25.0),))),
    ("a step near the start", (stage("a", 104.0, 100.0, 25.0),), GroundProfile(0.0, ((10.0, 25.0), (104.0, -25.0)))),
    ("a step at once", (stage("a", 100.5, 100.0, 25.0),), GroundProfile(0.0, ((10.0, 25.0), (100.5, -25.0)))),
    ("a step near the end", (stage("a", 494.0, 100.0, 25.0),), GroundProfile(0.0, ((390.0, 25.0),))),
    ("a step behind the end", (stage("a", 501.0, 100.0, 25.0),), GroundProfile(0.0)),
)
"""Cases: their name, the boxes on the table, and the ground along a path of 400 mm from x = 100."""


@pytest.mark.parametrize(("boxes", "ground"), [row[1:] for row in GROUNDS], ids=[row[0] for row in GROUNDS])
def test_the_ground_along_a_path_has_steps_at_the_edges_of_boxes(
    boxes: tuple[Terrain, ...], ground: GroundProfile
) -> None:
    """If a path crosses the edge of a box, its ground has a step there, with the distance along the path and the rise.

    Steps near an end are moved away from it, so that both ends of the path keep their heights.
    """
    found = ground_profile(board().with_pieces(*boxes), (100.0, 200.0), (500.0, 200.0))
    assert (found.start, found.smoothed) == (ground.start, 20.0)
    assert [part for step in found.steps for part in step] == pytest.approx([p for step in ground.steps for p in step])


def test_the_ground_along_a_slanting_path_has_steps_where_it_crosses_edges() -> None:
    """If a slanting path crosses a box that is turned the same way, the ground rises along the box's length.

    If a margin is given, the steps are that much farther from the box: 25 mm here.
    """
    middle = (100.0 + 0.6 * 200.0, 50.0 + 0.8 * 200.0)
    box = Terrain("a", Box(80.0, 50.0, 30.0), middle, AHEAD, can_stand_on=True)
    table, start, end = board().with_pieces(box), (100.0, 50.0), (340.0, 370.0)
    found = ground_profile(table, start, end, 40.0, 25.0)
    assert [part for step in found.steps for part in step] == pytest.approx([135.0, 30.0, 265.0, -30.0])
    assert (found.start, found.smoothed) == (0.0, 40.0)
    assert ground_profile(table, middle, middle, 40.0, 25.0) == GroundProfile(30.0)


def test_a_short_path_changes_its_height_in_its_middle() -> None:
    """If a path is shorter than the smoothing of its steps, a step is moved to the middle of the path."""
    table = board().with_pieces(stage("a", 300.0, 100.0, 30.0))
    assert ground_profile(table, (297.0, 200.0), (309.0, 200.0)) == GroundProfile(0.0, ((6.0, 30.0),), 20.0)


@pytest.mark.parametrize(
    ("way", "height"),
    [
        (0.0, 5.0),
        (90.0, 5.0),
        (95.0, 5.0 + 8.0 * QUARTER_WAY),
        (100.0, 9.0),
        (105.0, 13.0 - 8.0 * QUARTER_WAY),
        (110.0, 13.0),
        (200.0, 13.0),
        (295.0, 13.0 - 4.0 * QUARTER_WAY),
        (300.0, 11.0),
        (400.0, 9.0),
    ],
)
def test_steps_of_the_ground_are_spread_around_their_places(way: float, height: float) -> None:
    """If the ground has a step, the height changes by minimum jerk.

    The change spans half of the smoothing on either side.
    """
    assert GroundProfile(5.0, ((100.0, 8.0), (300.0, -4.0)), 20.0).height_at(way) == pytest.approx(height)
    assert GroundProfile(5.0).height_at(way) == 5.0


@pytest.mark.parametrize(
    ("tick", "share"),
    [(0, 0.0), (2, QUARTER_WAY), (4, 0.5), (6, 1.0 - QUARTER_WAY), (8, 1.0), (9, 1.0), (100, 1.0)],
)
def test_a_steady_hand_moves_by_minimum_jerk(tick: int, share: float) -> None:
    """If a hand has no tremor, its place at each tick is a share of the way, by minimum jerk.

    From the last tick on, the hand is at the end.
    """
    path = HandPath((10.0, 20.0), (50.0, -10.0), 8, GroundProfile(3.0, ((25.0, 6.0),), 20.0))
    assert path.distance_at(tick) == pytest.approx(50.0 * share)
    assert path.position_at(tick) == pytest.approx((10.0 + 40.0 * share, 20.0 - 30.0 * share))
    foot = path.foot_at(tick)
    assert foot[:2] == path.position_at(tick)
    assert foot[2] == path.ground.height_at(path.distance_at(tick))


@pytest.mark.parametrize(
    ("ticks", "tick", "swell"),
    [
        (240, 120, 1.0),
        (240, 36, 1.0),
        (240, 18, 0.5),
        (240, 9, QUARTER_WAY),
        (240, 231, QUARTER_WAY),
        (240, 222, 0.5),
        (240, 204, 1.0),
        (40, 5, 0.5),
        (40, 10, 1.0),
        (40, 35, 0.5),
        (2, 1, 1.0),
        (240, 0, 0.0),
        (240, 240, 0.0),
    ],
)
def test_a_tremor_swells_and_fades_in_36_ticks_or_a_quarter_of_the_carry(ticks: int, tick: int, swell: float) -> None:
    """A hand's tremor on each axis is a sine with its own phase, and an amplitude of √2 times the root mean square.

    The tremor swells at the start of a carry and fades at the end. Each takes 36 ticks, or a quarter of a shorter
    carry.
    """
    steady = HandPath((10.0, 20.0), (50.0, -10.0), ticks, GroundProfile(2.0, ((25.0, 6.0), (30.0, -9.0)), 20.0))
    path = replace(steady, tremor=1.0, tremor_hz=7.0, phases=(0.3, 1.9))
    (x, y), (x0, y0) = path.position_at(tick), steady.position_at(tick)
    turn = 2.0 * math.pi * 7.0 * tick / 240.0
    wave = [swell * math.sqrt(2.0) * math.sin(turn + phase) for phase in (0.3, 1.9)]
    assert (x - x0, y - y0) == pytest.approx(tuple(wave), abs=1e-12)
    assert path.feet()[tick] == pytest.approx((x, y, steady.foot_at(tick)[2]))


def carried(table: Table, pace: Pace, start: Point, end: Point, also: Point) -> HandPath:
    """Return the path of a trembling hand that carries a piece and `also` another, with the phases of seed 3."""
    hand = replace(STEADY, tremor=0.4, tremor_hz=9.0)
    return hand_path(table, start, end, hand, pace, random_generator(3), also)


def test_a_hand_takes_as_long_as_its_pace_demands() -> None:
    """A carry takes as long as its pace's limit of speed or of acceleration demands.

    The tremor's phase is drawn for x first, then for y.
    """
    chance = random_generator(3)
    phases = (float(chance.uniform(0.0, 2 * math.pi)), float(chance.uniform(0.0, 2 * math.pi)))
    for pace, seconds in (
        (Pace(150.0, 1e6), 1.875 * 250.0 / 150.0),
        (Pace(1e6, 700.0), math.sqrt(PEAK_ACCELERATION * 250.0 / 700.0)),
    ):
        path = carried(board(), pace, (100.0, 100.0), (250.0, 300.0), (90.0, 95.0))
        ticks = math.ceil(seconds * 240.0)
        assert path == HandPath((100.0, 100.0), (250.0, 300.0), ticks, GroundProfile(0.0), 0.4, 9.0, phases)
    assert carried(board(), Pace(150.0, 700.0), (100.0, 100.0), (100.0, 100.0), (90.0, 95.0)).ticks == 0


@pytest.mark.parametrize("start", [(100.0, 200.0), (100.0, 400.0)], ids=["under the model", "under the lowest die"])
@pytest.mark.parametrize(("end", "height"), [(300.0, 60.0), (300.0, 25.0), (150.0, 40.0)])
@pytest.mark.parametrize("pace", [Pace(60.0, 1e6), Pace(1e6, 500.0)], ids=["speed", "acceleration"])
def test_a_hand_climbs_as_fast_as_its_pace_allows(start: Point, end: float, height: float, pace: Pace) -> None:
    """If a piece has to climb, the hand's highest vertical speed, or acceleration, is that of its pace, to 4 %.

    This holds whether the model climbs or the lowest die.
    """
    table = board().with_pieces(stage("a", 130.0, 100.0, height))
    path = carried(table, pace, start, (end, start[1]), (100.0, 200.0))
    ground = ground_profile(table, (100.0, 200.0), (end, 200.0))
    heights = np.array([ground.height_at(path.distance_at(tick)) for tick in range(path.ticks + 1)])
    peaks = (
        np.abs(np.diff(heights)).max() / TICK / pace.speed,
        np.abs(np.diff(heights, 2)).max() / TICK**2 / pace.acceleration,
    )
    assert max(peaks) == pytest.approx(1.0, abs=0.04)


def test_it_makes_no_difference_which_of_two_pieces_is_the_first() -> None:
    """If a hand carries two pieces over scattered boxes, the order of the pieces changes the time by a tick at most."""
    chance, took = np.random.default_rng(4), set()
    for _ in range(20):
        boxes = [
            Terrain(f"{k}", Box(*(float(v) for v in chance.uniform(20, 120, 3))), (x, y), 0.3 * k, can_stand_on=True)
            for k, (x, y) in enumerate(chance.uniform(50, 550, (6, 2)).tolist())
        ]
        table = board().with_pieces(*boxes)
        (x, y), (u, v), (a, b) = chance.uniform(150, 400, (3, 2)).tolist()
        one = carried(table, Pace(300.0, 900.0), (x, y), (u, v), (a, b))
        other = carried(table, Pace(300.0, 900.0), (a, b), (a + u - x, b + v - y), (x, y))
        assert abs(one.ticks - other.ticks) <= 1  # but for rounding
        took.add(one.ticks)
    assert len(took) > 15
