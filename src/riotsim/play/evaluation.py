"""Protocols through which bots use a game's ratings of answers and positions, and its own search for answers."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

S = TypeVar("S")

ChanceSource: TypeAlias = Callable[[], np.random.Generator]
"""A function that returns the random generator of one decision. Every call returns the same generator."""

RatedAnswer: TypeAlias = tuple[object, float]
"""An answer and its rating; higher is better. A greedy bot uses only the order of the ratings."""


class AnswerEvaluator(Protocol[S]):
    """A game's ratings of answers to requests."""

    def evaluate(self, request: Request[object], session: Session[S], chance: ChanceSource) -> Sequence[RatedAnswer]:
        """Return the answers that are worth considering, each with its rating, in any order.

        The request allows at least one of these answers. For a player who should not be predictable, as in a secret
        choice, the ratings are drawn with `chance()`.
        """


class PositionEvaluator(Protocol[S]):
    """A game's ratings of positions, for a bot that looks ahead."""

    @property
    def rating_scale(self) -> float:
        """Approximate difference in the chance to win (0 to 1) per unit of the answer evaluator's ratings."""

    @property
    def turns(self) -> int:
        """Number of turns to look ahead, including the current one; at least 1."""

    def answers_to_try(self, request: Request[object], session: Session[S]) -> int:
        """Return how many of the best rated answers to try at most; 0 if the ratings alone are good enough."""

    def evaluate(self, player: PlayerId, session: Session[S]) -> float:
        """Return an estimate of the chance that a player wins (0 to 1).

        The game must be over or at the start of a turn.
        """


class Thinker(Protocol[S]):
    """A game's own way to find good answers, such as a search."""

    def think(
        self, request: Request[object], session: Session[S], chance: ChanceSource, effort: float
    ) -> object | None:
        """Return the best answer that was found, or None if the request needs no thought.

        The same arguments must give the same answer, whatever the clock says and whatever was asked before.

        Args:
            request: The request, which must allow the answer.
            session: The game, which must not be changed.
            chance: The source of random numbers for this decision.
            effort: Share of the usual amount of thinking, above 0.
        """
