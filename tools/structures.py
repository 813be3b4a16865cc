"""Structures and trees for the maps of games: a house, ruins with windows, trees, crops and crystals; mm, z up.

Each stands with the middle of its outline at x = y = 0. A house's body is one convex solid, and walls are made of
upright blocks: both make lines of sight cheap.
"""

import math
from collections.abc import Sequence

import numpy as np
from shapes import Colour, Corners, Solid, block, loft, ring, stack, turned

Span = tuple[float, float]

PLASTER: Colour = (206, 192, 164, 255)
THATCH: Colour = (150, 122, 76, 255)
TIMBER: Colour = (94, 64, 42, 255)
BRICK: Colour = (146, 92, 72, 255)
GLASS: Colour = (62, 72, 84, 255)
RUBBLE: tuple[Colour, ...] = ((150, 146, 138, 255), (134, 128, 118, 255), (162, 156, 144, 255))
BARK: Colour = (98, 74, 52, 255)
LEAVES: tuple[Colour, ...] = ((74, 108, 58, 255), (86, 122, 62, 255), (66, 96, 54, 255))
NEEDLES: tuple[Colour, ...] = ((52, 86, 58, 255), (60, 96, 62, 255), (46, 78, 52, 255))
STRAW: Colour = (198, 170, 88, 255)
CRYSTAL: tuple[Colour, ...] = ((126, 108, 196, 255), (96, 150, 208, 255), (150, 120, 214, 255))


def house(length: float = 127.0, width: float = 101.6) -> tuple[Solid, ...]:
    """Build a house of timber and plaster under a gabled roof, with a chimney."""
    out, eaves, ridge = 3.0, 48.0, 82.0  # of the roof over the walls; heights of the walls and of the ridge
    x, y = length / 2 - out, width / 2 - out
    gable = [(-y, 0.0), (y, 0.0), (y, eaves), (0.0, ridge - 3.0), (-y, eaves)]
    body = loft("walls", [_across(-x, gable), _across(x, gable)], PLASTER)
    parts = [body]
    slope = (ridge - 3.0 - eaves) / y
    for side in (1.0, -1.0):
        low = eaves - slope * out + 0.4
        seam = side * 0.05
        section = [(seam, ridge - 2.6), (side * width / 2, low), (side * width / 2, low + 3.4), (seam, ridge + 0.8)]
        section = section if side > 0 else section[::-1]
        parts.append(loft(f"roof {side:g}", [_across(-length / 2, section), _across(length / 2, section)], THATCH))
    parts.append(block("ridge", TIMBER, (-length / 2, -2.2, ridge - 0.9), (length / 2, 2.2, ridge + 1.7)))
    parts.append(block("chimney", BRICK, (x - 34, 10.0, ridge - 26), (x - 20, 24.0, ridge + 11)))
    parts.append(block("chimney top", BRICK, (x - 35.4, 8.6, ridge + 9), (x - 18.6, 25.4, ridge + 13)))
    for sign in (1.0, -1.0):
        wall = sign * y
        for k, at in enumerate((-x + 2.6, -x / 3, x / 3, x - 2.6)):
            parts.append(_plate(f"post {sign:g} {k}", TIMBER, (at - 2.6, at + 2.6), (0.3, eaves - 1), wall, sign))
        parts.append(_plate(f"plate {sign:g}", TIMBER, (-x + 5, x - 5), (eaves - 6, eaves - 1.4), wall, sign, 0.9))
        for k, at in enumerate((-2 * x / 3, 2 * x / 3)):
            parts.append(_plate(f"frame {sign:g} {k}", TIMBER, (at - 8, at + 8), (18.0, 36.0), wall, sign, 1.1))
            parts.append(_plate(f"pane {sign:g} {k}", GLASS, (at - 6, at + 6), (20.0, 34.0), wall, sign, 1.7))
        door = (0.2, 32.0) if sign < 0 else (18.0, 36.0)
        parts.append(_plate(f"door frame {sign:g}", TIMBER, (-9, 9), (door[0], door[1] + 2), wall, sign, 1.1))
        colour, heights = BRICK if sign < 0 else GLASS, (door[0] + 0.3, door[1])
        parts.append(_plate(f"door {sign:g}", colour, (-6.6, 6.6), heights, wall, sign, 1.8))
    for sign in (1.0, -1.0):  # posts of the gables
        for k, at in enumerate((-y + 2.6, 0.0, y - 2.6)):
            top = eaves - 1 if k != 1 else ridge - 12
            post = _plate(f"gable post {sign:g} {k}", TIMBER, (at - 2.6, at + 2.6), (0.3, top), sign * x, sign)
            parts.append(_swapped(post))
        gable_beam = _plate(f"gable beam {sign:g}", TIMBER, (-y + 5, y - 5), (eaves - 4, eaves), sign * x, sign, 0.9)
        parts.append(_swapped(gable_beam))
    return tuple(parts)


