"""Functions that embed the meshes of a game's rules in the game's header, and unpack and load them again."""

import base64
import hashlib
import os
import re
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from riotsim.files.assets.checks import has_custom_dice
from riotsim.files.assets.dice import load_dice
from riotsim.files.assets.figures import RulesWithModels, load_figures
from riotsim.files.assets.meshes import (
    MeshReader,
    ProgressListener,
    ignore_progress,
    load_meshes,
    read_in_own_process,
)
from riotsim.files.mesh.protocol import GAME_CPU_SECONDS, MeshResult, MeshTask, Task
from riotsim.files.mesh.reader import ReaderProcess, TimeLimitExceeded
from riotsim.files.mesh.source import Source, find_source
from riotsim.files.problems import BadFile, Problem
from riotsim.files.yaml import Document
from riotsim.play.game import Assets
from riotsim.play.rulebook.sections import Book
from riotsim.store.database.store import decode_file

CHECKSUM_DIGITS: Final = 16
"""Length of the checksum in an embedded mesh's file name (hexadecimal digits)."""

FILE_NAME_PATTERN: Final = re.compile(rf"[0-9a-f]{{{CHECKSUM_DIGITS}}}\.(glb|obj|stl)")

MESH_SECONDS_VARIABLE: Final = "RIOTSIM_MESH_SECONDS"
"""Environment variable that overrides `GAME_CPU_SECONDS`, the processor time for all meshes of a stored game (s)."""

MAX_MESH_SECONDS: Final = 3600.0
"""Maximum value of the environment variable `RIOTSIM_MESH_SECONDS` (s)."""


def load_assets(
    book: Book,
    beside: Path | None,
    document: Document,
    *,
    progress: ProgressListener = ignore_progress,
    read: MeshReader = read_in_own_process,
) -> Assets:
    """Load the meshes of a rulebook: of its terrain, its models and its dice.

    Args:
        book: The rulebook.
        beside: Folder of the user's own meshes; None if all meshes come with the program.
        document: The data of the rules, for messages.
        progress: Callback that gets a line of text before each mesh file is read.
        read: Function that reads a mesh file.

    Raises:
        BadFile: A mesh can't be used.
    """
    return Assets(
        load_meshes(book, beside, progress=progress, read=read),
        load_figures(book, beside, progress=progress, read=read) if isinstance(book, RulesWithModels) else {},
        load_dice(book, beside, document, progress=progress, read=read) if has_custom_dice(book) else {},
    )


def load_foreign_assets(
    book: Book, beside: Path | None, document: Document, *, progress: ProgressListener = ignore_progress
) -> Assets:
    """Load the meshes of a game that comes from a store or an export, and so may be untrusted.

    Another process reads the user's own meshes. It may use as much processor time as `_seconds` returns, and this
    thread may use as much again. The first reading of a mesh that comes with the program doesn't count.

    Args:
        book: The rulebook.
        beside: Folder with the unpacked meshes; None if all meshes come with the program.
        document: The data of the rules, for messages.
        progress: Callback that gets a line of text before each mesh file is read.

    Raises:
        BadFile: A mesh can't be used, the processor time is used up, or `RIOTSIM_MESH_SECONDS` has a wrong value.
    """
    seconds = _seconds()
    ends = time.thread_time() + seconds
    known: set[tuple[str, Task]] = set()
    with ReaderProcess(seconds) as reader:
        now = ""

        def report_and_check(what: str) -> None:
            nonlocal now
            now = what
            progress(what)
            reader.check_time()
            if time.thread_time() >= ends:
                raise TimeLimitExceeded.of_processor(seconds)

        def read(order: MeshTask, found: Source) -> MeshResult:
            nonlocal ends
            if found.ours:
                begun = time.thread_time()
                product = read_in_own_process(order, found)
                if (found.name, order.task) not in known:
                    known.add((found.name, order.task))
                    ends += time.thread_time() - begun
                return product
            product = reader.read(order, found.content)
            if product.refused:
                raise _Refused(found.name, product.refused)
            return product

        try:
            return load_assets(book, beside, document, progress=report_and_check, read=read)
        except _Refused as no:
            text: Any = document.data
            fields = (field for field, place, key in _mesh_names(text) if place[key] == no.name)
            raise BadFile([Problem(no.name, no.why, field=next(fields, ""))]) from no
        except TimeLimitExceeded as late:
            raise BadFile([Problem(document.file, _too_slow(late, now))]) from late


