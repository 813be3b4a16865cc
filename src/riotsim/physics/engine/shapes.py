"""Collision shapes. Each shape is made only once in each client. All bodies and acts of the client share it."""

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

from riotsim.physics.engine.client import Client, ShapeKey
from riotsim.physics.engine.solver import UNITS_PER_MM
from riotsim.table.poses import IDENTITY, Vector

CORNER_CACHE_SIZE: Final = 256
"""Size of each of two caches: one keeps the corners of solids, and the other keeps surfaces. All clients share them."""


class Shapes:
    """The collision shapes of a client.

    A method such as `box` returns the index of a shape: the engine's number for it. The first call makes the shape.
    """

    def __init__(self, client: Client) -> None:
        self._client = client

    def box(self, length: float, width: float, height: float) -> int:
        """Return the index of a box with its origin at the centre (sides in mm)."""
        return self._shape(
            ("box", length, width, height),
            lambda: pybullet.createCollisionShape(
                pybullet.GEOM_BOX,
                halfExtents=[side * UNITS_PER_MM / 2 for side in (length, width, height)],
                physicsClientId=self._client.number,
            ),
        )

    def cylinder(self, diameter: float, height: float) -> int:
        """Return the index of an upright cylinder with its origin at the centre (measures in mm)."""
        return self._shape(
            ("cylinder", diameter, height),
            lambda: pybullet.createCollisionShape(
                pybullet.GEOM_CYLINDER,
                radius=diameter / 2 * UNITS_PER_MM,
                height=height * UNITS_PER_MM,
                physicsClientId=self._client.number,
            ),
        )

    def figure(self, base: float, thickness: float, girth: float, height: float) -> int:
        """Return the index of a shape for a figure: a column with a rounded top on a round base.

        The origin of the shape is the middle of the underside of its base.

        Args:
            base: Diameter of the base (mm).
            thickness: Height of the base (mm).
            girth: Diameter of the column (mm).
            height: Height of the column's top above the ground (mm).
        """
        return self._shape(
            ("figure", base, thickness, girth, height),
            lambda: pybullet.createCollisionShapeArray(
                shapeTypes=[pybullet.GEOM_CYLINDER, pybullet.GEOM_CAPSULE],
                radii=[base / 2 * UNITS_PER_MM, girth / 2 * UNITS_PER_MM],
                lengths=[thickness * UNITS_PER_MM, (height - girth) * UNITS_PER_MM],
                halfExtents=[[0.0, 0.0, 0.0]] * 2,
                collisionFramePositions=[
                    [0.0, 0.0, thickness / 2 * UNITS_PER_MM],
                    [0.0, 0.0, height / 2 * UNITS_PER_MM],
                ],
                collisionFrameOrientations=[list(IDENTITY)] * 2,
                physicsClientId=self._client.number,
            ),
        )

    def pieces(self, base: float, thickness: float, pieces: Sequence[Sequence[Vector]]) -> int:
        """Return the index of a shape that consists of convex solids on a round base.

        The origin of the shape is the middle of the underside of its base.

        Args:
            base: Diameter of the base (mm).
            thickness: Height of the base (mm).
            pieces: Corners of each solid (mm), measured from the middle of the upper side of the base.
        """
        return self._shape(
            ("pieces", base, thickness, tuple(map(tuple, pieces))),
            lambda: create_pieces(
                self._client.number, base * UNITS_PER_MM, thickness * UNITS_PER_MM, pieces, UNITS_PER_MM
            ),
        )

    def hull(self, corners: Sequence[Vector], radius: float = 0.0) -> int:
        """Return the index of the convex hull of corners (mm), enlarged by `radius` mm in all directions."""
        shape = self._shape(
            ("hull", tuple(corners), radius),
            lambda: pybullet.createCollisionShape(
                pybullet.GEOM_MESH,
                vertices=_to_engine_units(tuple(corners)),
                physicsClientId=self._client.number,
            ),
        )
        if radius > 0.0:
            self._client.margins[shape] = radius * UNITS_PER_MM
        return shape

    def rounded_cube(self, size: float, radius: float) -> int:
        """Return the index of a cube with rounded edges, as dice in towers have it. `EDGE_RECESS` explains the shape.

        Args:
            size: Edge length of the cube (mm).
            radius: Radius of the rounded edges (mm).
        """
        return self._shape(
            ("rounded cube", size, radius),
            lambda: create_rounded_cube(
                self._client.number, size * UNITS_PER_MM, radius * UNITS_PER_MM, EDGE_RECESS * UNITS_PER_MM
            ),
        )

    def trimesh(self, vertices: npt.NDArray[np.float64], triangles: npt.NDArray[np.int32]) -> int:
        """Return the index of a triangle mesh, for bodies that never move.

        Args:
            vertices: Corners (n × 3, mm).
            triangles: Indices of each triangle's corners (m × 3).
        """
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

    def keys(self) -> dict[int, ShapeKey]:
        """Return the key of each shape, by the shape's index.

        With a key, `from_key` can make the same shape in another client.
        """
        return {shape: key for key, shape in self._client.shapes.items()}

    def from_key(self, key: ShapeKey) -> int:
        """Return the index of the shape with this key. The key may come from another client.

        Raises:
            ValueError: The key is not of a known kind of shape.
        """
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

    def _shape(self, key: ShapeKey, create: Callable[[], int]) -> int:
        """Return the index of the shape with this key. Call `create` to make the shape if there is none yet."""
        shape = self._client.shapes.get(key)
        if shape is None:
            shape = self._client.shapes[key] = int(create())
        return shape


