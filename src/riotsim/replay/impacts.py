"""What is heard of a moment. Of one that nobody listened to, it is worked out from the frames that were kept.

Such impacts are derived, and less than what the physics tells: sixty frames a second see no bounce shorter than two
of them, who was hit is guessed from what is near, and impulses are those of balls of acrylic. They are plausible, and
good for the ear alone.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.replay.recording import Moment
from riotsim.replay.timeline import with_held
from riotsim.table.acts import Frame, Stack
from riotsim.table.geometry.plan import covers
from riotsim.table.impacts import TABLE, TRAY, WALL, Hit, Impact, hit_of
from riotsim.table.pieces import BASE_THICKNESS, MODEL_HEIGHT, Die, Hull, Model, Piece, PieceId, Round, Token
from riotsim.table.poses import Point, Pose, Vector, rotate
from riotsim.table.state import Table
from riotsim.table.units import ACRYLIC_DENSITY, GRAVITY, TICKS_PER_SECOND

LEAST: Final = 120.0
"""What closes in more slowly is not derived (mm/s): frames of whole hundredths of a millimetre are too coarse."""

UPRIGHT: Final = 0.85
"""A knock whose direction is steeper than this (the cosine to z) came from below: the rest of it is friction."""

NEAR: Final = 4.0
"""What a piece has hit is so near to it (mm), and what it may have gone in a frame."""

LANDED: Final = 99.0
"""With what speed a die clicks that a hand sets down and that has no frames (mm/s): as one that is let go half a
millimetre high."""

Floats: TypeAlias = npt.NDArray[np.float64]


def impacts_of(moment: Moment) -> tuple[Impact, ...]:
    """Give what is heard of a moment, in order of time: what the physics told of it, or else what can be derived."""
    told = [impact for frame in moment.frames for impact in frame.impacts]
    if told:
        return tuple(told)
    if isinstance(moment.act, Stack) and not moment.frames and moment.settled is not None:
        die = moment.settled.table.dice.get(moment.act.die.id)
        return () if die is None else (_set_down(die, moment.settled.table),)
    return derive_impacts(with_held(moment.act, moment.before), moment.frames)


def derive_impacts(table: Table, frames: Sequence[Frame]) -> tuple[Impact, ...]:
    """Work out what met from the leaps of velocities. `table` has all the pieces that move, wherever they are on it."""
    ways = [way for name in _names(frames) if (way := _way(table, frames, name)) is not None]
    static = {piece.id: _ball(piece, None) for piece in _pieces(table).values()}
    met: dict[tuple[Hit, Hit], Impact] = {}
    found: list[Impact] = []
    knocks = sorted((knock for way in ways for knock in _knocks(way)), key=lambda knock: (knock.tick, knock.way.name))
    for knock in knocks:
        balls = static | {way.name: way.ball_at(knock.tick) for way in ways}
        other, at = _hit_by(knock, table, balls)
        if other is None:
            continue
        one = hit_of(knock.way.piece)
        key = (one, other) if (one.thing, one.piece) < (other.thing, other.piece) else (other, one)
        last = met.get(key)
        if last is not None and knock.tick - last.tick <= 3 * knock.span:  # both of a pair were knocked, or twice
            continue
        met[key] = Impact(knock.tick, one, other, at, knock.speed, knock.jolt * knock.way.mass)
        found.append(met[key])
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Ball:
    """A piece as good as a ball."""

    piece: Piece
    at: Vector
    radius: float
    low: float
    """The height of its lowest point (mm)."""
    high: float


@dataclass(frozen=True, slots=True)
class _Way:
    """A piece's way through frames that follow each other."""

    piece: Die | Token | Model
    ticks: tuple[int, ...]
    places: Floats
    """mm, a row for each tick."""
    poses: tuple[Pose, ...]

    @property
    def name(self) -> PieceId:
        return self.piece.id

    @property
    def mass(self) -> float:
        """As of a ball of acrylic (g)."""
        return ACRYLIC_DENSITY * 4 / 3 * math.pi * _radius(self.piece) ** 3

    def ball_at(self, tick: int) -> _Ball:
        """Where it was at a tick, or nearest to that."""
        k = min(range(len(self.ticks)), key=lambda k: abs(self.ticks[k] - tick))
        return _ball(self.piece, self.poses[k])


@dataclass(frozen=True, slots=True)
class _Knock:
    """Something has changed a piece's velocity."""

    way: _Way
    tick: int
    span: int
    """Ticks from one frame to the next."""
    normal: Vector
    """Which way the piece was pushed; of length 1."""
    speed: float
    """How fast it came, against that (mm/s)."""
    jolt: float
    """By how much that changed (mm/s)."""


def _names(frames: Sequence[Frame]) -> list[PieceId]:
    return sorted({name for frame in frames for name in frame.poses})


def _pieces(table: Table) -> Mapping[PieceId, Die | Token | Model]:
    return {**table.models, **table.tokens, **table.dice}