def _across(x: float, section: Sequence[tuple[float, float]]) -> Corners:
    """Return a ring at x through points of y and z."""
    return np.array([(x, y, z) for y, z in section])


def _plate(name: str, colour: Colour, xs: Span, zs: Span, wall: float, sign: float, out: float = 1.3) -> Solid:
    """Return a flat block on a wall along x, which stands out by `out` and reaches 1 mm into the wall."""
    low, high = sorted((wall - sign * 1.0, wall + sign * out))
    return block(name, colour, (xs[0], low, zs[0]), (xs[1], high, zs[1]))


def _swapped(solid: Solid) -> Solid:
    """Return a solid with x and y exchanged."""
    x, y, z = solid.corners.T
    return Solid(solid.name, np.column_stack((y, x, z)), solid.triangles[:, ::-1], solid.colour)


def ruined_wall(
    length: float = 4 * 25.4, thickness: float = 12.7, tops: Sequence[float] = (52.0, 60.0, 57.0, 44.0, 30.0)
) -> tuple[Solid, ...]:
    """Build a wall with two windows and a broken top. One can see and climb through the windows."""
    sill, head, open_ = 19.0, 44.0, 19.0
    pier = (length - 2 * open_) / 3
    cuts = [-length / 2]
    for _ in range(2):
        cuts += [cuts[-1] + pier, cuts[-1] + pier + open_]
    cuts += [length / 2]
    half, parts = thickness / 2, []
    for k in range(3):  # the piers, with broken tops
        left, right = cuts[2 * k], cuts[2 * k + 1]
        a, b = (tops[0], tops[1], tops[3])[k], (tops[1], tops[2], tops[4])[k]
        parts.append(_slanted(f"pier {k}", RUBBLE[k % 3], (left, right), half, (a, b)))
    for k in range(2):
        left, right = cuts[2 * k + 1], cuts[2 * k + 2]
        low, high = (left - 0.4, -half + 0.6, 0.0), (right + 0.4, half - 0.6, sill - 3)
        parts.append(block(f"sill {k}", RUBBLE[1], low, high))
        low, high = (left - 0.3, -half + 0.1, sill - 3.2), (right + 0.3, half - 0.1, sill)
        parts.append(block(f"sill stone {k}", RUBBLE[2], low, high))
        if tops[k + 2] > head:
            low, high = (left - 2.5, -half + 0.8, head), (right + 2.5, half - 0.8, head + 5)
            parts.append(block(f"lintel {k}", TIMBER, low, high))
    return tuple(parts)


def _slanted(name: str, colour: Colour, xs: tuple[float, float], half: float, tops: tuple[float, float]) -> Solid:
    """Return an upright block whose top falls from one side to the other."""
    (x0, x1), (a, b) = xs, tops
    low = [(x0, -half, 0.0), (x1, -half, 0.0), (x1, half, 0.0), (x0, half, 0.0)]
    high = [(x0, -half, a), (x1, -half, b), (x1, half, b - 2.0), (x0, half, a - 2.0)]
    return loft(name, [np.array(low), np.array(high)], colour)


def ruined_house(arm: float = 4.5 * 25.4, thickness: float = 12.7) -> tuple[Solid, ...]:
    """Build the corner of a ruined house: two walls with windows at a right angle, and rubble in the corner."""
    half, side = arm / 2, arm - thickness - 0.2
    front = ruined_wall(arm, thickness, (58.0, 66.0, 60.0, 46.0, 26.0))
    flank = ruined_wall(side, thickness, (60.0, 56.0, 52.0, 38.0, 20.0))
    return (
        *(_moved(part, "front", 0.0, -half + thickness / 2) for part in front),
        *(_moved(turned(part, math.pi / 2), "side", -half + thickness / 2, thickness / 2 + 0.1) for part in flank),
    )


def _moved(solid: Solid, name: str, x: float, y: float) -> Solid:
    return Solid(f"{name} {solid.name}", solid.corners + np.array([x, y, 0.0]), solid.triangles, solid.colour)


