"""The exit codes of a long run, and the signals that end it."""

import os
import signal
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from riotsim.testing import long_run
from riotsim.testing.chunks import Chunk
from riotsim.testing.long_run import LongRun, _end, _interrupted_by_termination, collect, main
from riotsim.testing.report import machine, page


class Stages:
    """The stages of a long run, replaced by ones that do nothing and end as a test wants."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.unwritable = ""
        self.whole = True
        self.failed: list[Chunk] = []
        self.page = 0
        self.done: list[object] = []
        monkeypatch.setattr(page, "unwritable", lambda _: self.unwritable)
        monkeypatch.setattr(long_run, "_clear", lambda folder: self.done.append(("clear", folder)))
        monkeypatch.setattr(long_run, "collect", self.collect)
        monkeypatch.setattr(long_run, "_drive", self.drive)
        monkeypatch.setattr(time, "monotonic", lambda: 500.0)
        monkeypatch.setattr(machine, "this_machine", lambda **given: given)
        monkeypatch.setattr(machine, "write", self.write)
        monkeypatch.setattr(page, "main", self.report)

    def collect(self, tests: list[str], folder: Path) -> tuple[Path, list[Chunk]]:
        """Collect a chunk, or fail for a test called `bad`."""
        if tests == ["bad"]:
            raise ValueError("these tests cannot be collected")
        self.done.append(("collect", tests, folder))
        return Path("/root"), [Chunk(("a.py::test",), 1.0)]

    def drive(self, run: LongRun) -> bool:
        """Pretend that the run took a minute, and return whether it came to its end."""
        self.done.append(("drive", run.root, run.total, run.folder, run.processes, run.size))
        run.failed = self.failed
        run.began = 440.0
        return self.whole

    def write(self, folder: Path, run: dict[str, Any]) -> None:
        """Note what is written about the run."""
        self.done.append(("write", folder, run["seconds"], run["size"]))

    def report(self, arguments: list[str]) -> int:
        """Note what the report is made of."""
        self.done.append(("report", *arguments))
        return self.page


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch) -> Stages:
    """Replace all stages of a long run."""
    return Stages(monkeypatch)


def test_a_run_clears_collects_drives_and_reports(stages: Stages) -> None:
    """A long run clears its folder, collects the tests, runs them and writes the report, in this order. If all went
    well, its exit code is 0.
    """
    folder = Path("notes")
    assert main(["a", "b", "--results", "notes", "-o", "out.html", "-j", "3", "--size", "quick"]) == 0
    assert stages.done == [
        ("clear", folder), ("collect", ["a", "b"], folder), ("drive", Path("/root"), 1, folder, 3, "quick"),
        ("write", folder, 60.0, "quick"), ("report", "notes", "-o", "out.html"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("whole", "fails", "report", "code"),
    [(True, False, 0, 0), (True, True, 0, 1), (False, False, 0, 1), (True, False, 1, 2), (False, True, 1, 2)],
)
def test_a_run_leaves_with_what_came_of_it(whole: bool, fails: bool, report: int, code: int, stages: Stages) -> None:
    """The exit code of a long run is 1 if a chunk failed or the run was stopped. It is 2 if no report could be made."""
    stages.whole, stages.page = whole, report
    stages.failed = [Chunk(("a.py::test",), 1.0)] * fails
    assert main(["a"]) == code


def test_a_run_that_can_not_begin_says_why(stages: Stages, capsys: pytest.CaptureFixture[str]) -> None:
    """If the tests can't be collected or the page can't be written, a long run says so and its exit code is 2. No test
    has run then. If the page can't be written, the folder isn't cleared either.
    """
    assert main(["bad"]) == 2
    assert capsys.readouterr().err == "long run: these tests cannot be collected\n"
    assert stages.done == [("clear", Path("physics-results"))]
    stages.done.clear()
    stages.unwritable = "x.html cannot be written"
    assert main(["a"]) == 2
    assert (capsys.readouterr().err, stages.done) == ("long run: x.html cannot be written\n", [])


@pytest.mark.parametrize(("code", "listed", "fine"), [(0, True, True), (1, True, False), (0, False, False)])
def test_tests_are_collected_into_a_list(
    code: int, listed: bool, fine: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long run has pytest write the list of tests. If pytest fails or writes no list, the error shows its output."""

    def run(command: list[str], **given: object) -> SimpleNamespace:
        assert command[-3:] == ["--collect-only", f"--physics-list={tmp_path / 'tests.json'}", "some"]
        assert given == {"capture_output": True, "text": True, "check": False}
        if listed:
            (tmp_path / "tests.json").write_text('{"root": "/r", "tests": []}')
        return SimpleNamespace(returncode=code, stdout="out\n", stderr="err\n")

    monkeypatch.setattr(subprocess, "run", run)
    if fine:
        assert collect(["some"], tmp_path) == (Path("/r"), [])
        return
    with pytest.raises(ValueError, match=r"^these tests cannot be collected:\nout\nerr\n$"):
        collect(["some"], tmp_path)


def test_a_chunk_is_ended_with_all_that_it_started(monkeypatch: pytest.MonkeyPatch) -> None:
    """When a chunk is ended, its whole group of processes is killed. If the group is gone, there is no error."""
    ended: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "killpg", lambda *given: ended.append(given))
    process: Any = SimpleNamespace(pid=77, kill=lambda: ended.append((0, 0)))
    _end(process)
    assert ended == [(77, signal.SIGKILL)]

    def gone(*_: int) -> None:
        raise ProcessLookupError

    monkeypatch.setattr(os, "killpg", gone)
    _end(process)


def test_termination_is_heard_like_ctrl_c() -> None:
    """While a run is at work, SIGTERM interrupts it like Ctrl-C. Afterwards each signal has its earlier handler again.
    A signal that was ignored stays ignored.
    """
    before = {one: signal.getsignal(one) for one in (signal.SIGTERM, signal.SIGHUP)}
    own = signal.default_int_handler
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        with _interrupted_by_termination():
            assert [signal.getsignal(one) for one in before] == [own, signal.SIG_IGN]
        assert [signal.getsignal(one) for one in before] == [signal.SIG_DFL, signal.SIG_IGN]
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
