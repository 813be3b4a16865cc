"""The ruler: laid on at the pointer, and read where the pointer is by now."""

from riotsim.table.geometry.plan import Footprint, disc, gap
from riotsim.table.pieces import PieceId
from riotsim.table.poses import Point
from riotsim.table.state import Table
from riotsim.viewer.input.decisions.decision import Pointer


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
        return begin, pointer.at, measured_distance(table, begin, pointer.at, first, pointer.piece)


def measured_distance(table: Table, begin: Point, end: Point, first: PieceId | None, second: PieceId | None) -> float:
    """Measure as the game does (mm): from edge to edge where both ends are on pieces, else from point to edge or point.

    What overlaps is 0 apart.
    """
    shapes = [
        disc(at, 0.0) if piece is None else _footprint(table, piece) or disc(at, 0.0)
        for at, piece in ((begin, first), (end, second))
    ]
    return max(gap(*shapes), 0.0)


def _footprint(table: Table, piece: PieceId) -> Footprint | None:
    found = table.models.get(piece) or table.dice.get(piece) or table.tokens.get(piece) or table.terrain.get(piece)
    return None if found is None else found.footprint
