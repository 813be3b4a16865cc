"""Loads scenery from GLB, OBJ and STL files as meshes of the table.

A GLB is in metres with y up, as glTF has it; an OBJ or STL is in millimetres with z up, as files for printing
miniatures are. Wherever a file has its origin, the mesh stands on z = 0 with the middle of its plan at 0, 0.
"""

import hashlib
import io
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import connected_components

from riotsim.files.importing import interrupts_held
from riotsim.files.problems import BadFile, Problem
from riotsim.files.resources import builtin_meshes
from riotsim.play.rulebooks import unknown
from riotsim.table.pieces import Mesh
from riotsim.table.plan import hull
from riotsim.table.poses import Point

with interrupts_held():
    import trimesh

KINDS = ("glb", "obj", "stl")
"""The files that can be read, by their endings."""

LARGEST_FILE = 20_000_000
"""Bytes."""

MOST_TRIANGLES = 20_000
"""A mesh of 7,200 costs the physics five times as much as a box; beyond this a throw takes seconds."""

SMALLEST, LARGEST = 2.0, 1000.0
"""The extent of scenery (mm); beyond it the file's unit is another one."""

WELD = 4
"""Decimals (of a mm) in which two corners must agree to be one."""

MM_IN_METRE = 1000.0

MESHES_KEPT = 64
"""Loaded meshes that a process remembers."""


class HasMesh(Protocol):
    """A kind of terrain that may be made of a mesh."""

    @property
    def mesh(self) -> str | None:
        """The name of its file."""


class HasTerrain(Protocol):
    """Rules that list kinds of terrain."""

    @property
    def terrain(self) -> Mapping[str, HasMesh]:
        """The kinds by name."""


def load_meshes(rules: HasTerrain, beside: Path | None = None) -> dict[str, Mesh]:
    """Load the meshes of all kinds of terrain that have one, by the kind's name.

    A file is looked for in the folder `beside` (that of the rules file), then among those that come with the program.
    Raises `BadFile` with everything that is wrong with any of them.
    """
    found: dict[str, Mesh] = {}
    problems: list[Problem] = []
    for name, kind in rules.terrain.items():
        if kind.mesh is None:
            continue
        try:
            found[name] = load_mesh(kind.mesh, beside)
        except BadFile as error:
            problems += (Problem(p.file, p.message, field=f"terrain.{name}.mesh") for p in error.problems)
    if problems:
        raise BadFile(problems)
    return found


def load_mesh(file: str | Path, beside: Path | None = None) -> Mesh:
    """Load one mesh: a path, one in the folder `beside`, or the name of one that comes with the program.

    Raises `BadFile` if there is no such file, or none that scenery can be made of.
    """
    path = Path(file) if beside is None else beside / file
    ending = path.suffix.lower().removeprefix(".")
    if ending not in KINDS:
        raise BadFile([Problem(str(file), "is no mesh that can be read; its name must end in .glb, .obj or .stl")])
    known = builtin_meshes()
    try:
        if path.is_file():
            with path.open("rb") as opened:
                content = opened.read(LARGEST_FILE + 1)
        elif str(file) in known:
            content = known[str(file)].read_bytes()
        else:
            raise BadFile([Problem(str(file), unknown("is no file and no mesh of the program's", str(file), known))])
    except OSError as error:
        raise BadFile([Problem(str(file), f"cannot be read: {(error.strerror or str(error)).lower()}")]) from error
    if len(content) > LARGEST_FILE:
        raise BadFile([Problem(str(file), f"is larger than {LARGEST_FILE // 1_000_000} MB; make a simpler mesh of it")])
    try:
        return _mesh(path.name, ending, content)
    except ValueError as error:
        raise BadFile([Problem(str(file), str(error))]) from error


@lru_cache(maxsize=MESHES_KEPT)
def _mesh(name: str, ending: str, content: bytes) -> Mesh:
    """Make a mesh of a file's content. Raises `ValueError` with the reason why it can't be."""
    corners, triangles = _triangles(ending, content)
    corners, triangles = _welded(corners, triangles)
    if not len(triangles):
        raise ValueError("has no triangles")
    extent = corners.max(axis=0) - corners.min(axis=0)
    if not SMALLEST <= extent.max() <= LARGEST:
        unit = "metres" if ending == "glb" else "millimetres"
        raise ValueError(
            f"is {extent.max():.3g} mm in extent, and scenery has {SMALLEST:g} to {LARGEST:g} mm; "
            f"the unit of .{ending} files is {unit}"
        )
    if extent.min() <= 0:
        raise ValueError("is flat; scenery must have a length, a width and a height")
    low, high = corners.min(axis=0), corners.max(axis=0)
    corners = np.round(corners - [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, low[2]], WELD)
    corners.flags.writeable = False
    triangles.flags.writeable = False
    return Mesh(name, hashlib.sha256(content).hexdigest(), corners, triangles, _outline(corners, triangles))


def _triangles(ending: str, content: bytes) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int32]]:
    """The corners (mm, z up) and triangles of a file."""
    try:
        with np.errstate(all="ignore"):  # what isn't finite is told below
            whole = trimesh.load_scene(io.BytesIO(content), file_type=ending, process=False).to_mesh()
            corners = np.array(whole.vertices, dtype=np.float64).reshape(-1, 3)
            triangles = np.array(whole.faces, dtype=np.int32).reshape(-1, 3)
    except Exception as error:  # a broken file can make the reader fail in any way
        raise ValueError(f"can't be read as {ending.upper()}: {str(error) or type(error).__name__}") from error
    if len(triangles) > MOST_TRIANGLES:
        raise ValueError(f"has {len(triangles)} triangles; {MOST_TRIANGLES} are allowed, and a few hundred are enough")
    if len(triangles) and (triangles.min() < 0 or triangles.max() >= len(corners)):
        raise ValueError("has triangles with corners that are not in the file")
    if not np.isfinite(corners).all():
        raise ValueError("has corners that are no numbers (NaN or infinite)")
    if ending == "glb":
        x, y, z = corners.T * MM_IN_METRE
        corners = np.column_stack((x, -z, y))
    return corners, triangles


def _welded(
    corners: npt.NDArray[np.float64], triangles: npt.NDArray[np.int32]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int32]]:
    """The same triangles with one corner at each place, so that what hangs together can be seen."""
    used = np.round(corners[triangles.ravel()], WELD) + 0.0  # plus zero: there are two zeros, one of them negative
    if not len(used):
        return used, triangles
    places, index = np.unique(used, axis=0, return_inverse=True)
    welded = index.reshape(-1, 3).astype(np.int32)
    a, b, c = welded.T
    return places, welded[(a != b) & (b != c) & (c != a)]


def _outline(corners: npt.NDArray[np.float64], triangles: npt.NDArray[np.int32]) -> tuple[tuple[Point, ...], ...]:
    """The convex hull in plan of each part that hangs together, counterclockwise."""
    starts, ends = triangles[:, [0, 1]].ravel(), triangles[:, [1, 2]].ravel()
    links = coo_matrix((np.ones(len(starts)), (starts, ends)), shape=(len(corners), len(corners)))
    count, labels = connected_components(links, directed=False)
    used = np.unique(triangles)
    parts = (corners[used[labels[used] == part]] for part in range(count))
    hulls = (hull((float(x), float(y)) for x, y, _ in part) for part in parts if len(part))
    return tuple(outline for outline in hulls if len(outline) > 2)
