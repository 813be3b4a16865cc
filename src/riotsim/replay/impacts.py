"""The impacts in a moment of a recording. The moment's sound is made from them.

Impacts come from three sources:

- The physics reports the impacts of most acts.
- `riotsim.table.kinematic` has the impacts of acts that are computed without physics, such as tips.
- For other acts, impacts are derived from the frames, the stored poses of the pieces at points in time.

Derived impacts are only accurate enough for sound. A bounce that lasts less than 1/30 s, two frames, is missed. The
body that a piece has hit is guessed from the bodies near the piece. The mass of a piece is taken as the mass of an
acrylic ball.
"""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.replay.recording import Moment
from riotsim.replay.timeline_builder import with_held
from riotsim.table.acts import Frame, Stack
from riotsim.table.geometry.plan import covers
from riotsim.table.impacts import TABLE, TRAY, WALL, Collider, Impact, collider_of
from riotsim.table.kinematic.exact import shown_motion
from riotsim.table.kinematic.motion import SET_DOWN_SPEED
from riotsim.table.pieces import BASE_THICKNESS, Die, Hull, Model, Piece, PieceId, Round, Token
from riotsim.table.poses import Point, Pose, Vector, rotate
from riotsim.table.state import Table
from riotsim.table.units import ACRYLIC_DENSITY, GRAVITY, TICKS_PER_SECOND

MIN_SPEED: Final = 120.0
"""Least speed of a piece towards a body for a derived impact (mm/s).

Stored frames are rounded to 0.01 mm. This is too coarse to derive the impacts of slower pieces.
"""

VERTICAL_COSINE: Final = 0.85
"""Cosine of the largest angle of a push that counts as straight upward. The angle is measured from the vertical.

A push is a sudden change of a piece's velocity. The sideways part of a push that counts as straight upward is taken as
friction.
"""

CONTACT_GAP: Final = 4.0
"""A piece may have hit a body if the gap is no greater than this (mm). We chose this value.

The distance that the piece moves from one frame to the next is added to the gap.
"""

Floats: TypeAlias = npt.NDArray[np.float64]


def impacts_of(moment: Moment) -> tuple[Impact, ...]:
    """Return the impacts of a moment, in order of time.

    The first fitting source is used:

    - the impacts that the physics has reported in the frames
    - for an act that is computed without physics, the impacts of its motion
    - if the act puts a die on a tower, and the moment has no frames: a single impact where the die was put down
    - impacts derived from the frames
    """
    reported = [impact for frame in moment.frames for impact in frame.impacts]
    if reported:
        return tuple(reported)
    if moment.act is not None and (motion := shown_motion(moment.before, moment.act)) is not None:
        return motion.impacts
    if isinstance(moment.act, Stack) and not moment.frames and moment.settled is not None:
        die = moment.settled.table.dice.get(moment.act.die.id)
        return () if die is None else (_set_down(die, moment.settled.table, moment.act.tower),)
    return derive_impacts(with_held(moment.act, moment.before), moment.frames)


def derive_impacts(table: Table, frames: Sequence[Frame]) -> tuple[Impact, ...]:
    """Return impacts, in order of time. Each is derived from a sudden change of a piece's velocity.

    Args:
        table: A table with all moving pieces. They may be anywhere on the table.
        frames: Frames of an act.
    """
    tracks = [track for name in _names(frames) if (track := _track(table, frames, name)) is not None]
    moving = {track.name for track in tracks}
    static = [_ball(piece, None) for name, piece in _pieces(table).items() if name not in moving]
    last_of: dict[tuple[Collider, Collider], Impact] = {}
    found: list[Impact] = []
    jumps = sorted(
        (jump for track in tracks for jump in _velocity_jumps(track)), key=lambda jump: (jump.tick, jump.track.name)
    )
    for jump in jumps:
        own = jump.track.ball_at(jump.tick)
        near = [track.ball_at(jump.tick) for track in tracks if track.may_touch(own, jump)]
        other, at = _hit_body(jump, own, table, [*static, *near])
        if other is None:
            continue
        one = collider_of(jump.track.piece)
        key = (one, other) if (one.kind, one.piece) < (other.kind, other.piece) else (other, one)
        last = last_of.get(key)
        # One impact jolts both bodies, and may span two intervals.
        if last is not None and jump.tick - last.tick <= 3 * jump.span:
            continue
        last_of[key] = Impact(jump.tick, one, other, at, jump.speed, jump.change * jump.track.mass)
        found.append(last_of[key])
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Ball:
    """A simplified shape of a piece: an upright column for a model, and a ball for any other piece.

    These shapes are used to guess which pieces have hit each other.
    """

    piece: Piece
    at: Vector
    """Centre of the ball, or foot of the column (mm)."""
    radius: float
    """Radius of the ball or column (mm)."""
    low: float
    """Height of the piece's lowest point (mm)."""
    high: float
    """Height of the piece's highest point (mm)."""


