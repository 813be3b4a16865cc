"""Sandbox positions in files: saved, opened, refused."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sandbox_user import DRAFT, SandboxUser, at_a_bare_table, foot

from riotsim.app.window.backend import WindowBackend
from riotsim.app.window.sandbox import WindowSandbox
from riotsim.cli.check import check_file
from riotsim.files.resources import builtin_rules
from riotsim.viewer.controller import ScreenController
from riotsim.viewer.screens.sandbox_model import sandbox_model
from riotsim.viewer.ui import commands as commands
from riotsim.viewer.ui import start_model
from riotsim.viewer.ui.commands import EditFile, OpenFileDialog, RemovePiece, SetScore, TakeFromTray, UseFile


@pytest.fixture
def ann(tmp_path: Path) -> Iterator[SandboxUser]:
    """Yield Ann as a user of the sandbox, at a bare table with two gangs of five."""
    with at_a_bare_table(tmp_path) as ann:
        yield ann


def test_a_position_is_saved_and_opened(ann: SandboxUser, tmp_path: Path) -> None:
    """A saved file is a valid scenario, and opens as the same position. Before a file is replaced, the dialog asks."""
    sandbox = ann.sandbox
    sandbox.handle(TakeFromTray("die"))
    ann.click(foot(ann, "a1"))
    sandbox.handle(TakeFromTray(""))
    sandbox.handle(SetScore("Bob", 2))
    saved = sandbox.position
    file = tmp_path / "mine.yaml"
    sandbox.handle(OpenFileDialog("save"))
    sandbox.handle(EditFile("mine", "A tower: of one"))
    sandbox.handle(UseFile())
    assert str(file) in sandbox.notice
    assert check_file(file).holds
    text = file.read_text(encoding="utf-8")
    assert text.startswith("# ")
    sandbox.handle(RemovePiece("b1"))
    changed = sandbox.position
    sandbox.handle(OpenFileDialog("save"))
    sandbox.handle(UseFile())
    asked = sandbox_model(sandbox).file
    assert asked is not None
    assert asked.file_exists
    assert "already exists" in asked.problem
    assert file.read_text(encoding="utf-8") == text
    sandbox.handle(OpenFileDialog("open"))
    sandbox.handle(UseFile())
    assert sandbox.position.table == saved.table
    assert (sandbox.position.turn, sandbox.position.scores) == (saved.turn, saved.scores)
    sandbox.handle(commands.Undo())
    assert sandbox.position == changed


def test_a_refusal_does_not_outlive_its_position(ann: SandboxUser) -> None:
    """The reason why an action was refused is no longer shown once another file is opened."""
    sandbox = ann.sandbox
    sandbox.handle(OpenFileDialog("save"))
    sandbox.handle(EditFile("mine", "A position"))
    sandbox.handle(UseFile())
    a, b = foot(ann, "a1"), foot(ann, "a2")
    ann.drag(a, b)
    assert "overlap" in sandbox.refusal
    sandbox.handle(OpenFileDialog("open"))
    sandbox.handle(UseFile())
    assert sandbox.refusal == ""


def test_a_bad_file_loses_nothing(ann: SandboxUser, tmp_path: Path) -> None:
    """A fault in a file is shown in the dialog, and the position stays."""
    before = ann.sandbox.position
    (tmp_path / "bad.yaml").write_text("riotsim: scenario/1\ntitle: x\nrules: riot_dice\ngiven: {bosses: {A: {}}}\n")
    for path, what in (("bad.yaml", "then: is missing"), ("none.yaml", "no such file")):
        ann.sandbox.handle(OpenFileDialog("open"))
        ann.sandbox.handle(EditFile(path, ""))
        ann.sandbox.handle(UseFile())
        asked = sandbox_model(ann.sandbox).file
        assert asked is not None
        assert what in asked.problem
        assert ann.sandbox.position == before
        ann.sandbox.handle(OpenFileDialog(""))
    assert sandbox_model(ann.sandbox).file is None


@pytest.mark.parametrize("name", ["mine.yaml", "mine.txt"])
def test_a_position_by_rules_of_ones_own_is_opened_again(tmp_path: Path, name: str) -> None:
    """A position with custom rules can be opened again, whatever its rules file is called."""
    backend = WindowBackend(tmp_path / "games.sqlite")
    (tmp_path / name).write_bytes(builtin_rules()["riot_dice"].read_bytes())
    game = backend.sandbox(replace(DRAFT, rules=start_model.OWN_RULES_KEY, own=str(tmp_path / name)))
    file = tmp_path / "position.yaml"
    file.write_text(game.text(game.initial_position(), "Mine", file), encoding="utf-8")
    assert backend.scenario(file).initial_position().table == game.normalised(game.initial_position()).table


def test_rules_of_the_program_are_no_file_that_is_called_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a file in the current folder has the name of built-in rules, the sandbox still uses the built-in rules."""
    (tmp_path / "riot_dice").write_text("notes")
    monkeypatch.chdir(tmp_path)
    game = WindowBackend(tmp_path / "games.sqlite").sandbox(DRAFT)
    assert isinstance(game, WindowSandbox)
    assert game.rules == "riot_dice"


