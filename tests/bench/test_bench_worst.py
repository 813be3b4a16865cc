"""The search for the slowest acts: failures come first, and don't count as quick acts."""

import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.document import MOST_ROWS, document, figures_of, measured
from benchmarks.figures import Effort, Otherwise
from benchmarks.worst import __main__ as worst
from benchmarks.worst import search as worst_search
from benchmarks.worst.scenes import THROWER, scene
from benchmarks.worst.search import ALL, WORST_ACT, End, again, played, search
from riotsim.physics.scene.scene import ActLimits
from riotsim.simulation import perform
from riotsim.table.acts import Roll
from riotsim.table.pieces import Die
from riotsim.table.state import Surface, Table
from riotsim.testing.generators.worlds import Trial

ROOT = Path(__file__).parents[2]

BREAKS, QUICK, SLOW = "corner", "usual", "tray"
"""Sorts of scenes: the first breaks down here after 30 ms. The others take about 1 ms and 0.45 s."""

SOON = 0.15
"""A time in which the first two sorts end, and the third doesn't (s)."""


@pytest.fixture
def one_breaks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one sort of scenes have a table that throws dice back twenty times as fast, so that the engine breaks
    down.
    """
    springy = Table(610.0, 610.0, Surface("springs", 0.5, 20.0))
    trial = Trial(springy, Roll((Die("d"),), (305.0, 305.0), 0.0, THROWER), 1, nasty=True)
    monkeypatch.setattr(worst_search, "scene", lambda sort, seed: trial if sort == BREAKS else scene(sort, seed))


@pytest.fixture
def games_break(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine take each falling piece for lost."""
    failing = ActLimits(speed=1.0, speed_share=0.0)
    monkeypatch.setattr("riotsim.physics.scene.scene.LIMITS", failing)
    monkeypatch.setattr("riotsim.physics.acts.release.LIMITS", failing)


@pytest.mark.usefixtures("one_breaks")
def test_what_goes_wrong_comes_first_whatever_its_seconds() -> None:
    """The search lists acts that broke down first, then those that were given up, and then the others."""
    found = search(range(1, 2), (QUICK, SLOW, BREAKS), most=SOON)
    assert [(one.again, one.end) for one in found] == [
        (f"{BREAKS}:1", End.BROKE_DOWN),
        (f"{SLOW}:1", End.GIVEN_UP),
        (f"{QUICK}:1", End.DONE),
    ]
    broken, given_up, _ = found
    assert "lost d" in broken.why
    assert broken.took.startswith("broke down after 0.")
    assert given_up.took.startswith("over 0.")
    assert given_up.took.endswith(" s, given up")


def test_the_slowest_comes_before_the_others() -> None:
    """A search without failures lists the slowest act first."""
    found = search(range(1, 2), (QUICK, SLOW))
    assert [one.again for one in found] == [f"{SLOW}:1", f"{QUICK}:1"]
    assert found[0].seconds > found[1].seconds


def test_a_scene_that_cannot_be_made_has_broken_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a scene begins with a heap of dice and the engine breaks down over it, the scene counts as broken down."""
    failing = ActLimits(speed=1.0, speed_share=0.0)
    monkeypatch.setattr("riotsim.physics.scene.scene.LIMITS", failing)
    monkeypatch.setattr("riotsim.physics.acts.release.LIMITS", failing)
    (found,) = search(range(1), ("heap",))
    assert found.end is End.BROKE_DOWN
    assert found.act == "the heap of the scene"


def test_acts_of_games_are_given_up_too() -> None:
    """If an act of a game takes too long, it is given up, and the game's list ends with it. The acts before are listed
    as done.
    """
    found = list(played(0, 0.02))
    assert found[-1].end is End.GIVEN_UP
    assert found[-1].again == f"game:0:{len(found) - 1}"
    assert all(one.end is End.DONE for one in found[:-1])


@pytest.mark.usefixtures("games_break")
def test_a_game_that_breaks_down_does_not_end_the_search() -> None:
    """If a game breaks down, the search lists this and plays the next game."""
    found = search((), games=(0, 1))
    assert [one.end for one in found] == [End.BROKE_DOWN] * 2
    assert {one.again.split(":")[1] for one in found} == {"0", "1"}


def test_one_act_of_a_game_can_be_had_again() -> None:
    """One act of a game can be performed again, with the same result. Acts on the way to it are never given up, even
    with a tiny limit of time.
    """
    there = list(islice(played(0), 13))[-1]
    found = again("game:0:12")
    assert (found.again, found.act, found.table, found.ticks) == ("game:0:12", there.act, there.table, there.ticks)
    assert again("game:0:12", most=1e-9).again == "game:0:12"


@pytest.mark.usefixtures("games_break")
def test_a_game_that_breaks_down_on_the_way_says_so() -> None:
    """If a game breaks down before the wanted act, the search lists the breakdown, and doesn't say that the game is
    over.
    """
    found = again("game:0:999")
    assert found.end is End.BROKE_DOWN
    assert found.again != "game:0:999"


def test_a_game_goes_as_it_goes_without_a_clock() -> None:
    """An act that is performed under a limit of time ends exactly as without a limit."""
    trial = scene(SLOW, 1)
    _, settled = worst_search.performed("", trial.table, trial.act, trial.seed, worst_search.MOST)
    assert settled == perform(trial.table, trial.act, trial.seed)


def test_every_sort_is_explained() -> None:
    """The search's help explains each sort of scenes, and nothing else."""
    assert tuple(worst.WORDS) == ALL


