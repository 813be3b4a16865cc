"""Sentences of the lab's report, from made-up statistics: whole texts, at the limits between them."""

import math
from typing import Any, cast

import numpy as np
import pytest
from made_up_samples import Found, samples, status

from riotsim.lab.report import formatting, verdicts
from riotsim.lab.report.formatting import (
    capitalized,
    compared_with,
    count_of,
    exact,
    interval,
    interval_range,
    measure_phrase,
    number,
    probability,
    quantity,
    share,
    smallest_difference,
    span,
)
from riotsim.lab.report.verdicts import chief_measures, duration, evidence, forecast, hindsight, verdict
from riotsim.lab.statistics import precision
from riotsim.lab.statistics.intervals import Difference, Estimate
from riotsim.lab.statistics.sequential import Sprt

INF = math.inf


@pytest.mark.parametrize(
    ("value", "plain", "signed"),
    [
        (0.0, "0.00", "0.00"), (-0.004, "0.00", "0.00"), (0.004, "0.00", "0.00"), (0.25, "0.25", "+0.25"),
        (-9.994, "−9.99", "−9.99"), (10.0, "10.0", "+10.0"), (-10.04, "−10.0", "−10.0"), (999.94, "999.9", "+999.9"),
        (1000.0, "1,000", "+1,000"), (-1234567.0, "−1,234,567", "−1,234,567"), (INF, "+∞", "+∞"), (-INF, "−∞", "−∞"),
    ],
)  # fmt: skip
def test_a_number_has_as_many_decimals_as_it_needs(value: float, plain: str, signed: str) -> None:
    """A number has two decimals below 10, one below 1,000, and none above. A number that rounds to 0 has no sign."""
    assert (number(value), number(value, signed=True)) == (plain, signed)


def test_parts_of_sentences() -> None:
    """Measures, counts, shares, probabilities and intervals are each told in a set form."""
    assert [measure_phrase(one) for one in ("wins Ada", "score seat 1", "turns")] == [
        "wins of Ada", "score of seat 1", "turns",
    ]  # fmt: skip
    assert [count_of(1, "pair"), count_of(2, "pair", "of seeds"), count_of(0, "game"), count_of(1234, "game")] == [
        "1 pair", "2 pairs of seeds", "0 games", "1,234 games",
    ]  # fmt: skip
    assert [share(0.5), share(0.004), share(1.0)] == ["50 %", "0 %", "100 %"]
    assert [quantity("wins Ada", 0.25), quantity("turns", 0.25)] == ["25 %", "0.25"]
    assert [exact(12.0), exact(12345.0), exact(2.5)] == ["12", "12,345", "2.50"]
    assert [probability(p) for p in (0.00099, 0.001, 0.0994, 0.1, 0.456)] == [
        "under 0.001", "0.001", "0.099", "0.10", "0.46",
    ]  # fmt: skip
    assert [capitalized("wins of Ada"), capitalized("")] == ["Wins of Ada", ""]
    assert interval(Estimate(0.5, 0.25, 12.0, 9)) == "0.50 (0.25 to 12.0)"
    assert interval_range(Estimate(0.5, 0.25, INF, 9), signed=True) == "(+0.25 to +∞)"
    assert interval_range(Estimate(0.5, -INF, INF, 9)) == "(?)"
    assert span("turns", Estimate(2.0, -0.5, 4.5, 9)) == "+2.00 (−0.50 to +4.50)"
    assert span("wins Ada", Estimate(-0.02, -0.145, 0.105, 9)) == "−2.00 (−14.5 to +10.5) points"


