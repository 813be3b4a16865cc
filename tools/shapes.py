"""Closed solids for the meshes that come with the program: rings of corners, joined and capped; mm, z up."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Corners = npt.NDArray[np.float64]
Triangles = npt.NDArray[np.int32]
Colour = tuple[int, int, int, int]
Spot = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Solid:
    """One closed part of a mesh: corners (n, 3) in mm, triangles (m, 3) anticlockwise from outside, a colour."""

    name: str
    corners: Corners
    triangles: Triangles
    colour: Colour


def loft(name: str, rings: Sequence[Corners], colour: Colour) -> Solid:
    """Join rings of equally many corners, anticlockwise seen from the last one, and cap the first and the last."""
    count = len(rings[0])
    triangles: list[tuple[int, int, int]] = []
    for low in range(len(rings) - 1):
        a, b = low * count, (low + 1) * count
        for k in range(count):
            after = (k + 1) % count
            triangles += [(a + k, a + after, b + after), (a + k, b + after, b + k)]
    last = (len(rings) - 1) * count
    triangles += [(0, k + 1, k) for k in range(1, count - 1)]
    triangles += [(last, last + k, last + k + 1) for k in range(1, count - 1)]
    return Solid(name, np.vstack(rings), np.array(triangles, dtype=np.int32), colour)


def ring(at: Spot, half: tuple[float, float], sides: int = 8, tilt: Spot = (0.0, 0.0, 0.0)) -> Corners:
    """Return a ring around `at` with half widths along x and y; `tilt` is the rise of z along both, and the turn."""
    angles = (np.arange(sides) + 0.5) * (2 * np.pi / sides) + tilt[2]
    x, y = half[0] * np.cos(angles), half[1] * np.sin(angles)
    return np.column_stack((at[0] + x, at[1] + y, at[2] + tilt[0] * x + tilt[1] * y))


def stack(
    name: str,
    colour: Colour,
    *levels: tuple[float, float, float],
    at: tuple[float, float] = (0.0, 0.0),
    sides: int = 8,
    tilt: Spot = (0.0, 0.0, 0.0),
) -> Solid:
    """Return an upright solid through levels: height, half width along x, half width along y."""
    return loft(name, [ring((*at, z), (rx, ry), sides, tilt) for z, rx, ry in levels], colour)


def limb(name: str, colour: Colour, *stops: tuple[Spot, float], sides: int = 6) -> Solid:
    """Return a round solid along a straight line: places and radii; its ends are flat."""
    first, last = np.array(stops[0][0]), np.array(stops[-1][0])
    along = (last - first) / np.linalg.norm(last - first)
    aside = np.cross(along, (1.0, 0.0, 0.0) if abs(along[0]) < 0.8 else (0.0, 1.0, 0.0))
    aside /= np.linalg.norm(aside)
    across = np.cross(along, aside)
    angles = (np.arange(sides) + 0.5) * (2 * np.pi / sides)
    rings = [
        np.array(at) + radius * (np.outer(np.cos(angles), aside) + np.outer(np.sin(angles), across))
        for at, radius in stops
    ]
    return loft(name, rings, colour)


def block(name: str, colour: Colour, low: Spot, high: Spot, bevel: float = 0.0) -> Solid:
    """Return a box between two corners; its front and back (along y) are smaller by `bevel` all round."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    depths = [(y1, bevel), (y1 - bevel, 0.0), (y0 + bevel, 0.0), (y0, bevel)] if bevel else [(y1, 0.0), (y0, 0.0)]
    rings = [
        np.array([(x0 + b, y, z0 + b), (x1 - b, y, z0 + b), (x1 - b, y, z1 - b), (x0 + b, y, z1 - b)])
        for y, b in depths
    ]
    return loft(name, rings, colour)


def beam(name: str, colour: Colour, start: Spot, end: Spot, size: tuple[float, float], up: Spot) -> Solid:
    """Return a straight beam between the middles of its ends; `size` is its width across and along `up`."""
    a, b, z = np.array(start), np.array(end), np.array(up)
    along = (b - a) / np.linalg.norm(b - a)
    rise = z - along * (z @ along)
    rise *= size[1] / 2 / np.linalg.norm(rise)
    across = np.cross(rise, along) / np.linalg.norm(rise) * size[0] / 2
    face = np.array([-across - rise, across - rise, across + rise, -across + rise])
    return loft(name, [a + face, b + face], colour)


def turned(solid: Solid, angle: float) -> Solid:
    """Return a solid turned anticlockwise about the upright axis (rad)."""
    c, s = math.cos(angle), math.sin(angle)
    x, y, z = solid.corners.T
    return Solid(solid.name, np.column_stack((c * x - s * y, s * x + c * y, z)), solid.triangles, solid.colour)
