"""The part of the state of Demolition Dice that is not on the table: players, round, phase and result."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from riotsim.play.requests import PlayerId

Phase: TypeAlias = Literal["rounds", "last", "over"]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    winners: tuple[PlayerId, ...]
    """The winners; if there are several, the game is a draw between them (DD-51)."""
    scores: tuple[tuple[PlayerId, int], ...]
    """The players in turn order, each with the sum of the upper faces in their tower."""


@dataclass(slots=True)
class State:
    """The state that a game keeps from one round to the next, without the table and its dice."""

    players: dict[PlayerId, str]
    """The players in turn order, each with the name of their hand in the rules."""
    rounds: int = 0
    """The number of rounds that have begun."""
    phase: Phase = "rounds"
    """The phase of the game. In the phase `last`, at least one tower has all its dice, and the owners of the other
    towers may add the rest of their dice (DD-50).
    """
    result: Result | None = None
