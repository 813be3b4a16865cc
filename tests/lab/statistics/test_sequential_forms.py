"""Likelihood ratios and decisions of the sequential test against closed forms and a second search."""

import math

import numpy as np
import pytest
from scipy import optimize

from riotsim.lab.statistics import sequential
from riotsim.lab.statistics.sequential import Sprt, SprtResult

HALVES = [0.0, 0.5, 1.0]


def _ratio(counts: list[float], mean0: float, mean1: float) -> float:
    """Return the log-likelihood ratio of two means of 0, ½ and 1, by a search among all distributions of each mean."""

    def best(mean: float) -> float:
        def loss(half: float) -> float:
            chances = [1.0 - half - (mean - half / 2), half, mean - half / 2]
            return -sum(count * math.log(max(chance, 1e-12)) for count, chance in zip(counts, chances, strict=True))

        most = 2 * min(mean, 1.0 - mean)
        return -float(
            optimize.minimize_scalar(loss, bounds=(0.0, most), method="bounded", options={"xatol": 1e-10}).fun
        )

    return best(mean1) - best(mean0)


@pytest.mark.parametrize("counts", [[5.0, 3.0, 7.0], [1.0, 8.0, 2.0], [4.0, 0.001, 4.0]])
@pytest.mark.parametrize(("mean0", "mean1"), [(0.5, 0.6), (0.5, 0.35)])
def test_a_likelihood_ratio_is_that_of_the_best_distributions(counts: list[float], mean0: float, mean1: float) -> None:
    """A likelihood ratio compares the best distributions of 0, ½ and 1 with each mean. A value that never came counts
    as if it had come 0.001 times.
    """
    seen = np.array([count if count >= 1.0 else 0.0 for count in counts])
    found = sequential.log_likelihood_ratio(seen, np.array(HALVES), mean0, mean1)
    assert found == pytest.approx(_ratio(counts, mean0, mean1), abs=1e-4)


@pytest.mark.parametrize("mean", [0.0, 1.0])
def test_a_mean_at_an_end_of_the_values_is_refused(mean: float) -> None:
    """A mean at an end of the values is refused, because all values would have to be equal."""
    with pytest.raises(ValueError, match=f"a mean of {mean:g} can't come of values from 0 to 1"):
        sequential.log_likelihood_ratio(np.ones(3), np.array(HALVES), mean, 0.5)


def test_a_normal_ratio_compares_squared_deviations() -> None:
    """The ratio is N / 2 · log(s₀ / s₁), where s₀ and s₁ are the mean squared deviations from both means."""
    found = sequential.normal_ratio(np.array([10]), np.array([0.3]), np.array([2.0]), 0.0, 0.5)
    assert found == pytest.approx([5.0 * math.log((2.0 + 0.09) / (2.0 + 0.04))])
    values = np.array([1.0, 3.0, 2.0, 5.0, 4.0])
    rows = sequential._normal_ratios(values, np.array([3, 5]), 1.0, 2.5)
    for ratio, count in zip(rows, (3, 5), strict=True):
        first, second = (float(((values[:count] - mean) ** 2).mean()) for mean in (1.0, 2.5))
        assert ratio == pytest.approx(count / 2 * math.log(first / second))


def test_a_normal_ratio_is_greatest_beyond_a_mean_and_keeps_it() -> None:
    """With a variance of 1 and means of 0 and 0.5, the ratio is greatest at √(1 + 1/16) above 0.25. It keeps this value
    beyond. It is least as far below 0.25.
    """
    most = math.sqrt(1.0 + 0.0625)
    means = np.array([0.25 + most, 0.25 + 2 * most, 50.0, 0.25 - most, -50.0])
    found = sequential.normal_ratio(np.full(5, 8), means, np.ones(5), 0.0, 0.5)
    top = 4.0 * math.log((1.0 + (most + 0.25) ** 2) / (1.0 + (most - 0.25) ** 2))
    assert found == pytest.approx([top, top, top, -top, -top])
    assert np.isnan(sequential.normal_ratio(np.array([8]), np.array([1.0]), np.array([0.0]), 0.0, 0.5)).all()


def test_values_are_counted_by_the_nearest_possible_one() -> None:
    """A value counts as the nearest possible one. NaN isn't counted. Each row has the counts up to a certain pair."""
    values = np.array([0.0, 0.51, math.nan, 1.0, 0.98, 0.5])
    found = sequential._counted(values, np.array(HALVES), np.array([2, 4, 6]))
    assert found.tolist() == [[1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [1.0, 2.0, 2.0]]


@pytest.mark.parametrize(("cells", "least"), [(HALVES, 8), (None, 16)])
def test_a_decision_needs_some_pairs(cells: list[float] | None, least: int) -> None:
    """A decision needs at least 8 pairs for shares and 16 for numbers. Pairs without a value don't count. A later run
    that begins where an earlier one ended finds the same.
    """
    values = np.array([1.0, math.nan, *[1.0, 0.5] * 20])
    test = Sprt(0.3, 0.25)
    found = sequential.run(test, values, cells)
    assert sequential.min_pairs(cells) == least
    assert (found.verdict, found.pairs) == ("more", least + 1)
    assert sequential.run(test, values[:least], cells) == SprtResult(None, least, (0.0, 0.0))
    assert sequential.run(test, values, cells, since=least) == found
    assert sequential.run(test, values, cells, since=5) == found
    assert found.ratios[0] >= test.bounds[1] > found.ratios[1]
    less = sequential.run(Sprt(0.7, 0.25), 1.0 - values, cells)
    assert (less.verdict, less.pairs) == ("less", least + 1)
    assert less.ratios == pytest.approx(found.ratios[::-1])


@pytest.mark.parametrize("cells", [HALVES, None])
def test_a_test_is_decided_at_the_first_pair_whose_ratio_is_out_of_bounds(cells: list[float] | None) -> None:
    """A test is decided at the first pair whose ratio is out of bounds. This also holds if there are more pairs than
    are computed at once.
    """
    rng = np.random.default_rng(np.random.SeedSequence(2))
    test = Sprt(0.5, 0.05)
    for score in (0.5, 0.55, 0.45):
        values = rng.binomial(2, score, 900) / 2
        found = sequential.run(test, values, cells)
        low, high = test.bounds
        numbers = np.arange(sequential.min_pairs(cells), 901)
        ratios = []
        for mean in (0.55, 0.45):
            if cells:
                counts = np.array(
                    [[(values[:count] == cell).sum() for cell in HALVES] for count in numbers], dtype=float
                )
                ratios.append(sequential.log_likelihood_ratio(counts, np.array(HALVES), 0.5, mean))
            else:
                squares = [((values - one) ** 2).cumsum()[numbers - 1] for one in (0.5, mean)]
                ratios.append(numbers / 2 * np.log(squares[0] / squares[1]))
        more, less = ratios
        over = (more >= high) | (less >= high) | (np.maximum(more, less) <= low)
        place = int(over.argmax())
        verdict: sequential.Verdict = (
            "more" if more[place] >= high else "less" if less[place] >= high else "no difference"
        )
        expected = SprtResult(verdict, int(numbers[place]), (float(more[place]), float(less[place])))
        assert over.any()
        assert (found.verdict, found.pairs) == (expected.verdict, expected.pairs)
        assert found.ratios == pytest.approx(expected.ratios, abs=1e-6)
