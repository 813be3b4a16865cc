"""The window's own share of a frame: what Python does while everything on a crowded table moves.

A whole game between two greedy bots is played, so the log and the standings are those of a game. Then the window is
shown one more act of it, on a table with 200 pieces that all move. A frame is all that the window does for one, from
the messages of the host to the wishes of the panels; only the driver's drawing is left out. Time is that of the thread.
"""

import math
import statistics
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.figures import Effort, Figure, Measurement, Say
from riotsim.replay.poses import movables, pose_of
from riotsim.table.acts import Frame, Roll
from riotsim.table.pieces import Die, Model, PieceId, Token
from riotsim.table.poses import Pose, about_z
from riotsim.table.state import Table

if TYPE_CHECKING:
    from riotsim.viewer.session.messages import FromHost, GameOpened
    from riotsim.viewer.window import TableWindow

DICE, TOKENS, MODELS = 160, 20, 20

FRAMES = (300, 60)
"""Usual and quick."""

SIZE = (1280, 800)
"""Size of the window as it opens (pixels)."""

SEED = 7
"""Of the game."""

UNCOUNTED = 20
"""Frames in which programs are compiled, texts measured and panels find their heights."""

EVERY = 1 / 60
"""Between two frames of the window (s)."""

EACH = 4
"""Ticks between two frames of the act, which are 60 a second."""

PARTS = {
    "frame_python_ms": f"Python's time for a frame with {DICE + TOKENS + MODELS} moving pieces",
    "frame_scene_ms": "part of this time: playback and scene",
    "frame_panels_ms": "part of this time: panels, with the log of a whole game",
    "frame_mouse_ms": f"Python's time for a frame with {DICE + TOKENS + MODELS} moving pieces, if the mouse points at "
    "pieces (which changes panels)",
}


