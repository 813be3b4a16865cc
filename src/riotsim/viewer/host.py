"""The host: a game in a process of its own, and the window's end of the pipe to it.

The window never waits for the host: `take` gives what has come. A host that ends by itself, by whatever it is killed,
is told as `Broke`; when the window is gone, the host sees the end of its pipe and ends. What was done is in the store.
"""

import multiprocessing
import signal
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Self, cast

from riotsim.viewer.door import Opening, Unplayable
from riotsim.viewer.driver import drive
from riotsim.viewer.messages import Broke, FromHost, Leave, ToHost

PATIENCE = 5.0
"""Seconds that a host has to end by itself; an act that is under way is broken off, and is done anew another time."""

MOST = 400
"""Messages that are taken at once, so that a host that sends without end doesn't keep the window from drawing."""


class Host:
    """A game that runs in another process. Use it as a context: at its end the host is ended too."""

    def __init__(self, opening: Opening) -> None:
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe()
        self._pipe = ours
        self._process = spawn.Process(target=_run, args=(opening, theirs), name="riotsim host")
        self._over = False
        with _uninterrupted():
            self._process.start()
        theirs.close()  # so that its end is seen here when the other process is gone

    @property
    def process(self) -> int | None:
        """The number of its process."""
        return self._process.pid

    def take(self) -> Iterator[FromHost]:
        """Give what has come, without waiting. The last message of a host that has ended by itself is `Broke`."""
        for _ in range(MOST):
            if self._over:
                return
            try:
                if not self._pipe.poll():
                    return
                message = self._pipe.recv()
            except (EOFError, OSError):
                self._over = True
                yield Broke(self._why_it_ended())
                return
            self._over = isinstance(message, Broke)
            yield cast(FromHost, message)

    def wait(self, seconds: float) -> bool:
        """Wait until something has come, but no longer than this; tells whether it has."""
        try:
            return not self._over and self._pipe.poll(seconds)
        except OSError:
            return True

    def send(self, message: ToHost) -> None:
        """Send a message; to a host that has ended nothing is sent, and `take` tells of its end."""
        with suppress(OSError):
            self._pipe.send(message)

    def close(self) -> None:
        """Leave the game, and end the host; one that doesn't end by itself is ended by force."""
        self._over = True
        self.send(Leave())
        ends = time.monotonic() + PATIENCE
        with suppress(EOFError, OSError):  # it may wait for somebody to take what it sends
            while time.monotonic() < ends:
                if self._pipe.poll(0.05):
                    self._pipe.recv_bytes()
                elif not self._process.is_alive():
                    break
        self._pipe.close()
        self._process.join(max(0.1, ends - time.monotonic()))
        for end in (self._process.terminate, self._process.kill):
            if self._process.is_alive():
                end()
                self._process.join(1.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def _why_it_ended(self) -> str:
        self._process.join(1.0)
        code = self._process.exitcode
        how = f"was killed by signal {-code}" if code is not None and code < 0 else f"has ended with code {code}"
        return f"The process that plays the game {how}. What was done is stored, if the game is."


def _run(opening: Opening, pipe: Connection) -> None:
    """Host a game: what the other process does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to both; the window ends the host when it ends
    try:
        drive(opening, pipe)
    except Unplayable as error:
        _say_broke(pipe, Broke(str(error)))
    except Exception as error:
        traceback.print_exc()
        text = " ".join(str(error).split()) or "no more is known"
        _say_broke(pipe, Broke(f"The game can't go on: {type(error).__name__}: {text}"))
    finally:
        pipe.close()


def _say_broke(pipe: Any, broke: Broke) -> None:
    with suppress(OSError):
        pipe.send(broke)


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Have a process that is started now not know Ctrl-C: it would be told of it before it can say what to do."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
