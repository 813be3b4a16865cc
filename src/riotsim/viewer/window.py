"""The window, which connects the 3D view, the panels, mouse and keys, sound, and the current screen."""

import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pyglet
from pyglet import gl
from pyglet.gl import ContextException
from pyglet.window import NoSuchConfigException
from pyglet.window import Window as PygletWindow

from riotsim.replay.figure_meshes import FigureMesh
from riotsim.table.pieces import PieceId
from riotsim.viewer.backend import Backend
from riotsim.viewer.camera_control import CameraControl
from riotsim.viewer.controller import ScreenController
from riotsim.viewer.film.picture_taker import PictureTaker
from riotsim.viewer.input.camera import Camera
from riotsim.viewer.input.keys import Action
from riotsim.viewer.mouse import Mouse
from riotsim.viewer.playback.display import Notices
from riotsim.viewer.presenter import OverTableModel, PanelModels, ScreenPresenter, mouse_tip, without_mouse_texts
from riotsim.viewer.render.context import NoGraphics, require_graphics
from riotsim.viewer.render.quality import Quality
from riotsim.viewer.render.view import SceneView
from riotsim.viewer.rules import RulesReader
from riotsim.viewer.sandbox.document import SandboxGame
from riotsim.viewer.scene.figures.background import BackgroundBuilder
from riotsim.viewer.screens.decisions import end_preview
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.screens.sandbox import SandboxScreen
from riotsim.viewer.screens.settings import SettingsStore
from riotsim.viewer.screens.start import BackdropLoader, StartScreen
from riotsim.viewer.session.host import Host
from riotsim.viewer.settings import Settings
from riotsim.viewer.sound.speaker import Speaker
from riotsim.viewer.ui import commands as commands
from riotsim.viewer.ui import models
from riotsim.viewer.ui.commands import EditScenarioPath, OpenSandbox, OpenScenario, PlayFromHere
from riotsim.viewer.ui.game_screen import game_screen, key_scopes, replay_screen
from riotsim.viewer.ui.panels.scene.annotations import draw_mouse_tip
from riotsim.viewer.ui.sandbox_model import SandboxModel
from riotsim.viewer.ui.sandbox_screen import open_sandbox_scopes, sandbox_screen
from riotsim.viewer.ui.start_model import StartModel
from riotsim.viewer.ui.start_screen import start_screen
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.gui import Gui

Handler = TypeVar("Handler", bound=Callable[..., None])

TITLE = "riotsim"

MIN_WINDOW_SIZE = (800, 600)
"""Smallest width and height of the window (pixels)."""

DEFAULT_WINDOW_SIZE = (1280, 800)

SCREEN_MARGIN = 80
"""Height that a new window leaves free on the screen, for its title bar and the task bar (pixels). Our choice."""


def _at_x_event_of_destruction(handler: Handler) -> Handler:
    """Return `handler`. On the X Window System, it is called when the window is destroyed."""
    if PygletWindow.__module__ != "pyglet.window.xlib":
        return handler
    from pyglet.libs.x11 import xlib
    from pyglet.window.xlib import XlibEventHandler

    registered: Handler = XlibEventHandler(xlib.DestroyNotify)(handler)
    return registered


