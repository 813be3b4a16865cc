"""When a case of the suite is said to be slower than it was: the rule, with made-up series."""

import itertools
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.baselines import NOISE, SLOWER, SURELY_TOLD, told
from benchmarks.suite.against import Against, believed

AT_WORST = (1 / NOISE, 1.0, NOISE)
"""What noise makes of a series, in shares of what it would be."""


def no_other() -> float:
    """Fail: another series is measured."""
    raise AssertionError("one series was enough")


def is_told(*series: float, taken: float = 1.0) -> bool:
    """Whether a case is said to be slower that gives these series one after the other."""
    others = iter(series[1:])
    found = believed(series[0], lambda: next(others), taken)
    return any(line.startswith("SLOWER") for line in told({"a case": found}, {"a case": taken}))


@pytest.mark.parametrize("lucky", [0, 1, 2])
def test_one_lucky_series_hides_nothing(lucky: int) -> None:
    """A quarter slower is told though one of three series looks fine; the least of them would have been believed."""
    series = [1.25, 1.26, 1.27]
    series[lucky] = 1.15
    assert is_told(*series)
    assert min(series) <= SLOWER


@pytest.mark.parametrize("unlucky", [0, 1, 2])
def test_one_unlucky_series_is_no_news(unlucky: int) -> None:
    """The machine did something else."""
    series = [1.15, 1.02, 1.0]
    series[unlucky] = 1.6
    assert not is_told(*series)


def test_what_is_clearly_fine_is_measured_once() -> None:
    """It costs no more time than it has to."""
    assert believed(1.09, no_other, 1.0) == 1.09
    assert believed(0.92, no_other, 1.0) == 0.92


def test_what_is_nearly_slower_is_measured_again() -> None:
    """At 1.15 it may be slower by more than is told, and the first series a lucky one."""
    others = iter([1.3, 1.25])
    assert believed(1.15, lambda: next(others), 1.0) == 1.25


def test_unusual_luck_is_measured_again() -> None:
    """A series that is far below its baseline isn't believed by itself either, nor is it said to be faster."""
    others = iter([1.3, 1.25])
    assert believed(0.8, lambda: next(others), 1.0) == 1.25


@pytest.mark.parametrize("noise", list(itertools.product(AT_WORST, repeat=3)))
def test_a_regression_of_thirty_one_per_cent_is_told_in_any_noise(noise: tuple[float, ...]) -> None:
    """As docs/benchmarks.md says; and what is as fast as it was never is."""
    assert f"{SURELY_TOLD:.2f}" == "1.31"
    assert is_told(*(1.001 * SURELY_TOLD * share for share in noise), taken=1.0)
    assert not is_told(*noise)


class Timed:
    """Work that takes made-up times by a clock of its own, and what pytest-benchmark would make of it."""

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
        """Time the work, each round behind its setup."""
        for _ in range(rounds):
            setup()
            begun = self.now
            work()
            self.stats.stats.data.append(self.now - begun)


def found(times: tuple[float, ...], *, renewing: bool) -> float:
    """The ratio by series of one round each; the first time is that of getting warm."""
    timed: Any = Timed(9.0, *times)
    against = Against({"a case": 1.0}, renewing=renewing)
    against.compare(timed, "a case", timed.work, timed.plain, rounds=1, clock=lambda: timed.now)
    assert timed.extra_info["ratio"] == against.found["a case"]
    return against.found["a case"]


def test_baselines_and_what_is_compared_are_the_same_median() -> None:
    """Of three series, the first by pytest-benchmark."""
    assert found((1.3, 1.15, 1.25), renewing=False) == pytest.approx(1.25)
    assert found((1.3, 1.15, 1.25), renewing=True) == pytest.approx(1.25)


def test_a_baseline_takes_three_series_though_the_first_is_fine() -> None:
    """Else a lucky one would be held against all that come; a case that is only compared ends with the first."""
    assert found((0.95, 1.0, 1.02), renewing=True) == pytest.approx(1.0)
    assert found((0.95,), renewing=False) == pytest.approx(0.95)
