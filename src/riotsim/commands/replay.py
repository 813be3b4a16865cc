"""`riotsim replay`: a stored game as a page, as an animated model, or as text."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.commands.problems import BadInput
from riotsim.commands.saving import STDIO, Db, Force, must_be_free, opened, passed_on
from riotsim.commands.streams import printable

if TYPE_CHECKING:
    from riotsim.files.meshes import Say
    from riotsim.files.store.store import StoredGame
    from riotsim.replay.recording import Recording

MEGABYTE = 1_000_000


def replay(
    game: Annotated[
        str,
        typer.Argument(metavar="ID|FILE", help="A stored game, or a file that was passed on; - for standard input."),
    ],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one page that plays the game in any browser, offline.")
    ] = None,
    glb: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write an animated model, for viewers and for Blender.")
    ] = None,
    text: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a record, a line an event; - for standard output.")
    ] = None,
    turn: Annotated[int | None, typer.Option(metavar="NUMBER", min=0, help="Only this turn; 0 is the set-up.")] = None,
    force: Force = False,
    db: Db = None,
) -> None:
    """Replay a game: as a page, as a model, or as text (which it is if you say nothing)."""
    from riotsim.commands.progress import waiting
    from riotsim.files.store.writing import write_whole
    from riotsim.replay.text import lines

    here = str(text) == STDIO or (html, glb, text) == (None, None, None)
    for option, file in (("--html", html), ("--glb", glb)):
        if str(file) == STDIO:
            raise BadInput(f"{option} goes into a file; only --text can go to standard output")
    must_be_free([file for file in (html, glb, text) if file is not None and str(file) != STDIO], force=force)
    sizes: dict[Path, int] = {}
    with waiting() as say:
        say("reading the game")
        recording = _recording(game, db, say)
        if not recording.moments:
            raise BadInput(f"{printable(game)}: nothing has happened in this game yet, so there is nothing to replay")
        if turn is not None:
            recording = _only(recording, turn)
        told = [printable(line) for line in lines(recording)]
        written: list[tuple[Path, Callable[[], bytes]]] = []
        if html is not None:
            written.append((html, lambda: _page(recording)))
        if glb is not None:
            written.append((glb, lambda: _model(recording)))
        if text is not None and str(text) != STDIO:
            written.append((text, lambda: "".join(f"{line}\n" for line in told).encode()))
        for file, content_of in written:
            say(f"writing {file}")
            content = content_of()
            write_whole(file, content)
            sizes[file] = len(content)
    for file, size in sizes.items():
        typer.echo(f"{printable(str(file))}: {size / MEGABYTE:.2f} MB", err=True)
    if here:
        for line in told:
            typer.echo(line)


def _page(recording: "Recording") -> bytes:
    from riotsim.commands.retelling import sculpts
    from riotsim.replay.html import page

    return page(recording, sculpts()).encode()


def _model(recording: "Recording") -> bytes:
    from riotsim.commands.retelling import sculpts
    from riotsim.replay.glb import model

    return model(recording, sculpts())


def _recording(game: str, db: Path | None, say: "Say") -> "Recording":
    """The game of a file, or of the store: names in the store have letters and digits, and nothing else."""
    if Path(game).is_file() or not game.isalnum():
        from riotsim.saves.importing import must_fit_together

        stored, where = passed_on(game, say)
        must_fit_together(stored, where)
        return recorded(stored, where, say)
    with opened(db, must_exist=True) as store:
        return recorded(store.read(game.lower(), with_traces=True), str(store.path), say)


def recorded(stored: "StoredGame", where: str, say: "Say") -> "Recording":
    """Give a stored game as it is replayed. Acts without a trace are performed again, and shown if they settle alike.

    Raises `BadFile` for one that does not fit the rules.
    """
    from riotsim.commands.retelling import RiotTelling
    from riotsim.files.problems import BadFile, Problem
    from riotsim.files.store.traces import HZ
    from riotsim.physics import perform
    from riotsim.replay.recording import record, retraced
    from riotsim.saves.taking_up import must_fit

    taken = must_fit(stored, where, say=say)
    session, header = taken.session, stored.header
    names = [seat.name for seat in header.seats]
    try:
        traces = stored.frames()
    except ValueError as error:
        raise BadFile([Problem(where, f"the game {stored.id} has {error}")]) from error
    try:
        recording = record(
            session.run,
            session.beginning,
            session.journal,
            RiotTelling(session.beginning.state, session.beginning.table, taken.begun.book.clock.after),
            game=header.game,
            title=f"Riot Dice: {' against '.join(names)}",
            bosses={seat.name: ", ".join(filter(None, (seat.player, seat.gang))) for seat in header.seats},
            traces=traces,
            notes=(f"seed {header.seed}",),
        )
    finally:
        session.close()
    return retraced(recording, lambda table, act, seed: perform(table, act, seed, trace_hz=HZ))


def _only(recording: "Recording", turn: int) -> "Recording":
    places = [place for place, moment in enumerate(recording.moments) if moment.turn.number == turn]
    if not places:
        last = max(moment.turn.number for moment in recording.moments)
        raise BadInput(f"--turn {turn}: the game has turns 0 to {last}")
    return recording.only(places[0], places[-1] + 1)
