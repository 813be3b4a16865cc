"""Dice with rounded edges and corners, made from sharp kinds."""

from dataclasses import replace

import numpy as np

from riotsim.table.dice.kinds import DieKind
from riotsim.table.geometry.solids import Array, solid_corners

ROUNDEST = 0.5
"""The largest radius of edges, as a share of the distance from the centre to the nearest face. Our limit: beyond it a
die is more a ball than a solid. Usual dice have 0.1 to 0.35."""


def roundest(kind: DieKind) -> float:
    """Return the largest radius of edges and corners of a kind, as a share of its size."""
    return ROUNDEST * float(_heights(kind).min())


def rounded(kind: DieKind, radius: float) -> DieKind:
    """Return a kind with edges and corners of a radius. The flat part of each face shrinks, and the size stays.

    Args:
        kind: A sharp or rounded kind.
        radius: As a share of the die's size; 0 makes it sharp.

    Raises:
        ValueError: The radius is negative, or a face would have no flat part left.
    """
    if radius == 0.0:
        return replace(kind, rounding=0.0, core=())
    if not 0.0 < radius <= roundest(kind):
        raise ValueError(f"edges of a {kind.name} have 0 to {roundest(kind):.3g} of its size, not {radius:.3g}")
    try:
        core = solid_corners(kind.normals, _heights(kind) - radius)
    except ValueError:
        raise ValueError(f"edges of {radius:.3g} of its size leave a face of a {kind.name} no flat part") from None
    return replace(kind, rounding=radius, core=tuple((float(x), float(y), float(z)) for x, y, z in core))


def _heights(kind: DieKind) -> Array:
    """Return the distance of each side from the centre."""
    heights: Array = (np.array(kind.normals) @ np.array(kind.corners).T).max(axis=1)
    return heights
