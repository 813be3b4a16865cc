"""Loads the kinds of dice that a rules file makes of meshes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt
from scipy.spatial import ConvexHull, QhullError

from riotsim.files.importing import interrupts_held
from riotsim.files.meshes import RawMesh, read_triangles
from riotsim.files.problems import BadFile, Problem
from riotsim.table.dice import DieKind
from riotsim.table.lumps import Lump, Unnumbered, Unreadable, lump_die
from riotsim.table.poses import Vector
from riotsim.table.rounding import ROUNDEST

with interrupts_held():
    import trimesh

HOLLOW = 0.02
"""The share of its hull that a die may lack: numbers that are cut in."""

FLAT = np.cos(np.radians(1.0))
"""Triangles of one side look the same way to within a degree."""

AIMED = np.cos(np.radians(15.0))
"""How well a rules file has to tell which side it means."""

FLAT_MESH = "is flat; a die must be a solid"

LEAST_FILLED = 1e-6
"""The share of a cube about it that a solid fills at the least."""

MOST_SIDES = 100
"""Of a die: as many as the roundest that is sold has."""

SMALLEST, LARGEST = 8.0, 40.0
"""The extent of a die (mm)."""

THINNEST = 2.5
"""From its middle to each side (mm): the engine would lose a thinner one."""

Array = npt.NDArray[np.float64]


class HasFace(Protocol):
    """A side of a die in the rules."""

    @property
    def looks(self) -> Vector:
        """Which way it looks, in the file's frame with z up."""

    @property
    def shows(self) -> int:
        """The number on it."""


class HasDieMesh(Protocol):
    """A kind of die in the rules."""

    @property
    def mesh(self) -> str:
        """The name of its file."""

    @property
    def read(self) -> Literal["up", "down"]:
        """Whether the number counts that is on top, or the one that lies down."""

    @property
    def size(self) -> float | None:
        """Its longest extent along an axis of the file (mm); None as it is in the file."""

    @property
    def faces(self) -> Sequence[HasFace]:
        """Its numbers."""


class HasDice(Protocol):
    """The dice of the rules."""

    @property
    def edges(self) -> float:
        """Radius of edges (mm)."""

    @property
    def kinds(self) -> Mapping[str, HasDieMesh]:
        """Those of its own, by name."""


class HasOwnDice(Protocol):
    """Rules with dice."""

    @property
    def dice(self) -> HasDice:
        """The dice."""


@dataclass(frozen=True)
class _Amiss(Exception):
    """What is wrong with a kind, and in which part of it."""

    part: str
    message: str


def load_dice(rules: HasOwnDice, beside: Path | None = None) -> dict[str, DieKind]:
    """Make the kinds of dice that rules name, by their names.

    A mesh is looked for as those of terrain are: in the folder `beside`, then among those that come with the program.
    Raises `BadFile` with everything that is wrong with any of them.
    """
    found: dict[str, DieKind] = {}
    problems: list[Problem] = []
    for name, kind in rules.dice.kinds.items():
        field = f"dice.kinds.{name}"
        try:
            found[name] = _made(name, kind, read_triangles(kind.mesh, beside), rules.dice.edges)
        except BadFile as error:
            problems += (Problem(p.file, p.message, field=f"{field}.mesh") for p in error.problems)
        except _Amiss as amiss:
            problems.append(Problem(kind.mesh, amiss.message, field=f"{field}.{amiss.part}"))
    if problems:
        raise BadFile(problems)
    return found


