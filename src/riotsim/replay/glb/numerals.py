"""Numbers on dice, drawn with flat strokes on the faces. File formats without fonts need this."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from riotsim.table.dice.kinds import DieKind

Array = npt.NDArray[np.float64]

STROKE_WIDTH = 0.14
"""Width of a stroke, as a share of a digit's height."""

DIGIT_ADVANCE = 0.72
"""Distance between the middles of neighbouring digits, as a share of a digit's height."""

DIGIT_HEIGHTS: Mapping[int, float] = MappingProxyType({1: 0.92, 2: 0.68})
"""Height of a number's digits, for numbers with 1 digit and with 2 digits.

The height is a share of the radius of the largest circle inside the face.
"""

MIN_HEIGHT = 0.46
"""Height of the digits of a number with three or more digits, in the unit of `DIGIT_HEIGHTS`."""

EDGE_HEIGHT = 0.6
"""Height of the digits of a number that stands along an edge of a face, as on a d4.

It is a share of the distance from the edge to the face's middle.
"""

UNDERLINED = ("6", "9")
"""Numbers that are underlined. Upside down, each of them looks like the other."""


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number on a face of a die. Lengths are in units of the die's size.

    All places and directions are in the same frame as `DieKind.corners`.
    """

    value: int
    """The number."""
    middle: Array
    """Centre of the number, on the face, shape (3,)."""
    out: Array
    """Outward normal of the face, a unit vector, shape (3,)."""
    up: Array
    """Direction from the number's centre to its top, a unit vector, shape (3,)."""
    height: float
    """Height of the number's digits."""


def numerals(kind: DieKind) -> list[Numeral]:
    """Return the numbers to draw on the faces of a die. Lengths are in units of the die's size.

    - If the die's top face counts, each face has its number in the middle.
    - If the die's lowest face counts, as on a d4, a triangular face has a number along each of its edges. This is the
      number of the other face that meets the edge. Faces that are not triangular have no number.

    Faces with a sign and blank faces have no number.
    """
    corners, normals = np.array(kind.corners, dtype=np.float64), np.array(kind.normals, dtype=np.float64)
    sides = [_side(corners, n) for n in normals]
    found = []
    for s, face in enumerate(kind.faces):
        if face.sign is not None:
            continue
        points = corners[sides[s]]
        middle = points.mean(axis=0)
        if not kind.read_down:
            up = points[np.argmax(np.linalg.norm(points - middle, axis=1))] - middle
            height = DIGIT_HEIGHTS.get(len(str(face.value)), MIN_HEIGHT) * _reach(points, middle)
            found.append(Numeral(face.value, middle, normals[s], up / np.linalg.norm(up), height))
        elif len(points) == 3:
            for k in range(3):
                pair = {sides[s][k], sides[s][(k + 1) % 3]}
                beyond = next(t for t, other in enumerate(sides) if t != s and pair <= set(other))
                if beyond >= len(kind.faces):
                    continue
                foot = (points[k] + points[(k + 1) % 3]) / 2
                up = middle - foot
                far = float(np.linalg.norm(up))
                value = kind.faces[beyond].value
                found.append(Numeral(value, foot + up * 0.5, normals[s], up / far, far * EDGE_HEIGHT))
    return found


def _side(corners: Array, n: Array) -> list[int]:
    """Return the indices of a face's corners, anticlockwise seen from outside.

    Args:
        corners: Corners of the die, shape (n, 3).
        n: Outward normal of the face.
    """
    far = corners @ n
    own = np.flatnonzero(far > far.max() - 1e-3 * float(np.ptp(corners)))
    middle = corners[own].mean(axis=0)
    u = corners[own[0]] - middle
    v = np.cross(n, u)
    turns = np.arctan2((corners[own] - middle) @ v, (corners[own] - middle) @ u)
    order: list[int] = own[np.argsort(turns)].tolist()
    return order


def _reach(points: Array, middle: Array) -> float:
    """Return the radius of the largest circle around a face's middle that lies inside the face.

    Args:
        points: Corners of the face in order, shape (n, 3).
        middle: Middle of the face.
    """
    ways = np.roll(points, -1, axis=0) - points
    return float((np.linalg.norm(np.cross(ways, middle - points), axis=1) / np.linalg.norm(ways, axis=1)).min())


