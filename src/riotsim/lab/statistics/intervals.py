"""Estimates with the range in which they may lie, and whether two arms differ."""

import math
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import stats

Values = NDArray[np.float64]

SURE: Final = 0.95
"""How often an interval holds what it is to hold."""


ENOUGH: Final = 6
"""Pairs that can show anything. If six out of six differ the same way, chance alone does that once in 32 times; of five
out of five it is once in 16, more than the one in twenty that is allowed for. Before any correction.
"""


class Estimate(NamedTuple):
    """A mean, and its interval."""

    mean: float
    low: float
    high: float
    of: int
    """Of what it is the mean."""

    @property
    def anywhere(self) -> bool:
        """Whether nothing is known of where it may lie."""
        return self.low == -math.inf and self.high == math.inf


class Difference(NamedTuple):
    """By how much the second of two arms has more, pair by pair."""

    estimate: Estimate
    p: float
    """How likely at least so much would be if there were none; 1 where nothing differs at all."""


def estimate(values: Values, *, share: bool = False, least: float = -math.inf) -> Estimate | None:
    """Give the mean of independent values with Student's interval. NaN is left out; None if there is nothing else.

    Of a `share`, whose values lie between 0 and 1, the interval does too: it is Wilson's if all are 0 or 1, or equal.
    Of what can't be under `least` no interval is. What is no share and doesn't scatter has none, like a single value:
    nobody knows where it may lie.
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
    half = float(stats.t.ppf((1 + SURE) / 2, count - 1)) * float(known.std(ddof=1)) / math.sqrt(count)
    return Estimate(mean, mean - half, mean + half, count)


def _within(one: Estimate, least: float, most: float) -> Estimate:
    return one._replace(low=max(least, one.low), high=min(most, one.high))


def _wilson(mean: float, count: int) -> tuple[float, float]:
    """Where a share may lie; of parts of wins too, which scatter no more than whole ones."""
    far = float(stats.norm.ppf((1 + SURE) / 2)) ** 2 / count
    middle, half = mean + far / 2, math.sqrt(far * mean * (1.0 - mean) + far**2 / 4)
    return max(0.0, (middle - half) / (1.0 + far)), min(1.0, (middle + half) / (1.0 + far))


def difference(first: Values, second: Values, *, share: bool = False) -> Difference | None:
    """Compare two arms pair by pair, by Student's test of the differences; None with fewer than two pairs.

    What differs alike in all pairs has no interval. Between a `share` and another there is no more than 1.
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
    """Say why so few pairs can show next to nothing; empty if there are enough of them."""
    if pairs >= ENOUGH:
        return ""
    more = f"from {ENOUGH} pairs on something can be found"
    if pairs < 2:
        return f"What differs is told by how pairs scatter, and a single one does not; {more}."
    return f"If all differed the same way, chance alone would do that one time in {2 ** (pairs - 1)}; {more}."


def adjusted_p_values(ps: list[float]) -> list[float]:
    """Correct chances for how many measures were looked at, after Benjamini and Hochberg: of those that are then under
    0.05, one in twenty is there by chance.
    """
    return [float(p) for p in stats.false_discovery_control(ps)] if ps else []


def elo(score: float) -> float:
    """Give the difference in Elo that belongs to an expected score; infinite at 0 and 1."""
    if not 0.0 < score < 1.0:
        return math.copysign(math.inf, score - 0.5)
    return -400.0 * math.log10(1.0 / score - 1.0)
