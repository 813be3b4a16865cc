"""Mass and moments of inertia of dice."""

from functools import cache

from riotsim.physics.engine.materials import DICE
from riotsim.table.dice.kinds import DieKind
from riotsim.table.geometry.solids import moments, rounded_moments
from riotsim.table.poses import Vector


def mass(kind: DieKind, size: float) -> float:
    """Return the mass of a die (g) of `size` mm. Engraved numbers count as filled with the die's own material."""
    return DICE.density * _volume_and_inertia(kind)[0] * size**3


def inertia(kind: DieKind, size: float) -> Vector:
    """Return the moments of inertia (g·mm²) of a die of `size` mm about its own axes."""
    scale = DICE.density * size**5
    x, y, z = _volume_and_inertia(kind)[1]
    return (x * scale, y * scale, z * scale)


@cache
def _volume_and_inertia(kind: DieKind) -> tuple[float, Vector]:
    """Compute the volume of a die of size 1, and its moments about its axes for density 1."""
    if kind.rounding > 0.0:
        found = rounded_moments(kind.core, kind.normals, kind.rounding)
    else:
        found = moments(kind.corners, kind.normals)
    xx, yy, zz = (float(found.second[k, k]) for k in range(3))
    return found.volume, (yy + zz, xx + zz, xx + yy)
