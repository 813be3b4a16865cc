"""Playback of a recorded game, at any speed and from any time on."""

from bisect import bisect_right
from collections.abc import Sequence

from riotsim.play.narration import SCORE, TOWERS, Row
from riotsim.play.session.journal import Acted
from riotsim.replay.recording import Moment, Recording
from riotsim.replay.timeline import Mark, lay_out
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.pace import Pace
from riotsim.viewer.session.messages import GameStatus, Level, Line
from riotsim.viewer.session.record import DiceCounter


class RecordedPlayback:
    """A recording with a position in time."""

    def __init__(self, recording: Recording, pace: Pace | None = None) -> None:
        self.recording = recording
        self.pace = Pace() if pace is None else pace
        """The speed. It may be changed at any time."""
        self.showing = DisplayState()
        """State that is displayed now."""
        self._timeline = lay_out(recording)
        self._marks = self._timeline.marks
        self._begins = [begin for begin, _ in self._timeline.moments]
        self._lines = sorted(
            (self._timeline.moments[line.known][1], place) for place, line in enumerate(recording.lines)
        )
        self._ms = 0.0
        self._told: tuple[int, int] | None = None
        self.seek(0.0)

    @property
    def seconds(self) -> float:
        """The position in the recording (s)."""
        return self._ms / 1000.0

    @property
    def length(self) -> float:
        """The length of the recording (s)."""
        return self._timeline.length / 1000.0

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Times worth jumping to: turns, throws and falls, in order."""
        return self._marks

    @property
    def busy(self) -> bool:
        """True if there is something left to show."""
        return self._ms < self._timeline.length

    def advance(self, seconds: float) -> None:
        """Advance by the time that has passed for the person who watches (s)."""
        passing = self.pace.passes(seconds)
        falls = [fall for fall in self._timeline.falls if abs(fall.ms - self._ms) < 5000.0]
        self._seek_ms(self.pace.advance(self._ms, passing, falls))
        self.showing.fall = self.pace.slow_fall(self._ms, falls)

    def seek(self, seconds: float) -> None:
        """Go to a time (s), or to the beginning or the end if it is beyond them."""
        self._seek_ms(seconds * 1000.0)

    def skip(self, turns: int = 1) -> None:
        """Go some turns on, or back if negative. From within a turn, its own beginning is the first turn back."""
        begins = [mark.ms for mark in self._marks if mark.kind in ("turn", "end")]
        here = bisect_right(begins, round(self._ms)) - 1
        if turns < 0 and self._ms - begins[max(here, 0)] > 1000:
            turns += 1
        self.seek(begins[min(max(here + turns, 0), len(begins) - 1)] / 1000)

    def _seek_ms(self, ms: float) -> None:
        self._ms = min(max(ms, 0.0), float(self._timeline.length))
        self._display()

    def _display(self) -> None:
        showing, ms = self.showing, self._ms
        showing.fall = None
        now = self._timeline.at(ms)
        showing.table, showing.poses = now.table, now.poses
        if not self._begins:
            return
        number = max(bisect_right(self._begins, ms) - 1, 0)
        moment = self.recording.moments[number]
        showing.turn = moment.turn
        showing.act = moment.act if ms >= self._begins[number] else None
        released = self._timeline.releases.get(number, self._begins[number])
        showing.seconds = max(0.0, ms - released) / 1000.0
        self._display_texts(number, ms)

    def _display_texts(self, number: int, ms: float) -> None:
        """Display the log and the standings, if they have changed."""
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
        """Return what each player has won after some moments; before the first nobody has won anything."""
        scores = self.recording.moments[max(done - 1, 0)].scores
        return [Row(SCORE, player, str(won if done else 0), won if done else 0, player) for player, won in scores]

    def _towers(self, ms: float) -> list[Row]:
        rows = []
        for model, counts in sorted(self._timeline.towers.items()):
            place = bisect_right(counts, ms, key=lambda count: count[0]) - 1
            height = counts[place][1] if place >= 0 else 0
            rows.append(Row(TOWERS, model, str(height), height, self.recording.models.get(model), (model,)))
        return rows


def _acts(moments: Sequence[Moment]) -> list[Acted]:
    return [Acted(moment.act, moment.seed, moment.settled) for moment in moments if moment.act is not None]


def _line(recording: Recording, place: int) -> Line:
    line = recording.lines[place]
    level: Level = "detail" if line.text.startswith(" ") else "line"
    return Line(line.text.strip(), level, line.pieces, line.turn)
