"""Thrown cuboids compared with steel ones that people threw: how often a square face comes up as the cuboid gets
longer.
"""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from physics_suite.steel_cuboids import RATIOS, REAL, SQUARE, THROWS

from riotsim.table.dice.custom import cuboid
from riotsim.testing.fairness import AS_IN_A_GAME, roll_many
from riotsim.testing.findings import Chart, Finding, Series
from riotsim.testing.plugin import Record, Size


@dataclass(frozen=True, slots=True)
class Curve:
    """The share of square faces found at each ratio for which there are real throws."""

    found: tuple[float, ...]
    rolls: int
    """Number of rolls at each ratio."""

    @property
    def off(self) -> tuple[float, ...]:
        """Return the difference of each share from the published one."""
        return tuple(ours - theirs for ours, theirs in zip(self.found, REAL, strict=True))

    @property
    def rms(self) -> float:
        """The root mean square of the differences. Each ratio is weighted by its number of real throws."""
        return math.sqrt(float(np.average(np.square(self.off), weights=THROWS)))


def square_faces(ratio: float, rolls: int, seed: int) -> float:
    """Return the share of throws of a cuboid that show a square face."""
    found = roll_many(cuboid(ratio, 1.0, 1.0), rolls, seed, AS_IN_A_GAME)
    return sum(found.by_value[value] for value in SQUARE) / found.read_count


@pytest.mark.takes(6.0)
def test_cuboids_fall_as_steel_ones_do(record: Record, size: Size) -> None:
    """The share of square faces differs from that of real steel cuboids (Mathematical Gazette 97.16) by at most 0.1
    (root mean square).

    Nothing is fitted: cuboids are thrown as dice are in a game, by the lively hand from 100 mm onto felt. The real
    throws had other hands, tables and material.
    """
    rolls = size(50, 4000)
    curve = Curve(tuple(square_faces(ratio, rolls, k) for k, ratio in enumerate(RATIOS)), rolls)
    errors = tuple(1.96 * math.sqrt(p * (1 - p) / n) for p, n in zip(REAL, THROWS, strict=True))
    chart = Chart(
        "Cuboids x × y × y: how often a square face is up",
        "x/y",
        "share of throws",
        (
            Series(
                "real steel (95 %)",
                RATIOS,
                REAL,
                low=tuple(max(0.0, p - e) for p, e in zip(REAL, errors, strict=True)),
                high=tuple(p + e for p, e in zip(REAL, errors, strict=True)),
            ),
            Series("found", RATIOS, curve.found, "line"),
        ),
    )
    source = "Mathematical Gazette 97.16"
    worst = max(range(len(RATIOS)), key=lambda k: abs(curve.off[k]))
    rms: Finding = record(
        "cuboids",
        "distance from real ones, weighted by their throws (root mean square)",
        found=curve.rms,
        expected=0.0,
        at_most=0.1,
        source=source,
        note=f"{rolls} throws at each ratio",
        charts=(chart,),
    )
    record(
        "cuboids",
        f"the largest distance, at x/y = {RATIOS[worst]}",
        found=curve.found[worst],
        expected=REAL[worst],
        source=source,
    )
    rms.must_hold()
    assert curve.found[0] > 0.6
    assert curve.found[-1] < 0.05


def test_a_cube_among_cuboids_is_fair(record: Record, size: Size) -> None:
    """If x/y is 1, two of six faces are square. They come up in a third of throws, within 3.3 standard errors (p
    0.001).
    """
    rolls = size(300, 30_000)
    record(
        "cuboids",
        "square faces of a cube",
        found=square_faces(1.0, rolls, 99),
        expected=1 / 3,
        within=3.3 * math.sqrt(2 / 9 / rolls),
        source="symmetry",
    ).must_hold()
