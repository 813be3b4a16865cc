"""Moves of units and groups: their paths, dangers and ends (RW-30 to RW-36, RW-40, RW-52)."""

import math
from dataclasses import replace
from typing import Final

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.field import (
    bases,
    crossings,
    first_boundary,
    first_stop,
    map_of,
    moved,
    straight_ways,
)
from riotsim.games.riftwar.battle.moves.frays import join_fray
from riotsim.games.riftwar.battle.moves.reacting import LEAST_STEP, find_dangers, go_to, take_reaction_fire
from riotsim.games.riftwar.battle.moves.riding import lift_off, offer_boarding, start_at_hull
from riotsim.games.riftwar.battle.setup import clearances
from riotsim.games.riftwar.chapters.arcs import has_turret
from riotsim.games.riftwar.chapters.groups import links
from riotsim.games.riftwar.chapters.phases import Failure
from riotsim.games.riftwar.state import Plan, Unit, UnitId
from riotsim.play.group_requests import PickSome, PlaceSome
from riotsim.play.requests import PickPoint, PlayerId
from riotsim.table.acts import Displacement
from riotsim.table.geometry.plan import CONTACT_GAP, MIN_EDGE, Footprint, disc
from riotsim.table.geometry.regions import Region
from riotsim.table.geometry.straight import LEAST_MOVE
from riotsim.table.poses import Point, heading
from riotsim.table.units import in_inches

ENEMY_GAP: Final = 1.0
"""Gap between a mover and an enemy that stops it without being its target (mm).

It is a little more than the gap that counts as contact.
"""

LEAST_TURN: Final = 1e-6
"""A model is turned only if the angle is at least this (rad). For a smaller angle, the model keeps its facing."""


def single_movers(game: Battle, player: PlayerId) -> tuple[UnitId, ...]:
    """Return the units that may move alone: they can move, and are in no fray.

    A unit aboard a Transport must also be able to get off. It can do so if the Transport is in no fray, and if there is
    room beside the Transport's hull (RW-81).
    """
    return tuple(
        unit.id
        for unit in game.state.side(player)
        if unit.placed and unit.can_move and unit.fray is None and (unit.aboard is None or _may_get_off(game, unit))
    )


def _may_get_off(game: Battle, unit: Unit) -> bool:
    assert unit.aboard is not None, "only a unit aboard gets off"
    if game.unit(unit.aboard).fray is not None:
        return False
    return start_at_hull(game, unit, (game.table.width / 2, game.table.depth / 2)) is not None


def is_shut_in(game: Battle, unit: Unit) -> bool:
    """Return whether a unit can't leave its place (RW-34, RW-97).

    - A unit that can't fly is shut in if obstacles block all its paths.
    - A unit that can fly is shut in if obstacles block all its paths, and it can't land at any other place.
    - A unit aboard a Transport is never shut in.
    """
    walks = straight_ways(game, unit, (unit.id,))
    if walks is None or not walks.all_shut():
        return False
    if not unit.type.able.flying:
        return True
    landings = _region(game, unit, (unit.id,), flying=True).allowed_points().tolist()
    return all(math.dist(at, walks.start) < LEAST_MOVE for at in landings)


def turners(game: Battle, player: PlayerId) -> tuple[UnitId, ...]:
    """Return the units that may be turned where they stand (RW-33)."""
    return tuple(unit.id for unit in game.state.standing(player) if unit.can_move and unit.fray is None)


def turrets(game: Battle, player: PlayerId) -> tuple[UnitId, ...]:
    """Return the units whose turret may be turned (RW-52)."""
    free = game.rules.heavy.turret == "free"
    return tuple(
        unit.id
        for unit in game.state.standing(player)
        if has_turret(unit.type) and unit.fray is None and (free or unit.can_move)
    )


def group_request(game: Battle, player: PlayerId) -> PickSome | None:
    """Return the request to choose a group of units that moves (RW-35, RW-36).

    Return None if no two units are close enough to each other to be a group.
    """
    able = [unit for unit in game.state.standing(player) if unit.can_move and unit.fray is None]
    near = links(bases(game, able), game.rules.group.within)
    grouped = {name for link in near for name in link}
    if not grouped:
        return None
    return PickSome(player, "group", tuple(unit.id for unit in able if unit.id in grouped), least=2, links=near)


