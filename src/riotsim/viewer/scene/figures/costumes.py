"""Details of the miniatures that come with the program. The physics ignores these details: they are too small.

Coordinates are in mm, with the soles at z = 0. The figures look along +x.
"""

from collections.abc import Sequence
from typing import TypeAlias

from riotsim.replay.figure_meshes import FigureMesh
from riotsim.table.poses import Vector
from riotsim.viewer.scene.figures.implicit import ImplicitSolid, ball, rod
from riotsim.viewer.scene.shapes import RGB

Ball: TypeAlias = tuple[Vector, Vector, RGB, str]
"""An ellipsoid: centre (mm), three radii (mm), colour, and name of the part."""

Rod: TypeAlias = tuple[Vector, Vector, tuple[float, float], RGB, str]
"""A rod: both ends (mm), radius at each end (mm), colour, and name of the part."""

WHITE: RGB = (0.93, 0.90, 0.84)
PUPIL: RGB = (0.07, 0.05, 0.05)
SKIN: RGB = (0.84, 0.60, 0.47)
LIP: RGB = (0.62, 0.33, 0.28)
BRASS: RGB = (0.80, 0.62, 0.26)
STEEL: RGB = (0.55, 0.56, 0.60)
LEATHER: RGB = (0.36, 0.22, 0.12)
DARK: RGB = (0.16, 0.12, 0.10)
HAIR: RGB = (0.42, 0.20, 0.09)
SHIRT: RGB = (0.88, 0.84, 0.74)

FIGURE_HEIGHT = 32.0
"""Height that the rules give to the ruffian, the bruiser and the marksman (mm). Their meshes are slightly taller."""


def costume(mesh: FigureMesh) -> list[ImplicitSolid]:
    """Return the details of a figure as solids, such as eyes and buttons.

    Only the figures of Riot Dice that come with the program have such details. A figure is recognised by the names of
    its parts.
    """
    names = {part.name for part in mesh.parts}
    if {"brim", "coat tails"} <= names:
        return _ruffian(mesh.height / FIGURE_HEIGHT)
    if {"apron", "club"} <= names:
        return _bruiser(mesh.height / FIGURE_HEIGHT)
    if {"hood", "sack"} <= names:
        return _sneak(mesh.height / 25.0)
    if {"cap", "rifle barrel"} <= names:
        return _marksman(mesh.height / FIGURE_HEIGHT)
    if {"tall hat", "sash"} <= names:
        return _wildcard(mesh.height / 34.0)
    return []


