"""A long run of physics tests in several processes, and a report about it.

python -m riotsim.testing.long_run tests/physics -o physics.html
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from riotsim.testing import chunks
from riotsim.testing.chunks import Chunk
from riotsim.testing.findings import RECORD_SUFFIX, Ran, append, read
from riotsim.testing.report import machine, page

if TYPE_CHECKING:
    from rich.console import Console

POLL_INTERVAL: Final = 0.2
"""Time between two checks of the running tests (s)."""

PROGRESS_INTERVAL: Final = 60.0
"""Time between two lines about the running tests if there is no terminal (s)."""

LOST_FILE: Final = "process-lost" + RECORD_SUFFIX
"""Name of the file with records of lost tests. The process of a lost test ended before it reported the outcome."""

TESTS_FILE: Final = "tests.json"
"""Name of the file for the collected tests."""


@dataclass(slots=True)
class Running:
    """A chunk of tests that is running in a process."""

    chunk: Chunk
    process: subprocess.Popen[bytes]
    log: IO[bytes]
    began: float
    stopped: bool = False
    """True if the chunk was stopped because it reached its time limit."""

    def seconds(self) -> float:
        """Return the chunk's real running time so far (s)."""
        return time.monotonic() - self.began


class LongRun:
    """A run of many chunks of tests. It knows the waiting, the running and the failed chunks."""

    def __init__(self, root: Path, waiting: Sequence[Chunk], folder: Path, processes: int, size: str) -> None:
        self.root = root
        self.waiting = list(waiting)
        self.total = len(self.waiting)
        self.folder = folder
        self.processes = processes
        self.size = size
        self.at_work: list[Running] = []
        self.failed: list[Chunk] = []
        self.began = time.monotonic()

    @property
    def done(self) -> int:
        """Number of chunks that have ended."""
        return self.total - len(self.waiting) - len(self.at_work)

    def advance(self) -> list[tuple[Running, bool]]:
        """Collect ended chunks, stop chunks over their time limit, and start waiting chunks.

        Returns:
            The chunks ended since the last call, each with True if it passed.
        """
        ended = []
        for one in list(self.at_work):
            if one.process.poll() is None:
                if one.seconds() > one.chunk.timeout * 60:
                    one.stopped = True
                    _end(one.process)
                continue
            if one.process.returncode not in _NORMAL_EXIT_CODES:
                _end(one.process)  # it broke down: what it had started may still be there
            one.log.close()
            self.at_work.remove(one)
            passed = one.process.returncode == 0
            if not passed:
                self.failed.append(one.chunk)
                self._note_lost(one)
            ended.append((one, passed))
        while self.waiting and len(self.at_work) < self.processes:
            self.at_work.append(self._start(self.waiting.pop(0)))
        return ended

    def stop(self) -> None:
        """End all running chunks, and wait for their processes."""
        for one in self.at_work:
            _end(one.process)
        for one in self.at_work:
            one.process.wait()
            one.log.close()
        self.at_work.clear()

    def _start(self, chunk: Chunk) -> Running:
        log = (self.folder / f"log-{self.total - len(self.waiting):03d}.txt").open("wb")
        tests = [str(self.root / test) for test in chunk.tests]  # whatever folder this is called from
        options = [f"--rootdir={self.root}", f"--physics={self.size}", f"--physics-results={self.folder}"]
        command = [*_PYTEST, *options, *tests]
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # with what it starts it is a group, and can be ended as one
        )
        return Running(chunk, process, log, time.monotonic())

    def _note_lost(self, one: Running) -> None:
        """Record a failure for each test without a reported outcome in a failed chunk."""
        told = {record.test for record in read(self.folder) if isinstance(record, Ran)}
        why = f"its process ended with {one.process.returncode}"
        if one.stopped:
            why = f"stopped after {one.chunk.timeout:.0f} minutes; it says that it takes {one.chunk.minutes:.2g}"
        for test in one.chunk.tests:
            if test not in told:
                append(self.folder / LOST_FILE, Ran(test, "failed", one.seconds(), why))


