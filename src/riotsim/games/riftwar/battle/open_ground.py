"""Sight, ways and dangers on a table without a map, until `map/` has them."""
# ruff: noqa

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
    width: float
    depth: float


@dataclass(frozen=True, slots=True)
class Stand:
    name: PieceId
    at: Point
    radius: float
    height: float
    heavy: bool = False
    ranged: bool = False
    flying: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    open: bool
    cover: bool
    lines: tuple[LineOfSight, ...] = ()
    cover_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Watcher:
    stand: Stand
    facing: float
    arc: float


@dataclass(frozen=True, slots=True)
class Mover:
    stand: Stand
    to: Point


@dataclass(frozen=True, slots=True)
class Stop:
    share: float
    kind: str
    piece: str


@dataclass(frozen=True, slots=True)
class Boundary:
    area: str
    near: float
    far: float | None


@dataclass(frozen=True)
class Field:
    stands: tuple[Stand, ...]

    @classmethod
    def of(cls, _map: GameMap, stands: Sequence[Stand], _options: object = None) -> "Field":
        return cls(tuple(stands))

    def sight(self, watcher: PieceId, target: PieceId) -> Sight:
        by_name = {stand.name: stand for stand in self.stands}
        return _sight(by_name[watcher], by_name[target], tuple(stand for stand in self.stands if stand.heavy))

    def sees(self, pairs: Sequence[tuple[PieceId, PieceId]]) -> list[bool]:
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
    apart = math.dist(at, target_at)
    if apart <= target_radius or arc >= math.tau:
        return True
    off = abs(math.remainder(math.atan2(target_at[1] - at[1], target_at[0] - at[0]) - facing, math.tau))
    return off <= arc / 2 + math.asin(target_radius / apart)


def dangers(
    field: Field, watchers: Sequence[Watcher], movers: Sequence[Mover]
) -> dict[tuple[PieceId, PieceId], tuple[tuple[float, float], ...]]:
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
                if in_arc(watcher.stand.at, watcher.facing, watcher.arc, stand.at, stand.radius):
                    if here.sight(watcher.stand.name, name).open:
                        before = found.get((watcher.stand.name, name), ())
                        if before and before[-1][1] >= share - 1.5 / steps:
                            found[watcher.stand.name, name] = (*before[:-1], (before[-1][0], share))
                        else:
                            found[watcher.stand.name, name] = (*before, (share, share))
    return found


def first_stop(game_map: GameMap, stand: Stand, to: Point, others: Sequence[Stand]) -> Stop | None:
    far = math.dist(stand.at, to)
    if far == 0.0:
        return None
    way = ((to[0] - stand.at[0]) / far, (to[1] - stand.at[1]) / far)
    base = disc(stand.at, stand.radius)
    stops = [Stop(room_inside(base, way, game_map.width, game_map.depth) / far, "edge", "")]
    for other in others:
        if (met := sweep(base, way, disc(other.at, other.radius))) is not None:
            stops.append(Stop(met / far, "unit", other.name))
    first = min(stops, key=lambda stop: stop.share)
    return first if first.share < 1.0 else None


def group_stop(game_map: GameMap, movers: Sequence[Mover], others: Sequence[Stand]) -> Stop | None:
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
    return None


def fits(game_map: GameMap, radius: float, at: Point, others: Sequence[Stand]) -> str | None:
    if not (radius <= at[0] <= game_map.width - radius and radius <= at[1] <= game_map.depth - radius):
        return ""
    for other in others:
        if math.dist(at, other.at) < radius + other.radius - 1e-6:
            return other.name
    return None
