"""The window's interface to games, rules and the store."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.replay.figure_meshes import FigureMesh
from riotsim.replay.recording import Recording, Seat
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table
from riotsim.viewer.sandbox.document import SandboxGame
from riotsim.viewer.session.hosted_game import Opening
from riotsim.viewer.ui import start_model
from riotsim.viewer.ui.lesson_model import Lesson
from riotsim.viewer.ui.rules_model import RulesPage

Backdrop: TypeAlias = tuple[Table, tuple[Seat, ...], dict[PieceId, PlayerId]]
"""The scene behind the start screen: a table, the seats of the players, and the owner of each model."""


class Backend(Protocol):
    """The source of everything that the window opens: new and stored games, replays, lessons, rules and sandboxes."""

    version: str

    @property
    def credits(self) -> tuple[tuple[str, str], ...]:
        """The credits: pairs of a heading and a text. Each line of a text is a paragraph."""

    def new_game_options(self) -> start_model.Offer:
        """Return the games, rules, tables and players that can be chosen for a new game."""

    def default_draft(self) -> start_model.Draft:
        """Return the draft of a new game that the start screen shows at first."""

    def typed_file(self, text: str) -> Path | None:
        """Return the path of the file named by a typed text, or None if there is no such file."""

    def completions(self, text: str) -> tuple[str, ...]:
        """Return the completions of a typed path: YAML files first, and then folders."""

    def check_rules(self, path: Path) -> start_model.FileReport:
        """Return the faults of a rules file. If there are none, return the choices for a game by these rules."""

    def check_company(self, path: Path, draft: start_model.Draft) -> start_model.FileReport:
        """Check a player's company file by the rules of a draft, and return a report with the file's faults, if any."""

    def stored_games(self) -> tuple[start_model.StoredGame, ...]:
        """Return the stored games, last played first. The list is empty if the store is missing or can't be read."""

    def store_problem(self) -> str:
        """Return the reason why the store can't be read. It is empty if the store can be read or doesn't exist yet."""

    def begin(self, draft: start_model.Draft) -> Opening:
        """Return the `Opening` that lets a host process open a new game.

        Raises:
            Unplayable: The draft can't be played. The error's text says why.
        """

    def resume(self, game: str) -> Opening:
        """Return the `Opening` that lets a host process open a stored game, given the game's id.

        Raises:
            Unplayable: The store can't be read, or the game is missing or damaged. The error's text says which.
        """

    def recording(self, game: str) -> Recording:
        """Return the recording of a stored game, given the game's id.

        Raises:
            Unplayable: The game can't be replayed. The error's text says why.
        """

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons, one for each game that has a lesson."""

    def lesson(self, game: str, scene: int) -> Opening:
        """Return the `Opening` that lets a host process open a scene of a game's lesson.

        Raises:
            Unplayable: There is no such scene.
        """

    def rules_pages(self) -> tuple[RulesPage, ...]:
        """Return the pages of rules, one for each game that has such a page."""

    def sandbox(self, draft: start_model.Draft) -> SandboxGame:
        """Return a sandbox with the players, options and rules of the draft of a new game.

        Raises:
            Unplayable: There is no sandbox for the draft. The error's text says why.
        """

    def scenario(self, file: Path) -> SandboxGame:
        """Return the sandbox for a scenario file.

        Raises:
            Unplayable: The file has a fault, or its game has no sandbox. The error's text says which.
        """

    def write_scenario(self, file: Path, text: str) -> None:
        """Write a scenario file. An existing file is kept until the new one is complete.

        Raises:
            Unplayable: The file can't be written. The error's text says why.
        """

    def scenarios(self) -> Path:
        """Return the default folder for scenarios."""

    def pictures(self) -> Path:
        """Return the folder for screenshots."""

    def cache(self) -> Path:
        """Return the folder for data that takes long to compute. All of it can be computed again."""

    def figure_meshes(self) -> Mapping[str, FigureMesh]:
        """Return the meshes of the figures that come with the program, by the names of their files."""

    def backdrop(self) -> Callable[[], Backdrop]:
        """Return a function that builds the scene behind the start screen.

        The function must be at the top level of a module, because another process imports it by its name.
        """
