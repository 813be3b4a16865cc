"""How a game is begun from its header, the first time and each time it is taken up."""

import base64
import hashlib
import json
import platform
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from pydantic import JsonValue

from riotsim.files.dice import load_dice
from riotsim.files.figures import load_figures
from riotsim.files.mesh.source import source
from riotsim.files.meshes import Say, load_meshes, quiet
from riotsim.files.problems import BadFile, Problem
from riotsim.files.store.document import Header, Rules, Seat
from riotsim.files.store.store import content_of
from riotsim.files.yaml import Document, validate
from riotsim.games.registry import GAMES, Assets
from riotsim.play.rulebooks import Book, unknown
from riotsim.play.session import Perform, Session

PARTS: Final = ("riotsim", "pybullet", "numpy")
"""The packages on which the bits of a game depend."""


SHORT: Final = 16
"""Hexadecimal digits of a checksum by which a mesh is named."""

FILE_NAME: Final = re.compile(rf"[0-9a-f]{{{SHORT}}}\.(glb|obj|stl)")


@dataclass(frozen=True, slots=True)
class Begun:
    """A game at its beginning, with its rules."""

    session: Session[Any]
    book: Any
    """The rulebook, of the game's own type."""
    assets: Assets
    """What its rules take from files."""


def header_of(
    game: str,
    rules: str,
    book: Book,
    seed: int,
    seats: Sequence[Seat],
    beside: Path | None = None,
    *,
    live_clock: bool = False,
) -> Header:
    """Put together what a game begins with. Own meshes, looked for in the folder `beside`, go into it."""
    text = book.model_dump(mode="json", by_alias=True)
    files = _own_files(text, beside)
    return Header(
        game=game,
        rules=Rules(name=rules, sha256=text_hash(text), text=text, files=files),
        seed=seed,
        seats=tuple(seats),
        live_clock=live_clock,
        begun=datetime.now(UTC).isoformat(timespec="seconds"),
        versions=versions(),
    )


def begin(header: Header, perform: Perform, *, say: Say = quiet) -> Begun:
    """Begin a game. Raises `BadFile` if its rules, its seats or its files are none that can be played with."""
    if header.game not in GAMES:
        raise BadFile([Problem("game", unknown(f"{header.game!r} is no game of riotsim", header.game, GAMES))])
    if text_hash(header.rules.text) != header.rules.sha256:
        raise BadFile([Problem(header.rules.name, "the rules of this game are not those that its checksum is of")])
    game = GAMES[header.game]
    document = Document(header.rules.name, header.rules.text, {})
    book: Any = validate(document, game.rules)
    with _unpacked(header.rules.files) as beside:
        assets = Assets(
            load_meshes(book, beside, say=say), load_figures(book, beside, say=say),
            load_dice(book, beside, document, say=say),
        )  # fmt: skip
    try:
        session = game.begin(book, header.seats, header.seed, perform, assets, header.live_clock)
    except (ValueError, KeyError) as error:
        raise BadFile([Problem(header.rules.name, f"no game can be begun: {error}", field="seats")]) from error
    return Begun(session, book, assets)


def _own_files(text: dict[str, Any], beside: Path | None) -> dict[str, str]:
    """Take up the meshes that rules bring with them: gives their content, and has the rules name them by that."""
    files: dict[str, str] = {}
    for place, key in _mesh_names(text):
        found = source(place[key], beside)
        if not found.ours:
            place[key] = f"{hashlib.sha256(found.content).hexdigest()[:SHORT]}.{found.ending}"
            files[place[key]] = base64.b64encode(found.content).decode()
    return files


def _mesh_names(text: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """The places in rules where a mesh is named: terrain, figures and dice, as `files/assets.py` looks them over."""
    for kind in (*text.get("terrain", {}).values(), *text.get("dice", {}).get("kinds", {}).values()):
        if kind.get("mesh") is not None:
            yield kind, "mesh"
    for model in text.get("models", {}).values():
        if model.get("figure") is not None:
            yield model["figure"], "file"


@contextmanager
def _unpacked(files: Mapping[str, str]) -> Iterator[Path | None]:
    """Put the files of a game into a folder for as long as they are read."""
    if not files:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="riotsim-") as folder:
        for name, text in files.items():
            if not FILE_NAME.fullmatch(name):
                raise BadFile([Problem(name, "is no name of a mesh in a stored game")])
            content = content_of(name, text)
            if not name.startswith(hashlib.sha256(content).hexdigest()[:SHORT]):
                raise BadFile([Problem(name, "is another mesh than the rules were played with: its checksum differs")])
            (Path(folder) / name).write_bytes(content)
        yield Path(folder)


def text_hash(text: Mapping[str, JsonValue]) -> str:
    """Give the SHA-256 of rules as they are in force, in hexadecimal: equal rules have equal hashes."""
    return hashlib.sha256(json.dumps(text, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def versions() -> dict[str, str]:
    """Tell what this process plays with."""
    return {
        **{part: version(part) for part in PARTS},
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
    }
