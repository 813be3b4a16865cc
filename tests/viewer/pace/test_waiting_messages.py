"""How long each kind of message waits: for the outcome of an act, for results of dice, and for what they lead to."""

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from riotsim.play.displays import SeenOutcome, ShownCheck, ShownDice, ShownPool
from riotsim.play.requests import Choose, PlaceDie, Request
from riotsim.replay.recorded_timeline import (
    ACT_PAUSE,
    OUTCOME_PAUSE,
    RESULT_PAUSE,
    THROW_PAUSE,
    TURN_PAUSE,
)
from riotsim.table.acts import Act, Carry, Frame, Hand, Mark, Pace, Roll, Settled, Stack
from riotsim.table.dice.kinds import D6
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Pose
from riotsim.table.state import Table
from riotsim.testing.tables import with_tower
from riotsim.viewer.playback.aftermath import FALL_SECONDS, LOOK_SECONDS, Aftermath
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.session.messages import (
    SETUP,
    ActFrames,
    ActSettled,
    ActShown,
    ActStarted,
    Answer,
    BotAsked,
    ClockPaused,
    DragReleased,
    FromHost,
    GameOpened,
    GameOver,
    GameStatus,
    LastingChoice,
    LessonStopped,
    LiftChoice,
    Line,
    LogChanged,
    Question,
    Redo,
    TableChanged,
    ToHost,
    Undo,
)

HAND = Hand("steady", 0, 0, 0, 10, 0, 600, 0, 25, (("usual", Pace(300.0, 900.0)),))
EMPTY = Table(600.0, 600.0)
DIE = Die("d1", D6, owner="Bob")
TOWER = with_tower(EMPTY, 3, name="tower", at=(300.0, 300.0))
OTHER_TOWER = with_tower(EMPTY, 2, name="other", at=(100.0, 300.0))
TOWERS = with_tower(TOWER, 2, name="other", at=(100.0, 300.0))
NELL = Model("tower", "Ann", (270.0, 300.0))

ROLL = Roll((DIE,), (300.0, 100.0), 0.0, HAND)
KNOCK = Roll((DIE,), (300.0, 100.0), 0.0, HAND, mark=Mark(170.0, 24.0))
STACK = Stack(DIE, "tower", HAND)
CARRY = Carry("tower", (100.0, 100.0), HAND, "usual")

OTHER, SAME, ELSEWHERE = (
    Choose("Ann", "action", ("go", "stay")),
    PlaceDie("Ann", "stack", "tower", 4, 8.0),
    PlaceDie("Ann", "stack", "other", 4, 8.0),
)


def asked(*requests: Request[Any]) -> Question:
    """Return the message of a question."""
    return Question(requests, (), SETUP, can_undo=False, can_redo=False)


def begins(act: Act) -> ActStarted:
    """Return the message that an act begins."""
    return ActStarted(2, act, EMPTY)


def waiting_time(act: Act, before: Table, message: FromHost) -> float:
    """Return how long a message waits after an act: 0, `LOOK_SECONDS` or `FALL_SECONDS`."""
    times = (0.0, LOOK_SECONDS - 1e-6, LOOK_SECONDS, FALL_SECONDS - 1e-6, FALL_SECONDS)
    waits = []
    for seconds in times:
        aftermath = Aftermath()
        aftermath.advance(9.0)
        aftermath.begin(ActStarted(1, act, before))
        aftermath.advance(seconds / 2)
        aftermath.advance(seconds / 2)
        waits.append(aftermath.waits(message))
    return {(): 0.0, (0, 1): LOOK_SECONDS, (0, 1, 2, 3): FALL_SECONDS}[tuple(k for k, one in enumerate(waits) if one)]


