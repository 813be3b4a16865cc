"""Limits of the figures in the rules files of all games: tables, trays, hands and surfaces.

The limits are our choice. They allow any table at which people can stand. They exclude values that break the
physics or keep dice from coming to rest on the table.
"""

import math
from typing import Annotated, TypeAlias

from pydantic import Field

from riotsim.play.requests import AimThrow
from riotsim.play.rulebook.quantities import ACCELERATION, LENGTH, SPEED, SPREAD, TURNING_SPEED, Number
from riotsim.table.units import inches

MIN_TABLE_SIDE, MAX_TABLE_SIDE = inches(6), inches(120)
"""Minimum and maximum side of a table (mm): room for a throw, and as far as arms reach from all sides."""

TableSide: TypeAlias = Annotated[float, LENGTH.between(MIN_TABLE_SIDE, MAX_TABLE_SIDE)]
"""Side of a table (mm)."""

WallHeight: TypeAlias = Annotated[float, LENGTH.between(0.0, 150.0)]
"""Height of a table's rim or a tray's walls (mm). Higher ones would be in the way of the hand."""

TraySide: TypeAlias = Annotated[float, LENGTH.between(inches(4), inches(36))]
"""Side of a tray (mm): room for a handful of dice to turn over, and no more than a table."""

Distance: TypeAlias = Annotated[float, LENGTH.between(0.0, 2 * MAX_TABLE_SIDE)]
"""A distance on a table (mm). No two points of a table are farther apart."""

LeastDrop: TypeAlias = Annotated[float, LENGTH.between(0.0, AimThrow.MAX_HEIGHT)]
"""Minimum height of release (mm), at most the highest legal release, or no throw would be legal."""

LeastTurns: TypeAlias = Annotated[Number, Field(le=5)]
"""Number of times that a die must turn over. Dice seldom turn over more often, and a die that did not
is thrown again.
"""

Friction: TypeAlias = Annotated[Number, Field(ge=0.05, le=3)]
"""Factor of friction of a surface, multiplied by the dice's factor of 0.5. With a smaller one dice and tokens slide
off the table.
"""

PlacementError: TypeAlias = Annotated[float, LENGTH.between(0.0, 50.0)]
"""Standard deviation of a placed die (mm). A hand with larger errors builds no tower."""

UnbracedFactor: TypeAlias = Annotated[float, LENGTH.between(10.0, 10_000.0)]
"""Height over which a hand's error doubles (mm)."""

AimError: TypeAlias = Annotated[float, LENGTH.between(0.0, 100.0)]
"""Standard deviation of a throw's aim (mm). A hand with larger errors hardly hits the smallest table."""

Turn: TypeAlias = Annotated[float, SPREAD.between(0.0, math.pi)]
"""Standard deviation of an angle (rad). Half a turn means any orientation."""

Tremor: TypeAlias = Annotated[float, LENGTH.between(0.0, 5.0)]
"""Amplitude of a tremor (mm). The limit is twenty times that of real hands."""

TremorRate: TypeAlias = Annotated[Number, Field(gt=0, le=60)]
"""Frequency of a tremor (Hz). The limit is a quarter of the tick rate, and far above real hands."""

ThrowSpeed: TypeAlias = Annotated[float, SPEED.between(0.0, 3000.0)]
"""Speed of a throw onto a table (mm/s)."""

Spin: TypeAlias = Annotated[float, TURNING_SPEED.between(0.0, 150.0)]
"""Spin of a thrown die (rad/s). The limit is 24 turns a second."""

CarrySpeed: TypeAlias = Annotated[float, SPEED.between(10.0, 3000.0)]
"""Speed of a carry (mm/s). A slower one would take minutes."""

CarryAcceleration: TypeAlias = Annotated[float, ACCELERATION.between(10.0, 50_000.0)]
"""Acceleration of a carry (mm/s²), up to five times that of gravity."""
