"""A battle of RiftWar on a display, with a synthetic mouse."""

import shutil
from pathlib import Path

import pytest
from on_a_display import play_on_display

pytestmark = [
    pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)"),
    pytest.mark.xdist_group("window"),
]


def test_a_group_moves_under_fire_by_mouse(tmp_path: Path) -> None:
    """A box picks a group, and if one unit is dragged, the others follow. The stretches on which they may be fired at
    lie on the table. The mouse on a unit that may fire shows its own stretches and what it sees. Fire comes at the
    place of the way nearest to the mouse. A target under the mouse shows the lines of sight from the attacker chosen.
    """
    found = play_on_display("play_riftwar", tmp_path, Path(__file__).parent)
    assert found["picked"] == [f"a.gladiator_{k}" for k in range(1, 6)]
    assert found["dangers"] == 5
    assert found["dangers of one"] == 5
    assert found["sight of one"]
    assert found["tracks"] == 1
    assert found["moved"] > 190.5
    assert found["sight"] == ["in sight, no cover"]
    assert found["offer"].startswith("Bug 1: wound ")


def test_fire_is_held_and_lifted_by_mouse_and_key(tmp_path: Path) -> None:
    """Bea can hold fire by a button or its key, and lift this choice by the button in later questions or the same key.
    While she holds fire, also after Undo and Redo, she isn't asked at Ada's moves.
    """
    found = play_on_display("play_holding_fire", tmp_path, Path(__file__).parent)
    assert found == {
        "begin": "Bea: react",
        "held by mouse": ["Ada: look at", "Ada: look at", "Bea: hold fire in this phase"],
        "lifted by key": ["Ada: look at", "Bea: react"],
        "held by key": ["Ada: look at", "Ada: look at"],
        "after undo and redo": ["Ada: dangers", "Ada: look at", "Ada: look at"],
        "lifted by mouse": ["Ada: look at", "Bea: react"],
    }
