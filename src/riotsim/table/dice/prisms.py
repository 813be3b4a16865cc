"""Kinds of dice with a closed form: cuboids, and barrels with any number of sides."""

import math
from collections.abc import Sequence

from riotsim.table.dice.kinds import D6, DieKind, Face
from riotsim.table.geometry.solids import solid_corners
from riotsim.table.poses import Vector

LEAST_SIDES = 3
"""The fewest sides of a barrel."""

BARREL_LENGTH = 1.2
"""Length of a barrel between its points, in widths. Its ends rise at 45 degrees, so at lengths above 1 it can't lie on
them."""


def cuboid(x: float, y: float, z: float) -> DieKind:
    """Return the kind of a die that is a box with these edges, in sizes. It is numbered like a d6."""
    corners = tuple((cx * x, cy * y, cz * z) for cx, cy, cz in D6.corners)
    return DieKind(f"{x:g}x{y:g}x{z:g}", corners, D6.faces, digest=f"{x!r} {y!r} {z!r}", box=(x, y, z))


def barrel(name: str, values: Sequence[int]) -> DieKind:
    """Return the kind of a die with a side for each number about a long axis, and pointed ends on which it can't lie.

    Its size is twice the distance from the axis to a side. The number that lies down counts.

    Raises:
        ValueError: There are fewer than three numbers.
    """
    count = len(values)
    if count < LEAST_SIDES:
        raise ValueError(f"a barrel has at least {LEAST_SIDES} sides, not {count}")
    ways = [(math.cos(math.tau * k / count), math.sin(math.tau * k / count)) for k in range(count)]
    slope = math.sqrt(0.5)
    sides: list[Vector] = [(x, y, 0.0) for x, y in ways]
    ends: list[Vector] = [(x * slope, y * slope, end * slope) for end in (1.0, -1.0) for x, y in ways]
    heights = [0.5] * count + [(0.5 + BARREL_LENGTH / 2) * slope] * len(ends)
    corners = tuple((float(x), float(y), float(z)) for x, y, z in solid_corners([*sides, *ends], heights))
    faces = tuple(Face(side, value) for side, value in zip(sides, values, strict=True))
    numbers = " ".join(map(str, values))
    return DieKind(name, corners, faces, read_down=True, digest=f"barrel {numbers}", blank=tuple(ends))
