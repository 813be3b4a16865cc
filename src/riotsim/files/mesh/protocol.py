"""Tasks, results and limits of the process that reads meshes.

On an idle machine, a bad file is refused within five seconds, with less than 1 GB of memory. The main limit is one of
processor time, because real time is longer on a busy machine. A far higher limit of real time ends a process that
sleeps or doesn't start.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

FILE_TYPES: Final = ("glb", "obj", "stl")
"""Endings of the names of mesh files that can be read."""

MAX_FILE_SIZE: Final = 20_000_000
"""Maximum size of a mesh file (bytes).

A binary STL of this size has 400,000 triangles, more than `MAX_TRIANGLES`. Text is read at 7 MB/s.
"""

MAX_TRIANGLES: Final = 250_000
"""Maximum number of triangles in a file. It takes 2 to 3 s to read, weld and simplify so many.

A figure on sale for printing has 50,000 to 500,000 triangles. Modelling programs can reduce their number.
"""

MAX_COORDINATE: Final = 1e6
"""Largest coordinate, in the file's unit. Farther from the origin, floating-point numbers are too coarse
for the shape.
"""

MEMORY_LIMIT: Final = 850 << 20
"""Limit of the reading process's address space (bytes).

The process that starts the reading process takes about 100 MB itself.
"""

CPU_SECONDS: Final = 3.5
"""Limit of the processor time for one file (s). With this limit, a user gets an answer within five seconds.

The time of imports doesn't count. A die with a few sides needs 0.1 s.
"""

GAME_CPU_SECONDS: Final = 10.0
"""Limit of the processor time for all meshes of a stored game together (s).

A mesh of 5,000 triangles takes 0.04 s. A figure in pieces takes up to one second.
"""

CLOCK_FACTOR: Final = 20
"""Limit of the real time of the reading process, as a multiple of its limit of processor time.

A process that sleeps reaches this limit. A process on a busy machine stays within it if it gets at least a twentieth
of a processor.
"""

START_TIMEOUT: Final = 120.0
"""Limit of the real time for starting the process, checking the first file's header, and importing modules (s).

This usually takes one second. On two cores shared by eight programs, it has taken more than 20 seconds.
"""

MAX_NODES: Final = 10_000
"""Maximum number of nodes in a glTF scene. We chose this limit."""

MAX_JSON_SIZE: Final = 4_000_000
"""Maximum size of the JSON part of a GLB (bytes). Half a megabyte describes a thousand parts."""


if TYPE_CHECKING:  # the reading process refuses most bad files before it needs numpy
    import numpy as np
    import numpy.typing as npt

Task: TypeAlias = Literal["raw", "scenery", "figure", "die"]

Array: TypeAlias = "npt.NDArray[np.float64] | npt.NDArray[np.int32]"


@dataclass(frozen=True, slots=True)
class MeshTask:
    """A task for the process that reads meshes: the thing to make of a file's content."""

    ending: str
    """Ending of the file's name: `glb`, `obj` or `stl`."""
    task: Task
    """The purpose of the file: raw triangles, scenery, a figure in convex pieces, or the sides of a die."""
    up: str | None = None
    """The axis of the file that points up, `y` or `z`; None for the usual axis of its format."""
    scale: float = 1.0
    """Scale factor of scenery. Other tasks ignore it."""
    height: float = 0.0
    """Height of a figure from its soles to its top (mm). Other tasks ignore it."""

    @staticmethod
    def read(plain: Mapping[str, str | float | None]) -> "MeshTask":
        """Return a task from its plain data. This is the inverse of `written`."""
        return MeshTask(**plain)  # type: ignore[arg-type]  # it comes from `written`

    @property
    def written(self) -> dict[str, str | float | None]:
        """The task as plain data, for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True, eq=False)
class MeshResult:
    """The result of a task, or the reason why it failed."""

    arrays: tuple[Array, ...] = ()
    """Arrays of the result; empty if the task failed.

    - Raw triangles: corners and triangles.
    - Scenery: corners, triangles, and the index of each corner's connected part.
    - A figure: corners and triangles of each convex piece in turn.
    - A die: the directions of its sides, the distances of its sides from its middle, and its extents (see `sides`).
    """
    notes: tuple[str, ...] = ()
    """Notes on changes of the mesh for the physics, and on parts of the file that were not read."""
    refused: str = ""
    """The reason why the task failed; empty if it succeeded."""

    def noting(self, *notes: str) -> "MeshResult":
        """Return the same result with further notes at the end."""
        return replace(self, notes=(*self.notes, *notes))
