"""`riotsim doctor`: tells what works, and what to install."""

import json
import subprocess
import sys

BLOCKED = """
import sys
sys.modules["{0}"] = None  # as if it were not installed
sys.argv = ["riotsim", "doctor", "--json"]
from riotsim.cli import main
main()
"""


def run(*args: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own."""
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, check=False)


def test_doctor_is_content_here() -> None:
    """Where the tests run the game can be played: a real throw comes to rest, and the exit code is 0."""
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


def test_doctor_tells_of_the_window() -> None:
    """Where it opens, and else what it wants; the game can be played without it."""

    def window(display: str, *blocked: str) -> dict[str, str]:
        lines = ["import os, sys", f"os.environ['DISPLAY'] = {display!r}"]
        lines += [f"sys.modules[{name!r}] = None" for name in blocked]
        lines += ["sys.argv = ['riotsim', 'doctor', '--json']", "from riotsim.cli import main", "main()"]
        found = run("-c", "\n".join(lines))
        assert found.returncode == 0, found.stdout
        checks: dict[str, dict[str, str]] = {check["name"]: check for check in json.loads(found.stdout)["checks"]}
        return checks["window"]

    assert window(":7")["state"] == "works"
    assert ":7" in window(":7")["found"]
    assert window("")["state"] == "not here"
    assert "no screen" in window("")["found"]
    assert "riotsim[window]" in window(":7", "pyglet")["advice"]


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
