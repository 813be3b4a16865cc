"""Sight, arcs, paths and dangers of the units on the table (RW-13, RW-32, RW-34, RW-41, RW-51)."""

import math
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias, TypeVar

from riotsim.games.riftwar.armies.unit_types import title_of, title_of_type
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.chapters.arcs import arc_of, has_turret
from riotsim.games.riftwar.chapters.groups import Bases
from riotsim.games.riftwar.map import arcs, dangers, ways
from riotsim.games.riftwar.map.field import Field
from riotsim.games.riftwar.map.game_map import GameMap, Structure
from riotsim.games.riftwar.map.sight import Sight, SightOptions
from riotsim.games.riftwar.map.stands import Mover, Stand, Watcher
from riotsim.games.riftwar.rulebook import Rulebook
from riotsim.games.riftwar.state import Dangers, Plan, Unit, UnitId
from riotsim.table.geometry.plan import CONTACT_GAP, touch
from riotsim.table.geometry.straight import Obstacle, StraightWays
from riotsim.table.pieces import Mesh, Model, PieceId, Terrain
from riotsim.table.poses import Point, Vector
from riotsim.table.sight.lines import nine_points
from riotsim.table.state import Table

KEPT: Final = 32
"""Default for the greatest number of entries in a `Recent` cache."""

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class _Position:
    """A cache entry: the units of a position, prepared for sight and moves.

    The entry's key consists of the ids of `rules`, `terrain` and `models`. The entry holds these objects. While they
    exist, no other objects can get their ids.
    """

    rules: Rulebook
    terrain: dict[PieceId, Terrain]
    models: dict[PieceId, Model]
    stands: dict[UnitId, Stand]
    heavies: frozenset[Stand]
    """The Heavy units of the position."""
    on_map: Field
    without: dict[UnitId, Field] = field(default_factory=dict)
    """Maps with all units except one on them, by the name of the missing unit."""
    known: dict[tuple[UnitId, ...], tuple["_Sights", dict[UnitId, int]]] = field(default_factory=dict)
    """The cached sights, together with each unit's number in `_Sights.numbers`. The keys are results of `_fired_round`:
    the units that are exposed after firing round a corner.
    """


Pair: TypeAlias = tuple[int, int]
"""The number of a watcher, and the number of a target (see `_Sights.numbers`)."""

SightKey: TypeAlias = tuple[int, int, frozenset[Stand], tuple[UnitId, ...]]
"""Everything that a sight depends on, except the two units themselves.

The key consists of the id of the rules, the id of the map, the Heavy units, and the units that `_fired_round` returns.
"""


@dataclass(frozen=True, slots=True)
class _Sights:
    """Cached sights between pairs of units. They are valid as long as the `SightKey` stays the same.

    The key doesn't change when a Light or Medium unit moves, so the sights between other units stay valid.
    """

    kept: tuple[object, ...]
    """The objects whose ids are part of the key. They are kept so that no other objects get the same ids."""
    numbers: dict[Stand, int] = field(default_factory=dict)
    """A number for each unit at each place where it has stood. Looking up a pair of numbers is faster than looking up a
    pair of units.
    """
    sights: dict[Pair, Sight] = field(default_factory=dict)
    seen: dict[Pair, bool] = field(default_factory=dict)


