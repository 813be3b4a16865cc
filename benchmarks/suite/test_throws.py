"""Throws against throws by the engine alone."""

import time
from collections.abc import Iterable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.acts.crowded import touched
from benchmarks.scenes import AT_THE_MIDDLE, EMPTY, HAND, HEADING, INSIDE, THROW, crowded, with_one_inside
from benchmarks.suite.against import Against
from benchmarks.suite.reference import PlainHits, PlainThrows
from riotsim.simulation import perform
from riotsim.table.acts import Roll, TowerFell
from riotsim.table.dice.dice_set import parse_dice
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die
from riotsim.table.state import Table

ROUNDS, THROWS = 11, 8
"""Of each case, and throws in a round."""

CROWD = crowded(30, 200)

HITS = (0, 1)
"""Seeds of the throws at a tower in a round: the first two that fell it. Each costs as much as several others."""


def mixed(notation: str) -> Roll:
    """Return a throw into the middle of these dice."""
    dice = tuple(Die(f"die-{n:02}", die_kind(kind)) for n, kind in enumerate(parse_dice(notation)))
    return Roll(dice, EMPTY.middle, HEADING, HAND)


CASES = {
    "throw 3d6": (EMPTY, THROW, THROWS),
    "throw 3d6 among 30 towers": (CROWD, THROW, THROWS),
    "throw 2d20+2d10": (EMPTY, mixed("2d20+2d10"), THROWS // 2),
}


@pytest.mark.benchmark(timer=time.process_time, disable_gc=True)
@pytest.mark.parametrize("name", CASES)
def test_throw(benchmark: BenchmarkFixture, against: Against, plain_throws: PlainThrows, name: str) -> None:
    """These dice, from release to rest. They reach no tower."""
    table, act, throws = CASES[name]
    seeds = range(throws)
    assert not any(touched(table, perform(table, act, seed)) for seed in seeds)
    against.compare(benchmark, name, lambda: thrown(table, act, seeds), plain_throws, rounds=ROUNDS)


@pytest.mark.benchmark(timer=time.process_time, disable_gc=True)
def test_hit(benchmark: BenchmarkFixture, against: Against, plain_hits: PlainHits) -> None:
    """Dice that fell a tower, from release until all of it is at rest."""
    table, act = with_one_inside(CROWD), AT_THE_MIDDLE
    for seed in HITS:
        assert [fact.tower for fact in perform(table, act, seed).facts_of(TowerFell)] == [INSIDE]
    name = "throw 3d6 that fells a tower"
    against.compare(benchmark, name, lambda: thrown(table, act, HITS), plain_hits, rounds=ROUNDS)


def thrown(table: Table, act: Roll, seeds: Iterable[int]) -> None:
    """Throw with these seeds."""
    for seed in seeds:
        assert perform(table, act, seed).ticks > 0