@pytest.mark.parametrize(
    ("act", "before", "message", "seconds"),
    [
        # The table changes.
        (KNOCK, TOWER, TableChanged(TOWER), LOOK_SECONDS),
        (KNOCK, TOWER, TableChanged(EMPTY), FALL_SECONDS),
        (KNOCK, TOWERS, TableChanged(OTHER_TOWER), FALL_SECONDS),
        (KNOCK, TOWER.with_pieces(NELL), TableChanged(EMPTY), LOOK_SECONDS),
        (ROLL, TOWER, TableChanged(TOWER), 0.0),
        (ROLL, TOWER, TableChanged(EMPTY), FALL_SECONDS),
        (STACK, TOWER, TableChanged(TOWER), 0.0),
        (STACK, TOWER, TableChanged(EMPTY), FALL_SECONDS),
        (STACK, TOWER.with_pieces(NELL), TableChanged(EMPTY), 0.0),
        (CARRY, TOWER, TableChanged(EMPTY), 0.0),
        # Something else is to be seen.
        (KNOCK, TOWER, asked(OTHER), LOOK_SECONDS),
        (KNOCK, TOWER, asked(SAME), LOOK_SECONDS),
        (KNOCK, TOWER, begins(ROLL), LOOK_SECONDS),
        (KNOCK, TOWER, LessonStopped(can_undo=True), LOOK_SECONDS),
        (KNOCK, TOWER, GameOver(()), LOOK_SECONDS),
        (ROLL, TOWER, asked(OTHER), 0.0),
        (ROLL, TOWER, GameOver(()), 0.0),
        (CARRY, TOWER, begins(ROLL), 0.0),
        # A die was put on a tower.
        (STACK, TOWER, asked(OTHER), LOOK_SECONDS),
        (STACK, TOWER, asked(SAME), 0.0),
        (STACK, TOWER, asked(OTHER, SAME), 0.0),
        (STACK, TOWER, asked(ELSEWHERE), LOOK_SECONDS),
        (STACK, TOWER, begins(STACK), 0.0),
        (STACK, TOWER, begins(Stack(DIE, "other", HAND)), LOOK_SECONDS),
        (STACK, TOWER, begins(ROLL), LOOK_SECONDS),
        (STACK, TOWER, GameOver(()), LOOK_SECONDS),
        (STACK, TOWER, LessonStopped(can_undo=True), LOOK_SECONDS),
        (STACK, TOWER.with_pieces(NELL), asked(OTHER), 0.0),
        (STACK, TOWER.with_pieces(NELL), GameOver(()), 0.0),
        # Nothing turns the camera away.
        (KNOCK, TOWER, GameStatus(), 0.0),
        (KNOCK, TOWER, LogChanged((), 0), 0.0),
        (STACK, TOWER, BotAsked("Bob"), 0.0),
    ],
)
def test_how_long_a_message_waits_after_an_act(act: Act, before: Table, message: FromHost, seconds: float) -> None:
    """After a throw at a target, or a die put on a tower without a model, a message that turns the camera away waits
    for `LOOK_SECONDS`. If such a tower came down, the message waits for `FALL_SECONDS`.
    """
    assert waiting_time(act, before, message) == seconds


def test_nothing_waits_before_an_act_or_for_a_player_who_goes_on() -> None:
    """Before the first act, no message waits. Nor does any message wait once the aftermath of an act is forgotten."""
    aftermath = Aftermath()
    assert not aftermath.waits(TableChanged(EMPTY))
    aftermath.begin(ActStarted(1, KNOCK, TOWER))
    assert aftermath.waits(TableChanged(EMPTY))
    aftermath.forget()
    assert not aftermath.waits(TableChanged(EMPTY))
    assert not aftermath.waits(asked(OTHER))


# Pauses of the playback.

STEP = 0.125
"""Time of each step (s): it is a power of two, so that sums of it are exact."""

SEEN = SeenOutcome(1, "a", "b", "missed")


def check(seen: SeenOutcome | None) -> ShownCheck:
    """Return a check of one die, which has an outcome or none."""
    dice = ShownDice(6, 1, "Fight", values=(5,), kept=0, piece="d1")
    return ShownCheck("An attack", (ShownPool("Ines", "Ada", (dice,), 5),), seen=seen)


THREW: tuple[FromHost, ...] = (
    ActStarted(1, ROLL, EMPTY, "Bob"),
    ActFrames(1, tuple(Frame(tick, {"d1": Pose((100.0 + tick, 50.0, 8.0))}) for tick in range(0, 25, 4))),
    ActSettled(1, Settled(EMPTY.with_pieces(DIE.moved_to(Pose((124.0, 50.0, 8.0)))), (), 24)),
)
CARRIED: tuple[FromHost, ...] = (ActStarted(1, CARRY, EMPTY, "Bob"), ActSettled(1, Settled(EMPTY)))

