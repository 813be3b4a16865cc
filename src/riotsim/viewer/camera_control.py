"""The keys and buttons that move the camera."""

from collections.abc import Callable

from riotsim.table.pieces import PieceId
from riotsim.viewer.input.camera import steer
from riotsim.viewer.input.keys import Action
from riotsim.viewer.render.view import SceneView

ZOOM_STEP, ORBIT_STEP = 0.8, 0.35
"""Size of a step: the factor of the camera's distance after zooming in, and the angle of an orbit (rad)."""


class CameraControl:
    """The controls of the camera over a table."""

    def __init__(self, view: SceneView, pointed: Callable[[], PieceId | None]) -> None:
        """Create the controls.

        Args:
            view: The 3D view with the camera.
            pointed: Function that returns the piece under the mouse, or None.
        """
        self._view = view
        self._pointed = pointed

    def move(self, seconds: float, holds: Callable[[Action], bool], *, still: bool) -> None:
        """Move the camera's goal by the keys that are held, and let the camera glide towards the goal.

        The goal is the camera's pose after it has come to rest.

        Args:
            seconds: Time since the last call (s).
            holds: Function that returns whether the key of an action is down.
            still: True while the user holds something over the table. The camera then glides only in calls that find a
                key moving the goal.
        """
        camera = self._view.camera
        before = camera.goal
        steer(camera, holds, seconds)
        if not still or camera.goal != before:
            camera.glide(seconds)

    def do(self, action: Action) -> None:
        """Carry out an action of the camera once, such as a zoom by a step. Ignore other actions."""
        camera = self._view.camera
        match action:
            case Action.ZOOM_IN:
                camera.zoom(ZOOM_STEP)
            case Action.ZOOM_OUT:
                camera.zoom(1.0 / ZOOM_STEP)
            case Action.ORBIT_LEFT:
                camera.orbit(-ORBIT_STEP, 0.0)
            case Action.ORBIT_RIGHT:
                camera.orbit(ORBIT_STEP, 0.0)
            case Action.TOP:
                self._view.look_from_above()
            case Action.FOCUS:
                self._view.focus(filter(None, (self._pointed(),)))
            case Action.FOLLOW:
                self._view.auto_camera.follow_again()
