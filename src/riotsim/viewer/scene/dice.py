"""Meshes of dice and coins: cubes whose pips the shader draws, other dice with numerals or signs, and gold tokens."""

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from riotsim.replay.glb.solids import PIPS
from riotsim.table.dice.custom import max_rounding, rounded
from riotsim.table.dice.kinds import DieKind
from riotsim.table.dice.signs import Sign, top_of_sign
from riotsim.viewer.scene.shapes import Array, Shape, lathe, make_vertices, merge_meshes, rounded_box
from riotsim.viewer.scene.textures import GLYPHS, ICONS

MIN_ROUNDING = 0.045
"""A die with sharp edges is drawn with this edge radius, as a share of the die's size.

A cube is also drawn with this radius if its real radius is smaller. Rounded edges reflect some light. Some shapes
allow only a smaller radius.
"""

EDGE_SEGMENTS = 3
"""Number of segments of a rounded edge. A cube's edge has twice as many."""

NUMERAL_SIZE = 1.5
"""Side of a numeral's square cell, as a multiple of the distance from the middle of the face to the nearest edge.

Dice that are read from below have numerals of another size.
"""

NO_INK = 9.0
"""Coordinate far outside a numeral's cell.

It stands for both coordinates in the `mark` of each vertex of a blank face or a rounded edge, so that the shader draws
no numeral there.
"""


@lru_cache(maxsize=64)
def die_shape(kind: DieKind) -> Shape:
    """Return the mesh of a die of size 1, with its origin at the centre."""
    name = f"die {kind.name} {kind.digest} {kind.rounding:.4f}"
    if kind.is_cube and not kind.has_signs and all(face.value in PIPS for face in kind.faces):
        return _cube(name, kind)
    if not kind.rounding:
        kind = rounded(kind, min(MIN_ROUNDING, 0.3 * max_rounding(kind)))
    return _faceted(name, kind)


