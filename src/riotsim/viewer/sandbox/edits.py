"""Changes to a table. The functions make changes without a check; `refusal` checks the resulting table."""

import math
from dataclasses import replace

from riotsim.table.overlaps import clashes
from riotsim.table.pieces import Die, Model, Piece, PieceId, Terrain, Token, Tower, pose_beside
from riotsim.table.poses import Point, Pose, about_z, heading, heading_of, multiply, rotate
from riotsim.table.state import Table
from riotsim.table.statics import CubeStack
from riotsim.table.towers import stands, turn_tower, yaw_of

SNAP_DISTANCE = 2.0
"""A new die within this distance from the middle of a tower's top die is put exactly above it (mm)."""


def piece_on(table: Table, name: PieceId) -> Piece | None:
    """Return a piece of any type by its name, or None if it is not on the table."""
    return table.movable(name) or table.terrain.get(name)


def tower_of(table: Table, die: PieceId) -> str | None:
    """Return the name of the tower that contains a die, or None if no tower contains it.

    A model's tower has the name of the model.
    """
    return next((name for name, tower in table.towers.items() if die in tower.dice), None)


def lift(table: Table, name: PieceId) -> tuple[Table, tuple[Piece, ...]]:
    """Remove a piece from a table. A model's tower is removed with the model.

    Returns:
        The table without the removed pieces, and the removed pieces: a model comes before the dice of its tower.
    """
    piece = piece_on(table, name)
    assert piece is not None, "what is lifted is on the table"
    if isinstance(piece, Model):
        dice = table.tower_dice(name)
        return table.without(name, *(die.id for die in dice)), (piece, *dice)
    return table.without(name), (piece,)


def put_down(table: Table, held: tuple[Piece, ...], to: Point, tower: Tower | None = None) -> Table:
    """Put a removed piece down at a place, and return the new table.

    Args:
        table: The table without the piece.
        held: The removed pieces. The first is the piece itself. If it is a model, the dice of its tower come after it.
        to: The place for the middle of the piece (mm).
        tower: The tower of a model; None if the model has no tower, or if the piece isn't a model.
    """
    first, *dice = held
    match first:
        case Model():
            level = table.level_at(to)
            by = (to[0] - first.at[0], to[1] - first.at[1], level - first.level)
            moved = [replace(die, pose=die.pose.translated(by)) for die in dice if isinstance(die, Die)]
            table = table.with_pieces(replace(first, at=to, level=level), *moved)
            return table if tower is None else table.with_tower(first.id, tower)
        case Token():
            height = table.level_at(to) + first.thickness / 2
            return table.with_pieces(
                replace(first, pose=Pose((*to, height), about_z(heading_of(first.pose.orientation))))
            )
        case Die():
            return table.with_pieces(_flat(first, to, table.level_at(to)))
        case Terrain():
            return table.with_pieces(replace(first, at=to))


def stack_on(table: Table, die: Die, tower: PieceId, at: Point) -> Table:
    """Put a die on top of a tower, and return the new table.

    If the tower has no dice yet, the die begins a tower beside the model named `tower`.

    Args:
        table: The table without the die.
        die: The die.
        tower: Name of the tower. A model's tower has the name of the model.
        at: The place of the held die, seen from above (mm). The die goes onto the middle of the top die if that is
            near, and otherwise to this point. A first die goes to the side of the model that faces this point.
    """
    below = table.tower_dice(tower)
    shows = die.shows
    if not below:
        model = table.models[tower]
        bearing = heading(model.at, at)
        seat = pose_beside(model, bearing, die.size)
        turned = die.kind.orientation_showing(shows, heading_of(seat.orientation))
        first = replace(die, pose=Pose(seat.at, turned), owner=model.owner)
        return table.with_pieces(first).with_tower(tower, Tower((die.id,), bearing))
    top = below[-1]
    x, y, z = top.pose.at
    if math.dist(at, (x, y)) > SNAP_DISTANCE:
        x, y = at
    turned = die.kind.orientation_showing(shows, yaw_of(top.pose.orientation))
    owner = table.models[tower].owner if tower in table.models else die.owner
    placed = replace(die, pose=Pose((x, y, z + (top.size + die.size) / 2), turned), owner=owner)
    its = table.towers[tower]
    return table.with_pieces(placed).with_tower(tower, replace(its, dice=(*its.dice, die.id)))


