"""Close Combat Moves, attacks in a fray, and escapes from a fray (RW-70, RW-74, RW-75)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from riotsim.games.riftwar.battle.attacking import Attack, carry_out
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import straight_ways
from riotsim.games.riftwar.battle.firing import Aims, in_order
from riotsim.games.riftwar.battle.moves.frays import contact_places, leave, places_around, react_at_close_range, touches
from riotsim.games.riftwar.battle.moves.moving import announce, group_region
from riotsim.games.riftwar.battle.setup import clearances
from riotsim.games.riftwar.chapters.damage import Effect, attack_dice
from riotsim.games.riftwar.chapters.fire import class_label
from riotsim.games.riftwar.chapters.phases import Failure, fire_failure
from riotsim.games.riftwar.state import Declaration, Plan, Unit, UnitId
from riotsim.play.formations import arrange
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import PickPoint, PlayerId
from riotsim.table.acts import Displacement
from riotsim.table.geometry.plan import disc
from riotsim.table.geometry.regions import Region
from riotsim.table.geometry.straight import Obstacle
from riotsim.table.poses import Point, heading, point_ahead
from riotsim.table.units import inches

BESIDE: Final = inches(1)
"""Gap between a fray and a unit that has left the fray and is set down beside it (mm, RW-75)."""


def chargers(game: Battle, player: PlayerId) -> tuple[UnitId, ...]:
    """Return a player's units that may make a Close Combat Move (RW-70, RW-96).

    These are the units that stand on the table, can move, and are in no fray.
    """
    return tuple(unit.id for unit in game.state.standing(player) if unit.can_move and unit.fray is None)


def charge_targets(game: Battle, name: UnitId, group: tuple[UnitId, ...] = ()) -> tuple[UnitId, ...]:
    """Return the enemies that have room beside them for the base of a unit.

    The way from the unit to an enemy isn't checked.

    Args:
        game: The game.
        name: The unit.
        group: The units that move together with this one. The unit's new place may overlap their present places,
            because these units move too.
    """
    unit, here = game.unit(name), game.table.models[name].at
    return tuple(
        enemy.id
        for enemy in game.state.enemies(unit.player)
        if next(contact_places(game, unit, enemy.id, here, group), None) is not None
    )


def can_charge(game: Battle, name: UnitId) -> bool:
    """Return whether there is room for a unit beside at least one enemy. The way to the enemy isn't checked."""
    unit, here = game.unit(name), game.table.models[name].at
    return any(next(contact_places(game, unit, foe, here), None) is not None for foe in _nearest_enemies(game, unit))


def _nearest_enemies(game: Battle, unit: Unit) -> tuple[UnitId, ...]:
    """Return the enemies of a unit, the nearest first."""
    here, models = game.table.models[unit.id].at, game.table.models
    return tuple(
        sorted((foe.id for foe in game.state.enemies(unit.player)), key=lambda foe: math.dist(models[foe].at, here))
    )


@dataclass(frozen=True, slots=True)
class ChargeWay:
    """The straight way of a unit to a place in contact with an enemy.

    If the unit can reach places in contact with the enemy, the way leads to the nearest of these. If it can reach none,
    the way leads to the nearest place in contact (see `stopped_by`).
    """

    length: float
    """Length of the whole way (mm)."""
    stopped_by: Obstacle | None
    """The thing that stops the unit; None if the unit reaches the place."""


def charge_way(game: Battle, name: UnitId, target: UnitId, movers: tuple[UnitId, ...]) -> ChargeWay | None:
    """Return the way of a unit to an enemy. Return None if there is no room beside the enemy.

    Args:
        game: The game.
        name: The unit.
        target: The enemy.
        movers: The units that move together, including this one.
    """
    unit, here = game.unit(name), game.table.models[name].at
    places = tuple(contact_places(game, unit, target, here, movers))
    if not places:
        return None
    region = _contact_region(game, unit, places, movers, target)
    reached = region.nearest_reached(here)
    if reached is not None or region.ways is None:
        return ChargeWay(math.dist(here, reached or places[0]), None)
    end = region.ways.end(places[0])
    return ChargeWay(math.dist(here, places[0]), None if end is None else end.by)


def reaches_an_enemy(game: Battle, name: UnitId, movers: tuple[UnitId, ...]) -> bool:
    """Return whether a unit can get to at least one enemy in a straight line, and touch it (RW-34, RW-70).

    Args:
        game: The game.
        name: The unit.
        movers: The units that move together, including this one.
    """
    unit, here, enemies = game.unit(name), game.table.models[name].at, _nearest_enemies(game, game.unit(name))
    ways = straight_ways(game, unit, movers, enemies)
    places = np.array([at for foe in enemies for at in places_around(game, unit, foe, here)])
    (x, y), radius = places.T, game.rules.base(unit.type.size) / 2
    on_table = np.minimum(np.minimum(x, game.table.width - x), np.minimum(y, game.table.depth - y)) >= radius
    return ways is None or bool(ways.are_free(places[on_table]).any())


