"""Impacts of a moment, for its sound. They come from the physics, or else are derived from the frames.

Derived impacts know less than the physics does. Sixty frames a second show no bounce shorter than two frames, the other
body is guessed from what is near, and masses are those of acrylic balls. They are good enough to listen to, and for
nothing else.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.replay.recording import Moment
from riotsim.replay.timeline_builder import with_held
from riotsim.table.acts import TABLE, TRAY, WALL, Collider, Frame, Impact, Stack, collider_of
from riotsim.table.geometry.plan import covers
from riotsim.table.pieces import BASE_THICKNESS, MODEL_HEIGHT, Die, Hull, Model, Piece, PieceId, Round, Token
from riotsim.table.poses import Point, Pose, Vector, rotate
from riotsim.table.state import Table
from riotsim.table.units import ACRYLIC_DENSITY, GRAVITY, TICKS_PER_SECOND

LEAST: Final = 120.0
"""Slowest approach that is derived (mm/s). Frames in whole hundredths of a millimetre are too coarse for slower ones.
"""

UPRIGHT: Final = 0.85
"""Cosine to the vertical above which an impact counts as one from below; the rest of its direction is friction."""

NEAR: Final = 4.0
"""Largest gap to a body that counts as hit (mm), beside the way that the piece goes in one frame."""

LANDED: Final = 99.0
"""Speed with which a die without frames is set down (mm/s): that of a fall from half a millimetre."""

Floats: TypeAlias = npt.NDArray[np.float64]


def impacts_of(moment: Moment) -> tuple[Impact, ...]:
    """Return the impacts of a moment in order of time: those of the physics, or else derived ones."""
    told = [impact for frame in moment.frames for impact in frame.impacts]
    if told:
        return tuple(told)
    if isinstance(moment.act, Stack) and not moment.frames and moment.settled is not None:
        die = moment.settled.table.dice.get(moment.act.die.id)
        return () if die is None else (_set_down(die, moment.settled.table),)
    return derive_impacts(with_held(moment.act, moment.before), moment.frames)


def derive_impacts(table: Table, frames: Sequence[Frame]) -> tuple[Impact, ...]:
    """Derive impacts from jumps of the pieces' velocities.

    Args:
        table: A table with all the pieces that move, wherever they stand on it.
        frames: Frames of an act.
    """
    ways = [way for name in _names(frames) if (way := _way(table, frames, name)) is not None]
    static = {piece.id: _ball(piece, None) for piece in _pieces(table).values()}
    met: dict[tuple[Collider, Collider], Impact] = {}
    found: list[Impact] = []
    knocks = sorted((knock for way in ways for knock in _knocks(way)), key=lambda knock: (knock.tick, knock.way.name))
    for knock in knocks:
        balls = static | {way.name: way.ball_at(knock.tick) for way in ways}
        other, at = _hit_by(knock, table, balls)
        if other is None:
            continue
        one = collider_of(knock.way.piece)
        key = (one, other) if (one.kind, one.piece) < (other.kind, other.piece) else (other, one)
        last = met.get(key)
        # One impact jolts both bodies, and may span two intervals.
        if last is not None and knock.tick - last.tick <= 3 * knock.span:
            continue
        met[key] = Impact(knock.tick, one, other, at, knock.speed, knock.jolt * knock.way.mass)
        found.append(met[key])
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Sphere:
    """A piece, taken as a ball."""

    piece: Piece
    at: Vector
    radius: float
    low: float
    """Height of its lowest point (mm)."""
    high: float


@dataclass(frozen=True, slots=True)
class _PieceTrack:
    """Track of a piece through consecutive frames."""

    piece: Die | Token | Model
    ticks: tuple[int, ...]
    places: Floats
    """Positions (mm), one row for each tick."""
    poses: tuple[Pose, ...]

    @property
    def name(self) -> PieceId:
        return self.piece.id

    @property
    def mass(self) -> float:
        """Mass of an acrylic ball of the same size (g)."""
        return ACRYLIC_DENSITY * 4 / 3 * math.pi * _radius(self.piece) ** 3

    def ball_at(self, tick: int) -> _Sphere:
        """Return the piece as a ball at the tick nearest to this one."""
        k = min(range(len(self.ticks)), key=lambda k: abs(self.ticks[k] - tick))
        return _ball(self.piece, self.poses[k])


@dataclass(frozen=True, slots=True)
class _VelocityJump:
    """A jump of a piece's velocity."""

    way: _PieceTrack
    tick: int
    span: int
    """Ticks between two frames."""
    normal: Vector
    """Direction in which the piece was pushed (unit vector)."""
    speed: float
    """Speed of approach against that direction (mm/s)."""
    jolt: float
    """Change of that speed (mm/s)."""


def _names(frames: Sequence[Frame]) -> list[PieceId]:
    return sorted({name for frame in frames for name in frame.poses})


def _pieces(table: Table) -> Mapping[PieceId, Die | Token | Model]:
    return {**table.models, **table.tokens, **table.dice}


def _way(table: Table, frames: Sequence[Frame], name: PieceId) -> _PieceTrack | None:
    """Return the track of a piece, or None if it is seen in fewer than three frames."""
    piece = _pieces(table).get(name)
    seen = [(frame.tick, frame.poses[name]) for frame in frames if name in frame.poses]
    if piece is None or len(seen) < 3:
        return None
    ticks, poses = tuple(tick for tick, _ in seen), tuple(pose for _, pose in seen)
    return _PieceTrack(piece, ticks, np.array([pose.at for pose in poses]), poses)


