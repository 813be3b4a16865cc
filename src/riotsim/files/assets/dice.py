"""Kinds of dice made of the meshes that a rules file names."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from riotsim.files.assets.meshes import (
    MeshReader,
    ProgressListener,
    ignore_progress,
    mesh_digest,
    read_in_own_process,
    read_product,
)
from riotsim.files.mesh.source import find_source
from riotsim.files.problems import BadFile, FieldPath, Problem, format_path
from riotsim.files.yaml import Document
from riotsim.table.dice.custom import MAX_ROUNDING, ConvexShape, Unnumbered, Unreadable, convex_die
from riotsim.table.dice.kinds import OWN_DIE_SIZES, DieKind
from riotsim.table.poses import Vector
from riotsim.table.units import format_short

SIDE_TOLERANCE = np.cos(np.radians(15.0))
"""Cosine of the largest angle between a side's direction in the rules and its direction in the mesh: 15 degrees."""

MIN_HALF_THICKNESS = 2.5
"""Minimum distance from a die's middle to each side (mm). Thinner dice could pass through other things in
the engine.
"""

EDGES_PATH: FieldPath = ("dice", "edges")
"""Path of the dice's edge radius in a rules file."""

UNKNOWN_RULES_NAME = "rules"
"""Name of the rules file in messages if its name is unknown."""

Array = npt.NDArray[np.float64]


class FaceSpec(Protocol):
    """A numbered side of a die, as the rules describe it."""

    @property
    def looks(self) -> Vector:
        """Outward direction of the side, in the mesh file's frame with z up."""

    @property
    def shows(self) -> int:
        """The number on the side."""


class DieMeshSpec(Protocol):
    """A kind of die made of a mesh, as the rules describe it."""

    @property
    def mesh(self) -> str:
        """Name of the mesh file."""

    @property
    def read(self) -> Literal["up", "down"]:
        """The side whose number counts: `up` for the top, `down` for the bottom."""

    @property
    def size(self) -> float | None:
        """Length of the die along its longest axis (mm); None to keep the length in the mesh file."""

    @property
    def faces(self) -> Sequence[FaceSpec]:
        """The sides that have numbers."""


@runtime_checkable
class DiceSpec(Protocol):
    """The section for dice in the rules."""

    @property
    def edges(self) -> float:
        """Radius of the dice's edges and corners (mm)."""

    @property
    def kinds(self) -> Mapping[str, DieMeshSpec]:
        """The kinds that the rules define by meshes, by name."""


@runtime_checkable
class RulesWithDice(Protocol):
    """Rules that have a section for dice."""

    @property
    def dice(self) -> DiceSpec:
        """The section for dice."""


@dataclass(frozen=True)
class _DieFault(Exception):
    """An error in the definition of a kind of die.

    `where` is the path of the wrong field, seen from the definition of the kind, as in `("faces", 0, "looks")`. The
    radius of edges is an exception: it belongs to all kinds, so its path begins at the top of the rules (`EDGES_PATH`).
    """

    where: FieldPath
    message: str


def load_dice(
    rules: RulesWithDice,
    beside: Path | None = None,
    document: Document | None = None,
    only: Container[str] | None = None,
    *,
    progress: ProgressListener = ignore_progress,
    read: MeshReader = read_in_own_process,
) -> dict[str, DieKind]:
    """Load the kinds of dice that rules define by meshes.

    Args:
        rules: The rules.
        beside: Folder that is searched before the program's own meshes; None for the current folder.
        document: The rules file, for the lines of problems; None if there is no file.
        only: Names of the kinds to load; None for all.
        progress: Callback that gets a line of text before each file is read.
        read: Function that reads a mesh file.

    Returns:
        The kinds by name.

    Raises:
        BadFile: At least one kind can't be made. The error lists the problems of all such kinds.
    """
    found: dict[str, DieKind] = {}
    problems: list[Problem] = []
    for name, kind in rules.dice.kinds.items():
        if only is not None and name not in only:
            continue
        progress(f"reading {kind.mesh}")
        here: FieldPath = ("dice", "kinds", name)
        try:
            found[name] = _made(name, kind, beside, rules.dice.edges, read)
        except BadFile as error:
            problems += (_problem(document, (*here, "mesh"), f"{p.file} {p.message}") for p in error.problems)
        except _DieFault as amiss:
            where = amiss.where if amiss.where == EDGES_PATH else (*here, *amiss.where)
            problems.append(_problem(document, where, amiss.message))
    if problems:
        raise BadFile(problems)
    return found


