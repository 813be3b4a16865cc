"""Has something made in a process of its own, while the window draws on."""

import multiprocessing
import signal
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Generic, TypeVar

T = TypeVar("T")


class BackgroundProcess(Generic[T]):
    """Something that takes a second or more to be made; `close` it at the end.

    A thread wouldn't do: it would have the interpreter at every call of OpenGL, of which a frame makes a hundred.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        """Have it made by a function of a module, which the other process finds by its name."""
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe(duplex=False)
        self._process = spawn.Process(target=_make, args=(theirs, make), name="riotsim apart", daemon=True)
        self._process.start()
        theirs.close()
        self._pipe: Connection | None = ours

    @property
    def alive(self) -> bool:
        """Whether it is still being made."""
        return bool(self._process.is_alive())

    def made(self) -> T | None:
        """Give what was made, once; None until then, and if it couldn't be: its process has said why."""
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
        """Leave what isn't finished."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
            self._process.kill()
            self._process.join()


def _make(pipe: Connection, make: Callable[[], object]) -> None:
    """What the other process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; the window ends this when it ends
    made = make()
    with suppress(BrokenPipeError):  # the window is gone meanwhile
        pipe.send(made)
