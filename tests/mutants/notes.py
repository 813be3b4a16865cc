"""Notes on which test enters which functions, as the plugin `entered` writes them."""

import json
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from mutants.hook import Function

CURRENT: Final = "current.json"
"""Name of the file with all tests that exist now, and digests of their functions."""

KNOWN: Final = "known.json"
"""Name of the file with the tests that were noted before, and digests of their functions."""

GROUP: Final = re.compile(r"@[\w ]+$")
"""The ending that xdist adds to the name of a test that belongs to a group."""


@dataclass(frozen=True)
class Notes:
    """Which test enters which functions, and how long it takes."""

    tests: dict[Function, set[str]]
    """The tests that enter each function."""
    seconds: dict[str, float]
    """The processor time of each test, with its fixtures (s)."""
    digests: dict[str, str]
    """The digest that each test's function had when the test was noted."""


def read_notes(folder: Path) -> Notes:
    """Read all notes in a folder. Tests that no longer exist or that have changed since are left out."""
    current = json.loads((folder / CURRENT).read_text(encoding="utf-8")) if (folder / CURRENT).exists() else None
    notes = Notes(defaultdict(set), {}, {})
    for file in sorted(folder.glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            test, digest = without_group(row["test"]), row.get("digest", "")
            if current is not None and (test not in current or digest not in {"", current[test]}):
                continue
            if "seconds" in row:
                notes.seconds[test] = row["seconds"]
                notes.digests[test] = digest
            for path, name in row["functions"]:
                notes.tests[path, name].add(test)
    return notes


def without_group(test: str) -> str:
    """Return a test's name without what xdist adds to it."""
    return GROUP.sub("", test)
