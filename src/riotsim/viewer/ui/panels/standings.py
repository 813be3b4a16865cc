"""The standings: each player's score and towers."""

from collections.abc import Sequence

from imgui_bundle import imgui

from riotsim.viewer.ui.commands import FocusPieces, HighlightPieces, UiCommand
from riotsim.viewer.ui.models import PieceStanding, Standing
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL, TINY
from riotsim.viewer.ui.widgets.theme import colour, light

HEADER_HEIGHT, TOWERS_HEIGHT, PLAYER_GAP = 30.0, 56.0, 10.0
"""Heights on the panel: of a player's name, of the row with the player's towers, and of the gap between two players
(panel units).
"""

MAX_DRAWN_DICE = 12
"""Largest number of dice that are drawn for a tower. The number beside them counts all dice of the tower."""


def standings_height(standings: Sequence[Standing], *, compact: bool) -> float:
    """Return the height of the standings panel (panel units). In a `compact` panel each player has only one line."""
    each = [HEADER_HEIGHT + (0 if compact or not row.pieces else TOWERS_HEIGHT) for row in standings]
    return sum(each) + PLAYER_GAP * (len(each) - 1) + 20


def greatest_standings_height(players: int) -> float:
    """Return the greatest height that the standings panel can have (panel units).

    It has this height if the row of every player shows towers.
    """
    return players * (HEADER_HEIGHT + TOWERS_HEIGHT) + PLAYER_GAP * (players - 1) + 20


def standings_panel(
    ui: Ui,
    standings: Sequence[Standing],
    score_name: str,
    score_icon: str,
    x: float,
    y: float,
    width: float,
    *,
    acting: str = "",
    compact: bool = False,
) -> list[UiCommand]:
    """Draw a row for each player, with score and towers, and return the user's commands.

    The commands highlight the piece under the mouse, and move the camera to a piece that was clicked.

    Args:
        ui: The controls of the frame that is being drawn.
        standings: The players' rows.
        score_name: The game's word for scores.
        score_icon: Name of the icon beside scores.
        x: Left edge (panel units).
        y: Upper edge (panel units).
        width: Width (panel units).
        acting: Name of the player who is asked or whose turn it is; empty for none.
        compact: Whether each player has only one line, with the towers' heights as text.
    """
    commands: list[UiCommand] = []
    with ui.frame.panel("standings", x, y, width, standings_height(standings, compact=compact), padding=(12, 10)):
        start = imgui.get_cursor_screen_pos()
        s = ui.scale
        top = start.y
        for n, row in enumerate(standings):
            if n:
                line = top - PLAYER_GAP / 2 * s
                right = start.x + imgui.get_content_region_avail().x
                imgui.get_window_draw_list().add_line((start.x, line), (right, line), colour(theme.EDGE, 0.4))
            held = "" if row.score is None else f" {score_name.capitalize()}: {row.score}."
            _head(ui, row, held, fonts.ICONS[score_icon], start.x, top, acting=row.seat.name == acting, compact=compact)
            top += HEADER_HEIGHT * s
            if not compact and row.pieces:
                imgui.set_cursor_screen_pos((start.x, top + 2 * s))
                commands += _towers(ui, row)
                top += TOWERS_HEIGHT * s
            top += PLAYER_GAP * s
    return commands


def _head(ui: Ui, row: Standing, held: str, icon: str, left: float, top: float, *, acting: bool, compact: bool) -> None:
    s = ui.scale
    right = left + ui.width_left * s
    middle = top + HEADER_HEIGHT / 2 * s
    if acting:
        imgui.get_window_draw_list().add_rect_filled(
            (left - 6 * s, top), (right + 6 * s, top + HEADER_HEIGHT * s), colour(row.seat.colour, 0.16), 6 * s
        )
    ui.text.badge_at(row.seat.symbol, row.seat.colour, left + 11 * s, middle, 22)
    sign = right
    if row.score is not None:
        count = str(row.score)
        ui.text.draw_at(count, right, middle, 18, theme.GOLD, bold=True, align=1.0)
        sign = right - (ui.text.measure(count, 18, bold=True) + 7) * s
        ui.text.draw_at(icon, sign, middle, SMALL, theme.GOLD, align=1.0, alpha=0.75)
    begin = left + 30 * s
    about = row.note or row.seat.about
    room = (sign - begin) / s - 26
    if compact and row.pieces:
        left_for = room - ui.text.measure(row.seat.name, bold=True) - 8
        texts = _heights(row)
        about = next((text for text in texts if ui.text.measure(text, SMALL) <= left_for), texts[-1])
    behind = min(ui.text.measure(about, SMALL) + 8, room * 0.45) if about else 0
    name = ui.text.fitted(row.seat.name, room - behind, bold=True)
    ui.text.draw_at(name, begin, middle, tone=light(row.seat.colour), bold=True)
    if about:
        at = begin + (ui.text.measure(name, bold=True) + 8) * s
        left_over = room - ui.text.measure(name, bold=True) - 8
        ui.text.draw_at(ui.text.fitted(about, left_over, SMALL), at, middle, SMALL, theme.FAINT)
    imgui.set_cursor_screen_pos((left, top))
    ui.press_area(f"standing.{row.seat.name}", ui.width_left, HEADER_HEIGHT)
    towers = ", ".join(f"{p.name} {'fallen' if p.fallen else p.height}" for p in row.pieces) if compact else ""
    told = f"{row.seat.name}: {row.seat.about or 'a player'}.{held} {row.note}".rstrip()
    heights = f"Heights of the towers: {towers}." if towers else ""
    ui.text.tip("\n".join(filter(None, (told, row.about, heights))))


