"""Figures are carved in a separate process: until then plain figures are shown, and carved ones are kept."""

import os
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from riotsim.replay.figure_meshes import FigureMesh, MeshPart
from riotsim.replay.recording import seats
from riotsim.table.pieces import Figure, Model
from riotsim.table.state import Table
from riotsim.viewer.scene.figures.background import BackgroundBuilder, Job, read, write
from riotsim.viewer.scene.figures.build import BuiltFigure, build_figure, cache_key, plain_figure, shared_figure
from riotsim.viewer.scene.scene import Scene

LONGEST = 120.0
"""Seconds that a carving may take on a busy machine."""

RADIUS = 12.5

CUBE = np.array([(x, y, z) for z in (0.0, 6.0) for y in (-3.0, 3.0) for x in (-3.0, 3.0)])
SIDES = np.array(
    [(0, 2, 1), (1, 2, 3), (4, 5, 6), (5, 7, 6), (0, 1, 4), (1, 5, 4), (2, 6, 3), (3, 6, 7), (0, 4, 2), (2, 4, 6),
     (1, 3, 5), (3, 7, 5)]
)  # fmt: skip
BLOCK = FigureMesh((MeshPart(CUBE, SIDES, (0.6, 0.5, 0.4), name="coat"),))
"""A figure that is carved quickly."""


def same(one: BuiltFigure, other: BuiltFigure) -> bool:
    """Return whether two figures are equal, to the last bit."""
    pairs = [*zip(one.fine, other.fine, strict=True), *zip(one.coarse, other.coarse, strict=True)]
    return all(np.array_equal(a, b) for patches in pairs for a, b in zip(*patches, strict=True))


@pytest.fixture(scope="module")
def block() -> BuiltFigure:
    """Return the block, carved in this process."""
    return build_figure(BLOCK, RADIUS)


def made(shop: BackgroundBuilder) -> BuiltFigure:
    """Wait until the builder has carved the block, and return it."""
    ends = time.monotonic() + LONGEST
    while (carving := shop(BLOCK, RADIUS)) is None:
        assert time.monotonic() < ends
        time.sleep(0.02)
        shop.finished()
    return carving


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no signal masks")
def test_ctrl_c_does_not_reach_the_builder(tmp_path: Path, block: BuiltFigure) -> None:
    """If the builder's process gets Ctrl+C from the terminal, even while it starts, it still carves the figure."""
    shop = BackgroundBuilder(tmp_path)
    assert shop(BLOCK, RADIUS) is None
    os.kill(shop._process.pid, signal.SIGINT)
    assert same(made(shop), block)
    shop.close()


def test_equal_figures_are_built_once(block: BuiltFigure) -> None:
    """If two scenes of a process need equal figures, they share one read-only figure. On a base of another size, the
    figure is another one.
    """
    shared = shared_figure(BLOCK, RADIUS)
    assert same(shared, block)
    again = FigureMesh((replace(BLOCK.parts[0], corners=CUBE.copy()),))
    assert shared_figure(again, RADIUS) is shared
    assert shared_figure(BLOCK, RADIUS + 3.5) is not shared
    for array in (array for patch in (*shared.fine, *shared.coarse) for array in patch):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = array[::-1]


def test_a_figure_is_carved_beside_and_kept(tmp_path: Path, block: BuiltFigure) -> None:
    """The first request for a figure returns nothing, because it is carved in the background. The carved figure is
    kept in a file, from which the next builder takes it at once.
    """
    shop = BackgroundBuilder(tmp_path)
    try:
        assert shop(BLOCK, RADIUS) is None
        assert shop.busy
        assert same(made(shop), block)
        assert not shop.busy
        ends = time.monotonic() + LONGEST
        while not [*tmp_path.glob("*.npz")]:
            assert time.monotonic() < ends
            time.sleep(0.02)
    finally:
        shop.close()
    again = BackgroundBuilder(tmp_path)
    kept = again(BLOCK, RADIUS)
    again.close()
    assert kept is not None
    assert same(kept, block)


def test_a_figure_that_cannot_be_carved_stays_plain(tmp_path: Path, block: BuiltFigure) -> None:
    """If a figure can't be carved, the builder returns its plain form and keeps no file. Later figures are carved."""
    flat = FigureMesh((MeshPart(CUBE * [1.0, 1.0, 0.0], SIDES, (0.6, 0.5, 0.4)),))
    shop = BackgroundBuilder(tmp_path)
    try:
        assert shop(flat, RADIUS) is None
        assert same(made(shop), block)
        given = shop(flat, RADIUS)
        assert given is not None
        assert same(given, plain_figure(flat, RADIUS))
        assert read(tmp_path / f"{cache_key(flat, RADIUS)}.npz") is None
    finally:
        shop.close()


