"""Moving a model in a straight line: what ends the move, the tower on the way, and loot (RD-42 to RD-47)."""

import math
from dataclasses import dataclass, replace

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.consequences import perform
from riotsim.games.riot_dice.riot import Riot
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import SetPace
from riotsim.table import plan
from riotsim.table.acts import Carry
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point, ahead, distance
from riotsim.table.state import Table
from riotsim.table.towers import free_bearing, swing
from riotsim.table.units import in_inches


@dataclass(frozen=True, slots=True)
class Course:
    """A straight move as it will go if the tower holds."""

    end: Point
    """mm."""
    distance: float
    """mm."""
    stopped_by: PieceId | None = None
    """The piece that ends it early; `edge` for the table's edge."""


EDGE = "edge"


def course(table: Table, model: ModelId, heading: float, wanted: float, towards: PieceId | None = None) -> Course:
    """Find how far a model can go: up to `wanted` mm, or until it touches what ends its move.

    `towards` is a die that ends it too (RD-43).
    """
    here = table.models[model]
    direction = (math.cos(heading), math.sin(heading))
    ends: list[tuple[float, PieceId]] = []
    name: PieceId | None
    # RD-45: terrain that blocks, a standing friend, a fallen model; RD-47: a token; RD-48: a standing enemy.
    stops = {t.id: t.footprint for t in table.terrain.values() if t.blocks_moves}
    stops |= {m.id: m.footprint for m in table.models.values() if m.id != model}
    stops |= {token.id: token.footprint for token in table.tokens.values()}
    if towards is not None:
        stops[towards] = table.dice[towards].footprint
    for name, footprint in stops.items():
        met = plan.sweep(here.footprint, direction, footprint)
        if met is not None and met < wanted:
            ends.append((met, name))
    room = plan.room_inside(here.footprint, direction, table.width, table.depth)
    if room < wanted:
        ends.append((room, EDGE))  # RD-45: the whole base stays on
    far, name = min(ends) if ends else (wanted, None)
    end = ahead(here.at, heading, far)
    # RD-08: what one may cross but not stand on is left again, the way one came.
    for area in table.terrain.values():
        crossed = not area.blocks_moves and not area.stand_on
        if crossed and plan.gap(here.footprint_at(end), area.footprint) < 0:
            entry = plan.sweep(here.footprint, direction, area.footprint)
            if entry is not None and entry < far:
                far, name, end = entry, area.id, ahead(here.at, heading, entry)
    return Course(end, far, name)


async def move(
    game: Riot, model: ModelId, heading: float, wanted: float, towards: PieceId | None = None
) -> Course | None:
    """Move a model, its tower carried along by its boss's hand, and take what loot it bumps into.

    Gives the course as it went, or None if its own tower came down on the way.
    """
    way = course(game.table, model, heading, wanted, towards)
    boss = game.boss_of(model)
    hand = game.hand(boss)
    if model in game.table.towers:
        # RD-30: the tower is taken to the side away from the move, onto free ground.
        size = game.table.tower_dice(model)[0].size
        game.table = swing(game.table, model, free_bearing(game.table, model, heading + math.pi, size))
    height = len(game.table.tower_dice(model))
    paces = tuple(name for name, _ in hand.paces)
    pace = await game.ask(SetPace(boss, "carry", model, way.end, height, paces))  # RD-49
    if pace != paces[0]:
        game.state.slow_seconds += game.rules.clock.slow_carry_seconds
    game.table = game.table.put(replace(game.model(model), heading=heading))
    start = game.model(model).at
    await perform(game, Carry(model, way.end, hand, pace), boss)
    fell = height > 0 and model not in game.table.towers
    gone = distance(start, game.model(model).at)
    stopped_by = None if fell else way.stopped_by
    game.tell(events.Moved(model, round(in_inches(gone), 3), stopped_by))
    if fell:
        return None  # RD-46: nothing that lay further along counts
    loot(game, model, way)
    return way


def loot(game: Riot, model: ModelId, way: Course) -> None:
    """Put the token that ended a move, and any other bumped into at the same moment, in the stash (RD-47)."""
    here = game.model(model)
    back = ahead(here.at, here.heading, -way.distance)
    direction = (math.cos(here.heading), math.sin(here.heading))
    before = here.footprint_at(back)
    for token in sorted(game.table.tokens.values(), key=lambda token: token.id):
        met = plan.sweep(before, direction, token.footprint)
        if met is not None and met <= way.distance + plan.CONTACT:
            boss = game.boss_of(model)
            game.table = game.table.without(token.id)
            game.state.bosses[boss].stash += 1
            game.tell(events.Loot(boss, model, token.id))
