"""The nine lines of sight from a watcher's eye to a body. They end at points in three rows and three columns.

A solid blocks a line if part of the line runs inside the solid. A line that only touches solids is open. All lengths
are in mm.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from riotsim.table.pieces import PieceId
from riotsim.table.sight.bodies import Body
from riotsim.table.sight.polyhedra import Array, BoolArray
from riotsim.table.sight.segments import leave_out_far_boxes, lines_inside_near
from riotsim.table.sight.solids import Solids

COLUMNS = ("left", "middle", "right")
"""Columns of the nine ends of the lines, as the watcher sees them.

The points of the middle column are on the axis of the body's cylinder. Those of the other columns are on its surface.
"""

ROWS = ("foot", "middle", "top")
"""Rows of the nine points: at the foot of the body, halfway up, and at its top."""


@dataclass(frozen=True, slots=True)
class LineOfSight:
    """One of the nine lines from a watcher to a body."""

    row: str
    """Height of the line's end: one of `ROWS`."""
    column: str
    """Place of the line's end from left to right, as the watcher sees the body: one of `COLUMNS`."""
    shut_by: tuple[PieceId, ...]
    """The pieces that block the line, in alphabetical order; empty for an open line."""


@dataclass(frozen=True, slots=True)
class View:
    """The nine lines of sight from a watcher to a body."""

    lines: tuple[LineOfSight, ...]
    """The lines from foot to top, and from left to right in each row."""

    @property
    def is_open(self) -> bool:
        """True if at least one of the lines is open. Then the watcher sees the body."""
        return any(not line.shut_by for line in self.lines)

    def shut(self, *pieces: PieceId) -> int:
        """Return the number of lines that at least one of `pieces` blocks.

        Without `pieces`, return the number of all blocked lines.
        """
        return sum(bool(line.shut_by if not pieces else set(pieces) & set(line.shut_by)) for line in self.lines)


def view(watcher: Body, body: Body, solids: Solids) -> View:
    """Return the nine lines of sight from a watcher to a body, and the pieces that block them.

    The watcher's own solids and the body's own solids block none of the lines.
    """
    inside = lines_shut([(watcher, body)], solids)[0].tolist()
    found = [tuple(sorted({name for name, shuts in zip(solids.names, line, strict=True) if shuts})) for line in inside]
    ends = [(row, column) for row in ROWS for column in COLUMNS]
    return View(tuple(LineOfSight(*end, shut_by) for end, shut_by in zip(ends, found, strict=True)))


def seen(pairs: Sequence[tuple[Body, Body]], solids: Solids) -> list[bool]:
    """Return, for each pair of a watcher and a body, whether the watcher sees the body.

    The watcher's own solids and the body's own solids block none of the pair's lines.
    """
    return [not inside.any(axis=1).all() for inside in lines_shut(pairs, solids)]


def lines_shut(pairs: Sequence[tuple[Body, Body]], solids: Solids, among: BoolArray | None = None) -> BoolArray:
    """Return whether each solid blocks each of the nine lines of each pair, shape (pairs, 9, solids).

    Lines are in the order of `View.lines`. The watcher's own solids and the body's own solids block none of the pair's
    lines.

    Args:
        pairs: The pairs, each of a watcher and a body.
        solids: The solids.
        among: Whether each solid is to be tested for each pair, shape (pairs, solids). If None, all are tested.
    """
    eyes, ends, near = _lines_of_pairs(pairs, solids, among)
    found = lines_inside_near(solids, eyes.repeat(9, axis=0), ends.reshape(-1, 3), near.repeat(9, axis=0))
    return found.reshape(len(pairs), 9, len(solids.names))


