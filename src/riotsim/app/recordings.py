"""Recordings of games: the source of replays, films and pictures."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from riotsim.files.resources import builtin_meshes
from riotsim.games.registry import GAMES
from riotsim.play.narration import Narration
from riotsim.play.session.session import Session
from riotsim.players import PERSON
from riotsim.replay.figure_meshes import FigureMesh, read_glb
from riotsim.replay.recording import Recording, record, restore_frames
from riotsim.store.database.document import Header
from riotsim.table.acts import Frame

if TYPE_CHECKING:
    from riotsim.files.assets.meshes import ProgressListener
    from riotsim.store.database.store import StoredGame

MINIATURES = (
    *("ruffian.glb", "bruiser.glb", "sneak.glb", "marksman.glb", "wildcard.glb"),
    *("unit_ranged.glb", "unit_close.glb", "unit_unarmed.glb", "unit_transport.glb", "unit_flyer.glb"),
)
"""File names of the meshes of the miniatures that come with the program."""


def bot_name(player: str) -> str:
    """Return the name of the bot that plays for a player; empty for a person.

    Args:
        player: The bot's name, or `person`.
    """
    return "" if player == PERSON else player


def recording_of(
    session: Session[Any],
    header: Header,
    book: Any,
    traces: Mapping[int, tuple[Frame, ...]] | None = None,
    label: Callable[[str], str] = bot_name,
) -> Recording:
    """Return the recording of a game from its beginning to the present state of its session.

    Args:
        session: The session of the game.
        header: The header of the game.
        book: The game's rulebook.
        traces: Stored frames of each act, by the number of the act's journal entry; None if no frames are stored.
        label: Function that returns the displayed name of a bot or a person.

    Raises:
        ReplayDiverged: The journal does not fit the rules.
    """
    from riotsim.app.output.results import result_lines

    game = GAMES[header.game]
    shown = game.presentation()
    score = shown.final_score(session.state) if session.is_over else None
    return record(
        session.rules,
        session.first_checkpoint,
        session.journal,
        Narration(shown.formatter(book, session.first_checkpoint), shown.turn, shown.scores),
        game=header.game,
        title=f"{game.title}: {' against '.join(seat.name for seat in header.seats)}",
        players={
            seat.name: ", ".join(
                filter(None, (label(seat.player), game.option_titles(book, seat.options), seat.company_phrase))
            )
            for seat in header.seats
        },
        traces=traces,
        notes=(f"seed {header.seed}",),
        colours=header.colours,
        score_name=game.score_name,
        score_icon=game.score_icon,
        rows=None if shown.rows is None else partial(shown.rows, book),
        result=() if score is None else tuple(result_lines(score)),
        marks=partial(shown.marks, book),
        sheets=partial(shown.sheets, book),
        rosters=partial(shown.rosters, book),
        checks=partial(shown.checks, book),
        areas=partial(shown.areas, book),
    )


def recording_of_stored(
    stored: "StoredGame",
    where: str,
    progress: "ProgressListener",
    label: Callable[[str], str] = bot_name,
    part_of: Callable[[Recording], Recording] | None = None,
) -> Recording:
    """Return the recording of a stored game. Acts without a stored trace are simulated again.

    Args:
        stored: The game, read with its traces from a store or an exported file.
        where: Name of the store or file, for messages.
        progress: Callback that gets a line of text before each mesh file is read.
        label: Function that returns the displayed name of a bot or a person.
        part_of: Function that returns the wanted part of the recording; None for the whole recording. Only the acts of
            the part are simulated again.

    Raises:
        BadFile: The game does not fit its rules, or its rules, seats, meshes or traces are not usable.
        Exception: The error that `part_of` raises.
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
        recording = recording_of(session, header, taken.started.book, traces, label)
    finally:
        session.close()
    if part_of is not None:
        recording = part_of(recording)
    return restore_frames(recording, lambda table, act, seed: perform(table, act, seed, trace_hz=FRAMES_PER_SECOND))


@cache  # each picture, page and model of a game needs them all
def figure_meshes() -> Mapping[str, FigureMesh]:
    """Return the meshes of the miniatures that come with the program, by file name, ready to be drawn in replays."""
    found = builtin_meshes()
    return MappingProxyType({name: read_glb(found[name].read_bytes()) for name in MINIATURES})
