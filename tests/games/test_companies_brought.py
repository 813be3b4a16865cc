"""Companies that players bring to a made-up game: on the command line, in Python, and in stored games."""

import json
import re
from pathlib import Path

import pytest
from command_line import riotsim as run
from game_checks import Subject, made_up_subject
from made_up_board_game import TUMBLE

import riotsim
from riotsim.errors import InvalidValue
from riotsim.files.companies import MAX_LENGTH
from riotsim.files.problems import BadFile
from riotsim.store import exchange

ROYALS = "game: tumble\ncubes: {king: 24, page: 10}\n"


@pytest.fixture
def tumble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Subject:
    """The game with a rules file, beside a squad."""
    (tmp_path / "royals.yaml").write_text(ROYALS, encoding="utf-8")
    return made_up_subject(TUMBLE, tmp_path, monkeypatch)


def test_a_player_brings_a_company(tumble: Subject) -> None:
    """The cubes of the file stand on the table, and those of the other player are the game's own. The stored game has
    the text, so it is resumed, exported, imported and verified without the file.
    """
    squad = tumble.folder / "royals.yaml"
    words = ("game", "--rules", tumble.rules, "--company", f"Ada={squad}", "--seed", "3", "--db", tumble.store)
    played = json.loads(tumble.run(*words, "--json"))
    with tumble.begin(companies={"Ada": squad}, store=tumble.store) as match:
        assert {die.id: die.size for die in match.table.dice.values()} == {
            "aking": 24.0, "apage": 10.0, "b1": 16.0, "b2": 19.0,
        }  # fmt: skip
        match.step()
        halted = match.id
    squad.unlink()
    with riotsim.resume_game(str(halted), store=tumble.store) as match:
        assert match.table.dice["aking"].size == 24.0
        assert match.header.seats[0].company is not None
        assert match.header.seats[0].company.text == ROYALS
        match.play()
    copy, other = tumble.folder / "copy.json", tumble.folder / "other.sqlite"
    tumble.run("games", "export", played["id"], copy, "--db", tumble.store)
    tumble.run("games", "import", copy, "--db", other)
    assert "to the last bit" in tumble.run("games", "verify", played["id"], "--db", other)


def test_the_command_to_play_again_names_the_company(tumble: Subject) -> None:
    """Whoever copies it plays the same game."""
    file = tumble.folder / "royals.yaml"
    told = run("game", "--rules", tumble.rules, "--company", f"Bea={file}", "--no-save", "--quiet")
    assert told.returncode == 0
    assert f"--company Bea={file}" in told.stdout


def test_games_without_companies_are_stored_as_before(tumble: Subject) -> None:
    """A seat without a company has no key for it, so version 0.1 reads the game."""
    with tumble.begin() as match:
        assert "company" not in match.header.model_dump_json()


def test_every_fault_of_every_company_is_told(tumble: Subject) -> None:
    """The message has file, line and field of each. The exit code is 2, and no game is stored."""
    one, two = tumble.folder / "one.yaml", tumble.folder / "two.yaml"
    one.write_text("game: tumble\ncubes:\n  king: 90\n", encoding="utf-8")
    two.write_text("game: riot_dice\ncubes: {a: 10, b: small}\n", encoding="utf-8")
    words = ("--rules", tumble.rules, "--company", f"Ada={one}", "--company", f"Bea={two}", "--db", tumble.store)
    told = run("game", *words)
    assert (told.returncode, told.stdout) == (2, "")
    for part in ("one.yaml:2: cubes: a squad has two", "one.yaml:3: cubes.king:", "two.yaml:1: game: must be tumble",
                 "two.yaml:2: cubes.b:"):  # fmt: skip
        assert part in "".join(told.stderr.splitlines()), told.stderr
    assert not tumble.store.exists()


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ("Dora=royals.yaml", "no player is called 'Dora'"),
        ("royals.yaml", "--company is written like Ada=my_army.yaml"),
        ("Ada=nowhere.yaml", "nowhere.yaml: cannot be read: no such file"),
        ("Ada=royals", "is the name of no company"),
    ],
)
def test_a_wrong_option_is_one_clear_message(tumble: Subject, value: str, says: str) -> None:
    """A wrong player, form, file or name is refused with exit code 2."""
    told = run("game", "--rules", tumble.rules, "--company", value, "--no-save", cwd=tumble.folder)
    assert told.returncode == 2
    assert says in " ".join(told.stderr.split())


