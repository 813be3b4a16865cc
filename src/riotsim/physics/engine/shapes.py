"""The shapes of bodies: each is made once for a client, however many bodies and acts have it."""

import itertools
import math
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
import pybullet

from riotsim.physics.engine.client import Client, Key
from riotsim.physics.engine.units import UNIT
from riotsim.table.poses import IDENTITY, Vector

GIVEN: Final = 256
"""For so many solids and surfaces it is kept what the engine was given."""


class Shapes:
    """Makes shapes in a client of the engine, and gives the engine's number of each."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def box(self, length: float, width: float, height: float) -> int:
        """Give the shape of a box (mm)."""
        return self._shape(
            ("box", length, width, height),
            lambda: pybullet.createCollisionShape(
                pybullet.GEOM_BOX,
                halfExtents=[side * UNIT / 2 for side in (length, width, height)],
                physicsClientId=self._client.number,
            ),
        )

    def cylinder(self, diameter: float, height: float) -> int:
        """Give the shape of an upright cylinder about its centre (mm)."""
        return self._shape(
            ("cylinder", diameter, height),
            lambda: pybullet.createCollisionShape(
                pybullet.GEOM_CYLINDER,
                radius=diameter / 2 * UNIT,
                height=height * UNIT,
                physicsClientId=self._client.number,
            ),
        )

    def figure(self, base: float, thickness: float, girth: float, height: float) -> int:
        """Give the shape of a column with a rounded top on a round base, about its foot (mm).

        `base` and `girth` are diameters; `height` is that of the column's top above the ground.
        """
        return self._shape(
            ("figure", base, thickness, girth, height),
            lambda: pybullet.createCollisionShapeArray(
                shapeTypes=[pybullet.GEOM_CYLINDER, pybullet.GEOM_CAPSULE],
                radii=[base / 2 * UNIT, girth / 2 * UNIT],
                lengths=[thickness * UNIT, (height - girth) * UNIT],
                halfExtents=[[0.0, 0.0, 0.0]] * 2,
                collisionFramePositions=[[0.0, 0.0, thickness / 2 * UNIT], [0.0, 0.0, height / 2 * UNIT]],
                collisionFrameOrientations=[list(IDENTITY)] * 2,
                physicsClientId=self._client.number,
            ),
        )

    def pieces(self, base: float, thickness: float, pieces: Sequence[Sequence[Vector]]) -> int:
        """Give the shape of convex solids on a round base (mm), about the base's foot; they begin on its top at z = 0.

        `base` is a diameter; each solid is given by its corners.
        """
        shape = self._shape(
            ("pieces", base, thickness, tuple(map(tuple, pieces))),
            lambda: create_pieces(self._client.number, base * UNIT, thickness * UNIT, pieces, UNIT),
        )
        if shape not in self._client.looks:
            # A body's looks are made from its shape, whose file is gone; nobody sees them.
            self._client.looks[shape] = pybullet.createVisualShape(
                pybullet.GEOM_SPHERE, radius=thickness * UNIT, physicsClientId=self._client.number
            )
        return shape

    def hull(self, corners: Sequence[Vector], radius: float = 0.0) -> int:
        """Give the shape of a convex solid by its corners (mm), grown by `radius` mm in all directions."""
        shape = self._shape(
            ("hull", tuple(corners), radius),
            lambda: pybullet.createCollisionShape(
                pybullet.GEOM_MESH,
                vertices=_corners(tuple(corners)),
                physicsClientId=self._client.number,
            ),
        )
        if radius > 0.0:
            self._client.margins[shape] = radius * UNIT
        return shape

    def rounded_cube(self, size: float, radius: float) -> int:
        """Give the shape of a cube with rounded edges (mm) that can stand in a tower."""
        return self._shape(
            ("rounded cube", size, radius),
            lambda: create_rounded_cube(self._client.number, size * UNIT, radius * UNIT, HAIR * UNIT),
        )

    def trimesh(self, vertices: npt.NDArray[np.float64], triangles: npt.NDArray[np.int32]) -> int:
        """Give the shape of a surface of triangles (mm), for things that never move."""
        points, faces = np.asarray(vertices, np.float64).tobytes(), np.asarray(triangles, np.int32).tobytes()

        def create() -> int:
            corners, indices = _surface(points, faces)
            return int(
                pybullet.createCollisionShape(
                    pybullet.GEOM_MESH,
                    vertices=corners,
                    indices=indices,
                    flags=pybullet.GEOM_FORCE_CONCAVE_TRIMESH,
                    physicsClientId=self._client.number,
                )
            )

        return self._shape(("surface", points, faces), create)

    def keys(self) -> dict[int, Key]:
        """Tell of each shape what it is, for `again`."""
        return {shape: key for key, shape in self._client.shapes.items()}

    def again(self, key: Key) -> int:
        """Give the shape that another client's `keys` tells of."""
        match key:
            case ("box", length, width, height):
                return self.box(length, width, height)
            case ("cylinder", diameter, height):
                return self.cylinder(diameter, height)
            case ("figure", base, thickness, girth, height):
                return self.figure(base, thickness, girth, height)
            case ("pieces", base, thickness, pieces):
                return self.pieces(base, thickness, pieces)
            case ("hull", corners, radius):
                return self.hull(corners, radius)
            case ("rounded cube", size, radius):
                return self.rounded_cube(size, radius)
            case ("surface", vertices, triangles):
                return self.trimesh(
                    np.frombuffer(vertices).reshape(-1, 3), np.frombuffer(triangles, np.int32).reshape(-1, 3)
                )
        raise ValueError(f"there is no shape like {key[0]}")

    def _shape(self, key: Key, create: Callable[[], int]) -> int:
        """The shape of that name, made if there is none yet."""
        shape = self._client.shapes.get(key)
        if shape is None:
            shape = self._client.shapes[key] = int(create())
        return shape


