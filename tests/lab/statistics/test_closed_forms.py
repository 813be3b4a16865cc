"""Statistics of the lab against closed forms, numerical integrals and SciPy."""

import math
from collections import Counter
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from scipy import optimize, stats

from riotsim.lab.statistics import anytime, precision, rating, sequential
from riotsim.lab.statistics.intervals import (
    Difference,
    Estimate,
    difference,
    elo,
    estimate,
    median_estimate,
    too_few,
)
from riotsim.lab.statistics.precision import decided_share, pairs_to_decide, pairs_to_show, smallest_difference
from riotsim.lab.statistics.rating import Duel, duel, ratings
from riotsim.lab.statistics.samples import Samples
from riotsim.lab.statistics.sequential import Sprt

INF = math.inf


def near(value: float) -> Any:
    """Return a value that equals this number but for rounding, also within a tuple."""
    return pytest.approx(value)


@pytest.mark.parametrize(
    ("evidence", "p"), [(0.0, 1.0), (-3.0, 1.0), (math.log(20.0), 0.05), (math.log(4.0), 0.25), (INF, 0.0)]
)
def test_a_p_value_is_one_divided_by_the_evidence(evidence: float, p: float) -> None:
    """A p-value is one divided by the evidence, and at most 1."""
    assert anytime.p_value(evidence) == pytest.approx(p)


@pytest.mark.parametrize(
    ("t", "freedom", "information"), [(2.5, 7, 3.2), (-2.5, 7, 3.2), (0.0, 4, 0.5), (0.7, 1, 12.0), (6.0, 29, 1.0)]
)
def test_evidence_of_t_is_a_mean_of_likelihoods(t: float, freedom: int, information: float) -> None:
    """The likelihood of t is averaged over shifts with a variance of `information`, and divided by that of no shift."""
    shifts = np.linspace(-12 * math.sqrt(information), 12 * math.sqrt(information), 4001)
    likely = stats.norm.pdf(shifts, 0, math.sqrt(information)) * stats.nct.pdf(abs(t), freedom, shifts)
    expected = math.log(np.trapezoid(likely, shifts) / stats.t.pdf(t, freedom))
    assert anytime.log_t_evidence(t, freedom, information) == pytest.approx(expected, abs=1e-5)


def test_evidence_has_a_limit_for_an_infinite_t_and_none_without_freedom() -> None:
    """For t = ∞ the ratio of the likelihoods is (1 + information) to the power of half the freedom. Without degrees of
    freedom there is no evidence.
    """
    assert anytime.log_t_evidence(INF, 5, 3.0) == pytest.approx(2.5 * math.log(4.0))
    assert anytime.log_t_evidence(1e9, 5, 3.0) == pytest.approx(2.5 * math.log(4.0))
    assert [anytime.log_t_evidence(3.0, freedom, 3.0) for freedom in (0, -1)] == [0.0, 0.0]
    assert anytime.log_t_evidence(3.0, 0.5, 3.0) > 0.0


def test_evidence_of_a_mean_is_that_of_its_t() -> None:
    """The evidence of a mean is that of its t. Nine values with a mean of 4 and a deviation of 6 have a t of 2, with 8
    degrees of freedom and 0.4 · 9 information.
    """
    assert anytime.log_mean_evidence(4.0, 6.0, 9) == anytime.log_t_evidence(2.0, 8, 3.6)


@pytest.mark.parametrize(("freedom", "information", "level"), [(7, 3.2, 0.95), (29, 12.0, 0.99), (5, 40.0, 0.8)])
def test_a_reach_is_the_t_whose_evidence_is_the_bound(freedom: int, information: float, level: float) -> None:
    """A reach is the t whose evidence is the bound, which is 20 at a level of 95 %."""
    t = anytime.t_reach(freedom, information, level)
    assert anytime.log_t_evidence(t, freedom, information) == pytest.approx(-math.log(1.0 - level))


def test_too_little_information_has_no_bound() -> None:
    """If there is too little information, a level has no bound. Evidence is at most (1 + information)^(freedom / 2).
    With 5 degrees of freedom and an information of 3 this is 32, so levels above 0.96875 have no bound.
    """
    assert anytime.t_reach(5, 3.0, 0.96) < INF
    assert anytime.t_reach(5, 3.0, 0.97) == INF
    assert anytime.t_reach(5, 3.0, 0.96875) == INF or anytime.t_reach(5, 3.0, 0.96875) > 1e6
    assert [anytime.t_reach(freedom, 3.0, 0.5) for freedom in (0, -1)] == [INF, INF]
    assert anytime.t_reach(0.5, 1e9, 0.5) < INF
    assert anytime.reach(9, 0.95) == anytime.t_reach(8, 3.6, 0.95)


