"""Closed polyhedra for lines of sight: their triangles, their edges, and the triangles beside each edge.

All lengths are in mm.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.intp]
BoolArray: TypeAlias = npt.NDArray[np.bool_]

TOUCH = 1e-6
"""Solids are made smaller by this depth on all sides (mm).

Otherwise a line along the surface of a solid could count as inside, because of rounding errors.
"""

MAX_SHIFT = 10.0
"""A corner moves by no more than this when a solid is made smaller, in multiples of `TOUCH`."""

PLANE_DECIMALS = 8
"""Number of decimals of the coefficients of planes.

Two planes count as the same if their rounded coefficients are equal.
"""

FLAT = 1e-9
"""Threshold for triangles that count as vertical (mm²).

A triangle counts as vertical if twice its area, seen from above, is at most this.
"""

CHUNK_SIZE = 1_000_000
"""Approximate maximum number of pairs of a line and an edge that are computed at once: some 50 MB of memory."""


@dataclass(frozen=True, eq=False)
class Polyhedron:
    """A closed surface of triangles. It may consist of several parts, which may overlap."""

    corners: Array
    """Corners, shape (v, 3), in mm."""
    triangles: Indices
    """Corners of each triangle, anticlockwise seen from outside: indices into `corners`, shape (t, 3)."""
    edges: Indices
    """The two corners of each edge: indices into `corners`, shape (e, 2). The first index is smaller."""
    sides: Indices
    """The three edges of each triangle: indices into `edges`, shape (t, 3)."""
    backward: BoolArray
    """True for each of a triangle's three edges that it passes backward, shape (t, 3).

    An edge leads from its first corner in `edges` to its second. A triangle passes the edge backward if the same two
    corners follow each other in the opposite order in `triangles`.
    """
    beside: Indices
    """The indices of the two triangles beside each edge, shape (e, 2).

    If an edge doesn't belong to exactly two triangles, both indices are -1.
    """

    @cached_property
    def outward(self) -> Array:
        """Outward unit normals of the triangles, shape (t, 3). If a triangle has no area, its normal is (0, 0, 0)."""
        found = normals(self.corners, self.triangles)
        return np.asarray(found / np.maximum(np.linalg.norm(found, axis=1, keepdims=True), 1e-300))

    @cached_property
    def offsets(self) -> Array:
        """Distance of each triangle's plane from the origin, shape (t,), in mm.

        The distance is negative if the outward normal points from the plane towards the origin.
        """
        return np.asarray((self.outward * self.corners[self.triangles[:, 0]]).sum(axis=1))

    @cached_property
    def planes(self) -> Array:
        """The planes of the polyhedron's triangles, shape (p, 4). A plane of several triangles occurs once.

        The first three columns have the outward unit normal of each plane. The fourth column has the plane's distance
        from the origin (mm), see `offsets`.
        """
        has_area = self.outward.any(axis=1)
        found = np.column_stack((self.outward, self.offsets))[has_area]
        _, first = np.unique(np.round(found, PLANE_DECIMALS), axis=0, return_index=True)
        return np.asarray(found[np.sort(first)])

    @cached_property
    def faces_up(self) -> bool:
        """True if all downward triangles are at the height of the lowest corner."""
        down = normals(self.corners, self.triangles)[:, 2] < -FLAT
        heights = self.corners[self.triangles[down], 2]
        return bool((heights <= self.corners[:, 2].min() + TOUCH).all())

    @cached_property
    def is_convex(self) -> bool:
        """True if no corner lies on the outer side of the plane of any triangle."""
        return bool((self.corners @ self.outward.T - self.offsets <= TOUCH).all())

    def placed(self, turn: Array, at: Array) -> "Polyhedron":
        """Return this polyhedron, rotated and then moved.

        Args:
            turn: Rotation matrix, shape (3, 3).
            at: The new place of the polyhedron's own origin, shape (3,), in mm.
        """
        return replace(self, corners=self.corners @ turn.T + at)


def cross(a: Array, b: Array) -> Array:
    """Return the cross products of vectors, shape (..., 3). For few vectors, this is faster than NumPy's function."""
    x, y, z = a[..., 0], a[..., 1], a[..., 2]
    u, v, w = b[..., 0], b[..., 1], b[..., 2]
    return np.stack((y * w - z * v, z * u - x * w, x * v - y * u), axis=-1)