class TableWindow(PygletWindow):  # type: ignore[misc]  # pyglet chooses the class at run time
    """The window of riotsim. It owns the 3D view, the panels, and the screens."""

    def __init__(
        self, backend: Backend, settings_file: Path, *, size: tuple[int, int] | None = None, host: Any = Host
    ) -> None:
        self.settings_store = SettingsStore(settings_file)
        width, height = size or window_size(pyglet.display.get_display().get_default_screen())
        super().__init__(width, height, caption=TITLE, resizable=True, vsync=True, file_drops=True, config=_config())
        require_graphics()
        self.set_minimum_size(*MIN_WINDOW_SIZE)
        self.backend = backend
        self.figure_builder = BackgroundBuilder(backend.cache() / "figures")
        self.table_view = SceneView(self, self._figures, self.figure_builder)
        self.mouse = Mouse(self, self.table_view, self._open_screen, lambda: self.gui.shift_held)
        self.gui = Gui(self)
        self.start = StartScreen(backend, self._settings_model())
        self.screens = ScreenController(backend, self.start, self.table_view, host, lambda: self.settings)
        self._camera_control = CameraControl(self.table_view, self._pointed_piece)
        self.speaker = Speaker(self._show_problem, volume=self.settings.volume, muted=self.settings.muted)
        self.rules = RulesReader(backend)
        self._presenter = ScreenPresenter(self.table_view, self.speaker)
        self._backdrop = BackdropLoader(backend, self.table_view)
        self.items: dict[str, tuple[float, float, float, float]] = {}
        """Place of each item of the panels in the last frame: left, top, right and bottom (pixels), by item key."""
        self._figure_meshes: Mapping[str, FigureMesh] | None = None
        self._last = time.perf_counter()
        self._drawn = 0
        self.pictures = PictureTaker(backend.pictures, self.table_view, self.speaker)
        self._notices, self._waiting = Notices(), list[str]()
        """The present notice, and waiting notices. A game's notices wait in its playback."""
        self._closed = False
        if self.settings.full_screen:
            self.set_fullscreen(True)

    @property
    def settings(self) -> Settings:
        """The player's current settings."""
        return self.settings_store.current

    @property
    def camera(self) -> Camera:
        """The camera over the table."""
        return self.table_view.camera

    @property
    def game(self) -> GameScreen | None:
        """The screen of the game that is being played, or None."""
        return self.screens.game

    @property
    def replay(self) -> ReplayScreen | None:
        """The screen of the replay that is open, or None."""
        return self.screens.replay

    @property
    def sandbox(self) -> SandboxScreen | None:
        """The screen of the sandbox, or None if it is not open."""
        return self.screens.sandbox

    def _open_screen(self) -> GameScreen | ReplayScreen | SandboxScreen | None:
        return self.game or self.replay or self.sandbox

    @property
    def _at_start(self) -> bool:
        return self._open_screen() is None

    # A frame.

    def on_draw(self) -> None:
        """Draw one frame: the table, and the panels over it."""
        now = time.perf_counter()
        seconds, self._last = now - self._last, now
        self.draw_table(seconds)
        self.draw_panels(seconds)

    def draw_table(self, seconds: float) -> None:
        """Advance the current screen by `seconds`, move the camera, and draw the table."""
        self.screens.forget_ended_hosts()
        self._advance(seconds)
        self._notices.advance(self._waiting, seconds)
        self._camera_control.move(seconds, self._holds, still=self.mouse.holds)
        self.mouse.follow_camera(self.gui.mouse_at, over_panel=self.gui.wants_mouse)
        self._draw_scene()

    def draw_panels(self, seconds: float) -> None:
        """Draw the panels over the table, and carry out the user's commands.

        Args:
            seconds: Time since the last call (s).
        """
        model, issued = self._model(), list[commands.UiCommand]()
        told = None
        if not isinstance(model, StartModel):
            told = mouse_tip(model)
            model = without_mouse_texts(model)
        keys, scale = self.settings.keymap, self.settings.ui_scale
        menu = self._at_start and self.rules.model is None
        if not self.gui.redraw_unchanged(model, keys, scale, menu=menu):
            if (screen := self.game or self.replay) is not None:
                screen.highlighted = ()
                if isinstance(screen, GameScreen):
                    screen.previewed = None
                    end_preview(screen.interaction)
            unseen = isinstance(model, models.GameModel) and model.is_unseen
            with self.gui.frame(seconds, keys, scale, menu=menu, is_unseen=unseen) as ui:
                issued = _panels(ui, model)
                self.items = ui.frame.items
                self._keys(ui, model)
        self.gui.draw_tip(told, draw_mouse_tip, seconds, scale)
        waiting = self._waiting if self.game is None else self.game.playback.display.notices
        waiting += self.pictures.take(self.get_framebuffer_size(), self._quality)
        if self.game is not None:
            self.game.first_frames.end()
        for command in issued:
            self._carry_out(command)
        self._drawn += 1

    def _advance(self, seconds: float) -> None:
        """Advance the current screen by `seconds`, and show its state on the table."""
        screen = self._open_screen()
        if screen is not None:
            screen.settings = self.settings
            screen.rules_open = self.rules.model is not None
            if not isinstance(screen, ReplayScreen):
                screen.mouse_away = not self.mouse.drags and (self.mouse.outside or self.gui.wants_mouse)
            screen.advance(seconds)
            if isinstance(screen, GameScreen) and (here := screen.lesson) is not None:
                here.held = self.gui.is_over("lesson") or self.gui.is_over("sheet")
                self._set(self.settings.at_scene(here.lesson.game, here.continues_at))
            self._presenter.present(screen, self.items, still=self.mouse.holds)
        if (following := self.screens.advance_lesson()) is not None:
            self._carry_out(following)

    def _draw_scene(self) -> None:
        width, height = self.get_framebuffer_size()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glViewport(0, 0, width, height)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glClearColor(0.055, 0.05, 0.048, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
        if self._drawn == 0:
            return  # the first frame shows the panels only, so that it appears at once
        if self.table_view.scene is None and self._at_start:
            self._backdrop.show()
        self.table_view.draw(self._quality, auto=self.settings.quality == "auto")

    @property
    def _quality(self) -> Quality:
        return self.table_view.auto.quality if self.settings.quality == "auto" else self.settings.quality

    def _figures(self) -> Mapping[str, FigureMesh]:
        if self._figure_meshes is None:
            self._figure_meshes = self.backend.figure_meshes()
        return self._figure_meshes

    def _show_problem(self, text: str) -> None:
        """Make the settings page show a message about a problem with the sound."""
        self.settings_store.sound_problem = text

    # Panels.

    def _model(self) -> OverTableModel | StartModel:
        """Return the data that the panels show."""
        settings, notice = self._settings_model(), self._notices.current
        over = PanelModels(self.table_view, settings, notice, self.rules.model, pointing=not self._mouse_busy)
        if self.game is not None:
            self.game.begin_frame()
            return over.game(self.game, from_sandbox=self.sandbox is not None)
        if self.sandbox is not None:
            return over.sandbox(self.sandbox)
        if self.replay is not None:
            return over.replay(self.replay)
        if self._drawn == 0:
            return self.start.opening()
        return self.start.model(over.options, notice, self.rules.model)

    @property
    def _mouse_busy(self) -> bool:
        """True if the panels have the mouse, or during a drag that began on the table."""
        return self.gui.wants_mouse or self.mouse.drags

    def _settings_model(self) -> models.SettingsModel:
        return self.settings_store.model(f"now {self._quality}" if self.settings.quality == "auto" else "")

    # Commands.

    def _carry_out(self, command: commands.UiCommand) -> None:
        match command:
            case commands.Quit():
                pyglet.app.exit()  # `run` closes the window: pyglet is drawing it just now
            case commands.GoToPage() | commands.EditDraft() | EditScenarioPath():
                self.start.handle(command)
            case commands.BeginGame(draft):
                self.screens.begin(draft)
                if self.game is not None and draft.hands != self.settings.hands:
                    self._set(self.settings.model_copy(update={"hands": draft.hands}))
            case OpenSandbox(draft):
                self.screens.open_new_sandbox(draft)
            case OpenScenario(path):
                self.screens.open_scenario(path)
            case PlayFromHere() if self.sandbox is not None:
                self.screens.play_from(self.sandbox)
            case commands.ResumeGame(game):
                self.screens.resume(game)
            case commands.BeginLesson(game, scene):
                self._set(self.settings.at_scene(game, scene))
                self.screens.begin_lesson(game, scene)
            case commands.ShowReplay(game):
                self.screens.show_replay(game)
            case commands.ChangeSettings() | commands.CaptureKey() | commands.BindKey():
                self._set(self.settings_store.apply(command))
            case commands.GoToStart(again):
                self.screens.leave(again=again)
            case commands.MoveCamera(action):
                self._camera_control.do(action)
            case commands.SetSpeed(times):
                is_lesson = self.game is not None and self.game.lesson is not None
                self._set(self.settings.model_copy(update={"lesson_speed" if is_lesson else "speed": times}))
            case _ if self.rules.handle(command, self.screens.rules_of, chooses=self._at_start):
                pass
            case _ if self.game is not None:
                self.game.handle(command)
            case _ if self.replay is not None:
                self.replay.handle(command)
            case _ if self.sandbox is not None:
                self.sandbox.handle(command)

    def _set(self, settings: Settings) -> None:
        before = self.settings
        if settings == before:
            return
        self.settings_store.set(settings)
        if before.quality != settings.quality:
            self.table_view.reset_renderer()
        if before.muted != settings.muted and self._at_start:  # on other screens a button shows the state
            self._waiting.append(f"Sound is {'off' if settings.muted else 'on'}")
        if before.full_screen != settings.full_screen:
            self.set_fullscreen(settings.full_screen)

    # Keys.

    def _keys(self, ui: Ui, model: OverTableModel | StartModel) -> None:
        """Carry out the actions of the pressed keys, except those that panels carry out themselves."""
        if self.settings_store.capturing is None:
            self.pictures.handle_keys(ui.frame.action_pressed)
        if isinstance(model, StartModel):
            return
        hears = ui.with_scopes(*(open_sandbox_scopes(model) if isinstance(model, SandboxModel) else key_scopes(model)))
        does: dict[Action, Callable[[], object]] = {
            **{key: partial(self._camera_control.do, key) for key in (Action.TOP, Action.FOCUS, Action.FOLLOW)},
        }
        if (game := self.game) is not None:
            does |= {
                Action.CONFIRM: game.confirm,
                Action.NEXT_PIECE: game.next,
                Action.PREVIOUS_PIECE: lambda: game.next(-1),
                Action.PICK_PIECE: game.toggle,
                Action.AIM_LEFT: lambda: game.nudge(*self.camera.step(-1, 0)),
                Action.AIM_RIGHT: lambda: game.nudge(*self.camera.step(1, 0)),
                Action.AIM_AWAY: lambda: game.nudge(*self.camera.step(0, 1)),
                Action.AIM_NEAR: lambda: game.nudge(*self.camera.step(0, -1)),
                Action.RULER: game.measure,
            }
        if (replay := self.replay) is not None:
            does[Action.RULER] = replay.measure
        for action, do in does.items():
            if hears.frame.action_pressed(action):
                do()

    def _pointed_piece(self) -> PieceId | None:
        screen = self._open_screen()
        return None if screen is None or screen.pointer is None else screen.pointer.piece

    def _holds(self, action: Action) -> bool:
        fights = self.game is not None and self.game.secret_choice is not None
        free = not self._at_start and not fights and self.rules.model is None
        return free and self.gui.holds(self.settings.keymap, action)

    def on_file_drop(self, x: float, y: float, paths: list[str]) -> None:
        """Use the first of the files that were dropped on the start screen (see `StartScreen.use_file`)."""
        if self._at_start and paths:
            self.start.use_file(paths[0])

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Return True for any key. This keeps pyglet from closing the window when Escape is pressed."""
        return True

    def on_close(self) -> None:
        """Close the window. If a sandbox has unsaved changes and the menu isn't open yet, open the menu instead."""
        if self.screens.may_close():
            super().on_close()

    @_at_x_event_of_destruction
    def _on_destroyed(self, _event: object) -> None:
        """End the program if something other than the program has destroyed the window."""
        if not self._closed:
            pyglet.app.exit()

    def close(self) -> None:
        """Close the window and everything that it has opened. Wait until the hosts of its games have ended."""
        self.screens.close_all()
        if self.context is not None and not self._closed:
            self._closed = True
            self.switch_to()
            self.table_view.reset_renderer()
            self.figure_builder.close()
            self._backdrop.close()
            self.gui.close()
        self.speaker.close()
        super().close()
        self.screens.end()


def _panels(ui: Ui, model: OverTableModel | StartModel) -> list[commands.UiCommand]:
    match model:
        case models.GameModel():
            return game_screen(ui, model)
        case SandboxModel():
            return sandbox_screen(ui, model)
        case models.ReplayModel():
            return replay_screen(ui, model)
        case StartModel():
            return start_screen(ui, model)


def window_size(screen: Any) -> tuple[int, int]:
    """Return the size of the window when it opens (pixels): the default size, or less if the screen is small."""
    least, usual = MIN_WINDOW_SIZE, DEFAULT_WINDOW_SIZE
    return max(least[0], min(usual[0], screen.width)), max(least[1], min(usual[1], screen.height - SCREEN_MARGIN))


def _config() -> gl.Config:
    return gl.Config(  # type: ignore[abstract]  # pyglet turns it into one of the platform's class
        major_version=3, minor_version=3, double_buffer=True, depth_size=24, red_size=8, green_size=8, blue_size=8,
        alpha_size=8,
    )  # fmt: skip


def run(
    backend: Backend,
    settings_file: Path,
    resume: str | None = None,
    sandbox: SandboxGame | None = None,
    scenario: Path | None = None,
) -> None:
    """Open the window, and run it until it is closed.

    Args:
        backend: The source of games, rules and scenarios.
        settings_file: The JSON file with the player's settings.
        resume: The id of a stored game to open at once, or None.
        sandbox: A sandbox to open at once, or None.
        scenario: The file of `sandbox`; None if it was not read from a file.

    Raises:
        Unplayable: The backend can't resume the game `resume`, or the game of `sandbox` forbids its present position.
        NoGraphics: The display has no OpenGL 3.3.
    """
    opening = None if resume is None else backend.resume(resume)
    try:
        window = TableWindow(backend, settings_file)
    except (NoSuchConfigException, ContextException) as error:
        raise NoGraphics(f"this screen has no OpenGL 3.3 ({type(error).__name__})") from error
    try:
        if opening is not None:
            window.screens.open(opening)
        if sandbox is not None:
            window.screens.open_sandbox(sandbox, scenario)
        pyglet.app.run()
    finally:
        window.close()  # end the host in any case
