"""The start screen, with pages for a new game, lessons, the sandbox, stored games, replays, settings, and credits."""

from collections.abc import Sequence
from typing import Literal

from imgui_bundle import imgui

from riotsim.replay.recording import SEATS
from riotsim.viewer.input.keys import Action
from riotsim.viewer.ui.commands import (
    BeginLesson,
    ChangeSettings,
    EditScenarioPath,
    GoToPage,
    OpenRules,
    OpenScenario,
    Quit,
    ResumeGame,
    ShowReplay,
    UiCommand,
)
from riotsim.viewer.ui.lesson_model import Lesson
from riotsim.viewer.ui.panels.new_game import new_game
from riotsim.viewer.ui.panels.rules.overlay import rules_overlay
from riotsim.viewer.ui.panels.settings import options_page
from riotsim.viewer.ui.panels.turn import notice_panel
from riotsim.viewer.ui.start_model import Page, StartModel, StoredGame
from riotsim.viewer.ui.widgets import fonts, theme
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.fonts import SMALL, TINY
from riotsim.viewer.ui.widgets.theme import colour, light

PAGE_LIST_WIDTH, PAGE_LIST_GAP = 250.0, 24.0
"""Width of the list of pages, and the gap around it (panel units)."""

MAX_PAGE_WIDTH, MAX_PAGE_HEIGHT = 880.0, 720.0
"""Largest width and height of a page (panel units)."""

LESSON_HEIGHT, SCENE_HEIGHT = 78.0, 20.0
"""Height of a lesson on the start screen, and of a line of its scenes (panel units)."""

ENTRY_HEIGHT, ENTRY_GAP = 44.0, 4.0
"""Largest height of an entry in the list of pages, and the gap between entries (panel units)."""

PAGES: tuple[tuple[Page, str, str], ...] = (
    ("new", "New game", fonts.DICE),
    ("learn", "How to play", fonts.ABOUT),
    ("sandbox", "Sandbox", fonts.SANDBOX),
    ("continue", "Continue", fonts.FOLDER_OPEN),
    ("replays", "Replays", fonts.FILM),
    ("settings", "Settings", fonts.SET),
    ("credits", "Credits", fonts.SCROLL),
)


def start_screen(ui: Ui, model: StartModel) -> list[UiCommand]:
    """Draw the start screen, and return the user's commands."""
    commands: list[UiCommand] = []
    if model.settings.capturing is not None:
        ui = ui.with_scopes()  # the next key is to be assigned, so it must not act
    if not imgui.is_window_focused(imgui.FocusedFlags_.any_window):
        imgui.set_next_window_focus()  # so that arrow keys have a starting point
    with ui.frame.panel(
        "start", 0, 0, ui.window_width, ui.window_height, alpha=0.55, back=theme.BACK, padding=(0, 0), border=False
    ):
        _shade(ui)
        wide = min(ui.window_width - PAGE_LIST_WIDTH - 3 * PAGE_LIST_GAP, MAX_PAGE_WIDTH)
        left = max((ui.window_width - PAGE_LIST_WIDTH - wide - 3 * PAGE_LIST_GAP) / 2, 0) + PAGE_LIST_GAP
        top = max((ui.window_height - MAX_PAGE_HEIGHT) / 2, PAGE_LIST_GAP)
        commands += _pages(ui, model, left, top)
        with ui.frame.card(
            "page",
            left + PAGE_LIST_WIDTH + PAGE_LIST_GAP,
            top,
            wide,
            ui.window_height - 2 * top,
            padding=(24, 18),
            back=theme.PANEL,
            alpha=0.985,
        ):
            ui.text.write({page: label for page, label, _ in PAGES}[model.page], 23, bold=True)
            ui.frame.gap(6)
            if model.problem:
                ui.text.spans(
                    [(f"{fonts.WARNING}  ", theme.BAD), (model.problem, theme.TEXT)], width=ui.width_left, indent=22
                )
                ui.frame.gap(4)
            if model.is_opening:
                ui.text.write("Loading the game …", SMALL, theme.SOFT)
            else:
                commands += _page(ui, model)
        settings = model.settings.settings
        if ui.frame.action_pressed(Action.FULL_SCREEN):
            commands.append(ChangeSettings(settings.model_copy(update={"full_screen": not settings.full_screen})))
        if ui.frame.action_pressed(Action.MUTE):
            commands.append(ChangeSettings(settings.model_copy(update={"muted": not settings.muted})))
    if model.notice:
        notice_panel(ui, model.notice, ui.window_width / 2, PAGE_LIST_GAP / 2, ui.window_width - 2 * PAGE_LIST_GAP)
    if model.rules is not None:
        commands = rules_overlay(ui, model.rules)
    elif ui.frame.action_pressed(Action.RULES):
        commands.append(OpenRules())
    return commands


