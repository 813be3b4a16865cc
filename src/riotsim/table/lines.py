"""Straight lines of fire over the table: what a line from a base towards a die can meet first (plan, mm)."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from riotsim.table.pieces import PieceId
from riotsim.table.plan import Footprint, Part
from riotsim.table.poses import Point
from riotsim.table.views import ball, seen

RIM_POINTS = 48
"""Points on the rim of a shape from which lines are drawn; a base of 25 mm has one every 1.6 mm."""

NUDGE = 1e-6
"""How far beside an exact tangent the two lines run that just miss and just graze (rad)."""

REMEMBERED = 64
"""Answers that are kept: while bullets fly, the same is asked after each of them."""

EVERY = 4
"""Of the points on both rims so many are passed over when the first few lines are drawn."""

FAN_APART, FAN_SLACK = 2.0, 1.3
"""What is sorted out beforehand is sorted out generously: below this distance, in radii, nothing is, and beyond it the
fan of lines is taken this much wider than it is."""

LINE_SLACK = 0.01
"""How much wider than it is a thing is taken, when lines are sorted out that miss it (mm)."""

Array = npt.NDArray[np.float64]
Marks = npt.NDArray[np.bool_]


def first_hits(
    base: Footprint, target: Footprint, things: Mapping[PieceId, Footprint], reach: float
) -> tuple[PieceId | None, ...]:
    """Find everything that some line from anywhere on `base` through anywhere on `target` can meet first.

    A line starts where it leaves the base and runs `reach` mm, past the target too. None stands for meeting nothing.
    Lines are drawn between points of both rims and along the tangents to each thing, so that a graze is found.
    Sorted by name, None last.
    """
    in_the_fan = tuple([(name, thing) for name, thing in things.items() if _in_the_fan(base, target, thing, reach)])
    return _first_hits(base, target, in_the_fan, reach)


@lru_cache(maxsize=REMEMBERED)
def _first_hits(
    base: Footprint, target: Footprint, in_the_fan: tuple[tuple[PieceId, Footprint], ...], reach: float
) -> tuple[PieceId | None, ...]:
    things = dict(in_the_fan)
    in_view, blocked = seen(base, target, things, reach)
    if not in_view:
        return (None,)
    # A few lines find nearly all that can be found. All of them are drawn only for what those have not met.
    few = _straight(_rim(base)[::EVERY], _rim(target)[::EVERY])
    found = _first(base, *_through(target, *few), in_view, reach)
    missing = {*in_view, *(() if blocked else (None,))} - found
    if missing:
        sought = None if None in missing else [thing for name, thing in in_view.items() if name in missing]
        found |= _first(base, *_family(base, target, things, sought), in_view, reach)
    names = sorted(name for name in found if name is not None)
    return (*names, None) if None in found else tuple(names)


def first_on_line(
    base: Footprint, start: Point, towards: Point, things: Mapping[PieceId, Footprint], reach: float
) -> PieceId | None:
    """Find what the one line from `start` (in `base`) towards a point meets first, or None."""
    length = math.dist(start, towards)
    direction = (1.0, 0.0) if length == 0 else ((towards[0] - start[0]) / length, (towards[1] - start[1]) / length)
    (hit,) = _first(base, np.array([start]), np.array([direction]), things, reach)
    return hit


def _in_the_fan(base: Footprint, target: Footprint, thing: Footprint, reach: float) -> bool:
    """Whether a thing is not plainly out of reach of all lines through two shapes, taken as balls about their middles.

    Seen along the way between those, a line is off by at most the first radius at the first, the second at the second,
    and between and beyond by what the straight line through such points is.
    """
    (ax, ay, ar), (bx, by, br), (tx, ty, tr) = _ball(base), _ball(target), _ball(thing)
    apart, off = math.hypot(bx - ax, by - ay), math.hypot(tx - ax, ty - ay)
    if off - ar - tr > reach:
        return False
    if apart < FAN_APART * (ar + br):
        return True  # nearly any line goes through both
    along = ((tx - ax) * (bx - ax) + (ty - ay) * (by - ay)) / apart
    across = abs((bx - ax) * (ty - ay) - (by - ay) * (tx - ax)) / apart
    if along + tr < -ar:
        return False
    share = (along + math.copysign(tr, along)) / apart
    return across - tr <= FAN_SLACK * (ar * abs(1 - share) + br * abs(share) + ar + br)


def _ball(shape: Footprint) -> tuple[float, float, float]:
    """Middle and radius of a circle about the rectangle about a shape."""
    left, front, right, back = shape.bounds()
    return (left + right) / 2, (front + back) / 2, math.hypot(right - left, back - front) / 2


def _straight(here: Array, there: Array) -> tuple[Array, Array]:
    """Lines from each of n points to each of m others: points (n m, 2) and unit directions."""
    starts = np.repeat(here, len(there), axis=0)
    directions = np.tile(there, (len(here), 1)) - starts
    norm = np.hypot(directions[:, 0], directions[:, 1])
    keep = norm > NUDGE
    return starts[keep], directions[keep] / norm[keep, None]


def _through(target: Footprint, starts: Array, directions: Array) -> tuple[Array, Array]:
    """Those of some lines that pass through a shape."""
    enter, leave = _span(starts, directions, target)
    met = (leave >= enter - NUDGE) & (leave >= 0)
    return starts[met], directions[met]


def _near(starts: Array, directions: Array, shapes: Sequence[Footprint]) -> Marks:
    """Which of n lines, drawn on in both directions, pass one of some shapes so near that they may meet it."""
    near = np.zeros(len(starts), dtype=np.bool_)
    for shape in shapes:
        x, y, radius = ball(shape)
        across = (x - starts[:, 0]) * directions[:, 1] - (y - starts[:, 1]) * directions[:, 0]
        near |= np.abs(across) <= radius + LINE_SLACK
    return near


def _family(
    base: Footprint,
    target: Footprint,
    things: Mapping[PieceId, Footprint],
    sought: Sequence[Footprint] | None = None,
) -> tuple[Array, Array]:
    """Lines through both shapes, as points (n, 2) in the base and unit directions (n, 2).

    Lines that are far from all that is `sought` may be left out.
    """
    here, there = _rim(base), _rim(target)
    parts = [part for thing in things.values() for part in thing.parts]
    starts, directions = _straight(here, there)
    angles = _tangents(here, parts)  # (points, tangents)
    starts = np.concatenate([starts, np.repeat(here, angles.shape[1], axis=0)])
    directions = np.concatenate([directions, _unit(angles.ravel())])
    of_use = _near(starts, directions, [target])
    if sought is not None:
        of_use &= _near(starts, directions, sought)
    starts, directions = starts[of_use], directions[of_use]
    # From the target along its tangents to the things: of use where such a line also crosses the base.
    angles = _tangents(there, parts)
    origins, onward = np.repeat(there, angles.shape[1], axis=0), _unit(angles.ravel())
    of_use = _near(origins, onward, [base])
    if sought is not None:
        of_use &= _near(origins, onward, sought)
    origins, onward = origins[of_use], onward[of_use]
    found_starts, found_directions = [starts], [directions]
    for along in (onward, -onward):
        enter, leave = _span(origins, along, base)
        met = (leave >= enter) & (enter > 0)
        found_starts.append((origins + enter[:, None] * along)[met])
        found_directions.append(-along[met])
    return _through(target, np.concatenate(found_starts), np.concatenate(found_directions))


def _first(
    base: Footprint, starts: Array, directions: Array, things: Mapping[PieceId, Footprint], reach: float
) -> set[PieceId | None]:
    """What some line meets first within reach."""
    _, exits = _span(starts, directions, base)
    exits = np.where(np.isfinite(exits), exits, 0.0)
    best = np.full(len(starts), np.inf)
    who = np.full(len(starts), -1)
    names = [*things, None]
    for k, thing in enumerate(things.values()):
        enter, leave = _span(starts, directions, thing)
        met = (leave >= enter) & (leave >= exits)
        at = np.maximum(enter, exits)
        closer = met & (at < best) & (at - exits <= reach)
        best[closer], who[closer] = at[closer], k
    return {names[k] for k in np.unique(who)}


def _rim(shape: Footprint) -> Array:
    """Points along the edge of a shape, its corners among them, and its middle."""
    points: list[Point] = []
    for part in shape.parts:
        count = len(part.points)
        middle = (sum(x for x, _ in part.points) / count, sum(y for _, y in part.points) / count)
        points.append(middle)
        if part.radius > 0:
            ways = _compass(RIM_POINTS // count)
            for x, y in part.points:
                points += [(x + part.radius * c, y + part.radius * s) for c, s in ways]
        else:
            per_edge = max(2, RIM_POINTS // (2 * count))
            for k, (px, py) in enumerate(part.points):
                qx, qy = part.points[(k + 1) % count]
                points += [(px + (qx - px) * s / per_edge, py + (qy - py) * s / per_edge) for s in range(per_edge)]
    return np.array(points)


@lru_cache
def _compass(count: int) -> tuple[Point, ...]:
    """So many unit vectors, all round."""
    angles = [2 * math.pi * k / count for k in range(count)]
    return tuple((math.cos(a), math.sin(a)) for a in angles)


def _tangents(points: Array, parts: Sequence[Part]) -> Array:
    """Directions (rad) from each of (n, 2) points just on either side of each tangent to some parts; (n, m)."""
    corners = np.array([corner for part in parts for corner in part.points]).reshape(-1, 2)  # of no parts too
    radius = np.array([part.radius for part in parts for _ in part.points])
    dx, dy = corners[:, 0] - points[:, :1], corners[:, 1] - points[:, 1:]
    towards = np.arctan2(dy, dx)
    spread = np.arcsin(np.clip(radius / np.maximum(np.hypot(dx, dy), 1e-9), -1.0, 1.0))
    lower = towards - spread
    upper = (towards + spread)[:, radius > 0]  # at a sharp corner both are the same
    return np.concatenate([lower - NUDGE, lower + NUDGE, upper - NUDGE, upper + NUDGE], axis=1)


def _unit(angles: Array) -> Array:
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _span(starts: Array, directions: Array, shape: Footprint) -> tuple[Array, Array]:
    """Where each line enters and leaves a shape, along it from its start; inf, -inf where it misses.

    Of a shape of several parts, the first that is left at or after the start.
    """
    enter, leave = np.full(len(starts), np.inf), np.full(len(starts), -np.inf)
    near = np.flatnonzero(_near(starts, directions, [shape]))
    starts, directions = starts[near], directions[near]
    for part in shape.parts:
        e, v = _part_span(starts, directions, part)
        better = (v >= np.maximum(e, 0.0)) & (e < enter[near])
        enter[near[better]], leave[near[better]] = e[better], v[better]
    return enter, leave


def _part_span(starts: Array, directions: Array, part: Part) -> tuple[Array, Array]:
    """Clip lines against a rounded convex part: union of its corner discs and of its edges moved outward."""
    enter, leave = np.full(len(starts), np.inf), np.full(len(starts), -np.inf)
    x, y, dx, dy = starts[:, 0], starts[:, 1], directions[:, 0], directions[:, 1]
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


@lru_cache(maxsize=REMEMBERED)
def _edges(part: Part) -> tuple[Array, Array, Array, Array]:
    """Where the edges of a part begin, moved outward by its radius, and how they run: x, y, along x and y, (k, 1)."""
    edges = []
    count = len(part.points)
    for k in range(count if count > 2 else 2):
        (px, py), (qx, qy) = part.points[k], part.points[(k + 1) % count]
        ex, ey = qx - px, qy - py
        length = math.hypot(ex, ey)
        edges.append((px + ey / length * part.radius, py - ex / length * part.radius, ex, ey))
    columns = np.array(edges).T[:, :, None]
    return columns[0], columns[1], columns[2], columns[3]
