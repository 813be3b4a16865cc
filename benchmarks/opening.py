"""How long a person waits for the window: from the command to its first frame, and to the table behind that.

Each start is a process of its own, by the clock on the wall, on a machine that is prepared: the program has been
started before, so its modules are compiled, its files in memory, and its miniatures carved. Without a screen a virtual
one (Xvfb) serves, where the processor draws: a graphics card would be faster.
"""

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

from benchmarks.figures import Effort, Figure, Measurement, Say

RUNS = (7, 3)
"""Fresh processes, usual and quick."""

PATIENCE = 300.0
"""For one of them (s)."""

FIGURES = {
    "first_frame_s": ("`riotsim play` until the first frame of the start screen", "under 2 s"),
    "start_screen_s": ("`riotsim play` until it has all that can be chosen for a new game", ""),
    "backdrop_s": ("`riotsim play` until the table behind it is seen", ""),
    "standstill_s": ("the longest it stands still meanwhile", ""),
}


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Open the window often, and close it again."""
    runs = effort.of(*RUNS)
    say("opening: the window's first frame")
    try:
        with _screen() as display, tempfile.TemporaryDirectory() as folder:
            surroundings = _prepared(Path(folder), display)
            _opened(Path(folder), surroundings)
            found = [_opened(Path(folder), surroundings) for _ in range(runs)]
    except _Cannot as why:
        for key, (what, goal) in FIGURES.items():
            yield Figure(key, what, None, "s", goal, missing=str(why))
        return
    for key, (what, goal) in FIGURES.items():
        took = [float(one[key]) for one in found]
        note = f"median of {runs}, the slowest {max(took):.2f} s; drawn by {found[0]['renderer']}"
        if key == "first_frame_s":
            note += f"; {statistics.median(one['processor'] for one in found):.2f} s of it the processor's"
        yield Figure(key, what, statistics.median(took), "s", goal, note)


class _Cannot(Exception):
    """No window can be opened here; the text says why."""


@contextmanager
def _screen() -> Iterator[str]:
    """Give the name of a display: the one there is, or a virtual one."""
    if display := os.environ.get("DISPLAY"):
        yield display
        return
    if which("Xvfb") is None:
        raise _Cannot("there is no screen here, and no Xvfb")
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None, "it is a pipe"
        try:
            number = server.stdout.readline().strip()
            if not number:
                raise _Cannot("Xvfb doesn't start")
            yield f":{number}"
        finally:
            server.terminate()


def _prepared(folder: Path, display: str) -> dict[str, str]:
    """Give what a process is started with that finds nothing of the user's own, and keeps what it compiles."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    own = {name: str(folder / name) for name in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "PYTHONPYCACHEPREFIX")}
    return {**kept, **own, "DISPLAY": display}


def _opened(folder: Path, surroundings: Mapping[str, str]) -> dict[str, Any]:
    """Open the window once; give what was seen when, from the start of the process on (s)."""
    begun = time.monotonic()
    command = [sys.executable, "-m", "benchmarks.opening", str(folder / "games.sqlite")]
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, timeout=PATIENCE, check=False)
    if done.returncode != 0:
        raise _Cannot((done.stderr.strip().splitlines() or ["it ended"])[-1])
    told = json.loads(done.stdout.splitlines()[-1])
    frames = [frame - begun for frame in told["frames"]]
    gaps = (later - sooner for sooner, later in pairwise(frames))
    seen = {
        "first_frame_s": frames[0],
        "start_screen_s": frames[1],  # the first one has but the names of its pages
        "backdrop_s": told["behind"] - begun,
        "standstill_s": max(gaps),
    }
    return {**seen, "processor": told["processor"], "renderer": told["renderer"]}


def _open(store: str) -> None:
    """Do what `riotsim play` does, note when each frame is seen, and go once all is there: the process's own side."""
    import pyglet

    pyglet.options.debug_gl = False  # as the command has it
    from pyglet import gl
    from pyglet.window import Window

    from riotsim.cli import main

    flip, frames, behind, processor = Window.flip, list[float](), list[float](), list[float]()

    def noted(window: Any) -> None:
        flip(window)
        frames.append(time.monotonic())
        processor.append(time.process_time())
        if window.table_view.stage is None:
            return
        behind.append(frames[-1])
        if len(behind) > 2 and not window.workshop.busy:
            seen = {"frames": frames, "behind": behind[0], "processor": processor[0]}
            print(
                json.dumps({**seen, "renderer": gl.gl_info.get_renderer()}), flush=True
            )  # it is read by the process that measures
            pyglet.app.exit()

    Window.flip = noted
    sys.argv = ["riotsim", "play", "--db", store]
    main()


OPENING = Measurement("opening", "how long the window takes to be there", (), measure)

if __name__ == "__main__":
    _open(sys.argv[1])
