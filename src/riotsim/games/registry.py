"""The registry: every game that the program knows, one line for each."""

from collections.abc import Mapping
from typing import Final

from riotsim.errors import InvalidValue
from riotsim.games.demolition_dice.description import DEMOLITION_DICE
from riotsim.games.riot_dice.description import RIOT_DICE
from riotsim.play.game import Game
from riotsim.play.rulebook.sections import GAME_KEY, Book, unknown_name

GAMES: Mapping[str, Game] = {
    RIOT_DICE.name: RIOT_DICE,
    DEMOLITION_DICE.name: DEMOLITION_DICE,
}
"""The games, by their names."""


class UnknownGame(InvalidValue):
    """Rules that name no game of the registry, or that fit several games."""


_ADD_KEY: Final = f"add the key {GAME_KEY}, such as {GAME_KEY}: {RIOT_DICE.name}"


def played_as(rules: object) -> Game:
    """Return the game that the content of a rules file is for.

    The key `game` names it. A file without that key belongs to the game that knows most of its keys.

    Raises:
        UnknownGame: The key names no game; or there is no such key, and several games know as many of the others.
    """
    if not isinstance(rules, Mapping):
        return RIOT_DICE  # whose rulebook then says that a rules file has keys
    if GAME_KEY in rules:
        name = str(rules[GAME_KEY])
        if name not in GAMES:
            raise UnknownGame(unknown_name(f"no game is called {name!r}", name, GAMES))
        return GAMES[name]
    known = {name: len(set(rules) & set(game.rules.model_fields)) for name, game in GAMES.items()}
    best = [name for name, count in known.items() if count == max(known.values())]
    if len(best) > 1:
        raise UnknownGame(f"these rules may be those of {' or '.join(best)}: {_ADD_KEY}")
    return GAMES[best[0]]


def played_by(book: Book) -> Game:
    """Return the game that a rulebook belongs to."""
    return next(game for game in GAMES.values() if type(book) is game.rules)
