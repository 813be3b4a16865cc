"""A die that a hand puts on a tower, and a cube that it tips: places, falls and impacts worked out by hand."""

import math
from collections.abc import Generator
from dataclasses import replace

import pytest
from physics_suite.tables import STEADY, board, tower_at

from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.stack import stack
from riotsim.physics.acts.tip import _held, _motion_at_release, tip_by_hand
from riotsim.physics.bodies.size_and_mass import mass
from riotsim.table.acts import Frame, Put, Settled, Stack, Tip
from riotsim.table.dice.kinds import D6
from riotsim.table.impacts import Impact, collider_of
from riotsim.table.kinematic.tip import TippedCube, tipped_cube
from riotsim.table.pieces import Box, Die, Model, Terrain, Tower
from riotsim.table.poses import Pose, about_z, conjugate, multiply, rotate
from riotsim.table.state import Table
from riotsim.table.towers import yaw_of

AT = (200.0, 150.0)

LEAN, YAW = (1.0, -0.5), 0.4

TOP = (202.0, 149.0)
"""Middle of the top die of a tower of three."""

DIE = Die("new", pose=Pose((20.0, 30.0, 8.0), D6.orientation_showing(2)))

BEFORE = tower_at(board(), "t", 3, AT, LEAN, YAW).with_pieces(DIE)

SHOWS = D6.orientation_showing(2, YAW)


def performed(act: Generator[Frame, None, Settled]) -> tuple[list[Frame], Settled]:
    """Return the frames and the outcome of an act."""
    frames = []
    while True:
        try:
            frames.append(next(act))
        except StopIteration as end:
            return frames, end.value


def test_a_die_falls_half_a_millimetre_onto_a_tower() -> None:
    """If a hand lets a die go half a millimetre above a tower, the die falls freely and hits the top die in the third
    tick. The die hits with all its momentum, and the act ends after twenty ticks.
    """
    frames, settled = performed(stack(BEFORE, Stack(DIE, "t", STEADY, offset=(1.5, -0.5)), 1, 1, listen=True))
    x, y = TOP[0] + 1.5, TOP[1] - 0.5
    assert [frame.tick for frame in frames] == list(range(1, 21))
    heights = [frame.poses["new"].at[2] for frame in frames]
    assert heights == pytest.approx([56.5 - 4905.0 * (k / 240.0) ** 2 for k in (1, 2)] + [56.0] * 18)
    assert all(list(frame.poses) == ["new"] for frame in frames)
    assert all(frame.poses["new"].xy == pytest.approx((x, y)) for frame in frames)
    assert all(frame.poses["new"].orientation == pytest.approx(SHOWS) for frame in frames)
    ((hit,),) = [frame.impacts for frame in frames if frame.impacts]
    speed = math.sqrt(2.0 * 9810.0 * 0.5)
    assert (hit.tick, hit.one, hit.other) == (3, collider_of(DIE), collider_of(BEFORE.dice["t-02"]))
    assert hit.at == pytest.approx((x, y, 48.0))
    assert (hit.speed, hit.impulse) == pytest.approx((speed, speed * mass(D6, 16.0)))
    lies = settled.table.dice["new"]
    assert lies.pose.at == pytest.approx((x, y, 56.0))
    tower = Tower(("t-00", "t-01", "t-02", "new"), BEFORE.towers["t"].bearing)
    assert settled == Settled(BEFORE.with_pieces(lies).with_tower("t", tower), (), 20)


@pytest.mark.parametrize(("every", "ticks"), [(0, []), (4, [4, 8, 12, 16, 20]), (6, [6, 12, 18]), (20, [20]), (21, [])])
def test_a_fall_is_shown_as_often_as_asked(every: int, ticks: list[int]) -> None:
    """If frames of a fall are asked for every few ticks, the impact is in the first frame after it.

    Without a listener, frames have no impacts.
    """
    for listen in (True, False):
        frames, settled = performed(stack(BEFORE, Stack(DIE, "t", STEADY), 1, every, listen=listen))
        assert [frame.tick for frame in frames] == ticks
        assert [len(frame.impacts) for frame in frames] == ([1, *[0] * 9] if listen else [0] * 10)[: len(ticks)]
        assert settled.ticks == 20