def numeral_mesh(value: int, width: float = STROKE_WIDTH, beyond: float = 0.0) -> tuple[Array, npt.NDArray[np.int64]]:
    """Return a number as a flat mesh of triangles, with its middle at the origin.

    The digits are 1 high if `width` is `STROKE_WIDTH` and `beyond` is 0. Larger values make the digits higher.

    Args:
        value: The number.
        width: Width of the strokes.
        beyond: Extra length of each end of a stroke.

    Returns:
        Two arrays. The first has the vertices, shape (n, 2), with x to the right and y up. The second has the
        triangles, shape (m, 3), as indices into the first.
    """
    text = str(value)
    left = (len(text) - 1) / 2
    lines = [
        line + np.array([(k - left) * DIGIT_ADVANCE, 0.0]) for k, digit in enumerate(text) for line in DIGITS[digit]
    ]
    if text in UNDERLINED:
        lines.append(np.array([(-0.26, -0.66), (0.26, -0.66)]))
    corners: list[Array] = []
    triangles: list[tuple[int, int, int]] = []
    for line in lines:
        first = sum(map(len, corners))
        corners.append(_ribbon(_longer(line, beyond), width))
        for k in range(first, first + 2 * len(line) - 2, 2):
            triangles += [(k, k + 3, k + 1), (k, k + 2, k + 3)]
    return np.vstack(corners), np.array(triangles)


def _longer(line: Array, beyond: float) -> Array:
    """Return a line, made longer by `beyond` at each end. A closed line stays as it is."""
    if not beyond or np.allclose(line[0], line[-1]):
        return line
    first, last = line[0] - line[1], line[-1] - line[-2]
    out = line.copy()
    out[0] += first / np.linalg.norm(first) * beyond
    out[-1] += last / np.linalg.norm(last) * beyond
    return out


def _ribbon(line: Array, width: float) -> Array:
    """Return the vertices of a stroke that follows a line.

    For each point of the line there are two vertices: one on the right edge of the stroke, and then one on the left.
    """
    ways = np.diff(line, axis=0)
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    closed = bool(np.allclose(line[0], line[-1]))
    before = np.vstack([ways[-1:] if closed else ways[:1], ways])
    after = np.vstack([ways, ways[:1] if closed else ways[-1:]])
    along = before + after
    along /= np.linalg.norm(along, axis=1)[:, None]
    longer = 1.0 / np.clip(np.einsum("ij,ij->i", along, before), 0.55, 1.0)  # bounded mitres
    right = np.column_stack([along[:, 1], -along[:, 0]]) * (longer * width / 2)[:, None]
    return np.stack([line + right, line - right], axis=1).reshape(-1, 2)


def _arc(x: float, y: float, wide: float, high: float, begin: float, end: float) -> Array:
    """Return points on an arc of an ellipse, shape (n, 2).

    Args:
        x: The x coordinate of the ellipse's centre, to the right.
        y: The y coordinate of the ellipse's centre, upwards.
        wide: Half the width of the ellipse.
        high: Half the height of the ellipse.
        begin: Angle at the arc's begin (degrees, anticlockwise from the right).
        end: Angle at the arc's end (degrees).
    """
    turns = np.radians(np.linspace(begin, end, max(round(abs(end - begin) / 24), 3) + 1))
    return np.column_stack([x + wide * np.cos(turns), y + high * np.sin(turns)])


def _line(*points: tuple[float, float]) -> Array:
    return np.array(points, dtype=np.float64)


_SIX = (_arc(0.0, -0.19, 0.24, 0.24, 0, 360), np.vstack([_line((0.14, 0.43)), _arc(0.22, -0.19, 0.46, 0.52, 125, 180)]))

DIGITS: Mapping[str, tuple[Array, ...]] = MappingProxyType(
    {
        "0": (_arc(0.0, 0.0, 0.25, 0.43, 0, 360),),
        "1": (_line((-0.16, 0.24), (0.04, 0.43), (0.04, -0.43)),),
        "2": (np.vstack([_arc(0.0, 0.19, 0.24, 0.24, 165, -35), _line((-0.25, -0.43), (0.26, -0.43))]),),
        "3": (_arc(0.0, 0.21, 0.21, 0.22, 150, -90), _arc(0.0, -0.21, 0.25, 0.22, 90, -150)),
        "4": (_line((0.1, -0.43), (0.1, 0.43), (-0.27, -0.18), (0.27, -0.18)),),
        "5": (np.vstack([_line((0.22, 0.43), (-0.19, 0.43), (-0.22, 0.03)), _arc(0.0, -0.16, 0.26, 0.27, 115, -145)]),),
        "6": _SIX,
        "7": (_line((-0.25, 0.43), (0.25, 0.43), (-0.08, -0.43)),),
        "8": (_arc(0.0, 0.22, 0.2, 0.21, 0, 360), _arc(0.0, -0.2, 0.25, 0.23, 0, 360)),
        "9": tuple(-stroke for stroke in _SIX),
    }
)
"""The strokes of each digit. A stroke is a line through points, and the digit's centre is the origin.

A digit is 0.86 high, without the width of its strokes.
"""
