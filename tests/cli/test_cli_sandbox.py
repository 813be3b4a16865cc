"""The sandbox on the command line: if something is wrong, one message says so, and no window opens."""

import subprocess
import sys
from pathlib import Path

import pytest
from command_line import riotsim

from riotsim.store.database.store import Store

POSITION = """\
riotsim: scenario/1
title: A position
rules: riot_dice
given:
  bosses: {Ann: {}, Bob: {}}
  models:
    a1: {boss: Ann, at: [4, 12]}
    b1: {boss: Bob, at: [8, 12], tower: 2}
  turn: Ann
then: {}
"""


@pytest.fixture(autouse=True)
def _without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unset the variables of the display for these tests."""
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


def play(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `riotsim play` in a folder."""
    return riotsim("play", *words, cwd=folder)


BAD = {
    "overlap": ("at: [8, 12]", "at: [4.5, 12]", "bad.yaml:8: given.models.b1.at: b1 and a1 overlap by 0.48 in"),
    "unknown key": ("tower: 2", "towr: 2", "bad.yaml:8: given.models.b1.towr: is no key that is known here"),
    "no scenario": (POSITION, "title: x\n", "bad.yaml"),
    "rules": ("riot_dice", "chess", "bad.yaml:3: rules: chess"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_one_message(tmp_path: Path, name: str) -> None:
    """If a scenario file can't be opened, the message names its line and the fault. The exit code is 2."""
    old, new, what = BAD[name]
    (tmp_path / "bad.yaml").write_text(POSITION.replace(old, new), encoding="utf-8")
    done = play(tmp_path, "--sandbox", "bad.yaml")
    assert done.returncode == 2
    assert what in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_what_makes_no_sense_together_is_told(tmp_path: Path) -> None:
    """If options of `riotsim play` don't fit together, a file is missing or a seed is wrong, one line says so. The exit
    code is 2.
    """
    (tmp_path / "good.yaml").write_text(POSITION, encoding="utf-8")
    for words, what in (
        (("--sandbox", "none.yaml"), "none.yaml: cannot be read: no such file or directory"),
        (("good.yaml",), "riotsim play --sandbox good.yaml"),
        (("--sandbox", "--resume", "abc", "--terminal"), "table of its own: leave out --resume and --terminal"),
        (("--sandbox", "--seed", "5"), "table of its own: leave out --seed"),
        (("--sandbox", "--rules", "riftwar", "--unbound"), "table of its own: leave out --unbound"),
        (("--resume", "abc", "--seed", "5"), "stays as it was begun: leave out --seed"),
        (("--seed", "five"), "--seed is a whole number from 0 to 18446744073709551615, not 'five'"),
    ):
        done = play(tmp_path, *words)
        assert (done.returncode, done.stdout) == (2, ""), done
        assert what in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="there is always a screen")
def test_without_a_screen_it_says_so(tmp_path: Path) -> None:
    """If there is no screen, the sandbox is refused with this reason. No game of bots is played and stored."""
    (tmp_path / "good.yaml").write_text(POSITION, encoding="utf-8")
    command = [sys.executable, "-m", "riotsim", "play", "--sandbox", "good.yaml"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, cwd=tmp_path, check=False)
    assert done.returncode == 2
    assert "there is no screen here" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["good.yaml"]


def test_help_teaches_it(tmp_path: Path) -> None:
    """The help of `riotsim play` has the sandbox's option, its file, and the command that checks what it saves."""
    said = " ".join(play(tmp_path, "--help").stdout.split())
    for words in ("--sandbox", "SCENARIO.yaml", "riotsim check FILE"):
        assert words in said


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="there is always a screen")
def test_a_game_that_is_not_there_is_refused_before_anything_is_said(tmp_path: Path) -> None:
    """If there is no screen and the game to resume is missing, only its absence is reported. Bots are not announced."""
    for store in ("no store", "a store"):
        if store == "a store":
            Store(tmp_path / "games.sqlite").close()
        done = play(tmp_path, "--resume", "nope", "--db", "games.sqlite")
        assert (done.returncode, done.stdout) == (2, "")
        assert "instead" not in done.stderr
        assert len(done.stderr.strip().splitlines()) == 1
