"""A timeline as compressed data for the page.

The data has three parts:

- the length of the JSON text: 4 bytes, little-endian
- the JSON text
- eight columns of numbers, with a row for each keyframe

The columns are time (ms, uint32), x, y and z (1/100 mm, int32), and the four components of the quaternion (1/32767,
int16). A column has the keyframes of all tracks, one track after the other.

In each column, a track's first number is the value itself. Each further number is the difference from the preceding
value. Small differences compress well.
"""

import base64
import json
import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
import numpy.typing as npt

from riotsim.replay.clocks import SPEEDS
from riotsim.replay.figure_meshes import FigureMesh, figure_mesh, smooth_part
from riotsim.replay.overview import OVERVIEW
from riotsim.replay.recorded_timeline import FOCUS_DISTANCE, FOCUS_END_MS, RecordedTimeline
from riotsim.replay.recording import Recording
from riotsim.replay.timeline_builder import FADE_SECONDS
from riotsim.replay.tracks import Track
from riotsim.table.dice.icons import icon_path
from riotsim.table.dice.kinds import DieKind, Face
from riotsim.table.dice.signs import COUNT_GAP, COUNT_HEIGHT, COUNT_PLACE, top_of_sign
from riotsim.table.geometry.patches import Patch, outlines, polygon
from riotsim.table.pieces import BASE_THICKNESS, Box, Die, Figure, Hull, Model, Round, Terrain, Token
from riotsim.table.poses import Point

POSITION_STEPS = 100
"""Factor from a position in mm to the written whole number."""

ROTATION_STEPS = 32767
"""Factor from a quaternion's component to the written whole number. This number fits 16 bits."""


UNOWNED_EDGE = "#cfc7b4"
"""Colour (sRGB) of the outline of a patch without an owner."""


def page_payload(recording: Recording, timeline: RecordedTimeline, figure_meshes: Mapping[str, FigureMesh]) -> bytes:
    """Return the data of a recording for its page, compressed in zlib's format.

    Args:
        recording: The game.
        timeline: The timeline of the game.
        figure_meshes: Meshes of figures, by name.
    """
    text = json.dumps(
        page_document(recording, timeline, figure_meshes), ensure_ascii=False, separators=(",", ":")
    ).encode()
    text += b" " * (-len(text) % 4)  # aligned, so that scripts can read the columns in place
    return zlib.compress(struct.pack("<I", len(text)) + text + key_columns(timeline.tracks), 9)


def encode_payload(blob: bytes) -> str:
    """Return bytes in base64, as text for the page."""
    return base64.b64encode(blob).decode("ascii")


def key_columns(tracks: tuple[Track, ...]) -> bytes:
    """Return the keyframes of all tracks as eight columns of numbers, one column after the other.

    The columns are the time, the three coordinates of the position, and the four components of the quaternion.
    """
    times = [np.array([key.ms for key in track.keys], dtype=np.int64) for track in tracks]
    places = [
        np.round(np.array([key.pose.at for key in track.keys]) * POSITION_STEPS).astype(np.int64).reshape(-1, 3)
        for track in tracks
    ]
    turns = [np.round(continuous_rotations(track) * ROTATION_STEPS).astype(np.int64) for track in tracks]
    parts = [_steps(times, None).astype("<u4").tobytes()]
    parts += [_steps(places, k).astype("<i4").tobytes() for k in range(3)]
    # A step between -1 and 1 overflows int16 and wraps; so does the sum that undoes it.
    parts += [_steps(turns, k).astype("<i8").astype("<i2").tobytes() for k in range(4)]
    return b"".join(parts)


def continuous_rotations(track: Track) -> npt.NDArray[np.float64]:
    """Return the quaternions of a track's keyframes, with signs that avoid jumps from one to the next.

    A quaternion and its negative are the same rotation. Of the two, the one closer to the preceding quaternion is used.

    Returns:
        Array of shape (keys, 4): x, y, z and w.
    """
    turns = np.array([key.pose.orientation for key in track.keys], dtype=np.float64).reshape(-1, 4)
    if len(turns) > 1:
        backward = np.einsum("ij,ij->i", turns[1:], turns[:-1]) < 0
        turns[1:] *= np.where(np.cumsum(backward) % 2 == 1, -1.0, 1.0)[:, None]
    return turns


