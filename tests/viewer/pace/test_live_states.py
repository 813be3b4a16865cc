"""What a live playback displays after each message, and what it tells the host."""

from dataclasses import replace

import pytest

from riotsim.play.displays import ShownStrike
from riotsim.play.narration import Turn
from riotsim.play.requests import Choose
from riotsim.replay.clocks import PlaybackClock
from riotsim.replay.timeline_builder import FADE_SECONDS, IN_HAND_SECONDS, LOWER_SECONDS
from riotsim.table.acts import Act, Carry, Frame, Hand, Pace, Roll, Settled, Stack
from riotsim.table.dice.kinds import D6
from riotsim.table.impacts import TABLE as TOP
from riotsim.table.impacts import Collider, Impact
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.viewer.playback.display import DisplayState, PlacedStrike
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.session.messages import (
    ActFrames,
    ActSettled,
    ActShown,
    ActStarted,
    BotAsked,
    DragFrame,
    FromHost,
    GameOpened,
    GameOver,
    GameStatus,
    HostFailed,
    LessonStopped,
    Line,
    LogChanged,
    Notice,
    Question,
    Refusal,
    TableChanged,
)

HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))
EMPTY = Table(600.0, 600.0)
NELL = Model("m", "Ann", (100.0, 50.0))
DIE = Die("d1", D6, owner="Bob")
TURN = Turn(2, "Ann")
QUESTION = Question((Choose("Ann", "action", ("go", "stay")),), (), TURN, can_undo=False, can_redo=False)
OPENED = GameOpened((), {}, "", EMPTY.with_pieces(NELL), frozenset({"Ann"}))
OVER, STOPPED, FAILED = GameOver(()), LessonStopped(can_undo=True), HostFailed("gone")

TICK = 0.03125
"""Time of a step (s): a power of two, so that sums of it are exact."""

THROW, CARRY = Roll((DIE,), (100.0, 50.0), 0.0, HAND), Carry("m", (300.0, 50.0), HAND, "usual")


def frames(ticks: int, *, impacts: tuple[int, ...] = ()) -> tuple[Frame, ...]:
    """Return frames of a die that moves by 1 mm a tick, with impacts at some ticks."""
    return tuple(
        Frame(
            tick,
            {"d1": Pose((float(tick), 50.0, 8.0))},
            (Impact(tick, Collider("die", "d1"), TOP, (0.0, 50.0, 0.0), 300.0, 900.0),) if tick in impacts else (),
        )
        for tick in range(0, ticks + 1, 4)
    )


def after(*messages: FromHost, opened: GameOpened = OPENED) -> LivePlayback:
    """Return a playback of an open game that has shown messages for one step."""
    playback = LivePlayback()
    for message in (opened, *messages):
        playback.receive(message)
    playback.advance(TICK)
    return playback


def open_now(showing: DisplayState) -> tuple[object, ...]:
    """Return the question, the end, the stop of the lesson, the failure and the bot that are displayed."""
    return (showing.question, showing.game_over, showing.lesson_stopped, showing.failure, showing.bot_asked)


def test_a_playback_before_its_game_is_open() -> None:
    """Before a game is open, a playback displays nothing and isn't busy, and time may pass."""
    playback = LivePlayback()
    playback.receive(DragFrame(Frame(0, {"m": Pose((1.0, 1.0, 0.0))}), CARRY, fell=True))
    for _ in range(3):
        assert not playback.busy
        assert playback.display == DisplayState()
        assert playback.take_outgoing() == []
        assert not playback.fell
        playback.advance(TICK)
    assert (playback.opened, playback.clock.speed, playback.clock.paused) == (None, 1.0, False)
    clock = PlaybackClock(2.0)
    assert LivePlayback(clock).clock is clock
    playback.receive(TableChanged(EMPTY))
    assert playback.busy
    playback.advance(TICK)
    assert (playback.display.table, playback.display.poses, playback.busy) == (EMPTY, {}, False)


def test_what_an_opened_game_displays() -> None:
    """If a game is opened, its table is displayed and nothing else. A game opened later replaces the first one."""
    playback = after()
    assert playback.opened is OPENED
    assert playback.display == DisplayState(OPENED.table)
    other = replace(OPENED, table=EMPTY.with_pieces(DIE))
    playback.receive(other)
    playback.advance(TICK)
    assert playback.opened is other
    assert playback.display == DisplayState(other.table)