class Recent(OrderedDict[K, V]):
    """A cache. When it is full, it drops the value that has not been used for the longest time.

    Args:
        kept: Greatest number of values.
    """

    def __init__(self, kept: int = KEPT) -> None:
        super().__init__()
        self._kept = kept

    def of(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key. If the cache has no such value, make the value and keep it."""
        found = self.get(key)
        if found is None:
            found = self[key] = make()
            if len(self) > self._kept:
                self.popitem(last=False)
        else:
            self.move_to_end(key)
        return found


_MAPS: Recent[tuple[int, int], tuple[Rulebook, dict[PieceId, Terrain], GameMap]] = Recent()
_POSITIONS: Recent[tuple[int, int, int], _Position] = Recent()
_SIGHTS: Recent[SightKey, _Sights] = Recent()


def map_of(game: Battle) -> GameMap:
    """Return the map that lies on the table."""
    return map_on(game.rules, game.table)


def map_on(rules: Rulebook, table: Table) -> GameMap:
    """Return the map that lies on a table. Terrain whose shape is a mesh gets this mesh from the table."""
    terrain = table.terrain

    def make() -> tuple[Rulebook, dict[PieceId, Terrain], GameMap]:
        meshes = {piece.name: piece.shape for piece in terrain.values() if isinstance(piece.shape, Mesh)}
        return rules, terrain, rules.game_map(meshes)  # the objects are held, so that no others get their ids

    return _MAPS.of((id(rules), id(terrain)), make)[2]


def stand_of(game: Battle, unit: Unit, at: Point | None = None, *, flying: bool = False) -> Stand:
    """Return the shape of a unit for lines of sight and moves.

    Args:
        game: The game.
        unit: The unit.
        at: The place of the unit (mm); None for its present place.
        flying: True if the unit is in the air.
    """
    size = unit.type.size
    return Stand(
        unit.id,
        game.table.models[unit.id].at if at is None else at,
        game.rules.base(size) / 2,
        game.rules.height(size),
        heavy=size == "heavy",
        ranged=unit.type.kind == "ranged",
        flying=flying,
    )


def _position(game: Battle) -> _Position:
    rules, terrain, models = game.rules, game.table.terrain, game.table.models

    def make() -> _Position:
        standing = {name: stand_of(game, unit) for name, unit in game.state.units.items() if name in models}
        on_map = Field.of(map_of(game), standing.values(), sight_options(rules))
        heavies = frozenset(stand for stand in standing.values() if stand.heavy)
        return _Position(rules, terrain, models, standing, heavies, on_map)

    return _POSITIONS.of((id(rules), id(terrain), id(models)), make)


def sight_options(rules: Rulebook) -> SightOptions:
    """Return the options of the rules about sight and cover (RW-13 to RW-18)."""
    return SightOptions(
        rules.los.mode,
        rules.los.points,
        rules.cover.lines,
        rules.cover.near,
        rules.terrain.edge,
        rules.corner.reach,
        rules.corner.exposed,
    )


def stands(game: Battle, without: Iterable[UnitId] = ()) -> tuple[Stand, ...]:
    """Return all units and wrecks that stand on the table, except those in `without` (RW-15)."""
    gone = set(without)
    return tuple(stand for name, stand in _position(game).stands.items() if name not in gone)


def sight(game: Battle, watcher: UnitId, target: UnitId) -> Sight:
    """Return the sight from a watcher to a target: which lines are open, and whether the target is in cover (RW-13 to
    RW-18).
    """
    here = _position(game)
    cached, numbers = _sights(game, here)
    pair = numbers[watcher], numbers[target]
    if pair not in cached.sights:
        cached.sights[pair] = here.on_map.sight(watcher, target, _fired_round(game))
    return cached.sights[pair]


def look(game: Battle, pairs: Iterable[tuple[UnitId, UnitId]]) -> None:
    """Find the sights between pairs of a watcher and a target, all in one computation. `sight` then returns them
    fast.
    """
    here = _position(game)
    cached, numbers = _sights(game, here)
    new = [pair for pair in pairs if (numbers[pair[0]], numbers[pair[1]]) not in cached.sights]
    here.on_map.look([(here.stands[watcher], here.stands[target]) for watcher, target in new], _fired_round(game))


def sight_at(game: Battle, watcher: UnitId, mover: UnitId, at: Point) -> Sight:
    """Return the sight from a watcher to a mover, as if the mover stood at the place `at` (mm)."""
    there = stand_of(game, game.unit(mover), at)
    return _field_without(game, mover).sight_of(_position(game).stands[watcher], there, _fired_round(game))


def look_along(game: Battle, watcher: UnitId, mover: UnitId, places: Iterable[Point]) -> None:
    """Find the sight from a watcher to a mover at each of several places (mm), all in one computation. `sight_at` then
    returns these sights fast.
    """
    here = _position(game).stands[watcher]
    pairs = ((here, stand_of(game, game.unit(mover), at)) for at in places)
    _field_without(game, mover).look(pairs, _fired_round(game))


def _field_without(game: Battle, mover: UnitId) -> Field:
    """Return the map with all units on it except the mover."""
    here = _position(game)
    if mover not in here.without:
        here.without[mover] = Field.of(map_of(game), stands(game, (mover,)), sight_options(game.rules))
    return here.without[mover]


def sees(game: Battle, watcher: UnitId, target: UnitId) -> bool:
    """Return whether a unit has a line of sight to another."""
    return seen(game, [(watcher, target)])[0]


def seen(game: Battle, pairs: Sequence[tuple[UnitId, UnitId]]) -> list[bool]:
    """Return for each pair of units whether the first has a line of sight to the second."""
    here = _position(game)
    cached, numbers = _sights(game, here)
    found = cached.seen
    asked = [(numbers[watcher], numbers[target]) for watcher, target in pairs]
    if new := {pair: names for pair, names in zip(asked, pairs, strict=True) if pair not in found}:
        stands_now = [(here.stands[watcher], here.stands[target]) for watcher, target in new.values()]
        found.update(zip(new, here.on_map.see(stands_now, _fired_round(game)), strict=True))
    return [found[pair] for pair in asked]


def _sights(game: Battle, here: _Position) -> tuple[_Sights, dict[UnitId, int]]:
    """Return the cached sights that are valid in the present position, and the number of each unit.

    The cached sights name a unit at its present place by this number (see `_Sights.numbers`).
    """
    fired = _fired_round(game)
    if fired not in here.known:
        laid = map_of(game)
        found = _SIGHTS.of((id(game.rules), id(laid), here.heavies, fired), lambda: _Sights((game.rules, laid)))
        numbers = {name: found.numbers.setdefault(stand, len(found.numbers)) for name, stand in here.stands.items()}
        here.known[fired] = found, numbers
    return here.known[fired]


def _fired_round(game: Battle) -> tuple[UnitId, ...]:
    """Return the units that are exposed after firing round a corner in this phase (RW-18).

    Return an empty tuple under `corner.exposed: always`, because units at corners are then exposed without firing.
    """
    if game.rules.corner.exposed == "always":
        return ()
    return tuple(unit.id for unit in game.state.units.values() if unit.round_corner)


def lines_between(game: Battle, watcher: UnitId, target: UnitId) -> tuple[tuple[Vector, Vector, bool], ...]:
    """Return the lines of sight between `watcher` and `target`.

    - By default, the lines run from the eye of `watcher` to `target`.
    - If `watcher` fires round a corner, the lines run from this corner to `target`.
    - If `target` is in sight only because it is exposed at a corner, the lines run from this corner to `watcher`
      (RW-18).

    Returns:
        For each line, its start (mm), its end (mm), and True if the line is open.
    """
    found, stands_now = sight(game, watcher, target), _position(game).stands
    one, other = stands_now[watcher], stands_now[target]
    begin, end = (other, one) if found.returned else (one, other)
    eye = begin.body if found.corner is None else begin.eye_at(found.corner.eye)
    ends = nine_points(eye, end.body)[list(sight_options(game.rules).asked)].tolist()
    return tuple((eye.eye, (x, y, z), not line.shut_by) for (x, y, z), line in zip(ends, found.lines, strict=True))


def facing_of(game: Battle, unit: Unit) -> float:
    """Return the direction of the middle of a unit's arc (rad).

    If the unit has turned its turret, this is the direction of the turret. If not, it is the facing of the model
    (RW-52).
    """
    return game.table.models[unit.id].heading if unit.aim is None else unit.aim


def in_arc(game: Battle, watcher: Unit, target: Unit, *, own_phase: bool) -> bool:
    """Return whether a target is in the arc of a unit (RW-51).

    Args:
        game: The game.
        watcher: The unit that attacks.
        target: The target.
        own_phase: True in the phase of the attacker's player. Under `heavy.turret: free`, all targets are then in the
            arc of a unit with a turret (RW-52).
    """
    return bool(all_in_arc(game, watcher, [target], own_phase=own_phase))


def all_in_arc(game: Battle, watcher: Unit, targets: Sequence[Unit], *, own_phase: bool) -> list[Unit]:
    """Return the targets that are in the arc of a unit (see `in_arc`)."""
    if own_phase and has_turret(watcher.type) and game.rules.heavy.turret == "free":
        return [*targets]
    models, rules = game.table.models, game.rules
    here, facing, arc = models[watcher.id].at, facing_of(game, watcher), arc_of(rules, watcher.type)
    radii = {size: rules.base(size) / 2 for size in {target.type.size for target in targets}}
    return [one for one in targets if arcs.in_arc(here, facing, arc, models[one.id].at, radii[one.type.size])]


def bases(game: Battle, units: Iterable[Unit]) -> Bases:
    """Return the centre and the radius of each unit's base (mm), by the name of the unit.

    They serve to find close groups (RW-35). All units must be on the table.
    """
    return {unit.id: (game.table.models[unit.id].at, game.rules.base(unit.type.size) / 2) for unit in units}


def _movers(game: Battle, plan: Plan) -> list[Mover]:
    return [
        Mover(stand_of(game, game.unit(name), plan.starts[k], flying=name in plan.flying), plan.ends[k])
        for k, name in enumerate(plan.movers)
    ]


def dangers_of(game: Battle, plan: Plan, reactors: Sequence[Unit]) -> Dangers:
    """Return the dangers of a move: the parts of its paths where `reactors` may fire at the movers (RW-41)."""
    watchers = [
        Watcher(stand_of(game, unit), facing_of(game, unit), arc_of(game.rules, unit.type)) for unit in reactors
    ]
    movers = _movers(game, plan)
    standing = {stand.name: stand for stand in stands(game)} | {mover.stand.name: mover.stand for mover in movers}
    on_map = Field.of(map_of(game), standing.values(), sight_options(game.rules))
    return dangers.dangers(on_map, watchers, movers, _fired_round(game))


def first_stop(game: Battle, plan: Plan) -> ways.Stop | None:
    """Return what the movers of a plan meet first on their paths; None if nothing stops them (RW-34, RW-36).

    Nothing stops flyers (RW-97), or units that cross a structure (RW-12).
    """
    if plan.flying or plan.kind == "cross":
        return None
    return ways.group_stop(map_of(game), _movers(game, plan), stands(game, plan.movers))


def first_boundary(game: Battle, plan: Plan) -> ways.Boundary | None:
    """Return the first boundary of terrain that the paths of a move meet; None if they meet no boundary (RW-32)."""
    return ways.group_boundary(map_of(game), _movers(game, plan))


def straight_ways(
    game: Battle, unit: Unit, movers: Collection[UnitId], targets: Collection[UnitId] = ()
) -> StraightWays | None:
    """Return what stops a unit that walks straight: obstacles and boundaries of terrain (RW-32, RW-34).

    A boundary stops each unit of a group. A single unit may cross it. Return None for a unit aboard a Transport: it has
    no place of its own, because its move starts at the Transport's hull.

    Args:
        game: The game.
        unit: The unit.
        movers: The units that move together, including this one.
        targets: The enemies that the unit wants to touch. It is enough to reach one of them. Empty if the unit wants to
            touch no enemy.
    """
    if unit.aboard is not None:
        return None
    laid, is_group = map_of(game), len(movers) > 1
    return StraightWays(
        game.table.models[unit.id].at,
        game.rules.base(unit.type.size) / 2,
        (
            *(Obstacle(one.outline.footprint, title_of_type(one.name)) for one in laid.structures),
            *(Obstacle(one.footprint, title_of(one.name), is_goal=one.name in targets) for one in stands(game, movers)),
            *(
                Obstacle(one.outline.footprint, title_of_type(one.name), is_border=True, is_shut=is_group)
                for one in laid.areas
            ),
        ),
    )


def crossings(game: Battle, unit: Unit) -> dict[PieceId, Point]:
    """Return the structures that a unit touches and may cross. Each comes with the place where the unit would stand
    after crossing it (RW-12).
    """
    here, laid = stand_of(game, unit), map_of(game)
    met = [one.name for one in laid.structures if one.crossable and _touches(one, here)]
    others = stands(game, (unit.id,)) if met else ()
    found = {name: ways.crossing_place(laid, here, name, others) for name in met}
    return {name: at for name, at in found.items() if at is not None}


def _touches(structure: Structure, stand: Stand) -> bool:
    """Return whether a unit is in contact with a structure. A quick test first rejects units that are too far away."""
    (x, y), outline = stand.at, structure.outline.footprint
    reach = stand.radius + 2 * CONTACT_GAP  # a little more than contact needs, since `touch` decides
    left, front, right, back = outline.bounds()
    is_near = left - reach <= x <= right + reach and front - reach <= y <= back + reach
    return is_near and touch(outline, stand.footprint)


def has_room(game: Battle, unit: Unit, at: Point) -> bool:
    """Return whether a unit's base fits at a place."""
    return any(True for _ in free_places(game, unit, (at,)))


def free_places(game: Battle, unit: Unit, places: Sequence[Point], without: Iterable[UnitId] = ()) -> Iterator[Point]:
    """Yield the places that have room for a unit's base.

    Args:
        game: The game.
        unit: The unit.
        places: The places to test (mm), at least one. Places that are near each other are tested faster.
        without: Other units that the base may overlap.
    """
    radius, x, y = game.rules.base(unit.type.size) / 2, places[0][0], places[0][1]
    reach = radius + max(math.dist(place, places[0]) for place in places)
    near = [
        stand
        for stand in stands(game, {unit.id, *without})
        if math.hypot(stand.at[0] - x, stand.at[1] - y) < reach + stand.radius
    ]
    return (at for at in places if ways.fits(map_of(game), radius, at, near) is None)


def moved(plan: Plan, share: float) -> Plan:
    """Return a move like `plan` whose paths are `share` times as long."""
    ends = (
        (x + (x1 - x) * share, y + (y1 - y) * share) for (x, y), (x1, y1) in zip(plan.starts, plan.ends, strict=True)
    )
    return replace(plan, ends=tuple(ends))
