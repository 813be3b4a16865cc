"""Lines of sight by brute force: each line is cut wherever it could enter or leave, and each piece of it is looked at.

It shares nothing with `riotsim.table.sight` but the shapes: no batches, no tolerance inside, one line after the other.
"""

import itertools
import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riotsim.table.pieces import Box, Mesh, Terrain
from riotsim.table.poses import Point, Vector, about_z, conjugate, rotate
from riotsim.table.sight.bodies import Body
from riotsim.table.sight.solids import Cylinder

Array = npt.NDArray[np.float64]

LEAST = 1e-5
"""Shorter pieces of a line count as touches (mm)."""


@dataclass(frozen=True)
class Faces:
    """A closed surface of triangles."""

    corners: Array
    """Shape (t, 3, 3), in mm."""

    def cuts(self, start: Array, way: Array) -> list[float]:
        """Return where a line crosses the plane of any triangle, as shares of its way."""
        a, b, c = np.moveaxis(self.corners, 1, 0)
        normals = np.cross(b - a, c - a)
        across = normals @ way
        heights = ((a - start) * normals).sum(axis=1)
        return [float(x) for x in heights[across != 0] / across[across != 0]]

    def contains(self, at: Array) -> bool:
        """Return whether a point is inside the surface, and not on it. The surface must go around all points next to
        it.
        """
        return all(self._goes_around(at + sign * LEAST * axis) for axis in np.eye(3) for sign in (-1, 1))

    def _goes_around(self, at: Array) -> bool:
        """Return whether the solid angles of all triangles add up to a whole sphere (Van Oosterom and Strackee
        1983).
        """
        a, b, c = np.moveaxis(self.corners - at, 1, 0)
        la, lb, lc = (np.linalg.norm(x, axis=1) for x in (a, b, c))
        triple = (a * np.cross(b, c)).sum(axis=1)
        beneath = la * lb * lc + (a * b).sum(axis=1) * lc + (b * c).sum(axis=1) * la + (c * a).sum(axis=1) * lb
        return float(np.arctan2(triple, beneath).sum()) > math.pi


@dataclass(frozen=True)
class Tube:
    """A cylinder."""

    solid: Cylinder

    def cuts(self, start: Array, way: Array) -> list[float]:
        """Return where a line crosses the mantle or the plane of an end, as shares of its way."""
        axis, off = np.array(self.solid.axis), start - np.array(self.solid.middle)
        rise, height = float(way @ axis), float(off @ axis)
        found = [] if rise == 0 else [(sign * self.solid.length / 2 - height) / rise for sign in (-1, 1)]
        flat, out = way - rise * axis, off - height * axis
        roots = (
            np.roots([flat @ flat, 2 * flat @ out, out @ out - self.solid.radius**2]) if flat.any() else np.array([])
        )
        return found + [float(root.real) for root in roots]

    def contains(self, at: Array) -> bool:
        """Return whether a point is inside."""
        axis, off = np.array(self.solid.axis), at - np.array(self.solid.middle)
        height = float(off @ axis)
        return abs(height) < self.solid.length / 2 and float(np.linalg.norm(off - height * axis)) < self.solid.radius


@dataclass(frozen=True)
class Block:
    """A box that stands on the table."""

    piece: Terrain

    def _local(self, at: Array) -> Array:
        off = (at[0] - self.piece.at[0], at[1] - self.piece.at[1], at[2])
        return np.array(rotate(conjugate(about_z(self.piece.heading)), off))

    def _half(self) -> Array:
        assert isinstance(self.piece.shape, Box)
        return np.array([self.piece.shape.length, self.piece.shape.width, self.piece.shape.height]) / 2

    def cuts(self, start: Array, way: Array) -> list[float]:
        """Return where a line crosses the plane of a face, as shares of its way."""
        here, there, half = self._local(start), self._local(start + way), self._half()
        low, high = np.array([-half[0], -half[1], 0.0]), np.array([half[0], half[1], 2 * half[2]])
        step = there - here
        return [float((x[k] - here[k]) / step[k]) for x in (low, high) for k in range(3) if step[k] != 0]

    def contains(self, at: Array) -> bool:
        """Return whether a point is inside."""
        half = self._half()
        return bool((np.abs(self._local(at) - [0.0, 0.0, half[2]]) < half).all())


Shape = Faces | Tube | Block


def shape_of(piece: Terrain) -> Shape:
    """Return a piece's shape."""
    match piece.shape:
        case Box():
            return Block(piece)
        case Mesh(vertices=vertices, triangles=triangles):
            turn = about_z(piece.heading)
            x, y = piece.at
            placed = np.array([rotate(turn, tuple(corner)) for corner in vertices.tolist()]) + np.array([x, y, 0.0])
            return Faces(placed[triangles])


def tube_of(body: Body) -> Tube:
    """Return a body's cylinder."""
    return Tube(Cylinder((*body.at, body.level + body.height / 2), (0.0, 0.0, 1.0), body.height, body.radius))


def runs_inside(shape: Shape, start: Vector, end: Vector) -> bool:
    """Return whether a line runs inside a shape for more than `LEAST`."""
    here = np.array(start)
    way = np.array(end) - here
    length = float(np.linalg.norm(way))
    cuts = sorted({0.0, 1.0, *(cut for cut in shape.cuts(here, way) if 0 < cut < 1)})
    return any(
        (after - before) * length > LEAST and shape.contains(here + (before + after) / 2 * way)
        for before, after in itertools.pairwise(cuts)
    )


def ends(eye: Vector, at: Point, body: Body) -> list[Vector]:
    """Return the nine points of a body at a place: left, middle and right, each at the foot, the middle and the top."""
    bearing = math.atan2(at[1] - eye[1], at[0] - eye[0]) if at != eye[:2] else 0.0
    found = []
    for level in (body.level, body.level + body.height / 2, body.level + body.height):
        for turn, reach in ((math.pi / 2, body.radius), (0.0, 0.0), (-math.pi / 2, body.radius)):
            x, y = at[0] + reach * math.cos(bearing + turn), at[1] + reach * math.sin(bearing + turn)
            found.append((x, y, level))
    return found


def sees(watcher: Body, body: Body, at: Point, shapes: Iterable[Shape]) -> bool:
    """Return whether one of the nine lines to a body at a place is open."""
    those = list(shapes)
    return any(not any(runs_inside(shape, watcher.eye, end) for shape in those) for end in ends(watcher.eye, at, body))
