import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NEEDED = ("xvfb-run", "xdotool")


@pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason=f"needs {' and '.join(NEEDED)}")
def test_a_real_mouse_and_keyboard_reach_the_panels() -> None:
    """On a display, clicks on panels give commands, clicks beside them reach the table, and keys work."""
    script = Path(__file__).with_name("real_window.py")
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24"]
    ran = subprocess.run([*screen, sys.executable, script], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == [
        "[ChooseOption(player='Ada', key='leg_it')] []",
        "[] [(500.0, 339.0)]",
        "[Undo()] False",
        "[OpenMenu(open=True)] False",
        "[ChooseOption(player='Ada', key='activate')] False",
    ]
