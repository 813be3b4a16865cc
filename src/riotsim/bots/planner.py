"""The planner: a bot that tries the highest-rated answers in rollouts, and gives the best of them.

A rollout is a fork of the game. Greedy bots then play on for all players. Its random numbers come from the planner's
own `Luck`. So a rollout tells nothing about the throws that will follow in the game. All answers are tried with the
same seeds. This reduces the variance of the comparison.

In a game with a `thinker`, such as a search, the planner gives the thinker's answer, without rollouts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import numpy as np

from riotsim.bots.bot import Luck
from riotsim.bots.greedy import GreedyBot, allowed_answers
from riotsim.play.context import Perform
from riotsim.play.evaluation import AnswerEvaluator, PositionEvaluator, RatedAnswer, Thinker
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session

S = TypeVar("S")

PRIOR_ROLLOUTS: Final = 2.0
"""Weight of an answer's rating when answers are compared. Our choice.

The rating counts as much as this number of rollouts.
"""

PRUNING_MARGIN: Final = 0.15
"""Margin below the best rating (chance to win, 0 to 1). Our choice.

An answer whose rating lies this far below the best one, or farther, is not tried.
"""


@dataclass(frozen=True, slots=True)
class Budget:
    """The effort of a planner's comparison: its numbers of rollouts, and the effort of a `Thinker`.

    The effort doesn't depend on time, so games are reproducible.
    """

    rounds: tuple[int, ...]
    """Number of rollouts of each answer, by round.

    After a round, the better half of the answers remains. At least two answers go into the last round.
    """
    effort: float = 1.0
    """Effort of the game's `Thinker` (such as a search), as a fraction of the usual effort. It doesn't affect rollouts.
    """


class PlannerBot(Generic[S]):
    """A bot that compares answers by rollouts. If a request isn't worth rollouts, the bot gives the highest-rated
    answer.
    """

    def __init__(
        self,
        evaluator: AnswerEvaluator[S],
        others: AnswerEvaluator[S],
        positions: PositionEvaluator[S],
        luck: Luck,
        perform: Perform,
        budget: Budget,
        proposals: AnswerEvaluator[S] | None = None,
    ) -> None:
        """Initialize a planner.

        Args:
            evaluator: Evaluator of this player's later answers in a rollout.
            others: Evaluator of all other players' answers in a rollout.
            positions: Evaluator of positions at the end of a rollout. It also determines which requests are worth
                rollouts.
            luck: The random numbers of this seat.
            perform: Function that performs the acts of a rollout.
            budget: The number of rollouts of each answer, by round.
            proposals: Evaluator that proposes the answers to compare; None for `evaluator`.
        """
        self._proposals = evaluator if proposals is None else proposals
        self._evaluator = evaluator
        self._others = others
        self._positions = positions
        self._luck = luck
        self._perform = perform
        self._budget = budget

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Return the best answer by rollouts and rating.

        If there are fewer than two answers to try in rollouts, return the highest-rated answer without any rollout.

        Errors of `perform` propagate.

        Raises:
            ValueError: The request allows none of the answers that the evaluator rates.
        """
        chance = self._luck.random_source(session.entry_count)
        rated = allowed_answers(self._proposals, request, session, chance)
        # In joint requests the best answer depends on hidden answers of others, so the evaluator draws one.
        most = self._positions.answers_to_try(request, session) if len(session.requests) == 1 else 0
        tried, before = self._in_question(rated, most)
        if len(tried) < 2:
            return rated[0][0]
        seeds = [int(seed) for seed in chance().integers(2**63, size=sum(self._budget.rounds))]
        return tried[self._best(request.player, tried, before, session, seeds)]

    def _in_question(self, rated: Sequence[RatedAnswer], most: int) -> tuple[list[object], list[float]]:
        """Return two lists: the answers to try in rollouts, and for each its rating minus the best rating.

        These differences are differences of chances to win. Answers that are too far behind the best aren't tried.

        Args:
            rated: The rated answers, the best first.
            most: The greatest number of answers to try.
        """
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
        """Return the index of the best answer after all rounds of rollouts.

        After each round, the better half of the answers remains (sequential halving).

        Args:
            player: The player who answers.
            tried: The answers.
            before: For each answer, its rating before the rollouts minus the best rating (both as chances to win).
            session: The game.
            seeds: A seed for each rollout of an answer, round after round. All answers use the same seeds.
        """
        left = list(range(len(tried)))
        came: list[list[float]] = [[] for _ in tried]
        for rounds_left, rollouts in zip(range(len(self._budget.rounds), 0, -1), self._budget.rounds, strict=True):
            now, seeds = seeds[:rollouts], seeds[rollouts:]
            for number in left:
                came[number] += (self._rollout(player, tried[number], session, seed) for seed in now)
            middle = float(np.mean([came[number] for number in left]))

            def worth(number: int, middle: float = middle) -> float:
                known = came[number]
                return (sum(known) + PRIOR_ROLLOUTS * (middle + before[number])) / (len(known) + PRIOR_ROLLOUTS)

            kept = max((len(left) + 1) // 2, min(rounds_left, 2))  # one alone needs no more rollouts
            left = sorted(left, key=lambda number: -worth(number))[:kept]
        return left[0]

    def _rollout(self, player: PlayerId, answer: object, session: Session[S], seed: int) -> float:
        """Return the player's chance to win (0 to 1) at the end of a rollout that begins with an answer.

        The evaluator of positions sets the number of turns in a rollout.

        Args:
            player: The player who answers.
            answer: The answer.
            session: The game, which doesn't change.
            seed: The seed of the rollout.
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


class ThinkingBot(Generic[S]):
    """A planner that gives the answer of the game's `thinker`.

    If the thinker gives no answer, or gives an option to avoid, the bot gives the highest-rated answer.
    """

    def __init__(
        self, thinker: Thinker[S], evaluator: AnswerEvaluator[S], luck: Luck, effort: float, never: Sequence[str] = ()
    ) -> None:
        """Initialize a planner.

        Args:
            thinker: The game's thinker.
            evaluator: Evaluator of this player's answers.
            luck: The random numbers of this seat.
            effort: Effort of the thinker, as a fraction of its usual effort.
            never: Options to avoid.
        """
        self._thinker = thinker
        self._greedy = GreedyBot(evaluator, luck)
        self._luck = luck
        self._effort = effort
        self._never = frozenset(never)

    def answer(self, request: Request[object], session: Session[S]) -> object:
        """Return the thinker's answer.

        If the thinker gives no answer, or gives an option to avoid, return the highest-rated answer.

        Raises:
            ValueError: The thinker gives no answer or an option to avoid, and the request allows none of the rated
                answers.
        """
        chance = self._luck.random_source(session.entry_count)
        found = self._thinker.think(request, session, chance, self._effort)
        if found is None or str(found) in self._never:
            return self._greedy.answer(request, session)
        return found
