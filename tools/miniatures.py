"""Miniatures of our own: a ruffian, a sneak, a marksman, a bruiser and a wildcard. They look along +x; mm, z up.

The outline tells the kind from far away: a wide hat, a hood over a crouching body, a long rifle, a club, a tall hat.

They are made of convex parts, so that the physics can take them as they are. Heads, hands and hats are large for their
bodies, as on all miniatures: at arm's length a true one's would be specks.
"""

from shapes import Colour, Solid, limb, loft, ring, stack

SKIN: Colour = (222, 164, 126, 255)
COAT: Colour = (58, 84, 124, 255)
TROUSERS: Colour = (132, 114, 92, 255)
BOOTS: Colour = (78, 58, 46, 255)
LEATHER: Colour = (120, 76, 44, 255)
FELT_HAT: Colour = (62, 58, 70, 255)
SCARLET: Colour = (184, 46, 40, 255)
CREAM: Colour = (238, 226, 196, 255)
BRASS: Colour = (214, 172, 74, 255)
IRON: Colour = (92, 94, 102, 255)
GINGER: Colour = (176, 88, 36, 255)
SHIRT: Colour = (150, 60, 52, 255)
APRON: Colour = (206, 196, 172, 255)
WOOD: Colour = (146, 104, 62, 255)
MOSS: Colour = (86, 110, 62, 255)


def boot(name: str, x: float, y: float, size: float = 1.0) -> Solid:
    """Build a boot with its toe ahead, its ankle at x, y."""
    sole = ring((x + 0.9 * size, y, 0.0), (3.0 * size, 1.9 * size))
    instep = ring((x + 0.7 * size, y, 1.5 * size), (2.7 * size, 1.7 * size))
    ankle = ring((x - 0.2 * size, y, 4.6 * size), (1.7 * size, 1.7 * size))
    return loft(name, [sole, instep, ankle], BOOTS)


def ruffian() -> tuple[Solid, ...]:
    """Build a rogue in a long coat with a wide hat, a feather and a pistol: 32 mm to the hat's top."""
    lean = (0.10, -0.07, 0.0)
    return (
        boot("left boot", 1.2, 2.7),
        boot("right boot", -0.9, -2.7),
        limb("left leg", TROUSERS, ((1.0, 2.7, 4.2), 1.75), ((0.3, 1.9, 11.5), 2.1)),
        limb("right leg", TROUSERS, ((-1.1, -2.7, 4.2), 1.75), ((-0.2, -1.9, 11.5), 2.1)),
        loft(
            "coat tails",
            [
                ring((-0.9, 0.0, 6.6), (4.3, 5.6)),
                ring((-0.3, 0.0, 11.0), (3.7, 4.7)),
                ring((0.0, 0.0, 14.4), (2.9, 3.7)),
            ],
            COAT,
        ),
        stack("coat", COAT, (14.0, 2.9, 3.7), (17.8, 3.3, 4.5), (20.8, 3.1, 5.2), (22.4, 2.1, 3.0)),
        stack("belt", LEATHER, (13.3, 3.4, 4.2), (14.9, 3.4, 4.2)),
        stack("buckle", BRASS, (13.3, 0.5, 1.2), (15.0, 0.5, 1.2), at=(3.3, 0.0), sides=4, tilt=(0.0, 0.0, 0.7854)),
        stack("scarf", SCARLET, (21.6, 2.9, 3.1), (22.8, 3.0, 3.0), (23.6, 2.3, 2.3), at=(0.3, 0.0)),
        stack("head", SKIN, (22.9, 1.7, 1.6), (24.6, 2.6, 2.4), (27.2, 2.5, 2.4), (28.4, 2.0, 2.0), at=(0.5, 0.0)),
        stack("nose", SKIN, (24.6, 0.9, 0.7), (26.2, 0.5, 0.4), at=(3.2, 0.0), sides=6),
        stack("moustache", GINGER, (23.7, 0.5, 1.7), (24.7, 0.8, 1.2), at=(2.8, 0.0), sides=6),
        stack("brim", FELT_HAT, (27.0, 5.9, 5.3), (27.9, 6.1, 5.5), at=(0.4, 0.0), sides=10, tilt=lean),
        stack("band", SCARLET, (27.6, 3.1, 2.9), (29.1, 3.0, 2.8), at=(0.3, 0.0), tilt=lean),
        stack("crown", FELT_HAT, (27.9, 2.9, 2.7), (30.4, 2.6, 2.4), (32.0, 1.7, 1.4), at=(0.3, 0.0), tilt=lean),
        limb("feather", CREAM, ((1.0, 2.7, 28.4), 0.5), ((-1.8, 3.5, 30.6), 1.0), ((-5.2, 4.0, 31.4), 0.3), sides=5),
        limb("left upper arm", COAT, ((0.0, 4.4, 21.0), 1.9), ((-1.3, 6.3, 16.9), 1.5)),
        limb("left forearm", COAT, ((-1.4, 6.3, 17.4), 1.5), ((1.9, 4.9, 14.6), 1.3)),
        limb("left fist", SKIN, ((1.5, 5.0, 14.9), 1.3), ((3.3, 4.4, 13.9), 1.2)),
        limb("right upper arm", COAT, ((0.0, -4.4, 21.0), 1.9), ((0.8, -5.7, 17.0), 1.5)),
        limb("right forearm", COAT, ((0.5, -5.8, 17.2), 1.5), ((4.2, -4.6, 18.6), 1.3)),
        limb("right fist", SKIN, ((3.8, -4.7, 18.5), 1.4), ((5.6, -4.2, 19.0), 1.3)),
        limb("pistol grip", WOOD, ((5.2, -4.4, 17.0), 0.7), ((5.4, -4.3, 20.2), 0.9), sides=5),
        limb("barrel", IRON, ((4.6, -4.5, 20.1), 0.9), ((7.2, -3.7, 20.9), 0.8), sides=6),
    )


