"""Files that are written whole or not at all."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from riotsim.files.problems import BadFile, Problem

NEW_FILE_MODE = 0o644
"""Permissions of a new file: everyone may read it."""


OWNER_ONLY: Final = 0o600
"""Permissions of a new file that holds a game: only its owner may read and write it."""


def write_whole(path: Path, content: bytes, new_mode: int = NEW_FILE_MODE) -> None:
    """Write a file. Its old content stays until the new content is complete.

    If the path is a symbolic link, its target is replaced. A device or a named pipe is not replaced: the content is
    written to it.

    Args:
        path: Path of the file.
        content: The new content.
        new_mode: Permissions of the file if it is new. An old file keeps its own.

    Raises:
        BadFile: The file can't be written.
    """
    require_writable(path)
    with _clear_errors(path):
        mode = _mode(path)
        if mode is not None and not stat.S_ISREG(mode):
            with path.open("wb", buffering=0) as file:
                _write_all(file.fileno(), content)
            return
        _replace(Path(os.path.realpath(path)), content, new_mode if mode is None else stat.S_IMODE(mode))


@contextmanager
def writing_whole(path: Path, ending: str = "", new_mode: int = NEW_FILE_MODE) -> Iterator[Path]:
    """Yield the path of a temporary file. It replaces `path` if the block ends without an error.

    If `path` is a device or a named pipe, the content of the temporary file is copied into it instead. The temporary
    file is always removed, even after an error.

    Args:
        path: Path of the file to write.
        ending: Ending of the temporary file's name, such as `.mp4`.
        new_mode: Permissions for `path` if there is no file yet. An old file's permissions stay.

    Raises:
        BadFile: `path` can't be written, or the block raises an `OSError`.
    """
    require_writable(path)
    mode = _mode(path)
    regular = mode is None or stat.S_ISREG(mode)
    with _clear_errors(path):
        folder = Path(os.path.realpath(path)).parent if regular else None
        handle, name = tempfile.mkstemp(prefix=".riotsim-", suffix=ending, dir=folder)
        os.close(handle)
    try:
        with _clear_errors(path):
            yield Path(name)
            if regular:
                with Path(name).open("rb+") as file:
                    os.fsync(file.fileno())
                Path(name).chmod(new_mode if mode is None else stat.S_IMODE(mode))
                Path(name).replace(os.path.realpath(path))
            else:
                with Path(name).open("rb") as file, path.open("wb", buffering=0) as place:
                    shutil.copyfileobj(file, place)
    finally:
        with suppress(OSError):
            Path(name).unlink()


def require_writable(path: Path) -> None:
    """Check that a path is not a folder, and that its parent folder exists. Permissions are not checked.

    Raises:
        BadFile: The path is a folder, lies in a folder that does not exist, or can't be looked up.
    """
    with _clear_errors(path):
        mode = _mode(path)
        folder = Path(os.path.realpath(path)).parent
    if mode is not None and stat.S_ISDIR(mode):
        raise _bad(path, "it is a folder")
    if mode is None and not folder.is_dir():
        raise _bad(path, f"{folder} is no folder" if folder.exists() else f"there is no folder {folder}")


def _replace(path: Path, content: bytes, mode: int) -> None:
    handle, name = tempfile.mkstemp(prefix=".riotsim-", dir=path.parent)
    try:
        try:
            _write_all(handle, content)
            os.fsync(handle)
        finally:
            os.close(handle)
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _write_all(handle: int, content: bytes) -> None:
    left = memoryview(content)
    while left:
        left = left[os.write(handle, left) :]


def _mode(path: Path) -> int | None:
    """Return the type and permissions of the file at the end of a path. Return None if there is no such file."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None
    except NotADirectoryError:  # a part of the way is a file: `require_writable` names it
        return None


@contextmanager
def _clear_errors(path: Path) -> Iterator[None]:
    """Convert an `OSError` raised in the block to a `BadFile`."""
    try:
        yield
    except OSError as error:
        raise _bad(path, (error.strerror or str(error)).lower()) from error


def _bad(path: Path, reason: str) -> BadFile:
    return BadFile([Problem(str(path), f"can't be written: {reason}")])
