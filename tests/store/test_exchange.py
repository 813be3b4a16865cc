"""Games that are exported to a file and imported from it. A file is read as a whole or refused."""

import base64
import json
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from stored import contents, gone_on_with, played
from typer.testing import CliRunner

from riotsim.cli.main import app
from riotsim.cli.replay import replay
from riotsim.files.problems import BadFile
from riotsim.simulation import perform
from riotsim.store import exchange
from riotsim.store.begin import StartedGame, start_game
from riotsim.store.database.document import MAX_ENTRIES
from riotsim.store.database.store import Store, StoredGame
from riotsim.store.exchange import export_game, export_schema, import_game, read_export, replay_import
from riotsim.store.verify import verify_game

pytestmark = pytest.mark.xdist_group("exchange")  # what they share is made once


@pytest.fixture(scope="module")
def passed_on(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the export of a short game."""
    path = tmp_path_factory.mktemp("passed") / "games.sqlite"
    game = played(path)
    with Store(path) as store:
        return export_game(store.read(game, with_traces=True))


def test_a_game_passed_on_is_the_same(tmp_path: Path, passed_on: str) -> None:
    """If an export is imported into another store and exported again, both exports are the same. If the acts are
    performed again, their outcomes are the same.
    """
    (tmp_path / "game.json").write_text(passed_on)
    found = import_game(tmp_path / "game.json")
    with Store(tmp_path / "s") as store:
        game = store.add(found.game, found.events)
        assert export_game(store.read(game, with_traces=True)) == passed_on
        again = store.add(found.game, found.events)  # a second time, under another name
        assert again != game
        report = verify_game(store.read(game), perform, "s")
    assert report.acts
    assert all(act.same for act in report.acts)
    assert len(contents(tmp_path / "s", again)[5]) == len(found.events)  # type: ignore[arg-type]  # a list of rows


def test_a_file_is_taken_up_once_to_be_shown(tmp_path: Path, passed_on: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a replay is made from an exported file, the game's rules and meshes are read only once."""
    begun = []

    def counted(*given: Any, **named: Any) -> StartedGame:
        begun.append(given)
        return start_game(*given, **named)

    monkeypatch.setattr("riotsim.store.resume.start_game", counted)
    (tmp_path / "game.json").write_text(passed_on)
    replay(str(tmp_path / "game.json"), text=tmp_path / "game.txt")
    assert len(begun) == 1
    assert "Ada" in (tmp_path / "game.txt").read_text()


def test_a_game_that_is_on_can_be_passed_on(tmp_path: Path) -> None:
    """If half a game is exported and imported into another store, it can be played to its end there."""
    game = played(tmp_path / "s", most=11)
    with Store(tmp_path / "s") as store:
        found = replay_import(read_export(export_game(store.read(game)).encode(), "it"), "it")
    assert found.game.result is None
    with Store(tmp_path / "other") as other:
        name = other.add(found.game, found.events)
    gone_on_with(tmp_path / "other", name)
    with Store(tmp_path / "other") as other:
        assert other.summary(name).result is not None


def test_files_are_as_the_schema_says(passed_on: str) -> None:
    """An exported file is valid by the published schema."""
    jsonschema.Draft202012Validator.check_schema(export_schema())
    jsonschema.validate(json.loads(passed_on), export_schema())


def changed(text: str, *way: str | int, to: Any) -> bytes:
    """Return an export with one value replaced. The checksum is not corrected."""
    data = json.loads(text)
    here = data
    for key in way[:-1]:
        here = here[key]
    here[way[-1]] = to
    return json.dumps(data).encode()


@pytest.mark.parametrize(
    ("way", "to", "told"),
    [
        (("riotsim_game",), 2, "riotsim_game"),
        (("header", "seed"), -1, "header.seed"),
        (("header", "game"), "chess", "checksum"),
        (("journal",), [], "checksum"),
        (("more",), 1, "more"),
        (("outcomes", "1", "ticks"), 1e9, "ticks"),
    ],
)
def test_what_is_no_game_is_refused(passed_on: str, way: tuple[str | int, ...], to: object, told: str) -> None:
    """If a value of an exported file is wrong, the file is refused. The message names the value, or the checksum if
    only that is wrong.
    """
    with pytest.raises(BadFile, match=told):
        read_export(changed(passed_on, *way, to=to), "it")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"a":' * 5000, b"[" * 100000])
def test_what_is_no_json_is_refused(content: bytes) -> None:
    """If a file is not the JSON of a game, it is refused with a message, and nothing crashes."""
    with pytest.raises(BadFile, match="no game that can be read"):
        read_export(content, "it")


def test_a_game_against_its_rules_is_refused(passed_on: str) -> None:
    """If a file has a forged entry, seed, seat or outcome with a valid checksum, the replay by the rules finds it."""
    data = json.loads(passed_on)
    acted = next(k for k, entry in enumerate(data["journal"]) if entry["kind"] == "acted")

    def forged(*changes: Callable[[dict[str, Any]], object]) -> StoredGame:
        data = json.loads(passed_on)
        for change in changes:
            change(data)
        data["sum"] = "0" * 16
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(exchange, "_sum", lambda _file: "0" * 16)
            return read_export(json.dumps(data).encode(), "it")

    for game, told in (
        (forged(lambda d: d["journal"][acted].update(seed=5)), "seed"),
        (forged(lambda d: d["journal"].insert(acted, d["journal"][acted - 1])), "does not fit together"),
        (forged(lambda d: d["journal"].append(d["journal"][acted - 1])), "does not fit the rules"),
        (forged(lambda d: d["outcomes"][str(acted)].update(gone=["nobody"])), "nobody"),
        (forged(lambda d: d["header"].update(seed=1)), "seed"),
        (forged(lambda d: d["header"]["seats"][0].update(gang="nobody")), "no gang"),
    ):
        with pytest.raises(BadFile, match=told):
            replay_import(game, "it")


def test_a_forged_result_is_not_taken_over(tmp_path: Path, passed_on: str) -> None:
    """If a file has a forged result, the imported game still has the result that follows from its journal. No checksum
    covers the result.
    """
    data = json.loads(passed_on)
    winner, loser = data["result"]["winners"][0], next(
        seat["name"] for seat in data["header"]["seats"] if seat["name"] not in data["result"]["winners"]
    )  # fmt: skip
    data["result"]["winners"] = [loser]
    (tmp_path / "game.json").write_text(json.dumps(data))
    riotsim("import", tmp_path / "game.json", "--db", tmp_path / "s")
    listed = riotsim("list", "--db", tmp_path / "s")
    assert f"{winner} won" in listed
    assert f"{loser} won" not in listed


def test_a_file_that_is_not_over_has_no_result(tmp_path: Path) -> None:
    """If a file has a result for a game that isn't over, the imported game has no result."""
    game = played(tmp_path / "s", most=11)
    with Store(tmp_path / "s") as store:
        data = json.loads(export_game(store.read(game)))
    (tmp_path / "game.json").write_text(json.dumps({**data, "result": {"winners": ["Ada"]}}))
    riotsim("import", tmp_path / "game.json", "--db", tmp_path / "other")
    assert "open" in riotsim("list", "--db", tmp_path / "other")


BOMB = zlib.compress(bytes(15_000_000), 9)
"""A compressed trace of about 15 KB that has 15 MB when decompressed."""


def test_traces_have_a_size_together(tmp_path: Path, passed_on: str) -> None:
    """If the decompressed traces of a file are too large together, the import is refused, and no store is made."""
    data = json.loads(passed_on)
    data["traces"] = dict.fromkeys(list(data["outcomes"])[:3], base64.b64encode(BOMB).decode())
    assert len(json.dumps(data)) < 1_000_000
    (tmp_path / "game.json").write_text(json.dumps(data))
    done = CliRunner().invoke(app, ["games", "import", str(tmp_path / "game.json"), "--db", str(tmp_path / "s")])
    assert isinstance(done.exception, BadFile)
    assert "has traces of more than 40,000,000 bytes together" in str(done.exception)
    assert not (tmp_path / "s").exists()


def test_traces_of_a_store_have_a_size_together(tmp_path: Path) -> None:
    """If the decompressed traces of a stored game are too large together, a replay of the game is refused."""
    game = played(tmp_path / "s", most=9)
    with Store(tmp_path / "s") as store:
        assert len(store.read(game, with_traces=True).traces) > 2
        store._connection.execute("UPDATE trace SET body = ?", (BOMB,))
    done = CliRunner().invoke(app, ["replay", game, "--db", str(tmp_path / "s"), "--text", str(tmp_path / "game.txt")])
    assert isinstance(done.exception, BadFile)
    assert f"the game {game} has traces of more than 40,000,000 bytes together" in str(done.exception)


def riotsim(*args: str | Path) -> str:
    """Run `riotsim games` with arguments that must succeed, and return what it prints."""
    done = CliRunner().invoke(app, ["games", *map(str, args)], env={"COLUMNS": "200"})
    assert done.exit_code == 0, done.output
    return done.stdout


def test_two_that_add_the_same_game_get_two_ids(
    passed_on: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If two connections add the same game to a store, the two games get different ids: each chooses its id while no
    other can write.
    """
    game = read_export(passed_on.encode(), "it")
    with Store(tmp_path / "s") as here, Store(tmp_path / "s") as other:
        ids = here._ids

        def add_meanwhile() -> list[str]:
            found = ids()
            monkeypatch.undo()
            other._connection.execute("PRAGMA busy_timeout = 0")
            with suppress(BadFile):  # refused while this process writes; another would wait
                other.add(game, [])
            return found

        monkeypatch.setattr(here, "_ids", add_meanwhile)
        first = here.add(game, [])
        second = other.add(game, [])
        assert first == game.id
        assert second != first
        assert len(here.games()) == 2


def test_what_could_not_be_imported_is_not_exported(passed_on: str) -> None:
    """If a game has too many entries or turns, or too large traces, its export is refused with a message. Otherwise
    only the import would be refused.
    """
    game = read_export(passed_on.encode(), "it")
    long = replace(game, entries=game.entries * (MAX_ENTRIES // len(game.entries) + 1))
    many = f"^{game.id}: has {len(long.entries):,} decisions and acts, and at most 20,000 can be exported$"
    with pytest.raises(BadFile, match=many):
        export_game(long)
    many_turns = replace(game, turns=game.turns * (MAX_ENTRIES // len(game.turns) + 1))
    with pytest.raises(BadFile, match=f"has {len(many_turns.turns):,} turns, and at most"):
        export_game(many_turns)
    large = replace(game, traces=dict.fromkeys(list(game.outcomes)[:3], BOMB))
    with pytest.raises(BadFile, match=r"40,000,000 bytes together: leave the traces out \(--no-traces\)"):
        export_game(large)
    assert export_game(replace(large, traces={}))