@dataclass(frozen=True)
class _Refused(Exception):
    """The error raised when a mesh of a stored game is refused. Loading then ends, so no other mesh is read."""

    name: str
    why: str


def _seconds() -> float:
    """Return the processor time that all meshes of a stored game may take together (s).

    Raises:
        BadFile: The value of the environment variable `RIOTSIM_MESH_SECONDS` is not a number, is not above 0, or is too
            large.
    """
    told = os.environ.get(MESH_SECONDS_VARIABLE)
    if not told:
        return GAME_CPU_SECONDS
    try:
        seconds = float(told)
    except ValueError:
        seconds = 0.0
    if not 0.0 < seconds <= MAX_MESH_SECONDS:
        raise BadFile(
            [
                Problem(
                    MESH_SECONDS_VARIABLE,
                    f"is a number of seconds, {MAX_MESH_SECONDS:g} at the most, and not {told[:50]!r}",
                )
            ]
        )
    return seconds


def _too_slow(late: TimeLimitExceeded, now: str) -> str:
    return (
        f"the meshes of a stored game may take {late} together, and that was over while {now}; if you trust "
        f"whoever made this game, {MESH_SECONDS_VARIABLE}=60 in the environment lets them take a minute"
    )


def embed_meshes(text: dict[str, Any], beside: Path | None) -> dict[str, str]:
    """Rename the user's own meshes in the data of rules, and return their contents.

    The new name of a mesh is a checksum of its content, with the ending of its file. Meshes that come with the program
    are left as they are.

    Args:
        text: The rules as plain data. It is changed in place.
        beside: Folder of the rules file; None for rules that come with the program.

    Returns:
        The content of each of the user's meshes in base64, by its new name.

    Raises:
        BadFile: A mesh is missing or can't be read.
    """
    files: dict[str, str] = {}
    for _, place, key in _mesh_names(text):
        found = find_source(place[key], beside)
        if not found.ours:
            place[key] = f"{hashlib.sha256(found.content).hexdigest()[:CHECKSUM_DIGITS]}.{found.ending}"
            files[place[key]] = base64.b64encode(found.content).decode()
    return files


def _mesh_names(text: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield each field of rules that names the mesh of a kind of terrain, die or model.

    Yields: The path of the field for messages, the mapping with the field, and the field's key in this mapping.
    """
    terrain = text.get("terrain")
    for name, kind in terrain.items() if isinstance(terrain, Mapping) else ():  # a game may have options of this name
        if isinstance(kind, dict) and kind.get("mesh") is not None:
            yield f"terrain.{name}.mesh", kind, "mesh"
    dice = text.get("dice")  # a group in some games, a number of dice in others
    for name, kind in dice.get("kinds", {}).items() if isinstance(dice, dict) else ():
        if kind.get("mesh") is not None:
            yield f"dice.kinds.{name}.mesh", kind, "mesh"
    for name, model in text.get("models", {}).items():
        if model.get("figure") is not None:
            yield f"models.{name}.figure", model["figure"], "file"


@contextmanager
def unpack_files(files: Mapping[str, str]) -> Iterator[Path | None]:
    """Yield a temporary folder with the embedded files of a game, or None if the game has none.

    The folder is removed at the end of the `with` block.

    Args:
        files: The contents in base64, by file name.

    Raises:
        BadFile: A name is malformed, a file's content is not base64, or a content doesn't match the checksum in the
            file's name.
    """
    if not files:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="riotsim-") as folder:
        for name, text in files.items():
            if not FILE_NAME_PATTERN.fullmatch(name):
                raise BadFile([Problem(name, "is no name of a mesh in a stored game")])
            content = decode_file(name, text)
            if not name.startswith(hashlib.sha256(content).hexdigest()[:CHECKSUM_DIGITS]):
                raise BadFile([Problem(name, "is another mesh than the rules were played with: its checksum differs")])
            (Path(folder) / name).write_bytes(content)
        yield Path(folder)
