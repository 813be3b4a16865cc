"""Playback of a recorded game: the same tables at the same times, forwards and backwards."""

from collections.abc import Generator
from dataclasses import replace
from itertools import pairwise

import pytest
from pitch_game import AT_THE_TOWER, Pitch, bob

from riotsim.play.displays import Row
from riotsim.play.narration import Narration, Turn
from riotsim.replay.clocks import SLOW_AFTER, SLOW_BEFORE, FilmClock
from riotsim.replay.poses import movables, pose_of, same_place
from riotsim.replay.recording import Line, Moment, Recording, record, seats
from riotsim.replay.timeline import Landing, TallestTower
from riotsim.table.acts import Act, Frame, Roll, Settled
from riotsim.table.pieces import Model, Round
from riotsim.table.poses import distance
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.playback import highlights
from riotsim.viewer.playback.recorded import REST_MS, RecordedPlayback
from riotsim.viewer.screens.shared_models import standings


def shown(_table: Table, _act: Act, under_way: Generator[Frame, None, Settled]) -> Settled:
    """Perform an act and keep all its frames."""
    trace = []
    while True:
        try:
            trace.append(next(under_way))
        except StopIteration as end:
            settled: Settled = end.value
            return replace(settled, trace=tuple(trace))


@pytest.fixture(scope="module")
def recording() -> Recording:
    """Return the recording of a game in which the first throw brings the tower down."""
    with Pitch(rounds=2)(shown, lambda _: None) as hosted:
        session = hosted.session
        while not session.is_over:
            (request,) = session.pending
            throws = request.purpose == "pitch" and request.player == "Ann"
            session.answer(AT_THE_TOWER if throws else bob(request, session))
        return record(
            session.rules, session.first_checkpoint, session.journal, Narration(), game="pitch", title="Pitching",
            players={"Ann": "", "Bob": ""},
        )  # fmt: skip


def lies_as(game: RecordedPlayback, table: Table) -> bool:
    """Return whether the pieces of a table are shown where they lie, and no others."""
    wanted, poses = movables(table), game.display.poses
    assert game.display.table is not None
    drawn = movables(game.display.table)
    return drawn.keys() == wanted.keys() and all(
        same_place(poses.get(name) or pose_of(drawn[name]), pose_of(piece)) for name, piece in wanted.items()
    )


def test_moments_end_as_they_did(recording: Recording) -> None:
    """If the viewer jumps to the end of any moment, backwards too, the pieces lie as on the table after this moment."""
    game = RecordedPlayback(recording)
    begins = [span.begin / 1000 for span in game._timeline.spans] + [game.length]
    for number in reversed(range(len(recording.moments))):
        if begins[number + 1] > begins[number]:
            game.seek(begins[number + 1] - 0.0005)
            assert lies_as(game, recording.moments[number].after), number
    game.seek(0.0)
    assert lies_as(game, recording.first_table)
    game.seek(1e9)
    assert lies_as(game, recording.moments[-1].after)
    assert not game.busy


def test_nothing_is_told_before_it_happened(recording: Recording) -> None:
    """As a replay goes on, its log and its counts of dice grow. If the viewer goes back to the beginning, the log is
    empty again.
    """
    game = RecordedPlayback(recording)
    assert not game.display.lines
    counts = []
    told = []
    while game.busy:
        game.advance(0.05)
        assert game.display.status is not None
        counts.append(sum(number for rolled in game.display.status.rolled[:1] for _, number in rolled.counts))
        told.append(len(game.display.lines))
    assert counts == sorted(counts)
    assert told == sorted(told)
    said = [line.text for line in game.display.lines if line.level != "head"]
    assert said == [line.text for line in recording.lines]
    dice = sum(
        die.id in moment.settled.table.dice
        for moment in recording.moments
        if moment.settled is not None and moment.act is not None
        for die in getattr(moment.act, "dice", ())
    )
    assert counts[-1] == dice
    game.seek(0.0)
    assert not game.display.lines


