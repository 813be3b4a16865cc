"""The machine that figures were measured on, in words."""

import os
import platform
import shutil
import subprocess
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = ("pybullet", "numpy", "mujoco")

UNKNOWN = "unknown"

ABSENT = "not there"

ROOT = Path(__file__).parents[1]


def described() -> Mapping[str, str]:
    """Return commit, load, CPU, cores, memory, OS, Python, packages and compilers, in words by name."""
    return {
        "riotsim": _commit(),
        "load before the run": _load(),
        "CPU": _processor(),
        "cores": str(os.cpu_count() or UNKNOWN),
        "memory": _memory(),
        "OS": _system(),
        "Python": f"{platform.python_implementation()} {platform.python_version()}, {platform.python_compiler()}",
        **{name: _version(name) for name in PACKAGES},
        "compiler": _first_line("g++", "--version"),
        "Bullet for C++": _first_line("pkg-config", "--modversion", "bullet-float64"),
        "Node.js": _first_line("node", "--version"),
    }


def _commit() -> str:
    """Return the commit of this checkout, and whether anything has changed since."""
    commit = _first_line("git", "-C", str(ROOT), "rev-parse", "--short", "HEAD")
    if commit == ABSENT:
        return UNKNOWN
    changed = _first_line("git", "-C", str(ROOT), "status", "--porcelain", "--untracked-files=no") != ABSENT
    return f"commit {commit}{', with changes' if changed else ''}"


def _load() -> str:
    """Return the mean number of processes that could run in the last minute."""
    try:
        return f"{os.getloadavg()[0]:.1f}"
    except OSError:
        return UNKNOWN


def _processor() -> str:
    """Return the processor's name from the kernel, if it has one."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine() or UNKNOWN
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return f"{names[0]}, {platform.machine()}" if names else platform.machine()


def _memory() -> str:
    try:
        size = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError):
        return UNKNOWN
    return f"{size / 2**30:.0f} GB"


def _system() -> str:
    try:
        name = platform.freedesktop_os_release()["PRETTY_NAME"]
    except (OSError, KeyError):
        name = platform.system()
    return f"{name}, {platform.system()} {platform.release()}"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ABSENT


def _first_line(*command: str) -> str:
    """Return the first line of a program's output, if it is installed."""
    if shutil.which(command[0]) is None:
        return ABSENT
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    return run.stdout.splitlines()[0] if run.returncode == 0 and run.stdout else ABSENT
