"""Playback controls: pause, skip, speed, and the timeline of a replay."""

from collections.abc import Sequence

from imgui_bundle import imgui

from riotsim.replay.clocks import SPEEDS
from riotsim.viewer.input.keys import Action
from riotsim.viewer.ui.commands import Seek, SetPaused, SetSpeed, SkipAct, UiCommand
from riotsim.viewer.ui.models import PlaybackState, ReplayModel, TimelineMark
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Kind, Ui
from riotsim.viewer.ui.widgets.fonts import SMALL
from riotsim.viewer.ui.widgets.theme import BAR_HEIGHT, colour, light

SPEED_LABELS = {0.25: "¼×", 0.5: "½×", 1.0: "1×", 2.0: "2×", 4.0: "4×"}

TIMELINE_HEIGHT = 92.0
"""Height of the timeline bar of a replay (panel units)."""

BAR_WIDTH = 372.0
"""Largest width of the playback bar of a game (panel units)."""

HIGHLIGHT_GAP, HIGHLIGHT_FRAME = 6.0, 56.0
"""Gap between the buttons of highlights, and the width of such a button without its label (panel units)."""

HIGHLIGHTS_HEIGHT = 38.0
"""Height of the row of highlights above the timeline of a replay (panel units)."""

CURRENT_MARK_SECONDS = 0.25
"""The step buttons skip a mark up to this distance from the current time (s)."""


def playback_bar(ui: Ui, state: PlaybackState, x: float, y: float, width: float) -> list[UiCommand]:
    """Draw the playback bar of a game or a trial, and return the user's commands.

    `x` is the bar's middle, `y` its lower edge (panel units).
    """
    commands: list[UiCommand] = []
    with ui.frame.panel("playback", x, y, width, BAR_HEIGHT, pivot=(0.5, 1.0), padding=(7, 7)):
        commands += _pause(ui, state)
        ui.frame.same_line(4)
        if ui.button(
            "skip", "", icon=fonts.SKIP, action=Action.SKIP, kind="ghost", enabled=bool(state.activity), tip="Skip"
        ):
            commands.append(SkipAct())
        ui.frame.same_line(6)
        commands += _speed(ui, state)
        ui.frame.same_line(12)
        _showing(ui, state)
    return commands


def timeline_bar(ui: Ui, model: ReplayModel, x: float, y: float, width: float) -> list[UiCommand]:
    """Draw a bar with the timeline and the playback buttons of a replay, and return the user's commands.

    `x` is the bar's middle, `y` its lower edge (panel units).
    """
    commands: list[UiCommand] = []
    high = timeline_height(len(model.highlights))
    with ui.frame.panel("timeline", x, y, width, high, pivot=(0.5, 1.0), padding=(14, 8)):
        if model.highlights:
            commands += _highlights(ui, model.highlights)
        commands += _scrub(ui, model)
        commands += _steps(ui, model)
        ui.frame.same_line(10)
        commands += _speed(ui, model.playback)
        ui.frame.same_line(14)
        at = imgui.get_cursor_screen_pos()
        told = f"{_clock(model.seconds)} / {_clock(model.length)}"
        right = at.x + ui.width_left * ui.scale
        ui.text.draw_at(told, right, at.y + 17 * ui.scale, SMALL, theme.SOFT, align=1.0)
        past = [mark for mark in model.marks if mark.at <= model.seconds + 1e-6]
        if past:
            room = ui.width_left - ui.text.measure(told, SMALL) - 16
            text = ui.text.fitted(past[-1].about, room, SMALL)
            tone = light(past[-1].colour) if past[-1].colour else theme.TEXT
            ui.text.draw_at(text, at.x, at.y + 17 * ui.scale, SMALL, tone)
    return commands


def timeline_height(highlights: int) -> float:
    """Return the height of the timeline bar of a replay (panel units), given the number of highlights."""
    return TIMELINE_HEIGHT + (HIGHLIGHTS_HEIGHT if highlights else 0.0)


def _highlights(ui: Ui, highlights: Sequence[TimelineMark]) -> list[UiCommand]:
    """Draw a button for each highlight of the game, and return the commands of the button that was pressed.

    The commands go to the highlight in the replay, and let the replay play on from there.
    """
    commands: list[UiCommand] = []
    width = (ui.width_left - HIGHLIGHT_GAP * (len(highlights) - 1)) / len(highlights)
    for number, one in enumerate(highlights):
        if number:
            ui.frame.same_line(HIGHLIGHT_GAP)
        fits = ui.text.measure(one.about, bold=True) <= width - HIGHLIGHT_FRAME
        label, tip = one.about if fits else one.short, f"{one.about}: see it again"
        if ui.button(f"highlight.{number}", label, icon=fonts.STAR, width=width, height=30, tip=tip):
            commands += [Seek(one.at), SetPaused(False)]
    return commands


def _pause(ui: Ui, state: PlaybackState) -> list[UiCommand]:
    icon, tip = (fonts.PLAY, "Continue") if state.paused else (fonts.PAUSE, "Pause")
    kind: Kind = "gold" if state.paused else "ghost"
    pressed = ui.button("pause", "", icon=icon, action=Action.PAUSE, kind=kind, width=36, tip=tip)
    return [SetPaused(not state.paused)] if pressed else []


