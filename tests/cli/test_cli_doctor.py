"""`riotsim doctor`: tells what works, and what to install."""

import json
import shutil
import subprocess
import sys

import pytest

BLOCKED = """
import sys
sys.modules["{0}"] = None  # as if it were not installed
sys.argv = ["riotsim", "doctor", "--json"]
from riotsim.cli.main import main
main()
"""


def run(*args: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own."""
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, check=False)


def test_doctor_is_content_here() -> None:
    """The game can be played where the tests run: a real throw comes to rest, and the exit code is 0."""
    found = run("-m", "riotsim", "doctor", "--json")
    assert found.returncode == 0, found.stdout
    told = json.loads(found.stdout)
    assert told["playable"] is True
    checks = {check["name"]: check for check in told["checks"]}
    assert checks["test throw"]["state"] == "works"
    assert not [check for check in told["checks"] if check["state"] == "missing"]


def test_doctor_tells_what_is_missing() -> None:
    """Without the engine the exit code is 1, and the check that needs it says what to do; the others still run."""
    found = run("-c", BLOCKED.format("pybullet"))
    assert found.returncode == 1
    told = json.loads(found.stdout)
    assert told["playable"] is False
    missing = [check for check in told["checks"] if check["state"] == "missing"]
    assert [check["name"] for check in missing] == ["test throw"]
    assert "pybullet" in missing[0]["found"]
    assert missing[0]["advice"]


def window(display: str, *lines: str, before: tuple[str, ...] = ()) -> dict[str, str]:
    """Return the result of the window check on a display, after some lines of Python. `before` is put before the
    command.
    """
    script = ["import os, sys", *([f"os.environ['DISPLAY'] = {display!r}"] if not before else []), *lines]
    script += ["sys.argv = ['riotsim', 'doctor', '--json']", "from riotsim.cli.main import main", "main()"]
    command = [*before, sys.executable, "-c", "\n".join(script)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout + found.stderr  # the game can be played without
    checks: dict[str, dict[str, str]] = {check["name"]: check for check in json.loads(found.stdout)["checks"]}
    return checks["window"]


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)")
def test_doctor_opens_a_window_where_one_can_be() -> None:
    """It works where one was opened."""
    assert window("", before=("xvfb-run", "-a"))["state"] == "works"


def test_doctor_says_why_no_window_opens() -> None:
    """No screen, nobody who answers there, a package or one of the system's libraries that isn't there."""
    nobody = window(":977")
    assert nobody["state"] == "not here"
    assert "no window can be opened on display :977: " in nobody["found"]
    assert "no screen" in window("")["found"]
    assert "riotsim[window]" in window(":977", "sys.modules['pyglet'] = None")["advice"]
    lacking = """class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name == 'imgui_bundle':
            raise ImportError('libX11.so.6: cannot open shared object file')
sys.meta_path.insert(0, Lacking())"""
    assert "apt install" in window(":977", lacking)["advice"]


def test_doctor_survives_without_numpy() -> None:
    """Even without numpy, which everything needs, the doctor answers."""
    found = run("-c", BLOCKED.format("numpy"))
    assert found.returncode == 1
    checks = {check["name"]: check for check in json.loads(found.stdout)["checks"]}
    assert checks["numpy"]["state"] == "missing"
    assert checks["python"]["state"] == "works"


def test_doctor_speaks_to_people() -> None:
    """Without --json there is a line for each thing, and the verdict."""
    found = run("-m", "riotsim", "doctor")
    assert found.returncode == 0
    assert "The game can be played here." in found.stdout
