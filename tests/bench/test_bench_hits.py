"""Throws at a tower are measured only if they hit it. Towers that stand are reported apart from those that fall."""

import math

import pytest

from benchmarks.acts.carrying import CARRYING, apart
from benchmarks.acts.crowded import Came, Hit, hits, told, touched, worth_measuring
from benchmarks.figures import Effort, Otherwise
from benchmarks.scenes import AT_THE_MIDDLE, EMPTY, HEADING, INSIDE, SIZE, THROW, crowded, with_one_inside
from riotsim.simulation import perform
from riotsim.table.acts import LeftTable, TowerFell
from riotsim.table.poses import heading
from riotsim.table.state import Table
from riotsim.table.towers import stands
from riotsim.table.units import TICKS_PER_SECOND

pytestmark = pytest.mark.xdist_group("bench_hits")  # what they share is made once


def quiet(words: str) -> None:
    """Print nothing."""


@pytest.fixture(scope="module")
def crowd() -> Table:
    """Return the table of 30 towers, one of them in the middle."""
    return with_one_inside(crowded(30, 200))


@pytest.fixture(scope="module")
def found(crowd: Table) -> list[Hit]:
    """Return the first eight throws at the tower in the middle that hit it."""
    return hits(crowd, 8, quiet)


def hit(came: Came, left: int = 0) -> Hit:
    """Return a made-up throw that hit the tower."""
    return Hit(AT_THE_MIDDLE, 0, came, left)


def test_the_tower_that_is_hit_has_table_behind_it(crowd: Table) -> None:
    """The tower that is hit stands in the middle of the table, and its model beside the line of the throw. The 29 other
    towers are where they were before.
    """
    before = crowded(30, 200)
    foot, model = crowd.tower_dice(INSIDE)[0].pose.xy, crowd.models[INSIDE]
    assert foot == pytest.approx(EMPTY.middle)
    assert math.cos(heading(model.at, foot) - HEADING) == pytest.approx(0.0, abs=1e-9)
    assert stands(crowd.tower_dice(INSIDE))
    assert math.dist(model.at, foot) > SIZE
    assert crowd.dice.keys() == before.dice.keys()
    others = before.towers.keys() - {INSIDE}
    assert len(others) == 29
    assert all(crowd.tower_dice(name) == before.tower_dice(name) for name in others)


def test_hits_are_the_first_throws_that_hit_and_mostly_fell(crowd: Table, found: list[Hit]) -> None:
    """The throws that are measured touch the tower in the middle and no other. Each has the right outcome and number of
    dice that left the table. The throws that were skipped before these touch nothing.
    """
    assert len(found) == 8
    for one in found:
        settled = perform(crowd, one.act, one.seed)
        assert touched(crowd, settled) == {INSIDE}
        assert (one.came is Came.FELL) == bool(settled.facts_of(TowerFell))
        alone = perform(EMPTY, one.act, one.seed)
        assert one.left == len(settled.facts_of(LeftTable)) + len(alone.facts_of(LeftTable))
    missed = set(range(found[-1].seed)) - {one.seed for one in found}
    assert not any(touched(crowd, perform(crowd, AT_THE_MIDDLE, seed)) for seed in missed)


def test_the_throw_on_the_empty_table_is_the_same(crowd: Table, found: list[Hit]) -> None:
    """The same throw on the empty table lets go of the dice in the same poses, so both tables see the same throw."""
    for one in found:
        among, alone = (
            perform(table, one.act, one.seed, trace_hz=TICKS_PER_SECOND).trace[0] for table in (crowd, EMPTY)
        )
        assert {die.id: among.poses[die.id] for die in one.act.dice} == alone.poses


def test_throws_that_hit_nothing_are_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """If throws at the middle hit no tower, the measurement is refused."""
    monkeypatch.setattr("benchmarks.acts.crowded.TRIES", 3)
    with pytest.raises(Otherwise, match="only 0 of 3 throws hit"):
        hits(crowded(10, 60), 1, quiet)


def test_nudges_are_not_measured() -> None:
    """Throws are measured only if at least a third of them fell the tower. Pushing the tower isn't enough."""
    worth_measuring([hit(Came.FELL), hit(Came.PUSHED), hit(Came.TOUCHED)])
    with pytest.raises(Otherwise, match="of 4 throws that hit a tower only 1 fell it"):
        worth_measuring([hit(Came.FELL), hit(Came.PUSHED), hit(Came.PUSHED), hit(Came.TOUCHED)])


def test_dice_that_leave_the_table_are_not_measured() -> None:
    """Throws are measured only if at most one in ten loses a die, since a die that left costs no more time."""
    worth_measuring([hit(Came.FELL, 1), *[hit(Came.FELL)] * 9])
    with pytest.raises(Otherwise, match="2 dice left the table"):
        worth_measuring([hit(Came.FELL, 2), *[hit(Came.FELL)] * 9])


def test_the_note_counts_what_came_of_the_throws() -> None:
    """The note counts throws that felled the tower, pushed it, or only touched it, even if a count is 0. It also counts
    dice that left the table.
    """
    said = told([hit(Came.FELL, 1), hit(Came.FELL), hit(Came.TOUCHED)])
    assert said == "2 felled the tower, 0 pushed it off its place, 1 only moved some of its dice; 1 dice left the table"


def test_the_throw_in_the_middle_is_the_one_at_it_but_for_its_aim() -> None:
    """The throw at the tower has the dice, hand and direction of the throw that all engines perform. Only its aim
    differs.
    """
    assert AT_THE_MIDDLE.at != THROW.at
    assert (AT_THE_MIDDLE.dice, AT_THE_MIDDLE.hand, AT_THE_MIDDLE.heading) == (THROW.dice, THROW.hand, THROW.heading)


def test_towers_that_stand_are_told_apart_from_those_that_fall() -> None:
    """The note on towers gives one mean time for those that stand, and another for those that fall. If all stand or all
    fall, it says so without times.
    """
    said = apart([10.0, 100.0, 20.0, 300.0, 30.0], [True, False, True, False, True])
    assert said == "3 of 5 towers stand: these took 20 ms on average; the others fall: 200 ms"
    assert apart([1.0, 2.0], [True, True]) == "all 2 towers stand"
    assert apart([1.0, 2.0], [False, False]) == "all 2 towers fall"
    with pytest.raises(ValueError, match="shorter"):
        apart([1.0, 2.0], [True])


def test_carries_and_stacks_have_goals_and_tell_stands_and_falls_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures of all carries and of stacking have goals. Their notes, and those for each pace, say how many towers
    stand and fall.
    """
    monkeypatch.setattr("benchmarks.acts.carrying.SEEDS", (0, 2))
    rows = {figure.key: figure for figure in CARRYING.measure(Effort(quick=True), quiet)}
    goals = {key: row.goal for key, row in rows.items() if row.goal}
    assert goals == {"carry_10_ms": "about 30 ms", "stack_12_ms": "about 10 ms"}
    assert " of 4 towers stand: " in rows["carry_10_ms"].note
    for key in ("carry_10_normal_ms", "carry_10_slow_ms", "stack_12_ms"):
        assert "2 towers " in rows[key].note
