"""Estimates with confidence intervals, and tests for differences between two arms."""

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Values = NDArray[np.float64]

CONFIDENCE_LEVEL: Final = 0.95
"""Confidence level of all intervals (95 %)."""


MIN_PAIRS: Final = 6
"""Minimum number of pairs with which a sign test can show a difference at the 5 % level.

Without any difference, six pairs all differ in the same direction once in 32 times, and five pairs once in 16 times.
Once in 16 times is more than 5 %. Neither probability is corrected for multiple testing.
"""


class Estimate(NamedTuple):
    """A mean with the ends of its 95 % confidence interval, `low` and `high`."""

    mean: float
    low: float
    high: float
    sample_size: int
    """Number of independent values that the mean was taken over."""

    @property
    def is_unbounded(self) -> bool:
        """True if the interval goes from −∞ to ∞."""
        return self.low == -math.inf and self.high == math.inf


class Difference(NamedTuple):
    """The difference between two arms, pair by pair: the second minus the first."""

    estimate: Estimate
    p: float
    """The two-sided p-value, not corrected for multiple testing; 1 if no pair differs."""


def estimate(values: Values, *, share: bool = False, least: float = -math.inf) -> Estimate | None:
    """Estimate the mean of independent values, with Student's interval.

    If all values are equal and they are not shares, the interval is unbounded; a single value counts as equal values.

    Args:
        values: The values; NaN is left out.
        share: Whether the values are shares from 0 to 1. The interval then stays within 0 and 1. It is Wilson's
            interval if all values are 0 or 1, or all are equal.
        least: Lower bound of the measure, at which a bounded interval is cut. It has no effect on shares.

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
        return Estimate(mean, *_wilson(mean, count), count)
    if still:
        return Estimate(mean, -math.inf, math.inf, count)
    return _within(_student(known), 0.0, 1.0) if share else _within(_student(known), least, math.inf)


def _student(known: Values) -> Estimate:
    mean, count = float(known.mean()), len(known)
    half = float(stats.t.ppf((1 + CONFIDENCE_LEVEL) / 2, count - 1)) * float(known.std(ddof=1)) / math.sqrt(count)
    return Estimate(mean, mean - half, mean + half, count)


def _within(one: Estimate, least: float, most: float) -> Estimate:
    return one._replace(low=max(least, one.low), high=min(most, one.high))


def _wilson(mean: float, count: int) -> tuple[float, float]:
    """Return the ends of Wilson's interval for a share.

    The interval is also valid for values between 0 and 1, such as shared wins. With the same mean, such values have no
    greater variance than zeros and ones.

    Args:
        mean: The observed share.
        count: Number of values.
    """
    far = float(stats.norm.ppf((1 + CONFIDENCE_LEVEL) / 2)) ** 2 / count
    middle, half = mean + far / 2, math.sqrt(far * mean * (1.0 - mean) + far**2 / 4)
    return max(0.0, (middle - half) / (1.0 + far)), min(1.0, (middle + half) / (1.0 + far))


def difference(first: Values, second: Values, *, share: bool = False) -> Difference | None:
    """Compare two arms pair by pair with Student's test: the second minus the first.

    If all pairs differ by the same amount, the interval is unbounded, also for shares. The p-value then comes from a
    sign test; it is 1 if the amount is 0.

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
    found = _student(known)
    p = float(stats.ttest_1samp(known, 0.0).pvalue)
    return Difference(_within(found, -1.0, 1.0) if share else found, p)


def too_few(pairs: int) -> str:
    """Return sentences on why so few pairs can hardly show a difference; empty from `MIN_PAIRS` pairs on."""
    if pairs >= MIN_PAIRS:
        return ""
    more = f"from {MIN_PAIRS} pairs on something can be found"
    if pairs < 2:
        return f"What differs is told by how pairs scatter, and a single one does not; {more}."
    return f"If all differed the same way, chance alone would do that one time in {2 ** (pairs - 1)}; {more}."


def adjusted_p_values(ps: list[float]) -> list[float]:
    """Adjust p-values for multiple testing after Benjamini and Hochberg.

    Of the results with an adjusted value below 0.05, at most 5 % are expected to come about by chance alone.
    """
    return [float(p) for p in stats.false_discovery_control(ps)] if ps else []


def elo(score: float) -> float:
    """Return the difference in Elo for an expected score from 0 to 1; −∞ for 0 and ∞ for 1."""
    if not 0.0 < score < 1.0:
        return math.copysign(math.inf, score - 0.5)
    return -400.0 * math.log10(1.0 / score - 1.0)
