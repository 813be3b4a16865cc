"""Meshes for the renderer: triangles, and vertices with normals, paint and wear (see `VERTEX`)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.replay.glb.solids import Solid, with_normals

Material: TypeAlias = Literal["paint", "surface", "cube", "numbers", "signs", "coin"]
"""Material of a mesh. Each material has a shader variant.

- `paint`: a painted miniature.
- `surface`: one of the layers of `textures`.
- `cube`: a die with pips.
- `numbers`: a die with numerals.
- `signs`: a die with icons.
- `coin`: struck gold.
"""

VERTEX = np.dtype(
    [
        ("position", "<f4", 3),
        ("normal", "<f4", 3),
        ("paint", "u1", 4),
        ("wear", "u1", 4),
        ("mark", "<f4", 4),
    ]
)
"""Data of a vertex.

- `position`: the position (mm). In the mesh of a die, the unit is the size of the die.
- `normal`: the unit normal.
- `paint`: sRGB colour, and share of the owner's colour.
- `wear`: roughness, metalness, openness to light (0 is a deep recess), and relief (0 is a groove, 128 is flat, 255 is
  a ridge).
- `mark`: four values for the material's shader, such as texture coordinates.
"""

RGB: TypeAlias = tuple[float, float, float]
"""A colour (sRGB, 0 to 1)."""

Array: TypeAlias = npt.NDArray[Any]
"""An array of vertices (`VERTEX`), triangles or coordinates."""


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A mesh with a material. It is drawn once for each piece that has this mesh."""

    name: str
    """Name of the mesh. Two meshes with the same name have the same content."""
    material: Material
    vertices: npt.NDArray[Any]
    """Array of shape (n,) of `VERTEX`."""
    triangles: npt.NDArray[np.uint32]
    """Array of shape (m, 3) of indices of vertices, anticlockwise from outside."""
    casts_shadow: bool = True
    """True if the mesh casts shadows."""
    coarse: "Shape | None" = None
    """A mesh with fewer triangles, for shadows and for low quality. If it is None, this mesh is used there too."""


def make_vertices(
    positions: Array,
    normals: Array,
    paint: Array | Sequence[float] = (0.8, 0.8, 0.8),
    *,
    livery: Array | float = 0.0,
    rough: Array | float = 0.6,
    metal: Array | float = 0.0,
    open_: Array | float = 1.0,
    edge: Array | float = 0.5,
    mark: Array | Sequence[float] = (0.0, 0.0, 0.0, 0.0),
) -> npt.NDArray[Any]:
    """Return vertices with these properties. Each argument has a value for every vertex, or one value for all.

    Args:
        positions: Positions of shape (n, 3) (mm).
        normals: Unit normals.
        paint: Colour (sRGB, 0 to 1).
        livery: Share of the owner's colour, from 0 to 1.
        rough: Roughness, from 0 to 1.
        metal: Metalness, from 0 to 1.
        open_: Openness to light: 0 is a deep recess, 1 is open.
        edge: Kind of relief, from 0 (a groove) through 0.5 (flat) to 1 (a ridge).
        mark: Four values for the material's shader, such as texture coordinates.
    """
    out = np.zeros(len(positions), dtype=VERTEX)
    out["position"], out["normal"], out["mark"] = positions, normals, mark
    share = np.zeros((len(positions), 4))
    share[:, :3], share[:, 3] = np.asarray(paint)[..., :3], livery
    out["paint"] = np.round(np.clip(share, 0, 1) * 255)
    share[:, 0], share[:, 1], share[:, 2], share[:, 3] = rough, metal, open_, edge
    out["wear"] = np.round(np.clip(share, 0, 1) * 255)
    return out


def merge_meshes(parts: Iterable[tuple[npt.NDArray[Any], npt.NDArray[Any]]]) -> tuple[Any, npt.NDArray[np.uint32]]:
    """Join several meshes into one mesh, and return its vertices and triangles."""
    vertices, triangles, first = [], [], 0
    for own, between in parts:
        vertices.append(own)
        triangles.append(np.asarray(between, dtype=np.uint32) + np.uint32(first))
        first += len(own)
    return np.concatenate(vertices), np.concatenate(triangles)


def translated(vertices: npt.NDArray[Any], by: Sequence[float], turn: float = 0.0) -> npt.NDArray[Any]:
    """Return a copy of vertices, turned about the z axis by `turn` (rad) and then moved by `by` (mm)."""
    out = vertices.copy()
    c, s = np.cos(turn), np.sin(turn)
    rotation = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
    out["position"] = out["position"] @ rotation.T + np.asarray(by)
    out["normal"] = out["normal"] @ rotation.T
    return out


