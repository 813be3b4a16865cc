"""A recorded game: its journal replayed once, with the tables, acts, events and log lines of each entry.

The rules run again over the journal, as when a game is resumed. Acts get their frames from stored traces, if there are
any. For acts that still have no frames, `restore_frames` simulates the acts again to get them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, TypeVar

from riotsim.play.displays import DataSheet, PieceMark, Roster, Row, ShownArea, ShownCheck, ShownStrike
from riotsim.play.markup import NameSpan
from riotsim.play.narration import SCORE_GROUP, NarratedLine, Narration, Turn
from riotsim.play.requests import PlayerId
from riotsim.play.session.journal import Acted, Entry
from riotsim.play.session.session import Checkpoint, Perform, Play, Rules, Session
from riotsim.table.acts import Act, Fact, Frame, Settled, TowerFell
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table

S = TypeVar("S")

SEATS: tuple[tuple[str, str], ...] = (
    ("#2d69b7", "●"),
    ("#d65e28", "▲"),
    ("#41c296", "■"),
    ("#dda2d3", "◆"),
)
"""Colour and symbol of each seat. The colours follow the palette of Okabe and Ito (2008), which colour-blind people can
tell apart. The symbols work without colours.
"""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of a game, with the colour and the symbol of the player's pieces."""

    name: PlayerId
    """Name of the player."""
    colour: str
    """Colour as #rrggbb."""
    symbol: str
    """Symbol, as one character."""
    about: str = ""
    """A short description of the player, such as the name of a bot."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a game's log."""

    text: str
    """The text of the line, without markup."""
    moment: int
    """Index of the moment when the line's events begin."""
    last_moment: int
    """Index of the moment when the text of the line last changed."""
    turn: Turn
    """The turn at the last wait of the rules for an answer or an act, before the line's events.

    The first events of a turn happen before the rules wait in that turn. So lines about them have the preceding turn.
    """
    pieces: tuple[PieceId, ...] = ()
    """Names of the pieces that the line mentions."""
    names: tuple[NameSpan, ...] = ()
    """The parts of `text` that name a player or a player's piece. Each part has the number of the player's seat."""
    strike: ShownStrike | None = None
    """The attack, the outcome of an attack, or the fall of a tower that the line tells; None for other lines."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of the journal, with everything that the rules did before the next entry.

    The first moment also has the events from before the first entry.
    """

    entry: int
    """Index of this journal entry in the `entries` that were given to `record`."""
    turn: Turn
    """The turn at the beginning of the moment."""
    before: Table
    """The table at the beginning of the moment. The moment's act, if any, is performed on this table."""
    after: Table
    """The table at the end of the moment. This is also the `before` of the next moment."""
    act: Act | None = None
    """The act that the entry records; None if the entry records a player's answer."""
    seed: int = 0
    """Seed of the act; 0 without an act."""
    settled: Settled | None = None
    """Outcome of the act, without its trace; None without an act."""
    frames: tuple[Frame, ...] = ()
    """Frames of the act; empty if none were kept."""
    events: tuple[object, ...] = ()
    """Events that the rules reported during the moment, in order."""
    sentences: tuple[str, ...] = ()
    """The events as sentences, one for each event."""
    rows: tuple[Row, ...] = ()
    """Rows of the standings at the end of the moment, such as the score of each player."""
    marks: Mapping[PieceId, tuple[PieceMark, ...]] = field(default_factory=dict)
    """Marks of pieces at the end of the moment, by the names of the pieces."""
    sheets: Mapping[PieceId, DataSheet] = field(default_factory=dict)
    """Data sheets of pieces at the end of the moment, by the names of the pieces."""
    rosters: Mapping[PlayerId, Roster] = field(default_factory=dict)
    """Companies at the end of the moment, by player."""
    checks: tuple[ShownCheck, ...] = ()
    """The checks to show at the end of the moment.

    These are the checks with dice on the table or in the next throw, and the earlier checks that led to them.
    """
    areas: tuple[ShownArea, ...] = ()
    """The areas of the table that have a meaning in the game, at the end of the moment."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Facts of the act's outcome; empty without an act."""
        return () if self.settled is None else self.settled.facts

    @property
    def tower_falls(self) -> tuple[TowerFell, ...]:
        """The falls of towers in this moment, in order."""
        return tuple(fact for fact in self.facts if isinstance(fact, TowerFell))

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables at the beginning of the moment, after its act (if there is one), and at the end of the moment."""
        return (self.before, self.after) if self.settled is None else (self.before, self.settled.table, self.after)


@dataclass(frozen=True, slots=True)
class Recording:
    """A recorded game, ready to be shown."""

    game: str
    """Name of the game, such as `riot_dice`."""
    title: str
    """Title of the replay."""
    seats: tuple[Seat, ...]
    """The players, in seat order."""
    models: Mapping[PieceId, PlayerId]
    """Owner of each model that was on the table at any time, by the model's name."""
    first_table: Table
    """The table at the beginning of the first moment."""
    moments: tuple[Moment, ...]
    """The moments, in order."""
    lines: tuple[Line, ...]
    """The lines of the log, in order."""
    notes: tuple[str, ...] = field(default=())
    """Lines under the title, such as the seed and the result of the game."""
    score_name: str = "score"
    """The word that stands beside the scores, such as `score`."""
    score_icon: str = "coins"
    """Name of the icon that stands beside the scores in the window."""
    first_rows: tuple[Row, ...] = ()
    """Rows of the standings at the beginning of the first moment."""
    result: tuple[str, ...] = ()
    """Lines about the result. The first line names the winner. Empty if the recording ends before the game is over."""

    @property
    def names(self) -> dict[PieceId, str]:
        """The displayed name of each model, by the model's id. Models without a data sheet are left out."""
        sheets = (moment.sheets for moment in self.moments)
        return {model: sheet.title for known in sheets for model, sheet in known.items() if model in self.models}

    def seat(self, player: PlayerId | None) -> Seat | None:
        """Return the seat of a player, or None if no seat has this player."""
        return next((seat for seat in self.seats if seat.name == player), None)

    def part(self, begin: int, end: int) -> "Recording":
        """Return a part of the recording as a recording of its own.

        Args:
            begin: Index of the part's first moment.
            end: Index after the part's last moment.

        Raises:
            ValueError: The part has no moments.
        """
        moments = self.moments[begin:end]
        if not moments:
            raise ValueError(f"there are moments 0 to {len(self.moments) - 1}, and none from {begin} to {end}")
        lines = tuple(
            replace(line, moment=max(line.moment - begin, 0), last_moment=min(line.last_moment, end - 1) - begin)
            for line in self.lines
            if line.last_moment >= begin and line.moment < end
        )
        rows = self.moments[begin - 1].rows if begin else self.first_rows
        result = self.result if moments[-1] is self.moments[-1] else ()
        return replace(
            self, first_table=moments[0].before, moments=moments, lines=lines, first_rows=rows, result=result
        )


