"""The ruler: laid on at the pointer, and read where the pointer is by now."""

from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.decisions.decision import Pointer
from riotsim.viewer.screens.piece_info import measured


class Ruler:
    """Measures from one place to another; from edge to edge where an end is on a piece."""

    def __init__(self) -> None:
        self._begin: tuple[Point, PieceId | None] | None = None

    def toggle(self, pointer: Pointer | None) -> None:
        """Begin to measure at the pointer, or stop."""
        self._begin = None if self._begin is not None or pointer is None else (pointer.at, pointer.piece)

    def put_away(self) -> bool:
        """Stop measuring; tells whether anything was measured."""
        laid, self._begin = self._begin is not None, None
        return laid

    def read(self, table: Table | None, pointer: Pointer | None) -> tuple[Point, Point, float] | None:
        """Give both ends and what lies between (mm); None while nothing is measured."""
        if self._begin is None or pointer is None or table is None:
            return None
        begin, first = self._begin
        return begin, pointer.at, measured(table, begin, pointer.at, first, pointer.piece)
