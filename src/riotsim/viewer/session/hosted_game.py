"""The interface that lets the host process run any game.

It gives the host the game's session, its players, and its narrator (log, prompts, offers and status).
"""

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from riotsim.errors import RiotsimError
from riotsim.play.narration import Offer, Turn
from riotsim.play.requests import PlayerId, Request, Unavailable
from riotsim.play.session.session import Session
from riotsim.replay.recording import Seat
from riotsim.table.acts import Act, Drag, Frame, Settled
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.state import Table
from riotsim.viewer.session.messages import GameStatus, Line, Prompt

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)

Bot: TypeAlias = Callable[[Request[object], Session[S]], object]
"""A bot: a function that takes a request and the session, and returns the answer. It must not change the session."""


class GameNarrator(Protocol[S]):
    """The object that provides a game's log, prompts, offers and status.

    It may remember earlier events. For this reason, the game gets a new narrator after an undo or redo.
    """

    def turn(self, state: S) -> Turn:
        """Return the turn of a state."""

    def lines(self, events: Iterable[object]) -> Iterable[Line]:
        """Return the log lines that these events make complete. Later events don't change such a line.

        Args:
            events: All events since the last call. The events of one act are never split between two calls.
        """

    def unfinished_line(self) -> Line | None:
        """Return the log line that later events may still extend, or None if there is no such line."""

    def prompt(self, request: Request[object], session: Session[S]) -> Prompt:
        """Return the prompt of a request: the question and its reason."""

    def offers(self, request: Request[object], session: Session[S]) -> tuple[Offer, ...]:
        """Return the answers that the window lists for a request, each with its effects.

        The tuple is empty if the player answers by a gesture, such as a throw.
        """

    def unavailable(self, request: Request[object], session: Session[S]) -> tuple[Unavailable, ...]:
        """Return the answers that a request doesn't allow now, each with the reason."""

    def incoming_pieces(self, request: Request[object], session: Session[S]) -> Mapping[PieceId, Piece]:
        """Return the pieces of a request that are not on the table yet, by name."""

    def status(self, session: Session[S], now: float) -> GameStatus:
        """Return the status of the game, without the dice counts.

        Args:
            session: The game.
            now: Time of play (s).
        """

    def final_lines(self, session: Session[S]) -> Iterable[Line]:
        """Return the lines that report the end of the game."""


class LiveCarry(Protocol):
    """A carry that is simulated while the player drags the model.

    In a carry, a hand moves a model along a straight line. If the model has a tower of dice, the tower moves with it.
    """

    @property
    def frame(self) -> Frame:
        """The current poses of the moving pieces."""

    @property
    def fell(self) -> bool:
        """True if the tower of the dragged model has fallen."""

    def send(self, sample: tuple[int, float]) -> Frame:
        """Advance the simulation to the tick of a sample, or until all pieces have come to rest.

        Return the latest frame. If the drag has ended (see `finish` and `close`), simulate nothing.

        Args:
            sample: The number of ticks since the drag began, and the distance along the line of the carry (mm).

        Raises:
            ValueError: The sample is not later than the last sample, or it is off the line.
            PhysicsError: The simulation fails.
        """

    def finish(self) -> Drag:
        """Finish the drag, and return it as an answer."""

    def close(self) -> None:
        """Cancel the drag."""


@dataclass(frozen=True, slots=True)
class HostedGame(Generic[S]):
    """An open game, with everything that the host needs to run it."""

    session: Session[S]
    title: str
    seats: tuple[Seat, ...]
    """The seats in turn order."""
    models: Mapping[PieceId, PlayerId]
    """The owner of each model."""
    bots: Mapping[PlayerId, Bot[S]]
    """The bot of each player who is not a person. All other players are people."""
    narrator: Callable[[], GameNarrator[S]]
    """A function that makes a new narrator. A new narrator receives all events since the game began."""
    game: str = ""
    """The game's id in the store, or empty if the game is not stored."""
    clauses: Mapping[str, str] = field(default_factory=dict)
    """The text of each clause of the rules, by its id, such as `RD-21`."""
    rules_of: str = ""
    """Name of the game whose rules the window can show, or empty if the window can't show any rules."""
    live_carry: Callable[[Table, Act, int], LiveCarry] | None = None
    """A function that starts the simulation of a carry when a person begins to drag. None if drags are not simulated.

    The arguments of the function are the table, the act and the seed.
    """
    at_back: frozenset[PlayerId] = frozenset()
    """The players who sit at the back edge of the table. All others sit at the front edge."""
    sandbox: bool = False
    """True for a game of the sandbox. Every answer and act may be undone in it."""
    asks_all: bool = False
    """True if people are asked even when nothing is left to decide, as in trials of the sandbox."""
    read_only: bool = False
    """True if the window may only show the game, without undo and redo."""

    @property
    def persons(self) -> frozenset[PlayerId]:
        """The players who are people."""
        return frozenset(seat.name for seat in self.seats) - self.bots.keys()


ShowAct: TypeAlias = Callable[[Table, Act, Generator[Frame, None, Settled]], Settled]
"""A function that performs an act and meanwhile shows it.

Its arguments are the table, the act, and a generator of the act's frames. The function takes all frames from the
generator, and returns the outcome. There are `FRAMES_PER_SECOND` frames for each second of table time. If the act
starts over, the ticks of its frames begin anew, and the outcome's trace has only the frames since then.
"""

Notify: TypeAlias = Callable[[str], None]
"""A function that shows the player a message that is not about the game, for example about a full disk."""

Opening: TypeAlias = Callable[[ShowAct, Notify], AbstractContextManager[HostedGame[Any]]]
"""A function that opens a game as a context manager. It must be picklable.

It has two arguments: a function for showing acts, and a function for showing notices.
"""


class Unplayable(RiotsimError):
    """The error raised when the window can't carry out a player's wish. The message has the reason for the player."""
