"""Picking: which piece a ray from the camera hits."""

import itertools
import math
import warnings

import numpy as np
import pytest
from small_table import small_table

from riotsim.replay.poses import movables, pose_of
from riotsim.table.dice.kinds import KINDS, die_kind
from riotsim.table.pieces import Die, Mesh, PieceId, Terrain
from riotsim.table.poses import Pose, Vector, local_up
from riotsim.table.state import Table
from riotsim.viewer.input.camera import Camera, Ray
from riotsim.viewer.input.picking import on_plane, pick


@pytest.fixture(scope="module")
def table() -> Table:
    """Return a table with one piece of each kind, and a tray."""
    return small_table()


def through(camera: Camera, point: Vector) -> Ray:
    """Return the ray from a camera through a point of the scene."""
    place = camera.project(point, 1280, 720)
    assert place is not None
    return camera.ray(*place, 1280, 720)


@pytest.mark.parametrize("piece", ["a0", "a1", "a2", "s4", "twenty", "coin", "ada1", "cart"])
@pytest.mark.parametrize("yaw", [0.3, math.pi / 2, 4.0])
def test_a_piece_is_picked_where_it_is_seen(table: Table, piece: PieceId, yaw: float) -> None:
    """If the mouse is on the middle of a piece, this piece is picked, from any side."""
    pose = pose_of(movables(table)[piece])
    camera = Camera((pose.at[0], pose.at[1], 0.0), 400.0, yaw, 1.0)
    assert pick(table, {}, through(camera, pose.transform((0.0, 0.0, 1.0)))) == piece


def test_what_stands_before_hides_what_is_behind(table: Table) -> None:
    """If scenery stands before a piece, the scenery is picked and not the piece."""
    camera = Camera((150.0, 150.0, 10.0), 500.0, math.pi / 2, 0.2)
    assert pick(table, {}, through(camera, (150.0, 170.0, 10.0))) == "crate"
    behind = table.with_pieces(Die("hidden", pose=Pose((150.0, 185.0, 8.0))))
    assert pick(behind, {}, through(camera, (150.0, 185.0, 8.0))) == "crate"


def test_a_die_of_a_tower_is_picked_by_itself(table: Table) -> None:
    """Each of five dice in a tower can be picked from the side."""
    camera = Camera((200.0, 120.0, 40.0), 400.0, math.pi / 2, 0.1)
    for k in range(5):
        assert pick(table, {}, through(camera, (200.0, 120.0, 8.0 + 16 * k))) == f"s{k}"


def test_pieces_are_picked_where_they_have_been_moved(table: Table) -> None:
    """If a piece is drawn elsewhere than the table has it, it is picked where it is drawn."""
    camera = Camera.above_table(table.outline)
    there = Pose((30.0, 170.0, 8.0))
    assert pick(table, {"a0": there}, through(camera, there.at)) == "a0"
    assert pick(table, {"a0": there}, through(camera, table.dice["a0"].pose.at)) is None


def test_a_fallen_model_is_picked_along_its_length(table: Table) -> None:
    """If a model has fallen, it is picked along the figure that lies on the ground."""
    camera = Camera.above_table(table.outline)
    pose = pose_of(table.models["bea1"])
    assert pick(table, {}, through(camera, pose.transform((0.0, 0.0, 20.0)))) == "bea1"


@pytest.mark.parametrize("name", KINDS)
def test_a_die_of_any_kind_ends_at_its_faces(name: str) -> None:
    """A level ray just above a die misses the die. A ray straight down onto the die hits it."""
    kind = die_kind(name)
    value = kind.values[0]
    turn = kind.orientation_showing(value)
    at = Pose((50.0, 50.0, 20.0 * kind.flat_height(value)), turn)
    table = Table(100.0, 100.0).with_pieces(Die("die", kind, 20.0, at))
    top = at.at[2] + 20.0 * max(
        sum(a * b for a, b in zip(corner, local_up(turn), strict=True)) for corner in kind.corners
    )
    assert pick(table, {}, Ray((-100.0, 50.0, top + 0.2), (1.0, 0.0, 0.0))) is None
    assert pick(table, {}, Ray((50.0, 50.0, 200.0), (0.0, 0.0, -1.0))) == "die"


def test_nothing_is_picked_beside_the_pieces(table: Table) -> None:
    """If the mouse is beside all pieces, nothing is picked."""
    camera = Camera.above_table(table.outline)
    assert pick(table, {}, through(camera, (20.0, 20.0, 0.0))) is None


def test_a_ray_along_a_face_of_a_mesh_computes_without_a_warning() -> None:
    """If a ray runs along a face of a mesh, picking gives no warning of a division by 0. A ray straight down from above
    still hits the mesh.
    """
    corners = np.array([(0.0, 0.0, 0.0), (10.0, 0.0, 0.0), (0.0, 10.0, 0.0), (5.0, 0.0, 10.0)])
    mesh = Mesh("rock", "", corners, np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]), ())
    table = Table(100.0, 100.0).with_pieces(Terrain("rock", mesh, (50.0, 50.0)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for origin, way in itertools.product(itertools.product((40.0, 50.0, 60.0), (40.0, 50.0, 60.0), (0.0,)), WAYS):
            pick(table, {}, Ray(origin, way))
        assert pick(table, {}, Ray((53.0, 52.0, 50.0), (0.0, 0.0, -1.0))) == "rock"


WAYS = ((1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.6, -0.8, 0.0), (-0.6, 0.8, 0.0), (0.0, 0.0, -1.0))


def test_a_ray_comes_down_where_it_is_aimed(table: Table) -> None:
    """A ray meets the table, or a plane above it, where it is aimed. A level or rising ray meets none."""
    camera = Camera.above_table(table.outline)
    for level in (0.0, 12.0):
        assert on_plane(through(camera, (70.0, 80.0, level)), level) == pytest.approx((70.0, 80.0), abs=1e-6)
    assert on_plane(Ray((0.0, 0.0, 10.0), (0.6, 0.0, 0.8)), 0.0) is None
    assert on_plane(Ray((0.0, 0.0, 10.0), (1.0, 0.0, 0.0)), 0.0) is None
