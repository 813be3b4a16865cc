"""The context of a game's rules while they run, and the things that they wait for.

The rules are a coroutine. It yields requests to players and physical acts, and waits for answers and outcomes.
"""

from collections.abc import Callable, Coroutine, Generator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.chance import Chance, Stream
from riotsim.table.acts import Act, Settled
from riotsim.table.state import Table

A = TypeVar("A")
S = TypeVar("S")


class Perform(Protocol):
    """A function that performs acts: the physics, or the scripted table of a scenario."""

    def __call__(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Return the outcome of an act."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A wait of the rules for the answers to these requests."""

    requests: tuple[Request[object], ...]


@dataclass(frozen=True, slots=True)
class Acting:
    """A wait of the rules for the outcome of an act."""

    act: Act
    seed: int


Waiting: TypeAlias = Asking | Acting


class _Wait(Generic[A]):
    """An awaitable that hands `waiting` to the session and returns what the session sends."""

    __slots__ = ("_waiting",)

    def __init__(self, waiting: Waiting) -> None:
        self._waiting = waiting

    def __await__(self) -> Generator[Waiting, object, A]:
        return cast(A, (yield self._waiting))


class Play(Generic[S]):
    """The context of the rules: the table, their own state, and methods to ask players, to act and to report events."""

    def __init__(self, state: S, table: Table, chance: Chance, now: float) -> None:
        self.state = state
        """The game's own state, which only the rules change."""
        self.table = table
        self.chance = chance
        self.now = now
        """Seconds of play at the last answer."""
        self.events: list[object] = []
        """The events since the session began, or since the checkpoint from which it was resumed."""
        self.on_turn_begins: Callable[[], None] | None = None
        """A callback for the start of a turn; the run of the rules sets it."""

    async def ask(self, request: Request[A]) -> A:
        """Ask one player and return their answer, which the request allows."""
        answers: dict[PlayerId, A] = await _Wait(Asking((cast(Request[object], request),)))
        return answers[request.player]

    async def ask_all(self, requests: Sequence[Request[A]]) -> dict[PlayerId, A]:
        """Ask several players at the same time, and return the answers. No player sees another's answer."""
        return await _Wait(Asking(tuple(cast(Request[object], request) for request in requests)))

    async def perform(self, act: Act, stream: Stream) -> Settled:
        """Perform an act, put the settled table in place of the current one, and return the outcome."""
        settled: Settled = await _Wait(Acting(act, self.chance.seed(stream)))
        self.table = settled.table
        return settled

    def emit(self, event: object) -> None:
        """Report an event."""
        self.events.append(event)

    def begin_turn(self) -> None:
        """Mark the start of a turn, from which the game can be resumed."""
        if self.on_turn_begins is not None:
            self.on_turn_begins()


Rules: TypeAlias = Callable[[Play[S]], Coroutine[Waiting, object, None]]
"""The rules of a game as a coroutine, which plays from any state to the end."""


@dataclass(frozen=True, slots=True)
class Checkpoint(Generic[S]):
    """The complete state of a game at the start of a turn."""

    state: S
    table: Table
    chance: Chance
    now: float
    entry_count: int
    """The number of journal entries before the checkpoint."""
    event_count: int
    """The number of events before the checkpoint."""
