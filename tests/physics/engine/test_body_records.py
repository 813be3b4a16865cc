"""Records of rest, limits of steps, and towers in the engine, for made-up states of bodies."""

import math
from collections.abc import Sequence

import pytest
from physics_suite.tables import board, tower_at

from riotsim.physics.bodies.body import Body, MotionType, may_reach
from riotsim.physics.bodies.live_towers import LiveTower, pressed_together
from riotsim.physics.bodies.motion import AT_REST, SETTLED, STANDING, GroupRest, Motion, RestPolicy
from riotsim.physics.bodies.substeps import (
    body_max_step_length,
    max_step_length,
    max_step_length_by_speed,
    min_substeps,
    ticks_to_next_choice,
)
from riotsim.table.dice.custom import cuboid, rounded
from riotsim.table.dice.kinds import D6, DieKind, die_kind
from riotsim.table.pieces import Box, Die, Terrain, Token
from riotsim.table.poses import IDENTITY, ORIGIN, Pose, Quaternion, Vector

AT = (30.0, 40.0, 8.0)


def turned(degrees: float) -> Quaternion:
    """Return the rotation by an angle about the x axis."""
    half = math.radians(degrees) / 2
    return (math.sin(half), 0.0, 0.0, math.cos(half))


def leaning(degrees: float) -> Quaternion:
    """Return the rotation by an angle about the horizontal axis (0.6, 0.8, 0)."""
    half = math.radians(degrees) / 2
    return (0.6 * math.sin(half), 0.8 * math.sin(half), 0.0, math.cos(half))


def shifted(by: float) -> Vector:
    """Return a place at a distance from `AT`, in a slanting direction."""
    return (AT[0] + by * 2 / 3, AT[1] - by * 2 / 3, AT[2] + by / 3)


def body(at: Vector = AT, size: float = 16.0, speed: float = 0.0, top_speed: float = 0.0, spin: float = 0.0) -> Body:
    """Return a die in the engine, with the box of a cube that isn't turned."""
    half = size / 2
    made = Body(Die("a", size=size), 0, MotionType.FREE, (-half,) * 3, (half,) * 3, at, IDENTITY)
    made.speed, made.top_speed, made.spin = speed, top_speed, spin
    return made


@pytest.mark.parametrize("policy", [AT_REST, SETTLED, STANDING, RestPolicy()])
@pytest.mark.parametrize(
    ("speed", "spin", "tolerance", "rests"),
    [
        (2.0, 0.15, 1.0, True),
        (2.001, 0.0, 1.0, False),
        (0.0, 0.1501, 1.0, False),
        (8.0, 0.6, 4.0, True),
        (8.001, 0.0, 4.0, False),
        (0.0, 0.6001, 4.0, False),
    ],
)
def test_a_slow_body_rests(policy: RestPolicy, speed: float, spin: float, tolerance: float, rests: bool) -> None:
    """A body rests if speed and spin are at most their limits, times the tolerance. Its rest counts from the first slow
    tick, or a given number of ticks earlier. A fast tick ends it.
    """
    motion, state = Motion(AT, IDENTITY), (AT, IDENTITY, speed, spin)
    assert motion.since(policy) is None
    found = [motion.observe(policy, tick, state, tolerance=tolerance, elapsed=5) for tick in (20, 28, 40)]
    assert found == ([5, 13, 25] if rests else [None] * 3)
    assert motion.since(policy) == (15 if rests else None)
    assert motion.observe(policy, 48, (AT, IDENTITY, 99.0, 0.0)) is None
    assert motion.since(policy) is None
    assert motion.observe(policy, 56, (AT, IDENTITY, 0.0, 0.0)) == 0
    assert motion.since(policy) == 56


