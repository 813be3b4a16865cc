"""A player's own rules on the start screen: the file is found, checked while it is edited, and used for a game."""

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

pytest.importorskip("pyglet")

from riotsim.app import rules_files
from riotsim.app.window.backend import WindowBackend
from riotsim.cli.main import app
from riotsim.files.resources import builtin_rules
from riotsim.table.units import inches
from riotsim.viewer.screens.start import StartScreen
from riotsim.viewer.session.hosted_game import Notify, ShowAct
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.models import SettingsModel
from riotsim.viewer.ui.start_model import OWN_RULES_KEY, OwnFile

TIMEOUT = 60.0
"""Seconds that a file may take to be read on a busy machine."""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a rules file of a player's own, with another table, no scenery and an added gang."""
    text = builtin_rules()["riot_dice"].read_text()
    begin, end = text.index("\ntable:"), text.index("\nsurfaces:")
    text = text[:begin] + "\ntable: {width: 30in, depth: 20in, surface: felt}\n" + text[end:]
    text = text.replace("\ngangs:\n", "\ngangs:\n  mine:\n    title: My Own\n    models: [git, git]\n", 1)
    file = tmp_path / "mine.yaml"
    file.write_text(text)
    return file


def at_start(tmp_path: Path, text: str) -> StartScreen:
    """Return the start screen, with a path written into its field for a rules file."""
    start = StartScreen(WindowBackend(tmp_path / "s"), SettingsModel(Settings()))
    start.use_file(text)
    return start


def until(start: StartScreen, true: Callable[[OwnFile], object]) -> OwnFile:
    """Look at the start screen until something is true of its rules file."""
    ends = time.monotonic() + TIMEOUT
    while not true(own := start.model(SettingsModel(Settings())).own_rules):
        assert time.monotonic() < ends, own
        time.sleep(0.01)
    return own


def test_paths_are_completed(mine: Path, tmp_path: Path) -> None:
    """If a path is typed in part, rules files that fit are offered first, then folders. Other files and hidden files
    are left out.
    """
    (tmp_path / "more").mkdir()
    (tmp_path / "my.txt").touch()
    (tmp_path / "MY.YML").touch()
    (tmp_path / ".m.yaml").touch()
    assert rules_files.completions(f"{tmp_path}/m") == (str(tmp_path / "MY.YML"), str(mine), f"{tmp_path}/more/")
    assert rules_files.completions(f"{tmp_path}/mi") == (str(mine),)
    assert rules_files.completions(f"{tmp_path}/nothing/like/it") == ()
    assert rules_files.completions("\0") == ()


def test_a_folder_of_many_files_is_looked_through(mine: Path, tmp_path: Path) -> None:
    """If many files come earlier in the alphabet, a file that begins with the typed text is still offered."""
    for number in range(rules_files.MAX_COMPLETIONS):
        (tmp_path / f"a{number}.yaml").touch()
    assert rules_files.completions(f"{tmp_path}/mi") == (str(mine),)


@pytest.mark.parametrize("written", ["~nobody-of-that-name/mine.yaml", "/" + "x" * 300, "x\0/y"])
def test_what_is_no_path_is_no_file(tmp_path: Path, written: str) -> None:
    """If a typed path has an unknown user's home, or an impossible name, the start screen finds no file and goes on."""
    own = at_start(tmp_path, written).model(SettingsModel(Settings())).own_rules
    assert own == OwnFile()


@pytest.mark.parametrize("written", ["{}", " {} ", '"{}"', "file://{}"])
def test_a_pasted_path_is_taken_as_it_is_meant(mine: Path, written: str) -> None:
    """A pasted path may have quotes or blanks around it, or be a `file://` address. It still gives the file."""
    assert WindowBackend().typed_file(written.format(mine)) == mine


