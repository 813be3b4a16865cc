"""How long a person waits in the window: for the first question, for thrown dice, and for what a bot does.

A process opens the window, and plays in it with synthetic mouse events. The real time counts, which is what a person
waits, and the number of pictures, which does not depend on how fast this machine draws them.
"""

import json
import statistics
import sys
import tempfile
import time
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks.figures import Effort, Figure, Measurement, Say
from benchmarks.program.starting import SEEN, NoWindow, prepared, require_window, screen, seen_in_window
from riotsim.table.acts import Act, Frame, Roll, Settled
from riotsim.table.state import Table

if TYPE_CHECKING:
    from riotsim.viewer.session.hosted_game import HostedGame, Notify, Opening, ShowAct
    from riotsim.viewer.window import TableWindow

RUNS = (3, 1)
"""Fresh processes, usual and quick."""

THROWS = 3
"""Throws of a person in each process."""

FLICK = 6
"""Movements of the mouse in a flick."""

STEP = 0.01
"""Time between two movements of a hand that flicks (s)."""

HAND = 70.0
"""Height of the hand above the table (mm)."""

OPENED = 0
"""Stands in the notes for the game itself, which is open from then on."""

FIGURES = {
    "begin_s": ("from *Begin* to the first question of Riot Dice in the window", "at most 3 s"),
    "let_go_s": ("from letting go of dice to the first picture in which they fly", "at most 0.15 s or three pictures"),
    "let_go_pictures": ("the same, in pictures of the window", "at most 3"),
    "bot_s": ("from the first computed frame of a bot's act to its first picture", ""),
    "bot_pictures": ("the same, in pictures of the window", "at most 2"),
}


def measure(effort: Effort, say: Say) -> Iterator[Figure]:
    """Play often in a fresh process. Without what the window needs there are no figures."""
    say("waiting: for the first question, thrown dice and bots")
    try:
        with screen() as display, tempfile.TemporaryDirectory() as folder:
            surroundings = prepared(Path(folder), display)
            require_window(surroundings)
            seen_in_window(surroundings, Path(folder), "waiting")
            found = [seen_in_window(surroundings, Path(folder), "waiting") for _ in range(effort.of(*RUNS))]
    except NoWindow as why:
        for key, (what, goal) in FIGURES.items():
            yield Figure(key, what, None, "s" if key.endswith("_s") else "", goal, missing=str(why))
        return
    between = statistics.median(one["between"] for one in found)
    for key, (what, goal) in FIGURES.items():
        waited = [value for one in found for value in one[key]]
        unit = "s" if key.endswith("_s") else ""
        note = f"median of {len(waited)}, the longest {max(waited):.3g}{' s' if unit else ''}"
        if key == "begin_s":
            note += f"; {statistics.median(one['processor'] for one in found):.2f} s of the host's processor time"
        if key == "let_go_s":
            note += f", with {between:.3f} s from one picture to the next"
        yield Figure(key, what, statistics.median(waited), unit, goal, note)


@dataclass(frozen=True, slots=True)
class Noted:
    """A function that opens a game, and notes in a file when the first frame of each act is computed."""

    opening: "Opening"
    file: Path

    @contextmanager
    def __call__(self, show: "ShowAct", notify: "Notify") -> Iterator["HostedGame[Any]"]:
        """Open the game, and close it at the end of the block."""

        def noted(table: Table, act: Act, performing: Generator[Frame, None, Settled]) -> Settled:
            return show(table, act, self._noted(act, performing))

        with self.opening(noted, notify) as game:
            self._write(OPENED)
            yield game

    def _noted(self, act: Act, performing: Generator[Frame, None, Settled]) -> Generator[Frame, None, Settled]:
        try:
            first = next(performing)
        except StopIteration as end:
            settled: Settled = end.value
            return settled
        self._write(name_of(act))
        yield first
        return (yield from performing)

    def _write(self, name: int) -> None:
        with self.file.open("a", encoding="utf-8") as file:
            file.write(f"{name} {time.monotonic()} {time.process_time()}\n")


def first_notes(text: str) -> dict[int, tuple[float, float]]:
    """Return the real time and the processor time (s) of the first note about each act and about the game. An act may
    come again with the same dice and the same aim.
    """
    found: dict[int, tuple[float, float]] = {}
    for line in text.splitlines():
        name, when, spent = line.split()
        found.setdefault(int(name), (float(when), float(spent)))
    return found


def name_of(act: Act) -> int:
    """Return a number by which an act is known in both processes."""
    return zlib.crc32(repr(act).encode())


class _Watch:
    """What is noted of each picture of the window."""

    def __init__(self) -> None:
        self.pictures: list[float] = []
        """The time of each picture (s)."""
        self.acts: dict[int, int] = {}
        """For each act that was seen, by its number, the index of its first picture."""
        self.free: dict[int, int] = {}
        """For each act, the index of the first picture at which the window could have shown it: nothing moved, and no
        result was left to be read.
        """
        self._busy = 0

    def note(self, window: "TableWindow") -> None:
        """Note the picture that was just shown."""
        self.pictures.append(time.monotonic())
        if window.game is None:
            return
        playback = window.game.playback
        now = len(self.pictures) - 1
        acting = playback._acting
        if acting is not None and acting.started:
            name = name_of(acting.began.act)
            if name not in self.acts:
                self.acts[name], self.free[name] = now, self._busy + 1
            self._busy = now
        elif acting is not None or playback._pause > 0.0 or playback._moves:
            self._busy = now


