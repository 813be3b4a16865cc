"""Plane geometry of the table seen from above: footprints, gaps between them, and straight sweeps.

A footprint is a set of convex parts. A part is the convex hull of a few points, grown by a radius:

- A disc is one point with a radius.
- A rectangle is four points with radius 0.
- The area covered by a disc on a straight path is two points with a radius.

All lengths are in mm.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

from riotsim.table.poses import Point

CONTACT_GAP = 0.5
"""Maximum gap between two things that are in contact (mm)."""

MIN_EDGE = 1e-9
"""Minimum length of an edge (mm). A shorter edge has no reliable direction, because of rounding errors."""

ROUNDING_TOLERANCE = 1e-6
"""Upper bound for the rounding error of a distance (mm)."""


@dataclass(frozen=True, slots=True)
class Part:
    """A convex shape: the hull of `points`, grown by `radius`."""

    points: tuple[Point, ...]
    """Corners of the hull, anticlockwise (mm)."""
    radius: float = 0.0
    """The hull is grown by this distance on all sides (mm)."""

    def bounds(self) -> tuple[float, float, float, float]:
        """Return the bounding rectangle: left, front, right, back (mm)."""
        xs = [x for x, _ in self.points]
        ys = [y for _, y in self.points]
        r = self.radius
        return (min(xs) - r, min(ys) - r, max(xs) + r, max(ys) + r)

    def translated(self, dx: float, dy: float) -> "Part":
        """Return the same shape, moved by `dx` and `dy` (mm)."""
        return Part(tuple((x + dx, y + dy) for x, y in self.points), self.radius)


@dataclass(frozen=True, slots=True)
class Footprint:
    """The area that a thing covers, seen from above."""

    parts: tuple[Part, ...]
    """Convex parts that make up the area. They may overlap."""
    _bounds: tuple[float, float, float, float] | None = field(default=None, init=False, compare=False, repr=False)

    def translated(self, dx: float, dy: float) -> "Footprint":
        """Return the same footprint, moved by `dx` and `dy` (mm)."""
        return Footprint(tuple(part.translated(dx, dy) for part in self.parts))

    def bounds(self) -> tuple[float, float, float, float]:
        """Return the bounding rectangle: left, front, right, back (mm)."""
        if self._bounds is None:
            lefts, fronts, rights, backs = zip(*(part.bounds() for part in self.parts), strict=True)
            object.__setattr__(self, "_bounds", (min(lefts), min(fronts), max(rights), max(backs)))
        assert self._bounds is not None, "it has just been found"
        return self._bounds


def disc(at: Point, radius: float) -> Footprint:
    """Return the footprint of a disc with its centre at `at`."""
    return Footprint((Part((at,), radius),))


def rectangle(at: Point, length: float, width: float, heading: float = 0.0) -> Footprint:
    """Return the footprint of a rectangle with its centre at `at`.

    The sides of length `length` are parallel to the direction `heading` (rad, anticlockwise from +x).
    """
    c, s = math.cos(heading), math.sin(heading)
    corners = []
    for u, v in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        x, y = u * length / 2, v * width / 2
        corners.append((at[0] + x * c - y * s, at[1] + x * s + y * c))
    return Footprint((Part(tuple(corners)),))


def hull(points: Iterable[Point]) -> tuple[Point, ...]:
    """Return the corners of the convex hull of points, anticlockwise (Andrew's monotone chain)."""
    ordered = sorted(set(points))
    if len(ordered) <= 2:
        return tuple(ordered)

    def chain(those: Iterable[Point]) -> list[Point]:
        out: list[Point] = []
        for p in those:
            x, y = p
            while len(out) >= 2:
                (ax, ay), (bx, by) = out[-2], out[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break  # a turn to the left
                out.pop()
            out.append(p)
        return out[:-1]

    return tuple(chain(ordered) + chain(reversed(ordered)))


def gap(a: Footprint, b: Footprint) -> float:
    """Return the gap between the edges of two footprints (mm). The gap is negative if the footprints overlap."""
    if len(a.parts) == len(b.parts) == 1:
        return _part_gap(a.parts[0], b.parts[0])
    return min([_part_gap(p, q) for p in a.parts for q in b.parts])


def near(a: Footprint, b: Footprint, by: float) -> bool:
    """Return whether two footprints may be nearer than `by` mm.

    This is a quick test. False means that they aren't nearer. True means that they may be.
    """
    left, front, right, back = a.bounds()
    its_left, its_front, its_right, its_back = b.bounds()
    by += ROUNDING_TOLERANCE
    return its_left - right < by and left - its_right < by and its_front - back < by and front - its_back < by


def touch(a: Footprint, b: Footprint) -> bool:
    """Return whether two footprints are in contact: at most `CONTACT_GAP` apart."""
    return near(a, b, CONTACT_GAP) and gap(a, b) <= CONTACT_GAP


def covers(area: Footprint, at: Point) -> bool:
    """Return whether a point lies in a footprint or on its edge."""
    here = disc(at, 0.0)
    return near(area, here, 0.0) and gap(area, here) <= 0.0


def sweep(mover: Footprint, direction: Point, obstacle: Footprint) -> float | None:
    """Return how far a footprint can move before it meets an obstacle (mm), or None if it never meets the obstacle.

    If the footprint and the obstacle overlap or touch at the start:

    - A motion deeper into the obstacle is stopped at once. The distance is 0.
    - A motion away from the obstacle or along its edge is not stopped by this contact.

    Args:
        mover: The footprint that moves.
        direction: Direction of the motion, as a unit vector.
        obstacle: The obstacle.
    """
    found: list[float] = []
    for p in mover.parts:
        for q in obstacle.parts:
            met = _part_sweep(p, direction, q)
            if met is not None:
                found.append(met)
    return min(found, default=None)


def graze(mover: Footprint, direction: Point, reach: float, obstacle: Footprint) -> float | None:
    """Return how far a footprint moves until it is closest to a grazed obstacle (mm).

    Args:
        mover: The footprint that moves.
        direction: Direction of the path, as a unit vector.
        reach: Length of the path (mm).
        obstacle: The obstacle. The path doesn't lead through it.

    Returns:
        The distance. None if the two are never in contact, or are closest at the beginning or at the end of the path.
    """
    passing = [_nearest_passing(p, direction, reach, q) for p in mover.parts for q in obstacle.parts]
    touching = [along for along, gap in passing if gap <= CONTACT_GAP and 0.0 < along < reach]
    return min(touching, default=None)


def crossing(start: Point, direction: Point, area: Footprint) -> tuple[float, float] | None:
    """Return the distances from `start` to a ray's entry into a footprint and its exit (mm); None if the ray misses.

    If the ray starts inside the footprint, the first distance is 0. If the ray only grazes the footprint, the two
    distances are equal. If the ray passes through several parts of the footprint, the part that it enters first counts.

    Args:
        start: Start of the ray.
        direction: Direction of the ray, as a unit vector.
        area: The footprint.
    """
    found = [hit for part in area.parts if (hit := _ray(start, direction, part)) is not None]
    return min(found, default=None)


def room_inside(mover: Footprint, direction: Point, width: float, depth: float) -> float:
    """Return how far a footprint can move before it sticks out over the edge of a table (mm, at least 0).

    Args:
        mover: The footprint.
        direction: Direction of the motion, as a unit vector.
        width: Width of the table (mm).
        depth: Depth of the table (mm).
    """
    left, front, right, back = mover.bounds()
    limits = [math.inf]
    if direction[0] > 0:
        limits.append((width - right) / direction[0])
    elif direction[0] < 0:
        limits.append(left / -direction[0])
    if direction[1] > 0:
        limits.append((depth - back) / direction[1])
    elif direction[1] < 0:
        limits.append(front / -direction[1])
    return max(0.0, min(limits))


def _minkowski_difference(a: Part, b: Part) -> tuple[Point, ...]:
    """Return the Minkowski difference of the hulls of two parts, as the corners of a polygon, anticlockwise (mm).

    If the hull of `a` is shifted by a vector inside this convex polygon, it meets the hull of `b`. The radii of the
    parts are ignored.
    """
    if len(a.points) == 1:
        (ax, ay) = a.points[0]
        return tuple([(bx - ax, by - ay) for bx, by in b.points])
    if len(b.points) == 1:
        (bx, by) = b.points[0]
        return tuple([(bx - ax, by - ay) for ax, ay in a.points])
    return hull((bx - ax, by - ay) for ax, ay in a.points for bx, by in b.points)


def _part_gap(a: Part, b: Part) -> float:
    if len(a.points) == len(b.points) == 1:
        (ax, ay), (bx, by) = a.points[0], b.points[0]
        return math.hypot(bx - ax, by - ay) - a.radius - b.radius
    return _signed_origin_distance(_minkowski_difference(a, b)) - a.radius - b.radius


def _signed_origin_distance(polygon: tuple[Point, ...]) -> float:
    """Return the distance from the origin to a convex polygon (mm).

    If the origin is inside the polygon, the result is negative: minus the distance from the origin to the nearest edge.
    """
    if len(polygon) == 1:
        return math.hypot(*polygon[0])
    best = math.inf
    inside = len(polygon) > 2
    depth = math.inf
    for k, (px, py) in enumerate(polygon):
        qx, qy = polygon[(k + 1) % len(polygon)]
        ex, ey = qx - px, qy - py
        length2 = ex * ex + ey * ey
        t = 0.0 if length2 == 0 else max(0.0, min(1.0, -(px * ex + py * ey) / length2))
        best = min(best, math.hypot(px + t * ex, py + t * ey))
        if inside and length2 > MIN_EDGE**2:
            side = (px * ey - py * ex) / math.sqrt(length2)  # of the outward normal, at the origin
            if side < 0:
                inside = False
            depth = min(depth, side)
    return -depth if inside and depth < math.inf else best


def _part_sweep(a: Part, direction: Point, b: Part) -> float | None:
    polygon = _minkowski_difference(a, b)
    grown = Part(polygon, a.radius + b.radius)
    here = _signed_origin_distance(polygon) - grown.radius
    if here <= 1e-9:
        # In contact from the start: only a way that leads deeper in is stopped.
        step = 1e-3
        there = (
            _signed_origin_distance(tuple((x - direction[0] * step, y - direction[1] * step) for x, y in polygon))
            - grown.radius
        )
        return 0.0 if there < here - 1e-9 else None
    hit = _ray((0.0, 0.0), direction, grown)
    if hit is None or hit[1] - hit[0] < 1e-9:
        return None
    return hit[0]


def _nearest_passing(a: Part, direction: Point, reach: float, b: Part) -> tuple[float, float]:
    """Return how far `a` moves along a straight path until it is closest to `b`, and the gap there (mm).

    If `a` is equally close to `b` at several points of the path, the first of these points counts.
    """
    dx, dy = direction
    polygon = _minkowski_difference(a, b)
    places = {0.0, reach, *(min(max(x * dx + y * dy, 0.0), reach) for x, y in polygon)}

    def gap_at(along: float) -> float:
        shifted = tuple([(x - dx * along, y - dy * along) for x, y in polygon])
        return _signed_origin_distance(shifted) - a.radius - b.radius

    gaps = {along: gap_at(along) for along in places}
    least = min(gaps.values())
    first = min(along for along, gap in gaps.items() if gap <= least + ROUNDING_TOLERANCE)
    return first, gaps[first]


def _ray(start: Point, direction: Point, part: Part) -> tuple[float, float] | None:
    """Return the distances to a ray's entry into a rounded convex part and to its exit (mm), or None if the ray misses.

    If the ray starts inside the part, the first distance is 0.

    Args:
        start: Start of the ray.
        direction: Direction of the ray, as a unit vector.
        part: The part.
    """
    enter, leave = math.inf, -math.inf
    dx, dy = direction
    r = part.radius
    points = part.points
    for px, py in points:
        # circles about the corners
        ox, oy = px - start[0], py - start[1]
        along = ox * dx + oy * dy
        off2 = ox * ox + oy * oy - along * along
        inside = r * r - off2
        if inside >= -1e-12:
            half = math.sqrt(max(0.0, inside))
            enter, leave = min(enter, along - half), max(leave, along + half)
    count = len(points)
    if count > 1:
        for k in range(count):
            px, py = points[k]
            qx, qy = points[(k + 1) % count]
            ex, ey = qx - px, qy - py
            length = math.hypot(ex, ey)
            if length == 0:
                continue
            nx, ny = ey / length, -ex / length  # outward for anticlockwise points
            ax, ay = px + nx * r - start[0], py + ny * r - start[1]
            across = dx * ey - dy * ex
            if abs(across) < 1e-12:
                continue
            t = (ax * ey - ay * ex) / across
            s = (ax * dy - ay * dx) / across
            if -1e-12 <= s <= 1 + 1e-12:
                enter, leave = min(enter, t), max(leave, t)
    if leave < 0 or enter > leave:
        return None
    return (max(0.0, enter), leave)
