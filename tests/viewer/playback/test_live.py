"""Playback of a live game: results appear when dice rest, and speeds are exact."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import cast

import pytest
from fake_window import of, played_here
from pitch_game import AT_THE_TOWER, Pitch

from riotsim.play.requests import AimThrow, Request
from riotsim.replay.clocks import SLOW_AFTER, SLOW_BEFORE, SPEEDS, FilmClock, PlaybackClock
from riotsim.replay.recorded_timeline import THROW_PAUSE
from riotsim.replay.timeline import Fall
from riotsim.replay.timeline_builder import FADE_SECONDS, IN_HAND_SECONDS, LOWER_SECONDS
from riotsim.table.acts import Frame, Hand, LeftTable, Pace, Roll, Settled, Stack, TowerFell
from riotsim.table.dice.kinds import D6
from riotsim.table.impacts import TABLE, Collider, Impact
from riotsim.table.pieces import Die
from riotsim.table.poses import Pose, about_z, angle_between
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.session.messages import (
    SETUP,
    ActFrames,
    ActSettled,
    ActShown,
    ActStarted,
    Answer,
    FromHost,
    GameOver,
    HostFailed,
    Line,
    LogChanged,
    Notice,
    Question,
    Refusal,
    TableChanged,
    ToHost,
    Undo,
)
from riotsim.viewer.settings import Settings

HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))

EMPTY = Table(600.0, 600.0)

DIE = Die("d1", D6, owner="Bob")

TICK = 1 / 60
"""A frame of the window (s)."""


def slid(ticks: int = 120, *, turn: float = 0.0) -> list[Frame]:
    """Return frames of a die that moves from x = 0 by 1 mm a tick, and has turned by an angle (rad) at the end."""
    steps = range(0, ticks + 1, 4)
    return [Frame(tick, {"d1": Pose((float(tick), 50.0, 8.0), about_z(turn * tick / ticks))}) for tick in steps]


def rolled(frames: Iterable[Frame] = (), *, number: int = 1, facts: tuple[TowerFell | LeftTable, ...] = (),
           before: Table = EMPTY) -> list[FromHost]:  # fmt: skip
    """Return the messages of a roll and its outcome."""
    frames = tuple(frames) or tuple(slid())
    last = DIE.moved_to(frames[-1].poses["d1"])
    after = before if any(isinstance(fact, LeftTable) for fact in facts) else before.with_pieces(last)
    return [
        ActStarted(number, Roll((DIE,), (100.0, 50.0), 0.0, HAND), before, "Bob"),
        ActFrames(number, frames[:10]),
        ActFrames(number, frames[10:]),
        ActSettled(number, Settled(after, facts, frames[-1].tick)),
        LogChanged((Line("it shows a 6"),), 0),
    ]


def given(*messages: FromHost, speed: float = 1.0) -> LivePlayback:
    """Return a playback that has received these messages."""
    playback = LivePlayback(PlaybackClock(speed))
    for message in messages:
        playback.receive(message)
    return playback


def moments(playback: LivePlayback, seconds: float = 60.0, step: float = TICK) -> Iterator[tuple[float, DisplayState]]:
    """Advance until nothing is left to show, and yield the time of each frame of the window and what it shows."""
    now = 0.0
    while now < seconds:
        playback.advance(step)
        now += step
        yield now, playback.display
        if not playback.busy:
            return


@pytest.mark.parametrize("speed", SPEEDS)
def test_an_act_takes_the_time_that_it_took(speed: float) -> None:
    """The window shows an act for its time on the table plus the time in the hand, divided by the speed."""
    playback = given(*rolled(), speed=speed)
    (rests,) = [now for now, showing in moments(playback) if showing.lines][:1]
    assert rests * speed == pytest.approx(0.5 + IN_HAND_SECONDS, abs=3 * TICK * max(speed, 1.0))


def test_results_appear_when_dice_rest() -> None:
    """The log line and the next question appear only when the thrown die lies still. The die then stays for
    `THROW_PAUSE`.
    """
    playback = given(*rolled(), asked(), TableChanged(EMPTY))
    read = 0.0
    for _, showing in moments(playback):
        known = bool(showing.lines), showing.question is not None
        assert known == (showing.act is None, showing.act is None)
        if showing.act is None and showing.table is not None and "d1" in showing.table.dice:
            assert showing.table.dice["d1"].pose.at[0] == 120.0
            read += TICK
    assert read == pytest.approx(THROW_PAUSE, abs=3 * TICK)
    assert playback.display.table == EMPTY


def asked() -> Question:
    """Return a question."""
    request = cast(Request[object], AimThrow("Ann", "roll", ("d6",), 600.0, 600.0, 50.0))
    return Question((request,), (), SETUP, can_undo=False, can_redo=False)


def test_frames_are_blended() -> None:
    """Between two frames, a piece is drawn on the straight line between its places in these frames."""
    playback, seen = given(*rolled()), 0
    for _, showing in moments(playback, step=0.001):
        if showing.act is not None and showing.poses:
            assert showing.poses["d1"].at[0] == pytest.approx(min(240.0 * showing.seconds, 120.0), abs=0.2)
            seen += 1
    assert seen > 100


def test_dice_turn_the_short_way() -> None:
    """If two frames describe a rotation by opposite quaternions, the die doesn't spin round between them."""
    x, y, z, w = about_z(0.1)
    turned = Pose((0.0, 0.0, 8.0), (-x, -y, -z, -w))
    frames = [Frame(0, {"d1": Pose((0.0, 0.0, 8.0))}), Frame(4, {"d1": turned})]
    playback, seen = given(*rolled(frames)), 0
    for _, showing in moments(playback, step=0.001):
        if showing.act is not None and showing.poses:
            assert angle_between((0.0, 0.0, 0.0, 1.0), showing.poses["d1"].orientation) <= 0.1 + 1e-6
            seen += 1
    assert seen > 10


