"""The panel of a check, which is decided by one or more pools of dice.

The panel has the dice with their reasons, the chances, and the outcome. The dice of a pool that have the same reason
are called a group.
"""

from collections.abc import Sequence

from imgui_bundle import imgui

from riotsim.play.displays import ShownCheck, ShownDice, ShownPool
from riotsim.replay.recording import Seat
from riotsim.viewer.ui.commands import FocusPieces, HighlightPieces, UiCommand
from riotsim.viewer.ui.widgets import theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.dice import draw_die
from riotsim.viewer.ui.widgets.fonts import SMALL, TINIEST, TINY
from riotsim.viewer.ui.widgets.theme import colour, light

PADDING = 24.0
"""Height of the panel's padding above and below (panel units)."""

TITLE_HEIGHT, POOL_HEIGHT, GROUP_HEIGHT, ROW_HEIGHT = 24.0, 24.0, 30.0, 27.0
"""Heights (panel units): of a check's title, of a pool's title, of a group of dice with its reason, and of a whole pool
that is drawn on one line.
"""

CHANCES_HEIGHT, OUTCOME_HEIGHT, EARLIER_HEIGHT = 30.0, 22.0, 34.0
"""Heights of the bar with the chances, of the line with the outcome, and of an earlier check (panel units)."""

DIE, SMALL_DIE = 25.0, 21.0
"""Size of a die with its reason beside it, and of a die in a pool on one line (panel units)."""

ABOUT_LINE = 13.0
"""Height of each line after the first in the text below a group's reason (panel units). An example of this text is
`reckless +1`.
"""

TITLE_LINE = 17.0
"""Height of each line of the check's title after the first (panel units)."""

PANEL_SIDES = 28.0
"""Width of the panel's padding at both sides (panel units)."""

ROW_DICE = 126.0
"""Distance of the first die from the left edge of a pool that is drawn on one line (panel units)."""

MANY_DICE = 6
"""Least number of dice in a group that is drawn as one die, with the number of dice on its left."""

NEUTRAL = "#8a7a68"
"""Colour of dice that nobody owns."""


def checks_height(ui: Ui, checks: Sequence[ShownCheck], width: float, *, compact: bool) -> float:
    """Return the height that the panel has with the given width (panel units); 0 without checks.

    The arguments are those of `checks_panel`.
    """
    if not checks:
        return 0.0
    check, room = checks[-1], width - PANEL_SIDES
    rows = compact or len(check.pools) != 2
    pools = sum(ROW_HEIGHT if rows else _pool_height(ui, pool, room) for pool in check.pools)
    pools += TITLE_LINE * (len(_title_lines(ui, check, room)) - 1)
    earlier = EARLIER_HEIGHT * sum(bool(one.outcome) for one in checks[:-1])
    more = CHANCES_HEIGHT * bool(check.chances) + OUTCOME_HEIGHT * bool(check.outcome)
    return PADDING + TITLE_HEIGHT + pools + earlier + more


def checks_panel(
    ui: Ui,
    checks: Sequence[ShownCheck],
    seats: Sequence[Seat],
    x: float,
    y: float,
    width: float,
    *,
    compact: bool = False,
) -> list[UiCommand]:
    """Draw the last check with its pools, chances and outcome, and return the user's commands.

    Above the last check, draw only the title and the outcome of each earlier check that has an outcome.

    Args:
        ui: The controls of the frame that is being drawn.
        checks: The checks, at least one.
        seats: The players.
        x: Left edge (panel units).
        y: Upper edge (panel units).
        width: Width (panel units).
        compact: Whether each pool of the last check has only one line, with its reasons in a tooltip. This has no
            effect on a check that doesn't have exactly two pools: its pools always have only one line.
    """
    commands: list[UiCommand] = []
    check = checks[-1]
    with ui.frame.panel("check", x, y, width, checks_height(ui, checks, width, compact=compact), padding=(14, 12)):
        s, start = ui.scale, imgui.get_cursor_screen_pos()
        left, top, room = start.x, start.y, ui.width_left
        for one in checks[:-1]:
            if one.outcome:
                ui.text.draw_at(ui.text.fitted(one.title, room, TINY), left, top + 6 * s, TINY, theme.FAINT)
                told = ui.text.fitted(_sentence(one.outcome), room, SMALL)
                ui.text.draw_at(told, left, top + 21 * s, SMALL, theme.SOFT)
                top += EARLIER_HEIGHT * s
        for number, line in enumerate(lines := _title_lines(ui, check, room)):
            ui.text.draw_at(line, left, top + (9 + TITLE_LINE * number) * s, SMALL, bold=True)
        top += (TITLE_HEIGHT + TITLE_LINE * (len(lines) - 1)) * s
        for number, pool in enumerate(check.pools):
            imgui.set_cursor_screen_pos((left, top))
            if compact or len(check.pools) != 2:
                commands += _row(ui, pool, number, seats)
                top += ROW_HEIGHT * s
            else:
                commands += _pool(ui, pool, number, seats)
                top += _pool_height(ui, pool, room) * s
        if check.chances:
            _chances(ui, check, left, top + 5 * s, room)
            top += CHANCES_HEIGHT * s
        if check.outcome:
            told = ui.text.fitted(_sentence(check.outcome), room, SMALL, bold=True)
            ui.text.draw_at(told, left, top + 11 * s, SMALL, theme.GOLD, bold=True)
    return commands


