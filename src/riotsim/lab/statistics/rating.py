"""Elo ratings of several players, fitted to the results of their games, and the Elo difference between two players."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from riotsim.lab.statistics import anytime
from riotsim.lab.statistics.intervals import CONFIDENCE_LEVEL, Estimate, elo
from riotsim.lab.statistics.samples import Samples

Values = NDArray[np.float64]

ELO_PER_LOGIT: Final = 400.0 / np.log(10.0)
"""Elo points for one unit of log-odds."""

RESAMPLE_COUNT: Final = 200

NORMAL_95_HALF_WIDTH: Final = 1.96
"""Half-width of a 95 % interval of the normal distribution (standard deviations).

Such an interval is valid only if the results are evaluated once, not again and again while games are added.
"""

PRIOR_STRENGTH: Final = 1e-3
"""Strength of the prior that draws all ratings towards 0 (inverse variance, in log-odds).

The prior gives a finite rating even to a player who has won every game. It hardly changes other ratings.
"""


def ratings(results: Mapping[tuple[str, str], Values], seed: int) -> dict[str, Estimate]:
    """Return the Elo ratings of players (Bradley–Terry model), with intervals from resampled pairs of games.

    The mean of all ratings is 0. The intervals hold at any time (see `anytime.reach`). Special cases:

    - A player without any result is left out.
    - A player with fewer than `intervals.MIN_PAIRS` pairs has an interval from −∞ to ∞.
    - If player A's lead over player B has no upper limit (see `_out_of_reach`), A's interval ends at ∞, and B's
      interval begins at −∞. This is the case, for example, if A has won every game.

    Args:
        results: For each two players, the share of the points (0 to 1) that the first player got in each pair of games.
            NaN stands for a pair without a result.
        seed: Seed of the resampling.
    """
    known = {both: scores[~np.isnan(scores)] for both, scores in results.items()}
    known = {both: scores for both, scores in known.items() if len(scores)}
    names = list(dict.fromkeys(name for both in known for name in both))
    if not names:
        return {}
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    best = _fitted(names, {both: (float(scores.mean()), len(scores)) for both, scores in known.items()})
    again = np.array([
        _fitted(names, {both: (_resampled(scores, rng), len(scores)) for both, scores in known.items()})
        for _ in range(RESAMPLE_COUNT)
    ])  # fmt: skip
    low, high = np.quantile(again, [(1 - CONFIDENCE_LEVEL) / 2, (1 + CONFIDENCE_LEVEL) / 2], axis=0)
    pairs = [sum(len(scores) for both, scores in known.items() if name in both) for name in names]
    wider = np.array([anytime.reach(count, CONFIDENCE_LEVEL) for count in pairs]) / NORMAL_95_HALF_WIDTH
    tiny = np.finfo(float).tiny  # ∞ times a distance of 0 would be no number
    low, high = best - wider * np.maximum(best - low, tiny), best + wider * np.maximum(high - best, tiny)
    above = _out_of_reach(names, known)
    low, high = np.where(above.any(axis=0), -np.inf, low), np.where(above.any(axis=1), np.inf, high)
    return {name: Estimate(float(best[k]), float(low[k]), float(high[k]), pairs[k]) for k, name in enumerate(names)}


def _out_of_reach(names: Sequence[str], results: Mapping[tuple[str, str], Values]) -> NDArray[np.bool_]:
    """Return for each two players A and B whether A's lead over B has no upper limit.

    This is so if there is a chain of players from A to B, and no chain from B to A. In a chain, each player has got
    points against the next player of the chain.

    Args:
        names: The players.
        results: The shares of the points, as for `ratings`, without NaN.

    Returns:
        An array of shape (names, names); the row stands for A, the column for B.
    """
    scored = np.eye(len(names), dtype=bool)
    for (one, other), scores in results.items():
        first, second = names.index(one), names.index(other)
        scored[first, second], scored[second, first] = (scores > 0.0).any(), (scores < 1.0).any()
    for way in range(len(names)):
        scored |= scored[:, [way]] & scored[[way], :]
    above: NDArray[np.bool_] = scored & ~scored.T
    return above


def _resampled(scores: Values, rng: np.random.Generator) -> float:
    """Return the mean score over pairs of games, with a random weight for each pair (Rubin's Bayesian bootstrap).

    Two made-up pairs are added: a won pair and a lost pair. On average, each gets half the weight of a real pair. So
    even the mean score of a player who has won every game is below 1.
    """
    weights = rng.dirichlet([1.0] * len(scores) + [0.5, 0.5])
    return float(weights @ np.concatenate((scores, (0.0, 1.0))))


def _fitted(names: Sequence[str], results: Mapping[tuple[str, str], tuple[float, int]]) -> Values:
    """Return the Elo ratings that fit the results best, in the order of `names`. The mean of the ratings is 0.

    Args:
        names: The players.
        results: For each two players, the first player's mean score, and the number of pairs of games.
    """
    first = np.array([names.index(one) for one, _ in results])
    second = np.array([names.index(other) for _, other in results])
    games = np.array([count for _, count in results.values()], dtype=float)
    won = games * np.array([mean for mean, _ in results.values()])

    def unlikely(strengths: Values) -> tuple[float, Values]:
        """Return how badly strengths (in log-odds) fit the results, and the gradient of this value.

        The value is −log(likelihood · prior), without its constant terms.
        """
        apart = strengths[first] - strengths[second]
        loss = float((games * np.logaddexp(0.0, -apart) + (games - won) * apart).sum())
        slope = PRIOR_STRENGTH * strengths
        pull = games * expit(apart) - won
        np.add.at(slope, first, pull)
        np.add.at(slope, second, -pull)
        return loss + PRIOR_STRENGTH / 2 * float((strengths**2).sum()), slope

    found: Values = minimize(unlikely, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
    scaled: Values = ELO_PER_LOGIT * (found - found.mean())
    return scaled


class Duel(NamedTuple):
    """The result of one player against another, as a share of the points and as a difference in Elo."""

    score: Estimate
    """Share of the points, from 0 to 1; a draw is half a point."""
    elo: Estimate
    pairs: Counter[float]
    """For each number of points (0, 0.5, 1, 1.5 or 2): in how many pairs of games the player got this number.

    The points in a pair are twice the player's mean score over the pair's games, rounded to the nearest half point.
    """


def duel(found: Samples, arm: str, player: str) -> Duel | None:
    """Return a player's result against the other player, in an arm of a campaign for two players.

    The result is None if every game of the arm is unfinished.
    """
    values = found.values(arm, f"wins {player}")
    score = found.estimate(arm, f"wins {player}")
    if score is None:
        return None
    points = Counter(round(float(2 * value) * 2) / 2 for value in values[~np.isnan(values)])
    return Duel(score, Estimate(elo(score.mean), elo(score.low), elo(score.high), score.sample_size), points)
