"""Protocols for ratings of answers and positions, which bots use."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

S = TypeVar("S")

ChanceSource: TypeAlias = Callable[[], np.random.Generator]
"""A function that returns the random generator of one decision. Every call returns the same one.

The generator is made on the first call, because that takes some 20 µs and most decisions need none."""

RatedAnswer: TypeAlias = tuple[object, float]
"""An answer and its rating. A greedy bot uses only the order of ratings."""


class AnswerEvaluator(Protocol[S]):
    """A game's ratings of answers."""

    def evaluate(self, request: Request[object], session: Session[S], chance: ChanceSource) -> Sequence[RatedAnswer]:
        """Return answers worth considering with their ratings, at least one of them allowed.

        For secret choices, in which a player should not be predictable, the ratings are drawn from `chance()`.
        """


class PositionEvaluator(Protocol[S]):
    """A game's ratings of positions, for a bot that looks ahead."""

    @property
    def rating_scale(self) -> float:
        """The chance to win that one unit of the answer evaluator's ratings is worth, roughly."""

    @property
    def turns(self) -> int:
        """Number of turns, including the current one, after which an answer has taken effect; at least 1."""

    def answers_to_try(self, request: Request[object], session: Session[S]) -> int:
        """Return the number of highest-rated answers that are worth trying; 0 if the ratings alone are good enough."""

    def evaluate(self, player: PlayerId, session: Session[S]) -> float:
        """Return the chance that a player wins (0 to 1), at the start of a turn or at the end."""