@pytest.mark.parametrize(("mean", "count", "share"), [(0.3, 20, 0.5), (0.9, 10, 0.2), (0.0, 7, 0.4), (1.0, 3, 0.4)])
def test_evidence_against_a_share_is_a_mean_of_likelihoods(mean: float, count: int, share: float) -> None:
    """The likelihood is averaged over a beta distribution about the tested share. Its variance is 0.4 times that of a
    single value.
    """
    a, b = 1.5 * share, 1.5 * (1 - share)
    assert stats.beta.mean(a, b) == pytest.approx(share)
    assert stats.beta.var(a, b) == pytest.approx(0.4 * share * (1 - share))
    won, lost = mean * count, count - mean * count
    mixed = stats.betabinom.pmf(round(won), count, a, b) / stats.binom.pmf(round(won), count, share)
    assert anytime.log_share_evidence(mean, count, share) == pytest.approx(math.log(mixed))
    assert (won, lost) == (near(round(won)), near(round(lost)))


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_intervals_of_shares_are_mirrored_and_reach_0_and_1(level: float) -> None:
    """The interval of a share m mirrors that of 1 − m. If a side has no bound, the interval ends at 0 or 1 there."""
    for mean, count in ((0.1, 30), (0.5, 40), (0.0, 20), (1.0, 20), (0.25, 4)):
        low, high = anytime.share_interval(mean, count, level)
        assert anytime.share_interval(1.0 - mean, count, level) == pytest.approx((1.0 - high, 1.0 - low), abs=1e-9)
        for end in (low, high):
            if 0.0 < end < 1.0:
                assert anytime.log_share_evidence(mean, count, end) == pytest.approx(-math.log(1.0 - level))
    assert anytime.share_interval(0.0, 20, level)[0] == 0.0
    assert anytime.share_interval(0.5, 1, level) == (0.0, 1.0)


def test_an_estimate_is_unbounded_if_it_is_so_on_both_sides() -> None:
    """An estimate is unbounded only if both of its ends are infinite."""
    ends = [(-INF, INF), (0.0, INF), (-INF, 1.0), (0.0, 1.0)]
    assert [Estimate(0.5, low, high, 3).is_unbounded for low, high in ends] == [True, False, False, False]


def test_an_estimate_is_the_mean_and_its_reach_in_standard_errors() -> None:
    """An interval reaches from the mean by a multiple of the standard error. NaN is left out, and a least possible
    value cuts the lower end.
    """
    values = np.array([0.0, 1.0, 2.0, 3.0, math.nan, 4.0, 5.0, 6.0, 7.0])
    half = anytime.reach(8, 0.95) * math.sqrt(6.0) / math.sqrt(8.0)
    assert estimate(values) == (3.5, near(3.5 - half), near(3.5 + half), 8)
    wide = anytime.reach(8, 0.9) * math.sqrt(6.0) / math.sqrt(8.0)
    assert estimate(values, level=0.9) == (3.5, near(3.5 - wide), near(3.5 + wide), 8)
    assert estimate(values, least=2.0) == (3.5, near(max(2.0, 3.5 - half)), near(3.5 + half), 8)
    assert estimate(np.full(3, math.nan)) is None
    assert estimate(np.array([math.nan, 2.0]), least=0.0) == (2.0, -INF, INF, 1)
    assert estimate(np.array([1.0, 2.0]), least=0.0) == (1.5, -INF, INF, 2)


def test_shares_that_are_0_or_1_have_the_interval_of_a_share() -> None:
    """Shares that are only 0 and 1, or all alike, have the interval of a share. Other shares have the interval of a
    mean, cut at 0 and 1.
    """
    won = np.array([1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0])
    assert estimate(won, share=True) == (0.25, *anytime.share_interval(0.25, 8, 0.95), 8)
    assert estimate(np.full(8, 0.25), share=True, level=0.8) == (0.25, *anytime.share_interval(0.25, 8, 0.8), 8)
    parts = np.array([0.5, 0.0, 0.5, 1.0, 0.5, 0.5, 0.5, 0.5])
    half = anytime.reach(8, 0.95) * float(parts.std(ddof=1)) / math.sqrt(8.0)
    assert half < 0.5
    assert estimate(parts, share=True) == (0.5, near(0.5 - half), near(0.5 + half), 8)
    assert estimate(np.array([0.5, 1.0]), share=True) == (0.75, 0.0, 1.0, 2)


