"""The camera: projection, movement, and the view that it keeps."""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.play.requests import Choose, PickPoint, Request
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.pieces import Model
from riotsim.table.poses import Vector
from riotsim.table.state import Table, Tray
from riotsim.viewer.input.attention import view_of
from riotsim.viewer.input.auto_camera import AutoCamera
from riotsim.viewer.input.camera import MAX_DISTANCE, MAX_PITCH, MIN_DISTANCE, MIN_PITCH, Camera, CameraPose
from riotsim.viewer.input.framing import Surroundings

CAMERAS = st.builds(
    Camera,
    st.tuples(st.floats(-200, 900), st.floats(-200, 900), st.floats(0, 100)),
    st.floats(100, 3000),
    st.floats(-7, 7),
    st.floats(MIN_PITCH, MAX_PITCH),
    st.floats(0.3, 1.2),
)
PLACES = st.tuples(st.floats(0, 1280), st.floats(0, 720))

SQUARE = ((0.0, 0.0), (610.0, 610.0))


@given(CAMERAS, PLACES, st.floats(50, 3000))
def test_what_lies_on_a_ray_is_seen_where_the_ray_goes_through(
    camera: Camera, place: tuple[float, float], far: float
) -> None:
    """A point on the ray through a pixel is projected to the same pixel, at any distance."""
    ray = camera.ray(*place, 1280, 720)
    x, y, z = (a + b * far for a, b in zip(ray.origin, ray.direction, strict=True))
    seen = camera.project((x, y, z), 1280, 720)
    assert seen is not None
    assert seen == pytest.approx(place, abs=1e-4)


@given(CAMERAS)
def test_the_target_is_in_the_middle(camera: Camera) -> None:
    """The camera's target is in the middle of the picture, and at the camera's distance."""
    assert camera.project(camera.target, 640, 360) == pytest.approx((320.0, 180.0), abs=1e-5)
    assert math.dist(camera.eye, camera.target) == pytest.approx(camera.distance)


@given(CAMERAS)
def test_its_axes_are_square(camera: Camera) -> None:
    """The camera's view matrix rotates, without scaling or mirroring."""
    turn = camera.view[:3, :3]
    assert np.allclose(turn @ turn.T, np.eye(3), atol=1e-12)
    assert np.linalg.det(turn) == pytest.approx(1.0)


def test_what_is_behind_is_nowhere() -> None:
    """A point behind the camera has no place in the picture."""
    camera = Camera((0.0, 0.0, 0.0), 500.0, 0.0, 0.3)
    x, y, z = camera.eye
    fx, fy, fz = camera.forward
    assert camera.project((x - 10 * fx, y - 10 * fy, z - 10 * fz), 640, 360) is None


@pytest.mark.parametrize("corner", [(0.0, 0.0, 0.0), (610.0, 0.0, 0.0), (0.0, 914.0, 0.0), (610.0, 914.0, 0.0)])
def test_a_camera_over_a_table_has_all_of_it_in_view(corner: Vector) -> None:
    """A camera over a table has all corners in view, whatever the table's shape."""
    for width, depth in ((610.0, 914.0), (914.0, 610.0), (610.0, 610.0)):
        at = (width if corner[0] else 0.0, depth if corner[1] else 0.0, 0.0)
        x, y = Camera.above_table(((0.0, 0.0), (width, depth))).project(at, 1280, 720) or (-1.0, -1.0)
        assert 0.0 <= x <= 1280.0
        assert -10.0 <= y <= 730.0


@pytest.mark.parametrize("aspect", [(720, 720), (720, 1280), (32, 4096), (4096, 32), (1280, 720)])
@pytest.mark.parametrize("table", [(900.0, 600.0), (610.0, 914.0), (3048.0, 3048.0)])
def test_a_table_is_in_view_in_pictures_of_any_shape(table: tuple[float, float], aspect: tuple[int, int]) -> None:
    """In a wide, square or tall picture the whole table is in view."""
    camera = Camera.above_table(((0.0, 0.0), table), yaw=1.7, pitch=0.7, aspect=aspect)
    for corner in ((0.0, 0.0, 0.0), (table[0], 0.0, 0.0), (0.0, table[1], 0.0), (*table, 0.0)):
        x, y = camera.project(corner, *aspect) or (-1.0, -1.0)
        assert 0.0 <= x <= aspect[0]
        assert 0.0 <= y <= aspect[1]


def test_pictures_of_one_shape_have_one_camera() -> None:
    """If a picture has the usual shape in more pixels, the camera is where it usually is."""
    assert Camera.above_table(SQUARE, aspect=(1280, 720)) == Camera.above_table(SQUARE)