def _heights(row: Standing) -> tuple[str, ...]:
    """Return texts that tell the heights of a player's towers. The longest text comes first.

    For example, a player has towers of 2, 0 and 1 dice, and 2 pieces that have fallen. The longest text is then
    `towers 2 0 1, 2 fallen`. For a player with one piece there is only one text, such as `tower of 3`.
    """
    standing = [str(piece.height) for piece in row.pieces if not piece.fallen]
    count = len(row.pieces) - len(standing)
    if len(row.pieces) == 1:
        return (f"tower of {standing[0]}" if standing else "fallen",)
    numbers = " ".join(standing)
    named = f"tower of {numbers}" if len(standing) == 1 else f"towers {numbers}" if standing else ""
    fallen = f"{count} fallen" if count else ""
    shortest = " ".join("×" if piece.fallen else str(piece.height) for piece in row.pieces)
    return (*(", ".join(filter(None, (heights, fallen))) for heights in (named, numbers)), shortest)


def _towers(ui: Ui, row: Standing) -> list[UiCommand]:
    commands: list[UiCommand] = []
    count = max(len(row.pieces), 5)
    wide = (ui.width_left - 5 * (count - 1)) / count
    for n, piece in enumerate(row.pieces):
        if n:
            imgui.same_line(0, 5 * ui.scale)
        pressed = ui.press_area(f"piece.{piece.piece}", wide, TOWERS_HEIGHT - 4)
        _tower(ui, piece, light(row.seat.colour), pressed.box, hovered=pressed.hovered)
        if pressed.hovered:
            commands.append(HighlightPieces((piece.piece,)))
            state = "fallen" if piece.fallen else f"tower of {piece.height}" if piece.height else "no tower"
            ui.text.tip("\n".join(part for part in (f"{piece.name}: {state}", piece.about) if part))
        if pressed.clicked:
            commands.append(FocusPieces((piece.piece,)))
    return commands


def _tower(ui: Ui, piece: PieceStanding, tone: str, box: tuple[float, float, float, float], *, hovered: bool) -> None:
    s = ui.scale
    left, top, right, bottom = box
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled((left, top), (right, bottom), colour(theme.FIELD if hovered else theme.CARD), 5 * s)
    if piece.acting:
        draw.add_rect((left, top), (right, bottom), colour(theme.GOLD), 5 * s, 1.5 * s)
    middle = (left + right) / 2
    name = ui.text.fitted(piece.name, (right - left) / s - 4, TINY)
    ui.text.draw_at(name, middle, bottom - 8 * s, TINY, theme.SOFT, align=0.5)
    upper = (top + bottom - 15 * s) / 2
    if piece.fallen:
        ui.text.draw_at(fonts.FALLEN, middle, upper, 16, theme.BAD, align=0.5)
        return
    ink = {"": theme.TEXT, "tall": theme.GOLD, "danger": theme.BAD}[piece.risk]
    ui.text.draw_at(str(piece.height), middle + 10 * s, upper + s, 16, ink, bold=True, align=0.5, alpha=_faint(piece))
    base, step = bottom - 19 * s, 2.5 * s
    for die in range(min(piece.height, MAX_DRAWN_DICE)):
        y = base - die * step
        draw.add_rect_filled((middle - 11 * s, y - step + 0.7 * s), (middle - s, y), colour(tone))
    draw.add_rect_filled((middle - 13 * s, base + s), (middle + s, base + 2 * s), colour(theme.EDGE))


def _faint(piece: PieceStanding) -> float:
    return 1.0 if piece.height else 0.45