def test_faults_are_those_of_rules_check(mine: Path, tmp_path: Path) -> None:
    """If a rules file has faults, the start screen gives the same faults, word for word, as `riotsim rules check`."""
    mine.write_text(mine.read_text().replace("title: My Own", "title: 7").replace("[git, git]", "[got]"))
    own = until(at_start(tmp_path, str(mine)), lambda own: own.report is not None)
    assert own.report is not None
    told = CliRunner().invoke(app, ["rules", "check", str(mine)])
    assert told.exit_code == 2
    assert list(own.report.faults) == [line.replace(str(mine), mine.name) for line in told.stdout.splitlines()]
    assert len(own.report.faults) == 2
    assert not own.valid


def test_a_file_is_looked_over_again_when_it_is_mended(mine: Path, tmp_path: Path) -> None:
    """If a rules file with faults is mended, the start screen checks it again without being asked."""
    good = mine.read_text()
    mine.write_text("table: 7\n")
    start = at_start(tmp_path, str(mine))
    assert not until(start, lambda own: own.report is not None).valid
    mine.write_text(good)
    own = until(start, lambda own: own.valid)
    assert own.report is not None
    assert own.report.offer is not None
    assert own.report.offer.seat_options[0].choices[0].label == "My Own"
    assert start.model(SettingsModel(Settings())).offer.rules_for(OWN_RULES_KEY).label == "mine.yaml"


def test_a_dropped_file_leaves_the_chosen_game_until_it_is_known(mine: Path, tmp_path: Path) -> None:
    """If a dropped rules file has faults, the start screen doesn't know its game, and keeps the chosen game."""
    mine.write_text("table: 7\n")
    start = at_start(tmp_path, str(mine))
    until(start, lambda own: own.report is not None)
    assert start.model(SettingsModel(Settings())).game.key == "riot_dice"


def test_a_game_is_played_by_them_and_keeps_them(mine: Path, tmp_path: Path) -> None:
    """A game by a player's own rules has the table, scenery and gangs of the rules file. If the file is deleted, the
    stored game can still be resumed.
    """
    backend = WindowBackend(tmp_path / "s")
    draft = backend.default_draft()
    seats = tuple(replace(seat, options={"gang": "mine"}) for seat in draft.seats)
    draft = replace(draft, seats=seats, seed="3", rules=OWN_RULES_KEY, own=str(mine))

    def show(*_: object) -> object:
        raise AssertionError("nothing is thrown before somebody is asked")

    shows: ShowAct = show  # type: ignore[assignment]  # it is never called
    tells: Notify = lambda _text: None  # noqa: E731 - a function can't be declared a `Notify`
    with backend.begin(draft)(shows, tells) as hosted:
        table = hosted.session.table
        assert (table.width, table.depth) == (inches(30), inches(20))
        assert table.terrain == {}
        assert len(hosted.models) == 4
    mine.unlink()
    (stored,) = backend.stored_games()
    with backend.resume(stored.id)(shows, tells) as hosted:
        assert hosted.session.table == table


def test_the_address_of_a_file_is_its_path(tmp_path: Path) -> None:
    """A `file://` address stands for the file's path, with its escaped characters. In a plain path, a % remains a %."""
    file = tmp_path / "my rules, 50%.yaml"
    file.touch()
    assert rules_files.typed_path(file.as_uri()) == file
    assert rules_files.typed_path(str(file)) == file
    assert rules_files.typed_path("/a%20b.yaml") == Path("/a%20b.yaml")


def test_a_file_over_which_the_program_stumbles_is_not_read_for_ever(
    mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If checking a rules file fails with an unexpected error, the report gives the error, and its traceback goes to
    stderr. The file is checked again only after a change.
    """

    def broken(_path: Path) -> tuple[str, ...]:
        raise RecursionError("too deep")

    with monkeypatch.context() as patched:
        patched.setattr(rules_files, "describe_faults", broken)
        start = at_start(tmp_path, str(mine))
        own = until(start, lambda own: own.report is not None)
    assert own.report is not None
    assert own.report.faults == ("The file can't be checked: too deep",)
    assert not own.is_checking
    assert "RecursionError" in capsys.readouterr().err
    mine.write_text(mine.read_text() + "\n")
    until(start, lambda own: own.valid)
