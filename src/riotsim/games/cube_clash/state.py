"""The state of a game of Cube Clash: armies, terrain, the recorded position, and the present question.

All values in a state are immutable, and its dictionaries never change, so a copy of the state shares them.
"""

import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Generic, Literal, NamedTuple, Self, TypeAlias, TypeVar

from riotsim.games.cube_clash.board.places import Layout, layout
from riotsim.games.cube_clash.board.position import NO_TERRAIN, Match, Position, position
from riotsim.games.cube_clash.board.setup import new_match
from riotsim.games.cube_clash.board.squares import Square
from riotsim.games.cube_clash.combat.resolver import Ending
from riotsim.games.cube_clash.rulebook import Rulebook
from riotsim.games.cube_clash.turns.ending import History
from riotsim.games.cube_clash.turns.options import Option
from riotsim.games.cube_clash.turns.turn import Situation
from riotsim.games.cube_clash.units.orientations import Orientation
from riotsim.games.cube_clash.units.unit import SIDES, DieId, Side, Unit
from riotsim.play.requests import PlayerId

Phase: TypeAlias = Literal["draw", "terrain", "set-up", "turns", "over"]

Quarters: TypeAlias = tuple[str | None, str | None, str | None, str | None]

Army: TypeAlias = tuple[Unit, ...]

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    winners: tuple[PlayerId, ...]
    """The winner; both players after a draw; nobody if the game was stopped unfinished."""
    ending: Ending
    """The reason why the game is over."""


class Word(NamedTuple):
    """An answer of a player who is choosing an option, with the purpose of its question (see `rules.questions`)."""

    purpose: str
    """The purpose of the question."""
    answer: str | Square
    """The answer: a choice, the name of a die, or a square."""
    piece: DieId = ""
    """The die that is put on the square; empty if the answer is not a square."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A player's progress in choosing an option, question by question."""

    open: tuple[Option, ...] = ()
    """The open options before the first question, without yellow spells and the spells of CC-65."""
    spells: tuple[str, ...] = ()
    """Names of the open spells among `turn` and `banish`. The dice of such a spell are picked in one request."""
    path: tuple[Word, ...] = ()
    """The answers so far."""
    to_turn: tuple[DieId, ...] = ()
    """The dice whose new orientation a yellow spell still needs. The player is asked about the first."""
    turned: tuple[tuple[DieId, Orientation], ...] = ()
    """The dice of a yellow spell with their chosen orientations."""
    top: int = 0
    """Number of the chosen top face of the first die in `to_turn`; 0 before this choice."""

    @property
    def in_words(self) -> bool:
        """True if the next question asks for one more `Word`.

        False if nothing is asked, or if the next question is about the dice of a yellow spell or a banishment.
        """
        return bool(self.open) and not any(word.purpose == "spell" and word.answer in self.spells for word in self.path)


NOTHING_ASKED = Asked()


@dataclass(slots=True)
class State:
    """The state that a game keeps, without the table."""

    players: dict[Side, PlayerId]
    """The player of each side. The player in the first seat is South."""
    armies: dict[Side, Army]
    """The army of each side."""
    hands: dict[Side, str]
    """Name of the hand that tips the dice of each side: a hand of the rules, or `exact` for tips that never fail."""
    army_names: dict[Side, str]
    """Name of each side's army, for people."""
    first: Side = "south"
    """Side of the player who goes first."""
    phase: Phase = "draw"
    """The phase of the game."""
    quarters: Quarters = NO_TERRAIN
    """The terrain of each quarter; None for a quarter without terrain so far (CC-07)."""
    position: Position = field(default_factory=lambda: position(()))
    """The position on the board, as the rules record it."""
    history: History = field(default_factory=History)
    """The record of earlier turns. Draws and the limit of turns depend on it (CC-82)."""
    situation: Situation | None = None
    """The situation at the present choice of this turn, or else at the last choice.

    None before the first choice of a turn, and between turns.
    """
    asked: Asked = NOTHING_ASKED
    """The question that is being put to a player within the turn."""
    to_place: DieId | None = None
    """The die that is being set up; None for no die."""
    place: int | None = None
    """The chosen square for `to_place`; None before this choice."""
    gone: frozenset[DieId] = frozenset()
    """The dice that have left the game for good (CC-65)."""
    result: Result | None = None
    """The result; None before the end."""

    def __deepcopy__(self, memo: object) -> Self:
        return copy.copy(self)

    @property
    def turn(self) -> int:
        """Number of the present turn, from 1; 0 before the first turn. After the end, the number of the last turn."""
        return self.history.turns + (self.phase == "turns")

    def side_of(self, player: PlayerId) -> Side:
        """Return the side of a player."""
        return next(side for side in SIDES if self.players[side] == player)


def match_of(rules: Rulebook, state: State) -> Match:
    """Return the rules, dice and terrain of a game."""
    south, north = state.armies["south"], state.armies["north"]
    return _match(_Key(rules), _Key(south), _Key(north), state.quarters)


def layout_of(rules: Rulebook, state: State) -> Layout:
    """Return the layout of a game's table: the places of the board and of the dice beside it."""
    return layout(rules, (len(army) for army in state.armies.values()))


class _Key(Generic[T]):
    """A value as a key of a cache. Keys are compared by identity: this is fast, and the values never change."""

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@lru_cache(maxsize=64)
def _match(rules: _Key[Rulebook], south: _Key[Army], north: _Key[Army], quarters: Quarters) -> Match:
    return new_match(rules.value, south.value, north.value, quarters)
