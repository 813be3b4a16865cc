"""The panel with the units in the order of their turns. Gauges such as wounds are also drawn beside the models."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from imgui_bundle import imgui

from riotsim.play.displays import Gauge, Initiative, RosterUnit
from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.viewer.ui.commands import FocusPieces, HighlightPieces, ShowSheet, UiCommand
from riotsim.viewer.ui.models import Company
from riotsim.viewer.ui.panels.scene.labels import Spot, draw_line, overlap
from riotsim.viewer.ui.scene_model import SceneUnit
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.dice import draw_die
from riotsim.viewer.ui.widgets.drawn import Box
from riotsim.viewer.ui.widgets.fonts import SMALL, TINIEST, TINY
from riotsim.viewer.ui.widgets.theme import colour, light

ROW, ROW_GAP, TITLE = 27.0, 3.0, 20.0
"""Height of a unit, gap between units, and height of the title (panel units)."""

MIN_ROW = 20.0
"""Least height of a unit (panel units). If the panel is too low for units of this height, the units scroll."""

PADDING = 18.0
"""Height of the panel's padding above and below (panel units)."""

DIE = 22.0
"""Size of the die with a unit's initiative in the panel (panel units)."""

NO_PORTRAITS: Final[Mapping[PieceId, int]] = MappingProxyType({})

GAUGE_WIDTH = 42.0
"""Width of a gauge's column in the panel, including `GAUGE_GAP` (panel units). The gauge's name fits above the column.
"""

GAUGE_GAP = 8.0
"""Gap between the gauges of a row (panel units)."""

GAUGE_COLOURS: Final = ("#e0614a", "#e5b453", "#8fc98a")
"""Colours of the gauges of a unit, such as wounds and shock, in order. The last colour is for all further gauges."""

BAR = (34.0, 4.0)
"""Width and height of a gauge beside a model (panel units)."""

SCENE_DIE = 20.0
"""Size of the die with a unit's initiative beside its model (panel units)."""

MOST_RAISED = 60.0
"""Gauges are raised above the gauges of other units by no more than this (panel units)."""


def in_order(companies: Sequence[Company]) -> list[tuple[Initiative, RosterUnit, Seat]]:
    """Return the units with an initiative, in the order of their turns. Each comes with its owner."""
    found = [
        (unit.initiative, unit, company.seat)
        for company in companies
        for unit in company.units
        if unit.initiative is not None
    ]
    return sorted(found, key=lambda one: one[0].place)


def order_height(companies: Sequence[Company]) -> float:
    """Return the height that the panel needs for all units (panel units); 0 if no unit has an initiative."""
    rows = len(in_order(companies))
    return 0.0 if not rows else PADDING + TITLE + rows * (ROW + ROW_GAP)


