"""Work that is shared among processes, and values that another process computes in the background."""

import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path

import psutil
import pytest

from riotsim import processes
from riotsim.processes import BackgroundProcess, map_in_processes, sigint_blocked, start_with_pipe

# Most functions here are those of Python: a process that has to import this module for one imports pytest, too.

FACTORIALS = [1, 1, 2, 6, 24, 120, 720, 5_040, 40_320, 362_880, 3_628_800]
"""The factorials of 0 to 10."""


def _whose(_: int) -> int:
    return os.getpid()


def test_results_come_in_the_order_of_the_items() -> None:
    """Results come in the order of the items, whichever process works on an item, and even if processes are
    replaced.
    """
    assert list(map_in_processes(math.factorial, range(11), 2, 2)) == FACTORIALS


def test_processes_are_replaced() -> None:
    """If a process is replaced after two items, four items are worked on by two processes. None of them is the calling
    process.
    """
    ids = list(map_in_processes(_whose, range(4), 1, 2))
    assert len(set(ids)) == 2
    assert os.getpid() not in ids


needs_signal_masks = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal masks")


@needs_signal_masks
def test_ctrl_c_never_reaches_processes_that_start_where_it_is_blocked() -> None:
    """The processes that work for a command start with SIGINT blocked. In the calling process, Ctrl-C works as
    before.
    """
    mask = partial(signal.pthread_sigmask, signal.SIG_BLOCK)
    assert [signal.SIGINT in one for one in map_in_processes(mask, [(), ()], 1, 1)] == [True, True]
    apart = BackgroundProcess(partial(mask, ()))
    found: list[set[int]] = []

    def there() -> bool:
        found.extend(filter(None, [apart.result()]))
        return bool(found)

    until(there)
    assert signal.SIGINT in found[0]
    assert signal.SIGINT not in mask(())


@needs_signal_masks
def test_the_first_worker_of_a_command_is_born_with_sigint_blocked(tmp_path: Path) -> None:
    """Even the first process that a command starts has SIGINT blocked. Python starts its resource tracker before this
    process, and unblocks SIGINT afterwards.
    """
    script = tmp_path / "ours.py"
    script.write_text(
        "import signal\n"
        "from functools import partial\n"
        "from riotsim.processes import map_in_processes\n"
        "mask = partial(signal.pthread_sigmask, signal.SIG_BLOCK)\n"
        "print([signal.SIGINT in one for one in map_in_processes(mask, [()], 1, 1)], signal.SIGINT in mask(()))\n"
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=TIMEOUT, check=False)
    assert done.stdout == "[True] False\n", done.stderr


@needs_signal_masks
def test_an_interrupt_in_the_block_is_raised_at_its_end() -> None:
    """If Ctrl-C is pressed in a block that blocks SIGINT, the interrupt is raised at the block's end. Afterwards SIGINT
    is blocked only if it was blocked before.
    """
    mask = partial(signal.pthread_sigmask, signal.SIG_BLOCK)
    reached: list[str] = []

    def interrupted() -> None:
        with sigint_blocked():
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)  # to this thread, as others don't block it
            reached.append("the end of the block")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert reached
    assert signal.SIGINT not in mask(())
    with sigint_blocked():
        with sigint_blocked():
            pass
        assert signal.SIGINT in mask(())


def _wait_for_the_end(pipe: Connection, _: None) -> None:
    with suppress(EOFError):
        pipe.recv()


@needs_signal_masks
def test_an_interrupt_while_a_process_starts_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """If Ctrl-C is pressed while a process starts, both ends of its pipe are closed. The process then ends by itself,
    as no one else could end it later.
    """
    started: list[SpawnProcess] = []
    ends: list[Connection] = []
    start, pipe = SpawnProcess.start, processes.PROCESS_CONTEXT.Pipe

    def start_and_interrupt(process: SpawnProcess) -> None:
        start(process)
        started.append(process)
        signal.pthread_kill(threading.get_ident(), signal.SIGINT)

    def known_pipe() -> list[Connection]:
        ends.extend(pipe())
        return ends

    monkeypatch.setattr(SpawnProcess, "start", start_and_interrupt)
    monkeypatch.setattr(processes.PROCESS_CONTEXT, "Pipe", known_pipe)
    with pytest.raises(KeyboardInterrupt):
        start_with_pipe(_wait_for_the_end, None, "interrupted", daemon=False)
    assert [end.closed for end in ends] == [True, True]
    started[0].join(TIMEOUT)
    assert started[0].exitcode == 0


