"""The screen of the sandbox, with the tray, trials of throws and carries, turn and scores, and the file dialog."""

from itertools import groupby

from imgui_bundle import imgui

from riotsim.viewer.input.keys import Action, Scope
from riotsim.viewer.ui.commands import (
    DiscardTrial,
    EditFile,
    KeepTrial,
    OpenFileDialog,
    OpenMenu,
    OpenRules,
    OpenSettings,
    Redo,
    SetTrayFace,
    SetTrayOwner,
    TakeFromTray,
    TryAgain,
    TryThrow,
    UiCommand,
    Undo,
    UseFile,
)
from riotsim.viewer.ui.panels.camera import camera_bar
from riotsim.viewer.ui.panels.menu import captures_key, menu, options_overlay, sound_and_menu
from riotsim.viewer.ui.panels.playback import BAR_WIDTH, playback_bar
from riotsim.viewer.ui.panels.position import position_panels
from riotsim.viewer.ui.panels.rules.overlay import rules_overlay
from riotsim.viewer.ui.panels.scene.labels import draw_labels
from riotsim.viewer.ui.panels.turn import notice_panel
from riotsim.viewer.ui.sandbox_model import FileDialog, SandboxModel
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import LARGE, SMALL
from riotsim.viewer.ui.widgets.theme import BAR_HEIGHT, COLUMN, MARGIN, TOOLS_HEIGHT, colour

HEADER_HEIGHT = 66.0
"""Height of the panel with the sandbox's title (panel units)."""


def sandbox_screen(ui: Ui, model: SandboxModel) -> list[UiCommand]:
    """Draw all panels of the sandbox, and return the user's commands."""
    ui = ui.with_scopes(*open_sandbox_scopes(model))
    draw_labels(ui, model.labels)
    commands: list[UiCommand] = []
    _head(ui, model)
    below = MARGIN + HEADER_HEIGHT + 8
    commands += _tray(ui, model, below) if model.phase == "set up" else _trial(ui, model, below)
    commands += _tools(ui, model)
    if model.phase == "set up":
        commands += position_panels(ui, model, MARGIN + TOOLS_HEIGHT + 8)
    above = [ui.frame.items[key][3] / ui.scale for key in ("position", "chosen") if key in ui.frame.items]
    if max(above, default=0.0) + 8 <= ui.window_height - MARGIN - BAR_HEIGHT:
        left = ui.window_width - MARGIN - COLUMN
        commands += camera_bar(ui, left, ui.window_height - MARGIN, follows=model.follows)
    if model.phase != "set up":
        width = min(BAR_WIDTH, ui.window_width - 2 * COLUMN - 40)
        commands += playback_bar(ui, model.playback, ui.window_width / 2, ui.window_height - MARGIN, width)
    elif model.hint:
        _hint(ui, model.hint)
    if model.notice:
        notice_panel(ui, model.notice, ui.window_width / 2, MARGIN, ui.window_width - 2 * COLUMN - 4 * MARGIN)
    return commands + _over(ui.with_scopes(Scope.ALWAYS), model)


def open_sandbox_scopes(model: SandboxModel) -> tuple[Scope, ...]:
    """Return the scopes of the actions that the user can do by keys now.

    While the menu, settings, rules or file dialog is open, return none.
    """
    if model.menu or model.options or model.file or model.rules:
        return ()
    return (Scope.ALWAYS, Scope.CAMERA, Scope.TABLE, Scope.SANDBOX)


def _head(ui: Ui, model: SandboxModel) -> None:
    with ui.frame.panel("sandbox", MARGIN, MARGIN, COLUMN, HEADER_HEIGHT):
        s = ui.scale
        at = imgui.get_cursor_screen_pos()
        middle = at.y + (HEADER_HEIGHT / 2 - 12) * s
        draw = imgui.get_window_draw_list()
        draw.add_circle_filled((at.x + 17 * s, middle), 17 * s, colour(theme.GOLD, 0.16))
        ui.text.draw_at(fonts.SANDBOX, at.x + 17 * s, middle, 16, theme.GOLD, align=0.5)
        ui.text.draw_at("Sandbox", at.x + 46 * s, middle - 9 * s, LARGE, bold=True)
        ui.text.draw_at(ui.text.fitted(model.title, 220, SMALL), at.x + 46 * s, middle + 12 * s, SMALL, theme.SOFT)


