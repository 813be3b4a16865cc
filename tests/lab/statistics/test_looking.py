"""Looking at a campaign again and again, on made-up pairs: how often something is marked although nothing differs."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from riotsim.lab.statistics.intervals import adjusted_p_values, difference, estimate

Draw = Callable[[np.random.Generator, tuple[int, int]], np.ndarray]

WITHOUT_DIFFERENCE: dict[str, Draw] = {
    "numbers": lambda rng, shape: rng.normal(size=shape),
    "waiting times": lambda rng, shape: rng.exponential(size=shape) - rng.exponential(size=shape),
    "wins": lambda rng, shape: (rng.binomial(1, 0.5, shape) - rng.binomial(1, 0.5, shape)).astype(float),
    "rare events": lambda rng, shape: (rng.binomial(1, 0.02, shape) - rng.binomial(1, 0.02, shape)).astype(float),
}
"""The differences of a measure between two equal arms, of shape (pairs, measures)."""

EARLY, LATE = range(10, 101, 10), range(100, 1001, 100)
"""Numbers of pairs after which somebody looks at the campaign."""


def _marked(draw: Draw, looks: range, campaigns: int, measures: int) -> float:
    """Return the share of campaigns in which, at any look, the corrected p-value of a measure is under 5 %."""
    rng = np.random.default_rng(np.random.SeedSequence(41))
    marked = 0
    for _ in range(campaigns):
        apart = draw(rng, (looks[-1], measures))
        for pairs in looks:
            found = [difference(np.zeros(pairs), apart[:pairs, one]) for one in range(measures)]
            if min(adjusted_p_values([one.p for one in found if one is not None])) < 0.05:
                marked += 1
                break
    return marked / campaigns


@pytest.mark.parametrize("looks", [EARLY, LATE])
def test_ten_looks_mark_no_more_than_one_would(looks: range) -> None:
    """If three measures don't differ, at most 5 % of 150 campaigns are marked at any of ten looks. Student's test would
    mark 15 %.
    """
    assert _marked(WITHOUT_DIFFERENCE["numbers"], looks, 150, 3) <= 0.05


@pytest.mark.proof
@pytest.mark.parametrize("kind", WITHOUT_DIFFERENCE)
@pytest.mark.parametrize("looks", [EARLY, LATE])
@pytest.mark.parametrize("measures", [1, 22])
def test_ten_looks_mark_no_more_than_one_would_at_length(kind: str, looks: range, measures: int) -> None:
    """If nothing differs, at most 5 % of 500 campaigns are marked at any of ten looks. This holds for every kind and
    number of measures.
    """
    assert _marked(WITHOUT_DIFFERENCE[kind], looks, 500, measures) <= 0.05


def _held(draw: Callable[[int], np.ndarray], truth: float, campaigns: int, *, share: bool) -> float:
    """Return the share of campaigns whose intervals at ten looks all contain the truth."""
    held = 0
    for _ in range(campaigns):
        values = draw(LATE[-1])
        found = [estimate(values[:pairs], share=share) for pairs in (*EARLY, *LATE)]
        held += all(one is not None and one.low <= truth <= one.high for one in found)
    return held / campaigns


@pytest.mark.parametrize("campaigns", [60, pytest.param(3000, marks=pytest.mark.proof)])
def test_intervals_of_all_looks_hold_the_truth_together(campaigns: int) -> None:
    """In 95 % of campaigns, the intervals of all looks contain the true mean or the true share."""
    rng = np.random.default_rng(np.random.SeedSequence(42))
    least = 0.95 - 3 * math.sqrt(0.05 * 0.95 / campaigns)
    assert _held(lambda count: rng.normal(5.0, 2.0, count), 5.0, campaigns, share=False) >= least
    assert _held(lambda count: rng.binomial(1, 0.3, count).astype(float), 0.3, campaigns, share=True) >= least
