"""Labels over the scene: the names of figures, the numbers of dice, and the texts of circles."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from imgui_bundle import imgui

from riotsim.table.pieces import PieceId
from riotsim.viewer.ui.scene_model import SceneLabel
from riotsim.viewer.ui.widgets import theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.drawn import Box
from riotsim.viewer.ui.widgets.fonts import SMALL
from riotsim.viewer.ui.widgets.theme import colour, light

LABEL_GAP = 3.0
"""Distance of a name from the box of its figure (pixels)."""

LINE_DEPTH = 0.4
"""The line from a label reaches down into the box of the figure below by this depth, as a share of the box's width.

A low figure, such as a rat, doesn't fill the upper part of its box. The depth lets the line reach such a figure too.
"""

LINE_GAP = 3.0
"""Distance between the lines of a label with several lines (panel units)."""

STOREYS = range(1, 5)
"""Numbers of steps for moving a name up, if the places directly above and below its figure are taken.

A step is the height of the name and `LABEL_GAP`.
"""

NEAR_LINES = (-1, 1, -2, 2)
"""A text is tried at these numbers of steps from `SceneLabel.at`. Negative numbers are upwards.

A step is the height of the text and `LABEL_GAP`. The steps are only used if the text has other places
(`SceneLabel.elsewhere`), and are tried after these places.
"""

MOST_COVERING = 8
"""Limit for names that matter (`SceneLabel.matters`): if there are no more than this, they may cover other figures.

If there are more, only the names of pointed figures may cover other figures.
"""


STEADY_MARGIN = 2.0
"""Width of the margin that must be free around a better place before a label moves there (pixels).

The margin keeps the labels of moving figures from jumping to and fro. It is less than `LABEL_GAP`. So the margin
doesn't contain a figure's own gauges, which are below its label.
"""

LabelKey: TypeAlias = tuple[PieceId, str, str, int]
"""Key for recognising a label in the next frame: piece, text, colour, and a number from 0.

Labels with the same piece, text and colour have different numbers. In the key of a piece's name, the text is empty.
"""

MEMORY_KEY = "labels"
"""Key in `Frame.memory` for the places of the last frame's labels.

