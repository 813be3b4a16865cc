"""The measurement of a case: in turns with plain work, by pytest-benchmark, and twice more if it may have changed."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from pytest_benchmark.fixture import BenchmarkFixture

Work: TypeAlias = Callable[[], object]

SERIES = 3
"""Number of series of a case that has no baseline, or whose first ratio is off its baseline. The median counts, so one
series that was disturbed reports nothing. The least would be too low after one lucky series."""

UNCHANGED = 1.07
"""A case whose first ratio differs from its baseline by at most this factor gets no other series. So a case that takes
1.2 times as long gets all of them, unless noise makes its first ratio 1.12 times too small."""


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
        if not self._is_unchanged(name, series[0]):
            series += [_again(work, plain, rounds, clock) for _ in range(SERIES - 1)]
        self.found[name] = statistics.median(series)
        benchmark.extra_info["ratio"] = self.found[name]

    def _is_unchanged(self, name: str, ratio: float) -> bool:
        """Return whether a case has a baseline, and a ratio close to it."""
        taken = self.taken.get(name)
        return taken is not None and 1 / UNCHANGED <= ratio / taken <= UNCHANGED


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
