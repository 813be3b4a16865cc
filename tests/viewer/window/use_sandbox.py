"""Sets up a position in the window's sandbox, with synthetic mouse and keys. `test_sandbox.py` runs it."""

import os
from pathlib import Path

from pyglet.window import key
from window_user import KEYS, WindowUser

from riotsim.table.poses import Vector
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.screens.sandbox import SandboxScreen

KEYS |= {"Z": key.Z}


class SandboxWindowUser(WindowUser):
    """A user of the sandbox."""

    @property
    def sandbox(self) -> SandboxScreen:
        """The sandbox."""
        assert self.window.sandbox is not None, "the sandbox is open"
        return self.window.sandbox

    def hold(self, name: str, others: tuple[int, ...] = ()) -> None:
        """Press keys together."""
        symbols = (*others, KEYS[name])
        for symbol in symbols:
            self.event("on_key_press", symbol, 0)
        self.frame()
        for symbol in reversed(symbols):
            self.event("on_key_release", symbol, 0)

    def foot(self, model: str) -> Vector:
        """Return the point where a model is grabbed (mm)."""
        return (*self.sandbox.position.table.models[model].at, 16.0)


def play(folder: Path) -> dict[str, object]:
    """Play, and return the results."""
    os.chdir(folder)  # scenarios are saved where one is
    player = SandboxWindowUser(folder, quality="auto")
    found: dict[str, object] = {}
    player.frame(3)
    player.item("page.sandbox")
    player.frame(2)
    player.item("begin")
    player.until(lambda: player.window.sandbox is not None, "no sandbox")
    player.frame(3)
    sandbox = player.sandbox
    player.picture("sandbox")
    # A model is dragged to another place, and back by undo.
    before = sandbox.position
    model = "a1"
    x, y = player.pixel(player.foot(model))
    player.drag([(x, y), (x + 20, y - 40), (x + 40, y - 80)])
    found["dragged"] = sandbox.position.table.models[model].at != before.table.models[model].at
    player.hold("Z", (key.LCTRL,))
    found["undone"] = sandbox.position == before
    # Into another model it may not go: it is told why, and stays where it was.
    a, b = player.pixel(player.foot("a1")), player.pixel(player.foot("a2"))
    player.drag([a, ((a[0] + b[0]) / 2, a[1]), b])
    found["refused"] = sandbox.refusal
    player.frame()
    found["stayed"] = sandbox.position == before
    player.drag([(x, y), (x + 20, y - 40), (x + 40, y - 80)])
    # Dice from the tray, with chosen faces, go on its tower.
    player.item("take.die")
    for face in (4, 6):
        player.item(f"face.{face}")
        at = player.pixel(player.foot(model))
        player.click(*at)
    player.item("take.die")
    player.click(*player.pixel(player.foot(model)))
    table = sandbox.position.table
    found["tower"] = [die.shows for die in table.tower_dice(model)]
    player.picture("sandbox tower")
    # A throw is tried, and put back.
    position = sandbox.position
    player.item("throw")
    player.until(lambda: sandbox.trials.purpose == "throw", "no dice in the hand")
    left, top = player.pixel((200.0, 150.0, 70.0))
    player.drag([(left + 6 * k, top - 5 * k) for k in range(6)])
    player.until(lambda: sandbox.phase == "moves", "nothing is thrown")
    while sandbox.phase == "moves":
        player.press("X")
    player.until(lambda: sandbox.phase == "tried", "the dice never rest")
    found["thrown"] = len(list(sandbox.table.loose_dice()))
    player.glance("sandbox thrown")
    player.item("put_back")
    player.until(lambda: sandbox.phase not in ("moves", "tried"), "what was thrown stays")
    player.frame(2)
    found["put back"] = sandbox.position == position and sandbox.table == position.table
    # The window's own X loses nothing of it.
    player.event("on_close")
    player.frame(3)
    found["asked before it closes"] = not player.window.has_exit and "menu.quit" in player.window.items
    player.item("menu.back")
    # It is saved.
    player.item("save")
    player.frame(3)
    player.picture("sandbox save")
    player.item("file.title")
    player.write("Two dice on a tower")
    player.item("file.use")
    found["saved"] = sandbox.notice
    player.item("save")
    player.frame(3)  # what lies over the table finds its height in a few frames
    player.item("file.use")
    player.frame(3)
    asked = sandbox.files.asked
    found["not replaced"] = asked is not None and asked.file_exists
    player.item("file.cancel")
    # And played from there: undo goes back past a throw.
    player.item("play_here")
    player.until(lambda: player.window.game is not None, "no game")
    for choice in ("1", "1"):
        player.asked()
        player.press(choice)
    player.asked()
    player.press("1")
    player.asked()
    found["undo past a throw"] = game_model(player.game).can_undo
    player.glance("sandbox game")
    player.window.screens.leave()
    player.frame(2)
    found["back in the sandbox"] = player.window.game is None and sandbox.position == position
    player.event("on_close")
    found["closes"] = player.window.has_exit
    player.window.close()
    return found
