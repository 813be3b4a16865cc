"""Straight lines of fire over the table: what a line from a base towards a die can meet first (plan, mm)."""

import math
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from riotsim.table.pieces import PieceId
from riotsim.table.plan import Footprint, Part
from riotsim.table.poses import Point

RIM_POINTS = 48
"""Points on the rim of a shape from which lines are drawn; a base of 25 mm has one every 1.6 mm."""

NUDGE = 1e-6
"""How far beside an exact tangent the two lines run that just miss and just graze (rad)."""

FAN_APART, FAN_SLACK = 2.0, 1.3
"""What is sorted out beforehand is sorted out generously: below this distance, in radii, nothing is, and beyond it the
fan of lines is taken this much wider than it is."""

Array = npt.NDArray[np.float64]


def first_hits(
    base: Footprint, target: Footprint, things: Mapping[PieceId, Footprint], reach: float
) -> tuple[PieceId | None, ...]:
    """Find everything that some line from anywhere on `base` through anywhere on `target` can meet first.

    A line starts where it leaves the base and runs `reach` mm, past the target too. None stands for meeting nothing.
    Lines are drawn between points of both rims and along the tangents to each thing, so that a graze is found.
    Sorted by name, None last.
    """
    things = {name: thing for name, thing in things.items() if _in_the_fan(base, target, thing, reach)}
    starts, directions = _family(base, target, things)
    hits = _first(base, starts, directions, things, reach)
    names = sorted({name for name in hits if name is not None})
    return (*names, None) if None in hits else tuple(names)


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
    """Middle and radius of a circle about a shape."""
    left, front, right, back = shape.bounds()
    return (left + right) / 2, (front + back) / 2, math.hypot(right - left, back - front) / 2


def _family(base: Footprint, target: Footprint, things: Mapping[PieceId, Footprint]) -> tuple[Array, Array]:
    """Lines through both shapes, as points (n, 2) in the base and unit directions (n, 2)."""
    here, there = _rim(base), _rim(target)
    starts = np.repeat(here, len(there), axis=0)
    aims = np.tile(there, (len(here), 1))
    found_starts, found_directions = [starts], [aims - starts]
    for thing in things.values():
        for part in thing.parts:
            angles = _tangents(here, part)  # (points, tangents)
            found_starts.append(np.repeat(here, angles.shape[1], axis=0))
            found_directions.append(_unit(angles.ravel()))
            back = _tangents(there, part)
            origins = np.repeat(there, back.shape[1], axis=0)
            for way in (1.0, -1.0):
                # From the target along its tangent to the thing: of use where that line also crosses the base.
                along = way * _unit(back.ravel())
                enter, leave = _span(origins, along, base)
                met = (leave >= enter) & (enter > 0)
                found_starts.append((origins + enter[:, None] * along)[met])
                found_directions.append(-along[met])
    starts, directions = np.concatenate(found_starts), np.concatenate(found_directions)
    norm = np.hypot(directions[:, 0], directions[:, 1])
    keep = norm > NUDGE
    starts, directions = starts[keep], directions[keep] / norm[keep, None]
    enter, leave = _span(starts, directions, target)
    met = (leave >= enter - NUDGE) & (leave >= 0)
    return starts[met], directions[met]


def _first(
    base: Footprint, starts: Array, directions: Array, things: Mapping[PieceId, Footprint], reach: float
) -> list[PieceId | None]:
    """What each line meets first within reach."""
    _, exits = _span(starts, directions, base)
    exits = np.where(np.isfinite(exits), exits, 0.0)
    best = np.full(len(starts), np.inf)
    who = np.full(len(starts), -1)
    names = list(things)
    for k, thing in enumerate(things.values()):
        enter, leave = _span(starts, directions, thing)
        met = (leave >= enter) & (leave >= exits)
        at = np.maximum(enter, exits)
        closer = met & (at < best) & (at - exits <= reach)
        best = np.where(closer, at, best)
        who = np.where(closer, k, who)
    return [names[k] if k >= 0 else None for k in who]


