"""The screen controller, which opens and closes screens and their host processes."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from riotsim.viewer.backend import Backend
from riotsim.viewer.sandbox.document import SandboxGame
from riotsim.viewer.sandbox.files import Files, expanded_path
from riotsim.viewer.screens.game import GameScreen
from riotsim.viewer.screens.replay import ReplayScreen
from riotsim.viewer.screens.sandbox import SandboxScreen
from riotsim.viewer.screens.start import StartScreen
from riotsim.viewer.session.hosted_game import Opening, Unplayable
from riotsim.viewer.session.messages import ClockPaused
from riotsim.viewer.settings import Settings
from riotsim.viewer.ui.commands import BeginLesson
from riotsim.viewer.ui.lesson_model import Lesson, LessonScene
from riotsim.viewer.ui.start_model import Draft, Page

if TYPE_CHECKING:
    from riotsim.viewer.render.view import SceneView  # it needs a display

CLOSING_SECONDS = 1.0
"""Time for each host process to end itself when the window is closed (s)."""


class ScreenController:
    """The open screens and the hosts behind them."""

    def __init__(
        self,
        backend: Backend,
        start: StartScreen,
        view: "SceneView",
        host: Callable[[Opening], Any],
        settings: Callable[[], Settings],
    ) -> None:
        self.game: GameScreen | None = None
        """The screen of the game that is being played, or None."""
        self.replay: ReplayScreen | None = None
        """The screen of the replay that is open, or None."""
        self.sandbox: SandboxScreen | None = None
        """The screen of the sandbox, or None. It stays open during a game that was started from it."""
        self._backend = backend
        self._start = start
        self._view = view
        self._host = host
        self._settings = settings
        self._draft: Draft | None = None
        """The draft of the last game begun from a draft; None if there was no such game."""
        self._next_scene: GameScreen | None = None
        """The next scene of the open lesson, if it is loading or loaded; otherwise None."""
        self._left: list[Any] = []
        """Hosts of closed games and sandboxes. Their processes may still be ending."""

    @property
    def rules_of(self) -> str:
        """The key (such as `riot_dice`) of the game whose rules the window can show.

        It is the game of the open screen, or on the start screen the chosen game. If the open screen is a sandbox, the
        value is the game's title instead of its key. It is empty while a game is loading, and if the window can't show
        the rules.
        """
        if self.game is not None:
            return "" if self.game.playback.opened is None else self.game.playback.opened.rules_of
        if self.replay is not None:
            return self.replay.recording.game
        return self._start.game if self.sandbox is None else self.sandbox.game.title

    # Opening.

    def begin(self, draft: Draft) -> None:
        """Begin a new game from a draft. If the backend refuses the draft, the start screen shows why."""

        def opened() -> None:
            self.open(self._backend.begin(draft))
            assert self.game is not None, "it has just been opened"
            self._draft, self.game.can_repeat = draft, True

        self._try(opened)

    def begin_lesson(self, game: str, scene: int) -> None:
        """Open a scene of a game's lesson.

        Args:
            game: Key of the game.
            scene: The scene's number from 0. A number beyond the last scene opens the page for a new game, with this
                game chosen.
        """
        lesson = next(one for one in self._backend.lessons() if one.game == game)
        # The table stays in sight until that of the next scene is there.
        goes_on = self.game is not None and scene < len(lesson.scenes)
        loaded, self._next_scene = self._next_scene, None
        self._let_go_of_game()
        if not goes_on:
            self._view.clear()
        if scene >= len(lesson.scenes):
            self._start.offer_game(game)
            return

        if loaded is not None and loaded.lesson == LessonScene(lesson, scene):
            self._show_game(loaded)
            loaded.advance(0.0)
            return
        if loaded is not None:
            self._let_go_of(loaded)
        self._try(lambda: self._show_game(self._scene(lesson, scene)))

    def _scene(self, lesson: Lesson, scene: int) -> GameScreen:
        """Begin to load a scene of a lesson in a host process, and return the scene's screen.

        Raises:
            Unplayable: There is no such scene.
        """
        screen = GameScreen(self._host(self._backend.lesson(lesson.game, scene)), self._settings())
        screen.lesson, screen.game_clock.waits = LessonScene(lesson, scene), True
        screen.link.send(ClockPaused(True))  # loading takes no time of the game
        return screen

    def advance_lesson(self) -> BeginLesson | None:
        """Load the next scene of the open lesson while the end of the current scene is shown.

        Once the next scene is due and loaded, return the command that opens it. Until then, return None.
        """
        here = None if self.game is None else self.game.lesson
        if here is None or here.is_last or not here.has_ended:
            return None
        if self._next_scene is None:
            self._next_scene = self._scene(here.lesson, here.scene + 1)
        self._next_scene.listen()
        if not here.next_is_due or not self._next_scene.playback.waits_to_show:
            return None
        return BeginLesson(here.lesson.game, here.scene + 1)

    def resume(self, game: str) -> None:
        """Resume a stored game, given its id. If the backend refuses, the start screen shows why."""
        for host in self._left:
            host.end()  # it may still hold the game
        self._try(lambda: self.open(self._backend.resume(game)))

    def open_new_sandbox(self, draft: Draft) -> None:
        """Open a sandbox with the players and rules of a draft. If that is impossible, the start screen shows why."""
        self._try(lambda: self.open_sandbox(self._backend.sandbox(draft)))

    def open_scenario(self, path: str) -> None:
        """Open the sandbox at the position of a scenario file. If that is impossible, the start screen shows why.

        Args:
            path: The path as the user typed it.
        """

        def opened() -> None:
            file = expanded_path(path)
            self.open_sandbox(self._backend.scenario(file), file)

        self._try(opened)

    def show_replay(self, game: str) -> None:
        """Replay a stored game, given its id.

        If that is impossible, the reason appears where the replay was requested: on the start screen, or beside the
        result of the game.
        """
        try:
            recording = self._backend.recording(game)
        except Unplayable as reason:
            if self.game is None:
                self._start.show_problem(str(reason))
            else:
                self.game.replay_problem = str(reason)
            return
        self._let_go_of_game()  # it is over, and its replay was requested
        self.replay = ReplayScreen(recording, self._settings())
        self._view.table = None

    def open(self, opening: Opening) -> None:
        """Open a game in a host process, and show it."""
        self._show_game(GameScreen(self._host(opening), self._settings()))

    def _show_game(self, screen: GameScreen) -> None:
        self.game = screen
        self._view.table = None

    def open_sandbox(self, game: SandboxGame, file: Path | None = None) -> None:
        """Open the sandbox.

        Args:
            game: The sandbox of a game.
            file: The scenario file of the sandbox's position, or None.

        Raises:
            Unplayable: The game forbids the position.
        """
        files = Files(self._backend.scenarios(), self._backend.scenario, self._backend.write_scenario, file)
        self.sandbox = SandboxScreen(game, self._settings(), self._host, files)
        self._view.clear()

    def play_from(self, sandbox: SandboxScreen) -> None:
        """Begin a game at the position of the sandbox. If the game refuses the position, the sandbox shows why."""
        try:
            self.open(sandbox.game.play(sandbox.position))
        except Unplayable as reason:
            sandbox.refusal = str(reason)

    def _try(self, opened: Callable[[], None]) -> None:
        try:
            opened()
        except Unplayable as reason:
            self._start.show_problem(str(reason))

    # Leaving.

    def leave(self, *, again: bool = False) -> None:
        """Return to the start screen, or to the sandbox if the game was started there.

        Args:
            again: Whether to begin a new game afterwards, with the draft of the last game but other random numbers.
        """
        page: Page = "replays" if self.replay is not None else "continue"
        if self.game is not None and self.game.lesson is not None:
            page = "learn"
        back_to_sandbox = self.game is not None and self.sandbox is not None
        self._let_go_of_game()
        self.replay = None
        self._view.clear()
        if not back_to_sandbox:
            self._let_go_of_sandbox()
            self._start.reopen(page)
        if again and self._draft is not None:
            self.begin(replace(self._draft, seed=""))

    def may_close(self) -> bool:
        """Return whether the window may close now. If not, open the menu.

        The window may not close while the sandbox has unsaved changes, except if the menu is already open.
        """
        seat = self.game or self.sandbox
        if self.sandbox is None or seat is None or seat.menu or not self.sandbox.unsaved:
            return True
        seat.menu, seat.options_open = True, False
        return False

    def close_all(self) -> None:
        """Close the game and the sandbox, if they are open."""
        self._let_go_of_game()
        self._let_go_of_sandbox()

    def forget_ended_hosts(self) -> None:
        """Forget the hosts whose processes have ended. If one has ended, reload the start screen's stored games."""
        gone = [host for host in self._left if host.ended]
        if gone:
            self._left = [host for host in self._left if host not in gone]
            self._start.refresh()  # the games of these hosts can be resumed now

    def end(self) -> None:
        """Wait for the hosts of closed games and sandboxes to end, and kill those that don't end in time."""
        for host in self._left:
            host.end(CLOSING_SECONDS)

    def _let_go_of_sandbox(self) -> None:
        if self.sandbox is not None:
            self.sandbox.close()
            self._left.append(self.sandbox.trials.screen.link)
            self.sandbox = None

    def _let_go_of_game(self) -> None:
        """Close the game, and the next scene of its lesson if that scene is loading or loaded."""
        for screen in (self.game, self._next_scene):
            if screen is not None:
                self._let_go_of(screen)
        self.game = self._next_scene = None

    def _let_go_of(self, screen: GameScreen) -> None:
        """Close a game without waiting for its host. A bot may still be computing in the host."""
        screen.link.close()
        self._left.append(screen.link)
