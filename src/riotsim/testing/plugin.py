"""The pytest plugin: sizes of physics tests, records of their figures, and fixtures for a table and a hand.

pytest loads it wherever riotsim is installed, so it imports nothing heavy and does nothing unless asked.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar, Unpack

import pytest

from riotsim.testing import chunks
from riotsim.testing.findings import RECORD_SUFFIX, ExpectedValues, Finding, Ran, append, finding

if TYPE_CHECKING:
    from riotsim.table.acts import Hand
    from riotsim.table.state import Surface, Table

SIZES: Final = ("quick", "long")
"""Values of `--physics`, the default first."""

T = TypeVar("T")


class Size:
    """Chooses between two sizes of a test."""

    def __init__(self, long: bool) -> None:
        self.long = long

    def __call__(self, quick: T, long: T) -> T:
        """Return the first value, or the second one under `--physics=long`."""
        return long if self.long else quick


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the plugin's command-line options."""
    group = parser.getgroup("riotsim", "physics of the table (riotsim)")
    group.addoption(
        "--physics",
        choices=SIZES,
        default=SIZES[0],
        help="size of the physics tests: quick is for each day, long for publishing its figures (default: quick)",
    )
    group.addoption(
        "--physics-results",
        metavar="FOLDER",
        type=Path,
        default=None,
        help="write what the physics tests find into this folder; `python -m riotsim.testing.report FOLDER` shows it",
    )
    group.addoption(
        "--physics-list",
        metavar="FILE",
        type=Path,
        default=None,
        help="list the tests with their minutes in this file, for a long run",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Create the folder for results, and listen to the outcomes of tests.

    Raises:
        pytest.UsageError: The folder can't be made.
    """
    config.addinivalue_line("markers", "takes(minutes): about how long the long size of a physics test takes, alone")
    folder: Path | None = config.getoption("--physics-results")
    if folder is None:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise pytest.UsageError(f"--physics-results {folder}: {problem.strerror}; name a folder") from problem
    at_work = hasattr(config, "workerinput") or getattr(config.option, "dist", "no") == "no"
    if at_work:  # xdist's own process only passes on what its workers say
        config.pluginmanager.register(_Listener(_file(folder)), "riotsim-listener")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write a list of the collected tests, if an option asks for it."""
    path: Path | None = session.config.getoption("--physics-list")
    if path is not None:
        chunks.write_tests(path, session.config.rootpath, session.items)


def _file(folder: Path) -> Path:
    """Return a file for this process alone, so that several can write at once."""
    return folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}-{os.getpid()}{RECORD_SUFFIX}"


class _Listener:
    """Notes how each test went."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that ran, or that could not be set up."""
        if report.when == "call" or report.outcome != "passed":
            append(self.path, Ran(report.nodeid, report.outcome, report.duration, _message(report)))


def _message(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    return "" if crash is None else str(crash.message)


class Record:
    """Records the figures of a test."""

    def __init__(self, test: str, path: Path | None) -> None:
        self._test = test
        self._path = path

    def __call__(self, case: str, title: str, *, found: float, **held: Unpack[ExpectedValues]) -> Finding:
        """Record a figure and return it; call `must_hold()` on it to assert its bounds. Without `--physics-results`
        nothing is written.

        Args:
            case: The figure's section in the report.
            title: The measured quantity, in a few words.
            found: The figure.
            held: Expected value, bounds, and notes for the report: see `ExpectedValues`.

        Raises:
            ValueError: `within` or `off` lacks `expected`, or a known deviation is needless.
        """
        one = finding(case, title, found=found, test=self._test, **held)
        if self._path is not None:
            append(self._path, one)
        return one


@pytest.fixture(scope="session")
def size(pytestconfig: pytest.Config) -> Size:
    """Return a function that chooses between sizes: `size(60, 1000)` is 60, and 1,000 under `--physics=long`."""
    return Size(pytestconfig.getoption("--physics") == "long")


@pytest.fixture
def record(request: pytest.FixtureRequest) -> Record:
    """Return a function that records figures for the report. See `Record`."""
    folder: Path | None = request.config.getoption("--physics-results")
    return Record(request.node.nodeid, None if folder is None else _file(folder))


@pytest.fixture
def table() -> "Table":
    """Return an empty table of 24 × 24 in, covered with felt."""
    from riotsim.testing.tables import empty_table

    return empty_table()


@pytest.fixture
def felt() -> "Surface":
    """Return felt over wood, the usual cover of a table."""
    from riotsim.table.state import FELT

    return FELT


@pytest.fixture
def steady_hand() -> "Hand":
    """Return a hand without errors, which does exactly what was intended."""
    from riotsim.testing.tables import STEADY_HAND

    return STEADY_HAND
