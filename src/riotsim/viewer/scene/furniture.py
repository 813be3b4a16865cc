"""The table itself: its bed and wooden rim, the tray beside it, and the tavern table under it."""

from collections.abc import Sequence

import numpy as np

from riotsim.table.state import Surface, Table
from riotsim.viewer.scene.shapes import RGB, Array, Shape, make_vertices, merge_meshes
from riotsim.viewer.scene.textures import BOARDS, FELT, WOOD

RIM_WIDTH = 30.0
"""Width of the table's wooden rim (mm)."""

RIM_HEIGHT = 9.0
"""Least height of the rim above the bed (mm). The rim is higher if the table's walls are."""

FLOOR_Z = -34.0
"""Height of the tavern table's top relative to the bed (mm)."""

FLOOR_EXTENT = 2600.0
"""Distance from the middle of the game table to each edge of the tavern table (mm).

Beyond the tavern table, everything is dark.
"""

SURFACE_COVERS: dict[str, tuple[RGB, int, float]] = {
    "felt": ((0.155, 0.310, 0.245), FELT, 110.0),
    "wood": ((0.60, 0.42, 0.26), WOOD, 260.0),
    "neoprene": ((0.23, 0.26, 0.31), FELT, 60.0),
}
"""Cover of each surface, by the surface's name.

A cover is a colour, a layer of the textures, and the length of the texture before it repeats (mm).
"""

DEFAULT_COVER: tuple[RGB, int, float] = ((0.30, 0.30, 0.34), FELT, 110.0)
TRAY_RIM, RACK_RIM = 9.0, 5.0
"""Sizes of the walls of the tray and of its rack, the ledge in front of the tray (mm).

`TRAY_RIM` is the width of all these walls. `RACK_RIM` is the height of the rack's walls.
"""

TRAY_FELT: RGB = (0.36, 0.085, 0.09)
WALNUT: RGB = (0.43, 0.26, 0.155)
OLD_OAK: RGB = (0.33, 0.215, 0.145)


def surface_cover(surface: Surface) -> tuple[RGB, int, float]:
    """Return the colour and the texture layer of a surface, and the length of the texture before it repeats (mm)."""
    return SURFACE_COVERS.get(surface.name, DEFAULT_COVER)


def table_shape(table: Table) -> Shape:
    """Return the mesh of a table without its pieces.

    The mesh consists of the bed, the rim, and the tavern table below. If the table has a tray, the mesh also has the
    tray. If the tray has a rack, the mesh also has the rack.
    """
    cover = surface_cover(table.surface)
    parts = [
        _bed((0.0, 0.0), table.width, table.depth, cover),
        _rim((0.0, 0.0), table.width, table.depth, max(table.wall_height, RIM_HEIGHT), RIM_WIDTH),
        _ground(table),
    ]
    name = f"table {table.width} {table.depth} {table.wall_height} {table.surface.name}"
    tray = table.tray
    if tray is not None:
        _, layer, repeat = surface_cover(tray.surface)
        parts += [
            _bed(tray.at, tray.width, tray.depth, (TRAY_FELT, layer, repeat)),
            _rim(tray.at, tray.width, tray.depth, tray.wall_height, TRAY_RIM),
        ]
        for rack in tray.areas[1:]:
            parts += [_bed(*rack, SURFACE_COVERS["wood"]), _rim(*rack, RACK_RIM, TRAY_RIM)]
        name += f" tray {tray.at} {tray.width} {tray.depth} {tray.wall_height} {tray.surface.name} {tray.rack}"
    vertices, triangles = merge_meshes(parts)
    return Shape(name, "surface", vertices, triangles)


def _bed(at: Sequence[float], width: float, depth: float, cover: tuple[RGB, int, float]) -> tuple[Array, Array]:
    colour, layer, repeat = cover
    x, y = at[0], at[1]
    points = np.array(
        [(x - 1, y - 1, 0), (x + width + 1, y - 1, 0), (x + width + 1, y + depth + 1, 0), (x - 1, y + depth + 1, 0)]
    )
    mark = np.column_stack([points[:, :2] / repeat, np.full(4, layer), np.full(4, 0.5)])
    rough = 0.45 if layer == WOOD else 0.95
    return make_vertices(points, np.tile([0.0, 0.0, 1.0], (4, 1)), colour, rough=rough, mark=mark), np.array(
        [(0, 1, 2), (0, 2, 3)]
    )


