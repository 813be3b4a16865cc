"""The pipe to the window, as the game sees it: acts are shown on it while they are performed, and it is listened to."""

from collections import deque
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
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

AHEAD = 3
"""Acts that may have been performed and not yet been shown to their end."""

TOGETHER = 6
"""Frames that are sent together: a tenth of a second on the table ..."""

LATEST = 0.05
"""... but none waits longer than this (s) for the others."""


class Pipe(Protocol):
    """One end of a pipe, such as a `multiprocessing.connection.Connection`."""

    def send(self, message: object, /) -> None:
        """Send a message; raises `OSError` if nobody is at the other end."""

    def recv(self) -> object:
        """Wait for a message; raises `EOFError` or `OSError` if nobody is at the other end."""

    def poll(self, timeout: float = 0.0, /) -> bool:
        """Tell whether there is a message, or nobody at the other end."""


class WindowGone(Exception):
    """The window has left the game, or is gone."""


@dataclass(slots=True)
class _Pending:
    """An act that is done, and not yet told to be: first it is stored."""

    number: int
    settled: Settled


class Wire:
    """The window at the other end of a pipe."""

    def __init__(self, pipe: Pipe, clock: Callable[[], float]) -> None:
        self._pipe = pipe
        self._clock = clock
        self._inbox: deque[object] = deque()
        self._early: list[FromHost] | None = []  # what comes before the game is open
        self._performed = 0
        self._shown = 0
        self._pending: _Pending | None = None
        self.table: Table | None = None
        """As the window has it once it has shown all that it was sent."""
        self.shown_at = 0.0
        """When the window said last that it has shown an act."""
        self.before_act: Callable[[], None] = lambda: None
        """Is called before an act is shown, to tell what came of the one before."""
        self.turn_of: Callable[[], str | None] = lambda: None
        """Tells whose turn it is."""
        self.hidden = False
        """Whether acts are only tried out, by a bot."""

    def open(self, opened: GameOpened) -> None:
        """Say that the game is open. An act that was under way when it was taken up has been performed by now."""
        early, self._early = self._early or [], None
        began = [message.before for message in early if isinstance(message, ActStarted)]
        if began:
            opened = replace(opened, table=began[0])
        else:
            self.table = opened.table
        for message in (opened, *early):
            self.send(message)

    def send(self, message: FromHost) -> None:
        """Send a message. Raises `WindowGone` if nobody is there."""
        if self._early is not None:
            self._early.append(message)
            return
        try:
            self._pipe.send(message)
        except OSError as error:
            raise WindowGone from error

    def tell(self, text: str) -> None:
        """Tell the one who plays something that is not about the game; if nobody is there, nobody hears it."""
        with suppress(WindowGone):
            self.send(Notice(text))

    def receive(self) -> object:
        """Wait for something to do. Raises `WindowGone`."""
        while not self._inbox:
            self._take()
        return self._inbox.popleft()

    def show(self, table: Table, act: Act, under_way: Generator[Frame, None, Settled]) -> Settled:
        """Show an act while it is performed; gives what settled, with its trace."""
        if self.hidden:
            return _drained(under_way, lambda _frame: None)
        self.done()
        self.before_act()
        while self._early is None and self._performed - self._shown >= AHEAD:
            self._take()
        self._performed += 1
        self.send(ActStarted(self._performed, act, table, self.turn_of()))
        batch: list[Frame] = []
        since = self._clock()

        def frame(frame: Frame) -> None:
            nonlocal since
            batch.append(frame)
            if len(batch) >= TOGETHER or self._clock() - since >= LATEST:
                self._move(batch)
                since = self._clock()

        settled = _drained(under_way, frame)
        self._move(batch)
        self._pending = _Pending(self._performed, replace(settled, trace=()))
        self.table = settled.table
        return settled

    def done(self) -> None:
        """Say that the last act is done, unless that was said: whoever calls this knows that it is stored."""
        if self._pending is not None:
            self.send(ActSettled(self._pending.number, self._pending.settled))
            self._pending = None

    def _move(self, batch: list[Frame]) -> None:
        if batch:
            self.send(ActFrames(self._performed, tuple(batch)))
            batch.clear()
        if self._early is None:
            self.read_available()

    def read_available(self) -> None:
        """Take what the window has sent, without waiting."""
        while self._poll():
            self._take()

    def _poll(self) -> bool:
        try:
            return self._pipe.poll()
        except OSError as error:
            raise WindowGone from error

    def _take(self) -> None:
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


def _drained(under_way: Generator[Frame, None, Settled], each: Callable[[Frame], None]) -> Settled:
    """Take all frames of an act; where it begins anew, those before are forgotten."""
    trace: list[Frame] = []
    with closing(under_way):
        while True:
            try:
                frame = next(under_way)
            except StopIteration as end:
                settled: Settled = end.value
                return replace(settled, trace=tuple(trace))
            if trace and frame.tick < trace[-1].tick:
                trace.clear()
            trace.append(frame)
            each(frame)
