"""Stored games on the command line when something is odd: typos, strange names, narrow terminals, full disks,
Ctrl-C.
"""

import io
import json
import signal
import sqlite3
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import command_line
import pytest
from pydantic import JsonValue
from typer.testing import CliRunner

from riotsim.app.output.streams import escape_markup, printable
from riotsim.bots.bot import play_out
from riotsim.cli.main import app
from riotsim.errors import BadInput
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_rules
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.games.riot_dice.rules.turn import LegIt
from riotsim.library.games import resume_game
from riotsim.players import make_bots
from riotsim.simulation import perform
from riotsim.store.begin import make_header
from riotsim.store.database.connection import connect
from riotsim.store.database.document import Seat
from riotsim.store.database.store import Store, StoredGame
from riotsim.store.exchange import export_game
from riotsim.store.recorder import record_new_game

pytestmark = pytest.mark.xdist_group("cli_stored")  # what they share is made once

BRIEF = ("--set", "clock.minutes=1", "--set", "clock.after=last_activation", "--seed", "5", "--boss", "Ada=random",
         "--boss", "Bea=greedy")  # fmt: skip
"""Options for a game of two activations each."""


@dataclass(frozen=True)
class Done:
    """The output of a command and its exit code."""

    code: int
    out: str
    err: str


def riotsim(*args: str | Path, stdin: bytes = b"", columns: int = 200) -> Done:
    """Run a command in this process. If it refuses its input, return exit code 2 and the message that a user
    would see.
    """
    done = CliRunner().invoke(app, [str(arg) for arg in args], input=stdin, env={"COLUMNS": str(columns)})
    if isinstance(done.exception, BadInput | BadFile):
        return Done(2, done.stdout, str(done.exception))
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Done(done.exit_code, done.stdout, done.stderr)


def program(script: str, *args: str | Path) -> list[str]:
    """Return the command line of a process that first runs a script and then riotsim."""
    return [sys.executable, "-c", f"{script}\nimport riotsim.cli.main as cli\ncli.main()", *map(str, args)]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store with one game."""
    path = tmp_path_factory.mktemp("db") / "games.sqlite"
    assert riotsim("game", "--quiet", *BRIEF, "--db", path).code == 0
    return path


@pytest.fixture(scope="module")
def game(db: Path) -> str:
    """Return the id of the game in the store."""
    with Store(db) as store:
        return store.games()[0].id


@pytest.fixture(scope="module")
def stored(db: Path, game: str) -> StoredGame:
    """Return the stored game without the traces of its acts."""
    with Store(db) as store:
        return store.read(game)


def rows(db: Path) -> list[Any]:
    """Return the whole content of a store as SQL."""
    connection = sqlite3.connect(db)
    try:
        return list(connection.iterdump())
    finally:
        connection.close()


def put(path: Path, game: StoredGame) -> Path:
    """Make a store with one game, and return its path."""
    with Store(path) as store:
        store.add(game, [])
    return path


FAR = r"far\x1b"
"""The name of another machine, as it is printed with its control character escaped."""


def hold(connection: sqlite3.Connection, game: str) -> None:
    """Enter another machine's process as the one that plays a game."""
    row = (game, "far\x1b", 7, "long ago", "2026-01-01T00:00:00+00:00", "its token")
    connection.execute("INSERT INTO holder VALUES (?, ?, ?, ?, ?, ?)", row)


def begun(stored: StoredGame, entries: int) -> StoredGame:
    """Return a game as it was when it had a given number of entries."""
    return replace(
        stored,
        entries=stored.entries[:entries],
        outcomes={k: doc for k, doc in stored.outcomes.items() if k < entries},
        turns=tuple(turn for turn in stored.turns if turn.entry <= entries),
        result=None,
    )


