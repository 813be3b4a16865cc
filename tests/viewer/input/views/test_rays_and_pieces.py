"""Rays against pieces: exactly where a ray begins to miss, and which of several pieces is the first."""

import math

import numpy as np
import pytest

from riotsim.table.pieces import BASE_THICKNESS, Box, Die, Hull, Mesh, Model, Terrain, Token
from riotsim.table.poses import Pose, Vector, about_z
from riotsim.table.state import Table
from riotsim.viewer.input.camera import Ray
from riotsim.viewer.input.picking import BODY_SHARE, VEHICLE_HEIGHT, on_plane, pick

EAST, WEST, DOWN = (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, -1.0)

CORNERS = np.array([(0.0, 0.0, 0.0), (30.0, 0.0, 0.0), (0.0, 20.0, 0.0), (0.0, 0.0, 40.0)])

TETRA = Mesh("rock", "", CORNERS, np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]), ())

TABLE = Table(600.0, 400.0).with_pieces(
    Die("d1", size=16.0, pose=Pose((100.0, 50.0, 8.0))),
    Token("t1", Pose((200.0, 50.0, 2.0)), 20.0, 4.0),
    Model("m1", "Ada", (300.0, 50.0)),
    Model("v1", "Ada", (400.0, 50.0), Hull(60.0, 20.0), math.pi / 2),
    Terrain("w1", Box(50.0, 10.0, 30.0), (100.0, 200.0), math.pi / 2),
    Terrain("r1", TETRA, (200.0, 200.0)),
)

HALF = 12.5 * BODY_SHARE
"""Radius of the body of the model m1 (mm). Its base has a radius of 12.5 mm."""


@pytest.mark.parametrize(
    ("origin", "way", "piece"),
    [
        ((107.9, 57.9, 90.0), DOWN, "d1"),
        ((108.1, 57.9, 90.0), DOWN, None),
        ((107.9, 41.9, 90.0), DOWN, None),
        ((50.0, 50.0, 15.9), EAST, "d1"),
        ((50.0, 50.0, 16.1), EAST, "m1"),
        ((209.9, 50.0, 90.0), DOWN, "t1"),
        ((210.1, 50.0, 90.0), DOWN, None),
        ((150.0, 50.0, 3.9), EAST, "t1"),
        ((150.0, 50.0, 4.1), EAST, "m1"),
        ((312.4, 50.0, 90.0), DOWN, "m1"),
        ((312.6, 50.0, 90.0), DOWN, None),
        ((300.0, 50.0 + HALF - 0.1, 20.0), DOWN, "m1"),
        ((250.0, 50.0 + HALF - 0.1, 25.0), EAST, "m1"),
        ((250.0, 50.0 + HALF + 0.1, 25.0), EAST, None),
        ((250.0, 62.4, BASE_THICKNESS - 0.1), EAST, "m1"),
        ((250.0, 61.0, BASE_THICKNESS + 0.1), EAST, "v1"),
        ((250.0, 50.0, 30.9), EAST, "m1"),
        ((250.0, 50.0, 31.1), EAST, None),
        ((409.9, 79.9, 90.0), DOWN, "v1"),
        ((410.1, 79.9, 90.0), DOWN, None),
        ((409.9, 80.1, 90.0), DOWN, None),
        ((390.1, 20.1, 90.0), DOWN, "v1"),
        ((500.0, 50.0, VEHICLE_HEIGHT - 0.1), WEST, "v1"),
        ((500.0, 50.0, VEHICLE_HEIGHT + 0.1), WEST, "m1"),
        ((104.9, 224.9, 90.0), DOWN, "w1"),
        ((105.1, 200.0, 90.0), DOWN, None),
        ((95.1, 175.1, 90.0), DOWN, "w1"),
        ((100.0, 225.1, 90.0), DOWN, None),
        ((50.0, 200.0, 29.9), EAST, "w1"),
        ((50.0, 200.0, 30.1), EAST, "r1"),
        ((214.9, 209.9, 90.0), DOWN, "r1"),  # the slanting edge goes from (230, 200) to (200, 220)
        ((215.1, 210.1, 90.0), DOWN, None),
        ((199.9, 205.0, 90.0), DOWN, None),
        ((215.0, 199.9, 90.0), DOWN, None),
        ((200.1, 200.1, 90.0), DOWN, "r1"),
        ((200.1, 200.1, -9.0), DOWN, None),
        ((150.0, 200.1, 39.6), EAST, "r1"),
        ((150.0, 200.1, 40.1), EAST, None),
        ((590.0, 50.0, 8.0), EAST, None),
        ((100.0, 50.0, 8.0), EAST, "d1"),
    ],
)
def test_a_ray_hits_a_piece_up_to_its_edge(origin: Vector, way: Vector, piece: str | None) -> None:
    """A ray just inside the edge of a piece hits it, and a ray just outside misses it. A ray doesn't hit a piece behind
    its start.
    """
    assert pick(TABLE, {}, Ray(origin, way)) == piece