def test_an_error_reaches_the_caller() -> None:
    """If the work on an item raises an error, the caller gets the results before it and then the same error."""
    squares_without_one = {0: 0, 1: 1, 2: 4, 4: 16}
    results = map_in_processes(squares_without_one.__getitem__, range(5), 2, 10)
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    with pytest.raises(KeyError) as raised:
        next(results)
    assert raised.value.args == (3,)


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """A script can share work among processes without a guard for its main part. The processes don't run the script
    again.
    """
    script = tmp_path / "ours.py"
    script.write_text(
        "from riotsim.table.dice.kinds import D6\n"
        "from riotsim.testing.rolls import roll_many\n"
        "print('once', roll_many(D6, 30, 1, jobs=1).read_count)\n",
        encoding="utf-8",
    )
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "once 30\n"


def test_processes_end_where_there_are_no_tools(tmp_path: Path) -> None:
    """If a machine has no tools such as `pgrep`, processes that were left before their work was done still end."""
    script = tmp_path / "bare.py"
    script.write_text(
        "from math import sqrt\n"
        "from riotsim.processes import map_in_processes\n"
        "results = map_in_processes(sqrt, range(4), 2, 10)\n"
        "print(next(results))\n"
        "del results\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [sys.executable, script],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={"PATH": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)},
    )
    # A worker that is killed while it gives back a semaphore makes loky warn of that (seen once).
    told = [
        line for line in done.stderr.splitlines() if "resource_tracker" not in line and line.strip() != "warnings.warn("
    ]
    assert (done.returncode, told) == (0, [])
    assert done.stdout == "0.0\n"


@pytest.mark.parametrize("sleeps", [0.0, 60.0])
def test_processes_end_with_whom_they_work_for(sleeps: float, tmp_path: Path) -> None:
    """If a process that shares work is killed, the processes that work for it end by themselves. It doesn't matter
    whether they are working or waiting.
    """
    script = tmp_path / "killed.py"
    script.write_text(
        "import os, time\n"
        "from riotsim.processes import map_in_processes\n"
        "def work(seconds):\n"
        "    print(os.getpid(), flush=True)\n"
        "    time.sleep(seconds)\n"
        f"for _ in map_in_processes(work, [{sleeps}], 1, 10):\n"
        "    time.sleep(60)\n",
        encoding="utf-8",
    )
    run = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    worker = psutil.Process(int(run.stdout.readline()))
    time.sleep(1.0)
    assert worker.is_running()
    everybody = psutil.Process(run.pid).children(recursive=True)
    run.kill()
    run.wait()
    run.stdout.close()
    assert worker in everybody
    assert not psutil.wait_procs(everybody, timeout=30)[1]


TIMEOUT = 120.0
"""Time for a process to start on a busy machine (s)."""


LARGE = partial(bytes, 3_000_000)
"""A computation that makes more data than fits into a pipe."""

BROKEN = partial(int, "no such thing")
"""A computation that fails."""

EVER = partial(time.sleep, 10 * TIMEOUT)
"""A computation that takes far longer than any test waits."""


def until(true: Callable[[], object]) -> None:
    """Wait until a condition is true, and fail after `TIMEOUT`."""
    end = time.monotonic() + TIMEOUT
    while not true():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.02)


@pytest.mark.parametrize("make", [os.getpid, LARGE], ids=["number", "large"])
def test_what_was_made_comes_once(make: Callable[[], object]) -> None:
    """The result of a background process comes once, whatever its size. Asking for the result doesn't wait, and the
    process is gone afterwards.
    """
    apart = BackgroundProcess(make)
    assert apart.result() is None, "a process isn't there at once"
    made: list[object] = []

    def there() -> bool:
        made.append(apart.result())
        return made[-1] is not None

    until(there)
    assert made[-1] != os.getpid()
    assert make is os.getpid or made[-1] == LARGE()
    assert apart.result() is None
    assert not apart.is_alive


def test_what_cannot_be_made_never_comes() -> None:
    """If the computation of a background process fails, there is no result, and asking for it doesn't block."""
    apart = BackgroundProcess(BROKEN)
    until(lambda: apart.result() is None and not apart.is_alive)
    assert apart.result() is None


def test_what_is_left_is_not_finished() -> None:
    """If a background process is closed before it is done, the process ends at once."""
    apart = BackgroundProcess(EVER)
    apart.close()
    assert not apart.is_alive
    assert apart.result() is None
    apart.close()


def test_a_window_that_is_gone_is_no_fault(tmp_path: Path) -> None:
    """If the window that waits for a background process is killed, the process ends without an error message."""
    script = tmp_path / "killed.py"
    script.write_text(
        "import os\nfrom functools import partial\n"
        "from riotsim.processes import BackgroundProcess\n"
        "if __name__ == '__main__':\n"
        "    apart = BackgroundProcess(partial(bytes, 3_000_000))\n"
        "    assert apart._pipe.poll(120)\n"
        "    os._exit(0)\n"
    )
    ran = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=TIMEOUT)
    assert (ran.returncode, ran.stderr) == (0, "")
