"""Geometry of towers: whether a tower stands, and its turns around its model and moves back to it."""

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

from riotsim.table.geometry.plan import CONTACT_GAP, Footprint, disc, gap, near, rectangle
from riotsim.table.pieces import Die, Model, PieceId, pose_beside
from riotsim.table.poses import (
    Point,
    Pose,
    Quaternion,
    Vector,
    about_z,
    distance,
    heading,
    heading_of,
    multiply,
    rotate,
)
from riotsim.table.state import Table

LEVEL_TOLERANCE = 0.15
"""Tolerance for the height of a die in a tower, as a fraction of the die's size.

If the die stands on another die, the tolerance is a fraction of the mean of both sizes.
"""

HAND_CLEARANCE = 6.0
"""Width of the free ground that a hand needs around the lowest die of a tower (mm). Our choice.

The upper dice of the tower may lean out over this ground.
"""

BEARING_STEP = math.radians(5.0)
"""Angle between two directions that are tried in the search for free ground around a model (rad)."""


def stands(dice: Iterable[Die], level: float = 0.0) -> bool:
    """Return the result of `is_stack` for `Die` objects: whether they form one stack on the ground.

    Args:
        dice: The dice, from the bottom up.
        level: Height of the ground (mm).
    """
    return is_stack([(die.pose.at, die.size) for die in dice], level)


def is_stack(dice: Sequence[tuple[Vector, float]], level: float = 0.0) -> bool:
    """Return whether dice, given by centre and size, form one stack on the ground.

    The lowest die must be on the ground, and each die must carry the next one. An empty sequence counts as a stack.

    Args:
        dice: Centre and size of each die (mm), from the bottom up.
        level: Height of the ground (mm).
    """
    if not dice:
        return True
    (_, _, z), size = dice[0]
    if abs(z - level - size / 2) > LEVEL_TOLERANCE * size:
        return False
    return all(_rests_on(*lower, *upper) for lower, upper in itertools.pairwise(dice))


def _rests_on(below: Vector, its_size: float, above: Vector, size: float) -> bool:
    """Return whether one die carries another (RD-32).

    The centre of the upper die must be about one size above the centre of the lower die. Seen from above, the centres
    must be less than one size apart. The size here is the mean of both dice's sizes.

    Args:
        below: Centre of the lower die (mm).
        its_size: Size of the lower die (mm).
        above: Centre of the upper die (mm).
        size: Size of the upper die (mm).
    """
    height = (its_size + size) / 2
    if abs(above[2] - below[2] - height) > LEVEL_TOLERANCE * height:
        return False
    return distance(below[:2], above[:2]) < height


def is_in_place(model: Model, dice: tuple[Die, ...]) -> bool:
    """Return whether the lowest die of a tower is in contact with the tower's model (RD-30)."""
    return gap(model.footprint, dice[0].footprint) <= CONTACT_GAP


def yaw_of(turn: Quaternion) -> float:
    """Return the rotation of a cube with the orientation `turn` about the vertical axis (rad).

    A cube looks the same after a quarter turn. So four angles are equally correct. The result may be any of the four.

    Raises:
        ValueError: `turn` is not a unit quaternion.
    """
    for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)):
        x, y, z = rotate(turn, axis)
        if abs(z) < math.cos(math.pi / 4):
            return math.atan2(y, x)
    raise ValueError("a rotation leaves two of three axes level")


def first_die_pose(table: Table, name: str, bearing: float, size: float, ground: Point | None = None) -> Pose:
    """Return the pose of a tower's first die: at the place `ground`, or beside the tower's model.

    Args:
        table: The table.
        name: Name of the model. If `ground` is given, this name isn't used.
        bearing: Direction from the model to the tower (rad from +x). If `ground` is given, this is the rotation of the
            die about the vertical axis.
        size: The size of the die (mm).
        ground: The place of a tower without a model (mm); None for a tower beside a model.

    Raises:
        KeyError: `ground` is None, and there is no model called `name`.
    """
    if ground is None:
        return pose_beside(table.models[name], bearing, size)
    return Pose((*ground, table.level_at(ground) + size / 2), about_z(bearing))


def turn_tower(table: Table, name: PieceId, bearing: float) -> Table:
    """Return a copy of the table with a model's tower in the direction `bearing` from the model (rad from +x).

    All dice of the tower move and turn together.
    """
    tower, dice = table.towers[name], table.tower_dice(name)
    seat = pose_beside(table.models[name], bearing, dice[0].size)
    level = table.level_at(seat.xy)
    return move_tower(table, name, Pose((*seat.xy, level + dice[0].size / 2), seat.orientation)).with_tower(
        name, replace(tower, bearing=bearing)
    )


