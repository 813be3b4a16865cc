"""Counts of the towers that a hand builds and carries."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from riotsim.measuring import hands
from riotsim.measuring.hands import StandingCount, TowerResult, TowerTrial, height_results, seed_of, try_tower
from riotsim.simulation import perform
from riotsim.table.acts import Carry, Pace, Stack, TowerFell
from riotsim.table.pieces import Die, Model
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND

SURE = replace(
    STEADY_HAND,
    name="sure",
    paces=(("gentle", Pace(200.0, 400.0)), ("rash", Pace(1500.0, 6000.0)), ("brisk", Pace(600.0, 2600.0))),
)
"""A hand without errors."""

CLUMSY = replace(SURE, name="clumsy", place_sigma=4.0, yaw_sigma=0.2, unbraced=100.0)
"""A hand whose towers seldom reach six dice."""


def test_towers_fall_as_statics_says() -> None:
    """If a straight tower of 6 is accelerated by much less than g / (N − 1) = 1962 mm/s², it stands. At three times
    that value, it falls.

    Reference: a stack of N dice that is accelerated at its foot tips over the lowest joint from g / (N − 1) on.
    """
    tried = try_tower(TowerTrial(SURE, (6,), 0, ("gentle", "rash")), 0)
    assert tried == TowerResult(6, {(6, "gentle"): True, (6, "rash"): False})


def test_a_die_beyond_the_edge_of_the_one_below_falls() -> None:
    """If each die of 16 mm is aimed 9 mm beside the die below, no second die stays. Its centre would be past the edge
    (statics).
    """

    def beyond(dice: tuple[Die, ...], bearing: float, /) -> tuple[float, float]:
        return (0.0, 9.0)

    assert try_tower(TowerTrial(SURE, (3,), 0, aim=beyond), 0).height == 1


def test_a_tower_is_the_same_whatever_is_asked_for_besides() -> None:
    """The fate of tower n depends on the seed and on n alone. Other heights, carries and towers that were tried before
    make no difference.
    """
    whole = TowerTrial(CLUMSY, (2, 3, 4), 7, ("gentle", "rash"))
    some = replace(whole, heights=(3,), paces=("rash",))
    for number in (3, 0, 2):
        all_of_it, part = try_tower(whole, number), try_tower(some, number)
        assert part.height == min(all_of_it.height, 3)
        assert part.carried.get((3, "rash")) == all_of_it.carried.get((3, "rash"))
    assert len({try_tower(replace(whole, paces=()), number).height for number in range(8)}) > 1


def test_what_is_told_of_a_tower_is_what_the_physics_says() -> None:
    """A trial doesn't wait until fallen dice lie still. The same towers fall all the same as with whole acts of
    `perform`.
    """
    trial = TowerTrial(CLUMSY, (2, 3, 4, 5), 11, ("brisk",))
    fates: set[tuple[int, bool]] = set()
    for number in range(6):
        tried = try_tower(trial, number)
        assert (tried.height, dict(tried.carried)) == performed(trial, number)
        fates |= {(tried.height, stood) for stood in tried.carried.values()}
    assert {height for height, _ in fates} - {5}, "some towers fall while they are built"
    assert {stood for _, stood in fates} == {True, False}, "some carries end well and some do not"


def performed(trial: TowerTrial, number: int) -> tuple[int, Mapping[tuple[int, str], bool]]:
    """Build and carry a tower with `perform` alone, with the seeds of the trial. Return its height, and which carries
    it stood.
    """
    table = Table(hands.TABLE_SIDE, hands.TABLE_SIDE).with_pieces(Model(hands.MODEL_ID, "", hands.MODEL_START))
    carried: dict[tuple[int, str], bool] = {}
    for k in range(max(trial.heights)):
        act = Stack(Die(f"die-{k:03}"), hands.MODEL_ID, trial.hand, hands.TOWER_BEARING)
        settled = perform(table, act, seed_of(trial.seed, number, hands.STACKING, k))
        if settled.facts_of(TowerFell):
            return k, carried
        table = settled.table
        if k + 1 in trial.heights:
            to = (hands.MODEL_START[0] + hands.CARRY_LENGTH, hands.MODEL_START[1])
            seed = seed_of(trial.seed, number, hands.CARRYING, k + 1, 2)
            carried[k + 1, "brisk"] = not perform(table, Carry(hands.MODEL_ID, to, trial.hand, "brisk"), seed).facts_of(
                TowerFell
            )
    return max(trial.heights), carried


def test_rows_count_what_grew_and_what_was_carried() -> None:
    """The row of a height counts how many of all towers reached it. For carries, it counts only the towers that reached
    it.
    """
    trial = TowerTrial(SURE, (2, 3), 0, ("gentle",))
    towers = [
        TowerResult(1),
        TowerResult(2, {(2, "gentle"): False}),
        TowerResult(3, {(2, "gentle"): True, (3, "gentle"): False}),
    ]
    low, high = height_results(trial, towers)
    assert (low.dice, low.stacked, low.carried) == (2, StandingCount(2, 3), {"gentle": StandingCount(1, 2)})
    assert (high.dice, high.stacked, high.carried) == (3, StandingCount(1, 3), {"gentle": StandingCount(0, 1)})


@pytest.mark.parametrize(
    ("stood", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (0, 0, 0.0, 1.0)],
)
def test_intervals_are_wilsons(stood: int, of: int, low: float, high: float) -> None:
    """The interval solves (p − k/n)² = z² p (1 − p) / n, z = 1.95996 (Wilson 1927). If n is 0, it is 0 to 1."""
    assert StandingCount(stood, of).interval == pytest.approx((low, high), abs=1e-4)
