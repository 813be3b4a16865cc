"""The panels of lessons: during a scene, after the last one, and on the start screen."""

from dataclasses import replace

import pytest
from pyglet.window import key, mouse

from riotsim.viewer.session.messages import LessonStatus
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import BeginLesson, GoToPage, GoToStart, OpenMenu, UiCommand, Undo
from riotsim.viewer.ui.lesson_model import Lesson, LessonModel
from riotsim.viewer.ui.models import SettingsModel
from riotsim.viewer.ui.start_screen import start_screen
from riotsim.viewer.ui.widgets.controls import Ui
from riotsim.viewer.ui.widgets.text import TextPainter

from .. import samples
from ..conftest import Screen, done, table_screen


def test_a_lesson_goes_on_after_the_end_of_its_game(screen: Screen) -> None:
    """If the last step of a scene has ended the game, leaving the game goes on with the lesson. If a step is still to
    be done, leaving leads to the start screen.
    """
    lesson = Lesson("riot_dice", "Riot Dice", ("Run", "Leg it"))
    over = replace(samples.GAME, result_lines=("Ada wins",), game="")
    done_with = replace(over, lesson=LessonModel(lesson, 1, LessonStatus(1, 1)))
    assert done(screen.click(table_screen(done_with), "over.start")) == [BeginLesson("riot_dice", 2)]
    half = replace(over, lesson=LessonModel(lesson, 1, LessonStatus(0, 1, "Press Leg it.")))
    assert done(screen.click(table_screen(half), "over.start")) == [GoToStart()]


def test_the_dialog_after_a_lesson_leads_everywhere(screen: Screen) -> None:
    """If the last scene ends the game, the dialog leads to the page of lessons, where the lesson is done. It also leads
    back to the beginning of the scene, and has Undo. Esc opens the menu.
    """
    lesson = Lesson("riot_dice", "Riot Dice", ("Run", "Leg it"))
    over = replace(samples.GAME, result_lines=("Ada wins",), game="", can_undo=True)
    draw = table_screen(replace(over, lesson=LessonModel(lesson, 1, LessonStatus(1, 1))))
    following = BeginLesson("riot_dice", 2)
    assert done(screen.click(draw, "over.leave")) == [following, GoToPage("learn")]
    assert done(screen.click(draw, "over.again")) == [BeginLesson("riot_dice", 1)]
    assert done(screen.click(draw, "over.undo")) == [Undo()]
    assert done(screen.press(draw, (key.ESCAPE,))) == [OpenMenu(True)]


def test_a_lesson_has_a_way_back(screen: Screen) -> None:
    """A button begins a scene of a lesson again. From the second scene on, a button leads to the scene before."""
    lesson = Lesson("riot_dice", "Riot Dice", ("Run", "Leg it"))
    first, second = (
        table_screen(replace(samples.GAME, lesson=LessonModel(lesson, scene, LessonStatus(0, 1, "Press Scoot."))))
        for scene in (0, 1)
    )
    assert done(screen.click(second, "lesson.back")) == [BeginLesson("riot_dice", 0)]
    assert done(screen.click(second, "lesson.again")) == [BeginLesson("riot_dice", 1)]
    screen.settled(first)
    assert screen.ui is not None
    assert "lesson.back" not in screen.ui.frame.items


def test_the_button_after_a_lesson_is_seen_whole(screen: Screen) -> None:
    """If a window is narrow, the button that begins the last scene again has only an icon. The button that leads to a
    game then has enough room.
    """
    lesson = Lesson("demolition_dice", "Demolition Dice", ("Stack", "Knock"))
    last = replace(samples.GAME, lesson=LessonModel(lesson, 1, LessonStatus(1, 1)))
    first = replace(samples.GAME, lesson=LessonModel(lesson, 0, LessonStatus(1, 1)))
    own, widths = Screen(960, 600), []
    try:
        for model in (last, first):
            own.settled(table_screen(model))
            assert own.ui is not None
            places = own.ui.frame.items
            assert places["lesson.skip"][2] <= places["lesson"][2] - 10
            widths.append(places["lesson.again"][2] - places["lesson.again"][0])
    finally:
        own.close()
        screen.window.switch_to()
    assert widths[0] < 50 < widths[1]


