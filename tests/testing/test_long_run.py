import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riotsim.testing.chunks import Chunk, CollectedTest, cut
from riotsim.testing.findings import Finding, Ran, read
from riotsim.testing.long_run import LongRun, main

TESTS = """
import os
import pytest

@pytest.mark.takes(2)
def test_long(record, size):
    record("free fall", "size", found=size(1, 2), expected=2, within=0).must_hold()

@pytest.mark.takes(minutes=5)
def test_that_crashes():
    os._exit(9)

def test_fails():
    assert 1 == 2

def test_fine():
    pass

@pytest.mark.proof
def test_of_the_proof():
    assert False
"""

FOUND = st.builds(
    CollectedTest,
    st.builds("{}.py::{}".format, st.sampled_from("abc"), st.text("xyz", min_size=1)),
    st.floats(0.0, 9.0),
    st.booleans(),
)


@given(st.lists(FOUND, unique_by=lambda test: test.id))
def test_chunks_have_all_tests_once_and_the_longest_first(tests: list[CollectedTest]) -> None:
    """Each test is in exactly one chunk, and the longest chunk comes first. All tests of a chunk are from one file. A
    test that must run alone has a chunk of its own.
    """
    chunks = cut(tests)
    assert sorted(test for chunk in chunks for test in chunk.tests) == sorted(test.id for test in tests)
    assert [chunk.minutes for chunk in chunks] == sorted((chunk.minutes for chunk in chunks), reverse=True)
    assert all(len({test.partition("::")[0] for test in chunk.tests}) == 1 for chunk in chunks)
    alone = {test.id for test in tests if test.alone}
    assert all(len(chunk.tests) == 1 for chunk in chunks if alone & set(chunk.tests))


@pytest.mark.parametrize(("minutes", "timeout"), [(0.02, 40.0), (6.0, 40.0), (15.0, 90.0)])
def test_a_chunk_may_take_six_times_what_it_says(minutes: float, timeout: float) -> None:
    """A chunk may take six times as long as its tests say, because the machine may be slow and busy. It always has at
    least 40 minutes.
    """
    assert Chunk(("a.py::test",), minutes).timeout == timeout


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a file of tests, some of which pass, fail or end their process."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # others than riotsim's make each start twice as long
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = -p riotsim.testing.plugin\nmarkers = proof\n")
    (tmp_path / "test_some.py").write_text(TESTS)
    return tmp_path


