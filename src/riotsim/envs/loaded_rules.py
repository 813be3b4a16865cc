"""Rules with all the files that they use, loaded once for many games."""

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from riotsim.files.rules import folder_of, read_rules, with_options
from riotsim.files.yaml import validate
from riotsim.games.registry import GAMES
from riotsim.play.game import Assets, Game, SeatWithCompany
from riotsim.play.requests import PlayerId
from riotsim.play.session.session import Session
from riotsim.simulation import perform
from riotsim.store.assets import load_assets
from riotsim.store.companies import read_companies, seats_with_companies
from riotsim.store.database.document import Seat

AGENT_PLAYER: Final = "agent"
"""The word that marks a player as an agent, in place of a bot's name."""

AgentSeat: TypeAlias = Seat | SeatWithCompany
"""The seat of an agent or a bot."""

CACHE_SIZE: Final = 8
"""Maximum number of rulebooks that stay loaded. The last used ones are kept. Loading one takes seconds."""


@dataclass(frozen=True, slots=True)
class LoadedRules:
    """Rules that were read and validated, with their game and all their assets."""

    game: Game
    book: Any
    """The rulebook, of a type that depends on the game."""
    assets: Assets

    def seats(self, players: Mapping[PlayerId, str], companies: Mapping[PlayerId, str | Path]) -> tuple[AgentSeat, ...]:
        """Return the seats of all players. A seat has the company that its player brings.

        Args:
            players: For each player in turn order, the name of a bot, or `AGENT_PLAYER` for an agent.
            companies: For each player with a company, the path of a company file, or the name of a company that comes
                with the game.

        Raises:
            BadFile: The game doesn't use companies, or a file is invalid. The error lists every problem.
        """
        brought = read_companies(self.game, self.book, companies)
        seats = (Seat(name=name, player=who, company=brought.get(name)) for name, who in players.items())
        return tuple(seats_with_companies(self.game, self.book, seats))

    def begin(self, seats: Sequence[AgentSeat], seed: int) -> Session[Any]:
        """Begin a game, and return its session.

        Args:
            seats: The seats of the players in turn order.
            seed: The seed of the game.
        """
        return self.game.begin(self.book, seats, seed, perform, self.assets, False)


def load_game_rules(game: Game, rules: str, options: Mapping[str, object]) -> LoadedRules:
    """Load rules of a game and their assets.

    Rules with the game's name stay loaded (see `CACHE_SIZE`). Other rules are read anew in each call.

    Args:
        game: The game.
        rules: The name of rules that come with riotsim, or the path of a file.
        options: Options of the rules by dotted keys.

    Raises:
        BadFile: The rules, the options or an asset are invalid.
    """
    if rules == game.name:
        with suppress(TypeError):  # values that JSON lacks are invalid in rules too, which `_read` reports
            return _load_cached(game.name, json.dumps(dict(options), sort_keys=True))
    return _read(game, rules, options)


@lru_cache(CACHE_SIZE)
def _load_cached(name: str, options: str) -> LoadedRules:
    return _read(GAMES[name], name, json.loads(options))


def _read(game: Game, rules: str, options: Mapping[str, object]) -> LoadedRules:
    document = with_options(read_rules(rules), options)
    book = validate(document, game.rules)
    return LoadedRules(game, book, load_assets(book, folder_of(rules), document))