def _knocks(way: _PieceTrack) -> list[_VelocityJump]:
    """Return the jumps of a track's velocity over one interval that are larger than those around it."""
    times = np.array(way.ticks) / TICKS_PER_SECOND
    spans = np.diff(times)
    speeds = np.diff(way.places, axis=0) / spans[:, None]
    if len(speeds) < 3:
        return []
    leaps = speeds[2:] - speeds[:-2]  # over interval k + 1
    leaps[:, 2] += GRAVITY * (spans[1:-1] + (spans[2:] + spans[:-2]) / 2)
    found: list[_VelocityJump] = []
    sizes = np.linalg.norm(leaps, axis=1)
    for k in range(len(leaps)):
        # The two intervals beside that of a bounce each see half of it.
        if sizes[k] < LEAST or sizes[k] < sizes[max(0, k - 1) : k + 2].max():
            continue
        push = leaps[k] / sizes[k]
        if push[2] > UPRIGHT:
            push = np.array([0.0, 0.0, 1.0])
        came = -float(speeds[k] @ push)
        if came < LEAST:
            continue
        came += GRAVITY * float(spans[k]) * max(0.0, float(push[2]))  # up to the middle of the interval
        span = way.ticks[k + 2] - way.ticks[k + 1]
        jolt = float(leaps[k] @ push)
        normal = (float(push[0]), float(push[1]), float(push[2]))
        found.append(_VelocityJump(way, (way.ticks[k + 1] + way.ticks[k + 2]) // 2, span, normal, came, jolt))
    return found


def _hit_by(knock: _VelocityJump, table: Table, balls: Mapping[PieceId, _Sphere]) -> tuple[Collider | None, Vector]:
    """Return the body that a piece has hit, and where; the body is None if nothing is near."""
    own = balls[knock.way.name]
    x, y, z = own.at
    room = NEAR + knock.speed * knock.span / TICKS_PER_SECOND
    best, nearest = None, math.inf
    for ball in balls.values():
        if ball.piece.id == knock.way.name:
            continue
        away = (x - ball.at[0], y - ball.at[1], z - min(max(z, ball.low), ball.high))
        gap = math.hypot(*away) - own.radius - ball.radius
        along = sum(a * n for a, n in zip(away, knock.normal, strict=True)) / max(math.hypot(*away), 1e-9)
        if gap < room and along > 0.5 and gap < nearest:
            best, nearest = ball, gap
    nx, ny, nz = knock.normal
    at = (x - nx * own.radius, y - ny * own.radius, z - nz * (z - own.low))
    if nz > UPRIGHT:
        level = table.level_at((x, y))
        if best is not None and own.low - level > NEAR and abs(best.high - own.low) < room:
            return collider_of(best.piece), at
        at = (x, y, level)
        if level > 1.0:
            return _ground(table, (x, y)), at
        in_tray = table.tray is not None and table.tray.holds((x, y))
        return (TRAY if in_tray else TABLE), at
    if best is not None:
        return collider_of(best.piece), at
    for piece in table.terrain.values():
        left, front, right, back = piece.footprint.bounds()
        if left - room < at[0] < right + room and front - room < at[1] < back + room:
            return collider_of(piece), at
    if own.low < room:
        walled = table.walls > 0.0 or table.tray is not None
        return (WALL if walled and abs(nz) < 0.5 else TABLE), at
    return None, at


def _ground(table: Table, at: Point) -> Collider:
    """Return the scenery under a point, or the table."""
    return next((collider_of(one) for one in table.terrain.values() if covers(one.footprint, at)), TABLE)


def _ball(piece: Piece, pose: Pose | None) -> _Sphere:
    """Return a piece as a ball, in a pose or where it stands."""
    match piece:
        case Model(at=(x, y), level=level):
            foot = (x, y, level) if pose is None else pose.at
            tall = BASE_THICKNESS + (MODEL_HEIGHT if piece.figure is None else piece.figure.height)
            return _Sphere(piece, foot, _radius(piece), foot[2], foot[2] + (BASE_THICKNESS if piece.fallen else tall))
        case Die() | Token():
            pose = piece.pose if pose is None else pose
            half = _half_height(piece, pose)
            return _Sphere(piece, pose.at, _radius(piece), pose.at[2] - half, pose.at[2] + half)
    raise AssertionError("scenery does not move")


def _half_height(piece: Die | Token, pose: Pose) -> float:
    """Return the height of a die's or token's centre over its lowest point (mm)."""
    if isinstance(piece, Token):
        up = abs(rotate(pose.turn, (0.0, 0.0, 1.0))[2])
        return piece.thickness / 2 * up + piece.diameter / 2 * math.sqrt(max(0.0, 1.0 - up * up))
    return -min(rotate(pose.turn, corner)[2] for corner in piece.kind.corners) * piece.size


def _radius(piece: Piece) -> float:
    """Return the radius of a ball as large as a piece, or of a model's base (mm)."""
    match piece:
        case Die(kind=kind, size=size):
            return size * (kind.reach + kind.flat_height()) / 2 if kind.box is None else size * 0.62
        case Token(diameter=diameter, thickness=thickness):
            return float((3 / 16 * diameter * diameter * thickness) ** (1 / 3))
        case Model(base=Hull(length, width)):
            return (length + width) / 4
        case Model(base=Round(diameter)):
            return diameter / 2
    raise AssertionError("scenery does not move")


def _set_down(die: Die, table: Table) -> Impact:
    """Return the click with which the first die of a tower is set down."""
    x, y, z = die.pose.at
    other = _ground(table, (x, y)) if table.level_at((x, y)) > 0.0 else TABLE
    mass = ACRYLIC_DENSITY * 4 / 3 * math.pi * _radius(die) ** 3
    return Impact(0, collider_of(die), other, (x, y, z - die.size / 2), LANDED, LANDED * mass)
