"""Shows on stderr how far a long command has come; a quick one shows nothing."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

PATIENCE = 2.0
"""Seconds before a person wants to know how far it is."""


@contextmanager
def counting(
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
def passing(
    *, console: "Console | None" = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[Callable[[str], None]]:
    """Give a function to say what is going on; from two seconds on that is shown, with the time that has passed.

    For what has no known end; otherwise like `counting`.
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
