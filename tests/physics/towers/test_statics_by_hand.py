"""Statics of towers, compared with figures that are worked out by hand."""

import math
from dataclasses import replace

import numpy as np
import pytest
from physics_suite.tables import board, model_with_tower

from riotsim.physics.engine.world import GRAVITY, TICK
from riotsim.physics.statics import (
    Obstacle,
    accelerations,
    first_unstable_tick,
    is_regular,
    required_friction,
    resting_pose,
    stability_margins,
    table_obstacles,
)
from riotsim.table.dice.kinds import die_kind
from riotsim.table.geometry.plan import disc
from riotsim.table.pieces import Box, Die, Model, Terrain, Token
from riotsim.table.poses import ORIGIN, Pose, Quaternion, about_z, multiply

SIZE = 12.0


def about_x(angle: float) -> Quaternion:
    """Return a rotation about the x axis (rad)."""
    return (math.sin(angle / 2), 0.0, 0.0, math.cos(angle / 2))


def cube(
    name: str, x: float, y: float, level: int, *, lift: float = 0.0, lies: Quaternion | None = None, kind: str = "d6"
) -> Die:
    """Return a die of 12 mm at a level of a tower that begins on the table."""
    place = (x, y, SIZE * (level + 0.5) + lift)
    return Die(name, die_kind(kind), size=SIZE, pose=Pose(place, lies or about_z(0.0)))


TOWER = (cube("a", 50.0, 70.0, 0), cube("b", 51.0, 70.0, 1), cube("c", 51.0, 72.0, 2))

STILL = np.zeros((2, 3))


def test_a_die_comes_to_rest_on_the_top_die() -> None:
    """If a die is released a little above the top die, it comes to rest flat on it.

    It keeps its place and its rotation about the vertical.
    """
    turned = about_z(0.3)
    released = cube("d", 52.0, 71.0, 3, lift=1.7, lies=turned)
    lies = resting_pose(TOWER, released, ())
    assert lies == replace(released, pose=Pose((52.0, 71.0, 42.0), turned))


@pytest.mark.parametrize(
    ("off", "rests"), [(0.0, True), (4.9, True), (5.1, False), (-4.9, True), (-5.1, False), (7.0, False)]
)
@pytest.mark.parametrize("along", [0, 1])
def test_a_die_rests_with_its_middle_a_millimetre_inside_the_edge(off: float, rests: bool, along: int) -> None:
    """If a die of 12 mm lies on another, its middle may be 5 mm off, which is 1 mm inside the edge.

    Farther out, statics doesn't say that it rests.
    """
    base = cube("a", 50.0, 70.0, 0)
    at = (50.0 + off * (along == 0), 70.0 + off * (along == 1))
    assert (resting_pose((base,), cube("b", *at, 1), ()) is not None) is rests


def test_dice_that_are_tilted_apart_or_of_another_kind_are_left_to_the_engine() -> None:
    """Statics judges a tower only if it has cubes of one size, tilted by at most 0.2°, with gaps of at most 0.05 mm."""
    top = cube("d", 51.0, 72.0, 3)
    assert resting_pose(TOWER, top, ()) is not None
    for tilt, sure in ((0.19, True), (0.21, False)):
        leans = about_x(math.radians(tilt))
        assert (resting_pose(TOWER, replace(top, pose=Pose(top.pose.at, leans)), ()) is not None) is sure
        tilted = replace(TOWER[1], pose=Pose(TOWER[1].pose.at, leans))
        assert (resting_pose((TOWER[0], tilted, TOWER[2]), top, ()) is not None) is sure
        assert is_regular((TOWER[0], tilted, TOWER[2])) is sure
    for gap, sure in ((0.049, True), (-0.049, True), (0.051, False), (-0.051, False)):
        apart = (TOWER[0], TOWER[1], cube("c", 51.0, 72.0, 2, lift=gap))
        assert (resting_pose(apart, top, ()) is not None) is sure
        assert is_regular(apart) is sure
    small = replace(top, size=10.0)
    assert resting_pose(TOWER, small, ()) is None
    assert not is_regular((*TOWER, small))
    assert not is_regular((cube("a", 0.0, 0.0, 0, kind="d8"),))
    assert is_regular(TOWER[:1])


