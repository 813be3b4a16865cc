"""A game in words: turns, the reasons of requests, events as lines, and the standings.

All of it is plain data and text, which terminal, window and replay each present in their own way.
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
"""Indents of a line about an action, and of a line about its consequence."""

SCORE, TOWERS = "score", "towers"
"""Groups of rows for which windows have a place: scores, and heights of towers."""

Alert: TypeAlias = Literal["", "tall", "danger"]
"""Emphasis of a figure."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a game."""

    number: int
    """Its number, from 1; 0 is the set-up."""
    player: PlayerId | None
    """The player whose turn it is; None for everybody's."""
    called: str = "turn"
    """The game's word for it, such as `round` if all play in it."""
    head: str = ""
    """Its title, where it isn't the usual one."""

    @property
    def title(self) -> str:
        """Its title: `Turn 3: Ada`, `Round 2`, or `Set-up`."""
        if self.head:
            return self.head
        if not self.number:
            return "Set-up"
        number = f"{self.called.capitalize()} {self.number}"
        return number if self.player is None else f"{number}: {self.player}"


class Reason(NamedTuple):
    """The reason of a request, in words."""

    title: str
    """A few words, such as `Aim the throw`."""
    text: str
    """One or two sentences."""
    clause: str
    """The id of its clause in the game's page under docs/games; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game."""

    left: float
    """Seconds left when the message was sent; negative if time is up."""
    running: bool = False
    """Whether it runs while a person thinks; otherwise it changes only from message to message."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of the standings, for a panel."""

    group: str
    """The group it belongs to, such as `score` or `towers`. Rows of a group follow each other."""
    label: str
    """Its label, such as the name of a player or a model."""
    text: str
    """The figure as text, such as `3` or `lying`."""
    value: float | None = None
    """The figure itself, if it is a number."""
    player: PlayerId | None = None
    """The player it belongs to."""
    pieces: tuple[PieceId, ...] = ()
    """The pieces it is about."""
    worry: Alert = ""
    """How much it is emphasized."""


@dataclass(frozen=True, slots=True)
class GameStatus:
    """The standings of a game, for panels."""

    rows: tuple[Row, ...] = ()
    """Its figures, without the faces of dice."""
    clock: Clock | None = None
    reaches: Mapping[PieceId, tuple[Reach, ...]] = field(default_factory=dict)
    """The reach of each model; models without a reach are left out."""
    acting: PieceId | None = None
    """The model that acts."""


@dataclass(frozen=True, slots=True)
class TurnHeader:
    """The header of a turn in a terminal, in markup."""

    players: tuple[str, ...]
    """The standing of each player, in turn order."""
    more: tuple[str, ...] = ()
    """Further information, such as the clock."""


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The final score of a game."""

    winners: tuple[PlayerId, ...]
    """The winners; several have drawn."""
    heading: str
    """What the figures count, such as `loot`."""
    figures: tuple[tuple[PlayerId, int], ...]
    """The figure of each player, in turn order."""
    unfinished: str = ""
    """A sentence with the reason why nobody has won; empty if the game came to its end."""
    besides: tuple[tuple[str, int], ...] = ()
    """Other figures of the game as a whole, for evaluation."""


class TurnStart(NamedTuple):
    """The start of a turn, as an event marks it."""

    player: PlayerId | None
    """The player whose turn it is; None for everybody's."""
    pieces: tuple[PieceId, ...] = ()
    """The pieces it is about."""
    head: str = ""
    """Its title, where it isn't the usual one."""


class EventFormatter(Protocol[S_contra]):
    """A formatter of a game's events as lines of markup (`markup.py`). It may keep state between calls.

    The indent of a line is `DEED`, `DETAIL` or none.
    """

    def opening(self, state: S_contra) -> str:
        """Return a first line that says which models are whose; empty if there is nothing to say."""

    def head(self, state: S_contra, table: Table) -> TurnHeader:
        """Return the header of a turn, with the players' standings."""

    def in_order(self, events: Iterable[object]) -> Iterable[object]:
        """Return the events of one act in the order in which they read best."""

    def begins(self, event: object) -> TurnStart | None:
        """Return the turn that an event starts; None if it starts none."""

    def about(self, event: object) -> Iterable[PieceId]:
        """Return the pieces that an event names."""

    def tell(self, events: Iterable[object]) -> Iterator[str]:
        """Yield the lines that these events complete. A line that may still grow is kept."""

    @property
    def so_far(self) -> str:
        """The kept line as it is now; empty if there is none."""

    def rest(self) -> Iterator[str]:
        """Yield the kept line, if there is one, and keep it no longer."""

    def sentence(self, event: object) -> str:
        """Return one event as a sentence of plain text."""
