"""Two panels: the roster of the players' companies, and the sheet of a piece.

A sheet has lines of text, and a grid of cells with their meanings.
"""

from collections.abc import Sequence

from imgui_bundle import imgui

from riotsim.play.displays import RosterUnit, SheetCell
from riotsim.table.pieces import PieceId
from riotsim.viewer.ui.commands import FocusPieces, HighlightPieces, ShowSheet, UiCommand
from riotsim.viewer.ui.models import Company, Sheet
from riotsim.viewer.ui.panels.units.order import draw_portrait
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.dice import draw_die
from riotsim.viewer.ui.widgets.fonts import SMALL, TINIEST, TINY
from riotsim.viewer.ui.widgets.signs import draw_sign
from riotsim.viewer.ui.widgets.theme import colour, light

MIN_CELL, MAX_CELL = 22.0, 50.0
"""Least and greatest side of a cell of the grid (panel units)."""

CELL_GAP = 3.0
"""Gap between two cells (panel units)."""

PORTRAIT = 74.0
"""Side of a portrait (panel units)."""

LEGEND_SIGN = 26.0
"""Side of a sign beside its meaning (panel units)."""

LEGEND_HEIGHT = 30.0
"""Height of one cell's meaning below the grid, if the text that explains the cell has one line (panel units)."""

LEGEND_TEXT, LEGEND_LINE = TINY + 0.5, 14.0
"""Size of the text that explains a cell, and additional height for a second line of it (panel units)."""

SHEET_PADDING = 28.0
"""Width of the padding at both sides of a sheet (panel units)."""

LEGEND_GAP = 5.0
"""Gap between the meanings of two cells, which stand below the grid of a sheet (panel units)."""

LEGEND_INDENT = LEGEND_SIGN + 8
"""Distance from the left edge of a cell's sign to the text on the right of the sign, below the grid (panel units)."""


TITLE_HEIGHT, LINE_HEIGHT = 52.0, 17.0
"""Heights of parts of a sheet (panel units): of the title together with all margins, and of a line of text."""

COMPANY_HEIGHT, UNIT_HEIGHT, UNIT_GAP = 26.0, 34.0, 4.0
"""Heights in the roster: of a company's name, of a unit, and of the gap between two units (panel units)."""

UNIT_COLUMNS = 2
"""Number of units that stand side by side in the roster."""


