"""Two miniatures of our own: a ruffian with a hat and a bruiser with a club. They look along +x; mm, z up.

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