def _page(ui: Ui, model: StartModel) -> list[UiCommand]:
    match model.page:
        case "new":
            return new_game(ui, model)
        case "learn":
            return _lessons(ui, model)
        case "sandbox":
            return _sandbox(ui, model)
        case "continue":
            unfinished = [game for game in model.games if not game.is_over]
            return _games(ui, unfinished, "There is no game to continue. Games are saved while you play.", go_on=True)
        case "replays":
            return _games(ui, model.games, "No game has been played yet.", go_on=False)
        case "settings":
            return options_page(ui, model.settings, ui.frame.height_left)
        case "credits":
            _credits(ui, model.credits)
    return []


def _sandbox(ui: Ui, model: StartModel) -> list[UiCommand]:
    """Draw the page that opens a sandbox, and return the user's commands.

    The sandbox begins with a scenario file, or with a new table. For a new table, the user chooses players and rules.
    """
    commands: list[UiCommand] = []
    about = "Set up any position by hand, try throws, save it as a scenario, or play from there."
    ui.text.write(about, SMALL, theme.SOFT, wrap=True)
    ui.frame.gap(4)
    path = ui.entry("scenario", model.scenario, width=ui.width_left - 128 - 8, hint="Path of a scenario file", most=400)
    ui.frame.same_line(8)
    able = bool(model.scenario.strip())
    if ui.button("scenario.open", "Open", icon=fonts.FOLDER_OPEN, width=120, centre=True, enabled=able):
        commands.append(OpenScenario(model.scenario))
    if path != model.scenario:
        commands.append(EditScenarioPath(path))
    ui.frame.gap(4)
    ui.text.label("Or start with a new table")
    return commands + new_game(ui, model, sandbox=True)


def _lessons(ui: Ui, model: StartModel) -> list[UiCommand]:
    """Draw the page of lessons, and return the user's commands.

    The lesson of the game that is selected for a new game comes first.
    """
    commands: list[UiCommand] = []
    begun, game = model.settings.settings.lessons, model.game.key
    ui.text.write("Learn a game by playing it: some minutes, a step at a time.", SMALL, theme.SOFT, wrap=True)
    ui.frame.gap(4)
    with ui.frame.scroll("lessons", 0, 0):
        for lesson in sorted(model.lessons, key=lambda one: one.game != game):
            commands += _lesson(ui, lesson, begun.get(lesson.game, 0), is_chosen=lesson.game == game)
    return commands


def _lesson(ui: Ui, lesson: Lesson, scene: int, *, is_chosen: bool) -> list[UiCommand]:
    """Draw one lesson of the page, and return the user's commands.

    Args:
        ui: The controls of the frame that is being drawn.
        lesson: The lesson.
        scene: The number of the lesson's next scene, from 0. If the lesson is done, this is the number of its scenes.
        is_chosen: Whether the lesson's game is selected for a new game.
    """
    s = ui.scale
    at = imgui.get_cursor_screen_pos()
    room = ui.width_left - 8
    draw = imgui.get_window_draw_list()
    box = (at.x, at.y), (at.x + room * s, at.y + LESSON_HEIGHT * s)
    draw.add_rect_filled(*box, colour(theme.CARD), 8 * s)
    if is_chosen:
        draw.add_rect(*box, colour(theme.GOLD), 8 * s, 1.5 * s)
    count = len(lesson.scenes)
    ui.text.draw_at(lesson.title, at.x + 16 * s, at.y + 19 * s, 18, bold=True)
    done = scene >= count
    told = "done" if done else f"goes on at {scene + 1} of {count}" if scene else f"{count} scene{'s' * (count > 1)}"
    beside = at.x + (30 + ui.text.measure(lesson.title, 18, bold=True)) * s
    ui.text.draw_at(told, beside, at.y + 20 * s, TINY, theme.GOOD if done else theme.FAINT)
    button = 150.0
    commands = _scenes(ui, lesson, scene, at.x + 8 * s, at.y + 34 * s, room - button - 30)
    imgui.set_cursor_screen_pos((at.x + (room - button - 14) * s, at.y + 19 * s))
    label = "Once more" if done else "Go on" if scene else "Learn"
    pressed = ui.button(
        f"learn.{lesson.game}", label, icon=fonts.PLAY, kind="plain" if done else "gold", width=button, height=40,
        centre=True,
    )  # fmt: skip
    imgui.set_cursor_screen_pos((at.x, at.y + (LESSON_HEIGHT + 8) * s))
    imgui.dummy((1, 1))
    return [BeginLesson(lesson.game, 0 if done else scene)] if pressed else commands


