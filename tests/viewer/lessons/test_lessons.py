"""The lessons of all games: their texts are true, and a player who does what they say gets to the end."""

import math
import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from pupil import MOST, Pupil

from riotsim.app.window.lessons import LESSON_SEED, lessons, scene_sandbox
from riotsim.app.window.sandbox import WindowSandbox
from riotsim.cli.check import check_file
from riotsim.files.resources import builtin_lesson, on_disk
from riotsim.files.yaml import parse_yaml
from riotsim.games.buskit.events import Attacks
from riotsim.games.registry import GAMES
from riotsim.play.requests import AimThrow, PickPiece, Spot
from riotsim.play.scenarios.lesson import lesson_progress
from riotsim.table.dice.kinds import D6
from riotsim.table.state import Table
from riotsim.viewer.input.gestures.throw import default_throw

SCENES = [
    pytest.param(lesson.game, scene, marks=pytest.mark.xdist_group(f"lesson {lesson.game} {scene}"))
    for lesson in lessons()
    for scene in range(len(lesson.scenes))
]
"""All scenes. The tests of a scene run in one process, which plays it once for them."""

TRIES = 4
"""How often a pupil may try a scene: a throw can miss."""

AFTERWARDS = 2
"""Number of turns after the end of a scene that a test plays."""


@dataclass(frozen=True)
class Seen:
    """What a pupil sees at one decision, if the pupil does what the lesson says."""

    say: str
    offers_button: bool
    names_piece: bool
    other_buttons: list[str]


@cache
def shared_sandbox(game: str, scene: int) -> WindowSandbox:
    """Return the sandbox of a scene. It is read once, and each pupil begins a game of its own in it."""
    return scene_sandbox(game, scene)


@cache
def good_seed(game: str, scene: int) -> int | None:
    """Return the first seed with which a pupil gets to the end of a scene, or None if none of the tries does."""
    found = shared_sandbox(game, scene)
    return next((seed for seed in range(TRIES) if Pupil(found, seed).play().is_over), None)


def good_pupil(game: str, scene: int) -> Pupil:
    """Return a pupil who gets to the end of a scene."""
    seed = good_seed(game, scene)
    assert seed is not None
    return Pupil(shared_sandbox(game, scene), seed)


@cache
def seen_by_pupil(game: str, scene: int) -> list[Seen]:
    """Return what a pupil sees at each decision on the way to the end of a scene."""
    pupil = good_pupil(game, scene)
    seen = []
    while not pupil.status.is_over:
        seen.append(Seen(pupil.status.say, pupil.offers_button, pupil.names_piece, pupil.other_buttons))
        pupil.answer_one()
    return seen


def test_all_games_have_a_lesson() -> None:
    """Each game of the registry has a lesson, and the lessons are in the registry's order."""
    assert [lesson.game for lesson in lessons()] == list(GAMES)


def test_titles_are_those_of_the_files() -> None:
    """A lesson lists all scenes of its folder with the titles that stand in their files."""
    for lesson in lessons():
        scenes = [parse_yaml(file.read_bytes(), file.name).data for file in builtin_lesson(lesson.game).values()]
        assert [*lesson.scenes] == [scene["title"] for scene in scenes if isinstance(scene, dict)]
        assert len(lesson.scenes) == len(scenes)


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_who_does_as_told_gets_to_the_end(game: str, scene: int) -> None:
    """A pupil who does what the lesson says finishes all steps of a scene within a few tries."""
    assert shared_sandbox(game, scene).lesson
    assert good_seed(game, scene) is not None


ROLLS = {
    "1_stack": product(D6.values, repeat=2),
    "2_knock": product(D6.values),
    "3_last": product(D6.values, repeat=2),
}
"""All that the learner can roll in each scene of Demolition Dice."""


@pytest.mark.parametrize(
    ("scene", "who", "asks", "picks"),
    [("1_stack", "Ada", "pick", 0), ("2_knock", "Ada", "knock", 2), ("3_last", "Cy", "finish", 0)],
)
def test_demolition_dice_is_taught_whatever_the_dice_show(
    tmp_path: Path, scene: str, who: str, asks: str, picks: int
) -> None:
    """Whatever a learner rolls, a scene of Demolition Dice goes on as it says. In the first scene the learner builds,
    in the second the learner throws at a tower, and in the third the learner adds the last dice.
    """
    with on_disk(builtin_lesson("demolition_dice")[scene]) as file:
        head = file.read_text(encoding="utf-8").partition("then:")[0]
    for rolled in ROLLS[scene]:
        entries = [f"  - roll: {list(rolled)}", *["  - pick: 0"] * picks]
        file = tmp_path / f"{scene}.yaml"
        text = "\n".join((f"{head}when:", *entries, f"then: {{asks: {{player: {who}, for: {asks}}}}}", ""))
        file.write_text(text, encoding="utf-8")
        checked = check_file(file)
        assert [str(one) for one in (*checked.failures, *checked.problems)] == [], rolled


