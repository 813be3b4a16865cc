"""The figures of released dice, worked out by hand for errors that the test chooses itself."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np
import pytest
from physics_suite.tables import STEADY, board

from riotsim.physics.acts.release import RELEASE, clamp_to_table, release, tray_throw_as_table_throw
from riotsim.physics.bodies.body import Body
from riotsim.physics.scene.scene import LIMITS, Scene
from riotsim.table.acts import Mark, Roll
from riotsim.table.ballistics import flight_time, travel_distance
from riotsim.table.dice.custom import rounded
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Box, Die, Terrain
from riotsim.table.poses import Point, Quaternion, Vector
from riotsim.table.state import Table
from riotsim.table.units import GRAVITY

AHEAD = math.atan2(0.8, 0.6)
"""A heading of which the cosine is 0.6 and the sine 0.8."""

HAND = replace(STEADY, name="erring", speed=400.0, speed_sigma=50.0, aim_sigma=10.0, spin=20.0)

FLAT: Quaternion = (0.0, 0.0, 0.0, 1.0)

REACH = 8.0 * math.sqrt(3.0) * 1.04
"""Radius of the sphere that a hand reserves for a die of 16 mm (mm)."""


class Drawn:
    """Stands in for a random generator with numbers that a test chooses.

    The numbers are three errors, the orientations, then four numbers for each die.
    """

    def __init__(self, *rows: Sequence[float]) -> None:
        self._rows = [np.array(row, dtype=float) for row in rows]

    def standard_normal(self, count: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """Return the next row of numbers."""
        row = self._rows.pop(0)
        assert len(row) == count
        return row

    def shuffle(self, order: list[int]) -> None:
        """Reverse a list."""
        order.reverse()


def let_go(
    table: Table, act: Roll, errors: Vector, turns: Sequence[Quaternion], pushes: Sequence[float]
) -> tuple[list[Body], list[tuple[Vector, Vector]], float]:
    """Return the released dice, their velocities (mm/s) and spins (rad/s), and the speed at which a throw fails."""
    chance = Drawn((*errors, *(part for turn in turns for part in turn)), pushes)
    with Scene(table) as scene:
        release(scene, act, cast(np.random.Generator, chance))
        motions = [scene.world.velocity(body.number) for body in scene.registry.thrown]
        return list(scene.registry.thrown), motions, scene.runaway


def held(count: int, size: float = 16.0) -> tuple[Die, ...]:
    """Return cubes in the order in which a hand takes them: their names run backwards."""
    return tuple(Die(f"d{count - k}", size=size) for k in range(count))


def test_two_dice_leave_the_hand_side_by_side_with_its_errors() -> None:
    """If a hand throws two dice, its errors of aim move both alike.

    Each die's speed is off by the hand's error of pace and by a jitter of its own.
    """
    act = Roll(held(2), (1300.0, 1200.0), AHEAD, HAND, drop=120.0, strength=0.8)
    pushes = (1.0, 0.5, -1.0, 2.0, -2.0, 1.5, 0.25, -0.5)
    bodies, motions, runaway = let_go(board(2000.0, 1900.0), act, (0.5, -1.5, 2.0), (FLAT, FLAT), pushes)
    far = travel_distance(320.0, 120.0)
    middle = (1300.0 - 0.6 * far + 5.0, 1200.0 - 0.8 * far - 15.0)
    assert [body.piece.id for body in bodies] == ["d1", "d2"]
    assert [body.at for body in bodies] == [
        pytest.approx((middle[0] - 0.8 * REACH, middle[1] + 0.6 * REACH, 128.0)),
        pytest.approx((middle[0] + 0.8 * REACH, middle[1] - 0.6 * REACH, 128.0)),
    ]
    # 320 + 2 x 50 x 0.8 is 400 mm/s. The jitter makes it 10 % more for one die, and 20 % less for the other.
    assert [*motions[0][0], *motions[0][1]] == pytest.approx([264.0, 352.0, 0.0, 10.0, -20.0, 40.0])
    assert [*motions[1][0], *motions[1][1]] == pytest.approx([192.0, 256.0, 0.0, 30.0, 5.0, -10.0])
    assert [body.speed for body in bodies] == pytest.approx([440.0, 320.0])
    assert [body.spin for body in bodies] == pytest.approx([math.sqrt(2100.0), math.sqrt(1025.0)])
    assert runaway == max(LIMITS.speed, 3.0 * 440.0)


def test_a_persons_own_throw_has_no_errors_of_aim_and_pace() -> None:
    """If a person throws, only the jitter of the dice remains, without errors of aim and pace.

    The spin of a flick is about the throw's axes, and scatters by 0.3 times the hand's spin.
    """
    act = Roll(held(1), (1000.0, 900.0), AHEAD, HAND, by_hand=True, spin=(0.5, -2.0, 3.0))
    bodies, motions, _ = let_go(board(2000.0, 1900.0), act, (3.0, 3.0, 3.0), (FLAT,), (-1.0, 1.0, -2.0, 3.0))
    far = travel_distance(400.0, 100.0)
    assert bodies[0].at == pytest.approx((1000.0 - 0.6 * far, 900.0 - 0.8 * far, 108.0))
    usual = 20.0 * math.sqrt(3.0)
    spin = (usual * (0.3 + 1.6) + 6.0, usual * (0.4 - 1.2) - 12.0, usual * 3.0 + 18.0)
    assert [*motions[0][0], *motions[0][1]] == pytest.approx([216.0, 288.0, 0.0, *spin])
    assert bodies[0].spin == pytest.approx(math.hypot(*spin))
    assert bodies[0].speed == pytest.approx(360.0)


def test_a_hand_never_throws_backwards() -> None:
    """If a hand's error of pace is larger than its speed, the hand throws at a speed of 0."""
    act = Roll(held(1), (1000.0, 900.0), 0.0, HAND)
    bodies, motions, runaway = let_go(board(2000.0, 1900.0), act, (0.0, 0.0, -9.0), (FLAT,), (0.5, 0.0, 0.0, 0.0))
    assert motions == [((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))]
    assert bodies[0].speed == 0.0
    assert runaway == LIMITS.speed


