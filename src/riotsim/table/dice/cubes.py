"""Orientations of a cube that stands flat. The cube can be tipped or turned without rounding errors.

A cube has 24 orientations with edges parallel to the axes. A flat cube is in one of these, turned about the vertical by
at most an eighth of a turn. A tip or a quarter turn leads from one of the 24 to another. So errors don't add up.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import Final

from riotsim.table.poses import IDENTITY, Quaternion, about_z, angle_between, conjugate, multiply

QUARTER: Final = math.pi / 2
"""A quarter turn (rad)."""

YAW_STEP: Final = 2.0**-30
"""Rounding step of a flat cube's yaw (rad).

So a yaw keeps its bits when it is converted to a quaternion and back. The step moves a corner of a die by less than the
size of an atom.
"""

_EXACT: Final = (0.0, 0.5, math.sqrt(0.5), 1.0)
"""The absolute values that occur as components of the 24 quaternions of `_orientations`."""


@dataclass(frozen=True, slots=True)
class FlatCube:
    """The orientation of a cube that stands flat."""

    number: int
    """Number of the nearest of the 24 orientations with edges parallel to the axes (0 to 23)."""
    yaw: float = 0.0
    """Rotation about the vertical from that orientation (rad, from -π/4 to π/4), a multiple of `YAW_STEP`."""

    @property
    def orientation(self) -> Quaternion:
        """The orientation as a quaternion. `flat_cube` turns it back into an equal `FlatCube`."""
        x, y, z, w = multiply(about_z(self.yaw), _orientations()[self.number])
        return (x + 0.0, y + 0.0, z + 0.0, w + 0.0)  # no negative zeros

    def side_towards(self, heading: float) -> int:
        """Return the side of the cube that faces most nearly in a heading (rad from +x).

        Sides are numbered anticlockwise from above: side k faces the heading `yaw` + k · π/2.
        """
        return round((heading - self.yaw) / QUARTER) % 4

    def heading_of(self, side: int) -> float:
        """Return the heading that a side faces (rad from +x)."""
        return self.yaw + side * QUARTER

    def tipped(self, side: int) -> "FlatCube":
        """Return the cube after it was rolled over the bottom edge of a side.

        The former top face then faces in that side's former direction.
        """
        over = math.sqrt(0.5)
        axis = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))[side]
        turned = multiply((axis[0] * over, axis[1] * over, 0.0, over), _orientations()[self.number])
        return FlatCube(_nearest(turned), self.yaw)

    def turned(self, angle: float) -> "FlatCube":
        """Return the cube after a turn about the vertical by `angle` (rad, anticlockwise from above)."""
        whole = self.yaw + angle
        quarters = round(whole / QUARTER)
        turned = multiply(about_z(quarters % 4 * QUARTER), _orientations()[self.number])
        return FlatCube(_nearest(turned), _rounded(whole - quarters * QUARTER))


def flat_cube(orientation: Quaternion) -> FlatCube:
    """Return the flat orientation of a cube that is nearest to `orientation`."""
    number = _nearest(orientation)
    _, _, sine, cosine = multiply(orientation, conjugate(_orientations()[number]))
    if cosine < 0.0:
        sine, cosine = -sine, -cosine
    return FlatCube(number, _rounded(2.0 * math.atan2(sine, cosine)))


def tilt_of(orientation: Quaternion) -> float:
    """Return the tilt of a cube from its nearest flat orientation (rad)."""
    return angle_between(orientation, flat_cube(orientation).orientation)


def _rounded(yaw: float) -> float:
    return round(yaw / YAW_STEP) * YAW_STEP


@cache
def _orientations() -> tuple[Quaternion, ...]:
    """Return the 24 orientations of a cube with its edges along the axes.

    In each quaternion (x, y, z, w), the last component that is not zero is positive.
    """
    over = math.sqrt(0.5)
    found: list[Quaternion] = [IDENTITY]
    for one in found:  # it grows meanwhile
        for turn in ((0.0, 0.0, over, over), (0.0, over, 0.0, over)):
            x, y, z, w = (_exact(part) for part in multiply(turn, one))
            sign = math.copysign(1.0, next(part for part in (w, z, y, x) if part != 0.0))
            quaternion = (sign * x + 0.0, sign * y + 0.0, sign * z + 0.0, sign * w + 0.0)
            if quaternion not in found:
                found.append(quaternion)
    return tuple(found)


def _exact(part: float) -> float:
    return math.copysign(min(_EXACT, key=lambda value: abs(abs(part) - value)), part)


def _nearest(orientation: Quaternion) -> int:
    """Return the number of the nearest of the 24 orientations."""
    x, y, z, w = orientation
    near = [abs(a * x + b * y + c * z + d * w) for a, b, c, d in _orientations()]
    return near.index(max(near))
