"""The screens of a game and of a replay."""

from riotsim.viewer.input.keys import Action, Scope
from riotsim.viewer.ui.commands import (
    ChangeSettings,
    OpenMenu,
    OpenRules,
    OpenSettings,
    Redo,
    UiCommand,
    Undo,
)
from riotsim.viewer.ui.models import GameModel, ReplayModel, Sheet
from riotsim.viewer.ui.panels.camera import camera_bar
from riotsim.viewer.ui.panels.fight import fight_panel
from riotsim.viewer.ui.panels.log import count_told, last_lines, record_panel
from riotsim.viewer.ui.panels.menu import (
    captures_key,
    ending_overlay,
    failure_overlay,
    menu,
    options_overlay,
    sound_and_menu,
)
from riotsim.viewer.ui.panels.playback import BAR_WIDTH, playback_bar, timeline_bar
from riotsim.viewer.ui.panels.question import ask_panel
from riotsim.viewer.ui.panels.rules.overlay import rules_overlay
from riotsim.viewer.ui.panels.scene.annotations import dim_scene, draw_ruler, draw_signs
from riotsim.viewer.ui.panels.scene.labels import draw_labels
from riotsim.viewer.ui.panels.standings import standings_height, standings_panel
from riotsim.viewer.ui.panels.turn import (
    hand_over_panel,
    lesson_panel,
    notice_panel,
    turn_height,
    turn_panel,
    waiting_panel,
)
from riotsim.viewer.ui.panels.units.checks import checks_height, checks_panel
from riotsim.viewer.ui.panels.units.order import draw_units, fitting_order_height, order_height, order_panel
from riotsim.viewer.ui.panels.units.sheet import least_sheet_height, sheet_panel
from riotsim.viewer.ui.places import (
    BELOW,
    LESSON_BAR,
    MIN_LOG_HEIGHT,
    NARROW_LOG_HEIGHT,
    RIGHT_TOP,
    record_height,
    steady_log_height,
)
from riotsim.viewer.ui.widgets import fonts
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.theme import COLUMN, MARGIN, TOOLS_HEIGHT

MIN_ORDER_HEIGHT = 100.0
"""Least height of the panel with the order of the round (panel units)."""

BELOW_ORDER = 222.0
"""Height that is left below the order of the round, for the log or for a sheet of seven lines (panel units)."""

MAX_SHEET_HEIGHT = 460.0
"""Largest height of the sheet of a piece (panel units)."""

SHEET_SIDE = "side of the sheet"
"""Key in `Frame.memory` of two values: the last piece with a sheet, and whether this piece was at the right."""

MIN_LOG_BELOW, MIN_PAGE_BELOW = 128.0, 96.0
"""Least height of the log, and of another page in its place, in windows with one column of panels (panel units)."""

LAST_LINES, LAST_LINE = 48.0, 27.0
"""Heights of the panel with only the end of the log (panel units): the last two lines, or the last line."""

HAND_OVER_SHARE, HAND_OVER_WIDTH, MIN_HAND_OVER_WIDTH = 0.16, 460.0, 280.0
"""Place and widths of the panel with the asked player's name.

In order:

- the upper edge of the panel, as a share of the window's height,
- the largest width of the panel (panel units),
- a width that the panel may have even if there is less room between the columns (panel units).
"""

ASKED_TINT = 0.22
"""Share of the asked player's colour in the background of a question that interrupts another player's turn."""

MAX_LESSON_WIDTH = 520.0
"""Largest width of the panel of a lesson (panel units)."""