def test_a_handful_is_held_by_its_lowest_corner() -> None:
    """However the dice are turned, the lowest corner of all dice is at the height of the release."""
    c, s = math.cos(math.pi / 8), math.sin(math.pi / 8)
    act = Roll(held(2), (1000.0, 900.0), 0.0, HAND, drop=70.0)
    bodies, _, _ = let_go(board(2000.0, 1900.0), act, (0.0, 0.0, 0.0), (FLAT, (s, 0.0, 0.0, c)), (0.0,) * 8)
    assert [body.at[2] for body in bodies] == pytest.approx([70.0 + 8.0 * math.sqrt(2.0)] * 2)
    act = Roll((Die("a", rounded(D6, 0.1), 20.0),), (1000.0, 900.0), 0.0, HAND, drop=70.0)
    bodies, _, _ = let_go(board(2000.0, 1900.0), act, (0.0, 0.0, 0.0), ((0.0, s, 0.0, c),), (0.0,) * 4)
    # The sphere that rounds a corner has a radius of 2 mm, and its middle is 8 mm from the die's along each axis.
    assert bodies[0].at[2] == pytest.approx(70.0 + 8.0 * math.sqrt(2.0) + 2.0)
    assert not bodies[0].has_tower_shape


GRIDS: tuple[tuple[int, tuple[Vector, ...]], ...] = (
    (1, ((0, 0, 0),)),
    (2, ((0, -1, 0), (0, 1, 0))),
    (3, ((-2 / 3, -2 / 3, 0), (-2 / 3, 4 / 3, 0), (4 / 3, -2 / 3, 0))),
    (4, ((-1, -1, 0), (-1, 1, 0), (1, -1, 0), (1, 1, 0))),
    (9, tuple((a, b, 0) for a in (-2, 0, 2) for b in (-2, 0, 2))),
    # Ten dice lie in two layers of as few dice as a square holds. The second layer has one die.
    (10, (*((a, b, 0) for a in (-1.8, 0.2, 2.2) for b in (-1.8, 0.2, 2.2)), (-1.8, -1.8, 2))),
)
"""Numbers of dice, and the place of each die in the hand: ahead, to the left and up, in radii of the reserved spheres.
"""


@pytest.mark.parametrize(("count", "spots"), GRIDS)
def test_dice_lie_in_square_layers_in_a_hand(count: int, spots: tuple[Vector, ...]) -> None:
    """Up to nine dice lie in a square layer in the hand, up to three in a row; ten need a second layer.

    Seen from above, the middle of the dice is above the aimed place.
    """
    act = Roll(tuple(Die(f"{k:02d}") for k in range(count)), (1000.0, 900.0), AHEAD, HAND)
    bodies, _, _ = let_go(board(2000.0, 1900.0), act, (0.0, 0.0, 0.0), (FLAT,) * count, (0.0,) * 4 * count)
    far = travel_distance(400.0, 100.0)
    places = [
        (
            1000.0 - 0.6 * far + REACH * (0.6 * along - 0.8 * aside),
            900.0 - 0.8 * far + REACH * (0.8 * along + 0.6 * aside),
            108.0 + REACH * up,
        )
        for along, aside, up in spots
    ]
    assert [body.at for body in bodies] == [pytest.approx(place) for place in reversed(places)]


