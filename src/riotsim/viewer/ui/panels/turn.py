"""The panels of the left column: the turn, the question with its options, lessons and notices."""

import math
from dataclasses import replace
from itertools import groupby

from imgui_bundle import imgui

from riotsim.viewer.input.keys import CHOICES, Action
from riotsim.viewer.session.messages import LessonStatus
from riotsim.viewer.ui.commands import (
    BeginLesson,
    ChooseOption,
    Confirm,
    HighlightPieces,
    OpenRules,
    PreviewOption,
    UiCommand,
    Undo,
)
from riotsim.viewer.ui.lesson_model import RESTART_LABEL, LessonModel
from riotsim.viewer.ui.models import Choice, GameClock, HandOver, Prompt, Turn
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import ABOUT_LINE, Ui
from riotsim.viewer.ui.widgets.fonts import HUGE, LARGE, SMALL, TEXT_SIZE, TINY
from riotsim.viewer.ui.widgets.text import capitalized
from riotsim.viewer.ui.widgets.theme import colour, light

MOST_BESIDE_ABOUT = 90.0
"""Greatest width that padding, icon and key take on a choice's button (panel units)."""

VARIANTS_HEADING, VARIANT_HEIGHT = 20.0, 30.0
"""Height of the heading above the variants of a choice, and height of a variant's button (panel units)."""

ROW_HEIGHT, ROW_GAP = 32.0, 6.0
"""Height of the options in a row above the others, and the space between two of them (panel units)."""

TURN_HEIGHT, CLOCK_LINE = 66.0, 20.0
"""Height of the turn panel without a clock, and height of the line that explains the clock (panel units)."""

CLOCK_SIZE = 17.0
"""Text size of the time left (panel units)."""

HAND_OVER_HEIGHT, HAND_OVER_TINT = 84.0, 0.3
"""Height of the panel that names who is asked now (panel units), and the share of the player's colour in its back."""

CLOCK_TIP = "The clock runs while a person decides. It stands still in the menu, during throws and while bots play."

CLICK_TIP = "A click opens the rules there."

WELL_DONE = "Well done!"
"""The text of a lesson's panel when all steps of a scene are done."""

ALL_DONE = "Well done: you know how to play now."
"""The text of a lesson's panel when all scenes are done."""


def turn_height(turn: Turn) -> float:
    """Return the height of the turn panel (panel units)."""
    return TURN_HEIGHT if turn.clock is None else TURN_HEIGHT + CLOCK_LINE


def turn_panel(ui: Ui, turn: Turn, x: float, y: float, width: float, *, about: str = "") -> None:
    """Draw the turn panel: the player whose turn it is, the act that is shown, and the time left.

    Args:
        ui: The controls of the frame that is being drawn.
        turn: The data of the panel.
        x: Left edge (panel units).
        y: Upper edge (panel units).
        width: Width (panel units).
        about: The game's title, which is shown while it is nobody's turn.
    """
    with ui.frame.panel("turn", x, y, width, turn_height(turn)):
        s = ui.scale
        left, top, right = _inside(ui)
        middle = top + (TURN_HEIGHT / 2 - 12) * s
        if turn.seat is not None:
            _stripe(ui, turn.seat.colour)
            ui.text.badge_at(turn.seat.symbol, turn.seat.colour, left + 17 * s, middle, 34)
        behind = _clock(ui, turn, right, middle)
        begin = left + (46 if turn.seat else 0) * s
        room = (right - begin) / s - behind
        title, _, players = about.partition(": ")
        head = turn.seat.name if turn.seat else title
        number = f"{turn.turn_word.capitalize()} {turn.number}" if turn.number else "" if turn.seat else players
        doing = " · ".join(part for part in (number, turn.activity) if part)
        tone = light(turn.seat.colour) if turn.seat else theme.TEXT
        ui.text.draw_at(
            ui.text.fitted(head, room, LARGE, bold=True),
            begin,
            middle - (9 * s if doing else 0),
            LARGE,
            tone,
            bold=True,
        )
        ui.text.draw_at(ui.text.fitted(doing, room, SMALL), begin, middle + 12 * s, SMALL, theme.SOFT)
        if turn.clock is not None:
            _explain_clock(ui, turn.clock, left, top + (TURN_HEIGHT - 9) * s)


