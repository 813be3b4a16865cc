"""Lessons on a display, with a synthetic mouse: a player who does what they say makes progress."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from on_a_display import play_on_display

from riotsim.app.window.lessons import lessons, scene_sandbox
from riotsim.play.house_rules import REROLL_REASONS
from riotsim.play.scenarios.lesson import LessonStep

pytestmark = [
    pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)"),
    pytest.mark.xdist_group("window"),
]


def test_a_scene_is_learnt_left_and_gone_on_with(tmp_path: Path) -> None:
    """If the player finishes a scene, the next scene begins by itself, and a later visit continues there. The panel
    shows the sentence of each step and of the end.
    """
    found = play_on_display("play_lessons", tmp_path, LESSONS="cube_clash:1")
    (step,) = scene_sandbox("cube_clash", 0).lesson
    assert found == {"cube_clash": [[step.say, step.done]], "cube_clash goes on": 1}


@pytest.mark.proof
@pytest.mark.parametrize("game", [lesson.game for lesson in lessons()])
def test_a_lesson_is_played_by_mouse(game: str, tmp_path: Path) -> None:
    """Every step of a game's lesson is done by clicks on what glows, and by throws at it. At several window
    sizes, no panel's layout has a fault.
    """
    found = play_on_display("play_lessons", tmp_path, LESSONS=game, SIZES="all")
    scenes = next(len(lesson.scenes) for lesson in lessons() if lesson.game == game)
    assert found[f"{game} goes on"] == scenes
    for scene, sentences in enumerate(found[game]):
        steps = scene_sandbox(game, scene).lesson
        assert sentences[0] in _sentences(steps[0])
        assert sentences[-1] == steps[-1].done or not steps[-1].done
        # A step in which only others act is done before the player is asked.
        told = {one for step in steps for one in _sentences(step)}
        assert set(sentences) <= told | {f"{why}: throw it again." for why in REROLL_REASONS.values()}


def _sentences(step: LessonStep) -> Iterator[str]:
    yield from (step.say, step.done)
    yield from (one.say for one in step.asks.values())
    yield from (one.say for one in step.missed)
