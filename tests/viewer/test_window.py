"""The whole window on a display, with synthetic mouse and keys: Riot Dice from the start screen to going on with it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from skimage.metrics import structural_similarity

HERE = Path(__file__).parent
KEPT = HERE / "pictures"

ALIKE = 0.88
"""Least structural similarity of a screen and its stored picture, both made small and grey: drivers differ in letters
and shadows. Two questions of one game are 0.875 alike, any other two screens less than 0.75."""

SMALL = (240, 150)

pytestmark = [
    pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)"),
    pytest.mark.xdist_group("window"),
]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, object], Path]:
    """What happened, and the folder with the pictures."""
    folder = tmp_path_factory.mktemp("window")
    screen = ["xvfb-run", "-a", "-s", "-screen 0 1280x800x24"]
    script = [sys.executable, str(HERE / "riot_in_window.py"), str(folder)]
    env = {**os.environ, "XDG_CACHE_HOME": str(folder)}
    done = subprocess.run([*screen, *script], capture_output=True, text=True, timeout=600, env=env)
    assert done.returncode == 0, done.stderr
    found: dict[str, object] = json.loads(done.stdout)
    return found, folder


def test_a_game_is_begun_thrown_moved_left_and_gone_on_with(played: tuple[dict[str, object], Path]) -> None:
    """A click on a model picks it, a flick throws, a drag moves it to the end of its line; left, the game is stored."""
    found, _ = played
    assert found["asked first"] == "turn"
    assert found["undo before"] is True
    assert found["thrown"] in (3, 4)
    assert found["undo after a throw"] is False  # what dice have shown, stays
    assert found["dragged"] is True  # it moved with the hand, before the act began
    assert found["dragged to the end"] is True
    assert found["stacked"] == 1
    assert found["stored"] == [False, False]
    assert found["the same table"] is True


@pytest.mark.parametrize("name", ["start", "turn", "run", "continue"])
def test_screens_look_as_they_did(played: tuple[dict[str, object], Path], name: str) -> None:
    """Each screen is like its stored picture, and not like another's."""
    _, folder = played
    seen, kept = (_small(where / f"{name}.png") for where in (folder, KEPT))
    alike = float(structural_similarity(seen, kept, data_range=255))
    assert alike > ALIKE


def _small(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path).convert("L").resize(SMALL, Image.Resampling.BOX))
