"""Estimates with the range in which they may lie, and whether two arms differ."""

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Values = NDArray[np.float64]

SURE: Final = 0.95
"""How often an interval holds what it is to hold."""


class Estimate(NamedTuple):
    """A mean, and its interval."""

    mean: float
    low: float
    high: float
    of: int
    """Of what it is the mean."""


class Difference(NamedTuple):
    """By how much the second of two arms has more, pair by pair."""

    estimate: Estimate
    p: float
    """How likely at least so much would be if there were none; 1 where nothing differs at all."""


def estimate(values: Values) -> Estimate | None:
    """Give the mean of independent values: Wilson's interval if all are 0 or 1, else Student's. NaN is left out.

    None if there is nothing to estimate from. A single value has no interval: it may lie anywhere.
    """
    known = values[~np.isnan(values)]
    count = len(known)
    if count == 0:
        return None
    mean = float(known.mean())
    if np.isin(known, (0.0, 1.0)).all():
        interval = stats.binomtest(int(known.sum()), count).proportion_ci(SURE, method="wilson")
        return Estimate(mean, float(interval.low), float(interval.high), count)
    if count == 1:
        return Estimate(mean, -math.inf, math.inf, 1)
    half = float(stats.t.ppf((1 + SURE) / 2, count - 1)) * float(known.std(ddof=1)) / math.sqrt(count)
    return Estimate(mean, mean - half, mean + half, count)


def difference(first: Values, second: Values) -> Difference | None:
    """Compare two arms pair by pair, by Student's test of the differences; None with fewer than two pairs."""
    change = second - first
    known = change[~np.isnan(change)]
    if len(known) < 2:
        return None
    mean, spread = float(known.mean()), float(known.std(ddof=1))
    if spread == 0.0:
        # All pairs differ alike: how likely that is where there is none, a test of their signs says.
        return Difference(Estimate(mean, mean, mean, len(known)), 2.0 ** (1 - len(known)) if mean else 1.0)
    half = float(stats.t.ppf((1 + SURE) / 2, len(known) - 1)) * spread / math.sqrt(len(known))
    p = float(stats.ttest_1samp(known, 0.0).pvalue)
    return Difference(Estimate(mean, mean - half, mean + half, len(known)), p)


def together(ps: list[float]) -> list[float]:
    """Correct chances for how many measures were looked at, after Benjamini and Hochberg: of those that are then under
    0.05, one in twenty is there by chance.
    """
    return [float(p) for p in stats.false_discovery_control(ps)] if ps else []


def elo(score: float) -> float:
    """Give the difference in Elo that belongs to an expected score; infinite at 0 and 1."""
    if not 0.0 < score < 1.0:
        return math.copysign(math.inf, score - 0.5)
    return -400.0 * math.log10(1.0 / score - 1.0)
