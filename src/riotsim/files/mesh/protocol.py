"""Tasks for the process that reads meshes, its results, and its limits.

The limits are chosen so that a bad file is refused within five seconds and below 1 GB. The seconds are those of a
machine that is not busy: see `START_TIMEOUT`.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

FILE_TYPES: Final = ("glb", "obj", "stl")
"""The files that can be read, by their endings."""

MAX_FILE_SIZE: Final = 20_000_000
"""Bytes. An STL of that size has 400,000 triangles, more than are read; text is read at 7 MB a second."""

MAX_TRIANGLES: Final = 250_000
"""Triangles in a file. They are read, welded and simplified in 2 to 3 s; a figure on sale for printing has 50,000 to
500,000, and any modelling program makes fewer of them."""

MAX_COORDINATE: Final = 1e6
"""The largest coordinate (in the file's unit): beyond it a double has too few digits left for the shape."""

MEMORY_LIMIT: Final = 850 << 20
"""Address space of the process that reads (bytes); the one that asks has some 100 MB itself."""

CPU_SECONDS: Final = 4
"""Processor time of the reading process (s)."""

START_TIMEOUT: Final = 20.0
"""Time until the process has read the file's header and is ready for the rest (s of real time). It takes half a second,
but a machine may be busy. The limit above ends it too.
"""

READ_TIMEOUT: Final = 3.5
"""Time from then on until the process is killed (s of real time), so that a user is told within five seconds. A die of
a few sides needs a tenth of a second, so a busy machine reads it as well.
"""

GAME_TIMEOUT: Final = READ_TIMEOUT
"""Time for all meshes of a stored game together (s of real time), as much as for one mesh of your own rules. A mesh of
5,000 triangles takes 0.04 s.
"""

START_CPU_SECONDS: Final = 3
"""Processor time that a process for several files has in addition (s). Imports take half of it; the limit of real time
is meant to be reached first.
"""

MAX_NODES: Final = 10_000
"""Nodes of a glTF scene."""

MAX_JSON_SIZE: Final = 4_000_000
"""The longest description a GLB may begin with (bytes): half a megabyte describes a thousand parts."""


if TYPE_CHECKING:  # the reading process refuses most of what it refuses before it needs numpy
    import numpy as np
    import numpy.typing as npt

Task: TypeAlias = Literal["raw", "scenery", "figure", "die"]

Array: TypeAlias = "npt.NDArray[np.float64] | npt.NDArray[np.int32]"


@dataclass(frozen=True, slots=True)
class MeshTask:
    """A task: what to make of the content of a file."""

    ending: str
    task: Task
    up: str | None = None
    """The upward axis of the file, "y" or "z"; None for the usual one of its format."""
    scale: float = 1.0
    """Factor of the size of scenery."""
    height: float = 0.0
    """Height of a figure from its soles to its top (mm)."""

    @staticmethod
    def read(plain: Mapping[str, str | float | None]) -> "MeshTask":
        """Return the task that `written` describes."""
        return MeshTask(**plain)  # type: ignore[arg-type]  # it comes from `written`

    @property
    def written(self) -> dict[str, str | float | None]:
        """The task as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True, eq=False)
class MeshResult:
    """A result, or the reason why there is none."""

    arrays: tuple[Array, ...] = ()
    """Raw: corners, triangles; scenery also which part, of those that hang together, each corner is of. A figure:
    corners and triangles of each convex piece in turn. A die: the ways that its sides look, their distances from its
    middle, its extents (see `sides`)."""
    notes: tuple[str, ...] = ()
    """Notes on what was changed."""
    refused: str = ""

    def noting(self, *notes: str) -> "MeshResult":
        """Return the same result with further notes."""
        return replace(self, notes=(*self.notes, *notes))
