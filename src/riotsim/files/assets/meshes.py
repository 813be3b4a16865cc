"""Loads meshes from GLB, OBJ and STL files: scenery for the table, or the raw triangles of anything.

A GLB is in metres with y up, as glTF has it; an OBJ or STL is in millimetres with z up, as files for printing
miniatures are. Wherever a file has its origin, scenery stands on z = 0 with the middle of its plan at 0, 0.

A user's file is read in a separate process (`files/mesh/`). That process refuses broken, hostile or too large
files, closes open meshes and simplifies those that are too fine. docs/how-to/meshes.md is the user's guide.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol, TypeAlias, runtime_checkable

import numpy as np
import numpy.typing as npt

from riotsim.files.mesh.protocol import Array, MeshResult, MeshTask, Task
from riotsim.files.mesh.reader import ReaderProcess, TimeLimitExceeded, read_in_process
from riotsim.files.mesh.source import Source, find_source
from riotsim.files.problems import BadFile, Problem
from riotsim.table.geometry.plan import hull
from riotsim.table.pieces import Mesh
from riotsim.table.poses import Point

ProgressListener: TypeAlias = Callable[[str], None]
"""Callback for progress. It is called before each file, because reading a file may take seconds."""


MeshReader: TypeAlias = Callable[[MeshTask, Source], MeshResult]
"""Function that reads a mesh file and makes something of it. A result that is refused says why."""


def prepare() -> None:
    """Load the libraries that reading meshes needs. Call this before a game's clock runs; a window opens without it."""
    import riotsim.files.mesh.tasks  # noqa: F401  # so that it is there


def ignore_progress(_what: str) -> None:
    """Ignore the progress."""


def read_in_own_process(order: MeshTask, found: Source) -> MeshResult:
    """Read a file in a process of its own. The program's own files are read in this one."""
    if not found.ours:
        return read_in_process(order, found.content)
    try:
        from riotsim.files.mesh.tasks import run_task  # late: see `prepare`

        return run_task(order, found.content)
    except ValueError as error:
        return MeshResult(refused=str(error))


OWN_FILES_CPU_SECONDS: Final = 10.0
"""Processor time for reading the program's own files in another process (s). It takes about one second."""


@contextmanager
def reading_elsewhere() -> Iterator[MeshReader]:
    """Yield a reader that works in another process, also for the program's own files.

    The libraries for reading take 63 MB, and a process that has loaded them keeps them. If the other process fails, for
    example because the machine is too busy to start it, the program's own files are read in this one.
    """
    with ReaderProcess(OWN_FILES_CPU_SECONDS) as reader:

        def read(order: MeshTask, found: Source) -> MeshResult:
            if found.ours:
                with suppress(TimeLimitExceeded, OSError, ValueError):
                    product = reader.read(order, found.content)
                    if not product.refused:
                        return product
            return read_in_own_process(order, found)

        yield read


MESH_CACHE_SIZE = 64
"""Number of loaded meshes that a process caches."""


class TerrainSpec(Protocol):
    """A kind of terrain that may be made of a mesh."""

    @property
    def mesh(self) -> str | None:
        """Name of the mesh file."""

    @property
    def scale(self) -> float:
        """Factor by which the file's size is multiplied."""

    @property
    def up(self) -> str | None:
        """The upward axis of the file: y or z; None for the usual axis of its format."""


@runtime_checkable
class RulesWithTerrain(Protocol):
    """Rules that list kinds of terrain."""

    @property
    def terrain(self) -> Mapping[str, TerrainSpec]:
        """The kinds by name."""


@dataclass(frozen=True, slots=True)
class RawMesh:
    """The raw triangles of a file, in mm with z up. Equal corners are merged, and nothing else is changed."""

    name: str
    digest: str
    """Digest of the file (SHA-256, hexadecimal)."""
    corners: npt.NDArray[np.float64]
    """Corners, shape (n, 3), in mm."""
    triangles: npt.NDArray[np.int32]
    """Triangles, shape (m, 3): indices into `corners`."""


def load_meshes(
    rules: RulesWithTerrain,
    beside: Path | None = None,
    *,
    progress: ProgressListener = ignore_progress,
    read: MeshReader = read_in_own_process,
) -> dict[str, Mesh]:
    """Load the meshes of all kinds of terrain that have one, by the kind's name.

    A file is searched for in the folder `beside`, then among the program's own meshes.

    Raises:
        BadFile: A mesh can't be used; all problems are listed.
    """
    found: dict[str, Mesh] = {}
    problems: list[Problem] = []
    for name, kind in rules.terrain.items():
        if kind.mesh is None:
            continue
        progress(f"reading {kind.mesh}")
        try:
            found[name] = load_mesh(kind.mesh, beside, scale=kind.scale, up=kind.up, read=read)
        except BadFile as error:
            problems += (Problem(p.file, p.message, field=f"terrain.{name}.mesh") for p in error.problems)
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
    """Load scenery: a path, a file in the folder `beside`, or one of the program's own meshes by name.

    `mesh_notes` lists the changes made for the physics.

    Raises:
        BadFile: There is no such file, or no scenery can be made of it.
    """
    return _scenery(file, beside, scale, up, read)[0]


def mesh_notes(
    file: str | Path, beside: Path | None = None, *, scale: float = 1.0, up: str | None = None
) -> tuple[str, ...]:
    """Return notes on what `load_mesh` closes, simplifies or leaves out in a file.

    Raises:
        BadFile: As for `load_mesh`.
    """
    return _scenery(file, beside, scale, up, read_in_own_process)[1]


def read_triangles(file: str | Path, beside: Path | None = None, *, up: str | None = None) -> RawMesh:
    """Read the raw triangles of a file.

    Raises:
        BadFile: It can't be read.
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
    """Return the result of a task on a file's content.

    Raises:
        BadFile: It can't be used.
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
"""Results by the file's digest; neither contents nor refusals are kept."""


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
    """Return the SHA-256 (hexadecimal) of a file's content and of the options that are not at their defaults."""
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
    """Return the convex hull in plan of each connected part, counterclockwise."""
    each = (corners[parts == part] for part in range(int(parts.max()) + 1))
    hulls = (hull((float(x), float(y)) for x, y, _ in part) for part in each)
    return tuple(outline for outline in hulls if len(outline) > 2)
