"""Texts of commands in a terminal: headings, results, progress, counts of throws, and checks of output files."""

import io
import math
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from riotsim.app import saving
from riotsim.app.output.progress import (
    PLAIN_LINE_INTERVAL_SECONDS,
    PROGRESS_DELAY_SECONDS,
    _DelayedMessage,
    progress_bar,
    progress_line,
    spinner,
)
from riotsim.app.output.results import (
    ranking,
    result_lines,
    result_table,
    turn_count_text,
    turn_heading,
    verdict,
)
from riotsim.app.throws import ThrowTally, fairness
from riotsim.errors import BadInput
from riotsim.files.problems import BadFile
from riotsim.play.narration import FinalScore, Turn, TurnHeader
from riotsim.table.acts import Cocked, CutShort, LeftTable, Settled
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose
from riotsim.table.state import Table

SCORE = FinalScore(("Cy",), "loot", (("Ann", 3), ("Bo[b]", 7), ("Cy", 5)), turns=12)
"""Cy has won, although Bo[b], whose name looks like markup, has more loot."""


def test_the_verdict_on_a_game() -> None:
    """The verdict names one winner, all players of a draw, or nobody. If a game was stopped, the verdict is the reason
    for the stop.
    """
    for winners, text in (
        (("Cy",), "[bold]Cy[/] wins."),
        ((), "Nobody wins."),
        (("Ann", "Cy"), "A draw between [bold]Ann[/] and [bold]Cy[/]."),
        (("Ann", "Bo[b]", "Cy"), "A draw between [bold]Ann[/], [bold]Bo\\[b][/] and [bold]Cy[/]."),
    ):
        assert verdict(replace(SCORE, winners=winners)) == text
        assert verdict(replace(SCORE, winners=winners, unfinished="It was stopped.")) == "It was stopped."
    assert [turn_count_text(replace(SCORE, turns=turns), "round") for turns in (0, 1, 2)] == [
        "0 rounds", "1 round", "2 rounds",
    ]  # fmt: skip


def test_the_result_in_lines_and_in_a_table() -> None:
    """The winners come first, then the highest scores. A table has a star for a single winner, and `=` for a draw."""
    assert ranking(SCORE) == [("Cy", 5), ("Bo[b]", 7), ("Ann", 3)]
    lines = ["Cy wins.", "Cy: 5 loot", "Bo[b]: 7 loot", "Ann: 3 loot"]
    assert list(result_lines(SCORE)) == lines
    assert list(result_lines(replace(SCORE, reason="The clock is at 0."))) == [
        lines[0],
        "The clock is at 0.",
        *lines[1:],
    ]
    bots = {"Ann": "greedy", "Bo[b]": "person", "Cy": "random"}
    for winners, marks in ((("Cy",), "★  "), (("Cy", "Ann"), "== "), ((), "   ")):
        screen = Console(file=io.StringIO(), width=60, emoji=False)
        screen.print(result_table(replace(SCORE, winners=winners), bots))
        assert isinstance(screen.file, io.StringIO)
        head, *rows = [line.split() for line in screen.file.getvalue().splitlines()]
        assert head == ["player", "played", "by", "loot"]
        order = [name for name, _ in ranking(replace(SCORE, winners=winners))]
        wanted = zip(marks, order, strict=True)
        figures = dict(SCORE.figures)
        assert rows == [[*mark.split(), name, bots[name], str(figures[name])] for mark, name in wanted]


def test_the_heading_of_a_turn() -> None:
    """A turn's heading has its number, its player in this player's colour, the standings and the rest. If the heading
    is wider than the terminal, each player's standing has a line of its own.
    """
    header, turn = TurnHeader(("Ann 3", "Bob 5"), ("8 min",)), Turn(7, "Bob")
    first, bar = "[dim]  7[/] [bold magenta]Bob[/]'s turn", " [dim]│[/] "
    whole = bar.join([first, "Ann 3", "Bob 5", "8 min"])
    width = len("  7 Bob's turn │ Ann 3 │ Bob 5 │ 8 min")
    assert list(turn_heading(turn, header, ("Ann", "Bob"), width)) == [whole]
    assert list(turn_heading(turn, header, ("Ann", "Bob"), width - 1)) == [
        bar.join([first, "8 min"]), "      Ann 3", "      Bob 5",
    ]  # fmt: skip
    assert list(turn_heading(Turn(12, None), TurnHeader(()), ("Ann",), 80)) == ["[dim] 12[/]"]


class Clocked:
    """A console that writes into a text, and a clock that a test sets."""

    def __init__(self, *, terminal: bool) -> None:
        self.file = io.StringIO()
        self.console = Console(file=self.file, force_terminal=terminal, width=60)
        self.now = 100.0

    def clock(self) -> float:
        """Return the time (s)."""
        return self.now