def bruiser() -> tuple[Solid, ...]:
    """Build a broad fellow in an apron with a beard, a small cap and a long club: 32 mm to the club's end."""
    return (
        boot("left boot", 0.8, 4.0, 1.25),
        boot("right boot", -0.4, -4.0, 1.25),
        limb("left leg", TROUSERS, ((0.5, 4.0, 5.2), 2.5), ((0.2, 2.8, 11.2), 3.1)),
        limb("right leg", TROUSERS, ((-0.6, -4.0, 5.2), 2.5), ((-0.2, -2.8, 11.2), 3.1)),
        stack("belly", SHIRT, (9.6, 4.2, 5.4), (12.6, 5.6, 6.6), (16.0, 5.2, 6.4), (18.5, 4.2, 6.0), at=(0.5, 0.0)),
        stack("chest", SHIRT, (16.6, 4.4, 6.2), (20.4, 4.1, 7.2), (23.2, 2.9, 5.4), (24.4, 2.0, 3.0)),
        loft(
            "apron",
            [
                ring((2.6, 0.0, 6.8), (3.2, 4.2)),
                ring((3.5, 0.0, 12.8), (3.2, 4.6)),
                ring((2.6, 0.0, 18.0), (2.9, 3.6)),
            ],
            APRON,
        ),
        stack("belt", LEATHER, (10.3, 5.3, 6.2), (11.9, 6.1, 6.8), at=(0.6, 0.0)),
        stack("head", SKIN, (22.8, 2.2, 2.3), (24.6, 3.0, 2.9), (27.0, 2.8, 2.8), (28.8, 2.0, 2.0), at=(1.4, 0.0)),
        stack("nose", SKIN, (25.0, 1.2, 0.9), (26.6, 0.7, 0.6), at=(4.2, 0.0), sides=6),
        stack("beard", GINGER, (20.4, 0.7, 1.1), (22.6, 1.9, 2.6), (25.0, 1.7, 2.7), at=(2.9, 0.0)),
        stack("cap", MOSS, (27.6, 3.0, 3.0), (29.0, 2.9, 2.9), (30.4, 1.6, 1.6), at=(1.0, 0.0), tilt=(-0.12, 0.0, 0.0)),
        limb("left upper arm", SHIRT, ((0.0, 6.2, 22.0), 2.7), ((0.2, 8.0, 16.6), 2.2)),
        limb("left forearm", SKIN, ((0.0, 7.9, 17.2), 2.1), ((3.0, 7.7, 12.6), 1.9)),
        limb("left fist", SKIN, ((2.5, 7.8, 13.2), 2.2), ((4.3, 7.5, 10.9), 1.9)),
        limb("right upper arm", SHIRT, ((0.0, -6.2, 22.0), 2.7), ((1.4, -7.8, 16.8), 2.2)),
        limb("right forearm", SKIN, ((1.0, -7.8, 17.0), 2.1), ((5.2, -6.8, 18.4), 1.9)),
        limb("right fist", SKIN, ((4.6, -6.9, 18.0), 2.2), ((7.0, -6.2, 18.9), 2.1)),
        limb("handle", WOOD, ((7.0, -5.6, 14.6), 0.9), ((5.0, -7.0, 24.0), 1.2)),
        limb("club", WOOD, ((5.3, -6.8, 22.6), 1.3), ((4.0, -7.4, 28.2), 2.5), ((3.3, -7.6, 32.0), 1.9), sides=8),
        limb("iron ring", IRON, ((4.55, -7.1, 26.2), 2.4), ((4.25, -7.25, 27.4), 2.65), sides=8),
    )


