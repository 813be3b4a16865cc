"""Dice as bodies: their mass and moments of inertia."""

from functools import cache

from riotsim.physics.engine.materials import DICE
from riotsim.table.dice.kinds import DieKind
from riotsim.table.geometry.solids import moments, rounded_moments
from riotsim.table.poses import Vector


def mass(kind: DieKind, size: float) -> float:
    """Give the mass of a die (g) of `size` mm; its numbers count as filled with stuff of its own density."""
    return DICE.density * _volume_and_inertia(kind)[0] * size**3


def inertia(kind: DieKind, size: float) -> Vector:
    """Give the moments of inertia of a die about its own axes (g·mm²)."""
    scale = DICE.density * size**5
    x, y, z = _volume_and_inertia(kind)[1]
    return (x * scale, y * scale, z * scale)


@cache
def _volume_and_inertia(kind: DieKind) -> tuple[float, Vector]:
    """Volume, and moments about its axes for density 1, of a die of size 1."""
    if kind.rounding > 0.0:
        found = rounded_moments(kind.core, kind.normals, kind.rounding)
    else:
        found = moments(kind.corners, kind.normals)
    xx, yy, zz = (float(found.second[k, k]) for k in range(3))
    return found.volume, (yy + zz, xx + zz, xx + yy)