@pytest.mark.parametrize(
    ("messages", "displayed"),
    [
        ((QUESTION,), (QUESTION, None, None, None, None)),
        ((BotAsked("Bob"),), (None, None, None, None, "Bob")),
        ((BotAsked("Bob"), QUESTION), (QUESTION, None, None, None, None)),
        ((QUESTION, BotAsked("Bob")), (QUESTION, None, None, None, "Bob")),
        ((QUESTION, OVER), (None, OVER, None, None, None)),
        ((OVER, QUESTION), (QUESTION, None, None, None, None)),
        ((QUESTION, BotAsked("Bob"), STOPPED), (None, None, STOPPED, None, None)),
        ((STOPPED, QUESTION), (QUESTION, None, None, None, None)),
        ((QUESTION, FAILED), (None, None, None, FAILED, None)),
        ((OVER, Refusal("no")), (None, OVER, None, None, None)),
        ((STOPPED, Refusal("no")), (None, None, STOPPED, None, None)),
        ((QUESTION, Refusal("no")), (QUESTION, None, None, None, None)),
        ((Refusal("no"),), (None, None, None, None, None)),
    ],
)
def test_what_is_open_after_messages(messages: tuple[FromHost, ...], displayed: tuple[object, ...]) -> None:
    """A question, the end of the game and the stop of a lesson replace each other. A failure ends the question. If the
    host refuses an answer, the question or stop that was open is open again.
    """
    playback = after(*messages)
    assert open_now(playback.display) == displayed
    assert playback.display.refusal == ("no" if Refusal("no") in messages else "")


def test_notices_logs_and_statuses() -> None:
    """Notices are kept in order. A status or a question sets the displayed turn. A change of the log keeps the lines
    before its place.
    """
    status = GameStatus(turn=Turn(1, "Bob"))
    playback = after(Notice("one"), Notice("two"), LogChanged((Line("a"), Line("b")), 0), status)
    showing = playback.display
    assert (showing.notices, showing.status, showing.turn) == (["one", "two"], status, Turn(1, "Bob"))
    for message in (LogChanged((Line("c"), Line("d")), 1), QUESTION):
        playback.receive(message)
    playback.advance(TICK)
    assert [line.text for line in showing.lines] == ["a", "c", "d"]
    assert showing.turn == TURN


@pytest.mark.parametrize(
    ("waiting", "waits"),
    [(QUESTION, True), (OVER, True), (FAILED, True), (STOPPED, False), (GameStatus(), False), (Notice("so"), False)],
)
def test_what_waits_to_be_shown(waiting: FromHost, *, waits: bool) -> None:
    """While an act is shown, a playback tells whether a question, the end of the game or a failure waits behind it."""
    playback = after(ActStarted(1, THROW, EMPTY, "Bob"), waiting, Notice("later"))
    assert playback.waits_to_show is waits
    assert playback.busy
    for message in (ActFrames(1, frames(4)), ActSettled(1, Settled(EMPTY, (), 4))):
        playback.receive(message)
    assert playback.waits_to_show is waits


def test_an_act_waits_for_its_first_frame() -> None:
    """Until an act's first frame or outcome comes, its time stands at 0 and the table lacks the pieces in the hand.
    Frames of another act or empty lists of frames don't begin the act.
    """
    before = EMPTY.with_pieces(NELL)
    playback = after(QUESTION, ActStarted(1, THROW, before, "Bob"), ActFrames(1, ()))
    showing = playback.display
    for _ in range(3):
        assert (showing.act, showing.seconds, showing.is_at_rest) == (THROW, 0.0, False)
        assert (showing.table, showing.close_up, showing.question) == (before, None, None)
        assert dict(showing.poses) == {"m": Pose((100.0, 50.0, 0.0))}
        playback.advance(TICK)
    playback.receive(ActFrames(1, frames(40)))
    playback.advance(TICK)
    assert showing.table == before.with_pieces(DIE)
    assert showing.poses["d1"].at == (0.0, 50.0, 8.0)
    playback.receive(ActFrames(2, frames(80)))
    for _ in range(40):
        playback.advance(TICK)
    assert showing.poses["d1"].at == (40.0, 50.0, 8.0)
    assert showing.seconds == pytest.approx(40 / 240, abs=0.001)
    assert playback.take_outgoing() == []


