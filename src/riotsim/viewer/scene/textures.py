"""Textures of materials (such as cloth, wood, stone and turf), of numerals and of icons.

The textures of materials are made from noise, and repeat without a seam. They have four channels of bytes:

- slope along u (128 is level),
- slope along v (128 is level),
- tone, from dark to light,
- depth, from 0 in a joint or a gap to 255 at the surface.

Numerals and icons are signed distance fields, which stay sharp at any distance.
"""

from functools import cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.dice.icons import DRAWINGS, Outline, icon_outlines

TEXTURE_SIZE = 512
"""Side of a texture (pixels)."""

FELT, WOOD, BOARDS, BRICKS, STONE, TURF, SOIL, IRON = range(8)
"""Index of each material's layer in `texture_layers`."""

GLYPH_SIZE = 64
"""Side of a numeral's cell (pixels)."""

GLYPH_SUPERSAMPLING = 3
"""The first drawing of a numeral or an icon is larger than its cell by this factor.

The large drawing is then reduced to the size of the cell. This gives precise distances and smooth edges.
"""

GLYPH_SPREAD = 7.0
"""Greatest distance from a numeral's outline that is stored (pixels of the cell).

It is stored as 255 inside the outline, and as 0 outside. The outline itself is 128.
"""

GLYPH_HEIGHT = 0.58
"""Height of the digit in a numeral of one digit, as a share of the side of the numeral's cell."""

NUMERALS = ("", *(str(number) for number in range(101)))
GLYPHS: dict[str, int] = {sign: place for place, sign in enumerate(NUMERALS)}
"""Index of each numeral in the atlas of numerals. The empty numeral has the index 0."""

ICON_SIZE = 128
"""Side of an icon's cell (pixels)."""

ICON_REACH = 1.2
"""Side of an icon's cell, divided by the side of the icon's square in it."""

ICONS: dict[str, int] = {name: place for place, name in enumerate(DRAWINGS)}
"""Index of each icon in the atlas of icons."""

Field: TypeAlias = npt.NDArray[np.float64]


@cache
def texture_layers() -> npt.NDArray[np.uint8]:
    """Return the textures of all materials: shape (8, TEXTURE_SIZE, TEXTURE_SIZE, 4)."""
    makers = (_felt, _wood, _boards, _bricks, _stone, _turf, _soil, _iron)
    return np.stack([make(np.random.default_rng(place)) for place, make in enumerate(makers)])


@cache
def numeral_atlas() -> npt.NDArray[np.uint8]:
    """Return the distance fields of all numerals: shape (count, GLYPH_SIZE, GLYPH_SIZE, 1).

    The rows of each numeral run from the bottom up, as in textures.
    """
    return np.stack([_distance_field(sign) for sign in NUMERALS])[..., None]


@cache
def icon_atlas() -> npt.NDArray[np.uint8]:
    """Return the distance fields of all icons: shape (count, ICON_SIZE, ICON_SIZE, 1).

    The rows of each icon run from the bottom up, as in textures.
    """
    side = ICON_SIZE * GLYPH_SUPERSAMPLING
    return np.stack([_distances(_filled(icon_outlines(name), side), ICON_SIZE) for name in DRAWINGS])[..., None]


@cache
def icon_pictures(size: int = ICON_SIZE) -> npt.NDArray[np.uint8]:
    """Return all icons as pictures with smooth edges: shape (count, size, size).

    The rows of each picture run from the bottom up. A pixel is 255 inside the icon, and 0 outside.

    Args:
        size: Side of a picture (pixels).
    """
    many = GLYPH_SUPERSAMPLING
    inked = np.stack([_filled(icon_outlines(name), size * many) for name in DRAWINGS])
    shares = inked.reshape(-1, size, many, size, many).mean(axis=(2, 4))
    out: npt.NDArray[np.uint8] = np.round(shares * 255).astype(np.uint8)
    return out


def _pack(height: Field, steep: float, tone: Field, depth: Field) -> npt.NDArray[np.uint8]:
    du = (np.roll(height, -1, axis=1) - np.roll(height, 1, axis=1)) * steep
    dv = (np.roll(height, -1, axis=0) - np.roll(height, 1, axis=0)) * steep
    out = np.stack([0.5 - du / 2, 0.5 - dv / 2, tone, depth], axis=-1)
    return np.round(np.clip(out, 0, 1) * 255).astype(np.uint8)


def _noise(chance: np.random.Generator, across: float, along: float, fall: float = 1.0) -> Field:
    """Return noise of mean 0 and standard deviation 1.

    Args:
        chance: Source of random numbers.
        across: Number of waves that fit into the texture along u. Finer waves have smaller amplitudes.
        along: Number of waves that fit into the texture along v. Finer waves have smaller amplitudes.
        fall: How fast the amplitudes fall for much finer waves. If `fall` is 1, waves of half the length have a quarter
            of the amplitude. If `fall` is 2, they have a sixteenth.
    """
    from scipy import fft

    u = fft.rfftfreq(TEXTURE_SIZE)[None, :] * TEXTURE_SIZE / across
    v = fft.fftfreq(TEXTURE_SIZE)[:, None] * TEXTURE_SIZE / along
    weight = ((1.0 + u * u + v * v) ** (-fall)).astype(np.float32)
    weight[0, 0] = 0.0
    spectrum = fft.rfft2(chance.standard_normal((TEXTURE_SIZE, TEXTURE_SIZE), dtype=np.float32))
    field = fft.irfft2(spectrum * weight)
    out: Field = field / field.std()
    return out


