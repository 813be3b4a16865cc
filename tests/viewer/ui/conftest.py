"""A window without a display, panels on it, and a synthetic mouse and keyboard."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt
import pytest

pyglet = pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from pyglet import gl  # noqa: E402
from pyglet.gl.base import Context  # noqa: E402
from pyglet.image import Texture  # noqa: E402
from pyglet.image.buffer import Framebuffer  # noqa: E402
from pyglet.window import BaseWindow, Window, key, mouse  # noqa: E402

from riotsim.viewer.input.keys import KeyMap  # noqa: E402
from riotsim.viewer.ui.commands import HighlightPieces, UiCommand  # noqa: E402
from riotsim.viewer.ui.game_screen import game_screen, replay_screen  # noqa: E402
from riotsim.viewer.ui.models import GameModel, ReplayModel  # noqa: E402
from riotsim.viewer.ui.widgets.controls import Ui  # noqa: E402
from riotsim.viewer.ui.widgets.gui import Gui  # noqa: E402

Draw = Callable[[Ui], list[UiCommand]]

SIZE = (1024, 640)
BEHIND = (0.12, 0.2, 0.16, 1.0)
"""Colour behind the panels."""


class Screen:
    """A screen with its user: what is drawn, and what mouse and keys do."""

    def __init__(self, width: int = SIZE[0], height: int = SIZE[1]) -> None:
        self.window: BaseWindow = Window(width, height)
        self.window.switch_to()
        self.gui = Gui(self.window)
        self.keys = KeyMap()
        self.scale = 1.0
        self.menu = False
        self.ui: Ui | None = None
        self._seen, self._unseen = _target(width, height), _target(1, 1)
        self._looking = False

    def close(self) -> None:
        """Close the window."""
        self.window.switch_to()
        self.gui.close()
        self._seen.delete()
        self._unseen.delete()
        self.window.close()

    def frame(self, draw: Draw, seconds: float = 1 / 30) -> list[UiCommand]:
        """Draw a frame, some seconds after the last one."""
        self._begin()
        with self.gui.frame(seconds, self.keys, self.scale, menu=self.menu) as ui:
            commands = draw(ui)
        self.ui = ui
        return commands

    def once_more(self, shown: object, draw: Draw) -> bool:
        """Draw a frame as the window does, and return whether the last one was repeated."""
        self._begin()
        if self.gui.redraw_unchanged(shown, self.keys, self.scale, menu=self.menu):
            return True
        self.frame(draw)
        return False

    def _begin(self) -> None:
        self.window.switch_to()
        # A frame that nobody looks at is drawn all the same, but into a single pixel: drawn without a graphics card,
        # whole ones take most of the time.
        (self._seen if self._looking else self._unseen).bind()
        gl.glViewport(0, 0, *self.window.get_size())
        gl.glClearColor(*BEHIND)
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)

    def settled(self, draw: Draw) -> list[UiCommand]:
        """Draw until panels have found their heights, and return the commands of the last frame."""
        for _ in range(3):
            self.frame(draw)
        return self.frame(draw)

    def event(self, name: str, *what: object) -> None:
        """Send the window an event."""
        self.window.dispatch_event(name, *what)
        self.window.dispatch_events()

    def point(self, x: float, y: float) -> None:
        """Move the mouse (pixels from the upper left corner)."""
        self.event("on_mouse_motion", x, self.window.height - y, 0.0, 0.0)

    def to(self, item: str, share: float = 0.5) -> tuple[float, float]:
        """Move the mouse onto an item, at a share of its width."""
        assert self.ui is not None, "nothing has been drawn"
        left, top, right, bottom = self.ui.frame.items[item]
        at = (left + (right - left) * share, (top + bottom) / 2)
        self.point(*at)
        return at

    def hover(self, draw: Draw, item: str) -> list[UiCommand]:
        """Rest the mouse on an item, and return the commands of the last frame."""
        self.settled(draw)
        self.to(item)
        self.frame(draw)
        return self.frame(draw)

    def click(self, draw: Draw, item: str, share: float = 0.5) -> list[UiCommand]:
        """Click an item, and return all commands meanwhile."""
        self.settled(draw)
        x, y = self.to(item, share)
        commands = self.frame(draw)
        up = self.window.height - y
        self.event("on_mouse_press", x, up, mouse.LEFT, 0)
        commands += self.frame(draw)
        self.event("on_mouse_release", x, up, mouse.LEFT, 0)
        return commands + self.frame(draw) + self.frame(draw)

    def drag(self, draw: Draw, item: str, begin: float, end: float) -> list[UiCommand]:
        """Press an item and drag along it, between two shares of its width."""
        self.settled(draw)
        x, y = self.to(item, begin)
        commands = self.frame(draw)
        up = self.window.height - y
        self.event("on_mouse_press", x, up, mouse.LEFT, 0)
        commands += self.frame(draw)
        assert self.ui is not None
        left, _, right, _ = self.ui.frame.items[item]
        there = left + (right - left) * end
        self.event("on_mouse_drag", there, up, there - x, 0.0, mouse.LEFT, 0)
        commands += self.frame(draw)
        self.event("on_mouse_release", there, up, mouse.LEFT, 0)
        return commands + self.frame(draw)

    def wheel(self, draw: Draw, inside: str, notches: float) -> None:
        """Turn the wheel over a scrolling part. Above 0 is up."""
        self.settled(draw)
        self.to(inside)
        self.event("on_mouse_scroll", 0, 0, 0.0, notches)
        self.settled(draw)
        self.frame(draw, 1.0)  # ImGui takes a wheel that turns on for a while to be meant for the same part

    def scroll_to(self, draw: Draw, item: str, inside: str) -> None:
        """Scroll until an item is visible."""
        self.wheel(draw, inside, 1000.0)
        for _ in range(200):
            assert self.ui is not None
            top, bottom = self.ui.frame.items[inside][1], self.ui.frame.items[inside][3]
            box = self.ui.frame.items.get(item)
            if box is not None and top <= box[1] and box[3] <= bottom:
                return
            self.wheel(draw, inside, -0.5)
        raise AssertionError(f"{item} is nowhere in {inside}")

    def press(self, draw: Draw, symbols: Sequence[int], text: str = "") -> list[UiCommand]:
        """Press and release keys, and return the commands of the next frame."""
        self.settled(draw)
        for symbol in symbols:
            self.event("on_key_press", symbol, 0)
        if text:
            self.event("on_text", text)
        commands = self.frame(draw)
        for symbol in reversed(symbols):
            self.event("on_key_release", symbol, 0)
        return commands + self.frame(draw)

    def picture(self, draw: Draw) -> npt.NDArray[np.uint8]:
        """Draw, and return the picture: height × width × RGB."""
        self.settled(draw)
        return self.seen(lambda: self.frame(draw))

    def seen(self, drawing: Callable[[], object]) -> npt.NDArray[np.uint8]:
        """Draw something, and return the picture."""
        self._looking = True
        drawing()
        self._looking = False
        width, height = self.window.get_size()
        buffer = (gl.GLubyte * (width * height * 3))()
        gl.glPixelStorei(gl.GL_PACK_ALIGNMENT, 1)
        gl.glReadPixels(0, 0, width, height, gl.GL_RGB, gl.GL_UNSIGNED_BYTE, buffer)
        return np.frombuffer(bytes(buffer), np.uint8).reshape(height, width, 3)[::-1].copy()


def _target(width: int, height: int) -> Framebuffer:
    target = Framebuffer()
    target.attach_texture(Texture.create(width, height, internalformat=gl.GL_RGBA8))
    return target


def opened_screen() -> Iterator[Screen]:
    """Open a window, yield it, and close it. The tests are skipped if there is no OpenGL."""
    before = gl.current_context
    try:
        made = Screen()
    except (ImportError, pyglet.gl.ContextException, pyglet.window.NoSuchConfigException) as error:
        pytest.skip(f"OpenGL can't be had without a screen here: {error}")
    _back_to(before)
    yield made
    made.close()
    _back_to(before)


@pytest.fixture(scope="session")
def the_screen() -> Iterator[Screen]:
    """Yield one window for all tests, because opening a window takes longer than most tests."""
    yield from opened_screen()


@pytest.fixture
def screen(the_screen: Screen) -> Iterator[Screen]:
    """Yield a screen with default keys and scale, with the mouse outside."""
    before = gl.current_context
    the_screen.keys, the_screen.scale, the_screen.menu = KeyMap(), 1.0, False
    the_screen.event("on_mouse_leave", 0, 0)
    for symbol in (key.LCTRL, key.LSHIFT):
        the_screen.event("on_key_release", symbol, 0)
    yield the_screen
    the_screen.event("on_deactivate")
    _back_to(before)


def _back_to(context: object) -> None:
    """Restore the OpenGL context of other tests in this process."""
    if isinstance(context, Context):
        context.set_current()


def table_screen(model: GameModel) -> Draw:
    """Return a function that draws a game."""
    return lambda ui: game_screen(ui, model)


def watching(model: ReplayModel) -> Draw:
    """Return a function that draws a replay."""
    return lambda ui: replay_screen(ui, model)


def done(commands: list[UiCommand]) -> list[UiCommand]:
    """Return the commands without highlights, which hovering issues."""
    return [command for command in commands if not isinstance(command, HighlightPieces)]
