"""Plays Riot Dice in the window on a display, with synthetic mouse and keys; prints what came of it as JSON.

`test_window.py` runs it: a process of its own, because the other tests have pyglet without a display.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pyglet

pyglet.options["debug_gl"] = False

from PIL import Image  # noqa: E402
from pyglet import gl  # noqa: E402
from pyglet.window import key, mouse  # noqa: E402

from riotsim.commands.door import WindowDoor  # noqa: E402
from riotsim.play.requests import AimThrow, Choose, PickPoint, PickWay, PlaceDie, Request, SetPace  # noqa: E402
from riotsim.table.poses import Vector  # noqa: E402
from riotsim.table.state import Table  # noqa: E402
from riotsim.viewer.gl.targets import read_pixels  # noqa: E402
from riotsim.viewer.screens.at_table import AtTable  # noqa: E402
from riotsim.viewer.window import TableWindow  # noqa: E402

PATIENCE = 120.0
"""Seconds that anything may take on a busy machine without a graphics card."""

KEYS = {"X": key.X, "1": key._1, "2": key._2}


class Player:
    """Somebody before the window."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.window = TableWindow(WindowDoor(folder / "games.sqlite"), folder / "settings.json", size=(960, 600))
        self.pictures: list[str] = []

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

    def event(self, name: str, *what: object) -> None:
        """Let something happen to the window."""
        self.window.dispatch_event(name, *what)
        self.window.dispatch_events()

    def click(self, x: float, y: float) -> None:
        """Click (pixels from the upper left corner)."""
        self.drag([(x, y)])

    def drag(self, points: list[tuple[float, float]]) -> None:
        """Press at the first point, go over the others, and let go at the last."""
        high = self.window.height
        (x, y), *others = points
        self.event("on_mouse_motion", x, high - y, 0, 0)
        self.frame()  # panels look where the mouse is when they are drawn
        self.event("on_mouse_press", x, high - y, mouse.LEFT, 0)
        self.frame()
        for a, b in others:
            self.event("on_mouse_drag", a, high - b, a - x, y - b, mouse.LEFT, 0)
            x, y = a, b
            self.frame()
        self.event("on_mouse_release", x, high - y, mouse.LEFT, 0)
        self.frame()

    def item(self, name: str) -> None:
        """Click something on a panel."""
        self.until(lambda: name in self.window.items, f"no {name} on the panels")
        left, top, right, bottom = self.window.items[name]
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
        self.pictures.append(name)

    # At the table.

    @property
    def game(self) -> AtTable:
        """The game."""
        assert self.window.game is not None, "a game is open"
        return self.window.game

    def asked(self) -> Request[object]:
        """Wait until somebody has to decide at the table; what moves meanwhile is skipped by its key."""

        def there() -> bool:
            broke = self.game.playback.showing.broke
            if broke is not None:
                raise RuntimeError(broke.text)
            if self.game.decision is None and self.game.playback.busy:
                self.press("X")
            return self.game.decision is not None

        self.until(there, "nobody is asked")
        assert self.game.decision is not None
        return self.game.decision.request

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

    def put(self, request: PickPoint) -> None:
        """Put what is to be put where it may be, and where no panel is in the way."""
        _, region = request.regions[0]
        left, right, low = 320.0, 640.0, 500.0
        for x, y in region.spots()[:: max(len(region.spots()) // 300, 1)]:
            px, py = self.pixel((float(x), float(y), 0.0))
            if left < px < right and 60.0 < py < low:
                self.click(px, py)
                return
        self.press("1")


def play(folder: Path) -> dict[str, object]:
    """Play; gives what happened."""
    player = Player(folder)
    found: dict[str, object] = {}
    player.frame(3)
    player.picture("start")
    player.item("seed")
    player.write("11")
    player.item("begin")
    player.until(lambda: player.window.game is not None, "no game")
    placed = 0
    while isinstance(request := player.asked(), PickPoint):
        if placed in (0, 6):  # the first token, and the first model
            player.put(request)
        else:
            player.press("1")
        placed += 1
        assert placed < 40, "what is put down is never taken"
    assert isinstance(request, Choose)
    found["asked first"] = request.purpose
    player.picture("turn")
    # A model is picked by a click on it, and scoots by a key.
    table = player.table
    mine = [offer.piece for offer in player.game.offers(request) if offer.piece is not None]
    seen = {name: player.pixel((*table.models[name].at, 16.0)) for name in mine}
    model = min(mine, key=lambda name: abs(seen[name][0] - 480.0))  # where no panel is in the way
    player.click(*seen[model])
    request = player.asked()
    found["undo before"] = player.game.model().can_undo
    assert isinstance(request, Choose)
    player.press("1")
    request = player.asked()
    assert isinstance(request, AimThrow), request
    # The dice are thrown with a flick.
    x, y = player.pixel((300.0, 200.0, 70.0))
    player.drag([(x + 6 * k, y - 5 * k) for k in range(6)])
    request = player.asked()
    found["thrown"] = sum(die.owner == request.boss for die in player.table.dice.values())
    found["undo after a throw"] = player.game.model().can_undo
    player.picture("run")
    # It runs to the first die, and is dragged there.
    assert isinstance(request, PickWay), request
    player.press("1")
    request = player.asked()
    assert isinstance(request, SetPace), request
    start, end = player.pixel((*player.table.models[model].at, 0.0)), player.pixel((*request.to, 0.0))
    steps = [(start[0] + (end[0] - start[0]) * k / 8, start[1] + (end[1] - start[1]) * k / 8) for k in range(9)]
    player.drag(steps)
    dragged = player.window.game is not None and bool(player.game.playback.showing.poses)  # live, before the act
    player.until(lambda: player.game.playback.showing.asked is None or player.game.decision is not None, "no drag")
    player.asked()
    here = player.table.models[model].at
    found["dragged"] = dragged
    found["dragged to the end"] = abs(here[0] - request.to[0]) + abs(here[1] - request.to[1]) < 1.0
    # Until the next turn of the same boss by the plain keys.
    while not (isinstance(request := player.asked(), Choose) and request.purpose == "turn"):
        if isinstance(request, PlaceDie):
            found["stacked"] = request.height + 1
        player.press("1")
    before = player.table
    player.picture("second turn")
    player.window.leave()
    player.frame(2)
    player.picture("continue")
    (stored,) = player.window.door.stored()
    found["stored"] = (stored.over, stored.busy)
    player.item(f"resume.{stored.id}")
    player.until(lambda: player.window.game is not None, "not gone on with")
    player.asked()
    found["the same table"] = player.table == before
    player.window.close()
    found["pictures"] = player.pictures
    return found


if __name__ == "__main__":
    sys.stdout.write(json.dumps(play(Path(sys.argv[1]))))
