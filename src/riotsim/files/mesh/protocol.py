"""Tasks for the process that reads meshes, its results, and its limits.

The limits are chosen so that a bad file is refused below 1 GB, and within five seconds on an idle machine. They are of
processor time, so that a busy machine refuses no good file. A limit of real time only ends a process that sleeps.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

FILE_TYPES: Final = ("glb", "obj", "stl")
"""Endings of the names of files that can be read."""

MAX_FILE_SIZE: Final = 20_000_000
"""Maximum size of a file (bytes). An STL of this size has 400,000 triangles, more than are read. Text is read at 7
MB/s.
"""

MAX_TRIANGLES: Final = 250_000
"""Maximum number of triangles in a file. So many are read, welded and simplified in 2 to 3 s.

A figure on sale for printing has 50,000 to 500,000 triangles; modelling programs can reduce them.
"""

MAX_COORDINATE: Final = 1e6
"""The largest coordinate (in the file's unit): beyond it a double has too few digits left for the shape."""

MEMORY_LIMIT: Final = 850 << 20
"""Address space of the reading process (bytes). The process that starts it has some 100 MB itself."""

CPU_SECONDS: Final = 3.5
"""Processor time for a file (s), so that a user gets an answer within five seconds. Imports don't count. A die of a few
sides needs 0.1 s.
"""

GAME_CPU_SECONDS: Final = 10.0
"""Processor time for all meshes of a stored game together (s). A mesh of 5,000 triangles takes 0.04 s, a figure in
pieces up to one second.
"""

CLOCK_FACTOR: Final = 20
"""The limit of real time as a multiple of the processor time. It ends a process that sleeps, but not one that gets a
twentieth of a processor on a busy machine.
"""

START_TIMEOUT: Final = 120.0
"""Time limit for starting the process and reading the file's header (s of real time). It takes one second. On two cores
shared by eight programs it has taken more than 20.
"""

MAX_NODES: Final = 10_000
"""Maximum number of nodes in a glTF scene."""

MAX_JSON_SIZE: Final = 4_000_000
"""Maximum size of a GLB's JSON part (bytes). Half a megabyte describes a thousand parts."""


if TYPE_CHECKING:  # the reading process refuses most of what it refuses before it needs numpy
    import numpy as np
    import numpy.typing as npt

Task: TypeAlias = Literal["raw", "scenery", "figure", "die"]

Array: TypeAlias = "npt.NDArray[np.float64] | npt.NDArray[np.int32]"


@dataclass(frozen=True, slots=True)
class MeshTask:
    """A task for the reading process: what to make of a file's content."""

    ending: str
    task: Task
    up: str | None = None
    """The upward axis of the file, "y" or "z"; None for the usual axis of its format."""
    scale: float = 1.0
    """Factor by which the size of scenery is multiplied."""
    height: float = 0.0
    """Height of a figure from its soles to its top (mm)."""

    @staticmethod
    def read(plain: Mapping[str, str | float | None]) -> "MeshTask":
        """Return the task from plain data, as made by `written`."""
        return MeshTask(**plain)  # type: ignore[arg-type]  # it comes from `written`

    @property
    def written(self) -> dict[str, str | float | None]:
        """The task as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True, eq=False)
class MeshResult:
    """The result of a task, or the reason why it failed."""

    arrays: tuple[Array, ...] = ()
    """Arrays of the result.

    Raw triangles: corners and triangles. Scenery: also the connected part that each corner belongs to. A figure:
    corners and triangles of each convex piece in turn. A die: the directions of its sides, their distances from its
    middle, and its extents (see `sides`).
    """
    notes: tuple[str, ...] = ()
    """Notes on what was changed."""
    refused: str = ""

    def noting(self, *notes: str) -> "MeshResult":
        """Return the same result with further notes."""
        return replace(self, notes=(*self.notes, *notes))