@pytest.fixture
def even(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sequential tests ask for a difference of 0.1 from 0.5."""
    for module in (verdicts, formatting):
        monkeypatch.setattr(module, "sprt_of", lambda plan: plan.definition.stop and Sprt(0.5, 0.1, 0.05, 0.1))
    monkeypatch.setattr(verdicts, "possible_values", lambda _: [0.0, 1.0])


@pytest.mark.usefixtures("even")
def test_a_test_is_told_with_what_it_looks_for() -> None:
    """The words of a test tell what it looks for: a difference between two arms, or from what equal players have. A
    difference of shares is told in points.
    """
    one, two = Found("a", stop=("wins Ada", 0.1)), Found("a", "b", "c", stop=("turns", 2.5))
    assert [compared_with(cast("Any", found.plan)) for found in (one, two)] == ["from 50 %", "between “a” and “b”"]
    assert [smallest_difference(cast("Any", found.plan)) for found in (one, two)] == ["10 points", "2.5"]


@pytest.mark.usefixtures("even")
@pytest.mark.parametrize(
    ("decided", "told"),
    [
        (None, "Turns: not known yet whether there is a difference between “a” and “b” of 2.5 or more."),
        ("no difference", "Turns: no difference between “a” and “b” of 2.5 or more."),
        ("more", "Turns: more in “b” than in “a”, by +3.00 (+1.00 to +5.00)."),
        ("less", "Turns: less in “b” than in “a”, by +3.00 (+1.00 to +5.00)."),
    ],
)
def test_a_test_of_two_arms_has_a_verdict(decided: str | None, told: str) -> None:
    """If a difference between two arms was found, the verdict tells it."""
    found = Found("a", "b", stop=("turns", 2.5))
    found.differences["turns"] = Difference(Estimate(3.0, 1.0, 5.0, 9), 0.01)
    assert verdict(status(found, decided)) == told
    found.differences.clear()
    assert verdict(status(found, decided)) == told.replace(", by +3.00 (+1.00 to +5.00)", "")


@pytest.mark.usefixtures("even")
@pytest.mark.parametrize(
    ("measure", "players", "decided", "told"),
    [
        ("wins Ada", "Ada Bea", None,
         "Not known yet who is better: Ada has 60 % (55 % to 65 %) of the points against Bea."),
        ("wins Bea", "Ada Bea", "no difference",
         "Bea and Ada are equal, to within 10 points: Bea has 60 % (55 % to 65 %) of the points."),
        ("wins Ada", "Ada Bea", "more", "Ada is better than Bea: Ada has 60 % (55 % to 65 %) of the points."),
        ("wins Ada", "Ada Bea", "less", "Ada is worse than Bea: Ada has 60 % (55 % to 65 %) of the points."),
        ("wins Ada", "Ada Bea Cy", None,
         "Wins of Ada: 60 % (55 % to 65 %); not known yet whether that differs from 50 % by 10 points or more."),
        ("wins seat 1", "Ada Bea", "no difference",
         "Wins of seat 1: 60 % (55 % to 65 %), no difference from 50 % of 10 points or more."),
        ("turns", "Ada Bea", "more", "Turns: 0.60 (0.55 to 0.65), more than 0.50."),
        ("turns", "Ada Bea", "less", "Turns: 0.60 (0.55 to 0.65), less than 0.50."),
    ],
)  # fmt: skip
def test_a_test_of_one_arm_has_a_verdict(measure: str, players: str, decided: str | None, told: str) -> None:
    """If the wins of one of two players are tested, the verdict tells who is better. Any other verdict compares the
    measure with what equal players have.
    """
    found = Found("a", stop=(measure, 0.1), players=players)
    found.estimates["a", measure] = Estimate(0.6, 0.55, 0.65, 40)
    assert verdict(status(found, decided)) == told


@pytest.mark.usefixtures("even")
def test_the_evidence_of_a_test_is_its_ratios_and_bounds() -> None:
    """The evidence of a test names its ratios and bounds. With fewer than eight pairs, it says that the test waits.
    Without a test, there is no evidence.
    """
    by = "Sequential test (SPRT) after {} for 10 points: α 0.05, β 0.1; "
    found = Found("a", stop=("wins Ada", 0.1))
    ratios = (
        "log-likelihood ratio 1.23 for more and −5.50 for less, where 3.58 decides for a difference, and both under "
        "−2.28 against one."
    )
    assert evidence(status(found, None, 8)) == by.format("8 pairs") + ratios
    assert evidence(status(found, None, 7)) == by.format("7 pairs") + "it waits for 8 pairs before it looks."
    assert [evidence(status(found, tested=False)), evidence(status(Found("a")))] == ["", ""]
    assert [verdict(status(found, tested=False)), verdict(status(Found("a")))] == ["", ""]


def test_the_values_of_a_test_are_the_differences_of_the_first_two_arms() -> None:
    """With several arms, the tested values are the differences of the first two arms. With a single arm, they are its
    own values.
    """
    one, two = Found("a", pairs=2), Found("a", "b", "c", pairs=2)
    for found in (one, two):
        found.table["a", "turns"], found.table["b", "turns"] = np.array([1.0, 2.0]), np.array([5.0, 9.0])
    assert verdicts.tested_values(samples(one), "turns").tolist() == [1.0, 2.0]
    assert verdicts.tested_values(samples(two), "turns").tolist() == [4.0, 7.0]


def test_chief_measures_are_the_tested_one_or_length_and_wins() -> None:
    """The chief measure is the tested one. Without a test it is wins, and the length too if arms are compared. Wins are
    the first player's, or the first seat's if players don't change seats.
    """
    one, two = Found("a"), Found("a", "b")
    assert [chief_measures(samples(found)) for found in (one, two)] == [["wins Ada"], ["turns", "wins Ada"]]
    two.plan.orders = 1
    assert chief_measures(samples(two)) == ["turns", "wins seat 1"]
    two.measures = ("turns",)
    assert chief_measures(samples(two)) == ["turns"]
    assert chief_measures(samples(Found("a", "b", stop=("falls", 1.0)))) == ["falls"]


@pytest.mark.parametrize(
    ("seconds", "told"),
    [(0.2, "1 s"), (1.6, "2 s"), (89.4, "89 s"), (90, "2 min"), (5399, "90 min"), (5400, "1.5 h"), (12600, "3.5 h")],
)
def test_a_time_is_told_roughly(seconds: float, told: str) -> None:
    """A time is told in seconds, in minutes from 90 s on, and in hours from 90 min on."""
    assert duration(seconds) == told


def _scattered(*arms: str, stop: tuple[str, float] | None = None, pairs: int = 40) -> Found:
    """Return samples in which turns of the last arm scatter by 2, and its wins by ½."""
    found = Found(*arms, stop=stop, pairs=pairs)
    sign = np.where(np.arange(pairs) % 2, 1.0, -1.0)
    found.table[arms[-1], "turns"] = 2.0 * sign
    found.table[arms[-1], "wins Ada"] = 0.5 + 0.5 * sign
    return found


def test_it_is_told_what_can_be_seen() -> None:
    """For each chief measure, the sentence tells the smallest difference that the played pairs can show. A difference
    that can't be, such as one of more than 100 points, is left out.
    """
    found = _scattered("a", "b")
    root = math.sqrt(40 / 39)
    turns = number(precision.smallest_difference(2.0 * root, 40))
    wins = f"{100 * precision.smallest_difference(0.5 * root, 40):.0f}"
    seen = f"a difference of {turns} in turns or {wins} points in wins of Ada"
    assert hindsight(status(found)) == f"40 pairs can show {seen}, most often; smaller ones may go unseen."
    assert hindsight(status(found, "more")) == ""
    assert hindsight(status(found, tested=False)) != ""
    few = _scattered("a", "b", pairs=6)
    least = precision.smallest_difference(2.0 * math.sqrt(6 / 5), 6)
    assert hindsight(status(few)) == (
        f"6 pairs can show a difference of {number(least)} in turns, most often; smaller ones may go unseen."
    )
    assert hindsight(status(_scattered("a", "b", pairs=5))) == ""
    assert hindsight(status(Found("a", "b"))) == ""


def test_it_is_foretold_what_the_planned_pairs_can_show() -> None:
    """The forecast tells what the planned pairs can show, judged by the scatter of the first pairs. It also tells how
    long they take.
    """
    found = _scattered("a", "b", pairs=12)
    found.plan.definition.pairs = 100
    root = math.sqrt(12 / 11)
    turns = number(precision.smallest_difference(2.0 * root, 100))
    wins = f"{100 * precision.smallest_difference(0.5 * root, 100):.0f}"
    assert forecast(status(found, tested=False), 3.0) == (
        f"Going by the first 12 pairs: 100 pairs (5 min) can show a difference of {turns} in turns or {wins} points in "
        "wins of Ada, most often."
    )
    assert forecast(status(Found("a", "b"), tested=False), 3.0) == ""


@pytest.mark.usefixtures("even")
@pytest.mark.parametrize(
    ("decided", "told"),
    [
        (0.85, "decide this in 8 of 10 campaigns or more, often sooner."),
        (0.8, "decide this in 8 of 10 campaigns or more, often sooner."),
        (0.79, "decide this in 7 of 10 campaigns only; 1,234 pairs (at most 62 min) would in 9 of 10: --pairs 1234"),
        (0.1, "decide this in 1 of 10 campaigns only; 1,234 pairs (at most 62 min) would in 9 of 10: --pairs 1234"),
        (0.09, "decide this in hardly any campaign; 1,234 pairs (at most 62 min) would in 9 of 10: --pairs 1234"),
    ],
)
def test_it_is_foretold_how_often_a_test_is_decided(decided: float, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The forecast tells how often the planned pairs decide a test. If that is below 8 of 10, it tells how many pairs
    would be enough.
    """
    monkeypatch.setattr(precision, "decided_share", lambda *_: decided)
    monkeypatch.setattr(precision, "pairs_to_decide", lambda *_: 1234)
    found = _scattered("a", stop=("wins Ada", 0.1), pairs=12)
    found.plan.definition.pairs = 100
    assert forecast(status(found), 3.0) == f"Going by the first 12 pairs: 100 pairs (5 min) {told}"
    assert forecast(status(Found("a", stop=("wins Ada", 0.1))), 3.0) == ""
