"""The keyframes that are added to a timeline by acts, by moves by the rules and by pauses, with their exact times."""

import math
from dataclasses import replace

import pytest

from riotsim.replay.poses import HEAD_RADIUS, MIN_MOVE, laid_down, pose_of, same_place, smoothstep
from riotsim.replay.timeline import Fall, Timeline
from riotsim.replay.timeline import Mark as TimelineMark
from riotsim.replay.timeline_builder import (
    CARRY_SPEED,
    FADE_SECONDS,
    IN_HAND_SECONDS,
    LOWER_HEIGHT,
    LOWER_SECONDS,
    MAX_CARRY_SECONDS,
    MAX_MOVE_SECONDS,
    MOVE_SECONDS,
    SETTLE_MS,
    SHORT_MOVE,
    THROW_SECONDS,
    TimelineBuilder,
    held_pieces,
)
from riotsim.replay.tracks import HOP_HEIGHT, Keyframe, Track
from riotsim.table.acts import Act, Carry, Drop, Frame, LeftTable, Roll, Settled, Stack, TowerFell
from riotsim.table.impacts import TABLE as TOP
from riotsim.table.impacts import Collider, Impact
from riotsim.table.pieces import Die, Hull, Model, Round, Token
from riotsim.table.poses import Pose, about_z, angle_between
from riotsim.table.state import Table
from riotsim.testing.tables import STEADY_HAND, with_tower

HERE, THERE = Pose((100.0, 50.0, 8.0)), Pose((130.0, 90.0, 8.0))
DIE = Die("d1", pose=HERE, owner="Bob")
EMPTY = Table(600.0, 600.0)
NELL = Model("m", "Ann", (200.0, 300.0))


def keys(track: Track) -> list[tuple[int, Pose]]:
    """Return the times and poses of a track's keyframes."""
    return [(key.ms, key.pose) for key in track.keys]


def track(builder: TimelineBuilder, name: str) -> Track:
    """Return the track of a piece."""
    (one,) = (one for one in builder.timeline.tracks if one.piece.id == name)
    return one


def begun(table: Table, seconds: float = 1.0) -> TimelineBuilder:
    """Return the builder of a timeline that shows an unchanged table for so many seconds."""
    builder = TimelineBuilder(Timeline(table))
    builder.pause(seconds)
    return builder


def test_when_a_piece_is_there_and_where() -> None:
    """A piece is present from the time it appears until just before the time it leaves. Between two keyframes it moves
    at constant speed.
    """
    one = Track(DIE)
    assert not one.is_present_at(0)
    one.appear(100, HERE)
    one.add_key(200, THERE)
    assert [one.is_present_at(ms) for ms in (99, 100, 9999)] == [False, True, True]
    one.disappear(300)
    one.appear(500, HERE)
    assert [one.is_present_at(ms) for ms in (99, 100, 299.5, 300, 499, 500)] == [False, True, True, False, False, True]
    assert keys(one) == [(100, HERE), (200, THERE), (300, THERE), (499, THERE), (500, HERE)]
    for ms, share in ((0, 0.0), (100, 0.0), (125, 0.25), (150, 0.5), (200, 1.0), (400, 1.0), (499, 1.0)):
        at = (100.0 + 30.0 * share, 50.0 + 40.0 * share, 8.0)
        assert one.pose_at(ms).at == pytest.approx(at)
    assert (one.pose_at(500), one.pose_at(9999), one.pose_at(150).at) == (HERE, HERE, (115.0, 70.0, 8.0))


@pytest.mark.parametrize(
    "order", [(0, 50, 150, 250, 350, 450), (450, 350, 250, 150, 50, 0), (150, 450, 50, 350, 0, 250)]
)
def test_the_keyframes_around_a_time(order: tuple[int, ...]) -> None:
    """The keyframes before and after a time are found, in whatever order times are asked for. If the piece rests, or
    the time is before the first or after the last keyframe, both are the same keyframe.
    """
    one = Track(DIE)
    for k, x in enumerate((1.0, 2.0, 2.0, 3.0)):
        one.keys.append(Keyframe(100 * k + 20, Pose((x, 0.0, 0.0))))
    wanted = {0: (0, 0), 50: (0, 1), 150: (1, 1), 250: (2, 3), 350: (3, 3), 450: (3, 3)}
    for ms in (*order, *order[:1]):
        assert one.keys_around(ms) == tuple(one.keys[k] for k in wanted[ms])
    assert one.keys_around(120) == (one.keys[1], one.keys[1])
    assert one.keys_around(220) == (one.keys[2], one.keys[2])


