"""Random shapes of scenery and figures: boxes, frustums, and the meshes that come with the program."""

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from riotsim.files.assets.figures import load_figure
from riotsim.files.assets.meshes import load_mesh
from riotsim.table.pieces import Box, Figure, Mesh
from riotsim.testing.generators.choices import Chooser, pick

MESHES: Final = ("barrel", "crate", "hill", "ruin", "wall")
"""Scenery in `assets/meshes`."""

SCALES: Final = (1.0, 0.6, 1.5)
"""Scales of these meshes; each one is another mesh to load."""

FIGURES: Final = (("ruffian", 25.0), ("ruffian", 32.0), ("bruiser", 32.0), ("bruiser", 40.0))
"""Figures in `assets/meshes` of which the physics has the pieces, and bases that they fit on (mm)."""


@dataclass(frozen=True, slots=True)
class _Order:
    """A figure to be loaded, as the rules would say it."""

    file: str
    height: float = 32.0
    up: str | None = None
    body: str = "pieces"


def choose_figure(chooser: Chooser) -> tuple[Figure, float]:
    """Choose a figure that is a mesh, and the diameter of a base for it (mm)."""
    name, base = pick(chooser, FIGURES)
    return load_figure(_Order(f"{name}.glb"), base).figure, base


def choose_scenery(chooser: Chooser, name: str, nasty: bool, *, stage: bool) -> Box | Mesh:
    """Choose the shape of a piece of scenery; a `stage` is low, and may be stood on."""
    least, most = (1.0, 600.0) if nasty else (20.0, 200.0)
    length, width = chooser.number(least, most), chooser.number(least, most)
    height = chooser.number(5.0, 60.0) if stage else chooser.number(least, min(most, 150.0))
    match chooser.integer(0, 4):
        case 4:
            return load_mesh(f"{pick(chooser, MESHES)}.glb", scale=pick(chooser, SCALES))
        case 3:
            return _frustum(chooser, name, length / 2, height)
    return Box(length, width, height)


def _frustum(chooser: Chooser, name: str, radius: float, height: float) -> Mesh:
    """A watertight cone with its top cut off: a mound or a barrel."""
    count, top = chooser.integer(3, 12), chooser.number(0.2, 1.0)
    rim = [(math.cos(math.tau * k / count), math.sin(math.tau * k / count)) for k in range(count)]
    low = [(x * radius, y * radius, 0.0) for x, y in rim]
    high = [(x * radius * top, y * radius * top, height) for x, y in rim]
    triangles = []
    for k in range(count):
        after = (k + 1) % count
        triangles += [(k, after, count + k), (after, count + after, count + k)]
    triangles += [(0, k + 1, k) for k in range(1, count - 1)]
    triangles += [(count, count + k, count + k + 1) for k in range(1, count - 1)]
    outline = (tuple((x * radius, y * radius) for x, y in rim),)
    return Mesh(name, "", np.array(low + high), np.array(triangles, dtype=np.int32), outline)