def _scenes(ui: Ui, lesson: Lesson, next_scene: int, left: float, top: float, room: float) -> list[UiCommand]:
    """Draw the titles of a lesson's scenes, and return the user's commands. A click on a title begins the scene.

    Args:
        ui: The controls of the frame that is being drawn.
        lesson: The lesson.
        next_scene: The number of the lesson's next scene, from 0. Scenes before it are drawn paler.
        left: Left edge (pixels).
        top: Upper edge (pixels).
        room: Width of a line (panel units).
    """
    commands: list[UiCommand] = []
    s, x, y = ui.scale, 0.0, 0.0
    draw = imgui.get_window_draw_list()
    for scene, title in enumerate(lesson.scenes):
        wide = ui.text.measure(title, SMALL) + 16
        if x and x + wide > room:
            x, y = 0.0, y + SCENE_HEIGHT
        imgui.set_cursor_screen_pos((left + x * s, top + y * s))
        pressed = ui.press_area(f"learn.{lesson.game}.{scene}", wide, SCENE_HEIGHT)
        low, high = pressed.box[:2], pressed.box[2:]
        if pressed.hovered:
            draw.add_rect_filled(low, high, colour(theme.FIELD), 6 * s)
        tone = theme.TEXT if pressed.hovered else theme.FAINT if scene < next_scene else theme.SOFT
        ui.text.draw_at(title, low[0] + 8 * s, (low[1] + high[1]) / 2, SMALL, tone)
        ui.text.tip(f"Begin at {lesson.heading(scene)}")
        if pressed.clicked:
            commands.append(BeginLesson(lesson.game, scene))
        x += wide
    return commands


def _shade(ui: Ui) -> None:
    """Darken the left side of the window, behind the game's title."""
    dark, none = colour(theme.BACK, 0.9), colour(theme.BACK, 0.0)
    draw = imgui.get_window_draw_list()
    draw.add_rect_filled_multi_color((0, 0), (ui.pixels[0] * 0.6, ui.pixels[1]), dark, none, none, dark)


def _pages(ui: Ui, model: StartModel, left: float, top: float) -> list[UiCommand]:
    commands: list[UiCommand] = []
    s = ui.scale
    x, y = left * s, (top + 30) * s
    draw = imgui.get_window_draw_list()
    for n, (tone, symbol) in enumerate(SEATS):
        ui.text.badge_at(symbol, tone, x + (12 + 28 * n) * s, y, 22)
    game = model.game
    size = 38.0
    while ui.text.measure(game.label, size, bold=True) > PAGE_LIST_WIDTH and size > 18:
        size -= 2
    ui.text.draw_at(game.label, x, y + 44 * s, size, bold=True)
    draw.add_rect_filled((x, y + 72 * s), (x + 44 * s, y + 75 * s), colour(theme.GOLD), 2 * s)
    imgui.set_cursor_screen_pos((x, y + 88 * s))
    ui.text.write(game.about, SMALL, theme.SOFT, wrap=True, width=PAGE_LIST_WIDTH - 10)
    imgui.set_cursor_screen_pos((x, y + 150 * s))
    entries: list[tuple[Page | Literal["rules"], str, str]] = [*PAGES]
    entries.insert(2, ("rules", "Rules", fonts.BOOK))
    height = min((ui.window_height - 2 * top - 222) / len(entries) - ENTRY_GAP, ENTRY_HEIGHT)
    for page, label, icon in entries:
        imgui.set_cursor_pos_x(x)
        here = page == model.page
        pressed = ui.press_area(f"page.{page}", PAGE_LIST_WIDTH, height)
        low, high = pressed.box[:2], pressed.box[2:]
        if here or pressed.hovered:
            draw.add_rect_filled(low, high, colour(theme.RAISED if here else theme.FIELD, 0.9), 8 * s)
        if here:
            draw.add_rect_filled(
                (low[0], low[1] + 10 * s), (low[0] + 4 * s, high[1] - 10 * s), colour(theme.GOLD), 2 * s
            )
        ink = theme.GOLD if here else theme.TEXT
        middle = (low[1] + high[1]) / 2
        ui.text.draw_at(icon, low[0] + 24 * s, middle, 16, ink, align=0.5)
        ui.text.draw_at(label, low[0] + 48 * s, middle, 16.5, ink, bold=True)
        count = sum(not game.is_over for game in model.games) if page == "continue" else 0
        if page == "learn" and not here and not model.games and not model.settings.settings.lessons:
            ui.text.draw_at("start here", high[0] - 16 * s, middle, SMALL, theme.GOLD, align=1.0)
        if count:
            ui.text.draw_at(str(count), high[0] - 16 * s, middle, SMALL, ink, align=1.0, alpha=0.8)
        if page == "rules":
            cap = ui.frame.keys.chord(Action.RULES)
            if cap:
                ui.text.key_cap(cap, high[0] - 16 * s, middle)
            if pressed.clicked:
                commands.append(OpenRules())
        elif pressed.clicked and not here:
            commands.append(GoToPage(page))
        ui.frame.gap(-3)
    imgui.set_cursor_screen_pos((x, (ui.window_height - top - 34) * s))
    if ui.button("quit", "Quit", icon=fonts.LEAVE, kind="ghost", width=90):
        commands.append(Quit())
    if model.version:
        ui.text.draw_at(
            model.version, x + PAGE_LIST_WIDTH * s, (ui.window_height - top - 17) * s, TINY, theme.FAINT, align=1.0
        )
    return commands


