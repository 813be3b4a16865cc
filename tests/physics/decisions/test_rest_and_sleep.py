"""When bodies count as at rest, which of them fall asleep, and which wake."""

import itertools
import math
from collections.abc import Callable
from typing import cast

import pytest

from riotsim.physics.bodies.body import Body, MotionType
from riotsim.physics.bodies.live_towers import LiveTower
from riotsim.physics.bodies.motion import AT_REST, SETTLED, STANDING
from riotsim.physics.engine.world import World
from riotsim.physics.rest import (
    IslandSleeping,
    RestDetector,
    contact_counts,
    hand_may_reach,
    islands,
    mark_awake,
    may_wake,
    overlapping_boxes,
    put_to_sleep,
    sleep_single_pieces,
    sleep_towers,
)
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die, Model, Piece, Token
from riotsim.table.poses import IDENTITY, Pose, Quaternion, Vector, rotate


class SleepyWorld:
    """A stand-in for the world that records which bodies are put to sleep and woken."""

    def __init__(self, *ever_asleep: int) -> None:
        self.calls: list[tuple[str, int]] = []
        self.ever_asleep = set(ever_asleep)

    def sleep(self, body: int) -> None:
        """Record that a body is put to sleep."""
        self.calls.append(("sleep", body))

    def wake(self, body: int) -> None:
        """Record that a body is woken."""
        self.calls.append(("wake", body))

    @property
    def world(self) -> World:
        """The stand-in, with the type of a world."""
        return cast(World, self)


def body(
    number: int, at: Vector = (300.0, 200.0, 8.0), turn: Quaternion = IDENTITY, *, piece: Piece | None = None
) -> Body:
    """Return a free body whose box reaches 8 mm from its place in each direction."""
    made = Body(
        piece or Die(f"d{number}"), number, MotionType.FREE, (-8.0, -8.0, -8.0), (8.0, 8.0, 8.0), (0.0, 0.0, 0.0), turn
    )
    made.at = at
    return made


def tilted(degrees: float) -> Quaternion:
    """Return the rotation about x by an angle."""
    half = math.radians(degrees) / 2
    return (math.sin(half), 0.0, 0.0, math.cos(half))


def test_a_sleeping_body_is_recorded_as_such_in_the_engine_and_in_its_record() -> None:
    """If a body is put to sleep, the engine and the body's record both say so. Its place no longer counts as sure."""
    world, one = SleepyWorld(), body(7)
    one.surely_in_place = True
    put_to_sleep(world.world, one)
    assert (one.asleep, one.surely_in_place, world.calls) == (True, False, [("sleep", 7)])
    mark_awake([one])
    assert not one.asleep


@pytest.mark.parametrize(
    ("rested", "speed", "spin", "degrees", "sleeps"),
    [
        (0, 0.0, 0.0, 0.0, True),
        (0, 0.25, 0.15, 0.0, True),
        (0, 0.26, 0.0, 0.0, False),
        (0, 0.0, 0.0, 0.09, True),
        (0, 0.0, 0.0, 0.11, False),
        (7, 0.26, 0.0, 0.0, False),
        (7, 0.0, 0.0, 0.11, False),
        (8, 0.26, 0.0, 0.11, True),
        (8, 2.0, 0.15, 1.49, True),
        (8, 2.01, 0.0, 0.0, False),
        (8, 0.0, 0.16, 0.0, False),
        (8, 0.0, 0.0, 1.51, False),
        (None, 0.0, 0.0, 0.0, False),
    ],
)
def test_a_single_die_sleeps_at_once_if_it_is_slow_and_flat_and_later_if_it_is_nearly_so(
    rested: int | None, speed: float, spin: float, degrees: float, sleeps: bool
) -> None:
    """A die sleeps at once with at most 0.25 mm/s and 0.1°. It sleeps after two checks (16 ticks) with at most 2 mm/s,
    0.15 rad/s and 1.5°.
    """
    world, one = SleepyWorld(), body(3, turn=tilted(degrees))
    one.speed, one.spin = speed, spin
    if rested is not None:
        one.motion.begin(AT_REST, 200 - rested, one.at, one.orientation)
    sleep_single_pieces(world.world, 200, [one], [])
    assert world.calls == ([("sleep", 3)] if sleeps else [])


