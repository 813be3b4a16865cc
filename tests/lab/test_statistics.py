"""Intervals of means and shares, corrected chances, and Elo ratings."""

import math

import numpy as np
import pytest

from riotsim.lab.statistics import rating
from riotsim.lab.statistics.intervals import adjusted_p_values, difference, elo, estimate
from riotsim.lab.statistics.rating import ratings


@pytest.fixture
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take intervals from few samples, for tests that ask no more than on which side of 0 or of ∞ their ends are."""
    monkeypatch.setattr(rating, "RESAMPLE_COUNT", 30)


def test_shares_have_wilsons_interval() -> None:
    """1 of 10: Wilson gives 1.8 % to 40.4 % (Newcombe, Statistics in Medicine 17, 1998, gives such examples)."""
    found = estimate(np.array([1.0] + [0.0] * 9), share=True)
    assert found is not None
    assert found[:3] == pytest.approx((0.1, 0.0179, 0.4042), abs=5e-4)


def test_means_have_students_interval() -> None:
    """For 1, 2, 3: 2 ± 4.303 / √3 (t with two degrees of freedom)."""
    found = estimate(np.array([1.0, 2.0, 3.0, math.nan]))
    assert found is not None
    assert found[:3] == pytest.approx((2.0, 2.0 - 4.3027 / math.sqrt(3), 2.0 + 4.3027 / math.sqrt(3)), abs=1e-3)
    assert found.sample_size == 3


def test_an_interval_of_a_share_is_one_too() -> None:
    """Nobody wins 113 % of the games, nor more than all of them more often than another."""
    found = estimate(np.array([1.0, 1.0, 0.5]), share=True)
    assert found is not None
    assert 0.0 <= found.low < found.mean < found.high == 1.0
    apart = difference(np.array([0.0, 0.5, 0.0]), np.array([1.0, 1.0, 1.0]), share=True)
    assert apart is not None
    assert apart.estimate.high == 1.0


@pytest.mark.parametrize("always", [40.0, 1.0, 0.0])
def test_what_does_not_scatter_has_no_interval(always: float) -> None:
    """A number that was the same in all pairs may be another in the next, and nobody knows by how much; so may a
    difference. A share has Wilson's interval: of 2 of 2, from 0.34 on.
    """
    found = estimate(np.full(2, always))
    apart = difference(np.zeros(2), np.full(2, always))
    assert found is not None
    assert apart is not None
    assert found[:3] == apart.estimate[:3] == (always, -math.inf, math.inf)


@pytest.mark.parametrize(("always", "low", "high"), [(1.0, 0.342, 1.0), (0.0, 0.0, 0.658), (0.5, 0.095, 0.905)])
def test_a_share_that_does_not_scatter_has_wilsons_interval(always: float, low: float, high: float) -> None:
    """Also where each pair was won by half: parts scatter no more than whole wins do."""
    found = estimate(np.full(2, always), share=True)
    assert found is not None
    assert found[:3] == pytest.approx((always, low, high), abs=5e-4)


def test_an_interval_holds_the_truth_as_often_as_it_says() -> None:
    """Of 2,000 samples 95 % have the true mean in their interval, within three standard errors."""
    rng = np.random.default_rng(np.random.SeedSequence(3))
    held = 0
    for _ in range(2_000):
        found = estimate(rng.normal(5.0, 2.0, 12))
        assert found is not None
        held += found.low <= 5.0 <= found.high
    assert held / 2_000 == pytest.approx(0.95, abs=3 * math.sqrt(0.05 * 0.95 / 2_000))


def test_pairs_show_a_difference_that_their_scatter_hides() -> None:
    """A small difference in every pair is found, however much the pairs differ from each other."""
    rng = np.random.default_rng(np.random.SeedSequence(4))
    seeds = rng.normal(0.0, 100.0, 40)
    found = difference(seeds, seeds + 1.0 + rng.normal(0.0, 0.5, 40))
    assert found is not None
    assert found.p < 1e-6
    assert found.estimate.low > 0.5


def test_equal_arms_do_not_differ() -> None:
    """If no pair differs, the difference is 0 with certainty."""
    found = difference(np.arange(9.0), np.arange(9.0))
    assert found is not None
    assert (found.estimate.mean, found.p) == (0.0, 1.0)


def test_a_chance_is_corrected_for_how_many_were_looked_at() -> None:
    """Benjamini and Hochberg: the k-th smallest of n is multiplied by n / k."""
    assert adjusted_p_values([0.01, 0.5, 0.02, 0.5]) == pytest.approx([0.04, 0.5, 0.04, 0.5])
    assert adjusted_p_values([]) == []


@pytest.mark.parametrize(("score", "worth"), [(0.5, 0.0), (0.75, 190.8), (0.64, 100.0), (1.0, math.inf)])
def test_elo(score: float, worth: float) -> None:
    """Elo's own figures: 100 points are an expected score of 0.64, 0.75 are 191."""
    assert elo(score) == pytest.approx(worth, abs=0.1)


