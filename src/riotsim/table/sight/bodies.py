"""The shapes of pieces for lines of sight. All lengths are in mm.

A blocking piece counts as one or more solids. A watcher or a target counts as an upright cylinder.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from riotsim.table.geometry.solids import face_corners
from riotsim.table.pieces import Box, Die, Hull, Mesh, Model, Piece, PieceId, Round, Terrain, Token
from riotsim.table.poses import Point, Quaternion, Vector, about_z, rotate
from riotsim.table.sight.coarse import sight_mesh
from riotsim.table.sight.polyhedra import Array, Polyhedron, box, polyhedron
from riotsim.table.sight.solids import Cylinder, Solid, Solids

AXES: tuple[Vector, Vector, Vector] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
"""Unit vectors along x, y and z."""


@dataclass(frozen=True, slots=True)
class Body:
    """An upright cylinder that stands for a watcher or a target of lines of sight."""

    name: PieceId
    """Name of the piece. Solids of this piece never block lines of sight from or to the body."""
    at: Point
    """Centre of the cylinder, seen from above (mm)."""
    radius: float
    """Radius of the cylinder (mm)."""
    height: float
    """Height of the cylinder (mm)."""
    level: float = 0.0
    """Height of the ground under the cylinder (mm)."""

    @property
    def eye(self) -> Vector:
        """The body's eye: the centre of its cylinder's top (mm)."""
        return (*self.at, self.level + self.height)


def solids_of(pieces: Iterable[Piece], heights: Mapping[PieceId, float] | None = None) -> Solids:
    """Return the solids that stand for pieces.

    - A model with a round base counts as an upright cylinder. A vehicle without a base counts as a box.
    - A fallen model counts as if it stood. So the caller should leave it out, or give its height in `heights`.
    - A die counts as if its corners were sharp.
    - A mesh is simplified, see `coarse`.

    Args:
        pieces: The pieces.
        heights: Heights of some models by name (mm). All other models have the height `Model.height`.
    """
    tall = heights or {}
    return Solids.of((piece.id, solid) for piece in pieces for solid in _solids(piece, tall))


def body_of(model: Model, height: float | None = None) -> Body:
    """Return the cylinder of a model.

    For a model with a round base, the cylinder has the diameter of the base. For a vehicle without a base, the diameter
    of the cylinder is the length or width of the vehicle's hull, whichever is smaller.

    Args:
        model: The model.
        height: Height of the cylinder (mm); None for `Model.height`.
    """
    width = model.base.diameter if isinstance(model.base, Round) else min(model.base.length, model.base.width)
    radius = width / 2
    return Body(model.id, model.at, radius, model.height if height is None else height, model.level)


def _solids(piece: Piece, heights: Mapping[PieceId, float]) -> Iterator[Solid]:
    """Yield the solids of a piece.

    Terrain with a mesh has one solid for each polyhedron of the simplified mesh. Any other piece has one solid.
    """
    match piece:
        case Die(kind=kind, size=size, pose=pose):
            corners = np.array(kind.corners) * size
            faces = face_corners(kind.corners, kind.normals)
            triangles = [(rim[0], b, c) for rim in faces for b, c in pairwise(rim[1:])]
            yield polyhedron(corners, np.array(triangles)).placed(_matrix(pose.orientation), np.array(pose.at))
        case Token(pose=pose, diameter=diameter, thickness=thickness):
            yield Cylinder(pose.at, rotate(pose.orientation, AXES[2]), thickness, diameter / 2)
        case Model(base=Round(diameter), at=(x, y), level=level):
            height = heights.get(piece.id, piece.height)
            yield Cylinder((x, y, level + height / 2), AXES[2], height, diameter / 2)
        case Model(base=Hull(length, width), at=at, level=level, heading=heading):
            yield _upright_box(length, width, heights.get(piece.id, piece.height), (*at, level), heading)
        case Terrain(shape=Box(length, width, height), at=at, heading=heading):
            yield _upright_box(length, width, height, (*at, 0.0), heading)
        case Terrain(shape=Mesh() as mesh, at=at, heading=heading):
            turn, foot = _matrix(about_z(heading)), np.array((*at, 0.0))
            yield from (part.placed(turn, foot) for part in sight_mesh(mesh))


def _upright_box(length: float, width: float, height: float, foot: Vector, heading: float) -> Polyhedron:
    """Return an upright box that is rotated about the vertical axis.

    Args:
        length: Length along the heading (mm).
        width: Width at right angles to the heading (mm).
        height: Height (mm).
        foot: Centre of the box's bottom (mm).
        heading: Direction of the box's length, seen from above (rad from +x).
    """
    half = np.array([length / 2, width / 2])
    solid = box(np.array([*-half, 0.0]), np.array([*half, height]))
    return solid.placed(_matrix(about_z(heading)), np.array(foot))


def _matrix(turn: Quaternion) -> Array:
    """Return the rotation matrix of a unit quaternion, shape (3, 3)."""
    return np.array([rotate(turn, axis) for axis in AXES]).T
