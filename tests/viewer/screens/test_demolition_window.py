"""Demolition Dice on a display, with synthetic mouse and keys, from the start screen to a die flicked at a tower."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]

pytestmark = [
    pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)"),
    pytest.mark.xdist_group("window"),
]


def test_three_are_asked_for_all_that_the_game_has(tmp_path: Path) -> None:
    """Three players roll, pick and stack dice, and one flicks a die at a tower."""
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24"]
    script = [sys.executable, str(HERE / "demolition_in_window.py"), str(tmp_path)]
    done = subprocess.run([*screen, *script], capture_output=True, text=True, timeout=600, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["seats"] == ["Ada", "Bea", "Cleo"]
    assert found["asked"] == ["begin", "choose", "knock", "pickpiece", "placedie", "roll"]
    assert found["thrown"] is True
