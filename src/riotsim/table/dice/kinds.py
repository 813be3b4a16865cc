"""Kinds of dice as solids: corners, numbered faces and their signs, and the face that a die shows."""

import itertools
import math
from dataclasses import dataclass, field
from functools import cache, lru_cache

from riotsim.errors import InvalidValue
from riotsim.table.dice.signs import Sign
from riotsim.table.poses import (
    Quaternion,
    Vector,
    about_z,
    local_up,
    multiply,
    shortest_rotation,
)

COCKED_TILT = math.radians(10.0)
"""Tilt of a die's lowest face from level (rad). If a die is tilted more than this, it is always cocked (RD-90)."""

DIE_SIZES = (8.0, 30.0)
"""Least and greatest size of ordinary dice (mm), about the range of dice in shops."""

OWN_DIE_SIZES = (8.0, 40.0)
"""Least and greatest size of the kinds of dice that rules define (mm)."""


@dataclass(frozen=True, slots=True)
class Face:
    """A numbered face of a die."""

    normal: Vector
    """Outward direction of the face: a unit vector in the frame of the die."""
    value: int
    """The number on the face."""
    sign: Sign | None = None
    """The picture on the face in place of its number; None if the number is drawn."""

    def __str__(self) -> str:
        """Return a text for the face: its sign, such as `melee 3`, or its number if the face has no sign."""
        return str(self.value if self.sign is None else self.sign)


