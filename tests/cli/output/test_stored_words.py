"""How `riotsim games` prints stored games: states, times, columns, and what a verification found."""

import math
import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

from riotsim.cli import games
from riotsim.cli.games import _fitting_columns, _format_time, _print_list, _print_verification, _state
from riotsim.store.verify import ComparedAct, RecordDifference, VerificationReport


def game(name: str = "abc", **given: Any) -> Any:
    """Return the summary of a game of Ada against Bea, who brought a company, with some parts replaced."""
    seats = [
        SimpleNamespace(name="Ada", company=None),
        SimpleNamespace(name="Bea", company=SimpleNamespace(name="Rats")),
    ]
    usual = {"id": name, "header": SimpleNamespace(seats=seats), "turns": 12, "result": None, "holder": None,
             "changed": "2024-05-06T07:08:09+00:00"}  # fmt: skip
    return SimpleNamespace(**{**usual, **given})


@pytest.fixture
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let local time be UTC."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("result", "holder", "told"),
    [
        (None, None, "open"),
        (None, object(), "being played"),
        ({"winners": ["Ada"]}, object(), "Ada won"),
        ({"winners": ["Ada", "Bea"]}, None, "a draw: Ada, Bea"),
        ({"winners": []}, None, "unfinished"),
        ({}, None, "unfinished"),
        ({"winners": "Ada"}, None, "unfinished"),
    ],
)
def test_a_game_is_open_played_or_over(result: Any, holder: Any, told: str) -> None:
    """A game without a result is open or being played. One with a result has its winners, or is unfinished."""
    assert _state(game(result=result, holder=holder)).plain == told


@pytest.mark.usefixtures("utc")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("2024-05-06T07:08:09+00:00", "2024-05-06 07:08"),
        ("2024-05-06T07:08:09+02:00", "2024-05-06 05:08"),
        ("yesterday", "?"),
        ("0001-01-01T00:00:00+14:00", "?"),
    ],
)
def test_times_are_local(text: str, told: str) -> None:
    """Times are local, and told without seconds. A text that is no time becomes a question mark."""
    assert _format_time(text) == told


@pytest.mark.parametrize(
    ("width", "columns"),
    [
        (200, [0, 1, 2, 3, 4]), (60, [0, 1, 2, 3, 4]), (59, [0, 1, 2, 3]), (39, [0, 1, 2, 3]), (38, [0, 1, 3]),
        (34, [0, 1, 3]), (33, [0, 1]), (22, [0, 1]), (21, [0]), (1, [0]),
    ],
)  # fmt: skip
def test_columns_are_dropped_on_narrow_terminals(width: int, columns: list[int]) -> None:
    """If the terminal is narrow, players and states are first folded to 9 characters. Then columns are dropped: the
    last one, then turns, states and players.
    """
    assert list(_fitting_columns([7, 30, 2, 20, 18], width)) == columns


@pytest.mark.usefixtures("utc")
def test_a_list_has_a_line_for_each_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each game has a line with the companies of its players. Numbers of turns stand to the right."""
    found = [game("abc"), game("longer", turns=3, result={"winners": ["Bea"]})]

    def told(width: int) -> list[str]:
        monkeypatch.setenv("COLUMNS", str(width))
        _print_list(found)
        return [row.rstrip() for row in capsys.readouterr().out.splitlines()]

    assert told(80) == [
        "id       players            turns   state     last played",
        "abc      Ada · Bea (Rats)      12   open      2024-05-06 07:08",
        "longer   Ada · Bea (Rats)       3   Bea won   2024-05-06 07:08",
    ]
    assert told(38) == [
        "id       players            state",
        "abc      Ada · Bea (Rats)   open",
        "longer   Ada · Bea (Rats)   Bea won",
    ]
    assert told(3) == ["id", "abc", "longer"]


def _told(report: VerificationReport, capsys: pytest.CaptureFixture[str]) -> list[str]:
    _print_verification(report)
    return capsys.readouterr().out.splitlines()


def test_a_game_that_is_as_it_was_is_told_in_two_lines(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a verified game has no differences, two lines count its acts and its events."""
    monkeypatch.setenv("COLUMNS", "200")
    report = VerificationReport((ComparedAct(1, "roll", True), ComparedAct(4, "carry", True)), {}, 7)
    assert report.same
    assert _told(report, capsys) == [
        "2 acts settle as they did, to the last bit.", "7 events are stored as the rules tell them.",
    ]  # fmt: skip


