"""The panels for the turn, the asked player, waiting, lessons and notices."""

from imgui_bundle import imgui

from riotsim.viewer.session.messages import LessonStatus
from riotsim.viewer.ui.commands import (
    BeginLesson,
    OpenRules,
    UiCommand,
    Undo,
)
from riotsim.viewer.ui.lesson_model import RESTART_LABEL, UNDO_STEP, LessonModel
from riotsim.viewer.ui.models import GameClock, HandOverNotice, Turn
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import HUGE, LARGE, SMALL, TEXT_SIZE, TINY
from riotsim.viewer.ui.widgets.theme import colour, light

TURN_HEIGHT, CLOCK_LINE = 66.0, 20.0
"""Height of the turn panel without a clock, and height of the line that explains the clock (panel units)."""

CLOCK_SIZE = 17.0
"""Text size of the time left (panel units)."""

HAND_OVER_HEIGHT, HAND_OVER_TINT = 84.0, 0.3
"""Height of the panel with the asked player's name (panel units), and share of the player's colour in its
background.
"""

CLOCK_TIP = "The clock runs while a person decides. It stands still in the menu, during throws and while bots play."

CLICK_TIP = "A click opens the rules there."

SCENE_DONE = "This scene is done."
"""The text of a lesson's panel when a scene is done, and another scene follows."""

LESSON_DONE = "The lesson is done."
"""The text of a lesson's panel when the last scene is done."""


def turn_height(turn: Turn) -> float:
    """Return the height of the turn panel (panel units)."""
    return TURN_HEIGHT if turn.clock is None else TURN_HEIGHT + CLOCK_LINE


def turn_panel(ui: Ui, turn: Turn, x: float, y: float, width: float, *, about: str = "") -> None:
    """Draw the turn panel: the player whose turn it is, the act that is shown, and the time left.

    While another player is asked or throws dice, the panel names that player. Below the name, it says whose turn it is.

    Args:
        ui: The controls of the frame that is being drawn.
        turn: The data of the panel.
        x: Left edge (panel units).
        y: Upper edge (panel units).
        width: Width (panel units).
        about: The game's title, and perhaps its players after a colon. It is shown while it is nobody's turn.
    """
    with ui.frame.panel("turn", x, y, width, turn_height(turn)):
        s = ui.scale
        left, top, right = _inside(ui)
        middle = top + (TURN_HEIGHT / 2 - 12) * s
        seat = turn.asked or turn.thrower or turn.seat
        if seat is not None:
            stripe(ui, seat.colour)
            ui.text.badge_at(seat.symbol, seat.colour, left + 17 * s, middle, 34)
        behind = _clock(ui, turn, right, middle)
        begin = left + (46 if seat else 0) * s
        room = (right - begin) / s - behind
        title, _, players = about.partition(": ")
        head = seat.name if seat else title
        number = f"{turn.turn_word.capitalize()} {turn.number}" if turn.number else "" if seat else players
        number = turn.custom_title or number
        doing = " · ".join(part for part in (number, turn.activity) if part)
        if turn.seat not in (None, seat):
            does = "is asked" if turn.asked is not None else "throws"
            doing = f"{does} in {turn.seat.name}'s {turn.turn_word}"
        tone = light(seat.colour) if seat else theme.TEXT
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


def waiting_panel(ui: Ui, text: str, x: float, y: float, width: float) -> None:
    """Draw a panel with `text`, which says why the game waits. `x` and `y` are its upper left corner (panel units)."""
    with ui.frame.panel("waiting", x, y, width, padding=(14, 10)):
        ui.text.spans([(f"{fonts.GLASS}  ", theme.GOLD), (text, theme.SOFT)], SMALL, 0, 18)


def notice_panel(ui: Ui, text: str, x: float, y: float, most: float) -> None:
    """Draw a notice. `x` is the notice's middle, `y` its upper edge and `most` its largest width (panel units)."""
    width = min(most, ui.text.measure(text, SMALL) + 64, 460)
    with ui.frame.panel("notice", x, y, width, pivot=(0.5, 0.0), padding=(14, 10), passes=True):
        ui.text.spans([(f"{fonts.ABOUT}  ", theme.GOLD), (text, theme.TEXT)], SMALL, 0, 20)


