"""Outlines of the pieces of a map, seen from above: polygons of any shape, and circles. All lengths are in mm."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

import numpy as np

from riotsim.table.geometry.plan import Footprint, Part
from riotsim.table.poses import Point
from riotsim.table.sight.polyhedra import TOUCH, Array, Polyhedron, polyhedron

STRAIGHT: Final = 1e-9
"""Sine of a tiny angle. A corner of an outline counts as straight if the outline turns by no more than this angle."""

ALONG: Final = 1e-9
"""Tolerance for rounding errors, as a fraction of a side's length.

A line that misses the end of a side by no more than this counts as meeting the side.
"""

PRISM: Final = (-10.0, 1000.0)
"""Heights of the bottom and the top of the solid over an outline (mm). The top is above all lines of sight."""


@dataclass(frozen=True)
class Outline:
    """A polygon whose sides don't cross each other, or a circle."""

    corners: tuple[Point, ...]
    """Corners of the polygon, anticlockwise (mm). For a circle, only its centre."""
    radius: float = 0.0
    """Radius of the circle (mm); 0 for a polygon."""

    def placed(self, at: Point, turn: float) -> "Outline":
        """Return a copy of this outline that is first turned about the origin, and then moved.

        Args:
            at: Where the origin is moved to (mm).
            turn: Angle of the turn (rad): anticlockwise, seen from above.
        """
        c, s = math.cos(turn), math.sin(turn)
        moved = ((at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in self.corners)
        return Outline(tuple(moved), self.radius)

    @cached_property
    def footprint(self) -> Footprint:
        """The area inside the outline, as a footprint. A polygon is cut into convex parts."""
        if self.radius:
            return Footprint((Part(self.corners, self.radius),))
        return Footprint(tuple(Part(part) for part in convex_parts(self.corners)))

    @cached_property
    def edges(self) -> Array:
        """The two ends of each of the n sides of the polygon (mm), shape (n, 2, 2). For a circle, n is 0."""
        if self.radius:
            return np.zeros((0, 2, 2))
        return np.array(list(zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True)), dtype=np.float64)

    def contains(self, at: Point) -> bool:
        """Return whether a point is inside the outline (even-odd rule)."""
        if self.radius:
            return math.dist(at, self.corners[0]) < self.radius
        x, y = at
        inside = False
        for (ax, ay), (bx, by) in zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                inside = not inside
        return inside

    def inside(self, start: Point, end: Point) -> list[tuple[float, float]]:
        """Return the parts of a straight line that are inside this polygon, in order.

        A part is given by its beginning and its end, as fractions of the line. Parts of at most `TOUCH` mm are left
        out, and gaps of at most `TOUCH` mm are closed. Whether a line along a side of the polygon counts as inside is
        not defined.
        """
        found: list[tuple[float, float]] = []
        short = TOUCH / max(math.dist(start, end), TOUCH)
        for one, two in pairwise(sorted({0.0, 1.0, *self._meetings(start, end)})):
            if two - one > short and self.contains(between(start, end, (one + two) / 2)):
                if found and one - found[-1][1] <= short:
                    found[-1] = (found[-1][0], two)
                else:
                    found.append((one, two))
        return found

    def _meetings(self, start: Point, end: Point) -> list[float]:
        """Return the points where a straight line meets a side of the polygon, as fractions of the line.

        The two ends of the line are left out.
        """
        x, y = start
        u, v = end[0] - x, end[1] - y
        found = []
        for (ax, ay), (bx, by) in zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True):
            dx, dy = bx - ax, by - ay
            across = u * dy - v * dx
            if across != 0.0:  # plain numbers: for a few edges, arrays take longer
                along = ((ax - x) * v - (ay - y) * u) / across
                share = ((ax - x) * dy - (ay - y) * dx) / across
                if -ALONG <= along <= 1.0 + ALONG and 0.0 < share < 1.0:
                    found.append(share)
        return found

    def convex_corners(self) -> list[tuple[Point, Point]]:
        """Return the corners of the polygon that stick out. Each comes with a unit vector.

        The vector points outward, along the line that cuts the corner's angle in half. A circle has no corners.
        """
        found = []
        count = len(self.corners)
        for k, at in enumerate(self.corners if count > 2 else ()):
            before, after = _unit(self.corners[k - 1], at), _unit(at, self.corners[(k + 1) % count])
            if before[0] * after[1] - before[1] * after[0] > STRAIGHT:
                out = (before[0] - after[0], before[1] - after[1])
                size = math.hypot(*out)
                found.append((at, (out[0] / size, out[1] / size)))
        return found

    def prism(self) -> Polyhedron:
        """Return an upright solid over this polygon. It is higher than all units."""
        count = len(self.corners)
        low, high = ([(x, y, level) for x, y in self.corners] for level in PRISM)
        index = {corner: k for k, corner in enumerate(self.corners)}
        caps = [tuple(index[corner] for corner in triangle) for triangle in triangles(self.corners)]
        sides = [((k, (k + 1) % count), k + count, (k + 1) % count + count) for k in range(count)]
        faces = [(a, c, b) for a, b, c in caps] + [(a + count, b + count, c + count) for a, b, c in caps]
        faces += [face for (a, b), c, d in sides for face in ((a, b, d), (a, d, c))]
        return polyhedron(np.array([*low, *high]), np.array(faces))


