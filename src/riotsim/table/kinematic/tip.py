"""A cube that is rolled over one of its bottom edges, and then slid to a place."""

import itertools
import math
from dataclasses import dataclass, replace
from typing import Final

from riotsim.errors import InvalidValue
from riotsim.table.acts import Tip
from riotsim.table.dice.cubes import QUARTER, FlatCube, flat_cube, tilt_of
from riotsim.table.geometry.plan import ROUNDING_TOLERANCE, rectangle
from riotsim.table.impacts import Impact
from riotsim.table.kinematic.motion import Motion, between, impact, minimum_jerk, rubbing, slide_ticks, whole_frames
from riotsim.table.kinematic.obstacles import (
    first_in_way,
    joined,
    occupied_spaces,
    require_level,
    require_on_table,
)
from riotsim.table.overlaps import OccupiedSpace, lies_flat
from riotsim.table.pieces import Die, PieceId
from riotsim.table.poses import (
    Point,
    Pose,
    Vector,
    about_z,
    conjugate,
    cross,
    heading_of,
    multiply,
    point_ahead,
    rotate,
)
from riotsim.table.state import Table
from riotsim.table.units import TICKS_PER_SECOND

ROLL_TICKS: Final = whole_frames(0.4)
"""Time of a tipped cube's roll over its edge (ticks). Chosen by eye."""

GRIP_TICKS: Final = whole_frames(0.1)
"""Time between the roll and the slide, while a hand grips the cube (ticks). Chosen by eye."""

MAX_TILT: Final = math.radians(2.0)
"""A cube still counts as flat up to this tilt (rad)."""

EDGE_MASS: Final = 2 / 3
"""Fraction of a cube's mass that the ground stops when the cube falls over an edge.

This is the cube's moment of inertia about the edge, divided by (mass times size²).
"""


@dataclass(frozen=True, slots=True)
class TippedCube:
    """A tipped cube: its orientation before the tip, and its places after the roll and after the slide."""

    die: Die
    cube: FlatCube
    """The cube's orientation before the tip."""
    side: int
    """The number of the side that the cube rolls over."""
    landing: Point
    """The place of the cube's centre after the roll, seen from above (mm)."""
    end: Point
    """The place of the cube's centre after the slide, seen from above (mm)."""
    level: float
    """Height of the ground (mm)."""

    @property
    def way(self) -> Vector:
        """The direction of the roll, as a horizontal unit vector."""
        heading = self.cube.heading_of(self.side)
        return (math.cos(heading), math.sin(heading), 0.0)

    def rolled(self, angle: float) -> Pose:
        """Return the pose of the cube after a rotation by `angle` (rad) about its edge."""
        (x, y), half, (u, v, _) = self.die.pose.xy, self.die.size / 2, self.way
        edge = (x + half * u, y + half * v, self.level)
        axis = cross((0.0, 0.0, 1.0), self.way)
        sine = math.sin(angle / 2)
        turn = (axis[0] * sine, axis[1] * sine, axis[2] * sine, math.cos(angle / 2))
        dx, dy, dz = rotate(turn, (-half * u, -half * v, half))
        return Pose((edge[0] + dx, edge[1] + dy, edge[2] + dz), multiply(turn, self.cube.orientation))

    def standing(self, at: Point, cube: FlatCube) -> Die:
        """Return `self.die` as it stands on the ground at the point `at`, in the orientation `cube`."""
        return replace(self.die, pose=Pose((*at, self.level + self.die.size / 2), cube.orientation))


def tipped_cube(table: Table, act: Tip) -> TippedCube:
    """Return the cube that an act tips, with the cube's path.

    Raises:
        InvalidValue: The tip can't be performed on this table. The message says why.
    """
    for name, value in (("heading", act.heading), ("to_x", act.to[0]), ("to_y", act.to[1])):
        if not math.isfinite(value):
            raise InvalidValue(f"a tip needs a finite number as {name}, not {value}")
    die = _standing_cube(table, act.die)
    cube = flat_cube(die.pose.orientation)
    side = cube.side_towards(act.heading)
    (x, y), level = die.pose.xy, table.level_at(die.pose.xy)
    landing = point_ahead((x, y), cube.heading_of(side), die.size)
    plans = [rectangle(at, die.size, die.size, cube.yaw) for at in ((x, y), landing, act.to)]
    what = f"{die.id}, tipped and slid to ({act.to[0]:.0f}, {act.to[1]:.0f}),"
    for start, end in (((x, y), landing), (landing, act.to)):
        require_level(what, start, end, table)
    others = list(occupied_spaces(table, {die.id}))
    for one, other in itertools.pairwise(plans):
        require_on_table(what, other, table)
        met = first_in_way(OccupiedSpace(die.id, joined(one, other), level, level + die.size), others)
        if met is not None:
            raise InvalidValue(f"{what} would meet {met.piece}, which stands in the way")
    return TippedCube(die, cube, side, landing, act.to, level)


