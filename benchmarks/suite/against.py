"""How a case is measured: in turns with plain work, by pytest-benchmark, and once more if it looks slower."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.baselines import SLOWER

Work: TypeAlias = Callable[[], object]

TRIES = 3
"""What is slower than its baseline is measured so often before it is believed: a busy machine may have done it. And a
baseline is the middle of so many."""


@dataclass(slots=True)
class Against:
    """Measures cases, and keeps their ratios."""

    taken: dict[str, float]
    """The baselines."""
    renewing: bool = False
    """Whether baselines are taken."""
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
        work()  # so that both are warm
        plain()
        plain_times: list[float] = []
        benchmark.pedantic(work, setup=lambda: plain_times.append(_spent(plain, clock)), rounds=rounds)
        if benchmark.stats is None:  # --benchmark-disable
            return
        plain_times.append(_spent(plain, clock))
        ratios = [_ratio(benchmark.stats.stats.data, plain_times)]
        while len(ratios) < TRIES and (self.renewing or self._looks_slower(name, min(ratios))):
            ratios.append(_again(work, plain, rounds, clock))
        self.found[name] = statistics.median(ratios) if self.renewing else min(ratios)
        benchmark.extra_info["ratio"] = self.found[name]

    def _looks_slower(self, name: str, ratio: float) -> bool:
        return name in self.taken and ratio > SLOWER * self.taken[name]


def _again(work: Work, plain: Work, rounds: int, clock: Callable[[], float]) -> float:
    """The ratio by another series."""
    times, plain_times = [], [_spent(plain, clock)]
    for _ in range(rounds):
        times.append(_spent(work, clock))
        plain_times.append(_spent(plain, clock))
    return _ratio(times, plain_times)


def _ratio(times: list[float], plain_times: list[float]) -> float:
    """The median of each time to the mean of those of plain work before and after it."""
    pairs = zip(times, plain_times, plain_times[1:], strict=False)
    return statistics.median(2 * took / (before + after) for took, before, after in pairs)


def _spent(work: Work, clock: Callable[[], float]) -> float:
    begun = clock()
    work()
    return clock() - begun
