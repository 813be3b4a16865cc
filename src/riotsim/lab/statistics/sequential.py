"""A sequential test. It decides whether there is a difference, as soon as the pairs of games allow it.

Each pair of games gives one value, such as the score of a player. There are two hypotheses about the true mean of these
values: no difference, or the smallest difference that matters. The test compares how likely the observed values are
under each hypothesis. Many distributions have the mean of a hypothesis. Of these, the test takes the one that fits the
observed values best.

This is Wald's sequential probability ratio test in its generalised form, as in Stockfish's fishtest. See Van den Bergh,
"A practical introduction to the GSPRT", 2017. `UNSEEN_VALUE_COUNT` is taken from fishtest.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

Verdict: TypeAlias = Literal["more", "less", "no difference"]

UNSEEN_VALUE_COUNT: Final = 1e-3
"""Count of a possible value that has not occurred. It keeps the value's probability above 0."""

MIN_PAIRS: Final = 8
"""Minimum number of pairs that the test needs to decide about a share of the games, such as the share of wins.

With fewer pairs, the variance is too uncertain.
"""

MIN_PAIRS_NUMERIC: Final = 16
"""Least number of pairs for a decision about a measure that is not a share of the games.

The variance of such a measure is harder to estimate than that of a share.
"""

PAIR_BATCH_SIZE: Final = 256
"""Number of pairs whose likelihood ratios are computed in one NumPy operation."""

MAX_BISECTIONS: Final = 50
"""Number of steps of the bisection for x in `_max_likelihood`.

After 50 steps, x is about as exact as a float can be.
"""


@dataclass(frozen=True, slots=True)
class Sprt:
    """The two hypotheses of the test, and how often it may decide wrongly.

    - First hypothesis: the true mean of the pairs' values is `even`.
    - Second hypothesis: this mean differs from `even` by `difference`.
    - `alpha`: the accepted probability that the test finds a difference if the first hypothesis is true.
    - `beta`: the accepted probability that the test finds no difference if the second hypothesis is true.
    """

    even: float
    difference: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """Lower bound and upper bound that decide the test. Two log-likelihood ratios are compared with them.

        One ratio is for a greater mean, and the other ratio for a smaller mean (see `SprtResult.ratios`).

        - If both ratios are at or below the lower bound, there is no difference.
        - If one ratio is at or above the upper bound, there is a difference.
        """
        alpha = self.alpha / 2
        return math.log(self.beta / (1 - alpha)), math.log((1 - self.beta) / alpha)


@dataclass(frozen=True, slots=True)
class SprtResult:
    """The state of a sequential test."""

    verdict: Verdict | None
    """The decision; None if the test is still undecided."""
    pairs: int
    """Number of pairs up to the decision. If there is no decision yet, this is the number of all pairs."""
    ratios: tuple[float, float]
    """Latest two log-likelihood ratios.

    The first ratio compares a greater mean with no difference. The second ratio compares a smaller mean with no
    difference.
    """


def min_pairs(cells: Sequence[float] | None) -> int:
    """Return the minimum number of pairs that the test needs to decide.

    Args:
        cells: All values that a pair can have; None if the pairs' values are assumed to be normally distributed.
    """
    return MIN_PAIRS_NUMERIC if cells is None else MIN_PAIRS


def run(test: Sprt, values: Values, cells: Sequence[float] | None = None, *, since: int = 0) -> SprtResult:
    """Run the test: take one value after the other until the test is decided.

    Args:
        test: The hypotheses.
        values: The value of each pair, in the order of the plan. NaN stands for an unknown value, which is left out.
        cells: The possible values, such as 0, ¼, ½, ¾ and 1 for the score of a pair; None for normally distributed
            values.
        since: An earlier run was still undecided after this number of values. The test uses these values too, but it
            can be decided only after later values.
    """
    low, high = test.bounds
    last = (0.0, 0.0)
    for first in range(since, len(values), PAIR_BATCH_SIZE):
        numbers = np.arange(first, min(first + PAIR_BATCH_SIZE, len(values))) + 1
        for number, more, less in zip(numbers.tolist(), *_ratios(test, values, cells, numbers), strict=True):
            if math.isnan(more):
                continue
            last = (more, less)
            if more >= high:
                return SprtResult("more", number, last)
            if less >= high:
                return SprtResult("less", number, last)
            if max(last) <= low:
                return SprtResult("no difference", number, last)
    return SprtResult(None, len(values), last)


