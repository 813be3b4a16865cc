"""Photos with automatic framing: which subject they show, and that all of it is seen."""

import math

from riotsim.play.requests import PlaceDie
from riotsim.table.pieces import Box, Die, Terrain
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.film.camera import FIELD_OF_VIEW, overview
from riotsim.viewer.film.photo import LOW_PITCH, PHOTO_SIZE, photo_camera, photo_pose, photo_subject
from riotsim.viewer.input.attention import first_view, view_of
from riotsim.viewer.input.auto_camera import AutoCamera
from riotsim.viewer.input.camera import Camera, CameraPose
from riotsim.viewer.input.framing import Surroundings

TABLE = Table(600.0, 600.0)


def heights(pose: CameraPose, *points: tuple[float, float, float]) -> list[float]:
    """Return how far down points are in a photo (0 to 1)."""
    camera = Camera(pose.target, pose.distance, pose.yaw, pose.pitch, FIELD_OF_VIEW)
    seen = [camera.project(point, *PHOTO_SIZE) for point in points]
    return [at[1] / PHOTO_SIZE[1] for at in seen if at is not None]


def test_the_tallest_tower_fills_the_photo() -> None:
    """A photo shows the tallest tower whole and large, seen from low down."""
    table = with_tower(with_tower(TABLE, 4, name="a", at=(100.0, 100.0)), 9, name="b", at=(420.0, 300.0))
    dice = table.tower_dice("b")
    assert set(photo_subject(table, {})) == {die.id for die in dice}
    pose = photo_pose(table, {})
    top, foot = heights(pose, (420.0, 300.0, 9 * dice[0].size), (420.0, 300.0, 0.0))
    assert 0.05 < top < 0.35
    assert 0.65 < foot < 0.95
    assert pose.pitch == LOW_PITCH


def test_what_moves_comes_first() -> None:
    """If dice are in flight, a photo shows them in place of a standing tower. A die that flies far away is left out."""
    table = with_tower(TABLE, 9, name="b", at=(420.0, 300.0)).with_pieces(*(Die(f"d{k}") for k in range(3)))
    poses = {"d0": Pose((90.0, 90.0, 60.0)), "d1": Pose((130.0, 90.0, 20.0)), "d2": Pose((580.0, 580.0, 9.0))}
    assert photo_subject(table, poses) == ("d0", "d1")
    pose = photo_pose(table, poses)
    assert math.dist(pose.target, (110.0, 90.0, 40.0)) < 5.0


def test_a_wall_before_the_subject_is_avoided() -> None:
    """If a wall hides the tower from the usual direction, the photo is taken from another direction."""
    table = with_tower(TABLE, 4, name="b", at=(300.0, 300.0))
    free = photo_pose(table, {})
    away = 60.0
    at = (300.0 - away * math.cos(free.yaw), 300.0 - away * math.sin(free.yaw))
    wall = Terrain("wall", Box(50.0, 50.0, 90.0), at)
    seen = photo_pose(table.with_pieces(wall), {})
    assert seen.yaw != free.yaw
    assert seen.target == free.target


def test_an_empty_table_is_shown_whole() -> None:
    """If the table is empty, a photo has no subject and shows the whole table."""
    assert photo_subject(TABLE, {}) == ()
    assert photo_pose(TABLE, {}) == overview(TABLE, PHOTO_SIZE[0] / PHOTO_SIZE[1])


def test_what_is_seen_from_near_is_in_the_photo() -> None:
    """While a die is put on a tower, the photo shows that tower, although another is taller. It is in the middle, seen
    at the same angle as in the window.
    """
    table = with_tower(with_tower(TABLE, 4, name="a", at=(100.0, 100.0)), 9, name="b", at=(420.0, 300.0))
    auto, around = AutoCamera(), Surroundings((1280, 720), 1.0)
    auto.begin(table, around)
    auto.follow(table, view_of(table, None, (PlaceDie("Ada", "stack", "a", 4, 8.0),)), around)
    camera = photo_camera(table, {}, auto)
    assert camera.pitch == auto.camera.goal.pitch
    at = camera.project((100.0, 100.0, 40.0), *PHOTO_SIZE)
    assert at is not None
    assert math.dist(at, (PHOTO_SIZE[0] / 2, PHOTO_SIZE[1] / 2)) < 0.15 * PHOTO_SIZE[1]


def test_a_view_that_the_user_has_chosen_is_the_photo() -> None:
    """If the user has turned the camera, the photo is taken from this view. Otherwise the photo frames its subject."""
    table = with_tower(TABLE, 9, name="b", at=(420.0, 300.0))
    auto, around = AutoCamera(), Surroundings((1280, 720), 1.0)
    auto.begin(table, around)
    auto.follow(table, first_view(table), around)
    assert photo_camera(table, {}, auto).goal == photo_pose(table, {})
    auto.camera.orbit(0.3, 0.1)
    assert photo_camera(table, {}, auto).goal == auto.camera.goal
