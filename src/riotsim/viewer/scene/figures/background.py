"""Building figures in another process, with a cache on disk.

A figure in the cache is loaded at once. Building any other figure takes about a second.
"""

import os
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from riotsim.processes import sigint_blocked, start_with_pipe
from riotsim.replay.figure_meshes import FigureMesh
from riotsim.viewer.scene.figures.build import BuiltFigure, Patch, build_figure, cache_key, plain_figure
from riotsim.viewer.scene.shapes import VERTEX

Job: TypeAlias = tuple[str, FigureMesh, float]
"""A figure to build: the figure's key in the cache, its mesh, and the radius of its base (mm)."""


class BackgroundBuilder:
    """A builder of figures in another process, for callers that can't wait. Call `close` at the end."""

    def __init__(self, folder: Path) -> None:
        """Use a folder as the cache."""
        self._folder = folder
        self._made: dict[str, BuiltFigure] = {}
        self._wanted: dict[str, Job] = {}
        self._building: str | None = None
        self._pipe: Connection | None = None
        self._process: Any = None
        self._closed = False

    def __call__(self, mesh: FigureMesh, radius: float) -> BuiltFigure | None:
        """Return a figure on a base of this radius (mm). If it is not built yet, request it and return None.

        After `close`, nothing is requested.
        """
        name = cache_key(mesh, radius)
        if name in self._made or name in self._wanted:
            return self._made.get(name)
        kept = read(self._folder / f"{name}.npz")
        if kept is not None:
            self._made[name] = kept
            return kept
        if self._closed:
            return None
        self._wanted[name] = (name, mesh, radius)
        self._ask()
        return None

    @property
    def busy(self) -> bool:
        """True if figures are being built."""
        return bool(self._wanted)

    def finished(self) -> bool:
        """Return whether any figure has been finished since the last call."""
        found = False
        try:
            while self._pipe is not None and self._wanted and self._pipe.poll():
                name, built = self._pipe.recv()
                self._made[name] = built
                del self._wanted[name]
                self._building = None
                self._ask()
                found = True
        except (EOFError, OSError):  # the process has died: plain figures stay
            self.close()
        return found

    def close(self) -> None:
        """Discard unfinished figures, and end the process."""
        self._closed = True
        self._wanted.clear()
        if self._pipe is not None:
            self._pipe.close()
            self._process.kill()
            self._pipe = self._process = None

    def _ask(self) -> None:
        """If no figure is being built, tell the other process to build the next requested figure."""
        # With several requests at a time, both processes could fill the pipe, and wait for each other forever.
        if self._building is not None or not self._wanted:
            return
        self._building, job = next(iter(self._wanted.items()))
        if self._pipe is None:
            with sigint_blocked():  # so that after Ctrl-C the process is known
                self._process, self._pipe = start_with_pipe(_work, self._folder, "riotsim figures", daemon=True)
        with suppress(OSError):
            self._pipe.send(job)


def _work(pipe: Connection, folder: Path) -> None:
    """Build the requested figures in turn. This runs in the other process."""
    if hasattr(os, "nice"):
        os.nice(10)  # the window and the game come first
    with suppress(EOFError, OSError):
        while True:
            name, mesh, radius = pipe.recv()
            try:
                built = build_figure(mesh, radius)
            except Exception:  # this figure stays plain, and the others are built
                traceback.print_exc()
                pipe.send((name, plain_figure(mesh, radius)))
                continue
            pipe.send((name, built))
            with suppress(OSError):  # a full disk or a read-only folder: it is built again the next time
                write(built, folder / f"{name}.npz")


def write(built: BuiltFigure, path: Path) -> None:
    """Store a figure in a file. The file appears only when it is complete.

    Raises:
        OSError: The file can't be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    begun = path.with_suffix(".part")
    arrays: dict[str, Any] = {
        f"{how}{number}{what}": array
        for how, patches in (("fine", built.fine), ("coarse", built.coarse))
        for number, patch in enumerate(patches)
        for what, array in zip(("corners", "triangles"), patch, strict=True)
    }
    try:
        with begun.open("wb") as file:
            np.savez(file, **arrays)
        begun.replace(path)
    finally:
        begun.unlink(missing_ok=True)


def read(path: Path) -> BuiltFigure | None:
    """Return a stored figure, or None if the file is missing or faulty."""
    try:
        with path.open("rb") as raw, np.load(raw, allow_pickle=False) as file:
            fine, coarse = (_patches(file, how) for how in ("fine", "coarse"))
    except Exception:  # whatever is wrong with a cached file, the figure is built again
        return None
    return BuiltFigure(fine, coarse) if fine and coarse else None


def _patches(file: Any, how: str) -> tuple[Patch, ...]:
    found = []
    for number in range(len(file.files)):
        if f"{how}{number}corners" not in file.files:
            break
        corners, triangles = file[f"{how}{number}corners"], file[f"{how}{number}triangles"]
        whole = corners.dtype == VERTEX and triangles.dtype.kind in "iu"
        shaped = corners.ndim == 1 and triangles.shape[1:] == (3,)
        if not whole or not shaped or triangles.min() < 0 or triangles.max() >= len(corners):
            raise ValueError("it is no surface")
        if not all(np.isfinite(corners[name]).all() for name in VERTEX.names or ()):
            raise ValueError("it is nowhere")
        found.append((corners, triangles))
    return tuple(found)