def test_a_difference_is_the_second_arm_minus_the_first() -> None:
    """A pair without a value in one arm is left out. The p-value is that of the mean of the differences."""
    first = np.array([1.0, 5.0, 2.0, math.nan, 4.0, 0.0, 3.0, 9.0])
    second = np.array([3.0, 6.0, 4.0, 1.0, 5.0, 3.0, 5.0, math.nan])
    change = np.array([2.0, 1.0, 2.0, 1.0, 3.0, 2.0])
    half = anytime.reach(6, 0.95) * float(change.std(ddof=1)) / math.sqrt(6.0)
    mean = 11.0 / 6.0
    p = math.exp(-anytime.log_mean_evidence(mean, float(change.std(ddof=1)), 6))
    expected = Estimate(near(mean), near(mean - half), near(mean + half), 6)
    assert difference(first, second) == Difference(expected, near(p))
    back = Estimate(near(-mean), near(-mean - half), near(half - mean), 6)
    assert difference(second, first) == Difference(back, near(p))


def test_a_difference_of_shares_is_cut_at_one() -> None:
    """The interval of a difference of shares is cut at −1 and 1. With too few pairs it is unbounded."""
    first, second = np.array([0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0]), np.array([1.0, 0.5, 1.0, 1.0, 0.5, 1.0, 1.0])
    there, back = difference(first, second, share=True), difference(second, first, share=True)
    assert there is not None
    assert back is not None
    assert (there.estimate.high, back.estimate.low) == (1.0, -1.0)
    assert there.estimate.low == pytest.approx(-back.estimate.high)
    few = difference(first[:3], second[:3], share=True)
    assert few is not None
    assert (few.estimate.low, few.estimate.high) == (-INF, INF)


def test_equal_differences_have_the_p_value_of_a_sign_test() -> None:
    """If all pairs differ by the same amount, the p-value is that of a sign test. It is 1/2, 1/4 or 1/32 for 2, 3 or 6
    pairs.
    """
    for pairs, p in ((2, 0.5), (3, 0.25), (6, 1 / 32)):
        expected = Difference(Estimate(-2.0, -INF, INF, pairs), p)
        assert difference(np.full(pairs, 3.0), np.full(pairs, 1.0)) == expected
    assert difference(np.full(4, 3.0), np.full(4, 3.0)) == Difference(Estimate(0.0, -INF, INF, 4), 1.0)
    assert difference(np.array([1.0]), np.array([2.0])) is None
    assert difference(np.array([1.0, math.nan]), np.array([2.0, 3.0])) is None


def test_five_pairs_are_too_few_and_six_are_not() -> None:
    """Five pairs can't show a difference, and this is told. Nothing is told of six pairs."""
    assert too_few(5) == "Fewer than 6 pairs can't show a difference, however large it is."
    assert too_few(6) == ""


@pytest.mark.parametrize(
    ("score", "points"), [(0.0, -INF), (1.0, INF), (0.5, 0.0), (10 / 11, 400.0), (1 / 11, -400.0), (1 / 101, -800.0)]
)
def test_elo_points_are_four_hundred_for_odds_of_ten_to_one(score: float, points: float) -> None:
    """Odds of ten to one give 400 Elo points, and odds of a hundred to one give 800."""
    assert elo(score) == pytest.approx(points)


def _median_ends(known: list[list[float]], level: float) -> tuple[float, float]:
    """Return the least and the greatest number that may be the median, of all numbers a half apart."""
    count, bound = len(known), -math.log(1.0 - level)

    def may_be(number: float) -> bool:
        below = np.mean([np.mean([one < number for one in row]) for row in known])
        up_to = np.mean([np.mean([one <= number for one in row]) for row in known])
        few = anytime.log_share_evidence(float(up_to), count, 0.5) >= bound and up_to < 0.5
        many = anytime.log_share_evidence(float(below), count, 0.5) >= bound and below > 0.5
        return not few and not many

    found = [number for number in np.arange(-1.0, 13.0, 0.5) if may_be(number)]
    return float(found[0]), float(found[-1])


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_median_has_the_interval_of_all_numbers_that_may_be_it(seed: int) -> None:
    """The interval holds all numbers that may be the median. A number is below the interval if the share of values up
    to it is clearly less than a half. A number is above the interval if the share of values below it is clearly more
    than a half.
    """
    rng = np.random.default_rng(np.random.SeedSequence(seed))
    values = rng.integers(0, 12, (30, 2)).astype(float)
    found = median_estimate(values)
    assert found is not None
    assert found[:3] == (float(np.median(values)), *_median_ends(values.tolist(), 0.95))
    narrow = median_estimate(values, 0.8)
    assert narrow is not None
    assert narrow[1:3] == _median_ends(values.tolist(), 0.8)