def test_tracks_that_are_rewound_cut_corrected_and_forgotten() -> None:
    """If a track is rewound to a time, later keyframes are removed, and the piece is present again if it left later. If
    a track is cut at a time, it ends there. A corrected track ends in the given pose. A forgotten track keeps only its
    last keyframe.
    """
    one = Track(DIE)
    one.appear(0, HERE)
    for k in (1, 2, 3):
        one.add_key(100 * k, Pose((float(k), 0.0, 8.0)))
    one.disappear(400)
    one.rewind(400)
    assert (len(one.keys), one.is_present) == (5, False)
    one.rewind(200)
    assert ([key.ms for key in one.keys], one.spans, one.open_since) == ([0, 100, 200], [], 0)
    one.cut(100)
    assert ([key.ms for key in one.keys], one.spans, one.is_present) == ([0, 100], [(0, 100)], False)
    one.correct(THERE)
    assert one.pose == THERE
    one.forget()
    assert (keys(one), one.spans) == ([(100, THERE)], [])
    one.rewind(0)
    assert keys(one) == [(100, THERE)]
    late = Track(DIE)
    late.appear(50, HERE)
    late.cut(10)
    assert late.spans == [(50, 51)]


def test_an_eased_move() -> None:
    """An eased move has ten keyframes, and begins and ends slowly: after 1/5 of the time, 13/125 of the way is done. A
    die is lifted only if it moves farther than `HOP_HEIGHT`.
    """
    end = Pose((200.0, 50.0, 8.0), about_z(1.0))
    for hop in (True, False):
        one = Track(DIE)
        one.appear(0, HERE)
        one.ease(300, 1000, end, hop=hop)
        assert [key.ms for key in one.keys] == [0, 300, *range(400, 1301, 100)]
        part = one.keys[3].pose
        lift = HOP_HEIGHT * math.sin(math.pi * 0.104) if hop else 0.0
        assert part.at == pytest.approx((110.4, 50.0, 8.0 + lift))
        assert angle_between(part.orientation, about_z(0.104)) == pytest.approx(0.0, abs=1e-6)
        assert one.pose == end
    for far, lifted in ((HOP_HEIGHT, False), (HOP_HEIGHT + 1.0, True)):
        one = Track(DIE)
        one.appear(0, HERE)
        one.ease(0, 100, HERE.translated((far, 0.0, 0.0)), hop=True)
        assert (max(key.pose.at[2] for key in one.keys) > 8.0) is lifted
    assert [smoothstep(share) for share in (0.0, 0.5, 1.0)] == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(
    ("shift", "turn", "same"),
    [
        (0.0, 0.0, True),
        (MIN_MOVE - 0.001, 0.0, True),
        (MIN_MOVE + 0.001, 0.0, False),
        (0.0, 0.0028, True),
        (0.0, 0.0029, False),
    ],
)
def test_which_poses_look_the_same(shift: float, turn: float, *, same: bool) -> None:
    """Two poses look the same if they differ by less than `MIN_MOVE` and about 0.0028 rad. This holds even if a
    quaternion is rounded or has the opposite sign.
    """
    x, y, z, w = about_z(turn)
    for scale in (1.0, -1.0, 0.999, -1.01):
        other = Pose((0.6 * shift, 8.0 - 0.8 * shift, 2.0), (x * scale, y * scale, z * scale, w * scale))
        assert same_place(Pose((0.0, 8.0, 2.0)), other) is same


