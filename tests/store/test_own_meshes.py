"""A stored or exported game contains the meshes that the author of its rules supplied."""

import base64
import hashlib
import itertools
import json
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from stored import BOTS, BRIEF, header_with_meshes, play, traced

from riotsim.files.assets.meshes import read_in_own_process
from riotsim.files.mesh.protocol import MeshResult, MeshTask
from riotsim.files.mesh.source import Source
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_meshes, builtin_rules
from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.store.assets import CHECKSUM_DIGITS
from riotsim.store.begin import make_header, rules_hash
from riotsim.store.database.document import Header, Seat
from riotsim.store.database.store import Store, StoredGame
from riotsim.store.exchange import export_game, read_export, replay_import
from riotsim.store.recorder import record_new_game


@pytest.fixture
def mine(tmp_path: Path) -> Header:
    """Return the header of a game whose ruins and gits come from files beside its rules."""
    folder = tmp_path / "mine"
    folder.mkdir()
    rules = builtin_rules()["riot_dice"].read_text()
    rules = rules.replace("mesh: ruin.glb", "mesh: mine.glb").replace("file: ruffian.glb", "file: git.glb")
    assert "mine.glb" in rules
    (folder / "rules.yaml").write_text(rules)
    for own, ours in (("mine.glb", "ruin.glb"), ("git.glb", "ruffian.glb")):
        (folder / own).write_bytes(builtin_meshes()[ours].read_bytes())
    book = load_rules(folder / "rules.yaml", Rulebook, BRIEF)
    seats = [Seat(name=name, player=bot) for name, bot in BOTS.items()]
    header = make_header("riot_dice", "rules.yaml", book, 3, seats, folder)
    shutil.rmtree(folder)  # it is not needed any more
    return header


def test_a_game_with_own_meshes_is_played_stored_and_passed_on(mine: Header, tmp_path: Path) -> None:
    """If a game has meshes of its own, its export contains them: an import has the same header as the game."""
    assert len(mine.rules.files) == 2
    with Store(tmp_path / "s") as store:
        with record_new_game(store, mine, traced) as (begun, recorder):
            play(begun.session, mine, 6)
            game = recorder.writer.game
        content = export_game(store.read(game)).encode()
    assert replay_import(read_export(content, "it"), "it").game.header == mine


def test_another_mesh_in_its_place_is_refused(mine: Header, tmp_path: Path) -> None:
    """If a mesh in a game's header is replaced by another mesh, the game can't be recorded."""
    name, other = sorted(mine.rules.files)
    forged = mine.rules.model_copy(update={"files": {**mine.rules.files, name: mine.rules.files[other]}})
    with (
        Store(tmp_path / "s") as store,
        pytest.raises(BadFile, match="another mesh"),
        record_new_game(store, mine.model_copy(update={"rules": forged}), traced),
    ):
        pass


def forged(header: Header, change: Callable[[dict[str, Any]], None]) -> StoredGame:
    """Return a game without any entries whose rules were changed by `change`. Their checksum fits the change."""
    text = json.loads(json.dumps(header.rules.text))
    change(text)
    rules = header.rules.model_copy(update={"text": text, "sha256": rules_hash(text)})
    return StoredGame("a", header.model_copy(update={"rules": rules}), (), {}, (), None)


def named_often(mesh: str) -> Callable[[dict[str, Any]], None]:
    """Return a change of rules that names a mesh 3,000 times, each time at another scale, so each must be read."""

    def change(text: dict[str, Any]) -> None:
        kind = text["terrain"]["hill"]
        text["terrain"] |= {f"t{k}": {**kind, "mesh": mesh, "scale": 1.0 + k / 10_000} for k in range(3000)}

    return change


@pytest.mark.parametrize("whose", ["its own", "ours"])
def test_meshes_have_a_time_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whose: str) -> None:
    """If reading all meshes of a game takes more processor time than allowed, the game is refused in one line.

    The line names the mesh being read and the setting that allows more time. The game has 3,000 meshes of a few
    milliseconds each, and 0.3 s is allowed. The limit of real time is too far off to matter on a busy machine.
    """
    monkeypatch.setattr("riotsim.store.assets.GAME_CPU_SECONDS", 0.3)
    monkeypatch.setattr("riotsim.files.mesh.reader.CLOCK_FACTOR", 1000)
    header = header_with_meshes(tmp_path)
    mesh = header.rules.text["terrain"]["ruin"]["mesh"] if whose == "its own" else "hill.glb"  # type: ignore[index,call-overload]  # JSON
    said: list[str] = []
    with pytest.raises(BadFile) as caught:
        replay_import(forged(header, named_often(str(mesh))), "it", progress=said.append)
    (line,) = str(caught.value).splitlines()
    assert "may take 0.3 s of processor time together" in line
    assert f"while reading {mesh};" in line
    assert "RIOTSIM_MESH_SECONDS=60" in line
    assert said[-1] == f"reading {mesh}"
    assert len(said) < 3000


