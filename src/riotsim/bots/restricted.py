"""A boss that never does something, so that one can see what it is worth."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from riotsim.play.evaluation import AnswerEvaluator, ChanceSource, RatedAnswer
from riotsim.play.requests import Choose, Request
from riotsim.play.session.session import Session

S = TypeVar("S")


class RestrictedJudge(Generic[S]):
    """A judge that is asked as if there were no such options, as long as there are others.

    To value them low would not do: a judge need not name all answers, and may leave out the others.
    """

    def __init__(self, judge: AnswerEvaluator[S], never: Sequence[str]) -> None:
        self._judge = judge
        self._never = frozenset(never)

    def weigh(self, request: Request[object], session: Session[S], chance: ChanceSource) -> Sequence[RatedAnswer]:
        """Give the answers that the judge gives where only the others are open."""
        return self._judge.weigh(self._without(request), session, chance)

    def _without(self, request: Request[object]) -> Request[object]:
        if not isinstance(request, Choose):
            return request
        others = tuple(option for option in request.options if str(option) not in self._never)
        return replace(request, options=others) if others else request