def _standing_cube(table: Table, name: PieceId) -> Die:
    """Return a die that can be tipped.

    Raises:
        InvalidValue: There is no die of this name, the die is in a tower, or the die isn't a cube that stands flat on
            the ground.
    """
    die = table.dice.get(name)
    if die is None:
        raise InvalidValue(f"there is no die {name!r} to tip")
    if not die.kind.is_cube:
        raise InvalidValue(f"only cubes can be tipped, and {name} is a {die.kind.name}; a d6 would do")
    if any(name in tower.dice for tower in table.towers.values()):
        raise InvalidValue(f"{name} stands in a tower; only loose dice can be tipped")
    if not stands_flat(die, table):
        raise InvalidValue(f"{name} doesn't stand flat on the ground, so it can't be tipped over an edge")
    return die


def stands_flat(die: Die, table: Table) -> bool:
    """Return whether a die is a cube that stands flat on the ground."""
    flat = die.kind.is_cube and tilt_of(die.pose.orientation) <= MAX_TILT
    return flat and lies_flat(die, table.level_at(die.pose.xy))


def tip_motion(table: Table, act: Tip) -> Motion:
    """Return the prescribed motion of a tip, without the errors of a hand.

    Raises:
        InvalidValue: The tip can't be performed on this table. The message says why.
    """
    tip = tipped_cube(table, act)
    cube = tip.cube.tipped(tip.side)
    begin = ROLL_TICKS if math.dist(tip.landing, tip.end) <= ROUNDING_TOLERANCE else ROLL_TICKS + GRIP_TICKS
    slide = slide_of(table, tip.standing(tip.landing, cube), tip.standing(tip.end, cube), begin)

    def poses_at(tick: int) -> dict[PieceId, Pose]:
        if tick < ROLL_TICKS:
            return {act.die: tip.rolled(QUARTER * roll_share(tick / ROLL_TICKS))}
        return slide.poses_at(tick)

    return replace(slide, poses_at=poses_at, impacts=(_landing(table, tip), *slide.impacts))


def slide_of(table: Table, start: Die, end: Die, begin: int) -> Motion:
    """Return the motion of a die that stands still until tick `begin`, and then slides.

    Args:
        table: The table.
        start: The die before the slide.
        end: The die after the slide. It may be turned about the vertical.
        begin: First tick of the slide.
    """
    turn = heading_of(multiply(end.pose.orientation, conjugate(start.pose.orientation)))
    ticks = slide_ticks(math.dist(start.pose.at, end.pose.at), turn)

    def poses_at(tick: int) -> dict[PieceId, Pose]:
        if tick >= begin + ticks:
            return {start.id: end.pose}
        share = minimum_jerk((tick - begin) / ticks) if tick > begin else 0.0
        turned = multiply(about_z(turn * share), start.pose.orientation)
        return {start.id: Pose(between(start.pose.at, end.pose.at, share), turned)}

    half = start.size / 2
    feet = [(x, y, z - half) for x, y, z in (start.pose.at, end.pose.at)]
    heard = rubbing(table, start, feet[0], feet[1], begin, ticks)
    return Motion(table.with_pieces(end), begin + ticks, poses_at, tuple(heard))


def _landing(table: Table, tip: TippedCube) -> Impact:
    """Return the impact at the end of the roll, where the cube's edge strikes the ground."""
    speed = QUARTER * roll_speed(1.0) / (ROLL_TICKS / TICKS_PER_SECOND) * tip.die.size
    at = (*point_ahead(tip.landing, tip.cube.heading_of(tip.side), tip.die.size / 2), tip.level)
    return impact(table, tip.die, at, ROLL_TICKS, speed, EDGE_MASS)


def roll_share(share: float) -> float:
    """Return a rolling cube's fraction of its whole rotation after a fraction of the roll's time.

    `share` is the fraction of the time (0 to 1). The rotation is slow at first, and fast when the cube falls over.
    """
    return share * share * (3.0 - share) / 2.0


def roll_speed(share: float) -> float:
    """Return the derivative of `roll_share` with respect to `share`, at `share`."""
    return share * (6.0 - 3.0 * share) / 2.0
