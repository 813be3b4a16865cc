"""Protocols for a game's services to bots.

A game may provide ratings of answers, ratings of positions, and its own search for good answers.
"""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

S = TypeVar("S")

ChanceSource: TypeAlias = Callable[[], np.random.Generator]
"""A function that returns the random generator for one decision. Every call returns the same generator."""

RatedAnswer: TypeAlias = tuple[object, float]
"""An answer and its rating; higher is better. A greedy bot uses only the order of the ratings."""


class AnswerEvaluator(Protocol[S]):
    """A game's ratings of answers to requests."""

    def evaluate(self, request: Request[object], session: Session[S], chance: ChanceSource) -> Sequence[RatedAnswer]:
        """Return the answers that are worth considering, each with its rating, in any order.

        The request must allow at least one of these answers; it may refuse others. If a player should not be
        predictable, for example in a secret choice, the ratings are partly random, by the generator `chance()`.
        """


class PositionEvaluator(Protocol[S]):
    """A game's ratings of positions, for a bot that looks ahead."""

    @property
    def rating_scale(self) -> float:
        """The factor for a difference between the ratings of two answers.

        The product is approximately the difference between the chances to win (0 to 1) after these answers. The ratings
        are those of the `AnswerEvaluator`.
        """

    @property
    def turns(self) -> int:
        """Number of turns that the bot looks ahead. The current turn is included, so the number is at least 1."""

    def answers_to_try(self, request: Request[object], session: Session[S]) -> int:
        """Return the maximum number of answers to try by looking ahead. These are the answers with the highest ratings.

        Return 0 if the ratings of answers are good enough without looking ahead.
        """

    def evaluate(self, player: PlayerId, session: Session[S]) -> float:
        """Return an estimate of the chance that a player wins (0 to 1).

        The game must be over or at the start of a turn.
        """


class Thinker(Protocol[S]):
    """A game's own way to find good answers, such as a search."""

    def think(
        self, request: Request[object], session: Session[S], chance: ChanceSource, effort: float
    ) -> object | None:
        """Return the best answer found, or None if the request needs no thought.

        The same arguments must give the same answer. Neither the time nor earlier requests may influence the answer.

        Args:
            request: The request. This method must return an answer that the request allows.
            session: The game. This method must not change it.
            chance: The source of random numbers for this decision.
            effort: Amount of thinking, as a multiple of the usual amount, above 0.
        """
