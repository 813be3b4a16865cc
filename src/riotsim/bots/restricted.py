"""A bot that never takes some options, to measure what they are worth."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from riotsim.play.evaluation import AnswerEvaluator, ChanceSource, RatedAnswer
from riotsim.play.requests import Choose, Request
from riotsim.play.session.session import Session

S = TypeVar("S")


class RestrictedEvaluator(Generic[S]):
    """An evaluator that is asked as if some options didn't exist, as long as there are others.

    Rating them low would not be enough: an evaluator need not name all answers, and may leave out the others.
    """

    def __init__(self, evaluator: AnswerEvaluator[S], never: Sequence[str]) -> None:
        self._evaluator = evaluator
        self._never = frozenset(never)

    def evaluate(self, request: Request[object], session: Session[S], chance: ChanceSource) -> Sequence[RatedAnswer]:
        """Return the rated answers of a request in which only the other options are open."""
        return self._evaluator.evaluate(self._without(request), session, chance)

    def _without(self, request: Request[object]) -> Request[object]:
        if not isinstance(request, Choose):
            return request
        others = tuple(option for option in request.options if str(option) not in self._never)
        return replace(request, options=others) if others else request
