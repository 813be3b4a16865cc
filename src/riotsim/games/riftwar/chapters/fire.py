"""The units that may fire together, and the units that spot for indirect fire (RW-53, RW-55, RW-56)."""

from collections.abc import Callable, Sequence

from riotsim.games.riftwar.armies.unit_types import UnitType
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import Unit, UnitId

Sees = Callable[[UnitId, UnitId], bool]
"""A function that tells whether a unit has a line of sight to another."""


def class_label(rules: Rulebook, unit: UnitType) -> str:
    """Return a label for a unit's class: Light, Medium or Heavy (RW-53).

    Only units with the same label may fire together. The rulebook decides whether Medium and Heavy share a label.
    """
    if rules.coordinated.classes == "medium_with_heavy" and unit.size != "light":
        return "medium or heavy"
    return unit.size


def spotters(shooter: Unit, allies: Sequence[Unit], target: UnitId, sees: Sees) -> tuple[UnitId, ...]:
    """Return the allies who may spot a target for a shooter (RW-55, RW-56).

    An ally may spot the target if it sees the target, and is in no fray (close combat, RW-73). One of these must also
    be true:

    - The shooter sees the ally.
    - The shooter sees a Leader who is in no fray, and this Leader sees the ally.

    Args:
        shooter: The unit with indirect fire.
        allies: The units of the shooter's side that stand on the table.
        target: The target.
        sees: Function that returns whether a unit sees another.
    """
    able = [ally for ally in allies if ally.fray is None and ally.id != shooter.id]
    leaders = [ally.id for ally in able if ally.type.able.leader and sees(shooter.id, ally.id)]
    return tuple(
        ally.id
        for ally in able
        if sees(ally.id, target) and (sees(shooter.id, ally.id) or any(sees(leader, ally.id) for leader in leaders))
    )