def test_progress_in_a_log() -> None:
    """If the output isn't a terminal, progress is written as plain lines. The first line comes after ten seconds, and
    each further line at least ten seconds later.
    """
    at = Clocked(terminal=False)
    with progress_bar(4, "throwing [3d6]", console=at.console, clock=at.clock) as numbers:
        seen = []
        for number, seconds in zip(numbers, (PLAIN_LINE_INTERVAL_SECONDS - 1.0, 1.0, 9.0, 20.0), strict=True):
            seen.append(number)
            at.now += seconds
    assert seen == [0, 1, 2, 3]
    assert at.file.getvalue() == "throwing [3d6]: 2 of 4\nthrowing [3d6]: 4 of 4\n"
    at = Clocked(terminal=False)
    with progress_line(console=at.console, clock=at.clock) as say:
        for text, seconds in (("one", 9.0), ("two", 1.0), ("three", 9.0), ("four", 2.0), ("five", 0.0)):
            at.now += seconds
            say(text)
    assert at.file.getvalue() == "two\nfour\n"


@pytest.mark.parametrize(("seconds", "shown"), [(PROGRESS_DELAY_SECONDS, False), (PROGRESS_DELAY_SECONDS + 0.1, True)])
def test_progress_in_a_terminal(seconds: float, *, shown: bool) -> None:
    """In a terminal, progress is shown only if the work takes more than two seconds."""
    at = Clocked(terminal=True)
    with progress_bar(3, "throwing", console=at.console, clock=at.clock) as numbers:
        for _ in numbers:
            at.now += seconds / 2
    assert ("throwing" in at.file.getvalue()) is shown
    at = Clocked(terminal=True)
    with progress_line(console=at.console, clock=at.clock) as say:
        at.now += seconds
        say("reading")
    assert ("reading" in at.file.getvalue()) is shown


def test_a_message_that_waits_for_its_delay() -> None:
    """A message that is set before the spinner's delay is over is written when the delay ends. Only the last message
    set is written. A later message replaces it in a terminal, and isn't written to a log at once.
    """
    for terminal in (False, True):
        at = Clocked(terminal=terminal)
        message = _DelayedMessage(at.console)
        message.show()
        message.set_message("")
        assert at.file.getvalue() == ""
        message = _DelayedMessage(at.console)
        for text in ("one", "two"):
            message.set_message(text)
        assert at.file.getvalue() == ""
        message.show()
        if not terminal:
            assert at.file.getvalue() == "two\n"
        message.set_message("three")
        message.end()
        assert "one" not in at.file.getvalue()
        assert ("three" in at.file.getvalue()) is terminal


@pytest.mark.parametrize("delay", [None, 60.0])
def test_a_spinner_that_ends_early_writes_nothing(delay: float | None) -> None:
    """Work that ends before the delay is over leaves no message."""
    at = Clocked(terminal=False)
    with spinner(console=at.console, delay=delay) as say:
        say("reading a file")
    assert at.file.getvalue() == ""


# Throws.


def lying(*shows: int | None) -> Table:
    """Return a table with dice `d0`, `d1` and so on that show numbers; None for one that isn't there."""
    dice = [
        Die(f"d{k}", pose=Pose((30.0 * k, 50.0, 8.0), D6.orientation_showing(value)))
        for k, value in enumerate(shows)
        if value is not None
    ]
    return Table(600.0, 600.0).with_pieces(*dice)


def test_the_counts_of_throws() -> None:
    """Each die counts by its kind. A die that leans or has left the table has no value, and one that has left doesn't
    count as leaning. Times are in seconds (240 ticks each).
    """
    dice = tuple(Die(f"d{k}") for k in range(3))
    tally = ThrowTally(("d6", "d6", "d6"), hand="steady")
    with pytest.raises(ValueError, match="nothing has been thrown yet"):
        tally.summary()
    left = LeftTable("d1", 9, (0.0, 0.0))
    tally.add(dice, Settled(lying(6, 2, 2), (), 240))
    tally.add(dice, Settled(lying(5, None, 3), (left, Cocked("d1"), Cocked("d2")), 480))
    tally.add(dice, Settled(lying(1, 1, 1), (CutShort(120),), 120))
    found = tally.summary()
    assert found["results"] == [[6, 2, 2], [5, None, None], [1, 1, 1]]
    assert (found["hand"], found["rolls"], found["cocked"], found["off_table"], found["cut_short"]) == (
        "steady", 3, 1, 1, 1,
    )  # fmt: skip
    assert found["rest_s"]["mean"] == pytest.approx((1.0 + 2.0 + 0.5) / 3)
    assert found["wall_s"] >= 0.0
    faces = found["faces"]["d6"]
    assert faces["counts"] == {"1": 3, "2": 2, "3": 0, "4": 0, "5": 1, "6": 1}
    assert faces["fair"] == pytest.approx(dict.fromkeys("123456", 1 / 6))
    # 7 dice: each number is expected 7/6 times, and the squares of the counts add up to 15.
    assert faces["chi2"] == pytest.approx(15 / (7 / 6) - 7)


