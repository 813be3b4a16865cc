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
"""Numbers of triangles to which a mesh may be reduced. The smallest number that keeps the outline is taken.

Measured: a throw of 3d6 onto a mesh of 1,280 triangles costs 1.3 times as much as onto a box. With 5,120 triangles it
costs 3.7 times as much as onto a box, and with 20,480 triangles 6 times as much.
"""

OUTLINE_TOLERANCE: Final = 1.0
"""Maximum distance by which simplification may change a part's outline seen from above, or the height of its foot or
top (mm). It is small compared with usual dice, whose edges are 12 to 16 mm long.
"""

MIN_TRIANGLES: Final = 12
"""Minimum number of triangles to which a part is reduced: those of a box."""

DIRECTION_COUNT: Final = 64
"""Number of horizontal directions in which outlines are compared. Each corner of an outline lies at most 2.8 degrees
off one of these directions. So the corner's extent in this direction is about 0.1 % less, at most, than its distance
from the origin.
"""


def simplify(parts: Sequence[Raw], read: int = 0) -> tuple[list[Raw], list[str]]:
    """Return parts with few enough triangles for the physics, and notes on what was changed.

    Args:
        parts: The closed parts of a mesh.
        read: Number of triangles in the mesh file. As the number before the change, the notes give the larger of
            this number and the number of triangles in `parts`.

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
    """Return a part simplified to about `count` triangles. If the simplified part would be open or inside out, return
    the part unchanged.
    """
    if len(part.triangles) <= count:
        return part
    mesh = trimesh.Trimesh(part.corners, part.triangles, process=False)
    fewer = mesh.simplify_quadric_decimation(face_count=count)
    found = Raw(np.array(fewer.vertices, dtype=np.float64), np.array(fewer.faces, dtype=np.int32))
    return found if len(found.triangles) and is_closed(found) and volume(found) > 0 else part


def same_outline(before: Raw, after: Raw) -> bool:
    """Return whether two parts have the same outline seen from above, and the same heights of foot and top. Differences
    up to `OUTLINE_TOLERANCE` are allowed.
    """
    return before is after or float(np.abs(extents(before) - extents(after)).max()) <= OUTLINE_TOLERANCE


def extents(part: Raw) -> npt.NDArray[np.float64]:
    """Return how far a part extends from the origin in `DIRECTION_COUNT` horizontal directions, then the heights of its
    foot and top (mm).

    All these values are in one array, shape (DIRECTION_COUNT + 2,).
    """
    from scipy.spatial import ConvexHull, QhullError  # only what is simplified needs it

    angles = np.arange(DIRECTION_COUNT) * (2 * np.pi / DIRECTION_COUNT)
    plan = part.corners[:, :2]
    with suppress(QhullError):  # without an area in plan all its corners will do
        plan = plan[ConvexHull(plan).vertices]
    ways = np.vstack((np.cos(angles), np.sin(angles)))
    z = part.corners[:, 2]
    return np.append((plan @ ways).max(axis=0), [z.min(), z.max()])
