"""Poses of the camera in which no panel hides the shown table, or the shown part of it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.acts import Act, Drop, Roll, Stack
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Vector
from riotsim.table.state import Table
from riotsim.viewer.input.attention import (
    MODEL_HEIGHT,
    View,
    ends_of,
    is_board,
    is_for_towers,
    is_large,
    is_seen_whole,
    patch_bounds,
)
from riotsim.viewer.input.camera import MAX_DISTANCE, MIN_DISTANCE, Camera, CameraPose, Matrix

Box: TypeAlias = tuple[float, float, float, float]
"""A rectangle of the window: left, top, right and bottom (units of the window)."""

SIDE_MARGIN, BOTTOM_MARGIN = 150.0, 40.0
"""Margins between a table and the window's edges when the table is first shown.

The first is the margin on the left and on the right (panel units). It is doubled if there is a tray. The second is
the margin at the bottom (units of the window).
"""

COLUMN_MARGIN = 318.0
"""Width of a strip at a side of the window that is reserved for a column of panels (panel units)."""

EDGE_MARGIN = 10.0
"""Margin at the right of the window if all columns of panels are at the left (panel units)."""

TOP_MARGIN, BAR_MARGIN = 12.0, 112.0
"""Margins above and below a board when it is first shown (panel units). A replay's timeline fits below the board."""

TOOLS_MARGIN = 62.0
"""Least height of the strip that is reserved at the top of the window for the buttons at the upper right (panel units).

It applies if all columns of panels are at the left.
"""

BOARD_PITCHES = (46.0, 50.0, 54.0, 58.0, 62.0)
"""Angles to try for the first view of a board (degrees below the horizontal)."""

TABLE_PITCH, TRAY_PITCH, CLOSE_PITCH = math.radians(52.0), math.radians(78.0), math.radians(54.0)
"""Angles of the camera's view below the horizontal (rad): for a part of a table, for the dice tray, and for a tower
from near.
"""

FREE_PITCHES = tuple(math.radians(pitch) for pitch in (46.0, 52.0, 58.0, 66.0, 74.0))
"""Angles to try in the search for a free view (rad below the horizontal).

In a free view, no panel hides any of the places that must be shown.
"""

FREE_MARGIN, WIDE_MARGINS = 8.0, (56.0, 28.0)
"""Least distances of the places in a free view from the panels and from the window's edge (panel units).

The wide margins are tried first.
"""

FARTHER, FARTHEST, WIDE_FARTHEST = 1.06, 3.5, 1.6
"""Factors for the camera distances to try in the search for a free view.

- `FARTHER` is the factor from one distance to the next.
- `FARTHEST` is the factor from the first distance to the last, with `FREE_MARGIN`.
- `WIDE_FARTHEST` is the factor from the first distance to the last, with `WIDE_MARGINS`.
"""

LARGER = 1.5
"""Largest camera distance to try after a free view is found, as a multiple of the distance in that view."""

ASIDE_WEIGHT = 20.0
"""Weight of a central position, compared with a large size, in the choice of the best free view."""

GRID = 15
"""Number of camera targets to try along each axis in the search for a free view."""

FEW = 90
"""Approximate number of places to check in the search for a free view."""

ONE_COLUMN_WIDTH, WHOLE_TABLE_WIDTH, LARGE_TABLE_WIDTH, BOARD_WIDTH = 1400.0, 1600.0, 1150.0, 1200.0
"""Widths of the window below which all columns of panels are at the left (panel units).

- `ONE_COLUMN_WIDTH`: for a table for towers.
- `WHOLE_TABLE_WIDTH`: for a table that is usually in view as a whole.
- `LARGE_TABLE_WIDTH`: for a large table with a tray.
- `BOARD_WIDTH`: for a board.
"""

STEADY_PITCHES = tuple(math.radians(pitch) for pitch in (46.0, 50.0, 54.0, 58.0))
"""Angles to try for the steady view of a table, see `steady_pose` (rad below the horizontal)."""

