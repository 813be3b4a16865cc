import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from command_line import run_riotsim_here

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "own_dice"
PAGE = ROOT / "docs" / "how-to" / "testing.md"


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder, as for a user who has installed riotsim and no other plugin of pytest."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    others = [f"-pno:{point.name}" for point in entry_points(group="pytest11") if "riotsim" not in point.name]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *others, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder, env=clean)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """Return a copy of the example in a folder outside the repository."""
    shutil.copytree(EXAMPLE, tmp_path / "own_dice", ignore=shutil.ignore_patterns("__pycache__", ".pytest_cache"))
    return tmp_path / "own_dice"


QUICK = (
    ("house.yaml", "minutes: 5", "minutes: 1, after: last_activation"),
    ("test_house.py", "rolls=500", "rolls=30"),
    ("test_house.py", "towers=20", "towers=14"),
)
"""The changes that make the tests of a copied example take less time: file, old text and new text.

`assert_fair` and `assert_builds` refuse fewer than 30 rolls and 14 towers.
"""


@pytest.mark.parametrize("smaller", [QUICK, pytest.param((), marks=pytest.mark.proof)], ids=["quick", "whole"])
def test_the_example_runs_from_any_folder(own: Path, smaller: tuple[tuple[str, str, str], ...]) -> None:
    """If the example is copied to another folder, all its tests pass. Pytest finds riotsim's plugin by its entry point,
    because no file of the example names the plugin.
    """
    for name, old, new in smaller:
        text = (own / name).read_text()
        assert old in text
        (own / name).write_text(text.replace(old, new))
    done = run(own)
    assert done.returncode == 0, done.stdout + done.stderr
    tests = len(re.findall(r"^def test_", (own / "test_house.py").read_text(), re.MULTILINE))
    assert re.search(rf"\b{tests + 1} passed", done.stdout), done.stdout  # one of them has two cases


def test_the_example_can_fail(own: Path, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the example's hand is made less exact than required, the test of this hand fails. The test of the rules still
    passes.
    """
    run_riotsim_here(monkeypatch)
    rules = own / "house.yaml"
    rules.write_text(rules.read_text().replace("place_sigma: 0.8mm", "place_sigma: 4mm"))
    done = pytester.runpytest_inprocess(f"--rootdir={own}", str(own), "-k", "grandma or sound")
    assert done.ret == 1
    done.assert_outcomes(failed=1, passed=1, deselected=6)
    done.stdout.fnmatch_lines(["*the hand 'grandma' built*"])


def test_the_page_shows_the_example_as_it_is() -> None:
    """Python code on the documentation page about testing is also in the example, whose tests are run."""
    (shown,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert shown in (EXAMPLE / "test_house.py").read_text(encoding="utf-8")
