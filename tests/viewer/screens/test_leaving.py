"""Closing the window ends the command without an error."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

NEEDED = ("xvfb-run", "xdotool")

SCRIPT = Path(__file__).parents[1] / "leaving_by.py"


@pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason=f"needs {' and '.join(NEEDED)}")
@pytest.mark.xdist_group("window")
@pytest.mark.parametrize("by", ["button", "desktop"])
def test_leaving_the_window_ends_the_command_in_peace(by: str, tmp_path: Path) -> None:
    """Quit on the start screen, and closing by the desktop, give exit code 0 and no output."""
    homes = {f"XDG_{kind}_HOME": str(tmp_path / kind) for kind in ("CACHE", "CONFIG", "DATA", "STATE")}
    played = subprocess.run(
        ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24", sys.executable, SCRIPT, by],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **homes},
    )
    assert (played.returncode, played.stdout, played.stderr) == (0, "", "")
