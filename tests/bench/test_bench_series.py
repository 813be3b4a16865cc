"""The rule for when a case of the suite is reported as slower, with made-up series of times."""

import itertools
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.suite.against import SERIES, Against
from benchmarks.suite.baselines import NOISE, told

AT_WORST = (1 / NOISE, 1.0, NOISE)
"""The effect of noise on a series, as factors."""


class Timed:
    """A replacement for pytest-benchmark and for the work that it times. Its times and its clock are made up."""

    def __init__(self, *times: float) -> None:
        self.now = 0.0
        self.extra_info: dict[str, float] = {}
        self.stats = SimpleNamespace(stats=SimpleNamespace(data=list[float]()))
        self._times: Iterator[float] = iter(times)

    def work(self) -> None:
        """Take the next of the times."""
        self.now += next(self._times)

    def plain(self) -> None:
        """Take a second."""
        self.now += 1.0

    def pedantic(self, work: Callable[[], object], setup: Callable[[], object], rounds: int) -> None:
        """Time the work in each round, after the setup."""
        for _ in range(rounds):
            setup()
            begun = self.now
            work()
            self.stats.stats.data.append(self.now - begun)


def found(*times: float) -> float:
    """Return the ratio for series of one round each. A first time for warming up is added."""
    timed: Any = Timed(9.0, *times)
    against = Against({"a case": 1.0})
    against.compare(timed, "a case", timed.work, timed.plain, rounds=1, clock=lambda: timed.now)
    assert timed.extra_info["ratio"] == against.found["a case"]
    return against.found["a case"]


def is_told(*times: float) -> bool:
    """Return whether a case with these series is reported as slower than 1."""
    return any(line.startswith("SLOWER") for line in told({"a case": found(*times)}, {"a case": 1.0}))


@pytest.mark.parametrize("lucky", [1, 2])
def test_one_lucky_later_series_hides_nothing(lucky: int) -> None:
    """If a case is a fifth slower, it is reported, even if the second or third series is as fast as before."""
    series = [1.2, 1.21, 1.22]
    series[lucky] = 1.0
    assert is_told(*series)


@pytest.mark.parametrize("first", [1.08, 1.6])
def test_one_unlucky_series_is_no_news(first: float) -> None:
    """If the first series is slower than usual, two more are taken. The ratio is then the median of the three."""
    assert found(first, 1.02, 1.0) == pytest.approx(1.02)


@pytest.mark.parametrize("first", [0.95, 1.0, 1.06])
def test_a_case_that_is_as_fast_as_it_was_is_measured_once(first: float) -> None:
    """If a case's first series isn't much slower than its baseline, the case has no second series."""
    assert found(first) == pytest.approx(first)


def test_a_new_baseline_has_all_series() -> None:
    """If a case has no baseline, it is measured with three series."""
    timed: Any = Timed(9.0, 1.6, 1.0, 1.1)
    against = Against({})
    against.compare(timed, "a case", timed.work, timed.plain, rounds=1, clock=lambda: timed.now)
    assert against.found == pytest.approx({"a case": 1.1})


@pytest.mark.parametrize("noise", list(itertools.product(AT_WORST, repeat=SERIES)))
def test_a_fifth_is_told_in_any_noise(noise: tuple[float, ...]) -> None:
    """A case that is a fifth slower is reported, whatever the noise in its series. A case that is as fast as before is
    never reported.
    """
    assert is_told(*(1.2 * share for share in noise))
    assert not is_told(*noise)
