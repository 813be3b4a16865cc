"""The time until the program has started: its help, the first throw, and the window's first picture."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from shutil import which
from typing import Any

from benchmarks.figures import Effort, Figure, Measurement, Otherwise, Say

COMMAND_RUNS = (9, 3)
"""Fresh processes, usual and quick."""

HELP, THROW = ("--help",), ("throw", "3d6")


def measure_commands(effort: Effort, say: Say) -> Iterator[Figure]:
    """Start the program often, and measure the real time, which is what a user waits."""
    runs = effort.of(*COMMAND_RUNS)
    for key, what, command, goal in (
        ("help_s", "time of `riotsim --help` in a fresh process", HELP, "under 0.3 s"),
        ("first_throw_s", "time of `riotsim throw 3d6` in a fresh process", THROW, "under 1 s"),
    ):
        say(f"start: {what}")
        _waited(command)  # so that its files are in memory
        took = [_waited(command) for _ in range(runs)]
        note = f"median of {runs} starts, the slowest {max(took):.2f} s"
        yield Figure(key, what, statistics.median(took), "s", goal, note)


def _waited(command: tuple[str, ...]) -> float:
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-m", "riotsim", *command], capture_output=True, check=True)
    return time.perf_counter() - begun


START = Measurement(
    "start", "how long the program takes to be there", ("help_s",), measure_commands, ("first_throw_s",)
)


WINDOW_RUNS = (7, 3)
"""Fresh processes, usual and quick."""

TIMEOUT = 300.0
"""Timeout of one process (s)."""

ROOT = Path(__file__).parents[2]

SEEN = "seen: "
"""Beginning of the line in which the process reports what was seen."""

ABSENT = 3
"""Exit code of a process that finds no screen or no OpenGL: that is no failure of the program."""

FIGURES = {
    "first_frame_s": ("time of `riotsim play` until the first frame of the start screen", "under 2 s"),
    "start_screen_s": ("time of `riotsim play` until all choices for a new game are shown", ""),
    "backdrop_s": ("time of `riotsim play` until the table behind the choices is shown", ""),
    "standstill_s": ("longest pause between two frames while `riotsim play` starts", ""),
}


def measure_opening(effort: Effort, say: Say) -> Iterator[Figure]:
    """Open the window often, and close it again. Without what it needs there are no figures.

    Raises:
        Otherwise: All that it needs is there, and no window opens.
    """
    runs = effort.of(*WINDOW_RUNS)
    say("opening: the window's first frame")
    try:
        with screen() as display, tempfile.TemporaryDirectory() as folder:
            surroundings = prepared(Path(folder), display)
            require_window(surroundings)
            _opened(Path(folder), surroundings)
            found = [_opened(Path(folder), surroundings) for _ in range(runs)]
    except NoWindow as why:
        for key, (what, goal) in FIGURES.items():
            yield Figure(key, what, None, "s", goal, missing=str(why))
        return
    for key, (what, goal) in FIGURES.items():
        took = [float(one[key]) for one in found]
        note = f"median of {runs} starts, the slowest {max(took):.2f} s"
        if key == "first_frame_s":
            processor = statistics.median(one["processor"] for one in found)
            note += f"; drawn by {found[0]['renderer']}; {processor:.2f} s of processor time"
        yield Figure(key, what, statistics.median(took), "s", goal, note)


class NoWindow(Exception):
    """No window can be opened here; the text says why."""


@contextmanager
def screen() -> Iterator[str]:
    """Return the name of a display: the present one, or a virtual one."""
    if display := os.environ.get("DISPLAY"):
        yield display
        return
    if which("Xvfb") is None:
        raise NoWindow("there is no screen here, and no Xvfb")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None, "it is a pipe"
        try:
            number = server.stdout.readline().strip()
            if not number:
                raise Otherwise("Xvfb doesn't start")
            yield f":{number}"
        finally:
            server.terminate()


def prepared(folder: Path, display: str) -> dict[str, str]:
    """Return an environment for a process without the user's own files, in which compiled bytecode is kept."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own = {name: str(folder / name) for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "PYTHONPYCACHEPREFIX")}
    paths = os.pathsep.join(path for path in (str(ROOT), os.environ.get("PYTHONPATH", "")) if path)
    return {**kept, **own, "DISPLAY": display, "PYTHONPATH": paths}


def require_window(surroundings: Mapping[str, str]) -> None:
    """Require a screen and OpenGL, without opening the program's window.

    Raises:
        NoWindow: One of them is missing.
        Otherwise: The test of it failed.
    """
    done = _run(surroundings, ROOT)
    if done.returncode == ABSENT:
        raise NoWindow(last_line(done.stderr))
    if done.returncode != 0:
        raise Otherwise(f"the look for a screen failed: {last_line(done.stderr)}")