def polyhedron(corners: Array, triangles: npt.NDArray[np.integer]) -> Polyhedron:
    """Return a polyhedron for a closed surface. The polyhedron is smaller than the surface by `TOUCH` on all sides.

    Args:
        corners: Corners of the surface, shape (v, 3), in mm. Corners in the same place are merged.
        triangles: Corners of each triangle, anticlockwise seen from outside, shape (t, 3).
    """
    used, which = np.unique(np.asarray(triangles, dtype=np.intp), return_inverse=True)
    places, merged = np.unique(np.asarray(corners, dtype=np.float64)[used], axis=0, return_inverse=True)
    found = merged.reshape(-1)[which.reshape(-1, 3)]
    a, b, c = found.T
    found = found[(a != b) & (b != c) & (c != a)]
    ways = np.stack((found, np.roll(found, -1, axis=1)), axis=2)
    backward = ways[..., 0] > ways[..., 1]
    edges, sides = np.unique(np.sort(ways, axis=2).reshape(-1, 2), axis=0, return_inverse=True)
    sides = sides.reshape(-1, 3)
    order = np.argsort(sides.reshape(-1), kind="stable")
    counts = np.bincount(sides.reshape(-1), minlength=len(edges))
    first = np.cumsum(counts) - counts
    beside = np.full((len(edges), 2), -1, dtype=np.intp)
    two = counts == 2
    beside[two] = (order // 3)[first[two][:, None] + [0, 1]]
    return Polyhedron(_shrunk(places, found), found, edges, sides, backward, beside)


def normals(corners: Array, triangles: Indices) -> Array:
    """Return the outward normals of triangles, shape (t, 3). A normal's length is twice its triangle's area (mm²)."""
    a, b, c = np.moveaxis(corners[triangles], 1, 0)
    return cross(b - a, c - a)


def _shrunk(corners: Array, triangles: Indices) -> Array:
    """Move the corners inward, and return them. The plane of each triangle moves inward by about `TOUCH`."""
    # The moves are least-squares fits. No corner moves by more than MAX_SHIFT times TOUCH.
    outward = normals(corners, triangles)
    lengths = np.linalg.norm(outward, axis=1)
    outward = outward[lengths > 0] / lengths[lengths > 0, None]
    at = triangles[lengths > 0].reshape(-1)
    each = outward.repeat(3, axis=0)
    squares, sums = np.zeros((len(corners), 3, 3)), np.zeros((len(corners), 3))
    np.add.at(squares, at, each[:, :, None] * each[:, None, :])
    np.add.at(sums, at, each)
    shift = np.einsum("nij,nj->ni", np.linalg.pinv(squares, rcond=1e-6, hermitian=True), sums)
    length = np.linalg.norm(shift, axis=1, keepdims=True)
    shrunk: Array = corners - TOUCH * shift * np.minimum(1.0, MAX_SHIFT / np.maximum(length, MAX_SHIFT))
    return shrunk


def lengths_inside(solid: Polyhedron, starts: Array, ends: Array) -> Array:
    """Return, for each of n lines, the length of the line inside a polyhedron, shape (n,), in mm.

    If parts of the polyhedron overlap, the length inside them counts once for each of these parts.

    Args:
        solid: The polyhedron.
        starts: The points where the lines start, shape (n, 3), in mm.
        ends: The points where the lines end, shape (n, 3), in mm. No line may have the length 0.
    """
    chunks = 1 + len(starts) * len(solid.edges) // CHUNK_SIZE
    each = zip(np.array_split(starts, chunks), np.array_split(ends, chunks), strict=True)
    return np.concatenate([_chunk_lengths(solid, *chunk) for chunk in each])


def _frames(ways: Array) -> Array:
    """Return three unit vectors for each line, shape (n, 3, 3). They are the axes of a right-handed frame.

    The third axis is the line's direction. The other two axes are at right angles to the line.
    """
    w = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    # The axis to which the direction is least parallel gives the best frame.
    other = np.eye(3)[np.abs(w).argmin(axis=1)]
    u = cross(other, w)
    u /= np.linalg.norm(u, axis=1, keepdims=True)
    return np.stack((u, cross(w, u), w), axis=1)


def _chunk_lengths(solid: Polyhedron, starts: Array, ends: Array) -> Array:
    """Return the result of `lengths_inside` for one chunk of lines."""
    # Each line is extended in both directions, and enters or leaves the solid at each triangle that it meets. A line
    # through a corner or an edge is treated as if it were shifted a tiny bit, the same for all triangles.
    frames = _frames(ends - starts)
    x, y, z = (solid.corners[:, axis] - starts[:, axis, None] for axis in range(3))
    u, v, w = (x * a + y * b + z * c for a, b, c in np.moveaxis(frames, 0, -1)[..., None])
    a, b = solid.edges.T
    sides = u[:, a] * v[:, b] - v[:, a] * u[:, b]
    left = sides > 0
    ties = np.nonzero(sides == 0)
    if len(ties[0]):
        line, edge = ties
        across, along = v[line, a[edge]] - v[line, b[edge]], u[line, b[edge]] - u[line, a[edge]]
        left[ties] = (across > 0) | ((across == 0) & (along > 0))
    around = left[:, solid.sides] ^ solid.backward
    first, second, third = around[..., 0], around[..., 1], around[..., 2]
    line, triangle = ((first == second) & (second == third)).nonzero()
    leaves = first[line, triangle]
    # The distance at which a line meets a triangle, from the weights of its corners.
    weights = np.abs(sides[line[:, None], solid.sides[triangle]])
    depths = w[line[:, None], np.roll(solid.triangles[triangle], 1, axis=1)]
    total = weights.sum(axis=1)
    flat = total == 0
    weights[flat], total[flat] = 1.0, 3.0
    at = (weights * depths).sum(axis=1) / total
    lengths = np.linalg.norm(ends - starts, axis=1)
    ahead = np.clip(lengths[line] - at, 0.0, lengths[line])
    inside = np.bincount(line, np.where(leaves, -ahead, ahead), minlength=len(starts))
    return inside.astype(np.float64)


BOX_TRIANGLES: Indices = np.array(
    [
        *((0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1)),
        *((2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4), (1, 5, 7), (1, 7, 3)),
    ]
)
"""Triangles of a box, as indices of its corners in the order of `box_corners`."""


def box(low: Array, high: Array) -> Polyhedron:
    """Return an axis-aligned box, from its least coordinates `low` to its greatest coordinates `high` (mm)."""
    return polyhedron(box_corners(low, high), BOX_TRIANGLES)


def box_corners(low: Array, high: Array) -> Array:
    """Return the eight corners of an axis-aligned box, sorted by x, then by y, then by z.

    `low` and `high` are the least and the greatest coordinates of the box.
    """
    return np.array([(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])])