def test_the_last_dice_of_demolition_dice_pass_the_highest_tower() -> None:
    """DD-50, DD-51: the last scene names the true scores of the towers. Whatever the last dice show, the learner
    passes the highest score, and no other player can catch up.
    """
    found = shared_sandbox("demolition_dice", 2)
    table: Table = found.first_position.table
    points = {name: sum(die.shows for die in table.tower_dice(name)) for name in found.players}
    heights = {name: table.tower_height(name) for name in found.players}
    first, last = found.lesson[0], found.lesson[-1]
    assert f"You have {points['Ada']} points, and Bea has {points['Bea']}." in first.about
    assert f"Bea's {points['Bea']} points" in last.done
    assert (heights["Ada"], heights["Bea"]) == (3, 5)
    least = points["Ada"] + 2 * min(D6.values)
    assert least > points["Bea"] > points["Ada"]
    assert least > points["Cy"] + (5 - heights["Cy"]) * max(D6.values)


@pytest.mark.parametrize(("game", "scene"), [("riftwar", scene) for scene in range(1, 5)])
def test_no_scene_waits_for_luck(game: str, scene: int) -> None:
    """If a scene is about a roll, a pupil who does what the lesson says finishes it in one try, with any roll."""
    found = shared_sandbox(game, scene)
    assert all(Pupil(found, seed).play().is_over for seed in range(TRIES))


@pytest.mark.parametrize("scene", range(3))
def test_just_throw_hits_in_the_lesson_of_buskit(scene: int) -> None:
    """If the learner answers every throw in Buskit's scenes about an attack by *Just throw*, the scene is completed."""
    found = shared_sandbox("buskit", scene)
    pupil = Pupil(found, LESSON_SEED)
    while not pupil.status.is_over and not pupil.status.missed:
        request = pupil.session.pending[0]
        if isinstance(request, AimThrow) and request.player == "Ada":
            pupil.session.answer(default_throw(request), "Ada")
        else:
            pupil.answer_one()
    assert pupil.status.is_over


@pytest.mark.parametrize("scene", range(3))
def test_a_miss_in_the_lesson_of_buskit_is_told(scene: int) -> None:
    """If an attack misses, its step isn't done. The lesson tells the player to press Undo and throw again."""
    steps = shared_sandbox("buskit", scene).lesson
    step = next(one for one in steps if one.button == "Attack")
    who, whom = "a.cole" if scene == 1 else "a.ines", "b.hired_hand_1"
    missed = Attacks(who, whom, "sword", "fight 2d10", "fight d6", 4, 5, -1, hits=False)
    done, failed = lesson_progress([step], [missed])
    assert not done
    assert failed is not None
    assert failed.say.endswith("missed, which is rare: press Undo, and throw again.")


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_who_does_something_else_is_told(game: str, scene: int) -> None:
    """If the player gives another answer than the lesson asks for, the step is done or missed before the turn is over.
    A missed step can be undone.
    """
    pupil = good_pupil(game, scene)
    while not pupil.status.is_over:
        due = pupil.status.done
        for answer in pupil.other_answers:
            said = pupil.after(answer)
            assert said.missed or said.done > due, f"step {due}, after {answer}: {said.say}"
        pupil.answer_one()


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_steps_are_about_the_learner(game: str, scene: int) -> None:
    """The event that ends a step names a player or a piece, so that an opponent's event can't end it. Only the
    beginning of a round names neither.
    """
    found = shared_sandbox(game, scene)
    table = found.first_position.table
    for step in found.lesson:
        for name, fields in step.until.items():
            flat = [one for value in (fields or {}).values() for one in (value if isinstance(value, list) else [value])]
            names_one = any(one in found.players or table.movable(str(one)) is not None for one in flat)
            assert names_one or name == "round_begins", step.until


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_a_button_that_glows_is_one_of_the_answers(game: str, scene: int) -> None:
    """If a lesson asks a learner to press a button, the button is offered. If it asks the learner to click one of
    several pieces, its text names the piece.
    """
    for seen in seen_by_pupil(game, scene):
        assert seen.offers_button, seen.say
        assert seen.names_piece, seen.say


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_a_lesson_names_no_button_that_it_calls_a_wrong_choice(game: str, scene: int) -> None:
    """If a lesson asks for one button, its text names no other button of the same question."""
    for seen in seen_by_pupil(game, scene):
        named = [one for one in seen.other_buttons if re.search(rf"\b{re.escape(one)}\b", seen.say)]
        assert not named, seen.say