def test_a_finished_game_is_only_shown(db: Path, game: str) -> None:
    """If a game is over, `riotsim game --resume` prints its result and changes nothing. The game's id may be in
    capitals.
    """
    before = rows(db)
    for options in ((), ("--quiet",)):
        done = riotsim("game", "--resume", game.upper(), *options, "--db", db)
        assert done.code == 0
        assert "Bea wins." in done.out
        assert "'s turn" not in done.out
        assert f"the game {game} is over, so nothing is played; riotsim replay {game} shows it" in done.err
    assert json.loads(riotsim("game", "--resume", game, "--json", "--db", db).out)["result"]["winners"] == ["Bea"]
    assert rows(db) == before


def test_a_game_that_a_boss_has_left_goes_on(tmp_path: Path) -> None:
    """If one of three bosses has legged it, the stored game goes on. The result names the boss and counts all turns."""
    path, bots = tmp_path / "db", dict.fromkeys(("Ada", "Bea", "Cy"), "random")
    book = load_rules("riot_dice", Rulebook, {"clock.minutes": 1, "clock.after": "last_activation"})
    seats = [Seat(name=name, player=bot) for name, bot in bots.items()]
    header = make_header("riot_dice", "riot_dice", book, 5, seats)
    with Store(path) as store, record_new_game(store, header, lambda *args: perform(*args[:3])) as (begun, recorder):
        session, game = begun.session, recorder.writer.game
        for _ in play_out(session, make_bots(bots, book, 5)):
            if session.requests[0].purpose == "turn":
                break
        gone = session.requests[0].player
        session.answer(LegIt())
    done = riotsim("game", "--resume", game, "--db", path)
    assert done.code == 0
    assert f"{gone}: legged it" in done.out
    with Store(path) as store:
        last = len(store.read(game).turns) - 1
    assert f"\n{last} turns" in done.out
    assert riotsim("replay", game, "--db", path).out.splitlines()[-1].split()[1] == str(last)


def test_turns_are_counted_alike(db: Path, game: str) -> None:
    """The list of games, `show`, the result and the replay all give the number of the last turn."""
    last = json.loads(riotsim("games", "--json", "--db", db).out)["games"][0]["turns"]
    assert f" {last} " in riotsim("games", "--db", db).out
    assert f"{last}, " in riotsim("games", "show", game, "--db", db).out
    assert f"{last} turns" in riotsim("game", "--resume", game, "--db", db).out
    assert f"turns 0 to {last}" in riotsim("replay", game, "--turn", "999", "--db", db).err
    assert riotsim("replay", game, "--db", db).out.splitlines()[-1].split()[1] == str(last)


def test_a_game_of_a_kind_that_is_not_known_here_is_shown(db: Path, game: str, tmp_path: Path) -> None:
    """If a stored game is of an unknown kind, it is listed and shown. It can't be replayed or resumed."""
    with Store(db) as store, Store(tmp_path / "s") as other:
        stored = store.read(game)
        header = stored.header.model_copy(update={"game": "chess"})
        odd = other.add(replace(stored, header=header), ())
    assert odd in riotsim("games", "--db", tmp_path / "s").out
    assert "Ada (random)" in riotsim("games", "show", odd, "--db", tmp_path / "s").out
    refused = riotsim("replay", odd, "--db", tmp_path / "s")
    assert (refused.code, refused.err.partition(";")[0]) == (2, "game: 'chess' is no game of riotsim")
    with pytest.raises(BadFile, match="'chess' is no game of riotsim"):
        resume_game(odd, store=tmp_path / "s")


