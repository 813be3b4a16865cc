"""The writer, which stores one game during play.

If changes can't be stored because of a temporary error, such as a full disk, they wait. They are stored with the next
changes.
"""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NamedTuple, TypeAlias

from riotsim.play.session.serialization import checksum
from riotsim.store.database import lock as holding
from riotsim.store.database.connection import BUSY_TIMEOUT_SECONDS, transaction
from riotsim.store.database.lock import Busy

Statement: TypeAlias = tuple[str, tuple[object, ...]]


class EventBatch(NamedTuple):
    """Events and starts of turns that are stored together. Entries of the journal are not part of a batch."""

    events: Sequence[tuple[int, str]] = ()
    """Events, each with its number (from 0) and its JSON."""
    turns: Sequence[tuple[int, int, str]] = ()
    """The starts of turns.

    For each turn: the number of entries before it, the number of events before it, and the checksum of the position.
    """


EMPTY_BATCH: Final = EventBatch()

TRANSIENT_ERRORS: Final = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY,
                  sqlite3.SQLITE_READONLY}  # fmt: skip
"""Primary codes of SQLite's temporary errors, such as a full disk or another process that is writing."""

PRIMARY_CODE_MASK: Final = 0xFF
"""Bit mask that reduces an extended error code of SQLite to its primary code."""


_WRITE_TRACE: Final = "REPLACE INTO trace VALUES (?, ?, ?)"

_REMOVE_ROWS: Final = "DELETE FROM {table} WHERE game = ? AND {key} >= ?"

_REMOVE_TRACES: Final = _REMOVE_ROWS.format(table="trace", key="entry")


def row_checksum(number: int, body: str) -> str:
    """Return the checksum of a row of the tables `entry` and `outcome`.

    Args:
        number: Number of the journal entry.
        body: The row's JSON.
    """
    return checksum(str(number), body)


