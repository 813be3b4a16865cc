"""What the window shows in a lesson: the pieces in view, what glows, and the step that is due."""

from dataclasses import replace

import pytest

pytest.importorskip("pyglet")

from told_host import TURN, asked, screens

from riotsim.play.group_requests import PickSome
from riotsim.play.requests import PickPiece
from riotsim.table.acts import Roll
from riotsim.table.pieces import Die, Model
from riotsim.table.poses import Pose
from riotsim.testing.tables import STEADY_HAND, empty_table, with_tower
from riotsim.viewer.input.attention import first_view
from riotsim.viewer.input.framing import with_all_pieces
from riotsim.viewer.input.interactions.pick_some import PickSomeInteraction
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.session.messages import Answer, GameStatus, LessonStatus
from riotsim.viewer.ui.lesson_model import Lesson, LessonScene

LESSON = Lesson("riot_dice", "Riot Dice", ("Run", "Shoot"))

SIDE = 609.6
DESK = with_tower(empty_table(SIDE, SIDE), 4, name="a1", at=(280.0, 330.0), size=16.0).with_pieces(
    Model("a1", "Ada", (305.0, 330.0))
)
"""A small table with a model and its tower."""


def test_dice_in_the_air_turn_the_camera_to_no_corner_of_the_table() -> None:
    """In a lesson the camera shows all pieces, except dice that are being thrown and pieces beside the table."""
    thrown, beside = Die("t1"), Die("t2", pose=Pose((-400.0, 300.0, -500.0)))
    roll = Roll((thrown,), (300.0, 300.0), 0.0, STEADY_HAND)
    flying, now = DESK.with_pieces(thrown, beside), first_view(DESK)
    usual = with_all_pieces(now, DESK, None)
    assert usual.asked
    assert with_all_pieces(now, flying, roll) == usual
    assert set(with_all_pieces(now, DESK.with_pieces(thrown), None).asked) > set(usual.asked)


@pytest.mark.parametrize("shut", [True, False])
def test_undo_glows_if_the_button_of_a_step_is_shut(*, shut: bool) -> None:
    """If the player can't press the button of the step any more, Undo glows. Otherwise Undo doesn't glow."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    table.lesson = LessonScene(LESSON, 0)
    status = LessonStatus(0, 1, "Nobody is near: press Undo.", button="Attack", is_shut=shut)
    host.coming += [GameStatus(turn=TURN, lesson=status), asked(PickPiece("Ann", "action", ("a1", "a2")))]
    table.advance(0.01)
    panel = game_model(table).lesson
    assert panel is not None
    assert panel.undo == shut


def test_the_piece_of_a_lesson_glows_under_the_mouse_too() -> None:
    """If a lesson makes a piece glow and the mouse highlights this piece too, the piece keeps the lesson's glow."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    table.lesson = LessonScene(LESSON, 0)
    pick = asked(PickPiece("Ann", "target", ("a1", "a2")))
    host.coming += [GameStatus(turn=TURN, lesson=LessonStatus(0, 1, "Press the one who glows.", ("a1",))), pick]
    table.advance(0.01)
    table.highlighted = ("a1", "a2")
    assert table.overlay().glow == {"a1": "lesson", "a2": "hover"}


def test_the_button_of_another_answer_is_not_golden() -> None:
    """If a lesson asks for *Take none*, this button glows. If a piece is ticked, *Take this one* doesn't glow."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    table.lesson = LessonScene(LESSON, 0)
    pick = asked(PickSome("Ann", "hurry", ("a1", "a2")))
    host.coming += [GameStatus(turn=TURN, lesson=LessonStatus(0, 1, "Press Take none.", button="Take none")), pick]
    seen = []
    for picks in ((), ("a1",), ("a1",)):
        table.advance(0.01)
        assert isinstance(table.interaction, PickSomeInteraction)
        for piece in picks:
            table.interaction.toggle(piece)
        prompt = game_model(table).prompt
        assert prompt is not None
        seen.append((prompt.confirm, prompt.confirm_glows))
    assert seen == [("Take none", True), ("Take this one", False), ("Take none", True)]


def test_an_instruction_waits_until_it_can_be_followed() -> None:
    """When a step is done, its dot is filled at once, but the next instruction appears only with the next question. A
    failure is shown at once.
    """
    host, table = screens("Ann", "Bob", persons=("Ann",))
    table.lesson = scene = LessonScene(LESSON, 0)
    first, then = LessonStatus(0, 2, "Press Shoot.", button="Shoot"), LessonStatus(1, 2, "Press That will do.", ("a1",))
    host.coming += [GameStatus(turn=TURN, lesson=first), asked(PickPiece("Ann", "action", ("a1", "a2")))]
    table.advance(0.01)
    assert scene.shown == first
    table.playback.note_sent(Answer("Ann", "a1", 0))
    host.coming.append(GameStatus(turn=TURN, lesson=then))
    table.advance(0.01)
    assert scene.shown == replace(first, done=1)
    host.coming.append(asked(PickPiece("Ann", "action", ("a1", "a2"))))
    table.advance(0.01)
    assert scene.shown == then
    table.playback.note_sent(Answer("Ann", "a1", 0))
    failed = LessonStatus(1, 2, "Press Undo.", missed=True)
    host.coming.append(GameStatus(turn=TURN, lesson=failed))
    table.advance(0.01)
    assert scene.shown == failed
