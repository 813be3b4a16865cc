"""Elo of several bosses who have played each other."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import expit

from riotsim.lab.statistics.intervals import SURE, Estimate

Values = NDArray[np.float64]

PER_LOGIT: Final = 400.0 / np.log(10.0)
"""Points of Elo for one unit of log-odds."""

RESAMPLES: Final = 200

LOOSE: Final = 1e-3
"""How strongly ratings are drawn to each other: without it one who has won all games would have no finite one."""


def ratings(results: Mapping[tuple[str, str], Values], seed: int) -> dict[str, Estimate]:
    """Give the Elo of each boss who has met another, their mean being 0, with an interval by resampling pairs of games.

    `results` has the scores of the first of two bosses against the second, pair by pair, 0 to 1: Bradley and Terry's
    model, at the ratings under which these are likeliest. How far above others some are who have won everything
    against them no game says: then the intervals of both are infinite on that side, and the ratings no more than where
    a weak pull to each other leaves them.
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
        for _ in range(RESAMPLES)
    ])  # fmt: skip
    low, high = np.quantile(again, [(1 - SURE) / 2, (1 + SURE) / 2], axis=0)
    low, high = np.minimum(low, best), np.maximum(high, best)
    above = _out_of_reach(names, known)
    low, high = np.where(above.any(axis=0), -np.inf, low), np.where(above.any(axis=1), np.inf, high)
    pairs = [sum(len(scores) for both, scores in known.items() if name in both) for name in names]
    return {name: Estimate(float(best[k]), float(low[k]), float(high[k]), pairs[k]) for k, name in enumerate(names)}


def _out_of_reach(names: Sequence[str], results: Mapping[tuple[str, str], Values]) -> NDArray[np.bool_]:
    """Who is above whom by any distance: one has scored against the other, be it by way of others, and never the other
    way round. Of shape (names, names).
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
    """The mean of pairs that are weighted at random (Rubin's Bayesian bootstrap), with half a pair won and half a pair
    lost: what has not come could have. Of games that were all won, that is Jeffreys' interval.
    """
    weights = rng.dirichlet([1.0] * len(scores) + [0.5, 0.5])
    return float(weights @ np.concatenate((scores, (0.0, 1.0))))


def _fitted(names: Sequence[str], results: Mapping[tuple[str, str], tuple[float, int]]) -> Values:
    """Give the Elo that fits mean scores of so many pairs best."""
    first = np.array([names.index(one) for one, _ in results])
    second = np.array([names.index(other) for _, other in results])
    games = np.array([count for _, count in results.values()], dtype=float)
    won = games * np.array([mean for mean, _ in results.values()])

    def unlikely(strengths: Values) -> tuple[float, Values]:
        """The negative log-likelihood, and its slope."""
        apart = strengths[first] - strengths[second]
        loss = float((games * np.logaddexp(0.0, -apart) + (games - won) * apart).sum())
        slope = LOOSE * strengths
        pull = games * expit(apart) - won
        np.add.at(slope, first, pull)
        np.add.at(slope, second, -pull)
        return loss + LOOSE / 2 * float((strengths**2).sum()), slope

    found: Values = minimize(unlikely, np.zeros(len(names)), jac=True, method="L-BFGS-B").x
    scaled: Values = PER_LOGIT * (found - found.mean())
    return scaled
