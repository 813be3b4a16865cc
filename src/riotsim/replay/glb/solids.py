"""Plain meshes with normals: boxes, discs, and dice with pips, numbers or signs.

All lengths are in mm.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from riotsim.replay.glb.numerals import Numeral, numeral_mesh, numerals
from riotsim.replay.glb.signs import sign_meshes
from riotsim.table.dice.kinds import DieKind, Face

CIRCLE_SEGMENTS = 40
"""Number of vertices around a disc's rim. The rim of a pip has half as many."""

PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Places of the pips for each number: steps of `PIP_OFFSET` to the side, and up, from the face's centre."""

PIP_RADIUS, ACE_RADIUS, PIP_OFFSET = 0.088, 0.125, 0.255
"""Radius of a pip, radius of the single pip of a 1, and distance between rows of pips, as shares of a die's size."""

INK_HEIGHT = 0.02
"""Height of pips and numbers above a face, and distance between the layers of a sign (mm).

Without this distance, surfaces in the same plane would flicker.
"""


@dataclass(frozen=True, slots=True)
class Solid:
    """A mesh with a normal at each vertex."""

    corners: npt.NDArray[np.float64]
    """Vertices, shape (n, 3), in mm."""
    normals: npt.NDArray[np.float64]
    """Normal at each vertex as a unit vector, shape (n, 3)."""
    triangles: npt.NDArray[np.int64]
    """Triangles, shape (m, 3): indices into `corners`."""


def merge_solids(parts: Iterable[tuple[Solid, Sequence[float]]]) -> Solid:
    """Return several meshes as one mesh.

    Args:
        parts: Each mesh with its offset (mm).
    """
    corners, normals, triangles, first = [], [], [], 0
    for solid, by in parts:
        corners.append(solid.corners + np.asarray(by, dtype=np.float64))
        normals.append(solid.normals)
        triangles.append(solid.triangles + first)
        first += len(solid.corners)
    return Solid(np.vstack(corners), np.vstack(normals), np.vstack(triangles))


def with_normals(
    corners: npt.NDArray[np.float64], triangles: npt.NDArray[np.integer], *, smooth: bool = False
) -> Solid:
    """Return a mesh with normals. Triangles without an area are left out.

    Args:
        corners: Corners of the triangles, shape (n, 3), in mm.
        triangles: Triangles, shape (m, 3): indices into `corners`.
        smooth: True to shade the mesh as a curved surface: triangles have the same normal at a common corner. False to
            shade each triangle as flat.
    """
    faces = corners[triangles]
    across = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    solid = np.linalg.norm(across, axis=1) > 1e-9
    faces, across, kept = faces[solid], across[solid], np.asarray(triangles, dtype=np.int64)[solid]
    if not smooth:
        normals = np.repeat(across, 3, axis=0)
        return Solid(faces.reshape(-1, 3), _unit(normals), np.arange(len(faces) * 3).reshape(-1, 3))
    summed = np.zeros_like(corners)
    for k in range(3):
        np.add.at(summed, kept[:, k], across)
    summed[np.linalg.norm(summed, axis=1) < 1e-9] = (0.0, 0.0, 1.0)
    return Solid(corners, _unit(summed), kept)


def box(length: float, width: float, height: float, bevel: float = 0.0) -> Solid:
    """Return a box that stands on z = 0, centred on the z axis.

    All arguments are in mm. `bevel` is the width of the bevel at the edges.
    """
    half = np.array([length, width, height]) / 2
    normals = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)]
    corners = [half * signs for signs in itertools.product((1, -1), repeat=3)]
    return merge_solids(
        [(_convex(np.array(corners), np.array(normals, dtype=np.float64), bevel), (0.0, 0.0, height / 2))]
    )


