"""The sections of the rules file about the bases and heights of models, the table, the tray, the dice and the set-up
(RW-01, RW-02, RW-04, RW-06, RW-60).
"""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, field_validator

from riotsim.play.rulebook.bounds import TableSide, TraySide
from riotsim.play.rulebook.dice import Dice, OwnDie
from riotsim.play.rulebook.quantities import LENGTH, Count
from riotsim.play.rulebook.sections import Section
from riotsim.play.rulebook.surfaces import DiceTray
from riotsim.table.units import inches

BaseDiameter: TypeAlias = Annotated[float, LENGTH.between(20.0, inches(4))]
ModelHeight: TypeAlias = Annotated[float, LENGTH.between(10.0, inches(6))]
DieCount: TypeAlias = Annotated[Count, Field(le=10)]


class Bases(Section):
    """Diameters of the bases of units, by class (RW-01, RW-02)."""

    light: BaseDiameter = inches(1)
    """Diameter of the base of a Light unit, such as 1in."""
    medium: BaseDiameter = inches(2)
    """Diameter of the base of a Medium unit."""
    heavy: BaseDiameter = inches(2.5)
    """Diameter of the base of a Heavy unit."""


class Heights(Section):
    """Heights of the models of units, by class. Lines of sight depend on them (RW-02)."""

    light: ModelHeight = inches(1.2)
    """Height of a Light unit, such as 1.2in."""
    medium: ModelHeight = inches(2)
    """Height of a Medium unit."""
    heavy: ModelHeight = inches(2.5)
    """Height of a Heavy unit."""


class TableFigures(Section):
    """The table (RW-04)."""

    width: TableSide = inches(36)
    """Width from left to right, such as 36in."""
    depth: TableSide = inches(36)
    """Depth from front to back, such as 36in."""


class Tray(DiceTray):
    """The tray beside the table for all thrown dice (RW-04)."""

    width: TraySide = inches(8)
    """Width of the tray's bottom, from left to right."""


class DiceRules(Dice):
    """The dice, and the number of dice in an attack (RW-60)."""

    by: Literal["tray", "stream"] = "tray"
    """Source of the numbers: dice thrown into the tray, or random numbers without dice."""
    light: DieCount = 3
    """Number of dice of a Light unit in its proficient kind of attack: fire or close combat."""
    medium: DieCount = 4
    """Number of dice of a Medium unit in its proficient kind of attack."""
    heavy: DieCount = 4
    """Number of dice of a Heavy unit in its proficient kind of attack."""
    unproficient: Annotated[int, Field(ge=-10, le=10)] = -1
    """Change in a unit's number of dice, such as -1, if the unit is not proficient in the kind of attack."""

    @field_validator("kinds", mode="after")
    @classmethod
    def _are_usual(cls, kinds: dict[str, OwnDie]) -> dict[str, OwnDie]:
        if kinds:
            raise ValueError("all dice of RiftWar are d6, and it uses no dice of your own")
        return kinds


class Deployment(Section):
    """The set-up (RW-06)."""

    depth: Annotated[float, LENGTH.between(inches(3), inches(60))] = inches(6)
    """Depth of a deployment area, measured from the table's edge inwards, such as 6in."""
