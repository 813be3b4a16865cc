"""Protocols for ratings of answers and positions, which bots use."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

S = TypeVar("S")

ChanceSource: TypeAlias = Callable[[], np.random.Generator]
"""A function that returns the random generator of one decision. Every call returns the same generator.

The first call makes the generator, which takes some 20 µs. Most decisions need none.
"""

RatedAnswer: TypeAlias = tuple[object, float]
"""An answer and its rating; higher is better. A greedy bot uses only the order of the ratings."""


class AnswerEvaluator(Protocol[S]):
    """A rating of the answers to requests, by one game's measure."""

    def evaluate(self, request: Request[object], session: Session[S], chance: ChanceSource) -> Sequence[RatedAnswer]:
        """Return answers worth considering with their ratings, in any order. The request allows at least one of them.

        If a player should not be predictable, as in a secret choice, the ratings are drawn from `chance()`.
        """


class PositionEvaluator(Protocol[S]):
    """A rating of positions by one game's measure, for a bot that looks ahead."""

    @property
    def rating_scale(self) -> float:
        """Rough factor from a difference between ratings of answers to a difference between chances to win (0 to 1)."""

    @property
    def turns(self) -> int:
        """Number of turns, including the current one, after which an answer has taken effect; at least 1."""

    def answers_to_try(self, request: Request[object], session: Session[S]) -> int:
        """Return the number of highest-rated answers that are worth trying; 0 if the ratings alone are good enough."""

    def evaluate(self, player: PlayerId, session: Session[S]) -> float:
        """Return the chance that a player wins (0 to 1). The game is at the start of a turn or over."""
