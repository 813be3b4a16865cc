"""Sight, arcs, ways and dangers of the units as they stand (RW-13, RW-32, RW-34, RW-41, RW-51)."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from riotsim.games.riftwar.battle import open_ground as ground
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.open_ground import Field, GameMap, Mover, Sight, Stand, Watcher
from riotsim.games.riftwar.chapters.arcs import arc_of, has_turret
from riotsim.games.riftwar.chapters.groups import Bases
from riotsim.games.riftwar.state import Dangers, Plan, Unit, UnitId
from riotsim.table.poses import Point


def map_of(game: Battle) -> GameMap:
    """Return the map."""
    return GameMap(game.table.width, game.table.depth)


def stand_of(game: Battle, unit: Unit, at: Point | None = None, *, flying: bool = False) -> Stand:
    """Return a unit as sight and moves see it, where it stands or at a place (mm)."""
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


def stands(game: Battle, without: Iterable[UnitId] = ()) -> tuple[Stand, ...]:
    """Return all units that stand on the table, and wrecks (RW-15)."""
    models, gone = game.table.models, set(without)
    if game.known_stands is None or game.known_stands[0] is not models:
        units = game.state.units
        game.known_stands = models, tuple(stand_of(game, unit) for name, unit in units.items() if name in models)
    found = game.known_stands[1]
    return tuple(stand for stand in found if stand.name not in gone) if gone else found


def field_of(game: Battle) -> Field:
    """Return the field of sight of the units as they stand. It is asked for again and again in one position."""
    return _field(map_of(game), stands(game))


@lru_cache(maxsize=64)
def _field(game_map: GameMap, standing: tuple[Stand, ...]) -> Field:
    return Field.of(game_map, standing)


def sight(game: Battle, watcher: UnitId, target: UnitId) -> Sight:
    """Return the sight from a unit to another (RW-13 to RW-18)."""
    return field_of(game).sight(watcher, target)


def sees(game: Battle, watcher: UnitId, target: UnitId) -> bool:
    """Return whether a unit has a line of sight to another."""
    return field_of(game).sight(watcher, target).open


def facing_of(game: Battle, unit: Unit) -> float:
    """Return the direction about which the arc of a unit lies: of its turret if it aims apart (rad; RW-52)."""
    return game.table.models[unit.id].heading if unit.aim is None else unit.aim


def in_arc(game: Battle, watcher: Unit, target: Unit, *, own_phase: bool) -> bool:
    """Return whether a target is in the arc of a unit (RW-51).

    Args:
        game: The game.
        watcher: The unit that attacks.
        target: The target.
        own_phase: Whether it is the phase of the attacker's player, in which a turret turns freely (RW-52).
    """
    if own_phase and has_turret(watcher.type) and game.rules.heavy.turret == "free":
        return True
    here, there = game.table.models[watcher.id].at, stand_of(game, target)
    return ground.in_arc(here, facing_of(game, watcher), arc_of(game.rules, watcher.type), there.at, there.radius)


def bases(game: Battle, units: Iterable[Unit]) -> Bases:
    """Return the bases of units that stand on the table, for close groups."""
    return {unit.id: (game.table.models[unit.id].at, game.rules.base(unit.type.size) / 2) for unit in units}


def dangers_of(game: Battle, plan: Plan, reactors: Sequence[Unit]) -> Dangers:
    """Return the stretches of a move on which units may fire at the movers (RW-41)."""
    watchers = [
        Watcher(stand_of(game, unit), facing_of(game, unit), arc_of(game.rules, unit.type)) for unit in reactors
    ]
    movers = [
        Mover(stand_of(game, game.unit(name), plan.starts[k], flying=name in plan.flying), plan.ends[k])
        for k, name in enumerate(plan.movers)
    ]
    standing = {stand.name: stand for stand in stands(game)} | {mover.stand.name: mover.stand for mover in movers}
    return ground.dangers(Field.of(map_of(game), tuple(standing.values())), watchers, movers)


def first_stop(game: Battle, plan: Plan) -> ground.Stop | None:
    """Return what the movers of a plan meet first on their ways; None if these are free (RW-34, RW-36)."""
    if plan.flying:  # RW-97: they pass over all that stands
        return None
    movers = [
        Mover(stand_of(game, game.unit(name), plan.starts[k]), plan.ends[k]) for k, name in enumerate(plan.movers)
    ]
    return ground.group_stop(map_of(game), movers, stands(game, plan.movers))


def boundary_of(game: Battle, plan: Plan) -> tuple[UnitId, ground.Boundary] | None:
    """Return the first boundary of terrain on the ways of a move, and the unit that meets it (RW-32)."""
    found: list[tuple[UnitId, ground.Boundary]] = []
    for k, name in enumerate(plan.movers):
        if name not in plan.flying:
            stand = stand_of(game, game.unit(name), plan.starts[k])
            if (boundary := ground.first_boundary(map_of(game), stand, plan.ends[k])) is not None:
                found.append((name, boundary))
    return min(found, key=lambda one: one[1].near, default=None)


def has_room(game: Battle, unit: Unit, at: Point) -> bool:
    """Return whether a unit's base fits at a place."""
    return bool(free_places(game, unit, (at,)))


def free_places(game: Battle, unit: Unit, places: Sequence[Point], without: Iterable[UnitId] = ()) -> tuple[Point, ...]:
    """Return those of some neighbouring places at which a unit's base fits.

    Args:
        game: The game.
        unit: The unit.
        places: The places.
        without: Units that are not in the way.
    """
    radius, x, y = game.rules.base(unit.type.size) / 2, places[0][0], places[0][1]
    reach = radius + max(math.dist(place, places[0]) for place in places)
    near = [
        stand
        for stand in stands(game, {unit.id, *without})
        if math.hypot(stand.at[0] - x, stand.at[1] - y) < reach + stand.radius
    ]
    return tuple(at for at in places if ground.fits(map_of(game), radius, at, near) is None)


def moved(plan: Plan, share: float) -> Plan:
    """Return a move that ends at a share of its ways."""
    return replace(plan, ends=tuple(plan.at(k, share) for k in range(len(plan.movers))))
