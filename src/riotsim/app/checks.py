"""The checks of `riotsim doctor`: one for each thing that a game or the window needs on this machine."""

import os
import platform
import subprocess
import sys
from collections.abc import Callable
from ctypes.util import find_library
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Literal, TypeAlias

State: TypeAlias = Literal["works", "missing", "not here"]
"""The state that a check finds.

- `works`: all is well.
- `missing`: something that games need is absent or fails.
- `not here`: no window can be opened. Games can be played in the terminal.
"""

WHEEL_PLATFORM = ("Linux", "x86_64", "CPython", (3, 11))
"""The system, machine, Python implementation and Python version that have a ready-made wheel of pybullet 3.2.7.

On all other platforms, pybullet must be compiled.
"""

MIN_PYTHON_VERSION = (3, 11)

TEST_SEED = 7
"""Seed of the test throw. With this seed, every die shows a number. A die without a number would look like a fault."""

REINSTALL_HINT = "install riotsim again: make setup in a checkout, or pip install riotsim"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check: its name, its state, and a description of what was found."""

    name: str
    state: State
    found: str
    advice: str = ""
    """Advice or a remark; empty if there is none."""


def run_checks() -> list[CheckResult]:
    """Run the checks and return their results. The test throw is left out if the engine is not installed."""
    return [_python(), _platform(), *map(_package, ("numpy", "scipy", "pydantic", "trimesh")), _rules(), *_engine(),
            check_window()]  # fmt: skip


def _python() -> CheckResult:
    found = f"{platform.python_implementation()} {platform.python_version()}"
    if sys.version_info < MIN_PYTHON_VERSION:
        return CheckResult("python", "missing", found, "install Python 3.11 and set riotsim up with it")
    return CheckResult("python", "works", found)


def _platform() -> CheckResult:
    here = (platform.system(), platform.machine(), platform.python_implementation(), sys.version_info[:2])
    found = f"{platform.system()} {platform.machine()}"
    if here == WHEEL_PLATFORM:
        return CheckResult("platform", "works", found)
    advice = "pybullet has no wheel for this platform and Python; where it was compiled, riotsim runs all the same"
    return CheckResult("platform", "works", found, advice)


def _package(name: str) -> CheckResult:
    from riotsim.files.deferred_interrupts import deferred_interrupts

    try:
        with deferred_interrupts():
            __import__(name)
        return CheckResult(name, "works", version(name))
    except ImportError as problem:
        return CheckResult(name, "missing", str(problem), REINSTALL_HINT)


def _rules() -> CheckResult:
    def read() -> str:
        from riotsim.files.rules import load_rules
        from riotsim.games.registry import GAMES

        for name, game in GAMES.items():
            load_rules(name, game.rules)
        return f"{' and '.join(GAMES)} {'are' if len(GAMES) > 1 else 'is'} there and sound"

    return _run_check("rules", read, REINSTALL_HINT)


def _engine() -> list[CheckResult]:
    """Check whether the engine is installed. If so, throw dice once. Return the result of each check."""
    try:
        engine = CheckResult("pybullet", "works", version("pybullet"))
    except PackageNotFoundError:
        advice = f"{REINSTALL_HINT}; where it has to be compiled, that needs a C++ compiler and the Python headers"
        return [CheckResult("pybullet", "missing", "not installed", advice)]

    def throw() -> str:
        from riotsim.app.throws import throw_many

        summary = throw_many("3d6", 1, TEST_SEED, "average")
        shown = " ".join("–" if value is None else str(value) for value in summary["results"][0])
        rest, wall = summary["rest_s"]["mean"], summary["wall_s"]
        return f"3d6 came to rest after {rest:.2f} s and show {shown}; it took {wall:.2f} s"

    return [engine, _run_check("test throw", throw, REINSTALL_HINT)]


OPEN_WINDOW_SCRIPT = "import pyglet; pyglet.window.Window(16, 16, visible=False).close()"
"""A Python program that opens an invisible window and closes it."""

WINDOW_TIMEOUT_SECONDS = 20.0
"""Time limit for `OPEN_WINDOW_SCRIPT` (s)."""


def check_window() -> CheckResult:
    """Check whether a window can be opened.

    If not, the result's state is `not here`. The state `missing` is for things that every game needs, and games in the
    terminal need no window.
    """
    from riotsim.files.deferred_interrupts import deferred_interrupts

    system = "on Debian: apt install libegl1 libgl1 libx11-6"
    try:
        with deferred_interrupts():
            for name in ("pyglet", "imgui_bundle", "PIL"):
                __import__(name)
    except ModuleNotFoundError as problem:
        return CheckResult("window", "not here", str(problem), "pip install 'riotsim[window]'")
    except ImportError as problem:  # one of them is there, and a library of the system is not
        return CheckResult("window", "not here", str(problem), system)
    absent = [f"lib{name}" for name in ("EGL", "GL") if platform.system() == "Linux" and find_library(name) is None]
    if absent:
        return CheckResult("window", "not here", f"no {', no '.join(absent)}", system)
    display = os.environ.get("DISPLAY", "")
    if platform.system() == "Linux" and not display:
        advice = "games are played in the terminal here; pictures and films are drawn all the same"
        return CheckResult("window", "not here", "no screen (DISPLAY is not set)", advice)
    where = f"on display {display}" if display else "on this screen"
    try:
        opened = subprocess.run(
            [sys.executable, "-c", OPEN_WINDOW_SCRIPT],
            capture_output=True,
            text=True,
            check=False,
            timeout=WINDOW_TIMEOUT_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return CheckResult("window", "not here", f"no window opened {where} within {WINDOW_TIMEOUT_SECONDS:g} s")
    if opened.returncode != 0:
        why = opened.stderr.strip().rpartition("\n")[2]
        return CheckResult("window", "not here", f"no window can be opened {where}: {why}")
    return CheckResult("window", "works", f"one opens {where}")


def _run_check(name: str, attempt: Callable[[], str], advice: str) -> CheckResult:
    """Run a check, and return its result. If the check raises an error, the result has the error's text and the advice.

    Args:
        name: Name of the check.
        attempt: Function that does the check and describes the result.
        advice: Advice if the check fails.
    """
    try:
        return CheckResult(name, "works", attempt())
    except Exception as problem:
        return CheckResult(name, "missing", f"{type(problem).__name__}: {problem}", advice)
