"""Tables, towers and a hand for tests."""

from typing import Final

from riotsim.table.acts import Hand, Pace
from riotsim.table.dice.kinds import D6, DieKind
from riotsim.table.pieces import Die, Tower
from riotsim.table.poses import Point, Pose, about_z
from riotsim.table.state import FELT, Surface, Table
from riotsim.table.units import inches

TABLE_SIDE: Final = inches(24)
"""Side of a usual table (mm)."""

STEADY_HAND: Final = Hand(
    name="steady",
    place_sigma=0.0,
    yaw_sigma=0.0,
    tremor=0.0,
    tremor_hz=10.0,
    aim_sigma=0.0,
    speed=700.0,
    speed_sigma=0.0,
    spin=25.0,
    paces=(("usual", Pace(300.0, 900.0)), ("slow", Pace(120.0, 300.0)), ("rash", Pace(1500.0, 12000.0))),
)
"""A hand that places, aims and carries without errors. The spin of its throws is random."""


def empty_table(width: float = TABLE_SIDE, depth: float = TABLE_SIDE, surface: Surface = FELT) -> Table:
    """Return an empty table.

    Args:
        width: Side along x (mm).
        depth: Side along y (mm).
        surface: The surface.
    """
    return Table(width, depth, surface)


def with_tower(
    table: Table,
    dice: int,
    *,
    name: str = "tower",
    at: Point | None = None,
    size: float = 16.0,
    kind: DieKind = D6,
    lean: Point = (0.0, 0.0),
    yaw: float = 0.0,
) -> Table:
    """Return a table with a tower of cubes added to it.

    The tower has no model. Its dice are called `{name}-00`, `{name}-01` and so on from the bottom up.

    Args:
        table: The table.
        dice: Number of dice.
        name: Name of the tower.
        at: Place of the lowest die on the table (mm); None for the middle of the table.
        size: Size of the dice (mm).
        kind: Kind of the dice.
        lean: Offset of each die from the die below it, along x and y (mm).
        yaw: Rotation of all dice about the vertical (rad).
    """
    x, y = table.middle if at is None else at
    level = table.level_at((x, y))
    stack = tuple(
        Die(
            f"{name}-{k:02d}",
            kind,
            size,
            Pose((x + k * lean[0], y + k * lean[1], level + (k + 0.5) * size), about_z(yaw)),
        )
        for k in range(dice)
    )
    return table.with_pieces(*stack).with_tower(name, Tower(tuple(die.id for die in stack)))
