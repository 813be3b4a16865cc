"""Picks groups in the window on a display, with synthetic mouse and keys. `test_groups_in_the_window.py` runs it."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from made_up_group_game import MUSTER, Rules
from window_user import KEYS, WindowUser

from riotsim.app.window.hosting import GameInWindow
from riotsim.games.registry import GAMES
from riotsim.play.requests import Request
from riotsim.store.begin import make_header
from riotsim.store.database.document import Seat
from riotsim.viewer.session.hosted_game import HostedGame, Notify, ShowAct


@dataclass
class Muster:
    """The opening of a game between two persons that isn't in the registry."""

    store: Path

    def __call__(self, show: ShowAct, tell: Notify) -> AbstractContextManager[HostedGame[Any]]:
        """Register the game in the process of the host, and begin it."""
        GAMES["muster"] = MUSTER  # type: ignore[index]  # read-only for everybody else
        seats = [Seat(name="Ada", player="person"), Seat(name="Bea", player="person")]
        header = make_header("muster", "muster", Rules(), 3, seats)
        return GameInWindow.new(header, self.store, save=False)(show, tell)


def asked(player: WindowUser, name: str, purpose: str) -> Request[object]:
    """Wait until a player is asked for something, and return the request."""
    request = player.asked()
    assert (request.player, request.purpose) == (name, purpose)
    return request


def play(folder: Path) -> dict[str, object]:
    """Pick by mouse in the first turn, and by keys in the second. Return what the panel showed."""
    player = WindowUser(folder)
    player.frame(3)
    player.window.screens.open(Muster(folder / "games.sqlite"))
    asked(player, "Ada", "group")
    found: dict[str, object] = {}
    player.window.camera.arrive()
    player.frame(2)
    at = {name: player.pixel((*model.at, 8.0)) for name, model in player.table.models.items()}
    (left, front), (right, back) = player.pixel((140.0, 110.0, 0.0)), player.pixel((230.0, 50.0, 0.0))
    player.drag([(left, front), ((left + right) / 2, (front + back) / 2), (right, back)])
    player.event("on_key_press", KEYS["Shift"], 0)
    player.frame()
    player.click(*at["a3"])
    player.click(*at["a3"])
    player.event("on_key_release", KEYS["Shift"], 0)
    player.frame()
    found["too much"] = player.game.interaction_overlay().hint
    player.glance("too-much")
    player.click(*at["a1"])
    found["right"] = player.game.interaction_overlay().hint
    player.glance("right")
    player.item("confirm")
    asked(player, "Ada", "signs")
    player.press("1")
    player.press("2")
    player.glance("signs")
    player.press("Enter")
    asked(player, "Ada", "places")
    player.frame(2)
    start = player.pixel((*player.table.models["a2"].at, 0.0))
    player.drag([start, (start[0], start[1] - 40.0), (start[0], start[1] - 80.0)])
    player.item("confirm")
    asked(player, "Bea", "group")
    for key in ("Tab", "P", "Tab", "P"):
        player.press(key)
    player.glance("keys")
    found["by keys"] = player.game.interaction_overlay().hint
    player.press("Enter")
    asked(player, "Bea", "signs")
    player.press("Enter")
    asked(player, "Bea", "places")
    player.press("Down")
    player.glance("one step")
    player.press("Enter")
    asked(player, "Ada", "group")
    player.window.screens.leave()
    player.window.close()
    return found
