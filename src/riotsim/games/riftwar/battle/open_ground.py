"""Sight, ways and dangers on a table without a map, until `map/` has them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from riotsim.table.geometry.plan import disc, room_inside, sweep
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.sight.bodies import Body
from riotsim.table.sight.lines import LineOfSight, view
from riotsim.table.sight.solids import Cylinder, Solids


@dataclass(frozen=True, slots=True)
class GameMap:
    """The size of the table (mm)."""

    width: float
    depth: float


@dataclass(frozen=True, slots=True)
class Stand:
    """A unit on the table as sight and moves see it: its place, base, height and flags (mm)."""

    name: PieceId
    at: Point
    radius: float
    height: float
    heavy: bool = False
    ranged: bool = False
    flying: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """Sight from one unit to another: whether it is open, and whether the target has cover."""

    open: bool
    cover: bool
    lines: tuple[LineOfSight, ...] = ()
    cover_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Watcher:
    """A unit that may fire, with the direction and the width of its arc (rad)."""

    stand: Stand
    facing: float
    arc: float


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit and the end of its way (mm)."""

    stand: Stand
    to: Point


@dataclass(frozen=True, slots=True)
class Stop:
    """What a way meets first: the share of the way up to which it is free, the kind of thing, and its name."""

    share: float
    kind: str
    piece: str


@dataclass(frozen=True, slots=True)
class Boundary:
    """A boundary of terrain on a way: the shares of the way on both sides of it."""

    area: str
    near: float
    far: float | None


@dataclass(frozen=True)
class Field:
    """All units on the table, for lines of sight."""

    stands: tuple[Stand, ...]

    @classmethod
    def of(cls, _map: GameMap, stands: Sequence[Stand], _options: object = None) -> "Field":
        """Return the field of some units."""
        return cls(tuple(stands))

    def sight(self, watcher: PieceId, target: PieceId) -> Sight:
        """Return the sight from one unit to another."""
        by_name = {stand.name: stand for stand in self.stands}
        return _sight(by_name[watcher], by_name[target], tuple(stand for stand in self.stands if stand.heavy))

    def sees(self, pairs: Sequence[tuple[PieceId, PieceId]]) -> list[bool]:
        """Return for each pair of units whether the first sees the second."""
        return [self.sight(*pair).open for pair in pairs]


@lru_cache(maxsize=65536)
def _sight(one: Stand, other: Stand, heavy: tuple[Stand, ...]) -> Sight:
    if not heavy:
        return Sight(True, False)
    solids = Solids.of(
        (its.name, Cylinder((*its.at, its.height / 2), (0.0, 0.0, 1.0), its.height, its.radius)) for its in heavy
    )
    lines = view(_body(one), _body(other), solids).lines
    shut = sum(bool(line.shut_by) for line in lines)
    return Sight(shut < len(lines), shut > 0, lines)


def _body(stand: Stand) -> Body:
    return Body(stand.name, stand.at, stand.radius, stand.height)


def in_arc(at: Point, facing: float, arc: float, target_at: Point, target_radius: float) -> bool:
    """Return whether any part of a base is in an arc (RW-51)."""
    apart = math.dist(at, target_at)
    if apart <= target_radius or arc >= math.tau:
        return True
    off = abs(math.remainder(math.atan2(target_at[1] - at[1], target_at[0] - at[0]) - facing, math.tau))
    return off <= arc / 2 + math.asin(target_radius / apart)


def dangers(
    field: Field, watchers: Sequence[Watcher], movers: Sequence[Mover]
) -> dict[tuple[PieceId, PieceId], tuple[tuple[float, float], ...]]:
    """Return the shares of their ways at which each watcher may fire at each mover, as stretches (RW-41)."""
    found: dict[tuple[PieceId, PieceId], tuple[tuple[float, float], ...]] = {}
    steps = 1 if all(mover.to == mover.stand.at for mover in movers) else 16
    for share in [k / steps for k in range(steps + 1)] if steps > 1 else [0.0]:
        moved = {
            mover.stand.name: replace(
                mover.stand,
                at=(
                    mover.stand.at[0] + (mover.to[0] - mover.stand.at[0]) * share,
                    mover.stand.at[1] + (mover.to[1] - mover.stand.at[1]) * share,
                ),
            )
            for mover in movers
        }
        here = Field(tuple(moved.get(stand.name, stand) for stand in field.stands))
        for watcher in watchers:
            for name, stand in moved.items():
                if not in_arc(watcher.stand.at, watcher.facing, watcher.arc, stand.at, stand.radius):
                    continue
                if here.sight(watcher.stand.name, name).open:
                    before = found.get((watcher.stand.name, name), ())
                    if before and before[-1][1] >= share - 1.5 / steps:
                        found[watcher.stand.name, name] = (*before[:-1], (before[-1][0], share))
                    else:
                        found[watcher.stand.name, name] = (*before, (share, share))
    return found


def first_stop(game_map: GameMap, stand: Stand, to: Point, others: Sequence[Stand]) -> Stop | None:
    """Return what a unit meets first on a straight way; None if nothing."""
    far = math.dist(stand.at, to)
    if far == 0.0:
        return None
    way = ((to[0] - stand.at[0]) / far, (to[1] - stand.at[1]) / far)
    base = disc(stand.at, stand.radius)
    stops = [Stop(room_inside(base, way, game_map.width, game_map.depth) / far, "edge", "")]
    met = ((other.name, sweep(base, way, disc(other.at, other.radius))) for other in others)
    stops += [Stop(along / far, "unit", name) for name, along in met if along is not None]
    first = min(stops, key=lambda stop: stop.share)
    return first if first.share < 1.0 else None


def group_stop(game_map: GameMap, movers: Sequence[Mover], others: Sequence[Stand]) -> Stop | None:
    """Return what a group meets first, its members among themselves too; None if nothing."""
    stops = [stop for mover in movers if (stop := first_stop(game_map, mover.stand, mover.to, others)) is not None]
    for k, one in enumerate(movers):
        for other in movers[:k]:
            x, y = one.to[0] - one.stand.at[0], one.to[1] - one.stand.at[1]
            x, y = x - (other.to[0] - other.stand.at[0]), y - (other.to[1] - other.stand.at[1])
            far = math.hypot(x, y)
            if far > 1e-9:
                base, its = disc(one.stand.at, one.stand.radius), disc(other.stand.at, other.stand.radius)
                met = sweep(base, (x / far, y / far), its)
                if met is not None and met < far:
                    stops.append(Stop(met / far, "unit", other.stand.name))
    return min(stops, key=lambda stop: stop.share, default=None)


def first_boundary(_map: GameMap, _stand: Stand, _to: Point) -> Boundary | None:
    """Return the first boundary of terrain on a way; None without any."""
    return None


def fits(game_map: GameMap, radius: float, at: Point, others: Sequence[Stand]) -> str | None:
    """Return the name of what is in the way of a base at a place; None if it fits."""
    if not (radius <= at[0] <= game_map.width - radius and radius <= at[1] <= game_map.depth - radius):
        return ""
    for other in others:
        if math.dist(at, other.at) < radius + other.radius - 1e-6:
            return other.name
    return None