def test_a_hand_errs_more_on_a_higher_tower() -> None:
    """If a hand puts a die on a higher tower, its errors of place are larger.

    The hand also turns the die against the top die.
    """
    hand = replace(STEADY, place_sigma=0.5, unbraced=64.0, yaw_sigma=0.05)
    chance = random_generator(11)
    error_x, error_y = chance.normal(0.0, 0.5 * 1.5, 2)
    yaw = chance.normal(0.0, 0.05)
    frames, settled = performed(stack(BEFORE, Stack(DIE, "t", hand, offset=(0.5, -1.0)), 11, 0))
    lies = settled.table.dice["new"].pose
    assert (frames, settled.ticks) == ([], 20)
    assert lies.at == pytest.approx((TOP[0] + 0.5 + error_x, TOP[1] - 1.0 + error_y, 56.0))
    assert lies.orientation == pytest.approx(D6.orientation_showing(2, YAW + yaw))
    assert settled.table.dice["new"].shows == 2


@pytest.mark.parametrize(("velocity", "still"), [((0.0, 0.0), True), ((1.2, -1.6), True), ((1.2, -1.65), False)])
def test_a_person_puts_a_die_exactly_where_it_is_let_go(velocity: tuple[float, float], still: bool) -> None:
    """If a person lets a die go at up to 2 mm/s, the die counts as at rest, and lies exactly where it was let go.

    A faster die lies within 0.1 mm of that place.
    """
    hand = replace(STEADY, place_sigma=9.0, yaw_sigma=1.0)
    act = Stack(DIE, "t", hand, offset=(9.0, 9.0), put=Put((1.0, -2.0), 0.3, velocity))
    _, settled = performed(stack(BEFORE, act, 1, 0))
    lies = settled.table.dice["new"].pose
    assert (math.dist(lies.at, (203.0, 147.0, 56.0)) < 1e-9) is still
    assert lies.at == pytest.approx((203.0, 147.0, 56.0), abs=0.1)
    assert lies.orientation == pytest.approx(D6.orientation_showing(2, YAW + 0.3), abs=0.01)


@pytest.mark.parametrize(("gap", "clear"), [(0.05, True), (-0.05, False)])
def test_a_loose_die_near_the_top_leaves_a_put_to_the_engine(gap: float, clear: bool) -> None:
    """If the sphere around a loose die is within 2 mm of the new die, the engine performs the put, and not statics.

    The new die itself may lie at its place before the put.
    """
    near = Die("l", pose=Pose((TOP[0], TOP[1] + 8.0 + 2.0 + 8.0 * math.sqrt(3.0) + gap, 56.0)))
    before = tower_at(board(), "t", 3, AT, LEAN, 0.0).with_pieces(near)
    there = replace(DIE, pose=Pose((*TOP, 56.0), DIE.pose.orientation))
    _, settled = performed(stack(before.with_pieces(there), Stack(there, "t", STEADY), 1, 0))
    assert (settled.table.dice["l"] == near) is clear
    assert (settled.table.dice["new"].pose.at == (*TOP, 56.0)) is clear


def test_a_die_that_a_moving_hand_lets_go_flies_on() -> None:
    """If a moving hand lets a die go, the die moves on with the hand's velocity and falls."""
    act = Stack(DIE, "t", STEADY, put=Put((0.0, 0.0), 0.0, (60.0, -96.0)))
    under_way = stack(BEFORE, act, 1, 1)
    first, second = next(under_way), next(under_way)
    under_way.close()
    assert first.poses["new"].at[:2] == pytest.approx((TOP[0] + 0.25, TOP[1] - 0.4), abs=1e-3)
    assert second.poses["new"].at[:2] == pytest.approx((TOP[0] + 0.5, TOP[1] - 0.8), abs=1e-3)
    assert 56.0 < second.poses["new"].at[2] < first.poses["new"].at[2] < 56.5


