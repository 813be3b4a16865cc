"""Every scenario file of RiftWar holds, and names only existing clauses."""

import re
from pathlib import Path

import pytest

from riotsim.cli.check import check_file

ROOT = Path(__file__).parents[3]
FILES = sorted((ROOT / "tests" / "scenarios" / "riftwar").glob("**/*.yaml"))
PAGE = (ROOT / "docs" / "games" / "riftwar.md").read_text(encoding="utf-8")
CLAUSES = re.findall(r"^\| (RW-\d\d) \|", PAGE, re.MULTILINE)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_scenario_holds(file: Path) -> None:
    """A scenario of RiftWar passes its check, without failures and problems."""
    checked = check_file(file)
    assert [str(one) for one in (*checked.failures, *checked.problems)] == []


def test_scenarios_name_clauses_that_there_are() -> None:
    """A scenario names the clause of its file's name. All clauses that it names are on the rules page."""
    for file in FILES:
        (line,) = re.findall(r"^clauses: \[(.*)\]$", file.read_text(encoding="utf-8"), re.MULTILINE)
        named = set(line.split(", "))
        assert file.stem[:4].replace("rw", "RW-") in named
        assert named <= set(CLAUSES)
