"""Connections to the SQLite file of stored games.

- A missing file is created.
- An older store is migrated.
- A file that is not a store is refused.
- A store that a newer riotsim wrote is refused.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from riotsim.files.atomic import OWNER_ONLY
from riotsim.files.problems import BadFile, Problem
from riotsim.store.database.schema import APPLICATION_ID, MIGRATIONS, SCHEMA_VERSION

BUSY_TIMEOUT_SECONDS: Final = 10.0
"""Longest time that a process waits while another process writes to the same file (s)."""

MAX_VALUE_BYTES: Final = 64_000_000
"""Maximum size of a value that SQLite reads from the file (bytes).

Without this limit, a stranger's file could fill the memory.
"""

_MAGIC: Final = b"SQLite format 3\x00"


def connect(path: Path) -> sqlite3.Connection:
    """Open the store in a file.

    - A missing file is created. Only its owner can read it.
    - A missing folder is refused.
    - A store that can't be written is opened for reading.

    Raises:
        BadFile: The file is not a store, or can't be used.
    """
    with readable_errors(path):
        _refuse_foreign(path)
        if path.exists() and not _is_writable(path):
            return _connect_read_only(path)
        if not path.parent.is_dir():
            raise _bad(path, f"can't be made: there is no folder {path.parent}; make it first, or name another file")
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))  # SQLite gives its -wal and -shm the same mode
        return _connected(os.fspath(path), path)


def _connected(address: str, path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Connect to a store and prepare the connection, as `_prepare` or `_prepare_read_only` does.

    Args:
        address: The path of the file, or a URI `file:…` with parameters for SQLite.
        path: The path of the file, for messages.
        read_only: Whether the store is only read.
    """
    connection = sqlite3.connect(
        address, timeout=BUSY_TIMEOUT_SECONDS, isolation_level=None, uri=address.startswith("file:")
    )
    try:
        return _prepare_read_only(connection, path) if read_only else _prepare(connection, path)
    except BaseException:
        connection.close()
        raise


def _is_writable(path: Path) -> bool:
    """Return whether this process may write to a file, and to the folder of SQLite's own files."""
    effective = os.access in os.supports_effective_ids
    return all(
        os.access(place, os.W_OK, effective_ids=effective) for place in (path, Path(os.path.realpath(path)).parent)
    )


def _connect_read_only(path: Path) -> sqlite3.Connection:
    """Open a store for reading.

    Raises:
        BadFile: The file is not a store, a newer riotsim wrote it, or its last changes are in a log file that SQLite
            can't read, because it can't create files in this folder.
    """
    file = Path(os.path.realpath(path))
    address, log = file.as_uri(), file.with_name(f"{file.name}-wal")
    try:
        return _connected(f"{address}?mode=ro", path, read_only=True)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
            raise
    if log.exists() and log.stat().st_size:
        raise _bad(path, f"can't be read here: its last changes are in {log.name}; copy both to a folder of your own")
    # SQLite can't create its own files here. So the store is read as if no process could change it.
    return _connected(f"{address}?immutable=1", path, read_only=True)


@contextmanager
def readable_errors(path: Path) -> Iterator[None]:
    """Turn errors of SQLite, of the operating system and of decoding text into `BadFile`.

    Raises:
        BadFile: The block raised one of these errors.
    """
    try:
        yield
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_READONLY:
            raise _bad(path, "can't be written: it is read-only for you") from error
        raise _bad(path, f"can't be used as a store of games: {error}") from error
    except UnicodeDecodeError as error:
        raise _bad(path, "is damaged: it holds text that is none") from error
    except OSError as error:
        raise _bad(path, f"can't be opened: {(error.strerror or str(error)).lower()}") from error


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit all changes of the `with` block together.

    If the block raises an error, the changes are undone and the error is raised again.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


