"""Command lines of version 0.1 still do what they did.

`commands_of_0_1.json` has the options of every command of version 0.1, and every command line of its README and
docs. `run` is a small variant of a line that is quick to run; `exit` is the exit code that version 0.1 left with. The
other lines open a window, take minutes, or need a camera or a cluster, and are only parsed.
"""

import json
import shlex
import shutil
from pathlib import Path
from typing import Any, Final

import pytest
from typer import Context
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

from riotsim.cli.main import app
from riotsim.errors import BadInput
from riotsim.files.problems import BadFile

ROOT: Final = Path(__file__).parents[2]

GOLDEN: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "commands_of_0_1.json").read_text(encoding="utf-8"))

LINES: Final[list[dict[str, Any]]] = GOLDEN["lines"]

BAD_INPUT: Final = 2
"""Exit code of a command whose input is wrong; the real command line sets it for `BadInput` and `BadFile`."""


def command_of(words: list[str]) -> tuple[Any, list[str]]:
    """Return the click command that the words of a command line name, and the words after its name."""
    command: Any = get_command(app)
    while isinstance(command, TyperGroup) and words and (found := command.get_command(Context(command), words[0])):
        command, words = found, words[1:]
    return command, words


@pytest.mark.parametrize("line", LINES, ids=lambda line: line["line"])
def test_every_line_is_parsed(line: dict[str, Any]) -> None:
    """A command still takes the arguments and options that the docs of version 0.1 gave it."""
    _, *words = shlex.split(line["line"])
    if words in (["--help"], ["lab"]):
        return  # these print help and leave; they are run below
    command, rest = command_of(words)
    command.make_context(" ".join(words), rest)


@pytest.mark.parametrize("name", GOLDEN["options"])
def test_every_option_is_there(name: str) -> None:
    """A command still has every option, long and short, that it had in version 0.1."""
    command, rest = command_of(name.split())
    assert rest == [], f"riotsim {name} is a command"
    here = {option for param in command.params for option in (*param.opts, *param.secondary_opts)}
    assert set(GOLDEN["options"][name]) <= here


@pytest.mark.usefixtures("games_here")
def test_lines_leave_as_they_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If small variants of the lines are run, each ends with the exit code of version 0.1."""
    (tmp_path / "scenarios").mkdir()
    shutil.copy(ROOT / "tests" / "scenarios" / "riot_dice" / "rd12_first_boss.yaml", tmp_path / "scenarios")
    shutil.copy(ROOT / "rules" / "riot_dice.yaml", tmp_path / "my_rules.yaml")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RIOTSIM_DB", str(tmp_path / "store.sqlite"))
    monkeypatch.setenv("RIOTSIM_LAB", str(tmp_path / "lab.sqlite"))
    names = {"id": "", "lab": ""}
    wrong = []
    for line in LINES:
        if "run" not in line:
            continue
        code, said = run([word.format(**names) for word in shlex.split(line["run"])])
        if code != line["exit"]:
            wrong.append(f"riotsim {line['run']}: {code} instead of {line['exit']}: {said[-500:]}")
        if not names["id"]:
            names["id"] = json.loads(run(["games", "--json"])[1])["games"][0]["id"]
        if line["run"].startswith("lab compare"):
            names["lab"] = json.loads(run(["lab", "list", "--json"])[1])["campaigns"][0]["name"]
    assert wrong == []


def run(words: list[str]) -> tuple[int, str]:
    """Run a command in this process; return its exit code and what it printed on stdout."""
    done = CliRunner().invoke(app, words)
    if isinstance(done.exception, BadInput | BadFile):
        return BAD_INPUT, str(done.exception)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done.exit_code, done.stdout
