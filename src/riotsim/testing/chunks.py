"""The tests of a long run, cut into chunks that run in parallel, the longest first."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pytest

SIZED_TEST_MINUTES: Final = 0.05
"""Minutes that a test with sizes takes if it does not say."""

SHORT_TEST_MINUTES: Final = 0.02
"""Minutes that a test without sizes takes."""

MIN_TIMEOUT: Final = 40.0
"""Minutes of real time that any chunk may take: few tests are as short as they say on a busy machine."""

TIMEOUT_FACTOR: Final = 6.0
"""Factor of a chunk's own minutes after which it is stopped. On a slow machine with all cores busy the fairness of a
d10, marked as 15 minutes, took 29.
"""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Tests that one process runs, one after the other."""

    tests: tuple[str, ...]
    """Their pytest ids."""
    minutes: float
    """About how long they take, alone."""

    @property
    def timeout(self) -> float:
        """Minutes of real time after which it is stopped."""
        return max(MIN_TIMEOUT, TIMEOUT_FACTOR * self.minutes)

    @property
    def name(self) -> str:
        """Name of the chunk: its only test, or its file."""
        file, _, test = self.tests[0].partition("::")
        return test if len(self.tests) == 1 else f"{len(self.tests)} of {Path(file).name}"


@dataclass(frozen=True, slots=True)
class CollectedTest:
    """A test that was found."""

    id: str
    """pytest's."""
    minutes: float
    """About how long it takes in its long size, alone."""
    alone: bool
    """True if the test states its minutes and so has a chunk of its own; others share one with their file."""


def write_tests(path: Path, root: Path, items: Iterable["pytest.Item"]) -> None:
    """Write the tests to a file, with pytest's root folder, to which their ids are relative."""
    listed = {"root": str(root), "tests": [asdict(_test(item)) for item in items]}
    path.write_text(json.dumps(listed), encoding="utf-8")


def read_chunks(path: Path) -> tuple[Path, list[Chunk]]:
    """Return the root folder, and the listed tests in chunks."""
    listed = json.loads(path.read_text(encoding="utf-8"))
    return Path(listed["root"]), cut([CollectedTest(**one) for one in listed["tests"]])


def cut(tests: Iterable[CollectedTest]) -> list[Chunk]:
    """Cut tests into chunks, those that take longest first, so that all processes end at about the same time."""
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