@pytest.mark.parametrize(
    ("heading", "room"),
    [
        (0.0, 300.0 - 20.0 - REACH),
        (math.pi / 2, 250.0 - 20.0 - REACH),
        (math.pi, 500.0 - 300.0 - 20.0 - REACH),
        (-math.pi / 2, 420.0 - 250.0 - 20.0 - REACH),
        (AHEAD, (250.0 - 20.0 - REACH) / 0.8),
        (AHEAD + math.pi, (420.0 - 250.0 - 20.0 - REACH) / 0.8),
        (math.pi / 2 + AHEAD, (500.0 - 300.0 - 20.0 - REACH) / 0.8),
    ],
)
def test_a_hand_with_little_room_behind_the_target_throws_slower(heading: float, room: float) -> None:
    """If there is little room behind the target, the hand lets go 20 mm inside the edge, and throws slower.

    At that speed dice travel from there to the target.
    """
    fast = replace(HAND, speed=3000.0)
    act = Roll(held(1), (300.0, 250.0), heading, fast, drop=150.0)
    bodies, _, _ = let_go(board(500.0, 420.0), act, (0.0, 0.0, 0.0), (FLAT,), (0.0,) * 4)
    assert travel_distance(bodies[0].speed, 150.0) == pytest.approx(room)
    x, y = math.cos(heading), math.sin(heading)
    assert bodies[0].at == pytest.approx((300.0 - room * x, 250.0 - room * y, 158.0))


def test_a_hand_without_room_behind_the_target_lets_the_die_fall() -> None:
    """If the target is at the edge of the table, the die falls onto its target with no speed of its own."""
    act = Roll(held(1), (10.0, 250.0), 0.0, HAND)
    bodies, motions, _ = let_go(board(500.0, 420.0), act, (0.0, 0.0, 0.0), (FLAT,), (0.0,) * 4)
    assert bodies[0].at == pytest.approx((10.0, 250.0, 108.0))
    assert motions[0][0] == pytest.approx((0.0, 0.0, 0.0))


def test_walls_keep_a_handful_inside() -> None:
    """If the error of aim leads beyond a wall, the handful is at the wall. Without walls it is beyond the edge."""
    act = Roll(held(1), (400.0, 200.0), 0.0, replace(HAND, speed=0.0, aim_sigma=500.0))
    for wall, y in ((30.0, 300.0 - REACH), (0.0, 700.0)):
        table = replace(board(500.0, 300.0), wall_height=wall)
        bodies, _, _ = let_go(table, act, (0.0, 1.0, 0.0), (FLAT,), (0.0,) * 4)
        assert bodies[0].at[:2] == pytest.approx((400.0, y))


@pytest.mark.parametrize(
    ("beside", "height", "lift"),
    [
        (0.0, 96.0, 96.0 - (108.0 - REACH) + 3.0),
        (0.0, 93.0, 0.0),
        (40.0 + REACH - 0.1, 150.0, 150.0 - (108.0 - REACH) + 3.0),
        (40.0 + REACH + 0.1, 150.0, 0.0),
        (-40.0 - REACH + 0.1, 150.0, 150.0 - (108.0 - REACH) + 3.0),
        (-40.0 - REACH - 0.1, 150.0, 0.0),
    ],
)
@pytest.mark.parametrize("axis", [0, 1])
def test_a_hand_lets_go_above_what_is_in_its_way(beside: float, height: float, lift: float, axis: int) -> None:
    """If an obstacle is in a hand's way, the hand rises until its dice's reserved spheres are 3 mm above it."""
    there = (400.0 + beside * (1 - axis), 300.0 + beside * axis)
    table = board(1000.0, 900.0).with_pieces(Terrain("block", Box(80.0, 80.0, height), there))
    act = Roll(held(1), (400.0, 300.0), 0.0, replace(HAND, speed=0.0))
    bodies, _, _ = let_go(table, act, (0.0, 0.0, 0.0), (FLAT,), (0.0,) * 4)
    assert bodies[0].at == pytest.approx((400.0, 300.0, 108.0 + lift))


