"""The same stacks of dice on our engine and on MuJoCo, beside what statics says of them."""

from collections import Counter

import pytest
from physics_suite.cases.towers import LOST, SURE, Verdicts, critical_lean, judge, overhang, random_stacks
from physics_suite.second_opinion import towers as mujoco

from riotsim.measuring.standing import WATCH_SECONDS
from riotsim.physics.engine.materials import DICE, table_top
from riotsim.table.state import FELT
from riotsim.table.statics import CubeStack
from riotsim.testing.findings import Grid
from riotsim.testing.plugin import Record, Size

CASE = "second opinion"

STATICS = "statics of rigid blocks"

PRECISE = 0.005
"""Precision with which a stack's limit is searched for, as a share of its offsets."""


def stands_there(stack: CubeStack) -> bool:
    """Return whether a stack stands on MuJoCo, watched for as long as on our engine and with the same friction."""
    poses = [die.pose for die in stack.dice()]
    on_felt = DICE.friction * table_top(FELT).friction
    return mujoco.stands(poses, stack.size, on_felt, DICE.friction**2, WATCH_SECONDS)


def false(verdicts: Verdicts) -> int:
    """Count the stacks that did what statics rules out."""
    return verdicts.false_falls + verdicts.false_stands


def side_by_side(ours: Verdicts, others: Verdicts) -> Grid:
    """Return the verdicts of statics beside those of each engine."""
    count: Counter[tuple[int, bool, bool]] = Counter()
    for margin, here, there in zip(ours.margins, ours.stood, others.stood, strict=True):
        count[0 if margin >= SURE else 2 if margin <= LOST else 1, here, there] += 1
    names = (f"must stand ({SURE:g} mm or more inside)", "may do either", f"must fall ({-LOST:g} mm or more outside)")
    pairs = ((True, True), (True, False), (False, True), (False, False))
    rows = tuple((name, *(str(count[k, here, there]) for here, there in pairs)) for k, name in enumerate(names))
    return Grid("Stacks on both engines", ("", "stood on both", "only on ours", "only on MuJoCo", "fell on both"), rows)


@pytest.mark.takes(2.5)
def test_towers_stand_and_fall_alike_on_both_engines(record: Record, size: Size) -> None:
    """If a random stack of 2 to 13 dice has 1 mm of margin, it stands on both engines; 0.3 mm beyond its limit it
    falls. So the engines may differ only in stacks with less margin either way.
    """
    stacks = list(random_stacks(size(8, 160), seed=97))
    ours, others = judge(stacks), judge(stacks, stands_there)
    differ = [m for m, here, there in zip(ours.margins, ours.stood, others.stood, strict=True) if here is not there]
    where = f", with margins from {min(differ):.2f} to {max(differ):.2f} mm" if differ else ""
    record(
        CASE,
        f"towers: of {len(stacks)}, those that defy statics",
        found=false(ours),
        expected=0,
        at_most=0,
        source=STATICS,
        note=f"The engines differ in {len(differ)} of {len(stacks)} stacks{where}.",
        second_opinion=false(others),
        grids=(side_by_side(ours, others),),
    ).must_hold()
    assert false(others) == 0


@pytest.mark.parametrize("count", [2, 4])
def test_an_overhang_reaches_as_far_on_both_engines(record: Record, count: int) -> None:
    """If dice overhang by Σ 1/(2k) of an edge, they are at their limit on either engine, within 2 %.

    For two dice the limit is 0.5, and for four 0.917.
    """
    edges = overhang(count)
    other = critical_lean(count, PRECISE, stands_there) * edges
    record(
        CASE,
        f"overhang of {count} dice, in edges",
        found=critical_lean(count, PRECISE) * edges,
        expected=edges,
        off=0.02,
        source="the harmonic series Σ 1/(2k)",
        second_opinion=other,
    ).must_hold()
    assert other == pytest.approx(edges, rel=0.02)
