"""The parts of random tables: kinds of dice, shapes of scenery, figures, and surfaces.

A `nasty` choice may be one that could not occur in play.
"""

import math
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from riotsim.files.assets.figures import load_figure
from riotsim.files.assets.meshes import load_mesh
from riotsim.files.rules import read_rules
from riotsim.table.dice.custom import MIN_BARREL_SIDES, ConvexShape, barrel, convex_die, cuboid, max_rounding, rounded
from riotsim.table.dice.kinds import D6, DIE_SIZES, KINDS, DieKind, die_kind
from riotsim.table.pieces import Box, Figure, Mesh
from riotsim.table.state import Surface
from riotsim.testing.generators.choices import Chooser, maybe, pick

BOX_EDGES: Final = (0.5, 1.5)
"""Shortest and longest edge of a cuboid die, as multiples of the die's size.

With these limits, no die is as flat as a coin or as long as a stick.
"""

MAX_BARREL_SIDES: Final = 10
"""Largest number of sides of a barrel-shaped die."""

MAX_SIDE_LEAN: Final = 0.25
"""Largest lean of a lopsided die's sides (rad). Up to this lean, the die can rest on each side."""


def choose_kind(chooser: Chooser) -> DieKind:
    """Choose a kind of die.

    With a `SeededChooser`, nearly half of the kinds are cubes. One kind in six is a cuboid, a barrel or a lopsided
    die. One kind in five is rounded, if its shape allows it.
    """
    kind = die_kind(pick(chooser, ("d6",) * len(KINDS) + KINDS))
    if maybe(chooser, 6):
        kind = pick(chooser, (_cuboid, _barrel, _lopsided))(chooser)
    if maybe(chooser, 5):
        with suppress(ValueError):  # a small side of a lopsided one has no flat part left
            return rounded(kind, chooser.number(0.01, 0.9) * max_rounding(kind))
    return kind


def choose_cube(chooser: Chooser) -> DieKind:
    """Choose a kind of die for a tower: a rounded cube with a chance of 1 in 8, otherwise a sharp cube."""
    return rounded(D6, chooser.number(0.03, 0.15)) if maybe(chooser, 8) else D6


def choose_size(chooser: Chooser, nasty: bool) -> float:
    """Choose a die's size within `DIE_SIZES` (mm). Most sizes are 16 or 12, except if `nasty`."""
    return chooser.number(*DIE_SIZES) if nasty or maybe(chooser, 5) else pick(chooser, (16.0, 12.0))


def _cuboid(chooser: Chooser) -> DieKind:
    return cuboid(chooser.number(*BOX_EDGES), 1.0, 1.0 if maybe(chooser, 2) else chooser.number(*BOX_EDGES))


def _barrel(chooser: Chooser) -> DieKind:
    sides = chooser.integer(MIN_BARREL_SIDES, MAX_BARREL_SIDES)
    return barrel(f"barrel of {sides}", range(1, sides + 1))


def _lopsided(chooser: Chooser) -> DieKind:
    """Choose a kind of die that is a pyramid with its top cut off."""
    count, height = chooser.integer(3, 6), chooser.number(0.4, 0.6)
    normals, heights = [(0.0, 0.0, -1.0), (0.0, 0.0, 1.0)], [height, height]
    for k in range(count):
        lean, way = chooser.number(0.0, MAX_SIDE_LEAN), math.tau * k / count
        normals.append((math.cos(way) * math.cos(lean), math.sin(way) * math.cos(lean), math.sin(lean)))
        heights.append(chooser.number(0.4, 0.5))
    sides = dict(enumerate(range(1, count + 3)))
    lump = ConvexShape(np.array(normals), np.array(heights))
    return convex_die("lopsided", lump, sides, read_down=True, size=16.0, digest=repr((normals, heights)))


SCENERY_MESHES: Final = ("barrel", "crate", "hill", "ruin", "wall")
"""Names of the files of scenery in `assets/meshes`, without the suffix."""

