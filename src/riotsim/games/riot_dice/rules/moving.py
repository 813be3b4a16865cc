"""Straight moves of a model. The module determines where a move ends, carries the tower, and lets the model take loot
(RD-42 to RD-47).
"""

import math
from dataclasses import dataclass, replace

from riotsim.games.riot_dice import events
from riotsim.games.riot_dice.rules.riot import ActivationOver, Riot
from riotsim.games.riot_dice.rules.towers import perform
from riotsim.games.riot_dice.state import ModelId
from riotsim.play.requests import SetPace
from riotsim.table.acts import Carry, Drag
from riotsim.table.geometry import plan
from riotsim.table.pieces import Die, Model, PieceId, Round
from riotsim.table.poses import Point, distance, point_ahead
from riotsim.table.state import Table
from riotsim.table.towers import free_bearing, turn_tower
from riotsim.table.units import in_inches


@dataclass(frozen=True, slots=True)
class Course:
    """A straight move of a model."""

    end: Point
    """The place where the move ends (mm)."""
    distance: float
    """The length of the move (mm)."""
    stopped_by: PieceId | None = None
    """The piece that ends the move early. It is `edge` if the table's edge ends the move, and None if nothing does."""
    terrain: bool = False
    """True if terrain stops the move. Another piece may stop the move at the same point."""


EDGE = "edge"

CONTACT_TOLERANCE = 0.1
"""A model may move along a piece that it touches at the start if the overlap is no greater than this (mm).

With more overlap, the piece may stop the move. Places are rounded to hundredths of an inch, which can cause an overlap
of about this size.
"""


