"""The results and the progress of a campaign in the terminal, made from invented statistics."""

import math
import time
from collections import Counter
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

from riotsim.cli.lab.output import progress, results
from riotsim.cli.lab.output.progress import progress_display, running_estimate
from riotsim.cli.lab.output.results import (
    DIFFERENCE_HEADER,
    _columns,
    _format_marked_estimate,
    _tables,
    conclusions,
    document,
    format_estimate,
    found_in_words,
    headline,
    is_main,
    legend,
    notes,
    plain_estimate,
    print_report_command,
)
from riotsim.lab.campaigns import stopping
from riotsim.lab.campaigns.plan import Trial
from riotsim.lab.report import findings, standings, verdicts
from riotsim.lab.statistics.intervals import Difference, Estimate
from riotsim.lab.statistics.samples import Line
from riotsim.lab.statistics.sequential import Sprt, SprtResult

INF = math.inf


def status(
    *arms: str, pairs: int = 40, stop: str = "", done: bool = True, verdict: Any = "none", name: str = "hands"
) -> Any:
    """Return the progress of a campaign with these arms, in which each pair has two games an arm."""
    asked = SimpleNamespace(measure=stop) if stop else None
    plan = SimpleNamespace(
        arms=dict.fromkeys(arms), definition=SimpleNamespace(stop=asked, name=name, pairs=50),
        games_per_pair=2 * len(arms), game=SimpleNamespace(title="Cube Clash", name="cube_clash"),
    )  # fmt: skip
    found = SimpleNamespace(plan=plan, pairs=tuple(range(pairs)), failed=(), measures=("turns", "wins Ada"), tallies=())
    test = None if verdict == "none" else SprtResult(verdict, pairs, (1.25, -3.5))
    return SimpleNamespace(samples=found, done=done, test=test)


def line(measure: str, *differing: str, arms: tuple[str, ...] = ("a", "b"), apart: bool = True) -> Line:
    """Return the summary of a measure whose estimate is 1 in the first arm, 2 in the second, and so on."""
    estimates = {arm: Estimate(1.0 + k, 0.5 + k, 1.5 + k, 9) for k, arm in enumerate(arms)}
    differences = {arm: Difference(Estimate(1.0, 0.5, 1.5, 9), 0.2) for arm in arms[1:]} if apart else {}
    return Line(measure, estimates, differences, {arm: 0.01 if arm in differing else 0.5 for arm in differences})


@pytest.mark.parametrize(
    ("one", "plain", "signed"),
    [
        (Estimate(0.47, 0.41, 0.53, 9), "0.47 (0.41…0.53)", "+0.47 (+0.41…+0.53)"),
        (Estimate(9.994, -9.99, 9.99, 9), "9.99 (-9.99…9.99)", "+9.99 (-9.99…+9.99)"),
        (Estimate(5.0, 1.0, 10.0, 9), "5.0 (1.0…10.0)", "+5.0 (+1.0…+10.0)"),
        (Estimate(5.0, -10.0, 9.0, 9), "5.0 (-10.0…9.0)", "+5.0 (-10.0…+9.0)"),
        (Estimate(5.0, -INF, INF, 9), "5.00 (?)", "+5.00 (?)"),
        (Estimate(5.0, 1.0, INF, 9), "5.00 (1.00…∞)", "+5.00 (+1.00…+∞)"),
    ],
)
def test_an_estimate_has_two_decimals_below_ten(one: Estimate, plain: str, signed: str) -> None:
    """An estimate has two decimals, or one if any of its numbers is 10 or more. Infinite numbers don't count."""
    assert (format_estimate(one), format_estimate(one, signed=True)) == (plain, signed)
    assert format_estimate(Estimate(12.345, 1.0, 20.0, 9), digits=3) == "12.345 (1.000…20.000)"