def seats(players: Mapping[PlayerId, str], colours: Mapping[PlayerId, int] | None = None) -> tuple[Seat, ...]:
    """Return the seats of a game, with colours and symbols.

    Args:
        players: A mapping from each player's name to a short description of the player, in seat order.
        colours: Indices into `SEATS`, by player, for players who have chosen a colour. The other players get the colour
            of their seat.
    """
    chosen = colours or {}
    return tuple(
        Seat(name, *SEATS[chosen.get(name, place) % len(SEATS)], about=about)
        for place, (name, about) in enumerate(players.items())
    )


def _no_notes(_state: object, _table: Table) -> Mapping[PieceId, Any]:
    return {}


def _none(_state: object, _table: Table) -> tuple[Any, ...]:
    return ()


def _score_rows(narration: Narration, state: object, table: Table) -> Iterable[Row]:
    """Yield a row for the score of each player."""
    scores = narration.scores(state, table)
    return (Row(SCORE_GROUP, player, str(points), points, player) for player, points in scores.items())


def record(
    run: Rules[S],
    begin: Checkpoint[S],
    entries: Sequence[Entry],
    narration: Narration,
    *,
    game: str,
    title: str,
    players: Mapping[PlayerId, str],
    traces: Mapping[int, tuple[Frame, ...]] | None = None,
    notes: Sequence[str] = (),
    colours: Mapping[PlayerId, int] | None = None,
    score_name: str = "score",
    score_icon: str = "coins",
    rows: Callable[[S, Table], Iterable[Row]] | None = None,
    result: Sequence[str] = (),
    marks: Callable[[S, Table], Mapping[PieceId, tuple[PieceMark, ...]]] = _no_notes,
    sheets: Callable[[S, Table], Mapping[PieceId, DataSheet]] = _no_notes,
    rosters: Callable[[S, Table], Mapping[PlayerId, Roster]] = _no_notes,
    checks: Callable[[S, Table], tuple[ShownCheck, ...]] = _none,
    areas: Callable[[S, Table], tuple[ShownArea, ...]] = _none,
) -> Recording:
    """Replay a journal from a checkpoint, and return a recording of it.

    If the last act of the journal was never performed, the recording ends before that act. The functions `rows`,
    `marks`, `sheets`, `rosters`, `checks` and `areas` get the game's state and the table.

    Args:
        run: The rules, as a coroutine function.
        begin: Checkpoint before the first entry.
        entries: Entries of the journal since the checkpoint.
        narration: A new narration of the game.
        game: Name of the game.
        title: Title of the recording.
        players: A short description of each player, by name and in seat order.
        traces: Frames of acts, by the index of the act in `entries`. For an act that is missing in `traces`, the frames
            are those in the act's recorded outcome.
        notes: Lines under the title.
        colours: Indices into `SEATS`, by player, for players who have chosen a colour.
        score_name: The word that stands beside the scores.
        score_icon: Name of the icon that stands beside the scores in the window.
        rows: Function that returns the rows of the standings; None for one row per player, with the player's score.
        result: Lines about the result. The first line names the winner. Empty if the game isn't over.
        marks: Function that returns the marks of pieces.
        sheets: Function that returns the data sheets of pieces.
        rosters: Function that returns the players' companies.
        checks: Function that returns the checks to show.
        areas: Function that returns the areas of the table that have a meaning in the game.

    Raises:
        ReplayDiverged: The journal does not fit the rules.
    """
    complete = list(entries)
    while complete and isinstance(complete[-1], Acted) and complete[-1].settled is None:
        complete.pop()
    rows_of = partial(_score_rows, narration) if rows is None else rows
    recorder: _SnapshotRecorder[S] = _SnapshotRecorder(narration, rows_of, marks, sheets, rosters, checks, areas)
    with suppress(_NotPerformed):
        Session.resume(run, begin, complete, _perform_nothing, recorder.take_snapshot).close()
    snapshots = recorder.snapshots
    moments: list[Moment] = []
    for place, entry in enumerate(complete):
        now, then = snapshots[place], snapshots[place + 1]
        events, sentences = then.events, then.sentences
        if place == 0:  # what happened before anybody was asked
            events, sentences = now.events + events, now.sentences + sentences
        moment = Moment(
            place, now.turn, now.table, then.table, events=events, sentences=sentences, rows=then.rows,
            marks=then.marks, sheets=then.sheets, rosters=then.rosters, checks=then.checks, areas=then.areas,
        )  # fmt: skip
        if isinstance(entry, Acted):
            assert entry.settled is not None, "only the last one may be, and that was left out"
            frames = entry.settled.trace if traces is None else traces.get(place, entry.settled.trace)
            settled = replace(entry.settled, trace=())
            moment = replace(moment, act=entry.act, seed=entry.seed, settled=settled, frames=frames)
        moments.append(moment)
    tables = [table for moment in moments for table in moment.tables]
    models = {model.id: model.owner for table in tables for model in table.models.values()}
    return Recording(
        game,
        title,
        seats(players, colours),
        models,
        begin.table,
        tuple(moments),
        recorder.lines(len(moments)),
        tuple(notes),
        score_name,
        score_icon,
        snapshots[0].rows if snapshots else (),
        tuple(result),
    )


