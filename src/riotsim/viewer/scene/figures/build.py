"""Painted surfaces of figures: a fine one, and a coarse one for shadows and low quality.

Building a figure takes about a second. The window builds figures in the background (`figures/background.py`). Films and
pictures wait until the figures are built. All films and pictures of one process share the figures.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeAlias

import numpy as np

from riotsim.replay.figure_meshes import FigureMesh, MeshPart
from riotsim.replay.glb import solids
from riotsim.replay.glb.solids import with_normals
from riotsim.table.pieces import BASE_THICKNESS
from riotsim.viewer.scene import shapes
from riotsim.viewer.scene.figures import costumes, implicit
from riotsim.viewer.scene.figures.costumes import FIGURE_HEIGHT, costume
from riotsim.viewer.scene.figures.implicit import FusedSurface, ImplicitSolid, ball, convex_solids, fuse, is_convex
from riotsim.viewer.scene.shapes import RGB, Array, make_vertices

FINE_CELL, COARSE_CELL = 0.36, 0.56
"""Size of grid cells for the fine and the coarse surface of a figure (mm).

For figures higher than `FIGURE_HEIGHT`, the cells grow in proportion.
"""

SOIL: RGB = (0.43, 0.385, 0.31)
PEBBLE: RGB = (0.56, 0.54, 0.51)

RIM_WIDTH = 1.25
"""Width of a base's rim (mm)."""

Patch: TypeAlias = tuple[Array, Array]
"""A part of a figure: vertices (`VERTEX`), and triangles as indices of vertices, of shape (m, 3)."""


@dataclass(frozen=True, slots=True)
class BuiltFigure:
    """The surface of a figure and of the soil under it, without the rim of its base.

    There are two versions: a fine one, and a coarse one for shadows and low quality.
    """

    fine: tuple[Patch, ...]
    coarse: tuple[Patch, ...]


FigureBuilder: TypeAlias = Callable[[FigureMesh, float], BuiltFigure | None]
"""A function that builds a figure for a base radius (mm). It returns None if the figure is not ready yet."""


def build_figure(mesh: FigureMesh, radius: float) -> BuiltFigure:
    """Build a figure, and the soil on a base of this radius (mm)."""
    convex = [part for part in mesh.parts if is_convex(part)]
    lumps = [*convex_solids(convex), *costume(mesh), *_ground(radius)]
    rest = [_unfused_part(part) for part in mesh.parts if not is_convex(part)]
    larger = max(1.0, mesh.height / FIGURE_HEIGHT)  # a figure twice as high would else take eight times as long
    fine, coarse = ((_painted(fuse(lumps, cell * larger)), *rest) for cell in (FINE_CELL, COARSE_CELL))
    return BuiltFigure(fine, coarse)


def shared_figure(mesh: FigureMesh, radius: float) -> BuiltFigure:
    """Return the result of `build_figure`. Equal figures are built once and shared, so their arrays are read-only."""
    return _shared_figure(_Wanted(cache_key(mesh, radius), mesh, radius))


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A figure to build. Two figures count as equal if they have the same key."""

    key: str
    mesh: FigureMesh = field(compare=False)
    radius: float = field(compare=False)


@lru_cache(maxsize=16)  # 2 to 4 MB each; riotsim comes with ten figures, and a process may draw many films and pictures
def _shared_figure(wanted: _Wanted) -> BuiltFigure:
    built = build_figure(wanted.mesh, wanted.radius)
    for array in (array for patch in (*built.fine, *built.coarse) for array in patch):
        array.setflags(write=False)
    return built


def plain_figure(mesh: FigureMesh, radius: float) -> BuiltFigure:
    """Return a simple figure, made quickly: the parts of the figure's file as they are, not fused.

    It has bare soil without pebbles on a base of this radius (mm).
    """
    parts = (*map(_unfused_part, mesh.parts), _bare_ground(radius))
    return BuiltFigure(parts, parts)


def cache_key(mesh: FigureMesh, radius: float) -> str:
    """Return the key of a built figure in the cache.

    The key depends on the figure, the base radius (mm), and the code that builds figures.
    """
    digest = hashlib.sha256(f"{radius!r} {BASE_THICKNESS!r}".encode())
    digest.update(_code())
    for part in mesh.parts:
        digest.update(f"{part.name!r} {part.colour!r} {part.livery!r} {part.corners.shape}".encode())
        digest.update(part.corners.tobytes() + part.triangles.tobytes())
    return digest.hexdigest()[:32]


@cache
def _code() -> bytes:
    """Return the code that builds figures. It is read once, because it doesn't change while the program runs."""
    files = [str(module.__file__) for module in (costumes, implicit, shapes, solids)]
    return b"".join(Path(file).read_bytes() for file in (*files, __file__))


