"""The window: pictures, panels, mouse and keys put together. What happens in a game is `screens/at_table.py`'s."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import pyglet
from pyglet import gl
from pyglet.gl import ContextException
from pyglet.window import NoSuchConfigException, mouse
from pyglet.window import Window as PygletWindow

from riotsim.play.requests import BossId
from riotsim.replay.recording import SEATS, Recording, Seat
from riotsim.replay.sculpts import Sculpt
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Vector
from riotsim.table.state import Table
from riotsim.viewer import picking
from riotsim.viewer.camera import Camera
from riotsim.viewer.decisions.decision import Pointer
from riotsim.viewer.decisions.stacking import Stacking
from riotsim.viewer.door import Opening, Unplayable
from riotsim.viewer.gl.context import NoGraphics, must_be_able
from riotsim.viewer.gl.targets import read_pixels
from riotsim.viewer.host import Host
from riotsim.viewer.keys import Action
from riotsim.viewer.panels import models, wishes
from riotsim.viewer.panels.game import game_screen, heard, replay_screen
from riotsim.viewer.panels.gui import Gui
from riotsim.viewer.panels.pages import settings_after, start_after
from riotsim.viewer.panels.start import start_screen
from riotsim.viewer.panels.ui import Ui
from riotsim.viewer.render.held import Held
from riotsim.viewer.render.quality import QUALITIES, Quality
from riotsim.viewer.render.renderer import Renderer
from riotsim.viewer.scene.marks import Label
from riotsim.viewer.scene.stage import Stage
from riotsim.viewer.screens.at_replay import AtReplay
from riotsim.viewer.screens.at_table import AtTable
from riotsim.viewer.settings import Settings, load, save
from riotsim.viewer.sound.speaker import Speaker

TITLE = "riotsim"

SMALLEST = (960, 600)
"""Of the window (pixels)."""

USUAL = (1280, 800)

SLOWEST, FASTEST = 1 / 24, 1 / 110
"""With `auto`, a frame that takes longer than the first asks for a lower quality, one shorter than the second for a
higher (s)."""

HOPELESS = 0.2
"""One picture that takes longer is enough (s)."""

LOOKED = 12
"""Pictures that `auto` measures before it changes its mind."""

ORBIT, PAN, ZOOM = 0.006, 1.3, 0.9
"""How far a pixel of the mouse turns (rad) and shifts (mm at 900 mm), and how much nearer a notch of the wheel goes."""

PANELS, BAR = 150.0, 40.0
"""How much at the sides and below may be hidden by panels when a table is seen first (units): half of a column."""

CLOSE = 330.0
"""From so far a falling tower is looked at (mm)."""


class Door(Protocol):
    """What the window is handed: where games come from. It knows games, physics and the store; the window doesn't."""

    version: str
    credits: tuple[tuple[str, str], ...]

    def makings(self) -> models.Offer:
        """Give what a new game can be made of."""

    def draft(self) -> models.Draft:
        """Give the new game that is offered at first."""

    def stored(self) -> tuple[models.StoredGame, ...]:
        """Give the stored games, the latest first."""

    def trouble(self) -> str:
        """Say what is wrong with the store; empty if nothing is."""

    def begin(self, draft: models.Draft) -> Opening:
        """Begin a game. Raises `Unplayable`, with the reason, for one that can't be."""

    def resume(self, game: str) -> Opening:
        """Go on with a stored game. Raises `Unplayable`."""

    def recording(self, game: str) -> Recording:
        """Give a stored game, to be shown again. Raises `Unplayable`."""

    def pictures(self) -> Path:
        """Give the folder that pictures of the window are put into."""

    def sculpts(self) -> dict[str, Sculpt]:
        """Give what stands on bases."""

    def backdrop(self) -> tuple[Table, tuple[Seat, ...], dict[PieceId, BossId]]:
        """Give a table to look at behind the start screen."""