async def charge(game: Battle, name: UnitId) -> Failure | None:
    """Move a unit into contact with an enemy. Return the failure, if the action fails (RW-70)."""
    unit, here = game.unit(name), game.table.models[name].at
    while True:
        game.state.declared = Declaration("close", name, movers=(name,))
        target = await game.pick(unit.player, "close combat target", charge_targets(game, name))
        places = tuple(contact_places(game, unit, target, here))
        region = _contact_region(game, unit, places, (name,), target)
        spot = await game.ask(PickPoint(unit.player, "contact", ((name, region),)))
        game.state.declared = None
        answer = await announce(game, Plan("close combat", (name,), (here,), (spot.at,), target=target))
        if not isinstance(answer, str):
            return answer


async def charge_together(game: Battle, group: PickSome) -> Failure | None:
    """Move a group until one of its units touches an enemy (RW-35, RW-36, RW-70).

    The player chooses the group. Nothing moves if none of its units has room beside an enemy. Return the failure, if
    the action fails.
    """
    names = await game.ask(group)
    player, starts = group.player, tuple(game.table.models[name].at for name in names)
    leaders = tuple(name for name in names if can_charge(game, name))
    if not leaders:
        return None
    while True:
        game.state.declared = Declaration("close", movers=names)
        first = await game.pick(player, "who makes contact", leaders)
        game.state.declared = Declaration("close", first, movers=names)
        target = await game.pick(player, "close combat target", charge_targets(game, first, names))
        places = tuple(contact_places(game, game.unit(first), target, game.table.models[first].at, names))
        regions = tuple(
            (
                name,
                _contact_region(game, game.unit(name), places, names, target)
                if name == first
                else _free(game, name, names),
            )
            for name in names
        )
        request = _formation(game, player, regions, first)
        ends = _as_they_stand(game, names, first, places[0])
        known = arrange(request, dict(zip(names, ends, strict=True)), first)
        if known is not None:
            ends = tuple(spot.at for spot in await game.ask(replace(request, known=known)))
        plan = Plan("close combat", names, starts, ends, target=target)
        game.state.declared = None
        answer = await announce(game, plan)
        if not isinstance(answer, str):
            return answer


def _formation(game: Battle, player: PlayerId, regions: tuple[tuple[UnitId, Region], ...], first: UnitId) -> PlaceSome:
    """Return the request to place a group so that the unit `first` comes into contact with an enemy.

    At their new places, the units must form a chain of neighbours that are close to each other (`group.within`). How
    far they are from `first` doesn't matter.
    """
    anywhere = game.table.width + game.table.depth
    within = game.rules.group.within
    return PlaceSome(player, "contact", regions, max_gap=within, leader=first, max_leader_gap=anywhere)


def _as_they_stand(game: Battle, names: tuple[UnitId, ...], first: UnitId, to: Point) -> tuple[Point, ...]:
    """Return the places of a group that keeps its formation while the unit `first` moves to the point `to`."""
    (x, y), models = game.table.models[first].at, game.table.models
    return tuple((models[name].at[0] + to[0] - x, models[name].at[1] + to[1] - y) for name in names)


def _free(game: Battle, name: UnitId, names: tuple[UnitId, ...]) -> Region:
    return group_region(game, game.unit(name), names, flying=False)


def _contact_region(
    game: Battle, unit: Unit, places: tuple[Point, ...], movers: tuple[UnitId, ...], target: UnitId
) -> Region:
    base, ways = disc((0.0, 0.0), game.rules.base(unit.type.size) / 2), straight_ways(game, unit, movers, (target,))
    return Region(base, game.table.width, game.table.depth, places=places, ways=ways)


def fray_aims(game: Battle, player: PlayerId) -> dict[UnitId, tuple[UnitId, ...]]:
    """Return the units of a player that may attack in a fray, each with the enemies in its fray (RW-74)."""
    found = {}
    for unit in game.state.standing(player):
        if unit.fray is not None and unit.attacked != "indirect" and attack_dice(game.rules, unit.type, "close"):
            found[unit.id] = tuple(foe.id for foe in game.state.in_fray(unit.fray) if foe.player != player)
    return {name: foes for name, foes in found.items() if foes}


async def attack(game: Battle, player: PlayerId, aims: Aims) -> Failure | None:
    """Ask which unit attacks which enemy in its fray, and carry the attack out (RW-74)."""
    name = await game.pick(player, "who attacks", tuple(aims))
    game.state.declared = Declaration("close", name)
    target = await game.pick(player, "target", aims[name])
    owner = game.unit(target).player
    game.change(name, attacked="direct")
    (outcome,) = await carry_out(game, [_attack(game, name, target)])
    return fire_failure([outcome.effect], owner)


