"""The view that a learning agent has of a game, and the sizes of the agent's observations and actions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from riotsim.table.pieces import PieceId
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class AgentSizes:
    """The largest numbers of options, paths and pieces for which agents' actions and observations have room.

    If a game has more of a kind than there is room for, the rest is left out.
    """

    options: int = 32
    """Number of options of a request."""
    ways: int = 8
    """Number of paths among which a request lets a player choose, and number of pieces that a request lets a player
    place.
    """
    models: int = 8
    """Number of models of each player."""
    tokens: int = 0
    """Number of tokens. If there are more, agents see the tokens whose names come first in the alphabet."""
    dice: int = 16
    """Number of loose dice. If there are more, agents see the dice whose names come first in the alphabet."""


TraitNames: TypeAlias = Callable[[Any], tuple[str, ...]]
"""A function that takes a rulebook and returns the names of pieces' traits, such as `toughness`."""

Traits: TypeAlias = Callable[[Any, Any, Table], Mapping[PieceId, Sequence[float]]]
"""A function that takes a rulebook, a state and a table, and returns the traits of each piece. The traits are values
from -1 to 1, in the order of the trait names.
"""


def no_trait_names(_rules: Any) -> tuple[str, ...]:
    """Return no names, for a game whose pieces have no traits."""
    return ()


def no_traits(_rules: Any, _state: Any, _table: Table) -> Mapping[PieceId, Sequence[float]]:
    """Return no traits, for a game whose pieces have none."""
    return {}


def turns_around_table(_rules: Any, seat: int, players: int) -> int:
    """Return the quarter turns of a seat (`AgentView.quarter_turns`) in games whose players sit around the table. Two
    players sit opposite each other.
    """
    return seat * 4 // players


def turns_of_corners(_rules: Any, seat: int, players: int) -> int:
    """Return the quarter turns of a seat (`AgentView.quarter_turns`) in games whose players have corners of the table.

    Two players have opposite edges instead. With three or four players, the first two have opposite corners.
    """
    return 2 * seat if players == 2 else (0, 2, 1, 3)[seat]


@dataclass(frozen=True, slots=True)
class AgentView:
    """Agents' view of a game."""

    purposes: tuple[str, ...] = ()
    """Purposes of requests, such as `move`, that have numbers in observations. Other purposes have none."""
    words: tuple[str, ...] = ()
    """Words in options, such as `shoot`, that have numbers in observations. Other words have none."""
    sizes: AgentSizes = AgentSizes()
    trait_names: TraitNames = no_trait_names
    traits: Traits = no_traits
    units_are_dice: bool = False
    """True if the pieces with traits are loose dice, False if they are models."""
    quarter_turns: Callable[[Any, int, int], int] = turns_around_table
    """Function that returns by how many quarter turns, anticlockwise from above, a seat is turned from the first seat.
    Its arguments are the rulebook, the index of the seat, and the number of players.
    """
    compass: tuple[str, str, str, str] | None = None
    """The game's words for four directions as the first seat sees them: away, left, towards the seat, and right. An
    example is `north`, `west`, `south` and `east`. In observations the words are relative to the observer, so that
    `north` always means away from the observer. None if the game has no such words.
    """
    acting: Callable[[Any], PieceId | None] = lambda _state: None
    """Function that takes a state and returns the piece that is acting, or None."""
    clock: Callable[[Any], float | None] = lambda _state: None
    """Function that takes a state and returns the time left (s), or None if there is no clock."""