def test_a_long_run_goes_on_after_failures_and_reports_them_all(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """If a test fails or ends its process, a long run reports it and goes on. The tests run in their long size."""
    assert main(["test_some.py", "--results", "notes", "-o", "out.html"]) == 1
    told = capfd.readouterr().err
    assert "✗" in told
    assert "2 of 3 chunks failed" in told
    records = list(read(project / "notes"))
    outcomes = {one.test.partition("::")[2]: one.outcome for one in records if isinstance(one, Ran)}
    assert outcomes == {
        "test_long": "passed",
        "test_that_crashes": "failed",
        "test_fails": "failed",
        "test_fine": "passed",
    }
    assert [one.found for one in records if isinstance(one, Finding)] == [2.0]
    assert "its process ended with 9" in (project / "out.html").read_text(encoding="utf-8")
    run = json.loads((project / "notes" / "run.json").read_text())
    assert run["size"] == "long"
    assert run["seconds"] > 0


def test_an_earlier_run_makes_room_and_nothing_else_does(project: Path) -> None:
    """A new run removes the records and logs of an earlier run from its folder. A file of the user's own stays."""
    (project / "notes").mkdir()
    for name in ("main-1.jsonl", "log-001.txt", "run.json", "mine.txt"):
        (project / "notes" / name).write_text("")
    assert main(["nothing.py", "--results", "notes"]) == 2
    left = {path.name for path in (project / "notes").iterdir()}
    assert left - {"tests.json"} == {"mine.txt"}  # the new run may have begun its list


def test_a_folder_of_somebody_elses_is_left_alone(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """If a folder has files but none that marks it as a run's, nothing is removed. The exit code is 2, and the message
    says to name another folder.
    """
    (project / "shop").mkdir()
    for name in ("customers.jsonl", "log-shop.txt"):
        (project / "shop" / name).write_text("")
    assert main(["test_some.py", "--results", "shop"]) == 2
    assert {path.name for path in (project / "shop").iterdir()} == {"customers.jsonl", "log-shop.txt"}
    assert "name an empty folder or a new one" in capfd.readouterr().err


def test_a_page_that_cannot_be_written_is_told_before_anything_runs(
    project: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """If the report's page can't be written, a long run ends at once with exit code 2, before it makes its folder."""
    assert main(["test_some.py", "--results", "notes", "-o", "nowhere/x.html"]) == 2
    assert "long run: nowhere/x.html cannot be written: there is no folder nowhere" in capfd.readouterr().err
    assert not (project / "notes").exists()


def test_what_cannot_be_collected_is_told(project: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """If a file of tests doesn't exist, the exit code is 2 and the message of pytest is shown."""
    assert main(["nothing.py", "--results", "notes"]) == 2
    assert "file or directory not found: nothing.py" in capfd.readouterr().err
    assert not (project / "physics.html").exists()


@pytest.mark.parametrize("where", ["elsewhere", "project/deeper"])
def test_a_long_run_may_be_called_from_any_folder(
    project: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """A long run finds the tests if it is called from a folder inside their project, or from one outside. Pytest's ids
    are relative to the project.
    """
    folder = project / "deeper" if where == "project/deeper" else tmp_path_factory.mktemp("elsewhere")
    folder.mkdir(exist_ok=True)
    (project / "test_some.py").write_text(TESTS[: TESTS.index("@pytest.mark.takes(minutes=5)")])
    monkeypatch.chdir(folder)
    assert main([str(project / "test_some.py"), "--results", "notes", "-o", "out.html"]) == 0
    assert [one.test for one in read(folder / "notes") if isinstance(one, Ran)] == ["test_some.py::test_long"]
    assert (folder / "out.html").is_file()


WITH_A_CHILD = """
import time
from pathlib import Path
from riotsim.processes import map_in_processes

def work(_):
    alive = open(Path(__file__).parent / "alive", "w")  # a pipe, whose reader sees this process go
    print("up", file=alive, flush=True)
    time.sleep(100)

def test_with_a_child():
    list(map_in_processes(work, [1], 1, 1))
"""
"""A test that starts a worker process. The worker ignores Ctrl-C, so it ends only if it is killed together with its
parent.
"""

needs_groups = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no groups of processes")


@pytest.fixture
def child(project: Path) -> Iterator[int]:
    """Yield the reading end of a pipe, which the process that a test starts keeps open as long as it lives."""
    (project / "test_child.py").write_text(WITH_A_CHILD)
    os.mkfifo(project / "alive")
    reading = os.open(project / "alive", os.O_RDONLY | os.O_NONBLOCK)
    yield reading
    os.close(reading)


def says(child: int) -> bytes:
    """Return the next output of the child, or nothing if it has ended. Fail if the child does neither in time."""
    assert select.select([child], [], [], 120.0)[0], "the child neither said anything nor went"
    return os.read(child, 10)


def hang(run: LongRun) -> None:
    """Pretend that the running chunk began an hour ago, and wait until it is stopped."""
    run.at_work[0].began -= 3600.0
    while not run.advance():
        time.sleep(0.02)


def break_down(run: LongRun) -> None:
    """Kill the process of the running chunk, and wait until the run notices."""
    run.at_work[0].process.kill()
    while not run.advance():
        time.sleep(0.02)


@needs_groups
@pytest.mark.parametrize(
    ("end", "told"),
    [
        (LongRun.stop, []),
        (hang, ["stopped after 40 minutes; it says that it takes 1"]),
        (break_down, ["its process ended with -9"]),
    ],
)
def test_a_chunk_that_is_ended_leaves_no_process_behind(
    project: Path, child: int, end: Callable[[LongRun], None], told: list[str]
) -> None:
    """The processes that a test has started end with its chunk. The chunk may be stopped with the run or after its
    time, or its own process may break down.
    """
    run = LongRun(project, [Chunk(("test_child.py::test_with_a_child",), 1.0)], project, 1, "quick")
    run.advance()
    try:
        assert says(child) == b"up\n"
        end(run)
    finally:
        run.stop()
    assert says(child) == b""
    assert [one.message for one in read(project) if isinstance(one, Ran)] == told


@needs_groups
@pytest.mark.parametrize("sent", ["SIGINT", "SIGHUP"])
def test_a_run_that_is_ended_leaves_no_process_behind(project: Path, child: int, sent: str) -> None:
    """If a run is ended by Ctrl-C or by the end of its terminal, the processes at work end as well. The run says that
    the report has all results until then.
    """
    command = [sys.executable, "-m", "riotsim.testing.long_run", "test_child.py", "--results", "notes", "-o", "p.html"]
    # Whoever runs these tests under nohup hands its deaf ear for SIGHUP down to every process.
    hearing = ["env", f"--default-signal={sent.removeprefix('SIG')}", *command]
    with subprocess.Popen(hearing, stderr=subprocess.PIPE, text=True) as run:
        assert says(child) == b"up\n"
        run.send_signal(signal.Signals[sent])
        assert says(child) == b""
        told = run.communicate()[1]
    assert "stopped; the report has what was found until now" in told
    assert run.returncode != 0