def test_a_busy_machine_refuses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If ten seconds of real time pass at each look at the clock, the meshes of a game are still read."""
    now = itertools.count(step=10.0)
    monkeypatch.setattr("riotsim.files.mesh.reader.time", SimpleNamespace(monotonic=lambda: next(now)))
    monkeypatch.setattr("riotsim.files.assets.meshes._result_cache", {})  # nothing was read before
    assert replay_import(forged(header_with_meshes(tmp_path), lambda _text: None), "it").game.id == "a"


def test_our_meshes_are_free_the_first_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading a mesh that comes with the program doesn't count towards the time that a game's meshes may take."""
    monkeypatch.setattr("riotsim.store.assets.GAME_CPU_SECONDS", 0.01)
    monkeypatch.setattr("riotsim.files.assets.meshes._result_cache", {})  # nothing was read before
    slow = read_in_own_process

    def compute_first(order: MeshTask, found: Source) -> MeshResult:
        ends = time.thread_time() + 0.02
        while time.thread_time() < ends:
            pass
        return slow(order, found)

    monkeypatch.setattr("riotsim.store.assets.read_in_own_process", compute_first)
    book = load_rules("riot_dice", Rulebook, BRIEF)
    seats = [Seat(name=name, player=bot) for name, bot in BOTS.items()]
    header = make_header("riot_dice", "riot_dice", book, 3, seats)
    assert replay_import(forged(header, lambda _text: None), "it").game.id == "a"


def test_a_stored_game_may_be_given_longer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If meshes take too long, RIOTSIM_MESH_SECONDS allows more time. Values such as "soon" or -1 are refused."""
    monkeypatch.setattr("riotsim.store.assets.GAME_CPU_SECONDS", 0.0)
    game = forged(header_with_meshes(tmp_path), lambda _text: None)
    with pytest.raises(BadFile, match="together"):
        replay_import(game, "it")
    monkeypatch.setenv("RIOTSIM_MESH_SECONDS", "60")
    assert replay_import(game, "it").game.id == "a"
    for nonsense in ("soon", "-1", "nan", "inf"):
        monkeypatch.setenv("RIOTSIM_MESH_SECONDS", nonsense)
        with pytest.raises(BadFile, match="RIOTSIM_MESH_SECONDS: is a number of seconds, 3600 at the most, and not"):
            replay_import(game, "it")


def test_one_process_reads_all_meshes_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All meshes of a game are read in one process, since starting a process takes longer than reading a mesh."""
    started = []
    popen = subprocess.Popen

    def counted(*given: Any, **named: Any) -> "subprocess.Popen[bytes]":
        started.append(given)
        return popen(*given, **named)

    monkeypatch.setattr(subprocess, "Popen", counted)
    monkeypatch.setattr("riotsim.files.assets.meshes._result_cache", {})  # nothing was read before
    replay_import(forged(header_with_meshes(tmp_path), lambda _text: None), "it")
    assert len(started) == 1


@pytest.mark.parametrize(
    ("kind", "count", "told"),
    [
        (
            {"box": 3},
            2000,
            r"terrain\.t0\.box: must be a list, such as \[a, b\], not 3 \(and 1,999 more of its rules are",
        ),
        ({"box": ["1in", "1in", "1in"]}, 60_000, r"has [0-9,]+ letters in full, and at most 1,000,000 are read"),
    ],
)
def test_rules_without_end_are_told_in_a_line(tmp_path: Path, kind: object, count: int, told: str) -> None:
    """If the rules of a stored game have thousands of errors, or are too long, the error message is one line."""

    def change(text: dict[str, Any]) -> None:
        text["terrain"] |= {f"t{k}": kind for k in range(count)}

    with pytest.raises(BadFile, match=told) as caught:
        replay_import(forged(header_with_meshes(tmp_path), change), "it")
    assert len(str(caught.value).splitlines()) == 1


def test_the_first_mesh_that_is_refused_ends_it(tmp_path: Path) -> None:
    """If rules name a broken mesh 3,000 times, one line names the mesh, its first place in the rules and the error."""
    header = header_with_meshes(tmp_path)
    name = f"{hashlib.sha256(b'solid nothing').hexdigest()[:CHECKSUM_DIGITS]}.stl"
    files = {**header.rules.files, name: base64.b64encode(b"solid nothing").decode()}
    header = header.model_copy(update={"rules": header.rules.model_copy(update={"files": files})})
    with pytest.raises(BadFile) as caught:
        replay_import(forged(header, named_often(name)), "it")
    assert (
        str(caught.value)
        == f"{name}: terrain.t0.mesh: is cut off: it begins 0 facets, ends 0 and must close with endsolid"
    )
