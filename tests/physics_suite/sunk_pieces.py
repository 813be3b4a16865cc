"""Exact tests whether a piece has sunk into scenery, or has passed through scenery."""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy.spatial import ConvexHull

from riotsim.table.pieces import BASE_THICKNESS, Box, Die, Mesh, Model, Round, Terrain, Token
from riotsim.table.poses import Pose, about_z

Floats = npt.NDArray[np.float64]

TOLERANCE = 0.5
"""Largest overlap of a piece at rest (mm).

The engine leaves 0.01 mm of margin and resolves the rest within some 0.1 mm. Half a millimetre is a thirtieth of a die,
and a piece that sinks for lack of a surface sinks by all of its height.
"""

RIM = 24
"""Number of corners that stand for the rim of a round piece."""


def surface(piece: Terrain | Model) -> list[Floats]:
    """Return the solid parts of a piece, as the triangles (n, 3, 3; mm) of closed surfaces seen from outside."""
    if isinstance(piece, Model):
        assert isinstance(piece.base, Round)
        assert piece.figure is not None
        pose = Pose((*piece.at, piece.level), about_z(piece.heading))
        base = _disc(piece.base.diameter, 0.0, BASE_THICKNESS)
        solids = [base, *(np.add(corners, (0.0, 0.0, BASE_THICKNESS)) for corners in piece.figure.pieces)]
        return [hull_triangles(_placed(corners, pose)) for corners in solids]
    pose = Pose((*piece.at, 0.0), about_z(piece.heading))
    match piece.shape:
        case Box(length, width, height):
            corners = np.array([(x * length / 2, y * width / 2, z * height)
                                for x in (-1, 1) for y in (-1, 1) for z in (0, 1)])  # fmt: skip
            return [hull_triangles(_placed(corners, pose))]
        case Mesh(vertices=vertices, triangles=triangles):
            return [_placed(vertices, pose)[triangles]]


def corners_of(piece: Die | Token) -> Floats:
    """Return the corners of a die or token where it lies (mm); a token's rim has 24."""
    if isinstance(piece, Die):
        return _placed(np.array(piece.kind.corners) * piece.size, piece.pose)
    return _placed(_disc(piece.diameter, -piece.thickness / 2, piece.thickness / 2), piece.pose)


def sunk(corners: Floats, solids: Sequence[Floats], tolerance: float = TOLERANCE) -> bool:
    """Return whether a convex piece, made smaller by `tolerance` on all sides, still overlaps any of the solids.

    A piece overlaps a solid if a triangle of the solid reaches into the piece, or if the piece is wholly inside.
    """
    planes = ConvexHull(corners).equations.copy()  # n · x + d is below zero inside
    planes[:, 3] += tolerance
    low, high = corners.min(axis=0), corners.max(axis=0)
    for triangles in solids:
        near = ((triangles.max(axis=1) >= low) & (triangles.min(axis=1) <= high)).all(axis=1)
        if any(_reaches_into(triangle, planes) for triangle in triangles[near]):
            return True
        if inside(corners.mean(axis=0), triangles):
            return True
    return False


def inside(point: Floats, triangles: Floats) -> bool:
    """Return whether a point is in a closed solid: then the triangles surround the point (van Oosterom 1983)."""
    a, b, c = np.moveaxis(triangles - point, 1, 0)
    la, lb, lc = (np.linalg.norm(v, axis=1) for v in (a, b, c))
    above = (a * np.cross(b, c)).sum(axis=1)
    below = la * lb * lc + (a * b).sum(axis=1) * lc + (b * c).sum(axis=1) * la + (c * a).sum(axis=1) * lb
    return float(2 * np.arctan2(above, below).sum()) > 2 * math.pi


def passed_through(path: Floats, solids: Sequence[Floats]) -> bool:
    """Return whether the path of a piece's centre (n, 3; mm) crosses any surface of the solids."""
    start, way = path[:-1, None], np.diff(path, axis=0)[:, None]
    for triangles in solids:
        a, b, c = np.moveaxis(triangles, 1, 0)
        normal = np.cross(b - a, c - a)
        slope = (way * normal).sum(axis=2)
        with np.errstate(all="ignore"):  # a way along a triangle doesn't cross it: its share is no number
            share = ((a - start) * normal).sum(axis=2) / slope
        within = np.nonzero((share >= 0) & (share <= 1))  # the steps that cross a triangle's plane, and the triangles
        step, triangle = within
        at = start[step, 0] + share[within][:, None] * way[step, 0]
        across = np.ones(len(step), dtype=bool)
        for one, two in ((a, b), (b, c), (c, a)):
            edge = (two - one)[triangle]
            across &= (np.cross(edge, at - one[triangle]) * normal[triangle]).sum(axis=1) >= 0
        if across.any():
            return True
    return False


def hull_triangles(corners: Floats) -> Floats:
    """Return the triangles (n, 3, 3) of the convex hull of some corners, anticlockwise seen from outside."""
    found = ConvexHull(corners)
    triangles = corners[found.simplices]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    inward = (normals * found.equations[:, :3]).sum(axis=1) < 0
    triangles[inward] = triangles[inward][:, ::-1]
    return np.asarray(triangles)


def _reaches_into(triangle: Floats, planes: Floats) -> bool:
    """Return whether a part of a triangle is on the inner side of all planes (Sutherland and Hodgman 1974)."""
    polygon = list(triangle)
    for *normal, offset in planes:
        heights = [float(np.dot(normal, corner)) + offset for corner in polygon]
        kept = []
        for k, (corner, height) in enumerate(zip(polygon, heights, strict=True)):
            before, low = polygon[k - 1], heights[k - 1]
            if (low < 0) != (height < 0):
                kept.append(before + (corner - before) * (low / (low - height)))
            if height < 0:
                kept.append(corner)
        polygon = kept
        if not polygon:
            return False
    return True


def _disc(diameter: float, low: float, high: float) -> Floats:
    angles = np.arange(RIM) * (2 * np.pi / RIM)
    rim = np.column_stack((np.cos(angles), np.sin(angles))) * diameter / 2
    return np.vstack([np.column_stack((rim, np.full(RIM, z))) for z in (low, high)])


def _placed(corners: Floats, pose: Pose) -> Floats:
    return np.array([pose.transform((float(x), float(y), float(z))) for x, y, z in corners])
