"""Signs on dice, as flat meshes on the faces of the dice.

A sign is an icon, with or without a count. A count is a number that lies on top of the icon, with a gap around it.
"""

import itertools
from functools import cache

import numpy as np
import numpy.typing as npt

from riotsim.replay.glb.numerals import numeral_mesh
from riotsim.table.dice.icons import icon_outlines
from riotsim.table.dice.kinds import DieKind, Face
from riotsim.table.dice.signs import COUNT_GAP, COUNT_HEIGHT, COUNT_PLACE, top_of_sign
from riotsim.table.poses import Point

Array = npt.NDArray[np.float64]

Triangles = npt.NDArray[np.int64]

COUNT_STROKE = 0.2
"""Width of a count's strokes, in the units of `numeral_mesh`, before the count is scaled by `DIGIT_SCALE`."""

DIGIT_SCALE = COUNT_HEIGHT / (0.86 + COUNT_STROKE)
"""Factor for a number from `numeral_mesh` that gives a count the height `COUNT_HEIGHT`.

Without the width of its strokes, a digit from `numeral_mesh` is 0.86 high.
"""


def sign_meshes(kind: DieKind, face: Face, reach: float) -> list[tuple[Array, Triangles, bool]]:
    """Return the sign on a face of a die, as flat meshes that lie on top of each other.

    Lengths are in units of the die's size.

    The first mesh is the icon. If the sign has a count, two meshes follow: the gap around the count, and the count
    itself.

    Args:
        kind: Kind of the die. The die must be a box.
        face: A face with a sign.
        reach: Radius of the largest circle inside the flat part of the face.

    Returns:
        For each mesh: its vertices on the face, shape (n, 3); its triangles, shape (m, 3); and whether it is drawn in
        the colour of the ink. Only the gap is not.
    """
    sign, out, up = face.sign, np.array(face.normal), np.array(top_of_sign(face.normal))
    assert sign is not None
    middle, right = out * (kind.corners @ out).max(), np.cross(up, out)

    def put(mesh: tuple[Array, Triangles], place: Point, scale: float, *, ink: bool) -> tuple[Array, Triangles, bool]:
        flat = (mesh[0] * scale + place) * reach
        return middle + flat[:, :1] * right + flat[:, 1:] * up, mesh[1], ink

    found = [put(icon_mesh(sign.icon), sign.icon_place, sign.icon_size, ink=True)]
    if sign.count:
        gap = COUNT_GAP / DIGIT_SCALE
        around = numeral_mesh(sign.count, COUNT_STROKE + 2 * gap, gap)
        found.append(put(around, COUNT_PLACE, DIGIT_SCALE, ink=False))
        found.append(put(numeral_mesh(sign.count, COUNT_STROKE), COUNT_PLACE, DIGIT_SCALE, ink=True))
    return found


@cache
def icon_mesh(name: str) -> tuple[Array, Triangles]:
    """Return an icon as a flat mesh of anticlockwise triangles.

    Icons lie in a square from -1 to 1 in x and in y. A few icons reach up to 0.04 beyond this square.

    Returns:
        Vertices of shape (n, 2), and triangles of shape (m, 3) with indices into the vertices.
    """
    lines = [
        (*(a if a[1] < b[1] else b), *(b if a[1] < b[1] else a), 1 if b[1] > a[1] else -1)
        for outline in icon_outlines(name)
        for a, b in zip(outline, (*outline[1:], outline[0]), strict=True)
        if abs(a[1] - b[1]) > 1e-9
    ]
    ends = {round(y, 9) for line in lines for y in (line[1], line[3])}
    heights = sorted(ends | {y for a, b in itertools.combinations(lines, 2) if (y := _crossing(a, b)) is not None})
    begun: dict[tuple[int, int], float] = {}
    vertices: dict[Point, int] = {}
    triangles: list[tuple[int, int, int]] = []

    def close(pair: tuple[int, int], low: float, high: float) -> None:
        corners = ((pair[0], low), (pair[1], low), (pair[1], high), (pair[0], high))
        points = [(round(_at(lines[k], y), 6), round(y, 6)) for k, y in corners]
        a, b, c, d = (vertices.setdefault(point, len(vertices)) for point in points)
        triangles.extend(three for three in ((a, b, c), (a, c, d)) if len(set(three)) == 3)

    # A line sweeps up over the outlines. Between two heights at which a line ends or two lines cross, the ink lies in
    # trapezoids between lines. A trapezoid goes on for as long as the same two lines bound it.
    for low, high in itertools.pairwise(heights):
        middle = (low + high) / 2
        here = sorted((_at(line, middle), k) for k, line in enumerate(lines) if line[1] < middle < line[3])
        pairs, turns, left = set(), 0, 0
        for _, k in here:
            if turns == 0:
                left = k
            turns += lines[k][4]
            if turns == 0:
                pairs.add((left, k))
        for pair in [one for one in begun if one not in pairs]:
            close(pair, begun.pop(pair), low)
        for pair in sorted(pairs):
            begun.setdefault(pair, low)
    for pair, low in begun.items():
        close(pair, low, heights[-1])
    return np.array(list(vertices)), np.array(triangles)


_Line = tuple[float, float, float, float, int]
"""A side of an outline: x and y of its lower end, x and y of its upper end, and the side's direction on the outline.

The direction is 1 for up and -1 for down.
"""


def _at(line: _Line, y: float) -> float:
    """Return the x coordinate of a line at the height `y`."""
    x, low, to_x, high, _ = line
    return x + (to_x - x) * (y - low) / (high - low)


def _crossing(a: _Line, b: _Line) -> float | None:
    """Return the height (y) of the crossing of two lines, or None if they don't cross.

    Lines that only touch at an end don't cross.
    """
    low, high = max(a[1], b[1]), min(a[3], b[3])
    if low >= high:
        return None
    below, above = _at(a, low) - _at(b, low), _at(a, high) - _at(b, high)
    if below * above >= 0.0 or min(abs(below), abs(above)) < 1e-9:
        return None
    return round(low + (high - low) * below / (below - above), 9)
