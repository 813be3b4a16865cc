"""Mesh files as bytes: a user's files, opened safely, and the program's own."""

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from riotsim.files.mesh.protocol import FILE_TYPES, MAX_FILE_SIZE
from riotsim.files.problems import BadFile, Problem
from riotsim.files.resources import builtin_meshes
from riotsim.play.rulebook.sections import unknown_name

MEGABYTE: Final = 1_000_000

_OPEN_FLAGS: Final = (
    os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
)
"""Flags for opening a file: for reading only, without waiting for a pipe's writer, and through no symbolic link."""

_KINDS_OF_FILES: Final = (
    (stat.S_ISDIR, "is a folder"),
    (stat.S_ISFIFO, "is a pipe"),
    (stat.S_ISSOCK, "is a socket"),
    (stat.S_ISCHR, "is a device"),
    (stat.S_ISBLK, "is a device"),
)


@dataclass(frozen=True, slots=True)
class Source:
    """The content of a mesh file, and its origin."""

    name: str
    """Name of the file, without its folder."""
    ending: str
    """Ending of the file's name in small letters, without the point: `glb`, `obj` or `stl`."""
    content: bytes
    """The bytes of the file."""
    ours: bool
    """True if the file comes with the program. Such a file can be trusted."""


def find_source(file: str | Path, beside: Path | None = None) -> Source:
    """Return the content of a mesh file.

    If a user's file and one of the program's own meshes have the same name, the user's file is read.

    Args:
        file: Path of the file, or the name of one of the program's own meshes.
        beside: Folder of a relative path; None for the current folder.

    Raises:
        BadFile: The file doesn't exist, can't be read, isn't an ordinary file or is too large, or its name doesn't end
            in `.glb`, `.obj` or `.stl`.
    """
    path = Path(file) if beside is None else beside / file
    ending = path.suffix.lower().removeprefix(".")
    if ending not in FILE_TYPES:
        raise _bad(file, "is no mesh that can be read; its name must end in .glb, .obj or .stl")
    known = builtin_meshes()
    try:
        content = _content(path)
    except FileNotFoundError:
        if str(file) not in known:
            raise _bad(file, unknown_name("is no file and no mesh of the program's", str(file), known)) from None
        return Source(path.name, ending, known[str(file)].read_bytes(), ours=True)
    except ValueError as error:  # raised by `_content`, or for a name that no file can have
        raise _bad(file, str(error)) from error
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK):
            raise _bad(file, "is a symbolic link; put the file itself there") from error
        raise _bad(file, f"cannot be read: {(error.strerror or str(error)).lower()}") from error
    return Source(path.name, ending, content, ours=False)


def _content(path: Path) -> bytes:
    opened = os.open(path, _OPEN_FLAGS)
    try:
        found = os.fstat(opened)
        if not stat.S_ISREG(found.st_mode):
            what = next((words for is_kind, words in _KINDS_OF_FILES if is_kind(found.st_mode)), "is no ordinary file")
            raise ValueError(f"{what}; a mesh must be an ordinary file")
        size = found.st_size
        if size <= MAX_FILE_SIZE:
            with os.fdopen(opened, "rb", closefd=False) as stream:
                content = stream.read(MAX_FILE_SIZE + 1)
            if len(content) <= MAX_FILE_SIZE:
                return content
            size = len(content)  # it has grown meanwhile
    finally:
        os.close(opened)
    raise ValueError(
        f"has {size / MEGABYTE:,.1f} MB, and at most {MAX_FILE_SIZE // MEGABYTE} are read; simplify the mesh, "
        "or save it as binary STL or GLB"
    )


def _bad(file: str | Path, message: str) -> BadFile:
    return BadFile([Problem(str(file), message)])
