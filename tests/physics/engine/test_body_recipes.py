"""The shapes, masses and places with which pieces enter the engine, recorded by a stand-in for the world."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from riotsim.physics.bodies.body import Body, MotionType, add, add_all
from riotsim.physics.bodies.size_and_mass import (
    bounding_radius,
    half_thickness,
    inertia,
    mass,
    model_height,
    model_radius,
)
from riotsim.physics.engine.client import BodyRecipe
from riotsim.physics.engine.materials import DICE, MINIATURE, SCENERY, TOKEN, Material
from riotsim.physics.engine.world import World
from riotsim.table.dice.custom import cuboid, rounded
from riotsim.table.dice.kinds import D6, die_kind
from riotsim.table.pieces import Box, Die, Figure, Hull, Mesh, Model, Piece, Terrain, Token
from riotsim.table.poses import ORIGIN, Pose, Vector, about_z

DENSITY = DICE.density

PLACE = Pose((30.0, 40.0, 25.0), about_z(0.4))


class Notes:
    """A stand-in for the world that records shapes and bodies. A shape is its name and sizes."""

    def __init__(self) -> None:
        self.prepared: list[BodyRecipe] = []
        self.added: list[tuple[object, Pose, Material, float, Vector | None, float, float]] = []

    @property
    def shapes(self) -> "Notes":
        """The maker of shapes."""
        return self

    def __getattr__(self, name: str) -> Callable[..., object]:
        return lambda *sizes: (name, *sizes)

    def prepare(self, recipes: Sequence[BodyRecipe]) -> None:
        """Note which bodies will be added."""
        self.prepared += recipes

    def add(
        self,
        shape: object,
        pose: Pose,
        material: Material,
        mass: float = 0.0,
        inertia: Vector | None = None,
        damping: float = 0.0,
        rolling: float = 0.0,
    ) -> int:
        """Note a body, and return its number, from 100 on."""
        self.added.append((shape, pose, material, mass, inertia, damping, rolling))
        return 99 + len(self.added)


def entered(piece: Piece, motion_type: MotionType, thrown: bool = False) -> tuple[Body, list[object]]:
    """Return the body of a piece, and its shape, pose, material, mass, inertia, damping and rolling lever."""
    world = Notes()
    body = add(cast(World, world), piece, motion_type, thrown=thrown)
    (found,) = world.added
    (recipe,) = world.prepared
    assert tuple(recipe) == (found[0], *found[2:])
    assert (body.number, body.piece, body.motion_type) == (100, piece, motion_type)
    return body, list(found)


def ball(radius: float) -> list[object]:
    """Return the corners of a cube around a sphere, relative to its middle."""
    return [pytest.approx((-radius,) * 3), pytest.approx((radius,) * 3)]


FREE, HELD, FIXED = MotionType.FREE, MotionType.HELD, MotionType.FIXED


def test_a_cube_enters_as_a_box_with_its_mass() -> None:
    """A cube enters as a box. Its mass is its volume times its density, and its moments of inertia are m a² / 6."""
    body, found = entered(Die("a", size=12.0, pose=PLACE), FREE)
    grams = DENSITY * 12.0**3
    assert found[:3] == [("box", 12.0, 12.0, 12.0), PLACE, DICE]
    assert found[3] == pytest.approx(grams)
    assert found[4] == pytest.approx((grams * 144.0 / 6,) * 3)
    assert found[5:] == [0.0, 0.0]
    assert [body.low, body.high] == ball(6.0 * math.sqrt(3.0))
    assert (body.at, body.orientation, body.centre_height, body.has_tower_shape) == (
        PLACE.at,
        PLACE.orientation,
        0.0,
        False,
    )
    assert body.half_thickness == pytest.approx(6.0)
    assert entered(Die("a", size=12.0, pose=PLACE), HELD)[1][3:] == [0.0, None, 0.0, 0.0]


def test_a_cuboid_enters_as_a_box_of_its_edges() -> None:
    """A cuboid enters as a box of its edges. Its moments of inertia are m (b² + c²) / 12 for each axis."""
    body, found = entered(Die("a", cuboid(1.5, 0.5, 2.0), 10.0, PLACE), FREE)
    grams = DENSITY * 15.0 * 5.0 * 20.0
    assert found[0] == ("box", 15.0, 5.0, 20.0)
    assert found[3] == pytest.approx(grams)
    assert found[4] == pytest.approx((grams * 425.0 / 12, grams * 625.0 / 12, grams * 250.0 / 12))
    assert [body.low, body.high] == ball(math.sqrt(15.0**2 + 5.0**2 + 20.0**2) / 2)
    assert body.half_thickness == pytest.approx(2.5)


@pytest.mark.parametrize("thrown", [False, True])
def test_a_rounded_cube_enters_with_one_shape_for_towers_and_one_for_throws(thrown: bool) -> None:
    """If a rounded cube is thrown, its shape is a smaller cube with a margin around it. Otherwise it has another shape,
    which is marked as that for towers.
    """
    kind = rounded(D6, 0.125)
    body, found = entered(Die("a", kind, 16.0, PLACE), FREE, thrown)
    shape = cast(Sequence[object], found[0])
    assert body.has_tower_shape is not thrown
    if thrown:
        assert (shape[0], shape[2]) == ("hull", 2.0)
        assert sorted(cast(list[Vector], shape[1])) == [(x, y, z) for x in (-6, 6) for y in (-6, 6) for z in (-6, 6)]
    else:
        assert shape == ("rounded_cube", 16.0, 2.0)
    # A cube without edges: its inner cube, six plates, twelve quarters of cylinders, and eight eighths of a sphere.
    volume = 12.0**3 + 6 * 144 * 2 + 3 * math.pi * 4 * 12 + 4 / 3 * math.pi * 8
    assert found[3] == pytest.approx(DENSITY * volume)


def test_other_dice_enter_as_hulls() -> None:
    """A d8 enters as the hull of its corners, scaled to its size. Its three moments of inertia are equal."""
    kind = die_kind("d8")
    body, found = entered(Die("a", kind, 15.0, PLACE), FREE, thrown=True)
    assert found[0] == ("hull", [tuple(15.0 * part for part in corner) for corner in kind.corners], 0.0)
    edge = 15.0 * math.sqrt(1.5)  # of a regular octahedron whose opposite faces are 15 mm apart
    grams = DENSITY * math.sqrt(2.0) / 3 * edge**3
    assert found[3] == pytest.approx(grams)
    assert found[4] == pytest.approx((grams * edge**2 / 10,) * 3)
    assert [body.low, body.high] == ball(edge / math.sqrt(2.0))
    assert body.half_thickness == pytest.approx(7.5)
    assert not body.has_tower_shape


@pytest.mark.parametrize("motion_type", [FREE, HELD])
def test_a_token_enters_as_a_disc(motion_type: MotionType) -> None:
    """A token enters as a disc, with the moments of inertia m (3r² + h²) / 12 and m r² / 2. If it isn't free, it has no
    mass.
    """
    body, found = entered(Token("t", PLACE, 22.0, 5.0), motion_type)
    grams = TOKEN.density * math.pi * 11.0**2 * 5.0
    assert found[:3] == [("cylinder", 22.0, 5.0), PLACE, TOKEN]
    assert found[3] == pytest.approx(grams if motion_type is FREE else 0.0)
    assert found[4] == pytest.approx((grams * (363.0 + 25.0) / 12, grams * (363.0 + 25.0) / 12, grams * 60.5))
    assert found[5:] == [0.8, 0.05]
    assert [body.low, body.high] == ball(math.sqrt(22.0**2 + 5.0**2) / 2)
    assert (body.half_thickness, body.at, body.centre_height) == (2.5, PLACE.at, 0.0)


SOLIDS: tuple[tuple[Vector, ...], ...] = (((0.0, 0.0, 0.0), (4.0, 0.0, 0.0), (0.0, 4.0, 0.0), (0.0, 0.0, 9.0)),)

PLAIN = Model("m", "x", (30.0, 40.0), heading=0.7, level=5.0)

MODELS: tuple[tuple[str, Model, tuple[object, ...], float, float, float], ...] = (
    ("plain", PLAIN, ("figure", 25.0, 3.0, pytest.approx(13.75), 28.0), 0.0, 12.5, 28.0),
    ("fallen", replace(PLAIN, fallen=True), ("cylinder", 25.0, 3.0), 1.5, 12.5, 3.0),
    (
        "figure with solids",
        replace(PLAIN, figure=Figure("f", "", 33.0, SOLIDS)),
        ("pieces", 25.0, 3.0, SOLIDS),
        0.0,
        12.5,
        36.0,
    ),
    (
        "figure that is only drawn",
        replace(PLAIN, figure=Figure("f", "", 33.0)),
        ("figure", 25.0, 3.0, pytest.approx(13.75), 28.0),
        0.0,
        12.5,
        28.0,
    ),
    (
        "fallen figure",
        replace(PLAIN, fallen=True, figure=Figure("f", "", 33.0, SOLIDS)),
        ("cylinder", 25.0, 3.0),
        1.5,
        12.5,
        3.0,
    ),
    ("vehicle", replace(PLAIN, base=Hull(60.0, 32.0)), ("box", 60.0, 32.0, 28.0), 14.0, 34.0, 28.0),
)
"""Models with the shape, the height of the shape's origin, the radius and the height that each should have."""