def test_a_die_that_another_piece_may_touch_is_left_to_the_engine() -> None:
    """If another piece is within 2 mm of a die or of its way down, statics doesn't judge the die."""
    released = cube("d", 51.0, 72.0, 3, lift=4.0)  # it lies from 36 to 48 mm, and comes from 52 mm
    assert released.pose.at[2] + SIZE / 2 == 52.0
    for x, bottom, top, sure in (
        (51.0 + 6.0 + 3.0 + 2.1, 0.0, 90.0, True),
        (51.0 + 6.0 + 3.0 + 1.9, 0.0, 90.0, False),
        (55.0, 0.0, 33.9, True),
        (55.0, 0.0, 34.1, False),
        (55.0, 54.1, 90.0, True),
        (55.0, 53.9, 90.0, False),
    ):
        other = Obstacle(disc((x, 72.0), 3.0), bottom, top)
        assert (resting_pose(TOWER, released, [other]) is not None) is sure, (x, bottom, top)


def test_an_obstacle_is_near_within_a_distance_in_height_and_in_plan() -> None:
    """If an obstacle is exactly at the given distance, it counts as near: below, above and beside."""
    post = Obstacle(disc((20.0, 30.0), 5.0), 10.0, 25.0)
    for x, bottom, top, near in (
        (20.0, 28.0, 40.0, True),
        (20.0, 28.5, 40.0, False),
        (20.0, 0.0, 7.0, True),
        (20.0, 0.0, 6.5, False),
        (20.0 + 5.0 + 2.0 + 3.0, 10.0, 25.0, True),
        (20.0 + 5.0 + 2.0 + 3.5, 10.0, 25.0, False),
    ):
        assert post.is_within(3.0, disc((x, 30.0), 2.0), bottom, top) is near, (x, bottom, top)


def test_all_pieces_but_a_model_and_its_tower_are_obstacles() -> None:
    """All pieces but a model and its tower are obstacles.

    Dice and tokens count as high as they are in any orientation. Loose dice count only if asked for.
    """
    table = model_with_tower(model_with_tower(board(), "m", 1, (100.0, 90.0)), "n", 2, (300.0, 90.0))
    table = table.with_pieces(
        Terrain("box", Box(40.0, 60.0, 30.0), (205.0, 410.0)),
        Token("gold", ORIGIN.translated((400.0, 200.0, 1.5)), diameter=24.0, thickness=7.0),
        Die("loose", size=10.0, pose=Pose((500.0, 300.0, 5.0))),
        Model("flat", "x", (500.0, 500.0), fallen=True),
    )
    half = 8.0 * math.sqrt(3.0)  # half the diagonal of a die of 16 mm
    wanted = {
        (0.0, 30.0),  # the scenery
        (0.0, 3.0),  # the bases
        (3.0, 28.0),  # the figure on its base
        (round(1.5 - 12.5, 3), round(1.5 + 12.5, 3)),  # the token, whose half diagonal is 12.5 mm
        (round(8.0 - half, 3), round(8.0 + half, 3)),
        (round(24.0 - half, 3), round(24.0 + half, 3)),
    }
    found = table_obstacles(table, "m", loose=False)
    assert {(round(one.bottom, 3), round(one.top, 3)) for one in found} == wanted
    assert len(found) == 1 + 3 + 1 + 2, "the scenery, two parts of n, a fallen model, the token, and the tower of n"
    (extra,) = [one for one in table_obstacles(table, "m", loose=True) if one not in found]
    assert (extra.bottom, extra.top) == pytest.approx((5.0 - 5.0 * math.sqrt(3.0), 5.0 + 5.0 * math.sqrt(3.0)))


def test_the_margin_of_a_tower_at_rest_is_that_of_its_worst_joint() -> None:
    """A tower at rest has the margin of its worst joint: how far the load's middle is inside the die's edge."""
    assert stability_margins(TOWER, STILL) == pytest.approx([4.0, 4.0]), "the top die is 2 mm off the one below"
    assert stability_margins((TOWER[0], TOWER[1], cube("c", 51.0, 70.0, 2)), STILL) == pytest.approx([5.0, 5.0])
    assert stability_margins(TOWER[:1], STILL).tolist() == [math.inf, math.inf]
    quarter = tuple(replace(die, pose=Pose(die.pose.at, about_z(math.pi / 4))) for die in TOWER[:2])
    assert stability_margins(quarter, STILL) == pytest.approx([6.0 - 1.0 / math.sqrt(2.0)] * 2)