def restore_frames(recording: Recording, perform: Perform) -> Recording:
    """Return a recording with frames for all acts. Acts without frames are performed again.

    If an act's new outcome differs from the recorded outcome in any bit, the act stays without frames. This may happen
    on another machine or with another version of the physics.

    Args:
        recording: The recording.
        perform: Function that performs an act and keeps its trace.
    """
    # Frames of another outcome might show something that did not happen.
    return replace(recording, moments=tuple(_with_frames(moment, perform) for moment in recording.moments))


def _with_frames(moment: Moment, perform: Perform) -> Moment:
    if moment.act is None or moment.frames:
        return moment
    again = perform(moment.before, moment.act, moment.seed)
    return replace(moment, frames=again.trace) if again == moment.settled else moment


class _NotPerformed(Exception):
    """The error raised when the rules need the outcome of an act without an entry in the journal."""


def _perform_nothing(table: Table, act: Act, seed: int, /) -> Settled:
    raise _NotPerformed


@dataclass(frozen=True, slots=True)
class _Snapshot:
    """The state of a game when the rules wait or have ended, and the events since the previous snapshot."""

    turn: Turn
    table: Table
    events: tuple[object, ...]
    sentences: tuple[str, ...]
    rows: tuple[Row, ...]
    marks: Mapping[PieceId, tuple[PieceMark, ...]]
    sheets: Mapping[PieceId, DataSheet]
    rosters: Mapping[PlayerId, Roster]
    checks: tuple[ShownCheck, ...]
    areas: tuple[ShownArea, ...]