def _cube(name: str, kind: DieKind) -> Shape:
    radius = max(kind.rounding, MIN_ROUNDING)
    solid = rounded_box(np.full(3, 0.5 - radius), radius, EDGE_SEGMENTS)
    values = np.zeros(6)
    for face in kind.faces:
        axis = max(range(3), key=lambda k: abs(face.normal[k]))
        values[2 * axis + (face.normal[axis] < 0)] = face.value
    sides = np.repeat(np.arange(6), len(solid.corners) // 6)
    mark = np.zeros((len(solid.corners), 4))
    mark[:, 0], mark[:, 1] = values[sides], sides
    return Shape(
        name,
        "cube",
        make_vertices(solid.corners, solid.normals, rough=0.3, mark=mark),
        solid.triangles.astype(np.uint32),
    )


def _faceted(name: str, kind: DieKind) -> Shape:
    """Return the mesh of a polyhedron with flat faces, round edges and round corners."""
    core, normals, radius = np.array(kind.core), np.array(kind.normals), kind.rounding
    spread = float(np.ptp(core, axis=0).max())
    sides = []
    for n in normals:
        far = core @ n
        own = np.flatnonzero(far > far.max() - 1e-4 * spread)
        middle = core[own].mean(axis=0)
        u, v = _frame(n)
        turns = np.arctan2((core[own] - middle) @ v, (core[own] - middle) @ u)
        sides.append(own[np.argsort(turns)].tolist())
    parts = []
    for s, own in enumerate(sides):
        parts += _face(kind, s, core[own] + normals[s] * radius, normals, core, sides)
    for s, own in enumerate(sides):
        for a, b in zip(own, own[1:] + own[:1], strict=True):
            t = next((t for t, other in enumerate(sides) if t > s and a in other and b in other), None)
            if t is not None:
                parts.append(_edge(core[a], core[b], normals[s], normals[t], radius))
    for k, corner in enumerate(core):
        parts.append(_corner(corner, normals[[s for s, own in enumerate(sides) if k in own]], radius))
    vertices, triangles = merge_meshes(parts)
    return Shape(name, "signs" if kind.has_signs else "numbers", vertices, triangles)


def _face(
    kind: DieKind, s: int, points: Array, normals: Array, core: Array, sides: Sequence[Sequence[int]]
) -> list[tuple[Array, Array]]:
    """Return one or more flat meshes of a face, with its sign or number. A face without sign and number is blank.

    On a die that is read from below, a triangular face bears numbers of other faces instead. At each of its edges is
    the number (if any) of the face beyond the edge. All other faces of such a die are blank.

    Args:
        kind: Kind of the die.
        s: Index of the face.
        points: Corners of the face.
        normals: Normals of all faces.
        core: Corners of the smaller sharp solid (`DieKind.core`).
        sides: For each face, the indices of its corners in `core`.
    """
    n = normals[s]
    middle = points.mean(axis=0)
    fan = np.array([(0, k, k + 1) for k in range(1, len(points) - 1)])
    numbered = s < len(kind.faces)
    reach = min(
        float(np.linalg.norm(np.cross(b - a, middle - a)) / np.linalg.norm(b - a))
        for a, b in zip(points, np.roll(points, -1, axis=0), strict=True)
    )
    if not numbered or (kind.read_down and len(points) != 3):
        return [(_blank(points, n), fan)]
    if not kind.read_down:
        sign = kind.faces[s].sign
        if sign is not None and kind.box is not None:
            return [(_signed(points, middle, n, np.array(top_of_sign(kind.faces[s].normal)), reach, sign), fan)]
        up = points[np.argmax(np.linalg.norm(points - middle, axis=1))] - middle
        own = _inked(points, middle, n, up, reach * NUMERAL_SIZE, kind.faces[s].value)
        return [(own, fan)]
    out = []
    for k in range(3):
        a, b = points[k], points[(k + 1) % 3]
        pair = {sides[s][k], sides[s][(k + 1) % 3]}
        beyond = next(t for t, other in enumerate(sides) if t != s and pair <= set(other))
        foot, third = (a + b) / 2, np.stack([a, b, middle])
        up = middle - foot
        at = foot + up * 0.50
        if beyond < len(kind.faces):
            own = _inked(third, at, n, up, float(np.linalg.norm(up)) * 1.15, kind.faces[beyond].value)
        else:
            own = _blank(third, n)
        out.append((own, np.array([(0, 1, 2)])))
    return out


def _blank(points: Array, n: Array) -> Array:
    """Return vertices of a face without a number. `n` is the normal of the face."""
    return make_vertices(points, np.tile(n, (len(points), 1)), rough=0.3, mark=(NO_INK, NO_INK, 0.0, 0.0))


def _inked(points: Array, at: Array, n: Array, up: Array, size: float, value: int) -> Array:
    """Return vertices of a face with a numeral.

    The numeral stands in a square on the face, its cell. The first two values in the `mark` of a vertex are the
    coordinates of the vertex in the cell. The edges of the cell are at -1 and 1.

    Args:
        points: The places of the vertices.
        at: Middle of the cell.
        n: Normal of the face.
        up: Direction of the numeral's top.
        size: Side of the cell.
        value: The number.
    """
    return _marked(points, at, n, up, size / 2, (GLYPHS.get(str(value), 0), 1.0))


def _signed(points: Array, at: Array, n: Array, up: Array, reach: float, sign: Sign) -> Array:
    """Return vertices of a face with a sign.

    Args:
        points: The vertices.
        at: Middle of the face.
        n: Normal of the face.
        up: Direction of the sign's top.
        reach: Radius of the largest circle about `at` that lies within the face.
        sign: The sign.
    """
    return _marked(points, at, n, up, reach, (ICONS[sign.icon], 2.0 + sign.count))


def _marked(points: Array, at: Array, n: Array, up: Array, unit: float, ink: tuple[float, float]) -> Array:
    """Return vertices of a face, each with a `mark` for the shader.

    The `mark` of a vertex has four values: its offsets to the right of `at` and above `at` (in `unit`), and the two
    values of `ink`.

    Args:
        points: The places of the vertices.
        at: Middle of the number or sign.
        n: Normal of the face.
        up: Direction of the top of the number or sign.
        unit: The distance that counts as 1.
        ink: Two values. The first is the layer of the texture. The second is 1 for a number. For a sign, the second
            is 2 plus the sign's `count`.
    """
    up = up / np.linalg.norm(up)
    right = np.cross(up, n)
    mark = np.zeros((len(points), 4))
    mark[:, 0], mark[:, 1] = (points - at) @ right / unit, (points - at) @ up / unit
    mark[:, 2], mark[:, 3] = ink
    return make_vertices(points, np.tile(n, (len(points), 1)), rough=0.3, mark=mark)


def _between(n: Array, m: Array, share: float) -> Array:
    """Return the unit vector on the way from the unit vector `n` to the unit vector `m`.

    Args:
        n: The first unit vector.
        m: The second unit vector.
        share: How far the result is turned from `n`, as a share of the angle between `n` and `m`.
    """
    angle = math.acos(max(-1.0, min(1.0, float(n @ m))))
    out: Array = (n * math.sin((1 - share) * angle) + m * math.sin(share * angle)) / math.sin(angle)
    return out


def _edge(a: Array, b: Array, n: Array, m: Array, radius: float) -> tuple[Array, Array]:
    ways = np.array([_between(n, m, k / EDGE_SEGMENTS) for k in range(EDGE_SEGMENTS + 1)])
    points = np.concatenate([a + ways * radius, b + ways * radius])
    triangles = []
    for k in range(EDGE_SEGMENTS):
        i, j = k, k + EDGE_SEGMENTS + 1
        triangles += [(i, j, i + 1), (j, j + 1, i + 1)]
    return _turned(points, np.concatenate([ways, ways]), np.array(triangles))


def _corner(at: Array, ways: Array, radius: float) -> tuple[Array, Array]:
    """Return the vertices and triangles of a rounded corner of a die.

    The corner is a part of a sphere. On the sphere, this part has its own corners where the normals of the adjoining
    faces point.

    Args:
        at: Middle of the sphere.
        ways: Normals of the adjoining faces.
        radius: Radius of the sphere.
    """
    out = ways.sum(axis=0)
    out /= np.linalg.norm(out)
    u, v = _frame(out)
    ways = ways[np.argsort(np.arctan2(ways @ v, ways @ u))]
    points: list[Array] = []
    triangles: list[tuple[int, int, int]] = []
    for k in range(len(ways)):
        three = (out, ways[k], ways[(k + 1) % len(ways)])
        rows = []
        for i in range(EDGE_SEGMENTS + 1):
            row = []
            for j in range(i + 1):
                way = three[0] * (EDGE_SEGMENTS - i) + three[1] * (i - j) + three[2] * j
                if i == EDGE_SEGMENTS:  # as on the edge that ends here
                    way = _between(ways[k], ways[(k + 1) % len(ways)], j / EDGE_SEGMENTS)
                row.append(len(points))
                points.append(way / np.linalg.norm(way))
            rows.append(row)
        for i in range(EDGE_SEGMENTS):
            for j in range(i + 1):
                triangles.append((rows[i][j], rows[i + 1][j], rows[i + 1][j + 1]))
                if j < i:
                    triangles.append((rows[i][j], rows[i + 1][j + 1], rows[i][j + 1]))
    normals = np.array(points)
    return _turned(at + normals * radius, normals, np.array(triangles))


def _turned(points: Array, normals: Array, triangles: Array) -> tuple[Array, Array]:
    """Return a part of a die as vertices and triangles. Inward triangles are turned outwards."""
    a, b, c = (points[triangles[:, k]] for k in range(3))
    # A triangle is wrong if it faces against the normal at its first corner.
    wrong = np.einsum("ij,ij->i", np.cross(b - a, c - a), normals[triangles[:, 0]]) < 0
    triangles = np.where(wrong[:, None], triangles[:, ::-1], triangles)
    return make_vertices(points, normals, rough=0.3, mark=(NO_INK, NO_INK, 0.0, 0.0)), triangles


def _frame(n: Array) -> tuple[Array, Array]:
    other = np.array([1.0, 0.0, 0.0]) if abs(n[0]) < 0.9 else np.array([0.0, 1.0, 0.0])
    u = np.cross(other, n)
    u /= np.linalg.norm(u)
    return u, np.cross(n, u)


def coin_shape(diameter: float, thickness: float) -> Shape:
    """Return the mesh of a token of this diameter and thickness (mm), with its origin at the centre.

    The shader adds the relief.
    """
    r, h = diameter / 2, thickness / 2
    b = min(0.45, h * 0.5)
    solid = lathe(
        [
            (0.0, -h),
            (r - b, -h),
            (r - 0.3 * b, -h + 0.3 * b),
            (r, -h + b),
            (r, h - b),
            (r - 0.3 * b, h - 0.3 * b),
            (r - b, h),
            (0.0, h),
        ],
        64,
    )
    mark = np.column_stack([solid.corners[:, :2] / r, np.full(len(solid.corners), r), np.full(len(solid.corners), h)])
    vertices = make_vertices(solid.corners, solid.normals, (0.98, 0.74, 0.30), rough=0.3, metal=1.0, mark=mark)
    return Shape(f"coin {diameter} {thickness}", "coin", vertices, solid.triangles.astype(np.uint32))
