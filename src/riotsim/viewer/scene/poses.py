"""Where many pieces are at once: rows of numbers, which are worked out together and read like a mapping of poses."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.pieces import PieceId
from riotsim.table.poses import Pose

Rows: TypeAlias = npt.NDArray[np.float64]

NUMBERS = 7
"""Of a row: place (mm) and quaternion."""

STRAIGHT = 0.9995
"""Turns whose quaternions' product is larger are so near each other that the straight way between them will do."""


class Posed(Mapping[PieceId, Pose]):
    """Poses of pieces, by name. A window asks for hardly any of them by itself, and draws them all."""

    __slots__ = ("_places", "names", "rows")

    def __init__(self, names: tuple[PieceId, ...], rows: Rows) -> None:
        """`rows` has the shape (names, 7): place (mm) and quaternion of each."""
        self.names = names
        self.rows = rows
        self._places: dict[PieceId, int] | None = None

    @classmethod
    def of(cls, poses: Mapping[PieceId, Pose]) -> "Posed":
        """Give the same poses in rows."""
        if isinstance(poses, Posed):
            return poses
        numbers = chain.from_iterable([pose.at + pose.turn for pose in poses.values()])
        rows = np.fromiter(numbers, dtype=np.float64, count=NUMBERS * len(poses))
        return cls(tuple(poses), rows.reshape(-1, NUMBERS))

    def towards(self, end: "Posed", share: float) -> "Posed":
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
        return Posed(self.names, rows)

    def __getitem__(self, name: PieceId) -> Pose:
        if self._places is None:
            self._places = {name: place for place, name in enumerate(self.names)}
        x, y, z, *turn = self.rows[self._places[name]].tolist()
        return Pose((x, y, z), (turn[0], turn[1], turn[2], turn[3]))

    def __iter__(self) -> Iterator[PieceId]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)