def page_document(
    recording: Recording, timeline: RecordedTimeline, figure_meshes: Mapping[str, FigureMesh]
) -> dict[str, Any]:
    """Return the data of a recording for its page, without the keyframes, as plain data for JSON.

    Args:
        recording: The game.
        timeline: The timeline of the game.
        figure_meshes: Meshes of figures, by name.
    """
    table = recording.first_table
    seat = {one.name: place for place, one in enumerate(recording.seats)}
    colours = {one.name: one.colour for one in recording.seats}
    kinds = _Kinds()
    figures = _Figures(figure_meshes)
    patches, drawn = _drawn_patches(recording, timeline)
    pieces = [_piece(track, seat, kinds, figures) for track in timeline.tracks]
    return {
        "game": recording.game,
        "title": recording.title,
        "notes": list(recording.notes),
        "length": timeline.end,
        "speeds": SPEEDS,
        "camera": {"elsewhere": FOCUS_DISTANCE, "ending": FOCUS_END_MS, **asdict(OVERVIEW)},
        "fade": round(FADE_SECONDS * 1000),
        "steps": {"position": POSITION_STEPS, "rotation": ROTATION_STEPS},
        "seats": [
            {"name": one.name, "colour": one.colour, "symbol": one.symbol, "about": one.about}
            for one in recording.seats
        ],
        "names": recording.names,
        "table": {
            "width": table.width,
            "depth": table.depth,
            "walls": table.wall_height,
            "surface": table.surface.name,
            "tray": None
            if table.tray is None
            else {
                "at": table.tray.at,
                "width": table.tray.width,
                "depth": table.tray.depth,
                "walls": table.tray.wall_height,
                **({"rack": table.tray.rack, "rackAt": table.tray.rack_at} if table.tray.rack else {}),
            },
        },
        "patches": [_patch(patch, colours) for patch in patches],
        "drawn": drawn,
        "kinds": kinds.found,
        **kinds.signs(),
        "figures": figures.found,
        "pieces": pieces,
        "terrain": [_terrain(piece) for piece in timeline.terrain],
        "towers": dict(sorted(timeline.tower_heights.items())),
        "marks": [{"ms": m.ms, "kind": m.kind, "text": m.text, "seat": seat.get(m.player, -1)} for m in timeline.marks],
        "focus": timeline.focuses,
        "lines": [
            {
                "text": line.text,
                "names": line.names,
                "ms": timeline.spans[line.moment].begin,
                "known": timeline.spans[line.last_moment].end,
                "turn": line.turn.number,
                "head": line.turn.title,
                "seat": seat.get(line.turn.player or "", -1),
            }
            for line in recording.lines
        ],
    }  # fmt: skip


def _steps(arrays: list[npt.NDArray[np.int64]], column: int | None) -> npt.NDArray[np.int64]:
    picked = [array if column is None else array[:, column] for array in arrays]
    return np.concatenate([np.diff(one, prepend=0) for one in picked] or [np.zeros(0, dtype=np.int64)])


def _drawn_patches(recording: Recording, timeline: RecordedTimeline) -> tuple[list[Patch], list[tuple[int, list[int]]]]:
    """Return a list of all patches of a recording, and a list of the times when the drawn patches change.

    An entry of the second list is a time (ms), and the drawn patches from that time on. These patches are given by
    their indices in the first list.
    """
    shown = [(0, recording.first_table.patches)]
    for moment, span in zip(recording.moments, timeline.spans, strict=True):
        shown.append((span.end, moment.after.patches))
    places: dict[Patch, int] = {}
    drawn: list[tuple[int, list[int]]] = []
    before = None
    for ms, patches in shown:
        if patches != before:
            drawn.append((ms, [places.setdefault(patch, len(places)) for patch in patches]))
        before = patches
    return [*places], drawn


def _patch(patch: Patch, colours: Mapping[str, str]) -> dict[str, Any]:
    """Return a patch as plain data: convex polygons, the lines of its outline, and its name."""
    entry: dict[str, Any] = {}
    if patch.fill:
        parts = [_rounded(polygon(part)) for part in patch.footprint.parts]
        entry |= {"parts": parts, "fill": patch.fill, "opacity": patch.opacity}
    if patch.is_outlined:
        entry |= {
            "lines": [_rounded(line) for line in outlines(patch.footprint)],
            "edge": colours.get(patch.owner, UNOWNED_EDGE),
        }
    if patch.name:
        at, size, ink = patch.name_place, patch.name_size, patch.name_colour
        entry |= {"name": patch.name, "at": at, "size": size, "ink": ink}
    return entry


