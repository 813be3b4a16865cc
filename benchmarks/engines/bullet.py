"""Bullet in C++ as a contender: built, run, and compared with the engine's own steps from Python."""

import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from benchmarks.engines.contender import Contender, GaveUp, Missing, Settled, Start
from benchmarks.engines.settings import UNIT, settings
from benchmarks.scenes import EMPTY, THROW
from riotsim.physics.acts.chance import random_generator
from riotsim.physics.acts.release import release
from riotsim.physics.engine.world import TICK
from riotsim.physics.scene.scene import Scene
from riotsim.simulation import perform
from riotsim.table.poses import Pose

SOURCE = Path(__file__).with_name("throws.cpp")

LIBRARY = "bullet-float64"
"""Double precision, as pybullet has it."""

OPTIMISED = "-O2"
"""As Debian compiles the library itself. All but the looks of a throw is in there."""

MENDS = "on Debian: apt install g++ pkg-config libbullet-dev"


def build(folder: Path) -> Path:
    """Compile the opponent into a folder, and return the program.

    Raises:
        Missing: The compiler or Bullet is not installed.
        GaveUp: Both are, and it can't be compiled.
    """
    if shutil.which("g++") is None:
        raise Missing(f"there is no g++ here; {MENDS}")
    if shutil.which("pkg-config") is None:
        raise Missing(f"there is no pkg-config here; {MENDS}")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", LIBRARY], capture_output=True, text=True, check=False)
    if flags.returncode != 0:
        raise Missing(f"there is no {LIBRARY} here; {MENDS}")
    program = folder / "throws"
    made = subprocess.run(
        ["g++", OPTIMISED, "-o", str(program), str(SOURCE), *flags.stdout.split()],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if made.returncode != 0:
        raise GaveUp(f"g++ could not compile {SOURCE.name}: {_first_error(made.stderr)}")
    return program


def _first_error(said: str) -> str:
    """Return the first line in which a compiler names an error, or else the first."""
    lines = said.splitlines() or ["it did not say why"]
    return next((line for line in lines if "error" in line), lines[0])


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
        """Compile the opponent.

        Args:
            throws: The states of the dice of each throw.
            sleeps: Whether dice are put to sleep as in riotsim; else all are stepped until the last rests.

        Raises:
            Missing: The compiler or Bullet is not installed.
            GaveUp: It can't be compiled.
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
        """Play all throws.

        Raises:
            GaveUp: The program failed.
        """
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


def ticks_of(seeds: Sequence[int]) -> list[int]:
    """Return the number of ticks of each throw."""
    return [perform(EMPTY, THROW, seed).ticks for seed in seeds]


def stepped(seeds: Sequence[int], ticks: Sequence[int]) -> float:
    """Return the processor time of the engine alone for these throws, each in a few calls (s).

    The client is kept from one throw to the next, as in riotsim: with a new one for each, whose memory is cold, the
    same steps took 1.18 times as long.
    """
    took = 0.0
    for seed, count in zip(seeds, ticks, strict=True):
        with Scene(EMPTY) as scene:
            release(scene, THROW, random_generator(seed))
            begun = time.process_time()
            scene.world.step(count)
            took += time.process_time() - begun
    return took
