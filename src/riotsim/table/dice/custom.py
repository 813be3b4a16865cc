"""Special kinds of dice: rounded dice, cuboids, barrels, dice of any convex shape, and dice with signs."""

import hashlib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from riotsim.errors import InvalidInput
from riotsim.table.dice.kinds import D6, DieKind, Face
from riotsim.table.dice.signs import Sign
from riotsim.table.geometry.solids import Array, face_corners, moments, rounded_moments, solid_corners
from riotsim.table.poses import Vector

MAX_ROUNDING = 0.5
"""Maximum radius of edges and corners, as a share of the distance from the centre to the nearest face.

Our limit. Dice in shops have 0.1 to 0.35.
"""


def max_rounding(kind: DieKind) -> float:
    """Return the largest radius that edges and corners of a kind of die may have, as a share of the die's size."""
    return MAX_ROUNDING * float(_heights(kind).min())


def rounded(kind: DieKind, radius: float) -> DieKind:
    """Return a kind of die with edges and corners of a given radius. The size of the die stays the same.

    Args:
        kind: A sharp or rounded kind.
        radius: Radius of edges and corners, as a share of the die's size; 0 makes a sharp die.

    Raises:
        ValueError: The radius is negative or above `max_rounding`, or a face would have no flat part.
    """
    if radius == 0.0:
        return replace(kind, rounding=0.0, core=())
    if not 0.0 < radius <= max_rounding(kind):
        raise ValueError(f"edges of a {kind.name} have 0 to {max_rounding(kind):.3g} of its size, not {radius:.3g}")
    try:
        core = solid_corners(kind.normals, _heights(kind) - radius)
    except ValueError:
        raise ValueError(f"edges of {radius:.3g} of its size leave a face of a {kind.name} no flat part") from None
    return replace(kind, rounding=radius, core=tuple((float(x), float(y), float(z)) for x, y, z in core))


def with_signs(kind: DieKind, name: str, signs: Mapping[int, Sign]) -> DieKind:
    """Return a copy of a kind of die with pictures on its faces.

    Args:
        kind: The kind without signs. It must be a kind whose top face counts.
        name: Name of the new kind.
        signs: The sign of each face, by the face's number. Faces without a sign show their numbers.

    Raises:
        ValueError: A number is not on the die, or the kind is one whose lowest face counts.
    """
    if kind.read_down:
        raise ValueError(f"the lowest face of a {kind.name} counts, so nobody would see the sign on it")
    for value in signs:
        kind.face(value)
    faces = tuple(replace(face, sign=signs.get(face.value)) for face in kind.faces)
    plain = " ".join(f"{value}={sign.icon}:{sign.count}" for value, sign in sorted(signs.items()))
    return replace(kind, name=name, faces=faces, digest=f"{kind.digest} {plain}".strip())


def _heights(kind: DieKind) -> Array:
    """Return the distance of each side from the centre, in the order of `kind.normals` and for a die of size 1."""
    heights: Array = (np.array(kind.normals) @ np.array(kind.corners).T).max(axis=1)
    return heights


MIN_BARREL_SIDES = 3
"""Minimum number of sides of a barrel, without its ends."""

BARREL_LENGTH = 1.2
"""Length of a barrel's sides along its axis, as a multiple of its width.

The ends of a barrel slope at 45 degrees. A barrel with sides longer than its width can't rest on an end.
"""


def cuboid(x: float, y: float, z: float) -> DieKind:
    """Return the kind of a die that is a box. It is numbered like a d6.

    Args:
        x: Length of the box along the x axis, as a multiple of the die's size.
        y: Length of the box along the y axis, as a multiple of the die's size.
        z: Length of the box along the z axis, as a multiple of the die's size.
    """
    corners = tuple((cx * x, cy * y, cz * z) for cx, cy, cz in D6.corners)
    return DieKind(f"{x:g}x{y:g}x{z:g}", corners, D6.faces, digest=f"{x!r} {y!r} {z!r}", box=(x, y, z))


def barrel(name: str, values: Sequence[int]) -> DieKind:
    """Return the kind of a barrel: a die with sides around a long axis, and with pointed ends that it can't rest on.

    The size of a barrel is its width: twice the distance from the axis to a side. The number on the lowest side counts.

    Args:
        name: Name of the kind.
        values: The numbers on the sides, in order around the axis.

    Raises:
        ValueError: There are fewer than three numbers.
    """
    count = len(values)
    if count < MIN_BARREL_SIDES:
        raise ValueError(f"a barrel has at least {MIN_BARREL_SIDES} sides, not {count}")
    ways = [(math.cos(math.tau * k / count), math.sin(math.tau * k / count)) for k in range(count)]
    slope = math.sqrt(0.5)
    sides: list[Vector] = [(x, y, 0.0) for x, y in ways]
    ends: list[Vector] = [(x * slope, y * slope, end * slope) for end in (1.0, -1.0) for x, y in ways]
    heights = [0.5] * count + [(0.5 + BARREL_LENGTH / 2) * slope] * len(ends)
    corners = tuple((float(x), float(y), float(z)) for x, y, z in solid_corners([*sides, *ends], heights))
    faces = tuple(Face(side, value) for side, value in zip(sides, values, strict=True))
    numbers = " ".join(map(str, values))
    return DieKind(name, corners, faces, read_down=True, digest=f"barrel {numbers}", blank_normals=tuple(ends))


