"""Labels over the scene: the names of figures, the numbers of dice, and the texts of circles."""

from collections.abc import Sequence
from typing import NamedTuple

from imgui_bundle import imgui

from riotsim.viewer.ui.scene_model import SceneLabel
from riotsim.viewer.ui.widgets import theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import Box
from riotsim.viewer.ui.widgets.fonts import SMALL
from riotsim.viewer.ui.widgets.theme import colour, light

LABEL_GAP = 3.0
"""Distance of a name from the box of its figure (pixels)."""

STOREYS = range(1, 5)
"""Numbers of text lines by which a name may be moved up, if the place directly above its figure is taken."""


MOST_COVERING = 8
"""Largest number of names that matter which may cover other figures. If more names matter, as when a question is about
a whole army, none of them may.
"""


class Spot(NamedTuple):
    """A place where a label may be (pixels)."""

    box: Box
    line: Box | None = None
    """The place of the line between the label and its figure; None if the label touches the figure."""
    clear: Box | None = None
    """An area that must be free of other figures, so that the label isn't taken for the name of one of them; None for
    no area.
    """


def draw_labels(ui: Ui, labels: Sequence[SceneLabel]) -> None:
    """Draw labels into the scene, behind all panels.

    Names (`SceneLabel.yields`) stand above or below their figures. If these places are taken, a name stands farther
    away, with a line to its figure. If there is no place, it is left out.

    The name of the figure under the mouse is placed first. It may cover another figure. The names that matter
    (`SceneLabel.matters`) are placed next. If there are only a few of them, they may cover other figures too. The other
    names are placed last. Within each of these groups, the names of the nearest figures are placed first.

    A label that is not a name is left out if its subject is behind a panel or outside the window. Otherwise it is
    drawn, in a free place if there is one.
    """
    figures = [label.around for label in labels if label.around is not None]
    taken: list[Box] = []
    panels = [box for box in ui.frame.panels_before if box[2] - box[0] < ui.pixels[0]]  # no overlay, which dims all
    found: list[tuple[SceneLabel, Spot]] = []
    few_matter = sum(label.matters for label in labels) <= MOST_COVERING
    for label in sorted((label for label in labels if label.text), key=_rank):
        others = [figure for figure in figures if figure != label.around]
        may_cover = label.pointed or (label.matters and few_matter)
        spot = _spot(ui, label, others, taken, panels, may_cover=may_cover)
        if spot is not None:
            taken += [spot.box] if spot.line is None else [spot.box, spot.line]
            found.append((label, spot))
    for label, spot in found:
        if spot.line is not None:
            _line(ui, spot.line, light(label.colour))
    for label, spot in found:
        left, top, right, bottom = spot.box
        draw_label(ui, label.text, (left + right) / 2, (top + bottom) / 2, light(label.colour))


def _spot(
    ui: Ui,
    label: SceneLabel,
    others: Sequence[Box],
    taken: Sequence[Box],
    panels: Sequence[Box],
    *,
    may_cover: bool,
) -> Spot | None:
    """Return the place of a label, or None to leave it out.

    Args:
        ui: The controls of the frame that is being drawn.
        label: The label.
        others: The other figures.
        taken: The places of the labels and lines that are drawn already.
        panels: The places of the panels.
        may_cover: Whether the label may cover other figures if there is no other place.
    """
    wide, high = half_sizes(ui, label.text, SMALL)
    window = (0.0, 0.0, *ui.pixels)
    spots = _spots(label, wide, high)
    free = [spot for spot in spots if _is_free(spot, (*taken, *panels), others)]
    if not label.yields:
        if _is_hidden(label.around or spots[0].box, window, panels):
            return None
        return free[0] if free else Spot(_beside_panels(spots[0].box, panels))
    if not overlap(label.around or spots[0].box, window):
        return None
    if may_cover:
        free += [spot for spot in spots if _is_free(spot, (*taken, *panels), ())]
    return next((spot for spot in free if _is_inside(spot.box, window)), None)


def _is_free(spot: Spot, taken: Sequence[Box], others: Sequence[Box]) -> bool:
    """Return whether a label and its line overlap nothing that is taken, and no other figure."""
    needed = [spot.box] if spot.line is None else [spot.box, spot.line]
    if any(overlap(box, other) for box in needed for other in (*taken, *others)):
        return False
    return spot.clear is None or not any(overlap(spot.clear, other) for other in others)


def _rank(label: SceneLabel) -> tuple[int, float]:
    """Return the rank of a label. Labels with smaller ranks are placed first."""
    if label.yields:
        return 1 if label.pointed else 2 if label.matters else 4, -label.at[1]
    return 3 if label.elsewhere else 0, 0.0


