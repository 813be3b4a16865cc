"""The panel that shows one of three pages: the log, the players' companies, or the dice.

The page of the dice has the count of each face, and the expected count for fair dice.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from imgui_bundle import imgui

from riotsim.table.pieces import PieceId
from riotsim.viewer.input.keys import Action
from riotsim.viewer.ui.commands import FocusPieces, HighlightPieces, ShowRecord, UiCommand
from riotsim.viewer.ui.models import Company, DiceCount, LogLine, RecordPage
from riotsim.viewer.ui.panels.units.sheet import roster, roster_height
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL, TINY
from riotsim.viewer.ui.widgets.text import Run, Span
from riotsim.viewer.ui.widgets.theme import colour, light

PADDING = 34.0  # also without a scroll bar, so that lines don't wrap anew when it appears
"""Width of padding and scroll bar (panel units)."""

LAST_PADDING = 4.0
"""Padding above and below the text in the panel of the last lines (panel units)."""

END = 1e9
"""A scroll position greater than the height of any log (pixels). Scrolling to this position shows the log's end."""

CLOSE_WIDTH = 32.0
"""Width of the button that closes the panel (panel units)."""

ENLARGE_WIDTH = 20.0
"""Width of the button beside the last lines, which opens the whole log (panel units)."""

FRAME_HEIGHT, MIN_LINES = 62.0, 24.0
"""Height of the panel without its lines, and least height of the part with the lines (panel units)."""


def record_panel(
    ui: Ui,
    log: Sequence[LogLine],
    dice: Sequence[DiceCount],
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    page: RecordPage,
    companies: Sequence[Company] = (),
    acting: PieceId | None = None,
    fits: bool = True,
    can_close: bool = False,
) -> list[UiCommand]:
    """Draw the panel with the log, the companies or the dice counts.

    If the height of the panel changes, the lowest visible line of the log stays the lowest.

    Args:
        ui: The controls of the frame that is being drawn.
        log: The lines of the log.
        dice: The dice counts; empty if no dice have been rolled.
        x: Left edge (panel units).
        y: Upper edge (panel units).
        width: Width (panel units).
        height: Largest height (panel units).
        page: The page that is shown.
        companies: The players' companies; empty in a game without companies.
        acting: The piece that is acting; None if no piece is acting.
        fits: Whether the panel is lower than `height` if the log or the companies need less height.
        can_close: Whether the panel has a button that closes it.

    Returns:
        The user's commands: to highlight the pieces of a line or a unit, to move the camera to them, to show a sheet,
        or to change the page.
    """
    commands: list[UiCommand] = []
    rows = None
    needed = height
    if page == "units" and companies:
        needed = FRAME_HEIGHT + roster_height(companies)
    elif page != "dice":
        rows = _rows_of(ui, log, width - PADDING)
        needed = FRAME_HEIGHT + max(rows.tops[-1] / ui.scale, MIN_LINES)
    height = min(height, needed) if fits else height
    with ui.frame.panel("record", x, y, width, height, padding=(12, 8)):
        its_log: RecordPage = "whole log" if can_close or page == "whole log" else "log"
        pages: tuple[tuple[RecordPage, str], ...] = ((its_log, "Log"), ("units", "Units"), ("dice", "Dice"))
        empty = (*(() if companies else ("units",)), *(() if dice or page == "dice" else ("dice",)))
        options = tuple(one for one in pages if one[0] not in empty)
        wanted = ui.segments("record", options, page, width=ui.width_left - CLOSE_WIDTH - 4 if can_close else -1)
        if can_close:
            ui.frame.same_line(4)
            action = Action.WHOLE_LOG if page == "whole log" else None
            if ui.button(
                "record.close", "", icon=fonts.CROSS, action=action, kind="ghost", tip="Close", width=CLOSE_WIDTH
            ):
                wanted = "log"
        if ui.frame.action_pressed(Action.DICE) and (dice or page == "dice"):
            wanted = "log" if page == "dice" else "dice"
        if ui.frame.action_pressed(Action.UNITS) and companies:
            wanted = "log" if page == "units" else "units"
        if wanted != page:
            commands.append(ShowRecord(wanted))
        ui.frame.gap(2)
        if page == "units" and companies:
            with ui.frame.scroll("units", 0, 0):
                commands += roster(ui, companies, acting)
        elif rows is None:
            with ui.frame.scroll("dice", 0, 0):
                _dice(ui, dice)
        else:
            _keep_lowest_line(ui, height)
            with ui.frame.scroll("log", 0, 0):
                if log and not fits:
                    free = imgui.get_content_region_avail().y - rows.tops[-1] - 2
                    imgui.set_cursor_pos_y(imgui.get_cursor_pos_y() + max(free, 0.0))
                commands += _log(ui, log, rows, rows.tops[-1])
                ui.frame.memory["log scrolled"] = _Scrolled(height, imgui.get_scroll_y(), at_end=_is_at_end())
    return commands


