"""The figures of a measurement, with their goals, and the time that things take.

Times are of the processor, and two things are measured in turns, so that a busy machine slows both.
"""

import gc
import resource
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, TypeAlias

FAILED: Final = "it failed"
"""So begins the reason why a figure is missing, where something is wrong, and not only absent here."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One thing that was measured."""

    key: str
    """Its name in bench.json."""
    what: str
    """Description for the table."""
    value: float | None
    unit: str = ""
    goal: str = ""
    """Goal, as in the table."""
    note: str = ""
    """Remark on this run."""
    missing: str = ""
    """Why there is no value."""
    rows: tuple[Mapping[str, str], ...] = ()
    """A table of its own: what each line has under each head."""


class Otherwise(AssertionError):
    """Two things that have to be the same are not, so comparing their times would mean nothing."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The extent of a run."""

    quick: bool = False
    """A few rounds of each, to see that all works: the figures are rough then."""
    games: int | None = None
    """Whole games, unless it is the usual number."""

    def of(self, usual: int, quick: int) -> int:
        """Return the number of rounds."""
        return quick if self.quick else usual


Say: TypeAlias = Callable[[str], None]
"""Tells a person what is going on."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One measurement: what it is called, and how it is made."""

    name: str
    what: str
    keys: tuple[str, ...]
    """Figures that every run has to give, if only with a reason why they are missing."""
    measure: Callable[[Effort, Say], Iterator[Figure]]
    more: tuple[str, ...] = ()
    """Further figures that it gives; of them too a run says why they are missing."""

    @property
    def all_keys(self) -> tuple[str, ...]:
        """All figures that it gives."""
        return (*self.keys, *self.more)


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
