"""What has become slower is told at the end of the run. It fails nothing: no test may hang on a clock."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import baselines
from benchmarks.suite.against import Against
from benchmarks.suite.reference import PlainThrows, plain_throws

KEPT = pytest.StashKey[Against]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Have options to take baselines, and to compare with others."""
    parser.addoption("--renew-baselines", action="store_true", help="take this run's ratios for the baselines")
    parser.addoption("--baselines", type=Path, default=baselines.FILE, help="compare with the baselines in this file")


def pytest_configure(config: pytest.Config) -> None:
    """Compare with the baselines that there are; with none while they are taken anew."""
    config.stash[KEPT] = Against(
        {} if config.getoption("--renew-baselines") else baselines.read(config.getoption("--baselines"))
    )


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what has become slower, last of all."""
    against = config.stash[KEPT]
    if not against.found:
        return
    terminalreporter.section("speed against its baselines")
    if config.getoption("--renew-baselines"):
        file = config.getoption("--baselines")
        baselines.write(against.found, file)
        terminalreporter.write_line(f"{len(against.found)} baselines are in {file.name}")
        return
    for line in baselines.told(against.found, against.taken):
        terminalreporter.write_line(f"speed: {line}", red=line.startswith("SLOWER"))


@pytest.fixture(scope="session")
def against(pytestconfig: pytest.Config) -> Against:
    """What measures cases against plain work."""
    return pytestconfig.stash[KEPT]


@pytest.fixture(scope="module")
def plainly_thrown() -> Iterator[PlainThrows]:
    """Throws by the engine alone."""
    with plain_throws() as work:
        yield work
