"""The host process of a game, and the window's end of the pipe to this process.

If the host process dies, `Host.received_messages` yields `HostFailed` as the last message. If the window dies, the pipe
closes and the host process exits.
"""

import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, Protocol, Self, cast

from riotsim.processes import start_with_pipe
from riotsim.viewer.session.driver import drive
from riotsim.viewer.session.hosted_game import Opening, Unplayable
from riotsim.viewer.session.messages import FromHost, HostFailed, LeaveGame, ToHost

EXIT_SECONDS = 5.0
"""A host process that hasn't exited after this time is killed (s)."""

MAX_MESSAGES = 400
"""Greatest number of messages that one call of `received_messages` reads.

Without this limit, a busy host could keep the window from drawing.
"""


class HostLink(Protocol):
    """The window's connection to a host process."""

    def received_messages(self) -> Iterator[FromHost]:
        """Yield the messages that have arrived, without waiting."""

    def send(self, message: ToHost) -> None:
        """Send a message."""

    def close(self) -> None:
        """Leave the game."""


class Host:
    """A game that runs in another process. As a context manager, it ends the process on exit."""

    def __init__(self, opening: Opening) -> None:
        self._process, self._pipe = start_with_pipe(_run, opening, "riotsim host", daemon=False)
        self._over = False
        self._ending: threading.Thread | None = None

    @property
    def process(self) -> int | None:
        """The process id of the host."""
        return self._process.pid

    def received_messages(self) -> Iterator[FromHost]:
        """Yield the messages that have arrived, without waiting.

        If the host process has died, the last message is `HostFailed`.
        """
        for _ in range(MAX_MESSAGES):
            if self._over:
                return
            try:
                if not self._pipe.poll():
                    return
                message = self._pipe.recv()
            except (EOFError, OSError):
                self._over = True
                yield HostFailed(self._exit_reason())
                return
            self._over = isinstance(message, HostFailed)
            yield cast(FromHost, message)

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds` for a message. Return whether `received_messages` has a message to yield."""
        try:
            return not self._over and self._pipe.poll(seconds)
        except OSError:
            return True

    def send(self, message: ToHost) -> None:
        """Send a message. If the host has ended, do nothing, since `received_messages` reports the end."""
        with suppress(OSError):
            self._pipe.send(message)

    def close(self) -> None:
        """Leave the game without waiting. A host process that doesn't exit within `EXIT_SECONDS` is killed."""
        if self._ending is None:
            self._over = True
            self.send(LeaveGame())
            self._ending = threading.Thread(target=self._wait_for_exit, name="riotsim host's end")
            self._ending.start()

    @property
    def ended(self) -> bool:
        """True if the game was left and the host process has ended, so that the game can be opened again."""
        return self._ending is not None and not self._ending.is_alive()

    def end(self, timeout: float = 0.0) -> None:
        """Leave the game. If the host process still runs after `timeout` seconds, kill it. Wait until it has ended."""
        self.close()
        assert self._ending is not None, "it has just been left"
        self._ending.join(timeout)
        if self._ending.is_alive():
            self._process.kill()
            self._ending.join()

    def _wait_for_exit(self) -> None:
        """Wait until the host process ends. If it still runs after `EXIT_SECONDS`, kill it."""
        ends = time.monotonic() + EXIT_SECONDS
        with suppress(EOFError, OSError):
            while time.monotonic() < ends and self._process.is_alive():
                if self._pipe.poll(0.02):
                    self._pipe.recv_bytes()
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
        self.end(EXIT_SECONDS + 2.0)

    def _exit_reason(self) -> str:
        self._process.join(1.0)
        code = self._process.exitcode
        how = f"was killed by signal {-code}" if code is not None and code < 0 else f"exited with code {code}"
        return f"The game process {how}. If the game is stored, everything up to here is saved."


def _run(pipe: Connection, opening: Opening) -> None:
    """Run a game in the host process. If an error ends the game, send the reason to the window."""
    try:
        drive(opening, pipe)
    except Unplayable as error:
        _report_failure(pipe, HostFailed(_in_one_line(str(error))))
    except Exception as error:
        traceback.print_exc()
        text = " ".join(str(error).split()) or "no details are known"
        _report_failure(pipe, HostFailed(f"The game can't go on: {type(error).__name__}: {text}"))
    finally:
        pipe.close()


def _in_one_line(text: str) -> str:
    """Return the first line of a text.

    If there are further lines, add their number to the first line, and print the whole text to stderr.
    """
    first, *others = text.splitlines() or [""]
    if not others:
        return first
    sys.stderr.write(f"{text}\n")
    return f"{first} (the terminal has {len(others)} more line{'' if len(others) == 1 else 's'})"


def _report_failure(pipe: Any, broke: HostFailed) -> None:
    with suppress(OSError):
        pipe.send(broke)
