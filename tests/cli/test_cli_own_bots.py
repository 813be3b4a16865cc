"""A user's own bot on the command line: in a game, in a resumed game, in the window, and in the lab."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess

import command_line
import pytest
from own_bots import no_own_bots

from riotsim.lab.campaigns.ledger import Ledger
from riotsim.library.games import new_game

BOT = """
from riotsim import GreedyBot

class Mine(GreedyBot):
    pass

class Silent:
    pass
"""

BRIEF: dict[str, object] = {"clock.minutes": 1, "clock.after": "last_activation"}
"""Options with which each boss has two turns."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a user's bot in it, and unset the variable of the display."""
    (tmp_path / "cli_bot.py").write_text(BOT, encoding="utf-8")
    monkeypatch.delenv("DISPLAY", raising=False)
    return tmp_path


@contextmanager
def _nothing_imported(folder: Path) -> Iterator[None]:
    """Run the block in this folder as if in a new process, without bots that were imported before."""
    with pytest.MonkeyPatch.context() as patch, no_own_bots():
        patch.chdir(folder)
        patch.setattr(sys, "dont_write_bytecode", True)  # of a file that is changed within the second
        yield


def riotsim(folder: Path, *args: str, bots: str = "") -> CompletedProcess[str]:
    """Run a command in a folder, with these bots in `RIOTSIM_BOTS`."""
    with _nothing_imported(folder):
        return command_line.riotsim(*args, env={"RIOTSIM_BOTS": bots})


def _begin(folder: Path, steps: int) -> str:
    """Play the first steps of a game in which a user's bot takes part, and store it. Return its id."""
    players = {"Ada": "cli_bot:Mine", "Bea": "greedy", "Cy": "random"}
    with (
        _nothing_imported(folder),
        new_game("demolition_dice", players, seed=1, options={"dice": 2}, store="games.sqlite") as game,
    ):
        for _ in range(steps):
            game.step()
        return str(game.id)


