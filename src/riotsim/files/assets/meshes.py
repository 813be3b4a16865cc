"""Meshes from GLB, OBJ and STL files: scenery for the table, or the raw triangles of any file.

- A GLB is in metres with y up, following glTF.
- An OBJ or STL is in millimetres with z up, like most miniatures for printing.
- Scenery is moved to stand on z = 0, with the middle of its outline at x = y = 0.

A user's file is read in a separate process (`files/mesh/`), which refuses files that are broken, hostile or too large.
docs/how-to/meshes.md is the user's guide.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.files.assets.built_in import stored_result
from riotsim.files.mesh.protocol import Array, MeshResult, MeshTask, Task
from riotsim.files.mesh.reader import ReaderProcess, TimeLimitExceeded, read_in_process
from riotsim.files.mesh.source import Source, find_source
from riotsim.files.problems import BadFile, Problem
from riotsim.table.geometry.plan import hull
from riotsim.table.pieces import Mesh
from riotsim.table.poses import Point

ProgressListener: TypeAlias = Callable[[str], None]
"""Callback that gets lines of text about progress, for example before each file is read."""


MeshReader: TypeAlias = Callable[[MeshTask, Source], MeshResult]
"""Function that performs a task on a mesh file. If the task fails, the result has the reason (`MeshResult.refused`)."""


def ignore_progress(_what: str) -> None:
    """Do nothing. This is the callback for callers that don't show progress."""


def read_in_own_process(order: MeshTask, found: Source) -> MeshResult:
    """Perform a task on a mesh file, and return the result.

    A user's file is read in a separate process. For one of the program's own files, the stored result is returned. If
    no result is stored, the file is read in this process.
    """
    if not found.ours:
        return read_in_process(order, found.content)
    stored = stored_result(mesh_digest(found), order)
    if stored is not None:
        return stored
    try:
        from riotsim.files.mesh.tasks import run_task  # late: its libraries take about a second

        return run_task(order, found.content)
    except ValueError as error:
        return MeshResult(refused=str(error))


OWN_FILES_CPU_SECONDS: Final = 10.0
"""Limit of the processor time for reading the program's own files in another process (s).

Reading them takes about one second.
"""


@contextmanager
def reading_elsewhere() -> Iterator[MeshReader]:
    """Yield a function that reads mesh files in other processes.

    So this process need not load the mesh libraries, which take 63 MB of memory. The program's own files are read in
    another process too, unless their results are stored. If the other process fails on one of the program's own files,
    this process reads that file.
    """
    with ReaderProcess(OWN_FILES_CPU_SECONDS) as reader:

        def read(order: MeshTask, found: Source) -> MeshResult:
            if found.ours and stored_result(mesh_digest(found), order) is None:
                with suppress(TimeLimitExceeded, OSError, ValueError):
                    product = reader.read(order, found.content)
                    if not product.refused:
                        return product
            return read_in_own_process(order, found)

        yield read


MESH_CACHE_SIZE = 64
"""Maximum number of results of mesh tasks that a process keeps."""


class TerrainSpec(Protocol):
    """A kind of terrain in the rules, which may be made of a mesh."""

    @property
    def mesh(self) -> str | None:
        """Name of the mesh file; None for terrain without a mesh."""

    @property
    def scale(self) -> float:
        """Scale factor for the sizes in the file."""

    @property
    def up(self) -> str | None:
        """The axis of the file that points up: `y` or `z`; None for the usual axis of the file's format."""


SCENERY_SECTIONS: Final = ("terrain", "map")
"""Keys of rules files for kinds of scenery. A game uses one of these keys, or has no such list."""


@dataclass(frozen=True, slots=True)
class RawMesh:
    """The raw triangles of a file, in mm with z up. Holes are not closed, and nothing is simplified.

    Corners are rounded to 0.1 µm, and equal corners are merged. Triangles with two equal corners are left out.
    """

    name: str
    """Name of the file, without its folder."""
    digest: str
    """Digest of the file's content (SHA-256, hexadecimal)."""
    corners: npt.NDArray[np.float64]
    """Corners, shape (n, 3), in mm."""
    triangles: npt.NDArray[np.int32]
    """Triangles, shape (m, 3): indices into `corners`."""


def scenery_kinds(rules: object) -> tuple[str, Mapping[str, TerrainSpec]]:
    """Return the rules' key for kinds of scenery (`terrain` or `map`), and the kinds by name.

    If the rules have no such list, return "" and an empty mapping.
    """
    for key in SCENERY_SECTIONS:
        kinds = getattr(rules, key, None)
        if isinstance(kinds, Mapping):
            return key, kinds
    return "", {}


def load_meshes(
    rules: object,
    beside: Path | None = None,
    *,
    progress: ProgressListener = ignore_progress,
    read: MeshReader = read_in_own_process,
) -> dict[str, Mesh]:
    """Load the mesh of each kind of scenery that has a mesh.

    Args:
        rules: The rules. Rules without scenery have no meshes.
        beside: Folder that is searched before the program's own meshes; None for the current folder.
        progress: Callback that gets a line of text before each file is read.
        read: Function that reads a mesh file.

    Returns:
        The meshes, by the names of the kinds of scenery.

    Raises:
        BadFile: At least one mesh can't be used. The error lists all problems.
    """
    found: dict[str, Mesh] = {}
    problems: list[Problem] = []
    key, kinds = scenery_kinds(rules)
    for name, kind in kinds.items():
        if kind.mesh is None:
            continue
        progress(f"reading {kind.mesh}")
        try:
            found[name] = load_mesh(kind.mesh, beside, scale=kind.scale, up=kind.up, read=read)
        except BadFile as error:
            problems += (Problem(p.file, p.message, field=f"{key}.{name}.mesh") for p in error.problems)
    if problems:
        raise BadFile(problems)
    return found


