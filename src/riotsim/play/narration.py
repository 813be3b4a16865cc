"""How a game is told: whose turn it is, why somebody is asked, its events in lines, and how it stands.

All of it is plain data and text. Terminal, window and replay set it each in their own way.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from riotsim.play.offers import Reach
from riotsim.play.requests import PlayerId
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

S_contra = TypeVar("S_contra", contravariant=True)

DEED, DETAIL = "    ", "      "
"""Indents of a line that tells what somebody does, and of what comes of it."""

SCORE, TOWERS = "score", "towers"
"""Groups of rows that windows have a place for: what a boss has of what counts, and how high towers are."""

Alert: TypeAlias = Literal["", "tall", "danger"]
"""How much a figure is one to look at."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a game."""

    number: int
    """From 1; 0 is the set-up."""
    player: PlayerId | None
    """Whose it is; None where it is everybody's."""
    called: str = "turn"
    """What the game calls it: a `round`, if all play in it."""
    head: str = ""
    """What stands over it, where it is none like the others."""

    @property
    def title(self) -> str:
        """What stands over it: `Turn 3: Ada`, `Round 2`, or `Set-up`."""
        if self.head:
            return self.head
        if not self.number:
            return "Set-up"
        number = f"{self.called.capitalize()} {self.number}"
        return number if self.player is None else f"{number}: {self.player}"


class Reason(NamedTuple):
    """What is asked, and why."""

    title: str
    """A few words, such as `Aim the throw`."""
    text: str
    """One or two sentences."""
    clause: str
    """Its id in the game's page under docs/games; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game."""

    left: float
    """Seconds left when the message was sent; below 0 if time is up."""
    running: bool = False
    """Whether it runs on while a person thinks; else it only changes from message to message."""


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of how the game stands, for a panel."""

    group: str
    """What it stands under, such as `score` or `towers`: rows of a group follow each other."""
    label: str
    """Such as a boss's or a model's name."""
    text: str
    """The figure as it is read, such as `3` or `lying`."""
    value: float | None = None
    """The figure itself, where it is one."""
    player: PlayerId | None = None
    """Whose it is."""
    pieces: tuple[PieceId, ...] = ()
    """What it is about."""
    worry: Alert = ""
    """Whether it is one to look at."""


@dataclass(frozen=True, slots=True)
class GameStatus:
    """How a game stands, for panels."""

    rows: tuple[Row, ...] = ()
    """Its figures, but for what the dice have come to."""
    clock: Clock | None = None
    reaches: Mapping[PieceId, tuple[Reach, ...]] = field(default_factory=dict)
    """How far models reach; those that reach nothing are left out."""
    acting: PieceId | None = None
    """The model whose go it is."""


@dataclass(frozen=True, slots=True)
class TurnHeader:
    """What stands over a turn in a terminal, in markup."""

    players: tuple[str, ...]
    """How each stands, in turn order."""
    more: tuple[str, ...] = ()
    """What else there is to know, such as the clock."""


@dataclass(frozen=True, slots=True)
class FinalScore:
    """How a game has ended."""

    winners: tuple[PlayerId, ...]
    """Several of them have drawn."""
    heading: str
    """What the figures count, such as `loot`."""
    figures: tuple[tuple[PlayerId, int], ...]
    """What each boss has, in turn order."""
    unfinished: str = ""
    """A sentence that says why nobody has won; empty if the game came to its end."""
    besides: tuple[tuple[str, int], ...] = ()
    """Other figures of the game as a whole, for those who evaluate games."""


class TurnStart(NamedTuple):
    """An event begins a turn."""

    player: PlayerId | None
    """Whose; None where it is everybody's."""
    pieces: tuple[PieceId, ...] = ()
    """What it is about."""
    head: str = ""
    """What stands over it, where it is none like the others."""


class EventFormatter(Protocol[S_contra]):
    """Puts the events of a game into lines, in markup (`marking.py`). It may remember what it has told.

    A line's indent is `DEED`, `DETAIL` or none.
    """

    def opening(self, state: S_contra) -> str:
        """Give a line for the beginning that says what is whose; empty if there is nothing to say."""

    def head(self, state: S_contra, table: Table) -> TurnHeader:
        """Say how the bosses stand at the start of a turn."""

    def in_order(self, events: Iterable[object]) -> Iterable[object]:
        """Put what came of one act into the order in which it is best told."""

    def begins(self, event: object) -> TurnStart | None:
        """Say whose turn an event begins; None if it begins none."""

    def about(self, event: object) -> Iterable[PieceId]:
        """Give the pieces that an event names."""

    def tell(self, events: Iterable[object]) -> Iterator[str]:
        """Give the lines that are complete once these events have happened; one that may still grow is kept."""

    @property
    def so_far(self) -> str:
        """The line that is kept, as it is now; empty if there is none."""

    def rest(self) -> Iterator[str]:
        """Give the line that was kept, if there is one, and keep it no longer."""

    def sentence(self, event: object) -> str:
        """Say one event by itself, in plain text on one line."""