def ask_panel(
    ui: Ui, ask: Prompt, x: float, y: float, width: float, most: float, *, named: bool = False, spare: float = 0.0
) -> list[UiCommand]:
    """Draw a question, its reason, and its options as buttons.

    Args:
        ui: The controls of the frame that is being drawn.
        ask: The question.
        x: Left edge (panel units).
        y: Upper edge (panel units).
        width: Width (panel units).
        most: Largest height (panel units). The options scroll if they need more.
        named: Whether to name the player who is asked.
        spare: Part of `most` to keep free below the panel (panel units). It is used if the options fit only with it.

    Returns:
        The commands of the buttons that were pressed, and one that highlights the pieces of an option under the mouse.
    """
    commands: list[UiCommand] = []
    with ui.frame.panel("ask", x, y, width):
        _stripe(ui, ask.seat.colour)
        imgui.begin_group()
        whose = [(f"{ask.seat.name}: ", light(ask.seat.colour))] if named else []
        ui.text.spans([*whose, (ask.title, theme.TEXT)], 17, bold=True)
        if ask.why:
            ui.frame.gap(-3)
            ui.text.write(ask.why, SMALL, theme.SOFT, wrap=True)
        if ask.clause:
            commands += clause_badge(ui, ask.clause, ask.clause_text)
        imgui.end_group()
        if ask.rows:
            ui.frame.gap(4)
            commands += _rows(ui, ask)
        if ask.choices:
            ui.frame.gap(-3 if ask.rows else 4)
            commands += _choices(ui, ask, most, spare)
        if ask.hint:
            ui.frame.gap(2)
            ui.text.spans([(f"{fonts.AIM} ", theme.GOLD), (capitalized(ask.hint), theme.SOFT)], SMALL, 0, 18)
        if ask.confirm:
            ui.frame.gap(3)
            done = ui.button(
                "confirm", ask.confirm, kind="gold", action=Action.CONFIRM, width=-1, height=40, enabled=ask.ready
            )
            if done:
                commands.append(Confirm(ask.seat.name))
    return commands


def waiting_panel(ui: Ui, text: str, x: float, y: float, width: float) -> None:
    """Draw a sentence about what is being waited for. `x` and `y` are the upper left corner (panel units)."""
    with ui.frame.panel("waiting", x, y, width, padding=(14, 10)):
        ui.text.spans([(f"{fonts.GLASS}  ", theme.GOLD), (text, theme.SOFT)], SMALL, 0, 18)


def notice_panel(ui: Ui, text: str, x: float, y: float, most: float) -> None:
    """Draw a notice. `x` is its middle, `y` its upper edge and `most` its largest width (panel units)."""
    width = min(most, ui.text.measure(text, SMALL) + 64, 460)
    with ui.frame.panel("notice", x, y, width, pivot=(0.5, 0.0), padding=(14, 10), passes=True):
        ui.text.spans([(f"{fonts.ABOUT}  ", theme.GOLD), (text, theme.TEXT)], SMALL, 0, 20)


