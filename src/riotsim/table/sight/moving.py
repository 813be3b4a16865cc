"""Upright cylinders that move while a body moves, and block lines of sight to the body. All lengths are in mm.

Each cylinder moves along its own straight path. At any moment, the cylinders and the body have covered the same
fraction of their paths.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from riotsim.table.sight.polyhedra import TOUCH, Array, BoolArray, Indices
from riotsim.table.sight.segments import inside_tubes
from riotsim.table.sight.shadows import Crossings, Ways


@dataclass(frozen=True, eq=False)
class MovingCylinders:
    """Upright cylinders that stand on the ground and move while bodies move.

    Each body moves along one path. There are n cylinders. For each path of a body, each cylinder has a straight path of
    its own. The cylinder moves along its path while the body moves.
    """

    begin: Array
    """Centres of the cylinders, for each path, at the time when the body starts, shape (paths, n, 2), in mm."""
    end: Array
    """Centres of the cylinders, for each path, at the time when the body arrives, shape (paths, n, 2), in mm."""
    radii: Array
    """Radii of the cylinders, shape (n,), in mm."""
    heights: Array
    """Heights of the cylinders, shape (n,), in mm."""
    ignored: BoolArray
    """True for each path and each cylinder that is ignored on it, shape (paths, n). An ignored cylinder blocks no
    line.
    """

    @staticmethod
    def none(ways: int) -> "MovingCylinders":
        """Return an object without cylinders, for `ways` paths of bodies."""
        empty = np.zeros((ways, 0, 2))
        return MovingCylinders(empty, empty, np.zeros(0), np.zeros(0), np.zeros((ways, 0), dtype=np.bool_))

    def only(self, which: Indices) -> "MovingCylinders":
        """Return the same cylinders, but keep only some of the bodies' paths.

        Args:
            which: The indices of the paths to keep.
        """
        return MovingCylinders(self.begin[which], self.end[which], self.radii, self.heights, self.ignored[which])

    def shut(self, way: Ways, watcher: Indices, at: Array, ends: Array) -> BoolArray:
        """Return, for each line of sight, whether at least one cylinder blocks it, shape (n,).

        A line leads to a moving body. It is tested at one moment: the moment when the body is at a given place.

        Args:
            way: The paths of bodies, each with its watcher.
            watcher: The index in `way` of each line's path, shape (n,).
            at: The place of the body for each line, shape (n,): the distance from the middle of the path (mm). It is
                negative before the middle.
            ends: Each line's end on the body, shape (n, 3), in mm.
        """
        found = np.zeros(len(watcher), dtype=np.bool_)
        share = ((at / way.reach[watcher] + 1.0) / 2)[:, None]
        for k, (radius, height) in enumerate(zip(self.radii, self.heights, strict=True)):
            centre = (1.0 - share) * self.begin[watcher, k] + share * self.end[watcher, k]
            middles = np.column_stack((centre, np.full(len(watcher), height / 2)))
            axes = np.broadcast_to([0.0, 0.0, 1.0], middles.shape)
            halves, radii = np.full(len(watcher), height / 2 - TOUCH), np.full(len(watcher), radius - TOUCH)
            inside = inside_tubes(middles, axes, halves, radii, way.eyes[watcher], ends)
            found |= inside & ~self.ignored[watcher, k]
        return found

    def crossings(self, way: Ways, rows: Sequence[int]) -> Iterator[Crossings]:
        """Yield functions that are zero where a line of sight to a moving body may enter or leave a cylinder.

        The argument of each function is the place of the body on its path.

        Args:
            way: The paths, each with its watcher.
            rows: The rows of lines to consider. Row 0 leads to the body's foot, row 1 to its middle, row 2 to its top.
        """
        watcher, which = (~self.ignored).nonzero()
        for row in rows:
            for side in (1.0, 0.0, -1.0):
                if len(watcher):
                    yield from self._crossings(way, watcher, which, row, side)

    def _crossings(self, way: Ways, watcher: Indices, which: Indices, row: int, side: float) -> Iterator[Crossings]:
        """Yield those functions of `crossings` that are for one of the nine lines, such as the line to the top left.

        They are for n pairs of a path and a cylinder. A pair may have several functions.

        Args:
            way: The paths of the bodies.
            watcher: The index of each pair's path, shape (n,).
            which: The index of each pair's cylinder, shape (n,).
            row: The height of the line's end: 0 for the body's foot, 1 for its middle, 2 for its top.
            side: The side of the line's end on the body: 1 for the left, 0 for the middle, -1 for the right.
        """
        middle = (self.begin + self.end)[watcher, which] / 2 - way.eyes[watcher, :2]
        step = (self.end - self.begin)[watcher, which] / (2 * way.reach[watcher, None])
        off, ahead = way.ways[watcher], way.direction[watcher]
        radii, aside = self.radii[which] - TOUCH, side * way.radius[watcher]
        # Polynomials of the place: along and across from the eye to the body and to the cylinder, and both distances.
        along = _product(off, ahead, middle, step)
        across = _product(off, ahead, _turned(middle), _turned(step))
        far, apart = _product(off, ahead, off, ahead), _product(middle, step, middle, step)
        apart[0] -= radii**2
        lines = watcher * 9 + row * 3 + int(1 - side)
        if side == 0.0:
            yield Crossings(
                way.curves(watcher, _sum(_times(across, across), -(radii**2) * far), np.zeros((2, len(which)))), lines
            )
        else:
            wide = far + aside**2 * _one(len(which))
            first = _sum(_times(_times(across, across), far), aside**2 * _times(along, along))
            first = _sum(first, -(radii**2) * _times(far, wide))
            yield Crossings(way.curves(watcher, first, -2 * aside * _times(across, along)), lines)
        rise = way.levels[watcher, row] - way.eyes[watcher, 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            share = (self.heights[which] - TOUCH - way.eyes[watcher, 2]) / rise
        for at, met in ((np.ones(len(which)), None), (share, (share > 0.0) & (share < 1.0))):
            # where the line meets the rim of the top, and where it ends
            kept = np.arange(len(which)) if met is None else np.flatnonzero(met)
            t, some = at[kept], aside[kept]
            outer = t**2 * (far[:, kept] + some**2 * _one(len(kept))) - 2 * t * along[:, kept] + apart[:, kept]
            inner = -2 * t * some * across[:, kept]
            yield Crossings(way.curves(watcher[kept], inner, outer), lines[kept])
        yield Crossings(way.curves(watcher, apart, np.zeros((2, len(which)))), lines)


def open_shares(lines: Array, begin: Array, end: Array, radii: Array, heights: Array) -> list[tuple[float, float]]:
    """Return the parts of a motion of cylinders with at least one open line among several.

    The lines don't move. They may be blocked only by the cylinders, which are upright. All cylinders move at the same
    time, each along its own straight path.

    Args:
        lines: Start and end of each line, shape (m, 2, 3), in mm.
        begin: Centres of the cylinders at the beginning, shape (n, 2), in mm.
        end: Centres of the cylinders at the end, shape (n, 2), in mm.
        radii: Radii of the cylinders, shape (n,), in mm.
        heights: Heights of the cylinders, shape (n,), in mm.

    Returns:
        Start and end of each part, as fractions of the motion, in ascending order.
    """
    shares = {0.0, 1.0}
    for (ax, ay, az), (bx, by, bz) in lines.tolist():
        for at, to, radius, height in zip(begin.tolist(), end.tolist(), radii.tolist(), heights.tolist(), strict=True):
            step = (to[0] - at[0], to[1] - at[1])
            length = math.hypot(bx - ax, by - ay) or 1.0
            normal = ((ay - by) / length, (bx - ax) / length)
            off = (at[0] - ax) * normal[0] + (at[1] - ay) * normal[1]
            rise = step[0] * normal[0] + step[1] * normal[1]
            if rise != 0.0:
                shares |= {(side * radius - off) / rise for side in (1.0, -1.0)}
            high = (height - az) / (bz - az) if bz != az else -1.0
            ends = [(ax, ay), (bx, by), *([(ax + high * (bx - ax), ay + high * (by - ay))] if 0.0 < high < 1.0 else [])]
            for x, y in ends:  # where the rim of the cylinder passes an end, or where the line is as high as its top
                a, b = step[0] ** 2 + step[1] ** 2, (at[0] - x) * step[0] + (at[1] - y) * step[1]
                square = b * b - a * ((at[0] - x) ** 2 + (at[1] - y) ** 2 - radius**2)
                if a > 0.0 and square >= 0.0:
                    shares |= {(side * math.sqrt(square) - b) / a for side in (1.0, -1.0)}
    places = sorted(share for share in shares if 0.0 <= share <= 1.0)
    found: list[tuple[float, float]] = []
    count = len(begin)
    for one, two in pairwise(places):
        centre = begin + (one + two) / 2 * (end - begin)
        middles = np.tile(np.column_stack((centre, heights / 2)), (len(lines), 1))
        sizes = np.tile(np.column_stack((heights / 2 - TOUCH, radii - TOUCH)), (len(lines), 1))
        starts, ends_ = (lines[:, k].repeat(count, axis=0) for k in (0, 1))
        axes = np.broadcast_to([0.0, 0.0, 1.0], middles.shape)
        inside = inside_tubes(middles, axes, sizes[:, 0], sizes[:, 1], starts, ends_).reshape(len(lines), count)
        if not bool(inside.any(axis=1).all()):
            if found and found[-1][1] == one:
                found[-1] = (found[-1][0], two)
            else:
                found.append((one, two))
    return found


def _turned(vectors: Array) -> Array:
    """Turn horizontal vectors clockwise by 90°, and return them, shape (n, 2)."""
    return np.stack((vectors[:, 1], -vectors[:, 0]), axis=1)


def _product(a: Array, a_step: Array, b: Array, b_step: Array) -> Array:
    """Return the dot product of a + s a_step and b + s b_step, for each of n such pairs of vectors.

    Each product is a polynomial in s. The result has its coefficients, the constant coefficient first, shape (3, n).
    """
    return np.stack(((a * b).sum(axis=1), (a * b_step + a_step * b).sum(axis=1), (a_step * b_step).sum(axis=1)))


def _times(a: Array, b: Array) -> Array:
    """Multiply n pairs of polynomials. Return the coefficients of the products, shape (degree of a product + 1, n)."""
    found = np.zeros((len(a) + len(b) - 1, a.shape[1]))
    for k, coefficient in enumerate(a):
        found[k : k + len(b)] += coefficient * b
    return found


def _sum(a: Array, b: Array) -> Array:
    """Add n pairs of polynomials. Return the coefficients of the sums, shape (degree of a sum + 1, n)."""
    found = np.zeros((max(len(a), len(b)), a.shape[1]))
    found[: len(a)] += a
    found[: len(b)] += b
    return found


def _one(count: int) -> Array:
    """Return the coefficients of `count` polynomials of degree 2 whose value is always 1, shape (3, `count`)."""
    return np.concatenate([np.ones((1, count)), np.zeros((2, count))])
