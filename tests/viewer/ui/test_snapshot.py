"""Screenshots."""

import time
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pyglet import gl

from riotsim.viewer.render.images import save_screenshot

from .conftest import Screen


def fill(screen: Screen, shade: float) -> None:
    """Fill the window with a shade of grey."""
    screen.window.switch_to()
    gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
    gl.glDisable(gl.GL_SCISSOR_TEST)
    gl.glClearColor(shade, shade, shade, 1.0)
    gl.glClear(gl.GL_COLOR_BUFFER_BIT)


def test_each_picture_has_a_file_of_its_own(screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two screenshots within a second have different names, and the first stays."""
    monkeypatch.setattr(time, "strftime", lambda _form: "20260101-120000")
    said = []
    for shade in (0.0, 1.0):
        fill(screen, shade)
        said.append(save_screenshot(tmp_path / "kept", 8, 8))
    files = [tmp_path / "kept" / name for name in ("riotsim-20260101-120000.png", "riotsim-20260101-120000-2.png")]
    assert said == [f"saved as {file}" for file in files]
    assert [int(np.asarray(Image.open(file)).mean()) for file in files] == [0, 255]


def test_a_folder_that_cannot_be_written_is_told(screen: Screen, tmp_path: Path) -> None:
    """A folder that can't be written to is reported in one line, and the window goes on."""
    fill(screen, 0.5)
    (tmp_path / "kept").touch()
    assert save_screenshot(tmp_path / "kept", 8, 8).startswith("no picture could be saved")
