"""The meshes of a game's rules: embedded in the game, unpacked and loaded."""

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
    RulesWithTerrain,
    ignore_progress,
    load_meshes,
    prepare,
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
"""Length of the checksum that names a mesh (hexadecimal digits)."""

FILE_NAME_PATTERN: Final = re.compile(rf"[0-9a-f]{{{CHECKSUM_DIGITS}}}\.(glb|obj|stl)")

MESH_SECONDS_VARIABLE: Final = "RIOTSIM_MESH_SECONDS"
"""Environment variable that replaces `GAME_CPU_SECONDS`, the processor time for the meshes of a stored game (s)."""

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
    """Load the meshes of a rulebook.

    Raises:
        BadFile: A mesh can't be used; all problems are listed.
    """
    return Assets(
        load_meshes(book, beside, progress=progress, read=read) if isinstance(book, RulesWithTerrain) else {},
        load_figures(book, beside, progress=progress, read=read) if isinstance(book, RulesWithModels) else {},
        load_dice(book, beside, document, progress=progress, read=read) if has_custom_dice(book) else {},
    )


def load_foreign_assets(
    book: Book, beside: Path | None, document: Document, *, progress: ProgressListener = ignore_progress
) -> Assets:
    """Load the meshes of a game from a store or an export, which may be untrusted.

    All of them share one limit of processor time, because the rules may name a file ten thousand times. It applies to
    the process that reads the game's own meshes, and to this thread. The first reading of each of the program's own
    meshes doesn't count.

    Raises:
        BadFile: A mesh is refused, or the time limit has passed.
    """
    seconds = _seconds()
    prepare()
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
    """A mesh of a stored game can't be read: the others need not be."""

    name: str
    why: str


def _seconds() -> float:
    """Return the processor time for the meshes of a stored game (s)."""
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
    """Rename the user's own meshes in rules to checksums of their content, and return that content.

    Args:
        text: The rules as plain data. It is changed in place.
        beside: The folder of the rules file.

    Returns:
        The content of each mesh (base64) by its new name. Meshes that come with riotsim are left as they are.
    """
    files: dict[str, str] = {}
    for _, place, key in _mesh_names(text):
        found = find_source(place[key], beside)
        if not found.ours:
            place[key] = f"{hashlib.sha256(found.content).hexdigest()[:CHECKSUM_DIGITS]}.{found.ending}"
            files[place[key]] = base64.b64encode(found.content).decode()
    return files


def _mesh_names(text: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the places in rules that name a mesh: terrain, figures and dice, as in `files/assets/checks.py`."""
    for name, kind in text.get("terrain", {}).items():
        if kind.get("mesh") is not None:
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
    """Yield a folder with the files of a game, which exists during the block; None if there are no files.

    Raises:
        BadFile: A file has no valid name, or its checksum differs.
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