def _ratios(
    test: Sprt, values: Values, cells: Sequence[float] | None, numbers: NDArray[np.int64]
) -> tuple[list[float], list[float]]:
    """Return two log-likelihood ratios for each n in `numbers`, computed from the first n values.

    The first ratio is for a greater mean: it compares `test.even` + `test.difference` with `test.even`. The second
    ratio is for a smaller mean: it compares `test.even` − `test.difference` with `test.even`.

    Args:
        test: The hypotheses.
        values: The values of the pairs; NaN is left out.
        cells: The possible values, as for `run`.
        numbers: The numbers n, in ascending order.

    Returns:
        Two lists with a ratio for each n. The first list is for the greater mean, the second list for the smaller mean.

        A ratio is NaN if fewer than `min_pairs(cells)` of the first n values are known (not NaN). If `cells` is None, a
        ratio is also NaN if all known values among the first n are equal.
    """
    known = ~np.isnan(values)
    came = known.cumsum()[numbers - 1]
    enough = came >= min_pairs(cells)
    found = np.full((2, len(numbers)), np.nan)
    means = (test.even + test.difference, test.even - test.difference)
    if enough.any() and cells is None:
        found[:, enough] = [_normal_ratios(values[known], came[enough], test.even, mean) for mean in means]
    elif enough.any():
        ladder = np.array(sorted(cells or ()), dtype=float)
        found[:, enough] = _log_likelihood_ratios(_counted(values, ladder, numbers[enough]), ladder, test.even, means)
    more, less = found.tolist()
    return more, less


def _counted(values: Values, ladder: Values, numbers: NDArray[np.int64]) -> Values:
    """Count how often each possible value occurs among the first n values of pairs, for several n.

    Args:
        values: The values of the pairs; NaN is left out.
        ladder: The possible values.
        numbers: The numbers n, in ascending order.

    Returns:
        The counts, as an array with a row for each n and a column for each possible value.
    """
    nearest = np.abs(values[: numbers[-1], None] - ladder).argmin(axis=1)
    came = (nearest[:, None] == np.arange(len(ladder))) & ~np.isnan(values[: numbers[-1], None])
    counts: Values = came.cumsum(axis=0)[numbers - 1].astype(float)
    return counts


def _normal_ratios(values: Values, numbers: NDArray[np.int64], mean0: float, mean1: float) -> Values:
    """Return the log-likelihood ratio of the second hypothesis to the first, from the first n values, for several n.

    The values are assumed to be normally distributed.

    Args:
        values: The values, without NaN.
        numbers: The numbers n. The result has a ratio for each n.
        mean0: The mean of the first hypothesis.
        mean1: The mean of the second hypothesis.
    """
    off = values - values[0]  # so that of equal values nothing is left, not even by rounding
    means = off.cumsum()[numbers - 1] / numbers
    variances = (off**2).cumsum()[numbers - 1] / numbers - means**2
    return normal_ratio(numbers, means + values[0], variances, mean0, mean1)


