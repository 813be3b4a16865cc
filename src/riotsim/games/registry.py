"""The games on this table: one line a game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from riotsim.games.riot_dice.rulebook import Rulebook as RiotDiceRules
from riotsim.games.riot_dice.scenario import Scenario as RiotDiceScenario
from riotsim.play.rulebooks import Book
from riotsim.play.scenario_file import ScenarioFile


@dataclass(frozen=True, slots=True)
class Game:
    """What the program needs of a game to read its files."""

    rules: type[Book]
    """Its rules files."""
    scenario: type[ScenarioFile]
    """Its scenario files."""


GAMES: Mapping[str, Game] = {
    "riot_dice": Game(RiotDiceRules, RiotDiceScenario),
}
"""The games, by the name of the rules that come with them."""


def game_of(keys: Iterable[str]) -> Game:
    """Find the game that a rules file with these keys is for: the one that knows most of them."""
    said = set(keys)
    return max(GAMES.values(), key=lambda game: len(said & set(game.rules.model_fields)))
