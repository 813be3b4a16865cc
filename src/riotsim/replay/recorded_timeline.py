"""The timeline of a recorded game: its moments one after the other, with pauses to read the dice."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from riotsim.play.displays import SeenOutcome, ShownCheck, has_new_result, seen_outcome
from riotsim.replay.impacts import impacts_of
from riotsim.replay.poses import movables, pose_of, same_place
from riotsim.replay.recording import Moment, Recording
from riotsim.replay.timeline import TimedImpact, Timeline
from riotsim.replay.timeline_builder import TimelineBuilder
from riotsim.table.acts import Act, Carry, Drop, Roll, Stack
from riotsim.table.poses import Point
from riotsim.table.units import ticks_in_ms

THROW_PAUSE, ACT_PAUSE, REPORT_PAUSE = 0.85, 0.2, 0.3
"""Pauses after a throw, after another act, and after events without an act (s). Chosen by eye."""

RESULT_PAUSE: Final = 2.0
"""Pause after a throw with results on display (s). Chosen by eye."""

TURN_PAUSE: Final = 0.6
"""Time of the camera's turn from the dice to the models of a check (s). Chosen by eye."""

SEEN_PAUSE: Final = 1.4
"""The outcome is seen at the models for this time, after the camera has turned to them (s). Chosen by eye."""

OUTCOME_PAUSE: Final = TURN_PAUSE + SEEN_PAUSE
"""Pause after the dice of a check have been read, if the check's outcome is seen on the table (s)."""

END_PAUSE: Final = 1.0
"""Pause before the first moment and after the last (s). Chosen by eye."""

FOCUS_DISTANCE: Final = 70.0
"""A new focus makes the camera turn if the distance is at least this (mm). Chosen by eye.

The distance is measured from the camera's present target. For a focus that is nearer, the camera stays still.
"""

FOCUS_END_MS: Final = 400
"""A camera begins to show the whole table at this time before the end of a replay (ms). Chosen by eye."""


@dataclass(frozen=True, slots=True)
class MomentSpan:
    """The span of a moment on the timeline. All times are in ms from the beginning of the timeline."""

    begin: int
    """Start of the moment (ms)."""
    end: int
    """End of the moment, and begin of the next moment (ms)."""
    release_ms: int
    """Time of tick 0 of the moment's act (ms). For a moment without an act it is `begin`."""
    settled_ms: int
    """Time when the pieces rest after the moment's act (ms). For a moment without an act it is `begin`."""
    outcome: SeenOutcome | None = None
    """The outcome of a check. The camera turns to it before the moment ends. None if the camera doesn't turn."""
    outcome_ms: int = 0
    """Time when the camera turns to `outcome` (ms)."""

    def outcome_at(self, ms: float) -> SeenOutcome | None:
        """Return the outcome seen at a time (ms) in the moment, or None."""
        return self.outcome if self.outcome_ms <= ms < self.end else None

    @property
    def told_ms(self) -> int:
        """From this time on, the game's status is displayed as it is after the moment (ms).

        If the camera turns to an outcome in the moment, this is the time of the turn (`outcome_ms`). Otherwise it is
        the end of the moment.
        """
        return self.end if self.outcome is None else self.outcome_ms


class RecordedTimeline(Timeline):
    """The timeline of a whole recorded game."""

    def __init__(self, recording: Recording) -> None:
        super().__init__(recording.first_table)
        self.spans: list[MomentSpan] = []
        """Spans of the recording's moments, in the order of the moments."""
        self.focuses: list[tuple[int, int, int]] = []
        """The camera's targets, in order of time.

        Each is a tuple: the time when the camera turns to the target (ms), and the target from above (x and y in mm).
        """
        self._moments = recording.moments
        self._heard: dict[int, tuple[TimedImpact, ...]] = {}

    def moment_at(self, ms: float) -> int:
        """Return the index of the last moment that has begun by a time (ms). Before the first moment, return 0."""
        return max(bisect_right(self.spans, ms, key=lambda span: span.begin) - 1, 0)

    def focus_at(self, ms: float) -> tuple[int, int]:
        """Return the point at which a camera looks at a time (ms), seen from above (x and y in mm)."""
        _, x, y = self.focuses[max(bisect_right(self.focuses, ms, key=lambda focus: focus[0]) - 1, 0)]
        return (x, y)

    def impacts_of(self, number: int) -> tuple[TimedImpact, ...]:
        """Return the impacts of a moment, in order of time.

        A moment without an act has none. The result is cached.

        Args:
            number: Index of the moment.
        """
        if number not in self._heard:
            moment, released = self._moments[number], self.spans[number].release_ms
            found = () if moment.act is None else impacts_of(moment)
            self._heard[number] = tuple(TimedImpact(released + ticks_in_ms(impact.tick), impact) for impact in found)
        return self._heard[number]

    def impacts_between(self, begin: float, end: float) -> Sequence[TimedImpact]:
        """Return the impacts from `begin` on, but before `end` (ms), in order of time."""
        numbers = range(self.moment_at(begin), self.moment_at(end) + 1) if self.spans else ()
        return [one for number in numbers for one in self.impacts_of(number) if begin <= one.ms < end]


