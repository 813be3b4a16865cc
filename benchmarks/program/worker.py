"""A process that plays whole games one after the other, and tells of each what it took and how much memory there is.

    python -m benchmarks.program.worker GAMES

Writes a line of JSON for each game.
"""

import json
import resource
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from benchmarks.program.game import Watch, figures, play

MEGABYTE = 1e6

STATUS = Path("/proc/self/status")
"""File in which Linux reports a process's memory. psutil has no peak on Linux."""

UNIT = 1 if sys.platform == "darwin" else 1024
"""In which the system tells the largest memory (bytes)."""


@dataclass(frozen=True, slots=True)
class Told:
    """The cost of a game."""

    seconds: float
    """Processor time (s)."""
    physics: float
    """So much of it."""
    activations: int
    memory: float
    """Resident, after it (MB)."""
    largest: float
    """The most that there ever was (MB)."""


def told(seed: int) -> Told:
    """Play a game and tell of it."""
    watch = Watch()
    begun = time.process_time()
    session = play(seed, watch)
    seconds = time.process_time() - begun
    memory = psutil.Process().memory_info().rss / MEGABYTE
    return Told(seconds, watch.physics, session.state.activations, memory, max(memory, largest()))


def largest() -> float:
    """Return the peak memory of this process (MB)."""
    if STATUS.is_file():
        # Not by getrusage: Linux counts what the process that started this one had, too.
        lines = STATUS.read_text(encoding="ascii", errors="replace").splitlines()
        found = next((line.split()[1] for line in lines if line.startswith("VmHWM")), None)
        if found is not None:
            return int(found) * UNIT / MEGABYTE
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * UNIT / MEGABYTE


def main() -> None:
    """Play, and tell after each game."""
    figures()  # read before the clock runs
    for seed in range(int(sys.argv[1])):
        sys.stdout.write(json.dumps(asdict(told(seed))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
