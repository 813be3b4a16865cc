"""Close groups: units of one side that stand close together (RW-35).

Two units with a small gap between them are linked. In a close group, a chain of links connects each unit with every
other.
"""

from collections.abc import Mapping
from itertools import combinations
from math import hypot
from typing import Final, TypeAlias

from riotsim.table.poses import Point

ROUNDING_TOLERANCE: Final = 1e-6
"""Tolerance for rounding errors in the gap between two units (mm)."""

Bases: TypeAlias = Mapping[str, tuple[Point, float]]
"""The centre and the radius of the base of each unit (mm), by the unit's name."""


def gap_between(one: tuple[Point, float], other: tuple[Point, float]) -> float:
    """Return the gap between two round bases (mm). It is negative if the bases overlap.

    A base is given by its centre and its radius (mm).
    """
    ((x, y), radius), ((x1, y1), its) = one, other
    return hypot(x1 - x, y1 - y) - radius - its


def links(bases: Bases, within: float) -> tuple[tuple[str, str], ...]:
    """Return the pairs of units that are linked: the gap between the two units is at most `within` mm."""
    return tuple(
        (one, other)
        for one, other in combinations(bases, 2)
        if gap_between(bases[one], bases[other]) <= within + ROUNDING_TOLERANCE
    )


def group_of(unit: str, bases: Bases, within: float) -> tuple[str, ...]:
    """Return the names of the units in a unit's close group, in the order of `bases`.

    Two units are linked if the gap between them is at most `within` mm. The unit itself belongs to the group.
    """
    found, waiting = {unit}, [unit]
    while waiting:
        here = bases[waiting.pop()]
        near = [
            name
            for name, base in bases.items()
            if name not in found and gap_between(here, base) <= within + ROUNDING_TOLERANCE
        ]
        found.update(near)
        waiting += near
    return tuple(name for name in bases if name in found)
