"""A user of the window on a display, with synthetic mouse and keys."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from math import dist, inf
from pathlib import Path
from unittest.mock import patch

import pyglet

pyglet.options["debug_gl"] = False
sys.path.insert(0, str(Path(__file__).parents[1]))  # scripts import this module too

# These are imported after pyglet's options are set, so they can't come first (E402).
from imgui_bundle import imgui  # noqa: E402
from imgui_bundle.imgui import backends  # noqa: E402
from layout_faults import layout_faults  # noqa: E402
from PIL import Image  # noqa: E402
from pyglet import gl  # noqa: E402
from pyglet.window import key, mouse  # noqa: E402

from riotsim.app.window.backend import WindowBackend  # noqa: E402
from riotsim.play.requests import PickPoint, Request  # noqa: E402
from riotsim.table.poses import Vector  # noqa: E402
from riotsim.table.state import Table  # noqa: E402
from riotsim.viewer.input.gestures.mouse_track import VELOCITY_WINDOW  # noqa: E402
from riotsim.viewer.presenter import OverTableModel  # noqa: E402
from riotsim.viewer.render.targets import read_pixels  # noqa: E402
from riotsim.viewer.screens.game import GameScreen  # noqa: E402
from riotsim.viewer.session.host import Host  # noqa: E402
from riotsim.viewer.settings import Quality  # noqa: E402
from riotsim.viewer.ui.commands import UiCommand  # noqa: E402
from riotsim.viewer.ui.start_model import StartModel  # noqa: E402
from riotsim.viewer.ui.widgets.controls import Ui  # noqa: E402
from riotsim.viewer.ui.widgets.drawn import DrawnFrame  # noqa: E402
from riotsim.viewer.ui.widgets.layer import SETTLING_FRAMES  # noqa: E402
from riotsim.viewer.window import TableWindow, _panels  # noqa: E402

TIMEOUT = 300.0
"""Time that anything may take on a busy machine without a graphics card (s)."""

PAUSE = 0.03
"""Pause between frames while waiting, which leaves the processor to the host and to other tests (s)."""

SILENCE = 0.05
"""Time that is added to a pause while the host sends nothing (s)."""

QUICK_FRAMES = 4
"""Number of frames without a pause when waiting begins: panels, menus and keys are there after two or three."""

TABLE_FRAMES = 40
"""While waiting, only one of this number of frames draws the table. Without a graphics card, a table in motion takes a
fifth of a second of the processor.
"""

REST = 2 * VELOCITY_WINDOW
"""Time for which a hand rests before it releases (s), so that the throw is the weakest, however fast frames are."""

STEP = 0.01
"""Time between two movements of a hand that flicks (s)."""

KEYS = {
    "A": key.A, "K": key.K, "L": key.L, "M": key.M, "R": key.R, "X": key.X, "F12": key.F12, "Esc": key.ESCAPE,
    "P": key.P, "Down": key.DOWN, "Tab": key.TAB, "Enter": key.ENTER, "Shift": key.LSHIFT,
    "1": key._1, "2": key._2, "3": key._3, "4": key._4, "5": key._5, "6": key._6, "7": key._7,
}  # fmt: skip


draw_panels: Callable[[imgui.ImDrawData], None] = backends.opengl3_render_draw_data
"""The library's function that draws panels. `_without_pixels` puts another one in its place for a while."""


@contextmanager
def _without_pixels(window: TableWindow) -> Iterator[None]:
    """Leave out the table, and do everything for the panels but their pixels.

    Without a graphics card, the pixels of the panels take half the time of a frame without the table.
    """
    with (
        patch.object(window.table_view, "draw", lambda *_, **__: None),
        patch.object(backends, "opengl3_render_draw_data", _draw_no_pixels),
    ):
        yield


def _draw_no_pixels(panels: imgui.ImDrawData) -> None:
    """Send panels to the graphics card, which stops before it draws pixels."""
    with without_pixels():
        draw_panels(panels)


@contextmanager
def without_pixels() -> Iterator[None]:
    """Let the graphics card stop before it draws pixels. The renderer of a table that is drawn here must not be kept:
    its picture and its shadows are empty.
    """
    gl.glEnable(gl.GL_RASTERIZER_DISCARD)
    try:
        yield
    finally:
        gl.glDisable(gl.GL_RASTERIZER_DISCARD)  # otherwise nothing would be drawn from now on, even by other windows


class Kept(WindowBackend):
    """A backend that keeps its screenshots in a folder of the test."""

    folder: Path

    def pictures(self) -> Path:
        """Return the folder of the screenshots."""
        return self.folder / "kept"