def _spots(label: SceneLabel, wide: float, high: float) -> list[Spot]:
    """Return the places where a label may be, the best one first: above the figure, then below it. Further places are
    higher up or lower down for names, and beside the figure for other labels.

    Args:
        label: The label.
        wide: Half the label's width (pixels).
        high: Half its height (pixels).
    """

    def about(x: float, y: float) -> Box:
        return (x - wide, y - high, x + wide, y + high)

    if label.around is None:
        return [Spot(about(*at)) for at in (label.at, *label.elsewhere)]
    left, top, right, bottom = label.around
    x, y = (left + right) / 2, (top + bottom) / 2
    above, below = top - high - LABEL_GAP, bottom + high + LABEL_GAP
    if not label.yields:
        beside = ((x, above), (x, below), (right + wide + LABEL_GAP, y), (left - wide - LABEL_GAP, y))
        return [Spot(about(*at)) for at in beside]
    step = 2 * high + LABEL_GAP
    return [
        Spot(about(x, above)),
        Spot(about(x, below), clear=(x - wide, below + high, x + wide, below + 2 * high)),
        *(Spot(about(x, at), (x - 1, at + high, x + 1, top)) for at in (above - step * n for n in STOREYS)),
        Spot(
            about(x, below + step),
            (x - 1, bottom, x + 1, below + step - high),
            (x - wide, below + step + high, x + wide, below + step + 2 * high),
        ),
    ]


def _is_inside(box: Box, window: Box) -> bool:
    """Return whether the whole box is in the window."""
    return window[0] <= box[0] and window[1] <= box[1] and box[2] <= window[2] and box[3] <= window[3]


def _is_hidden(box: Box, window: Box, panels: Sequence[Box]) -> bool:
    """Return whether the middle of a box is outside the window or behind a panel."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    middle = (x, y, x, y)
    return not _is_inside(middle, window) or any(_is_inside(middle, panel) for panel in panels)


def _beside_panels(box: Box, panels: Sequence[Box]) -> Box:
    """Return the place of a label. If panels hide a part of it, move it by the shortest distance that makes it
    visible.
    """
    hiding = [panel for panel in panels if overlap(box, panel)]
    moves = [
        move
        for left, top, right, bottom in hiding
        for move in ((left - box[2], 0.0), (right - box[0], 0.0), (0.0, top - box[3]), (0.0, bottom - box[1]))
    ]
    for dx, dy in sorted(moves, key=lambda move: abs(move[0]) + abs(move[1])):
        moved = (box[0] + dx, box[1] + dy, box[2] + dx, box[3] + dy)
        if not any(overlap(moved, panel) for panel in panels):
            return moved
    return box


def overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes overlap. A box is given by its left, upper, right and lower edges (pixels)."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def half_sizes(ui: Ui, text: str, size: float) -> tuple[float, float]:
    """Return half the width and half the height of a text with its background (pixels)."""
    s = ui.scale
    return ui.text.measure(text, size, bold=True) * s / 2 + 9 * s, ui.frame.pixel_size(size) / 2 + 4 * s


def _line(ui: Ui, line: Box, tone: str) -> None:
    """Draw the line between a label and its figure."""
    x, draw = (line[0] + line[2]) / 2, imgui.get_background_draw_list()
    for ink, wide in ((colour(theme.BACK, 0.75), 3.5), (colour(tone, 0.9), 1.5)):
        draw.add_line((x, line[1]), (x, line[3]), ink, wide * ui.scale)


def draw_label(ui: Ui, text: str, x: float, y: float, tone: str, size: float = SMALL) -> None:
    """Draw a text on a dark background, centred at a point (pixels). Near the window's edge, move it inside."""
    wide, high = half_sizes(ui, text, size)
    x = min(max(x, wide + 4), ui.pixels[0] - wide - 4)
    y = min(max(y, high + 4), ui.pixels[1] - high - 4)
    draw = imgui.get_background_draw_list()
    draw.add_rect_filled((x - wide, y - high), (x + wide, y + high), colour(theme.BACK, 0.86), high)
    draw.add_rect((x - wide, y - high), (x + wide, y + high), colour(tone, 0.35), high)
    corner = (round(x - wide + 9 * ui.scale), round(y - ui.frame.pixel_size(size) / 2))
    draw.add_text(ui.frame.fonts.bold, ui.frame.pixel_size(size), corner, colour(tone), text)
    if ui.frame.drawn is not None:
        ui.frame.drawn.add_label(text, (x - wide, y - high, x + wide, y + high), ui.pixels)