def test_options_may_stand_before_the_command(db: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Options of `riotsim games` may stand before its command. An option after the command counts more, the environment
    less.
    """
    monkeypatch.setenv("RIOTSIM_DB", str(db.parent / "another"))
    assert json.loads(riotsim("games", "--json", "--db", db, "show", game).out)["id"] == game
    assert json.loads(riotsim("games", "--db", "nowhere", "show", game, "--json", "--db", db).out)["id"] == game
    assert game in riotsim("games", "list", "--db", db).out
    assert "No such option" in riotsim("games", "--json", "--db", db, "delete", game).err


@pytest.mark.parametrize("columns", [4, 10, 20, 30, 40, 60, 80])
def test_names_of_games_are_whole_on_narrow_terminals(tmp_path: Path, stored: StoredGame, columns: int) -> None:
    """If the terminal is narrow, the ids of games are still whole, and the lines fit."""
    seats = tuple(seat.model_copy(update={"name": seat.name * 6}) for seat in stored.header.seats)
    path = put(tmp_path / "db", replace(stored, header=stored.header.model_copy(update={"seats": seats})))
    out = riotsim("games", "--db", path, columns=columns).out
    assert stored.id in out
    assert all(len(line.rstrip()) <= max(columns, 6) for line in out.splitlines())


@pytest.mark.parametrize(
    "odd", ["O'B [red]x[/red]", "[/x]", "[b", "x]", ":skull:", "back\\", "\x1b[31mred", "\x9b2J", "\u202eolleh", "a\nb"]
)
def test_odd_names_are_shown_as_they_are(tmp_path: Path, stored: StoredGame, odd: str) -> None:
    """In names that come with a stored game, markup is printed as it is, and control characters are escaped."""
    first, *others = stored.header.seats
    header = stored.header.model_copy(
        update={
            "seats": (first.model_copy(update={"name": odd, "options": {"gang": odd}}), *others),
            "rules": stored.header.rules.model_copy(update={"name": odd}),
            "versions": {odd: odd},
        }
    )
    result: dict[str, JsonValue] = {**(stored.result or {}), "winners": [odd]}
    path = put(tmp_path / "db", replace(stored, header=header, result=result))
    safe = printable(odd)
    for args, times in ((("games",), 2), (("games", "show", stored.id), 6)):
        out = riotsim(*args, "--db", path).out
        assert out.count(safe) == times
        assert all(c.isprintable() or c == "\n" for c in out)


def test_odd_names_are_told_as_they_are(tmp_path: Path) -> None:
    """If bosses' names look like markup, they are printed literally in a game, its result and its replay."""
    odd = ("[/x]", "[red]x[/red]")
    bosses = [word for name in odd for word in ("--boss", f"{name}=random")]
    out = riotsim("game", *BRIEF[:6], *bosses, "--db", tmp_path / "db").out
    for name in odd:
        assert f"{name} (random)" in out
        assert f"{name}'s turn" in out
        assert f"{name}: " in out
    game = out.splitlines()[0].split()[-1]
    assert f"Riot Dice: {' against '.join(odd)}\n" in riotsim("replay", game, "--db", tmp_path / "db").out
    assert escape_markup("\x1b[/x]") == r"\x1b\[/x]"


def test_a_game_is_taken_in_once(tmp_path: Path, stored: StoredGame) -> None:
    """If the same game is imported twice, the store has it once. Another game with the same id gets a new id. A game
    can be read from stdin.
    """
    path, content = tmp_path / "db", export_game(stored).encode()
    first = riotsim("games", "import", "-", "--db", path, stdin=content)
    assert first.out == f"{stored.id}\n"
    assert f"{stored.id}: Ada against Bea, {len(stored.turns) - 1} turns" in first.err
    file = tmp_path / "game.json"
    file.write_bytes(content)
    again = riotsim("games", "import", file, "--json", "--db", path)
    assert json.loads(again.out) == {"id": stored.id, "new": False}
    assert "is here already" in again.err
    file.write_text(export_game(begun(stored, 30)))
    other = riotsim("games", "import", file, "--db", path).out.strip()
    assert other != stored.id
    assert len(json.loads(riotsim("games", "--json", "--db", path).out)["games"]) == 2


def test_a_replay_does_not_write_over_anything(tmp_path: Path, stored: StoredGame) -> None:
    """A replay doesn't overwrite a file without `--force`. Two forms in one file, a page to stdout and a missing folder
    are refused.
    """
    path, file = put(tmp_path / "db", begun(stored, 40)), tmp_path / "out"
    replay = ("replay", stored.id, "--db", path)
    assert riotsim(*replay, "--text", file).code == 0
    before = file.read_bytes()
    for option in ("--html", "--glb", "--text"):
        refused = riotsim(*replay, option, file)
        assert refused.code == 2
        assert "--force" in refused.err
    assert file.read_bytes() == before
    assert riotsim(*replay, "--glb", file, "--force").code == 0
    assert file.read_bytes().startswith(b"glTF")
    for force in ((), ("--force",)):
        twice = riotsim(*replay, "--html", tmp_path / "two", "--glb", tmp_path / "x" / ".." / "two", *force)
        assert "twice" in twice.err or "no folder" in twice.err
        assert "twice" in riotsim(*replay, "--html", tmp_path / "two", "--text", tmp_path / "two", *force).err
    assert not (tmp_path / "two").exists()
    assert "--html goes into a file" in riotsim(*replay, "--html", "-").err
    assert "--glb goes into a file" in riotsim(*replay, "--glb", "-").err
    assert riotsim(*replay, "--text", "-").out == riotsim(*replay).out
    typo = riotsim(*replay, "--text", tmp_path / "typo" / "out")
    assert typo.code == 2
    assert f"there is no folder {tmp_path / 'typo'}" in typo.err


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("./nothere", "no such file"),
        ("nothere.json", "no such file"),
        ("/tmp", "is a folder"),
        ("/dev/null", "is a device"),
        ("", "is a folder"),
        ("NOBODY", "no game 'nobody'"),
    ],
)
def test_what_is_no_game_is_said(db: Path, what: str, told: str) -> None:
    """If a replay's argument is a missing file, a folder, a device or an unknown id, the message says which."""
    done = riotsim("replay", what, "--db", db)
    assert done.code == 2
    assert told in done.err
    if "/" in what:
        assert told in riotsim("games", "import", what, "--db", db).err