def _felt(chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return the texture of felt: short fibres in all directions, and large patches of slightly different tone."""
    fibres = _noise(chance, 160, 40) + _noise(chance, 40, 160) + 0.7 * _noise(chance, 110, 110)
    clouds = _noise(chance, 4, 4, 1.5)
    tone = 0.5 + 0.10 * fibres / 1.6 + 0.07 * clouds
    return _pack(fibres, 0.16, tone, 0.75 + 0.12 * fibres)


def _grain(chance: np.random.Generator) -> tuple[Field, Field]:
    """Return two fields for a texture of wood: its brightness and its pores.

    The brightness has streaks along u and irregular rings. The pores are noise.
    """
    streaks = _noise(chance, 3, 120, 1.1)
    pores = _noise(chance, 9, 220, 0.8)
    wander = _noise(chance, 1.5, 5, 2.0)
    v = np.arange(TEXTURE_SIZE)[:, None] / TEXTURE_SIZE
    rings = np.sin(2 * np.pi * (14 * v + 1.1 * wander)) * 0.5 + 0.5
    rings = rings**2.2
    return 0.5 + 0.22 * (rings - 0.5) + 0.09 * streaks + 0.04 * pores, pores


def _wood(chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    tone, pores = _grain(chance)
    return _pack(tone + 0.05 * pores, 1.2, tone, np.clip(0.92 + 0.08 * pores, 0, 1))


def _boards(chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return the texture of four planks side by side, with gaps between them."""
    tone, pores = _grain(chance)
    y = np.arange(TEXTURE_SIZE)[:, None] * np.ones((1, TEXTURE_SIZE))
    plank = TEXTURE_SIZE // 4
    number = (y // plank).astype(int)
    for k in range(4):
        rows = slice(k * plank, (k + 1) * plank)
        tone[rows] = np.roll(tone[rows], int(chance.integers(TEXTURE_SIZE)), axis=1) + chance.uniform(-0.09, 0.09)
    edge = np.minimum(y % plank, plank - 1 - y % plank)
    gap = np.clip((edge - 1.5) / 5.0, 0, 1)
    height = 0.6 * gap + 0.4 * tone + 0.04 * pores + 0.001 * number
    return _pack(height, 1.6, tone * (0.55 + 0.45 * gap), np.clip(gap + 0.05 * pores, 0, 1))


def _bricks(chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return the texture of a wall: six courses of four rough stones each, with staggered joints."""
    courses, count = 6, 4
    y, x = np.mgrid[0:TEXTURE_SIZE, 0:TEXTURE_SIZE].astype(np.float64)
    warp = _noise(chance, 8, 8, 1.5) * 2.6
    warped_y = (y + warp) % TEXTURE_SIZE
    high = TEXTURE_SIZE / courses
    course = np.minimum((warped_y // high).astype(int), courses - 1)
    tone, edge = np.zeros((TEXTURE_SIZE, TEXTURE_SIZE)), np.zeros((TEXTURE_SIZE, TEXTURE_SIZE))
    for c in range(courses):
        here = course == c
        cuts = (np.arange(count) + 0.5 * (c % 2) + chance.uniform(-0.16, 0.16, count)) * TEXTURE_SIZE / count
        shifted = (x[here] - cuts[0] + warp[here] * 0.8) % TEXTURE_SIZE
        ends = np.append(np.sort((cuts - cuts[0]) % TEXTURE_SIZE), TEXTURE_SIZE)
        which = np.clip(np.searchsorted(ends, shifted, "right") - 1, 0, count - 1)
        across = np.minimum(shifted - ends[which], ends[which + 1] - shifted)
        along = np.minimum(warped_y[here] - c * high, (c + 1) * high - warped_y[here])
        tone[here] = chance.uniform(-0.16, 0.16, count)[which]
        # Rounded corners: the nearer joint counts, and two near joints count for more.
        edge[here] = np.minimum(across, along) - 9.0 * np.exp(-(across + along) / 14.0)
    rough = _noise(chance, 60, 60, 0.9)
    slow = _noise(chance, 14, 14, 1.2)
    face = np.clip((edge - 3.0) / 9.0, 0, 1)
    face = face * face * (3 - 2 * face)
    height = face * (1.0 + 0.16 * slow) + 0.07 * rough
    shade = 0.5 + tone + 0.07 * slow + 0.05 * rough
    return _pack(height, 1.5, np.where(face > 0.02, shade * (0.45 + 0.55 * face), shade * 0.45), 0.25 + 0.75 * face)


def _stone(chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    slow, rough = _noise(chance, 7, 7, 1.1), _noise(chance, 50, 50, 0.9)
    cracks = np.exp(-np.abs(_noise(chance, 5, 5, 1.3)) * 14.0)
    height = 0.5 * slow + 0.25 * rough - 0.9 * cracks
    return _pack(height, 0.55, 0.5 + 0.1 * slow + 0.07 * rough - 0.25 * cracks, np.clip(1 - 0.7 * cracks, 0, 1))


def _turf(chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return the texture of turf: short, dense tufts of grass, light at the tips."""
    tufts, fine = _noise(chance, 26, 26, 1.0), _noise(chance, 130, 130, 0.7)
    slow = _noise(chance, 5, 5, 1.4)
    height = 0.5 * tufts + 0.5 * fine
    return _pack(height, 0.5, 0.48 + 0.10 * tufts + 0.13 * fine + 0.08 * slow, np.clip(0.7 + 0.25 * height, 0, 1))


def _soil(chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    grit, fine = _noise(chance, 70, 70, 0.7), _noise(chance, 180, 180, 0.6)
    height = np.maximum(grit, -0.4) + 0.5 * fine
    return _pack(height, 0.4, 0.48 + 0.12 * grit + 0.08 * fine, np.clip(0.75 + 0.25 * grit, 0, 1))


def _iron(chance: np.random.Generator) -> npt.NDArray[np.uint8]:
    dents, fine = _noise(chance, 30, 30, 1.2), _noise(chance, 120, 120, 0.8)
    return _pack(dents + 0.2 * fine, 0.12, 0.5 + 0.1 * dents + 0.06 * fine, np.ones((TEXTURE_SIZE, TEXTURE_SIZE)))


def _distance_field(sign: str) -> npt.NDArray[np.uint8]:
    from PIL import Image, ImageDraw, ImageFont

    side = GLYPH_SIZE * GLYPH_SUPERSAMPLING
    if not sign:
        return np.zeros((GLYPH_SIZE, GLYPH_SIZE), dtype=np.uint8)
    picture = Image.new("L", (side, side), 0)
    draw = ImageDraw.Draw(picture)
    points = side * {1: 0.80, 2: 0.66}.get(len(sign), 0.46)
    font = ImageFont.load_default(points)
    thick = int(points * 0.018)
    underlined = sign in ("6", "9")
    middle = (side / 2, side * (0.47 if underlined else 0.5))
    draw.text(middle, sign, fill=255, font=font, anchor="mm", stroke_width=thick)
    if underlined:
        left, _, right, foot = draw.textbbox(middle, sign, font=font, anchor="mm", stroke_width=thick)
        draw.rectangle((left, foot + side * 0.03, right, foot + side * 0.085), fill=255)
    return _distances(np.asarray(picture) > 127, GLYPH_SIZE)[::-1]


def _distances(ink: npt.NDArray[np.bool_], size: int) -> npt.NDArray[np.uint8]:
    """Return the signed distance field of a picture of ink. The field is a square of `size` × `size` pixels.

    Each pixel of the field has its distance to the outline of the ink: 128 on the outline, more inside, less outside.
    The greatest distance that can be stored is `GLYPH_SPREAD` × `size` / `GLYPH_SIZE` pixels.

    Args:
        ink: The picture: True for ink. Its side is `GLYPH_SUPERSAMPLING` × `size` pixels long.
        size: The side of the field (pixels).
    """
    from scipy.ndimage import distance_transform_edt

    apart = distance_transform_edt(ink) - distance_transform_edt(~ink)
    apart = apart.reshape(size, GLYPH_SUPERSAMPLING, size, GLYPH_SUPERSAMPLING).mean(axis=(1, 3)) / GLYPH_SUPERSAMPLING
    spread = GLYPH_SPREAD * size / GLYPH_SIZE
    out: npt.NDArray[np.uint8] = np.round(np.clip(apart / spread * 127 + 128, 0, 255)).astype(np.uint8)
    return out


def _filled(outlines: tuple[Outline, ...], side: int) -> npt.NDArray[np.bool_]:
    """Return the picture of an icon: True for pixels that are ink. The first row is the lowest.

    A pixel is ink if the outlines have a nonzero winding number about the middle of the pixel.

    Args:
        outlines: Outlines of the icon.
        side: Side of the picture (pixels).
    """
    at = ((np.arange(side) + 0.5) / side * 2 - 1) * ICON_REACH
    turns = np.zeros((side, side), dtype=np.int64)
    for outline in outlines:
        for (x, y), (to_x, to_y) in zip(outline, (*outline[1:], outline[0]), strict=True):
            rows = np.flatnonzero((at >= min(y, to_y)) & (at < max(y, to_y)))
            if len(rows):  # whatever lies to the left of a line that leads up has it on its right
                crossing = x + (at[rows] - y) * (to_x - x) / (to_y - y)
                turns[rows] += np.where(at < crossing[:, None], 1 if to_y > y else -1, 0)
    ink: npt.NDArray[np.bool_] = turns != 0
    return ink
