"""The games on this table: one line a game."""

from collections.abc import Mapping

from riotsim.games.demolition_dice.description import DEMOLITION_DICE
from riotsim.games.riot_dice.description import RIOT_DICE
from riotsim.play.game import Game
from riotsim.play.rulebook.sections import Book

GAMES: Mapping[str, Game] = {
    RIOT_DICE.name: RIOT_DICE,
    DEMOLITION_DICE.name: DEMOLITION_DICE,
}
"""The games, by their names."""


def played_as(rules: object) -> Game:
    """Find the game that the content of a rules file is for: the one that knows most of its keys."""
    said = set(rules) if isinstance(rules, Mapping) else set()
    return max(GAMES.values(), key=lambda game: len(said & set(game.rules.model_fields)))


def played_by(book: Book) -> Game:
    """Find the game that a rulebook is of."""
    return next(game for game in GAMES.values() if type(book) is game.rules)
