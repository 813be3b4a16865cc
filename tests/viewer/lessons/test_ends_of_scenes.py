"""The end of a scene: the game stops there, the player sees it, and the next scene follows; and steps that fail."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyglet")

from fake_window import of, played_here
from sandbox_user import Nobody
from told_host import TURN, Told, asked, screens

from riotsim.app.window.backend import WindowBackend
from riotsim.app.window.lessons import lesson_opening, scene_sandbox
from riotsim.app.window.sandbox import sandbox_of
from riotsim.files.resources import builtin_lesson
from riotsim.play.requests import Aim, AimThrow, PickPiece
from riotsim.players import PERSON
from riotsim.viewer.controller import ScreenController
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.playback.display import DisplayState
from riotsim.viewer.screens.game_model import game_model
from riotsim.viewer.screens.start import StartScreen
from riotsim.viewer.session.hosted_game import Opening
from riotsim.viewer.session.messages import (
    Answer,
    BotAsked,
    ClockPaused,
    FromHost,
    GameOver,
    GameStatus,
    LeaveGame,
    LessonStatus,
    LessonStopped,
    LogChanged,
    Question,
    ToHost,
    Undo,
)
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import BeginLesson
from riotsim.viewer.ui.lesson_model import (
    LESSON_PAUSE,
    MAX_FRAME_SECONDS,
    READING_SECONDS,
    Lesson,
    LessonModel,
    LessonScene,
)
from riotsim.viewer.ui.models import SettingsModel

LESSON = Lesson("riot_dice", "Riot Dice", ("Run", "Shoot"))

OVER = LessonStatus(1, 1)

MOST = 20
"""Largest number of questions until a step has failed."""


def played(game: str, scene: int, *labels: str, opening: Opening | None = None) -> list[FromHost]:
    """Answer a scene's questions by offers with some labels. If the lesson stops, undo, and leave at the next question.

    Args:
        game: Name of the game.
        scene: Number of the scene, from 0.
        labels: The beginning of each offer's text.
        opening: Opens the game in place of the lesson.
    """
    coming = list(labels)
    undone = False

    def window(message: FromHost, _: object) -> list[ToHost]:
        nonlocal undone
        if isinstance(message, LessonStopped):
            undone = True
            return [Undo()]
        if not isinstance(message, Question):
            return []
        if undone or not coming:
            return [LeaveGame()]
        label = coming.pop(0)
        offer = next(one for one in message.offers[0] if one.text.startswith(label))
        return [Answer(message.requests[0].player, offer.answer, message.number)]

    return played_here(opening or lesson_opening(game, scene), window)


def test_the_game_stops_when_all_steps_are_done() -> None:
    """After the last step of a scene no player or bot is asked. An undo returns to the last decision."""
    seen = played("riot_dice", 3, "Nell", "Boot")
    place = seen.index(LessonStopped(can_undo=True))
    before = [one.lesson for one in of(GameStatus, seen[:place])][-1]
    assert before is not None
    assert before.is_over
    assert before.say
    assert not of(BotAsked, seen)
    assert [one.requests[0].purpose for one in of(Question, seen)] == ["turn", "action", "action"]


def test_a_missed_step_stops_the_game_until_it_is_undone() -> None:
    """If the player misses a step, the lesson tells the player to press Undo. After the undo, the step is due again."""
    seen = played("cube_clash", 1, "Turn left")
    place = seen.index(LessonStopped(can_undo=True))
    statuses = [one.lesson for one in of(GameStatus, seen)]
    missed = [one.lesson for one in of(GameStatus, seen[:place])][-1]
    assert missed is not None
    assert missed.missed
    assert "press Undo" in missed.say
    assert statuses[-1] == statuses[0]
    assert not of(BotAsked, seen)


def after_a_failure(game: str, scene: int, *answers: str | Aim) -> tuple[str, list[str]]:
    """Give answers until a step has failed, and undo. Return what the lesson says then, and the purposes of all
    requests.

    Args:
        game: Name of the game.
        scene: Number of the scene, from 0.
        answers: The throws, and the beginnings of the texts of the other answers. When they run out, the first offer is
            taken, and a throw is repeated.
    """
    coming, throws, undone = list(answers), [one for one in answers if isinstance(one, Aim)], False

    def window(message: FromHost, seen: Sequence[FromHost]) -> list[ToHost]:
        nonlocal undone
        if isinstance(message, LessonStopped):
            undone = True
            return [Undo()]
        if not isinstance(message, Question):
            return []
        if undone or len(of(Question, seen)) > MOST:
            return [LeaveGame()]
        (request,), offers = message.requests, message.offers[0]
        if isinstance(request, AimThrow):
            coming[:] = [one for one in coming if not isinstance(one, Aim)]
            return [Answer(request.player, throws[-1], message.number)]
        label = coming.pop(0) if coming else ""
        assert isinstance(label, str)
        offer = next(one for one in offers if one.text.startswith(label))
        return [Answer(request.player, offer.answer, message.number)]

    seen = played_here(lesson_opening(game, scene), window)
    status = [one.lesson for one in of(GameStatus, seen)][-1]
    assert status is not None
    assert not status.missed
    return status.say, [one.requests[0].purpose for one in of(Question, seen)]


def test_after_bullets_into_nothing_the_dice_are_thrown_again() -> None:
    """If no bullet can hit anybody, the player isn't asked to choose a bullet, and the step has failed. Undo goes back
    to the question for the throw.
    """
    away = Aim((150.0, 40.0), -math.pi / 2, 0.6)
    say, asked_for = after_a_failure("riot_dice", 1, "Nell", "Shoot", away)
    assert asked_for[:3] == ["turn", "action", "roll"]
    assert asked_for[-1] == "roll"
    assert "bullet" not in asked_for
    assert say.startswith("Throw the bullet dice")


def test_undo_after_another_choice_returns_to_its_question() -> None:
    """If only the player's last choice made a step fail, no further question follows. Undo goes back to that choice,
    not to the beginning of the step.
    """
    say, asked_for = after_a_failure("buskit", 1, "Attack", "Hired Hand 2")
    assert asked_for == ["action", "target", "target"]
    assert say.startswith("Click Hired Hand 1")


def test_the_end_of_the_game_fails_the_step_that_is_due() -> None:
    """If a game ends before the last step of its lesson, the lesson asks for Undo. Then the step is due again."""
    seen = played("riot_dice", 0, "Leg it")
    place = seen.index(LessonStopped(can_undo=True))
    statuses = [one.lesson for one in of(GameStatus, seen)]
    missed = [one.lesson for one in of(GameStatus, seen[:place])][-1]
    assert missed is not None
    assert missed.missed
    assert "press Undo" in missed.say
    assert not of(GameOver, seen)
    assert statuses[-1] == statuses[0]


def test_a_kill_in_a_lesson_leaves_its_last_sentence_in_sight(tmp_path: Path) -> None:
    """If the last step of a scene ends the game, the lesson stops, and no result covers the scene's last sentence.
    An undo returns to the last decision. If the scene has no last sentence, the result of the game is shown.
    """
    text = builtin_lesson("riftwar")["1_move_and_fire"].read_text(encoding="utf-8")
    text = text.replace("{layout: open}", "{layout: open, dice.by: stream, hit.on: 2}")
    text = text.replace("facing: 90}\nthen", "facing: 90, pinned: true, wounded: true}\nthen")
    (tmp_path / "kill.yaml").write_text(text, encoding="utf-8")
    found = sandbox_of(tmp_path / "kill.yaml")
    found = replace(found, players={"Ada": PERSON, "Bea": "greedy"}, seed=1)
    fire = found.lesson[-1:]
    seen = played("riftwar", 0, "Direct fire", opening=replace(found.play(found.first_position), lesson=fire))
    told = [one.text for log in of(LogChanged, seen) for one in log.lines]
    assert any(text.endswith("killed") for text in told)
    assert "Bea is out" in told
    place = seen.index(LessonStopped(can_undo=True))
    assert not of(GameOver, seen)
    before = [one.lesson for one in of(GameStatus, seen[:place])][-1]
    assert before is not None
    assert before.say == fire[0].done
    assert [one.requests[0].purpose for one in of(Question, seen)] == ["action", "action"]
    silent = (fire[0].model_copy(update={"done": ""}),)
    seen = played("riftwar", 0, "Direct fire", opening=replace(found.play(found.first_position), lesson=silent))
    assert of(GameOver, seen)
    assert not of(LessonStopped, seen)


def test_the_end_of_the_raid_can_be_read() -> None:
    """If Cube Clash's last scene ends the game, no result covers the lesson's last sentence. The sentence says that the
    player has won by reaching the home row.
    """
    seen = played("cube_clash", 3, "North to h8")
    place = seen.index(LessonStopped(can_undo=True))
    assert not of(GameOver, seen)
    lesson = [one.lesson for one in of(GameStatus, seen[:place])][-1]
    assert lesson is not None
    assert lesson.is_over
    assert "You win" in lesson.say
    assert "home row" in lesson.say


def test_a_scene_that_says_nothing_at_its_end_shows_the_result() -> None:
    """Riot Dice's last scene ends the game. As the scene has no text for its end, the result is shown."""
    seen = played("riot_dice", 5, "Leg it")
    assert of(GameOver, seen)
    assert not of(LessonStopped, seen)