def load_mesh(
    file: str | Path,
    beside: Path | None = None,
    *,
    scale: float = 1.0,
    up: str | None = None,
    read: MeshReader = read_in_own_process,
) -> Mesh:
    """Load scenery from a mesh file. `mesh_notes` lists the changes that are made for the physics.

    Args:
        file: Path of the file, or the name of one of the program's own meshes.
        beside: Folder of a relative path; None for the current folder.
        scale: Scale factor for the sizes in the file.
        up: The axis of the file that points up, `y` or `z`; None for the usual axis of its format.
        read: Function that reads a mesh file.

    Raises:
        BadFile: There is no such file, or no scenery can be made of it.
    """
    return _scenery(file, beside, scale, up, read)[0]


def mesh_notes(
    file: str | Path, beside: Path | None = None, *, scale: float = 1.0, up: str | None = None
) -> tuple[str, ...]:
    """Return notes on the changes that `load_mesh` makes in a mesh: closed, simplified and omitted parts.

    The arguments are those of `load_mesh`.

    Raises:
        BadFile: There is no such file, or no scenery can be made of it.
    """
    return _scenery(file, beside, scale, up, read_in_own_process)[1]


def read_triangles(file: str | Path, beside: Path | None = None, *, up: str | None = None) -> RawMesh:
    """Read the raw triangles of a mesh file.

    Args:
        file: Path of the file, or the name of one of the program's own meshes.
        beside: Folder of a relative path; None for the current folder.
        up: The axis of the file that points up, `y` or `z`; None for the usual axis of its format.

    Raises:
        BadFile: There is no such file, or it can't be read.
    """
    found = find_source(file, beside)
    product = read_product(file, found, "raw", up=up)
    corners, triangles = product.arrays
    return RawMesh(found.name, mesh_digest(found), _numbers(corners), _indices(triangles))


def read_product(
    file: str | Path,
    found: Source,
    task: Task,
    *,
    up: str | None = None,
    scale: float = 1.0,
    height: float = 0.0,
    read: MeshReader = read_in_own_process,
) -> MeshResult:
    """Return the result of a task on a mesh file. The latest `MESH_CACHE_SIZE` results are kept for later calls.

    Args:
        file: The file's name, for error messages.
        found: The file's content, and its origin.
        task: The task: raw triangles, scenery, a figure or a die.
        up: The axis of the file that points up, `y` or `z`; None for the usual axis of its format.
        scale: Scale factor of scenery. Other tasks ignore it.
        height: Height of a figure (mm). Other tasks ignore it.
        read: Function that reads a mesh file.

    Raises:
        BadFile: The task can't be done with this file.
    """
    order = MeshTask(found.ending, task, up, scale, height)
    key = (mesh_digest(found), found.ours, order)
    if key not in _result_cache:
        product = read(order, found)
        if product.refused:
            raise BadFile([Problem(str(file), product.refused)])
        while len(_result_cache) >= MESH_CACHE_SIZE:
            del _result_cache[next(iter(_result_cache))]
        _result_cache[key] = product
    return _result_cache[key]


_result_cache: dict[tuple[str, bool, MeshTask], MeshResult] = {}
"""Results of tasks that succeeded. The contents of files are not kept.

A key has three parts: the digest of the file's content, whether the file is the program's own, and the task.
"""


def _scenery(
    file: str | Path, beside: Path | None, scale: float, up: str | None, read: MeshReader
) -> tuple[Mesh, tuple[str, ...]]:
    found = find_source(file, beside)
    product = read_product(file, found, "scenery", up=up, scale=scale, read=read)
    digest = mesh_digest(found, *(() if (scale, up) == (1.0, None) else (scale, up)))
    return _mesh(found.name, digest, product), product.notes


@lru_cache(maxsize=MESH_CACHE_SIZE)
def _mesh(name: str, digest: str, product: MeshResult) -> Mesh:
    corners, triangles, parts = _numbers(product.arrays[0]), _indices(product.arrays[1]), _indices(product.arrays[2])
    return Mesh(name, digest, corners, triangles, _outline(corners, parts))


def mesh_digest(found: Source, *options: object) -> str:
    """Return the SHA-256 (hexadecimal) of a mesh file's content, together with `options` if there are any."""
    digest = hashlib.sha256(found.content)
    if options:
        digest.update(repr(options).encode())
    return digest.hexdigest()


def _numbers(array: Array) -> npt.NDArray[np.float64]:
    found = np.asarray(array, dtype=np.float64)
    found.flags.writeable = False
    return found


def _indices(array: Array) -> npt.NDArray[np.int32]:
    found = np.asarray(array, dtype=np.int32)
    found.flags.writeable = False
    return found


def _outline(corners: npt.NDArray[np.float64], parts: npt.NDArray[np.int32]) -> tuple[tuple[Point, ...], ...]:
    """Return the outline of each connected part of a mesh, as seen from above.

    An outline is the convex hull of the part's corners (mm), anticlockwise. Parts whose outline has no area are left
    out.

    Args:
        corners: Corners of the mesh, shape (n, 3), in mm.
        parts: Index of each corner's connected part, shape (n,).
    """
    each = (corners[parts == part] for part in range(int(parts.max()) + 1))
    hulls = (hull((float(x), float(y)) for x, y, _ in part) for part in each)
    return tuple(outline for outline in hulls if len(outline) > 2)
