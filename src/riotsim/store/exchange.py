"""The export of a game as one JSON file, and the import of such a file."""

import base64
import binascii
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import Field, JsonValue, ValidationError

from riotsim.files.assets.meshes import ProgressListener, ignore_progress
from riotsim.files.problems import BadFile, Problem
from riotsim.play.scenarios.expected_events import plain_event
from riotsim.play.session.serialization import checksum, to_plain
from riotsim.store.database import traces
from riotsim.store.database.document import MAX_ENTRIES, EntryDoc, Header, Name, OutcomeDoc, Stored
from riotsim.store.database.store import StoredGame, TurnStart, describe_fault
from riotsim.store.resume import require_fit

FORMAT_VERSION: Final = 1
"""Version of the format of exports. It is increased with each change that an older riotsim can't read."""

MAX_EXPORT_BYTES: Final = 12_000_000
"""Maximum size of an export (bytes). A long game of four players with its traces has about 5 million."""


class TurnDoc(Stored):
    """The start of a turn: the numbers of journal entries and events before it, and a checksum of the position."""

    entry: Annotated[int, Field(ge=0)]
    event: Annotated[int, Field(ge=0)]
    position: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]


class GameFile(Stored):
    """An exported game: its header, its journal, the outcomes and traces of its acts, its turns and its result."""

    riotsim_game: Literal[1]
    """Version of the format."""
    id: Annotated[str, Field(pattern=r"^[a-z0-9]{1,20}$")]
    """Id of the game in the store that it was exported from."""
    sum: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
    """Checksum of the header, the journal and the outcomes, which detects accidental damage."""
    header: Header
    journal: Annotated[tuple[EntryDoc, ...], Field(max_length=MAX_ENTRIES)]
    outcomes: dict[Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,5})$")], OutcomeDoc]
    """Outcomes of acts by the numbers of the acts' journal entries, from 0."""
    turns: Annotated[tuple[TurnDoc, ...], Field(max_length=MAX_ENTRIES)] = ()
    result: dict[Name, JsonValue] | None = None
    traces: dict[Annotated[str, Field(pattern=r"^(0|[1-9][0-9]{0,5})$")], str] = Field(default={})
    """Compressed paths of the pieces in base64, by the number of the act's entry (see `riotsim.store.database.traces`).
    """


