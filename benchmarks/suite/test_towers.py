"""Hands at work on towers, against throws by the engine alone."""

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.carrying import CARRIED, STACKED
from benchmarks.suite.against import Against
from benchmarks.suite.reference import PlainThrows
from benchmarks.towers import average, next_die, tower
from riotsim.lab.hands import MODEL, START, WAY
from riotsim.physics import perform
from riotsim.table.acts import Act, Carry

ROUNDS = 9

SEEDS = 3
"""Towers, each of its own."""

ACTS: dict[str, tuple[int, Act]] = {
    "carry 10 dice": (CARRIED, Carry(MODEL, (START[0] + WAY, START[1]), average(), "slow")),
    "a die on 12 dice": (STACKED, next_die(STACKED)),
}
"""By name: dice in the tower, and what is done."""


@pytest.mark.benchmark(timer=time.process_time, disable_gc=True)
@pytest.mark.parametrize("name", ACTS)
def test_tower(benchmark: BenchmarkFixture, against: Against, plainly_thrown: PlainThrows, name: str) -> None:
    """An act on towers that a hand has built."""
    height, act = ACTS[name]
    tables = [tower(seed, height) for seed in range(SEEDS)]

    def work() -> None:
        for seed, table in enumerate(tables):
            assert perform(table, act, seed).ticks > 0

    against.compare(benchmark, name, work, plainly_thrown, rounds=ROUNDS)
