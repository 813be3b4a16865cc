"""The sandbox document: a position with its undo history, the selected piece, and a check of each change."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from riotsim.play.displays import ShownArea
from riotsim.play.requests import PlayerId
from riotsim.play.sandbox.game_sandbox import PieceType, Position
from riotsim.replay.recording import Seat
from riotsim.table.pieces import Die, Piece, PieceId, place_of
from riotsim.table.state import Table
from riotsim.viewer.sandbox import edits
from riotsim.viewer.session.hosted_game import Opening, Unplayable
from riotsim.viewer.ui import commands
from riotsim.viewer.ui.commands import UiCommand


class SandboxGame(Protocol):
    """A game in the sandbox: its rules, players and pieces, and the positions that it allows."""

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
    def areas(self) -> tuple[ShownArea, ...]:
        """The areas of the table that have a meaning in the game, such as terrain."""

    @property
    def score_name(self) -> str:
        """The word for scores, such as `loot`; empty if positions have no scores."""

    @property
    def notice(self) -> str:
        """A message about the opened file; empty if there is none."""

    def initial_position(self) -> Position:
        """Return the sandbox's first position."""

    def name(self, piece_type: PieceType, owner: PlayerId, position: Position) -> PieceId:
        """Return a name for a new piece. No piece on the position's table has this name yet.

        Args:
            piece_type: The type of the piece, one of `piece_types`.
            owner: The owner of the piece; empty if pieces of the type have none.
            position: The position that gets the piece.

        Raises:
            NoPieceLeft: The owner has no pieces of this type, or all of them are on the table already.
        """

    def normalised(self, position: Position) -> Position:
        """Return a position as it would be after saving and opening it.

        Values are rounded, and pieces may have new names.

        Raises:
            Unplayable: The game forbids the position.
        """

    def text(self, position: Position, title: str, file: Path) -> str:
        """Return a position as the text of a scenario file.

        Args:
            position: The position.
            title: Title of the scenario.
            file: Path of the file that will get the text. Paths in the text are relative to this file.
        """

    def trial_opening(self) -> Opening:
        """Return the `Opening` that lets a host open a game for trying throws and carries."""

    def play(self, position: Position) -> Opening:
        """Return the `Opening` of a game that begins at a position.

        In this game, each decision and act can be undone.

        Raises:
            Unplayable: No game can begin at the position.
        """


class SandboxDocument:
    """A position, its undo history, and the selected piece.

    The history stores the game with each position, because opening a file can change the game.
    """

    def __init__(self, game: SandboxGame) -> None:
        """Start a document at a game's initial position.

        Raises:
            Unplayable: The game forbids the position.
        """
        self.history: History[tuple[SandboxGame, Position]] = History((game, game.normalised(game.initial_position())))
        self.chosen: PieceId | None = None
        """The selected piece; None if no piece is selected."""
        self.refusal = ""
        """Reason why an action was refused or failed. It is shown at the mouse. Empty if there is none."""

    @property
    def game(self) -> SandboxGame:
        """The game that the position belongs to."""
        return self.history.current[0]

    @property
    def position(self) -> Position:
        """The current position."""
        return self.history.current[1]

    def open(self, game: SandboxGame) -> None:
        """Change to another game at its initial position. The change can be undone.

        Raises:
            Unplayable: The game forbids the position.
        """
        self.history.change((game, game.normalised(game.initial_position())))
        self.chosen = None
        self.refusal = ""

    def change(self, table: Table | None = None, choose: PieceId | None = None, **what: Any) -> bool:
        """Change the position if the result is allowed.

        Args:
            table: The new table, or None to keep the current one.
            choose: The piece to select afterwards; None for no piece.
            what: New values of other fields of the position.

        Returns:
            Whether the change was allowed. If it wasn't, `refusal` has the reason.
        """
        if table is not None and (why_not := edits.refusal(table)) is not None:
            self.refusal = why_not
            return False
        before = self.position
        wanted = replace(before, table=before.table if table is None else table, **what)
        piece = None if choose is None else edits.piece_on(wanted.table, choose)
        try:
            position = self.game.normalised(wanted)
        except Unplayable as reason:
            self.refusal = str(reason)
            return False
        self.refusal = ""
        if position != before:
            self.history.change((self.game, position))
        self.chosen = None if piece is None else _matching_piece(piece, position.table)
        return True

    def undo(self) -> None:
        """Undo the last change."""
        self.history.undo()
        self._refresh()

    def redo(self) -> None:
        """Redo the last undone change."""
        self.history.redo()
        self._refresh()

    def _refresh(self) -> None:
        self.refusal = ""
        if self.chosen is not None and edits.piece_on(self.position.table, self.chosen) is None:
            self.chosen = None

    def turn(self, piece: PieceId, angle: float) -> None:
        """Turn a piece by an angle (rad, anticlockwise from above) if the result is allowed."""
        self.change(edits.turn(self.position.table, piece, angle), piece)

    def handle(self, command: UiCommand) -> None:
        """Carry out a command of the panels. Ignore commands that don't concern the position."""
        table = self.position.table
        match command:
            case commands.TurnPiece(piece, degrees):
                self.turn(piece, math.radians(degrees))
            case commands.SetDieFace(die, face):
                self.change(edits.show_number(table, die, face), die)
            case commands.SetFallen(model, down):
                self.change(edits.set_fallen(table, model, down), model)
            case commands.RemovePiece(piece):
                self.change(edits.remove(table, piece))
            case commands.SetTurn(player):
                self.change(choose=self.chosen, turn=player)
            case commands.SetScore(player, count):
                self.change(choose=self.chosen, scores={**self.position.scores, player: count})


def _matching_piece(piece: Piece, table: Table) -> PieceId | None:
    """Return the name of the piece on `table` that corresponds to a piece of another table.

    This is the nearest piece of the same class, such as `Die` or `Model`. Its name may differ. If `table` has no piece
    of this class, return None.
    """
    here = [one for name in table.ids() if isinstance(one := edits.piece_on(table, name), type(piece))]

    def far(one: Piece) -> float:
        height = 0.0
        if isinstance(one, Die) and isinstance(piece, Die):
            height = abs(one.pose.at[2] - piece.pose.at[2])
        return math.dist(place_of(one), place_of(piece)) + height

    return min(here, key=lambda one: (far(one), one.id)).id if here else None


T = TypeVar("T")


class History(Generic[T]):
    """A value with unlimited undo and redo."""

    def __init__(self, first: T) -> None:
        self._past: list[T] = []
        self._now = first
        self._undone: list[T] = []

    @property
    def current(self) -> T:
        """The current value."""
        return self._now

    @property
    def can_undo(self) -> bool:
        """True if there is a change to undo."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """True if there is a change to redo."""
        return bool(self._undone)

    def change(self, value: T) -> None:
        """Set a new value. The changes that were undone before can't be redone any more."""
        self._past.append(self._now)
        self._now = value
        self._undone.clear()

    def undo(self) -> None:
        """Undo the last change, if there is one."""
        if self._past:
            self._undone.append(self._now)
            self._now = self._past.pop()

    def redo(self) -> None:
        """Redo the last undone change, if there is one."""
        if self._undone:
            self._past.append(self._now)
            self._now = self._undone.pop()
