"""The interface of a game for the host: its session, its players, and the text that describes it."""

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from riotsim.errors import RiotsimError
from riotsim.play.narration import Offer, Turn
from riotsim.play.requests import PlayerId, Request
from riotsim.play.session.session import Session
from riotsim.replay.recording import Seat
from riotsim.table.acts import Act, Drag, Frame, Settled
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.state import Table
from riotsim.viewer.session.messages import GameStatus, Line, Prompt

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)

Bot: TypeAlias = Callable[[Request[object], Session[S]], object]
"""A function that answers a request. It reads the session and never changes it."""


class GameNarrator(Protocol[S]):
    """A game's text: the log, prompts, offers and status. It may keep state; after an undo a new one is made."""

    def turn(self, state: S) -> Turn:
        """Return the turn that a state belongs to."""

    def lines(self, events: Iterable[object]) -> Iterable[Line]:
        """Return the log lines that these events complete.

        Args:
            events: All events since the last call. The events of one act are never split over two calls.
        """

    def unfinished_line(self) -> Line | None:
        """Return the line that is not complete yet, or None."""

    def prompt(self, request: Request[object], session: Session[S]) -> Prompt:
        """Return the prompt of a request: the question and its reason."""

    def offers(self, request: Request[object], session: Session[S]) -> tuple[Offer, ...]:
        """Return the possible answers and their effects; empty if a gesture decides."""

    def incoming_pieces(self, request: Request[object], session: Session[S]) -> Mapping[PieceId, Piece]:
        """Return pieces that a request names and that are not on the table yet."""

    def status(self, session: Session[S], now: float) -> GameStatus:
        """Return the status of the game, without the dice counts.

        Args:
            session: The game.
            now: Seconds of play.
        """

    def final_lines(self, session: Session[S]) -> Iterable[Line]:
        """Return the lines that report the end of the game."""


class LiveCarry(Protocol):
    """A carry that is simulated while the player drags. It settles exactly as the finished act does."""

    @property
    def frame(self) -> Frame:
        """The current poses of the moving pieces."""

    @property
    def fell(self) -> bool:
        """Return whether the dragged tower has fallen."""

    def send(self, sample: tuple[int, float]) -> Frame:
        """Advance to a sample: ticks since the start, and mm along the line."""

    def finish(self) -> Drag:
        """Finish the drag and return it as an answer."""

    def close(self) -> None:
        """Cancel the drag."""


@dataclass(frozen=True, slots=True)
class HostedGame(Generic[S]):
    """An open game, ready to be driven."""

    session: Session[S]
    title: str
    seats: tuple[Seat, ...]
    """The seats in turn order."""
    models: Mapping[PieceId, PlayerId]
    """The owner of each model."""
    bots: Mapping[PlayerId, Bot[S]]
    """The players who are bots. All others are people."""
    narrator: Callable[[], GameNarrator[S]]
    """A function that makes a narrator for the game from its start."""
    game: str = ""
    """The game's id in the store, or empty."""
    live_carry: Callable[[Table, Act, int], LiveCarry] | None = None
    """Starts a carry that is simulated while it is dragged. None if the game has nothing to drag."""
    sandbox: bool = False
    """True if everything may be undone."""
    read_only: bool = False
    """True if the game is only shown and can't be changed."""

    @property
    def persons(self) -> frozenset[PlayerId]:
        """The players who are people."""
        return frozenset(seat.name for seat in self.seats) - self.bots.keys()


ShowAct: TypeAlias = Callable[[Table, Act, Generator[Frame, None, Settled]], Settled]
"""A function that shows an act while it is performed on a table. It consumes the frames and returns the settled table.

There are `FRAMES_PER_SECOND` frames. If the act starts over, its ticks start over too, and the trace is that of the
last attempt.
"""

Notify: TypeAlias = Callable[[str], None]
"""A function that shows the player a message that is not about the game, such as that the disk is full."""

Opening: TypeAlias = Callable[[ShowAct, Notify], AbstractContextManager[HostedGame[Any]]]
"""A context manager that opens a game, given where to show acts and messages. It must be picklable."""


class Unplayable(RiotsimError):
    """The error that a game can't be opened or continued. The message tells the player why."""
