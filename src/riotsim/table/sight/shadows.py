"""Functions that are zero where a line of sight to a moving body may enter or leave a solid.

Each function depends on the body's place on its path. A solid's shadow is the space that the solid hides from an eye.
When the end of a line of sight crosses the border of a solid's shadow, the line may enter or leave the solid.

- The border of a polyhedron's shadow passes through edges between a triangle facing the eye and a triangle facing away.
- The border of a cylinder's shadow touches the cylinder's curved surface or its rims.

Edges that no line of sight can meet are left out. All lengths are in mm.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from riotsim.table.poses import Point
from riotsim.table.sight.bodies import Body
from riotsim.table.sight.polyhedra import Array, BoolArray, Indices, cross
from riotsim.table.sight.roots import Curves
from riotsim.table.sight.solids import Solids, cylinder_arrays

IN_PLANE = 1e-4
"""An eye counts as lying in the plane of a triangle up to this distance from it (mm).

All edges of such a triangle may bound the shadow.
"""

SLACK = 1e-3
"""A line of sight may miss a solid or an edge by this distance and still count as a possible hit (mm)."""


@dataclass(frozen=True, slots=True)
class Ways:
    """Straight paths of bodies, each with an eye that watches the body.

    Places on a path are measured from the path's middle (mm).
    """

    eyes: Array
    """The eyes, shape (w, 3), in mm."""
    ways: Array
    """Horizontal vector from each path's eye to the middle of the path, shape (w, 2), in mm."""
    direction: Array
    """Direction of each path as a unit vector, shape (w, 2)."""
    reach: Array
    """Half the length of each path, shape (w,), in mm."""
    radius: Array
    """Radius of each body, shape (w,), in mm."""
    levels: Array
    """Heights of each body's foot, middle and top, shape (w, 3), in mm."""

    @staticmethod
    def of(watched: Sequence[tuple[Body, Body, Point]]) -> "Ways":
        """Return the straight paths of some moving bodies.

        Args:
            watched: For each path: the watcher, the body at the start of the path, and the place of the body's centre
                at the end of the path (mm). No path may have the length 0.
        """
        eyes = np.array([watcher.eye for watcher, _, _ in watched], dtype=np.float64).reshape(-1, 3)
        begin = np.array([mover.at for _, mover, _ in watched], dtype=np.float64).reshape(-1, 2)
        to = np.array([end for _, _, end in watched], dtype=np.float64).reshape(-1, 2)
        body = np.array([(mover.radius, mover.height, mover.level) for _, mover, _ in watched]).reshape(-1, 3)
        reach = np.hypot(*(to - begin).T) / 2
        levels = body[:, 2, None] + np.array([0.0, 0.5, 1.0]) * body[:, 1, None]
        ways, direction = (begin + to) / 2 - eyes[:, :2], (to - begin) / (2 * reach)[:, None]
        return Ways(eyes, ways, direction, reach, body[:, 0], levels)

    def only(self, which: Indices) -> "Ways":
        """Return only the paths with the given indices."""
        arrays = (self.eyes, self.ways, self.direction, self.reach, self.radius, self.levels)
        return Ways(*(array[which] for array in arrays))

    def points(self, watcher: Indices, line: Indices, at: Array) -> Array:
        """Return the points where lines of sight end, shape (n, 3), in mm.

        Args:
            watcher: The index of each line's path, shape (n,).
            line: The number of each line, from 0 to 8, shape (n,).
            at: The place of the body on each line's path, shape (n,), in mm.
        """
        off = self.ways[watcher] + at[:, None] * self.direction[watcher]
        ends = self.eyes[watcher, :2] + off + (self.radius[watcher] * (1.0 - line % 3))[:, None] * _left(off)
        return np.concatenate([ends, self.levels[watcher, line // 3][:, None]], axis=1)

    def curves(self, watcher: Indices, first: Array, second: Array) -> Curves:
        """Return functions A(s) + B(s) m(s), with given polynomials A and B.

        s is the place of a body on its path. See `roots` for the meaning of m.

        Args:
            watcher: The index of each function's path, shape (n,).
            first: Coefficients of the polynomials A, the constant coefficient first, shape (degree + 1, ...). The
                other axes have n elements in all, one for each function.
            second: Coefficients of the polynomials B, in the same form.
        """
        off, ahead = self.ways[watcher], self.direction[watcher]
        nearest = -(off * ahead).sum(axis=1)
        least = np.abs(off[:, 0] * ahead[:, 1] - off[:, 1] * ahead[:, 0])
        return Curves(first.reshape(len(first), -1), second.reshape(len(second), -1), nearest, least)

    def reaches(self, low: Array, high: Array) -> BoolArray:
        """Return, for each path and axis-aligned box, whether any line of sight to the body may meet it, shape (w, n).

        Args:
            low: Least coordinates of the boxes, shape (n, 3), in mm.
            high: Greatest coordinates of the boxes, shape (n, 3), in mm.
        """
        middle, half = (low + high)[:, :2] / 2, (high - low)[:, :2] / 2
        found = np.ones((len(self.eyes), len(low)), dtype=np.bool_)
        for axis, least, most in self.hulls():
            at, reach = axis @ middle.T, np.abs(axis) @ half.T
            found &= (at + reach >= least[:, None]) & (at - reach <= most[:, None])
        lowest = np.minimum(self.eyes[:, 2], self.levels[:, 0])
        highest = np.maximum(self.eyes[:, 2], self.levels[:, 2])
        found &= (high[:, 2] >= lowest[:, None] - SLACK) & (low[:, 2] <= highest[:, None] + SLACK)
        return found

    def hulls(self) -> Iterator[tuple[Array, Array, Array]]:
        """Yield horizontal axes, and the ranges of the lines of sight along these axes.

        Each path has four axes of its own. So there are four results. Result k has three arrays:

        - axis k of each path as a unit vector, shape (w, 2)
        - the least coordinate along this axis that a point of a line of sight can have, shape (w,), in mm
        - the greatest coordinate along this axis that a point of a line of sight can have, shape (w,), in mm
        """
        starts = self.ways - self.reach[:, None] * self.direction
        ends = self.ways + self.reach[:, None] * self.direction
        grown = self.radius + SLACK
        across = np.stack((-self.direction[:, 1], self.direction[:, 0]), axis=1)
        for axis in (self.direction, across, _left(starts), _left(ends)):
            here = (axis * self.eyes[:, :2]).sum(axis=1)
            one, other = here + (axis * starts).sum(axis=1), here + (axis * ends).sum(axis=1)
            least, most = np.minimum(one, other) - grown, np.maximum(one, other) + grown
            yield axis, np.minimum(here, least), np.maximum(here, most)

    def sweeps(self, which: Indices, low: Array, high: Array) -> BoolArray:
        """Return, for each pair of a path and an axis-aligned box, whether the body may touch the box, shape (n,).

        Args:
            which: The index of each pair's path, shape (n,).
            low: Least coordinates of each pair's box, shape (n, 3), in mm.
            high: Greatest coordinates of each pair's box, shape (n, 3), in mm.
        """
        ahead, radius, levels = self.direction[which], self.radius[which, None], self.levels[which]
        off = (low + high)[:, :2] / 2 - self.eyes[which, :2] - self.ways[which]
        half = (high - low)[:, :2] / 2
        near = (np.abs(off) <= half + np.abs(ahead) * self.reach[which, None] + radius + SLACK).all(axis=1)
        across = np.stack((-ahead[:, 1], ahead[:, 0]), axis=1)
        aside = np.abs((off * across).sum(axis=1))
        near &= aside <= (half * np.abs(across)).sum(axis=1) + radius[:, 0] + SLACK
        near &= (low[:, 2] <= levels[:, 2] + SLACK) & (high[:, 2] >= levels[:, 0] - SLACK)
        return np.asarray(near, dtype=np.bool_)


@dataclass(frozen=True, slots=True)
class Crossings:
    """Functions that are zero where a line of sight to a moving body may enter or leave a solid.

    The argument of each function is the place of the body on its path.
    """

    curves: Curves
    """The functions."""
    lines: Indices
    """The index of each function's line of sight, shape (n,): 9 p + k for line k (0 to 8) of the path with index p."""
    edges: Array | None = None
    """The two ends of each function's edge, shape (n, 2, 3), in mm.

    A zero of the function counts only if the line meets this edge. If `edges` is None, all zeros count.
    """
    boxes: Array | None = None
    """The least and greatest coordinates of each function's box, shape (n, 2, 3), in mm.

    A zero of the function counts only if the line ends in this box. If `boxes` is None, all zeros count.
    """


def crossings(way: Ways, solids: Solids, own: BoolArray, rows: Sequence[int]) -> Iterator[Crossings]:
    """Yield functions that are zero where a line of sight to a moving body may enter or leave a solid.

    Args:
        way: The paths, each with its watcher.
        solids: The solids.
        own: Whether each solid is ignored for each path, shape (paths, solids).
        rows: The rows of lines to consider. Row 0 leads to the body's foot, row 1 to its middle, row 2 to its top.
    """
    asked = np.isin(np.arange(3), rows)
    yield from _edges(way, solids, own, asked)
    yield from _cylinders(way, solids, own, asked)
    yield from _entered(way, solids, own, asked)


def _edges(way: Ways, solids: Solids, own: BoolArray, asked: BoolArray) -> Iterator[Crossings]:
    """Yield the functions for those edges of polyhedra that may bound the polyhedra's shadows."""
    if not solids.polyhedra:
        return
    ends, found, count = [], [], 0
    for k, solid in enumerate(solids.polyhedra):
        near = np.flatnonzero(~own[:, k])
        if not len(near):
            continue
        heights = way.eyes[near] @ solid.outward.T - solid.offsets
        facing = np.where(np.abs(heights) <= IN_PLANE, 0, np.sign(heights))
        one, other = facing[:, solid.beside[:, 0]], facing[:, solid.beside[:, 1]]
        watchers, edges = ((one != other) | (one == 0) | (solid.beside[:, 0] < 0)).nonzero()
        found.append(np.stack((near[watchers], edges + count)))
        ends.append(solid.corners[solid.edges])
        count += len(solid.edges)
    if not ends:
        return
    both = np.concatenate(ends)
    watcher, edge, row = _in_reach(way, both[:, 0], both[:, 1], np.concatenate(found, axis=1), asked)
    if len(watcher):
        a, b = both[edge, 0] - way.eyes[watcher], both[edge, 1] - way.eyes[watcher]
        normal = cross(a, b)
        size = np.linalg.norm(normal, axis=1)
        good = size > 0  # otherwise the eye is on the edge's own line
        curves, lines = _plane(way, watcher[good], row[good], normal[good] / size[good, None], np.zeros(good.sum()))
        yield Crossings(curves, lines, both[edge[good]].repeat(3, axis=0))


def _in_reach(
    way: Ways, low: Array, high: Array, wanted: Indices, asked: BoolArray, radius: float = 0.0
) -> tuple[Indices, ...]:
    """Find pairs of a row of lines of sight and an edge that may meet. A row is three lines to a body at one height.

    Args:
        way: The paths, each with its watcher.
        low: One end of each edge, shape (e, 3), in mm.
        high: The other end of each edge, shape (e, 3), in mm.
        wanted: The indices of the paths and the edges to test, shape (2, n).
        asked: Whether to consider each row, shape (3,).
        radius: Each edge is grown horizontally by this distance on all sides (mm).

    Returns:
        Three arrays with an entry for each row that may meet an edge: the index of the path, the index of the edge, and
        the row. Row 0 leads to the body's foot, row 1 to its middle, row 2 to its top.
    """
    watcher, edge = wanted
    for axis, least, most in way.hulls():
        x, y = axis[watcher].T
        one, other = x * low[edge, 0] + y * low[edge, 1], x * high[edge, 0] + y * high[edge, 1]
        kept = np.maximum(one, other) + radius >= least[watcher]
        kept &= np.minimum(one, other) - radius <= most[watcher]
        watcher, edge = watcher[kept], edge[kept]
    starts = way.ways - way.reach[:, None] * way.direction
    ends = way.ways + way.reach[:, None] * way.direction
    grown = way.radius + SLACK
    eyes = way.eyes[watcher]
    a, b = low[edge, :2] - eyes[:, :2], high[edge, :2] - eyes[:, :2]
    near = np.maximum(_distance(a, b) - radius, 0.0)
    far = np.maximum(np.hypot(*a.T), np.hypot(*b.T)) + radius
    to_low, to_high = _distance(starts, ends)[watcher], np.maximum(np.hypot(*starts.T), np.hypot(*ends.T))[watcher]
    with np.errstate(divide="ignore"):
        shares = near / (np.hypot(to_high, grown[watcher])), np.minimum(far / np.maximum(to_low, 1e-300), 1.0)
    rise = way.levels[watcher] - eyes[:, 2, None]
    one, other = eyes[:, 2, None] + rise * shares[0][:, None], eyes[:, 2, None] + rise * shares[1][:, None]
    bottom, top = np.minimum(low, high)[edge, 2, None], np.maximum(low, high)[edge, 2, None]
    meets = (np.minimum(one, other) <= top + SLACK) & (np.maximum(one, other) >= bottom - SLACK)
    k, row = (meets & (shares[0] <= 1.0 + SLACK)[:, None] & asked).nonzero()
    return watcher[k], edge[k], row


def _left(ways: Array) -> Array:
    """Return, for each vector, the unit vector at right angles on its left side, shape (n, 2).

    If a vector has the length 0, the result is (0, 1).
    """
    lengths = np.hypot(ways[:, 0], ways[:, 1])[:, None]
    turned = np.where(lengths > 0, np.stack((-ways[:, 1], ways[:, 0]), axis=1), [0.0, 1.0])
    return np.asarray(turned / np.where(lengths > 0, lengths, 1.0), dtype=np.float64)


def _distance(a: Array, b: Array) -> Array:
    """Return the distance of each of n segments from the origin, shape (n,), in mm. Their ends are `a` and `b`."""
    step = b - a
    size = (step * step).sum(axis=1)
    share = np.clip(-(a * step).sum(axis=1) / np.where(size > 0, size, 1.0), 0.0, 1.0)
    return np.asarray(np.hypot(*(a + share[:, None] * step).T))


def _plane(way: Ways, watcher: Indices, row: Indices, normal: Array, offset: Array) -> tuple[Curves, Indices]:
    """Return functions that are zero where a line of sight ends on a plane, and their lines as in `Crossings.lines`.

    There are n rows, each with its own plane. A row is three lines of sight to a body at one height. Each line has one
    function, so there are 3n functions. The argument of a function is the body's place on its path.

    Args:
        way: The paths, each with its watcher.
        watcher: The index of each row's path, shape (n,).
        row: The height of each row, shape (n,): 0 for the body's foot, 1 for its middle, 2 for its top.
        normal: Unit normal of each row's plane, shape (n, 3).
        offset: Distance from the eye to each row's plane, shape (n,), in mm. It is negative if the normal points from
            the plane to the eye.
    """
    off, ahead, radius = way.ways[watcher], way.direction[watcher], way.radius[watcher]
    rise = way.levels[watcher, row] - way.eyes[watcher, 2]
    flat = normal[:, :2]
    level = np.stack(((flat * off).sum(axis=1) + normal[:, 2] * rise - offset, (flat * ahead).sum(axis=1)))
    turned = np.stack((flat[:, 1], -flat[:, 0]), axis=1)
    aside = radius * np.stack(((turned * off).sum(axis=1), (turned * ahead).sum(axis=1)))
    first = np.stack((aside, level, -aside), axis=2)
    second = np.stack((level, np.zeros_like(level), level), axis=2)
    lines = (watcher * 9 + row * 3)[:, None] + np.arange(3)
    curves = way.curves(watcher.repeat(3), first, second)
    return curves, lines.reshape(-1)


def _quadric(
    way: Ways, watcher: Indices, row: Indices, square: Array, linear: Array, constant: Array
) -> tuple[Curves, Indices]:
    """Return functions that are zero where a line of sight ends on a quadric surface, and each function's line.

    The arguments and results are as in `_plane`, but each row has a quadric surface instead of a plane. The surface of
    row i is vᵀ `square[i]` v + `linear[i]` v + `constant[i]` = 0, where v leads from the eye to a point of the surface.
    """
    count, radius = len(watcher), way.radius[watcher]
    ahead = np.concatenate([way.direction[watcher], np.zeros((count, 1))], axis=1)
    off = np.concatenate([way.ways[watcher], (way.levels[watcher, row] - way.eyes[watcher, 2])[:, None]], axis=1)
    aside, turn = (np.stack((-v[:, 1], v[:, 0], np.zeros(count)), axis=1) for v in (off, ahead))

    def product(a: Array, b: Array) -> Array:
        return np.asarray(np.einsum("...i,...ij,...j->...", a, square, b), dtype=np.float64)

    along = np.stack((
        product(off, off) + (linear * off).sum(axis=1) + constant,
        2 * product(off, ahead) + (linear * ahead).sum(axis=1),
        product(ahead, ahead),
    ))  # fmt: skip
    cross = np.stack((
        2 * product(aside, off) + (aside * linear).sum(axis=1),
        2 * product(aside, ahead) + 2 * product(turn, off) + (linear * turn).sum(axis=1),
        2 * product(turn, ahead),
    ))  # fmt: skip
    rim = np.stack((product(aside, aside), 2 * product(aside, turn), product(turn, turn)))
    far = np.stack(((off[:, :2] ** 2).sum(axis=1), 2 * (off * ahead).sum(axis=1), np.ones(count)))
    sides = np.zeros((5, count))
    for i in range(3):
        for j in range(3):
            sides[i + j] += along[i] * far[j]
        sides[i] += radius**2 * rim[i]
    first = np.stack((sides, np.concatenate([along, np.zeros((2, count))]), sides), axis=2)
    second = np.stack((radius * cross, np.zeros_like(cross), -radius * cross), axis=2)
    lines = (watcher * 9 + row * 3)[:, None] + np.arange(3)
    curves = way.curves(watcher.repeat(3), first, second)
    return curves, lines.reshape(-1)


def _cylinders(way: Ways, solids: Solids, own: BoolArray, asked: BoolArray) -> Iterator[Crossings]:
    """Yield the functions for the curved surfaces and for the rims of cylinders."""
    count = len(solids.polyhedra)
    if not solids.cylinders:
        return
    lows, highs = solids.lows[count:], solids.highs[count:]
    # Seen from above, a cylinder lies in a disc. The disc's centre, at both heights, is taken for an edge.
    reach = float(np.hypot(*(highs - lows)[:, :2].T).max()) / 2
    middle = (lows + highs)[:, :2] / 2
    bottom, top = (np.concatenate([middle, side[:, 2:]], axis=1) for side in (lows, highs))
    watcher, which, row = _in_reach(way, bottom, top, np.stack((~own[:, count:]).nonzero()), asked, reach)
    if not len(watcher):
        return
    middles, axes, halves, radii = cylinder_arrays(solids.cylinders, which)
    off = middles - way.eyes[watcher]
    flat = off - (off * axes).sum(axis=1, keepdims=True) * axes
    far = np.linalg.norm(flat, axis=1)
    outside = far > radii
    if outside.any():
        ahead = flat[outside] / far[outside, None]
        aside = cross(axes[outside], ahead)
        sine = (radii[outside] / far[outside])[:, None]
        along = halves[outside, None] * axes[outside]
        for sign in (1.0, -1.0):
            normal = sine * ahead + sign * np.sqrt(1 - sine**2) * aside
            touched = middles[outside] - radii[outside, None] * normal  # the plane touches the mantle along a line
            edges = np.stack((touched - along, touched + along), axis=1).repeat(3, axis=0)
            yield Crossings(*_plane(way, watcher[outside], row[outside], normal, np.zeros(len(normal))), edges=edges)
    for sign in (1.0, -1.0):
        rim = off + sign * halves[:, None] * axes
        height = (rim * axes).sum(axis=1)
        cone = height[:, None, None] * np.eye(3) - rim[:, :, None] * axes[:, None, :]
        square = cone.transpose(0, 2, 1) @ cone
        square -= (radii**2)[:, None, None] * axes[:, :, None] * axes[:, None, :]
        yield Crossings(*_quadric(way, watcher, row, square, np.zeros_like(rim), np.zeros(len(rim))))


def _entered(way: Ways, solids: Solids, own: BoolArray, asked: BoolArray) -> Iterator[Crossings]:
    """Yield the functions for the surfaces of solids that a moving body may enter.

    When the end of a line of sight enters a solid, the line may enter this solid too.

    Args:
        way: The paths, each with its watcher.
        solids: The solids.
        own: Whether each solid is ignored for each path, shape (paths, solids).
        asked: Whether to consider the lines of sight to the body's foot, middle and top, shape (3,).
    """
    count = len(solids.polyhedra)
    which, solid = (~own).nonzero()
    swept = way.sweeps(which, solids.lows[solid], solids.highs[solid])
    which, solid = which[swept], solid[swept]
    yield from _entered_triangles(way, solids, which[solid < count], solid[solid < count], asked)
    rows = np.flatnonzero(asked)
    for k in np.unique(solid[solid >= count]):
        watchers = which[solid == k]
        watcher, row = watchers.repeat(len(rows)), np.tile(rows, len(watchers))
        eyes = way.eyes[watcher]
        middles, axes, halves, radii = cylinder_arrays(solids.cylinders, np.full(len(row), k - count))
        off = middles - eyes
        for sign in (1.0, -1.0):
            yield Crossings(*_plane(way, watcher, row, axes, (off * axes).sum(axis=1) + sign * halves))
        flat = np.eye(3) - axes[:, :, None] * axes[:, None, :]
        linear = -2 * np.einsum("nij,nj->ni", flat, off)
        yield Crossings(*_quadric(way, watcher, row, flat, linear, -(linear * off).sum(axis=1) / 2 - radii**2))


def _entered_triangles(
    way: Ways, solids: Solids, which: Indices, solid: Indices, asked: BoolArray
) -> Iterator[Crossings]:
    """Yield functions that are zero where a line of sight ends on the plane of a polyhedron's triangle.

    The functions are for n pairs of a path and a polyhedron. Triangles that the body can't touch on its path are left
    out.

    Args:
        way: The paths, each with its watcher.
        solids: The solids.
        which: The index of each pair's path, shape (n,).
        solid: The index of each pair's polyhedron, shape (n,).
        asked: Whether to consider the lines of sight to the body's foot, middle and top, shape (3,).
    """
    for k in np.unique(solid):
        own = solids.polyhedra[k]
        corners = own.corners[own.triangles]
        lows, highs = corners.min(axis=1), corners.max(axis=1)
        watchers = which[solid == k]
        watcher, triangle = watchers.repeat(len(corners)), np.tile(np.arange(len(corners)), len(watchers))
        near = way.sweeps(watcher, lows[triangle], highs[triangle]) & own.outward[triangle].any(axis=1)
        watcher, triangle = watcher[near], triangle[near]
        level = way.levels[watcher]
        at_level = (lows[triangle, 2, None] - SLACK <= level) & (level <= highs[triangle, 2, None] + SLACK) & asked
        met, row = at_level.nonzero()
        watcher, triangle = watcher[met], triangle[met]
        if len(watcher):
            normal = own.outward[triangle]
            offset = ((corners[triangle, 0] - way.eyes[watcher]) * normal).sum(axis=1)
            boxes = np.stack((lows[triangle], highs[triangle]), axis=1).repeat(3, axis=0)
            yield Crossings(*_plane(way, watcher, row, normal, offset), boxes=boxes)