def test_how_fallen_models_lie() -> None:
    """A fallen vehicle lies on its side, with its centre half its width above the ground. A fallen figure lies on the
    rim of its base and its head, with its head to the back. Pieces that have not fallen keep their poses.
    """
    stands = Pose((100.0, 50.0, 3.0), about_z(0.5))
    cart = Model("c", "Ann", (100.0, 50.0), Hull(60.0, 24.0), heading=0.5, level=3.0)
    assert laid_down(cart, stands) == stands == pose_of(cart)
    assert laid_down(DIE, stands) == stands
    assert pose_of(DIE) == HERE
    lies = pose_of(replace(cart, fallen=True))
    assert lies.at == pytest.approx((100.0, 50.0, 15.0))
    assert lies.transform((0.0, 0.0, 1.0))[2] == pytest.approx(15.0), "its top looks sideways"
    assert lies.transform((1.0, 0.0, 0.0)) == pytest.approx((100.0 + math.cos(0.5), 50.0 + math.sin(0.5), 15.0))
    for diameter in (25.0, 40.0, 2.0):
        radius = diameter / 2
        lies = pose_of(Model("n", "Ann", (100.0, 50.0), Round(diameter), heading=0.5, level=3.0, fallen=True))
        rim = lies.transform((-radius, 0.0, 0.0))
        head = lies.transform((0.0, 0.0, 28.0))
        assert min(rim[2], lies.transform((radius, 0.0, 0.0))[2]) == pytest.approx(3.0)
        assert head[2] == pytest.approx(
            3.0 + min(radius, HEAD_RADIUS) * math.cos(math.atan2(max(radius - 4, 0.0), 28.0)), abs=0.7
        )
        assert math.atan2(head[1] - lies.at[1], head[0] - lies.at[0]) % math.tau == pytest.approx(0.5 + math.pi)


@pytest.mark.parametrize(
    ("distance", "seconds"),
    [
        (20.0, MOVE_SECONDS),
        (SHORT_MOVE, MOVE_SECONDS),
        (SHORT_MOVE + 1.0, (SHORT_MOVE + 1.0) / CARRY_SPEED),
        (390.0, 1.5),
        (500.0, MAX_MOVE_SECONDS),
    ],
)
def test_how_long_a_move_by_the_rules_takes(distance: float, seconds: float) -> None:
    """If pieces are moved by the rules, all moves end together. A short move takes a fixed time. A longer move takes as
    long as the longest distance needs, up to a limit.
    """
    near = Die("d2", pose=Pose((400.0, 400.0, 8.0)))
    builder = begun(EMPTY.with_pieces(DIE, near))
    moved = EMPTY.with_pieces(
        DIE.moved_to(HERE.translated((0.6 * distance, 0.8 * distance, 0.0))),
        near.moved_to(near.pose.translated((5.0, 0.0, 0.0))),
    )
    assert builder.arrange(moved)
    assert builder.timeline.end == 1000 + round(1000 * seconds)
    for name in ("d1", "d2"):
        assert keys(track(builder, name))[-1] == (builder.timeline.end, moved.dice[name].pose)


def test_what_comes_goes_and_jumps() -> None:
    """If a piece appears or disappears, this takes `IN_HAND_SECONDS`. Without easing, and if nothing changes, no time
    passes. `arrange` returns true only if a piece moves or appears.
    """
    builder = begun(EMPTY.with_pieces(DIE))
    timeline = builder.timeline
    assert not builder.arrange(EMPTY.with_pieces(DIE))
    assert timeline.end == 1000
    assert not builder.arrange(EMPTY)
    hand = round(1000 * IN_HAND_SECONDS)
    assert (timeline.end, track(builder, "d1").spans) == (1000 + hand, [(0, 1000)])
    assert builder.arrange(EMPTY.with_pieces(DIE))
    assert (timeline.end, track(builder, "d1").open_since) == (1000 + 2 * hand, 1000 + hand)
    ended = timeline.end
    assert builder.arrange(EMPTY.with_pieces(DIE.moved_to(THERE), NELL), eased=False)
    assert (timeline.end, track(builder, "d1").pose, track(builder, "m").open_since) == (ended, THERE, ended)
    assert not builder.arrange(EMPTY, eased=False)
    assert (timeline.end, timeline.present_pieces()) == (ended, [])


def settled(*pieces: Die | Token | Model, facts: tuple[LeftTable | TowerFell, ...] = (), ticks: int = 0) -> Settled:
    """Return the outcome of an act after which pieces are on the table."""
    return Settled(EMPTY.with_pieces(*pieces), facts, ticks)


