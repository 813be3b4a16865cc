"""Playback of a recorded game, at any speed and from any time."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from statistics import fmean

from riotsim.play.displays import Row
from riotsim.play.markup import stripped_names
from riotsim.play.narration import TOWER_GROUP
from riotsim.play.session.journal import Acted
from riotsim.replay.clocks import SLOW_AFTER, PlaybackClock
from riotsim.replay.recorded_timeline import MomentSpan, lay_out
from riotsim.replay.recording import Moment, Recording
from riotsim.replay.timeline import CloseUp, Landing, Mark, TallestTower
from riotsim.table.acts import Roll
from riotsim.table.poses import distance
from riotsim.viewer.playback.display import DisplayState, placed_strikes
from riotsim.viewer.playback.highlights import BEST_THROW, TALLEST_TOWER, recorded_highlights, tallest_tower
from riotsim.viewer.session.log import DiceCounter
from riotsim.viewer.session.messages import SETUP, GameStatus, Level, Line

NEAR_MS = 5000.0
"""Close-ups are looked for up to this time before and after the displayed moment (ms of the timeline).

Close-ups are shown in slow motion. Slow motion takes 0.8 s, and a frame advances by 1 s at most, so no close-up is
missed.
"""


REST_MS = 200.0
"""Slow motion goes on for this time after the dice have come to rest (ms). People can then read and count the dice."""


class RecordedPlayback:
    """A playback of a recorded game, with a position in time."""

    def __init__(self, recording: Recording, clock: PlaybackClock | None = None) -> None:
        self.recording = recording
        self._names = recording.names
        self.clock = PlaybackClock() if clock is None else clock
        """Speed, pause and slow motion of the playback. They may be changed at any time."""
        self.display = DisplayState()
        """State that is displayed now."""
        self._timeline = lay_out(recording)
        self._marks = self._timeline.marks
        self._has_towers = any(height for counts in self._timeline.tower_heights.values() for _, height in counts)
        spans = self._timeline.spans
        highlights = recorded_highlights(recording)
        self.highlights = tuple((spans[number].begin / 1000.0, one) for number, one in highlights)
        """The highlights of the game. The number before each highlight is the time of its begin (s)."""
        shows = {BEST_THROW: _landing, TALLEST_TOWER: _tallest_tower}
        near = (shows[one.kind](recording.moments[n], spans[n]) for n, one in highlights if one.kind in shows)
        self._close_ups: list[CloseUp] = [*self._timeline.falls, *(one for one in near if one is not None)]
        self._close_ups.sort(key=lambda one: one.ms)
        self._texts = list(_log_lines(recording))
        self._lines = sorted((spans[last].end, place) for place, (_, last) in enumerate(self._texts))
        self._ms = 0.0
        self._displayed: tuple[int, int] | None = None
        """Number of log lines, and number of finished moments, that are displayed; None before the first display."""
        self.seek(0.0)

    @property
    def seconds(self) -> float:
        """Position in the recording (s)."""
        return self._ms / 1000.0

    @property
    def length(self) -> float:
        """Length of the recording (s)."""
        return self._timeline.end / 1000.0

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Times that a person may want to jump to, in the order of time.

        There is a mark for the beginning of each turn, each throw, each dropped token, each fall of a tower, and the
        end of the game.
        """
        return self._marks

    @property
    def busy(self) -> bool:
        """True if the position is before the end of the recording."""
        return self._ms < self._timeline.end

    def advance(self, seconds: float) -> None:
        """Advance the playback by `seconds` of real time."""
        begin, passing, before = self._ms, self.clock.game_seconds(seconds), self._known_lines
        near = [one for one in self._close_ups if abs(one.ms - begin) < NEAR_MS]
        self._seek_ms(self.clock.advance(begin, passing, near))
        for _, place in self._lines[before : self._known_lines]:
            line, last = self._texts[place]
            self.display.strikes += placed_strikes([line], self.recording.moments[last].before)
        self.display.close_up = self.clock.close_up_at(self._ms, near)
        self.display.impacts += [one.impact for one in self._timeline.impacts_between(begin, self._ms)]

    def seek(self, seconds: float) -> None:
        """Go to a time of the recording (s), or to its beginning or end if the time is outside.

        The sounds between the present position and this time are not played.
        """
        self._seek_ms(seconds * 1000.0)

    def skip(self, turns: int = 1) -> None:
        """Go forward by a number of turns, or back if the number is negative.

        If the current turn began more than 1 s ago, the first step back leads to the beginning of this turn.
        """
        begins = [mark.ms for mark in self._marks if mark.kind in ("turn", "end")]
        here = bisect_right(begins, round(self._ms)) - 1
        if turns < 0 and self._ms - begins[max(here, 0)] > 1000:
            turns += 1
        self.seek(begins[min(max(here + turns, 0), len(begins) - 1)] / 1000)

    @property
    def _known_lines(self) -> int:
        """Number of log lines that are displayed."""
        return 0 if self._displayed is None else self._displayed[0]

    def _seek_ms(self, ms: float) -> None:
        self._ms = min(max(ms, 0.0), float(self._timeline.end))
        self._display()

    def _display(self) -> None:
        showing, ms, spans = self.display, self._ms, self._timeline.spans
        showing.close_up = None
        now = self._timeline.instant_at(ms)
        showing.table, showing.poses = now.table, now.poses
        if not spans:
            return
        number = self._timeline.moment_at(ms)
        moment, span = self.recording.moments[number], spans[number]
        showing.turn = moment.turn
        showing.act = moment.act if ms >= span.begin else None
        showing.seconds = max(0.0, ms - span.release_ms) / 1000.0
        showing.is_at_rest = moment.act is None or ms >= span.settled_ms
        over = number + 1 if showing.is_at_rest else number
        showing.checks = self.recording.moments[over - 1].checks if over else ()
        showing.outcome = span.outcome_at(ms)
        self._display_texts(number, ms)

    def _display_texts(self, number: int, ms: float) -> None:
        """Display the log and the standings as they are at a time of the recording. Do nothing if they haven't changed.

        Args:
            number: Index of the moment (entry of the journal) that is played at this time.
            ms: The time (ms).
        """
        known = bisect_right(self._lines, (int(ms), len(self._lines)))
        over = number + 1 if ms >= self._timeline.spans[number].told_ms else number
        if self._displayed == (known, over):
            return
        self._displayed = (known, over)
        places = sorted(place for _, place in self._lines[:known])
        self.display.lines = tuple(self._texts[place][0] for place in places)
        dice = DiceCounter()
        dice.update(_acts(self.recording.moments[:over]))
        kept = self.recording.moments[over - 1].rows if over else self.recording.first_rows
        rows = (*(row for row in kept if row.group != TOWER_GROUP), *self._towers(ms, over))
        score_name = self.recording.score_name
        last = self.recording.moments[max(over - 1, 0)]
        self.display.status = GameStatus(
            rows, dice.counts(), turn=self.display.turn, score_name=score_name, marks=last.marks, sheets=last.sheets,
            rosters=last.rosters, areas=last.areas,
        )  # fmt: skip

    def _towers(self, ms: float, over: int) -> list[Row]:
        """Return a row for each model on the table, with the height of the model's tower at a time.

        If a model has fallen, its row has the word `lies` instead of a height. If the recording has no towers, there
        are no rows.

        Args:
            ms: The time (ms).
            over: Number of moments that have ended at this time.
        """
        if not self._has_towers:
            return []
        table = self.recording.moments[over - 1].after if over else self.recording.first_table
        rows = []
        for model, counts in sorted(self._timeline.tower_heights.items()):
            if model in self.recording.models and model not in table.models:
                continue
            if model in table.models and table.models[model].fallen:
                rows.append(
                    Row(TOWER_GROUP, self._names.get(model, model), "lies", None, table.models[model].owner, (model,))
                )
                continue
            place = bisect_right(counts, ms, key=lambda count: count[0]) - 1
            height = counts[place][1] if place >= 0 else 0
            rows.append(
                Row(
                    TOWER_GROUP,
                    self._names.get(model, model),
                    str(height),
                    height,
                    self.recording.models.get(model),
                    (model,),
                )
            )
        return rows


