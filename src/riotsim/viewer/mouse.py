"""Mouse events on the table. They go to the current screen or move the camera."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from pyglet.window import BaseWindow, mouse

from riotsim.table.poses import Point
from riotsim.viewer.input.interactions.interaction import Pointer
from riotsim.viewer.input.interactions.stack import StackInteraction
from riotsim.viewer.render.view import SceneView
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.screens.sandbox import SandboxScreen

ORBIT, PAN, ZOOM = 0.006, 1.3, 0.9
"""Effects of the mouse on the camera.

- `ORBIT`: the angle for each pixel of a drag (rad).
- `PAN`: the distance for each pixel of a drag (mm), if the camera is 900 mm from its target.
- `ZOOM`: each notch of the wheel multiplies the camera's distance by this factor.
"""

Screen: TypeAlias = GameScreen | ReplayScreen | SandboxScreen | None
"""The table's screen; None on the start screen."""


class Mouse:
    """The handler of a window's mouse events on the table.

    Create the handler before the panels. The window gives each event to the newest handler first, so the panels get it
    before the table does.
    """

    def __init__(
        self, window: BaseWindow, view: SceneView, screen: Callable[[], Screen], shift_held: Callable[[], bool]
    ) -> None:
        """Register the handlers with the window.

        Args:
            window: The window.
            view: The 3D view, which finds the piece and the point under the mouse.
            screen: Function that returns the current screen.
            shift_held: Function that returns whether Shift is held.
        """
        self._window = window
        self._view = view
        self._screen = screen
        self._shifted = shift_held
        self._button: int | None = None
        """The mouse button of the current drag, or None.

        During an orbit of the camera, this is the right button, even if the player pressed the left one.
        """
        self._pressed: int | None = None
        self._at: Point | None = None
        """Place of the mouse over the table (pixels from the upper left corner); None while unknown."""
        self._seen_by: tuple[object, ...] = ()
        """The values of the last computation of the pointer.

        They are the camera's pose, the size of the view, and the height of the pointer's plane.
        """
        self.outside = False
        """True after the mouse has left the window, until it moves over the table or is pressed there."""
        window.push_handlers(
            on_mouse_motion=self.on_mouse_motion,
            on_mouse_press=self.on_mouse_press,
            on_mouse_drag=self.on_mouse_drag,
            on_mouse_release=self.on_mouse_release,
            on_mouse_scroll=self.on_mouse_scroll,
            on_mouse_leave=self.on_mouse_leave,
        )

    @property
    def drags(self) -> bool:
        """True if a button that was pressed on the table is still down."""
        return self._button is not None

    @property
    def holds(self) -> bool:
        """True if a gesture on the table is in progress with the left button. The camera then stands still."""
        return self._button == mouse.LEFT

    @property
    def _level(self) -> float:
        """Height of the pointer's plane on the current screen (mm above the table)."""
        match screen := self._screen():
            case GameScreen(interaction=interaction) if interaction is not None:
                return interaction.level
            case SandboxScreen():
                return screen.level
        return 0.0

    def _pointer(self, x: float, y: float) -> Pointer | None:
        self._at, self._seen_by = (x, self._window.height - y), self._sees()
        found = self._view.pointer(*self._at, self._level)
        return found if found is None or not self._shifted() else replace(found, shift=True)

    def _sees(self) -> tuple[object, ...]:
        camera = self._view.camera
        return (camera.target, camera.distance, camera.yaw, camera.pitch, self._view.size, self._level)

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        """Pass a mouse move over the table to the current screen."""
        self.outside = False
        self._move(x, y)

    def _move(self, x: float, y: float) -> None:
        """Pass the pointer to the current screen.

        If this changes the height of the pointer's plane, pass the pointer again with the new height.
        """
        for _ in range(2):
            level = self._level
            if (pointer := self._pointer(x, y)) is None:
                return
            match self._screen():
                case GameScreen() | SandboxScreen() as screen:
                    screen.moved(pointer)
                case ReplayScreen() as replay:
                    replay.pointer = pointer
            if self._level == level:
                return

    def follow_camera(self, at: Point, *, over_panel: bool) -> None:
        """Compute the pointer again if another point of the table may now be under the resting mouse.

        This may happen because the camera, the window's size or the pointer's plane has changed, or because a panel
        under the mouse has disappeared. During a drag, or while the player aims with the arrow keys, do nothing.

        Args:
            at: Place of the mouse (pixels from the upper left corner).
            over_panel: Whether a panel is under the mouse.
        """
        if over_panel:
            self._at, self._seen_by = at, ()
            return
        screen = self._screen()
        aims = isinstance(screen, GameScreen) and screen.aims_by_keys
        if screen is None or self._at is None or self.outside or self.drags or aims or self._sees() == self._seen_by:
            return
        self._move(self._at[0], self._window.height - self._at[1])

    def on_mouse_leave(self, x: float, y: float) -> None:
        """Record that the mouse has left the window."""
        self.outside, self._at = True, None

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Begin a drag. Its effect depends on the mouse button.

        - The right button orbits the camera.
        - The middle button pans the camera.
        - In a replay, the left button orbits the camera.
        - On any other screen, a press of the left button goes to the screen. If the screen doesn't use the press, or if
          the mouse points above the horizon, the left button orbits the camera too. While the throw of released dice is
          still awaited, such a press does nothing.

        On the start screen, all presses are ignored. During a drag, the press of a second button is ignored.
        """
        self.outside = False
        screen = self._screen()
        if screen is None or self._button is not None:
            return  # ignore a second button during a gesture
        self._button = self._pressed = button
        if isinstance(screen, ReplayScreen):
            self._button = mouse.RIGHT if button == mouse.LEFT else button
        elif button == mouse.LEFT and ((pointer := self._pointer(x, y)) is None or not screen.pressed(pointer)):
            # No decision uses the press, so it orbits the camera. But while a throw is still computed, the dice are
            # shown in the hand, and a second flick is meant for them.
            waits = isinstance(screen, GameScreen) and screen.effects.released_dice.are_awaited
            self._button, self._pressed = (None, None) if waits else (mouse.RIGHT, button)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        """Continue a drag: orbit the camera, pan the camera, or pass the movement to the current screen."""
        screen, camera = self._screen(), self._view.camera
        if screen is None:
            return
        if self._button == mouse.RIGHT:
            camera.orbit(-dx * ORBIT, -dy * ORBIT)
        elif self._button == mouse.MIDDLE:
            share = camera.goal.distance / 900.0
            camera.pan(-dx * PAN * share, -dy * PAN * share)
        elif not isinstance(screen, ReplayScreen) and (pointer := self._pointer(x, y)) is not None:
            screen.moved(pointer)

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        """Pass the release of the left button to the current screen if the screen used the press."""
        if button != self._pressed:
            return
        held, self._button, self._pressed = self._button, None, None
        screen = self._screen()
        if isinstance(screen, GameScreen | SandboxScreen) and held == mouse.LEFT:
            pointer = self._pointer(x, y) or screen.pointer  # beyond the horizon: use the last place
            if pointer is not None:
                screen.released(pointer)

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> None:
        """Zoom the camera. If Shift is held and a piece can be turned, turn this piece instead.

        In a game, this is a die that is being put on a tower. In the sandbox, it is the piece in the hand or the
        selected piece.
        """
        screen = self._screen()
        if isinstance(screen, GameScreen) and isinstance(screen.interaction, StackInteraction) and self._shifted():
            screen.interaction.turned(scroll_y)
            return
        if isinstance(screen, SandboxScreen) and self._shifted() and screen.wheel(scroll_y):
            return
        self._view.camera.zoom(ZOOM**scroll_y)