def test_policies_keep_their_own_records() -> None:
    """If a rest begins or is forgotten for one policy, the record of another policy doesn't change."""
    one, other = RestPolicy(1.0, 1.0), RestPolicy(1.0, 1.0)
    motion = Motion(AT, IDENTITY)
    motion.begin(one, 12, AT, IDENTITY)
    assert (motion.since(one), motion.since(other)) == (12, None)
    assert motion.observe(other, 30, (AT, IDENTITY, 1.0, 0.1)) == 0
    assert motion.observe(one, 30, (AT, IDENTITY, 1.0, 0.1)) == 18
    motion.forget(one)
    motion.forget(one)
    assert (motion.since(one), motion.since(other)) == (None, 30)


@pytest.mark.parametrize(
    ("at", "turn", "drifts"),
    [
        (shifted(0.099), turned(0.0), False),
        (shifted(0.101), turned(0.0), True),
        (AT, turned(0.099), False),
        (AT, turned(-0.101), True),
    ],
)
def test_a_creeping_body_begins_its_rest_anew(at: Vector, turn: Quaternion, drifts: bool) -> None:
    """If a settled body moves by more than 0.1 mm or turns by more than 0.1° from the pose in which its rest began, its
    rest begins anew.
    """
    motion = Motion((0.0, 0.0, 0.0), IDENTITY)
    assert not motion.drifted(SETTLED, at, turn)
    assert motion.observe(SETTLED, 8, (AT, IDENTITY, 0.0, 0.0)) == 0
    assert motion.drifted(SETTLED, at, turn) is drifts
    assert motion.observe(SETTLED, 24, (at, turn, 0.0, 0.0), elapsed=3) == (3 if drifts else 16)
    assert motion.drifted(SETTLED, AT, IDENTITY) is drifts
    motion.begin(AT_REST, 24, AT, IDENTITY)
    assert not motion.drifted(AT_REST, shifted(1e6), turned(90.0))


@pytest.mark.parametrize(
    ("at", "turn", "stays"),
    [
        (shifted(0.49), turned(0.0), True),
        (shifted(0.51), turned(0.0), False),
        (AT, turned(2.9), True),
        (AT, turned(3.1), False),
    ],
)
def test_a_body_that_rocks_in_its_place_rests_after_a_second(at: Vector, turn: Quaternion, stays: bool) -> None:
    """If a body stays within 0.5 mm and 3° of its first pose for a second, it counts as at rest, however fast it rocks.
    This rule holds only for the end of an act.
    """
    motion, fast = Motion(AT, IDENTITY, 10), 50.0
    assert motion.in_place_for(30, AT, IDENTITY) == 20
    assert motion.observe(AT_REST, 249, (at, turn, fast, 1.0)) is None
    assert motion.in_place_for(249, at, turn) == (239 if stays else 0)
    assert motion.observe(AT_REST, 250, (at, turn, fast, 1.0)) == (0 if stays else None)
    assert motion.observe(AT_REST, 258, (at, turn, fast, 1.0)) == (8 if stays else None)
    assert motion.observe(SETTLED, 900, (at, turn, fast, 1.0)) is None
    # Moved back, it is in a new place only if it had left the first.
    assert motion.in_place_for(300, AT, IDENTITY) == (290 if stays else 0)


def test_a_group_rests_from_check_to_check() -> None:
    """Each check at which a group is at rest adds eight ticks to its rest. A check at which it moves ends the rest."""
    rest = GroupRest()
    assert rest.ticks == 0
    assert [rest.observe(at_rest=still) for still in (True, True, False, False, True)] == [8, 16, 0, 0, 8]
    rest.begin(20)
    assert rest.observe(at_rest=True) == 28
    rest.begin()
    assert rest.ticks == 0


@pytest.mark.parametrize(
    ("kinds", "substeps"),
    [
        ((), 1),
        ((D6,), 1),
        ((D6, cuboid(2.0, 1.0, 1.0)), 1),
        ((D6, die_kind("d8")), 4),
        ((rounded(D6, 0.1), D6), 4),
    ],
)
def test_dice_that_are_no_sharp_boxes_need_four_steps_in_a_tick(kinds: Sequence[DieKind], substeps: int) -> None:
    """If one die isn't a sharp box, a tick needs at least four steps."""
    assert min_substeps(Die(f"{k}", kind) for k, kind in enumerate(kinds)) == substeps