def _landing(moment: Moment, span: MomentSpan) -> Landing | None:
    """Return where and when the dice of a throw come to rest.

    Return None if the act is not a throw, or if none of the dice lie on the table.
    """
    settled, thrown = moment.settled, moment.act.dice if isinstance(moment.act, Roll) else ()
    dice = [settled.table.dice[die.id] for die in thrown if settled is not None and die.id in settled.table.dice]
    if not dice:
        return None
    at = fmean(die.pose.at[0] for die in dice), fmean(die.pose.at[1] for die in dice)
    height = max(die.pose.at[2] + die.size / 2 for die in dice)
    reach = max(distance(at, die.pose.xy) + die.size for die in dice)
    return Landing(at, height, reach, span.settled_ms + REST_MS - SLOW_AFTER)


def _tallest_tower(moment: Moment, span: MomentSpan) -> TallestTower | None:
    """Return the tallest tower at the end of a moment's act. Return None if there is no tower."""
    name = "" if moment.settled is None else tallest_tower(moment.settled.table)
    if moment.settled is None or not name:
        return None
    bottom, top = (moment.settled.table.tower_dice(name)[k] for k in (0, -1))
    height = top.pose.at[2] + top.size / 2
    return TallestTower(name, bottom.pose.xy, height, span.settled_ms + REST_MS - SLOW_AFTER)


def _acts(moments: Sequence[Moment]) -> list[Acted]:
    return [Acted(moment.act, moment.seed, moment.settled) for moment in moments if moment.act is not None]


def _log_lines(recording: Recording) -> Iterator[tuple[Line, int]]:
    """Yield the log lines of a recording, each with the index of the moment that must end before the line is shown.

    The first line of each turn is preceded by a heading, which is a line too. The last lines tell the game's result.
    """
    turn = SETUP
    for line in recording.lines:
        if line.turn.number and (line.turn.number, line.turn.player) != (turn.number, turn.player):
            turn = line.turn
            yield Line(turn.title, "head", turn=turn), line.last_moment
        level: Level = "detail" if line.text.startswith(" ") else "line"
        text, names = line.text.strip(), stripped_names(line.text, line.names)
        yield Line(text, level, line.pieces, line.turn, names, line.strike), line.last_moment
    for n, text in enumerate(recording.result if recording.moments else ()):
        yield Line(text, "line" if n else "head"), len(recording.moments) - 1