# Pybullet never lets go of a list of corners that it was given. So each client is given the same: games, which make a
# client every other time, grew by 0.03 MB with each that had scenery.


@lru_cache(GIVEN)
def _corners(corners: tuple[Vector, ...]) -> list[list[float]]:
    """Give corners (mm) as the engine takes them."""
    return [[part * UNIT for part in corner] for corner in corners]


@lru_cache(GIVEN)
def _surface(vertices: bytes, triangles: bytes) -> tuple[list[list[float]], list[int]]:
    """Give a surface as the engine takes it, by the bytes of its corners (float64, mm) and of its triangles (int32)."""
    return (np.frombuffer(vertices).reshape(-1, 3) * UNIT).tolist(), np.frombuffer(triangles, np.int32).tolist()


def create_pieces(client: int, base: float, thickness: float, pieces: Sequence[Sequence[Vector]], unit: float) -> int:
    """Make the shape: a base of this diameter and thickness (engine's units), and solids by their corners times `unit`.

    The engine makes several hulls at once from a file only, an OBJ with a part for each.
    """
    with _file(pieces, unit) as path:
        # What it remembers of files it would never forget, and each of these has a name of its own.
        pybullet.setPhysicsEngineParameter(enableFileCaching=0, physicsClientId=client)
        shape = pybullet.createCollisionShapeArray(
            shapeTypes=[pybullet.GEOM_CYLINDER, pybullet.GEOM_MESH],
            radii=[base / 2, 0.0],
            lengths=[thickness, 0.0],
            halfExtents=[[0.0, 0.0, 0.0]] * 2,
            fileNames=["", path],
            meshScales=[[1.0, 1.0, 1.0]] * 2,
            collisionFramePositions=[[0.0, 0.0, thickness / 2], [0.0, 0.0, thickness]],
            collisionFrameOrientations=[list(IDENTITY)] * 2,
            physicsClientId=client,
        )
    return int(shape)


@contextmanager
def _file(solids: Sequence[Sequence[Vector]], unit: float) -> Iterator[str]:
    """A file with these solids, for as long as the block lasts.

    The engine makes the hull of each part's corners. A corner counts if some triangle has it, so triangles go through
    all of them in turn; they are no faces.
    """
    handle, path = tempfile.mkstemp(prefix="riotsim-", suffix=".obj")
    try:
        with os.fdopen(handle, "w", encoding="ascii") as stream:
            first = 1
            for number, corners in enumerate(solids):
                stream.write(f"o solid{number}\n")
                stream.writelines(f"v {x * unit!r} {y * unit!r} {z * unit!r}\n" for x, y, z in corners)
                last = first + len(corners) - 1
                stream.writelines(f"f {k} {k + 1} {k + 2}\n" for k in range(first, last - 1))
                first = last + 1
        yield path
    finally:
        os.unlink(path)


HAIR: Final = 0.03
"""By how much the round edges of a cube in a tower lie deeper than they should (mm), so that faces meet by their flat
parts alone. A cube in a tower is three boxes that share its centre, each as long as the cube in one direction and as
its flat parts in the others, and a capsule for each edge. Measured with edges of 1.5 mm on 16 mm under Dantzig, on 120
random stacks of 2 to 10: no false fall of 49 with at least 1 mm of margin, no false stand of 60 below -0.3 mm, and a
tower of 13 sinks by 0.007 mm in 10 s, all as sharp cubes do. Without the hair Dantzig is a hundred times slower. A hull
with 80 corners let 4 of 20 fall that should stand, and its tower of 13 falls at once; a cube grown by a margin let 1 of
20 fall, and its tower creeps by 0.4 mm in 10 s, as do both under impulses at 960 Hz."""

_UPRIGHT_TO: Final = (
    (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)),
    (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)),
    IDENTITY,
)
"""Turns from the upright axis to along x, y and z."""


def create_rounded_cube(client: int, size: float, radius: float, hair: float) -> int:
    """Make the shape in the engine's own units, and give its number."""
    half, flat = size / 2, size / 2 - radius
    sides = [[flat] * 3 for _ in range(3)]
    places: list[list[float]] = [[0.0, 0.0, 0.0] for _ in range(3)]
    turns = [list(IDENTITY) for _ in range(3)]
    for axis, turn in enumerate(_UPRIGHT_TO):
        sides[axis][axis] = half
        for one, other in itertools.product((flat, -flat), repeat=2):
            place = [one, other]
            place.insert(axis, 0.0)
            places.append(place)
            turns.append(list(turn))
    edges = len(places) - 3
    return int(
        pybullet.createCollisionShapeArray(
            shapeTypes=[pybullet.GEOM_BOX] * 3 + [pybullet.GEOM_CAPSULE] * edges,
            radii=[0.0] * 3 + [max(radius / 2, radius - hair)] * edges,
            lengths=[0.0] * 3 + [2 * flat] * edges,
            halfExtents=sides + [[0.0, 0.0, 0.0]] * edges,
            collisionFramePositions=places,
            collisionFrameOrientations=turns,
            physicsClientId=client,
        )
    )
