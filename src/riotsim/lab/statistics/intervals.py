"""Estimates with confidence intervals, and tests for differences between two arms.

The intervals and tests hold at any time (see `anytime`). So a campaign may be watched and continued until its results
are clear.
"""

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riotsim.lab.statistics import anytime

Values = NDArray[np.float64]

CONFIDENCE_LEVEL: Final = 0.95
"""Confidence level of intervals by default (95 %)."""


MIN_PAIRS: Final = 6
"""Minimum number of pairs that can show a difference at the 5 % level.

With fewer pairs, even a very large difference can't be told from chance. If there is no true difference, the chance
that six pairs all differ in the same direction is 1/32. For five pairs, the chance is 1/16, which is more than 5 %.
"""


class Estimate(NamedTuple):
    """An estimate with the ends of its confidence interval, `low` and `high`.

    The interval holds at any time: it may be computed again after more games (see `anytime`).
    """

    mean: float
    low: float
    high: float
    sample_size: int
    """Number of independent values behind the estimate."""

    @property
    def is_unbounded(self) -> bool:
        """True if the interval goes from −∞ to ∞."""
        return self.low == -math.inf and self.high == math.inf


class Difference(NamedTuple):
    """The difference between two arms, pair by pair: the second arm minus the first."""

    estimate: Estimate
    p: float
    """Two-sided p-value, which holds at any time. It is 1 if the arms are equal in every pair.

    It is not corrected for multiple testing.
    """


def estimate(
    values: Values, *, share: bool = False, least: float = -math.inf, level: float = CONFIDENCE_LEVEL
) -> Estimate | None:
    """Estimate the mean of independent values, with an interval that holds at any time.

    Values that are not shares get an unbounded interval in two cases:

    - There are too few values: at a level of 95 %, fewer than `MIN_PAIRS`.
    - All values are equal.

    Args:
        values: The values; NaN is left out.
        share: Whether the values are shares from 0 to 1. The interval then lies between 0 and 1.
        least: Least possible value of the measure. If the values are not shares, and the interval is not unbounded, its
            lower end is at least this.
        level: The confidence level.

    Returns:
        The estimate, or None if all values are NaN.
    """
    known = values[~np.isnan(values)]
    count = len(known)
    if count == 0:
        return None
    mean = float(known.mean())
    still = bool((known == known[0]).all())
    if share and (still or np.isin(known, (0.0, 1.0)).all()):
        return Estimate(mean, *anytime.share_interval(mean, count, level), count)
    if still:
        return Estimate(mean, -math.inf, math.inf, count)
    found = _scattered(known, level)
    if share:
        return _within(found, 0.0, 1.0)
    return found if found.is_unbounded else _within(found, least, math.inf)


def _scattered(known: Values, level: float) -> Estimate:
    """Return the mean of values that are not all equal, with its interval."""
    mean, count = float(known.mean()), len(known)
    half = anytime.reach(count, level) * float(known.std(ddof=1)) / math.sqrt(count)
    return Estimate(mean, mean - half, mean + half, count)


def _within(one: Estimate, least: float, most: float) -> Estimate:
    return one._replace(low=max(least, one.low), high=min(most, one.high))


def median_estimate(values: Values, level: float = CONFIDENCE_LEVEL) -> Estimate | None:
    """Estimate the median over games, with an interval that holds at any time.

    The interval has all numbers, except those that are clearly not the median by strong evidence. See Howard and
    Ramdas, "Sequential estimation of quantiles", Bernoulli 28, 2022.

    Args:
        values: The values, of shape (pairs, games of a pair); NaN is left out.
        level: The confidence level.

    Returns:
        The estimate, or None if all values are NaN. If there are too few pairs, the ends of the interval are infinite.
    """
    known = values[~np.isnan(values).all(axis=1)]
    count, there = len(known), ~np.isnan(known)
    if count == 0:
        return None
    bound, games = -math.log(1.0 - level), there.sum(axis=1)

    def may_be_half(shares: Values) -> bool:
        return anytime.log_share_evidence(float((shares / games).mean()), count, 0.5) < bound

    steps = np.unique(known[there])
    above = [one for one in steps if may_be_half((known <= one).sum(axis=1)) or (known <= one).sum() * 2 > there.sum()]
    below = [one for one in steps if may_be_half((known < one).sum(axis=1)) or (known < one).sum() * 2 < there.sum()]
    low = -math.inf if may_be_half(np.zeros(count)) else float(min(above))
    high = math.inf if may_be_half(games.astype(float)) else float(max(below))
    return Estimate(float(np.median(known[there])), low, high, count)


def difference(first: Values, second: Values, *, share: bool = False) -> Difference | None:
    """Return the mean difference of two arms over all pairs: the second arm minus the first.

    The interval and the p-value hold at any time. There are two special cases:

    - With fewer than `MIN_PAIRS` pairs, the interval is unbounded, even for shares.
    - If all pairs differ by the same amount, the interval is unbounded. The p-value then comes from a sign test. If the
      amount is 0, the p-value is 1.

    Args:
        first: Values of the first arm, one for each pair; NaN for a pair without a value.
        second: Values of the second arm, in the same order.
        share: Whether the values are shares from 0 to 1. The interval then lies between −1 and 1, if it is not
            unbounded.

    Returns:
        The difference, or None if fewer than two pairs have both values.
    """
    change = second - first
    known = change[~np.isnan(change)]
    if len(known) < 2:
        return None
    if (known == known[0]).all():
        # How likely it is that all pairs differ alike where there is no difference, a test of their signs says.
        mean = float(known[0])
        return Difference(Estimate(mean, -math.inf, math.inf, len(known)), 2.0 ** (1 - len(known)) if mean else 1.0)
    found = _scattered(known, CONFIDENCE_LEVEL)
    p = anytime.p_value(anytime.log_mean_evidence(found.mean, float(known.std(ddof=1)), len(known)))
    return Difference(found if found.is_unbounded or not share else _within(found, -1.0, 1.0), p)


def too_few(pairs: int) -> str:
    """Return a sentence which says that there are too few pairs to show a difference.

    If there are at least `MIN_PAIRS` pairs, the sentence is empty.
    """
    if pairs >= MIN_PAIRS:
        return ""
    return f"Fewer than {MIN_PAIRS} pairs can't show a difference, however large it is."


def adjusted_p_values(ps: list[float]) -> list[float]:
    """Adjust p-values for multiple testing after Benjamini and Hochberg.

    Among the results whose adjusted value is below 0.05, at most 5 % are expected to be due to chance alone. This holds
    at any time, and also for dependent measures, because the p-values come from e-values (Wang and Ramdas, "False
    discovery rate control with e-values", 2022).
    """
    if not ps:
        return []
    from scipy import stats  # late: it takes a second to import, and only comparisons of arms need it

    return [float(p) for p in stats.false_discovery_control(ps)]


def elo(score: float) -> float:
    """Return the difference in Elo for an expected score from 0 to 1; −∞ for 0 and ∞ for 1."""
    if not 0.0 < score < 1.0:
        return math.copysign(math.inf, score - 0.5)
    return -400.0 * math.log10(1.0 / score - 1.0)
