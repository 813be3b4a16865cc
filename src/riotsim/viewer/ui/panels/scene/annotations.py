"""The icons (`SceneSign`) and the ruler that are drawn over the scene, and the tooltip or refusal at the mouse."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from imgui_bundle import imgui

from riotsim.viewer.ui.models import Tip
from riotsim.viewer.ui.panels.scene.labels import draw_label
from riotsim.viewer.ui.scene_model import Ruler, SceneSign
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL, TEXT_SIZE
from riotsim.viewer.ui.widgets.signs import draw_sign
from riotsim.viewer.ui.widgets.text import capitalized
from riotsim.viewer.ui.widgets.theme import COLUMN, MARGIN, colour, light

TIP_WIDTH, TIP_TITLE_SIZE = 270.0, 15.5
"""Largest width of the lines of a tooltip, and text size of its title (panel units)."""


class MouseTip(NamedTuple):
    """The text at the mouse: a tooltip, or in its place the reason why an action was refused.

    `tip` is None if there is no tooltip. `refusal` is empty if no action was refused.
    """

    tip: Tip | None
    refusal: str = ""
    is_beside_sheet: bool = False
    """True if the sheet of a piece stands in the column at the right. The tooltip then stays clear of this column."""


def draw_mouse_tip(ui: Ui, told: MouseTip) -> None:
    """Draw the refusal at the mouse. If nothing was refused, draw the tooltip, if there is one."""
    mouse = imgui.get_mouse_pos()
    s = ui.scale
    tip, refusal = told.tip, told.refusal
    if refusal:
        wide = min(ui.text.measure(refusal) + 62, 330.0)
        below = mouse.y + (24 + 90) * s < ui.pixels[1]
        x = min(max(mouse.x + 14 * s, 8 * s), ui.pixels[0] - (wide + 8) * s)
        y = mouse.y + 22 * s if below else mouse.y - 12 * s
        with _beside(ui, (x, y), (0.0, 0.0 if below else 1.0), "#4a2216", theme.BAD):
            ui.text.spans(
                [(f"{fonts.WARNING}  ", theme.BAD), (capitalized(refusal), "#ffe9df")], TEXT_SIZE, wide - 24, 22
            )
    elif tip is not None:
        sheet = ui.pixels[0] - (COLUMN + MARGIN) * s
        end = sheet if told.is_beside_sheet and mouse.x < sheet else ui.pixels[0]
        right = mouse.x + _tip_width(ui, tip) * s > end
        low = mouse.y + (20 + _tip_height(ui, tip)) * s > ui.pixels[1]
        if tip.away_from is not None:  # the other side of the mouse, unless it has no room
            right = right or (tip.away_from[0] > mouse.x > 290 * s)
            low = low or (tip.away_from[1] > mouse.y > 150 * s)
        beside, under = (-12 - tip.gap if right else 18 + tip.gap), (-8 - tip.gap if low else 20 + tip.gap)
        at = (mouse.x + beside * s, mouse.y + under * s)
        with _beside(ui, at, (float(right), float(low)), theme.CARD, theme.EDGE):
            _tip(ui, tip)


def _tip(ui: Ui, tip: Tip) -> None:
    if tip.seat is not None:
        ui.text.badge(tip.seat.symbol, tip.seat.colour, 18)
        ui.frame.same_line(8)
    tone = light(tip.seat.colour) if tip.seat else theme.GOLD
    _wrapped(ui, capitalized(tip.title) if tip.seat is None else tip.title, TIP_TITLE_SIZE, tone, bold=True)
    imgui.push_style_var(imgui.StyleVar_.item_spacing, (0, 3 * ui.scale))
    for line in tip.lines:
        _wrapped(ui, line, SMALL, theme.SOFT)
    imgui.pop_style_var()


def _tip_width(ui: Ui, tip: Tip) -> float:
    """Return the distance from the mouse to the right edge of a tooltip on the right of the mouse (panel units)."""
    wide = [ui.text.measure(tip.title, TIP_TITLE_SIZE, bold=True), *(ui.text.measure(one, SMALL) for one in tip.lines)]
    return 18 + 24 + min(max(wide) + (26 if tip.seat else 0), TIP_WIDTH)


def _tip_height(ui: Ui, tip: Tip) -> float:
    """Return the approximate height of a tooltip (panel units)."""
    return 48 + 21 * sum(math.ceil(ui.text.measure(line, SMALL) / TIP_WIDTH) for line in tip.lines)


def _wrapped(ui: Ui, text: str, size: float, tone: str, *, bold: bool = False) -> None:
    """Write a text of a tooltip in lines of at most `TIP_WIDTH`."""
    width = min(ui.text.measure(text, size, bold=bold) + 1, TIP_WIDTH)
    ui.text.spans([(text, tone)], size, width, bold=bold)


@contextmanager
def _beside(ui: Ui, at: tuple[float, float], pivot: tuple[float, float], back: str, edge: str) -> Iterator[None]:
    """Draw a small panel over all other panels. The mouse can't press it.

    Args:
        ui: The controls of the frame that is being drawn.
        at: Place of the panel (pixels from the window's upper left corner).
        pivot: The point of the panel that lies at `at`, from (0, 0) for the upper left to (1, 1) for the lower right.
        back: Colour of the background (#rrggbb).
        edge: Colour of the border (#rrggbb).
    """
    imgui.set_next_window_pos((round(at[0]), round(at[1])), imgui.Cond_.always, pivot)
    imgui.push_style_color(imgui.Col_.popup_bg, theme.vector(back, 0.97))
    imgui.push_style_color(imgui.Col_.border, theme.vector(edge, 0.8))
    imgui.push_style_var(imgui.StyleVar_.window_padding, (12 * ui.scale, 9 * ui.scale))
    imgui.begin_tooltip()
    try:
        yield
    finally:
        imgui.end_tooltip()
        imgui.pop_style_var()
        imgui.pop_style_color(2)


INCH = 25.4
"""Millimetres in an inch."""


def inches(mm: float) -> str:
    """Return a length (mm) as text in inches, such as `4.0 in`."""
    return f"{mm / INCH:.1f} in"


def dim_scene(ui: Ui) -> None:
    """Darken everything behind the panels."""
    imgui.get_background_draw_list().add_rect_filled((0, 0), ui.pixels, colour(theme.BACK, 0.72))


def draw_signs(ui: Ui, signs: Sequence[SceneSign]) -> None:
    """Draw signs into the scene, each on a dark square, behind all panels."""
    draw = imgui.get_background_draw_list()
    for one in signs:
        (x, y), half = one.at, one.side / 2
        corners = (x - half, y - half), (x + half, y + half)
        draw.add_rect_filled(*corners, colour(theme.BACK, 0.82), half * 0.3)
        draw.add_rect(*corners, colour(one.colour, 0.9), half * 0.3, 1.5 * ui.scale)
        draw_sign(ui, draw, one.sign, x, y, one.side * 0.94, light(one.colour))


def draw_ruler(ui: Ui, ruler: Ruler) -> None:
    """Draw a ruler: a line with bars at its ends, and the distance in inches."""
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
    draw_label(ui, text, (x0 + x1) / 2, (y0 + y1) / 2 - 18 * s, theme.GOLD, size=16)
