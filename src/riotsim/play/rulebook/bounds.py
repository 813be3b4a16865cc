"""Limits of the values in the rules files of all games: tables, trays, hands and surfaces.

The authors of riotsim chose all these limits.
"""

import math
from typing import Annotated, Final, TypeAlias

from pydantic import Field

from riotsim.play.requests import AimThrow
from riotsim.play.rulebook.quantities import ACCELERATION, LENGTH, SPEED, SPREAD, TURNING_SPEED, Number
from riotsim.table.units import inches

MIN_TABLE_SIDE, MAX_TABLE_SIDE = inches(6), inches(120)
"""Least and greatest side of a table (mm)."""

TableSide: TypeAlias = Annotated[float, LENGTH.between(MIN_TABLE_SIDE, MAX_TABLE_SIDE)]
"""Side of a table (mm)."""

WallHeight: TypeAlias = Annotated[float, LENGTH.between(0.0, 150.0)]
"""Height of a table's rim or a tray's walls (mm). Walls above the limit would be in the way of the hand."""

TraySide: TypeAlias = Annotated[float, LENGTH.between(inches(4), inches(36))]
"""Side of a tray (mm). The least side has room for a handful of dice to turn over."""

Distance: TypeAlias = Annotated[float, LENGTH.between(0.0, 2 * MAX_TABLE_SIDE)]
"""A distance on a table (mm). The limit is twice the longest side. No two points on a table are that far apart."""

LeastDrop: TypeAlias = Annotated[float, LENGTH.between(0.0, AimThrow.MAX_HEIGHT)]
"""Least height of release that counts as a roll (mm).

The limit is `AimThrow.MAX_HEIGHT`, the greatest height of a release.
"""

MAX_LEAST_TURNS: Final = 5.0
"""Greatest value of `LeastTurns`."""

LeastTurns: TypeAlias = Annotated[Number, Field(le=MAX_LEAST_TURNS)]
"""Number of times that a die must turn over to count as rolled. Dice seldom turn over more than 5 times."""

Friction: TypeAlias = Annotated[Number, Field(ge=0.05, le=3)]
"""Friction factor of a surface. The engine multiplies it by the factor of the piece, 0.5 for dice and tokens.

With a factor below 0.05, dice and tokens would slide off the table.
"""

PlacementError: TypeAlias = Annotated[float, LENGTH.between(0.0, 50.0)]
"""Standard deviation of the place of a die on a tower (mm).

A hand with errors above the limit can't build a tower.
"""

UnbracedFactor: TypeAlias = Annotated[float, LENGTH.between(10.0, 10_000.0)]
"""A hand's placement error at this height above the foot of a tower is twice its error at the foot (mm)."""

AimError: TypeAlias = Annotated[float, LENGTH.between(0.0, 100.0)]
"""Standard deviation of the aim of a throw, along x and along y (mm)."""

Turn: TypeAlias = Annotated[float, SPREAD.between(0.0, math.pi)]
"""Standard deviation of a put-down die's angle (rad).

The limit is half a turn. With that deviation, all angles are about equally likely.
"""

Tremor: TypeAlias = Annotated[float, LENGTH.between(0.0, 5.0)]
"""Root mean square of a hand's tremor (mm). The limit is far above the tremor of real hands."""

TremorRate: TypeAlias = Annotated[Number, Field(gt=0, le=60)]
"""Frequency of a hand's tremor (Hz). The limit is a quarter of the tick rate, far above the tremor of real hands."""

ThrowSpeed: TypeAlias = Annotated[float, SPEED.between(0.0, 3000.0)]
"""Horizontal speed of a throw onto a table, or its standard deviation (mm/s)."""

Spin: TypeAlias = Annotated[float, TURNING_SPEED.between(0.0, 150.0)]
"""Standard deviation of a component of a thrown die's spin (rad/s). The limit is 24 turns a second."""

CarrySpeed: TypeAlias = Annotated[float, SPEED.between(10.0, 3000.0)]
"""Peak speed of a carry (mm/s). At a speed below the lower limit, a carry would take minutes."""

CarryAcceleration: TypeAlias = Annotated[float, ACCELERATION.between(10.0, 50_000.0)]
"""Peak acceleration of a carry (mm/s²). The upper limit is five times the acceleration of gravity."""
