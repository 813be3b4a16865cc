"""Work that several processes do, each of them replaced after a while, because the engine keeps memory."""

import signal
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def spread(work: Callable[[T], R], over: Iterable[T], processes: int, lifetime: int) -> Iterator[R]:
    """Give what `work` makes of each item, in their order, from processes that do `lifetime` items each on average.

    A process ends with what the engine has kept (docs/physics.md: 1 KB of each body, and workspaces of its exact
    solver). `work` and the items go there by pickle. The caller's main module is not run again there, so a
    script needs no guard. An error of `work` is raised here. The processes are ended when the iterator is closed.
    """
    from loky import ProcessPoolExecutor  # late: nothing else needs it

    items = iter(over)
    while batch := list(islice(items, processes * lifetime)):
        with ProcessPoolExecutor(min(processes, len(batch)), initializer=leave_interrupts) as pool:
            waiting = [pool.submit(work, item) for item in batch]
            try:
                for one in waiting:
                    yield one.result()
            except BaseException:
                pool.shutdown(wait=True, kill_workers=True)
                raise


def leave_interrupts() -> None:
    """Let the process that the person started deal with Ctrl-C: it ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
