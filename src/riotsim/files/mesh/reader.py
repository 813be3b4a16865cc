"""Control of the process that reads untrusted mesh files: its start, its tasks, and its end if it is too slow."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread, Timer
from types import TracebackType
from typing import IO, Any, Final

import numpy as np

from riotsim.files.mesh.protocol import (
    CLOCK_FACTOR,
    CPU_SECONDS,
    MEMORY_LIMIT,
    START_TIMEOUT,
    Array,
    MeshResult,
    MeshTask,
)

_CODE_FOLDER: Final = str(Path(__file__).resolve().parents[3])
"""Folder of this program's packages. The reading process imports them from here."""

_SINGLE_THREAD_ENVIRONMENT: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Environment variables that limit linear algebra to one thread. Each thread takes memory."""

_COMMAND: Final = (sys.executable, "-P", "-m", "riotsim.files.mesh.worker")


_OUT_OF_TIME: Final = -int(getattr(signal, "SIGPROF", 0))
"""Exit code of a process that has used up its processor time. The code is minus the number of the signal SIGPROF."""


class TimeLimitExceeded(Exception):
    """The error raised if reading meshes takes too long.

    The message names the limit, such as `3.5 s of processor time`.
    """

    @staticmethod
    def of_processor(seconds: float) -> "TimeLimitExceeded":
        """Return the error about an exceeded limit of processor time, `seconds`."""
        return TimeLimitExceeded(f"{seconds:g} s of processor time")


class ReaderProcess:
    """A process that reads mesh files one after the other. There is one limit of processor time for all files together.

    The process starts when the first file is read. Its start-up time doesn't count. A dead process is not started
    again: no further file is read.
    """

    def __init__(self, seconds: float = CPU_SECONDS, command: tuple[str, ...] = _COMMAND) -> None:
        """Create the reader, without starting the process.

        Args:
            seconds: Limit of the processor time for all files (s).
            command: The command that starts the process.
        """
        self._seconds = seconds
        self._clock = self._clock_left = seconds * CLOCK_FACTOR
        self._late: TimeLimitExceeded | None = None
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = False
        self._died = ""
        self._complaint = b""
        self._listener: Thread | None = None

    def __enter__(self) -> "ReaderProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None, /
    ) -> None:
        """End the process, even if it is still working."""
        if self._process is not None:
            self._process.kill()
            self._left()

    def check_time(self) -> None:
        """Raise an error if a time limit has ended the process.

        Raises:
            TimeLimitExceeded: The limit of processor time or of real time has ended the process.
        """
        if self._late is not None:
            raise self._late

    def read(self, order: MeshTask, content: bytes) -> MeshResult:
        """Return the result of a task on a file's content. If the task failed, the result has the reason.

        Raises:
            TimeLimitExceeded: A time limit has ended the process, now or for an earlier file. This error is not raised
                if the process doesn't start within `START_TIMEOUT`: then the task counts as failed.
        """
        self.check_time()
        if self._died:
            return MeshResult(refused=self._died)
        process = self._process or self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        asked = {"order": order.written, "size": len(content), "processor": self._seconds}
        question = json.dumps(asked).encode() + b"\n" + content
        first = b""
        if not self._ready:
            with _killed_after(START_TIMEOUT, process) as late:
                _write(process.stdin, question)
                first = process.stdout.read(1)
            if late.is_set():
                self._died = (
                    f"was not looked at: what reads meshes did not start within {START_TIMEOUT:g} s; try again when "
                    "this machine has less to do"
                )
                return MeshResult(refused=self._died)
            self._ready = first == b"\n"
            question = b""
        begun = time.monotonic()
        with _killed_after(self._clock_left, process) as late:
            _write(process.stdin, question)
            product = _answer(first.strip(), process.stdout)
        self._clock_left -= time.monotonic() - begun
        if product is not None:
            return product
        code = self._left()
        if late.is_set():
            self._late = TimeLimitExceeded(f"{self._clock:g} s")
        elif code == _OUT_OF_TIME:
            self._late = TimeLimitExceeded.of_processor(self._seconds)
        self.check_time()
        self._died = self._why(code)
        return MeshResult(refused=self._died)

    def _started(self) -> "subprocess.Popen[bytes]":
        paths = os.pathsep.join(filter(None, (_CODE_FOLDER, os.environ.get("PYTHONPATH"))))
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **_SINGLE_THREAD_ENVIRONMENT, "PYTHONPATH": paths},
        )
        self._listener = Thread(target=self._listen, args=(self._process.stderr,), daemon=True)
        self._listener.start()
        return self._process

    def _listen(self, complaints: IO[bytes]) -> None:
        """Read the standard error of the process to its end, and keep the last line that isn't empty.

        All lines are read, because a full pipe would stop the process.
        """
        for line in complaints:
            self._complaint = line.strip() or self._complaint

    def _left(self) -> int:
        """Wait until the process has ended, close its pipes, and return its exit code."""
        assert self._process is not None
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # of what it did not take
            self._process.stdin.close()
        code = self._process.wait()
        if self._listener is not None:
            self._listener.join()
        for pipe in (self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        return code

    def _why(self, code: int) -> str:
        """Return a sentence for the user: the reason why the process has ended.

        Args:
            code: Exit code of the process.
        """
        last = self._complaint.decode("utf-8", "replace")[:150]
        if code < 0 or "memory" in last.lower():
            allowed = f"{MEMORY_LIMIT >> 20} MB of memory and {self._seconds:g} s of processor time"
            return f"can't be read with {allowed}; simplify it in a modelling program"
        return f"can't be read: {last or f'its reader left with {code}'}"


def read_in_process(order: MeshTask, content: bytes) -> MeshResult:
    """Perform a task on a file's content in a new process. If the task fails, the result has the reason."""
    with ReaderProcess() as reader:
        try:
            return reader.read(order, content)
        except TimeLimitExceeded as late:
            return MeshResult(refused=f"can't be read within {late}; simplify it in a modelling program")