def test_a_lesson_begins_at_its_own_speed() -> None:
    """A lesson runs in real time even if the player has set games to run faster. The setting stays for later games."""
    _, table = screens("Ann", "Bob", persons=("Ann",))
    table.settings = Settings(speed=4.0).at_scene("riot_dice", 1)
    speeds = []
    for lesson in (LessonScene(LESSON, 1), None):
        table.lesson = lesson
        table.advance(0.1)
        speeds.append(table.playback.clock.speed)
    assert speeds == [1.0, 4.0]
    assert table.settings == Settings(speed=4.0, lessons={"riot_dice": 1})


def test_a_game_from_the_sandbox_is_no_lesson() -> None:
    """A game that begins in the sandbox at the position of a lesson has no steps, and so it never stops."""
    found = scene_sandbox("riot_dice", 3)
    assert found.lesson
    seen = played("riot_dice", 3, "Nell", "Boot", opening=found.play(found.first_position))
    assert not of(LessonStopped, seen)
    assert {one.lesson for one in of(GameStatus, seen)} == {None}
    assert [one.requests[0].purpose for one in of(Question, seen)][:2] == ["turn", "action"]


def test_each_question_of_a_step_has_its_instruction() -> None:
    """If a step asks several questions, each has a sentence of its own, and its own button that glows or none."""
    steps = [one.lesson for one in of(GameStatus, played("riftwar", 3, "Rally"))]
    assert [(one.done, one.button) for one in steps if one is not None] == [(0, "Rally"), (0, "")]
    assert len({one.say for one in steps if one is not None}) == 2


