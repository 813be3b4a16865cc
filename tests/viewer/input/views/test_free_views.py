"""Views of a table that no panel hides: the free part of the window, and the pose of the camera for it."""

import math
from dataclasses import replace

import numpy as np
import pytest

from riotsim.table.acts import Drop, Roll, Stack
from riotsim.table.geometry.patches import Patch
from riotsim.table.geometry.plan import rectangle
from riotsim.table.pieces import Die, Model, Token
from riotsim.table.poses import Pose, Vector
from riotsim.table.state import Table, Tray
from riotsim.testing.tables import STEADY_HAND
from riotsim.viewer.input.attention import View, first_view
from riotsim.viewer.input.camera import Camera, CameraPose
from riotsim.viewer.input.framing import (
    BAR_MARGIN,
    CLOSE_PITCH,
    TABLE_PITCH,
    TRAY_PITCH,
    Surroundings,
    _is_clear,
    _pixels,
    first_camera,
    first_pose,
    has_one_column,
    is_free,
    part_pose,
    with_all_pieces,
)

TRAY = Tray(200.0, 150.0, 40.0, (930.0, 40.0))

PATCH = Patch(rectangle((100.0, 100.0), 40.0, 20.0), "#123456")

MODEL = Model("a1", "Ada", (100.0, 80.0))


@pytest.mark.parametrize(
    ("table", "width"),
    [
        (Table(200.0, 200.0, patches=(Patch(rectangle((100.0, 100.0), 200.0, 200.0), "#123456"),)), 1200.0),
        (Table(900.0, 600.0, tray=TRAY).with_pieces(MODEL), 1150.0),
        (Table(600.0, 600.0, tray=TRAY, patches=(PATCH,)), 1400.0),
        (Table(600.0, 600.0).with_pieces(MODEL), 1600.0),
        (Table(600.0, 600.0, tray=TRAY).with_pieces(MODEL), 0.0),
    ],
)
@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_a_narrow_window_has_all_panels_at_the_left(table: Table, width: float, scale: float) -> None:
    """A window below a certain width has one column of panels. The kind of table decides which width that is."""
    for size, has in ((width - 1.0, width > 0.0), (width, False), (width + 1.0, False)):
        assert has_one_column(table, (round(size * scale), 500), scale) == has
    is_large = table.width == 900.0
    assert has_one_column(table, (round((width - 1.0) * scale), 500), scale, has_order=True) == (
        width > 0.0 and not is_large
    )


@pytest.mark.parametrize(
    ("around", "box"),
    [
        (Surroundings((1600, 900), 1.0), (318.0, 12.0, 1282.0, 788.0)),
        (Surroundings((1600, 900), 2.0, 50.0, 30.0), (636.0, 60.0, 964.0, 800.0)),
        (Surroundings((1600, 900), 2.0, 50.0, 30.0, one_column=True), (636.0, 124.0, 1580.0, 800.0)),
        (Surroundings((1600, 900), 2.0, 50.0, 70.0, one_column=True), (636.0, 140.0, 1580.0, 800.0)),
    ],
)
def test_panels_leave_the_middle_of_the_window(around: Surroundings, box: tuple[float, float, float, float]) -> None:
    """The free part leaves out the columns at the sides, the strip at the top and the bar at the bottom. Their sizes
    grow with the scale of the panels.
    """
    assert around.between_panels() == box
    assert BAR_MARGIN == 112.0


