"""The panels on the right of the sandbox: trial throws, turn and scores, playing and saving, and the selected piece."""

from imgui_bundle import imgui

from riotsim.viewer.input.keys import Action
from riotsim.viewer.ui.commands import (
    OpenFileDialog,
    PlayFromHere,
    RemovePiece,
    SetDiceCount,
    SetDieFace,
    SetFallen,
    SetScore,
    SetTurn,
    TryCarry,
    TryThrow,
    TurnPiece,
    UiCommand,
)
from riotsim.viewer.ui.sandbox_model import SandboxModel
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL
from riotsim.viewer.ui.widgets.theme import COLUMN, MARGIN, colour, light

TURN_STEP = 15.0
"""One press of a button or key turns the selected piece by this angle (degrees)."""

MAX_DICE = 20
"""Largest number of dice in a trial throw."""

MAX_SCORE = 99


def position_panels(ui: Ui, model: SandboxModel, top: float) -> list[UiCommand]:
    """Draw the panels on the right of the sandbox, and return the user's commands.

    `top` is the upper edge of the first panel (panel units).
    """
    commands: list[UiCommand] = []
    left = ui.window_width - MARGIN - COLUMN
    with ui.frame.panel("position", left, top, COLUMN):
        commands += _try(ui, model)
        ui.frame.separator(5)
        if model.score_name:
            commands += _scores(ui, model)
            ui.frame.separator(5)
        commands += _play_and_save(ui)
    if model.chosen is not None:
        high = ui.frame.items["position"][3] / ui.scale
        with ui.frame.panel("chosen", left, high + 8, COLUMN):
            commands += _chosen(ui, model)
    return commands


def _try(ui: Ui, model: SandboxModel) -> list[UiCommand]:
    commands: list[UiCommand] = []
    ui.text.label("Try a throw")
    count = _stepper(ui, "dice", model.dice, 1, MAX_DICE)
    if count != model.dice:
        commands.append(SetDiceCount(count))
    ui.frame.same_line(8)
    label = f"Throw {model.dice} dice" if model.dice > 1 else "Throw a die"
    if ui.button("throw", label, icon=fonts.DICE, kind="gold", width=-1, centre=True):
        commands.append(TryThrow())
    return commands


def _scores(ui: Ui, model: SandboxModel) -> list[UiCommand]:
    """Draw each player's score, and mark the player whose turn it is. Return the user's commands."""
    commands: list[UiCommand] = []
    ui.text.label(f"Turn and {model.score_name}")
    s = ui.scale
    for seat, count in zip(model.seats, model.scores, strict=True):
        at = imgui.get_cursor_screen_pos()
        pressed = ui.press_area(f"turn.{seat.name}", ui.width_left - 118, 32)
        left, upper, right, lower = pressed.box
        draw = imgui.get_window_draw_list()
        if seat.name == model.turn or pressed.hovered:
            tone = theme.RAISED if seat.name == model.turn else theme.FIELD
            draw.add_rect_filled((left, upper), (right, lower), colour(tone), 6 * s)
        middle = (upper + lower) / 2
        ui.text.badge_at(seat.symbol, seat.colour, left + 16 * s, middle, 20)
        note = "  to play" if seat.name == model.turn else ""
        room = (right - left) / s - 36 - ui.text.measure(note, SMALL)
        name = ui.text.fitted(seat.name, room, bold=True)
        ui.text.draw_at(name, left + 32 * s, middle, tone=light(seat.colour), bold=True)
        ui.text.draw_at(note, left + (32 + ui.text.measure(name, bold=True)) * s, middle, SMALL, theme.SOFT)
        if pressed.clicked:
            commands.append(SetTurn(seat.name))
        ui.text.tip(f"Make it {seat.name}'s turn")
        ui.frame.same_line(6)
        score = _stepper(ui, f"score.{seat.name}", count, 0, MAX_SCORE)
        if score != count:
            commands.append(SetScore(seat.name, score))
        imgui.set_cursor_screen_pos((at.x, at.y + 36 * s))
    imgui.dummy((1, 0.1))
    return commands


