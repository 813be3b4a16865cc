"""What the sandbox is handed of a game: what there is to put on the table, and what a position means to it."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol, TypeAlias

from riotsim.play.position import Position
from riotsim.replay.recording import Seat
from riotsim.table.pieces import Die, Model, Piece, PieceId, Terrain, Token
from riotsim.table.state import Table
from riotsim.viewer.session.hosted_game import Opening

Group: TypeAlias = Literal["models", "dice", "loot", "scenery"]
"""What a sort of piece stands under in the tray."""


@dataclass(frozen=True, slots=True)
class PieceSort:
    """Something that may be put on the table."""

    key: str
    label: str
    piece: Piece
    """As it would be: its name, its owner and its place mean nothing."""
    about: str = ""

    @property
    def group(self) -> Group:
        """What it stands under."""
        match self.piece:
            case Model():
                return "models"
            case Die():
                return "dice"
            case Token():
                return "loot"
            case Terrain():
                return "scenery"

    @property
    def owned(self) -> bool:
        """Whether it is somebody's."""
        return isinstance(self.piece, Model | Die)


class SandboxGame(Protocol):
    """One game's sandbox: its rules, its bosses, and what it knows of positions."""

    @property
    def title(self) -> str:
        """What is played."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The bosses, in turn order."""

    @property
    def sorts(self) -> tuple[PieceSort, ...]:
        """What there is to put on the table."""

    @property
    def treasure(self) -> str:
        """What bosses put by: `loot`."""

    @property
    def notice(self) -> str:
        """What there is to know of what was opened; empty for nothing."""

    def first(self) -> Position:
        """Give the position to begin with."""

    def name(self, piece: Piece, table: Table) -> PieceId:
        """Give a name for a piece that comes to a table."""

    def tidied(self, position: Position) -> Position:
        """Give a position as a file has it, all names in order. Raises `Unplayable` for what the game forbids."""

    def text(self, position: Position, title: str, file: Path) -> str:
        """Write a position as a scenario, to be put into a file."""

    def trying(self) -> Opening:
        """Give where throws and carries are tried out (`play.trying`)."""

    def play(self, position: Position) -> Opening:
        """Give a game that begins there, in which everything may be undone. Raises `Unplayable` if none can."""