def test_a_hand_rises_past_obstacles_one_after_the_other() -> None:
    """If the hand rises above one obstacle and meets a taller one, it rises above that one too."""
    boxes = [Terrain(f"b{k}", Box(30.0, 30.0, high), (400.0 + k, 300.0)) for k, high in enumerate((100.0, 140.0))]
    act = Roll(held(2), (400.0, 300.0), 0.0, replace(HAND, speed=0.0))
    table = board(1000.0, 900.0).with_pieces(*boxes)
    bodies, _, _ = let_go(table, act, (0.0, 0.0, 0.0), (FLAT, FLAT), (0.0,) * 8)
    assert [body.at[2] for body in bodies] == pytest.approx([140.0 + 3.0 + REACH] * 2)


@pytest.mark.parametrize(("by_hand", "block"), [(False, 0.0), (True, 0.0), (False, 120.0)])
def test_a_die_thrown_at_a_mark_flies_through_the_point_aimed_at(by_hand: bool, block: float) -> None:
    """If a die is thrown at a mark, it flies through the point aimed at, with the speed of the throw.

    The hand's errors move that point sideways and up or down, but not in a person's own throw. If a block lifts the
    hand, the die still flies through the point.
    """
    act = Roll(held(1), (700.0, 600.0), AHEAD, HAND, strength=1.5, mark=Mark(250.0, 40.0), by_hand=by_hand)
    table, up = board(1000.0, 900.0), 108.0
    if block:
        table = table.with_pieces(Terrain("block", Box(50.0, 50.0, block), (550.0, 400.0)))
        up = block + 3.0 + REACH
    bodies, motions, _ = let_go(table, act, (0.5, -2.0, 0.0), (FLAT,), (5.0, 1.0, 2.0, -1.0))
    start = bodies[0].at
    assert start == pytest.approx((700.0 - 0.6 * 250.0, 600.0 - 0.8 * 250.0, up))
    velocity, spin = motions[0]
    assert math.hypot(*velocity[:2]) == pytest.approx(600.0)
    assert bodies[0].speed == pytest.approx(math.hypot(*velocity))
    assert spin == pytest.approx((20.0, 40.0, -20.0))
    miss = 0.0 if by_hand else 250.0 * 10.0 / travel_distance(400.0, 100.0)
    time = flight_time(600.0, 250.0)
    assert start[2] + velocity[2] * time - GRAVITY * time * time / 2 == pytest.approx(40.0 - 2.0 * miss)
    left = -0.8 * velocity[0] + 0.6 * velocity[1]
    ahead = 0.6 * velocity[0] + 0.8 * velocity[1]
    assert left / ahead == pytest.approx(0.5 * miss / 250.0)


@pytest.mark.parametrize(
    ("at", "edge", "kept"),
    [
        ((50.0, 60.0), 10.0, (50.0, 60.0)),
        ((-5.0, 60.0), 10.0, (10.0, 60.0)),
        ((109.0, -60.0), 10.0, (90.0, 10.0)),
        ((50.0, 78.0), 10.0, (50.0, 70.0)),
        ((5.0, 79.0), 45.0, (45.0, 40.0)),
        ((99.0, 1.0), 60.0, (50.0, 40.0)),
        ((10.0, 70.0), 10.0, (10.0, 70.0)),
    ],
)
def test_a_point_is_moved_inside_the_edges(at: Point, edge: float, kept: Point) -> None:
    """If a point is too near an edge, it moves to the nearest point that keeps the distance from all edges.

    Along an axis that is too short, it moves to the middle.
    """
    assert clamp_to_table(at, Table(100.0, 80.0), edge) == kept


def test_a_throw_into_a_tray_starts_behind_its_target_or_at_the_wall() -> None:
    """A throw into a tray starts as far behind its target as dice travel.

    If the wall is nearer, the throw starts at the wall, and the target moves as far from there.
    """
    bed, half = Table(900.0, 700.0, wall_height=40.0), 2 * REACH
    far = travel_distance(300.0, 80.0)
    slow = Roll(held(4), (600.0, 400.0), AHEAD, HAND, drop=80.0, strength=0.75, in_tray=True)
    thrown = tray_throw_as_table_throw(bed, slow)
    assert thrown.at == pytest.approx((600.0, 400.0))
    assert thrown == replace(slow, in_tray=False, at=thrown.at)
    at_wall = replace(slow, at=(0.0, 10.0), heading=0.0)
    near = RELEASE.inset + half
    assert tray_throw_as_table_throw(bed, at_wall).at == pytest.approx((near + far, near))
    some = replace(slow, at=(120.0, 690.0), heading=0.0)
    assert tray_throw_as_table_throw(bed, some).at == pytest.approx((near + far, 700.0 - near))
