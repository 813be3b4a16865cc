"""The terminal output about the results of a campaign."""

import math
import re

import pytest
from small_campaigns import APART, made_up

from riotsim.cli.lab.output.progress import running_estimate
from riotsim.cli.lab.output.results import format_estimate, print_summary
from riotsim.lab.report.html import make_report
from riotsim.lab.statistics.intervals import Estimate


@pytest.mark.parametrize(
    ("one", "told"),
    [
        (Estimate(-math.inf, -math.inf, 113.4, 2), "-∞ (-∞…+113.4)"),
        (Estimate(math.inf, 0.04, math.inf, 2), "+∞ (+0.04…+∞)"),
        (Estimate(0.0, -math.inf, math.inf, 2), "+0.00 (?)"),
        (Estimate(-0.001, -0.5, 0.4, 2), "+0.00 (-0.50…+0.40)"),
    ],
)
def test_who_won_nothing_has_an_interval_in_the_terminal_as_in_the_report(one: Estimate, told: str) -> None:
    """No Elo is too low for no win, and it is known how high it may be; a question mark is for what is not known."""
    assert format_estimate(one, signed=True) == told


def test_ratings_are_told_in_whole_points() -> None:
    """Nobody means tenths of them."""
    assert format_estimate(Estimate(1234.56, 78.9, math.inf, 2), signed=True, digits=0) == "+1235 (+79…+∞)"


def test_the_difference_of_two_arms_has_a_column(capsys: pytest.CaptureFixture[str]) -> None:
    """The column has the paired difference of the second arm from the first, with its interval and a mark."""
    now = made_up()
    print_summary(now, json=False)
    told = capsys.readouterr().out
    assert re.search(r"^measure +all alike +apart +difference\b", told, re.MULTILINE)
    (felled,) = re.findall(r"^towers felled .*", told, re.MULTILINE)
    assert re.search(r" 5\.83 \(5\.\d\d…\d\.\d\d\) +\+2\.33 \(\?\)\*$", felled)
    assert re.search(r"^turns .* \+0\.00 \(\?\) *$", told, re.MULTILINE)
    print_summary(made_up(arms={"one": {}, "two": {"bosses": APART}, "three": {"bosses": APART}}), json=False)
    assert "difference" not in capsys.readouterr().out
    print_summary(made_up(1), json=False)
    header = re.findall(r"^measure .*", capsys.readouterr().out, re.MULTILINE)
    assert not any("difference" in line for line in header), "of a single pair there is none"


def test_a_question_mark_is_explained_where_there_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    """And nowhere else."""
    for pairs, there in ((1, True), (40, False)):
        print_summary(made_up(pairs, arms={"one": {"bosses": APART}}), json=False)
        told = capsys.readouterr().out
        assert told.count("(?): from fewer than 6 pairs, or the same in all") == there
        assert ("(?)" in told) == there


def test_few_pairs_are_told_to_show_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """A campaign of few pairs without a difference says that none could have been found."""
    for pairs, there in ((1, True), (5, True), (6, False)):
        now = made_up(pairs)
        for one in now.samples.games.values():
            one.figures["towers felled"] = 3.0
        print_summary(now, json=False)
        assert ("can show next to nothing" in capsys.readouterr().out) == there


def test_the_running_estimate_says_whose_it_is() -> None:
    """Of two arms their difference, and before there is one, that of the first arm."""
    assert re.match(r"wins Ada, all alike: 0\.\d\d \(", running_estimate(made_up(1)))
    assert re.match(r"wins Ada, apart against all alike: \+0\.\d\d ", running_estimate(made_up(8)))
    assert re.match(r"wins Ada: 0\.\d\d \(", running_estimate(made_up(8, arms={"one": {"bosses": APART}})))


def test_a_test_says_from_what_and_how_it_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """The output names the reference of the difference, the number of pairs that the test needs, and the command for
    more.
    """
    stop = {"measure": "wins Ada", "difference": 0.05}
    one = made_up(1, arms={"one": {"bosses": APART}}, stop=stop)
    print_summary(one, json=False)
    told = " ".join(capsys.readouterr().out.split())
    assert "not known yet whether that differs from 33 % by 5 points or more" in told
    assert "waits for 8 pairs before it looks." in told
    assert "More pairs may tell: the same command with a larger --pairs, such as 8, goes" in told
    verdict = make_report(one).findings[0]
    by = "Sequential test (SPRT) after 1 pair for 5 points: α 0.05, β 0.05; it waits for 8 pairs before it looks."
    assert verdict.evidence == by
    two = made_up(9, stop={"measure": "turns", "difference": 1.0})
    print_summary(two, json=False)
    told = " ".join(capsys.readouterr().out.split())
    assert "Turns: not known yet whether there is a difference between “all alike” and “apart” of 1 or more." in told
    assert "waits for 16 pairs" in told
    ready = make_report(made_up(9, stop=stop)).findings[0].evidence
    assert re.search(r"log-likelihood ratio −?\d.* for more and −?\d.* for less, where 3\.64 decides", ready)