@pytest.mark.parametrize("beside", [0.9, 1.1])
def test_a_die_sleeps_only_with_a_gap_of_a_millimetre_to_all_other_bodies(beside: float) -> None:
    """If the box of a free or other movable body is less than 1 mm from a die's box, the die stays awake."""
    for free in (True, False):
        world, one, other = SleepyWorld(), body(1), body(2, (300.0, 216.0 + beside, 8.0))
        one.motion.begin(AT_REST, 40, one.at, one.orientation)
        sleep_single_pieces(world.world, 40, [one, other] if free else [one], [] if free else [other])
        assert world.calls == ([("sleep", 1)] if beside > 1.0 else [])


def test_only_dice_and_tokens_that_are_awake_fall_asleep_singly() -> None:
    """A model, a fast die and a tilted die stay awake, a sleeping die is left alone, and the others fall asleep."""
    token = Token("t", Pose((600.0, 200.0, 1.5)))
    world = SleepyWorld()
    ones = [
        body(1, piece=Model("m", "Ann", (0.0, 0.0))),
        body(2, (400.0, 200.0, 8.0)),
        body(3, (500.0, 200.0, 8.0)),
        body(5, (700.0, 200.0, 8.0)),
        body(6, (800.0, 200.0, 8.0), tilted(2.0)),
        body(4, (600.0, 200.0, 8.0), piece=token),
    ]
    for one in ones:
        one.motion.begin(AT_REST, 0, one.at, one.orientation)
    ones[1].asleep, ones[3].speed = True, 3.0
    sleep_single_pieces(world.world, 16, ones, [])
    assert world.calls == [("sleep", 3), ("sleep", 4)]


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_die_with_a_gap_of_exactly_a_millimetre_on_any_side_may_sleep(axis: int, side: float) -> None:
    """A gap of exactly 1 mm is enough for a die to sleep."""
    place = [300.0, 200.0, 64.0]
    place[axis] += side * 17.0
    world, one = SleepyWorld(), body(1, (300.0, 200.0, 64.0))
    one.motion.begin(AT_REST, 40, one.at, one.orientation)
    sleep_single_pieces(world.world, 40, [one], [body(2, (place[0], place[1], place[2]))])
    assert world.calls == [("sleep", 1)]


@pytest.mark.parametrize(
    ("asleep", "ever", "distance", "wakes"),
    [
        ((False, True), (2,), 5.01, True),
        ((False, True), (2,), 4.99, False),
        ((False, False), (2,), 5.01, True),
        ((False, False), (), 5.01, False),
        ((False, True), (1,), 5.01, False),
        ((True, True), (1, 2), 5.01, False),
        ((True, False), (1,), 5.01, True),
    ],
)
def test_an_awake_body_may_wake_another_that_ever_slept_within_the_distance(
    asleep: tuple[bool, bool], ever: tuple[int, ...], distance: float, wakes: bool
) -> None:
    """An awake body may wake a body that has ever slept, if the gap between their boxes is within a given distance.
    Here the gap is 5 mm.
    """
    one, other = body(1), body(2, (321.0, 200.0, 8.0))
    one.asleep, other.asleep = asleep
    assert may_wake(SleepyWorld(*ever).world, [one, other], distance) is wakes


def standing(*, asleep: bool = False, degrees: float = 0.0) -> LiveTower:
    """Return a tower of two dice."""
    dice = [body(1, turn=tilted(degrees)), body(2, (300.0, 200.0, 24.0))]
    for die in dice:
        die.asleep = asleep
    return LiveTower("T", dice, 0.0)


def hand_at(gap: float) -> Body:
    """Return a hand that rests beside the tower with this gap between the boxes (mm)."""
    return body(9, (316.0 + gap, 200.0, 8.0))


