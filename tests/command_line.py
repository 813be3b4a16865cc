"""Runs `riotsim` with arguments in the process of the tests, or anything in a fork of it. This saves the second or two
that a start takes.

Tests of starts, signals, closed streams and colours need a process of their own instead.
"""

import gc
import os
import pickle
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Mapping
from io import BytesIO, TextIOWrapper
from pathlib import Path
from subprocess import DEVNULL, CompletedProcess
from types import SimpleNamespace, TracebackType
from typing import IO, TypeVar

import pytest

from riotsim.cli.main import main
from riotsim.testing import asserts

R = TypeVar("R")


def riotsim(
    *args: str | Path, env: Mapping[str, str] = {}, cwd: Path | None = None, stdin: IO[str] | None = None
) -> CompletedProcess[str]:
    """Run a command and return its exit code and output, as `subprocess.run` with captured text does.

    Args:
        args: The arguments after `riotsim`.
        env: Variables of the environment that are added for this command.
        cwd: The current folder of the command; None for that of the tests.
        stdin: The command's standard input, such as a terminal; None for an empty one.

    Raises:
        Exception: The command has a bug; a process would show its traceback.
    """
    words = ["riotsim", *map(str, args)]
    thresholds, handler = gc.get_threshold(), signal.getsignal(signal.SIGINT)
    with pytest.MonkeyPatch.context() as patch:
        for key, value in {"COLUMNS": "80", "RIOTSIM_BOTS": "", **env}.items():
            patch.setenv(key, value)
        out, err = BytesIO(), BytesIO()
        patch.setattr(sys, "argv", words)
        patch.setattr(sys, "stdout", TextIOWrapper(out, encoding="utf-8", write_through=True))
        patch.setattr(sys, "stderr", TextIOWrapper(err, encoding="utf-8", write_through=True))
        patch.setattr(sys, "stdin", stdin or TextIOWrapper(BytesIO()))
        patch.setattr(sys, "unraisablehook", sys.unraisablehook)
        if cwd is not None:
            patch.chdir(cwd)
        code: object = 0
        try:
            main()
        except SystemExit as leaving:
            code = leaving.code
        finally:
            gc.set_threshold(*thresholds)
            signal.signal(signal.SIGINT, handler)
        code = code if isinstance(code, int) else int(code is not None)
        return CompletedProcess(words, code, out.getvalue().decode(), err.getvalue().decode())


def run_riotsim_here(patch: pytest.MonkeyPatch) -> None:
    """Let the public asserts run their commands in this process from now on. Their settings for streams are ignored."""

    def run(command: list[str], **_: object) -> CompletedProcess[str]:
        assert command[:3] == [sys.executable, "-m", "riotsim"]
        return riotsim(*command[3:])

    patch.setattr(asserts, "subprocess", SimpleNamespace(run=run, DEVNULL=DEVNULL))


class Fork:
    """A fork of the process of the tests: another process that has all modules already. It runs a function.

    No store may be open here when it starts: SQLite must not be taken into a fork.
    """

    def __init__(self, work: Callable[[IO[bytes], IO[bytes]], object]) -> None:
        """Start the process.

        Args:
            work: Function that is called with its input and its output; `stdin` and `stdout` are their other ends.
        """
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of threads; xdist has one
            self.pid = os.fork()
        if self.pid == 0:
            code = 1
            try:
                os.close(ours_out)
                os.close(ours_in)
                with open(theirs_in, "rb") as stdin, open(theirs_out, "wb", buffering=0) as stdout:
                    work(stdin, stdout)
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        self._code: int | None = None
        os.close(theirs_in)
        os.close(theirs_out)
        self.stdin: IO[bytes] = open(ours_out, "wb", buffering=0)  # noqa: SIM115  # closed by __exit__
        self.stdout: IO[bytes] = open(ours_in, "rb")  # noqa: SIM115  # closed by __exit__

    def poll(self) -> int | None:
        """Return the exit code, which is negative after a signal. While the process runs, return None."""
        if self._code is None:
            ended, status = os.waitpid(self.pid, os.WNOHANG)
            self._code = os.waitstatus_to_exitcode(status) if ended else None
        return self._code

    def kill(self) -> None:
        """End the process by SIGKILL."""
        os.kill(self.pid, signal.SIGKILL)

    def __enter__(self) -> "Fork":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Wait until the process has ended."""
        self.stdin.close()
        self.stdout.close()
        if self._code is None:
            self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def in_a_fork(work: Callable[[], R]) -> R:
    """Call a function in a fork, and return what it returns."""
    with Fork(lambda _, stdout: stdout.write(pickle.dumps(work()))) as fork:
        result: R = pickle.loads(fork.stdout.read())
    return result
