"""Division of the tests of a long run into chunks. Chunks run in parallel, and the longest chunks start first."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest

SIZED_TEST_MINUTES: Final = 0.05
"""Assumed duration of a test that uses the fixture `size` and doesn't state its duration (minutes)."""

SHORT_TEST_MINUTES: Final = 0.02
"""Assumed duration of a test that doesn't use the fixture `size` and doesn't state its duration (minutes)."""

MIN_TIMEOUT: Final = 40.0
"""Minimum time limit of a chunk (minutes)."""

TIMEOUT_FACTOR: Final = 6.0
"""Time limit of a chunk, as a multiple of the chunk's approximate duration.

It leaves time for busy and slow machines.
"""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Tests that one process runs one after the other."""

    tests: tuple[str, ...]
    """The ids of the tests in pytest."""
    minutes: float
    """Approximate duration of the tests on an idle machine (minutes)."""

    @property
    def timeout(self) -> float:
        """The chunk is stopped after this real time (minutes)."""
        return max(MIN_TIMEOUT, TIMEOUT_FACTOR * self.minutes)

    @property
    def name(self) -> str:
        """Name of the chunk: the name of its only test, or the number of its tests and the name of their file."""
        file, _, test = self.tests[0].partition("::")
        return test if len(self.tests) == 1 else f"{len(self.tests)} of {Path(file).name}"


@dataclass(frozen=True, slots=True)
class CollectedTest:
    """A test that pytest has collected."""

    id: str
    """The test's id in pytest."""
    minutes: float
    """Approximate duration of the test in a long run, on an idle machine (minutes)."""
    alone: bool
    """True if the test states its duration. Such a test has a chunk of its own.

    The tests of a file that don't state their durations share one chunk.
    """


def write_tests(path: Path, root: Path, items: Iterable["pytest.Item"]) -> None:
    """Write a list of tests to a file. `read_chunks` makes chunks from this file.

    Args:
        path: The file (JSON).
        root: pytest's root folder. The ids of the tests are relative to it.
        items: The tests that pytest has collected.
    """
    listed = {"root": str(root), "tests": [asdict(_test(item)) for item in items]}
    path.write_text(json.dumps(listed), encoding="utf-8")


def read_chunks(path: Path) -> tuple[Path, list[Chunk]]:
    """Read a file that `write_tests` has written. Return pytest's root folder and the chunks of tests."""
    listed = json.loads(path.read_text(encoding="utf-8"))
    return Path(listed["root"]), cut([CollectedTest(**one) for one in listed["tests"]])


def cut(tests: Iterable[CollectedTest]) -> list[Chunk]:
    """Divide tests into chunks, and return the chunks by their approximate duration, longest first.

    A test that states its duration has a chunk of its own. The other tests of a file share one chunk.
    """
    files: dict[str, list[CollectedTest]] = {}
    chunks = []
    for test in tests:
        if test.alone:
            chunks.append(Chunk((test.id,), test.minutes))
        else:
            files.setdefault(test.id.partition("::")[0], []).append(test)
    chunks += [Chunk(tuple(test.id for test in those), sum(test.minutes for test in those)) for those in files.values()]
    return sorted(chunks, key=lambda chunk: -chunk.minutes)


def _test(item: "pytest.Item") -> CollectedTest:
    mark = item.get_closest_marker("takes")
    if mark is not None:
        return CollectedTest(item.nodeid, float(mark.args[0] if mark.args else mark.kwargs["minutes"]), alone=True)
    return CollectedTest(
        item.nodeid,
        SIZED_TEST_MINUTES if "size" in getattr(item, "fixturenames", ()) else SHORT_TEST_MINUTES,
        alone=False,
    )