def test_a_game_without_anything_in_it_has_no_replay(tmp_path: Path, stored: StoredGame) -> None:
    """If a game has no entries, a replay is refused, since nothing has happened."""
    path = put(tmp_path / "db", begun(stored, 0))
    for options in (("--turn", "0"), ("--html", str(tmp_path / "page.html")), ()):
        done = riotsim("replay", stored.id, *options, "--db", path)
        assert done.code == 2
        assert "nothing has happened" in done.err
    assert not (tmp_path / "page.html").exists()


def test_names_are_taken_in_capitals(db: Path, game: str) -> None:
    """A game's id may be typed in capitals. If one letter is wrong, the message names the right id."""
    assert game in riotsim("games", "show", game.upper(), "--db", db, "--json").out
    slip = riotsim("games", "show", f"{game[:-1]}0".upper(), "--db", db)
    assert slip.code == 2
    assert f"did you mean {game}?" in slip.err


def test_a_store_is_a_file(tmp_path: Path) -> None:
    """If the store's name is empty or a folder, it is refused."""
    assert "--db names a file" in riotsim("games", "--db", "").err
    for args in (("games",), ("games", "show", "x"), ("game", *BRIEF)):
        done = riotsim(*args, "--db", tmp_path)
        assert done.code == 2
        assert "is a folder" in done.err


def test_a_game_is_deleted_once(tmp_path: Path, stored: StoredGame) -> None:
    """If a game is named twice, it is deleted once. Without `--yes` and a terminal, it isn't deleted."""
    path = put(tmp_path / "db", stored)
    refused = riotsim("games", "delete", stored.id, "--db", path)
    assert refused.code == 2
    assert f"game {stored.id} would be deleted for good" in refused.err
    done = riotsim("games", "delete", stored.id, stored.id.upper(), "--yes", "--db", path)
    assert done.code == 0
    assert done.err.count("is deleted") == 1