async def move_unit(game: Battle, name: UnitId) -> Failure | None:
    """Move one unit. Return the failure, if the action fails (RW-30 to RW-34)."""
    unit = game.unit(name)
    while True:
        flying = (name,) if unit.type.able.flying and await _flies(game, unit) else ()
        region = _region(game, unit, (name,), flying=bool(flying))
        spot = await game.ask(PickPoint(unit.player, "move", ((name, region),)))
        start = game.table.models[name].at if unit.aboard is None else start_at_hull(game, unit, spot.at)
        if start is None:
            return None
        answer = await announce(game, Plan("move", (name,), (start,), (spot.at,), flying))
        if not isinstance(answer, str):
            return answer


async def move_group(game: Battle, request: PickSome) -> Failure | None:
    """Move a close group, each unit on a straight line of its own (RW-36). Return the failure, if the action fails."""
    names = await game.ask(request)
    starts = tuple(game.table.models[name].at for name in names)
    while True:
        flying = names if all(game.unit(name).type.able.flying for name in names) else ()
        flying = flying if flying and await _flies(game, game.unit(names[0])) else ()
        ends = await _group_ends(game, request.player, names, flying=bool(flying))
        answer = await announce(game, Plan("move", names, starts, ends, flying))
        if not isinstance(answer, str):
            return answer


async def _group_ends(game: Battle, player: PlayerId, names: tuple[UnitId, ...], *, flying: bool) -> tuple[Point, ...]:
    """Ask a player for the places where the units of a group end their move, and return these places."""
    if game.rules.group.path == "same_vector":
        first = game.unit(names[0])
        spot = await game.ask(PickPoint(player, "move", ((first.id, _region(game, first, names, flying=flying)),)))
        x, y = game.table.models[first.id].at
        dx, dy = spot.at[0] - x, spot.at[1] - y
        found = tuple((at[0] + dx, at[1] + dy) for at in (game.table.models[name].at for name in names))
        return found
    regions = tuple((name, group_region(game, game.unit(name), names, flying=flying)) for name in names)
    spots = await game.ask(PlaceSome(player, "move", regions, max_gap=game.rules.group.within))
    return tuple(spot.at for spot in spots)


def group_region(game: Battle, unit: Unit, names: tuple[UnitId, ...], *, flying: bool) -> Region:
    """Return the places where a unit of a group may end its move (RW-34, RW-97).

    At these places, the unit overlaps no structure, and no model outside the group. If the unit walks, its path must
    also be free.
    """
    base = disc((0.0, 0.0), game.rules.base(unit.type.size) / 2)
    around, near = clearances(game, *names), _within_range(game, unit)
    walks = None if flying else straight_ways(game, unit, names)
    return Region(base, game.table.width, game.table.depth, around, near, ways=walks)


async def turn_unit(game: Battle, name: UnitId) -> Failure | None:
    """Turn a unit where it stands. This is a Move, so enemies can react to it (RW-33)."""
    here = game.table.models[name].at
    facing = await ask_facing(game, game.unit(name).player, name)
    answer = await announce(game, Plan("turn", (name,), (here,), (here,), facing=facing))
    return None if isinstance(answer, str) else answer


async def aim_turret(game: Battle, name: UnitId) -> Failure | None:
    """Turn the turret of a unit (RW-52).

    Under `heavy.turret: move`, this counts as a Move, so enemies can react to it. Return the failure, if it fails.
    """
    here = game.table.models[name].at
    facing = await ask_facing(game, game.unit(name).player, name)
    plan = Plan("aim", (name,), (here,), (here,), facing=facing)
    if game.rules.heavy.turret == "move":
        answer = await announce(game, plan)
        return None if isinstance(answer, str) else answer
    game.change(name, aim=facing)
    game.emit(events.Moves((name,), 0.0, "aim", stopped=False))
    return None


def crossers(game: Battle, player: PlayerId) -> tuple[UnitId, ...]:
    """Return the units that may cross a structure that they touch (RW-12)."""
    if not any(structure.crossable for structure in map_of(game).structures):
        return ()
    able = (unit for unit in game.state.standing(player) if unit.can_move and unit.fray is None)
    return tuple(unit.id for unit in able if crossings(game, unit))


