"""What a game knows of good play: a judge says what answers are worth, and a bot goes by it."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

S = TypeVar("S")

ChanceSource: TypeAlias = Callable[[], np.random.Generator]
"""Gives the source of chance of one decision, the same one however often it is asked for.

It is made when it is first asked for: that takes some 20 µs, and most decisions need none.
"""

RatedAnswer: TypeAlias = tuple[object, float]
"""An answer and what it is worth; a greedy boss asks for the order of worths only."""


class AnswerEvaluator(Protocol[S]):
    """Knows a game well enough to say what answers are worth."""

    def weigh(self, request: Request[object], session: Session[S], chance: ChanceSource) -> Sequence[RatedAnswer]:
        """Give answers worth thinking of, at least one of them allowed.

        Where a boss had better not be foreseen (a secret choice), the judge draws the worths from `chance()`.
        """


class PositionEvaluator(Protocol[S]):
    """Knows what a position is worth, for a bot that plays on in thought."""

    @property
    def per_worth(self) -> float:
        """What one of the judge's worths is in chance to win, roughly."""

    @property
    def turns(self) -> int:
        """How many turns it takes, the present one included, until what has come of an answer is plain; 1 at least."""

    def worth_trying(self, request: Request[object], session: Session[S]) -> int:
        """Give how many of the judge's best answers are worth trying out; 0 where the judge will do."""

    def worth(self, player: PlayerId, session: Session[S]) -> float:
        """Give the chance that a boss wins (0 to 1), at the start of a turn or at the end."""
