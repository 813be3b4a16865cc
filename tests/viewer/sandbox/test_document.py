"""The document of the sandbox with its history, and the dialog for its files, with a game that allows nearly all."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from riotsim.play.sandbox.game_sandbox import Position
from riotsim.table.pieces import Die, Model, Token
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.sandbox.document import History, SandboxDocument
from riotsim.viewer.sandbox.files import DEFAULT_TITLE, Files, expanded_path
from riotsim.viewer.session.hosted_game import Unplayable
from riotsim.viewer.ui import commands
from riotsim.viewer.ui.sandbox_model import FileDialog

NELL, HOB = Model("m1", "Ann", (100.0, 100.0)), Model("m2", "Bob", (300.0, 200.0))
FIRST = Position(Table(600.0, 400.0).with_pieces(NELL, HOB), "Ann", {"Ann": 1, "Bob": 2})


class Anything:
    """A game that allows each position with at most nine points. It renames pieces if told to."""

    def __init__(self, position: Position = FIRST) -> None:
        self.position = position
        self.new_names: dict[str, str] = {}

    def initial_position(self) -> Position:
        """Return the first position."""
        return self.position

    def normalised(self, position: Position) -> Position:
        """Return the position, with new names."""
        if max(position.scores.values()) > 9:
            raise Unplayable("nobody has ten points")
        table = position.table
        for old, new in self.new_names.items():
            if (piece := table.movable(old)) is not None:
                table = table.without(old).with_pieces(replace(piece, id=new))
        return replace(position, table=table)


def opened(position: Position = FIRST) -> tuple[SandboxDocument, Any]:
    """Return a document at a position, and its game."""
    game: Any = Anything(position)
    return SandboxDocument(game), game


def test_a_history_goes_back_and_forth() -> None:
    """Each change can be undone and redone in order. A new change forgets what was undone."""
    history = History("a")
    history.undo()
    history.redo()
    assert (history.current, history.can_undo, history.can_redo) == ("a", False, False)
    for value in "bcd":
        history.change(value)
    found = []
    for step in (history.undo, history.undo, history.redo, history.undo, history.undo, history.undo):
        step()
        found.append((history.current, history.can_undo, history.can_redo))
    assert found == [
        ("c", True, True),
        ("b", True, True),
        ("c", True, True),
        ("b", True, True),
        ("a", False, True),
        ("a", False, True),
    ]
    history.redo()
    history.change("e")
    assert (history.current, history.can_redo) == ("e", False)
    history.redo()
    assert history.current == "e"
    history.undo()
    assert history.current == "b"


def test_commands_change_the_position() -> None:
    """Commands turn, lay down and remove pieces, show a number of a die, and set the turn and a score. A changed piece
    is selected afterwards, and a removed one is not. The turn and scores leave the selection as it is.
    """
    die = Die("d1", pose=Pose((200.0, 300.0, 8.0)), owner="Ann")
    document, _ = opened(replace(FIRST, table=FIRST.table.with_pieces(die)))
    document.handle(commands.TurnPiece("m1", 90.0))
    assert document.position.table.models["m1"].heading == pytest.approx(NELL.heading + math.pi / 2)
    assert document.chosen == "m1"
    document.handle(commands.SetFallen("m2", True))
    assert (document.position.table.models["m2"].fallen, document.chosen) == (True, "m2")
    for face in (5, 2):
        document.handle(commands.SetDieFace("d1", face))
        assert (document.position.table.dice["d1"].shows, document.chosen) == (face, "d1")
    document.handle(commands.SetTurn("Bob"))
    document.handle(commands.SetScore("Bob", 7))
    assert (document.position.turn, document.position.scores) == ("Bob", {"Ann": 1, "Bob": 7})
    assert document.chosen == "d1"
    document.handle(commands.RemovePiece("d1"))
    assert not document.position.table.dice
    assert document.chosen is None
    before = document.position
    document.handle(commands.Undo())
    assert document.position is before


def test_refused_changes() -> None:
    """If pieces overlap or the game forbids the position, the change is refused with the reason. Position and selection
    stay. The next allowed change clears the reason.
    """
    document, _ = opened()
    assert document.change(choose="m1")
    assert not document.history.can_undo, "nothing has changed"
    table = FIRST.table.with_pieces(replace(HOB, at=(105.0, 100.0)))
    assert not document.change(table, "m2")
    assert "overlap" in document.refusal
    assert (document.position, document.chosen) == (FIRST, "m1")
    assert not document.change(scores={"Ann": 10}, choose="m2")
    assert document.refusal == "nobody has ten points"
    assert (document.position, document.chosen, document.history.can_undo) == (FIRST, "m1", False)
    assert document.change(turn="Bob")
    assert (document.refusal, document.chosen, document.position.turn) == ("", None, "Bob")
    assert document.position.table is FIRST.table


def test_undo_and_redo_keep_a_selected_piece() -> None:
    """If the selected piece is still on the table after an undo or redo, it stays selected. Otherwise nothing is
    selected. The reason of a refusal is cleared.
    """
    document, _ = opened()
    coin = Token("t", Pose((200.0, 300.0, 1.5)))
    assert document.change(FIRST.table.with_pieces(coin), "t")
    document.refusal = "no"
    document.undo()
    assert (document.position, document.chosen, document.refusal) == (FIRST, None, "")
    document.chosen = "m1"
    document.refusal = "no"
    document.redo()
    assert (document.chosen, document.refusal) == ("m1", "")
    assert document.position.table.tokens == {"t": coin}


def test_another_game_can_be_undone() -> None:
    """Opening another game replaces game and position, and selects nothing. Undo brings both back. A game that forbids
    its own position is not opened.
    """
    document, game = opened()
    document.chosen, document.refusal = "m1", "no"
    other: Any = Anything(replace(FIRST, turn="Bob"))
    document.open(other)
    assert (document.game, document.position.turn, document.refusal) == (other, "Bob", "")
    assert document.chosen is None
    document.undo()
    assert (document.game, document.position) == (game, FIRST)
    wrong: Any = Anything(replace(FIRST, scores={"Ann": 10}))
    with pytest.raises(Unplayable, match="nobody has ten points"):
        document.open(wrong)
    assert document.game is game


def test_a_renamed_piece_stays_selected() -> None:
    """After a change, the piece of the same type that is nearest to the chosen one is selected. For dice, the distance
    includes the height. If there is none of its type, nothing is selected.
    """
    table = with_tower(FIRST.table, 3, name="t", at=(450.0, 300.0))
    low, middle, top = table.towers["t"].dice
    document, game = opened(replace(FIRST, table=table))
    assert document.change(choose=middle)
    assert document.chosen == middle
    game.new_names = {"m1": "m9"}
    assert document.change(choose="m1")
    assert document.chosen == "m9"
    coin = Token("t1", Pose((200.0, 300.0, 1.5)))
    game.new_names = {"t1": "t2"}
    assert document.change(document.position.table.with_pieces(coin), "t1")
    assert document.chosen == "t2"
    assert document.change(document.position.table.without("t2"), "nothing")
    assert document.chosen is None
    assert [document.change(choose=die) and document.chosen for die in (low, top)] == [low, top]


# Files.


class Disk:
    """The files of a dialog: what was written, and what can be read."""

    def __init__(self, folder: Path, opened: Path | None = None) -> None:
        self.written: list[tuple[Path, str]] = []
        self.full = False
        self.game: Any = Anything()
        self.files = Files(folder, self.read, self.write, opened)

    def read(self, path: Path) -> Any:
        """Return the game of a file called `good.yaml`."""
        if path.name != "good.yaml":
            raise Unplayable(f"{path.name} is faulty")
        return self.game

    def write(self, path: Path, text: str) -> None:
        """Record what is written."""
        if self.full:
            raise Unplayable("the disk is full")
        self.written.append((path, text))

    def save(self, path: str, title: str = "", *, over: bool = False) -> str:
        """Type a path and a title, and save."""
        self.files.ask("save")
        self.files.set_fields(path, title)
        return self.files.save(lambda title, path: f"{title} in {path.name}", over=over)


def test_what_the_dialog_suggests(tmp_path: Path) -> None:
    """The dialog for saving suggests a file with the first free number, and the one for opening suggests nothing. If a
    file is open, both suggest this file.
    """
    disk = Disk(tmp_path)
    assert disk.files.asked is None
    disk.files.set_fields("typed", "too early")
    assert disk.files.asked is None
    disk.files.ask("open")
    assert disk.files.asked == FileDialog(False, "")
    for number in (1, 2):
        disk.files.ask("save")
        assert disk.files.asked == FileDialog(True, str(tmp_path / f"position-{number}.yaml"))
        (tmp_path / f"position-{number}.yaml").touch()
    disk.files.set_fields("typed", "A tower")
    assert disk.files.asked == FileDialog(True, "typed", "A tower")
    disk.files.ask("")
    assert disk.files.asked is None
    disk = Disk(tmp_path, tmp_path / "mine.yaml")
    for what in ("open", "save"):
        disk.files.ask(what)
        assert disk.files.asked == FileDialog(what == "save", str(tmp_path / "mine.yaml"))


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("mine", "mine.yaml"),
        (" mine.yml ", "mine.yml"),
        ("deep/er/mine.txt", "deep/er/mine.txt"),
        ("a.b/c", "a.b/c.yaml"),
    ],
)
def test_where_a_position_is_saved(tmp_path: Path, typed: str, path: str) -> None:
    """A path begins in the sandbox's folder, and gets `.yaml` if it has no ending. Missing folders are made. The title
    is written on one line; without a title the usual one is written. Afterwards the dialog suggests the file and title.
    """
    disk = Disk(tmp_path)
    file = tmp_path / path
    assert disk.save(typed, " A  tower\nof two ") == f"Saved: riotsim check {file}"
    assert disk.written == [(file, f"A tower of two in {file.name}")]
    assert file.parent.is_dir()
    assert disk.files.asked is None
    disk.files.ask("save")
    assert disk.files.asked == FileDialog(True, str(file), " A  tower\nof two ")
    assert disk.save(str(file), " ") == f"Saved: riotsim check {file}"
    assert disk.written[-1] == (file, f"{DEFAULT_TITLE} in {file.name}")


def test_why_a_position_is_not_saved(tmp_path: Path) -> None:
    """An existing file is replaced only if the user agrees. If the path is a folder or leads through a file, or if
    writing fails, the dialog says so. Typing clears the message.
    """
    disk = Disk(tmp_path)
    (tmp_path / "there.yaml").write_text("x")
    assert disk.save("there", "T") == ""
    file = tmp_path / "there.yaml"
    assert disk.files.asked == FileDialog(True, "there", "T", f"{file} already exists.", file_exists=True)
    disk.files.set_fields("there", "U")
    assert disk.files.asked == FileDialog(True, "there", "U")
    assert disk.save("there", "T", over=True) == f"Saved: riotsim check {file}"
    for typed, problem in (
        (" / ", "/ is a folder"),
        (" . ", ". is a folder"),
        ("there.yaml/mine", "there.yaml/mine: File exists"),
        ("~nobody-of-that-name/x ", "~nobody-of-that-name/x: there is no user of that name"),
    ):
        assert disk.save(typed, "T", over=True) == ""
        assert disk.files.asked == FileDialog(True, typed, "T", problem)
    disk.full = True
    assert disk.save("new") == ""
    assert disk.files.asked == FileDialog(True, "new", "", "the disk is full")
    assert len(disk.written) == 1
    assert expanded_path(" ~/x ") == Path.home() / "x"


def test_files_that_are_opened(tmp_path: Path) -> None:
    """If a file is opened, its game is returned and the dialog disappears. If the file is faulty or its game forbids
    its position, the dialog says so, and the file opened before stays open.
    """
    disk = Disk(tmp_path)
    disk.files.ask("open")
    disk.files.set_fields("bad", "")
    assert disk.files.open() is None
    assert disk.files.asked == FileDialog(False, "bad", "", "bad.yaml is faulty")
    disk.files.set_fields("good", "Title")
    assert disk.files.open() is disk.game
    assert disk.files.asked is None
    disk.files.ask("save")
    assert disk.files.asked == FileDialog(True, str(tmp_path / "good.yaml"), "")
    disk.game = Anything(replace(FIRST, scores={"Ann": 10}))
    disk.files.set_fields("good", "")
    assert disk.files.open() is None
    assert disk.files.asked == FileDialog(True, "good", "", "nobody has ten points")
