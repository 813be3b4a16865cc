"""Rules, ready to be played by: read once, with all that they take from files."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from riotsim.files.rules import folder_of, read_rules, with_options
from riotsim.files.yaml import validate
from riotsim.games.registry import GAMES
from riotsim.play.game import Assets, Game
from riotsim.play.requests import PlayerId
from riotsim.play.session.session import Session
from riotsim.simulation import perform
from riotsim.store.assets import load_assets
from riotsim.store.database.document import Seat

AGENT_PLAYER: Final = "agent"
"""Player name of a seat that an agent takes, and none of the program's bots."""

CACHE_SIZE: Final = 8
"""Rules that are kept: it takes seconds to load what they take from files."""


@dataclass(frozen=True, slots=True)
class LoadedRules:
    """A game and its rules."""

    game: Game
    book: Any
    """The rulebook, of the game's own type."""
    assets: Assets

    def begin(self, players: tuple[PlayerId, ...], seed: int) -> Session[Any]:
        """Begin a game; a seed gives the same throws as it does everywhere else."""
        seats = [Seat(name=player, player=AGENT_PLAYER) for player in players]
        return self.game.begin(self.book, seats, seed, perform, self.assets, False)


def load_game_rules(game: Game, rules: str, options: Mapping[str, object]) -> LoadedRules:
    """Read the rules of a game, built-in ones by name or a file by its path, and apply options.

    Raises:
        BadFile: The rules are wrong; all problems are listed.
    """
    if rules == game.name:
        with suppress(TypeError):  # what JSON doesn't know can't stand in rules, either: reading them tells it
            return _load_cached(game.name, json.dumps(dict(options), sort_keys=True))
    return _read(game, rules, options)


@lru_cache(CACHE_SIZE)
def _load_cached(name: str, options: str) -> LoadedRules:
    return _read(GAMES[name], name, json.loads(options))


def _read(game: Game, rules: str, options: Mapping[str, object]) -> LoadedRules:
    document = with_options(read_rules(rules), options)
    book = validate(document, game.rules)
    return LoadedRules(game, book, load_assets(book, folder_of(rules), document))
