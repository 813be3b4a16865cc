"""Types of the values in a rules file, with the smallest and the largest value that is allowed.

The limits are our choice. They exclude values that break the physics or keep a game from ending. Tables, hands and
surfaces have their limits in `play/rulebook/bounds.py`.
"""

from typing import Annotated, TypeAlias

from pydantic import Field

from riotsim.play.rulebook.bounds import MAX_TABLE_SIDE
from riotsim.play.rulebook.quantities import LENGTH, Count, Number
from riotsim.table.pieces import HULL_SIDES, MAX_FIGURE_HEIGHT, MIN_FIGURE_HEIGHT
from riotsim.table.units import inches

TokenSize: TypeAlias = Annotated[float, LENGTH.between(15.0, 40.0)]
"""Diameter of a token (mm). In trials the physics engine lost tokens of 5 and 8 mm."""

Range: TypeAlias = Annotated[float, LENGTH.between(1.0, 2 * MAX_TABLE_SIDE)]
"""Range of a weapon (mm)."""

HullSide: TypeAlias = Annotated[float, LENGTH.between(*HULL_SIDES)]
"""Length or width of a vehicle's hull (mm)."""

SceneryLength: TypeAlias = Annotated[float, LENGTH.between(1.0, MAX_TABLE_SIDE)]
"""Length or width of a box of scenery (mm). `space_check.off_table_faults` checks that the box lies on the table."""

SceneryHeight: TypeAlias = Annotated[float, LENGTH.between(1.0, inches(24))]
"""Height of a box of scenery (mm)."""

MeshScale: TypeAlias = Annotated[Number, Field(ge=1e-4, le=1e4)]
"""Scale factor of a mesh."""

FigureHeight: TypeAlias = Annotated[float, LENGTH.between(MIN_FIGURE_HEIGHT, MAX_FIGURE_HEIGHT)]
"""Height of a figure (mm)."""

DropHeight: TypeAlias = Annotated[float, LENGTH.between(10.0, inches(48))]
"""Height of a dropped token (mm)."""

Tokens: TypeAlias = Annotated[Count, Field(le=20)]
"""Number of loot tokens that each boss drops, or number in the middle of the table.

`space_check.space_fault` checks that all tokens have room on the table.
"""

TowerDice: TypeAlias = Annotated[Count, Field(le=60)]
"""Number of dice that are added to a tower at once, or number of damage points.

The greatest value is far above the number of dice that can stand in a tower.
"""

MAX_NAME_LENGTH = 200
"""Greatest number of characters in the name of a gang or a hand. The name is stored with each game."""

MAX_MINUTES = 24 * 60.0
"""Greatest time on the clock (minutes). It is one day."""

Seconds: TypeAlias = Annotated[Number, Field(le=3600)]
"""Time (s), at most an hour."""

Limit: TypeAlias = Annotated[Count, Field(ge=1, le=10_000)]
"""Greatest number of repetitions, such as the rounds of a fight. Normally the repetitions end earlier."""
