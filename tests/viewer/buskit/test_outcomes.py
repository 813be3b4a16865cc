"""Outcomes of checks: once the dice are read, the camera turns to the models of the check, live and in replays."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from riotsim.play.displays import SeenOutcome, ShownCheck, ShownDice, ShownPool
from riotsim.play.narration import Turn
from riotsim.replay.recorded_timeline import OUTCOME_PAUSE, RESULT_PAUSE, SEEN_PAUSE, TURN_PAUSE, lay_out
from riotsim.replay.recording import Moment, Recording, seats
from riotsim.table.acts import Roll
from riotsim.table.dice.kinds import die_kind
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Pose
from riotsim.table.state import Table, Tray
from riotsim.testing.tables import STEADY_HAND
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.playback.live import LivePlayback
from riotsim.viewer.playback.outcomes import outcome_marks
from riotsim.viewer.playback.recorded import RecordedPlayback
from riotsim.viewer.scene.marks import Label, Path, Ring
from riotsim.viewer.session.messages import (
    SETUP,
    Answer,
    GameOpened,
    GameOver,
    GameStatus,
    LessonStopped,
    Question,
    TableChanged,
    Undo,
)

DIE = Die("attack-1-1", die_kind("d10"), pose=Pose((320.0, 30.0, 8.0)))
INES, COLE = Model("a.ines", "Ada", (60.0, 60.0)), Model("b.cole", "Bea", (220.0, 240.0))
TABLE = Table(300.0, 300.0, tray=Tray(200.0, 200.0, 50.0, (300.0, 0.0))).with_pieces(INES, COLE, DIE)
FALLEN = TABLE.with_pieces(Model("b.cole", "Bea", (220.0, 240.0), fallen=True))
HIT = SeenOutcome(1, "a.ines", "b.cole", "−4 Shock, out")
QUESTION = Question((), (), SETUP, can_undo=False, can_redo=False)


def check(seen: SeenOutcome | None) -> ShownCheck:
    """Return a check whose die has come to rest, with the outcome that the window is to show."""
    dice = ShownDice(10, 1, "Fight", values=(9,), kept=0, piece=DIE.id)
    return ShownCheck("An attack", (ShownPool("Ines", "Ada", (dice,), 9),), seen=seen)


def opened() -> LivePlayback:
    """Return the playback of a game that was just opened."""
    playback = LivePlayback()
    playback.receive(GameOpened((), {}, "", TABLE, frozenset()))
    playback.receive(GameStatus())
    playback.advance(0.02)
    return playback


def shown_for(playback: LivePlayback, seconds: float) -> list[tuple[bool, bool, bool]]:
    """Advance a playback. Return for each tenth of a second whether an outcome is shown, whether the target lies, and
    whether the question or the end of the game that follows is there.
    """
    found = []
    for _ in range(round(seconds * 10)):
        playback.advance(0.1)
        at = playback.display
        assert at.table is not None
        lies = at.table.models["b.cole"].fallen
        found.append((at.outcome is not None, lies, at.question is not None or at.game_over is not None))
    return found


@pytest.mark.parametrize("then", [QUESTION, GameOver(())])
def test_the_outcome_is_seen_between_the_dice_and_what_follows(then: Question | GameOver) -> None:
    """After an attack the dice are shown first. Then the camera turns to the models, and the target falls. Then the
    next question or the end of the game comes.
    """
    playback = opened()
    for message in (GameStatus(checks=(check(HIT),)), TableChanged(FALLEN), then):
        playback.receive(message)
    found = shown_for(playback, RESULT_PAUSE + OUTCOME_PAUSE + 0.5)
    read = [one for one in found if not one[0] and not one[2]]
    turned = [one for one in found if one[0] and not one[1]]
    fallen = [one for one in found if one[0] and one[1]]
    after = [one for one in found if one[2]]
    assert [*read, *turned, *fallen, *after] == found
    assert not any(one[1] for one in read)
    assert len(read) == pytest.approx(RESULT_PAUSE * 10, abs=2)
    assert len(turned) == pytest.approx(TURN_PAUSE * 10, abs=2)
    assert len(fallen) == pytest.approx(SEEN_PAUSE * 10, abs=2)
    assert not any(one[0] for one in after)


def test_an_outcome_is_seen_once() -> None:
    """If a check is shown a second time, the camera doesn't turn to its outcome again. It does turn to a later attack
    with the same result.
    """
    playback = opened()
    again = SeenOutcome(2, HIT.actor, HIT.target, HIT.text)
    for checks, turns in (((check(HIT),), True), ((), False), ((check(HIT),), False), ((check(again),), True)):
        playback.receive(GameStatus(checks=checks))
        assert any(one[0] for one in shown_for(playback, RESULT_PAUSE + OUTCOME_PAUSE + 0.5)) is turns


def test_the_outcome_of_a_stored_game_is_not_seen_again() -> None:
    """If a stored game is continued, it begins with its question. The outcome of its last attack isn't shown."""
    playback = LivePlayback()
    for message in (GameOpened((), {}, "", TABLE, frozenset()), GameStatus(checks=(check(HIT),)), QUESTION):
        playback.receive(message)
    assert not any(one[0] for one in shown_for(playback, RESULT_PAUSE + OUTCOME_PAUSE + 0.5))


