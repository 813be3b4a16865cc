"""The shapes of bodies: each is made once for a client, however many bodies and acts have it."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt
import pybullet

from riotsim.physics.client import Client, Key
from riotsim.physics.figures import create_pieces
from riotsim.physics.rounded_cube import HAIR, create_rounded_cube
from riotsim.physics.scale import UNIT
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
