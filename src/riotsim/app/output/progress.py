"""Progress messages on stderr for commands that take more than two seconds."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

PROGRESS_DELAY_SECONDS = 2.0
"""Time after which progress is shown (s)."""


@contextmanager
def progress_bar(
    total: int, what: str, *, console: "Console | None" = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[Iterator[int]]:
    """Yield the numbers from 0 to `total` − 1, and show a progress bar if that takes longer than two seconds.

    The bar is shown on a terminal only, and disappears at the end of the block.

    Args:
        total: Number of items.
        what: Text beside the bar.
        console: Where to show it; stderr by default.
        clock: Function that returns the time (s).
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    screen = console or Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
    task = bar.add_task(what, total=total)
    begun = clock()

    def numbers() -> Iterator[int]:
        shown = False
        for number in range(total):
            if not shown and clock() - begun > PROGRESS_DELAY_SECONDS:
                bar.start()
                shown = True
            yield number
            if shown:
                bar.update(task, completed=number + 1)

    try:
        yield numbers()
    finally:
        bar.stop()


@contextmanager
def progress_line(
    *, console: "Console | None" = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[Callable[[str], None]]:
    """Yield a function that sets a message; after two seconds the message is shown with the elapsed time.

    For work without a known end. Apart from that it behaves like `progress_bar`.
    """
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    screen = console or Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    line = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
    task = line.add_task("", total=None)
    begun = clock()
    shown = False

    def set_message(what: str) -> None:
        nonlocal shown
        line.update(task, description=what)
        if not shown and clock() - begun > PROGRESS_DELAY_SECONDS:
            line.start()
            shown = True

    try:
        yield set_message
    finally:
        line.stop()


@contextmanager
def spinner(
    *, console: "Console | None" = None, patience: float = PROGRESS_DELAY_SECONDS
) -> Iterator[Callable[[str], None]]:
    """Yield a function that sets a message; after two seconds the message is shown until the block ends.

    For work that reports rarely, such as reading one large file: a timer shows the message, not the next report.
    """
    wait = _DelayedMessage(console)
    timer = threading.Timer(patience, wait.show)
    timer.daemon = True
    timer.start()
    try:
        yield wait.set_message
    finally:
        timer.cancel()
        timer.join()
        wait.end()


class _DelayedMessage:
    """A waiting message, and whether it is shown yet. The timer runs in a thread of its own."""

    def __init__(self, console: "Console | None") -> None:
        self._console = console
        self._what = ""
        self._late = False
        self._status: Status | None = None
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
