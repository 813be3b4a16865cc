"""The timeline of a recording: pieces are where the tables have them, and move without jumps."""

import math
from bisect import bisect_right
from dataclasses import replace
from itertools import pairwise

import pytest

from riotsim.play.narration import Turn
from riotsim.replay.poses import MIN_MOVE, movables, pose_of
from riotsim.replay.recorded_timeline import RecordedTimeline, lay_out
from riotsim.replay.recording import Moment, Recording
from riotsim.replay.timeline import Timeline
from riotsim.replay.timeline_builder import TimelineBuilder, with_held
from riotsim.replay.tracks import Track
from riotsim.simulation import perform
from riotsim.store.database.traces import pack_frames, unpack_frames
from riotsim.table.acts import Frame, Roll, Settled, Stack, TowerFell
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die, Hull, Model, Round
from riotsim.table.poses import Pose, about_z, angle_between, slerp
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND, with_tower

HASTE = 6000.0
"""Greatest speed of a piece (mm/s). A die that falls off the table for half a second has 5,000."""


def seen(track: Track, ms: int) -> Pose:
    """Return the pose in which a viewer draws a piece at a given time."""
    k = max(bisect_right([key.ms for key in track.keys], ms) - 1, 0)
    one, two = track.keys[k], track.keys[min(k + 1, len(track.keys) - 1)]
    share = 0.0 if one is two else min((ms - one.ms) / (two.ms - one.ms), 1.0)
    x, y, z = (a + (b - a) * share for a, b in zip(one.pose.at, two.pose.at, strict=True))
    return Pose((x, y, z), slerp(one.pose.orientation, two.pose.orientation, share))


@pytest.mark.parametrize("traced", [True, False], ids=["traced", "without traces"])
def test_moments_end_as_the_tables_have_it(recording: Recording, *, traced: bool) -> None:
    """At the end of each moment, the timeline shows exactly the pieces of the moment's table, at their places. This
    holds with and without frames.
    """
    if not traced:
        recording = replace(recording, moments=tuple(replace(moment, frames=()) for moment in recording.moments))
    timeline = lay_out(recording)
    for place, (moment, span) in enumerate(zip(recording.moments, timeline.spans, strict=True)):
        end = span.end
        if any(later.end == end for later in timeline.spans[place + 1 : place + 2]):
            continue  # several at the same time: the last of them counts
        wanted = movables(moment.after)
        shown = {track.piece.id for track in timeline.tracks if any(b < end <= e for b, e in track.spans)}
        assert shown == set(wanted)
        for track in timeline.tracks:
            if track.piece.id in wanted:
                pose, end_pose = seen(track, end), pose_of(wanted[track.piece.id])
                assert math.dist(pose.at, end_pose.at) < 2 * MIN_MOVE
                assert angle_between(pose.orientation, end_pose.orientation) < 0.01


def test_what_a_hand_holds_is_on_the_table_of_its_act() -> None:
    """If an act releases pieces, its table is shown with these pieces. If there is no act, the table is unchanged."""
    table, dice = Table(600.0, 600.0), (Die("a"), Die("b"))
    assert with_held(Roll(dice, (300.0, 300.0), 0.0, STEADY_HAND), table).dice == {die.id: die for die in dice}
    assert with_held(None, table) is table


def test_time_goes_on(timeline: RecordedTimeline) -> None:
    """Keyframes, spans, moments and marks are in order of time, and no piece is shown after the end."""
    for track in timeline.tracks:
        times = [key.ms for key in track.keys]
        assert all(one < two for one, two in pairwise(times))
        assert all(begin < end for begin, end in track.spans)
        assert all(one[1] < two[0] for one, two in pairwise(track.spans))
        assert 0 <= times[0] <= track.spans[0][0] or times[0] == track.spans[0][0]
        assert track.spans[-1][1] <= timeline.end
    assert all(one.end == two.begin for one, two in pairwise(timeline.spans))
    assert [mark.ms for mark in timeline.marks] == sorted(mark.ms for mark in timeline.marks)


def test_nothing_jumps(timeline: RecordedTimeline) -> None:
    """While a piece is shown, it never jumps: it moves no faster than `HASTE`, except for less than 30 mm."""
    looked_at = 0
    for track in timeline.tracks:
        for one, two in pairwise(track.keys):
            if any(begin <= one.ms and two.ms <= end for begin, end in track.spans):
                way = math.dist(one.pose.at, two.pose.at)
                assert way < 30.0 or way / (two.ms - one.ms) * 1000 < HASTE, (track.piece.id, one, two)
                looked_at += way > 0.0
    assert looked_at > 1000


def test_marks(recording: Recording, timeline: RecordedTimeline) -> None:
    """The timeline has a mark for every throw, every collapse, every turn and the end."""
    kinds = [mark.kind for mark in timeline.marks]
    rolls = sum(isinstance(moment.act, Roll) for moment in recording.moments)
    falls = sum(isinstance(fact, TowerFell) for moment in recording.moments for fact in moment.facts)
    assert falls > 0
    assert kinds.count("throw") >= rolls > 20
    assert kinds.count("collapse") == falls
    assert kinds.count("turn") == len({moment.turn for moment in recording.moments})
    assert kinds[-1] == "end"
    assert any(mark.text.endswith("throws 3d6") and mark.player == "Ada" for mark in timeline.marks)


