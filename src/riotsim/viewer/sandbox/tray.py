"""The sandbox's tray: pieces to be put on the table, and dice to be thrown."""

from dataclasses import replace

from riotsim.play.requests import BossId
from riotsim.play.sandbox_rules import Throw
from riotsim.table.pieces import Die, Model
from riotsim.table.state import Table
from riotsim.viewer.sandbox.game import PieceSort, SandboxGame
from riotsim.viewer.sandbox.holding import HeldPiece, from_tray

THROWN = "in-hand-{}"
"""What dice are called that are tried."""


class Tray:
    """What comes from it next, and how."""

    def __init__(self, boss: BossId) -> None:
        self.boss = boss
        """Whose its pieces are."""
        self.face = 1
        """What its dice show."""
        self.dice = 3
        """How many are thrown."""
        self.taken = ""
        """The sort that is in the hand."""

    def piece(self, bench: SandboxGame, table: Table) -> HeldPiece | None:
        """Take another piece of the sort that is in the hand, for this table."""
        sort = next((one for one in bench.sorts if one.key == self.taken), None)
        if sort is None:
            return None
        owner = self.boss if sort.owned else ""
        piece = replace(sort.piece, owner=owner) if isinstance(sort.piece, Model | Die) else sort.piece
        return from_tray(table, piece, bench.name(piece, table), owner, self.face)

    def throw(self, bench: SandboxGame) -> Throw | None:
        """Take dice to be thrown."""
        sort = _die(bench)
        if sort is None or not isinstance(sort.piece, Die):
            return None
        return Throw(tuple(replace(sort.piece, id=THROWN.format(k), owner=self.boss) for k in range(1, self.dice + 1)))


def _die(bench: SandboxGame) -> PieceSort | None:
    return next((sort for sort in bench.sorts if sort.group == "dice"), None)