def _speed(ui: Ui, state: PlaybackState) -> list[UiCommand]:
    options = [(speed, SPEED_LABELS[speed]) for speed in SPEEDS]
    ui.frame.gap(1)
    wanted = ui.segments("speed", options, state.speed, width=174)
    place = min(range(len(SPEEDS)), key=lambda n: abs(SPEEDS[n] - state.speed))
    step = ui.frame.action_pressed(Action.FASTER) - ui.frame.action_pressed(Action.SLOWER)
    if step:
        wanted = SPEEDS[min(max(place + step, 0), len(SPEEDS) - 1)]
    return [SetSpeed(wanted)] if wanted != state.speed else []


def _showing(ui: Ui, state: PlaybackState) -> None:
    at = imgui.get_cursor_screen_pos()
    text = "paused" if state.paused else state.activity or "at rest"
    tone = theme.TEXT if state.activity or state.paused else theme.FAINT
    if ui.text.measure(text, SMALL) <= ui.width_left:  # otherwise only the panel of the turn tells it
        ui.text.draw_at(text, at.x, at.y + 17 * ui.scale, SMALL, tone)


def _scrub(ui: Ui, model: ReplayModel) -> list[UiCommand]:
    s = ui.scale
    pressed = ui.press_area("scrub", ui.width_left, 32)
    left, _top, right, bottom = pressed.box
    inner, reach = left + 8 * s, right - left - 16 * s
    length = max(model.length, 1e-6)
    middle = bottom - 11 * s
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled((inner, middle - 3 * s), (inner + reach, middle + 3 * s), colour(theme.BACK), 3 * s)
    x = inner + reach * min(max(model.seconds / length, 0.0), 1.0)
    draw.add_rect_filled((inner, middle - 3 * s), (x, middle + 3 * s), colour(theme.GOLD), 3 * s)
    for mark in model.marks:
        at = inner + reach * mark.at / length
        tone = colour(light(mark.colour) if mark.colour else theme.SOFT, 0.9 if mark.large else 0.55)
        if mark.large:
            draw.add_triangle_filled(
                (at - 4 * s, middle - 13 * s), (at + 4 * s, middle - 13 * s), (at, middle - 6 * s), tone
            )
        else:
            draw.add_line((at, middle - 9 * s), (at, middle - 5 * s), tone, 1.5 * s)
    for mark in model.highlights:
        at = inner + reach * mark.at / length
        ui.text.draw_at(fonts.STAR, at, middle - 14 * s, SMALL, theme.GOLD, align=0.5)
    draw.add_circle_filled((x, middle), (9 if pressed.hovered or pressed.active else 8) * s, colour(theme.TEXT))
    share = min(max((imgui.get_mouse_pos().x - inner) / max(reach, 1.0), 0.0), 1.0)
    marks = (*model.highlights, *model.marks)  # of two marks at one time, the highlight is told
    if pressed.hovered and marks:
        near = _nearest(marks, share * length)
        close = abs(near.at - share * length) * reach / length < 7 * s
        ui.text.tooltip(f"{_clock(near.at)}  {near.about}" if close else _clock(share * length))
        if close and imgui.is_mouse_clicked(0):
            return [Seek(near.at)]
    if pressed.active and imgui.is_mouse_dragging(0, 0.0) and (imgui.is_mouse_clicked(0) or _moved()):
        return [Seek(share * length)]
    return []


def _moved() -> bool:
    delta = imgui.get_io().mouse_delta
    return delta.x != 0 or delta.y != 0


def _steps(ui: Ui, model: ReplayModel) -> list[UiCommand]:
    stops = sorted({0.0, *(mark.at for mark in model.marks), model.length})
    back = max((stop for stop in stops if stop < model.seconds - CURRENT_MARK_SECONDS), default=0.0)
    on = min((stop for stop in stops if stop > model.seconds + CURRENT_MARK_SECONDS), default=model.length)
    commands: list[UiCommand] = []
    for key, icon, action, tip, at in (
        ("to_start", fonts.FIRST, Action.TO_START, "To the start", 0.0),
        ("step_back", fonts.BACK, Action.STEP_BACK, "Previous event", back),
    ):
        if ui.button(key, "", icon=icon, action=action, kind="ghost", tip=tip, width=34):
            commands.append(Seek(at))
        ui.frame.same_line(2)
    commands += _pause(ui, model.playback)
    for key, icon, action, tip, at in (
        ("step_on", fonts.ON, Action.STEP_ON, "Next event", on),
        ("to_end", fonts.SKIP, Action.TO_END, "To the end", model.length),
    ):
        ui.frame.same_line(2)
        if ui.button(key, "", icon=icon, action=action, kind="ghost", tip=tip, width=34):
            commands.append(Seek(at))
    return commands


def _nearest(marks: Sequence[TimelineMark], at: float) -> TimelineMark:
    return min(marks, key=lambda mark: abs(mark.at - at))


def _clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
