"""The worth of units, and the expected gain of an attack.

The rules give units no worth. This program chose the values.
"""

from collections.abc import Mapping
from typing import Final

from riotsim.games.riftwar.armies.unit_types import UnitClass
from riotsim.games.riftwar.battle.expectations import Chances, success
from riotsim.games.riftwar.state import Unit

CLASS_WORTH: Final[Mapping[UnitClass, float]] = {"light": 1.0, "medium": 2.5, "heavy": 3.5}
"""Worth of a unit of each class. A Light Close unit without traits has the worth 1."""

RANGED_WORTH: Final = 1.5
"""Factor for the worth of a Ranged unit, because it can attack without coming near."""

TRAIT_WORTH: Final = 0.3
"""Worth of each trait."""

PIN_SHARE: Final = 0.25
"""Fraction of its worth that a unit loses when it is pinned."""

WOUND_SHARE: Final = 0.5
"""Fraction of its worth that a unit loses when it is wounded."""


def worth_of(unit: Unit) -> float:
    """Return the worth of a unit, as if it were neither pinned nor wounded."""
    ranged = RANGED_WORTH if unit.type.kind == "ranged" else 1.0
    return CLASS_WORTH[unit.type.size] * ranged + TRAIT_WORTH * len(unit.type.traits)


def gain(target: Unit, found: Chances) -> float:
    """Return how much worth a target is expected to lose in an attack."""
    _, pin, wound, kill = map(float, found)
    new_pin = 0.0 if target.pinned else PIN_SHARE * pin
    return worth_of(target) * (new_pin + WOUND_SHARE * wound + kill)


def rating_of_attack(target: Unit, found: Chances) -> float:
    """Return the rating of an attack: its expected gain, plus the chance that the attack doesn't end the phase."""
    return gain(target, found) + float(success(found))
