"""The models on the table: distances, sight, places and moves (BK-41 to BK-43, BK-51, BK-63)."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from riotsim.games.buskit import events
from riotsim.games.buskit.chapters.cover import Sight, sight
from riotsim.games.buskit.fight.skirmish import Skirmish
from riotsim.games.buskit.state import Fighter, FighterId
from riotsim.play.session.chance import Stream
from riotsim.table.acts import Displacement, Shift
from riotsim.table.geometry.plan import CONTACT_GAP, disc, gap
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.memo import memoize_last
from riotsim.table.overlaps import terrain_clearances
from riotsim.table.pieces import Box, PieceId, Terrain
from riotsim.table.poses import Point, Vector, heading, point_ahead
from riotsim.table.sight.bodies import Body, body_of, solids_of
from riotsim.table.sight.lines import nine_points, view
from riotsim.table.sight.solids import Solids
from riotsim.table.state import Table
from riotsim.table.units import in_inches

LEAST_MOVE: Final = 0.05
"""Length that a move must exceed to shift the model (mm). After any other move, the model is still in its place."""

RING_STEP = 20.0
"""Distance between neighbouring places for dodging around terrain (mm). Our choice."""

RING_GAP = 1.0
"""Gap between terrain and the base of a fighter who dodges behind it (mm). Our choice."""


def distance_between(table: Table, one: FighterId, other: FighterId) -> float:
    """Return the distance between the edges of two bases, at least 0 (mm)."""
    return max(0.0, gap(table.models[one].footprint, table.models[other].footprint))


def is_engaged(game: Skirmish, one: Fighter, other: Fighter) -> bool:
    """Return whether two conscious opponents are in melee (BK-43)."""
    if one.player == other.player or not (one.is_up and other.is_up):
        return False
    return distance_between(game.table, one.id, other.id) <= game.rules.melee.within


def is_beside(game: Skirmish, name: FighterId, at: Point) -> bool:
    """Return whether the distance from a fighter's base to a place is at most the distance of melee (BK-42)."""
    return gap(game.table.models[name].footprint, disc(at, 0.0)) <= game.rules.melee.within


def engaged_with(game: Skirmish, fighter: Fighter) -> tuple[Fighter, ...]:
    """Return the opponents who are engaged with a fighter."""
    return tuple(other for other in game.state.opponents(fighter) if is_engaged(game, fighter, other))


def body(game: Skirmish, fighter: Fighter, at: Point | None = None) -> Body:
    """Return the body of a fighter for lines of sight (BK-51).

    Args:
        game: The game.
        fighter: The fighter.
        at: The place of the body (mm); None for the place where the model stands.
    """
    found = body_of(
        game.table.models[fighter.id], game.rules.bodies.prone if fighter.prone else game.rules.bodies.height
    )
    return found if at is None else Body(found.name, at, found.radius, found.height, found.level)


def sight_between(game: Skirmish, watcher: Fighter, target: Fighter, at: Point | None = None) -> Sight:
    """Return the sight from one fighter to another. Only terrain blocks sight (BK-63).

    Args:
        game: The game.
        watcher: The fighter who looks.
        target: The fighter who is looked at.
        at: The place of the target (mm); None for where the model stands.
    """
    terrain = game.table.terrain
    if not terrain:
        return Sight(0, 0)
    through = _shot_through(game)
    return _sight(body(game, watcher), body(game, target, at), _ground(terrain), through)


def _shot_through(game: Skirmish) -> frozenset[PieceId]:
    """Return the pieces of terrain that can be shot through."""
    terrain, scenery = game.table.terrain, game.rules.scenery
    return frozenset([name for name, piece in terrain.items() if scenery[piece.name].shoot_through])


def lines_between(game: Skirmish, watcher: Fighter, target: Fighter) -> tuple[tuple[Vector, Vector, bool], ...]:
    """Return the nine lines of sight from a fighter's eye to nine points of another fighter's body.

    Each line is given as its end at the eye (mm), its end at the target (mm), and whether the line is free.
    """
    eye, seen = body(game, watcher), body(game, target)
    found = view(eye, seen, _ground(game.table.terrain).solids).lines
    ends = nine_points(eye, seen).tolist()
    return tuple((eye.eye, (x, y, z), not line.shut_by) for (x, y, z), line in zip(ends, found, strict=True))


@dataclass(frozen=True, slots=True, eq=False)
class _Ground:
    """The solids of a table's terrain.

    The cache of `_sight` compares these objects by identity, which is fast.
    """

    solids: Solids


@memoize_last
def _ground(terrain: Mapping[PieceId, Terrain]) -> _Ground:
    """Return the solids of terrain. The result is cached, as terrain never moves."""
    return _ground_of(tuple(terrain.values()))