@dataclass(frozen=True, slots=True)
class _Scrolled:
    """The scroll position of the log when it was last drawn."""

    height: float
    """Height of the panel (panel units)."""
    top: float
    """Scroll position of the log (pixels)."""
    at_end: bool
    """True if the end of the log was visible."""


def _is_at_end() -> bool:
    """Return whether the current scrolling part shows the end of its content."""
    return imgui.get_scroll_y() >= imgui.get_scroll_max_y() - 2


def _keep_lowest_line(ui: Ui, height: float) -> None:
    """Scroll the log after a change of the panel's height, so that the lowest visible line stays the same.

    Args:
        ui: The controls of the frame that is being drawn.
        height: The new height of the panel (panel units).
    """
    kept = ui.frame.memory.get("log scrolled")
    if isinstance(kept, _Scrolled) and kept.height != height:
        moved = kept.top + (kept.height - height) * ui.scale
        imgui.set_next_window_scroll((0, END if kept.at_end else max(moved, 0.0)))


def last_lines(
    ui: Ui,
    log: Sequence[LogLine],
    x: float,
    bottom: float,
    width: float,
    most: float,
    *,
    can_enlarge: bool = True,
) -> list[UiCommand]:
    """Draw a panel of small height with the last lines of the log. Earlier lines can be reached by scrolling.

    Args:
        ui: The controls of the frame that is being drawn.
        log: The lines of the log.
        x: Left edge (panel units).
        bottom: Lower edge (panel units).
        width: Width (panel units).
        most: Largest height (panel units).
        can_enlarge: Whether the panel has a button that shows the whole log.

    Returns:
        The user's commands: to highlight the pieces of a line, to move the camera to them, or to show the whole log.
    """
    told = log[: count_told(log)]
    if not told:
        return []
    rows = _rows_of(ui, log, width - PADDING)
    end = rows.tops[len(told) - 1] + rows.highs[len(told) - 1]
    room = (most - 2 * LAST_PADDING) * ui.scale
    first = min(bisect_left(rows.tops, end - room), len(told) - 1)
    height = min((end - rows.tops[first]) / ui.scale + 2 * LAST_PADDING, most)
    with ui.frame.panel("record", x, bottom - height, width, height, padding=(12, LAST_PADDING)):
        if ui.frame.memory.get("last lines") != (len(told), height):
            imgui.set_next_window_scroll((0, end))
        ui.frame.memory["last lines"] = (len(told), height)
        with ui.frame.scroll("last", width - PADDING, 0, bar=False):
            commands = _log(ui, told, rows, end - 1)
        if not can_enlarge:
            return commands
        ui.frame.same_line(0)
        tip, size = "The whole log", ENLARGE_WIDTH
        if ui.button(
            "record.enlarge",
            "",
            icon=fonts.ENLARGE,
            action=Action.WHOLE_LOG,
            kind="ghost",
            tip=tip,
            width=size,
            height=size,
        ):
            commands.append(ShowRecord("whole log"))
    return commands


def count_told(log: Sequence[LogLine]) -> int:
    """Return the number of lines in a log. Don't count the turn headings after the last other line."""
    return next((n + 1 for n in reversed(range(len(log))) if log[n].level), 0)


def _rows_of(ui: Ui, log: Sequence[LogLine], room: float) -> "_Rows":
    """Return the layout of the log's lines, each at most `room` wide (panel units).

    The layout is kept from frame to frame. Only new or changed lines are laid out.
    """
    rows = ui.frame.memory.get("log")
    if not isinstance(rows, _Rows) or not rows.fits(room, ui.scale):
        rows = ui.frame.memory["log"] = _Rows(room, ui.scale)
    rows.follow(ui, log)
    return rows


