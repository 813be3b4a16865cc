"""Straight lines of fire, seen from above. A line leads from a base through a target and may meet things.

All lengths are in mm.
"""

import math
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.geometry.plan import Footprint, Part
from riotsim.table.geometry.views import bounding_circle, visible_things
from riotsim.table.poses import Point

RIM_POINTS = 48
"""Approximate number of points on the rim of each rounded part of a shape.

Lines are drawn from these points and to these points. On a base with a diameter of 25 mm, the points are 1.6 mm apart.
A part with sharp corners has about half as many points.
"""

TANGENT_OFFSET = 1e-6
"""Angle between a tangent to a shape and each of the two lines drawn beside it (rad).

One of these lines just misses the shape. The other just grazes it.
"""

CACHE_SIZE = 64
"""Number of results that the caches of `_first_hits` and `_edges` keep."""

COARSE_STEP = 4
"""Step from one rim point to the next in the first, coarse test of lines. A step of 4 uses every fourth point."""

FAN_MIN_DISTANCE, FAN_WIDENING = 2.0, 1.3
"""Settings of the quick test `_in_the_fan`. For this test, the base and the target count as circles.

All lines from the base through the target form a fan.

- `FAN_MIN_DISTANCE`: minimum distance between the centres of these two circles, as a multiple of the sum of their
  radii. If the centres are nearer, the test returns False only for things that are out of reach.
- `FAN_WIDENING`: factor of the width of the fan of lines, for safety.
"""

LINE_SLACK = 0.01
"""In the quick test `_may_meet`, a line counts as meeting a thing if it misses it by no more than this (mm)."""

Array = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
Lines: TypeAlias = Array
"""Lines as an array of shape (4, n): x and y of the start (mm), then x and y of the direction, a unit vector.

In this module, arrays of points have shape (2, n).
"""


def first_hits(
    base: Footprint, target: Footprint, things: Mapping[str, Footprint], reach: float
) -> tuple[str | None, ...]:
    """Return the names of the things that a line from `base` through `target` can meet first.

    Many lines are tried. Some lead from a point of `base` to a point of `target`. Others pass close to a tangent to one
    of the things.

    Args:
        base: The shape where lines start. Each line begins at the rim of this shape.
        target: The shape that lines pass through. The lines continue behind this shape.
        things: The things that lines may meet, by name.
        reach: Length of a line from the rim of `base` (mm).

    Returns:
        The names in alphabetical order. The last element is None if a line can meet nothing.
    """
    in_the_fan = tuple([(name, thing) for name, thing in things.items() if _in_the_fan(base, target, thing, reach)])
    return _first_hits(base, target, in_the_fan, reach)


@lru_cache(maxsize=CACHE_SIZE)
def _first_hits(
    base: Footprint, target: Footprint, in_the_fan: tuple[tuple[str, Footprint], ...], reach: float
) -> tuple[str | None, ...]:
    things = dict(in_the_fan)
    in_view, blocked = visible_things(base, target, things, reach)
    if not in_view:
        return (None,)
    # A few lines meet nearly all things that can be met first. All lines are drawn only for things that these miss.
    here, there = _rim(base), _rim(target)
    found = _first_things(base, _connecting_lines(here[:, ::COARSE_STEP], there[:, ::COARSE_STEP]), in_view, reach)
    missing = {*in_view, *(() if blocked else (None,))} - found
    if missing:
        sought = None if None in missing else [thing for name, thing in in_view.items() if name in missing]
        found |= _first_things(base, _candidate_lines(base, target, things, sought), in_view, reach)
    names = sorted(name for name in found if name is not None)
    return (*names, None) if None in found else tuple(names)


