"""The planner: tries the highest-rated answers in rollouts with real physics, and takes the one that turns out best.

A rollout is a fork of the game in which every player continues as a greedy bot would. Its random numbers come from the
planner's own luck. The planner sees neither the seeds of future throws nor the luck of other bots, so it knows nothing
that a person couldn't know. All answers are tried with the same random numbers, which reduces the variance of the
comparison.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import numpy as np

from riotsim.bots.bot import Luck
from riotsim.bots.greedy import GreedyBot, allowed_answers
from riotsim.play.context import Perform
from riotsim.play.evaluation import AnswerEvaluator, PositionEvaluator, RatedAnswer
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

S = TypeVar("S")

PRIOR_ROLLOUTS: Final = 2.0
"""The weight of the evaluator's rating, in rollouts. Our choice: a few rollouts alone are too noisy."""

PRUNING_MARGIN: Final = 0.15
"""An answer is not tried if the evaluator rates it worse than the best by this much (chance to win)."""


@dataclass(frozen=True, slots=True)
class Budget:
    """The effort that a planner spends on an answer, in rollouts rather than seconds, so that it is reproducible."""

    rounds: tuple[int, ...]
    """Rollouts of each remaining answer in each round; after a round the worse half of the answers is dropped."""


class PlannerBot(Generic[S]):
    """A planner: it looks ahead at the decisions that its game names, and answers all others as a greedy bot does."""

    def __init__(
        self,
        evaluator: AnswerEvaluator[S],
        others: AnswerEvaluator[S],
        positions: PositionEvaluator[S],
        luck: Luck,
        perform: Perform,
        budget: Budget,
    ) -> None:
        """Initialize a planner.

        Args:
            evaluator: Evaluator of this player's answers.
            others: Evaluator that all other players are assumed to use.
            positions: Evaluator of positions at the end of a rollout.
            luck: The random numbers of this seat.
            perform: Function that performs the acts of a rollout.
            budget: The number of rollouts.
        """
        self._evaluator = evaluator
        self._others = others
        self._positions = positions
        self._luck = luck
        self._perform = perform
        self._budget = budget

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Return the answer that turned out best in the rollouts; among equals, the higher-rated one. Errors of
        `perform` propagate.

        Errors of `perform` propagate.

        Raises:
            ValueError: The evaluator names no answer that is allowed.
        """
        chance = self._luck.random_source(session.entry_count)
        rated = allowed_answers(self._evaluator, request, session, chance)
        # A joint decision is a guess at what the others do, so the evaluator draws it.
        most = self._positions.answers_to_try(request, session) if len(session.requests) == 1 else 0
        tried, before = self._in_question(rated, most)
        if len(tried) < 2:
            return rated[0][0]
        seeds = [int(seed) for seed in chance().integers(2**63, size=sum(self._budget.rounds))]
        return tried[self._best(request.player, tried, before, session, seeds)]

    def _in_question(self, rated: Sequence[RatedAnswer], most: int) -> tuple[list[object], list[float]]:
        """Return up to `most` answers, and how far the evaluator rates each below the first (chance to win)."""
        first = rated[0][1]
        behind = [((first - worth) * self._positions.rating_scale, answer) for answer, worth in rated[:most]]
        kept = [(far, answer) for far, answer in behind if far < PRUNING_MARGIN]
        return [answer for _, answer in kept], [-far for far, _ in kept]

    def _best(
        self,
        player: PlayerId,
        tried: Sequence[object],
        before: Sequence[float],
        session: Session[S],
        seeds: Sequence[int],
    ) -> int:
        """Return the number of the answer that is best after all rounds (sequential halving)."""
        left = list(range(len(tried)))
        came: list[list[float]] = [[] for _ in tried]
        for rollouts in self._budget.rounds:
            now, seeds = seeds[:rollouts], seeds[rollouts:]
            for number in left:
                came[number] += (self._rollout(player, tried[number], session, seed) for seed in now)
            middle = float(np.mean([came[number] for number in left]))

            def worth(number: int, middle: float = middle) -> float:
                known = came[number]
                return (sum(known) + PRIOR_ROLLOUTS * (middle + before[number])) / (len(known) + PRIOR_ROLLOUTS)

            left = sorted(left, key=lambda number: -worth(number))[: (len(left) + 1) // 2]
        return left[0]

    def _rollout(self, player: PlayerId, answer: object, session: Session[S], seed: int) -> float:
        """Return the rating of an answer in one possible future, after as many turns as the game wants to look
        ahead.
        """
        game = session.fork_with_seed(seed, self._perform)
        greedy: dict[PlayerId, GreedyBot[S]] = {}
        turn, left = game.checkpoint, self._positions.turns
        try:
            game.answer(answer, player)
            while not game.is_over:
                if game.checkpoint is not turn:
                    turn, left = game.checkpoint, left - 1
                    if not left:
                        break
                request = game.pending[0]
                if request.player not in greedy:
                    evaluator = self._evaluator if request.player == player else self._others
                    greedy[request.player] = GreedyBot(evaluator, Luck(seed, len(greedy)))
                game.answer(greedy[request.player].answer(request, game), request.player)
            return self._positions.evaluate(player, game)
        finally:
            game.close()