def test_an_estimate_is_marked_where_it_differs() -> None:
    """An estimate that differs has a star. Others have a space in its place. A dash stands for no estimate."""
    one = Estimate(1.0, 0.5, 1.5, 9)
    assert _format_marked_estimate(one) == "1.00 (0.50…1.50) "
    assert _format_marked_estimate(one, signed=True, differs=True) == "[bold yellow]+1.00 (+0.50…+1.50)*[/]"
    assert (_format_marked_estimate(None), _format_marked_estimate(None, differs=True)) == ("– ", "[bold yellow]–*[/]")


def test_a_question_mark_is_explained_once() -> None:
    """The legend explains the question mark once if any interval is unbounded on both sides."""
    unbounded, half = Estimate(1.0, -INF, INF, 2), Estimate(1.0, 0.0, INF, 2)
    says = "[dim](?): from fewer than 6 pairs, or the same in all of them, so no interval can be estimated.[/]"
    assert list(legend([None, unbounded, half, unbounded])) == [says]
    assert list(legend([None, half])) == []


def test_two_arms_have_a_column_for_their_difference() -> None:
    """If two arms can be compared, a column has their difference, which has the star if it is significant. If there are
    more arms, or an arm has that column's name, the arms have the star themselves.
    """
    plain, marked = "{} ", "[bold yellow]{}*[/]"
    one, two, apart = "1.00 (0.50…1.50)", "2.00 (1.50…2.50)", "+1.00 (+0.50…+1.50)"
    lines = [line("turns", "b"), line("falls"), line("luck", apart=False)]
    assert _columns(lines, ("a", "b")) == {
        "a": [plain.format(one)] * 3, "b": [plain.format(two)] * 3,
        DIFFERENCE_HEADER: [marked.format(apart), plain.format(apart), "– "],
    }  # fmt: skip
    assert _columns(lines[2:], ("a", "b")) == {"a": [plain.format(one)], "b": [plain.format(two)]}
    odd = ("a", DIFFERENCE_HEADER)
    assert _columns([line("turns", DIFFERENCE_HEADER, arms=odd)], odd) == {
        "a": [plain.format(one)], DIFFERENCE_HEADER: [marked.format(two)],
    }  # fmt: skip
    three = ("a", "b", "c")
    assert _columns([line("turns", "c", arms=three)], three) == {
        "a": [plain.format(one)], "b": [plain.format(two)], "c": [marked.format("3.00 (2.50…3.50)")],
    }  # fmt: skip


def _printed(tables: Iterator[Any], width: int) -> list[list[str]]:
    """Return the lines of each table in a terminal of this width."""
    on = Console(width=width, highlight=False, color_system=None)
    printed = []
    for table in tables:
        with on.capture() as capture:
            on.print(table)
        printed.append([row.rstrip() for row in capture.get().splitlines()])
    return printed


def test_columns_that_do_not_fit_stand_in_a_further_table() -> None:
    """If columns don't fit into the terminal's width, the last ones go into a further table. A width of 26 holds names
    of five characters and three columns of six, which have a space before each.
    """
    columns = {"a": ["[bold]111111[/]", "1"], "b": ["222222", "2"], "c": ["333333", "3"]}
    whole = list(_tables(["turns", "acts"], columns, 26))
    assert len(whole) == 1
    assert _printed(iter(whole), 60) == [
        ["measure       a       b       c", "turns    111111  222222  333333", "acts          1       2       3"]
    ]
    assert _printed(_tables(["turns", "acts"], columns, 25), 60) == [
        ["measure       a       b", "turns    111111  222222", "acts          1       2", ""],
        ["measure       c", "turns    333333", "acts          3"],
    ]
    assert [len(table.columns) for table in _tables(["turns"], {"a": ["1" * 30], "b": ["2"]}, 10)] == [2, 2]


@pytest.mark.parametrize(
    ("one", "stop", "there"),
    [
        (line("turns"), "", True), (line("margin"), "", True), (line("draws"), "", True), (line("wins Ada"), "", True),
        (line("acts"), "", False), (line("acts", "b"), "", True), (line("acts"), "acts", True),
        (line("acts"), "falls", False),
    ],
)  # fmt: skip
def test_main_measures_are_shown(one: Line, stop: str, there: bool) -> None:
    """A summary shows length, margin, draws, wins and the tested measure. Any other measure is shown only if it
    differs.
    """
    assert is_main(one, status("a", "b", stop=stop)) is there


