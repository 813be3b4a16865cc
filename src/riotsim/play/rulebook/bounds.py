"""Limits of the figures in the rules files of all games: tables, trays, hands and surfaces.

The limits are our choice. They allow any table that one can stand at, and no figure that breaks the physics or keeps
dice from coming to rest on the table.
"""

import math
from typing import Annotated, TypeAlias

from pydantic import Field

from riotsim.play.requests import AimThrow
from riotsim.play.rulebook.quantities import ACCELERATION, LENGTH, SPEED, SPREAD, TURNING_SPEED, Number
from riotsim.table.units import inches

MIN_TABLE_SIDE, MAX_TABLE_SIDE = inches(6), inches(120)
"""Side of a table (mm): room for a throw, and as far as an arm reaches from all sides."""

TableSide: TypeAlias = Annotated[float, LENGTH.between(MIN_TABLE_SIDE, MAX_TABLE_SIDE)]
"""mm."""

WallHeight: TypeAlias = Annotated[float, LENGTH.between(0.0, 150.0)]
"""mm, of a table's rim or a tray: higher ones are in the way of the hand."""

TraySide: TypeAlias = Annotated[float, LENGTH.between(inches(4), inches(36))]
"""mm: room for a handful of dice to turn over, and no more than a table."""

Distance: TypeAlias = Annotated[float, LENGTH.between(0.0, 2 * MAX_TABLE_SIDE)]
"""mm: no two points of any table are farther apart."""

LeastDrop: TypeAlias = Annotated[float, LENGTH.between(0.0, AimThrow.HIGHEST)]
"""mm: at most the highest release that is a throw, or no throw would be legal."""

LeastTurns: TypeAlias = Annotated[Number, Field(le=5)]
"""Dice seldom turn over more often, and each that did not is thrown again."""

Friction: TypeAlias = Annotated[Number, Field(ge=0.05, le=3)]
"""On less, dice and tokens slide off the table; it is multiplied with what dice have, 0.5."""

PlacementError: TypeAlias = Annotated[float, LENGTH.between(0.0, 50.0)]
"""mm: a hand that errs by more builds no tower."""

UnbracedFactor: TypeAlias = Annotated[float, LENGTH.between(10.0, 10_000.0)]
"""mm of height over which a hand's error doubles."""

AimError: TypeAlias = Annotated[float, LENGTH.between(0.0, 100.0)]
"""mm: a hand that errs by more hardly hits the smallest table."""

Turn: TypeAlias = Annotated[float, SPREAD.between(0.0, math.pi)]
"""rad: half a turn is every way about."""

Tremor: TypeAlias = Annotated[float, LENGTH.between(0.0, 5.0)]
"""mm: twenty times what hands do."""

TremorRate: TypeAlias = Annotated[Number, Field(gt=0, le=60)]
"""Hz: a quarter of the engine's ticks, and far above what hands do."""

ThrowSpeed: TypeAlias = Annotated[float, SPEED.between(0.0, 3000.0)]
"""mm/s, of a hand that means a table."""

Spin: TypeAlias = Annotated[float, TURNING_SPEED.between(0.0, 150.0)]
"""rad/s: 24 turns a second."""

CarrySpeed: TypeAlias = Annotated[float, SPEED.between(10.0, 3000.0)]
"""mm/s: more slowly, a carry takes minutes."""

CarryAcceleration: TypeAlias = Annotated[float, ACCELERATION.between(10.0, 50_000.0)]
"""mm/s²: up to five times that of gravity."""