They are kept as a mapping from the `LabelKey` of each label to the number of the label's place (see `_places`).
"""


class Spot(NamedTuple):
    """A place where a label or gauges may be (pixels)."""

    box: Box
    line: Box | None = None
    """The place of the line between the label or the gauges and the figure; None for no line."""
    clear: Box | None = None
    """An area that must have no other figure in it; None if there is no such area.

    If another figure were in this area, the label would seem to be that figure's name.
    """


NO_GAUGES: Final[Mapping[PieceId, Spot]] = MappingProxyType({})


class Obstacles(NamedTuple):
    """The things that a label should not cover."""

    figures: Sequence[Box]
    """Figures, towers, loose dice and tokens that the label does not belong to.

    Only some names may cover them (see `draw_labels`). These names, and labels that aren't names, cover them only if
    there is no other place.
    """
    taken: Sequence[Box]
    """Labels that have a place already, gauges, lines to figures, and panels.

    A name never covers them. Any other label covers them only if there is no other place.
    """


def draw_labels(ui: Ui, labels: Sequence[SceneLabel], gauges: Mapping[PieceId, Spot] = NO_GAUGES) -> None:
    """Draw labels into the scene, behind all panels.

    - A name (`SceneLabel.yields`) stands above, below or beside its figure. If no such place is free, the name is left
      out.
    - Any other label is drawn even if no place is free. It is left out only if its subject can't be seen.

    Names are placed one by one. There are three groups of them. Within a group, the names of the nearest figures come
    first.

    - First come the names of pointed figures (`SceneLabel.pointed`). They may cover other figures.
    - Then come the names that matter (`SceneLabel.matters`). They may cover other figures if at most `MOST_COVERING`
      labels matter.
    - All other names come last. They never cover other figures.

    A label keeps its place from frame to frame, as long as this place is free and no other place is clearly better.

    Args:
        ui: The controls of the frame that is being drawn.
        labels: The labels.
        gauges: The place of each unit's gauges, by the id of the unit's model. The model is a figure, and its label
            stands above the gauges.
    """
    labels = [_above_gauges(label, gauges) for label in labels]
    figures = [label.around for label in labels if label.around is not None]
    taken = [box for spot in gauges.values() for box in (spot.box, spot.line) if box is not None]
    panels = [box for box in ui.frame.panels_before if box[2] - box[0] < ui.pixels[0]]  # no overlay, which dims all
    found: list[tuple[SceneLabel, Spot]] = []
    few_matter = sum(label.matters for label in labels) <= MOST_COVERING
    before, numbers = _numbers_before(ui), {}
    keyed = zip(_keys(labels), labels, strict=True)
    for key, label in sorted(((key, label) for key, label in keyed if label.text), key=lambda one: _rank(one[1])):
        others = [figure for figure in figures if figure != label.around]
        may_cover = label.pointed or (label.matters and few_matter)
        spots = _spots(label, *half_sizes(ui, label.text, SMALL))
        places, known = _places(label, len(spots)), before.get(key)
        kept = places.index(known) if known is not None and known in places else None
        obstacles = Obstacles(others, (*taken, *panels))
        if label.yields:
            spot = _name_spot(ui, label, spots, obstacles, kept, may_cover=may_cover)
        else:
            spot = _text_spot(ui, label, spots, obstacles, panels, kept)
        if spot is not None:
            numbers[key] = places[spots.index(spot)] if spot in spots else None
            taken += [spot.box] if spot.line is None else [spot.box, spot.line]
            found.append((label, spot))
    ui.frame.memory[MEMORY_KEY] = numbers
    for label, spot in found:
        if spot.line is not None:
            line = spot.line if label.piece in gauges else _up_to_figure(spot.line, label)
            draw_line(ui, line, light(label.colour))
            draw_dot(ui, (line[0] + line[2]) / 2, line[1] if spot.box[1] > line[1] else line[3], light(label.colour))
    for label, spot in found:
        left, top, right, bottom = spot.box
        draw_label(ui, label.text, (left + right) / 2, (top + bottom) / 2, light(label.colour))


def _up_to_figure(line: Box, label: SceneLabel) -> Box:
    """Return the line from a label to its figure.

    A line from a label above the figure is made longer, so that it ends inside the figure's box (see `LINE_DEPTH`). Any
    other line is returned unchanged.
    """
    if label.around is None or line[3] > label.around[1]:
        return line  # it ends at the base
    left, top, right, _ = label.around
    return (line[0], line[1], line[2], top + LINE_DEPTH * (right - left))


def _above_gauges(label: SceneLabel, gauges: Mapping[PieceId, Spot]) -> SceneLabel:
    """Return a label with its box `around` extended to the top of the figure's gauges, if the figure has gauges."""
    if label.around is None or label.piece not in gauges:
        return label
    left, top, right, bottom = label.around
    return replace(label, around=(left, min(top, gauges[label.piece].box[1]), right, bottom))


def _numbers_before(ui: Ui) -> Mapping[LabelKey, int | None]:
    """Return the number of each label's place in the last frame (see `_places`), by the label's key.

    The number is None for a label that was drawn at none of its places.
    """
    before = ui.frame.memory.get(MEMORY_KEY, {})
    assert isinstance(before, dict)
    return before


def _keys(labels: Sequence[SceneLabel]) -> Iterator[LabelKey]:
    """Yield the key of each label. A name has the same key in every frame, even if its text changes."""
    counts: Counter[tuple[PieceId, str, str]] = Counter()
    for label in labels:
        known = (label.piece, "" if label.piece and label.yields else label.text, label.colour)
        yield (*known, counts[known])
        counts[known] += 1


def _places(label: SceneLabel, count: int) -> Sequence[int]:
    """Return a number for each of a label's `count` places. The next frame recognises a place by its number.

    The first places get the numbers in `label.places`. The other places get negative numbers that rise to −1. For
    example, 4 places with `label.places` of (0, 3) get 0, 3, −2 and −1. If `label.places` is empty, the numbers are 0,
    1, 2 and so on.
    """
    beyond = count - len(label.places)
    return (*label.places, *range(-beyond, 0)) if label.places else range(count)


