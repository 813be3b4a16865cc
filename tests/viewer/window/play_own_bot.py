"""Runs `riotsim play --player` on a display, and begins the game of the start screen. `test_other_games.py` runs it."""

import os
from pathlib import Path
from unittest.mock import patch

from own_bots import no_own_bots
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


def play(folder: Path) -> dict[str, object]:
    """Play until the bot has answered, and return who plays."""
    found: dict[str, object] = {}

    def run(backend: Backend, *_: object) -> None:
        """Play in place of `riotsim.viewer.window.run`."""
        assert isinstance(backend, WindowBackend)
        player = WindowUser(folder, backend)
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
        found.update(
            seats=[seat.name for seat in stored.seats], about=f"{stored.about}, {stored.details.partition(', ')[2]}"
        )

    os.chdir(folder)
    os.environ["RIOTSIM_BOTS"] = ""
    Path("my_bot.py").write_text(BOT, encoding="utf-8")
    words = ["play", "--player", "Zoe=person", "--player", "Max=my_bot:Sniper", "--seed", "4", "--db", "games.sqlite"]
    with patch.object(window, "run", run), no_own_bots():
        app(words, standalone_mode=False)
    return found