@pytest.mark.parametrize("what", ["save", "open"])
@pytest.mark.parametrize("path", ["~nobody-of-that-name/mine", "/", ".", "x" * 300, "is/a/file/mine"])
def test_what_names_no_file_is_told(ann: SandboxUser, tmp_path: Path, what: str, path: str) -> None:
    """If a path can't name a file, as with a folder or too long a name, the dialog says so. The position stays."""
    (tmp_path / "is").write_text("a file")
    before = ann.sandbox.position
    ann.sandbox.handle(OpenFileDialog(what))
    ann.sandbox.handle(EditFile(path, ""))
    ann.sandbox.handle(UseFile())
    asked = sandbox_model(ann.sandbox).file
    assert asked is not None
    assert asked.problem
    assert ann.sandbox.position == before


def test_a_file_that_is_replaced_is_there_until_the_new_one_is_whole(
    ann: SandboxUser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the disk is full when a file is replaced, the old file stays unchanged, and the dialog shows the error."""
    file = tmp_path / "mine.yaml"
    for over in (False, True):
        ann.sandbox.handle(OpenFileDialog("save"))
        ann.sandbox.handle(EditFile("mine", ""))
        ann.sandbox.handle(UseFile(overwrite=over))
    text = file.read_bytes()

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    ann.sandbox.handle(OpenFileDialog("save"))
    with monkeypatch.context() as broken:
        broken.setattr("os.write", full)
        ann.sandbox.handle(UseFile(overwrite=True))
    asked = sandbox_model(ann.sandbox).file
    assert asked is not None
    assert "no space left" in asked.problem
    assert file.read_bytes() == text
    assert [*tmp_path.iterdir()] == [file]


def test_what_is_not_saved_is_not_lost_unasked(ann: SandboxUser, tmp_path: Path) -> None:
    """If the position has changed since it was opened or saved, the first attempt to close opens the menu. The second
    attempt closes the window. An unchanged position closes at once.
    """
    sandbox = ann.sandbox
    screens = ScreenController(WindowBackend(tmp_path / "s"), None, None, lambda _: None, lambda: sandbox.settings)  # type: ignore[arg-type]  # neither start screen nor picture is needed
    assert screens.may_close()
    screens.sandbox = sandbox
    assert screens.may_close()
    sandbox.handle(RemovePiece(next(iter(ann.at))))
    assert not screens.may_close()
    assert sandbox.menu
    assert screens.may_close()
    sandbox.menu = False
    sandbox.handle(commands.Undo())
    assert screens.may_close()
    sandbox.handle(commands.Redo())
    sandbox.handle(OpenFileDialog("save"))
    sandbox.handle(UseFile())
    assert screens.may_close()
    sandbox.handle(commands.Undo())
    assert not screens.may_close()
    sandbox.menu = False
    sandbox.handle(OpenFileDialog("open"))
    sandbox.handle(UseFile())
    assert screens.may_close()