def test_a_tower_comes_down_slowly() -> None:
    """The fall of a tower is shown in slow motion as a close-up of the tower's place, unless slow motion is off."""
    before = with_tower(EMPTY, 5, name="t", at=(300.0, 300.0))
    messages = rolled(slid(480), facts=(TowerFell("t", 240),), before=before)
    usual, slow = 0.0, 0.0
    for _, showing in moments(given(*messages)):
        if showing.close_up is not None:
            slow += TICK
            assert isinstance(showing.close_up, Fall)
            assert showing.close_up.tower == "t"
            assert showing.close_up.at == (300.0, 300.0)
            assert showing.close_up.height == pytest.approx(80.0)
            assert 1.0 - SLOW_BEFORE / 1000 - 0.01 <= showing.seconds <= 1.0 + SLOW_AFTER / 1000 + 0.01
        elif showing.act is not None:
            usual += TICK
    slowed = (
        FilmClock(0, 2000, [Fall("t", (300.0, 300.0), 80.0, 1000.0)]).length - 2.0 + (SLOW_BEFORE + SLOW_AFTER) / 1000
    )
    assert slow == pytest.approx(slowed, abs=0.1)
    assert usual == pytest.approx(2.0 - (SLOW_BEFORE + SLOW_AFTER) / 1000 + IN_HAND_SECONDS, abs=0.1)
    playback = given(*messages)
    playback.clock.slow_motion = False
    assert all(showing.close_up is None for _, showing in moments(playback))


def test_a_newcomer_sees_a_fall_slowly_for_two_seconds() -> None:
    """Slow motion is on by default, and shows the time around a fall for about two seconds."""
    assert Settings().slow_motion
    around = (SLOW_BEFORE + SLOW_AFTER) / 1000
    slowed = FilmClock(0, 2000, [Fall("t", (300.0, 300.0), 80.0, 1000.0)]).length - 2.0 + around
    assert slowed == pytest.approx(2.0, abs=0.1)


def test_a_pause_stops_what_moves() -> None:
    """While the playback is paused, nothing moves and no result appears. After the pause the act goes on from there."""
    playback = given(*rolled())
    for _ in range(20):
        playback.advance(TICK)
    playback.clock.paused = True
    before = dict(playback.display.poses)
    for _ in range(100):
        playback.advance(TICK)
    assert playback.display.poses == before
    assert not playback.display.lines
    playback.clock.paused = False
    assert [line.text for _, showing in moments(playback) for line in showing.lines][:1] == ["it shows a 6"]


def test_a_paused_game_begins_no_act() -> None:
    """While the game is paused, a refusal is shown, but the next act doesn't begin."""
    playback = given(asked(), Refusal("no"), *rolled())
    playback.clock.paused = True
    playback.advance(TICK)
    assert playback.display.refusal == "no"
    assert playback.display.act is None
    assert playback.busy


