"""Tasks for the reading process, and its results."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeAlias

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
    """Which way of the file is up, "y" or "z"; None: as is usual for its kind."""
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