def test_pixels_are_clear_inside_the_window_and_beside_panels() -> None:
    """A pixel is clear if a margin separates it from each panel and the window's edge. At a scale of 2, a margin of 4
    panel units is 8 pixels.
    """
    around = Surroundings((200, 100), 2.0, panels=((50.0, 20.0, 80.0, 60.0),))
    rows = [
        ((7.0, 50.0), False), ((8.0, 50.0), True), ((192.0, 50.0), True), ((193.0, 50.0), False),
        ((100.0, 7.0), False), ((100.0, 8.0), True), ((100.0, 92.0), True), ((100.0, 93.0), False),
        ((41.0, 40.0), True), ((42.0, 40.0), False), ((88.0, 40.0), False), ((89.0, 40.0), True),
        ((60.0, 11.0), True), ((60.0, 12.0), False), ((60.0, 68.0), False), ((60.0, 69.0), True),
    ]  # fmt: skip
    assert _is_clear(np.array([at for at, _ in rows]), around, 4.0).tolist() == [clear for _, clear in rows]


@pytest.mark.parametrize("pitch", [0.8, 1.2])
def test_many_cameras_see_places_as_one_camera_does(pitch: float) -> None:
    """Pixels computed for several targets at once are the same as with a separate camera for each target."""
    places: list[Vector] = [(10.0, 20.0, 0.0), (300.0, 150.0, 40.0), (50.0, 400.0, 90.0)]
    targets = [(100.0, 50.0), (250.0, 300.0)]
    seen, ahead = _pixels(np.array(places), np.array(targets), (800, 600), 700.0, pitch)
    assert ahead.all()
    for k, (x, y) in enumerate(targets):
        one = Camera((x, y, 0.0), 700.0, math.pi / 2, pitch).project_all(places, 800, 600)
        assert one is not None
        assert seen[k].ravel().tolist() == pytest.approx(one.ravel().tolist())
    _, behind = _pixels(np.array([(0.0, -900.0, 0.0), (0.0, 0.0, 0.0)]), np.array([(0.0, 0.0)]), (800, 600), 500.0, 0.8)
    assert behind.tolist() == [[False, True]]


@pytest.mark.parametrize(("kind", "pitch"), [("tray", TRAY_PITCH), ("close", CLOSE_PITCH), ("part", TABLE_PITCH)])
def test_a_part_is_framed_between_the_panels(kind: str, pitch: float) -> None:
    """The tray is seen from above, a tower from near, and a part of the table from the usual angle."""
    view = View((100.0, 50.0), (300.0, 200.0), 40.0)
    view = {one: replace(view, kind=one) for one in ("tray", "close", "part")}[kind]
    around = Surroundings((1600, 900), 1.0)
    pose = part_pose(Table(600.0, 600.0), view, around)
    assert pose == Camera.framing(view.corners, around.between_panels(), (1600, 900), pitch).goal
    assert pose.pitch == pitch


DIE, TOKEN = Die("d1", pose=Pose((150.0, 60.0, 8.0))), Token("t1", Pose((200.0, 70.0, 1.5)))

SET = Table(400.0, 300.0).with_pieces(MODEL, DIE, TOKEN, Die("d2", pose=Pose((-50.0, 60.0, 8.0))))

FOOT, TOP = (100.0, 80.0, 0.0), (100.0, 80.0, 40.0)


@pytest.mark.parametrize(
    ("act", "places"),
    [
        (None, (FOOT, TOP, DIE.pose.at, TOKEN.pose.at)),
        (Roll((DIE,), (9.0, 9.0), 0.0, STEADY_HAND), (FOOT, TOP, TOKEN.pose.at)),
        (Stack(DIE, "a1", STEADY_HAND), (FOOT, TOP, TOKEN.pose.at)),
        (Drop(TOKEN, (9.0, 9.0), 50.0, STEADY_HAND), (FOOT, TOP, DIE.pose.at)),
    ],
)
def test_the_first_view_shows_all_pieces(act: Roll | Stack | Drop | None, places: tuple[Vector, ...]) -> None:
    """The first view leaves out pieces off the table and pieces that a hand lets go. Views of other kinds stay as
    they are.
    """
    view = first_view(SET, [(5.0, 6.0, 7.0), FOOT])
    assert with_all_pieces(view, SET, act).asked == ((5.0, 6.0, 7.0), FOOT, *(one for one in places if one != FOOT))
    part = replace(view, kind="part")
    assert with_all_pieces(part, SET, act) == part


