"""A boss that never does something, so that one can see what it is worth."""

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from riotsim.play.judging import Draw, Judge, Weighed
from riotsim.play.requests import Request
from riotsim.play.session import Session

S = TypeVar("S")

FAR: Final = 1e6
"""How far behind all others they are: so far that a planner doesn't try them."""


class Without(Generic[S]):
    """A judge that thinks nothing of some options, as long as there are others."""

    def __init__(self, judge: Judge[S], never: Sequence[str]) -> None:
        self._judge = judge
        self._never = frozenset(never)

    def weigh(self, request: Request[object], session: Session[S], chance: Draw) -> Sequence[Weighed]:
        """Give the answers that the judge gives, those that are never taken last."""
        weighed = self._judge.weigh(request, session, chance)
        least = min(worth for _, worth in weighed) - FAR
        return [(answer, least if str(answer) in self._never else worth) for answer, worth in weighed]
