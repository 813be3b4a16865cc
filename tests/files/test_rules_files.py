"""Rules files: those of the program, those of users, options on top, and the schema for editors."""

from copy import deepcopy
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from riotsim.files.problems import BadFile
from riotsim.files.resources import builtin_rules
from riotsim.files.rules import load_rules, read_rules, rules_schema, with_options
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
from riotsim.table.units import inches


@pytest.fixture
def text() -> str:
    """Return the text of the rules of Riot Dice that come with the program."""
    return builtin_rules()["riot_dice"].read_text(encoding="utf-8")


def told(source: str | Path, options: dict[str, object] | None = None) -> list[str]:
    """Return the messages about rules that can't be used, one for each line."""
    with pytest.raises(BadFile) as caught:
        load_rules(source, Rulebook, options or {})
    return str(caught.value).splitlines()


def test_a_copy_plays_the_same(text: str, tmp_path: Path) -> None:
    """A copy of a rules file gives the same rules as the file of the program."""
    copy = tmp_path / "mine.yaml"
    copy.write_text(text, encoding="utf-8")
    assert load_rules(copy, Rulebook) == load_rules(str(copy), Rulebook) == load_rules("riot_dice", Rulebook)


def test_a_name_without_a_folder_that_ends_in_yaml_is_a_file(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name like `mine.yaml` without a folder means the file in the current folder."""
    (tmp_path / "mine.yaml").write_text(text.replace("bosses: 2", "bosses: 3"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load_rules("mine.yaml", Rulebook).bosses == 3


def test_unknown_rules() -> None:
    """For an unknown name of rules, the message suggests the nearest known one."""
    (only,) = told("riot_dise")
    assert "did you mean riot_dice?" in only


def test_six_mistakes_give_six_lines(text: str, tmp_path: Path) -> None:
    """All errors of a rules file are reported at once, each with file, line, field and what would be right."""
    mistakes = {
        "bosses: 2 ": "bosses: 7 ",
        "  swig: 1 ": "  swigs: 1 ",
        "    range: 18in": "    range: 18",
        "    base: 32mm": "    base: 50mm",
        "  double_pinch: swap": "  double_pinch: both",
        "    models: [bruiser, bruiser, wildcard, sneak]": "    models: [bruiser, brusier, wildcard, sneak]",
    }
    lines = {}
    for right, wrong in mistakes.items():
        assert text.count(right) == 1
        lines[wrong] = text[: text.index(right)].count("\n") + 1
        text = text.replace(right, wrong)
    bad = tmp_path / "bad.yaml"
    bad.write_text(text, encoding="utf-8")
    wanted = [
        ("bosses: 7 ", "bosses: must be at most 4, not 7"),
        ("  swigs: 1 ", "tower.swigs: is no key that is known here; did you mean swig?"),
        ("  double_pinch: both", "fight.double_pinch: must be 'swap' or 'nothing', not 'both'"),
        ("    range: 18", "weapons.rifle.range: a length needs a number and a unit, like 24in or 16mm, not 18"),
        ("    base: 50mm", "models.bruiser.base: a round base must be 20 to 40mm here, not 50mm"),
        (
            "    models: [bruiser, brusier, wildcard, sneak]",
            "gangs.heavy_mob.models[1]: no model is called 'brusier'; did you mean bruiser?",
        ),
    ]
    assert told(bad) == [f"{bad}:{lines[wrong]}: {message}" for wrong, message in wanted]


def test_options() -> None:
    """Options replace values of the rules file: numbers, texts with units, words, lists, entries of lists and whole
    groups.
    """
    options = {
        "tower.swig": 2,
        "loot.each": "4",
        "fight.shove": "5in",
        "clock.minutes": "off",
        "scoot.use_all_dice": False,
        "gang.models": "[git, sneak]",
        "table.terrain.3.turn": "0deg",
        "weapons.pistol.damage.big": 3,
        "models.giant": {"base": "40mm", "move": "2d12", "weapons": ["club"]},
    }
    rules = load_rules("riot_dice", Rulebook, options)
    assert (rules.tower.swig, rules.loot.each, rules.clock.minutes, rules.scoot.use_all_dice) == (2, 4, None, False)
    assert rules.fight.shove == inches(5)
    assert rules.gang.models == ("git", "sneak")
    assert rules.table.terrain[3].heading == 0.0
    assert rules.weapons["pistol"].damage.big == 3
    assert rules.models["giant"].move == ("d12", "d12")


def test_no_options_is_the_file() -> None:
    """An option with the file's own value changes nothing, and the file's data stay as they are."""
    document = read_rules("riot_dice")
    before = deepcopy(document.data)
    assert load_rules("riot_dice", Rulebook, {"tower.swig": 1}) == load_rules("riot_dice", Rulebook)
    assert with_options(document, {"tower.swig": 5, "table.terrain.0.piece": "wall"}).data != before
    assert document.data == before


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("tower.swg", 2, "options: tower.swg: is no key that is known here; did you mean swig?"),
        ("towr.swig", 2, "options: towr: is no key that is known here; did you mean tower?"),
        ("tower.swig.more", 2, "options: tower.swig.more: tower.swig is a value, so there is no more in it"),
        ("tower.swig", "two", "options: tower.swig: must be a whole number, such as 2, not 'two'"),
        ("tower.swig", "[1", "options: tower.swig: is not YAML: "),
        ("tower.swig", {1, 2}, "options: tower.swig: {1, 2} can't stand in a rules file"),
        ("table.terrain.99.turn", "0deg", "options: table.terrain.99.turn: 99 is no place in a list of 9"),
        ("table.terrain.first", 1, "options: table.terrain.first: first is no place in a list of 9"),
        ("tower..swig", 1, "options: tower..swig: an option is a dotted key, such as tower.swig"),
        ("", 1, "options: an option is a dotted key, such as tower.swig"),
        ("hand", "stedy", "options: hand: no hand is called 'stedy'; did you mean steady?"),
    ],
)
def test_wrong_options(key: str, value: object, message: str) -> None:
    """An error in an option is reported with the option's key, not with a line of the file."""
    (only,) = told("riot_dice", {key: value})
    assert only.startswith(message)


def test_an_option_can_make_the_file_wrong() -> None:
    """If a value in the file is wrong only together with an option, the error is reported for the file."""
    found = told("riot_dice", {"gang.points": 20})
    assert found
    assert all(line.startswith("riot_dice.yaml:") and "gang.points allows 20" in line for line in found)


def test_the_schema_accepts_our_rules() -> None:
    """The schema for editors is a valid one, and rules/riot_dice.yaml keeps to it."""
    schema = rules_schema(Rulebook, "riot_dice")
    Draft202012Validator.check_schema(schema)
    found = list(Draft202012Validator(schema).iter_errors(read_rules("riot_dice").data))
    assert found == []


@pytest.mark.parametrize(
    ("group", "key", "wrong"),
    [
        ("tower", "swig", "1"),
        ("tower", "mode", "sand"),
        ("tower", "colour", "red"),
        ("deployment", "clear_of", 4),
        ("deployment", "clear_of", "4cm"),
        ("clock", "minutes", 0),
        ("clock", "minutes", "never"),
        ("scoot", "use_all_dice", "no"),
    ],
)
def test_the_schema_sees_mistakes(group: str, key: str, wrong: object) -> None:
    """The schema for editors refuses wrong words, numbers without a unit and unknown keys."""
    data = deepcopy(read_rules("riot_dice").data)
    assert isinstance(data, dict)
    inner = data[group]
    assert isinstance(inner, dict)
    Draft202012Validator(rules_schema(Rulebook, "riot_dice")).validate(data)
    inner[key] = wrong  # type: ignore[assignment]  # any wrong value is a plain one
    assert list(Draft202012Validator(rules_schema(Rulebook, "riot_dice")).iter_errors(data))


def test_the_schema_explains(text: str) -> None:
    """The schema describes each option of Riot Dice, so that editors can show what a key means."""
    schema = rules_schema(Rulebook, "riot_dice")
    for name, group in schema["$defs"].items():
        for key, field in group["properties"].items():
            assert field.get("description"), f"{name}.{key}"
    assert len(schema["$defs"]) > 10
