"""The planner: tries out in thought, with real physics, the answers that a judge thinks most of.

A rollout is a fork of the game in which everybody goes on as a greedy boss would. Its chance is drawn from the
planner's own luck: neither the seeds of throws to come nor the luck of other bots is looked at, so it foresees nothing
that a person couldn't. All answers are tried with the same chances, which makes the comparison sharper.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import numpy as np

from riotsim.bots.greedy import GreedyBot, allowed
from riotsim.bots.luck import Luck
from riotsim.play.context import Perform
from riotsim.play.evaluation import AnswerEvaluator, PositionEvaluator, RatedAnswer
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

S = TypeVar("S")

TRUST: Final = 2.0
"""What the judge says counts as so many rollouts. Ours: few of them tell little, for dice fall as they like."""

CLEAR: Final = 0.15
"""An answer that the judge holds for worse by so much (chance to win) isn't tried."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a planner thinks about an answer: counted and not timed, so that it always thinks the same."""

    rounds: tuple[int, ...]
    """Rollouts of each answer that is still in question; after each round the worse half of them is dropped."""


class PlannerBot(Generic[S]):
    """Looks ahead where its game says that it pays; elsewhere it answers as a greedy boss."""

    def __init__(
        self,
        judge: AnswerEvaluator[S],
        others: AnswerEvaluator[S],
        outlook: PositionEvaluator[S],
        luck: Luck,
        perform: Perform,
        budget: Budget,
    ) -> None:
        """`others` is the judge that all others are taken to go by."""
        self._judge = judge
        self._others = others
        self._outlook = outlook
        self._luck = luck
        self._perform = perform
        self._budget = budget

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Give the answer that turned out best in thought; of equals the one that the judge thinks more of.

        Raises `ValueError` if the judge names none that is allowed, and what `perform` raises.
        """
        chance = self._luck.at(session.entries)
        weighed = allowed(self._judge, request, session, chance)
        # What is asked jointly is a guess at what the others do: the judge draws it.
        most = self._outlook.worth_trying(request, session) if len(session.requests) == 1 else 0
        tried, before = self._in_question(weighed, most)
        if len(tried) < 2:
            return weighed[0][0]
        seeds = [int(seed) for seed in chance().integers(2**63, size=sum(self._budget.rounds))]
        return tried[self._best(request.player, tried, before, session, seeds)]

    def _in_question(self, weighed: Sequence[RatedAnswer], most: int) -> tuple[list[object], list[float]]:
        """Give up to `most` answers, and how far each is behind the first (chance to win), by the judge."""
        first = weighed[0][1]
        behind = [((first - worth) * self._outlook.per_worth, answer) for answer, worth in weighed[:most]]
        kept = [(far, answer) for far, answer in behind if far < CLEAR]
        return [answer for _, answer in kept], [-far for far, _ in kept]

    def _best(
        self,
        player: PlayerId,
        tried: Sequence[object],
        before: Sequence[float],
        session: Session[S],
        seeds: Sequence[int],
    ) -> int:
        """Give the number of the answer that is best after all rounds (sequential halving)."""
        left = list(range(len(tried)))
        came: list[list[float]] = [[] for _ in tried]
        for rollouts in self._budget.rounds:
            now, seeds = seeds[:rollouts], seeds[rollouts:]
            for number in left:
                came[number] += (self._rollout(player, tried[number], session, seed) for seed in now)
            middle = float(np.mean([came[number] for number in left]))

            def worth(number: int, middle: float = middle) -> float:
                known = came[number]
                return (sum(known) + TRUST * (middle + before[number])) / (len(known) + TRUST)

            left = sorted(left, key=lambda number: -worth(number))[: (len(left) + 1) // 2]
        return left[0]

    def _rollout(self, player: PlayerId, answer: object, session: Session[S], seed: int) -> float:
        """Give what an answer is worth in a possible future, as many turns on as the outlook looks ahead."""
        game = session.imagined(seed, self._perform)
        greedy: dict[PlayerId, GreedyBot[S]] = {}
        turn, left = game.checkpoint, self._outlook.turns
        try:
            game.answer(answer, player)
            while not game.over:
                if game.checkpoint is not turn:
                    turn, left = game.checkpoint, left - 1
                    if not left:
                        break
                request = game.pending[0]
                if request.player not in greedy:
                    judge = self._judge if request.player == player else self._others
                    greedy[request.player] = GreedyBot(judge, Luck(seed, len(greedy)))
                game.answer(greedy[request.player].answer(request, game), request.player)
            return self._outlook.worth(player, game)
        finally:
            game.close()