def test_undo_shows_no_earlier_outcome() -> None:
    """If the second attack is undone, the camera doesn't turn to the outcome of the first. If the second attack comes
    again, its outcome is shown.
    """
    playback = opened()
    second = SeenOutcome(2, HIT.actor, HIT.target, "missed")
    for one in (HIT, second):
        playback.receive(GameStatus(checks=(check(one),)))
        shown_for(playback, RESULT_PAUSE + OUTCOME_PAUSE + 0.5)
    playback.note_sent(Undo())
    for one, turns in ((HIT, False), (second, True)):
        playback.receive(GameStatus(checks=(check(one),)))
        assert any(seen[0] for seen in shown_for(playback, RESULT_PAUSE + OUTCOME_PAUSE + 0.5)) is turns


def test_the_first_outcome_after_undo_is_seen() -> None:
    """If an undo brings only a new question and no new status, the outcome of the next attack is shown."""
    playback = opened()
    playback.note_sent(Undo())
    playback.receive(QUESTION)
    shown_for(playback, 0.2)
    playback.receive(GameStatus(checks=(check(HIT),)))
    assert any(one[0] for one in shown_for(playback, RESULT_PAUSE + OUTCOME_PAUSE + 0.5))


@pytest.mark.parametrize("seconds", [RESULT_PAUSE - 0.3, RESULT_PAUSE + 0.3])
@pytest.mark.parametrize("how", ["skips", "answers"])
def test_who_skips_or_answers_sees_no_outcome(how: str, seconds: float) -> None:
    """If the player skips or answers while an outcome is shown, it ends at once and the next question comes. If that
    happens while the dice are still shown, the outcome never comes.
    """
    playback = opened()
    for message in (GameStatus(checks=(check(HIT),)), QUESTION):
        playback.receive(message)
    shown_for(playback, seconds)
    assert playback.display.outcome is (HIT if seconds > RESULT_PAUSE else None)
    assert playback.display.question is None
    if how == "skips":
        playback.skip()
    else:
        playback.note_sent(Answer("Ada", ""))
    playback.advance(0.02)
    assert playback.display.question is QUESTION
    assert playback.display.outcome is None
    assert not any(one[0] for one in shown_for(playback, RESULT_PAUSE + OUTCOME_PAUSE))