def _name_spot(
    ui: Ui, label: SceneLabel, spots: Sequence[Spot], obstacles: Obstacles, before: int | None, *, may_cover: bool
) -> Spot | None:
    """Return the place of a name, or None to leave the name out.

    Args:
        ui: The controls of the frame that is being drawn.
        label: The name.
        spots: The places where the name may be, the best one first.
        obstacles: What the name should not cover.
        before: Index in `spots` of the place that the name had in the last frame; None if there is no such place.
        may_cover: Whether the name may cover other figures if there is no other place.
    """
    window = (0.0, 0.0, *ui.pixels)
    if not overlap(label.around or spots[0].box, window):
        return None
    inside = [number for number, spot in enumerate(spots) if _is_inside(spot.box, window)]
    number = _first_free(spots, inside, obstacles, before)
    if number is None and may_cover:
        number = _first_free(spots, inside, Obstacles((), obstacles.taken), before)
    return None if number is None else spots[number]


def _text_spot(
    ui: Ui,
    label: SceneLabel,
    spots: Sequence[Spot],
    obstacles: Obstacles,
    panels: Sequence[Box],
    before: int | None,
) -> Spot | None:
    """Return the place of a text that is not a name, or None if its subject can't be seen.

    Args:
        ui: The controls of the frame that is being drawn.
        label: The text.
        spots: The places where the text may be, the best one first.
        obstacles: What the text should not cover.
        panels: The places of the panels.
        before: Index in `spots` of the place that the text had in the last frame; None if there is no such place.
    """
    if _is_hidden(label.around or spots[0].box, (0.0, 0.0, *ui.pixels), panels):
        return None
    number = _first_free(spots, range(len(spots)), obstacles, before)
    if number is None:
        number = _first_free(spots, range(len(spots)), Obstacles((), obstacles.taken), before)
    return Spot(_beside_panels(spots[0].box, panels)) if number is None else spots[number]


def _first_free(spots: Sequence[Spot], allowed: Sequence[int], obstacles: Obstacles, before: int | None) -> int | None:
    """Return the index in `spots` of the best free place, or None if no place is free.

    A label keeps a free place from the last frame, unless a better place has a free margin of `STEADY_MARGIN` around
    it.

    Args:
        spots: The places.
        allowed: Indices in `spots` of the places that may be used, the best one first.
        obstacles: What the label should not cover.
        before: Index in `spots` of the place that the label had in the last frame; None if there is no such place.
    """
    stays = before in allowed and before is not None and _is_free(spots[before], obstacles)
    for number in allowed:
        if number == before and stays:
            return number
        if _is_free(spots[number], obstacles, STEADY_MARGIN if stays else 0.0):
            return number
    return None


def _is_free(spot: Spot, obstacles: Obstacles, margin: float = 0.0) -> bool:
    """Return whether a place is free for a label.

    A place is free if all of these are true:

    - The label at this place, with `margin` around it (pixels), overlaps no obstacle.
    - The line of the label overlaps no obstacle.
    - The area `spot.clear` overlaps none of the figures among the obstacles.
    """
    left, top, right, bottom = spot.box
    needed = [(left - margin, top - margin, right + margin, bottom + margin)]
    needed += [] if spot.line is None else [spot.line]
    if any(overlap(box, other) for box in needed for some in obstacles for other in some):
        return False
    return spot.clear is None or not any(overlap(spot.clear, other) for other in obstacles.figures)


def _rank(label: SceneLabel) -> tuple[int, float]:
    """Return the rank of a label. Labels with smaller ranks are placed first."""
    if label.yields:
        foot = label.at[1] if label.around is None else label.around[3]
        return 1 if label.pointed else 2 if label.matters else 3, -foot
    return 4 if label.elsewhere else 0, 0.0