def crowded(models: Mapping[PieceId, str]) -> Table:
    """Return a table of two feet with 200 pieces in rows, these models with their players among them."""
    table = Table(610.0, 610.0)
    pieces: list[Die | Token | Model] = []
    names = [*models, *(f"z{k}" for k in range(MODELS - len(models)))]
    bosses = tuple(dict.fromkeys(models.values()))
    for k in range(DICE + TOKENS + MODELS):
        x, y = 30.0 + 38.0 * (k % 15), 30.0 + 40.0 * (k // 15)
        if k < DICE:
            pieces.append(Die(f"d{k}", pose=Pose((x, y, 8.0)), owner=bosses[k % 2]))
        elif k < DICE + TOKENS:
            pieces.append(Token(f"t{k}", Pose((x, y, 1.5))))
        else:
            name = names[k - DICE - TOKENS]
            pieces.append(Model(name, models.get(name, bosses[k % 2]), (x, y)))
    return table.with_pieces(*pieces)


def moved(resting: Mapping[PieceId, Pose], frame: int) -> dict[PieceId, Pose]:
    """Return all pieces in other places."""
    turn = about_z(0.01 * frame)
    by = (3.0 * math.sin(0.1 * frame), 0.0, 0.0)
    return {name: Pose(pose.translated(by).at, turn) for name, pose in resting.items()}


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Draw frames in a hidden window."""
    say(f"window: {PARTS['frame_python_ms']}")
    try:
        took = _taken(effort.of(*FRAMES))
    except _Cannot as why:
        for key, what in PARTS.items():
            yield Figure(key, what, None, "ms", missing=str(why))
        return
    for key, times in took.items():
        aim = "under 2 ms" if key in ("frame_python_ms", "frame_mouse_ms") else ""
        most = statistics.quantiles(times, n=20)[-1] * 1000
        note = f"median of {len(times)} frames, 95 % below {most:.1f} ms"
        yield Figure(key, PARTS[key], statistics.median(times) * 1000, "ms", aim, note)


class _Cannot(Exception):
    """There is no window on this machine; the text says why."""


def _taken(frames: int) -> dict[str, list[float]]:
    """Return the time of scene and panels in each frame (s)."""
    try:
        import imgui_bundle  # noqa: F401  # only whether it is there: the panels need it
        import pyglet  # noqa: F401  # the same
    except ImportError as error:
        raise _Cannot(f"{error.name or error} isn't installed") from error
    from riotsim.viewer.render.context import NoGraphics, open_offscreen_context

    try:
        open_offscreen_context()
    except NoGraphics as error:
        raise _Cannot(str(error)) from error
    with tempfile.TemporaryDirectory() as folder:
        window, link = _window(Path(folder))
        try:
            return _frames(window, link, frames)
        finally:
            window.close()


def _window(folder: Path) -> tuple["TableWindow", "_Link"]:
    """Open a window at a game that has been played to its end."""
    from riotsim.app.window.backend import WindowBackend
    from riotsim.viewer.settings import Settings, save
    from riotsim.viewer.window import TableWindow

    class Door(WindowBackend):
        def cache(self) -> Path:
            return folder

    backend = Door(folder / "games.sqlite")
    save(Settings(quality="medium", muted=True), folder / "settings.json")
    link = _Link(_played())
    window = TableWindow(backend, folder / "settings.json", size=SIZE, host=lambda _: link)
    window.screens.open(lambda *_: None)  # type: ignore[arg-type]  # what opens a game: the link has played it
    return window, link


def _played() -> list["FromHost"]:
    """Play a game by bots, and return the messages to the window; of its acts only one throw, at the end."""
    from riotsim.app.window.hosting import GameInWindow
    from riotsim.files.rules import load_rules
    from riotsim.games.riot_dice.rulebook.rulebook import Rulebook
    from riotsim.store.begin import make_header
    from riotsim.store.database.document import Seat
    from riotsim.viewer.session.driver import drive
    from riotsim.viewer.session.messages import ActStarted, GameOpened, GameOver, GameStatus, LogChanged

    book = load_rules("riot_dice", Rulebook)
    seats = [Seat(name=name, player="greedy") for name in ("Ada", "Bea")]
    pipe = _Pipe()
    drive(GameInWindow.new(make_header("riot_dice", "riot_dice", book, SEED, seats), save=False), pipe)
    assert isinstance(pipe.told[-1], GameOver), "it was played to its end"
    throw = next(message for message in pipe.told if isinstance(message, ActStarted) and isinstance(message.act, Roll))
    return [*(message for message in pipe.told if isinstance(message, GameOpened | LogChanged | GameStatus)), throw]


class _Pipe:
    """A window that has shown each act as soon as it is done, and leaves when the game is over."""

    def __init__(self) -> None:
        self.told: list[FromHost] = []
        self._words: list[object] = []

    def send(self, message: Any) -> None:
        """Hear."""
        from riotsim.viewer.session.messages import ActSettled, ActShown, GameOver, LeaveGame

        self.told.append(message)
        if isinstance(message, ActSettled):
            self._words.append(ActShown(message.number))
        if isinstance(message, GameOver):
            self._words.append(LeaveGame())

    def recv(self) -> object:
        """Speak."""
        return self._words.pop(0)

    def poll(self, _timeout: float = 0.0) -> bool:
        """Return whether there is something to report."""
        return bool(self._words)


class _Link:
    """The window's end of a host: gives what it was made of, and then what comes."""

    def __init__(self, coming: list["FromHost"]) -> None:
        self.coming = coming

    @property
    def opened(self) -> "GameOpened":
        """The message with which the game began."""
        from riotsim.viewer.session.messages import GameOpened

        return next(message for message in self.coming if isinstance(message, GameOpened))

    def received_messages(self) -> Iterator["FromHost"]:
        """Yield what has arrived."""
        coming, self.coming = self.coming, []
        yield from coming

    def send(self, message: object) -> None:
        """Drop a message: no process receives it."""

    def close(self) -> None:
        """Do nothing: no resource is held."""

    def end(self, _patience: float) -> None:
        """Do nothing: the process doesn't have to be ended."""


def _frames(window: "TableWindow", link: _Link, frames: int) -> dict[str, list[float]]:
    from riotsim.viewer.session.messages import ActFrames, ActStarted

    table = crowded(link.opened.models)
    resting = {name: pose_of(piece) for name, piece in movables(table).items()}
    throw = link.coming.pop()
    assert isinstance(throw, ActStarted), "it is the last message"
    assert isinstance(throw.act, Roll), "it is a throw"
    link.coming.append(replace(throw, act=replace(throw.act, dice=()), before=table))
    link.coming.append(ActFrames(throw.number, (Frame(0, resting),)))  # an act is shown from its first frame on
    while window.figure_builder.busy or (seen := window.table_view.table) is None or len(seen.dice) < DICE:
        window.draw_table(EVERY)
        window.draw_panels(EVERY)
    took: dict[str, list[float]] = {key: [] for key in PARTS}
    with _without_drawing():
        for frame in range(UNCOUNTED + frames):
            link.coming.append(ActFrames(throw.number, (Frame(EACH * (frame + 1), moved(resting, frame)),)))
            begun = time.thread_time()
            window.draw_table(EVERY)
            between = time.thread_time()
            window.draw_panels(EVERY)
            end = time.thread_time()
            if frame >= UNCOUNTED:
                took["frame_python_ms"].append(end - begun)
                took["frame_scene_ms"].append(between - begun)
                took["frame_panels_ms"].append(end - between)
        for frame in range(UNCOUNTED + frames, UNCOUNTED + 2 * frames):
            link.coming.append(ActFrames(throw.number, (Frame(EACH * (frame + 1), moved(resting, frame)),)))
            begun = time.thread_time()
            _move_mouse(window, frame)
            window.draw_table(EVERY)
            window.draw_panels(EVERY)
            took["frame_mouse_ms"].append(time.thread_time() - begun)
    return took


def _move_mouse(window: "TableWindow", frame: int) -> None:
    """Move the mouse in circles over the middle of the table."""
    x, y = SIZE[0] / 2 + 150 * math.cos(0.05 * frame), SIZE[1] / 2 + 150 * math.sin(0.05 * frame)
    window.dispatch_event("on_mouse_motion", x, y, 5.0, 5.0)
    window.dispatch_events()


class _without_drawing:  # noqa: N801  # a context manager, read like a function
    """Make calls that draw or wait return at once, so that only Python's own time is left."""

    def __enter__(self) -> None:
        from imgui_bundle.imgui import backends
        from pyglet import gl

        names = ("glDrawElementsInstanced", "glDrawArrays", "glClear", "glBlitFramebuffer")
        self._kept = [(gl, name, getattr(gl, name)) for name in names]
        self._kept.append((backends, "opengl3_render_draw_data", backends.opengl3_render_draw_data))
        for where, name, _ in self._kept:
            setattr(where, name, lambda *_: None)

    def __exit__(self, *_: object) -> None:
        for where, name, call in self._kept:
            setattr(where, name, call)


WINDOW = Measurement("window", "what a frame of the window costs Python", (), measure, tuple(PARTS))
