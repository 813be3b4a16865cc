"""Positions that are set up by hand, and a game's part of the window's sandbox."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from riotsim.play.requests import PlayerId
from riotsim.play.session.session import Perform, Session
from riotsim.table.acts import Hand
from riotsim.table.pieces import Die, Model, Piece, PieceId
from riotsim.table.state import Table


@dataclass(frozen=True, slots=True)
class Position:
    """A position from which a game or a scenario may begin."""

    table: Table
    turn: PlayerId
    """The player whose turn it is."""
    scores: Mapping[PlayerId, int] = field(default_factory=dict)
    """The score of each player, such as the loot in a stash."""
    game_data: object = None
    """Other data of the game, which the sandbox passes on unchanged."""


@dataclass(frozen=True, slots=True)
class PieceType:
    """A type of piece that may be put on the table."""

    key: str
    label: str
    piece: Piece
    """An example of the piece. Its name, owner and place don't matter."""
    heading: str
    """The heading in the list of types. Types with the same heading stand together below it."""
    about: str = ""

    @property
    def owned(self) -> bool:
        """True if pieces of the type can belong to a player."""
        return isinstance(self.piece, Model | Die)


class GameSandbox(Protocol):
    """A game's part of the sandbox, for one rulebook and given players. It makes, checks and writes positions, and
    begins games.
    """

    @property
    def score_name(self) -> str:
        """The word for the score, such as `loot`; empty if positions have no scores."""

    @property
    def piece_types(self) -> tuple[PieceType, ...]:
        """The types of pieces that may be put on the table."""

    @property
    def hand(self) -> Hand:
        """The hand for trial throws and carries."""

    @property
    def free_models(self) -> bool:
        """True if thrown dice can push models."""

    def starting_position(self, options: Mapping[str, Mapping[str, str]]) -> Position:
        """Return the position with which a new sandbox begins.

        Args:
            options: The chosen entry of each seat option, by player and by name of the option.
        """

    def position_from_scenario(self, scenario: Any) -> Position:
        """Return the position with which a scenario begins."""

    def name(self, piece: Piece, table: Table, begins: Position) -> PieceId:
        """Return a name for a new piece. A model keeps this name; `normalize` may rename other pieces.

        Args:
            piece: The piece.
            table: The table on which the piece is put.
            begins: The position with which the sandbox began.
        """

    def normalize(self, position: Position) -> Position:
        """Return a position as it would be after it is written to a scenario file and read back: values are rounded,
        and pieces may be renamed.

        Raises:
            ValueError: The rules forbid the position. The message is for the person who sets it up.
        """

    def text(self, position: Position, head: Mapping[str, object]) -> str:
        """Return a position as the text of a scenario file.

        Args:
            position: A position that `normalize` has returned.
            head: The keys that the files of all games share, such as title and rules, with their values.
        """

    def begin(self, position: Position, seed: int, perform: Perform, *, live_clock: bool) -> Session[Any]:
        """Begin a game at a position.

        Args:
            position: A position that `normalize` has returned.
            seed: Seed of the game.
            perform: Function that performs physical acts.
            live_clock: Whether the clock runs by the time stamps of the answers.
        """
