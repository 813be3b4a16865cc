"""Division of solids into a few convex pieces with few corners, for bodies that move."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.spatial import ConvexHull, QhullError

from riotsim.files.mesh.parsing import Corners, Raw
from riotsim.files.mesh.repair import joined, volume

MAX_PIECES: Final = 16
"""Maximum number of convex pieces of a figure. The engine tests each piece in every step."""

MAX_CORNERS: Final = 32
"""Maximum number of corners of a convex piece. The engine tests each corner."""

DETAIL_SHARE: Final = 0.02
"""Maximum volume of a part that may be left out, as a share of the figure's volume.

The number is our choice. A feather or a buckle has a smaller share.
"""

CONVEX_SHARE: Final = 0.9
"""Minimum volume of a nearly convex part, as a share of its convex hull's volume. Our choice."""

VOXEL_COUNT: Final = 30_000
"""Number of cells that V-HACD makes of a solid.

In a figure of 28 mm a cell is about 1 mm wide. The division takes less than a second.
"""


def convex_pieces(parts: Sequence[Raw]) -> list[Raw]:
    """Return convex pieces that stand for the closed parts of a figure.

    There are at most `MAX_PIECES` pieces, and each has at most `MAX_CORNERS` corners. If there are more than
    `MAX_PIECES` parts, very small ones are left out where possible (see `_largest`). If at most `MAX_PIECES` parts stay
    and all are nearly convex, each becomes one piece. If not, V-HACD (the package vhacdx) divides all parts together.

    Raises:
        ValueError: V-HACD is needed and not installed, or a part is flat.
    """
    parts = _largest(parts)
    hulls = [convex_hull(part.corners) for part in parts]
    if len(parts) > MAX_PIECES or any(
        volume(part) < CONVEX_SHARE * volume(about) for part, about in zip(parts, hulls, strict=True)
    ):
        hulls = [convex_hull(corners) for corners in _decompose(joined(parts))]
    return [_few_corners(piece) for piece in hulls]


def _largest(parts: Sequence[Raw]) -> list[Raw]:
    """Return the `MAX_PIECES` largest parts if all other parts are mere details. If not, return all parts.

    The order of the parts stays. `DETAIL_SHARE` is the largest share of the whole volume that a detail can have.
    """
    if len(parts) <= MAX_PIECES:
        return list(parts)
    volumes = np.array([volume(part) for part in parts])
    largest = np.sort(np.argsort(-volumes, kind="stable")[:MAX_PIECES])
    left_out = np.setdiff1d(np.arange(len(parts)), largest)
    return list(parts) if volumes[left_out].max() > DETAIL_SHARE * volumes.sum() else [parts[k] for k in largest]


def convex_hull(corners: Corners) -> Raw:
    """Return the convex hull of points, with triangles anticlockwise seen from outside.

    Raises:
        ValueError: The points lie in a plane.
    """
    try:
        found = ConvexHull(corners)
    except QhullError as error:
        raise ValueError("is flat: it holds no volume. Give it a thickness") from error
    used = np.sort(found.vertices)
    triangles = np.searchsorted(used, found.simplices)
    points = corners[used]
    # Qhull gives triangles in any direction; here they are seen from outside.
    a, b, c = np.moveaxis(points[triangles], 1, 0)
    inward = (np.cross(b - a, c - a) * (a - points.mean(axis=0))).sum(axis=1) < 0
    triangles[inward] = triangles[inward][:, ::-1]
    return Raw(points, triangles.astype(np.int32))


def _decompose(solid: Raw) -> list[Corners]:
    """Return the corners of the convex pieces that V-HACD makes of a solid.

    The pieces are the same each time, because V-HACD draws no random numbers and runs in one thread here.

    Raises:
        ValueError: The package vhacdx is not installed.
    """
    try:
        from vhacdx import compute_vhacd
    except ImportError as error:
        raise ValueError("is not made of convex parts, and taking it apart needs vhacdx: pip install vhacdx") from error
    faces = np.column_stack((np.full(len(solid.triangles), 3), solid.triangles)).ravel().astype(np.uint32)
    found = compute_vhacd(
        solid.corners,
        faces,
        maxConvexHulls=MAX_PIECES,
        resolution=VOXEL_COUNT,
        maxNumVerticesPerCH=MAX_CORNERS,
        asyncACD=False,
    )
    return [np.array(corners, dtype=np.float64) for corners, _ in found]


def _few_corners(piece: Raw) -> Raw:
    """Return a convex piece with at most `MAX_CORNERS` corners.

    If the piece has more corners, only the outermost corners in evenly spread directions stay.
    """
    directions = 4 * MAX_CORNERS
    while len(piece.corners) > MAX_CORNERS:
        farthest = (piece.corners @ _even_directions(directions).T).argmax(axis=0)
        piece = convex_hull(piece.corners[np.unique(farthest)])
        directions = directions * 3 // 4
    return piece


def _even_directions(count: int) -> npt.NDArray[np.float64]:
    """Return unit vectors spread evenly over the sphere (a Fibonacci lattice), shape (count, 3)."""
    k = np.arange(count) + 0.5
    up = 1 - 2 * k / count
    around = np.pi * (1 + np.sqrt(5)) * k
    level = np.sqrt(1 - up * up)
    return np.column_stack((level * np.cos(around), level * np.sin(around), up))
