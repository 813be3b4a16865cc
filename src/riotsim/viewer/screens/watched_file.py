"""Looks a file over beside the window: as soon as there is one, and again whenever it was changed."""

import traceback
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")

Stamp: TypeAlias = tuple[Path, int, int]
"""A file as it is: when it was changed (ns), and how long it is (bytes)."""


class WatchedFile(Generic[T]):
    """Has a file looked over in a thread of its own, which may take a second or two: the picture goes on meanwhile."""

    def __init__(self, look: Callable[[Path], T], failed: Callable[[Exception], T]) -> None:
        """`look` looks a file over; where that fails, `failed` gives what is to be said of the file."""
        self._look, self._failed = look, failed
        self._wanted: Stamp | None = None
        self._found: tuple[Stamp, T] | None = None

    def seen(self, file: Path) -> T | None:
        """Give what came of it for the file as it is now; None until that is known, or where there is no such file."""
        stamp = _stamp(file)
        if stamp is None:
            return None
        if stamp != self._wanted:
            self._wanted = stamp
            Thread(target=self._look_at, args=(stamp,)).start()  # no daemon, see `behind_panels.py`
        found = self._found
        return found[1] if found is not None and found[0] == stamp else None

    def _look_at(self, stamp: Stamp) -> None:
        try:
            seen = self._look(stamp[0])
        except Exception as error:  # else it would be read for ever, as far as anybody sees
            traceback.print_exc()
            seen = self._failed(error)
        if stamp == self._wanted:
            self._found = (stamp, seen)


def _stamp(file: Path) -> Stamp | None:
    try:
        told = file.stat()
    except (OSError, ValueError):
        return None
    return None if file.is_dir() else (file, told.st_mtime_ns, told.st_size)