@pytest.mark.parametrize(
    ("model", "shape", "rise", "radius", "height"), [row[1:] for row in MODELS], ids=[row[0] for row in MODELS]
)
def test_a_model_enters_with_its_foot_on_its_level(
    model: Model, shape: tuple[object, ...], rise: float, radius: float, height: float
) -> None:
    """A model enters with its foot at its level. A held model never turns, so its box has its radius and height. A free
    model may turn any way, so its box is larger.
    """
    turn = about_z(0.7)
    for motion_type in (HELD, FREE):
        body, found = entered(model, motion_type)
        assert found == [
            shape,
            Pose((30.0, 40.0, 5.0 + rise), turn),
            MINIATURE,
            12.0 if motion_type is FREE else 0.0,
            None,
            0.0,
            0.0,
        ]
        assert (body.at, body.orientation, body.centre_height) == ((30.0, 40.0, 5.0), turn, rise)
        reach = math.hypot(radius, height)
        corners: list[object] = (
            ball(reach) if motion_type is FREE else [(-radius, -radius, 0.0), (radius, radius, height)]
        )
        assert [body.low, body.high] == corners
        assert body.half_thickness == math.inf
    assert (model_radius(model), model_height(model)) == (radius, height)


def test_scenery_enters_where_it_stands() -> None:
    """A box enters with its origin at half its height, and a mesh with its origin at its foot. Neither has a mass, nor
    a box for searches.
    """
    corners, sides = np.zeros((3, 3)), np.array([[0, 1, 2]], dtype=np.int32)
    mesh = Mesh("n", "", corners, sides, ())
    for shape, made, rise in (
        (Box(50.0, 20.0, 30.0), ("box", 50.0, 20.0, 30.0), 15.0),
        (mesh, ("trimesh", corners, sides), 0.0),
    ):
        body, found = entered(Terrain("t", shape, (7.0, 9.0), 0.3), FIXED)
        assert cast(tuple[object, ...], found[0])[0] == made[0]
        assert all(a is b or a == b for a, b in zip(cast(tuple[object, ...], found[0]), made, strict=True))
        assert found[1:] == [Pose((7.0, 9.0, rise), about_z(0.3)), SCENERY, 0.0, None, 0.0, 0.0]
        assert [body.at, body.low, body.high] == [(7.0, 9.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)]
        assert body.centre_height == rise


