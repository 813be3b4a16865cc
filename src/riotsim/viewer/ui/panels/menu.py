"""The overlays of menu, settings, result and failure, and the buttons for sound and menu."""

from collections.abc import Sequence
from itertools import chain

from imgui_bundle import imgui

from riotsim.viewer.input.keys import Action
from riotsim.viewer.playback.highlights import Highlight
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import (
    BeginLesson,
    ChangeSettings,
    GoToPage,
    GoToStart,
    OpenMenu,
    OpenRules,
    OpenSettings,
    Quit,
    ShowReplay,
    UiCommand,
    Undo,
)
from riotsim.viewer.ui.lesson_model import RESTART_LABEL, LessonModel
from riotsim.viewer.ui.models import SettingsModel
from riotsim.viewer.ui.panels.settings import options_page
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Kind, Ui
from riotsim.viewer.ui.widgets.fonts import HUGE, SMALL

HOME_LABEL = "To the start screen"


def menu(ui: Ui, title: str, told: str, home: str = HOME_LABEL) -> list[UiCommand]:
    """Draw the menu over the table.

    Args:
        ui: The controls of the frame that is being drawn.
        title: The heading of the menu.
        told: A sentence about what is kept when the player leaves; empty for none.
        home: The label of the player's button for leaving.

    Returns:
        The commands of the buttons that were pressed.
    """
    commands: list[UiCommand] = []
    with ui.frame.overlay("menu", 320):
        ui.text.write(title, 21, bold=True, wrap=True)
        if told:
            ui.frame.gap(-3)
            ui.text.write(told, SMALL, theme.SOFT, wrap=True)
        ui.frame.gap(8)
        entries: tuple[tuple[str, str, str, tuple[UiCommand, ...]], ...] = (
            ("menu.back", "Back to the table", fonts.PLAY, (OpenMenu(False),)),
            ("menu.settings", "Settings", fonts.SET, (OpenSettings(True),)),
            ("menu.rules", "Rules", fonts.BOOK, (OpenMenu(False), OpenRules())),
            ("menu.learn", "How to play", fonts.ABOUT, (GoToStart(), GoToPage("learn"))),
            ("menu.start", home, fonts.HOME, (GoToStart(),)),
            ("menu.quit", "Quit riotsim", fonts.LEAVE, (Quit(),)),
        )
        for n, (key, label, icon, issued) in enumerate(entries):
            if key == "menu.learn" and home != HOME_LABEL:
                continue  # it would be left for the sandbox
            if ui.button(key, label, icon=icon, kind="plain" if n else "gold", width=-1, height=42):
                commands += issued
    return commands


def captures_key(options: SettingsModel | None) -> bool:
    """Return whether the settings page waits for the new key of an action.

    While it waits, a pressed key must not have its usual effect.
    """
    return options is not None and options.capturing is not None


def options_overlay(ui: Ui, model: SettingsModel) -> list[UiCommand]:
    """Draw the settings over the table, and return the user's commands."""
    commands: list[UiCommand] = []
    with ui.frame.overlay("options", min(760, ui.window_width - 40), min(580, ui.window_height - 32)):
        ui.text.write("Settings", 21, bold=True)
        ui.frame.same_line()
        done = ui.text.measure("Done", bold=True) + 40
        imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + (ui.width_left - done) * ui.scale)
        if ui.button("options.done", "Done", kind="gold", width=done, centre=True):
            commands.append(OpenSettings(False))
        ui.frame.gap(4)
        commands += options_page(ui, model, ui.frame.height_left)
    return commands


