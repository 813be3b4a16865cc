"""Findings of the lab's report and the games that show them, from made-up statistics."""

import math
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from made_up_samples import Found, samples, status

from riotsim.lab.campaigns.plan import Trial
from riotsim.lab.report import findings, formatting, verdicts
from riotsim.lab.report.findings import Example, Finding, choose_examples, why_chosen
from riotsim.lab.report.standings import Standing, standings
from riotsim.lab.report.verdicts import evidence, verdict
from riotsim.lab.statistics.intervals import Difference, Estimate, adjusted_p_values, difference, elo
from riotsim.lab.statistics.samples import Line
from riotsim.lab.statistics.sequential import Sprt

INF = math.inf


@pytest.fixture
def even(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let sequential tests ask for a difference of 0.1 from 0.5."""
    for module in (verdicts, formatting):
        monkeypatch.setattr(module, "sprt_of", lambda plan: plan.definition.stop and Sprt(0.5, 0.1, 0.05, 0.1))
    monkeypatch.setattr(verdicts, "possible_values", lambda _: [0.0, 1.0])


def _line(measure: str, mean: float, p: float, *arms: str) -> Line:
    estimates = {arm: Estimate(1.0 + k, 0.0, 9.0, 40) for k, arm in enumerate(("a", *arms))}
    apart = {arm: Difference(Estimate(mean, mean - 1.0, mean + 1.0, 40), p) for arm in arms}
    return Line(measure, estimates, apart, dict.fromkeys(arms, p))


def _distinct(found: Found, *measures: str) -> Found:
    """Give each measure its own values."""
    for k, measure in enumerate(measures):
        for n, arm in enumerate(found.plan.arms):
            found.table[arm, measure] = np.full(3, k + n / 10)
    return found


def test_differences_are_found_the_surest_first() -> None:
    """Differences are told in the order of their certainty, each with both means. If two measures have the same values,
    only one of them is told.
    """
    lines = [_line("turns", 2.0, 0.04, "b"), _line("wins Ada", -1.0, 0.01, "b"), _line("rounds", 2.0, 0.045, "b"),
             _line("falls", -3.0, 0.02, "b"), _line("acts", 2.0, 0.05, "b")]  # fmt: skip
    found = _distinct(Found("a", "b"), "turns", "wins Ada", "falls", "acts")
    for arm in "ab":
        found.table[arm, "rounds"] = found.table[arm, "turns"]
    by = "Difference {}, with 95 % certainty in brackets; corrected chance of as much without any: {}."
    assert findings.findings(status(found, tested=False), lines, []) == [
        Finding("Wins of Ada: less in “b” than in “a”, 200 % against 100 %.",
                by.format("−100.0 (−200.0 to 0.00) points", "0.010"), Example("b", "wins Ada", "least")),
        Finding("Falls: less in “b” than in “a”, 2.00 against 1.00.",
                by.format("−3.00 (−4.00 to −2.00)", "0.020"), Example("b", "falls", "least")),
        Finding("Turns: more in “b” than in “a”, 2.00 against 1.00.",
                by.format("+2.00 (+1.00 to +3.00)", "0.040"), Example("b", "turns", "typical")),
    ]  # fmt: skip
    several = _distinct(Found("a", "b", "c"), "falls")
    (first, second) = findings.findings(status(several, tested=False), [_line("falls", 3.0, 0.01, "b", "c")], [])
    assert first.sentence == "Falls: more in “b” than in the first arm, “a”, 2.00 against 1.00."
    assert (second.sentence, second.example) == (
        "Falls: more in “c” than in the first arm, “a”, 3.00 against 1.00.", Example("c", "falls", "most"),
    )  # fmt: skip
    unknown = Line("falls", {"a": None, "b": None}, {"b": Difference(Estimate(1.0, 0.5, 1.5, 9), 0.01)}, {"b": 0.01})
    (only,) = findings.findings(status(_distinct(Found("a", "b"), "falls"), tested=False), [unknown], [])
    assert only.sentence == "Falls: more in “b” than in “a”."


def test_at_most_twelve_findings_are_told() -> None:
    """At most twelve findings are told, and these are the surest ones."""
    names = [f"m{k}" for k in range(14)]
    lines = [_line(name, 1.0, 0.001 + k / 1000, "b") for k, name in enumerate(names)]
    told = findings.findings(status(_distinct(Found("a", "b"), *names), tested=False), lines, [])
    assert [one.example.measure for one in told] == names[:12]


def test_where_nothing_differs_it_is_said_so_or_not_known() -> None:
    """If no arms differ, or nobody wins more than equal players would, the finding says so. With only five pairs, the
    finding says that this isn't known.
    """
    few = "Fewer than 6 pairs can't show a difference, however large it is."
    next_to_nothing = "{} pairs of seeds can show next to nothing: whether {} is not known."
    usual = Example("a", "turns", "typical")
    line = _line("turns", 1.0, 0.5, "b")
    assert findings.findings(status(Found("a", "b"), tested=False), [line], []) == [
        Finding("Nothing that was measured differs between the arms by more than chance can do.",
                "1 measures over 40 pairs of seeds; 5 % after Benjamini and Hochberg's correction.", usual)
    ]  # fmt: skip
    assert findings.findings(status(Found("a", "b", pairs=5), tested=False), [line], []) == [
        Finding(next_to_nothing.format(5, "anything differs between the arms"), few, usual)
    ]
    assert findings.findings(status(Found("a"), tested=False), [], []) == [
        Finding("Nobody wins more or less than equals would, by more than chance can do.", "40 pairs of seeds.", usual)
    ]
    assert findings.findings(status(Found("a", pairs=5), tested=False), [], []) == [
        Finding(next_to_nothing.format(5, "anybody wins more or less than equals would"), few, usual)
    ]


def _standing(who: str, mean: float, p: float, *, elo: bool = False, mirrored: bool = False) -> Standing:
    points = Estimate(50.0, 20.0, INF, 40) if elo else None
    return Standing("a", who, f"wins {who}", Estimate(mean, mean - 0.1, mean + 0.1, 40), 0.5, p, points, mirrored)


def test_who_wins_more_than_equals_is_found() -> None:
    """Players and seats that win more or less than equals would are told, the surest first. If the second of two
    mirrors the first and has Elo points, it is left out. What chance explains is left out too.
    """
    told = [
        _standing("seat 1", 0.3, 0.04),
        _standing("Ada", 0.7, 0.01, elo=True),
        _standing("Cy", 0.6, 0.05),
        _standing("Bea", 0.3, 0.01, elo=True, mirrored=True),
        _standing("Dan", 0.6, 0.03, mirrored=True),
    ]
    assert findings.findings(status(Found("a"), tested=False), [], told) == [
        Finding("Ada wins 70 % of the games in “a”, more than the 50 % of equals.",
                "With 95 % certainty 60 % to 80 %; Elo 50.0 (20.0 to +∞); corrected chance 0.010.",
                Example("a", "wins Ada", "most")),
        Finding("Dan wins 60 % of the games in “a”, more than the 50 % of equals.",
                "With 95 % certainty 50 % to 70 %; corrected chance 0.030.", Example("a", "wins Dan", "most")),
        Finding("Seat 1 wins 30 % of the games in “a”, less than the 50 % of equals.",
                "With 95 % certainty 20 % to 40 %; corrected chance 0.040.", Example("a", "wins seat 1", "least")),
    ]  # fmt: skip


@pytest.mark.usefixtures("even")
@pytest.mark.parametrize(
    ("arms", "measure", "decided", "example"),
    [
        ("a", "wins Ada", "more", Example("a", "wins Ada", "most")),
        ("a", "wins Ada", "less", Example("a", "wins Ada", "least")),
        ("a b", "wins Ada", None, Example("b", "wins Ada", "most")),
        ("a b", "turns", "less", Example("b", "turns", "typical")),
    ],
)
def test_the_answer_of_a_test_comes_first(arms: str, measure: str, decided: str | None, example: Example) -> None:
    """The verdict of a test is the first finding, with an example game of the second arm if there is one. If the test
    of a single arm is of wins, these wins aren't told again.
    """
    found = Found(*arms.split(), stop=(measure, 0.1))
    found.estimates["a", measure] = Estimate(0.6, 0.5, 0.7, 40)
    now = status(found, decided)
    told = findings.findings(now, [], [_standing("Ada", 0.7, 0.01), _standing("Bea", 0.3, 0.02)])
    assert told[0] == Finding(verdict(now), evidence(now), example)
    others = ["wins Bea"] if arms == "a" else ["turns", "wins Ada", "wins Bea"]
    assert [one.example.measure for one in told[1:]] == others


def _with_games(rows: dict[str, list[dict[str, float]]]) -> Found:
    """Return samples with the figures of each arm's games, pair by pair."""
    found = Found(*rows, pairs=len(next(iter(rows.values()))))
    found.games = {
        Trial(arm, pair, 0): SimpleNamespace(figures=figures)
        for arm, games in rows.items()
        for pair, figures in enumerate(games)
    }
    return found


def test_a_finding_is_shown_by_the_game_that_fits_best() -> None:
    """A finding is shown by the game with the most, the least or the median of its measure. If several games fit, a
    game that shows another finding is taken, or else the one with the fewest acts. A measure that no game has gets no
    example.
    """
    games = [{"turns": 3.0, "falls": 1.0, "acts": 9.0}, {"turns": 5.0, "falls": 1.0, "acts": 5.0},
             {"turns": 4.0, "falls": 0.0, "acts": 7.0}, {"turns": 4.0, "falls": 0.0, "acts": 6.0},
             {"turns": 9.0, "falls": 1.0, "acts": 4.0}]  # fmt: skip
    found = samples(_with_games({"a": games, "b": [{"turns": 4.0}] * 5}))

    def told(*shows: Example) -> dict[Example, Trial]:
        return choose_examples(found, [Finding("", "", one) for one in shows])

    most, least = Example("a", "falls", "most"), Example("a", "falls", "least")
    typical, longest = Example("a", "turns", "typical"), Example("a", "turns", "most")
    shortest, nothing = Example("a", "turns", "least"), Example("a", "luck", "most")
    assert told(most) == {most: Trial("a", 4, 0)}
    assert told(least, typical) == {least: Trial("a", 3, 0), typical: Trial("a", 3, 0)}
    assert told(shortest, most, most) == {shortest: Trial("a", 0, 0), most: Trial("a", 0, 0)}
    assert told(longest, typical) == {longest: Trial("a", 4, 0), typical: Trial("a", 3, 0)}
    assert told(nothing) == {}


@pytest.mark.parametrize(
    ("measure", "selection", "value", "told"),
    [
        ("turns", "typical", 12.0, "a typical game, with turns 12"),
        ("wins Ada", "typical", 0.5, "a typical game, with wins Ada 0.50"),
        ("wins Ada", "most", 1.0, "a game that Ada wins"),
        ("wins Ada", "least", 0.0, "a game that Ada doesn't win"),
        ("wins Ada", "most", 0.5, "a draw of Ada"),
        ("draws", "most", 1.0, "a game with draws: 1"),
        ("falls", "most", 3.0, "the one with the most falls: 3"),
        ("falls", "least", 0.0, "the one with the least falls: 0"),
    ],
)
def test_it_is_told_why_a_game_was_chosen(measure: str, selection: str, value: float, told: str) -> None:
    """The words about an example game say why it was chosen, with the value of its measure."""
    found = samples(_with_games({"a": [{measure: value}]}))
    assert why_chosen(found, Example("a", measure, cast("Any", selection)), Trial("a", 0, 0)) == told


def test_shares_of_wins_are_held_against_those_of_equals() -> None:
    """Shares of wins are compared with those of equal players, by player and by seat. All chances are corrected
    together. The second of two mirrors the first. If players never change seats, there are rows of seats only.
    """
    rng = np.random.default_rng(np.random.SeedSequence(3))
    found = Found("a", players="Ada Bea")
    seats = [SimpleNamespace(name="Ada"), SimpleNamespace(name="Bea")]
    found.plan.arms = {"a": SimpleNamespace(header=SimpleNamespace(seats=seats))}
    for who in ("Ada", "Bea", "seat 1", "seat 2"):
        found.table["a", f"wins {who}"] = rng.integers(0, 3, 40) / 2
        found.estimates["a", f"wins {who}"] = Estimate(0.5, 0.25, 0.75, 40)
    told = standings(samples(found))
    assert [(one.arm, one.who, one.measure, one.even) for one in told] == [
        ("a", who, f"wins {who}", 0.5) for who in ("Ada", "Bea", "seat 1", "seat 2")
    ]
    apart = [difference(np.full(40, 0.5), found.table["a", one.measure]) for one in told]
    assert [one.adjusted_p for one in told] == adjusted_p_values([one.p for one in apart if one is not None])
    assert [one.mirrored for one in told] == [False, True, False, True]
    assert [one.is_seat for one in told] == [False, False, True, True]
    assert [one.elo for one in told] == [Estimate(0.0, elo(0.25), elo(0.75), 40)] * 4
    found.plan.orders = 1
    assert [one.who for one in standings(samples(found))] == ["seat 1", "seat 2"]
    del found.estimates["a", "wins seat 1"]
    assert [one.who for one in standings(samples(found))] == ["seat 2"]


def test_thirds_of_wins_are_no_difference() -> None:
    """Means of thirds of wins are rounded. So if three players are equal, their wins count as exactly even."""
    found = Found("a", players="Ada Bea Cy")
    seats = [SimpleNamespace(name=name) for name in ("Ada", "Bea", "Cy")]
    found.plan.arms = {"a": SimpleNamespace(header=SimpleNamespace(seats=seats))}
    found.table["a", "wins Ada"] = np.array([1 / 3, 1.0 - 2 / 3] * 20)
    found.estimates["a", "wins Ada"] = Estimate(1 / 3, 0.3, 0.4, 40)
    (one,) = standings(samples(found))
    assert (one.even, one.adjusted_p, one.elo, one.mirrored, one.differs) == (1 / 3, 1.0, None, False, False)


@pytest.mark.parametrize(("p", "differs"), [(0.049, True), (0.05, False)])
def test_wins_differ_from_those_of_equals_below_five_percent(p: float, differs: bool) -> None:
    """Wins differ from those of equals if the corrected chance is below 5 %."""
    assert _standing("Ada", 0.6, p).differs is differs