def between(start: Point, end: Point, share: float) -> Point:
    """Return the point of a straight path that lies at the fraction `share` of the path (0 to 1)."""
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


def circle(radius: float, corners: int = 0) -> Outline:
    """Return a circle about the origin, or a regular polygon whose corners lie on this circle.

    Args:
        radius: Radius of the circle (mm).
        corners: Number of corners of the polygon; 0 to return the circle itself.
    """
    if corners == 0:
        return Outline(((0.0, 0.0),), radius)
    turns = (math.tau * k / corners for k in range(corners))
    return Outline(tuple((radius * math.cos(turn), radius * math.sin(turn)) for turn in turns))


def signed_area(corners: Sequence[Point]) -> float:
    """Return the area of a polygon (mm²). It is negative if the polygon's corners are in clockwise order."""
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in pairs) / 2


def crosses_itself(corners: Sequence[Point]) -> bool:
    """Return whether two neighbouring sides of a polygon overlap, or any two other sides have a point in common."""
    count = len(corners)
    edges = [(corners[k], corners[(k + 1) % count]) for k in range(count)]
    for k, (a, b) in enumerate(edges):
        for j in range(k + 1, count):
            c, d = edges[j]
            if j == k + 1 or (k == 0 and j == count - 1):
                shared, one, other = (b, a, d) if j == k + 1 else (a, b, c)
                if _turn(one, shared, other) == 0.0 and _ahead(shared, one, other) > 0.0:
                    return True
            elif _meet(a, b, c, d):
                return True
    return False


def triangles(corners: Sequence[Point]) -> list[tuple[Point, Point, Point]]:
    """Cut a anticlockwise polygon into triangles by ear clipping, and return the triangles."""
    left, found = list(corners), []
    while len(left) > 3:
        for k in range(len(left)):
            a, b, c = left[k - 1], left[k], left[(k + 1) % len(left)]
            rest = (at for at in left if at not in (a, b, c))
            if _turn(a, b, c) > 0.0 and not any(_in_triangle(at, a, b, c) for at in rest):
                found.append((a, b, c))
                del left[k]
                break
        else:  # only corners in a straight line are left over
            flat = min(range(len(left)), key=lambda k: abs(_turn(left[k - 1], left[k], left[(k + 1) % len(left)])))
            del left[flat]
    a, b, c = left
    return [*found, (a, b, c)]


def convex_parts(corners: Sequence[Point]) -> list[tuple[Point, ...]]:
    """Cut a anticlockwise polygon into convex polygons, and return them (Hertel and Mehlhorn 1983)."""
    parts: list[tuple[Point, ...]] = list(triangles(corners))
    k = 0
    while k < len(parts):
        for j in range(k + 1, len(parts)):
            if (joined := _joined(parts[k], parts[j])) is not None:
                parts[k] = joined
                del parts[j]
                break
        else:
            k += 1
    return parts


def _joined(one: tuple[Point, ...], other: tuple[Point, ...]) -> tuple[Point, ...] | None:
    """Join two convex polygons that share a side, and return the joined polygon.

    Return None if they share no side, or if the joined polygon isn't convex.
    """
    for k, a in enumerate(one):
        b = one[(k + 1) % len(one)]
        if a in other and b in other and other[(other.index(b) + 1) % len(other)] == a:
            start = other.index(a)
            between = [other[(start + step) % len(other)] for step in range(1, len(other) - 1)]
            found = (*one[: k + 1], *between, *one[k + 1 :])
            count = len(found)
            turns = (_turn(found[j - 1], found[j], found[(j + 1) % count]) for j in range(count))
            return found if all(turn >= 0.0 for turn in turns) else None
    return None


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle (mm²). It is negative if the path from a over b to c turns right at b."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the straight line from a to b and the straight line from c to d have a point in common."""
    if _turn(a, b, c) * _turn(a, b, d) > 0.0 or _turn(c, d, a) * _turn(c, d, b) > 0.0:
        return False
    # Edges on one line may lie apart.
    return all(max(min(a[k], b[k]), min(c[k], d[k])) <= min(max(a[k], b[k]), max(c[k], d[k])) for k in (0, 1))


def _ahead(start: Point, one: Point, other: Point) -> float:
    return (one[0] - start[0]) * (other[0] - start[0]) + (one[1] - start[1]) * (other[1] - start[1])


def _in_triangle(at: Point, a: Point, b: Point, c: Point) -> bool:
    return _turn(a, b, at) >= 0.0 and _turn(b, c, at) >= 0.0 and _turn(c, a, at) >= 0.0


def _unit(start: Point, end: Point) -> Point:
    length = math.dist(start, end)
    return ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