# Pybullet never frees a list of corners that it was passed. So each client gets the same list: otherwise a process grew
# by 0.03 MB with each game that has scenery, because every other game connects a client.


@lru_cache(CORNER_CACHE_SIZE)
def _to_engine_units(corners: tuple[Vector, ...]) -> list[list[float]]:
    """Convert corners (mm) into lists of coordinates (cm) for pybullet."""
    return [[part * UNITS_PER_MM for part in corner] for corner in corners]


@lru_cache(CORNER_CACHE_SIZE)
def _surface(vertices: bytes, triangles: bytes) -> tuple[list[list[float]], list[int]]:
    """Return a surface as two lists for pybullet: the corners (cm), and the indices of the triangles' corners.

    The second list is flat: it has three indices for each triangle.

    Args:
        vertices: Bytes of the corners (float64, mm).
        triangles: Bytes of the triangles' corner indices (int32).
    """
    return (np.frombuffer(vertices).reshape(-1, 3) * UNITS_PER_MM).tolist(), np.frombuffer(triangles, np.int32).tolist()


def create_pieces(client: int, base: float, thickness: float, pieces: Sequence[Sequence[Vector]], unit: float) -> int:
    """Make a shape of a round base and convex solids, and return its number.

    Args:
        client: The engine's number of the client.
        base: Diameter of the base (cm).
        thickness: Height of the base (cm).
        pieces: Corners of each solid, in a unit of the caller.
        unit: Length of the caller's unit (cm).
    """
    with _obj_file(pieces, unit) as path:  # the engine reads a shape of several hulls only from a file
        # The engine never empties its cache of files, and each of these files has a new name.
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


def create_visual(client: int) -> int:
    """Make a visual shape for all bodies of a client, and return its number. The shape is never drawn.

    Without it, the engine would derive a visual shape for each body from the body's collision shape. For a rounded cube
    in a tower, this would take 3 ms; the rest of making the body takes only 0.2 ms. For a collision shape of several
    hulls, it would fail, because the hulls' OBJ file is deleted once the collision shape is made.
    """
    return int(pybullet.createVisualShape(pybullet.GEOM_BOX, halfExtents=[0.1] * 3, physicsClientId=client))


@contextmanager
def _obj_file(solids: Sequence[Sequence[Vector]], unit: float) -> Iterator[str]:
    """Write an OBJ file with these solids, and yield the file's path. The file exists until the `with` block ends.

    The triangles in the file are not the faces of the solids. They only make sure that the engine uses every corner.

    Args:
        solids: Corners of each solid, in a unit of the caller.
        unit: Length of the caller's unit (cm).
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


EDGE_RECESS: Final = 0.03
"""The round edges of a cube in a tower are recessed by this depth (mm), so that only the flat parts of faces meet.

A cube in a tower consists of three boxes around its centre and a capsule for each edge. Each box is as long as the cube
in one direction. In the other two directions it is as long as the flat part of a face.

With the exact solver, the shape was tested in 120 random stacks of 2 to 10 dice. The dice measured 16 mm, and their
edges had a radius of 1.5 mm. `statics` computes the margin of stability of a stack.

- None of the 49 stacks with a margin of stability of at least 1 mm fell.
- None of the 60 stacks with a margin of stability below -0.3 mm stood.

A tower of 13 dice sinks by 0.007 mm in 10 s. A tower of cubes with sharp edges sinks as far.

Without the recess the exact solver is a hundred times slower. Two other shapes did worse with both solvers:

- A hull of 80 corners: 4 of 20 stable stacks fell, and a tower of 13 dice fell at once.
- A cube enlarged by a collision margin: 1 of 20 stable stacks fell, and a tower of 13 dice crept by 0.4 mm in 10 s.
"""

_AXIS_ROTATIONS: Final = (
    (0.0, math.sqrt(0.5), 0.0, math.sqrt(0.5)),
    (math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5)),
    IDENTITY,
)
"""Quaternions of three rotations, which turn the z axis to the x, the y and the z axis."""


def create_rounded_cube(client: int, size: float, radius: float, recess: float) -> int:
    """Make a cube with rounded edges, as dice in towers have it, and return its number (see `EDGE_RECESS`).

    Args:
        client: The engine's number of the client.
        size: Edge length of the cube (cm).
        radius: Radius of the rounded edges (cm).
        recess: Depth of the recessed edges (cm), at most half of `radius`.
    """
    half, flat = size / 2, size / 2 - radius
    sides = [[flat] * 3 for _ in range(3)]
    places: list[list[float]] = [[0.0, 0.0, 0.0] for _ in range(3)]
    turns = [list(IDENTITY) for _ in range(3)]
    for axis, turn in enumerate(_AXIS_ROTATIONS):
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
            radii=[0.0] * 3 + [max(radius / 2, radius - recess)] * edges,
            lengths=[0.0] * 3 + [2 * flat] * edges,
            halfExtents=sides + [[0.0, 0.0, 0.0]] * edges,
            collisionFramePositions=places,
            collisionFrameOrientations=turns,
            physicsClientId=client,
        )
    )
