"""The table that is seen behind the start screen."""

from threading import Thread
from typing import TYPE_CHECKING

from riotsim.viewer.scene.textures import grains
from riotsim.viewer.session.backend import Backdrop, Backend
from riotsim.viewer.session.background import BackgroundProcess

if TYPE_CHECKING:
    from riotsim.viewer.render.view import View  # it needs a display


class BackdropLoader:
    """Has a table made by a process of its own, and shows it once it is there: nothing waits for it."""

    def __init__(self, door: Backend, view: "View") -> None:
        self._door = door
        self._view = view
        self._making: BackgroundProcess[Backdrop] | None = None
        self._made: Backdrop | None = None

    def show(self) -> None:
        """Show it, if it is there. It is begun when this is first asked for."""
        if self._made is None:
            if self._making is None:
                self._making = BackgroundProcess(self._door.backdrop())
                # The renderer will want them, and find them. Python waits for it when the window is closed: a daemon
                # that is stopped within numpy's C++ takes the whole process with it.
                Thread(target=grains).start()
            self._made = self._making.made()
        if self._made is not None:
            self._view.show_behind_panels(*self._made)

    def close(self) -> None:
        """Want it no more."""
        if self._making is not None:
            self._making.close()
