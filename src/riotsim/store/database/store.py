"""The store of games: it lists, begins, adds, reads, resumes and deletes games, and releases their locks."""

import base64
import binascii
import json
import secrets
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError

from riotsim.files.problems import BadFile, Problem
from riotsim.files.validation import describe_value
from riotsim.play.rulebook.sections import unknown_name
from riotsim.store.database import lock as holding
from riotsim.store.database import traces
from riotsim.store.database.connection import connect, readable_errors, snapshot, transaction
from riotsim.store.database.document import ENTRY_ADAPTER, ActedDoc, AnsweredDoc, Header, OutcomeDoc
from riotsim.store.database.writer import GameWriter, row_checksum
from riotsim.table.acts import Frame

ID_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"
"""Characters of games' ids. i, l, o, 0 and 1 are left out, because people confuse them."""

ID_LENGTH: Final = 6

M = TypeVar("M", bound=BaseModel)

_JSON_ADAPTER: TypeAdapter[dict[str, JsonValue]] = TypeAdapter(dict[str, JsonValue])


class TurnStart(NamedTuple):
    """The start of a turn in a stored game."""

    entry: int
    """Number of journal entries before the turn."""
    event: int
    """Number of events before the turn."""
    position: str
    """Checksum of the position, as `riotsim.store.resume.position_checksum` returns it."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The part of a stored game that appears in a list of games."""

    id: str
    header: Header
    changed: str
    """Time of the last change (ISO 8601, UTC)."""
    entries: int
    """Number of entries in the journal. An entry has an act, or answers of players."""
    turns: int
    """Number of the last turn that has begun. In a game without a set-up, the number of finished turns."""
    result: dict[str, JsonValue] | None
    """The result; None until the game ends."""
    holder: holding.LockHolder | None
    """The process that is playing the game, or None."""

    def __repr__(self) -> str:
        names = ", ".join(seat.name for seat in self.header.seats)
        stands = "unfinished" if self.result is None else "over"
        return f"<Summary of {self.id}: {self.header.game} with {names}, {self.turns} turns, {stands}>"


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A whole game as it is stored or exported. Traces and events may be left out."""

    id: str
    header: Header
    entries: tuple[AnsweredDoc | ActedDoc, ...]
    outcomes: dict[int, OutcomeDoc]
    """Outcomes of acts by the numbers of the acts' journal entries. The last act may have no outcome yet."""
    turns: tuple[TurnStart, ...]
    result: dict[str, JsonValue] | None
    traces: dict[int, bytes] = field(default_factory=dict, repr=False)
    """Compressed traces (see `traces.pack_frames`), by number of the act's journal entry; empty if left out."""
    events: tuple[dict[str, JsonValue], ...] = ()
    """Events in order; empty if they are left out.

    Each event has the form of `riotsim game --json`, without the keys for its turn and for the scores after it.
    """

    def find_stray(self) -> str | None:
        """Return a message if an outcome belongs to no act, or a trace to no outcome. Otherwise return None."""
        acts = {number for number, entry in enumerate(self.entries) if isinstance(entry, ActedDoc)}
        if strangers := self.outcomes.keys() - acts:
            return f"entry {min(strangers)} has an outcome, and is no act of its journal"
        if strangers := self.traces.keys() - self.outcomes.keys():
            return f"entry {min(strangers)} has a trace, and is no act that was performed"
        return None

    def frames(self) -> dict[int, tuple[Frame, ...]]:
        """Return the frames of each act that has a trace in `traces`, by the number of the act's journal entry.

        Raises:
            ValueError: A trace is damaged or too large, or all traces together are too large.
        """
        return traces.unpack_traces(self.traces)