def swing_tower(table: Table, model: PieceId, towards: Point) -> Table:
    """Return the table with a model's tower moved around the model, to the side that faces a point (mm)."""
    return turn_tower(table, model, heading(table.models[model].at, towards))


def turn(table: Table, name: PieceId, angle: float) -> Table:
    """Return the table with a piece turned about its middle by an angle (rad, anticlockwise).

    A model's tower turns with the model.
    """
    match piece_on(table, name):
        case Model() as model:
            table = table.with_pieces(replace(model, heading=model.heading + angle))
            if name in table.towers:
                its = table.towers[name]
                dice = [replace(die, pose=_about(die.pose, model.at, angle)) for die in table.tower_dice(name)]
                table = table.with_pieces(*dice).with_tower(name, replace(its, bearing=its.bearing + angle))
            return table
        case Terrain() as terrain:
            return table.with_pieces(replace(terrain, heading=terrain.heading + angle))
        case Die() | Token() as small:
            return table.with_pieces(
                replace(small, pose=Pose(small.pose.at, multiply(about_z(angle), small.pose.orientation)))
            )
    return table


def show_number(table: Table, name: PieceId, value: int) -> Table:
    """Return the table with a die turned to show a number. If the die is not in a tower, it then lies flat."""
    die = table.dice[name]
    kind = die.kind
    turn = kind.orientation_showing(value, yaw_of(die.pose.orientation) if kind.is_cube else 0.0)
    x, y, z = die.pose.at
    if tower_of(table, name) is None:
        z = table.level_at((x, y)) + kind.flat_height(value) * die.size
    return table.with_pieces(replace(die, pose=Pose((x, y, z), turn)))


def set_fallen(table: Table, name: PieceId, down: bool) -> Table:
    """Return the table with a model lying (`down`) or standing. A lying model loses its tower."""
    if down:
        table = table.without(*(die.id for die in table.tower_dice(name)))
    return table.with_pieces(replace(table.models[name], fallen=down))


def remove(table: Table, name: PieceId) -> Table:
    """Return the table without a piece.

    A model's tower is removed with the model. Dice above a removed die move down.
    """
    if name in table.models:
        return lift(table, name)[0]
    tower = tower_of(table, name)
    if tower is not None:
        dice = table.tower_dice(tower)
        size = table.dice[name].size
        above = dice[[die.id for die in dice].index(name) + 1 :]
        table = table.with_pieces(*(replace(die, pose=die.pose.translated((0.0, 0.0, -size))) for die in above))
    return table.without(name)


def refusal(table: Table) -> str | None:
    """Return the reason why a table is not allowed. Return None if the table is allowed.

    The reasons are pieces that overlap or reach over the table's edge, and impossible towers. A tower is impossible if
    it would fall, or if a die doesn't stand on the one below.
    """
    if (clash := next(clashes(table), None)) is not None:
        return str(clash)
    for name in table.towers:
        dice = table.tower_dice(name)
        if not stands(dice, table.level_under(dice[0])):
            return f"the tower of {name} is not possible: each die must stand on the one below"
        if CubeStack.from_dice(dice).margin < 0.0:
            return f"the tower of {name} would fall: its weight is not above the dice below"
    return None


def _flat(die: Die, to: Point, level: float) -> Die:
    """Return a die, laid flat at a place (mm). The ground there has the height `level` (mm).

    The die shows the same number as before.
    """
    shows = die.shows
    yaw = yaw_of(die.pose.orientation) if die.kind.is_cube else 0.0
    height = level + die.kind.flat_height(shows) * die.size
    return replace(die, pose=Pose((*to, height), die.kind.orientation_showing(shows, yaw)))


def _about(pose: Pose, at: Point, angle: float) -> Pose:
    """Return a pose rotated by an angle (rad, anticlockwise) about the vertical axis through a point (mm)."""
    spin = about_z(angle)
    x, y, z = rotate(spin, (pose.at[0] - at[0], pose.at[1] - at[1], pose.at[2]))
    return Pose((at[0] + x, at[1] + y, z), multiply(spin, pose.orientation))