def test_an_interval_ends_where_nothing_can_be() -> None:
    """A game of 13.8 turns in the mean of two pairs may have few or many, but not fewer than none."""
    found = estimate(np.array([8.0, 19.6]), least=0.0)
    assert found is not None
    assert found.low == 0.0
    assert found.high > 80.0


@pytest.mark.usefixtures("few_resamples")
def test_two_bosses_are_as_far_apart_as_their_score_says() -> None:
    """Bradley and Terry's model for two is Elo's formula."""
    found = ratings({("a", "b"): np.array([1.0] * 75 + [0.0] * 25)}, 1)
    assert found["a"].mean - found["b"].mean == pytest.approx(elo(0.75), abs=0.5)
    assert found["a"].mean + found["b"].mean == pytest.approx(0.0, abs=1e-6)


def test_ratings_are_found_again_from_games_played_by_them() -> None:
    """Of three with 100 points between them the intervals hold the truth."""
    rng = np.random.default_rng(np.random.SeedSequence(5))
    true = {"a": 100.0, "b": 0.0, "c": -100.0}
    results = {
        (one, other): rng.binomial(2, 1 / (1 + 10 ** ((true[other] - true[one]) / 400)), 300) / 2
        for one, other in (("a", "b"), ("a", "c"), ("b", "c"))
    }
    found = ratings(results, 1)
    for name, points in true.items():
        assert found[name].low <= points <= found[name].high


@pytest.mark.usefixtures("few_resamples")
def test_one_who_wins_all_has_a_finite_rating() -> None:
    """However often: nobody is infinitely good."""
    found = ratings({("a", "b"): np.ones(10)}, 1)
    assert 300 < found["a"].mean - found["b"].mean < 3000


@pytest.mark.usefixtures("few_resamples")
def test_who_wins_everything_may_be_any_distance_above() -> None:
    """Its rating is not the end of what may be: no game says where that is, for it, nor for those who have a mean of 0
    with it. A single half point among them, and it is known, be it by way of others.
    """
    even, all_won = np.array([1.0, 0.5, 0.0]), np.ones(10)
    found = ratings({("a", "b"): all_won, ("a", "c"): all_won, ("b", "c"): even}, 1)
    ends = {name: (np.isfinite(one.low), np.isfinite(one.high)) for name, one in found.items()}
    assert ends == {"a": (True, False), "b": (False, True), "c": (False, True)}
    known = ratings({("a", "b"): all_won, ("a", "c"): even, ("b", "c"): even}, 1)
    assert np.isfinite([one[:3] for one in known.values()]).all()
    assert all(one.low < one.mean < one.high for one in known.values())


@pytest.mark.usefixtures("few_resamples")
def test_one_pair_says_little() -> None:
    """The winner of a single pair may still be the worse player."""
    found = ratings({("a", "b"): np.ones(1)}, 1)
    assert found["a"].low < 0.0 < found["a"].mean <= found["a"].high
    assert found["b"].low <= found["b"].mean < 0.0 < found["b"].high


@pytest.mark.usefixtures("few_resamples")
def test_who_has_met_nobody_has_no_rating() -> None:
    """A meeting in which no game has a winner gives no rating."""
    assert ratings({("a", "b"): np.full(3, np.nan)}, 1) == {}
    found = ratings({("a", "b"): np.array([1.0, 0.5]), ("a", "c"): np.full(2, np.nan)}, 1)
    assert set(found) == {"a", "b"}
