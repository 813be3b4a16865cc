"""Drawing between the scene and the panels: labels, the ruler, and a shade."""

import math
from collections.abc import Sequence

from imgui_bundle import imgui

from riotsim.viewer.ui.models import Ruler, SceneLabel
from riotsim.viewer.ui.widgets import theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL
from riotsim.viewer.ui.widgets.theme import colour, light

INCH = 25.4
"""Millimetres in an inch."""


def inches(mm: float) -> str:
    """Return a length in inches as text."""
    return f"{mm / INCH:.1f} in"


def shade(ui: Ui) -> None:
    """Darken everything behind the panels."""
    imgui.get_background_draw_list().add_rect_filled((0, 0), ui.pixels, colour(theme.BACK, 0.72))


def draw_labels(ui: Ui, labels: Sequence[SceneLabel]) -> None:
    """Draw texts into the scene, behind all panels."""
    for label in labels:
        _sign(ui, label.text, *label.at, light(label.colour))


def draw_ruler(ui: Ui, ruler: Ruler) -> None:
    """Draw a measured distance: a line with bars at its ends, and its length."""
    s = ui.scale
    draw = imgui.get_background_draw_list()
    (x0, y0), (x1, y1) = ruler.begin, ruler.end
    length = math.hypot(x1 - x0, y1 - y0)
    if length > 1:
        across = (-(y1 - y0) / length * 7 * s, (x1 - x0) / length * 7 * s)
        for tone, wide in ((colour(theme.BACK, 0.75), 5 * s), (colour(theme.GOLD), 2.5 * s)):
            draw.add_line((x0, y0), (x1, y1), tone, wide)
            for x, y in (ruler.begin, ruler.end):
                draw.add_line((x - across[0], y - across[1]), (x + across[0], y + across[1]), tone, wide)
    text = inches(ruler.mm) + (f"  {ruler.about}" if ruler.about else "")
    _sign(ui, text, (x0 + x1) / 2, (y0 + y1) / 2 - 18 * s, theme.GOLD, size=16)


def _sign(ui: Ui, text: str, x: float, y: float, tone: str, size: float = SMALL) -> None:
    """Draw a text on a dark background, centred at a point (pixels)."""
    s = ui.scale
    half = ui.text.measure(text, size, bold=True) * s / 2
    wide, high = half + 9 * s, ui.frame.pixel_size(size) / 2 + 4 * s
    x = min(max(x, wide + 4), ui.pixels[0] - wide - 4)
    y = min(max(y, high + 4), ui.pixels[1] - high - 4)
    draw = imgui.get_background_draw_list()
    draw.add_rect_filled((x - wide, y - high), (x + wide, y + high), colour(theme.BACK, 0.86), high)
    draw.add_rect((x - wide, y - high), (x + wide, y + high), colour(tone, 0.35), high)
    corner = (round(x - half), round(y - ui.frame.pixel_size(size) / 2))
    draw.add_text(ui.frame.fonts.bold, ui.frame.pixel_size(size), corner, colour(tone), text)