def test_the_first_line_counts_games_and_seeds() -> None:
    """The first line counts games and seeds, and says so if the campaign isn't over. The campaign's name is shown as
    plain text.
    """
    assert headline(status("a", "b")) == "[bold]hands[/] · Cube Clash · 160 games of 40 seeds"
    assert headline(status("a", pairs=1, done=False, name="[b]")) == (
        "[bold]\\[b][/] · Cube Clash · 2 games of 1 seed [bold]so far; the campaign is not over[/]"
    )


def test_at_most_five_findings_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """At most five findings are printed, the first one in bold type, and the others are counted. Without a pair there
    is no finding.
    """
    told = [SimpleNamespace(sentence=f"finding [{k}]") for k in range(7)]
    many = 7
    monkeypatch.setattr(findings, "findings", lambda *_: told[:many])
    monkeypatch.setattr(standings, "standings", lambda _: [])
    first = ["[bold]finding [0][/]", "finding [1]", "finding [2]", "finding [3]", "finding [4]"]
    assert list(found_in_words(status("a"), [])) == [*first, "[dim]2 more findings are marked below with *.[/]"]
    many = 5
    assert list(found_in_words(status("a"), [])) == first
    assert list(found_in_words(status("a", pairs=0), [])) == []


def test_notes_say_what_was_tested_and_what_brackets_mean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Notes give the evidence, the differences that can be seen, and the meaning of brackets. If there are fewer than 6
    pairs, the notes say that these are too few. Without any pair there are no notes.
    """
    says = {"evidence": "by [x]", "hindsight": "seen"}
    monkeypatch.setattr(verdicts, "evidence", lambda _: says["evidence"])
    monkeypatch.setattr(verdicts, "hindsight", lambda _: says["hindsight"])
    brackets = "[dim]In brackets: where the true value lies with 95 % certainty, however often you look{}.[/]"
    mark = "; * differs from the first arm (5 %, corrected for the number of measures)"
    assert list(notes(status("a"), compared=True)) == ["", "[dim]by \\[x][/]", "[dim]seen[/]", brackets.format(mark)]
    says |= {"evidence": "", "hindsight": ""}
    few = "[dim]Fewer than 6 pairs can't show a difference, however large it is.[/]"
    assert list(notes(status("a", pairs=5), compared=False)) == ["", few, brackets.format("")]
    assert list(notes(status("a", pairs=6), compared=False)) == ["", brackets.format("")]
    assert list(notes(status("a", pairs=0), compared=True)) == []


@pytest.mark.parametrize(("least", "more"), [(8, 100), (150, 150)])
def test_an_undecided_test_may_go_on(least: int, more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a test is undecided, the summary names a larger number of pairs: twice as many, or as many as a test needs. If
    games have failed, each has a line instead.
    """
    monkeypatch.setattr(stopping, "possible_values", lambda _: None)
    monkeypatch.setattr("riotsim.lab.statistics.sequential.min_pairs", lambda _: least)
    goes_on = f"More pairs may tell: the same command with a larger --pairs, such as {more}, goes on."
    assert list(conclusions(status("a", verdict=None))) == [goes_on]
    assert list(conclusions(status("a", verdict="more"))) == []
    assert list(conclusions(status("a"))) == []
    failing = status("a", verdict=None, done=False)
    failing.samples.failed = ((Trial("[a]", 3, 1), "it [broke]"),)
    assert list(conclusions(failing)) == ["[red]not played[/]: arm \\[a], pair 3, order 1: it \\[broke]"]


