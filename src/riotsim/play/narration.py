"""A game in words: turns, the reasons for requests, the answers on offer, lines about events, and final scores.

All of these are plain data and text, which the terminal, the window and replays show.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from riotsim.play.displays import ShownCheck, ShownStrike
from riotsim.play.markup import NameSpan, escape_markup, name_spans, strip_markup, without_first
from riotsim.play.requests import PlayerId
from riotsim.play.scenarios.expected_events import plain_sentence
from riotsim.table.dice.signs import Sign
from riotsim.table.geometry.plan import Footprint
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table

Lasting: TypeAlias = Literal["", "turn", "rest"]
"""The duration of an answer.

- Empty: only for the request that it answers.
- `turn`: until the turn ends.
- `rest`: until the player next answers a request in person.
"""


@dataclass(frozen=True, slots=True)
class PlacedSign:
    """A sign that windows draw on the table to show an offered answer. It would be on top of a die after the answer."""

    at: Point
    """The place on the table (mm)."""
    sign: Sign
    """The sign, such as that of the die's new top face."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer that a player may give, with the data to show it and its effect in windows."""

    answer: object
    """The answer."""
    text: str
    """A description in the game's words, short enough for a button."""
    about: str = field(default="", kw_only=True)
    """The consequence of the answer, for the tooltip of its button; empty if the button has no tooltip."""
    piece: PieceId | None = None
    """The piece that the player clicks to give this answer; None if no piece stands for it."""
    path: tuple[Point, ...] = ()
    """Points of the path that a model's centre or a shot takes (mm); empty if nothing moves."""
    width: float = 0.0
    """Width of the moving piece at right angles to the path (mm); 0 if the path is drawn as a thin line."""
    touches: tuple[PieceId, ...] = ()
    """The pieces that the path touches, and the pieces that the answer would harm."""
    area: Footprint | None = None
    """The area of the table that the player clicks to give this answer, such as a square.

    None if the answer isn't given by a click on an area.
    """
    signs: tuple[PlacedSign, ...] = ()
    """The signs on top of dice after the answer, or possibly after further answers.

    If the offer has an area, its signs are always drawn. Otherwise they are drawn while the offer is highlighted.
    """
    check: ShownCheck | None = None
    """The check that the answer would lead to; None if there is no such check."""
    group: str = ""
    """The common heading of the variants of one choice; empty if the offer is no variant.

    For example, the possible lines of a bullet are variants. The variants of a choice have the same `piece`. They
    follow one another, and the most usual variant comes first.
    """
    confirm: str = ""
    """A warning that the player must confirm before the answer is given; empty if no warning is needed.

    An answer has a warning if it ends the game for the player.
    """
    lasts: Lasting = ""
    """The duration of the answer. Meanwhile the window answers later requests with the same purpose by itself.

    If such a request also has an offer with `lasts`, the window gives the answer of that offer.
    """
    parts: tuple[PieceId, ...] = ()
    """Other pieces that the player may click instead of `piece`, such as the lower dice of a tower."""
    turns: tuple[PieceId, ...] = ()
    """The pieces that the answer would turn on the spot. A click on such a piece gives no answer."""
    moves: PieceId | None = None
    """The piece that the player may drag onto `area` to give this answer; None if there is no piece to drag."""
    picks_place: bool = False
    """True if a click on `area` also answers the next request. That request asks for a place in the area."""


S_contra = TypeVar("S_contra", contravariant=True)

ACTION_INDENT, DETAIL_INDENT = "    ", "      "
"""Spaces at the beginning of a line: of a line about an action, and of a line about a consequence of an action."""

SCORE_GROUP, TOWER_GROUP = "score", "towers"
"""Names of two groups of rows in the standings: scores, and heights of towers. Windows show each in its own place."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a game, or its set-up."""

    number: int
    """Number of the turn, from 1; 0 for the set-up."""
    player: PlayerId | None
    """The player whose turn it is; None if all players act in it."""
    turn_word: str = "turn"
    """The game's word for a turn, such as `round` if all players act in it."""
    custom_title: str = ""
    """A title for the turn; empty if the turn has the default title, such as `Turn 3: Ada`."""

    @property
    def title(self) -> str:
        """Title of the turn, such as `Turn 3: Ada`, `Round 2` or `Set-up`."""
        if self.custom_title or not self.number:
            return self.custom_title or "Set-up"
        number = f"{self.turn_word.capitalize()} {self.number}"
        return number if self.player is None else f"{number}: {self.player}"


