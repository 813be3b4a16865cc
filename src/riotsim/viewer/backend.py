"""The interface through which the window uses games, rules and the store, which it does not import."""

from collections.abc import Callable
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

Backdrop: TypeAlias = tuple[Table, tuple[Seat, ...], dict[PieceId, PlayerId]]
"""A table, the seats, and the owner of each model."""


class Backend(Protocol):
    """The source of games for the window: new games, stored games, replays and sandboxes."""

    version: str

    @property
    def credits(self) -> tuple[tuple[str, str], ...]:
        """Credits, as headings and paragraphs."""

    def new_game_options(self) -> start_model.Offer:
        """Return the games, rules, tables and players that a new game can have."""

    def default_draft(self) -> start_model.Draft:
        """Return the first draft of a new game on the start screen."""

    def rules_file(self, text: str) -> Path | None:
        """Return the rules file at a path that the user typed, or None if there is no such file."""

    def rules_files(self, text: str) -> tuple[str, ...]:
        """Return the paths of rules files and folders that begin with a text."""

    def check_rules(self, path: Path) -> start_model.RulesReport:
        """Check a rules file. This may take two seconds."""

    def stored_games(self) -> tuple[start_model.StoredGame, ...]:
        """Return the stored games, latest first."""

    def store_problem(self) -> str:
        """Return what is wrong with the store, or an empty string."""

    def begin(self, draft: start_model.Draft) -> Opening:
        """Begin a game.

        Raises:
            Unplayable: The draft can't be played. The text says why.
        """

    def resume(self, game: str) -> Opening:
        """Resume a stored game.

        Raises:
            Unplayable: The game can't be resumed. The text says why.
        """

    def recording(self, game: str) -> Recording:
        """Return the recording of a stored game.

        Raises:
            Unplayable: The game can't be replayed. The text says why.
        """

    def sandbox(self, draft: start_model.Draft) -> SandboxGame:
        """Return a sandbox with the players, options and rules of a new game.

        Raises:
            Unplayable: There is no sandbox for the draft. The text says why.
        """

    def scenario(self, file: Path) -> SandboxGame:
        """Return the sandbox for a scenario file.

        Raises:
            Unplayable: The file has a fault. The text says which.
        """

    def write_scenario(self, file: Path, text: str) -> None:
        """Write a scenario file. An existing file stays until the new one is complete.

        Raises:
            Unplayable: The file can't be written. The text says why.
        """

    def scenarios(self) -> Path:
        """Return the folder that scenarios are saved into."""

    def pictures(self) -> Path:
        """Return the folder that screenshots are saved into."""

    def cache(self) -> Path:
        """Return a folder for data that can be computed again but takes time."""

    def figure_meshes(self) -> dict[str, FigureMesh]:
        """Return the shapes of the figures, by kind of model."""

    def backdrop(self) -> Callable[[], Backdrop]:
        """Return a function that builds the table behind the start screen.

        Another process imports the function by its name, so it must stand at the top level of a module.
        """
