"""Paths of units over the map (RW-12, RW-32, RW-34).

The functions find the obstacles and the boundaries of areas on a path. They also find the place where a unit ends if it
crosses a structure.

A point on a path is given as a fraction of the path, from 0 to 1. All lengths are in mm.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Literal

from riotsim.games.riftwar.map.game_map import Area, GameMap
from riotsim.games.riftwar.map.outlines import between
from riotsim.games.riftwar.map.stands import Mover, Stand
from riotsim.table.geometry.plan import Footprint, Part, crossing, disc, gap, near, room_inside, sweep
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point

INSIDE = 0.01
"""Distance between the boundary of an area and the centre of a unit that ends its move just inside (mm)."""

OVERLAP = 1e-6
"""Greatest depth of an overlap that still counts as contact (mm). It allows for rounding errors."""

FARTHEST = 1e6
"""Length of a line that reaches across any table (mm)."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The point of a path where something stops a unit."""

    share: float
    """Fraction of the path that is free, from 0 to 1. At the end of the free part, the base touches the obstacle."""
    kind: Literal["structure", "unit", "edge"]
    """The obstacle; `edge` is the edge of the table."""
    piece: PieceId = ""
    """Name of what stops the unit; empty for the edge of the table."""
    unit: PieceId = ""
    """Name of the unit that is stopped."""


@dataclass(frozen=True, slots=True)
class Boundary:
    """The first boundary of an area on a unit's path. The unit's move ends on the near or the far side (RW-32)."""

    area: PieceId
    """Name of the area."""
    near: float
    """Fraction of the path that the unit covers if its move ends on the near side of the boundary."""
    far: float | None
    """Fraction of the path that the unit covers if its move ends on the far side of the boundary.

    It is more than 1 if the path ends before this point. It is None if the line of the path never reaches the far side.
    """
    unit: PieceId = ""
    """Name of the unit that meets the boundary."""


def first_stop(game_map: GameMap, unit: Stand, to: Point, others: Iterable[Stand]) -> Stop | None:
    """Return what stops a unit on its path; None if the whole path is free (RW-34).

    Args:
        game_map: The map.
        unit: The unit before its move. A flying unit passes over everything but the edge of the table.
        to: Centre of the unit's base after the move (mm).
        others: The other units on the table.
    """
    length = math.dist(unit.at, to)
    if length == 0.0:
        return None
    ahead = ((to[0] - unit.at[0]) / length, (to[1] - unit.at[1]) / length)
    room = room_inside(unit.footprint, ahead, game_map.width, game_map.depth)
    stops = [Stop(room / length, "edge", unit=unit.name)] if room < length - OVERLAP else []
    if not unit.flying:
        base, whole = _narrow(unit), Footprint((Part((unit.at, to), unit.radius),))
        things: list[tuple[Literal["structure", "unit"], PieceId, Footprint]] = [
            ("structure", one.name, one.outline.footprint) for one in game_map.structures
        ]
        things += [("unit", one.name, one.footprint) for one in others if one.name != unit.name]
        for kind, name, area in things:
            if near(whole, area, 0.0):
                far = sweep(base, ahead, area)
                if far is not None and far < length - OVERLAP:
                    stops.append(Stop(far / length, kind, name, unit.name))
    return min(stops, key=lambda stop: (stop.share, stop.kind, stop.piece), default=None)


def _narrow(unit: Stand) -> Footprint:
    """Return a unit's base, made slightly smaller. So rounding errors don't stop a unit that slides along something."""
    return disc(unit.at, unit.radius - OVERLAP / 2)


def group_stop(game_map: GameMap, movers: Sequence[Mover], others: Iterable[Stand]) -> Stop | None:
    """Return the first stop of several units that move together, or None if all their paths are free (RW-36).

    At any moment, all of these units have covered the same fraction of their paths.

    Args:
        game_map: The map.
        movers: The units that move.
        others: The other units on the table. If the units of `movers` are in it too, they are left out.
    """
    moving = {one.stand.name for one in movers}
    fixed = [one for one in others if one.name not in moving]
    stops = [first_stop(game_map, one.stand, one.to, fixed) for one in movers]
    stops += [_meeting(one, other) for one, other in combinations(movers, 2)]
    found = [stop for stop in stops if stop is not None]
    return min(found, key=lambda stop: (stop.share, stop.kind, stop.piece, stop.unit), default=None)


