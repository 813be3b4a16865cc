"""A real mouse and keyboard on a display: they reach the panels, and closing the window ends the command."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NEEDED = ("xvfb-run", "xdotool")

HERE = Path(__file__).parent


@pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason=f"needs {' and '.join(NEEDED)}")
@pytest.mark.xdist_group("window")
@pytest.mark.parametrize("by", ["button", "desktop", "destroyed"])
def test_leaving_the_window_ends_the_command_in_peace(by: str, tmp_path: Path) -> None:
    """Quit on the start screen, closing by the desktop, and a window destroyed from outside give exit code 0 and no
    output.
    """
    homes = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("CACHE", "CONFIG", "DATA", "STATE")}
    played = subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24", sys.executable, HERE / "leave_window.py", by],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **homes},
    )
    assert (played.returncode, played.stdout, played.stderr) == (0, "", "")


@pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason=f"needs {' and '.join(NEEDED)}")
@pytest.mark.xdist_group("window")
def test_a_real_mouse_and_keyboard_reach_the_panels() -> None:
    """On a display, clicks on panels give commands, clicks beside them reach the table, and keys work."""
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24"]
    ran = subprocess.run([*screen, sys.executable, HERE / "use_panels.py"], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == [
        "[ChooseOption(player='Ada', key='leg_it', up_to=False)] []",
        "[] [(500.0, 339.0)]",
        "[Undo()] False",
        "[OpenMenu(open=True)] False",
        "[ChooseOption(player='Ada', key='activate', up_to=False)] False",
    ]
