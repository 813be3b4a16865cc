"""Estimates with confidence intervals, and tests for differences between two arms. All intervals and tests hold at any
time. So a campaign may be watched and continued until its results are clear (see `anytime`).
"""

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from riotsim.lab.statistics import anytime

Values = NDArray[np.float64]

CONFIDENCE_LEVEL: Final = 0.95
"""Confidence level of intervals by default (95 %)."""


MIN_PAIRS: Final = 6
"""Minimum number of pairs that can show a difference at the 5 % level. With fewer, not even a huge difference can be
shown.

If there is no true difference, six pairs all differ in the same direction with a chance of 1/32. For five pairs, the
chance is 1/16, which is more than 5 %. These chances are not corrected for multiple testing.
"""


class Estimate(NamedTuple):
    """An estimate with the ends of its confidence interval, `low` and `high`. The interval is valid however often it is
    computed again after more games, and whenever the campaign stops (see `anytime`).
    """

    mean: float
    low: float
    high: float
    sample_size: int
    """Number of independent values from which the estimate was made."""

    @property
    def is_unbounded(self) -> bool:
        """True if the interval goes from −∞ to ∞."""
        return self.low == -math.inf and self.high == math.inf


class Difference(NamedTuple):
    """The difference between two arms, pair by pair: the second arm minus the first."""

    estimate: Estimate
    p: float
    """Two-sided p-value, not corrected for multiple testing; 1 if no pair differs. It holds at any time."""


def estimate(
    values: Values, *, share: bool = False, least: float = -math.inf, level: float = CONFIDENCE_LEVEL
) -> Estimate | None:
    """Estimate the mean of independent values, with an interval that holds at any time: it stays valid if it is
    computed again after more values.

    Values that are not shares get an unbounded interval in two cases: if there are too few, or if all are equal. At a
    confidence level of 95 %, fewer than `MIN_PAIRS` values are too few.

    Args:
        values: The values; NaN is left out.
        share: Whether the values are shares from 0 to 1. The interval then stays within 0 and 1. If all shares are
            equal, or if each is 0 or 1, `anytime.share_interval` computes the interval.
        least: Least possible value of the measure. A bounded interval is cut there. For shares, `least` has no effect.
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

    The interval contains every number that may be the median. A number is left out if there is strong evidence that
    more than half, or fewer than half, of all values lie below the number. See Howard and Ramdas, "Sequential
    estimation of quantiles", Bernoulli 28, 2022.

    Args:
        values: The values, of shape (pairs, games of a pair); NaN is left out.
        level: The confidence level.

    Returns:
        The estimate, or None if all values are NaN. An end is infinite if there are too few pairs for a bound.
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
    """Return the mean over all pairs of the difference in a pair: the second arm minus the first.

    The interval and the p-value hold at any time. With fewer than `MIN_PAIRS` pairs the interval is unbounded, also for
    shares. If all pairs differ by the same amount, the interval is unbounded too. The p-value then comes from a sign
    test, or is 1 if the amount is 0.

    Args:
        first: Values of the first arm, one for each pair; NaN for a pair without a value.
        second: Values of the second arm, in the same order.
        share: Whether the values are shares from 0 to 1. A bounded interval is then cut at −1 and 1.

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
    """Return a sentence that says that there are too few pairs to show a difference. It is empty if there are at least
    `MIN_PAIRS` pairs.
    """
    if pairs >= MIN_PAIRS:
        return ""
    return f"Fewer than {MIN_PAIRS} pairs can't show a difference, however large it is."


def adjusted_p_values(ps: list[float]) -> list[float]:
    """Adjust p-values for multiple testing after Benjamini and Hochberg.

    Of the results with an adjusted value below 0.05, at most 5 % are expected to come about by chance alone. As the
    p-values come from e-values, this holds at any time and however measures depend on each other (Wang and Ramdas,
    "False discovery rate control with e-values", 2022).
    """
    return [float(p) for p in stats.false_discovery_control(ps)] if ps else []


def elo(score: float) -> float:
    """Return the difference in Elo for an expected score from 0 to 1; −∞ for 0 and ∞ for 1."""
    if not 0.0 < score < 1.0:
        return math.copysign(math.inf, score - 0.5)
    return -400.0 * math.log10(1.0 / score - 1.0)
