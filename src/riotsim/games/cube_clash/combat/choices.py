"""The choices of players while an attack is resolved."""

from dataclasses import dataclass
from typing import TypeAlias

from riotsim.games.cube_clash.board.squares import Square
from riotsim.games.cube_clash.units.orientations import Orientation
from riotsim.games.cube_clash.units.unit import DieId


@dataclass(frozen=True, slots=True)
class Place:
    """The choice of a die to put on the board, with its square and orientation."""

    die: DieId
    """Name of the die."""
    at: Square
    """The square."""
    lies: Orientation
    """The orientation."""


@dataclass(frozen=True, slots=True)
class Allot:
    """The choice of the dice that a Counter hits, with the damage to each of them (CC-42).

    A Counter is a face that deals damage in reply to a melee attack.
    """

    hits: tuple[tuple[DieId, int], ...]
    """The dice that are hit, sorted by name, each with its damage of at least 1. Empty if no die is hit."""


@dataclass(frozen=True, slots=True)
class Decline:
    """The choice to do nothing where an effect is optional."""


Choice: TypeAlias = Place | Allot | Decline
"""A choice of a player while an attack is resolved."""