def _log(ui: Ui, log: Sequence[LogLine], rows: "_Rows", bottom: float) -> list[UiCommand]:
    """Draw the lines of the log in the scrolling part of the panel.

    `bottom` is the lower edge of the last line (pixels below the upper edge of the first line).
    """
    if not log:
        ui.text.write("Nothing has happened yet.", SMALL, theme.FAINT)
        return []
    commands: list[UiCommand] = []
    scrolled = imgui.get_scroll_y()
    start = imgui.get_cursor_screen_pos()
    first = max(bisect_right(rows.tops, scrolled) - 1, 0)
    last = bisect_right(rows.tops, scrolled + imgui.get_window_size().y)
    for n in range(first, min(last, len(log))):
        commands += _line(ui, n, log[n], rows, (start.x, start.y + rows.tops[n]))
    imgui.set_cursor_screen_pos((start.x, start.y + bottom))
    imgui.dummy((1, 1))
    if _is_at_end():  # keep following the log
        imgui.set_scroll_here_y(1.0)
    return commands


def _line(ui: Ui, place: int, line: LogLine, rows: "_Rows", at: tuple[float, float]) -> list[UiCommand]:
    s, (left, top) = ui.scale, at
    draw = imgui.get_window_draw_list()
    commands: list[UiCommand] = []
    if line.pieces:
        imgui.set_cursor_screen_pos(at)
        pressed = ui.press_area(f"log.{place}", rows.room, rows.highs[place] / s)
        if pressed.hovered:
            x0, y0, x1, y1 = pressed.box
            draw.add_rect_filled((x0 - 3 * s, y0 - s), (x1, y1 + s), colour(theme.GOLD, 0.16), 4 * s)
            commands.append(HighlightPieces(line.pieces))
        if pressed.clicked:
            commands.append(FocusPieces(line.pieces))
    if line.level == 0 and line.seat:
        ui.text.badge_at(line.seat.symbol, line.seat.colour, left + 7 * s, top + 9.5 * s, 15)
    font, pixel_size = ui.frame.fonts.plain, ui.frame.pixel_size(SMALL)
    ui.text.record_runs(rows.runs[place], left, top, SMALL)
    for x, y, text, tone in rows.runs[place]:
        draw.add_text(font, pixel_size, (left + x, top + y), colour(tone), text)
    return commands


def _indents(line: LogLine) -> tuple[float, float]:
    """Return the indent of a log line's first row, and the additional indent of the other rows (panel units).

    A long line of the log wraps into several rows.
    """
    if line.level == 0:
        return (20, 0) if line.seat else (0, 0)
    return (0 if line.level == 1 else 12, 10)


class _Rows:
    """The layout of the log's lines. It is kept from frame to frame, so that a long log needn't be laid out anew."""

    def __init__(self, room: float, scale: float) -> None:
        self.room = room
        """Width of the lines (panel units)."""
        self._scale = scale
        self._lines: list[LogLine] = []
        self._followed: Sequence[LogLine] = ()
        self.tops: list[float] = [0.0]
        """Upper edge of each line (pixels below the upper edge of the first line).

        One more value follows: the upper edge of the next line that is added.
        """
        self.highs: list[float] = []
        """Height of each line (pixels)."""
        self.runs: list[tuple[Run, ...]] = []
        """The words of each line, with their places relative to the line's upper left corner."""

    def fits(self, room: float, scale: float) -> bool:
        """Return whether the layout was computed for this width (panel units) and this scale."""
        return (room, scale) == (self.room, self._scale)

    def follow(self, ui: Ui, log: Sequence[LogLine]) -> None:
        """Lay out the lines that are new or changed in the log. Drop the lines that are no longer in the log."""
        if log is self._followed:
            return
        self._followed = log
        same = 0
        while same < min(len(log), len(self._lines)) and log[same] == self._lines[same]:
            same += 1
        same = max(same - 1, 0)  # the gap below the last known line depends on the line that follows now
        del self._lines[same:], self.highs[same:], self.runs[same:], self.tops[same + 1 :]
        for place in range(same, len(log)):
            line = log[place]
            tone = theme.TEXT if line.level < 2 else theme.SOFT
            spans = coloured(line, tone)
            if line.level == 0 and line.seat:
                spans = ((line.text, theme.SOFT), (f"  {line.seat.name}", light(line.seat.colour)))
            begin, hang = _indents(line)
            runs, high = ui.text.lay_out(spans, SMALL, self.room - begin - 4, hang)
            heads = place + 1 < len(log) and log[place + 1].level == 0
            self._lines.append(line)
            self.runs.append(tuple((begin * self._scale + x, y, text, tone) for x, y, text, tone in runs))
            self.highs.append(high)
            self.tops.append(self.tops[-1] + high + (9 if heads else 3) * self._scale)


