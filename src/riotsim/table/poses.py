"""Vectors, unit quaternions (x, y, z, w) and poses.

Vectors and quaternions are plain tuples. Poses are frozen dataclasses. So all of them can be compared, hashed and
copied.
"""

import math
from dataclasses import dataclass, field
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
"""A point seen from above (mm): x to the right, y to the back, from the table's front left corner."""

Vector: TypeAlias = tuple[float, float, float]
"""A vector in space (mm, mm/s or rad/s): x to the right, y to the back, z up. The tabletop is at z = 0."""

Quaternion: TypeAlias = tuple[float, float, float, float]
"""A rotation or orientation as a unit quaternion (x, y, z, w)."""

Bounds: TypeAlias = tuple[float, float, float, float, float, float]
"""A box with sides along the axes: least x, y and z, then greatest x, y and z (mm)."""

IDENTITY: Quaternion = (0.0, 0.0, 0.0, 1.0)
"""The orientation of a body that is not rotated."""

LERP_DOT: Final = 0.9995
"""Dot product of two quaternions above which `slerp` interpolates linearly.

The angle between such quaternions is so small that a division by its sine would be inaccurate.
"""

FILE_KEY: Final = "key"
"""Key in a dataclass field's metadata. Its value is the field's name in files and in JSON.

If a field's metadata doesn't have this key, files and JSON use the field's own name.
"""


@dataclass(frozen=True, slots=True)
class Pose:
    """The position and orientation of a rigid body."""

    at: Vector
    """Position of the body's own origin (mm). Usually the origin is the body's centre."""
    orientation: Quaternion = field(default=IDENTITY, metadata={FILE_KEY: "turn"})
    """Rotation of the body's own axes against the axes of the table: a unit quaternion (x, y, z, w)."""

    @property
    def xy(self) -> Point:
        """The position seen from above (mm)."""
        return (self.at[0], self.at[1])

    def transform(self, local: Vector) -> Vector:
        """Return the position, in table coordinates, of a point that is fixed to the body (mm).

        Args:
            local: The point in the body's own frame (mm).
        """
        x, y, z = rotate(self.orientation, local)
        return (self.at[0] + x, self.at[1] + y, self.at[2] + z)

    def translated(self, by: Vector) -> "Pose":
        """Return this pose shifted by a vector (mm)."""
        return Pose((self.at[0] + by[0], self.at[1] + by[1], self.at[2] + by[2]), self.orientation)


ORIGIN = Pose((0.0, 0.0, 0.0))
"""The pose at the table's front left corner, without rotation."""


def rotate(q: Quaternion, v: Vector) -> Vector:
    """Return the vector `v`, rotated by the unit quaternion `q`."""
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
    """Return the upward direction in the frame of a body with orientation `q`, as a unit vector.

    The dot product of this vector with a point in the body's frame is the point's height above the body's origin.
    """
    x, y, z, w = q
    return (2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y))


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """Return the rotation that does `b` first and then `a`: the quaternion product a b."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def conjugate(q: Quaternion) -> Quaternion:
    """Return the rotation that undoes the rotation `q`."""
    x, y, z, w = q
    return (-x, -y, -z, w)


def about_z(angle: float) -> Quaternion:
    """Return the rotation by `angle` (rad) about the vertical axis, anticlockwise from above."""
    return (0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2))


def heading_of(q: Quaternion) -> float:
    """Return the direction of a body's own x axis, seen from above (rad from the table's +x).

    `q` is the orientation of the body.
    """
    x, y, _ = rotate(q, (1.0, 0.0, 0.0))
    return math.atan2(y, x)


def shortest_rotation(a: Vector, b: Vector) -> Quaternion:
    """Return the rotation by the smallest angle that turns the unit vector `a` into the unit vector `b`."""
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
    """Return the angle of the rotation from orientation `a` to orientation `b` (rad, 0 to pi)."""
    dot = abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3])
    return 2.0 * math.acos(min(1.0, dot))


def slerp(a: Quaternion, b: Quaternion, share: float) -> Quaternion:
    """Return the orientation that is reached after a fraction of the shortest rotation from `a` to `b`.

    Args:
        a: The first orientation.
        b: The second orientation.
        share: The fraction (0 to 1).
    """
    # Written out for speed: a window calls this for each moving piece in each frame.
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    dot = ax * bx + ay * by + az * bz + aw * bw
    if dot < 0.0:
        bx, by, bz, bw, dot = -bx, -by, -bz, -bw, -dot
    if dot > LERP_DOT:
        x, y, z, w = ax + (bx - ax) * share, ay + (by - ay) * share, az + (bz - az) * share, aw + (bw - aw) * share
    else:
        angle = math.acos(dot)
        one, two = math.sin((1 - share) * angle) / math.sin(angle), math.sin(share * angle) / math.sin(angle)
        x, y, z, w = ax * one + bx * two, ay * one + by * two, az * one + bz * two, aw * one + bw * two
    norm = math.sqrt(x * x + y * y + z * z + w * w)
    return (x / norm, y / norm, z / norm, w / norm)


def point_ahead(start: Point, heading: float, distance: float) -> Point:
    """Return the point `distance` mm from `start` in the direction `heading` (rad from +x)."""
    return (start[0] + distance * math.cos(heading), start[1] + distance * math.sin(heading))


def heading(start: Point, end: Point) -> float:
    """Return the direction from `start` to `end` (rad from +x, -pi to pi)."""
    return math.atan2(end[1] - start[1], end[0] - start[0])


def distance(a: Point, b: Point) -> float:
    """Return the distance between two points seen from above (mm)."""
    return math.hypot(b[0] - a[0], b[1] - a[1])


def cross(a: Vector, b: Vector) -> Vector:
    """Return the cross product a × b."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )
