"""What one sits at: a game, a game that is shown again, a sandbox, or none of them; and how one comes and goes."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from riotsim.viewer.sandbox.files import Files, file_of
from riotsim.viewer.sandbox.game import SandboxGame
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.screens.sandbox import SandboxScreen
from riotsim.viewer.screens.start import StartScreen
from riotsim.viewer.screens.table import TableScreen
from riotsim.viewer.session.backend import Backend
from riotsim.viewer.session.hosted_game import Opening, Unplayable
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.start.start_model import Draft, Page

if TYPE_CHECKING:
    from riotsim.viewer.render.view import SceneView  # it needs a display

FAREWELL = 1.0
"""Seconds that a host has to end by itself when the window is closed."""


class ScreenController:
    """Who is at the window, and at what. What can't be opened is told on the start screen."""

    def __init__(
        self,
        backend: Backend,
        start: StartScreen,
        view: "SceneView",
        host: Callable[[Opening], Any],
        settings: Callable[[], Settings],
    ) -> None:
        self.game: TableScreen | None = None
        """The game that is played."""
        self.replay: ReplayScreen | None = None
        """The game that is shown again; there is one of the two at a time, or none."""
        self.sandbox: SandboxScreen | None = None
        """The sandbox; it waits beneath a game that began there."""
        self._backend = backend
        self._start = start
        self._view = view
        self._host = host
        self._settings = settings
        self._left: list[Any] = []
        """Hosts of games that were left, and are ending."""

    # Coming.

    def begin(self, draft: Draft) -> None:
        """Begin a new game."""
        self._try(lambda: self.open(self._backend.begin(draft)))

    def resume(self, game: str) -> None:
        """Go on with a stored game."""
        for host in self._left:
            host.end()  # it may still have the game
        self._try(lambda: self.open(self._backend.resume(game)))

    def open_new_sandbox(self, draft: Draft) -> None:
        """Open the sandbox with what a new game would begin with."""
        self._try(lambda: self.open_sandbox(self._backend.sandbox(draft)))

    def open_scenario(self, path: str) -> None:
        """Open the sandbox with the position of a file, whose path somebody has written."""

        def opened() -> None:
            file = file_of(path)
            self.open_sandbox(self._backend.scenario(file), file)

        self._try(opened)

    def show_replay(self, game: str) -> None:
        """Show a stored game again: of one that has just ended, or from the list."""

        def shown() -> None:
            recording = self._backend.recording(game)
            self._let_go_of_game()  # it is over, and was asked to be shown again
            self.replay = ReplayScreen(recording, self._settings())
            self._view.table = None

        self._try(shown)

    def open(self, opening: Opening) -> None:
        """Open a game at the table."""
        self.game = TableScreen(self._host(opening), self._settings())
        self._view.table = None

    def open_sandbox(self, game: SandboxGame, file: Path | None = None) -> None:
        """Open the sandbox, with the position of a file if that is where it comes from. Raises `Unplayable`."""
        files = Files(self._backend.scenarios(), self._backend.scenario, self._backend.write_scenario, file)
        self.sandbox = SandboxScreen(game, self._settings(), self._host, files)
        self._view.clear()

    def play_from(self, sandbox: SandboxScreen) -> None:
        """Begin a game at the position of the sandbox."""
        try:
            self.open(sandbox.game.play(sandbox.position))
        except Unplayable as reason:
            sandbox.refusal = str(reason)

    def _try(self, opened: Callable[[], None]) -> None:
        try:
            opened()
        except Unplayable as reason:
            self._start.refuse(str(reason))

    # Going.

    def leave(self) -> None:
        """Leave the game, which stays stored, for the start screen; one that began in the sandbox, for that."""
        page: Page = "replays" if self.replay is not None else "continue"
        back_to_sandbox = self.game is not None and self.sandbox is not None
        self._let_go_of_game()
        self.replay = None
        self._view.clear()
        if not back_to_sandbox:
            self._let_go_of_sandbox()
            self._start.come_back(page)

    def may_close(self) -> bool:
        """Tell whether all may be left at once; else the menu is open then, which says what would be lost."""
        seat = self.game or self.sandbox
        if self.sandbox is None or seat is None or seat.menu or not self.sandbox.unsaved:
            return True
        seat.menu, seat.options_open = True, False
        return False

    def close_all(self) -> None:
        """Leave all of it, wherever one is."""
        self._let_go_of_game()
        self._let_go_of_sandbox()

    def forget_ended_hosts(self) -> None:
        """Forget hosts that have ended: their games are free now."""
        gone = [host for host in self._left if host.ended]
        if gone:
            self._left = [host for host in self._left if host not in gone]
            self._start.refresh()

    def end(self) -> None:
        """Have all hosts ended, by force where they take too long."""
        for host in self._left:
            host.end(FAREWELL)

    def _let_go_of_sandbox(self) -> None:
        if self.sandbox is not None:
            self.sandbox.close()
            self._left.append(self.sandbox.trials.table_screen.link)
            self.sandbox = None

    def _let_go_of_game(self) -> None:
        """Have its host end, without waiting for it: a bot may be in the middle of a long thought."""
        if self.game is not None:
            self.game.link.close()
            self._left.append(self.game.link)
            self.game = None