def time_in_hand(act: Act, player: str | None, persons: frozenset[str]) -> float:
    """Return for how long pieces are in a hand before they move (s)."""
    playback = after(ActStarted(1, act, EMPTY, player), opened=replace(OPENED, persons=persons))
    playback.receive(ActFrames(1, frames(80)))
    for steps in range(60):
        playback.advance(TICK)
        if playback.display.seconds > 0.0:
            return steps * TICK
    raise AssertionError("it never begins")


SHARED, LOWER = replace(THROW, shared=True), FADE_SECONDS + LOWER_SECONDS


@pytest.mark.parametrize(
    ("act", "player", "persons", "seconds"),
    [
        (THROW, "Bob", {"Bob"}, 0.0),
        (THROW, "Ann", {"Bob"}, 0.0),
        (THROW, "Bob", {"Ann"}, IN_HAND_SECONDS),
        (THROW, "Ann", {"Ann"}, IN_HAND_SECONDS),
        (SHARED, "Ann", {"Ann"}, 0.0),
        (SHARED, "Ann", {"Bob"}, IN_HAND_SECONDS),
        (SHARED, None, {"Ann", "Bob"}, IN_HAND_SECONDS),
        (Stack(DIE, "b1", HAND), "Ann", {"Bob"}, 0.0),
        (Stack(DIE, "b1", HAND), "Ann", {"Ann"}, LOWER),
    ],
)
def test_whose_hand_is_shown_before_an_act(act: Act, player: str | None, persons: set[str], seconds: float) -> None:
    """Dice are thrown and put on towers by their owner's hand; a shared throw is made by the player's hand. The hand of
    a person at the window was seen before, so the act begins at once. Another hand is shown first.
    """
    assert time_in_hand(act, player, frozenset(persons)) == pytest.approx(seconds, abs=2 * TICK)


def finish(playback: LivePlayback) -> None:
    """Advance until nothing is left to show."""
    for _ in range(400):
        playback.advance(TICK)
        if not playback.busy:
            return
    raise AssertionError("it doesn't end")


def thrown(number: int = 1) -> tuple[FromHost, ...]:
    """Return the messages of a throw with impacts at the ticks 8 and 40."""
    lies = EMPTY.with_pieces(NELL, DIE.moved_to(Pose((40.0, 50.0, 8.0))))
    return (
        ActStarted(number, THROW, EMPTY.with_pieces(NELL), "Bob"),
        ActFrames(number, frames(40, impacts=(8, 40))),
        ActSettled(number, Settled(lies, (), 40)),
    )


def test_the_end_of_an_act() -> None:
    """When an act has been shown to its end, the host gets its number once. Each impact was heard once, and the pieces
    are at rest on the table of the outcome.
    """
    playback = after(*thrown(7))
    assert playback.take_outgoing() == []
    finish(playback)
    assert playback.take_outgoing() == [ActShown(7)]
    assert playback.take_outgoing() == []
    assert [impact.tick for impact in playback.display.impacts] == [8, 40]
    rest = EMPTY.with_pieces(NELL, DIE.moved_to(Pose((40.0, 50.0, 8.0))))
    assert playback.display == DisplayState(rest, impacts=playback.display.impacts)
    playback.advance(TICK)
    assert len(playback.display.impacts) == 2


def test_a_skipped_act_is_silent() -> None:
    """An act that is skipped is over at once, and its remaining impacts are not heard. Those of the next act are."""
    playback = after(*thrown())
    playback.skip()
    playback.advance(TICK)
    assert playback.take_outgoing() == [ActShown(1)]
    assert playback.display.impacts == []
    for message in thrown(2):
        playback.receive(message)
    finish(playback)
    assert [impact.tick for impact in playback.display.impacts] == [8, 40]


