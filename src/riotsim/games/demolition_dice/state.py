"""The state of a game of Demolition Dice that is not on the table: who plays, the round, and how it ended."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from riotsim.play.requests import PlayerId

Phase: TypeAlias = Literal["rounds", "last", "over"]


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game."""

    winners: tuple[PlayerId, ...]
    """The winners; if there are several, it is a draw between them (DD-51)."""
    scores: tuple[tuple[PlayerId, int], ...]
    """The sum of each tower's faces, in turn order."""


@dataclass(slots=True)
class State:
    """The state that a game keeps from one round to the next. The table holds the dice."""

    players: dict[PlayerId, str]
    """The players in turn order, each with the name of their hand in the rules."""
    rounds: int = 0
    """The number of rounds that have begun."""
    phase: Phase = "rounds"
    """The phase of the game. In `last` the other players add the rest of their dice (DD-50)."""
    result: Result | None = None
