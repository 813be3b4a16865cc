"""Games for the tests of the store: short games of bots, on the real table."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import trimesh

from riotsim.bots.bot import play_out
from riotsim.files.resources import builtin_rules
from riotsim.files.rules import load_rules
from riotsim.games.registry import GAMES
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.play.session.session import Session
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.store.begin import make_header
from riotsim.store.database.document import Header, Seat
from riotsim.store.database.store import Store
from riotsim.store.recorder import record_new_game, record_resumed_game
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

BRIEF: Mapping[str, object] = {"clock.minutes": 1, "clock.after": "last_activation"}
"""Options for a game in which each player has two activations. Its journal has about 70 entries."""

BOTS = {"Ada": "random", "Bea": "greedy"}


def traced(table: Table, act: Act, seed: int, hz: int) -> Settled:
    """Perform an act on the real table, with `hz` frames a second."""
    return perform(table, act, seed, trace_hz=hz)


def header(seed: int = 3, options: Mapping[str, object] = BRIEF) -> Header:
    """Return the header of a short game."""
    book = load_rules("riot_dice", Rulebook, options)
    return make_header(
        "riot_dice", "riot_dice", book, seed, [Seat(name=name, player=bot) for name, bot in BOTS.items()]
    )


def own_rules(folder: Path) -> Path:
    """Write a rules file and three small meshes beside it: for ruins, for gits and for a kind of die."""
    rules = builtin_rules()["riot_dice"].read_text()
    rules = rules.replace("mesh: ruin.glb", "mesh: ruin.stl").replace("file: ruffian.glb", "file: git.stl")
    assert "ruin.stl" in rules
    assert "git.stl" in rules
    (folder / "rules.yaml").write_text(rules)
    for name, extents in (("ruin", (60, 40, 30)), ("git", (10, 12, 30)), ("brick", (16, 16, 16))):
        content = trimesh.creation.box(extents).export(file_type="stl")
        assert isinstance(content, bytes)
        (folder / f"{name}.stl").write_bytes(content)
    return folder / "rules.yaml"


def header_with_meshes(folder: Path, options: Mapping[str, object] = BRIEF) -> Header:
    """Return the header of a short game with its own meshes."""
    ways = [tuple(sign * (axis == place) for place in range(3)) for axis in range(3) for sign in (1, -1)]
    faces = [{"looks": way, "shows": number} for number, way in enumerate(ways, 1)]
    brick = {"dice.kinds": {"brick": {"mesh": "brick.stl", "faces": faces}}}
    book = load_rules(own_rules(folder), Rulebook, {**options, **brick})
    seats = [Seat(name=name, player=bot) for name, bot in BOTS.items()]
    return make_header("riot_dice", "rules.yaml", book, 3, seats, folder)


def book_of(header: Header) -> Any:
    """Return the rulebook of a stored game, as an object of the game's own class."""
    return GAMES[header.game].rules.model_validate(header.rules.text)


def play(session: Session[Any], header: Header, most: int | None = None) -> None:
    """Let the bots play a session on, for at most `most` answers."""
    bots = {seat.name: seat.player for seat in header.seats}
    for count, _ in enumerate(play_out(session, make_bots(bots, book_of(header), header.seed)), 1):
        if count == most:
            return


def played(path: Path, seed: int = 3, most: int | None = None, begin: Header | None = None) -> str:
    """Play a game and store it. Return the game's name in the store."""
    begin = begin or header(seed)
    with Store(path) as store, record_new_game(store, begin, traced) as (begun, recorder):
        play(begun.session, begin, most)
        return recorder.writer.game


def gone_on_with(path: Path, game: str, most: int | None = None) -> None:
    """Resume a stored game and play it on, for at most `most` answers."""
    with Store(path) as store:
        begin = store.summary(game).header
        with record_resumed_game(store, game, traced) as (begun, _):
            play(begun.session, begin, most)


@cache
def whole_game() -> list[object]:
    """Return all that is stored of a game that was played without interruption."""
    with TemporaryDirectory() as folder:
        return contents(Path(folder) / "s", played(Path(folder) / "s"))


def contents(path: Path, game: str) -> list[object]:
    """Return all that is stored of the course of a game, for comparison."""
    with Store(path) as store:
        stored = store.read(game, with_traces=True)
        told = store.events(game)
    return [stored.entries, stored.outcomes, stored.turns, stored.result, stored.traces, told]
