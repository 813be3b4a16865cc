"""`riotsim doctor` reports what works on a machine, and what has to be installed."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from command_line import riotsim

from riotsim.app import checks as made
from riotsim.app.checks import CheckResult, State, check_window

BLOCKED = """
import sys
sys.modules["{0}"] = None  # as if it were not installed
sys.argv = ["riotsim", "doctor", "--json"]
from riotsim.cli.main import main
main()
"""


def run(*args: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a separate process."""
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, check=False)


def checks(written: str) -> dict[str, dict[str, str]]:
    """Return the checks of a document by their names."""
    return {check["name"]: check for check in json.loads(written)["checks"]}


def test_doctor_is_content_here() -> None:
    """On the tests' machine, `riotsim doctor` reports nothing as missing, its test throw works, and the exit
    code is 0.
    """
    found = riotsim("doctor", "--json")
    assert found.returncode == 0, found.stdout
    assert json.loads(found.stdout)["playable"] is True
    told = checks(found.stdout)
    assert told["test throw"]["state"] == "works"
    assert not [check for check in told.values() if check["state"] == "missing"]


def test_doctor_tells_what_is_missing() -> None:
    """If the engine is missing, the exit code is 1. Only the check that needs the engine reports it, with advice."""
    found = run("-c", BLOCKED.format("pybullet"))
    assert found.returncode == 1
    told = json.loads(found.stdout)
    assert told["playable"] is False
    missing = [check for check in told["checks"] if check["state"] == "missing"]
    assert [check["name"] for check in missing] == ["test throw"]
    assert "pybullet" in missing[0]["found"]
    assert missing[0]["advice"]


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)")
def test_doctor_opens_a_window_where_one_can_be() -> None:
    """If there is a screen, `riotsim doctor` reports that a window works."""
    command = ["xvfb-run", "-a", sys.executable, "-m", "riotsim", "doctor", "--json"]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert checks(found.stdout)["window"]["state"] == "works"


def window(display: str) -> CheckResult:
    """Return the result of the window check on a display."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", display)
        found = check_window()
    assert found.state == "not here"  # and not missing: the game can be played without
    return found


class Lacking:
    """A finder that refuses a package as if a library of the system were missing."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        """Refuse what needs the library."""
        if name == "imgui_bundle":
            raise ImportError("libX11.so.6: cannot open shared object file")


def test_doctor_says_why_no_window_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no window can be opened, the check gives the reason: no screen, a display that doesn't answer, or a missing
    package or library.
    """
    assert "no window can be opened on display :977: " in window(":977").found
    assert "no screen" in window("").found
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "pyglet", None)
        assert "riotsim[window]" in window(":977").advice
    monkeypatch.delitem(sys.modules, "imgui_bundle", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Lacking(), *sys.meta_path])
    assert "apt install" in window(":977").advice


def test_doctor_survives_without_numpy() -> None:
    """If numpy is missing, `riotsim doctor` still reports its other checks, and numpy as missing."""
    found = run("-c", BLOCKED.format("numpy"))
    assert found.returncode == 1
    told = checks(found.stdout)
    assert told["numpy"]["state"] == "missing"
    assert told["python"]["state"] == "works"


@pytest.mark.parametrize(
    ("state", "code", "verdict"),
    [("works", 0, "The game can be played here."), ("missing", 1, "The game can't be played yet.")],
)
def test_doctor_speaks_to_people(monkeypatch: pytest.MonkeyPatch, state: State, code: int, verdict: str) -> None:
    """Without `--json`, each check has a line, followed by advice. The verdict says whether the game can be played."""
    monkeypatch.setattr(made, "run_checks", lambda: [CheckResult("engine", state, "3.2.7", "install it again")])
    found = riotsim("doctor")
    assert found.returncode == code
    assert re.search(rf"engine +{state} +3\.2\.7 *\n +→ install it again", found.stdout)
    assert verdict in found.stdout