def test_the_end_of_a_scene_is_seen() -> None:
    """The next scene is due `LESSON_PAUSE` after everything has come to rest. A slow frame doesn't cut this short."""
    scene, showing = LessonScene(LESSON, 0), DisplayState(status=GameStatus(lesson=OVER))
    scene.advance(showing, 60.0, busy=False)
    assert not scene.has_ended  # the host may still have something to resolve
    showing.lesson_stopped = LessonStopped(can_undo=True)
    scene.advance(showing, 60.0, busy=True)
    assert not scene.has_ended
    scene.advance(showing, 60.0, busy=False)
    assert scene.has_ended
    assert scene.continues_at == 1
    assert not scene.next_is_due
    for _ in range(round(LESSON_PAUSE / MAX_FRAME_SECONDS)):
        scene.advance(showing, 60.0, busy=False)
    assert scene.next_is_due
    showing.lesson_stopped = None  # an undo
    scene.advance(showing, 0.1, busy=False)
    assert not scene.has_ended
    assert scene.continues_at == 0


@pytest.mark.parametrize("cover", ["menu", "options_open", "rules_open"])
def test_the_next_scene_waits_while_the_table_is_covered(cover: str) -> None:
    """While the menu, the settings or the rules cover the table, the pause after a scene doesn't pass."""
    host, table = screens("Ann", "Bob", persons=("Ann",))
    table.lesson = LessonScene(LESSON, 0)
    host.coming += [GameStatus(turn=TURN, lesson=OVER), LessonStopped(can_undo=True)]
    setattr(table, cover, True)
    for _ in range(100):
        table.advance(0.1)
    assert not table.lesson.has_ended
    setattr(table, cover, False)
    for _ in range(100):
        table.advance(0.1)
    assert table.lesson.next_is_due
    setattr(table, cover, True)  # while the next scene is loaded
    table.advance(0.1)
    assert not table.lesson.next_is_due