def test_a_fall_is_shown_slowly(recording: Recording) -> None:
    """A replay shows a fall in slow motion, as a close-up. Without slow motion, the replay takes its own time."""
    game = RecordedPlayback(recording)
    frame = 1 / 60
    slow = 0
    while game.busy:
        game.advance(frame)
        slow += game.display.close_up is not None
        assert game.display.close_up in (None, *game._timeline.falls)
    timeline = game._timeline
    (fall,) = timeline.falls
    begin, end = round(fall.ms - SLOW_BEFORE), round(fall.ms + SLOW_AFTER)
    assert slow * frame == pytest.approx(FilmClock(begin, end, [fall]).length, abs=0.1)
    game.seek(0.0)
    game.clock.slow_motion = False
    steps = 0
    while game.busy:
        game.advance(frame)
        steps += 1
    assert steps * frame == pytest.approx(game.length, abs=0.1)


def test_the_best_throw_is_shown_slowly(recording: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last part of the best throw is shown in slow motion, with the circle in which its dice come to rest. No other
    throw is.
    """
    monkeypatch.setattr(highlights, "GOOD_THROW", 0.6)
    game = RecordedPlayback(recording)
    (number,) = (n for n, one in highlights.recorded_highlights(recording) if one.kind == highlights.BEST_THROW)
    span, moment = game._timeline.spans[number], recording.moments[number]
    frame, shown = 1 / 60, list[tuple[float, Landing]]()
    while game.busy:
        game.advance(frame)
        if isinstance(game.display.close_up, Landing):
            shown.append((1000 * game.seconds, game.display.close_up))
    assert len(shown) * frame > 1.5
    end = span.settled_ms + REST_MS
    assert all(end - SLOW_BEFORE - SLOW_AFTER <= ms <= end for ms, _ in shown)
    (landing,) = {one for _, one in shown}
    assert isinstance(moment.act, Roll)
    assert moment.settled is not None
    for die in (moment.settled.table.dice[die.id] for die in moment.act.dice):
        assert distance(die.pose.xy, landing.at) + die.size / 2 <= landing.reach
    game.seek(span.begin / 1000)
    game.clock.slow_motion = False
    game.advance(0.1)
    while game.busy:
        game.advance(frame)
        assert game.display.close_up is None


def test_the_tallest_tower_is_shown_slowly(recording: Recording) -> None:
    """The end of the act after which the tallest tower stands is shown in slow motion, at the place of the tower."""
    built = with_tower(recording.first_table, 10, name="high", at=(100.0, 120.0))
    moments = [replace(one, settled=one.settled and replace(one.settled, table=built)) for one in recording.moments]
    game = RecordedPlayback(replace(recording, moments=tuple(moments)))
    ((begin, highlight),) = [one for one in game.highlights if one[1].kind == highlights.TALLEST_TOWER]
    assert highlight.text == "10 dice"
    game.seek(begin)
    frame, shown = 1 / 60, list[TallestTower]()
    while game.busy:
        game.advance(frame)
        if isinstance(game.display.close_up, TallestTower):
            shown.append(game.display.close_up)
    assert len(shown) * frame > 1.5
    assert {(one.tower, one.at) for one in shown} == {("high", (100.0, 120.0))}


def test_turns_can_be_skipped(recording: Recording) -> None:
    """Skipping forward goes to the next turn. Skipping back goes to the turn before, and no skip goes past the end."""
    game = RecordedPlayback(recording)
    begins = [mark.ms / 1000 for mark in game.marks if mark.kind in ("turn", "end")]
    game.skip()
    assert game.seconds == begins[1]
    game.skip(-1)
    assert game.seconds == begins[0]
    game.skip(50)
    assert game.seconds == begins[-1]


def test_a_pause_and_a_game_in_which_nothing_happened(recording: Recording) -> None:
    """A paused recording doesn't advance. A recording without moments doesn't advance either."""
    game = RecordedPlayback(recording)
    game.clock.paused = True
    game.advance(0.2)
    assert game.seconds == 0.0
    empty = RecordedPlayback(replace(recording, moments=(), lines=()))
    empty.advance(0.1)
    assert empty.display.table == recording.first_table


def test_a_throw_takes_its_time(recording: Recording) -> None:
    """Dice of a recorded throw pass through the positions of their frames."""
    game = RecordedPlayback(recording)
    number = next(place for place, moment in enumerate(recording.moments) if moment.act is not None)
    moment = recording.moments[number]
    assert isinstance(moment.act, Roll)
    (die, *_) = moment.act.dice
    path = {round(pose.at[0], 3) for frame in moment.frames for name, pose in frame.poses.items() if name == die.id}
    span = game._timeline.spans[number]
    seen = set()
    for ms in range(span.begin, span.end):
        game.seek(ms / 1000)
        if die.id in game.display.poses:
            seen.add(round(game.display.poses[die.id].at[0], 3))
    assert len(path & seen) > 10


def test_a_recorded_game_is_heard(recording: Recording) -> None:
    """A replay plays each impact once when its time comes. Impacts that a jump passes over are silent."""
    game = RecordedPlayback(recording)
    while game.busy:
        game.advance(1 / 60)
    timeline = game._timeline
    known = [one.impact for number in range(len(recording.moments)) for one in timeline.impacts_of(number)]
    assert game.display.impacts == known
    assert len(known) > 10
    game.display.impacts.clear()
    game.seek(0.0)
    game.seek(game.length)
    assert game.display.impacts == []


def test_a_game_without_towers_has_no_heights_of_towers() -> None:
    """In a replay of a game whose models never have a tower, the standings have no boxes for towers."""
    nell = Model("a1", "Ann", (100.0, 100.0), Round(25.0))
    first = Table(600.0, 600.0).with_pieces(nell)
    moments = (Moment(0, Turn(1, "Ann"), first, first),)
    game = RecordedPlayback(Recording("buskit", "", seats({"Ann": ""}), {"a1": "Ann"}, first, moments, ()))
    game.seek(game.length)
    assert game.display.status is not None
    (standing,) = standings(game.display.status, game.recording.seats)
    assert standing.pieces == ()


def test_the_fallen_lie_and_those_who_left_are_gone() -> None:
    """The standings of a replay list a fallen model as fallen, and leave out a model that has left the table."""
    nell, finch = (Model(name, "Ann", (100.0 + 100.0 * n, 100.0), Round(25.0)) for n, name in enumerate(("a1", "a2")))
    bare = Table(600.0, 600.0).with_pieces(nell, finch)
    first = with_tower(with_tower(bare, 2, name="a1", at=(100.0, 150.0)), 3, name="a2", at=(200.0, 150.0))
    dice = [die.id for die in first.tower_dice("a1")]
    fell = first.without(*dice).with_pieces(replace(nell, fallen=True))
    left = fell.without("a2", *(die.id for die in first.tower_dice("a2")))
    turns = [Turn(n, "Ann") for n in (1, 2, 3)]
    moments = tuple(
        Moment(n, turns[n], before, after) for n, (before, after) in enumerate(pairwise((first, first, fell, left)))
    )
    lines = tuple(Line(f"{n} happens", n, n, turns[n]) for n in range(3))
    owners = {"a1": "Ann", "a2": "Ann"}
    game = RecordedPlayback(Recording("riot_dice", "", seats({"Ann": ""}), owners, first, moments, lines))
    game.seek(game.length)
    assert game.display.status is not None
    (standing,) = standings(game.display.status, game.recording.seats)
    assert [(one.piece, one.fallen) for one in standing.pieces] == [("a1", True)]
    assert [(line.level, line.text) for line in game.display.lines] == [
        (level, text) for n in range(3) for level, text in (("head", f"Turn {n + 1}: Ann"), ("line", f"{n} happens"))
    ]


def test_the_end_of_a_recording_tells_the_result(recording: Recording) -> None:
    """At the end of a replay, the log ends with the result. At the beginning, or in a part that stops earlier, there is
    no result.
    """
    result = ("Bob wins.", "Bob: 3 points")
    game = RecordedPlayback(replace(recording, result=result))
    game.seek(0.0)
    assert not {line.text for line in game.display.lines} & {*result}
    game.seek(game.length)
    assert [line.text for line in game.display.lines[-2:]] == list(result)
    assert replace(recording, result=result).part(0, 1).result == ()


def test_a_recording_begins_with_the_standings_of_its_beginning(recording: Recording) -> None:
    """Until the first moment is over, a replay shows the standings from before it, even if they aren't 0."""
    rows = (Row("score", "Ann", "16", 16, "Ann"), Row("raids", "raiders", "2", 2, "Ann"))
    game = RecordedPlayback(replace(recording, first_rows=rows))
    assert game.display.status is not None
    assert game.display.status.rows[:2] == rows
