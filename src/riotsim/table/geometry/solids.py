"""Convex solids: the corners of their faces, and the volume and moments of sharp and rounded solids.

A rounded solid is a sharp solid (the core) that is grown by a radius in all directions. It has four kinds of parts,
whose moments have closed forms (Steiner's formula):

- the core
- a slab on each face
- a wedge of a cylinder along each edge
- a piece of a ball at each corner

Lengths may have any unit.
"""

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.poses import Vector

Array: TypeAlias = npt.NDArray[np.float64]

PLANE_TOLERANCE = 1e-6
"""Maximum distance between a corner of a face and the face's plane, in a solid of size 1."""

CORNER_TOLERANCE = 1e-7
"""Tolerance for corners, in a solid of size 1.

- Two points count as the same corner if none of their coordinates differ by more than this tolerance.
- A corner may lie this far outside the plane of a face.
"""

MAX_INTERSECTIONS = 1000
"""Number of intersections of three planes that are computed at once. 1000 was the fastest in a test with 117 planes."""

MIN_DETERMINANT = 1e-6
"""Minimum absolute value of the determinant of three planes' unit normals.

If the value is not larger than this, the planes count as not meeting in one point.
"""


@dataclass(slots=True)
class Moments:
    """Volume of a solid of density 1, and its moments about the origin."""

    volume: float = 0.0
    """Volume of the solid, ∫ 1."""
    first: Array = field(default_factory=lambda: np.zeros(3))
    """First moments of the solid, ∫ x, shape (3,)."""
    second: Array = field(default_factory=lambda: np.zeros((3, 3)))
    """Second moments of the solid, ∫ x xᵀ, shape (3, 3)."""

    @property
    def centroid(self) -> Array:
        """The centre of mass of the solid, shape (3,)."""
        return self.first / self.volume

    def about_centroid(self) -> Array:
        """Return the second moments about the centre of mass, shape (3, 3)."""
        centroid = self.centroid
        moved: Array = self.second - self.volume * np.outer(centroid, centroid)
        return moved


def face_corners(corners: Sequence[Vector] | Array, normals: Sequence[Vector] | Array) -> list[npt.NDArray[np.intp]]:
    """Return the corners of each face of a convex solid, anticlockwise seen from outside.

    Args:
        corners: The corners of the solid, shape (n, 3).
        normals: The outward unit normals of the faces, shape (m, 3).

    Returns:
        For each face, indices into `corners`.
    """
    points = np.array(corners, dtype=np.float64)
    return [_face_outline(points, np.array(normal, dtype=np.float64)) for normal in normals]


def _face_outline(points: Array, normal: Array) -> npt.NDArray[np.intp]:
    heights = points @ normal
    members = np.flatnonzero(heights > heights.max() - PLANE_TOLERANCE)
    rim = points[members]
    middle = rim.mean(axis=0)
    u = rim[0] - middle
    u /= np.linalg.norm(u)
    v = np.cross(normal, u)
    angles = np.arctan2((rim - middle) @ v, (rim - middle) @ u)
    return members[np.argsort(angles, kind="stable")]


def solid_corners(normals: Sequence[Vector] | Array, heights: Sequence[float] | Array) -> Array:
    """Return the corners of the convex solid that planes enclose, shape (k, 3).

    The corners are always in the same order if the arguments are the same.

    Args:
        normals: The outward unit normals of the planes, shape (n, 3).
        heights: The distance of each plane from the origin, shape (n,).

    Raises:
        ValueError: The planes enclose no solid around the origin, or the solid has no face in one of the planes.
    """
    planes, levels = np.array(normals, dtype=np.float64), np.array(heights, dtype=np.float64)
    indices = itertools.chain.from_iterable(itertools.combinations(range(len(planes)), 3))
    found = [np.zeros((0, 3))]
    while len(some := np.fromiter(itertools.islice(indices, 3 * MAX_INTERSECTIONS), dtype=np.intp)):
        found.append(_plane_intersections(planes, levels, some.reshape(-1, 3)))
    points = np.concatenate(found)
    corners: list[Array] = []
    while len(points):  # many planes may meet in one corner
        corners.append(points[0])
        points = points[np.abs(points - points[0]).max(axis=1) > CORNER_TOLERANCE]
    each = np.array(corners).reshape(-1, 3)
    on = np.abs(each @ planes.T - levels) < PLANE_TOLERANCE
    if len(each) < 4 or levels.min() <= 0 or (on.sum(axis=0) < 3).any():
        raise ValueError("the planes don't enclose a solid of which each is a face")
    return each


