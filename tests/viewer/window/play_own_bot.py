"""Runs `riotsim play --player` on a display, begins the game of the start screen, and prints who plays as JSON.

`test_other_games.py` runs it in a process of its own, because the other tests use pyglet without a display.
"""

import json
import os
import sys
from pathlib import Path

from window_user import WindowUser

from riotsim.app.window.backend import WindowBackend
from riotsim.cli.main import app
from riotsim.play.requests import PickPoint
from riotsim.viewer import window
from riotsim.viewer.backend import Backend

BOT = """
from pathlib import Path
from riotsim import GreedyBot

class Sniper(GreedyBot):
    def answer(self, request, session):
        Path("asked").touch()
        return super().answer(request, session)
"""


def run(backend: Backend, *_: object) -> None:
    """Play in place of `riotsim.viewer.window.run` until the bot has answered."""
    assert isinstance(backend, WindowBackend)
    player = WindowUser(Path.cwd(), backend)
    player.frame(3)
    player.item("begin")
    player.until(lambda: player.window.game is not None, "no game")
    while not Path("asked").exists():
        request = player.asked()
        assert isinstance(request, PickPoint), request
        player.click(*player.free(request))
    player.window.screens.leave()
    (stored,) = backend.stored_games()
    player.window.close()
    sys.stdout.write(json.dumps([[seat.name for seat in stored.seats], stored.about]))


if __name__ == "__main__":
    os.chdir(sys.argv[1])
    Path("my_bot.py").write_text(BOT, encoding="utf-8")
    window.run = run  # type: ignore[assignment]  # it takes the same arguments
    app(["play", "--player", "Zoe=person", "--player", "Max=my_bot:Sniper", "--seed", "4", "--db", "games.sqlite"])