RESULT, WITH_OUTCOME, ONLY_OUTCOME = (
    GameStatus(checks=(check(None),)),
    GameStatus(checks=(check(SEEN),)),
    GameStatus(checks=(ShownCheck("An attack", (), seen=SEEN),)),
)
"""Three statuses: one has a new result of a die, one also its outcome, and one only an outcome without dice."""


def has_shown_all(playback: LivePlayback) -> bool:
    """Return whether no message waits in the queue."""
    return not playback._queue


def steps_until(playback: LivePlayback, holds: Callable[[], bool]) -> int:
    """Advance a playback until a condition holds, and return the number of steps that this takes."""
    for steps in range(60):
        if holds():
            return steps
        playback.advance(STEP)
    raise AssertionError("it takes too long")


def paused(*messages: FromHost) -> LivePlayback:
    """Return a playback in which the messages have just been shown, without any time of the pause after them."""
    playback = LivePlayback()
    for message in (GameOpened((), {}, "", EMPTY), GameStatus(), LogChanged((Line("first"),), 0), *messages):
        playback.receive(message)
    playback.advance(STEP)
    steps_until(playback, lambda: playback.display.act is None)
    return playback


def is_shown(playback: LivePlayback, message: FromHost) -> bool:
    """Return whether a message of the table below is shown."""
    showing = playback.display
    match message:
        case TableChanged(table):
            return showing.table == table
        case Question():
            return showing.question is message
        case GameOver():
            return showing.game_over is message
        case LessonStopped():
            return showing.lesson_stopped is message
        case GameStatus():
            return showing.status is message
        case LogChanged():
            return len(showing.lines) == 2
    return showing.act is not None


CHANGED = TableChanged(EMPTY.with_pieces(DIE.moved_to(Pose((9.0, 9.0, 8.0)))))
STARTED, ASKED, OVER = ActStarted(2, CARRY, EMPTY, "Ann"), asked(OTHER), GameOver(())
STOPPED, STATUS, TOLD = LessonStopped(can_undo=False), GameStatus(turn=SETUP), LogChanged((Line("second"),), 1)
KINDS: tuple[FromHost, ...] = (STARTED, CHANGED, ASKED, STATUS, OVER, STOPPED, TOLD)


@pytest.mark.parametrize(
    ("before", "pauses"),
    [
        ((), (0.0,) * 7),
        (THREW, (THROW_PAUSE, THROW_PAUSE, 0.0, 0.0, 0.0, 0.0, 0.0)),
        (CARRIED, (ACT_PAUSE, ACT_PAUSE, 0.0, 0.0, 0.0, 0.0, 0.0)),
        ((RESULT,), (RESULT_PAUSE, RESULT_PAUSE, RESULT_PAUSE, 0.0, 0.0, 0.0, 0.0)),
        ((*THREW, RESULT), (RESULT_PAUSE, RESULT_PAUSE, RESULT_PAUSE, 0.0, 0.0, 0.0, 0.0)),
        (
            (WITH_OUTCOME,),
            (RESULT_PAUSE + OUTCOME_PAUSE, RESULT_PAUSE + TURN_PAUSE, *(RESULT_PAUSE + OUTCOME_PAUSE,) * 4, 0.0),
        ),
        ((ONLY_OUTCOME,), (OUTCOME_PAUSE, TURN_PAUSE, *(OUTCOME_PAUSE,) * 4, 0.0)),
        ((RESULT, RESULT), (RESULT_PAUSE, RESULT_PAUSE, RESULT_PAUSE, 0.0, 0.0, 0.0, 0.0)),
    ],
    ids=["nothing", "throw", "carry", "result", "throw with result", "outcome", "outcome without dice", "result twice"],
)
def test_how_long_a_message_waits_in_a_pause(before: tuple[FromHost, ...], pauses: tuple[float, ...]) -> None:
    """After an act, the next act and changes by the rules wait for a short pause. After results of dice, the next
    question waits too. After an outcome on the table, the next status and the end wait too. A change by the rules
    then comes as soon as the camera has turned to the outcome. Log lines never wait.
    """
    for message, pause in zip(KINDS, pauses, strict=True):
        playback = paused(*before)
        playback.receive(message)
        steps = steps_until(playback, partial(is_shown, playback, message))
        # The table is seen in its new state after pieces have moved to their places.
        if message is CHANGED:
            assert steps >= math.ceil(pause / STEP)
        else:
            assert steps == max(math.ceil(pause / STEP), 1), message