def test_skipping_an_act() -> None:
    """If an act is skipped, it ends at once and its log lines appear. The next act is shown as usual."""
    second = rolled(number=2, before=EMPTY)
    playback = given(*rolled(), TableChanged(EMPTY), *second)
    playback.advance(TICK)
    playback.skip()
    playback.advance(TICK)
    assert playback.display.act is None
    assert playback.display.lines
    assert playback.take_outgoing() == [ActShown(1)]
    acting = sum(TICK for _, showing in moments(playback) if showing.act is not None)
    assert acting == pytest.approx(0.5 + IN_HAND_SECONDS, abs=4 * TICK)


def test_skipping_to_the_next_question() -> None:
    """If the player skips to the next question, all acts before it end at once. Later acts are shown as usual."""
    playback = given(*rolled(), TableChanged(EMPTY), *rolled(number=2)[:2])
    playback.skip(to_question=True)
    playback.advance(TICK)
    assert playback.take_outgoing() == [ActShown(1)]
    assert playback.display.act is not None
    for message in (*rolled(number=2)[2:], TableChanged(EMPTY), asked()):
        playback.receive(message)
    playback.advance(TICK)
    assert playback.take_outgoing() == [ActShown(2)]
    assert playback.display.question is not None
    for message in rolled(number=3):
        playback.receive(message)
    playback.advance(TICK)
    assert playback.display.act is not None, "the next one is shown again"


def test_frames_that_come_late_are_waited_for() -> None:
    """If the host is too slow, a die waits in the air and doesn't jump."""
    began, first, more, came, told = rolled()
    playback = given(began, first)
    for _ in range(60):
        playback.advance(TICK)
    assert playback.display.poses["d1"].at[0] == pytest.approx(36.0)
    assert playback.take_outgoing() == []
    for message in (more, came, told):
        playback.receive(message)
    playback.advance(TICK)
    assert playback.display.poses["d1"].at[0] == pytest.approx(40.0, abs=0.2)
    assert [number for _ in moments(playback) for number in playback.take_outgoing()] == [ActShown(1)]


def test_an_act_that_begins_anew() -> None:
    """If the engine changes its solver, frames begin again from tick 0. The earlier frames are not shown any more."""
    began, first, _, came, _ = rolled()
    playback = given(began, first)
    for _ in range(30):
        playback.advance(TICK)
    assert playback.display.poses["d1"].at[0] == 36.0
    anew = tuple(Frame(frame.tick, {"d1": Pose((10.0, 90.0, 8.0))}) for frame in slid())
    for message in (ActFrames(1, anew), came):
        playback.receive(message)
    seen = [(playback.take_outgoing(), showing.act and showing.poses["d1"].at) for _, showing in moments(playback)]
    assert {at for _, at in seen if at is not None} == {(10.0, 90.0, 8.0)}
    assert [number for sent, _ in seen for number in sent] == [ActShown(1)]


def test_an_act_that_begins_anew_is_heard_anew() -> None:
    """If an act's frames begin again from tick 0, the impacts of the new frames are heard, even the earliest."""

    def with_impact(at: int) -> tuple[Frame, ...]:
        hit = Impact(at, Collider("die", "d1"), TABLE, (0.0, 50.0, 0.0), 300.0, 900.0)
        return tuple(replace(frame, impacts=(hit,) if frame.tick == at else ()) for frame in slid())

    began, _, _, came, _ = rolled()
    playback = given(began, ActFrames(1, with_impact(40)[:16]))
    for _ in range(60):
        playback.advance(TICK)
    assert [impact.tick for impact in playback.display.impacts] == [40]
    for message in (ActFrames(1, with_impact(8)), came):
        playback.receive(message)
    playback.advance(0.05)
    assert playback.display.seconds == pytest.approx(0.05, abs=0.002)
    assert [impact.tick for impact in playback.display.impacts] == [40, 8]


def test_what_leaves_the_table_is_gone_from_then_on() -> None:
    """A piece that leaves the table is drawn until it goes over the edge."""
    playback, seen = given(*rolled(facts=(LeftTable("d1", 60, (60.0, 50.0)),))), set[bool]()
    for _, showing in moments(playback):
        if showing.act is not None and showing.seconds > 0.0 and showing.table is not None:
            assert ("d1" in showing.table.dice) == (showing.seconds <= 0.25)
            seen.add("d1" in showing.table.dice)
    assert seen == {True, False}


