"""What a host is handed of a game: its session, who plays, and the words for it. Whoever wires a game makes one."""

from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from riotsim.errors import RiotsimError
from riotsim.play.narration import Turn
from riotsim.play.offers import Offer
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
"""Answers a request by itself; it looks at the session, and never changes it."""


class GameNarrator(Protocol[S]):
    """How a game is put into words. It may remember what it has told; after an undo a new one is made."""

    def turn(self, state: S) -> Turn:
        """Give the turn that a state is in."""

    def lines(self, events: Iterable[object]) -> Iterable[Line]:
        """Give the lines that are complete once these events have happened: all since the last call, and no part of
        what comes of one act is missing. A line that may still grow is kept.
        """

    def unfinished_line(self) -> Line | None:
        """Give the line that is kept, as it is now."""

    def prompt(self, request: Request[object], session: Session[S]) -> Prompt:
        """Say what is asked, and why."""

    def offers(self, request: Request[object], session: Session[S]) -> tuple[Offer, ...]:
        """Give what the answers to a request would do; none where a hand decides."""

    def incoming_pieces(self, request: Request[object], session: Session[S]) -> Mapping[PieceId, Piece]:
        """Give the pieces that a request speaks of and that are not on the table yet."""

    def status(self, session: Session[S], now: float) -> GameStatus:
        """Say how the game stands at `now` (seconds of play), but for what the dice have come to."""

    def final_lines(self, session: Session[S]) -> Iterable[Line]:
        """Say how the game ended."""


class LiveCarry(Protocol):
    """A drag under way: it settles exactly as the act does that is made of it."""

    @property
    def frame(self) -> Frame:
        """Where everything is."""

    @property
    def fell(self) -> bool:
        """Whether what is dragged has come down."""

    def send(self, sample: tuple[int, float]) -> Frame:
        """Go on to a sample: ticks since the start, mm along the line."""

    def done(self) -> Drag:
        """Let go; gives what the answer is."""

    def close(self) -> None:
        """Leave it."""


@dataclass(frozen=True, slots=True)
class HostedGame(Generic[S]):
    """A game that is open, ready to be driven."""

    session: Session[S]
    title: str
    seats: tuple[Seat, ...]
    """In turn order."""
    models: Mapping[PieceId, PlayerId]
    """Whose the models are."""
    bots: Mapping[PlayerId, Bot[S]]
    """Who plays by itself; everybody else is a person."""
    narrator: Callable[[], GameNarrator[S]]
    """Makes the words for the game from its beginning on."""
    game: str = ""
    """What it is called where it is stored."""
    live_carry: Callable[[Table, Act, int], LiveCarry] | None = None
    """Begins a drag that is performed while it is made; None where nothing can be dragged."""
    sandbox: bool = False
    """Whether everything may be undone."""
    read_only: bool = False
    """Whether it is only looked at: nothing in it can be changed."""

    @property
    def persons(self) -> frozenset[PlayerId]:
        """Who is asked."""
        return frozenset(seat.name for seat in self.seats) - self.bots.keys()


ShowAct: TypeAlias = Callable[[Table, Act, Generator[Frame, None, Settled]], Settled]
"""Shows an act that is performed step by step on a table: drains the frames, and gives what settled with its trace.

The frames come `FRAMES_HZ` times a second. Where the act begins anew, its ticks do too, and the trace has the last go.
"""

Notify: TypeAlias = Callable[[str], None]
"""Tells the one who plays something that is not about the game, such as that the disk is full."""

Opening: TypeAlias = Callable[[ShowAct, Notify], AbstractContextManager[HostedGame[Any]]]
"""Opens a game, whose acts are to be shown; the game is left with the context. It has to be picklable."""


class Unplayable(RiotsimError):
    """A game can't be opened, or can't go on; the text says why, for the one who plays."""
