"""What hits what, and how hard: what can be heard of an act."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from riotsim.table.pieces import Die, Model, Piece, PieceId, Terrain, Token
from riotsim.table.poses import Vector

Thing: TypeAlias = Literal["die", "token", "model", "terrain", "table", "wall", "tray"]
"""`wall` is a wall of the table or of its tray, `tray` the tray's bottom."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One of the two things that met."""

    thing: Thing
    piece: PieceId = ""
    """Its name; empty for the table, walls and the tray."""


TABLE, WALL, TRAY = Hit("table"), Hit("wall"), Hit("tray")


@dataclass(frozen=True, slots=True)
class Impact:
    """Two things have met."""

    tick: int
    """At the end of which tick of the act they had (240 ticks a second)."""
    one: Hit
    """What moved freely, and came faster."""
    other: Hit
    at: Vector
    """Where they touched (mm)."""
    speed: float
    """How fast they closed in on each other there, along the normal of the contact (mm/s)."""
    impulse: float
    """What one gave the other along that normal (g·mm/s, which is µN·s)."""


def hit_of(piece: Piece) -> Hit:
    """Give a piece as something that hits and is hit."""
    match piece:
        case Die(id=name):
            return Hit("die", name)
        case Token(id=name):
            return Hit("token", name)
        case Model(id=name):
            return Hit("model", name)
        case Terrain(id=name):
            return Hit("terrain", name)
