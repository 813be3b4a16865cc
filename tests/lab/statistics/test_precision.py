"""How many pairs a question needs: forecasts against made-up campaigns."""

import math

import numpy as np
import pytest

from riotsim.cli.lab.compare import _default_pairs
from riotsim.lab.statistics import sequential
from riotsim.lab.statistics.intervals import difference
from riotsim.lab.statistics.precision import decided_share, pairs_to_decide, pairs_to_show, smallest_difference
from riotsim.lab.statistics.sequential import Sprt

PENTANOMIAL = [0.0, 0.25, 0.5, 0.75, 1.0]


def _decided(score: float, test: Sprt, pairs: int, campaigns: int) -> float:
    """Return the share of campaigns in which a test of two bots is decided within so many pairs."""
    rng = np.random.default_rng(np.random.SeedSequence(51, spawn_key=(round(100 * score),)))
    made = (sequential.run(test, rng.binomial(2, score, pairs) / 2, PENTANOMIAL) for _ in range(campaigns))
    return sum(one.verdict is not None for one in made) / campaigns


@pytest.mark.parametrize("campaigns", [60, pytest.param(1000, marks=pytest.mark.proof)])
@pytest.mark.parametrize("score", [0.5, 0.6])
def test_two_bots_are_compared_with_a_decision(score: float, campaigns: int) -> None:
    """With the default number of pairs, at least 80 % of comparisons of two bots are decided. This holds for equal bots
    and for a bot with 60 % of the points.
    """
    assert _decided(score, Sprt(0.5, 0.1), _default_pairs("greedy", None), campaigns) >= 0.8


@pytest.mark.parametrize(("difference", "pairs"), [(0.1, 200), (0.05, 800), (0.2, 50)])
def test_the_number_of_pairs_goes_with_the_difference(difference: float, pairs: int) -> None:
    """If the difference is half as large, four times as many pairs are proposed."""
    assert _default_pairs("greedy", difference) == pairs


@pytest.mark.parametrize("campaigns", [100, pytest.param(1000, marks=pytest.mark.proof)])
@pytest.mark.parametrize("pairs", [60, 120])
def test_what_is_foretold_of_a_test_comes_about(pairs: int, campaigns: int) -> None:
    """The forecast of how many tests are decided agrees with made-up campaigns, within 3 standard errors and 0.04."""
    test = Sprt(0.5, 0.1)
    foretold = decided_share(test, math.sqrt(0.125), pairs)
    there = min(_decided(score, test, pairs, campaigns) for score in (0.5, 0.6))
    assert there == pytest.approx(foretold, abs=0.04 + 3 * math.sqrt(0.25 / campaigns))
    assert decided_share(test, 1.0, pairs_to_decide(test, 1.0)) == pytest.approx(0.9, abs=0.01)


@pytest.mark.parametrize("campaigns", [200, pytest.param(3000, marks=pytest.mark.proof)])
@pytest.mark.parametrize("pairs", [30, 300])
def test_the_smallest_difference_is_shown_in_four_of_five_campaigns(pairs: int, campaigns: int) -> None:
    """A true difference of the smallest size that can be seen has a p-value under 5 % in 80 % of campaigns."""
    rng = np.random.default_rng(np.random.SeedSequence(52))
    least = smallest_difference(2.0, pairs)
    found = [difference(np.zeros(pairs), rng.normal(least, 2.0, pairs)) for _ in range(campaigns)]
    shown = sum(one is not None and one.p < 0.05 for one in found) / campaigns
    assert shown == pytest.approx(0.8, abs=0.03 + 3 * math.sqrt(0.16 / campaigns))
    assert pairs_to_show(least, 2.0) == pytest.approx(pairs, abs=1)


def test_too_few_pairs_show_nothing() -> None:
    """Five pairs can't show a difference, however large it is."""
    assert smallest_difference(1.0, 5) == math.inf
    assert pairs_to_show(100.0, 1.0) == 6