def _way(table: Table, frames: Sequence[Frame], name: PieceId) -> _Way | None:
    """The way of a piece; None if it is no die and no token, or hardly seen."""
    piece = _pieces(table).get(name)
    seen = [(frame.tick, frame.poses[name]) for frame in frames if name in frame.poses]
    if piece is None or len(seen) < 3:
        return None
    ticks, poses = tuple(tick for tick, _ in seen), tuple(pose for _, pose in seen)
    return _Way(piece, ticks, np.array([pose.at for pose in poses]), poses)


def _knocks(way: _Way) -> list[_Knock]:
    """Where its velocity leaps: from before to after an interval, by more than around it."""
    times = np.array(way.ticks) / TICKS_PER_SECOND
    spans = np.diff(times)
    speeds = np.diff(way.places, axis=0) / spans[:, None]
    if len(speeds) < 3:
        return []
    leaps = speeds[2:] - speeds[:-2]  # of interval k + 1
    leaps[:, 2] += GRAVITY * (spans[1:-1] + (spans[2:] + spans[:-2]) / 2)
    found: list[_Knock] = []
    sizes = np.linalg.norm(leaps, axis=1)
    for k in range(len(leaps)):
        # The two intervals beside that of a bounce see half of it.
        if sizes[k] < LEAST or sizes[k] < sizes[max(0, k - 1) : k + 2].max():
            continue
        push = leaps[k] / sizes[k]
        if push[2] > UPRIGHT:
            push = np.array([0.0, 0.0, 1.0])
        came = -float(speeds[k] @ push)
        if came < LEAST:
            continue
        came += GRAVITY * float(spans[k]) * max(0.0, float(push[2]))  # until the middle of the interval
        span = way.ticks[k + 2] - way.ticks[k + 1]
        jolt = float(leaps[k] @ push)
        normal = (float(push[0]), float(push[1]), float(push[2]))
        found.append(_Knock(way, (way.ticks[k + 1] + way.ticks[k + 2]) // 2, span, normal, came, jolt))
    return found


def _hit_by(knock: _Knock, table: Table, balls: Mapping[PieceId, _Ball]) -> tuple[Hit | None, Vector]:
    """What a piece was knocked by, and where; None if nothing is near."""
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
            return hit_of(best.piece), at
        at = (x, y, level)
        if level > 1.0:
            return _ground(table, (x, y)), at
        in_tray = table.tray is not None and table.tray.holds((x, y))
        return (TRAY if in_tray else TABLE), at
    if best is not None:
        return hit_of(best.piece), at
    for piece in table.terrain.values():
        left, front, right, back = piece.footprint.bounds()
        if left - room < at[0] < right + room and front - room < at[1] < back + room:
            return hit_of(piece), at
    if own.low < room:
        walled = table.walls > 0.0 or table.tray is not None
        return (WALL if walled and abs(nz) < 0.5 else TABLE), at
    return None, at


def _ground(table: Table, at: Point) -> Hit:
    """The scenery over which a point is, or the table."""
    return next((hit_of(one) for one in table.terrain.values() if covers(one.footprint, at)), TABLE)


def _ball(piece: Piece, pose: Pose | None) -> _Ball:
    """A piece in a pose, or where it is."""
    match piece:
        case Model(at=(x, y), level=level):
            foot = (x, y, level) if pose is None else pose.at
            tall = BASE_THICKNESS + (MODEL_HEIGHT if piece.figure is None else piece.figure.height)
            return _Ball(piece, foot, _radius(piece), foot[2], foot[2] + (BASE_THICKNESS if piece.fallen else tall))
        case Die() | Token():
            pose = piece.pose if pose is None else pose
            half = _half_height(piece, pose)
            return _Ball(piece, pose.at, _radius(piece), pose.at[2] - half, pose.at[2] + half)
    raise AssertionError("scenery does not move")


def _half_height(piece: Die | Token, pose: Pose) -> float:
    """How high the middle of a die or token is above its lowest point (mm)."""
    if isinstance(piece, Token):
        up = abs(rotate(pose.turn, (0.0, 0.0, 1.0))[2])
        return piece.thickness / 2 * up + piece.diameter / 2 * math.sqrt(max(0.0, 1.0 - up * up))
    return -min(rotate(pose.turn, corner)[2] for corner in piece.kind.corners) * piece.size


def _radius(piece: Piece) -> float:
    """The radius of a ball that is as large as a piece, or of a model's base (mm)."""
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
    """The click of a tower's first die."""
    x, y, z = die.pose.at
    other = _ground(table, (x, y)) if table.level_at((x, y)) > 0.0 else TABLE
    mass = ACRYLIC_DENSITY * 4 / 3 * math.pi * _radius(die) ** 3
    return Impact(0, hit_of(die), other, (x, y, z - die.size / 2), LANDED, LANDED * mass)
