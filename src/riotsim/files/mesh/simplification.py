"""Simplification of meshes that have too many triangles for the physics. Outline and height are kept."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import numpy as np
import numpy.typing as npt

from riotsim.files.deferred_interrupts import deferred_interrupts
from riotsim.files.mesh.parsing import Raw
from riotsim.files.mesh.repair import area, is_closed, volume

with deferred_interrupts():
    import trimesh

TRIANGLE_BUDGETS: Final = (1000, 2000, 4000)
"""Numbers of triangles that a simplified mesh may have. The smallest number that keeps the outline is taken.

Measured time that a throw of 3d6 onto a mesh takes, as a multiple of the time with a box:

- 1,280 triangles: 1.3
- 5,120 triangles: 3.7
- 20,480 triangles: 6
"""

OUTLINE_TOLERANCE: Final = 1.0
"""Simplification may move a part's outline, lowest point or highest point by no more than this (mm).

The outline is that seen from above. The distance is small compared with usual dice, whose edges are 12 to 16 mm long.
"""

MIN_TRIANGLES: Final = 12
"""Minimum number of triangles of a simplified part: those of a box."""

DIRECTION_COUNT: Final = 64
"""Number of horizontal directions for comparing outlines.

A corner of an outline may lie between two of these directions. Then its distance from the origin is measured up to
0.1 % too short.
"""


def simplify(parts: Sequence[Raw], read: int = 0) -> tuple[list[Raw], list[str]]:
    """Return parts with few enough triangles for the physics, and notes on the changes.

    Args:
        parts: The closed parts of a mesh.
        read: Number of triangles in the mesh file, before any repair. A note has the number of triangles before
            simplification: the larger of `read` and the number of triangles in `parts`.

    Raises:
        ValueError: Too many triangles are left, or outlines and heights can't be kept within `OUTLINE_TOLERANCE`.
    """
    before = sum(len(part.triangles) for part in parts)
    if before <= TRIANGLE_BUDGETS[0]:
        return list(parts), []
    sizes = np.sqrt([area(part) for part in parts])
    for budget in TRIANGLE_BUDGETS:
        shares = np.maximum(MIN_TRIANGLES, budget * sizes / sizes.sum()).astype(int)
        found = [_simpler(part, int(share)) for part, share in zip(parts, shares, strict=True)]
        after = sum(len(part.triangles) for part in found)
        if after <= TRIANGLE_BUDGETS[-1] and all(map(same_outline, parts, found)):
            kept = f"its outline and height are kept within {OUTLINE_TOLERANCE:g} mm"
            return found, [f"its {max(before, read):,} triangles have been simplified to {after:,}; {kept}"]
    raise ValueError(
        f"has {before:,} triangles, and can't be simplified to {TRIANGLE_BUDGETS[-1]:,} with its outline kept within "
        f"{OUTLINE_TOLERANCE:g} mm; simplify it in a modelling program"
    )


def _simpler(part: Raw, count: int) -> Raw:
    """Return a part simplified to about `count` triangles.

    The part is returned unchanged if it has at most `count` triangles, or if the simpler part would have holes or face
    inward.
    """
    if len(part.triangles) <= count:
        return part
    mesh = trimesh.Trimesh(part.corners, part.triangles, process=False)
    fewer = mesh.simplify_quadric_decimation(face_count=count)
    found = Raw(np.array(fewer.vertices, dtype=np.float64), np.array(fewer.faces, dtype=np.int32))
    return found if len(found.triangles) and is_closed(found) and volume(found) > 0 else part


def same_outline(before: Raw, after: Raw) -> bool:
    """Return whether two parts have the same outline, lowest point and highest point.

    The outline is that seen from above. Differences up to `OUTLINE_TOLERANCE` are allowed.
    """
    return before is after or float(np.abs(extents(before) - extents(after)).max()) <= OUTLINE_TOLERANCE


def extents(part: Raw) -> npt.NDArray[np.float64]:
    """Return a part's extents as one array (mm), shape (DIRECTION_COUNT + 2,).

    The first values are the part's extents from the origin in each horizontal direction. The last two values are the
    heights of the part's lowest and highest points.
    """
    from scipy.spatial import ConvexHull, QhullError  # only what is simplified needs it

    angles = np.arange(DIRECTION_COUNT) * (2 * np.pi / DIRECTION_COUNT)
    plan = part.corners[:, :2]
    with suppress(QhullError):  # without an area in plan all its corners will do
        plan = plan[ConvexHull(plan).vertices]
    ways = np.vstack((np.cos(angles), np.sin(angles)))
    z = part.corners[:, 2]
    return np.append((plan @ ways).max(axis=0), [z.min(), z.max()])