@pytest.mark.parametrize("base", [Round(25.0), Hull(60.0, 26.0)], ids=["base", "hull"])
def test_a_fallen_model_that_dice_push_stays_lying(base: Round | Hull) -> None:
    """If dice push a fallen model, the model is drawn lying in each frame of the throw. It moves less than 2 mm."""
    model = Model("m", "Bea", (305.0, 305.0), base, heading=0.4, fallen=True)
    before = Table(610.0, 610.0).with_pieces(model)
    hand = replace(STEADY_HAND, speed=1200.0)
    act = Roll(tuple(Die(f"r{k}", owner="Ada") for k in range(8)), model.at, 0.0, hand, 60.0, free_models=True)
    settled = perform(before, act, 4, trace_hz=60)
    assert any("m" in frame.poses for frame in settled.trace)
    moment = Moment(0, Turn(1, "Ada"), before, settled.table, act, 0, settled, settled.trace)
    timeline = lay_out(Recording("pitch", "", (), {}, before, (moment,), ()))
    (track,) = (track for track in timeline.tracks if track.piece.id == "m")
    lies = pose_of(model)
    assert len(track.keys) > 2
    assert max(math.dist(key.pose.at, lies.at) for key in track.keys) < 2.0
    assert max(angle_between(key.pose.orientation, lies.orientation) for key in track.keys) < 0.1


def test_stored_frames_take_the_time_of_simulated_ones() -> None:
    """The store rounds the frames of an act. A replay with stored frames has the same times as one with simulated
    frames.
    """
    before = Table(600.0, 600.0)
    die = Die("d1", D6, owner="Ada")
    spun = about_z(0.3)
    frames = tuple(Frame(4 * k, {"d1": Pose((80.0 + 0.3336 * k, 50.0, 8.0), spun)}) for k in range(61))
    (x, y, z), turn = frames[-1].poses["d1"].at, spun
    lies = die.moved_to(Pose((x - 0.0055, y, z), turn))
    for moved in (0.015, 0.019, 0.021, 0.026, 0.028, 0.03):
        act = Roll((die,), (100.0, 50.0), 0.0, STEADY_HAND)
        settled = Settled(before.with_pieces(lies), (), 240)
        after = before.with_pieces(lies.moved_to(Pose((x - 0.0055 + moved, y, z), turn)))
        simulated = Moment(0, Turn(1, "Ada"), before, after, act, 0, settled, frames)
        stored = replace(simulated, frames=unpack_frames(pack_frames(frames)))
        one, two = (lay_out(Recording("pitch", "", (), {}, before, (moment,), ())) for moment in (simulated, stored))
        assert one.spans == two.spans
        assert [key.ms for key in one.tracks[0].keys[-3:]] == [key.ms for key in two.tracks[0].keys[-3:]]


def test_a_fall_is_named_after_its_model() -> None:
    """If a model has a name, the mark of its tower's collapse has that name. Otherwise the mark has the model's id."""
    model = Model("b1", "Bea", (330.0, 300.0))
    table = with_tower(Table(600.0, 600.0), 5, name="b1", at=(300.0, 300.0)).with_pieces(model)
    for names, text in (({"b1": "Flint"}, "Flint's tower of 5 comes down"), ({}, "b1's tower of 5 comes down")):
        builder = TimelineBuilder(Timeline(table), names)
        builder.start_act(Roll((Die("d1"),), (100.0, 50.0), 0.0, STEADY_HAND), table, [])
        builder.settle(Settled(table.without(*table.towers["b1"].dice), (TowerFell("b1", 3),), 20))
        assert [mark.text for mark in builder.timeline.marks if mark.kind == "collapse"] == [text]


def test_the_die_that_fells_a_tower_counts() -> None:
    """If a tower of 4 falls when a fifth die is put on it, the mark says that a tower of 5 comes down."""
    model = Model("b1", "Bea", (330.0, 300.0))
    table = with_tower(Table(600.0, 600.0), 4, name="b1", at=(300.0, 300.0)).with_pieces(model)
    builder = TimelineBuilder(Timeline(table), {"b1": "Flint"})
    builder.start_act(Stack(Die("d9"), "b1", STEADY_HAND), table, [])
    builder.settle(Settled(table.without(*table.towers["b1"].dice), (TowerFell("b1", 3),), 20))
    assert [mark.text for mark in builder.timeline.marks if mark.kind == "collapse"] == [
        "Flint's tower of 5 comes down"
    ]


def test_a_replay_lowers_a_die_onto_its_tower() -> None:
    """If a die is put on a tower, it appears above its place and sinks to it. If a person's hand was shown, the die is
    at its place at once.
    """
    table = with_tower(Table(600.0, 600.0), 2, name="b1", at=(300.0, 300.0))
    heights = []
    usual, by_hand = TimelineBuilder(Timeline(table), {}), TimelineBuilder(Timeline(table), {})
    usual.start_act(Stack(Die("d9"), "b1", STEADY_HAND), table)
    by_hand.start_act(Stack(Die("d9"), "b1", STEADY_HAND), table, by_hand=True)
    for builder in (usual, by_hand):
        (track,) = (track for track in builder.timeline.tracks if track.piece.id == "d9")
        heights.append([key.pose.at[2] for key in track.keys])
    assert heights[0][0] > heights[0][-1] + 10.0
    assert len(set(heights[1])) == 1
