"""Progress messages on stderr for commands that take more than two seconds.

A terminal shows a bar or a line that changes. If stderr is not a terminal (a script's log, for example), a plain line
is written at most every ten seconds.
"""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID
    from rich.status import Status

PROGRESS_DELAY_SECONDS = 2.0
"""Time until a terminal shows progress (s)."""

PLAIN_LINE_INTERVAL_SECONDS = 10.0
"""Time between two progress lines if stderr is not a terminal (s), and also the time before the first line."""


class _PlainLines:
    """Progress lines for a stderr that is not a terminal, at most one in `PLAIN_LINE_INTERVAL_SECONDS`."""

    def __init__(self, screen: "Console", clock: Callable[[], float]) -> None:
        self._screen = screen
        self._clock = clock
        self._told = clock()

    def show(self, what: str) -> None:
        """Write `what` as a line if it is time for one and stderr is not a terminal.

        It is time if `PLAIN_LINE_INTERVAL_SECONDS` have passed since the last line or, before the first line, since the
        object was made.
        """
        if not self._screen.is_terminal and self._clock() - self._told >= PLAIN_LINE_INTERVAL_SECONDS:
            self._told = self._clock()
            _print_plain(self._screen, what)


def _print_plain(screen: "Console", what: str) -> None:
    """Write a line as it is, without wrapping, colours or markup."""
    screen.print(what, markup=False, highlight=False, emoji=False, soft_wrap=True)


@contextmanager
def progress_bar(
    total: int, what: str, *, console: "Console | None" = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[Iterator[int]]:
    """Yield an iterator over the numbers from 0 to `total` − 1. A progress bar shows how far it has come.

    A terminal shows the bar from two seconds on, until the end of the block. Any other console gets plain lines.

    Args:
        total: Number of items.
        what: Text beside the bar.
        console: The console that shows the progress; stderr by default.
        clock: Function that returns the time (s).
    """
    from rich.console import Console

    screen = console or Console(stderr=True)
    begun = clock()
    plain = _PlainLines(screen, clock)

    def numbers(at_the_end: ExitStack) -> Iterator[int]:
        bar: tuple[Progress, TaskID] | None = None
        for number in range(total):
            if bar is None and screen.is_terminal and clock() - begun > PROGRESS_DELAY_SECONDS:
                bar = _start_bar(total, what, screen)
                at_the_end.callback(bar[0].stop)
            yield number
            plain.show(f"{what}: {number + 1} of {total}")
            if bar is not None:
                bar[0].update(bar[1], completed=number + 1)

    with ExitStack() as at_the_end:
        yield numbers(at_the_end)


def _start_bar(total: int, what: str, screen: "Console") -> "tuple[Progress, TaskID]":
    """Show a bar on a terminal. Return the bar, and the task whose progress it shows."""
    # late: most commands end before a bar is shown
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=screen, transient=True)
    task = bar.add_task(what, total=total)
    bar.start()
    return bar, task


@contextmanager
def progress_line(
    *, console: "Console | None" = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[Callable[[str], None]]:
    """Yield a function that sets a progress message, for work of unknown length.

    A terminal shows messages from two seconds on, until the end of the block, with the elapsed time. Any other console
    gets plain lines.

    Args:
        console: The console that shows the message; stderr by default.
        clock: Function that returns the time (s).
    """
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    screen = console or Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    line = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
    task = line.add_task("", total=None)
    begun = clock()
    shown = False
    plain = _PlainLines(screen, clock)

    def set_message(what: str) -> None:
        nonlocal shown
        plain.show(what)
        line.update(task, description=what)
        if not shown and clock() - begun > PROGRESS_DELAY_SECONDS:
            line.start()
            shown = True

    try:
        yield set_message
    finally:
        line.stop()


@contextmanager
def spinner(*, console: "Console | None" = None, delay: float | None = None) -> Iterator[Callable[[str], None]]:
    """Yield a function that sets a progress message, for work with rare messages.

    A timer shows the message after a delay. On a terminal the message disappears at the end of the block. Any other
    console gets plain lines.

    Args:
        console: The console that shows the message; stderr by default.
        delay: Time before a message is shown (s). The default is two seconds on a terminal, and ten elsewhere.
    """
    wait = _DelayedMessage(console)
    if delay is None:
        terminal = console.is_terminal if console is not None else sys.stderr is not None and sys.stderr.isatty()
        delay = PROGRESS_DELAY_SECONDS if terminal else PLAIN_LINE_INTERVAL_SECONDS
    timer = threading.Timer(delay, wait.show)
    timer.daemon = True
    timer.start()
    try:
        yield wait.set_message
    finally:
        timer.cancel()
        timer.join()
        wait.end()


class _DelayedMessage:
    """A progress message that is shown only after a delay. A timer calls `show` from a thread of its own."""

    def __init__(self, console: "Console | None") -> None:
        self._console = console
        self._what = ""
        self._late = False
        self._status: Status | None = None
        self._plain_told: float | None = None
        self._lock = threading.Lock()

    def set_message(self, what: str) -> None:
        with self._lock:
            self._what = what
            self._show()

    def show(self) -> None:
        with self._lock:
            self._late = True
            self._show()

    def end(self) -> None:
        if self._status is not None:
            self._status.stop()

    def _show(self) -> None:
        if not self._late or not self._what:
            return
        from rich.console import Console
        from rich.text import Text

        screen = self._console or Console(stderr=True)
        if self._status is not None:
            self._status.update(Text(self._what))
        elif screen.is_terminal:
            self._status = screen.status(Text(self._what))
            self._status.start()
        elif self._plain_told is None or time.monotonic() - self._plain_told >= PLAIN_LINE_INTERVAL_SECONDS:
            self._plain_told = time.monotonic()
            _print_plain(screen, self._what)
