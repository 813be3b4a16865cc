"""A game that checks examine, with things that the checks share, such as a played game."""

from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, cast

import pytest
from fake_window import played_here
from game_needs import SMALL
from typer.testing import CliRunner

import riotsim
from riotsim.app.pictures import MAX_SPEED
from riotsim.app.recordings import recording_of
from riotsim.app.window.hosting import GameInWindow
from riotsim.cli.main import app
from riotsim.files.rules import load_rules
from riotsim.games.registry import GAMES
from riotsim.play.game import Game
from riotsim.play.narration import SCORE_GROUP, Offer, Reason
from riotsim.play.requests import PlayerId, Request, Unavailable
from riotsim.replay.recorded_timeline import lay_out
from riotsim.replay.recording import Recording
from riotsim.store.begin import make_header
from riotsim.store.database.document import Header, Seat
from riotsim.viewer.session.messages import FromHost

PICTURES: Final = 8
"""Least number of pictures in a game's film."""


@dataclass(frozen=True)
class Asked:
    """A request of a game, with what the game said about it at that time."""

    request: Request[object]
    reason: Reason
    offers: Sequence[Offer]
    closed: Sequence[Unavailable]
    """The answers that can't be chosen now, with the reason."""
    scored: Sequence[frozenset[PlayerId | None]]
    """The players with a score, and the players with a score in the standings."""


@dataclass(frozen=True)
class PlayedGame:
    """A game that was played to its end."""

    match: riotsim.Match
    asked: Sequence[Asked]
    """All its requests, in order."""


@dataclass(frozen=True)
class Subject:
    """A game to be checked, with a folder for its files. It may be used by all checks in turn."""

    game: Game
    rules: str
    """The rules of the game: a name, or a file."""
    folder: Path

    @property
    def options(self) -> Mapping[str, object]:
        """Options of a small game."""
        assert self.game.name in SMALL, f"{self.game.name} needs an entry in SMALL: options of a short game"
        return SMALL[self.game.name]

    @property
    def store(self) -> Path:
        """Return the store of the game."""
        return self.folder / "games.sqlite"

    @cached_property
    def played(self) -> PlayedGame:
        """A random game that is over and stored. It is played once for all checks, which don't change it."""
        asked: list[Asked] = []
        with self.begin(store=self.store) as match:
            while not match.is_over:
                asked += _asked(match)
                match.step()
        return PlayedGame(match, tuple(asked))

    @cached_property
    def recording(self) -> Recording:
        """The recording of the played game."""
        match = self.played.match
        return recording_of(match.session, self.header, match.rules)

    @cached_property
    def header(self) -> Header:
        """The header of the same game for the window."""
        match = self.played.match
        seats = [Seat(name=name, player="random") for name in match.players]
        return make_header(self.game.name, "small", match.rules, 3, seats)

    @cached_property
    def in_window(self) -> Sequence[FromHost]:
        """All messages that the window's host sends while it plays the game to its end."""
        return played_here(GameInWindow.new(self.header, self.store, save=False), lambda _message, _asked: [])

    @cached_property
    def replays(self) -> Sequence[Path]:
        """The played game as a page, a model, a text and a film, which one command writes.

        The film has one picture a second. It is so quick that it has `PICTURES` pictures. If the game is long or has
        moments in slow motion, it has more.
        """
        speed = min(lay_out(self.recording).end / 1000 / PICTURES, MAX_SPEED)
        files = [self.folder / f"replay.{kind}" for kind in ("html", "glb", "txt", "mp4")]
        outputs = zip(("--html", "--glb", "--text", "--video"), files, strict=True)
        small = ("--size", "64x48", "--fps", "1", "--speed", speed, "--quality", "low", "--no-sound")
        self.run("replay", self.stored(), "--db", self.store, *(word for output in outputs for word in output), *small)
        return files

    def run(self, *words: object) -> str:
        """Run a command that has to succeed, and return what it writes."""
        result = CliRunner().invoke(app, [*map(str, words)])
        assert result.exit_code == 0, (words, result.output, result.exception)
        return result.stdout

    def begin(self, bot: str = "random", **given: Any) -> riotsim.Match:
        """Begin a game of bots."""
        count = self.game.seats(load_rules(self.rules, self.game.rules, self.options)).usual
        players = dict.fromkeys(("Ada", "Bea", "Cy", "Dee")[:count], bot)
        return riotsim.new_game(self.rules, players, seed=3, options=self.options, **given)

    def stored(self) -> str:
        """Return the id of the played game in the store."""
        name = self.played.match.id
        assert name is not None
        return name


def _asked(match: riotsim.Match) -> Sequence[Asked]:
    """Return the pending requests of a game, with what the game tells about each."""
    shown = match.game.presentation()
    rows = shown.status(match.rules, match.session, 0.0).rows
    scored = frozenset(match.scores), frozenset(row.player for row in rows if row.group == SCORE_GROUP)
    return [
        Asked(
            request,
            shown.reason(match.rules, match.session, request),
            shown.offers(match.rules, match.session, request),
            shown.unavailable(match.rules, match.session, request),
            scored,
        )
        for request in match.pending
    ]


def made_up_subject(game: Game, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Subject:
    """Register a made-up game for a test, and return it with a rules file.

    Args:
        game: The game. Its events are in its own module, which has it under its name in capitals.
        folder: The folder for its files.
        monkeypatch: Takes it out of the registry after the test.
    """
    monkeypatch.setitem(cast(MutableMapping[str, Game], GAMES), game.name, game)
    rules = folder / f"{game.name}.yaml"
    rules.write_text(f"game: {game.name}\n", encoding="utf-8")
    return Subject(game, str(rules), folder)