def _games(ui: Ui, games: Sequence[StoredGame], none: str, *, go_on: bool) -> list[UiCommand]:
    commands: list[UiCommand] = []
    if not games:
        ui.frame.gap(8)
        ui.text.write(none, tone=theme.SOFT, wrap=True)
        return []
    with ui.frame.scroll("games", 0, 0):
        for game in games:
            commands += _game(ui, game, go_on=go_on)
    return commands


def _game(ui: Ui, game: StoredGame, *, go_on: bool) -> list[UiCommand]:
    s = ui.scale
    at = imgui.get_cursor_screen_pos()
    room = ui.width_left - 8
    high = 62.0
    commands: list[UiCommand] = []
    if not imgui.is_rect_visible((room * s, high * s)):
        imgui.dummy((room * s, high * s))
        return []
    imgui.get_window_draw_list().add_rect_filled(
        (at.x, at.y), (at.x + room * s, at.y + high * s), colour(theme.CARD), 8 * s
    )
    buttons = 252.0 if go_on else 122.0
    x, y = at.x + 14 * s, at.y + 22 * s
    space = room - buttons - 28
    each = max((space - 12) / len(game.seats) - 30, 24)
    for seat in game.seats:
        ui.text.badge_at(seat.symbol, seat.colour, x + 9 * s, y, 18)
        name = ui.text.fitted(seat.name, each, bold=True)
        ui.text.draw_at(name, x + 24 * s, y, tone=light(seat.colour), bold=True)
        x += (24 + ui.text.measure(name, bold=True) + 14) * s
    told = " · ".join(part for part in (game.about, game.progress, game.last_played) if part)
    ui.text.draw_at(ui.text.fitted(told, space, SMALL), at.x + 14 * s, at.y + 44 * s, SMALL, theme.FAINT)
    imgui.dummy((space * s, high * s))
    ui.text.tip(game.details)
    imgui.set_cursor_screen_pos((at.x + (room - buttons) * s, at.y + 13 * s))
    if ui.button(
        f"replay.{game.id}",
        "Watch",
        icon=fonts.FILM,
        width=108,
        height=36,
        centre=True,
        kind="ghost" if go_on else "plain",
    ):
        commands.append(ShowReplay(game.id))
    if go_on:
        ui.frame.same_line()
        busy = "This game is open in another window" if game.is_busy else ""
        if ui.button(
            f"resume.{game.id}",
            "Continue",
            icon=fonts.PLAY,
            kind="gold",
            width=124,
            height=36,
            centre=True,
            enabled=not game.is_busy,
            tip=busy,
        ):
            commands.append(ResumeGame(game.id))
    imgui.set_cursor_screen_pos((at.x, at.y + high * s))
    imgui.dummy((1, 1))
    return commands


def _credits(ui: Ui, told: Sequence[tuple[str, str]]) -> None:
    with ui.frame.scroll("credits", 0, 0):
        for heading, text in told:
            ui.frame.gap(6)
            ui.text.write(heading, 17, theme.GOLD, bold=True, wrap=True)
            for paragraph in text.split("\n"):
                ui.text.write(paragraph, 14.5, theme.TEXT, wrap=True, width=min(ui.width_left - 14, 640))
