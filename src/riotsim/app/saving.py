"""Functions of commands: they open the store of games, read exported games, and check output files."""

import os
import stat
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from riotsim.errors import BadInput

if TYPE_CHECKING:
    from riotsim.files.assets.meshes import ProgressListener
    from riotsim.store.database.store import Store, StoredGame

STDIO = "-"
"""File name that stands for standard input or output."""


STORE_VARIABLE = "RIOTSIM_DB"
"""Environment variable that names the default store of games."""


def _place(text: str) -> Path:
    if not text:
        raise BadInput("--db names a file, and what was given is empty")
    return Path(text)


Db: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--db", metavar="FILE", envvar=STORE_VARIABLE, show_envvar=False, parser=_place,
        help="The store of games; by default the file that RIOTSIM_DB in the environment names, or else "
        "riotsim/games.sqlite in this system's folder for users' data.",
    ),
]  # fmt: skip

Force: TypeAlias = Annotated[bool, typer.Option("--force", help="Overwrite files that exist.")]


def default_store() -> Path:
    """Return the path of the user's default store.

    This is the path in the environment variable RIOTSIM_DB, or else `games.sqlite` in the user's data folder.
    """
    named = os.environ.get(STORE_VARIABLE)
    return Path(named) if named else data_folder() / "games.sqlite"


def data_folder() -> Path:
    """Return this user's folder for riotsim's data, where the operating system expects it. The folder may not exist."""
    from platformdirs import user_data_path

    return user_data_path("riotsim", appauthor=False)


def make_data_folder(path: Path) -> None:
    """Make riotsim's data folder, if a file is to be written directly into it.

    For a file in any other folder, make nothing, because the user may have mistyped the path.

    Args:
        path: The path of the file.

    Raises:
        BadFile: The folder can't be made.
    """
    from riotsim.files.problems import BadFile, Problem

    folder = data_folder()
    if path.parent != folder:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        what = f"the folder {folder} can't be made: {(error.strerror or str(error)).lower()}"
        raise BadFile([Problem(str(path), what)]) from error


def open_store(db: Path | None, *, must_exist: bool = False) -> "Store":
    """Open a store of games.

    Args:
        db: The store; None for the user's default store.
        must_exist: Whether a missing store is an error. By default it is created.

    Raises:
        BadFile: The file is not a store, can't be used, lies in a missing folder, or is missing although it must exist.
    """
    from riotsim.files.problems import BadFile, Problem
    from riotsim.store.database.store import Store

    path = db if db is not None else default_store()
    if must_exist and not path.exists():
        raise BadFile([Problem(str(path), "there is no store of games here yet; riotsim game makes one")])
    if path.is_dir():
        raise BadFile([Problem(str(path), "is a folder, and no store of games")])
    make_data_folder(path)
    return Store(path)


def read_exported(file: str, progress: "ProgressListener") -> tuple["StoredGame", str]:
    """Read an exported game without replaying it. The journal is not checked against the rules.

    Args:
        file: The file, or `-` for standard input.
        progress: Callback that gets a message with the file's name.

    Returns:
        The game, and the name of its file for messages.

    Raises:
        BadFile: The file can't be read, or is not an exported game.
    """
    from riotsim.files.problems import BadFile, Problem
    from riotsim.store.exchange import MAX_EXPORT_BYTES, read_export, read_export_file

    progress(f"reading {file}")
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
    """Check output files before any work is done.

    Args:
        files: The files to be written.
        force: Whether existing files may be overwritten. Special files such as `/dev/null` don't count as existing.

    Raises:
        BadInput: Two of the files are the same, or a file exists and may not be overwritten.
        BadFile: A file can't be written.
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
