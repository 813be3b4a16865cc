"""Tests whether straight lines of sight run inside solids.

A line that only touches a solid doesn't run inside the solid. All lengths are in mm.
"""

import numpy as np

from riotsim.table.sight.polyhedra import Array, BoolArray, Indices, lengths_inside
from riotsim.table.sight.solids import Cylinder, Solids, cylinder_arrays

MIN_LENGTH = 1e-7
"""Length above which the part of a line inside a solid counts (mm).

On a table, the rounding errors add up to less than this.
"""


def lines_inside(solids: Solids, starts: Array, ends: Array, among: BoolArray | None = None) -> BoolArray:
    """Return, for each of n lines and each of m solids, whether a part of the line is inside the solid, shape (n, m).

    A part counts if it is longer than `MIN_LENGTH`.

    Args:
        solids: The solids.
        starts: The start of each line, shape (n, 3), in mm.
        ends: The end of each line, shape (n, 3), in mm.
        among: Whether to test each line with each solid, shape (n, m). If a line isn't tested, the result is False. If
            `among` is None, all lines are tested with all solids.
    """
    near = np.ones((len(starts), len(solids.names)), dtype=np.bool_) if among is None else among.copy()
    leave_out_far_boxes(near, solids, starts, ends)
    return lines_inside_near(solids, starts, ends, near)


def lines_inside_near(solids: Solids, starts: Array, ends: Array, near: BoolArray) -> BoolArray:
    """Return the result of `lines_inside` for lines that are known to be far from most solids.

    Args:
        solids: The solids.
        starts: The start of each line, shape (n, 3), in mm.
        ends: The end of each line, shape (n, 3), in mm.
        near: Whether to test each line with each solid, shape (n, m). The function changes this array.
    """
    near[np.linalg.norm(ends - starts, axis=1) <= MIN_LENGTH] = False
    lines, which = near.nonzero()
    near[lines, which] = _meet_boxes(solids.lows[which], solids.highs[which], starts[lines], ends[lines])
    found = np.zeros(near.shape, dtype=np.bool_)
    count = len(solids.polyhedra)
    lines, which = (near[:, :count] & solids.convex[:count]).nonzero()
    if len(lines):
        found[lines, which] = _inside_planes(solids.planes[which], starts[lines], ends[lines])
    for k in np.flatnonzero(near[:, :count].any(axis=0) & ~solids.convex[:count]):
        lines = np.flatnonzero(near[:, k])
        found[lines, k] = lengths_inside(solids.polyhedra[k], starts[lines], ends[lines]) > MIN_LENGTH
    lines, which = near[:, count:].nonzero()
    if len(lines):
        found[lines, count + which] = _inside_cylinders(solids.cylinders, which, starts[lines], ends[lines])
    return found


def leave_out_far_boxes(near: BoolArray, solids: Solids, starts: Array, ends: Array) -> None:
    """Set `near` to False for pairs of a line and a solid that are certainly apart.

    This is a quick test, which doesn't find all such pairs. It compares the range of the line's coordinates along each
    axis with the solid's bounding box.

    Args:
        near: Whether each line has to be tested with each solid, shape (n, m). The function changes this array.
        solids: The solids.
        starts: The start of each line, shape (n, 3), in mm.
        ends: The end of each line, shape (n, 3), in mm.
    """
    least, most = np.minimum(starts, ends), np.maximum(starts, ends)
    for axis in range(3):
        near &= least[:, axis, None] <= solids.highs[:, axis]
        near &= most[:, axis, None] >= solids.lows[:, axis]


def _meet_boxes(lows: Array, highs: Array, starts: Array, ends: Array) -> BoolArray:
    """Return, for each pair of a line and an axis-aligned box, whether the line meets the box, shape (n,).

    This is the separating axis test.
    """
    half, way = ((highs - lows) / 2).T, ((ends - starts) / 2).T
    apart = ((starts + ends - lows - highs) / 2).T
    size = np.abs(way)
    found = np.asarray((np.abs(apart) <= half + size).all(axis=0), dtype=np.bool_)
    for a, b in ((0, 1), (1, 2), (2, 0)):
        found &= np.abs(way[a] * apart[b] - way[b] * apart[a]) <= half[a] * size[b] + half[b] * size[a]
    return found