def _ruffian(s: float) -> list[ImplicitSolid]:
    return _scaled(
        s,
        balls=[
            ((2.62, 0.86, 26.0), (0.42, 0.56, 0.40), WHITE, "eye"),
            ((2.62, -0.86, 26.0), (0.42, 0.56, 0.40), WHITE, "eye"),
            ((2.98, 0.84, 25.98), (0.16, 0.27, 0.30), PUPIL, "pupil"),
            ((2.98, -0.84, 25.98), (0.16, 0.27, 0.30), PUPIL, "pupil"),
            ((0.6, 2.45, 25.6), (0.75, 0.45, 0.9), SKIN, "ear"),
            ((0.6, -2.45, 25.6), (0.75, 0.45, 0.9), SKIN, "ear"),
            ((2.6, 0.0, 22.9), (0.75, 0.9, 0.6), SKIN, "face chin"),
            ((2.75, 0.0, 23.5), (0.35, 0.7, 0.22), LIP, "lip"),
            ((3.5, 0.0, 19.4), (0.35, 0.42, 0.42), BRASS, "button"),
            ((3.65, 0.0, 17.5), (0.35, 0.42, 0.42), BRASS, "button"),
            ((3.5, 0.0, 15.9), (0.35, 0.42, 0.42), BRASS, "button"),
            ((1.9, 3.9, 13.2), (1.2, 0.9, 1.3), LEATHER, "pouch"),
            ((-0.8, -4.3, 13.0), (1.3, 0.9, 1.5), LEATHER, "pouch"),
            ((-1.9, 0.0, 25.3), (1.2, 2.2, 1.9), HAIR, "hair"),
            ((-2.3, 0.0, 23.2), (0.8, 1.5, 1.4), HAIR, "hair"),
        ],
        rods=[
            ((2.75, 0.35, 26.75), (2.45, 1.5, 26.7), (0.24, 0.2), HAIR, "brow"),
            ((2.75, -0.35, 26.75), (2.45, -1.5, 26.7), (0.24, 0.2), HAIR, "brow"),
            # Lapels from the scarf down to the belt, and the shirt between them.
            ((2.2, 1.7, 22.0), (3.6, 0.75, 16.2), (0.62, 0.42), DARK, "lapel"),
            ((2.2, -1.7, 22.0), (3.6, -0.75, 16.2), (0.62, 0.42), DARK, "lapel"),
            # A strap over the shoulder.
            ((2.2, 3.5, 21.4), (3.4, -2.9, 14.9), (0.55, 0.55), LEATHER, "strap"),
            ((-2.4, 3.3, 21.2), (-3.0, -2.9, 14.9), (0.55, 0.55), LEATHER, "strap"),
            # Cuffs of coat and boots.
            ((1.25, 5.2, 15.1), (1.7, 5.0, 14.8), (1.62, 1.62), DARK, "cuff"),
            ((3.0, -5.0, 18.15), (3.5, -4.85, 18.3), (1.6, 1.6), DARK, "cuff"),
            ((1.0, 2.7, 5.4), (1.0, 2.65, 6.0), (2.0, 2.05), LEATHER, "boot cuff"),
            ((-1.1, -2.7, 5.4), (-1.1, -2.65, 6.0), (2.0, 2.05), LEATHER, "boot cuff"),
            # The rest of the pistol: its lock, and a muzzle.
            ((6.9, -3.8, 20.8), (9.6, -3.0, 21.6), (0.62, 0.62), STEEL, "gun barrel"),
            ((9.5, -3.03, 21.57), (9.8, -2.94, 21.66), (0.82, 0.82), BRASS, "gun ring"),
            ((5.6, -4.2, 21.2), (6.3, -4.0, 21.6), (0.45, 0.3), BRASS, "lock"),
            ((5.0, -4.5, 17.4), (4.8, -4.5, 16.6), (0.75, 0.85), LEATHER, "pommel"),
            # Fingers around the grip, and those of the fist on the hip.
            ((6.0, -5.0, 19.5), (6.4, -3.6, 19.3), (0.48, 0.42), SKIN, "hand"),
            ((5.9, -5.0, 18.7), (6.3, -3.6, 18.5), (0.48, 0.42), SKIN, "hand"),
            ((3.4, 4.9, 14.6), (3.9, 3.8, 13.9), (0.5, 0.42), SKIN, "hand"),
            ((3.1, 4.9, 13.9), (3.6, 3.8, 13.2), (0.5, 0.42), SKIN, "hand"),
            # A dagger at the back.
            ((-2.6, 3.6, 14.0), (-3.4, 4.2, 10.0), (0.75, 0.45), LEATHER, "scabbard"),
            ((-2.5, 3.5, 14.2), (-2.2, 3.2, 16.4), (0.4, 0.45), BRASS, "ring hilt"),
        ],
    )


