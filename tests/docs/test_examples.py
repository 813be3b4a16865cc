"""The scripts under `examples/scripts` run, with small sizes, and say what they are for."""

import runpy
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

import riotsim

SCRIPTS = Path(__file__).parents[2] / "examples" / "scripts"

MOST_LINES = 60
"""An example is short enough to be read at once."""

RUNS = {
    "throws.py": (("--count", "12", "--dice", "2d6"), "cocked or left the table"),
    "tower.py": (("--count", "1", "--hand", "drunk"), "drunk hand:"),
    "loot.py": (("--loot", "1", "--plot", "plot.png"), "won after"),
    "own_bot.py": (("--games", "2", "--loot", "1"), "of 2 games"),
    "own_die.py": (("--count", "30"), "χ² ="),
}
"""Arguments for a quick run of each script, and what it prints."""

QUICK = {"clock.minutes": 2, "clock.after": "last_activation"}
"""Options of each game of a script: three activations of each player."""


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs a script in the process of the tests, in a folder of its own."""

    def new_game(*args: Any, options: Mapping[str, object] = {}, **given: Any) -> riotsim.Match:
        return usual(*args, options={**options, **QUICK}, **given)

    def run(script: str, *args: str) -> subprocess.CompletedProcess[str]:
        path, code = SCRIPTS / script, 0
        words = [str(path), *args]
        capfd.readouterr()
        with monkeypatch.context() as patch:
            patch.chdir(tmp_path)
            patch.setattr(sys, "argv", words)
            patch.syspath_prepend(str(path.parent))
            patch.setattr(riotsim, "new_game", new_game)
            try:
                runpy.run_path(str(path), run_name="__main__")
            except SystemExit as leaving:
                code = leaving.code if isinstance(leaving.code, int) else 1
        return subprocess.CompletedProcess(words, code, *capfd.readouterr())

    usual = riotsim.new_game
    return run


def test_every_script_is_run() -> None:
    """Every script in the folder of examples has an entry in `RUNS`, so that a test runs it."""
    assert set(RUNS) == {script.name for script in SCRIPTS.glob("*.py")}


@pytest.mark.parametrize("script", RUNS)
def test_a_script_runs(script: str, run: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    """A script exits with code 0 and prints the expected words. With `--help` it names its command. The script is
    short.
    """
    args, words = RUNS[script]
    if script == "loot.py":
        pytest.importorskip("matplotlib")
    done = run(script, *args)
    assert done.returncode == 0, done.stderr
    assert words in done.stdout
    told = run(script, "--help")
    assert told.returncode == 0
    assert f"python {script}" in told.stdout
    assert len((SCRIPTS / script).read_text(encoding="utf-8").splitlines()) < MOST_LINES


@pytest.mark.parametrize(
    ("script", "args", "words"),
    [
        ("throws.py", ("--dice", "3d7"), "d7"),
        ("throws.py", ("--count", "-1"), "the number of throws"),
        ("tower.py", ("--count", "0"), "--count 0: at least 1"),
        ("tower.py", ("--hand", "stedy"), "steady"),
        ("own_die.py", ("--count", "0"), "at least 30 throws"),
        ("own_die.py", ("--rules", "nowhere.yaml"), "nowhere.yaml"),
        ("own_bot.py", ("--loot", "-1"), "loot.each"),
        ("loot.py", ("--bots", "gredy", "greedy"), "greedy"),
        ("loot.py", ("--loot", "1", "--plot", "nowhere/loot.png"), "nowhere/loot.png"),
        ("../learning/learner.py", ("many",), "GAMES is a whole number from 1, not 'many'"),
    ],
)
def test_wrong_input_gets_one_message(
    script: str, args: tuple[str, ...], words: str, run: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    """What a script can't use is named in its last line, without a traceback, and the exit code is 2."""
    if script == "loot.py":
        pytest.importorskip("matplotlib")
    done = run(script, *args)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False), done.stderr
    assert words in done.stderr.splitlines()[-1]


def test_a_plot_without_matplotlib_says_what_to_install(tmp_path: Path) -> None:
    """If matplotlib is missing, a script that draws a plot exits with code 1. Its last line says what to install."""
    (tmp_path / "matplotlib.py").write_text("raise ModuleNotFoundError('no matplotlib')\n", encoding="utf-8")
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import runpy; sys.argv = ['loot.py']; "
    script += f"runpy.run_path({str(SCRIPTS / 'loot.py')!r}, run_name='__main__')"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, cwd=tmp_path)
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == "the plot needs matplotlib: pip install matplotlib"