def test_the_first_piece_on_a_ray_is_picked() -> None:
    """The nearest piece on a ray is picked, from whichever side the ray comes, and even if it is scenery. Among pieces
    at the same distance, the first by name is picked.
    """
    first = (("d1", EAST, (0.0, 50.0, 2.0)), ("v1", WEST, (590.0, 50.0, 2.0)), ("w1", EAST, (0.0, 205.0, 5.0)),
             ("r1", WEST, (590.0, 205.0, 5.0)))  # fmt: skip
    for piece, way, origin in first:
        assert pick(TABLE, {}, Ray(origin, way)) == piece
    twins = Table(100.0, 100.0).with_pieces(*(Die(name, pose=Pose((50.0, 50.0, 8.0))) for name in ("b", "a", "c")))
    assert pick(twins, {}, Ray((50.0, 50.0, 90.0), DOWN)) == "a"


def test_moved_and_turned_pieces_are_hit_where_they_are() -> None:
    """If poses are given, rays hit the pieces there and not at their poses on the table. A turned die is hit at its
    turned corners.
    """
    poses = {"d1": Pose((150.0, 300.0, 30.0), about_z(math.pi / 4)), "t1": Pose((300.0, 300.0, 2.0)), "z9": Pose(DOWN)}
    assert pick(TABLE, poses, Ray((150.0 + 11.2, 300.0, 90.0), DOWN)) == "d1"
    assert pick(TABLE, poses, Ray((150.0 + 11.4, 300.0, 90.0), DOWN)) is None
    assert pick(TABLE, poses, Ray((157.9, 307.9, 90.0), DOWN)) is None
    assert pick(TABLE, poses, Ray((100.0, 50.0, 90.0), DOWN)) is None
    assert pick(TABLE, poses, Ray((300.0, 300.0, 90.0), DOWN)) == "t1"
    assert pick(Table(100.0, 100.0), {}, Ray((50.0, 50.0, 90.0), DOWN)) is None


@pytest.mark.parametrize(
    ("ray", "level", "at"),
    [
        (Ray((10.0, 20.0, 50.0), (0.6, 0.0, -0.8)), 0.0, (47.5, 20.0)),
        (Ray((10.0, 20.0, 50.0), (0.0, -0.6, -0.8)), 10.0, (10.0, -10.0)),
        (Ray((10.0, 20.0, 50.0), (0.6, 0.0, 0.8)), 0.0, None),
        (Ray((10.0, 20.0, 50.0), (0.6, 0.0, 0.8)), 90.0, (40.0, 20.0)),
        (Ray((10.0, 20.0, 50.0), (0.6, 0.0, -0.8)), 50.0, None),
        (Ray((10.0, 20.0, 50.0), (1.0, 0.0, -1e-10)), 0.0, None),
    ],
)
def test_a_ray_meets_a_plane_ahead_of_it(ray: Ray, level: float, at: tuple[float, float] | None) -> None:
    """A ray meets a level plane only if it goes towards the plane, not away from it or along it."""
    assert on_plane(ray, level) == (None if at is None else pytest.approx(at))
