"""How the camera moves: by keys, towards its goal, and half a turn for players at the back edge."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import rectangle
from riotsim.table.poses import Vector
from riotsim.table.state import Table, Tray
from riotsim.viewer.input.attention import View
from riotsim.viewer.input.camera import (
    FASTEST_TURN,
    GLIDE_RATE,
    MAX_DISTANCE,
    MAX_FRAME_SECONDS,
    MAX_PITCH,
    MIN_DISTANCE,
    MIN_PITCH,
    Camera,
    CameraPose,
    steer,
)
from riotsim.viewer.input.keys import Action
from riotsim.viewer.input.sides import turned_pose, turned_table, turned_view


def near(value: object) -> Any:
    """Return a value that is equal to numbers near the given ones."""
    return pytest.approx(value, abs=1e-9)


def camera(yaw: float = math.pi / 2) -> Camera:
    """Return a camera that looks at (100, 200, 30) from 500 mm away, 0.6 rad downwards."""
    return Camera((100.0, 200.0, 30.0), 500.0, yaw, 0.6)


@pytest.mark.parametrize(
    ("move", "goal"),
    [
        (lambda one: one.orbit(0.3, 0.1), CameraPose((100.0, 200.0, 30.0), 500.0, math.pi / 2 + 0.3, 0.7)),
        (lambda one: one.orbit(-0.3, -0.1), CameraPose((100.0, 200.0, 30.0), 500.0, math.pi / 2 - 0.3, 0.5)),
        (lambda one: one.orbit(0.0, 2.0), CameraPose((100.0, 200.0, 30.0), 500.0, math.pi / 2, MAX_PITCH)),
        (lambda one: one.orbit(0.0, -2.0), CameraPose((100.0, 200.0, 30.0), 500.0, math.pi / 2, MIN_PITCH)),
        (lambda one: one.pan(20.0, 5.0), CameraPose((120.0, 205.0, 30.0), 500.0, math.pi / 2, 0.6)),
        (lambda one: one.zoom(0.5), CameraPose((100.0, 200.0, 30.0), 250.0, math.pi / 2, 0.6)),
        (lambda one: one.zoom(0.01), CameraPose((100.0, 200.0, 30.0), MIN_DISTANCE, math.pi / 2, 0.6)),
        (lambda one: one.zoom(50.0), CameraPose((100.0, 200.0, 30.0), MAX_DISTANCE, math.pi / 2, 0.6)),
        (lambda one: one.focus((1.0, 2.0, 3.0)), CameraPose((1.0, 2.0, 3.0), 500.0, math.pi / 2, 0.6)),
        (lambda one: one.focus((1.0, 2.0, 3.0), 70.0), CameraPose((1.0, 2.0, 3.0), 70.0, math.pi / 2, 0.6)),
        (lambda one: one.focus((1.0, 2.0, 3.0), 7.0), CameraPose((1.0, 2.0, 3.0), MIN_DISTANCE, math.pi / 2, 0.6)),
        (lambda one: one.focus((1.0, 2.0, 3.0), 7e9), CameraPose((1.0, 2.0, 3.0), MAX_DISTANCE, math.pi / 2, 0.6)),
    ],
)
def test_controls_set_the_goal(move: Callable[[Camera], None], goal: CameraPose) -> None:
    """A control changes only the goal, and within its limits. The camera itself stays until it glides."""
    moved = camera()
    assert moved.goal == CameraPose((100.0, 200.0, 30.0), 500.0, math.pi / 2, 0.6)
    move(moved)
    assert moved.goal == goal
    assert (moved.target, moved.distance, moved.yaw, moved.pitch) == ((100.0, 200.0, 30.0), 500.0, math.pi / 2, 0.6)
    moved.arrive()
    assert CameraPose(moved.target, moved.distance, moved.yaw, moved.pitch) == goal


@pytest.mark.parametrize("yaw", [0.0, 0.7, math.pi / 2, -2.0])
def test_steps_are_turned_with_the_view(yaw: float) -> None:
    """A step away moves the goal in the direction of view, and a step to the right at a right angle to that."""
    away, right = (math.cos(yaw), math.sin(yaw)), (math.sin(yaw), -math.cos(yaw))
    moved = camera(yaw)
    assert moved.step(3.0, 7.0) == near((3.0 * right[0] + 7.0 * away[0], 3.0 * right[1] + 7.0 * away[1]))
    moved.pan(3.0, 7.0)
    moved.pan(-1.0, 2.0)
    x, y = 2.0 * right[0] + 9.0 * away[0], 2.0 * right[1] + 9.0 * away[1]
    assert moved.goal.target == near((100.0 + x, 200.0 + y, 30.0))


def test_the_eye_is_behind_the_target() -> None:
    """If the camera looks along +x, 30° downwards, its eye is √3 / 2 of the distance behind and half of it higher."""
    low = Camera((100.0, 200.0, 30.0), 400.0, 0.0, math.pi / 6)
    assert low.forward == near((math.sqrt(0.75), 0.0, -0.5))
    assert low.eye == near((100.0 - 400.0 * math.sqrt(0.75), 200.0, 230.0))
    assert (low.near, low.far) == (20.0, 6400.0)
    low.distance = 100.0
    assert (low.near, low.far) == (8.0, 6100.0)


def test_depth_goes_from_the_near_plane_to_the_far_one() -> None:
    """A point in the near plane has the depth -1, and a point in the far plane has the depth 1, as OpenGL wants."""
    one = camera()
    for far, depth in ((one.near, -1.0), (one.far, 1.0)):
        x, y, z = (a + b * far for a, b in zip(one.eye, one.forward, strict=True))
        clip = one.projection(640, 360) @ one.view @ np.array([x, y, z, 1.0])
        assert clip[2] / clip[3] == near(depth)


def test_the_lens_spans_the_height_of_the_picture() -> None:
    """A point half the field of view above or below the middle is at the picture's edge. Pixels are square."""
    one = Camera((0.0, 0.0, 0.0), 500.0, 0.0, 0.3, 0.8)
    up = (math.sin(0.3), 0.0, math.cos(0.3))
    reach = 500.0 * math.tan(0.4)
    for share, place in ((1.0, (320.0, 0.0)), (-1.0, (320.0, 360.0)), (0.5, (320.0, 90.0))):
        assert one.project((up[0] * reach * share, 0.0, up[2] * reach * share), 640, 360) == near(place)
    assert one.project((0.0, -reach / 2, 0.0), 640, 360) == near((410.0, 180.0))
    points: list[Vector] = [(0.0, 0.0, 0.0), (0.0, -reach / 2, 0.0)]
    seen = one.project_all(points, 640, 360)
    assert seen is not None
    assert [tuple(row) for row in seen.tolist()] == [near((320.0, 180.0)), near((410.0, 180.0))]
    assert one.project_all([*points, (-600.0, 0.0, 0.0)], 640, 360) is None
    ray = one.ray(320.0, 180.0, 640, 360)
    assert (*ray.origin, *ray.direction) == near((*one.eye, *one.forward))