def line_meeting(
    base: Footprint,
    target: Footprint,
    things: Mapping[str, Footprint],
    hits: Collection[str | None],
    reach: float,
) -> tuple[Point, Point]:
    """Return a line from `base` through `target` whose first hit is one of `hits`.

    Many lines are tried. Of those with such a first hit, the result is the line that passes nearest to the two centres:
    the sum of its distances from the centres of `base` and `target` is smallest.

    Args:
        base: The shape where lines start.
        target: The shape that lines pass through.
        things: The things that lines may meet, by name.
        hits: Names of the things that the line may meet first. If None is among them, the line may meet nothing.
        reach: Length of a line from the rim of `base` (mm).

    Returns:
        The point where the line leaves the base, and the point where it ends (mm).

    Raises:
        ValueError: No line that is tried has one of `hits` as its first hit.
    """
    names = [*things, None]
    (ax, ay, _), (bx, by, _) = _bounding_circle(base), _bounding_circle(target)
    for lines in (
        _connecting_lines(np.array([[ax], [ay]]), np.array([[bx], [by]])),
        _candidate_lines(base, target, things),
    ):
        who, exits, ends = _first_meetings(base, lines, things, reach)
        x, y, way_x, way_y = lines
        # The distances at which a line passes the two centres, added up.
        off = np.abs((ax - x) * way_y - (ay - y) * way_x) + np.abs((bx - x) * way_y - (by - y) * way_x)
        off[~np.isin(who, [k for k, name in enumerate(names) if name in hits])] = np.inf
        if off.size and np.isfinite(off.min()):
            k = int(off.argmin())
            start, way = lines[:2, k], lines[2:, k]
            (px, py), (qx, qy) = start + exits[k] * way, start + ends[k] * way
            return (float(px), float(py)), (float(qx), float(qy))
    raise ValueError(f"no line meets {', '.join(map(str, hits))}")


def first_on_line(
    base: Footprint, start: Point, towards: Point, things: Mapping[str, Footprint], reach: float
) -> str | None:
    """Return the name of the first thing that a line meets, or None if it meets nothing.

    Args:
        base: The shape where the line starts.
        start: The line's start in `base` (mm).
        towards: Another point of the line, which gives its direction (mm). If it is the same as `start`, the line leads
            along +x.
        things: The things that the line may meet, by name.
        reach: Length of the line from the rim of `base` (mm).
    """
    length = math.dist(start, towards)
    direction = (1.0, 0.0) if length == 0 else ((towards[0] - start[0]) / length, (towards[1] - start[1]) / length)
    (hit,) = _first_things(base, np.array([[*start, *direction]]).T, things, reach)
    return hit


def _in_the_fan(base: Footprint, target: Footprint, thing: Footprint, reach: float) -> bool:
    """Return whether a line from `base` through `target` may meet a thing at most `reach` mm from the base.

    This is a quick test. False means that no line meets the thing. True means that a line may meet it.
    """
    (ax, ay, ar), (bx, by, br), (tx, ty, tr) = _bounding_circle(base), _bounding_circle(target), _bounding_circle(thing)
    apart, off = math.hypot(bx - ax, by - ay), math.hypot(tx - ax, ty - ay)
    if off - ar - tr > reach:
        return False
    if apart < FAN_MIN_DISTANCE * (ar + br):
        return True  # nearly any line goes through both
    # All lines form a fan around the line through the centres of `base` and `target`. The thing's distance
    # from this middle line is compared with half the width of the fan there. Shapes count as circles.
    along = ((tx - ax) * (bx - ax) + (ty - ay) * (by - ay)) / apart
    across = abs((bx - ax) * (ty - ay) - (by - ay) * (tx - ax)) / apart
    if along + tr < -ar:
        return False
    share = (along + math.copysign(tr, along)) / apart
    return across - tr <= FAN_WIDENING * (ar * abs(1 - share) + br * abs(share) + ar + br)


def _bounding_circle(shape: Footprint) -> tuple[float, float, float]:
    """Return x, y and radius of the circle around the bounding rectangle of a shape (mm)."""
    left, front, right, back = shape.bounds()
    return (left + right) / 2, (front + back) / 2, math.hypot(right - left, back - front) / 2


def _connecting_lines(here: Array, there: Array) -> Lines:
    """Return the lines from each of n points to each of m other points.

    Two points in the same place give no line.

    Args:
        here: The starts of the lines, shape (2, n), in mm.
        there: The ends of the lines, shape (2, m), in mm.
    """
    starts = here.repeat(there.shape[1], axis=1)
    off = np.tile(there, here.shape[1]) - starts
    norm = np.hypot(off[0], off[1])
    apart = norm > TANGENT_OFFSET
    lines = _select(np.concatenate([starts, off]), apart)
    lines[2:] /= norm[apart]
    return lines


def _lines_through(target: Footprint, lines: Lines) -> Lines:
    """Return the lines that pass through `target` at or after their start."""
    enter, leave = _line_interval(lines, target)
    return _select(lines, (leave >= enter - TANGENT_OFFSET) & (leave >= 0))


def _select(lines: Lines, marked: BoolArray) -> Lines:
    return lines.take(marked.nonzero()[0], axis=1)


