"""Figures for the units of RiftWar: ranged, close, unarmed, transport and flyer. They look along +x; mm, z up.

Each is 28 mm high for a base of an inch, and is scaled for larger ones. The outline tells what a unit does from far
away: a long barrel, a shield and a raised blade, open hands, wheels, wings. The coat is the part in the owner's colour.
"""

import numpy as np
from shapes import Colour, Corners, Solid, Spot, block, limb, ring, stack
from shapes import loft as joined

COAT: Colour = (92, 104, 128, 255)
STEEL: Colour = (168, 174, 184, 255)
IRON: Colour = (70, 74, 82, 255)
WOOD: Colour = (132, 94, 58, 255)
SKIN: Colour = (214, 160, 124, 255)
LEATHER: Colour = (96, 66, 44, 255)
CLOTH: Colour = (206, 194, 168, 255)
CANVAS: Colour = (196, 184, 150, 255)
BRASS: Colour = (206, 166, 78, 255)
FEATHERS: Colour = (232, 228, 216, 255)

Arm = tuple[Spot, Spot, Spot]
"""Shoulder, elbow and hand."""


def _body(stride: float = 1.4) -> list[Solid]:
    """Return legs, a long coat and a belt."""
    parts = []
    for side, name in ((1.0, "left"), (-1.0, "right")):
        x = side * stride
        foot = [ring((x + 0.9, side * 2.9, 0.0), (2.9, 1.8)), ring((x - 0.1, side * 2.8, 4.2), (1.7, 1.7))]
        parts.append(joined(f"{name} boot", foot, LEATHER))
        parts.append(limb(f"{name} leg", LEATHER, ((x, side * 2.7, 3.8), 1.7), ((0.1, side * 1.7, 10.0), 2.1)))
    skirt = [ring((-0.4, 0.0, 6.4), (4.0, 5.2)), ring((0.0, 0.0, 12.4), (2.9, 3.7))]
    parts.append(joined("coat skirt", skirt, COAT))
    parts.append(stack("coat", COAT, (12.0, 2.9, 3.7), (16.2, 3.4, 4.6), (19.0, 3.1, 5.0), (20.4, 2.0, 2.8)))
    parts.append(stack("belt", LEATHER, (11.6, 3.3, 4.1), (13.0, 3.3, 4.1)))
    return parts


def _arm(name: str, at: Arm) -> list[Solid]:
    """Return an arm in the colour of the coat, with a hand."""
    shoulder, elbow, fist = at
    x, y, z = fist
    return [
        limb(f"{name} upper arm", COAT, (shoulder, 1.9), (elbow, 1.5)),
        limb(f"{name} forearm", COAT, (elbow, 1.5), (fist, 1.25)),
        stack(f"{name} hand", SKIN, (z - 1.3, 1.1, 1.1), (z, 1.5, 1.5), (z + 1.3, 1.1, 1.1), at=(x, y)),
    ]


def _head(x: float = 0.4) -> list[Solid]:
    """Return a head with a nose."""
    return [
        stack("head", SKIN, (20.4, 1.6, 1.6), (22.0, 2.5, 2.3), (24.6, 2.5, 2.3), (26.0, 1.9, 1.9), at=(x, 0.0)),
        stack("nose", SKIN, (22.2, 0.8, 0.6), (23.8, 0.4, 0.4), at=(x + 2.6, 0.0), sides=6),
    ]


def ranged() -> tuple[Solid, ...]:
    """Build a rifleman who takes aim, with a helmet and a pack: the long barrel tells what it is."""
    return (
        *_body(),
        *_head(),
        *_arm("left", ((0.4, 4.4, 18.8), (3.2, 4.8, 16.8), (6.2, 1.2, 18.9))),
        *_arm("right", ((0.2, -4.4, 18.8), (0.6, -6.2, 16.2), (2.4, -2.2, 18.2))),
        limb("stock", WOOD, ((-1.6, -2.6, 17.6), 1.5), ((3.6, -1.4, 18.9), 1.1)),
        limb("barrel", IRON, ((3.0, -1.5, 19.0), 1.0), ((13.6, 1.0, 20.0), 0.8)),
        limb("muzzle", IRON, ((12.4, 0.7, 19.9), 1.15), ((14.2, 1.15, 20.1), 1.15)),
        stack("helmet", STEEL, (23.8, 3.5, 3.3), (25.0, 3.4, 3.2), (27.0, 2.4, 2.3), (28.0, 1.0, 1.0), at=(0.2, 0.0)),
        stack("brim", STEEL, (23.4, 4.2, 4.0), (24.2, 4.0, 3.8), at=(0.3, 0.0), sides=10),
        block("pack", CANVAS, (-6.4, -3.2, 12.6), (-2.6, 3.2, 19.0), bevel=0.8),
        limb("bedroll", LEATHER, ((-4.4, -4.2, 20.0), 1.5), ((-4.4, 4.2, 20.0), 1.5)),
    )


