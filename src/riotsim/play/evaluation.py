"""Protocols for what a game knows of good play: bots go by them."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

S = TypeVar("S")

ChanceSource: TypeAlias = Callable[[], np.random.Generator]
"""A function that returns the random generator of one decision, the same one however often it is called.

The generator is made on the first call, because that takes some 20 µs and most decisions need none."""

RatedAnswer: TypeAlias = tuple[object, float]
"""An answer and its rating. A greedy bot uses only the order of ratings."""


class AnswerEvaluator(Protocol[S]):
    """A game's knowledge of what answers are worth."""

    def evaluate(self, request: Request[object], session: Session[S], chance: ChanceSource) -> Sequence[RatedAnswer]:
        """Return answers worth considering with their ratings, at least one of them allowed.

        Where a player should not be predictable (a secret choice), the ratings are drawn from `chance()`.
        """


class PositionEvaluator(Protocol[S]):
    """A game's knowledge of what a position is worth, for a bot that looks ahead."""

    @property
    def rating_scale(self) -> float:
        """The worth of one unit of the evaluator's ratings in chance to win, roughly."""

    @property
    def turns(self) -> int:
        """The number of turns, including the present one, after which an answer has taken effect; at least 1."""

    def answers_to_try(self, request: Request[object], session: Session[S]) -> int:
        """Return how many of the highest-rated answers are worth trying; 0 where the ratings are enough."""

    def evaluate(self, player: PlayerId, session: Session[S]) -> float:
        """Return the chance that a player wins (0 to 1), at the start of a turn or at the end."""
