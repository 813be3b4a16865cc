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

The interval holds only if the results are evaluated a single time.
"""

PRIOR_STRENGTH: Final = 1e-3
"""Strength of the prior that draws all ratings towards 0 (inverse variance, in log-odds).

It gives a finite rating to a player who has won every game. Other ratings hardly change.
"""


def ratings(results: Mapping[tuple[str, str], Values], seed: int) -> dict[str, Estimate]:
    """Return the Elo ratings of players (Bradley–Terry model), with intervals from resampled pairs of games.

    The mean of all ratings is 0. The intervals hold at any time (see `anytime.reach`). Special cases:

    - A player without any result is left out.
    - A player with fewer than `intervals.MIN_PAIRS` pairs has no bounds.
    - If a player's lead over another has no upper limit (see `_out_of_reach`), the interval of the first ends at ∞, and
      that of the other begins at −∞. An example is a player who has won every game.

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
    """Return for each two players whether the first player's lead over the second has no upper limit.

    This is so if a chain of players leads from the first to the second, but no chain leads back. In a chain, each
    player has scored against the next.

    Args:
        names: The players.
        results: The scores, as for `ratings`, without NaN.

    Returns:
        An array of shape (names, names); the row is the first player.
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
    """Return the mean score of randomly weighted pairs (Rubin's Bayesian bootstrap).

    Half a won pair and half a lost pair are added. So a player who has won every game may still lose one.
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
        """Return the negative logarithm of the product of likelihood and prior, without constants, and its gradient.
        `strengths` are in log-odds.
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
    """Number of pairs of games by the points that the player got in the pair: 0, 0.5, 1, 1.5 or 2.

    The points are twice the mean of the pair's games, rounded to halves.
    """


def duel(found: Samples, arm: str, player: str) -> Duel | None:
    """Return the result of a player against the other player of an arm, or None if no game has a winner."""
    values = found.values(arm, f"wins {player}")
    score = found.estimate(arm, f"wins {player}")
    if score is None:
        return None
    points = Counter(round(float(2 * value) * 2) / 2 for value in values[~np.isnan(values)])
    return Duel(score, Estimate(elo(score.mean), elo(score.low), elo(score.high), score.sample_size), points)