def ending_overlay(
    ui: Ui,
    lines: Sequence[str],
    game: str,
    *,
    can_undo: bool,
    can_repeat: bool = False,
    home: str = HOME_LABEL,
    problem: str = "",
    highlights: Sequence[Highlight] = (),
    learnt: LessonModel | None = None,
) -> list[UiCommand]:
    """Draw the result of a game over the table, and return the commands of the buttons that were pressed.

    Args:
        ui: The controls of the frame that is being drawn.
        lines: The heading and the lines of the result.
        game: The game's id in the store. If it isn't empty, a button shows the game's replay.
        can_undo: Whether to draw a button that undoes the last answer.
        can_repeat: Whether to draw a button that begins the same game anew.
        home: The label of the player's button for leaving.
        problem: The reason why the replay can't be shown; empty for none.
        highlights: The best moments of the game.
        learnt: The lesson, if the game was a scene of a lesson; None if not. A lesson has buttons of its own, which
            replace those for the replay, for leaving and for a new game.
    """
    commands: list[UiCommand] = []
    with ui.frame.overlay("over", 430, dim=0.45):
        at = imgui.get_cursor_screen_pos()
        centre = at.x + ui.width_left * ui.scale / 2
        ui.text.draw_at(fonts.CROWN, centre, at.y + 18 * ui.scale, HUGE, theme.GOLD, align=0.5)
        imgui.dummy((1, 40 * ui.scale))
        y = imgui.get_cursor_screen_pos().y
        ui.text.draw_at(
            ui.text.fitted(lines[0], ui.width_left, 24, bold=True), centre, y + 12 * ui.scale, 24, bold=True, align=0.5
        )
        imgui.dummy((1, 30 * ui.scale))
        for line in chain.from_iterable(ui.text.in_two_lines(one, ui.width_left) for one in lines[1:]):
            y = imgui.get_cursor_screen_pos().y
            ui.text.draw_at(line, centre, y + 9 * ui.scale, tone=theme.SOFT, align=0.5)
            imgui.dummy((1, 16 * ui.scale))
        if highlights:
            ui.frame.gap(6)
        for one in highlights:
            spans = [(f"{fonts.STAR}  ", theme.GOLD), (f"{one.kind}: ", theme.SOFT), (one.text, theme.TEXT)]
            ui.text.spans(spans, width=ui.width_left, indent=22)
        if problem:
            ui.frame.gap(6)
            ui.text.spans([(f"{fonts.WARNING}  ", theme.BAD), (problem, theme.TEXT)], width=ui.width_left, indent=22)
        ui.frame.gap(10)
        if learnt is not None:
            return commands + _after_lesson(ui, learnt, can_undo=can_undo)
        half = (ui.width_left - 8) / 2 if game else ui.width_left
        if game and ui.button("over.replay", "Watch the replay", icon=fonts.FILM, width=half, height=42, centre=True):
            commands.append(ShowReplay(game))
        if game:
            ui.frame.same_line()
        if ui.button("over.start", home, kind="gold", width=half, height=42, centre=True):
            commands.append(GoToStart())
        if can_repeat and ui.button("over.repeat", "Play again", icon=fonts.PLAY, width=-1, height=42, centre=True):
            commands.append(GoToStart(again=True))
        if can_undo and ui.button(
            "over.undo", "Undo and play on", icon=fonts.UNDO, kind="ghost", width=-1, centre=True
        ):
            commands.append(Undo())
    return commands


def _after_lesson(ui: Ui, learnt: LessonModel, *, can_undo: bool) -> list[UiCommand]:
    """Draw the buttons below the result of a lesson's scene, and return the user's commands.

    Args:
        ui: The controls of the frame that is being drawn.
        learnt: The lesson.
        can_undo: Whether to draw a button that undoes the last answer.
    """
    game, following = learnt.lesson.game, BeginLesson(learnt.lesson.game, learnt.scene + 1)
    buttons: list[tuple[str, str, str, Kind, tuple[UiCommand, ...]]] = [
        ("over.start", learnt.next_label, fonts.PLAY, "gold", (following,)),
        ("over.again", RESTART_LABEL, fonts.FIRST, "ghost", (BeginLesson(game, learnt.scene),)),
    ]
    if learnt.is_last:
        buttons.insert(1, ("over.leave", HOME_LABEL, fonts.HOME, "plain", (following, GoToPage("learn"))))
    if can_undo:
        buttons.append(("over.undo", "Undo and play on", fonts.UNDO, "ghost", (Undo(),)))
    half = (ui.width_left - 8) / 2
    commands: list[UiCommand] = []
    for n, (key, label, icon, kind, issued) in enumerate(buttons):
        if n % 2:
            ui.frame.same_line()
        if ui.button(key, label, icon=icon, kind=kind, width=half, height=42, centre=True):
            commands += issued
    return commands


def failure_overlay(ui: Ui, text: str, home: str = HOME_LABEL) -> list[UiCommand]:
    """Draw the reason why a game can't go on, over the table. Return the user's commands.

    `home` is the label of the button that leaves the game.
    """
    commands: list[UiCommand] = []
    with ui.frame.overlay("broke", 460):
        ui.text.spans([(f"{fonts.WARNING}  ", theme.BAD), ("The game can't go on", theme.TEXT)], 20)
        ui.frame.gap(2)
        ui.text.write(text, tone=theme.SOFT, wrap=True)
        ui.frame.gap(8)
        if ui.button("broke.start", home, kind="gold", width=-1, height=42, centre=True):
            commands.append(GoToStart())
    return commands


def sound_and_menu(ui: Ui, settings: Settings) -> list[UiCommand]:
    """Draw the sound and menu buttons in the current line, and return the user's commands.

    Full screen has a key but no button. If the user presses this key, the commands also switch full screen on or off.
    """
    commands: list[UiCommand] = []
    icon, tip = (fonts.MUTED, "Sound on") if settings.muted else (fonts.LOUD, "Sound off")
    if ui.button("mute", "", icon=icon, action=Action.MUTE, kind="ghost", tip=tip, width=38):
        commands.append(ChangeSettings(settings.model_copy(update={"muted": not settings.muted})))
    ui.frame.same_line(0)
    wide = ui.text.measure("Menu", bold=True) + 62 + ui.text.key_cap_width(ui.frame.keys.chord(Action.MENU))
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + (ui.width_left - wide) * ui.scale)
    if ui.button("menu.open", "Menu", icon=fonts.MENU, kind="ghost", action=Action.MENU, width=wide):
        commands.append(OpenMenu(True))
    if ui.frame.action_pressed(Action.FULL_SCREEN):
        commands.append(ChangeSettings(settings.model_copy(update={"full_screen": not settings.full_screen})))
    return commands
