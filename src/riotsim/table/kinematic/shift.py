"""Several pieces that move at the same time along straight lines, slid or lifted."""

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from riotsim.errors import InvalidValue
from riotsim.table.acts import Displacement, Shift
from riotsim.table.dice.cubes import flat_cube
from riotsim.table.geometry.plan import Footprint, disc, touch
from riotsim.table.kinematic.motion import (
    SET_DOWN_SPEED,
    Motion,
    between,
    impact,
    minimum_jerk,
    rubbing,
    slide_ticks,
    whole_frames,
)
from riotsim.table.kinematic.obstacles import (
    first_in_way,
    joined,
    occupied_spaces,
    require_level,
    require_on_table,
    space_of,
)
from riotsim.table.kinematic.tip import stands_flat
from riotsim.table.memo import memoize_last
from riotsim.table.overlaps import OccupiedSpace
from riotsim.table.pieces import Die, Model, Movable, PieceId
from riotsim.table.poses import Point, Pose, Vector, about_z, angle_between, multiply, slerp
from riotsim.table.state import Table

LIFT_TICKS: Final = whole_frames(0.25)
"""Time that a hand takes to lift pieces (ticks). Setting them down takes the same time. Chosen by eye."""

LIFT_HEIGHT: Final = 20.0
"""Pieces are lifted to this height above the ground if nothing is in their way (mm). Chosen by eye."""

LIFT_GAP: Final = 5.0
"""Gap between a lifted piece and a thing below it on its way (mm). Chosen by eye."""

TURN_STEP: Final = math.radians(5.0)
"""Greatest rotation of a piece in one step of its path (rad).

The search for obstacles treats the motion during a step as straight. So a corner of the piece may leave the searched
area, by at most 0.1 % of the corner's distance from the middle of the piece.
"""


@dataclass(frozen=True, slots=True)
class _Mover:
    """A moving piece, before and after the shift."""

    piece: Movable
    end: Movable
    move: Displacement

    @property
    def start_at(self) -> Vector:
        """The place of the piece before the move (mm): the place of its centre, or of its foot if it is a model."""
        return _pose(self.piece).at

    @property
    def end_at(self) -> Vector:
        """The place of the piece after the move (mm): the place of its centre, or of its foot if it is a model."""
        return _pose(self.end).at

    @property
    def place(self) -> str:
        """The place after the move, as text for a message."""
        return f"({self.move.to[0]:.0f}, {self.move.to[1]:.0f})"

    @property
    def angle(self) -> float:
        """Angle of the piece's rotation on its path (rad)."""
        if self.move.lies is None:
            return abs(self.move.turn)
        return angle_between(_pose(self.piece).orientation, _pose(self.end).orientation)

    @property
    def corner_depth(self) -> float:
        """A lifted cube's lowest point may sink by no more than this when the cube rotates on its path (mm).

        The cube rotates to the orientation `move.lies`. The value is 0 if `move.lies` is None.
        """
        if self.move.lies is None or not isinstance(self.piece, Die):
            return 0.0
        return (self.piece.kind.circumradius - 0.5) * self.piece.size

    @property
    def surroundings(self) -> Footprint:
        """An area that contains the piece everywhere on its path, with any rotation."""
        x, y, _ = self.start_at
        left, front, right, back = self.piece.footprint.bounds()
        reach = math.hypot(max(x - left, right - x), max(y - front, back - y))
        if isinstance(self.piece, Die):
            reach = max(reach, self.piece.kind.circumradius * self.piece.size)
        return joined(disc((x, y), reach), disc(self.end_at[:2], reach))

    def plan_at(self, share: float) -> Footprint:
        """Return the area that the piece covers after a fraction of its path (0 to 1)."""
        at, turn = between(self.start_at, self.end_at, share), self.move.turn * share
        match self.piece:
            case Model() as model:
                return replace(model, at=at[:2], heading=model.heading + turn).footprint
            case Die() as die:
                return replace(die, pose=self._rotated(Pose(at, die.pose.orientation), share)).footprint
            case token:
                return replace(token, pose=Pose(at, token.pose.orientation)).footprint

    def shift_at(self, share: float) -> Point:
        """Return the piece's horizontal displacement after a fraction of its path (mm)."""
        (x, y, _), (x1, y1, _) = self.start_at, self.end_at
        return (share * (x1 - x), share * (y1 - y))

    def pose_at(self, share: float, height: float) -> Pose:
        """Return the pose of the piece after a fraction of its path.

        Args:
            share: The fraction (0 to 1).
            height: Height of the lifted piece above the path of a slide (mm).
        """
        if share >= 1.0 and height == 0.0:
            return _pose(self.end)
        x, y, z = between(self.start_at, self.end_at, share)
        return self._rotated(Pose((x, y, z + height), _pose(self.piece).orientation), share)

    def _rotated(self, pose: Pose, share: float) -> Pose:
        """Return `pose`, rotated by a fraction of the piece's rotation on its whole path.

        Args:
            pose: A pose with the piece's orientation before the move. The result has the same place.
            share: The fraction (0 to 1).
        """
        if self.move.lies is None:
            return _turned(pose, self.move.turn * share)
        return Pose(pose.at, slerp(pose.orientation, _pose(self.end).orientation, share))


