"""Stores of earlier versions can still be read. Each version that is released leaves a store and an export here."""

import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from stored import contents, gone_on_with, played

from riotsim.files.problems import BadFile
from riotsim.store.database.schema import MIGRATIONS, SCHEMA_VERSION
from riotsim.store.database.store import Store
from riotsim.store.exchange import FORMAT_VERSION, import_game
from riotsim.store.resume import resume_game

FOLDER = Path(__file__).parent / "versions"


def test_each_version_has_left_a_store_and_an_export() -> None:
    """For each version of the store's schema and of the export format, the tests have a file to read."""
    assert [path.name for path in sorted(FOLDER.glob("store-*"))] == [
        f"store-{k + 1}.sqlite" for k in range(SCHEMA_VERSION)
    ]
    assert [path.name for path in sorted(FOLDER.glob("game-*"))] == [
        f"game-{k + 1}.json" for k in range(FORMAT_VERSION)
    ]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("store-*")), ids=lambda path: path.name)
def test_a_store_of_each_version_is_read(path: Path, tmp_path: Path) -> None:
    """If a store of an earlier version is opened, it gets today's schema. Its game resumes, and a new game is added."""
    shutil.copy(path, tmp_path / "games.sqlite")
    with Store(tmp_path / "games.sqlite") as store:
        (game,) = store.games()
        assert resume_game(store.read(game.id)).session.is_over
        assert store._connection.execute("PRAGMA user_version").fetchone()[0] == SCHEMA_VERSION
    played(tmp_path / "games.sqlite", most=2)
    with Store(tmp_path / "games.sqlite") as store:
        assert len(store.games()) == 2


@pytest.mark.parametrize("path", sorted(FOLDER.glob("game-*")), ids=lambda path: path.name)
def test_an_export_of_each_version_is_read(path: Path) -> None:
    """An export of any format version can be imported, and the game has a result."""
    assert import_game(path).game.result is not None


def test_a_store_is_brought_up_to_date_step_by_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a later version adds a table, opening a store adds the table and keeps the games."""
    game = played(tmp_path / "s")
    before = contents(tmp_path / "s", game)
    from riotsim.store.database import connection as database

    monkeypatch.setattr(database, "MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (game TEXT) STRICT;"))
    monkeypatch.setattr(database, "SCHEMA_VERSION", SCHEMA_VERSION + 1)
    database._expected_schema.cache_clear()
    try:
        assert contents(tmp_path / "s", game) == before
        with Store(tmp_path / "s") as store:
            assert store._connection.execute("SELECT count(*) FROM more").fetchone() == (0,)
    finally:
        monkeypatch.undo()
        database._expected_schema.cache_clear()
    with pytest.raises(BadFile, match="newer riotsim"):
        Store(tmp_path / "s")


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("CREATE TABLE stranger (x)", "its tables are others"),
        ("CREATE TRIGGER evil AFTER INSERT ON entry BEGIN DELETE FROM game; END", "its tables are others"),
        ("PRAGMA application_id = 7", "some other program"),
        ("PRAGMA user_version = 99", "newer riotsim"),
    ],
)
def test_a_store_that_is_none_of_ours_is_refused(tmp_path: Path, statement: str, told: str) -> None:
    """A store of another program, with other tables or of a newer version is refused with the reason, unchanged."""
    played(tmp_path / "s", most=1)
    connection = sqlite3.connect(tmp_path / "s")
    connection.execute(statement)
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    before = (tmp_path / "s").read_bytes()
    with pytest.raises(BadFile, match=re.escape(told)):
        Store(tmp_path / "s")
    assert (tmp_path / "s").read_bytes() == before


def test_a_store_goes_on_after_the_last_game_of_its_day(tmp_path: Path) -> None:
    """If the files of a store are copied in the middle of a game, the game can be resumed in both stores."""
    game = played(tmp_path / "s", most=9)
    for part in ("s", "s-wal", "s-shm"):
        if (tmp_path / part).exists():
            shutil.copy(tmp_path / part, tmp_path / part.replace("s", "copy", 1))
    gone_on_with(tmp_path / "copy", game)
    gone_on_with(tmp_path / "s", game)
    assert contents(tmp_path / "copy", game) == contents(tmp_path / "s", game)