@pytest.mark.parametrize("end", [QUESTION, OVER, STOPPED])
def test_a_skip_ends_at_a_question_or_an_end(end: FromHost) -> None:
    """All acts up to a question, the end of the game or the stop of a lesson are skipped at once. Later ones are shown
    again.
    """
    playback = after()
    playback.skip(to_question=True)
    for message in (*thrown(1), *thrown(2), end):
        playback.receive(message)
    playback.advance(TICK)
    assert playback.take_outgoing() == [ActShown(1), ActShown(2)]
    assert end in open_now(playback.display)
    assert playback.display.impacts == []
    for message in thrown(3):
        playback.receive(message)
    playback.advance(TICK)
    assert playback.display.act is THROW


def test_how_a_change_by_the_rules_is_shown() -> None:
    """If the rules change the table, pieces move to their new places gradually. While the playback is paused or skips
    to a question, the pieces are there at once.
    """
    moved = EMPTY.with_pieces(replace(NELL, at=(160.0, 90.0)))
    for way in ("usual", "paused", "skips"):
        playback = after()
        playback.clock.paused = way == "paused"
        if way == "skips":
            playback.skip(to_question=True)
        playback.receive(TableChanged(moved))
        playback.advance(TICK)
        assert playback.busy is (way == "usual")
        assert playback.display.table == moved
        if way == "usual":
            assert playback.display.poses["m"].at == (100.0, 50.0, 0.0)
            finish(playback)
        assert playback.display.poses == {}


def test_attacks_that_the_log_tells() -> None:
    """If a new log line tells an attack, it is shown on the table before the act, or without an act on the present
    table. The first lines of a game show no attack. While the playback skips, only the last attack is shown.
    """
    one, two, three = (ShownStrike((name,), "hit") for name in "abc")
    lines = [Line("so", strike=strike) for strike in (one, two, three)]
    playback = after(LogChanged((lines[0],), 0))
    assert playback.display.strikes == []
    playback.receive(LogChanged((lines[0], Line("so")), 1))
    playback.receive(LogChanged((lines[1],), 1))
    playback.advance(TICK)
    here = EMPTY.with_pieces(NELL)
    assert playback.display.strikes == [PlacedStrike(one, here), PlacedStrike(two, here)]
    playback.display.strikes = []
    for message in (*thrown(), LogChanged((lines[2],), 2), LogChanged((lines[0],), 3)):
        playback.receive(message)
    finish(playback)
    lies = here.with_pieces(DIE.moved_to(Pose((40.0, 50.0, 8.0))))
    assert playback.display.strikes == [PlacedStrike(three, here), PlacedStrike(one, lies)]
    playback.skip(to_question=True)
    for line in (lines[1], Line("so"), lines[2], Line("so")):
        playback.receive(LogChanged((line,), 4))
    playback.advance(TICK)
    assert playback.display.strikes == [PlacedStrike(three, lies)]


def test_a_drag_and_what_ends_it() -> None:
    """A dragged model is displayed at once where it is dragged. If its tower falls, the playback remembers this until a
    message ends the drag. The model is then back in its place. During an act, frames of a drag are ignored.
    """
    for end in (QUESTION, OVER, STOPPED, Refusal("no"), TableChanged(EMPTY.with_pieces(NELL))):
        playback = after(QUESTION)
        playback.receive(DragFrame(Frame(9, {"m": Pose((109.0, 50.0, 0.0))}), CARRY, fell=True))
        assert playback.fell
        playback.advance(TICK)
        showing = playback.display
        assert (showing.act, showing.poses["m"].at, showing.is_at_rest) == (None, (109.0, 50.0, 0.0), True)
        for message in (end, Notice("later")):
            playback.receive(message)
        for _ in range(40):
            playback.advance(TICK)
        assert not playback.fell
        assert (showing.poses, showing.table) == ({}, EMPTY.with_pieces(NELL))
    playback = after(ActStarted(1, THROW, EMPTY.with_pieces(NELL), "Bob"))
    playback.receive(DragFrame(Frame(9, {"m": Pose((109.0, 50.0, 0.0))}), CARRY, fell=True))
    playback.advance(TICK)
    assert (playback.fell, dict(playback.display.poses)) == (False, {"m": Pose((100.0, 50.0, 0.0))})
