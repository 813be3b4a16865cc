"""The host's end of the pipe to the window.

While an act is performed, this end sends the act's frames. Between the frames, it reads messages.
"""

from collections import deque
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from math import inf
from typing import Protocol

from riotsim.table.acts import Act, Frame, Settled
from riotsim.table.state import Table
from riotsim.viewer.session.messages import (
    ActFrames,
    ActSettled,
    ActShown,
    ActStarted,
    FromHost,
    GameOpened,
    LeaveGame,
    Notice,
)

MAX_UNSHOWN_ACTS = 3
"""Greatest number of begun acts that the window has not shown to their end yet."""

BATCH_FRAMES = 6
"""Greatest number of frames in one message: a tenth of a second of table time."""

BATCH_SECONDS = 0.05
"""Frames are collected into a message for no longer than this (s). The first frame of an act is sent at once."""


class Pipe(Protocol):
    """One end of a pipe, such as a `multiprocessing.connection.Connection`."""

    def send(self, message: object, /) -> None:
        """Send a message.

        Raises:
            OSError: The other end is closed.
        """

    def recv(self) -> object:
        """Wait for a message, and return it.

        Raises:
            EOFError: The other end is closed.
            OSError: The pipe is broken.
        """

    def poll(self, timeout: float = 0.0, /) -> bool:
        """Wait up to `timeout` seconds. Return True if a message has arrived or the other end is closed."""


class WindowGone(Exception):
    """The error raised when the window has left the game or has closed."""


@dataclass(slots=True)
class _Pending:
    """An act that was performed, but is not yet reported as done."""

    number: int
    settled: Settled


class WindowConnection:
    """The host's connection to the window."""

    def __init__(self, pipe: Pipe, clock: Callable[[], float]) -> None:
        self._pipe = pipe
        self._clock = clock
        self._inbox: deque[object] = deque()
        self._early: list[FromHost] | None = []  # messages sent before the game is open
        self._performed = 0
        self._shown = 0
        self._pending: _Pending | None = None
        self.table: Table | None = None
        """The table in the window after all messages so far, or None if the window has no table yet."""
        self.shown_at = 0.0
        """Time of the window's last report of a shown act (s, on the clock). 0 before the first report."""
        self.before_act: Callable[[], None] = lambda: None
        """Function that is called before an act is shown. It sends the results of the previous act."""
        self.turn_of: Callable[[], str | None] = lambda: None
        """Function that returns the player whose turn it is, or None if it is nobody's turn."""
        self.hidden = False
        """True while acts are hidden from the window, because a bot only tries them out."""

    def open(self, opened: GameOpened) -> None:
        """Send the message that the game is open, and then all kept messages.

        Raises:
            WindowGone: The window has closed.
        """
        early, self._early = self._early or [], None
        began = [message.before for message in early if isinstance(message, ActStarted)]
        if began:
            opened = replace(opened, table=began[0])
        else:
            self.table = opened.table
        for message in (opened, *early):
            self.send(message)

    def send(self, message: FromHost) -> None:
        """Send a message, or keep it if the game is not open yet.

        Raises:
            WindowGone: The window has closed.
        """
        if self._early is not None:
            self._early.append(message)
            return
        try:
            self._pipe.send(message)
        except OSError as error:
            raise WindowGone from error

    def notify(self, text: str) -> None:
        """Send a notice to the player. If the window has closed, do nothing."""
        with suppress(WindowGone):
            self.send(Notice(text))

    def receive(self) -> object:
        """Wait for the next message from the window and return it. Skip each `ActShown`: it only reports a shown act.

        Raises:
            WindowGone: The window has left the game or has closed.
        """
        while not self._inbox:
            self._read()
        return self._inbox.popleft()

    def show(self, table: Table, act: Act, performing: Generator[Frame, None, Settled]) -> Settled:
        """Perform an act, and meanwhile send its frames to the window. If the attribute `hidden` is true, send nothing.

        Args:
            table: The table before the act.
            act: The act.
            performing: Generator that performs the act. It yields the frames and returns the outcome.

        Returns:
            The outcome of the act. Its trace has the act's frames. If the simulation of the act started again from the
            beginning, the trace has only the frames since the last start.

        Raises:
            WindowGone: The window has left the game or has closed.
        """
        if self.hidden:
            return _drain(performing, lambda _frame: None)
        self.report_settled()
        self.before_act()
        while self._early is None and self._performed - self._shown >= MAX_UNSHOWN_ACTS:
            self._read()
        self._performed += 1
        self.send(ActStarted(self._performed, act, table, self.turn_of()))
        batch: list[Frame] = []
        since = -inf

        def frame(frame: Frame) -> None:
            nonlocal since
            batch.append(frame)
            if len(batch) >= BATCH_FRAMES or self._clock() - since >= BATCH_SECONDS:
                self._send_batch(batch)
                since = self._clock()

        settled = _drain(performing, frame)
        self._send_batch(batch)
        self._pending = _Pending(self._performed, replace(settled, trace=()))
        self.table = settled.table
        return settled

    def report_settled(self) -> None:
        """Report to the window that the last act is done. If this was reported before, do nothing.

        Call this after the act was stored.

        Raises:
            WindowGone: The window has closed.
        """
        if self._pending is not None:
            self.send(ActSettled(self._pending.number, self._pending.settled))
            self._pending = None

    def _send_batch(self, batch: list[Frame]) -> None:
        if batch:
            self.send(ActFrames(self._performed, tuple(batch)))
            batch.clear()
        if self._early is None:
            self.read_available()

    def read_available(self) -> None:
        """Read all messages that have arrived, without waiting. Keep them for `receive`, except `ActShown`.

        Raises:
            WindowGone: The window has left the game or has closed.
        """
        while self._poll():
            self._read()

    def _poll(self) -> bool:
        try:
            return self._pipe.poll()
        except OSError as error:
            raise WindowGone from error

    def _read(self) -> None:
        try:
            message = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise WindowGone from error
        match message:
            case LeaveGame():
                raise WindowGone
            case ActShown(number):
                self._shown = max(self._shown, number)
                self.shown_at = self._clock()
            case _:
                self._inbox.append(message)


def _drain(performing: Generator[Frame, None, Settled], each: Callable[[Frame], None]) -> Settled:
    """Call `each` with every frame of an act. Return the outcome, with the frames as its trace.

    If the simulation of the act starts again from the beginning, the trace has only the frames since the last start.
    """
    trace: list[Frame] = []
    with closing(performing):
        while True:
            try:
                frame = next(performing)
            except StopIteration as end:
                settled: Settled = end.value
                return replace(settled, trace=tuple(trace))
            if trace and frame.tick < trace[-1].tick:
                trace.clear()
            trace.append(frame)
            each(frame)
