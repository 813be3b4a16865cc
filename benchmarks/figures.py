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
"""Beginning of the reason for a missing figure where something is wrong, rather than absent on this machine."""


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
    """Two things that must be the same are not, so comparing their times would mean nothing."""


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
"""Callback that shows the user the current step."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One measurement: what it is called, and how it is made."""

    name: str
    what: str
    keys: tuple[str, ...]
    """Figures of every run, if only with a reason why they are missing."""
    measure: Callable[[Effort, Say], Iterator[Figure]]
    more: tuple[str, ...] = ()
    """Further figures; a run says of them too why they are missing."""

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
    """Turn garbage collection off while the block lasts, as `timeit` does."""
    was_on = gc.isenabled()
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
    """Return the ratio of times, round by round.

    Args:
        ones: The times of one thing (s), a round each.
        others: The times of the other in the same rounds (s).

    Raises:
        ValueError: There are no rounds.
    """
    shares = [one / other for one, other in zip(ones, others, strict=True)]
    if not shares:
        raise ValueError("nothing was measured")
    if len(shares) == 1:
        return Ratio(shares[0], shares[0], shares[0], 1)
    low, median, high = statistics.quantiles(shares, n=4, method="inclusive")
    return Ratio(median, low, high, len(shares))
