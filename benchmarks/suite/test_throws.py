"""Throws against throws by the engine alone."""

import time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.suite.against import Against
from benchmarks.suite.reference import PlainThrows
from benchmarks.tables import EMPTY, HAND, HEADING, THROW, crowded, throw_at
from riotsim.physics import perform
from riotsim.table.acts import Roll
from riotsim.table.dice import die_kind
from riotsim.table.notation import parse_dice
from riotsim.table.pieces import Die
from riotsim.table.state import Table

ROUNDS, THROWS = 15, 8
"""Of each case, and throws in a round."""

CROWD = crowded(30, 200)

HITS = 2
"""Throws at a tower in a round: each costs as much as several others."""


def mixed(notation: str) -> Roll:
    """Give a throw into the middle of these dice."""
    dice = tuple(Die(f"die-{n:02}", die_kind(kind)) for n, kind in enumerate(parse_dice(notation)))
    return Roll(dice, EMPTY.middle, HEADING, HAND)


CASES = {
    "throw 3d6": (EMPTY, THROW, THROWS),
    "throw 3d6 among 30 towers": (CROWD, THROW, THROWS),
    "throw 2d20+2d10": (EMPTY, mixed("2d20+2d10"), THROWS // 2),
    "throw 3d6 at a tower": (CROWD, throw_at(CROWD.tower_dice("m04")[0].pose.plan), HITS),
}


@pytest.mark.benchmark(timer=time.process_time, disable_gc=True)
@pytest.mark.parametrize("name", CASES)
def test_throw(benchmark: BenchmarkFixture, against: Against, plainly_thrown: PlainThrows, name: str) -> None:
    """These dice, from release to rest."""
    table, act, throws = CASES[name]

    def work() -> None:
        for seed in range(throws):
            _thrown(table, act, seed)

    against.compare(benchmark, name, work, plainly_thrown, rounds=ROUNDS)


def _thrown(table: Table, act: Roll, seed: int) -> None:
    assert perform(table, act, seed).ticks > 0
