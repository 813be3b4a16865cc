"""Collisions of two things during an act. If the simulation listens for collisions, `Frame.impacts` lists them."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from riotsim.table.pieces import Die, Model, Piece, PieceId, Terrain, Token
from riotsim.table.poses import Vector

ColliderKind: TypeAlias = Literal["die", "token", "model", "terrain", "table", "wall", "tray"]
"""The kinds of things that collide. A `wall` is a wall of the table or of its tray. `tray` is the tray's bottom."""


@dataclass(frozen=True, slots=True)
class Collider:
    """One of two things that collide."""

    kind: ColliderKind
    """The kind of the thing."""
    piece: PieceId = ""
    """The name of the piece; empty for the table, walls and the tray."""


TABLE, WALL, TRAY = Collider("table"), Collider("wall"), Collider("tray")


@dataclass(frozen=True, slots=True)
class Impact:
    """A collision of two things."""

    tick: int
    """The collision was detected at the end of this tick, counted from the start of the act (240 ticks a second)."""
    one: Collider
    """The thing that moved. If both things moved freely, this is the faster one."""
    other: Collider
    """The thing that `one` hit."""
    at: Vector
    """The point of contact (mm)."""
    speed: float
    """Speed of the approach of the two things along the normal of the contact (mm/s)."""
    impulse: float
    """Impulse along the normal of the contact (g·mm/s, which is µN·s)."""


def collider_of(piece: Piece) -> Collider:
    """Return the collider that stands for a piece."""
    match piece:
        case Die(id=name):
            return Collider("die", name)
        case Token(id=name):
            return Collider("token", name)
        case Model(id=name):
            return Collider("model", name)
        case Terrain(id=name):
            return Collider("terrain", name)
