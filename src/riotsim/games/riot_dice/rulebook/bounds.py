"""Bounds of the values in a rules file. Within them a game can be played to its end.

The limits are ours. They allow every gang that the points can pay for. They exclude values that break the physics or
keep tokens from coming to rest on the table. `play/rulebook/bounds.py` has the limits of tables, hands and surfaces.
"""

from typing import Annotated, TypeAlias

from pydantic import Field

from riotsim.play.rulebook.bounds import MAX_TABLE_SIDE
from riotsim.play.rulebook.quantities import LENGTH, Count, Number
from riotsim.table.pieces import HULL_SIDES, MAX_FIGURE_HEIGHT, MIN_FIGURE_HEIGHT
from riotsim.table.units import inches

TokenSize: TypeAlias = Annotated[float, LENGTH.between(15.0, 40.0)]
"""Diameter of a token (mm). Tokens are 3 mm thick; the engine lost those of 5 and 8 mm, which are nearly as high as
wide.
"""

Range: TypeAlias = Annotated[float, LENGTH.between(1.0, 2 * MAX_TABLE_SIDE)]
"""Range of a weapon (mm)."""

HullSide: TypeAlias = Annotated[float, LENGTH.between(*HULL_SIDES)]
"""Side of a vehicle's hull at this scale (mm)."""

SceneryLength: TypeAlias = Annotated[float, LENGTH.between(1.0, MAX_TABLE_SIDE)]
"""Length of scenery seen from above (mm). That it lies on its table is checked separately."""

SceneryHeight: TypeAlias = Annotated[float, LENGTH.between(1.0, inches(24))]
"""Height of scenery (mm). Dice are released above it, and must not fall so far that they run away."""

MeshScale: TypeAlias = Annotated[Number, Field(ge=1e-4, le=1e4)]
"""Scale of a mesh, from micrometres to metres. The resulting extent is checked separately."""

FigureHeight: TypeAlias = Annotated[float, LENGTH.between(MIN_FIGURE_HEIGHT, MAX_FIGURE_HEIGHT)]
"""Height of a figure (mm)."""

DropHeight: TypeAlias = Annotated[float, LENGTH.between(10.0, inches(48))]
"""Height from which tokens are dropped (mm). From much higher most bounce off the table and are dropped again."""

Tokens: TypeAlias = Annotated[Count, Field(le=20)]
"""Number of tokens; up to this many find a place."""

TowerDice: TypeAlias = Annotated[Count, Field(le=60)]
"""Number of dice of a tower; the limit is far more than can stand."""

MAX_NAME_LENGTH = 200
"""Maximum length of a name that bosses choose by (characters): it is stored with the game."""

MAX_MINUTES = 24 * 60.0
"""Maximum length of a game: a day (minutes)."""

Seconds: TypeAlias = Annotated[Number, Field(le=3600)]
"""Time in seconds, up to an hour."""

Limit: TypeAlias = Annotated[Count, Field(ge=1, le=10_000)]
"""Limit of repetitions that normally end by themselves."""
