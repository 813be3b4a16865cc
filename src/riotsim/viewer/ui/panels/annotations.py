"""Texts and signs over the scene: labels, signs, the ruler, and the tooltip or refusal at the mouse."""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from imgui_bundle import imgui

from riotsim.viewer.ui.models import Ruler, SceneLabel, SceneSign, Tip
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import Box
from riotsim.viewer.ui.widgets.fonts import SMALL, TEXT_SIZE
from riotsim.viewer.ui.widgets.signs import draw_sign
from riotsim.viewer.ui.widgets.text import capitalized
from riotsim.viewer.ui.widgets.theme import colour, light

TIP_WIDTH, TIP_TITLE_SIZE = 270.0, 15.5
"""Largest width of the lines of a tooltip, and text size of its title (panel units)."""


class MouseTip(NamedTuple):
    """The tooltip (or None) and the refusal (or an empty text) that are shown at the mouse."""

    tip: Tip | None
    refusal: str = ""


def draw_mouse_tip(ui: Ui, told: MouseTip) -> None:
    """Draw the texts at the mouse. A refusal replaces the tooltip."""
    mouse = imgui.get_mouse_pos()
    s = ui.scale
    tip, refusal = told
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
        right = mouse.x + 270 * s > ui.pixels[0]
        low = mouse.y + 130 * s > ui.pixels[1]
        if tip.away_from is not None:  # the other side of the mouse, unless it has no room
            right = right or (tip.away_from[0] > mouse.x > 290 * s)
            low = low or (tip.away_from[1] > mouse.y > 150 * s)
        at = (mouse.x + (-12 if right else 18) * s, mouse.y + (-8 if low else 20) * s)
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


def draw_labels(ui: Ui, labels: Sequence[SceneLabel]) -> None:
    """Draw labels into the scene, behind all panels.

    A name stands beside its figure. Names that may be left out (`SceneLabel.yields`) are drawn where there is room,
    those that matter first, then the nearest. Other labels are always drawn, at one of their places
    that is free of figures, names and panels, if there is such a place.
    """
    width, height = ui.pixels
    figures = [label.around for label in labels if label.around is not None]
    taken: list[Box] = []
    panels = [box for box in ui.frame.panels_before if box[2] - box[0] < width]  # no overlay, which dims all
    window = (0.0, 0.0, width, height)
    for label in sorted(labels, key=_rank):
        wide, high = _half_sizes(ui, label.text, SMALL)
        places = [(x - wide, y - high, x + wide, y + high) for x, y in _middles(label, wide, high)]
        others = [figure for figure in figures if figure != label.around]
        free = [box for box in places if not any(_overlap(box, other) for other in (*taken, *panels))]
        box = next((box for box in free if not any(_overlap(box, figure) for figure in others)), None)
        if label.yields:
            box = box or next(iter(free), None)
            is_seen = _overlap(label.around or places[0], window)
            if box is None or not is_seen or not _is_inside(box, window):
                continue
        else:
            box = box or _beside_panels(places[0], panels)
        taken.append(box)
        _sign(ui, label.text, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, light(label.colour))


LABEL_GAP = 3.0
"""Distance of a name from the box of its figure (pixels)."""


def _rank(label: SceneLabel) -> tuple[int, float]:
    """Return the rank of a label. Labels with smaller ranks are drawn first, and take the place that they need."""
    if label.yields:
        return 1 if label.matters else 3, -label.at[1]
    return 2 if label.elsewhere else 0, 0.0


def _middles(label: SceneLabel, wide: float, high: float) -> Sequence[tuple[float, float]]:
    """Return the middles of a label where it may be, the best one first (pixels): above its figure, or else below,
    to the right, or to the left.

    Args:
        label: The label.
        wide: Half the label's width (pixels).
        high: Half its height (pixels).
    """
    if label.around is None:
        return (label.at, *label.elsewhere)
    left, top, right, bottom = label.around
    x, y = (left + right) / 2, (top + bottom) / 2
    return (
        (x, top - high - LABEL_GAP),
        (x, bottom + high + LABEL_GAP),
        (right + wide + LABEL_GAP, y),
        (left - wide - LABEL_GAP, y),
    )


def _is_inside(box: Box, window: Box) -> bool:
    """Return whether the middle of a box is in the window."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return window[0] <= x <= window[2] and window[1] <= y <= window[3]


def _beside_panels(box: Box, panels: Sequence[Box]) -> Box:
    """Return the place of a label. If panels hide a part of it, move it by the shortest way to the side of a panel
    where no panel hides it.

    A label that a panel hides altogether stays there, because the panel hides its subject too.
    """
    hiding = [panel for panel in panels if _overlap(box, panel)]
    if any(one[0] <= box[0] and one[1] <= box[1] and box[2] <= one[2] and box[3] <= one[3] for one in hiding):
        return box
    moves = [
        move
        for left, top, right, bottom in hiding
        for move in ((left - box[2], 0.0), (right - box[0], 0.0), (0.0, top - box[3]), (0.0, bottom - box[1]))
    ]
    for dx, dy in sorted(moves, key=lambda move: abs(move[0]) + abs(move[1])):
        moved = (box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy)
        if not any(_overlap(moved, panel) for panel in panels):
            return moved
    return box


def _overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes overlap: left, upper, right and lower edge (pixels)."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _half_sizes(ui: Ui, text: str, size: float) -> tuple[float, float]:
    """Return half the width and half the height of a text with its background (pixels)."""
    s = ui.scale
    return ui.text.measure(text, size, bold=True) * s / 2 + 9 * s, ui.frame.pixel_size(size) / 2 + 4 * s


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
    _sign(ui, text, (x0 + x1) / 2, (y0 + y1) / 2 - 18 * s, theme.GOLD, size=16)


def _sign(ui: Ui, text: str, x: float, y: float, tone: str, size: float = SMALL) -> None:
    """Draw a text on a dark background, centred at a point (pixels). Near the window's edge, move it inside."""
    wide, high = _half_sizes(ui, text, size)
    x = min(max(x, wide + 4), ui.pixels[0] - wide - 4)
    y = min(max(y, high + 4), ui.pixels[1] - high - 4)
    draw = imgui.get_background_draw_list()
    draw.add_rect_filled((x - wide, y - high), (x + wide, y + high), colour(theme.BACK, 0.86), high)
    draw.add_rect((x - wide, y - high), (x + wide, y + high), colour(tone, 0.35), high)
    corner = (round(x - wide + 9 * ui.scale), round(y - ui.frame.pixel_size(size) / 2))
    draw.add_text(ui.frame.fonts.bold, ui.frame.pixel_size(size), corner, colour(tone), text)
    if ui.frame.drawn is not None:
        ui.frame.drawn.add_label(text, (x - wide, y - high, x + wide, y + high), ui.pixels)
