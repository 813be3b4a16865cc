"""The transcript of a golden game in the window: what a screen shows at some of its questions, and which answers
gestures give.

Each question is asked of a screen at a host, as in a hotseat game. No window is opened: a transcript has the data from
which the window draws.
"""

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from itertools import chain
from typing import Any, Final

from told_host import Told
from transcripts import Transcript, summary, text

from riotsim.app.window.narrator import WindowNarrator, make_narrator
from riotsim.play.session.session import Session
from riotsim.replay.recording import seats
from riotsim.store.begin import StartedGame
from riotsim.store.database.store import StoredGame
from riotsim.store.resume import ResumedGame
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.attention import view_of
from riotsim.viewer.input.auto_camera import AutoCamera
from riotsim.viewer.input.framing import Surroundings
from riotsim.viewer.input.interactions.interaction import Pointer, TableOverlay
from riotsim.viewer.scene.marks import Path
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.session.driver import drive
from riotsim.viewer.session.hosted_game import HostedGame
from riotsim.viewer.session.messages import Line
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.models import GameModel

SCREENS: Final = 50
"""Greatest number of questions of a game that are put to a screen. These questions are spread over the game."""

PLACES: Final = ((0.5, 0.5), (0.21, 0.32), (0.83, 0.64), (0.13, 0.94))
"""Places to which the mouse is moved (shares of the table's width and depth)."""

PIECES: Final = 3
"""Greatest number of pieces to which the mouse is moved: some that the question is about, and some that it isn't."""

FLICKS: Final = ((120.0, 0.12), (-60.0, 0.4))
"""Gestures: how far the mouse is drawn along the table's diagonal (mm), and the time that it takes (s)."""

MARKS: Final = 8
"""Greatest number of new marks on the table that are written in full."""

NARRATED_ANEW: Final = 0.9
"""A screen of a question after this share of the journal gets a new narrator, as a player's screen does. Earlier
screens share one narrator. If each screen had a new one, telling all events again would take most of the time.
"""

FRAMES: Final = 400
"""Number of frames in which a screen has to show the question."""


class _Pipe:
    """The host's end of a pipe to a screen. Once the screen shows a question, it is described and then closed."""

    def __init__(self, look: Callable[[GameScreen], None]) -> None:
        self._link = Told()
        self._screen = GameScreen(self._link, Settings(), clock=lambda: 0.0)
        self._look = look

    def send(self, message: object) -> None:
        """Let the screen take a message of the host."""
        self._link.coming.append(message)  # type: ignore[arg-type]  # a host sends nothing else

    def poll(self, timeout: float = 0.0) -> bool:
        """Return False: the screen sends nothing by itself."""
        return False

    def recv(self) -> object:
        """Advance the screen until it shows the question, describe the screen, and leave."""
        for _ in range(FRAMES):
            self._screen.playback.skip()
            self._screen.advance(0.1)
            if self._screen.interaction is not None or self._screen.secret_choice is not None:
                self._screen.begin_frame()
                self._look(self._screen)
                raise EOFError("the screen has left")
        raise AssertionError("the screen shows no question")