def compute_course(
    table: Table, model: ModelId, heading: float, wanted: float, towards: Die | None = None, *, grazes: bool = True
) -> Course:
    """Return the course of a straight move until something ends it.

    Args:
        table: The table.
        model: The model.
        heading: Direction of the move (rad).
        wanted: The intended distance (mm).
        towards: A die that ends the move on contact (RD-43); None if no die does.
        grazes: True if loot or a standing enemy ends the move even when the model would only brush past it. The move
            then ends at the point of the path that is nearest to the piece.
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
        stops[towards.id] = towards.footprint
    way = _swept_region(here.footprint, direction, wanted)
    for name, footprint in stops.items():
        if not plan.near(way, footprint, plan.CONTACT_GAP):
            continue  # the piece is not on the way
        if plan.touch(here.footprint, footprint) and plan.gap(way, footprint) >= -CONTACT_TOLERANCE:
            continue  # the path leads away from a piece in contact, or along it
        met = plan.sweep(here.footprint, direction, footprint)
        if met is None and grazes and _ends_in_contact(table, here, name):
            met = plan.graze(here.footprint, direction, wanted, footprint)
        if met is not None and met < wanted:
            ends.append((met, name))
    room = plan.room_inside(here.footprint, direction, table.width, table.depth)
    if room < wanted:
        ends.append((room, EDGE))  # RD-45: the whole base stays on
    far, name = min(ends) if ends else (wanted, None)
    end = point_ahead(here.at, heading, far)
    # RD-08: a model that would end on terrain where it may not stand goes back the way it came.
    for area in table.terrain.values():
        crossed = not area.blocks_moves and not area.can_stand_on
        if crossed and plan.gap(here.footprint_at(end), area.footprint) < 0:
            entry = plan.sweep(here.footprint, direction, area.footprint)
            if entry is not None and entry < far:
                far, name, end = entry, area.id, point_ahead(here.at, heading, entry)
    met_too = {piece for along, piece in ends if along <= far + plan.CONTACT_GAP} | {name}
    return Course(end, far, name, terrain=not met_too.isdisjoint(table.terrain))


def _ends_in_contact(table: Table, mover: Model, name: PieceId) -> bool:
    """Return whether a piece is loot or a standing enemy. Any contact with such a piece ends a move (RD-47, RD-48)."""
    other = table.models.get(name)
    return name in table.tokens or (other is not None and not other.fallen and other.owner != mover.owner)


def _swept_region(mover: plan.Footprint, direction: Point, far: float) -> plan.Footprint:
    """Return the area that a footprint covers when it moves `far` mm along a unit vector."""
    dx, dy = direction[0] * far, direction[1] * far
    return plan.Footprint(
        tuple(
            plan.Part(plan.hull([*part.points, *((x + dx, y + dy) for x, y in part.points)]), part.radius)
            for part in mover.parts
        )
    )


async def move(game: Riot, model: ModelId, heading: float, wanted: float, towards: Die | None = None) -> Course | None:
    """Move a model in a straight line, and collect the loot that it touches.

    The hand of the model's boss carries the tower along.

    Args:
        game: The game.
        model: The model.
        heading: Direction of the move (rad).
        wanted: The intended distance (mm).
        towards: A die that ends the move on contact (RD-43); None if no die does.

    Returns:
        The course that the model has gone; None if the model has fallen over and is not the activating model.

    Raises:
        ActivationOver: The activating model has fallen over.
    """
    way = compute_course(game.table, model, heading, wanted, towards, grazes=game.rules.edition > 1)
    boss = game.boss_of(model)
    hand = game.hand(boss)
    if model in game.table.towers:
        # RD-30: the tower is taken to the side away from the move, onto free ground.
        size = game.table.tower_dice(model)[0].size
        game.table = turn_tower(game.table, model, free_bearing(game.table, model, heading + math.pi, size))
    height = game.table.tower_height(model)
    paces = tuple(name for name, _ in hand.paces)
    length = distance(game.model(model).at, way.end)
    answer = await game.ask(SetPace(boss, "carry", model, way.end, height, paces, length))  # RD-49
    # A person may carry by hand. The boss's hand then goes the rest of the way at its usual pace (RD-42).
    drag, pace = (answer, paces[0]) if isinstance(answer, Drag) else (None, answer)
    if pace != paces[0]:
        game.state.slow_seconds += game.rules.clock.slow_carry_seconds
    start = game.model(model).at
    if isinstance(game.model(model).base, Round):
        # A vehicle keeps its heading: if it turned on the spot, its hull might overlap a piece beside it.
        game.table = game.table.with_pieces(replace(game.model(model), heading=heading))
    try:
        await perform(game, Carry(model, way.end, hand, pace, drag), boss)
    except ActivationOver:
        _emit_moved(game, model, _actual_course(game, model, start, way))
        raise
    went = _actual_course(game, model, start, way)
    _emit_moved(game, model, went)
    if not game.is_standing(model):
        return None
    collect_loot(game, model, went)
    return went


def _actual_course(game: Riot, model: ModelId, start: Point, way: Course) -> Course:
    """Return the course that a model has actually gone (RD-46).

    This is `way`, the planned course. If the move ended early because the tower fell, it is a shorter course.
    """
    end = game.model(model).at
    gone = distance(start, end)
    return way if gone >= way.distance - plan.CONTACT_GAP else Course(end, gone)


def _emit_moved(game: Riot, model: ModelId, went: Course) -> None:
    game.emit(events.Moved(model, round(in_inches(went.distance), 3), went.stopped_by))


def collect_loot(game: Riot, model: ModelId, way: Course) -> None:
    """Put loot tokens into the stash of a model's boss after a move (RD-47).

    These are all tokens in contact with the model, and the token that stopped the course `way`, if one did.
    """
    here = game.model(model).footprint
    for token in sorted(game.table.tokens.values(), key=lambda token: token.id):
        if token.id == way.stopped_by or plan.touch(here, token.footprint):
            boss = game.boss_of(model)
            game.table = game.table.without(token.id)
            game.state.bosses[boss].stash += 1
            game.emit(events.Loot(boss, model, token.id))