# The tray.


def _tray(ui: Ui, model: SandboxModel, top: float) -> list[UiCommand]:
    """Draw the tray, and return the user's commands.

    The tray has the types of pieces that can be put on the table. Above these, the user chooses the owner of new
    pieces.
    """
    commands: list[UiCommand] = []
    with ui.frame.panel("tray", MARGIN, top, COLUMN):
        ui.text.label("Owner of new pieces")
        names = [(seat.name, seat.name) for seat in model.seats]
        player = ui.segments("owner", names, model.player, width=-1) if len(names) < 3 else _players(ui, model)
        if player != model.player:
            commands.append(SetTrayOwner(player))
        for heading, grouped in groupby(model.tray, lambda item: item.heading):
            items = list(grouped)
            ui.frame.gap(5)
            ui.text.label(heading)
            if any(item.is_die for item in items):
                commands += _faces(ui, "face", tuple(range(1, 7)), model.face)
            half = (ui.width_left - 6) / 2
            for n, item in enumerate(items):
                if n % 2:
                    ui.frame.same_line(6)
                taken = item.key == model.piece_in_hand
                width = half if len(items) > 1 else ui.width_left
                if ui.button(
                    f"take.{item.key}", item.label, chosen=taken, width=width, height=31, centre=True, tip=item.about
                ):
                    commands.append(TakeFromTray("" if taken else item.key))
    return commands


def _players(ui: Ui, model: SandboxModel) -> str:
    return ui.dropdown("owner", [(seat.name, seat.name) for seat in model.seats], model.player, width=ui.width_left)


def _faces(ui: Ui, key: str, faces: tuple[int, ...], face: int) -> list[UiCommand]:
    """Draw the numbers that a new die can show, with `face` selected, and return the user's commands."""
    wanted = ui.segments(key, [(number, str(number)) for number in faces], face, width=-1)
    return [SetTrayFace(wanted)] if wanted != face else []


# Trials.


def _trial(ui: Ui, model: SandboxModel, top: float) -> list[UiCommand]:
    """Draw the panel of a trial (a throw or a carry that is tried out), and return the user's commands."""
    commands: list[UiCommand] = []
    with ui.frame.panel("trial", MARGIN, top, COLUMN):
        if model.phase == "tried":
            ui.text.write("Result", 17, bold=True)
            ui.frame.gap(-3)
            ui.text.write("Put everything back and try again, or continue from here.", SMALL, theme.SOFT, wrap=True)
            ui.frame.gap(4)
            if ui.button(
                "put_back",
                "Put everything back",
                icon=fonts.UNDO,
                kind="gold",
                action=Action.CONFIRM,
                width=-1,
                height=40,
            ):
                commands.append(DiscardTrial())
            if ui.button("leave", "Keep this result", icon=fonts.CHECK, width=-1, height=36):
                commands.append(KeepTrial())
            if ui.button("again", "Try again", icon=fonts.REDO, action=Action.CHOICE_1, width=-1, height=36):
                commands.append(TryAgain())
            return commands
        ui.text.write("Try it" if model.phase == "aims" else "…", 17, bold=True)
        ui.frame.gap(-3)
        ui.text.write(model.hint or "The position changes only if you keep the result.", SMALL, theme.SOFT, wrap=True)
        if model.phase == "aims":
            ui.frame.gap(4)
            if ui.button("plain", "Do it for me", action=Action.CHOICE_1, width=-1, height=36):
                commands.append(TryThrow())
        if ui.button("put_back", "Cancel", icon=fonts.CROSS, kind="ghost", width=-1, height=34):
            commands.append(DiscardTrial())
    return commands