def _bruiser(s: float) -> list[ImplicitSolid]:
    return _scaled(
        s,
        balls=[
            ((4.0, 1.05, 26.6), (0.42, 0.6, 0.42), WHITE, "eye"),
            ((4.0, -1.05, 26.6), (0.42, 0.6, 0.42), WHITE, "eye"),
            ((4.36, 1.0, 26.58), (0.16, 0.28, 0.31), PUPIL, "pupil"),
            ((4.36, -1.0, 26.58), (0.16, 0.28, 0.31), PUPIL, "pupil"),
            ((1.3, 3.0, 26.0), (0.85, 0.5, 1.0), SKIN, "ear"),
            ((1.3, -3.0, 26.0), (0.85, 0.5, 1.0), SKIN, "ear"),
            ((4.1, 0.0, 24.2), (0.4, 0.85, 0.25), LIP, "lip"),
            ((3.0, 0.0, 21.6), (1.3, 1.9, 1.5), HAIR, "beard"),
            ((-0.9, 0.0, 26.0), (1.1, 2.5, 1.9), HAIR, "hair"),
            ((5.9, 0.0, 11.1), (0.4, 1.15, 1.0), BRASS, "buckle"),
            ((1.8, 5.9, 10.6), (1.3, 1.0, 1.5), LEATHER, "pouch"),
            ((2.7, -7.2, 29.8), (0.75, 0.75, 0.75), STEEL, "iron stud"),
            ((5.6, -7.2, 29.2), (0.75, 0.75, 0.75), STEEL, "iron stud"),
            ((4.2, -5.4, 29.3), (0.75, 0.75, 0.75), STEEL, "iron stud"),
            ((4.0, -9.4, 29.0), (0.75, 0.75, 0.75), STEEL, "iron stud"),
        ],
        rods=[
            ((4.25, 0.4, 27.35), (3.8, 1.8, 27.2), (0.34, 0.26), HAIR, "brow"),
            ((4.25, -0.4, 27.35), (3.8, -1.8, 27.2), (0.34, 0.26), HAIR, "brow"),
            ((4.2, 0.3, 24.8), (3.8, 2.0, 24.2), (0.5, 0.3), HAIR, "moustache"),
            ((4.2, -0.3, 24.8), (3.8, -2.0, 24.2), (0.5, 0.3), HAIR, "moustache"),
            # The apron's strings.
            ((3.2, 2.6, 18.0), (1.2, 3.6, 23.2), (0.5, 0.5), LEATHER, "strap"),
            ((3.2, -2.6, 18.0), (1.2, -3.6, 23.2), (0.5, 0.5), LEATHER, "strap"),
            ((-3.0, 3.4, 22.0), (-4.6, 0.0, 14.0), (0.5, 0.5), LEATHER, "strap"),
            ((-3.0, -3.4, 22.0), (-4.6, 0.0, 14.0), (0.5, 0.5), LEATHER, "strap"),
            # Rolled sleeves, cuffs of boots, a band around the wrist.
            ((0.1, 7.9, 17.0), (0.2, 8.0, 17.6), (2.55, 2.55), DARK, "cuff"),
            ((1.2, -7.8, 17.0), (1.0, -7.7, 17.6), (2.55, 2.55), DARK, "cuff"),
            ((2.0, 7.8, 14.2), (2.5, 7.75, 13.6), (2.1, 2.1), LEATHER, "strap cuff"),
            ((0.5, 4.0, 6.4), (0.5, 3.9, 7.2), (2.7, 2.75), LEATHER, "boot cuff"),
            ((-0.6, -4.0, 6.4), (-0.6, -3.9, 7.2), (2.7, 2.75), LEATHER, "boot cuff"),
            # Fingers.
            ((4.4, 8.6, 12.6), (5.2, 6.6, 12.2), (0.7, 0.6), SKIN, "hand"),
            ((4.5, 8.6, 11.5), (5.2, 6.6, 11.1), (0.7, 0.6), SKIN, "hand"),
            ((6.9, -7.7, 19.6), (7.7, -5.4, 19.8), (0.75, 0.6), SKIN, "hand"),
            ((7.0, -7.7, 18.4), (7.8, -5.4, 18.5), (0.75, 0.6), SKIN, "hand"),
        ],
    )


