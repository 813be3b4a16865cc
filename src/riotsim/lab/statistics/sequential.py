"""A sequential test: after each pair of games, whether it is known by now if something makes a difference.

Wald's sequential probability ratio test in its generalised form, as Stockfish's fishtest uses it on pairs of games
with the seats swapped: the likelihood of what came, once with the mean that there would be without a difference and
once with the smallest that matters, each with whatever distribution has that mean and fits best. (Van den Bergh,
"A practical introduction to the GSPRT", 2017; the regularisation is fishtest's.)
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]

Verdict: TypeAlias = Literal["more", "less", "no difference"]

TINY: Final = 1e-3
"""What each value has that may come and has not: without it, what has never come could never come."""

LEAST: Final = 8
"""Pairs before which nothing is decided: with fewer, the spread of what came says little of that of what may come."""

LEAST_NUMBERS: Final = 16
"""The same, of measures that are numbers: how far they may scatter has to be learnt, too."""

AT_ONCE: Final = 256
"""Pairs whose ratios are worked out together."""

HALVINGS: Final = 50
"""Of the range in which a root lies: as exactly as a number can say."""


@dataclass(frozen=True, slots=True)
class Sprt:
    """What is tested: whether a mean is `even`, or farther from it than `difference`."""

    even: float
    difference: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which each of the two sides is decided: no difference, and one.

        There are two sides to be wrong on, so each has half of `alpha`.
        """
        alpha = self.alpha / 2
        return math.log(self.beta / (1 - alpha)), math.log((1 - self.beta) / alpha)


@dataclass(frozen=True, slots=True)
class SprtResult:
    """How a test went."""

    verdict: Verdict | None
    """None while it is not known."""
    pairs: int
    """How many it took; what came later doesn't count."""
    ratios: tuple[float, float]
    """The last log-likelihood ratios, of more and of less against no difference."""


def least_pairs(cells: Sequence[float] | None) -> int:
    """Give how many pairs a test waits for; `cells` as `run` has them."""
    return LEAST_NUMBERS if cells is None else LEAST


def run(test: Sprt, values: Values, cells: Sequence[float] | None = None, *, since: int = 0) -> SprtResult:
    """Test values in the order in which they were planned, up to where it is known. NaN is passed over.

    `cells` are the values that may come, such as 0, ¼, ½, ¾ and 1 for the score of a pair; without them the values are
    taken to scatter as a normal distribution does. After the first `since` of them it is known that nothing was known.
    """
    low, high = test.bounds
    last = (0.0, 0.0)
    for first in range(since, len(values), AT_ONCE):
        numbers = np.arange(first, min(first + AT_ONCE, len(values))) + 1
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
    """The ratios, of more and of less, after so many of the values; NaN where there are too few."""
    known = ~np.isnan(values)
    came = known.cumsum()[numbers - 1]
    enough = came >= least_pairs(cells)
    found = np.full((2, len(numbers)), np.nan)
    if enough.any():
        for row, mean in zip(found, (test.even + test.difference, test.even - test.difference), strict=True):
            if cells is None:
                row[enough] = _normal_ratios(values[known], came[enough], test.even, mean)
            else:
                ladder = np.array(sorted(cells), dtype=float)
                row[enough] = log_likelihood_ratio(_counted(values, ladder, numbers[enough]), ladder, test.even, mean)
    more, less = found.tolist()
    return more, less


def _counted(values: Values, ladder: Values, numbers: NDArray[np.int64]) -> Values:
    """How often each cell of the ladder came among the first so many values; shape (numbers, cells)."""
    nearest = np.abs(values[: numbers[-1], None] - ladder).argmin(axis=1)
    came = (nearest[:, None] == np.arange(len(ladder))) & ~np.isnan(values[: numbers[-1], None])
    counts: Values = came.cumsum(axis=0)[numbers - 1].astype(float)
    return counts


def _normal_ratios(values: Values, numbers: NDArray[np.int64], mean0: float, mean1: float) -> Values:
    """The ratios after so many of the values, of which none is NaN."""
    off = values - values[0]  # so that of equal values nothing is left, not even by rounding
    means = off.cumsum()[numbers - 1] / numbers
    variances = (off**2).cumsum()[numbers - 1] / numbers - means**2
    return normal_ratio(numbers, means + values[0], variances, mean0, mean1)


def normal_ratio(counts: NDArray[np.int64], means: Values, variances: Values, mean0: float, mean1: float) -> Values:
    """Give the log-likelihood ratio of one mean against another for values that scatter as they do, normally.

    Each hypothesis has the variance that fits it best, as in Student's test: n / 2 · log of how the mean squares about
    the two means compare. Far off, where that would fall again since neither fits, it stays at its highest. NaN where
    nothing scatters: how far off such a mean might be is not known. `variances` are those with n below the line.
    """
    half = (mean1 - mean0) / 2
    most = np.sqrt(variances + half**2)
    off = np.clip(means - (mean0 + mean1) / 2, -most, most)
    with np.errstate(divide="ignore", invalid="ignore"):
        found = counts / 2 * np.log((variances + (off + half) ** 2) / (variances + (off - half) ** 2))
    told: Values = np.where(variances > 0.0, found, np.nan)
    return told


def log_likelihood_ratio(counts: Values, cells: Values, mean0: float, mean1: float) -> Values:
    """Give the log-likelihood ratio of one mean against another. Raises `ValueError` for a mean that can't be.

    `counts`, of shape (..., cells), tell how often each of `cells` came; the answer has the shape of what is before.
    """
    for mean in (mean0, mean1):
        if not cells[0] < mean < cells[-1]:
            raise ValueError(f"a mean of {mean:g} can't come of values from {cells[0]:g} to {cells[-1]:g}")
    smoothed = np.where(counts > 0, counts, TINY)
    games = smoothed.sum(axis=-1)
    shares = smoothed / games[..., None]
    likely0, likely1 = _likeliest(shares, cells, mean0), _likeliest(shares, cells, mean1)
    found: Values = games * (shares * (np.log(likely1) - np.log(likely0))).sum(axis=-1)
    return found


def _likeliest(shares: Values, cells: Values, mean: float) -> Values:
    """The distribution with this mean under which what came is likeliest: p / (1 + x (a − mean)), for some x."""
    off = cells - mean
    # x has to keep all parts positive: it lies between these, and the sum falls from above 0 to below it on the way.
    low = np.full(shares.shape[:-1], -1.0 / off.max())
    high = np.full(shares.shape[:-1], -1.0 / off.min())
    for _ in range(HALVINGS):
        x = (low + high) / 2
        above = (shares * off / (1.0 + x[..., None] * off)).sum(axis=-1) > 0.0
        low, high = np.where(above, x, low), np.where(above, high, x)
    likely: Values = shares / (1.0 + ((low + high) / 2)[..., None] * off)
    scaled: Values = likely / likely.sum(axis=-1, keepdims=True)
    return scaled
