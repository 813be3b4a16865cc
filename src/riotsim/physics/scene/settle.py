"""The end of an act: the bodies are read back into a table and facts."""

import math
from dataclasses import replace

from riotsim.physics.bodies.body import Body
from riotsim.physics.scene.scene import Scene
from riotsim.table.acts import CutShort, Fact, LeftTable, ModelMoved, RolledDie, Settled, TowerFell, TowerPushed, Turned
from riotsim.table.geometry.plan import CONTACT
from riotsim.table.geometry.regions import Clearance, Region
from riotsim.table.overlaps import off_terrain
from riotsim.table.pieces import Die, Model, PieceId, Token
from riotsim.table.poses import Point, angle_between, distance, heading, heading_of, rotate
from riotsim.table.state import Table
from riotsim.table.towers import in_place

MOVED = 0.1
"""Distance up to which a piece has not moved (mm)."""

MOVED_TURN = math.radians(0.5)
"""Rotation up to which a piece has not moved (rad)."""

MODEL_MOVED = 0.5
"""Distance up to which a model that was pushed stays where it was (mm)."""

KNOCKED_FLAT = math.radians(45.0)
"""Tilt from which a model was knocked over (rad)."""


def outcome(scene: Scene, extra: tuple[PieceId, ...] = ()) -> Settled:
    """Read the scene back into its table, and return what the act ends with.

    Args:
        scene: The scene of the act.
        extra: Dice and tokens of the act that may lie or stand on the table now.
    """
    facts: list[Fact] = list(scene.facts)
    facts += _late_falls(scene)
    table, late = _poses(scene, frozenset(extra))
    facts += late
    gone = [fact.piece for fact in facts if isinstance(fact, LeftTable)]
    fallen = [fact.tower for fact in facts if isinstance(fact, TowerFell)]
    for name in fallen:
        table = table.with_tower(name, None)
    if gone:
        known = table.ids()
        table = table.without(*[piece for piece in gone if piece in known])
    table, pushed = _feet(scene, table)
    facts += pushed
    rolled: list[RolledDie] = []
    for body in scene.thrown:
        if body.piece.id not in gone:
            rolled.append(RolledDie(body.piece.id, body.tilt, len(scene.world.touched_by(body.number))))
            facts.append(Turned(body.piece.id, body.turned / math.tau, body.start.turn))
    table, moved = _models(scene, table)
    facts += moved
    if scene.cut_short:
        facts.append(CutShort(scene.tick))
    return Settled(table, tuple(facts), scene.tick, rolled=tuple(rolled))


def _late_falls(scene: Scene) -> list[Fact]:
    """Return the falls of towers that were too slow to be noted during the act."""
    found: list[Fact] = []
    for name in sorted(scene.towers):
        tower = scene.towers[name]
        if not tower.fell and not tower.stands():
            tower.fell = True
            found.append(TowerFell(name, scene.tick))
    return found


def _poses(scene: Scene, extra: frozenset[PieceId]) -> tuple[Table, list[Fact]]:
    """Return the table with all moved dice and tokens in their new places, and those that lie beyond its edge."""
    stacked = {body.piece.id for tower in scene.towers.values() if not tower.fell for body in tower.dice}
    moved: list[Die | Token] = []
    facts: list[Fact] = []
    for body in sorted(scene.free, key=lambda body: body.piece.id):
        piece = body.piece
        if not isinstance(piece, Die | Token):
            continue
        if body.crossed is not None and piece.id not in stacked:  # beyond the edge, leaning on something
            facts.append(LeftTable(piece.id, scene.tick, body.crossed))
        if piece.id in extra or has_moved(body):
            moved.append(piece.moved_to(body.pose))
    carried = (*scene.held, *scene.attached)
    moved += [body.piece.moved_to(body.pose) for body in carried if isinstance(body.piece, Die)]
    return scene.table.put(*moved), facts


def has_moved(body: Body) -> bool:
    """Return whether a body has moved since the act began."""
    return math.dist(body.start.at, body.at) > MOVED or angle_between(body.start.turn, body.turn) > MOVED_TURN


def _feet(scene: Scene, table: Table) -> tuple[Table, list[Fact]]:
    """Return the table with pushed towers in their places, and those that no longer stand beside their model."""
    facts: list[Fact] = []
    for name in sorted(scene.towers):
        tower = scene.towers[name]
        foot = tower.dice[0]
        if tower.fell or tower.carried or math.dist(foot.start.at, foot.at) <= MOVED:
            continue
        model = table.models.get(name)
        dice = table.tower_dice(name)
        if model is not None:
            bearing = heading(model.at, dice[0].pose.plan)
            table = table.with_tower(name, replace(table.towers[name], bearing=bearing))
        if model is None or not in_place(model, dice):
            facts.append(TowerPushed(name, scene.tick))
    return table, facts


def _models(scene: Scene, table: Table) -> tuple[Table, list[Fact]]:
    """Stand pushed models upright where they were pushed to, or as near as there is room (RD-93).

    A model faces where the push has turned it. One that was knocked over faces where it did before.
    """
    facts: list[Fact] = []
    pushed = [(body.piece, body) for body in (*scene.free, *scene.strays) if isinstance(body.piece, Model)]
    for model, body in sorted(pushed, key=lambda one: one[0].id):
        up = rotate(body.turn, (0.0, 0.0, 1.0))[2]
        flat = math.acos(max(-1.0, min(1.0, up))) > KNOCKED_FLAT or body in scene.strays
        at = body.crossed or (body.at[0], body.at[1])
        if flat or distance(model.at, at) > MODEL_MOVED:
            model = replace(model, heading=model.heading if flat else heading_of(body.turn))
            table = table.put(replace(model, at=_whole_base_on(table, model, at)))
            facts.append(ModelMoved(model.id, flat))
    # Only now, so that each of two pushed models is kept out of the other's new place.
    for fact in facts:
        if isinstance(fact, ModelMoved):
            model = table.models[fact.model]
            spot = _free_spot(table, model)
            before = scene.table.models[model.id]
            table = table.put(before if spot is None else replace(model, at=spot, level=table.level_at(spot)))
    return table, facts


def _whole_base_on(table: Table, model: Model, at: Point) -> Point:
    """Return the nearest place (mm) at which no part of a model's base is over the edge (RD-45)."""
    left, front, right, back = model.footprint_at((0.0, 0.0)).bounds()
    return (min(max(at[0], -left), table.width - right), min(max(at[1], -front), table.depth - back))


def _free_spot(table: Table, model: Model) -> Point | None:
    """Return the place nearest to a model's own (mm) that is clear of terrain, models and other towers, if any.

    A die under it, a wall or another figure may hold a body, seen from above, where its base has no room.
    """
    as_it_is, clear = _room_for(table, model, CONTACT), _room_for(table, model, 0.0)
    return model.at if as_it_is.refusal(model.at) is None else clear.nearest(model.at)


def _room_for(table: Table, model: Model, overlap: float) -> Region:
    """Return where a model may stand if it may overlap other pieces by `overlap` mm."""
    others = [other.footprint for other in table.models.values() if other.id != model.id]
    others += [table.tower_dice(name)[0].footprint for name in table.towers if name != model.id]
    clear = (*off_terrain(table, -overlap), *(Clearance(other, -overlap) for other in others))
    return Region(model.footprint_at((0.0, 0.0)), table.width, table.depth, clear)
