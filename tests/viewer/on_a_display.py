"""Plays in the window on a display that nobody sees, in a process of its own: other tests use pyglet without one."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

SCREEN = ("xvfb-run", "-a", "-s", "-screen 0 1920x1200x24")
"""Command that runs another one on a display."""

PLAY = """
import json, sys
from pathlib import Path
from {module} import play
sys.stdout.write(json.dumps(play(Path(sys.argv[1]))))
"""
"""Program of such a process. It is no file, so that the processes of its games don't import the window again."""


def play_on_display(module: str, folder: Path, **settings: str) -> dict[str, Any]:
    """Call `play(folder)` of a module, and return what it returns.

    Args:
        module: Name of a module in the folders `window` and `lessons`.
        folder: Folder for the files of the game.
        settings: Variables of the environment.
    """
    here = Path(__file__).parent
    folders = (str(here / "window"), str(here / "lessons"), os.environ.get("PYTHONPATH"))
    path = os.pathsep.join(filter(None, folders))
    command = [*SCREEN, sys.executable, "-c", PLAY.format(module=module), str(folder)]
    env = {**os.environ, "PYTHONPATH": path, **settings}
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, env=env)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found