@contextmanager
def snapshot(connection: sqlite3.Connection) -> Iterator[None]:
    """Run all queries of the `with` block on the same state of the file, even if other processes write meanwhile."""
    if connection.in_transaction:
        yield
        return
    connection.execute("BEGIN")
    try:
        yield
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _refuse_foreign(path: Path) -> None:
    if path.is_dir():
        raise _bad(path, "is a folder; a store of games is a file")
    if path.exists() and not path.is_file():
        raise _bad(path, "is no ordinary file")
    if path.is_file() and path.stat().st_size:
        with path.open("rb") as file:
            if file.read(len(_MAGIC)) != _MAGIC:
                raise _bad(path, "is no store of games (it is no SQLite file)")


def _prepare(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """Protect a connection from untrusted data, migrate the store to the current version, and return the connection.

    Raises:
        BadFile: The file is not a store, or a newer riotsim wrote it.
    """
    _make_safe(connection)
    with snapshot(connection):
        version = _schema_version(connection, path)
    _enable_wal(connection)
    if version < SCHEMA_VERSION:
        with transaction(connection):  # another process may have done it by now
            _migrate(connection, _schema_version(connection, path))
    _require_tables(connection, path)
    return connection


def _prepare_read_only(connection: sqlite3.Connection, path: Path) -> sqlite3.Connection:
    """Protect a connection from untrusted data, and return the connection.

    If the store is of an old version, close the connection, and return a connection to a migrated copy in memory.

    Raises:
        BadFile: The file is not a store, or a newer riotsim wrote it.
    """
    _make_safe(connection)
    with snapshot(connection):
        version = _schema_version(connection, path)
    if version < SCHEMA_VERSION:
        copy = sqlite3.connect(":memory:", isolation_level=None)
        connection.backup(copy)
        connection.close()
        connection = copy
        _make_safe(connection)
        _migrate(connection, version)
    connection.execute("PRAGMA query_only = ON")  # or changes of the copy would seem to be stored
    _require_tables(connection, path)
    return connection


def _make_safe(connection: sqlite3.Connection) -> None:
    """Set limits and options of a connection, so that the program can safely read a stranger's file."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    for setting in ("trusted_schema = OFF", "cell_size_check = ON", "foreign_keys = ON", "mmap_size = 0"):
        connection.execute(f"PRAGMA {setting}")


def _require_tables(connection: sqlite3.Connection, path: Path) -> None:
    with snapshot(connection):
        if _tables(connection) != _expected_schema():
            raise _bad(path, "is no store of games: its tables are others than riotsim makes")


def _enable_wal(connection: sqlite3.Connection) -> None:
    """Switch the file to write-ahead logging, so that readers don't wait for a writer."""
    until = time.monotonic() + BUSY_TIMEOUT_SECONDS
    # While another process is creating the file, SQLite refuses the switch at once.
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(0.01)


def _schema_version(connection: sqlite3.Connection, path: Path) -> int:
    """Return the version of a store's tables; 0 for an empty file.

    Raises:
        BadFile: Another program or a newer riotsim made the file.
    """
    made_by = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if made_by != APPLICATION_ID and (made_by or version or _tables(connection)):
        raise _bad(path, "is no store of games: some other program made this SQLite file")
    if version > SCHEMA_VERSION:
        raise _bad(
            path, f"was written by a newer riotsim (form {version}; this one knows {SCHEMA_VERSION}): update riotsim"
        )
    return version


def _migrate(connection: sqlite3.Connection, version: int) -> None:
    for script in MIGRATIONS[version:]:
        for statement in script.split(";"):
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def _tables(connection: sqlite3.Connection) -> dict[str, str]:
    found = connection.execute("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")
    return {str(name): str(sql) for name, sql in found}


@cache
def _expected_schema() -> dict[str, str]:
    """Return the SQL of each table and index of an empty store, by the name of the table or index."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    try:
        _migrate(connection, 0)
        return _tables(connection)
    finally:
        connection.close()


def _bad(path: Path, message: str) -> BadFile:
    return BadFile([Problem(os.fspath(path), message)])