def test_the_window_s_command_checks_companies_first(tumble: Subject) -> None:
    """`riotsim play` tells every fault before a window is opened. Without a screen, bots play with the company."""
    (tumble.folder / "bad.yaml").write_text("game: tumble\ncubes: {king: 90}\n", encoding="utf-8")
    words = ("play", "--rules", tumble.rules, "--db", tumble.store, "--seed", "3")
    bad = run(*words, "--company", "Ada=bad.yaml", "--company", "Bea=none.yaml", cwd=tumble.folder)
    assert (bad.returncode, bad.stdout) == (2, "")
    told = "".join(bad.stderr.splitlines())
    for part in ("bad.yaml:2: cubes: a squad has two", "bad.yaml:2: cubes.king:", "none.yaml: cannot be read"):
        assert part in told
    assert "no player is called 'Dora'" in run(*words, "--company", "Dora=royals.yaml", cwd=tumble.folder).stderr
    assert "leave out --company" in run("play", "--resume", "abcdef", "--company", "Ada=royals.yaml").stderr
    assert not tumble.store.exists()
    played = run(*words, "--terminal", "--company", "Ada=royals.yaml", cwd=tumble.folder)
    assert played.returncode == 0, played.stderr
    assert "brings royals" in played.stdout


def test_other_games_refuse_companies(tumble: Subject) -> None:
    """A game without companies says so, on the command line, in Python and in a stored game."""
    told = run("game", "--company", f"Ada={tumble.folder / 'royals.yaml'}", "--no-save")
    assert told.returncode == 2
    said = " ".join(told.stderr.split())
    assert "players of Riot Dice bring no files of their own; games whose players do: cube_clash, tumble" in said
    with pytest.raises(BadFile, match="players of Riot Dice bring no files"):
        riotsim.new_game("riot_dice", companies={"Ada": tumble.folder / "royals.yaml"})
    with pytest.raises(InvalidValue, match="no player is called 'Dora'"):
        tumble.begin(companies={"Dora": "royals.yaml"})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game: tumble\ncubes: {king: 24, page: 1000}\n", r"royals\.yaml:2: cubes\.page"),
        ("!!python/object/apply:os.abort []\n", r"royals\.yaml:1"),
        ("#" * (MAX_LENGTH + 1), "company.text"),
    ],
)
def test_a_stranger_can_bring_nothing_else(
    tumble: Subject, monkeypatch: pytest.MonkeyPatch, text: str, says: str
) -> None:
    """A stored company is read as carefully as a file: faults are told, code never runs, and its length has a limit."""
    with tumble.begin(companies={"Ada": tumble.folder / "royals.yaml"}, store=tumble.store) as match:
        match.step()
        name = match.id
    copy = tumble.folder / "copy.json"
    tumble.run("games", "export", name, copy, "--db", tumble.store)
    said = json.loads(copy.read_text(encoding="utf-8"))
    said["header"]["seats"][0]["company"]["text"] = text
    said["sum"] = "0" * 16
    monkeypatch.setattr(exchange, "_sum", lambda _file: "0" * 16)
    copy.write_text(json.dumps(said), encoding="utf-8")
    told = run("games", "import", copy, "--db", tumble.folder / "other.sqlite")
    assert told.returncode == 2, told.stdout
    assert re.search(says, "".join(told.stderr.splitlines())), told.stderr
    assert "Traceback" not in told.stderr


def test_a_long_file_is_refused(tumble: Subject) -> None:
    """A file that a stored game couldn't hold is told with the limit."""
    file = tumble.folder / "long.yaml"
    file.write_text(ROYALS + "#" * MAX_LENGTH, encoding="utf-8")
    with pytest.raises(BadFile, match=f"has more than {MAX_LENGTH:,} letters"):
        tumble.begin(companies={"Ada": file})