def game_screen(ui: Ui, model: GameModel) -> list[UiCommand]:
    """Draw all panels of a game, and return the user's commands."""
    ui = ui.with_scopes(*key_scopes(model))
    if not model.seats:
        return _opening(ui, model)
    _scene(ui, model)
    commands: list[UiCommand] = []
    turn_panel(ui, model.turn, MARGIN, MARGIN, COLUMN, about=model.title)
    below = MARGIN + turn_height(model.turn) + 8
    if model.one_column and model.standings:
        commands += standings_panel(
            ui, model.standings, model.score_name, model.score_icon, MARGIN, below, COLUMN, compact=True
        )
        below += standings_height(model.standings, compact=True) + 8
    if model.prompt is not None and model.fight is None:
        # Otherwise the panel above names the player.
        named = model.turn.seat != model.prompt.seat or model.is_interrupted
        room = ui.window_height - below - MARGIN
        spare, least = (LAST_LINES + 8, LAST_LINE + 8) if model.one_column and count_told(model.log) else (0.0, 0.0)
        tint = 0.0 if model.turn.asked is None else ASKED_TINT
        commands += ask_panel(
            ui, model.prompt, MARGIN, below, COLUMN, room, named=named, tint=tint, spare=spare, least_spare=least
        )
    elif model.waiting:
        waiting_panel(ui, model.waiting, MARGIN, below, COLUMN)
    if model.fight is None:
        commands += _checks(ui, model, below)
    commands += _tools(ui, model)
    commands += _below_question(ui, model, below) if model.one_column else _right(ui, model)
    commands += _camera(ui, model)
    commands += playback_bar(
        ui,
        model.playback,
        ui.window_width / 2,
        ui.window_height - MARGIN,
        min(BAR_WIDTH, ui.window_width - 2 * COLUMN - 40),
    )
    middle = ui.window_width - 2 * COLUMN - 4 * MARGIN
    if model.lesson is not None:
        commands += lesson_panel(ui, model.lesson, ui.window_width / 2, MARGIN, min(middle, MAX_LESSON_WIDTH))
    if model.notice:
        notice_panel(ui, model.notice, ui.window_width / 2, MARGIN, middle)
    if model.hand_over is not None and not model.menu:
        left, right = COLUMN + 2 * MARGIN, ui.window_width - (MARGIN if model.one_column else COLUMN + 2 * MARGIN)
        most = min(HAND_OVER_WIDTH, max(right - left, MIN_HAND_OVER_WIDTH))
        hand_over_panel(ui, model.hand_over, (left + right) / 2, ui.window_height * HAND_OVER_SHARE, most)
    if model.fight is not None:
        commands += fight_panel(ui, model.fight)
    return commands + _over(ui.with_scopes(Scope.ALWAYS), model)


def _checks(ui: Ui, model: GameModel | ReplayModel, top: float) -> list[UiCommand]:
    """Draw the panel of dice checks in the left column, if there is room. Return the user's commands.

    Args:
        ui: The controls of the frame that is being drawn.
        model: The data of the screen.
        top: Upper edge of the panel if no question or waiting text stands above it (panel units).
    """
    top = _end_of_left_column(ui, top)
    room = ui.window_height - MARGIN - top
    for compact in (False, True):
        if model.checks and checks_height(ui, model.checks, COLUMN, compact=compact) <= room:
            return checks_panel(ui, model.checks, model.seats, MARGIN, top, COLUMN, compact=compact)
    return []


def _end_of_left_column(ui: Ui, top: float) -> float:
    """Return the upper edge of the free part of the left column, but at least `top` (panel units)."""
    above = [ui.frame.items[key][3] for key in ("ask", "waiting", "check") if key in ui.frame.items]
    return max([top, *(bottom / ui.scale + 8 for bottom in above)])


def _camera(ui: Ui, model: GameModel | ReplayModel) -> list[UiCommand]:
    """Draw the buttons that move the camera, below the right column, and return the user's commands."""
    return camera_bar(ui, ui.window_width - MARGIN - COLUMN, ui.window_height - MARGIN, follows=model.follows)


def _opening(ui: Ui, model: GameModel) -> list[UiCommand]:
    """Draw the panels of a game that is still opening, and return the user's commands."""
    dim_scene(ui)
    if model.notice:
        notice_panel(ui, model.notice, ui.window_width / 2, MARGIN, ui.window_width - 2 * COLUMN - 4 * MARGIN)
    if model.waiting:
        waiting_panel(ui, model.waiting, (ui.window_width - COLUMN) / 2, ui.window_height / 2 - 24, COLUMN)
    return _tools(ui, model) + _over(ui.with_scopes(Scope.ALWAYS), model)