def test_a_carried_tower_leans_on_its_apparent_weight() -> None:
    """If a hand accelerates a tower, the margin shrinks: the line of the load leans back by acceleration over apparent
    gravity. The friction that the tower needs is this ratio, too.
    """
    push = np.array([(2000.0, 0.0, 0.0), (0.0, -1000.0, 0.0), (1000.0, 0.0, GRAVITY)])
    straight = tuple(cube(str(k), 50.0, 70.0, k) for k in range(3))
    # At the lowest joint the centre of the two upper dice is 12 mm up, at the upper joint that of one die 6 mm.
    expected = [6.0 - 12.0 * 2000.0 / GRAVITY, 6.0 - 12.0 * 1000.0 / GRAVITY, 6.0 - 12.0 * 1000.0 / (2.0 * GRAVITY)]
    assert stability_margins(straight, push) == pytest.approx(expected)
    assert required_friction(push) == pytest.approx([2000.0 / GRAVITY, 1000.0 / GRAVITY, 500.0 / GRAVITY])
    assert required_friction(np.array([(300.0, 400.0, 0.0)])) == pytest.approx([500.0 / GRAVITY])


def test_the_load_of_larger_dice_weighs_more() -> None:
    """If a die of 8 mm lies on a die of 16 mm, their centre of mass is a ninth of the way from the larger to the
    smaller die. The margin follows from that.
    """
    base = Die("base", size=20.0, pose=Pose((0.0, 0.0, 10.0)))
    large = Die("large", size=16.0, pose=Pose((0.0, 0.0, 28.0)))
    small = Die("small", size=8.0, pose=Pose((4.5, 0.0, 40.0)))
    # The centre is 0.5 mm off: 7.5 mm inside the large die and 9.5 inside the base. The small die's own is 4.5 mm off.
    assert stability_margins((base, large, small), STILL[:1]) == pytest.approx([8.0 - 4.5])
    inner = replace(small, pose=Pose((1.0, 0.0, 40.0)))
    assert stability_margins((base, large, inner), STILL[:1]) == pytest.approx([4.0])
    height = (18.0 - 10.0) * 8 / 9 + (30.0 - 10.0) / 9  # of the centre of both above the base's upper face
    assert height == pytest.approx(28.0 * 8 / 9 + 40.0 / 9 - 20.0)
    pushed = stability_margins((base, large), np.array([(1000.0, 0.0, 0.0)]))
    assert pushed == pytest.approx([8.0 - 8.0 * 1000.0 / GRAVITY])


def test_the_first_tick_in_doubt_is_told() -> None:
    """If a tower needs more friction than there is, or its margin is too small, that tick is returned."""
    slow, slips = 100.0, 0.21 * GRAVITY
    pair = tuple(cube(str(k), 50.0, 70.0, k) for k in range(2))
    acceleration = np.array([(0.0, 0.0, 0.0), (slow, 0.0, 0.0), (0.0, slips, 0.0), (slips, 0.0, 0.0)])
    assert first_unstable_tick(pair, acceleration) == 2
    assert first_unstable_tick(pair, acceleration[:2]) is None
    assert first_unstable_tick(pair, np.array([(0.0, 0.0, 0.0), (0.0, 0.19 * GRAVITY, 0.0)])) is None
    margin = 6.0 - 6.0 * slow / GRAVITY
    assert first_unstable_tick(pair, acceleration, margin=margin + 0.01) == 1
    assert first_unstable_tick(pair, acceleration, margin=margin - 0.01) == 2
    assert first_unstable_tick(pair, acceleration, margin=6.1) == 0


def test_accelerations_are_those_of_a_hand_that_starts_and_ends_at_rest() -> None:
    """If a hand jumps within a tick, it has an acceleration and then an equal deceleration, in each direction."""
    feet = np.array([(0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (1.0, -2.0, 3.0), (1.0, -2.0, 3.0)])
    jump = np.array([1.0, -2.0, 3.0]) / TICK**2
    assert accelerations(feet) == pytest.approx(np.array([0.0 * jump, jump, -jump, 0.0 * jump]))


def test_the_orientation_of_faces_does_not_matter() -> None:
    """If a cube of a tower lies on another face, the tower stays regular."""
    on_its_side = multiply(about_z(0.4), about_x(math.pi / 2))
    assert is_regular((TOWER[0], replace(TOWER[1], pose=Pose(TOWER[1].pose.at, on_its_side))))
