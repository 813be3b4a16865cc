"""A recording laid out in time: pieces are where the tables have them, and move without jumps."""

import math
from bisect import bisect_right
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from riotsim.replay import pack
from riotsim.replay.recording import Recording
from riotsim.replay.timeline import LEAST_WAY, Timeline, Track, blend, lay_out, movables, pose_of
from riotsim.table.acts import Roll, TowerFell
from riotsim.table.pieces import Model, Round
from riotsim.table.poses import Pose, about_z, angle_between

HASTE = 6000.0
"""No piece is faster (mm/s): a die that falls off the table for half a second has 5,000."""


@pytest.fixture(scope="module")
def timeline(recording: Recording) -> Timeline:
    """The whole game."""
    return lay_out(recording)


def seen(track: Track, ms: int) -> Pose:
    """Give where a viewer draws a piece at a time."""
    k = max(bisect_right([key.ms for key in track.keys], ms) - 1, 0)
    one, two = track.keys[k], track.keys[min(k + 1, len(track.keys) - 1)]
    share = 0.0 if one is two else min((ms - one.ms) / (two.ms - one.ms), 1.0)
    x, y, z = (a + (b - a) * share for a, b in zip(one.pose.at, two.pose.at, strict=True))
    return Pose((x, y, z), blend(one.pose.turn, two.pose.turn, share))


@pytest.mark.parametrize("traced", [True, False], ids=["traced", "without traces"])
def test_moments_end_as_the_tables_have_it(recording: Recording, *, traced: bool) -> None:
    """At the end of each moment all pieces of its table are shown where they lie, and no others."""
    if not traced:
        recording = replace(recording, moments=tuple(replace(moment, frames=()) for moment in recording.moments))
    timeline = lay_out(recording)
    for moment, (_, end), following in zip(
        recording.moments, timeline.moments, [*timeline.moments[1:], (timeline.length + 1, 0)], strict=True
    ):
        if following == (end, end):
            continue  # several at the same time: the last of them counts
        wanted = movables(moment.after)
        shown = {track.piece.id for track in timeline.tracks if any(b < end <= e for b, e in track.spans)}
        assert shown == set(wanted)
        for track in timeline.tracks:
            if track.piece.id in wanted:
                pose, end_pose = seen(track, end), pose_of(wanted[track.piece.id])
                assert math.dist(pose.at, end_pose.at) < 2 * LEAST_WAY
                assert angle_between(pose.turn, end_pose.turn) < 0.01


def test_time_goes_on(timeline: Timeline) -> None:
    """Keys, moments and marks stand in order of time, within the length of the whole."""
    for track in timeline.tracks:
        times = [key.ms for key in track.keys]
        assert all(one < two for one, two in pairwise(times))
        assert all(begin < end for begin, end in track.spans)
        assert all(one[1] < two[0] for one, two in pairwise(track.spans))
        assert 0 <= times[0] <= track.spans[0][0] or times[0] == track.spans[0][0]
        assert track.spans[-1][1] <= timeline.length
    assert all(one[1] == two[0] for one, two in pairwise(timeline.moments))
    assert [mark.ms for mark in timeline.marks] == sorted(mark.ms for mark in timeline.marks)


def test_nothing_jumps(timeline: Timeline) -> None:
    """While a piece is shown it goes no faster than things fall."""
    for track in timeline.tracks:
        for one, two in pairwise(track.keys):
            if any(begin <= one.ms and two.ms <= end for begin, end in track.spans):
                way = math.dist(one.pose.at, two.pose.at)
                assert way < 30.0 or way / (two.ms - one.ms) * 1000 < HASTE, (track.piece.id, one, two)


def test_marks(recording: Recording, timeline: Timeline) -> None:
    """Every throw, every collapse and every turn can be jumped to."""
    kinds = [mark.kind for mark in timeline.marks]
    rolls = sum(isinstance(moment.act, Roll) for moment in recording.moments)
    falls = sum(isinstance(fact, TowerFell) for moment in recording.moments for fact in moment.facts)
    assert falls > 0
    assert kinds.count("throw") >= rolls > 20
    assert kinds.count("collapse") == falls
    assert kinds.count("turn") == len({moment.turn for moment in recording.moments})
    assert kinds[-1] == "end"
    assert any(mark.text.endswith("throws 3d6") and mark.boss == "Ada" for mark in timeline.marks)


def test_a_fallen_model_lies_on_the_table() -> None:
    """Rim and head of a fallen model touch the table, its middle stays over its place."""
    model = Model("a1", "Ada", (100.0, 50.0), Round(25.0), heading=0.7, fallen=True)
    pose = pose_of(model)
    rim = [pose.of((12.5 * math.cos(a), 12.5 * math.sin(a), 0.0))[2] for a in np.linspace(0, math.tau, 73)]
    assert min(rim) == pytest.approx(0.0, abs=0.05)
    x, y, z = pose.of((0.0, 0.0, 28.0))
    assert 0.0 < z < 12.5
    assert math.dist(((pose.at[0] + x) / 2, (pose.at[1] + y) / 2), model.at) < 5.0


def test_keys_survive_the_page(timeline: Timeline) -> None:
    """What the page unpacks is what was packed: to 1/100 mm and 1/10,000 of a turn, with no sudden signs."""
    data = pack.columns(timeline.tracks)
    count = sum(len(track.keys) for track in timeline.tracks)
    sizes = [("<u4", 4), *[("<i4", 4)] * 3, *[("<i2", 2)] * 4]
    columns, at = [], 0
    for kind, width in sizes:
        columns.append(np.frombuffer(data, kind, count, at))
        at += width * count
    assert at == len(data)
    first = 0
    for track in timeline.tracks:
        part = slice(first, first + len(track.keys))
        first += len(track.keys)
        times = np.cumsum(columns[0][part].astype(np.int64))
        assert times.tolist() == [key.ms for key in track.keys]
        places = np.stack([np.cumsum(column[part].astype(np.int64)) for column in columns[1:4]], axis=1) / pack.GRAINS
        assert np.abs(places - np.array([key.pose.at for key in track.keys])).max() < 0.0051
        # Sums wrap at 16 bits, as they do in the page.
        turns = np.stack([np.cumsum(column[part], dtype=np.int16) for column in columns[4:]], axis=1) / pack.SHARES
        exact = np.array([key.pose.turn for key in track.keys])
        assert np.abs(np.abs(np.einsum("ij,ij->i", turns, exact)) - 1.0).max() < 1e-4
        assert (np.einsum("ij,ij->i", turns[1:], turns[:-1]) > -1e-3).all()


def test_the_short_way_round() -> None:
    """Half way between two headings is between them, whatever the signs of their quaternions."""
    a, b = about_z(0.2), about_z(0.8)
    for sign in (1.0, -1.0):
        turned = (b[0] * sign, b[1] * sign, b[2] * sign, b[3] * sign)
        assert angle_between(blend(a, turned, 0.5), about_z(0.5)) < 1e-6
