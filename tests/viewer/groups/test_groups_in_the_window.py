"""Groups are picked in the window on a display, with synthetic mouse and keys."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)")
@pytest.mark.xdist_group("window")
def test_groups_are_picked_with_a_box_with_shift_and_by_keys(tmp_path: Path) -> None:
    """The panel shows totals and what is wrong, and Enter gives the answer. The registry doesn't have the game."""
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24"]
    script = [sys.executable, str(HERE / "play_group_game.py"), str(tmp_path)]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE.parent / "window"), *sys.path])}
    done = subprocess.run([*screen, *script], capture_output=True, text=True, timeout=600, env=env)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {
        "too much": "3 picked, total 6 of 5: together they may come to at most 5, not 6",
        "right": "2 picked, total 4 of 5",
        "by keys": "2 picked, total 4 of 5",
    }
