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
    """The score of each player, such as loot in a stash."""
    game_data: object = None
    """Other data of the game. Code that changes the position passes it on unchanged."""


@dataclass(frozen=True, slots=True)
class PieceType:
    """A type of piece that may be put on the table."""

    key: str
    label: str
    piece: Piece
    """An example piece. Its name, its owner and its place have no meaning."""
    heading: str
    """The heading under which the type is offered. Types with the same heading stand together."""
    about: str = ""

    @property
    def owned(self) -> bool:
        """True if pieces of the type belong to a player."""
        return isinstance(self.piece, Model | Die)


class GameSandbox(Protocol):
    """Positions of one game, by one rulebook and with certain players, set up by hand."""

    @property
    def score_name(self) -> str:
        """The name of what players collect, such as `loot`; empty if a position has no scores."""

    @property
    def piece_types(self) -> tuple[PieceType, ...]:
        """The pieces to choose from."""

    @property
    def hand(self) -> Hand:
        """The hand for trial throws and carries."""

    @property
    def free_models(self) -> bool:
        """True if thrown dice push models."""

    def starting_position(self, options: Mapping[str, Mapping[str, str]]) -> Position:
        """Return the position that a new sandbox begins with.

        Args:
            options: The seat options of each player, by name.
        """

    def position_from_scenario(self, scenario: Any) -> Position:
        """Return the position with which a scenario begins."""

    def name(self, piece: Piece, table: Table, begins: Position) -> PieceId:
        """Return a name for a new piece on a table.

        Args:
            piece: The piece.
            table: The table that the piece is put on.
            begins: The position that the sandbox began with.
        """

    def normalize(self, position: Position) -> Position:
        """Return a position in the form in which a scenario file stores it, with rounded values and all names in
        order.

        Raises:
            ValueError: The rules forbid the position. The message is for the person who sets it up.
        """

    def text(self, position: Position, title: str, rules: str, options: Mapping[str, object]) -> str:
        """Return a position as the text of a scenario file.

        Args:
            position: The position, normalized.
            title: Title of the scenario.
            rules: The rules as the scenario names them: a name, or a path.
            options: Changed options of the rules.
        """

    def begin(self, position: Position, seed: int, perform: Perform, *, live_clock: bool) -> Session[Any]:
        """Begin a game at a position.

        Args:
            position: The position, normalized.
            seed: Seed of the game.
            perform: Function that performs physical acts.
            live_clock: Whether the clock runs by the times of the answers.
        """
