"""Meshes for drawing figures. A mesh has coloured parts.

A mesh is read from a GLB file, or made of a figure's convex solids.
"""

import json
import struct
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.pieces import MODEL_HEIGHT, Figure

Corners: TypeAlias = npt.NDArray[np.float64]
Triangles: TypeAlias = npt.NDArray[np.int64]

COMPONENT_DTYPES: Mapping[int, str] = {5121: "<u1", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
"""NumPy types of the numbers in a GLB file, by glTF's code for each type."""

COMPONENT_COUNTS: Mapping[str, int] = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
"""Number of values in one element of an array in a GLB file, by glTF's name for the type of the element."""

DEFAULT_COLOUR = (0.62, 0.58, 0.52)
"""Colour of parts that have no colour in their file (sRGB, 0 to 1)."""

COARSE_TRIANGLES = 200
"""Greatest number of triangles of a coarse part. Parts with more triangles aren't rounded (`smooth_part`)."""


@dataclass(frozen=True, slots=True)
class MeshPart:
    """A part of a figure: a closed surface of one colour. The figure stands on z = 0 and looks along +x."""

    corners: Corners
    """Corners of the triangles, shape (n, 3), in mm."""
    triangles: Triangles
    """Triangles, shape (m, 3): indices into `corners`, anticlockwise seen from outside."""
    colour: tuple[float, float, float]
    """Colour (sRGB, 0 to 1)."""
    livery: bool = False
    """True if the part is drawn in the colour of the figure's owner instead of `colour`."""
    name: str = ""
    """Name of the part, such as coat or belt."""


@dataclass(frozen=True, slots=True)
class FigureMesh:
    """The mesh of a figure that stands on z = 0 and looks along +x."""

    parts: tuple[MeshPart, ...]
    """The parts of the figure, each of one colour."""

    @property
    def height(self) -> float:
        """Height from the soles to the top (mm)."""
        return max((float(part.corners[:, 2].max()) for part in self.parts), default=0.0)

    def as_tall_as(self, height: float) -> "FigureMesh":
        """Return the mesh, scaled to a height (mm)."""
        share = height / self.height
        return FigureMesh(tuple(replace(part, corners=part.corners * share) for part in self.parts))


def read_glb(data: bytes) -> FigureMesh:
    """Return the mesh of a figure from the bytes of a GLB file.

    The file must be one of this program's own assets. All of them have this form:

    - Lengths are in metres, y points up, and the figure looks along +z.
    - There is a mesh for each part. Nodes have no transforms.

    The colour with the largest area counts as the figure's livery: all parts in this colour are marked as `livery`.
    """
    length = struct.unpack_from("<I", data, 12)[0]
    document: dict[str, Any] = json.loads(data[20 : 20 + length])
    binary = data[28 + length :]

    def numbers(accessor: int) -> npt.NDArray[Any]:
        entry = document["accessors"][accessor]
        view = document["bufferViews"][entry["bufferView"]]
        start = view.get("byteOffset", 0) + entry.get("byteOffset", 0)
        width = COMPONENT_COUNTS[entry["type"]]
        kind = np.dtype(COMPONENT_DTYPES[entry["componentType"]])
        return np.frombuffer(binary, kind, entry["count"] * width, start).reshape(-1, width)

    parts = []
    for mesh in document["meshes"]:
        for primitive in mesh["primitives"]:
            where = numbers(primitive["attributes"]["POSITION"]).astype(np.float64) * 1000.0
            corners, triangles = weld_vertices(where[:, [2, 0, 1]], numbers(primitive["indices"]).reshape(-1, 3))
            colour = _colour(document, primitive.get("material"))
            parts.append(MeshPart(corners, triangles, colour, name=mesh.get("name", "")))
    return FigureMesh(tuple(_in_livery(parts)))


def figure_mesh(figure: Figure | None, known: Mapping[str, FigureMesh]) -> FigureMesh:
    """Return a mesh for drawing a figure, as tall as the figure.

    The mesh is the first of these that exists:

    - the known mesh with the figure's name
    - a mesh made of the figure's solids
    - the known mesh whose name comes first in the alphabet
    - a plain pawn

    Args:
        figure: The figure. With None, for a model without a figure, only the last two meshes of the list are possible,
            and the mesh has the height `MODEL_HEIGHT`.
        known: Known meshes, by the names of figures.
    """
    height = MODEL_HEIGHT if figure is None else figure.height
    if figure is not None and figure.name in known:
        return known[figure.name].as_tall_as(height)
    if figure is not None and figure.pieces:
        from scipy.spatial import ConvexHull

        parts = []
        for piece in figure.pieces:
            hull = ConvexHull(np.asarray(piece))
            corners, triangles = hull.points, hull.simplices.astype(np.int64)
            parts.append(MeshPart(corners, _outward(corners, triangles), DEFAULT_COLOUR, livery=True))
        return FigureMesh(tuple(parts))
    if known:
        return known[min(known)].as_tall_as(height)
    return pawn_mesh().as_tall_as(height)


def pawn_mesh() -> FigureMesh:
    """Return the mesh of a plain pawn, as in chess."""
    profile = [(0.0, 7.5), (2.0, 7.2), (4.0, 5.0), (12.0, 3.4), (19.0, 3.0), (20.0, 4.6), (21.5, 4.6), (22.0, 3.2)]
    head = [(25.5 - 4.2 * np.cos(a), 4.2 * np.sin(a)) for a in np.linspace(0.7, np.pi, 8)]
    rings, around = [*profile, *head], 20
    angles = np.arange(around) * 2 * np.pi / around
    corners = [(0.0, 0.0, 0.0)]
    corners += [(r * np.cos(a), r * np.sin(a), z) for z, r in rings for a in angles]
    triangles = []
    for k in range(len(rings) - 1):
        for i in range(around):
            a, b = 1 + k * around + i, 1 + k * around + (i + 1) % around
            triangles += [(a, b, a + around), (b, b + around, a + around)]
    triangles += [(0, 1 + (i + 1) % around, 1 + i) for i in range(around)]
    return FigureMesh(
        (MeshPart(np.asarray(corners), np.asarray(triangles, dtype=np.int64), DEFAULT_COLOUR, livery=True),)
    )


def smooth_part(part: MeshPart) -> MeshPart:
    """Return a rounded copy of a coarse part (see `COARSE_TRIANGLES`). Return any other part unchanged.

    The copy is made by one step of Loop's subdivision (1987), and has the same length, width and height as the part.
    """
    if len(part.triangles) > COARSE_TRIANGLES:
        return part
    corners, triangles = _subdivided(part.corners, part.triangles)
    before = part.corners.max(axis=0) - part.corners.min(axis=0)
    after = corners.max(axis=0) - corners.min(axis=0)
    middle = (part.corners.max(axis=0) + part.corners.min(axis=0)) / 2
    # Subdivision shrinks a body. It is scaled back, or arms would come off.
    grown = middle + (corners - (corners.max(axis=0) + corners.min(axis=0)) / 2) * (before / np.maximum(after, 1e-9))
    return replace(part, corners=grown, triangles=triangles)


def subdivided(part: MeshPart) -> MeshPart:
    """Return a part after one step of Loop's subdivision. The step rounds the part, and makes it a little smaller."""
    corners, triangles = _subdivided(part.corners, part.triangles)
    return replace(part, corners=corners, triangles=triangles)


def weld_vertices(corners: Corners, triangles: npt.NDArray[Any]) -> tuple[Corners, Triangles]:
    """Merge corners with the same coordinates, rounded to 1 µm.

    If two corners of a triangle are merged, the triangle is dropped. Merging is needed because files repeat corners at
    sharp edges.
    """
    _, first, where = np.unique(np.round(corners, 3), axis=0, return_index=True, return_inverse=True)
    joined = where.reshape(-1)[triangles.astype(np.int64)]
    whole = (joined[:, 0] != joined[:, 1]) & (joined[:, 1] != joined[:, 2]) & (joined[:, 2] != joined[:, 0])
    return corners[first], joined[whole]


def _subdivided(corners: Corners, triangles: Triangles) -> tuple[Corners, Triangles]:
    count = len(corners)
    edges: dict[tuple[int, int], list[int]] = {}
    for a, b, c in triangles.tolist():
        for one, two, opposite in ((a, b, c), (b, c, a), (c, a, b)):
            edges.setdefault((min(one, two), max(one, two)), []).append(opposite)
    middles: list[Corners] = []
    neighbours: list[list[int]] = [[] for _ in range(count)]
    number: dict[tuple[int, int], int] = {}
    for (one, two), opposite in edges.items():
        number[one, two] = count + len(middles)
        neighbours[one].append(two)
        neighbours[two].append(one)
        if len(opposite) == 2:
            middles.append((corners[one] + corners[two]) * 0.375 + corners[opposite].sum(axis=0) * 0.125)
        else:
            middles.append((corners[one] + corners[two]) / 2)
    moved = np.empty_like(corners)
    for k, around in enumerate(neighbours):
        n = max(len(around), 1)
        beta = 0.1875 if n == 3 else 0.375 / n
        moved[k] = corners[k] * (1 - n * beta) + corners[around].sum(axis=0) * beta
    finer = []
    for a, b, c in triangles.tolist():
        ab, bc, ca = (number[min(p, q), max(p, q)] for p, q in ((a, b), (b, c), (c, a)))
        finer += [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
    return np.vstack([moved, np.asarray(middles)]), np.asarray(finer, dtype=np.int64)


def _outward(corners: Corners, triangles: Triangles) -> Triangles:
    """Return the triangles of a convex solid, with all of them facing outwards.

    The corners of a triangle that faced inwards are reversed.
    """
    a, b, c = (corners[triangles[:, k]] for k in range(3))
    inward = np.einsum("ij,ij->i", np.cross(b - a, c - a), a - corners.mean(axis=0)) < 0
    return np.where(inward[:, None], triangles[:, ::-1], triangles)


def _in_livery(parts: list[MeshPart]) -> list[MeshPart]:
    areas: dict[tuple[float, float, float], float] = {}
    for part in parts:
        a, b, c = (part.corners[part.triangles[:, k]] for k in range(3))
        area = float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())
        areas[part.colour] = areas.get(part.colour, 0.0) + area
    most = max(areas, key=lambda colour: areas[colour], default=None)
    return [replace(part, livery=part.colour == most) for part in parts]


def _colour(document: dict[str, Any], material: int | None) -> tuple[float, float, float]:
    if material is None:
        return DEFAULT_COLOUR
    r, g, b = document["materials"][material].get("pbrMetallicRoughness", {}).get("baseColorFactor", (1, 1, 1, 1))[:3]
    return (_srgb(r), _srgb(g), _srgb(b))


def _srgb(linear: float) -> float:
    """Return the sRGB value of a linear colour value, both from 0 to 1 (IEC 61966-2-1)."""
    value = 12.92 * linear if linear <= 0.0031308 else 1.055 * linear ** (1 / 2.4) - 0.055
    return round(float(value), 4)