SCENERY_SCALES: Final = (1.0, 0.6, 1.5)
"""Scales of scenery from meshes. There are only a few, because each scale is another mesh to load."""

FIGURES: Final = (("ruffian", 25.0), ("ruffian", 32.0), ("bruiser", 32.0), ("bruiser", 40.0))
"""Figures: for each, the name of a file in `assets/meshes`, and the diameter of a base for the figure (mm)."""


@dataclass(frozen=True, slots=True)
class _FigureSpec:
    """The description of a figure to be loaded, with the same fields as in a rules file."""

    file: str
    height: float = 32.0
    up: str | None = None
    body: str = "pieces"


def choose_figure(chooser: Chooser) -> tuple[Figure, float]:
    """Choose a figure that is a mesh, and the diameter of its base (mm)."""
    name, base = pick(chooser, FIGURES)
    return load_figure(_FigureSpec(f"{name}.glb"), base).figure, base


def choose_scenery(chooser: Chooser, name: str, nasty: bool, *, stage: bool) -> Box | Mesh:
    """Choose the shape of a piece of scenery: a box in three of five cases, otherwise a mesh from a file or a new mesh.

    Args:
        chooser: The source of choices.
        name: Name of the piece. A new mesh gets this name too.
        nasty: Whether the shape may be tiny or huge.
        stage: Whether models may stand on the piece. If so, a box or a new mesh is low. A mesh from a file has its own
            height.
    """
    least, most = (1.0, 600.0) if nasty else (20.0, 200.0)
    length, width = chooser.number(least, most), chooser.number(least, most)
    height = chooser.number(5.0, 60.0) if stage else chooser.number(least, min(most, 150.0))
    match chooser.integer(0, 4):
        case 4:
            return load_mesh(f"{pick(chooser, SCENERY_MESHES)}.glb", scale=pick(chooser, SCENERY_SCALES))
        case 3:
            return _frustum(chooser, name, length / 2, height)
    return Box(length, width, height)


def _frustum(chooser: Chooser, name: str, radius: float, height: float) -> Mesh:
    """Choose a watertight mesh of a pyramid or cone with its top cut off, like a mound or a barrel.

    Args:
        chooser: The source of choices.
        name: Name of the mesh.
        radius: Radius of the bottom (mm).
        height: Height (mm).
    """
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


SURFACE_RULES: Final = "riot_dice"
"""Name of the rules that supply usual surfaces."""

EXTREME_SURFACES: Final = (
    Surface("ice", 0.05, 0.7), Surface("rubber", 3.0, 0.2), Surface("drumhead", 0.9, 1.3), Surface("oiled", 0.0, 1.0),
)  # fmt: skip
"""Surfaces unlike those of games: two slippery ones, one with much friction, and one that makes dice bounce high."""


def choose_surface(chooser: Chooser, nasty: bool) -> Surface:
    """Choose a usual surface or one of `EXTREME_SURFACES`. The extreme ones are more frequent if `nasty`."""
    usual = rules_surfaces()
    return pick(chooser, usual + EXTREME_SURFACES if nasty or maybe(chooser, 5) else usual)


@cache
def rules_surfaces() -> tuple[Surface, ...]:
    """Return the surfaces that the rules `SURFACE_RULES` define, in the order of their file.

    Raises:
        TypeError: The file has no mapping `surfaces`, or a surface in it lacks a number for friction or restitution.
    """
    data = read_rules(SURFACE_RULES).data
    listed = data.get("surfaces") if isinstance(data, dict) else None
    if not isinstance(listed, dict):
        raise TypeError(f"{SURFACE_RULES}.yaml should list surfaces:")
    return tuple(_surface(name, figures) for name, figures in listed.items())


def _surface(name: object, figures: object) -> Surface:
    match figures:
        case {"friction": int() | float() as friction, "restitution": int() | float() as restitution}:
            return Surface(str(name), float(friction), float(restitution))
    raise TypeError(f"surfaces.{name} of {SURFACE_RULES}.yaml should have a friction and a restitution")