def _title_lines(ui: Ui, check: ShownCheck, room: float) -> tuple[str, ...]:
    return ui.text.in_lines(check.title, room, SMALL, bold=True)


def _pool_height(ui: Ui, pool: ShownPool, room: float) -> float:
    """Return the height of a pool with the reasons of its dice (panel units)."""
    about = (_about_lines(ui, dice, _room_beside(ui, pool, dice, room)) for dice in pool.dice)
    return POOL_HEIGHT + sum(map(_group_height, about))


def _group_height(about: Sequence[str]) -> float:
    return GROUP_HEIGHT + ABOUT_LINE * max(len(about) - 1, 0)


def _room_beside(ui: Ui, pool: ShownPool, dice: ShownDice, room: float) -> float:
    """Return the width available for text between a group of dice and the pool's result (panel units)."""
    wide = DIE + 2
    wide = (
        ui.text.measure(f"{dice.count}×", SMALL, bold=True) + 3 + wide if dice.count >= MANY_DICE else dice.count * wide
    )
    result = ui.text.measure(pool.result, SMALL) + 8 if pool.result else 0.0
    return room - wide - 9 - result


def _about_lines(ui: Ui, dice: ShownDice, room: float) -> tuple[str, ...]:
    """Return the text below the reason of a group of dice, in lines of at most `room` (panel units).

    The result is empty if there is no such text.
    """
    about = ", ".join(filter(None, ("the lowest counts" if dice.is_lowest else "", dice.about)))
    return ui.text.in_lines(about, room, TINY) if about else ()


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _seat(pool: ShownPool, seats: Sequence[Seat]) -> Seat | None:
    return next((seat for seat in seats if seat.name == pool.player), None)


def _head(ui: Ui, pool: ShownPool, number: int, seats: Sequence[Seat], width: float, height: float) -> list[UiCommand]:
    """Draw the title of a pool, with its owner's symbol. Return the user's commands.

    While the mouse is over the title, the commands highlight the pool's pieces. After a click they also move the camera
    to the pieces. `number` is the pool's index in its check.
    """
    s, seat = ui.scale, _seat(pool, seats)
    pressed = ui.press_area(f"pool.{number}", width, height)
    left, top, _, bottom = pressed.box
    middle = (top + bottom) / 2
    tone = light(seat.colour) if seat else theme.SOFT
    if seat is not None:
        ui.text.badge_at(seat.symbol, seat.colour, left + 7 * s, middle, 14)
    ui.text.draw_at(
        ui.text.fitted(pool.title, width - 22, SMALL, bold=True), left + 19 * s, middle, SMALL, tone, bold=True
    )
    if not pool.pieces or not pressed.hovered:
        return []
    lit = HighlightPieces(pool.pieces)
    return [lit, FocusPieces(pool.pieces)] if pressed.clicked else [lit]


def _pool(ui: Ui, pool: ShownPool, number: int, seats: Sequence[Seat]) -> list[UiCommand]:
    """Draw a pool at the cursor, with a line for each group of dice and its reason. Return the user's commands."""
    s, start, room = ui.scale, imgui.get_cursor_screen_pos(), ui.width_left
    draw = imgui.get_window_draw_list()
    commands = _head(ui, pool, number, seats, room - 40, POOL_HEIGHT)
    if pool.value is not None:
        right = start.x + room * s
        ui.text.draw_at(str(pool.value), right, start.y + POOL_HEIGHT / 2 * s, 19, theme.GOLD, bold=True, align=1.0)
    if pool.result:
        below = start.y + (POOL_HEIGHT + GROUP_HEIGHT / 2) * s
        ui.text.draw_at(pool.result, start.x + room * s, below, SMALL, theme.GOLD, align=1.0)
    seat = _seat(pool, seats)
    top = start.y + POOL_HEIGHT * s
    for dice in pool.dice:
        middle = top + GROUP_HEIGHT / 2 * s
        begin = _dice(ui, draw, dice, seat, start.x + 2 * s, middle, DIE, is_rolled=pool.value is not None) + 7 * s
        wide = _room_beside(ui, pool, dice, room)
        about = _about_lines(ui, dice, wide)
        why = ui.text.fitted(dice.why, wide, SMALL)
        ui.text.draw_at(why, begin, middle - (7 * s if about else 0), SMALL, theme.TEXT)
        for line, text in enumerate(about):
            ui.text.draw_at(text, begin, middle + (8 + ABOUT_LINE * line) * s, TINY, theme.FAINT)
        top += _group_height(about) * s
    return commands