def test_a_median_of_few_pairs_has_no_bounds() -> None:
    """The median of few pairs has no bounds. Pairs and single games without a value are left out."""
    rows = np.array([[1.0, 2.0], [math.nan, math.nan], [3.0, math.nan]])
    assert median_estimate(rows) == Estimate(2.0, -INF, INF, 2)
    assert median_estimate(np.full((3, 2), math.nan)) is None
    assert median_estimate(np.full((30, 1), 7.0)) == Estimate(7.0, 7.0, 7.0, 30)


def test_the_smallest_difference_adds_the_power_to_the_reach() -> None:
    """The smallest difference is the reach of the interval and 0.8416 standard errors. So there is a chance of 80 % to
    see it.
    """
    for pairs, level in ((30, 0.95), (100, 0.99)):
        expected = (anytime.reach(pairs, level) + stats.norm.ppf(0.8)) * 2.0 / math.sqrt(pairs)
        assert smallest_difference(2.0, pairs, level) == pytest.approx(expected)
    assert [smallest_difference(2.0, pairs) for pairs in (0, 1, 5)] == [INF, INF, INF]


@pytest.mark.parametrize(("apart", "level"), [(1.0, 0.95), (0.2, 0.95), (0.5, 0.995)])
def test_the_number_of_pairs_is_the_least_that_shows_a_difference(apart: float, level: float) -> None:
    """The number of pairs is the least that shows a difference. One pair less shows only a greater difference."""
    pairs = pairs_to_show(apart, 1.0, level)
    assert smallest_difference(1.0, pairs, level) <= apart < smallest_difference(1.0, pairs - 1, level)


def test_no_more_than_a_million_pairs_are_asked_for() -> None:
    """However small the difference is, at most a million pairs are proposed."""
    assert pairs_to_show(1e-9, 1.0) == precision.MAX_PAIRS == 1_000_000


def test_a_sequential_test_takes_as_many_pairs_as_its_walk_is_long() -> None:
    """The number of pairs is the length within which nine of ten random walks leave Wald's bounds. A difference half as
    large takes four times as many pairs.
    """
    test, half = Sprt(0.5, 0.1), Sprt(0.5, 0.05)
    pairs = pairs_to_decide(test, 0.4)
    assert pairs_to_decide(half, 0.4) == pytest.approx(4 * pairs, abs=4)
    assert pairs_to_decide(test, 0.8) == pytest.approx(4 * pairs, abs=4)
    assert pairs_to_decide(test, 0.4, 0.5) < pairs_to_decide(test, 0.4, 0.8) < pairs
    assert pairs_to_decide(test, 0.001) == 6
    for share in (0.5, 0.9):
        there = pairs_to_decide(test, 0.4, share)
        assert decided_share(test, 0.4, there) == pytest.approx(share, abs=0.02)
    assert decided_share(test, 0.4, 5) == 0.0
    lengths = precision._lengths(0.05, 0.05)
    assert lengths.shape == (2, 2000)
    assert lengths.min() >= 0.1
    low, high = test.bounds
    # Wald's mean length with a drift of 1, without what the last step oversteps
    assert lengths[1].mean() == pytest.approx(2 * (0.95 * high + 0.05 * low), rel=0.12)


def test_lengths_of_tests_agree_with_those_of_made_up_ones() -> None:
    """The foretold share of decided tests agrees with that of 400 simulated tests of normal values."""
    test, rng = Sprt(0.0, 0.5), np.random.default_rng(np.random.SeedSequence(3))
    for pairs in (30, 50):
        decided = [sequential.run(test, rng.normal(0.5, 1.0, pairs)).verdict is not None for _ in range(400)]
        share = float((precision._lengths(0.05, 0.05)[1] <= pairs * 0.25).mean())
        assert np.mean(decided) == pytest.approx(share, abs=0.1)


