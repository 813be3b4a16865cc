"""Areas that a game draws on its table: squares of a board, named quarters, sectors, stretches of a path.

They are only drawn. No act depends on them.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from riotsim.table.geometry.plan import Footprint, Part, crossing, rectangle
from riotsim.table.poses import Point, point_ahead

CIRCLE_CORNERS = 72
"""Number of corners of the polygon that is drawn for a circle."""

OVERLAP = 1e-4
"""Tolerance (mm): an edge of one part counts as inside another part if it lies at most this far outside.

Lines up to this length are not drawn.
"""

MAX_BREAK = 0.05
"""Longest gap between two lines of an outline that are still drawn as one line (mm)."""

NAME_SIZE, NAME_COLOUR = 12.0, "#f4ecd8"
"""Default height (mm) and default colour (#rrggbb, sRGB) of the letters of a patch's name."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A marked area of a table, such as a square of a board or a player's building site.

    It has no effect on the physics.
    """

    footprint: Footprint
    """The area of the patch (mm). Its parts may touch. If two parts overlap, a translucent fill is denser there."""
    owner: str = ""
    """The patch's player; empty if it belongs to nobody."""
    fill: str = ""
    """Colour that fills the patch (#rrggbb, sRGB); empty for no fill."""
    opacity: float = 1.0
    """Opacity of the fill, from 0 to 1."""
    is_outlined: bool = True
    """True if the outline of the patch is drawn as a line, in the colour of the owner."""
    name: str = ""
    """The words that are written on the table; empty for none."""
    name_at: Point | None = None
    """Centre of the name (mm); None for the middle of the patch's bounding rectangle."""
    name_size: float = NAME_SIZE
    """Height of the letters (mm)."""
    name_colour: str = NAME_COLOUR
    """Colour of the letters (#rrggbb, sRGB)."""

    @property
    def name_place(self) -> Point:
        """The point on the table where the centre of the patch's name is drawn (mm)."""
        if self.name_at is not None:
            return self.name_at
        left, front, right, back = self.footprint.bounds()
        return ((left + right) / 2, (front + back) / 2)


def board(at: Point, square: float, columns: int, rows: int, dark: Patch, light: Patch | None = None) -> list[Patch]:
    """Return the squares of a chequered board, row by row. The square at the front left is dark.

    Args:
        at: Front left corner of the board (mm).
        square: Length of a square's sides (mm).
        columns: Number of squares along x.
        rows: Number of squares along y.
        dark: A patch that gives the dark squares their owner, fill, opacity and outline.
        light: A patch that gives the light squares their owner, fill, opacity and outline. If None, only the dark
            squares are returned.
    """
    found = []
    for row in range(rows):
        for column in range(columns):
            like = dark if (row + column) % 2 == 0 else light
            if like is not None:
                middle = (at[0] + (column + 0.5) * square, at[1] + (row + 0.5) * square)
                outline = rectangle(middle, square, square)
                found.append(Patch(outline, like.owner, like.fill, like.opacity, like.is_outlined))
    return found


def sector(at: Point, heading: float, angle: float, radius: float, inner: float = 0.0) -> Footprint:
    """Return the footprint of a sector of a circle, or of a ring.

    Args:
        at: Centre of the circle (mm).
        heading: Direction of the sector's middle (rad, anticlockwise from x).
        angle: Angle between the two sides (rad), at most a full turn.
        radius: Outer radius (mm).
        inner: Inner radius (mm); 0 for a sector that reaches to the centre.
    """
    steps = max(1, math.ceil(CIRCLE_CORNERS * angle / math.tau))
    turns = [heading + angle * (step / steps - 0.5) for step in range(steps + 1)]
    parts = []
    for one, two in pairwise(turns):
        far = point_ahead(at, one, radius), point_ahead(at, two, radius)
        close = (point_ahead(at, two, inner), point_ahead(at, one, inner)) if inner > 0.0 else (at,)
        parts.append(Part((*far, *close)))
    return Footprint(tuple(parts))


def stretch(path: Sequence[Point], start: float, end: float, width: float) -> Footprint:
    """Return the footprint of a stretch of a path, such as the stretch where a model is visible.

    Args:
        path: Points of the path (mm).
        start: Distance along the path to the stretch's begin (mm).
        end: Distance along the path to the stretch's end (mm).
        width: Width of the stretch (mm).

    Raises:
        ValueError: The path has no length between `start` and `end`.
    """
    points = _between(path, start, end)
    if len(points) < 2:
        raise ValueError(f"a path has no stretch from {start:g} to {end:g} mm")
    ways = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, b in pairwise(points)]
    rims = []
    for number, at in enumerate(points):
        before, after = ways[max(number - 1, 0)], ways[min(number, len(ways) - 1)]
        half = math.remainder(after - before, math.tau) / 2
        # A mitre is longer than half the width at a bend, but bounded.
        reach = width / 2 / max(math.cos(half), 0.5)
        across = before + half + math.pi / 2
        rims.append((point_ahead(at, across, reach), point_ahead(at, across, -reach)))
    pairs = pairwise(rims)
    return Footprint(tuple(Part((right, far_right, far_left, left)) for (left, right), (far_left, far_right) in pairs))