def lathe(profile: Sequence[tuple[float, float]], around: int = 48, *, crease: float = 35.0) -> Solid:
    """Return a solid of revolution about the z axis.

    Args:
        profile: Points of the profile, each with its radius and its height (mm). The first point is at the bottom.
        around: Number of segments around the axis.
        crease: A bend of the profile by this angle or more stays a sharp edge (degrees). A smaller bend looks round.
    """
    points = np.asarray(profile, dtype=np.float64)
    angles = np.arange(around + 1) * 2 * np.pi / around
    c, s = np.cos(angles), np.sin(angles)
    steps = np.diff(points, axis=0)
    out = np.stack([steps[:, 1], -steps[:, 0]], axis=1)
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-12)
    positions: list[Array] = []
    normals: list[Array] = []
    triangles: list[tuple[int, int, int]] = []
    for k in range(len(steps)):
        ends = []
        for end, other in ((k, k - 1), (k + 1, k + 1)):
            normal = out[k]
            if 0 <= other < len(steps) and out[k] @ out[other] > np.cos(np.radians(crease)):
                normal = out[k] + out[other]
                normal = normal / np.linalg.norm(normal)
            ends.append((points[end], normal))
        first = len(positions) * (around + 1)
        for (r, z), (n, up) in ends:
            positions.append(np.column_stack([r * c, r * s, np.full(around + 1, z)]))
            normals.append(np.column_stack([n * c, n * s, np.full(around + 1, up)]))
        for i in range(around):
            a, b = first + i, first + i + 1
            e, f = a + around + 1, b + around + 1
            if points[k][0] > 1e-9:
                triangles.append((a, b, f))
            if points[k + 1][0] > 1e-9:
                triangles.append((a, f, e))
    return Solid(np.vstack(positions), np.vstack(normals), np.array(triangles))


def slab(length: float, width: float, height: float, bevel: float) -> Solid:
    """Return a box of these sizes (mm). It stands on the plane z = 0, and its middle is on the z axis.

    The edges are rounded with the radius `bevel` (mm), or with nearly half the shortest side if that is less.
    """
    half = np.array([length, width, height]) / 2
    r = min(bevel, *(half * 0.98))
    solid = rounded_box(half - r, r, 2)
    return Solid(solid.corners + np.array([0.0, 0.0, height / 2]), solid.normals, solid.triangles)


def rounded_box(core: Array, radius: float, steps: int) -> Solid:
    """Return a box with rounded edges. Its centre is at the origin.

    The box consists of all points at most `radius` from a smaller box with sharp edges.

    Args:
        core: Half the length of each side of the smaller box, shape (3,).
        radius: Radius of the rounded edges, in the unit of `core`.
        steps: Half the number of segments of each rounded edge.
    """
    turns = np.tan(np.linspace(-np.pi / 4, np.pi / 4, 2 * steps + 1))
    low, high = turns[turns < 1e-12], turns[turns > -1e-12]
    ticks = np.concatenate([low, high])
    side = np.concatenate([-np.ones(len(low)), np.ones(len(high))])
    n = len(ticks)
    positions: list[Array] = []
    normals: list[Array] = []
    triangles: list[Array] = []
    grid = np.arange(n * n).reshape(n, n)
    a, b, c, d = grid[:-1, :-1].ravel(), grid[1:, :-1].ravel(), grid[1:, 1:].ravel(), grid[:-1, 1:].ravel()
    for axis in range(3):
        for sign in (1.0, -1.0):
            u, v = (axis + 1) % 3, (axis + 2) % 3
            way = np.zeros((n, n, 3))
            way[..., axis], way[..., u], way[..., v] = sign, ticks[:, None], ticks[None, :]
            way /= np.linalg.norm(way, axis=-1, keepdims=True)
            base = np.zeros((n, n, 3))
            base[..., axis], base[..., u], base[..., v] = sign, side[:, None], side[None, :]
            first = len(positions) * n * n
            positions.append((base * core + way * radius).reshape(-1, 3))
            normals.append(way.reshape(-1, 3))
            faces = np.concatenate([np.stack([a, b, c], axis=1), np.stack([a, c, d], axis=1)])
            triangles.append(first + (faces if sign > 0 else faces[:, ::-1]))
    return Solid(np.vstack(positions), np.vstack(normals), np.vstack(triangles))


def with_creases(positions: Array, triangles: npt.NDArray[Any], crease: float) -> Solid:
    """Return a mesh with smooth normals, except at sharp edges.

    Args:
        positions: Positions of shape (n, 3) (mm).
        triangles: Indices of shape (m, 3).
        crease: An edge is sharp if the normals of its two triangles differ by this angle or more (degrees).
    """
    flat = with_normals(positions, triangles)
    faces = flat.corners.reshape(-1, 3, 3)
    across = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    unit = across / np.linalg.norm(across, axis=1, keepdims=True)
    _, where = np.unique(np.round(flat.corners, 3), axis=0, return_inverse=True)
    where = where.ravel()
    order = np.argsort(where, kind="stable")
    begins = np.flatnonzero(np.diff(where[order], prepend=-1))
    normals = np.empty_like(flat.corners)
    for own in np.split(order, begins[1:]):
        alike = unit[own // 3] @ unit[own // 3].T > np.cos(np.radians(crease))
        summed = alike @ across[own // 3]
        normals[own] = summed / np.maximum(np.linalg.norm(summed, axis=1, keepdims=True), 1e-12)
    return Solid(flat.corners, normals, flat.triangles)
