"""The sides of a convex solid, for dice: the direction of each side, and the distance of each side from the middle."""

from typing import Final

import numpy as np
import numpy.typing as npt
from scipy.spatial import ConvexHull, QhullError

from riotsim.files.deferred_interrupts import deferred_interrupts
from riotsim.files.mesh.parsing import Corners, Raw

with deferred_interrupts():
    import trimesh

MAX_MISSING_SHARE: Final = 0.02
"""Maximum difference between the volume of a die and of its convex hull, as a share of the hull's volume.

The numbers engraved in a die make a small difference.
"""

SAME_SIDE_COSINE: Final = np.cos(np.radians(1.0))
"""Cosine of the largest angle between the largest triangle of a die's side and its other triangles: one degree."""

FLAT_MESH: Final = "is flat; a die must be a solid"

MIN_FILLED_SHARE: Final = 1e-6
"""Minimum volume of a solid, as a share of a cube with the solid's longest extent. A solid with less counts as flat."""

MAX_SIDES: Final = 100
"""Maximum number of sides of a die. The roundest die on sale has as many.

The time limit for reading a mesh doesn't cover the later work with its sides. This maximum keeps that work fast.
"""

Array = npt.NDArray[np.float64]


def find_sides(raw: Raw) -> tuple[Array, Array, Array]:
    """Return the sides of a solid, for a die.

    Returns:
        Three arrays. The first has the outward directions of the sides as unit vectors, shape (n, 3). The second has
        the distance of each side from the centre of mass, divided by the longest extent, shape (n,). The third has
        the extents of the solid along x, y and z (mm).

    Raises:
        ValueError: The solid is flat, not closed or not convex, or has more than `MAX_SIDES` sides.
    """
    corners = _convex(raw)
    extents: Array = np.ptp(corners, axis=0)
    normals, heights = _sides(corners / extents.max())
    return normals, heights, extents


def _convex(raw: Raw) -> Corners:
    """Return the corners of a solid's convex hull, relative to the hull's centre of mass (mm).

    Raises:
        ValueError: The solid is flat, not closed or not convex.
    """
    _require_volume(raw.corners)
    mesh = trimesh.Trimesh(raw.corners, raw.triangles, process=False)
    if not (mesh.is_watertight and mesh.is_winding_consistent):
        raise ValueError("is not closed; a die must be one solid without holes")
    whole = mesh.convex_hull
    missing = 1.0 - abs(float(mesh.volume)) / float(whole.volume)
    if missing > MAX_MISSING_SHARE:
        raise ValueError(
            f"is not convex: {missing:.0%} of its hull is missing, and dice may lack {MAX_MISSING_SHARE:.0%}"
        )
    corners: Corners = np.array(whole.vertices, dtype=np.float64) - np.array(whole.center_mass, dtype=np.float64)
    return corners


def _require_volume(corners: Corners) -> None:
    """Check that the convex hull of some corners has a volume.

    Raises:
        ValueError: The corners lie in a plane, or nearly.
    """
    try:
        filled = float(ConvexHull(corners).volume) / float(np.ptp(corners, axis=0).max()) ** 3
    except (QhullError, ValueError) as error:
        raise ValueError(FLAT_MESH) from error
    if filled < MIN_FILLED_SHARE:
        raise ValueError(FLAT_MESH)


def _sides(corners: Corners) -> tuple[Array, Array]:
    """Return the outward directions of a convex solid's sides, and their distances from the origin.

    Raises:
        ValueError: There are more than `MAX_SIDES` sides.
    """
    whole = trimesh.convex.convex_hull(corners)
    areas, looks = np.array(whole.area_faces), np.array(whole.face_normals)
    left = looks[np.argsort(-areas, kind="stable")]
    normals: list[Array] = []
    while len(left):
        if len(normals) == MAX_SIDES:
            raise ValueError(f"has more than {MAX_SIDES} sides; make its edges sharp, and round by dice.edges")
        normals.append(left[0])
        left = left[left @ left[0] < SAME_SIDE_COSINE]
    each = np.array(normals)
    return each, (corners @ each.T).max(axis=0)
