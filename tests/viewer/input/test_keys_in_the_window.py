"""The arrow keys and the mute key in the window, which is not on a display and draws only its panels."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pitch_game import PAWNS, Pitch, floor
from sandbox_user import Nobody

pyglet = pytest.importorskip("pyglet")
pytest.importorskip("imgui_bundle")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from pyglet.window import key  # noqa: E402

from riotsim.app.window.backend import WindowBackend  # noqa: E402
from riotsim.play.narration import Turn  # noqa: E402
from riotsim.play.requests import AimThrow, Request  # noqa: E402
from riotsim.replay.recording import seats  # noqa: E402
from riotsim.viewer.session.messages import GameOpened, Prompt, Question  # noqa: E402
from riotsim.viewer.ui.commands import ChangeSettings  # noqa: E402
from riotsim.viewer.window import TableWindow  # noqa: E402

FRAME = 1 / 30


@pytest.fixture
def window(tmp_path: Path) -> Iterator[Any]:
    """Yield a window at the start page."""
    backend = WindowBackend(tmp_path / "games.sqlite")
    window: Any = TableWindow(backend, tmp_path / "settings.json", size=(960, 600), host=lambda _: Nobody())
    try:
        window.switch_to()
        yield window
    finally:
        window.close()


def press(window: Any, symbol: int) -> None:
    """Press and release a key, and draw the panels after each event."""
    for event in ("on_key_press", "on_key_release"):
        window.dispatch_event(event, symbol, 0)
        window.dispatch_events()
        window.draw_panels(FRAME)


def test_left_is_left_on_the_screen(window: Any) -> None:
    """However the camera is turned, the left arrow key moves the aim to the left on the screen."""
    window.screens.open(Pitch())
    game = window.game
    aim: Request[Any] = AimThrow("Ann", "pitch", ("d6", "d6"), 600.0, 600.0, 50.0, "a1")
    game.playback.receive(GameOpened(seats({"Ann": "", "Bob": ""}), PAWNS, "Pitching", floor(), frozenset({"Ann"})))
    game.playback.receive(Question((aim,), (Prompt("Ann", "Pitch"),), Turn(1, "Ann"), False, False, offers=((),)))
    game.advance(FRAME)
    assert game.interaction is not None
    for _ in range(3):  # until the panels have their heights
        window.draw_panels(FRAME)
    for yaw in (0.0, 2.0, 2.0):
        window.camera.orbit(yaw, 0.0)
        window.camera.arrive()
        places = []
        for _ in range(2):
            press(window, key.LEFT)
            places.append(window.table_view.pixel((*game.pointer.at, 0.0)))
        (x, y), (left, level) = places
        assert left < x
        assert level == pytest.approx(y, abs=0.01)


def test_the_start_page_tells_of_muting(window: Any) -> None:
    """If the mute key is pressed on the start page, which has no button for sound, a notice says so. In a game, which
    has the button, there is no notice. A change of another setting has none either.
    """
    window.draw_panels(FRAME)
    press(window, key.M)
    press(window, key.M)
    assert window._waiting == ["Sound is off", "Sound is on"]
    window._carry_out(ChangeSettings(window.settings.model_copy(update={"slow_motion": False})))
    assert len(window._waiting) == 2
    window.screens.open(Pitch())
    press(window, key.M)
    assert window.settings.muted
    assert len(window._waiting) == 2