def test_a_change_by_the_rules_begins_after_its_pause() -> None:
    """A change of the table waits in the queue until its pause is over. Then pieces begin to move."""
    for before, pause in ((THREW, THROW_PAUSE), ((WITH_OUTCOME,), RESULT_PAUSE + TURN_PAUSE)):
        playback = paused(*before, CHANGED)
        assert steps_until(playback, partial(has_shown_all, playback)) == math.ceil(pause / STEP)


def test_when_an_outcome_is_seen() -> None:
    """An outcome is shown for `OUTCOME_PAUSE` after the pause for its dice, or at once if it has no dice. If the same
    status comes once more, the outcome isn't shown again.
    """
    for status, first in ((WITH_OUTCOME, RESULT_PAUSE), (ONLY_OUTCOME, 0.0)):
        playback = paused(status)
        seen = []
        for _ in range(round((first + OUTCOME_PAUSE) / STEP) + 2):
            seen.append(playback.display.outcome)
            playback.advance(STEP)
        begin, length = round(first / STEP), round(OUTCOME_PAUSE / STEP)
        assert seen == [*[None] * begin, *[SEEN] * length, None, None]
        playback.receive(status)
        playback.advance(STEP)
        assert playback.display.outcome is None


@pytest.mark.parametrize(
    ("sent", "goes_on"),
    [
        (Answer("Ann", 1), True),
        (DragReleased("Ann"), True),
        (LiftChoice(LastingChoice("Ann", "fire", "turn")), True),
        (Undo(), True),
        (Redo(), True),
        (ActShown(1), False),
        (ClockPaused(paused=True), False),
    ],
)
def test_what_a_person_sends_ends_pauses(sent: ToHost, *, goes_on: bool) -> None:
    """If a person answers, ends a drag or a lasting choice, or sends an undo or a redo, all pauses for dice end. The
    question, the end and a refusal are hidden. Other messages to the host change nothing.
    """
    playback = paused(ASKED, WITH_OUTCOME)
    playback.display.refusal = "no"
    playback.display.game_over, playback.display.lesson_stopped = OVER, STOPPED
    playback.note_sent(sent)
    showing = playback.display
    hidden = (None, None, None, "")
    kept = (ASKED, OVER, STOPPED, "no")
    assert (showing.question, showing.game_over, showing.lesson_stopped, showing.refusal) == (
        hidden if goes_on else kept
    )
    later = asked(SAME)
    playback.receive(later)
    playback.advance(STEP)
    assert (showing.question is later) is goes_on
    for _ in range(round(RESULT_PAUSE / STEP)):
        playback.advance(STEP)
    assert showing.outcome == (None if goes_on else SEEN)


def test_after_an_undo_an_outcome_is_old() -> None:
    """After an undo or a redo, the outcome of the position isn't shown. After an answer, a new outcome is shown."""
    for sent, seen in ((Undo(), None), (Redo(), None), (Answer("Ann", 1), SEEN)):
        playback = paused()
        playback.note_sent(sent)
        playback.receive(ONLY_OUTCOME)
        playback.advance(STEP)
        assert playback.display.outcome == seen


def test_what_waits_after_an_act_passes_when_a_person_answers_or_skips() -> None:
    """After a throw at a tower, the next question waits, unless a person has answered or skipped in between."""
    for way in ("none", "answer", "skip"):
        playback = paused(ActStarted(1, KNOCK, TOWER, "Bob"), ActSettled(1, Settled(TOWER)))
        if way == "answer":
            playback.note_sent(Answer("Ann", 1))
        elif way == "skip":
            playback.skip()
        playback.receive(ASKED)
        playback.advance(STEP)
        assert (playback.display.question is None) is (way == "none")


def test_a_skip_ends_a_pause_and_its_outcome() -> None:
    """A skip in a pause ends the pause, and the outcome is not seen. The pause of the next act is as long as usual."""
    playback = paused(WITH_OUTCOME)
    playback.receive(ASKED)
    playback.skip()
    playback.advance(STEP)
    assert playback.display.question is ASKED
    assert playback.display.outcome is None
    for message in (*THREW, STARTED):
        playback.receive(message)
    playback.advance(STEP)
    steps_until(playback, lambda: playback.display.act is None)
    assert steps_until(playback, lambda: playback.display.act is not None) == math.ceil(THROW_PAUSE / STEP)
