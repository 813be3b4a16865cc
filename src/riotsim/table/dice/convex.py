"""Kinds of dice of any convex shape, from the planes of their sides and the numbers on them."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from riotsim.errors import InvalidInput
from riotsim.table.dice.kinds import DieKind, Face
from riotsim.table.geometry.solids import Array, face_corners, moments, rounded_moments, solid_corners
from riotsim.table.poses import Vector

AXES_AGREE = 1e-6
"""Products of inertia below this share of the moments: the shape's own axes are its principal ones."""

OPPOSITE = 0.9998
"""Cosine of one degree: by how much a side may be out of parallel with the one that it is read by."""

ON_IT = 1e-6
"""How far inside a side the centre of mass must lie for the die to rest on it (in a die of size 1)."""


@dataclass(frozen=True, slots=True)
class ConvexShape:
    """A convex solid as planes n · x = height about a point inside, one unit in size."""

    normals: Array
    heights: Array
    radius: float = 0.0
    """Of its edges and corners."""


class Unnumbered(InvalidInput, ValueError):
    """A die can lie so that nothing is to be read; `looks` are the ways that those sides look which lack a number."""

    def __init__(self, looks: tuple[Vector, ...]) -> None:
        self.looks = looks
        super().__init__(looks)


class Unreadable(InvalidInput, ValueError):
    """A die that is read on top can lie so that no side is on top; `looks` are the ways that those sides look then."""

    def __init__(self, looks: tuple[Vector, ...]) -> None:
        self.looks = looks
        super().__init__(looks)


def convex_die(
    name: str, lump: ConvexShape, numbers: Mapping[int, int], *, read_down: bool, size: float, digest: str
) -> DieKind:
    """Make a kind of die; `numbers` are those on its sides, by the side's place in `lump.normals`.

    Its frame has the centre of mass at the origin and the principal axes along x, y and z, each as near as may be to
    the same axis of the lump's own frame. `size` is in mm. Raises `Unnumbered` if it can come to rest where no number
    counts, `Unreadable` if a side is missing that could be read then, and `ValueError` if the planes enclose no solid.
    """
    corners = solid_corners(lump.normals, lump.heights)
    core = solid_corners(lump.normals, lump.heights - lump.radius) if lump.radius > 0.0 else None
    found = moments(corners, lump.normals) if core is None else rounded_moments(core, lump.normals, lump.radius)
    axes = _principal(found.about_middle())
    normals = lump.normals @ axes
    corners = (corners - found.middle) @ axes
    resting = _resting(corners, normals)
    _check(lump, numbers, resting, read_down=read_down)
    sides = range(len(normals))
    return DieKind(
        name,
        _vectors(corners),
        tuple(Face(_vector(normals[side]), numbers[side]) for side in sides if side in numbers),
        read_down,
        rounding=lump.radius,
        digest=hashlib.sha256(repr((digest, numbers, read_down, size)).encode()).hexdigest(),
        core=() if core is None else _vectors((core - found.middle) @ axes),
        blank=tuple(_vector(normals[side]) for side in sides if side not in numbers),
        own_size=size,
    )


def _principal(second: Array) -> Array:
    """The principal axes as columns, right-handed; the file's own where these are principal."""
    off = second - np.diag(np.diag(second))
    if np.abs(off).max() <= AXES_AGREE * float(np.trace(second)):
        return np.eye(3)
    _, vectors = np.linalg.eigh(second)
    axes = np.zeros((3, 3))
    free = [0, 1, 2]
    for axis in range(3):
        best = max(free, key=lambda k: abs(float(vectors[axis, k])))
        free.remove(best)
        axes[:, axis] = vectors[:, best] * (1.0 if vectors[axis, best] >= 0 else -1.0)
    if np.linalg.det(axes) < 0:
        axes[:, 2] *= -1.0
    return axes


def _resting(corners: Array, normals: Array) -> list[int]:
    """The sides on which it can rest: the centre of mass, at the origin, is above them."""
    found = []
    for side, (normal, rim) in enumerate(zip(normals, face_corners(corners, normals), strict=True)):
        here = corners[rim]
        along = np.roll(here, -1, axis=0) - here
        inward = np.cross(normal, along)
        inside = -(inward * here).sum(axis=1) / np.linalg.norm(along, axis=1)
        if inside.min() > ON_IT:
            found.append(side)
    return found


def _check(lump: ConvexShape, numbers: Mapping[int, int], resting: list[int], *, read_down: bool) -> None:
    """Raise where it may lie and can't be read."""
    bare = {side for side in resting if side not in numbers}
    if not read_down:
        across = lump.normals @ lump.normals.T
        no_top = [side for side in resting if across[side].min() > -OPPOSITE]
        if no_top:
            raise Unreadable(_vectors(lump.normals[no_top]))
        bare |= {top for side in resting if (top := int(across[side].argmin())) not in numbers}
    if bare:
        raise Unnumbered(_vectors(lump.normals[sorted(bare)]))


def _vectors(array: Array) -> tuple[Vector, ...]:
    return tuple(_vector(row) for row in array)


def _vector(row: Array) -> Vector:
    x, y, z = (float(part) + 0.0 for part in row)  # plus zero: there are two zeros, one of them negative
    return (x, y, z)
