"""What the rules of a game hold while they run, and what they wait for.

The rules are a coroutine. They yield what they wait for: requests to bosses, or a physical act.
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
        self.begun: Callable[[], None] | None = None
        """Called when a turn begins; whoever runs the rules sets it."""

    async def ask(self, request: Request[A]) -> A:
        """Ask one boss, and give their answer, which the request allows."""
        answers: dict[PlayerId, A] = await _Wait(Asking((cast(Request[object], request),)))
        return answers[request.player]

    async def ask_all(self, requests: Sequence[Request[A]]) -> dict[PlayerId, A]:
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
        if self.begun is not None:
            self.begun()


Rules: TypeAlias = Callable[[Play[S]], Coroutine[Waiting, object, None]]
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
