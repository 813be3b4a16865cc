"""A game that was recorded, played like one that is on: at any speed, and from any moment on.

What is where at which time is the timeline's (`replay.timeline`), so page, film and window show the same.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace

from riotsim.play.narration import SCORE, TOWERS, Row
from riotsim.play.session.journal import Acted
from riotsim.replay.recording import Moment, Recording
from riotsim.replay.timeline import Mark, lay_out
from riotsim.replay.tracks import Track
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.state import Table
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.pace import Fall, Pace, falls
from riotsim.viewer.session.messages import GameStatus, Level, Line
from riotsim.viewer.session.record import DiceCounter


class RecordedPlayback:
    """A recording with a place in it. Use it as a `Playback`, and `seek` as you like."""

    def __init__(self, recording: Recording, pace: Pace | None = None) -> None:
        self.recording = recording
        self.pace = Pace() if pace is None else pace
        """How fast; to be changed as one likes."""
        self.showing = DisplayState()
        """What is to be shown now."""
        self._timeline = lay_out(recording)
        self._begins = [begin for begin, _ in self._timeline.moments]
        self._tracks = [self._in(number) for number in range(len(self._begins))]
        self._falls = [self._falls_in(number) for number in range(len(self._begins))]
        self._lines = sorted(
            ((self._timeline.moments[line.known][1], place) for place, line in enumerate(recording.lines)),
        )
        self._seconds = 0.0
        self._told: tuple[int, int] | None = None
        self.seek(0.0)

    @property
    def seconds(self) -> float:
        """The place in the recording (s)."""
        return self._seconds

    @property
    def length(self) -> float:
        """The length of the recording (s)."""
        return self._timeline.length / 1000

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The times worth jumping to: turns, throws and falls, in order."""
        return self._timeline.marks

    @property
    def busy(self) -> bool:
        """Whether there is something left to show."""
        return self._seconds < self.length

    def advance(self, seconds: float) -> None:
        """Let time pass for the one who looks (s)."""
        number = self._number
        near = [fall for some in self._falls[max(number - 1, 0) : number + 2] for fall in some]
        now, slow = self.pace.through(self._seconds, self.pace.passes(seconds), near)
        self.seek(now)
        self.showing.fall = next((fall for fall in reversed(near) if slow and fall.slow_at(self._seconds)), None)

    def seek(self, seconds: float) -> None:
        """Go to a time; before the beginning and after the end there is nothing else than at them."""
        self._seconds = min(max(seconds, 0.0), self.length)
        self._look()

    def skip(self, turns: int = 1) -> None:
        """Go so many turns on, or back; back from within a turn, its own beginning counts as one."""
        begins = [mark.ms for mark in self.marks if mark.kind in ("turn", "end")]
        here = bisect_right(begins, round(self._seconds * 1000)) - 1
        if turns < 0 and self._seconds * 1000 - begins[max(here, 0)] > 1000:
            turns += 1
        self.seek(begins[min(max(here + turns, 0), len(begins) - 1)] / 1000)

    @property
    def _number(self) -> int:
        """Which moment it is."""
        return max(bisect_right(self._begins, self._seconds * 1000) - 1, 0)

    def _in(self, number: int) -> tuple[Track, ...]:
        """The tracks of what is on the table at some time of a moment."""
        begin = self._begins[number] if number else 0
        end = self._begins[number + 1] if number + 1 < len(self._begins) else self._timeline.length
        return tuple(
            track
            for track in self._timeline.tracks
            if any(since <= end and until >= begin for since, until in track.spans)
        )

    def _falls_in(self, number: int) -> tuple[Fall, ...]:
        moment = self.recording.moments[number]
        if moment.settled is None:
            return ()
        begin, end = self._timeline.moments[number]
        times = [mark.ms for mark in self.marks if mark.kind == "collapse" and begin <= mark.ms <= end]
        found = falls(moment.before, moment.settled)
        return tuple(replace(fall, seconds=ms / 1000) for fall, ms in zip(found, times, strict=False))

    def _look(self) -> None:
        showing, ms = self.showing, self._seconds * 1000
        showing.fall = None
        if not self._begins:
            showing.table = self.recording.first
            return
        number = self._number
        moment = self.recording.moments[number]
        showing.turn = moment.turn
        showing.act = moment.act if ms >= self._begins[number] else None
        showing.seconds = max(0.0, ms - self._begins[number]) / 1000
        there = {track.piece.id: track for track in self._tracks[number] if track.is_there(ms)}
        showing.table = _with(moment.before, there)
        showing.poses = {name: track.at(ms) for name, track in there.items()}
        self._tell(number, ms)

    def _tell(self, number: int, ms: float) -> None:
        """Set the log and the standing, where they have changed."""
        known = bisect_right(self._lines, (int(ms), len(self._lines)))
        done = number + 1 if ms >= self._timeline.moments[number][1] else number
        if self._told == (known, done):
            return
        self._told = (known, done)
        places = sorted(place for _, place in self._lines[:known])
        self.showing.lines = tuple(_line(self.recording, place) for place in places)
        dice = DiceCounter()
        dice.update(_acts(self.recording.moments[:done]))
        rows = (*self._scores(done), *self._towers(ms))
        scored = self.recording.scored
        self.showing.standing = GameStatus(rows, dice.rolled(), turn=self.showing.turn, scored=scored)

    def _scores(self, done: int) -> list[Row]:
        """What each boss has won once so many moments are over: whatever is won, somebody begins with nothing."""
        scores = self.recording.moments[max(done - 1, 0)].scores
        return [Row(SCORE, player, str(won if done else 0), won if done else 0, player) for player, won in scores]

    def _towers(self, ms: float) -> list[Row]:
        rows = []
        for model, counts in self._timeline.towers.items():
            place = bisect_right(counts, ms, key=lambda count: count[0]) - 1
            height = counts[place][1] if place >= 0 else 0
            rows.append(Row(TOWERS, model, str(height), height, self.recording.models.get(model), (model,)))
        return rows


def _with(table: Table, there: dict[PieceId, Track]) -> Table:
    """Give a table with exactly these movable pieces on it."""
    movable = {**table.models, **table.tokens, **table.dice}
    missing: list[Piece] = [track.piece for name, track in there.items() if name not in movable]
    gone = [name for name in movable if name not in there]
    return table.put(*missing).without(*gone) if missing or gone else table


def _acts(moments: Sequence[Moment]) -> list[Acted]:
    return [Acted(moment.act, moment.seed, moment.settled) for moment in moments if moment.act is not None]


def _line(recording: Recording, place: int) -> Line:
    line = recording.lines[place]
    level: Level = "detail" if line.text.startswith(" ") else "line"
    return Line(line.text.strip(), level, line.pieces, line.turn)
