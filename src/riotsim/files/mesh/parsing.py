"""Parsing of mesh files into corners and triangles, with trimesh."""

import io
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from riotsim.files.deferred_interrupts import deferred_interrupts
from riotsim.files.mesh.headers import STL_COMMENT, is_binary_stl
from riotsim.files.mesh.protocol import MAX_COORDINATE

with deferred_interrupts():
    import trimesh

Corners: TypeAlias = npt.NDArray[np.float64]
"""Corners, shape (n, 3), in mm with z up."""

Triangles: TypeAlias = npt.NDArray[np.int32]
"""Triangles, shape (m, 3): indices into an array of corners, anticlockwise seen from outside."""

WELD_DECIMALS: Final = 4
"""Number of decimals of rounded corners (mm). Corners that are then equal are merged."""

MM_IN_METRE: Final = 1000.0

MAX_REASON_LENGTH: Final = 150
"""Maximum length of a parser's error message (characters). Longer ones are cut."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A mesh, in mm with z up. Equal corners are merged."""

    corners: Corners
    """Corners of the triangles, shape (n, 3), in mm."""
    triangles: Triangles
    """Triangles, shape (m, 3): indices into `corners`."""


def parse(ending: str, content: bytes, up: str | None = None) -> Raw:
    """Return the mesh in the content of a file. The mesh keeps its place relative to the file's origin.

    A `glb` is in metres with y up, as in glTF. An `obj` or `stl` is in millimetres with z up, as for printing.

    Args:
        ending: Ending of the file's name.
        content: The content.
        up: The axis of the file that points up, `y` or `z`; None for the usual axis of its format.

    Raises:
        ValueError: The content can't be read, or a corner is missing, not finite, or beyond `MAX_COORDINATE`.
    """
    corners, triangles = _read(ending, content)
    if not np.isfinite(corners).all():
        raise ValueError("has corners that are no numbers (NaN or infinite)")
    if len(triangles) and (triangles.min() < 0 or triangles.max() >= len(corners)):
        raise ValueError("has triangles with corners that are not in the file")
    if np.abs(corners).max(initial=0.0) > MAX_COORDINATE:
        raise ValueError(
            f"has corners farther than {MAX_COORDINATE:,.0f} from its origin; move it there, and mind its unit"
        )
    if ending == "glb":
        corners = corners * MM_IN_METRE
    if (up or ("y" if ending == "glb" else "z")) == "y":
        x, y, z = corners.T
        corners = np.column_stack((x, -z, y))
    return Raw(*welded(corners, triangles))


def _read(ending: str, content: bytes) -> tuple[Corners, Triangles]:
    """Return the corners and triangles of a file, in its own unit and frame.

    Raises:
        ValueError: The content can't be read.
    """
    try:
        with np.errstate(all="ignore"):  # what isn't finite is told by the caller
            shape = io.BytesIO(without_comments(ending, content))
            scene = trimesh.load_scene(shape, file_type=ending, process=False, skip_materials=True)
            for part in scene.geometry.values():
                if isinstance(part, trimesh.Trimesh):
                    part.visual = trimesh.visual.ColorVisuals()  # joining textures would make an image of them all
            whole = scene.to_mesh()
            corners = np.array(whole.vertices, dtype=np.float64).reshape(-1, 3)
            triangles = np.array(whole.faces, dtype=np.int32).reshape(-1, 3)
    except MemoryError:
        raise
    except Exception as error:  # a broken file can make the reader fail in any way
        reason = (str(error) or type(error).__name__)[:MAX_REASON_LENGTH]
        raise ValueError(f"can't be read as {ending.upper()}: {reason}") from error
    return corners, triangles


def without_comments(ending: str, content: bytes) -> bytes:
    """Return a file's content, with all text that is not ASCII replaced. Only names and comments have such text.

    In an OBJ or a text STL, each byte that is not ASCII becomes a question mark. In a binary STL with such bytes, the
    whole comment in the header is replaced by zero bytes. A GLB is not changed.
    """
    # trimesh would guess the encoding of text that is not UTF-8: it tries, and imports, each that Python has.
    if ending == "glb" or content.isascii():
        return content
    if ending == "stl" and is_binary_stl(content):
        return bytes(STL_COMMENT) + content[STL_COMMENT:]
    return content.translate(_ASCII_ONLY)


_ASCII_ONLY: Final = bytes(range(128)) + b"?" * 128
"""Translation table: each byte outside ASCII becomes a question mark."""


def welded(corners: Corners, triangles: Triangles) -> tuple[Corners, Triangles]:
    """Round the coordinates of the corners, and merge corners that are equal afterwards.

    So triangles that meet at a point share a corner there, and count as connected.

    Returns:
        The merged corners, and the triangles with the new numbers of their corners. Triangles with two equal corners
        are left out.
    """
    used = (
        np.round(corners[triangles.ravel()], WELD_DECIMALS) + 0.0
    )  # plus zero: there are two zeros, one of them negative
    if not len(used):
        return used, triangles
    order = np.lexsort((used[:, 2], used[:, 1], used[:, 0]))
    in_order = used[order]
    first = np.ones(len(used), dtype=np.bool_)
    first[1:] = (in_order[1:] != in_order[:-1]).any(axis=1)
    index = np.empty(len(used), dtype=np.int32)
    index[order] = np.cumsum(first) - 1
    joined = index.reshape(-1, 3)
    a, b, c = joined.T
    return in_order[first], joined[(a != b) & (b != c) & (c != a)]
