"""Locks of games, in a database in memory: who holds a lock, and what other processes are told."""

import os
import platform
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from riotsim.store.database import lock
from riotsim.store.database.lock import Busy, LockHolder

TABLE = (
    "CREATE TABLE holder (game TEXT PRIMARY KEY, host TEXT NOT NULL, process INTEGER NOT NULL, born TEXT NOT NULL, "
    "since TEXT NOT NULL, token TEXT NOT NULL) STRICT"
)

HERE, ME = platform.node(), os.getpid()

SINCE = "2024-05-06T07:08:09+00:00"

NOBODY = 2**22 + 1
"""A process number that no process has: Linux gives numbers up to 2²²."""


@pytest.fixture
def store() -> Iterator[sqlite3.Connection]:
    """Yield a database with the table of locks."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(TABLE)
        yield connection


def _identity() -> str:
    found = lock.process_identity(ME)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("is_here", "is_me", "born", "alive"),
    [
        (True, True, "", False),
        (True, True, None, True),
        (True, False, None, False),
        (False, False, "", True),
        (False, True, "other", True),
    ],
)
def test_a_process_is_alive_if_it_is_the_same_or_elsewhere(
    is_here: bool, is_me: bool, born: str | None, alive: bool
) -> None:
    """The holder of a lock counts as alive if a process has both its number and its identity. A later process with the
    same number has another identity. Processes of other machines always count as alive.
    """
    host, process = HERE if is_here else f"{HERE}-2", ME if is_me else NOBODY
    holder = LockHolder(host, process, _identity() if born is None else born, SINCE)
    assert (holder.is_local, holder.is_alive) == (is_here, alive)


def test_a_process_has_an_identity_that_lasts() -> None:
    """The identity of a process doesn't change. If no process has a number, there is no identity."""
    assert _identity() == _identity()
    assert lock.process_identity(NOBODY) is None


def test_a_lock_is_one_row_until_it_is_released(store: sqlite3.Connection) -> None:
    """A lock is one row with the game, the process and a token. Only this token releases the lock."""
    token = lock.acquire(store, "a1")
    (row,) = store.execute("SELECT game, host, process, born, token FROM holder").fetchall()
    assert row == ("a1", HERE, ME, _identity(), token)
    assert len(token) == 16
    holder = lock.holder_of(store, "a1")
    assert holder is not None
    assert (holder.host, holder.process, holder.born) == (HERE, ME, _identity())
    assert lock.holder_of(store, "b2") is None
    held = [lock.is_held_by(store, *one) for one in (("a1", token), ("a1", "other"), ("b2", token))]
    assert held == [True, False, False]
    lock.release(store, "a1", "other")
    lock.release(store, "b2", token)
    assert lock.is_held_by(store, "a1", token)
    lock.release(store, "a1", token)
    assert store.execute("SELECT count(*) FROM holder").fetchone() == (0,)


def test_whoever_has_the_lock_is_told(store: sqlite3.Connection) -> None:
    """If a lock is held, the refusal names the holder's process number, the time, and the machine if it is another one.
    The database stays unchanged.
    """
    rows = [("a1", HERE, ME, _identity(), SINCE, "t"), ("b2", f"{HERE}-2", 77, "?", SINCE, "t")]
    store.executemany("INSERT INTO holder VALUES (?, ?, ?, ?, ?, ?)", rows)
    with pytest.raises(Busy) as busy:
        lock.acquire(store, "a1")
    assert str(busy.value) == f"the game a1 is being played by process {ME}, since {SINCE}"
    with pytest.raises(Busy) as busy:
        lock.acquire(store, "b2", "the study {} is being tuned")
    assert str(busy.value) == f"the study b2 is being tuned by process 77 on {HERE}-2, since {SINCE}"
    assert store.execute("SELECT * FROM holder ORDER BY game").fetchall() == rows
    assert not store.in_transaction
    lock.require_free(None, "a1")


def test_the_lock_of_an_ended_process_is_taken(store: sqlite3.Connection) -> None:
    """If the process that held a lock has ended, another process can take the lock. The new row replaces the old."""
    store.execute("INSERT INTO holder VALUES ('a1', ?, ?, 'gone', ?, 't')", (HERE, NOBODY, SINCE))
    assert lock.holder_of(store, "a1") is None
    token = lock.acquire(store, "a1")
    assert store.execute("SELECT process, token FROM holder").fetchall() == [(ME, token)]