def have_open_line(
    pairs: Sequence[tuple[Body, Body]], solids: Solids, among: BoolArray, asked: Sequence[int]
) -> list[bool]:
    """Return, for each pair of a watcher and a body, whether at least one of the lines in `asked` is open.

    This is faster than `lines_shut`. The lines of a pair are tested in three steps:

    1. The line in the middle of the list `asked` is tested. If it is open, no other line of this pair is tested.
    2. The other lines are tested against the solids that block this line. Usually these solids block most lines.
    3. The lines still open are tested against all solids near the pair.

    Args:
        pairs: The pairs, each of a watcher and a body.
        solids: The solids.
        among: Whether each solid is to be tested for each pair, shape (pairs, solids).
        asked: The indices in `View.lines` of the lines to test. There must be at least one.
    """
    eyes, ends, near = _lines_of_pairs(pairs, solids, among)
    middle = asked[len(asked) // 2]
    shut = lines_inside_near(solids, eyes, ends[:, middle], near.copy())
    found = np.asarray(~shut.any(axis=1), dtype=np.bool_)
    left, others = np.flatnonzero(~found), [k for k in asked if k != middle]
    owner = left.repeat(len(others))
    starts, stops = eyes[owner], ends[left][:, others].reshape(-1, 3)
    rest = np.flatnonzero(~lines_inside_near(solids, starts, stops, shut[owner]).any(axis=1))
    shut = lines_inside_near(solids, starts[rest], stops[rest], near[owner[rest]])
    found[owner[rest[~shut.any(axis=1)]]] = True
    return [*map(bool, found)]


def _lines_of_pairs(
    pairs: Sequence[tuple[Body, Body]], solids: Solids, among: BoolArray | None
) -> tuple[Array, Array, BoolArray]:
    """Return the data for a test of the lines of each pair of a watcher and a body.

    Returns:
        Three arrays:

        - the places of the watchers' eyes, shape (pairs, 3), in mm
        - the ends of the lines, shape (pairs, 9, 3), in mm
        - whether each solid has to be tested for each pair, shape (pairs, solids): True if the solid may block the
          pair's lines and is near them
    """
    eyes = np.array([watcher.eye for watcher, _ in pairs], dtype=np.float64).reshape(-1, 3)
    ends = _ends(pairs)
    near = ~solids.own([(watcher.name, body.name) for watcher, body in pairs])
    if among is not None:
        near &= among
    leave_out_far_boxes(near, solids, np.minimum(eyes, ends.min(axis=1)), np.maximum(eyes, ends.max(axis=1)))
    return eyes, ends, near


def nine_points(watcher: Body, body: Body) -> Array:
    """Return the ends of a watcher's lines on a body, shape (9, 3), in mm.

    The points are in the order of `View.lines`. Left and right are as the watcher sees them, looking towards the body's
    centre. If the watcher has the same centre as the body, the watcher looks along +x.
    """
    return _ends([(watcher, body)]).reshape(9, 3)


def _ends(pairs: Sequence[tuple[Body, Body]]) -> Array:
    """Return the result of `nine_points` for each pair of a watcher and a body, shape (pairs, 9, 3), in mm."""
    here = np.array([watcher.at for watcher, _ in pairs], dtype=np.float64).reshape(-1, 2)
    there = np.array([body.at for _, body in pairs], dtype=np.float64).reshape(-1, 2)
    sizes = np.array([(body.radius, body.height, body.level) for _, body in pairs], dtype=np.float64).reshape(-1, 3)
    way = there - here
    apart = np.hypot(way[:, 0], way[:, 1])
    way[apart == 0.0] = 1.0, 0.0
    way /= np.where(apart == 0.0, 1.0, apart)[:, None]
    left = np.stack((-way[:, 1], way[:, 0]), axis=1) * sizes[:, :1]
    found = np.empty((len(pairs), 3, 3, 3))
    found[..., :2] = (there[:, None] + np.array([1.0, 0.0, -1.0])[:, None] * left[:, None])[:, None]
    found[..., 2] = (sizes[:, 2:] + np.array([0.0, 0.5, 1.0]) * sizes[:, 1:2])[:, :, None]
    return found.reshape(-1, 9, 3)
