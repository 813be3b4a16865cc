"""The steps of a lesson: which events end a step or make it fail, and what is wrong in a lesson's file."""

import pickle
from pathlib import Path

import pytest

from riotsim.app.window.lessons import lesson_opening
from riotsim.app.window.sandbox import sandbox_of
from riotsim.files.resources import builtin_lesson, on_disk
from riotsim.games.registry import GAMES
from riotsim.play.scenarios.expected_events import event_vocabulary
from riotsim.play.scenarios.lesson import LessonStep, lesson_faults, lesson_progress
from riotsim.viewer.session.hosted_game import Unplayable


def test_what_failed_first_is_told() -> None:
    """If several events make a step fail, the lesson tells the first. If a later event ends the step, it is done."""
    events = GAMES["riot_dice"].events()
    step = LessonStep.model_validate(
        {
            "say": "do",
            "until": {"loot": {"boss": "Ada"}},
            "missed": [
                {"when": {"activated": {"boss": "Bob"}}, "say": "late"},
                {"when": {"falls_over": None, "activated": None}, "say": "fell"},
            ],
        }
    )
    falls, begins, loot = events.FallsOver("a1"), events.Activated("b1", "Bob"), events.Loot("Ada", "a1", "t1")

    def says(*seen: object) -> str | None:
        missed = lesson_progress((step,), seen).missed
        return None if missed is None else missed.say

    assert says(loot) is None
    assert says(begins) == "late"
    assert says(events.Activated("a1", "Ada"), begins) == "fell"
    assert says(falls, begins) == "fell"
    assert says(falls, loot) is None


def test_a_step_ends_with_its_event_only() -> None:
    """Steps are done in their order. Only an event with the step's name and the step's values completes a step."""
    events = GAMES["riot_dice"].events()
    steps = tuple(
        LessonStep.model_validate({"say": "do", "until": until})
        for until in ({"activated": {"model": "a1"}}, {"loot": None}, {"activated": None})
    )
    begins, loot = events.Activated("a1", "Ada"), events.Loot("Ada", "a1", "t1")
    assert lesson_progress(steps, []).done == 0
    assert lesson_progress(steps, [loot, events.Activated("b1", "Bob")]).done == 0
    assert lesson_progress(steps, [begins, loot]).done == 2
    assert lesson_progress(steps, [begins, loot, loot, begins, begins]).done == 3


def test_wrong_steps_are_told() -> None:
    """If a step names an event or a field that doesn't exist, the fault is told with its place in the file."""
    steps = tuple(
        LessonStep.model_validate({"say": "do", "until": until}) for until in ({"flies": None}, {"loot": {"dog": 1}})
    )
    faults = list(lesson_faults(steps, event_vocabulary(GAMES["riot_dice"].events())))
    assert [where for where, _ in faults] == [
        ("lesson", 0, "until", "flies"),
        ("lesson", 1, "until", "loot", "dog"),
    ]


def test_scenes_reach_the_host_process() -> None:
    """The opening of a lesson's scene can be sent to another process. A scene that doesn't exist is refused."""
    assert pickle.loads(pickle.dumps(lesson_opening("riot_dice", 0))).lesson
    with pytest.raises(Unplayable, match="6 scenes"):
        lesson_opening("riot_dice", 6)


def test_a_piece_that_glows_is_on_the_table(tmp_path: Path) -> None:
    """If a lesson's step names a piece that isn't on the table, the file is refused, and the error tells the line."""
    with on_disk(builtin_lesson("riot_dice")["4_boot"]) as scene:
        text = scene.read_text(encoding="utf-8").replace("glow: [Nell]", "glow: [b9]")
    file = tmp_path / "boot.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(Unplayable, match=r"boot.yaml:\d+: lesson\[\d\].glow: b9 can't glow: it is not on the table"):
        sandbox_of(file)
