"""`riotsim games`, and games that are stored and resumed on the command line."""

import ctypes
import json
import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import in_a_fork, riotsim
from hypothesis import given
from hypothesis import strategies as st

from riotsim.cli.games import COLUMN_GAP, MIN_COLUMN_WIDTH, _fitting_columns
from riotsim.store.database.store import Store

pytestmark = pytest.mark.xdist_group("cli_games")  # what they share is made once

BRIEF = (
    "--set",
    "clock.minutes=1",
    "--set",
    "clock.after=last_activation",
    "--boss",
    "Ada=random",
    "--boss",
    "Bea=greedy",
)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with one game."""
    path = tmp_path_factory.mktemp("db") / "games.sqlite"
    assert riotsim("game", "--quiet", "--seed", "5", "--db", path, *BRIEF).returncode == 0
    return path


def only(db: Path) -> str:
    """Return the id of the first game of a store."""
    name = json.loads(riotsim("games", "--db", db, "--json").stdout)["games"][0]["id"]
    assert isinstance(name, str)
    return name


def test_games_are_listed_and_shown(db: Path) -> None:
    """The list has a line with a game's id and players. With `--json`, `riotsim games show` has the rules' checksum,
    the journal and the events.
    """
    listed, game = riotsim("games", "--db", db), only(db)
    assert game in listed.stdout
    assert "Ada · Bea" in listed.stdout
    shown = riotsim("games", "show", game, "--db", db).stdout
    assert "Ada (random)" in shown
    told = json.loads(riotsim("games", "show", game, "--db", db, "--json").stdout)
    assert told["events"][-1]["event"] == "game_over"
    assert told["journal"][0]["kind"] == "answered"
    assert len(told["rules"]["sha256"]) == 64


def test_an_empty_store_says_how_to_fill_it(tmp_path: Path) -> None:
    """If the usual store is missing, the list explains how to fill it. If a named store is missing, the command fails.
    Neither makes a store.
    """
    usual = riotsim("games", env={"RIOTSIM_DB": str(tmp_path / "deep" / "none")})
    assert usual.returncode == 0
    assert "riotsim game" in " ".join(usual.stdout.split())
    for asked in (("--db", tmp_path / "deep" / "none"), ("list", "--db", tmp_path / "deep" / "none")):
        typo = riotsim("games", *asked)
        assert typo.returncode == 2
        assert "riotsim game" in typo.stderr
    assert not (tmp_path / "deep").exists(), "to look makes nothing"
    missing = riotsim("games", "show", "abcdef", "--db", tmp_path / "nowhere")
    assert missing.returncode == 2
    assert missing.stderr.count("\n") == 1
    assert not (tmp_path / "nowhere").exists()


def test_a_game_is_passed_on_and_verified(db: Path, tmp_path: Path) -> None:
    """A game can be exported, imported into another store, verified and deleted there. When verified, it is the
    same.
    """
    game, file = only(db), tmp_path / "game.json"
    assert riotsim("games", "export", game, file, "--db", db).returncode == 0
    assert "--force" in riotsim("games", "export", game, file, "--db", db).stderr
    there = riotsim("games", "import", file, "--db", tmp_path / "other").stdout.strip()
    assert there == game
    verified = riotsim("games", "verify", there, "--db", tmp_path / "other", "--json")
    assert verified.returncode == 0
    assert json.loads(verified.stdout)["same"] is True
    assert riotsim("games", "delete", there, "--yes", "--db", tmp_path / "other").returncode == 0
    assert json.loads(riotsim("games", "--db", tmp_path / "other", "--json").stdout)["games"] == []


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("games", "show", "nobody"), "no game 'nobody'"),
        (("games", "import", __file__), "no game that can be read"),
        (("games", "import", "nowhere.json"), "can't be read"),
        (("game", "--resume", "nobody"), "no game 'nobody'"),
        (("game", "--resume", "x", "--seed", "3"), "leave out --seed"),
        (("games", "verify", "nobody"), "no game 'nobody'"),
    ],
)
def test_what_is_not_there_is_told_in_a_line(db: Path, args: tuple[str, ...], told: str) -> None:
    """If a game or a file isn't there, or an option doesn't fit, the command fails with one line and exit code 2."""
    done = riotsim(*args, "--db", db)
    assert done.returncode == 2
    assert told in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "content",
    [b"no store", b"SQLite format 3\x00" + b"x" * 5000, b"\x00" * 4096],
    ids=["text", "a header of SQLite", "zeros"],
)
def test_a_foreign_file_is_no_store(tmp_path: Path, content: bytes) -> None:
    """If a file isn't a store, it is refused as one and isn't changed."""
    file = tmp_path / "mine.doc"
    file.write_bytes(content)
    done = riotsim("game", "--quiet", "--db", file, *BRIEF)
    assert done.returncode == 2
    assert str(file) in done.stderr
    assert file.read_bytes() == content


def test_nothing_is_stored_that_should_not(tmp_path: Path) -> None:
    """With `--no-save`, no store is made."""
    done = riotsim("game", "--quiet", "--no-save", "--seed", "5", "--db", tmp_path / "none", *BRIEF)
    assert done.returncode == 0
    assert "stored" not in done.stdout
    assert not (tmp_path / "none").exists()


CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2
"""Rights of root to read and write whatever the modes of files say (linux/capability.h)."""

CAPABILITY_VERSION = 0x20080522
"""Version 3 of the calls capget and capset."""


def give_up_rights() -> None:
    """Let this process do only what the modes of files allow, even if it is root's.

    Raises:
        OSError: The system refuses.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    sets = (ctypes.c_uint32 * 6)()  # effective, permitted and inheritable, of capabilities 0 to 31 and of the rest
    kept = ~(1 << CAP_DAC_OVERRIDE | 1 << CAP_DAC_READ_SEARCH)
    if libc.capget(header, sets) == 0:
        sets[0], sets[1] = sets[0] & kept, sets[1] & kept
        if libc.capset(header, sets) == 0:
            return
    raise OSError(ctypes.get_errno(), "root can't be kept from writing here")


