"""What happened, line by line, and the dice as they were rolled against what fair ones would show."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from imgui_bundle import imgui

from riotsim.play.requests import BossId
from riotsim.replay.recording import Seat
from riotsim.table.pieces import PieceId
from riotsim.viewer.keys import Action
from riotsim.viewer.panels import theme
from riotsim.viewer.panels.models import DiceCount, LogLine
from riotsim.viewer.panels.theme import colour, light
from riotsim.viewer.panels.ui import SMALL, TINY, Span, Ui
from riotsim.viewer.panels.wishes import Focus, Lit, ShowDice, Wish

KEPT = 400
"""Lines that can be scrolled back to."""


def record_panel(
    ui: Ui,
    log: Sequence[LogLine],
    dice: Sequence[DiceCount],
    seats: Sequence[Seat],
    models: Mapping[PieceId, BossId],
    x: float,
    y: float,
    width: float,
    height: float,
    *,
    show_dice: bool,
) -> list[Wish]:
    """Show the log, or the dice that were rolled."""
    wishes: list[Wish] = []
    with ui.panel("record", x, y, width, height, padding=(12, 8)):
        options = ((False, "Log"), (True, "Dice"))
        wanted = ui.segments("record", options, show_dice, width=-1)
        if ui.fired(Action.DICE):
            wanted = not show_dice
        if wanted != show_dice:
            wishes.append(ShowDice(wanted))
        ui.gap(2)
        if show_dice:
            with ui.scroll("dice", 0, 0):
                _dice(ui, dice)
        else:
            tones = {seat.name: light(seat.colour) for seat in seats}
            names = tuple({**tones, **{piece: tones[boss] for piece, boss in models.items() if boss in tones}}.items())
            with ui.scroll("log", 0, 0):
                wishes += _log(ui, log[-KEPT:], names)
    return wishes


def _log(ui: Ui, log: Sequence[LogLine], names: tuple[tuple[str, str], ...]) -> list[Wish]:
    wishes: list[Wish] = []
    s = ui.scale
    if not log:
        ui.text("Nothing has happened yet.", SMALL, theme.FAINT)
    at_end = imgui.get_scroll_y() >= imgui.get_scroll_max_y() - 2
    imgui.push_style_var(imgui.StyleVar_.item_spacing, (0, 3 * s))
    for n, line in enumerate(log):
        indent = (0, 0, 12)[min(line.level, 2)]
        begin = 20 if line.level == 0 and line.seat else indent
        if line.level == 0 and n:
            ui.gap(5)
        at = imgui.get_cursor_screen_pos()
        tone = theme.TEXT if line.level < 2 else theme.SOFT
        spans = coloured(line.text, names, tone)
        if line.level == 0 and line.seat:
            spans = ((line.text, theme.SOFT), (f"  {line.seat.name}", light(line.seat.colour)))
        width = ui.room - begin - 4
        hang = 0 if line.level == 0 else 10
        _, high = ui.laid_out(spans, SMALL, width, hang)
        pressed = ui.press(f"log.{n}", ui.room, high / s) if line.pieces else None
        if pressed is None:
            imgui.dummy((1, high))
        elif pressed.hovered:
            low = (pressed.box[0] - 3 * s, pressed.box[1] - 1 * s)
            imgui.get_window_draw_list().add_rect_filled(
                low, (pressed.box[2], pressed.box[3] + s), colour(theme.GOLD, 0.16), 4 * s
            )
            wishes.append(Lit(line.pieces))
        if pressed is not None and pressed.clicked:
            wishes.append(Focus(line.pieces))
        after = imgui.get_cursor_pos()
        if line.level == 0 and line.seat:
            ui.badge_at(line.seat.symbol, line.seat.colour, at.x + 7 * s, at.y + 9.5 * s, 15)
        imgui.set_cursor_screen_pos((at.x + begin * s, at.y))
        ui.spans(spans, SMALL, width, hang)
        imgui.set_cursor_pos(after)
    imgui.dummy((1, 1))
    if at_end:
        imgui.set_scroll_here_y(1.0)
    imgui.pop_style_var()
    return wishes


@lru_cache(maxsize=4096)
def coloured(text: str, names: tuple[tuple[str, str], ...], tone: str) -> tuple[Span, ...]:
    """Cut a text where a name stands in it, with the colours of the names and one for what is between."""
    tones = dict(names)
    if not tones:
        return ((text, tone),)
    listed = "|".join(re.escape(name) for name in sorted(tones, key=len, reverse=True))
    parts = re.split(rf"(?<!\w)({listed})(?!\w)", text)
    return tuple((part, tones.get(part, tone) if n % 2 else tone) for n, part in enumerate(parts) if part)


def _dice(ui: Ui, dice: Sequence[DiceCount]) -> None:
    if not dice:
        ui.text("No die has been rolled yet.", SMALL, theme.FAINT)
    for n, count in enumerate(dice):
        if n:
            ui.rule(2)
        total = sum(count.rolled)
        tone = light(count.colour) if count.colour else theme.TEXT
        said = f"{total} rolled"
        ui.text(count.name, bold=True, tone=tone, width=ui.room - ui.measure(said, SMALL) - 10)
        imgui.same_line()
        at = imgui.get_cursor_screen_pos()
        right = at.x + ui.room * ui.scale
        ui.put(said, right, at.y + 9 * ui.scale, SMALL, theme.SOFT, align=1.0)
        imgui.new_line()
        ui.gap(-6)
        _bars(ui, count, n)
        if count.verdict:
            ui.text(count.verdict, SMALL, theme.SOFT, wrap=True)
    if dice:
        ui.gap(2)
        s = ui.scale
        at = imgui.get_cursor_screen_pos()
        imgui.get_window_draw_list().add_line(
            (at.x, at.y + 8 * s), (at.x + 16 * s, at.y + 8 * s), colour(theme.GOLD), 2 * s
        )
        ui.put("what fair dice show on average", at.x + 22 * s, at.y + 8 * s, TINY, theme.FAINT)
        imgui.dummy((1, 16 * s))


def _bars(ui: Ui, count: DiceCount, place: int) -> None:
    """A bar for each face, with a line where a fair die would be."""
    s = ui.scale
    high = 58.0
    room = ui.room
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
            ui.put(str(rolled), middle, min(base - rolled / most * high * s, fair) - 9 * s, TINY, theme.SOFT, align=0.5)
        if not crowded or n % 5 == 4 or n == 0:
            ui.put(face, middle, base + 9 * s, TINY, theme.FAINT, align=0.5)
    ui.press(f"dice.{place}", room, high + 36)
    if imgui.is_item_hovered():
        rows = zip(count.faces, count.rolled, count.expected, strict=True)
        ui.tooltip("\n".join(f"{face}: {rolled}, expected {expected:.1f}" for face, rolled, expected in rows))


__all__ = ["coloured", "record_panel"]