async def cross(game: Battle, name: UnitId) -> Failure | None:
    """Move a unit across a structure. The unit ends in contact with the structure's far side (RW-12)."""
    unit, here = game.unit(name), game.table.models[name].at
    places = crossings(game, unit)
    structure = await game.choose(unit.player, "cross", tuple(places))
    answer = await announce(game, Plan("cross", (name,), (here,), (places[structure],)))
    return None if isinstance(answer, str) else answer


async def announce(game: Battle, plan: Plan) -> "Failure | str | None":
    """Show the active player the dangers of a move, and carry the move out if the player goes on (RW-32, RW-34, RW-40).

    Returns:
        The failure of the action if it fails. "change" if the player wants to choose another end of the move. None in
        all other cases.
    """
    plan = await _cut_short(game, plan)
    game.state.plan, game.state.share = plan, 0.0
    game.state.dangers = await find_dangers(game, plan)
    if game.state.dangers:
        options = (
            ("go on", "withdraw")
            if plan.facing is not None or plan.kind == "cross"
            else ("go on", "change", "withdraw")
        )
        answer = await game.choose(game.state.active, "dangers", options)
        if answer != "go on":
            game.state.plan, game.state.dangers = None, {}
            game.emit(events.Withdraws(game.state.active))
            return "change" if answer == "change" else None
    failure = await _carry_out(game, plan)
    game.state.plan, game.state.dangers = None, {}
    return failure


async def _cut_short(game: Battle, plan: Plan) -> Plan:
    """Return a move that ends at the first obstacle, or at the first boundary of terrain on its way (RW-32, RW-34).

    At a boundary, the move of a group ends on the near side. The player of a single unit chooses between the two sides,
    if the unit can stand on the far side.
    """
    if plan.starts == plan.ends:
        return plan
    stop = first_stop(game, plan)
    if stop is not None:
        share, longest = max(0.0, stop.share), _longest(plan)
        met = game.state.units.get(stop.piece)
        enemy = met is not None and met.player != game.state.active and not met.destroyed
        if enemy and plan.target is None and not game.rules.close_combat.move:
            plan = replace(plan, target=stop.piece)  # RW-70: under an option any Move may end in contact
        elif enemy and stop.piece != plan.target:
            share = max(0.0, share - ENEMY_GAP / longest)
        plan = moved(plan, share)
    if plan.kind != "cross" and (boundary := first_boundary(game, plan)) is not None:
        far = None if boundary.far is None or len(plan.movers) > 1 else moved(plan, boundary.far)
        if far is not None and first_stop(game, far) is None:  # the far side may lie a little behind the end
            side = await game.choose(game.state.active, "boundary", ("this side", "far side"))
            return far if side == "far side" else moved(plan, boundary.near)
        plan = moved(plan, boundary.near)
    return plan


async def _carry_out(game: Battle, plan: Plan) -> Failure | None:
    """Carry out a move with the reaction fire that interrupts it. Return the failure, if the action fails.

    At the end of the move, units may enter a fray, board a Transport or turn.
    """
    for k, name in enumerate(plan.movers):
        if game.unit(name).aboard is not None:
            lift_off(game, game.unit(name), plan.starts[k])
    run = await take_reaction_fire(game, plan)
    game.state.dangers = {}
    alive = tuple(name for name in plan.movers if game.unit(name).stands)
    if not run.stopped:
        await go_to(game, plan, 1.0)
    await _land(game, plan, alive)
    gone = round(in_inches(_longest(moved(plan, run.share if run.stopped else 1.0))), 1)
    game.emit(events.Moves(plan.movers, gone, plan.kind, run.stopped))
    failure = run.failure
    if plan.facing is not None:
        for name in alive if not run.stopped else ():
            await _face(game, plan, name, plan.facing)
        return failure
    if plan.target is not None and not run.stopped and alive:
        return await join_fray(game, plan) or failure
    if failure is None and not run.stopped:
        await offer_boarding(game, alive)
    await _turn_after(game, tuple(name for name in alive if game.unit(name).stands and game.unit(name).can_move))
    return failure