def attackers_together(game: Battle, player: PlayerId, aims: Aims) -> dict[UnitId, PickSome]:
    """Return for each target in a fray the request to choose the units of `player` that attack it together.

    A target has a request only if at least two units of the same class may attack it.
    """
    found = {}
    for target in sorted({target for targets in aims.values() for target in targets}):
        able = tuple(name for name, targets in aims.items() if target in targets)
        labels = tuple(class_label(game.rules, game.unit(name).type) for name in able)
        request = PickSome(player, "attackers", able, least=2, labels=labels)
        if len({*labels}) < len(labels):
            found[target] = request
    return found


async def attack_together(game: Battle, player: PlayerId, ways: Mapping[UnitId, PickSome]) -> Failure | None:
    """Ask a player for a target in a fray, and for units of one class. Let these units attack the target (RW-74).

    Under `close_combat.style: collective`, the units make a single attack with a die for each unit.
    """
    game.state.declared = Declaration("close")
    target = await game.pick(player, "target", tuple(ways))
    names = await game.ask(ways[target])
    owner = game.unit(target).player
    attacks = {name: _attack(game, name, target) for name in names}
    for name in names:
        game.change(name, attacked="direct")
    if game.rules.close_combat.style == "collective":
        first = await game.pick(player, "next attacker", names)
        outcomes = await carry_out(game, [replace(attacks[first], dice=len(names))])
    else:
        order = await in_order(game, player, attacks)
        outcomes = await carry_out(game, [attacks[name] for name in order])
    return fire_failure([one.effect for one in outcomes], owner)


def _attack(game: Battle, name: UnitId, target: UnitId) -> Attack:
    return Attack(name, target, "close", "close", attack_dice(game.rules, game.unit(name).type, "close"))


def escapers(game: Battle, player: PlayerId) -> tuple[UnitId, ...]:
    """Return the units that may leave their fray (RW-75)."""
    return tuple(unit.id for unit in game.state.standing(player) if unit.fray is not None and unit.can_move)


async def escape(game: Battle, name: UnitId) -> Failure | None:
    """Ask where a unit escapes to from its fray, and move the unit there (RW-75).

    Before the unit moves, an enemy in contact attacks it. If the attack pins or wounds the unit, the unit is set beside
    the fray, and doesn't move on to the chosen place. Return the failure, if the action fails.
    """
    unit = game.unit(name)
    assert unit.fray is not None, "only a unit in a fray escapes from it"
    base = disc((0.0, 0.0), game.rules.base(unit.type.size) / 2)
    region = Region(base, game.table.width, game.table.depth)
    spot = await game.ask(PickPoint(unit.player, "escape", ((name, region),)))
    foes = [foe for foe in game.state.in_fray(unit.fray) if foe.player != unit.player]
    near = [foe for foe in foes if touches(game, name, foe.id)]
    outcome = await react_at_close_range(game, unit, near)
    if not game.unit(name).stands:
        return Failure("hurt", foes[0].player)
    inside = game.state.in_fray(unit.fray)
    leave(game, name)
    if outcome.effect >= Effect.PIN:
        await _set_beside(game, name, inside)
        return Failure("hurt", foes[0].player) if outcome.effect >= Effect.WOUND else None
    answer = await announce(game, Plan("escape", (name,), (game.table.models[name].at,), (spot.at,)))
    return None if isinstance(answer, str) else answer


async def _set_beside(game: Battle, name: UnitId, fray: tuple[Unit, ...]) -> None:
    """Set a unit beside the fray that it has left, at a gap of 1 in (RW-75)."""
    unit, here = game.unit(name), game.table.models[name].at
    base = disc((0.0, 0.0), game.rules.base(unit.type.size) / 2)
    foes = [game.table.models[one.id].footprint for one in fray if one.id != name and one.id in game.table.models]
    off = [replace(one, distance=BESIDE) if one.footprint in foes else one for one in clearances(game, name)]
    nearest = min(fray, key=lambda one: math.dist(_place(game, one, here), here) if one.id != name else math.inf)
    middle = _place(game, nearest, here)
    radii = (game.rules.base(unit.type.size) + game.rules.base(nearest.type.size)) / 2
    straight = here if middle == here else point_ahead(middle, heading(middle, here), radii + BESIDE)
    at = Region(base, game.table.width, game.table.depth, tuple(off)).nearest(straight)
    if at is not None and math.dist(at, here) > 0.0:
        await game.shift(Displacement(name, at), lifted=True)


def _place(game: Battle, unit: Unit, otherwise: Point) -> Point:
    """Return the place of a unit, or the point `otherwise` if the unit is no longer on the table."""
    return game.table.models[unit.id].at if unit.id in game.table.models else otherwise
