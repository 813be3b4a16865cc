"""`riotsim rules`: shown, checked, and described for editors."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from riotsim.app.rules_files import flow, listed
from riotsim.files.rules import load_rules, read_rules
from riotsim.games.riot_dice.rulebook.rulebook import Rulebook

BUILTIN = Path(__file__).parents[1] / "rules" / "riot_dice.yaml"


def rules(*args: str) -> subprocess.CompletedProcess[str]:
    """Run `riotsim rules` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "riotsim", "rules", *args], capture_output=True, text=True, check=False
    )


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    """Write a copy of the game's rules with some words replaced."""
    text = BUILTIN.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    file = folder / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_show_lists_options_in_the_words_of_the_file() -> None:
    """The rules are shown by dotted key, with values as the file has them (24in, not millimetres)."""
    rows = {key: value for key, value, _ in listed(load_rules("riot_dice", Rulebook), read_rules("riot_dice").data)}
    assert rows["table.width"] == "24in"
    assert rows["tower.own_fall"] == "falls_over"
    assert rows["weapons.pistol"] == "range: 12in, dice: 2d6, damage: {weak: 1, big: 2}"
    assert rows["table.terrain.0"].startswith("piece: ")


def test_show_fills_in_defaults(tmp_path: Path) -> None:
    """An option that a file leaves out is shown all the same, with its default and without a conversion's crumbs."""
    file = changed(tmp_path, ("fight:\n  shove: 3in", "fight:\n # shove: 3in"))
    rows = {key: value for key, value, _ in listed(load_rules(file, Rulebook), read_rules(file).data)}
    assert rows["fight.shove"] == "3in"
    assert flow("152.39999999999998mm") == "152.4mm"


def test_show_writes_for_people_and_for_programs() -> None:
    """`rules show` writes a table; with --json the same rules as one document, without clutter on either stream."""
    table = rules("show")
    assert table.returncode == 0
    assert "deployment.clear_of" in table.stdout
    document = rules("show", "--json")
    assert json.loads(document.stdout)["victory"] == {"by": "loot", "tower_dice_count": False}
    assert document.stderr == ""


def test_shown_json_can_be_played_by(tmp_path: Path) -> None:
    """What `rules show --json` writes is itself a sound rules file, for JSON is YAML."""
    file = tmp_path / "shown.yaml"
    file.write_text(rules("show", "--json").stdout, encoding="utf-8")
    run = rules("check", str(file))
    assert (run.returncode, run.stdout) == (0, f"{file}: sound\n")


def test_check_tells_every_problem_with_its_place(tmp_path: Path) -> None:
    """Each thing that is wrong has one line, FILE:LINE: FIELD: sentence; the exit code is 2. RD-01 is such a case."""
    bad = changed(tmp_path, ("swig: 1", "swig: much"), ("base: 25mm", "base: 90mm"))
    text = bad.read_text(encoding="utf-8").splitlines()
    swig, base = (next(n for n, line in enumerate(text, 1) if words in line) for words in ("swig: much", "base: 90mm"))
    run = rules("check", str(bad), str(BUILTIN))
    assert run.returncode == 2
    lines = run.stdout.splitlines()
    assert len(lines) == 3
    assert any(line.startswith(f"{bad}:{swig}: tower.swig: ") for line in lines)
    assert any(line.startswith(f"{bad}:{base}: models.git.base: ") for line in lines)
    assert lines[-1] == f"{BUILTIN}: sound"


def test_check_has_json(tmp_path: Path) -> None:
    """`rules check --json` gives the same problems as one document."""
    bad = changed(tmp_path, ("swig: 1", "swig: much"))
    run = rules("check", "--json", str(bad))
    assert run.returncode == 2
    (file,) = json.loads(run.stdout)["files"]
    assert file["file"] == str(bad)
    assert not file["sound"]
    assert [problem["field"] for problem in file["problems"]] == ["tower.swig"]


def test_schema_is_json() -> None:
    """`rules schema` writes the JSON Schema of a rules file."""
    schema = json.loads(rules("schema").stdout)
    assert "tower" in schema["properties"]


def test_schema_has_defaults_as_files_write_them() -> None:
    """A default is what an editor may put into the file: with its unit, and dice in their notation."""
    parts = json.loads(rules("schema").stdout)["$defs"]
    assert parts["Dice"]["properties"]["edges"]["default"] == "0mm"
    assert parts["Fight"]["properties"]["shove"]["default"] == "3in"
    assert parts["ModelKind"]["properties"]["move"]["default"] == "3d6"
    for name, part in parts.items():
        for key, field in part["properties"].items():
            if field.get("type") == "string" and "default" in field:
                assert isinstance(field["default"], str), f"{name}.{key}"
                assert re.search(field.get("pattern", ""), field["default"]), f"{name}.{key}"


@pytest.mark.parametrize("args", [["show", "rot_dice"], ["show", "missing.yaml"], ["check", "missing.yaml"]])
def test_rules_that_are_not_there_are_one_message(args: list[str]) -> None:
    """A name or file that doesn't exist is told by name, with exit code 2 and no traceback."""
    run = rules(*args)
    assert run.returncode == 2
    assert args[1] in run.stdout + run.stderr
    assert "Traceback" not in run.stderr
