"""The loop of the host process: it sends questions to people, lets bots answer, and reports what happens.

There are no threads. While an act is performed, the loop sends the act's frames and reads messages from the window by
turns (see `connection`).
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Generic, TypeVar

from riotsim.play.narration import Turn
from riotsim.play.requests import PlayerId, Refused, Request
from riotsim.viewer.session.connection import Pipe, WindowConnection, WindowGone
from riotsim.viewer.session.hosted_game import HostedGame, Opening
from riotsim.viewer.session.live_drag import DragRefused, LiveDrag
from riotsim.viewer.session.log import DiceCounter, Log
from riotsim.viewer.session.messages import (
    Answer,
    BotAsked,
    ClockPaused,
    DragReleased,
    DragSamples,
    GameOpened,
    GameOver,
    GameStatus,
    LastingChoice,
    LessonStopped,
    LiftChoice,
    Question,
    Redo,
    Refusal,
    TableChanged,
    Undo,
)
from riotsim.viewer.session.only_answers import only_answer
from riotsim.viewer.session.undo_history import UndoHistory

S = TypeVar("S")


def drive(opening: Opening, pipe: Pipe, clock: Callable[[], float] = time.monotonic) -> None:
    """Open a game and run it until the window closes the connection.

    Errors of the game are not caught.

    Args:
        opening: Function that opens the game.
        pipe: The host's end of the pipe to the window.
        clock: Function that returns the time (s).
    """
    window = WindowConnection(pipe, clock)
    with suppress(WindowGone), opening(window.show, window.notify) as hosted:
        _Driver(hosted, window, clock).drive()


class _Driver(Generic[S]):
    """The loop that runs one game, with undo and redo.

    The game's present question is called the open question until it is answered.
    """

    def __init__(self, hosted: HostedGame[S], window: WindowConnection, clock: Callable[[], float]) -> None:
        self._hosted = hosted
        self._session = hosted.session
        self._window = window
        self._clock = clock
        self._log = Log(hosted.narrator)
        self._dice = DiceCounter()
        self._standing: GameStatus | None = None
        self._questions = 0
        self._asked: tuple[int, tuple[Request[object], ...]] | None = None
        self._thinking_since: float | None = None
        self._history = UndoHistory(hosted, lambda: self._has_only_answer, lambda: self._current_turn)
        self._paused_at: float | None = None
        """The time when the clock was stopped (s), or None while the clock runs."""
        self._pauses = 0.0
        """Total time of the clock's pauses since the open question became visible (s).

        A pause counts when it is over.
        """
        self._undone_time = 0.0
        """People's time for answers that were undone later (s). It counts as time of play."""
        self._bot_asked: PlayerId | None = None
        self._changing_history = False
        self._live_drag = LiveDrag(hosted)

    def drive(self) -> None:
        """Run the game until the window closes the connection."""
        hosted, session = self._hosted, self._session
        self._window.turn_of = lambda: self._current_turn.player
        opened = GameOpened(
            hosted.seats,
            hosted.models,
            hosted.title,
            session.table,
            hosted.persons,
            hosted.game,
            hosted.clauses,
            hosted.rules_of,
            hosted.at_back,
        )
        self._window.open(opened)
        self._window.before_act = self._send_changes
        while True:
            self._window.report_settled()
            self._send_changes()
            if self._lesson_stops:
                self._wait_in_lesson()
            elif session.is_over:
                self._wait_at_end()
            elif (request := self._bot_request()) is not None:
                self._answer_for_bot(request)
            else:
                self._ask()

    @property
    def _current_turn(self) -> Turn:
        """The game's present turn."""
        return self._log.narrator.turn(self._session.state)

    def _bot_request(self) -> Request[object] | None:
        return next((request for request in self._session.pending if request.player in self._hosted.bots), None)

    def _answer_for_bot(self, request: Request[object]) -> None:
        if request.player != self._bot_asked:
            self._bot_asked = request.player
            self._window.send(BotAsked(request.player))
        self._window.hidden = True  # a bot may try acts on a fork of the game
        try:
            answer = self._hosted.bots[request.player](request, self._session)
        finally:
            self._window.hidden = False
        place = len(self._session.journal)
        self._session.answer(answer, request.player)
        self._history.note_answer(place)

    def _send_changes(self) -> None:
        """Send what has changed in the log, the status and the table since the last call.

        During an undo or redo, send nothing.
        """
        if self._changing_history:
            return
        session, window = self._session, self._window
        self._log.update(session.events)
        if (changes := self._log.take_changes()) is not None:
            window.send(changes)
        self._dice.update(session.journal)
        standing = replace(self._log.narrator.status(session, self._now), rolled=self._dice.counts())
        if standing != self._standing:
            self._standing = standing
            window.send(standing)
        if session.table != window.table:
            window.table = session.table
            window.send(TableChanged(session.table))

    @property
    def _now(self) -> float:
        """Time of play (s), without pauses.

        It is the sum of three times:

        - The time of the last answer (`Play.now`).
        - The time since people first saw the open question.
        - People's time for answers that were undone later.
        """
        thought = 0.0
        if self._thinking_since is not None:
            until = self._clock() if self._paused_at is None else self._paused_at
            thought = max(0.0, until - self._visible_since - self._pauses)
        return self._session.play.now + self._undone_time + thought

    @property
    def _visible_since(self) -> float:
        """The time when the open question became visible to a person (s)."""
        assert self._thinking_since is not None, "a question is open"
        return max(self._thinking_since, self._window.shown_at)

    def _pause_clock(self, *, paused: bool) -> None:
        now = self._clock()
        if not paused and self._paused_at is not None and self._thinking_since is not None:
            self._pauses += max(0.0, now - max(self._paused_at, self._visible_since))
        self._paused_at = (self._paused_at or now) if paused else None

    def _only_answer(self, request: Request[object]) -> object | None:
        """Return the only sensible answer of a person to a request. Return None if the person has to be asked.

        In these cases, the person is asked even if only one answer is sensible:

        - The answer must be confirmed.
        - The window also shows answers that are not allowed now, with the reasons.
        - `HostedGame.asks_all` is true.

        If the request is to a bot, return None.
        """
        person = request.player not in self._hosted.bots and not self._hosted.asks_all
        session, narrator = self._session, self._log.narrator
        offers = partial(narrator.offers, request, session)
        if not person or (only := only_answer(request, offers)) is None:
            return None
        confirms = any(offer.confirm for offer in offers())
        return None if confirms or narrator.unavailable(request, session) else only

    def _answer_by_itself(self) -> bool:
        """If nothing is left to decide (see `_has_only_answer`), answer the request. Return whether it was answered."""
        session = self._session
        if not self._has_only_answer:
            return False
        (request,) = session.pending
        self._thinking_since = None
        place = len(session.journal)
        session.answer(self._only_answer(request), request.player, self._now)
        self._undone_time = 0.0
        self._history.note_answer(place, by_itself=True)
        return True

    @property
    def _has_only_answer(self) -> bool:
        """True if only one request is open, and `_only_answer` returns an answer to it."""
        requests = self._session.requests
        return len(requests) == 1 and self._only_answer(requests[0]) is not None

    def _ask(self) -> None:
        """Send the open question, and handle messages until the game changes.

        If the question leaves nothing to decide, only answer it.
        """
        if self._answer_by_itself():
            return
        session, narrator = self._session, self._log.narrator
        asked = (session.entry_count, session.requests)
        self._window.read_available()
        if self._asked != asked:
            self._asked, self._thinking_since, self._pauses = asked, self._clock(), 0.0
        requests = session.pending
        self._bot_asked = None  # the window forgets it too
        self._questions += 1
        self._live_drag.cancel()
        self._history.note_question()
        incoming = {
            name: piece for request in requests for name, piece in narrator.incoming_pieces(request, session).items()
        }
        self._window.send(
            Question(
                requests,
                tuple(narrator.prompt(request, session) for request in requests),
                self._current_turn,
                can_undo=self._history.can_undo,
                can_redo=session.can_redo,
                clock=narrator.status(session, self._now).clock,
                incoming=incoming,
                joint=tuple(request.player for request in session.requests) if len(session.requests) > 1 else (),
                number=self._questions,
                offers=tuple(narrator.offers(request, session) for request in requests),
                unavailable=tuple(narrator.unavailable(request, session) for request in requests),
                lasting=self._history.lasting_choices,
                is_within_choice=self._history.is_within_choice,
            )
        )
        while not self._handle_next():
            pass

    def _wait_at_end(self) -> None:
        """Report the end of the game, and handle messages until one of them changes the game."""
        self._asked = self._thinking_since = None
        self._questions += 1  # answers to the last question are too late now
        self._window.send(GameOver(tuple(self._log.narrator.final_lines(self._session)), self._history.can_undo))
        while not self._handle_next():
            pass

    @property
    def _lesson_stops(self) -> bool:
        """True if the game is a lesson that stops now.

        A lesson stops when a step has failed. It also stops after its last step, if it doesn't show the game's result.
        """
        lesson = None if self._standing is None else self._standing.lesson
        return lesson is not None and (lesson.missed or (lesson.is_over and not lesson.shows_result))

    def _wait_in_lesson(self) -> None:
        """Report that the lesson stops, and handle messages until one of them changes the game."""
        self._asked = self._thinking_since = None
        self._questions += 1
        self._window.send(LessonStopped(self._history.can_undo))
        while not self._handle_next():
            pass

    def _handle_next(self) -> bool:
        """Handle the next message from the window, and return whether it changed the game.

        Raises:
            TypeError: The host can't handle a message of this type.
            WindowGone: The window has left the game or has closed.
        """
        match self._window.receive():
            case Answer(player, value, number, by_itself, lasting):
                if number is not None and number != self._questions:
                    return False  # a repeated answer, or one to a question that was undone
                self._live_drag.cancel()
                return self._take_answer(player, value, by_itself=by_itself, lasting=lasting)
            case LiftChoice(choice):
                self._live_drag.cancel()
                self._history.lift(choice)
                return True
            case DragSamples(player, samples, number):
                if number is None or number == self._questions:
                    self._drag(player, samples)
                return False
            case DragReleased(player):
                return self._finish_drag(player)
            case ClockPaused(paused):
                self._pause_clock(paused=paused)
                return False
            case Undo():
                self._live_drag.cancel()
                return self._undo()
            case Redo():
                self._live_drag.cancel()
                return self._redo()
            case other:
                raise TypeError(f"the window has sent {other!r}, which says nothing to a host")

    def _drag(self, player: PlayerId, samples: tuple[tuple[int, float], ...]) -> None:
        """Simulate new samples of a drag. Send the resulting frame, or a refusal."""
        try:
            frame = self._live_drag.drag(player, samples)
        except DragRefused as no:
            self._window.send(Refusal(str(no), player))
            return
        if frame is not None:
            self._window.send(frame)

    def _finish_drag(self, player: PlayerId) -> bool:
        """Finish the drag, and use it as the player's answer. Return whether the game has changed."""
        try:
            drag = self._live_drag.finish()
        except DragRefused as no:
            self._window.send(Refusal(str(no), player))
            return False
        return self._take_answer(player, drag)

    def _take_answer(
        self, player: PlayerId, value: object, *, by_itself: bool = False, lasting: LastingChoice | None = None
    ) -> bool:
        session = self._session
        stamp, since, place, turn = self._now, self._thinking_since, len(session.journal), self._current_turn
        self._thinking_since = None  # the following acts are not thinking time
        try:
            session.answer(value, player, stamp)
        except Refused as no:
            self._thinking_since = since
            self._window.send(Refusal(str(no), player))
            return False
        self._history.note_answer(place, by_itself=by_itself)
        if lasting is not None:
            self._history.note_choice(lasting, place, turn)
        if self._asked == (session.entry_count, session.requests):  # the others are still thinking
            self._thinking_since = since
        else:
            self._undone_time = 0.0
        return True

    def _undo(self) -> bool:
        session = self._session
        if self._history.partly_answered:
            session.undo()
            return True
        if not self._history.can_undo:
            self._window.send(Refusal("nothing can be undone: dice results can't be taken back"))
            return False
        if len(session.pending) < len(session.requests):
            session.undo()  # the bots' answers to a joint request

        failed = self._failed_step

        def back() -> None:
            history = self._history
            history.go_back()
            while failed is not None and self._steps_done >= failed and history.can_undo:
                history.go_back()
                if self._steps_done < failed:
                    history.go_forward()  # to the step's first decision
                    return

        self._change_history(back)
        return True

    @property
    def _failed_step(self) -> int | None:
        """The index of the failed lesson step, if an undo returns to the beginning of this step.

        It is None if no step has failed. It is also None after a wrong choice, because an undo then takes back only
        this choice.
        """
        lesson = None if self._standing is None else self._standing.lesson
        return lesson.done if lesson is not None and lesson.missed and not lesson.by_choice else None

    @property
    def _steps_done(self) -> int:
        """The number of finished steps of the lesson, or 0 if the game is not a lesson."""
        lesson = self._log.narrator.status(self._session, self._session.play.now).lesson
        return 0 if lesson is None else lesson.done

    def _redo(self) -> bool:
        if not self._history.can_redo:
            self._window.send(Refusal("there is nothing to redo"))
            return False

        self._change_history(self._history.go_forward)
        return True

    def _change_history(self, change: Callable[[], None]) -> None:
        """Call `change`, which undoes or redoes answers. Then rebuild the log and the dice counts.

        In a sandbox, an undo also sets the time of play back. In any other game, it does not.
        """
        before = self._now
        self._asked = self._thinking_since = None
        self._changing_history = True
        try:
            change()
        finally:
            self._changing_history = False
        self._undone_time = 0.0 if self._hosted.sandbox else max(0.0, before - self._session.play.now)
        self._window.report_settled()
        self._log.rebuild(self._session.events)
        self._dice = DiceCounter()