@pytest.mark.parametrize(
    ("fastest", "longest", "ticks"),
    [(250.0, 8.0, 8), (250.1, 8.0, 4), (250.0, 2.41, 8), (250.0, 2.39, 4), (0.0, 1.37, 8), (0.0, 1.36, 4)],
)
def test_steps_are_chosen_again_before_a_falling_body_is_too_fast(fastest: float, longest: float, ticks: int) -> None:
    """In eight ticks of fall, a body gains 327 mm/s. If it would then move too far in a tick, steps are chosen again
    after four ticks.
    """
    assert ticks_to_next_choice(fastest, longest) == ticks


@pytest.mark.parametrize(
    ("half", "top", "longest"),
    [(8.0, 0.0, 8.0), (20.0, 0.0, 8.0), (1.5, 3000.0, 1.5), (1.5, 3001.0, 1.125), (9.0, 3001.0, 6.75), (20, 9e3, 8.0)],
)
def test_a_body_moves_by_half_its_thickness_in_a_step(half: float, top: float, longest: float) -> None:
    """A body may move by half its thickness in a step, and by 8 mm at most. If it was ever faster than 3 m/s, it may
    move by three quarters of that half.
    """
    assert body_max_step_length(half, top) == longest
    thin = body(size=2 * half, top_speed=top)
    assert max_step_length([body(size=30.0), thin, body(size=40.0)]) == longest


def test_in_degraded_mode_the_fastest_body_decides_on_the_length_of_a_step() -> None:
    """In degraded mode, the length of a step is set by the body that would first move too far at its own speed. A body
    slower than 10 mm/s counts as having 10 mm/s.
    """
    assert max_step_length_by_speed([], 300.0) == pytest.approx(0.8 * 300.0)
    assert max_step_length_by_speed([body(speed=100.0)], 300.0) == pytest.approx(24.0)
    assert max_step_length_by_speed([body(speed=4.0), body(size=4.0, speed=5.0)], 300.0) == pytest.approx(60.0)
    assert max_step_length_by_speed([body(speed=100.0, top_speed=4000.0)], 300.0) == pytest.approx(18.0)
    assert max_step_length_by_speed([body(speed=4000.0)], 4000.0) == pytest.approx(6.0)


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_hand_may_reach_what_is_within_twice_its_way(axis: int, side: float) -> None:
    """A hand may reach a body if the gap between their boxes is at most 2 mm plus twice the way that the hand covers in
    the time.
    """
    hand = Body(Die("h"), 0, MotionType.HELD, (-3.0, -4.0, 0.0), (5.0, 7.0, 20.0), AT, IDENTITY)
    hand.speed = 30.0
    other = Body(Die("o"), 1, MotionType.FREE, (-6.0, -9.0, -2.0), (8.0, 1.0, 11.0), AT, IDENTITY)
    touch = hand.high[axis] - other.low[axis] if side > 0 else hand.low[axis] - other.high[axis]
    for apart, reached in ((2.0 + 2 * 30.0 * 0.25 - 0.01, True), (2.0 + 2 * 30.0 * 0.25 + 0.01, False)):
        place = list(AT)
        place[axis] += touch + side * apart
        other.at = (place[0], place[1], place[2])
        assert may_reach(hand, other, 0.25) is reached


@pytest.mark.parametrize(
    ("speed", "spin", "moves"), [(2.0, 0.15, False), (2.01, 0.0, True), (0.0, 0.151, True), (0.0, 0.0, False)]
)
def test_a_tower_moves_if_one_of_its_dice_does(speed: float, spin: float, moves: bool) -> None:
    """If the speed or spin of one die is above the limit of rest, its tower moves."""
    assert LiveTower("t", [body(), body(speed=speed, spin=spin), body()], 0.0).moves() is moves


