"""Models as painted miniatures, on bases in their owner's colour and with their owner's symbol."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from riotsim.replay.figure_meshes import FigureMesh, figure_mesh
from riotsim.table.pieces import BASE_THICKNESS, Hull, Model
from riotsim.viewer.scene.figures.build import RIM_WIDTH, BuiltFigure, FigureBuilder, plain_figure, shared_figure
from riotsim.viewer.scene.shapes import RGB, Array, Shape, lathe, make_vertices, merge_meshes, slab, translated

BLADE: RGB = (0.36, 0.42, 0.15)
IVORY: RGB = (0.93, 0.90, 0.82)
TIMBER: RGB = (0.40, 0.27, 0.16)
IRON: RGB = (0.30, 0.30, 0.32)


class Miniatures:
    """A builder of the meshes of models. It builds each mesh once and keeps it."""

    def __init__(self, figure_meshes: Mapping[str, FigureMesh], figure_builder: FigureBuilder = shared_figure) -> None:
        """Create a builder of meshes.

        Args:
            figure_meshes: Meshes of figures by name.
            figure_builder: Function that returns the surface of a figure, or None if it isn't ready. Until it is ready,
                a plain figure is shown.
        """
        self._figure_meshes = figure_meshes
        self._figure_builder = figure_builder
        self._made: dict[object, Shape] = {}
        self._plain: dict[object, Shape] = {}
        self._built: dict[object, BuiltFigure] = {}

    def shape(self, model: Model, symbol: str) -> Shape:
        """Return the mesh of a model with its owner's symbol.

        The model looks along +x, and the origin is the middle of the underside of its base.
        """
        key = (model.base, model.figure, symbol)
        if key not in self._made:
            made = _of_cart(model.base, symbol) if isinstance(model.base, Hull) else self._of_figure(model, symbol)
            if made is None:
                return self._standing_in(model, symbol)
            self._made[key] = made
        return self._made[key]

    def _of_figure(self, model: Model, symbol: str) -> Shape | None:
        key = (model.base, model.figure)
        if key not in self._built:
            built = self._figure_builder(figure_mesh(model.figure, self._figure_meshes), _radius(model))
            if built is None:
                return None
            self._built[key] = built
        return _on_base(self._built[key], model, symbol)

    def _standing_in(self, model: Model, symbol: str) -> Shape:
        key = (model.base, model.figure, symbol)
        if key not in self._plain:
            plain = plain_figure(figure_mesh(model.figure, self._figure_meshes), _radius(model))
            self._plain[key] = _on_base(plain, model, symbol, "plain ")
        return self._plain[key]


def _radius(model: Model) -> float:
    assert not isinstance(model.base, Hull), "it stands on a round base"
    return model.base.diameter / 2


def _on_base(built: BuiltFigure, model: Model, symbol: str, how: str = "") -> Shape:
    """Return the mesh of a figure on its base, with the symbol of the model's owner.

    Args:
        built: The figure.
        model: The model.
        symbol: Symbol of the model's owner.
        how: Beginning of the mesh's name.
    """
    figure, radius = model.figure, _radius(model)
    about = "none" if figure is None else f"{figure.name} {figure.digest} {figure.height}"
    base = [_rim(radius), *_tufts(radius), *_symbol_plates(radius, symbol)]
    vertices, triangles = merge_meshes([*built.fine, *base])
    far, between = merge_meshes([*built.coarse, _rim(radius)])
    name = f"{how}model {about} {model.base} {symbol}"
    return Shape(name, "paint", vertices, triangles, coarse=Shape(f"{name} coarse", "paint", far, between))


def _of_cart(hull: Hull, symbol: str) -> Shape:
    vertices, triangles = merge_meshes(_cart(hull, symbol))
    return Shape(f"cart {hull} {symbol}", "paint", vertices, triangles)


@lru_cache(maxsize=32)
def _rim(radius: float) -> tuple[Array, Array]:
    h = BASE_THICKNESS
    profile = [
        (0.0, 0.5),
        (radius - 1.7, 0.5),
        (radius - 1.4, 0.0),
        (radius - 0.3, 0.0),
        (radius, 0.25),
        (radius - 0.05, 0.7),
        (radius - 0.75, h - 0.3),
        (radius - 0.95, h + 0.02),
        (radius - RIM_WIDTH, h + 0.05),
        (radius - RIM_WIDTH, h - 1.0),
    ]
    solid = lathe(profile, 56, crease=40.0)
    return make_vertices(
        solid.corners, solid.normals, (0.9, 0.9, 0.9), livery=1.0, rough=0.34, edge=0.5
    ), solid.triangles


def _tufts(radius: float) -> list[tuple[Array, Array]]:
    """Return tufts of static grass on a base of this radius (mm): blades that lean to random sides."""
    chance = np.random.default_rng(11)
    points: list[Array] = []
    normals: list[tuple[float, ...]] = []
    colours: list[Array] = []
    triangles: list[tuple[int, int, int]] = []
    open_: list[float] = []
    for clump in range(5):
        angle = (0.75, 1.7, 2.4, 3.95, 5.2)[clump] + chance.uniform(-0.1, 0.1)
        far = chance.uniform(0.62, 0.86) * (radius - RIM_WIDTH)
        for _ in range(16):
            at = np.array([far * np.cos(angle), far * np.sin(angle), BASE_THICKNESS - 0.1])
            at[:2] += chance.normal(0, 0.75, 2)
            if np.hypot(at[0], at[1]) > radius - RIM_WIDTH - 0.2:
                continue
            lean, turn = chance.normal(0, 0.55, 2), chance.uniform(0, 2 * np.pi)
            tall = chance.uniform(1.5, 3.0)
            side = np.array([np.cos(turn), np.sin(turn), 0.0]) * 0.17
            tip = at + np.array([lean[0], lean[1], tall])
            tone = chance.uniform(0.75, 1.25)
            for sign in (1, -1):
                first = len(points)
                points += [at - side * sign, at + side * sign, tip]
                normals += [(lean[0] * 0.4, lean[1] * 0.4, 1.0)] * 3
                colours += [
                    np.array(BLADE) * tone * 0.55,
                    np.array(BLADE) * tone * 0.55,
                    np.array((0.55, 0.55, 0.26)) * tone,
                ]
                open_ += [0.55, 0.55, 1.0]
                triangles.append((first, first + 1, first + 2))
    unit = np.array(normals) / np.linalg.norm(normals, axis=1, keepdims=True)
    return [
        (
            make_vertices(np.array(points), unit, np.array(colours), rough=0.9, open_=np.array(open_)),
            np.array(triangles),
        )
    ]


def outline(symbol: str) -> Array:
    """Return the corners of the symbol `▲`, `■` or `◆`, or of a disc for any other symbol.

    The array has the shape (n, 2), and the corners are in anticlockwise order. Each corner is at most 1.2 units from
    the origin. The caller chooses the length of a unit.
    """
    match symbol:
        case "▲":
            angles = np.radians([90, 210, 330])
            out = np.column_stack([np.cos(angles), np.sin(angles)]) * 1.1 - [0, 0.15]
        case "■":
            out = np.array([(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)])
        case "◆":
            out = np.array([(0, -1.1), (0.85, 0), (0, 1.1), (-0.85, 0)])
        case _:
            angles = np.arange(28) * 2 * np.pi / 28
            out = np.column_stack([np.cos(angles), np.sin(angles)]) * 0.92
    return np.asarray(out, dtype=np.float64)


def _symbol_plates(radius: float, symbol: str) -> list[tuple[Array, Array]]:
    """Return two ivory plates in the shape of the symbol, for a base of this radius (mm).

    One plate lies in front of the miniature, and the other plate behind it.
    """
    own, triangles = _symbol_plate(min(2.6, (radius - RIM_WIDTH) * 0.25), symbol)
    far = (radius - RIM_WIDTH) * 0.74
    # The top points to the middle, so that it is read from outside.
    return [
        (translated(own, (far * np.cos(way), far * np.sin(way), BASE_THICKNESS), way + np.pi / 2), triangles)
        for way in (0.0, np.pi)
    ]


def _symbol_plate(size: float, symbol: str) -> tuple[Array, Array]:
    """Return the vertices and triangles of an ivory plate in the shape of a symbol.

    The plate is horizontal. Its top is above z = 0, and its sides end a little below z = 0. It has no underside.

    Args:
        size: Length of one unit of `outline` (mm).
        symbol: The symbol.
    """
    flat = outline(symbol) * size
    n = len(flat)
    low, high = -0.2, 0.55
    top = np.column_stack([flat, np.full(n, high)])
    sides: list[tuple[float, ...]] = []
    side_normals: list[Array] = []
    triangles = [(0, k, k + 1) for k in range(1, n - 1)]
    for k in range(n):
        a, b = flat[k], flat[(k + 1) % n]
        out = np.array([b[1] - a[1], a[0] - b[0], 0.0]) / np.linalg.norm(b - a)
        first = n + len(sides)
        sides += [(*a, low), (*b, low), (*b, high), (*a, high)]
        side_normals += [out] * 4
        triangles += [(first, first + 1, first + 2), (first, first + 2, first + 3)]
    points = np.vstack([top, np.array(sides)])
    normals = np.vstack([np.tile([0.0, 0.0, 1.0], (n, 1)), np.array(side_normals)])
    return make_vertices(points, normals, IVORY, rough=0.45), np.array(triangles)


def _upright(own: Array) -> Array:
    """Set a plate upright, and return its new vertices.

    Before, the plate lies face up. Afterwards, it faces the front (-y).
    """
    out = own.copy()
    for name in ("position", "normal"):
        x, y, z = own[name].T
        out[name] = np.column_stack([x, -z, y])
    return out


def _cart(hull: Hull, symbol: str) -> list[tuple[Array, Array]]:
    """Return the parts of a cart: wheels, two barrels, and planks with the owner's colour and symbol."""
    length, width = hull.length, hull.width
    parts = []

    def put(
        size: tuple[float, float, float],
        at: tuple[float, float, float],
        colour: RGB,
        livery: float = 0.0,
        metal: float = 0.0,
    ) -> None:
        solid = slab(*size, 0.5)
        low = solid.corners[:, 2] / size[2]
        own = make_vertices(
            solid.corners + at, solid.normals, colour, livery=livery, metal=metal, rough=0.6, open_=0.7 + 0.3 * low
        )
        parts.append((own, solid.triangles))

    wheel = min(8.5, width * 0.28)
    floor = wheel * 0.95
    put((length * 0.96, width * 0.62, 2.0), (0, 0, floor), TIMBER)
    planks = 3
    for side in (-1, 1):
        for k in range(planks):
            tone = 0.92 - 0.07 * ((k * 7 + side) % 3)
            put((length * 0.9, 1.5, 3.5), (0, side * width * 0.31, floor + 2.0 + k * 3.7), (tone, tone, tone), 1.0)
        for x in (-0.4, 0.0, 0.4):
            put((2.2, 1.4, 13.2), (x * length, side * (width * 0.31 + 1.2), floor + 0.4), TIMBER)
    for x in (-1, 1):
        for k in range(planks):
            put((1.5, width * 0.6, 3.5), (x * length * 0.45, 0, floor + 2.0 + k * 3.7), (0.85, 0.85, 0.85), 1.0)
    for x in (-0.30, 0.30):
        put((2.0, width * 0.86, 2.0), (x * length, 0, wheel - 1.0), IRON, metal=0.8)
        for side in (-1, 1):
            solid = lathe(
                [
                    (wheel, -1.1),
                    (wheel, 1.1),
                    (wheel - 1.6, 1.2),
                    (wheel - 1.8, 0.3),
                    (2.0, 0.5),
                    (1.9, 1.8),
                    (0.0, 2.0),
                ],
                28,
            )
            own = make_vertices(solid.corners, solid.normals, TIMBER, rough=0.7, open_=0.9)
            own = _upright(own)
            if side > 0:
                own = translated(own, (0, 0, 0), np.pi)
            parts.append((translated(own, (x * length, side * (width / 2 - 1.4), wheel)), solid.triangles))
    plate, flat = _symbol_plate(min(4.4, width * 0.16), symbol)
    middle, plate = floor + 7.4, _upright(plate)
    for turn, x, y in (
        (0.0, 0.0, -0.31 * width - 2.0),
        (np.pi, 0.0, 0.31 * width + 2.0),
        (np.pi / 2, 0.45 * length + 0.75, 0.0),
        (-np.pi / 2, -0.45 * length - 0.75, 0.0),
    ):
        parts.append((translated(plate, (x, y, middle), turn), flat))
    keg = lathe(
        [(5.2, 0.0), (6.6, 4.5), (6.9, 7.5), (6.6, 10.5), (5.2, 15.0), (4.2, 15.0), (4.0, 14.2), (0.0, 14.2)], 28
    )
    wood = make_vertices(keg.corners, keg.normals, (0.5, 0.32, 0.18), rough=0.6)
    parts += [(translated(wood, (x * length, 0, floor + 2)), keg.triangles) for x in (-0.22, 0.2)]
    return parts
