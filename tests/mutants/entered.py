"""A pytest plugin that notes which tests enter which functions: `-p mutants.entered --entered=FOLDER`.

If `children` is on Python's path, processes that a test starts note the functions that they enter, too. A test is left
out if it was noted before and its function has not changed since.
"""

import hashlib
import inspect
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from mutants.children.sitecustomize import NOTES, ROOT, TEST
from mutants.hook import Function, install
from mutants.notes import CURRENT, KNOWN, without_group

_entered: set[Function] = set()
"""The functions entered since the test began."""

install(_entered.add)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option `--entered` with the folder for notes."""
    parser.addoption("--entered", type=Path, required=True, help="folder for notes, a file a process")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Write a file with all tests, and leave out the tests that are noted already."""
    folder: Path = config.getoption("--entered")
    known = json.loads((folder / KNOWN).read_text(encoding="utf-8")) if (folder / KNOWN).exists() else {}
    digests = {without_group(item.nodeid): _digest(item) for item in items}
    (folder / CURRENT).write_text(json.dumps(digests), encoding="utf-8")
    noted = [known.get(without_group(item.nodeid)) == _digest(item) for item in items]
    config.hook.pytest_deselected(items=[item for item, left_out in zip(items, noted, strict=True) if left_out])
    items[:] = [item for item, left_out in zip(items, noted, strict=True) if not left_out]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Write down the functions that a test entered and its processor time, fixtures included."""
    folder: Path = item.config.getoption("--entered")
    os.environ.update({NOTES: str(folder), ROOT: str(item.config.rootpath), TEST: item.nodeid})
    _entered.clear()
    begun = _processor_seconds()
    yield
    process = getattr(item.config, "workerinput", {}).get("workerid", "alone")
    functions = sorted((Path(path).relative_to(item.config.rootpath).as_posix(), name) for path, name in _entered)
    seconds = _processor_seconds() - begun
    row = {"test": item.nodeid, "digest": _digest(item), "seconds": seconds, "functions": functions}
    with (folder / f"{process}.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")


def _processor_seconds() -> float:
    """Return the processor time (s) of this process and of all its child processes that have ended.

    If the machine is busy, processor time changes less than elapsed time.
    """
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _digest(item: pytest.Item) -> str:
    """Return a digest of the source of a test's function."""
    function = getattr(item, "function", None)
    return digest_of(inspect.getsource(inspect.unwrap(function)) if function is not None else "")


def digest_of(source: str) -> str:
    """Return the digest of a function's source."""
    return hashlib.sha256(source.strip().encode()).hexdigest()[:16]
