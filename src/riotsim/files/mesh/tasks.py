"""The tasks of the process that reads meshes.

A task makes one of these of a file: raw triangles, scenery, a figure in convex pieces, or the sides of a die.
"""

from typing import Final

import numpy as np

from riotsim.files.mesh.parsing import WELD_DECIMALS, Corners, Raw, parse
from riotsim.files.mesh.protocol import MeshResult, MeshTask
from riotsim.files.mesh.repair import close_mesh, joined, labelled
from riotsim.files.mesh.simplification import TRIANGLE_BUDGETS, simplify
from riotsim.table.units import format_short

MIN_EXTENT, MAX_EXTENT = 2.0, 1000.0
"""Minimum and maximum of scenery's longest extent (mm). Outside these limits, the file probably has another unit."""

MAX_ELONGATION: Final = 20
"""Maximum length and width of a figure, as a multiple of its height.

If a figure is longer or wider, another axis of the file probably points up.
"""


def run_task(order: MeshTask, content: bytes) -> MeshResult:
    """Perform a task on the content of a file, and return its result. Raises: ValueError: The task can't be done; the
    message says why.
    """
    raw = parse(order.ending, content, order.up)
    if not len(raw.triangles):
        raise ValueError("has no triangles with an area")
    match order.task:
        case "raw":
            return MeshResult((raw.corners, raw.triangles))
        case "scenery":
            return _scenery(raw, order)
        case "figure":
            return _figure(raw, order)
        case "die":
            from riotsim.files.mesh.sides import find_sides  # only a die needs it, and with it SciPy's geometry

            return MeshResult(find_sides(raw))


def _scenery(raw: Raw, order: MeshTask) -> MeshResult:
    """Return scenery made of a mesh. The scenery is closed and simplified.

    It stands on z = 0, with the middle of its outline at x = y = 0.

    Raises:
        ValueError: No scenery can be made of the mesh.
    """
    raw = Raw(raw.corners * order.scale, raw.triangles)
    extent = np.ptp(raw.corners, axis=0)
    if not MIN_EXTENT <= extent.max() <= MAX_EXTENT:
        unit = "metres" if order.ending == "glb" else "millimetres"
        raise ValueError(
            f"is {format_short(float(extent.max()))} mm in extent, and scenery has {MIN_EXTENT:g} to "
            f"{format_short(MAX_EXTENT)} mm; "
            f"the unit of .{order.ending} files is {unit}, and `scale` says how many times as large it shall be"
        )
    if extent.min() <= 0:
        raise ValueError("is flat; scenery must have a length, a width and a height")
    parts, closing = close_mesh(raw)
    parts, simplifying = simplify(parts, len(raw.triangles))
    notes = (*closing, *simplifying)
    whole = joined(parts) if notes else raw
    labels, _ = labelled(whole.triangles, len(whole.corners))
    return MeshResult((placed(whole.corners), whole.triangles, labels), notes)


def placed(corners: Corners) -> Corners:
    """Return the corners of a solid, moved to stand on z = 0 with the middle of its outline at x = y = 0."""
    low, high = corners.min(axis=0), corners.max(axis=0)
    return np.asarray(np.round(corners - [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]], WELD_DECIMALS))


def _figure(raw: Raw, order: MeshTask) -> MeshResult:
    """Return the convex pieces of a figure made of a mesh.

    The figure is scaled to a height of `order.height` mm, and turned to look along +x. It stands on z = 0, with the
    middle of its outline at x = y = 0.

    Raises:
        ValueError: No figure can be made of the mesh.
    """
    from riotsim.files.mesh.decomposition import convex_pieces  # only a figure needs it, and with it SciPy's geometry

    x, y, z = raw.corners.T  # files have a figure look along -y
    turned = np.column_stack((-y, x, z))
    tall = float(np.ptp(z))
    if tall <= 0:
        raise ValueError("is flat; a figure must have a height")
    if float(np.ptp(raw.corners, axis=0).max()) > MAX_ELONGATION * tall:
        raise ValueError("is far longer than it is high; `up: y` or `up: z` says which way of the file is up")
    parts, notes = close_mesh(Raw(turned * (order.height / tall), raw.triangles))
    if sum(len(part.triangles) for part in parts) > TRIANGLE_BUDGETS[-1]:
        parts, simplifying = simplify(parts, len(raw.triangles))
        notes += simplifying
    corners = joined(parts).corners
    low, high = corners.min(axis=0), corners.max(axis=0)
    foot = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]]
    pieces = [Raw(piece.corners - foot, piece.triangles) for piece in convex_pieces(parts)]
    return MeshResult(tuple(array for piece in pieces for array in (piece.corners, piece.triangles)), tuple(notes))
