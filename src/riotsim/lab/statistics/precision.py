"""The number of pairs of games for showing a difference, and the smallest difference that a number of pairs can
show.
"""

import math
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from riotsim.lab.statistics import anytime
from riotsim.lab.statistics.intervals import CONFIDENCE_LEVEL, MIN_PAIRS
from riotsim.lab.statistics.sequential import Sprt

Values = NDArray[np.float64]

POWER: Final = 0.8
"""Statistical power: if there is a true difference, the pairs of games should show it with this chance."""

MAX_PAIRS: Final = 1_000_000
"""Greatest number of pairs that `pairs_to_show` returns."""

_WALKS: Final = 2_000
"""Number of simulated random walks for estimating the length of sequential tests.

With this number, the error of `decided_share` is about 0.01.
"""

_WALK_STEP: Final = 0.1
"""Time between two steps of a random walk, in the unit of the lengths that `_lengths` returns."""

_WALK_STEPS: Final = 600


def smallest_difference(deviation: float, pairs: int, level: float = CONFIDENCE_LEVEL) -> float:
    """Return the smallest true difference that a number of pairs of games shows with the chance `POWER`.

    The pairs show a difference if its confidence interval excludes 0. The result is ∞ if there are too few pairs for a
    finite interval.

    Args:
        deviation: Standard deviation of the difference over pairs.
        pairs: Number of pairs.
        level: The level of the confidence interval.
    """
    return (anytime.reach(pairs, level) + float(ndtri(POWER))) * deviation / math.sqrt(max(pairs, 1))


def pairs_to_show(difference: float, deviation: float, level: float = CONFIDENCE_LEVEL) -> int:
    """Return how many pairs of games are needed to show a true difference with the chance `POWER`.

    The pairs show the difference if its confidence interval excludes 0. The result is at most `MAX_PAIRS`, even if more
    pairs are needed.

    Args:
        difference: The true difference; above 0.
        deviation: Standard deviation of the difference over pairs.
        level: The level of the confidence interval.
    """
    low, high = MIN_PAIRS, MAX_PAIRS
    while low < high:
        middle = (low + high) // 2
        if smallest_difference(deviation, middle, level) <= difference:
            high = middle
        else:
            low = middle + 1
    return low


def decided_share(test: Sprt, deviation: float, pairs: int) -> float:
    """Return the fraction of campaigns (0 to 1) whose sequential test is decided by a given number of pairs.

    The fraction is estimated twice: for a true difference of 0, and for the difference that the test looks for. The
    result is the smaller fraction.

    If the true difference lies between the two, the pairs decide fewer campaigns. If it is greater than both, they
    decide more.

    Args:
        test: The test.
        deviation: Standard deviation of the tested value over pairs; above 0.
        pairs: Number of pairs.
    """
    lengths = _lengths(test.alpha, test.beta)
    return float((lengths <= pairs * (test.difference / deviation) ** 2).mean(axis=1).min())


def pairs_to_decide(test: Sprt, deviation: float, share: float = 0.9) -> int:
    """Return how many pairs are enough to decide the sequential test in most campaigns; `share` says in how many.

    This number of pairs is enough if the true difference is 0, and also if it is the difference that the test looks
    for.

    Args:
        test: The test.
        deviation: Standard deviation of the tested value over pairs.
        share: The fraction of campaigns whose test should be decided, from 0 to 1.
    """
    length = float(np.quantile(_lengths(test.alpha, test.beta), share, axis=1).max())
    return max(MIN_PAIRS, math.ceil(length * (deviation / test.difference) ** 2))


@cache
def _lengths(alpha: float, beta: float) -> Values:
    """Simulate how long sequential tests on normally distributed values take until they are decided.

    Returns:
        The lengths of the tests, shape (2, `_WALKS`); ∞ for a test that isn't decided. In the first row, the true
        difference is 0. In the second row, it is the difference that the test looks for.

        A length has no unit. A test of this length takes length · (standard deviation / difference)² pairs of games.
        Here, "difference" is the difference that the test looks for.
    """
    low, high = Sprt(0.0, 1.0, alpha, beta).bounds
    rng = np.random.default_rng(np.random.SeedSequence(1))
    time = _WALK_STEP * np.arange(1, _WALK_STEPS + 1)
    found = np.empty((2, _WALKS))
    for row, mean in enumerate((0.0, 1.0)):
        steps = rng.normal(mean * _WALK_STEP, math.sqrt(_WALK_STEP), (_WALKS, _WALK_STEPS))
        walks = np.abs(steps.cumsum(axis=1))
        over = (walks - time / 2 >= high) | (walks - time / 2 <= low)
        found[row] = np.where(over.any(axis=1), time[over.argmax(axis=1)], math.inf)
    return found
