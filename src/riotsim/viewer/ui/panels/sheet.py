"""The sheet of a piece: its name, lines about it, a grid of cells, and what each cell means."""

from imgui_bundle import imgui

from riotsim.play.narration import SheetCell
from riotsim.viewer.ui.models import Sheet
from riotsim.viewer.ui.widgets import theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL, TINY
from riotsim.viewer.ui.widgets.signs import draw_sign
from riotsim.viewer.ui.widgets.theme import colour, light

MAX_CELL = 50.0
"""Greatest side of a cell of the grid (panel units)."""

CELL_GAP = 3.0
"""Gap between two cells (panel units)."""

LEGEND_SIGN = 26.0
"""Side of a sign beside its meaning (panel units)."""

LEGEND_HEIGHT = 30.0
"""Height of a cell's meaning without a wrapped line (panel units)."""


def sheet_panel(ui: Ui, sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    """Draw the sheet of a piece.

    Args:
        ui: The controls of the frame that is being drawn.
        sheet: The sheet.
        x: Left edge (panel units).
        y: Upper edge (panel units).
        width: Width (panel units).
        height: Height (panel units).
    """
    with ui.frame.panel("sheet", x, y, width, height):
        tone = light(sheet.seat.colour) if sheet.seat else theme.GOLD
        if sheet.seat is not None:
            ui.text.badge(sheet.seat.symbol, sheet.seat.colour, 18)
            ui.frame.same_line(8)
        ui.text.write(sheet.title, 15.5, tone, bold=True, width=ui.width_left)
        ui.frame.gap(-4)
        for line in sheet.lines:
            ui.text.write(line, SMALL, theme.SOFT, width=ui.width_left)
            ui.frame.gap(-4)
        ui.frame.gap(6)
        rows = max((cell.row for cell in sheet.cells), default=-1) + 1
        columns = max((cell.column for cell in sheet.cells), default=-1) + 1
        meanings = list({(cell.sign, cell.title): cell for cell in sheet.cells if cell.text}.values())
        room = ui.frame.height_left - len(meanings) * (LEGEND_HEIGHT + 6)
        side = max(24.0, min(MAX_CELL, room / max(rows, 1) - CELL_GAP, ui.width_left / max(columns, 1) - CELL_GAP))
        _grid(ui, sheet, columns, rows, side, tone)
        ui.frame.gap(4)
        for cell in meanings:
            _meaning(ui, cell, tone)


def _grid(ui: Ui, sheet: Sheet, columns: int, rows: int, side: float, tone: str) -> None:
    """Draw the cells. `side` is the side of each (panel units)."""
    s, step = ui.scale, side + CELL_GAP
    corner, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    left = corner.x + max(ui.width_left - columns * step, 0.0) / 2 * s
    for cell in sheet.cells:
        x, y = left + cell.column * step * s, corner.y + cell.row * step * s
        ends = (x, y), (x + side * s, y + side * s)
        draw.add_rect_filled(*ends, colour(theme.RAISED if cell.marked else theme.CARD), theme.SMALL_CORNER * s)
        draw.add_rect(
            *ends, colour(tone if cell.marked else theme.EDGE), theme.SMALL_CORNER * s, 2.0 if cell.marked else 1.0
        )
        middle = (x + side * s / 2, y + side * s / 2)
        ink = theme.TEXT if cell.marked else theme.SOFT
        if cell.sign is not None:
            draw_sign(ui, draw, cell.sign, *middle, side * s, ink)
        else:
            ui.text.draw_at(ui.text.fitted(cell.title, side - 4, TINY), *middle, TINY, ink, align=0.5)
    imgui.dummy((ui.width_left * s, rows * step * s))


def _meaning(ui: Ui, cell: SheetCell, tone: str) -> None:
    """Draw the sign of a cell, its title, and what it means."""
    s = ui.scale
    corner, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    indent = LEGEND_SIGN + 8 if cell.sign is not None else 0.0
    if cell.sign is not None:
        middle = (corner.x + LEGEND_SIGN / 2 * s, corner.y + LEGEND_HEIGHT / 2 * s)
        draw_sign(ui, draw, cell.sign, *middle, LEGEND_SIGN * s, theme.TEXT if cell.marked else theme.SOFT)
    ui.text.draw_at(
        cell.title, corner.x + indent * s, corner.y + 7 * s, SMALL, tone if cell.marked else theme.TEXT, bold=True
    )
    room = ui.width_left - indent
    text = ui.text.fitted(cell.text, room, TINY + 0.5)
    ui.text.draw_at(text, corner.x + indent * s, corner.y + 22 * s, TINY + 0.5, theme.SOFT)
    imgui.dummy((ui.width_left * s, LEGEND_HEIGHT * s))
    if text != cell.text:
        ui.text.tip(cell.text)