class TableWindow(PygletWindow):  # type: ignore[misc]  # pyglet finds out at run time which window it is
    """riotsim's window."""

    def __init__(self, door: Door, settings_file: Path, *, size: tuple[int, int] = USUAL, host: Any = Host) -> None:
        loaded = load(settings_file)
        super().__init__(*size, caption=TITLE, resizable=True, vsync=True, config=_config())
        must_be_able()
        self.set_minimum_size(*SMALLEST)
        self.door = door
        self.settings = loaded.settings
        self.settings_file = settings_file
        self.gui = Gui(self)
        self.game: AtTable | None = None
        """The game that is played."""
        self.past: AtReplay | None = None
        """The game that is shown again; there is one of the two at a time, or none."""
        self.speaker = Speaker(self._say, volume=loaded.settings.volume, muted=loaded.settings.muted)
        self.stage: Stage | None = None
        self.camera = Camera()
        self.scene: Held | None = None
        self.items: dict[str, tuple[float, float, float, float]] = {}
        """Where what is on the panels came to be: a test, or a hint, finds it by its key."""
        self._host: Callable[[Opening], Any] = host
        self._told = loaded.told
        self._capturing: Action | None = None
        self._clash: models.Clash | None = None
        self._auto: Quality = "low" if _in_software() else "medium"
        self._start = self._start_model()
        self._button: int | None = None
        """What the mouse does: the button that was pressed, or the one that turns the camera."""
        self._pressed: int | None = None
        self._shown: Table | None = None
        self._frames: list[float] = []
        self._lowered = False
        self._sculpts: dict[str, Sculpt] | None = None
        self._last = time.perf_counter()
        self._drawn = 0
        self._watching_fall = False
        self._picture_wanted = False
        self._closed = False
        if self.settings.full_screen:
            self.set_fullscreen(True)

    # A frame.

    def on_draw(self) -> None:
        """Draw a frame."""
        now = time.perf_counter()
        seconds, self._last = now - self._last, now
        if self.game is not None:
            self.game.settings = self.settings
            self.game.advance(seconds)
            self._look_at_game()
            self._listen()
        if self.past is not None:
            self.past.settings = self.settings
            self.past.advance(seconds)
            self._look_at_past()
        self._move_camera(seconds)
        self._draw_scene()
        with self.gui.frame(seconds, self.settings.keymap, self.settings.ui_scale, menu=self._at_start) as ui:
            wished, model = self._panels(ui)
            self.items = ui.items
            self._keys(ui, model)
        if self._picture_wanted:
            self._save_picture()
        for wish in wished:
            self._do(wish)
        self._drawn += 1

    @property
    def _at_start(self) -> bool:
        return self.game is None and self.past is None

    def _listen(self) -> None:
        """Have heard what has met in what was shown."""
        assert self.game is not None, "there is a game"
        showing = self.game.playback.showing
        heard, showing.heard = showing.heard, []
        if showing.table is not None:
            self.speaker.volume, self.speaker.muted = self.settings.volume, self.settings.muted
            self.speaker.hear(heard, showing.table, speed=self.settings.speed)

    def _say(self, text: str) -> None:
        """Tell something that is not about the game."""
        self._told = text

    def _save_picture(self) -> None:
        """Put what is seen into a file."""
        from PIL import Image

        self._picture_wanted = False
        width, height = self.get_framebuffer_size()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        pixels = read_pixels(width, height)
        folder = self.door.pictures()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = folder / f"riotsim-{time.strftime('%Y%m%d-%H%M%S')}.png"
            Image.fromarray(pixels).save(file)
        except OSError as error:
            said = f"no picture could be saved: {error.strerror or error}"
        else:
            said = f"saved as {file}"
        if self.game is not None:
            self.game.told = said
        self._say(said)

    def _draw_scene(self) -> None:
        width, height = self.get_framebuffer_size()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glViewport(0, 0, width, height)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glClearColor(0.055, 0.05, 0.048, 1.0)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT | gl.GL_DEPTH_BUFFER_BIT)
        if self._drawn == 0:
            return  # the first frame has the panels alone: they are there at once
        if self.stage is None and self._at_start:
            self._set_backdrop()
        if self.stage is not None and self.stage.table is not None:
            if self.scene is None:
                self.scene = Held(Renderer(self._quality))
            begun = time.perf_counter()
            fresh = self.scene.draw(self.stage, self.camera, width, height, 0)
            if fresh and self.settings.quality == "auto":
                gl.glFinish()
                self._measure(time.perf_counter() - begun)

    def _set_backdrop(self) -> None:
        table, seats, owners = self.door.backdrop()
        self.stage = Stage(seats, owners, self._figures())
        self.stage.show(table)
        self.camera = Camera.over(table.width, table.depth)
        self.camera.distance *= 0.62
        self.camera.pitch *= 0.62
        self.camera.goal.distance, self.camera.goal.pitch = self.camera.distance, self.camera.pitch

    def _figures(self) -> dict[str, Sculpt]:
        if self._sculpts is None:
            self._sculpts = self.door.sculpts()
        return self._sculpts

    def _look_at_game(self) -> None:
        """Show on the stage what the game shows now."""
        assert self.game is not None, "there is a game"
        showing, opened = self.game.playback.showing, self.game.playback.opened
        if opened is None or showing.table is None:
            return
        if self._shown is None:
            self.stage = Stage(opened.seats, opened.models, self._figures())
            self.camera = self._camera_over(showing.table)
        stage = self.stage
        assert stage is not None, "it has just been set up, or was before"
        if showing.table is not self._shown:
            self._shown = showing.table
            stage.show(showing.table)
        stage.pose(showing.poses)
        drawn = self.game.drawn()
        stage.glow.clear()
        stage.glow.update(drawn.glow)
        stage.marks[:] = drawn.marks
        if self.game.focus:
            self._focus(self.game.focus)
            self.game.focus = ()
        fall = showing.fall
        if fall is not None and not self._watching_fall and self.settings.slow_motion:
            self.camera.focus((*fall.at, fall.height / 2), CLOSE)
        self._watching_fall = fall is not None

    def _look_at_past(self) -> None:
        """Show on the stage what the replay shows now."""
        past = self.past
        assert past is not None, "there is a replay"
        if self._shown is None:
            self.stage = Stage(past.recording.seats, past.recording.models, self._figures())
            self.camera = self._camera_over(past.table)
        stage = self.stage
        assert stage is not None, "it has just been set up, or was before"
        if past.table is not self._shown:
            self._shown = past.table
            stage.show(past.table)
        stage.pose(past.poses)
        stage.glow.clear()
        stage.glow.update(dict.fromkeys(past.lit, "hover"))
        stage.marks.clear()
        if past.focus:
            self._focus(past.focus)
            past.focus = ()

    def _camera_over(self, table: Table) -> Camera:
        """Give a camera that has the whole table in view, most of it beside the panels."""
        camera = Camera.over(table.width, table.depth)
        side = PANELS * self.settings.ui_scale
        corners = [(x, y, 0.0) for x in (0.0, table.width) for y in (0.0, table.depth)]
        for _ in range(60):
            seen = [camera.project(corner, self.width, self.height) for corner in corners]
            if all(at and side <= at[0] <= self.width - side and at[1] <= self.height - BAR for at in seen):
                break
            camera.distance *= 1.02
        camera.zoom(camera.distance / camera.goal.distance)
        camera.arrive()
        return camera

    def _focus(self, pieces: Iterable[PieceId]) -> None:
        table = self._shown
        if table is None:
            return
        for name in pieces:
            model, other = table.models.get(name), table.dice.get(name) or table.tokens.get(name)
            at: Vector | None = (*model.at, model.level + 14.0) if model else other.pose.at if other else None
            if at is not None:
                self.camera.focus(at, min(self.camera.goal.distance, 480.0))
                return

    def _move_camera(self, seconds: float) -> None:
        keys, step = self.settings.keymap, min(seconds, 0.1)
        far = self.camera.goal.distance

        def held(action: Action) -> float:
            fights = self.game is not None and self.game.secret is not None
            return step if not self._at_start and not fights and self.gui.holds(keys, action) else 0.0

        right = held(Action.PAN_RIGHT) - held(Action.PAN_LEFT)
        away = held(Action.PAN_AWAY) - held(Action.PAN_NEAR)
        if right or away:
            self.camera.pan(right * far * 0.9, away * far * 0.9)
        if turn := held(Action.ORBIT_RIGHT) - held(Action.ORBIT_LEFT):
            self.camera.orbit(turn * 1.6, 0.0)
        if nearer := held(Action.ZOOM_IN) - held(Action.ZOOM_OUT):
            self.camera.zoom(0.25**nearer)
        self.camera.glide(seconds)

    # Panels.

    def _panels(self, ui: Ui) -> tuple[list[wishes.Wish], models.GameModel | models.ReplayModel | None]:
        if self.game is not None:
            game = self._game_now()
            return game_screen(ui, game), game
        if self.past is not None:
            past = self._past_now()
            return replay_screen(ui, past), past
        return start_screen(ui, self._start_now()), None

    def _past_now(self) -> models.ReplayModel:
        assert self.past is not None, "there is a replay"
        hidden = self.gui.wants_mouse or self._button is not None
        model = self.past.model()
        options = self._settings_model() if self.past.options_open else None
        return replace(model, tip=None if hidden else model.tip, options=options)

    def _game_now(self) -> models.GameModel:
        assert self.game is not None, "there is a game"
        model = self.game.model()
        ruler = None
        if (measured := self.game.measured()) is not None and self.game.pointer is not None:
            begin, end, mm = measured
            a, b = self._pixel((*begin, 0.0)), self._pixel((*end, 0.0))
            if a is not None and b is not None:
                ruler = models.Ruler(a, b, mm)
        labels = [
            models.Floating(at, mark.text, mark.colour)
            for mark in self.game.drawn().marks
            if isinstance(mark, Label) and (at := self._pixel(mark.at)) is not None
        ]
        over_panel = self.gui.wants_mouse
        return replace(
            model,
            ruler=ruler,
            labels=tuple(labels),
            tip=None if over_panel or self._button is not None else model.tip,
            options=self._settings_model() if self.game.options_open else None,
        )

    def _pixel(self, point: Vector) -> tuple[float, float] | None:
        return self.camera.project(point, self.width, self.height)

    def _start_model(self) -> models.StartModel:
        return models.StartModel(
            self.door.draft(),
            self.door.makings(),
            self._settings_model(),
            credits=self.door.credits,
            version=self.door.version,
            games=self.door.stored(),
            problem=self.door.trouble(),
        )

    def _start_now(self) -> models.StartModel:
        self._start = replace(self._start, settings=self._settings_model())
        return self._start

    def _settings_model(self) -> models.SettingsModel:
        return models.SettingsModel(
            self.settings,
            self._capturing,
            self._clash,
            measured=f"now {self._quality}" if self.settings.quality == "auto" else "",
            told=self._told,
        )

    @property
    def _quality(self) -> Quality:
        return self._auto if self.settings.quality == "auto" else self.settings.quality

    def _measure(self, seconds: float) -> None:
        """With `auto`, take a lower quality where pictures take too long, and a higher one where there is time."""
        assert self.scene is not None, "it has just drawn"
        if self.scene.drawn == 1:
            return  # the first one sets everything up
        self._frames.append(seconds)
        if len(self._frames) < LOOKED and seconds < HOPELESS:
            return
        typical = sorted(self._frames)[len(self._frames) // 2]
        self._frames.clear()
        place = QUALITIES.index(self._auto)
        wanted = place - 1 if typical > SLOWEST else place + 1 if typical < FASTEST else place
        wanted = min(max(wanted, 0), len(QUALITIES) - 1)
        if wanted < place or (wanted > place and not self._lowered):
            self._lowered = self._lowered or wanted < place
            self._auto = QUALITIES[wanted]
            self._renew()

    def _renew(self) -> None:
        if self.scene is not None:
            self.scene.close()
            self.scene = None

    # Wishes.

    def _do(self, wish: wishes.Wish) -> None:
        match wish:
            case wishes.Quit():
                self.close()
            case wishes.Go():
                self._start = replace(start_after(self._start, wish), games=self.door.stored())
            case wishes.Edited():
                self._start = start_after(self._start, wish)
            case wishes.Begin(draft):
                self._open(lambda: self.door.begin(draft))
                if self.game is not None and draft.hands != self.settings.hands:
                    self._set(self.settings.model_copy(update={"hands": draft.hands}))
            case wishes.Resume(game):
                self._open(lambda: self.door.resume(game))
            case wishes.ShowReplay(game):
                self._show_again(game)
            case wishes.Set() | wishes.Capture() | wishes.Bind():
                changed = settings_after(self._settings_model(), wish)
                self._capturing, self._clash = changed.capturing, changed.clash
                if changed.settings != self.settings:
                    self._set(changed.settings)
            case wishes.ToStart():
                self.leave()
            case wishes.Speed(times):
                self._set(self.settings.model_copy(update={"speed": times}))
            case _ if self.game is not None:
                self.game.wish(wish)
            case _ if self.past is not None:
                self.past.wish(wish)

    def _open(self, opening: Callable[[], Opening]) -> None:
        try:
            self.open(opening())
        except Unplayable as reason:
            self._start = replace(self._start, problem=str(reason))

    def open(self, opening: Opening) -> None:
        """Open a game at the table."""
        self.game = AtTable(self._host(opening), self.settings)
        self._shown = None

    def _show_again(self, game: str) -> None:
        try:
            recording = self.door.recording(game)
        except Unplayable as reason:
            self._start = replace(self._start, problem=str(reason))
            return
        self.past = AtReplay(recording, self.settings)
        self._shown = None

    def leave(self) -> None:
        """Leave the game, which stays stored, for the start screen."""
        if self.game is not None:
            self.game.link.close()
        page: models.Page = "replays" if self.past is not None else "continue"
        self.game, self.past, self.stage, self._shown = None, None, None, None
        self._start = replace(self._start, games=self.door.stored(), page=page, problem="")

    def _set(self, settings: Settings) -> None:
        before, self.settings = self.settings, settings
        if before.quality != settings.quality:
            self._renew()
        if before.full_screen != settings.full_screen:
            self.set_fullscreen(settings.full_screen)
        try:
            save(settings, self.settings_file)
        except OSError as error:
            self._told = f"{self.settings_file}: {error.strerror or error}; these settings hold for now only"

    # Keys.

    def _keys(self, ui: Ui, model: models.GameModel | models.ReplayModel | None) -> None:
        """See to the keys that are no panel's."""
        if model is None:
            return
        hears = ui.hearing(*heard(model))
        does: dict[Action, Callable[[], object]] = {
            Action.PICTURE: self._want_picture,
            Action.TOP: self.camera.top,
            Action.FOCUS: self._focus_on_pointed,
        }
        if (game := self.game) is not None:
            does |= {
                Action.CONFIRM: game.confirm,
                Action.NEXT_PIECE: game.next,
                Action.PREVIOUS_PIECE: lambda: game.next(-1),
                Action.AIM_LEFT: lambda: game.nudged(-1, 0),
                Action.AIM_RIGHT: lambda: game.nudged(1, 0),
                Action.AIM_AWAY: lambda: game.nudged(0, 1),
                Action.AIM_NEAR: lambda: game.nudged(0, -1),
                Action.RULER: game.measure,
            }
        for action, do in does.items():
            if hears.fired(action):
                do()

    def _want_picture(self) -> None:
        self._picture_wanted = True

    def _focus_on_pointed(self) -> None:
        pointer = self.game.pointer if self.game is not None else self.past.pointer if self.past is not None else None
        if pointer is not None and pointer.piece is not None:
            self._focus((pointer.piece,))

    # The mouse on the table.

    def _pointer(self, x: float, y: float) -> Pointer | None:
        table = self._shown
        if table is None:
            return None
        game, past = self.game, self.past
        ray = self.camera.ray(x, self.height - y, self.width, self.height)
        level = 0.0 if game is None or game.decision is None else game.decision.level
        at = picking.on_plane(ray, level)
        if at is None:
            return None
        poses = game.playback.showing.poses if game is not None else {} if past is None else past.poses
        piece = picking.pick(table, poses, ray)
        return Pointer(at, piece, time.perf_counter())

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        """Point at the table."""
        if (pointer := self._pointer(x, y)) is None:
            return
        if self.game is not None:
            self.game.moved(pointer)
        elif self.past is not None:
            self.past.pointer = pointer

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Take what is pointed at, or the camera."""
        if self._at_start or self._button is not None:
            return  # a second button during a gesture is none
        self._button = self._pressed = button
        if self.game is None:
            self._button = mouse.RIGHT if button == mouse.LEFT else button
        elif button == mouse.LEFT and (pointer := self._pointer(x, y)) is not None and not self.game.pressed(pointer):
            self._button = mouse.RIGHT  # nothing is open: the table is turned

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        """Drag what is held, or the camera."""
        if self._at_start:
            return
        if self._button == mouse.RIGHT:
            self.camera.orbit(-dx * ORBIT, -dy * ORBIT)
        elif self._button == mouse.MIDDLE:
            share = self.camera.goal.distance / 900.0
            self.camera.pan(-dx * PAN * share, -dy * PAN * share)
        elif self.game is not None and (pointer := self._pointer(x, y)) is not None:
            self.game.moved(pointer)

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Let go."""
        if button != self._pressed:
            return
        held, self._button, self._pressed = self._button, None, None
        if self.game is not None and held == mouse.LEFT:
            pointer = self._pointer(x, y) or self.game.pointer  # beyond the horizon, where it was last
            if pointer is not None:
                self.game.released(pointer)

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> None:
        """Go nearer, or farther off; with a die in the fingers, turn it while Shift is held."""
        if self.game is not None and isinstance(self.game.decision, Stacking) and self.gui.shifted:
            self.game.decision.turned(scroll_y)
            return
        self.camera.zoom(ZOOM**scroll_y)

    def on_key_press(self, symbol: int, modifiers: int) -> bool:
        """Keys are the panels' business: Escape closes nothing by itself."""
        return True

    def close(self) -> None:
        """Leave the game and close the window."""
        if self.game is not None:
            self.game.link.close()
            self.game = None
        if self.context is not None and not self._closed:
            self._closed = True
            self.switch_to()
            self._renew()
            with suppress(Exception):
                self.gui.close()
        self.speaker.close()
        super().close()


def _in_software() -> bool:
    """Whether pictures are drawn without a graphics card."""
    return any(name in gl.gl_info.get_renderer().lower() for name in ("llvmpipe", "softpipe", "swiftshader"))


def _config() -> gl.Config:
    return gl.Config(  # type: ignore[abstract]  # pyglet makes one of the platform's own of it
        major_version=3, minor_version=3, double_buffer=True, depth_size=24, red_size=8, green_size=8, blue_size=8,
        alpha_size=8,
    )  # fmt: skip


def seats_of(draft: models.Draft) -> tuple[Seat, ...]:
    """Give the seats that a draft has: names with their colours and symbols."""
    return tuple(Seat(seat.name, *SEATS[seat.colour], about=seat.player) for seat in draft.seats)


def run(door: Door, settings_file: Path, resume: str | None = None) -> None:
    """Open the window, at a stored game if one is named, and stay until it is closed.

    Raises `Unplayable` if that game can't be gone on with, before anything is opened.
    """
    opening = None if resume is None else door.resume(resume)
    try:
        window = TableWindow(door, settings_file)
    except (NoSuchConfigException, ContextException) as error:
        raise NoGraphics(f"this screen has no OpenGL 3.3 ({type(error).__name__})") from error
    try:
        if opening is not None:
            window.open(opening)
        pyglet.app.run()
    finally:
        window.close()  # the host ends too, whatever happened
