"""A pytest plugin that notes which tests enter which functions: `-p mutants.entered --entered=FOLDER`.

Processes that a test starts note what they enter too, if `children` is on Python's path.
"""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from mutants.children.sitecustomize import NOTES, ROOT, TEST
from mutants.hook import Function, install

_entered: set[Function] = set()
"""The functions entered since the test began."""

install(_entered.add)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option with the folder."""
    parser.addoption("--entered", type=Path, required=True, help="folder for notes, a file a process")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Write down the functions that a test entered and its time, fixtures included."""
    folder: Path = item.config.getoption("--entered")
    os.environ.update({NOTES: str(folder), ROOT: str(item.config.rootpath), TEST: item.nodeid})
    _entered.clear()
    begun = time.perf_counter()
    yield
    process = getattr(item.config, "workerinput", {}).get("workerid", "alone")
    functions = sorted((Path(path).relative_to(item.config.rootpath).as_posix(), line) for path, line in _entered)
    row = {"test": item.nodeid, "seconds": time.perf_counter() - begun, "functions": functions}
    with (folder / f"{process}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
