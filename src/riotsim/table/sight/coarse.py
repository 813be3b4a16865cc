"""Simpler meshes for lines of sight, made from the meshes of scenery. All lengths are in mm.

- If a mesh fills its bounding box, it is replaced by this box. For example, a wall of 880 triangles becomes a box of
  twelve triangles. The box blocks each line that the mesh blocks. If a line enters the box, the distance from the line
  to the mesh is at most `COARSE_ERROR`.
- Any other mesh is divided into its connected parts. Triangles are in the same part if they share a corner, directly or
  through other triangles. A part is left out if it stands out from larger parts by at most `COARSE_ERROR`. An example
  is a door on a wall. If a mesh has more than `MAX_PARTS` parts, none is left out.
"""

from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from riotsim.table.pieces import Mesh
from riotsim.table.sight.polyhedra import BOX_TRIANGLES, Array, Indices, Polyhedron, box, polyhedron
from riotsim.table.sight.segments import lines_inside
from riotsim.table.sight.solids import Solids

COARSE_ERROR = 3.0
"""Greatest distance from a point of a box to the mesh that the box replaces (mm).

For example, a box may replace the wall of `wall.glb`, because its joints are only 2 mm deep.
"""

SPACING = 1.5
"""Greatest spacing of the points for comparing a box with its mesh (mm)."""

INSET = 0.25
"""Distance between a box's surface and the points for comparing the box with its mesh (mm).

These points lie below the surface. From points on the surface itself, lines could run along the mesh and only touch it.
"""

MAX_PARTS = 60
"""Greatest number of connected parts of a mesh whose details are left out.

A mesh of more parts keeps its details, because the search for details takes some ms for each part.
"""

CACHE_SIZE = 64
"""Number of meshes whose polyhedra the cache keeps. A table usually has fewer meshes than this."""


class _SameMesh:
    """A cache key for a mesh. Two keys are equal if their meshes share the array objects of vertices and triangles."""

    # A mesh itself is no suitable key: in tests, different meshes may have the same name and digest.

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh
        self._arrays = (mesh.vertices, mesh.triangles)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _SameMesh) and all(
            mine is its for mine, its in zip(self._arrays, other._arrays, strict=True)
        )

    def __hash__(self) -> int:
        return hash(tuple(map(id, self._arrays)))


def sight_mesh(mesh: Mesh) -> tuple[Polyhedron, ...]:
    """Return the polyhedra that block lines of sight in place of a mesh, in the mesh's own frame.

    - If the mesh fills its bounding box and has more than twelve triangles, the result is the box.
    - Any other mesh is divided into its connected parts. If there are at most `MAX_PARTS` parts, details are left out:
      parts that stand out from larger parts by at most `COARSE_ERROR`.
    """
    return _sight_mesh(_SameMesh(mesh))


@lru_cache(maxsize=CACHE_SIZE)
def _sight_mesh(key: _SameMesh) -> tuple[Polyhedron, ...]:
    corners, triangles = key.mesh.vertices, key.mesh.triangles
    number = _parts(len(corners), triangles)[triangles[:, 0]]
    parts = tuple(polyhedron(corners, triangles[number == part]) for part in np.unique(number))
    low, high = corners.min(axis=0), corners.max(axis=0)
    if len(triangles) > len(BOX_TRIANGLES) and _fills(parts, low, high):
        return (box(low, high),)
    return parts if len(parts) > MAX_PARTS else _without_details(parts)


def _without_details(parts: tuple[Polyhedron, ...]) -> tuple[Polyhedron, ...]:
    """Return the parts without the details, in the same order.

    A detail is a part that stands out from larger parts by at most `COARSE_ERROR`.
    """
    extents = [np.ptp(part.corners, axis=0) for part in parts]
    kept: list[int] = []
    for k in sorted(range(len(parts)), key=lambda k: (-float(extents[k].prod()), k)):
        corners = parts[k].corners
        thin = kept and extents[k].min() <= 2 * COARSE_ERROR
        if not (thin and _fills(tuple(parts[j] for j in kept), corners.min(axis=0), corners.max(axis=0))):
            kept.append(k)
    return tuple(parts[k] for k in sorted(kept))


def _parts(count: int, triangles: npt.NDArray[np.integer]) -> Indices:
    """Return, for each corner of a mesh, which connected part it belongs to, shape (n,).

    A part is identified by the least index of its corners.

    Args:
        count: Number of corners.
        triangles: Corners of each triangle, shape (m, 3).
    """
    # scipy has a function for it, but `table` imports no scipy, so that it loads fast.
    found = np.arange(count)
    while True:
        least = found[triangles].min(axis=1).repeat(3)
        before = found.copy()
        np.minimum.at(found, triangles.reshape(-1), least)
        if (found == before).all():
            return found


def _fills(parts: tuple[Polyhedron, ...], low: Array, high: Array) -> bool:
    """Return whether every point of a box's surface is at most `COARSE_ERROR` from at least one of the polyhedra.

    To find out, evenly spaced points just inside the box's surface are tested, see `_are_near`.

    Args:
        parts: The polyhedra.
        low: Least coordinates of the box, shape (3,), in mm.
        high: Greatest coordinates of the box, shape (3,), in mm.
    """
    solids = Solids.of(("", part) for part in parts)
    # Between the points of a face, the distance may be larger than at the points.
    reach = COARSE_ERROR - SPACING / np.sqrt(2) - INSET
    # Along the shortest side first: a thin box on a flat surface then needs no other direction.
    axes = np.eye(3)[np.argsort(high - low, kind="stable")]
    steps = np.stack((axes, -axes), axis=1).reshape(-1, 3) * reach
    return all(_are_near(solids, points, steps) for points in _faces(low + INSET, high - INSET))


def _faces(low: Array, high: Array) -> Iterator[Array]:
    """Yield one array for each of a box's six faces: evenly spaced points of the face, shape (n, 3), in mm."""
    counts = np.maximum(1, np.ceil((high - low) / SPACING)).astype(int)
    marks = [low[k] + (np.arange(count) + 0.5) * (high[k] - low[k]) / count for k, count in enumerate(counts)]
    for axis in range(3):
        for level in (low[axis], high[axis]):
            grid = [np.array([level]) if k == axis else marks[k] for k in range(3)]
            yield np.stack(np.meshgrid(*grid, indexing="ij"), axis=-1).reshape(-1, 3)


def _are_near(solids: Solids, points: Array, steps: Array) -> bool:
    """Return whether each of the points is near at least one of the solids.

    From each point, a line leads along each of the steps. The point is near a solid if at least one of its lines runs
    inside a solid.

    Args:
        solids: The solids.
        points: The points, shape (n, 3), in mm.
        steps: The steps, as vectors, shape (k, 3), in mm.
    """
    for step in steps:
        points = points[~lines_inside(solids, points, points + step).any(axis=1)]
    return len(points) == 0