def _spots(label: SceneLabel, wide: float, high: float) -> list[Spot]:
    """Return the places where a label may be, the best one first.

    - A name: directly above the figure, directly below it, farther above, farther below, and beside the figure.
    - Any other label of a figure: above the figure, below it, and beside it.
    - A text at a point: `label.at`. If `label.elsewhere` isn't empty, its places follow, and then places a little above
      and below `label.at`.

    Args:
        label: The label.
        wide: Half the label's width (pixels).
        high: Half the label's height (pixels).
    """

    def about(x: float, y: float) -> Box:
        return (x - wide, y - high, x + wide, y + high)

    step = 2 * high + LABEL_GAP
    if label.around is None:
        x, y = label.at
        near = [(x, y + lines * step) for lines in NEAR_LINES] if label.elsewhere else []
        return [Spot(about(*at)) for at in (label.at, *label.elsewhere, *near)]
    left, top, right, bottom = label.around
    x, y, foot = (left + right) / 2, (top + bottom) / 2, bottom - high
    above, below = top - high - LABEL_GAP, bottom + high + LABEL_GAP
    if not label.yields:
        beside = ((x, above), (x, below), (right + wide + LABEL_GAP, y), (left - wide - LABEL_GAP, y))
        return [Spot(about(*at)) for at in beside]
    return [
        Spot(about(x, above)),
        Spot(about(x, below), clear=(x - wide, below + high, x + wide, below + 2 * high)),
        *(
            Spot(about(x, at), (x - 1, at + high, x + 1, top), (x - wide / 2, at + high, x + wide / 2, top))
            for at in (above - step * n for n in STOREYS)
        ),
        Spot(
            about(x, below + step),
            (x - 1, bottom, x + 1, below + step - high),
            (x - wide, below + step + high, x + wide, below + step + 2 * high),
        ),
        *(
            Spot(about(at, foot), clear=(end - high, foot - high, end + high, foot + high))
            for at, end in (
                (right + wide + LABEL_GAP, right + 2 * wide + LABEL_GAP),
                (left - wide - LABEL_GAP, left - 2 * wide - LABEL_GAP),
            )
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
    """Return the place of a label, moved by the shortest way so that no panel hides a part of the label.

    The place is moved straight past one panel: to the left, to the right, up or down. It isn't moved if no panel hides
    a part of the label now. Nor is it moved if a panel would do so after each of these moves.
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
    """Return half the width and half the height of a label's background (pixels). The text may have several lines."""
    s, lines = ui.scale, text.split("\n")
    wide = max(ui.text.measure(line, size, bold=True) for line in lines)
    return wide * s / 2 + 9 * s, (len(lines) * ui.frame.pixel_size(size) + (len(lines) - 1) * LINE_GAP * s) / 2 + 4 * s


def draw_line(ui: Ui, line: Box, tone: str) -> None:
    """Draw the line between a label and its figure."""
    x, draw = (line[0] + line[2]) / 2, imgui.get_background_draw_list()
    for ink, wide in ((colour(theme.BACK, 0.75), 3.5), (colour(tone, 0.9), 1.5)):
        draw.add_line((x, line[1]), (x, line[3]), ink, wide * ui.scale)


def draw_dot(ui: Ui, x: float, y: float, tone: str) -> None:
    """Draw the dot at the end of a label's line: at the figure, or at the top of the figure's gauges."""
    draw = imgui.get_background_draw_list()
    for ink, radius in ((colour(theme.BACK, 0.75), 4.5), (colour(tone), 3.0)):
        draw.add_circle_filled((x, y), radius * ui.scale, ink)


def draw_label(ui: Ui, text: str, x: float, y: float, tone: str, size: float = SMALL) -> None:
    """Draw a text on a dark background, centred at a point (pixels). Near the window's edge, move it inwards."""
    wide, high = half_sizes(ui, text, size)
    x = min(max(x, wide + 4), ui.pixels[0] - wide - 4)
    y = min(max(y, high + 4), ui.pixels[1] - high - 4)
    draw, height, s = imgui.get_background_draw_list(), ui.frame.pixel_size(size), ui.scale
    round_ = height / 2 + 4 * s
    draw.add_rect_filled((x - wide, y - high), (x + wide, y + high), colour(theme.BACK, 0.86), round_)
    draw.add_rect((x - wide, y - high), (x + wide, y + high), colour(tone, 0.35), round_)
    for number, line in enumerate(text.split("\n")):
        left = x - ui.text.measure(line, size, bold=True) * s / 2
        top = y - high + 4 * s + number * (height + LINE_GAP * s)
        draw.add_text(ui.frame.fonts.bold, height, (round(left), round(top)), colour(tone), line)
    if ui.frame.drawn is not None:
        ui.frame.drawn.add_label(text, (x - wide, y - high, x + wide, y + high), ui.pixels)