def test_the_first_die_of_a_tower_is_set_down_flat() -> None:
    """If a die is the first of a tower, it stands on the ground beside its model, or at a place of the tower's own."""
    stage = Terrain("s", Box(100.0, 90.0, 25.0), (400.0, 300.0), can_stand_on=True)
    table = board().with_pieces(Model("m", "x", (300.0, 150.0)), stage, DIE)
    frames, settled = performed(stack(table, Stack(DIE, "m", STEADY, bearing=math.pi / 2), 1, 1))
    assert frames == []
    die = settled.table.dice["new"]
    assert die.pose.at == pytest.approx((300.0, 170.5, 8.0))
    assert die.pose.orientation == pytest.approx(D6.orientation_showing(2, math.pi / 2))
    assert settled == Settled(table.with_pieces(die).with_tower("m", Tower(("new",), math.pi / 2)))
    settled = performed(stack(table, Stack(DIE, "own", STEADY, bearing=0.3, ground=(390.0, 310.0)), 1, 1))[1]
    die = settled.table.dice["new"]
    assert die.pose.at == (390.0, 310.0, 33.0)
    assert die.pose.orientation == pytest.approx(D6.orientation_showing(2, 0.3))
    assert settled == Settled(table.with_pieces(die).with_tower("own", Tower(("new",), 0.3)))


CUBE = Die("c", pose=Pose((300.0, 200.0, 10.0), about_z(0.3)), size=20.0)

TIP = Tip("c", 0.3, (300.0 + 20.0 * math.cos(0.3), 200.0 + 20.0 * math.sin(0.3)))


def tipped(table: Table) -> TippedCube:
    """Return the cube of `TIP` on this table, with the path of its tip."""
    return tipped_cube(table, TIP)


@pytest.mark.parametrize("steady", [True, False])
def test_a_hand_rolls_a_cube_over_its_edge_and_lets_go(steady: bool) -> None:
    """If a hand tips a cube, it lifts the cube by 0.02 mm and rolls it by 80° in 56 ticks, slowly at first.

    The hand's errors change the angle of release and the heading.
    """
    table = board().with_pieces(CUBE)
    hand = STEADY if steady else replace(STEADY, place_sigma=3.0, yaw_sigma=0.1)
    grip, turn = random_generator(5).standard_normal(2)
    release = math.radians(80.0) + (0.0 if steady else math.atan2(3.0 * grip, 20.0))
    yaw = 0.0 if steady else 0.1 * turn
    assert 0.0 < release < math.pi / 2
    under_way = tip_by_hand(table, TIP, hand, 5, 8)
    frames = [next(under_way) for _ in range(7)]
    under_way.close()
    assert [frame.tick for frame in frames] == [8, 16, 24, 32, 40, 48, 56]
    for k, frame in enumerate(frames, start=1):
        share = (k / 7) ** 2 * (3.0 - k / 7) / 2.0
        pose, rolled = frame.poses["c"], tipped(table).rolled(release * share)
        assert pose.at == pytest.approx((*rolled.xy, rolled.at[2] + 0.02))
        off = multiply(pose.orientation, conjugate(rolled.orientation))
        assert rotate(off, (1.0, 0.0, 0.0)) == pytest.approx(
            (math.cos(yaw * share), math.sin(yaw * share), 0.0), abs=1e-6
        )
        assert frame.impacts == ()