class Store:
    """A store of games. Close it, or use it in a `with` statement."""

    def __init__(self, path: Path) -> None:
        """Open the store in a file, or create it.

        Raises:
            BadFile: The file is not a store, can't be used, or lies in a missing folder.
        """
        self.path = path
        self._connection = connect(path)

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def games(self) -> list[Summary]:
        """Return summaries of all games with a readable summary, the most recently changed first."""
        found = []
        with readable_errors(self.path), snapshot(self._connection):
            for game in self._ids("changed DESC, id"):
                with suppress(BadFile):  # `damaged` tells of it
                    found.append(self.summary(game))
        return found

    def damaged(self) -> dict[str, BadFile]:
        """Return the ids of the games without a readable summary, each with the error that was found."""
        found: dict[str, BadFile] = {}
        with readable_errors(self.path), snapshot(self._connection):
            for game in self._ids():
                try:
                    self.summary(game)
                except BadFile as bad:
                    found[game] = bad
        return found

    def summary(self, game: str) -> Summary:
        """Return the summary of a game.

        Raises:
            BadFile: There is no such game, or it is damaged.
        """
        with readable_errors(self.path), snapshot(self._connection):
            row = self._connection.execute("SELECT header, changed, result FROM game WHERE id = ?", (game,)).fetchone()
            if row is None:
                raise self._no(game)
            header, changed, result = row
            return Summary(
                game,
                self._model(Header, header, game, "header"),
                changed,
                self._count("entry", game),
                max(self._count("checkpoint", game) - 1, 0),  # the first start is that of the set-up
                None if result is None else self._plain(result, game, "result"),
                holding.holder_of(self._connection, game),
            )

    def holder(self, game: str) -> holding.LockHolder | None:
        """Return the process that is playing a game, or None. This also works for a damaged game.

        Raises:
            BadFile: There is no such game.
        """
        with readable_errors(self.path), snapshot(self._connection):
            if game not in self._ids():
                raise self._no(game)
            return holding.holder_of(self._connection, game)

    def read(self, game: str, *, with_traces: bool = False, with_events: bool = False) -> StoredGame:
        """Read a whole game, in the state of one moment, even if another process writes to it meanwhile.

        Args:
            game: Id of the game.
            with_traces: Whether to read the game's traces too.
            with_events: Whether to read the game's events too.

        Raises:
            BadFile: There is no such game, or it is damaged; the message names the first fault.
        """
        with readable_errors(self.path), snapshot(self._connection):
            short = self.summary(game)
            files = {
                name: base64.b64encode(content).decode()
                for name, content in self._all("SELECT name, content FROM file WHERE game = ? ORDER BY name", game)
            }
            rules = short.header.rules.model_copy(update={"files": files})
            stored = StoredGame(
                game,
                short.header.model_copy(update={"rules": rules}),
                tuple(self._entries(game)),
                dict(self._outcomes(game)),
                tuple(TurnStart(*row) for row in self._all(
                    "SELECT entry, event, position FROM checkpoint WHERE game = ? ORDER BY entry, event", game
                )),
                short.result,
                dict(self._all("SELECT entry, body FROM trace WHERE game = ?", game)) if with_traces else {},
                tuple(self.events(game)) if with_events else (),
            )  # fmt: skip
        if stray := stored.find_stray():
            raise self._bad(f"the game {game} is damaged: {stray}")
        return stored

    def events(self, game: str) -> list[dict[str, JsonValue]]:
        """Return the events of a game in order.

        Each event has the form of `riotsim game --json`, without the keys for its turn and for the scores after it.

        Raises:
            BadFile: An event is damaged.
        """
        with readable_errors(self.path):
            rows = self._all("SELECT body FROM event WHERE game = ? ORDER BY number", game)
            return [self._plain(body, game, f"event {number}") for number, (body,) in enumerate(rows)]

    def begin(self, header: Header) -> GameWriter:
        """Store the beginning of a new game, lock the game, and return its writer.

        Raises:
            BadFile: The store can't be written.
        """
        with readable_errors(self.path):
            with transaction(self._connection):
                game = self._new_id()
                self._put_header(game, header)
            token = holding.acquire(self._connection, game)
        return GameWriter(self._connection, game, token)

    def resume(self, game: str) -> GameWriter:
        """Lock a stored game and return its writer.

        Raises:
            Busy: A process is playing the game.
            BadFile: There is no such game, its summary can't be read, or the store can't be written.
        """
        self.summary(game)
        with readable_errors(self.path):
            token = holding.acquire(self._connection, game)
        return GameWriter(self._connection, game, token)

    def delete(self, game: str) -> None:
        """Delete a game.

        Raises:
            Busy: A process is playing the game.
            BadFile: There is no such game.
        """
        with readable_errors(self.path):
            if game not in self._ids():
                raise self._no(game)
            holding.acquire(self._connection, game)
            self._connection.execute("DELETE FROM game WHERE id = ?", (game,))

    def free(self, game: str) -> None:
        """Release a game that a process on another machine has locked.

        If that process still plays the game, its next write fails. A process of this machine must have ended before its
        lock can be released.

        Raises:
            Busy: A process of this machine has locked the game and still exists.
            BadFile: There is no such game.
        """
        with readable_errors(self.path), transaction(self._connection):
            if game not in self._ids():
                raise self._no(game)
            holder = holding.holder_of(self._connection, game)
            if holder is not None and holder.is_local:
                holding.require_free(holder, game)
            self._connection.execute("DELETE FROM holder WHERE game = ?", (game,))

    def add(self, game: StoredGame, events: Sequence[str]) -> str:
        """Store a whole game that comes from another store.

        Args:
            game: The game.
            events: The events as JSON, produced by a replay of the game.

        Returns:
            The game's id in this store. This is `game.id`, or a new id if a game in this store already has that id.

        Raises:
            BadFile: The store can't be written, or a mesh file that is embedded in the game's rules is damaged.
        """
        with readable_errors(self.path), transaction(self._connection):
            name = game.id if game.id not in self._ids() else self._new_id()
            run = self._connection.executemany
            self._put_header(name, game.header)
            bodies = [(name, k, entry.model_dump_json()) for k, entry in enumerate(game.entries)]
            run("INSERT INTO entry VALUES (?, ?, ?, ?)", [(*row, row_checksum(row[1], row[2])) for row in bodies])
            ends = [(name, k, outcome.model_dump_json(exclude_defaults=True)) for k, outcome in game.outcomes.items()]
            run("INSERT INTO outcome VALUES (?, ?, ?, ?)", [(*row, row_checksum(row[1], row[2])) for row in ends])
            run("INSERT INTO trace VALUES (?, ?, ?)", [(name, k, body) for k, body in game.traces.items()])
            run("INSERT INTO checkpoint VALUES (?, ?, ?, ?)", [(name, *turn) for turn in game.turns])
            run("INSERT INTO event VALUES (?, ?, ?)", [(name, k, body) for k, body in enumerate(events)])
            result = None if game.result is None else _JSON_ADAPTER.dump_json(game.result).decode()
            self._connection.execute("UPDATE game SET result = ? WHERE id = ?", (result, name))
        return name

    def _put_header(self, game: str, header: Header) -> None:
        rules = header.rules.model_copy(update={"files": {}})
        text = header.model_copy(update={"rules": rules}).model_dump_json()
        self._connection.execute("INSERT INTO game (id, header, changed) VALUES (?, ?, ?)", (game, text, utc_now()))
        self._connection.executemany(
            "INSERT INTO file VALUES (?, ?, ?)",
            [(game, name, decode_file(name, text)) for name, text in header.rules.files.items()],
        )

    def _ids(self, order: str = "id") -> list[str]:
        return [row[0] for row in self._connection.execute(f"SELECT id FROM game ORDER BY {order}")]

    def _no(self, game: str) -> BadFile:
        return self._bad(f"holds {unknown_name(f'no game {game!r}', game, self._ids())}")

    def _new_id(self) -> str:
        taken = set(self._ids())
        while (name := "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))) in taken:
            pass
        return name

    def _count(self, table: str, game: str) -> int:
        found = self._connection.execute(f"SELECT count(*) FROM {table} WHERE game = ?", (game,)).fetchone()
        return int(found[0])

    def _all(self, query: str, game: str) -> list[Any]:
        return self._connection.execute(query, (game,)).fetchall()

    def _entries(self, game: str) -> Iterator[AnsweredDoc | ActedDoc]:
        rows = self._connection.execute("SELECT number, body, sum FROM entry WHERE game = ? ORDER BY number", (game,))
        for expected, (number, body, its_sum) in enumerate(rows):
            if number != expected:
                raise self._bad(f"the game {game} is damaged: entry {expected} of its journal is missing")
            yield self._row(ENTRY_ADAPTER, number, body, its_sum, game, "entry")

    def _outcomes(self, game: str) -> Iterator[tuple[int, OutcomeDoc]]:
        rows = self._connection.execute("SELECT entry, body, sum FROM outcome WHERE game = ? ORDER BY entry", (game,))
        for number, body, its_sum in rows:
            yield number, self._row(_OUTCOME_ADAPTER, number, body, its_sum, game, "outcome")

    def _row(self, kind: TypeAdapter[M], number: int, body: str, its_sum: str, game: str, what: str) -> M:
        where = f"{what} {number} of the game {game}"
        if row_checksum(number, body) != its_sum:
            raise self._bad(f"{where} is damaged: its checksum is another")
        try:
            return kind.validate_json(body)
        except ValidationError as error:
            raise self._bad(f"{where} can't be read: {describe_fault(error)}") from error

    def _model(self, kind: type[M], body: str, game: str, what: str) -> M:
        try:
            return kind.model_validate_json(body)
        except ValidationError as error:
            raise self._bad(f"the {what} of the game {game} can't be read: {describe_fault(error)}") from error

    def _plain(self, body: object, game: str, what: str) -> dict[str, JsonValue]:
        try:
            found = _JSON_ADAPTER.validate_json(str(body))
            json.dumps(found, allow_nan=False)
        except ValidationError as error:
            raise self._bad(f"the {what} of the game {game} can't be read: {describe_fault(error)}") from error
        except ValueError as error:
            raise self._bad(f"the {what} of the game {game} holds a number that JSON does not have") from error
        return found

    def _bad(self, message: str) -> BadFile:
        return BadFile([Problem(str(self.path), message)])


_OUTCOME_ADAPTER: TypeAdapter[OutcomeDoc] = TypeAdapter(OutcomeDoc)


def describe_fault(error: ValidationError) -> str:
    """Describe the first fault that pydantic found: the path of the field, and what is wrong with its value."""
    where = ".".join(str(part) for part in error.errors(include_url=False, include_input=False)[0]["loc"])
    return f"{where}: {describe_value(error)}" if where else describe_value(error)


def decode_file(name: str, text: str) -> bytes:
    """Return the content of a file that is embedded in a game.

    Args:
        name: Name of the file, for messages.
        text: The content in base64.

    Raises:
        BadFile: The text is not base64.
    """
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadFile([Problem(name, "is no base64 in the game that brings it")]) from error


def utc_now() -> str:
    """Return the present time in UTC with milliseconds (ISO 8601)."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