def replay_screen(ui: Ui, model: ReplayModel) -> list[UiCommand]:
    """Draw all panels of a replay, and return the user's commands."""
    ui = ui.with_scopes(*open_scopes(model))
    _scene(ui, model)
    commands: list[UiCommand] = []
    turn_panel(ui, model.turn, MARGIN, MARGIN, COLUMN, about=model.title)
    commands += _checks(ui, model, MARGIN + turn_height(model.turn) + 8)
    commands += _tools(ui, model)
    commands += _right(ui, model)
    commands += _camera(ui, model)
    if model.notice:
        notice_panel(ui, model.notice, ui.window_width / 2, MARGIN, ui.window_width - 2 * COLUMN - 4 * MARGIN)
    commands += timeline_bar(
        ui,
        model,
        (ui.window_width - COLUMN - MARGIN) / 2,
        ui.window_height - MARGIN,
        ui.window_width - COLUMN - 3 * MARGIN,
    )
    return commands + _over(ui.with_scopes(Scope.ALWAYS), model)


def open_scopes(model: GameModel | ReplayModel) -> tuple[Scope, ...]:
    """Return the scopes whose keys work on a screen. While an overlay is open, such as the menu, there are none.

    This does not consider whether the player can have seen the question (see `key_scopes`).
    """
    if model.menu or model.options or model.rules:
        return ()
    if isinstance(model, ReplayModel):
        return (Scope.ALWAYS, Scope.CAMERA, Scope.REPLAY)
    if model.result_lines or model.failure:
        return ()
    return (Scope.ALWAYS, Scope.FIGHT) if model.fight else (Scope.ALWAYS, Scope.CAMERA, Scope.TABLE)


def key_scopes(model: GameModel | ReplayModel) -> tuple[Scope, ...]:
    """Return the scopes of `open_scopes`, except those whose keys would answer a question too early.

    Before the player can have seen the question, the scopes with keys for answers are left out.
    """
    unseen = isinstance(model, GameModel) and model.is_unseen
    return tuple(one for one in open_scopes(model) if not unseen or one not in (Scope.TABLE, Scope.FIGHT))


def _scene(ui: Ui, model: GameModel | ReplayModel) -> None:
    """Draw the signs, the labels and the ruler into the scene, behind the panels."""
    gauges = draw_units(ui, model.units)
    if isinstance(model, GameModel):
        draw_signs(ui, model.signs)
    draw_labels(ui, model.labels, gauges)
    if model.ruler is not None:
        draw_ruler(ui, model.ruler)


def _tools(ui: Ui, model: GameModel | ReplayModel) -> list[UiCommand]:
    """Draw the buttons at the upper right, and return the user's commands.

    Only a game has buttons for undo, redo and mouse gestures. A replay has none of these.
    """
    commands: list[UiCommand] = []
    with ui.frame.panel("tools", ui.window_width - MARGIN - COLUMN, MARGIN, COLUMN, TOOLS_HEIGHT, padding=(6, 6)):
        if isinstance(model, GameModel):
            if ui.button(
                "undo",
                "",
                icon=fonts.UNDO,
                action=Action.UNDO,
                kind="gold" if model.lesson is not None and model.lesson.undo else "ghost",
                enabled=model.can_undo,
                tip=model.undo_about,
            ):
                commands.append(Undo())
            ui.frame.same_line(2)
            if ui.button(
                "redo", "", icon=fonts.REDO, action=Action.REDO, kind="ghost", enabled=model.can_redo, tip="Redo"
            ):
                commands.append(Redo())
            ui.frame.same_line(2)
        settings = model.settings
        if ui.frame.action_pressed(Action.NAMES):
            commands.append(ChangeSettings(settings.model_copy(update={"names": not settings.names})))
        if isinstance(model, GameModel):
            hands = "Mouse gestures: on" if settings.hands else "Mouse gestures: off"
            if ui.button(
                "hands",
                "",
                icon=fonts.HAND,
                action=Action.HANDS,
                kind="ghost",
                chosen=settings.hands,
                tip=hands,
                width=36,
            ):
                commands.append(ChangeSettings(settings.model_copy(update={"hands": not settings.hands})))
            if ui.frame.action_pressed(Action.REACHES):
                commands.append(ChangeSettings(settings.model_copy(update={"reaches": not settings.reaches})))
            ui.frame.same_line(2)
        commands += sound_and_menu(ui, settings)
    return commands


