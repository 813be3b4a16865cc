"""The lock on a stored game. One process at a time can have the lock."""

import os
import platform
import secrets
import sqlite3
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import psutil

from riotsim.errors import StorageError
from riotsim.store.database.connection import transaction

START_TIME_FIELD = 19
"""Index of a process's start time (clock ticks since boot) in /proc/PID/stat.

Index 0 is the first field after the process's name: the process's state.
"""


@dataclass(frozen=True, slots=True)
class LockHolder:
    """A process that has locked a game or a campaign: its host, its number, and its identity."""

    host: str
    process: int
    born: str
    """Identity of the process (see `process_identity`). A later process with the same number has another identity."""
    since: str
    """Time of the lock (ISO 8601, UTC). For a campaign, the time of its beginning."""

    @property
    def is_local(self) -> bool:
        """True if the process runs on this machine."""
        return self.host == platform.node()

    @property
    def is_alive(self) -> bool:
        """True if the process still exists. A process on another machine is always assumed to exist."""
        return not self.is_local or process_identity(self.process) == self.born


class Busy(StorageError):
    """The error raised when another process has locked the game, the study or the campaign."""


def process_identity(process: int) -> str | None:
    """Return a text that identifies a process, or None if no process with this number runs.

    A later process that gets the same number has another text. Under Linux the text doesn't depend on the clock.
    """
    with suppress(OSError, IndexError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        _, _, rest = Path(f"/proc/{process}/stat").read_text().rpartition(")")
        state, *fields = rest.split()
        return None if state == "Z" else f"{boot} {fields[START_TIME_FIELD - 1]}"
    with suppress(psutil.Error, ValueError, OverflowError):
        return f"{psutil.Process(process).create_time():.0f}"
    return None


def holder_of(connection: sqlite3.Connection, game: str) -> LockHolder | None:
    """Return the process that has locked a game and still exists, or None.

    None means that no process has locked the game, or that this process has ended.
    """
    row = connection.execute("SELECT host, process, born, since FROM holder WHERE game = ?", (game,)).fetchone()
    holder = None if row is None else LockHolder(*row)
    return holder if holder is not None and holder.is_alive else None


def acquire(connection: sqlite3.Connection, game: str, doing: str = "the game {} is being played") -> str:
    """Lock a game for this process.

    Args:
        connection: The store.
        game: Id of the game.
        doing: The clause of the error message about the other process's use of the game. `{}` stands for the game.

    Returns:
        A random token for checking and releasing the lock.

    Raises:
        Busy: A process has locked the game.
    """
    with transaction(connection):
        require_free(holder_of(connection, game), game, doing)
        token = secrets.token_hex(8)
        connection.execute(
            "REPLACE INTO holder (game, host, process, born, since, token) VALUES (?, ?, ?, ?, ?, ?)",
            (game, platform.node(), os.getpid(), process_identity(os.getpid()) or "", _now(), token),
        )
        return token


def require_free(holder: LockHolder | None, game: str, doing: str = "the game {} is being played") -> None:
    """Check that no process has locked a game.

    Args:
        holder: The process that has locked the game, or None.
        game: Id of the game.
        doing: The clause of the error message about `holder`'s use of the game. `{}` stands for the game.

    Raises:
        Busy: `holder` is not None.
    """
    if holder is not None:
        where = "" if holder.is_local else f" on {holder.host}"
        raise Busy(f"{doing.format(game)} by process {holder.process}{where}, since {holder.since}")


def is_held_by(connection: sqlite3.Connection, game: str, token: str) -> bool:
    """Return whether a game is still locked with this token."""
    found = connection.execute("SELECT token FROM holder WHERE game = ?", (game,)).fetchone()
    return found is not None and bool(found[0] == token)


def release(connection: sqlite3.Connection, game: str, token: str) -> None:
    """Release the lock on a game. If the lock has another token by now, do nothing."""
    connection.execute("DELETE FROM holder WHERE game = ? AND token = ?", (game, token))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