def test_dice_of_the_rules_have_their_own_sides() -> None:
    """A die with the numbers 1, 1, 2 and 4 shows 1 half of the time. Each kind is counted by itself."""
    tally = ThrowTally(("own", "d6"), {"own": (1, 1, 2, 4), "d6": ()}, results=[[1, 4], [4, 4], [1, 1], [None, 2]])
    tally.rest_seconds = [1.0, 1.0, 1.0, 1.0]
    faces = tally.summary()["faces"]
    assert list(faces) == ["own", "d6"]
    assert faces["own"]["counts"] == {"1": 2, "2": 0, "4": 1}
    assert faces["own"]["fair"] == {"1": 0.5, "2": 0.25, "4": 0.25}
    assert faces["own"]["chi2"] == pytest.approx(0.5**2 / 1.5 + 0.75 + 0.25**2 / 0.75)
    assert faces["d6"]["counts"] == {"1": 1, "2": 1, "3": 0, "4": 2, "5": 0, "6": 0}


def test_how_fair_counts_are() -> None:
    """χ² is the sum of squared differences over what was expected. Without dice, or with a single possible value, there
    is no χ².
    """
    assert fairness([0, 0], [1, 1]) == (None, None)
    assert fairness([5], [2]) == (None, None)
    chi2, p = fairness([15, 5], [1, 1])
    assert chi2 == pytest.approx(5.0)
    assert p == pytest.approx(math.erfc(math.sqrt(5.0 / 2)))
    assert fairness([20, 10], [2, 1]) == (0.0, 1.0)


# Files.


def test_output_files_are_checked_before_the_work(tmp_path: Path) -> None:
    """A file that is there already is refused, unless it may be written over. No file may be written twice, but a
    device may.
    """
    old, new = tmp_path / "old.html", tmp_path / "new.html"
    old.write_text("so")
    saving.check_outputs([new, tmp_path / "other.html", Path("/dev/null"), Path("/dev/null")], force=False)
    with pytest.raises(BadInput, match=f"{old} is there already; --force writes over it"):
        saving.check_outputs([new, old], force=False)
    saving.check_outputs([new, old], force=True)
    twice = f"{new} can't be written twice: each form goes into a file of its own"
    for files in ([new, new], [new, tmp_path / "." / "new.html"]):
        with pytest.raises(BadInput, match=twice):
            saving.check_outputs(files, force=True)
    with pytest.raises(BadInput, match="can't be written twice"):
        saving.check_outputs([old, old], force=True)


def test_where_the_store_of_games_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The store is the file that an environment variable names, or else a file in the user's data folder. Only the data
    folder is made if missing. If a store must exist but is missing, it is refused.
    """
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv(saving.STORE_VARIABLE, str(tmp_path / "mine.sqlite"))
    assert saving.default_store() == tmp_path / "mine.sqlite"
    monkeypatch.setenv(saving.STORE_VARIABLE, "")
    folder = tmp_path / "riotsim"
    assert (saving.data_folder(), saving.default_store()) == (folder, folder / "games.sqlite")
    saving.make_data_folder(tmp_path / "elsewhere" / "games.sqlite")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(BadFile, match="there is no store of games here yet; riotsim game makes one"):
        saving.open_store(None, must_exist=True)
    with pytest.raises(BadFile, match="is a folder, and no store of games"):
        saving.open_store(tmp_path)
    saving.make_data_folder(folder / "games.sqlite")
    assert folder.is_dir()
    folder.rmdir()
    folder.write_text("a file in the folder's place")
    with pytest.raises(BadFile, match="can't be made: file exists"):
        saving.make_data_folder(folder / "games.sqlite")


def test_which_exported_games_can_be_read(tmp_path: Path) -> None:
    """A missing file, a folder and a device are refused with a reason. The user is told which file is read."""
    told: list[str] = []
    for file, why in (
        (str(tmp_path / "none.json"), "can't be read: there is no such file"),
        (str(tmp_path), "can't be read: it is a folder, and no game"),
        ("/dev/null", "can't be read: it is a device, and no game"),
    ):
        with pytest.raises(BadFile, match=why):
            saving.read_exported(file, told.append)
        assert told[-1] == f"reading {file}"
