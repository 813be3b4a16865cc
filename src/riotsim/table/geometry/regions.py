"""Regions of the table where a piece may be put.

In a region, the whole piece lies on the table and keeps its distance from other things. A region may be limited
further: to a few places, or to points where the piece touches a given thing.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from riotsim.table.geometry.plan import CONTACT_GAP, Footprint, Part, hull, near
from riotsim.table.geometry.straight import StraightWays
from riotsim.table.poses import Point

GRID_SPACING = 4.0
"""Usual grid spacing of the search for allowed points (mm). Our choice."""

ROUNDING_TOLERANCE = 1e-6
"""A distance may miss its limit by this amount and still be allowed (mm). It allows for rounding errors."""

SAMPLES = 12
"""Approximate number of columns and of rows of the coarse grid that `Region.has_room` tries first."""

CACHE_SIZE = 256
"""Number of results that the cache of `_clear_points` keeps.

A region needs one result for each of its clearances. Most regions have fewer clearances than this number.
"""

OFF_TABLE = "the whole piece must stay on the table"
NOT_A_PLACE = "it can only be put on one of the marked places"
TOO_FAR = "too far away"


@dataclass(frozen=True, slots=True)
class Clearance:
    """A thing that a piece must stay away from by some distance, measured from edge to edge."""

    footprint: Footprint
    """The area of the thing."""
    distance: float = 0.0
    """The distance to keep (mm)."""
    message: str = ""
    """The message to a person who puts the piece too close."""
    soft: bool = False
    """True if the distance may be shortened. This is done only if no point is allowed with the full distance."""


@dataclass(frozen=True, slots=True)
class Region:
    """The points where the centre of a piece may be put."""

    piece: Footprint
    """The piece's footprint with its centre at the origin."""
    width: float
    """Width of the table (mm)."""
    depth: float
    """Depth of the table (mm)."""
    clearances: tuple[Clearance, ...] = ()
    """The things that the piece must stay away from."""
    must_touch: Footprint | None = None
    """The footprint that the piece must touch or overlap; None if there is no such condition."""
    too_far: str = TOO_FAR
    """The message for a point where the piece doesn't touch `must_touch`."""
    shortfall: float = 0.0
    """The distances of soft clearances are shortened by this amount (mm)."""
    places: tuple[Point, ...] | None = None
    """The only points to choose from, such as the middles of squares. If None, any point may be chosen."""
    ways: StraightWays | None = field(default=None, compare=False)
    """The straight paths of a piece that moves towards the chosen point. None for a piece that is simply put down.

    A point may be chosen even if an obstacle would stop the piece before it reaches this point.
    """
    _spots: npt.NDArray[np.float64] | None = field(default=None, init=False, compare=False, repr=False)

    def refusal(self, at: Point) -> str | None:
        """Return the message about a point where the piece may not be put, or None for an allowed point.

        The message has the first of these reasons that applies:

        - The point is not one of the `places`.
        - The piece sticks out over the table's edge.
        - The piece doesn't touch `must_touch`.
        - The piece is too close to another thing.
        """
        if self.places is not None and not any(math.dist(at, place) <= ROUNDING_TOLERANCE for place in self.places):
            return NOT_A_PLACE
        spot, here = np.array([at]), self.piece.translated(*at)
        if self._inside(spot)[0] < -ROUNDING_TOLERANCE:
            return OFF_TABLE
        if (
            self.must_touch is not None
            and CONTACT_GAP - gaps(self.piece, spot, self.must_touch)[0] < -ROUNDING_TOLERANCE
        ):
            return self.too_far
        for clear in sorted(self.clearances, key=lambda clear: clear.soft):
            by = clear.distance - self.shortfall if clear.soft else clear.distance
            if (
                near(here, clear.footprint, by)
                and gaps(self.piece, spot, clear.footprint)[0] - by < -ROUNDING_TOLERANCE
            ):
                return clear.message
        return None

    def allowed(self, points: Sequence[Point]) -> list[Point]:
        """Return the allowed points for the piece, in the given order.

        This is faster than calling `refusal` for each point.
        """
        good = self.are_allowed(np.array(points, dtype=np.float64).reshape(-1, 2))
        return [at for at, one in zip(points, good.tolist(), strict=True) if one]

    def are_allowed(self, spots: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
        """Return whether the piece may be put at each of some points.

        Args:
            spots: The points, shape (n, 2), in mm.
        """
        if self.places is not None:
            return np.array([self.refusal((x, y)) is None for x, y in spots.tolist()], dtype=np.bool_)
        good: npt.NDArray[np.bool_] = self._inside(spots) >= -ROUNDING_TOLERANCE
        x, y = spots[:, 0], spots[:, 1]
        reach = max(abs(v) for v in self.piece.bounds()) + ROUNDING_TOLERANCE
        for clear in self.clearances:
            by = clear.distance - self.shortfall * clear.soft
            left, front, right, back = clear.footprint.bounds()
            room = reach + by
            near_it = good & (x > left - room) & (x < right + room) & (y > front - room) & (y < back + room)
            if near_it.any():
                good[near_it] = gaps(self.piece, spots[near_it], clear.footprint) - by >= -ROUNDING_TOLERANCE
        if self.must_touch is not None and good.any():
            good[good] = CONTACT_GAP - gaps(self.piece, spots[good], self.must_touch) >= -ROUNDING_TOLERANCE
        return good

    def has_room(self) -> bool:
        """Return whether any point is allowed.

        If there is much room, this is faster than finding all `allowed_points`.
        """
        if self._spots is None and self.places is None:
            xs, ys = (axis[:: 1 + len(axis) // SAMPLES].tolist() for axis in self._axes())
            if self.allowed([(x, y) for x in xs for y in ys]):
                return True
        return len(self.allowed_points()) > 0

    def allowed_points(self) -> npt.NDArray[np.float64]:
        """Return the allowed points of a grid over the table, shape (n, 2), in mm.

        - If the region has `places`, there is no grid. The allowed `places` are returned.
        - If the piece must touch a footprint, the grid has a quarter of the usual spacing. It covers only the
          footprint and its surroundings. If the footprint's centre is allowed, it is returned as well.
        """
        if self._spots is None:
            if self.places is not None:
                allowed = [place for place in self.places if self.refusal(place) is None]
                found = np.array(allowed, dtype=np.float64).reshape(-1, 2)
            else:
                found = self._allowed(*self._axes())
            if self.places is None and self.must_touch is not None and self.refusal(self._touched_centre()) is None:
                found = np.concatenate([[self._touched_centre()], found])
            found.flags.writeable = False
            object.__setattr__(self, "_spots", found)
        assert self._spots is not None, "they have just been found"
        return self._spots

    def reached_points(self) -> npt.NDArray[np.float64]:
        """Return the `allowed_points` that the piece can reach on a free straight path, shape (n, 2), in mm.

        If `ways` is None, return all `allowed_points`.
        """
        spots = self.allowed_points()
        return spots if self.ways is None or not len(spots) else spots[self.ways.are_free(spots)]

    def nearest_reached(self, to: Point) -> Point | None:
        """Return the point of `reached_points` nearest to a given point, or None if no point can be reached.

        If `ways` is None, return the result of `nearest`.
        """
        if self.ways is None:
            return self.nearest(to)
        spots = self.reached_points()
        if not len(spots):
            return None
        x, y = spots[np.argmin(np.hypot(spots[:, 0] - to[0], spots[:, 1] - to[1]))]
        return (float(x), float(y))

    def nearest(self, to: Point) -> Point | None:
        """Return the allowed point nearest to a given point, or None if no point is allowed.

        - If the region has `places`, the result is the nearest allowed place.
        - If it has no `places` and the given point is allowed, the result is the given point.
        - In all other cases, the result is the nearest allowed point of a grid with a spacing of 0.25 mm. This grid
          lies around the point of `allowed_points` that is nearest to the given point.
        """
        if self.places is None and self.refusal(to) is None:
            return to
        spots = self.allowed_points()
        if not len(spots):
            return None
        coarse = spots[np.argmin(np.hypot(spots[:, 0] - to[0], spots[:, 1] - to[1]))]
        if self.places is not None:
            return (float(coarse[0]), float(coarse[1]))
        offsets = np.linspace(-GRID_SPACING, GRID_SPACING, 33)
        fine = np.concatenate([coarse[None], self._allowed(coarse[0] + offsets, coarse[1] + offsets)])
        best = fine[np.argmin(np.hypot(fine[:, 0] - to[0], fine[:, 1] - to[1]))]
        return (float(best[0]), float(best[1]))

    def relaxed(self) -> "Region":
        """Return this region with the distances of soft clearances shortened just enough to allow at least one point.

        If the region has `places`, only these points are tried. If it has none, the points of the grid of
        `allowed_points` are tried. The region is returned unchanged if a point is allowed already. It is also returned
        unchanged if no shortening could make a point allowed.
        """
        if len(self.allowed_points()):
            return self
        points = self._grid() if self.places is None else np.array(self.places, dtype=np.float64).reshape(-1, 2)
        if not len(points):
            return self
        hard = np.min(self._hard(points), axis=0)
        soft = np.min(self._soft(points), axis=0) if any(c.soft for c in self.clearances) else hard
        soft = np.where(hard >= -ROUNDING_TOLERANCE, soft, -np.inf)
        best = float(np.max(soft))
        if best == -np.inf:
            return self
        return replace(self, shortfall=max(0.0, -best))

    def _axes(self) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """Return the grid of `allowed_points`: the x values of its columns and the y values of its rows.

        Both are in ascending order (mm). They belong to all points of the grid, allowed or not.
        """
        if self.must_touch is None:
            return np.arange(0.0, self.width + GRID_SPACING / 2, GRID_SPACING), np.arange(
                0.0, self.depth + GRID_SPACING / 2, GRID_SPACING
            )
        left, front, right, back = self.must_touch.bounds()
        reach = max(abs(v) for v in self.piece.bounds()) + CONTACT_GAP
        step = GRID_SPACING / 4
        return (
            np.arange(max(0.0, left - reach), min(self.width, right + reach) + step, step),
            np.arange(max(0.0, front - reach), min(self.depth, back + reach) + step, step),
        )

    def _touched_centre(self) -> Point:
        """Return the centre of the footprint that the piece must touch.

        The centre may lie between the points of the grid. If many things stand close together, it may be the only
        allowed point.
        """
        assert self.must_touch is not None, "only then there is such a place"
        left, front, right, back = self.must_touch.bounds()
        return ((left + right) / 2, (front + back) / 2)

    def _grid(self) -> npt.NDArray[np.float64]:
        grid = np.stack(np.meshgrid(*self._axes()), axis=-1).reshape(-1, 2)
        return grid if self.must_touch is None else np.concatenate([[self._touched_centre()], grid])

    def _allowed(self, xs: npt.NDArray[np.float64], ys: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the allowed grid points for the piece, shape (n, 2), in mm. `places` is ignored.

        Args:
            xs: The x values of the grid's columns (mm).
            ys: The y values of its rows (mm).
        """
        left, front, right, back = self.piece.bounds()
        xs = xs[(xs + left >= -ROUNDING_TOLERANCE) & (self.width - xs - right >= -ROUNDING_TOLERANCE)]
        ys = ys[(ys + front >= -ROUNDING_TOLERANCE) & (self.depth - ys - back >= -ROUNDING_TOLERANCE)]
        grid = (tuple(xs.tolist()), tuple(ys.tolist()))
        good = np.ones((len(ys), len(xs)), dtype=np.bool_)
        for clear in self.clearances:
            rows, columns, kept = _clear_points(
                self.piece, clear.footprint, clear.distance - self.shortfall * clear.soft, grid
            )
            good[rows, columns] &= kept
        y, x = good.nonzero()
        points = np.stack([xs[x], ys[y]], axis=1)
        if self.must_touch is not None:
            points = points[CONTACT_GAP - gaps(self.piece, points, self.must_touch) >= -ROUNDING_TOLERANCE]
        return points

    def _inside(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return, for each point, the distance from the table's edge to a piece that is put there (mm).

        The distance is negative if the piece sticks out over the edge.
        """
        left, front, right, back = self.piece.bounds()
        x, y = points[:, 0], points[:, 1]
        least: npt.NDArray[np.float64] = np.minimum.reduce(
            [x + left, self.width - x - right, y + front, self.depth - y - back]
        )
        return least

    def _hard(self, points: npt.NDArray[np.float64]) -> list[npt.NDArray[np.float64]]:
        """Return the margins of all conditions that `relaxed` doesn't change (mm).

        The list has an array for each condition. The array has a margin for each point. If a margin is negative, the
        condition is not met at this point. The conditions are:

        - The piece stays on the table.
        - The piece keeps its distance from each thing whose clearance isn't soft.
        - The piece touches `must_touch`.
        """
        out = [self._inside(points)]
        out += [gaps(self.piece, points, c.footprint) - c.distance for c in self.clearances if not c.soft]
        if self.must_touch is not None:
            out.append(CONTACT_GAP - gaps(self.piece, points, self.must_touch))
        return out

    def _soft(self, points: npt.NDArray[np.float64]) -> list[npt.NDArray[np.float64]]:
        """Return the margins of the soft clearances (mm).

        The list has an array for each soft clearance. The array has a margin for each point: the gap between the piece
        and the thing, minus the full distance to keep. `shortfall` is ignored.
        """
        return [gaps(self.piece, points, c.footprint) - c.distance for c in self.clearances if c.soft]


@lru_cache(maxsize=CACHE_SIZE)
def _clear_points(
    piece: Footprint, of: Footprint, by: float, grid: tuple[tuple[float, ...], tuple[float, ...]]
) -> tuple[slice, slice, npt.NDArray[np.bool_]]:
    """Return the grid points near `of`, and those of them where a piece keeps the distance `by` from it.

    A point is near if the piece could be too close to `of` there. At all other points it keeps the distance.

    Args:
        piece: The piece, with its centre at the origin.
        of: The footprint that the piece has to stay away from.
        by: The distance to keep (mm).
        grid: The x values of the grid's columns, and the y values of its rows (mm).

    Returns:
        The slice of the rows near the footprint, the slice of the columns near it, and an array with a value for each
        point in both slices, of shape (rows, columns). The value is True if the piece keeps the distance at this point.
    """
    # The cache helps when models are placed one after another: most other pieces stay where they are.
    xs, ys = np.array(grid[0]), np.array(grid[1])
    left, front, right, back = of.bounds()
    room = max(abs(v) for v in piece.bounds()) + by
    columns, rows = _between(xs, left - room, right + room), _between(ys, front - room, back + room)
    points = np.stack(np.meshgrid(xs[columns], ys[rows]), axis=-1)
    clear = gaps(piece, points.reshape(-1, 2), of) - by >= -ROUNDING_TOLERANCE
    return rows, columns, clear.reshape(points.shape[:2])


def _between(values: npt.NDArray[np.float64], least: float, most: float) -> slice:
    """Return the slice of ascending values that are greater than `least` and less than `most`."""
    return slice(int(np.searchsorted(values, least, "right")), int(np.searchsorted(values, most, "left")))


def gaps(piece: Footprint, points: npt.NDArray[np.float64], other: Footprint) -> npt.NDArray[np.float64]:
    """Return, for each of several points, the gap between a piece that is put there and another footprint (mm).

    Args:
        piece: The footprint of the piece, with its centre at the origin.
        points: The points for the piece's centre, shape (n, 2), in mm.
        other: The other footprint.

    Returns:
        The gaps from edge to edge, shape (n,), in mm. A gap is negative if the piece overlaps the other footprint.
    """
    each = [_part_gaps(p, points, q) for p in piece.parts for q in other.parts]
    least: npt.NDArray[np.float64] = np.minimum.reduce(each)
    return least


def _part_gaps(piece: Part, points: npt.NDArray[np.float64], other: Part) -> npt.NDArray[np.float64]:
    polygon = np.array(hull((ox - px, oy - py) for px, py in piece.points for ox, oy in other.points))
    radius = piece.radius + other.radius
    count = len(polygon)
    if count == 1:
        off = points - polygon[0]
        return np.asarray(np.hypot(off[:, 0], off[:, 1]) - radius, dtype=np.float64)
    best = np.full(len(points), np.inf)
    depth = np.full(len(points), np.inf)
    for k in range(count):
        p, q = polygon[k], polygon[(k + 1) % count]
        edge = q - p
        length2 = float(edge @ edge)
        rel = points - p
        t = np.clip((rel @ edge) / length2, 0.0, 1.0)
        off = rel - t[:, None] * edge
        best = np.minimum(best, np.hypot(off[:, 0], off[:, 1]))
        depth = np.minimum(depth, (edge[0] * rel[:, 1] - edge[1] * rel[:, 0]) / np.sqrt(length2))
    if count > 2:
        best = np.where(depth > 0, -depth, best)
    return np.asarray(best - radius, dtype=np.float64)
