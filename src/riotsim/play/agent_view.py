"""A learning agent's view of a game, and the sizes of the agent's observations and actions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from riotsim.table.pieces import PieceId
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class AgentSizes:
    """The numbers of options, paths and pieces that fit into agents' actions and observations.

    If a game has more options, paths or pieces than there is room for, the rest is left out.
    """

    options: int = 32
    """Number of options of a request."""
    ways: int = 8
    """Number of paths that a request offers, or of pieces in a request to choose a piece and a point for it."""
    models: int = 8
    """Number of models of each player."""
    tokens: int = 0
    """Number of tokens. If there are more, agents see the tokens whose names come first in the alphabet."""
    dice: int = 16
    """Number of loose dice. If there are more, agents see the dice whose names come first in the alphabet."""


TraitNames: TypeAlias = Callable[[Any], tuple[str, ...]]
"""A function that takes a rulebook, and returns the names of the pieces' traits, such as `toughness`."""

Traits: TypeAlias = Callable[[Any, Any, Table], Mapping[PieceId, Sequence[float]]]
"""A function that takes a rulebook, a state and a table, and returns the traits of each piece.

A trait is a value from -1 to 1. The traits are in the order of the trait names.
"""


def no_trait_names(_rules: Any) -> tuple[str, ...]:
    """Return no names, for a game whose pieces have no traits."""
    return ()


def no_traits(_rules: Any, _state: Any, _table: Table) -> Mapping[PieceId, Sequence[float]]:
    """Return no traits, for a game whose pieces have none."""
    return {}


def turns_around_table(_rules: Any, seat: int, players: int) -> int:
    """Return the quarter turns of a seat (`AgentView.quarter_turns`) in a game whose players sit around the table.

    If there are two players, they sit opposite each other.
    """
    return seat * 4 // players


def turns_of_corners(_rules: Any, seat: int, players: int) -> int:
    """Return the quarter turns of a seat (`AgentView.quarter_turns`) in a game whose players begin at corners or edges.

    Two players begin at opposite edges. Three or four players begin at corners, and the first two players have opposite
    corners.
    """
    return 2 * seat if players == 2 else (0, 2, 1, 3)[seat]


@dataclass(frozen=True, slots=True)
class AgentView:
    """The parts of a game that learning agents can see, and their form in observations."""

    purposes: tuple[str, ...] = ()
    """Purposes of requests, such as `move`, that an observation can show. Other purposes look alike to agents."""
    words: tuple[str, ...] = ()
    """Words in options, such as `shoot`, that an observation can show. Agents don't see other words."""
    sizes: AgentSizes = AgentSizes()
    trait_names: TraitNames = no_trait_names
    traits: Traits = no_traits
    units_are_dice: bool = False
    """True if the pieces with traits are loose dice, False if they are models."""
    quarter_turns: Callable[[Any, int, int], int] = turns_around_table
    """Function that returns a seat's distance from the first seat in quarter turns, anticlockwise from above.

    Its arguments are the rulebook, the index of the seat, and the number of players.
    """
    compass: tuple[str, str, str, str] | None = None
    """The game's words for four directions, such as `north`, `west`, `south` and `east`; None if it has no such words.

    As the first seat sees the table, they mean: away from the seat, to its left, towards it, and to its right. In an
    observation they have the same four meanings for the seat that observes.
    """
    acting: Callable[[Any], PieceId | None] = lambda _state: None
    """Function that takes a state, and returns the acting piece, or None if there is none."""
    clock: Callable[[Any], float | None] = lambda _state: None
    """Function that takes a state, and returns the time left (s), or None if there is no clock."""
