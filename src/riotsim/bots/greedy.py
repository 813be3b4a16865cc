"""The greedy bot: gives the answer that the game's evaluator rates highest, without looking further ahead."""

from typing import Generic, TypeVar

from riotsim.bots.luck import Luck
from riotsim.play.evaluation import AnswerEvaluator, ChanceSource, RatedAnswer
from riotsim.play.requests import Request
from riotsim.play.session.session import Session

S = TypeVar("S")


class GreedyBot(Generic[S]):
    """A bot that takes the highest-rated answer that is allowed."""

    def __init__(self, evaluator: AnswerEvaluator[S], luck: Luck) -> None:
        self._evaluator = evaluator
        self._luck = luck

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Return the highest-rated answer that the request allows; of equal ones the first.

        Raises:
            ValueError: The evaluator names no answer that is allowed.
        """
        rated = self._evaluator.evaluate(request, session, self._luck.at(session.entries))
        for answer, _ in sorted(rated, key=lambda one: -one[1]):
            if request.refusal(answer) is None:
                return answer
        raise none_allowed(request)


def allowed_answers(
    evaluator: AnswerEvaluator[S], request: Request[object], session: Session[S], chance: ChanceSource
) -> list[RatedAnswer]:
    """Return all answers that an evaluator names and the request allows, the highest-rated first.

    Raises:
        ValueError: There is none.
    """
    rated = sorted(evaluator.evaluate(request, session, chance), key=lambda one: -one[1])
    found = [(answer, worth) for answer, worth in rated if request.refusal(answer) is None]
    if not found:
        raise none_allowed(request)
    return found


def none_allowed(request: Request[object]) -> ValueError:
    """Return the error for an evaluator that names no allowed answer."""
    return ValueError(f"the evaluator names no allowed answer to what {request.player} is asked for: {request.purpose}")
