"""The pytest plugin: short and long physics tests, records of the values that they measure, and fixtures.

pytest loads this plugin wherever riotsim is installed, so the plugin imports only light modules. Without its options,
the plugin writes nothing.
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
"""The allowed values of `--physics`, the default first."""

T = TypeVar("T")


class Size:
    """A function that returns its first argument in a quick run, and its second in a long run."""

    def __init__(self, long: bool) -> None:
        self.long = long

    def __call__(self, quick: T, long: T) -> T:
        """Return `long` under `--physics=long`, otherwise `quick`."""
        return long if self.long else quick


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the plugin's options to pytest's command line."""
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
    """Register the plugin's marker. With `--physics-results=FOLDER`, record the outcomes of tests in the folder.

    Raises:
        pytest.UsageError: The folder can't be created.
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
    """Write a list of the collected tests if `--physics-list` names a file."""
    path: Path | None = session.config.getoption("--physics-list")
    if path is not None:
        chunks.write_tests(path, session.config.rootpath, session.items)


def _file(folder: Path) -> Path:
    """Return the path of the file for this process's records. Other processes have other files."""
    return folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'main')}-{os.getpid()}{RECORD_SUFFIX}"


class _Listener:
    """A recorder of the outcome of each test."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record the outcome of a test. Record a set-up or a tear-down only if it did not pass."""
        if report.when == "call" or report.outcome != "passed":
            append(self.path, Ran(report.nodeid, report.outcome, report.duration, _message(report)))


def _message(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    return "" if crash is None else str(crash.message)


class Record:
    """A recorder of the values that one test measures."""

    def __init__(self, test: str, path: Path | None) -> None:
        self._test = test
        self._path = path

    def __call__(self, case: str, title: str, *, found: float, **held: Unpack[ExpectedValues]) -> Finding:
        """Return a measured value as a finding. With `--physics-results`, record the finding too.

        To fail if the value is outside its bounds, call `must_hold()` on the finding.

        Args:
            case: Name of the report's section for the value.
            title: The measured quantity, in a few words.
            found: The measured value.
            **held: Expected value, bounds, and additions for the report: see `ExpectedValues`.

        Raises:
            ValueError: `within` or `off` is given without `expected`. Or a known deviation lacks a reason or wider
                bounds.
        """
        one = finding(case, title, found=found, test=self._test, **held)
        if self._path is not None:
            append(self._path, one)
        return one


@pytest.fixture(scope="session")
def size(pytestconfig: pytest.Config) -> Size:
    """Return a function that chooses between two values: `size(60, 1000)` is 1000 in a long run, otherwise 60."""
    return Size(pytestconfig.getoption("--physics") == "long")


@pytest.fixture
def record(request: pytest.FixtureRequest) -> Record:
    """Return a function that records measured values for the report: a `riotsim.testing.plugin.Record`."""
    folder: Path | None = request.config.getoption("--physics-results")
    return Record(request.node.nodeid, None if folder is None else _file(folder))


@pytest.fixture
def table() -> "Table":
    """Return an empty table of 24 × 24 in, covered with felt."""
    from riotsim.testing.tables import empty_table

    return empty_table()


@pytest.fixture
def felt() -> "Surface":
    """Return felt over wood, the default surface of a `Table`."""
    from riotsim.table.state import FELT

    return FELT


@pytest.fixture
def steady_hand() -> "Hand":
    """Return a hand that places, aims and carries without errors. The spin of its throws is random."""
    from riotsim.testing.tables import STEADY_HAND

    return STEADY_HAND