def _right(ui: Ui, model: GameModel | ReplayModel) -> list[UiCommand]:
    """Draw the right column: standings, order of the round, and log, companies or dice. Return the user's commands.

    If the sheet of a piece is shown, it stands in place of the log, companies or dice. The last lines of the log are
    then drawn below the sheet, if there is room. If there is too little room for the sheet, the order of the round is
    left out, or the standings too.
    """
    left, top, bottom = ui.window_width - MARGIN - COLUMN, RIGHT_TOP, ui.window_height - BELOW
    least = 0.0
    if model.sheet is not None:
        portrait = model.portraits.get(model.sheet.piece, 0)
        least = min(least_sheet_height(ui, model.sheet, COLUMN, portrait), MAX_SHEET_HEIGHT)
    commands: list[UiCommand] = []
    compact = bottom - top - standings_height(model.standings, compact=False) - 8 < max(least, MIN_LOG_HEIGHT)
    high = standings_height(model.standings, compact=compact)
    if model.standings and bottom - top - high - 8 >= least:
        seat = model.deciding if isinstance(model, GameModel) else model.turn.seat
        acting = "" if seat is None else seat.name
        commands += standings_panel(
            ui, model.standings, model.score_name, model.score_icon, left, top, COLUMN, acting=acting, compact=compact
        )
        top += high + 8
    high = fitting_order_height(model.companies, max(bottom - top - 8 - BELOW_ORDER, MIN_ORDER_HEIGHT))
    if order_height(model.companies) and bottom - top - high - 8 >= least:
        commands += order_panel(ui, model.companies, model.acting, left, top, COLUMN, high, portraits=model.portraits)
        top += high + 8
    if model.sheet is not None:
        spare = LAST_LINES + 8 if count_told(model.log) else 0.0
        commands += _sheet(ui, model, top, spare if bottom - top - spare >= least else 0.0)
        room = min(bottom - ui.frame.items["sheet"][3] / ui.scale - 8, NARROW_LOG_HEIGHT)
        lines = last_lines(ui, model.log, left, bottom, COLUMN, room, can_enlarge=False) if room >= LAST_LINE else []
        return commands + lines
    height = record_height(ui.window_width, ui.window_height, top, over_table=not model.companies)
    return commands + _record(ui, model, left, top, height)


def _record(
    ui: Ui,
    model: GameModel | ReplayModel,
    left: float,
    top: float,
    height: float,
    *,
    fits: bool = True,
    can_close: bool = False,
) -> list[UiCommand]:
    """Draw the log, the companies or the dice counts, and return the user's commands.

    With `fits`, the panel is less high than `height` if its content needs less height. With `can_close`, the panel has
    a button that closes it.
    """
    return record_panel(
        ui,
        model.log,
        model.dice,
        left,
        top,
        COLUMN,
        height,
        page=model.page,
        companies=model.companies,
        acting=model.acting,
        fits=fits,
        can_close=can_close,
    )