@contextmanager
def _killed_after(seconds: float, process: "subprocess.Popen[bytes]") -> Iterator[Event]:
    """Kill a process if the `with` block takes longer than `seconds`.

    The kill also ends the block's wait for data from the process. The yielded event is set if the process was killed.
    """
    late = Event()

    def kill() -> None:
        late.set()
        process.kill()

    timer = Timer(max(seconds, 0.0), kill)
    timer.start()
    try:
        yield late
    finally:
        timer.cancel()


def _write(pipe: IO[bytes], question: bytes) -> None:
    with suppress(BrokenPipeError, ValueError):  # one that has died says why on its standard error
        pipe.write(question)
        pipe.flush()


def _answer(begun: bytes, pipe: IO[bytes]) -> MeshResult | None:
    """Read a result from the process and return it. Return None if the process ends too early.

    A result is a line of JSON that describes the arrays, followed by the bytes of the arrays. The process writes an
    empty line after its imports. An empty line before the line of JSON is skipped.

    Args:
        begun: The bytes of the first line that the caller has already read; `b""` if there are none.
        pipe: Standard output of the process.
    """
    line = begun + pipe.readline()
    if line == b"\n":
        line = pipe.readline()
    if not line.endswith(b"\n"):
        return None
    head: dict[str, Any] = json.loads(line)
    arrays: list[Array] = []
    for kind, shape in head["arrays"]:
        size = np.dtype(kind).itemsize * math.prod(shape)
        data = pipe.read(size)
        if len(data) < size:
            return None
        arrays.append(np.frombuffer(data, dtype=np.dtype(kind)).reshape(shape).copy())
    return MeshResult(tuple(arrays), tuple(str(note) for note in head["notes"]), str(head["refused"]))
