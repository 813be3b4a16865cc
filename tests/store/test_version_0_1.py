"""Stores and exports that version 0.1 wrote are listed, resumed, replayed, verified and exported to the same journal.

`versions/0.1` was written by the released program: a store with four games between bots, and an export of each. One
game of each kind is finished. The process of the others was killed in the middle of an act.
"""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from stored import gone_on_with
from typer.testing import CliRunner

from riotsim.cli.main import app
from riotsim.play.session.serialization import to_plain
from riotsim.simulation import perform
from riotsim.store.begin import installed_versions
from riotsim.store.database.store import Store
from riotsim.store.exchange import export_game, import_game
from riotsim.store.resume import resume_game
from riotsim.store.verify import verify_game

FOLDER = Path(__file__).parent / "versions" / "0.1"

EXPORTS = sorted(FOLDER.glob("*.json"))

GAMES = [f"{game}-{state}" for game in ("demolition_dice", "riot_dice") for state in ("finished", "unfinished")]

JOURNAL = ("journal", "outcomes", "turns", "result", "traces")
"""The parts of an export that say how the game went."""


def riotsim(*args: str | Path) -> str:
    """Run a command that must succeed, and return what it writes."""
    done = CliRunner().invoke(app, [str(arg) for arg in args], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    return done.stdout


def export_of(name: str) -> dict[str, Any]:
    """Read an export of version 0.1 as JSON."""
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return data


def says_all_of(new: object, old: object) -> bool:
    """Return whether `new` has every key and value of `old`; new keys may stand beside them."""
    if isinstance(old, dict):
        return isinstance(new, dict) and all(key in new and says_all_of(new[key], value) for key, value in old.items())
    if isinstance(old, list):
        return isinstance(new, list) and len(new) == len(old) and all(map(says_all_of, new, old))
    return new == old


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Return the path of a copy of the store of version 0.1."""
    return Path(shutil.copy(FOLDER / "store.sqlite", tmp_path / "games.sqlite"))


def test_version_0_1_has_left_a_game_of_each_kind() -> None:
    """The tests have exports by version 0.1 of a finished and an unfinished game of each kind."""
    assert [path.stem for path in EXPORTS] == GAMES


def test_the_games_are_listed(store: Path) -> None:
    """`riotsim games` lists the four games of version 0.1 with their seats, seeds and results."""
    listed = {game["id"]: game for game in json.loads(riotsim("games", "--db", store, "list", "--json"))["games"]}
    assert len(listed) == len(GAMES)
    for name in GAMES:
        old = export_of(name)
        header = {key: old["header"][key] for key in ("game", "seed", "seats", "begun", "versions")}
        assert says_all_of(listed[old["id"]], {**header, "entries": len(old["journal"]), "result": old["result"]})


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_fit_the_journal(store: Path, name: str) -> None:
    """Resuming a game of version 0.1 gives the same turns and result, and halts an unfinished game at its last act."""
    old = export_of(name)
    with Store(store) as games:
        stored = games.read(old["id"])
        events = games.events(old["id"])
    taken = resume_game(stored)
    assert [turn._asdict() for turn in taken.turns] == old["turns"]
    assert taken.session.is_over == name.endswith("-finished")
    assert taken.halted == name.endswith("-unfinished")
    if taken.session.is_over:
        assert to_plain(taken.session.state.result) == old["result"]
    assert says_all_of([json.loads(event) for event in import_game(FOLDER / f"{name}.json").events], events)


@pytest.mark.parametrize("name", GAMES)
def test_the_games_are_exported_to_the_same_journal(store: Path, tmp_path: Path, name: str) -> None:
    """Exporting a game from the old store, or after an import, gives the journal that version 0.1 exported."""
    old = export_of(name)
    riotsim("games", "--db", store, "export", old["id"], tmp_path / "again.json")
    riotsim("games", "--db", tmp_path / "new.sqlite", "import", FOLDER / f"{name}.json")
    with Store(tmp_path / "new.sqlite") as games:
        (game,) = games.games()
        imported = json.loads(export_game(games.read(game.id, with_traces=True)))
    for new in (json.loads((tmp_path / "again.json").read_text(encoding="utf-8")), imported):
        assert {part: new[part] for part in JOURNAL} == {part: old[part] for part in JOURNAL}
        assert says_all_of(new["header"], old["header"])


@pytest.mark.parametrize("name", GAMES)
def test_the_games_are_replayed(tmp_path: Path, name: str) -> None:
    """`riotsim replay` makes a page and a text of an export. The text names the players."""
    riotsim("replay", FOLDER / f"{name}.json", "--html", tmp_path / "game.html", "--text", tmp_path / "game.txt")
    text = (tmp_path / "game.txt").read_text(encoding="utf-8")
    assert all(seat["name"] in text for seat in export_of(name)["header"]["seats"])
    assert (tmp_path / "game.html").stat().st_size > 100_000


@pytest.mark.parametrize("name", GAMES)
def test_the_games_verify(store: Path, name: str) -> None:
    """If a game of version 0.1 is verified, each of its acts is simulated again. With the same engine, each act settles
    as before, to the last bit.
    """
    old = export_of(name)
    with Store(store) as games:
        report = verify_game(games.read(old["id"]), perform, str(store))
    assert len(report.acts) == len(old["outcomes"])
    if all(old["header"]["versions"][part] == installed_versions()[part] for part in ("pybullet", "numpy", "platform")):
        assert [act for act in report.acts if not act.same] == []
        assert json.loads(riotsim("games", "--db", store, "verify", old["id"], "--json"))["same"] is True


@pytest.mark.parametrize("name", [name for name in GAMES if name.endswith("-unfinished")])
def test_an_unfinished_game_goes_on(store: Path, name: str) -> None:
    """An unfinished game of version 0.1 is resumed and played to its end. The stored journal and acts don't change."""
    old = export_of(name)
    gone_on_with(store, old["id"])
    with Store(store) as games:
        new = json.loads(export_game(games.read(old["id"], with_traces=True)))
    assert new["result"] is not None
    assert len(new["journal"]) > len(old["journal"])
    assert new["journal"][: len(old["journal"])] == old["journal"]
    assert says_all_of(new["outcomes"], old["outcomes"])
    assert says_all_of(new["traces"], old["traces"])