def normal_ratio(counts: NDArray[np.int64], means: Values, variances: Values, mean0: float, mean1: float) -> Values:
    """Return the log-likelihood ratio of the second hypothesis to the first, for normally distributed values.

    The ratio is n / 2 · log(s₀ / s₁). Here s₀ is the mean squared deviation of the values from `mean0`, and s₁ from
    `mean1`. Each hypothesis thus has the variance that fits it best, as in Student's test.

    As the sample's mean moves away from the means of both hypotheses, this formula first reaches an extreme (its
    greatest or its least value), and then approaches 0 again. Here the ratio doesn't approach 0 again: for sample means
    beyond the extreme, the ratio stays at the extreme.

    Args:
        counts: Number n of values in each sample.
        means: Mean of each sample.
        variances: Variance of each sample, with n in the denominator.
        mean0: The mean of the first hypothesis.
        mean1: The mean of the second hypothesis.

    Returns:
        The ratio for each sample; NaN if the sample's variance is 0.
    """
    half = (mean1 - mean0) / 2
    most = np.sqrt(variances + half**2)
    off = np.clip(means - (mean0 + mean1) / 2, -most, most)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = counts / 2 * np.log((variances + (off + half) ** 2) / (variances + (off - half) ** 2))
    told: Values = np.where(variances > 0.0, found, np.nan)
    return told


def log_likelihood_ratio(counts: Values, cells: Values, mean0: float, mean1: float) -> Values:
    """Return the log-likelihood ratio of the second hypothesis to the first, for values from a finite set.

    Args:
        counts: How often each value occurred, of shape (..., cells).
        cells: The possible values, in ascending order.
        mean0: The mean of the first hypothesis.
        mean1: The mean of the second hypothesis.

    Returns:
        The ratio, of the shape of `counts` without its last axis.

    Raises:
        ValueError: A mean does not lie between the least and the greatest possible value.
    """
    (found,) = _log_likelihood_ratios(counts, cells, mean0, (mean1,))
    return found


def _log_likelihood_ratios(counts: Values, cells: Values, mean0: float, means1: Sequence[float]) -> list[Values]:
    """Return what `log_likelihood_ratio` returns, for each of several second hypotheses.

    Args:
        counts: As for `log_likelihood_ratio`.
        cells: As for `log_likelihood_ratio`.
        mean0: The mean of the first hypothesis.
        means1: The mean of each second hypothesis.

    Returns:
        The ratios, in the order of `means1`.

    Raises:
        ValueError: A mean does not lie between the least and the greatest possible value.
    """
    for mean in (mean0, *means1):
        if not cells[0] < mean < cells[-1]:
            raise ValueError(f"a mean of {mean:g} can't come of values from {cells[0]:g} to {cells[-1]:g}")
    smoothed = np.where(counts > 0, counts, UNSEEN_VALUE_COUNT)
    games = smoothed.sum(axis=-1)
    shares = smoothed / games[..., None]
    log0 = np.log(_max_likelihood(shares, cells, mean0))
    logs1 = [np.log(_max_likelihood(shares, cells, mean)) for mean in means1]
    return [games * (shares * (log1 - log0)).sum(axis=-1) for log1 in logs1]


def _max_likelihood(shares: Values, cells: Values, mean: float) -> Values:
    """Return the distribution with mean `mean` that makes the results most likely.

    The probability of a value v is p / (1 + x (v − mean)). Here p is the value's share of the results. The number x is
    found by bisection.

    Args:
        shares: For each value, the share of the results that have this value; of shape (..., cells).
        cells: The possible values.
        mean: The mean.
    """
    off = cells - mean
    # x has to keep all parts positive: it lies between these, and the sum falls from above 0 to below it on the way.
    low = np.full(shares.shape[:-1], -1.0 / off.max())
    high = np.full(shares.shape[:-1], -1.0 / off.min())
    # A row for each value, because NumPy adds long rows much faster than many short ones.
    scaled_shares = np.ascontiguousarray(np.moveaxis(shares * off, -1, 0))
    parts, distances = np.empty(scaled_shares.shape), off.reshape(-1, *[1] * low.ndim)
    for _ in range(MAX_BISECTIONS):
        x = (low + high) / 2
        np.multiply(x, distances, out=parts)
        parts += 1.0
        np.divide(scaled_shares, parts, out=parts)
        above = reduce(np.add, parts) > 0.0  # row by row, so that a pair's ratio doesn't depend on the other pairs
        low, high = np.where(above, x, low), np.where(above, high, x)
    likely: Values = shares / (1.0 + ((low + high) / 2)[..., None] * off)
    scaled: Values = likely / likely.sum(axis=-1, keepdims=True)
    return scaled
