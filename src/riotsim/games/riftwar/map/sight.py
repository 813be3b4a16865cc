"""Sight from one unit to another: its lines, the pieces that block them, and cover (RW-13 to RW-18).

All lengths are in mm.
"""

from dataclasses import dataclass
from typing import Literal

from riotsim.games.riftwar.map.game_map import Area, Corner, GameMap
from riotsim.games.riftwar.map.stands import Stand
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.sight.lines import LineOfSight

INCH = 25.4


@dataclass(frozen=True, slots=True)
class SightOptions:
    """The options of the rules about sight and cover."""

    mode: Literal["mesh", "plan"] = "mesh"
    """What blocks a line: the meshes of structures, or their outlines seen from above, whatever the height (RW-13)."""
    points: Literal[1, 3, 9] = 9
    """Number of points of the target that lines run to: all nine, the three at half its height, or only the middle one
    (RW-13).
    """
    lines: int = 1
    """Number of lines that must be blocked for a target to be in cover (RW-14)."""
    near: float = 2 * INCH
    """Greatest distance from a target to a structure that gives the target cover without blocking lines (mm, RW-14)."""
    edge: float = 0.5 * INCH
    """Greatest distance from the edge of an area at which a unit in the area sees out (mm, RW-17). It is measured from
    the unit's base, along the line to the other unit's centre.
    """
    reach: float = INCH
    """Greatest distance between a unit's base and a corner round which the unit can fire (mm, RW-18)."""
    exposed: Literal["always", "after_firing"] = "always"
    """When a unit at a corner can be fired at along the lines round the corner: always, or only after the unit has
    fired round a corner (RW-18).
    """

    @property
    def asked(self) -> tuple[int, ...]:
        """Indices of the lines that count. The nine lines are numbered row by row from the foot up, each row from left
        to right.
        """
        return {9: tuple(range(9)), 3: (3, 4, 5), 1: (4,)}[self.points]


@dataclass(frozen=True, slots=True)
class Sight:
    """The sight from an attacker to a target."""

    open: bool
    """True if a line is open, so that there is a line of sight."""
    cover: bool
    """True if the target is in cover from the attacker."""
    lines: tuple[LineOfSight, ...]
    """The lines, each with the pieces that block it. They are in rows from the foot up, each row from left to right."""
    cover_by: tuple[PieceId, ...] = ()
    """The pieces that give the cover, in alphabetical order."""
    corner: Corner | None = None
    """The corner from which the lines start; None if they start from the attacker's eye.

    If `returned` is True, it is a corner near the target. Otherwise it is a corner near the attacker.
    """
    returned: bool = False
    """True if the attacker fires back at a unit at a corner: the lines then start from the target's corner."""


def at_edge(area: Area, unit: Stand, other: Point, edge: float) -> bool:
    """Return whether a unit in an area is near enough to the edge to see out and be seen (RW-17).

    Args:
        area: The area.
        unit: The unit in the area.
        other: Centre of the other unit, which isn't in the area (mm).
        edge: Greatest distance from the base to the edge of the area, along the line between the centres (mm).
    """
    (x, y), (to_x, to_y) = unit.at, other
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    inside = area.outline.inside(unit.at, other)
    return not inside or inside[-1][1] * length - unit.radius <= edge


def corners_near(game_map: GameMap, unit: Stand, reach: float) -> tuple[Corner, ...]:
    """Return the corners round which a unit can fire (RW-18): the corners at most `reach` (mm) from the unit's base.

    A unit that is flying or not `ranged` has none.
    """
    if not unit.ranged or unit.flying:
        return ()
    far = reach + unit.radius
    return tuple(one for one in game_map.corners if _squared(one.at, unit.at) <= far * far)


def corner_share(corner: Corner, unit: Stand, to: Point, reach: float) -> tuple[float, float] | None:
    """Return the part of a unit's straight path on which the unit is near a corner.

    The unit is near the corner if its base is at most `reach` mm away. The result is the start and the end of the
    part, as fractions of the path from 0 to 1. It is None if the unit is never near.
    """
    x, y = unit.at[0] - corner.at[0], unit.at[1] - corner.at[1]
    dx, dy = to[0] - unit.at[0], to[1] - unit.at[1]
    far = reach + unit.radius
    a, b, c = dx * dx + dy * dy, x * dx + y * dy, x * x + y * y - far * far
    if a == 0.0:
        return (0.0, 1.0) if c <= 0.0 else None
    square = b * b - a * c
    if square < 0.0:
        return None
    first, last = (-b - square**0.5) / a, (-b + square**0.5) / a
    return (max(first, 0.0), min(last, 1.0)) if last >= 0.0 and first <= 1.0 else None


def _squared(one: Point, other: Point) -> float:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