def hand_over_panel(ui: Ui, handed: HandOverNotice, x: float, y: float, most: float) -> None:
    """Draw the name of the asked player, and the question. Mouse events pass through to the table.

    Args:
        ui: The controls of the frame that is being drawn.
        handed: The player, and the question.
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
        stripe(ui, handed.seat.colour)
        left, top, right = _inside(ui)
        middle, s = top + (HAND_OVER_HEIGHT / 2 - 12) * ui.scale, ui.scale
        ui.text.badge_at(handed.seat.symbol, handed.seat.colour, left + 26 * s, middle, 48)
        begin, room = left + 66 * s, (right - left) / s - 66
        ui.text.draw_at(ui.text.fitted(name, room, HUGE, bold=True), begin, middle - 11 * s, HUGE, tone, bold=True)
        ui.text.draw_at(ui.text.fitted(handed.text, room, TEXT_SIZE), begin, middle + 17 * s, TEXT_SIZE, theme.TEXT)


BESIDE_LABELS = 80.0
"""Width of the last two buttons of a lesson's panel without their labels (panel units)."""


def lesson_panel(ui: Ui, panel: LessonModel, x: float, y: float, width: float) -> list[UiCommand]:
    """Draw the panel of a lesson, with the player's next task. Return the user's commands.

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
        text = status.say if not over else LESSON_DONE if panel.is_last else SCENE_DONE
        ui.text.write(text, 17, theme.GOOD if over else theme.TEXT, bold=True, wrap=True)
        if status.about:
            ui.frame.gap(-4)
            ui.text.write(status.about, SMALL, theme.SOFT, wrap=True)
        if panel.undo:
            tip = UNDO_STEP if status.missed else ""
            if ui.button("lesson.undo", "Undo", icon=fonts.UNDO, kind="gold", tip=tip):
                commands.append(Undo())
            ui.frame.same_line(4)
        if scene:
            before = f"Back to {lesson.heading(scene - 1)}"
            if ui.button("lesson.back", "", icon=fonts.BACK, kind="ghost", tip=before):
                commands.append(BeginLesson(lesson.game, scene - 1))
            ui.frame.same_line(4)
        following = panel.next_label if over else "Skip"
        needed = sum(ui.text.measure(label, TEXT_SIZE, bold=True) for label in (RESTART_LABEL, following))
        restart = RESTART_LABEL if needed + BESIDE_LABELS <= ui.width_left else ""
        tip = "" if restart else RESTART_LABEL
        if ui.button("lesson.again", restart, icon=fonts.FIRST, kind="ghost", tip=tip):
            commands.append(BeginLesson(lesson.game, scene))
        ui.frame.same_line(4)
        if not over:  # at the right edge, so that a late click on the button for the next scene doesn't skip that scene
            wide = ui.text.measure(following, TEXT_SIZE, bold=True) + 24
            imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(ui.width_left - wide, 0.0) * ui.scale)
        if ui.button("lesson.skip", following, kind="gold" if over else "ghost"):
            commands.append(BeginLesson(lesson.game, scene + 1))
        imgui.pop_id()
    return commands


def clause_width(ui: Ui, clause: str) -> float:
    """Return the width of the badge of a clause (panel units)."""
    return ui.text.measure(f"Rule {clause}", TINY, bold=True) + 14


def clause_badge(ui: Ui, clause: str, text: str) -> list[UiCommand]:
    """Draw the id of a rules clause as a small badge. Return the user's commands.

    The tooltip of the badge is the text of the clause. A click on the badge opens the rules page at the clause.
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
        right: Right edge of the clock (pixels).
        middle: Vertical middle of the clock (pixels).

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
    """Write the meaning of the clock, and the consequence when time is up.

    `left` is the left edge of the text, `middle` its vertical middle (pixels).
    """
    then = clock.at_zero
    text = (f"Time left; at 0:00 {then}" if clock.left else f"Time is up: {then}") if then else "Time left"
    ui.text.draw_at(ui.text.fitted(text, ui.width_left, SMALL), left, middle, SMALL, theme.FAINT)
    imgui.set_cursor_screen_pos((left, middle - CLOCK_LINE / 2 * ui.scale))
    ui.press_area("clock", ui.width_left, CLOCK_LINE)
    ui.text.tip(f"{text}. {CLOCK_TIP}")


def stripe(ui: Ui, tone: str) -> None:
    """Draw a bar in a player's colour at the left edge of the current panel."""
    corner, size = imgui.get_window_pos(), imgui.get_window_size()
    draw = imgui.get_window_draw_list()
    inset = theme.CORNER * ui.scale
    draw.add_rect_filled(
        (corner.x, corner.y + inset), (corner.x + 3.5 * ui.scale, corner.y + size.y - inset), colour(tone), 2 * ui.scale
    )


def _inside(ui: Ui) -> tuple[float, float, float]:
    """Return the left, upper and right edge of the current panel's inner area, without the panel's padding (pixels)."""
    at = imgui.get_cursor_screen_pos()
    return at.x, at.y, at.x + imgui.get_content_region_avail().x


def _progress(ui: Ui, status: LessonStatus) -> None:
    """Draw a dot for each step of the scene. The dots of steps that are done are filled, the others are rings."""
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