class WindowUser:
    """A user of the window."""

    def __init__(
        self,
        folder: Path,
        backend: WindowBackend | None = None,
        size: tuple[int, int] = (960, 600),
        quality: Quality = "low",
        *,
        backdrop: bool = False,
    ) -> None:
        """Open the window.

        Args:
            folder: Folder for the files of the game and for screenshots.
            backend: The backend; None for one with its store and its settings in `folder`.
            size: Width and height of the window (pixels).
            quality: Quality of the table's picture. Without a graphics card a low one takes half the time.
            backdrop: Whether there is a table behind the start screen. Another process makes it, which takes a second
                of the processor.
        """
        self.folder = folder
        if backend is None:
            backend = Kept(folder / "games.sqlite")
            backend.folder = folder
        self.window = TableWindow(backend, folder / "settings.json", size=size)
        self.window._set(self.window.settings.model_copy(update={"quality": quality}))
        if not backdrop:
            self.window._backdrop.show = lambda: None  # type: ignore[method-assign]  # nobody looks at it
        self._drawn = DrawnFrame()
        self.longest_step = inf
        """Most time (s) that passes for the window from one frame to the next, however slow the machine is."""

    def frame(self, count: int = 1, *, table: bool = True) -> None:
        """Draw frames, with the table and the panels, or without any pixels."""
        for _ in range(count):
            self.window._last = max(self.window._last, time.perf_counter() - self.longest_step)
            self.window.switch_to()
            self.window.dispatch_events()
            with nullcontext() if table else _without_pixels(self.window):
                self.window.dispatch_event("on_draw")
                self.window.dispatch_events()  # what was dispatched only waited until now
            if table:
                self.window.flip()  # nobody sees the others, and each costs 10 ms of the processor

    def until(self, true: Callable[[], object], what: str) -> None:
        """Draw frames until something is true. The table is drawn in each `TABLE_FRAMES`th of them."""
        end = time.monotonic() + TIMEOUT
        waited = 0
        while not true():
            if time.monotonic() > end:
                raise TimeoutError(what)
            waited += 1
            self.frame(table=waited % TABLE_FRAMES == 0)
            if waited > QUICK_FRAMES:
                time.sleep(PAUSE)
                if self.window.game is not None and isinstance(self.window.game.link, Host):
                    self.window.game.link.wait(SILENCE)

    def event(self, name: str, *what: object) -> None:
        """Send the window an event."""
        self.window.dispatch_event(name, *what)
        self.window.dispatch_events()

    def click(self, x: float, y: float) -> None:
        """Click (pixels from the upper left corner)."""
        self.drag([(x, y)])

    def point(self, x: float, y: float) -> None:
        """Move the mouse (pixels from the upper left corner)."""
        self.event("on_mouse_motion", x, self.window.height - y, 0, 0)
        self.frame(table=False)  # panels look where the mouse is when they are drawn

    def point_at(self, name: str) -> None:
        """Move the mouse onto an item of a panel."""
        left, top, right, bottom = self.still(name)
        self.point((left + right) / 2, (top + bottom) / 2)

    def still(self, name: str) -> tuple[float, float, float, float]:
        """Return an item's place once it stays the same: panels find their heights in their first frames."""
        seen: list[object] = [None]

        def rests() -> bool:
            seen.append(self.window.items.get(name))
            return seen[-1] is not None and seen[-3:] == seen[-1:] * 3

        self.until(rests, f"no {name} on the panels")
        return self.window.items[name]

    def drag(self, points: list[tuple[float, float]], picture: str = "", *, rests: bool = True) -> None:
        """Press at the first point, move over the others, and release at the last. A picture is saved halfway.

        The hand rests before it releases, or releases while moving: then it moves faster than frames are
        drawn, so that a slow machine sees a flick too. A hand that has not moved needs no rest.
        """
        high = self.window.height
        (x, y), *others = points
        self.point(x, y)
        self.event("on_mouse_press", x, high - y, mouse.LEFT, 0)
        for n, (a, b) in enumerate(others, 1):
            self.frame(table=False) if rests else time.sleep(STEP)
            self.event("on_mouse_drag", a, high - b, a - x, y - b, mouse.LEFT, 0)
            x, y = a, b
            if picture and n == len(others) // 2:
                self.picture(picture)
        if rests:
            time.sleep(REST if others else 0.0)
            self.frame(table=False)
        self.event("on_mouse_release", x, high - y, mouse.LEFT, 0)
        self.frame(table=False)

    def turn_camera(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag the table between two points with the right button."""
        high = self.window.height
        self.point(*start)
        self.event("on_mouse_press", start[0], high - start[1], mouse.RIGHT, 0)
        across, up = end[0] - start[0], start[1] - end[1]
        self.event("on_mouse_drag", end[0], high - end[1], across, up, mouse.RIGHT, 0)
        self.frame()
        self.event("on_mouse_release", end[0], high - end[1], mouse.RIGHT, 0)
        self.frame()

    def item(self, name: str) -> None:
        """Click an item of a panel."""
        left, top, right, bottom = self.still(name)
        self.click((left + right) / 2, (top + bottom) / 2)

    def scroll(self, name: str, notches: float) -> None:
        """Turn the wheel over an item of a panel; less than 0 notches show what is below."""
        self.point_at(name)
        left, top, right, bottom = self.window.items[name]
        self.event("on_mouse_scroll", (left + right) / 2, self.window.height - (top + bottom) / 2, 0, notches)
        self.frame(3)

    def press(self, name: str) -> None:
        """Wait until the player can see the question. Press and release a key, and draw a frame of the panels
        meanwhile.
        """
        while self.window.game is not None and self.window.game.first_frames.is_unseen:
            self.frame(table=False)
        self.event("on_key_press", KEYS[name], 0)
        self.frame(table=False)
        self.event("on_key_release", KEYS[name], 0)

    def write(self, text: str) -> None:
        """Type into the active text field."""
        self.event("on_text", text)
        self.frame()

    def glance(self, name: str) -> None:
        """Draw a frame. Save a screenshot of it if `RIOTSIM_KEEP_PICTURES` is set, for whoever wants to look."""
        self.picture(name) if os.environ.get("RIOTSIM_KEEP_PICTURES") else self.frame()

    def picture(self, name: str) -> None:
        """Save a screenshot."""
        self.frame(2, table=False)
        self.window.switch_to()
        self.window.dispatch_event("on_draw")
        self.window.dispatch_events()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        seen = Image.fromarray(read_pixels(*self.window.get_framebuffer_size()))
        seen.save(self.folder / f"{name}.png", compress_level=1)  # a small file takes ten times as long
        self.window.flip()

    def layout_faults(self, sizes: Sequence[tuple[int, int, float]] = ()) -> list[str]:
        """Return the faults of the panels' layout, at the present size or at several.

        At other sizes, labels over the table are not checked: the camera doesn't move the table away from panels there.

        Args:
            sizes: Width and height of the window (pixels), and scale of the panels. Afterwards they are as before.
        """
        settings, size = self.window.settings, self.window.get_size()
        found = []
        for width, height, scale in sizes or ((*size, settings.ui_scale),):
            if sizes:
                self.window.set_size(width, height)
                self.window._set(settings.model_copy(update={"ui_scale": scale}))
            with patch("riotsim.viewer.window._panels", self._recorded):
                self.window.gui._panels.invalidate()
                self.frame(SETTLING_FRAMES, table=False)
            faults = (fault for fault in layout_faults(self._drawn) if not sizes or not fault.startswith("the table:"))
            found += [f"{width} x {height} at {scale}: {fault}" for fault in faults]
        if sizes:
            self.window.set_size(*size)
            self.window._set(settings)
            self.frame(2)
        return found

    def _recorded(self, ui: Ui, model: OverTableModel | StartModel) -> list[UiCommand]:
        """Draw panels, and record what is drawn."""
        self._drawn = ui.frame.drawn = DrawnFrame()
        return _panels(ui, model)

    # At the table.

    @property
    def game(self) -> GameScreen:
        """The game."""
        assert self.window.game is not None, "a game is open"
        return self.window.game

    def asked(self) -> Request[object]:
        """Wait until there is a decision at the table, and until the camera rests. Skip moves by pressing their key."""
        self.skip_until(lambda: self.game.interaction is not None, "nobody is asked")
        self.frame(SETTLING_FRAMES, table=False)
        self.until(lambda: not self.window.camera.glide(0.3), "the camera moves on")
        self.until(lambda: not self.game.first_frames.is_unseen, "the question is not seen")
        assert self.game.interaction is not None
        return self.game.interaction.request

    def skip_until(self, true: Callable[[], object], what: str) -> None:
        """Wait until something is true of the game. Skip moves by pressing their key."""

        def there() -> bool:
            broke = self.game.playback.display.failure
            if broke is not None:
                raise RuntimeError(broke.text)
            if true():
                return True
            if self.game.interaction is None and self.game.playback.busy:
                self.press("X")
            return False

        self.until(there, what)

    @property
    def table(self) -> Table:
        """The table that is shown."""
        assert self.game.table is not None, "the game is open"
        return self.game.table

    def pixel(self, point: Vector) -> tuple[float, float]:
        """Return the place of a table point (mm) in the window."""
        at = self.window.camera.project(point, self.window.width, self.window.height)
        assert at is not None
        return at

    def free(self, request: PickPoint) -> tuple[float, float]:
        """Return a pixel where a piece may be placed and no panel is in the way."""
        _, region = request.regions[0]
        few = region.allowed_points()[:: max(len(region.allowed_points()) // 300, 1)]
        seen = [self.pixel((float(x), float(y), 0.0)) for x, y in few]
        return min(seen, key=lambda at: dist(at, (480.0, 300.0)))
