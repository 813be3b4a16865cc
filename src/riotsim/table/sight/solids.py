"""Solids that block lines of sight. Arrays store the data of many solids together. All lengths are in mm."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np

from riotsim.table.pieces import PieceId
from riotsim.table.poses import Vector
from riotsim.table.sight.polyhedra import TOUCH, Array, BoolArray, Indices, Polyhedron


@dataclass(frozen=True, slots=True)
class Cylinder:
    """A solid cylinder, upright or tilted."""

    middle: Vector
    """Centre of the cylinder (mm)."""
    axis: Vector
    """Direction of the axis, as a unit vector."""
    length: float
    """Length along the axis (mm)."""
    radius: float
    """Radius (mm)."""


Solid: TypeAlias = Polyhedron | Cylinder


@dataclass(frozen=True, eq=False)
class Solids:
    """Solids that block lines of sight. The polyhedra come first, and then the cylinders."""

    names: tuple[PieceId, ...]
    """The name of each solid's piece. A piece may have several solids."""
    polyhedra: tuple[Polyhedron, ...]
    """The polyhedra, in the table's coordinates."""
    cylinders: tuple[Cylinder, ...]
    """The cylinders, smaller by `TOUCH` on all sides."""
    lows: Array
    """Least coordinates of each solid, shape (n, 3), in mm."""
    highs: Array
    """Greatest coordinates of each solid, shape (n, 3), in mm."""

    @staticmethod
    def of(solids: Iterable[tuple[PieceId, Solid]]) -> "Solids":
        """Return a `Solids` object for some solids, each given with the name of its piece."""
        each = list(solids)
        bodies = [(name, solid) for name, solid in each if isinstance(solid, Polyhedron)]
        tubes = [(name, _shrunk(solid)) for name, solid in each if isinstance(solid, Cylinder)]
        bounds = [*(_bounds(solid) for _, solid in bodies), *(_cylinder_bounds(solid) for _, solid in tubes)]
        lows, highs = np.array(bounds, dtype=np.float64).reshape(-1, 2, 3).transpose(1, 0, 2)
        names = (*(name for name, _ in bodies), *(name for name, _ in tubes))
        return Solids(names, tuple(solid for _, solid in bodies), tuple(solid for _, solid in tubes), lows, highs)

    def own(self, pairs: Sequence[tuple[PieceId, PieceId]]) -> BoolArray:
        """Return, for each pair of pieces, whether each solid belongs to one of the two pieces, shape (pairs, n).

        The pieces are given by their names.
        """
        found = np.zeros((len(pairs), len(self.names)), dtype=np.bool_)
        for row, names in enumerate(pairs):
            for name in names:
                if name in self._by_name:
                    found[row, self._by_name[name]] = True
        return found

    @cached_property
    def _by_name(self) -> dict[PieceId, list[int]]:
        """The indices of each piece's solids."""
        found: dict[PieceId, list[int]] = {}
        for k, name in enumerate(self.names):
            found.setdefault(name, []).append(k)
        return found

    def with_cylinders(self, cylinders: Iterable[tuple[PieceId, Cylinder]]) -> "Solids":
        """Return these solids and some cylinders after them. Each cylinder is given with the name of its piece."""
        more = Solids.of(cylinders)
        found = Solids(
            (*self.names, *more.names),
            self.polyhedra,
            (*self.cylinders, *more.cylinders),
            np.concatenate([self.lows, more.lows]),
            np.concatenate([self.highs, more.highs]),
        )
        found.__dict__["planes"] = self.planes  # there is no other polyhedron
        return found

    def only(self, which: Indices) -> "Solids":
        """Return only the solids with the given indices. The indices must be in ascending order."""
        count = len(self.polyhedra)
        return Solids(
            tuple(self.names[k] for k in which),
            tuple(self.polyhedra[k] for k in which if k < count),
            tuple(self.cylinders[k - count] for k in which if k >= count),
            self.lows[which],
            self.highs[which],
        )

    def upright(self, level: float) -> BoolArray:
        """Return whether each solid fills all the space from its upper surface down to the height `level`, shape (n,).

        Args:
            level: The height (mm).
        """
        down = self.lows[:, 2] <= level + 2 * TOUCH
        found = [solid.faces_up for solid in self.polyhedra]
        return down & np.array([*found, *(abs(one.axis[2]) == 1.0 for one in self.cylinders)], dtype=np.bool_)

    @cached_property
    def planes(self) -> Array:
        """The planes of the convex polyhedra, in the form of `Polyhedron.planes`, shape (polyhedra, p, 4).

        The first axis has all polyhedra, each with p rows of four numbers. p is the greatest number of planes of a
        convex polyhedron. A convex polyhedron with fewer planes has (0, 0, 0, 1) in the remaining rows. A polyhedron
        that isn't convex has (0, 0, 0, 1) in all its rows.
        """
        own = [solid.planes if solid.is_convex else np.zeros((0, 4)) for solid in self.polyhedra]
        found = np.zeros((len(own), max(map(len, own), default=0), 4))
        found[:, :, 3] = 1.0
        for k, planes in enumerate(own):
            found[k, : len(planes)] = planes
        return found

    @cached_property
    def convex(self) -> BoolArray:
        """True for each convex solid, shape (n,)."""
        found = [solid.is_convex for solid in self.polyhedra]
        return np.array([*found, *(True for _ in self.cylinders)], dtype=np.bool_)


def cylinder_arrays(cylinders: Sequence[Cylinder], which: Indices) -> tuple[Array, Array, Array, Array]:
    """Return the centres, axes and sizes of some cylinders in arrays.

    Args:
        cylinders: All cylinders.
        which: The indices of the wanted cylinders, shape (n,). An index may occur several times.

    Returns:
        Four arrays:

        - the centres, shape (n, 3), in mm
        - the directions of the axes as unit vectors, shape (n, 3)
        - half the lengths, shape (n,), in mm
        - the radii, shape (n,), in mm
    """
    middles = np.array([cylinder.middle for cylinder in cylinders])[which]
    axes = np.array([cylinder.axis for cylinder in cylinders])[which]
    halves, radii = np.array([(cylinder.length / 2, cylinder.radius) for cylinder in cylinders])[which].T
    return middles, axes, halves, radii


def _shrunk(solid: Cylinder) -> Cylinder:
    return Cylinder(solid.middle, solid.axis, solid.length - 2 * TOUCH, solid.radius - TOUCH)


def _bounds(solid: Polyhedron) -> tuple[Sequence[float], Sequence[float]]:
    return solid.corners.min(axis=0).tolist(), solid.corners.max(axis=0).tolist()


def _cylinder_bounds(solid: Cylinder) -> tuple[Sequence[float], Sequence[float]]:
    axis = np.array(solid.axis)
    reach = solid.length / 2 * np.abs(axis) + solid.radius * np.sqrt(np.maximum(0.0, 1.0 - axis**2))
    return (solid.middle - reach).tolist(), (solid.middle + reach).tolist()
