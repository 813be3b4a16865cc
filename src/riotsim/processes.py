"""Work that several processes do, each of them replaced after a while, because the engine keeps memory."""

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from threading import Thread
from typing import Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

LOOKS_AFTER: Final = 0.5
"""How often a process looks whether the one it works for is still there (s)."""


def map_in_processes(work: Callable[[T], R], over: Iterable[T], processes: int, lifetime: int) -> Iterator[R]:
    """Give what `work` makes of each item, in their order, from processes that do `lifetime` items each on average.

    A process ends with what the engine has kept (docs/physics.md: 1 KB of each body, and workspaces of its exact
    solver). `work` and the items go there by pickle. The caller's main module is not run again there, so a
    script needs no guard. An error of `work` is raised here. The processes are ended when the iterator is closed.
    """
    from loky import ProcessPoolExecutor  # late: nothing else needs it

    items = iter(over)
    while batch := list(islice(items, processes * lifetime)):
        with ProcessPoolExecutor(
            min(processes, len(batch)), initializer=initialize_worker, initargs=(os.getpid(),)
        ) as pool:
            waiting = [pool.submit(work, item) for item in batch]
            try:
                for one in waiting:
                    yield one.result()
            except BaseException:
                pool.shutdown(wait=True, kill_workers=True)
                raise


def initialize_worker(driver: int) -> None:
    """Begin as a process that works for another, the driver; loky's `initializer`.

    Ctrl-C is for the driver to deal with: it ends the others. Where the driver is gone, this process ends by itself:
    it would wait for work for ever, since it holds the other end of the pipe by which work comes, too.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with, args=(driver,), daemon=True).start()


def _end_with(driver: int) -> None:
    while os.getppid() == driver:
        time.sleep(LOOKS_AFTER)
    os._exit(1)  # whatever it is in the midst of: nobody waits for it
