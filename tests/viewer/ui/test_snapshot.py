"""Screenshots and photos: their keys, their files and what is said about them."""

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from pyglet import gl
from pyglet.window import key

from riotsim.viewer.film.picture_taker import PictureTaker
from riotsim.viewer.render.images import MAX_FOLDER_NAME, save_screenshot, short_name
from riotsim.viewer.ui.commands import UiCommand
from riotsim.viewer.ui.game_screen import game_screen
from riotsim.viewer.ui.widgets.controls import Ui

from . import samples
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
    assert said == [f"saved as {file.name} in {short_name(tmp_path / 'kept')}" for file in files]
    assert [int(np.asarray(Image.open(file)).mean()) for file in files] == [0, 255]


def test_a_folder_that_cannot_be_written_is_told(screen: Screen, tmp_path: Path) -> None:
    """A folder that can't be written to is reported in one line, and the window goes on."""
    fill(screen, 0.5)
    (tmp_path / "kept").touch()
    assert save_screenshot(tmp_path / "kept", 8, 8).startswith("no picture could be saved")


def test_a_folder_is_named_shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a folder begins at the home folder, or has its last parts, and is never long."""
    monkeypatch.setenv("HOME", "/home/ada")
    monkeypatch.setenv("USERPROFILE", "/home/ada")
    assert short_name(Path("/home/ada/Pictures")) == "~/Pictures"
    assert short_name(Path("/srv")) == "/srv"
    assert short_name(Path("/srv/games/tables/pictures")) == "…/tables/pictures"
    assert short_name(Path("/home/ada") / ("b" * 20) / ("c" * 20)) == "…/" + "c" * 20
    assert all(len(short_name(Path(f"/home/ada/{n * 'long/'}Pictures"))) <= MAX_FOLDER_NAME for n in range(9))


class Wishes(PictureTaker):
    """A taker that only notes what is wanted."""

    def __init__(self) -> None:
        self.wanted: list[str] = []

    def want_screenshot(self) -> None:
        """Note a screenshot."""
        self.wanted.append("screenshot")

    def want_photo(self) -> None:
        """Note a photo."""
        self.wanted.append("photo")


@pytest.mark.parametrize("over", ["menu", "result"])
def test_the_keys_work_over_a_menu_and_over_the_result(screen: Screen, over: str) -> None:
    """F12 and Shift+F12 are heard while the menu, or the result of a game, lies over the table."""
    result = ("Bea wins.",) if over == "result" else ()
    model, taker = replace(samples.GAME, menu=over == "menu", result_lines=result), Wishes()

    def draw(ui: Ui) -> list[UiCommand]:
        commands = game_screen(ui, model)
        taker.handle_keys(ui.frame.action_pressed)
        return commands

    screen.press(draw, (key.F12,))
    screen.press(draw, (key.LSHIFT, key.F12))
    assert taker.wanted == ["screenshot", "photo"]


def test_a_user_without_a_home_gets_a_name_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process whose user has no home folder, as in some containers, still names the folder of a picture."""
    pwd = pytest.importorskip("pwd")

    def nobody(_: int) -> None:
        raise KeyError("uid not found")

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    assert short_name(Path("/srv/games/tables/pictures")) == "…/tables/pictures"
    assert short_name(Path("/srv")) == "/srv"
