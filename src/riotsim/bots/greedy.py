"""The greedy boss: gives the answer that a judge of the game thinks most of, without looking further ahead."""

from typing import Generic, TypeVar

from riotsim.bots.luck import Luck
from riotsim.play.evaluation import AnswerEvaluator, ChanceSource, RatedAnswer
from riotsim.play.requests import Request
from riotsim.play.session.session import Session

S = TypeVar("S")


class GreedyBot(Generic[S]):
    """Takes the best answer that is allowed."""

    def __init__(self, judge: AnswerEvaluator[S], luck: Luck) -> None:
        self._judge = judge
        self._luck = luck

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Give the most valued answer that the request allows; of equals the first.

        Raises `ValueError` if the judge names none that is allowed.
        """
        weighed = self._judge.weigh(request, session, self._luck.at(session.entries))
        for answer, _ in sorted(weighed, key=lambda one: -one[1]):
            if request.refusal(answer) is None:
                return answer
        raise none_allowed(request)


def allowed(
    judge: AnswerEvaluator[S], request: Request[object], session: Session[S], chance: ChanceSource
) -> list[RatedAnswer]:
    """Give all answers that a judge names and the request allows, the most valued first; of equals the first.

    Raises `ValueError` if there is none.
    """
    weighed = sorted(judge.weigh(request, session, chance), key=lambda one: -one[1])
    found = [(answer, worth) for answer, worth in weighed if request.refusal(answer) is None]
    if not found:
        raise none_allowed(request)
    return found


def none_allowed(request: Request[object]) -> ValueError:
    """Give the error of a judge who names no allowed answer."""
    return ValueError(f"the judge names no allowed answer to what {request.player} is asked for: {request.purpose}")
