"""Every snippet of the documentation runs: commands, Python and YAML, with small sizes where a comment says so.

A comment right before a fenced block says how it is treated:

- `<!-- run with: A -> B; C -> D -->` runs it with B in place of A and D in place of C. `LAST` is the game stored last.
- `<!-- file: NAME -->` writes it to a file that later commands of the page find.
- `<!-- into the copy of PATH: NAME -->` writes a copy of a rules file whose `dice.kinds` are those of the block.
- `<!-- not run: REASON -->` leaves it out.
"""

import doctest
import json
import re
import shlex
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from typer import Context
from typer.core import TyperGroup
from typer.main import get_command
from typer.testing import CliRunner

import riotsim
from riotsim.cli.main import app

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *ROOT.glob("docs/**/*.md")])

BLOCK = re.compile(r"(?:^<!-- ([^\n]*?) -->\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(riotsim [^`]+)`")

NOT_OURS = ("apt", "cp", "dask", "pip", "python -m http.server")
"""Commands that belong to the system."""

TOUR = 25
"""The most lines of the tour."""

SHOWN_ONLY = {"text", ""}
"""Languages of blocks that show output or a fragment."""


@dataclass(frozen=True)
class Snippet:
    """A fenced block of a page with the comment before it."""

    language: str
    text: str
    note: str

    @property
    def replaced(self) -> str:
        """Return the text of the block with the replacements that its comment asks for."""
        text = self.text
        if self.note.startswith("run with: "):
            for pair in self.note.removeprefix("run with: ").split("; "):
                old, _, new = pair.partition(" -> ")
                assert old in text, f"{old!r} is not in the block below its comment"
                text = text.replace(old, new)
        return text


def snippets(page: Path) -> list[Snippet]:
    """Return the fenced blocks of a page in order."""
    found = BLOCK.findall(page.read_text(encoding="utf-8"))
    return [Snippet(language, text, note) for note, language, text in found]


def commands(text: str) -> Iterator[list[str]]:
    """Yield the words of each command of a shell block; comments are left out."""
    for line in text.splitlines():
        words = shlex.split(line, comments=True)
        if words:
            yield words