def _run(
    surroundings: Mapping[str, str], folder: Path, *args: str, module: str = "starting"
) -> subprocess.CompletedProcess[str]:
    """Run a module of this package as a process of its own, in a folder."""
    command = [sys.executable, "-m", f"benchmarks.program.{module}", *args]
    try:
        return subprocess.run(
            command, env=surroundings, cwd=folder, capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
    except subprocess.TimeoutExpired:
        raise Otherwise(f"`riotsim play` was not there after {TIMEOUT:.0f} s") from None


def last_line(said: str) -> str:
    """Return the last line that a process has written, or that there is none."""
    return (said.strip().splitlines() or ["it did not say why"])[-1]


def seen_in_window(surroundings: Mapping[str, str], folder: Path, module: str) -> Any:
    """Return what a module of this package reports of the window that it has opened in a process of its own.

    Raises:
        Otherwise: The program failed, or showed no window.
    """
    store = str(folder / "games.sqlite")  # there, as a game in its stead leaves files
    done = _run(surroundings, folder, store, module=module)
    if done.returncode != 0:
        raise Otherwise(f"`riotsim play` failed: {last_line(done.stderr)}")
    seen_by_it = [line for line in done.stdout.splitlines() if line.startswith(SEEN)]
    if not seen_by_it:
        raise Otherwise(f"`riotsim play` showed no window, or not all of it: {last_line(done.stderr)}")
    return json.loads(seen_by_it[-1].removeprefix(SEEN))


def _opened(folder: Path, surroundings: Mapping[str, str]) -> dict[str, Any]:
    """Open the window once, and return when each thing was seen (s from the start of the process)."""
    begun = time.monotonic()
    told = seen_in_window(surroundings, folder, "starting")
    frames = [frame - begun for frame in told["frames"]]
    gaps = (later - sooner for sooner, later in pairwise(frames))
    seen = {
        "first_frame_s": frames[0],
        "start_screen_s": frames[1],  # the first one has but the names of its pages
        "backdrop_s": told["behind"] - begun,
        "standstill_s": max(gaps),
    }
    return {**seen, "processor": told["processor"], "renderer": told["renderer"]}


def _look() -> None:
    """Exit with `ABSENT` and a reason if no window can be opened; this runs in a process of its own."""
    from riotsim.cli.play import MISSING_PACKAGES_MESSAGE

    try:
        import imgui_bundle  # noqa: F401  # only whether it is there: the panels need it
        import pyglet
    except ImportError as error:
        sys.stderr.write(f"{MISSING_PACKAGES_MESSAGE}: {error}\n")
        sys.exit(ABSENT)
    pyglet.options.debug_gl = False
    from riotsim.viewer.render.context import NoGraphics, require_graphics

    try:
        from pyglet.window import Window

        window = Window(16, 16, visible=False)
    except Exception as error:  # each platform has exceptions of its own for that
        sys.stderr.write(
            f"no window can be opened on display {os.environ.get('DISPLAY')} ({type(error).__name__}: {error})\n"
        )
        sys.exit(ABSENT)
    try:
        require_graphics()
    except NoGraphics as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(ABSENT)
    window.close()


def _open(store: str) -> None:
    """Run `riotsim play`, note the time of each frame, and exit once all is shown, in a process of its own."""
    import pyglet

    pyglet.options.debug_gl = False  # as the command has it
    from pyglet import gl
    from pyglet.window import Window

    from riotsim.cli.main import main

    flip, frames, behind, processor = Window.flip, list[float](), list[float](), list[float]()

    def noted(window: Any) -> None:
        flip(window)
        frames.append(time.monotonic())
        processor.append(time.process_time())
        if window.table_view.scene is None:
            return
        behind.append(frames[-1])
        if len(behind) > 2 and not window.figure_builder.busy:
            seen = {"frames": frames, "behind": behind[0], "processor": processor[0]}
            print(
                SEEN + json.dumps({**seen, "renderer": gl.gl_info.get_renderer()}), flush=True
            )  # it is read by the process that measures
            pyglet.app.exit()

    Window.flip = noted
    sys.argv = ["riotsim", "play", "--db", store]
    main()


OPENING = Measurement("opening", "how long the window takes to be there", (), measure_opening, tuple(FIGURES))

if __name__ == "__main__":
    _open(sys.argv[1]) if len(sys.argv) > 1 else _look()
