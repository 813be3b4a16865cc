"""Makes the C++ opponent from its source, where there is a compiler and a Bullet in double precision."""

import shutil
import subprocess
from pathlib import Path

from benchmarks.contender import GaveUp, Missing

SOURCE = Path(__file__).with_name("throws.cpp")

LIBRARY = "bullet-float64"
"""Double precision, as pybullet has it."""

OPTIMISED = "-O2"
"""As Debian compiles the library itself. All but the looks of a throw is in there."""

MENDS = "on Debian: apt install g++ pkg-config libbullet-dev"


def build(folder: Path) -> Path:
    """Compile the opponent into a folder, and give the program.

    Raises `Missing` where something that it needs isn't there, and `GaveUp` where all is and it can't be compiled.
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
    """The first line in which a compiler names an error, or else the first."""
    lines = said.splitlines() or ["it did not say why"]
    return next((line for line in lines if "error" in line), lines[0])
