"""Who plays the games of a campaign: processes of this machine, or workers of a dask cluster."""

import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Final, TypeAlias, TypeVar

from riotsim.processes import initialize_worker

T = TypeVar("T")
R = TypeVar("R")

ExecutorFactory: TypeAlias = Callable[[], Executor]
"""Gives a fresh executor: the first one, and another whenever workers have died."""

MAX_TASKS: Final = 400
"""The mean number of games after which the processes of this machine are replaced.

The engine keeps some memory, 0.08 MB of each game of Riot Dice (docs/explanation/physics.md). Waiting for the last game
before a replacement costs a quarter of a per cent of 400 games."""

WORKER_DIED: Final = BrokenProcessPool
"""What waiting for a game raises if the process that played it, or one beside it, is gone."""


class WorkerPool:
    """Workers that play games, replaced when they die or are tired. Close it when all is played."""

    def __init__(
        self, hire: ExecutorFactory, workers: int, dismiss: Callable[[Executor], None], shift: float = math.inf
    ) -> None:
        """`shift` is how many games each of them plays in the mean before it is replaced."""
        self.workers = workers
        """How many games are played at a time."""
        self._shift = shift
        self._given = 0
        """How many games these workers were given."""
        self._hire = hire
        self._dismiss = dismiss
        self._hired: Executor | None = None

    @property
    def executor(self) -> Executor:
        """The workers, hired when they are first needed."""
        if self._hired is None:
            self._hired = self._hire()
        return self._hired

    def submit(self, work: Callable[[T], R], job: T) -> Future[R]:
        """Have a worker play a game. Raises `WORKER_DIED` if one is gone."""
        future = self.executor.submit(work, job)
        self._given += 1
        return future

    @property
    def tired(self) -> bool:
        """Whether they have played as many games as they should: no more of them then."""
        return self._given >= self._shift * self.workers

    def replace(self) -> None:
        """Let go of workers some of whom have died, or who are tired; others are hired in their stead."""
        self.close()
        self._given = 0

    def close(self) -> None:
        """Let go of the workers; what they are playing is lost."""
        if self._hired is not None:
            self._dismiss(self._hired)
            self._hired = None


def local_pool(workers: int, shift: int = MAX_TASKS) -> WorkerPool:
    """Give a crew of processes on this machine."""
    from loky import ProcessPoolExecutor

    def hire() -> Executor:
        executor: Executor = ProcessPoolExecutor(workers, initializer=initialize_worker, initargs=(os.getpid(),))
        return executor

    def dismiss(executor: Executor) -> None:
        executor.shutdown(wait=True, kill_workers=True)  # type: ignore[call-arg]  # loky's own option

    return WorkerPool(hire, workers, dismiss, shift)


@contextmanager
def cluster_pool(address: str) -> Iterator[WorkerPool]:
    """Give the workers of a running dask cluster. They play one game for each of their threads, in turns.

    dask itself gives a game to another worker when one dies. Raises `OSError` if nobody answers at the address, and
    `ImportError` without dask.
    """
    from distributed import Client

    with Client(address, timeout="10s", set_as_default=False) as client:  # type: ignore[no-untyped-call]  # it has no types
        threads = sum(client.nthreads().values())
        yield WorkerPool(lambda: client.get_executor(pure=False), max(1, threads), lambda _executor: None)


def cpu_count() -> int:
    """Give how many processes this machine can run at the same time."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