def test_a_document_has_everything() -> None:
    """The document has all measures in all arms, with the difference from the first arm. Infinite ends are null."""
    now = status("a", "b", verdict="more")
    now.samples.failed = ((Trial("b", 3, 1), "broke"),)
    now.samples.tallies = ("falls",)
    now.samples.tally = lambda arm, name: Counter({f"{name} of {arm}": 2})
    lines = [line("turns", "b"), Line("luck", {"a": None, "b": Estimate(1.0, -INF, INF, 2)}, {}, {})]
    first = {"mean": 1.0, "low": 0.5, "high": 1.5, "of": 9}
    second = {"mean": 2.0, "low": 1.5, "high": 2.5, "of": 9, "difference": first, "chance": 0.01}
    assert document(now, lines) == {
        "campaign": "hands", "game": "cube_clash", "done": True, "arms": ["a", "b"], "pairs": 40, "games": 160,
        "failed": [{"arm": "b", "pair": 3, "order": 1, "why": "broke"}],
        "test": {"verdict": "more", "pairs": 40, "ratios": [1.25, -3.5]},
        "measures": {
            "turns": {"a": first, "b": second},
            "luck": {"a": None, "b": {"mean": 1.0, "low": None, "high": None, "of": 2}},
        },
        "tallies": {"falls": {"a": {"falls of a": 2}, "b": {"falls of b": 2}}},
    }  # fmt: skip
    assert document(status("a"), [])["test"] is None
    assert plain_estimate(Estimate(INF, 1.0, INF, 2)) == {"mean": None, "low": 1.0, "high": None, "of": 2}