def _meeting(one: Mover, other: Mover) -> Stop | None:
    """Return where `other` stops the unit `one` if the two move at the same time; None if they don't meet.

    At any moment, both units have covered the same fraction of their paths.
    """
    unit, to, second, second_to = one.stand, one.to, other.stand, other.to
    if unit.flying or second.flying:
        return None
    step = (to[0] - unit.at[0] - second_to[0] + second.at[0], to[1] - unit.at[1] - second_to[1] + second.at[1])
    length = math.hypot(*step)
    if length <= OVERLAP:
        return None
    far = sweep(_narrow(unit), (step[0] / length, step[1] / length), second.footprint)
    if far is None or far >= length - OVERLAP:
        return None
    return Stop(far / length, "unit", second.name, unit.name)


def fits(
    game_map: GameMap, radius: float, at: Point, others: Iterable[Stand], *, touching: float = OVERLAP
) -> str | None:
    """Return the name of an obstacle that a base would overlap at a place. Return None if the base has room there.

    Args:
        game_map: The map.
        radius: Radius of the base (mm).
        at: Centre of the base (mm).
        others: The other units.
        touching: Greatest depth of an overlap that still counts as contact (mm).

    Returns:
        Name of a structure or unit; empty for the edge of the table.
    """
    base = disc(at, radius)
    left, front, right, back = base.bounds()
    if min(left, front, game_map.width - right, game_map.depth - back) < -touching:
        return ""
    things = chain(
        ((one.name, one.outline.footprint) for one in game_map.structures),
        ((one.name, one.footprint) for one in others),
    )
    return next((name for name, area in things if near(base, area, 0.0) and gap(base, area) < -touching), None)


def first_boundary(game_map: GameMap, unit: Stand, to: Point) -> Boundary | None:
    """Return the first boundary of an area that a unit meets on its straight path; None if it meets none (RW-32).

    The place where a unit meets an area's boundary depends on its base's place before the move:

    - The centre of the base is in the area: the unit meets the boundary where the centre crosses it.
    - The whole base is outside the area: the unit meets the boundary where the base first touches it.
    - The base lies over the boundary, and its centre is outside. If the path takes the centre into the area, the unit
      meets the boundary at the start of the path. If not, it doesn't meet this boundary.

    Args:
        game_map: The map.
        unit: The unit before its move. A flying unit meets no boundary.
        to: Centre of the unit's base after the move (mm).
    """
    length = math.dist(unit.at, to)
    if unit.flying or length == 0.0:
        return None
    found = [_boundary(area, unit, to, length) for area in game_map.areas]
    return min((one for one in found if one is not None), key=lambda one: (one.near, one.area), default=None)


def _boundary(area: Area, unit: Stand, to: Point, length: float) -> Boundary | None:
    """Return where a unit on its path first meets the boundary of `area`; None if the unit doesn't meet it."""
    ahead = ((to[0] - unit.at[0]) / length, (to[1] - unit.at[1]) / length)
    beyond = (unit.at[0] + FARTHEST * ahead[0], unit.at[1] + FARTHEST * ahead[1])
    inside = [(one * FARTHEST, two * FARTHEST) for one, two in area.outline.inside(unit.at, beyond)]
    footprint = area.outline.footprint
    if area.outline.contains(unit.at):  # it leaves the area, if the way is long enough
        leaves = inside[0][1] if inside else 0.0
        if leaves >= length:
            return None
        clear = _clear(unit, ahead, leaves, footprint)
        return Boundary(area.name, max(leaves - INSIDE, 0.0) / length, clear / length, unit.name)
    enters = next((one + INSIDE for one, _ in inside), None)
    if gap(unit.footprint, footprint) < -OVERLAP:  # its base is over the boundary
        return None if enters is None or enters > length else Boundary(area.name, 0.0, enters / length, unit.name)
    comes = sweep(_narrow(unit), ahead, footprint)
    if comes is None or comes >= length:
        return None
    return Boundary(area.name, comes / length, None if enters is None else enters / length, unit.name)


