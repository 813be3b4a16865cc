"""Shows on stderr how far a long command has come; a quick one shows nothing."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.status import Status

PATIENCE = 2.0
"""Seconds before a person wants to know how far it is."""


@contextmanager
def progress_bar(
    total: int, what: str, *, console: "Console | None" = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[Iterator[int]]:
    """Give the numbers from 0 to `total` − 1; from two seconds on a bar shows how many have been taken.

    It shows on `console` (stderr unless told otherwise), and only if that is a terminal. When the block is left, for
    whatever reason, the bar is gone.
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
            if not shown and clock() - begun > PATIENCE:
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
    """Give a function to say what is going on; from two seconds on that is shown, with the time that has passed.

    For what has no known end; otherwise like `progress_bar`.
    """
    from rich.console import Console
    from rich.progress import Progress, TextColumn, TimeElapsedColumn

    screen = console or Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    line = Progress(*columns, console=screen, transient=True, disable=not screen.is_terminal)
    task = line.add_task("", total=None)
    begun = clock()
    shown = False

    def say(what: str) -> None:
        nonlocal shown
        line.update(task, description=what)
        if not shown and clock() - begun > PATIENCE:
            line.start()
            shown = True

    try:
        yield say
    finally:
        line.stop()


@contextmanager
def spinner(*, console: "Console | None" = None, patience: float = PATIENCE) -> Iterator[Callable[[str], None]]:
    """Give a function to say what is being waited for; from two seconds on, that is shown until the block is left.

    For what says little while it lasts, as a single file that is read: a timer shows it, and not the next word.
    Otherwise like `progress_line`.
    """
    wait = _Wait(console)
    timer = threading.Timer(patience, wait.show)
    timer.daemon = True
    timer.start()
    try:
        yield wait.say
    finally:
        timer.cancel()
        timer.join()
        wait.end()


class _Wait:
    """What is being waited for, and whether it has lasted so long that it is shown; the timer has its own thread."""

    def __init__(self, console: "Console | None") -> None:
        self._console = console
        self._what = ""
        self._late = False
        self._status: Status | None = None
        self._lock = threading.Lock()

    def say(self, what: str) -> None:
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
