import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from physics_suite.cases.blocks import SIZE
from physics_suite.cases.towers import (
    LOST,
    MARGINS,
    SURE,
    Verdicts,
    critical_lean,
    harmonic,
    judge,
    overhang,
    random_stacks,
    stands,
)

from riotsim.physics.engine.materials import DICE
from riotsim.physics.statics import STATICS
from riotsim.table.statics import CubeStack
from riotsim.testing.findings import Chart, Grid, Series
from riotsim.testing.plugin import Record, Size

SOURCE = "statics of rigid blocks: the centre of mass of what is above lies over both dice, at each level"

BINS = 24
"""Number of bins in the histogram of margins."""


def confusion(verdicts: Verdicts, watched: str) -> Grid:
    """Return a table that compares the verdicts of statics with what the engine did."""
    rows = []
    for name, low, high in (
        (f"must stand ({SURE:g} mm or more inside)", SURE, math.inf),
        ("may do either", LOST, SURE),
        (f"must fall ({-LOST:g} mm or more outside)", -math.inf, LOST),
    ):
        rows.append((name, str(verdicts.count(low, high, True)), str(verdicts.count(low, high, False))))
    return Grid(f"What statics says, and what the engine did: {watched}", ("", "stood", "fell"), tuple(rows))


def histogram(verdicts: Verdicts, title: str) -> Chart:
    """Return a chart of the margins of stacks that stood and of stacks that fell."""
    width = (MARGINS[1] - MARGINS[0]) / BINS
    edges = tuple(MARGINS[0] + k * width for k in range(BINS + 1))
    series = []
    for name, stood in (("fell", False), ("stood", True)):
        counts = Counter(
            min(BINS - 1, max(0, int((margin - MARGINS[0]) / width)))
            for margin, s in zip(verdicts.margins, verdicts.stood, strict=True)
            if s is stood
        )
        series.append(Series(name, edges[:-1], tuple(float(counts[k]) for k in range(BINS)), "steps"))
    return Chart(title, "margin by statics (mm)", "stacks", tuple(series))


@pytest.mark.takes(2.0)
@pytest.mark.parametrize(
    ("watched", "as_acts_do"), [("dice that are live for 2 s", False), ("as an act watches them", True)]
)
def test_towers_stand_and_fall_as_statics_says(record: Record, size: Size, watched: str, as_acts_do: bool) -> None:
    """If a random stack of 2 to 13 dice has 1 mm of margin or more, it stands; 0.3 mm or more beyond its limit it
    falls. This holds while all dice are live for 2 s, where a solver that creeps would lose some stacks. It also holds
    as acts watch them, where checks in too much haste would take slow falls for standing.
    """
    verdicts = judge(random_stacks(size(16, 1000), seed=13), lambda stack: stands(stack, as_acts_do=as_acts_do))
    source = SOURCE
    record(
        "towers against statics",
        f"false falls, {watched}",
        found=verdicts.false_falls,
        expected=0,
        at_most=0,
        source=source,
        charts=(histogram(verdicts, f"Stacks by margin: {watched}"),),
        grids=(confusion(verdicts, watched),),
    ).must_hold()
    record(
        "towers against statics",
        f"false stands, {watched}",
        found=verdicts.false_stands,
        expected=0,
        at_most=0,
        source=source,
    ).must_hold()


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_an_overhang_stands_at_98_and_falls_at_102_in_a_hundred(record: Record, count: int) -> None:
    """If dice overhang by 1/2, 1/4, 1/6 … of an edge from the top down, the stack is at its limit, within 0.5 %.

    The sums are 0.5, 0.75, 0.917 and 1.042 for two to five dice. At 98 % of that the stack stands, at 102 % it falls.
    """
    found = critical_lean(count)
    edges = overhang(count)
    chart = Chart(
        "Farthest overhang",
        "dice",
        "edges",
        (Series("Σ 1/(2k)", (count,), (edges,), "line"), Series("found", (count,), (found * edges,))),
    )
    record(
        "overhang",
        f"of {count} dice, in edges",
        found=found * edges,
        expected=edges,
        off=0.005,
        source="the harmonic series Σ 1/(2k)",
        charts=(chart,),
    ).must_hold()
    assert stands(harmonic(count, 0.98))
    assert not stands(harmonic(count, 1.02))


def test_the_published_overhangs() -> None:
    """Two to five dice reach 1/2, 3/4, 11/12 and 25/24 of an edge beyond the lowest."""
    assert [overhang(count) for count in (2, 3, 4, 5)] == pytest.approx([1 / 2, 3 / 4, 11 / 12, 25 / 24])


@given(st.integers(2, 10), st.floats(0.5, 1.5))
def test_the_margin_of_an_overhang_is_what_is_left_of_it(count: int, share: float) -> None:
    """If a harmonic stack overhangs by a share of its limit, its margin is 1 − `share` of half an edge.

    The centre of what is above a die lies `share` · SIZE/2 beyond that die's centre. At the limit no margin is left.
    """
    assert harmonic(count, share).margin == pytest.approx((1.0 - share) * SIZE / 2, abs=1e-9)


@given(st.floats(-math.pi, math.pi), st.floats(0.0, 7.0), st.integers(0, 3))
def test_the_margin_turns_with_the_stack(angle: float, lean: float, quarters: int) -> None:
    """If a stack is turned as a whole, or a die in it by quarters, the margin stays the same."""
    c, s = math.cos(angle), math.sin(angle)
    straight = CubeStack(((0.0, 0.0), (lean, 0.0)), (0.0, 0.0))
    turned = CubeStack(((0.0, 0.0), (lean * c, lean * s)), (angle, angle + quarters * math.pi / 2))
    assert turned.margin == pytest.approx(straight.margin, abs=1e-9)
    assert straight.margin == pytest.approx(SIZE / 2 - lean, abs=1e-9)


def test_random_stacks_have_the_margins_they_should() -> None:
    """Random stacks have margins all over the requested range, and the same seed gives the same stacks."""
    stacks = list(random_stacks(200, 5))
    margins = [stack.margin for stack in stacks]
    assert min(margins) >= MARGINS[0] - 1e-6
    assert max(margins) <= MARGINS[1] + 1e-6
    assert sum(margin > 1.0 for margin in margins) == pytest.approx(100, abs=30)  # half of the range; σ is 7
    assert {len(stack.at) for stack in stacks} == set(range(2, 14))
    assert list(random_stacks(20, 5)) == stacks[:20]


def test_friction_that_statics_counts_on_is_less_than_there_is() -> None:
    """Statics counts on 50 to 90 % of the friction between two dice, which is the product of their figures."""
    assert 0.5 * DICE.friction**2 < STATICS.friction_limit < 0.9 * DICE.friction**2