def test_a_replay_shows_the_outcome_too() -> None:
    """In a replay the target falls while the outcome is shown. The view is then centred between both models, and stays
    there until something else moves.
    """
    turn = Turn(1, "Ada")
    moments = (
        Moment(0, turn, TABLE, FALLEN, events=("attack",), checks=(check(HIT),)),
        Moment(1, turn, FALLEN, FALLEN, events=("turn",), checks=(check(HIT),)),
    )
    recording = Recording("buskit", "A fight", seats({"Ada": "", "Bea": ""}), {}, TABLE, moments, ())
    timeline = lay_out(recording)
    first, second = timeline.spans
    assert (first.outcome, second.outcome) == (HIT, None)
    assert timeline.focus_at(first.outcome_ms) == timeline.focus_at(second.end - 1) == (140, 150)
    playback = RecordedPlayback(recording)
    playback.seek(first.outcome_ms / 1000 + 0.1)
    assert playback.display.outcome == HIT
    assert playback.display.table == TABLE
    playback.seek(first.end / 1000 - 0.1)
    assert playback.display.outcome == HIT
    assert playback.display.table == FALLEN
    playback.seek(second.begin / 1000 + 0.1)
    assert playback.display.outcome is None


def test_a_replay_that_has_ended_shows_no_outcome() -> None:
    """If an attack ends a game, the end of its replay no longer shows the outcome."""
    moment = Moment(0, Turn(1, "Ada"), TABLE, FALLEN, events=("attack",), checks=(check(HIT),))
    playback = RecordedPlayback(Recording("buskit", "A fight", seats({"Ada": "", "Bea": ""}), {}, TABLE, (moment,), ()))
    playback.seek(1000.0)
    assert playback.display.table == FALLEN
    assert playback.display.outcome is None


def test_the_table_shows_who_did_what_to_whom() -> None:
    """An outcome is marked by rings around both models, an arrow between them, and a text at the target. Without an
    outcome or one of its models there are no marks.
    """
    marks = list(outcome_marks(TABLE, DisplayState(TABLE, outcome=HIT)))
    assert [mark.at for mark in marks if isinstance(mark, Ring)] == [INES.at, COLE.at]
    line = next(mark for mark in marks if isinstance(mark, Path))
    assert line.points[0][1] < line.points[1][1]
    assert [mark.text for mark in marks if isinstance(mark, Label)] == [HIT.text]
    assert list(outcome_marks(TABLE, DisplayState(TABLE))) == []
    assert list(outcome_marks(TABLE.without("b.cole"), DisplayState(TABLE, outcome=HIT))) == []


def test_the_camera_turns_from_the_tray_to_the_models() -> None:
    """While an outcome is shown, the camera shows the part of the table with both models, and not the tray."""
    pytest.importorskip("pyglet").options["headless"] = True
    pytest.importorskip("imgui_bundle")
    from riotsim.viewer.presenter import ScreenPresenter

    view: Any = SimpleNamespace(auto_camera=SimpleNamespace(view=None))
    silent: Any = SimpleNamespace()
    presenter = ScreenPresenter(view, silent)
    assert presenter.watched_part(DisplayState(TABLE)) is None
    part = presenter.watched_part(DisplayState(TABLE, outcome=HIT))
    assert part is not None
    assert part.shows_all([INES.at, COLE.at])
    assert not part.is_tray


def test_the_camera_shows_the_models_where_a_lesson_stops() -> None:
    """When a lesson stops after a throw into the tray, the camera shows the part of the table with all models. On a
    large table this is less than half of its width.
    """
    pytest.importorskip("pyglet").options["headless"] = True
    pytest.importorskip("imgui_bundle")
    from riotsim.viewer.presenter import ScreenPresenter

    view: Any = SimpleNamespace(auto_camera=SimpleNamespace(view=None))
    silent: Any = SimpleNamespace()
    presenter = ScreenPresenter(view, silent)
    large = replace(TABLE, width=900.0, depth=600.0, tray=Tray(200.0, 200.0, 50.0, (900.0, 0.0)))
    throw = Roll((DIE,), (100.0, 100.0), 0.0, STEADY_HAND, in_tray=True)
    thrown = presenter.watched_part(DisplayState(large, act=throw))
    assert thrown is not None
    assert thrown.is_tray
    part = presenter.watched_part(DisplayState(large, lesson_stopped=LessonStopped(can_undo=True)))
    assert part is not None
    assert part.shows_all([INES.at, COLE.at])
    assert part.high[0] - part.low[0] < large.width / 2
