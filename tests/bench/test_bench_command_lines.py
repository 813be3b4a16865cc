"""The messages of the benchmarks' programs about invalid command lines."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import __main__ as bench
from benchmarks.program import game
from benchmarks.worst import __main__ as worst
from benchmarks.worst import search as worst_search

ROOT = Path(__file__).parents[2]


def said(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], run: Callable[[], None], *args: str
) -> str:
    """Return the message of a program that exits with 2 and prints nothing else."""
    monkeypatch.setattr(sys, "argv", ["program", *args])
    with pytest.raises(SystemExit) as left:
        run()
    assert left.value.code == 2
    written = capfd.readouterr()
    assert written.out == ""
    return written.err


@pytest.mark.parametrize(
    ("args", "wrong", "right"),
    [
        (("--again", "nonsense:x"), "no sort 'nonsense'", "forest"),
        (("--again", "nonsense"), "no sort 'nonsense'", "forest"),
        (("--again", "forest:x"), "'forest:x'", "such as forest:17"),
        (("--again", "forest"), "'forest'", "such as forest:17"),
        (("--again", "forest:1:2"), "'forest:1:2'", "such as forest:17"),
        (("--again", "forest:-1"), "'forest:-1'", "such as forest:17"),
        (("--again", "forest:1", "game:3"), "'game:3'", "such as game:3:212"),
        (("--again",), "--again", "at least one"),
        (("--sort", "nonsense"), "'nonsense'", "'forest'"),
        (("--seeds", "-1"), "--seeds: '-1'", "from 0 up"),
        (("--first", "-1"), "--first: '-1'", "from 0 up"),
        (("--games", "many"), "--games: 'many'", "from 0 up"),
        (("--show", "0"), "--show: '0'", "from 1 up"),
        (("--most", "0"), "--most: '0'", "above 0"),
        (("--most", "nan"), "--most: 'nan'", "above 0"),
        (("--seeds", "0"), "nothing to search", "--games"),
        (("--seeds", "0", "--games", "1", "--sort", "forest"), "--sort", "--seeds 0"),
        (("--again", "forest:1", "--seeds", "3"), "--again", "leave --seeds away"),
        (("--again", "forest:1", "--sort", "heap"), "--again", "leave --sort away"),
        (("--again", "forest:1", "--games", "0"), "--again", "leave --games away"),
        (("--again", "forest:1", "--first", "2"), "--again", "leave --first away"),
        (("--nonsense",), "--nonsense", ""),
    ],
)
def test_the_search_says_in_a_line_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    args: tuple[str, ...],
    wrong: str,
    right: str,
) -> None:
    """If an option of the search is wrong, a message of one line names the problem and the remedy, before anything is
    simulated.
    """
    monkeypatch.setattr(worst_search, "scene", None)
    line = said(monkeypatch, capfd, worst.main, *args)
    assert wrong in line
    assert right in line
    assert line.count("\n") == 1


def test_an_act_that_a_game_does_not_come_to(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """If a game is over before the wanted act, the search plays the game and then reports this."""
    monkeypatch.setattr(worst_search, "played", lambda *_, **__: iter(()))
    assert "game 3 is over before" in said(monkeypatch, capfd, worst.main, "--again", "game:3:9999")


@pytest.mark.parametrize(
    "args", [("0",), ("-1",), ("many",), ("1", "-1"), ("1", "first"), ("1", "2", "3"), ("--often",)]
)
def test_games_are_counted(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], args: tuple[str, ...]
) -> None:
    """If a number of games or a seed is impossible, or an argument is unknown, the program refuses before it plays."""
    monkeypatch.setattr(game, "play", None)
    assert "Error" in said(monkeypatch, capfd, game.main, *args)


@pytest.mark.parametrize(
    ("args", "wrong"),
    [
        (("--only", "nonsense"), "there is no nonsense to measure; there are throws"),
        (("--games", "0"), "--games"),
        (("--games", "many"), "--games"),
        (("--out", "/nowhere/at/all.json"), "there is no folder /nowhere/at"),
        (("--out", "/"), "that is a folder; name a file"),
        (("--nonsense",), "--nonsense"),
        (("nonsense",), "nonsense"),
    ],
)
def test_the_benchmarks_refuse_what_they_cannot_do(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], args: tuple[str, ...], wrong: str
) -> None:
    """If an option is wrong or the results can't be written to the named place, the program refuses before it
    measures.
    """
    monkeypatch.setattr(bench, "measured", None)
    assert wrong in said(monkeypatch, capfd, bench.main, *args)


def test_the_search_is_a_program_by_itself() -> None:
    """The search can be run by `python -m benchmarks.worst`. A wrong option gives one line and exit code 2, and
    `--help` names all sorts of scenes.
    """
    command = [sys.executable, "-m", "benchmarks.worst"]
    done = subprocess.run([*command, "--again", "nonsense:x"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("there is no sort 'nonsense'")
    assert done.stderr.count("\n") == 1
    helped = subprocess.run([*command, "--help"], cwd=ROOT, capture_output=True, text=True)
    assert helped.returncode == 0
    assert helped.stdout.startswith("usage: python -m benchmarks.worst ")
    assert all(sort in helped.stdout for sort in worst_search.ALL)