@pytest.mark.parametrize(
    ("name", "db", "told"),
    [
        ("hands", None, "for a page: riotsim lab report hands\n"),
        ("-x y", "a b.sqlite", "for a page: riotsim lab report --db 'a b.sqlite' -- '-x y'\n"),
    ],
)
def test_the_command_of_the_page_can_be_copied(
    name: str, db: Any, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command that writes the page is quoted for a shell. If there are no pairs, the command isn't printed."""
    print_report_command(status("a", name=name), db)
    assert capsys.readouterr() == ("", told)
    print_report_command(status("a", name=name, pairs=0), db)
    assert capsys.readouterr() == ("", "")


def _estimated(now: Any, *, apart: bool) -> Any:
    """Give the samples estimates: 0.5 of anything in arm `a`, and none in `b`. If `apart`, `b` is 1 above `a`."""
    now.samples.estimate = lambda arm, measure: Estimate(0.5, 0.25, 0.75, 9) if arm == "a" and measure else None
    found = Difference(Estimate(1.0, 0.5, 1.5, 9), 0.1) if apart else None
    now.samples.difference = lambda first, second, _: found if (first, second) == ("a", "b") else None
    return now


def test_the_running_estimate_is_that_of_the_test_or_of_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The running estimate is of the tested measure, or else of wins. With two arms that can be compared, it is of
    their difference. For a test, its evidence follows once there are enough pairs.
    """
    monkeypatch.setattr(stopping, "sprt_of", lambda plan: Sprt(0.5, 0.1) if plan.definition.stop else None)
    monkeypatch.setattr(stopping, "possible_values", lambda _: [0.0, 1.0])
    one, two = status("a"), status("a", "b")
    assert running_estimate(_estimated(one, apart=False)) == "wins Ada: 0.50 (0.25…0.75)"
    assert running_estimate(_estimated(two, apart=False)) == "wins Ada, a: 0.50 (0.25…0.75)"
    assert running_estimate(_estimated(two, apart=True)) == "wins Ada, b against a: +1.00 (+0.50…+1.50)"
    tested = status("a", "b", stop="turns", verdict=None, pairs=8)
    bounds = "; evidence +1.2, decided at -3.0 (no difference) or +3.6"
    assert running_estimate(_estimated(tested, apart=True)) == f"turns, b against a: +1.00 (+0.50…+1.50){bounds}"
    early = status("a", stop="turns", verdict=None, pairs=7)
    assert running_estimate(_estimated(early, apart=False)) == "turns: 0.50 (0.25…0.75); evidence from 8 pairs on"
    assert running_estimate(_estimated(status("a", pairs=0), apart=False)) == ""
    nobody = _estimated(status("a"), apart=False)
    nobody.samples.measures = ("turns",)
    assert running_estimate(nobody) == ""


def test_progress_is_told_in_lines_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a terminal, a line gives the games, the rate and the time left, at most every 30 s. Games that were
    played earlier count, too. The forecast is printed once, after twelve pairs.
    """
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(progress, "raise_if_interrupted", lambda: None)
    monkeypatch.setattr(progress, "running_estimate", lambda _: "so far.")
    foretold: list[float] = []

    def forecast(_: object, seconds: float) -> str:
        foretold.append(seconds)
        return "a forecast"

    monkeypatch.setattr(verdicts, "forecast", forecast)
    now = status("a", "b")
    now.samples.plan.trials = lambda: [Trial("a", pair, 0) for pair in range(50)]
    ledger = cast(
        "Any", SimpleNamespace(games=lambda _: {Trial("a", 0, 0): 1, Trial("a", 1, 0): 1, Trial("x", 0, 0): 1})
    )
    told = []
    with progress_display(now.samples.plan, ledger, cast("Any", SimpleNamespace(workers=3))) as show:
        for seconds, pairs in ((10.0, 11), (19.0, 12), (1.0, 13), (29.0, 14), (1.0, 15)):
            clock[0] += seconds
            show(cast("Any", SimpleNamespace(monitor=SimpleNamespace(pairs=range(pairs), status=now))))
            told.append(capsys.readouterr().err)
    assert told == [
        "", "a forecast\n", "hands: 5 of 200 games, 6.0 a minute, 32 min left at most. so far.\n", "",
        "hands: 7 of 200 games, 5.0 a minute, 39 min left at most. so far.\n",
    ]  # fmt: skip
    assert foretold == [29.0 / 2 * 4]


@pytest.mark.parametrize(("pairs", "forecasts"), [(12, True), (50, False)])
def test_short_campaigns_have_no_forecast(
    pairs: int, forecasts: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Campaigns of at most twelve pairs have no forecast, and neither have those whose command wants none."""
    monkeypatch.setattr(progress, "raise_if_interrupted", lambda: None)
    monkeypatch.setattr(verdicts, "forecast", lambda *_: "a forecast")
    now = status("a")
    now.samples.plan.definition.pairs, now.samples.plan.trials = pairs, list
    ledger, pool = cast("Any", SimpleNamespace(games=lambda _: {})), cast("Any", SimpleNamespace(workers=3))
    with progress_display(now.samples.plan, ledger, pool, forecasts=forecasts) as show:
        show(cast("Any", SimpleNamespace(monitor=SimpleNamespace(pairs=range(12), status=now))))
    assert capsys.readouterr().err == ""


def test_a_summary_has_a_table_between_its_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A summary has the findings, the table of main measures, the number of measures left out, and the notes. With
    `everything`, no measure is left out.
    """
    monkeypatch.setenv("COLUMNS", "100")
    lines = [line("turns", "b"), line("acts")]
    monkeypatch.setattr("riotsim.lab.statistics.samples.summary", lambda _: lines)
    monkeypatch.setattr(results, "found_in_words", lambda *_: iter(["found"]))
    monkeypatch.setattr(results, "notes", lambda _, compared: iter([f"compared: {compared}"]))
    monkeypatch.setattr(results, "conclusions", lambda _: iter(["concluded"]))
    head = "hands · Cube Clash · 160 games of 40 seeds\nfound\n\n"
    columns = "measure                  a                  b            difference \n"
    turns = "turns     1.00 (0.50…1.50)   2.00 (1.50…2.50)  +1.00 (+0.50…+1.50)*\n"
    acts = "acts      1.00 (0.50…1.50)   2.00 (1.50…2.50)   +1.00 (+0.50…+1.50)\n"
    end = "compared: True\nconcluded\n"
    results.print_summary(status("a", "b"), json=False)
    left_out = "1 more measured, none of which differs: --all shows all.\n"
    told = [row.rstrip() for row in capsys.readouterr().out.splitlines()]
    assert told == [row.rstrip() for row in (head + columns + turns + left_out + end).splitlines()]
    results.print_summary(status("a", "b"), json=False, everything=True)
    told = [row.rstrip() for row in capsys.readouterr().out.splitlines()]
    assert told == [row.rstrip() for row in (head + columns + turns + acts + end).splitlines()]
