"""Collisions in the course of an act: the two things, the place and the strength. The window makes sounds from them."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from riotsim.table.pieces import Die, Model, Piece, PieceId, Terrain, Token
from riotsim.table.poses import Vector

Thing: TypeAlias = Literal["die", "token", "model", "terrain", "table", "wall", "tray"]
"""The kinds of things that collide. `wall` is a wall of the table or of its tray, `tray` the tray's bottom."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One of the two things that collided."""

    thing: Thing
    piece: PieceId = ""
    """The name of the piece; empty for the table, walls and the tray."""


TABLE, WALL, TRAY = Hit("table"), Hit("wall"), Hit("tray")


@dataclass(frozen=True, slots=True)
class Impact:
    """A collision of two things."""

    tick: int
    """The tick of the act at whose end they were in contact (240 ticks a second)."""
    one: Hit
    """The thing that moved freely, and faster."""
    other: Hit
    at: Vector
    """The point of contact (mm)."""
    speed: float
    """Closing speed along the normal of the contact (mm/s)."""
    impulse: float
    """Impulse along that normal (g·mm/s, which is µN·s)."""


def hit_of(piece: Piece) -> Hit:
    """Return a piece as one of two things that collide."""
    match piece:
        case Die(id=name):
            return Hit("die", name)
        case Token(id=name):
            return Hit("token", name)
        case Model(id=name):
            return Hit("model", name)
        case Terrain(id=name):
            return Hit("terrain", name)