def sneak() -> tuple[Solid, ...]:
    """Build a small crouching thief with a hood, a dagger and a sack on the back: 25 mm to the hood's tip."""
    lean = (-0.30, 0.0, 0.0)
    return (
        boot("left boot", 3.2, 2.6, 0.85),
        boot("right boot", -2.6, -2.8, 0.85),
        limb("left leg", TROUSERS, ((3.0, 2.6, 3.6), 1.5), ((3.4, 2.2, 8.2), 1.8)),
        limb("left thigh", TROUSERS, ((3.5, 2.2, 8.0), 1.9), ((-0.6, 1.5, 9.4), 2.1)),
        limb("right leg", TROUSERS, ((-2.8, -2.8, 3.6), 1.5), ((-0.8, -1.7, 9.2), 2.0)),
        loft(
            "cloak",
            [
                ring((-2.9, 0.0, 4.4), (3.6, 5.4)),
                ring((-1.6, 0.0, 9.0), (3.6, 4.8)),
                ring((0.4, 0.0, 13.6), (3.4, 4.3), tilt=lean),
                ring((1.9, 0.0, 17.2), (2.3, 2.9), tilt=lean),
            ],
            COAT,
        ),
        stack("belt", LEATHER, (9.6, 3.4, 4.0), (10.9, 3.4, 4.0), at=(-0.3, 0.0)),
        stack("head", SKIN, (16.6, 1.6, 1.6), (18.2, 2.4, 2.2), (20.4, 2.3, 2.2), (21.6, 1.6, 1.6), at=(3.5, 0.0)),
        stack("nose", SKIN, (18.0, 1.0, 0.6), (19.4, 0.4, 0.4), at=(5.9, 0.0), sides=6),
        stack("mask", SCARLET, (16.4, 2.2, 2.4), (18.1, 2.5, 2.5), at=(3.6, 0.0)),
        loft(
            "hood",
            [
                ring((1.6, 0.0, 16.2), (2.7, 3.4), tilt=lean),
                ring((2.2, 0.0, 19.6), (3.0, 3.2), tilt=lean),
                ring((2.0, 0.0, 22.6), (2.6, 2.5), tilt=lean),
                ring((0.0, 0.0, 25.0), (0.7, 0.6), tilt=lean),
            ],
            COAT,
        ),
        limb("left upper arm", COAT, ((1.6, 3.6, 15.6), 1.7), ((2.4, 5.6, 12.0), 1.4)),
        limb("left forearm", COAT, ((2.1, 5.6, 12.3), 1.4), ((5.6, 4.6, 12.6), 1.2)),
        limb("left fist", SKIN, ((5.2, 4.7, 12.5), 1.25), ((6.9, 4.3, 12.8), 1.2)),
        limb("hilt", LEATHER, ((6.2, 3.2, 12.8), 0.5), ((6.6, 5.4, 12.7), 0.5), sides=5),
        limb("dagger blade", IRON, ((6.9, 5.0, 12.8), 0.8), ((10.2, 6.6, 13.8), 0.25), sides=5),
        limb("right upper arm", COAT, ((1.2, -3.6, 15.8), 1.7), ((-0.4, -5.4, 14.0), 1.4)),
        limb("right forearm", COAT, ((-0.4, -5.5, 13.8), 1.4), ((-0.6, -4.2, 17.4), 1.2)),
        limb("right fist", SKIN, ((-0.6, -4.4, 17.0), 1.25), ((-0.8, -3.4, 18.4), 1.2)),
        stack("sack", APRON, (7.6, 2.6, 2.8), (10.6, 4.0, 4.2), (14.0, 3.2, 3.4), (16.6, 1.3, 1.3), at=(-5.2, -2.2)),
        stack("sack's neck", APRON, (16.2, 1.2, 1.2), (18.2, 1.9, 1.9), at=(-4.4, -2.4)),
    )