def roster_height(companies: Sequence[Company]) -> float:
    """Return the height of the roster (panel units)."""
    rows = sum(-(-len(company.units) // UNIT_COLUMNS) for company in companies)
    return COMPANY_HEIGHT * len(companies) + (UNIT_HEIGHT + UNIT_GAP) * rows + 4


def roster(ui: Ui, companies: Sequence[Company], acting: PieceId | None) -> list[UiCommand]:
    """Draw the players' companies, each with its units, and return the user's commands.

    The commands highlight the unit under the mouse, and show the sheet of a unit that was clicked.

    Args:
        ui: The controls of the frame that is being drawn.
        companies: The companies.
        acting: The piece that is acting, which is marked; None if no piece is acting.
    """
    commands: list[UiCommand] = []
    s = ui.scale
    start = imgui.get_cursor_screen_pos()
    top, wide = start.y, (ui.width_left - UNIT_GAP * (UNIT_COLUMNS - 1)) / UNIT_COLUMNS
    for company in companies:
        middle, tone = top + COMPANY_HEIGHT / 2 * s, light(company.seat.colour)
        ui.text.badge_at(company.seat.symbol, company.seat.colour, start.x + 8 * s, middle, 15)
        count = f"{sum(not unit.is_out for unit in company.units)} of {len(company.units)}"
        right = start.x + ui.width_left * s
        ui.text.draw_at(count, right, middle, TINY, theme.FAINT, align=1.0)
        room = ui.width_left - 30 - ui.text.measure(count, TINY)
        title = ui.text.fitted(company.title, room, SMALL, bold=True)
        ui.text.draw_at(title, start.x + 21 * s, middle, SMALL, tone, bold=True)
        top += COMPANY_HEIGHT * s
        for n, unit in enumerate(company.units):
            column = n % UNIT_COLUMNS
            imgui.set_cursor_screen_pos((start.x + column * (wide + UNIT_GAP) * s, top))
            commands += _unit(ui, unit, wide, company.seat.colour, is_acting=unit.piece == acting)
            if column == UNIT_COLUMNS - 1 or n == len(company.units) - 1:
                top += (UNIT_HEIGHT + UNIT_GAP) * s
    imgui.set_cursor_screen_pos((start.x, top))
    imgui.dummy((1, 1))
    return commands


def _unit(ui: Ui, unit: RosterUnit, width: float, tone: str, *, is_acting: bool) -> list[UiCommand]:
    """Draw a unit: its sign, name, health and place. Return the user's commands.

    A unit without a sign has the first letter of its name in place of the sign.
    """
    s, draw = ui.scale, imgui.get_window_draw_list()
    pressed = ui.press_area(f"unit.{unit.piece}", width, UNIT_HEIGHT)
    left, top, right, bottom = pressed.box
    draw.add_rect_filled((left, top), (right, bottom), colour(theme.FIELD if pressed.hovered else theme.CARD), 5 * s)
    if is_acting:
        draw.add_rect((left, top), (right, bottom), colour(theme.GOLD), 5 * s, 1.5 * s)
    middle, half = (top + bottom) / 2, (UNIT_HEIGHT / 2 - 4) * s
    centre, faint = left + half + 4 * s, 0.3 if unit.is_out else 1.0
    corners = (centre - half, middle - half), (centre + half, middle + half)
    draw.add_rect_filled(*corners, colour(tone, faint), 4 * s)
    ink = theme.ink_on(tone) if not unit.is_out else theme.FAINT
    if unit.sign is not None:
        draw_sign(ui, draw, unit.sign, centre, middle, 2 * half, ink)
    else:
        ui.text.draw_at(unit.name[:1], centre, middle, 17, ink, bold=True, align=0.5)
    begin = centre + half + 7 * s
    room = (right - begin) / s - 5
    size = ui.text.fitting_size(unit.name, room, (SMALL, TINY, TINIEST), bold=True)
    name = ui.text.fitted(unit.name, room, size, bold=True)
    ui.text.draw_at(name, begin, middle - 8 * s, size, theme.FAINT if unit.is_out else theme.TEXT, bold=True)
    health = "" if unit.health is None else f"{fonts.HEART} {unit.health}"
    health = health or " / ".join(str(gauge.value) for gauge in unit.gauges)
    ui.text.draw_at(health, begin, middle + 9 * s, TINY, theme.FAINT if unit.is_out else theme.GOLD)
    behind = max(30.0, ui.text.measure(health, TINY) + 8) if health else 0.0
    place = ui.text.fitted(unit.place, room - behind, TINY)
    at = begin + behind * s
    ui.text.draw_at(place, at, middle + 9 * s, TINY, theme.BAD if unit.is_out else theme.SOFT)
    if not pressed.hovered:
        return []
    numbers = (f"{gauge.name} {gauge.value} of {gauge.full}" for gauge in unit.gauges)
    told = (unit.kind, "" if unit.health is None else f"health {unit.health}", *numbers, unit.place)
    ui.text.tip(f"{unit.name}: {', '.join(filter(None, told))}")
    lit = HighlightPieces((unit.shown_by,))
    return [lit, ShowSheet(unit.piece)] if pressed.clicked else [lit]


def least_sheet_height(ui: Ui, sheet: Sheet, width: float, portrait: int = 0) -> float:
    """Return the height that a sheet needs if its cells are as small as possible (panel units).

    `width` and `portrait` are those of `sheet_panel`.
    """
    room = width - SHEET_PADDING
    beside = PORTRAIT + 10 if portrait else 0.0
    lines = max(LINE_HEIGHT * len(_lines(ui, sheet, room - beside)), beside)
    return TITLE_HEIGHT + lines + _row_count(sheet) * (MIN_CELL + CELL_GAP) + _meanings_height(ui, sheet, room)


def _lines(ui: Ui, sheet: Sheet, room: float) -> Sequence[str]:
    """Return the lines of a sheet. A line that is longer than `room` (panel units) is broken into several."""
    return [part for line in sheet.lines for part in ui.text.in_lines(line, room, SMALL)]


def _row_count(sheet: Sheet) -> int:
    return max((cell.row for cell in sheet.cells), default=-1) + 1


def _meanings(sheet: Sheet) -> Sequence[SheetCell]:
    """Return the cells whose meanings stand below the grid: those with a text.

    If several of these have the same sign and the same title, only the last one is returned.
    """
    return list({(cell.sign, cell.title): cell for cell in sheet.cells if cell.text}.values())


def _meanings_height(ui: Ui, sheet: Sheet, width: float) -> float:
    """Return the height of the part below the grid that tells the meanings of cells (panel units).

    `width` is the width of this part (panel units).
    """
    return sum(_meaning_height(_meaning_lines(ui, cell, width)) + LEGEND_GAP for cell in _meanings(sheet))


def _meaning_lines(ui: Ui, cell: SheetCell, width: float) -> tuple[str, ...]:
    """Return the text that explains a cell, in one or two lines.

    `width` is the room for the text together with the cell's sign (panel units).
    """
    return ui.text.in_two_lines(cell.text, width - (0.0 if cell.sign is None else LEGEND_INDENT), LEGEND_TEXT)


def _meaning_height(lines: Sequence[str]) -> float:
    """Return the height of a cell's meaning below the grid (panel units).

    `lines` is the text that explains the cell.
    """
    return LEGEND_HEIGHT + LEGEND_LINE * (len(lines) - 1)


def sheet_panel(
    ui: Ui, sheet: Sheet, x: float, y: float, width: float, height: float, portrait: int = 0
) -> list[UiCommand]:
    """Draw the sheet of a piece. Return the user's commands: to close the sheet, and to move the camera to the piece.

    Args:
        ui: The controls of the frame that is being drawn.
        sheet: The sheet.
        x: Left edge (panel units).
        y: Upper edge (panel units).
        width: Width (panel units).
        height: Greatest height (panel units).
        portrait: The portrait of the piece, as the OpenGL name of a texture; 0 for none.
    """
    commands: list[UiCommand] = []
    most, known = height, ui.frame.memory.get(f"sheet {sheet.title}")
    if isinstance(known, float):
        height = min(height, known)
    with ui.frame.panel("sheet", x, y, width, height):
        tone = light(sheet.seat.colour) if sheet.seat else theme.GOLD
        if sheet.kept is not None:
            commands += _kept(ui, sheet.kept)
        if sheet.seat is not None:
            ui.text.badge(sheet.seat.symbol, sheet.seat.colour, 18)
            ui.frame.same_line(8)
        ui.text.write(sheet.title, 15.5, tone, bold=True, width=ui.width_left)
        ui.frame.gap(-4)
        above = imgui.get_cursor_screen_pos()
        beside = PORTRAIT + 10 if portrait else 0.0
        room = ui.width_left - beside
        for line in _lines(ui, sheet, room):
            if beside:
                imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + beside * ui.scale)
            ui.text.write(line, SMALL, theme.SOFT, width=ui.width_left)
            ui.frame.gap(-4)
        if portrait:
            back = sheet.seat.colour if sheet.seat else theme.EDGE
            at = (above.x, above.y + 3 * ui.scale)
            draw_portrait(imgui.get_window_draw_list(), portrait, at, PORTRAIT * ui.scale, back)
            missing = above.y + (PORTRAIT + 10) * ui.scale - imgui.get_cursor_screen_pos().y
            ui.frame.gap(max(missing / ui.scale, 0.0))
        ui.frame.gap(6)
        rows, meanings = _row_count(sheet), _meanings(sheet)
        columns = max((cell.column for cell in sheet.cells), default=-1) + 1
        room = most - imgui.get_cursor_pos_y() / ui.scale - 24 - _meanings_height(ui, sheet, ui.width_left)
        side = max(MIN_CELL, min(MAX_CELL, room / max(rows, 1) - CELL_GAP, ui.width_left / max(columns, 1) - CELL_GAP))
        # A die with its name is wider than high where there is little room, so that its name can be read.
        wide = side if any(cell.sign is not None for cell in sheet.cells) else MAX_CELL
        wide = max(side, min(wide, ui.width_left / max(columns, 1) - CELL_GAP))
        _grid(ui, sheet, columns, rows, (wide, side), tone)
        for n, cell in enumerate(meanings):
            ui.frame.gap(LEGEND_GAP - 8 if n else 4)
            _meaning(ui, cell, tone)
        used = (imgui.get_cursor_pos_y() + imgui.get_scroll_y()) / ui.scale + 6
        ui.frame.memory[f"sheet {sheet.title}"] = max(used, 60.0)
    return commands


def _kept(ui: Ui, piece: PieceId) -> list[UiCommand]:
    """Draw the upper right buttons of a sheet that stays until the user closes it. Return the user's commands."""
    commands: list[UiCommand] = []
    at, width = imgui.get_cursor_pos(), 32.0
    imgui.set_cursor_pos((at.x + (ui.width_left - 2 * width - 2) * ui.scale, at.y - 5 * ui.scale))
    if ui.button("sheet.focus", "", icon=fonts.AIM, kind="ghost", tip="Look at it", width=width):
        commands.append(FocusPieces((piece,)))
    ui.frame.same_line(2)
    if ui.button("sheet.close", "", icon=fonts.CROSS, kind="ghost", tip="Close", width=width):
        commands.append(ShowSheet(None))
    imgui.set_cursor_pos((at.x, at.y))
    return commands


def _grid(ui: Ui, sheet: Sheet, columns: int, rows: int, size: tuple[float, float], tone: str) -> None:
    """Draw the cells of a sheet.

    `size` is the width and the height of a cell (panel units). `tone` is the colour of the border of marked cells.
    """
    s, (wide, side) = ui.scale, size
    step, step_down = wide + CELL_GAP, side + CELL_GAP
    corner, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    left = corner.x + max(ui.width_left - columns * step, 0.0) / 2 * s
    for cell in sheet.cells:
        x, y = left + cell.column * step * s, corner.y + cell.row * step_down * s
        ends = (x, y), (x + wide * s, y + side * s)
        draw.add_rect_filled(*ends, colour(theme.RAISED if cell.marked else theme.CARD), theme.SMALL_CORNER * s)
        draw.add_rect(
            *ends, colour(tone if cell.marked else theme.EDGE), theme.SMALL_CORNER * s, 2.0 if cell.marked else 1.0
        )
        middle = (x + wide * s / 2, y + side * s / 2)
        ink = theme.TEXT if cell.marked else theme.SOFT
        if cell.sign is not None:
            draw_sign(ui, draw, cell.sign, *middle, side * s, ink)
        elif cell.sides:
            back = sheet.seat.colour if sheet.seat else theme.EDGE
            at = (middle[0], y + side * 0.38 * s)
            draw_die(ui, draw, cell.sides, f"d{cell.sides}", at, side * 0.56, back, theme.ink_on(back))
            name = ui.text.fitted(cell.title, wide - 2, TINY)
            ui.text.draw_at(name, middle[0], y + min(side * 0.85, side - 7.5) * s, TINY, ink, align=0.5)
        else:
            ui.text.draw_at(ui.text.fitted(cell.title, wide - 4, TINY), *middle, TINY, ink, align=0.5)
    imgui.dummy((ui.width_left * s, rows * step_down * s))


def _meaning(ui: Ui, cell: SheetCell, tone: str) -> None:
    """Draw the sign and the title of a cell, and the text that explains the cell, below the grid."""
    s = ui.scale
    corner, draw = imgui.get_cursor_screen_pos(), imgui.get_window_draw_list()
    indent = 0.0 if cell.sign is None else LEGEND_INDENT
    lines = _meaning_lines(ui, cell, ui.width_left)
    high = _meaning_height(lines)
    if cell.sign is not None:
        middle = (corner.x + LEGEND_SIGN / 2 * s, corner.y + LEGEND_HEIGHT / 2 * s)
        draw_sign(ui, draw, cell.sign, *middle, LEGEND_SIGN * s, theme.TEXT if cell.marked else theme.SOFT)
    left = corner.x + indent * s
    ui.text.draw_at(cell.title, left, corner.y + 7 * s, SMALL, tone if cell.marked else theme.TEXT, bold=True)
    for n, line in enumerate(lines):
        ui.text.draw_at(line, left, corner.y + (22 + n * LEGEND_LINE) * s, LEGEND_TEXT, theme.SOFT)
    imgui.dummy((ui.width_left * s, high * s))
