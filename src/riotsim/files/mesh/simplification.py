"""Simplifies meshes that are too fine for the physics. Outline and height are kept."""

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
"""Numbers of triangles to which a mesh is reduced; the smallest that keeps its outline is used.

Measured: a throw of 3d6 onto a mesh costs 1.3 times as much as onto a box with 1,280 triangles, 3.7 times with 5,120
and 6 times with 20,480.
"""

OUTLINE_TOLERANCE: Final = 1.0
"""Maximum change of a part's outline from above and of its height (mm). Dice are 12 to 16 mm."""

MIN_TRIANGLES: Final = 12
"""Minimum number of triangles of a part: those of a box."""

DIRECTION_COUNT: Final = 64
"""Number of directions in which outlines are compared. A die's width changes by 0.1 % between two neighbouring
directions.
"""


def simplify(parts: Sequence[Raw], read: int = 0) -> tuple[list[Raw], list[str]]:
    """Return the parts with at most the largest budget of triangles, and notes; the file had `read` triangles.

    Raises:
        ValueError: The outlines and heights can't be kept within `OUTLINE_TOLERANCE`.
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
    """Return the part with about `count` triangles, or unchanged if that would open it or turn it inside out."""
    if len(part.triangles) <= count:
        return part
    mesh = trimesh.Trimesh(part.corners, part.triangles, process=False)
    fewer = mesh.simplify_quadric_decimation(face_count=count)
    found = Raw(np.array(fewer.vertices, dtype=np.float64), np.array(fewer.faces, dtype=np.int32))
    return found if len(found.triangles) and is_closed(found) and volume(found) > 0 else part


def same_outline(before: Raw, after: Raw) -> bool:
    """Return whether two parts have the same outline in plan, foot and top, within `OUTLINE_TOLERANCE`."""
    return before is after or float(np.abs(extents(before) - extents(after)).max()) <= OUTLINE_TOLERANCE


def extents(part: Raw) -> npt.NDArray[np.float64]:
    """Return how far a part extends in many directions in plan, and its foot and top (mm)."""
    from scipy.spatial import ConvexHull, QhullError  # only what is simplified needs it

    angles = np.arange(DIRECTION_COUNT) * (2 * np.pi / DIRECTION_COUNT)
    plan = part.corners[:, :2]
    with suppress(QhullError):  # without an area in plan all its corners will do
        plan = plan[ConvexHull(plan).vertices]
    ways = np.vstack((np.cos(angles), np.sin(angles)))
    z = part.corners[:, 2]
    return np.append((plan @ ways).max(axis=0), [z.min(), z.max()])
