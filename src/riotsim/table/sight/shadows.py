"""Functions that are zero where a line of sight to a moving body gets into or out of a solid.

Seen from an eye, a polyhedron's shadow is bounded by edges with one triangle facing the eye and one facing away. That
of a cylinder is bounded by its mantle and its rims. Edges that no line can meet are left out. They are outside the
area that lines sweep over, seen from above, or above or below all lines. All lengths are in mm.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from riotsim.table.poses import Point
from riotsim.table.sight.bodies import Body
from riotsim.table.sight.polyhedra import Array, BoolArray, Indices, normals
from riotsim.table.sight.roots import Curves
from riotsim.table.sight.solids import Solids, cylinder_arrays

IN_PLANE = 1e-4
"""Distance from the plane of a triangle within which an eye counts as seeing it from both sides (mm)."""

SLACK = 1e-3
"""Distance by which an edge may miss all lines and still be kept (mm)."""


@dataclass(frozen=True, slots=True)
class Way:
    """The straight way of a body, and the eyes that watch it. Places on it are counted from its middle (mm)."""

    eyes: Array
    """The eyes, shape (w, 3), in mm."""
    ways: Array
    """Vectors from each eye to the middle of the way, seen from above, shape (w, 2), in mm."""
    direction: Array
    """Direction of the way as a unit vector, shape (2,)."""
    reach: float
    """Half the length of the way (mm)."""
    radius: float
    """Radius of the body (mm)."""
    levels: Array
    """Heights of the nine points' three rows, shape (3,), in mm."""

    @staticmethod
    def of(watchers: Sequence[Body], mover: Body, end: Point) -> "Way":
        """Return the way of a body from its place to another one, with some watchers."""
        eyes = np.array([watcher.eye for watcher in watchers]).reshape(-1, 3)
        begin, to = np.array(mover.at), np.array(end)
        reach = float(np.hypot(*(to - begin))) / 2
        levels = mover.level + np.array([0.0, 0.5, 1.0]) * mover.height
        ways = (begin + to) / 2 - eyes[:, :2]
        return Way(eyes, ways, (to - begin) / (2 * reach), reach, mover.radius, levels)

    def points(self, watcher: Indices, line: Indices, at: Array) -> Array:
        """Return the ends of lines of sight, shape (n, 3), in mm.

        Args:
            watcher: The index of each line's watcher, shape (n,).
            line: The number of each line, from 0 to 8, shape (n,).
            at: The places of the body on its way, shape (n,), in mm.
        """
        off = self.ways[watcher] + at[:, None] * self.direction
        ends = self.eyes[watcher, :2] + off + (self.radius * (1.0 - line % 3))[:, None] * _left(off)
        return np.concatenate([ends, self.levels[line // 3][:, None]], axis=1)

    def curves(self, watcher: Indices, first: Array, second: Array) -> Curves:
        """Return functions A(s) + B(s) m(s) of the place s on the way.

        m is the distance from the eye to the body's axis, seen from above.

        Args:
            watcher: The index of each function's watcher, shape (n,).
            first: Coefficients of A, from the constant one on.
            second: Coefficients of B, from the constant one on.
        """
        off = self.ways[watcher]
        nearest = -(off @ self.direction)
        least = np.abs(off[:, 0] * self.direction[1] - off[:, 1] * self.direction[0])
        return Curves(first.reshape(len(first), -1), second.reshape(len(second), -1), nearest, least)

    def sweeps(self, low: Array, high: Array) -> BoolArray:
        """Return whether the body may sweep over boxes with sides along the axes, shape (n,).

        Args:
            low: Least coordinates of the boxes, shape (n, 3), in mm.
            high: Greatest coordinates of the boxes, shape (n, 3), in mm.
        """
        if not len(self.eyes):
            return np.zeros(len(low), dtype=np.bool_)
        middle = (self.eyes[0, :2] + self.ways[0])[None]
        grown = np.abs(self.direction) * self.reach + self.radius + SLACK
        near: BoolArray = (np.abs((low + high)[:, :2] / 2 - middle) <= (high - low)[:, :2] / 2 + grown).all(axis=1)
        across = np.array([-self.direction[1], self.direction[0]])
        half = (high - low)[:, :2] / 2 @ np.abs(across)
        near &= np.abs(((low + high)[:, :2] / 2 - middle) @ across) <= half + self.radius + SLACK
        near &= (low[:, 2] <= self.levels[2] + SLACK) & (high[:, 2] >= self.levels[0] - SLACK)
        return np.asarray(near, dtype=np.bool_)


@dataclass(frozen=True, slots=True)
class Crossings:
    """Functions that are zero where lines of sight may get into or out of solids."""

    curves: Curves
    """The functions."""
    lines: Indices
    """The number of the line that each function belongs to, nine lines for each watcher, shape (n,)."""
    edges: Array | None = None
    """Both ends of the edge that each line has to meet, shape (n, 2, 3), in mm; None if there are no edges."""
    boxes: Array | None = None
    """Least and greatest coordinates of the box in which each line has to end, shape (n, 2, 3), in mm; None if there
    are no boxes.
    """


def crossings(way: Way, solids: Solids, own: BoolArray) -> Iterator[Crossings]:
    """Yield functions that are zero where lines of sight may get into or out of solids.

    Args:
        way: The way, with its watchers.
        solids: The solids.
        own: Whether a solid shuts no line of a watcher, shape (watchers, solids).
    """
    yield from _edges(way, solids, own)
    yield from _cylinders(way, solids, own)
    yield from _entered(way, solids, own)


def _edges(way: Way, solids: Solids, own: BoolArray) -> Iterator[Crossings]:
    """Yield functions for the edges that bound the shadows of polyhedra."""
    if not solids.polyhedra:
        return
    ends, outline = [], []
    for k, solid in enumerate(solids.polyhedra):
        outward = normals(solid.corners, solid.triangles)
        outward /= np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-300)
        heights = way.eyes @ outward.T - (outward * solid.corners[solid.triangles[:, 0]]).sum(axis=1)
        facing = np.where(np.abs(heights) <= IN_PLANE, 0, np.sign(heights))
        one, other = facing[:, solid.beside[:, 0]], facing[:, solid.beside[:, 1]]
        bounds = (one != other) | (one == 0) | (solid.beside[:, 0] < 0)
        outline.append(bounds & ~own[:, k, None])
        ends.append(solid.corners[solid.edges])
    both = np.concatenate(ends)
    watcher, edge, row = _in_reach(way, both[:, 0], both[:, 1], np.concatenate(outline, axis=1))
    if len(watcher):
        a, b = both[edge, 0] - way.eyes[watcher], both[edge, 1] - way.eyes[watcher]
        normal = np.asarray(np.cross(a, b))
        size = np.linalg.norm(normal, axis=1)
        good = size > 0  # otherwise the eye is on the edge's own line
        curves, lines = _plane(way, watcher[good], row[good], normal[good] / size[good, None], np.zeros(good.sum()))
        yield Crossings(curves, lines, both[edge[good]].repeat(3, axis=0))


def _in_reach(way: Way, low: Array, high: Array, wanted: BoolArray, radius: float = 0.0) -> tuple[Indices, ...]:
    """Return the edges that lines of sight may meet: the indices of watcher, edge and row of lines.

    Args:
        way: The way, with its watchers.
        low: One end of each edge, shape (e, 3), in mm.
        high: The other end of each edge, shape (e, 3), in mm.
        wanted: Whether an edge may count for a watcher, shape (watchers, e).
        radius: Distance by which each edge is grown on all sides (mm).
    """
    starts, ends = way.ways - way.reach * way.direction, way.ways + way.reach * way.direction
    grown = way.radius + SLACK
    found = wanted.copy()
    across = np.array([-way.direction[1], way.direction[0]])
    fixed = np.ones((len(way.eyes), 1))
    for axis in (way.direction * fixed, across * fixed, _left(starts), _left(ends)):
        here = (axis * way.eyes[:, :2]).sum(axis=1)
        hull = np.stack((here, here + (axis * starts).sum(axis=1), here + (axis * ends).sum(axis=1)))
        one, other = axis @ low[:, :2].T, axis @ high[:, :2].T
        most = np.maximum(hull[0], np.maximum(hull[1], hull[2]) + grown)[:, None]
        least = np.minimum(hull[0], np.minimum(hull[1], hull[2]) - grown)[:, None]
        found &= (np.maximum(one, other) + radius >= least) & (np.minimum(one, other) - radius <= most)
    watcher, edge = found.nonzero()
    eyes = way.eyes[watcher]
    a, b = low[edge, :2] - eyes[:, :2], high[edge, :2] - eyes[:, :2]
    near = np.maximum(_distance(a, b) - radius, 0.0)
    far = np.maximum(np.hypot(*a.T), np.hypot(*b.T)) + radius
    to_low, to_high = _distance(starts, ends)[watcher], np.maximum(np.hypot(*starts.T), np.hypot(*ends.T))[watcher]
    with np.errstate(divide="ignore"):
        shares = near / (np.hypot(to_high, grown)), np.minimum(far / np.maximum(to_low, 1e-300), 1.0)
    rise = way.levels - eyes[:, 2, None]
    one, other = eyes[:, 2, None] + rise * shares[0][:, None], eyes[:, 2, None] + rise * shares[1][:, None]
    bottom, top = np.minimum(low, high)[edge, 2, None], np.maximum(low, high)[edge, 2, None]
    meets = (np.minimum(one, other) <= top + SLACK) & (np.maximum(one, other) >= bottom - SLACK)
    k, row = (meets & (shares[0] <= 1.0 + SLACK)[:, None]).nonzero()
    return watcher[k], edge[k], row


def _left(ways: Array) -> Array:
    """Return the unit vectors at right angles to vectors, shape (n, 2); (0, 1) for a vector of length 0."""
    lengths = np.hypot(ways[:, 0], ways[:, 1])[:, None]
    turned = np.where(lengths > 0, np.stack((-ways[:, 1], ways[:, 0]), axis=1), [0.0, 1.0])
    return np.asarray(turned / np.where(lengths > 0, lengths, 1.0), dtype=np.float64)


def _distance(a: Array, b: Array) -> Array:
    """Return the distance of the origin from the segments from a to b, shape (n,), in mm."""
    step = b - a
    size = (step * step).sum(axis=1)
    share = np.clip(-(a * step).sum(axis=1) / np.where(size > 0, size, 1.0), 0.0, 1.0)
    return np.asarray(np.hypot(*(a + share[:, None] * step).T))


def _plane(way: Way, watcher: Indices, row: Indices, normal: Array, offset: Array) -> tuple[Curves, Indices]:
    """Return functions for the three lines of a row, each zero where the vector from the eye to the line's end has a
    given component.

    Args:
        way: The way, with its watchers.
        watcher: The index of each watcher, shape (n,).
        row: The index of each row, shape (n,).
        normal: The direction of each component, shape (n, 3).
        offset: The component, shape (n,), in mm.
    """
    off, ahead = way.ways[watcher], way.direction
    rise = way.levels[row] - way.eyes[watcher, 2]
    flat = normal[:, :2]
    level = np.stack(((flat * off).sum(axis=1) + normal[:, 2] * rise - offset, flat @ ahead))
    aside = np.stack((flat[:, 1] * off[:, 0] - flat[:, 0] * off[:, 1], flat[:, 1] * ahead[0] - flat[:, 0] * ahead[1]))
    first = np.stack((way.radius * aside, level, -way.radius * aside), axis=2)
    second = np.stack((level, np.zeros_like(level), level), axis=2)
    lines = (watcher * 9 + row * 3)[:, None] + np.arange(3)
    curves = way.curves(watcher.repeat(3), first, second)
    return curves, lines.reshape(-1)


def _quadric(
    way: Way, watcher: Indices, row: Indices, square: Array, linear: Array, constant: Array
) -> tuple[Curves, Indices]:
    """Return functions for the three lines of a row, each zero where the vector v from the eye to the line's end meets
    a surface: vᵀ `square` v + `linear` v + `constant` = 0.
    """
    count, ahead = len(watcher), np.array([*way.direction, 0.0])
    off = np.concatenate([way.ways[watcher], (way.levels[row] - way.eyes[watcher, 2])[:, None]], axis=1)
    aside, turn = np.stack((-off[:, 1], off[:, 0], np.zeros(count)), axis=1), np.array([-ahead[1], ahead[0], 0.0])

    def product(a: Array, b: Array) -> Array:
        return np.asarray(np.einsum("...i,...ij,...j->...", a, square, b), dtype=np.float64)

    along = np.stack((
        product(off, off) + (linear * off).sum(axis=1) + constant,
        2 * product(off, ahead) + linear @ ahead,
        product(ahead, ahead),
    ))  # fmt: skip
    cross = np.stack((
        2 * product(aside, off) + (aside * linear).sum(axis=1),
        2 * product(aside, ahead) + 2 * product(turn, off) + linear @ turn,
        2 * product(turn, ahead),
    ))  # fmt: skip
    rim = np.stack((product(aside, aside), 2 * product(aside, turn), product(turn, turn)))
    far = np.stack(((off[:, :2] ** 2).sum(axis=1), 2 * off[:, :2] @ way.direction, np.ones(count)))
    sides = np.zeros((5, count))
    for i in range(3):
        for j in range(3):
            sides[i + j] += along[i] * far[j]
        sides[i] += way.radius**2 * rim[i]
    first = np.stack((sides, np.concatenate([along, np.zeros((2, count))]), sides), axis=2)
    second = np.stack((way.radius * cross, np.zeros_like(cross), -way.radius * cross), axis=2)
    lines = (watcher * 9 + row * 3)[:, None] + np.arange(3)
    curves = way.curves(watcher.repeat(3), first, second)
    return curves, lines.reshape(-1)


def _cylinders(way: Way, solids: Solids, own: BoolArray) -> Iterator[Crossings]:
    """Yield functions for the mantles and the rims of cylinders."""
    count = len(solids.polyhedra)
    if not solids.cylinders:
        return
    lows, highs = solids.lows[count:], solids.highs[count:]
    # Seen from above, a cylinder lies in a disc. The disc's centre, at both heights, is taken for an edge.
    reach = float(np.hypot(*(highs - lows)[:, :2].T).max()) / 2
    middle = (lows + highs)[:, :2] / 2
    bottom, top = (np.concatenate([middle, side[:, 2:]], axis=1) for side in (lows, highs))
    watcher, which, row = _in_reach(way, bottom, top, ~own[:, count:], reach)
    if not len(watcher):
        return
    middles, axes, halves, radii = cylinder_arrays(solids.cylinders, which)
    off = middles - way.eyes[watcher]
    flat = off - (off * axes).sum(axis=1, keepdims=True) * axes
    far = np.linalg.norm(flat, axis=1)
    outside = far > radii
    if outside.any():
        ahead = flat[outside] / far[outside, None]
        aside = np.asarray(np.cross(axes[outside], ahead))
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


def _entered(way: Way, solids: Solids, own: BoolArray) -> Iterator[Crossings]:
    """Yield functions for the surfaces of solids over which the body sweeps: its points may get into them."""
    count = len(solids.polyhedra)
    swept = np.flatnonzero(way.sweeps(solids.lows, solids.highs))
    yield from _entered_triangles(way, solids, own, swept[swept < count])
    for k in swept[swept >= count]:
        watchers = np.flatnonzero(~own[:, k])
        watcher, row = watchers.repeat(3), np.tile(np.arange(3), len(watchers))
        eyes = way.eyes[watcher]
        middles, axes, halves, radii = cylinder_arrays(solids.cylinders, np.full(len(row), k - count))
        off = middles - eyes
        for sign in (1.0, -1.0):
            yield Crossings(*_plane(way, watcher, row, axes, (off * axes).sum(axis=1) + sign * halves))
        flat = np.eye(3) - axes[:, :, None] * axes[:, None, :]
        linear = -2 * np.einsum("nij,nj->ni", flat, off)
        yield Crossings(*_quadric(way, watcher, row, flat, linear, -(linear * off).sum(axis=1) / 2 - radii**2))


def _entered_triangles(way: Way, solids: Solids, own: BoolArray, swept: Indices) -> Iterator[Crossings]:
    """Yield functions for the triangles of some polyhedra over which the body sweeps."""
    triangles = [solids.polyhedra[k].corners[solids.polyhedra[k].triangles] for k in swept]
    if not triangles:
        return
    corners, of = np.concatenate(triangles), swept.repeat([len(each) for each in triangles])
    lows, highs = corners.min(axis=1), corners.max(axis=1)
    kept = way.sweeps(lows, highs)
    corners, of, lows, highs = corners[kept], of[kept], lows[kept], highs[kept]
    outward = np.asarray(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]))
    sizes = np.linalg.norm(outward, axis=1)
    level = way.levels[:, None]
    at_level = (lows[:, 2] - SLACK <= level) & (level <= highs[:, 2] + SLACK) & (sizes > 0)
    watcher, row, triangle = (~own[:, None, of] & at_level).nonzero()
    if len(watcher):
        normal = outward[triangle] / sizes[triangle, None]
        offset = ((corners[triangle, 0] - way.eyes[watcher]) * normal).sum(axis=1)
        boxes = np.stack((lows[triangle], highs[triangle]), axis=1).repeat(3, axis=0)
        yield Crossings(*_plane(way, watcher, row, normal, offset), boxes=boxes)