@memoize_last  # an act is checked first, and then performed
def shift_motion(table: Table, act: Shift) -> Motion:
    """Return the motion of a shift.

    Raises:
        InvalidValue: The shift can't be performed on this table. The message says why.
    """
    movers = [_mover(table, move) for move in act.moves]
    _check_names(act)
    others = list(occupied_spaces(table, {mover.piece.id for mover in movers}))
    _check_ends(table, movers, others, in_tray=act.lifted)
    if act.lifted:
        return _lifted(table, movers, others)
    if laid := [mover.piece.id for mover in movers if mover.move.lies is not None]:
        raise InvalidValue(f"only a lifted cube is set down on another face, and {', '.join(laid)} slides")
    _check_ways(table, movers, others)
    return _slid(table, movers)


def _slid(table: Table, movers: Sequence[_Mover]) -> Motion:
    """Return the motion of pieces that slide."""
    ticks = _duration(movers)

    def poses_at(tick: int) -> dict[PieceId, Pose]:
        share = minimum_jerk(tick / ticks) if tick < ticks else 1.0
        return {mover.piece.id: mover.pose_at(share, 0.0) for mover in movers}

    heard = [
        rub
        for mover in movers
        for rub in rubbing(table, mover.piece, _foot(mover.piece), _foot(mover.end), 0, ticks, mover.move.turn)
    ]
    return Motion(_moved(table, movers), ticks, poses_at, tuple(sorted(heard, key=lambda one: one.tick)))


def _lifted(table: Table, movers: Sequence[_Mover], others: Sequence[OccupiedSpace]) -> Motion:
    """Return the motion of pieces that are lifted, carried over obstacles, and set down."""
    across = _duration(movers)
    ticks = 2 * LIFT_TICKS + across
    heights = _lift_heights(table, movers, others)

    def poses_at(tick: int) -> dict[PieceId, Pose]:
        share = minimum_jerk((tick - LIFT_TICKS) / across) if across else float(tick >= LIFT_TICKS)
        up = minimum_jerk(min(tick, ticks - tick) / LIFT_TICKS)
        return {
            mover.piece.id: mover.pose_at(share, _height_above(mover, share, height) * up)
            for mover, height in zip(movers, heights, strict=True)
        }

    heard = (impact(table, mover.end, _foot(mover.end), ticks, SET_DOWN_SPEED) for mover in movers)
    return Motion(_moved(table, movers), ticks, poses_at, tuple(heard))


def _height_above(mover: _Mover, share: float, height: float) -> float:
    """Return the height of a lifted piece above the path of a slide (mm).

    Args:
        mover: The piece.
        share: Fraction of its path that the piece has covered (0 to 1).
        height: The piece's height while it is carried (mm), as returned by `_lift_heights`.
    """
    return height - between(_foot(mover.piece), _foot(mover.end), share)[2]


def _lift_heights(table: Table, movers: Sequence[_Mover], others: Sequence[OccupiedSpace]) -> list[float]:
    """Return each lifted piece's height while it is carried (mm).

    This is the height of the piece's lowest point above the table. For a cube that rotates to another face on its path,
    it is the lowest point's height without this rotation. A piece is carried over:

    - the pieces in its path that don't move
    - earlier pieces in `movers` that the piece could meet on its path
    - the walls of table and tray, if the piece is carried onto the tray's bottom or away from it

    Args:
        table: The table before the shift.
        movers: The pieces.
        others: The spaces of the pieces that don't move.
    """
    found: list[float] = []
    for k, mover in enumerate(movers):
        ground = max(_foot(mover.piece)[2], _foot(mover.end)[2], _walls(table, mover))
        height = ground + LIFT_HEIGHT + mover.corner_depth
        clear = LIFT_GAP + mover.corner_depth
        near = _nearby(mover, [other for other in others if other.high + clear > height])
        for area in _areas(mover) if near else ():
            tops = (other.high for other in near if touch(area, other.plan))
            height = max([height, *(top + clear for top in tops)])
        for other, low in zip(movers[:k], found, strict=True):
            if any(touch(area, plan) for area, plan in _relative_areas(mover, other)):
                space = space_of(other.piece)
                top = space.high - space.low + other.corner_depth
                height = max(height, low + top + LIFT_GAP + mover.corner_depth)
        found.append(height)
    return found