def test_a_hand_may_reach_a_tower_whose_dice_it_comes_near() -> None:
    """A hand at rest reaches dice within 2 mm. A hand of 60 mm/s reaches dice within 6 mm, since it may double its
    speed for 8 ticks.

    Any hand and any die of the tower count.
    """
    tower = standing()
    assert [hand_may_reach([hand_at(gap)], tower) for gap in (1.99, 2.01)] == [True, False]
    assert hand_may_reach([hand_at(50.0), hand_at(1.0)], tower)
    assert not hand_may_reach([], tower)
    found = []
    for gap in (5.99, 6.01):
        hand = hand_at(gap)
        hand.speed = 60.0
        found.append(hand_may_reach([hand], tower))
    assert found == [True, False]


def calls_of_tower(tower: LiveTower, looks: int, hands: tuple[Body, ...] = ()) -> list[int]:
    """Return the number of calls to the engine after each of the checks of one tower."""
    world, found = SleepyWorld(), []
    for look in range(1, looks + 1):
        sleep_towers(world.world, 8 * look, [tower], hands)
        found.append(len(world.calls))
    return found


@pytest.mark.parametrize(("degrees", "checks"), [(0.09, 2), (0.11, 8)])
def test_a_straight_tower_sleeps_after_two_checks_and_a_leaning_one_after_eight(degrees: float, checks: int) -> None:
    """The dice of a tower fall asleep together after 16 ticks of rest. If one of them is tilted by more than 0.1°, they
    do so after 60.
    """
    tower = standing(degrees=degrees)
    assert calls_of_tower(tower, checks + 2) == [0] * (checks - 1) + [2] * 3
    assert [die.asleep for die in tower.dice] == [True, True]


def test_towers_that_fell_or_that_a_hand_carries_are_left_alone() -> None:
    """A fallen tower never falls asleep as a tower. A carried tower falls asleep only while no hand moves. Neither
    keeps the next tower awake.
    """
    hand = hand_at(200.0)
    for fell, carried, hands, sleeps in (
        (True, False, (), False),
        (False, True, (hand,), False),
        (False, True, (), True),
        (False, False, (hand,), True),
    ):
        tower, other = standing(), standing()
        tower.fell, tower.carried = fell, carried
        world = SleepyWorld()
        for tick in (8, 16):
            sleep_towers(world.world, tick, [tower, other], hands)
        assert [[die.asleep for die in one.dice] for one in (tower, other)] == [[sleeps] * 2, [True] * 2]


def test_a_hand_that_comes_near_wakes_a_tower_that_had_rested() -> None:
    """If a hand comes near a tower that had rested, all dice of the tower wake, and its rest begins anew. A tower that
    had not rested needs no waking.
    """
    for ticks, calls in ((16, [("wake", 1), ("wake", 2)]), (8, [])):
        world, tower = SleepyWorld(), standing(asleep=ticks == 16)
        tower.rest.begin(ticks)
        sleep_towers(world.world, 48, [tower], [hand_at(1.0)])
        assert (world.calls, tower.near_hand, tower.rest.ticks) == (calls, True, 0)
        assert [die.asleep for die in tower.dice] == [False, False]
        sleep_towers(world.world, 56, [tower], [hand_at(50.0)])
        assert (tower.near_hand, tower.rest.ticks) == (False, 8)


def test_a_tower_that_moves_or_creeps_begins_its_rest_anew() -> None:
    """If a die of a tower is faster than 2 mm/s, the tower's rest ends. If a die has crept by more than 0.1 mm, the
    rest of all dice begins anew at their new places.
    """
    tower = standing()
    assert calls_of_tower(tower, 1) == [0]
    tower.dice[1].speed = 2.1
    assert calls_of_tower(tower, 1) == [0]
    assert tower.rest.ticks == 0
    tower.dice[1].speed = 0.0
    world = SleepyWorld()
    sleep_towers(world.world, 80, [tower], ())
    assert [die.motion.since(STANDING) for die in tower.dice] == [80, 80]
    tower.dice[1].at = (300.11, 200.0, 24.0)
    sleep_towers(world.world, 88, [tower], ())
    assert (tower.rest.ticks, [die.motion.since(STANDING) for die in tower.dice]) == (8, [88, 88])
    tower.dice[1].at = (300.2, 200.0, 24.0)
    sleep_towers(world.world, 96, [tower], ())
    assert world.calls == [("sleep", 1), ("sleep", 2)]


