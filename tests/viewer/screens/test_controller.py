"""Opening screens. The store is empty, and hosts never send anything."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyglet")

from pitch_game import Pitch
from sandbox_user import Nobody

from riotsim.app.window.backend import WindowBackend
from riotsim.viewer.controller import ScreenController
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.screens.start import StartScreen
from riotsim.viewer.session.hosted_game import Unplayable
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.models import SettingsModel


class Blind:
    """A view that shows nothing."""

    table = None

    def clear(self) -> None:
        """Do nothing."""


class Leaving(Nobody):
    """A host that ends some time after it was left."""

    ended = False


def test_the_list_of_games_is_read_again_when_a_game_has_ended(tmp_path: Path) -> None:
    """A game that was left can be resumed once its host has ended; until then the list stays as it is."""
    backend, settings, host = WindowBackend(tmp_path / "games.sqlite"), SettingsModel(Settings()), Leaving()
    reads: list[bool] = []

    class Start(StartScreen):
        def refresh(self) -> None:
            reads.append(host.ended)

    view: Any = Blind()
    screens = ScreenController(backend, Start(backend, settings), view, lambda opening: host, Settings)
    screens.open(Pitch())
    screens.leave()
    screens.forget_ended_hosts()
    host.ended = True
    for _ in range(2):
        screens.forget_ended_hosts()
    assert reads == [True]


@pytest.mark.parametrize("over_a_game", [False, True])
def test_a_replay_that_can_not_be_shown_says_why(tmp_path: Path, *, over_a_game: bool) -> None:
    """The reason is shown where the replay was requested: on the start screen, or beside the result of the game."""
    backend, settings = WindowBackend(tmp_path / "games.sqlite"), SettingsModel(Settings())
    start, blind = StartScreen(backend, settings), Blind()
    view: Any = blind
    screens = ScreenController(backend, start, view, lambda opening: Nobody(), Settings)
    if over_a_game:
        screens.open(Pitch())
    screens.show_replay("g-2b7f")
    with pytest.raises(Unplayable) as refused:
        backend.recording("g-2b7f")
    on_start = start.model(settings).problem
    if screens.game is None:
        assert on_start == str(refused.value)
        return
    assert game_model(screens.game).replay_problem == str(refused.value)
    assert on_start == ""
    screens.game.undo()
    assert game_model(screens.game).replay_problem == ""


def test_a_game_is_played_again_from_its_draft(tmp_path: Path) -> None:
    """A game that was begun from a draft can be begun anew, with another seed; a game from elsewhere can't."""
    backend, settings = WindowBackend(tmp_path / "games.sqlite"), SettingsModel(Settings())
    begun: list[Any] = []
    view: Any = Blind()

    def host(opening: Any) -> Nobody:
        begun.append(opening)
        return Nobody()

    screens = ScreenController(backend, StartScreen(backend, settings), view, host, Settings)
    screens.open(Pitch())
    assert screens.game is not None
    assert not game_model(screens.game).can_repeat
    screens.leave()
    screens.begin(replace(backend.default_draft(), seed="7"))
    first = screens.game
    assert first is not None
    assert game_model(first).can_repeat
    screens.leave(again=True)
    assert screens.game is not None
    assert screens.game is not first
    one, other = (opening.header for opening in begun[1:])
    assert (one.game, one.seats) == (other.game, other.seats)
    assert (one.seed == 7, other.seed == 7) == (True, False)