def _may_meet(lines: Lines, shapes: Sequence[Footprint]) -> BoolArray:
    """Return, for each line, whether it may meet one of the shapes.

    This is a quick test. Lines are extended in both directions, and shapes count as circles. False means that
    the line meets none of the shapes. True means that it may meet one.
    """
    x, y, way_x, way_y = lines
    near = np.zeros(len(x), dtype=np.bool_)
    for shape in shapes:
        to_x, to_y, radius = bounding_circle(shape)
        near |= np.abs((to_x - x) * way_y - (to_y - y) * way_x) <= radius + LINE_SLACK
    return near


def _candidate_lines(
    base: Footprint,
    target: Footprint,
    things: Mapping[str, Footprint],
    sought: Sequence[Footprint] | None = None,
) -> Lines:
    """Return lines that start at points of the base and pass through the target.

    Some lines lead from points of the base to points of the target. Others lead along tangents to the things.

    Args:
        base: The shape where lines start.
        target: The shape that lines pass through.
        things: The things that the tangents touch.
        sought: Shapes to be met. Lines that meet none of these shapes by a quick test (`_may_meet`) are left out. None
            keeps all lines.
    """
    here, there = _rim(base), _rim(target)
    parts = [part for thing in things.values() for part in thing.parts]
    straight = _connecting_lines(here, there)
    # Tangents to the things from points of the base. Those that also cross the target count.
    onward = _tangents(here, parts)
    crossing = _may_meet(onward, [target])
    if sought is not None:
        straight = _select(straight, _may_meet(straight, sought))
        crossing &= _may_meet(onward, sought)
    onward = _lines_through(target, _select(onward, crossing))
    # Tangents to the things from points of the target, in both directions. Those that also cross the base count.
    outward = _tangents(there, parts)
    crossing = _may_meet(outward, [base])
    if sought is not None:
        crossing &= _may_meet(outward, sought)
    outward = _select(outward, crossing)
    outward = np.concatenate([outward, np.concatenate([outward[:2], -outward[2:]])], axis=1)
    enter, leave = _line_interval(outward, base)
    met = (leave >= enter) & (enter > 0)
    outward, enter = _select(outward, met), enter[met]
    inward = np.concatenate([outward[:2] + enter * outward[2:], -outward[2:]])
    return np.concatenate([straight, onward, inward], axis=1)


def _first_things(base: Footprint, lines: Lines, things: Mapping[str, Footprint], reach: float) -> set[str | None]:
    """Return the names of the things that the lines meet first. If a line meets nothing, None is among the names.

    A line ends `reach` mm after it has left the base.
    """
    names = [*things, None]
    who, _, _ = _first_meetings(base, lines, things, reach)
    return {names[k] for k in np.bincount(who).nonzero()[0]}


def _first_meetings(
    base: Footprint, lines: Lines, things: Mapping[str, Footprint], reach: float
) -> tuple[npt.NDArray[np.intp], Array, Array]:
    """Return the first thing on each of n lines, the line's exit from the base, and its end.

    A line ends at the first thing, or `reach` mm after it has left the base.

    Returns:
        Three arrays of shape (n,). The first has the index of the first thing, or the number of things if there is
        none. The second has the distance from the line's start to the place where it leaves the base (mm). The third
        has the distance from the line's start to its end (mm).
    """
    _, exits = _line_interval(lines, base)
    exits = np.where(np.isfinite(exits), exits, 0.0)
    best, who = np.full(len(exits), np.inf), np.full(len(exits), len(things))
    for k, thing in enumerate(things.values()):
        enter, leave = _line_interval(lines, thing)
        at = np.maximum(enter, exits)
        closer = (leave >= at) & (at < best) & (at - exits <= reach)
        best[closer], who[closer] = at[closer], k
    return who, exits, np.where(np.isfinite(best), best, exits + reach)