def test_ratings_of_three_players_have_the_greatest_likelihood() -> None:
    """Ratings are those of greatest likelihood in Bradley and Terry's model. SciPy's general minimizer finds the same.
    The mean of the ratings is 0.
    """
    results = {("a", "b"): (0.7, 10), ("b", "c"): (0.6, 20), ("a", "c"): (0.8, 5)}
    found = rating._fitted(["a", "b", "c"], results)

    def loss(strengths: np.ndarray) -> float:
        a, b, c = strengths[0], strengths[1], -strengths[0] - strengths[1]
        log = math.log
        chances = {("a", "b"): a - b, ("b", "c"): b - c, ("a", "c"): a - c}
        total = 0.0
        for both, (mean, count) in results.items():
            win = 1.0 / (1.0 + math.exp(-chances[both]))
            total -= count * (mean * log(win) + (1.0 - mean) * log(1.0 - win))
        return float(total + 0.0005 * (a * a + b * b + c * c))

    best = optimize.minimize(loss, np.zeros(2), method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-12}).x
    points = 400 / math.log(10) * np.array([*best, -best.sum()])
    assert found == pytest.approx(points, abs=0.1)


def test_intervals_of_ratings_are_widened_quantiles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The interval of a rating holds 95 % of the resamples. It is then widened, by the ratio of the reach to 1.96
    deviations. Each player's pairs are counted.
    """
    monkeypatch.setattr(rating, "RESAMPLE_COUNT", 8)
    results = {("a", "b"): np.array([1.0, 0.5, 0.0, 1.0, 1.0, 0.5, math.nan]), ("b", "c"): np.array([0.5, 1.0, 0.0])}
    found = ratings(results, 5)
    assert {name: one.sample_size for name, one in found.items()} == {"a": 6, "b": 9, "c": 3}
    rng = np.random.default_rng(np.random.SeedSequence(5))
    first, second = results["a", "b"][:6], results["b", "c"]
    again = []
    for _ in range(8):
        drawn = {}
        for both, scores in ((("a", "b"), first), (("b", "c"), second)):
            weights = rng.dirichlet([1.0] * len(scores) + [0.5, 0.5])
            drawn[both] = (float(weights[:-2] @ scores + weights[-1]), len(scores))
        again.append(rating._fitted(["a", "b", "c"], drawn))
    low, high = np.quantile(np.array(again), [0.025, 0.975], axis=0)
    for place, (name, count) in enumerate((("a", 6), ("b", 9))):
        wider = anytime.reach(count, 0.95) / 1.96
        best = found[name].mean
        assert found[name].low == pytest.approx(best - wider * (best - low[place]), rel=1e-4)
        assert found[name].high == pytest.approx(best + wider * (high[place] - best), rel=1e-4)
    assert (found["c"].low, found["c"].high) == (-INF, INF)


def test_a_lead_has_no_limit_if_it_can_not_be_lost() -> None:
    """A player's lead over another has no limit in one case. A chain of players, each of whom scored against the next,
    leads to the other, but none leads back.
    """
    results = {
        ("a", "b"): np.array([1.0, 1.0]), ("b", "c"): np.array([0.5]), ("c", "d"): np.array([1.0]),
        ("e", "a"): np.array([0.0, 1.0]),
    }  # fmt: skip
    above = rating._out_of_reach(["a", "b", "c", "d", "e"], results)
    pairs = {(x, y) for k, x in enumerate("abcde") for j, y in enumerate("abcde") if above[k, j]}
    assert pairs == {(one, other) for one in "ae" for other in "bcd"} | {("b", "d"), ("c", "d")}


def test_a_duel_counts_pairs_by_points() -> None:
    """The points of a pair are twice the mean of its games, rounded to halves. The Elo of a duel has the Elo of its
    score and of both ends.
    """
    values = np.array([0.0, 0.25, 0.5, 1.0, math.nan, 0.75, 1.0, 0.3])
    score = Estimate(0.6, 0.2, 0.9, 7)
    found = SimpleNamespace(
        values=lambda arm, measure: values if (arm, measure) == ("one", "wins Ada") else np.full(8, math.nan),
        estimate=lambda arm, measure: score if (arm, measure) == ("one", "wins Ada") else None,
    )
    result = duel(cast("Samples", found), "one", "Ada")
    points = Counter({0.0: 1, 0.5: 2, 1.0: 1, 1.5: 1, 2.0: 2})
    assert result == Duel(score, Estimate(elo(0.6), elo(0.2), elo(0.9), 7), points)
    assert duel(cast("Samples", found), "one", "Bea") is None
