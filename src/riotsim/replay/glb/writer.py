"""A recorded game as an animated model: binary glTF 2.0, which Blender, browsers and many viewers open.

Each piece is a node with the piece's name. Its position and rotation are interpolated linearly between keyframes. A
piece that is not on the table has scale 0.

glTF is in metres with y up. The table is in millimetres with z up. So a root node turns and scales the table.
"""

import json
import math
import struct
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from riotsim.replay.figure_meshes import FigureMesh, figure_mesh, smooth_part
from riotsim.replay.glb.solids import Solid, box, cylinder, die_solids, merge_solids, with_normals
from riotsim.replay.page.html import NO_FIGURES
from riotsim.replay.page.payload import continuous_rotations
from riotsim.replay.recorded_timeline import lay_out
from riotsim.replay.recording import Recording
from riotsim.replay.timeline import Timeline
from riotsim.replay.tracks import Track
from riotsim.table.geometry.patches import polygon
from riotsim.table.pieces import BASE_THICKNESS, Box, Die, Hull, Model, Round, Terrain, Token
from riotsim.table.poses import Point
from riotsim.table.state import Table

FLOAT, SHORT, UINT = 5126, 5123, 5125
ARRAY, ELEMENTS = 34962, 34963

Y_UP = (-math.sqrt(0.5), 0.0, 0.0, math.sqrt(0.5))
"""Rotation that turns z up into y up: a quaternion (x, y, z, w)."""

UNOWNED_COLOUR = "#efe8d8"
"""Colour of pieces without an owner."""

MATERIALS: Mapping[str, tuple[str, float, float]] = {
    "felt": ("#1e5240", 0.0, 0.95),
    "red felt": ("#68262a", 0.0, 0.95),
    "wood": ("#6a442e", 0.0, 0.5),
    "timber": ("#b68a5a", 0.0, 0.7),
    "stone": ("#96917f", 0.0, 0.9),
    "turf": ("#76813f", 0.0, 0.95),
    "gold": ("#e2ab3c", 1.0, 0.3),
    "base": ("#1b1a1c", 0.0, 0.5),
}
"""Colour (sRGB), metalness and roughness (both 0 to 1) of each material."""

TRAY_WALL, TRAY_BOTTOM, RACK_RIM = 9.0, 6.0, 5.0
"""Thickness of a tray's walls, thickness of the tray's bottom, and height of the walls of the tray's rack (mm).

The rack is the place beside the tray where dice are set aside.
"""

PATCH_STEP = 0.02
"""Height of a patch of colour above the patch before it (mm). The first patch is this far above the table."""

HIDDEN_SCALE = 0.0
"""Scale of a piece while it is not on the table."""


def write_glb(
    recording: Recording,
    path: Path,
    *,
    figure_meshes: Mapping[str, FigureMesh] = NO_FIGURES,
    moments: tuple[int, int] | None = None,
) -> None:
    """Write a recording as an animated GLB file.

    Args:
        recording: The game.
        path: Path of the file.
        figure_meshes: Meshes of figures, by name.
        moments: The moments to write: the index of the first, and 1 more than the index of the last; None for all.

    Raises:
        ValueError: The recording has none of these moments.
    """
    path.write_bytes(animated_glb(recording, figure_meshes, moments))


def animated_glb(
    recording: Recording, figure_meshes: Mapping[str, FigureMesh] = NO_FIGURES, moments: tuple[int, int] | None = None
) -> bytes:
    """Return a recording as the bytes of an animated GLB file.

    Args:
        recording: The game.
        figure_meshes: Meshes of figures, by name.
        moments: The moments to write: the index of the first, and 1 more than the index of the last; None for all.

    Raises:
        ValueError: The recording has none of these moments.
    """
    part = recording if moments is None else recording.part(*moments)
    return _GlbBuilder(part, lay_out(part), figure_meshes).made()


