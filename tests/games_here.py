"""An executor for the lab's games in the process of the tests. It saves the start of workers, about two seconds a
command.

Real workers are tested in tests/lab, in test_cli_own_bots.py and in test_wheel.py.
"""

import pickle
from concurrent.futures import Executor, Future
from typing import Any

from riotsim.lab.campaigns.trial import Job
from riotsim.lab.campaigns.workers import WorkerPool


class Here(Executor):
    """An executor that plays games in this process and keeps a list of them."""

    def __init__(self) -> None:
        self.played: list[Job] = []

    def submit(self, fn: Any, /, *args: Any, **_: Any) -> Future[Any]:
        """Play at once. The job and its result are pickled, as they are for another process."""
        self.played += args
        done: Future[Any] = Future()
        done.set_result(pickle.loads(pickle.dumps(fn(*pickle.loads(pickle.dumps(args))))))
        return done


def pool_here(*_: object) -> WorkerPool:
    """Return a pool whose only worker is this process."""
    return WorkerPool(Here, 1, lambda _: None)
