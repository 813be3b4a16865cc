"""Tables, towers and hands for the tests of the physics."""

from dataclasses import replace

from riotsim.table.acts import Hand, Roll
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die, Model, Tower, pose_beside
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.testing import tables

SIZE = 16.0
"""Size of a standard die (mm)."""

STEADY = tables.STEADY_HAND
"""A hand that makes no errors."""

SHAKY = replace(STEADY, name="shaky", place_sigma=1.5, yaw_sigma=0.07, tremor=0.05, aim_sigma=20.0, speed_sigma=100.0)
"""An average person's hand."""


def board(width: float = 610.0, depth: float = 610.0) -> Table:
    """Return an empty felt table, by default of 24 × 24 in."""
    return Table(width, depth)


def dice(count: int, kind: str = "d6", prefix: str = "r") -> tuple[Die, ...]:
    """Return dice to roll."""
    return tuple(Die(f"{prefix}{k:02d}", die_kind(kind)) for k in range(count))


def throw(count: int = 3, at: Point = (305.0, 305.0), heading: float = 0.3, hand: Hand = SHAKY) -> Roll:
    """Return a throw of cubes to the middle of the board."""
    return Roll(dice(count), at, heading, hand)


def tower_at(
    table: Table, name: str, count: int, at: Point, lean: tuple[float, float] = (0.0, 0.0), yaw: float = 0.0
) -> Table:
    """Return a table with a tower that belongs to no model. Each die is shifted by `lean` (mm) from the die below."""
    return tables.with_tower(table, count, name=name, at=at, size=SIZE, lean=lean, yaw=yaw)


def model_with_tower(table: Table, name: str, count: int, at: Point, bearing: float = 0.0) -> Table:
    """Return a table with a model and a straight tower beside it."""
    model = Model(name, "owner", at, level=table.level_at(at))
    table = table.with_pieces(model)
    seat = pose_beside(model, bearing, SIZE)
    stack = tuple(Die(f"{name}-{k:02d}", pose=seat.translated((0.0, 0.0, k * SIZE))) for k in range(count))
    return table.with_pieces(*stack).with_tower(name, Tower(tuple(die.id for die in stack), bearing))


def crowd(towers: int = 10) -> Table:
    """Return a table with models and towers along two edges, where a throw to the middle does not reach."""
    table = board()
    for k in range(towers):
        at = (40.0 + 55.0 * k, 35.0 if k % 2 else 575.0)
        table = model_with_tower(table, f"m{k}", 7, at)
    return table
