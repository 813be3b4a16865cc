import pytest
from physics_suite.cases.carrying import accelerate, gives_way, limit

from riotsim.testing.findings import Chart, KnownDeviation, Series
from riotsim.testing.plugin import Record, Size

FRICTIONS = (0.25, 0.5)
"""Friction of a pair of dice: that of the shipped dice, and twice that."""

AT_ONCE = {(3, 0.5): KnownDeviation("3 dice slide and topple at once at μ 0.5, and so go sooner", off=0.08)}
"""Known errors by number of dice and friction, where both limits are the same. 5 dice at μ 0.25 go as they should."""


@pytest.mark.parametrize("friction", FRICTIONS)
def test_a_carried_tower_gives_way_at_the_limit_of_a_rigid_block(record: Record, size: Size, friction: float) -> None:
    """If a tower of N dice has a lasting acceleration, it gives way at min(μ, 1/(N − 1)) g, within 3 %, for N from 2 to
    12. Short towers slide on the lowest die. Tall towers topple as one block of N − 1 dice over its edge. Three dice at
    μ 0.5, where both limits are the same, are known to give way up to 8 % sooner.
    """
    counts = size((2, 3, 5, 8, 12), tuple(range(2, 13)))
    found = [gives_way(count, friction) for count in counts]
    fine = tuple(2 + k / 10 for k in range(101))
    metres = 1000.0
    chart = Chart(
        "Lasting acceleration under which a tower gives way",
        "dice",
        "acceleration (m/s²)",
        (
            Series(f"min(μ, 1/(N−1)) g, μ {friction}", fine, tuple(limit(n, friction) / metres for n in fine), "line"),
            Series(f"found, μ {friction}", counts, tuple(one / metres for one in found)),
        ),
    )
    figures = [
        record(
            "carrying",
            f"{count} dice at μ {friction}",
            found=one,
            expected=limit(count, friction),
            off=0.03,
            known=AT_ONCE.get((count, friction)),
            unit="mm/s²",
            source="rigid block: min(μ, 1/(N − 1)) g",
            charts=(chart,) if count == counts[0] else (),
        )
        for count, one in zip(counts, found, strict=True)
    ]
    for figure in figures:
        figure.must_hold()


@pytest.mark.parametrize(("count", "friction"), [(2, 0.25), (3, 0.25), (4, 0.25), (2, 0.5)])
def test_a_short_tower_slides_before_it_topples(count: int, friction: float) -> None:
    """If μ < 1/(N − 1), a tower carried at 1.15 times its limit slides on its lowest die, and stays upright."""
    carried = accelerate(count, friction, 1.15 * limit(count, friction))
    assert carried.slid
    assert not carried.toppled


@pytest.mark.parametrize(("count", "friction"), [(7, 0.25), (10, 0.25), (5, 0.5), (10, 0.5)])
def test_a_tall_tower_topples(count: int, friction: float) -> None:
    """If 1/(N − 1) < μ, a tower carried at 1.15 times its limit topples."""
    assert accelerate(count, friction, 1.15 * limit(count, friction)).toppled