def _rim(shape: Footprint) -> Array:
    """Return points on the rim of a shape, and the middle of each of its parts, as an array of shape (2, n), in mm.

    For a part with sharp corners, the points on the rim are points along the edges. For a rounded part, they are points
    on circles around the corners with the part's radius. Some of these points lie inside the shape.
    """
    points: list[Point] = []
    for part in shape.parts:
        count = len(part.points)
        middle = (sum(x for x, _ in part.points) / count, sum(y for _, y in part.points) / count)
        points.append(middle)
        if part.radius > 0:
            ways = _unit_directions(RIM_POINTS // count)
            for x, y in part.points:
                points += [(x + part.radius * c, y + part.radius * s) for c, s in ways]
        else:
            per_edge = max(2, RIM_POINTS // (2 * count))
            for k, (px, py) in enumerate(part.points):
                qx, qy = part.points[(k + 1) % count]
                points += [(px + (qx - px) * s / per_edge, py + (qy - py) * s / per_edge) for s in range(per_edge)]
    return np.array(points).T


@lru_cache
def _unit_directions(count: int) -> tuple[Point, ...]:
    """Return `count` evenly spaced unit vectors."""
    angles = [2 * math.pi * k / count for k in range(count)]
    return tuple((math.cos(a), math.sin(a)) for a in angles)


def _tangents(points: Array, parts: Sequence[Part]) -> Lines:
    """Return two lines for each tangent from a point to a corner of a part.

    Both lines start at the point. One is turned a little to the left of the tangent, the other to the right.

    Args:
        points: The starts of the lines, shape (2, n), in mm.
        parts: The parts that the tangents touch.
    """
    corners = np.array([corner for part in parts for corner in part.points]).reshape(-1, 2)  # of no parts too
    radius = np.array([part.radius for part in parts for _ in part.points])
    dx, dy = corners[:, 0] - points[0, :, None], corners[:, 1] - points[1, :, None]
    towards = np.arctan2(dy, dx)
    spread = np.arcsin(np.minimum(radius / np.maximum(np.hypot(dx, dy), 1e-9), 1.0))
    lower = towards - spread
    upper = (towards + spread)[:, radius > 0]  # at a sharp corner both are the same
    angles = np.concatenate(
        [lower - TANGENT_OFFSET, lower + TANGENT_OFFSET, upper - TANGENT_OFFSET, upper + TANGENT_OFFSET], axis=1
    )
    starts = points.repeat(angles.shape[1], axis=1)
    return np.concatenate([starts, np.cos(angles).reshape(1, -1), np.sin(angles).reshape(1, -1)])


def _line_interval(lines: Lines, shape: Footprint) -> tuple[Array, Array]:
    """Return, for each line, the distances from its start to its entry into a shape and to its exit (mm).

    If the line meets several parts of the shape, the part that it enters first counts. A part behind the line's start
    doesn't count. If no part counts, the two distances are inf and -inf.
    """
    enter, leave = np.full(lines.shape[1], np.inf), np.full(lines.shape[1], -np.inf)
    for part in shape.parts:
        e, v = _part_interval(lines, part)
        better = (v >= np.maximum(e, 0.0)) & (e < enter)
        np.copyto(enter, e, where=better)
        np.copyto(leave, v, where=better)
    return enter, leave


def _part_interval(lines: Lines, part: Part) -> tuple[Array, Array]:
    """Return, for each line, the distances from its start to its entry into a convex part and to its exit (mm).

    If a line misses the part, its distances are inf and -inf.
    """
    x, y, dx, dy = lines
    enter, leave = np.full(len(x), np.inf), np.full(len(x), -np.inf)
    if part.radius > 0:
        for px, py in part.points:
            ox, oy = px - x, py - y
            along = ox * dx + oy * dy
            inside = part.radius**2 - (ox * ox + oy * oy - along * along)
            half = np.where(inside >= 0, np.sqrt(np.maximum(inside, 0.0)), -np.inf)  # what misses enters at infinity
            np.minimum(enter, along - half, out=enter)
            np.maximum(leave, along + half, out=leave)
    if len(part.points) == 1:
        return enter, leave
    from_x, from_y, ex, ey = _edges(part)  # all edges at once: (edges, 1) against (lines,)
    ax, ay = from_x - x, from_y - y
    across = dx * ey - dy * ex
    met = np.abs(across) >= 1e-12
    across = np.where(met, across, 1.0)
    s = (ax * dy - ay * dx) / across
    met &= (s >= -1e-9) & (s <= 1 + 1e-9)
    t = (ax * ey - ay * ex) / across
    np.minimum(enter, np.where(met, t, np.inf).min(axis=0), out=enter)
    np.maximum(leave, np.where(met, t, -np.inf).max(axis=0), out=leave)
    return enter, leave


@lru_cache(maxsize=CACHE_SIZE)
def _edges(part: Part) -> tuple[Array, Array, Array, Array]:
    """Return the edges of a part, moved outward by the part's radius.

    Returns:
        Four arrays of shape (k, 1), in mm: x and y of each edge's start, and x and y of the vector from its start to
        its end.
    """
    edges = []
    count = len(part.points)
    for k in range(count if count > 2 else 2):
        (px, py), (qx, qy) = part.points[k], part.points[(k + 1) % count]
        ex, ey = qx - px, qy - py
        length = math.hypot(ex, ey)
        edges.append((px + ey / length * part.radius, py - ex / length * part.radius, ex, ey))
    columns = np.array(edges).T[:, :, None]
    return columns[0], columns[1], columns[2], columns[3]