def test_several_pieces_enter_in_their_order() -> None:
    """If several pieces enter, all bodies are prepared before the first is made. They are returned in the order of the
    pieces.
    """
    world = Notes()
    pieces: list[tuple[Piece, MotionType]] = [(Die("b"), FREE), (Token("a", ORIGIN), HELD), (Die("c", size=9.0), HELD)]
    bodies = add_all(cast(World, world), pieces)
    assert [(body.piece, body.motion_type, body.number) for body in bodies] == [
        (piece, motion_type, 100 + k) for k, (piece, motion_type) in enumerate(pieces)
    ]
    assert [recipe.shape for recipe in world.prepared] == [row[0] for row in world.added]


def test_sizes_and_masses_of_dice_scale() -> None:
    """If a die is twice as large, its lengths double. Its mass grows with the third power, and its inertia with the
    fifth.
    """
    for kind in (D6, die_kind("d4"), die_kind("d10"), rounded(D6, 0.2)):
        assert mass(kind, 24.0) == pytest.approx(8.0 * mass(kind, 12.0))
        assert inertia(kind, 24.0) == pytest.approx(tuple(32.0 * part for part in inertia(kind, 12.0)))
        small, large = Die("a", kind, 12.0), Die("a", kind, 24.0)
        assert bounding_radius(large) == pytest.approx(2.0 * bounding_radius(small))
        assert half_thickness(large) == pytest.approx(2.0 * half_thickness(small))
    assert half_thickness(PLAIN) == half_thickness(Terrain("t", Box(1.0, 2.0, 3.0), (0.0, 0.0))) == math.inf