def test_the_first_view_of_a_board_shows_its_corners() -> None:
    """The first view of a board includes the corners of the rectangle around the board's squares."""
    board = Table(200.0, 200.0, patches=(Patch(rectangle((100.0, 90.0), 160.0, 140.0), "#123456"),))
    corners = ((20.0, 20.0, 0.0), (20.0, 160.0, 0.0), (180.0, 20.0, 0.0), (180.0, 160.0, 0.0))
    assert with_all_pieces(first_view(board), board, None).asked == corners


def test_the_first_usual_pose_without_hidden_places_is_taken() -> None:
    """A pose is free if all places are in the window and no panel hides them. If no usual pose is free, the camera
    takes a free pose at least as far away. If no pose is free at all, the places are framed between the panels.
    """
    usual = [CameraPose((200.0, 150.0, 0.0), far, math.pi / 2, 0.9) for far in (900.0, 1200.0)]
    middle: list[Vector] = [(200.0, 150.0, 0.0), (220.0, 160.0, 0.0)]
    around = Surroundings((1600, 900), 1.0, panels=((0.0, 0.0, 300.0, 900.0),))
    assert is_free([], around, usual[0])
    assert is_free(middle, around, usual[0])
    assert first_pose(Table(400.0, 300.0), middle, around, usual) == usual[0]
    wall = replace(around, panels=((700.0, 300.0, 900.0, 600.0),))
    assert not is_free(middle, wall, usual[0])
    pose = first_pose(Table(400.0, 300.0), middle, wall, usual)
    assert pose not in usual
    assert is_free(middle, wall, pose)
    assert 900.0 <= pose.distance <= 900.0 * 1.6
    assert not is_free([(200.0, -2000.0, 0.0)], around, usual[0]), "it is behind the camera"
    full = replace(around, panels=((0.0, 0.0, 1600.0, 900.0),))
    framed = Camera.framing(middle, full.between_panels(), (1600, 900), TABLE_PITCH).goal
    assert first_pose(Table(400.0, 300.0), middle, full, usual) == framed


@pytest.mark.parametrize(
    ("table", "side"),
    [
        (Table(600.0, 400.0), 150.0),
        (Table(600.0, 400.0, patches=(Patch(rectangle((560.0, 60.0), 40.0, 60.0), "#123456"),)), 150.0),
        (Table(600.0, 400.0, tray=Tray(200.0, 150.0, 40.0, (630.0, 40.0))), 300.0),
    ],
)
@pytest.mark.parametrize("scale", [1.0, 1.2])
def test_a_table_is_first_shown_between_the_margins(table: Table, side: float, scale: float) -> None:
    """The corners of the table and its tray keep away from the sides and the bottom of the window. Patches keep away
    from the columns of panels. The camera is as near as this allows.
    """
    around = Surroundings((1300, 800), scale)
    camera = first_camera(table, around)
    (left, front), (right, back) = table.outline
    corners: list[tuple[Vector, float]] = [((x, y, 0.0), side * scale) for x in (left, right) for y in (front, back)]
    for patch in table.patches:
        left, front, right, back = patch.footprint.bounds()
        corners += [((x, y, 0.0), 318.0 * scale) for x in (left, right) for y in (front, back)]

    def fits(one: Camera) -> bool:
        places = [(one.project(corner, 1300, 800), margin) for corner, margin in corners]
        return all(at is not None and m <= at[0] <= 1300 - m and at[1] <= 760.0 for at, m in places)

    nearest = Camera.above_table(table.outline)
    assert fits(camera)
    assert (camera.target, camera.pitch, camera.yaw) == (nearest.target, nearest.pitch, nearest.yaw)
    assert camera.goal.distance == camera.distance
    assert not fits(Camera(camera.target, camera.distance / 1.021, camera.yaw, camera.pitch))
    assert camera.distance > nearest.distance
