"""Workers that play the games of a campaign: processes of this machine, or workers of a dask cluster."""

import logging
import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Final, TypeAlias, TypeVar

from riotsim.processes import initialize_worker, sigint_blocked

T = TypeVar("T")
R = TypeVar("R")

ExecutorFactory: TypeAlias = Callable[[], Executor]
"""A function that starts workers and returns their executor. It is called again when workers are replaced."""

MAX_TASKS: Final = 400
"""Average number of games of a worker process on this machine. Then all processes are replaced.

The processes are replaced because the engine leaks memory with each game: 0.08 MB for Riot Dice
(docs/explanation/physics.md). Replacing the processes costs 0.25 % of the time.
"""

CONNECT_SECONDS: Final = 10.0
"""The scheduler of a cluster must answer within this time (s)."""

WORKER_DIED: Final = BrokenProcessPool
"""The error of a process pool after the death of a worker process."""


class WorkerPool:
    """A pool of workers that play games.

    The pool expires when its workers together have been given a certain number of games. The caller must replace the
    workers when the pool has expired, or when a worker has died.
    """

    def __init__(
        self, spawn: ExecutorFactory, workers: int, stop: Callable[[Executor], None], max_tasks: float = math.inf
    ) -> None:
        """Make a pool. Its workers start when they are first needed.

        Args:
            spawn: Function that starts the workers.
            workers: Number of games played at a time.
            stop: Function that ends an executor. It is called when the pool is closed or its workers are replaced.
            max_tasks: Number of games per worker, on average, until the pool expires. It expires when
                `max_tasks * workers` games have been submitted, whichever worker played them.
        """
        self.workers = workers
        """Number of games that are played at a time."""
        self._max_tasks = max_tasks
        self._given = 0
        """Number of games that were given to the current workers."""
        self._spawn = spawn
        self._stop = stop
        self._executor: Executor | None = None

    @property
    def executor(self) -> Executor:
        """The executor of the current workers. If there are none, reading this property starts them."""
        if self._executor is None:
            self._executor = self._spawn()
        return self._executor

    def submit(self, work: Callable[[T], R], job: T) -> Future[R]:
        """Submit a game to a worker.

        Args:
            work: Function that plays a game.
            job: The game.

        Raises:
            WORKER_DIED: A worker process has died.
        """
        executor = self.executor  # first: it may start a process of its own, which may unblock SIGINT again
        with sigint_blocked():  # on this machine, processes start with the first game
            future = executor.submit(work, job)
        self._given += 1
        return future

    def check(self) -> None:
        """Check that a worker survives a trivial task.

        Raises:
            WORKER_DIED: A worker process has died.
        """
        executor = self.executor
        with sigint_blocked():
            future = executor.submit(int)
        future.result()

    @property
    def expired(self) -> bool:
        """True if the current workers have been given their maximum number of games."""
        return self._given >= self._max_tasks * self.workers

    def replace(self) -> None:
        """Close the current executor. The next game starts a new one."""
        self.close()
        self._given = 0

    def close(self) -> None:
        """Close the current executor. Processes on this machine end, but the workers of a cluster don't."""
        if self._executor is not None:
            self._stop(self._executor)
            self._executor = None


def local_pool(workers: int, max_tasks: int = MAX_TASKS) -> WorkerPool:
    """Return a pool of processes on this machine.

    Args:
        workers: Number of processes.
        max_tasks: Number of games per process, on average. After `max_tasks * workers` games, the caller must replace
            all processes.
    """
    from loky import ProcessPoolExecutor

    def spawn() -> Executor:
        executor: Executor = ProcessPoolExecutor(workers, initializer=initialize_worker, initargs=(os.getpid(),))
        return executor

    def stop(executor: Executor) -> None:
        executor.shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]  # loky's own option

    return WorkerPool(spawn, workers, stop, max_tasks)


@contextmanager
def cluster_pool(address: str) -> Iterator[WorkerPool]:
    """Connect to a running dask cluster while the block lasts.

    Each thread of the cluster counts as a worker.

    Args:
        address: Address of the scheduler, such as `tcp://10.0.0.5:8786`.

    Raises:
        OSError: Nothing answers at the address.
        ValueError: The address is malformed, or dask's configuration has no certificates for TLS.
        ImportError: dask is not installed.
    """
    from distributed import Client
    from distributed.security import Security

    # What dask logs would stand between the lines of progress. A lost scheduler ends the run with a message of ours.
    # dask gives its client a level of its own, and tornado, on which dask runs, logs callbacks that a lost scheduler
    # breaks off.
    for part in ("distributed", "distributed.client", "tornado.application"):
        logging.getLogger(part).setLevel(logging.CRITICAL)
    security = Security()
    arguments = security.get_connection_args("client")
    if address.startswith("tls://") and arguments["ssl_context"] is None:
        raise ValueError("TLS needs distributed.comm.tls in dask's configuration, with ca-file and the client's key")
    with Client(address, timeout=CONNECT_SECONDS, set_as_default=False) as client:
        threads = sum(client.nthreads().values())
        yield WorkerPool(lambda: client.get_executor(pure=False), max(1, threads), lambda _executor: None)


def cpu_count() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
