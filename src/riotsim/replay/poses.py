"""Poses for drawing: the place of each piece, and interpolation between poses, for one piece or for many at once."""

import math
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.pieces import Hull, Model, Movable, PieceId
from riotsim.table.poses import LERP_DOT, Pose, Quaternion, about_z, multiply, slerp
from riotsim.table.state import Table

Rows: TypeAlias = npt.NDArray[np.float64]

MIN_MOVE, MIN_TURN = 0.02, 1e-3
"""Limits below which two poses look the same: `MIN_MOVE` for the distance (mm) and `MIN_TURN` for the rotation.

The difference in rotation is √(1 − |q₁·q₂|), with the unit quaternions of both poses.
"""

HEAD_RADIUS = 4.0
"""Half the thickness of a figure's head (mm). The head of a fallen figure touches the ground."""

POSE_COLUMNS = 7
"""Numbers in each row of a `PoseArray`: position (mm) and quaternion (x, y, z, w)."""


def movables(table: Table) -> dict[PieceId, Movable]:
    """Return the pieces of a table that may move, by name: models, tokens and dice."""
    return {**table.models, **table.tokens, **table.dice}


def pose_of(piece: Movable) -> Pose:
    """Return the pose for drawing a piece.

    The position of the pose is the centre of a die or token. For a standing model, the position is the middle of the
    underside of the model's base. For a fallen model, see `laid_down`.
    """
    if not isinstance(piece, Model):
        return piece.pose
    return laid_down(piece, Pose((*piece.at, piece.level), about_z(piece.heading)))


def laid_down(piece: Movable, pose: Pose) -> Pose:
    """Return the pose for drawing a piece that has the given pose in the physics.

    - A fallen figure is drawn on its back, lying on the rim of its base and on its head.
    - A fallen vehicle is drawn on its side.
    - Any other piece is drawn in the given pose.
    """
    if not isinstance(piece, Model) or not piece.fallen:
        return pose
    # In the physics a fallen model is only its base, which lies flat.
    match piece.base:
        case Hull(_, width):
            over = multiply(pose.orientation, (math.sin(math.pi / 4), 0.0, 0.0, math.cos(math.pi / 4)))
            return Pose(pose.transform((0.0, 0.0, width / 2)), over)
        case base:
            radius = base.diameter / 2
    tall = 28.0 if piece.figure is None else piece.figure.height
    nod = math.atan2(max(radius - HEAD_RADIUS, 0.0), tall)
    half = (math.pi / 2 + nod) / 2
    # The head goes where the heels were, and the figure's middle comes over that of the base.
    over = multiply(pose.orientation, (0.0, -math.sin(half), 0.0, math.cos(half)))
    return Pose(pose.transform((tall * 0.45, 0.0, radius * math.cos(nod))), over)


def smoothstep(share: float) -> float:
    """Return the finished part of a motion (0 to 1) after a share of its time. The motion starts and ends slowly."""
    return share * share * (3.0 - 2.0 * share)


def same_place(a: Pose, b: Pose) -> bool:
    """Return whether two poses look the same.

    They do if their positions differ by less than `MIN_MOVE`, and their rotations by less than `MIN_TURN`.

    The quaternions need not have length 1, since stored frames have rounded quaternions.
    """
    close, norms = (
        _dot(a.orientation, b.orientation) ** 2,
        _dot(a.orientation, a.orientation) * _dot(b.orientation, b.orientation),
    )
    return math.dist(a.at, b.at) < MIN_MOVE and close > (1.0 - MIN_TURN**2) ** 2 * norms


def _dot(a: Quaternion, b: Quaternion) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]


def interpolate(start: Pose, end: Pose, share: float) -> Pose:
    """Return a pose between two poses, on the straight line between them and with the shorter rotation.

    Args:
        start: The first pose.
        end: The second pose.
        share: Fraction of the motion (0 to 1).
    """
    a, b = start.at, end.at
    at = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share)
    return Pose(
        at,
        end.orientation if start.orientation == end.orientation else slerp(start.orientation, end.orientation, share),
    )


class PoseArray(Mapping[PieceId, Pose]):
    """Poses of many pieces as rows of one array. It can be read like a mapping from names to poses.

    A window draws all poses at once and rarely needs a single pose. So a `Pose` object is made only on access.
    """

    __slots__ = ("_places", "names", "rows")

    def __init__(self, names: tuple[PieceId, ...], rows: Rows) -> None:
        """Create the array.

        Args:
            names: Names of the pieces, one for each row.
            rows: Position (mm) and quaternion (x, y, z, w) of each piece, shape (len(names), 7).
        """
        self.names = names
        self.rows = rows
        self._places: dict[PieceId, int] | None = None

    @classmethod
    def from_poses(cls, poses: Mapping[PieceId, Pose]) -> "PoseArray":
        """Return poses as a `PoseArray`. A `PoseArray` is returned unchanged."""
        if isinstance(poses, PoseArray):
            return poses
        numbers = chain.from_iterable([pose.at + pose.orientation for pose in poses.values()])
        rows = np.fromiter(numbers, dtype=np.float64, count=POSE_COLUMNS * len(poses))
        return cls(tuple(poses), rows.reshape(-1, POSE_COLUMNS))

    def interpolated(self, end: "PoseArray", shares: float | Rows) -> "PoseArray":
        """Return the poses between these poses and those in `end`.

        Each piece moves in a straight line with the shorter rotation, as in `interpolate`.

        Args:
            end: Poses of the same pieces, in the same order.
            shares: Fraction of the motion (0 to 1): a number for all pieces, or an array with a number for each piece.
        """
        share = np.broadcast_to(np.asarray(shares, dtype=np.float64), len(self.names))
        a, b = self.rows[:, 3:], end.rows[:, 3:]
        dot = np.einsum("ij,ij->i", a, b)
        near = np.abs(dot)
        straight = near > LERP_DOT
        angle = np.arccos(np.minimum(near, LERP_DOT))
        whole = np.sin(angle)
        one = np.where(straight, 1.0 - share, np.sin((1.0 - share) * angle) / whole)
        two = np.copysign(np.where(straight, share, np.sin(share * angle) / whole), dot)
        rows = self.rows + (end.rows - self.rows) * share[:, None]
        turn = a * one[:, None] + b * two[:, None]
        rows[:, 3:] = turn / np.sqrt(np.einsum("ij,ij->i", turn, turn))[:, None]
        return PoseArray(self.names, rows)

    def __getitem__(self, name: PieceId) -> Pose:
        x, y, z, *turn = self.rows[self._row_numbers()[name]].tolist()
        return Pose((x, y, z), (turn[0], turn[1], turn[2], turn[3]))

    def __contains__(self, name: object) -> bool:
        return name in self._row_numbers()  # `Mapping` would make a `Pose` for each answer

    def _row_numbers(self) -> dict[PieceId, int]:
        """Return the number of the row of each piece."""
        if self._places is None:
            self._places = {name: place for place, name in enumerate(self.names)}
        return self._places

    def __iter__(self) -> Iterator[PieceId]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