def push_back(table: Table, name: PieceId) -> Table:
    """Return a copy of the table with a pushed tower moved back to its model, so that they touch again (RD-32)."""
    model, dice = table.models[name], table.tower_dice(name)
    wanted = heading(model.at, dice[0].pose.xy)
    return turn_tower(table, name, free_bearing(table, name, wanted, dice[0].size))


def free_bearing(table: Table, name: PieceId, wanted: float, size: float) -> float:
    """Return a direction, seen from a model, with free ground for the model's tower (rad from +x).

    Directions near `wanted` are tried first. The ground must be on the table and at the same height as the ground of
    the model. If a search finds no free ground, the next search is made:

    1. The first search is for ground that is at least `HAND_CLEARANCE` away from all other pieces.
    2. The second search is for ground that no other piece overlaps.
    3. The third search is for ground that no other model and no terrain overlaps.

    Terrain that doesn't block moves is ignored. If all searches fail, the result is `wanted`.

    Args:
        table: The table.
        name: Name of the model.
        wanted: The wanted direction (rad from +x).
        size: Size of the tower's dice (mm).
    """
    model = table.models[name]
    own = set(table.towers[name].dice) if name in table.towers else set()
    # The area that a tower beside the model and the space around it can reach. Pieces outside it are no obstacles.
    left, front, right, back = model.footprint.bounds()
    far = math.hypot(right - left, back - front) / 2 + 2 * size + HAND_CLEARANCE
    yard = disc(model.at, far)
    solid = [piece.footprint for piece in table.terrain.values() if piece.blocks_moves]
    solid += [piece.footprint for piece in table.models.values() if piece.id != name]
    light = [piece.footprint for piece in table.tokens.values()]
    light += [
        die.footprint
        for die in table.dice.values()
        if die.id not in own and distance(die.pose.xy, model.at) < far + die.kind.circumradius * die.size
    ]
    solid, light = ([one for one in those if near(yard, one, 0.0)] for those in (solid, light))
    turns = [wanted]
    for k in range(1, int(math.pi / BEARING_STEP) + 1):
        turns += [wanted + k * BEARING_STEP, wanted - k * BEARING_STEP]
    for obstacles, room in ((solid + light, HAND_CLEARANCE), (solid + light, 0.0), (solid, 0.0)):
        for bearing in turns:
            seat = pose_beside(model, bearing, size)
            ground = rectangle(seat.xy, size, size, heading_of(seat.orientation))
            level = table.level_at(seat.xy) == model.level
            if level and _on_table(ground, table) and _is_clear(ground, obstacles, room):
                return math.remainder(bearing, math.tau)
    return math.remainder(wanted, math.tau)


def _is_clear(ground: Footprint, obstacles: list[Footprint], room: float) -> bool:
    left, front, right, back = ground.bounds()
    left, front, right, back = left - room, front - room, right + room, back + room
    for other in obstacles:
        b = other.bounds()
        if b[0] < right and b[2] > left and b[1] < back and b[3] > front and gap(ground, other) < room:
            return False
    return True


def _on_table(ground: Footprint, table: Table) -> bool:
    left, front, right, back = ground.bounds()
    return left >= 0 and front >= 0 and right <= table.width and back <= table.depth


def move_tower(table: Table, name: str, seat: Pose) -> Table:
    """Return a copy of the table with a tower moved as one rigid body. Its lowest die is at the place of `seat`.

    The tower is also turned about the vertical axis, by at most 45°. After this turn, the sides of the lowest die are
    parallel to those of a cube in the pose `seat`.
    """
    dice = table.tower_dice(name)
    first = dice[0].pose
    spin = about_z(_quarter_free(yaw_of(seat.orientation) - yaw_of(first.orientation)))
    moved = []
    for die in dice:
        dx, dy, dz = (a - b for a, b in zip(die.pose.at, first.at, strict=True))
        x, y, z = rotate(spin, (dx, dy, dz))
        place = (seat.at[0] + x, seat.at[1] + y, seat.at[2] + z)
        moved.append(replace(die, pose=Pose(place, multiply(spin, die.pose.orientation))))
    return table.with_pieces(*moved)


def _quarter_free(angle: float) -> float:
    """Return the angle that differs from `angle` by whole quarter turns and is nearest to 0 (rad, -pi/4 to pi/4)."""
    return math.remainder(angle, math.pi / 2)
