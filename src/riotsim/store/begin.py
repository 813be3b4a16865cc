"""Functions that make the header of a game, and start a new or resumed game from its header."""

import hashlib
import json
import platform
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from pydantic import JsonValue

from riotsim.files.assets.meshes import ProgressListener, ignore_progress, read_in_own_process, reading_elsewhere
from riotsim.files.problems import BadFile, Problem
from riotsim.files.yaml import Document, validate
from riotsim.games.registry import GAMES
from riotsim.play.game import Assets, Game
from riotsim.play.rulebook.sections import EDITION_KEY, Book, unknown_name
from riotsim.play.session.session import Perform, Session
from riotsim.store.assets import embed_meshes, load_assets, load_foreign_assets, unpack_files
from riotsim.store.companies import seats_with_companies
from riotsim.store.database.document import Header, Rules, Seat

DETERMINISM_PACKAGES: Final = ("riotsim", "pybullet", "numpy")
"""The packages whose versions the header of a game records."""

MAX_RULES_LENGTH: Final = 1_000_000
"""Maximum length of a game's complete rules as JSON (characters). The rules of Riot Dice have 7,000."""


@dataclass(frozen=True, slots=True)
class StartedGame:
    """A game that was started, with its rules."""

    session: Session[Any]
    book: Any
    """The rulebook. Its type depends on the kind of game."""
    assets: Assets
    """The meshes of the rules."""


def make_header(
    game: str,
    rules: str,
    book: Book,
    seed: int,
    seats: Sequence[Seat],
    beside: Path | None = None,
    *,
    live_clock: bool = False,
) -> Header:
    """Return the header of a new game, with the user's own meshes embedded.

    Args:
        game: The game's name in the registry.
        rules: The name to display for the rules. For rules of the user's own, it is the name of their file.
        book: The rulebook.
        seed: Seed of the game.
        seats: The players in seat order.
        beside: Folder of the rules file, where the paths of meshes start; None for the program's own rules.
        live_clock: Whether the game's clock runs while players think. If True, the time stamps of the players' answers
            tell how long they thought. If False, the rules charge fixed times instead.

    Raises:
        BadFile: A mesh can't be read.
    """
    text = book.model_dump(mode="json", by_alias=True)
    files = embed_meshes(text, beside)
    return Header(
        game=game,
        rules=Rules(name=rules, sha256=rules_hash(text), text=text, files=files),
        seed=seed,
        seats=tuple(seats),
        live_clock=live_clock,
        begun=datetime.now(UTC).isoformat(timespec="seconds"),
        versions=installed_versions(),
    )


def known_game(name: str) -> Game:
    """Return the game of this name.

    Raises:
        BadFile: There is no such game. A newer riotsim may have it.
    """
    if name not in GAMES:
        raise BadFile([Problem("game", unknown_name(f"{name!r} is no game of riotsim", name, GAMES))])
    return GAMES[name]


def start_game(
    header: Header,
    perform: Perform,
    *,
    progress: ProgressListener = ignore_progress,
    stored: bool = False,
    lean: bool = False,
) -> StartedGame:
    """Start a game from its header.

    Args:
        header: The game, its rules, seats and seed.
        perform: Function that performs the acts.
        progress: Callback that gets a line of text before each mesh file is read.
        stored: Whether the game comes from a store or an export. Its meshes are then untrusted and share a time limit.
        lean: Whether another process reads the meshes, so that this process needs less memory. Ignored if `stored`.

    Raises:
        BadFile: The game is unknown, or its rules, its seats or a mesh are not usable.
    """
    game = known_game(header.game)
    if (size := len(json.dumps(header.rules.text))) > MAX_RULES_LENGTH:
        raise BadFile(
            [Problem(header.rules.name, f"has {size:,} letters in full, and at most {MAX_RULES_LENGTH:,} are read")]
        )
    if rules_hash(header.rules.text) != header.rules.sha256:
        raise BadFile([Problem(header.rules.name, "the rules of this game are not those that its checksum is of")])
    document = Document(header.rules.name, rules_text(header), {})
    book = _validated(document, game.rules, stored=stored)
    with unpack_files(header.rules.files) as beside:
        if stored:
            assets = load_foreign_assets(book, beside, document, progress=progress)
        else:
            with reading_elsewhere() if lean else nullcontext(read_in_own_process) as read:
                assets = load_assets(book, beside, document, progress=progress, read=read)
    for seat in header.seats:
        if fault := game.option_fault(book, seat.options):
            raise BadFile([Problem(header.rules.name, f"no game can be begun: {seat.name}: {fault}", field="seats")])
    seats = seats_with_companies(game, book, header.seats)
    try:
        session = game.begin(book, seats, header.seed, perform, assets, header.live_clock)
    except (ValueError, KeyError) as error:
        raise BadFile([Problem(header.rules.name, f"no game can be begun: {error}", field="seats")]) from error
    return StartedGame(session, book, assets)


def rules_text(header: Header) -> dict[str, JsonValue]:
    """Return the complete rules of a game.

    If the game's rules have editions, the result names one. This is edition 1 if the stored rules name none.
    """
    text, rules = header.rules.text, GAMES[header.game].rules
    if EDITION_KEY in text or EDITION_KEY not in rules.model_fields:
        return text
    return {EDITION_KEY: 1, **text}


def _validated(document: Document, model: type[Book], *, stored: bool) -> Any:
    """Validate the rules of a game and return the rulebook.

    Raises:
        BadFile: The rules are invalid. For a stored game, the message has the first problem and says how many others
            there are.
    """
    try:
        return validate(document, model)
    except BadFile as bad:
        first, *others = bad.problems
        if not stored or not others:
            raise
        more = f"{first.message} (and {len(others):,} more of its rules {'is' if len(others) == 1 else 'are'} wrong)"
        raise BadFile([replace(first, message=more)]) from bad


def rules_hash(text: Mapping[str, JsonValue]) -> str:
    """Return the SHA-256 of complete rules, in hexadecimal. The order of keys makes no difference."""
    return hashlib.sha256(json.dumps(text, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def installed_versions() -> dict[str, str]:
    """Return the installed versions of riotsim, the engine, numpy and Python, and the platform, such as Linux x86_64.

    The keys are riotsim, pybullet, numpy, python and platform.
    """
    return {
        **{part: version(part) for part in DETERMINISM_PACKAGES},
        "python": platform.python_version(),
        "platform": f"{platform.system()} {platform.machine()}",
    }