def test_what_differs_is_told_one_by_one(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Each act that ends differently has a line with the distance of its pieces. Events, turns and the result that
    differ follow. At the end the differences are counted.
    """
    monkeypatch.setenv("COLUMNS", "200")
    acts = (
        ComparedAct(1, "roll", False, 1.23456), ComparedAct(3, "carry", True),
        ComparedAct(4, "stack", False, math.inf, False),
    )  # fmt: skip
    others = (
        RecordDifference("event", 3, {"model": "Zed"}, {"model": "a1"}), RecordDifference("event", 4, None, {"a": 1}),
        RecordDifference("turn", 2, {"turn": 1}, None),
    )  # fmt: skip
    report = VerificationReport(
        acts, {"riotsim": "1", "numpy": "2"}, 9, others, {"riotsim": "1", "numpy": "3", "x": "4"}
    )
    assert not report.same
    assert _told(report, capsys) == [
        "act 1: roll settles otherwise: 1.23 mm apart",
        "act 4: stack settles otherwise: other pieces are on the table, and something else happens",
        'event 3: stored is model "Zed", and the rules tell model "a1"',
        "event 4: is not stored",
        "turn 2: is stored, and the rules tell none",
        "2 of 3 acts settle otherwise; it was played with numpy 2, x ?, and here is numpy 3, x 4.",
        "2 events, 1 turn are stored otherwise than the rules tell.",
    ]
    one = VerificationReport((), {}, 9, (RecordDifference("result", 0, None, {}),), {})
    assert _told(one, capsys)[1:] == [
        "0 acts settle as they did, to the last bit.", "1 result is stored otherwise than the rules tell.",
    ]  # fmt: skip
    same_place = VerificationReport((ComparedAct(1, "roll", False, 0.5),), {"a": "1"}, 0, (), {"a": "1"})
    assert _told(same_place, capsys)[1] == "1 of 1 acts settle otherwise, on a platform that should give the same bits."
    assert not same_place.same
    plain = report.plain()
    assert [act["apart"] for act in plain["acts"]] == [1.23456, 0.0, None]
    assert (plain["same"], plain["events"], len(plain["differences"])) == (False, 9, 3)


def test_only_the_first_twenty_differences_are_printed(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """If many acts differ, only the first twenty are printed. The same holds for other differences."""
    monkeypatch.setenv("COLUMNS", "200")
    acts = tuple(ComparedAct(k, "roll", False, 1.0) for k in range(21))
    others = tuple(RecordDifference("event", k, None, {}) for k in range(21))
    told = _told(VerificationReport(acts, {}, 0, others, {}), capsys)
    assert [row.split(":")[0] for row in told[:-2]] == [f"act {k}" for k in range(20)] + [
        f"event {k}" for k in range(20)
    ]
    assert [row.split()[0] for row in told[-2:]] == ["21", "21"]


def test_a_game_is_the_same_if_header_journal_and_outcomes_are() -> None:
    """A stored game is the same if its header, journal and outcomes are. A game that is damaged isn't the same."""
    from riotsim.files.problems import BadFile, Problem

    own = SimpleNamespace(id="a", header=1, entries=2, outcomes=3)
    for part in ("", "header", "entries", "outcomes"):
        other = SimpleNamespace(**{**vars(own), **({part: 9} if part else {})})
        store = cast("Any", SimpleNamespace(read=lambda _, found=other: found))
        assert games._is_stored(store, cast("Any", own)) is (part == "")

    def read(_: str) -> None:
        raise BadFile([Problem("x", "is damaged")])

    assert not games._is_stored(cast("Any", SimpleNamespace(read=read)), cast("Any", own))