def _sneak(s: float) -> list[ImplicitSolid]:
    return _scaled(
        s,
        balls=[
            ((5.35, 0.95, 19.9), (0.42, 0.55, 0.42), WHITE, "eye"),
            ((5.35, -0.95, 19.9), (0.42, 0.55, 0.42), WHITE, "eye"),
            ((5.7, 0.9, 19.85), (0.16, 0.27, 0.3), PUPIL, "pupil"),
            ((5.7, -0.9, 19.85), (0.16, 0.27, 0.3), PUPIL, "pupil"),
            ((4.2, 0.0, 21.3), (1.0, 1.6, 0.7), DARK, "hair"),
            ((2.4, 3.2, 9.4), (1.1, 0.8, 1.2), LEATHER, "pouch"),
            ((1.6, -3.4, 9.2), (1.1, 0.8, 1.2), LEATHER, "pouch"),
            ((3.1, 0.0, 10.3), (0.4, 0.8, 0.7), BRASS, "buckle"),
            ((-5.6, -1.0, 12.6), (1.2, 1.2, 1.2), BRASS, "brass loot"),
        ],
        rods=[
            ((5.4, 0.4, 20.65), (5.0, 1.6, 20.8), (0.25, 0.2), DARK, "brow"),
            ((5.4, -0.4, 20.65), (5.0, -1.6, 20.8), (0.25, 0.2), DARK, "brow"),
            # The cord of the sack, and the clasp of the cloak.
            ((-5.9, -2.3, 16.4), (-3.4, -2.3, 16.6), (0.5, 0.5), LEATHER, "strap"),
            ((4.0, 0.9, 15.7), (4.0, -0.9, 15.7), (0.5, 0.5), BRASS, "clasp"),
            ((5.7, 3.4, 12.4), (5.8, 5.4, 12.2), (0.45, 0.4), SKIN, "hand"),
            ((6.5, 3.5, 13.6), (7.4, 3.7, 13.2), (0.45, 0.4), SKIN, "hand"),
            ((6.6, 3.5, 12.8), (6.9, 5.6, 12.8), (0.4, 0.4), BRASS, "ring hilt"),
            ((3.1, 2.6, 4.6), (3.1, 2.6, 5.2), (1.75, 1.8), LEATHER, "boot cuff"),
            ((-2.6, -2.6, 4.6), (-2.4, -2.5, 5.2), (1.75, 1.8), LEATHER, "boot cuff"),
        ],
    )


def _marksman(s: float) -> list[ImplicitSolid]:
    return _scaled(
        s,
        balls=[
            ((2.5, 0.35, 26.0), (0.4, 0.52, 0.4), WHITE, "eye"),
            ((2.85, 0.35, 25.98), (0.16, 0.26, 0.29), PUPIL, "pupil"),
            ((0.6, 1.6, 25.6), (0.7, 0.4, 0.85), SKIN, "ear"),
            ((2.5, -0.5, 23.4), (0.5, 0.7, 0.5), SKIN, "face chin"),
            ((-1.4, -0.5, 25.4), (1.0, 2.0, 1.7), DARK, "hair"),
            ((2.9, 0.0, 20.6), (0.3, 0.4, 0.4), BRASS, "button"),
            ((3.0, 0.0, 18.6), (0.3, 0.4, 0.4), BRASS, "button"),
            ((2.9, 0.0, 16.6), (0.3, 0.4, 0.4), BRASS, "button"),
            ((2.9, 0.0, 14.7), (0.4, 1.0, 0.9), BRASS, "buckle"),
            ((1.2, -3.7, 13.6), (1.2, 0.8, 1.4), LEATHER, "pouch"),
        ],
        rods=[
            # The other eye is shut.
            ((2.7, -1.7, 26.0), (2.8, -0.9, 25.9), (0.2, 0.2), DARK, "brow"),
            ((2.75, -0.1, 26.75), (2.5, 0.9, 26.8), (0.24, 0.2), DARK, "brow"),
            ((2.9, -0.9, 24.1), (2.6, 0.4, 24.0), (0.3, 0.25), DARK, "moustache"),
            # A bandolier with cartridges.
            ((1.6, 3.4, 21.4), (2.8, -2.6, 15.4), (0.6, 0.6), LEATHER, "strap"),
            ((-2.2, 3.2, 21.2), (-2.5, -2.6, 15.4), (0.6, 0.6), LEATHER, "strap"),
            ((2.9, 1.5, 19.3), (3.1, 1.5, 20.3), (0.35, 0.35), BRASS, "cartridge brass"),
            ((3.1, 0.4, 18.1), (3.3, 0.4, 19.1), (0.35, 0.35), BRASS, "cartridge brass"),
            ((3.2, -0.8, 16.9), (3.4, -0.8, 17.9), (0.35, 0.35), BRASS, "cartridge brass"),
            ((6.9, 1.3, 21.3), (6.4, 1.9, 20.8), (1.5, 1.5), DARK, "cuff"),
            ((1.6, -4.1, 21.5), (1.1, -4.5, 21.0), (1.5, 1.5), DARK, "cuff"),
            ((3.6, -1.9, 24.2), (5.2, -1.8, 24.6), (0.5, 0.35), BRASS, "lock"),
            ((8.2, -0.9, 23.6), (9.2, -2.2, 23.4), (0.5, 0.42), SKIN, "hand"),
            ((2.3, 2.2, 5.6), (2.2, 2.2, 6.2), (2.0, 2.0), LEATHER, "boot cuff"),
            ((-2.5, -2.4, 5.6), (-2.4, -2.3, 6.2), (2.0, 2.0), LEATHER, "boot cuff"),
        ],
    )


