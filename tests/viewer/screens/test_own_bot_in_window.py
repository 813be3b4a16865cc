"""A bot of one's own in the window: `riotsim play --player` writes it on the start screen, and it plays."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent

pytestmark = [
    pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)"),
    pytest.mark.xdist_group("window"),
]


def test_a_bot_of_the_command_line_plays_against_a_person(tmp_path: Path) -> None:
    """The players are on the start screen already; the game begins with them, and the bot is asked in its process."""
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24"]
    script = [sys.executable, str(HERE / "own_bot_in_window.py"), str(tmp_path)]
    path = os.pathsep.join(filter(None, (str(HERE.parent), os.environ.get("PYTHONPATH"))))
    env = {**os.environ, "PYTHONPATH": path, "RIOTSIM_BOTS": ""}
    done = subprocess.run([*screen, *script], capture_output=True, text=True, timeout=600, env=env)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [["Zoe", "Max"], "Riot Dice, seed 4"]
    assert (tmp_path / "asked").exists()