AXES_TOLERANCE = 1e-6
"""Largest off-diagonal second moment that counts as 0, as a share of the sum of the diagonal moments.

If all off-diagonal moments count as 0, the shape's own axes are taken as its principal axes.
"""

MIN_OPPOSITE_COSINE = 0.9998
"""Cosine of the largest tilt of a resting die's top side from level.

The angle is 1.1 degrees. The limit applies to dice whose top number counts.
"""

MIN_REST_MARGIN = 1e-6
"""Minimum distance between the centre of mass and each edge of a side that a die can rest on.

The distance is seen from above, for a die of size 1. With a smaller distance, the die can't rest on that side.
"""


@dataclass(frozen=True, slots=True)
class ConvexShape:
    """A convex solid of size 1, given by the planes of its sides.

    The points x of a plane have normal · x = height. The origin is a point inside the solid.
    """

    normals: Array
    """Outward unit vectors at right angles to the sides, shape (n, 3)."""
    heights: Array
    """Distance of each plane from the origin, shape (n,)."""
    radius: float = 0.0
    """Radius of the solid's edges and corners; 0 if they are sharp."""


class Unnumbered(InvalidInput, ValueError):
    """The error raised when a die can come to rest without showing a number.

    Its attribute `directions` has the directions of the sides that would need a number.
    """

    def __init__(self, directions: tuple[Vector, ...]) -> None:
        self.directions = directions
        super().__init__(directions)


class Unreadable(InvalidInput, ValueError):
    """The error raised when the number on top counts, but a die can come to rest with no side on top.

    Its attribute `directions` has the directions of the sides that lie down in these cases.
    """

    def __init__(self, directions: tuple[Vector, ...]) -> None:
        self.directions = directions
        super().__init__(directions)


def convex_die(
    name: str, shape: ConvexShape, numbers: Mapping[int, int], *, read_down: bool, size: float, digest: str
) -> DieKind:
    """Return a kind of die with a convex shape.

    The corners and normals of the kind are relative to the die's centre of mass, along the die's principal axes.

    Args:
        name: The name of the kind.
        shape: The shape.
        numbers: The numbers on the sides. Keys are indices into `shape.normals`.
        read_down: True if the number on the side that lies down counts; False if the number on the top side counts.
        size: The size of the die (mm).
        digest: Digest of the shape's file.

    Raises:
        Unnumbered: The die can come to rest without showing a number.
        Unreadable: The number on top counts, and the die can come to rest with no side on top.
        ValueError: The planes enclose no solid, or edges of the radius `shape.radius` leave a side no flat part.
    """
    corners = solid_corners(shape.normals, shape.heights)
    core = solid_corners(shape.normals, shape.heights - shape.radius) if shape.radius > 0.0 else None
    found = moments(corners, shape.normals) if core is None else rounded_moments(core, shape.normals, shape.radius)
    axes = _principal(found.about_centroid())
    normals = shape.normals @ axes
    corners = (corners - found.centroid) @ axes
    resting = _resting_sides(corners, normals)
    _check(shape, numbers, resting, read_down=read_down)
    sides = range(len(normals))
    return DieKind(
        name,
        _vectors(corners),
        tuple(Face(_vector(normals[side]), numbers[side]) for side in sides if side in numbers),
        read_down,
        rounding=shape.radius,
        digest=hashlib.sha256(repr((digest, numbers, read_down, size)).encode()).hexdigest(),
        core=() if core is None else _vectors((core - found.centroid) @ axes),
        blank_normals=tuple(_vector(normals[side]) for side in sides if side not in numbers),
        own_size=size,
    )


def _principal(second: Array) -> Array:
    """Return the principal axes of a solid as the columns of a right-handed matrix (3, 3).

    If the x, y and z axes are already principal axes within `AXES_TOLERANCE`, the matrix is the identity.

    Args:
        second: Second moments of the solid about its centre of mass, shape (3, 3).
    """
    off = second - np.diag(np.diag(second))
    if np.abs(off).max() <= AXES_TOLERANCE * float(np.trace(second)):
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


def _resting_sides(corners: Array, normals: Array) -> list[int]:
    """Return the indices of the sides that a die can rest on.

    A die can rest on a side if the centre of mass is above that side, and not too near its edges (`MIN_REST_MARGIN`).

    Args:
        corners: Corners of the die, relative to its centre of mass.
        normals: Outward unit vectors of the sides.
    """
    found = []
    for side, (normal, rim) in enumerate(zip(normals, face_corners(corners, normals), strict=True)):
        here = corners[rim]
        along = np.roll(here, -1, axis=0) - here
        inward = np.cross(normal, along)
        inside = -(inward * here).sum(axis=1) / np.linalg.norm(along, axis=1)
        if inside.min() > MIN_REST_MARGIN:
            found.append(side)
    return found


def _check(shape: ConvexShape, numbers: Mapping[int, int], resting: list[int], *, read_down: bool) -> None:
    """Raise `Unreadable` or `Unnumbered` if the die can come to rest without showing a number.

    Args:
        shape: The shape of the die.
        numbers: The number on each numbered side, by the index of the side.
        resting: Indices of the sides that the die can rest on.
        read_down: True if the number on the side that lies down counts; False if the number on the top side counts.
    """
    bare = {side for side in resting if side not in numbers}
    if not read_down:
        across = shape.normals @ shape.normals.T
        no_top = [side for side in resting if across[side].min() > -MIN_OPPOSITE_COSINE]
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