def test_what_a_scene_says_at_its_end_can_be_read() -> None:
    """If a scene says a sentence at its end, the pause before the next scene is longer."""
    scene = LessonScene(LESSON, 0)
    over = GameStatus(lesson=LessonStatus(1, 1, "x" * 100))
    showing = DisplayState(status=over, lesson_stopped=LessonStopped(can_undo=True))
    for _ in range(round(LESSON_PAUSE / 0.1) + 1):
        scene.advance(showing, 0.1, busy=False)
    assert not scene.next_is_due


class Blind:
    """A view that shows nothing."""

    table: Any = None

    def clear(self) -> None:
        """Do nothing."""


def test_the_next_scene_is_loaded_behind_the_end_of_the_last_one(tmp_path: Path) -> None:
    """In the pause after a scene, the next scene is loaded. The old one stays in sight until the next can be played."""
    hosts: list[Told] = []

    def host(_: object) -> Told:
        hosts.append(Told())
        return hosts[-1]

    backend, view = WindowBackend(tmp_path / "games.sqlite"), Blind()
    blind: Any = view
    controller = ScreenController(backend, StartScreen(backend, SettingsModel(Settings())), blind, host, Settings)
    controller.begin_lesson("riot_dice", 0)
    assert controller.game is not None
    assert controller.game.lesson is not None
    first = controller.game
    assert controller.advance_lesson() is None
    assert len(hosts) == 1
    controller.game.lesson.seen_for = 0.1
    assert controller.advance_lesson() is None
    assert len(hosts) == 2
    controller.game.lesson.seen_for = 100.0
    assert controller.advance_lesson() is None  # not loaded yet
    hosts[1].coming.append(asked(PickPiece("Ann", "turn", ("a1",))))
    controller.game.lesson.held = True  # the mouse is over the button that shows it
    assert controller.advance_lesson() is None
    controller.game.lesson.held = False
    assert controller.advance_lesson() == BeginLesson("riot_dice", 1)
    assert controller.game is first
    assert hosts[1].heard == [ClockPaused(True)]
    controller.begin_lesson("riot_dice", 1)
    assert len(hosts) == 2
    assert controller.game is not first
    assert controller.game.link is hosts[1]
    for _ in range(2):
        controller.game.advance(0.01)
    assert hosts[1].heard == [ClockPaused(True), ClockPaused(True), ClockPaused(False)]


def test_the_menu_says_that_a_lesson_goes_on_later(tmp_path: Path) -> None:
    """The menu of a lesson says that the player can go on at this scene later."""
    backend, view = WindowBackend(tmp_path / "games.sqlite"), Blind()
    blind: Any = view
    controller = ScreenController(
        backend, StartScreen(backend, SettingsModel(Settings())), blind, lambda _: Nobody(), Settings
    )
    controller.begin_lesson("riot_dice", 2)
    assert controller.game is not None
    assert game_model(controller.game).leave_note == "You can go on with the lesson at this scene later."
    controller.game.advance(0.1)
    assert controller.game.playback.clock.slow_motion  # also if it is off otherwise: falls are what lessons are about


