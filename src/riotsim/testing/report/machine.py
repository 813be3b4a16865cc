"""The description of a run in the report: machine, versions, commit, date and duration."""

import json
import os
import platform
import subprocess
import sys
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

RUN_FILE: Final = "run.json"
"""Name of the file with the description of a run. It is in the folder of the run's records."""

PACKAGES: Final = ("riotsim", "pybullet", "numpy", "scipy", "mujoco", "matplotlib")
"""Packages whose versions are in the report. The measured values may depend on them."""


@dataclass(frozen=True, slots=True)
class Run:
    """The description of a run of the physics suite."""

    began: str
    """Date and time of the start (ISO 8601)."""
    seconds: float
    """Duration in real time (s); 0 if it was not measured."""
    size: str
    """Size of the tests, `quick` or `long`; empty if unknown."""
    system: str
    processor: str
    cores: int
    versions: dict[str, str]
    commit: str
    """Commit of the code, followed by a + if tracked files were changed since; `unknown` outside a checkout."""


def this_machine(*, began: str = "", seconds: float = 0.0, size: str = "") -> Run:
    """Return the description of a run on this machine with this code.

    Args:
        began: Date and time of the start (ISO 8601); empty for the present date and time.
        seconds: Duration in real time (s); 0 if it was not measured.
        size: Size of the tests, `quick` or `long`; empty if unknown.
    """
    versions = {"Python": platform.python_version()}
    for name in PACKAGES:
        try:
            versions[name] = version(name)
        except PackageNotFoundError:
            continue
    return Run(
        began or now(),
        seconds,
        size,
        f"{platform.system()} {platform.machine()}",
        _processor(),
        _cores(),
        versions,
        _commit(),
    )


def now() -> str:
    """Return the present date and time (ISO 8601, UTC, to the second)."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def write(folder: Path, run: Run) -> None:
    """Write the description of a run into the folder of its records."""
    (folder / RUN_FILE).write_text(json.dumps(asdict(run), indent=1) + "\n", encoding="utf-8")


def read(folder: Path) -> Run | None:
    """Read the description of a run from the folder of its records. Return None if the folder has none.

    Raises:
        ValueError: The description can't be parsed.
    """
    from pydantic import TypeAdapter

    path = folder / RUN_FILE
    return TypeAdapter(Run).validate_json(path.read_bytes()) if path.is_file() else None


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def _processor() -> str:
    """Return the name of the processor; "unknown" if the system does not report it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def _commit() -> str:
    """Return the commit of the checkout that contains this code, followed by a + if tracked files differ from it.

    Outside a checkout, return "unknown".
    """
    here = Path(__file__).parent

    def git(*words: str) -> str:
        done = subprocess.run(["git", *words], capture_output=True, text=True, check=True, cwd=here)
        return done.stdout.strip()

    try:
        changed = git("status", "--porcelain", "--untracked-files=no")
        return git("rev-parse", "--short=10", "HEAD") + ("+" if changed else "")
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
