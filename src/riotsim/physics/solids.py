"""Dice as bodies: their volume, mass and moments of inertia, from corners and faces."""

import itertools
from functools import cache

import numpy as np
import numpy.typing as npt

from riotsim.physics.materials import DICE
from riotsim.table.dice import DieKind
from riotsim.table.poses import Vector

_IN_PLANE = 1e-6
"""Corners this near to a face's plane belong to it (in a die of size 1)."""


def mass(kind: DieKind, size: float) -> float:
    """Give the mass of a die (g) of `size` mm."""
    return DICE.density * _volume_and_inertia(kind)[0] * size**3


def inertia(kind: DieKind, size: float) -> Vector:
    """Give the moments of inertia of a die about its own axes (g·mm²)."""
    scale = DICE.density * size**5
    x, y, z = _volume_and_inertia(kind)[1]
    return (x * scale, y * scale, z * scale)


@cache
def _volume_and_inertia(kind: DieKind) -> tuple[float, Vector]:
    """Volume, and moments for density 1, of a die of size 1: the sum over tetrahedra from centre to face."""
    volume = 0.0
    second = np.zeros((3, 3))
    corners = np.array(kind.corners)
    for face in kind.faces:
        normal = np.array(face.normal)
        heights = corners @ normal
        rim = _around(corners[heights > heights.max() - _IN_PLANE], normal)
        for b, c in itertools.pairwise(rim[1:]):
            a = rim[0]
            part = float(np.dot(a, np.cross(b, c))) / 6
            total = a + b + c
            moments = np.outer(total, total) + np.outer(a, a) + np.outer(b, b) + np.outer(c, c)
            volume += part
            second += part / 20 * moments  # ∫ x xᵀ over a tetrahedron with one corner at the origin
    xx, yy, zz = (float(second[k, k]) for k in range(3))
    return volume, (yy + zz, xx + zz, xx + yy)


def _around(rim: npt.NDArray[np.float64], normal: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The corners of a face, counterclockwise seen from outside."""
    middle = rim.mean(axis=0)
    u = rim[0] - middle
    u /= np.linalg.norm(u)
    v = np.cross(normal, u)
    angles = np.arctan2((rim - middle) @ v, (rim - middle) @ u)
    return rim[np.argsort(angles, kind="stable")]
