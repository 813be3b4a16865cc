"""Starting the program, against starting another Python."""

import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from benchmarks.figures import of_children
from benchmarks.suite.against import Against
from benchmarks.suite.reference import plain_start

COMMANDS = {
    "start --help": (("--help",), ("asyncio", "decimal", "json", "unittest"), 5),
    "start throw 3d6": (("throw", "3d6"), ("numpy", "pydantic", "unittest"), 3),
}
"""By name: what it is given, what the other Python loads, and how often."""


@pytest.mark.benchmark(timer=of_children)
@pytest.mark.parametrize("name", COMMANDS)
def test_start(benchmark: BenchmarkFixture, against: Against, name: str) -> None:
    """A whole process, from start to exit; the other loads libraries from the disk, as the program does."""
    given, modules, rounds = COMMANDS[name]
    run = [sys.executable, "-m", "riotsim", *given]
    against.compare(
        benchmark, name, lambda: subprocess.run(run, capture_output=True, check=True), lambda: plain_start(*modules),
        rounds=rounds, clock=of_children,
    )  # fmt: skip