def _below_question(ui: Ui, model: GameModel, top: float) -> list[UiCommand]:
    """Draw the page of the log's panel, and the sheet of a piece, if there is one. Return the user's commands.

    The page is the log, the companies or the dice counts (`model.page`).

    - If there is enough room below the question, the page is drawn there.
    - Otherwise, a page opened by the user is drawn at the right, unless a sheet is there.
    - If neither is possible, the last lines of the log are drawn below the question. If not even one line has room
      there, none is drawn.

    Args:
        ui: The controls of the frame that is being drawn.
        model: The data of the screen.
        top: Upper edge of the part of the column in which questions are drawn (panel units).
    """
    top = _end_of_left_column(ui, top)
    commands: list[UiCommand] = []
    bottom = ui.window_height - MARGIN
    if (room := bottom - top) >= (MIN_LOG_BELOW if model.page in ("log", "whole log") else MIN_PAGE_BELOW):
        high = min(room, steady_log_height(ui.window_height))
        commands += _record(ui, model, MARGIN, bottom - high, high, fits=False)
    elif model.page != "log" and model.sheet is None:  # the user has opened it
        height = record_height(ui.window_width, ui.window_height, RIGHT_TOP, over_table=False)
        commands += _record(ui, model, ui.window_width - MARGIN - COLUMN, RIGHT_TOP, height, can_close=True)
    elif room >= LAST_LINE:
        commands += last_lines(ui, model.log, MARGIN, bottom, COLUMN, room)
    if model.sheet is not None:
        commands += _sheet(ui, model, RIGHT_TOP)
    return commands


def _sheet(ui: Ui, model: GameModel | ReplayModel, top: float, spare: float = 0.0) -> list[UiCommand]:
    """Draw the sheet of a piece, and return the user's commands. `model` must have a sheet.

    The sheet stands in the right column. If there is only a left column, the sheet stands over the table, on the side
    away from the piece.

    Args:
        ui: The controls of the frame that is being drawn.
        model: The data of the screen.
        top: Upper edge of the sheet (panel units).
        spare: Height to keep free below the sheet (panel units).
    """
    assert model.sheet is not None
    left = ui.window_width - MARGIN - COLUMN
    if isinstance(model, GameModel) and model.one_column and _is_at_right(ui, model.sheet):
        left = COLUMN + 2 * MARGIN
        top = top if model.lesson is None else max(top, LESSON_BAR)
    high = min(ui.window_height - top - BELOW - spare, MAX_SHEET_HEIGHT)
    return sheet_panel(ui, model.sheet, left, top, COLUMN, high, model.portraits.get(model.sheet.piece, 0))


def _is_at_right(ui: Ui, sheet: Sheet) -> bool:
    """Return whether the piece of a sheet counts as being at the right.

    A piece near the middle or out of sight counts as being on its former side. This keeps the sheet from jumping from
    side to side.
    """
    found = sheet.is_at_right
    if found is None:
        found = ui.frame.memory.get(SHEET_SIDE) == (sheet.piece, True)
    ui.frame.memory[SHEET_SIDE] = (sheet.piece, found)
    return found


def _over(ui: Ui, model: GameModel | ReplayModel) -> list[UiCommand]:
    """Draw the overlay that is open, if any: rules, settings, failure, menu or result. Return the user's commands."""
    commands: list[UiCommand] = []
    if model.rules is not None:
        return rules_overlay(ui, model.rules)
    if ui.frame.action_pressed(Action.RULES) and not captures_key(model.options):
        commands.append(OpenRules())
    if model.options is not None:
        if ui.frame.action_pressed(Action.MENU) and model.options.capturing is None:
            commands.append(OpenSettings(False))
        return commands + options_overlay(ui, model.options)
    if isinstance(model, GameModel) and model.failure:
        return commands + failure_overlay(ui, model.failure, model.leave_label)
    if model.menu:
        if ui.frame.action_pressed(Action.MENU):
            commands.append(OpenMenu(False))
        if isinstance(model, ReplayModel):
            return commands + menu(ui, model.title, "")
        return commands + menu(ui, model.title, model.leave_note, model.leave_label)
    if isinstance(model, GameModel) and model.result_lines:
        if ui.frame.action_pressed(Action.MENU):
            commands.append(OpenMenu(True))
        return commands + ending_overlay(
            ui,
            model.result_lines,
            model.game,
            can_undo=model.can_undo,
            can_repeat=model.can_repeat,
            home=model.leave_label,
            problem=model.replay_problem,
            highlights=model.highlights,
            learnt=model.lesson if model.lesson is not None and model.lesson.status.is_over else None,
        )
    return commands