def marksman() -> tuple[Solid, ...]:
    """Build a lean shot in a long coat who aims a long rifle over a raised arm: 32 mm to the cap's plume."""
    return (
        boot("left boot", 2.4, 2.2),
        boot("right boot", -2.4, -2.4),
        limb("left leg", TROUSERS, ((2.2, 2.2, 4.2), 1.6), ((0.4, 1.6, 12.5), 2.0)),
        limb("right leg", TROUSERS, ((-2.6, -2.4, 4.2), 1.6), ((-0.4, -1.6, 12.5), 2.0)),
        loft(
            "coat tails",
            [
                ring((-1.8, 0.0, 5.2), (3.4, 4.6)),
                ring((-0.6, 0.0, 11.0), (2.9, 3.9)),
                ring((0.0, 0.0, 15.0), (2.5, 3.2)),
            ],
            COAT,
        ),
        stack("coat", COAT, (14.6, 2.5, 3.2), (18.6, 2.8, 4.0), (21.6, 2.7, 4.6), (23.0, 1.9, 2.6)),
        stack("belt", LEATHER, (14.0, 2.9, 3.6), (15.4, 2.9, 3.6)),
        stack("collar", CREAM, (22.2, 2.4, 2.6), (23.6, 2.1, 2.1), at=(0.2, 0.0)),
        stack("head", SKIN, (23.2, 1.5, 1.5), (24.6, 2.3, 2.1), (27.0, 2.2, 2.1), (28.0, 1.7, 1.7), at=(0.6, -0.5)),
        stack("nose", SKIN, (24.6, 0.9, 0.6), (26.2, 0.4, 0.4), at=(3.0, -0.5), sides=6),
        stack("cap", MOSS, (27.0, 2.6, 2.5), (28.6, 2.7, 2.6), (29.8, 2.1, 2.0), at=(0.4, -0.5)),
        stack("peak", LEATHER, (27.0, 1.9, 2.0), (27.6, 1.9, 2.0), at=(2.6, -0.5)),
        limb("plume", SCARLET, ((-0.6, 1.2, 28.6), 0.5), ((-1.4, 1.6, 30.6), 1.0), ((-2.6, 1.8, 32.0), 0.4), sides=5),
        limb("left upper arm", COAT, ((0.2, 4.0, 21.4), 1.8), ((3.6, 4.8, 19.0), 1.5)),
        limb("left forearm", COAT, ((3.4, 4.9, 18.8), 1.5), ((7.6, 0.4, 22.0), 1.2)),
        limb("left fist", SKIN, ((7.2, 0.9, 21.6), 1.3), ((8.8, -0.9, 22.6), 1.2)),
        limb("right upper arm", COAT, ((0.0, -4.0, 21.6), 1.8), ((-0.6, -6.2, 19.6), 1.5)),
        limb("right forearm", COAT, ((-0.7, -6.2, 19.4), 1.5), ((2.4, -3.4, 22.2), 1.2)),
        limb("right fist", SKIN, ((2.0, -3.7, 21.9), 1.3), ((3.4, -2.4, 22.6), 1.2)),
        limb("rifle stock", WOOD, ((-1.6, -2.6, 21.4), 1.5), ((4.4, -1.9, 23.2), 0.95)),
        limb("rifle barrel", IRON, ((4.0, -1.9, 23.4), 0.8), ((15.4, -0.9, 24.6), 0.6), sides=6),
        limb("sight", BRASS, ((13.9, -1.0, 24.8), 0.35), ((14.0, -1.0, 25.9), 0.3), sides=5),
    )


