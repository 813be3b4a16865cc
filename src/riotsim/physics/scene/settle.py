"""The end of an act: the table and the facts, made from the bodies."""

import math
from dataclasses import replace

from riotsim.physics.bodies.body import Body
from riotsim.physics.bodies.motion import REST
from riotsim.physics.scene.scene import Scene
from riotsim.table.acts import (
    CutShort,
    Fact,
    FreeModel,
    LeftTable,
    OverhangingPiece,
    RolledDie,
    Settled,
    TowerFell,
    TowerPushed,
    Turned,
)
from riotsim.table.pieces import Die, Model, PieceId, Token
from riotsim.table.poses import Pose, angle_between, heading
from riotsim.table.state import Table
from riotsim.table.towers import is_in_place


def outcome(scene: Scene, extra: tuple[PieceId, ...] = (), *, knocked: bool = False) -> Settled:
    """Return the result of an act: the table after it, and its facts.

    Args:
        scene: The scene of the act.
        extra: Names of the dice and tokens that the act threw, dropped, stacked or tipped.
        knocked: Whether `Settled.rolled` lists not only the thrown dice, but also other dice that have been moved.
    """
    facts: list[Fact] = list(scene.facts)
    facts += _late_falls(scene)
    table = _with_moved_poses(scene, frozenset(extra))
    gone = [fact.piece for fact in facts if isinstance(fact, LeftTable)]
    fallen = [fact.tower for fact in facts if isinstance(fact, TowerFell)]
    for name in fallen:
        table = table.with_tower(name, None)
    if gone:
        known = table.ids()
        table = table.without(*[piece for piece in gone if piece in known])
    table, pushed = _with_relocated_towers(scene, table)
    facts += pushed
    rolled: list[RolledDie] = []
    for body in scene.registry.thrown:
        if body.piece.id not in gone:
            rolled.append(_position(scene, body))
            facts.append(Turned(body.piece.id, body.total_rotation / math.tau, body.start.orientation))
    if knocked:
        rolled += [_position(scene, body) for body in _knocked_dice(scene)]
    if scene.cut_short:
        facts.append(CutShort(scene.tick))
    return Settled(
        table,
        tuple(facts),
        scene.tick,
        rolled=tuple(rolled),
        overhanging=_overhanging(scene),
        free_models=_free_models(scene),
    )


def _position(scene: Scene, body: Body) -> RolledDie:
    """Return how a die lies at rest: its tilt, and the number of bodies that touch it."""
    return RolledDie(body.piece.id, body.tilt, len(scene.world.touched_by(body.number)))


def _knocked_dice(scene: Scene) -> list[Body]:
    """Return the dice that have moved although they were not thrown, in order of name."""
    found = [body for body in scene.registry.free if isinstance(body.piece, Die) and body not in scene.registry.thrown]
    return sorted((body for body in found if has_moved(body)), key=lambda body: body.piece.id)


def _late_falls(scene: Scene) -> list[Fact]:
    """Return the falls of towers that happened too slowly to be recorded during the act."""
    found: list[Fact] = []
    for name in sorted(scene.registry.towers):
        tower = scene.registry.towers[name]
        if not tower.fell and not tower.stands():
            tower.fell = True
            found.append(TowerFell(name, scene.tick))
    return found


def _with_moved_poses(scene: Scene, extra: frozenset[PieceId]) -> Table:
    """Return the scene's table with dice and tokens in their new poses.

    Args:
        scene: The scene of the act.
        extra: Names of the dice and tokens that the act threw, dropped, stacked or tipped. These get new poses even if
            they have not moved.
    """
    moved: list[Die | Token] = []
    for body in sorted(scene.registry.free, key=lambda body: body.piece.id):
        piece = body.piece
        if isinstance(piece, Die | Token) and (piece.id in extra or has_moved(body)):
            moved.append(piece.moved_to(body.pose))
    carried = (*scene.registry.held, *scene.registry.attached)
    moved += [body.piece.moved_to(body.pose) for body in carried if isinstance(body.piece, Die)]
    return scene.table.with_pieces(*moved)


def _overhanging(scene: Scene) -> tuple[OverhangingPiece, ...]:
    """Return the dice and tokens whose centres are beyond the table's edge. Dice of standing towers are left out."""
    stacked = {body.piece.id for tower in scene.registry.towers.values() if not tower.fell for body in tower.dice}
    return tuple(
        OverhangingPiece(body.piece.id, body.edge_crossing)
        for body in sorted(scene.registry.free, key=lambda body: body.piece.id)
        if body.edge_crossing is not None and isinstance(body.piece, Die | Token) and body.piece.id not in stacked
    )


def has_moved(body: Body) -> bool:
    """Return whether a body's pose differs from its pose before the act by more than the thresholds of `REST`."""
    return (
        math.dist(body.start.at, body.at) > REST.moved_distance
        or angle_between(body.start.orientation, body.orientation) > REST.moved_angle
    )


def _with_relocated_towers(scene: Scene, table: Table) -> tuple[Table, list[Fact]]:
    """Update the table for towers that were pushed but still stand.

    - Each tower that has a model gets a new bearing: its direction from the model.
    - If a tower has no model, or has left its place beside the model, a fact reports the push.

    Carried towers are left out.

    Args:
        scene: The scene of the act.
        table: The table with the dice in their new poses.

    Returns:
        The updated table, and the facts.
    """
    facts: list[Fact] = []
    for name in sorted(scene.registry.towers):
        tower = scene.registry.towers[name]
        foot = tower.dice[0]
        if tower.fell or tower.carried or math.dist(foot.start.at, foot.at) <= REST.moved_distance:
            continue
        model = table.models.get(name)
        dice = table.tower_dice(name)
        if model is not None:
            bearing = heading(model.at, dice[0].pose.xy)
            table = table.with_tower(name, replace(table.towers[name], bearing=bearing))
        if model is None or not is_in_place(model, dice):
            facts.append(TowerPushed(name, scene.tick))
    return table, facts


def _free_models(scene: Scene) -> tuple[FreeModel, ...]:
    """Return the models that dice could push, with their poses after the act.

    These poses are returned separately, because in the settled table the models still stand at their old places.
    """
    models = [body for body in (*scene.registry.free, *scene.strays) if isinstance(body.piece, Model)]
    return tuple(
        FreeModel(body.piece.id, Pose(body.origin, body.orientation), body.edge_crossing, body in scene.strays)
        for body in sorted(models, key=lambda body: body.piece.id)
    )