def _inside_planes(planes: Array, starts: Array, ends: Array) -> BoolArray:
    """Return, for each pair of a line and a convex solid, whether a part of the line is inside the solid, shape (n,).

    Args:
        planes: The planes of each pair's solid, shape (n, p, 4): the outward unit normal of each plane, and the plane's
            distance from the origin (mm).
        starts: The start of each line, shape (n, 3), in mm.
        ends: The end of each line, shape (n, 3), in mm.
    """
    outward = planes[:, :, :3]
    height = (outward @ starts[:, :, None])[:, :, 0] - planes[:, :, 3]
    rise = (outward @ (ends - starts)[:, :, None])[:, :, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = -height / rise
    enters = np.where(rise < 0, share, np.where((rise == 0) & (height >= 0), np.inf, -np.inf)).max(axis=1)
    leaves = np.where(rise > 0, share, np.inf).min(axis=1)
    length = np.linalg.norm(ends - starts, axis=1)
    return np.asarray((np.minimum(leaves, 1.0) - np.maximum(enters, 0.0)) * length > MIN_LENGTH)


def _inside_cylinders(cylinders: tuple[Cylinder, ...], which: Indices, starts: Array, ends: Array) -> BoolArray:
    """Return, for each pair of a line and a cylinder, whether a part of the line is inside the cylinder, shape (n,).

    Args:
        cylinders: The cylinders.
        which: The index of each pair's cylinder, shape (n,).
        starts: The start of each line, shape (n, 3), in mm.
        ends: The end of each line, shape (n, 3), in mm.
    """
    return inside_tubes(*cylinder_arrays(cylinders, which), starts, ends)


def inside_tubes(middles: Array, axes: Array, halves: Array, radii: Array, starts: Array, ends: Array) -> BoolArray:
    """Return, for each pair of a line and a cylinder, whether a part of the line is inside the cylinder, shape (n,).

    Args:
        middles: Centre of each pair's cylinder, shape (n, 3), in mm.
        axes: Direction of each cylinder's axis as a unit vector, shape (n, 3).
        halves: Half the length of each cylinder, shape (n,), in mm.
        radii: Radius of each cylinder, shape (n,), in mm.
        starts: The start of each line, shape (n, 3), in mm.
        ends: The end of each line, shape (n, 3), in mm.
    """
    off, way = starts - middles, ends - starts
    height, rise = (off * axes).sum(axis=1), (way * axes).sum(axis=1)
    off, way = off - height[:, None] * axes, way - rise[:, None] * axes
    # |off + t way|² < radius² within the mantle, |height + t rise| < half within the ends
    a, b, c = (way * way).sum(axis=1), (off * way).sum(axis=1), (off * off).sum(axis=1) - radii**2
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(b * b - a * c)
        enters, leaves = (-b - root) / a, (-b + root) / a
        bottom, top = (-halves - height) / rise, (halves - height) / rise
    steep = a == 0.0
    enters[steep], leaves[steep] = np.where(c[steep] < 0, -np.inf, np.inf), np.where(c[steep] < 0, np.inf, -np.inf)
    level = rise == 0.0
    # Between the planes of both ends everywhere, or nowhere.
    bottom[level], top[level] = np.where(np.abs(height[level]) < halves[level], -np.inf, np.inf), np.inf
    begin = np.maximum(np.maximum(enters, np.minimum(bottom, top)), 0.0)
    end = np.minimum(np.minimum(leaves, np.maximum(bottom, top)), 1.0)
    # A comparison with nan, of a line that misses the mantle, is False.
    share = np.where(end > begin, end - begin, 0.0)
    return np.asarray(share * np.linalg.norm(ends - starts, axis=1) > MIN_LENGTH)
