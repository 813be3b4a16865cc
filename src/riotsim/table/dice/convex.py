"""Kinds of dice of any convex shape, made from the planes of their sides and the numbers on them."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from riotsim.errors import InvalidInput
from riotsim.table.dice.kinds import DieKind, Face
from riotsim.table.geometry.solids import Array, face_corners, moments, rounded_moments, solid_corners
from riotsim.table.poses import Vector

AXES_AGREE = 1e-6
"""If the products of inertia are below this share of the moments, the shape's own axes are its principal axes."""

OPPOSITE = 0.9998
"""Cosine of one degree: the largest deviation from parallel between a side and the one that it is read by."""

ON_IT = 1e-6
"""Minimum distance of the centre of mass inside a side on which the die rests (in a die of size 1)."""


@dataclass(frozen=True, slots=True)
class ConvexShape:
    """A convex solid of size 1, as planes n · x = height about a point inside."""

    normals: Array
    heights: Array
    radius: float = 0.0
    """Radius of its edges and corners."""


class Unnumbered(InvalidInput, ValueError):
    """A die that can come to rest where no number counts.

    `looks` are the directions of the sides that lack a number.
    """

    def __init__(self, looks: tuple[Vector, ...]) -> None:
        self.looks = looks
        super().__init__(looks)


class Unreadable(InvalidInput, ValueError):
    """A die that is read on top and can come to rest with no side on top.

    `looks` are the directions of the sides that it lies on then.
    """

    def __init__(self, looks: tuple[Vector, ...]) -> None:
        self.looks = looks
        super().__init__(looks)


def convex_die(
    name: str, shape: ConvexShape, numbers: Mapping[int, int], *, read_down: bool, size: float, digest: str
) -> DieKind:
    """Return a kind of die with this shape.

    Its frame has the centre of mass at the origin and the principal axes along x, y and z, each as close as possible to
    the same axis of the shape's own frame.

    Args:
        name: The name of the kind.
        shape: The shape.
        numbers: The number on each side, by the side's index in `normals`.
        read_down: Whether the number that lies down counts.
        size: The size of the die (mm).
        digest: Identifies the file that the shape came from.

    Raises:
        Unnumbered: It can come to rest where no number counts.
        Unreadable: It can come to rest with no side on top.
        ValueError: The planes enclose no solid.
    """
    corners = solid_corners(shape.normals, shape.heights)
    core = solid_corners(shape.normals, shape.heights - shape.radius) if shape.radius > 0.0 else None
    found = moments(corners, shape.normals) if core is None else rounded_moments(core, shape.normals, shape.radius)
    axes = _principal(found.about_middle())
    normals = shape.normals @ axes
    corners = (corners - found.middle) @ axes
    resting = _resting(corners, normals)
    _check(shape, numbers, resting, read_down=read_down)
    sides = range(len(normals))
    return DieKind(
        name,
        _vectors(corners),
        tuple(Face(_vector(normals[side]), numbers[side]) for side in sides if side in numbers),
        read_down,
        rounding=shape.radius,
        digest=hashlib.sha256(repr((digest, numbers, read_down, size)).encode()).hexdigest(),
        core=() if core is None else _vectors((core - found.middle) @ axes),
        blank=tuple(_vector(normals[side]) for side in sides if side not in numbers),
        own_size=size,
    )


def _principal(second: Array) -> Array:
    """Return the principal axes as columns, right-handed. If the file's own axes are principal, return those."""
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
    """Return the sides on which it can rest: those that have the centre of mass, the origin, above them."""
    found = []
    for side, (normal, rim) in enumerate(zip(normals, face_corners(corners, normals), strict=True)):
        here = corners[rim]
        along = np.roll(here, -1, axis=0) - here
        inward = np.cross(normal, along)
        inside = -(inward * here).sum(axis=1) / np.linalg.norm(along, axis=1)
        if inside.min() > ON_IT:
            found.append(side)
    return found


def _check(shape: ConvexShape, numbers: Mapping[int, int], resting: list[int], *, read_down: bool) -> None:
    """Raise `Unreadable` or `Unnumbered` if it may lie where it can't be read."""
    bare = {side for side in resting if side not in numbers}
    if not read_down:
        across = shape.normals @ shape.normals.T
        no_top = [side for side in resting if across[side].min() > -OPPOSITE]
        if no_top:
            raise Unreadable(_vectors(shape.normals[no_top]))
        bare |= {top for side in resting if (top := int(across[side].argmin())) not in numbers}
    if bare:
        raise Unnumbered(_vectors(shape.normals[sorted(bare)]))


def _vectors(array: Array) -> tuple[Vector, ...]:
    return tuple(_vector(row) for row in array)


def _vector(row: Array) -> Vector:
    x, y, z = (float(part) + 0.0 for part in row)  # plus zero: there are two zeros, one of them negative
    return (x, y, z)
