"""The base class for the sandboxes of games, and the positions and types of pieces that a sandbox works with.

In the sandbox, people set up positions by hand.
"""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from riotsim.errors import RiotsimError
from riotsim.play.displays import ShownArea
from riotsim.play.requests import PlayerId
from riotsim.play.scenarios.document import Given
from riotsim.play.scenarios.writing import write_scenario
from riotsim.play.session.session import Perform, Session
from riotsim.table.acts import Hand
from riotsim.table.pieces import Die, Model, Piece, PieceId
from riotsim.table.state import Table

G = TypeVar("G", bound=Given)


class NoPieceLeft(RiotsimError):
    """The error raised when a player has no piece of a type left to put on the table. The message tells why."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position for the beginning of a game or a scenario."""

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
    """An example of a piece of this type. The name, owner and place of the example don't matter."""
    heading: str
    """The heading in the list of types. Types with the same heading stand together below it."""
    about: str = ""

    @property
    def owned(self) -> bool:
        """True if pieces of the type can belong to a player."""
        return isinstance(self.piece, Model | Die)


class GameSandbox(ABC, Generic[G]):
    """A game's part of the sandbox, for one rulebook and given players.

    The object makes, checks and writes positions, and begins games. `G` is the class that the game uses for the section
    `given` of its scenario files.
    """

    score_name: ClassVar[str] = ""
    """The word for the score, such as `loot`; empty if positions have no scores."""
    file_head: ClassVar[tuple[str, ...]]
    """The lines of the comment at the top of a saved scenario file, without `#`."""
    book: Any  # the game's own rulebook

    @abstractmethod
    def piece_types(self, begins: Position) -> tuple[PieceType, ...]:
        """Return the types of pieces that may be put on the table.

        Args:
            begins: The sandbox's first position.
        """

    @property
    def hand(self) -> Hand:
        """The hand for trial throws and carries; by default the hand named under `hand` in the rules."""
        found: Hand = self.book.hands[self.book.hand].hand
        return found

    @property
    def free_models(self) -> bool:
        """True if thrown dice can push models; by default they can't."""
        return False

    def areas(self, position: Position) -> tuple[ShownArea, ...]:
        """Return the areas of a position's table that have a meaning in the game, such as terrain; by default none.

        The areas must not depend on the places of the pieces.
        """
        del position
        return ()

    @abstractmethod
    def starting_position(self, options: Mapping[str, Mapping[str, str]]) -> Position:
        """Return the first position of a new sandbox.

        Args:
            options: The players' choices before the start, such as their armies: for each player, the names of the seat
                options, each with the name of the choice.
        """

    @abstractmethod
    def name(self, piece_type: PieceType, owner: PlayerId, position: Position) -> PieceId:
        """Return a name for a new piece. A model keeps its name; `normalize` may rename any other piece.

        Args:
            piece_type: The type of the piece, one of `piece_types`.
            owner: The owner of the piece; empty if pieces of the type have none.
            position: The position that gets the piece.

        Raises:
            NoPieceLeft: All the owner's pieces of this type are on the table already, or the owner has none.
        """

    @abstractmethod
    def position_of(self, given: G) -> Position:
        """Return the position that the section `given` of a scenario describes."""

    @abstractmethod
    def given_of(self, position: Position) -> G:
        """Return the section `given` of a scenario that describes a position.

        Raises:
            ValueError: No section can describe the position. The message is for the person who sets up the position.
        """

    def normalize(self, position: Position) -> Position:
        """Return a position as a scenario file would keep it: values are rounded, and pieces may be renamed.

        Raises:
            ValueError: The rules forbid the position, or no scenario can describe the position. The message is for the
                person who sets up the position.
        """
        given = self.given_of(position)
        for _, sentence in given.faults(self.book):
            raise ValueError(sentence)
        return self.position_of(given)

    def text(self, position: Position, head: Mapping[str, object]) -> str:
        """Return a position as the text of a scenario file.

        Args:
            position: A position that `normalize` has returned.
            head: The keys that the files of all games share, such as title and rules, with their values.
        """
        said = self.given_of(position).model_dump(mode="json", exclude_defaults=True)
        return write_scenario(self.file_head, {**head, "given": said, "when": [], "then": {}})

    @abstractmethod
    def begin(self, position: Position, seed: int, perform: Perform, *, live_clock: bool) -> Session[Any]:
        """Begin a game at a position.

        Args:
            position: A position that `normalize` has returned.
            seed: Seed of the game.
            perform: Function that performs physical acts.
            live_clock: Whether the game's clock runs while players think. It runs by the time stamps of their answers.
        """


def unused_name(piece_type: PieceType, owner: PlayerId, names: Iterable[PieceId], table: Table) -> PieceId:
    """Return the first name in `names` that no piece on the table has yet.

    Args:
        piece_type: The type of the piece.
        owner: The owner of the piece.
        names: The names of all pieces of this type in the owner's company.
        table: The table that gets the piece.

    Raises:
        NoPieceLeft: All pieces in `names` are on the table, or `names` is empty.
    """
    known, label = tuple(names), piece_type.label
    if (unused := next((name for name in known if name not in table.ids()), None)) is not None:
        return unused
    if not known:
        raise NoPieceLeft(f"{owner} has no {label}")
    if len(known) == 1:
        raise NoPieceLeft(f"{owner}'s {label} is on the table already")
    raise NoPieceLeft(f"{owner}'s {len(known)} pieces of the type {label} are on the table already")


def chosen_companies(
    option: str, options: Mapping[PlayerId, Mapping[str, str]], brought: Container[PlayerId]
) -> dict[PlayerId, str]:
    """Return the names of the companies that players have chosen, by player. Players in `brought` are left out.

    Args:
        option: The name of the seat option for choosing a company, such as `army`.
        options: For each player, the names of the seat options, each with the name of the player's choice.
        brought: The players who bring a company of their own. Their choice by `option` doesn't count.
    """
    return {player: chosen[option] for player, chosen in options.items() if option in chosen and player not in brought}
