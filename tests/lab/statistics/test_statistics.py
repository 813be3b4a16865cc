"""Intervals of means and shares, corrected chances, and Elo ratings."""

import math

import numpy as np
import pytest
from scipy import stats

from riotsim.lab.statistics import anytime, rating
from riotsim.lab.statistics.intervals import adjusted_p_values, difference, elo, estimate
from riotsim.lab.statistics.rating import ratings


@pytest.fixture
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compute intervals from few resamples, which is enough to see whether ends are finite and on which side of 0."""
    monkeypatch.setattr(rating, "RESAMPLE_COUNT", 30)


@pytest.mark.parametrize("mean", [0.1, 0.5])
def test_an_end_of_a_shares_interval_has_evidence_of_20_against_it(mean: float) -> None:
    """At an end of a 95 % interval of a share, the evidence against the share is 20. The evidence is the likelihood
    averaged over a beta distribution about the share, divided by the likelihood of the share itself. Here the average
    is computed numerically.
    """
    for end in {*anytime.share_interval(mean, 20, 0.95)} - {0.0, 1.0}:
        won, lost = 20 * mean, 20 - 20 * mean
        p = np.linspace(0, 1, 400_001)[1:-1]
        likely = (p / end) ** won * ((1 - p) / (1 - end)) ** lost * stats.beta.pdf(p, 1.5 * end, 1.5 * (1 - end))
        assert likely.mean() == pytest.approx(20.0, rel=1e-3)


def test_an_end_of_a_means_interval_has_evidence_of_20_against_it() -> None:
    """At an end of a 95 % interval of a mean, the evidence is 20. It is the likelihood of t averaged over effects of
    variance 0.4, divided by the likelihood without an effect.
    """
    values = np.array([1.0, 2.0, 3.0, 2.0, 4.0, 1.0, 2.0, 3.0, math.nan])
    found = estimate(values)
    assert found is not None
    assert found.sample_size == 8
    for end in (found.low, found.high):
        t = stats.ttest_1samp(values[:8], end).statistic
        effects = np.linspace(-6, 6, 4001)
        likely = stats.norm.pdf(effects, 0, math.sqrt(0.4)) * stats.nct.pdf(abs(t), 7, effects * math.sqrt(8))
        assert np.trapezoid(likely, effects) / stats.t.pdf(t, 7) == pytest.approx(20.0, rel=1e-3)


def test_an_interval_of_a_share_is_one_too() -> None:
    """The interval of a share stays within 0 and 1. That of a difference of shares ends at 1. Differences of other
    numbers may be greater.
    """
    found = estimate(np.array([1.0, 1.0, 0.5]), share=True)
    assert found is not None
    assert 0.0 <= found.low < found.mean < found.high == 1.0
    lost, won = np.array([0.0, 0.5, 0.0] * 3), np.ones(9)
    apart, turns = difference(lost, won, share=True), difference(lost, won)
    assert apart is not None
    assert turns is not None
    assert apart.estimate.high == 1.0 < turns.estimate.high


@pytest.mark.parametrize("always", [40.0, 1.0, 0.0])
def test_what_does_not_scatter_has_no_interval(always: float) -> None:
    """If a number is the same in both of two pairs, its interval has no bounds. The same holds for a difference."""
    found = estimate(np.full(2, always))
    apart = difference(np.zeros(2), np.full(2, always))
    assert found is not None
    assert apart is not None
    assert found[:3] == apart.estimate[:3] == (always, -math.inf, math.inf)


@pytest.mark.parametrize(("always", "low", "high"), [(1.0, 0.644, 1.0), (0.0, 0.0, 0.356), (0.5, 0.092, 0.908)])
def test_a_share_that_does_not_scatter_has_an_interval(always: float, low: float, high: float) -> None:
    """If a share is the same in all ten pairs, it still has an interval. This also holds for a share of a half."""
    found = estimate(np.full(10, always), share=True)
    assert found is not None
    assert found[:3] == pytest.approx((always, low, high), abs=5e-4)


def test_too_few_numbers_have_no_interval() -> None:
    """The mean of five numbers has no bounds. That of six has."""
    for count, bounded in ((5, False), (6, True)):
        found = estimate(np.arange(float(count)))
        assert found is not None
        assert np.isfinite([found.low, found.high]).all() == bounded


def test_pairs_show_a_difference_that_their_scatter_hides() -> None:
    """If every pair has the same small difference, it is found, however much the pairs differ from each other."""
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
    """After Benjamini and Hochberg, the k-th smallest of n chances is multiplied by n / k."""
    assert adjusted_p_values([0.01, 0.5, 0.02, 0.5]) == pytest.approx([0.04, 0.5, 0.04, 0.5])
    assert adjusted_p_values([]) == []


@pytest.mark.parametrize(("score", "worth"), [(0.5, 0.0), (0.75, 190.8), (0.64, 100.0), (1.0, math.inf)])
def test_elo(score: float, worth: float) -> None:
    """By Elo's formula, a score of 0.64 gives 100 points and a score of 0.75 gives 191. A score of 1 gives infinitely
    many.
    """
    assert elo(score) == pytest.approx(worth, abs=0.1)


def test_an_interval_ends_where_nothing_can_be() -> None:
    """If a number can't be below 0, its interval ends at 0 below. Its upper end isn't cut, and is above 60 here."""
    found = estimate(np.array([8.0, 19.6] * 3), least=0.0)
    assert found is not None
    assert found.low == 0.0
    assert found.high > 60.0


@pytest.mark.usefixtures("few_resamples")
def test_two_bosses_are_as_far_apart_as_their_score_says() -> None:
    """With two players, Bradley and Terry's model gives the same distance as Elo's formula."""
    found = ratings({("a", "b"): np.array([1.0] * 75 + [0.0] * 25)}, 1)
    assert found["a"].mean - found["b"].mean == pytest.approx(elo(0.75), abs=0.5)
    assert found["a"].mean + found["b"].mean == pytest.approx(0.0, abs=1e-6)


def test_ratings_are_found_again_from_games_played_by_them() -> None:
    """If three players are 100 points apart, the intervals of their ratings contain the true ones."""
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
    """A player who wins all games has a finite rating."""
    found = ratings({("a", "b"): np.ones(10)}, 1)
    assert 300 < found["a"].mean - found["b"].mean < 3000


@pytest.mark.usefixtures("few_resamples")
def test_who_wins_everything_may_be_any_distance_above() -> None:
    """If a player wins all games, no game limits that player's rating above. The ratings of the others have no lower
    end. If the player and another one score against each other, all intervals are bounded.
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
    """After a single pair, the intervals of both players still contain 0."""
    found = ratings({("a", "b"): np.ones(1)}, 1)
    assert found["a"].low < 0.0 < found["a"].mean <= found["a"].high
    assert found["b"].low <= found["b"].mean < 0.0 < found["b"].high


@pytest.mark.usefixtures("few_resamples")
def test_who_has_met_nobody_has_no_rating() -> None:
    """If no game between two players has a winner, their games give no rating."""
    assert ratings({("a", "b"): np.full(3, np.nan)}, 1) == {}
    found = ratings({("a", "b"): np.array([1.0, 0.5]), ("a", "c"): np.full(2, np.nan)}, 1)
    assert set(found) == {"a", "b"}