_NORMAL_EXIT_CODES: Final = range(6)
"""Exit codes of pytest itself. After any other exit code, processes of the tests may still be running."""


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process of a chunk, with its process group. On Windows, only the process itself is ended."""
    if sys.platform == "win32":
        process.kill()
        return
    with suppress(ProcessLookupError):  # all of them are over
        os.killpg(process.pid, signal.SIGKILL)


_PYTEST: Final = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-m", "not proof")


def collect(paths: Sequence[str], folder: Path) -> tuple[Path, list[Chunk]]:
    """Collect tests with pytest, and divide them into chunks.

    Args:
        paths: Files or folders of tests, as pytest takes them.
        folder: Folder for the list of collected tests.

    Returns:
        pytest's root folder, and the chunks.

    Raises:
        ValueError: pytest can't collect the tests. The message has pytest's output.
    """
    listed = folder / TESTS_FILE
    command = [*_PYTEST, "--collect-only", f"--physics-list={listed}", *paths]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not listed.is_file():
        raise ValueError(f"these tests cannot be collected:\n{done.stdout}{done.stderr}")
    return chunks.read_chunks(listed)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the tests and write the report.

    Args:
        arguments: The arguments of the command; None for the arguments of this process.

    Returns:
        The exit code: 0 if all tests passed, and 1 if a test failed or the run was stopped. 2 if the arguments can't
        be used, the tests can't be collected or the report can't be written.

    Raises:
        SystemExit: The arguments can't be parsed, or ask for help.
    """
    asked = _parse_arguments(arguments)
    began = machine.now()
    try:
        if why := page.unwritable(asked.output):  # now, not when all has run
            raise ValueError(why)
        _clear(asked.results)
        root, found = collect(asked.tests, asked.results)
    except (OSError, ValueError) as problem:
        print(f"long run: {problem}", file=sys.stderr)  # noqa: T201  # it is a program
        return 2
    run = LongRun(root, found, asked.results, asked.jobs, asked.size)
    whole = _drive(run)
    seconds = time.monotonic() - run.began
    machine.write(asked.results, machine.this_machine(began=began, seconds=seconds, size=asked.size))
    if page.main([str(asked.results), "-o", str(asked.output)]) != 0:
        return 2
    return 0 if whole and not run.failed else 1


def _clear(folder: Path) -> None:
    """Create a folder for results, or remove the results of an earlier run from it.

    Raises:
        ValueError: The folder has files, but no results of an earlier run. The files are left as they are.
    """
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()) and not (folder / TESTS_FILE).exists() and not (folder / machine.RUN_FILE).exists():
        raise ValueError(f"{folder} holds files that are not of an earlier run; name an empty folder or a new one")
    for pattern in (f"*{RECORD_SUFFIX}", "log-*.txt", machine.RUN_FILE, TESTS_FILE):
        for old in folder.glob(pattern):
            old.unlink()


def _parse_arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m riotsim.testing.long_run",
        description="Run physics tests in their long size, and write one page about what they found. "
        "It goes on after a failure, and leaves with 1 if there was one.",
    )
    parser.add_argument("tests", nargs="+", help="files or folders of tests, as pytest takes them")
    parser.add_argument("-o", "--output", type=Path, default=Path("physics.html"), help="the page (physics.html)")
    parser.add_argument("-j", "--jobs", type=int, default=2, help="processes at once (2)")
    parser.add_argument("--size", choices=("quick", "long"), default="long", help="size of the tests (long)")
    parser.add_argument(
        "--results",
        type=Path,
        default=Path("physics-results"),
        help="folder for records and logs; those of an earlier run go",
    )
    return parser.parse_args(arguments)


@contextmanager
def _interrupted_by_termination() -> Iterator[None]:
    """Treat SIGTERM and SIGHUP like Ctrl-C inside the `with` block. Ignored signals stay ignored."""
    # Chunks run in sessions of their own and don't get these signals, so this process must end them.
    ends = [one for one in signal.Signals if one.name in ("SIGTERM", "SIGHUP")]  # Windows has no SIGHUP
    before = {one: signal.getsignal(one) for one in ends if signal.getsignal(one) not in (signal.SIG_IGN, None)}
    for one in before:
        signal.signal(one, signal.default_int_handler)
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _drive(run: LongRun) -> bool:
    """Advance a run to its end, and show its progress. Return False if the run was interrupted."""
    from rich.console import Console

    screen = Console(stderr=True, highlight=False)
    try:
        with _interrupted_by_termination(), screen.status("") as status:
            told = run.began
            while run.waiting or run.at_work or run.done < run.total:
                for one, passed in run.advance():
                    screen.print(_ended(run, one, passed), markup=False, soft_wrap=True)
                status.update(_now(run))
                if not screen.is_terminal and time.monotonic() - told > PROGRESS_INTERVAL:
                    screen.print(_now(run), markup=False, soft_wrap=True)
                    told = time.monotonic()
                time.sleep(POLL_INTERVAL)
    except KeyboardInterrupt:
        screen.print("stopped; the report has what was found until now")
        return False
    finally:
        run.stop()
    _close(screen, run)
    return True


def _ended(run: LongRun, one: Running, passed: bool) -> str:
    mark = "✓" if passed else "✗"
    return f"{mark} {run.done:3d}/{run.total} {one.chunk.name}  {_time(one.seconds())}"


def _now(run: LongRun) -> str:
    names = ", ".join(f"{one.chunk.name} ({_time(one.seconds())})" for one in run.at_work)
    return f"{run.done}/{run.total} after {_time(time.monotonic() - run.began)}; now {names}"


def _time(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def _close(screen: "Console", run: LongRun) -> None:
    took = _time(time.monotonic() - run.began)
    if not run.failed:
        screen.print(f"all {run.total} chunks passed in {took}")
        return
    screen.print(f"{len(run.failed)} of {run.total} chunks failed in {took}; the logs are in {run.folder}:")
    for chunk in run.failed:
        screen.print(f"  {chunk.name}", markup=False, soft_wrap=True)


if __name__ == "__main__":
    sys.exit(main())