def test_a_press_of_the_last_scene_clicks_nothing_in_the_next(screen: Screen) -> None:
    """If the next scene begins between a press and its release, no button of the next scene is clicked."""
    lesson = Lesson("riot_dice", "Riot Dice", ("Run", "Leg it", "Kick"))
    first, second = (
        table_screen(replace(samples.GAME, lesson=LessonModel(lesson, scene, LessonStatus(0, 1, "Press Leg it."))))
        for scene in (0, 1)
    )
    screen.settled(first)
    x, y = screen.to("lesson.skip")
    up = screen.window.height - y
    screen.frame(first)
    screen.event("on_mouse_press", x, up, mouse.LEFT, 0)
    commands = screen.frame(first) + screen.frame(second)
    screen.event("on_mouse_release", x, up, mouse.LEFT, 0)
    assert done(commands + screen.frame(second) + screen.frame(second)) == []
    assert done(screen.click(second, "lesson.skip")) == [BeginLesson("riot_dice", 2)]


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640)])
def test_skip_stands_apart_from_the_button_for_the_next_scene(screen: Screen, size: tuple[int, int]) -> None:
    """If the next scene begins by itself, *Skip* stands elsewhere than *Go on* did. A late click on *Go on* doesn't
    leave out that scene.
    """
    lesson = Lesson("riot_dice", "Riot Dice", ("Run", "Leg it", "Kick"))
    over = replace(samples.GAME, lesson=LessonModel(lesson, 0, LessonStatus(1, 1), seconds_left=4))
    begun = replace(samples.GAME, lesson=LessonModel(lesson, 1, LessonStatus(0, 1, "Press Leg it.")))
    own, places = Screen(*size), []
    try:
        for model in (over, begun):
            own.settled(table_screen(model))
            assert own.ui is not None
            places.append(own.ui.frame.items["lesson.skip"])
    finally:
        own.close()
        screen.window.switch_to()
    (_, _, go_on, _), (skip, _, right, _) = places
    assert go_on < skip
    assert right <= size[0]


def test_undo_stands_in_the_panel_of_a_step_that_failed(screen: Screen) -> None:
    """If a lesson says to press Undo, its panel has the button. Otherwise it has no such button."""
    lesson = Lesson("riot_dice", "Riot Dice", ("Run", "Leg it"))
    missed = LessonModel(lesson, 1, LessonStatus(0, 1, "It stands: press Undo.", missed=True), undo=True)
    assert done(screen.click(table_screen(replace(samples.GAME, lesson=missed)), "lesson.undo")) == [Undo()]
    screen.settled(table_screen(replace(samples.GAME, lesson=replace(missed, undo=False))))
    assert screen.ui is not None
    assert "lesson.undo" not in screen.ui.frame.items


def test_undo_of_a_failed_step_says_that_throws_are_repeated(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tooltip of Undo says where it leads, and that the same throw gives the same numbers again."""
    told: list[str] = []
    monkeypatch.setattr(TextPainter, "tooltip", lambda _painter, text: told.append(text))
    lesson = Lesson("riot_dice", "Riot Dice", ("Run", "Leg it"))
    missed = LessonModel(lesson, 1, LessonStatus(0, 1, "It stands: press Undo.", missed=True), undo=True)
    draw = table_screen(replace(samples.GAME, lesson=missed))
    screen.hover(draw, "lesson.undo")
    screen.frame(draw, 1.0)  # a tooltip waits until the mouse rests
    screen.frame(draw, 1.0)
    assert told[-1] == "Undo, back to the beginning of this step. The same throw gives the same numbers"


def test_a_lesson_begins_at_any_scene(screen: Screen) -> None:
    """The button of a lesson begins the first scene that isn't done yet. Each scene has its own button, even a scene
    that is done.
    """
    lesson = Lesson("cube_clash", "Cube Clash", ("Step", "Fight", "Raid"))
    settings = SettingsModel(Settings(lessons={"cube_clash": 2}))
    model = replace(samples.START, page="learn", lessons=(lesson,), settings=settings)

    def draw(ui: Ui) -> list[UiCommand]:
        return start_screen(ui, model)

    assert screen.click(draw, "learn.cube_clash") == [BeginLesson("cube_clash", 2)]
    for scene in range(3):
        assert screen.click(draw, f"learn.cube_clash.{scene}") == [BeginLesson("cube_clash", scene)]


def test_the_lesson_of_the_chosen_game_comes_first(screen: Screen) -> None:
    """On the page of lessons, the game that the start screen names stands above the others."""
    chosen = samples.START.game.key
    others = tuple(Lesson(game, game.capitalize(), ("Step",)) for game in ("first", chosen, "last"))

    def draw(ui: Ui) -> list[UiCommand]:
        return start_screen(ui, replace(samples.START, page="learn", lessons=others))

    screen.settled(draw)
    assert screen.ui is not None
    tops = {game: screen.ui.frame.items[f"learn.{game}"][1] for game in ("first", chosen, "last")}
    assert sorted(tops, key=tops.__getitem__) == [chosen, "first", "last"]