def test_a_game_is_offered_after_the_last_scene(tmp_path: Path) -> None:
    """After the last scene of a lesson, the page of a new game opens with this game chosen and with seats that fit."""
    backend, view = WindowBackend(tmp_path / "games.sqlite"), Blind()
    blind: Any = view
    start = StartScreen(backend, SettingsModel(Settings()))
    controller = ScreenController(backend, start, blind, lambda _: Nobody(), Settings)
    assert [LessonModel(LESSON, scene, OVER).next_label for scene in (0, 1)] == ["Go on", "Play Riot Dice"]
    assert LessonModel(LESSON, 0, OVER, seconds_left=4).next_label == "Go on (4)"
    controller.begin_lesson("buskit", 3)
    assert controller.game is None
    model = start.model(SettingsModel(Settings()))
    assert (model.page, model.game.key, model.draft.rules) == ("new", "buskit", "buskit")
    assert all(seat.options for seat in model.draft.seats)


def test_the_time_until_the_next_scene_is_counted_down() -> None:
    """After the end of a scene, the seconds until the next scene are counted down to 0. Before it, none are shown."""
    over = GameStatus(lesson=LessonStatus(1, 1, "x" * 20))
    scene, showing = LessonScene(LESSON, 0), DisplayState(status=over, lesson_stopped=LessonStopped(can_undo=True))
    told = [scene.seconds_left]
    for _ in range(200):
        scene.advance(showing, MAX_FRAME_SECONDS, busy=False)
        told.append(scene.seconds_left)
    longest = math.ceil(LESSON_PAUSE + READING_SECONDS * 20)
    assert list(dict.fromkeys(told)) == [0, *range(longest, 0, -1)]
    assert told[-1] == 0
    assert scene.next_is_due


def test_the_end_of_a_scene_stays_while_the_mouse_rests_on_its_text() -> None:
    """The countdown stands still while the mouse is over the panel of the lesson, and goes on when the mouse leaves."""
    scene = LessonScene(LESSON, 0)
    showing = DisplayState(status=GameStatus(lesson=OVER), lesson_stopped=LessonStopped(can_undo=True))
    scene.held = True
    told = []
    for _ in range(200):
        scene.advance(showing, MAX_FRAME_SECONDS, busy=False)
        told.append(scene.seconds_left)
    assert scene.has_ended  # so that the next scene is loaded
    assert set(told) == {math.ceil(LESSON_PAUSE)}
    assert not scene.next_is_due
    scene.held = False
    for _ in range(round(LESSON_PAUSE / MAX_FRAME_SECONDS)):
        scene.advance(showing, MAX_FRAME_SECONDS, busy=False)
    assert scene.next_is_due


def test_the_end_of_a_scene_stays_while_the_player_reads_about_a_piece() -> None:
    """If the mouse moves to a piece after the end of a scene, the next scene waits, and the whole time is counted anew
    after the mouse has left the piece. A mouse that has rested on a piece since before the end doesn't matter.
    """
    host, table = screens("Ann", "Bob", persons=("Ann",))
    table.lesson = scene = LessonScene(LESSON, 0)
    table.moved(Pointer((0.0, 0.0), "a1", 0.0))
    table.advance(0.1)
    host.coming += [GameStatus(turn=TURN, lesson=OVER), LessonStopped(can_undo=True)]
    while not scene.has_ended:
        table.advance(0.1)
    for _ in range(15):
        table.advance(0.1)
    assert 0 < scene.seconds_left < LESSON_PAUSE
    table.moved(Pointer((9.0, 9.0), "b1", 0.0))
    for _ in range(100):
        table.advance(0.1)
    assert scene.has_ended
    assert scene.seconds_left == LESSON_PAUSE
    assert not scene.next_is_due
    table.moved(Pointer((5.0, 5.0), None, 0.0))
    table.advance(0.1)
    assert not scene.next_is_due
    for _ in range(round(LESSON_PAUSE / 0.1)):
        table.advance(0.1)
    assert scene.next_is_due