def _play_and_save(ui: Ui) -> list[UiCommand]:
    commands: list[UiCommand] = []
    if ui.button("play_here", "Play from here", icon=fonts.PLAY, width=-1, height=38):
        commands.append(PlayFromHere())
    half = (ui.width_left - 6) / 2
    if ui.button("save", "Save …", icon=fonts.SAVE, action=Action.SAVE, width=half + 34):
        commands.append(OpenFileDialog("save"))
    ui.frame.same_line(6)
    if ui.button("open", "Open …", icon=fonts.FOLDER_OPEN, width=half - 34):
        commands.append(OpenFileDialog("open"))
    return commands


def _chosen(ui: Ui, model: SandboxModel) -> list[UiCommand]:
    """Draw the selected piece with its buttons, and return the commands of the buttons that were pressed."""
    chosen = model.chosen
    assert chosen is not None, "there is one"
    commands: list[UiCommand] = []
    if chosen.seat is not None:
        ui.text.badge(chosen.seat.symbol, chosen.seat.colour, 20)
        ui.frame.same_line(8)
    ui.text.write(chosen.title, 17, light(chosen.seat.colour) if chosen.seat else theme.GOLD, bold=True, width=220)
    if chosen.lines:
        ui.frame.gap(-3)
        ui.text.write(", ".join(chosen.lines), SMALL, theme.SOFT, wrap=True)
    if chosen.faces:
        numbers = [(number, str(number)) for number in chosen.faces]
        if len(numbers) <= 8:
            face = ui.segments("chosen.face", numbers, chosen.face, width=-1)
        else:
            face = ui.dropdown("chosen.face", numbers, chosen.face, width=ui.width_left)
        if face != chosen.face:
            commands.append(SetDieFace(chosen.piece, face))
    half = (ui.width_left - 6) / 2
    for key, icon, action, degrees in (
        ("turn.left", fonts.UNDO, Action.TURN_LEFT, TURN_STEP),
        ("turn.right", fonts.REDO, Action.TURN_RIGHT, -TURN_STEP),
    ):
        tip = f"Turn {'left' if degrees > 0 else 'right'} (or use Shift and the wheel)"
        if ui.button(key, f"{TURN_STEP:.0f}°", icon=icon, action=action, width=half, tip=tip):
            commands.append(TurnPiece(chosen.piece, degrees))
        if degrees > 0:
            ui.frame.same_line(6)
    if chosen.stands is not None:
        label = "Lay down" if chosen.stands else "Stand up"
        if ui.button("lay", label, icon=fonts.FALLEN, width=half, centre=True):
            commands.append(SetFallen(chosen.piece, chosen.stands))
        ui.frame.same_line(6)
        if ui.button("carry", "Carry", icon=fonts.HAND, width=half, centre=True, enabled=chosen.stands):
            commands.append(TryCarry(chosen.piece))
    if ui.button("remove", "Remove", icon=fonts.REMOVE, action=Action.REMOVE, kind="danger", width=-1):
        commands.append(RemovePiece(chosen.piece))
    return commands


def _stepper(ui: Ui, key: str, value: int, least: int, most: int) -> int:
    """Draw a number between `least` and `most`, with buttons that lower and raise it. Return the new number."""
    if ui.button(f"{key}.less", "-", width=30, height=32, centre=True, enabled=value > least):
        value -= 1
    ui.frame.same_line(2)
    at = imgui.get_cursor_screen_pos()
    ui.text.draw_at(str(value), at.x + 16 * ui.scale, at.y + 16 * ui.scale, bold=True, align=0.5)
    imgui.dummy((32 * ui.scale, 32 * ui.scale))
    ui.frame.same_line(2)
    if ui.button(f"{key}.more", "+", width=30, height=32, centre=True, enabled=value < most):
        value += 1
    return value
