"""Engines that live in Node.js as contenders: one process each, warm from its first round, spoken to in JSON."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import IO, ClassVar

from benchmarks.engines.contender import Contender, GaveUp, Missing, Settled, Start
from benchmarks.engines.settings import UNIT, settings
from riotsim.physics.engine.world import TICK
from riotsim.table.poses import Pose

HERE = Path(__file__).parent

FILES = ("package.json", "referee.mjs", "rapier.mjs", "cannon.mjs")

TIMEOUT = 120.0
"""Seconds that npm has to fetch the engines."""

MENDS = "on Debian: apt install nodejs npm"


def installed(folder: Path) -> Path:
    """Install the programs, and the engines that package.json names, in a folder.

    Raises:
        Missing: That fails.
    """
    for tool in ("node", "npm"):
        if shutil.which(tool) is None:
            raise Missing(f"there is no {tool} here; {MENDS}")
    for name in FILES:
        shutil.copy(HERE / name, folder)
    try:
        run = subprocess.run(
            ["npm", "install", "--no-audit", "--no-fund", "--no-package-lock", "--ignore-scripts"],
            cwd=folder, capture_output=True, text=True, check=False, timeout=TIMEOUT,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise Missing(f"npm could not fetch the engines in {TIMEOUT:.0f} s") from None
    if run.returncode != 0:
        raise Missing("npm could not fetch the engines; is there a network?")
    return folder


class _Node(Contender):
    """An engine in a process of Node.js."""

    program: ClassVar[str]

    def __init__(self, folder: Path, throws: Sequence[Sequence[Start]]) -> None:
        # What it complains of goes to a file: nobody reads a pipe meanwhile.
        self._complaints: IO[str] = tempfile.TemporaryFile("w+")  # noqa: SIM115  # closed in `close`
        self._process = subprocess.Popen(
            ["node", self.program],
            cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._complaints, text=True,
        )  # fmt: skip
        asked = {"settings": dict(settings()), "throws": [[start.numbers for start in throw] for throw in throws]}
        self._unsaid = [json.dumps(asked)]
        self._settled: list[Settled] = []

    def play(self) -> float:
        """Play all throws.

        Raises:
            GaveUp: The process has ended, even if that was before the call.
        """
        answer = self._answer("play")
        if not answer:
            self._complaints.seek(0)
            said = self._complaints.read().strip().splitlines()
            raise GaveUp(
                f"{self.title} gave up: {next((line for line in said if 'Error' in line), 'it did not say why')}"
            )
        told = json.loads(answer)
        self._settled = [
            Settled(one["ticks"] * TICK, [_pose(die) for die in one["dice"]]) for one in told["throws"]
        ]  # fmt: skip
        return float(told["seconds"])

    def settled(self) -> list[Settled]:
        """Return the result of each throw."""
        return self._settled

    def close(self) -> None:
        """End the process."""
        self._process.communicate()
        self._complaints.close()

    def _answer(self, word: str) -> str:
        """Send the pending lines and this one, and return the answer; nothing if the process has ended."""
        assert self._process.stdin is not None, "it was made with a pipe"
        assert self._process.stdout is not None, "it was made with a pipe"
        lines, self._unsaid = [*self._unsaid, word], []
        try:
            self._process.stdin.write("\n".join(lines) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return ""
        return self._process.stdout.readline()


def _pose(die: Sequence[float]) -> Pose:
    x, y, z, a, b, c, w = die
    return Pose((x / UNIT, y / UNIT, z / UNIT), (a, b, c, w))


class Rapier(_Node):
    """Rapier, written in Rust, as WebAssembly."""

    name = "rapier"
    title = "Rapier (WebAssembly)"
    program = "rapier.mjs"
    otherwise = "single precision; bounces at any speed; its own soft contacts and solver (TGS-soft), usual settings"


class Cannon(_Node):
    """cannon-es, written in JavaScript."""

    name = "cannon"
    title = "cannon-es (JavaScript)"
    program = "cannon.mjs"
    otherwise = (
        "bounces at any speed; its own springy contacts and solver (Gauss-Seidel, 10 iterations), usual settings"
    )
