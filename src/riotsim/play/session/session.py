"""A game in progress: it checks each answer before the rules see it, keeps the journal, and undoes and redoes.

`run.py` runs the rules. To undo, the rules run again over a shorter journal, from the start of a turn, with the
recorded outcomes and without physics.
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
    """The error that there is nothing to undo or redo."""


class SessionListener(Protocol):
    """A listener that keeps a journal of its own, such as a store."""

    def entry_added(self, number: int, entry: Entry, play: Play[Any], turn: Checkpoint[Any]) -> None:
        """Record an entry: an answer before the rules see it, or an act before it is performed and again with its
        outcome.

        Entries of a redo are recorded too. `play` and `turn` are current; the session's own attributes may still be
        those before the redo.
        """

    def entries_undone(self, entries: int, events: int, turn: Checkpoint[Any]) -> None:
        """Record that only this many entries and events are left, in this turn. A redo may restore the others."""

    def redo_discarded(self) -> None:
        """Record that nothing can be redone any more."""

    def game_ended(self) -> None:
        """Record that the game is over."""


class Session(Generic[S]):
    """One game in progress. `pending` has the requests, `answer` answers one, and `undo` takes the last answer back.
    Attributes change with every `answer`, `undo` and `redo`, so read them again after these.
    """

    def __init__(self, run: Rules[S], state: S, table: Table, seed: int, perform: Perform) -> None:
        self._begin(ReplayableRun(run, perform, Checkpoint(copy.deepcopy(state), table, Chance(seed), 0.0, 0, 0)))
        self._current.start()

    def _begin(self, run: ReplayableRun[S]) -> None:
        self._current = run
        self._listener: SessionListener | None = None
        self._undone: list[tuple[Entry, ...]] = []  # an answer and the acts after it each, the next one last

    def set_listener(self, listener: SessionListener) -> None:
        """Notify a listener of every change of the journal from now on."""
        self._listener = listener
        self._current.on_entry = listener.entry_added

    @property
    def rules(self) -> Rules[S]:
        """The rules of the game."""
        return self._current.rules

    @property
    def first_checkpoint(self) -> Checkpoint[S]:
        """The first known checkpoint: the game's start, or the point from which it was resumed."""
        return self._current.floor

    @property
    def play(self) -> Play[S]:
        """The context of the rules; read-only."""
        return self._current.play

    @property
    def state(self) -> S:
        """The game's state; read-only."""
        return self._current.play.state

    @property
    def table(self) -> Table:
        """The current table."""
        return self._current.play.table

    @property
    def events(self) -> list[object]:
        """All events so far, in order; in a fork, those since its checkpoint."""
        return self._current.play.events

    @property
    def journal(self) -> list[Entry]:
        """All entries so far, in order; in a fork, those since its checkpoint."""
        return self._current.journal

    @property
    def entry_count(self) -> int:
        """The number of journal entries, including those before the checkpoint from which the game was resumed."""
        return self._current.entry_count

    @property
    def checkpoint(self) -> Checkpoint[S]:
        """The start of the current turn."""
        return self._current.turns[-1]

    @property
    def requests(self) -> tuple[Request[object], ...]:
        """The current requests, to one player or jointly to several, including those that were answered."""
        return self._current.requests

    @property
    def pending(self) -> tuple[Request[object], ...]:
        """The requests still to be answered; none when the game is over."""
        given = self._current.given_answers
        return tuple(request for request in self._current.requests if request.player not in given)

    @property
    def is_over(self) -> bool:
        """True if the rules have ended."""
        return self._current.is_over

    @property
    def failure(self) -> BaseException | None:
        """The error that stopped the rules, if an act could not be performed."""
        return self._current.failure

    def answer(self, answer: object, player: PlayerId | None = None, stamp: float | None = None) -> None:
        """Answer a player's request, and play on to the next one. Undone answers can't be redone after that. After
        an act has failed, `undo` takes back the answer before it, and a fork resumes the game at that act.

        Args:
            answer: The answer.
            player: The player who answers; by default the first who is asked.
            stamp: The time of the answer in seconds of play; by default that of the preceding answer.

        Raises:
            Refused: The answer is not allowed; the message has the reason. Nothing has changed.
            RuntimeError: An act has failed before.
        """
        if self.failure is not None:
            raise RuntimeError(
                "this game was stopped by an error; undo its last answer, or fork it to try again"
            ) from self.failure
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
        """Undo the last answer. It is asked for again, and the rules' clock is set back. Joint answers are undone
        together. If some of them are still missing, the ones given are undone and can't be redone.

        Raises:
            NothingLeft: There is no answer since the beginning, or since the checkpoint from which the game was
                resumed.
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
        """Redo the answer that was undone last, with its consequences.

        An act without an outcome, because it could not be performed, is tried again.

        Raises:
            NothingLeft: No answer was undone, or another was given since.
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
        """Return an independent game at the point before a journal entry; `entries` means now. It has this game's
        past and can undo as far, but it can't redo. It asks all parts of a half-answered joint request again. If
        an act stopped this game, that act is tried again.

        Raises:
            ValueError: The journal has no such entry, or the entry is an act: a game can only be resumed where a player
                is asked.
        """
        first = self._current.floor.entry_count
        if not first <= entry <= self.entry_count:
            raise ValueError(f"the journal has entries {first} to {self.entry_count}, not {entry}")
        if entry < self.entry_count and not isinstance(self.journal[entry - first], Answered):
            raise ValueError(f"entry {entry} is an act: a game branches off before an answer")
        return self._of(self._current.branch_before(entry))

    def fork(self) -> "Session[S]":
        """Return an independent game at the same point, with the past of this turn only.

        It replays this turn's journal without physics, and asks all parts of a half-answered joint request again.
        """
        return self._forked(self._current.perform)

    def _forked(self, perform: Perform) -> "Session[S]":
        since = self.journal[self.checkpoint.entry_count - self._current.floor.entry_count :]
        return self.resume(self._current.rules, self.checkpoint, since, perform)

    def fork_with_seed(self, seed: int, perform: Perform) -> "Session[S]":
        """Return a fork with its own random future, which reveals nothing of this game's throws or hidden answers.

        Args:
            seed: The root of the seeds of its acts.
            perform: Function that performs its acts.
        """
        session = self._forked(perform)
        session.play.chance = Chance(seed)
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
            entries: The journal since the checkpoint.
            perform: Function that performs the acts without an outcome in the journal.
            advanced: Function that is called each time the rules reach a request, an act or their end.

        Raises:
            ReplayDiverged: The journal does not fit the rules.
        """
        resumed = ReplayableRun(run, perform, begin)
        if advanced is not None:
            resumed.on_advance = advanced
        resumed.start(entries)
        return cls._of(resumed)

    def close(self) -> None:
        """Close the game and end its coroutine."""
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
