"""Companies that players bring to a made-up game: on the command line, in Python, and in stored games."""

import copy
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import riotsim as run
from company_checks import pieces_missing, shows_companies
from game_subject import Subject, made_up_subject
from made_up_board_game import TUMBLE
from riftwar_rules import rules, session_at

import riotsim
from riotsim.errors import InvalidValue
from riotsim.files.companies import MAX_LENGTH
from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_companies
from riotsim.games.riftwar.show.standing import rosters
from riotsim.lab.campaigns.campaign import Campaign
from riotsim.lab.campaigns.plan import make_plan
from riotsim.store import exchange

ROYALS = "game: tumble\ncubes: {king: 24, page: 10}\n"


@pytest.fixture
def tumble(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Subject:
    """Return the made-up game with a rules file and, beside it, a squad file."""
    (tmp_path / "royals.yaml").write_text(ROYALS, encoding="utf-8")
    return made_up_subject(TUMBLE, tmp_path, monkeypatch)


def test_a_player_brings_a_company(tumble: Subject) -> None:
    """If Ada brings a squad, her cubes are those of the file, and Bea's are the game's own. The stored game keeps the
    text of the file. Without the file, the game is still resumed, exported, imported and verified.
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
    """The command to play the same game again names the company's file."""
    file = tumble.folder / "royals.yaml"
    told = run("game", "--rules", tumble.rules, "--company", f"Bea={file}", "--no-save", "--quiet")
    assert told.returncode == 0
    assert f"--company Bea={file}" in told.stdout


def test_the_window_lists_the_units_of_a_company(tumble: Subject) -> None:
    """The window gets the squads of a made-up game as rosters. A brought squad is titled by its file's name, another
    one by its own title.
    """
    shows_companies(tumble)
    with tumble.begin(companies={"Bea": tumble.folder / "royals.yaml"}) as match:
        found = TUMBLE.presentation().rosters(match.rules, match.state, match.table)
    assert [(one.title, [unit.piece for unit in one.units]) for one in found.values()] == [
        ("Plain cubes", ["a1", "a2"]), ("royals", ["bking", "bpage"]),
    ]  # fmt: skip


def test_a_unit_aboard_is_found_at_its_transport() -> None:
    """RW-81: in RiftWar, a unit aboard a Transport has no model. The roster shows the unit at its Transport."""
    units: dict[str, dict[str, Any]] = {
        "a.ifv_1": {"at": [10, 6], "facing": 90},
        "a.rifleman_1": {"aboard": "a.ifv_1"},
        "a.rifleman_2": {"at": [20, 6], "facing": 90},
        "b.rifleman_1": {"at": [10, 26], "facing": 270},
    }
    session = session_at(units, rules(layout="open"), armies={"Ada": "cold_war", "Bea": "cold_war"})
    shown = rosters(session.state, session.table)
    riders = {unit.piece: unit.shown_by for unit in shown["Ada"].units if unit.place == "aboard"}
    assert riders == {"a.rifleman_1": "a.ifv_1"}
    assert "a.rifleman_1" not in session.table.models
    assert pieces_missing(shown.values(), session.table) == set()
    assert pieces_missing(shown.values(), session.table.without("a.ifv_1")) == {"a.ifv_1"}
    state = copy.deepcopy(session.state)
    state.units["a.rifleman_1"] = replace(state.units["a.rifleman_1"], destroyed=True)
    (dead,) = (unit for unit in rosters(state, session.table)["Ada"].units if unit.is_out)
    assert dead.shown_by == "a.rifleman_1"


def test_games_without_companies_are_stored_as_before(tumble: Subject) -> None:
    """If a seat has no company, the stored game has no key for one."""
    with tumble.begin() as match:
        assert "company" not in match.header.model_dump_json()


def test_every_fault_of_every_company_is_told(tumble: Subject) -> None:
    """Every fault is told with file, line and field. The exit code is 2, and no game is stored."""
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


def test_the_window_s_command_checks_companies_first(tumble: Subject, monkeypatch: pytest.MonkeyPatch) -> None:
    """`riotsim play` tells every fault of the companies before a window is opened. With `--terminal`, bots play with
    the company.
    """
    monkeypatch.setattr("riotsim.cli.replay.DEFAULT_SIZE", "128x72")  # a large picture takes seconds
    monkeypatch.setattr("riotsim.cli.replay.DEFAULT_QUALITY", "low")
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
    """If a game has no companies, `riotsim game` and `riotsim.new_game` refuse a company and say so. In a game with
    companies, an unknown player is refused.
    """
    told = run("game", "--company", f"Ada={tumble.folder / 'royals.yaml'}", "--no-save")
    assert told.returncode == 2
    said = " ".join(told.stderr.split())
    assert (
        "players of Riot Dice bring no files of their own; games whose players do: cube_clash, buskit, riftwar, tumble"
        in said
    )
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
    """The text of a stored company is checked as a file is. Faults are told, code isn't run, and a text that is too
    long is refused.
    """
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


def test_the_list_of_games_has_the_companies(tumble: Subject) -> None:
    """`riotsim games` tells which players have brought which company. The help of `riotsim game` tells which companies
    come with games.
    """
    with tumble.begin(companies={"Ada": tumble.folder / "royals.yaml"}, store=tumble.store) as match:
        match.step()
    assert "Ada (royals) · Bea" in run("games", "--db", tumble.store).stdout
    assert "lantern_guild, reed_court (Cube Clash)" in _words(run("game", "--help", env={"COLUMNS": "400"}).stdout)


def _words(text: str) -> str:
    return " ".join(text.split())


def test_a_company_and_a_choice_in_its_place_are_one_too_many() -> None:
    """A player who brings an army and also chooses one is refused. This holds on the command line, in Python and in a
    campaign.
    """
    told = run("game", "--rules", "cube_clash", "--army", "Ada=reed_court", "--company", "Ada=lantern_guild",
               "--no-save")  # fmt: skip
    says = "lantern_guild: Ada brings this and has chosen the army reed_court too; only one of both can count"
    assert (told.returncode, told.stdout, _words(told.stderr)) == (2, "", says)
    with pytest.raises(BadFile, match=says):
        riotsim.new_game("cube_clash", companies={"Ada": "lantern_guild"}, seats={"Ada": {"army": "reed_court"}})
    player = {"name": "Ada", "company": "lantern_guild", "options": {"army": "reed_court"}}
    campaign = {"name": "c", "rules": "cube_clash", "pairs": 1, "arms": {"one": {}}}
    with pytest.raises(BadFile, match=says):
        make_plan(Campaign.model_validate({**campaign, "players": [player, {"name": "Bea"}]}), "campaign.yaml", None)


SCENARIO = """riotsim: scenario/1
title: An army of one's own
rules: cube_clash
companies: {Ada: mine.yaml, Bea: lantern_guild}
given:
  dice: {south.reedling: e4, north.bellfounder: e6}
when: []
then: {}
"""


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("Bea:", "Cy:", ["s.yaml:4: companies.Cy: no player is called 'Cy'"]),
        ("Bea: lantern_guild", "Bea: lantern", ["s.yaml:4: companies.Bea: lantern is the name of no company"]),
        ("mine.yaml", "none.yaml", ["s.yaml:4: companies.Ada:", "none.yaml cannot be read"]),
        ("mine.yaml", "bad.yaml", ["bad.yaml:12: units.reed_sovereign.health: must be 1, 2 or 3, not 4"]),
        ("given:", "given:\n  armies: {Ada: reed_court}", ["s.yaml:6: given.armies.Ada: Ada brings an army"]),
        ("south.reedling", "south.bellfounder", ["s.yaml:6: given.dice.south.bellfounder: no die is called"]),
    ],
)
def test_every_fault_of_a_scenario_s_companies_is_told(tmp_path: Path, old: str, new: str, says: list[str]) -> None:
    """A fault of a scenario's company is told with file, line and field. Without the fault, the scenario holds."""
    text = builtin_companies("cube_clash")["reed_court"].read_text(encoding="utf-8")
    (tmp_path / "mine.yaml").write_text(text, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(text.replace("health: 3", "health: 4"), encoding="utf-8")
    (tmp_path / "s.yaml").write_text(SCENARIO, encoding="utf-8")
    assert run("check", "s.yaml", cwd=tmp_path).returncode == 0
    (tmp_path / "s.yaml").write_text(SCENARIO.replace(old, new, 1), encoding="utf-8")
    told = run("check", "s.yaml", cwd=tmp_path)
    assert told.returncode == 2
    for part in says:
        assert part in _words(told.stdout), told.stdout


def test_scenarios_of_other_games_bring_no_companies(tmp_path: Path) -> None:
    """If a scenario of a game without companies names one, the scenario is refused."""
    found = Path(__file__).parents[1] / "scenarios" / "demolition_dice"
    text = next(iter(sorted(found.glob("*.yaml")))).read_text(encoding="utf-8")
    (tmp_path / "s.yaml").write_text(f"{text}companies: {{Ada: mine.yaml}}\n", encoding="utf-8")
    told = run("check", "s.yaml", cwd=tmp_path)
    assert told.returncode == 2
    assert "companies: is not for Demolition Dice, whose players bring no files of their own" in _words(told.stdout)


def test_a_long_file_is_refused(tumble: Subject) -> None:
    """A file that is too long for a stored game is refused, and the error tells the limit."""
    file = tumble.folder / "long.yaml"
    file.write_text(ROYALS + "#" * MAX_LENGTH, encoding="utf-8")
    with pytest.raises(BadFile, match=f"has more than {MAX_LENGTH:,} letters"):
        tumble.begin(companies={"Ada": file})
