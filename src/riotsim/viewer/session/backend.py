"""What the window is handed: where games come from. It knows games, physics and the store; the window doesn't."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeAlias

from riotsim.play.requests import PlayerId
from riotsim.replay.figure_meshes import FigureMesh
from riotsim.replay.recording import Recording, Seat
from riotsim.table.pieces import PieceId
from riotsim.table.state import Table
from riotsim.viewer.sandbox.game import SandboxGame
from riotsim.viewer.session.hosted_game import Opening
from riotsim.viewer.ui.start import start_model

Backdrop: TypeAlias = tuple[Table, tuple[Seat, ...], dict[PieceId, PlayerId]]
"""A table, who plays, and whose the models are."""


class Backend(Protocol):
    """Begins games, goes on with stored ones, and shows them again."""

    version: str

    @property
    def credits(self) -> tuple[tuple[str, str], ...]:
        """Give whose work all this builds on: headings and paragraphs."""

    def new_game_options(self) -> start_model.Offer:
        """Give what a new game can be made of."""

    def default_draft(self) -> start_model.Draft:
        """Give the new game that is offered at first."""

    def rules_file(self, text: str) -> Path | None:
        """Give the rules file that somebody means who has written this; None if there is none such."""

    def rules_files(self, text: str) -> tuple[str, ...]:
        """Give the paths of rules files and folders that begin so."""

    def check_rules(self, path: Path) -> start_model.RulesReport:
        """Look a rules file over; it may take a second or two."""

    def stored_games(self) -> tuple[start_model.StoredGame, ...]:
        """Give the stored games, the latest first."""

    def store_problem(self) -> str:
        """Say what is wrong with the store; empty if nothing is."""

    def begin(self, draft: start_model.Draft) -> Opening:
        """Begin a game. Raises `Unplayable`, with the reason, for one that can't be."""

    def resume(self, game: str) -> Opening:
        """Go on with a stored game. Raises `Unplayable`."""

    def recording(self, game: str) -> Recording:
        """Give a stored game, to be shown again. Raises `Unplayable`."""

    def sandbox(self, draft: start_model.Draft) -> SandboxGame:
        """Give the sandbox for the bosses, gangs and rules of a new game. Raises `Unplayable`."""

    def scenario(self, file: Path) -> SandboxGame:
        """Give the sandbox for a scenario file. Raises `Unplayable` with what is wrong with it."""

    def write_scenario(self, file: Path, text: str) -> None:
        """Write a scenario file whole: what was there stays until it is. Raises `Unplayable` if it can't be."""

    def scenarios(self) -> Path:
        """Give the folder that scenarios are saved into."""

    def pictures(self) -> Path:
        """Give the folder that pictures of the window are put into."""

    def cache(self) -> Path:
        """Give a folder for what can be made anew, but takes time."""

    def sculpts(self) -> dict[str, FigureMesh]:
        """Give what stands on bases."""

    def backdrop(self) -> Callable[[], Backdrop]:
        """Give what makes a table to look at behind the start screen: a function that another process finds by name."""