def lay_out(recording: Recording) -> RecordedTimeline:
    """Return the timeline of a recorded game."""
    timeline = RecordedTimeline(recording)
    builder = TimelineBuilder(timeline, recording.names)
    builder.pause(END_PAUSE)
    turn = None
    before: tuple[ShownCheck, ...] = ()
    last: SeenOutcome | None = None
    for moment in recording.moments:
        if moment.turn != turn:
            turn = moment.turn
            timeline.add_mark("turn", turn.title, turn.player or "", at=timeline.end if timeline.spans else 0)
        outcome = _new_outcome(moment, last)
        _add_moment(timeline, builder, moment, before, outcome)
        before, last = moment.checks, outcome or last
    timeline.add_mark("end", "The end")
    builder.pause(END_PAUSE)
    timeline.close()
    return timeline


def pause_after(act: Act) -> float:
    """Return the length of the pause after an act (s)."""
    return THROW_PAUSE if isinstance(act, Roll) else ACT_PAUSE


def _add_moment(
    timeline: RecordedTimeline,
    builder: TimelineBuilder,
    moment: Moment,
    before: tuple[ShownCheck, ...],
    outcome: SeenOutcome | None,
) -> None:
    """Add a moment to the timeline.

    Args:
        timeline: The timeline.
        builder: The builder of the timeline.
        moment: The moment.
        before: The checks on display when the moment begins.
        outcome: The outcome that the camera shows before the moment ends; None for none.
    """
    begun = released = settled = timeline.end
    timeline.focuses.append((begun, *_focus(moment, timeline.focuses)))
    for table in moment.tables:
        timeline.add_terrain(table)
    builder.arrange(moment.before)  # changes something only where the recording begins
    if moment.act is None:
        if moment.events:
            builder.pause(REPORT_PAUSE)
    else:
        assert moment.settled is not None
        player = moment.turn.player or ""
        builder.start_act(moment.act, moment.before, moment.frames, moment.settled, player=player)
        released = builder.release_ms
        builder.add_frames(moment.frames, moment.settled)
        builder.settle(moment.settled)
        settled = timeline.end
        builder.pause(RESULT_PAUSE if has_new_result(before, moment.checks) else pause_after(moment.act))
    turned = timeline.end
    if outcome is not None:
        models = moment.after.models
        timeline.focuses.append((turned, *_middle([models[name].at for name in (outcome.actor, outcome.target)])))
        builder.pause(TURN_PAUSE)
    builder.arrange(moment.after)
    if outcome is not None:
        builder.pause(SEEN_PAUSE)
    timeline.spans.append(MomentSpan(begun, timeline.end, released, settled, outcome, turned))


def _new_outcome(moment: Moment, last: SeenOutcome | None) -> SeenOutcome | None:
    """Return the outcome that the camera shows in a moment, or None.

    None is returned in these cases:

    - The moment has no outcome.
    - The outcome is the same as `last`, the outcome that the camera showed before.
    - The outcome's actor or target is not on the table.
    """
    found = seen_outcome(moment.checks)
    if found is None or found == last or not {found.actor, found.target} <= moment.after.models.keys():
        return None
    return found


def _focus(moment: Moment, before: Sequence[tuple[int, int, int]]) -> tuple[int, int]:
    """Return the camera's target during a moment, seen from above (x and y in mm).

    This is the middle of the places of the moment's act. If the act has none (`_acted_on`), it is the middle of the new
    places of moved pieces. If no piece has moved, it is the last point of `before`. If `before` is empty too, it is the
    middle of the table.

    Args:
        moment: The moment.
        before: The camera's earlier targets: for each, the time (ms), x and y (mm).
    """
    spots = _acted_on(moment) or _moved(moment)
    if not spots and before:
        return before[-1][1:]
    return _middle(spots or [moment.before.middle])


def _middle(spots: Sequence[Point]) -> tuple[int, int]:
    return (round(sum(x for x, _ in spots) / len(spots)), round(sum(y for _, y in spots) / len(spots)))


def _acted_on(moment: Moment) -> list[Point]:
    """Return the points of a moment's act (mm).

    The list is empty in these cases:

    - The moment has no act.
    - The act is a tip or a shift.
    - The act puts a die on a tower that belongs to no model.
    """
    models = moment.before.models
    match moment.act:
        case Carry(model=name, to=to):
            return [models[name].at, to] if name in models else [to]
        case Stack(tower=name) if name in models:
            return [models[name].at]
        case Roll(dice=dice, at=at):
            return _settled(moment, [die.id for die in dice]) or [at]
        case Drop(token=token, at=at):
            return _settled(moment, [token.id]) or [at]
    return []


def _settled(moment: Moment, names: Sequence[str]) -> list[Point]:
    """Return the places of the named pieces after the act of a moment (mm).

    Pieces that are not on the table then are left out.
    """
    settled = {} if moment.settled is None else movables(moment.settled.table)
    return [pose_of(settled[name]).xy for name in names if name in settled]


def _moved(moment: Moment) -> list[Point]:
    """Return the final places (mm) of the pieces moved or added in a moment."""
    before, after = movables(moment.before), movables(moment.after)
    return [
        pose_of(piece).xy
        for name, piece in after.items()
        if name not in before or not same_place(pose_of(before[name]), pose_of(piece))
    ]
