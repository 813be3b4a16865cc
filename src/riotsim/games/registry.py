"""The registry: every game that the program knows, a name for each."""

from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Final

from riotsim.play.game import Game
from riotsim.play.rulebook.sections import Book

NAMES: Final = ("riot_dice", "demolition_dice")
"""The folders of the games beside this file, which are their names too."""


class Registry(MutableMapping[str, Game]):
    """Games by their names. A game is imported when it is first looked up, so that no command waits for all of them."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._games: dict[str, Game | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> Game:
        game = self._games[name]
        if game is None:
            game = self._games[name] = import_module(f"riotsim.games.{name}.description").GAME
        return game

    def __setitem__(self, name: str, game: Game) -> None:
        self._games[name] = game

    def __delitem__(self, name: str) -> None:
        del self._games[name]

    def __contains__(self, name: object) -> bool:
        return name in self._games

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def __repr__(self) -> str:
        return f"<the games {', '.join(self)}>"


GAMES: Final[Mapping[str, Game]] = Registry(NAMES)
"""The games, by their names."""


def played_by(book: Book) -> Game:
    """Return the game that a rulebook belongs to."""
    return next(game for game in GAMES.values() if type(book) is game.rules)
