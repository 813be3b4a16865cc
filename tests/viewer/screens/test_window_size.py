"""The size of a new window."""

from types import SimpleNamespace

import pytest

pyglet = pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

from riotsim.viewer.window import window_size  # noqa: E402  # It is imported after pyglet's options are set.


@pytest.mark.parametrize(
    ("screen", "size"),
    [((1920, 1080), (1280, 800)), ((1280, 720), (1280, 640)), ((1024, 640), (1024, 600)), ((640, 480), (800, 600))],
)
def test_a_new_window_fits_on_its_screen(screen: tuple[int, int], size: tuple[int, int]) -> None:
    """A new window is as large as the screen allows, but not smaller than its panels need. On a screen of 1280 by 720
    pixels a window of the usual height hid the button Begin.
    """
    assert window_size(SimpleNamespace(width=screen[0], height=screen[1])) == size