def close() -> tuple[Solid, ...]:
    """Build a warrior with a round shield before the body, and a broad blade held high."""
    blade = [_section(2.4, -8.0, 20.4, 1.7), _section(6.2, -8.0, 28.4, 1.6), _section(7.4, -8.0, 30.6, 0.3)]
    return (
        *_body(2.0),
        *_head(),
        *_arm("left", ((0.2, 4.4, 18.6), (2.2, 6.6, 15.4), (5.0, 4.4, 14.4))),
        *_arm("right", ((0.0, -4.4, 18.8), (-1.0, -7.6, 16.6), (1.6, -8.0, 18.6))),
        joined("shield", [_upright_disc(5.6, 4.0, 13.6, 6.6), _upright_disc(7.0, 4.0, 13.6, 6.0)], COAT),
        joined("shield rim", [_upright_disc(5.2, 4.0, 13.6, 6.9), _upright_disc(5.9, 4.0, 13.6, 6.9)], BRASS),
        joined("boss", [_upright_disc(6.8, 4.0, 13.6, 2.1), _upright_disc(8.2, 4.0, 13.6, 1.1)], BRASS),
        limb("hilt", LEATHER, ((0.9, -8.0, 16.6), 0.8), ((2.4, -8.0, 20.6), 0.8)),
        limb("guard", BRASS, ((2.4, -10.2, 20.6), 0.75), ((2.4, -5.8, 20.6), 0.75)),
        joined("blade", blade, STEEL),
        stack("helmet", BRASS, (22.8, 3.1, 2.9), (25.0, 3.1, 2.9), (27.0, 2.0, 1.9), (28.0, 0.8, 0.8), at=(0.1, 0.0)),
        joined("crest", [_crest(-3.4, 25.0, 0.5), _crest(-0.4, 29.8, 0.7), _crest(2.6, 27.2, 0.5)], COAT),
    )


def unarmed() -> tuple[Solid, ...]:
    """Build somebody without arms: bareheaded, both hands raised and open."""
    hood = stack("hair", LEATHER, (23.6, 2.7, 2.5), (26.2, 2.6, 2.5), (28.0, 1.2, 1.2), at=(-0.1, 0.0))
    return (
        *_body(),
        *_head(),
        hood,
        *_arm("left", ((0.2, 4.4, 18.8), (1.2, 7.4, 17.4), (2.6, 8.4, 22.4))),
        *_arm("right", ((0.2, -4.4, 18.8), (1.2, -7.4, 17.4), (2.6, -8.4, 22.4))),
        stack("apron", CLOTH, (6.8, 1.2, 3.6), (12.6, 1.2, 3.2), (17.4, 1.1, 2.8), at=(2.9, 0.0)),
        stack("bag", CANVAS, (9.4, 1.7, 2.0), (12.0, 2.0, 2.2), (14.4, 1.4, 1.8), at=(-0.6, 5.2)),
    )