def _walls(table: Table, mover: _Mover) -> float:
    """Return the height of the highest wall on the piece's possible way (mm).

    The height is 0 if the piece is carried neither onto the tray's bottom nor away from it.
    """
    tray = table.tray
    if tray is None or tray.contains(mover.start_at[:2]) == tray.contains(mover.end_at[:2]):
        return 0.0
    return max(tray.wall_height, table.wall_height)


def _check_names(act: Shift) -> None:
    """Check that a shift moves at least one piece, and no piece more than once.

    Raises:
        InvalidValue: The shift moves no pieces, or moves a piece more than once.
    """
    names = [move.piece for move in act.moves]
    if not names:
        raise InvalidValue("a shift needs at least one piece")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise InvalidValue(f"a shift moves each piece once, and {', '.join(twice)} more often")


def _mover(table: Table, move: Displacement) -> _Mover:
    """Return the piece of a displacement, as it is before the move and as it will be afterwards.

    Raises:
        InvalidValue: The piece isn't on the table, or can't be moved like this.
    """
    name = move.piece
    for part, value in (("to_x", move.to[0]), ("to_y", move.to[1]), ("turn", move.turn)):
        if not math.isfinite(value):
            raise InvalidValue(f"a shift needs a finite number as {part} of {name}, not {value}")
    if abs(move.turn) > math.tau:
        raise InvalidValue(f"a shift turns {name} by one full turn at most, not by {move.turn} rad")
    if move.lies is not None and (move.turn or not math.isclose(math.hypot(*move.lies), 1.0, abs_tol=1e-6)):
        raise InvalidValue(f"a shift sets {name} down in the orientation of a unit quaternion, without a turn besides")
    piece = table.movable(name)
    if piece is None:
        raise InvalidValue(f"there is no model, die or token {name!r} to shift")
    if name in table.towers or any(name in tower.dice for tower in table.towers.values()):
        raise InvalidValue(f"{name} belongs to a tower; towers are carried, and not shifted")
    if isinstance(piece, Model) and piece.fallen:
        raise InvalidValue(f"{name} has fallen; only models that stand are shifted")
    if move.lies is not None and not (isinstance(piece, Die) and stands_flat(piece, table)):
        raise InvalidValue(f"{name} is no cube that stands flat, so it can't be set down on another face")
    return _Mover(piece, _placed(table, piece, move), move)


def _placed(table: Table, piece: Movable, move: Displacement) -> Movable:
    """Return a piece as it is at the end of its move.

    - A model stands exactly on the ground.
    - A cube that stood flat before the move stands exactly on the ground.
    - Any other die on the tray's rack (a ledge for dice) has the height of a flat die there.
    - Any other die or token is as high above the ground as before the move.
    """
    level = table.level_at(move.to)
    if isinstance(piece, Model):
        heading = math.remainder(piece.heading + move.turn, math.tau) if move.turn else piece.heading
        return replace(piece, at=move.to, level=level, heading=heading)
    x, y, z = piece.pose.at
    ground = table.level_at((x, y))
    if isinstance(piece, Die) and stands_flat(piece, table):
        cube = flat_cube(piece.pose.orientation if move.lies is None else move.lies).turned(move.turn)
        return replace(piece, pose=Pose((*move.to, level + piece.size / 2), cube.orientation))
    if isinstance(piece, Die) and table.tray is not None and table.tray.is_on_rack(move.to):
        z = level = ground = piece.kind.flat_height(piece.shows) * piece.size  # it may have lain on another die
    return replace(piece, pose=_turned(Pose((*move.to, z + level - ground), piece.pose.orientation), move.turn))


def _check_ends(table: Table, movers: Sequence[_Mover], others: Sequence[OccupiedSpace], *, in_tray: bool) -> None:
    """Check that all pieces end on the table, and that they overlap neither each other nor pieces at rest.

    Args:
        table: The table before the shift.
        movers: The pieces.
        others: The spaces of the pieces that don't move.
        in_tray: Whether dice may also end in the tray, or on the tray's rack.

    Raises:
        InvalidValue: A piece doesn't end on the table, or overlaps another piece there. The message names the pieces.
    """
    taken = list(others)
    for mover in movers:
        space = space_of(mover.end)
        is_die = isinstance(mover.piece, Die)
        require_on_table(f"{mover.piece.id} at {mover.place}", space.plan, table, in_tray=in_tray and is_die)
        if (met := first_in_way(space, taken)) is not None:
            raise InvalidValue(f"{mover.piece.id} can't end at {mover.place}: {met.piece} would be there")
        taken.append(space)


