"""Recordings of games, which replays, films and pictures are made from."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from riotsim.files.resources import builtin_meshes
from riotsim.games.registry import GAMES
from riotsim.play.narration import Narration
from riotsim.play.session.session import Session
from riotsim.replay.figure_meshes import FigureMesh, read_glb
from riotsim.replay.recording import Recording, record, restore_frames
from riotsim.store.database.document import Header
from riotsim.table.acts import Frame

if TYPE_CHECKING:
    from riotsim.files.assets.meshes import ProgressListener
    from riotsim.store.database.store import StoredGame

MINIATURES = ("ruffian.glb", "bruiser.glb")
"""Meshes of the miniatures that come with the program."""


def recording_of(
    session: Session[Any], header: Header, book: Any, traces: Mapping[int, tuple[Frame, ...]] | None = None
) -> Recording:
    """Return the recording of a session's game.

    Args:
        session: The session, at the point where the recording shall end.
        header: What the game began with.
        book: The game's rules.
        traces: Frames of acts by their place in the journal, if they were stored.

    Raises:
        ReplayDiverged: The journal does not fit the rules.
    """
    game = GAMES[header.game]
    return record(
        session.rules,
        session.first_checkpoint,
        session.journal,
        Narration(game.formatter(book, session.first_checkpoint), game.turn, game.scores),
        game=header.game,
        title=f"{game.title}: {' against '.join(seat.name for seat in header.seats)}",
        players={
            seat.name: ", ".join(filter(None, (seat.player, *_persons_seat_options(header.game, seat.options))))
            for seat in header.seats
        },
        traces=traces,
        notes=(f"seed {header.seed}",),
        colours=header.colours,
        score_name=game.score_name,
        marks=partial(game.marks, book),
        sheets=partial(game.sheets, book),
    )


def recording_of_stored(stored: "StoredGame", where: str, progress: "ProgressListener") -> Recording:
    """Return the recording of a stored game. Acts without a stored trace are simulated again.

    Args:
        stored: The game as it was read from a store or an exported file.
        where: Name of that store or file, for messages.
        progress: Callback for progress.

    Raises:
        BadFile: The game does not fit its rules, or its traces are damaged.
    """
    from riotsim.files.problems import BadFile, Problem
    from riotsim.simulation import perform
    from riotsim.store.resume import require_fit
    from riotsim.table.units import FRAMES_PER_SECOND

    taken = require_fit(stored, where, progress=progress)
    session, header = taken.session, stored.header
    try:
        traces = stored.frames()
    except ValueError as error:
        raise BadFile([Problem(where, f"the game {stored.id} has {error}")]) from error
    try:
        recording = recording_of(session, header, taken.started.book, traces)
    finally:
        session.close()
    return restore_frames(recording, lambda table, act, seed: perform(table, act, seed, trace_hz=FRAMES_PER_SECOND))


def figure_meshes() -> dict[str, FigureMesh]:
    """Return the miniatures that come with the program, as replays draw them, by the names of their files."""
    found = builtin_meshes()
    return {name: read_glb(found[name].read_bytes()) for name in MINIATURES}


def _persons_seat_options(game: str, options: Mapping[str, str]) -> list[str]:
    """Return the seat options that persons choose too."""
    return [options[one.name] for one in GAMES[game].seat_options if one.for_persons and one.name in options]
