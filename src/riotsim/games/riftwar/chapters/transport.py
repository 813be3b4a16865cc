"""Room on a Transport (RW-81)."""

from collections.abc import Iterable

from riotsim.games.riftwar.armies.unit_types import UnitType
from riotsim.games.riftwar.rulebook import Rulebook


def slots_of(rules: Rulebook, unit: UnitType) -> int | None:
    """Return the number of slots that a unit takes up on a Transport; None if the unit can't ride at all."""
    match unit.size:
        case "light":
            return 1
        case "medium":
            return rules.transport.medium
        case "heavy":
            return None


def has_room(rules: Rulebook, aboard: Iterable[UnitType], unit: UnitType) -> bool:
    """Return whether a Transport has room for one more unit, in addition to the units aboard."""
    slots = slots_of(rules, unit)
    taken = sum(slots_of(rules, one) or 0 for one in aboard)
    return slots is not None and taken + slots <= rules.transport.capacity