def test_it_glides_to_its_goal_and_stops_there() -> None:
    """After half a second the camera is within 8 mm of its goal, and it stops exactly there."""
    camera = Camera.above_table(SQUARE)
    camera.focus((100.0, 200.0, 5.0), 300.0)
    camera.orbit(0.5, -0.2)
    for _ in range(30):
        camera.glide(1 / 60)
    assert math.dist(camera.target, (100.0, 200.0, 5.0)) < 8.0
    assert camera.glide(1 / 60)
    camera.glide(9.0)
    assert not camera.glide(1 / 60)
    assert camera.target == (100.0, 200.0, 5.0)
    assert camera.distance == 300.0


def test_it_glides_as_far_in_one_step_as_in_many() -> None:
    """In the same time the camera glides equally far in one step and in many."""
    one, many = Camera.above_table(SQUARE), Camera.above_table(SQUARE)
    for camera, steps in ((one, 1), (many, 10)):
        camera.focus((0.0, 0.0, 0.0), 400.0)
        for _ in range(steps):
            camera.glide(0.2 / steps)
    assert one.target == pytest.approx(many.target, abs=1e-6)
    assert one.distance == pytest.approx(many.distance, abs=1e-6)


def test_it_stays_within_bounds() -> None:
    """The camera's pitch and distance stay within their bounds, however far it is turned and zoomed."""
    camera = Camera.above_table(SQUARE)
    camera.orbit(0.0, -9.0)
    camera.zoom(1e-9)
    camera.arrive()
    assert (camera.pitch, camera.distance) == (MIN_PITCH, MIN_DISTANCE)
    camera.orbit(0.0, 9.0)
    camera.zoom(1e9)
    camera.arrive()
    assert (camera.pitch, camera.distance) == (MAX_PITCH, MAX_DISTANCE)


def test_panning_goes_as_seen() -> None:
    """If the camera is panned to the right, its target moves right in the picture, at any yaw. If it is panned
    forwards, the target moves up.
    """
    for yaw in (0.0, 1.0, 2.5, -2.0):
        camera = Camera((300.0, 300.0, 0.0), 500.0, yaw, 0.8)
        camera.pan(20.0, 0.0)
        x, y = camera.project(camera.goal.target, 640, 360) or (0.0, 0.0)
        assert x > 325.0
        assert y == pytest.approx(180.0, abs=0.01)
        camera.focus(camera.target)
        camera.pan(0.0, 20.0)
        x, y = camera.project(camera.goal.target, 640, 360) or (0.0, 0.0)
        assert x == pytest.approx(320.0, abs=0.01)
        assert y < 175.0


@pytest.mark.parametrize("yaw", [0.0, 1.0, 2.5, -2.0, math.pi / 2])
def test_a_step_to_the_right_goes_right_on_the_screen(yaw: float) -> None:
    """At any yaw a step to the right goes right in the picture, without going up or down. A step away goes up."""
    camera = Camera((300.0, 300.0, 0.0), 500.0, yaw, 0.8)
    (across, along), (far, deep) = camera.step(20.0, 0.0), camera.step(0.0, 20.0)
    x, y = camera.project((300.0 + across, 300.0 + along, 0.0), 640, 360) or (0.0, 0.0)
    assert x > 325.0
    assert y == pytest.approx(180.0, abs=0.01)
    x, y = camera.project((300.0 + far, 300.0 + deep, 0.0), 640, 360) or (0.0, 0.0)
    assert x == pytest.approx(320.0, abs=0.01)
    assert y < 175.0


def test_at_the_default_yaw_steps_go_along_the_edges() -> None:
    """At the default yaw, a step to the right goes exactly along x, and a step away exactly along y."""
    camera = Camera()
    assert (camera.step(1.0, 0.0), camera.step(0.0, -1.0)) == ((1.0, 0.0), (0.0, -1.0))


def test_the_view_stays_after_a_move_that_it_shows() -> None:
    """If a model may move far on a large table, the camera goes farther away to show where. After the move it stays
    there for the next question.
    """
    mover, other = Model("a1", "Ada", (457.0, 356.0)), Model("b1", "Bea", (457.0, 508.0))
    table = Table(914.4, 609.6, tray=Tray(200.0, 200.0, 40.0, (940.0, 100.0))).with_pieces(mover, other)
    auto, around = AutoCamera(), Surroundings((1280, 720), 1.0)
    auto.begin(table, around)

    def shown(table: Table, request: Request[Any]) -> CameraPose:
        auto.follow(table, view_of(table, None, (request,), before=auto.view), around)
        return auto.camera.goal

    action = Choose("Ada", "action", ("move", "attack"))
    region = Region(disc((0.0, 0.0), 12.5), table.width, table.depth, must_touch=disc(mover.at, 140.0))
    before = shown(table, action)
    moving = shown(table, PickPoint("Ada", "move", (("a1", region),)))
    assert moving.distance > 1.5 * before.distance
    assert shown(table.with_pieces(replace(mover, at=(457.0, 480.0))), action) == moving
