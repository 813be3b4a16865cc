"""The whole window on a display, with synthetic mouse and keys: Riot Dice from the start screen to a resumed game."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from on_a_display import play_on_display
from PIL import Image
from skimage.metrics import structural_similarity

HERE = Path(__file__).parent
STORED_PICTURES = HERE.parent / "pictures"

ALIKE = 0.88
"""Least structural similarity of a screenshot and its stored picture, both small and grey.

Drivers differ in text and shadows. Two questions of one game have a similarity of 0.875, other screens less than 0.75.
"""

SMALL = (240, 150)

STORED = (480, 300)
"""Size of a stored picture (pixels): half of the window."""

pytestmark = [
    pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)"),
    pytest.mark.xdist_group("window"),
]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, object], Path]:
    """Return the results, and the folder with the screenshots."""
    folder = tmp_path_factory.mktemp("window")
    found: dict[str, object] = play_on_display("play_riot_dice", folder, XDG_CACHE_HOME=str(folder))
    return found, folder


def test_the_start_screen_hears_its_keys(played: tuple[dict[str, object], Path]) -> None:
    """M turns the sound off, and F12 saves a screenshot."""
    found, _ = played
    assert found["muted"] is True
    assert found["kept"] == 1


def test_another_quality_is_used_at_once(played: tuple[dict[str, object], Path]) -> None:
    """The frame after a change of the quality is drawn with the new quality."""
    found, _ = played
    assert found["qualities"] == ["low", "medium"]


def test_a_game_is_begun_thrown_moved_left_and_gone_on_with(played: tuple[dict[str, object], Path]) -> None:
    """A click picks a model, a flick throws, and a drag moves the model to the end of its line. If the player leaves,
    the game is stored.
    """
    found, _ = played
    assert found["asked first"] == "drop"
    # Over the table, and on a panel; beneath the menu, and back; a turn of the table that ends on a panel.
    assert found["hung over the table"] == [True, False, False, True, False]
    assert found["dropped"]
    assert found["listed"] == "Riot Dice"
    assert found["thrown"] in (3, 4)
    assert found["dragged"] is True  # it moved with the hand, before the act began
    assert found["dragged to the end"] is True
    assert found["stacked"] == 2, "the first die of a tower is put down without asking"
    assert found["stored"] is False  # it isn't over
    assert found["free"] is True
    assert found["the same table"] is True


def test_an_answer_is_taken_back_by_its_button(played: tuple[dict[str, object], Path]) -> None:
    """Before a throw, undo asks for the model again on the same table. Dice results can't be undone."""
    found, _ = played
    assert found["undo before"] is True
    assert found["undone"] == [True, True]
    assert found["undo after a throw"] is False


def test_two_persons_fight_in_secret(played: tuple[dict[str, object], Path]) -> None:
    """Each player presses their own key. Nothing is revealed before both have chosen and the countdown is over."""
    found, _ = played
    assert found["fighters"] == ["Bea", "Ada"]
    assert found["one has chosen"] == [True, False, None, None]
    assert found["counted down"] is True
    assert found["early"] is False
    assert found["shown"] == [["0", "1"]]
    told = found["told"]
    assert isinstance(told, list)
    assert told[0] == "b2 goes for a thump, a3 for a shove"


def test_a_game_ends_and_is_watched_again(played: tuple[dict[str, object], Path]) -> None:
    """A log line highlights its pieces. The replay has a ruler and sound, and its last button closes the window."""
    found, _ = played
    assert found["lit"]
    assert found["measured"] is True
    assert found["put away"] is True
    assert found["heard"]
    assert found["asked to end"] is True


SCREENS = (
    "start", "settings", "credits", "placing", "turn", "aiming", "run", "dragging", "menu", "continue", "fight", "log",
    "over", "replay",
)  # fmt: skip


@pytest.mark.parametrize("name", SCREENS)
def test_screens_look_as_they_did(played: tuple[dict[str, object], Path], name: str) -> None:
    """Each screen is similar to its stored picture, which was checked by eye."""
    _, folder = played
    if os.environ.get("RIOTSIM_STORE_PICTURES"):
        Image.open(folder / f"{name}.png").convert("RGB").resize(STORED, Image.Resampling.BOX).save(
            STORED_PICTURES / f"{name}.png", optimize=True
        )
    seen, kept = (_small(where / f"{name}.png") for where in (folder, STORED_PICTURES))
    alike = float(structural_similarity(seen, kept, data_range=255))
    assert alike > ALIKE


def _small(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path).convert("L").resize(SMALL, Image.Resampling.BOX))