FIGURES_WEIGHT = 0.5
"""Weight of the models' area in the picture when the angle of a steady view is chosen. The table's area has weight 1.
"""

STEADY_GRID, STEADY_SHARE = 41, 0.5
"""Camera targets to try for a steady view.

- `STEADY_GRID`: the number of targets along each axis.
- `STEADY_SHARE`: the greatest distance of a target from the table's middle, as a fraction of the table's width or
  depth.
"""

PLACES_ALONG = 9
"""Number of points to check along each side of a table for its steady view."""

TOWER_AT_BACK = 90.0
"""The steady view of a table shows towers at the back corners up to this height (mm)."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The window around a picture of the table: its size, and the panels over it."""

    size: tuple[int, int]
    """Width and height of the window (units of the window)."""
    scale: float
    """Scale of the panels (units of the window per panel unit)."""
    bar: float = BAR_MARGIN
    """Height of the bar at the lower edge of the window (panel units)."""
    top: float = TOP_MARGIN
    """Height of the panels at the upper edge of the window (panel units)."""
    panels: tuple[Box, ...] = ()
    """The places of the panels."""
    greatest: tuple[Box, ...] = ()
    """The places of the panels at their usual greatest height; empty if unknown."""

    one_column: bool = False
    """True if all columns of panels are at the left."""

    def between_panels(self) -> Box:
        """Return the rectangle of the window that no panel ever hides."""
        width, height = self.size
        side = COLUMN_MARGIN * self.scale
        if self.one_column:
            top = max(self.top, TOOLS_MARGIN) * self.scale
            return side, top, width - EDGE_MARGIN * self.scale, height - self.bar * self.scale
        return side, self.top * self.scale, width - side, height - self.bar * self.scale


def has_one_column(table: Table, size: tuple[int, int], scale: float, *, has_order: bool = False) -> bool:
    """Return whether the panels have one column, at the left, because the window is narrow for this kind of table.

    Args:
        table: The table.
        size: Width and height of the window (units of the window).
        scale: Scale of the panels (units of the window per panel unit).
        has_order: Whether a panel shows the units' order of action. Beside a large table, this panel is always at the
            right.
    """
    width = size[0] / scale
    if is_board(table):
        return width < BOARD_WIDTH
    if is_large(table):
        return width < LARGE_TABLE_WIDTH and not has_order
    return (is_for_towers(table) and width < ONE_COLUMN_WIDTH) or (is_seen_whole(table) and width < WHOLE_TABLE_WIDTH)


def first_camera(table: Table, around: Surroundings) -> Camera:
    """Return the camera for a table's first picture.

    - A board appears with all its patches between the panels, as large as possible.
    - Any other table without a tray appears whole and as large as possible (`steady_pose`). No panel would cover any
      part of it, even if all panels had their greatest usual height (`around.greatest`).
    - In all other cases, the table appears whole, with its patches between the columns of panels. Panels may cover
      other parts of the table. This is also the case if `steady_pose` finds no pose, or `around.greatest` is empty.
    """
    if is_board(table):
        return _camera_over_board(table, around)
    if around.greatest and is_seen_whole(table):
        pose = steady_pose(table.width, table.depth, around.size, around.scale, around.greatest)
        if pose is not None:
            return Camera(pose.target, pose.distance, pose.yaw, pose.pitch)
    camera = Camera.above_table(table.outline)
    width, height = around.size
    side = SIDE_MARGIN * around.scale
    if table.tray is not None:
        side *= 2  # dice are thrown into the tray: it should not lie behind a column
    (left, front), (right, back) = table.outline
    corners = [(x, y, 0.0, side) for x in (left, right) for y in (front, back)]
    for patch in table.patches:
        left, front, right, back = patch.footprint.bounds()
        corners += [(x, y, 0.0, COLUMN_MARGIN * around.scale) for x in (left, right) for y in (front, back)]
    for _ in range(60):
        seen = [(camera.project((x, y, z), width, height), margin) for x, y, z, margin in corners]
        if all(at and m <= at[0] <= width - m and at[1] <= height - BOTTOM_MARGIN for at, m in seen):
            break
        camera.distance *= 1.02
    camera.zoom(camera.distance / camera.goal.distance)
    camera.arrive()
    return camera