def test_a_die_is_lowered_onto_its_tower() -> None:
    """If an act has no simulated frames, as for the first die of a tower, the die is still shown being lowered."""
    end = Die("d9", D6, pose=Pose((30.0, 30.0, 8.0)), owner="Bob")
    stacked: list[FromHost] = [
        ActStarted(1, Stack(end, "b1", HAND), EMPTY, "Bob"),
        ActSettled(1, Settled(EMPTY.with_pieces(end))),
    ]
    playback = given(*stacked)
    heights = [showing.poses["d9"].at[2] for _, showing in moments(playback) if "d9" in showing.poses]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > 40.0
    assert len(heights) * TICK == pytest.approx(FADE_SECONDS + LOWER_SECONDS, abs=3 * TICK)
    assert playback.display.table == EMPTY.with_pieces(end)


def test_what_the_rules_move_is_eased() -> None:
    """If the rules put a die elsewhere, it moves there smoothly."""
    here, there = DIE.moved_to(Pose((0.0, 0.0, 8.0))), DIE.moved_to(Pose((100.0, 0.0, 8.0)))
    playback = given(TableChanged(EMPTY.with_pieces(here, Die("d2"))), TableChanged(EMPTY.with_pieces(there)))
    xs = [showing.poses["d1"].at[0] for _, showing in moments(playback) if "d1" in showing.poses]
    assert xs == sorted(xs)
    assert 0.0 < xs[1] < 10.0
    assert 90.0 < xs[-2] < 100.0
    assert playback.display.table == EMPTY.with_pieces(there)


def test_a_refused_answer_is_asked_again() -> None:
    """An answered question disappears, and comes back with the reason if the answer is refused."""
    playback = given(asked())
    playback.advance(TICK)
    playback.note_sent(Answer("Ann", 1))
    assert playback.display.question is None
    playback.receive(Refusal("not that", "Ann"))
    playback.advance(TICK)
    assert playback.display.question is not None
    assert playback.display.refusal == "not that"
    playback.note_sent(Answer("Ann", 2))
    assert playback.display.refusal == ""
    playback.receive(GameOver(()))
    playback.advance(TICK)
    playback.note_sent(Undo())
    playback.receive(Refusal("no"))
    playback.advance(TICK)
    assert playback.display.game_over == GameOver(())


def test_the_log_is_taken_back() -> None:
    """If the host changes the log from some line on, undone lines disappear and a line that has grown is replaced."""
    playback = given(LogChanged((Line("a"), Line("b"), Line("c")), 0), LogChanged((Line("b and more"),), 1))
    playback.advance(TICK)
    assert [line.text for line in playback.display.lines] == ["a", "b and more"]


def test_what_there_is_to_know_besides() -> None:
    """If a notice or the host's failure comes after an act, it is shown once the act is over."""
    playback = given(*rolled(), Notice("the disk is full"), HostFailed("gone"))
    playback.advance(TICK)
    assert playback.display.failure is None
    list(moments(playback))
    assert playback.display.notices == ["the disk is full"]
    assert playback.display.failure == HostFailed("gone")


def test_a_whole_game_is_shown_in_order() -> None:
    """In a real game each act ends with the table of its outcome, and every act is acknowledged."""

    def says(message: FromHost, _: object) -> list[ToHost]:
        if not isinstance(message, Question):
            return []
        first = isinstance(message.requests[0], AimThrow)
        return [Answer("Ann", AT_THE_TOWER if first else "a1")]

    seen = played_here(Pitch(rounds=2), says)
    playback = given(*seen)
    tables = [message.settled.table for message in of(ActSettled, seen)]
    ends: list[Table | None] = []
    acting = falling = False
    for _, showing in moments(playback, seconds=300.0):
        if acting and showing.act is None:
            ends.append(showing.table)
        acting = showing.act is not None
        falling = falling or showing.close_up is not None
    assert ends == tables
    assert falling
    assert playback.take_outgoing() == [ActShown(number) for number in (1, 2, 3, 4)]
    assert [line.text for line in playback.display.lines] == [
        line.text for message in of(LogChanged, seen) for line in message.lines
    ]
    assert playback.display.game_over is not None


def test_a_window_that_stood_still_does_not_jump() -> None:
    """Game time passes at the chosen speed. Between two frames at most a quarter of a second passes. In a pause no time
    passes.
    """
    clock = PlaybackClock(0.25)
    assert math.isclose(clock.game_seconds(0.1), 0.025)
    assert clock.game_seconds(10.0) == clock.game_seconds(0.25)
    clock.paused = True
    assert clock.game_seconds(0.1) == 0.0