COIN = Token("t", Pose((0.0, 0.0, 0.0)))
ROLL, DROP = Roll((DIE,), (300.0, 300.0), 0.0, STEADY_HAND, drop=70.0), Drop(COIN, (50.0, 60.0), 90.0, STEADY_HAND)
STACK, CARRY = Stack(DIE, "b1", STEADY_HAND), Carry("m", (300.0, 300.0), STEADY_HAND, "usual")


@pytest.mark.parametrize(
    ("act", "hand", "held"),
    [
        (ROLL, IN_HAND_SECONDS, (DIE,)),
        (DROP, IN_HAND_SECONDS, (COIN,)),
        (STACK, FADE_SECONDS + LOWER_SECONDS, (DIE,)),
        (CARRY, 0.0, ()),
    ],
)
def test_the_time_in_the_hand(act: Act, hand: float, held: tuple[Die | Token, ...]) -> None:
    """Before their release, pieces are shown in the hand for a fixed time, and a die for a tower is lowered. If the
    person's own hand was shown before, the pieces are released at once.
    """
    assert held_pieces(act) == held
    for by_hand in (False, True):
        builder = begun(EMPTY.with_pieces(NELL))
        builder.start_act(
            act, EMPTY.with_pieces(NELL), [Frame(0, {piece.id: THERE for piece in held})], by_hand=by_hand
        )
        assert builder.release_ms == builder.timeline.end == 1000 + (0 if by_hand else round(1000 * hand))
        for piece in held:
            lifted = LOWER_HEIGHT if act is STACK and not by_hand else 0.0
            assert keys(track(builder, piece.id))[0] == (1000, THERE.translated((0.0, 0.0, lifted)))
            assert track(builder, piece.id).pose == THERE


def test_the_frames_of_an_act() -> None:
    """The frames and impacts of an act are at their ticks after the release (240 a second), and a piece rests until its
    first frame. If fixed frames are added again, they are skipped. If a later frame is added again with another pose,
    it replaces all frames after the fixed frames.
    """
    builder = begun(EMPTY.with_pieces(NELL))
    builder.start_act(CARRY, EMPTY.with_pieces(NELL))
    hit = Impact(12, Collider("model", "m"), TOP, (0.0, 0.0, 0.0), 1.0, 2.0)
    places = {tick: Pose((200.0 + tick, 300.0, 0.0)) for tick in (12, 24, 48)}
    frames = [Frame(tick, {"m": pose}, (hit,) if tick == 12 else ()) for tick, pose in places.items()]
    assert builder.add_frames(frames) is None
    assert keys(track(builder, "m")) == [
        (0, pose_of(NELL)), (1000, pose_of(NELL)), (1050, places[12]), (1100, places[24]), (1200, places[48]),
    ]  # fmt: skip
    assert [(one.ms, one.impact) for one in builder.timeline.impacts_between(0, 9999)] == [(1050, hit)]
    assert builder.timeline.end == 1200
    builder.fix_frames()
    assert builder.add_frames(frames[1:]) is None
    assert builder.add_frames([Frame(60, {"m": places[12]})]) is None
    assert builder.add_frames([Frame(60, {"m": places[24]})]) == 1200
    assert keys(track(builder, "m"))[-2:] == [(1200, places[48]), (1250, places[24])]
    builder.cancel_act()
    assert (builder.timeline.end, track(builder, "m").pose) == (1000, pose_of(NELL))
    assert builder.timeline.impacts_between(0, 9999) == []


@pytest.mark.parametrize(("moved", "more"), [(0.0, 0), (0.001, 0), (5.0, 1)])
def test_the_end_of_an_act(moved: float, more: int) -> None:
    """If a piece's last frame differs from its final place, the piece moves there within `SETTLE_MS`. If the difference
    is tiny, the last keyframe is corrected instead.
    """
    builder = begun(EMPTY.with_pieces(NELL))
    builder.start_act(ROLL, EMPTY.with_pieces(NELL), [Frame(0, {"d1": HERE})], by_hand=True)
    builder.add_frames([Frame(0, {"d1": HERE}), Frame(24, {"d1": THERE})])
    end = DIE.moved_to(THERE.translated((moved, 0.0, 0.0)))
    builder.settle(settled(NELL, end, ticks=24))
    assert builder.timeline.end == 1100 + SETTLE_MS
    last = [(1000, HERE), (1100, THERE), (1100 + SETTLE_MS - 1, end.pose)] if more else [(1000, HERE), (1100, end.pose)]
    assert keys(track(builder, "d1")) == last
    assert builder.timeline.table == EMPTY.with_pieces(NELL, end)