def test_a_tower_creeps_from_where_its_rest_began() -> None:
    """If one die has moved by more than 0.1 mm since a tower's rest began, the tower creeps. If it has moved by 17 mm,
    the tower no longer stands.
    """
    low, high = body((30.0, 40.0, 8.0)), body((30.0, 40.0, 24.0))
    tower = LiveTower("t", [low, high], 0.0)
    assert not tower.creeps()
    tower.begin_rest(17)
    assert [die.motion.since(STANDING) for die in tower.dice] == [17, 17]
    high.at = (30.09, 40.0, 24.0)
    assert not tower.creeps()
    high.at = (30.11, 40.0, 24.0)
    assert tower.creeps()
    assert tower.stands()
    high.at = (47.0, 40.0, 24.0)
    assert not tower.stands()
    assert not LiveTower("t", [low], 5.0).stands()
    assert (tower.fell, tower.carried, tower.near_hand, tower.rest.ticks) == (False, False, False, 0)


def test_dice_of_a_tower_enter_the_engine_slightly_pressed_together() -> None:
    """If a tower enters the engine, each die is a micron lower than it would lie on the die below. A die that is that
    low already stays. Nothing else changes.
    """
    table = tower_at(board(), "t", 4, (200.0, 150.0), (1.0, -2.0), 0.4)
    dice = table.tower_dice("t")
    raised = tuple(
        Die(die.id, die.kind, die.size, die.pose.translated((0.0, 0.0, up)), die.owner)
        for die, up in zip(dice, (0.5, -0.1, 0.3, -0.0005), strict=True)
    )
    pressed = pressed_together(table, raised)
    assert [die.pose.at[2] for die in pressed] == pytest.approx([7.999, 23.9, 39.899, 55.898])
    assert [(die.id, die.pose.xy, die.pose.orientation) for die in pressed] == [
        (die.id, die.pose.xy, die.pose.orientation) for die in dice
    ]
    stage = table.with_pieces(Terrain("s", Box(90.0, 80.0, 30.0), (200.0, 150.0), can_stand_on=True))
    higher = [Die("a", pose=Pose((200.0, 150.0, 39.0))), Die("b", size=12.0, pose=Pose((200.0, 150.0, 53.0)))]
    assert [die.pose.at[2] for die in pressed_together(stage, tuple(higher))] == pytest.approx([37.999, 51.998])


def test_the_tilt_of_a_body_is_that_of_its_lowest_face() -> None:
    """The tilt of a die is that of its lowest face. A token's tilt doesn't depend on which face is up. Scenery has no
    tilt.
    """
    tilted = body()
    tilted.orientation = turned(20.0)
    assert tilted.tilt == pytest.approx(math.radians(20.0))
    disc = Body(Token("t", ORIGIN), 0, MotionType.FREE, AT, AT, AT, turned(170.0))
    assert disc.tilt == pytest.approx(math.radians(10.0))
    disc.orientation = leaning(75.0)
    assert disc.tilt == pytest.approx(math.radians(75.0))
    block = Body(Terrain("b", Box(9.0, 9.0, 9.0), (0.0, 0.0)), 0, MotionType.FIXED, AT, AT, AT, turned(30.0))
    assert block.tilt == 0.0


def test_the_origin_of_a_body_is_above_its_foot() -> None:
    """The origin of a body lies above its foot, along the body's own axis. If the body tilts, the origin moves
    sideways.
    """
    fallen = body()
    assert (fallen.origin, fallen.at_for((1.0, 2.0, 3.0), turned(30.0))) == (AT, (1.0, 2.0, 3.0))
    fallen.orientation = leaning(30.0)  # the axis of the model now has the direction (0.4, -0.3, √0.75)
    for height in (1.0, 10.0):
        fallen.centre_height = height
        origin = (30.0 + 0.4 * height, 40.0 - 0.3 * height, 8.0 + height * math.sqrt(0.75))
        assert fallen.origin == pytest.approx(origin)
        assert fallen.at_for(origin, fallen.orientation) == pytest.approx(AT)
    fallen.speed, fallen.spin = 3.0, 0.5
    assert fallen.state == (AT, leaning(30.0), 3.0, 0.5)
    assert fallen.pose == Pose(AT, leaning(30.0))
    assert fallen.start == Pose(AT, IDENTITY)
