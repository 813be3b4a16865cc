"""How long the program takes to be there."""

import subprocess
import sys

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from riotsim.files.rules import load_rules
from riotsim.games.riot_dice.rulebook import Rulebook

ROUNDS = 5


@pytest.mark.parametrize("command", [("--help",), ("throw", "3d6"), ("rules", "show")], ids=" ".join)
def test_command(benchmark: BenchmarkFixture, command: tuple[str, ...]) -> None:
    """A whole process, from start to exit."""
    run = [sys.executable, "-m", "riotsim", *command]
    done = benchmark.pedantic(lambda: subprocess.run(run, capture_output=True, check=False), rounds=ROUNDS)
    assert done.returncode == 0


def test_rules(benchmark: BenchmarkFixture) -> None:
    """Reading and checking the rules file that comes with the program."""
    assert benchmark(lambda: load_rules("riot_dice", Rulebook)).bosses == 2