def _wildcard(s: float) -> list[ImplicitSolid]:
    return _scaled(
        s,
        balls=[
            ((2.7, 1.0, 25.4), (0.45, 0.72, 0.62), WHITE, "eye"),
            ((2.7, -1.0, 25.4), (0.42, 0.5, 0.4), WHITE, "eye"),
            ((3.08, 1.05, 25.5), (0.16, 0.3, 0.33), PUPIL, "pupil"),
            ((3.05, -0.9, 25.36), (0.16, 0.22, 0.25), PUPIL, "pupil"),
            ((2.9, 0.0, 23.4), (0.35, 1.3, 0.35), LIP, "lip"),
            ((3.05, 0.0, 23.55), (0.25, 0.95, 0.2), WHITE, "teeth"),
            ((-0.6, 3.6, 25.4), (1.5, 1.7, 1.4), HAIR, "hair"),
            ((-0.6, -3.6, 25.4), (1.5, 1.7, 1.4), HAIR, "hair"),
            ((3.3, 0.0, 19.4), (0.35, 0.45, 0.45), BRASS, "button"),
            ((3.2, 0.0, 17.2), (0.35, 0.45, 0.45), BRASS, "button"),
            ((3.0, 0.0, 15.0), (0.35, 0.45, 0.45), BRASS, "button"),
        ],
        rods=[
            ((2.8, 0.4, 26.5), (2.4, 1.7, 26.9), (0.28, 0.2), HAIR, "brow"),
            ((2.8, -0.4, 26.2), (2.5, -1.7, 26.0), (0.28, 0.2), HAIR, "brow"),
            # A playing card in the band of the hat.
            ((2.6, 1.5, 28.6), (2.4, 2.0, 31.4), (0.9, 0.9), WHITE, "card"),
            ((3.3, 1.65, 30.2), (3.3, 1.7, 30.3), (0.45, 0.45), LIP, "card"),
            ((0.9, 8.0, 21.4), (1.1, 8.1, 22.0), (1.55, 1.55), DARK, "cuff"),
            ((3.8, -5.2, 18.2), (4.3, -5.0, 18.3), (1.6, 1.6), DARK, "cuff"),
            ((1.9, 8.6, 24.6), (2.4, 9.0, 26.6), (0.5, 0.4), SKIN, "hand"),
            ((6.2, -5.2, 18.9), (6.9, -3.6, 18.8), (0.5, 0.42), SKIN, "hand"),
            ((7.4, -4.2, 20.2), (8.2, -4.0, 20.9), (0.5, 0.35), BRASS, "lock"),
            ((1.5, 3.6, 5.8), (1.4, 3.5, 6.4), (2.1, 2.1), LEATHER, "boot cuff"),
            ((-1.2, -3.6, 5.8), (-1.2, -3.5, 6.4), (2.1, 2.1), LEATHER, "boot cuff"),
        ],
    )


def _scaled(s: float, balls: Sequence[Ball], rods: Sequence[Rod]) -> list[ImplicitSolid]:
    """Return balls and rods as solids, with positions and radii multiplied by `s`."""
    out = [
        ball(
            tuple(v * s for v in at),
            tuple(v * s for v in radii),
            colour,
            name,
            0.12 if name in ("eye", "pupil") else 0.3,
        )
        for at, radii, colour, name in balls
    ]
    out += [
        rod(
            tuple(v * s for v in a),
            tuple(v * s for v in b),
            (r0 * s, r1 * s),
            colour,
            name,
            0.3,
        )
        for a, b, (r0, r1), colour, name in rods
    ]
    return out