def test_a_glide_covers_a_share_of_the_way() -> None:
    """In 1 / 9 s, the camera's target, distance and angles cover all but 1 / e of the way to the goal."""
    one = camera()
    one.focus((200.0, 100.0, 0.0), 300.0)
    one.orbit(0.2, 0.1)
    assert one.glide(1.0 / GLIDE_RATE)
    share = 1.0 - math.exp(-1.0)
    assert one.target == near((100.0 + 100.0 * share, 200.0 - 100.0 * share, 30.0 - 30.0 * share))
    assert (one.distance, one.yaw, one.pitch) == near(
        (500.0 - 200.0 * share, math.pi / 2 + 0.2 * share, 0.6 + 0.1 * share)
    )
    assert one.glide(0.0)
    assert one.glide(-1.0)
    assert one.distance == near(500.0 - 200.0 * share)


@pytest.mark.parametrize("turn", [math.pi, -math.pi])
def test_a_half_turn_is_slow_enough_to_follow(turn: float) -> None:
    """The camera's yaw changes by at most 200° a second, and its distance covers the same share of its way."""
    one = camera()
    one.orbit(turn, 0.0)
    one.zoom(2.0)
    one.glide(0.09)
    share = 0.09 * FASTEST_TURN / math.pi
    assert one.yaw == near(math.pi / 2 + turn * share)
    assert one.distance == near(500.0 * (1.0 + share))