def _camera_over_board(table: Table, around: Surroundings) -> Camera:
    width, height = around.size
    side = COLUMN_MARGIN * around.scale
    frame = side, around.top * around.scale, width - side, height - BAR_MARGIN * around.scale
    if around.one_column:
        frame = around.between_panels()
    left, front, right, back = patch_bounds(table.patches)
    top = max((die.size for die in table.dice.values()), default=0.0)
    corners = tuple((x, y, z) for x in (left, right) for y in (front, back) for z in (0.0, top))
    pose = _board_pose(corners, frame, around.size)
    return Camera(pose.target, pose.distance, pose.yaw, pose.pitch)


@lru_cache(maxsize=16)
def _board_pose(corners: tuple[Vector, ...], frame: Box, size: tuple[int, int]) -> CameraPose:
    """Return the pose that shows the points `corners` largest in a part of the picture.

    The pose's pitch is one of `BOARD_PITCHES`.

    For the arguments, see `Camera.framing`.
    """
    cameras = (Camera.framing(corners, frame, size, math.radians(pitch)) for pitch in BOARD_PITCHES)
    return max((camera.goal for camera in cameras), key=lambda pose: math.sin(pose.pitch) / pose.distance**2)


@lru_cache(maxsize=16)
def steady_pose(
    wide: float, deep: float, size: tuple[int, int], scale: float, panels: tuple[Box, ...]
) -> CameraPose | None:
    """Return the pose that shows a table with its models largest.

    In this pose, no panel covers any part of the table. If there is no such pose, return None.

    Args:
        wide: Width of the table (mm).
        deep: Depth of the table (mm).
        size: Width and height of the window (units of the window).
        scale: Scale of the panels (units of the window per panel unit).
        panels: The places of the panels.
    """
    around = Surroundings(size, scale, panels=panels)
    found: list[tuple[float, CameraPose]] = []
    for pitch in STEADY_PITCHES:
        near, far, target = MIN_DISTANCE, MAX_DISTANCE, _free_target(wide, deep, around, MAX_DISTANCE, pitch)
        while target is not None and far - near > 2.0:
            distance = (near + far) / 2
            nearer = _free_target(wide, deep, around, distance, pitch)
            near, far, target = (distance, far, target) if nearer is None else (near, distance, nearer)
        if target is not None:
            # The table's area in the picture grows with the sine, that of the figures with the cosine.
            area = (math.sin(pitch) + FIGURES_WEIGHT * math.cos(pitch)) / far**2
            found.append((area, CameraPose(target, far, math.pi / 2, pitch)))
    return max(found, key=lambda one: one[0])[1] if found else None


def _free_target(wide: float, deep: float, around: Surroundings, distance: float, pitch: float) -> Vector | None:
    """Return a target of the camera that keeps all parts of a table clear of panels.

    Of several such targets, return the one nearest to their mean. If there is no such target, return None.
    """
    sides = [(x, y, z) for x in (0.0, wide) for y in np.linspace(0.0, deep, PLACES_ALONG) for z in (0.0, MODEL_HEIGHT)]
    ends = [(x, y, 0.0) for x in np.linspace(0.0, wide, PLACES_ALONG) for y in (0.0, deep)]
    places = np.array([*sides, *ends, (0.0, deep, TOWER_AT_BACK), (wide, deep, TOWER_AT_BACK)])
    steps = np.linspace(0.5 - STEADY_SHARE, 0.5 + STEADY_SHARE, STEADY_GRID)
    targets = np.stack(np.meshgrid(wide * steps, deep * steps), axis=-1).reshape(-1, 2)
    seen, ahead = _pixels(places, targets, around.size, distance, pitch)
    free = targets[(_is_clear(seen, around, FREE_MARGIN) & ahead).all(axis=1)]
    if not len(free):
        return None
    x, y = free[((free - free.mean(axis=0)) ** 2).sum(axis=1).argmin()]
    return (float(x), float(y), 0.0)


