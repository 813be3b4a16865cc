"""The time until the program responds: its help, and the first throw."""

import statistics
import subprocess
import sys
import time
from collections.abc import Iterator

from benchmarks.figures import Effort, Figure, Measurement, Say

RUNS = (9, 3)
"""Fresh processes, usual and quick."""

HELP, THROW = ("--help",), ("throw", "3d6")


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Start the program often; by the clock on the wall, which is what a person looks at."""
    runs = effort.of(*RUNS)
    for key, what, command, goal in (
        ("help_s", "`riotsim --help` in a fresh process", HELP, "under 0.3 s"),
        ("first_throw_s", "`riotsim throw 3d6` in a fresh process", THROW, "under 1 s"),
    ):
        say(f"start: {what}")
        _waited(command)  # so that its files are in memory
        took = [_waited(command) for _ in range(runs)]
        note = f"median of {runs}, the slowest {max(took):.2f} s"
        yield Figure(key, what, statistics.median(took), "s", goal, note)


def _waited(command: tuple[str, ...]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "riotsim", *command], capture_output=True, check=True)
    return time.perf_counter() - begun


START = Measurement("start", "how long the program takes to be there", ("help_s",), measure, ("first_throw_s",))
