"""Bullet from C++ as a contender: throws go in as text, times and poses come out."""

import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.bullet.build import build
from benchmarks.bullet.settings import UNIT, settings
from benchmarks.contender import Contender, GaveUp, Settled
from benchmarks.starts import Start
from riotsim.physics.engine.world import TICK
from riotsim.table.poses import Pose

REPEATS = 2
"""Of all throws in one process: the first warms it up, the last counts."""

POSE = 7
"""Numbers of a die that has settled: its place and its turn."""


class Opponent(Contender):
    """The same settings, steps and rule of rest in C++, with nothing around them."""

    name = "cpp"
    title = "Bullet in C++"
    otherwise = "the same work, with nothing around it: poses agree"

    def __init__(self, throws: Sequence[Sequence[Start]], *, sleeps: bool = True) -> None:
        """Compile it. Raises `Missing` where that can't be done, and `GaveUp` where it should.

        With `sleeps` it puts dice to sleep as riotsim does; else all are stepped until the last has come to rest.
        """
        self._folder = tempfile.TemporaryDirectory(prefix="riotsim-bench-")
        try:
            self._program = build(Path(self._folder.name))
        except BaseException:
            self._folder.cleanup()
            raise
        self._asked = written({**settings(), "sleep": int(sleeps), "repeats": REPEATS}, throws)
        self._told = ""

    def play(self) -> float:
        """Play all throws."""
        run = subprocess.run([self._program], input=self._asked, capture_output=True, text=True, check=False)
        if run.returncode != 0:
            raise GaveUp(f"the program of {self.title} ended with {run.returncode}: {run.stderr.strip()}")
        self._told = run.stdout
        return last_time(self._told)

    def settled(self) -> list[Settled]:
        """Return what became of each throw."""
        return settled(self._told)

    def close(self) -> None:
        """Remove the program."""
        self._folder.cleanup()


def written(given: Mapping[str, float], throws: Sequence[Sequence[Start]]) -> str:
    """Write settings and throws as the program reads them; with all their digits."""
    lines = [f"{name} {value!r}" for name, value in given.items()]
    lines.append(f"throws {len(throws)} {len(throws[0])}")
    lines += [" ".join(repr(float(number)) for number in start.numbers) for throw in throws for start in throw]
    return "\n".join(lines) + "\n"


def last_time(told: str) -> float:
    """Read how long the last repeat took (s)."""
    return [float(line.split()[1]) for line in told.splitlines() if line.startswith("took ")][-1]


def settled(told: str) -> list[Settled]:
    """Read what became of each throw."""
    found = []
    for line in told.splitlines():
        if not line.startswith("settled "):
            continue
        _, ticks, *rest = line.split()
        numbers = [float.fromhex(number) for number in rest]
        dice = [numbers[k : k + POSE] for k in range(0, len(numbers), POSE)]
        found.append(Settled(int(ticks) * TICK, [_pose(*die) for die in dice]))
    return found


def _pose(x: float, y: float, z: float, a: float, b: float, c: float, w: float) -> Pose:
    return Pose((x / UNIT, y / UNIT, z / UNIT), (a, b, c, w))