def program(monkeypatch: pytest.MonkeyPatch, *args: str) -> int:
    """Run the search and return its exit code."""
    monkeypatch.setattr(sys, "argv", ["program", *args])
    with pytest.raises(SystemExit) as left:
        worst.main()
    assert isinstance(left.value.code, int)
    return left.value.code


@pytest.mark.usefixtures("one_breaks")
def test_the_program_ends_with_1_if_something_broke_down(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If an act breaks down, the program ends with exit code 1, and shows this act first with the reason. If an act is
    only given up, the exit code is 0.
    """
    assert program(monkeypatch, "--again", f"{SLOW}:1", f"{BREAKS}:1", "--most", str(SOON), "--show", "1") == 1
    lines = capsys.readouterr().out.splitlines()
    assert "broke down after" in lines[0]
    assert "lost d" in lines[2]
    assert "given up" in lines[3]
    assert program(monkeypatch, "--again", f"{SLOW}:1", "--most", str(SOON)) == 0


@pytest.mark.usefixtures("one_breaks")
def test_json_tells_how_each_ended(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With `--json`, each act has the way it ended, and a broken act its reason. A sort that is named twice is searched
    once.
    """
    wanted = ["--seeds", "1", "--first", "1", "--sort", BREAKS, "--sort", QUICK, "--sort", QUICK]
    assert program(monkeypatch, *wanted, "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert [(one["again"], one["end"]) for one in found] == [(f"{BREAKS}:1", "broke down"), (f"{QUICK}:1", "done")]
    assert "lost d" in found[0]["why"]


def test_acts_that_are_wanted_again_are_all_told_the_slowest_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With `--again`, all wanted acts are listed, the slowest first, even if they are more than a search lists."""
    wanted = [f"{QUICK}:{seed}" for seed in (0, 1)] * 6
    assert program(monkeypatch, "--again", *wanted, f"{SLOW}:1") == 0
    out = capsys.readouterr().out
    assert out.count(" ticks ") == len(wanted) + 1
    assert f"{SLOW}:1" in out.splitlines()[0]


def test_a_long_search_shows_on_a_terminal_how_far_it_is() -> None:
    """On a terminal, a long search shows the act under way and the slowest so far. Here the two seconds until progress
    is shown are left out, for fast machines.
    """
    at_once = (
        "from benchmarks.worst import __main__ as worst; from riotsim.app.output import progress; "
        "progress.PROGRESS_DELAY_SECONDS = 0.0; worst.main()"
    )
    command = [sys.executable, "-c", at_once, "--again", *["slow carry:1"] * 2]
    theirs, ours = pty.openpty()
    surroundings = {**os.environ, "TERM": "xterm", "COLUMNS": "200"}
    with subprocess.Popen(command, cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, stderr=ours, text=True) as run:
        os.close(ours)
        shown = b"".join(chunks(theirs)).decode()
        out, _ = run.communicate()
    os.close(theirs)
    assert run.returncode == 0
    assert "acts so far, the slowest" in shown
    assert "slow carry:1" in shown
    assert out.count(" ticks ") == 2


def chunks(terminal: int) -> Iterator[bytes]:
    """Yield the output on a terminal until it is closed."""
    with suppress(OSError):  # so Linux says that the other end is closed
        while chunk := os.read(terminal, 4096):
            yield chunk


@pytest.mark.usefixtures("one_breaks")
def test_the_measurement_fails_if_an_act_breaks_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """If an act of the search breaks down, the measurement of the slowest act fails and names the act."""
    monkeypatch.setattr(worst_search, "SEARCHED_SORTS", (QUICK, BREAKS))
    with pytest.raises(Otherwise, match=f"`{BREAKS}:0` broke down: .*lost d"):
        list(WORST_ACT.measure(Effort(quick=True), lambda _: None))


def test_an_act_that_is_given_up_has_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An act that is given up is reported with its kind and without a time."""
    monkeypatch.setattr(worst_search, "SEARCHED_SORTS", (QUICK, SLOW))
    monkeypatch.setattr(worst_search, "ACT_TIMEOUT", SOON)
    (figure,) = WORST_ACT.measure(Effort(quick=True), lambda _: None)
    assert figure.value is None
    assert figure.missing.endswith(" s, given up")
    assert f"`{SLOW}:" in figure.note


def test_the_page_shows_the_slowest_acts(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page lists the slowest acts with their scenes. The rows are the same after the document is written and
    read.
    """
    monkeypatch.setattr(worst_search, "SEARCHED_SORTS", (QUICK,))
    monkeypatch.setattr(worst_search, "SEEDS", (11, 11))
    said: list[str] = []
    (figure,) = WORST_ACT.measure(Effort(), said.append)
    assert figure.value is not None
    assert len(figure.rows) == 10
    assert figure.rows[0]["took"] == f"{figure.value:.3f} s"
    assert len(said) == 11
    whole = json.loads(json.dumps(document([figure], {}, "2026-11-22")))
    assert figures_of(whole)[0].rows == figure.rows
    page = measured(whole)
    assert "| took | scene | act | table |" in page
    assert all(f"| {row['scene']} |" in page for row in figure.rows[:MOST_ROWS])