def export_game(game: StoredGame) -> str:
    """Return a game as the text of an exported file (JSON). The file has traces if the game was read with its traces.

    Raises:
        BadFile: The game or its traces are too large for an export that can be read again.
    """
    for count, what in ((len(game.entries), "decisions and acts"), (len(game.turns), "turns")):
        if count > MAX_ENTRIES:
            raise _bad(game.id, f"has {count:,} {what}, and at most {MAX_ENTRIES:,} can be exported")
    try:
        traces.require_size(game.traces.values())
    except ValueError as error:
        raise _bad(game.id, f"has {error}: leave the traces out (--no-traces)") from error
    said: dict[str, Any] = {
        "riotsim_game": FORMAT_VERSION,
        "id": game.id,
        "sum": "0" * 16,
        "header": game.header.model_dump(mode="json"),
        "journal": [entry.model_dump(mode="json") for entry in game.entries],
        "outcomes": {str(k): doc.model_dump(mode="json", exclude_defaults=True) for k, doc in game.outcomes.items()},
        "turns": [turn._asdict() for turn in game.turns],
        "result": game.result,
        "traces": {str(k): base64.b64encode(body).decode() for k, body in game.traces.items()},
    }
    said["sum"] = _sum(GameFile.model_validate_json(json.dumps(said)))
    text = json.dumps(said, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n"
    if len(text.encode()) > MAX_EXPORT_BYTES:
        advice = "leave the traces out (--no-traces)" if game.traces else "its rules bring too large meshes with them"
        raise _bad(
            game.id, f"would have {len(text):,} bytes, and at most {MAX_EXPORT_BYTES:,} are read again: {advice}"
        )
    return text


def read_export(content: bytes, where: str) -> StoredGame:
    """Read a game from the content of an exported file, without replaying it.

    Args:
        content: Content of the file, as `export_game` returns it in UTF-8.
        where: Name of the file, for messages.

    Raises:
        BadFile: The content is too large, damaged or not an exported game; the message names the first fault.
    """
    if len(content) > MAX_EXPORT_BYTES:
        raise _bad(where, f"has {len(content):,} bytes, and at most {MAX_EXPORT_BYTES:,} are read")
    try:
        file = GameFile.model_validate_json(content)
    except ValidationError as error:
        raise _bad(where, f"is no game that can be read: {describe_fault(error)}") from error
    if file.sum != _sum(file):
        raise _bad(where, "is damaged: its checksum is another")
    try:
        decoded = {int(k): base64.b64decode(body, validate=True) for k, body in file.traces.items()}
    except (binascii.Error, ValueError) as error:
        raise _bad(where, "has a trace that is no base64") from error
    return StoredGame(
        file.id,
        file.header,
        file.journal,
        {int(k): doc for k, doc in file.outcomes.items()},
        tuple(TurnStart(turn.entry, turn.event, turn.position) for turn in file.turns),
        file.result,
        decoded,
    )


def export_schema() -> dict[str, Any]:
    """Return the JSON Schema of exported games."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **GameFile.model_json_schema()}


def _sum(file: GameFile) -> str:
    """Return the checksum of the header, the journal and the outcomes of an exported game."""
    return checksum(
        file.header.model_dump_json(),
        *(entry.model_dump_json() for entry in file.journal),
        *(f"{number}{doc.model_dump_json()}" for number, doc in file.outcomes.items()),
    )


def _bad(where: str, message: str) -> BadFile:
    return BadFile([Problem(where, message)])


@dataclass(frozen=True, slots=True)
class ImportedGame:
    """An exported game that was replayed and fits its rules."""

    game: StoredGame
    events: tuple[str, ...]
    """The events of the game as JSON, as the replay produced them."""


def import_game(path: Path, *, progress: ProgressListener = ignore_progress) -> ImportedGame:
    """Read a game from an exported file and replay it.

    Args:
        path: The file.
        progress: Callback that gets a line of text before each mesh file of the game's rules is read.

    Raises:
        BadFile: The file can't be read, is not an exported game, or has a game that does not fit its rules.
    """
    return replay_import(read_export_file(path), str(path), progress=progress)


def read_export_file(path: Path) -> StoredGame:
    """Read a game from an exported file, without replaying it.

    Raises:
        BadFile: The file can't be read, or is not an exported game.
    """
    return read_export(_content(path), str(path))


def require_consistent(game: StoredGame, where: str) -> None:
    """Check that each outcome of a game belongs to an act, and each trace to an outcome.

    Args:
        game: The game.
        where: Name of the game's file, for messages.

    Raises:
        BadFile: An outcome has no act, a trace has no outcome, or the traces are damaged or too large.
    """
    if stray := game.find_stray():
        raise BadFile([Problem(where, f"does not fit together: {stray}")])
    try:
        traces.require_size(game.traces.values())
    except ValueError as error:
        raise BadFile([Problem(where, f"has {error}")]) from error


def replay_import(game: StoredGame, where: str, *, progress: ProgressListener = ignore_progress) -> ImportedGame:
    """Replay a game from another store, and return the imported game.

    The events, the starts of turns and the result of the imported game are those of the replay.

    Args:
        game: The game.
        where: Name of the game's file, for messages.
        progress: Callback that gets a line of text before each mesh file of the game's rules is read.

    Raises:
        BadFile: The parts of the game don't belong together, its traces are damaged or too large, or the game does
            not fit its rules.
    """
    require_consistent(game, where)
    taken = require_fit(game, where, progress=progress)
    session = taken.session
    try:
        result = to_plain(getattr(session.state, "result", None)) if session.is_over else None
        events = tuple(json.dumps(plain_event(event), ensure_ascii=False) for event in session.events)
        return ImportedGame(replace(game, turns=taken.turns, result=result), events)
    finally:
        session.close()


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_EXPORT_BYTES + 1)
    except OSError as error:
        raise BadFile([Problem(str(path), f"can't be read: {(error.strerror or str(error)).lower()}")]) from error