def cylinder(radius: float, height: float, bevel: float) -> Solid:
    """Return a disc that stands on z = 0, centred on the z axis.

    All arguments are in mm. `bevel` is the width of the bevel at the edges.
    """
    rings = [
        ((radius - bevel, 0.0), (0.0, -1.0)),
        ((radius - bevel, 0.0), (1.0, -1.0)),
        ((radius, bevel), (1.0, -0.4)),
        ((radius, height - bevel), (1.0, 0.4)),
        ((radius - bevel, height), (1.0, 1.0)),
        ((radius - bevel, height), (0.0, 1.0)),
    ]
    turns = np.arange(CIRCLE_SEGMENTS) * 2 * math.pi / CIRCLE_SEGMENTS
    around = np.stack([np.cos(turns), np.sin(turns)], axis=1)
    corners, normals, triangles = [], [], []
    for (r, z), (out, up) in rings:
        corners.append(np.column_stack([around * r, np.full(CIRCLE_SEGMENTS, z)]))
        normals.append(np.column_stack([around * out, np.full(CIRCLE_SEGMENTS, up)]))
    for k in range(len(rings) - 1):
        for i in range(CIRCLE_SEGMENTS):
            a, b = k * CIRCLE_SEGMENTS + i, k * CIRCLE_SEGMENTS + (i + 1) % CIRCLE_SEGMENTS
            if rings[k][0] != rings[k + 1][0]:
                triangles += [(a, b, a + CIRCLE_SEGMENTS), (b, b + CIRCLE_SEGMENTS, a + CIRCLE_SEGMENTS)]
    last = (len(rings) - 1) * CIRCLE_SEGMENTS
    for i in range(1, CIRCLE_SEGMENTS - 1):
        triangles += [(0, i + 1, i), (last, last + i, last + i + 1)]
    return Solid(np.vstack(corners), _unit(np.vstack(normals)), np.array(triangles))


def die_solids(kind: DieKind, size: float) -> tuple[Solid, Solid | None]:
    """Return two meshes of a die, centred on the origin: its body, and the marks on its faces.

    A mark is a pip, a number or a sign. A cube has pips if all its numbers are from 1 to 6 and it has no signs. Other
    dice have numbers or signs. If a die has no marks, the second mesh is None.

    Args:
        kind: Kind of the die.
        size: Size of the die (mm).
    """
    normals = np.array(kind.normals, dtype=np.float64)
    bevel = max(kind.rounding * size, 0.035 * size)
    body = _convex(np.array(kind.corners, dtype=np.float64) * size, normals, bevel)
    if not kind.is_cube or kind.has_signs or any(face.value not in PIPS for face in kind.faces):
        ink = [_numeral(one, size) for one in numerals(kind)]
        gaps: list[Solid] = []
        for face in kind.faces if kind.has_signs else ():
            for solid, is_ink in _sign(kind, face, size, bevel) if face.sign is not None else ():
                (ink if is_ink else gaps).append(solid)
        body = merge_solids((part, (0.0, 0.0, 0.0)) for part in (body, *gaps)) if gaps else body
        return body, merge_solids((part, (0.0, 0.0, 0.0)) for part in ink) if ink else None
    pips = []
    for face in kind.faces:
        n = np.array(face.normal)
        u, v = _across(n)
        for x, y in PIPS[face.value]:
            middle = n * (size / 2 + INK_HEIGHT) + (u * x + v * y) * PIP_OFFSET * size
            pips.append((_spot(n, u, v, (ACE_RADIUS if face.value == 1 else PIP_RADIUS) * size), middle))
    return body, merge_solids([(spot, middle.tolist()) for spot, middle in pips])


def _numeral(one: Numeral, size: float) -> Solid:
    flat, triangles = numeral_mesh(one.value)
    right = np.cross(one.up, one.out)
    spread = flat[:, :1] * right + flat[:, 1:] * one.up
    corners = (one.middle + spread * one.height) * size + one.out * INK_HEIGHT
    return Solid(corners, np.repeat(one.out[None], len(corners), axis=0), triangles)


