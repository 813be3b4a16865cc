"""Figures whose convex parts are fused into one surface, with folds and the shading of a painted miniature.

Gaussian averages of three widths measure how much of the space around a vertex is filled. These averages give two
values: the openness of the vertex to light, and its place on a ridge or in a groove. A painter lightens the ridges by
dry brushing. Thin dark paint (a wash) collects in the grooves.
"""

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.replay.figure_meshes import MeshPart
from riotsim.viewer.scene.shapes import RGB, Array

Distance: TypeAlias = Callable[[Array], Array]
"""A signed distance function of a solid.

It maps points of shape (n, 3) to their n distances from the solid's surface (mm). Inside the solid, a distance is
negative.
"""

EDGE_BLEND = 0.9
"""Width of the rounded edges between the sides of a part (mm)."""

PART_BLEND = 0.28
"""Width of the blend between touching parts (mm)."""

BASE_COAT_GAMMA = 1.75
"""Exponent that makes the base coat of a figure darker than the colours in the figure's file.

Dry brushing then lightens the ridges.
"""

GRID_MARGIN = 2.0
"""Width of the margin of the grid around a figure, which folds and blends need (mm)."""

SMALL_SIGMA, LARGE_SIGMA = 0.55, 2.4
"""Standard deviations of the narrowest and the widest Gaussian (mm)."""

METAL = re.compile("buckle|barrel|iron|ring|blade|button|buttons|gun|lock", re.IGNORECASE)
CLOTH = re.compile("coat|leg|arm|apron|belly|chest|scarf|shirt|trouser|cloak|sleeve", re.IGNORECASE)
SKIN = re.compile("head|nose|fist|face|hand|skin|ear", re.IGNORECASE)
HAIR = re.compile("beard|moustache|feather|hair|brow", re.IGNORECASE)
LEATHER = re.compile("boot|belt|strap|pouch|glove|cuff", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ImplicitSolid:
    """A part of a figure, whose shape is given by a signed distance function."""

    distance: Distance
    low: Array
    high: Array
    """Upper corner of the part's bounding box (mm)."""
    colour: RGB
    livery: float = 0.0
    name: str = ""
    blend_width: float = PART_BLEND
    """Width of the part's blend with other parts (mm)."""

    @property
    def metal(self) -> float:
        """Metalness of the part's paint: 1 if the part's name means metal, otherwise 0."""
        return 1.0 if METAL.search(self.name) else 0.0

    @property
    def rough(self) -> float:
        """Roughness of the solid's paint (0 to 1). It depends on the solid's name and on whether the solid is metal."""
        if self.metal:
            return 0.38
        return 0.5 if SKIN.search(self.name) or LEATHER.search(self.name) else 0.72


@dataclass(frozen=True, slots=True)
class FusedSurface:
    """The surface of a figure, with the paint of each vertex."""

    positions: Array
    normals: Array
    triangles: Array
    colour: Array
    livery: Array
    rough: Array
    metal: Array
    openness: Array
    """Openness of each vertex to light: 0 in a deep recess, 1 in the open."""
    edge: Array
    """Kind of relief at each vertex: 0 a groove, 0.5 flat, 1 a ridge."""
    solids: Array = field(default_factory=lambda: np.zeros(0))


CONVEX_SHARE = 0.97
"""Least share of the volume of its convex hull that a part must fill to count as convex."""


def is_convex(part: MeshPart) -> bool:
    """Return whether a part nearly fills its convex hull."""
    from scipy.spatial import ConvexHull

    a, b, c = (part.corners[part.triangles[:, k]] for k in range(3))
    volume = float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum()) / 6
    return volume > CONVEX_SHARE * float(ConvexHull(part.corners).volume)


def convex_solids(parts: Sequence[MeshPart]) -> list[ImplicitSolid]:
    """Return convex parts as implicit solids."""
    from scipy.spatial import ConvexHull

    out = []
    for part in parts:
        planes = np.unique(np.round(ConvexHull(part.corners).equations, 4), axis=0).astype(np.float32)
        low, high = part.corners.min(axis=0), part.corners.max(axis=0)
        distance = _convex(planes, part.name, (low + high) / 2)
        r, g, b = (value**BASE_COAT_GAMMA for value in part.colour)
        out.append(ImplicitSolid(distance, low, high, (r, g, b), float(part.livery), part.name))
    return out


def ball(
    at: Sequence[float], radii: Sequence[float], colour: RGB, name: str, melt: float = 0.1, livery: float = 0.0
) -> ImplicitSolid:
    """Return an ellipsoid whose axes lie along x, y and z.

    Args:
        at: Centre (mm).
        radii: Radii along x, y and z (mm).
        colour: Colour.
        name: Name of the part, which determines its material.
        melt: Width of the ellipsoid's blend with other parts (mm).
        livery: Share of the owner's colour, from 0 to 1.
    """
    middle, r = np.asarray(at, dtype=np.float64), np.asarray(radii, dtype=np.float64)

    def distance(p: Array) -> Array:
        q = (p - middle) / r
        k, m = np.linalg.norm(q, axis=1), np.linalg.norm(q / r, axis=1)
        out: Array = k * (k - 1) / np.maximum(m, 1e-9)
        return out

    return ImplicitSolid(distance, middle - r, middle + r, colour, livery, name, melt)