@dataclass(frozen=True, slots=True)
class _PieceTrack:
    """The poses of a piece in the frames of an act."""

    piece: Die | Token | Model
    ticks: tuple[int, ...]
    """Ticks of the frames, in order."""
    places: Floats
    """Positions in the frames, shape (n, 3), in mm."""
    poses: tuple[Pose, ...]
    """Poses in the frames."""

    @property
    def name(self) -> PieceId:
        return self.piece.id

    @property
    def mass(self) -> float:
        """Mass of an acrylic ball with the radius of the piece (g)."""
        return ACRYLIC_DENSITY * 4 / 3 * math.pi * _radius(self.piece) ** 3

    def ball_at(self, tick: int) -> _Ball:
        """Return the simplified shape of the piece at a tick. Its pose is that of the nearest frame."""
        return _ball(self.piece, self._pose_at(tick))

    def may_touch(self, ball: _Ball, jump: "_VelocityJump") -> bool:
        """Return whether this track's piece may have been hit by another piece, whose velocity has changed suddenly.

        Only the distance between the two pieces counts, seen from above.

        Args:
            ball: The simplified shape of the other piece.
            jump: The sudden change of the other piece's velocity. It gives the time, and the largest gap for a hit.
        """
        x, y = self._pose_at(jump.tick).xy
        return math.dist((x, y), ball.at[:2]) - ball.radius - _radius(self.piece) < jump.reach

    def _pose_at(self, tick: int) -> Pose:
        k = bisect_left(self.ticks, tick)
        if k == len(self.ticks) or (k > 0 and tick - self.ticks[k - 1] <= self.ticks[k] - tick):
            k -= 1
        return self.poses[k]


@dataclass(frozen=True, slots=True)
class _VelocityJump:
    """A sudden change of a piece's velocity."""

    track: _PieceTrack
    """Track of the piece."""
    tick: int
    """Tick in the middle of the interval of the change of velocity."""
    span: int
    """Length of the interval of the change of velocity (ticks). It begins at one frame and ends at the next."""
    normal: Vector
    """Direction of the change of velocity: a unit vector."""
    speed: float
    """Speed of the piece against the direction of `normal`, before the change (mm/s)."""
    change: float
    """Change of the velocity along `normal` (mm/s)."""

    @property
    def reach(self) -> float:
        """The piece may have hit another body if the gap is no larger than this (mm)."""
        return CONTACT_GAP + self.speed * self.span / TICKS_PER_SECOND


def _names(frames: Sequence[Frame]) -> list[PieceId]:
    return sorted({name for frame in frames for name in frame.poses})


def _pieces(table: Table) -> Mapping[PieceId, Die | Token | Model]:
    return {**table.models, **table.tokens, **table.dice}


def _track(table: Table, frames: Sequence[Frame], name: PieceId) -> _PieceTrack | None:
    """Return the track of a piece, or None if there is none.

    There is no track if the piece is not on the table, or if fewer than three frames have a pose of the piece.
    """
    piece = _pieces(table).get(name)
    seen = [(frame.tick, frame.poses[name]) for frame in frames if name in frame.poses]
    if piece is None or len(seen) < 3:
        return None
    ticks, poses = tuple(tick for tick, _ in seen), tuple(pose for _, pose in seen)
    return _PieceTrack(piece, ticks, np.array([pose.at for pose in poses]), poses)


def _velocity_jumps(track: _PieceTrack) -> list[_VelocityJump]:
    """Return the sudden changes of a piece's velocity. They show when the piece hit something.

    The effect of gravity is subtracted from each change first. A change is sudden if all of this is true:

    - The change is at least `MIN_SPEED`.
    - The changes one frame earlier and one frame later are not larger.
    - Before the change, the piece moved in the direction opposite to the change, with a speed of at least `MIN_SPEED`.
      For example, a die that bounces up from the table moved down before.

    A nearly upward change (`VERTICAL_COSINE`) is taken as exactly upward.
    """
    times = np.array(track.ticks) / TICKS_PER_SECOND
    spans = np.diff(times)
    speeds = np.diff(track.places, axis=0) / spans[:, None]
    if len(speeds) < 3:
        return []
    changes = speeds[2:] - speeds[:-2]  # over interval k + 1
    changes[:, 2] += GRAVITY * (spans[1:-1] + (spans[2:] + spans[:-2]) / 2)
    found: list[_VelocityJump] = []
    sizes = np.linalg.norm(changes, axis=1)
    for k in range(len(changes)):
        # The two intervals beside that of a bounce each see half of it.
        if sizes[k] < MIN_SPEED or sizes[k] < sizes[max(0, k - 1) : k + 2].max():
            continue
        push = changes[k] / sizes[k]
        if push[2] > VERTICAL_COSINE:
            push = np.array([0.0, 0.0, 1.0])
        approach = -float(speeds[k] @ push)
        if approach < MIN_SPEED:
            continue
        approach += GRAVITY * float(spans[k]) * max(0.0, float(push[2]))  # up to the middle of the interval
        span = track.ticks[k + 2] - track.ticks[k + 1]
        change = float(changes[k] @ push)
        normal = (float(push[0]), float(push[1]), float(push[2]))
        tick = (track.ticks[k + 1] + track.ticks[k + 2]) // 2
        found.append(_VelocityJump(track, tick, span, normal, approach, change))
    return found


