"""A game in progress: the session checks answers, keeps the journal, and undoes and redoes answers.

`run.py` runs the rules. An undo runs them again from the start of a turn, with the recorded answers and outcomes.
"""

import copy
from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

from riotsim.errors import RiotsimError
from riotsim.play.context import Acting, Asking, Checkpoint, Perform, Play, Rules, Waiting
from riotsim.play.requests import PlayerId, Refused, Request
from riotsim.play.session.chance import Chance
from riotsim.play.session.journal import Answered, Entry
from riotsim.play.session.run import ReplayableRun
from riotsim.table.state import Table

__all__ = [
    "Acting",
    "Asking",
    "Checkpoint",
    "NothingLeft",
    "Perform",
    "Play",
    "Rules",
    "Session",
    "SessionListener",
    "Waiting",
]

S = TypeVar("S")


class NothingLeft(RiotsimError, RuntimeError):
    """The error raised when there is no answer to undo or to redo."""


class SessionListener(Protocol):
    """A listener that keeps a journal of its own, such as a store."""

    def entry_added(self, number: int, entry: Entry, play: Play[Any], turn: Checkpoint[Any]) -> None:
        """Record a journal entry, which may be new or redone.

        - For an answer, this method is called before the rules receive the answer.
        - For an act, it is called twice: before the act is performed, and with the act's outcome.

        During a redo, the session's attributes may still have their values from before the redo.

        Args:
            number: The number of the entry in the game's journal.
            entry: The entry.
            play: The context of the rules at this entry.
            turn: The checkpoint of the current turn.
        """

    def entries_undone(self, entries: int, events: int, turn: Checkpoint[Any]) -> None:
        """Record that entries and events were undone. A redo may restore them.

        Args:
            entries: The number of journal entries that are left.
            events: The number of events that are left.
            turn: The checkpoint of the turn that is now current.
        """

    def redo_discarded(self) -> None:
        """Record that undone answers can no longer be redone."""

    def game_ended(self) -> None:
        """Record that the game is over."""


