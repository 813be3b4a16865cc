"""Steps of a long run with made-up processes: which chunks are started and stopped, and what the run notes and says."""

import signal
import subprocess
import sys
import time
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

from riotsim.testing import long_run
from riotsim.testing.chunks import Chunk, CollectedTest, cut, read_chunks, write_tests
from riotsim.testing.findings import Ran, append, read
from riotsim.testing.long_run import LongRun, Running, _clear, _close, _ended, _now, _parse_arguments, _time


class Process:
    """A process that ends when a test says so."""

    def __init__(self, command: list[str], **given: Any) -> None:
        self.command = command
        self.given = given
        self.returncode: int | None = None
        self.waited = False

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs."""
        return self.returncode

    def wait(self) -> None:
        """Note that somebody has waited."""
        self.waited = True


class Clock:
    """A clock that a test moves on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.ended: list[Any] = []
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(long_run, "_end", self.ended.append)
        monkeypatch.setattr(subprocess, "Popen", Process)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Replace the clock, and the processes that a run starts."""
    return Clock(monkeypatch)


def chunk(name: str, *tests: str, minutes: float = 1.0) -> Chunk:
    """Return a chunk of the named tests of one file."""
    return Chunk(tuple(f"{name}.py::{test}" for test in tests or ("test",)), minutes)


def test_as_many_chunks_run_as_there_may_be_processes(clock: Clock, tmp_path: Path) -> None:
    """A run starts chunks in order, as many at once as it may have processes. Each chunk has its own log. When a chunk
    ends, the run says whether it passed and starts the next.
    """
    waiting = [chunk(name) for name in "abcd"]
    run = LongRun(Path("/root"), waiting, tmp_path, 2, "long")
    assert (run.total, run.done, run.waiting) == (4, 0, waiting)
    assert run.advance() == []
    first, second = run.at_work
    assert [one.chunk for one in (first, second)] == waiting[:2]
    assert [Path(one.log.name).name for one in (first, second)] == ["log-001.txt", "log-002.txt"]
    process = cast("Any", first.process)
    assert process.command == [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not proof", "--rootdir=/root",
        "--physics=long", f"--physics-results={tmp_path}", "/root/a.py::test",
    ]  # fmt: skip
    assert process.given == {
        "stdin": subprocess.DEVNULL, "stdout": first.log, "stderr": subprocess.STDOUT, "start_new_session": True,
    }  # fmt: skip
    cast("Any", second.process).returncode = 0
    clock.now += 60.0
    assert run.advance() == [(second, True)]
    assert (run.done, [one.chunk for one in run.at_work], second.log.closed) == (1, [waiting[0], waiting[2]], True)
    assert (run.failed, clock.ended, first.seconds()) == ([], [], 60.0)
    run.stop()


@pytest.mark.parametrize(("code", "ended"), [(1, False), (5, False), (6, True), (-9, True)])
def test_tests_of_a_failed_chunk_that_nobody_reported_are_noted(
    code: int, ended: bool, clock: Clock, tmp_path: Path
) -> None:
    """If a chunk fails, each test without a result is noted as failed, with the exit code. If that code isn't one of
    pytest's, the run also kills all that the chunk started.
    """
    (tmp_path / "own.jsonl").write_text("")
    run = LongRun(tmp_path, [chunk("a", "one", "two")], tmp_path, 1, "quick")
    run.advance()
    (one,) = run.at_work
    append(tmp_path / "own.jsonl", Ran("a.py::one", "passed", 1.0, ""))
    cast("Any", one.process).returncode = code
    clock.now += 3.0
    assert run.advance() == [(one, False)]
    assert (run.failed, run.done, clock.ended) == ([one.chunk], 1, [one.process] * ended)
    assert list(read(tmp_path)) == [
        Ran("a.py::one", "passed", 1.0, ""), Ran("a.py::two", "failed", 3.0, f"its process ended with {code}"),
    ]  # fmt: skip


def test_a_chunk_is_stopped_after_its_time(clock: Clock, tmp_path: Path) -> None:
    """A run stops a chunk only when its allowed time is over. The result of its test names the allowed time and the
    time that the test said it takes.
    """
    run = LongRun(tmp_path, [chunk("a", minutes=7.25)], tmp_path, 1, "quick")
    run.advance()
    (one,) = run.at_work
    clock.now += 43.5 * 60
    assert (run.advance(), clock.ended, one.stopped) == ([], [], False)
    clock.now += 1.0
    assert (run.advance(), clock.ended, one.stopped) == ([], [one.process], True)
    cast("Any", one.process).returncode = -9
    assert run.advance() == [(one, False)]
    why = "stopped after 44 minutes; it says that it takes 7.2"
    assert list(read(tmp_path)) == [Ran("a.py::test", "failed", 2611.0, why)]


def test_a_run_that_is_stopped_ends_its_processes(clock: Clock, tmp_path: Path) -> None:
    """A run that is stopped ends its processes, waits for each, and closes their logs."""
    run = LongRun(tmp_path, [chunk("a"), chunk("b")], tmp_path, 2, "quick")
    run.advance()
    both = list(run.at_work)
    run.stop()
    assert clock.ended == [one.process for one in both]
    assert all(cast("Any", one.process).waited and one.log.closed for one in both)
    assert run.at_work == []


@pytest.mark.parametrize(("seconds", "told"), [(0.9, "0:00"), (59.9, "0:59"), (60.0, "1:00"), (3725.0, "62:05")])
def test_a_time_has_minutes_and_seconds(seconds: float, told: str) -> None:
    """A time is told in minutes and seconds, also beyond an hour."""
    assert _time(seconds) == told


def test_progress_counts_chunks(clock: Clock, tmp_path: Path) -> None:
    """Progress counts the chunks that have ended, and names the running ones with the time each has taken."""
    run = LongRun(tmp_path, [chunk("a"), chunk("b", "one", "two"), chunk("c")], tmp_path, 2, "quick")
    run.advance()
    clock.now += 65.0
    assert _now(run) == "0/3 after 1:05; now test (1:05), 2 of b.py (1:05)"
    one = Running(chunk("a"), cast("Any", None), BytesIO(), 1000.0)
    assert [_ended(run, one, passed) for passed in (True, False)] == ["✓   0/3 test  1:05", "✗   0/3 test  1:05"]
    run.stop()


def _closed(run: LongRun, capsys: pytest.CaptureFixture[str]) -> str:
    _close(Console(width=200, highlight=False), run)
    return capsys.readouterr().out


def test_the_end_of_a_run_is_told(clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run that has ended says how many chunks failed, which ones, and where the logs are."""
    run = LongRun(tmp_path, [chunk("a"), chunk("b")], Path("logs"), 2, "quick")
    clock.now += 125.0
    assert _closed(run, capsys) == "all 2 chunks passed in 2:05\n"
    run.failed = [chunk("b", "test_[x]")]
    assert _closed(run, capsys) == "1 of 2 chunks failed in 2:05; the logs are in logs:\n  test_[x]\n"


