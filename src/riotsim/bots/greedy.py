"""The greedy bot and the easy bot.

The greedy bot gives the answer that the game's evaluator rates highest. The easy bot errs now and then.
`RestrictedEvaluator` lets a bot avoid some options.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Generic, TypeVar

from riotsim.bots.bot import Luck
from riotsim.play.evaluation import AnswerEvaluator, ChanceSource, RatedAnswer
from riotsim.play.requests import Choose, Request
from riotsim.play.session.session import Session

S = TypeVar("S")


class GreedyBot(Generic[S]):
    """A bot that gives the highest-rated legal answer."""

    def __init__(self, evaluator: AnswerEvaluator[S], luck: Luck) -> None:
        self._evaluator = evaluator
        self._luck = luck

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Return the highest-rated legal answer. If several have the same rating, return the first of them.

        Raises:
            ValueError: The request allows none of the answers that the evaluator rates.
        """
        rated = self._evaluator.evaluate(request, session, self._luck.random_source(session.entry_count))
        for answer, _ in sorted(rated, key=lambda one: -one[1]):
            if request.refusal(answer) is None:
                return answer
        raise none_allowed(request)


ERROR_SHARE: Final = 0.4
"""The easy bot errs in this fraction of its decisions. Our choice."""


class EasyBot(GreedyBot[S]):
    """A greedy bot that errs now and then.

    When the bot errs, it gives a random answer from the better-rated half of the legal answers.
    """

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Return the highest-rated legal answer in most decisions.

        With the probability `ERROR_SHARE`, return instead a random answer from the better-rated half of the legal
        answers.

        Raises:
            ValueError: The request allows none of the answers that the evaluator rates.
        """
        chance = self._luck.random_source(session.entry_count)
        rated = allowed_answers(self._evaluator, request, session, chance)
        better = rated[: (len(rated) + 1) // 2]
        if len(better) > 1 and chance().random() < ERROR_SHARE:
            return better[int(chance().integers(len(better)))][0]
        return rated[0][0]


def allowed_answers(
    evaluator: AnswerEvaluator[S], request: Request[object], session: Session[S], chance: ChanceSource
) -> list[RatedAnswer]:
    """Return the rated answers that a request allows, with their ratings. The highest-rated answer comes first.

    Raises:
        ValueError: The request allows none of the rated answers.
    """
    rated = sorted(evaluator.evaluate(request, session, chance), key=lambda one: -one[1])
    found = [(answer, worth) for answer, worth in rated if request.refusal(answer) is None]
    if not found:
        raise none_allowed(request)
    return found


def none_allowed(request: Request[object]) -> ValueError:
    """Return the error for a request that allows none of the rated answers."""
    return ValueError(f"the evaluator names no allowed answer to what {request.player} is asked for: {request.purpose}")


class RestrictedEvaluator(Generic[S]):
    """An evaluator that leaves out the options in `never`. Another evaluator rates the other answers.

    If a choice has only such options, all of them are rated.
    """

    def __init__(self, evaluator: AnswerEvaluator[S], never: Sequence[str]) -> None:
        self._evaluator = evaluator
        self._never = frozenset(never)

    def evaluate(self, request: Request[object], session: Session[S], chance: ChanceSource) -> Sequence[RatedAnswer]:
        """Return the rated answers to a request. The options in `never` are left out if there are other options."""
        return self._evaluator.evaluate(self._without(request), session, chance)

    def _without(self, request: Request[object]) -> Request[object]:
        if not isinstance(request, Choose):
            return request
        others = tuple(option for option in request.options if str(option) not in self._never)
        return replace(request, options=others) if others else request