def _pixels(
    places: Matrix, targets: Matrix, size: tuple[int, int], distance: float, pitch: float
) -> tuple[Matrix, npt.NDArray[np.bool_]]:
    """Return the pixels at which T cameras at the front of a table see P places.

    There are two arrays. The first has the pixel for each camera and place, shape (T, P, 2). The second has True where
    a place is in front of a camera, shape (T, P).

    Args:
        places: The places, of shape (P, 3) (mm).
        targets: The targets of the cameras on the table, of shape (T, 2) (mm).
        size: Width and height of the window (units of the window).
        distance: Distance of each camera from its target (mm).
        pitch: Angle of the direction of view below the horizontal (rad).
    """
    x, y, z = places.T
    across, along = (axis[:, None] for axis in targets.T)
    width, height = size
    lens = height / 2 / math.tan(Camera().lens / 2)  # pixels
    sine, cosine = math.sin(pitch), math.cos(pitch)
    depth = distance + (y - along) * cosine - z * sine
    with np.errstate(divide="ignore", invalid="ignore"):
        right, up = lens * (x - across) / depth, lens * ((y - along) * sine + z * cosine) / depth
    return np.stack([width / 2 + right, height / 2 - up], axis=-1), depth > 0.0


def part_pose(table: Table, view: View, around: Surroundings) -> CameraPose:
    """Return the camera pose that shows the part of a table in `view` between the panels, as large as possible."""
    pitch = TRAY_PITCH if view.is_tray else CLOSE_PITCH if view.kind == "close" else TABLE_PITCH
    return Camera.framing(view.corners, around.between_panels(), around.size, pitch).goal


def with_all_pieces(view: View, table: Table, act: Act | None) -> View:
    """Return a view whose `View.asked` also has the places of all pieces and the corners of the board, if any.

    Pieces beside the table and its tray are left out. If the view has another kind than `first`, it is returned
    unchanged.

    Args:
        view: The view.
        table: The table.
        act: The act in progress, or None. Dice and tokens that a hand lets go in this act are left out too.
    """
    if view.kind != "first":
        return view
    (left, front), (right, back) = table.outline
    named = dict.fromkeys(name for name in (*table.models, *table.dice, *table.tokens) if name not in _flying(act))
    ends = (end for piece in named for end in ends_of(table, piece))
    places = [*view.asked, *(end for end in ends if left <= end[0] <= right and front <= end[1] <= back)]
    if is_board(table):
        left, front, right, back = patch_bounds(table.patches)
        places += [(x, y, 0.0) for x in (left, right) for y in (front, back)]
    return replace(view, asked=tuple(dict.fromkeys(places)))


def _flying(act: Act | None) -> tuple[PieceId, ...]:
    """Return the dice and tokens that a hand throws, drops or puts on a tower in an act."""
    match act:
        case Roll(dice=dice):
            return tuple(die.id for die in dice)
        case Stack(die=piece) | Drop(token=piece):
            return (piece.id,)
    return ()