def _check_ways(table: Table, movers: Sequence[_Mover], others: Sequence[OccupiedSpace]) -> None:
    """Check that sliding pieces stay on the table and on one level, and meet neither obstacles nor each other.

    Raises:
        InvalidValue: A path leaves the table or its level, an obstacle is in a path, or two pieces meet.
    """
    for k, mover in enumerate(movers):
        what, space = f"{mover.piece.id} can't be slid to {mover.place}", space_of(mover.piece)
        require_level(f"{mover.piece.id}, slid to {mover.place},", mover.start_at[:2], mover.end_at[:2], table)
        near = _nearby(mover, others)
        inside = _stays_inside(table, mover.surroundings)
        for area in () if inside and not near else _areas(mover):
            require_on_table(f"{mover.piece.id}, slid to {mover.place},", area, table)
            if (met := first_in_way(replace(space, plan=area), near)) is not None:
                raise InvalidValue(f"{what}: {met.piece} stands in the way; a lifted piece passes over")
        for other in movers[:k]:
            for area, plan in _relative_areas(mover, other):
                if first_in_way(replace(space, plan=area), [replace(space_of(other.piece), plan=plan)]) is not None:
                    raise InvalidValue(f"{what}: it would meet {other.piece.id} on the way; lifted pieces pass over")


def _steps(*movers: _Mover) -> list[tuple[float, float]]:
    """Divide the path of each piece into the same number of equal steps, and return the start and end of each step.

    Start and end are fractions of the path (0 to 1), and are the same for all pieces. There are so many steps that no
    piece rotates by more than `TURN_STEP` in one step.
    """
    count = max(1, *(math.ceil(mover.angle / TURN_STEP) for mover in movers))
    return list(itertools.pairwise(k / count for k in range(count + 1)))


def _nearby(mover: _Mover, others: Sequence[OccupiedSpace]) -> list[OccupiedSpace]:
    """Return the spaces in `others` near the path of a piece, in the same order.

    The piece can't meet the remaining ones.
    """
    surroundings = mover.surroundings
    return [other for other in others if touch(surroundings, other.plan)]


def _stays_inside(table: Table, area: Footprint) -> bool:
    """Return whether an area is on the table."""
    left, front, right, back = area.bounds()
    return left >= 0.0 and front >= 0.0 and right <= table.width and back <= table.depth


def _areas(mover: _Mover) -> Iterator[Footprint]:
    """Yield, for each step of a piece's path (see `_steps`), the area that the piece covers during this step.

    Each point of the piece is assumed to move in a straight line during a step.
    """
    for begin, end in _steps(mover):
        yield joined(mover.plan_at(begin), mover.plan_at(end))


def _relative_areas(mover: _Mover, other: _Mover) -> Iterator[tuple[Footprint, Footprint]]:
    """Yield, for each step of two pieces' paths (see `_steps`), the area of `mover` and the area of `other`.

    These are the areas covered during the step, as seen by an observer who moves along with `other`. If the two areas
    don't overlap, the pieces don't meet during the step.
    """
    for begin, end in _steps(mover, other):
        mine, theirs = [], []
        for share in (begin, end):
            x, y = other.shift_at(share)
            mine.append(mover.plan_at(share).translated(-x, -y))
            theirs.append(other.plan_at(share).translated(-x, -y))
        yield joined(*mine), joined(*theirs)


def _duration(movers: Sequence[_Mover]) -> int:
    """Return the duration of the move of all pieces (ticks): the duration of the slowest piece's move."""
    return max(slide_ticks(math.dist(mover.start_at[:2], mover.end_at[:2]), mover.angle) for mover in movers)


def _moved(table: Table, movers: Sequence[_Mover]) -> Table:
    return table.with_pieces(*(mover.end for mover in movers))


def _pose(piece: Movable) -> Pose:
    """Return the pose of a die's or token's centre, or of a model's foot."""
    if isinstance(piece, Model):
        return Pose((*piece.at, piece.level), about_z(piece.heading))
    return piece.pose


def _foot(piece: Movable) -> Vector:
    """Return the point below the middle of a piece, at the height of the piece's lowest point (mm)."""
    x, y, _ = _pose(piece).at
    return (x, y, space_of(piece).low)


def _turned(pose: Pose, angle: float) -> Pose:
    """Return a pose that is rotated about the vertical by an angle (rad)."""
    return pose if angle == 0.0 else Pose(pose.at, multiply(about_z(angle), pose.orientation))