def polygon(part: Part) -> tuple[Point, ...]:
    """Return the corners of a part, anticlockwise (mm). Each round corner is replaced by several sharp ones."""
    if part.radius <= 0.0:
        return part.points
    corners: list[Point] = []
    count = len(part.points)
    for number, at in enumerate(part.points):
        if count == 1:
            begin, turn = 0.0, math.tau
        else:
            (ax, ay), (bx, by) = part.points[number - 1], part.points[(number + 1) % count]
            begin = math.atan2(at[1] - ay, at[0] - ax) - math.pi / 2
            turn = math.remainder(math.atan2(by - at[1], bx - at[0]) - math.pi / 2 - begin, math.tau) % math.tau
        steps = max(1, round(CIRCLE_CORNERS * turn / math.tau))
        ends = steps if count == 1 else steps + 1
        corners += [point_ahead(at, begin + turn * step / steps, part.radius) for step in range(ends)]
    return tuple(corners)


def outlines(footprint: Footprint) -> list[tuple[Point, ...]]:
    """Return the lines that form the outline of a footprint, each as a sequence of points (mm).

    The last point of a closed line is the same as its first. Where the outline of one part of the footprint lies inside
    another part, no line is returned.
    """
    found: list[tuple[Point, ...]] = []
    for part in footprint.parts:
        corners = polygon(part)
        others = [Footprint((Part(p.points, p.radius + OVERLAP),)) for p in footprint.parts if p is not part]
        line: list[Point] = []
        for start, end in zip(corners, (*corners[1:], corners[0]), strict=True):
            for one, two in _outside(start, end, others):
                if line and math.dist(line[-1], one) > MAX_BREAK:
                    found.append(tuple(line))
                    line = []
                line = [*(line or [one]), two]
        if line:
            found.append(tuple(line))
    return found


def _between(path: Sequence[Point], start: float, end: float) -> list[Point]:
    """Return the part of a path between the distances `start` and `end` along it (mm)."""
    points: list[Point] = []
    gone = 0.0
    for a, b in pairwise(path):
        length = math.dist(a, b)
        low, high = max(start - gone, 0.0), min(end - gone, length)
        if low < high:
            ends = [tuple(p + (q - p) * along / length for p, q in zip(a, b, strict=True)) for along in (low, high)]
            points += [(x, y) for x, y in ends[bool(points) :]]
        gone += length
    return points


def _outside(start: Point, end: Point, areas: Sequence[Footprint]) -> list[tuple[Point, Point]]:
    """Return the parts of a straight line that lie outside all the given areas."""
    length = math.dist(start, end)
    if length == 0.0:
        return []
    way = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    covered = sorted(hit for area in areas if (hit := crossing(start, way, area)) is not None)
    left, gone = [], 0.0
    for enters, leaves in [*covered, (length, length)]:
        if min(enters, length) - gone > OVERLAP:
            left.append((gone, min(enters, length)))
        gone = max(gone, leaves)
    return [
        ((start[0] + way[0] * a, start[1] + way[1] * a), (start[0] + way[0] * b, start[1] + way[1] * b))
        for a, b in left
    ]
