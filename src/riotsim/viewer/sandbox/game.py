"""The interface that a game implements to have a sandbox."""

from pathlib import Path
from typing import Protocol

from riotsim.play.position import Position
from riotsim.play.sandbox import PieceType
from riotsim.replay.recording import Seat
from riotsim.table.pieces import Piece, PieceId
from riotsim.table.state import Table
from riotsim.viewer.session.hosted_game import Opening


class SandboxGame(Protocol):
    """The sandbox of one game: rules, players, pieces, and what is allowed in a position."""

    @property
    def title(self) -> str:
        """The name of the game."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats in turn order."""

    @property
    def piece_types(self) -> tuple[PieceType, ...]:
        """The types of pieces that can be put on the table."""

    @property
    def score_name(self) -> str:
        """The name of what players collect, such as `loot`; empty if nothing."""

    @property
    def notice(self) -> str:
        """A message about the opened file, or empty."""

    def initial_position(self) -> Position:
        """Return the position to begin with."""

    def name(self, piece: Piece, table: Table) -> PieceId:
        """Return a name for a new piece on a table."""

    def normalised(self, position: Position) -> Position:
        """Return a position as it would be read from a file, with all names in order.

        Raises:
            Unplayable: The game forbids the position.
        """

    def text(self, position: Position, title: str, file: Path) -> str:
        """Return a position as the text of a scenario file."""

    def trial_opening(self) -> Opening:
        """Return what opens the host process for trials."""

    def play(self, position: Position) -> Opening:
        """Return what opens a game at a position, with unlimited undo.

        Raises:
            Unplayable: No game can begin there.
        """
