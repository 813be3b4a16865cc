"""Numerals as signed distance fields, which stay sharp at any distance."""

from functools import cache

import numpy as np
import numpy.typing as npt

CELL = 64
"""Side of a numeral's cell (pixels)."""

FINE = 3
"""Factor by which a numeral is drawn larger before distances are measured."""

SPREAD = 7.0
"""Distance that is stored as 0 or 255 (pixels of the cell); 128 is the outline."""

SIGNS = ("", *(str(number) for number in range(101)))
GLYPHS: dict[str, int] = {sign: place for place, sign in enumerate(SIGNS)}
"""Place of each numeral in the atlas; 0 is blank."""


@cache
def numeral_atlas() -> npt.NDArray[np.uint8]:
    """Return all numerals: shape (count, CELL, CELL, 1), rows from the bottom up as in textures."""
    return np.stack([_distances(sign) for sign in SIGNS])[..., None]


def _distances(sign: str) -> npt.NDArray[np.uint8]:
    from PIL import Image, ImageDraw, ImageFont
    from scipy.ndimage import distance_transform_edt

    side = CELL * FINE
    if not sign:
        return np.zeros((CELL, CELL), dtype=np.uint8)
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
    ink = np.asarray(picture) > 127
    apart = distance_transform_edt(ink) - distance_transform_edt(~ink)
    apart = apart.reshape(CELL, FINE, CELL, FINE).mean(axis=(1, 3)) / FINE
    out: npt.NDArray[np.uint8] = np.round(np.clip(apart / SPREAD * 127 + 128, 0, 255)).astype(np.uint8)[::-1]
    return out
