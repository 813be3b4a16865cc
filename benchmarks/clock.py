"""Time as it is measured here: that of the processor, and two things in turns, so that a busy machine slows both."""

import gc
import resource
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass


def spent(work: Callable[[], object]) -> float:
    """Return the processor time that this process spends on some work (s)."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def of_children() -> float:
    """Return the processor time of the ended child processes (s)."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep the collection of garbage out of what is measured, as `timeit` does."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@dataclass(frozen=True, slots=True)
class Ratio:
    """The comparison of two things that took turns."""

    median: float
    low: float
    """Lower quartile."""
    high: float
    """Upper quartile."""
    rounds: int

    def __str__(self) -> str:
        return f"{self.median:.2f} (half of {self.rounds} rounds from {self.low:.2f} to {self.high:.2f})"


def ratio(ones: Sequence[float], others: Sequence[float]) -> Ratio:
    """Compare times round by round: how many of the other goes into each. Raises `ValueError` if there are none."""
    shares = [one / other for one, other in zip(ones, others, strict=True)]
    if not shares:
        raise ValueError("nothing was measured")
    if len(shares) == 1:
        return Ratio(shares[0], shares[0], shares[0], 1)
    low, median, high = statistics.quantiles(shares, n=4, method="inclusive")
    return Ratio(median, low, high, len(shares))
