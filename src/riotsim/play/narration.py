"""A game in words: turns, the reasons of requests, offers, events as lines, standings, and descriptions of pieces.

All of it is plain data and text, which terminal, window and replay present.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from riotsim.play.markup import escape_markup, strip_markup
from riotsim.play.requests import PlayerId
from riotsim.play.scenarios.expected_events import plain_sentence
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer and its effect on the table."""

    answer: object
    """The answer."""
    text: str
    """A description in the game's words, short enough for a button."""
    piece: PieceId | None = None
    """The piece to click for this answer; None if there is none."""
    path: tuple[Point, ...] = ()
    """The path of the moving model's centre or bullet (mm). Empty if nothing moves."""
    width: float = 0.0
    """The width of the path (mm); 0 for a line."""
    touches: tuple[PieceId, ...] = ()
    """The pieces that the path touches."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The reach of a model from its place, drawn as a circle around it."""

    text: str
    """A description in the game's words; empty if the circle is enough."""
    mm: float
    """Distance from the edge of the model's base (mm)."""


S_contra = TypeVar("S_contra", contravariant=True)

ACTION_INDENT, DETAIL_INDENT = "    ", "      "
"""Indents of a line about an action, and of a line about its consequence."""

SCORE_GROUP, TOWER_GROUP = "score", "towers"
"""Groups of rows with a place of their own in windows: scores, and heights of towers."""

Alert: TypeAlias = Literal["", "tall", "danger"]
"""Emphasis of a figure."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a game."""

    number: int
    """Number of the turn, from 1; 0 for the set-up."""
    player: PlayerId | None
    """The player whose turn it is; None if it is everybody's."""
    turn_word: str = "turn"
    """The game's word for a turn, such as `round` if all players act in it."""
    custom_title: str = ""
    """Title of the turn, if it differs from the default."""

    @property
    def title(self) -> str:
        """Title of the turn, such as `Turn 3: Ada`, `Round 2` or `Set-up`."""
        if self.custom_title:
            return self.custom_title
        if not self.number:
            return "Set-up"
        number = f"{self.turn_word.capitalize()} {self.number}"
        return number if self.player is None else f"{number}: {self.player}"


class Reason(NamedTuple):
    """The reason of a request, in words."""

    title: str
    """A few words, such as `Aim the throw`."""
    text: str
    """One or two sentences."""
    clause: str
    """Id of the clause in the game's page under docs/games; empty if there is none."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of a game."""

    left: float
    """Time left when this clock was made (s); negative if time is up."""
    running: bool = False
    """True if the clock runs while a person thinks; otherwise it changes only between messages."""


@dataclass(frozen=True, slots=True)
class Row:
    """One figure of the standings, for a panel."""

    group: str
    """The group of the row, such as `score` or `towers`. Rows of a group follow each other."""
    label: str
    """Label of the row, such as the name of a player or a model."""
    text: str
    """The figure as text, such as `3` or `lying`."""
    value: float | None = None
    """The figure itself, if it is a number."""
    player: PlayerId | None = None
    """The player that the row belongs to."""
    pieces: tuple[PieceId, ...] = ()
    """The pieces that the row is about."""


@dataclass(frozen=True, slots=True)
class PieceMark:
    """A temporary state of a piece that players should notice, such as a tower that is about to fall."""

    text: str
    """A few words that describe the state."""
    alert: Alert = ""
    """Emphasis of the mark."""


@dataclass(frozen=True, slots=True)
class DataSheet:
    """The data sheet of a piece: facts that can't be seen on the table."""

    title: str
    """The name of the piece for players."""
    lines: tuple[str, ...] = ()
    """Characteristics of the piece, such as its kind and its weapons."""


@dataclass(frozen=True, slots=True)
class GameStatus:
    """The standings of a game, for panels."""

    rows: tuple[Row, ...] = ()
    """Rows of the standings, without the faces of dice."""
    clock: Clock | None = None
    reaches: Mapping[PieceId, tuple[Reach, ...]] = field(default_factory=dict)
    """The reach of each model; models without a reach are left out."""
    acting: PieceId | None = None
    """The model that is acting."""


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
    """The winners; several if the game is a draw."""
    heading: str
    """The word for the figures, such as `loot`."""
    figures: tuple[tuple[PlayerId, int], ...]
    """The figure of each player, in turn order."""
    unfinished: str = ""
    """The reason why nobody has won; empty if the game came to its end."""
    other_figures: tuple[tuple[str, int], ...] = ()
    """Other figures of the game as a whole, for evaluation."""


class TurnStart(NamedTuple):
    """The start of a turn, as marked by an event."""

    player: PlayerId | None
    """The player whose turn it is; None if it is everybody's."""
    pieces: tuple[PieceId, ...] = ()
    """The pieces that the turn is about."""
    custom_title: str = ""
    """Title of the turn, if it differs from the default."""


