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
    """A new window has 1280 by 800 pixels, or less to fit on its screen. It is never smaller than the 800 by 600 pixels
    that its panels need.
    """
    assert window_size(SimpleNamespace(width=screen[0], height=screen[1])) == size
