"""Options and summary of what has become slower. It fails nothing: no test depends on a clock."""

from argparse import ArgumentTypeError
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.suite import baselines
from benchmarks.suite.against import Against
from benchmarks.suite.reference import PlainHits, PlainThrows, engine

KEPT = pytest.StashKey[Against]()


def number_of_rounds(text: str) -> int:
    """Return the value of `--rounds`.

    Raises:
        ArgumentTypeError: The text is not a whole number of at least 1.
    """
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError(f"the number of rounds is a whole number from 1 up, not {text!r}")
    return int(text)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add options to take baselines, to compare with others, and to measure less often."""
    parser.addoption("--renew-baselines", action="store_true", help="take this run's ratios for the baselines")
    rounds_help = "number of rounds of each case, such as 1 for a first look; by default each case has its own number"
    parser.addoption("--rounds", type=number_of_rounds, help=rounds_help)
    parser.addoption("--baselines", type=Path, default=baselines.FILE, help="compare with the baselines in this file")


def pytest_configure(config: pytest.Config) -> None:
    """Compare with the baselines that there are, or take new ones."""
    renewed = config.getoption("--renew-baselines")
    taken = {} if renewed else baselines.read(config.getoption("--baselines"))
    config.stash[KEPT] = Against(taken, config.getoption("--rounds"))


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Write what has become slower, at the very end."""
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
    """The measurement of cases against plain work."""
    return pytestconfig.stash[KEPT]


@pytest.fixture(scope="session")
def plain_throws() -> Iterator[PlainThrows]:
    """Throws by the engine alone."""
    with engine() as client:
        yield PlainThrows(client)


@pytest.fixture(scope="session")
def plain_hits() -> Iterator[PlainHits]:
    """A tower that is hit, by the engine alone."""
    with engine() as client:
        yield PlainHits(client)
