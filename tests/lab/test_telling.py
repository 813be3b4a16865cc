"""The terminal output about the results of a campaign."""

import math
import re

import pytest
from small_campaigns import APART, made_up

from riotsim.cli.lab.output.progress import running_estimate
from riotsim.cli.lab.output.results import format_estimate, print_summary
from riotsim.lab.campaigns.stopping import Status
from riotsim.lab.report.html import make_report, page
from riotsim.lab.report.verdicts import forecast, hindsight
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
    """If an estimate or one bound of its interval is infinite, the terminal shows ∞. If no bound is known, it shows a
    question mark.
    """
    assert format_estimate(one, signed=True) == told


def test_ratings_are_told_in_whole_points() -> None:
    """If an estimate is shown with no digits after the point, as ratings are, it is rounded to whole points."""
    assert format_estimate(Estimate(1234.56, 78.9, math.inf, 2), signed=True, digits=0) == "+1235 (+79…+∞)"


def test_the_difference_of_two_arms_has_a_column(capsys: pytest.CaptureFixture[str]) -> None:
    """If a campaign has two arms, a column shows the paired difference between them, its interval, and a mark where
    arms differ. With three arms or a single pair, there is no such column.
    """
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
    """If the table shows a question mark, the terminal explains it, and otherwise not."""
    for pairs, there in ((1, True), (40, False)):
        print_summary(made_up(pairs, arms={"one": {"bosses": APART}}), json=False)
        told = capsys.readouterr().out
        assert told.count("(?): from fewer than 6 pairs, or the same in all") == there
        assert ("(?)" in told) == there


def test_few_pairs_are_told_to_show_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """If nothing differs in fewer than 6 pairs, the terminal says that so few pairs can show next to nothing."""
    for pairs, there in ((1, True), (5, True), (6, False)):
        now = made_up(pairs)
        for one in now.samples.games.values():
            one.figures["towers felled"] = 3.0
        print_summary(now, json=False)
        assert ("can show next to nothing" in capsys.readouterr().out) == there


def test_the_running_estimate_says_whose_it_is() -> None:
    """If a campaign has two arms, the running estimate is that of their difference. As long as no difference is known,
    it is that of the first arm.
    """
    assert re.match(r"wins Ada, all alike: 0\.\d\d \(", running_estimate(made_up(1)))
    assert re.match(r"wins Ada, apart against all alike: \+0\.\d\d ", running_estimate(made_up(8)))
    assert re.match(r"wins Ada: 0\.\d\d \(", running_estimate(made_up(8, arms={"one": {"bosses": APART}})))


def test_a_test_says_from_what_and_how_it_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    """The terminal names the value from which a difference counts, the number of pairs that the test needs, and the
    command for more pairs.
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


def _uneven(pairs: int) -> Status:
    """Return a campaign of one arm in which Ada wins all games of one half of the pairs, and none of the other half."""
    now = made_up(pairs, arms={"one": {"bosses": APART}})
    for trial, one in now.samples.games.items():
        one.figures["wins Ada"] = float(trial.pair % 2)
    return now


def test_it_is_told_beforehand_what_so_many_pairs_can_show() -> None:
    """If a campaign has no test, a forecast names the smallest difference that its pairs can show. If it has a test,
    the forecast says how often that decides, and how many pairs would do.
    """
    seen = r"Going by the first 12 pairs: 12 pairs \(24 s\) can show a difference of \d+ points in wins of Ada"
    assert re.match(seen, forecast(_uneven(12), 2.0))
    tested = made_up(12, arms={"one": {"bosses": APART}}, stop={"measure": "turns", "difference": 0.2, "even": 6.5})
    told = forecast(tested, 2.0)
    need = int(re.findall(r"--pairs (\d+)$", told)[0])
    assert "decide this in hardly any campaign; " in told
    assert need > 100
    enough = made_up(60, arms={"one": {"bosses": APART}}, stop={"measure": "turns", "difference": 3.0, "even": 6.5})
    assert re.search(r"60 pairs \(2 min\) decide this in (9|10) of 10 campaigns or more", forecast(enough, 2.0))


def test_it_is_told_afterwards_what_could_have_been_seen(capsys: pytest.CaptureFixture[str]) -> None:
    """After a campaign, the terminal and the page name the smallest difference that its pairs can show. If a test has
    decided, they don't.
    """
    now = _uneven(40)
    seen = hindsight(now)
    assert re.fullmatch(r"40 pairs can show a difference of \d+ points in wins of Ada, most often; smaller ones may go "
                        r"unseen\.", seen)  # fmt: skip
    print_summary(now, json=False)
    assert seen in " ".join(capsys.readouterr().out.split())
    assert seen in page(make_report(now), {}, "")
    decided = made_up(40, arms={"one": {"bosses": APART}}, stop={"measure": "acts", "difference": 10.0, "even": 0.0})
    assert hindsight(decided) == ""


def test_measures_that_nobody_asked_about_are_shown_on_demand(capsys: pytest.CaptureFixture[str]) -> None:
    """If a measure doesn't differ and isn't a main measure, the table has no row for it. `--all` shows a row for every
    measure.
    """
    now = made_up(40)
    print_summary(now, json=False)
    few = capsys.readouterr().out
    assert not re.search(r"^acts ", few, re.MULTILINE)
    assert re.search(r"^towers felled ", few, re.MULTILINE), "it differs"
    assert "1 more measured, none of which differs: --all shows all." in few
    print_summary(now, json=False, everything=True)
    assert re.search(r"^acts ", capsys.readouterr().out, re.MULTILINE)
