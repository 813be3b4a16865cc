"""A game as it is replayed: its journal gone through once more, with the tables, acts, events and lines of each entry.

The rules run again over the journal, as they do when a game is taken up again: nothing is simulated. What moved on the
way comes from the traces of the acts, where there are any.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from riotsim.play.narration import Turn
from riotsim.play.requests import PlayerId
from riotsim.play.session.journal import Acted, Entry
from riotsim.play.session.session import Checkpoint, Perform, Play, Rules, Session
from riotsim.replay.narration import Said, Telling
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
"""Colour and symbol of each seat. The colours are after the palette of Okabe and Ito (2008), which people who see few
colours can tell apart; the symbols are there for those who see none."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A boss, and how they are told from the others."""

    name: PlayerId
    colour: str
    """As the page has it: #rrggbb."""
    symbol: str
    about: str = ""
    """Who plays, in a few words: a bot's or a gang's name."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log."""

    text: str
    moment: int
    """Where what it tells begins: an index into the moments."""
    known: int
    """The moment at whose end all of it has happened; before that it would give a result away."""
    turn: Turn
    pieces: tuple[PieceId, ...] = ()
    """What it is about."""


@dataclass(frozen=True, slots=True)
class Moment:
    """One entry of the journal, and what came of it until the rules next waited."""

    entry: int
    """Its place in the journal."""
    turn: Turn
    before: Table
    """What an act is performed on, or an answer is given to."""
    after: Table
    """As the rules leave it: what the next moment has before it."""
    act: Act | None = None
    seed: int = 0
    settled: Settled | None = None
    """What came of the act, without its trace."""
    frames: tuple[Frame, ...] = ()
    """Where the pieces were on the way, if that was kept."""
    events: tuple[object, ...] = ()
    sentences: tuple[str, ...] = ()
    """The same events in words, one each."""
    scores: tuple[tuple[PlayerId, int], ...] = ()
    """What each boss has won by its end, in a game in which they win something."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What is plain about the outcome of its act."""
        return () if self.settled is None else self.settled.facts

    @property
    def felled(self) -> tuple[TowerFell, ...]:
        """The towers that came down in it."""
        return tuple(fact for fact in self.facts if isinstance(fact, TowerFell))

    @property
    def tables(self) -> tuple[Table, ...]:
        """All tables it knows, in order."""
        return (self.before, self.after) if self.settled is None else (self.before, self.settled.table, self.after)


@dataclass(frozen=True, slots=True)
class Recording:
    """A game, ready to be shown."""

    game: str
    """The game's name."""
    title: str
    """What stands above the replay."""
    seats: tuple[Seat, ...]
    models: Mapping[PieceId, PlayerId]
    """Which model belongs to whom: all that ever were on the table."""
    first: Table
    """The table before anything happened."""
    moments: tuple[Moment, ...]
    lines: tuple[Line, ...]
    notes: tuple[str, ...] = field(default=())
    """What stands under the title: the seed, how it ended."""
    scored: str = "score"
    """What the scores count."""

    def seat(self, player: PlayerId | None) -> Seat | None:
        """Find a boss's seat; None if they have none."""
        return next((seat for seat in self.seats if seat.name == player), None)

    def only(self, begin: int, end: int) -> "Recording":
        """Give the part from one moment up to, and without, another. Raises `ValueError` if nothing is in it."""
        moments = self.moments[begin:end]
        if not moments:
            raise ValueError(f"there are moments 0 to {len(self.moments) - 1}, and none from {begin} to {end}")
        lines = tuple(
            replace(line, moment=max(line.moment - begin, 0), known=min(line.known, end - 1) - begin)
            for line in self.lines
            if line.known >= begin and line.moment < end
        )
        return replace(self, first=moments[0].before, moments=moments, lines=lines)


def seats(players: Mapping[PlayerId, str], colours: Mapping[PlayerId, int] | None = None) -> tuple[Seat, ...]:
    """Give bosses, by name with a few words on each, their colours and symbols in the order in which they sit.

    `colours` has places in `SEATS`, for those who have chosen.
    """
    chosen = colours or {}
    return tuple(
        Seat(name, *SEATS[chosen.get(name, place) % len(SEATS)], about=about)
        for place, (name, about) in enumerate(players.items())
    )


