"""Reads untrusted files in a separate process with limits on memory and time."""

import json
import math
import os
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
    CPU_SECONDS,
    MEMORY_LIMIT,
    READ_TIMEOUT,
    START_TIMEOUT,
    Array,
    MeshResult,
    MeshTask,
)

_CODE_FOLDER: Final = str(Path(__file__).resolve().parents[3])
"""Folder of this program's code, which the process must find too."""

_SINGLE_THREAD_ENVIRONMENT: Final = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Each thread of the linear algebra would take from the memory."""

_COMMAND: Final = (sys.executable, "-P", "-m", "riotsim.files.mesh.worker")


class TimeLimitExceeded(Exception):
    """The time limit has passed."""


class ReaderProcess:
    """A process that reads files one after the other, all of them within `seconds` of real time.

    It is started for the first file; the time until it is ready doesn't count. `processor` is its limit of processor
    time (s). After it has died, every further file is refused.
    """

    def __init__(
        self, seconds: float = READ_TIMEOUT, processor: int = CPU_SECONDS, command: tuple[str, ...] = _COMMAND
    ) -> None:
        self._ends = time.monotonic() + seconds
        self._processor = processor
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
        """Check the time limit.

        Raises:
            TimeLimitExceeded: The limit has passed.
        """
        if time.monotonic() >= self._ends:
            raise TimeLimitExceeded

    def read(self, order: MeshTask, content: bytes) -> MeshResult:
        """Return the process's result for a file. A refused result says why.

        Raises:
            TimeLimitExceeded: The process did not answer in time.
        """
        self.check_time()
        if self._died:
            return MeshResult(refused=self._died)
        process = self._process or self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        asked = {"order": order.written, "size": len(content), "processor": self._processor}
        question = json.dumps(asked).encode() + b"\n" + content
        first = b""
        if not self._ready:
            begun = time.monotonic()
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
            self._ends += time.monotonic() - begun
            question = b""
        with _killed_after(self._ends - time.monotonic(), process) as late:
            _write(process.stdin, question)
            product = _answer(first.strip(), process.stdout)
        if product is None and late.is_set():
            raise TimeLimitExceeded
        if product is None:
            self._died = self._why(self._left())
            return MeshResult(refused=self._died)
        return product

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
        """Keep the last thing that it complains of. What nobody took would stop it when the pipe is full."""
        for line in complaints:
            self._complaint = line.strip() or self._complaint

    def _left(self) -> int:
        """Wait until the process has ended, close what led to it, and give its exit code."""
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
        """Return what stopped the process."""
        last = self._complaint.decode("utf-8", "replace")[:150]
        if code < 0 or "memory" in last.lower():
            allowed = f"{MEMORY_LIMIT >> 20} MB of memory and {self._processor} s of a processor's time"
            return f"can't be read with {allowed}; simplify it in a modelling program"
        return f"can't be read: {last or f'its reader left with {code}'}"


def read_in_process(order: MeshTask, content: bytes) -> MeshResult:
    """Read one file in a process started for it, and return the result. A refused result says why."""
    with ReaderProcess() as reader:
        try:
            return reader.read(order, content)
        except TimeLimitExceeded:
            return MeshResult(
                refused=f"can't be read within {READ_TIMEOUT:g} s; simplify it in a modelling program, or try again "
                "when this machine has less to do"
            )


@contextmanager
def _killed_after(seconds: float, process: "subprocess.Popen[bytes]") -> Iterator[Event]:
    """Kill a process if the block lasts longer; what is read from it ends then. Gives what tells that it was so."""
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
    """Read an answer that has `begun` so; None if it breaks off.

    It is a line of JSON that says which arrays follow, and these. Once all is imported an empty line comes before.
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
