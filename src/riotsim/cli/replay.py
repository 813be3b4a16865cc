"""`riotsim replay`: shows a stored or exported game as a page, an animated model, a film, a picture or text."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riotsim.app.output.streams import printable
from riotsim.app.pictures import film_request, picture_request, render_picture, write_film
from riotsim.app.saving import STDIO, Db, Force, check_outputs, open_store, read_exported
from riotsim.errors import BadInput

if TYPE_CHECKING:
    from riotsim.files.assets.meshes import ProgressListener
    from riotsim.replay.recording import Recording

BYTES_PER_MEGABYTE = 1_000_000

DEFAULT_SIZE = "1280x720"
"""Size of a film or picture (pixels)."""

DEFAULT_FPS = 30
"""Number of pictures for each second of a film."""

DEFAULT_SPEED = 1.0
"""Speed of a film, as a multiple of real time."""

DEFAULT_QUALITY = "high"
"""Quality of a film or picture."""


def replay(
    game: Annotated[
        str,
        typer.Argument(metavar="ID|FILE", help="The id of a stored game, or an exported file; - for standard input."),
    ],
    html: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one page that plays the game in any browser, offline.")
    ] = None,
    glb: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write an animated model, for viewers and for Blender.")
    ] = None,
    text: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write what happens as text; - for standard output.")
    ] = None,
    video: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a film: .mp4 (H.264) or .webm (VP9), with sound.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write one picture, .png or .jpg; see --at.")
    ] = None,
    at: Annotated[
        float | None,
        typer.Option(metavar="SECONDS", help="The time of the picture, from the beginning; by default the end."),
    ] = None,
    turn: Annotated[
        str | None, typer.Option(metavar="A-B", help="Only this turn or these turns, such as 3-5; 0 is the set-up.")
    ] = None,
    size: Annotated[
        str | None,
        typer.Option(metavar="WxH", help=f"Size of a film or picture (pixels); by default {DEFAULT_SIZE}."),
    ] = None,
    fps: Annotated[
        int | None,
        typer.Option(min=1, max=120, help=f"Number of pictures for each second of a film; by default {DEFAULT_FPS}."),
    ] = None,
    sound: Annotated[
        bool | None, typer.Option("--sound/--no-sound", help="Whether a film has sound; by default it has.")
    ] = None,
    speed: Annotated[
        float | None,
        typer.Option(help="Speed of a film: 2 is twice as fast, and by default it is 1."),
    ] = None,
    quality: Annotated[
        str | None,
        typer.Option(help=f"Quality of a film or picture: low, medium or high; by default {DEFAULT_QUALITY}."),
    ] = None,
    force: Force = False,
    db: Db = None,
) -> None:
    """Replay a game as a page, an animated model, a film, a picture or text. By default the text is printed.

    \f

    Raises:
        BadFile: There is no such file or game, the game does not fit its rules, or a file can't be written.
        BadInput: An option is invalid or contradicts another, or nothing has happened in the game yet.
    """
    from riotsim.app.output.progress import spinner
    from riotsim.files.atomic import OWNER_ONLY, write_whole
    from riotsim.replay.text import lines

    here = str(text) == STDIO or (html, glb, text, video, picture) == (None,) * 5
    for option, file in (("--html", html), ("--glb", glb), ("--video", video), ("--picture", picture)):
        if str(file) == STDIO:
            raise BadInput(f"{option} goes into a file; only --text can go to standard output")
    turns = None if turn is None else _turns(turn)
    if video is None:
        _refuse({"--fps": fps, "--speed": speed, "--sound or --no-sound": sound}, "a film: add --video FILE")
        if picture is None:
            drawing = {"--size": size, "--quality": quality}
            _refuse(drawing, "a film or picture: add --video FILE or --picture FILE")
    size = DEFAULT_SIZE if size is None else size
    quality = DEFAULT_QUALITY if quality is None else quality
    filmed = None
    if video is not None:
        fps, speed = DEFAULT_FPS if fps is None else fps, DEFAULT_SPEED if speed is None else speed
        filmed = film_request(video, size, fps, speed, quality, sound=sound is not False)
    if picture is None and at is not None:
        raise BadInput("--at is the time of a --picture: add --picture FILE, or leave --at out")
    drawn = None if picture is None else picture_request(picture, size, quality, at)
    check_outputs(
        [file for file in (html, glb, text, video, picture) if file is not None and str(file) != STDIO], force=force
    )
    sizes: dict[Path, int] = {}
    with spinner() as progress:
        progress("reading the game")
        recording = _recording(game, turns, db, progress)
        told = [printable(line) for line in lines(recording)]
        written: list[tuple[Path, Callable[[], bytes]]] = []
        if html is not None:
            written.append((html, lambda: _page(recording)))
        if glb is not None:
            written.append((glb, lambda: _model(recording)))
        if text is not None and str(text) != STDIO:
            written.append((text, lambda: "".join(f"{line}\n" for line in told).encode()))
        if drawn is not None:
            written.append((drawn.file, lambda: render_picture(recording, drawn, progress)))
        for file, content_of in written:
            progress(f"writing {file}")
            content = content_of()
            write_whole(file, content, OWNER_ONLY)
            sizes[file] = len(content)
    if filmed is not None:
        sizes[filmed.file] = write_film(recording, filmed)
    for file, bytes_in in sizes.items():
        typer.echo(f"{printable(str(file))}: {bytes_in / BYTES_PER_MEGABYTE:.2f} MB", err=True)
    if here:
        for line in told:
            typer.echo(line)


def _refuse(given: Mapping[str, object], of_what: str) -> None:
    """Refuse options of an output, such as a film, that was not asked for.

    Args:
        given: The values of the options, by their names; None for an option that isn't given.
        of_what: The output and the option that asks for it, for the message.

    Raises:
        BadInput: An option is given.
    """
    for option, value in given.items():
        if value is not None:
            raise BadInput(f"{option} is for {of_what}, or leave this out")


def _page(recording: "Recording") -> bytes:
    from riotsim.app.recordings import figure_meshes
    from riotsim.replay.page.html import page

    return page(recording, figure_meshes()).encode()


def _model(recording: "Recording") -> bytes:
    from riotsim.app.recordings import figure_meshes
    from riotsim.replay.glb.writer import animated_glb

    return animated_glb(recording, figure_meshes())


def _recording(game: str, turns: tuple[int, int] | None, db: Path | None, progress: "ProgressListener") -> "Recording":
    """Return the recording of an exported or stored game. If turns are given, return only their part of the recording.

    Args:
        game: An exported file, `-` for standard input, or the id of a stored game (letters and digits only).
        turns: Numbers of the first and the last turn; None for the whole game.
        db: The store; None for the user's default store.
        progress: Callback that receives a description of each step.

    Raises:
        BadFile: There is no such file or game, or the game does not fit its rules.
        BadInput: Nothing has happened in the game yet, or it has no such turns.
    """
    from riotsim.app.recordings import recording_of_stored

    def part_of(recording: "Recording") -> "Recording":
        if not recording.moments:
            raise BadInput(f"{printable(game)}: nothing has happened in this game yet, so there is nothing to replay")
        return recording if turns is None else _select_turns(recording, *turns)

    if Path(game).is_file() or not game.isalnum():
        from riotsim.store.exchange import require_consistent

        stored, where = read_exported(game, progress)
        require_consistent(stored, where)
        return recording_of_stored(stored, where, progress, part_of=part_of)
    with open_store(db, must_exist=True) as store:
        stored = store.read(game.lower(), with_traces=True)
        return recording_of_stored(stored, str(store.path), progress, part_of=part_of)


def _turns(text: str) -> tuple[int, int]:
    """Parse the value of `--turn`, such as `14` or `3-5`.

    Returns:
        Numbers of the first and the last turn.

    Raises:
        BadInput: The text is malformed, or the last turn comes before the first.
    """
    first, dash, last = text.strip().partition("-")
    if not first.isdecimal() or (dash and not last.isdecimal()):
        raise BadInput(f"--turn is written like 14 or 3-5, not {printable(text)!r}")
    if dash and int(last) < int(first):
        raise BadInput(f"--turn {first}-{last}: the first comes before the last, as in {last}-{first}")
    return int(first), int(last if dash else first)


def _select_turns(recording: "Recording", first: int, last: int) -> "Recording":
    places = [place for place, moment in enumerate(recording.moments) if first <= moment.turn.number <= last]
    end = max(moment.turn.number for moment in recording.moments)
    if not places or last > end:
        raise BadInput(f"--turn {first if first == last else f'{first}-{last}'}: the game has turns 0 to {end}")
    return recording.part(places[0], places[-1] + 1)