def rod(
    a: Sequence[float],
    b: Sequence[float],
    radii: tuple[float, float],
    colour: RGB,
    name: str,
    melt: float = 0.15,
    livery: float = 0.0,
) -> ImplicitSolid:
    """Return a rod with round ends.

    Args:
        a: One end (mm).
        b: The other end (mm).
        radii: Radius at each end (mm).
        colour: Colour.
        name: Name of the part, which determines its material.
        melt: Width of the rod's blend with other parts (mm).
        livery: Share of the owner's colour, from 0 to 1.
    """
    p, q = np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64)
    way = q - p
    length2 = max(float(way @ way), 1e-9)

    def distance(points: Array) -> Array:
        t = np.clip((points - p) @ way / length2, 0, 1)
        out: Array = np.linalg.norm(points - p - t[:, None] * way, axis=1) - (radii[0] + (radii[1] - radii[0]) * t)
        return out

    big = max(radii)
    return ImplicitSolid(distance, np.minimum(p, q) - big, np.maximum(p, q) + big, colour, livery, name, melt)


def fuse(lumps: Sequence[ImplicitSolid], cell: float) -> FusedSurface:
    """Fuse solids into one surface, and compute the shading of the surface.

    Args:
        lumps: The solids.
        cell: Side of a cell of the grid that the computation uses (mm).
    """
    from scipy.ndimage import gaussian_filter, map_coordinates

    low = np.min([lump.low for lump in lumps], axis=0) - GRID_MARGIN
    high = np.max([lump.high for lump in lumps], axis=0) + GRID_MARGIN
    size = np.ceil((high - low) / cell).astype(int) + 1
    grid = np.full(size, 5.0, dtype=np.float32)
    for lump in lumps:
        first = np.maximum(np.floor((lump.low - 1.2 - low) / cell).astype(int), 0)
        last = np.minimum(np.ceil((lump.high + 1.2 - low) / cell).astype(int) + 1, size)
        axes = [np.arange(f, e) * cell + o for f, e, o in zip(first, last, low, strict=True)]
        points = np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1)
        own = lump.distance(points.reshape(-1, 3)).reshape(points.shape[:3])
        where = tuple(slice(f, e) for f, e in zip(first, last, strict=True))
        grid[where] = _smooth_union(grid[where], own, lump.blend_width)
    corners, triangles = surface_nets(grid)
    filled = np.clip(0.5 - grid / cell, 0, 1)
    slopes = np.stack([map_coordinates(g, corners.T, order=1) for g in np.gradient(grid)], axis=1)
    normals = slopes / np.maximum(np.linalg.norm(slopes, axis=1, keepdims=True), 1e-9)
    fine = map_coordinates(gaussian_filter(filled, SMALL_SIGMA / cell), corners.T, order=1)
    # A little outside, so that a plane is half open. A distant ceiling counts less than a near wall.
    above = corners + normals * (0.9 / cell)
    near = map_coordinates(gaussian_filter(filled, 1.0 / cell), above.T, order=1)
    far = map_coordinates(gaussian_filter(filled, LARGE_SIGMA / cell), (corners + normals * (2.0 / cell)).T, order=1)
    open_ = np.clip(1.12 - 1.5 * np.clip(near - 0.16, 0, 1) - 1.1 * np.clip(far - 0.16, 0, 1), 0.0, 1.0)
    edge = np.clip(0.5 + (0.47 - fine) * 2.2, 0, 1)
    positions = corners * cell + low
    which = _nearest(lumps, positions)
    colour = np.array([lump.colour for lump in lumps])[which]
    return FusedSurface(
        positions,
        normals,
        triangles,
        colour,
        np.array([lump.livery for lump in lumps])[which],
        np.array([lump.rough for lump in lumps])[which],
        np.array([lump.metal for lump in lumps])[which],
        open_,
        edge,
        which,
    )


def _nearest(lumps: Sequence[ImplicitSolid], points: Array) -> Array:
    best = np.full(len(points), np.inf)
    which = np.zeros(len(points), dtype=np.int64)
    for k, lump in enumerate(lumps):
        near = np.flatnonzero(np.all((points > lump.low - 0.8) & (points < lump.high + 0.8), axis=1))
        if not len(near):
            continue
        own = lump.distance(points[near])
        closer = own < best[near]
        best[near[closer]], which[near[closer]] = own[closer], k
    return which


def _smooth_union(a: Array, b: Array, over: float) -> Array:
    """Return the distances (mm) to the smooth union of two solids `a` and `b`, after Quílez.

    Args:
        a: Distances to one solid (mm).
        b: Distances to the other solid (mm).
        over: Width of the blend (mm).
    """
    h = np.clip(over - np.abs(a - b), 0, None) / over
    out: Array = np.minimum(a, b) - h * h * over * 0.25
    return out