class Reason(NamedTuple):
    """The reason why a request is made, in words."""

    title: str
    """A short title, such as `Aim the throw`."""
    text: str
    """An explanation of one or two sentences."""
    clause: str
    """Id of the clause of the rules that requires the decision, as on the game's page under `docs/games`.

    Empty if no clause requires it.
    """
    is_fight: bool = False
    """True if two players choose secretly among the same options, and both choices are revealed at once."""
    tells_check: bool = False
    """True if `text` only names the check of the thrown dice. A window that shows the check doesn't show `text`."""


@dataclass(frozen=True, slots=True)
class TurnHeader:
    """The lines above a turn in a terminal, in markup."""

    players: tuple[str, ...]
    """The standing of each player as text, in turn order."""
    more: tuple[str, ...] = ()
    """Further texts, such as the time left."""


@dataclass(frozen=True, slots=True)
class FinalScore:
    """The final score of a game."""

    winners: tuple[PlayerId, ...]
    """The winners. There are several after a draw, and none if nobody has won."""
    heading: str
    """The word for what the scores count, such as `loot`."""
    figures: tuple[tuple[PlayerId, int], ...]
    """Each player with the player's score, in turn order."""
    unfinished: str = ""
    """A sentence with the reason for stopping the game early; empty if the game came to its end."""
    other_figures: tuple[tuple[str, int], ...] = ()
    """Other numbers about the game as a whole, each with its name."""
    reason: str = ""
    """The reason for the game's end: a sentence with the id of the clause. Empty if the scores show the reason."""
    turns: int = field(kw_only=True)
    """Number of turns, or of rounds, that were played; the set-up does not count."""


class TurnStart(NamedTuple):
    """The start of a turn."""

    player: PlayerId | None
    """The player whose turn it is; None if all players act in it."""
    pieces: tuple[PieceId, ...] = ()
    """The pieces of the turn, such as the activated model."""
    custom_title: str = ""
    """A title for the turn; empty if the turn has the default title, such as `Turn 3: Ada`."""
    number: int = 0
    """Number of the turn. 0 means the next number: one more than that of the turn before."""


class EventFormatter(Protocol[S_contra]):
    """An object that puts a game's events into words, as lines in markup (`play/markup.py`).

    - A formatter gets every event once, and may remember events.
    - A formatter may keep a line back while later events can still extend the line. By default it keeps no line back.
    - A line is indented by `ACTION_INDENT`, by `DETAIL_INDENT`, or not at all.
    """

    def opening_line(self, state: S_contra) -> str:
        """Return a line for the beginning of the game, for example about each player's pieces. It may be empty."""

    def turn_header(self, state: S_contra, table: Table) -> TurnHeader:
        """Return the texts above a turn. `state` and `table` must be from the start of the turn."""

    def reorder(self, events: Iterable[object]) -> Iterable[object]:
        """Return events in the best order for telling them; by default in the given order.

        `events` has all events of one or more acts. The events of an act must stay before those of later acts.
        """
        return events

    def turn_start(self, event: object) -> TurnStart | None:
        """Return the start of a turn if an event begins a turn, else None."""

    def pieces(self, event: object) -> Iterable[PieceId]:
        """Return the pieces that an event names."""

    def strike(self, event: object) -> ShownStrike | None:
        """Return the strike that windows briefly show for an event such as an attack; None if they show none."""
        return None

    def format(self, event: object) -> Iterable[str]:
        """Return the lines that are complete after an event.

        If a later event may extend a line, the line is kept back. A later call of `format` or `flush` returns this line
        before any other line.
        """

    @property
    def pending_line(self) -> str:
        """The waiting line, which a later event may extend; empty if there is none."""
        return ""

    def flush(self) -> Iterable[str]:
        """Return the waiting line, if there is one, and forget it."""
        return ()

    def sentence(self, event: object) -> str:
        """Return a sentence about one event, as plain text on one line. Other events don't affect the sentence."""


class PlainFormatter(EventFormatter[object]):
    """A formatter for events of any game. It writes the name and the fields of each event."""

    def opening_line(self, state: object) -> str:
        """Return an empty string, because there is no line for the beginning of the game."""
        return ""

    def turn_header(self, state: object, table: Table) -> TurnHeader:
        """Return an empty header."""
        return TurnHeader(())

    def turn_start(self, event: object) -> None:
        """Return None, because this formatter can't recognize the start of a turn."""

    def pieces(self, event: object) -> Iterable[PieceId]:
        """Return no pieces."""
        return ()

    def format(self, event: object) -> Iterable[str]:
        """Return one line with the event's name and fields."""
        return (escape_markup(plain_sentence(event)),)

    def sentence(self, event: object) -> str:
        """Return an event's name and fields as plain text."""
        return plain_sentence(event)