@lru_cache(maxsize=16)  # games by the same rules have equal terrain
def _ground_of(pieces: tuple[Terrain, ...]) -> _Ground:
    return _Ground(solids_of(pieces))


@lru_cache(maxsize=4096)
def _sight(watcher: Body, target: Body, ground: _Ground, through: frozenset[PieceId]) -> Sight:
    """Return the sight from one body to another.

    Args:
        watcher: The body of the fighter who looks.
        target: The body of the fighter who is looked at.
        ground: The terrain.
        through: The pieces of terrain that can be shot through.
    """
    # Results are cached: each question to a player needs the same one several times.
    lines = view(watcher, target, ground.solids).lines
    return sight([line.shut_by for line in lines], through)


def move_region(game: Skirmish, fighter: Fighter) -> Region | None:
    """Return the region for a fighter's move in a straight line (BK-41).

    Return None if the rules' longest move is too short for any move.
    """
    model = game.table.models[fighter.id]
    reach = game.rules.move.distance - game.rules.bodies.base / 2 - CONTACT_GAP
    if reach <= 0.0:
        return None
    return Region(
        model.footprint_at((0.0, 0.0)),
        game.table.width,
        game.table.depth,
        clearances(game, fighter),
        disc(model.at, reach),
    )


def clearances(game: Skirmish, fighter: Fighter) -> tuple[Clearance, ...]:
    """Return the obstacles that a fighter's model must not overlap: terrain and all other models, even fallen ones."""
    others = (model for name, model in game.table.models.items() if name != fighter.id)
    return (
        *terrain_clearances(game.table),
        *(Clearance(model.footprint, 0.0, f"{model.id} is in the way") for model in others),
    )


def cover_places(game: Skirmish, fighter: Fighter, shooter: Fighter) -> tuple[Point, ...]:
    """Return the places where a fighter may take cover from a shooter by a dodge (BK-65).

    At such a place, terrain covers at least half of the fighter. The place is within one move. All places are around
    the same piece of terrain: the nearest one that has such places.
    """
    model = game.table.models[fighter.id]
    radius, most = game.rules.bodies.base / 2, game.rules.move.distance
    region = Region(model.footprint_at((0.0, 0.0)), game.table.width, game.table.depth, clearances(game, fighter))
    by_distance = sorted(game.table.terrain.values(), key=lambda piece: gap(model.footprint, piece.footprint))
    for piece in by_distance:
        if gap(model.footprint, piece.footprint) > most:
            break
        within = [at for at in _around(piece, radius + RING_GAP) if math.dist(at, model.at) <= most]
        found = tuple(
            at
            for at in region.allowed(within)
            if sight_between(game, shooter, fighter, at).shut >= game.rules.cover.half_from
        )
        if found:
            return found
    return ()


def _around(piece: Terrain, off: float) -> Iterable[Point]:
    """Yield places around a box of terrain, each `off` (mm) away from its sides."""
    assert isinstance(piece.shape, Box), "all terrain of this game is boxes"
    length, width = piece.shape.length / 2 + off, piece.shape.width / 2 + off
    corners = ((length, width), (-length, width), (-length, -width), (length, -width))
    for (x, y), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        count = max(1, math.ceil(math.hypot(x1 - x, y1 - y) / RING_STEP))
        for k in range(count):
            along, across = x + (x1 - x) * k / count, y + (y1 - y) * k / count
            yield point_ahead(point_ahead(piece.at, piece.heading, along), piece.heading + math.pi / 2, across)


async def put(game: Skirmish, name: FighterId, at: Point, how: str) -> None:
    """Move a model to a place, and turn the model in the direction of the move.

    Args:
        game: The game.
        name: The fighter.
        at: The new place of the model (mm).
        how: The kind of move (see `Moves.how`).
    """
    model = game.table.models[name]
    far = math.dist(model.at, at)
    if far > LEAST_MOVE:
        turn = math.remainder(heading(model.at, at) - model.heading, math.tau)
        await game.play.perform(Shift((Displacement(name, at, turn),), lifted=True), Stream.SHIFT)
    game.emit(events.Moves(name, round(in_inches(far), 1), how))


def drop_prone(game: Skirmish, name: FighterId, *, under_fire: bool) -> None:
    """Make a fighter drop prone. If `under_fire` is True, the fighter's next action gets a penalty (BK-64)."""
    game.change(name, prone=True, flinched=under_fire or game.fighter(name).flinched)
    lay(game, name, down=True)
    game.emit(events.DropsProne(name, under_fire))


def lay(game: Skirmish, name: FighterId, *, down: bool) -> None:
    """Lay a model down, or stand it up."""
    game.table = game.table.with_pieces(replace(game.table.models[name], fallen=down))