def test_a_sleeping_tower_is_put_to_sleep_again_only_if_one_of_its_dice_is_awake() -> None:
    """While all dice of a tower sleep, the engine isn't called. If one wakes, all dice are put to sleep once more."""
    world, tower, moving, awake = SleepyWorld(), standing(asleep=True), standing(), standing()
    moving.dice[0].speed = 50.0
    for one in (tower, awake):
        one.rest.begin(16)
        one.begin_rest(72)
    sleep_towers(world.world, 80, [moving, tower], ())
    assert world.calls == []
    sleep_towers(world.world, 80, [moving, tower, awake], ())
    assert world.calls == [("sleep", 1), ("sleep", 2)]
    world.calls.clear()
    tower.dice[1].asleep = False
    tower.begin_rest(80)
    sleep_towers(world.world, 88, [tower], ())
    assert world.calls == [("sleep", 1), ("sleep", 2)]


TURNS: list[Quaternion] = [
    IDENTITY,
    (0.0, 0.0, math.sin(0.3), math.cos(0.3)),
    (0.5, -0.1, 0.7, 0.5),
    (-0.7, 0.1, 0.5, 0.5),
    (0.1, 0.7, -0.5, 0.5),
    (0.48, 0.6, 0.0, 0.64),
]
"""Rotations, as unit quaternions."""


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("turn", TURNS)
def test_boxes_around_turned_cubes_overlap_up_to_a_gap_of_two_margins(axis: int, turn: Quaternion) -> None:
    """The box around a turned cube ends at its farthest corner. Each box is widened by 0.2 mm, so boxes overlap up to a
    gap of 0.4 mm.

    The other body is a token, whose box isn't turned.
    """
    reach = max(rotate(turn, (x, y, z))[axis] for x, y, z in itertools.product((-10.0, 10.0), repeat=3))
    for gap, joined in ((0.39, True), (0.41, False)):
        die = body(4, (300.0, 200.0, 100.0), turn, piece=Die("a", size=20.0))
        place = [300.0, 200.0, 100.0]
        place[axis] += reach + 8.0 + gap
        token = body(6, (place[0], place[1], place[2]), piece=Token("t", Pose((0.0, 0.0, 0.0))))
        assert overlapping_boxes([die, token]) == ([(4, 6)] if joined else [])


def test_overlapping_boxes_names_each_pair_once() -> None:
    """If bodies stand 16.3 mm apart, neighbours overlap, and each pair is named once: 5 and 6, 1 and 2. The box of a
    tilted d8 isn't turned.
    """
    row = [body(k, (300.0 + 16.3 * k, 200.0, 8.0)) for k in (5, 1, 6)]
    row[2] = body(6, (300.0 + 16.3 * 6, 200.0, 8.0), tilted(45.0), piece=Die("e", die_kind("d8")))
    assert overlapping_boxes(row) == [(5, 6)]
    row.append(body(2, (300.0 + 16.3 * 2, 200.0, 8.0)))
    assert overlapping_boxes(row) == [(5, 6), (1, 2)]
    assert overlapping_boxes([]) == []


def test_islands_are_the_bodies_connected_by_chains_of_pairs() -> None:
    """Bodies that are connected by a chain of pairs form an island. Islands and their bodies keep the order in which
    the bodies were given. Pairs with other bodies are ignored.
    """
    ones = {k: body(k) for k in (4, 1, 8, 3, 9, 6, 2)}
    joined = [(3, 9), (9, 2), (8, 77), (77, 1), (2, 4), (6, 8), (4, 3)]
    groups = islands(list(ones.values()), joined)
    assert [[one.number for one in group] for group in groups] == [[4, 3, 9, 2], [1], [8, 6]]
    assert islands([], joined) == []


def test_a_contact_counts_for_the_first_of_its_bodies_that_is_asked_for() -> None:
    """If a contact is between two of the given bodies, it counts once, for its first body. If its other body isn't
    given, it counts for the given one.
    """
    ones = [body(k) for k in (1, 2, 3)]
    assert contact_counts(ones, [(1, 2), (2, 1), (0, 2), (2, 0), (0, 7), (1, 0)]) == {1: 2, 2: 3, 3: 0}


