"""Closing of open surfaces. Small faults are repaired. A part that stays open is replaced by a box."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from riotsim.files.deferred_interrupts import deferred_interrupts
from riotsim.files.mesh.parsing import Raw, Triangles
from riotsim.table.geometry.plan import hull

with deferred_interrupts():
    import trimesh

WELD_DISTANCE: Final = 0.05
"""Spacing of a grid (mm). Corners of an open surface that share a grid point are merged.

The finest detail that 3D printers can print is three times as large.
"""

MIN_THICKNESS: Final = 2.0
"""Minimum thickness of a box that replaces an open surface (mm).

A die of 16 mm at 8 m/s can't pass through such a box in one step of the engine.
"""

MIN_OPEN_PART: Final = 1.0
"""Minimum extent of an open part along its longest axis (mm). A smaller part is left out."""

FLAT_THICKNESS: Final = 0.02
"""Maximum thickness of the parts that count as flat and are left out (mm).

The thickness of a part is its volume divided by half of its surface area.
"""

MAX_REPAIRED_TRIANGLES: Final = 20_000
"""Maximum number of triangles of an open mesh while it is repaired. A mesh with more triangles is simplified first."""

MAX_PARTS: Final = 500
"""Maximum number of connected parts of a mesh. Each part is checked separately, which takes time."""


def close_mesh(raw: Raw) -> tuple[list[Raw], list[str]]:
    """Return the closed parts of a mesh, and notes on the changes. All triangles face outward.

    Raises:
        ValueError: All parts are flat, or there are more than `MAX_PARTS` parts.
    """
    parts = parts_of(raw)
    if all(is_closed(part) and volume(part) > 0 for part in parts):
        return _solid(parts, [])
    parts = parts_of(_filled(raw))
    if not all(map(is_closed, parts)):
        parts = parts_of(_mended(raw))
    good = [_outward(part) for part in parts if is_closed(part)]
    open_ones = [part for part in parts if not is_closed(part) and np.ptp(part.corners, axis=0).max() >= MIN_OPEN_PART]
    notes = []
    if not open_ones:
        notes.append("it had holes, or triangles that faced inward; it has been closed")
    else:
        where = "it" if len(parts) == 1 else f"each of {len(open_ones)} of its {len(parts)} parts"
        whose = "its" if len(open_ones) == 1 else "their"
        notes.append(
            f"dice bounce off a plain box about {where}: {whose} holes could not be filled; "
            "close them in a modelling program for the real shape"
        )
    return _solid([*good, *(box_about(part) for part in open_ones)], notes)


def parts_of(raw: Raw) -> list[Raw]:
    """Return the connected parts of a mesh. Triangles with a common corner belong to the same part.

    Raises:
        ValueError: There are more than `MAX_PARTS` parts.
    """
    labels, count = labelled(raw.triangles, len(raw.corners))
    if count == 1:
        return [raw]
    if count > MAX_PARTS:
        raise ValueError(
            f"has {count:,} separate parts, and at most {MAX_PARTS} are read; join them, or leave some out"
        )
    of_triangle = labels[raw.triangles[:, 0]]
    parts = []
    for label in range(count):
        triangles = raw.triangles[of_triangle == label]
        used, index = np.unique(triangles, return_inverse=True)
        parts.append(Raw(raw.corners[used], index.reshape(-1, 3).astype(np.int32)))
    return parts


def labelled(triangles: Triangles, corners: int) -> tuple[npt.NDArray[np.int32], int]:
    """Return each corner's connected part of a mesh.

    Args:
        triangles: The triangles. Each corner must belong to at least one of them.
        corners: The number of corners.

    Returns:
        The index of each corner's part, shape (corners,), and the number of parts.
    """
    starts, ends = triangles[:, [0, 1]].ravel(), triangles[:, [1, 2]].ravel()
    links = coo_matrix((np.ones(len(starts), dtype=np.bool_), (starts, ends)), shape=(corners, corners))
    count, labels = connected_components(links, directed=False)
    return labels, int(count)


def is_closed(part: Raw) -> bool:
    """Return whether a surface is closed.

    The corners of a triangle have an order, so the triangle runs along each of its edges in one direction. A surface is
    closed if, at each edge, as many triangles run in one direction as in the other.
    """
    first, second = part.triangles.ravel().astype(np.int64), np.roll(part.triangles, -1, axis=1).ravel()
    there = np.sort(first * len(part.corners) + second)
    back = np.sort(second * len(part.corners) + first)
    return bool((there == back).all())


def volume(part: Raw) -> float:
    """Return the volume of a closed surface (mm³). It is negative if the triangles face inward."""
    a, b, c = np.moveaxis(part.corners[part.triangles], 1, 0)
    return float((a * np.cross(b, c)).sum() / 6)


def area(part: Raw) -> float:
    """Return the area of a surface (mm²)."""
    a, b, c = np.moveaxis(part.corners[part.triangles], 1, 0)
    return float(np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2)


def joined(parts: Sequence[Raw]) -> Raw:
    """Return one mesh made of several parts. The corners and the triangles are in the order of the parts."""
    if len(parts) == 1:
        return parts[0]
    starts = np.cumsum([0, *(len(part.corners) for part in parts)])
    triangles = [part.triangles + start for part, start in zip(parts, starts, strict=False)]
    return Raw(np.concatenate([part.corners for part in parts]), np.concatenate(triangles).astype(np.int32))


def box_about(part: Raw) -> Raw:
    """Return an upright box around a part. The box is turned so that its floor is as small as possible.

    The box's length, width and height are at least `MIN_THICKNESS`.
    """
    points = np.array(hull((float(x), float(y)) for x, y in np.unique(part.corners[:, :2], axis=0)))
    edges = np.roll(points, -1, axis=0) - points if len(points) > 2 else np.array([points[-1] - points[0]])
    angles = np.arctan2(edges[:, 1], edges[:, 0])
    frames = np.stack((np.column_stack((np.cos(angles), np.sin(angles))),
                       np.column_stack((-np.sin(angles), np.cos(angles)))), axis=1)  # fmt: skip
    inside = points @ frames.transpose(0, 2, 1)
    low, high = inside.min(axis=1), inside.max(axis=1)
    best = int(np.argmin((high - low).prod(axis=1).round(6)))
    bottom, top = part.corners[:, 2].min(), part.corners[:, 2].max()
    lows, highs = np.append(low[best], bottom), np.append(high[best], top)
    short = np.maximum(0.0, MIN_THICKNESS - (highs - lows))
    lows, highs = lows - short * [0.5, 0.5, 0.0], highs + short * [0.5, 0.5, 1.0]
    made = trimesh.creation.box(bounds=[lows, highs])
    corners = np.array(made.vertices)
    corners[:, :2] = corners[:, :2] @ frames[best]
    return Raw(corners, np.array(made.faces, dtype=np.int32))


def _solid(parts: Sequence[Raw], notes: list[str]) -> tuple[list[Raw], list[str]]:
    """Return the parts without the flat ones, and `notes`. If flat parts are left out, a note is added about it.

    Raises:
        ValueError: All parts are flat.
    """
    found = [part for part in parts if volume(part) > FLAT_THICKNESS * area(part) / 2]
    if not found:
        raise ValueError("is flat: it holds no volume. Give it a thickness")
    if len(found) < len(parts):
        notes = [*notes, f"{len(parts) - len(found)} of its {len(parts)} parts are flat, and left out"]
    return found, notes


def _filled(raw: Raw) -> Raw:
    """Return a mesh with all holes filled. A fan of triangles around the middle of a hole's rim fills the hole.

    If some triangles face one side of the surface and some the other, the mesh is returned unchanged.
    """
    first, second = raw.triangles.ravel().astype(np.int64), np.roll(raw.triangles, -1, axis=1).ravel()
    keys, back = first * len(raw.corners) + second, second * len(raw.corners) + first
    rim = ~np.isin(keys, back)
    starts, ends = first[rim], second[rim]
    if not len(starts) or len(np.unique(keys)) < len(keys):
        return raw
    links = coo_matrix((np.ones(len(starts), dtype=np.bool_), (starts, ends)), shape=(len(raw.corners),) * 2)
    _, labels = connected_components(links, directed=False)
    holes, of_edge = np.unique(labels[starts], return_inverse=True)
    # trimesh's own function is not used: it fails on some holes.
    middles = np.array([raw.corners[starts[of_edge == hole]].mean(axis=0) for hole in range(len(holes))])
    fans = np.column_stack((ends, starts, len(raw.corners) + of_edge)).astype(np.int32)
    return Raw(np.vstack((raw.corners, middles)), np.vstack((raw.triangles, fans)))


def _mended(raw: Raw) -> Raw:
    """Return a mesh with small faults repaired.

    - Corners that lie close together are merged.
    - Duplicate triangles are removed.
    - Triangles are turned so that all face the same side of the surface.
    - Holes are filled.

    A mesh of more than `MAX_REPAIRED_TRIANGLES` triangles is simplified first.
    """
    if len(raw.triangles) > MAX_REPAIRED_TRIANGLES:
        raw = _raw(
            trimesh.Trimesh(raw.corners, raw.triangles, process=False).simplify_quadric_decimation(
                face_count=MAX_REPAIRED_TRIANGLES
            )
        )
    corners = np.round(raw.corners / WELD_DISTANCE) * WELD_DISTANCE
    _, first, index = np.unique(corners, axis=0, return_index=True, return_inverse=True)
    triangles = index.reshape(-1)[raw.triangles]
    a, b, c = triangles.T
    triangles = triangles[(a != b) & (b != c) & (c != a)]
    _, once = np.unique(np.sort(triangles, axis=1), axis=0, return_index=True)
    mesh = trimesh.Trimesh(raw.corners[first], triangles[np.sort(once)], process=False)
    with suppress(ImportError):  # this repair is left out if its package is not installed
        trimesh.repair.fix_winding(mesh)  # type: ignore[no-untyped-call]  # trimesh has no types here
    return _filled(_raw(mesh))


def _raw(mesh: trimesh.Trimesh) -> Raw:
    mesh.remove_unreferenced_vertices()
    return Raw(np.array(mesh.vertices, dtype=np.float64), np.array(mesh.faces, dtype=np.int32))


def _outward(part: Raw) -> Raw:
    return part if volume(part) > 0 else Raw(part.corners, np.ascontiguousarray(part.triangles[:, ::-1]))
