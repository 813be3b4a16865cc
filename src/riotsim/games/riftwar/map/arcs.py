"""Arcs of attack: the sectors of units' attacks (RW-51).

A stretch is a part of a path, given by its begin and its end as fractions of the path. All lengths are in mm.
"""

import math

import numpy as np

from riotsim.table.poses import Point
from riotsim.table.sight.path import Stretches
from riotsim.table.sight.polyhedra import Array


def in_arc(at: Point, facing: float, arc: float, target_at: Point, target_radius: float) -> bool:
    """Return whether any part of a target's base is within an arc. It is enough that the base touches the arc's side.

    Args:
        at: Centre of the attacker's base (mm).
        facing: Direction of the middle of the arc (rad).
        arc: Angle between the two sides of the arc (rad).
        target_at: Centre of the target's base (mm).
        target_radius: Radius of the target's base (mm).
    """
    return off_arc(at, facing, arc, target_at) <= target_radius


def off_arc(at: Point, facing: float, arc: float, target_at: Point) -> float:
    """Return the distance of the point `target_at` from an arc (mm). It is 0 if the point is within the arc.

    The arguments are those of `in_arc`.
    """
    far = math.dist(at, target_at)
    if far == 0.0 or arc >= math.tau:
        return 0.0
    bearing = math.atan2(target_at[1] - at[1], target_at[0] - at[0])
    beyond = abs(math.remainder(bearing - facing, math.tau)) - arc / 2
    if beyond <= 0.0:
        return 0.0
    return far * math.sin(beyond) if beyond < math.pi / 2 else far


def arc_stretches(arcs: Array, ways: Array) -> list[list[Stretches]]:
    """Return the stretches of straight paths where a base that moves along the path is at least partly in an arc.

    Args:
        arcs: The arcs, shape (m, 4). Each has the centre of the attacker's base (x and y, mm), the direction of the
            arc's middle (rad), and the angle between its sides (rad).
        ways: The paths, shape (n, 5). Each has the centre of the base at the beginning (x and y), its centre at the
            end (x and y), and its radius (all mm).

    Returns:
        A list for each arc. The list has the stretches of each path, as fractions of the path (not in mm).
    """
    off = ways[None, :, :2] - arcs[:, None, :2]
    step = np.broadcast_to(ways[:, 2:4] - ways[:, :2], off.shape)
    radius = np.broadcast_to(ways[:, 4], off.shape[:2])
    shares = [np.zeros(off.shape[:2]), np.ones(off.shape[:2])]
    with np.errstate(divide="ignore", invalid="ignore"):
        for side in (1.0, -1.0):  # lines beside a side of the arc, as far off as the base is wide
            turn = (arcs[:, 2] + side * arcs[:, 3] / 2)[:, None]
            height, rise = (v[..., 1] * np.cos(turn) - v[..., 0] * np.sin(turn) for v in (off, step))
            shares += [(sign * radius - height) / rise for sign in (1.0, -1.0)]
        a, b, c = (step**2).sum(axis=2), (off * step).sum(axis=2), (off**2).sum(axis=2) - radius**2
        root = np.sqrt(b * b - a * c)  # the tip of the arc
        shares += [(-b + sign * root) / a for sign in (1.0, -1.0)]
    known = np.nan_to_num(np.stack(shares, axis=2), nan=0.0, posinf=0.0, neginf=0.0)
    places = np.sort(np.clip(known, 0.0, 1.0), axis=2)
    middles = (places[..., :-1] + places[..., 1:]) / 2
    at = off[:, :, None] + middles[..., None] * step[:, :, None]
    bearing = np.arctan2(at[..., 1], at[..., 0]) - arcs[:, 2, None, None]
    beyond = np.abs(np.remainder(bearing + math.pi, math.tau) - math.pi) - arcs[:, 3, None, None] / 2
    far = np.hypot(at[..., 0], at[..., 1])
    apart = np.where(beyond <= 0.0, 0.0, np.where(beyond < math.pi / 2, far * np.sin(np.maximum(beyond, 0.0)), far))
    inside = (apart <= radius[..., None]) | (arcs[:, 3, None, None] >= math.tau)
    found: list[list[Stretches]] = [[()] * len(ways) for _ in arcs]
    for k, n in np.argwhere(inside.any(axis=2)).tolist():
        found[k][n] = _stretches(places[k, n].tolist(), inside[k, n].tolist())
    return found


def _stretches(places: list[float], inside: list[bool]) -> Stretches:
    """Return the stretches of a path that are inside an arc. Stretches that touch each other become one.

    Args:
        places: The cuts between pieces of the path, as fractions in ascending order.
        inside: A flag for each piece, from the first to the last. It is True if the piece is inside the arc.
    """
    found: list[tuple[float, float]] = []
    for one, two, is_inside in zip(places, places[1:], inside, strict=False):
        if is_inside and two > one:
            if found and found[-1][1] == one:
                found[-1] = (found[-1][0], two)
            else:
                found.append((one, two))
    return tuple(found)