def wildcard() -> tuple[Solid, ...]:
    """Build a grinning figure with a tall hat, wild hair and a blunderbuss held high: 34 mm to the hat's top."""
    lean = (-0.16, 0.10, 0.0)
    return (
        boot("left boot", 1.6, 3.6, 1.05),
        boot("right boot", -1.2, -3.6, 1.05),
        limb("left leg", SHIRT, ((1.4, 3.6, 4.4), 1.7), ((0.4, 1.9, 11.0), 2.2)),
        limb("right leg", APRON, ((-1.4, -3.6, 4.4), 1.7), ((-0.2, -1.9, 11.0), 2.2)),
        stack("coat", COAT, (9.8, 3.8, 4.8), (13.0, 3.0, 3.8), (17.4, 3.4, 4.6), (20.6, 3.2, 5.2), (22.2, 2.0, 3.0)),
        limb("left tail", COAT, ((-1.8, 1.8, 12.6), 2.2), ((-4.6, 2.8, 4.8), 1.0)),
        limb("right tail", COAT, ((-1.8, -1.8, 12.6), 2.2), ((-4.6, -2.8, 4.8), 1.0)),
        stack("sash", SCARLET, (11.8, 3.6, 4.5), (13.4, 3.4, 4.2)),
        stack("ruff", CREAM, (21.4, 3.0, 3.3), (22.4, 3.8, 4.0), (23.1, 2.2, 2.2), at=(0.2, 0.0)),
        stack("head", SKIN, (22.4, 1.7, 1.6), (24.0, 2.6, 2.4), (26.4, 2.5, 2.4), (27.4, 2.0, 2.0), at=(0.5, 0.0)),
        stack("nose", SKIN, (23.8, 1.2, 0.8), (25.6, 0.5, 0.4), at=(3.4, 0.0), sides=6),
        limb("left hair", GINGER, ((0.0, 1.8, 26.0), 1.6), ((-1.0, 5.4, 26.6), 1.2), sides=5),
        limb("right hair", GINGER, ((0.0, -1.8, 26.0), 1.6), ((-1.0, -5.4, 26.6), 1.2), sides=5),
        limb("back hair", GINGER, ((-1.0, 0.0, 26.2), 1.8), ((-4.6, 0.0, 26.0), 1.2), sides=5),
        stack("brim", FELT_HAT, (27.0, 4.2, 4.0), (27.8, 4.3, 4.1), at=(0.2, 0.0), sides=10, tilt=lean),
        stack("band", SCARLET, (27.6, 2.7, 2.6), (29.0, 2.7, 2.6), at=(0.1, 0.0), tilt=lean),
        stack("tall hat", FELT_HAT, (28.8, 2.6, 2.5), (32.0, 2.7, 2.6), (34.0, 3.1, 3.0), at=(0.0, 0.0), tilt=lean),
        limb("left upper arm", COAT, ((0.0, 4.4, 20.8), 1.9), ((0.6, 7.4, 19.0), 1.5)),
        limb("left forearm", COAT, ((0.5, 7.3, 18.6), 1.5), ((1.4, 8.2, 23.2), 1.2)),
        limb("left fist", SKIN, ((1.4, 8.2, 22.8), 1.35), ((1.6, 8.4, 24.8), 1.3)),
        limb("right upper arm", COAT, ((0.0, -4.4, 20.8), 1.9), ((1.6, -6.4, 17.8), 1.5)),
        limb("right forearm", COAT, ((1.3, -6.4, 18.0), 1.5), ((5.0, -4.8, 18.4), 1.3)),
        limb("right fist", SKIN, ((4.6, -4.9, 18.3), 1.4), ((6.4, -4.4, 18.8), 1.3)),
        limb("grip", WOOD, ((3.4, -4.7, 17.6), 1.0), ((7.2, -4.2, 19.4), 1.1), sides=6),
        limb("barrel", IRON, ((6.6, -4.3, 19.2), 1.0), ((10.2, -3.8, 20.6), 1.1), sides=8),
        limb("barrel's muzzle", BRASS, ((9.8, -3.8, 20.5), 1.1), ((12.6, -3.4, 21.6), 2.4), sides=10),
    )
