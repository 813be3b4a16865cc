"""Plays in the window on an invisible display. A separate process does this, as other tests use pyglet without one."""

import atexit
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

SCREEN = ("xvfb-run", "-a", "-s", "-screen 0 1920x1200x24")
"""Command that runs another command on an invisible display."""

TIMEOUT = 1800.0
"""Time that everything in a window may take (s)."""

PATIENCE = 20.0
"""Time that the process may take to end (s)."""

STAGE = """
import importlib, json, os, sys, traceback
from pathlib import Path

sys.path.insert(0, sys.argv[1])
from forked_processes import fork_processes

fork_processes()
here, usual, told = os.getcwd(), dict(os.environ), os.fdopen(os.dup(1), "w")
os.dup2(2, 1)  # whatever a play prints is no answer
for line in sys.stdin:
    asked = json.loads(line)
    os.environ.update(asked["settings"])
    sys.path[:0] = [folder for folder in asked["path"] if folder not in sys.path]
    try:
        answer = {"found": importlib.import_module(asked["module"]).play(Path(asked["folder"]))}
    except BaseException:
        answer = {"failed": traceback.format_exc()}
    os.chdir(here)
    os.environ.clear()
    os.environ.update(usual)
    print(json.dumps(answer), file=told, flush=True)
"""
"""Program of the process on the display: it plays the modules that it is asked for, one after the other.

It is no file, so that the processes of its games don't import the window again.
"""


class Stage:
    """A process on a display, which is started once: its modules, rules and meshes are there for the next play."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def play(self, module: str, folder: Path, path: list[str], settings: Mapping[str, str]) -> dict[str, Any]:
        """Call `play(folder)` of a module in the process, and return what it returns. After a failure the next play
        gets another process.
        """
        if self._process is not None and self._process.poll() is not None:
            self.close()  # it has died since its last answer
        if self._process is None:
            command = [*SCREEN, sys.executable, "-c", STAGE, str(Path(__file__).parent)]
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
            )
        asked = {"module": module, "folder": str(folder), "path": path, "settings": settings}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        ready, _, _ = select.select([self._process.stdout], [], [], TIMEOUT)
        line = self._process.stdout.readline() if ready else ""
        answer: dict[str, Any] = json.loads(line) if line else {"failed": "the process has ended, or says nothing"}
        if "failed" in answer:
            self.close()
        assert "found" in answer, answer["failed"]
        found: dict[str, Any] = answer["found"]
        return found

    def close(self) -> None:
        """End the process, with the display. A play that hangs is killed."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        with suppress(BrokenPipeError):
            process.stdin.close()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        process.stdout.close()


_STAGE = Stage()
atexit.register(_STAGE.close)


def play_on_display(module: str, folder: Path, *path: Path, **settings: str) -> dict[str, Any]:
    """Call `play(folder)` of a module on a display, and return what it returns.

    Args:
        module: Name of a module in the folders `window` and `lessons`, or in another one that is given.
        folder: Folder for the files of the game.
        path: Other folders in which modules are found.
        settings: Variables of the environment.
    """
    here = Path(__file__).parent
    folders = [*map(str, path), str(here / "window"), str(here / "lessons"), *filter(None, sys.path)]
    return _STAGE.play(module, folder, folders, settings)