def _hit_body(jump: _VelocityJump, own: _Ball, table: Table, balls: Iterable[_Ball]) -> tuple[Collider | None, Vector]:
    """Return the body that a piece has hit, and the point of contact (mm).

    The body is None if nothing is near enough. A point is returned even then.

    Args:
        jump: The sudden change of the piece's velocity.
        own: The simplified shape of the piece.
        table: The table.
        balls: The simplified shapes of the other pieces.
    """
    x, y, z = own.at
    reach = jump.reach
    best, nearest = None, math.inf
    for ball in balls:
        if ball.piece.id == jump.track.name:
            continue
        away = (x - ball.at[0], y - ball.at[1], z - min(max(z, ball.low), ball.high))
        gap = math.hypot(*away) - own.radius - ball.radius
        along = sum(a * n for a, n in zip(away, jump.normal, strict=True)) / max(math.hypot(*away), 1e-9)
        if gap < reach and along > 0.5 and gap < nearest:
            best, nearest = ball, gap
    nx, ny, nz = jump.normal
    at = (x - nx * own.radius, y - ny * own.radius, z - nz * (z - own.low))
    if nz > VERTICAL_COSINE:
        level = table.level_at((x, y))
        if best is not None and own.low - level > CONTACT_GAP and abs(best.high - own.low) < reach:
            return collider_of(best.piece), at
        at = (x, y, level)
        if level > 1.0:
            return _ground_at(table, (x, y)), at
        in_tray = table.tray is not None and table.tray.contains((x, y))
        return (TRAY if in_tray else TABLE), at
    if best is not None:
        return collider_of(best.piece), at
    for piece in table.terrain.values():
        left, front, right, back = piece.footprint.bounds()
        if left - reach < at[0] < right + reach and front - reach < at[1] < back + reach:
            return collider_of(piece), at
    if own.low < reach:
        walled = table.wall_height > 0.0 or table.tray is not None
        return (WALL if walled and abs(nz) < 0.5 else TABLE), at
    return None, at


def _ground_at(table: Table, at: Point) -> Collider:
    """Return the scenery under a point as a collider, or the table if no scenery is there."""
    return next((collider_of(one) for one in table.terrain.values() if covers(one.footprint, at)), TABLE)


def _ball(piece: Piece, pose: Pose | None) -> _Ball:
    """Return the simplified shape of a piece in a pose. If `pose` is None, the piece's own pose is used."""
    match piece:
        case Model(at=(x, y), level=level):
            foot = (x, y, level) if pose is None else pose.at
            height = BASE_THICKNESS if piece.fallen else piece.height
            return _Ball(piece, foot, _radius(piece), foot[2], foot[2] + height)
        case Die() | Token():
            pose = piece.pose if pose is None else pose
            half = _half_height(piece, pose)
            return _Ball(piece, pose.at, _radius(piece), pose.at[2] - half, pose.at[2] + half)
    raise AssertionError("scenery does not move")


def _half_height(piece: Die | Token, pose: Pose) -> float:
    """Return the height of a die's or token's centre above its lowest point, in a pose (mm)."""
    if isinstance(piece, Token):
        up = abs(rotate(pose.orientation, (0.0, 0.0, 1.0))[2])
        return piece.thickness / 2 * up + piece.diameter / 2 * math.sqrt(max(0.0, 1.0 - up * up))
    return -min(rotate(pose.orientation, corner)[2] for corner in piece.kind.corners) * piece.size


def _radius(piece: Piece) -> float:
    """Return the radius of a ball about as large as a die or token, or the mean radius of a model's base (mm)."""
    match piece:
        case Die(kind=kind, size=size):
            return size * (kind.circumradius + kind.flat_height()) / 2 if kind.box is None else size * 0.62
        case Token(diameter=diameter, thickness=thickness):
            return float((3 / 16 * diameter * diameter * thickness) ** (1 / 3))
        case Model(base=Hull(length, width)):
            return (length + width) / 4
        case Model(base=Round(diameter)):
            return diameter / 2
    raise AssertionError("scenery does not move")


def _set_down(die: Die, table: Table, tower: PieceId) -> Impact:
    """Return the impact of a die that is put down: on the die below it in a tower, on scenery, or on the table."""
    x, y, z = die.pose.at
    dice = table.tower_dice(tower) if tower in table.towers else ()
    below = next((lower for lower, upper in pairwise(dice) if upper.id == die.id), None)
    if below is not None:
        other = collider_of(below)
    else:
        other = _ground_at(table, (x, y)) if table.level_at((x, y)) > 0.0 else TABLE
    mass = ACRYLIC_DENSITY * 4 / 3 * math.pi * _radius(die) ** 3
    return Impact(0, collider_of(die), other, (x, y, z - die.size / 2), SET_DOWN_SPEED, SET_DOWN_SPEED * mass)
