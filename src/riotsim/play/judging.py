"""What a game knows of good play: a judge says what answers are worth, and a bot goes by it."""

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias, TypeVar

import numpy as np

from riotsim.play.requests import Request
from riotsim.play.session import Session

S = TypeVar("S")

Draw: TypeAlias = Callable[[], np.random.Generator]
"""Gives the source of chance of one decision, the same one however often it is asked for.

It is made when it is first asked for: that takes some 20 µs, and most decisions need none.
"""

Weighed: TypeAlias = tuple[object, float]
"""An answer and what it is worth; only the order of worths matters."""


class Judge(Protocol[S]):
    """Knows a game well enough to say what answers are worth."""

    def weigh(self, request: Request[object], session: Session[S], chance: Draw) -> Sequence[Weighed]:
        """Give answers worth thinking of, at least one of them allowed.

        Where a boss had better not be foreseen (a secret choice), the judge draws the worths from `chance()`.
        """
