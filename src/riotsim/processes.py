"""Work in other processes: many items that are shared out among workers, or one value computed in the background.

A worker is a process. Workers are replaced after some items, because the physics engine leaks memory.
"""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final, Generic, TypeVar

T = TypeVar("T")
R = TypeVar("R")

DRIVER_CHECK_SECONDS: Final = 0.5
"""Interval between a worker's checks whether the process that started it still exists (s). Chosen by us."""

PROCESS_CONTEXT = multiprocessing.get_context("spawn")
"""The context of multiprocessing for processes of `start_with_pipe`.

The context decides how processes start. A new process imports what it needs, and shares nothing with this process.
Tests replace the context.
"""


def map_in_processes(work: Callable[[T], R], over: Iterable[T], processes: int, lifetime: int) -> Iterator[R]:
    """Yield the result of `work` for each item, in the order of the items. Several processes compute the results.

    `work`, the items and the results are pickled. Workers don't import the caller's main module, so a script needs no
    `__main__` guard. Closing the iterator ends the workers.

    Args:
        work: The function.
        over: The items.
        processes: The number of processes.
        lifetime: All processes are replaced after this number of items per process, on average. Replacing them frees
            the memory that the physics engine leaks.

    Raises:
        Exception: `work` has raised this error for an item. Before it is raised here, the workers are ended.
    """
    from loky import ProcessPoolExecutor  # late: nothing else needs it

    items = iter(over)
    # The engine leaks 1 KB for each body, and workspaces of its exact solver.
    while batch := list(islice(items, processes * lifetime)):
        with ProcessPoolExecutor(
            min(processes, len(batch)), initializer=initialize_worker, initargs=(os.getpid(),)
        ) as pool:
            try:
                with sigint_blocked():  # loky starts its processes with the first item
                    waiting = [pool.submit(work, item) for item in batch]
                for one in waiting:
                    yield one.result()
            except BaseException:
                pool.shutdown(wait=True, kill_workers=True)
                raise


@contextmanager
def sigint_blocked() -> Iterator[None]:
    """Block SIGINT, the signal of Ctrl-C, in this thread while the `with` block runs.

    Processes and threads that start within the block inherit the blocking, so they never receive SIGINT. Otherwise a
    process that is still importing its modules would print a traceback on Ctrl-C: a terminal sends Ctrl-C to all
    processes of a command.

    If SIGINT comes during the block, this process receives it only when the block ends. But if this process has another
    thread that doesn't block SIGINT, this process receives it at once. On Windows nothing is blocked.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        # Python starts its resource tracker with the first process, and unblocks SIGINT afterwards.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def initialize_worker(driver: int) -> None:
    """Make this process a worker of a pool of processes. This function is passed to loky as `initializer`.

    From now on the worker ignores Ctrl-C. The driver, the process that started the worker, ends it. If the driver no
    longer exists, the worker ends itself.

    Start workers within `sigint_blocked`, so that no Ctrl-C reaches them before this function runs.

    Args:
        driver: The process id of the driver.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # Without this thread it would wait for work forever, because it holds both ends of the pipe.
    Thread(target=_end_with, args=(driver,), daemon=True).start()


def _end_with(driver: int) -> None:
    while os.getppid() == driver:
        time.sleep(DRIVER_CHECK_SECONDS)
    os._exit(1)  # at once: nobody waits for its work


def start_with_pipe(
    work: Callable[[Connection, T], None], given: T, name: str, *, daemon: bool
) -> tuple[BaseProcess, Connection]:
    """Start a process that calls `work(pipe, given)`.

    The new process ignores Ctrl-C. On Windows, it ignores Ctrl-C only after it has imported its modules.

    Args:
        work: The function. The process imports it by name.
        given: The function's second argument, which is pickled.
        name: The name of the process.
        daemon: What happens to the new process when this process exits. True: Python ends it. False: this process waits
            until it has ended.

    Returns:
        The process, and this process's end of the pipe. The pipe closes when either process ends.
    """
    ours, theirs = PROCESS_CONTEXT.Pipe()
    process = PROCESS_CONTEXT.Process(target=_work_without_sigint, args=(work, theirs, given), name=name, daemon=daemon)
    try:
        with sigint_blocked():
            process.start()
            theirs.close()  # so that this end closes when the other process is gone
    except BaseException:  # a process that has started ends, as its pipe is closed
        ours.close()
        theirs.close()
        raise
    return process, ours


def _work_without_sigint(work: Callable[[Connection, T], None], pipe: Connection, given: T) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for Windows, where nothing blocks it
    work(pipe, given)


class BackgroundProcess(Generic[T]):
    """A value that is computed in another process while this process goes on. Call `close` at the end.

    The window uses this class for work that takes a second or more. In a thread, such work would slow down the drawing
    of frames.
    """

    def __init__(self, make: Callable[[], T]) -> None:
        """Start the process that computes the value.

        Args:
            make: The function that computes and returns the value. It must be at the top level of a module.
        """
        self._pipe: Connection | None
        self._process, self._pipe = start_with_pipe(_compute, make, "riotsim apart", daemon=True)

    @property
    def is_alive(self) -> bool:
        """True if the process is still running."""
        return bool(self._process.is_alive())

    def result(self) -> T | None:
        """Return the value if it is ready. Once a call has returned the value, later calls return None.

        If the computation fails, there is no value, and the other process prints the error.

        Returns:
            The value; None if it isn't ready, was returned before, or can't be had because of an error or `close`.
        """
        if self._pipe is None or not self._pipe.poll():
            return None
        try:
            made: T = self._pipe.recv()
        except (EOFError, OSError):
            self.close()
            return None
        self.close()
        return made

    def close(self) -> None:
        """End the process if it is still running. If `result` hasn't returned the value yet, the value is lost."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None
            self._process.kill()
            self._process.join()


def _compute(pipe: Connection, make: Callable[[], object]) -> None:
    """Call `make` and send the value that it returns into the pipe. This runs in the other process."""
    made = make()
    with suppress(OSError):  # the window has closed in the meantime
        pipe.send(made)