def known(page: Path) -> str:
    """Return a page's path as pytest shows it."""
    return str(page.relative_to(ROOT))


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with what a reader has in a checkout, and its own store, ledger and exported game."""
    for name in ("rules", "examples", "tests/scenarios", "tools", "benchmarks"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    for name in ("RIOTSIM_DB", "RIOTSIM_LAB"):
        monkeypatch.setenv(name, str(tmp_path / f"{name.lower()}.sqlite"))
    monkeypatch.setenv("RIOTSIM_BOTS", "")  # commands add bots of your own to it, for their processes
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def run(words: list[str]) -> str:
    """Run a command of riotsim in this process and return what it prints, or write it to a file after `>`."""
    if ">" in words:
        *words, _, file = words
        Path(file).write_text(run(words), encoding="utf-8")
        return ""
    if "LAST" in words:
        games = json.loads(run(["games", "--json"]))
        games = games["games"] if isinstance(games, Mapping) else games
        words = [games[0]["id"] if word == "LAST" else word for word in words]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, f"riotsim {shlex.join(words)}: {result.output}\n{result.exception!r}"
    return result.stdout


@pytest.mark.usefixtures("games_here")
@pytest.mark.parametrize("page", PAGES, ids=known)
def test_snippets_run(page: Path, room: Path) -> None:
    """On every page, the commands succeed, the Python code runs and the YAML can be read. The blocks of a page run in
    order, in one folder.
    """
    names: dict[str, Any] = {}
    blocks = snippets(page)
    if not any("riotsim game " in block.replaced for block in blocks if block.language == "bash"):
        names["nothing played"] = True
    for block in blocks:
        kind, _, rest = block.note.partition(": ")
        if kind.startswith("not run"):
            assert rest, "a block that isn't run needs a reason"
        elif kind == "file":
            (room / rest).write_text(block.text, encoding="utf-8")
        elif kind.startswith("into the copy of "):
            source = ROOT / kind.removeprefix("into the copy of ")
            whole = source.read_text(encoding="utf-8")
            written = re.sub(r"^  kinds: \{\}.*\n", lambda _, text=block.text: text, whole, flags=re.MULTILINE)  # type: ignore[misc]  # the default binds the text of this turn of the loop
            assert written != whole
            (room / rest).write_text(written, encoding="utf-8")
        elif block.language == "bash":
            run_shell(block.replaced, names)
        elif block.language == "python":
            exec(compile(block.replaced, str(page), "exec"), names)
        elif block.language == "pycon" and is_run_elsewhere(block):
            pass
        elif block.language == "pycon":
            examples = doctest.DocTestParser().get_doctest(block.text, {}, page.name, str(page), 0)
            assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0
        elif block.language == "yaml":
            YAML(typ="safe").load(block.text)
        else:
            assert block.language in SHOWN_ONLY, f"{block.language}: say what becomes of it"


def is_run_elsewhere(block: Snippet) -> bool:
    """Return whether a block is the tour from the docstring of `riotsim`. `test_public_api.py` runs that tour with a
    short game.
    """
    return block.text.count(">>>") > 8 and block.text.strip() in (riotsim.__doc__ or "")


def run_shell(text: str, names: dict[str, Any]) -> None:
    """Run the commands `riotsim` and `cp` of a shell block. For other commands, check that what they name exists."""
    for words in commands(text):
        if words[0] == "riotsim":
            if "LAST" in words and names.pop("nothing played", False):
                run(["game", "--quiet", "--rules", "demolition_dice", "--seed", "3"])
            run(words[1:])
        elif words[0] == "cp":
            shutil.copy(words[1], words[2])
        elif words[0] == "make":
            assert re.search(rf"^{words[1]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE), words
        elif words[0] in ("python", "pytest"):
            scripts = [word for word in words[1:] if word.endswith(".py")]
            assert all((ROOT / script).exists() for script in scripts), words
        else:
            assert words[0] in NOT_OURS, words


def test_the_tour_is_short_and_that_of_the_package() -> None:
    """The README's tour in Python has at most 25 lines, and `help(riotsim)` shows the same."""
    (tour,) = [block.text for block in snippets(ROOT / "README.md") if block.language == "pycon"]
    assert len(tour.splitlines()) <= TOUR
    assert tour.strip() in (riotsim.__doc__ or "")


@pytest.mark.parametrize("page", PAGES, ids=known)
def test_commands_in_blocks_and_text_exist(page: Path) -> None:
    """Every `riotsim …` command on a page, run or not, uses a command and options that exist."""
    text = page.read_text(encoding="utf-8")
    lines = [line for block in snippets(page) if block.language == "bash" for line in block.text.splitlines()]
    lines += INLINE.findall(BLOCK.sub("", text))
    for line in lines:
        words = shlex.split(line.replace("…", ""), comments=True)
        if words[:1] == ["riotsim"]:
            look_up(words[1:], line)


@cache
def the_program() -> Any:
    """Return the program's command with all that are below it. Making them takes 10 ms, and hundreds of lines need
    them.
    """
    return get_command(app)


def look_up(words: list[str], line: str) -> None:
    """Check that the command and the options of a command line exist. The values aren't checked."""
    command: Any = the_program()
    options: set[str] = {"--help"}
    while isinstance(command, TyperGroup):
        options |= spellings(command)
        named = next((word for word in words if not word.startswith("-")), None)
        if named is None or named.isupper():
            break
        below = command.get_command(Context(command), named)
        if below is None:
            assert getattr(command, "invoke_without_command", False), f"{line}: there is no command {named}"
            break
        command, words = below, words[words.index(named) + 1 :]
    options |= spellings(command)
    given = [word.partition("=")[0] for word in words if word.startswith("--") and word != "--"]
    unknown = [word for word in given if word not in options]
    assert unknown == [], line


def spellings(command: Any) -> set[str]:
    """Return all spellings of a command's options."""
    return {one for parameter in command.params for one in (*parameter.opts, *parameter.secondary_opts)}
