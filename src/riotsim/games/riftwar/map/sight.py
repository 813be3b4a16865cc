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
    """The obstacles to a line: the meshes of structures, or their outlines seen from above, whatever the height
    (RW-13).
    """
    points: Literal[1, 3, 9] = 9
    """Number of lines to the target: all nine, the three to half its height, or only the one to its middle (RW-13).
    """
    lines: int = 1
    """Number of lines that must be blocked for a target to be in cover (RW-14)."""
    near: float = 2 * INCH
    """A low wall gives a target cover up to this distance from it (mm, RW-14). The same distance holds for all
    structures that give cover but can't block lines.
    """
    edge: float = 0.5 * INCH
    """A unit in an area sees out if its base is no farther than this from the area's edge (mm, RW-17).

    The distance is measured along the line to the other unit's centre.
    """
    reach: float = INCH
    """Greatest distance between a unit's base and a corner round which the unit can fire (mm, RW-18)."""
    exposed: Literal["always", "after_firing"] = "always"
    """When a unit at a corner can be fired at along the lines round the corner: always, or only after the unit has
    fired round a corner (RW-18).
    """

    @property
    def asked(self) -> tuple[int, ...]:
        """Indices of the lines of sight, out of nine, that `points` selects.

        The lines are numbered from 0 in the order of their ends on the target: row by row from the bottom to the top,
        and from left to right in each row.
        """
        return {9: tuple(range(9)), 3: (3, 4, 5), 1: (4,)}[self.points]


@dataclass(frozen=True, slots=True)
class Sight:
    """The sight from an attacker to a target."""

    open: bool
    """True if at least one line is open: the attacker sees the target."""
    cover: bool
    """True if the target is in cover from the attacker."""
    lines: tuple[LineOfSight, ...]
    """The lines, each with the pieces that block it.

    The lines are in the order of their ends on the watched unit: row by row from the bottom to the top, and from left
    to right in each row.
    """
    cover_by: tuple[PieceId, ...] = ()
    """The pieces that give the cover, in alphabetical order."""
    corner: Corner | None = None
    """The start of the lines if it is a corner; None if they start from the attacker's eye.

    If `returned` is True, the corner is near the target. Otherwise it is near the attacker.
    """
    returned: bool = False
    """True if the target stands at a corner, and the attacker sees the target only along the lines round this corner.

    These lines start from the target's corner, and run to the attacker.
    """


def at_edge(area: Area, unit: Stand, other: Point, edge: float) -> bool:
    """Return whether a unit in an area is so near the area's edge that it sees out and can be seen (RW-17).

    Args:
        area: The area.
        unit: The unit in the area.
        other: Centre of the other unit, which isn't in the area (mm).
        edge: The unit sees out if its base is no farther than this from the area's edge (mm). The distance is measured
            along the line between the centres of the two units.
    """
    (x, y), (to_x, to_y) = unit.at, other
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
    inside = area.outline.inside(unit.at, other)
    return not inside or inside[-1][1] * length - unit.radius <= edge


def corners_near(game_map: GameMap, unit: Stand, reach: float) -> tuple[Corner, ...]:
    """Return the corners round which a unit can fire (RW-18): the corners at most `reach` (mm) from the unit's base.

    A unit has no such corners if it flies, or if it isn't `ranged`.
    """
    if not unit.ranged or unit.flying:
        return ()
    far = reach + unit.radius
    return tuple(one for one in game_map.corners if _squared(one.at, unit.at) <= far * far)


def corner_share(corner: Corner, unit: Stand, to: Point, reach: float) -> tuple[float, float] | None:
    """Return the part of a unit's straight path that is near a corner.

    The unit is near the corner if its base is at most `reach` mm away. The result is the start and the end of this
    part, as fractions of the path from 0 to 1. If the unit is never near the corner, the result is None.
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