def first_pose(table: Table, asked: Sequence[Vector], around: Surroundings, usual: Sequence[CameraPose]) -> CameraPose:
    """Return a pose of the camera that keeps the places in `asked` clear of panels.

    A pose is free if it shows all places, and no panel hides any of them. Return the first of these poses that
    exists:

    1. the first pose in `usual` that is free;
    2. the best free pose that `_largest_free` finds, no nearer than the nearest pose in `usual`;
    3. a pose that has all places between the columns of panels.

    Args:
        table: The table.
        asked: The places that the open requests are about (mm).
        around: The window and its panels.
        usual: The usual poses, the best first.
    """
    for pose in usual:
        if is_free(asked, around, pose):
            return pose
    nearest = min(usual, key=lambda pose: pose.distance)
    for margin, farthest in (*((margin, WIDE_FARTHEST) for margin in WIDE_MARGINS), (FREE_MARGIN, FARTHEST)):
        if found := _largest_free(asked, around, nearest, margin, farthest):
            return found
    return _between(asked, around)


def is_free(places: Sequence[Vector], around: Surroundings, pose: CameraPose) -> bool:
    """Return whether a pose of the camera shows all places: each is inside the window, and no panel hides it."""
    if not places:
        return True
    seen = Camera(pose.target, pose.distance, pose.yaw, pose.pitch).project_all(places, *around.size)
    return seen is not None and bool(_is_clear(seen, around, FREE_MARGIN / 2).all())


def _is_clear(seen: Matrix, around: Surroundings, margin: float) -> npt.NDArray[np.bool_]:
    """Return whether each pixel is in the window and not behind a panel.

    Args:
        seen: The pixels, shape (…, 2).
        around: The window and its panels.
        margin: Least distance from panels and from the window's edge (panel units).
    """
    m = margin * around.scale
    x, y = seen[..., 0], seen[..., 1]
    clear = (x >= m) & (x <= around.size[0] - m) & (y >= m) & (y <= around.size[1] - m)
    for left, top, right, bottom in around.panels:
        clear &= (x < left - m) | (x > right + m) | (y < top - m) | (y > bottom + m)
    return clear


def _largest_free(
    asked: Sequence[Vector], around: Surroundings, first: CameraPose, margin: float, farthest: float
) -> CameraPose | None:
    """Return the best pose that keeps the places in `asked` clear of panels. If none is found, return None.

    In the best pose, the places fill much of the window, and lie near the middle between the panels. If there are many
    places, only some of them, evenly chosen, are tested.

    Args:
        asked: The places (mm).
        around: The window and its panels.
        first: The pose with the least distance to try.
        margin: Least distance from the places to the panels and the window's edge (panel units).
        farthest: Largest distance to try, as a multiple of the distance of `first`.
    """
    places = np.array(asked[:: max(len(asked) // FEW, 1)])
    width, height = around.size
    left, top, right, bottom = around.between_panels()
    middle = (left + right) / 2, (top + bottom) / 2
    lens = height / 2 / math.tan(Camera().lens / 2)  # pixels
    found: list[tuple[float, CameraPose]] = []
    distance, farthest = first.distance, min(farthest * first.distance, MAX_DISTANCE)
    while distance <= farthest:
        span = width * distance / lens / 2
        steps = np.linspace(-span, span, GRID)
        grid = np.meshgrid(first.target[0] + steps, first.target[1] + steps)
        targets = np.stack(grid, axis=-1).reshape(-1, 2)
        for pitch in FREE_PITCHES:
            seen, ahead = _pixels(places, targets, around.size, distance, pitch)
            good = (_is_clear(seen, around, margin) & ahead).all(axis=1)
            for k in np.flatnonzero(good):
                low, high = seen[k].min(axis=0), seen[k].max(axis=0)
                aside = math.dist((low + high) / 2, middle) / height
                target = (float(targets[k, 0]), float(targets[k, 1]), 0.0)
                size = float(np.prod(high - low)) / (1.0 + ASIDE_WEIGHT * aside**2)
                found.append((size, CameraPose(target, distance, math.pi / 2, pitch)))
                farthest = min(farthest, LARGER * distance)
        distance *= FARTHER
    return max(found, key=lambda one: one[0])[1] if found else None


def _between(asked: Sequence[Vector], around: Surroundings) -> CameraPose:
    return Camera.framing(asked, around.between_panels(), around.size, TABLE_PITCH).goal