def _made(name: str, kind: HasDieMesh, raw: RawMesh, edges: float) -> DieKind:
    corners = _convex(raw)
    extent = float(np.ptp(corners, axis=0).max())
    size = extent if kind.size is None else kind.size
    if not SMALLEST <= size <= LARGEST:
        raise _Amiss("mesh", f"is {size:.3g} mm in extent, and dice have {SMALLEST:g} to {LARGEST:g}; give it a size:")
    normals, heights = _sides(corners / extent)
    if (thin := float(heights.min()) * size) < THINNEST:
        raise _Amiss("mesh", f"has a side {thin:.2g} mm from its middle; dice need {THINNEST:g} mm at the least")
    if (most := ROUNDEST * float(heights.min()) * size) < edges:
        raise _Amiss("mesh", f"can have edges of at most {most:.2f} mm, and dice.edges is {edges:g} mm")
    numbers = _numbers(kind.faces, normals)
    lump, down = Lump(normals, heights, edges / size), kind.read == "down"
    try:
        return lump_die(name, lump, numbers, read_down=down, size=size, digest=raw.digest)
    except Unnumbered as bare:
        raise _Amiss("faces", f"lack a number for {_ways(bare.looks)}: dice can lie so that it counts") from bare
    except Unreadable as bare:
        raise _Amiss("read", f"is up, but no side is on top when it lies on {_ways(bare.looks)}; try down") from bare
    except ValueError as error:
        raise _Amiss("mesh", "has sides too small to make out; simplify it, or lessen dice.edges") from error


def _convex(raw: RawMesh) -> Array:
    """The corners of a mesh's hull (mm), about its middle, if the mesh is a closed convex solid."""
    _solid(raw.corners)
    mesh = trimesh.Trimesh(raw.corners, raw.triangles, process=False)
    if not (mesh.is_watertight and mesh.is_winding_consistent):
        raise _Amiss("mesh", "is not closed; a die must be one solid without holes")
    whole = mesh.convex_hull
    missing = 1.0 - abs(float(mesh.volume)) / float(whole.volume)
    if missing > HOLLOW:
        raise _Amiss("mesh", f"is not convex: {missing:.0%} of its hull is missing, and dice may lack {HOLLOW:.0%}")
    corners: Array = np.array(whole.vertices, dtype=np.float64) - np.array(whole.center_mass, dtype=np.float64)
    return corners


def _solid(corners: Array) -> None:
    """Refuse what has no volume."""
    try:
        filled = float(ConvexHull(corners).volume) / float(np.ptp(corners, axis=0).max()) ** 3
    except (QhullError, ValueError) as error:
        raise _Amiss("mesh", FLAT_MESH) from error
    if filled < LEAST_FILLED:
        raise _Amiss("mesh", FLAT_MESH)


def _sides(corners: Array) -> tuple[Array, Array]:
    """The way that each side of a convex solid looks, and how far it is from the origin; the largest side first."""
    whole = trimesh.convex.convex_hull(corners)
    areas, looks = np.array(whole.area_faces), np.array(whole.face_normals)
    normals: list[Array] = []
    for triangle in np.argsort(-areas, kind="stable"):
        if all(float(looks[triangle] @ normal) < FLAT for normal in normals):
            normals.append(looks[triangle])
        if len(normals) > MOST_SIDES:
            raise _Amiss("mesh", f"has more than {MOST_SIDES} sides; make its edges sharp, and round by dice.edges")
    each = np.array(normals)
    return each, (corners @ each.T).max(axis=0)


def _numbers(faces: Sequence[HasFace], normals: Array) -> dict[int, int]:
    """The numbers by side."""
    found: dict[int, int] = {}
    for place, face in enumerate(faces):
        way = np.array(face.looks, dtype=np.float64)
        length = float(np.linalg.norm(way))
        if not 0.0 < length < np.inf:
            raise _Amiss(f"faces[{place}].looks", "is no direction; [0, 0, 1] is up")
        match = normals @ (way / length)
        side = int(match.argmax())
        if match[side] < AIMED:
            raise _Amiss(f"faces[{place}].looks", f"is no side's way; the nearest looks {_way(normals[side])}")
        if side in found:
            raise _Amiss(f"faces[{place}].looks", f"means a side that shows {found[side]} already")
        found[side] = face.shows
    return dict(sorted(found.items()))


def _ways(looks: Sequence[Vector]) -> str:
    several = "the sides that look" if len(looks) > 1 else "the side that looks"
    return f"{several} {', '.join(_way(np.array(way)) for way in looks)}"


def _way(way: Array) -> str:
    return "[" + ", ".join(f"{part + 0.0:.2f}" for part in np.round(way, 2)) + "]"