@dataclass(frozen=True, slots=True)
class DieKind:
    """A kind of die: a solid of size 1 in its own frame, with its centre of mass at the origin.

    The size of a d4 is the length of an edge. The size of any other ordinary die is the distance between opposite
    faces. Two kinds are equal if name, rounding and digest are equal.
    """

    name: str
    """Name of the kind, such as `d6`."""
    corners: tuple[Vector, ...] = field(compare=False, repr=False)
    """Corners of the solid without rounding: the points where the planes of the faces meet."""
    faces: tuple[Face, ...] = field(compare=False, repr=False)
    """The numbered faces."""
    read_down: bool = field(default=False, compare=False, repr=False)
    """True if the number on the lowest face counts, as on a d4; False if the number on top counts."""
    rounding: float = 0.0
    """Radius of edges and corners, as a share of the die's size; 0 for a sharp die."""
    digest: str = ""
    """Identifier of the kind's source data, often a digest. Empty for ordinary kinds."""
    box: Vector | None = field(default=None, compare=False, repr=False)
    """Lengths of the edges of a d6 or a cuboid along x, y and z; None for other kinds.

    If `convex_die` made the kind, this is None even for a box.
    """
    core: tuple[Vector, ...] = field(default=(), compare=False, repr=False)
    """Corners of a smaller sharp solid; empty for a sharp die.

    The die is this solid, grown by `rounding` in all directions.
    """
    blank_normals: tuple[Vector, ...] = field(default=(), compare=False, repr=False)
    """Outward directions of the sides without a number, as unit vectors."""
    own_size: float | None = field(default=None, compare=False, repr=False)
    """Size of all dice of this kind (mm). None if the game's rules decide the size."""

    @property
    def normals(self) -> tuple[Vector, ...]:
        """Outward directions of all sides, as unit vectors: first the numbered faces, then sides without a number."""
        return (*(face.normal for face in self.faces), *self.blank_normals)

    @property
    def is_cube(self) -> bool:
        """True if the die is a sharp or rounded cube: `box`, the lengths of its edges, has three equal lengths."""
        return self.box is not None and self.box[0] == self.box[1] == self.box[2]

    @property
    def has_signs(self) -> bool:
        """True if at least one face has a sign."""
        return any(face.sign is not None for face in self.faces)

    @property
    def sides(self) -> int:
        """The number of numbered faces."""
        return len(self.faces)

    @property
    def circumradius(self) -> float:
        """The largest distance from the centre to the surface, for a die of size 1."""
        return _bounding_radius(self)

    def lowest_face(self, turn: Quaternion) -> tuple[Face, float]:
        """Return the numbered face that points down the most, and the tilt of this face from level (rad).

        Args:
            turn: Orientation of the die.
        """
        looks_up = self._looks_up(turn)
        least = min(looks_up)
        return self.faces[looks_up.index(least)], math.acos(max(-1.0, min(1.0, -least)))

    def read(self, turn: Quaternion) -> int:
        """Return the number that a die with orientation `turn` shows."""
        return self.face_shown(turn).value

    def face_shown(self, turn: Quaternion) -> Face:
        """Return the face that counts on a die with orientation `turn`."""
        looks_up = self._looks_up(turn)
        return self.faces[looks_up.index(min(looks_up) if self.read_down else max(looks_up))]

    def _looks_up(self, turn: Quaternion) -> list[float]:
        """Return, for each face, the cosine of the angle between the face's normal and upward.

        `turn` is the orientation of the die.
        """
        x, y, z = local_up(turn)
        return [a * x + b * y + c * z for face in self.faces for a, b, c in (face.normal,)]

    def orientation_showing(self, value: int, heading: float = 0.0) -> Quaternion:
        """Return an orientation of a flat die that shows a number.

        Args:
            value: The number.
            heading: Rotation of the die about the vertical axis (rad).

        Raises:
            ValueError: The number is not on the die.
        """
        flat = shortest_rotation(self.face(value).normal, (0.0, 0.0, -1.0 if self.read_down else 1.0))
        return multiply(about_z(heading), flat)

    def face(self, value: int) -> Face:
        """Return the first face with the number `value`.

        Raises:
            ValueError: The number is not on the die.
        """
        for face in self.faces:
            if face.value == value:
                return face
        raise ValueError(f"a {self.name} has no face {value}")

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers of all faces in ascending order. A number on several faces is repeated."""
        return tuple(sorted(face.value for face in self.faces))

    def flat_height(self, value: int | None = None) -> float:
        """Return the height of a flat die's centre above the ground, for a die of size 1.

        Args:
            value: The number that the die shows; None for the number on its first face.

        Raises:
            ValueError: The number is not on the die.
        """
        face = self.faces[0] if value is None else self.face(value)
        normal = face.normal if self.read_down else _opposite(face.normal)
        return max(sum(n * c for n, c in zip(normal, corner, strict=True)) for corner in self.corners)


_GOLDEN = (1 + math.sqrt(5)) / 2


def _solid(sides: int) -> tuple[list[Vector], list[Vector]]:
    """Return the corners of the usual solid with `sides` sides, and a vector in the outward direction of each side.

    The size of the solid and the lengths of the vectors are arbitrary.

    Raises:
        ValueError: No usual die has this number of sides.
    """
    signs = [(float(x), float(y), float(z)) for x, y, z in itertools.product((1, -1), repeat=3)]
    axes: list[Vector] = [
        (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 1.0, 0.0),
        (0.0, -1.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0),
    ]  # fmt: skip
    icosahedron: list[Vector] = []
    for one, golden in itertools.product((1.0, -1.0), (_GOLDEN, -_GOLDEN)):
        icosahedron += [(0.0, one, golden), (one, golden, 0.0), (golden, 0.0, one)]
    dodecahedron = list(signs)
    for short, long in itertools.product((1 / _GOLDEN, -1 / _GOLDEN), (_GOLDEN, -_GOLDEN)):
        dodecahedron += [(0.0, long, short), (long, short, 0.0), (short, 0.0, long)]
    match sides:
        case 4:
            corners: list[Vector] = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
            return corners, [(-x, -y, -z) for x, y, z in corners]
        case 6:
            return signs, axes
        case 8:
            return axes, signs
        case 10:
            return _trapezohedron()
        case 12:
            return dodecahedron, icosahedron
        case 20:
            return icosahedron, dodecahedron
    raise ValueError(f"there is no usual die with {sides} sides")


def _trapezohedron() -> tuple[list[Vector], list[Vector]]:
    """Return corners and face normals of a d10, a pentagonal trapezohedron: ten kites around the vertical axis.

    The normals rise or fall by 45 degrees, as on common d10s. The corners are computed as the points where the planes
    of three faces meet.
    """
    slope = math.radians(45.0)
    normals: list[Vector] = []
    for k in range(5):
        a = 2 * math.pi * k / 5
        normals.append((math.cos(a) * math.cos(slope), math.sin(a) * math.cos(slope), math.sin(slope)))
        b = a + math.pi / 5
        normals.append((math.cos(b) * math.cos(slope), math.sin(b) * math.cos(slope), -math.sin(slope)))
    corners: list[Vector] = []
    for three in itertools.combinations(normals, 3):
        point = _plane_intersection(*three)
        if point is None or any(sum(p * n for p, n in zip(point, m, strict=True)) > 1 + 1e-9 for m in normals):
            continue
        if all(math.dist(point, corner) > 1e-6 for corner in corners):
            corners.append(point)
    return corners, normals


def _plane_intersection(a: Vector, b: Vector, c: Vector) -> Vector | None:
    """Return the point p where the planes a · p = 1, b · p = 1 and c · p = 1 meet.

    Return None if the planes don't meet in exactly one point. The point is found by Cramer's rule.
    """

    def det(p: Vector, q: Vector, r: Vector) -> float:
        return (
            p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) + p[2] * (q[0] * r[1] - q[1] * r[0])
        )

    whole = det(a, b, c)
    if abs(whole) < 1e-9:
        return None
    columns = [tuple(row[i] for row in (a, b, c)) for i in range(3)]
    ones: Vector = (1.0, 1.0, 1.0)
    x, y, z = ((col[0], col[1], col[2]) for col in columns)
    return (det(ones, y, z) / whole, det(x, ones, z) / whole, det(x, y, ones) / whole)


def _number_faces(normals: list[Vector]) -> tuple[Face, ...]:
    """Return the faces of a die with their numbers.

    - d4: the faces are numbered in order.
    - d6: 1, 2 and 3 are on +z, +x and +y, anticlockwise around their corner, as on western dice.
    - Other dice: the numbers 1, 2, 3 and so on, up to half the number of faces, are in turn on the upper and the lower
      half.

    On all dice but the d4, opposite numbers add up to the number of faces plus one.

    Args:
        normals: Outward unit vectors of the faces.
    """
    count = len(normals)
    if count == 6:
        order = {(0.0, 0.0, 1.0): 1, (1.0, 0.0, 0.0): 2, (0.0, 1.0, 0.0): 3}
        return tuple(Face(n, order[n] if n in order else 7 - order[_opposite(n)]) for n in normals)
    if count == 4:
        return tuple(Face(n, value) for value, n in enumerate(normals, 1))
    upper = [n for n in normals if not _is_negative(n)]
    faces = []
    for k, n in enumerate(upper):
        low, high = k + 1, count - k
        value, opposite = (low, high) if k % 2 == 0 else (high, low)
        faces += [Face(n, value), Face(_opposite(n), opposite)]
    return tuple(faces)


def _opposite(n: Vector) -> Vector:
    return (0.0 - n[0], 0.0 - n[1], 0.0 - n[2])


def _is_negative(n: Vector) -> bool:
    """Return whether a direction points down.

    The sign of z decides. If z is 0, the sign of y decides. If y is 0 too, the sign of x decides.
    """
    for part in (n[2], n[1], n[0]):
        if abs(part) > 1e-9:
            return part < 0
    return False


@lru_cache
def _bounding_radius(kind: DieKind) -> float:
    return max(math.hypot(*corner) for corner in kind.core or kind.corners) + kind.rounding


@cache
def die_kind(name: str) -> DieKind:
    """Return a kind of die by its name: d4, d6, d8, d10, d12 or d20.

    Raises:
        InvalidValue: There is no such kind.
    """
    if name not in KINDS:
        raise InvalidValue(f"no die is called {name!r}; there are {', '.join(KINDS)}")
    sides = int(name[1:])
    corners, directions = _solid(sides)
    normals: list[Vector] = []
    for direction in directions:
        length = math.hypot(*direction)
        normals.append((direction[0] / length, direction[1] / length, direction[2] / length))
    if sides == 4:
        scale = 1 / math.dist(corners[0], corners[1])
    else:
        scale = 0.5 / max(sum(n * c for n, c in zip(normals[0], corner, strict=True)) for corner in corners)
    scaled = tuple((x * scale, y * scale, z * scale) for x, y, z in corners)
    box = (1.0, 1.0, 1.0) if sides == 6 else None
    return DieKind(name, scaled, _number_faces(normals), read_down=sides == 4, box=box)


KINDS = ("d4", "d6", "d8", "d10", "d12", "d20")
"""Names of the ordinary kinds of dice."""

D6 = die_kind("d6")
"""The kind of a sharp six-sided die."""
