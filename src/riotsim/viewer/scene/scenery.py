"""Meshes of terrain. The name of a piece determines its material, as it does on the HTML page of a replay."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from riotsim.replay.figure_meshes import COARSE_TRIANGLES, MeshPart, smooth_part, subdivided, weld_vertices
from riotsim.table.pieces import Box, Mesh, Terrain
from riotsim.viewer.scene.shapes import (
    RGB,
    Array,
    Shape,
    lathe,
    make_vertices,
    merge_meshes,
    slab,
    translated,
    with_creases,
)
from riotsim.viewer.scene.textures import BOARDS, BRICKS, IRON, STONE, TURF, WOOD

OAK: RGB = (0.52, 0.345, 0.20)
PINE: RGB = (0.66, 0.475, 0.285)
PLANK: RGB = (0.47, 0.33, 0.215)
GRASS: RGB = (0.335, 0.42, 0.165)
MASONRY: RGB = (0.60, 0.57, 0.53)
ROCK: RGB = (0.50, 0.48, 0.45)
PLASTER: RGB = (0.80, 0.74, 0.62)
THATCH: RGB = (0.62, 0.49, 0.27)
BRICK: RGB = (0.58, 0.37, 0.29)
PANE: RGB = (0.16, 0.20, 0.25)
BARK: RGB = (0.36, 0.26, 0.18)
LEAVES: RGB = (0.27, 0.40, 0.17)
STRAW: RGB = (0.76, 0.63, 0.30)
DARK_IRON: RGB = (0.27, 0.27, 0.29)

Paint: TypeAlias = Callable[[Array, Array, float], tuple[RGB, int, float]]
"""A function that chooses the paint for a part of a mesh. `_by_parts` describes its arguments and its result."""

WALL_REPEAT = 46.0
"""The stones of a wall repeat after this length (mm)."""

KEPT_SHAPES = 64
"""Greatest number of meshes that are kept for box-shaped terrain. Terrain from files has a limit of the same size.

