"""Somebody before the window, on a display, with synthetic mouse and keys."""

import time
from collections.abc import Callable
from math import dist
from pathlib import Path

import pyglet

pyglet.options["debug_gl"] = False

from PIL import Image  # noqa: E402
from pyglet import gl  # noqa: E402
from pyglet.window import key, mouse  # noqa: E402

from riotsim.app.window.backend import WindowBackend  # noqa: E402
from riotsim.play.requests import PickPoint, Request  # noqa: E402
from riotsim.table.poses import Vector  # noqa: E402
from riotsim.table.state import Table  # noqa: E402
from riotsim.viewer.render.gl.targets import read_pixels  # noqa: E402
from riotsim.viewer.screens.table import TableScreen  # noqa: E402
from riotsim.viewer.window import TableWindow  # noqa: E402

PATIENCE = 300.0
"""Seconds that anything may take on a busy machine without a graphics card."""

PAUSE = 0.02
"""Seconds that the processor is the host's between two frames while something is waited for."""

KEYS = {
    "A": key.A, "K": key.K, "M": key.M, "R": key.R, "X": key.X, "F12": key.F12, "Esc": key.ESCAPE,
    "1": key._1, "2": key._2, "3": key._3, "4": key._4, "5": key._5, "6": key._6, "7": key._7,
}  # fmt: skip


class Kept(WindowBackend):
    """Games whose pictures stay in a folder of the test."""

    folder: Path

    def pictures(self) -> Path:
        """Give that folder."""
        return self.folder / "kept"


class Player:
    """Somebody before the window."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        backend = Kept(folder / "games.sqlite")
        backend.folder = folder
        self.window = TableWindow(backend, folder / "settings.json", size=(960, 600))

    def frame(self, count: int = 1) -> None:
        """Let frames go by."""
        for _ in range(count):
            self.window.switch_to()
            self.window.dispatch_events()
            self.window.dispatch_event("on_draw")
            self.window.dispatch_events()
            self.window.flip()

    def until(self, true: Callable[[], object], what: str) -> None:
        """Let frames go by until something is true."""
        end = time.monotonic() + PATIENCE
        while not true():
            if time.monotonic() > end:
                raise TimeoutError(what)
            self.frame()
            time.sleep(PAUSE)

    def event(self, name: str, *what: object) -> None:
        """Let something happen to the window."""
        self.window.dispatch_event(name, *what)
        self.window.dispatch_events()

    def click(self, x: float, y: float) -> None:
        """Click (pixels from the upper left corner)."""
        self.drag([(x, y)])

    def point(self, x: float, y: float) -> None:
        """Go there with the mouse."""
        self.event("on_mouse_motion", x, self.window.height - y, 0, 0)
        self.frame()  # panels look where the mouse is when they are drawn

    def point_at(self, name: str) -> None:
        """Go with the mouse to something on a panel."""
        left, top, right, bottom = self.still(name)
        self.point((left + right) / 2, (top + bottom) / 2)

    def still(self, name: str) -> tuple[float, float, float, float]:
        """Where something on a panel is, once it stays there: a panel finds its height in its first frames."""
        seen: list[object] = [None]

        def rests() -> bool:
            seen.append(self.window.items.get(name))
            return seen[-1] is not None and seen[-1] == seen[-2]

        self.until(rests, f"no {name} on the panels")
        return self.window.items[name]

    def drag(self, points: list[tuple[float, float]], picture: str = "", *, rests: bool = True) -> None:
        """Press at the first point, go over the others, and let go at the last; a picture shows how far that was.

        The hand rests for a frame before it lets go, or lets go on the way.
        """
        high = self.window.height
        (x, y), *others = points
        self.point(x, y)
        self.event("on_mouse_press", x, high - y, mouse.LEFT, 0)
        for a, b in others:
            self.frame()
            self.event("on_mouse_drag", a, high - b, a - x, y - b, mouse.LEFT, 0)
            x, y = a, b
        if rests:
            self.frame()
        if picture:
            self.picture(picture)
        self.event("on_mouse_release", x, high - y, mouse.LEFT, 0)
        self.frame()

    def turn_camera(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag the table from a point to another with the right button."""
        high = self.window.height
        self.point(*start)
        self.event("on_mouse_press", start[0], high - start[1], mouse.RIGHT, 0)
        across, up = end[0] - start[0], start[1] - end[1]
        self.event("on_mouse_drag", end[0], high - end[1], across, up, mouse.RIGHT, 0)
        self.frame()
        self.event("on_mouse_release", end[0], high - end[1], mouse.RIGHT, 0)
        self.frame()

    def item(self, name: str) -> None:
        """Click something on a panel."""
        left, top, right, bottom = self.still(name)
        self.click((left + right) / 2, (top + bottom) / 2)

    def press(self, name: str) -> None:
        """Press a key and let it go."""
        self.event("on_key_press", KEYS[name], 0)
        self.frame()
        self.event("on_key_release", KEYS[name], 0)

    def write(self, text: str) -> None:
        """Write into the field that is being written into."""
        self.event("on_text", text)
        self.frame()

    def picture(self, name: str) -> None:
        """Keep what is seen."""
        self.frame(2)
        self.window.switch_to()
        self.window.dispatch_event("on_draw")
        self.window.dispatch_events()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        Image.fromarray(read_pixels(*self.window.get_framebuffer_size())).save(self.folder / f"{name}.png")
        self.window.flip()

    # At the table.

    @property
    def game(self) -> TableScreen:
        """The game."""
        assert self.window.game is not None, "a game is open"
        return self.window.game

    def asked(self) -> Request[object]:
        """Wait until somebody has to decide at the table; what moves meanwhile is skipped by its key."""
        self.skip_until(lambda: self.game.interaction is not None, "nobody is asked")
        assert self.game.interaction is not None
        return self.game.interaction.request

    def skip_until(self, true: Callable[[], object], what: str) -> None:
        """Wait until something is true of the game; what moves meanwhile is skipped by its key."""

        def there() -> bool:
            broke = self.game.playback.showing.broke
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
        """The table as it is seen."""
        assert self.game.table is not None, "the game is open"
        return self.game.table

    def pixel(self, point: Vector) -> tuple[float, float]:
        """Where a point of the table (mm) is in the window."""
        at = self.window.camera.project(point, self.window.width, self.window.height)
        assert at is not None
        return at

    def free(self, request: PickPoint) -> tuple[float, float]:
        """A pixel where what is to be put may be, and where no panel is in the way."""
        _, region = request.regions[0]
        few = region.spots()[:: max(len(region.spots()) // 300, 1)]
        seen = [self.pixel((float(x), float(y), 0.0)) for x, y in few]
        return min(seen, key=lambda at: dist(at, (480.0, 300.0)))