def _problem(document: Document | None, where: FieldPath, message: str) -> Problem:
    return (
        Problem(UNKNOWN_RULES_NAME, message, field=format_path(where))
        if document is None
        else document.problem(where, message)
    )


def _made(name: str, kind: DieMeshSpec, beside: Path | None, edges: float, read: MeshReader) -> DieKind:
    file = find_source(kind.mesh, beside)
    product = read_product(kind.mesh, file, "die", read=read)
    normals, heights, extents = (np.asarray(array, dtype=np.float64) for array in product.arrays)
    extent = float(extents.max())
    size = extent if kind.size is None else kind.size
    smallest, largest = OWN_DIE_SIZES
    if not smallest <= size <= largest:
        room = f"dice have {smallest:g} to {largest:g} mm"
        raise _DieFault(
            ("mesh",), f"{kind.mesh} is {format_short(size)} mm in extent, and {room}; add a line size: 16mm"
        )
    if (thin := float(heights.min()) * size) < MIN_HALF_THICKNESS:
        raise _DieFault(
            ("mesh",),
            f"{kind.mesh} has a side {thin:.2g} mm from its middle; dice need {MIN_HALF_THICKNESS:g} mm at the least",
        )
    if (most := MAX_ROUNDING * float(heights.min()) * size) < edges:
        raise _DieFault(EDGES_PATH, f"a {name} ({kind.mesh}) can have edges of at most {most:.2f} mm, not {edges:g} mm")
    numbers = _numbers(kind.faces, normals)
    lump, down = ConvexShape(normals, heights, edges / size), kind.read == "down"
    try:
        return convex_die(name, lump, numbers, read_down=down, size=size, digest=mesh_digest(file))
    except Unnumbered as gap:
        raise _DieFault(
            ("faces",), f"lack a number for {_directions(gap.directions)}: dice can lie so that it counts"
        ) from gap
    except Unreadable as gap:
        raise _DieFault(
            ("read",), f"is up, but no side is on top when it lies on {_directions(gap.directions)}; try down"
        ) from gap
    except ValueError as error:
        raise _DieFault(
            ("mesh",), f"{kind.mesh} has sides too small to make out; simplify it, or lessen dice.edges"
        ) from error


def _numbers(faces: Sequence[FaceSpec], normals: Array) -> dict[int, int]:
    """Return the numbers on a die's sides, by the side's index in `normals`. Sides without a number are left out.

    Args:
        faces: The numbered sides, as the rules describe them.
        normals: Outward unit vectors of all sides, shape (n, 3).

    Raises:
        _DieFault: A numbered side's direction is a vector of zero or infinite length, or fits no side, or fits the same
            side as another direction.
    """
    found: dict[int, int] = {}
    for place, face in enumerate(faces):
        way = np.array(face.looks, dtype=np.float64)
        length = float(np.linalg.norm(way))
        if not 0.0 < length < np.inf:
            raise _DieFault(("faces", place, "looks"), "is no direction; [0, 0, 1] is up")
        match = normals @ (way / length)
        side = int(match.argmax())
        if match[side] < SIDE_TOLERANCE:
            raise _DieFault(
                ("faces", place, "looks"), f"is no side's way; the nearest looks {_direction(normals[side])}"
            )
        if side in found:
            raise _DieFault(("faces", place, "looks"), f"means a side that shows {found[side]} already")
        found[side] = face.shows
    return dict(sorted(found.items()))


def _directions(looks: Sequence[Vector]) -> str:
    several = "the sides that look" if len(looks) > 1 else "the side that looks"
    return f"{several} {', '.join(_direction(np.array(way)) for way in looks)}"


def _direction(way: Array) -> str:
    return "[" + ", ".join(f"{part + 0.0:.2f}" for part in np.round(way, 2)) + "]"