def hand_over_panel(ui: Ui, handed: HandOver, x: float, y: float, most: float) -> None:
    """Draw who is asked now, in the player's colour. Mouse events pass through to the table.

    Args:
        ui: The controls of the frame that is being drawn.
        handed: The player, and what is asked.
        x: Horizontal middle (panel units).
        y: Upper edge (panel units).
        most: Largest width (panel units).
    """
    name, tone = handed.seat.name, light(handed.seat.colour)
    wide = max(ui.text.measure(name, HUGE, bold=True), ui.text.measure(handed.text, TEXT_SIZE)) + 100
    width = min(max(wide, 280), most)
    back = theme.mixed(theme.PANEL, handed.seat.colour, HAND_OVER_TINT)
    with ui.frame.panel(
        "hand over", x, y, width, HAND_OVER_HEIGHT, pivot=(0.5, 0.0), alpha=1.0, back=back, passes=True
    ):
        _stripe(ui, handed.seat.colour)
        left, top, right = _inside(ui)
        middle, s = top + (HAND_OVER_HEIGHT / 2 - 12) * ui.scale, ui.scale
        ui.text.badge_at(handed.seat.symbol, handed.seat.colour, left + 26 * s, middle, 48)
        begin, room = left + 66 * s, (right - left) / s - 66
        ui.text.draw_at(ui.text.fitted(name, room, HUGE, bold=True), begin, middle - 11 * s, HUGE, tone, bold=True)
        ui.text.draw_at(ui.text.fitted(handed.text, room, TEXT_SIZE), begin, middle + 17 * s, TEXT_SIZE, theme.TEXT)


def lesson_panel(ui: Ui, panel: LessonModel, x: float, y: float, width: float) -> list[UiCommand]:
    """Draw what the player is to do next, and return the user's commands.

    Args:
        ui: The controls of the frame that is being drawn.
        panel: The data of the panel.
        x: Horizontal middle (panel units).
        y: Upper edge (panel units).
        width: Width (panel units).
    """
    commands: list[UiCommand] = []
    lesson, scene, status = panel.lesson, panel.scene, panel.status
    over = status.is_over
    with ui.frame.panel("lesson", x, y, width, pivot=(0.5, 0.0), padding=(16, 10)):
        ui.text.write(lesson.heading(scene), TINY, theme.GOLD, bold=True)
        ui.frame.same_line(12)
        _progress(ui, status)
        ui.frame.gap(-4)
        if over and status.say:
            ui.text.write(status.say, 17, bold=True, wrap=True)
            ui.frame.gap(-4)
        imgui.push_id(f"{lesson.game} {scene}")  # a press that began in another scene clicks nothing here
        text = status.say if not over else ALL_DONE if panel.is_last else WELL_DONE
        ui.text.write(text, 17, theme.GOOD if over else theme.TEXT, bold=True, wrap=True)
        if panel.undo:
            if ui.button("lesson.undo", "Undo", icon=fonts.UNDO, kind="gold"):
                commands.append(Undo())
            ui.frame.same_line(4)
        if scene:
            before = f"Back to {lesson.heading(scene - 1)}"
            if ui.button("lesson.back", "", icon=fonts.BACK, kind="ghost", tip=before):
                commands.append(BeginLesson(lesson.game, scene - 1))
            ui.frame.same_line(4)
        if ui.button("lesson.again", RESTART_LABEL, icon=fonts.FIRST, kind="ghost"):
            commands.append(BeginLesson(lesson.game, scene))
        ui.frame.same_line(4)
        if ui.button("lesson.skip", panel.next_label if over else "Skip", kind="gold" if over else "ghost"):
            commands.append(BeginLesson(lesson.game, scene + 1))
        imgui.pop_id()
    return commands


def _rows(ui: Ui, ask: Prompt) -> list[UiCommand]:
    """Draw the rows of options above the others, and return the commands of those that were pressed."""
    commands: list[UiCommand] = []
    for row in ask.rows:
        wide = (ui.width_left - ROW_GAP * (len(row) - 1)) / len(row)
        for n, choice in enumerate(row):
            if n:
                ui.frame.same_line(ROW_GAP)
            if ui.button(
                f"choice.{choice.key}",
                choice.label,
                action=choice.action,
                width=wide,
                height=ROW_HEIGHT,
                tip=capitalized(choice.about),
            ):
                commands.append(ChooseOption(ask.seat.name, choice.key))
    return commands


