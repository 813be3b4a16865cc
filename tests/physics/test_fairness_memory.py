"""Gentle drops remember the side that was down; lively throws don't."""

from dataclasses import replace

import pytest

from riotsim.table.dice import D6
from riotsim.testing.fairness import LEAST_P, LIVELY, memory, repeats
from riotsim.testing.findings import Chart, Series
from riotsim.testing.flat_starts import flat_starts
from riotsim.testing.plugin import Record, Size

GENTLE = replace(LIVELY, name="gentle", speed=50.0, speed_sigma=10.0, spin=2.0)
"""A hand that nearly sets a die down."""

SOURCE = "Kapitaniak and others, Chaos 22 (2012) 047504"

FAVOURED = 0.25
"""A die that was let go gently lies on the side it began on at least so often: half as often again as chance has. Ours:
the paper's figures are for other dice, tables and heights."""

HEIGHTS = (20.0, 50.0, 100.0, 200.0, 400.0, 800.0)


@pytest.mark.takes(1.0)
def test_a_gentle_flat_drop_favours_the_side_it_began_on(record: Record, size: Size) -> None:
    """With little energy few bounces are left, and the lowest face at the start is the likeliest at the end."""
    rolls = flat_starts(D6, size(270, 6000), 3, GENTLE, 30.0)
    record(
        "memory",
        "d6 let go flat and gently from 30 mm: share that ends on the side it began on",
        found=repeats(rolls),
        at_least=FAVOURED,
        source=SOURCE,
        note=f"{rolls.read} rolls; chance has {1 / 6:.3f}",
    ).must_hold()


@pytest.mark.takes(2.0)
def test_a_lively_throw_forgets_the_side_it_began_on(record: Record, size: Size) -> None:
    """From a hand that throws, flat starts are as good as any: p above 0.001 that they don't matter."""
    rolls = flat_starts(D6, size(900, 30_000), 4, LIVELY, 300.0)
    record(
        "memory",
        "d6 let go flat, thrown from 300 mm: p of forgetting the side it began on",
        found=memory(rolls).p,
        at_least=LEAST_P,
        source=SOURCE,
        note=f"{repeats(rolls):.3f} of {rolls.read} rolls end on it; chance has {1 / 6:.3f}",
    ).must_hold()


@pytest.mark.takes(2.0)
def test_memory_fades_with_height(record: Record, size: Size) -> None:
    """The higher a die is let go flat, with hardly any spin, the less it keeps the side it began on."""
    count = size(90, 3000)
    shares = tuple(repeats(flat_starts(D6, count, 5, GENTLE, height)) for height in HEIGHTS)
    chart = Chart(
        "d6 let go flat with hardly any spin",
        "height (mm)",
        "share that ends on the side it began on",
        (Series("found", HEIGHTS, shares, "line"), Series("chance", HEIGHTS, (1 / 6,) * len(HEIGHTS), "line")),
        log_x=True,
    )
    record(
        "memory",
        f"d6 let go flat and gently: how much less it repeats from {HEIGHTS[-1]:g} mm than from {HEIGHTS[0]:g} mm",
        found=shares[0] - shares[-1],
        at_least=0.2,
        source=SOURCE,
        charts=(chart,),
    ).must_hold()
