"""Takes in a game that was passed on: nothing of it is believed that the rules don't bear out."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from riotsim.files.assets.meshes import Say, quiet
from riotsim.files.problems import BadFile, Problem
from riotsim.play.scenarios.expected_events import plain_event
from riotsim.play.session.serialization import to_plain
from riotsim.store.database import traces
from riotsim.store.database.store import StoredGame
from riotsim.store.exchange import LARGEST, read_export
from riotsim.store.resume import must_fit


@dataclass(frozen=True, slots=True)
class TakenIn:
    """A game that fits its rules."""

    game: StoredGame
    events: tuple[str, ...]
    """What happened in it, as the rules tell it here."""


def taken_in(path: Path, *, say: Say = quiet) -> TakenIn:
    """Read a game from a file and replay it. Raises `BadFile` for no game, or one against its rules."""
    return replayed(exported_game(path), str(path), say=say)


def exported_game(path: Path) -> StoredGame:
    """Read a game from a file, and replay nothing yet. Raises `BadFile` for no game."""
    return read_export(_content(path), str(path))


def must_fit_together(game: StoredGame, where: str) -> None:
    """Raise `BadFile` for a game from elsewhere that has what belongs to nothing, or too large traces."""
    if stray := game.stray():
        raise BadFile([Problem(where, f"does not fit together: {stray}")])
    try:
        size = sum(traces.size_of(body) for body in game.traces.values())
    except ValueError as error:
        raise BadFile([Problem(where, f"has {error}")]) from error
    if size > traces.MOST_TOGETHER:
        raise BadFile([Problem(where, f"has traces of {size:,} bytes, and at most {traces.MOST_TOGETHER:,} are read")])


def replayed(game: StoredGame, where: str, *, say: Say = quiet) -> TakenIn:
    """Replay a game that came from elsewhere: its events and result are told anew, its traces looked over."""
    must_fit_together(game, where)
    taken = must_fit(game, where, say=say)
    session = taken.session
    try:
        result = to_plain(getattr(session.state, "result", None)) if session.over else None
        events = tuple(json.dumps(plain_event(event), ensure_ascii=False) for event in session.events)
        return TakenIn(replace(game, turns=taken.turns, result=result), events)
    finally:
        session.close()


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except OSError as error:
        raise BadFile([Problem(str(path), f"can't be read: {(error.strerror or str(error)).lower()}")]) from error