class _SnapshotRecorder(Generic[S]):
    """A recorder that takes a snapshot each time the rules wait for an answer or an act, and when the rules end."""

    def __init__(
        self,
        narration: Narration,
        rows: Callable[[S, Table], Iterable[Row]],
        marks: Callable[[S, Table], Mapping[PieceId, tuple[PieceMark, ...]]],
        sheets: Callable[[S, Table], Mapping[PieceId, DataSheet]],
        rosters: Callable[[S, Table], Mapping[PlayerId, Roster]],
        checks: Callable[[S, Table], tuple[ShownCheck, ...]],
        areas: Callable[[S, Table], tuple[ShownArea, ...]],
    ) -> None:
        self._narration, self._rows, self._marks, self._sheets = narration, rows, marks, sheets
        self._rosters, self._checks, self._areas = rosters, checks, areas
        self._event_count = 0
        self._lines: list[Line] = []
        self._growing: NarratedLine | None = None
        self._began = 0
        self._grew = 0
        self._of = self._turn = Turn(0, None)
        self.snapshots: list[_Snapshot] = []

    def take_snapshot(self, play: Play[S]) -> None:
        """Add a snapshot of the game as it is now."""
        events = tuple(play.events[self._event_count :])
        self._event_count = len(play.events)
        turn = self._narration.turn(play.state)
        self._log(events)
        self._turn = turn
        rows = tuple(self._rows(play.state, play.table))
        sentences = tuple(map(self._narration.sentence, events))
        marks, sheets = self._marks(play.state, play.table), self._sheets(play.state, play.table)
        rosters, checks = self._rosters(play.state, play.table), self._checks(play.state, play.table)
        areas = self._areas(play.state, play.table)
        self.snapshots.append(
            _Snapshot(turn, play.table, events, sentences, rows, marks, sheets, rosters, checks, areas)
        )

    def _log(self, events: tuple[object, ...]) -> None:
        """Add the log lines that the events complete.

        Each line gets the moment of its beginning, and the moment of its text's last change.
        """
        now = max(len(self.snapshots) - 1, 0)
        lines = list(self._narration.narrate(events))
        growing = self._narration.pending_line
        for place, said in enumerate(lines):
            kept = place == 0 and self._growing is not None
            grew = now if not kept or said != self._growing else self._grew
            turn = self._of if kept else self._turn
            began = self._began if kept else now
            self._lines.append(Line(said.text, began, grew, turn, said.pieces, said.names, said.strike))
        fresh = bool(lines) or self._growing is None
        if growing is not None and fresh:
            self._began, self._of = now, self._turn
        if fresh or growing != self._growing:
            self._grew = now
        self._growing = growing

    def lines(self, moments: int) -> tuple[Line, ...]:
        """Return all log lines of a recording, including an unfinished last line.

        Args:
            moments: Number of the recording's moments. If the moment of a line has a larger index, the line gets the
                last moment instead.
        """
        last = max(moments - 1, 0)
        rest = [
            Line(said.text, self._began, self._grew, self._of, said.pieces, said.names)
            for said in self._narration.flush()
        ]
        return tuple(
            replace(line, moment=min(line.moment, last), last_moment=min(line.last_moment, last))
            for line in (*self._lines, *rest)
        )