def test_an_own_bot_plays_and_a_stored_name_imports_nothing(folder: Path) -> None:
    """If a stored game has a user's own bot, it is resumed only if the same player's bot is named again."""
    players = ("--player", "Ada=cli_bot:Mine", "--boss", "Bea=greedy", "--player", "Cy=random")
    db = ("--db", str(folder / "games.sqlite"))
    begun = _begin(folder, 4)
    refused = riotsim(folder, "game", "--resume", begun, *db)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "--player Ada=cli_bot:Mine" in refused.stderr
    other = riotsim(folder, "game", "--resume", begun, "--player", "Bea=cli_bot:Mine", *db)
    assert other.returncode == 2
    assert "in this game Bea is greedy" in other.stderr
    resumed = riotsim(folder, "game", "--resume", begun, "--player", "Ada=cli_bot:Mine", "--quiet", *db)
    assert resumed.returncode == 0, resumed.stderr
    assert not re.search("traceback|warning|error", resumed.stderr, re.IGNORECASE)  # it may tell its progress
    options = ("--rules", "demolition_dice", "--set", "dice=2")
    whole = riotsim(folder, "game", *players, *options, "--seed", "1", "--quiet", "--no-save")
    assert whole.stdout.splitlines()[:6] == resumed.stdout.splitlines()[:6]


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="there is always a screen")
def test_a_stored_game_is_resumed_by_play_where_its_bots_are_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a stored game has a user's bot, `riotsim play --resume` plays it only if the bot is named again. The players
    of the game can't be changed.
    """
    monkeypatch.setitem(sys.modules, "PIL", None)  # the next test draws a picture, which takes seconds
    db = ("--db", str(folder / "games.sqlite"))
    begun = _begin(folder, 1)
    for words, why in (
        ((), f"riotsim game --resume {begun} --player Ada=cli_bot:Mine"),
        (("--player", "Bea=cli_bot:Mine"), "in this game Bea is greedy"),
        (("--player", "Bea=random"), "stays as it was begun: leave out --player Bea"),
    ):
        refused = riotsim(folder, "play", "--resume", begun, *words, *db)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert why in refused.stderr
    resumed = riotsim(folder, "play", "--resume", begun, "--player", "Ada=cli_bot:Mine", *db)
    assert resumed.returncode == 0, resumed.stderr
    assert "wins" in resumed.stdout or "draw" in resumed.stdout


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="there is always a screen")
def test_without_a_screen_the_named_bots_play_in_the_terminal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If there is no screen, the bots that `riotsim play` names play in the terminal. If a person is named, the command
    is refused.
    """
    db = ("--db", str(folder / "games.sqlite"))
    person = riotsim(folder, "play", "--player", "Ada=person", "--player", "Bea=cli_bot:Mine", *db)
    assert (person.returncode, person.stdout) == (2, "")
    assert person.stderr == (
        "--player Ada=person: there is no screen here (DISPLAY is not set), and only bots play in a terminal\n"
    )
    rules = json.loads(command_line.riotsim("rules", "show", "demolition_dice", "--json").stdout)
    (folder / "brief.yaml").write_text(json.dumps(rules | {"dice": 2}), encoding="utf-8")
    monkeypatch.setattr("riotsim.cli.replay.DEFAULT_SIZE", "128x72")  # a large one takes seconds
    monkeypatch.setattr("riotsim.cli.replay.DEFAULT_QUALITY", "low")
    bots = riotsim(
        folder, "play", "--player", "Ada=random", "--player", "Bea=cli_bot:Mine", "--player", "Cy=random",
        "--seed", "1", "--rules", "brief.yaml", *db,
    )  # fmt: skip
    assert bots.returncode == 0, bots.stderr
    assert "Bea (cli_bot:Mine)" in bots.stdout
    (page,) = folder.glob("riotsim-*.html")
    assert f"open this in a browser: {page.as_uri()}\n" in bots.stderr
    assert page.with_suffix(".png").exists() or f"there is no {page.stem}.png" in bots.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--player", "Bea=cli_bot:Mine"), "2 to 4 players can play, not 1; add yourself as --player NAME=person"),
        (("--player", "Bea=cli_bot:Min", "--player", "Ada=person"), "did you mean Mine?"),
        (("--player", "Bea=gredy", "--player", "Ada=person"), "did you mean greedy?"),
        (("--player", "Bea", "--player", "Ada=person"), "--player is written like Ada=greedy, not 'Bea'"),
        (("--player", f"{'x' * 21}=greedy", "--player", "Ada=person"), "a player's name has 1 to 20 letters"),
        (("--sandbox", "--player", "Ada=person"), "table of its own: leave out --player"),
    ],
)
def test_players_that_cannot_play_in_the_window_are_told(folder: Path, words: tuple[str, ...], why: str) -> None:
    """If `--player` is wrong, `riotsim play` gives one message and exit code 2, and nothing on stdout."""
    run = riotsim(folder, "play", *words, "--db", str(folder / "games.sqlite"))
    assert (run.returncode, run.stdout) == (2, "")
    assert why in run.stderr
    assert len(run.stderr.splitlines()) == 1


def test_a_bot_of_the_environment_that_cannot_play_is_told(folder: Path) -> None:
    """If `RIOTSIM_BOTS` has a wrong name, `riotsim play` is refused, and the message begins with the variable."""
    run = riotsim(folder, "play", "--terminal", "--db", str(folder / "games.sqlite"), bots="cli_bot:Min")
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == "RIOTSIM_BOTS: cli_bot:Min: cli_bot has no class Min; did you mean Mine?\n"


