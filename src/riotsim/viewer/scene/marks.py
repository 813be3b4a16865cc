"""Marks on the table that are not pieces: paths, rings, areas, ghosts, labels and signs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.table.dice.signs import Sign
from riotsim.table.geometry.regions import GRID_SPACING, Region
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.poses import Point, Pose, Vector

Colour: TypeAlias = str
"""A colour as #rrggbb."""

MARK_HEIGHT = 0.35
"""Height of marks above the table (mm). If they lay at the height of the table, they would flicker."""

RING_SEGMENTS = 72
"""Number of vertices of a ring."""


@dataclass(frozen=True, slots=True)
class Path:
    """A path over the table, such as a model's movement or a preview of it."""

    points: Sequence[Point | Vector]
    """Points of the path (mm). A point with two coordinates lies on the table."""
    colour: Colour
    width: float = 4.0
    """Width of the line (mm)."""


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle about a point, such as a reach or a range."""

    at: Point | Vector
    """Centre (mm). A centre with two coordinates lies on the table."""
    radius: float
    """Radius (mm)."""
    colour: Colour


@dataclass(frozen=True, slots=True)
class Area:
    """An area of the table, for example the area where a player may put a piece."""

    region: Region
    colour: Colour


@dataclass(frozen=True, slots=True)
class Ghost:
    """A translucent piece at a possible place."""

    piece: PieceId | Piece
    """The piece that the ghost looks like: the name of a model, token or die on the table, or a whole piece.

    A whole piece need not be on the table.
    """
    pose: Pose
    """Pose of the ghost.

    Its position is the centre of a die or token. For a model or a piece of terrain, it is the middle of the underside.
    """
    colour: Colour


@dataclass(frozen=True, slots=True)
class Label:
    """Text at a point. The panels draw it, since the renderer has no fonts."""

    at: Vector
    text: str
    colour: Colour
    elsewhere: tuple[Vector, ...] = ()
    """Other points for the label, the best first. They are tried if a panel hides the point `at`."""
    radius: float = 0.0
    """Radius of the piece at the point `at` (mm). The label stands beside this piece.

    If the radius is 0, the label stands at the point itself.
    """
    piece: PieceId = ""
    """The piece that the text is about; empty for a text about no piece."""


@dataclass(frozen=True, slots=True)
class SignMark:
    """A sign above a point on the table. The panels draw it, as they draw labels."""

    at: Point
    """Point on the table (mm)."""
    sign: Sign
    colour: Colour
    """Colour of the frame around the sign."""


Mark: TypeAlias = Path | Ring | Area | Ghost | Label | SignMark

STROKE = np.dtype([("position", "<f4", 3), ("colour", "<f4", 4), ("across", "<f4", 2)])
"""Vertex of a stroke.

- `position`: the position (mm).
- `colour`: red, green and blue (linear), and the opacity.
- `across`: the position across the stroke (from -1 at one side to 1 at the other side), and the distance along the
  stroke from its start (mm).
"""


def linear(colour: Colour) -> tuple[float, float, float]:
    """Convert a colour from sRGB (#rrggbb) to linear light (0 to 1, IEC 61966-2-1)."""
    out = []
    for k in (1, 3, 5):
        value = int(colour[k : k + 2], 16) / 255
        out.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    return (out[0], out[1], out[2])


def stroke(mark: Path | Ring, least_width: float = 0.0) -> npt.NDArray[np.void]:
    """Return the line of a path or ring as triangles.

    The line is at least `least_width` wide (mm). The array holds vertices of the type `STROKE`. Every three successive
    vertices form a triangle: the first three, the next three, and so on.
    """
    match mark:
        case Path(points, colour, width):
            line = np.array([(*point, 0.0)[:3] for point in points], dtype=np.float64)
            return _ribbon(line, max(width, least_width), colour, closed=False)
        case Ring(at, radius, colour):
            turns = np.arange(RING_SEGMENTS) * 2 * np.pi / RING_SEGMENTS
            middle = np.array((*at, 0.0)[:3])
            line = middle + radius * np.column_stack([np.cos(turns), np.sin(turns), np.zeros(RING_SEGMENTS)])
            return _ribbon(line, max(2.2, radius * 0.012, least_width), colour, closed=True)


def _ribbon(line: npt.NDArray[np.float64], width: float, colour: Colour, *, closed: bool) -> npt.NDArray[np.void]:
    keep = np.append(True, np.linalg.norm(np.diff(line[:, :2], axis=0), axis=1) > 1e-6)
    line = line[keep]
    if len(line) < 2:
        return np.zeros(0, dtype=STROKE)
    if closed:
        line = np.vstack([line, line[:1]])
    steps = np.diff(line[:, :2], axis=0)
    ways = steps / np.linalg.norm(steps, axis=1, keepdims=True)
    before = np.vstack([ways[-1:] if closed else ways[:1], ways])
    after = np.vstack([ways, ways[:1] if closed else ways[-1:]])
    out = before + after
    out /= np.maximum(np.linalg.norm(out, axis=1, keepdims=True), 1e-9)
    # A mitre is longer than half the width at a bend, but bounded.
    longer = 1.0 / np.clip(np.einsum("ij,ij->i", out, before), 0.5, 1.0)
    side = np.column_stack([-out[:, 1], out[:, 0]]) * (longer * width / 2)[:, None]
    gone = np.append(0.0, np.cumsum(np.linalg.norm(steps, axis=1)))
    corners = np.zeros((len(line), 2), dtype=STROKE)
    corners["colour"] = (*linear(colour), 0.9)
    for k, sign in enumerate((1.0, -1.0)):
        corners["position"][:, k, :2] = line[:, :2] + sign * side
        corners["position"][:, k, 2] = line[:, 2] + MARK_HEIGHT
        corners["across"][:, k, 0] = sign
        corners["across"][:, k, 1] = gone
    a, b, c, d = corners[:-1, 0], corners[:-1, 1], corners[1:, 1], corners[1:, 0]
    return np.stack([a, b, c, a, c, d], axis=1).ravel()


@dataclass(frozen=True, slots=True)
class Mask:
    """An area on the table as a small image."""

    low: Point
    high: Point
    """Back right corner of the image on the table (mm)."""
    covered: npt.NDArray[np.uint8]
    """Array of shape (rows, columns). The first row is at the front.

    A pixel is 0 outside the area, 255 inside, and in between at the area's edge.
    """


def mask(region: Region) -> Mask | None:
    """Return a region as an image, or None if the region is empty."""
    from scipy.ndimage import gaussian_filter

    spots = region.reached_points()
    if not len(spots):
        return None
    step = GRID_SPACING if region.must_touch is None else GRID_SPACING / 4
    low = spots.min(axis=0) - 2 * step
    count = np.round((spots.max(axis=0) - low) / step).astype(int) + 3
    out = np.zeros((count[1], count[0]), dtype=np.uint8)
    at = np.round((spots - low) / step).astype(int)
    out[at[:, 1], at[:, 0]] = 255
    out = np.round(gaussian_filter(out.astype(np.float32), 0.9)).astype(np.uint8)  # smooths the steps of the grid
    corner = low - step / 2
    high = corner + count * step
    return Mask((float(corner[0]), float(corner[1])), (float(high[0]), float(high[1])), out)
