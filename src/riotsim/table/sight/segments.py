"""Straight lines of sight against solids: the solids in which a line runs for a positive length.

A line that touches a solid, along a face or at an edge, doesn't run inside. A line that starts or ends inside does.
All lengths are in mm.
"""

import numpy as np

from riotsim.table.sight.polyhedra import Array, BoolArray, Indices, lengths_inside
from riotsim.table.sight.solids import Cylinder, Solids, cylinder_arrays

MIN_LENGTH = 1e-7
"""Least length inside a solid that counts (mm). It is larger than the sum of rounding errors on a table."""


def lines_inside(solids: Solids, starts: Array, ends: Array) -> BoolArray:
    """Return whether each of n lines runs inside each of m solids for a positive length, shape (n, m).

    Args:
        solids: The solids.
        starts: Where the lines start, shape (n, 3), in mm.
        ends: Where they end, shape (n, 3), in mm.
    """
    near = _meet_boxes(solids.lows, solids.highs, starts, ends)
    near[np.linalg.norm(ends - starts, axis=1) <= MIN_LENGTH] = False
    found = np.zeros(near.shape, dtype=np.bool_)
    count = len(solids.polyhedra)
    for k in np.flatnonzero(near[:, :count].any(axis=0)):
        lines = np.flatnonzero(near[:, k])
        found[lines, k] = lengths_inside(solids.polyhedra[k], starts[lines], ends[lines]) > MIN_LENGTH
    lines, which = near[:, count:].nonzero()
    if len(lines):
        found[lines, count + which] = _inside_cylinders(solids.cylinders, which, starts[lines], ends[lines])
    return found


def _meet_boxes(lows: Array, highs: Array, starts: Array, ends: Array) -> BoolArray:
    """Return whether each line meets each box with sides along the axes, shape (n, m): the separating axis test."""
    half, way = (highs - lows) / 2, (ends - starts) / 2
    middles = (starts + ends) / 2
    size = np.abs(way)
    found = np.ones((len(starts), len(lows)), dtype=np.bool_)
    apart = [middles[:, axis, None] - (lows[:, axis] + highs[:, axis]) / 2 for axis in range(3)]
    for axis in range(3):
        found &= np.abs(apart[axis]) <= half[:, axis] + size[:, axis, None]
    for a, b in ((0, 1), (1, 2), (2, 0)):
        across = way[:, a, None] * apart[b] - way[:, b, None] * apart[a]
        found &= np.abs(across) <= half[:, a] * size[:, b, None] + half[:, b] * size[:, a, None]
    return found


def _inside_cylinders(cylinders: tuple[Cylinder, ...], which: Indices, starts: Array, ends: Array) -> BoolArray:
    """Return whether each line runs inside its cylinder for a positive length, shape (n,).

    Args:
        cylinders: The cylinders.
        which: The index of each line's cylinder, shape (n,).
        starts: Where the lines start, shape (n, 3), in mm.
        ends: Where they end, shape (n, 3), in mm.
    """
    middles, axes, halves, radii = cylinder_arrays(cylinders, which)
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
