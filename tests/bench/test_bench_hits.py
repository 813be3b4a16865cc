"""Throws that hit a tower really hit it, and towers that stand are told apart from those that fall."""

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
    """The table of 30 towers, one of them in the middle."""
    return with_one_inside(crowded(30, 200))


@pytest.fixture(scope="module")
def found(crowd: Table) -> list[Hit]:
    """The first eight throws at the tower in the middle that hit it."""
    return hits(crowd, 8, quiet)


def hit(came: Came, left: int = 0) -> Hit:
    """A made-up one."""
    return Hit(AT_THE_MIDDLE, 0, came, left)


def test_the_tower_that_is_hit_has_table_behind_it(crowd: Table) -> None:
    """It stands in the middle, its model to the side of the throw's way; the others are where they were."""
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
    """With what came of each as the table says, of the tower in the middle and no other."""
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
    """The hand lets go of the same poses, and isn't lifted over the tower: else two throws are compared."""
    for one in found:
        among, alone = (
            perform(table, one.act, one.seed, trace_hz=TICKS_PER_SECOND).trace[0] for table in (crowd, EMPTY)
        )
        assert {die.id: among.poses[die.id] for die in one.act.dice} == alone.poses


def test_throws_that_hit_nothing_are_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the tower gone from the middle all of them miss."""
    monkeypatch.setattr("benchmarks.acts.crowded.TRIES", 3)
    with pytest.raises(Otherwise, match="only 0 of 3 throws hit"):
        hits(crowded(10, 60), 1, quiet)


def test_nudges_are_not_measured() -> None:
    """A third has to fell the tower; pushing it is not felling it."""
    worth_measuring([hit(Came.FELL), hit(Came.PUSHED), hit(Came.TOUCHED)])
    with pytest.raises(Otherwise, match="of 4 throws that hit a tower only 1 fell it"):
        worth_measuring([hit(Came.FELL), hit(Came.PUSHED), hit(Came.PUSHED), hit(Came.TOUCHED)])


def test_dice_that_leave_the_table_are_not_measured() -> None:
    """One in ten throws may lose a die; it costs nothing from then on."""
    worth_measuring([hit(Came.FELL, 1), *[hit(Came.FELL)] * 9])
    with pytest.raises(Otherwise, match="2 dice left the table"):
        worth_measuring([hit(Came.FELL, 2), *[hit(Came.FELL)] * 9])


def test_the_note_counts_what_came_of_the_throws() -> None:
    """All three kinds, also one that there is none of."""
    said = told([hit(Came.FELL, 1), hit(Came.FELL), hit(Came.TOUCHED)])
    assert said == "2 felled the tower, 0 pushed it off its place, 1 only moved some of its dice; 1 dice left the table"


def test_the_throw_in_the_middle_is_the_one_at_it_but_for_its_aim() -> None:
    """The same dice, hand and direction as those that all engines are compared by."""
    assert AT_THE_MIDDLE.at != THROW.at
    assert (AT_THE_MIDDLE.dice, AT_THE_MIDDLE.hand, AT_THE_MIDDLE.heading) == (THROW.dice, THROW.hand, THROW.heading)


def test_towers_that_stand_are_told_apart_from_those_that_fall() -> None:
    """Each with its own mean: the mean of both is that of none."""
    said = apart([10.0, 100.0, 20.0, 300.0, 30.0], [True, False, True, False, True])
    assert said == "3 of 5 towers stand: these took 20 ms on average; the others fall: 200 ms"
    assert apart([1.0, 2.0], [True, True]) == "all 2 towers stand"
    assert apart([1.0, 2.0], [False, False]) == "all 2 towers fall"
    with pytest.raises(ValueError, match="shorter"):
        apart([1.0, 2.0], [True])


def test_carries_and_stacks_have_goals_and_tell_stands_and_falls_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the rows by pace, in that of all, and in that of the die that is put on a tower."""
    monkeypatch.setattr("benchmarks.acts.carrying.SEEDS", (0, 2))
    rows = {figure.key: figure for figure in CARRYING.measure(Effort(quick=True), quiet)}
    goals = {key: row.goal for key, row in rows.items() if row.goal}
    assert goals == {"carry_10_ms": "about 30 ms", "stack_12_ms": "about 10 ms"}
    assert " of 4 towers stand: " in rows["carry_10_ms"].note
    for key in ("carry_10_normal_ms", "carry_10_slow_ms", "stack_12_ms"):
        assert "2 towers " in rows[key].note