def test_help_of_play_teaches_own_bots(folder: Path) -> None:
    """The help of `riotsim play` has an example of a game against a user's own bot."""
    run = riotsim(folder, "play", "--help")
    assert "riotsim play --player Ada=person --player Bea=my_bot:Sniper" in " ".join(run.stdout.split())


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        ("cli_bot:Min", "did you mean Mine?"),
        ("cli_bot:Silent", "is no bot"),
        ("no_bots_here:Mine", "there is no module no_bots_here"),
    ],
)
def test_what_is_no_bot_leaves_with_2(folder: Path, bot: str, words: str) -> None:
    """If a bot's module or class is missing, or the class is no bot, a message says so. This holds for `riotsim game`
    and the lab.
    """
    for args in (("game", "--player", f"Ada={bot}", "--player", "Bea=greedy"), ("lab", "compare", bot, "greedy")):
        run = riotsim(folder, *args, "--db", str(folder / "store.sqlite"))
        assert (run.returncode, run.stdout) == (2, "")
        assert words in run.stderr
        assert "Traceback" not in run.stderr


def test_an_own_bot_plays_in_the_workers_of_the_lab(folder: Path) -> None:
    """`riotsim lab compare` plays a bot of one's own in other processes."""
    options = [word for key, value in BRIEF.items() for word in ("--set", f"{key}={value}")]
    run = riotsim(
        folder, "lab", "compare", "cli_bot:Mine", "random", "--pairs", "1", "--workers", "1", *options, "--json",
        "--db", str(folder / "lab.sqlite"),
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert "cli_bot:Mine" in run.stdout
    assert json.loads(run.stdout)["failed"] == []


CAMPAIGN = """
name: mine
rules: demolition_dice
bosses: [{name: Ada, bot: "cli_bot:Mine"}, {name: Bea}, {name: Cy, bot: random}]
arms: {one: {set: {dice: 1}}}
pairs: 1
"""


def test_a_campaign_file_names_an_own_bot(folder: Path) -> None:
    """If a campaign file names a user's bot, this bot plays. Commands that only read the campaign don't import
    the bot.
    """
    marked = folder / "imported"
    (folder / "cli_bot.py").write_text(f"open({str(marked)!r}, 'w').close()\n{BOT}", encoding="utf-8")
    (folder / "mine.yaml").write_text(CAMPAIGN, encoding="utf-8")
    db = ("--db", "lab.sqlite")
    run = riotsim(folder, "lab", "run", "mine.yaml", *db, "--workers", "1", "--json")
    assert run.returncode == 0, run.stderr
    found = json.loads(run.stdout)
    assert (found["done"], found["games"], found["failed"]) == (True, 3, [])
    marked.unlink()
    for words in (["list"], ["export", "mine", "--csv", "mine.csv"], ["report", "mine"]):
        read = riotsim(folder, "lab", *words, *db)
        assert read.returncode == 0, read.stderr
        assert not marked.exists()
    assert "RIOTSIM_BOTS=cli_bot:Mine" in (folder / "mine.html").read_text(encoding="utf-8")
    named = riotsim(folder, "lab", "report", "mine", *db, "--force", bots="cli_bot:Mine")
    assert "to watch" in named.stderr
    assert "without games" not in named.stderr


def test_an_own_bot_that_asks_for_too_much_is_no_result(folder: Path) -> None:
    """If a bot's `__init__` has a parameter that isn't offered, the campaign stops with a message. No game is stored as
    failed.
    """
    (folder / "cli_bot.py").write_text(f"{BOT}\n    def __init__(self, moon): pass\n    def answer(self): pass\n")
    (folder / "mine.yaml").write_text(CAMPAIGN.replace("Mine", "Silent"), encoding="utf-8")
    run = riotsim(folder, "lab", "run", "mine.yaml", "--db", "lab.sqlite", "--workers", "1")
    assert (run.returncode, run.stdout) == (2, "")
    assert "has the parameter 'moon'" in run.stderr
    assert "Traceback" not in run.stderr
    with Ledger(folder / "lab.sqlite") as ledger:
        assert ledger.games("mine") == {}