def look_repeatedly(change: Callable[[list[Body], int], None], looks: int) -> list[tuple[int, list[int]]]:
    """Return the ticks at which bodies fall asleep, with their numbers.

    Of three dice the first two touch. `change` is called before each check.
    """
    world, ones = SleepyWorld(), [body(1), body(2, (316.1, 200.0, 8.0)), body(3, (350.0, 200.0, 8.0))]
    sleeping, found = IslandSleeping(world.world), []
    for tick in range(8, 8 * looks + 1, 8):
        change(ones, tick)
        sleeping.look(ones, tick)
        if world.calls:
            found.append((tick, [number for _, number in world.calls]))
            world.calls.clear()
    return found


def test_whole_islands_fall_asleep_once_all_their_bodies_have_rested() -> None:
    """If one of two touching dice moves until tick 24, both fall asleep together at tick 48. A die that stands apart
    falls asleep at tick 24.
    """

    def change(ones: list[Body], tick: int) -> None:
        ones[1].speed = 5.0 if tick <= 24 else 0.0

    assert look_repeatedly(change, 12) == [(24, [3]), (48, [1, 2])]


def test_a_tilted_body_has_to_rest_for_longer_before_its_island_sleeps() -> None:
    """If a die is tilted by 1.6°, it may be balancing, so its island falls asleep only at tick 72. A die tilted by 1.4°
    counts as flat.
    """

    def change(ones: list[Body], tick: int) -> None:
        ones[1].orientation, ones[2].orientation = tilted(1.6), tilted(1.4)

    assert look_repeatedly(change, 12) == [(24, [3]), (72, [1, 2])]


def test_a_sleeping_body_of_an_island_is_not_put_to_sleep_again() -> None:
    """If a body of an island sleeps already, it counts as rested. It isn't put to sleep again, and its record of rest
    doesn't change.
    """

    def change(ones: list[Body], tick: int) -> None:
        ones[0].asleep = True
        ones[0].speed = 99.0
        assert ones[0].motion.since(SETTLED) is None

    assert look_repeatedly(change, 6) == [(24, [2, 3])]


def test_islands_are_sought_at_every_eighth_tick_only() -> None:
    """If a check comes 20 ticks after the last one, at tick 28, nothing is put to sleep. The rest counts, and the body
    falls asleep at tick 32.
    """
    world, one = SleepyWorld(), body(1)
    sleeping = IslandSleeping(world.world)
    sleeping.look([one], 8)
    sleeping.look([one], 28)
    assert world.calls == []
    sleeping.look([one], 32)
    assert world.calls == [("sleep", 1)]


@pytest.mark.parametrize(("degrees", "checks"), [(0.0, 2), (1.4, 2), (1.6, 8), (30.0, 8)])
def test_an_act_ends_after_two_checks_at_rest_or_eight_if_a_rolled_die_leans(degrees: float, checks: int) -> None:
    """If a rolled die lies on no face, an act ends only after 60 ticks of rest. Otherwise it ends after two checks at
    rest.
    """
    one = body(1, (0.0, 0.0, 0.0), tilted(degrees))
    for rolled, wanted in (([one], checks), ([], 2)):
        detector = RestDetector()
        found = [detector.observe(8 * look, [one], rolled) for look in range(1, wanted + 1)]
        assert found == [False] * (wanted - 1) + [True]


def test_any_moving_body_and_any_change_of_the_bodies_begin_the_count_of_rest_anew() -> None:
    """If one of two bodies moves, or bodies are added, the count of rest begins anew. Here a body moves at the second
    check, and bodies are added after the fourth.
    """
    ones, detector, found = [body(1), body(2)], RestDetector(), []
    for look in range(1, 8):
        ones[0].speed = 3.0 if look == 2 else 0.0
        if look == 5:
            detector.restart()
        found.append(detector.observe(8 * look, ones, []))
        assert ones[1].motion.since(AT_REST) == 8
    assert found == [False, False, False, True, False, True, True]
