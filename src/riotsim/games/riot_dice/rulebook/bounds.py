"""Bounds of the figures of a rules file, within which a game can be played to its end.

The limits are ours. They leave room for any gang that one can pay for, and for no figure that breaks the physics or
keeps tokens from ever coming to rest on the table. `play/rulebook/bounds.py` has those of tables, hands and surfaces.
"""

from typing import Annotated, TypeAlias

from pydantic import Field

from riotsim.play.rulebook.bounds import MAX_TABLE_SIDE
from riotsim.play.rulebook.quantities import LENGTH, Count, Number
from riotsim.table.pieces import HULL_SIDES, MAX_FIGURE_HEIGHT, MIN_FIGURE_HEIGHT
from riotsim.table.units import inches

TokenSize: TypeAlias = Annotated[float, LENGTH.between(15.0, 40.0)]
"""mm: tokens are 3 mm thick; those of 5 and 8 mm across, near as high as wide, were lost by the engine."""

Range: TypeAlias = Annotated[float, LENGTH.between(1.0, 2 * MAX_TABLE_SIDE)]
"""mm, of a weapon."""

HullSide: TypeAlias = Annotated[float, LENGTH.between(*HULL_SIDES)]
"""mm, of a vehicle at this scale."""

SceneryLength: TypeAlias = Annotated[float, LENGTH.between(1.0, MAX_TABLE_SIDE)]
"""mm, seen from above; that it lies on its table is checked besides."""

SceneryHeight: TypeAlias = Annotated[float, LENGTH.between(1.0, inches(24))]
"""mm: dice are let go above whatever stands there, and must not fall so far that they run away."""

MeshScale: TypeAlias = Annotated[Number, Field(ge=1e-4, le=1e4)]
"""From micrometres to metres; what comes of it has an extent that is checked besides."""

FigureHeight: TypeAlias = Annotated[float, LENGTH.between(MIN_FIGURE_HEIGHT, MAX_FIGURE_HEIGHT)]
"""mm."""

DropHeight: TypeAlias = Annotated[float, LENGTH.between(10.0, inches(48))]
"""mm: from much higher, most tokens bounce off the table, and are dropped again and again."""

Tokens: TypeAlias = Annotated[Count, Field(le=20)]
"""So many that all of them find a place."""

TowerDice: TypeAlias = Annotated[Count, Field(le=60)]
"""Far more than stand."""

MAX_NAME_LENGTH = 200
"""Letters of a name that a boss chooses by: it is stored with the game."""

MAX_MINUTES = 24 * 60.0
"""A day: the longest game."""

Seconds: TypeAlias = Annotated[Number, Field(le=3600)]
"""Up to an hour."""

Limit: TypeAlias = Annotated[Count, Field(ge=1, le=10_000)]
"""Of things that end in good time by themselves."""
