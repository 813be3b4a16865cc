"""If a made-up game is only registered, the start screen offers the game, and the window plays it."""

from collections.abc import MutableMapping
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from fake_window import of, played_here
from made_up_game import FLING, Rules
from riot_answers import legal

pytest.importorskip("pyglet")

from riotsim.app.window.backend import WindowBackend
from riotsim.app.window.hosting import GameInWindow
from riotsim.games.registry import GAMES
from riotsim.play.game import Game
from riotsim.play.narration import Turn
from riotsim.store.begin import make_header
from riotsim.store.database.document import Seat
from riotsim.viewer.session.hosted_game import Unplayable
from riotsim.viewer.session.messages import (
    Answer,
    FromHost,
    GameOpened,
    GameOver,
    GameStatus,
    LogChanged,
    Question,
    ToHost,
)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the made-up game into the registry."""
    monkeypatch.setitem(cast(MutableMapping[str, Game], GAMES), FLING.name, FLING)


def test_it_is_played_in_the_window(tmp_path: Path) -> None:
    """A person plays the made-up game. The question has the game's words, and the window gets the log and result."""

    def says(message: FromHost, _: object) -> list[ToHost]:
        if not isinstance(message, Question):
            return []
        request = message.requests[0]
        return [Answer(request.player, legal(request), message.number)]

    seats = [Seat(name="Ada", player="person"), Seat(name="Bea", player="greedy")]
    header = make_header("fling", "fling", Rules(), 7, seats, live_clock=True)
    seen = played_here(GameInWindow.new(header, tmp_path / "games.sqlite"), says)
    assert of(GameOpened, seen)[0].title == "Fling: Ada against Bea"
    (asked,) = of(Question, seen)
    assert (asked.prompts[0].title, asked.prompts[0].clause, asked.turn) == ("Fling", "FL-01", Turn(1, "Ada"))
    lines = [line.text for message in of(LogChanged, seen) for line in message.lines]
    assert lines[0] == "Turn 1: Ada"
    assert lines[1].startswith("Ada flings a")
    assert {row.group for row in of(GameStatus, seen)[-1].rows} == {"score"}
    assert isinstance(seen[-1], GameOver)
    assert seen[-1].lines[-1].text.endswith("points")


def test_the_start_screen_offers_it(tmp_path: Path) -> None:
    """The window's backend lists the made-up game among the games, and begins the game from a draft."""
    rules = tmp_path / "fling.yaml"
    rules.write_text("throws: 2\n")
    backend = WindowBackend(tmp_path / "games.sqlite")
    assert ("fling", "Fling", "Fling it.") in [
        (game.key, game.label, game.about) for game in backend.new_game_options().games
    ]
    assert ("Fling", "Nobody's.") in backend.credits
    opening = backend.begin(replace(backend.default_draft(), rules=str(rules), seed="5"))
    assert isinstance(opening, GameInWindow)
    assert opening.header is not None
    assert opening.header.game == "fling"


def test_no_planner_is_begun(tmp_path: Path) -> None:
    """If a game doesn't say what positions are worth, no planner can play it. The error says why."""
    rules = tmp_path / "fling.yaml"
    rules.write_text("throws: 2\n")
    backend = WindowBackend(tmp_path / "games.sqlite")
    draft = backend.default_draft()
    seats = (draft.seats[0], replace(draft.seats[1], player="planner"))
    with pytest.raises(Unplayable, match="Fling doesn't say what positions are worth"):
        backend.begin(replace(draft, rules=str(rules), seats=seats))