def _tools(ui: Ui, model: SandboxModel) -> list[UiCommand]:
    """Draw the buttons for undo, redo, sound and menu at the upper right, and return the user's commands."""
    commands: list[UiCommand] = []
    free = model.phase == "set up"
    settings = model.settings
    with ui.frame.panel("tools", ui.window_width - MARGIN - COLUMN, MARGIN, COLUMN, TOOLS_HEIGHT, padding=(6, 6)):
        for key, icon, action, able, command in (
            ("undo", fonts.UNDO, Action.UNDO, model.can_undo and free, Undo()),
            ("redo", fonts.REDO, Action.REDO, model.can_redo and free, Redo()),
        ):
            if ui.button(key, "", icon=icon, action=action, kind="ghost", enabled=able, tip=key.capitalize()):
                commands.append(command)
            ui.frame.same_line(2)
        commands += sound_and_menu(ui, settings)
    return commands


def _hint(ui: Ui, text: str) -> None:
    width = min(ui.window_width - 2 * COLUMN - 6 * MARGIN, ui.text.measure(text, SMALL) + 72)
    with ui.frame.panel(
        "hint", ui.window_width / 2, ui.window_height - MARGIN, width, pivot=(0.5, 1.0), padding=(12, 9), passes=True
    ):
        ui.text.spans([(f"{fonts.AIM}  ", theme.GOLD), (text, theme.SOFT)], SMALL, 0, 18)


# Overlays.


def _over(ui: Ui, model: SandboxModel) -> list[UiCommand]:
    commands: list[UiCommand] = []
    if model.rules is not None:
        return rules_overlay(ui, model.rules)
    if ui.frame.action_pressed(Action.RULES) and not captures_key(model.options):
        commands.append(OpenRules())
    if model.options is not None:
        if ui.frame.action_pressed(Action.MENU) and model.options.capturing is None:
            commands.append(OpenSettings(False))
        return commands + options_overlay(ui, model.options)
    if model.menu:
        if ui.frame.action_pressed(Action.MENU):
            commands.append(OpenMenu(False))
        return commands + menu(
            ui, model.title, "Changes that you don't save as a scenario are lost when you leave the sandbox."
        )
    if model.file is not None:
        if ui.frame.action_pressed(Action.MENU):
            commands.append(OpenFileDialog(""))
        return commands + file_overlay(ui, model.file)
    return commands


MAX_PATH_LENGTH, MAX_TITLE_LENGTH = 400, 120
"""Largest lengths of the text fields in the file dialog: of the path, and of the title (characters)."""


def file_overlay(ui: Ui, asked: FileDialog) -> list[UiCommand]:
    """Draw the dialog to save or open a scenario file, and return the user's commands."""
    commands: list[UiCommand] = []
    with ui.frame.overlay("file", 520):
        ui.text.write("Save as a scenario" if asked.is_saving else "Open a scenario", 21, bold=True)
        ui.frame.gap(-3)
        about = (
            "A text file with this position. Its first lines explain how to use it; riotsim check runs it."
            if asked.is_saving
            else "A scenario file, such as one that was saved here. Undo brings this table back."
        )
        ui.text.write(about, SMALL, theme.SOFT, wrap=True)
        ui.frame.gap(6)
        title = asked.title
        if asked.is_saving:
            ui.text.label("Title, in one sentence")
            title = ui.entry("file.title", asked.title, width=ui.width_left, hint="A position", most=MAX_TITLE_LENGTH)
        ui.text.label("File")
        path = ui.entry("file.path", asked.path, width=ui.width_left, hint="position.yaml", most=MAX_PATH_LENGTH)
        if (path, title) != (asked.path, asked.title):
            commands.append(EditFile(path, title))
        if asked.problem:
            ui.frame.gap(2)
            ui.text.spans([(f"{fonts.WARNING}  ", theme.BAD), (asked.problem, theme.TEXT)], SMALL, ui.width_left, 20)
        ui.frame.gap(8)
        half = (ui.width_left - 8) / 2
        if ui.button("file.cancel", "Cancel", kind="ghost", width=half, height=40, centre=True):
            commands.append(OpenFileDialog(""))
        ui.frame.same_line()
        if asked.is_saving and asked.file_exists:
            if ui.button("file.replace", "Replace the file", kind="danger", width=half, height=40, centre=True):
                commands.append(UseFile(overwrite=True))
        elif ui.button(
            "file.use",
            "Save" if asked.is_saving else "Open",
            kind="gold",
            width=half,
            height=40,
            centre=True,
            enabled=bool(asked.path.strip()),
        ):
            commands.append(UseFile())
    return commands