def _sign(kind: DieKind, face: Face, size: float, bevel: float) -> Iterator[tuple[Solid, bool]]:
    """Yield the layers of a sign. Each comes with True if it is drawn as ink, or False if it has the die's colour."""
    normal = np.array(face.normal)
    for layer, (corners, triangles, is_ink) in enumerate(sign_meshes(kind, face, 0.5 - bevel / size), 1):
        raised = corners * size + normal * INK_HEIGHT * layer
        yield Solid(raised, np.repeat(normal[None], len(raised), axis=0), triangles), is_ink


def _spot(n: npt.NDArray[np.float64], u: npt.NDArray[np.float64], v: npt.NDArray[np.float64], radius: float) -> Solid:
    turns = np.arange(CIRCLE_SEGMENTS // 2) * 4 * math.pi / CIRCLE_SEGMENTS
    rim = radius * (np.outer(np.cos(turns), u) + np.outer(np.sin(turns), v))
    triangles = [(0, i, i + 1) for i in range(1, len(rim) - 1)]
    return Solid(rim, np.repeat(n[None], len(rim), axis=0), np.array(triangles))


def _convex(corners: npt.NDArray[np.float64], normals: npt.NDArray[np.float64], bevel: float) -> Solid:
    """Return a convex mesh with bevelled edges. Each face is shrunk, and the gaps between the faces are filled.

    Args:
        corners: Corners of the solid, shape (n, 3), in mm.
        normals: Outward unit normals of the solid's faces, shape (m, 3).
        bevel: Width of the bevel (mm).
    """
    sides: list[list[int]] = []
    numeral_mesh: dict[tuple[int, int], npt.NDArray[np.float64]] = {}
    for s, n in enumerate(normals):
        far = corners @ n
        own = [int(k) for k in np.flatnonzero(far > far.max() - 1e-3 * np.ptp(corners))]
        middle = corners[own].mean(axis=0)
        u, v = _across(n)
        own.sort(key=lambda k: math.atan2((corners[k] - middle) @ v, (corners[k] - middle) @ u))
        sides.append(own)
        for k in own:
            way = middle - corners[k]
            numeral_mesh[s, k] = corners[k] + way * min(
                0.45, bevel * math.sqrt(2) / max(float(np.linalg.norm(way)), 1e-9)
            )
    faces: list[npt.NDArray[np.float64]] = []
    turned: list[npt.NDArray[np.float64]] = []

    def put(three: Sequence[tuple[int, int]]) -> None:
        at = np.array([numeral_mesh[one] for one in three])
        out = np.cross(at[1] - at[0], at[2] - at[0])
        if np.linalg.norm(out) < 1e-9:
            return
        order = (0, 1, 2) if out @ (at.mean(axis=0) - corners.mean(axis=0)) > 0 else (0, 2, 1)
        faces.extend(at[k] for k in order)
        turned.extend(normals[three[k][0]] for k in order)

    for s, own in enumerate(sides):
        for a, b in itertools.pairwise(own[1:]):
            put([(s, own[0]), (s, a), (s, b)])
        for t in range(s if bevel > 0 else 0):
            shared = [k for k in own if k in sides[t]]
            if len(shared) == 2:
                put([(s, shared[0]), (s, shared[1]), (t, shared[0])])
                put([(s, shared[1]), (t, shared[1]), (t, shared[0])])
    if bevel > 0:
        for k in range(len(corners)):
            out = corners[k] - corners.mean(axis=0)
            u, v = _across(out / np.linalg.norm(out))
            touching = [s for s, own in enumerate(sides) if k in own]
            touching.sort(key=lambda s: math.atan2(numeral_mesh[s, k] @ v, numeral_mesh[s, k] @ u))
            for a, b in itertools.pairwise(touching[1:]):
                put([(touching[0], k), (a, k), (b, k)])
    return Solid(np.array(faces), _unit(np.array(turned)), np.arange(len(faces)).reshape(-1, 3))


def _across(n: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Return two unit vectors that form a right-handed frame with the unit vector `n` as the third."""
    other = np.array([1.0, 0.0, 0.0]) if abs(n[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    u = np.cross(other, n)
    u /= np.linalg.norm(u)
    return u, np.cross(n, u)


def _unit(vectors: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    out: npt.NDArray[np.float64] = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return out
