"""How a piece lies: the pose in which it is drawn, what is between two poses, and when they are the same."""

import math
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.pieces import Die, Hull, Model, PieceId, Token
from riotsim.table.poses import Pose, Quaternion, about_z, multiply, rotate
from riotsim.table.state import Table

Movable: TypeAlias = Die | Token | Model

LEAST_WAY, LEAST_TURN = 0.02, 1e-3
"""What moves less (mm), or turns less (rad), hasn't."""

HEAD = 4.0
"""Half the thickness of a figure's head, on which it lies (mm)."""


def movables(table: Table) -> dict[PieceId, Movable]:
    """Give the pieces of a table that may move, by name."""
    return {**table.models, **table.tokens, **table.dice}


def pose_of(piece: Movable) -> Pose:
    """Give where a piece is drawn: a die's or token's middle, a model's foot; a fallen one lies on rim and head."""
    if not isinstance(piece, Model):
        return piece.pose
    foot = Pose((*piece.at, piece.level), about_z(piece.heading))
    if not piece.fallen:
        return foot
    match piece.base:
        case Hull(_, width):  # a vehicle lies on its side
            over = multiply(foot.turn, (math.sin(math.pi / 4), 0.0, 0.0, math.cos(math.pi / 4)))
            return Pose((foot.at[0], foot.at[1], foot.at[2] + width / 2), over)
        case base:
            radius = base.diameter / 2
    tall = 28.0 if piece.figure is None else piece.figure.height
    nod = math.atan2(max(radius - HEAD, 0.0), tall)
    half = (math.pi / 2 + nod) / 2
    # On its back: the head goes where the heels were, and its middle over that of the base.
    over = multiply(foot.turn, (0.0, -math.sin(half), 0.0, math.cos(half)))
    dx, dy, _ = rotate(foot.turn, (tall * 0.45, 0.0, 0.0))
    return Pose((foot.at[0] + dx, foot.at[1] + dy, foot.at[2] + radius * math.cos(nod)), over)


def blend(a: Quaternion, b: Quaternion, share: float) -> Quaternion:
    """Turn from `a` to `b` the short way, by a share of it."""
    # Written out: a window does this for each piece that moves, in each frame.
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    dot = ax * bx + ay * by + az * bz + aw * bw
    if dot < 0.0:
        bx, by, bz, bw, dot = -bx, -by, -bz, -bw, -dot
    if dot > 0.9995:
        x, y, z, w = ax + (bx - ax) * share, ay + (by - ay) * share, az + (bz - az) * share, aw + (bw - aw) * share
    else:
        angle = math.acos(dot)
        one, two = math.sin((1 - share) * angle) / math.sin(angle), math.sin(share * angle) / math.sin(angle)
        x, y, z, w = ax * one + bx * two, ay * one + by * two, az * one + bz * two, aw * one + bw * two
    norm = math.sqrt(x * x + y * y + z * z + w * w)
    return (x / norm, y / norm, z / norm, w / norm)


def same_place(a: Pose, b: Pose) -> bool:
    """Whether two poses can't be told apart."""
    close = sum(p * q for p, q in zip(a.turn, b.turn, strict=True))
    return math.dist(a.at, b.at) < LEAST_WAY and abs(close) > 1.0 - LEAST_TURN**2


def between(start: Pose, end: Pose, share: float) -> Pose:
    """Give the pose at a share of the way: straight on, and turned the short way."""
    a, b = start.at, end.at
    at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)
    return Pose(at, end.turn if start.turn == end.turn else blend(start.turn, end.turn, share))


Rows: TypeAlias = npt.NDArray[np.float64]

NUMBERS = 7
"""Of a row: place (mm) and quaternion."""

STRAIGHT = 0.9995
"""Turns whose quaternions' product is larger are so near each other that the straight way between them will do."""


class PoseArray(Mapping[PieceId, Pose]):
    """Poses of pieces, by name. A window asks for hardly any of them by itself, and draws them all."""

    __slots__ = ("_places", "names", "rows")

    def __init__(self, names: tuple[PieceId, ...], rows: Rows) -> None:
        """`rows` has the shape (names, 7): place (mm) and quaternion of each."""
        self.names = names
        self.rows = rows
        self._places: dict[PieceId, int] | None = None

    @classmethod
    def of(cls, poses: Mapping[PieceId, Pose]) -> "PoseArray":
        """Give the same poses in rows."""
        if isinstance(poses, PoseArray):
            return poses
        numbers = chain.from_iterable([pose.at + pose.turn for pose in poses.values()])
        rows = np.fromiter(numbers, dtype=np.float64, count=NUMBERS * len(poses))
        return cls(tuple(poses), rows.reshape(-1, NUMBERS))

    def towards(self, end: "PoseArray", share: float) -> "PoseArray":
        """Give the poses at a share of the way to others of the same pieces: straight on, and turned the short way."""
        a, b = self.rows[:, 3:], end.rows[:, 3:]
        dot = np.einsum("ij,ij->i", a, b)
        near = np.abs(dot)
        straight = near > STRAIGHT
        angle = np.arccos(np.minimum(near, STRAIGHT))
        whole = np.sin(angle)
        one = np.where(straight, 1.0 - share, np.sin((1.0 - share) * angle) / whole)
        two = np.copysign(np.where(straight, share, np.sin(share * angle) / whole), dot)
        rows = self.rows + (end.rows - self.rows) * share
        turn = a * one[:, None] + b * two[:, None]
        rows[:, 3:] = turn / np.sqrt(np.einsum("ij,ij->i", turn, turn))[:, None]
        return PoseArray(self.names, rows)

    def __getitem__(self, name: PieceId) -> Pose:
        if self._places is None:
            self._places = {name: place for place, name in enumerate(self.names)}
        x, y, z, *turn = self.rows[self._places[name]].tolist()
        return Pose((x, y, z), (turn[0], turn[1], turn[2], turn[3]))

    def __iter__(self) -> Iterator[PieceId]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