@dataclass(frozen=True, slots=True)
class NarratedLine:
    """A line of a game's narration, for the terminal, the window and replays."""

    markup: str
    """The line in markup, with its indent."""
    pieces: tuple[PieceId, ...] = ()
    """The pieces that the line is about. Some of them may no longer be on the table."""
    strike: ShownStrike | None = None
    """The attack, outcome of an attack, or fall of a tower that the line tells; None if it tells something else."""

    @property
    def is_detail(self) -> bool:
        """True if the line tells a detail of the line before it."""
        return self.markup.startswith(DETAIL_INDENT)

    @property
    def text(self) -> str:
        """The line as plain text, without `ACTION_INDENT` at its beginning.

        If the line is indented further, the rest of its indent stays. Spaces at its end are removed.
        """
        return strip_markup(self.markup).removeprefix(ACTION_INDENT).rstrip()

    @property
    def names(self) -> tuple[NameSpan, ...]:
        """The parts of `text` that name a player or a player's piece."""
        indent = len(ACTION_INDENT) if strip_markup(self.markup).startswith(ACTION_INDENT) else 0
        return without_first(indent, name_spans(self.markup))


def _one_turn(_state: Any) -> Turn:
    return Turn(0, None)


def _no_scores(_state: Any, _table: Table) -> Mapping[PlayerId, int]:
    return {}


class Narration:
    """The narration of one game, which turns events into lines.

    The terminal, the window and replays take their text from a narration. If a game begins again, make a new narration.
    """

    def __init__(
        self,
        formatter: EventFormatter[Any] | None = None,
        turn: Callable[[Any], Turn] = _one_turn,
        scores: Callable[[Any, Table], Mapping[PlayerId, int]] = _no_scores,
    ) -> None:
        """Initialize a narration.

        Args:
            formatter: The game's formatter. By default, each event gives a line with its name and its fields.
            turn: Function that takes a game's state and returns the present turn. By default, it returns the set-up.
            scores: Function that takes a game's state and table, and returns each player's score. By default, it
                returns no scores.
        """
        self.formatter: EventFormatter[Any] = PlainFormatter() if formatter is None else formatter
        self.turn = turn
        self.scores = scores
        self._about: dict[PieceId, None] = {}

    def narrate(self, events: Iterable[object]) -> Iterator[NarratedLine]:
        """Yield the lines that are complete after some events.

        Args:
            events: All events since the last call. The events of one act must come in the same call.
        """
        for event in self.formatter.reorder(events):
            yield from self._format_lines(event)

    def narrate_turns(self, events: Iterable[object]) -> Iterator[NarratedLine | TurnStart]:
        """Yield lines as `narrate` does, and also the start of each turn.

        Before the start of a turn, yield all lines of the turn before it, even an incomplete line.
        """
        for event in self.formatter.reorder(events):
            start = self.formatter.turn_start(event)
            if start is not None:
                yield from self.flush()
                yield start
            yield from self._format_lines(event)

    @property
    def pending_line(self) -> NarratedLine | None:
        """The incomplete line, which a later event may extend; None if there is no such line."""
        markup = self.formatter.pending_line
        return NarratedLine(markup, tuple(self._about)) if markup else None

    def flush(self) -> list[NarratedLine]:
        """Return the incomplete line as it is, and forget it. Return an empty list if there is no such line."""
        about, self._about = tuple(self._about), {}
        return [NarratedLine(line, about) for line in self.formatter.flush()]

    def sentence(self, event: object) -> str:
        """Return a sentence about one event, as plain text on one line. Other events don't affect the sentence."""
        return self.formatter.sentence(event)

    def _format_lines(self, event: object) -> list[NarratedLine]:
        pending = self.formatter.pending_line
        lines = [*self.formatter.format(event)]
        named = dict.fromkeys(self.formatter.pieces(event))
        found = []
        for number, line in enumerate(lines):
            # If a line was kept back, the first line told is that one. It is about earlier events.
            if number or not pending:
                self._about.update(named)
            found.append(NarratedLine(line, tuple(self._about)))
            self._about = {}
        if self.formatter.pending_line != ("" if lines else pending):
            self._about.update(named)
        if found and (strike := self.formatter.strike(event)) is not None:
            found[-1] = replace(found[-1], strike=strike)
        return found