def _painted(made: FusedSurface) -> tuple[Array, Array]:
    own = make_vertices(
        made.positions, made.normals, made.colour,
        livery=made.livery, rough=made.rough, metal=made.metal, open_=made.openness, edge=made.edge,
    )  # fmt: skip
    own["position"][:, 2] += BASE_THICKNESS
    return own, made.triangles


def _unfused_part(part: MeshPart) -> tuple[Array, Array]:
    """Return the mesh of one part of a figure: vertices (`VERTEX`), and triangles as indices of vertices.

    The triangles are those of the figure's file. The part is not fused with others, so it has no shaded recesses or
    ridges (see `fuse`).
    """
    solid = with_normals(part.corners, part.triangles, smooth=True)
    own = make_vertices(solid.corners, solid.normals, part.colour, livery=float(part.livery), rough=0.6)
    own["position"][:, 2] += BASE_THICKNESS
    return own, solid.triangles


def _ground(radius: float) -> list[ImplicitSolid]:
    """Return soil with a few pebbles on a base of this radius (mm).

    The figure is later fused with the soil, so that boots stand in it.
    """
    r = radius - RIM_WIDTH + 0.25

    def earth(p: Array) -> Array:
        x, y, z = p.T
        bumps = 0.14 * np.sin(x * 1.1 + 1.7 * np.sin(y * 0.6)) * np.sin(y * 1.3 + 0.5)
        bumps += 0.07 * np.sin(x * 3.1 + y * 1.7) * np.sin(y * 2.9)
        out: Array = np.maximum(np.maximum(z - bumps - 0.05, np.hypot(x, y) - r), -1.0 - z)
        return out

    out = [ImplicitSolid(earth, np.array([-r, -r, -1.0]), np.array([r, r, 0.4]), SOIL, 0.0, "soil", 0.5)]
    chance = np.random.default_rng(5)
    for _ in range(7):
        angle, far, size = chance.uniform(0, 2 * np.pi), chance.uniform(0.45, 0.86) * r, chance.uniform(0.5, 1.1)
        at = (far * np.cos(angle), far * np.sin(angle), 0.15)
        tone = float(chance.uniform(0.8, 1.15))
        colour = (PEBBLE[0] * tone, PEBBLE[1] * tone, PEBBLE[2] * tone)
        out.append(ball(at, (size * 1.2, size, size * 0.75), colour, "pebble", 0.15))
    return out


def _bare_ground(radius: float) -> Patch:
    angles = np.arange(40) * 2 * np.pi / 40
    r = radius - RIM_WIDTH + 0.25
    rim = np.column_stack([np.cos(angles) * r, np.sin(angles) * r, np.full(40, BASE_THICKNESS)])
    own = make_vertices(np.vstack([[(0.0, 0.0, BASE_THICKNESS)], rim]), np.array((0.0, 0.0, 1.0)), SOIL, rough=0.9)
    return own, np.array([(0, 1 + k, 1 + (k + 1) % 40) for k in range(40)])
