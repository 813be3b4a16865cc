"""Arcs of attack (RW-51, RW-94)."""

import math

from riotsim.games.riftwar.armies.unit_types import UnitType
from riotsim.games.riftwar.rulebook import Rulebook


def arc_of(rules: Rulebook, unit: UnitType) -> float:
    """Return the arc of a type of units (rad). The angle that traits add is included. An arc is at most a full turn."""
    arc: float = getattr(rules.arc, unit.size)
    return min(math.tau, arc + unit.able.arc)


def has_turret(unit: UnitType) -> bool:
    """Return whether units of a type have a turret, which aims independently of the unit's facing. Only Ranged Heavy
    units have one (RW-52).
    """
    return unit.size == "heavy" and unit.kind == "ranged"