@pytest.mark.parametrize(
    ("act", "pieces", "seconds"),
    [
        (ROLL, (NELL, DIE.moved_to(THERE)), THROW_SECONDS),
        (CARRY, (replace(NELL, at=(230.0, 300.0)),), MOVE_SECONDS),
        (CARRY, (replace(NELL, at=(200.0, 560.0)),), 1.0),
        (replace(CARRY), (replace(NELL, at=(200.0, -700.0)),), MAX_CARRY_SECONDS),
        (CARRY, (NELL,), MOVE_SECONDS),
    ],
)
def test_an_act_without_frames(act: Act, pieces: tuple[Die | Model, ...], seconds: float) -> None:
    """If the frames of a throw are missing, the throw takes a fixed time. If the frames of a carry are missing, its
    time depends on the distance, within limits.
    """
    builder = begun(EMPTY.with_pieces(NELL))
    builder.start_act(act, EMPTY.with_pieces(NELL), by_hand=True)
    builder.settle(settled(*pieces))
    assert builder.timeline.end == 1000 + round(1000 * seconds) + SETTLE_MS


def test_a_throw_without_frames_begins_above_its_end() -> None:
    """If the frames of a throw are missing, the die begins above its final place, at the height of the release."""
    builder = begun(EMPTY)
    end = replace(DIE, pose=Pose((310.0, 290.0, 8.0)))
    builder.start_act(ROLL, EMPTY, settled=settled(end))
    assert track(builder, DIE.id).keys[0].pose.at == (310.0, 290.0, 70.0)


def test_pieces_that_leave_the_table() -> None:
    """If a fact says that a piece left the table, the piece is gone from that tick on, even if the fact is known only
    at the end. Without a fact, a piece that is missing on the final table is gone at the act's end.
    """
    left = LeftTable("d1", 12, (0.0, 0.0))
    frames = [Frame(tick, {"d1": Pose((100.0 + tick, 50.0, 8.0))}) for tick in (0, 12, 24)]
    for known in (True, False):
        end = settled(facts=(left,) if known else (), ticks=24)
        builder = begun(EMPTY)
        builder.start_act(ROLL, EMPTY, frames, by_hand=True)
        builder.add_frames(frames, end if known else None)
        builder.settle(end)
        assert track(builder, "d1").spans == [(1000, 1050 if known else 1100 + SETTLE_MS)]
    builder = begun(EMPTY)
    builder.start_act(ROLL, EMPTY, frames, by_hand=True)
    builder.add_frames(frames)
    builder.settle(settled(facts=(left,), ticks=24))
    assert track(builder, "d1").spans == [(1000, 1050)]


def test_marks_and_falls() -> None:
    """The timeline has a mark for each throw, with the owner of the dice, and for each dropped token, with the player.
    A fallen tower has a mark with its model's owner. The tower's place and height are kept.
    """
    tower = with_tower(EMPTY, 3, name="m", at=(220.0, 300.0), size=20.0).with_pieces(NELL)
    builder = begun(tower)
    builder.start_act(ROLL, tower, player="Ann", by_hand=True)
    builder.add_frames([Frame(0, {"d1": HERE}), Frame(48, {"d1": THERE})])
    builder.settle(settled(NELL, DIE.moved_to(THERE), facts=(TowerFell("m", 24), TowerFell("none", 3)), ticks=48))
    assert builder.timeline.falls == [Fall("m", (220.0, 300.0), 60.0, 1100)]
    throw, fall = builder.timeline.marks
    assert (throw.ms, throw.kind, throw.player) == (1000, "throw", "Bob")
    assert fall == TimelineMark(1100, "collapse", "m's tower of 3 comes down", "Ann")
    builder = begun(EMPTY)
    builder.start_act(DROP, EMPTY, player="Ann", by_hand=True)
    assert builder.timeline.marks == (TimelineMark(1000, "throw", "A token is dropped", "Ann"),)
    assert builder.timeline.falls == []
