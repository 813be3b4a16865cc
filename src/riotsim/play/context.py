"""The context of a game's rules while they run, and the values that the rules yield to the session.

The rules are a coroutine that yields requests to players, and physical acts. The session sends back the players'
answers and the acts' outcomes.
"""

from collections.abc import Callable, Coroutine, Generator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from riotsim.play.requests import Choose, PickPiece, PlayerId, Request
from riotsim.play.session.chance import Chance, Stream
from riotsim.table.acts import Act, Settled
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

A = TypeVar("A")
B = TypeVar("B")
S = TypeVar("S")


class Perform(Protocol):
    """A function that performs acts. It either simulates them, or takes their outcomes from a scenario's script."""

    def __call__(self, table: Table, act: Act, seed: int, /) -> Settled:
        """Return the outcome of an act on a table.

        Args:
            table: The table before the act.
            act: The act.
            seed: The seed of the act's random numbers.
        """


@dataclass(frozen=True, slots=True)
class Asking:
    """A value that the rules yield to get the answers to `requests`."""

    requests: tuple[Request[object], ...]


@dataclass(frozen=True, slots=True)
class Acting:
    """A value that the rules yield to get the outcome of `act`, which is performed with `seed`."""

    act: Act
    seed: int


Waiting: TypeAlias = Asking | Acting


class _Wait(Generic[A]):
    """An awaitable that yields `waiting` to the session, and returns the session's reply."""

    __slots__ = ("_waiting",)

    def __init__(self, waiting: Waiting) -> None:
        self._waiting = waiting

    def __await__(self) -> Generator[Waiting, object, A]:
        return cast(A, (yield self._waiting))


class Play(Generic[S]):
    """The context of the rules: the state and the table, and methods to ask players, perform acts and report events."""

    def __init__(self, state: S, table: Table, chance: Chance, now: float) -> None:
        self.state = state
        """The game's own state, which only the rules change."""
        self.table = table
        self.chance = chance
        self.now = now
        """The time of the last answer (s, see `Answered.stamp`); 0 before the first answer."""
        self.events: list[object] = []
        """The events since the beginning of the game, or since the checkpoint from which it was resumed."""
        self.draws_checks = False
        """True if the results of dice in checks are drawn at random. This is faster than simulating a throw.

        It is True in the copies of a game that bots use to look ahead (`Session.fork_with_seed`).
        """
        self.on_turn_begins: Callable[[], None] | None = None
        """The function that `begin_turn` calls; None while the rules don't run."""

    async def ask(self, request: Request[A]) -> A:
        """Ask one player, and return an answer that the request allows."""
        answers: dict[PlayerId, A] = await _Wait(Asking((cast(Request[object], request),)))
        return answers[request.player]

    async def ask_all(self, requests: Sequence[Request[A]]) -> dict[PlayerId, A]:
        """Ask several players at the same time. When all have answered, return their answers by player."""
        return await _Wait(Asking(tuple(cast(Request[object], request) for request in requests)))

    async def perform(self, act: Act, stream: Stream) -> Settled:
        """Perform an act, replace `table` by the settled table, and return the outcome.

        Args:
            act: The act.
            stream: The stream of random numbers for the act's seed.
        """
        settled: Settled = await _Wait(Acting(act, self.chance.seed(stream)))
        self.table = settled.table
        return settled

    def emit(self, event: object) -> None:
        """Append an event to `events`."""
        self.events.append(event)

    def begin_turn(self) -> None:
        """Mark a point where the game can be resumed, such as the start of a turn or of the set-up."""
        if self.on_turn_begins is not None:
            self.on_turn_begins()


@dataclass(slots=True)
class RunningGame(Generic[S, B]):
    """A game as its rules see it: the rulebook, the state and the table. Each game has a subclass."""

    play: Play[S]
    rules: B

    @property
    def state(self) -> S:
        """The state of the game, apart from the pieces that lie on the table."""
        return self.play.state

    @property
    def table(self) -> Table:
        """The current table."""
        return self.play.table

    @table.setter
    def table(self, table: Table) -> None:
        self.play.table = table

    async def ask(self, request: Request[A]) -> A:
        """Put a request to its player, and return the answer."""
        return await self.play.ask(request)

    async def choose(self, player: PlayerId, purpose: str, options: tuple[str, ...]) -> str:
        """Return the option that a player chooses. If there is only one option, return it without asking."""
        return options[0] if len(options) == 1 else await self.ask(Choose(player, purpose, options))

    async def pick(self, player: PlayerId, purpose: str, pieces: tuple[PieceId, ...]) -> PieceId:
        """Return the piece that a player chooses. If there is only one piece, return it without asking."""
        return pieces[0] if len(pieces) == 1 else await self.ask(PickPiece(player, purpose, pieces))

    def emit(self, event: object) -> None:
        """Add an event to the events of the game."""
        self.play.emit(event)


Rules: TypeAlias = Callable[[Play[S]], Coroutine[Waiting, object, None]]
"""A function that returns a game's rules as a coroutine, which plays from the start of a turn to the end of the game.
"""


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