def _clear(unit: Stand, ahead: Point, leaves: float, area: Footprint) -> float:
    """Return how far along a straight line a unit must go until its whole base is out of an area (mm).

    Args:
        unit: The unit at the start of the line.
        ahead: Direction of the line, as a unit vector.
        leaves: The distance along the line until the unit's centre leaves the area (mm).
        area: The area.
    """
    return next((two for one, two in _overlaps(unit, ahead, area) if one <= leaves <= two), leaves)


def _overlaps(unit: Stand, ahead: Point, area: Footprint) -> list[tuple[float, float]]:
    """Return the parts of a straight line where the base of a moving unit overlaps an area.

    Each part is given by its start and its end, as distances from the beginning of the line (mm). The line begins at
    `unit.at`, in the direction `ahead`.
    """
    grown = (Footprint((Part(part.points, part.radius + unit.radius),)) for part in area.parts)
    found: list[tuple[float, float]] = []
    for one, two in sorted(met for part in grown if (met := crossing(unit.at, ahead, part)) is not None):
        if found and one <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], two))
        else:
            found.append((one, two))
    return found


def group_boundary(game_map: GameMap, movers: Sequence[Mover]) -> Boundary | None:
    """Return the first boundary that one of several units meets; None if no unit meets a boundary (RW-36).

    At any moment, all units have covered the same fraction of their paths.

    Args:
        game_map: The map.
        movers: The units that move.
    """
    found = [first_boundary(game_map, one.stand, one.to) for one in movers]
    return min((one for one in found if one is not None), key=lambda one: (one.near, one.unit), default=None)


def crossing_place(game_map: GameMap, unit: Stand, structure: PieceId, others: Iterable[Stand]) -> Point | None:
    """Return the place where a unit ends if it crosses a structure (RW-12).

    Before the move, the unit is in contact with the structure. It moves at right angles to the side that it touches. It
    ends in contact with the far side.

    Args:
        game_map: The map.
        unit: The unit, in contact with the structure.
        structure: Name of the structure.
        others: The other units on the table.

    Returns:
        Centre of the base (mm); None if the structure can't be crossed, or the base has no room on the far side.
    """
    piece = game_map.structure[structure]
    area = piece.outline.footprint
    ahead = _towards(unit.at, area)
    if not piece.crossable or ahead is None:
        return None
    overlaps = _overlaps(unit, ahead, area)
    if not overlaps:
        return None
    far = overlaps[0][1]
    at = (unit.at[0] + far * ahead[0], unit.at[1] + far * ahead[1])
    return at if fits(game_map, unit.radius, at, (one for one in others if one.name != unit.name)) is None else None


def _towards(at: Point, area: Footprint) -> Point | None:
    """Return the direction from a point to the nearest edge of an area, as a unit vector.

    The exception is a circular area: the result is the direction to its centre, and None at the centre itself.
    """
    best: tuple[float, Point] | None = None
    for part in area.parts:
        for one, two in zip(part.points, (*part.points[1:], part.points[0]), strict=True):
            dx, dy = two[0] - one[0], two[1] - one[1]
            size = dx * dx + dy * dy or 1.0  # a circle has a single point
            spot = between(one, two, min(1.0, max(0.0, ((at[0] - one[0]) * dx + (at[1] - one[1]) * dy) / size)))
            far = math.dist(at, spot)
            if far > 0.0 and (best is None or far < best[0]):
                best = (far, ((spot[0] - at[0]) / far, (spot[1] - at[1]) / far))
    return None if best is None else best[1]
