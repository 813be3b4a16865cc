"""Dice with rounded edges and corners, made from sharp kinds."""

from dataclasses import replace

import numpy as np

from riotsim.table.dice.kinds import DieKind
from riotsim.table.geometry.solids import Array, solid_corners

ROUNDEST = 0.5
"""The largest radius of edges, as a share of the distance from the centre to the nearest face: ours. Beyond it a die is
more a ball than a solid; usual dice have 0.1 to 0.35."""


def roundest(kind: DieKind) -> float:
    """Give the largest radius of edges and corners that a kind can have, as a share of its size."""
    return ROUNDEST * float(_heights(kind).min())


def rounded(kind: DieKind, radius: float) -> DieKind:
    """Give a kind with edges and corners of `radius`, as a share of its size; 0 makes it sharp.

    The flat part of each face shrinks, and the size stays. Raises `ValueError` where a face would have no flat part
    left, or if it is a negative radius.
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
    """How far each side is from the centre."""
    heights: Array = (np.array(kind.normals) @ np.array(kind.corners).T).max(axis=1)
    return heights
