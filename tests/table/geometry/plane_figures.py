"""Figures of the plane, and their gaps and rays by another way: from how far a figure reaches in many directions."""

import math

import numpy as np
import numpy.typing as npt

from riotsim.table.geometry.plan import Footprint, Part, disc, rectangle
from riotsim.table.poses import Point

Array = npt.NDArray[np.float64]

STADIUM = Part(((-9.0, 4.0), (11.0, -2.0)), 5.0)
"""The area that a disc covers as it moves along a line."""

TRIANGLE = Part(((-12.0, -7.0), (15.0, -3.0), (1.0, 13.0)))

FIGURES: dict[str, Footprint] = {
    "disc": disc((2.0, -3.0), 9.0),
    "point": disc((1.0, 2.0), 0.0),
    "square": rectangle((3.0, 1.0), 22.0, 14.0),
    "turned": rectangle((-2.0, 4.0), 30.0, 9.0, 0.7),
    "stadium": Footprint((STADIUM,)),
    "line": Footprint((Part(((-8.0, 5.0), (6.0, -11.0))),)),
    "triangle": Footprint((TRIANGLE,)),
    "round triangle": Footprint((Part(TRIANGLE.points, 4.0),)),
    "round box": Footprint((Part(rectangle((1.0, -2.0), 18.0, 7.0, -0.4).parts[0].points, 3.0),)),
    "angle": Footprint((*rectangle((0.0, 12.0), 6.0, 30.0).parts, *rectangle((14.0, 0.0), 34.0, 5.0, 0.1).parts)),
}
"""Figures of all kinds near the origin. None is symmetrical about the origin."""

STEPS = 720
"""Number of directions, besides those of the normals of edges."""


def directions(*parts: Part) -> Array:
    """Return unit vectors all round, and the normals of all edges on both sides, shape (n, 2)."""
    turns = [math.tau * k / STEPS for k in range(STEPS)]
    for part in parts:
        for (ax, ay), (bx, by) in zip(part.points, (*part.points[1:], part.points[0]), strict=True):
            turns += [math.atan2(by - ay, bx - ax) + side for side in (math.pi / 2, -math.pi / 2)]
    return np.stack([np.cos(turns), np.sin(turns)], axis=1)


def reach(part: Part, ways: Array) -> Array:
    """Return how far a part reaches in each direction, from the origin (mm)."""
    found: Array = (np.array(part.points) @ ways.T).max(axis=0) + part.radius
    return found


def part_gap(a: Part, b: Part) -> float:
    """Return the width of the widest strip between two parts. If they overlap, return minus the least shift that parts
    them.
    """
    ways = directions(a, b)
    return float((-reach(b, -ways) - reach(a, ways)).max())


def gap_by_directions(a: Footprint, b: Footprint) -> float:
    """Return the gap between two figures (mm)."""
    return min(part_gap(p, q) for p in a.parts for q in b.parts)


def line_in(start: Point, way: Point, part: Part, mover: Part | None = None) -> tuple[float, float] | None:
    """Return where a straight line enters and leaves a part (mm; negative behind the start), or None if it misses.

    Args:
        start: A point of the line (mm).
        way: Direction of the line, as a unit vector.
        part: The part.
        mover: A part that moves along the line, with its origin at `start`; None for a point.
    """
    ways = directions(part) if mover is None else directions(part, mover)
    room = reach(part, ways) - ways @ np.array(start)
    if mover is not None:
        room += reach(mover, -ways)
    speed = ways @ np.array(way)
    ahead, behind = speed > 1e-12, speed < -1e-12
    enter, leave = float((room[behind] / speed[behind]).max()), float((room[ahead] / speed[ahead]).min())
    return None if enter > leave else (enter, leave)
