"""The mute key in a window that draws only its panels."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pitch_game import Pitch
from sandbox_user import Nobody

pyglet = pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from pyglet.window import key  # noqa: E402

from riotsim.app.window.backend import WindowBackend  # noqa: E402
from riotsim.viewer.ui.commands import ChangeSettings  # noqa: E402
from riotsim.viewer.window import TableWindow  # noqa: E402


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Any]:
    """A window at the start page."""
    backend = WindowBackend(tmp_path / "games.sqlite")
    window: Any = TableWindow(backend, tmp_path / "settings.json", size=(960, 600), host=lambda _: Nobody())
    window.switch_to()
    yield window
    window.close()


def mute(window: Any) -> None:
    """Press the mute key, and draw the panels until it has been handled."""
    for event in ("on_key_press", "on_key_release"):
        window.dispatch_event(event, key.M, 0)
        window.dispatch_events()
        window.draw_panels(1 / 30)


def test_the_start_page_tells_of_muting(window: Any) -> None:
    """A start page has no button for the sound, so a notice tells of each press of the mute key. A change of another
    setting has no notice, and in a game, which has the button, muting has none either.
    """
    window.draw_panels(1 / 30)
    mute(window)
    mute(window)
    assert window._waiting == ["Sound is off", "Sound is on"]
    window._carry_out(ChangeSettings(window.settings.model_copy(update={"slow_motion": False})))
    assert len(window._waiting) == 2
    window.screens.open(Pitch())
    mute(window)
    assert window.settings.muted
    assert len(window._waiting) == 2
