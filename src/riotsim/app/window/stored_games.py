"""The list of stored games for the window, and functions that resume or replay stored games."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from riotsim.app.window.player_kinds import player_label
from riotsim.files.assets.meshes import ignore_progress
from riotsim.files.problems import BadFile
from riotsim.games.registry import GAMES
from riotsim.replay.recording import Recording, seats
from riotsim.store.database.store import Store, Summary
from riotsim.viewer.session.hosted_game import Opening, Unplayable
from riotsim.viewer.ui import start_model


def list_stored_games(path: Path) -> tuple[start_model.StoredGame, ...]:
    """Return the stored games. The game that was played last comes first.

    The tuple is empty if the store is missing or unreadable.
    """
    if not path.is_file():
        return ()
    try:
        with Store(path) as store:
            return tuple(_listed(game) for game in sorted(store.games(), key=lambda game: game.changed, reverse=True))
    except BadFile:
        return ()


def store_problem(path: Path) -> str:
    """Return the reason why the store can't be read; empty if it can be read or is missing."""
    try:
        if path.exists():
            Store(path).close()
    except BadFile as bad:
        return str(bad)
    return ""


def resume(game: str, path: Path) -> Opening:
    """Return a function with which the host process resumes a stored game.

    Args:
        game: Id of the game.
        path: The store.

    Raises:
        Unplayable: There is no such game, it is damaged, or the store can't be read.
    """
    _require_store(path)
    try:
        with Store(path) as store:
            store.summary(game.lower())
    except BadFile as bad:
        raise Unplayable(str(bad)) from bad
    from riotsim.app.window.hosting import GameInWindow  # late: it brings the engine

    return GameInWindow.stored(game, path)


def recording(game: str, path: Path) -> Recording:
    """Return the recording of a stored game for a replay.

    Args:
        game: Id of the game.
        path: The store.

    Raises:
        Unplayable: There is no such game, it can't be read, or it does not fit its rules.
    """
    from riotsim.app.recordings import recording_of_stored

    _require_store(path)
    try:
        with Store(path) as store:
            stored = store.read(game, with_traces=True)
            return recording_of_stored(stored, str(path), ignore_progress, player_label)
    except BadFile as bad:
        raise Unplayable(str(bad)) from bad


def _require_store(path: Path) -> None:
    """Check that there is a file at the path of the store. Opening a missing store would create it.

    Raises:
        Unplayable: There is no file.
    """
    if not path.is_file():
        raise Unplayable(f"{path}: there is no store of games here yet")


def _listed(game: Summary) -> start_model.StoredGame:
    about: Mapping[str, str] = {seat.name: seat.player for seat in game.header.seats}
    over = game.result is not None
    stands = _turn(game)
    if game.result is not None:
        winners = game.result.get("winners")
        names = [str(name) for name in winners] if isinstance(winners, list) else []
        stands = f"{names[0]} won" if len(names) == 1 else "a draw" if names else "over"
    return start_model.StoredGame(
        game.id,
        seats(about, game.header.colours),
        stands,
        _format_time(game.changed),
        over,
        is_busy=game.holder is not None,
        about=_title(game.header.game),
        details=f"Game {game.id}, seed {game.header.seed}",
    )


def _turn(game: Summary) -> str:
    """Return the current turn of an unfinished game, with the game's own word for a turn, such as `round 3`."""
    kind = GAMES.get(game.header.game)
    if kind is None:
        return f"turn {game.turns}"
    number = game.turns if kind.has_set_up else game.turns + 1
    return f"{kind.turn_word} {number}" if number else "set-up"


def _title(name: str) -> str:
    """Return the title of a game, or its name if this version of riotsim lacks the game."""
    return GAMES[name].title if name in GAMES else name


def _format_time(iso: str) -> str:
    """Return a time of the store in words, such as `5 minutes ago` or `3 November 2026`.

    Args:
        iso: The time (ISO 8601). A time without a time zone is in UTC.
    """
    then = datetime.fromisoformat(iso)
    then = then if then.tzinfo else then.replace(tzinfo=UTC)
    minutes = int((datetime.now(UTC) - then).total_seconds() // 60)
    if minutes < 2:
        return "just now"
    if minutes < 60:
        return f"{minutes} minutes ago"
    if minutes < 24 * 60:
        return f"{minutes // 60} hour{'s' if minutes >= 120 else ''} ago"
    return f"{then.astimezone().day} {then.astimezone():%B %Y}"
