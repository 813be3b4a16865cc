"""Transports: boarding, getting off, and a crash (RW-81 to RW-83)."""

import math
from dataclasses import replace

from riotsim.games.riftwar import events
from riotsim.games.riftwar.battle.battle import Battle
from riotsim.games.riftwar.battle.setup import clearances, model_of
from riotsim.games.riftwar.chapters.groups import gap_between
from riotsim.games.riftwar.chapters.transport import has_room, slots_of
from riotsim.games.riftwar.state import Unit, UnitId
from riotsim.play.group_requests import PickSome
from riotsim.play.requests import PickPoint
from riotsim.table.geometry.plan import CONTACT_GAP, disc
from riotsim.table.geometry.regions import Region
from riotsim.table.poses import Point
from riotsim.table.units import inches

CRASH_REACH = inches(1)
"""Greatest gap between the base of a survivor and the area where the destroyed Transport's base stood (mm, RW-83)."""


def transports_at(game: Battle, unit: Unit) -> tuple[UnitId, ...]:
    """Return the Transports that a unit may board (RW-81). Each is on the unit's side, touches the unit, has room for
    it, and is in no fray.
    """
    here = _base(game, unit)
    return tuple(
        other.id
        for other in game.state.standing(unit.player)
        if other.type.able.transport
        and other.id != unit.id
        and other.fray is None
        and gap_between(here, _base(game, other)) <= CONTACT_GAP
        and has_room(game.rules, [one.type for one in game.state.aboard(other.id)], unit.type)
    )


async def offer_boarding(game: Battle, movers: tuple[UnitId, ...]) -> None:
    """Ask which of the moved units are to board a Transport, and put these units aboard (RW-81).

    A unit may board only a Transport that it touches at the end of the move.
    """
    able = [game.unit(name) for name in movers if game.unit(name).stands and game.unit(name).fray is None]
    able = [unit for unit in able if not game.state.aboard(unit.id)]
    for transport in sorted({one for unit in able for one in transports_at(game, unit)}):
        waiting = [unit for unit in able if game.unit(unit.id).stands and transport in transports_at(game, unit)]
        if not waiting:
            continue
        left = game.rules.transport.capacity - sum(
            slots_of(game.rules, one.type) or 0 for one in game.state.aboard(transport)
        )
        weights = tuple(slots_of(game.rules, unit.type) or 0 for unit in waiting)
        request = PickSome(waiting[0].player, "board", tuple(unit.id for unit in waiting), weights=weights, budget=left)
        for name in await game.ask(request):
            game.change(name, aboard=transport)
            game.table = game.table.without(name)
            game.emit(events.Boards(name, transport))


def start_at_hull(game: Battle, unit: Unit, to: Point) -> Point | None:
    """Return where a unit aboard a Transport begins a move (RW-81).

    At this place, the unit touches the Transport. If there is room, the place is on the side of the Transport towards
    the destination `to`. If not, it is the nearest place with room. Return None if there is no room beside the
    Transport.
    """
    assert unit.aboard is not None, "only a unit aboard begins at a hull"
    hull = game.table.models[unit.aboard]
    radius, reach = game.rules.base(unit.type.size) / 2, game.rules.base(game.unit(unit.aboard).type.size) / 2
    far = math.dist(hull.at, to)
    way = (1.0, 0.0) if far == 0.0 else ((to[0] - hull.at[0]) / far, (to[1] - hull.at[1]) / far)
    out = reach + radius + CONTACT_GAP / 2
    straight = (hull.at[0] + way[0] * out, hull.at[1] + way[1] * out)
    return Region(
        disc((0.0, 0.0), radius), game.table.width, game.table.depth, clearances(game, unit.id), hull.footprint
    ).nearest(straight)


def lift_off(game: Battle, unit: Unit, at: Point) -> None:
    """Set a unit down beside its Transport, at the beginning of a move (RW-81)."""
    assert unit.aboard is not None, "only a unit aboard gets off"
    facing = game.table.models[unit.aboard].heading
    game.emit(events.GetsOff(unit.id, unit.aboard))
    found = game.change(unit.id, aboard=None)
    game.table = game.table.with_pieces(model_of(game.rules, found, at, facing))


async def set_survivors(game: Battle, transport: Unit, at: Point) -> None:
    """Ask the owner of a crashed Transport to put the surviving riders on the table (RW-83).

    Each rider is put near the place `at` where the Transport stood. If there is no room for a rider there, the rider
    may be put anywhere on the table.
    """
    radius = game.rules.base(transport.type.size) / 2
    near = disc(at, radius + CRASH_REACH - CONTACT_GAP)
    while riders := game.state.aboard(transport.id):
        regions = []
        for unit in riders:
            base = disc((0.0, 0.0), game.rules.base(unit.type.size) / 2)
            region = Region(base, game.table.width, game.table.depth, clearances(game, unit.id), near)
            regions.append((unit.id, region if len(region.allowed_points()) else replace(region, must_touch=None)))
        spot = await game.ask(PickPoint(transport.player, "survivors", tuple(regions)))
        unit = game.change(spot.piece, aboard=None)
        game.table = game.table.with_pieces(model_of(game.rules, unit, spot.at))
        game.emit(events.GetsOff(unit.id, transport.id))


def _base(game: Battle, unit: Unit) -> tuple[Point, float]:
    return game.table.models[unit.id].at, game.rules.base(unit.type.size) / 2