def _rim(shape: Footprint) -> Array:
    """Points along the edge of a shape, its corners among them, and its middle."""
    points: list[Point] = []
    for part in shape.parts:
        count = len(part.points)
        middle = (sum(x for x, _ in part.points) / count, sum(y for _, y in part.points) / count)
        points.append(middle)
        if part.radius > 0:
            each = RIM_POINTS // count
            for x, y in part.points:
                angles = [2 * math.pi * k / each for k in range(each)]
                points += [(x + part.radius * math.cos(a), y + part.radius * math.sin(a)) for a in angles]
        else:
            per_edge = max(2, RIM_POINTS // (2 * count))
            for k, (px, py) in enumerate(part.points):
                qx, qy = part.points[(k + 1) % count]
                points += [(px + (qx - px) * s / per_edge, py + (qy - py) * s / per_edge) for s in range(per_edge)]
    return np.array(points)


def _tangents(points: Array, part: Part) -> Array:
    """Directions (rad) from each of (n, 2) points just on either side of each tangent to a part; (n, m)."""
    columns = []
    for x, y in part.points:
        dx, dy = x - points[:, 0], y - points[:, 1]
        towards = np.arctan2(dy, dx)
        spread = np.arcsin(np.clip(part.radius / np.maximum(np.hypot(dx, dy), 1e-9), -1.0, 1.0))
        for side in (towards - spread, towards + spread):
            columns += [side - NUDGE, side + NUDGE]
    return np.stack(columns, axis=1)


def _unit(angles: Array) -> Array:
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def _span(starts: Array, directions: Array, shape: Footprint) -> tuple[Array, Array]:
    """Where each line enters and leaves a shape, along it from its start; inf, -inf where it misses.

    Of a shape of several parts, the first that is left at or after the start.
    """
    enter, leave = np.full(len(starts), np.inf), np.full(len(starts), -np.inf)
    for part in shape.parts:
        e, v = _part_span(starts, directions, part)
        better = (v >= np.maximum(e, 0.0)) & (e < enter)
        enter, leave = np.where(better, e, enter), np.where(better, v, leave)
    return enter, leave


def _part_span(starts: Array, directions: Array, part: Part) -> tuple[Array, Array]:
    """Clip lines against a rounded convex part: union of its corner discs and of its edges moved outward."""
    count = len(part.points)
    enter, leave = np.full(len(starts), np.inf), np.full(len(starts), -np.inf)
    dx, dy = directions[:, 0], directions[:, 1]
    if part.radius > 0:
        for px, py in part.points:
            ox, oy = px - starts[:, 0], py - starts[:, 1]
            along = ox * dx + oy * dy
            inside = part.radius**2 - (ox * ox + oy * oy - along * along)
            half = np.sqrt(np.maximum(inside, 0.0))
            enter = np.where(inside >= 0, np.minimum(enter, along - half), enter)
            leave = np.where(inside >= 0, np.maximum(leave, along + half), leave)
    if count == 1:
        return enter, leave
    for k in range(count if count > 2 else 2):
        (px, py), (qx, qy) = part.points[k], part.points[(k + 1) % count]
        ex, ey = qx - px, qy - py
        length = math.hypot(ex, ey)
        ax = px + ey / length * part.radius - starts[:, 0]
        ay = py - ex / length * part.radius - starts[:, 1]
        across = dx * ey - dy * ex
        safe = np.where(np.abs(across) < 1e-12, 1.0, across)
        t = (ax * ey - ay * ex) / safe
        s = (ax * dy - ay * dx) / safe
        met = (np.abs(across) >= 1e-12) & (s >= -1e-9) & (s <= 1 + 1e-9)
        enter = np.where(met, np.minimum(enter, t), enter)
        leave = np.where(met, np.maximum(leave, t), leave)
    return enter, leave