def coloured(line: LogLine, tone: str) -> tuple[Span, ...]:
    """Split a line at the names in it, and return the parts with their colours.

    A name has the colour of its player, made lighter. The other parts have the colour `tone`.
    """
    spans: list[Span] = []
    done = 0
    for begin, end, player_colour in sorted(line.names):
        spans += ((line.text[done:begin], tone), (line.text[begin:end], light(player_colour)))
        done = end
    return tuple((text, its) for text, its in (*spans, (line.text[done:], tone)) if text)


def _dice(ui: Ui, dice: Sequence[DiceCount]) -> None:
    if not dice:
        ui.text.write("No dice have been rolled yet.", SMALL, theme.FAINT)
    for n, count in enumerate(dice):
        if n:
            ui.frame.separator(2)
        total = sum(count.rolled)
        tone = light(count.colour) if count.colour else theme.TEXT
        said = f"{total} rolled"
        ui.text.write(count.name, bold=True, tone=tone, width=ui.width_left - ui.text.measure(said, SMALL) - 10)
        imgui.same_line()
        at = imgui.get_cursor_screen_pos()
        right = at.x + ui.width_left * ui.scale
        ui.text.draw_at(said, right, at.y + 9 * ui.scale, SMALL, theme.SOFT, align=1.0)
        imgui.new_line()
        ui.frame.gap(-6)
        _bars(ui, count, n)
    if dice:
        ui.frame.gap(2)
        s = ui.scale
        at = imgui.get_cursor_screen_pos()
        imgui.get_window_draw_list().add_line(
            (at.x, at.y + 8 * s), (at.x + 16 * s, at.y + 8 * s), colour(theme.GOLD), 2 * s
        )
        ui.text.draw_at("expected with fair dice", at.x + 22 * s, at.y + 8 * s, TINY, theme.FAINT)
        imgui.dummy((1, 16 * s))


def _bars(ui: Ui, count: DiceCount, place: int) -> None:
    """Draw a bar for each face of a die, with a line at the expected count for fair dice.

    The height of a bar shows the count of the face. `place` is the index of `count` among the dice counts in the panel.
    """
    s = ui.scale
    high = 58.0
    room = ui.width_left
    at = imgui.get_cursor_screen_pos()
    most = max([*count.rolled, *count.expected, 1])
    faces = len(count.faces)
    wide = room / max(faces, 1)
    draw = imgui.get_window_draw_list()
    base = at.y + (high + 18) * s
    crowded = wide < 18
    for n, (face, rolled, expected) in enumerate(zip(count.faces, count.rolled, count.expected, strict=True)):
        left, right = at.x + (n * wide + wide * 0.12) * s, at.x + ((n + 1) * wide - wide * 0.12) * s
        tone = count.colour or "#a08468"
        draw.add_rect_filled((left, base - rolled / most * high * s), (right, base), colour(tone, 0.85), 2 * s)
        fair = base - expected / most * high * s
        draw.add_line((left - 1, fair), (right + 1, fair), colour(theme.GOLD), 2 * s)
        middle = (left + right) / 2
        if not crowded:
            ui.text.draw_at(
                str(rolled), middle, min(base - rolled / most * high * s, fair) - 9 * s, TINY, theme.SOFT, align=0.5
            )
        if not crowded or n % 5 == 4 or n == 0:
            ui.text.draw_at(face, middle, base + 9 * s, TINY, theme.FAINT, align=0.5)
    ui.press_area(f"dice.{place}", room, high + 36)
    if imgui.is_item_hovered():
        rows = zip(count.faces, count.rolled, count.expected, strict=True)
        ui.text.tooltip("\n".join(f"{face}: {rolled}, expected {expected:.1f}" for face, rolled, expected in rows))