def giant_tree(radius: float = 25.4) -> tuple[Solid, ...]:
    """Build a giant tree: a gnarled trunk with roots, and a crown high over all units."""
    trunk = [(0.0, 1.0), (7.0, 0.8), (22.0, 0.62), (60.0, 0.52), (112.0, 0.52)]
    rings = []
    for z, share in trunk:
        angles = np.arange(10) * math.tau / 10
        waves = 1.0 - 0.07 * (1.0 + np.cos(5 * angles))
        far = radius * share * waves
        rings.append(np.column_stack((far * np.cos(angles), far * np.sin(angles), np.full(10, z))))
    parts = [loft("trunk", rings, BARK)]
    crowns = [
        ((0.0, 0.0), 104.0, 46.0, 44.0),
        ((26.0, 8.0), 96.0, 30.0, 30.0),
        ((-20.0, 20.0), 98.0, 30.0, 29.0),
        ((-8.0, -28.0), 94.0, 30.0, 28.0),
    ]
    for k, (at, low, wide, tall) in enumerate(crowns):
        parts.append(_leaves(f"crown {k}", LEAVES[k % 3], at, low, wide, tall, 9 if k == 0 else 8))
    return tuple(parts)


def _leaves(
    name: str, colour: Colour, at: tuple[float, float], low: float, wide: float, tall: float, sides: int
) -> Solid:
    """Return a lump of leaves."""
    levels = ((0.0, 0.45), (0.22, 0.92), (0.5, 1.0), (0.78, 0.74), (1.0, 0.28))
    return stack(
        name, colour, *((low + share * tall, wide * out, wide * out * 0.93) for share, out in levels),
        at=at, sides=sides, tilt=(0.05, -0.04, 0.3 * len(name)),
    )  # fmt: skip


def conifer(radius: float = 13.0, height: float = 58.0) -> tuple[Solid, ...]:
    """Build a fir: a trunk and three skirts of needles."""
    parts = [stack("trunk", BARK, (0.0, 2.6, 2.6), (14.0, 2.0, 2.0), sides=6)]
    for k, (low, high, wide) in enumerate(((10.0, 0.52, 1.0), (24.0, 0.76, 0.8), (37.0, 1.0, 0.58))):
        tilt = (0.0, 0.0, 0.4 * k)
        out, under = radius * wide, radius * wide * 0.9
        levels = ((low, out, out), (low + 2.5, under, under), (height * high, 0.6, 0.6))
        parts.append(stack(f"needles {k}", NEEDLES[k], *levels, sides=8, tilt=tilt))
    return tuple(parts)


def broadleaf(radius: float = 15.0, height: float = 50.0) -> tuple[Solid, ...]:
    """Build a small tree with a round crown."""
    trunk = stack("trunk", BARK, (0.0, 3.2, 3.2), (10.0, 2.1, 2.1), (24.0, 2.4, 2.4), sides=6)
    crown = _leaves("crown", LEAVES[1], (0.0, 0.0), 17.0, radius, height - 17.0, 8)
    side = _leaves("crown side", LEAVES[0], (radius * 0.5, -radius * 0.3), 16.0, radius * 0.62, 20.0, 7)
    return (trunk, crown, side)


def crops(length: float = 44.0) -> tuple[Solid, ...]:
    """Build a row of corn, low enough to stand in."""
    parts = []
    for k, x in enumerate(np.linspace(-length / 2 + 3, length / 2 - 3, 7).tolist()):
        top = 12.0 + 1.5 * (k % 3)
        levels = ((0.0, 2.4, 2.4), (5.0, 1.6, 1.6), (top - 2.5, 3.0, 2.6), (top, 0.8, 0.8))
        at = (x, 0.8 * (-1) ** k)
        parts.append(stack(f"sheaf {k}", STRAW, *levels, at=at, sides=6, tilt=(0.0, 0.0, 0.7 * k)))
    return tuple(parts)


def crystal(height: float = 34.0) -> tuple[Solid, ...]:
    """Build a group of crystals that grow from the ground of a magic zone."""
    shards = (
        ((0.0, 0.0), 5.0, height, (0.05, 0.1)),
        ((6.0, 2.0), 3.4, height * 0.6, (-0.3, -0.1)),
        ((-4.5, 4.0), 3.0, height * 0.5, (0.35, -0.2)),
        ((-2.0, -5.5), 2.6, height * 0.4, (0.1, 0.4)),
    )
    parts = []
    for k, (at, wide, tall, lean) in enumerate(shards):
        rings = [
            ring((at[0] - lean[0] * z, at[1] - lean[1] * z, z), (wide * share, wide * share), 6, (0.0, 0.0, 0.5 * k))
            for z, share in ((0.0, 0.9), (tall * 0.7, 1.0), (tall, 0.12))
        ]
        parts.append(loft(f"crystal {k}", rings, CRYSTAL[k % 3]))
    return tuple(parts)