def _convex(planes: Array, name: str, middle: Array) -> Distance:
    def distance(p: Array) -> Array:
        away = p.astype(np.float32) @ planes[:, :3].T + planes[:, 3]
        first = away.argmax(axis=1)[:, None]
        most = np.take_along_axis(away, first, axis=1)[:, 0]
        np.put_along_axis(away, first, -np.inf, axis=1)
        # The two nearest sides blend, which rounds the edge.
        h = np.clip(EDGE_BLEND - (most - away.max(axis=1)), 0, None) / EDGE_BLEND
        out: Array = most + h * h * EDGE_BLEND * 0.25 + _folds(name, p, middle)
        return out

    return distance


def _folds(name: str, p: Array, middle: Array) -> Array:
    """Return how far the relief of a part lowers the part's surface at each point (mm), shape (n,).

    The relief looks like folded cloth, hair, leather or wood. A negative value raises the surface. A part of any other
    material has no relief.

    Args:
        name: Name of the part, which determines the relief.
        p: The points, shape (n, 3) (mm).
        middle: Middle of the part (mm).
    """
    x, y, z = (p - middle).T
    around = np.arctan2(y, x)
    out: Array = np.zeros(len(p))
    if re.search("tails|cloak", name):
        out = 0.30 * np.sin(8 * around + 1.5 * np.sin(z * 0.5)) * np.clip(0.75 - z * 0.13, 0.1, 1.3)
    elif name == "apron":  # over a belly that it must not sink into
        out = 0.10 * np.sin(7 * around + z * 0.4) - 0.45
    elif HAIR.search(name):
        out = 0.20 * np.sin(x * 2.2 + z * 1.1) * np.sin(y * 4.5 + z * 0.8)
    elif CLOTH.search(name):
        wave = np.sin(z * 1.5 + 1.4 * np.sin(x * 0.7 + y * 0.9)) * np.sin(around * 2 + z * 0.55 + 1.0)
        out = 0.21 * wave + 0.07 * np.sin(x * 2.1 + z * 1.9) * np.sin(y * 2.3 - z * 0.9)
    elif LEATHER.search(name):
        out = 0.08 * np.sin(z * 2.6 + x * 0.8) * np.sin(y * 1.9 + x * 0.7)
    elif re.search("club|handle|wood|grip", name):
        out = 0.10 * np.sin(around * 5 + z * 0.35) + 0.05 * np.sin(z * 1.1)
    return out


def surface_nets(field: npt.NDArray[np.floating[Any]]) -> tuple[npt.NDArray[np.float64], npt.NDArray[Any]]:
    """Return the surface where a field on a grid is 0, by Gibson's surface nets (1998).

    There is one vertex in each cell that the surface crosses.

    Args:
        field: Distances at the points of a three-dimensional grid, negative inside.

    Returns:
        Vertices (n, 3), in cells of the grid, and triangles (m, 3), as indices of vertices.
    """
    inside = field < 0
    shape = tuple(n - 1 for n in field.shape)
    full = np.zeros(shape, dtype=np.int8)
    for p, q, r in itertools.product((0, 1), repeat=3):
        full += inside[p : shape[0] + p, q : shape[1] + q, r : shape[2] + r]
    cells = np.argwhere((full > 0) & (full < 8))
    number = np.full(shape, -1, dtype=np.int64)
    number[tuple(cells.T)] = np.arange(len(cells))
    total, count = np.zeros((len(cells), 3)), np.zeros(len(cells))
    for axis in range(3):
        others = [k for k in range(3) if k != axis]
        for p, q in itertools.product((0, 1), repeat=2):
            begin = np.zeros(3, dtype=np.int64)
            begin[others] = p, q
            end = begin + np.eye(3, dtype=np.int64)[axis]
            one, two = field[tuple((cells + begin).T)], field[tuple((cells + end).T)]
            crossed = (one < 0) != (two < 0)
            count += crossed
            total += crossed[:, None] * begin
            total[crossed, axis] += one[crossed] / (one[crossed] - two[crossed])
    corners = cells + total / count[:, None]
    quads = []
    for axis in range(3):
        u, v = (axis + 1) % 3, (axis + 2) % 3
        here: list[Any] = [slice(1, -1)] * 3
        here[axis] = slice(0, -1)
        there = list(here)
        there[axis] = slice(1, None)
        a, b = inside[tuple(here)], inside[tuple(there)]
        for sign, found in ((1, a & ~b), (-1, ~a & b)):
            at = np.argwhere(found)
            at[:, u] += 1
            at[:, v] += 1
            du, dv = np.eye(3, dtype=np.int64)[u], np.eye(3, dtype=np.int64)[v]
            ring = [number[tuple((at - du * p - dv * q).T)] for p, q in ((0, 0), (1, 0), (1, 1), (0, 1))]
            quad = np.stack(ring, axis=1)
            quads.append(quad if sign > 0 else quad[:, ::-1])
    four = np.concatenate(quads)
    return corners, np.concatenate([four[:, [0, 1, 2]], four[:, [0, 2, 3]]])
