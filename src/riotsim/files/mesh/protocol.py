"""What the reading process is asked for, and what it answers."""

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
    """What is to be made of the content of a file."""

    ending: str
    task: Task
    up: str | None = None
    """Which way of the file is up, "y" or "z"; None: as is usual for its kind."""
    scale: float = 1.0
    """Of scenery."""
    height: float = 0.0
    """Of a figure, from its soles to its top (mm)."""

    @staticmethod
    def read(plain: Mapping[str, str | float | None]) -> "MeshTask":
        """Give the order that was written by `written`."""
        return MeshTask(**plain)  # type: ignore[arg-type]  # it comes from `written`

    @property
    def written(self) -> dict[str, str | float | None]:
        """As plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True, eq=False)
class MeshResult:
    """What was made of it, or why nothing was."""

    arrays: tuple[Array, ...] = ()
    """Raw: corners, triangles; scenery also which part, of those that hang together, each corner is of. A figure:
    corners and triangles of each convex piece in turn. A die: the ways that its sides look, their distances from its
    middle, its extents (see `sides`)."""
    notes: tuple[str, ...] = ()
    """What was changed, for whoever brought the file."""
    refused: str = ""

    def noting(self, *notes: str) -> "MeshResult":
        """Give the same with further notes."""
        return replace(self, notes=(*self.notes, *notes))
