"""Opponents that are on this machine play our throws: in C++ to the same places, on MuJoCo about as far."""

import statistics

import pytest

from benchmarks.bullet.opponent import Opponent
from benchmarks.contender import Missing
from benchmarks.ours import Ours
from benchmarks.peers.mujoco import MuJoCo
from benchmarks.same_work import agreement
from benchmarks.starts import starts
from benchmarks.tables import SIZE, seeds_that_stay

FLAT = 0.1
"""A die that lies flat has its centre at half its size, give or take this (mm)."""


def test_bullet_in_c_plus_plus_does_the_same_work() -> None:
    """Throws end where ours do and as late: else its time would say nothing. Skipped where it can't be compiled."""
    seeds = seeds_that_stay(40)
    try:
        opponent = Opponent(starts(seeds))
    except Missing as why:
        pytest.skip(str(why))
    try:
        assert opponent.play() > 0.0
        found = agreement(Ours(seeds).settled(), opponent.settled())
    finally:
        opponent.close()
    assert found.holds, found


def test_mujoco_brings_the_throws_to_rest() -> None:
    """On the table, and after about as long."""
    seeds = seeds_that_stay(3)
    engine = MuJoCo(starts(seeds))
    assert engine.play() > 0.0
    there, ours = engine.settled(), Ours(seeds).settled()
    assert all(abs(die.at[2] - SIZE / 2) < FLAT for throw in there for die in throw.dice)
    mean = statistics.fmean(throw.seconds for throw in there)
    assert mean == pytest.approx(statistics.fmean(throw.seconds for throw in ours), rel=0.5)