class _LastingNarrator(WindowNarrator):
    """A narrator that the screens of many questions share. Each screen gets all lines since the game began."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._told: list[Line] = []
        self._events = 0

    def lines(self, events: Iterable[object]) -> Iterator[Line]:
        """Return the lines about all events since the game began."""
        every = [*events]
        self._told += super().lines(every[self._events :])
        self._events = len(every)
        return iter(self._told)


class ScreenTranscript(Transcript):
    """The replay of a stored game that also asks a screen some questions, and writes down what the screen shows."""

    def __init__(self, stored: StoredGame) -> None:
        super().__init__(stored)
        self.screens: list[str] = []
        """What the screen shows, in lines."""
        self._times = 0
        self._camera = AutoCamera()
        self._model: dict[str, str] = {}
        self._marks: set[str] = set()
        self._narrator: _LastingNarrator
        self._narrated_anew = 0
        self._paths: dict[object, str] = {}  # most marks are paths, and most of them stay as they are

    def _take_game(self, begun: StartedGame) -> None:
        """Take the game that has begun, with a narrator for its screens."""
        super()._take_game(begun)
        self._narrator = _LastingNarrator(self._game, self._book, begun.session.first_checkpoint, self._assets.figures)

    def _write(self, session: Session[Any]) -> None:
        """Write what has happened and is asked. At some of the questions, also write what a screen shows."""
        super()._write(session)
        self._times += 1
        if not session.is_over and self._is_one_of(self._times, SCREENS):
            (first, *_) = session.pending
            self.screens.append(f"? {session.entry_count} {first.player}: {first.purpose} ({type(first).__name__})")
            drive(lambda _show, _tell: self._hosted(session), _Pipe(self._look), clock=lambda: 0.0)

    def _answer_all(self, session: Session[Any]) -> None:
        """Answer all questions of the game, and assert that some screens had a new narrator."""
        super()._answer_all(session)
        assert self._narrated_anew

    def _narrators(self, session: Session[Any]) -> Callable[[], WindowNarrator]:
        """Return a function that makes the narrator of a screen.

        Near the end of a game, this is a new narrator, as a player gets it. The new one gets all events at once. It
        must tell the same lines that the shared one has told bit by bit.
        """
        if session.entry_count <= NARRATED_ANEW * self._all:
            return lambda: self._narrator
        make = make_narrator(self._game, session, self._book, self._assets.figures)
        anew, lasting = make(), self._narrator
        assert [*anew.lines(session.events)] == [*lasting.lines(session.events)]
        assert anew.unfinished_line() == lasting.unfinished_line()
        self._narrated_anew += 1
        return make

    @contextmanager
    def _hosted(self, session: Session[Any]) -> Iterator[HostedGame[Any]]:
        """Host the game for people in all seats."""
        first = session.first_checkpoint.state
        names = dict.fromkeys((seat.name for seat in self._stored.header.seats), "")
        yield HostedGame(
            session,
            self._game.title,
            seats(names),
            self._shows.model_owners(first),
            {},
            self._narrators(session),
            at_back=self._shows.at_back(first),
            asks_all=True,
        )

    def _look(self, screen: GameScreen) -> None:
        """Write what a screen shows: its panels, the table, the camera, and what it says about places and pieces."""
        table, asked = screen.table, screen.playback.display.question
        assert table is not None
        assert asked is not None
        self._write_model(game_model(screen), everything=True)
        self._write_overlay("overlay", screen.overlay())
        around = Surroundings((1280, 720), 1.25)
        view = view_of(table, None, asked.requests, asked.offers, self._camera.view)
        if self._camera.view is None:
            self._camera.begin(table, around)
        self._camera.follow(table, view, around)
        self.screens += [f"  view {text(view)}", f"  camera {text(self._camera.camera.goal)}"]
        if screen.interaction is None:
            return
        for number, pointer in enumerate(self._pointers(table, screen)):
            screen.moved(pointer)
            screen.advance(0.6)
            self.screens.append(f"  at {text(pointer.at)} {pointer.piece or ''}")
            self._write_model(game_model(screen), everything=False)
            self._write_overlay("overlay", screen.overlay())
            if screen.interaction is None:
                return
            self._write_gesture(screen, pointer, *FLICKS[number % len(FLICKS)])

    def _pointers(self, table: Table, screen: GameScreen) -> Iterator[Pointer]:
        """Yield the mouse at places, and over pieces."""
        request = screen.interaction.request if screen.interaction is not None else None
        offered = [offer.piece for offer in screen.offers(request) if offer.piece] if request is not None else []
        places: dict[PieceId, Point] = {name: model.at for name, model in table.models.items()}
        places |= {name: die.pose.xy for name, die in table.dice.items()}
        known = [name for name in dict.fromkeys(offered) if name in places]
        others = [name for name in places if name not in known]
        pieces = [*known[:PIECES], *others[:: max(1, len(others) // 2)][:2]]
        spots = [(x * table.width, y * table.depth) for x, y in PLACES]
        for number, (at, piece) in enumerate([(one, None) for one in spots] + [(places[one], one) for one in pieces]):
            yield Pointer(at, piece, 10.0 + number)

    def _write_gesture(self, screen: GameScreen, pointer: Pointer, way: float, seconds: float) -> None:
        """Write what it would mean to press the mouse, draw it along the diagonal and release it."""
        interaction = screen.interaction
        assert interaction is not None
        value = interaction.pressed(pointer)
        if value is None:
            drawn = pointer
            for step in range(1, 5):
                to = way * step / 4 / math.sqrt(2.0)
                at = (pointer.at[0] + to, pointer.at[1] + to * 0.8)
                drawn = Pointer(at, None, pointer.seconds + seconds * step / 4)
                interaction.moved(drawn)
            self._write_overlay("held", interaction.overlay())
            value = interaction.released(drawn)
        interaction.cancel()
        if value is not None:
            self.screens.append(f"  means {text(value)}")

    def _write_overlay(self, name: str, overlay: TableOverlay) -> None:
        """Write what is newly drawn on the table: some marks in full, and a summary of the others."""
        keys = [_path_key(mark) if isinstance(mark, Path) else None for mark in overlay.marks]
        told = [self._paths.get(key) or text(mark) for key, mark in zip(keys, overlay.marks, strict=True)]
        self._paths = {key: one for key, one in zip(keys, told, strict=True) if key is not None}
        new = [one for one in told if one not in self._marks]
        self._marks = set(told)
        self.screens += [f"  {name} {one}" for one in new[:MARKS]]
        if new[MARKS:]:
            self.screens.append(f"  {name} and {summary(new[MARKS:])}")
        if overlay.hint or overlay.glow:
            self.screens.append(f"  {name} {text((overlay.hint, overlay.refused, overlay.is_about_pointer))}")
            self.screens.append(f"  {name} glow {text(dict(sorted(overlay.glow.items())))}")

    def _write_model(self, model: GameModel, *, everything: bool) -> None:
        """Write what panels show, if it has changed. `everything` includes what doesn't depend on the mouse."""
        for one in fields(model):
            if one.name in {"settings", "seats"} or (not everything and one.name in {"standings", "log", "dice"}):
                continue
            value = getattr(model, one.name)
            told = text(value[-4:] if one.name == "log" else value)
            if self._model.get(one.name) != told:
                self._model[one.name] = told
                self.screens.append(f"  {one.name}: {told}")


def _path_key(path: Path) -> object:
    """Return a key that only paths with the same text have. Equal numbers of different types, such as 1 and 1.0, don't
    have the same text.
    """
    return path, type(path.width), tuple(map(type, chain.from_iterable(path.points)))


@dataclass(frozen=True, slots=True)
class Replayed:
    """A stored game that was replayed, with its transcripts in lines."""

    game: ResumedGame
    asked: list[str]
    screens: list[str]
    """The transcript of the game in the window."""


def replay_written(stored: StoredGame) -> Replayed:
    """Replay a stored game, and write its transcripts.

    The game is replayed once for both: a replay of RiftWar takes half of the time.
    """
    writer = ScreenTranscript(stored)
    game = writer.run()
    return Replayed(game, writer.lines, writer.screens)