Our choice: it is enough for the scenery of a few tables.
"""


def scenery_shape(piece: Terrain) -> Shape:
    """Return the mesh of a piece of terrain in the piece's own coordinates. The underside is at z = 0.

    Meshes are kept. Building a hill takes a fifth of a second, and the next game often has the same scenery.
    """
    match piece.shape:
        case Box(length, width, height):
            return _boxed(piece.name or piece.id, length, width, height)
        case mesh:
            return _meshed(piece.name or mesh.name or piece.id, mesh)


@lru_cache(maxsize=KEPT_SHAPES)
def _boxed(name: str, length: float, width: float, height: float) -> Shape:
    if re.search("crate|box|chest|case", name, re.IGNORECASE):
        parts = _crate(length, width, height)
    elif re.search("platform|stage|deck|bridge|floor|table", name, re.IGNORECASE):
        parts = _stage(length, width, height)
    elif re.search("hill|mound|hedge|wood", name, re.IGNORECASE):
        parts = [_block(length, width, height, 3.0, GRASS, TURF, 90.0)]
    else:
        parts = _wall(length, width, height)
    vertices, triangles = merge_meshes(parts)
    return Shape(f"{name} {length} {width} {height}", "surface", vertices, triangles)


def _wall(length: float, width: float, height: float) -> list[tuple[Array, Array]]:
    """Return a wall of masonry under coping stones."""
    cope = min(5.0, height * 0.16)
    over = min(1.2, width * 0.08)
    parts = [_block(length - 2 * over, width - 2 * over, height - cope, 0.5, MASONRY, BRICKS, WALL_REPEAT)]
    chance = np.random.default_rng(int(length * 7 + width * 3 + height))
    count = max(2, round(length / 21))
    cuts = np.linspace(-length / 2, length / 2, count + 1)
    cuts[1:-1] += chance.uniform(-0.14, 0.14, count - 1) * length / count
    for k in range(count):
        long = cuts[k + 1] - cuts[k] - 0.5
        tone = MASONRY[0] * chance.uniform(0.86, 1.1)
        own, triangles = _block(
            long, width - chance.uniform(0, 0.7), cope + 0.2, 1.1, (tone, tone * 0.96, tone * 0.9), STONE, 60.0
        )
        own["mark"][:, :2] += chance.uniform(0, 1, 2)
        parts.append((translated(own, ((cuts[k] + cuts[k + 1]) / 2, 0.0, height - cope - 0.2)), triangles))
    return parts


def _crate(length: float, width: float, height: float) -> list[tuple[Array, Array]]:
    """Return a crate: planks behind a frame of beams, with a brace across each side."""
    beam = min(length, width, height) * 0.145
    sunk = beam * 0.4
    parts = [
        _block(
            length - 2 * sunk, width - 2 * sunk, height - 2 * sunk, 0.3, PINE, BOARDS, height * 1.25, (0.0, 0.0, sunk)
        )
    ]

    def put(size: tuple[float, float, float], at: tuple[float, float, float], grain: int) -> None:
        parts.append(_block(*size, 0.6, OAK, WOOD, 70.0, at, grain))

    for x in (-1, 1):
        for y in (-1, 1):
            put((beam, beam, height), (x * (length - beam) / 2, y * (width - beam) / 2, 0.0), 2)
    for z in (0.0, height - beam):
        for s in (-1, 1):
            put((length - 2 * beam, beam * 0.92, beam), (0.0, s * (width - beam * 0.96) / 2, z), 0)
            put((beam * 0.92, width - 2 * beam, beam), (s * (length - beam * 0.96) / 2, 0.0, z), 1)
    for side in range(4):
        across, out = ((length, width), (width, length))[side % 2]
        run, rise = across - 2 * beam, height - 2 * beam
        own, triangles = _block(
            float(np.hypot(run, rise)) - beam * 0.6,
            sunk * 0.9,
            beam * 0.85,
            0.4,
            OAK,
            WOOD,
            70.0,
            (0.0, 0.0, -beam * 0.42),
        )
        tilt = np.arctan2(rise, run)
        c, s = np.cos(tilt), np.sin(tilt)
        lean = np.array([[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]])
        own["position"] = own["position"] @ lean.T + [0.0, -out / 2 + sunk * 0.62, height / 2]
        own["normal"] = own["normal"] @ lean.T
        parts.append((translated(own, (0.0, 0.0, 0.0), side * np.pi / 2), triangles))
        # A nail head at each end of each beam.
        for x in (-1, 1):
            for z in (beam / 2, height - beam / 2):
                nail = lathe([(0.55, 0.0), (0.45, 0.22), (0.0, 0.32)], 10)
                metal = make_vertices(
                    nail.corners, nail.normals, DARK_IRON, rough=0.45, metal=0.8, mark=(0.1, 0.1, IRON, 0.0)
                )
                metal["position"] = metal["position"][:, [0, 2, 1]] * [1, -1, 1] + [
                    x * (across - beam) / 2,
                    -out / 2,
                    z,
                ]
                metal["normal"] = metal["normal"][:, [0, 2, 1]] * [1, -1, 1]
                parts.append((translated(metal, (0.0, 0.0, 0.0), side * np.pi / 2), nail.triangles))
    return parts


def _stage(length: float, width: float, height: float) -> list[tuple[Array, Array]]:
    top = min(3.0, height * 0.3)
    parts = [
        _block(length - 5, width - 5, height - top, 0.4, (0.30, 0.2, 0.13), BOARDS, 48.0),
        _block(length, width, top, 0.7, PLANK, BOARDS, 58.0, (0.0, 0.0, height - top)),
    ]
    far = ((length - 7.5) / 2, (width - 6.5) / 2)
    posts = [(x * far[0], y * far[1], 0.0) for x in (-1, 0, 1) for y in (-1, 1)]
    return [*parts, *(_block(5.0, 5.0, height - top, 0.5, OAK, WOOD, 70.0, at, 2) for at in posts)]


def _block(
    length: float, width: float, height: float, bevel: float, colour: RGB, layer: int, repeat: float,
    at: tuple[float, float, float] = (0.0, 0.0, 0.0), grain: int | None = None,
) -> tuple[Array, Array]:  # fmt: skip
    solid = slab(max(length, 0.1), max(width, 0.1), max(height, 0.1), bevel)
    own = _textured(solid.corners, solid.normals, colour, layer, repeat, grain)
    own["position"] += np.asarray(at, dtype=np.float32)
    return own, solid.triangles


def _textured(points: Array, normals: Array, colour: RGB, layer: int, repeat: float, grain: int | None = None) -> Array:
    """Return vertices with a texture.

    At each vertex, the texture is projected along the axis that is nearest to the vertex's normal.

    Args:
        points: Positions (mm).
        normals: Normals that determine the projection.
        colour: Colour.
        layer: Layer of the texture.
        repeat: Length of the texture before it repeats (mm).
        grain: An axis (0 to 2), or None. On faces that are parallel to the axis, the texture's u runs along it. On all
            other faces, u runs along y if the face looks along x, and along x if it looks along y or z. If `grain` is
            None, this is so on all faces.
    """
    away = np.abs(normals)
    axis = np.argmax(away * [1.0, 1.0, 1.001], axis=1)
    u = np.where(axis == 0, 1, 0)
    v = np.where(axis == 2, 1, 2)
    if grain is not None:
        swap = v == grain
        u, v = np.where(swap, v, u), np.where(swap, u, v)
    rows = np.arange(len(points))
    offset = (axis * 0.31)[:, None]
    uv = np.stack([points[rows, u], points[rows, v]], axis=1) / repeat + offset
    mark = np.column_stack([uv, np.full(len(points), layer), np.full(len(points), 1.0)])
    rough = {BRICKS: 0.9, STONE: 0.85, TURF: 1.0, IRON: 0.5}.get(layer, 0.62)
    return make_vertices(points, normals, colour, rough=rough, mark=mark)


@lru_cache(maxsize=KEPT_SHAPES)
def _meshed(name: str, mesh: Mesh) -> Shape:
    key = f"{name} {mesh.name} {mesh.digest}"
    points, triangles = weld_vertices(mesh.vertices, mesh.triangles)
    if re.search("barrel|cask|keg|drum", name, re.IGNORECASE):
        vertices, between = merge_meshes(_barrel(points))
    elif re.search(r"^(?!.*ruin).*(house|hut|cottage|barn)", name, re.IGNORECASE):
        vertices, between = _by_parts(points, triangles, _house_paint)
    elif re.search("tree|conifer|broadleaf", name, re.IGNORECASE):
        vertices, between = _by_parts(points, triangles, _tree_paint)
    elif re.search("crop|corn|sheaf", name, re.IGNORECASE):
        vertices, between = _by_parts(points, triangles, lambda *_: (STRAW, TURF, 30.0))
    elif re.search("crystal", name, re.IGNORECASE):
        vertices, between = _by_parts(points, triangles, _crystal_paint)
    elif re.search("hill|mound|grass|hedge|bush", name, re.IGNORECASE):
        vertices, between = merge_meshes(_hill(points, triangles))
    else:
        rock = re.search("rock|boulder|cliff", name, re.IGNORECASE)
        colour, layer = (ROCK, STONE) if rock else (MASONRY, BRICKS)
        solid = with_creases(points, triangles, 40.0 if rock else 20.0)
        vertices = _textured(
            solid.corners, _flat(solid.corners, solid.triangles), colour, layer, 90.0 if rock else WALL_REPEAT
        )
        vertices["normal"] = solid.normals
        between = solid.triangles.astype(np.uint32)
    return Shape(key, "surface", vertices, between)


def _by_parts(points: Array, triangles: Array, paint: Paint) -> tuple[Array, Array]:
    """Return a mesh, with a paint of its own for each connected part.

    Args:
        points: Corners (mm).
        triangles: Triangles, as indices of corners.
        paint: Function of a part's corners, its triangles, and the height of the whole mesh (mm). It returns the part's
            colour, the layer of its texture, and the length of the texture before it repeats (mm).
    """
    links = np.concatenate([triangles[:, :2], triangles[:, 1:]])
    graph = coo_matrix((np.ones(len(links)), (links[:, 0], links[:, 1])), shape=(len(points), len(points)))
    _, labels = connected_components(graph, directed=False)
    parts = []
    for label in np.unique(labels[triangles[:, 0]]):
        own = triangles[labels[triangles[:, 0]] == label]
        used, index = np.unique(own, return_inverse=True)
        corners, faces = points[used], index.reshape(-1, 3)
        colour, layer, repeat = paint(corners, faces, float(points[:, 2].max()))
        solid = with_creases(corners, faces, 38.0)
        vertices = _textured(solid.corners, _flat(solid.corners, solid.triangles), colour, layer, repeat)
        vertices["normal"] = solid.normals
        parts.append((vertices, solid.triangles))
    vertices, between = merge_meshes(parts)
    return vertices, between


def _house_paint(corners: Array, triangles: Array, height: float) -> tuple[RGB, int, float]:
    """Return the paint of a part of a house. The shape and the height of the part decide which paint it gets."""
    extent = np.ptp(corners, axis=0)
    if corners[:, 2].min() > 0.55 * height:
        return (BRICK, BRICKS, WALL_REPEAT) if extent[2] > 3.0 and extent[:2].max() < 30.0 else (OAK, WOOD, 70.0)
    sides = corners[triangles]
    across = np.cross(sides[:, 1] - sides[:, 0], sides[:, 2] - sides[:, 0])
    steep = np.abs(across[:, 2]) / np.maximum(np.linalg.norm(across, axis=1), 1e-9)
    area = np.linalg.norm(across, axis=1)
    if extent.min() > 20.0 and area[(steep > 0.3) & (steep < 0.97)].sum() > 0.7 * area.sum():
        return THATCH, TURF, 60.0
    if extent.min() > 20.0:
        return PLASTER, STONE, 120.0
    if extent[2] < 15.0 and extent.max() < 15.0:
        return PANE, IRON, 60.0
    return OAK, WOOD, 70.0


def _tree_paint(corners: Array, _triangles: Array, _height: float) -> tuple[RGB, int, float]:
    """Return the paint of a part of a tree. A part that touches the ground is the trunk. Other parts are leaves."""
    if corners[:, 2].min() < 1.0:
        return BARK, WOOD, 60.0
    tone = 0.9 + 0.2 * (abs(float(corners[:, :2].sum())) % 1.0)  # neighbouring lumps differ a little
    return (LEAVES[0] * tone, LEAVES[1] * tone, LEAVES[2] * tone), TURF, 46.0


def _crystal_paint(corners: Array, _triangles: Array, height: float) -> tuple[RGB, int, float]:
    """Return the paint of a crystal: violet for the tallest one, bluer for lower ones."""
    share = float(np.ptp(corners[:, 2])) / height
    return (0.30 + 0.22 * share, 0.42, 0.80), STONE, 90.0


def _flat(points: Array, triangles: Array) -> Array:
    """Return for each vertex the normal of its triangle. Each vertex must belong to one triangle only.

    With these normals, `_textured` uses the same axis for all three corners of a triangle.
    """
    faces = points[triangles]
    across = np.cross(faces[:, 1] - faces[:, 0], faces[:, 2] - faces[:, 0])
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-12)
    out = np.zeros_like(points)
    for k in range(3):
        out[triangles[:, k]] = across
    return out


def _hill(points: Array, triangles: Array) -> list[tuple[Array, Array]]:
    """Return a rounded mound with uneven slopes.

    It is turf, but rock where it is steep, and soil along the lower edge.
    """
    part = MeshPart(points, triangles, GRASS)
    for _ in range(3):
        part = smooth_part(part) if len(part.triangles) <= COARSE_TRIANGLES else subdivided(part)
    p = part.corners
    foot, top = p[:, 2].min(), p[:, 2].max()
    up = (p[:, 2] - foot) / max(top - foot, 1e-9)
    wave = np.sin(p[:, 0] * 0.21 + 1.3 * np.sin(p[:, 1] * 0.13)) * np.sin(p[:, 1] * 0.19 + p[:, 2] * 0.12 + 0.8)
    fine = np.sin(p[:, 0] * 0.61 + p[:, 1] * 0.33) * np.sin(p[:, 1] * 0.57 - p[:, 0] * 0.21 + p[:, 2] * 0.4)
    swell = (wave * 1.1 + fine * 0.45) * np.clip(up * 6, 0, 1) * np.clip((1.02 - up) * 5, 0, 1)
    middle = p.mean(axis=0)
    out = p - middle
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)
    p = p + out * swell[:, None]
    solid = with_creases(p, part.triangles, 70.0)
    steep = 1 - solid.normals[:, 2]
    bare = np.clip(
        (steep + 0.12 * np.sin(solid.corners[:, 0] * 0.4) * np.sin(solid.corners[:, 1] * 0.5) - 0.62) * 4.0, 0, 1
    )
    low = np.clip(1 - (solid.corners[:, 2] - foot) / 2.5, 0, 1)
    grass, stone, soil = np.array(GRASS), np.array((0.42, 0.39, 0.33)), np.array((0.25, 0.22, 0.13))
    colour = grass + (stone - grass) * bare[:, None]
    colour = colour + (soil - colour) * (0.6 * low[:, None])
    own = _textured(solid.corners, np.tile([0.0, 0.0, 1.0], (len(solid.corners), 1)), GRASS, TURF, 70.0)
    own["normal"] = solid.normals
    own["paint"][:, :3] = np.round(np.clip(colour, 0, 1) * 255)
    return [(own, solid.triangles)]


def _barrel(points: Array) -> list[tuple[Array, Array]]:
    """Return a barrel with staves, a sunk lid and iron hoops.

    Its outline roughly follows `points`, the vertices of the mesh from the file.
    """
    z = np.round(points[:, 2], 1)
    out = np.hypot(points[:, 0], points[:, 1])
    levels = np.unique(z)
    radii = np.array([out[z == level].max() for level in levels])
    high = float(levels[-1])
    keep = radii > 1e-6
    levels, radii = levels[keep], radii[keep]

    def radius(height: float) -> float:
        t = height / high
        ends, belly = float(np.interp(height, levels, radii)), float(radii.max())
        bulge = belly - (belly - float(radii[0])) * (2 * t - 1) ** 2
        return 0.25 * ends + 0.75 * bulge

    profile = [(radius(high * k / 18), high * k / 18) for k in range(19)]
    lip = profile[-1][0]
    profile += [(lip - 1.5, high), (lip - 1.8, high - 1.8), (0.0, high - 1.8)]
    body = lathe(profile, 48)
    angle = np.unwrap(np.arctan2(body.corners[:, 1], body.corners[:, 0]).reshape(-1, 49), axis=1).ravel()
    side = np.hypot(body.corners[:, 0], body.corners[:, 1]) > lip - 1.0
    uv = np.where(
        side[:, None],
        np.column_stack([body.corners[:, 2] / 60.0, angle / (2 * np.pi) * 4.0]),
        body.corners[:, :2] / 24.0,
    )
    mark = np.column_stack([uv, np.full(len(uv), BOARDS), np.full(len(uv), 1.0)])
    parts = [(make_vertices(body.corners, body.normals, (0.46, 0.285, 0.16), rough=0.55, mark=mark), body.triangles)]
    for share in (0.06, 0.30, 0.70, 0.94):
        h = high * share
        hoop = lathe([(radius(h + d) + (0.5 if abs(d) < 1.2 else -0.1), h + d) for d in (-1.35, -1.15, 1.15, 1.35)], 48)
        mark = np.column_stack(
            [
                hoop.corners[:, 0] / 12,
                hoop.corners[:, 2] / 12,
                np.full(len(hoop.corners), IRON),
                np.full(len(hoop.corners), 1.0),
            ]
        )
        parts.append(
            (make_vertices(hoop.corners, hoop.normals, DARK_IRON, rough=0.42, metal=0.9, mark=mark), hoop.triangles)
        )
    return parts