def _row(ui: Ui, pool: ShownPool, number: int, seats: Sequence[Seat]) -> list[UiCommand]:
    """Draw a pool on one line, at the cursor. The reasons are in a tooltip at the dice. Return the user's commands."""
    s, start, room = ui.scale, imgui.get_cursor_screen_pos(), ui.width_left
    draw, middle = imgui.get_window_draw_list(), start.y + ROW_HEIGHT / 2 * s
    commands = _head(ui, pool, number, seats, 122, ROW_HEIGHT)
    seat, x = _seat(pool, seats), start.x + ROW_DICE * s
    for dice in pool.dice:
        x = _dice(ui, draw, dice, seat, x, middle, SMALL_DIE, is_rolled=pool.value is not None) + 3 * s
    if pool.value is not None:
        ui.text.draw_at(str(pool.value), start.x + room * s, middle, 16, theme.GOLD, bold=True, align=1.0)
    if pool.result:
        wide = room - (x - start.x) / s
        size = ui.text.fitting_size(pool.result, wide, (SMALL, TINY, TINIEST))
        told = ui.text.fitted(pool.result, wide, size)
        ui.text.draw_at(told, start.x + room * s, middle, size, theme.GOLD, align=1.0)
    imgui.set_cursor_screen_pos((start.x + ROW_DICE * s, start.y))
    ui.press_area(f"pool.{number}.dice", room - ROW_DICE, ROW_HEIGHT)
    ui.text.tip(_reasons(pool))
    return commands


def _reasons(pool: ShownPool) -> str:
    """Return the reasons of a pool's dice in one text, such as `Move 2d8 (reflexes +1), Quick d6`."""
    told = []
    for dice in pool.dice:
        count = dice.count if dice.count > 1 else ""
        about = ", ".join(filter(None, ("the lowest counts" if dice.is_lowest else "", dice.about)))
        told.append(f"{dice.why} {count}d{dice.sides}" + (f" ({about})" if about else ""))
    return ", ".join(told)


def _dice(
    ui: Ui,
    draw: imgui.ImDrawList,
    dice: ShownDice,
    seat: Seat | None,
    x: float,
    middle: float,
    size: float,
    *,
    is_rolled: bool,
) -> float:
    """Draw a group of dice, from `x` to the right. Return the left edge of the next drawing (pixels).

    After the roll, the die that counts is golden, and all other dice are pale.
    """
    s, back = ui.scale, NEUTRAL if seat is None else seat.colour
    shown = dice.values or (0,) * dice.count
    if dice.count >= MANY_DICE:
        best = dice.values[dice.kept] if dice.kept is not None and dice.values else 0
        text = f"{dice.count}×"
        ui.text.draw_at(text, x, middle, SMALL, theme.SOFT, bold=True)
        x += (ui.text.measure(text, SMALL, bold=True) + 3) * s
        shown = (best,)
    for number, value in enumerate(shown):
        kept = is_rolled and (number == dice.kept or (len(shown) < dice.count and dice.kept is not None))
        draw_die(
            ui,
            draw,
            dice.sides,
            str(value) if value else f"d{dice.sides}",
            (x + size / 2 * s, middle),
            size,
            theme.GOLD if kept else back,
            theme.ON_GOLD if kept else theme.ink_on(back),
            edge="#fff3d0" if kept else "",
            alpha=0.5 if is_rolled and not kept else 1.0,
        )
        x += (size + 2) * s
    return x


def _chances(ui: Ui, check: ShownCheck, left: float, top: float, width: float) -> None:
    """Draw a bar with the chance of each outcome of a check. The best outcome is at the right."""
    s, draw = ui.scale, imgui.get_window_draw_list()
    between = len(check.chances) - 2
    tones = [theme.BAD, *[theme.EDGE] * between, theme.GOOD] if between >= 0 else [theme.EDGE] * len(check.chances)
    x = left
    for (word, chance), tone in zip(check.chances, tones, strict=True):
        wide = chance * width * s
        if wide < 1:
            continue
        draw.add_rect_filled((x, top), (x + wide - 1.5 * s, top + 18 * s), colour(tone, 0.85), 3 * s)
        share = f"{100 * chance:.0f} %"
        ink = theme.TEXT if tone == theme.EDGE else theme.BACK
        for text in (f"{word} {share}", share):
            if ui.text.measure(text, TINY, bold=True) * s < wide - 6 * s:
                ui.text.draw_at(text, x + wide / 2, top + 9 * s, TINY, ink, bold=True, align=0.5)
                break
        x += wide
    imgui.set_cursor_screen_pos((left, top))
    ui.press_area("check.chances", width, 18)
    ui.text.tip("\n".join(f"{word}: {100 * chance:.1f} %" for word, chance in check.chances))
