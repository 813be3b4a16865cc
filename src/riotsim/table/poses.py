"""Where a thing is and how it is turned: vectors, unit quaternions (x, y, z, w) and poses.

Plain tuples and arithmetic, so that a pose is a value: it compares, hashes and copies by itself.
"""

import math
from dataclasses import dataclass
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
"""A point in plan (mm): x to the right, y to the back, from the table's front left corner."""

Vector: TypeAlias = tuple[float, float, float]
"""A vector in mm (or mm/s, rad/s): x right, y back, z up; z = 0 is the table's top."""

Quaternion: TypeAlias = tuple[float, float, float, float]
"""A unit quaternion (x, y, z, w)."""

Bounds: TypeAlias = tuple[float, float, float, float, float, float]
"""An upright box: least x, y, z and greatest x, y, z (mm)."""

IDENTITY: Quaternion = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True, slots=True)
class Pose:
    """A rigid body's centre (mm) and orientation."""

    at: Vector
    turn: Quaternion = IDENTITY

    @property
    def plan(self) -> Point:
        """The centre seen from above (mm)."""
        return (self.at[0], self.at[1])

    def of(self, local: Vector) -> Vector:
        """Give the place of a point that is fixed to the body, in table coordinates (mm)."""
        x, y, z = rotate(self.turn, local)
        return (self.at[0] + x, self.at[1] + y, self.at[2] + z)

    def moved(self, by: Vector) -> "Pose":
        """Give this pose shifted by `by` (mm)."""
        return Pose((self.at[0] + by[0], self.at[1] + by[1], self.at[2] + by[2]), self.turn)


ORIGIN = Pose((0.0, 0.0, 0.0))
"""A body at the table's front left corner, turned as it is made."""


def rotate(q: Quaternion, v: Vector) -> Vector:
    """Turn `v` by the rotation `q`."""
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


def up_in(q: Quaternion) -> Vector:
    """Give which way is up (a unit vector) in the frame of a body that is turned so.

    How high a point of the body is above its centre, or how far a side of it looks up, is a product with this.
    """
    x, y, z, w = q
    return (2.0 * (x * z - y * w), 2.0 * (y * z + x * w), 1.0 - 2.0 * (x * x + y * y))


def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """Give the rotation that does `b` first and then `a`."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (
        aw * bx + ax * bw + ay * bz - az * by,
        aw * by - ax * bz + ay * bw + az * bx,
        aw * bz + ax * by - ay * bx + az * bw,
        aw * bw - ax * bx - ay * by - az * bz,
    )


def about_z(angle: float) -> Quaternion:
    """Give the rotation by `angle` (rad) about the upright axis, counterclockwise from above."""
    return (0.0, 0.0, math.sin(angle / 2), math.cos(angle / 2))


def heading_of(q: Quaternion) -> float:
    """Give the direction (rad) in plan in which the body's own x axis points."""
    x, y, _ = rotate(q, (1.0, 0.0, 0.0))
    return math.atan2(y, x)


def shortest_rotation(a: Vector, b: Vector) -> Quaternion:
    """Give the shortest rotation that turns unit vector `a` to unit vector `b`."""
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
    """Give the angle (rad, 0 to pi) of the rotation that leads from `a` to `b`."""
    dot = abs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3])
    return 2.0 * math.acos(min(1.0, dot))


def ahead(start: Point, heading: float, distance: float) -> Point:
    """Give the point `distance` mm from `start` in the direction `heading` (rad)."""
    return (start[0] + distance * math.cos(heading), start[1] + distance * math.sin(heading))


def heading(start: Point, end: Point) -> float:
    """Give the direction (rad) from `start` to `end`."""
    return math.atan2(end[1] - start[1], end[0] - start[0])


def distance(a: Point, b: Point) -> float:
    """Give the distance of two points in plan (mm)."""
    return math.hypot(b[0] - a[0], b[1] - a[1])


def cross(a: Vector, b: Vector) -> Vector:
    """Give a × b."""
    return (
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    )