@pytest.mark.parametrize(
    ("target", "distance", "yaw", "pitch", "arrives"),
    [
        ((100.009, 200.0, 30.0), 500.0, 0.0, 0.0, True),
        ((100.011, 200.0, 30.0), 500.0, 0.0, 0.0, False),
        ((100.0, 200.0, 30.0), 500.009, 0.0, 0.0, True),
        ((100.0, 200.0, 30.0), 499.989, 0.0, 0.0, False),
        ((100.0, 200.0, 30.0), 500.0, 0.9e-5, 0.0, True),
        ((100.0, 200.0, 30.0), 500.0, -1.1e-5, 0.0, False),
        ((100.0, 200.0, 30.0), 500.0, 0.0, -0.9e-5, True),
        ((100.0, 200.0, 30.0), 500.0, 0.0, 1.1e-5, False),
    ],
)
def test_a_glide_ends_just_before_the_goal(
    target: Vector, distance: float, yaw: float, pitch: float, *, arrives: bool
) -> None:
    """If the camera is less than 0.01 mm and 0.00001 rad from its goal, it jumps there and has arrived."""
    one = camera()
    one.focus(target, distance)
    one.orbit(yaw, pitch)
    assert one.glide(0.001) != arrives
    assert (CameraPose(one.target, one.distance, one.yaw, one.pitch) == one.goal) == arrives


@pytest.mark.parametrize(
    ("held", "goal"),
    [
        ((), CameraPose((100.0, 200.0, 30.0), 500.0, math.pi / 2, 0.6)),
        ((Action.PAN_RIGHT,), CameraPose((118.0, 200.0, 30.0), 500.0, math.pi / 2, 0.6)),
        ((Action.PAN_LEFT,), CameraPose((82.0, 200.0, 30.0), 500.0, math.pi / 2, 0.6)),
        ((Action.PAN_AWAY,), CameraPose((100.0, 218.0, 30.0), 500.0, math.pi / 2, 0.6)),
        ((Action.PAN_NEAR,), CameraPose((100.0, 182.0, 30.0), 500.0, math.pi / 2, 0.6)),
        ((Action.PAN_NEAR, Action.PAN_AWAY), CameraPose((100.0, 200.0, 30.0), 500.0, math.pi / 2, 0.6)),
        ((Action.PAN_NEAR, Action.PAN_LEFT), CameraPose((82.0, 182.0, 30.0), 500.0, math.pi / 2, 0.6)),
        ((Action.ORBIT_RIGHT,), CameraPose((100.0, 200.0, 30.0), 500.0, math.pi / 2 + 0.064, 0.6)),
        ((Action.ORBIT_LEFT,), CameraPose((100.0, 200.0, 30.0), 500.0, math.pi / 2 - 0.064, 0.6)),
        ((Action.ZOOM_IN,), CameraPose((100.0, 200.0, 30.0), 500.0 * 0.25**0.04, math.pi / 2, 0.6)),
        ((Action.ZOOM_OUT,), CameraPose((100.0, 200.0, 30.0), 500.0 / 0.25**0.04, math.pi / 2, 0.6)),
    ],
)
def test_held_keys_move_the_goal_with_time(held: tuple[Action, ...], goal: CameraPose) -> None:
    """In 0.04 s a key pans by 3.6 % of the distance, orbits by 0.064 rad, or zooms. Opposite keys cancel out."""
    one = camera()
    steer(one, lambda action: action in held, 0.04)
    assert one.goal.target == near(goal.target)
    assert (one.goal.distance, one.goal.yaw, one.goal.pitch) == near((goal.distance, goal.yaw, goal.pitch))


def test_a_slow_frame_moves_the_camera_no_farther() -> None:
    """However long a frame takes, keys move the camera by no more than in a tenth of a second."""
    one, other = camera(), camera()
    steer(one, lambda action: action is Action.PAN_RIGHT, 5.0)
    steer(other, lambda action: action is Action.PAN_RIGHT, MAX_FRAME_SECONDS)
    assert one.goal == other.goal
    assert one.goal.target == near((145.0, 200.0, 30.0))


@pytest.mark.parametrize("pitch", [0.8, 1.3])
def test_a_camera_that_frames_points_shows_them_in_their_part(pitch: float) -> None:
    """The points fill the width or the height of their part of the picture, and lie in the middle of this part."""
    points: list[Vector] = [(100.0, 200.0, 0.0), (300.0, 250.0, 0.0), (150.0, 400.0, 60.0)]
    frame = (200.0, 50.0, 700.0, 500.0)
    one = Camera.framing(points, frame, (1000, 600), pitch)
    seen = one.project_all(points, 1000, 600)
    assert seen is not None
    (left, top), (right, bottom) = seen.min(axis=0).tolist(), seen.max(axis=0).tolist()
    assert (left + right, top + bottom) == pytest.approx((900.0, 550.0), abs=4.0)
    assert left >= 200.0
    assert top >= 50.0
    assert right <= 700.0
    assert bottom <= 500.0
    assert max((right - left) / 500.0, (bottom - top) / 450.0) > 0.985
    assert (one.yaw, one.pitch, one.target[2]) == (math.pi / 2, pitch, 0.0)
    assert one.goal == CameraPose(one.target, one.distance, one.yaw, one.pitch)


def test_a_camera_above_a_table_is_as_near_as_the_rim_allows() -> None:
    """The camera is so near that the table's rim of 34 mm and towers of 90 mm at the back edge just fit."""
    one = Camera.above_table(((0.0, 0.0), (600.0, 400.0)), aspect=(1600, 900))
    corners: list[Vector] = [(x, y, 0.0) for x in (-34.0, 634.0) for y in (-34.0, 434.0)]
    corners += [(0.0, 400.0, 90.0), (600.0, 400.0, 90.0)]
    seen = one.project_all(corners, 1600, 900)
    assert seen is not None
    (left, top), (right, bottom) = seen.min(axis=0).tolist(), seen.max(axis=0).tolist()
    assert min(left, top, 1600.0 - right, 900.0 - bottom) >= 0.0
    assert max((right - left) / 1600.0, (bottom - top) / 900.0) > 0.96
    assert (left + right) / 2 == pytest.approx(800.0)
    assert (one.target[0], one.target[2], one.yaw, one.pitch) == near((300.0, 0.0, math.pi / 2, math.radians(46.0)))
    wider = Camera.above_table(((0.0, 0.0), (600.0, 400.0)), also=[(900.0, 200.0, 0.0)], aspect=(1600, 900))
    assert wider.distance > one.distance
    place = wider.project((900.0, 200.0, 0.0), 1600, 900)
    assert place is not None
    assert 0.0 <= place[0] <= 1600.0


@pytest.mark.parametrize("left", [0.0, -300.0])
def test_a_tall_picture_of_a_table_is_as_wide_as_its_rim(left: float) -> None:
    """In a tall picture, the front corners of the rim are at the picture's left and right edges. The table, which may
    begin at any place, is in the middle of the picture's height.
    """
    one = Camera.above_table(((left, 100.0), (left + 600.0, 500.0)), aspect=(900, 1600))
    seen = one.project_all([(left - 34.0, 66.0, 0.0), (left + 634.0, 66.0, 0.0)], 900, 1600)
    assert seen is not None
    (one_x, one_y), (other_x, other_y) = seen.tolist()
    assert (one_x, other_x) == pytest.approx((0.0, 900.0), abs=3.0)
    assert one_x >= 0.0
    assert other_x <= 900.0
    ends = one.project_all([(left, 500.0, 90.0), (left, 534.0, 0.0)], 900, 1600)
    assert ends is not None
    assert one_y == other_y
    assert (one_y + min(ends[:, 1])) / 2 == pytest.approx(800.0, abs=40.0)
    assert one.target[0] == pytest.approx(left + 300.0)


TABLE = Table(
    600.0,
    400.0,
    tray=Tray(200.0, 100.0, 40.0, (620.0, 50.0), rack=12.0),
    patches=(Patch(rectangle((100.0, 50.0), 60.0, 20.0), "#123456"),),
)


def test_a_half_turn_about_the_middle_is_undone_by_another() -> None:
    """A half turn of a table of 600 x 400 mm moves a point from (x, y) to (600 - x, 400 - y). Heights stay."""
    turned = turned_table(TABLE)
    (patch,) = turned.patches
    assert patch.footprint.bounds() == near((470.0, 340.0, 530.0, 360.0))
    assert turned.tray is not None
    # The tray with its rack, 18 mm before it, goes from (620, 20) to (820, 150).
    assert turned.tray.areas == (((-220.0, 250.0), 200.0, 130.0),)
    assert turned_table(Table(600.0, 400.0)) == Table(600.0, 400.0)
    view = View((50.0, 20.0), (300.0, 120.0), 45.0, "first", ((10.0, 30.0, 7.0),))
    assert turned_view(view, TABLE) == View((300.0, 280.0), (550.0, 380.0), 45.0, "first", ((590.0, 370.0, 7.0),))
    assert turned_view(turned_view(view, TABLE), TABLE) == view
    pose = CameraPose((100.0, 30.0, 5.0), 700.0, 1.5, 0.8)
    there = turned_pose(pose, TABLE, to_back=True)
    assert there == CameraPose((500.0, 370.0, 5.0), 700.0, 1.5 + math.pi, 0.8)
    back_again = turned_pose(there, TABLE, to_back=False)
    assert (back_again.target, back_again.yaw) == (pose.target, near(pose.yaw))
