"""Vectors, unit quaternions (x, y, z, w) and poses.

They are plain tuples and arithmetic, so that a pose is a value: it can be compared, hashed and copied.
"""

import math
from dataclasses import dataclass, field
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
"""A point in plan (mm): x to the right, y to the back, from the table's front left corner."""

Vector: TypeAlias = tuple[float, float, float]
"""A vector in mm (or mm/s, rad/s): x right, y back, z up; z = 0 is the table's top."""

Quaternion: TypeAlias = tuple[float, float, float, float]
"""A unit quaternion (x, y, z, w)."""

Bounds: TypeAlias = tuple[float, float, float, float, float, float]
"""An upright box: least x, y, z and greatest x, y, z (mm)."""

IDENTITY: Quaternion = (0.0, 0.0, 0.0, 1.0)

FILE_KEY: Final = "key"
"""Metadata key of a dataclass field: its name in files and JSON, if that differs from the name in Python."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A rigid body's centre (mm) and orientation."""

    at: Vector
    """The centre (mm)."""
    orientation: Quaternion = field(default=IDENTITY, metadata={FILE_KEY: "turn"})
    """The orientation: a unit quaternion (x, y, z, w)."""

    @property
    def xy(self) -> Point:
        """The centre seen from above (mm)."""
        return (self.at[0], self.at[1])

    def transform(self, local: Vector) -> Vector:
        """Return the place, in table coordinates, of a point that is fixed to the body (mm)."""
        x, y, z = rotate(self.orientation, local)
        return (self.at[0] + x, self.at[1] + y, self.at[2] + z)

    def translated(self, by: Vector) -> "Pose":
        """Return this pose shifted by a vector (mm)."""
        return Pose((self.at[0] + by[0], self.at[1] + by[1], self.at[2] + by[2]), self.orientation)


ORIGIN = Pose((0.0, 0.0, 0.0))
"""A body at the table's front left corner, without rotation."""


def rotate(q: Quaternion, v: Vector) -> Vector:
    """Return `v` rotated by `q`."""
    x, y, z, w = q
    vx, vy, vz = v
    tx = 2.0 * (y * vz - z * vy)
    ty = 2.0 * (z * vx - x * vz)
    tz = 2.0 * (x * vy - y * vx)
    return (
        vx + w * tx + y * tz - z * ty,
        vy + w * ty + z * tx - x * tz,
        vz + w * tz + x * ty - y * tx,
    )


def local_up(q: Quaternion) -> Vector:
    """Return the upward direction in the frame of a body with this orientation, as a unit vector.

    Its dot product with a point of the body is the point's height above the centre. Its dot product with a face's
    normal says how far the face points up.
    """
    x, y, z, w = q
    return (2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y))


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """Return the rotation that does `b` first and then `a`."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def about_z(angle: float) -> Quaternion:
    """Return the rotation by `angle` (rad) about the vertical axis, counterclockwise from above."""
    return (0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2))


def heading_of(q: Quaternion) -> float:
    """Return the direction (rad) of the body's own x axis seen from above."""
    x, y, _ = rotate(q, (1.0, 0.0, 0.0))
    return math.atan2(y, x)


def shortest_rotation(a: Vector, b: Vector) -> Quaternion:
    """Return the shortest rotation from unit vector `a` to unit vector `b`."""
    dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    if dot < -0.999999:
        other = (1.0, 0.0, 0.0) if abs(a[0]) < 0.9 else (0.0, 1.0, 0.0)
        axis = cross(a, other)
        norm = math.sqrt(sum(c * c for c in axis))
        return (axis[0] / norm, axis[1] / norm, axis[2] / norm, 0.0)
    c = cross(a, b)
    q = (c[0], c[1], c[2], 1.0 + dot)
    norm = math.sqrt(sum(part * part for part in q))
    return (q[0] / norm, q[1] / norm, q[2] / norm, q[3] / norm)


def angle_between(a: Quaternion, b: Quaternion) -> float:
    """Return the angle (rad, 0 to pi) of the rotation from `a` to `b`."""
    dot = abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3])
    return 2.0 * math.acos(min(1.0, dot))


def point_ahead(start: Point, heading: float, distance: float) -> Point:
    """Return the point `distance` mm from `start` in the direction `heading` (rad)."""
    return (start[0] + distance * math.cos(heading), start[1] + distance * math.sin(heading))


def heading(start: Point, end: Point) -> float:
    """Return the direction (rad) from `start` to `end`."""
    return math.atan2(end[1] - start[1], end[0] - start[0])


def distance(a: Point, b: Point) -> float:
    """Return the distance of two points seen from above (mm)."""
    return math.hypot(b[0] - a[0], b[1] - a[1])


def cross(a: Vector, b: Vector) -> Vector:
    """Return the cross product a × b."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )
