"""Rules with all the files that they need, loaded once."""

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
"""Name of the player in a seat that an agent takes, where other games have a bot's name."""

CACHE_SIZE: Final = 8
"""Number of rules that are kept loaded: it takes seconds to load their files."""


@dataclass(frozen=True, slots=True)
class LoadedRules:
    """A game and its rules, loaded."""

    game: Game
    book: Any
    """The rulebook, of a type that depends on the game."""
    assets: Assets

    def begin(self, players: tuple[PlayerId, ...], seed: int) -> Session[Any]:
        """Begin a game. A seed gives the same throws as in all other uses of riotsim."""
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
