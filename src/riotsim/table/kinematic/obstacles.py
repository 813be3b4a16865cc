"""Obstacles: pieces in the path of a moving piece, or in the place where the moving piece should end."""

import itertools
import math
from collections.abc import Collection, Iterator, Sequence

from riotsim.errors import InvalidValue
from riotsim.table.geometry.plan import CONTACT_GAP, Footprint, Part, crossing, hull
from riotsim.table.overlaps import OccupiedSpace, overlap_depth
from riotsim.table.pieces import Box, Die, Model, Movable, PieceId, Token
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.table.units import format_short


def occupied_spaces(table: Table, without: Collection[PieceId]) -> Iterator[OccupiedSpace]:
    """Yield the spaces of all pieces that can be in the way of other pieces.

    Models, tokens and dice named in `without` are left out. A piece of terrain takes up the whole space from the table
    up to its height. Mesh-shaped terrain on which models can stand is left out, because it is never in the way.
    """
    movables: tuple[Movable, ...] = (*table.models.values(), *table.tokens.values(), *table.dice.values())
    for movable in movables:
        if movable.id not in without:
            yield space_of(movable)
    for piece in table.terrain.values():
        if isinstance(piece.shape, Box) or not piece.can_stand_on:
            yield OccupiedSpace(piece.id, piece.footprint, 0.0, piece.height)


def space_of(piece: Movable) -> OccupiedSpace:
    """Return the space that a piece occupies at its present place."""
    match piece:
        case Model():
            return OccupiedSpace(piece.id, piece.footprint, piece.level, piece.level + piece.height)
        case Token():
            z = piece.pose.at[2]
            return OccupiedSpace(piece.id, piece.footprint, z - piece.thickness / 2, z + piece.thickness / 2)
        case Die():
            _, _, low, _, _, high = piece.bounds
            return OccupiedSpace(piece.id, piece.footprint, low, high)


def first_in_way(moving: OccupiedSpace, others: Sequence[OccupiedSpace]) -> OccupiedSpace | None:
    """Return the first of `others` that `moving` overlaps by more than `CONTACT_GAP`, or None if it overlaps none."""
    for other in others:
        if overlap_depth(moving, other.plan, other.low, other.high) > CONTACT_GAP:
            return other
    return None


def joined(one: Footprint, other: Footprint) -> Footprint:
    """Return the area that a footprint covers as it moves from one place to another in a straight line.

    Args:
        one: The footprint at the beginning.
        other: The footprint at the end. It has the same parts in the same order.
    """
    return Footprint(
        tuple(
            Part(hull((*a.points, *b.points)), max(a.radius, b.radius))
            for a, b in zip(one.parts, other.parts, strict=True)
        )
    )


def require_on_table(what: str, plan: Footprint, table: Table, *, in_tray: bool = False) -> None:
    """Check that an area lies on the table. The area may stick out over the table's edge by up to `CONTACT_GAP`.

    Args:
        what: Beginning of the error message: the piece and its place or motion, such as `red-1 at (120, 80)`.
        plan: The area.
        table: The table.
        in_tray: Whether the area may also lie in the table's tray, or on the tray's rack (a ledge for dice).

    Raises:
        InvalidValue: The area sticks out by more than `CONTACT_GAP`.
    """
    left, front, right, back = plan.bounds()
    over = max(-left, -front, right - table.width, back - table.depth)
    for (x, y), width, depth in table.tray.areas if in_tray and table.tray is not None else ():
        over = min(over, max(x - left, y - front, right - x - width, back - y - depth))
    if over > CONTACT_GAP:
        raise InvalidValue(f"{what} would stick out over the edge of the table by {format_short(over)} mm")


def require_level(what: str, start: Point, end: Point, table: Table) -> None:
    """Check that the ground along a straight line has the same height everywhere.

    Args:
        what: Beginning of the error message: the piece and its motion, such as `red-1, slid to (120, 80),`.
        start: Start of the line (mm).
        end: End of the line (mm).
        table: The table.

    Raises:
        InvalidValue: The height changes.
    """
    level, length = table.level_at(start), math.dist(start, end)
    stops = {0.0, length}
    if length > 0.0:
        direction = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
        for piece in table.terrain.values():
            if piece.can_stand_on and isinstance(piece.shape, Box):
                met = crossing(start, direction, piece.footprint) or ()
                stops.update(stop for stop in met if 0.0 < stop < length)
    ordered = sorted(stops)
    middles = ((a + b) / 2 / (length or 1.0) for a, b in itertools.pairwise(ordered))
    points = [(start[0] + s * (end[0] - start[0]), start[1] + s * (end[1] - start[1])) for s in middles]
    if any(table.level_at(point) != level for point in (*points, end)):
        raise InvalidValue(f"{what} would leave the level of {format_short(level)} mm on which it stands")
