"""How `make test` counts the lines and branches that tests run, and what it says of them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PLUGIN = Path(__file__).parents[2] / "tools" / "coverage_plugin.py"

# Line 5 runs if the number isn't negative, line 4 if it is.
SIGN = """\
def sign(number: int) -> int:
    "Return the sign."
    if number < 0:
        return -1
    return 1
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with the plugin, a package `riotsim` of three modules, and two tests of one of them."""
    (tmp_path / "tools").mkdir()
    shutil.copy(PLUGIN, tmp_path / "tools")
    package = tmp_path / "src" / "riotsim"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "signs.py").write_text(SIGN)
    (package / "unused.py").write_text("if True:\n    MORE = 1\n")
    for name, number in (("below", -3), ("above", 3)):
        test = (
            f"from riotsim.signs import sign\n\ndef test_{name}() -> None:\n    assert sign({number}) * {number} == 3\n"
        )
        (tmp_path / f"test_{name}.py").write_text(test)
    return tmp_path


def _run(checkout: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run tests with the plugin."""
    plugins = ["-p", "tools.coverage_plugin", "-p", "xdist.plugin", "-p", "no:cacheprovider"]
    # Settings of Python change where code is kept, and whether it is.
    without = {name: text for name, text in os.environ.items() if not name.startswith(("PYTEST_", "COV_", "PYTHON"))}
    return subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, *options],
        cwd=checkout,
        env=without | {"PYTHONPATH": str(checkout / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=False,
        capture_output=True,
        text=True,
    )


def _counted(checkout: Path, *tests: str) -> dict[str, Any]:
    """Run the tests in two processes; return the counts of each file by its path inside the package."""
    done = _run(checkout, "-n", "2", *tests)
    assert done.returncode == 0, done.stdout
    files = json.loads((checkout / "coverage.json").read_text())["files"]
    package = checkout / "src" / "riotsim"
    return {(checkout / name).relative_to(package).as_posix(): found for name, found in files.items()}


def test_lines_and_branches_that_do_not_run_are_missing(checkout: Path) -> None:
    """If a branch isn't taken, the branch and the line behind it are counted as missing. If no test imports a file, all
    its lines are missing.
    """
    counted = _counted(checkout, "test_above.py")
    assert counted["signs.py"]["executed_lines"] == [1, 3, 5]
    assert counted["signs.py"]["missing_lines"] == [4]
    assert counted["signs.py"]["executed_branches"] == [[3, 5]]
    assert counted["signs.py"]["missing_branches"] == [[3, 4]]
    assert counted["unused.py"]["executed_lines"] == []
    assert counted["unused.py"]["missing_lines"] == [1, 2]


def test_counts_of_an_earlier_run_are_not_told(checkout: Path) -> None:
    """If pytest runs the tests in its own process, counting is refused with a sentence. Any other run removes the
    counts of the run before at its start.
    """
    (checkout / "coverage.json").write_text("old")
    refused = _run(checkout, "-n", "0", "test_above.py")
    assert refused.returncode == 4
    assert "add -n 1 or more" in refused.stderr
    _run(checkout, "-n", "1", "--collect-only", "test_above.py")
    assert not (checkout / "coverage.json").exists()


def test_counts_of_all_processes_are_added(checkout: Path) -> None:
    """A line or branch that runs in one of two processes isn't counted as missing."""
    counted = _counted(checkout, "test_above.py", "test_below.py")
    assert counted["signs.py"]["missing_lines"] == []
    assert counted["signs.py"]["missing_branches"] == []


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="counters are part of Python there")
def test_code_with_counters_is_kept_until_its_source_changes(checkout: Path) -> None:
    """Compiled code with counters is kept. If a module has changed, a later run writes anew only its code."""
    first = _counted(checkout, "test_above.py")
    kept = {path.name.partition(".")[0]: path for path in checkout.rglob("*.opt-counted.pyc")}
    assert set(kept) == {"__init__", "signs", "unused"}
    before = {name: path.stat().st_mtime_ns for name, path in kept.items()}
    assert _counted(checkout, "test_above.py") == first
    (checkout / "src" / "riotsim" / "signs.py").write_text("# A line more.\n" + SIGN)
    assert _counted(checkout, "test_above.py")["signs.py"]["missing_lines"] == [5]
    assert {name for name, path in kept.items() if path.stat().st_mtime_ns != before[name]} == {"signs"}


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="counters are part of Python there")
def test_a_counter_turns_itself_off(checkout: Path) -> None:
    """Once a line or branch has run, a jump replaces its counter. Otherwise counting would cost time in each loop."""
    (checkout / "test_jumps.py").write_text(
        "import dis\n"
        "from riotsim.signs import sign\n\n"
        "def jumps() -> int:\n"
        "    return [one.opname for one in dis.get_instructions(sign, adaptive=True)].count('JUMP_FORWARD')\n\n"
        "def test_jumps() -> None:\n"
        "    assert (jumps(), sign(3), jumps(), sign(-3), jumps()) == (0, 1, 3, -1, 5)\n"
    )
    assert _counted(checkout, "test_jumps.py")["signs.py"]["missing_lines"] == []


def _file(lines: tuple[int, int], branches: tuple[int, int]) -> dict[str, dict[str, int]]:
    """Return a file's part of slipcover's output, from the numbers covered and missing."""
    counts = {"covered_lines": lines[0], "missing_lines": lines[1]}
    return {"summary": counts | {"covered_branches": branches[0], "missing_branches": branches[1]}}


def test_shares_are_of_all_files_together(tmp_path: Path) -> None:
    """The shares of covered lines and branches are those of all files together. The worst files are listed, but small
    ones are left out.
    """
    files = {
        "big.py": _file((900, 100), (30, 10)),
        "half.py": _file((50, 50), (0, 0)),
        "tiny.py": _file((0, 3), (0, 2)),
    }
    (tmp_path / "coverage.json").write_text(json.dumps({"files": files}))
    told = subprocess.run([sys.executable, PLUGIN], cwd=tmp_path, check=True, capture_output=True, text=True).stdout
    assert re.match(r"coverage on \d{4}-\d\d-\d\d: 86\.1% of 1,103 lines, 71\.4% of 42 branches;", told)
    assert told.endswith("least in half.py (50%), big.py (90%)\n")
