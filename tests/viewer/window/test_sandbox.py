"""The sandbox in the window on a display, with synthetic mouse and keys. `riotsim check` runs what it saves."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from on_a_display import play_on_display
from PIL import Image
from skimage.metrics import structural_similarity

from riotsim.cli.check import check_file

HERE = Path(__file__).parent
STORED_PICTURES = HERE.parent / "pictures"

ALIKE = 0.88
"""Least structural similarity, as in `test_riot_dice.py`."""

SMALL = (240, 150)

pytestmark = [
    pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="needs xvfb-run (Debian: apt install xvfb)"),
    pytest.mark.xdist_group("window"),
]


@pytest.fixture(scope="module")
def tinkered(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, object], Path]:
    """Return the results, and the folder with the screenshots and the scenario."""
    folder = tmp_path_factory.mktemp("sandbox")
    found: dict[str, object] = play_on_display("use_sandbox", folder)
    return found, folder


def test_a_position_is_set_up_tried_saved_and_played(tinkered: tuple[dict[str, object], Path]) -> None:
    """In the sandbox, a model is dragged, dice are stacked, and a throw is tried and discarded. The saved file is
    valid, and a game begins from the position.
    """
    found, folder = tinkered
    assert found["dragged"] is True
    assert found["undone"] is True
    assert "overlap" in str(found["refused"])
    assert found["stayed"] is True
    assert found["tower"] == [4, 6]
    assert found["thrown"] in (1, 2, 3)  # some may leave the table
    assert found["put back"] is True
    assert "riotsim check" in str(found["saved"])
    assert found["asked before it closes"] is True
    assert found["not replaced"] is True
    assert found["undo past a throw"] is True
    assert found["back in the sandbox"] is True
    assert found["closes"] is True
    checked = check_file(folder / "position-1.yaml")
    assert checked.title == "Two dice on a tower"
    assert checked.holds, (checked.failures, checked.problems)


@pytest.mark.parametrize("name", ["sandbox", "sandbox tower", "sandbox save"])
def test_screens_look_as_they_did(tinkered: tuple[dict[str, object], Path], name: str) -> None:
    """Each screen is similar to its stored picture."""
    _, folder = tinkered
    seen, kept = (_small(path) for path in (folder / f"{name}.png", STORED_PICTURES / f"{name.replace(' ', '-')}.png"))
    alike = float(structural_similarity(seen, kept, data_range=255))
    assert alike > ALIKE


def _small(path: Path) -> np.ndarray:
    return np.asarray(Image.open(path).convert("L").resize(SMALL, Image.Resampling.BOX))