def pupil_after(game: str, scene: int, *answers: object) -> Pupil:
    """Return a pupil of a scene who has given some answers."""
    pupil = Pupil(shared_sandbox(game, scene), 0)
    for answer in answers:
        pupil.session.answer(answer, "Ada")
    return pupil


def test_a_lesson_says_why_its_button_is_shut() -> None:
    """If the player turns a model away from the enemy, it can't fire. The lesson says why, and tells the player to
    press Undo in place of the button. After the undo, the step is due again.
    """
    at = (18 * 25.4, 18 * 25.4)
    pupil = pupil_after("riftwar", 0, "move", Spot("a.rifleman_1", at))
    due = pupil.status
    while pupil.session.pending[0].purpose != "look at":
        due = pupil.status
        pupil.answer_one()
    due = pupil.status
    pupil.session.answer(Spot("a.rifleman_1", (at[0], 0.0)), "Ada")
    status = pupil.status
    assert status.say == "No unit has an enemy in sight and in its arc: press Undo."
    assert status.is_shut
    assert not status.missed
    pupil.session.undo()
    assert pupil.status == due
    assert not due.is_shut


@pytest.mark.parametrize(
    ("game", "scene", "answers", "told"),
    [
        ("riftwar", 0, ["direct fire"], "press Move"),
        ("riftwar", 1, ["move", "a.commander"], "click Rifleman 1"),
        ("riftwar", 1, ["move", "a.rifleman_2"], "click Rifleman 1"),
        ("buskit", 1, ["attack", "b.hired_hand_2"], "click Hired Hand 1"),
        ("cube_clash", 0, ["south.tally_keeper"], "click Bellfounder on d3"),
        ("buskit", 1, ["attack", "b.hired_hand_1", "reckless"], "press Steady"),
        ("buskit", 2, [("a.ines",)], "press Take none"),
        ("buskit", 2, [(), ("a.ines",)], "press Take none"),
    ],
)
def test_another_choice_is_told_at_once(game: str, scene: int, answers: list[object], told: str) -> None:
    """If a player presses another button or clicks another piece than the step asks for, the lesson says so at once.
    After an undo, the same question is open.
    """
    pupil = pupil_after(game, scene, *answers[:-1])
    due = pupil.status
    assert not due.missed
    pupil.session.answer(answers[-1], "Ada")
    assert pupil.status.say == f"That was another choice: press Undo, and {told}."
    assert pupil.status.missed
    assert pupil.status.by_choice
    pupil.session.undo()
    assert pupil.status == due


def test_picks_that_a_step_does_not_ask_for_are_free() -> None:
    """If a step says which pieces to pick, other picks miss the step. If the step says nothing about this question,
    any pick is accepted.
    """
    found = shared_sandbox("riftwar", 2)
    (step, *others) = found.lesson
    silent = step.model_copy(update={"asks": {key: one for key, one in step.asks.items() if key != "attackers"}})
    for lesson, missed in ((found.lesson, True), ((silent, *others), False)):
        pupil = Pupil(replace(found, lesson=lesson), 0)
        for answer in ("coordinated fire", "b.rifleman_1", ("a.rifleman_1", "a.rifleman_2")):
            pupil.session.answer(answer, "Ada")
        assert pupil.status.missed == missed


def test_both_enemies_behind_the_wall_are_fired_at_as_the_lesson_says() -> None:
    """In RiftWar's third scene both enemies glow. Whichever enemy is fired at has cover from all three units, as the
    lesson says.
    """
    pupil = pupil_after("riftwar", 2, "coordinated fire")
    (request,) = pupil.session.pending
    assert isinstance(request, PickPiece)
    assert set(pupil.status.glow) == set(request.pieces)
    for target in request.pieces:
        pupil = pupil_after("riftwar", 2, "coordinated fire", target, tuple(f"a.rifleman_{k}" for k in (1, 2, 3)))
        state: Any = pupil.session.state
        assert [(one.target, one.cover) for one in state.thrown_attacks] == [(target, True)] * 3
        assert "has cover behind the wall" in pupil.status.say


@pytest.mark.parametrize(("game", "scene"), SCENES)
def test_the_log_counts_turns_as_the_header_does(game: str, scene: int) -> None:
    """The log of a scene numbers its turns as the header does, although the scene begins in the middle of a game. This
    also holds for the turns after the scene.
    """
    pupil = Pupil(shared_sandbox(game, scene), 0)
    begun, seen, last = pupil.header.number, 0, math.inf
    for _ in range(MOST):
        if pupil.session.is_over or seen >= last:
            break
        pupil.answer_one()
        turns = [line.turn.number for line in pupil.lines if line.level == "head"]
        if len(turns) > seen:
            seen = len(turns)
            assert turns[-1] in (pupil.header.number, begun + seen)
        if last == math.inf and pupil.status.is_over:
            last = seen + AFTERWARDS
