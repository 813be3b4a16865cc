"""A game in progress: drives the rules with answers, checks each before the rules see it, and keeps the journal.

The rules are a coroutine. They yield what they wait for: requests to bosses, or a physical act. There is no event
loop: `answer` sends one value in and runs on to the next request.
"""

import copy
from collections.abc import Callable, Coroutine, Generator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from riotsim.play.chance import Chance, Stream
from riotsim.play.journal import Acted, Answered, Entry, ReplayDiverged
from riotsim.play.requests import BossId, Refused, Request
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

A = TypeVar("A")
S = TypeVar("S")


class Perform(Protocol):
    """Whatever performs acts: the physics, or the scripted table of a scenario."""

    def __call__(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Give what came of an act."""


@dataclass(frozen=True, slots=True)
class Asking:
    """The rules wait for these bosses, all of them."""

    requests: tuple[Request[object], ...]


@dataclass(frozen=True, slots=True)
class Acting:
    """The rules wait for the outcome of an act."""

    act: Act
    seed: int


Waiting: TypeAlias = Asking | Acting


class _Wait(Generic[A]):
    """What a rule awaits: hands `waiting` to the session and gives back what the session sends."""

    __slots__ = ("_waiting",)

    def __init__(self, waiting: Waiting) -> None:
        self._waiting = waiting

    def __await__(self) -> Generator[Waiting, object, A]:
        return cast(A, (yield self._waiting))


class Play(Generic[S]):
    """What the rules hold: the table, their own state, and the ways to ask, act and tell."""

    def __init__(self, state: S, table: Table, chance: Chance, now: float) -> None:
        self.state = state
        """The game's own plain state; the rules change it, nobody else does."""
        self.table = table
        self.chance = chance
        self.now = now
        """Seconds of play at the last answer."""
        self.events: list[object] = []
        """What has happened since the session began, or since the checkpoint it was taken up from: typed events."""
        self._begun: Callable[[], None] | None = None

    async def ask(self, request: Request[A]) -> A:
        """Ask one boss, and give their answer, which the request allows."""
        answers: dict[BossId, A] = await _Wait(Asking((cast(Request[object], request),)))
        return answers[request.boss]

    async def ask_all(self, requests: Sequence[Request[A]]) -> dict[BossId, A]:
        """Ask several bosses at the same time; none sees another's answer."""
        return await _Wait(Asking(tuple(cast(Request[object], request) for request in requests)))

    async def perform(self, act: Act, stream: Stream) -> Settled:
        """Have an act performed on the table as it stands, which becomes the settled one."""
        settled: Settled = await _Wait(Acting(act, self.chance.seed(stream)))
        self.table = settled.table
        return settled

    def tell(self, event: object) -> None:
        """Say what happened."""
        self.events.append(event)

    def turn_begins(self) -> None:
        """Mark the start of a turn: the game can be taken up again from here."""
        if self._begun is not None:
            self._begun()


Run: TypeAlias = Callable[[Play[S]], Coroutine[Waiting, object, None]]
"""The rules of a game: play on from whatever state it is in until it is over."""


@dataclass(frozen=True, slots=True)
class Checkpoint(Generic[S]):
    """A game at the start of a turn, whole."""

    state: S
    table: Table
    chance: Chance
    now: float
    entry: int
    """Journal entries before it."""
    event: int
    """Events before it."""


class Session(Generic[S]):
    """One game: `pending` says what is asked, `answer` answers it."""

    def __init__(self, run: Run[S], state: S, table: Table, seed: int, perform: Perform) -> None:
        self._start(run, perform, Checkpoint(copy.deepcopy(state), table, Chance(seed), 0.0, 0, 0))
        self._advance(None)

    def _start(self, run: Run[S], perform: Perform, begin: Checkpoint[S]) -> None:
        self._run = run
        self._perform = perform
        self.checkpoint = begin
        self.journal: list[Entry] = []
        self.requests: tuple[Request[object], ...] = ()
        self.over = False
        self.failure: BaseException | None = None
        """What stopped the rules, if something did: an act that could not be performed."""
        self._answers: dict[BossId, object] = {}
        self._replayed: list[Entry] = []
        self._before = begin.entry
        self._events_before = begin.event
        self.play = Play(copy.deepcopy(begin.state), begin.table, begin.chance.copy(), begin.now)
        self.play._begun = self._turn_begins
        self._rules = run(self.play)

    @property
    def state(self) -> S:
        """The game's state; read it, don't write to it."""
        return self.play.state

    @property
    def table(self) -> Table:
        """The table as it stands."""
        return self.play.table

    @property
    def events(self) -> list[object]:
        """All events so far, in order; in a fork, those since its checkpoint."""
        return self.play.events

    @property
    def pending(self) -> tuple[Request[object], ...]:
        """The requests still to be answered; none when the game is over."""
        return tuple(request for request in self.requests if request.boss not in self._answers)

    def answer(self, answer: object, boss: BossId | None = None, stamp: float | None = None) -> None:
        """Answer what `boss` is asked (by default the first who is), and play on to the next request.

        `stamp` is the time of the answer in seconds of play, by default that of the one before. Raises `Refused`,
        with the reason, for an answer that is not allowed; then nothing has changed. Raises `RuntimeError` once an
        act has failed: a fork then takes the game up again at that act.
        """
        if self.failure is not None:
            raise RuntimeError("this game was stopped by an error; fork it to try again") from self.failure
        request = next((r for r in self.pending if boss is None or r.boss == boss), None)
        if request is None:
            raise Refused("the game is over" if self.over else f"nothing is asked of {boss}")
        if reason := request.refusal(answer):
            raise Refused(reason)
        self._answers[request.boss] = answer
        if len(self._answers) < len(self.requests):
            return  # the others don't see it, nor does the journal, until all have answered
        now = self.play.now if stamp is None else max(stamp, self.play.now)
        answers = tuple((r.boss, self._answers[r.boss]) for r in self.requests)
        self.journal.append(Answered(self.requests[0].purpose, answers, now))
        self.play.now = now
        self._advance(dict(answers))

    def fork(self) -> "Session[S]":
        """Give an independent game at the same point, by a replay of this turn's journal: no physics.

        Half of a joint request is hidden: the fork asks all of them again.
        """
        since = self.journal[self.checkpoint.entry - self._before :]
        return Session.resume(self._run, self.checkpoint, since, self._perform)

    @classmethod
    def resume(cls, run: Run[S], begin: Checkpoint[S], entries: Sequence[Entry], perform: Perform) -> "Session[S]":
        """Take a game up from a checkpoint and the journal since then.

        Raises `ReplayDiverged` where the journal does not fit the rules.
        """
        session = cls.__new__(cls)
        session._start(run, perform, begin)
        session._replayed = list(reversed(entries))
        session._advance(None)
        while session._replayed:
            entry = session._replayed.pop()
            if not isinstance(entry, Answered):
                raise session._diverged(entry)
            asked = [r.boss for r in session.requests]
            if [boss for boss, _ in entry.answers] != asked or session.requests[0].purpose != entry.purpose:
                raise session._diverged(entry)
            for boss, answer in entry.answers:
                try:
                    session.answer(answer, boss, entry.stamp)
                except Refused as no:
                    raise session._diverged(entry) from no
        return session

    def close(self) -> None:
        """Leave the game; its coroutine ends."""
        self._rules.close()

    def _advance(self, value: object) -> None:
        """Run the rules with `value` until they ask a boss or end."""
        self._answers = {}
        self.requests = ()
        try:
            waiting = self._rules.send(value)
            while isinstance(waiting, Acting):
                waiting = self._rules.send(self._act(waiting))
        except StopIteration:
            self.over = True
            return
        except BaseException as error:
            self.failure = error
            raise
        self.requests = waiting.requests

    def _act(self, waiting: Acting) -> Settled:
        if self._replayed:
            entry = self._replayed.pop()
            if not isinstance(entry, Acted) or entry.act != waiting.act or entry.seed != waiting.seed:
                self._replayed.append(entry)
                raise self._diverged(entry, type(waiting.act).__name__.lower())
            if entry.settled is not None:
                self.journal.append(entry)
                return entry.settled
        noted = Acted(waiting.act, waiting.seed, None)
        self.journal.append(noted)
        settled = self._perform(self.play.table, waiting.act, waiting.seed)
        self.journal[-1] = replace(noted, settled=settled)
        return settled

    def _turn_begins(self) -> None:
        self.checkpoint = Checkpoint(
            copy.deepcopy(self.play.state),
            self.play.table,
            self.play.chance.copy(),
            self.play.now,
            self._before + len(self.journal),
            self._events_before + len(self.play.events),
        )

    def _diverged(self, entry: Entry, asked: str | None = None) -> ReplayDiverged:
        if asked is None:
            asked = f"{self.requests[0].purpose} of {self.requests[0].boss}" if self.requests else "nothing"
        if isinstance(entry, Answered):
            found = f"{entry.purpose} of {', '.join(boss for boss, _ in entry.answers)}"
        else:
            found = type(entry.act).__name__.lower()
        return ReplayDiverged(self._before + len(self.journal), asked, found)