def fitting_order_height(companies: Sequence[Company], most: float) -> float:
    """Return the height of the panel: at most `most`, except if a single row needs more (panel units).

    If there is too little room for all units, the rows have the height `MIN_ROW`, and the panel ends below a whole row.
    """
    if PADDING + TITLE + len(in_order(companies)) * (MIN_ROW + ROW_GAP) <= most:
        return min(order_height(companies), most)
    return PADDING + TITLE + max((most - PADDING - TITLE) // (MIN_ROW + ROW_GAP), 1) * (MIN_ROW + ROW_GAP)


def order_panel(
    ui: Ui,
    companies: Sequence[Company],
    acting: PieceId | None,
    x: float,
    y: float,
    width: float,
    height: float,
    portraits: Mapping[PieceId, int] = NO_PORTRAITS,
) -> list[UiCommand]:
    """Draw the units in the order of their turns in this round, and return the user's commands.

    The commands highlight the unit under the mouse. After a click on a unit, they also move the camera to the unit's
    model and show the unit's sheet.

    Args:
        ui: The controls of the frame that is being drawn.
        companies: The companies.
        acting: The piece that is acting; None if no piece is acting.
        x: Left edge (panel units).
        y: Upper edge (panel units).
        width: Width (panel units).
        height: Height of the panel (panel units). If it is too small for all units, the rows become lower, down to
            `MIN_ROW`. If that isn't enough, the rows scroll.
        portraits: Portraits of models, as the OpenGL names of textures.
    """
    commands: list[UiCommand] = []
    units = in_order(companies)
    row = min(ROW, max(MIN_ROW, (height - PADDING - TITLE) / max(len(units), 1) - ROW_GAP))
    with ui.frame.panel("order", x, y, width, height, padding=(12, 9)):
        start = imgui.get_cursor_screen_pos()
        ui.text.draw_at("Order of the round", start.x, start.y + 6 * ui.scale, TINY, theme.FAINT)
        _gauge_names(ui, units[0][1].gauges if units else (), start.x + ui.width_left * ui.scale, start.y)
        imgui.set_cursor_screen_pos((start.x, start.y + TITLE * ui.scale))
        with ui.frame.scroll("order.rows", 0, 0):
            imgui.push_style_var(imgui.StyleVar_.item_spacing, (0, ROW_GAP * ui.scale))
            for placed, unit, seat in units:
                portrait = portraits.get(unit.piece, 0)
                commands += _row(ui, placed, unit, seat, portrait, row, is_acting=unit.piece == acting)
            imgui.pop_style_var()
    return commands


def _gauge_names(ui: Ui, gauges: Sequence[Gauge], right: float, top: float) -> None:
    """Write the names of gauges above their columns.

    `right` is the right edge of the gap that follows the last column. `top` is the upper edge of the names' line. Both
    are in pixels.
    """
    s = ui.scale
    for number, gauge in enumerate(gauges):
        x = right - (GAUGE_WIDTH * (len(gauges) - number) - (GAUGE_WIDTH - GAUGE_GAP) / 2) * s
        ui.text.draw_at(gauge.name, x, top + 6 * s, TINIEST, _gauge_colour(number), align=0.5)


def _gauge_colour(number: int) -> str:
    """Return the colour of a gauge. `number` is the gauge's index among the gauges of its unit."""
    return GAUGE_COLOURS[min(number, len(GAUGE_COLOURS) - 1)]


def _row(
    ui: Ui, placed: Initiative, unit: RosterUnit, seat: Seat, portrait: int, height: float, *, is_acting: bool
) -> list[UiCommand]:
    s, draw = ui.scale, imgui.get_window_draw_list()
    pressed = ui.press_area(f"order.{unit.piece}", ui.width_left, height)
    left, top, right, bottom = pressed.box
    draw.add_rect_filled((left, top), (right, bottom), colour(theme.FIELD if pressed.hovered else theme.CARD), 5 * s)
    if is_acting:
        draw.add_rect((left, top), (right, bottom), colour(theme.GOLD), 5 * s, 1.5 * s)
    middle, faint = (top + bottom) / 2, 0.4 if placed.state == "done" or unit.is_out else 1.0
    die, ink = min(DIE, height - 2), theme.ink_on(seat.colour)
    at = (left + 15 * s, middle)
    draw_die(ui, draw, placed.sides, str(placed.value), at, die, seat.colour, ink, alpha=faint)
    begin, gauges = left + 31 * s, unit.gauges
    if portrait:
        side = height - 3
        draw_portrait(draw, portrait, (begin, middle - side / 2 * s), side * s, seat.colour, faint)
        begin += 29 * s
    room = (right - begin) / s - GAUGE_WIDTH * len(gauges) - 22
    tone = theme.FAINT if faint < 1.0 else light(seat.colour)
    ui.text.draw_at(ui.text.fitted(unit.name, room, SMALL, bold=True), begin, middle, SMALL, tone, bold=True)
    icon = {"acts": fonts.PLAY, "holds": fonts.GLASS, "done": fonts.CHECK, "waits": ""}[placed.state]
    if unit.is_out:
        icon = fonts.CROSS
    edge = right - GAUGE_WIDTH * len(gauges) * s - 9 * s
    ui.text.draw_at(icon, edge, middle, TINY, theme.GOLD if faint == 1.0 else theme.FAINT, align=0.5)
    for number, gauge in enumerate(gauges):
        _gauge(ui, draw, gauge, right - GAUGE_WIDTH * (len(gauges) - number) * s, middle, height, number)
    if not pressed.hovered:
        return []
    health = ", ".join(f"{gauge.name} {gauge.value} of {gauge.full}" for gauge in gauges)
    ui.text.tip(f"{unit.name}: initiative {placed.value}. {health}. {_said(placed, unit)}")
    lit = HighlightPieces((unit.piece,))
    return [lit, FocusPieces((unit.piece,)), ShowSheet(unit.piece)] if pressed.clicked else [lit]


def _said(placed: Initiative, unit: RosterUnit) -> str:
    if unit.is_out:
        return f"Out of play: {unit.place}"
    told = {"acts": "Acts now", "holds": "Holds an action", "done": "Has acted", "waits": "Has not acted yet"}
    return told[placed.state]


def _gauge(
    ui: Ui, draw: imgui.ImDrawList, gauge: Gauge, left: float, middle: float, height: float, number: int
) -> None:
    """Draw a gauge in a row of the panel, as a number over a bar.

    `left` is the gauge's left edge and `middle` the row's vertical middle (pixels). `height` is the height of the row
    (panel units). `number` is the gauge's index among the gauges of its unit.
    """
    s, wide = ui.scale, GAUGE_WIDTH - GAUGE_GAP
    tone = _gauge_colour(number)
    text = f"{gauge.value}"
    ui.text.draw_at(
        text, left + wide * s / 2, middle - min(4.0, height / 2 - 7) * s, TINY, theme.TEXT, bold=True, align=0.5
    )
    _bar(draw, gauge, left, middle + min(7.0, height / 2 - 4.5) * s, wide * s, 3.5 * s, tone)


def _bar(draw: imgui.ImDrawList, gauge: Gauge, left: float, top: float, width: float, height: float, tone: str) -> None:
    share = gauge.value / gauge.full if gauge.full else 0.0
    draw.add_rect_filled((left, top), (left + width, top + height), colour(theme.BACK, 0.85), height / 2)
    if share > 0.0:
        draw.add_rect_filled((left, top), (left + width * min(share, 1.0), top + height), colour(tone), height / 2)


def draw_portrait(
    draw: imgui.ImDrawList, portrait: int, at: tuple[float, float], side: float, tone: str, alpha: float = 1.0
) -> None:
    """Draw a portrait with a border of the colour `tone`.

    The portrait is a square. `at` is its upper left corner, and `side` the length of its sides (pixels).
    """
    x, y = at
    ends = (x, y), (x + side, y + side)
    draw.add_image_rounded(
        imgui.ImTextureRef(portrait), *ends, (0.0, 1.0), (1.0, 0.0), colour("#ffffff", alpha), side * 0.12
    )
    draw.add_rect(*ends, colour(tone, alpha), side * 0.12, 1.5)


STEADY_HEIGHT = 8.0
"""A unit becomes the nearer one only if it is lower in the window than the other by this distance (panel units)."""

MEMORY_KEY = "gauges"
"""Key in `Frame.memory` for the ranks of the units in the last frame. The nearest unit has rank 0."""


def draw_units(ui: Ui, units: Sequence[SceneUnit]) -> dict[PieceId, Spot]:
    """Draw the gauges and initiatives of units beside their models. Return the places of the gauges, by model.

    If a unit is done in this round, its initiative is not drawn. Gauges that would overlap the gauges of a nearer unit
    stand higher up, with a line to their model.
    """
    draw = imgui.get_background_draw_list()
    spots = [_spot(ui, one, box) for one, box in zip(units, _places_of_gauges(ui, units), strict=True)]
    for one, spot in zip(units, spots, strict=True):
        if spot.line is not None:
            draw_line(ui, spot.line, light(one.colour))
    for one, spot in zip(units, spots, strict=True):
        _gauges(ui, draw, one, spot.box)
    return {one.piece: spot for one, spot in zip(units, spots, strict=True)}


def _spot(ui: Ui, unit: SceneUnit, box: Box) -> Spot:
    """Return the `Spot` of a unit's gauges at `box`. If the gauges are raised, the spot has a line to the model."""
    x, y = unit.at
    is_raised = box[1] < _gauges_box(ui, unit)[1]
    return Spot(box, (x - 1, box[3], x + 1, max(y, box[3])) if is_raised else None)


def _places_of_gauges(ui: Ui, units: Sequence[SceneUnit]) -> list[Box]:
    """Return the place of each unit's gauges and initiative, in the order of `units`.

    Near units are placed first. The gauges of a farther unit are raised if they would overlap the gauges of a nearer
    unit. They are never raised by more than `MOST_RAISED`.
    """
    places: dict[int, Box] = {}
    for number in _from_near(ui, units):
        places[number] = _raised(_gauges_box(ui, units[number]), list(places.values()), MOST_RAISED * ui.scale)
    return [places[number] for number in range(len(units))]


def _from_near(ui: Ui, units: Sequence[SceneUnit]) -> list[int]:
    """Return the indices of the units, from the nearest (lowest in the window) to the farthest.

    Of two units, the farther one in the last frame becomes the nearer one only if it is lower by more than
    `STEADY_HEIGHT`. This keeps the gauges from jumping to and fro.
    """
    before = ui.frame.memory.get(MEMORY_KEY, {})
    assert isinstance(before, dict)
    height = [one.at[1] for one in units]
    found: list[int] = []
    for n in sorted(range(len(units)), key=lambda n: (before.get(units[n].piece, len(before)), -height[n])):
        place, margin = len(found), STEADY_HEIGHT * ui.scale if units[n].piece in before else 0.0
        while place and height[n] > height[found[place - 1]] + margin:
            place -= 1
        found.insert(place, n)
    ui.frame.memory[MEMORY_KEY] = {units[n].piece: rank for rank, n in enumerate(found)}
    return found


def _raised(box: Box, taken: Sequence[Box], most: float) -> Box:
    """Return a box, moved up until it overlaps none of the boxes in `taken`.

    If the box would have to move by more than `most` pixels, it isn't moved.
    """
    left, top, right, bottom = box
    moved = box
    while hit := [other for other in taken if overlap(moved, other)]:
        end = min(other[1] for other in hit)
        if bottom - end > most:
            return box
        moved = (left, end - (bottom - top), right, end)
    return moved


def _gauges_box(ui: Ui, unit: SceneUnit) -> Box:
    """Return the place of a unit's gauges and initiative if they stand directly above the head of the unit's model."""
    s, (x, y) = ui.scale, unit.at
    left, right = x - (BAR[0] / 2 + 1) * s, x + (BAR[0] / 2 + 1) * s
    high = len(unit.gauges) * (BAR[1] + 2) * s
    if not _has_die(unit):
        return (left, y - high - s, right, y)
    half = max(SCENE_DIE / 2 * s, high / 2)
    return (left - (SCENE_DIE + 2) * s, y - high / 2 - half, right, y - high / 2 + half)


def _has_die(unit: SceneUnit) -> bool:
    """Return whether a die with the unit's initiative is drawn beside the unit's gauges.

    A unit without an initiative, or one that is done in this round, has no such die.
    """
    return unit.initiative is not None and unit.initiative.state != "done"


def _gauges(ui: Ui, draw: imgui.ImDrawList, unit: SceneUnit, place: Box) -> None:
    """Draw a unit's gauges and initiative at a place."""
    s, middle = ui.scale, (place[1] + place[3]) / 2
    wide, high = BAR[0] * s, BAR[1] * s
    left, top = place[2] - wide - s, middle - len(unit.gauges) * (high + 2 * s) / 2
    for number, gauge in enumerate(unit.gauges):
        tone = _gauge_colour(number)
        back = (left - s, top - s), (left + wide + s, top + high + s)
        draw.add_rect_filled(*back, colour(theme.BACK, 0.7), high / 2)
        _bar(draw, gauge, left, top, wide, high, tone)
        top += high + 2 * s
    if unit.initiative is not None and _has_die(unit):
        at = (left - (SCENE_DIE / 2 + 3) * s, middle)
        edge = theme.GOLD if unit.initiative.state == "acts" else theme.BACK
        draw_die(
            ui, draw, unit.initiative.sides, str(unit.initiative.value), at, SCENE_DIE, unit.colour,
            theme.ink_on(unit.colour), edge=edge,
        )  # fmt: skip