class FullPipe:
    """A builder's busy process: it reads nothing until its finished figures have been taken."""

    def __init__(self) -> None:
        self.sent: list[Job] = []
        self.made: list[tuple[str, BuiltFigure]] = []

    def send(self, job: Job) -> None:
        """Record a job; fail if a finished figure has not been taken."""
        assert not self.made, "both ends would wait for the other to read"
        self.sent.append(job)

    def poll(self) -> bool:
        """Return whether a figure is ready."""
        return bool(self.made)

    def recv(self) -> tuple[str, BuiltFigure]:
        """Return the next figure."""
        return self.made.pop(0)

    def close(self) -> None:
        """Do nothing."""

    kill = close


def test_one_figure_is_asked_for_at_a_time(tmp_path: Path, block: BuiltFigure, monkeypatch: pytest.MonkeyPatch) -> None:
    """If several figures are requested, the builder sends each job only after it has received the figure before."""
    pipe = FullPipe()
    shop = BackgroundBuilder(tmp_path)
    monkeypatch.setattr(shop, "_pipe", pipe)
    monkeypatch.setattr(shop, "_process", pipe)
    radii = (12.5, 16.0, 20.0)
    assert [shop(BLOCK, radius) for radius in radii] == [None] * 3
    for number in range(3):
        assert len(pipe.sent) == number + 1
        pipe.made.append((pipe.sent[-1][0], block))
        assert shop.finished()
    assert not shop.busy
    assert [radius for _, _, radius in pipe.sent] == list(radii)
    assert all(shop(BLOCK, radius) is block for radius in radii)


def test_what_is_no_carving_is_made_anew(tmp_path: Path, block: BuiltFigure) -> None:
    """If a kept file is cut short, holds objects, or describes no valid surface, reading it returns nothing."""
    path = tmp_path / "one.npz"
    assert read(path) is None
    write(block, path)
    assert read(path) is not None
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert read(path) is None
    corners, triangles = block.fine[0]
    bad = ((corners[:10], triangles),)
    write(BuiltFigure(bad, bad), path)
    assert read(path) is None
    np.savez(path, fine0corners=np.array([{}], dtype=object), fine0triangles=triangles)
    assert read(path) is None
    nowhere = corners.copy()
    nowhere["position"][0] = np.nan
    for no_surface in (nowhere, np.column_stack([corners, corners])):
        bad = ((no_surface, triangles),)
        write(BuiltFigure(bad, bad), path)
        assert read(path) is None


def test_another_figure_has_another_name() -> None:
    """If figures differ in shape, colour or size of the base, their files have different names."""
    red = FigureMesh((MeshPart(CUBE, SIDES, (0.9, 0.1, 0.1), name="coat"),))
    wide = FigureMesh((MeshPart(CUBE * 1.01, SIDES, (0.6, 0.5, 0.4), name="coat"),))
    names = [cache_key(BLOCK, RADIUS), cache_key(red, RADIUS), cache_key(wide, RADIUS), cache_key(BLOCK, 16.0)]
    assert len({*names}) == 4
    assert cache_key(BLOCK, RADIUS) == names[0]


def test_a_plain_figure_stands_in(block: BuiltFigure) -> None:
    """While a figure is being carved, a plain form is drawn. When the table is next shown, the carved one is drawn."""
    done: list[BuiltFigure] = []
    table = Table(300.0, 300.0).with_pieces(Model("a1", "Ann", (100.0, 100.0), figure=Figure("block", "", 6.0)))
    stage = Scene(seats({"Ann": ""}), {"a1": "Ann"}, {"block": BLOCK}, lambda *_: done[0] if done else None)
    stage.show(table)
    (plain,) = [batch.shape for batch in stage.batches() if "a1" in batch.ids]
    assert 0 < len(plain.vertices) < 2000
    done.append(block)
    stage.show(table)
    (fine,) = [batch.shape for batch in stage.batches() if "a1" in batch.ids]
    assert fine.name != plain.name
    assert len(fine.vertices) > len(block.fine[0][0])