class Scripted:
    """A stand-in for a run of one chunk, which passes in the fourth step."""

    def __init__(self) -> None:
        self.began, self.total, self.failed = 1000.0, 1, list[Chunk]()
        self.waiting, self.at_work, self.steps = [chunk("a")], list[Running](), 0
        self.stopped = False

    @property
    def done(self) -> int:
        """Number of chunks that have ended."""
        return 1 - len(self.waiting)

    def advance(self) -> list[tuple[Running, bool]]:
        """Take a step."""
        self.steps += 1
        if self.steps < 4:
            return []
        self.waiting = []
        return [(Running(chunk("a"), cast("Any", None), BytesIO(), 1000.0), True)]

    def stop(self) -> None:
        """Note that the run was stopped."""
        self.stopped = True


def test_a_run_is_driven_to_its_end(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without a terminal a run says once a minute how far it is. The run is stopped at its end or by Ctrl-C."""

    def sleep(seconds: float) -> None:
        assert seconds == 0.2
        clock.now += 40.0

    monkeypatch.setattr(time, "sleep", sleep)
    run = Scripted()
    assert long_run._drive(cast("LongRun", run)) is True
    assert run.stopped
    assert capsys.readouterr().err.splitlines() == [
        "0/1 after 1:20; now ", "✓   1/1 test  2:00", "all 1 chunks passed in 2:40",
    ]  # fmt: skip
    monkeypatch.setattr(run, "advance", lambda: signal.default_int_handler(2, None))
    run.waiting, run.stopped = [chunk("a")], False
    assert (long_run._drive(cast("LongRun", run)), run.stopped) == (False, True)
    assert capsys.readouterr().err == "stopped; the report has what was found until now\n"


def test_results_of_an_earlier_run_are_removed(tmp_path: Path) -> None:
    """If a folder has the list or the record of an earlier run, that run's files are removed and others kept. A folder
    with other files only is refused. A missing folder is made.
    """
    _clear(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    for sign in ("tests.json", "run.json"):
        folder = tmp_path / sign[:3]
        folder.mkdir()
        for name in (sign, "x.jsonl", "log-001.txt", "log.txt", "own.json"):
            (folder / name).write_text("")
        _clear(folder)
        assert sorted(path.name for path in folder.iterdir()) == ["log.txt", "own.json"]
        with pytest.raises(ValueError, match="holds files that are not of an earlier run; name an empty folder"):
            _clear(folder)


def test_a_run_has_usual_arguments() -> None:
    """By default a run has two processes and the long size, and writes `physics.html` and `physics-results`."""
    assert vars(_parse_arguments(["tests"])) == {
        "tests": ["tests"], "output": Path("physics.html"), "jobs": 2, "size": "long",
        "results": Path("physics-results"),
    }  # fmt: skip
    assert _parse_arguments(["a", "b", "-j", "5", "--size", "quick"]).jobs == 5


def test_tests_are_cut_into_chunks_by_file(tmp_path: Path) -> None:
    """A test that says how long it takes gets a chunk of its own. The other tests of a file share a chunk. For each a
    usual time is counted, which is longer if the test has a size.
    """
    marks = {
        "a.py::long": SimpleNamespace(args=(2.5,), kwargs={}),
        "b.py::named": SimpleNamespace(args=(), kwargs={"minutes": 5}),
    }
    fixtures = {"a.py::one": ["size"], "a.py::long": [], "b.py::two": [], "b.py::named": ["size"], "a.py::three": ["x"]}

    def item(name: str, wanted: list[str]) -> SimpleNamespace:
        def closest(kind: str) -> SimpleNamespace | None:
            return marks.get(name) if kind == "takes" else None

        return SimpleNamespace(nodeid=name, fixturenames=wanted, get_closest_marker=closest)

    items = [item(*row) for row in fixtures.items()]
    write_tests(tmp_path / "t.json", Path("/root"), cast("Any", items))
    root, chunks = read_chunks(tmp_path / "t.json")
    assert root == Path("/root")
    assert [(one.tests, round(one.minutes, 9)) for one in chunks] == [
        (("b.py::named",), 5.0), (("a.py::long",), 2.5), (("a.py::one", "a.py::three"), 0.07), (("b.py::two",), 0.02),
    ]  # fmt: skip
    assert [one.name for one in chunks] == ["named", "long", "2 of a.py", "two"]
    assert cut([CollectedTest("a.py::x", 1.0, alone=True)]) == [Chunk(("a.py::x",), 1.0)]
