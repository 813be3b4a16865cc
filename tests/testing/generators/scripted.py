"""A source of choices that are fixed beforehand, so that a test knows which random table they give."""

import math

import pytest

from riotsim.table.pieces import Box, Piece, Terrain
from riotsim.table.state import Table
from riotsim.testing.generators.tables import _Ground

Row = tuple[float, float, float]
"""Least and greatest value that may be chosen, and the value that is chosen."""


class Script:
    """A source that gives the values of its rows one after the other, and checks that the range asked for is that of
    the row.
    """

    def __init__(self, *rows: Row) -> None:
        self.rows = list(rows)

    def integer(self, low: int, high: int) -> int:
        """Return the value of the next row, which has to be a whole number."""
        return int(self.number(low, high))

    def number(self, low: float, high: float) -> float:
        """Return the value of the next row."""
        assert self.rows, f"nothing is written down for {low} to {high}"
        least, most, value = self.rows.pop(0)
        assert [low, high] == pytest.approx([least, most]), f"{self.rows[:2]} come next"
        return value


def yes(one_in: int) -> Row:
    """Return the row that makes `maybe` true."""
    return (0, one_in - 1, one_in - 1)


def no(one_in: int) -> Row:
    """Return the row that makes `maybe` false."""
    return (0, one_in - 1, one_in - 2)


def nth(number: int, many: int) -> Row:
    """Return the row that makes `pick` take one of several things, counted from 0."""
    return (0, many - 1, number)


def angle(degrees: float) -> Row:
    """Return the row that turns something by an angle of at most a whole turn."""
    return (0.0, math.tau, math.radians(degrees))


SHARP_D6: tuple[Row, ...] = (nth(0, 12), no(6), no(5))
"""Choices of a sharp d6."""

SIZE_16: tuple[Row, ...] = (no(5), nth(0, 2))
"""Choices of a size of 16 mm in a usual world."""


STRAIGHT: tuple[Row, ...] = ((0, 2, 0), (-0.375, 0.375, 0.0), (-0.375, 0.375, 0.0))
"""Choices of a straight tower. A lean is drawn, but not used."""

STAGE = Terrain("stage", Box(100.0, 60.0, 20.0), (300.0, 100.0), blocks_moves=False, can_stand_on=True)
"""A stage that covers x from 250 to 350 and y from 70 to 130."""


def ground_of(*pieces: Piece, nasty: bool = False) -> _Ground:
    """Return a table of 400 × 200 mm with the stage and these pieces."""
    ground = _Ground(Table(400.0, 200.0), nasty)
    ground.put(STAGE, height=20.0)
    if pieces:
        ground.put(*pieces)
    return ground


def at(x: float, y: float, width: float = 400.0, depth: float = 200.0) -> tuple[Row, Row]:
    """Return the choices of a place on a usual table."""
    return (0.0, width, x), (0.0, depth, y)
