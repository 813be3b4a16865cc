"""The games on this table: one line a game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from riotsim.games.demolition_dice.game import new_game as new_demolition_dice
from riotsim.games.demolition_dice.rulebook import Rulebook as DemolitionDiceRules
from riotsim.games.demolition_dice.scenario import Scenario as DemolitionDiceScenario
from riotsim.games.riot_dice.game import new_game as new_riot_dice
from riotsim.games.riot_dice.rulebook import Rulebook as RiotDiceRules
from riotsim.games.riot_dice.scenario import Scenario as RiotDiceScenario
from riotsim.play.rulebooks import Book, unknown
from riotsim.play.scenario_file import ScenarioFile
from riotsim.play.session import Perform, Session
from riotsim.table.dice import DieKind
from riotsim.table.pieces import Figure, Mesh


@dataclass(frozen=True, slots=True)
class Assets:
    """What rules take from files of triangles, loaded: by the names that the rules have for it."""

    meshes: Mapping[str, Mesh]
    figures: Mapping[str, Figure]
    dice: Mapping[str, DieKind]


class Seat(Protocol):
    """Who takes part in a game."""

    @property
    def name(self) -> str:
        """The boss's name."""

    @property
    def gang(self) -> str | None:
        """An entry of the rules; None for the usual one."""

    @property
    def hand(self) -> str | None:
        """An entry of the rules; None for the usual one."""


Begin: TypeAlias = Callable[[Any, Sequence[Seat], int, Perform, Assets, bool], Session[Any]]
"""Begins a game: by a rulebook, with seats in turn order, a seed, who performs acts, what was loaded, and whether the
clock runs by the answers' stamps. Raises `ValueError` for seats that can't play."""


@dataclass(frozen=True, slots=True)
class Game:
    """What the program needs of a game to read its files."""

    rules: type[Book]
    """Its rules files."""
    scenario: type[ScenarioFile]
    """Its scenario files."""
    begin: Begin


def _riot_dice(
    book: RiotDiceRules, seats: Sequence[Seat], seed: int, perform: Perform, assets: Assets, live_clock: bool
) -> Session[Any]:
    gangs = {seat.name: seat.gang for seat in seats if seat.gang is not None}
    hands = {seat.name: seat.hand for seat in seats if seat.hand is not None}
    for given, known, what in ((gangs, book.gangs, "gang"), (hands, book.hands, "hand")):
        for name in given.values():
            if name not in known:
                raise ValueError(unknown(f"no {what} is called {name!r}", name, known))
    return new_riot_dice(
        book, [seat.name for seat in seats], seed, perform, assets.meshes, figures=assets.figures,
        own_dice=assets.dice, gangs=gangs, hands=hands, live_clock=live_clock,
    )  # fmt: skip


def _demolition_dice(
    book: DemolitionDiceRules, seats: Sequence[Seat], seed: int, perform: Perform, _assets: Assets, _live_clock: bool
) -> Session[Any]:
    hands = {seat.name: seat.hand for seat in seats if seat.hand is not None}
    return new_demolition_dice(book, [seat.name for seat in seats], seed, perform, hands=hands)


GAMES: Mapping[str, Game] = {
    "riot_dice": Game(RiotDiceRules, RiotDiceScenario, _riot_dice),
    "demolition_dice": Game(DemolitionDiceRules, DemolitionDiceScenario, _demolition_dice),
}
"""The games, by the name of the rules that come with them."""


def game_of(keys: Iterable[str]) -> Game:
    """Find the game that a rules file with these keys is for: the one that knows most of them."""
    said = set(keys)
    return max(GAMES.values(), key=lambda game: len(said & set(game.rules.model_fields)))