def _plane_intersections(planes: Array, levels: Array, threes: npt.NDArray[np.intp]) -> Array:
    """Return the corners of a solid where the three planes of a row of `threes` meet.

    The three planes may also meet at a point outside the solid. Such points are left out.

    Args:
        planes: The outward unit normals of all planes, shape (n, 3).
        levels: The distance of each plane from the origin, shape (n,).
        threes: The planes to combine, shape (m, 3). Each row has the indices of three planes.

    Returns:
        Array of shape (k, 3). If more than three planes meet in a corner, the array may have this corner several times.
    """
    threes = threes[np.abs(np.linalg.det(planes[threes])) > MIN_DETERMINANT]
    if not len(threes):
        return np.zeros((0, 3))
    points = np.linalg.solve(planes[threes], levels[threes][..., None])[..., 0]
    inside = (points @ planes.T <= levels + CORNER_TOLERANCE).all(axis=1)
    return np.asarray(points[inside], dtype=np.float64)


def moments(corners: Sequence[Vector] | Array, normals: Sequence[Vector] | Array) -> Moments:
    """Return the moments of a sharp convex solid about the origin.

    The solid is divided into tetrahedra. Each has one corner at the origin and its opposite side in a face.

    Args:
        corners: The corners of the solid, shape (n, 3).
        normals: The outward unit normals of its faces, shape (m, 3).
    """
    points, found = np.array(corners, dtype=np.float64), Moments()
    for rim in face_corners(points, normals):
        for a, b, c in _fan(points[rim]):
            part = float(np.dot(a, np.cross(b, c))) / 6
            found.volume += part
            found.first += part / 4 * (a + b + c)
            # ∫ x xᵀ over a tetrahedron with one corner at the origin
            found.second += part / 20 * _corner_sum(a, b, c)
    return found


def rounded_moments(core: Sequence[Vector] | Array, normals: Sequence[Vector] | Array, radius: float) -> Moments:
    """Return the moments of a convex solid with rounded edges and corners.

    Args:
        core: The corners of the sharp solid that is grown, shape (n, 3).
        normals: The outward unit normals of the sharp solid's faces, shape (m, 3).
        radius: The sharp solid is grown by this distance in all directions.
    """
    points, found = np.array(core, dtype=np.float64), moments(core, normals)
    outward = [np.array(normal, dtype=np.float64) for normal in normals]
    beside: dict[tuple[int, int], Array] = {}
    around: dict[int, list[Array]] = {corner: [] for corner in range(len(points))}
    for rim, normal in zip(face_corners(points, normals), outward, strict=True):
        _add_slab(found, points[rim], normal, radius)
        for here, there in itertools.pairwise((*rim.tolist(), int(rim[0]))):
            around[here].append(normal)
            if (there, here) in beside:
                _add_wedge(found, points[here], points[there], (normal, beside[there, here]), radius)
            else:
                beside[here, there] = normal
    for corner, faces in around.items():
        _add_ball_piece(found, points[corner], faces, radius)
    found.second += 4 * math.pi / 15 * radius**5 * np.eye(3)  # all pieces together make one whole ball
    return found


def _fan(rim: Array) -> list[tuple[Array, Array, Array]]:
    return [(rim[0], b, c) for b, c in itertools.pairwise(rim[1:])]


def _corner_sum(a: Array, b: Array, c: Array) -> Array:
    total = a + b + c
    together: Array = np.outer(total, total) + np.outer(a, a) + np.outer(b, b) + np.outer(c, c)
    return together


