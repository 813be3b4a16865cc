"""Drives a game for a window at the other end of a pipe: asks persons, has bots play, and shows what happens.

There are no threads: while an act is performed its frames are sent as they come, and what the window says is heeded
between them. `host.py` runs this in a process of its own; a test may run it on a pipe of its own making.
"""

import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from riotsim.play.rehearsal import following
from riotsim.play.requests import BossId, Refused, Request
from riotsim.table.acts import Act, Drag, Frame, Settled
from riotsim.table.state import Table
from riotsim.viewer.door import Hosted, LiveHand, Opening
from riotsim.viewer.log import Log
from riotsim.viewer.messages import (
    Answer,
    Asked,
    Began,
    Came,
    Dragged,
    FromHost,
    HandMoves,
    Leave,
    LetGo,
    Moving,
    Notice,
    Opened,
    Over,
    Redo,
    Refusal,
    Shown,
    Standing,
    TableIs,
    Undo,
)
from riotsim.viewer.rolled import DiceCount
from riotsim.viewer.undoing import answers_back

S = TypeVar("S")

AHEAD = 3
"""Acts that may have been performed and not yet been shown to their end."""

TOGETHER = 6
"""Frames that are sent together: a tenth of a second on the table ..."""

LATEST = 0.05
"""... but none waits longer than this (s) for the others."""


class Pipe(Protocol):
    """One end of a pipe, such as a `multiprocessing.connection.Connection`."""

    def send(self, message: object, /) -> None:
        """Send a message; raises `OSError` if nobody is at the other end."""

    def recv(self) -> object:
        """Wait for a message; raises `EOFError` or `OSError` if nobody is at the other end."""

    def poll(self, timeout: float = 0.0, /) -> bool:
        """Tell whether there is a message, or nobody at the other end."""


class Left(Exception):
    """The window has left the game, or is gone."""


def drive(opening: Opening, pipe: Pipe, clock: Callable[[], float] = time.monotonic) -> None:
    """Open a game and drive it until the window leaves it. `clock` gives seconds.

    What the game raises goes through to whoever called this.
    """
    window = _Window(pipe, clock)
    with suppress(Left), opening(window.show, window.tell) as hosted:
        _Driver(hosted, window, clock).drive()


@dataclass(slots=True)
class _Pending:
    """An act that is done, and not yet told to be: first it is stored."""

    number: int
    settled: Settled


class _Window:
    """The window as the game sees it: it is shown acts, and asked."""

    def __init__(self, pipe: Pipe, clock: Callable[[], float]) -> None:
        self._pipe = pipe
        self._clock = clock
        self._inbox: deque[object] = deque()
        self._early: list[FromHost] | None = []  # what comes before the game is open
        self._performed = 0
        self._shown = 0
        self._pending: _Pending | None = None
        self.table: Table | None = None
        """As the window has it once it has shown all that it was sent."""
        self.shown_at = 0.0
        """When the window said last that it has shown an act."""
        self.before_act: Callable[[], None] = lambda: None
        """Is called before an act is shown, to tell what came of the one before."""
        self.turn_of: Callable[[], str | None] = lambda: None
        """Tells whose turn it is."""
        self.unseen = False
        """Whether acts are only tried out, by a bot."""

    def open(self, opened: Opened) -> None:
        """Say that the game is open. An act that was under way when it was taken up has been performed by now."""
        early, self._early = self._early or [], None
        began = [message.before for message in early if isinstance(message, Began)]
        if began:
            opened = replace(opened, table=began[0])
        else:
            self.table = opened.table
        for message in (opened, *early):
            self.send(message)

    def send(self, message: FromHost) -> None:
        """Send a message. Raises `Left` if nobody is there."""
        if self._early is not None:
            self._early.append(message)
            return
        try:
            self._pipe.send(message)
        except OSError as error:
            raise Left from error

    def tell(self, text: str) -> None:
        """Tell the one who plays something that is not about the game; if nobody is there, nobody hears it."""
        with suppress(Left):
            self.send(Notice(text))

    def receive(self) -> object:
        """Wait for something to do. Raises `Left`."""
        while not self._inbox:
            self._take()
        return self._inbox.popleft()

    def show(self, table: Table, act: Act, under_way: Generator[Frame, None, Settled]) -> Settled:
        """Show an act while it is performed; gives what settled, with its trace."""
        if self.unseen:
            return _drained(under_way, lambda _frame: None)
        self.done()
        self.before_act()
        while self._early is None and self._performed - self._shown >= AHEAD:
            self._take()
        self._performed += 1
        self.send(Began(self._performed, act, table, self.turn_of()))
        batch: list[Frame] = []
        since = self._clock()

        def frame(frame: Frame) -> None:
            nonlocal since
            batch.append(frame)
            if len(batch) >= TOGETHER or self._clock() - since >= LATEST:
                self._move(batch)
                since = self._clock()

        settled = _drained(under_way, frame)
        self._move(batch)
        self._pending = _Pending(self._performed, replace(settled, trace=()))
        self.table = settled.table
        return settled

    def done(self) -> None:
        """Say that the last act is done, unless that was said: whoever calls this knows that it is stored."""
        if self._pending is not None:
            self.send(Came(self._pending.number, self._pending.settled))
            self._pending = None

    def _move(self, batch: list[Frame]) -> None:
        if batch:
            self.send(Moving(self._performed, tuple(batch)))
            batch.clear()
        if self._early is None:
            self.heed()

    def heed(self) -> None:
        """Take what the window has sent, without waiting."""
        while self._poll():
            self._take()

    def _poll(self) -> bool:
        try:
            return self._pipe.poll()
        except OSError as error:
            raise Left from error

    def _take(self) -> None:
        try:
            message = self._pipe.recv()
        except (EOFError, OSError) as error:
            raise Left from error
        match message:
            case Leave():
                raise Left
            case Shown(number):
                self._shown = max(self._shown, number)
                self.shown_at = self._clock()
            case _:
                self._inbox.append(message)