def _choices(ui: Ui, ask: Prompt, most: float, spare: float) -> list[UiCommand]:
    entries = [list(entry) for _, entry in groupby(enumerate(ask.choices), lambda one: one[1].group or one[0])]
    heights = [_entry_height(ui, [choice for _, choice in entry]) + 7 for entry in entries]
    used = (imgui.get_cursor_pos_y() - imgui.get_scroll_y()) / ui.scale
    more = _hint_height(ui, ask.hint) + (54 if ask.confirm else 0)
    below = 20 + more if more else 13
    needed = sum(heights) - (0 if more else 7)  # what follows is 7 below the last option
    commands: list[UiCommand] = []
    for room in (most - spare - used - below, max(most - used - below, 110)):
        if needed <= room:
            for entry in entries:
                commands += _entry(ui, ask, entry)
            return commands
        high = min(room / max(len(heights), 1) - 7, 36)
        if high >= VARIANT_HEIGHT and not any(choice.refused or choice.group for choice in ask.choices):
            for n, choice in enumerate(ask.choices):  # there is room for the labels: tooltips have the rest
                commands += _choice(ui, ask, n, replace(choice, about=""), high, tip=choice.about)
            return commands
    question = (ask.number, ask.seat.name, ask.title)
    if ui.frame.memory.get("question") != question:  # the list of another question begins at its top
        imgui.set_next_window_scroll((0, 0))
    ui.frame.memory["question"] = question
    with ui.frame.scroll("choices", 0, max(most - spare - used - below, 110)):
        for entry in entries:
            commands += _entry(ui, ask, entry)
    return commands


def _hint_height(ui: Ui, hint: str) -> float:
    """Return the height of the hint below the options (panel units)."""
    lines = math.ceil((ui.text.measure(f"{fonts.AIM} {hint}", SMALL) + 10) / ui.width_left)
    return 12 + 18 * lines if hint else 0


def _entry_height(ui: Ui, entry: list[Choice]) -> float:
    """Return the height of a choice, or of the variants of one choice (panel units)."""
    if entry[0].group:
        return VARIANTS_HEADING + (VARIANT_HEIGHT + 3) * len(entry)
    about = entry[0].refused or entry[0].about
    narrow = ui.width_left - MOST_BESIDE_ABOUT
    return 36 if not about else 48 + ABOUT_LINE * (ui.text.measure(about, SMALL) > narrow)


def _entry(ui: Ui, ask: Prompt, entry: list[tuple[int, Choice]]) -> list[UiCommand]:
    """Draw a choice, or the variants of one choice below their heading."""
    (place, first), *_ = entry
    if not first.group:
        return _choice(ui, ask, place, first)
    commands: list[UiCommand] = []
    ui.text.write(first.group[0], bold=True)
    ui.frame.gap(-4)
    for place, choice in entry:
        commands += _choice(ui, ask, place, choice, VARIANT_HEIGHT)
        ui.frame.gap(-4)
    ui.frame.gap(4)
    # ImGui refuses a panel that ends with a gap: what has no size is added, and the space that ImGui puts below it is
    # taken away again, with a pixel more because ImGui rounds down.
    end = imgui.get_cursor_pos_y()
    imgui.dummy((0, 0))
    imgui.set_cursor_pos_y(end - 1)
    return commands


def _choice(ui: Ui, ask: Prompt, place: int, choice: Choice, height: float = 36, tip: str = "") -> list[UiCommand]:
    action = CHOICES[place] if place < len(CHOICES) and not choice.refused else None
    pressed = ui.button(
        f"choice.{choice.key}",
        choice.label,
        icon=fonts.ICONS.get(choice.icon, ""),
        about=choice.refused or choice.about,
        action=action,
        width=-1,
        height=0 if choice.about or choice.refused else height,
        enabled=not choice.refused,
        kind="gold" if choice.glows else "plain",
        tip=tip,
    )
    chosen = ChooseOption(ask.seat.name, choice.key, up_to=imgui.get_io().key_shift)
    commands: list[UiCommand] = [chosen] if pressed else []
    if choice.pieces and imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled):
        commands.append(HighlightPieces(choice.pieces))
    if choice.previews and imgui.is_item_hovered():
        commands.append(PreviewOption(choice.key))
    return commands


def clause_width(ui: Ui, clause: str) -> float:
    """Return the width of the badge of a clause (panel units)."""
    return ui.text.measure(f"Rule {clause}", TINY, bold=True) + 14