def test_a_damaged_game_is_listed_freed_and_deleted(tmp_path: Path, stored: StoredGame) -> None:
    """If a game's header is damaged, `riotsim games list` names the fault and the command that deletes the game. The
    game can be freed and deleted.
    """
    path = put(tmp_path / "db", stored)
    with Store(path) as store:
        bad = store.add(stored, [])
        store._connection.execute("UPDATE game SET header = '{}' WHERE id = ?", (bad,))
        hold(store._connection, bad)
    listed = riotsim("games", "list", "--db", path)
    assert stored.id in listed.out
    assert bad not in listed.out
    (line,) = listed.err.splitlines()
    fault = f"{path}: the header of the game {bad} can't be read: "
    assert line.startswith(f"riotsim: {fault}")
    assert line.endswith(f"; riotsim games delete {bad} takes it away")
    good, damaged = json.loads(riotsim("games", "list", "--json", "--db", path).out)["games"]
    assert (good["id"], damaged["id"]) == (stored.id, bad)
    assert damaged["fault"].startswith(fault)

    assert f"is being played by process 7 on {FAR}" in riotsim("games", "delete", bad, "--yes", "--db", path).err
    assert "is taken from process 7" in riotsim("games", "free", bad, "--db", path).err
    assert riotsim("games", "delete", stored.id, "nobody", "--yes", "--db", path).code == 2
    assert riotsim("games", "delete", stored.id, "--yes", "--db", path).code == 0
    assert riotsim("games", "list", "--db", path).out == "", "it is not said that there are no games"
    deleted = riotsim("games", "delete", bad, "--yes", "--db", path)
    assert (deleted.code, deleted.err) == (0, f"{bad} is deleted\n")
    assert json.loads(riotsim("games", "--json", "--db", path).out) == {"games": []}


def test_a_game_is_freed(tmp_path: Path, stored: StoredGame) -> None:
    """If a process of another machine holds a game, `games free` takes the game from it. A running process here keeps
    its game.
    """
    path = put(tmp_path / "db", begun(stored, 30))
    assert "nobody plays it" in riotsim("games", "free", stored.id, "--db", path).err
    connection = sqlite3.connect(path)
    hold(connection, stored.id)
    connection.commit()
    connection.close()
    assert f"is taken from process 7 on {FAR}" in riotsim("games", "free", stored.id, "--db", path).err

    with Store(path) as store:
        keeper = store.resume(stored.id)
        refused = riotsim("games", "free", stored.id, "--db", path)
        keeper.close()
    assert refused.code == 2
    assert "is being played by process" in refused.err


def test_rules_are_called_by_their_file(tmp_path: Path) -> None:
    """If rules come from a file, the game has the file's name without its folders, cut to 200 letters."""
    deep = tmp_path.joinpath(*["d" * 90] * 4)
    deep.mkdir(parents=True)
    for name in ("mine.yaml", f"{'m' * 240}.yaml"):
        (deep / name).write_bytes(builtin_rules()["demolition_dice"].read_bytes())
        done = riotsim("game", "--json", "--rules", deep / name, "--set", "dice=1", "--db", tmp_path / "db")
        assert done.code == 0, done.err
        assert json.loads(done.out)["rules"]["name"] == name[:200]


def test_a_game_that_is_not_saved_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk is full, `riotsim game` still prints the winner, and reports with exit code 1 that the game is not
    saved.
    """

    def small(path: Path) -> sqlite3.Connection:
        connection = connect(path)
        connection.execute("PRAGMA max_page_count = 30")
        return connection

    monkeypatch.setattr("riotsim.store.database.store.connect", small)
    done = command_line.riotsim("game", "--quiet", *BRIEF, "--db", tmp_path / "db")
    assert done.returncode == 1, done.stderr
    assert "wins." in done.stdout
    assert "stored as" not in done.stdout
    assert "not saved" in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_says_how_to_go_on(tmp_path: Path) -> None:
    """If Ctrl-C stops a stored game, the message has the command that resumes it. The game's first line has its id."""
    path = tmp_path / "my games"
    command = [sys.executable, "-m", "riotsim", "game", "--seed", "5", "--db", str(path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert isinstance(process.stdout, io.TextIOBase)
    head = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=300)
    assert process.returncode == 130
    with Store(path) as store:
        (game,) = store.games()
    assert head.rstrip().endswith(f"game {game.id}")
    assert f"riotsim game --resume {game.id} --db '{path}'" in told
    assert "stopped" in told