def obedient(*args: str | Path) -> subprocess.CompletedProcess[str]:
    """Run riotsim without root's right to ignore the modes of files."""

    def work() -> subprocess.CompletedProcess[str] | None:
        if os.geteuid() == 0:
            try:
                give_up_rights()
            except (OSError, AttributeError):
                return None
        return riotsim(*args)

    found = in_a_fork(work)
    if found is None:
        pytest.skip("root can't be kept from writing here")
    return found


@pytest.fixture
def closed_folder(tmp_path: Path) -> Iterator[Path]:
    """Yield a folder whose mode a test may change. Afterwards the folder can be written again."""
    folder = tmp_path / "closed"
    folder.mkdir()
    yield folder
    folder.chmod(0o700)


def read_only(db: Path, folder: Path, mode: int) -> Path:
    """Copy a store into a folder, make it read-only, and set the mode of the folder."""
    store = folder / "games.sqlite"
    shutil.copy(db, store)
    store.chmod(0o400)
    folder.chmod(mode)
    return store


@pytest.fixture(scope="module")
def readings(db: Path) -> dict[tuple[str, ...], str]:
    """Return commands that only read the store, with their output."""
    game = only(db)
    commands = (("games", "list"), ("games", "show", game), ("games", "verify", game), ("replay", game),
                ("games", "export", game, "-"))  # fmt: skip
    return {command: riotsim(*command, "--db", db).stdout for command in commands}


@pytest.mark.parametrize("mode", [0o700, 0o500], ids=["file", "file and folder"])
def test_a_store_that_is_read_only_can_be_looked_at(
    db: Path, readings: dict[tuple[str, ...], str], closed_folder: Path, mode: int
) -> None:
    """If a store is read-only, commands that only read print the same as for a writable store. Other commands refuse in
    one line.
    """
    game, store = only(db), read_only(db, closed_folder, mode)
    for command, output in readings.items():
        found = obedient(*command, "--db", store)
        assert (found.stderr, found.stdout, found.returncode) == ("", output, 0)
    for command in (("games", "delete", game, "--yes"), ("games", "free", game)):
        found = obedient(*command, "--db", store)
        assert (found.returncode, found.stderr) == (2, f"{store}: can't be written: it is read-only for you\n")


def test_an_old_store_that_is_read_only_can_be_looked_at(closed_folder: Path) -> None:
    """If a store of an older format is read-only, its games can still be listed and replayed, but not deleted."""
    old = read_only(Path(__file__).parents[1] / "store" / "versions" / "store-1.sqlite", closed_folder, 0o500)
    found = obedient("games", "--db", old, "--json")
    (game,) = json.loads(found.stdout)["games"]
    assert obedient("replay", game["id"], "--turn", "1", "--db", old).returncode == 0
    deleted = obedient("games", "delete", game["id"], "--yes", "--db", old)
    assert deleted.stderr.endswith("can't be written: it is read-only for you\n")


def test_the_last_changes_of_a_read_only_store_are_not_missed(db: Path, tmp_path: Path, closed_folder: Path) -> None:
    """If a read-only store has changes in its log that can't be read, the list is refused with advice. Once the folder
    is writable, the list has the changes.
    """
    shutil.copy(db, tmp_path / "games.sqlite")
    with Store(tmp_path / "games.sqlite") as store:
        store.delete(only(db))
        shutil.copy(tmp_path / "games.sqlite-wal", closed_folder)
        copy = read_only(tmp_path / "games.sqlite", closed_folder, 0o500)
    found = obedient("games", "--db", copy)
    assert (found.returncode, found.stdout) == (2, "")
    assert "its last changes are in games.sqlite-wal; copy both to a folder of your own" in found.stderr
    closed_folder.chmod(0o700)
    assert obedient("games", "--db", copy, "--json").stdout == '{"games": []}\n'


def test_files_with_games_are_their_owners_alone(db: Path, tmp_path: Path) -> None:
    """A new store with its logs, an export and a replay can be read and written by their owner only."""
    game = only(db)
    with Store(db) as store:
        store.free(game)
        made = [path for path in db.parent.iterdir() if path.name.startswith(db.name)]
        assert len(made) == 3
        assert {stat.S_IMODE(path.stat().st_mode) for path in made} == {0o600}
    for *command, name in (("games", "export", game, "it.json"), ("replay", game, "--html", "it.html")):
        assert riotsim(*command, tmp_path / name, "--db", db).returncode == 0
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


@given(st.lists(st.integers(1, 60), min_size=5, max_size=5), st.integers(10, 200))
def test_the_columns_that_are_shown_fit_into_the_terminal(widths: list[int], width: int) -> None:
    """A list of games always has the ids. If it has other columns, all fit into the terminal with their gaps. The first
    column left out wouldn't fit.
    """
    shown = list(_fitting_columns(widths, width))
    needed = [min(wide, MIN_COLUMN_WIDTH) if k in (1, 3) else wide for k, wide in enumerate(widths)]
    assert 0 in shown
    assert shown == [0] or sum(needed[k] + COLUMN_GAP for k in shown) <= width
    if left_out := [k for k in (1, 3, 2, 4) if k not in shown]:
        assert sum(needed[k] + COLUMN_GAP for k in (*shown, left_out[0])) > width
