"""Random kinds of dice: the usual solids, boxes, barrels, and lopsided ones as meshes bring them; sharp and rounded."""

import math
from contextlib import suppress
from typing import Final

import numpy as np

from riotsim.table.dice.custom import LEAST_SIDES, ConvexShape, barrel, convex_die, cuboid, rounded, roundest
from riotsim.table.dice.kinds import D6, DIE_SIZES, KINDS, DieKind, die_kind
from riotsim.testing.generators.choices import Chooser, maybe, pick

EDGES: Final = (0.5, 1.5)
"""Side lengths of a box, as shares of its size; thinner ones are coins, longer ones sticks."""

MOST_SIDES: Final = 10
"""Numbers of a barrel's sides."""

LEAN: Final = 0.25
"""Largest lean of a lopsided die's sides (rad); it can rest on each of them."""


def choose_kind(chooser: Chooser) -> DieKind:
    """Choose a kind of die: nearly half of them are cubes, one in six is no usual solid, and one in five is rounded."""
    kind = die_kind(pick(chooser, ("d6",) * len(KINDS) + KINDS))
    if maybe(chooser, 6):
        kind = pick(chooser, (_cuboid, _barrel, _lopsided))(chooser)
    if maybe(chooser, 5):
        with suppress(ValueError):  # a small side of a lopsided one has no flat part left
            return rounded(kind, chooser.number(0.01, 0.9) * roundest(kind))
    return kind


def choose_cube(chooser: Chooser) -> DieKind:
    """Choose a kind for a tower: most are of sharp cubes."""
    return rounded(D6, chooser.number(0.03, 0.15)) if maybe(chooser, 8) else D6


def choose_size(chooser: Chooser, nasty: bool) -> float:
    """Choose a die's size (mm), mostly a usual one."""
    return chooser.number(*DIE_SIZES) if nasty or maybe(chooser, 5) else pick(chooser, (16.0, 12.0))


def _cuboid(chooser: Chooser) -> DieKind:
    return cuboid(chooser.number(*EDGES), 1.0, 1.0 if maybe(chooser, 2) else chooser.number(*EDGES))


def _barrel(chooser: Chooser) -> DieKind:
    sides = chooser.integer(LEAST_SIDES, MOST_SIDES)
    return barrel(f"barrel of {sides}", range(1, sides + 1))


def _lopsided(chooser: Chooser) -> DieKind:
    """A pyramid with its top cut off, made as a mesh of it is: its middle and its axes have to be found."""
    count, height = chooser.integer(3, 6), chooser.number(0.4, 0.6)
    normals, heights = [(0.0, 0.0, -1.0), (0.0, 0.0, 1.0)], [height, height]
    for k in range(count):
        lean, way = chooser.number(0.0, LEAN), math.tau * k / count
        normals.append((math.cos(way) * math.cos(lean), math.sin(way) * math.cos(lean), math.sin(lean)))
        heights.append(chooser.number(0.4, 0.5))
    sides = dict(enumerate(range(1, count + 3)))
    lump = ConvexShape(np.array(normals), np.array(heights))
    return convex_die("lopsided", lump, sides, read_down=True, size=16.0, digest=repr((normals, heights)))