@pytest.mark.parametrize("degrees", [30.0, 80.0])
@pytest.mark.parametrize("yaw", [0.0, 0.2])
def test_a_cube_rotates_about_its_edge_as_the_hand_lets_go(degrees: float, yaw: float) -> None:
    """When the hand lets a tipped cube go, the cube has the velocity of its path, turned by the hand's error.

    It rotates at 1.5 times the mean rate of the roll.
    """
    tip, release = tipped(board().with_pieces(CUBE)), math.radians(degrees)
    velocity, spin = _motion_at_release(tip, _held(tip, release, yaw), release, yaw)
    rate = 1.5 * release / (56 / 240)
    before, after = tip.rolled(release - 5e-5).at, tip.rolled(release + 5e-5).at
    slope = [rate * (b - a) / 1e-4 for a, b in zip(before, after, strict=True)]
    assert velocity == pytest.approx(rotate(about_z(yaw), (slope[0], slope[1], slope[2])), abs=1e-4)
    assert spin == pytest.approx((-rate * math.sin(0.3 + yaw), rate * math.cos(0.3 + yaw), 0.0))


@pytest.mark.parametrize(("sigma", "seed"), [(500.0, 1), (500.0, 2), (500.0, 3), (500.0, 4)])
def test_a_hand_lets_go_between_no_roll_and_a_quarter(sigma: float, seed: int) -> None:
    """If the hand's error leads beyond a roll of 0° or 90°, the cube stands as before, or is rolled by exactly 90°."""
    table, hand = board().with_pieces(CUBE), replace(STEADY, place_sigma=sigma)
    forth = random_generator(seed).standard_normal() > 0
    under_way = tip_by_hand(table, TIP, hand, seed, 56)
    pose = next(under_way).poses["c"]
    under_way.close()
    at = TIP.to if forth else (300.0, 200.0)
    assert pose.at == pytest.approx((*at, 10.02), abs=1e-3)


def test_a_cube_that_is_let_go_moves_on() -> None:
    """If a hand lets a tipped cube go, the cube moves on with the hand's motion in the next tick, but also falls."""
    table = board().with_pieces(CUBE)
    under_way = tip_by_hand(table, TIP, STEADY, 5, 1)
    frames = [next(under_way) for _ in range(57)]
    under_way.close()
    release = math.radians(80.0)
    velocity, _ = _motion_at_release(tipped(table), frames[55].poses["c"], release, 0.0)
    moved = [b - a for a, b in zip(frames[55].poses["c"].at, frames[56].poses["c"].at, strict=True)]
    assert [frame.tick for frame in frames] == list(range(1, 58))
    assert moved == pytest.approx([part / 240.0 for part in velocity], abs=0.2)
    assert math.hypot(*moved) > 0.4


@pytest.mark.parametrize("every", [1, 4, 5])
def test_a_tipped_cube_is_slid_to_its_place(every: int) -> None:
    """A tipped cube comes to lie exactly at the end of its tip, on its next face, with its sides parallel to the sides
    before. All frames show the cube on the way, and each impact is reported once.
    """
    table = board().with_pieces(CUBE)
    far = replace(TIP, to=(300.0 + 70.0 * math.cos(0.3) - 9.0, 200.0 + 70.0 * math.sin(0.3)))
    frames, settled = performed(tip_by_hand(table, far, STEADY, 5, every, listen=True))
    die = settled.table.dice["c"]
    assert die.pose.at == (*far.to, 10.0)
    assert die.shows == Die("c", pose=tipped(table).rolled(math.pi / 2)).shows
    assert math.remainder(yaw_of(die.pose.orientation) - 0.3, math.pi / 2) == pytest.approx(0.0, abs=1e-9)
    assert [frame.tick for frame in frames] == list(range(every, settled.ticks + 1, every))
    assert settled.ticks % every or frames[-1].poses["c"].at == pytest.approx(die.pose.at)
    impacts: list[Impact] = [impact for frame in frames for impact in frame.impacts]
    assert len(impacts) > 5
    assert len(impacts) == len(set(impacts))
    assert all(frame.tick - every < impact.tick <= frame.tick for frame in frames for impact in frame.impacts)
    quiet, same = performed(tip_by_hand(table, far, STEADY, 5, every))
    assert same == settled
    assert [frame.poses for frame in quiet] == [frame.poses for frame in frames]
    assert not any(frame.impacts for frame in quiet)
