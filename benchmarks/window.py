"""The window's own share of a frame: what Python does for a crowded table on which everything moves."""

import math
import statistics
import time
from collections.abc import Iterator, Mapping

from benchmarks.figures import Effort, Figure, Measurement, Say
from riotsim.replay.posing import movables, pose_of
from riotsim.replay.recording import Seat
from riotsim.table.pieces import Die, Model, PieceId, Token
from riotsim.table.poses import Pose, about_z
from riotsim.table.state import Table

DICE, TOKENS, MODELS = 160, 20, 20

FRAMES = (200, 40)
"""Usual and quick."""

SIZE = (64, 36)
"""Of the pictures (pixels): nothing is drawn into them."""

UNCOUNTED = 5
"""Frames in which programs are compiled."""


def crowded() -> Table:
    """Give a table of two feet with 200 pieces that stand in rows."""
    table = Table(610.0, 610.0)
    pieces: list[Die | Token | Model] = []
    for k in range(DICE + TOKENS + MODELS):
        x, y = 30.0 + 38.0 * (k % 15), 30.0 + 40.0 * (k // 15)
        if k < DICE:
            pieces.append(Die(f"d{k}", pose=Pose((x, y, 8.0)), owner="AB"[k % 2]))
        elif k < DICE + TOKENS:
            pieces.append(Token(f"t{k}", Pose((x, y, 1.5))))
        else:
            pieces.append(Model(f"m{k}", "AB"[k % 2], (x, y)))
    return table.put(*pieces)


def moved(resting: Mapping[PieceId, Pose], frame: int) -> dict[PieceId, Pose]:
    """Give all pieces elsewhere, as a playback does for each frame."""
    turn = about_z(0.01 * frame)
    by = (3.0 * math.sin(0.1 * frame), 0.0, 0.0)
    return {name: Pose(pose.moved(by).at, turn) for name, pose in resting.items()}


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Pose and draw, with the driver's drawing left out: its own calls return at once."""
    key, what = "frame_python_ms", f"Python's share of a frame with {DICE + TOKENS + MODELS} pieces that all move"
    say(f"window: {what}")
    try:
        from riotsim.viewer.gl.context import NoGraphics
    except ImportError as error:
        yield Figure(key, what, None, "ms", missing=f"{error.name or error} isn't installed")
        return
    try:
        took = _taken(effort.of(*FRAMES))
    except NoGraphics as error:
        yield Figure(key, what, None, "ms", missing=str(error))
        return
    note = (
        f"median of {len(took)}, the slowest {max(took) * 1000:.1f} ms; medium quality; the driver's drawing left out"
    )
    yield Figure(key, what, statistics.median(took) * 1000, "ms", "under 2 ms", note)


def _taken(frames: int) -> list[float]:
    from riotsim.viewer.camera import Camera
    from riotsim.viewer.picture import Pictures
    from riotsim.viewer.scene.stage import Stage

    table = crowded()
    stage = Stage((Seat("A", "#2f7fc4", "●"), Seat("B", "#e0702a", "▲")), {}, {})
    stage.show(table)
    stage.glow["d1"] = "hover"
    camera = Camera.over(table.outline)
    resting = {name: pose_of(piece) for name, piece in movables(table).items()}
    took = []
    with Pictures(*SIZE, "medium") as make:
        for frame in range(UNCOUNTED):
            stage.pose(moved(resting, frame))
            make.take(stage, camera)
        with _without_drawing():
            for frame in range(frames):
                poses = moved(resting, frame)
                begun = time.perf_counter()
                stage.pose(poses)
                make.draw(stage, camera)
                took.append(time.perf_counter() - begun)
    return took


class _without_drawing:  # noqa: N801  # a context manager, read like a function
    """Have calls that draw or wait return at once, so that what is left is ours."""

    NAMES = ("glDrawElementsInstanced", "glDrawArrays", "glClear")

    def __enter__(self) -> None:
        from pyglet import gl

        self._kept = {name: getattr(gl, name) for name in self.NAMES}
        for name in self.NAMES:
            setattr(gl, name, lambda *_: None)

    def __exit__(self, *_: object) -> None:
        from pyglet import gl

        for name, call in self._kept.items():
            setattr(gl, name, call)


WINDOW = Measurement("window", "what the window's pictures cost Python", (), measure)
