"""Hands at work on towers, against a tower that is hit, by the engine alone."""

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.acts.carrying import CARRIED, STACKED
from benchmarks.scenes import average, next_die, tower
from benchmarks.suite.against import Against
from benchmarks.suite.reference import PlainHits
from riotsim.measuring.hands import CARRY_LENGTH, MODEL_ID, MODEL_START
from riotsim.simulation import perform
from riotsim.table.acts import Act, Carry, TowerFell

ROUNDS = 7

ACTS: dict[str, tuple[str, int, Act]] = {
    "carry 10 dice": (
        "..F",
        CARRIED,
        Carry(MODEL_ID, (MODEL_START[0] + CARRY_LENGTH, MODEL_START[1]), average(), "slow"),
    ),
    "a die on 12 dice": ("...F......", STACKED, next_die(STACKED)),
}
"""By name: which towers stand (.) and which fall (F), their dice, and what is done. Statics settles most dice, so that
takes more towers. A fall takes as long as several acts without: with more or fewer of them it is another case."""


@pytest.mark.benchmark(timer=time.process_time, disable_gc=True)
@pytest.mark.parametrize("name", ACTS)
def test_tower(benchmark: BenchmarkFixture, against: Against, plain_hits: PlainHits, name: str) -> None:
    """An act on towers that a hand has built: the same of them stand and fall as when the baseline was taken."""
    outcomes, height, act = ACTS[name]
    tables = [tower(seed, height) for seed in range(len(outcomes))]
    fell = [bool(perform(table, act, seed).facts_of(TowerFell)) for seed, table in enumerate(tables)]
    assert "".join("F" if one else "." for one in fell) == outcomes

    def work() -> None:
        for seed, table in enumerate(tables):
            assert perform(table, act, seed).ticks > 0

    against.compare(benchmark, name, work, plain_hits, rounds=ROUNDS)