class _GlbBuilder:
    """A builder of the glTF document and its binary data."""

    def __init__(self, recording: Recording, timeline: Timeline, figure_meshes: Mapping[str, FigureMesh]) -> None:
        self._recording = recording
        self._timeline = timeline
        self._figure_meshes = figure_meshes
        self._binary = bytearray()
        self._document: dict[str, Any] = {
            "asset": {"version": "2.0", "generator": "riotsim"},
            "scene": 0,
            "scenes": [{"name": recording.title, "nodes": [0]}],
            "nodes": [{"name": "table", "rotation": Y_UP, "scale": [0.001] * 3, "children": []}],
            "meshes": [],
            "materials": [],
            "accessors": [],
            "bufferViews": [],
            "buffers": [],
        }
        self._meshes: dict[object, int] = {}
        self._paints: dict[object, int] = {}
        self._times: dict[tuple[int, ...], int] = {}
        self._seats = {seat.name: seat.colour for seat in recording.seats}

    def made(self) -> bytes:
        """Return the bytes of the GLB file."""
        self._table()
        for terrain in self._timeline.terrain:
            self._terrain(terrain)
        channels: list[dict[str, Any]] = []
        samplers: list[dict[str, Any]] = []
        for track in self._timeline.tracks:
            self._piece(track, channels, samplers)
        if channels:
            self._document["animations"] = [{"name": self._recording.title, "channels": channels, "samplers": samplers}]
        self._document["buffers"].append({"byteLength": len(self._binary)})
        text = json.dumps(self._document, separators=(",", ":")).encode()
        text += b" " * (-len(text) % 4)
        chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
        chunks += struct.pack("<II", len(self._binary), 0x004E4942) + bytes(self._binary)
        return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks

    def _table(self) -> None:
        table = self._recording.first_table
        wide, deep = table.width, table.depth
        cover = "timber" if table.surface.name == "wood" else "felt"
        self._stand("felt", self._mesh("felt", [(box(wide, deep, 4.0), cover)]), (wide / 2, deep / 2, -4.0))
        rim = max(table.wall_height, 6.0)
        beams = [
            (box(wide + 68.0, 34.0, 40.0 + rim), (0.0, -deep / 2 - 17.0, -40.0)),
            (box(wide + 68.0, 34.0, 40.0 + rim), (0.0, deep / 2 + 17.0, -40.0)),
            (box(34.0, deep, 40.0 + rim), (-wide / 2 - 17.0, 0.0, -40.0)),
            (box(34.0, deep, 40.0 + rim), (wide / 2 + 17.0, 0.0, -40.0)),
        ]
        if table.tray is not None:
            walls = (table.tray.wall_height, RACK_RIM)
            for name, area, height in zip(("tray", "rack"), table.tray.areas, walls, strict=False):
                self._tray(name, *area, height)
        self._patches(table if not self._recording.moments else self._recording.moments[-1].after)
        self._stand("edge", self._mesh("edge", [(merge_solids(beams), "wood")]), (wide / 2, deep / 2, 0.0))

    def _tray(self, name: str, at: Point, width: float, depth: float, walls: float) -> None:
        """Add the tray, or the rack beside the tray.

        Args:
            name: Name of the node.
            at: Front left corner of the bottom (mm).
            width: Width of the bottom (mm).
            depth: Depth of the bottom (mm).
            walls: Height of the walls (mm).
        """
        long, thick, low = width + 2 * TRAY_WALL, TRAY_WALL, TRAY_BOTTOM
        parts = [(box(width, depth, low), (0.0, 0.0, -low))]
        beams = [(box(long, thick, low + walls), (0.0, side * (depth + thick) / 2, -low)) for side in (-1, 1)]
        beams += [(box(thick, depth, low + walls), (side * (width + thick) / 2, 0.0, -low)) for side in (-1, 1)]
        bottom = "red felt" if name == "tray" else "timber"
        mesh = self._mesh(name, [(merge_solids(parts), bottom), (merge_solids(beams), "wood")])
        self._stand(name, mesh, (at[0] + width / 2, at[1] + depth / 2, 0.0))

    def _patches(self, table: Table) -> None:
        """Add the coloured patches of a table to the model. Each patch lies a little above the patch before it."""
        filled = [patch for patch in table.patches if patch.fill]
        for number, patch in enumerate(filled, 1):
            flat = merge_solids([(_sheet(polygon(part)), (0.0, 0.0, 0.0)) for part in patch.footprint.parts])
            mesh = self._mesh(("patch", patch), [(flat, f"{patch.fill}{round(patch.opacity * 255):02x}")])
            self._stand(patch.name or f"patch {number}", mesh, (0.0, 0.0, number * PATCH_STEP))

    def _terrain(self, terrain: Terrain) -> None:
        name = terrain.name.lower()
        paint = "turf" if "hill" in name else "timber" if name in ("crate", "barrel", "platform") else "stone"
        match terrain.shape:
            case Box(length, width, height):
                solid = box(length, width, height, bevel=0.6)
            case shape:
                solid = with_normals(shape.vertices, shape.triangles)
        half = terrain.heading / 2
        turn = (0.0, 0.0, math.sin(half), math.cos(half))
        mesh = self._mesh((paint, terrain.shape), [(solid, paint)])
        self._stand(terrain.id, mesh, (*terrain.at, 0.0), turn)

    def _stand(self, name: str, mesh: int, at: Sequence[float], turn: Sequence[float] | None = None) -> int:
        node: dict[str, Any] = {"name": name, "mesh": mesh, "translation": [round(part, 4) for part in at]}
        if turn is not None:
            node["rotation"] = _unit(turn)
        self._document["nodes"].append(node)
        number = len(self._document["nodes"]) - 1
        self._document["nodes"][0]["children"].append(number)
        return number

    def _piece(self, track: Track, channels: list[dict[str, Any]], samplers: list[dict[str, Any]]) -> None:
        first = track.keys[0].pose
        node = self._stand(track.piece.id, self._look(track), first.at, first.orientation)
        seconds = tuple(key.ms for key in track.keys)
        if len(track.keys) > 1:
            at = np.array([key.pose.at for key in track.keys], dtype=np.float64)
            turns = continuous_rotations(track)
            turns /= np.linalg.norm(turns, axis=1, keepdims=True)
            for path, values in (("translation", at), ("rotation", turns)):
                if np.ptp(values, axis=0).max() > 1e-6:
                    self._channel(channels, samplers, node, path, seconds, values, "LINEAR")
        shown = self._presence(track)
        if shown:
            times, sizes = zip(*shown, strict=True)
            self._document["nodes"][node]["scale"] = [sizes[0]] * 3
            if len(times) > 1:
                values = np.repeat(np.array(sizes, dtype=np.float64)[:, None], 3, axis=1)
                self._channel(channels, samplers, node, "scale", times, values, "STEP")

    def _presence(self, track: Track) -> list[tuple[int, float]]:
        """Return the times when a piece appears or vanishes (ms), each with the piece's new scale.

        A scale is 1 or `HIDDEN_SCALE`. The first entry has the time 0, and the piece's first scale. If the piece is
        always on the table, the list is empty.
        """
        shown: list[tuple[int, float]] = [] if track.spans[0][0] == 0 else [(0, HIDDEN_SCALE)]
        for begin, end in track.spans:
            shown.append((begin, 1.0))
            if end < self._timeline.end:
                shown.append((end, HIDDEN_SCALE))
        kept = [one for one, then in pairwise([*shown, (self._timeline.end + 1, HIDDEN_SCALE)]) if one[0] < then[0]]
        return [] if kept == [(0, 1.0)] else kept

    def _channel(
        self,
        channels: list[dict[str, Any]],
        samplers: list[dict[str, Any]],
        node: int,
        path: str,
        times: tuple[int, ...],
        values: npt.NDArray[np.float64],
        how: str,
    ) -> None:
        if times not in self._times:
            self._times[times] = self._accessor(np.array(times)[:, None] / 1000.0, "SCALAR", FLOAT, None)
        kind = {3: "VEC3", 4: "VEC4"}[values.shape[1]]
        output = self._accessor(values, kind, FLOAT, None, bounded=False)
        samplers.append({"input": self._times[times], "output": output, "interpolation": how})
        channels.append({"sampler": len(samplers) - 1, "target": {"node": node, "path": path}})

    def _look(self, track: Track) -> int:
        """Return the index of a piece's mesh. Pieces that look alike have the same mesh, which is built only once."""
        piece = track.piece
        name: tuple[object, ...]
        match piece:
            case Die(kind=kind, size=size, owner=owner):
                name = (kind, size, owner)
            case Token(diameter=diameter, thickness=thickness):
                name = ("token", diameter, thickness)
            case Model():
                name = (piece.base, piece.figure, piece.owner)
        return self._meshes[name] if name in self._meshes else self._mesh(name, self._parts(piece))

    def _parts(self, piece: Die | Token | Model) -> list[tuple[Solid, str]]:
        match piece:
            case Die(kind=kind, size=size, owner=owner):
                body, ink = die_solids(kind, size)
                return [(body, self._owned(owner))] + ([(ink, self._ink(owner))] if ink is not None else [])
            case Token(diameter=diameter, thickness=thickness):
                coin = merge_solids([(cylinder(diameter / 2, thickness, 0.35), (0.0, 0.0, -thickness / 2))])
                return [(coin, "gold")]
            case Model():
                return self._figure(piece)
        raise AssertionError("there are dice, tokens and models")

    def _figure(self, piece: Model) -> list[tuple[Solid, str]]:
        owner = self._owned(piece.owner)
        match piece.base:
            case Hull(length, width):
                return [(box(length, width, 16.0, bevel=1.0), owner)]
            case Round(diameter):
                parts: list[tuple[Solid, str]] = [
                    (cylinder(diameter / 2, 1.0, 0.2), "base"),
                    (merge_solids([(cylinder(diameter / 2 - 0.15, 2.0, 0.8), (0.0, 0.0, 1.0))]), owner),
                ]
                for part in map(smooth_part, figure_mesh(piece.figure, self._figure_meshes).parts):
                    body = with_normals(
                        part.corners + np.array([0.0, 0.0, BASE_THICKNESS]), part.triangles, smooth=True
                    )
                    parts.append((body, owner if part.livery else _hex(part.colour)))
                return parts
        raise AssertionError("a base is round or a hull")

    def _owned(self, owner: str) -> str:
        return self._seats.get(owner, UNOWNED_COLOUR)

    def _ink(self, owner: str) -> str:
        r, g, b = (_linear(part) for part in _rgb(self._owned(owner)))
        return "#1d1b1a" if 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.34 else "#fbf6ea"

    def _mesh(self, name: object, parts: Sequence[tuple[Solid, str]]) -> int:
        if name not in self._meshes:
            primitives = []
            for paint in dict.fromkeys(paint for _, paint in parts):
                solid = merge_solids([(solid, (0.0, 0.0, 0.0)) for solid, own in parts if own == paint])
                primitives.append({
                    "attributes": {
                        "POSITION": self._accessor(solid.corners, "VEC3", FLOAT, ARRAY),
                        "NORMAL": self._accessor(solid.normals, "VEC3", FLOAT, ARRAY, bounded=False),
                    },
                    "indices": self._accessor(solid.triangles.reshape(-1, 1), "SCALAR", UINT, ELEMENTS, bounded=False),
                    "material": self._paint(paint),
                })  # fmt: skip
            self._document["meshes"].append({"primitives": primitives})
            self._meshes[name] = len(self._document["meshes"]) - 1
        return self._meshes[name]

    def _paint(self, paint: str) -> int:
        if paint not in self._paints:
            colour, metal, rough = MATERIALS.get(paint, (paint, 0.0, 0.45))
            rgb = [round(_linear(part), 5) for part in _rgb(colour)]
            clear = int(colour[7:] or "ff", 16) / 255
            look = {"baseColorFactor": [*rgb, round(clear, 5)], "metallicFactor": metal, "roughnessFactor": rough}
            blend = {} if clear == 1.0 else {"alphaMode": "BLEND"}
            self._document["materials"].append({"name": paint, "pbrMetallicRoughness": look, **blend})
            self._paints[paint] = len(self._document["materials"]) - 1
        return self._paints[paint]

    def _accessor(
        self, values: npt.NDArray[Any], kind: str, component: int, target: int | None, *, bounded: bool = True
    ) -> int:
        packed = values.astype({FLOAT: "<f4", SHORT: "<u2", UINT: "<u4"}[component])
        view: dict[str, Any] = {"buffer": 0, "byteOffset": len(self._binary), "byteLength": packed.nbytes}
        if target is not None:
            view["target"] = target
        self._binary += packed.tobytes()
        self._document["bufferViews"].append(view)
        accessor: dict[str, Any] = {
            "bufferView": len(self._document["bufferViews"]) - 1,
            "componentType": component,
            "count": len(packed),
            "type": kind,
        }
        if bounded:
            accessor["min"] = [float(part) for part in packed.min(axis=0)]
            accessor["max"] = [float(part) for part in packed.max(axis=0)]
        self._document["accessors"].append(accessor)
        return len(self._document["accessors"]) - 1


def _sheet(corners: Sequence[Point]) -> Solid:
    """Return a mesh of a convex polygon that lies on z = 0 and faces up."""
    count = len(corners)
    at = np.column_stack([np.array(corners), np.zeros(count)])
    fan = np.array([(0, k, k + 1) for k in range(1, count - 1)])
    return Solid(at, np.tile([0.0, 0.0, 1.0], (count, 1)), fan)


def _unit(turn: Sequence[float]) -> list[float]:
    norm = math.sqrt(sum(part * part for part in turn))
    return [part / norm for part in turn]


def _rgb(colour: str) -> tuple[float, float, float]:
    return (int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255)


def _hex(colour: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)


def _linear(srgb: float) -> float:
    """Return the linear value of an sRGB colour value, both from 0 to 1 (IEC 61966-2-1)."""
    return srgb / 12.92 if srgb <= 0.04045 else float(((srgb + 0.055) / 1.055) ** 2.4)