def record(
    run: Rules[S],
    begin: Checkpoint[S],
    entries: Sequence[Entry],
    telling: Telling[S],
    *,
    game: str,
    title: str,
    players: Mapping[PlayerId, str],
    traces: Mapping[int, tuple[Frame, ...]] | None = None,
    notes: Sequence[str] = (),
    colours: Mapping[PlayerId, int] | None = None,
    scored: str = "score",
) -> Recording:
    """Replay a journal from a checkpoint, and note all there is to show of it.

    `players` has a few words about each, in seat order. `traces` gives the frames of acts by their place in `entries`;
    acts that aren't in it have those that their outcome carries, if any. An act that was noted but never performed ends
    the recording. Raises `ReplayDiverged` where the journal does not fit the rules.
    """
    done = list(entries)
    while done and isinstance(done[-1], Acted) and done[-1].settled is None:
        done.pop()
    watch = _Watch(telling)
    with suppress(_NotPerformed):
        Session.resume(run, begin, done, _perform_nothing, watch.stop).close()
    stops = watch.stops
    moments: list[Moment] = []
    for place, entry in enumerate(done):
        now, then = stops[place], stops[place + 1]
        told, sentences = then.told, then.sentences
        if place == 0:  # what happened before anybody was asked
            told, sentences = now.told + told, now.sentences + sentences
        moment = Moment(place, now.turn, now.table, then.table, events=told, sentences=sentences, scores=then.scores)
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
        watch.lines(len(moments)),
        tuple(notes),
        scored,
    )


def restore_frames(recording: Recording, perform: Perform) -> Recording:
    """Give a recording whose acts have frames, by having those without them performed again.

    `perform` traces. What it gives must be what came of the act then, to the last bit; where it isn't (another machine,
    another version of the physics), an act stays without frames: nothing is shown that did not happen.
    """
    return replace(recording, moments=tuple(_retraced(moment, perform) for moment in recording.moments))


def _retraced(moment: Moment, perform: Perform) -> Moment:
    if moment.act is None or moment.frames:
        return moment
    again = perform(moment.before, moment.act, moment.seed)
    return replace(moment, frames=again.trace) if again == moment.settled else moment


class _NotPerformed(Exception):
    """The rules have come to an act that the journal doesn't have."""


def _perform_nothing(table: Table, act: Act, seed: int, /) -> Settled:
    raise _NotPerformed


@dataclass(frozen=True, slots=True)
class _Stop:
    """How things stood when the rules waited, and what had happened since they did so last."""

    turn: Turn
    table: Table
    told: tuple[object, ...]
    sentences: tuple[str, ...]
    scores: tuple[tuple[PlayerId, int], ...]


class _Watch(Generic[S]):
    """Notes how things stand each time the rules come to their next request or act, or to their end."""

    def __init__(self, telling: Telling[S]) -> None:
        self._telling = telling
        self._told = 0
        self._lines: list[Line] = []
        self._growing: Said | None = None
        self._began = 0
        self._grew = 0
        self._of = self._turn = Turn(0, None)
        self.stops: list[_Stop] = []

    def stop(self, play: Play[S]) -> None:
        """Note how things stand."""
        told = tuple(play.events[self._told :])
        self._told = len(play.events)
        turn = self._telling.turn(play.state)
        self._log(told)
        self._turn = turn
        scores = tuple(self._telling.scores(play.state, play.table).items())
        self.stops.append(_Stop(turn, play.table, told, tuple(map(self._telling.sentence, told)), scores))

    def _log(self, told: tuple[object, ...]) -> None:
        """Put down the lines that are complete, each with the moments in which it began and last grew."""
        now = max(len(self.stops) - 1, 0)
        lines = list(self._telling.tell(told))
        growing = self._telling.growing()
        for place, said in enumerate(lines):
            kept = place == 0 and self._growing is not None
            grew = now if not kept or said != self._growing else self._grew
            turn = self._of if kept else self._turn
            self._lines.append(Line(said.text, self._began if kept else now, grew, turn, said.pieces))
        fresh = bool(lines) or self._growing is None
        if growing is not None and fresh:
            self._began, self._of = now, self._turn
        if fresh or growing != self._growing:
            self._grew = now
        self._growing = growing

    def lines(self, moments: int) -> tuple[Line, ...]:
        """Give all lines of a recording of so many moments."""
        last = max(moments - 1, 0)
        rest = [Line(said.text, self._began, self._grew, self._of, said.pieces) for said in self._telling.rest()]
        return tuple(
            replace(line, moment=min(line.moment, last), known=min(line.known, last)) for line in (*self._lines, *rest)
        )