def transport() -> tuple[Solid, ...]:
    """Build an armoured wagon on four wheels, with a driver's slit and a canvas roof over the hold."""
    parts = [
        block("hull", COAT, (-11.4, -6.6, 4.6), (6.6, 6.6, 15.6), bevel=0.8),
        joined("bow", [_frame(6.2, 6.4, 5.0, 15.4), _frame(11.6, 5.0, 6.4, 10.6)], COAT),
        block("bumper", IRON, (11.0, -5.6, 5.6), (12.6, 5.6, 8.2)),
        joined("cab", [_level(-0.6, 7.0, 5.8, 15.2), _level(0.4, 5.4, 4.8, 21.0)], COAT),
        block("slit", IRON, (5.0, -3.8, 17.4), (6.7, 3.8, 19.4)),
        joined("roof", [_arch(-11.8, 6.4), _arch(-0.8, 6.4)], CANVAS),
        block("step", IRON, (-4.0, -8.0, 5.0), (3.0, 8.0, 6.0)),
        limb("spare", IRON, ((-12.6, 0.0, 12.6), 3.4), ((-11.2, 0.0, 12.6), 3.4), sides=10),
    ]
    for x in (-7.2, 6.4):
        for side in (1.0, -1.0):
            name = f"wheel {x:g} {side:g}"
            parts.append(limb(name, IRON, ((x, side * 6.2, 4.2), 4.2), ((x, side * 9.4, 4.2), 4.2), sides=12))
            parts.append(limb(f"hub {name}", BRASS, ((x, side * 9.2, 4.2), 1.7), ((x, side * 10.0, 4.2), 1.3), sides=8))
    return tuple(parts)


def flyer() -> tuple[Solid, ...]:
    """Build an angel with a spear and wide white wings, on the tips of the toes."""
    parts = [*_body(0.6), *_head(), stack("hair", BRASS, (23.4, 2.8, 2.6), (26.0, 2.7, 2.6), (27.8, 1.3, 1.3))]
    parts += _arm("left", ((0.2, 4.4, 18.8), (2.0, 6.4, 15.8), (4.8, 5.4, 17.0)))
    parts += _arm("right", ((0.2, -4.4, 18.8), (1.6, -6.4, 15.6), (4.6, -5.8, 16.4)))
    parts.append(limb("shaft", WOOD, ((3.4, -6.2, 2.0), 0.6), ((5.3, -5.6, 25.6), 0.6)))
    parts.append(limb("point", STEEL, ((5.25, -5.6, 25.0), 1.3), ((5.6, -5.5, 29.6), 0.25)))
    for side, name in ((1.0, "left"), (-1.0, "right")):
        tips = ((5.6, 26.0), (10.4, 30.4), (13.4, 27.4), (14.2, 22.0), (12.2, 16.4), (7.2, 11.2))
        for k, (y, z) in enumerate(tips[1:], 1):
            before = tips[k - 1]
            root, back = (-2.8 - 0.02 * k, side * 1.4, 19.4 - 0.3 * k), -4.6 - 0.4 * k
            corners = ((back, side * y, z), (back + 0.6, side * before[0], before[1]))
            parts.append(_feather(f"{name} wing {k}", root, corners))
    return tuple(parts)


def _upright_disc(x: float, y: float, z: float, radius: float) -> Corners:
    """Return a ring across x, anticlockwise seen from +x."""
    flat = ring((0.0, 0.0, 0.0), (radius, radius), 12)
    return np.column_stack((np.full(12, x), y + flat[:, 0], z + flat[:, 1]))


def _section(x: float, y: float, z: float, half: float) -> Corners:
    """Return the section of a blade at a height: a long lozenge, anticlockwise from above."""
    return np.array([(x + half, y, z), (x, y + 0.45 * half, z), (x - half, y, z), (x, y - 0.45 * half, z)])


def _crest(x: float, z: float, half: float) -> Corners:
    return np.array([(x, -half, z - 2.4), (x, half, z - 2.4), (x, half, z), (x, -half, z)])


def _frame(x: float, y: float, low: float, high: float) -> Corners:
    return np.array([(x, -y, low), (x, y, low), (x, y, high), (x, -y, high)])


def _level(x0: float, x1: float, y: float, z: float) -> Corners:
    return np.array([(x0, -y, z), (x1, -y, z), (x1, y, z), (x0, y, z)])


def _arch(x: float, y: float) -> Corners:
    """Return the section of a barrel roof at x, anticlockwise seen from +x."""
    turns = np.linspace(0.0, np.pi, 8)
    round_ = [(x, y * np.cos(turn), 15.0 + 13.0 * np.sin(turn)) for turn in turns]
    return np.array(round_)


def _feather(name: str, root: Spot, tips: tuple[Spot, Spot]) -> Solid:
    """Return one part of a wing: a thin triangle between the shoulder and two tips."""
    front = np.array([root, *tips])
    if np.cross(front[1] - front[0], front[2] - front[0])[0] < 0:
        front = front[::-1]
    return joined(name, [front - np.array([0.45, 0.0, 0.0]), front + np.array([0.45, 0.0, 0.0])], FEATHERS)