async def _face(game: Battle, plan: Plan, name: UnitId, facing: float) -> None:
    """Turn a unit's model to a direction (rad). If the kind of the plan is `aim`, turn only the unit's turret."""
    if plan.kind == "aim":
        game.change(name, aim=facing)
    else:
        await turn_model(game, name, facing)


async def turn_model(game: Battle, name: UnitId, facing: float) -> None:
    """Turn a model to a direction (rad)."""
    model = game.table.models[name]
    turn = math.remainder(facing - model.heading, math.tau)
    if abs(turn) > LEAST_TURN:
        await game.shift(Displacement(name, model.at, turn))


async def _turn_after(game: Battle, names: tuple[UnitId, ...]) -> None:
    """Ask a player how to turn units after their move, and turn them (RW-33)."""
    if not names:
        return
    player = game.unit(names[0]).player
    if len(names) == 1:
        await turn_model(game, names[0], await ask_facing(game, player, names[0]))
        return
    how = await game.choose(player, "turn the group", ("as they stand", "to one point", "one by one"))
    if how == "as they stand":
        return
    common: Point | None = None
    for name in names:
        if how == "one by one" or common is None:
            common = await _ask_look(game, player, name)
        if math.dist(game.table.models[name].at, common) > 0.0:
            await turn_model(game, name, heading(game.table.models[name].at, common))


async def ask_facing(game: Battle, player: PlayerId, name: UnitId) -> float:
    """Ask a player for a point that a unit is to look at, and return the direction to this point (rad).

    If the point is the unit's own place, return the unit's present facing.
    """
    model, at = game.table.models[name], await _ask_look(game, player, name)
    return model.heading if math.dist(at, model.at) == 0.0 else heading(model.at, at)


async def _ask_look(game: Battle, player: PlayerId, name: UnitId) -> Point:
    region = Region(disc((0.0, 0.0), 0.0), game.table.width, game.table.depth)
    return (await game.ask(PickPoint(player, "look at", ((name, region),), moves=False))).at


async def _flies(game: Battle, unit: Unit) -> bool:
    return await game.choose(unit.player, "how to move", ("walk", "fly")) == "fly"


def _region(game: Battle, unit: Unit, movers: tuple[UnitId, ...], *, flying: bool) -> Region:
    """Return the possible goals of a unit's move (RW-34, RW-97).

    A unit that walks needs a free path to the place. A unit that flies needs only room to land there.

    Args:
        game: The game.
        unit: The unit.
        movers: The units that move together, including this one.
        flying: True if the units fly.
    """
    base = disc((0.0, 0.0), game.rules.base(unit.type.size) / 2)
    around = clearances(game, *movers) if flying else ()
    walks = None if flying else straight_ways(game, unit, movers)
    return Region(base, game.table.width, game.table.depth, around, _within_range(game, unit), ways=walks)


def _within_range(game: Battle, unit: Unit) -> Footprint | None:
    """Return the area that a unit's base must touch at the end of a move under the limit `move.range` (RW-31).

    Return None if moves may have any length.
    """
    limit = game.rules.move.range
    if limit == "unlimited":
        return None
    model = game.table.models[unit.aboard or unit.id]
    return disc(model.at, max(MIN_EDGE, limit - game.rules.base(unit.type.size) / 2 - CONTACT_GAP))


async def _land(game: Battle, plan: Plan, alive: tuple[UnitId, ...]) -> None:
    """Set down the movers that were stopped in the air or on a structure (RW-12, RW-97).

    Each is set down at the nearest place where its base fits. Movers that are not in `alive` are left out.
    """
    for k, name in enumerate(plan.movers):
        there = plan.at(k, game.state.share)
        lifted = name in plan.flying or plan.kind == "cross"
        if lifted and name in alive and math.dist(there, game.table.models[name].at) > LEAST_STEP:
            at = _region(game, game.unit(name), (name,), flying=True).nearest(there)
            if at is not None and at != game.table.models[name].at:
                await game.shift(Displacement(name, at), lifted=True)


def _longest(plan: Plan) -> float:
    return max(math.dist(start, end) for start, end in zip(plan.starts, plan.ends, strict=True))
