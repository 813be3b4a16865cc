"""The cost of an army, and the limits that it breaks (RW-90 to RW-93)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from riotsim.games.riftwar.armies.unit_types import UnitType

RANGED_COST: Final = Fraction(1)
"""Points for one Light Ranged unit (RW-91)."""

CLOSE_COST: Final = Fraction(1, 3)
"""Points for one Light unit that is Close or Unarmed (RW-91)."""


@dataclass(frozen=True, slots=True)
class ArmyLimits:
    """The limits for armies."""

    types: int = 4
    """Greatest number of types of units."""
    heavies: int = 3
    """Greatest number of Medium and Heavy units together."""
    points: int = 8
    """Points that an army may spend on Light units and on traits beyond the first `traits`."""
    bonus: int = 3
    """Further points for an army, for each Medium or Heavy unit below the limit `heavies`."""
    traits: int = 4
    """Number of traits that an army may have without paying points for them."""
    trait_cost: int = 2
    """Points that each trait beyond the first `traits` costs."""
    units_per_leader: int = 10
    """Number of units that an army needs for each of its Leaders."""


@dataclass(frozen=True, slots=True)
class Block:
    """The units of one type in an army."""

    type: UnitType
    count: int


@dataclass(frozen=True, slots=True)
class Bill:
    """The cost of an army."""

    types: int
    """Number of different types. Types with the same class, kind and traits count as one (RW-90)."""
    units: int
    """Number of units."""
    heavies: int
    """Number of Medium and Heavy units."""
    leaders: int
    """Number of Leaders."""
    traits: int
    """Number of traits of the army. Each trait of a type is counted once, however many units of the type there are
    (RW-92).
    """
    points: int
    """Points that the army costs: the points of its Light units, rounded up, and the points of its traits beyond
    `ArmyLimits.traits`.
    """
    allowed: int
    """Points that the army may cost."""


def bill_of(limits: ArmyLimits, blocks: Sequence[Block]) -> Bill:
    """Return the cost of an army (RW-90 to RW-93).

    A Light unit can cost a third of a point. The costs of all Light units are added up, and the sum is rounded up. Then
    the points for traits beyond the first `limits.traits` are added.
    """
    different = {(one.type.size, one.type.kind, one.type.traits) for one in blocks}
    light = [one for one in blocks if one.type.size == "light"]
    units, heavies = sum(one.count for one in blocks), sum(one.count for one in blocks if one not in light)
    traits = sum(len(names) for _, _, names in different)
    cost = sum(one.count * (RANGED_COST if one.type.kind == "ranged" else CLOSE_COST) for one in light)
    return Bill(
        types=len(different),
        units=units,
        heavies=heavies,
        leaders=sum(one.count for one in blocks if one.type.able.leader),
        traits=traits,
        points=math.ceil(cost) + limits.trait_cost * max(0, traits - limits.traits),
        allowed=limits.points + limits.bonus * max(0, limits.heavies - heavies),
    )


def broken_limits(limits: ArmyLimits, blocks: Sequence[Block]) -> Iterator[str]:
    """Yield a sentence for each limit that an army breaks."""
    bill = bill_of(limits, blocks)
    if bill.types > limits.types:
        yield f"an army has at most {limits.types} types of units, not {bill.types} (RW-90)"
    if bill.heavies > limits.heavies:
        yield f"an army has at most {limits.heavies} Medium and Heavy units together, not {bill.heavies} (RW-90)"
    if bill.points > bill.allowed:
        more = max(0, bill.traits - limits.traits)
        traits = f", of which {limits.trait_cost * more} are for {more} further traits (RW-92)" if more else ""
        yield f"the army costs {bill.points} points, and {bill.allowed} are allowed (RW-91){traits}"
    if bill.leaders > bill.units // limits.units_per_leader:
        yield (
            f"an army has at most 1 Leader for every full {limits.units_per_leader} units, "
            f"not {bill.leaders} in {bill.units} (RW-93)"
        )
