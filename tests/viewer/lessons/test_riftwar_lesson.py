"""What the lesson of RiftWar says: it is true whatever the dice show."""

from pathlib import Path
from typing import Any

import pytest

from riotsim.app.window.lessons import scene_sandbox
from riotsim.cli.check import check_file
from riotsim.files.resources import builtin_lesson, on_disk
from riotsim.games.riftwar.chapters.damage import Circumstances, Effect, effect_of, hits_of
from riotsim.games.riftwar.chapters.phases import fire_failure


@pytest.mark.parametrize("rolled", [(1, 2, 5), (5, 5, 1), (6, 6, 6), (1, 1, 1)])
def test_what_riftwar_says_of_a_shot_is_true(rolled: tuple[int, ...]) -> None:
    """RW-22, RW-61: whatever the dice show, the first scene's last sentence tells their effect. The sentence also says
    rightly that fire without a wound or a kill ends the phase.
    """
    found = scene_sandbox("riftwar", 0)
    told = found.lesson[-1].done
    book: Any = found.book
    attacked = effect_of(book, hits_of(book, rolled, cover=False), Circumstances())
    assert {Effect.PIN: "One hit pins", Effect.WOUND: "two wound", Effect.KILL: "three kill"}.get(attacked, "") in told
    ends = fire_failure([attacked], "Bea") is not None
    assert ends == (attacked in (Effect.NONE, Effect.PIN))
    assert "neither wounds nor kills has failed, and ends your phase" in told


def faults_of_riftwar(tmp_path: Path, scene: str, when: str, then: str) -> list[str]:
    """Return what is not as expected after some answers in a scene of RiftWar's lesson.

    Args:
        tmp_path: Folder for the file.
        scene: Name of the scene's file.
        when: The answers.
        then: What must be true after them.
    """
    with on_disk(builtin_lesson("riftwar")[scene]) as file:
        head = file.read_text(encoding="utf-8").partition("then:")[0]
    told = tmp_path / f"{scene}.yaml"
    told.write_text(f"{head}when: [{when}]\nthen: {then}\n", encoding="utf-8")
    checked = check_file(told)
    return [str(one) for one in (*checked.failures, *checked.problems)]


@pytest.mark.parametrize(
    ("rolled", "then"),
    [
        ([1, 4, 2], "{units: {b.rifleman_1: {spent: true}}, active: Ada, events: [{moves: {stopped: false}}]}"),
        ([1, 5, 2], "{units: {b.rifleman_1: {spent: false}}, active: Ada, events: [{moves: {stopped: true}}]}"),
        ([6, 5, 2], "{units: {a.rifleman_1: {wounded: true}}, active: Bea, events: [{moves: {stopped: true}}]}"),
        ([6, 5, 5], "{units: {a.rifleman_1: {destroyed: true}}, active: Bea}"),
    ],
)
def test_what_riftwar_says_of_reaction_fire_is_true(tmp_path: Path, rolled: list[int], then: str) -> None:
    """RW-44 to RW-46: after a miss the mover goes on, and the enemy can't react again. A hit stops the mover, and a
    wound or a kill ends the phase.
    """
    when = (
        "{action: move}, {who_moves: a.rifleman_1}, {move: [23, 8]}, {react: [b.rifleman_1]}, {fire_at: [18, 8]}, "
        f"{{roll: {rolled}}}"
    )
    assert faults_of_riftwar(tmp_path, "2_under_fire", when, then) == []


@pytest.mark.parametrize(
    ("rolled", "then"),
    [
        ([5, 5, 5, 5, 5, 5, 5, 5, 5], "{units: {b.rifleman_1: {pinned: false, wounded: false}}, active: Bea}"),
        ([6, 1, 1, 6, 1, 1, 6, 1, 1], "{units: {b.rifleman_1: {pinned: true, wounded: false}}, active: Bea}"),
        ([6, 5, 1, 1, 1, 1, 1, 1, 1], "{units: {b.rifleman_1: {pinned: true, wounded: true}}, active: Ada}"),
        ([6, 1, 1, 6, 5, 1, 1, 1, 1], "{units: {b.rifleman_1: {destroyed: true}}, active: Ada}"),
    ],
)
def test_what_riftwar_says_of_coordinated_fire_is_true(tmp_path: Path, rolled: list[int], then: str) -> None:
    """RW-54, RW-63, RW-65: each unit's hits count separately, one unit after the other. A unit's hits count only if it
    rolled a 6. A wound on a pinned unit kills it.
    """
    three = "[a.rifleman_1, a.rifleman_2, a.rifleman_3]"
    when = f"{{action: coordinated fire}}, {{target: b.rifleman_1}}, {{attackers: {three}}}, {{roll: {rolled}}}"
    assert faults_of_riftwar(tmp_path, "3_fire_together", when, then) == []
