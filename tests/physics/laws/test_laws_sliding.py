import math

import pytest
from physics_suite.cases.laws import FRICTIONS, critical_slope, on_slope, slide, slide_length
from physics_suite.known_errors import FARTHER, ON_FELT, PYRAMID, RIGHT_UP_TO, SPEED

from riotsim.physics.engine.materials import DICE, table_top
from riotsim.physics.engine.world import Solver
from riotsim.table.state import FELT
from riotsim.testing.findings import Chart, KnownDeviation, Series
from riotsim.testing.plugin import Record, Size


@pytest.mark.parametrize("friction", FRICTIONS)
def test_a_sliding_die_stops_where_friction_says(record: Record, size: Size, friction: float) -> None:
    """If a die slides at speed v, it stops after v²/(2μg): 127 mm at 1 m/s and μ 0.4.

    The mean over speeds is within 2 %, and each length within 5 %. Above μ 0.5 the engine is known to be up to 9 % too
    far.
    """
    speeds = size((500.0, 1000.0, 1500.0), tuple(250.0 + 125.0 * k for k in range(15)))
    shares = [slide(speed, friction) / slide_length(speed, friction) for speed in speeds]
    lengths = tuple(slide_length(speed, friction) for speed in speeds)
    chart = Chart(
        "How far a die slides",
        "v²/(2μg) (mm)",
        "found (mm)",
        (
            Series("as expected", lengths, lengths, "line"),
            Series(f"μ {friction}", lengths, tuple(a * b for a, b in zip(shares, lengths, strict=True))),
        ),
        log_x=True,
        log_y=True,
    )
    source = "v²/(2μg)"
    title = f"length at μ {friction}, as a share"
    mean = sum(shares) / len(shares)
    known = FARTHER if friction > RIGHT_UP_TO else None
    record(
        "sliding", title, found=mean, expected=1.0, off=0.02, known=known, source=source, charts=(chart,)
    ).must_hold()
    worst = max(shares, key=lambda share: abs(share - 1.0))
    record("sliding", f"{title}, worst", found=worst, expected=1.0, off=0.05, known=known, source=source).must_hold()


def test_the_usual_case_of_sliding(record: Record) -> None:
    """If a die slides at 1 m/s and μ 0.4, it stops after 127 mm, within 2 %."""
    assert slide_length(1000.0, 0.4) == pytest.approx(127.4, abs=0.1)
    record(
        "sliding",
        "length at 1 m/s and μ 0.4",
        found=slide(1000.0, 0.4),
        expected=slide_length(1000.0, 0.4),
        off=0.02,
        unit="mm",
        source="v²/(2μg)",
    ).must_hold()


@pytest.mark.parametrize(
    ("solver", "known"), [(Solver.DANTZIG, PYRAMID), (Solver.IMPULSES, None)], ids=["exact", "impulses"]
)
def test_a_die_slides_as_far_whichever_way(record: Record, solver: Solver, known: KnownDeviation | None) -> None:
    """If a die slides at 45° to the table's edges, from 1 m/s on felt, it goes 113 mm, as it does along an edge.

    Friction knows no direction (Coulomb). The bound is 2 %. The exact solver is known to stop the die after 3/4 of the
    way.
    """
    expected = slide_length(SPEED, ON_FELT)
    name = "exact solver" if solver is Solver.DANTZIG else "impulses"
    angles = (0.0, 15.0, 30.0, 45.0)
    found = tuple(slide(SPEED, ON_FELT, math.radians(angle), solver) for angle in angles)
    chart = Chart(
        f"How far a die slides from 1 m/s at μ {ON_FELT}, by direction",
        "direction from the table's edge (°)",
        "length (mm)",
        (Series("v²/(2μg)", angles, (expected,) * len(angles), "line"), Series(name, angles, found)),
    )
    record(
        "sliding askew",
        f"length at 45°, {name}",
        found=found[-1],
        expected=expected,
        off=0.02,
        known=known,
        unit="mm",
        source="Coulomb: v²/(2μg), whichever way",
        charts=(chart,),
    ).must_hold()


def test_a_die_on_felt_has_the_friction_of_its_materials() -> None:
    """The friction of dice on felt is 0.45, the product of 0.5 for dice and 0.9 for felt."""
    assert DICE.friction * table_top(FELT).friction == pytest.approx(0.45)


def slip(friction: float) -> float:
    """Return the slip angle at a friction (°)."""
    return math.degrees(math.atan(friction))


@pytest.mark.parametrize("friction", FRICTIONS)
def test_a_die_slides_down_a_slope_steeper_than_its_friction(record: Record, friction: float) -> None:
    """The steepest slope on which a die stays is atan μ, within a tenth of a degree: 21.8° at μ 0.4."""
    expected = slip(friction)
    found = math.degrees(critical_slope(friction))
    curve = tuple(k / 50 for k in range(51))
    chart = Chart(
        "Steepest slope on which a die stays",
        "friction",
        "slope (°)",
        (Series("atan μ", curve, tuple(map(slip, curve)), "line"), Series("found", (friction,), (found,))),
    )
    record(
        "slip angle",
        f"at μ {friction}",
        found=found,
        expected=expected,
        within=0.1,
        unit="°",
        source="atan μ",
        charts=(chart,),
    ).must_hold()


STICKY = (1.1, 1.3, 1.6, 2.0)
"""Frictions at which a cube cannot slide before it topples."""


@pytest.mark.parametrize("friction", STICKY)
def test_a_cube_that_cannot_slide_goes_at_45_degrees(record: Record, friction: float) -> None:
    """If μ is over 1, a cube stays on a slope of up to 45°, within a tenth of a degree.

    Beyond 45° the cube's centre is beyond its lower edge.
    """
    found = math.degrees(critical_slope(friction))
    chart = Chart(
        "Steepest slope on which a die stays",
        "friction",
        "slope (°)",
        (Series("45°", (1.0, 2.0), (45.0, 45.0), "line"), Series("found", (friction,), (found,))),
    )
    record(
        "slip angle",
        f"tips at μ {friction}",
        found=found,
        expected=45.0,
        within=0.1,
        unit="°",
        source="statics: its centre is over its edge",
        charts=(chart,),
    ).must_hold()


def test_how_a_cube_goes_that_cannot_slide(record: Record) -> None:
    """If μ is over 1 and the slope is 48°, a cube should topple, as statics says.

    The engine is known to let it slide on its edge instead, up to about μ 1.6. At μ 2 it topples. No shipped pair has
    more than 0.6.
    """
    tipped = [on_slope(math.radians(48.0), friction).tipped for friction in STICKY]
    record(
        "slip angle",
        "of 4 frictions above 1, at how many it topples at 48°",
        found=sum(tipped),
        expected=len(STICKY),
        at_least=len(STICKY),
        known=KnownDeviation(
            "up to μ 1.6 it slides on its edge; no pair that is shipped has a friction above 0.6", at_least=1
        ),
        source="statics: tan 48° is less than μ",
    ).must_hold()
    assert tipped[-1]


@pytest.mark.parametrize("friction", [0.4, 0.8, 0.95])
def test_a_cube_that_slides_does_not_topple(friction: float) -> None:
    """If μ is under 1 and the slope is a degree steeper than atan μ, a cube slides and stays on its face."""
    steep = on_slope(math.atan(friction) + math.radians(1.0), friction)
    assert steep.slid
    assert not steep.tipped