def _rounded(points: Iterable[Point]) -> list[tuple[float, float]]:
    return [(round(x, 2), round(y, 2)) for x, y in points]


def _piece(track: Track, seat: Mapping[str, int], kinds: "_Kinds", figures: "_Figures") -> dict[str, Any]:
    entry: dict[str, Any] = {"id": track.piece.id, "keys": len(track.keys), "spans": track.spans}
    match track.piece:
        case Die(kind=kind, size=size, owner=owner):
            return entry | {"type": "die", "kind": kinds.number(kind), "size": size, "seat": seat.get(owner, -1)}
        case Token(diameter=diameter, thickness=thickness):
            return entry | {"type": "token", "diameter": diameter, "thickness": thickness}
        case Model(owner=owner, base=base, figure=figure, kind=kind):
            entry |= {"type": "model", "seat": seat.get(owner, -1), "kind": kind, "lift": BASE_THICKNESS}
            match base:
                case Round(diameter):
                    return entry | {"base": diameter, "figure": figures.number(figure)}
                case Hull(length, width):
                    return entry | {"hull": (length, width)}
    raise AssertionError("there are dice, tokens and models")


def _face(face: Face) -> dict[str, Any]:
    entry: dict[str, Any] = {"normal": [round(n, 5) for n in face.normal], "value": face.value}
    if (sign := face.sign) is None:
        return entry
    x, y = sign.icon_place
    icon = {"name": sign.icon, "x": x, "y": y, "size": sign.icon_size}
    return entry | {"sign": {"icon": icon, "count": sign.count, "up": top_of_sign(face.normal)}}


class _Kinds:
    """The kinds of dice in a recording, as a list of plain data that has each kind once."""

    def __init__(self) -> None:
        self.found: list[dict[str, Any]] = []
        self._numbers: dict[DieKind, int] = {}

    def signs(self) -> dict[str, Any]:
        """Return the outlines of the icons on the dice, and the place and size of counts.

        A count is the number that lies on top of an icon. The place and size are the same for all counts. If no die has
        an icon on any face, the result is empty.
        """
        icons = sorted({face.sign.icon for kind in self._numbers for face in kind.faces if face.sign is not None})
        if not icons:
            return {}
        count = {"x": COUNT_PLACE[0], "y": COUNT_PLACE[1], "height": COUNT_HEIGHT, "gap": COUNT_GAP}
        return {"signs": {"paths": {name: icon_path(name) for name in icons}, "count": count}}

    def number(self, kind: DieKind) -> int:
        if kind not in self._numbers:
            self._numbers[kind] = len(self.found)
            self.found.append(
                {
                    "name": kind.name,
                    "cube": kind.is_cube,
                    "rounding": kind.rounding,
                    "down": kind.read_down,
                    "corners": [[round(part, 5) for part in corner] for corner in kind.corners],
                    "faces": [_face(face) for face in kind.faces],
                    "blank": [[round(n, 5) for n in normal] for normal in kind.blank_normals],
                }
            )
        return self._numbers[kind]  # fmt: skip


class _Figures:
    """The figures in a recording, as a list of plain data that has each figure once.

    Each part of a figure has its corners (1/100 mm) and its triangles as flat lists.
    """

    def __init__(self, figure_meshes: Mapping[str, FigureMesh]) -> None:
        self.found: list[list[dict[str, Any]]] = []
        self._figure_meshes = figure_meshes
        self._numbers: dict[Figure | None, int] = {}

    def number(self, figure: Figure | None) -> int:
        if figure not in self._numbers:
            self._numbers[figure] = len(self.found)
            self.found.append(
                [
                    {
                        "corners": np.round(part.corners * POSITION_STEPS).astype(int).ravel().tolist(),
                        "triangles": part.triangles.ravel().tolist(),
                        "colour": part.colour,
                        "livery": part.livery,
                    }
                    for part in map(smooth_part, figure_mesh(figure, self._figure_meshes).parts)
                ]
            )
        return self._numbers[figure]  # fmt: skip


def _terrain(piece: Terrain) -> dict[str, Any]:
    entry: dict[str, Any] = {"id": piece.id, "name": piece.name, "at": piece.at, "heading": piece.heading}
    match piece.shape:
        case Box(length, width, height):
            return entry | {"box": (length, width, height)}
        case shape:
            return entry | {
                "corners": np.round(shape.vertices * POSITION_STEPS).astype(int).ravel().tolist(),
                "triangles": shape.triangles.ravel().tolist(),
            }