class Session(Generic[S]):
    """One game in progress.

    The attribute `pending` has the requests. The method `answer` answers one of them, and `undo` takes the last answer
    back. Read attributes such as `pending` again after each call of a method that changes the game.
    """

    def __init__(self, run: Rules[S], state: S, table: Table, seed: int, perform: Perform) -> None:
        self._begin(ReplayableRun(run, perform, Checkpoint(copy.deepcopy(state), table, Chance(seed), 0.0, 0, 0)))
        self._current.start()

    def _begin(self, run: ReplayableRun[S]) -> None:
        self._current = run
        self._listener: SessionListener | None = None
        self._undone: list[tuple[Entry, ...]] = []  # answers with the acts after them; the next is last

    def set_listener(self, listener: SessionListener) -> None:
        """Set the listener for changes of the journal from now on. It replaces an earlier listener."""
        self._listener = listener
        self._current.on_entry = listener.entry_added

    @property
    def rules(self) -> Rules[S]:
        """The function that returns the coroutine of the game's rules."""
        return self._current.rules

    @property
    def first_checkpoint(self) -> Checkpoint[S]:
        """The earliest checkpoint of the session: the game's start, or the point where it was resumed or forked."""
        return self._current.floor

    @property
    def play(self) -> Play[S]:
        """The session's `Play` for running the rules. Callers must not change it."""
        return self._current.play

    @property
    def state(self) -> S:
        """The game's state. Callers must not change it."""
        return self._current.play.state

    @property
    def table(self) -> Table:
        """The current table."""
        return self._current.play.table

    @property
    def events(self) -> list[object]:
        """All events since `first_checkpoint`, in order."""
        return self._current.play.events

    @property
    def journal(self) -> list[Entry]:
        """All journal entries since `first_checkpoint`, in order."""
        return self._current.journal

    @property
    def entry_count(self) -> int:
        """The number of journal entries since the game began, including those before `first_checkpoint`."""
        return self._current.entry_count

    @property
    def checkpoint(self) -> Checkpoint[S]:
        """The checkpoint at the start of the current turn."""
        return self._current.turns[-1]

    @property
    def requests(self) -> tuple[Request[object], ...]:
        """The current requests: one, or several that different players got at the same time.

        Answered requests are included until all are answered.
        """
        return self._current.requests

    @property
    def pending(self) -> tuple[Request[object], ...]:
        """The current requests that are not answered yet; empty when the game is over."""
        given = self._current.given_answers
        return tuple(request for request in self._current.requests if request.player not in given)

    @property
    def is_over(self) -> bool:
        """True if the rules have ended the game."""
        return self._current.is_over

    @property
    def failure(self) -> BaseException | None:
        """The error that stopped the rules, such as the error of a failed act; None if there was no error."""
        return self._current.failure

    def require_running(self) -> None:
        """Check that no error has stopped the rules.

        Raises:
            RuntimeError: An error has stopped the rules.
        """
        if self.failure is not None:
            raise RuntimeError(
                "this game was stopped by an error; undo its last answer, or fork it to try again"
            ) from self.failure

    def answer(self, answer: object, player: PlayerId | None = None, stamp: float | None = None) -> None:
        """Submit an answer to a request, and play on to the next request.

        Answers that were undone before this call can't be redone after it. If an act that follows the answer fails, its
        error is raised. Then `undo` can take the answer back, or `fork` can try the act again in a copy of the game.

        Args:
            answer: The answer.
            player: The player who answers; by default the first who is asked.
            stamp: The time of the answer (s, see `Answered.stamp`); by default the time of the preceding answer.

        Raises:
            Refused: The answer is not allowed. The message has the reason, and nothing has changed.
            RuntimeError: An earlier error has stopped the rules.
        """
        self.require_running()
        request = next((r for r in self.pending if player is None or r.player == player), None)
        if request is None:
            raise Refused("the game is over" if self.is_over else f"nothing is asked of {player}")
        if reason := request.refusal(answer):
            raise Refused(reason)
        if self._undone:
            self._undone.clear()
            if self._listener is not None:
                self._listener.redo_discarded()
        self._current.answer(request, answer, stamp)
        self._notify_end()

    @property
    def can_undo(self) -> bool:
        """True if there is an answer to undo."""
        return bool(self._current.given_answers) or self._current.last_answer() is not None

    @property
    def can_redo(self) -> bool:
        """True if there is an answer to redo."""
        return bool(self._undone)

    def undo(self) -> None:
        """Undo the last answer. Its request is made again, and `play.now` is set back.

        If several players were asked at the same time, all their answers are undone together. If only some of them have
        answered so far, the answers given are undone too, but these can't be redone.

        Raises:
            NothingLeft: No answer since `first_checkpoint` is left to undo.
        """
        if self._current.given_answers:
            self._current.given_answers = {}
            return
        last = self._current.last_answer()
        if last is None:
            raise NothingLeft(
                f"nothing can be undone: no answer was given since entry {self._current.floor.entry_count}"
            )
        step = tuple(self.journal[last - self._current.floor.entry_count :])
        self._switch_to(self._current.branch_before(last))
        self._undone.append(step)
        self._notify_undo()

    def redo(self) -> None:
        """Redo the last undone answer and the acts after it. Perform a failed act again.

        Raises:
            NothingLeft: No undone answer is left to redo.
        """
        if not self._undone:
            raise NothingLeft("nothing can be redone: no answer was undone since the last one was given")
        noted = None if self._listener is None else self._listener.entry_added
        try:
            self._switch_to(self._current.branch_before(self.entry_count, self._undone[-1], noted))
        except BaseException:
            self._notify_undo()
            raise
        self._undone.pop()
        self._notify_end()

    def _notify_end(self) -> None:
        if self.is_over and self._listener is not None:
            self._listener.game_ended()

    def _notify_undo(self) -> None:
        if self._listener is not None:
            events = self._current.floor.event_count + len(self.events)
            self._listener.entries_undone(self.entry_count, events, self.checkpoint)

    def branch_at(self, entry: int) -> "Session[S]":
        """Return an independent game at the point before a journal entry.

        - The new game can undo this game's answers before that point. It can redo nothing.
        - If several players are asked at the same time there, the new game asks all of them, even those who have
          answered in this game already.
        - If the point is the present and the last act has failed, the act is performed again.

        Args:
            entry: The number of the entry; `entry_count` stands for the present.

        Raises:
            ValueError: The journal has no such entry, or the entry is an act.
        """
        first = self._current.floor.entry_count
        if not first <= entry <= self.entry_count:
            raise ValueError(f"the journal has entries {first} to {self.entry_count}, not {entry}")
        if entry < self.entry_count and not isinstance(self.journal[entry - first], Answered):
            raise ValueError(f"entry {entry} is an act: a game branches off before an answer")
        return self._of(self._current.branch_before(entry))

    def fork(self) -> "Session[S]":
        """Return an independent game at the same point. It can undo only answers of the current turn.

        The journal of the new game begins with the current turn. If several players are asked at the same time, the new
        game asks all of them, even those who have answered already. If the last act has failed, it is performed again.
        """
        return self._forked(self._current.perform)

    def _forked(self, perform: Perform) -> "Session[S]":
        since = self.journal[self.checkpoint.entry_count - self._current.floor.entry_count :]
        return self.resume(self._current.rules, self.checkpoint, since, perform)

    def fork_with_seed(self, seed: int, perform: Perform) -> "Session[S]":
        """Return a fork (see `fork`) whose future throws differ from those of this game.

        So a bot that tries answers in the fork doesn't learn how this game's throws will end. For checks, the fork
        draws random numbers instead of throwing dice (`riotsim.play.shared_tray.checks`). It throws all other dice.

        Args:
            seed: The root of the seeds of the fork's acts.
            perform: Function that performs the fork's acts.
        """
        session = self._forked(perform)
        session.play.chance, session.play.draws_checks = Chance(seed), True
        return session

    @classmethod
    def resume(
        cls,
        run: Rules[S],
        begin: Checkpoint[S],
        entries: Sequence[Entry],
        perform: Perform,
        advanced: Callable[[Play[S]], None] | None = None,
    ) -> "Session[S]":
        """Resume a game from a checkpoint and the journal since then.

        Args:
            run: The rules.
            begin: The checkpoint.
            entries: The journal entries since the checkpoint.
            perform: Function that performs the acts without an outcome in the journal.
            advanced: Function that is called each time the rules reach a request, an act or their end; None for no such
                function.

        Raises:
            ReplayDiverged: The journal does not fit the rules.
        """
        resumed = ReplayableRun(run, perform, begin)
        if advanced is not None:
            resumed.on_advance = advanced
        resumed.start(entries)
        return cls._of(resumed)

    def close(self) -> None:
        """End the game, and close the coroutine of its rules."""
        self._current.close()

    @classmethod
    def _of(cls, run: ReplayableRun[S]) -> "Session[S]":
        session = cls.__new__(cls)
        session._begin(run)
        return session

    def _switch_to(self, run: ReplayableRun[S]) -> None:
        self._current.close()
        self._current = run
        if self._listener is not None:
            run.on_entry = self._listener.entry_added