def _drained(under_way: Generator[Frame, None, Settled], each: Callable[[Frame], None]) -> Settled:
    """Take all frames of an act; where it begins anew, those before are forgotten."""
    trace: list[Frame] = []
    with closing(under_way):
        while True:
            try:
                frame = next(under_way)
            except StopIteration as end:
                settled: Settled = end.value
                return replace(settled, trace=tuple(trace))
            if trace and frame.tick < trace[-1].tick:
                trace.clear()
            trace.append(frame)
            each(frame)


class _Driver(Generic[S]):
    """Plays a game to its end, back and forth as persons want."""

    def __init__(self, hosted: Hosted[S], window: _Window, clock: Callable[[], float]) -> None:
        self._hosted = hosted
        self._session = hosted.session
        self._window = window
        self._clock = clock
        self._log = Log(hosted.words)
        self._dice = DiceCount()
        self._standing: Standing | None = None
        self._questions = 0
        self._asked: tuple[int, tuple[Request[object], ...]] | None = None
        self._thinking_since: float | None = None
        self._going_over = False
        self._hand: LiveHand | None = None

    def drive(self) -> None:
        """Drive the game until the window leaves."""
        hosted, session = self._hosted, self._session
        self._window.turn_of = lambda: self._log.words.turn(session.state).boss
        opened = Opened(hosted.seats, hosted.models, hosted.title, session.table, hosted.persons, hosted.game)
        self._window.open(opened)
        self._window.before_act = self._tell
        while True:
            self._window.done()
            self._tell()
            if session.over:
                self._end()
            elif (request := self._for_a_bot()) is not None:
                self._play(request)
            else:
                self._ask()

    def _for_a_bot(self) -> Request[object] | None:
        return next((request for request in self._session.pending if request.boss in self._hosted.bots), None)

    def _play(self, request: Request[object]) -> None:
        self._window.unseen = True  # a bot may try things out on a fork
        try:
            answer = self._hosted.bots[request.boss](request, self._session)
        finally:
            self._window.unseen = False
        self._session.answer(answer, request.boss)

    def _tell(self) -> None:
        """Tell what has changed since the window was told last."""
        if self._going_over:
            return
        session, window = self._session, self._window
        self._log.hear(session.events)
        if (told := self._log.news()) is not None:
            window.send(told)
        self._dice.hear(session.journal)
        standing = replace(self._log.words.standing(session, self._now), rolled=self._dice.rolled())
        if standing != self._standing:
            self._standing = standing
            window.send(standing)
        if session.table != window.table:
            window.table = session.table
            window.send(TableIs(session.table))

    @property
    def _now(self) -> float:
        """Seconds of play: the rules' own clock, and what the persons have thought since."""
        thought = 0.0
        if self._thinking_since is not None:
            begun = self._thinking_since
            if self._window.shown_at > begun:  # before that nobody could see the question
                begun = self._window.shown_at
            thought = max(0.0, self._clock() - begun)
        return self._session.play.now + thought

    def _ask(self) -> None:
        """Ask persons, and do what the window says then."""
        session, words = self._session, self._log.words
        asked = (session.entries, session.requests)
        self._window.heed()
        if self._asked != asked:
            self._asked, self._thinking_since = asked, self._clock()
        requests = session.pending
        self._questions += 1
        self._put_down()
        coming = {name: piece for request in requests for name, piece in words.coming(request, session).items()}
        self._window.send(
            Asked(
                requests,
                tuple(words.why(request, session) for request in requests),
                words.turn(session.state),
                can_undo=self._can_undo,
                can_redo=session.can_redo,
                clock=words.standing(session, self._now).clock,
                coming=coming,
                joint=tuple(request.boss for request in session.requests) if len(session.requests) > 1 else (),
                number=self._questions,
                offers=tuple(words.offers(request, session) for request in requests),
            )
        )
        while not self._done():
            pass

    def _end(self) -> None:
        """Say how it ended, and wait until the window leaves or goes back."""
        self._asked = self._thinking_since = None
        self._questions += 1  # what answers the last one comes too late
        self._window.send(Over(tuple(self._log.words.ended(self._session)), self._can_undo))
        while not self._done():
            pass

    def _done(self) -> bool:
        """Do the next thing that the window wants; tells whether anything has changed by it."""
        match self._window.receive():
            case Answer(boss, value, number):
                if number is not None and number != self._questions:
                    return False  # it was given twice, or to what was undone in the meantime
                self._put_down()
                return self._take_answer(boss, value)
            case HandMoves(boss, samples, number):
                if number is None or number == self._questions:
                    self._drag(boss, samples)
                return False
            case LetGo(boss):
                return self._let_go(boss)
            case Undo():
                self._put_down()
                return self._undo()
            case Redo():
                self._put_down()
                return self._redo()
            case other:
                raise TypeError(f"the window has sent {other!r}, which says nothing to a host")

    def _drag(self, boss: BossId, samples: tuple[tuple[int, float], ...]) -> None:
        """Try a drag out as it is made; what comes of it is shown at once."""
        if self._hand is None and self._hosted.live is not None:
            try:
                coming = following(self._session, Drag(samples[:1]), boss)
            except Refused as no:
                self._window.send(Refusal(str(no), boss))
                return
            if coming is None:
                return
            try:
                self._hand = self._hosted.live(coming.table, coming.act, coming.seed)
            except ValueError as reason:  # it leads nowhere
                self._window.send(Refusal(str(reason), boss))
                return
        if self._hand is None:
            return
        for sample in samples:
            with suppress(ValueError):  # one that is none is passed over: the drag goes on from the one before
                self._hand.send(sample)
        self._window.send(Dragged(self._hand.frame, self._hand.fell))

    def _let_go(self, boss: BossId) -> bool:
        """A drag is over: it is the answer."""
        if self._hand is None:
            self._window.send(Refusal("nothing was dragged: take hold of it and drag it along its line", boss))
            return False
        drag = self._hand.done()
        self._put_down()
        return self._take_answer(boss, drag)

    def _put_down(self) -> None:
        hand, self._hand = self._hand, None
        if hand is not None:
            hand.close()

    def _take_answer(self, boss: BossId, value: object) -> bool:
        session = self._session
        stamp, since = self._now, self._thinking_since
        self._thinking_since = None  # the acts that follow are nobody's thoughts
        try:
            session.answer(value, boss, stamp)
        except Refused as no:
            self._thinking_since = since
            self._window.send(Refusal(str(no), boss))
            return False
        if self._asked == (session.entries, session.requests):  # the others still think
            self._thinking_since = since
        return True

    @property
    def _half_answered(self) -> bool:
        return len(self._session.pending) < len(self._session.requests) and any(
            request.boss in self._hosted.persons
            for request in self._session.requests
            if request not in self._session.pending
        )

    @property
    def _steps_back(self) -> int:
        hosted = self._hosted
        if hosted.closed:
            return 0
        return answers_back(self._session.journal, hosted.persons, sandbox=hosted.sandbox)

    @property
    def _can_undo(self) -> bool:
        return self._half_answered or self._steps_back > 0

    def _undo(self) -> bool:
        session = self._session
        if self._half_answered:
            session.undo()
            return True
        steps = self._steps_back
        if not steps:
            self._window.send(Refusal("nothing can be undone: what dice have shown, stays"))
            return False
        if len(session.pending) < len(session.requests):
            session.undo()  # what bots have answered to a joint request

        def back() -> None:
            for _ in range(steps):
                session.undo()

        self._go_over(back)
        return True

    def _redo(self) -> bool:
        session = self._session
        if self._hosted.closed or not session.can_redo:
            self._window.send(Refusal("nothing can be redone"))
            return False

        def forward() -> None:
            session.redo()
            while session.can_redo and all(request.boss in self._hosted.bots for request in session.pending):
                session.redo()

        self._go_over(forward)
        return True

    def _go_over(self, change: Callable[[], None]) -> None:
        """Go back or forth in the journal, and take up what there is to tell from there."""
        self._asked = self._thinking_since = None
        self._going_over = True
        try:
            change()
        finally:
            self._going_over = False
        self._window.done()
        self._log.anew(self._session.events)
        self._dice = DiceCount()