class GameWriter:
    """A writer of one game, for the process that has locked the game.

    SQL statements wait in a queue until they are committed. After an interrupted commit, the whole queue runs again.
    This is safe because a statement may run twice.
    """

    def __init__(self, connection: sqlite3.Connection, game: str, token: str) -> None:
        self.game = game
        self.problem: str | None = None
        """Reason why nothing can be stored at present, or None. Meanwhile the game goes on, and statements wait."""
        self.tell: Callable[[str], None] = lambda _what: None
        """Function that receives a message when storing fails, for example on a full disk, and when it works again."""
        self._connection = connection
        self._token = token
        self._waiting: list[Statement] = []

    def write_entry(self, number: int, body: str, told: EventBatch = EMPTY_BATCH) -> None:
        """Store a journal entry: the answers of players, or an act that is not performed yet.

        `write_outcome` stores the outcome of the act later.

        Args:
            number: Number of the entry.
            body: The entry's JSON.
            told: Events and starts of turns before the entry that are not stored yet.
        """
        row = (self.game, number, body, row_checksum(number, body))
        self._save([*self._rows(told), ("REPLACE INTO entry VALUES (?, ?, ?, ?)", row)], lasting=bool(told.turns))

    def write_outcome(self, number: int, body: str, trace: bytes | None) -> None:
        """Store the outcome of an act, and its trace.

        Args:
            number: Number of the act's journal entry.
            body: The outcome's JSON.
            trace: The compressed trace; None to store no trace.
        """
        statements: list[Statement] = [
            ("REPLACE INTO outcome VALUES (?, ?, ?, ?)", (self.game, number, body, row_checksum(number, body)))
        ]
        if trace is not None:
            statements.append((_WRITE_TRACE, (self.game, number, trace)))
        self._save(statements)

    def write_events(self, told: EventBatch) -> None:
        """Store events and starts of turns, without a journal entry."""
        if rows := self._rows(told):
            self._save(rows, lasting=bool(told.turns))

    def _rows(self, told: EventBatch) -> list[Statement]:
        rows: list[Statement] = [("REPLACE INTO event VALUES (?, ?, ?)", (self.game, *row)) for row in told.events]
        return rows + [("REPLACE INTO checkpoint VALUES (?, ?, ?, ?)", (self.game, *row)) for row in told.turns]

    def write_result(self, result: str | None) -> None:
        """Store the result of the game as JSON; None removes it."""
        self._save([("UPDATE game SET result = ? WHERE id = ?", (result, self.game))], lasting=True)

    def traces_from(self, entry: int) -> dict[int, bytes]:
        """Return the compressed traces of all acts from journal entry `entry` on, by the number of the act's entry.

        The result is as if all waiting statements were committed.
        """
        found = self._connection.execute(
            "SELECT entry, body FROM trace WHERE game = ? AND entry >= ?", (self.game, entry)
        )
        traces: dict[int, bytes] = dict(found.fetchall())
        for statement in self._waiting:
            match statement:
                case (sql, (_, int(number), bytes(body))) if sql == _WRITE_TRACE:
                    traces[number] = body
                case (sql, (_, int(kept))) if sql == _REMOVE_TRACES:
                    traces = {number: body for number, body in traces.items() if number < kept}
        return {number: body for number, body in traces.items() if number >= entry}

    def truncate(self, entries: int, events: int) -> None:
        """Remove the end of the game, and its result.

        Args:
            entries: Number of journal entries to keep. The later entries are removed with their outcomes and traces.
                The starts of turns after a removed entry are removed too.
            events: Number of events to keep.
        """
        parts = (
            ("entry", "number", entries), ("outcome", "entry", entries), ("trace", "entry", entries),
            ("checkpoint", "entry", entries + 1), ("event", "number", events),
        )  # fmt: skip
        gone: list[Statement] = [
            (_REMOVE_ROWS.format(table=table, key=key), (self.game, count)) for table, key, count in parts
        ]
        self._save([*gone, ("UPDATE game SET result = NULL WHERE id = ?", (self.game,))])

    def close(self) -> None:
        """Commit the queue and release the lock on the game.

        After a temporary error, `tell` gets a message that the end of the game is not saved.

        Raises:
            Busy: Statements wait in the queue, and another process has locked the game meanwhile.
        """
        try:
            self._save([], lasting=True)
            if self.problem is not None:
                self.tell(
                    f"the end of the game {self.game} is not saved ({self.problem}); what is, can be gone on with"
                )
        finally:
            with suppress(sqlite3.OperationalError):  # the next process sees that this one is gone
                holding.release(self._connection, self.game, self._token)

    def _save(self, statements: list[Statement], *, lasting: bool = False) -> None:
        """Commit the statements in the queue, and after them the given statements.

        After a temporary error, all these statements wait in the queue. Every commit survives the end of the process.
        A power cut may undo all commits since the last `lasting` commit.

        Args:
            statements: SQL statements with their values.
            lasting: Whether to wait until the disk has written the commit.

        Raises:
            Busy: Statements wait in the queue, and another process has locked the game meanwhile.
        """
        self._waiting += statements
        if not self._waiting:
            return
        try:
            self._connection.execute(f"PRAGMA synchronous = {'FULL' if lasting else 'NORMAL'}")
            with transaction(self._connection):
                if not holding.is_held_by(self._connection, self.game, self._token):
                    raise Busy(f"the game {self.game} was taken over by another process; this one stores no more of it")
                for sql, values in self._waiting:
                    self._connection.execute(sql, values)
                self._connection.execute(
                    "UPDATE game SET changed = strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now') WHERE id = ?", (self.game,)
                )
        except sqlite3.OperationalError as error:
            if (error.sqlite_errorcode & PRIMARY_CODE_MASK) not in TRANSIENT_ERRORS:
                raise
            if self.problem is None:
                self.problem = str(error)
                self._wait_for_others(0.0)  # once was long enough
                self.tell(f"the game can't be saved ({error}); it goes on, and is saved as soon as there is room")
            return
        except Busy:
            self._waiting.clear()
            raise
        self._waiting.clear()
        if self.problem is not None:
            self.problem = None
            self._wait_for_others(BUSY_TIMEOUT_SECONDS)
            self.tell("the game is saved again")

    def _wait_for_others(self, seconds: float) -> None:
        self._connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")
