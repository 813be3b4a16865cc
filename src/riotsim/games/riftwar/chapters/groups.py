"""A close group: friendly units that are linked by a chain of small gaps (RW-35)."""

from collections.abc import Mapping
from itertools import combinations
from math import hypot
from typing import Final, TypeAlias

from riotsim.table.poses import Point

ROUNDING_TOLERANCE: Final = 1e-6
"""Tolerance for rounding errors in the gap between two units (mm)."""

Bases: TypeAlias = Mapping[str, tuple[Point, float]]
"""Units by name, each with the centre and the radius of its base (mm)."""


def gap_between(one: tuple[Point, float], other: tuple[Point, float]) -> float:
    """Return the gap between two round bases, each a centre and a radius (mm); negative if they overlap."""
    ((x, y), radius), ((x1, y1), its) = one, other
    return hypot(x1 - x, y1 - y) - radius - its


def links(bases: Bases, within: float) -> tuple[tuple[str, str], ...]:
    """Return the pairs of units with a gap of at most `within` mm between them."""
    return tuple(
        (one, other)
        for one, other in combinations(bases, 2)
        if gap_between(bases[one], bases[other]) <= within + ROUNDING_TOLERANCE
    )


def group_of(unit: str, bases: Bases, within: float) -> tuple[str, ...]:
    """Return the close group of a unit, in the order of `bases`. Gaps of at most `within` mm link its members."""
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
