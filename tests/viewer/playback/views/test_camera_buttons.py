"""The buttons and keys of the camera."""

import math
from types import SimpleNamespace
from typing import Any

import pytest

pyglet = pytest.importorskip("pyglet")
pyglet.options["headless"] = True
pyglet.options["debug_gl"] = False

# These are imported after pyglet's options are set, so they can't come first (E402).
from riotsim.viewer.camera_control import CameraControl  # noqa: E402
from riotsim.viewer.input.camera import Camera  # noqa: E402
from riotsim.viewer.input.keys import Action  # noqa: E402


class FlatView:
    """A view with a camera, which records what it is told."""

    def __init__(self) -> None:
        self.did: list[object] = []
        self.auto_camera = SimpleNamespace(follow_again=lambda: self.did.append("follow"))
        self.camera = Camera((0.0, 0.0, 0.0), 500.0, yaw=1.0, pitch=0.8)

    def look_from_above(self) -> None:
        """Record the view from above."""
        self.did.append("top")

    def focus(self, pieces: Any) -> None:
        """Record the pieces to look at."""
        self.did.append(("focus", tuple(pieces)))


def test_buttons_of_the_camera() -> None:
    """Buttons zoom by a factor of 0.8 or its inverse, and orbit by 0.35 rad. Others look from above or at the piece
    under the mouse, or let the camera follow the game again. Other actions do nothing.
    """
    found = []
    for action in (Action.ZOOM_IN, Action.ZOOM_OUT, Action.ORBIT_LEFT, Action.ORBIT_RIGHT, Action.UNDO):
        view: Any = FlatView()
        CameraControl(view, lambda: None).do(action)
        assert view.did == []
        found.append((view.camera.goal.distance, view.camera.goal.yaw, view.camera.goal.pitch))
    assert found == pytest.approx(
        [(400.0, 1.0, 0.8), (625.0, 1.0, 0.8), (500.0, 0.65, 0.8), (500.0, 1.35, 0.8), (500.0, 1.0, 0.8)]
    )
    view = FlatView()
    start = view.camera.goal
    for pointed in ("nell", None):
        for action in (Action.TOP, Action.FOCUS, Action.FOLLOW):
            CameraControl(view, lambda pointed=pointed: pointed).do(action)  # type: ignore[misc]  # it has a default
    assert view.did == ["top", ("focus", ("nell",)), "follow", "top", ("focus", ()), "follow"]
    assert view.camera.goal == start


def test_the_camera_glides_unless_something_is_held() -> None:
    """The camera glides towards its goal. If it has to keep still, it glides only while a camera key is held."""
    for still, held, glides in ((False, False, True), (True, False, False), (True, True, True)):
        view: Any = FlatView()
        view.camera.orbit(0.5, 0.0)
        keys = {Action.PAN_RIGHT} if held else set()
        CameraControl(view, lambda: None).move(0.1, keys.__contains__, still=still)
        assert (view.camera.yaw != 1.0) is glides
        assert (view.camera.goal.target != (0.0, 0.0, 0.0)) is held
        assert math.isclose(view.camera.goal.yaw, 1.5)