class EventFormatter(Protocol[S_contra]):
    """A game's wording of its events, one line at a time, in markup (`play/markup.py`).

    A formatter may remember what it has formatted: `Narration` gives it every event once, in order. Each line is
    indented by `ACTION_INDENT`, by `DETAIL_INDENT`, or not at all.
    """

    def opening_line(self, state: S_contra) -> str:
        """Return a line for the beginning of the game, such as who has which pieces, or an empty string."""

    def turn_header(self, state: S_contra, table: Table) -> TurnHeader:
        """Return the header of a turn: the standing of each player at its start."""

    def reorder(self, events: Iterable[object]) -> Iterable[object]:
        """Return the events of one act in the best order for narration."""

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the turn that an event begins, or None."""

    def pieces(self, event: object) -> Iterable[PieceId]:
        """Return the pieces that an event names."""

    def format(self, event: object) -> Iterable[str]:
        """Return the lines that an event completes. The line that a later event may extend is kept back."""

    @property
    def pending_line(self) -> str:
        """The line that is kept back, as far as it goes; empty if there is none."""

    def flush(self) -> Iterable[str]:
        """Return the line that was kept back, if there is one, and forget it."""

    def sentence(self, event: object) -> str:
        """Return one event by itself, as plain text on one line."""


class PlainFormatter:
    """A formatter for any kind of event, which uses the event's name and fields."""

    def opening_line(self, state: object) -> str:
        """Return no line."""
        return ""

    def turn_header(self, state: object, table: Table) -> TurnHeader:
        """Return an empty header."""
        return TurnHeader(())

    def reorder(self, events: Iterable[object]) -> Iterable[object]:
        """Return the events unchanged."""
        return events

    def turn_start(self, event: object) -> None:
        """Return None, because no event begins a turn."""

    def pieces(self, event: object) -> Iterable[PieceId]:
        """Return no pieces."""
        return ()

    def format(self, event: object) -> Iterable[str]:
        """Return one line."""
        return (escape_markup(plain_sentence(event)),)

    @property
    def pending_line(self) -> str:
        """An empty string, because every line is complete."""
        return ""

    def flush(self) -> Iterable[str]:
        """Return no line."""
        return ()

    def sentence(self, event: object) -> str:
        """Return an event by its name and fields."""
        return plain_sentence(event)


@dataclass(frozen=True, slots=True)
class NarratedLine:
    """A line of a game's narration, as shown by terminal, window and replay."""

    markup: str
    """The line in markup, with its indent."""
    pieces: tuple[PieceId, ...] = ()
    """The pieces that the line is about; some may have left the table since."""

    @property
    def is_detail(self) -> bool:
        """True if the line is a detail of the preceding line."""
        return self.markup.startswith(DETAIL_INDENT)

    @property
    def text(self) -> str:
        """The plain text of the line. Only a detail begins with a space."""
        return strip_markup(self.markup).removeprefix(ACTION_INDENT).rstrip()


def _one_turn(_state: Any) -> Turn:
    return Turn(0, None)


def _no_scores(_state: Any, _table: Table) -> Mapping[PlayerId, int]:
    return {}


class Narration:
    """The narration of one game, which turns its events into lines. Terminal, window's log and replays all take their
    text from it. Its formatter remembers earlier events, so make a new narration to start again.
    """

    def __init__(
        self,
        formatter: EventFormatter[Any] | None = None,
        turn: Callable[[Any], Turn] = _one_turn,
        scores: Callable[[Any, Table], Mapping[PlayerId, int]] = _no_scores,
    ) -> None:
        """Make a narration.

        Args:
            formatter: The game's formatter; by default a line has an event's name and fields.
            turn: Function that returns the turn of a state; by default the game is one turn.
            scores: Function that returns each player's score; by default nobody has one.
        """
        self.formatter: EventFormatter[Any] = PlainFormatter() if formatter is None else formatter
        self.turn = turn
        self.scores = scores
        self._about: dict[PieceId, None] = {}

    def narrate(self, events: Iterable[object]) -> Iterator[NarratedLine]:
        """Yield the lines that the events complete.

        Args:
            events: All events since the last call. The events of one act are never split over two calls.
        """
        for event in self.formatter.reorder(events):
            yield from self._format_lines(event)

    def narrate_turns(self, events: Iterable[object]) -> Iterator[NarratedLine | TurnStart]:
        """Yield lines as `narrate` does, and the start of each turn. The line before a turn's start is complete."""
        for event in self.formatter.reorder(events):
            start = self.formatter.turn_start(event)
            if start is not None:
                yield from self.flush()
                yield start
            yield from self._format_lines(event)

    @property
    def pending_line(self) -> NarratedLine | None:
        """The line that a later event may extend, as far as it goes, or None."""
        markup = self.formatter.pending_line
        return NarratedLine(markup, tuple(self._about)) if markup else None

    def flush(self) -> list[NarratedLine]:
        """Return the line that was kept back, if there is one. No event can extend it any more."""
        return self._lines(self.formatter.flush())

    def sentence(self, event: object) -> str:
        """Return one event by itself, as plain text on one line."""
        return self.formatter.sentence(event)

    def _format_lines(self, event: object) -> list[NarratedLine]:
        before = self.formatter.pending_line
        lines = self._lines(self.formatter.format(event))
        if lines or self.formatter.pending_line != before:
            self._about.update(dict.fromkeys(self.formatter.pieces(event)))
        return lines

    def _lines(self, lines: Iterable[str]) -> list[NarratedLine]:
        found = []
        for line in lines:
            found.append(NarratedLine(line, tuple(self._about)))
            self._about = {}
        return found
