import pytest
from physics_suite.cases.carrying import gives_way, limit
from physics_suite.cases.friction import grow, throw, travel_in_mujoco
from physics_suite.cases.laws import FRICTIONS

from riotsim.physics.engine.materials import DICE
from riotsim.table.state import FELT
from riotsim.testing.findings import Chart, Series
from riotsim.testing.plugin import Record, Size

SLIPPERY, ROUGH = FRICTIONS[0], FRICTIONS[-1]

UNLIKELY = 20.5
"""χ² with 5 degrees of freedom that chance passes once in a thousand times (tables of the χ² distribution)."""


APART = 0.2
"""Largest difference between the two engines' ratios of slippery travel to rough travel, as a share.

Each engine's mean travels may differ by 15 %, and the standard error of the ratio is 6 % for the small size.
"""


@pytest.mark.takes(6.0)
def test_how_far_a_throw_goes_hangs_on_friction(record: Record, size: Size) -> None:
    """If dice are thrown at frictions from μ 0.15 to 0.8, each face comes up as often: χ² is below 20.5 at each.

    The ratio of the mean travels at 0.15 and at 0.8 is within 20 % of a second engine's. Nobody has published this
    ratio. A die that only slid would travel as 1/μ, but most of a throw is flight and rolling.
    """
    frictions = size((SLIPPERY, 0.45, ROUGH), FRICTIONS)
    found = [throw(friction, size(40, 400), seed=7) for friction in frictions]
    ways = tuple(one.travel for one in found)
    far = Chart(
        "How far dice travel that are thrown at 0.7 m/s",
        "friction of dice on the table",
        "mm from release to rest",
        (
            Series(
                "mean, with the spread of single dice",
                frictions,
                ways,
                low=tuple(one.travel - one.spread for one in found),
                high=tuple(one.travel + one.spread for one in found),
            ),
        ),
    )
    turns = Chart(
        "How often a thrown die turns over",
        "friction of dice on the table",
        "turns",
        (Series("mean", frictions, tuple(one.turns for one in found)),),
    )
    fair = Chart(
        "Faces of a d6 at each friction",
        "friction of dice on the table",
        "χ² (5 degrees of freedom)",
        (
            Series("found", frictions, tuple(one.chi_squared for one in found)),
            Series("passed once in 1,000 times", (SLIPPERY, ROUGH), (UNLIKELY, UNLIKELY), "line"),
        ),
    )
    elsewhere = [travel_in_mujoco(friction, size(25, 400), seed=7) for friction in (SLIPPERY, ROUGH)]
    worst = max(found, key=lambda one: one.chi_squared)
    record(
        "friction",
        f"largest χ² of faces, of {len(found)} frictions",
        found=worst.chi_squared,
        at_most=UNLIKELY,
        source="χ² distribution, 5 degrees of freedom",
        charts=(far, turns, fair),
    ).must_hold()
    record(
        "friction",
        f"travel at μ {SLIPPERY} as a share of that at {ROUGH}",
        found=ways[0] / ways[-1],
        expected=elsewhere[0] / elsewhere[1],
        off=APART,
        source="MuJoCo, the same throws",
    ).must_hold()


@pytest.mark.takes(1.2)
def test_towers_grow_as_high_at_any_friction(record: Record, size: Size) -> None:
    """If dice are let go with the same errors, a tower grows as high at a friction of 0.15 as at 0.8.

    The statics of flat dice doesn't depend on friction. With errors of σ = 2.5 mm, the mean height is within 15 % of
    what statics gives. A tower that begins to topple slowly may still get another die.
    """
    frictions = size((SLIPPERY, ROUGH), (SLIPPERY, 0.25, 0.4, 0.6, ROUGH))
    towers = range(size(3, 16))
    grown = [[grow(friction, 2.5, seed) for seed in towers] for friction in frictions]
    heights = tuple(sum(one.dice for one in those) / len(those) for those in grown)
    statics = sum(one.by_statics for one in grown[0]) / len(grown[0])
    chart = Chart(
        "Height of towers whose dice are let go with σ 2.5 mm",
        "friction of die on die",
        "dice",
        (
            Series("statics, for the same errors", (SLIPPERY, ROUGH), (statics, statics), "line"),
            Series("found", frictions, heights),
        ),
    )
    worst = max(heights, key=lambda height: abs(height - statics))
    record(
        "friction",
        f"mean height of {len(towers)} towers, worst of {len(frictions)} frictions",
        found=worst,
        expected=statics,
        off=0.15,
        unit="dice",
        source="statics of rigid blocks",
        charts=(chart,),
    ).must_hold()


@pytest.mark.takes(0.5)
def test_carrying_hangs_on_friction_until_towers_topple(record: Record, size: Size) -> None:
    """If a tower of N dice is carried, it gives way at an acceleration of min(μ, 1/(N − 1)) g, within 15 %.

    So more friction helps a tower of 3 dice up to 0.5, and a tower of 6 dice up to 0.2.
    """
    frictions = size((SLIPPERY, ROUGH), FRICTIONS)
    metres = 1000.0
    series, shares = [], []
    for count in (3, 6):
        found = [gives_way(count, friction) for friction in frictions]
        shares += [one / limit(count, friction) for one, friction in zip(found, frictions, strict=True)]
        fine = tuple(SLIPPERY + k * (ROUGH - SLIPPERY) / 52 for k in range(53))
        series.append(Series(f"limit, {count} dice", fine, tuple(limit(count, x) / metres for x in fine), "line"))
        series.append(Series(f"found, {count} dice", frictions, tuple(one / metres for one in found)))
    chart = Chart(
        "Acceleration under which a tower gives way", "friction of die on die", "acceleration (m/s²)", tuple(series)
    )
    record(
        "friction",
        "carrying 3 and 6 dice, worst, as a share of the limit",
        found=max(shares, key=lambda share: abs(share - 1.0)),
        expected=1.0,
        off=0.15,
        source="rigid block: min(μ, 1/(N − 1)) g",
        charts=(chart,),
    ).must_hold()


def test_frictions_that_are_tried_hold_those_that_are_shipped() -> None:
    """The shipped frictions of dice on dice and of dice on felt lie within the published range that is tried here."""
    assert SLIPPERY <= DICE.friction**2 <= ROUGH
    assert SLIPPERY <= DICE.friction * FELT.friction <= ROUGH