def _add_slab(found: Moments, rim: Array, normal: Array, radius: float) -> None:
    """Add to `found` the moments of a slab of thickness `radius` on a face with the corners `rim`."""
    for a, b, c in _fan(rim):
        area = float(np.linalg.norm(np.cross(b - a, c - a))) / 2
        flat, plane = area * (a + b + c) / 3, area / 12 * _corner_sum(a, b, c)
        found.volume += area * radius
        found.first += radius * flat + radius**2 / 2 * area * normal
        across = np.outer(flat, normal)
        found.second += radius * plane + radius**2 / 2 * (across + across.T)
        found.second += radius**3 / 3 * area * np.outer(normal, normal)


def _add_wedge(found: Moments, a: Array, b: Array, faces: tuple[Array, Array], radius: float) -> None:
    """Add to `found` the moments of a wedge of a cylinder along the edge from `a` to `b`.

    The edge is the cylinder's axis. `faces` are the normals of the two faces at the edge. The wedge reaches from one of
    these directions to the other.
    """
    along, aside = faces[0] + faces[1], faces[1] - faces[0]
    angle = 2 * math.atan2(float(np.linalg.norm(aside)), float(np.linalg.norm(along)))
    along, aside = along / np.linalg.norm(along), aside / np.linalg.norm(aside)
    length, area = float(np.linalg.norm(b - a)), radius**2 * angle / 2
    out = radius**3 / 3 * 2 * math.sin(angle / 2) * along
    spread = (angle + math.sin(angle)) / 2 * np.outer(along, along)
    spread += (angle - math.sin(angle)) / 2 * np.outer(aside, aside)
    line, cross = length * (a + b) / 2, np.outer(a, b)
    found.volume += length * area
    found.first += area * line + length * out
    found.second += area * length * (2 * np.outer(a, a) + 2 * np.outer(b, b) + cross + cross.T) / 6
    found.second += np.outer(line, out) + np.outer(out, line) + length * radius**4 / 4 * spread


def _add_ball_piece(found: Moments, corner: Array, faces: list[Array], radius: float) -> None:
    """Add to `found` the moments of the piece of a ball at a corner.

    The ball's centre is the corner. `faces` are the normals of the faces at the corner. The piece contains all
    directions between these normals. Its second moments about the ball's centre are not added. The caller adds those of
    all pieces together.
    """
    # For all pieces together, the second moments left out are those of a whole ball. The caller adds them.
    looks = np.array(faces)
    looks = looks[_sort_around(looks)]
    solid_angle, mean = 0.0, np.zeros(3)
    for here, there in zip(looks, np.roll(looks, -1, axis=0), strict=True):
        normal = np.cross(here, there)
        length = float(np.linalg.norm(normal))
        mean += math.atan2(length, float(here @ there)) / 2 * normal / length
    for b, c in itertools.pairwise(looks[1:]):
        solid_angle += _solid_angle(looks[0], b, c)
    volume, out = radius**3 / 3 * solid_angle, radius**4 / 4 * mean
    found.volume += volume
    found.first += volume * corner + out
    found.second += volume * np.outer(corner, corner) + np.outer(corner, out) + np.outer(out, corner)


def _sort_around(looks: Array) -> npt.NDArray[np.intp]:
    """Return the indices that sort the normals of the faces at a corner anticlockwise, seen from outside the solid.

    Args:
        looks: The normals, shape (faces, 3).
    """
    middle = looks.mean(axis=0)
    middle /= np.linalg.norm(middle)
    u = looks[0] - float(looks[0] @ middle) * middle
    u /= np.linalg.norm(u)
    v = np.cross(middle, u)
    return np.argsort(np.arctan2(looks @ v, looks @ u), kind="stable")


def _solid_angle(a: Array, b: Array, c: Array) -> float:
    """Return the solid angle between three unit vectors (sr; Van Oosterom and Strackee 1983)."""
    beneath = 1.0 + float(a @ b) + float(b @ c) + float(c @ a)
    return 2 * math.atan2(float(a @ np.cross(b, c)), beneath)
