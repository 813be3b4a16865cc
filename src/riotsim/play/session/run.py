"""The rules while they run, with the game's journal and checkpoints.

The rules are a coroutine. When the coroutine gets an answer, it runs to the next request. A run never goes back. To
undo an answer, a new run repeats the journal entries before the answer.
"""

import copy
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Generic, TypeAlias, TypeVar

from riotsim.play.context import Acting, Checkpoint, Perform, Play, Rules, Waiting
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.alignment import JournalAligner, to_recorded
from riotsim.play.session.journal import Acted, Answered, Entry
from riotsim.table.acts import Settled

S = TypeVar("S")

EntryListener: TypeAlias = Callable[[int, Entry, Play[S], Checkpoint[S]], None]
"""A function that is called with a journal entry.

It takes the number of the entry, the entry, the rules' context, and the checkpoint of the current turn.
"""


class ReplayableRun(Generic[S]):
    """The rules of a game while they run, and the game's record.

    The record consists of checkpoints (`turns`), journal entries (`journal`) and events (`play.events`). It begins at
    the checkpoint `floor`, which is the start of the game or a later point.
    """

    def __init__(
        self,
        run: Rules[S],
        perform: Perform,
        floor: Checkpoint[S],
        turns: Iterable[Checkpoint[S]] = (),
        journal: Iterable[Entry] = (),
        events: Iterable[object] = (),
    ) -> None:
        # The rules begin at the last checkpoint.
        self.rules = run
        self.perform = perform
        self.floor = floor
        self.turns = list(turns) or [floor]
        """The checkpoints, beginning with `floor`. Between two checkpoints there is at least one journal entry."""
        self.journal = list(journal)
        self.requests: tuple[Request[object], ...] = ()
        self.is_over = False
        self.failure: BaseException | None = None
        self.given_answers: dict[PlayerId, object] = {}
        """The answers to the current requests so far, by player."""
        self.on_entry: EntryListener[S] = _ignore
        """Function that is called with each entry from `first_notified` on.

        - The function is called with an answer before the rules receive the answer.
        - It is called twice with an act: before the act is performed, and before the rules receive the outcome.
        """
        self.first_notified = 0
        """The number of the first entry that calls `on_entry`."""
        self.on_advance: Callable[[Play[S]], None] = _ignore_play
        """Function that is called each time the rules have reached a request, an act or their end."""
        self._aligner = JournalAligner()
        begin = self.turns[-1]
        self.play = Play(copy.deepcopy(begin.state), begin.table, begin.chance.copy(), begin.now)
        self.play.events.extend(events)
        self.play.on_turn_begins = self._turn_begins
        self._rules = run(self.play)

    @property
    def entry_count(self) -> int:
        """The number of journal entries since the game began, including those before `floor`."""
        return self.floor.entry_count + len(self.journal)

    def start(self, entries: Sequence[Entry] = ()) -> None:
        """Run the rules with the recorded entries, and continue until the next request or the end of the game.

        Raises:
            ReplayDiverged: The entries do not fit the rules.
        """
        self._aligner = JournalAligner([to_recorded(entry) for entry in entries], self.entry_count)
        try:
            self._advance(None)
            while self._aligner.pending:
                answered = self._aligner.next_answers(self.requests)
                self._go_on(replace(answered, stamp=max(answered.stamp, self.play.now)))
        except BaseException:
            self.close()
            raise

    def branch_before(
        self, entry: int, more: Sequence[Entry] = (), on_entry: "EntryListener[S] | None" = None
    ) -> "ReplayableRun[S]":
        """Return an independent run of the same game. It has this run's entries before `entry`, followed by `more`.

        Args:
            entry: The number of the first entry of this run that the new run lacks.
            more: The entries that follow in the new run.
            on_entry: A function that is called with each entry of the new run whose number is `entry` or higher. None
                for no such function.

        Raises:
            ReplayDiverged: The entries do not fit the rules.
        """
        turns = self.turns[: bisect_right(self.turns, entry, key=lambda turn: turn.entry_count)]
        begin = turns[-1]
        since = begin.entry_count - self.floor.entry_count
        events = self.play.events[: begin.event_count - self.floor.event_count]
        branch = ReplayableRun(self.rules, self.perform, self.floor, turns, self.journal[:since], events)
        branch.on_entry, branch.first_notified = on_entry or _ignore, entry
        branch.start([*self.journal[since : entry - self.floor.entry_count], *more])
        return branch

    def last_answer(self) -> int | None:
        """Return the number of the last answer in the journal; None if there is no answer since `floor`."""
        for number in range(len(self.journal) - 1, -1, -1):
            if isinstance(self.journal[number], Answered):
                return self.floor.entry_count + number
        return None

    def answer(self, request: Request[object], answer: object, stamp: float | None) -> None:
        """Take an answer to one of the current requests. The answer must be allowed.

        When all these requests are answered, the rules go on.

        Args:
            request: The request.
            answer: The answer.
            stamp: The time of the answer (s, see `Answered.stamp`); None for the time of the preceding answer.
        """
        self.given_answers[request.player] = answer
        if len(self.given_answers) == len(self.requests):  # until then it is in no journal, and hidden from the others
            now = self.play.now if stamp is None else max(stamp, self.play.now)
            self._go_on(self._answered(self.given_answers, now))

    def close(self) -> None:
        """End the rules' coroutine."""
        self._rules.close()
        self.play.on_turn_begins = None

    def _answered(self, given: dict[PlayerId, object], now: float) -> Answered:
        """Return the journal entry for the answers to all current requests.

        Args:
            given: The answer of each player.
            now: The time of the last answer (s, see `Answered.stamp`).
        """
        answers = tuple((request.player, given[request.player]) for request in self.requests)
        return Answered(self.requests[0].purpose, answers, now)

    def _go_on(self, entry: Answered) -> None:
        self._note(self.entry_count, entry)
        self.journal.append(entry)
        self.play.now = entry.stamp
        self._advance(dict(entry.answers))

    def _advance(self, value: object) -> None:
        """Run the rules, and perform their acts, until they make a request or end.

        Args:
            value: The value that the rules get first: the players' answers, or None at the beginning.
        """
        self.given_answers = {}
        self.requests = ()
        try:
            waiting = self._send(value)
            while isinstance(waiting, Acting):
                waiting = self._send(self._act(waiting))
        except BaseException as error:
            self.failure = error
            raise
        if waiting is None:
            self.is_over = True
            self.play.on_turn_begins = None  # breaks a reference cycle, so that the game is freed at once
        else:
            self.requests = waiting.requests

    def _send(self, value: object) -> Waiting | None:
        """Run the rules up to the next requests or act. Return the value that the rules yield, or None if they ended.

        Args:
            value: The value that the rules get first: the players' answers, the outcome of an act, or None at the
                beginning.
        """
        try:
            waiting = self._rules.send(value)
        except StopIteration:
            waiting = None
        self.on_advance(self.play)
        return waiting

    def _act(self, waiting: Acting) -> Settled:
        table = self.play.table
        settled = self._aligner.next_outcome(table, waiting.act, waiting.seed)
        noted = Acted(waiting.act, waiting.seed, None)
        self._note(self.entry_count, noted)
        self.journal.append(noted)
        if settled is None:
            settled = self.perform(table, waiting.act, waiting.seed)
        self.journal[-1] = replace(noted, settled=settled)
        self._note(self.entry_count - 1, self.journal[-1])
        return settled

    def _note(self, number: int, entry: Entry) -> None:
        if number >= self.first_notified:
            self.on_entry(number, entry, self.play, self.turns[-1])

    def _turn_begins(self) -> None:
        turn = Checkpoint(
            copy.deepcopy(self.play.state),
            self.play.table,
            self.play.chance.copy(),
            self.play.now,
            self.entry_count,
            self.floor.event_count + len(self.play.events),
        )
        if self.turns[-1].entry_count == turn.entry_count:
            self.turns.pop()  # the rules have got further without an answer
        self.turns.append(turn)


def _ignore(_number: int, _entry: Entry, _play: Play[S], _turn: Checkpoint[S]) -> None:
    pass


def _ignore_play(_play: Play[S]) -> None:
    pass