def _play(window: "TableWindow", watch: _Watch, notes: Path) -> Iterator[None]:
    """Play, one step for each picture, and print what was seen at the end."""
    from riotsim.viewer.input.interactions.throw import ThrowInteraction

    seen: dict[str, Any] = {key: [] for key in FIGURES}
    while window.table_view.scene is None or window.figure_builder.busy:
        yield
    for game in ("riot_dice", "demolition_dice"):
        yield from _click(window, "page.new")
        yield from _click(window, f"game.{game}")
        yield from _click(window, "begin")
        begun = time.monotonic()
        while window.game is None or window.game.interaction is None:
            yield
        if game == "riot_dice":
            seen["begin_s"].append(watch.pictures[-1] - begun)
            window.screens.leave()
            yield
    assert window.game is not None, "it has just been begun"
    mine = set[int]()
    for _ in range(THROWS):
        for _ in range(3):
            yield  # the camera stands still
        let_go, index = _flick(window), len(watch.pictures)
        while True:
            yield
            acting = window.game.playback._acting
            if acting is not None and acting.started and isinstance(acting.began.act, Roll):
                break
        mine.add(name_of(acting.began.act))
        seen["let_go_s"].append(watch.pictures[-1] - let_go)
        seen["let_go_pictures"].append(len(watch.pictures) - index)
        while not isinstance(window.game.interaction, ThrowInteraction):
            window.game.choose(0)
            yield
    noted = first_notes(notes.read_text(encoding="utf-8"))
    computed = {name: when for name, (when, _) in noted.items()}
    for name, picture in watch.acts.items():
        if name in mine or name not in computed:
            continue
        free = max(watch.pictures[min(watch.free[name], picture) - 1], computed[name])
        seen["bot_s"].append(watch.pictures[picture] - free)
        seen["bot_pictures"].append(sum(free < when <= watch.pictures[picture] for when in watch.pictures))
    seen["processor"] = noted[OPENED][1]
    gaps = [later - sooner for sooner, later in pairwise(watch.pictures)]
    seen["between"] = statistics.median(gaps)
    print(SEEN + json.dumps(seen), flush=True)


def _click(window: "TableWindow", item: str) -> Iterator[None]:
    """Click an item of a panel."""
    from pyglet.window import mouse

    while item not in window.items:
        yield
    left, top, right, bottom = window.items[item]
    at = ((left + right) / 2, window.height - (top + bottom) / 2)
    _event(window, "on_mouse_motion", *at, 0, 0)
    yield
    _event(window, "on_mouse_press", *at, mouse.LEFT, 0)
    yield
    _event(window, "on_mouse_release", *at, mouse.LEFT, 0)


def _flick(window: "TableWindow") -> float:
    """Throw what is in the hand over the middle of the table, and return when the hand let go."""
    from pyglet.window import mouse

    game = window.game
    assert game is not None, "a game is open"
    assert game.table is not None, "it has a table"
    x, y = game.table.middle if game.table.tray is None else game.table.tray.middle
    points = []
    for k in range(FLICK + 1):
        at = window.camera.project((x - 60.0 + 20.0 * k, y, HAND), window.width, window.height)
        assert at is not None, "the table is in sight"
        points.append((at[0], window.height - at[1]))
    _event(window, "on_mouse_motion", *points[0], 0, 0)
    _event(window, "on_mouse_press", *points[0], mouse.LEFT, 0)
    for (a, b), (c, d) in pairwise(points):
        time.sleep(STEP)
        _event(window, "on_mouse_drag", c, d, c - a, d - b, mouse.LEFT, 0)
    _event(window, "on_mouse_release", *points[-1], mouse.LEFT, 0)
    return time.monotonic()


def _event(window: "TableWindow", name: str, *what: object) -> None:
    window.dispatch_event(name, *what)
    window.dispatch_events()


def _open(store: str) -> None:
    """Run `riotsim play`, and play in its window. This runs in a process of its own."""
    import pyglet

    pyglet.options.debug_gl = False  # as the command has it
    from pyglet.window import Window

    from riotsim.cli.main import main
    from riotsim.viewer.session.host import Host

    flip, watch = Window.flip, _Watch()
    player: Iterator[None] | None = None
    notes = Path(store).with_suffix(".notes")
    notes.unlink(missing_ok=True)

    def shown(window: Any) -> None:
        nonlocal player
        flip(window)
        watch.note(window)
        if player is None:
            window.screens._host = lambda opening: Host(Noted(opening, notes))
            player = _play(window, watch, notes)
        if next(player, player) is player:
            pyglet.app.exit()

    Window.flip = shown
    sys.argv = ["riotsim", "play", "--db", store]
    main()


WAITING = Measurement("waiting", "how long a person waits in the window", (), measure, tuple(FIGURES))

if __name__ == "__main__":
    _open(sys.argv[1])
