"""Games with meshes of one's own bring them along."""

import shutil
from pathlib import Path

import pytest
from stored import BOTS, BRIEF, play, traced

from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_meshes, builtin_rules
from riotsim.files.rules import load_rules
from riotsim.files.store.document import Header, Seat
from riotsim.files.store.exchange import exported, read_export
from riotsim.files.store.store import Store
from riotsim.games.riot_dice.rulebook import Rulebook
from riotsim.saves.beginning import header_of
from riotsim.saves.importing import replayed
from riotsim.saves.keeping import kept


@pytest.fixture
def mine(tmp_path: Path) -> Header:
    """A game whose ruins and gits come from files beside its rules."""
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
    header = header_of("riot_dice", "rules.yaml", book, 3, seats, folder)
    shutil.rmtree(folder)  # it is not needed any more
    return header


def test_a_game_with_own_meshes_is_played_stored_and_passed_on(mine: Header, tmp_path: Path) -> None:
    """It has its meshes in it, by their content, wherever it goes."""
    assert len(mine.rules.files) == 2
    with Store(tmp_path / "s") as store:
        with kept(store, mine, traced) as (begun, recorder):
            play(begun.session, mine, 6)
            game = recorder.keeper.game
        content = exported(store.read(game)).encode()
    assert replayed(read_export(content, "it"), "it").game.header == mine


def test_another_mesh_in_its_place_is_refused(mine: Header, tmp_path: Path) -> None:
    """A mesh that was changed would change what happens."""
    name, other = sorted(mine.rules.files)
    forged = mine.rules.model_copy(update={"files": {**mine.rules.files, name: mine.rules.files[other]}})
    with (
        Store(tmp_path / "s") as store,
        pytest.raises(BadFile, match="another mesh"),
        kept(store, mine.model_copy(update={"rules": forged}), traced),
    ):
        pass
