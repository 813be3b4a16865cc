"""Where commands find stored games: the store, and files that games are passed on in."""

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from riotsim.app.problems import BadInput

if TYPE_CHECKING:
    from riotsim.files.assets.meshes import ProgressListener
    from riotsim.store.database.store import Store, StoredGame

STDIO = "-"
"""A file's name that stands for standard input or output."""


def _place(text: str) -> Path:
    if not text:
        raise BadInput("--db names a file, and what was given is empty")
    return Path(text)


Db: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--db", metavar="FILE", envvar="RIOTSIM_DB", show_envvar=False, parser=_place,
        help="The store of games; by default riotsim/games.sqlite where this system keeps users' data, or what "
        "RIOTSIM_DB in the environment names.",
    ),
]  # fmt: skip

Force: TypeAlias = Annotated[bool, typer.Option("--force", help="Write over a file that is there.")]


def default_store() -> Path:
    """Give where games are stored if nobody says where."""
    from platformdirs import user_data_path

    return user_data_path("riotsim", appauthor=False) / "games.sqlite"


def open_store(db: Path | None, *, must_exist: bool = False) -> "Store":
    """Open the store. Raises `BadFile` for a file that is none, or that is not there but `must_exist`."""
    from riotsim.files.problems import BadFile, Problem
    from riotsim.store.database.store import Store

    path = db if db is not None else default_store()
    if must_exist and not path.exists():
        raise BadFile([Problem(str(path), "there is no store of games here yet; riotsim game makes one")])
    if path.is_dir():
        raise BadFile([Problem(str(path), "is a folder, and no store of games")])
    return Store(path)


def read_exported(file: str, say: "ProgressListener") -> tuple["StoredGame", str]:
    """Read a game that was passed on, `-` for standard input: gives it, and where it is from.

    It has yet to be replayed by whoever wants it. Raises `BadFile` for what is no game.
    """
    from riotsim.files.problems import BadFile, Problem
    from riotsim.store.exchange import MAX_EXPORT_BYTES, read_export, read_export_file

    say(f"reading {file}")
    if file == STDIO:
        where = "standard input"
        return read_export(sys.stdin.buffer.read(MAX_EXPORT_BYTES + 1), where), where
    try:
        mode = Path(file).stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise BadFile([Problem(file, "can't be read: there is no such file")]) from None
    except OSError as error:
        raise BadFile([Problem(file, f"can't be read: {(error.strerror or str(error)).lower()}")]) from error
    if stat.S_ISDIR(mode):
        raise BadFile([Problem(file, "can't be read: it is a folder, and no game")])
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        raise BadFile([Problem(file, "can't be read: it is a device, and no game")])
    return read_export_file(Path(file)), file


def check_outputs(files: Iterable[Path], *, force: bool) -> None:
    """Look over what is going to be written, before any work is done.

    Raises `BadInput` for two of one place, and for a file that is there already and may not be written over (what is no
    regular file, such as `/dev/null`, may); `BadFile` for what can't be written.
    """
    from riotsim.files.atomic import require_writable

    taken: set[str] = set()
    for file in files:
        require_writable(file)
        regular = file.is_file()
        if regular and not force:
            raise BadInput(f"{file} is there already; --force writes over it")
        place = os.path.realpath(file)
        if place in taken and (regular or not file.exists()):
            raise BadInput(f"{file} can't be written twice: each form goes into a file of its own")
        taken.add(place)
