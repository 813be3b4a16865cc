"""Computing a value in another process while the window goes on drawing."""

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

T = TypeVar("T")


class BackgroundProcess(Generic[T]):
    """A value that takes a second or more to compute. Call `close` at the end.

    A thread would hold the interpreter lock at each of the hundred OpenGL calls of a frame.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        """Start computing.

        Args:
            make: A top-level function of a module. The other process imports it by name.
        """
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe(duplex=False)
        self._process = spawn.Process(target=_run, args=(theirs, make), name="riotsim apart", daemon=True)
        self._process.start()
        theirs.close()
        self._pipe: Connection | None = ours

    @property
    def alive(self) -> bool:
        """Return whether the process is still running."""
        return bool(self._process.is_alive())

    def result(self) -> T | None:
        """Return the value once it is there, and only once.

        Returns:
            None until then, and if the computation failed. The process prints the error in that case.
        """
        if self._pipe is None or not self._pipe.poll():
            return None
        try:
            made: T = self._pipe.recv()
        except (EOFError, OSError):
            self.close()
            return None
        self.close()
        return made

    def close(self) -> None:
        """End the process if it is still running."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
            self._process.kill()
            self._process.join()


def _run(pipe: Connection, make: Callable[[], object]) -> None:
    """Compute the value in the other process and send it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all processes; the window ends this one
    made = make()
    with suppress(BrokenPipeError):  # the window has closed in the meantime
        pipe.send(made)