def clause_badge(ui: Ui, clause: str, text: str) -> list[UiCommand]:
    """Draw the id of a rules clause as a small badge. Its tooltip is the text of the clause, and a click opens the
    rules page there. Return the user's commands.
    """
    label = f"Rule {clause}"
    s = ui.scale
    pressed = ui.press_area("clause", clause_width(ui, clause), 18)
    left, top, right, bottom = pressed.box
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled((left, top), (right, bottom), colour(theme.GOLD, 0.3 if pressed.hovered else 0.14), 9 * s)
    ui.text.draw_at(label, (left + right) / 2, (top + bottom) / 2, TINY, theme.GOLD, bold=True, align=0.5)
    ui.text.tip(f"{text or 'The clause of the rules'}\n\n{CLICK_TIP}")
    return [OpenRules(clause)] if pressed.clicked else []


def _clock(ui: Ui, turn: Turn, right: float, middle: float) -> float:
    """Draw the clock with the time left, at the right edge of the turn panel.

    Args:
        ui: The controls of the frame that is being drawn.
        turn: The data of the panel.
        right: Right edge of the text (pixels).
        middle: Vertical middle of the text (pixels).

    Returns:
        The width of the clock (panel units); 0 in a game without a clock.
    """
    if turn.clock is None:
        return 0
    left = turn.clock.left
    text = f"{left // 60}:{left % 60:02}"
    tone = theme.BAD if left <= turn.warning_seconds else theme.TEXT
    ui.text.draw_at(text, right, middle, CLOCK_SIZE, tone, bold=True, align=1.0)
    wide = ui.text.measure(text, CLOCK_SIZE, bold=True) + 8
    ui.text.draw_at(
        fonts.CLOCK, right - wide * ui.scale, middle, SMALL, theme.FAINT if tone == theme.TEXT else tone, align=1.0
    )
    return wide + 28


def _explain_clock(ui: Ui, clock: GameClock, left: float, middle: float) -> None:
    """Write what the clock is and what happens when time is up. `left` is the left edge of the text, `middle` its
    vertical middle (pixels).
    """
    then = clock.at_zero
    text = (f"Time left; at 0:00 {then}" if clock.left else f"Time is up: {then}") if then else "Time left"
    ui.text.draw_at(ui.text.fitted(text, ui.width_left, SMALL), left, middle, SMALL, theme.FAINT)
    imgui.set_cursor_screen_pos((left, middle - CLOCK_LINE / 2 * ui.scale))
    ui.press_area("clock", ui.width_left, CLOCK_LINE)
    ui.text.tip(f"{text}. {CLOCK_TIP}")


def _stripe(ui: Ui, tone: str) -> None:
    """Draw a bar at the left edge of the current panel in a player's colour."""
    corner, size = imgui.get_window_pos(), imgui.get_window_size()
    draw = imgui.get_window_draw_list()
    inset = theme.CORNER * ui.scale
    draw.add_rect_filled(
        (corner.x, corner.y + inset), (corner.x + 3.5 * ui.scale, corner.y + size.y - inset), colour(tone), 2 * ui.scale
    )


def _inside(ui: Ui) -> tuple[float, float, float]:
    """Return left, top and right of the area within the current panel's padding (pixels)."""
    at = imgui.get_cursor_screen_pos()
    return at.x, at.y, at.x + imgui.get_content_region_avail().x


def _progress(ui: Ui, status: LessonStatus) -> None:
    """Draw a dot for each step of the scene, filled for steps that are done."""
    s = ui.scale
    at = imgui.get_cursor_screen_pos()
    draw = imgui.get_window_draw_list()
    for n in range(status.count):
        centre = (at.x + (5 + 14 * n) * s, at.y + 8 * s)
        if n < status.done:
            draw.add_circle_filled(centre, 4 * s, colour(theme.GOOD))
        else:
            draw.add_circle(centre, 4 * s, colour(theme.GOLD if n == status.done else theme.EDGE), 0, 1.5 * s)
    imgui.dummy((14 * status.count * s, 12 * s))
