"""The measurement of a case: in turns with plain work, by pytest-benchmark, and twice more if its speed has changed."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.suite import baselines

Work: TypeAlias = Callable[[], object]

SERIES = 3
"""A baseline is the median of so many. So is a ratio that differs from its baseline in the first of them: noise alone
tells of no change. The least of them would be believed of a lucky one: it would hide what became slower."""


@dataclass(slots=True)
class Against:
    """Measures cases, and keeps their ratios."""

    taken: dict[str, float]
    """The baselines; a case without one gets all series."""
    rounds: int | None = None
    """Number of rounds of each case; None if each case has its own."""
    found: dict[str, float] = field(default_factory=dict)

    def compare(
        self,
        benchmark: BenchmarkFixture,
        name: str,
        work: Work,
        plain: Work,
        *,
        rounds: int,
        clock: Callable[[], float] = time.process_time,
    ) -> None:
        """Measure some work in turns with plain work. The case's marker has to name the same clock as its timer."""
        rounds = self.rounds or rounds
        work()  # so that both are warm
        plain()
        plain_times: list[float] = []
        benchmark.pedantic(work, setup=lambda: plain_times.append(_spent(plain, clock)), rounds=rounds)
        if benchmark.stats is None:  # --benchmark-disable
            return
        plain_times.append(_spent(plain, clock))
        series = [_ratio(benchmark.stats.stats.data, plain_times)]
        if self._is_new_or_changed(name, series[0]):
            series += [_again(work, plain, rounds, clock) for _ in range(SERIES - 1)]
        self.found[name] = statistics.median(series)
        benchmark.extra_info["ratio"] = self.found[name]

    def _is_new_or_changed(self, name: str, ratio: float) -> bool:
        """Return whether a case has no baseline, or a ratio that would be told as slower or faster."""
        change = baselines.changes({name: ratio}, self.taken).get(name)
        return change is None or not baselines.FASTER <= change <= baselines.SLOWER


def _again(work: Work, plain: Work, rounds: int, clock: Callable[[], float]) -> float:
    """Return the ratio of another series."""
    times, plain_times = [], [_spent(plain, clock)]
    for _ in range(rounds):
        times.append(_spent(work, clock))
        plain_times.append(_spent(plain, clock))
    return _ratio(times, plain_times)


def _ratio(times: list[float], plain_times: list[float]) -> float:
    """Return the median ratio of each time to the mean of those of plain work before and after it."""
    pairs = zip(times, plain_times, plain_times[1:], strict=False)
    return statistics.median(2 * took / (before + after) for took, before, after in pairs)


def _spent(work: Work, clock: Callable[[], float]) -> float:
    begun = clock()
    work()
    return clock() - begun