def _ground(table: Table) -> tuple[Array, Array]:
    x, y = table.middle
    a = FLOOR_EXTENT
    points = np.array(
        [(x - a, y - a, FLOOR_Z), (x + a, y - a, FLOOR_Z), (x + a, y + a, FLOOR_Z), (x - a, y + a, FLOOR_Z)]
    )
    mark = np.column_stack([points[:, 0] / 640.0, points[:, 1] / 640.0 + 0.37, np.full(4, BOARDS), np.full(4, 0.8)])
    paint = make_vertices(points, np.tile([0.0, 0.0, 1.0], (4, 1)), OLD_OAK, rough=0.42, mark=mark)
    return paint, np.array([(0, 1, 2), (0, 2, 3)])


def _rim(at: Sequence[float], width: float, depth: float, rise: float, broad: float) -> tuple[Array, Array]:
    """Return four mitred beams with a moulded profile around a rectangle.

    Args:
        at: Front left corner of the rectangle (mm).
        width: Width of the rectangle (mm).
        depth: Depth of the rectangle (mm).
        rise: Height of the beams above the rectangle (mm).
        broad: Width of the beams (mm).
    """
    bend = min(broad * 0.2, 4.0)
    arc = np.linspace(0.0, np.pi / 2, 5)
    # From the bed up the inner side, over a rounded lip, a slightly hollow top, a rounded shoulder, and down.
    profile = [(0.0, -1.0), (0.0, rise - bend)]
    profile += [(bend * (1 - np.cos(a)), rise - bend * (1 - np.sin(a))) for a in arc]
    profile += [(broad * 0.5, rise - min(0.6, rise * 0.05))]
    big = min(broad * 0.25, rise * 0.8 + 3.0)
    profile += [(broad - big * (1 - np.sin(a)), rise - big * (1 - np.cos(a))) for a in arc]
    profile += [
        (broad, FLOOR_Z * 0.55),
        (broad - 1.5, FLOOR_Z * 0.6),
        (broad - 2.5, FLOOR_Z * 0.68),
        (broad - 2.5, FLOOR_Z),
    ]
    points = np.array(profile)
    points = points[np.append(True, np.linalg.norm(np.diff(points, axis=0), axis=1) > 1e-6)]
    steps = np.diff(points, axis=0)
    gone = np.append(0.0, np.cumsum(np.linalg.norm(steps, axis=1)))
    ways = np.stack([-steps[:, 1], steps[:, 0]], axis=1)
    ways /= np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-9)
    x, y = at[0], at[1]
    square = [(x, y), (x + width, y), (x + width, y + depth), (x, y + depth)]
    out = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], dtype=np.float64)
    parts = []
    for side in range(4):
        a, b = np.array(square[side]), np.array(square[(side + 1) % 4])
        oa, ob = out[side], out[(side + 1) % 4]
        along = (b - a) / np.linalg.norm(b - a)
        outward = np.array([along[1], -along[0]])
        positions: list[tuple[float, ...]] = []
        normals: list[tuple[float, ...]] = []
        marks: list[tuple[float, ...]] = []
        triangles: list[tuple[int, int, int]] = []
        for k in range(len(steps)):
            first = len(positions)
            for p in (k, k + 1):
                neighbours = [ways[k]]
                other = k - 1 if p == k else k + 1
                if 0 <= other < len(ways) and ways[k] @ ways[other] > 0.75:
                    neighbours.append(ways[other])
                way = np.sum(neighbours, axis=0)
                way = way / np.linalg.norm(way)
                far, z = points[p]
                for corner, diagonal in ((a, oa), (b, ob)):
                    place = corner + diagonal * far
                    positions.append((*place, z))
                    normals.append((*(outward * way[0]), way[1]))
                    marks.append(((place @ along) / 230.0 + side * 0.37, gone[p] / 90.0 + side * 0.21, WOOD, 0.8))
            triangles += [(first, first + 3, first + 1), (first, first + 2, first + 3)]
        own = make_vertices(np.array(positions), np.array(normals), WALNUT, rough=0.36, mark=np.array(marks))
        own["normal"] /= np.linalg.norm(own["normal"], axis=1, keepdims=True)
        parts.append(_facing(own, np.array(triangles)))
    return merge_meshes(parts)


def _facing(vertices: Array, triangles: Array) -> tuple[Array, Array]:
    """Return the vertices and triangles of a mesh, with the corners of each triangle in the right order.

    In the right order, the corners are anticlockwise, seen from the side of the normals.

    Args:
        vertices: The vertices, with positions and normals (`VERTEX`).
        triangles: The triangles as indices of vertices, shape (m, 3). The corners of a triangle may be in either order.
    """
    at = vertices["position"].astype(np.float64)
    a, b, c = (at[triangles[:, k]] for k in range(3))
    middle = vertices["normal"][triangles].mean(axis=1)
    wrong = np.einsum("ij,ij->i", np.cross(b - a, c - a), middle) < 0
    return vertices, np.where(wrong[:, None], triangles[:, ::-1], triangles)
